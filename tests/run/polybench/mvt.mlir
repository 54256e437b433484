// The kernel mvt of PolyBench, written anew, on open arrays, as those of C: x1 += A * y1, x2 += transposed A * y2.
// RUN: terrace run %s | FileCheck %s


func.func private @init(%x1: memref<?xf64>, %x2: memref<?xf64>, %y1: memref<?xf64>, %y2: memref<?xf64>, %A: memref<?x11xf64>) {
  affine.for %i = 0 to 11 {
    %0 = affine.apply affine_map<(d0) -> (d0 mod 5 - 2)>(%i)
    %1 = arith.index_cast %0 : index to i64
    %2 = arith.sitofp %1 : i64 to f64
    affine.store %2, %x1[%i] : memref<?xf64>
  }
  affine.for %i = 0 to 11 {
    %3 = affine.apply affine_map<(d0) -> ((d0 + 1) mod 4 - 1)>(%i)
    %4 = arith.index_cast %3 : index to i64
    %5 = arith.sitofp %4 : i64 to f64
    affine.store %5, %x2[%i] : memref<?xf64>
  }
  affine.for %i = 0 to 11 {
    %6 = affine.apply affine_map<(d0) -> ((d0 * 3 + 1) mod 8 - 4)>(%i)
    %7 = arith.index_cast %6 : index to i64
    %8 = arith.sitofp %7 : i64 to f64
    affine.store %8, %y1[%i] : memref<?xf64>
  }
  affine.for %i = 0 to 11 {
    %9 = affine.apply affine_map<(d0) -> ((d0 * 5 + 2) mod 7 - 3)>(%i)
    %10 = arith.index_cast %9 : index to i64
    %11 = arith.sitofp %10 : i64 to f64
    affine.store %11, %y2[%i] : memref<?xf64>
  }
  affine.for %i = 0 to 11 {
    affine.for %j = 0 to 11 {
      %12 = affine.apply affine_map<(d0, d1) -> ((d0 * 3 + d1 * 4 + 1) mod 9 - 4)>(%i, %j)
      %13 = arith.index_cast %12 : index to i64
      %14 = arith.sitofp %13 : i64 to f64
      affine.store %14, %A[%i, %j] : memref<?x11xf64>
    }
  }
  return
}

func.func private @kernel_mvt(%x1: memref<?xf64>, %x2: memref<?xf64>, %y1: memref<?xf64>, %y2: memref<?xf64>, %A: memref<?x11xf64>) {
  affine.for %i = 0 to 11 {
    affine.for %j = 0 to 11 {
      %0 = affine.load %x1[%i] : memref<?xf64>
      %1 = affine.load %A[%i, %j] : memref<?x11xf64>
      %2 = affine.load %y1[%j] : memref<?xf64>
      %3 = arith.mulf %1, %2 : f64
      %4 = arith.addf %0, %3 : f64
      affine.store %4, %x1[%i] : memref<?xf64>
    }
  }
  affine.for %i = 0 to 11 {
    affine.for %j = 0 to 11 {
      %5 = affine.load %x2[%i] : memref<?xf64>
      %6 = affine.load %A[%j, %i] : memref<?x11xf64>
      %7 = affine.load %y2[%j] : memref<?xf64>
      %8 = arith.mulf %6, %7 : f64
      %9 = arith.addf %5, %8 : f64
      affine.store %9, %x2[%i] : memref<?xf64>
    }
  }
  return
}

func.func @main() -> i64 {
  %x1 = memref.alloc() : memref<11xf64>
  %x1_open = memref.cast %x1 : memref<11xf64> to memref<?xf64>
  %x2 = memref.alloc() : memref<11xf64>
  %x2_open = memref.cast %x2 : memref<11xf64> to memref<?xf64>
  %y1 = memref.alloc() : memref<11xf64>
  %y1_open = memref.cast %y1 : memref<11xf64> to memref<?xf64>
  %y2 = memref.alloc() : memref<11xf64>
  %y2_open = memref.cast %y2 : memref<11xf64> to memref<?xf64>
  %A = memref.alloc() : memref<11x11xf64>
  %A_open = memref.cast %A : memref<11x11xf64> to memref<?x11xf64>
  call @init(%x1_open, %x2_open, %y1_open, %y2_open, %A_open) : (memref<?xf64>, memref<?xf64>, memref<?xf64>, memref<?xf64>, memref<?x11xf64>) -> ()
  call @kernel_mvt(%x1_open, %x2_open, %y1_open, %y2_open, %A_open) : (memref<?xf64>, memref<?xf64>, memref<?xf64>, memref<?xf64>, memref<?x11xf64>) -> ()
  affine.for %d0 = 0 to 11 {
    %0 = affine.load %x1[%d0] : memref<11xf64>
    vector.print %0 : f64 punctuation <comma>
  }
  vector.print punctuation <newline>
  affine.for %d0 = 0 to 11 {
    %1 = affine.load %x2[%d0] : memref<11xf64>
    vector.print %1 : f64 punctuation <comma>
  }
  vector.print punctuation <newline>
  %2 = arith.constant 0 : i64
  %3 = arith.constant 31 : i64
  %4 = affine.for %d0 = 0 to 11 iter_args(%h1 = %2) -> (i64) {
    %5 = affine.load %x1[%d0] : memref<11xf64>
    %6 = arith.bitcast %5 : f64 to i64
    %7 = arith.muli %h1, %3 : i64
    %8 = arith.addi %7, %6 : i64
    affine.yield %8 : i64
  }
  %9 = affine.for %d0 = 0 to 11 iter_args(%h2 = %4) -> (i64) {
    %10 = affine.load %x2[%d0] : memref<11xf64>
    %11 = arith.bitcast %10 : f64 to i64
    %12 = arith.muli %h2, %3 : i64
    %13 = arith.addi %12, %11 : i64
    affine.yield %13 : i64
  }
  memref.dealloc %x1 : memref<11xf64>
  memref.dealloc %x2 : memref<11xf64>
  memref.dealloc %y1 : memref<11xf64>
  memref.dealloc %y2 : memref<11xf64>
  memref.dealloc %A : memref<11x11xf64>
  return %9 : i64
}

// CHECK: -7, 9, 25, -4, 12, 23, -6, 10, 26, -3, 8,
// CHECK-NEXT: 0, -25, 4, -25, 22, -21, 26, -3, 26, 1, -24,
// CHECK-NEXT: -5532390667247943680 : i64
