// The kernel doitgen of PolyBench, written anew, on open arrays, as those of C: a tensor times a matrix.
// RUN: terrace run %s | FileCheck %s


func.func private @init(%A: memref<?x5x7xf64>, %C4: memref<?x7xf64>, %sum: memref<?xf64>) {
  affine.for %i = 0 to 3 {
    affine.for %j = 0 to 5 {
      affine.for %l = 0 to 7 {
        %0 = affine.apply affine_map<(d0, d1, d2) -> ((d0 * 3 + d1 * 5 + d2 * 2) mod 9 - 4)>(%i, %j, %l)
        %1 = arith.index_cast %0 : index to i64
        %2 = arith.sitofp %1 : i64 to f64
        affine.store %2, %A[%i, %j, %l] : memref<?x5x7xf64>
      }
    }
  }
  affine.for %i = 0 to 7 {
    affine.for %j = 0 to 7 {
      %3 = affine.apply affine_map<(d0, d1) -> ((d0 * 2 + d1 * 3 + 1) mod 7 - 3)>(%i, %j)
      %4 = arith.index_cast %3 : index to i64
      %5 = arith.sitofp %4 : i64 to f64
      affine.store %5, %C4[%i, %j] : memref<?x7xf64>
    }
  }
  return
}

func.func private @kernel_doitgen(%A: memref<?x5x7xf64>, %C4: memref<?x7xf64>, %sum: memref<?xf64>) {
  affine.for %r = 0 to 3 {
    affine.for %q = 0 to 5 {
      affine.for %p = 0 to 7 {
        %0 = arith.constant 0.0 : f64
        affine.store %0, %sum[%p] : memref<?xf64>
        affine.for %s = 0 to 7 {
          %1 = affine.load %sum[%p] : memref<?xf64>
          %2 = affine.load %A[%r, %q, %s] : memref<?x5x7xf64>
          %3 = affine.load %C4[%s, %p] : memref<?x7xf64>
          %4 = arith.mulf %2, %3 : f64
          %5 = arith.addf %1, %4 : f64
          affine.store %5, %sum[%p] : memref<?xf64>
        }
      }
      affine.for %p = 0 to 7 {
        %6 = affine.load %sum[%p] : memref<?xf64>
        affine.store %6, %A[%r, %q, %p] : memref<?x5x7xf64>
      }
    }
  }
  return
}

func.func @main() -> i64 {
  %A = memref.alloc() : memref<3x5x7xf64>
  %A_open = memref.cast %A : memref<3x5x7xf64> to memref<?x5x7xf64>
  %C4 = memref.alloc() : memref<7x7xf64>
  %C4_open = memref.cast %C4 : memref<7x7xf64> to memref<?x7xf64>
  %sum = memref.alloc() : memref<7xf64>
  %sum_open = memref.cast %sum : memref<7xf64> to memref<?xf64>
  call @init(%A_open, %C4_open, %sum_open) : (memref<?x5x7xf64>, memref<?x7xf64>, memref<?xf64>) -> ()
  call @kernel_doitgen(%A_open, %C4_open, %sum_open) : (memref<?x5x7xf64>, memref<?x7xf64>, memref<?xf64>) -> ()
  affine.for %d0 = 0 to 3 {
    affine.for %d1 = 0 to 5 {
      affine.for %d2 = 0 to 7 {
        %0 = affine.load %A[%d0, %d1, %d2] : memref<3x5x7xf64>
        vector.print %0 : f64 punctuation <comma>
      }
      vector.print punctuation <newline>
    }
    vector.print punctuation <newline>
  }
  %1 = arith.constant 0 : i64
  %2 = arith.constant 31 : i64
  %3 = affine.for %d0 = 0 to 3 iter_args(%h1 = %1) -> (i64) {
    %4 = affine.for %d1 = 0 to 5 iter_args(%h2 = %h1) -> (i64) {
      %5 = affine.for %d2 = 0 to 7 iter_args(%h3 = %h2) -> (i64) {
        %6 = affine.load %A[%d0, %d1, %d2] : memref<3x5x7xf64>
        %7 = arith.bitcast %6 : f64 to i64
        %8 = arith.muli %h3, %2 : i64
        %9 = arith.addi %8, %7 : i64
        affine.yield %9 : i64
      }
      affine.yield %5 : i64
    }
    affine.yield %4 : i64
  }
  memref.dealloc %A : memref<3x5x7xf64>
  memref.dealloc %C4 : memref<7x7xf64>
  memref.dealloc %sum : memref<7xf64>
  return %3 : i64
}

// CHECK: -8, 8, 10, -9, -14, -5, 18,
// CHECK-NEXT: 10, 8, -8, 18, -5, -14, -9,
// CHECK-NEXT: 1, -10, 28, -18, 13, -5, -9,
// CHECK-NEXT: -17, 17, -26, 36, -14, 13, -9,
// CHECK-NEXT: 1, -10, 28, -18, 13, -5, -9,
// CHECK-EMPTY:
// CHECK-NEXT: 28, -10, 1, -9, -5, 13, -18,
// CHECK-NEXT: -26, 17, -17, -9, 13, -14, 36,
// CHECK-NEXT: 28, -10, 1, -9, -5, 13, -18,
// CHECK-NEXT: -8, 8, 10, -9, -14, -5, 18,
// CHECK-NEXT: 10, 8, -8, 18, -5, -14, -9,
// CHECK-EMPTY:
// CHECK-NEXT: -17, 17, -26, 36, -14, 13, -9,
// CHECK-NEXT: 1, -10, 28, -18, 13, -5, -9,
// CHECK-NEXT: -17, -10, -17, 18, 4, 4, 18,
// CHECK-NEXT: 28, -10, 1, -9, -5, 13, -18,
// CHECK-NEXT: -26, 17, -17, -9, 13, -14, 36,
// CHECK-EMPTY:
// CHECK-NEXT: -4965781539129393152 : i64
