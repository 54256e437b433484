// The kernel correlation of PolyBench, written anew, with static extents, in one function: the correlations of the
// columns of a table.
// RUN: terrace run %s | FileCheck %s

memref.global @scalars : memref<1xf64> = dense<[16.0]>
memref.global @data : memref<16x5xf64> = dense<[[5.0, 3.0, 7.0, 5.0, 4.0], [1.0, 3.0, 7.0, -1.0, 4.0], [5.0, -5.0, 7.0, -1.0, 6.0], [1.0, -5.0, 7.0, 5.0, 6.0], [5.0, -5.0, 7.0, 5.0, 6.0], [1.0, -5.0, 7.0, -1.0, 6.0], [5.0, 3.0, 7.0, 5.0, 4.0], [1.0, 3.0, 7.0, 5.0, 4.0], [5.0, 3.0, 7.0, -1.0, 4.0], [1.0, 3.0, 7.0, 5.0, 4.0], [5.0, -5.0, 7.0, 5.0, 6.0], [1.0, -5.0, 7.0, -1.0, 6.0], [5.0, -5.0, 7.0, -1.0, 6.0], [1.0, -5.0, 7.0, 5.0, 6.0], [5.0, 3.0, 7.0, -1.0, 4.0], [1.0, 3.0, 7.0, -1.0, 4.0]]>

