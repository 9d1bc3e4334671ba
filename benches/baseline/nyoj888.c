/* NYOJ 888: misère Nim, as a textbook writes it (scanf), or with fread and own digits where FREAD is defined. */
#include "contest.h"

int main(int argc, char **argv) {
    begin(argc, argv);
    long long cases, m, heap;
    if (!next_number(&cases)) return 1;
    while (cases--) {
        long long sum = 0;
        int large = 0;
        if (!next_number(&m)) return 1;
        while (m--) {
            if (!next_number(&heap)) return 1;
            sum ^= heap;
            if (heap > 1) large = 1;
        }
        int wins = (sum != 0) == large;
        fprintf(answers, "%s\n", wins ? "Yougth" : "Hrdv");
        count(wins);
    }
    return end();
}
