// RUN: terrace-opt %s --allow-unregistered-dialect | FileCheck %s
// RUN: terrace-opt %s --allow-unregistered-dialect | terrace-opt --allow-unregistered-dialect | FileCheck %s
// RUN: terrace-opt %s --allow-unregistered-dialect --mlir-print-op-generic | terrace-opt --allow-unregistered-dialect | FileCheck %s

// Each op, with and without what may be left out.

func.func @ops(%n: index, %t: tensor<4xf32>, %m: memref<4xf32>, %u: memref<*xf32>, %c: i1) {
  %0 = bufferization.alloc_tensor() : tensor<4xf32>
  %1 = bufferization.alloc_tensor(%n) size_hint=%n {memory_space = 1 : i64} : tensor<?xf32>
  %2 = bufferization.alloc_tensor() copy(%t) : tensor<4xf32>
  bufferization.dealloc_tensor %0 : tensor<4xf32>
  %3 = bufferization.clone %m : memref<4xf32> to memref<?xf32>
  bufferization.dealloc
  bufferization.dealloc (%m, %u : memref<4xf32>, memref<*xf32>) if (%c, %c) {a}
  %4 = bufferization.dealloc (%m : memref<4xf32>) if (%c) retain (%m : memref<4xf32>)
  %5:2 = bufferization.dealloc retain (%m, %u : memref<4xf32>, memref<*xf32>)
  %6 = bufferization.to_tensor %m restrict writable : memref<4xf32> to tensor<4xf32>
  %7 = bufferization.to_tensor %u {a} : memref<*xf32> to tensor<*xf32>
  %8 = bufferization.to_buffer %t read_only : tensor<4xf32> to memref<4xf32, strided<[?], offset: ?>>
  %9 = bufferization.materialize_in_destination %t in %0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  bufferization.materialize_in_destination %t in restrict writable %m : (tensor<4xf32>, memref<4xf32>) -> ()
  %10 = memref.alloc() {bufferization.manual_deallocation} : memref<4xf32>
  return
}
func.func private @args(tensor<4xf32> {bufferization.access = "read", bufferization.buffer_layout = affine_map<(d0) -> (d0)>})
func.func @writable(%a: tensor<4xf32> {bufferization.writable = false}) { return }

// CHECK:      #map = affine_map<(d0) -> (d0)>
// CHECK-NEXT: module {
// CHECK-NEXT:   func.func @ops(%arg0: index, %arg1: tensor<4xf32>, %arg2: memref<4xf32>, %arg3: memref<*xf32>, %arg4: i1) {
// CHECK-NEXT:     %0 = bufferization.alloc_tensor() : tensor<4xf32>
// CHECK-NEXT:     %1 = bufferization.alloc_tensor(%arg0) size_hint=%arg0 {memory_space = 1 : i64} : tensor<?xf32>
// CHECK-NEXT:     %2 = bufferization.alloc_tensor() copy(%arg1) : tensor<4xf32>
// CHECK-NEXT:     bufferization.dealloc_tensor %0 : tensor<4xf32>
// CHECK-NEXT:     %3 = bufferization.clone %arg2 : memref<4xf32> to memref<?xf32>
// CHECK-NEXT:     bufferization.dealloc
// CHECK-NEXT:     bufferization.dealloc (%arg2, %arg3 : memref<4xf32>, memref<*xf32>) if (%arg4, %arg4) {a}
// CHECK-NEXT:     %4 = bufferization.dealloc (%arg2 : memref<4xf32>) if (%arg4) retain (%arg2 : memref<4xf32>)
// CHECK-NEXT:     %5:2 = bufferization.dealloc retain (%arg2, %arg3 : memref<4xf32>, memref<*xf32>)
// CHECK-NEXT:     %6 = bufferization.to_tensor %arg2 restrict writable : memref<4xf32> to tensor<4xf32>
// CHECK-NEXT:     %7 = bufferization.to_tensor %arg3 {a} : memref<*xf32> to tensor<*xf32>
// CHECK-NEXT:     %8 = bufferization.to_buffer %arg1 read_only : tensor<4xf32> to memref<4xf32, strided<[?], offset: ?>>
// CHECK-NEXT:     %9 = bufferization.materialize_in_destination %arg1 in %0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT:     bufferization.materialize_in_destination %arg1 in restrict writable %arg2 : (tensor<4xf32>, memref<4xf32>) -> ()
// CHECK-NEXT:     %alloc = memref.alloc() {bufferization.manual_deallocation} : memref<4xf32>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func private @args(tensor<4xf32> {bufferization.access = "read", bufferization.buffer_layout = #map})
// CHECK-NEXT:   func.func @writable(%arg0: tensor<4xf32> {bufferization.writable = false}) {
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT: }
