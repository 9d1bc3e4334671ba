/* Grundy values of Chomp on all staircases within a bar, plainly: in lexicographic order, for each every bite, its number told from the
   rows below it, the cut rows and the rows above, and the least value not met: chomp ROWS COLUMNS
   Prints the seconds of the table and a checksum of its values; with a third word, instead, a line for each bar of at most that many
   rows and columns within it: rows, columns, value, number of winning moves. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST = 64 };
static size_t shorter[MOST + 1][MOST + 2]; /* of n rows, the lowest shorter than x */
static size_t column[MOST][MOST + 1];      /* what the lowest i rows of length c leave behind */

static double now(void) {
    struct timespec t;
    timespec_get(&t, TIME_UTC);
    return t.tv_sec + t.tv_nsec * 1e-9;
}

int main(int count, char **words) {
    int rows = atoi(words[1]), columns = atoi(words[2]);
    for (int x = 0; x <= columns + 1; x++) shorter[0][x] = 1;
    for (int n = 1; n <= rows; n++)
        for (int x = 1; x <= columns + 1; x++) shorter[n][x] = shorter[n][x - 1] + shorter[n - 1][x];
    for (int c = 0; c < columns; c++)
        for (int i = 0; i < rows; i++) column[c][i + 1] = column[c][i] + shorter[rows - i][c];
    size_t all = shorter[rows][columns + 1];
    uint8_t *value = malloc(all);
    uint32_t met[257] = {0}, round = 0;
    int length[MOST] = {0};
    size_t behind[MOST + 1] = {0};
    value[0] = 0;
    double start = now();
    for (size_t number = 1; number < all; number++) {
        int row = rows - 1;
        while (length[row] == (row ? length[row - 1] : columns)) length[row--] = 0;
        length[row]++;
        for (; row < rows; row++) behind[row + 1] = behind[row] + shorter[rows - row][length[row]];
        round++;
        int height = rows;
        for (int c = 0; c < length[0]; c++) {
            while (length[height - 1] <= c) height--;
            size_t rest = column[c][height] + behind[rows] - behind[height];
            for (int i = c == 0; i < height; i++) met[value[behind[i] + rest - column[c][i]]] = round;
        }
        int least = 0;
        while (met[least] == round) least++;
        value[number] = least;
    }
    double seconds = now() - start;
    if (count > 3) {
        for (int m = 1; m <= atoi(words[3]); m++)
            for (int n = m; n <= atoi(words[3]); n++) {
                size_t bar = 0, wins = 0;
                for (int i = 0; i < m; i++) bar += shorter[rows - i][n];
                for (int i = 0; i < m; i++)
                    for (int c = i == 0; c < n; c++) {
                        size_t to = 0;
                        for (int j = 0; j < m; j++) to += shorter[rows - j][j < i ? n : c];
                        wins += value[to] == 0;
                    }
                printf("%d\t%d\t%d\t%zu\n", m, n, value[bar], wins);
            }
        return 0;
    }
    uint64_t sum = 0;
    for (size_t i = 1; i < all; i++) sum = sum * 31 + value[i];
    printf("%.9f %llu\n", seconds, (unsigned long long)sum);
}
