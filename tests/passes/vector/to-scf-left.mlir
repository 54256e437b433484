// RUN: terrace-opt %s --convert-vector-to-scf | FileCheck %s
// RUN: terrace-opt %s --convert-vector-to-llvm | FileCheck %s

// What is under a mask stays the only op there; labels that somebody else set are not taken for those of the pass.

// CHECK-LABEL: @masked(
// CHECK: vector.mask %{{.*}} { vector.transfer_read
func.func @masked(%m: memref<?x?xf32>, %k: vector<2x4xi1>, %i: index, %f: f32) -> vector<2x4xf32> {
  %0 = vector.mask %k { vector.transfer_read %m[%i, %i], %f {in_bounds = [true, true]} : memref<?x?xf32>, vector<2x4xf32> } : vector<2x4xi1> -> vector<2x4xf32>
  return %0 : vector<2x4xf32>
}

// CHECK-LABEL: @masked_row(
// CHECK: vector.mask %{{.*}} { vector.transfer_read
func.func @masked_row(%m: memref<?x?xf32>, %k: vector<4xi1>, %i: index, %f: f32) -> vector<4xf32> {
  %0 = vector.mask %k { vector.transfer_read %m[%i, %i], %f : memref<?x?xf32>, vector<4xf32> } : vector<4xi1> -> vector<4xf32>
  return %0 : vector<4xf32>
}

// CHECK-LABEL: @masked_gather(
// CHECK: vector.mask %{{.*}} { vector.gather
func.func @masked_gather(%m: memref<?xf32>, %k: vector<2x4xi1>, %i: index, %at: vector<2x4xindex>, %p: vector<2x4xf32>) -> vector<2x4xf32> {
  %0 = vector.mask %k { vector.gather %m[%i] [%at], %k, %p : memref<?xf32>, vector<2x4xindex>, vector<2x4xi1>, vector<2x4xf32> into vector<2x4xf32> } : vector<2x4xi1> -> vector<2x4xf32>
  return %0 : vector<2x4xf32>
}

// CHECK-LABEL: @labeled(
// CHECK: vector.transfer_read {{.*}}__vector_to_scf_lowering__
// CHECK: vector.transfer_write {{.*}}__vector_to_scf_lowering__
func.func @labeled(%m: memref<?x?xf32>, %v: vector<2x4xf32>, %i: index, %f: f32) -> vector<2x4xf32> {
  %0 = vector.transfer_read %m[%i, %i], %f {in_bounds = [true, true], __vector_to_scf_lowering__} : memref<?x?xf32>, vector<2x4xf32>
  vector.transfer_write %v, %m[%i, %i] {in_bounds = [true, true], __vector_to_scf_lowering__} : vector<2x4xf32>, memref<?x?xf32>
  return %0 : vector<2x4xf32>
}
