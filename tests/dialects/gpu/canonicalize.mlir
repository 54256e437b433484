// RUN: terrace-opt %s --canonicalize --split-input-file --allow-unregistered-dialect | FileCheck %s

// CHECK-LABEL: func.func @waits
func.func @waits(%m: memref<4xf32>, %x: f32) {
  // A wait for nothing, and one whose token nobody uses, are no waits.
  // CHECK-NOT: gpu.wait async
  %0 = gpu.wait async
  %1 = gpu.memset async %m, %x : memref<4xf32>, f32
  %2 = gpu.wait async [%1]
  %3 = gpu.wait async [%0, %1]
  // CHECK: gpu.wait [%[[T:.*]]]
  gpu.wait [%2]
  gpu.wait [%0]
  gpu.wait
  // CHECK-NEXT: return
  return
}

// -----

// CHECK-LABEL: func.func @unread_copy
// CHECK-SAME: %[[N:.*]]: index, %[[M:.*]]: memref<?xf32>
func.func @unread_copy(%n: index, %m: memref<?xf32>) -> index {
  // CHECK-NOT: gpu.memcpy
  %0 = gpu.alloc (%n) : memref<?xf32>
  gpu.memcpy %0, %m : memref<?xf32>, memref<?xf32>
  gpu.dealloc %0 : memref<?xf32>
  %c0 = arith.constant 0 : index
  %1 = memref.dim %0, %c0 : memref<?xf32>
  // CHECK: return %[[N]]
  return %1 : index
}

// -----

// CHECK-LABEL: func.func @launch
func.func @launch(%n: index, %x: f32) {
  %c1 = arith.constant 1 : index
  // CHECK: %[[C0:.*]] = arith.constant 0 : index
  // CHECK: gpu.launch
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%nx = %c1, %ny = %n, %nz = %n) {
    // CHECK: "test.use"(%{{.*}}, %[[C0]], %[[C0]], %[[C0]], %{{.*}}, %{{.*}})
    "test.use"(%bx, %by, %bz, %tx, %ty, %tz) : (index, index, index, index, index, index) -> ()
    // CHECK: gpu.all_reduce add %{{.*}} uniform
    %0 = gpu.all_reduce add %x {} : (f32) -> (f32)
    // CHECK: gpu.subgroup_reduce mul %{{.*}} uniform
    %1 = gpu.subgroup_reduce mul %0 : (f32) -> (f32)
    // A reduction over one lane is the lane's value.
    %2 = gpu.subgroup_reduce mul %1 cluster(size = 1) : (f32) -> (f32)
    // CHECK: %[[B:.*]] = gpu.subgroup_broadcast
    %3 = gpu.subgroup_broadcast %2, first_active_lane : f32
    %4 = gpu.subgroup_broadcast %3, first_active_lane : f32
    // CHECK: "test.use"(%[[B]])
    "test.use"(%4) : (f32) -> ()
    // CHECK: gpu.barrier
    // CHECK-NOT: gpu.barrier
    gpu.barrier
    gpu.barrier
    gpu.terminator
  }
  return
}
