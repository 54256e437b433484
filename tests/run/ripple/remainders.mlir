// REQUIRES: clang
// The last iterations of annotated loops, of which no element outside is touched. Targets without masked accesses copy what
// is active, and no access is written out element by element.
// RUN: terrace ripple-cc -O0 %S/Inputs/remainders.c -o %t0 && %t0 | FileCheck %s
// RUN: terrace ripple-cc -O2 %S/Inputs/remainders.c -o %t1 && %t1 | FileCheck %s
// RUN: terrace ripple-cc -O2 -DLANES=4 %S/Inputs/remainders.c -o %t2 && %t2 | FileCheck %s
// RUN: terrace ripple-cc -O2 -DLANES=64 %S/Inputs/remainders.c -o %t3 && %t3 | FileCheck %s
// RUN: terrace ripple-cc -O2 --target=x86_64-linux-gnu -S -emit-llvm %S/Inputs/remainders.c -o - | FileCheck %s --check-prefix=BASE
// CHECK: all right
// BASE-NOT: @llvm.masked.{{(load|store)}}
// BASE-NOT: @llvm.masked.{{.*}} <{{[0-9]+}} x i1> %
