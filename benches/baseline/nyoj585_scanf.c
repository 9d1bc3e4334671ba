/* NYOJ 585 as a textbook writes it: scanf each number, puts each answer.
   Usage: nyoj585_scanf FILE; answers go to /dev/null, seconds and a checksum to standard output. */
#define _POSIX_C_SOURCE 199309L
#include <stdio.h>
#include <time.h>

int main(int argc, char **argv) {
    if (argc < 2 || !freopen(argv[1], "r", stdin)) return 1;
    FILE *answers = fopen("/dev/null", "w");
    if (!answers) return 1;
    struct timespec start, end;
    clock_gettime(CLOCK_MONOTONIC, &start);
    unsigned long long checksum = 0;
    int cases, m, heap;
    if (scanf("%d", &cases) != 1) return 1;
    for (int i = 1; i <= cases; i++) {
        int sum = 0;
        if (scanf("%d", &m) != 1) return 1;
        while (m--) {
            if (scanf("%d", &heap) != 1) return 1;
            sum ^= heap;
        }
        fprintf(answers, "%s\n", sum ? "PIAOYI" : "HRDV");
        if (sum) checksum += i;
    }
    fclose(answers);
    clock_gettime(CLOCK_MONOTONIC, &end);
    printf("%.9f %llu\n", (end.tv_sec - start.tv_sec) + (end.tv_nsec - start.tv_nsec) * 1e-9, checksum);
    return 0;
}
