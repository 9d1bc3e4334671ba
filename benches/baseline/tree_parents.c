/* A tree as a list of parents, each smaller than its child: the value by the colon principle, plain good C.
   Usage: tree_parents FILE VERTICES. Prints seconds (reading and parsing included) and the value. */
#define _POSIX_C_SOURCE 200809L
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
    if (argc < 3) return 1;
    double start = now();
    size_t n = strtoull(argv[2], NULL, 10);
    FILE *file = fopen(argv[1], "rb");
    if (!file || n < 1) return 1;
    fseek(file, 0, SEEK_END);
    size_t size = (size_t)ftell(file);
    rewind(file);
    char *text = malloc(size + 1);
    if (!text || fread(text, 1, size, file) != size) return 1;
    text[size] = 0;
    uint32_t *parent = malloc(n * sizeof *parent);
    uint32_t *value = calloc(n, sizeof *value);
    if (!parent || !value) return 1;
    const char *p = text;
    for (size_t i = 1; i < n; i++) {
        while (*p && (unsigned)(*p - '0') > 9) p++;
        uint32_t x = 0;
        while ((unsigned)(*p - '0') <= 9) x = x * 10 + (uint32_t)(*p++ - '0');
        if (x >= i) return 1;
        parent[i] = x;
    }
    for (size_t i = n - 1; i > 0; i--) value[parent[i]] ^= value[i] + 1;
    printf("%.6f %u\n", now() - start, value[0]);
    return 0;
}
