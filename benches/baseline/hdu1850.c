/* HDU 1850: winning first moves of Nim, as a textbook writes it (scanf), or with fread and own digits where FREAD is
   defined. */
#include "contest.h"

static long long heaps[1 << 20];

int main(int argc, char **argv) {
    begin(argc, argv);
    long long m;
    while (next_number(&m) && m) {
        long long sum = 0, moves = 0;
        if (m > 1 << 20) return 1;
        for (int i = 0; i < m; i++) {
            if (!next_number(&heaps[i])) return 1;
            sum ^= heaps[i];
        }
        for (int i = 0; i < m; i++)
            if ((heaps[i] ^ sum) < heaps[i]) moves++;
        fprintf(answers, "%lld\n", moves);
        count(moves);
    }
    return end();
}
