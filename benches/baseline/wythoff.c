/* Wythoff's P-positions by the usual double formula, over pairs below 2^28 where it is still right.
   Prints the seconds of the timed loop and the number of P-positions weighted by their index. */
#define _POSIX_C_SOURCE 199309L
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + t.tv_nsec * 1e-9;
}

int main(int argc, char **argv) {
    size_t count = argc > 1 ? strtoull(argv[1], 0, 10) : 1000000;
    int rounds = argc > 2 ? atoi(argv[2]) : 1;
    uint64_t (*pairs)[2] = malloc(count * sizeof *pairs);
    uint8_t *out = malloc(count);
    if (!pairs || !out) return 1;
    uint64_t state = 88172645463325252u;
    for (size_t i = 0; i < count; i++) {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        uint64_t z = state >> 38; /* below 2^26 */
        uint64_t x = z + (uint64_t)(((unsigned __int128)z * 0x9E3779B97F4A7C15u) >> 64);
        uint64_t y = x + z + (state & 1);
        pairs[i][0] = state & 2 ? y : x;
        pairs[i][1] = state & 2 ? x : y;
    }
    uint64_t sum = 0;
    double seconds = 0;
    const double golden = (1 + sqrt(5.0)) / 2;
    for (int r = 0; r < rounds; r++) {
        double start = now();
        for (size_t i = 0; i < count; i++) {
            uint64_t a = pairs[i][0], b = pairs[i][1];
            if (a > b) {
                uint64_t t = a;
                a = b;
                b = t;
            }
            out[i] = (uint64_t)((double)(b - a) * golden) == a;
        }
        seconds += now() - start;
        for (size_t i = 0; i < count; i++) sum += out[i] ? i ^ r : 0;
    }
    printf("%.9f %llu\n", seconds, (unsigned long long)sum);
    return 0;
}
