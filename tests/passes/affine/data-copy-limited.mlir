// RUN: terrace-test-opt --allow-unregistered-dialect --test-affine-data-copy="capacity-kib=32" %s 2>&1 | FileCheck %s

// CHECK: warning: total size of all copy buffers' for this block exceeds fast memory capacity
func.func @matmul() -> memref<4096x4096xf32> {
  %A = memref.alloc() : memref<4096x4096xf32>
  %B = memref.alloc() : memref<4096x4096xf32>
  %C = memref.alloc() : memref<4096x4096xf32>
  affine.for %i = 0 to 4096 step 128 {
    affine.for %j = 0 to 4096 step 128 {
      affine.for %k = 0 to 4096 step 128 {
        affine.for %ii = affine_map<(d0) -> (d0)>(%i) to affine_map<(d0) -> (d0 + 128)>(%i) {
          affine.for %jj = affine_map<(d0) -> (d0)>(%j) to affine_map<(d0) -> (d0 + 128)>(%j) {
            affine.for %kk = affine_map<(d0) -> (d0)>(%k) to affine_map<(d0) -> (d0 + 128)>(%k) {
              %5 = affine.load %A[%ii, %kk] : memref<4096x4096xf32>
              %6 = affine.load %B[%kk, %jj] : memref<4096x4096xf32>
              %7 = affine.load %C[%ii, %jj] : memref<4096x4096xf32>
              %8 = arith.mulf %5, %6 : f32
              %9 = arith.addf %7, %8 : f32
              affine.store %9, %C[%ii, %jj] : memref<4096x4096xf32>
            }
          }
        }
      }
    }
  }
  return %C : memref<4096x4096xf32>
}
