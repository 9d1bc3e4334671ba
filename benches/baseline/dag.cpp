/* Grundy values of all vertices of an acyclic graph from a file of lines "FROM TO": plain good C++. The file is read by
   fread, edges are put into two arrays of rows, options and predecessors, and Kahn's order runs from the ends of play.
   Usage: dag FILE. Prints CPU seconds (reading and parsing included), a checksum of the values, and the peak of memory in KiB. */
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <sys/resource.h>
#include <utility>
#include <vector>

static char buffer[1 << 20];
static size_t filled, at;

static int byte(FILE *file) {
    if (at == filled) {
        filled = fread(buffer, 1, sizeof buffer, file);
        at = 0;
        if (filled == 0) return -1;
    }
    return (unsigned char)buffer[at++];
}

static bool number(FILE *file, uint32_t &x) {
    int c = byte(file);
    while (c != -1 && (c < '0' || c > '9')) c = byte(file);
    if (c == -1) return false;
    x = 0;
    while (c >= '0' && c <= '9') {
        x = x * 10 + (uint32_t)(c - '0');
        c = byte(file);
    }
    return true;
}

int main(int argc, char **argv) {
    if (argc < 2) return 1;
    FILE *file = fopen(argv[1], "rb");
    if (!file) return 1;
    std::vector<std::pair<uint32_t, uint32_t>> edges;
    uint32_t n = 0, from, to;
    while (number(file, from) && number(file, to)) {
        edges.emplace_back(from, to);
        if (from >= n) n = from + 1;
        if (to >= n) n = to + 1;
    }
    fclose(file);
    std::vector<uint32_t> options(edges.size()), before(edges.size());
    std::vector<uint32_t> first(n + 1, 0), back(n + 1, 0);
    for (auto &e : edges) {
        first[e.first + 1]++;
        back[e.second + 1]++;
    }
    for (uint32_t v = 0; v < n; v++) {
        first[v + 1] += first[v];
        back[v + 1] += back[v];
    }
    {
        std::vector<uint32_t> put(first.begin(), first.end() - 1), place(back.begin(), back.end() - 1);
        for (auto &e : edges) {
            options[put[e.first]++] = e.second;
            before[place[e.second]++] = e.first;
        }
    }
    std::vector<std::pair<uint32_t, uint32_t>>().swap(edges);
    std::vector<uint32_t> open(n), queue, value(n, 0), seen(1, 0);
    queue.reserve(n);
    for (uint32_t v = 0; v < n; v++) {
        open[v] = first[v + 1] - first[v];
        if (open[v] == 0) queue.push_back(v);
        if (open[v] + 2 > seen.size()) seen.resize(open[v] + 2, 0);
    }
    for (size_t next = 0; next < queue.size(); next++) {
        uint32_t v = queue[next];
        for (uint32_t i = first[v]; i < first[v + 1]; i++) seen[value[options[i]]] = v + 1;
        uint32_t mex = 0;
        while (seen[mex] == v + 1) mex++;
        value[v] = mex;
        for (uint32_t i = back[v]; i < back[v + 1]; i++)
            if (--open[before[i]] == 0) queue.push_back(before[i]);
    }
    uint64_t sum = 0;
    for (uint32_t v = 0; v < n; v++) sum = sum * 0x9E3779B97F4A7C15u + value[v];
    struct rusage used;
    getrusage(RUSAGE_SELF, &used);
    double seconds = used.ru_utime.tv_sec + used.ru_stime.tv_sec + (used.ru_utime.tv_usec + used.ru_stime.tv_usec) * 1e-6;
    printf("%.6f %llu %ld\n", seconds, (unsigned long long)sum, used.ru_maxrss);
}
