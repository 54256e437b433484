// The kernel gesummv of PolyBench, written anew, with dynamic extents: y = alpha * A * x + beta * B * x.
// RUN: terrace run %s | FileCheck %s

memref.global @sizes : memref<1xindex> = dense<[11]>
memref.global @scalars : memref<2xf64> = dense<[3.0, 2.0]>

func.func private @init(%n: index, %A: memref<?x?xf64>, %B: memref<?x?xf64>, %tmp: memref<?xf64>, %x: memref<?xf64>, %y: memref<?xf64>) {
  affine.for %i = 0 to %n {
    %0 = affine.apply affine_map<(d0) -> ((d0 * 5 + 2) mod 7 - 3)>(%i)
    %1 = arith.index_cast %0 : index to i64
    %2 = arith.sitofp %1 : i64 to f64
    affine.store %2, %x[%i] : memref<?xf64>
  }
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      %3 = affine.apply affine_map<(d0, d1) -> ((d0 * 3 + d1 * 4 + 1) mod 9 - 4)>(%i, %j)
      %4 = arith.index_cast %3 : index to i64
      %5 = arith.sitofp %4 : i64 to f64
      affine.store %5, %A[%i, %j] : memref<?x?xf64>
    }
  }
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      %6 = affine.apply affine_map<(d0, d1) -> ((d0 * 2 + d1 * 5 + 3) mod 8 - 3)>(%i, %j)
      %7 = arith.index_cast %6 : index to i64
      %8 = arith.sitofp %7 : i64 to f64
      affine.store %8, %B[%i, %j] : memref<?x?xf64>
    }
  }
  return
}

func.func private @kernel_gesummv(%n: index, %alpha: f64, %beta: f64, %A: memref<?x?xf64>, %B: memref<?x?xf64>, %tmp: memref<?xf64>, %x: memref<?xf64>, %y: memref<?xf64>) {
  affine.for %i = 0 to %n {
    %0 = arith.constant 0.0 : f64
    affine.store %0, %tmp[%i] : memref<?xf64>
    %1 = arith.constant 0.0 : f64
    affine.store %1, %y[%i] : memref<?xf64>
    affine.for %j = 0 to %n {
      %2 = affine.load %tmp[%i] : memref<?xf64>
      %3 = affine.load %A[%i, %j] : memref<?x?xf64>
      %4 = affine.load %x[%j] : memref<?xf64>
      %5 = arith.mulf %3, %4 : f64
      %6 = arith.addf %2, %5 : f64
      affine.store %6, %tmp[%i] : memref<?xf64>
      %7 = affine.load %y[%i] : memref<?xf64>
      %8 = affine.load %B[%i, %j] : memref<?x?xf64>
      %9 = affine.load %x[%j] : memref<?xf64>
      %10 = arith.mulf %8, %9 : f64
      %11 = arith.addf %7, %10 : f64
      affine.store %11, %y[%i] : memref<?xf64>
    }
    %12 = affine.load %tmp[%i] : memref<?xf64>
    %13 = arith.mulf %alpha, %12 : f64
    %14 = affine.load %y[%i] : memref<?xf64>
    %15 = arith.mulf %beta, %14 : f64
    %16 = arith.addf %13, %15 : f64
    affine.store %16, %y[%i] : memref<?xf64>
  }
  return
}

func.func @main() -> i64 {
  %sizes = memref.get_global @sizes : memref<1xindex>
  %n = affine.load %sizes[0] : memref<1xindex>
  %scalars = memref.get_global @scalars : memref<2xf64>
  %alpha = affine.load %scalars[0] : memref<2xf64>
  %beta = affine.load %scalars[1] : memref<2xf64>
  %A = memref.alloc(%n, %n) : memref<?x?xf64>
  %B = memref.alloc(%n, %n) : memref<?x?xf64>
  %tmp = memref.alloc(%n) : memref<?xf64>
  %x = memref.alloc(%n) : memref<?xf64>
  %y = memref.alloc(%n) : memref<?xf64>
  call @init(%n, %A, %B, %tmp, %x, %y) : (index, memref<?x?xf64>, memref<?x?xf64>, memref<?xf64>, memref<?xf64>, memref<?xf64>) -> ()
  call @kernel_gesummv(%n, %alpha, %beta, %A, %B, %tmp, %x, %y) : (index, f64, f64, memref<?x?xf64>, memref<?x?xf64>, memref<?xf64>, memref<?xf64>, memref<?xf64>) -> ()
  affine.for %d0 = 0 to %n {
    %0 = affine.load %y[%d0] : memref<?xf64>
    vector.print %0 : f64 punctuation <comma>
  }
  vector.print punctuation <newline>
  %1 = arith.constant 0 : i64
  %2 = arith.constant 31 : i64
  %3 = affine.for %d0 = 0 to %n iter_args(%h1 = %1) -> (i64) {
    %4 = affine.load %y[%d0] : memref<?xf64>
    %5 = arith.bitcast %4 : f64 to i64
    %6 = arith.muli %h1, %2 : i64
    %7 = arith.addi %6, %5 : i64
    affine.yield %7 : i64
  }
  memref.dealloc %A : memref<?x?xf64>
  memref.dealloc %B : memref<?x?xf64>
  memref.dealloc %tmp : memref<?xf64>
  memref.dealloc %x : memref<?xf64>
  memref.dealloc %y : memref<?xf64>
  return %3 : i64
}

// CHECK: -84, 46, -60, -76, 6, 28, -132, 14, -12, -44, -42,
// CHECK-NEXT: -6412985131887230976 : i64
