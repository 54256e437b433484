// The kernel trmm of PolyBench, written anew, on open arrays, as those of C: B = alpha * transposed A * B, where A
// has ones on the diagonal, and zeros above it.
// RUN: terrace run %s | FileCheck %s

memref.global @scalars : memref<1xf64> = dense<[3.0]>

func.func private @init(%A: memref<?x7xf64>, %B: memref<?x6xf64>) {
  affine.for %i = 0 to 7 {
    affine.for %j = 0 to 7 {
      %0 = affine.apply affine_map<(d0, d1) -> ((d0 * 3 + d1 * 5 + 2) mod 7 - 3)>(%i, %j)
      %1 = arith.index_cast %0 : index to i64
      %2 = arith.sitofp %1 : i64 to f64
      affine.store %2, %A[%i, %j] : memref<?x7xf64>
    }
  }
  affine.for %i = 0 to 7 {
    affine.for %j = 0 to 6 {
      %3 = affine.apply affine_map<(d0, d1) -> ((d0 * 2 + d1 * 3 + 1) mod 9 - 4)>(%i, %j)
      %4 = arith.index_cast %3 : index to i64
      %5 = arith.sitofp %4 : i64 to f64
      affine.store %5, %B[%i, %j] : memref<?x6xf64>
    }
  }
  return
}

func.func private @kernel_trmm(%alpha: f64, %A: memref<?x7xf64>, %B: memref<?x6xf64>) {
  affine.for %i = 0 to 7 {
    affine.for %j = 0 to 6 {
      affine.for %k = affine_map<(d0) -> (d0 + 1)>(%i) to 7 {
        %0 = affine.load %B[%i, %j] : memref<?x6xf64>
        %1 = affine.load %A[%k, %i] : memref<?x7xf64>
        %2 = affine.load %B[%k, %j] : memref<?x6xf64>
        %3 = arith.mulf %1, %2 : f64
        %4 = arith.addf %0, %3 : f64
        affine.store %4, %B[%i, %j] : memref<?x6xf64>
      }
      %5 = affine.load %B[%i, %j] : memref<?x6xf64>
      %6 = arith.mulf %alpha, %5 : f64
      affine.store %6, %B[%i, %j] : memref<?x6xf64>
    }
  }
  return
}

func.func @main() -> i64 {
  %scalars = memref.get_global @scalars : memref<1xf64>
  %alpha = affine.load %scalars[0] : memref<1xf64>
  %A = memref.alloc() : memref<7x7xf64>
  %A_open = memref.cast %A : memref<7x7xf64> to memref<?x7xf64>
  %B = memref.alloc() : memref<7x6xf64>
  %B_open = memref.cast %B : memref<7x6xf64> to memref<?x6xf64>
  call @init(%A_open, %B_open) : (memref<?x7xf64>, memref<?x6xf64>) -> ()
  call @kernel_trmm(%alpha, %A_open, %B_open) : (f64, memref<?x7xf64>, memref<?x6xf64>) -> ()
  affine.for %d0 = 0 to 7 {
    affine.for %d1 = 0 to 6 {
      %0 = affine.load %B[%d0, %d1] : memref<7x6xf64>
      vector.print %0 : f64 punctuation <comma>
    }
    vector.print punctuation <newline>
  }
  %1 = arith.constant 0 : i64
  %2 = arith.constant 31 : i64
  %3 = affine.for %d0 = 0 to 7 iter_args(%h1 = %1) -> (i64) {
    %4 = affine.for %d1 = 0 to 6 iter_args(%h2 = %h1) -> (i64) {
      %5 = affine.load %B[%d0, %d1] : memref<7x6xf64>
      %6 = arith.bitcast %5 : f64 to i64
      %7 = arith.muli %h2, %2 : i64
      %8 = arith.addi %7, %6 : i64
      affine.yield %8 : i64
    }
    affine.yield %4 : i64
  }
  memref.dealloc %A : memref<7x7xf64>
  memref.dealloc %B : memref<7x6xf64>
  return %3 : i64
}

// CHECK: 24, 15, -48, 24, 15, -48,
// CHECK-NEXT: -15, 48, -51, -15, 48, -51,
// CHECK-NEXT: -42, 39, 39, -42, 39, 39,
// CHECK-NEXT: 27, -27, 27, 27, -27, 27,
// CHECK-NEXT: -6, 12, -24, -6, 12, -24,
// CHECK-NEXT: -6, 3, 12, -6, 3, 12,
// CHECK-NEXT: 0, 9, -9, 0, 9, -9,
// CHECK-NEXT: 2058145029708316672 : i64
