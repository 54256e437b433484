// A clone of a buffer that has an allocator of its own stays: its caller frees what it returns in another way.
// RUN: terrace-test-opt %s --canonicalize | FileCheck %s

func.func @returned() -> memref<2xf32> {
  %0 = test.pool_alloc() : memref<2xf32>
  %1 = bufferization.clone %0 : memref<2xf32> to memref<2xf32>
  test.pool_free %0 : memref<2xf32>
  return %1 : memref<2xf32>
}

// Here the clone is not needed: its original is freed later.
func.func @freed_first() {
  %0 = test.pool_alloc() : memref<2xf32>
  cf.br ^a
^a:
  %1 = bufferization.clone %0 : memref<2xf32> to memref<2xf32>
  "test.read_buffer"(%1) : (memref<2xf32>) -> ()
  memref.dealloc %1 : memref<2xf32>
  cf.br ^b
^b:
  test.pool_free %0 : memref<2xf32>
  return
}

// CHECK:      module {
// CHECK-NEXT:   func.func @returned() -> memref<2xf32> {
// CHECK-NEXT:     %0 = test.pool_alloc() : memref<2xf32>
// CHECK-NEXT:     %1 = bufferization.clone %0 : memref<2xf32> to memref<2xf32>
// CHECK-NEXT:     test.pool_free %0 : memref<2xf32>
// CHECK-NEXT:     return %1 : memref<2xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @freed_first() {
// CHECK-NEXT:     %0 = test.pool_alloc() : memref<2xf32>
// CHECK-NEXT:     "test.read_buffer"(%0) : (memref<2xf32>) -> ()
// CHECK-NEXT:     test.pool_free %0 : memref<2xf32>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT: }
