// Reshapes and reallocations as simpler ops.
// RUN: terrace-opt %s --memref-expand --allow-unregistered-dialect | FileCheck %s --check-prefix=RESHAPE
// RUN: terrace-opt %s --expand-realloc --allow-unregistered-dialect | FileCheck %s --check-prefix=REALLOC
// RUN: terrace-opt %s --expand-realloc=emit-deallocs=false --allow-unregistered-dialect | FileCheck %s --check-prefix=KEEP

func.func @reshape(%m: memref<*xf32>, %s: memref<3xi32>, %d: memref<?xindex>) -> memref<?x4x?xf32> {
  %0 = memref.reshape %m(%s) : (memref<*xf32>, memref<3xi32>) -> memref<?x4x?xf32>
  %1 = memref.reshape %m(%d) : (memref<*xf32>, memref<?xindex>) -> memref<*xf32>
  "foo.use"(%1) : (memref<*xf32>) -> ()
  return %0 : memref<?x4x?xf32>
}

func.func @realloc(%m: memref<?xf32>, %n: index, %k: memref<4xf32>) -> (memref<?xf32>, memref<8xf32>) {
  %0 = memref.realloc %m(%n) {alignment = 8} : memref<?xf32> to memref<?xf32>
  %1 = memref.realloc %k : memref<4xf32> to memref<8xf32>
  return %0, %1 : memref<?xf32>, memref<8xf32>
}

// RESHAPE:      module {
// RESHAPE-NEXT:   func.func @reshape(%arg0: memref<*xf32>, %arg1: memref<3xi32>, %arg2: memref<?xindex>) -> memref<?x4x?xf32> {
// RESHAPE-NEXT:     %c2 = arith.constant 2 : index
// RESHAPE-NEXT:     %0 = memref.load %arg1[%c2] : memref<3xi32>
// RESHAPE-NEXT:     %1 = arith.index_cast %0 : i32 to index
// RESHAPE-NEXT:     %c1 = arith.constant 1 : index
// RESHAPE-NEXT:     %2 = arith.muli %c1, %1 : index
// RESHAPE-NEXT:     %c4 = arith.constant 4 : index
// RESHAPE-NEXT:     %3 = arith.muli %2, %c4 : index
// RESHAPE-NEXT:     %c0 = arith.constant 0 : index
// RESHAPE-NEXT:     %4 = memref.load %arg1[%c0] : memref<3xi32>
// RESHAPE-NEXT:     %5 = arith.index_cast %4 : i32 to index
// RESHAPE-NEXT:     %reinterpret_cast = memref.reinterpret_cast %arg0 to offset: [0], sizes: [%5, 4, %1], strides: [%3, %2, 1] : memref<*xf32> to memref<?x4x?xf32>
// RESHAPE-NEXT:     %reshape = memref.reshape %arg0(%arg2) : (memref<*xf32>, memref<?xindex>) -> memref<*xf32>
// RESHAPE-NEXT:     "foo.use"(%reshape) : (memref<*xf32>) -> ()
// RESHAPE-NEXT:     return %reinterpret_cast : memref<?x4x?xf32>
// RESHAPE-NEXT:   }
// RESHAPE-NEXT:   func.func @realloc(%arg0: memref<?xf32>, %arg1: index, %arg2: memref<4xf32>) -> (memref<?xf32>, memref<8xf32>) {
// RESHAPE-NEXT:     %0 = memref.realloc %arg0(%arg1) {alignment = 8 : i64} : memref<?xf32> to memref<?xf32>
// RESHAPE-NEXT:     %1 = memref.realloc %arg2 : memref<4xf32> to memref<8xf32>
// RESHAPE-NEXT:     return %0, %1 : memref<?xf32>, memref<8xf32>
// RESHAPE-NEXT:   }
// RESHAPE-NEXT: }

