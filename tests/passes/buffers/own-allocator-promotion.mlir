// Small buffers go on the stack as the interface of their allocation has it.
// RUN: terrace-test-opt %s --promote-buffers-to-stack | FileCheck %s

func.func @small() {
  %0 = test.pool_alloc() : memref<2xf32>
  "test.read_buffer"(%0) : (memref<2xf32>) -> ()
  return
}

func.func @large() {
  %0 = test.pool_alloc() : memref<1024xf32>
  "test.read_buffer"(%0) : (memref<1024xf32>) -> ()
  return
}

func.func @leaves() -> memref<2xf32> {
  %0 = test.pool_alloc() : memref<2xf32>
  return %0 : memref<2xf32>
}

// As large as a shape has dimensions.
func.func @dynamic(%x: memref<*xf32>, %n: index) {
  %rank = memref.rank %x : memref<*xf32>
  %0 = test.pool_alloc(%rank) : memref<?xindex>
  %1 = test.pool_alloc(%n) : memref<?xindex>
  "test.read_buffer"(%0) : (memref<?xindex>) -> ()
  "test.read_buffer"(%1) : (memref<?xindex>) -> ()
  return
}

// Its interface does not say what it is on the stack.
func.func @plain() {
  %0 = test.plain_alloc : memref<2xf32>
  "test.read_buffer"(%0) : (memref<2xf32>) -> ()
  return
}

// CHECK:      module {
// CHECK-NEXT:   func.func @small() {
// CHECK-NEXT:     %alloca = memref.alloca() : memref<2xf32>
// CHECK-NEXT:     "test.read_buffer"(%alloca) : (memref<2xf32>) -> ()
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @large() {
// CHECK-NEXT:     %0 = test.pool_alloc() : memref<1024xf32>
// CHECK-NEXT:     "test.read_buffer"(%0) : (memref<1024xf32>) -> ()
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @leaves() -> memref<2xf32> {
// CHECK-NEXT:     %0 = test.pool_alloc() : memref<2xf32>
// CHECK-NEXT:     return %0 : memref<2xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @dynamic(%arg0: memref<*xf32>, %arg1: index) {
// CHECK-NEXT:     %0 = memref.rank %arg0 : memref<*xf32>
// CHECK-NEXT:     %alloca = memref.alloca(%0) : memref<?xindex>
// CHECK-NEXT:     %1 = test.pool_alloc(%arg1) : memref<?xindex>
// CHECK-NEXT:     "test.read_buffer"(%alloca) : (memref<?xindex>) -> ()
// CHECK-NEXT:     "test.read_buffer"(%1) : (memref<?xindex>) -> ()
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @plain() {
// CHECK-NEXT:     %0 = test.plain_alloc : memref<2xf32>
// CHECK-NEXT:     "test.read_buffer"(%0) : (memref<2xf32>) -> ()
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT: }
