// REQUIRES: clang, llvm-mca
// RUN: terrace explain --ripple -O2 --target=x86_64-linux-gnu -march=x86-64-v3 %S/Inputs/explain-costs.c | FileCheck %s
// RUN: terrace explain --ripple -O2 --target=x86_64-linux-gnu -march=x86-64-v3 --assembly %S/Inputs/explain-costs.c | FileCheck %s --check-prefix=ASSEMBLY
// RUN: terrace explain --ripple -O2 --target=x86_64-linux-gnu -march=x86-64-v3 --estimate=table %S/Inputs/explain-costs.c | FileCheck %s --check-prefix=TABLE
// RUN: terrace explain --ripple -O2 --target=x86_64-linux-gnu -march=x86-64-v3 --diagnostic-format=json %S/Inputs/explain-costs.c | FileCheck %s --check-prefix=JSON
// RUN: terrace explain --ripple -O2 --target=aarch64-linux-gnu -march=armv9-a %S/Inputs/explain-costs.c | FileCheck %s --check-prefix=ARM

// Totals first: a division is what the first loop takes its time for, and the sum waits for its previous value.
// CHECK: explain-costs.c: estimated by llvm-mca for x86-64-v3
// CHECK-NEXT: costs: {{[0-9.]+}} cycles a block of the loop of line 6
// CHECK: sum: {{[0-9.]+}} cycles a block of the loop of line 19; {{[0-9.]+}} cycles with latencies
// CHECK: costs: {{[0-9.]+}} cycles in the remainder

// The costliest line first. The remainder is apart, and locals are not listed as memory.
// CHECK: explain-costs.c:12: roots[i] = pair[0] / pair[1];
// CHECK-NEXT: {{[0-9.]+}} cycles a block of the loop of line 6: 1 store, 1 division or root
// CHECK-NEXT: 2 accesses of local variables
// CHECK-NEXT: 14: store of shape Tensor[8] of 'f32': one store of 32 bytes; elements follow each other
// CHECK-NEXT: {{[0-9.]+}} cycles in the remainder: {{.*}}1 store, 1 division or root
// CHECK-NEXT: 2 accesses of local variables in the remainder
// CHECK-NEXT: 14, in the remainder: store of shape Tensor[8] of 'f32' under a mask of shape Tensor[8]: one masked store of 32 bytes; elements follow each other
// CHECK: explain-costs.c:8: z[i] = x[i] + y[i];
// CHECK-NEXT: {{[0-9.]+}} cycles a block of the loop of line 6: 2 loads, 1 store, 1 other operation
// A reduction after the loop.
// CHECK: explain-costs.c:22: return ripple_reduceadd(1, sum);
// CHECK-NEXT: {{[0-9.]+}} cycles outside of loops: 3 shuffles

// ASSEMBLY: explain-costs.c:12:
// ASSEMBLY-NEXT: a block of the loop of line 6: 1 store, 1 division or root
// ASSEMBLY-NEXT: {{^}}      vdivps {{.*}}%ymm
// ASSEMBLY-NEXT: {{^}}      vmovups {{.*}}%ymm

// TABLE: explain-costs.c: estimated by a table of classes of instructions
// TABLE-NEXT: costs: 8.0 cycles a block of the loop of line 6
// TABLE: explain-costs.c:12: roots[i] = pair[0] / pair[1];

// JSON: {{^}}{"cycles":{{[0-9.]+}},"depth":1,"estimated_by":"llvm-mca for x86-64-v3","function":"costs","kind":"code","loop":6,"remainder":false,"simulated":{{[0-9.]+}},"unit":"{{.*}}"}
// JSON: {{^}}{"assembly":["vdivps{{.*}}"kind":"line","line":12,"loop":6,"remainder":false}

// A processor of the level, where the target has no name.
// ARM: explain-costs.c: estimated by llvm-mca for neoverse-v2
// ARM: explain-costs.c:12: roots[i] = pair[0] / pair[1];
// ARM-NEXT: {{[0-9.]+}} cycles a block of the loop of line 6: 1 store, 2 divisions or roots

// Another size is proposed where it was compiled and takes fewer cycles: a sum that waits, but no loop that is bound by
// its accesses.
// RUN: terrace explain --ripple -O2 --target=x86_64-linux-gnu -march=x86-64-v3 --advise %S/Inputs/explain-costs.c | FileCheck %s --check-prefix=ADVISE
// ADVISE-NOT: in 'costs'
// ADVISE: {{^}}  advice: a block of {{32|64}} elements, not 8, for the loop of line 19 in 'sum': 0.{{[0-9]+}} cycles an element, not 0.{{[0-9]+}}
// ADVISE-NOT: in 'costs'
// RUN: terrace explain --ripple -O2 --target=x86_64-linux-gnu -march=x86-64-v3 --advise --estimate=table %S/Inputs/explain-costs.c | FileCheck %s --check-prefix=UNMEASURED
// UNMEASURED-NOT: advice:
// The page has the advice before the totals.
// RUN: terrace explain --ripple -O2 --target=x86_64-linux-gnu -march=x86-64-v3 --advise %S/Inputs/explain-costs.c --html=%t.html
// RUN: FileCheck %s --check-prefix=PAGE --input-file=%t.html
// PAGE: Cycles, estimated by llvm-mca for x86-64-v3
// PAGE-NEXT: <li class="advice">advice: a block of {{32|64}} elements, not 8
// PAGE-NEXT: <li><a href="#l0-6">costs:
