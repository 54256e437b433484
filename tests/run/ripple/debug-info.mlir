// REQUIRES: clang
// RUN: terrace ripple-cc -O2 -g %S/Inputs/debug-info.c -o %t 2>&1 | FileCheck %s --check-prefix=WARNING --allow-empty
// RUN: %t | FileCheck %s --check-prefix=OUTPUT
// RUN: terrace ripple-cc -O0 -g -S -emit-llvm %S/Inputs/debug-info.c -o - | FileCheck %s
// RUN: terrace ripple-cc -O1 -g -S %S/Inputs/debug-info.c -o - | FileCheck %s --check-prefix=LINES

// Debug information that is invalid is dropped with a warning.
// WARNING-NOT: invalid
// OUTPUT: 1.000000

// Each copy of a function has its own subprogram.
// CHECK-DAG: define {{.*}}@ripple.specialization.{{.*}} !dbg ![[PLAIN:[0-9]+]]
// CHECK-DAG: define {{.*}}@masked.ripple.specialization.{{.*}} !dbg ![[MASKED:[0-9]+]]
// CHECK-DAG: ![[PLAIN]] = distinct !DISubprogram(name: "scale"
// CHECK-DAG: ![[MASKED]] = distinct !DISubprogram(name: "scale"

// The lines of the copies are in the line table.
// LINES: ripple.specialization
// LINES: .loc {{[0-9]+}} 6
