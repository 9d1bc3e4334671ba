/* Grundy values of a token with a fixed set of leaps on an N x N board, plainly: leaper king|knight N
   Prints the seconds of the table and a checksum of its values. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const int king[][2] = {{1, 0}, {0, 1}, {1, 1}}, knight[][2] = {{1, 2}, {2, 1}};

static double now(void) {
    struct timespec t;
    timespec_get(&t, TIME_UTC);
    return t.tv_sec + t.tv_nsec * 1e-9;
}

int main(int count, char **words) {
    int is_king = !strcmp(words[1], "king"), leaps = is_king ? 3 : 2;
    const int (*leap)[2] = is_king ? king : knight;
    size_t n = strtoull(words[count - 1], 0, 10);
    double start = now();
    uint8_t *value = malloc(n * n);
    for (size_t y = 0; y < n; y++)
        for (size_t x = 0; x < n; x++) {
            uint32_t seen = 0;
            for (int i = 0; i < leaps; i++)
                if (x >= (size_t)leap[i][0] && y >= (size_t)leap[i][1])
                    seen |= 1u << value[(y - leap[i][1]) * n + x - leap[i][0]];
            value[y * n + x] = __builtin_ctz(~seen);
        }
    double seconds = now() - start;
    uint64_t sum = 0;
    for (size_t i = 0; i < n * n; i++) sum = sum * 31 + value[i];
    printf("%.9f %llu\n", seconds, (unsigned long long)sum);
}
