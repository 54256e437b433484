// The kernel syrk of PolyBench, written anew, with static extents, in one function: the lower part of C = alpha * A
// * transposed A + beta * C.
// RUN: terrace run %s | FileCheck %s

memref.global @scalars : memref<2xf64> = dense<[3.0, 2.0]>

func.func @main() -> i64 {
  %scalars = memref.get_global @scalars : memref<2xf64>
  %alpha = affine.load %scalars[0] : memref<2xf64>
  %beta = affine.load %scalars[1] : memref<2xf64>
  %C = memref.alloc() : memref<7x7xf64>
  %A = memref.alloc() : memref<7x5xf64>
  affine.for %i = 0 to 7 {
    affine.for %j = 0 to 7 {
      %0 = affine.apply affine_map<(d0, d1) -> ((d0 * 4 + d1 * 3 + 1) mod 5 - 2)>(%i, %j)
      %1 = arith.index_cast %0 : index to i64
      %2 = arith.sitofp %1 : i64 to f64
      affine.store %2, %C[%i, %j] : memref<7x7xf64>
    }
  }
  affine.for %i = 0 to 7 {
    affine.for %j = 0 to 5 {
      %3 = affine.apply affine_map<(d0, d1) -> ((d0 * 3 + d1 * 5 + 2) mod 7 - 3)>(%i, %j)
      %4 = arith.index_cast %3 : index to i64
      %5 = arith.sitofp %4 : i64 to f64
      affine.store %5, %A[%i, %j] : memref<7x5xf64>
    }
  }
  affine.for %i = 0 to 7 {
    affine.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
      %6 = affine.load %C[%i, %j] : memref<7x7xf64>
      %7 = arith.mulf %6, %beta : f64
      affine.store %7, %C[%i, %j] : memref<7x7xf64>
    }
    affine.for %k = 0 to 5 {
      affine.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
        %8 = affine.load %C[%i, %j] : memref<7x7xf64>
        %9 = affine.load %A[%i, %k] : memref<7x5xf64>
        %10 = arith.mulf %alpha, %9 : f64
        %11 = affine.load %A[%j, %k] : memref<7x5xf64>
        %12 = arith.mulf %10, %11 : f64
        %13 = arith.addf %8, %12 : f64
        affine.store %13, %C[%i, %j] : memref<7x7xf64>
      }
    }
  }
  affine.for %d0 = 0 to 7 {
    affine.for %d1 = 0 to 7 {
      %14 = affine.load %C[%d0, %d1] : memref<7x7xf64>
      vector.print %14 : f64 punctuation <comma>
    }
    vector.print punctuation <newline>
  }
  %15 = arith.constant 0 : i64
  %16 = arith.constant 31 : i64
  %17 = affine.for %d0 = 0 to 7 iter_args(%h1 = %15) -> (i64) {
    %18 = affine.for %d1 = 0 to 7 iter_args(%h2 = %h1) -> (i64) {
      %19 = affine.load %C[%d0, %d1] : memref<7x7xf64>
      %20 = arith.bitcast %19 : f64 to i64
      %21 = arith.muli %h2, %16 : i64
      %22 = arith.addi %21, %20 : i64
      affine.yield %22 : i64
    }
    affine.yield %18 : i64
  }
  memref.dealloc %C : memref<7x7xf64>
  memref.dealloc %A : memref<7x5xf64>
  return %17 : i64
}

// CHECK: 52, 2, 0, -2, 1, -1, 2,
// CHECK-NEXT: -28, 56, -1, 2, 0, -2, 1,
// CHECK-NEXT: 7, -36, 68, 1, -1, 2, 0,
// CHECK-NEXT: -10, 40, -26, 45, -2, 1, -1,
// CHECK-NEXT: -27, -31, 17, -29, 82, 0, -2,
// CHECK-NEXT: 40, -8, -3, -19, -25, 43, 2,
// CHECK-NEXT: -40, 5, -23, 1, 15, -34, 74,
// CHECK-NEXT: -4008203668359741440 : i64
