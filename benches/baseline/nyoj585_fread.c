/* NYOJ 585 as a good contestant writes it: fread into a buffer of one's own, digits by hand.
   Usage: nyoj585_fread FILE; answers go to /dev/null, seconds and a checksum to standard output. */
#define _POSIX_C_SOURCE 199309L
#include <stdio.h>
#include <time.h>

static char buffer[1 << 16];
static size_t at, end;

static inline int next_byte(void) {
    if (at == end) {
        at = 0;
        end = fread(buffer, 1, sizeof buffer, stdin);
        if (end == 0) return -1;
    }
    return (unsigned char)buffer[at++];
}

static inline unsigned next_number(void) {
    int byte = next_byte();
    while (byte != -1 && (byte < '0' || byte > '9')) byte = next_byte();
    unsigned value = 0;
    while (byte >= '0' && byte <= '9') {
        value = value * 10 + (unsigned)(byte - '0');
        byte = next_byte();
    }
    return value;
}

int main(int argc, char **argv) {
    if (argc < 2 || !freopen(argv[1], "r", stdin)) return 1;
    FILE *answers = fopen("/dev/null", "w");
    if (!answers) return 1;
    struct timespec start, finish;
    clock_gettime(CLOCK_MONOTONIC, &start);
    unsigned long long checksum = 0;
    unsigned cases = next_number();
    for (unsigned i = 1; i <= cases; i++) {
        unsigned sum = 0;
        for (unsigned m = next_number(); m; m--) sum ^= next_number();
        fputs(sum ? "PIAOYI\n" : "HRDV\n", answers);
        if (sum) checksum += i;
    }
    fclose(answers);
    clock_gettime(CLOCK_MONOTONIC, &finish);
    printf("%.9f %llu\n", (finish.tv_sec - start.tv_sec) + (finish.tv_nsec - start.tv_nsec) * 1e-9, checksum);
    return 0;
}
