// The kernel deriche of PolyBench, written anew, with static extents, in one function: an edge detector: recursive
// filters along the rows and the columns, both ways.
// RUN: terrace run %s | FileCheck %s

memref.global @scalars : memref<2xf64> = dense<[0.25, 0.78125]>

func.func @main() -> i64 {
  %scalars = memref.get_global @scalars : memref<2xf64>
  %alpha = affine.load %scalars[0] : memref<2xf64>
  %e = affine.load %scalars[1] : memref<2xf64>
  %imgIn = memref.alloc() : memref<7x9xf64>
  %imgOut = memref.alloc() : memref<7x9xf64>
  %y1 = memref.alloc() : memref<7x9xf64>
  %y2 = memref.alloc() : memref<7x9xf64>
  affine.for %i = 0 to 7 {
    affine.for %j = 0 to 9 {
      %0 = affine.apply affine_map<(d0, d1) -> ((d0 * 31 + d1 * 17) mod 64)>(%i, %j)
      %1 = arith.index_cast %0 : index to i64
      %2 = arith.sitofp %1 : i64 to f64
      %3 = arith.constant 64.0 : f64
      %4 = arith.divf %2, %3 : f64
      affine.store %4, %imgIn[%i, %j] : memref<7x9xf64>
    }
  }
  %5 = arith.constant 1.0 : f64
  %6 = arith.subf %5, %e : f64
  %7 = arith.constant 1.0 : f64
  %8 = arith.subf %7, %e : f64
  %9 = arith.mulf %6, %8 : f64
  %10 = arith.constant 1.0 : f64
  %11 = arith.constant 2.0 : f64
  %12 = arith.mulf %11, %alpha : f64
  %13 = arith.mulf %12, %e : f64
  %14 = arith.addf %10, %13 : f64
  %15 = arith.mulf %e, %e : f64
  %16 = arith.subf %14, %15 : f64
  %17 = arith.divf %9, %16 : f64
  %18 = arith.mulf %17, %e : f64
  %19 = arith.constant 1.0 : f64
  %20 = arith.subf %alpha, %19 : f64
  %21 = arith.mulf %18, %20 : f64
  %22 = arith.mulf %17, %e : f64
  %23 = arith.constant 1.0 : f64
  %24 = arith.addf %alpha, %23 : f64
  %25 = arith.mulf %22, %24 : f64
  %26 = arith.mulf %17, %e : f64
  %27 = arith.mulf %26, %e : f64
  %28 = arith.negf %27 : f64
  %29 = arith.constant 2.0 : f64
  %30 = arith.mulf %29, %e : f64
  %31 = arith.mulf %e, %e : f64
  %32 = arith.negf %31 : f64
  affine.for %i = 0 to 7 {
    %33 = arith.constant 0.0 : f64
    %34 = arith.constant 0.0 : f64
    %35 = arith.constant 0.0 : f64
    %36:3 = affine.for %j = 0 to 9 iter_args(%xm11 = %35, %ym22 = %34, %ym13 = %33) -> (f64, f64, f64) {
      %37 = affine.load %imgIn[%i, %j] : memref<7x9xf64>
      %38 = arith.mulf %17, %37 : f64
      %39 = arith.mulf %21, %xm11 : f64
      %40 = arith.addf %38, %39 : f64
      %41 = arith.mulf %30, %ym13 : f64
      %42 = arith.addf %40, %41 : f64
      %43 = arith.mulf %32, %ym22 : f64
      %44 = arith.addf %42, %43 : f64
      affine.store %44, %y1[%i, %j] : memref<7x9xf64>
      %45 = affine.load %imgIn[%i, %j] : memref<7x9xf64>
      affine.yield %45, %ym13, %44 : f64, f64, f64
    }
  }
  affine.for %i = 0 to 7 {
    %46 = arith.constant 0.0 : f64
    %47 = arith.constant 0.0 : f64
    %48 = arith.constant 0.0 : f64
    %49 = arith.constant 0.0 : f64
    %50:4 = affine.for %j = 0 to 9 iter_args(%xp24 = %49, %xp15 = %48, %yp26 = %47, %yp17 = %46) -> (f64, f64, f64, f64) {
      %51 = arith.mulf %25, %xp15 : f64
      %52 = arith.mulf %28, %xp24 : f64
      %53 = arith.addf %51, %52 : f64
      %54 = arith.mulf %30, %yp17 : f64
      %55 = arith.addf %53, %54 : f64
      %56 = arith.mulf %32, %yp26 : f64
      %57 = arith.addf %55, %56 : f64
      affine.store %57, %y2[%i, 9 - 1 - %j] : memref<7x9xf64>
      %58 = affine.load %imgIn[%i, 9 - 1 - %j] : memref<7x9xf64>
      affine.yield %xp15, %58, %yp17, %57 : f64, f64, f64, f64
    }
  }
  affine.for %i = 0 to 7 {
    affine.for %j = 0 to 9 {
      %59 = affine.load %y1[%i, %j] : memref<7x9xf64>
      %60 = affine.load %y2[%i, %j] : memref<7x9xf64>
      %61 = arith.addf %59, %60 : f64
      affine.store %61, %imgOut[%i, %j] : memref<7x9xf64>
    }
  }
  affine.for %j = 0 to 9 {
    %62 = arith.constant 0.0 : f64
    %63 = arith.constant 0.0 : f64
    %64 = arith.constant 0.0 : f64
    %65:3 = affine.for %i = 0 to 7 iter_args(%tm18 = %62, %ym29 = %64, %ym110 = %63) -> (f64, f64, f64) {
      %66 = affine.load %imgOut[%i, %j] : memref<7x9xf64>
      %67 = arith.mulf %17, %66 : f64
      %68 = arith.mulf %21, %tm18 : f64
      %69 = arith.addf %67, %68 : f64
      %70 = arith.mulf %30, %ym110 : f64
      %71 = arith.addf %69, %70 : f64
      %72 = arith.mulf %32, %ym29 : f64
      %73 = arith.addf %71, %72 : f64
      affine.store %73, %y1[%i, %j] : memref<7x9xf64>
      %74 = affine.load %imgOut[%i, %j] : memref<7x9xf64>
      affine.yield %74, %ym110, %73 : f64, f64, f64
    }
  }
  affine.for %j = 0 to 9 {
    %75 = arith.constant 0.0 : f64
    %76 = arith.constant 0.0 : f64
    %77 = arith.constant 0.0 : f64
    %78 = arith.constant 0.0 : f64
    %79:4 = affine.for %i = 0 to 7 iter_args(%tp211 = %76, %tp112 = %75, %yp213 = %78, %yp114 = %77) -> (f64, f64, f64, f64) {
      %80 = arith.mulf %25, %tp112 : f64
      %81 = arith.mulf %28, %tp211 : f64
      %82 = arith.addf %80, %81 : f64
      %83 = arith.mulf %30, %yp114 : f64
      %84 = arith.addf %82, %83 : f64
      %85 = arith.mulf %32, %yp213 : f64
      %86 = arith.addf %84, %85 : f64
      affine.store %86, %y2[7 - 1 - %i, %j] : memref<7x9xf64>
      %87 = affine.load %imgOut[7 - 1 - %i, %j] : memref<7x9xf64>
      affine.yield %tp112, %87, %yp114, %86 : f64, f64, f64, f64
    }
  }
  affine.for %i = 0 to 7 {
    affine.for %j = 0 to 9 {
      %88 = affine.load %y1[%i, %j] : memref<7x9xf64>
      %89 = affine.load %y2[%i, %j] : memref<7x9xf64>
      %90 = arith.addf %88, %89 : f64
      affine.store %90, %imgOut[%i, %j] : memref<7x9xf64>
    }
  }
  affine.for %d0 = 0 to 7 {
    affine.for %d1 = 0 to 9 {
      %91 = affine.load %imgOut[%d0, %d1] : memref<7x9xf64>
      vector.print %91 : f64 punctuation <comma>
    }
    vector.print punctuation <newline>
  }
  %92 = arith.constant 0 : i64
  %93 = arith.constant 31 : i64
  %94 = affine.for %d0 = 0 to 7 iter_args(%h15 = %92) -> (i64) {
    %95 = affine.for %d1 = 0 to 9 iter_args(%h16 = %h15) -> (i64) {
      %96 = affine.load %imgOut[%d0, %d1] : memref<7x9xf64>
      %97 = arith.bitcast %96 : f64 to i64
      %98 = arith.muli %h16, %93 : i64
      %99 = arith.addi %98, %97 : i64
      affine.yield %99 : i64
    }
    affine.yield %95 : i64
  }
  memref.dealloc %imgIn : memref<7x9xf64>
  memref.dealloc %imgOut : memref<7x9xf64>
  memref.dealloc %y1 : memref<7x9xf64>
  memref.dealloc %y2 : memref<7x9xf64>
  return %94 : i64
}

