/* Cram on boards of at most 5 by 5 cells of one size, some of them taken, as a textbook writes it: a table of values of all boards, then scanf.
   With MISERE whoever cannot move wins, and the table has 1 where the mover wins. */
#include "contest.h"

static unsigned char value[1 << 25];

static int of(int board, int rows, int columns) {
    unsigned met = 0, moves = 0;
    for (int cell = 0; cell < rows * columns; cell++) {
        int right = 3 << cell, below = ((1 << columns) + 1) << cell;
        if (cell % columns < columns - 1 && (board & right) == right) met |= 1u << value[board ^ right], moves = 1;
        if (cell < (rows - 1) * columns && (board & below) == below) met |= 1u << value[board ^ below], moves = 1;
    }
#ifdef MISERE
    return !moves || (met & 1);
#else
    (void)moves;
    int least = 0;
    while (met >> least & 1) least++;
    return least;
#endif
}

int main(int argc, char **argv) {
    begin(argc, argv);
    long long cases, rows, columns;
    int filled = 0;
    if (!next_number(&cases)) return 1;
    while (cases-- && next_number(&rows) && next_number(&columns)) {
        for (; filled < 1 << (rows * columns); filled++) value[filled] = (unsigned char)of(filled, (int)rows, (int)columns);
        int board = 0;
        for (int row = 0; row < rows; row++) {
            char line[8];
            if (scanf("%7s", line) != 1) return 1;
            for (int column = 0; column < columns; column++) board |= (line[column] == '.') << (columns * row + column);
        }
        fprintf(answers, "%s\n", value[board] ? "First" : "Second");
        count(value[board] != 0);
    }
    return end();
}
