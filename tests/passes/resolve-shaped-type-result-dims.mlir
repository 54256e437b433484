// Extents of what ops make, in terms of what these ops are given; extents of other tensors stay.
// RUN: terrace-opt %s --resolve-shaped-type-result-dims --allow-unregistered-dialect | FileCheck %s
// RUN: terrace-opt %s --resolve-ranked-shaped-type-result-dims --allow-unregistered-dialect | FileCheck %s

func.func @shared(%t: tensor<?x4xf32>, %n: index) -> index {
  %c0 = arith.constant 0 : index
  %0 = tensor.splat %n[%n] : tensor<?xindex>
  %d = tensor.dim %0, %c0 : tensor<?xindex>
  %1 = scf.forall (%i) in (%n) shared_outs(%o = %t) -> (tensor<?x4xf32>) {
    %2 = tensor.dim %o, %c0 : tensor<?x4xf32>
    "foo.use"(%2) : (index) -> ()
  }
  return %d : index
}
func.func @written(%t: tensor<?x4xf32>, %s: tensor<2x2xf32>, %u: tensor<?x4xf32>) -> (index, index) {
  %c0 = arith.constant 0 : index
  %0 = tensor.insert_slice %s into %t[0, 0] [2, 2] [1, 1] : tensor<2x2xf32> into tensor<?x4xf32>
  %1 = tensor.dim %0, %c0 : tensor<?x4xf32>
  %2 = linalg.softmax dimension(1) ins(%t : tensor<?x4xf32>) outs(%u : tensor<?x4xf32>) -> tensor<?x4xf32>
  %3 = tensor.dim %2, %c0 : tensor<?x4xf32>
  return %1, %3 : index, index
}
func.func @computed(%a: tensor<?xf32>, %b: tensor<5xf32>, %c: tensor<?xf32>) -> index {
  %c0 = arith.constant 0 : index
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0 * 2 + d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%a, %b : tensor<?xf32>, tensor<5xf32>) outs(%c : tensor<?xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    linalg.yield %x : f32
  } -> tensor<?xf32>
  %1 = tensor.dim %0, %c0 : tensor<?xf32>
  return %1 : index
}
func.func @unknown(%t: tensor<?x4xf32>, %i: index) -> (index, index) {
  %c0 = arith.constant 0 : index
  %0 = "foo.make"(%t) : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %1 = tensor.dim %0, %c0 : tensor<?x4xf32>
  %2 = tensor.dim %t, %i : tensor<?x4xf32>
  return %1, %2 : index, index
}
func.func @generated(%n: index) -> index {
  %c1 = arith.constant 1 : index
  %0 = tensor.generate %n {
  ^bb0(%i: index, %j: index):
    tensor.yield %i : index
  } : tensor<4x?xindex>
  %1 = tensor.dim %0, %c1 : tensor<4x?xindex>
  return %1 : index
}

// CHECK:      #map = affine_map<()[s0] -> (s0 * 2 + 5)>
// CHECK-NEXT: module {
// CHECK-NEXT:   func.func @shared(%arg0: tensor<?x4xf32>, %arg1: index) -> index {
// CHECK-NEXT:     %c0 = arith.constant 0 : index
// CHECK-NEXT:     %0 = scf.forall (%arg2) in (%arg1) shared_outs(%arg3 = %arg0) -> (tensor<?x4xf32>) {
// CHECK-NEXT:       %dim = tensor.dim %arg0, %c0 : tensor<?x4xf32>
// CHECK-NEXT:       "foo.use"(%dim) : (index) -> ()
// CHECK-NEXT:       scf.forall.in_parallel {
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     return %arg1 : index
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @written(%arg0: tensor<?x4xf32>, %arg1: tensor<2x2xf32>, %arg2: tensor<?x4xf32>) -> (index, index) {
// CHECK-NEXT:     %c0 = arith.constant 0 : index
// CHECK-NEXT:     %dim = tensor.dim %arg0, %c0 : tensor<?x4xf32>
// CHECK-NEXT:     %dim_0 = tensor.dim %arg0, %c0 : tensor<?x4xf32>
// CHECK-NEXT:     return %dim, %dim_0 : index, index
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @computed(%arg0: tensor<?xf32>, %arg1: tensor<5xf32>, %arg2: tensor<?xf32>) -> index {
// CHECK-NEXT:     %c0 = arith.constant 0 : index
// CHECK-NEXT:     %dim = tensor.dim %arg0, %c0 : tensor<?xf32>
// CHECK-NEXT:     %0 = affine.apply #map()[%dim]
// CHECK-NEXT:     return %0 : index
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @unknown(%arg0: tensor<?x4xf32>, %arg1: index) -> (index, index) {
// CHECK-NEXT:     %c0 = arith.constant 0 : index
// CHECK-NEXT:     %0 = "foo.make"(%arg0) : (tensor<?x4xf32>) -> tensor<?x4xf32>
// CHECK-NEXT:     %dim = tensor.dim %0, %c0 : tensor<?x4xf32>
// CHECK-NEXT:     %dim_0 = tensor.dim %arg0, %arg1 : tensor<?x4xf32>
// CHECK-NEXT:     return %dim, %dim_0 : index, index
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @generated(%arg0: index) -> index {
// CHECK-NEXT:     return %arg0 : index
// CHECK-NEXT:   }
// CHECK-NEXT: }
