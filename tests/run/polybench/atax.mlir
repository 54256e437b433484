// The kernel atax of PolyBench, written anew, with static extents, in one function: y = transposed A * (A * x).
// RUN: terrace run %s | FileCheck %s


func.func @main() -> i64 {
  %A = memref.alloc() : memref<7x11xf64>
  %x = memref.alloc() : memref<11xf64>
  %y = memref.alloc() : memref<11xf64>
  %tmp = memref.alloc() : memref<7xf64>
  affine.for %i = 0 to 11 {
    %0 = affine.apply affine_map<(d0) -> ((d0 * 5 + 2) mod 7 - 3)>(%i)
    %1 = arith.index_cast %0 : index to i64
    %2 = arith.sitofp %1 : i64 to f64
    affine.store %2, %x[%i] : memref<11xf64>
  }
  affine.for %i = 0 to 7 {
    affine.for %j = 0 to 11 {
      %3 = affine.apply affine_map<(d0, d1) -> ((d0 * 3 + d1 * 4 + 1) mod 9 - 4)>(%i, %j)
      %4 = arith.index_cast %3 : index to i64
      %5 = arith.sitofp %4 : i64 to f64
      affine.store %5, %A[%i, %j] : memref<7x11xf64>
    }
  }
  affine.for %i = 0 to 11 {
    %6 = arith.constant 0.0 : f64
    affine.store %6, %y[%i] : memref<11xf64>
  }
  affine.for %i = 0 to 7 {
    %7 = arith.constant 0.0 : f64
    affine.store %7, %tmp[%i] : memref<7xf64>
    affine.for %j = 0 to 11 {
      %8 = affine.load %tmp[%i] : memref<7xf64>
      %9 = affine.load %A[%i, %j] : memref<7x11xf64>
      %10 = affine.load %x[%j] : memref<11xf64>
      %11 = arith.mulf %9, %10 : f64
      %12 = arith.addf %8, %11 : f64
      affine.store %12, %tmp[%i] : memref<7xf64>
    }
    affine.for %j = 0 to 11 {
      %13 = affine.load %y[%j] : memref<11xf64>
      %14 = affine.load %A[%i, %j] : memref<7x11xf64>
      %15 = affine.load %tmp[%i] : memref<7xf64>
      %16 = arith.mulf %14, %15 : f64
      %17 = arith.addf %13, %16 : f64
      affine.store %17, %y[%j] : memref<11xf64>
    }
  }
  affine.for %d0 = 0 to 11 {
    %18 = affine.load %y[%d0] : memref<11xf64>
    vector.print %18 : f64 punctuation <comma>
  }
  vector.print punctuation <newline>
  %19 = arith.constant 0 : i64
  %20 = arith.constant 31 : i64
  %21 = affine.for %d0 = 0 to 11 iter_args(%h1 = %19) -> (i64) {
    %22 = affine.load %y[%d0] : memref<11xf64>
    %23 = arith.bitcast %22 : f64 to i64
    %24 = arith.muli %h1, %20 : i64
    %25 = arith.addi %24, %23 : i64
    affine.yield %25 : i64
  }
  memref.dealloc %A : memref<7x11xf64>
  memref.dealloc %x : memref<11xf64>
  memref.dealloc %y : memref<11xf64>
  memref.dealloc %tmp : memref<7xf64>
  return %21 : i64
}

// CHECK: 222, -38, 296, 36, -332, 110, -258, 148, -184, 222, -38,
// CHECK-NEXT: 2586860589087195136 : i64
