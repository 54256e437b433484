// The kernel 2mm of PolyBench, written anew, with dynamic extents: D = alpha * A * B * C + beta * D.
// RUN: terrace run %s | FileCheck %s

memref.global @sizes : memref<4xindex> = dense<[5, 6, 7, 9]>
memref.global @scalars : memref<2xf64> = dense<[2.0, 3.0]>

func.func private @init(%ni: index, %nj: index, %nk: index, %nl: index, %tmp: memref<?x?xf64>, %A: memref<?x?xf64>, %B: memref<?x?xf64>, %C: memref<?x?xf64>, %D: memref<?x?xf64>) {
  affine.for %i = 0 to %ni {
    affine.for %j = 0 to %nk {
      %0 = affine.apply affine_map<(d0, d1) -> ((d0 * 3 + d1 * 5 + 2) mod 7 - 3)>(%i, %j)
      %1 = arith.index_cast %0 : index to i64
      %2 = arith.sitofp %1 : i64 to f64
      affine.store %2, %A[%i, %j] : memref<?x?xf64>
    }
  }
  affine.for %i = 0 to %nk {
    affine.for %j = 0 to %nj {
      %3 = affine.apply affine_map<(d0, d1) -> ((d0 * 2 + d1 * 3 + 1) mod 9 - 4)>(%i, %j)
      %4 = arith.index_cast %3 : index to i64
      %5 = arith.sitofp %4 : i64 to f64
      affine.store %5, %B[%i, %j] : memref<?x?xf64>
    }
  }
  affine.for %i = 0 to %nj {
    affine.for %j = 0 to %nl {
      %6 = affine.apply affine_map<(d0, d1) -> ((d0 * 5 + d1 * 2 + 3) mod 8 - 3)>(%i, %j)
      %7 = arith.index_cast %6 : index to i64
      %8 = arith.sitofp %7 : i64 to f64
      affine.store %8, %C[%i, %j] : memref<?x?xf64>
    }
  }
  affine.for %i = 0 to %ni {
    affine.for %j = 0 to %nl {
      %9 = affine.apply affine_map<(d0, d1) -> ((d0 + d1 * 4) mod 6 - 2)>(%i, %j)
      %10 = arith.index_cast %9 : index to i64
      %11 = arith.sitofp %10 : i64 to f64
      affine.store %11, %D[%i, %j] : memref<?x?xf64>
    }
  }
  return
}

func.func private @kernel_2mm(%ni: index, %nj: index, %nk: index, %nl: index, %alpha: f64, %beta: f64, %tmp: memref<?x?xf64>, %A: memref<?x?xf64>, %B: memref<?x?xf64>, %C: memref<?x?xf64>, %D: memref<?x?xf64>) {
  affine.for %i = 0 to %ni {
    affine.for %j = 0 to %nj {
      %0 = arith.constant 0.0 : f64
      affine.store %0, %tmp[%i, %j] : memref<?x?xf64>
      affine.for %k = 0 to %nk {
        %1 = affine.load %tmp[%i, %j] : memref<?x?xf64>
        %2 = affine.load %A[%i, %k] : memref<?x?xf64>
        %3 = arith.mulf %alpha, %2 : f64
        %4 = affine.load %B[%k, %j] : memref<?x?xf64>
        %5 = arith.mulf %3, %4 : f64
        %6 = arith.addf %1, %5 : f64
        affine.store %6, %tmp[%i, %j] : memref<?x?xf64>
      }
    }
  }
  affine.for %i = 0 to %ni {
    affine.for %j = 0 to %nl {
      %7 = affine.load %D[%i, %j] : memref<?x?xf64>
      %8 = arith.mulf %7, %beta : f64
      affine.store %8, %D[%i, %j] : memref<?x?xf64>
      affine.for %k = 0 to %nj {
        %9 = affine.load %D[%i, %j] : memref<?x?xf64>
        %10 = affine.load %tmp[%i, %k] : memref<?x?xf64>
        %11 = affine.load %C[%k, %j] : memref<?x?xf64>
        %12 = arith.mulf %10, %11 : f64
        %13 = arith.addf %9, %12 : f64
        affine.store %13, %D[%i, %j] : memref<?x?xf64>
      }
    }
  }
  return
}

func.func @main() -> i64 {
  %sizes = memref.get_global @sizes : memref<4xindex>
  %ni = affine.load %sizes[0] : memref<4xindex>
  %nj = affine.load %sizes[1] : memref<4xindex>
  %nk = affine.load %sizes[2] : memref<4xindex>
  %nl = affine.load %sizes[3] : memref<4xindex>
  %scalars = memref.get_global @scalars : memref<2xf64>
  %alpha = affine.load %scalars[0] : memref<2xf64>
  %beta = affine.load %scalars[1] : memref<2xf64>
  %tmp = memref.alloc(%ni, %nj) : memref<?x?xf64>
  %A = memref.alloc(%ni, %nk) : memref<?x?xf64>
  %B = memref.alloc(%nk, %nj) : memref<?x?xf64>
  %C = memref.alloc(%nj, %nl) : memref<?x?xf64>
  %D = memref.alloc(%ni, %nl) : memref<?x?xf64>
  call @init(%ni, %nj, %nk, %nl, %tmp, %A, %B, %C, %D) : (index, index, index, index, memref<?x?xf64>, memref<?x?xf64>, memref<?x?xf64>, memref<?x?xf64>, memref<?x?xf64>) -> ()
  call @kernel_2mm(%ni, %nj, %nk, %nl, %alpha, %beta, %tmp, %A, %B, %C, %D) : (index, index, index, index, f64, f64, memref<?x?xf64>, memref<?x?xf64>, memref<?x?xf64>, memref<?x?xf64>, memref<?x?xf64>) -> ()
  affine.for %d0 = 0 to %ni {
    affine.for %d1 = 0 to %nl {
      %0 = affine.load %D[%d0, %d1] : memref<?x?xf64>
      vector.print %0 : f64 punctuation <comma>
    }
    vector.print punctuation <newline>
  }
  %1 = arith.constant 0 : i64
  %2 = arith.constant 31 : i64
  %3 = affine.for %d0 = 0 to %ni iter_args(%h1 = %1) -> (i64) {
    %4 = affine.for %d1 = 0 to %nl iter_args(%h2 = %h1) -> (i64) {
      %5 = affine.load %D[%d0, %d1] : memref<?x?xf64>
      %6 = arith.bitcast %5 : f64 to i64
      %7 = arith.muli %h2, %2 : i64
      %8 = arith.addi %7, %6 : i64
      affine.yield %8 : i64
    }
    affine.yield %4 : i64
  }
  memref.dealloc %tmp : memref<?x?xf64>
  memref.dealloc %A : memref<?x?xf64>
  memref.dealloc %B : memref<?x?xf64>
  memref.dealloc %C : memref<?x?xf64>
  memref.dealloc %D : memref<?x?xf64>
  return %3 : i64
}

// CHECK: 54, 146, 60, -26, 66, 140, 54, -14, 60,
// CHECK-NEXT: 45, 409, -237, -307, 57, 403, -243, -295, 51,
// CHECK-NEXT: -90, -312, 348, 126, -96, -300, 342, 120, -84,
// CHECK-NEXT: -57, 49, 93, -169, -63, 61, 87, -175, -51,
// CHECK-NEXT: 18, -164, -138, 194, 12, -170, -126, 188, 6,
// CHECK-NEXT: 8245035386552713216 : i64
