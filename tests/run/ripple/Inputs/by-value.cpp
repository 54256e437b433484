// Structures of C++: what constructors write, what the standard library hands on by reference, and what functions return at several places.
#include <complex>
#include <ripple.h>
#include <stdio.h>
#include <tuple>
#include <utility>

static int bad;

static void check(bool is_right, const char *name, int element) {
  if (!is_right && ++bad)
    printf("%s differs at %d\n", name, element);
}

template <class T> struct Vec {
  T x, y, z;
  Vec(T a, T b, T c) : x(a), y(b), z(c) {}
  Vec operator+(const Vec &o) const { return Vec(x + o.x, y + o.y, z + o.z); }
  Vec operator*(T s) const { return Vec(x * s, y * s, z * s); }
};
struct Pair { int a, b; };
struct Five { int a, b, c, d, e; };
struct Cursor {
  int *p;
  Cursor &operator++() { ++p; return *this; }
  int &operator*() { return *p; }
  bool operator!=(const Cursor &o) const { return p != o.p; }
};

// What is returned at several places has the shape of the conditions that choose.
static Pair pair(int k) {
  if (k > 3)
    return {1, 2};
  if (k == 2)
    return {5, 6};
  return {3, 4};
}
static Five five(int k) {
  if (k > 3)
    return {1, 2, 3, 4, 5};
  return {6, 7, 8, 9, 10};
}
template <class T> static Vec<T> vec(int k) {
  if (k > 3)
    return Vec<T>(1, 2, 3);
  return Vec<T>(4, 5, 6);
}

static void returned(const int *x, int *o) {
  auto b = ripple_set_block_shape(RIPPLE_VECTOR_PE, 8);
  size_t v = ripple_id(b, 0);
  Pair p = pair(x[v]), q = x[v] > 5 ? Pair{7, 8} : p;
  Five f = five(x[v]);
  auto s = vec<float>(x[v]);
  auto d = vec<double>(x[v]);
  o[v] = p.a + 10 * p.b + 100 * f.a + 1000 * f.e + 10000 * int(s.x) + 100000 * int(d.z) + 1000000 * q.b;
}

static void computed(const Vec<float> *x, const Vec<float> *y, Vec<float> *z) {
  auto b = ripple_set_block_shape(RIPPLE_VECTOR_PE, 8);
  size_t v = ripple_id(b, 0);
  z[v] = x[v] + y[7 - v] * 2.0f;
}

static void handed_on(int *x, int *y) {
  auto b = ripple_set_block_shape(RIPPLE_VECTOR_PE, 8);
  size_t v = ripple_id(b, 0);
  auto [p, q] = std::pair<int, int>(x[v], y[v]);
  auto r = std::make_pair(q, p);
  auto t = std::make_tuple(r.first + 1, r.second + 1);
  std::tie(x[v], y[v]) = std::make_tuple(std::get<1>(t), std::get<0>(t));
}

static void iterated(int *x, int *o) {
  auto b = ripple_set_block_shape(RIPPLE_VECTOR_PE, 8);
  size_t v = ripple_id(b, 0);
  int sum = 0;
  for (Cursor at{x + 4 * v}, end{x + 4 * v + 4}; at != end; ++at)
    sum += *at;
  o[v] = sum;
}

static void complex(const std::complex<float> *a, std::complex<float> *c) {
  auto b = ripple_set_block_shape(RIPPLE_VECTOR_PE, 8);
  size_t v = ripple_id(b, 0);
  c[v] = a[v] + a[7 - v] * 2.0f;
}

int main() {
  int x[32], y[8], o[8];
  for (int i = 0; i < 8; ++i)
    x[i] = i;
  returned(x, o);
  for (int i = 0; i < 8; ++i) {
    Pair p = pair(i), q = i > 5 ? Pair{7, 8} : p;
    Five f = five(i);
    auto s = vec<float>(i);
    auto d = vec<double>(i);
    check(o[i] == p.a + 10 * p.b + 100 * f.a + 1000 * f.e + 10000 * int(s.x) + 100000 * int(d.z) + 1000000 * q.b,
          "returned", i);
  }
  Vec<float> a[8] = {{0, 1, 2}, {1, 2, 3}, {2, 3, 4}, {3, 4, 5}, {4, 5, 6}, {5, 6, 7}, {6, 7, 8}, {7, 8, 9}};
  Vec<float> *c = static_cast<Vec<float> *>(operator new(sizeof a));
  computed(a, a, c);
  for (int i = 0; i < 8; ++i)
    check(c[i].x == i + 2 * (7 - i) && c[i].z == i + 2 + 2 * (9 - i), "computed", i);
  operator delete(c);
  for (int i = 0; i < 8; ++i)
    x[i] = i, y[i] = 10 * i;
  handed_on(x, y);
  for (int i = 0; i < 8; ++i)
    check(x[i] == i + 1 && y[i] == 10 * i + 1, "handed on", i);
  for (int i = 0; i < 32; ++i)
    x[i] = i;
  iterated(x, o);
  for (int i = 0; i < 8; ++i)
    check(o[i] == 16 * i + 6, "iterated", i);
  std::complex<float> p[8], q[8];
  for (int i = 0; i < 8; ++i)
    p[i] = {float(i), float(3 * i)};
  complex(p, q);
  for (int i = 0; i < 8; ++i)
    check(q[i] == p[i] + p[7 - i] * 2.0f, "complex", i);
  puts(bad ? "FAIL" : "PASS");
  return bad != 0;
}
