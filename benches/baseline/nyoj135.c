/* NYOJ 135: bounded Nim, as a textbook writes it (scanf), or with fread and own digits where FREAD is defined. */
#include "contest.h"

int main(int argc, char **argv) {
    begin(argc, argv);
    long long cases, n, heap, limit;
    if (!next_number(&cases)) return 1;
    while (cases--) {
        long long sum = 0;
        if (!next_number(&n)) return 1;
        while (n--) {
            if (!next_number(&heap) || !next_number(&limit)) return 1;
            sum ^= heap % (limit + 1);
        }
        fprintf(answers, "%s\n", sum ? "Win" : "Lose");
        count(sum != 0);
    }
    return end();
}
