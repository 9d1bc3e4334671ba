/* Grundy values of (x,y) -> (x,j) + (i,y), i < x, j < y, where (x,0) = (0,x) is a Nim heap of x, on an N x N board,
   plainly, with marks that need no clearing: split N
   Prints the seconds of the table and a checksum of its values. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double now(void) {
    struct timespec t;
    timespec_get(&t, TIME_UTC);
    return t.tv_sec + t.tv_nsec * 1e-9;
}

int main(int count, char **words) {
    size_t n = strtoull(words[count - 1], 0, 10);
    uint16_t *value = malloc(n * n * sizeof *value), *column = malloc(n * sizeof *column);
    uint32_t *seen = calloc(1 << 17, sizeof *seen), stamp = 0;
    double start = now();
    for (size_t y = 0; y < n; y++)
        for (size_t x = 0; x < n; x++) {
            if (x == 0 || y == 0) {
                value[y * n + x] = x + y;
                continue;
            }
            stamp++;
            for (size_t j = 0; j < y; j++) column[j] = value[j * n + x];
            for (size_t i = 0; i < x; i++)
                for (size_t j = 0; j < y; j++) seen[value[y * n + i] ^ column[j]] = stamp;
            uint32_t mex = 0;
            while (seen[mex] == stamp) mex++;
            value[y * n + x] = mex;
        }
    double seconds = now() - start;
    uint64_t sum = 0;
    for (size_t i = 0; i < n * n; i++) sum = sum * 31 + value[i];
    printf("%.9f %llu\n", seconds, (unsigned long long)sum);
}