func.func @main() -> i64 {
  %scalars = memref.get_global @scalars : memref<1xf64>
  %count = affine.load %scalars[0] : memref<1xf64>
  %data = memref.get_global @data : memref<16x5xf64>
  %corr = memref.alloc() : memref<5x5xf64>
  %mean = memref.alloc() : memref<5xf64>
  %stddev = memref.alloc() : memref<5xf64>
  affine.for %j = 0 to 5 {
    %0 = arith.constant 0.0 : f64
    affine.store %0, %mean[%j] : memref<5xf64>
    affine.for %i = 0 to 16 {
      %1 = affine.load %mean[%j] : memref<5xf64>
      %2 = affine.load %data[%i, %j] : memref<16x5xf64>
      %3 = arith.addf %1, %2 : f64
      affine.store %3, %mean[%j] : memref<5xf64>
    }
    %4 = affine.load %mean[%j] : memref<5xf64>
    %5 = arith.divf %4, %count : f64
    affine.store %5, %mean[%j] : memref<5xf64>
  }
  affine.for %j = 0 to 5 {
    %6 = arith.constant 0.0 : f64
    affine.store %6, %stddev[%j] : memref<5xf64>
    affine.for %i = 0 to 16 {
      %7 = affine.load %stddev[%j] : memref<5xf64>
      %8 = affine.load %data[%i, %j] : memref<16x5xf64>
      %9 = affine.load %mean[%j] : memref<5xf64>
      %10 = arith.subf %8, %9 : f64
      %11 = affine.load %data[%i, %j] : memref<16x5xf64>
      %12 = affine.load %mean[%j] : memref<5xf64>
      %13 = arith.subf %11, %12 : f64
      %14 = arith.mulf %10, %13 : f64
      %15 = arith.addf %7, %14 : f64
      affine.store %15, %stddev[%j] : memref<5xf64>
    }
    %16 = affine.load %stddev[%j] : memref<5xf64>
    %17 = arith.divf %16, %count : f64
    affine.store %17, %stddev[%j] : memref<5xf64>
    %18 = affine.load %stddev[%j] : memref<5xf64>
    %19 = math.sqrt %18 : f64
    affine.store %19, %stddev[%j] : memref<5xf64>
    %20 = affine.load %stddev[%j] : memref<5xf64>
    %21 = arith.constant 0.1 : f64
    %22 = arith.cmpf ole, %20, %21 : f64
    %23 = arith.constant 1.0 : f64
    %24 = affine.load %stddev[%j] : memref<5xf64>
    %25 = arith.select %22, %23, %24 : f64
    affine.store %25, %stddev[%j] : memref<5xf64>
  }
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 5 {
      %26 = affine.load %data[%i, %j] : memref<16x5xf64>
      %27 = affine.load %mean[%j] : memref<5xf64>
      %28 = arith.subf %26, %27 : f64
      affine.store %28, %data[%i, %j] : memref<16x5xf64>
      %29 = affine.load %data[%i, %j] : memref<16x5xf64>
      %30 = math.sqrt %count : f64
      %31 = affine.load %stddev[%j] : memref<5xf64>
      %32 = arith.mulf %30, %31 : f64
      %33 = arith.divf %29, %32 : f64
      affine.store %33, %data[%i, %j] : memref<16x5xf64>
    }
  }
  affine.for %i = 0 to 4 {
    %34 = arith.constant 1.0 : f64
    affine.store %34, %corr[%i, %i] : memref<5x5xf64>
    affine.for %j = affine_map<(d0) -> (d0 + 1)>(%i) to 5 {
      %35 = arith.constant 0.0 : f64
      affine.store %35, %corr[%i, %j] : memref<5x5xf64>
      affine.for %k = 0 to 16 {
        %36 = affine.load %corr[%i, %j] : memref<5x5xf64>
        %37 = affine.load %data[%k, %i] : memref<16x5xf64>
        %38 = affine.load %data[%k, %j] : memref<16x5xf64>
        %39 = arith.mulf %37, %38 : f64
        %40 = arith.addf %36, %39 : f64
        affine.store %40, %corr[%i, %j] : memref<5x5xf64>
      }
      %41 = affine.load %corr[%i, %j] : memref<5x5xf64>
      affine.store %41, %corr[%j, %i] : memref<5x5xf64>
    }
  }
  %42 = arith.constant 1.0 : f64
  affine.store %42, %corr[5 - 1, 5 - 1] : memref<5x5xf64>
  affine.for %d0 = 0 to 5 {
    affine.for %d1 = 0 to 5 {
      %43 = affine.load %corr[%d0, %d1] : memref<5x5xf64>
      vector.print %43 : f64 punctuation <comma>
    }
    vector.print punctuation <newline>
  }
  affine.for %d0 = 0 to 5 {
    %44 = affine.load %mean[%d0] : memref<5xf64>
    vector.print %44 : f64 punctuation <comma>
  }
  vector.print punctuation <newline>
  affine.for %d0 = 0 to 5 {
    %45 = affine.load %stddev[%d0] : memref<5xf64>
    vector.print %45 : f64 punctuation <comma>
  }
  vector.print punctuation <newline>
  %46 = arith.constant 0 : i64
  %47 = arith.constant 31 : i64
  %48 = affine.for %d0 = 0 to 5 iter_args(%h1 = %46) -> (i64) {
    %49 = affine.for %d1 = 0 to 5 iter_args(%h2 = %h1) -> (i64) {
      %50 = affine.load %corr[%d0, %d1] : memref<5x5xf64>
      %51 = arith.bitcast %50 : f64 to i64
      %52 = arith.muli %h2, %47 : i64
      %53 = arith.addi %52, %51 : i64
      affine.yield %53 : i64
    }
    affine.yield %49 : i64
  }
  %54 = affine.for %d0 = 0 to 5 iter_args(%h3 = %48) -> (i64) {
    %55 = affine.load %mean[%d0] : memref<5xf64>
    %56 = arith.bitcast %55 : f64 to i64
    %57 = arith.muli %h3, %47 : i64
    %58 = arith.addi %57, %56 : i64
    affine.yield %58 : i64
  }
  %59 = affine.for %d0 = 0 to 5 iter_args(%h4 = %54) -> (i64) {
    %60 = affine.load %stddev[%d0] : memref<5xf64>
    %61 = arith.bitcast %60 : f64 to i64
    %62 = arith.muli %h4, %47 : i64
    %63 = arith.addi %62, %61 : i64
    affine.yield %63 : i64
  }
  memref.dealloc %corr : memref<5x5xf64>
  memref.dealloc %mean : memref<5xf64>
  memref.dealloc %stddev : memref<5xf64>
  return %59 : i64
}

// CHECK: 1, 0, 0, 0, 0,
// CHECK-NEXT: 0, 1, 0, 0, -1,
// CHECK-NEXT: 0, 0, 1, 0, 0,
// CHECK-NEXT: 0, 0, 0, 1, 0,
// CHECK-NEXT: 0, -1, 0, 0, 1,
// CHECK-NEXT: 3, -1, 7, 2, 5,
// CHECK-NEXT: 2, 4, 1, 3, 1,
// CHECK-NEXT: 598978750440275968 : i64
