/* HDU 3094: cutting a tree, as a textbook writes it: lists of neighbours, a walk that calls itself (scanf, or fread). */
#include "contest.h"

enum { MOST = 1 << 21 };
static int first[MOST], next[2 * MOST], to[2 * MOST];

static long long value(int vertex, int above) {
    long long sum = 0;
    for (int edge = first[vertex]; edge; edge = next[edge])
        if (to[edge] != above) sum ^= value(to[edge], vertex) + 1;
    return sum;
}

int main(int argc, char **argv) {
    begin(argc, argv);
    long long cases, n, u, v;
    if (!next_number(&cases)) return 1;
    while (cases--) {
        if (!next_number(&n)) return 1;
        memset(first, 0, (n + 1) * sizeof *first);
        for (int edge = 1; edge < 2 * n - 1; edge += 2) {
            if (!next_number(&u) || !next_number(&v)) return 1;
            next[edge] = first[u], to[edge] = v, first[u] = edge;
            next[edge + 1] = first[v], to[edge + 1] = u, first[v] = edge + 1;
        }
        long long wins = value(1, 0) != 0;
        fprintf(answers, "%s\n", wins ? "Alice" : "Bob");
        count(wins);
    }
    return end();
}
