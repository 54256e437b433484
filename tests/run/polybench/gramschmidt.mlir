// The kernel gramschmidt of PolyBench, written anew, on open arrays, as those of C: A = Q * R by columns.
// RUN: terrace run %s | FileCheck %s

memref.global @A : memref<6x5xf64> = dense<[[1.0, 0.0, 1.0, 2.5, -2.0], [1.0, -1.0, 4.0, 2.5, -3.0], [1.0, 0.0, -3.0, -0.5, 1.0], [1.0, -1.0, 0.0, 1.5, 0.0], [0.0, 0.0, 0.0, 0.0, 2.0], [0.0, 0.0, 0.0, 0.0, 0.0]]>

func.func private @init(%A: memref<?x5xf64>, %R: memref<?x5xf64>, %Q: memref<?x5xf64>) {
  affine.for %i = 0 to 5 {
    affine.for %j = 0 to 5 {
      %0 = arith.constant 0.0 : f64
      affine.store %0, %R[%i, %j] : memref<?x5xf64>
    }
  }
  return
}

func.func private @kernel_gramschmidt(%A: memref<?x5xf64>, %R: memref<?x5xf64>, %Q: memref<?x5xf64>) {
  affine.for %k = 0 to 5 {
    %0 = arith.constant 0.0 : f64
    %1 = affine.for %i = 0 to 6 iter_args(%nrm1 = %0) -> (f64) {
      %2 = affine.load %A[%i, %k] : memref<?x5xf64>
      %3 = affine.load %A[%i, %k] : memref<?x5xf64>
      %4 = arith.mulf %2, %3 : f64
      %5 = arith.addf %nrm1, %4 : f64
      affine.yield %5 : f64
    }
    %6 = math.sqrt %1 : f64
    affine.store %6, %R[%k, %k] : memref<?x5xf64>
    affine.for %i = 0 to 6 {
      %7 = affine.load %A[%i, %k] : memref<?x5xf64>
      %8 = affine.load %R[%k, %k] : memref<?x5xf64>
      %9 = arith.divf %7, %8 : f64
      affine.store %9, %Q[%i, %k] : memref<?x5xf64>
    }
    affine.for %j = affine_map<(d0) -> (d0 + 1)>(%k) to 5 {
      %10 = arith.constant 0.0 : f64
      affine.store %10, %R[%k, %j] : memref<?x5xf64>
      affine.for %i = 0 to 6 {
        %11 = affine.load %R[%k, %j] : memref<?x5xf64>
        %12 = affine.load %Q[%i, %k] : memref<?x5xf64>
        %13 = affine.load %A[%i, %j] : memref<?x5xf64>
        %14 = arith.mulf %12, %13 : f64
        %15 = arith.addf %11, %14 : f64
        affine.store %15, %R[%k, %j] : memref<?x5xf64>
      }
      affine.for %i = 0 to 6 {
        %16 = affine.load %A[%i, %j] : memref<?x5xf64>
        %17 = affine.load %Q[%i, %k] : memref<?x5xf64>
        %18 = affine.load %R[%k, %j] : memref<?x5xf64>
        %19 = arith.mulf %17, %18 : f64
        %20 = arith.subf %16, %19 : f64
        affine.store %20, %A[%i, %j] : memref<?x5xf64>
      }
    }
  }
  return
}

func.func @main() -> i64 {
  %A = memref.get_global @A : memref<6x5xf64>
  %A_open = memref.cast %A : memref<6x5xf64> to memref<?x5xf64>
  %R = memref.alloc() : memref<5x5xf64>
  %R_open = memref.cast %R : memref<5x5xf64> to memref<?x5xf64>
  %Q = memref.alloc() : memref<6x5xf64>
  %Q_open = memref.cast %Q : memref<6x5xf64> to memref<?x5xf64>
  call @init(%A_open, %R_open, %Q_open) : (memref<?x5xf64>, memref<?x5xf64>, memref<?x5xf64>) -> ()
  call @kernel_gramschmidt(%A_open, %R_open, %Q_open) : (memref<?x5xf64>, memref<?x5xf64>, memref<?x5xf64>) -> ()
  affine.for %d0 = 0 to 5 {
    affine.for %d1 = 0 to 5 {
      %0 = affine.load %R[%d0, %d1] : memref<5x5xf64>
      vector.print %0 : f64 punctuation <comma>
    }
    vector.print punctuation <newline>
  }
  affine.for %d0 = 0 to 6 {
    affine.for %d1 = 0 to 5 {
      %1 = affine.load %Q[%d0, %d1] : memref<6x5xf64>
      vector.print %1 : f64 punctuation <comma>
    }
    vector.print punctuation <newline>
  }
  %2 = arith.constant 0 : i64
  %3 = arith.constant 31 : i64
  %4 = affine.for %d0 = 0 to 5 iter_args(%h1 = %2) -> (i64) {
    %5 = affine.for %d1 = 0 to 5 iter_args(%h2 = %h1) -> (i64) {
      %6 = affine.load %R[%d0, %d1] : memref<5x5xf64>
      %7 = arith.bitcast %6 : f64 to i64
      %8 = arith.muli %h2, %3 : i64
      %9 = arith.addi %8, %7 : i64
      affine.yield %9 : i64
    }
    affine.yield %5 : i64
  }
  %10 = affine.for %d0 = 0 to 6 iter_args(%h3 = %4) -> (i64) {
    %11 = affine.for %d1 = 0 to 5 iter_args(%h4 = %h3) -> (i64) {
      %12 = affine.load %Q[%d0, %d1] : memref<6x5xf64>
      %13 = arith.bitcast %12 : f64 to i64
      %14 = arith.muli %h4, %3 : i64
      %15 = arith.addi %14, %13 : i64
      affine.yield %15 : i64
    }
    affine.yield %11 : i64
  }
  memref.dealloc %R : memref<5x5xf64>
  memref.dealloc %Q : memref<6x5xf64>
  return %10 : i64
}

// CHECK: 2, -1, 1, 3, -2,
// CHECK-NEXT: 0, 1, -3, -1, 1,
// CHECK-NEXT: 0, 0, 4, 2, -3,
// CHECK-NEXT: 0, 0, 0, 1, 0,
// CHECK-NEXT: 0, 0, 0, 0, 2,
// CHECK-NEXT: 0.5, 0.5, 0.5, 0.5, 0,
// CHECK-NEXT: 0.5, -0.5, 0.5, -0.5, 0,
// CHECK-NEXT: 0.5, 0.5, -0.5, -0.5, 0,
// CHECK-NEXT: 0.5, -0.5, -0.5, 0.5, 0,
// CHECK-NEXT: 0, 0, 0, 0, 1,
// CHECK-NEXT: 0, 0, 0, 0, 0,
// CHECK-NEXT: -4325707442089361408 : i64
