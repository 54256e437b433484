// REQUIRES: clang
// RUN: terrace explain --ripple -O2 --sort=source --target=x86_64-linux-gnu -march=x86-64-v3 %S/Inputs/explain.c | FileCheck %s
// RUN: terrace explain --ripple -O2 %S/Inputs/explain.c --html=%t.html
// RUN: FileCheck %s --check-prefix=PAGE --input-file=%t.html
// RUN: terrace explain --ripple --diagnostic-format=json %S/Inputs/explain.c | FileCheck %s --check-prefix=JSON
// RUN: not terrace explain --ripple -O2 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not terrace explain --ripple %S/Inputs/errors.c 2>&1 | FileCheck %s --check-prefix=ERRORS
// RUN: not terrace explain --ripple --sort=size %S/Inputs/explain.c 2>&1 | FileCheck %s --check-prefix=SORT
// RUN: not terrace explain --ripple --estimate=guess %S/Inputs/explain.c 2>&1 | FileCheck %s --check-prefix=ESTIMATE

// Of each access of a block: what it became, and why, apart in the loop over blocks and in the remainder.

// CHECK: explain.c: 14 by one vector access, {{[0-9]+}} by several, under masks or with a warning, 3 element by element (in remainders: 0, 3, 0)
// CHECK: explain.c:9: y[i] = a * x[i] + y[i];
// CHECK-NOT: explain.c:
// CHECK:      {{^}}  10: store of shape Tensor[8] of 'f32': one store of 32 bytes; elements follow each other
// CHECK-NOT: explain.c:
// CHECK:      10, in the remainder: store of shape Tensor[8] of 'f32' under a mask of shape Tensor[8]: one masked store of 32 bytes; elements follow each other
// CHECK: explain.c:15: g[v] =
// CHECK:      {{^}}  8: store of shape Tensor[16] of 'i8': one store of 16 bytes; elements follow each other
// CHECK-NEXT: 11: load of shape Tensor[16] of 'i8': one load of 48 bytes; accesses that lie between each other are read together
// CHECK-NEXT: 22: load of shape Tensor[16] of 'i8': one load of 48 bytes; accesses that lie between each other are read together
// CHECK-NEXT: 37: load of shape Tensor[16] of 'i8': one load of 48 bytes; accesses that lie between each other are read together
// CHECK: explain.c:16:
// CHECK: 15: load of shape Tensor[16] of 'i8': a gather of 16 elements; the address is computed from values that differ from element to element
// CHECK: explain.c:17:
// CHECK:      18: store of shape Tensor[16] of 'i8': one store of 16 bytes; elements follow each other in reverse order
// CHECK-NEXT: 20: load of shape Tensor[16] of 'i8': one load of 16 bytes; elements follow each other
// CHECK-NEXT: 27: load of shape Tensor[16] of 'i8': one load of 8 bytes; elements within 8 that follow each other, in another order
// CHECK: explain.c:18:
// CHECK: store of shape Tensor[16][4] of 'f32': 4 stores of 64 bytes; 4 rows that begin where is known at run time only; elements follow each other
// CHECK: explain.c:20:
// CHECK:      10: store of shape Tensor[16] of 'f32' under a mask of shape Tensor[16]: one masked store of 64 bytes; elements follow each other
// CHECK: explain.c:21:
// CHECK:      12: store of shape Tensor[16] of 'f32': a scatter of 16 elements; every 2. element; what lies between them must stay as it is, or they overlap
// CHECK: explain.c:22:
// CHECK:      12: store of shape Tensor[16] of 'f32': 2 stores of 64 bytes; accesses that lie between each other are written together
// CHECK-NEXT: 30: store of shape Tensor[16] of 'f32': 2 stores of 64 bytes; accesses that lie between each other are written together
// CHECK: explain.c:23:
// CHECK:      3: 'printf' is carried out for each element of shape Tensor[16] [ripple-sequential]

// The source links to what is reported of the line, and back.
// PAGE: <span class="line good" id="l0-9" data-n="0-9" style="--share:{{[0-9]+}}%"><i>9</i>{{.*}}<a href="#s0-9">    y[i] = a * x[i] + y[i];</a>
// PAGE: <span class="line poor" id="l0-16"{{.*}}
// PAGE: <section id="s0-9" data-n="0-9" class="good"><h2><a href="#l0-9">line 9</a>
// PAGE: <p class="fair"><i>remainder</i> {{.*}}one store of as many of 32 bytes as are active

// JSON: "line":9{{.*}}"message":"load of shape Tensor[8] of 'f32': one load of 32 bytes; elements follow each other [ripple-access]","severity":"remark"
// JSON: "kind":"code"
// JSON: {{.*}}"file":"{{.*}}explain.c"{{.*}}"kind":"line","line":9,

// NONE: error: --ripple expects sources in C or C++

// ERRORS: errors.c:{{[0-9]+}}:{{[0-9]+}}: error: {{.*}}[ripple-

// SORT: error: '--sort=size': lines are sorted by 'cost' or as in the 'source'
// ESTIMATE: error: '--estimate=guess': cycles are estimated by 'llvm-mca' or by a 'table'
