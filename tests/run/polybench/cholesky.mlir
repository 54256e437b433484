// The kernel cholesky of PolyBench, written anew, with static extents, in one function: A = L * transposed L.
// RUN: terrace run %s | FileCheck %s

memref.global @A : memref<7x7xf64> = dense<[[1.0, 0.0, 2.0, -1.0, 1.0, -2.0, 0.0], [0.0, 4.0, 0.0, 4.0, -2.0, 2.0, -4.0], [2.0, 0.0, 20.0, -2.0, 10.0, -8.0, 4.0], [-1.0, 4.0, -2.0, 6.0, -3.0, 6.0, -5.0], [1.0, -2.0, 10.0, -3.0, 10.0, -5.0, 8.0], [-2.0, 2.0, -8.0, 6.0, -5.0, 11.0, -5.0], [0.0, -4.0, 4.0, -5.0, 8.0, -5.0, 26.0]]>

func.func @main() -> i64 {
  %A = memref.get_global @A : memref<7x7xf64>
  affine.for %i = 0 to 7 {
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      affine.for %k = 0 to affine_map<(d0) -> (d0)>(%j) {
        %0 = affine.load %A[%i, %j] : memref<7x7xf64>
        %1 = affine.load %A[%i, %k] : memref<7x7xf64>
        %2 = affine.load %A[%j, %k] : memref<7x7xf64>
        %3 = arith.mulf %1, %2 : f64
        %4 = arith.subf %0, %3 : f64
        affine.store %4, %A[%i, %j] : memref<7x7xf64>
      }
      %5 = affine.load %A[%i, %j] : memref<7x7xf64>
      %6 = affine.load %A[%j, %j] : memref<7x7xf64>
      %7 = arith.divf %5, %6 : f64
      affine.store %7, %A[%i, %j] : memref<7x7xf64>
    }
    affine.for %k = 0 to affine_map<(d0) -> (d0)>(%i) {
      %8 = affine.load %A[%i, %i] : memref<7x7xf64>
      %9 = affine.load %A[%i, %k] : memref<7x7xf64>
      %10 = affine.load %A[%i, %k] : memref<7x7xf64>
      %11 = arith.mulf %9, %10 : f64
      %12 = arith.subf %8, %11 : f64
      affine.store %12, %A[%i, %i] : memref<7x7xf64>
    }
    %13 = affine.load %A[%i, %i] : memref<7x7xf64>
    %14 = math.sqrt %13 : f64
    affine.store %14, %A[%i, %i] : memref<7x7xf64>
  }
  affine.for %d0 = 0 to 7 {
    affine.for %d1 = 0 to 7 {
      %15 = affine.load %A[%d0, %d1] : memref<7x7xf64>
      vector.print %15 : f64 punctuation <comma>
    }
    vector.print punctuation <newline>
  }
  %16 = arith.constant 0 : i64
  %17 = arith.constant 31 : i64
  %18 = affine.for %d0 = 0 to 7 iter_args(%h1 = %16) -> (i64) {
    %19 = affine.for %d1 = 0 to 7 iter_args(%h2 = %h1) -> (i64) {
      %20 = affine.load %A[%d0, %d1] : memref<7x7xf64>
      %21 = arith.bitcast %20 : f64 to i64
      %22 = arith.muli %h2, %17 : i64
      %23 = arith.addi %22, %21 : i64
      affine.yield %23 : i64
    }
    affine.yield %19 : i64
  }
  return %18 : i64
}

// CHECK: 1, 0, 2, -1, 1, -2, 0,
// CHECK-NEXT: 0, 2, 0, 4, -2, 2, -4,
// CHECK-NEXT: 2, 0, 4, -2, 10, -8, 4,
// CHECK-NEXT: -1, 2, 0, 1, -3, 6, -5,
// CHECK-NEXT: 1, -1, 2, 0, 2, -5, 8,
// CHECK-NEXT: -2, 1, -1, 2, 0, 1, -5,
// CHECK-NEXT: 0, -2, 1, -1, 2, 0, 4,
// CHECK-NEXT: -3060195946798252032 : i64
