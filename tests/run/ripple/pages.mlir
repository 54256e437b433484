// REQUIRES: clang
// RUN: terrace ripple-cc --target=x86_64-linux-gnu -O0 -w %S/Inputs/pages.c -o %t.0
// RUN: %t.0 | FileCheck %s
// RUN: terrace ripple-cc --target=x86_64-linux-gnu -O2 -w %S/Inputs/pages.c -o %t.2
// RUN: %t.2 | FileCheck %s
// RUN: terrace ripple-cc --target=x86_64-linux-gnu -O2 -w -S -emit-llvm -fsanitize=address %S/Inputs/pages.c -o - | FileCheck %s --check-prefix=WATCHED
// RUN: terrace ripple-cc --target=x86_64-linux-gnu -O2 -march=x86-64-v3 -w -S %S/Inputs/pages.c -o - | FileCheck %s --check-prefix=AT-ONCE

// Where there are no masked accesses, elements that are not active are read with others of their page, and never written. Those of
// other pages are not read, nor is anything if no element is active, nor where a sanitizer would see it.

// CHECK: 0 wrong

// WATCHED-NOT: define internal {{.*}}@__ripple_copy_by_bits
// WATCHED: define internal {{.*}}@__ripple_copy_masked

// AT-ONCE-LABEL: some_int8_t_32:
// AT-ONCE: vpmovmskb
// AT-ONCE: callq __ripple_copy_by_bits_1
