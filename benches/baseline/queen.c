/* Grundy values of the queen (Wythoff's moves) on an N x N board, plainly: for each cell the least value in none of
   the bit-sets of its row, column and diagonal, searched from the row's first hole: queen N
   Prints the seconds of the table and a checksum of its values. */
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
    size_t n = strtoull(words[count - 1], 0, 10), w = (2 * n + 64) / 64 + 1;
    uint16_t *value = malloc(n * n * sizeof *value);
    uint64_t *column = calloc(n * w, 8), *diagonal = calloc(2 * n * w, 8), *row = malloc(w * 8);
    double start = now();
    for (size_t y = 0; y < n; y++) {
        memset(row, 0, w * 8);
        size_t hole = 0;
        for (size_t x = 0; x < n; x++) {
            uint64_t *c = column + x * w, *d = diagonal + (x + n - y) * w;
            while (row[hole] == UINT64_MAX) hole++;
            size_t k = hole;
            while ((row[k] | c[k] | d[k]) == UINT64_MAX) k++;
            uint64_t bit = ~(row[k] | c[k] | d[k]);
            bit &= -bit;
            row[k] |= bit;
            c[k] |= bit;
            d[k] |= bit;
            value[y * n + x] = 64 * k + __builtin_ctzll(bit);
        }
    }
    double seconds = now() - start;
    uint64_t sum = 0;
    for (size_t i = 0; i < n * n; i++) sum = sum * 31 + value[i];
    printf("%.9f %llu\n", seconds, (unsigned long long)sum);
}
