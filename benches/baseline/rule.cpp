// Tables of Grundy values of a rule, in two ways. As a careful contest program fills them: one array of values, one array of
// marks that is never cleared. With a last word "memo" as most programs do (one coordinate only): a function with a memo
// and an array of seen values of its own. Build: g++ -O2 -o rule rule.cpp
//
//   rule takes N      n -> n-k for k in 1..=100
//   rule bounded N    n -> n-k for k in 1..=min(n,100)
//   rule guarded N    n -> n-k for k in 1..=100 if (n+k)%3 != 0
//   rule breaks N     n -> a + b for a in 1..=n/2, b = n-1-a if a != b
//   rule halves N     n -> n-k for k in 1..=100 if n%k == 0
//   rule queen N      (x,y) -> (x-k,y) | (x,y-k) | (x-k,y-k) for k in 1.., N by N
//   rule lines N      (x,y) -> (x-k,y) | (x,y-2*k) | (x-2*k,y-k) for k in 1.., N by N
//   rule slow N       (x,y) -> (x-k,y) | (x,y-k) | (x-k,y-k) for k in 1..=max(x,y) if k != 7, N by N
//
// Prints the time of the table in seconds and a sum of the values.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

static std::vector<int> marks;
static int turn = 0;

static void begin() { ++turn; }

static void mark(int value) {
    if (value >= (int)marks.size()) marks.resize(2 * value + 64);
    marks[value] = turn;
}

static int mex() {
    int value = 0;
    while (value < (int)marks.size() && marks[value] == turn) ++value;
    return value;
}

static std::vector<int> memo;
static const char *rule;

static int sg(int n) {
    if (memo[n] >= 0) return memo[n];
    std::vector<char> seen(256, 0);
    auto see = [&](int value) {
        if (value >= (int)seen.size()) seen.resize(2 * value);
        seen[value] = 1;
    };
    if (!strcmp(rule, "breaks")) {
        for (int a = 1; a <= n / 2; ++a) {
            int b = n - 1 - a;
            if (b >= 0 && a != b) see(sg(a) ^ sg(b));
        }
    } else if (!strcmp(rule, "guarded")) {
        for (int k = 1; k <= 100 && k <= n; ++k)
            if ((n + k) % 3 != 0) see(sg(n - k));
    } else if (!strcmp(rule, "halves")) {
        for (int k = 1; k <= 100 && k <= n; ++k)
            if (n % k == 0) see(sg(n - k));
    } else {
        for (int k = 1; k <= 100 && k <= n; ++k) see(sg(n - k));
    }
    int value = 0;
    while (seen[value]) ++value;
    return memo[n] = value;
}

int main(int argc, char **argv) {
    if (argc != 3 && argc != 4) return 2;
    const char *what = argv[1];
    int size = atoi(argv[2]);
    auto start = std::chrono::steady_clock::now();
    std::vector<int> g;
    marks.assign(1024, 0);
    if (argc == 4) {
        rule = what;
        memo.assign(size, -1);
        for (int n = 0; n < size; ++n) sg(n);
        g = memo;
    } else if (!strcmp(what, "lines")) {
        g.assign((size_t)size * size, 0);
        for (int x = 0; x < size; ++x)
            for (int y = 0; y < size; ++y) {
                begin();
                for (int k = 1; k <= x; ++k) mark(g[(size_t)(x - k) * size + y]);
                for (int k = 1; 2 * k <= y; ++k) mark(g[(size_t)x * size + y - 2 * k]);
                for (int k = 1; 2 * k <= x && k <= y; ++k) mark(g[(size_t)(x - 2 * k) * size + y - k]);
                g[(size_t)x * size + y] = mex();
            }
    } else if (!strcmp(what, "queen") || !strcmp(what, "slow")) {
        bool all = !strcmp(what, "queen");
        g.assign((size_t)size * size, 0);
        for (int x = 0; x < size; ++x)
            for (int y = 0; y < size; ++y) {
                begin();
                int most = std::max(x, y);
                for (int k = 1; k <= most; ++k) {
                    if (!all && k == 7) continue;
                    if (k <= x) mark(g[(size_t)(x - k) * size + y]);
                    if (k <= y) mark(g[(size_t)x * size + y - k]);
                    if (k <= x && k <= y) mark(g[(size_t)(x - k) * size + y - k]);
                }
                g[(size_t)x * size + y] = mex();
            }
    } else {
        g.assign(size, 0);
        bool takes = !strcmp(what, "takes"), bounded = !strcmp(what, "bounded");
        bool guarded = !strcmp(what, "guarded"), breaks = !strcmp(what, "breaks");
        for (int n = 0; n < size; ++n) {
            begin();
            if (takes || bounded) {
                for (int k = 1; k <= 100 && k <= n; ++k) mark(g[n - k]);
            } else if (guarded) {
                for (int k = 1; k <= 100 && k <= n; ++k)
                    if ((n + k) % 3 != 0) mark(g[n - k]);
            } else if (breaks) {
                for (int a = 1; a <= n / 2; ++a) {
                    int b = n - 1 - a;
                    if (b >= 0 && a != b) mark(g[a] ^ g[b]);
                }
            } else {
                for (int k = 1; k <= 100 && k <= n; ++k)
                    if (n % k == 0) mark(g[n - k]);
            }
            g[n] = mex();
        }
    }
    std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
    uint64_t sum = 0;
    for (int value : g) sum += value;
    printf("%.6f %llu\n", time.count(), (unsigned long long)sum);
}
