// RUN: terrace run %s | FileCheck %s
// RUN: not terrace run %s --entry=kept 2>&1 | FileCheck %s --check-prefix=KEPT
// RUN: not terrace run %s --entry=sizes 2>&1 | FileCheck %s --check-prefix=SIZES

// CHECK: [1, 7, 3] : tensor<3xi32>
// CHECK-NEXT: [1, 2, 3] : tensor<3xi32>
// CHECK-NEXT: 7 : i32
// CHECK-NEXT: true : i1
// CHECK-NEXT: false : i1
func.func @main() -> (tensor<3xi32>, tensor<3xi32>, i32, i1, i1) {
  %c1 = arith.constant 1 : index
  %true = arith.constant true
  %seven = arith.constant 7 : i32
  %t = arith.constant dense<[1, 2, 3]> : tensor<3xi32>
  %copy = bufferization.alloc_tensor() copy(%t) : tensor<3xi32>
  %u = tensor.insert %seven into %copy[%c1] : tensor<3xi32>
  %b = bufferization.to_buffer %u read_only : tensor<3xi32> to memref<3xi32>
  %x = memref.load %b[%c1] : memref<3xi32>
  %m = memref.alloc() : memref<3xi32>
  bufferization.materialize_in_destination %u in writable %m : (tensor<3xi32>, memref<3xi32>) -> ()
  %n = bufferization.clone %m : memref<3xi32> to memref<3xi32>
  %v = bufferization.to_tensor %n restrict : memref<3xi32> to tensor<3xi32>
  %e = bufferization.alloc_tensor() : tensor<3xi32>
  %w = bufferization.materialize_in_destination %t in %e : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
  bufferization.dealloc_tensor %e : tensor<3xi32>
  // Two views of one buffer are freed once; what is retained is not freed.
  %part = memref.subview %m[1] [1] [1] : memref<3xi32> to memref<1xi32, strided<[1], offset: 1>>
  %other = memref.alloca() : memref<i32>
  %own:2 = bufferization.dealloc (%m, %n : memref<3xi32>, memref<3xi32>) if (%true, %true) retain (%part, %other : memref<1xi32, strided<[1], offset: 1>>, memref<i32>)
  bufferization.dealloc (%m, %m : memref<3xi32>, memref<3xi32>) if (%own#0, %own#0)
  return %v, %w, %x, %own#0, %own#1 : tensor<3xi32>, tensor<3xi32>, i32, i1, i1
}

// KEPT: :[[@LINE+4]]:8: error: memory leak: 12 bytes that are allocated here are never freed
// KEPT-NOT: error
func.func @kept() {
  %false = arith.constant false
  %m = memref.alloc() : memref<3xi32>
  bufferization.dealloc (%m : memref<3xi32>) if (%false)
  return
}

// SIZES: :[[@LINE+6]]:3: error: copy between buffers of different sizes: [3] and [2]
func.func @sizes() {
  %n = arith.constant 2 : index
  %t = arith.constant dense<[1, 2, 3]> : tensor<3xi32>
  %d = tensor.cast %t : tensor<3xi32> to tensor<?xi32>
  %m = memref.alloc(%n) : memref<?xi32>
  bufferization.materialize_in_destination %d in writable %m : (tensor<?xi32>, memref<?xi32>) -> ()
  memref.dealloc %m : memref<?xi32>
  return
}
