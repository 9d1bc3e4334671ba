/* Heaps that are parted into two, as a textbook writes it: a table of values of heaps, then the nim-sum. */
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
    while (cases-- && next_number(&heaps)) {
        int total = 0;
        while (heaps-- && next_number(&heap)) total ^= value[heap];
        fprintf(answers, "%s\n", total ? "First" : "Second");
        count(total != 0);
    }
    return end();
}
