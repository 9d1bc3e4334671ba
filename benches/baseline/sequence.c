/* Nim-sequence of an octal code by a bit set: for each heap the values of all options are put into a set of bits, and
   the value is the first one absent.
   Usage: sequence LENGTH UNEQUAL DIGIT0 DIGIT1 ...   Prints seconds and a polynomial checksum. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double now(void) {
    struct timespec t;
    timespec_get(&t, TIME_UTC);
    return t.tv_sec + t.tv_nsec * 1e-9;
}

int main(int count, char **words) {
    long length = atol(words[1]), unequal = atol(words[2]);
    int digits = count - 3;
    int digit[64];
    for (int k = 0; k < digits; k++) digit[k] = atoi(words[3 + k]);
    uint16_t *value = calloc(length + 1, sizeof *value);
    static uint64_t set[1024];
    double start = now();
    uint64_t above = 1;
    for (long heap = 0; heap < length; heap++) {
        memset(set, 0, (above / 64 + 1) * sizeof *set);
        for (int k = 0; k < digits && k <= heap; k++) {
            long left = heap - k;
            if ((digit[k] & 1) && left == 0) set[0] |= 1;
            if ((digit[k] & 2) && left > 0) set[value[left] / 64] |= 1ull << (value[left] % 64);
            if (digit[k] & 4) {
                long most = (left - unequal) / 2;
                for (long a = 1; a <= most; a++) {
                    unsigned sum = value[a] ^ value[left - a];
                    set[sum / 64] |= 1ull << (sum % 64);
                }
            }
        }
        long word = 0;
        while (set[word] == ~0ull) word++;
        value[heap] = 64 * word + __builtin_ctzll(~set[word]);
        while (above <= value[heap]) above *= 2;
    }
    double seconds = now() - start;
    uint64_t sum = 0;
    for (long heap = 0; heap < length; heap++) sum = sum * 31 + value[heap];
    printf("%.9f %llu\n", seconds, (unsigned long long)sum);
    free(value);
    return 0;
}
