/* A tree as a list of edges: adjacency arrays, breadth-first order, the value by the colon principle, plain good C.
   Usage: tree_edges FILE VERTICES. Prints seconds (reading and parsing included) and the value. */
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

static const char *p;

static uint32_t number(void) {
    while (*p && (unsigned)(*p - '0') > 9) p++;
    uint32_t x = 0;
    while ((unsigned)(*p - '0') <= 9) x = x * 10 + (uint32_t)(*p++ - '0');
    return x;
}

int main(int argc, char **argv) {
    if (argc < 3) return 1;
    double begin = now();
    size_t n = strtoull(argv[2], NULL, 10);
    FILE *file = fopen(argv[1], "rb");
    if (!file || n < 1) return 1;
    fseek(file, 0, SEEK_END);
    size_t size = (size_t)ftell(file);
    rewind(file);
    char *text = malloc(size + 1);
    if (!text || fread(text, 1, size, file) != size) return 1;
    text[size] = 0;
    uint32_t *one = malloc(n * sizeof *one), *other = malloc(n * sizeof *other);
    uint32_t *start = calloc(n + 2, sizeof *start), *adjacent = malloc(2 * n * sizeof *adjacent);
    uint32_t *parent = malloc(n * sizeof *parent), *order = malloc(n * sizeof *order);
    uint32_t *value = calloc(n, sizeof *value);
    if (!one || !other || !start || !adjacent || !parent || !order || !value) return 1;
    p = text;
    for (size_t i = 0; i + 1 < n; i++) {
        one[i] = number();
        other[i] = number();
        if (one[i] >= n || other[i] >= n) return 1;
        start[one[i] + 2]++;
        start[other[i] + 2]++;
    }
    for (size_t i = 2; i < n + 2; i++) start[i] += start[i - 1];
    for (size_t i = 0; i + 1 < n; i++) {
        adjacent[start[one[i] + 1]++] = other[i];
        adjacent[start[other[i] + 1]++] = one[i];
    }
    size_t known = 1;
    order[0] = 0;
    parent[0] = 0;
    for (size_t i = 0; i < known; i++) {
        uint32_t v = order[i];
        for (uint32_t k = start[v]; k < start[v + 1]; k++) {
            uint32_t w = adjacent[k];
            if (w == parent[v]) continue;
            if (known == n) return 1;
            parent[w] = v;
            order[known++] = w;
        }
    }
    if (known != n) return 1;
    for (size_t i = n - 1; i > 0; i--) value[parent[order[i]]] ^= value[order[i]] + 1;
    printf("%.6f %u\n", now() - begin, value[0]);
    return 0;
}
