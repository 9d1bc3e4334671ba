// Tables of Grundy values of guarded rules in one number, as a careful contest program fills them: one array of values, one array of
// marks that is never cleared, a loop of its own for each rule. Build: g++ -O2 -o guards guards.cpp
//
//   guards NAME N     the rule of that name in crates/grundy/benches/guards.rs, the heaps below N
//
// Prints the time of the table in seconds and a sum of the values.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <numeric>
#include <vector>

static std::vector<int> marks, g;
static int turn = 0;

static inline void mark(int value) {
    if (value >= (int)marks.size()) marks.resize(2 * value + 64);
    marks[value] = turn;
}

static inline int mex() {
    int value = 0;
    while (value < (int)marks.size() && marks[value] == turn) ++value;
    return value;
}

template <class Options> static void fill(int size, Options options) {
    for (int n = 0; n < size; ++n) {
        ++turn;
        options(n);
        g[n] = mex();
    }
}

// Takes from `from` to `to(n)`, as far as a guard allows.
template <class To, class Guard> static void take(int size, To to, Guard guard) {
    fill(size, [&](int n) {
        int last = std::min(n, (int)to(n));
        for (int k = 1; k <= last; ++k)
            if (guard(n, k)) mark(g[n - k]);
    });
}

// Parts a and b(n, a), a from `from` to `to(n)`, as far as a guard allows.
template <class To, class Other, class Guard> static void split(int size, int from, To to, Other other, Guard guard) {
    fill(size, [&](int n) {
        int last = to(n);
        for (int a = from; a <= last; ++a) {
            int b = other(n, a);
            if (b >= 0 && guard(n, a)) mark(g[a] ^ g[b]);
        }
    });
}

static inline int ones(int number) { return __builtin_popcount(number); }

static bool run(const char *name, int size) {
    auto is = [&](const char *other) { return !strcmp(name, other); };
    auto hundred = [](int) { return 100; };
    auto all = [](int n) { return n; };
    auto half = [](int n) { return n / 2; };
    if (is("sum")) take(size, hundred, [](int n, int k) { return (n + k) % 3 != 0; });
    else if (is("divides")) take(size, hundred, [](int n, int k) { return n % k == 0; });
    else if (is("coprime")) take(size, hundred, [](int n, int k) { return std::gcd(n, k) == 1; });
    else if (is("odious")) take(size, hundred, [](int, int k) { return ones(k) % 2 == 1; });
    else if (is("fewer ones")) take(size, hundred, [](int n, int k) { return ones(k) <= ones(n); });
    else if (is("ones of both")) take(size, hundred, [](int n, int k) { return ones(n & k) % 2 == 0; });
    else if (is("disjoint")) take(size, hundred, [](int n, int k) { return (n & k) == 0; });
    else if (is("product")) take(size, all, [](int n, int k) { return n * k % 7 < 3; });
    else if (is("all coprime")) take(size, all, [](int n, int k) { return std::gcd(n, k) == 1; });
    else if (is("half")) take(size, half, [](int n, int k) { return k % 3 != n % 5; });
    else if (is("root")) take(size, hundred, [](int n, int k) { return (int)std::sqrt((double)n) % 2 == k % 2; });
    else if (is("heap")) take(size, hundred, [](int n, int) { return n % 3 != 0; });
    else if (is("few")) take(size, [](int) { return 12; }, [](int n, int k) { return k != 7 && n % 5 != k % 5; });
    else if (is("quotient")) take(size, hundred, [](int n, int k) { return n / k % 2 == 1; });
    else if (is("rest")) take(size, hundred, [](int n, int k) { return ones(n - k) % 3 != 0; });
    else if (is("unequal")) split(size, 1, half, [](int n, int a) { return n - 1 - a; }, [](int n, int a) { return a != n - 1 - a; });
    else if (is("coprime parts")) split(size, 1, half, [](int n, int a) { return n - a; }, [](int n, int a) { return std::gcd(a, n) == 1; });
    else if (is("parts")) split(size, 1, half, [](int n, int a) { return n - a; }, [](int n, int a) { return a * (n - a) % 3 != 1; });
    else if (is("odd part")) split(size, 1, half, [](int n, int a) { return n - a; }, [](int, int a) { return a % 2 == 1; });
    else if (is("ones of parts")) split(size, 0, [](int n) { return n - 1; }, [](int n, int a) { return n - 1 - a; }, [](int n, int a) { return ones(a) < ones(n); });
    else if (is("carry")) split(size, 0, half, [](int n, int a) { return n - 2 - a; }, [](int n, int a) { return (a & (n - 2 - a)) != 0; });
    else if (is("three parts"))
        fill(size, [&](int n) {
            for (int a = 1; a <= n / 3; ++a)
                for (int b = a; b <= (n - a) / 2; ++b)
                    if ((a + b) % 3 != 0) mark(g[a] ^ g[b] ^ g[n - a - b]);
        });
    else if (is("take and part"))
        fill(size, [&](int n) {
            for (int k = 1; k <= 3 && k <= n; ++k)
                for (int a = 0; a <= (n - k) / 2; ++a)
                    if (a % 4 != k) mark(g[a] ^ g[n - k - a]);
        });
    else if (is("all ones"))
        fill(size, [&](int n) {
            if (n > 0) mark(g[n - ones(n)]);
        });
    else if (is("up to ones")) take(size, [](int n) { return ones(n); }, [](int, int k) { return k != 2; });
    else if (is("one or half"))
        fill(size, [&](int n) {
            if (n > 0 && n % 3 != 1) mark(g[n - 1]), mark(g[n / 2]);
        });
    else if (is("squares"))
        fill(size, [&](int n) {
            for (int k = 1; k <= 20 && k * k <= n; ++k)
                if ((n + k) % 2 == 0) mark(g[n - k * k]);
        });
    else if (is("quotients"))
        fill(size, [&](int n) {
            for (int k = 2; k <= 10; ++k)
                if (n > 0 && n % k != 1) mark(g[n / k]);
        });
    else return false;
    return true;
}

int main(int argc, char **argv) {
    if (argc != 3) return 2;
    int size = atoi(argv[2]);
    auto start = std::chrono::steady_clock::now();
    marks.assign(1024, 0);
    g.assign(size, 0);
    if (!run(argv[1], size)) return 2;
    std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
    uint64_t sum = 0;
    for (int value : g) sum += value;
    printf("%.6f %llu\n", time.count(), (unsigned long long)sum);
}
