// RUN: terrace-opt %s --int-range-optimizations --canonicalize | FileCheck %s

// CHECK-LABEL: gpu.func @known
gpu.module @kernels {
  gpu.func @known(%out: memref<9xi1>) kernel attributes {known_block_size = array<i32: 8, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %c32 = arith.constant 32 : index
    %x = gpu.thread_id x
    %y = gpu.thread_id y
    %size = gpu.block_dim x
    %lane = gpu.lane_id upper_bound 32
    %block = gpu.block_id x upper_bound 1
    // CHECK-DAG: %[[TRUE:.*]] = arith.constant true
    %0 = arith.cmpi ult, %x, %c8 : index
    // CHECK: memref.store %[[TRUE]], %{{.*}}[%c0]
    memref.store %0, %out[%c0] : memref<9xi1>
    %1 = arith.cmpi eq, %y, %c0 : index
    // CHECK: memref.store %[[TRUE]], %{{.*}}[%c0]
    memref.store %1, %out[%c0] : memref<9xi1>
    %2 = arith.cmpi eq, %size, %c8 : index
    // CHECK: memref.store %[[TRUE]], %{{.*}}[%c0]
    memref.store %2, %out[%c0] : memref<9xi1>
    %3 = arith.cmpi slt, %lane, %c32 : index
    // CHECK: memref.store %[[TRUE]], %{{.*}}[%c0]
    memref.store %3, %out[%c0] : memref<9xi1>
    %4 = arith.cmpi eq, %block, %c0 : index
    // CHECK: memref.store %[[TRUE]], %{{.*}}[%c0]
    memref.store %4, %out[%c0] : memref<9xi1>
    // The grid's size is not known.
    %gx = gpu.grid_dim x
    %5 = arith.cmpi eq, %gx, %c8 : index
    // CHECK: %[[C:.*]] = arith.cmpi eq
    // CHECK: memref.store %[[C]], %{{.*}}[%c0]
    memref.store %5, %out[%c0] : memref<9xi1>
    gpu.return
  }
}

// CHECK-LABEL: func.func @launch
func.func @launch(%n: index, %out: memref<1xi1>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n)
      threads(%tx, %ty, %tz) in (%nx = %c4, %ny = %n, %nz = %n) {
    %t = gpu.thread_id x
    %0 = arith.cmpi ult, %t, %c4 : index
    // CHECK: memref.store %true
    memref.store %0, %out[%c0] : memref<1xi1>
    %1 = arith.cmpi ult, %tx, %c4 : index
    // CHECK: memref.store %true
    memref.store %1, %out[%c0] : memref<1xi1>
    gpu.terminator
  }
  return
}
