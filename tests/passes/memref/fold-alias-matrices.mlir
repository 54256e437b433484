// Loads and stores of matrices are folded into the source of a part: their rows have a distance of their own. The source must
// have contiguous rows, too.
// RUN: terrace-opt %s --fold-memref-alias-ops | FileCheck %s

// CHECK: #[[ROW:.*]] = affine_map<()[s0, s1] -> (s0 + s1 * 2)>
// CHECK: #[[COLUMN:.*]] = affine_map<()[s0, s1] -> (s0 + s1)>
// CHECK-LABEL: func.func @load(
// CHECK-SAME: %[[M:.*]]: memref<64x64xf16>, %[[A:.*]]: index, %[[B:.*]]: index, %[[I:.*]]: index, %[[J:.*]]: index)
// CHECK-NEXT: %[[X:.*]] = affine.apply #[[ROW]]()[%[[A]], %[[I]]]
// CHECK-NEXT: %[[Y:.*]] = affine.apply #[[COLUMN]]()[%[[B]], %[[J]]]
// CHECK-NEXT: gpu.subgroup_mma_load_matrix %[[M]][%[[X]], %[[Y]]] {leadDimension = 32 : index, transpose} : memref<64x64xf16>
func.func @load(%m: memref<64x64xf16>, %a: index, %b: index, %i: index, %j: index) -> !gpu.mma_matrix<16x16xf16, "AOp"> {
  %s = memref.subview %m[%a, %b] [32, 32] [2, 1] : memref<64x64xf16> to memref<32x32xf16, strided<[128, 1], offset: ?>>
  %0 = gpu.subgroup_mma_load_matrix %s[%i, %j] {leadDimension = 32 : index, transpose} : memref<32x32xf16, strided<[128, 1], offset: ?>> -> !gpu.mma_matrix<16x16xf16, "AOp">
  return %0 : !gpu.mma_matrix<16x16xf16, "AOp">
}
// CHECK-LABEL: func.func @store(
// CHECK-SAME: %[[M:.*]]: memref<64x64xf16>, %[[A:.*]]: index, %[[I:.*]]: index, %[[X:.*]]: !gpu.mma_matrix
// CHECK: gpu.subgroup_mma_store_matrix %[[X]], %[[M]][%{{.*}}, %{{.*}}] {leadDimension = 64 : index}
func.func @store(%m: memref<64x64xf16>, %a: index, %i: index, %x: !gpu.mma_matrix<16x16xf16, "COp">) {
  %s = memref.subview %m[%a, 0] [1, 64] [1, 1] : memref<64x64xf16> to memref<64xf16, strided<[1], offset: ?>>
  gpu.subgroup_mma_store_matrix %x, %s[%i] {leadDimension = 64 : index} : !gpu.mma_matrix<16x16xf16, "COp">, memref<64xf16, strided<[1], offset: ?>>
  return
}
// CHECK-LABEL: func.func @columns(
// CHECK: gpu.subgroup_mma_load_matrix %{{.*}} : memref<64xf16, strided<[1], offset: ?>>
func.func @columns(%m: memref<64x64xf16, strided<[1, 64]>>, %a: index, %i: index) -> !gpu.mma_matrix<16x16xf16, "AOp"> {
  %s = memref.subview %m[0, %a] [64, 1] [1, 1] : memref<64x64xf16, strided<[1, 64]>> to memref<64xf16, strided<[1], offset: ?>>
  %0 = gpu.subgroup_mma_load_matrix %s[%i] {leadDimension = 64 : index} : memref<64xf16, strided<[1], offset: ?>> -> !gpu.mma_matrix<16x16xf16, "AOp">
  return %0 : !gpu.mma_matrix<16x16xf16, "AOp">
}
