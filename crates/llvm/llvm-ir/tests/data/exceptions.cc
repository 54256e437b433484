// Exceptions, virtual functions, templates, constructors of globals, names with odd letters.
struct base { virtual ~base(); virtual int area() const = 0; int tag = 3; };
struct square : base { int side; square(int s) : side(s) {} int area() const override { return side * side; } };
base::~base() {}
extern int may_throw(int);
template <class T> T twice(T value) { return value + value; }
static square unit(1);
namespace { int hidden = may_throw(2); }
int guarded(int n) {
  try { square s(n); return may_throw(s.area()) + twice(n) + twice(1.5) + unit.area() + hidden; }
  catch (const char *) { return 1; }
  catch (int i) { return i; }
  catch (...) { throw; }
}
inline int shared() { static int once = may_throw(4); return once; }
int use() { return shared(); }
auto lambda = [](int a) noexcept { return a + 1; };
int call() { return lambda(2); }
thread_local square local(5);
int local_area() { return local.area(); }
enum class color : unsigned char { red, green };
struct nested { color c[2]; struct { int x, y; } point; union { float f; int i; }; };
nested make() { return {{color::red, color::green}, {1, 2}, {1.0f}}; }
