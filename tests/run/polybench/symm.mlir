// The kernel symm of PolyBench, written anew, on open arrays, as those of C: C = alpha * A * B + beta * C, of A,
// which is symmetric, the lower part.
// RUN: terrace run %s | FileCheck %s

memref.global @scalars : memref<2xf64> = dense<[3.0, 2.0]>

func.func private @init(%C: memref<?x7xf64>, %A: memref<?x6xf64>, %B: memref<?x7xf64>) {
  affine.for %i = 0 to 6 {
    affine.for %j = 0 to 7 {
      %0 = affine.apply affine_map<(d0, d1) -> ((d0 * 4 + d1 * 3 + 1) mod 5 - 2)>(%i, %j)
      %1 = arith.index_cast %0 : index to i64
      %2 = arith.sitofp %1 : i64 to f64
      affine.store %2, %C[%i, %j] : memref<?x7xf64>
    }
  }
  affine.for %i = 0 to 6 {
    affine.for %j = 0 to 7 {
      %3 = affine.apply affine_map<(d0, d1) -> ((d0 * 2 + d1 * 3 + 1) mod 9 - 4)>(%i, %j)
      %4 = arith.index_cast %3 : index to i64
      %5 = arith.sitofp %4 : i64 to f64
      affine.store %5, %B[%i, %j] : memref<?x7xf64>
    }
  }
  affine.for %i = 0 to 6 {
    affine.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
      %6 = affine.apply affine_map<(d0, d1) -> ((d0 * 3 + d1 * 5 + 2) mod 7 - 3)>(%i, %j)
      %7 = arith.index_cast %6 : index to i64
      %8 = arith.sitofp %7 : i64 to f64
      affine.store %8, %A[%i, %j] : memref<?x6xf64>
    }
    affine.for %j = affine_map<(d0) -> (d0 + 1)>(%i) to 6 {
      %9 = arith.constant -999.0 : f64
      affine.store %9, %A[%i, %j] : memref<?x6xf64>
    }
  }
  return
}

func.func private @kernel_symm(%alpha: f64, %beta: f64, %C: memref<?x7xf64>, %A: memref<?x6xf64>, %B: memref<?x7xf64>) {
  affine.for %i = 0 to 6 {
    affine.for %j = 0 to 7 {
      %0 = arith.constant 0.0 : f64
      %1 = affine.for %k = 0 to affine_map<(d0) -> (d0)>(%i) iter_args(%t1 = %0) -> (f64) {
        %2 = affine.load %C[%k, %j] : memref<?x7xf64>
        %3 = affine.load %B[%i, %j] : memref<?x7xf64>
        %4 = arith.mulf %alpha, %3 : f64
        %5 = affine.load %A[%i, %k] : memref<?x6xf64>
        %6 = arith.mulf %4, %5 : f64
        %7 = arith.addf %2, %6 : f64
        affine.store %7, %C[%k, %j] : memref<?x7xf64>
        %8 = affine.load %B[%k, %j] : memref<?x7xf64>
        %9 = affine.load %A[%i, %k] : memref<?x6xf64>
        %10 = arith.mulf %8, %9 : f64
        %11 = arith.addf %t1, %10 : f64
        affine.yield %11 : f64
      }
      %12 = affine.load %C[%i, %j] : memref<?x7xf64>
      %13 = arith.mulf %beta, %12 : f64
      %14 = affine.load %B[%i, %j] : memref<?x7xf64>
      %15 = arith.mulf %alpha, %14 : f64
      %16 = affine.load %A[%i, %i] : memref<?x6xf64>
      %17 = arith.mulf %15, %16 : f64
      %18 = arith.addf %13, %17 : f64
      %19 = arith.mulf %alpha, %1 : f64
      %20 = arith.addf %18, %19 : f64
      affine.store %20, %C[%i, %j] : memref<?x7xf64>
    }
  }
  return
}

func.func @main() -> i64 {
  %scalars = memref.get_global @scalars : memref<2xf64>
  %alpha = affine.load %scalars[0] : memref<2xf64>
  %beta = affine.load %scalars[1] : memref<2xf64>
  %C = memref.alloc() : memref<6x7xf64>
  %C_open = memref.cast %C : memref<6x7xf64> to memref<?x7xf64>
  %A = memref.alloc() : memref<6x6xf64>
  %A_open = memref.cast %A : memref<6x6xf64> to memref<?x6xf64>
  %B = memref.alloc() : memref<6x7xf64>
  %B_open = memref.cast %B : memref<6x7xf64> to memref<?x7xf64>
  call @init(%C_open, %A_open, %B_open) : (memref<?x7xf64>, memref<?x6xf64>, memref<?x7xf64>) -> ()
  call @kernel_symm(%alpha, %beta, %C_open, %A_open, %B_open) : (f64, f64, memref<?x7xf64>, memref<?x6xf64>, memref<?x7xf64>) -> ()
  affine.for %d0 = 0 to 6 {
    affine.for %d1 = 0 to 7 {
      %0 = affine.load %C[%d0, %d1] : memref<6x7xf64>
      vector.print %0 : f64 punctuation <comma>
    }
    vector.print punctuation <newline>
  }
  %1 = arith.constant 0 : i64
  %2 = arith.constant 31 : i64
  %3 = affine.for %d0 = 0 to 6 iter_args(%h1 = %1) -> (i64) {
    %4 = affine.for %d1 = 0 to 7 iter_args(%h2 = %h1) -> (i64) {
      %5 = affine.load %C[%d0, %d1] : memref<6x7xf64>
      %6 = arith.bitcast %5 : f64 to i64
      %7 = arith.muli %h2, %2 : i64
      %8 = arith.addi %7, %6 : i64
      affine.yield %8 : i64
    }
    affine.yield %4 : i64
  }
  memref.dealloc %C : memref<6x7xf64>
  memref.dealloc %A : memref<6x6xf64>
  memref.dealloc %B : memref<6x7xf64>
  return %3 : i64
}

// CHECK: 40, -8, -39, 38, -10, -41, 46,
// CHECK-NEXT: -34, 35, -14, -26, 33, -16, -28,
// CHECK-NEXT: -29, 66, -28, -31, 64, -20, -33,
// CHECK-NEXT: 23, -53, 43, 21, -55, 41, 19,
// CHECK-NEXT: -27, 14, -43, -29, 22, -45, -31,
// CHECK-NEXT: 52, 13, -36, 50, 11, -38, 58,
// CHECK-NEXT: -7464997857343307776 : i64
