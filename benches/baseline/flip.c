/* The flip game on words of + and -, "++" becomes "--", as a textbook writes it: a table of values by the length of a run, then scanf and a
   loop over the letters. With QUOTED the words stand in quotes and the values are told. */
#include "contest.h"

enum { LONGEST = 1 << 10, LETTERS = 1 << 14 };

static char word[LETTERS + 2];
static int value[LONGEST + 1];

int main(int argc, char **argv) {
    begin(argc, argv);
    for (int length = 2; length <= LONGEST; length++) {
        char met[LONGEST + 1] = {0};
        for (int left = 0; left <= length - 2; left++) met[value[left] ^ value[length - 2 - left]] = 1;
        while (met[value[length]]) value[length]++;
    }
    long long cases;
    if (!next_number(&cases)) return 1;
#ifdef QUOTED
    while (cases-- && scanf(" \"%16384[-+]\"", word) == 1) {
#else
    while (cases-- && scanf("%16384s", word) == 1) {
#endif
        int total = 0, run = 0;
        for (int at = 0;; at++) {
            if (word[at] == '+') {
                run++;
                continue;
            }
            total ^= value[run];
            run = 0;
            if (!word[at]) break;
        }
#ifdef QUOTED
        fprintf(answers, "%d\n", total);
        count((unsigned long long)total);
#else
        fprintf(answers, "%s\n", total ? "First" : "Second");
        count(total != 0);
#endif
    }
    return end();
}
