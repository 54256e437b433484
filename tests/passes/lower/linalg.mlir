// Structured ops on buffers are nests of loops.
// RUN: terrace-opt %s --convert-linalg-to-loops --allow-unregistered-dialect | FileCheck %s --check-prefix=FOR
// RUN: terrace-opt %s --convert-linalg-to-parallel-loops --allow-unregistered-dialect | FileCheck %s --check-prefix=PAR
// RUN: terrace-opt %s --convert-linalg-to-affine-loops --allow-unregistered-dialect | FileCheck %s --check-prefix=AFF

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
func.func @matmul(%a: memref<?x8xf32>, %b: memref<8x4xf32>, %c: memref<?x4xf32>) {
  linalg.matmul ins(%a, %b : memref<?x8xf32>, memref<8x4xf32>) outs(%c : memref<?x4xf32>)
  return
}

func.func @generic(%a: memref<3x?xi32>, %s: i32, %o: memref<3xi32>) {
  linalg.generic {indexing_maps = [#id, affine_map<(d0, d1) -> ()>, #row], iterator_types = ["parallel", "reduction"]}
      ins(%a, %s : memref<3x?xi32>, i32) outs(%o : memref<3xi32>) {
  ^bb0(%x: i32, %y: i32, %z: i32):
    %i = linalg.index 1 : index
    %j = arith.index_cast %i : index to i32
    %t = arith.muli %x, %j : i32
    %u = arith.addi %t, %y : i32
    %v = arith.addi %u, %z : i32
    linalg.yield %v : i32
  }
  return
}

func.func @conv(%i: memref<?xf32>, %k: memref<3xf32>, %o: memref<?xf32>) {
  linalg.conv_1d ins(%i, %k : memref<?xf32>, memref<3xf32>) outs(%o : memref<?xf32>)
  return
}

func.func @scalar(%x: f32, %o: memref<f32>, %t: tensor<4xf32>) -> tensor<4xf32> {
  linalg.fill ins(%x : f32) outs(%o : memref<f32>)
  %0 = linalg.fill ins(%x : f32) outs(%t : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// FOR:      #map = affine_map<(d0, d1) -> (d0 + d1)>
// FOR-NEXT: module {
// FOR-NEXT:   func.func @matmul(%arg0: memref<?x8xf32>, %arg1: memref<8x4xf32>, %arg2: memref<?x4xf32>) {
// FOR-NEXT:     %c8 = arith.constant 8 : index
// FOR-NEXT:     %c4 = arith.constant 4 : index
// FOR-NEXT:     %c1 = arith.constant 1 : index
// FOR-NEXT:     %c0 = arith.constant 0 : index
// FOR-NEXT:     %dim = memref.dim %arg0, %c0 : memref<?x8xf32>
// FOR-NEXT:     scf.for %arg3 = %c0 to %dim step %c1 {
// FOR-NEXT:       scf.for %arg4 = %c0 to %c4 step %c1 {
// FOR-NEXT:         scf.for %arg5 = %c0 to %c8 step %c1 {
// FOR-NEXT:           %0 = memref.load %arg0[%arg3, %arg5] : memref<?x8xf32>
// FOR-NEXT:           %1 = memref.load %arg1[%arg5, %arg4] : memref<8x4xf32>
// FOR-NEXT:           %2 = memref.load %arg2[%arg3, %arg4] : memref<?x4xf32>
// FOR-NEXT:           %3 = arith.mulf %0, %1 : f32
// FOR-NEXT:           %4 = arith.addf %2, %3 : f32
// FOR-NEXT:           memref.store %4, %arg2[%arg3, %arg4] : memref<?x4xf32>
// FOR-NEXT:         }
// FOR-NEXT:       }
// FOR-NEXT:     }
// FOR-NEXT:     return
// FOR-NEXT:   }
// FOR-NEXT:   func.func @generic(%arg0: memref<3x?xi32>, %arg1: i32, %arg2: memref<3xi32>) {
// FOR-NEXT:     %c3 = arith.constant 3 : index
// FOR-NEXT:     %c0 = arith.constant 0 : index
// FOR-NEXT:     %c1 = arith.constant 1 : index
// FOR-NEXT:     %dim = memref.dim %arg0, %c1 : memref<3x?xi32>
// FOR-NEXT:     scf.for %arg3 = %c0 to %c3 step %c1 {
// FOR-NEXT:       scf.for %arg4 = %c0 to %dim step %c1 {
// FOR-NEXT:         %0 = memref.load %arg0[%arg3, %arg4] : memref<3x?xi32>
// FOR-NEXT:         %1 = memref.load %arg2[%arg3] : memref<3xi32>
// FOR-NEXT:         %2 = arith.index_cast %arg4 : index to i32
// FOR-NEXT:         %3 = arith.muli %0, %2 : i32
// FOR-NEXT:         %4 = arith.addi %3, %arg1 : i32
// FOR-NEXT:         %5 = arith.addi %4, %1 : i32
// FOR-NEXT:         memref.store %5, %arg2[%arg3] : memref<3xi32>
// FOR-NEXT:       }
// FOR-NEXT:     }
// FOR-NEXT:     return
// FOR-NEXT:   }
// FOR-NEXT:   func.func @conv(%arg0: memref<?xf32>, %arg1: memref<3xf32>, %arg2: memref<?xf32>) {
// FOR-NEXT:     %c3 = arith.constant 3 : index
// FOR-NEXT:     %c1 = arith.constant 1 : index
// FOR-NEXT:     %c0 = arith.constant 0 : index
// FOR-NEXT:     %dim = memref.dim %arg2, %c0 : memref<?xf32>
// FOR-NEXT:     scf.for %arg3 = %c0 to %dim step %c1 {
// FOR-NEXT:       scf.for %arg4 = %c0 to %c3 step %c1 {
// FOR-NEXT:         %0 = affine.apply #map(%arg3, %arg4)
// FOR-NEXT:         %1 = memref.load %arg0[%0] : memref<?xf32>
// FOR-NEXT:         %2 = memref.load %arg1[%arg4] : memref<3xf32>
// FOR-NEXT:         %3 = memref.load %arg2[%arg3] : memref<?xf32>
// FOR-NEXT:         %4 = arith.mulf %1, %2 : f32
// FOR-NEXT:         %5 = arith.addf %3, %4 : f32
// FOR-NEXT:         memref.store %5, %arg2[%arg3] : memref<?xf32>
// FOR-NEXT:       }
// FOR-NEXT:     }
// FOR-NEXT:     return
// FOR-NEXT:   }
// FOR-NEXT:   func.func @scalar(%arg0: f32, %arg1: memref<f32>, %arg2: tensor<4xf32>) -> tensor<4xf32> {
// FOR-NEXT:     memref.store %arg0, %arg1[] : memref<f32>
// FOR-NEXT:     %0 = linalg.fill ins(%arg0 : f32) outs(%arg2 : tensor<4xf32>) -> tensor<4xf32>
// FOR-NEXT:     return %0 : tensor<4xf32>
// FOR-NEXT:   }
// FOR-NEXT: }

// PAR:      #map = affine_map<(d0, d1) -> (d0 + d1)>
// PAR-NEXT: module {
// PAR-NEXT:   func.func @matmul(%arg0: memref<?x8xf32>, %arg1: memref<8x4xf32>, %arg2: memref<?x4xf32>) {
// PAR-NEXT:     %c8 = arith.constant 8 : index
// PAR-NEXT:     %c4 = arith.constant 4 : index
// PAR-NEXT:     %c1 = arith.constant 1 : index
// PAR-NEXT:     %c0 = arith.constant 0 : index
// PAR-NEXT:     %dim = memref.dim %arg0, %c0 : memref<?x8xf32>
// PAR-NEXT:     scf.parallel (%arg3, %arg4) = (%c0, %c0) to (%dim, %c4) step (%c1, %c1) {
// PAR-NEXT:       scf.for %arg5 = %c0 to %c8 step %c1 {
// PAR-NEXT:         %0 = memref.load %arg0[%arg3, %arg5] : memref<?x8xf32>
// PAR-NEXT:         %1 = memref.load %arg1[%arg5, %arg4] : memref<8x4xf32>
// PAR-NEXT:         %2 = memref.load %arg2[%arg3, %arg4] : memref<?x4xf32>
// PAR-NEXT:         %3 = arith.mulf %0, %1 : f32
// PAR-NEXT:         %4 = arith.addf %2, %3 : f32
// PAR-NEXT:         memref.store %4, %arg2[%arg3, %arg4] : memref<?x4xf32>
// PAR-NEXT:       }
// PAR-NEXT:       scf.reduce 
// PAR-NEXT:     }
// PAR-NEXT:     return
// PAR-NEXT:   }
// PAR-NEXT:   func.func @generic(%arg0: memref<3x?xi32>, %arg1: i32, %arg2: memref<3xi32>) {
// PAR-NEXT:     %c3 = arith.constant 3 : index
// PAR-NEXT:     %c0 = arith.constant 0 : index
// PAR-NEXT:     %c1 = arith.constant 1 : index
// PAR-NEXT:     %dim = memref.dim %arg0, %c1 : memref<3x?xi32>
// PAR-NEXT:     scf.parallel (%arg3) = (%c0) to (%c3) step (%c1) {
// PAR-NEXT:       scf.for %arg4 = %c0 to %dim step %c1 {
// PAR-NEXT:         %0 = memref.load %arg0[%arg3, %arg4] : memref<3x?xi32>
// PAR-NEXT:         %1 = memref.load %arg2[%arg3] : memref<3xi32>
// PAR-NEXT:         %2 = arith.index_cast %arg4 : index to i32
// PAR-NEXT:         %3 = arith.muli %0, %2 : i32
// PAR-NEXT:         %4 = arith.addi %3, %arg1 : i32
// PAR-NEXT:         %5 = arith.addi %4, %1 : i32
// PAR-NEXT:         memref.store %5, %arg2[%arg3] : memref<3xi32>
// PAR-NEXT:       }
// PAR-NEXT:       scf.reduce 
// PAR-NEXT:     }
// PAR-NEXT:     return
// PAR-NEXT:   }
// PAR-NEXT:   func.func @conv(%arg0: memref<?xf32>, %arg1: memref<3xf32>, %arg2: memref<?xf32>) {
// PAR-NEXT:     %c3 = arith.constant 3 : index
// PAR-NEXT:     %c1 = arith.constant 1 : index
// PAR-NEXT:     %c0 = arith.constant 0 : index
// PAR-NEXT:     %dim = memref.dim %arg2, %c0 : memref<?xf32>
// PAR-NEXT:     scf.parallel (%arg3) = (%c0) to (%dim) step (%c1) {
// PAR-NEXT:       scf.for %arg4 = %c0 to %c3 step %c1 {
// PAR-NEXT:         %0 = affine.apply #map(%arg3, %arg4)
// PAR-NEXT:         %1 = memref.load %arg0[%0] : memref<?xf32>
// PAR-NEXT:         %2 = memref.load %arg1[%arg4] : memref<3xf32>
// PAR-NEXT:         %3 = memref.load %arg2[%arg3] : memref<?xf32>
// PAR-NEXT:         %4 = arith.mulf %1, %2 : f32
// PAR-NEXT:         %5 = arith.addf %3, %4 : f32
// PAR-NEXT:         memref.store %5, %arg2[%arg3] : memref<?xf32>
// PAR-NEXT:       }
// PAR-NEXT:       scf.reduce 
// PAR-NEXT:     }
// PAR-NEXT:     return
// PAR-NEXT:   }
// PAR-NEXT:   func.func @scalar(%arg0: f32, %arg1: memref<f32>, %arg2: tensor<4xf32>) -> tensor<4xf32> {
// PAR-NEXT:     memref.store %arg0, %arg1[] : memref<f32>
// PAR-NEXT:     %0 = linalg.fill ins(%arg0 : f32) outs(%arg2 : tensor<4xf32>) -> tensor<4xf32>
// PAR-NEXT:     return %0 : tensor<4xf32>
// PAR-NEXT:   }
// PAR-NEXT: }

// AFF:      #map = affine_map<(d0, d1) -> (d0 + d1)>
// AFF-NEXT: module {
// AFF-NEXT:   func.func @matmul(%arg0: memref<?x8xf32>, %arg1: memref<8x4xf32>, %arg2: memref<?x4xf32>) {
// AFF-NEXT:     %c0 = arith.constant 0 : index
// AFF-NEXT:     %dim = memref.dim %arg0, %c0 : memref<?x8xf32>
// AFF-NEXT:     affine.for %arg3 = 0 to %dim {
// AFF-NEXT:       affine.for %arg4 = 0 to 4 {
// AFF-NEXT:         affine.for %arg5 = 0 to 8 {
// AFF-NEXT:           %0 = affine.load %arg0[%arg3, %arg5] : memref<?x8xf32>
// AFF-NEXT:           %1 = affine.load %arg1[%arg5, %arg4] : memref<8x4xf32>
// AFF-NEXT:           %2 = affine.load %arg2[%arg3, %arg4] : memref<?x4xf32>
// AFF-NEXT:           %3 = arith.mulf %0, %1 : f32
// AFF-NEXT:           %4 = arith.addf %2, %3 : f32
// AFF-NEXT:           affine.store %4, %arg2[%arg3, %arg4] : memref<?x4xf32>
// AFF-NEXT:         }
// AFF-NEXT:       }
// AFF-NEXT:     }
// AFF-NEXT:     return
// AFF-NEXT:   }
// AFF-NEXT:   func.func @generic(%arg0: memref<3x?xi32>, %arg1: i32, %arg2: memref<3xi32>) {
// AFF-NEXT:     %c1 = arith.constant 1 : index
// AFF-NEXT:     %dim = memref.dim %arg0, %c1 : memref<3x?xi32>
// AFF-NEXT:     affine.for %arg3 = 0 to 3 {
// AFF-NEXT:       affine.for %arg4 = 0 to %dim {
// AFF-NEXT:         %0 = affine.load %arg0[%arg3, %arg4] : memref<3x?xi32>
// AFF-NEXT:         %1 = affine.load %arg2[%arg3] : memref<3xi32>
// AFF-NEXT:         %2 = arith.index_cast %arg4 : index to i32
// AFF-NEXT:         %3 = arith.muli %0, %2 : i32
// AFF-NEXT:         %4 = arith.addi %3, %arg1 : i32
// AFF-NEXT:         %5 = arith.addi %4, %1 : i32
// AFF-NEXT:         affine.store %5, %arg2[%arg3] : memref<3xi32>
// AFF-NEXT:       }
// AFF-NEXT:     }
// AFF-NEXT:     return
// AFF-NEXT:   }
// AFF-NEXT:   func.func @conv(%arg0: memref<?xf32>, %arg1: memref<3xf32>, %arg2: memref<?xf32>) {
// AFF-NEXT:     %c0 = arith.constant 0 : index
// AFF-NEXT:     %dim = memref.dim %arg2, %c0 : memref<?xf32>
// AFF-NEXT:     affine.for %arg3 = 0 to %dim {
// AFF-NEXT:       affine.for %arg4 = 0 to 3 {
// AFF-NEXT:         %0 = affine.apply #map(%arg3, %arg4)
// AFF-NEXT:         %1 = affine.load %arg0[%0] : memref<?xf32>
// AFF-NEXT:         %2 = affine.load %arg1[%arg4] : memref<3xf32>
// AFF-NEXT:         %3 = affine.load %arg2[%arg3] : memref<?xf32>
// AFF-NEXT:         %4 = arith.mulf %1, %2 : f32
// AFF-NEXT:         %5 = arith.addf %3, %4 : f32
// AFF-NEXT:         affine.store %5, %arg2[%arg3] : memref<?xf32>
// AFF-NEXT:       }
// AFF-NEXT:     }
// AFF-NEXT:     return
// AFF-NEXT:   }
// AFF-NEXT:   func.func @scalar(%arg0: f32, %arg1: memref<f32>, %arg2: tensor<4xf32>) -> tensor<4xf32> {
// AFF-NEXT:     affine.store %arg0, %arg1[] : memref<f32>
// AFF-NEXT:     %0 = linalg.fill ins(%arg0 : f32) outs(%arg2 : tensor<4xf32>) -> tensor<4xf32>
// AFF-NEXT:     return %0 : tensor<4xf32>
// AFF-NEXT:   }
// AFF-NEXT: }
