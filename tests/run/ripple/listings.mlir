// REQUIRES: clang
// RUN: terrace ripple-cc -O0 -fenable-ripple %S/Inputs/listings.c -o %t.0
// RUN: %t.0 | FileCheck %s
// RUN: terrace ripple-cc -O2 -fenable-ripple %S/Inputs/listings.c -o %t.2
// RUN: %t.2 | FileCheck %s
// RUN: terrace ripple-cc -O3 -fenable-ripple %S/Inputs/listings.c -o %t.3
// RUN: %t.3 | FileCheck %s
// RUN: terrace ripple-cc -O2 --target=x86_64-linux-gnu -march=x86-64-v4 -S %S/Inputs/listings.c -o %t.s
// RUN: terrace ripple-cc -O2 --target=hexagon -mcpu=hexagonv68 -mhvx -ffreestanding -S %S/Inputs/hexagon.c -o - | FileCheck %s --check-prefix=HEXAGON

// The programs of the proposal run with the results that it states; those for AArch64's SME are in outer-products.

// CHECK-NOT: FAIL
// CHECK: PASS

// HEXAGON-LABEL: add:
// HEXAGON: vmem
// HEXAGON: v{{[0-9]+}}.w = vadd(v{{[0-9]+}}.w,v{{[0-9]+}}.w)
// HEXAGON-LABEL: blur:
// HEXAGON: vadd(v{{[0-9]+}}.ub,v{{[0-9]+}}.ub)
// HEXAGON-LABEL: reverse:
// HEXAGON-LABEL: total:
// HEXAGON-LABEL: tile:
// HEXAGON: vmem
