// The kernel jacobi-2d of PolyBench, written anew, with dynamic extents: a stencil of five points.
// RUN: terrace run %s | FileCheck %s

memref.global @sizes : memref<2xindex> = dense<[9, 3]>

func.func private @init(%n: index, %ts: index, %A: memref<?x?xf64>, %B: memref<?x?xf64>) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      %0 = affine.apply affine_map<(d0, d1) -> ((d0 * 5 + d1 * 3 + 2) mod 11)>(%i, %j)
      %1 = arith.index_cast %0 : index to i64
      %2 = arith.sitofp %1 : i64 to f64
      affine.store %2, %A[%i, %j] : memref<?x?xf64>
    }
  }
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      %3 = affine.apply affine_map<(d0, d1) -> ((d0 * 2 + d1 * 7 + 3) mod 11)>(%i, %j)
      %4 = arith.index_cast %3 : index to i64
      %5 = arith.sitofp %4 : i64 to f64
      affine.store %5, %B[%i, %j] : memref<?x?xf64>
    }
  }
  return
}

func.func private @kernel_jacobi_2d(%n: index, %ts: index, %A: memref<?x?xf64>, %B: memref<?x?xf64>) {
  affine.for %t = 0 to %ts {
    affine.for %i = 1 to affine_map<()[s0] -> (s0 - 1)>()[%n] {
      affine.for %j = 1 to affine_map<()[s0] -> (s0 - 1)>()[%n] {
        %0 = arith.constant 0.2 : f64
        %1 = affine.load %A[%i, %j] : memref<?x?xf64>
        %2 = affine.load %A[%i, %j - 1] : memref<?x?xf64>
        %3 = arith.addf %1, %2 : f64
        %4 = affine.load %A[%i, %j + 1] : memref<?x?xf64>
        %5 = arith.addf %3, %4 : f64
        %6 = affine.load %A[%i + 1, %j] : memref<?x?xf64>
        %7 = arith.addf %5, %6 : f64
        %8 = affine.load %A[%i - 1, %j] : memref<?x?xf64>
        %9 = arith.addf %7, %8 : f64
        %10 = arith.mulf %0, %9 : f64
        affine.store %10, %B[%i, %j] : memref<?x?xf64>
      }
    }
    affine.for %i = 1 to affine_map<()[s0] -> (s0 - 1)>()[%n] {
      affine.for %j = 1 to affine_map<()[s0] -> (s0 - 1)>()[%n] {
        %11 = arith.constant 0.2 : f64
        %12 = affine.load %B[%i, %j] : memref<?x?xf64>
        %13 = affine.load %B[%i, %j - 1] : memref<?x?xf64>
        %14 = arith.addf %12, %13 : f64
        %15 = affine.load %B[%i, %j + 1] : memref<?x?xf64>
        %16 = arith.addf %14, %15 : f64
        %17 = affine.load %B[%i + 1, %j] : memref<?x?xf64>
        %18 = arith.addf %16, %17 : f64
        %19 = affine.load %B[%i - 1, %j] : memref<?x?xf64>
        %20 = arith.addf %18, %19 : f64
        %21 = arith.mulf %11, %20 : f64
        affine.store %21, %A[%i, %j] : memref<?x?xf64>
      }
    }
  }
  return
}

func.func @main() -> i64 {
  %sizes = memref.get_global @sizes : memref<2xindex>
  %n = affine.load %sizes[0] : memref<2xindex>
  %ts = affine.load %sizes[1] : memref<2xindex>
  %A = memref.alloc(%n, %n) : memref<?x?xf64>
  %B = memref.alloc(%n, %n) : memref<?x?xf64>
  call @init(%n, %ts, %A, %B) : (index, index, memref<?x?xf64>, memref<?x?xf64>) -> ()
  call @kernel_jacobi_2d(%n, %ts, %A, %B) : (index, index, memref<?x?xf64>, memref<?x?xf64>) -> ()
  affine.for %d0 = 0 to %n {
    affine.for %d1 = 0 to %n {
      %0 = affine.load %A[%d0, %d1] : memref<?x?xf64>
      vector.print %0 : f64 punctuation <comma>
    }
    vector.print punctuation <newline>
  }
  %1 = arith.constant 0 : i64
  %2 = arith.constant 31 : i64
  %3 = affine.for %d0 = 0 to %n iter_args(%h1 = %1) -> (i64) {
    %4 = affine.for %d1 = 0 to %n iter_args(%h2 = %h1) -> (i64) {
      %5 = affine.load %A[%d0, %d1] : memref<?x?xf64>
      %6 = arith.bitcast %5 : f64 to i64
      %7 = arith.muli %h2, %2 : i64
      %8 = arith.addi %7, %6 : i64
      affine.yield %8 : i64
    }
    affine.yield %4 : i64
  }
  memref.dealloc %A : memref<?x?xf64>
  memref.dealloc %B : memref<?x?xf64>
  return %3 : i64
}

// CHECK: 2, 5, 8, 0, 3, 6, 9, 1, 4,
// CHECK-NEXT: 7, 6.35149, 5.49581, 4.36883, 5.65318, 5.16614, 4.45197, 6.03027, 9,
// CHECK-NEXT: 1, 5.68531, 5.30234, 5.01056, 5.06528, 5.18157, 5.32794, 5.85536, 3,
// CHECK-NEXT: 6, 5.5744, 5.11181, 5.10758, 5.17786, 5.22214, 5.32122, 6.17862, 8,
// CHECK-NEXT: 0, 3.54534, 4.56826, 4.87981, 5.03328, 5.05805, 4.95814, 4.29056, 2,
// CHECK-NEXT: 5, 4.04826, 4.55629, 4.82918, 4.87123, 4.96416, 4.95155, 4.27302, 7,
// CHECK-NEXT: 10, 4.4489, 4.89536, 4.83885, 5.19046, 4.81062, 4.76538, 4.9449, 1,
// CHECK-NEXT: 4, 4.80038, 3.59245, 5.60634, 4.72064, 6.16992, 5.23789, 4.76147, 6,
// CHECK-NEXT: 9, 1, 4, 7, 10, 2, 5, 8, 0,
// CHECK-NEXT: 7890737007749287778 : i64
