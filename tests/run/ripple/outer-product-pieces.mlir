// REQUIRES: clang
// RUN: terrace ripple-cc -O2 -w %S/Inputs/outer-product-pieces.c -o %t
// RUN: %t | FileCheck %s --check-prefix=OUTPUT
// RUN: terrace ripple-cc -O0 -w --target=x86_64-linux-gnu -S -emit-llvm %S/Inputs/outer-product-pieces.c -o - | FileCheck %s

// Finished parts of an outer product are read as they were stored. LLVM 22 combines what one wider load reads of a local
// array before the last piece of it is computed.

// OUTPUT: failures: 0

// CHECK: define internal void @product.outer_product
// CHECK: alloca [128 x i32]
// CHECK-NOT: load <32 x i32>
