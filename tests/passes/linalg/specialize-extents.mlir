// Named ops ask for equal extents: one that a type leaves open and the other does not stays generic. mlir-opt writes the
// named op, which is not valid then.
// RUN: terrace-opt %s --linalg-specialize-generic-ops | FileCheck %s

#a = affine_map<(d0, d1, d2) -> (d0, d1)>
#b = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
func.func @broadcast(%a: memref<?x1xf32>, %b: memref<1x1x1xf32>) {
  linalg.generic {indexing_maps = [#a, #b], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%a : memref<?x1xf32>) outs(%b : memref<1x1x1xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  }
  return
}
func.func @transpose(%a: tensor<?x4xf32>, %b: tensor<4x3xf32>) -> tensor<4x3xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<?x4xf32>) outs(%b : tensor<4x3xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  } -> tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}
func.func @equal(%a: memref<?x1xf32>, %b: memref<?x1x5xf32>) {
  linalg.generic {indexing_maps = [#a, #b], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%a : memref<?x1xf32>) outs(%b : memref<?x1x5xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  }
  return
}

// CHECK:      #map = affine_map<(d0, d1, d2) -> (d0, d1)>
// CHECK-NEXT: #map1 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
// CHECK-NEXT: #map2 = affine_map<(d0, d1) -> (d1, d0)>
// CHECK-NEXT: #map3 = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-NEXT: module {
// CHECK-NEXT:   func.func @broadcast(%arg0: memref<?x1xf32>, %arg1: memref<1x1x1xf32>) {
// CHECK-NEXT:     linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0 : memref<?x1xf32>) outs(%arg1 : memref<1x1x1xf32>) {
// CHECK-NEXT:     ^bb0(%in: f32, %out: f32):
// CHECK-NEXT:       linalg.yield %in : f32
// CHECK-NEXT:     }
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @transpose(%arg0: tensor<?x4xf32>, %arg1: tensor<4x3xf32>) -> tensor<4x3xf32> {
// CHECK-NEXT:     %0 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<?x4xf32>) outs(%arg1 : tensor<4x3xf32>) {
// CHECK-NEXT:     ^bb0(%in: f32, %out: f32):
// CHECK-NEXT:       linalg.yield %in : f32
// CHECK-NEXT:     } -> tensor<4x3xf32>
// CHECK-NEXT:     return %0 : tensor<4x3xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @equal(%arg0: memref<?x1xf32>, %arg1: memref<?x1x5xf32>) {
// CHECK-NEXT:     linalg.broadcast ins(%arg0 : memref<?x1xf32>) outs(%arg1 : memref<?x1x5xf32>) dimensions = [2] 
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT: }
