// The kernel trisolv of PolyBench, written anew, on open arrays, as those of C: the solution of L * x = b by forward
// substitution.
// RUN: terrace run %s | FileCheck %s

memref.global @L : memref<11x11xf64> = dense<[[1.0, -999.0, -999.0, -999.0, -999.0, -999.0, -999.0, -999.0, -999.0, -999.0, -999.0], [0.0, 2.0, -999.0, -999.0, -999.0, -999.0, -999.0, -999.0, -999.0, -999.0, -999.0], [2.0, 0.0, 4.0, -999.0, -999.0, -999.0, -999.0, -999.0, -999.0, -999.0, -999.0], [-1.0, 2.0, 0.0, 1.0, -999.0, -999.0, -999.0, -999.0, -999.0, -999.0, -999.0], [1.0, -1.0, 2.0, 0.0, 2.0, -999.0, -999.0, -999.0, -999.0, -999.0, -999.0], [-2.0, 1.0, -1.0, 2.0, 0.0, 1.0, -999.0, -999.0, -999.0, -999.0, -999.0], [0.0, -2.0, 1.0, -1.0, 2.0, 0.0, 4.0, -999.0, -999.0, -999.0, -999.0], [2.0, 0.0, -2.0, 1.0, -1.0, 2.0, 0.0, 8.0, -999.0, -999.0, -999.0], [-1.0, 2.0, 0.0, -2.0, 1.0, -1.0, 2.0, 0.0, 2.0, -999.0, -999.0], [1.0, -1.0, 2.0, 0.0, -2.0, 1.0, -1.0, 2.0, 0.0, 1.0, -999.0], [-2.0, 1.0, -1.0, 2.0, 0.0, -2.0, 1.0, -1.0, 2.0, 0.0, 4.0]]>
memref.global @b : memref<11xf64> = dense<[-2.0, 4.0, -8.0, 9.0, -6.0, 10.0, -4.0, -21.0, 9.0, -15.0, 38.0]>

func.func private @init(%L: memref<?x11xf64>, %x: memref<?xf64>, %b: memref<?xf64>) {
  return
}

func.func private @kernel_trisolv(%L: memref<?x11xf64>, %x: memref<?xf64>, %b: memref<?xf64>) {
  affine.for %i = 0 to 11 {
    %0 = affine.load %b[%i] : memref<?xf64>
    affine.store %0, %x[%i] : memref<?xf64>
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      %1 = affine.load %x[%i] : memref<?xf64>
      %2 = affine.load %L[%i, %j] : memref<?x11xf64>
      %3 = affine.load %x[%j] : memref<?xf64>
      %4 = arith.mulf %2, %3 : f64
      %5 = arith.subf %1, %4 : f64
      affine.store %5, %x[%i] : memref<?xf64>
    }
    %6 = affine.load %x[%i] : memref<?xf64>
    %7 = affine.load %L[%i, %i] : memref<?x11xf64>
    %8 = arith.divf %6, %7 : f64
    affine.store %8, %x[%i] : memref<?xf64>
  }
  return
}

func.func @main() -> i64 {
  %L = memref.get_global @L : memref<11x11xf64>
  %L_open = memref.cast %L : memref<11x11xf64> to memref<?x11xf64>
  %x = memref.alloc() : memref<11xf64>
  %x_open = memref.cast %x : memref<11xf64> to memref<?xf64>
  %b = memref.get_global @b : memref<11xf64>
  %b_open = memref.cast %b : memref<11xf64> to memref<?xf64>
  call @init(%L_open, %x_open, %b_open) : (memref<?x11xf64>, memref<?xf64>, memref<?xf64>) -> ()
  call @kernel_trisolv(%L_open, %x_open, %b_open) : (memref<?x11xf64>, memref<?xf64>, memref<?xf64>) -> ()
  affine.for %d0 = 0 to 11 {
    %0 = affine.load %x[%d0] : memref<11xf64>
    vector.print %0 : f64 punctuation <comma>
  }
  vector.print punctuation <newline>
  %1 = arith.constant 0 : i64
  %2 = arith.constant 31 : i64
  %3 = affine.for %d0 = 0 to 11 iter_args(%h1 = %1) -> (i64) {
    %4 = affine.load %x[%d0] : memref<11xf64>
    %5 = arith.bitcast %4 : f64 to i64
    %6 = arith.muli %h1, %2 : i64
    %7 = arith.addi %6, %5 : i64
    affine.yield %7 : i64
  }
  memref.dealloc %x : memref<11xf64>
  return %3 : i64
}

// CHECK: -2, 2, -1, 3, 0, -3, 1, -2, 2, -1, 3,
// CHECK-NEXT: 4749045807062188032 : i64
