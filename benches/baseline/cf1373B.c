/* Codeforces 1373B: words of 0 and 1, as a textbook writes it: scanf, then a loop over the letters. */
#include "contest.h"

static char word[1 << 20];

int main(int argc, char **argv) {
    begin(argc, argv);
    long long cases;
    if (!next_number(&cases)) return 1;
    while (cases-- && scanf("%1048575s", word) == 1) {
        long long zeros = 0, ones = 0;
        for (int at = 0; word[at]; at++) {
            if (word[at] == '0') zeros++;
            else ones++;
        }
        long long wins = (zeros < ones ? zeros : ones) % 2;
        fprintf(answers, "%s\n", wins ? "DA" : "NET");
        count(wins);
    }
    return end();
}
