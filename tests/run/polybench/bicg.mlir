// The kernel bicg of PolyBench, written anew, with dynamic extents: s = transposed A * r, q = A * p.
// RUN: terrace run %s | FileCheck %s

memref.global @sizes : memref<2xindex> = dense<[11, 7]>

func.func private @init(%n: index, %m: index, %A: memref<?x?xf64>, %s: memref<?xf64>, %q: memref<?xf64>, %p: memref<?xf64>, %r: memref<?xf64>) {
  affine.for %i = 0 to %m {
    %0 = affine.apply affine_map<(d0) -> ((d0 * 5 + 2) mod 7 - 3)>(%i)
    %1 = arith.index_cast %0 : index to i64
    %2 = arith.sitofp %1 : i64 to f64
    affine.store %2, %p[%i] : memref<?xf64>
  }
  affine.for %i = 0 to %n {
    %3 = affine.apply affine_map<(d0) -> ((d0 * 3 + 1) mod 8 - 4)>(%i)
    %4 = arith.index_cast %3 : index to i64
    %5 = arith.sitofp %4 : i64 to f64
    affine.store %5, %r[%i] : memref<?xf64>
  }
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %m {
      %6 = affine.apply affine_map<(d0, d1) -> ((d0 * 3 + d1 * 4 + 1) mod 9 - 4)>(%i, %j)
      %7 = arith.index_cast %6 : index to i64
      %8 = arith.sitofp %7 : i64 to f64
      affine.store %8, %A[%i, %j] : memref<?x?xf64>
    }
  }
  return
}

func.func private @kernel_bicg(%n: index, %m: index, %A: memref<?x?xf64>, %s: memref<?xf64>, %q: memref<?xf64>, %p: memref<?xf64>, %r: memref<?xf64>) {
  affine.for %i = 0 to %m {
    %0 = arith.constant 0.0 : f64
    affine.store %0, %s[%i] : memref<?xf64>
  }
  affine.for %i = 0 to %n {
    %1 = arith.constant 0.0 : f64
    affine.store %1, %q[%i] : memref<?xf64>
    affine.for %j = 0 to %m {
      %2 = affine.load %s[%j] : memref<?xf64>
      %3 = affine.load %r[%i] : memref<?xf64>
      %4 = affine.load %A[%i, %j] : memref<?x?xf64>
      %5 = arith.mulf %3, %4 : f64
      %6 = arith.addf %2, %5 : f64
      affine.store %6, %s[%j] : memref<?xf64>
      %7 = affine.load %q[%i] : memref<?xf64>
      %8 = affine.load %A[%i, %j] : memref<?x?xf64>
      %9 = affine.load %p[%j] : memref<?xf64>
      %10 = arith.mulf %8, %9 : f64
      %11 = arith.addf %7, %10 : f64
      affine.store %11, %q[%i] : memref<?xf64>
    }
  }
  return
}

func.func @main() -> i64 {
  %sizes = memref.get_global @sizes : memref<2xindex>
  %n = affine.load %sizes[0] : memref<2xindex>
  %m = affine.load %sizes[1] : memref<2xindex>
  %A = memref.alloc(%n, %m) : memref<?x?xf64>
  %s = memref.alloc(%m) : memref<?xf64>
  %q = memref.alloc(%n) : memref<?xf64>
  %p = memref.alloc(%m) : memref<?xf64>
  %r = memref.alloc(%n) : memref<?xf64>
  call @init(%n, %m, %A, %s, %q, %p, %r) : (index, index, memref<?x?xf64>, memref<?xf64>, memref<?xf64>, memref<?xf64>, memref<?xf64>) -> ()
  call @kernel_bicg(%n, %m, %A, %s, %q, %p, %r) : (index, index, memref<?x?xf64>, memref<?xf64>, memref<?xf64>, memref<?xf64>, memref<?xf64>) -> ()
  affine.for %d0 = 0 to %m {
    %0 = affine.load %s[%d0] : memref<?xf64>
    vector.print %0 : f64 punctuation <comma>
  }
  vector.print punctuation <newline>
  affine.for %d0 = 0 to %n {
    %1 = affine.load %q[%d0] : memref<?xf64>
    vector.print %1 : f64 punctuation <comma>
  }
  vector.print punctuation <newline>
  %2 = arith.constant 0 : i64
  %3 = arith.constant 31 : i64
  %4 = affine.for %d0 = 0 to %m iter_args(%h1 = %2) -> (i64) {
    %5 = affine.load %s[%d0] : memref<?xf64>
    %6 = arith.bitcast %5 : f64 to i64
    %7 = arith.muli %h1, %3 : i64
    %8 = arith.addi %7, %6 : i64
    affine.yield %8 : i64
  }
  %9 = affine.for %d0 = 0 to %n iter_args(%h2 = %4) -> (i64) {
    %10 = affine.load %q[%d0] : memref<?xf64>
    %11 = arith.bitcast %10 : f64 to i64
    %12 = arith.muli %h2, %3 : i64
    %13 = arith.addi %12, %11 : i64
    affine.yield %13 : i64
  }
  memref.dealloc %A : memref<?x?xf64>
  memref.dealloc %s : memref<?xf64>
  memref.dealloc %q : memref<?xf64>
  memref.dealloc %p : memref<?xf64>
  memref.dealloc %r : memref<?xf64>
  return %9 : i64
}

// CHECK: 6, 26, 10, 30, -40, 34, -36,
// CHECK-NEXT: -16, -7, -7, -16, -7, -7, -16, -7, -7, -16, -7,
// CHECK-NEXT: -769271111350222848 : i64
