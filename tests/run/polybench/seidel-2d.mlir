// The kernel seidel-2d of PolyBench, written anew, on open arrays, as those of C: a stencil of nine points in place.
// RUN: terrace run %s | FileCheck %s


func.func private @init(%A: memref<?x9xf64>) {
  affine.for %i = 0 to 9 {
    affine.for %j = 0 to 9 {
      %0 = affine.apply affine_map<(d0, d1) -> ((d0 * 5 + d1 * 3 + 2) mod 11)>(%i, %j)
      %1 = arith.index_cast %0 : index to i64
      %2 = arith.sitofp %1 : i64 to f64
      affine.store %2, %A[%i, %j] : memref<?x9xf64>
    }
  }
  return
}

func.func private @kernel_seidel_2d(%A: memref<?x9xf64>) {
  affine.for %t = 0 to 3 {
    affine.for %i = 1 to 8 {
      affine.for %j = 1 to 8 {
        %0 = affine.load %A[%i - 1, %j - 1] : memref<?x9xf64>
        %1 = affine.load %A[%i - 1, %j] : memref<?x9xf64>
        %2 = arith.addf %0, %1 : f64
        %3 = affine.load %A[%i - 1, %j + 1] : memref<?x9xf64>
        %4 = arith.addf %2, %3 : f64
        %5 = affine.load %A[%i, %j - 1] : memref<?x9xf64>
        %6 = arith.addf %4, %5 : f64
        %7 = affine.load %A[%i, %j] : memref<?x9xf64>
        %8 = arith.addf %6, %7 : f64
        %9 = affine.load %A[%i, %j + 1] : memref<?x9xf64>
        %10 = arith.addf %8, %9 : f64
        %11 = affine.load %A[%i + 1, %j - 1] : memref<?x9xf64>
        %12 = arith.addf %10, %11 : f64
        %13 = affine.load %A[%i + 1, %j] : memref<?x9xf64>
        %14 = arith.addf %12, %13 : f64
        %15 = affine.load %A[%i + 1, %j + 1] : memref<?x9xf64>
        %16 = arith.addf %14, %15 : f64
        %17 = arith.constant 9.0 : f64
        %18 = arith.divf %16, %17 : f64
        affine.store %18, %A[%i, %j] : memref<?x9xf64>
      }
    }
  }
  return
}

func.func @main() -> i64 {
  %A = memref.alloc() : memref<9x9xf64>
  %A_open = memref.cast %A : memref<9x9xf64> to memref<?x9xf64>
  call @init(%A_open) : (memref<?x9xf64>) -> ()
  call @kernel_seidel_2d(%A_open) : (memref<?x9xf64>) -> ()
  affine.for %d0 = 0 to 9 {
    affine.for %d1 = 0 to 9 {
      %0 = affine.load %A[%d0, %d1] : memref<9x9xf64>
      vector.print %0 : f64 punctuation <comma>
    }
    vector.print punctuation <newline>
  }
  %1 = arith.constant 0 : i64
  %2 = arith.constant 31 : i64
  %3 = affine.for %d0 = 0 to 9 iter_args(%h1 = %1) -> (i64) {
    %4 = affine.for %d1 = 0 to 9 iter_args(%h2 = %h1) -> (i64) {
      %5 = affine.load %A[%d0, %d1] : memref<9x9xf64>
      %6 = arith.bitcast %5 : f64 to i64
      %7 = arith.muli %h2, %2 : i64
      %8 = arith.addi %7, %6 : i64
      affine.yield %8 : i64
    }
    affine.yield %4 : i64
  }
  memref.dealloc %A : memref<9x9xf64>
  return %3 : i64
}

// CHECK: 2, 5, 8, 0, 3, 6, 9, 1, 4,
// CHECK-NEXT: 7, 4.72221, 4.6574, 4.39099, 4.24264, 5.34283, 5.28162, 5.23969, 9,
// CHECK-NEXT: 1, 4.62236, 4.63914, 4.75164, 4.92563, 5.09188, 5.27694, 5.77502, 3,
// CHECK-NEXT: 6, 3.69666, 4.50216, 4.7606, 4.94417, 5.11613, 5.26636, 4.99136, 8,
// CHECK-NEXT: 0, 4.1358, 4.49186, 4.7142, 4.86215, 4.98356, 4.99618, 5.21645, 2,
// CHECK-NEXT: 5, 4.89861, 4.8451, 4.8225, 4.82774, 4.8469, 4.81761, 4.28965, 7,
// CHECK-NEXT: 10, 5.57333, 5.17461, 5.07274, 5.07057, 4.92533, 4.66803, 4.57765, 1,
// CHECK-NEXT: 4, 5.46958, 4.88182, 5.83445, 5.61597, 5.22939, 4.8114, 4.252, 6,
// CHECK-NEXT: 9, 1, 4, 7, 10, 2, 5, 8, 0,
// CHECK-NEXT: -2595613283865305785 : i64