// REALLOC:      module {
// REALLOC-NEXT:   func.func @reshape(%arg0: memref<*xf32>, %arg1: memref<3xi32>, %arg2: memref<?xindex>) -> memref<?x4x?xf32> {
// REALLOC-NEXT:     %reshape = memref.reshape %arg0(%arg1) : (memref<*xf32>, memref<3xi32>) -> memref<?x4x?xf32>
// REALLOC-NEXT:     %reshape_0 = memref.reshape %arg0(%arg2) : (memref<*xf32>, memref<?xindex>) -> memref<*xf32>
// REALLOC-NEXT:     "foo.use"(%reshape_0) : (memref<*xf32>) -> ()
// REALLOC-NEXT:     return %reshape : memref<?x4x?xf32>
// REALLOC-NEXT:   }
// REALLOC-NEXT:   func.func @realloc(%arg0: memref<?xf32>, %arg1: index, %arg2: memref<4xf32>) -> (memref<?xf32>, memref<8xf32>) {
// REALLOC-NEXT:     %c0 = arith.constant 0 : index
// REALLOC-NEXT:     %dim = memref.dim %arg0, %c0 : memref<?xf32>
// REALLOC-NEXT:     %0 = arith.cmpi ult, %dim, %arg1 : index
// REALLOC-NEXT:     %1 = scf.if %0 -> (memref<?xf32>) {
// REALLOC-NEXT:       %alloc = memref.alloc(%arg1) {alignment = 8 : i64} : memref<?xf32>
// REALLOC-NEXT:       %subview = memref.subview %alloc[0] [%dim] [1] : memref<?xf32> to memref<?xf32, strided<[1]>>
// REALLOC-NEXT:       memref.copy %arg0, %subview : memref<?xf32> to memref<?xf32, strided<[1]>>
// REALLOC-NEXT:       memref.dealloc %arg0 : memref<?xf32>
// REALLOC-NEXT:       scf.yield %alloc : memref<?xf32>
// REALLOC-NEXT:     } else {
// REALLOC-NEXT:       %reinterpret_cast = memref.reinterpret_cast %arg0 to offset: [0], sizes: [%arg1], strides: [1] : memref<?xf32> to memref<?xf32>
// REALLOC-NEXT:       scf.yield %reinterpret_cast : memref<?xf32>
// REALLOC-NEXT:     }
// REALLOC-NEXT:     %c4 = arith.constant 4 : index
// REALLOC-NEXT:     %c8 = arith.constant 8 : index
// REALLOC-NEXT:     %2 = arith.cmpi ult, %c4, %c8 : index
// REALLOC-NEXT:     %3 = scf.if %2 -> (memref<8xf32>) {
// REALLOC-NEXT:       %alloc = memref.alloc() : memref<8xf32>
// REALLOC-NEXT:       %subview = memref.subview %alloc[0] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1]>>
// REALLOC-NEXT:       memref.copy %arg2, %subview : memref<4xf32> to memref<4xf32, strided<[1]>>
// REALLOC-NEXT:       memref.dealloc %arg2 : memref<4xf32>
// REALLOC-NEXT:       scf.yield %alloc : memref<8xf32>
// REALLOC-NEXT:     } else {
// REALLOC-NEXT:       %reinterpret_cast = memref.reinterpret_cast %arg2 to offset: [0], sizes: [8], strides: [1] : memref<4xf32> to memref<8xf32>
// REALLOC-NEXT:       scf.yield %reinterpret_cast : memref<8xf32>
// REALLOC-NEXT:     }
// REALLOC-NEXT:     return %1, %3 : memref<?xf32>, memref<8xf32>
// REALLOC-NEXT:   }
// REALLOC-NEXT: }

// KEEP:      module {
// KEEP-NEXT:   func.func @reshape(%arg0: memref<*xf32>, %arg1: memref<3xi32>, %arg2: memref<?xindex>) -> memref<?x4x?xf32> {
// KEEP-NEXT:     %reshape = memref.reshape %arg0(%arg1) : (memref<*xf32>, memref<3xi32>) -> memref<?x4x?xf32>
// KEEP-NEXT:     %reshape_0 = memref.reshape %arg0(%arg2) : (memref<*xf32>, memref<?xindex>) -> memref<*xf32>
// KEEP-NEXT:     "foo.use"(%reshape_0) : (memref<*xf32>) -> ()
// KEEP-NEXT:     return %reshape : memref<?x4x?xf32>
// KEEP-NEXT:   }
// KEEP-NEXT:   func.func @realloc(%arg0: memref<?xf32>, %arg1: index, %arg2: memref<4xf32>) -> (memref<?xf32>, memref<8xf32>) {
// KEEP-NEXT:     %c0 = arith.constant 0 : index
// KEEP-NEXT:     %dim = memref.dim %arg0, %c0 : memref<?xf32>
// KEEP-NEXT:     %0 = arith.cmpi ult, %dim, %arg1 : index
// KEEP-NEXT:     %1 = scf.if %0 -> (memref<?xf32>) {
// KEEP-NEXT:       %alloc = memref.alloc(%arg1) {alignment = 8 : i64} : memref<?xf32>
// KEEP-NEXT:       %subview = memref.subview %alloc[0] [%dim] [1] : memref<?xf32> to memref<?xf32, strided<[1]>>
// KEEP-NEXT:       memref.copy %arg0, %subview : memref<?xf32> to memref<?xf32, strided<[1]>>
// KEEP-NEXT:       scf.yield %alloc : memref<?xf32>
// KEEP-NEXT:     } else {
// KEEP-NEXT:       %reinterpret_cast = memref.reinterpret_cast %arg0 to offset: [0], sizes: [%arg1], strides: [1] : memref<?xf32> to memref<?xf32>
// KEEP-NEXT:       scf.yield %reinterpret_cast : memref<?xf32>
// KEEP-NEXT:     }
// KEEP-NEXT:     %c4 = arith.constant 4 : index
// KEEP-NEXT:     %c8 = arith.constant 8 : index
// KEEP-NEXT:     %2 = arith.cmpi ult, %c4, %c8 : index
// KEEP-NEXT:     %3 = scf.if %2 -> (memref<8xf32>) {
// KEEP-NEXT:       %alloc = memref.alloc() : memref<8xf32>
// KEEP-NEXT:       %subview = memref.subview %alloc[0] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1]>>
// KEEP-NEXT:       memref.copy %arg2, %subview : memref<4xf32> to memref<4xf32, strided<[1]>>
// KEEP-NEXT:       scf.yield %alloc : memref<8xf32>
// KEEP-NEXT:     } else {
// KEEP-NEXT:       %reinterpret_cast = memref.reinterpret_cast %arg2 to offset: [0], sizes: [8], strides: [1] : memref<4xf32> to memref<8xf32>
// KEEP-NEXT:       scf.yield %reinterpret_cast : memref<8xf32>
// KEEP-NEXT:     }
// KEEP-NEXT:     return %1, %3 : memref<?xf32>, memref<8xf32>
// KEEP-NEXT:   }
// KEEP-NEXT: }
