/* Codeforces 1451F: the nim-sum of each diagonal of a table, as a textbook writes it (scanf, or fread). */
#include "contest.h"

enum { MOST = 1 << 21 };
static long long sums[MOST];

int main(int argc, char **argv) {
    begin(argc, argv);
    long long cases, n, m, cell;
    if (!next_number(&cases)) return 1;
    while (cases--) {
        if (!next_number(&n) || !next_number(&m)) return 1;
        memset(sums, 0, (n + m) * sizeof *sums);
        for (int row = 0; row < n; row++)
            for (int column = 0; column < m; column++) {
                if (!next_number(&cell)) return 1;
                sums[row + column] ^= cell;
            }
        long long wins = 0;
        for (int diagonal = 0; diagonal < n + m; diagonal++) wins |= sums[diagonal] != 0;
        fprintf(answers, "%s\n", wins ? "Ashish" : "Jeel");
        count(wins);
    }
    return end();
}
