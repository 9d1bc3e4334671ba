/* The nim-sum of bounded heaps by a plain loop of remainders. Prints the seconds of the timed loops and the
   sum of the nim-sums. */
#define _POSIX_C_SOURCE 199309L
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
    int less = argc > 3 ? atoi(argv[3]) : 1;
    uint64_t (*heaps)[2] = malloc(count * sizeof *heaps);
    if (!heaps) return 1;
    uint64_t state = 88172645463325252u;
    for (size_t i = 0; i < count; i++) {
        for (int side = 0; side < 2; side++) {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            heaps[i][side] = state >> (less + side * 8);
        }
    }
    uint64_t total = 0;
    double start = now();
    for (int r = 0; r < rounds; r++) {
        uint64_t sum = 0;
        for (size_t i = 0; i < count; i++) sum ^= heaps[i][0] % (heaps[i][1] + 1);
        total += sum ^ (uint64_t)r;
        heaps[0][0] += total & 1;
    }
    printf("%.9f %llu\n", now() - start, (unsigned long long)total);
    return 0;
}
