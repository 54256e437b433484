// The kernel durbin of PolyBench, written anew, with dynamic extents: the Yule-Walker equations of a Toeplitz matrix.
// RUN: terrace run %s | FileCheck %s

memref.global @sizes : memref<1xindex> = dense<[7]>
memref.global @r : memref<7xf64> = dense<[-0.5, 0.625, -0.6875, 0.2734375, -0.359375, 0.15625, 0.1240234375]>

func.func private @init(%n: index, %r: memref<?xf64>, %y: memref<?xf64>, %z: memref<?xf64>) {
  return
}

func.func private @kernel_durbin(%n: index, %r: memref<?xf64>, %y: memref<?xf64>, %z: memref<?xf64>) {
  %0 = affine.load %r[0] : memref<?xf64>
  %1 = arith.negf %0 : f64
  affine.store %1, %y[0] : memref<?xf64>
  %2 = arith.constant 1.0 : f64
  %3 = affine.load %r[0] : memref<?xf64>
  %4 = arith.negf %3 : f64
  %5:2 = affine.for %k = 1 to %n iter_args(%beta1 = %2, %alpha2 = %4) -> (f64, f64) {
    %6 = arith.constant 1.0 : f64
    %7 = arith.mulf %alpha2, %alpha2 : f64
    %8 = arith.subf %6, %7 : f64
    %9 = arith.mulf %8, %beta1 : f64
    %10 = arith.constant 0.0 : f64
    %11 = affine.for %i = 0 to affine_map<(d0) -> (d0)>(%k) iter_args(%sum3 = %10) -> (f64) {
      %12 = affine.load %r[%k - %i - 1] : memref<?xf64>
      %13 = affine.load %y[%i] : memref<?xf64>
      %14 = arith.mulf %12, %13 : f64
      %15 = arith.addf %sum3, %14 : f64
      affine.yield %15 : f64
    }
    %16 = affine.load %r[%k] : memref<?xf64>
    %17 = arith.addf %16, %11 : f64
    %18 = arith.divf %17, %9 : f64
    %19 = arith.negf %18 : f64
    affine.for %i = 0 to affine_map<(d0) -> (d0)>(%k) {
      %20 = affine.load %y[%i] : memref<?xf64>
      %21 = affine.load %y[%k - %i - 1] : memref<?xf64>
      %22 = arith.mulf %19, %21 : f64
      %23 = arith.addf %20, %22 : f64
      affine.store %23, %z[%i] : memref<?xf64>
    }
    affine.for %i = 0 to affine_map<(d0) -> (d0)>(%k) {
      %24 = affine.load %z[%i] : memref<?xf64>
      affine.store %24, %y[%i] : memref<?xf64>
    }
    affine.store %19, %y[%k] : memref<?xf64>
    affine.yield %9, %19 : f64, f64
  }
  return
}

func.func @main() -> i64 {
  %sizes = memref.get_global @sizes : memref<1xindex>
  %n = affine.load %sizes[0] : memref<1xindex>
  %r_data = memref.get_global @r : memref<7xf64>
  %r = memref.cast %r_data : memref<7xf64> to memref<?xf64>
  %y = memref.alloc(%n) : memref<?xf64>
  %z = memref.alloc(%n) : memref<?xf64>
  call @init(%n, %r, %y, %z) : (index, memref<?xf64>, memref<?xf64>, memref<?xf64>) -> ()
  call @kernel_durbin(%n, %r, %y, %z) : (index, memref<?xf64>, memref<?xf64>, memref<?xf64>) -> ()
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
  memref.dealloc %y : memref<?xf64>
  memref.dealloc %z : memref<?xf64>
  return %3 : i64
}

// CHECK: -0.5, -0.375, 1.1875, -0.617188, -0.1875, 0.625, -0.5,
// CHECK-NEXT: -6898599835457290240 : i64
