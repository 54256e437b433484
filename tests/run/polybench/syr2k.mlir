// The kernel syr2k of PolyBench, written anew, with dynamic extents: the lower part of C = alpha * (A * transposed B
// + B * transposed A) + beta * C.
// RUN: terrace run %s | FileCheck %s

memref.global @sizes : memref<2xindex> = dense<[7, 5]>
memref.global @scalars : memref<2xf64> = dense<[3.0, 2.0]>

func.func private @init(%n: index, %m: index, %C: memref<?x?xf64>, %A: memref<?x?xf64>, %B: memref<?x?xf64>) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      %0 = affine.apply affine_map<(d0, d1) -> ((d0 * 4 + d1 * 3 + 1) mod 5 - 2)>(%i, %j)
      %1 = arith.index_cast %0 : index to i64
      %2 = arith.sitofp %1 : i64 to f64
      affine.store %2, %C[%i, %j] : memref<?x?xf64>
    }
  }
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %m {
      %3 = affine.apply affine_map<(d0, d1) -> ((d0 * 3 + d1 * 5 + 2) mod 7 - 3)>(%i, %j)
      %4 = arith.index_cast %3 : index to i64
      %5 = arith.sitofp %4 : i64 to f64
      affine.store %5, %A[%i, %j] : memref<?x?xf64>
    }
  }
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %m {
      %6 = affine.apply affine_map<(d0, d1) -> ((d0 * 2 + d1 * 3 + 1) mod 9 - 4)>(%i, %j)
      %7 = arith.index_cast %6 : index to i64
      %8 = arith.sitofp %7 : i64 to f64
      affine.store %8, %B[%i, %j] : memref<?x?xf64>
    }
  }
  return
}

func.func private @kernel_syr2k(%n: index, %m: index, %alpha: f64, %beta: f64, %C: memref<?x?xf64>, %A: memref<?x?xf64>, %B: memref<?x?xf64>) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
      %0 = affine.load %C[%i, %j] : memref<?x?xf64>
      %1 = arith.mulf %0, %beta : f64
      affine.store %1, %C[%i, %j] : memref<?x?xf64>
    }
    affine.for %k = 0 to %m {
      affine.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
        %2 = affine.load %C[%i, %j] : memref<?x?xf64>
        %3 = affine.load %A[%j, %k] : memref<?x?xf64>
        %4 = arith.mulf %3, %alpha : f64
        %5 = affine.load %B[%i, %k] : memref<?x?xf64>
        %6 = arith.mulf %4, %5 : f64
        %7 = affine.load %B[%j, %k] : memref<?x?xf64>
        %8 = arith.mulf %7, %alpha : f64
        %9 = affine.load %A[%i, %k] : memref<?x?xf64>
        %10 = arith.mulf %8, %9 : f64
        %11 = arith.addf %6, %10 : f64
        %12 = arith.addf %2, %11 : f64
        affine.store %12, %C[%i, %j] : memref<?x?xf64>
      }
    }
  }
  return
}

func.func @main() -> i64 {
  %sizes = memref.get_global @sizes : memref<2xindex>
  %n = affine.load %sizes[0] : memref<2xindex>
  %m = affine.load %sizes[1] : memref<2xindex>
  %scalars = memref.get_global @scalars : memref<2xf64>
  %alpha = affine.load %scalars[0] : memref<2xf64>
  %beta = affine.load %scalars[1] : memref<2xf64>
  %C = memref.alloc(%n, %n) : memref<?x?xf64>
  %A = memref.alloc(%n, %m) : memref<?x?xf64>
  %B = memref.alloc(%n, %m) : memref<?x?xf64>
  call @init(%n, %m, %C, %A, %B) : (index, index, memref<?x?xf64>, memref<?x?xf64>, memref<?x?xf64>) -> ()
  call @kernel_syr2k(%n, %m, %alpha, %beta, %C, %A, %B) : (index, index, f64, f64, memref<?x?xf64>, memref<?x?xf64>, memref<?x?xf64>) -> ()
  affine.for %d0 = 0 to %n {
    affine.for %d1 = 0 to %n {
      %0 = affine.load %C[%d0, %d1] : memref<?x?xf64>
      vector.print %0 : f64 punctuation <comma>
    }
    vector.print punctuation <newline>
  }
  %1 = arith.constant 0 : i64
  %2 = arith.constant 31 : i64
  %3 = affine.for %d0 = 0 to %n iter_args(%h1 = %1) -> (i64) {
    %4 = affine.for %d1 = 0 to %n iter_args(%h2 = %h1) -> (i64) {
      %5 = affine.load %C[%d0, %d1] : memref<?x?xf64>
      %6 = arith.bitcast %5 : f64 to i64
      %7 = arith.muli %h2, %2 : i64
      %8 = arith.addi %7, %6 : i64
      affine.yield %8 : i64
    }
    affine.yield %4 : i64
  }
  memref.dealloc %C : memref<?x?xf64>
  memref.dealloc %A : memref<?x?xf64>
  memref.dealloc %B : memref<?x?xf64>
  return %3 : i64
}

// CHECK: 52, 2, 0, -2, 1, -1, 2,
// CHECK-NEXT: -118, 32, -1, 2, 0, -2, 1,
// CHECK-NEXT: -35, 36, -34, 1, -1, 2, 0,
// CHECK-NEXT: -16, 55, -8, 72, -2, 1, -1,
// CHECK-NEXT: 84, -34, 89, -143, 94, 0, -2,
// CHECK-NEXT: 31, -104, -21, -25, 62, 40, 2,
// CHECK-NEXT: -76, 59, 31, -5, 30, -61, 74,
// CHECK-NEXT: 2277941802147250176 : i64
