// Vectors read from buffers and written to them, also below masks.
// RUN: terrace-opt %s --one-shot-bufferize | FileCheck %s --check-prefix=DONE
// RUN: terrace-opt %s --one-shot-bufferize=test-analysis-only | FileCheck %s --check-prefix=DECIDED

func.func @read(%t: tensor<?x?xf32>, %i: index, %f: f32) -> vector<5x6xf32> {
  %0 = vector.transfer_read %t[%i, %i], %f {in_bounds = [true, false]} : tensor<?x?xf32>, vector<5x6xf32>
  return %0 : vector<5x6xf32>
}
func.func @read_masked(%t: tensor<?x?xf32>, %i: index, %f: f32, %m: vector<6xi1>) -> vector<6xf32> {
  %0 = vector.transfer_read %t[%i, %i], %f, %m {foo, permutation_map = affine_map<(d0, d1) -> (d0)>} : tensor<?x?xf32>, vector<6xf32>
  return %0 : vector<6xf32>
}
func.func @write(%t: tensor<?x?xf32>, %i: index, %v: vector<5x6xf32>, %m: vector<6x5xi1>) -> tensor<?x?xf32> {
  %0 = vector.transfer_write %v, %t[%i, %i], %m {permutation_map = affine_map<(d0, d1) -> (d1, d0)>, in_bounds = [true, false]} : vector<5x6xf32>, tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
func.func @write_whole(%t: tensor<5x6xf32>, %i: index, %v: vector<5x6xf32>, %w: vector<5x5xf32>) -> (tensor<5x6xf32>, tensor<5x6xf32>, tensor<5x6xf32>) {
  %c0 = arith.constant 0 : index
  %0 = vector.transfer_write %v, %t[%c0, %c0] {foo} : vector<5x6xf32>, tensor<5x6xf32>
  %1 = vector.transfer_write %v, %t[%c0, %i] : vector<5x6xf32>, tensor<5x6xf32>
  %2 = vector.transfer_write %w, %t[%c0, %c0] : vector<5x5xf32>, tensor<5x6xf32>
  return %0, %1, %2 : tensor<5x6xf32>, tensor<5x6xf32>, tensor<5x6xf32>
}
func.func @gather(%t: tensor<?x?xf32>, %i: index, %v: vector<16xi32>, %m: vector<16xi1>, %p: vector<16xf32>) -> vector<16xf32> {
  %0 = vector.gather %t[%i, %i][%v], %m, %p : tensor<?x?xf32>, vector<16xi32>, vector<16xi1>, vector<16xf32> into vector<16xf32>
  return %0 : vector<16xf32>
}
func.func @gather_aligned(%t: tensor<?x?xf32>, %i: index, %v: vector<16xi32>, %m: vector<16xi1>, %p: vector<16xf32>) -> vector<16xf32> {
  %0 = vector.gather %t[%i, %i][%v], %m, %p {alignment = 8, foo} : tensor<?x?xf32>, vector<16xi32>, vector<16xi1>, vector<16xf32> into vector<16xf32>
  return %0 : vector<16xf32>
}
func.func @scatter(%t: tensor<16x16xf32>, %i: index, %v: vector<16xi32>, %m: vector<16xi1>, %p: vector<16xf32>) -> tensor<16x16xf32> {
  %0 = vector.scatter %t[%i, %i][%v], %m, %p {alignment = 8} : tensor<16x16xf32>, vector<16xi32>, vector<16xi1>, vector<16xf32> -> tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}
func.func @mask_write(%v: vector<16xf32>, %i: index, %m: vector<16xi1>) -> tensor<?xf32> {
  %a = bufferization.alloc_tensor(%i) : tensor<?xf32>
  %0 = vector.mask %m { vector.transfer_write %v, %a[%i] : vector<16xf32>, tensor<?xf32> } : vector<16xi1> -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func @mask_read(%v: vector<16xf32>, %i: index, %m: vector<16xi1>, %a: tensor<?xf32>, %f: f32) -> vector<16xf32> {
  %0 = vector.mask %m { vector.transfer_read %a[%i], %f : tensor<?xf32>, vector<16xf32> } : vector<16xi1> -> vector<16xf32>
  return %0 : vector<16xf32>
}
func.func @mask_reduction(%m: vector<16xi1>, %v: vector<16xf32>) -> f32 {
  %0 = vector.mask %m { vector.reduction <add>, %v : vector<16xf32> into f32 } : vector<16xi1> -> f32
  return %0 : f32
}

// DONE: #map = affine_map<(d0, d1) -> (d0)>
// DONE-NEXT: #map1 = affine_map<(d0, d1) -> (d1, d0)>
// DONE-NEXT: module {
// DONE-NEXT:   func.func @read(%arg0: tensor<?x?xf32>, %arg1: index, %arg2: f32) -> vector<5x6xf32> {
// DONE-NEXT:     %0 = bufferization.to_buffer %arg0 : tensor<?x?xf32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
// DONE-NEXT:     %1 = vector.transfer_read %0[%arg1, %arg1], %arg2 {in_bounds = [true, false]} : memref<?x?xf32, strided<[?, ?], offset: ?>>, vector<5x6xf32>
// DONE-NEXT:     return %1 : vector<5x6xf32>
// DONE-NEXT:   }
// DONE-NEXT:   func.func @read_masked(%arg0: tensor<?x?xf32>, %arg1: index, %arg2: f32, %arg3: vector<6xi1>) -> vector<6xf32> {
// DONE-NEXT:     %0 = bufferization.to_buffer %arg0 : tensor<?x?xf32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
// DONE-NEXT:     %1 = vector.transfer_read %0[%arg1, %arg1], %arg2, %arg3 {permutation_map = #map} : memref<?x?xf32, strided<[?, ?], offset: ?>>, vector<6xf32>
// DONE-NEXT:     return %1 : vector<6xf32>
// DONE-NEXT:   }
// DONE-NEXT:   func.func @write(%arg0: tensor<?x?xf32>, %arg1: index, %arg2: vector<5x6xf32>, %arg3: vector<6x5xi1>) -> tensor<?x?xf32> {
// DONE-NEXT:     %0 = bufferization.to_buffer %arg0 : tensor<?x?xf32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
// DONE-NEXT:     %c0 = arith.constant 0 : index
// DONE-NEXT:     %dim = memref.dim %0, %c0 : memref<?x?xf32, strided<[?, ?], offset: ?>>
// DONE-NEXT:     %c1 = arith.constant 1 : index
// DONE-NEXT:     %dim_0 = memref.dim %0, %c1 : memref<?x?xf32, strided<[?, ?], offset: ?>>
// DONE-NEXT:     %alloc = memref.alloc(%dim, %dim_0) {alignment = 64 : i64} : memref<?x?xf32>
// DONE-NEXT:     memref.copy %0, %alloc : memref<?x?xf32, strided<[?, ?], offset: ?>> to memref<?x?xf32>
// DONE-NEXT:     vector.transfer_write %arg2, %alloc[%arg1, %arg1], %arg3 {in_bounds = [true, false], permutation_map = #map1} : vector<5x6xf32>, memref<?x?xf32>
// DONE-NEXT:     %1 = bufferization.to_tensor %alloc : memref<?x?xf32> to tensor<?x?xf32>
// DONE-NEXT:     return %1 : tensor<?x?xf32>
// DONE-NEXT:   }
// DONE-NEXT:   func.func @write_whole(%arg0: tensor<5x6xf32>, %arg1: index, %arg2: vector<5x6xf32>, %arg3: vector<5x5xf32>) -> (tensor<5x6xf32>, tensor<5x6xf32>, tensor<5x6xf32>) {
// DONE-NEXT:     %0 = bufferization.to_buffer %arg0 : tensor<5x6xf32> to memref<5x6xf32, strided<[?, ?], offset: ?>>
// DONE-NEXT:     %1 = bufferization.to_buffer %arg0 : tensor<5x6xf32> to memref<5x6xf32, strided<[?, ?], offset: ?>>
// DONE-NEXT:     %c0 = arith.constant 0 : index
// DONE-NEXT:     %alloc = memref.alloc() {alignment = 64 : i64} : memref<5x6xf32>
// DONE-NEXT:     vector.transfer_write %arg2, %alloc[%c0, %c0] : vector<5x6xf32>, memref<5x6xf32>
// DONE-NEXT:     %2 = bufferization.to_tensor %alloc : memref<5x6xf32> to tensor<5x6xf32>
// DONE-NEXT:     %alloc_0 = memref.alloc() {alignment = 64 : i64} : memref<5x6xf32>
// DONE-NEXT:     memref.copy %1, %alloc_0 : memref<5x6xf32, strided<[?, ?], offset: ?>> to memref<5x6xf32>
// DONE-NEXT:     vector.transfer_write %arg2, %alloc_0[%c0, %arg1] : vector<5x6xf32>, memref<5x6xf32>
// DONE-NEXT:     %3 = bufferization.to_tensor %alloc_0 : memref<5x6xf32> to tensor<5x6xf32>
// DONE-NEXT:     %alloc_1 = memref.alloc() {alignment = 64 : i64} : memref<5x6xf32>
// DONE-NEXT:     memref.copy %0, %alloc_1 : memref<5x6xf32, strided<[?, ?], offset: ?>> to memref<5x6xf32>
// DONE-NEXT:     vector.transfer_write %arg3, %alloc_1[%c0, %c0] : vector<5x5xf32>, memref<5x6xf32>
// DONE-NEXT:     %4 = bufferization.to_tensor %alloc_1 : memref<5x6xf32> to tensor<5x6xf32>
// DONE-NEXT:     return %2, %3, %4 : tensor<5x6xf32>, tensor<5x6xf32>, tensor<5x6xf32>
// DONE-NEXT:   }
// DONE-NEXT:   func.func @gather(%arg0: tensor<?x?xf32>, %arg1: index, %arg2: vector<16xi32>, %arg3: vector<16xi1>, %arg4: vector<16xf32>) -> vector<16xf32> {
// DONE-NEXT:     %0 = bufferization.to_buffer %arg0 : tensor<?x?xf32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
// DONE-NEXT:     %1 = vector.gather %0[%arg1, %arg1] [%arg2], %arg3, %arg4 : memref<?x?xf32, strided<[?, ?], offset: ?>>, vector<16xi32>, vector<16xi1>, vector<16xf32> into vector<16xf32>
// DONE-NEXT:     return %1 : vector<16xf32>
// DONE-NEXT:   }
// DONE-NEXT:   func.func @gather_aligned(%arg0: tensor<?x?xf32>, %arg1: index, %arg2: vector<16xi32>, %arg3: vector<16xi1>, %arg4: vector<16xf32>) -> vector<16xf32> {
// DONE-NEXT:     %0 = bufferization.to_buffer %arg0 : tensor<?x?xf32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
// DONE-NEXT:     %1 = vector.gather %0[%arg1, %arg1] [%arg2], %arg3, %arg4 : memref<?x?xf32, strided<[?, ?], offset: ?>>, vector<16xi32>, vector<16xi1>, vector<16xf32> into vector<16xf32>
// DONE-NEXT:     return %1 : vector<16xf32>
// DONE-NEXT:   }
// DONE-NEXT:   func.func @scatter(%arg0: tensor<16x16xf32>, %arg1: index, %arg2: vector<16xi32>, %arg3: vector<16xi1>, %arg4: vector<16xf32>) -> tensor<16x16xf32> {
// DONE-NEXT:     %0 = bufferization.to_buffer %arg0 : tensor<16x16xf32> to memref<16x16xf32, strided<[?, ?], offset: ?>>
// DONE-NEXT:     %alloc = memref.alloc() {alignment = 64 : i64} : memref<16x16xf32>
// DONE-NEXT:     memref.copy %0, %alloc : memref<16x16xf32, strided<[?, ?], offset: ?>> to memref<16x16xf32>
// DONE-NEXT:     vector.scatter %alloc[%arg1, %arg1] [%arg2], %arg3, %arg4 : memref<16x16xf32>, vector<16xi32>, vector<16xi1>, vector<16xf32>
// DONE-NEXT:     %1 = bufferization.to_tensor %alloc : memref<16x16xf32> to tensor<16x16xf32>
// DONE-NEXT:     return %1 : tensor<16x16xf32>
// DONE-NEXT:   }
// DONE-NEXT:   func.func @mask_write(%arg0: vector<16xf32>, %arg1: index, %arg2: vector<16xi1>) -> tensor<?xf32> {
// DONE-NEXT:     %alloc = memref.alloc(%arg1) {alignment = 64 : i64} : memref<?xf32>
// DONE-NEXT:     vector.mask %arg2 { vector.transfer_write %arg0, %alloc[%arg1] : vector<16xf32>, memref<?xf32> } : vector<16xi1>
// DONE-NEXT:     %0 = bufferization.to_tensor %alloc : memref<?xf32> to tensor<?xf32>
// DONE-NEXT:     return %0 : tensor<?xf32>
// DONE-NEXT:   }
// DONE-NEXT:   func.func @mask_read(%arg0: vector<16xf32>, %arg1: index, %arg2: vector<16xi1>, %arg3: tensor<?xf32>, %arg4: f32) -> vector<16xf32> {
// DONE-NEXT:     %0 = bufferization.to_buffer %arg3 : tensor<?xf32> to memref<?xf32, strided<[?], offset: ?>>
// DONE-NEXT:     %1 = vector.mask %arg2 { vector.transfer_read %0[%arg1], %arg4 : memref<?xf32, strided<[?], offset: ?>>, vector<16xf32> } : vector<16xi1> -> vector<16xf32>
// DONE-NEXT:     return %1 : vector<16xf32>
// DONE-NEXT:   }
// DONE-NEXT:   func.func @mask_reduction(%arg0: vector<16xi1>, %arg1: vector<16xf32>) -> f32 {
// DONE-NEXT:     %0 = vector.mask %arg0 { vector.reduction <add>, %arg1 : vector<16xf32> into f32 } : vector<16xi1> -> f32
// DONE-NEXT:     return %0 : f32
// DONE-NEXT:   }
// DONE-NEXT: }

// DECIDED: #map = affine_map<(d0, d1) -> (d0)>
// DECIDED-NEXT: #map1 = affine_map<(d0, d1) -> (d1, d0)>
// DECIDED-NEXT: module {
// DECIDED-NEXT:   func.func @read(%arg0: tensor<?x?xf32>, %arg1: index, %arg2: f32) -> vector<5x6xf32> {
// DECIDED-NEXT:     %0 = vector.transfer_read %arg0[%arg1, %arg1], %arg2 {__inplace_operands_attr__ = ["true", "none", "none", "none"], in_bounds = [true, false]} : tensor<?x?xf32>, vector<5x6xf32>
// DECIDED-NEXT:     return %0 : vector<5x6xf32>
// DECIDED-NEXT:   }
// DECIDED-NEXT:   func.func @read_masked(%arg0: tensor<?x?xf32>, %arg1: index, %arg2: f32, %arg3: vector<6xi1>) -> vector<6xf32> {
// DECIDED-NEXT:     %0 = vector.transfer_read %arg0[%arg1, %arg1], %arg2, %arg3 {__inplace_operands_attr__ = ["true", "none", "none", "none", "none"], foo, permutation_map = #map} : tensor<?x?xf32>, vector<6xf32>
// DECIDED-NEXT:     return %0 : vector<6xf32>
// DECIDED-NEXT:   }
// DECIDED-NEXT:   func.func @write(%arg0: tensor<?x?xf32>, %arg1: index, %arg2: vector<5x6xf32>, %arg3: vector<6x5xi1>) -> tensor<?x?xf32> {
// DECIDED-NEXT:     %0 = vector.transfer_write %arg2, %arg0[%arg1, %arg1], %arg3 {__inplace_operands_attr__ = ["none", "false", "none", "none", "none"], in_bounds = [true, false], permutation_map = #map1} : vector<5x6xf32>, tensor<?x?xf32>
// DECIDED-NEXT:     return {__inplace_operands_attr__ = ["true"]} %0 : tensor<?x?xf32>
// DECIDED-NEXT:   }
// DECIDED-NEXT:   func.func @write_whole(%arg0: tensor<5x6xf32>, %arg1: index, %arg2: vector<5x6xf32>, %arg3: vector<5x5xf32>) -> (tensor<5x6xf32>, tensor<5x6xf32>, tensor<5x6xf32>) {
// DECIDED-NEXT:     %c0 = arith.constant 0 : index
// DECIDED-NEXT:     %0 = vector.transfer_write %arg2, %arg0[%c0, %c0] {__inplace_operands_attr__ = ["none", "false", "none", "none"], foo} : vector<5x6xf32>, tensor<5x6xf32>
// DECIDED-NEXT:     %1 = vector.transfer_write %arg2, %arg0[%c0, %arg1] {__inplace_operands_attr__ = ["none", "false", "none", "none"]} : vector<5x6xf32>, tensor<5x6xf32>
// DECIDED-NEXT:     %2 = vector.transfer_write %arg3, %arg0[%c0, %c0] {__inplace_operands_attr__ = ["none", "false", "none", "none"]} : vector<5x5xf32>, tensor<5x6xf32>
// DECIDED-NEXT:     return {__inplace_operands_attr__ = ["true", "true", "true"]} %0, %1, %2 : tensor<5x6xf32>, tensor<5x6xf32>, tensor<5x6xf32>
// DECIDED-NEXT:   }
// DECIDED-NEXT:   func.func @gather(%arg0: tensor<?x?xf32>, %arg1: index, %arg2: vector<16xi32>, %arg3: vector<16xi1>, %arg4: vector<16xf32>) -> vector<16xf32> {
// DECIDED-NEXT:     %0 = vector.gather %arg0[%arg1, %arg1] [%arg2], %arg3, %arg4 {__inplace_operands_attr__ = ["true", "none", "none", "none", "none", "none"]} : tensor<?x?xf32>, vector<16xi32>, vector<16xi1>, vector<16xf32> into vector<16xf32>
// DECIDED-NEXT:     return %0 : vector<16xf32>
// DECIDED-NEXT:   }
// DECIDED-NEXT:   func.func @gather_aligned(%arg0: tensor<?x?xf32>, %arg1: index, %arg2: vector<16xi32>, %arg3: vector<16xi1>, %arg4: vector<16xf32>) -> vector<16xf32> {
// DECIDED-NEXT:     %0 = vector.gather %arg0[%arg1, %arg1] [%arg2], %arg3, %arg4 {__inplace_operands_attr__ = ["true", "none", "none", "none", "none", "none"], alignment = 8 : i64, foo} : tensor<?x?xf32>, vector<16xi32>, vector<16xi1>, vector<16xf32> into vector<16xf32>
// DECIDED-NEXT:     return %0 : vector<16xf32>
// DECIDED-NEXT:   }
// DECIDED-NEXT:   func.func @scatter(%arg0: tensor<16x16xf32>, %arg1: index, %arg2: vector<16xi32>, %arg3: vector<16xi1>, %arg4: vector<16xf32>) -> tensor<16x16xf32> {
// DECIDED-NEXT:     %0 = vector.scatter %arg0[%arg1, %arg1] [%arg2], %arg3, %arg4 {__inplace_operands_attr__ = ["false", "none", "none", "none", "none", "none"], alignment = 8 : i64} : tensor<16x16xf32>, vector<16xi32>, vector<16xi1>, vector<16xf32> -> tensor<16x16xf32>
// DECIDED-NEXT:     return {__inplace_operands_attr__ = ["true"]} %0 : tensor<16x16xf32>
// DECIDED-NEXT:   }
// DECIDED-NEXT:   func.func @mask_write(%arg0: vector<16xf32>, %arg1: index, %arg2: vector<16xi1>) -> tensor<?xf32> {
// DECIDED-NEXT:     %0 = bufferization.alloc_tensor(%arg1) : tensor<?xf32>
// DECIDED-NEXT:     %1 = vector.mask %arg2 { vector.transfer_write %arg0, %0[%arg1] {__inplace_operands_attr__ = ["none", "true", "none"]} : vector<16xf32>, tensor<?xf32> } : vector<16xi1> -> tensor<?xf32>
// DECIDED-NEXT:     return {__inplace_operands_attr__ = ["true"]} %1 : tensor<?xf32>
// DECIDED-NEXT:   }
// DECIDED-NEXT:   func.func @mask_read(%arg0: vector<16xf32>, %arg1: index, %arg2: vector<16xi1>, %arg3: tensor<?xf32>, %arg4: f32) -> vector<16xf32> {
// DECIDED-NEXT:     %0 = vector.mask %arg2 { vector.transfer_read %arg3[%arg1], %arg4 {__inplace_operands_attr__ = ["true", "none", "none"]} : tensor<?xf32>, vector<16xf32> } : vector<16xi1> -> vector<16xf32>
// DECIDED-NEXT:     return %0 : vector<16xf32>
// DECIDED-NEXT:   }
// DECIDED-NEXT:   func.func @mask_reduction(%arg0: vector<16xi1>, %arg1: vector<16xf32>) -> f32 {
// DECIDED-NEXT:     %0 = vector.mask %arg0 { vector.reduction <add>, %arg1 : vector<16xf32> into f32 } : vector<16xi1> -> f32
// DECIDED-NEXT:     return %0 : f32
// DECIDED-NEXT:   }
// DECIDED-NEXT: }
