// REQUIRES: clang
// RUN: terrace ripple-cc --target=x86_64-linux-gnu -O0 -w %S/Inputs/table-offsets.c -o %t.0
// RUN: %t.0 | FileCheck %s
// RUN: terrace ripple-cc --target=x86_64-linux-gnu -O2 -S -w %S/Inputs/table-offsets.c -o %t.1.s
// RUN: terrace ripple-cc --target=x86_64-linux-gnu %t.1.s -o %t.1
// RUN: FileCheck %s --check-prefix=SSE < %t.1.s
// RUN: %t.1 | FileCheck %s
// RUN: terrace ripple-cc -O2 -march=native -w %S/Inputs/table-offsets.c -o %t.native
// RUN: %t.native | FileCheck %s

// Where elements of a table are read one by one, their offsets are not extended to addresses before.

// CHECK: 0 wrong

// SSE-LABEL: bytes:
// SSE-NOT: paddq
// SSE-LABEL: bytes_plain:
