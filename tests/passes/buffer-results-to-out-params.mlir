// Buffers that private functions give back are handed to them by their callers; with the options, allocations move there.
// RUN: terrace-opt %s --buffer-results-to-out-params | FileCheck %s
func.func private @buffers(%n: index, %m: memref<3xf32, strided<[?], offset: ?>>) -> (memref<3xf32, strided<[?], offset: ?>>, i32, memref<2xi8>) {
  %c = arith.constant 7 : i32
  %0 = memref.alloc() : memref<2xi8>
  return %m, %c, %0 : memref<3xf32, strided<[?], offset: ?>>, i32, memref<2xi8>
}
func.func private @sized(%n: index) -> (memref<?xf32> {memref.note}) {
  %0 = memref.alloc(%n) : memref<?xf32>
  return %0 : memref<?xf32>
}
func.func @caller(%m: memref<3xf32, strided<[?], offset: ?>>, %k: index) -> memref<2xi8> {
  %0:3 = call @buffers(%k, %m) : (index, memref<3xf32, strided<[?], offset: ?>>) -> (memref<3xf32, strided<[?], offset: ?>>, i32, memref<2xi8>)
  return %0#2 : memref<2xi8>
}

// CHECK:      module {
// CHECK-NEXT:   func.func private @buffers(%arg0: index, %arg1: memref<3xf32, strided<[?], offset: ?>>, %arg2: memref<3xf32, strided<[?], offset: ?>>, %arg3: memref<2xi8>) -> i32 {
// CHECK-NEXT:     %c7_i32 = arith.constant 7 : i32
// CHECK-NEXT:     %alloc = memref.alloc() : memref<2xi8>
// CHECK-NEXT:     memref.copy %arg1, %arg2 : memref<3xf32, strided<[?], offset: ?>> to memref<3xf32, strided<[?], offset: ?>>
// CHECK-NEXT:     memref.copy %alloc, %arg3 : memref<2xi8> to memref<2xi8>
// CHECK-NEXT:     return %c7_i32 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func private @sized(%arg0: index, %arg1: memref<?xf32> {memref.note}) {
// CHECK-NEXT:     %alloc = memref.alloc(%arg0) : memref<?xf32>
// CHECK-NEXT:     memref.copy %alloc, %arg1 : memref<?xf32> to memref<?xf32>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @caller(%arg0: memref<3xf32, strided<[?], offset: ?>>, %arg1: index) -> memref<2xi8> {
// CHECK-NEXT:     %alloc = memref.alloc() : memref<3xf32>
// CHECK-NEXT:     %cast = memref.cast %alloc : memref<3xf32> to memref<3xf32, strided<[?], offset: ?>>
// CHECK-NEXT:     %alloc_0 = memref.alloc() : memref<2xi8>
// CHECK-NEXT:     %0 = call @buffers(%arg1, %arg0, %cast, %alloc_0) : (index, memref<3xf32, strided<[?], offset: ?>>, memref<3xf32, strided<[?], offset: ?>>, memref<2xi8>) -> i32
// CHECK-NEXT:     return %alloc_0 : memref<2xi8>
// CHECK-NEXT:   }
// CHECK-NEXT: }
