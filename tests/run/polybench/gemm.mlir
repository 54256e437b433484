// The kernel gemm of PolyBench, written anew, with static extents, in one function: C = alpha * A * B + beta * C.
// RUN: terrace run %s | FileCheck %s

memref.global @scalars : memref<2xf64> = dense<[3.0, 2.0]>

func.func @main() -> i64 {
  %scalars = memref.get_global @scalars : memref<2xf64>
  %alpha = affine.load %scalars[0] : memref<2xf64>
  %beta = affine.load %scalars[1] : memref<2xf64>
  %C = memref.alloc() : memref<5x11xf64>
  %A = memref.alloc() : memref<5x7xf64>
  %B = memref.alloc() : memref<7x11xf64>
  affine.for %i = 0 to 5 {
    affine.for %j = 0 to 11 {
      %0 = affine.apply affine_map<(d0, d1) -> ((d0 * 4 + d1 * 3 + 1) mod 5 - 2)>(%i, %j)
      %1 = arith.index_cast %0 : index to i64
      %2 = arith.sitofp %1 : i64 to f64
      affine.store %2, %C[%i, %j] : memref<5x11xf64>
    }
  }
  affine.for %i = 0 to 5 {
    affine.for %j = 0 to 7 {
      %3 = affine.apply affine_map<(d0, d1) -> ((d0 * 3 + d1 * 5 + 2) mod 7 - 3)>(%i, %j)
      %4 = arith.index_cast %3 : index to i64
      %5 = arith.sitofp %4 : i64 to f64
      affine.store %5, %A[%i, %j] : memref<5x7xf64>
    }
  }
  affine.for %i = 0 to 7 {
    affine.for %j = 0 to 11 {
      %6 = affine.apply affine_map<(d0, d1) -> ((d0 * 2 + d1 * 3 + 1) mod 9 - 4)>(%i, %j)
      %7 = arith.index_cast %6 : index to i64
      %8 = arith.sitofp %7 : i64 to f64
      affine.store %8, %B[%i, %j] : memref<7x11xf64>
    }
  }
  affine.for %i = 0 to 5 {
    affine.for %j = 0 to 11 {
      %9 = affine.load %C[%i, %j] : memref<5x11xf64>
      %10 = arith.mulf %9, %beta : f64
      affine.store %10, %C[%i, %j] : memref<5x11xf64>
    }
    affine.for %k = 0 to 7 {
      affine.for %j = 0 to 11 {
        %11 = affine.load %C[%i, %j] : memref<5x11xf64>
        %12 = affine.load %A[%i, %k] : memref<5x7xf64>
        %13 = arith.mulf %alpha, %12 : f64
        %14 = affine.load %B[%k, %j] : memref<7x11xf64>
        %15 = arith.mulf %13, %14 : f64
        %16 = arith.addf %11, %15 : f64
        affine.store %16, %C[%i, %j] : memref<5x11xf64>
      }
    }
  }
  affine.for %d0 = 0 to 5 {
    affine.for %d1 = 0 to 11 {
      %17 = affine.load %C[%d0, %d1] : memref<5x11xf64>
      vector.print %17 : f64 punctuation <comma>
    }
    vector.print punctuation <newline>
  }
  %18 = arith.constant 0 : i64
  %19 = arith.constant 31 : i64
  %20 = affine.for %d0 = 0 to 5 iter_args(%h1 = %18) -> (i64) {
    %21 = affine.for %d1 = 0 to 11 iter_args(%h2 = %h1) -> (i64) {
      %22 = affine.load %C[%d0, %d1] : memref<5x11xf64>
      %23 = arith.bitcast %22 : f64 to i64
      %24 = arith.muli %h2, %19 : i64
      %25 = arith.addi %24, %23 : i64
      affine.yield %25 : i64
    }
    affine.yield %21 : i64
  }
  memref.dealloc %C : memref<5x11xf64>
  memref.dealloc %A : memref<5x7xf64>
  memref.dealloc %B : memref<7x11xf64>
  return %20 : i64
}

// CHECK: 28, 34, 30, 26, 32, 28, 34, 30, 26, 32, 28,
// CHECK-NEXT: -7, -82, 49, 1, -84, 47, -1, -86, 55, -3, -88,
// CHECK-NEXT: 31, 54, -58, 29, 52, -50, 27, 50, -52, 25, 58,
// CHECK-NEXT: 17, -41, -8, 15, -43, -10, 13, -35, -12, 11, -37,
// CHECK-NEXT: -39, 11, -10, -41, 19, -12, -43, 17, -14, -35, 15,
// CHECK-NEXT: 7653726829227802624 : i64
