// A buffer that is not all written is copied in, too; memory that other ops access meanwhile is not copied, nor is memory
// beyond the bounds of a memref. mlir-opt overwrites elements, reads old ones, and leaves the bounds here.
// RUN: terrace-opt %s --affine-data-copy-generate 2>&1 | FileCheck %s
// RUN: terrace-opt %s --affine-data-copy-generate --match-upstream 2>&1 | FileCheck %s --check-prefix=UPSTREAM

// CHECK: remark: memory is not copied: another op may access the memory that is copied
// CHECK-LABEL: func.func @partly
// CHECK:         affine.for %[[I:.*]] = 0 to 16 {
// CHECK-NEXT:      affine.load %arg0[%[[I]]]
// CHECK-NEXT:      affine.store %{{.*}} : memref<16xf32, 1>
// CHECK:         affine.for %{{.*}} = 0 to 16 step 3 {
// CHECK:         affine.for %{{.*}} = 0 to 16 {
// CHECK-NEXT:      affine.load %{{.*}} : memref<16xf32, 1>
// CHECK-NEXT:      affine.store %{{.*}}, %arg0
// UPSTREAM-LABEL: func.func @partly
// UPSTREAM:         memref.alloc() : memref<16xf32, 1>
// UPSTREAM-NEXT:    affine.for %{{.*}} = 0 to 16 step 3 {
// UPSTREAM:         affine.for %{{.*}} = 0 to 16 {
// UPSTREAM-NEXT:      affine.load %{{.*}} : memref<16xf32, 1>
// UPSTREAM-NEXT:      affine.store %{{.*}}, %arg0
func.func @partly(%m: memref<64xf32>, %k: f32) {
  affine.for %i = 0 to 16 step 3 {
    affine.store %k, %m[%i] : memref<64xf32>
  }
  return
}

// CHECK-LABEL: func.func @call
// CHECK-NOT:     memref.alloc
// CHECK:         call @f
// UPSTREAM-LABEL: func.func @call
// UPSTREAM:         memref.alloc() : memref<8xf32, 1>
// UPSTREAM:         call @f
func.func private @f(memref<8xf32>)
func.func @call(%m: memref<8xf32>, %k: f32) {
  affine.for %i = 0 to 8 {
    affine.store %k, %m[%i] : memref<8xf32>
    func.call @f(%m) : (memref<8xf32>) -> ()
  }
  return
}
