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

// A loop that is known to have no iterations, though not by two constants, writes nothing.
// CHECK-LABEL: func.func @never
// CHECK:         memref.alloc() : memref<1xf32, 1>
// CHECK-NEXT:    affine.load %arg0[3] : memref<8xf32>
// CHECK-NEXT:    affine.store %{{.*}} : memref<1xf32, 1>
// CHECK-NEXT:    affine.for
// UPSTREAM-LABEL: func.func @never
// UPSTREAM:         memref.alloc() : memref<1xf32, 1>
// UPSTREAM-NEXT:    affine.for
func.func @never(%m: memref<8xf32>, %k: f32) {
  %c2 = arith.constant 2 : index
  %n = affine.apply affine_map<()[s0] -> (-s0)>()[%c2]
  affine.for %i = 0 to %n {
    affine.store %k, %m[3] : memref<8xf32>
  }
  return
}

// The bounding box of a diagonal is not all written, though two ops write the same elements of it.
// CHECK-LABEL: func.func @diagonal
// CHECK:         memref.alloc() : memref<4x4xf32, 1>
// CHECK-NEXT:    affine.for %[[I:.*]] = 0 to 4 {
// CHECK-NEXT:      affine.for %[[J:.*]] = 0 to 4 {
// CHECK-NEXT:        affine.load %arg0[%[[I]], %[[J]]] : memref<4x4xf32>
// CHECK:         affine.for %{{.*}} = 0 to 4 {
// CHECK-NEXT:      affine.store %arg1
// CHECK-NEXT:      affine.store %arg2
// UPSTREAM-LABEL: func.func @diagonal
// UPSTREAM:         memref.alloc() : memref<4x4xf32, 1>
// UPSTREAM-NEXT:    affine.for %{{.*}} = 0 to 4 {
// UPSTREAM-NEXT:      affine.store %arg1
func.func @diagonal(%m: memref<4x4xf32>, %k: f32, %l: f32) {
  affine.for %i = 0 to 4 {
    affine.store %k, %m[%i, %i] : memref<4x4xf32>
    affine.store %l, %m[%i, %i] : memref<4x4xf32>
  }
  return
}

// An op that has effects of its own and those of its region writes here what a load behind it reads.
// CHECK-LABEL: func.func @filled
// CHECK:         linalg.fill
// CHECK-NEXT:    affine.load %arg0[0] : memref<4xf32>
// UPSTREAM-LABEL: func.func @filled
// UPSTREAM:         affine.load %arg0[0] : memref<4xf32>
// UPSTREAM:         linalg.fill
func.func @filled(%m: memref<4xf32>, %s: memref<4xf32>) -> f32 {
  %k = affine.load %s[0] : memref<4xf32>
  linalg.fill ins(%k : f32) outs(%m : memref<4xf32>)
  %x = affine.load %m[0] : memref<4xf32>
  affine.for %i = 0 to 4 {
  }
  return %x : f32
}
