/* Grundy values of a subtraction set, plainly: subtraction LAST TAKE...  (takes ascending)
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
    uint32_t last = strtoul(words[1], 0, 10), takes = count - 2;
    uint32_t *take = malloc(takes * sizeof *take), *seen = calloc(takes + 2, sizeof *seen);
    uint16_t *value = malloc((last + 1) * sizeof *value);
    for (uint32_t i = 0; i < takes; i++) take[i] = strtoul(words[i + 2], 0, 10);
    double start = now();
    for (uint32_t x = 0; x <= last; x++) {
        for (uint32_t i = 0; i < takes && take[i] <= x; i++) seen[value[x - take[i]]] = x + 1;
        uint32_t mex = 0;
        while (seen[mex] == x + 1) mex++;
        value[x] = mex;
    }
    double seconds = now() - start;
    uint64_t sum = 0;
    for (uint32_t x = 0; x <= last; x++) sum = sum * 31 + value[x];
    printf("%.9f %llu\n", seconds, (unsigned long long)sum);
}
