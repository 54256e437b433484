// REQUIRES: clang
// RUN: terrace compile %s -o %t.o --header=%t.h
// RUN: FileCheck %s < %t.h
// RUN: env PATH=/usr/bin:/bin %clang %S/Inputs/header.c -include %t.h %t.o -o %t -lm
// RUN: %t | FileCheck %s --check-prefix=RAN
// RUN: not terrace compile %s -o %t.o --header=%t.h --pass-pipeline="builtin.module(func.func(canonicalize))" --emit=nothing 2>&1 | FileCheck %s --check-prefix=KIND

// C programs call what was compiled by a header.

// CHECK: typedef struct {
// CHECK-NEXT: float *allocated, *aligned;
// CHECK-NEXT: int64_t offset;
// CHECK-NEXT: int64_t sizes[2], strides[2];
// CHECK-NEXT: } terrace_memref_2d_f32;
// CHECK: void _mlir_ciface_twice(terrace_memref_2d_f32 *result, terrace_memref_2d_f32 *arg0);
// CHECK: double _mlir_ciface_half(double arg0);
// CHECK: typedef struct {
// CHECK-NEXT: int32_t r0;
// CHECK-NEXT: terrace_memref_2d_f32 r1;
// CHECK-NEXT: } terrace_both_results;
// CHECK: void _mlir_ciface_both(terrace_both_results *results, int32_t arg0, terrace_memref_2d_f32 *arg1);
// CHECK-NOT: hidden

// RAN: 12 1.5
// RAN-NEXT: 5 2

// KIND: error: --emit is llvm, asm, obj, lib or exe, not 'nothing'

func.func @twice(%in: tensor<?x?xf32>) -> tensor<?x?xf32> attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %rows = tensor.dim %in, %zero : tensor<?x?xf32>
  %columns = tensor.dim %in, %one : tensor<?x?xf32>
  %empty = tensor.empty(%rows, %columns) : tensor<?x?xf32>
  %sum = linalg.add ins(%in, %in : tensor<?x?xf32>, tensor<?x?xf32>) outs(%empty : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %sum : tensor<?x?xf32>
}

func.func @half(%x: f64) -> f64 attributes {llvm.emit_c_interface} {
  %two = arith.constant 2.0 : f64
  %half = arith.divf %x, %two : f64
  return %half : f64
}

func.func @both(%n: i32, %m: memref<?x?xf32>) -> (i32, memref<?x?xf32>) attributes {llvm.emit_c_interface} {
  %one = arith.constant 1 : i32
  %more = arith.addi %n, %one : i32
  return %more, %m : i32, memref<?x?xf32>
}

func.func private @hidden(%n: i32) -> i32 {
  return %n : i32
}
