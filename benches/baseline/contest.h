/* What every contest program here shares: seconds, answers, a checksum, and two ways to read numbers.
   Usage: PROGRAM FILE [ANSWERS]; answers go to ANSWERS, or to /dev/null; seconds and a checksum (the sum over
   answers i of i times what was answered) go to standard output. */
#define _POSIX_C_SOURCE 199309L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static FILE *answers;
static unsigned long long checksum, answered;
static struct timespec start;

static void begin(int argc, char **argv) {
    if (argc < 2 || !freopen(argv[1], "r", stdin)) exit(1);
    answers = fopen(argc > 2 ? argv[2] : "/dev/null", "w");
    if (!answers) exit(1);
    clock_gettime(CLOCK_MONOTONIC, &start);
}

static void count(unsigned long long value) { checksum += ++answered * value; }

static int end(void) {
    struct timespec finish;
    fclose(answers);
    clock_gettime(CLOCK_MONOTONIC, &finish);
    printf("%.9f %llu\n", (finish.tv_sec - start.tv_sec) + (finish.tv_nsec - start.tv_nsec) * 1e-9, checksum);
    return 0;
}

#ifdef FREAD
/* A buffer of one's own, digits by hand. */
static char buffer[1 << 16];
static size_t at, held;

static inline int next_byte(void) {
    if (at == held) {
        at = 0;
        held = fread(buffer, 1, sizeof buffer, stdin);
        if (held == 0) return -1;
    }
    return (unsigned char)buffer[at++];
}

static inline int next_number(long long *number) {
    int byte = next_byte();
    while (byte != -1 && (byte < '0' || byte > '9')) byte = next_byte();
    if (byte == -1) return 0;
    unsigned long long value = 0;
    while (byte >= '0' && byte <= '9') {
        value = value * 10 + (unsigned)(byte - '0');
        byte = next_byte();
    }
    *number = (long long)value;
    return 1;
}
#else
static int next_number(long long *number) { return scanf("%lld", number) == 1; }
#endif
