// The kernel floyd-warshall of PolyBench, written anew, with dynamic extents: the shortest paths between all nodes.
// RUN: terrace run %s | FileCheck %s

memref.global @sizes : memref<1xindex> = dense<[9]>

func.func private @init(%n: index, %path: memref<?x?xi64>) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      %0 = affine.apply affine_map<(d0, d1) -> ((d0 * 7 + d1 * 5 + 3) mod 13 + 1)>(%i, %j)
      %1 = arith.index_cast %0 : index to i64
      affine.store %1, %path[%i, %j] : memref<?x?xi64>
    }
  }
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      affine.if affine_set<(d0, d1) : ((d0 * 3 + d1 * 4) mod 5 - 1 == 0)>(%i, %j) {
        %2 = arith.constant 999 : i64
        affine.store %2, %path[%i, %j] : memref<?x?xi64>
      }
    }
  }
  return
}

func.func private @kernel_floyd_warshall(%n: index, %path: memref<?x?xi64>) {
  affine.for %k = 0 to %n {
    affine.for %i = 0 to %n {
      affine.for %j = 0 to %n {
        %0 = affine.load %path[%i, %j] : memref<?x?xi64>
        %1 = affine.load %path[%i, %k] : memref<?x?xi64>
        %2 = affine.load %path[%k, %j] : memref<?x?xi64>
        %3 = arith.addi %1, %2 : i64
        %4 = arith.cmpi slt, %0, %3 : i64
        %5 = affine.load %path[%i, %j] : memref<?x?xi64>
        %6 = affine.load %path[%i, %k] : memref<?x?xi64>
        %7 = affine.load %path[%k, %j] : memref<?x?xi64>
        %8 = arith.addi %6, %7 : i64
        %9 = arith.select %4, %5, %8 : i64
        affine.store %9, %path[%i, %j] : memref<?x?xi64>
      }
    }
  }
  return
}

func.func @main() -> i64 {
  %sizes = memref.get_global @sizes : memref<1xindex>
  %n = affine.load %sizes[0] : memref<1xindex>
  %path = memref.alloc(%n, %n) : memref<?x?xi64>
  call @init(%n, %path) : (index, memref<?x?xi64>) -> ()
  call @kernel_floyd_warshall(%n, %path) : (index, memref<?x?xi64>) -> ()
  affine.for %d0 = 0 to %n {
    affine.for %d1 = 0 to %n {
      %0 = affine.load %path[%d0, %d1] : memref<?x?xi64>
      vector.print %0 : i64 punctuation <comma>
    }
    vector.print punctuation <newline>
  }
  %1 = arith.constant 0 : i64
  %2 = arith.constant 31 : i64
  %3 = affine.for %d0 = 0 to %n iter_args(%h1 = %1) -> (i64) {
    %4 = affine.for %d1 = 0 to %n iter_args(%h2 = %h1) -> (i64) {
      %5 = affine.load %path[%d0, %d1] : memref<?x?xi64>
      %6 = arith.muli %h2, %2 : i64
      %7 = arith.addi %6, %5 : i64
      affine.yield %7 : i64
    }
    affine.yield %4 : i64
  }
  memref.dealloc %path : memref<?x?xi64>
  return %3 : i64
}

// CHECK: 4, 8, 1, 5, 6, 3, 7, 2, 4,
// CHECK-NEXT: 9, 3, 6, 8, 3, 8, 2, 5, 7,
// CHECK-NEXT: 11, 7, 2, 4, 5, 10, 6, 1, 3,
// CHECK-NEXT: 10, 4, 7, 9, 4, 9, 3, 6, 8,
// CHECK-NEXT: 6, 8, 3, 5, 6, 5, 7, 2, 4,
// CHECK-NEXT: 9, 5, 6, 2, 3, 8, 4, 5, 1,
// CHECK-NEXT: 7, 9, 4, 6, 1, 6, 8, 3, 5,
// CHECK-NEXT: 10, 6, 7, 3, 4, 9, 5, 6, 2,
// CHECK-NEXT: 8, 10, 5, 7, 2, 7, 9, 4, 6,
// CHECK-NEXT: 8197118197532300548 : i64
