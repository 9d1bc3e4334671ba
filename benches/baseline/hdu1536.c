/* HDU 1536, S-Nim, as a textbook writes it: Grundy values by a memo and a depth-first search for each set. */
#include "contest.h"

static long long takes[128];
static int k, values[10001];

static int value(int heap) {
    if (values[heap] != -1) return values[heap];
    char seen[128] = {0};
    for (int i = 0; i < k; i++)
        if (takes[i] <= heap) seen[value(heap - (int)takes[i])] = 1;
    int mex = 0;
    while (seen[mex]) mex++;
    return values[heap] = mex;
}

int main(int argc, char **argv) {
    begin(argc, argv);
    long long number, positions, h, heap;
    while (next_number(&number) && number) {
        if (number > 100) return 1;
        k = (int)number;
        for (int i = 0; i < k; i++)
            if (!next_number(&takes[i])) return 1;
        memset(values, -1, sizeof values);
        if (!next_number(&positions)) return 1;
        while (positions--) {
            int sum = 0;
            if (!next_number(&h)) return 1;
            while (h--) {
                if (!next_number(&heap) || heap > 10000) return 1;
                sum ^= value((int)heap);
            }
            fputc(sum ? 'W' : 'L', answers);
            count(sum != 0);
        }
        fputc('\n', answers);
    }
    return end();
}
