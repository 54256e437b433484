// REQUIRES: clang
// RUN: terrace ripple-cc --target=x86_64-linux-gnu -O0 -w %S/Inputs/computed-tables.c -o %t.0
// RUN: %t.0 | FileCheck %s
// RUN: terrace ripple-cc --target=x86_64-linux-gnu -O2 -S -w %S/Inputs/computed-tables.c -o %t.2.s
// RUN: terrace ripple-cc --target=x86_64-linux-gnu %t.2.s -o %t.2
// RUN: FileCheck %s --check-prefix=SSE < %t.2.s
// RUN: %t.2 | FileCheck %s
// RUN: terrace ripple-cc --target=x86_64-linux-gnu -O3 -DLANES=40 -w %S/Inputs/computed-tables.c -o %t.40
// RUN: %t.40 | FileCheck %s
// RUN: terrace ripple-cc --target=x86_64-linux-gnu -O2 -DLANES=13 -w %S/Inputs/computed-tables.c -o %t.13
// RUN: %t.13 | FileCheck %s
// RUN: terrace ripple-cc -O2 -march=native -w %S/Inputs/computed-tables.c -o %t.native
// RUN: %t.native | FileCheck %s
// RUN: terrace explain --ripple -O2 --target=x86_64-linux-gnu --estimate=table %S/Inputs/computed-tables.c | FileCheck %s --check-prefix=EXPLAIN

// Entries of a constant table that follow each other are computed; others are read one by one.

// CHECK: 0 wrong

// SSE-LABEL: low_digit:
// SSE-NOT: movzbl
// SSE: pcmpgtb
// SSE-LABEL: low_digit_plain:

// SSE-LABEL: to_upper:
// SSE-NOT: movzbl
// SSE: pcmpeqb
// SSE-LABEL: to_upper_plain:

// EXPLAIN-DAG: arithmetic that computes the entries of the table
// EXPLAIN-DAG: entries that are put together in words