// CHECK: 0.0670173, 0.0723265, 0.076166, 0.0782857, 0.0786085, 0.0771772, 0.0740977, 0.0695256, 0.0637502,
// CHECK-NEXT: 0.0722445, 0.0779345, 0.0820317, 0.0842714, 0.0845745, 0.0829911, 0.0796405, 0.0746956, 0.0684689,
// CHECK-NEXT: 0.0758269, 0.0817634, 0.0860184, 0.0883188, 0.0885857, 0.0868767, 0.0833231, 0.0781127, 0.0715746,
// CHECK-NEXT: 0.0773846, 0.0834114, 0.0877135, 0.0900154, 0.0902393, 0.0884488, 0.0847846, 0.079445, 0.0727676,
// CHECK-NEXT: 0.0767524, 0.0827058, 0.086942, 0.0891895, 0.0893722, 0.0875563, 0.0838879, 0.0785702, 0.0719403,
// CHECK-NEXT: 0.0739794, 0.0797014, 0.0837641, 0.0859065, 0.0860541, 0.0842726, 0.0807084, 0.0755634, 0.0691649,
// CHECK-NEXT: 0.0693219, 0.0746732, 0.0784677, 0.0804606, 0.0805802, 0.0788887, 0.0755276, 0.0706909, 0.0646875,
// CHECK-NEXT: 3490508622731256659 : i64
