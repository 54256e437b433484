/* What the kernels of a scan share. */
#include <limits.h>
#include <math.h>
#include <stdint.h>

#define NOINLINE __attribute__((noinline))

/* The type of results of a kernel. */
enum kind { SIGNED, UNSIGNED, FLOAT };

struct args {
  long n;
  const void *x, *y;
  const int32_t *j, *k;
  /* A scalar of the type of the elements, which the compiler does not know. */
  const void *s;
  void *o;
};

typedef void (*kernel)(const struct args *);

struct scan_case {
  const char *name;
  int size;
  const kernel *plain, *ripple;
  /* Of the elements: the number of bytes and the kind; of the results: the number of bytes, the kind and the count. */
  int bytes;
  enum kind kind;
  int result_bytes;
  enum kind result_kind;
  long count;
};

#ifdef RIPPLE
#include <ripple.h>
#define BLOCK(size) ripple_block_t b = ripple_set_block_shape(0, size);
#define PARALLEL ripple_parallel(b, 0);
#define SPREAD(value) ripple_broadcast(b, 1, (value))
#define TOTAL(value) ripple_reduceadd(1, value)
#define LARGEST(value) ripple_reducemax(1, value)
#else
#define BLOCK(size)
#define PARALLEL
#define SPREAD(value) (value)
#define TOTAL(value) (value)
#define LARGEST(value) (value)
#endif
