/* Cram on boards of 4 by 4 cells, some of them taken, as a textbook writes it: a table of values of all boards, then scanf. */
#include "contest.h"

static unsigned char value[1 << 16];

static int of(int board) {
    unsigned met = 0;
    for (int cell = 0; cell < 16; cell++) {
        int right = 3 << cell, below = 17 << cell;
        if (cell % 4 < 3 && (board & right) == right) met |= 1u << value[board ^ right];
        if (cell < 12 && (board & below) == below) met |= 1u << value[board ^ below];
    }
    int least = 0;
    while (met >> least & 1) least++;
    return least;
}

int main(int argc, char **argv) {
    begin(argc, argv);
    for (int board = 0; board < 1 << 16; board++) value[board] = (unsigned char)of(board);
    long long cases, rows, columns;
    if (!next_number(&cases)) return 1;
    while (cases-- && next_number(&rows) && next_number(&columns)) {
        int board = 0;
        for (int row = 0; row < rows; row++) {
            char line[8];
            if (scanf("%7s", line) != 1) return 1;
            for (int column = 0; column < columns; column++) board |= (line[column] == '.') << (4 * row + column);
        }
        fprintf(answers, "%s\n", value[board] ? "First" : "Second");
        count(value[board] != 0);
    }
    return end();
}
