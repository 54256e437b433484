// The base buffer of a layout that is not strided cannot be had; mlir-opt makes an invalid op.
// RUN: terrace-opt %s --split-input-file --ownership-based-buffer-deallocation --verify-diagnostics | FileCheck %s

func.func @a_layout_that_is_not_strided_is_refused(%n: index) {
  // expected-error@+1 {{the base of a buffer is only known of a strided layout, which this buffer has not}}
  %m = memref.alloc() : memref<4x8xf32, affine_map<(d0, d1) -> (d0 floordiv 2 + d1)>>
  return
}

// -----

// CHECK-LABEL: func.func @a_layout_that_is_a_strided_map_is_freed(
// CHECK:         bufferization.dealloc
func.func @a_layout_that_is_a_strided_map_is_freed(%n: index) {
  %m = memref.alloc() : memref<4x8xf32, affine_map<(d0, d1) -> (d0 * 8 + d1)>>
  return
}
