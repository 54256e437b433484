// REQUIRES: clang
// RUN: terrace ripple-cc -O2 -w %S/Inputs/outer-product-pieces.c -o %t
// RUN: %t | FileCheck %s --check-prefix=OUTPUT
// RUN: terrace ripple-cc -O2 -w -DCOLUMNS=64 %S/Inputs/outer-product-pieces.c -o %t.64
// RUN: %t.64 | FileCheck %s --check-prefix=OUTPUT
// RUN: terrace ripple-cc -O3 -w -mavx2 %S/Inputs/outer-product-pieces.c -o %t.avx2
// RUN: %t.avx2 | FileCheck %s --check-prefix=OUTPUT
// RUN: terrace ripple-cc -O0 -w --target=x86_64-linux-gnu -mavx2 -S -emit-llvm %S/Inputs/outer-product-pieces.c -o - | FileCheck %s
// RUN: terrace ripple-cc -O0 -w --target=x86_64-linux-gnu -DCOLUMNS=64 -S -emit-llvm %S/Inputs/outer-product-pieces.c -o - | FileCheck %s --check-prefix=SSE

// Finished parts of an outer product are read as they were stored. LLVM 22 combines what one wider load reads of a local
// array before the last piece of it is computed.

// OUTPUT: failures: 0

// CHECK: define internal void @product.outer_product
// CHECK: alloca [128 x i32]
// CHECK-NOT: load <32 x i32>

// SSE: define internal void @product.outer_product
// SSE: alloca [256 x i32]
// SSE-NOT: load <64 x i32>
