/* Calls the function of a compiled program: values are read from a file, and results written to another.
   Numbers in the files are little-endian words of 64 bits. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SLOT = 64, ALIGNMENT = 64 };

void terrace_entry(void *in, void *out);

static FILE *input;

static void fail(const char *what) {
  fprintf(stderr, "error: the compiled program cannot %s\n", what);
  exit(1);
}

static uint64_t word(void) {
  uint64_t value;
  if (fread(&value, sizeof value, 1, input) != 1)
    fail("read its arguments");
  return value;
}

static void read_bytes(void *to, uint64_t size) {
  if (size != 0 && fread(to, size, 1, input) != 1)
    fail("read its arguments");
}

static void *buffer(uint64_t size) {
  uint64_t rounded = (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
  void *memory = aligned_alloc(ALIGNMENT, rounded ? rounded : ALIGNMENT);
  if (!memory)
    fail("get memory for its arguments");
  return memory;
}

static void write_bytes(FILE *output, const void *from, uint64_t size) {
  if (size != 0 && fwrite(from, size, 1, output) != 1)
    fail("write its results");
}

/* Writes the elements of a memref in row-major order. */
static void write_elements(FILE *output, const char *base, uint64_t rank, const uint64_t *sizes, const int64_t *strides,
                           uint64_t element) {
  if (rank == 0) {
    write_bytes(output, base, element);
    return;
  }
  for (uint64_t i = 0; i < sizes[0]; i++)
    write_elements(output, base + (int64_t)i * strides[0] * (int64_t)element, rank - 1, sizes + 1, strides + 1, element);
}

int main(int count, char **names) {
  /* What was printed before a crash is shown. */
  setvbuf(stdout, NULL, _IOLBF, BUFSIZ);
  if (count != 3)
    fail("run without the names of two files");
  input = fopen(names[1], "rb");
  if (!input)
    fail("open its arguments");
  uint64_t in_size = word(), out_size = word(), arguments = word();
  char *in = buffer(in_size), *out = buffer(out_size);
  char **given = calloc(arguments + 1, sizeof *given);
  uint64_t *given_sizes = calloc(arguments + 1, sizeof *given_sizes);
  for (uint64_t i = 0; i < arguments; i++) {
    uint64_t kind = word(), at = word();
    if (kind == 0) {
      read_bytes(in + at, word());
      continue;
    }
    uint64_t rank = word(), element = word(), size = element, stride = 1;
    uint64_t *sizes = calloc(rank + 1, sizeof *sizes);
    for (uint64_t d = 0; d < rank; d++)
      size *= sizes[d] = word();
    given[i] = buffer(size);
    given_sizes[i] = size;
    read_bytes(given[i], size);
    memcpy(in + at, &given[i], sizeof given[i]);
    memcpy(in + at + SLOT, &given[i], sizeof given[i]);
    memset(in + at + 2 * SLOT, 0, 8);
    for (uint64_t d = rank; d-- > 0; stride *= sizes[d]) {
      memcpy(in + at + (3 + d) * SLOT, &sizes[d], 8);
      memcpy(in + at + (3 + rank + d) * SLOT, &stride, 8);
    }
    free(sizes);
  }
  terrace_entry(in, out);
  fflush(stdout);
  FILE *output = fopen(names[2], "wb");
  if (!output)
    fail("open the file for its results");
  uint64_t results = word();
  for (uint64_t i = 0; i < results; i++) {
    uint64_t kind = word(), at = word(), rank = word(), element = word();
    if (kind == 0) {
      write_bytes(output, out + at, rank);
      continue;
    }
    char *aligned;
    int64_t offset;
    uint64_t *sizes = calloc(rank + 1, sizeof *sizes);
    int64_t *strides = calloc(rank + 1, sizeof *strides);
    memcpy(&aligned, out + at + SLOT, sizeof aligned);
    memcpy(&offset, out + at + 2 * SLOT, sizeof offset);
    for (uint64_t d = 0; d < rank; d++) {
      memcpy(&sizes[d], out + at + (3 + d) * SLOT, 8);
      memcpy(&strides[d], out + at + (3 + rank + d) * SLOT, 8);
    }
    write_bytes(output, sizes, rank * 8);
    write_elements(output, aligned + offset * (int64_t)element, rank, sizes, strides, element);
    free(sizes);
    free(strides);
  }
  for (uint64_t i = 0; i < arguments; i++)
    write_bytes(output, given[i], given_sizes[i]);
  if (fclose(output) != 0)
    fail("write its results");
  return 0;
}
