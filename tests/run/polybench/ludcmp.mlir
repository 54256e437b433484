// The kernel ludcmp of PolyBench, written anew, with dynamic extents: the solution of A * x = b by L and U.
// RUN: terrace run %s | FileCheck %s

memref.global @sizes : memref<1xindex> = dense<[7]>
memref.global @A : memref<7x7xf64> = dense<[[2.0, -2.0, -1.0, 0.0, 1.0, 2.0, 3.0], [0.0, 1.0, 2.0, 3.0, -3.0, -2.0, -1.0], [4.0, -4.0, -6.0, -1.0, 2.0, 5.0, 8.0], [-2.0, 4.0, 5.0, 7.0, -4.0, -9.0, -7.0], [2.0, -3.0, -11.0, -5.0, 6.0, 6.0, 9.0], [-4.0, 5.0, 8.0, 6.0, 1.0, -14.0, -16.0], [0.0, -2.0, -8.0, -8.0, 7.0, 8.0, 12.0]]>
memref.global @b : memref<7xf64> = dense<[12.0, 5.0, 17.0, -21.0, -10.0, -57.0, 0.0]>

func.func private @init(%n: index, %A: memref<?x?xf64>, %b: memref<?xf64>, %x: memref<?xf64>, %y: memref<?xf64>) {
  return
}

func.func private @kernel_ludcmp(%n: index, %A: memref<?x?xf64>, %b: memref<?xf64>, %x: memref<?xf64>, %y: memref<?xf64>) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      %0 = affine.load %A[%i, %j] : memref<?x?xf64>
      %1 = affine.for %k = 0 to affine_map<(d0) -> (d0)>(%j) iter_args(%w1 = %0) -> (f64) {
        %2 = affine.load %A[%i, %k] : memref<?x?xf64>
        %3 = affine.load %A[%k, %j] : memref<?x?xf64>
        %4 = arith.mulf %2, %3 : f64
        %5 = arith.subf %w1, %4 : f64
        affine.yield %5 : f64
      }
      %6 = affine.load %A[%j, %j] : memref<?x?xf64>
      %7 = arith.divf %1, %6 : f64
      affine.store %7, %A[%i, %j] : memref<?x?xf64>
    }
    affine.for %j = affine_map<(d0) -> (d0)>(%i) to %n {
      %8 = affine.load %A[%i, %j] : memref<?x?xf64>
      %9 = affine.for %k = 0 to affine_map<(d0) -> (d0)>(%i) iter_args(%w2 = %8) -> (f64) {
        %10 = affine.load %A[%i, %k] : memref<?x?xf64>
        %11 = affine.load %A[%k, %j] : memref<?x?xf64>
        %12 = arith.mulf %10, %11 : f64
        %13 = arith.subf %w2, %12 : f64
        affine.yield %13 : f64
      }
      affine.store %9, %A[%i, %j] : memref<?x?xf64>
    }
  }
  affine.for %i = 0 to %n {
    %14 = affine.load %b[%i] : memref<?xf64>
    %15 = affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) iter_args(%w3 = %14) -> (f64) {
      %16 = affine.load %A[%i, %j] : memref<?x?xf64>
      %17 = affine.load %y[%j] : memref<?xf64>
      %18 = arith.mulf %16, %17 : f64
      %19 = arith.subf %w3, %18 : f64
      affine.yield %19 : f64
    }
    affine.store %15, %y[%i] : memref<?xf64>
  }
  affine.for %i = 0 to %n {
    %20 = affine.load %y[symbol(%n) - 1 - %i] : memref<?xf64>
    %21 = affine.for %j = affine_map<(d0)[s0] -> (s0 - d0)>(%i)[%n] to %n iter_args(%w4 = %20) -> (f64) {
      %22 = affine.load %A[symbol(%n) - 1 - %i, %j] : memref<?x?xf64>
      %23 = affine.load %x[%j] : memref<?xf64>
      %24 = arith.mulf %22, %23 : f64
      %25 = arith.subf %w4, %24 : f64
      affine.yield %25 : f64
    }
    %26 = affine.load %A[symbol(%n) - 1 - %i, symbol(%n) - 1 - %i] : memref<?x?xf64>
    %27 = arith.divf %21, %26 : f64
    affine.store %27, %x[symbol(%n) - 1 - %i] : memref<?xf64>
  }
  return
}

func.func @main() -> i64 {
  %sizes = memref.get_global @sizes : memref<1xindex>
  %n = affine.load %sizes[0] : memref<1xindex>
  %A_data = memref.get_global @A : memref<7x7xf64>
  %A = memref.cast %A_data : memref<7x7xf64> to memref<?x?xf64>
  %b_data = memref.get_global @b : memref<7xf64>
  %b = memref.cast %b_data : memref<7xf64> to memref<?xf64>
  %x = memref.alloc(%n) : memref<?xf64>
  %y = memref.alloc(%n) : memref<?xf64>
  call @init(%n, %A, %b, %x, %y) : (index, memref<?x?xf64>, memref<?xf64>, memref<?xf64>, memref<?xf64>) -> ()
  call @kernel_ludcmp(%n, %A, %b, %x, %y) : (index, memref<?x?xf64>, memref<?xf64>, memref<?xf64>, memref<?xf64>) -> ()
  affine.for %d0 = 0 to %n {
    %0 = affine.load %x[%d0] : memref<?xf64>
    vector.print %0 : f64 punctuation <comma>
  }
  vector.print punctuation <newline>
  %1 = arith.constant 0 : i64
  %2 = arith.constant 31 : i64
  %3 = affine.for %d0 = 0 to %n iter_args(%h1 = %1) -> (i64) {
    %4 = affine.load %x[%d0] : memref<?xf64>
    %5 = arith.bitcast %4 : f64 to i64
    %6 = arith.muli %h1, %2 : i64
    %7 = arith.addi %6, %5 : i64
    affine.yield %7 : i64
  }
  memref.dealloc %x : memref<?xf64>
  memref.dealloc %y : memref<?xf64>
  return %3 : i64
}

// CHECK: 2, -1, 3, 1, -2, 4, 1,
// CHECK-NEXT: 3316901125558370304 : i64
