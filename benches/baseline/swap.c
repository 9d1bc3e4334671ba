/* Words over a, b, c, d in which "ab" becomes "cd" or "dc", as a textbook writes it: what lies between two letters that no move touches is a
   word of a and b, worth what a table says by its bits; then scanf and a loop over the letters. */
#include "contest.h"

/* A piece of at most LONGEST letters is its bits below a 1; random words hardly have longer ones. */
enum { LONGEST = 26, LETTERS = 1 << 14 };

static char word[LETTERS + 2];
/* The value and one, where it is known. */
static unsigned char value[2 << LONGEST];

static int of(unsigned piece) {
    if (value[piece]) return value[piece] - 1;
    unsigned long long met = 0;
    int length = 0;
    while (piece >> (length + 1)) length++;
    for (int at = 0; at + 1 < length; at++) {
        /* The later letter is the lower bit; b is 1. */
        if ((piece >> at & 3) != 1) continue;
        unsigned after = 1u << at | (piece & ((1u << at) - 1));
        met |= 1ull << (of(piece >> (at + 2)) ^ of(after));
    }
    int least = 0;
    while (met >> least & 1) least++;
    value[piece] = (unsigned char)(least + 1);
    return least;
}

int main(int argc, char **argv) {
    begin(argc, argv);
    long long cases;
    if (!next_number(&cases)) return 1;
    while (cases-- && scanf("%16384s", word) == 1) {
        int total = 0;
        unsigned piece = 1;
        for (int at = 0;; at++) {
            if (word[at] == 'a' || word[at] == 'b') {
                if (piece >> LONGEST) return 1;
                piece = piece << 1 | (word[at] == 'b');
                continue;
            }
            total ^= of(piece);
            piece = 1;
            if (!word[at]) break;
        }
        fprintf(answers, "%s\n", total ? "First" : "Second");
        count(total != 0);
    }
    return end();
}
