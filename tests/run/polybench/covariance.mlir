// The kernel covariance of PolyBench, written anew, with dynamic extents: the covariances of the columns of a table.
// RUN: terrace run %s | FileCheck %s

memref.global @sizes : memref<2xindex> = dense<[9, 7]>
memref.global @scalars : memref<1xf64> = dense<[9.0]>
memref.global @data : memref<9x7xf64> = dense<[[-9.0, 0.0, 3.0, -2.0, 1.0, 4.0, -1.0], [-1.0, -1.0, -1.0, 3.0, -1.0, 3.0, -1.0], [1.0, -2.0, 1.0, 0.0, -3.0, 2.0, -1.0], [3.0, 1.0, -1.0, -5.0, 3.0, 1.0, -1.0], [-3.0, 4.0, 3.0, 2.0, 0.0, 0.0, -1.0], [-1.0, -1.0, -1.0, -1.0, -1.0, -9.0, -1.0], [1.0, 2.0, 3.0, 4.0, -3.0, -2.0, -1.0], [3.0, -3.0, -1.0, 1.0, 3.0, -3.0, -1.0], [-3.0, 0.0, 3.0, -2.0, 1.0, 4.0, -1.0]]>

func.func private @init(%n: index, %m: index, %data: memref<?x?xf64>, %cov: memref<?x?xf64>, %mean: memref<?xf64>) {
  return
}

func.func private @kernel_covariance(%n: index, %m: index, %count: f64, %data: memref<?x?xf64>, %cov: memref<?x?xf64>, %mean: memref<?xf64>) {
  affine.for %j = 0 to %m {
    %0 = arith.constant 0.0 : f64
    affine.store %0, %mean[%j] : memref<?xf64>
    affine.for %i = 0 to %n {
      %1 = affine.load %mean[%j] : memref<?xf64>
      %2 = affine.load %data[%i, %j] : memref<?x?xf64>
      %3 = arith.addf %1, %2 : f64
      affine.store %3, %mean[%j] : memref<?xf64>
    }
    %4 = affine.load %mean[%j] : memref<?xf64>
    %5 = arith.divf %4, %count : f64
    affine.store %5, %mean[%j] : memref<?xf64>
  }
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %m {
      %6 = affine.load %data[%i, %j] : memref<?x?xf64>
      %7 = affine.load %mean[%j] : memref<?xf64>
      %8 = arith.subf %6, %7 : f64
      affine.store %8, %data[%i, %j] : memref<?x?xf64>
    }
  }
  affine.for %i = 0 to %m {
    affine.for %j = affine_map<(d0) -> (d0)>(%i) to %m {
      %9 = arith.constant 0.0 : f64
      affine.store %9, %cov[%i, %j] : memref<?x?xf64>
      affine.for %k = 0 to %n {
        %10 = affine.load %cov[%i, %j] : memref<?x?xf64>
        %11 = affine.load %data[%k, %i] : memref<?x?xf64>
        %12 = affine.load %data[%k, %j] : memref<?x?xf64>
        %13 = arith.mulf %11, %12 : f64
        %14 = arith.addf %10, %13 : f64
        affine.store %14, %cov[%i, %j] : memref<?x?xf64>
      }
      %15 = affine.load %cov[%i, %j] : memref<?x?xf64>
      %16 = arith.constant 1.0 : f64
      %17 = arith.subf %count, %16 : f64
      %18 = arith.divf %15, %17 : f64
      affine.store %18, %cov[%i, %j] : memref<?x?xf64>
      %19 = affine.load %cov[%i, %j] : memref<?x?xf64>
      affine.store %19, %cov[%j, %i] : memref<?x?xf64>
    }
  }
  return
}

func.func @main() -> i64 {
  %sizes = memref.get_global @sizes : memref<2xindex>
  %n = affine.load %sizes[0] : memref<2xindex>
  %m = affine.load %sizes[1] : memref<2xindex>
  %scalars = memref.get_global @scalars : memref<1xf64>
  %count = affine.load %scalars[0] : memref<1xf64>
  %data_data = memref.get_global @data : memref<9x7xf64>
  %data = memref.cast %data_data : memref<9x7xf64> to memref<?x?xf64>
  %cov = memref.alloc(%m, %m) : memref<?x?xf64>
  %mean = memref.alloc(%m) : memref<?xf64>
  call @init(%n, %m, %data, %cov, %mean) : (index, index, memref<?x?xf64>, memref<?x?xf64>, memref<?xf64>) -> ()
  call @kernel_covariance(%n, %m, %count, %data, %cov, %mean) : (index, index, f64, memref<?x?xf64>, memref<?x?xf64>, memref<?xf64>) -> ()
  affine.for %d0 = 0 to %m {
    affine.for %d1 = 0 to %m {
      %0 = affine.load %cov[%d0, %d1] : memref<?x?xf64>
      vector.print %0 : f64 punctuation <comma>
    }
    vector.print punctuation <newline>
  }
  affine.for %d0 = 0 to %m {
    %1 = affine.load %mean[%d0] : memref<?xf64>
    vector.print %1 : f64 punctuation <comma>
  }
  vector.print punctuation <newline>
  %2 = arith.constant 0 : i64
  %3 = arith.constant 31 : i64
  %4 = affine.for %d0 = 0 to %m iter_args(%h1 = %2) -> (i64) {
    %5 = affine.for %d1 = 0 to %m iter_args(%h2 = %h1) -> (i64) {
      %6 = affine.load %cov[%d0, %d1] : memref<?x?xf64>
      %7 = arith.bitcast %6 : f64 to i64
      %8 = arith.muli %h2, %3 : i64
      %9 = arith.addi %8, %7 : i64
      affine.yield %9 : i64
    }
    affine.yield %5 : i64
  }
  %10 = affine.for %d0 = 0 to %m iter_args(%h3 = %4) -> (i64) {
    %11 = affine.load %mean[%d0] : memref<?xf64>
    %12 = arith.bitcast %11 : f64 to i64
    %13 = arith.muli %h3, %3 : i64
    %14 = arith.addi %13, %12 : i64
    affine.yield %14 : i64
  }
  memref.dealloc %cov : memref<?x?xf64>
  memref.dealloc %mean : memref<?xf64>
  return %10 : i64
}

// CHECK: 14, -2, -4.5, 1, 0.25, -6, 0,
// CHECK-NEXT: -2, 4.5, 2.5, 0.75, -0.5, 1, 0,
// CHECK-NEXT: -4.5, 2.5, 4, 1, -1.25, 3.5, 0,
// CHECK-NEXT: 1, 0.75, 1, 8, -3.75, -1.75, 0,
// CHECK-NEXT: 0.25, -0.5, -1.25, -3.75, 5, 1, 0,
// CHECK-NEXT: -6, 1, 3.5, -1.75, 1, 17.5, 0,
// CHECK-NEXT: 0, 0, 0, 0, 0, 0, 0,
// CHECK-NEXT: -1, 0, 1, 0, 0, 0, -1,
// CHECK-NEXT: -7267543161180782592 : i64
