// RUN: terrace-opt %s --ownership-based-buffer-deallocation --canonicalize | FileCheck %s
// RUN: terrace-opt %s --buffer-deallocation-pipeline | terrace-opt

// The conditions of the buffers that an op takes go where the op takes them, and its list of sizes says so.
// CHECK-LABEL: func.func @loop_whose_operands_are_in_segments
func.func @loop_whose_operands_are_in_segments(%n: index, %m: memref<4xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  // CHECK: %[[R:.*]]:2 = affine.for %{{.*}} = 0 to %{{.*}} iter_args(%[[A:.*]] = %{{.*}}, %[[O:.*]] = %{{.*}}) -> (memref<4xf32>, i1)
  %0 = affine.for %i = 0 to %n iter_args(%a = %m) -> (memref<4xf32>) {
    %b = memref.alloc() : memref<4xf32>
    memref.copy %a, %b : memref<4xf32> to memref<4xf32>
    // CHECK: affine.yield %{{.*}}, %{{.*}} : memref<4xf32>, i1
    affine.yield %b : memref<4xf32>
  }
  %1 = memref.load %0[%c0] : memref<4xf32>
  // CHECK: bufferization.dealloc
  // CHECK: return
  return %1 : f32
}
