// The values that the program of tczajka/octal-games holds, for a comparison value by value.
//
// That program prints only a summary at each power of two. This file is compiled together with an unchanged checkout of it
// (how: see `run`), lets it work as it always does, and when the summary for 2^K is printed writes the 2^K values, little-endian,
// 32 bits each, to standard output and ends. A game whose period is found earlier ends there with the values it has.
//
//     dump CODE K
#pragma GCC diagnostic ignored "-Wreturn-type" // what was its main has no return
#define main analyze_main
#include "analyze_exec.cc"
#undef main

#include <cstdio>
#include <cstdlib>
#include <streambuf>

namespace {
uint64_t wanted = 0;

[[noreturn]] void write_values() {
  const bool whole = std::fwrite(nimbers.data(), sizeof(uint32_t), nimbers.size(), stdout) == nimbers.size();
  std::_Exit(std::fflush(stdout) == 0 && whole ? 0 : 1);
}

// Stands in the place of std::cout: swallows the text and looks at the values at each end of line.
class Watch : public std::streambuf {
  int overflow(int character) override { return character == EOF ? 0 : character; }
  std::streamsize xsputn(const char *, std::streamsize length) override { return length; }
  int sync() override {
    if (nimbers.size() >= wanted) write_values();
    return 0;
  }
};
} // namespace

int main(int argc, char **argv) {
  if (argc != 3) {
    cerr << "usage: dump CODE K\n";
    return 2;
  }
  wanted = uint64_t(1) << std::atoi(argv[2]);
  Watch watch;
  cout.rdbuf(&watch);
  process_args(2, argv);
  analyze_game();
  write_values();
}
