// The kernel lu of PolyBench, written anew, with static extents, in one function: A = L * U in place.
// RUN: terrace run %s | FileCheck %s

memref.global @A : memref<7x7xf64> = dense<[[2.0, -2.0, -1.0, 0.0, 1.0, 2.0, 3.0], [0.0, 1.0, 2.0, 3.0, -3.0, -2.0, -1.0], [4.0, -4.0, -6.0, -1.0, 2.0, 5.0, 8.0], [-2.0, 4.0, 5.0, 7.0, -4.0, -9.0, -7.0], [2.0, -3.0, -11.0, -5.0, 6.0, 6.0, 9.0], [-4.0, 5.0, 8.0, 6.0, 1.0, -14.0, -16.0], [0.0, -2.0, -8.0, -8.0, 7.0, 8.0, 12.0]]>

func.func @main() -> i64 {
  %A = memref.get_global @A : memref<7x7xf64>
  affine.for %i = 0 to 7 {
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      affine.for %k = 0 to affine_map<(d0) -> (d0)>(%j) {
        %0 = affine.load %A[%i, %j] : memref<7x7xf64>
        %1 = affine.load %A[%i, %k] : memref<7x7xf64>
        %2 = affine.load %A[%k, %j] : memref<7x7xf64>
        %3 = arith.mulf %1, %2 : f64
        %4 = arith.subf %0, %3 : f64
        affine.store %4, %A[%i, %j] : memref<7x7xf64>
      }
      %5 = affine.load %A[%i, %j] : memref<7x7xf64>
      %6 = affine.load %A[%j, %j] : memref<7x7xf64>
      %7 = arith.divf %5, %6 : f64
      affine.store %7, %A[%i, %j] : memref<7x7xf64>
    }
    affine.for %j = affine_map<(d0) -> (d0)>(%i) to 7 {
      affine.for %k = 0 to affine_map<(d0) -> (d0)>(%i) {
        %8 = affine.load %A[%i, %j] : memref<7x7xf64>
        %9 = affine.load %A[%i, %k] : memref<7x7xf64>
        %10 = affine.load %A[%k, %j] : memref<7x7xf64>
        %11 = arith.mulf %9, %10 : f64
        %12 = arith.subf %8, %11 : f64
        affine.store %12, %A[%i, %j] : memref<7x7xf64>
      }
    }
  }
  affine.for %d0 = 0 to 7 {
    affine.for %d1 = 0 to 7 {
      %13 = affine.load %A[%d0, %d1] : memref<7x7xf64>
      vector.print %13 : f64 punctuation <comma>
    }
    vector.print punctuation <newline>
  }
  %14 = arith.constant 0 : i64
  %15 = arith.constant 31 : i64
  %16 = affine.for %d0 = 0 to 7 iter_args(%h1 = %14) -> (i64) {
    %17 = affine.for %d1 = 0 to 7 iter_args(%h2 = %h1) -> (i64) {
      %18 = affine.load %A[%d0, %d1] : memref<7x7xf64>
      %19 = arith.bitcast %18 : f64 to i64
      %20 = arith.muli %h2, %15 : i64
      %21 = arith.addi %20, %19 : i64
      affine.yield %21 : i64
    }
    affine.yield %17 : i64
  }
  return %16 : i64
}

// CHECK: 2, -2, -1, 0, 1, 2, 3,
// CHECK-NEXT: 0, 1, 2, 3, -3, -2, -1,
// CHECK-NEXT: 2, 0, -4, -1, 0, 1, 2,
// CHECK-NEXT: -1, 2, -0, 1, 3, -3, -2,
// CHECK-NEXT: 1, -1, 2, 0, 2, 0, 1,
// CHECK-NEXT: -2, 1, -1, 2, 0, -1, -3,
// CHECK-NEXT: 0, -2, 1, -1, 2, -0, 4,
// CHECK-NEXT: 3386706919782612992 : i64
