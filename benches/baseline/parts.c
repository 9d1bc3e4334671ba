/* Heaps that are parted into two, as a textbook writes it: a table of values of heaps, then the nim-sum. With BRACKETS the heaps of a case stand
   in brackets with commas between them, and the values are told. */
#include "contest.h"

enum { LARGEST = 1000 };

static int value[LARGEST + 1];

int main(int argc, char **argv) {
    begin(argc, argv);
    for (int heap = 2; heap <= LARGEST; heap++) {
        char met[LARGEST + 1] = {0};
        for (int part = 1; part < heap; part++) met[value[part] ^ value[heap - part]] = 1;
        while (met[value[heap]]) value[heap]++;
    }
    long long cases, heaps, heap;
    if (!next_number(&cases)) return 1;
#ifdef BRACKETS
    (void)heaps;
    while (cases-- && scanf(" [%lld", &heap) == 1) {
        int total = value[heap];
        char next;
        while (scanf("%c", &next) == 1 && next == ',' && next_number(&heap)) total ^= value[heap];
        fprintf(answers, "%d\n", total);
        count((unsigned long long)total);
    }
    return end();
#endif
    while (cases-- && next_number(&heaps)) {
        int total = 0;
        while (heaps-- && next_number(&heap)) total ^= value[heap];
        fprintf(answers, "%s\n", total ? "First" : "Second");
        count(total != 0);
    }
    return end();
}
