// The kernel jacobi-1d of PolyBench, written anew, with static extents, in one function: a stencil of three points.
// RUN: terrace run %s | FileCheck %s


func.func @main() -> i64 {
  %A = memref.alloc() : memref<19xf64>
  %B = memref.alloc() : memref<19xf64>
  affine.for %i = 0 to 19 {
    %0 = affine.apply affine_map<(d0) -> ((d0 * 5 + 2) mod 11)>(%i)
    %1 = arith.index_cast %0 : index to i64
    %2 = arith.sitofp %1 : i64 to f64
    affine.store %2, %A[%i] : memref<19xf64>
  }
  affine.for %i = 0 to 19 {
    %3 = affine.apply affine_map<(d0) -> ((d0 * 3 + 3) mod 11)>(%i)
    %4 = arith.index_cast %3 : index to i64
    %5 = arith.sitofp %4 : i64 to f64
    affine.store %5, %B[%i] : memref<19xf64>
  }
  affine.for %t = 0 to 3 {
    affine.for %i = 1 to 18 {
      %6 = arith.constant 0.33333 : f64
      %7 = affine.load %A[%i - 1] : memref<19xf64>
      %8 = affine.load %A[%i] : memref<19xf64>
      %9 = arith.addf %7, %8 : f64
      %10 = affine.load %A[%i + 1] : memref<19xf64>
      %11 = arith.addf %9, %10 : f64
      %12 = arith.mulf %6, %11 : f64
      affine.store %12, %B[%i] : memref<19xf64>
    }
    affine.for %i = 1 to 18 {
      %13 = arith.constant 0.33333 : f64
      %14 = affine.load %B[%i - 1] : memref<19xf64>
      %15 = affine.load %B[%i] : memref<19xf64>
      %16 = arith.addf %14, %15 : f64
      %17 = affine.load %B[%i + 1] : memref<19xf64>
      %18 = arith.addf %16, %17 : f64
      %19 = arith.mulf %13, %18 : f64
      affine.store %19, %A[%i] : memref<19xf64>
    }
  }
  affine.for %d0 = 0 to 19 {
    %20 = affine.load %A[%d0] : memref<19xf64>
    vector.print %20 : f64 punctuation <comma>
  }
  vector.print punctuation <newline>
  %21 = arith.constant 0 : i64
  %22 = arith.constant 31 : i64
  %23 = affine.for %d0 = 0 to 19 iter_args(%h1 = %21) -> (i64) {
    %24 = affine.load %A[%d0] : memref<19xf64>
    %25 = arith.bitcast %24 : f64 to i64
    %26 = arith.muli %h1, %22 : i64
    %27 = arith.addi %26, %25 : i64
    affine.yield %27 : i64
  }
  memref.dealloc %A : memref<19xf64>
  memref.dealloc %B : memref<19xf64>
  return %23 : i64
}

// CHECK: 2, 3.09865, 3.35647, 3.84065, 4.36188, 4.98873, 5.56345, 5.90088, 5.92146, 5.65535, 5.23837, 4.76103, 4.34405, 4.05463, 3.97507, 3.97096, 3.99842, 3.31673, 4,
// CHECK-NEXT: 8657994578644998822 : i64
