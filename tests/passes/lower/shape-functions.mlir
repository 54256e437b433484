// Computations of shapes become functions; constraints are removed, and counts of elements are products.

// RUN: terrace-opt %s --outline-shape-computation --split-input-file --allow-unregistered-dialect | FileCheck %s
// RUN: terrace-opt %s --pass-pipeline='builtin.module(func.func(remove-shape-constraints))' --split-input-file --allow-unregistered-dialect | FileCheck %s --check-prefix=TRUE
// RUN: terrace-opt %s --pass-pipeline='builtin.module(func.func(shape-to-shape-lowering))' --split-input-file --allow-unregistered-dialect | FileCheck %s --check-prefix=PRODUCT

// Two shapes of one function; the extent that both need is computed in both.
// CHECK-LABEL: func.func @two(
// CHECK-SAME: %[[T:.*]]: tensor<?x4xf32>
// CHECK-NEXT: %[[A:.*]] = "test.a"(%[[T]])
// CHECK-NEXT: %[[B:.*]] = "test.b"(%[[A]])
// CHECK-NEXT: return %[[B]]
// CHECK: shape.func private @shape_cal_1(%[[T:.*]]: tensor<?x4xf32>) -> !shape.shape {
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[C4:.*]] = arith.constant 4 : index
// CHECK: %[[S:.*]] = shape_of %[[T]]
// CHECK-NEXT: %[[E:.*]] = get_extent %[[S]], %[[C0]]
// CHECK-NEXT: %[[D:.*]] = arith.addi %[[E]], %[[C4]]
// CHECK-NEXT: %[[R:.*]] = from_extents %[[D]], %[[C4]]
// CHECK-NEXT: return %[[R]] : !shape.shape
// CHECK: shape.func private @shape_cal_0(%[[T:.*]]: tensor<?x4xf32>) -> tensor<2xindex> {
// CHECK-NEXT: %[[S:.*]] = shape_of %[[T]]
// CHECK-NEXT: return %[[S]] : tensor<2xindex>
func.func @two(%t: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %s = shape.shape_of %t : tensor<?x4xf32> -> tensor<2xindex>
  %a = "test.a"(%t) : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %a_shaped = shape.with_shape %a, %s : tensor<?x4xf32>, tensor<2xindex>
  %a_value = shape.value_of %a_shaped : tensor<?x4xf32>
  %e = shape.get_extent %s, %c0 : tensor<2xindex>, index -> index
  %d = arith.addi %e, %c4 : index
  %r = shape.from_extents %d, %c4 : index, index
  %b = "test.b"(%a_value) : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %b_shaped = shape.with_shape %b, %r : tensor<?x4xf32>, !shape.shape
  %b_value = shape.value_of %b_shaped : tensor<?x4xf32>
  return %b_value : tensor<?x4xf32>
}

// -----

// An extent that is used elsewhere stays; a shape that is an argument is what its function returns. Two values of one shape
// have one function, and a value of another type is taken of the value.
// CHECK-LABEL: func.func @given(
// CHECK-SAME: %[[T:.*]]: tensor<?xf32>, %[[V:.*]]: !shape.value_shape, %[[S:.*]]: !shape.shape
// CHECK: %[[O:.*]] = shape.value_of %[[V]]
// CHECK-NEXT: "test.extent"
// CHECK: return %[[T]], %[[T]], %[[O]]
// CHECK: shape.func private @shape_cal_1(%[[D:.*]]: index) -> !shape.shape
// CHECK-NEXT: from_extents %[[D]]
// CHECK: shape.func private @shape_cal_0(%[[S:.*]]: !shape.shape) -> !shape.shape {
// CHECK-NEXT: return %[[S]]
func.func @given(%t: tensor<?xf32>, %v: !shape.value_shape, %s: !shape.shape) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, index) {
  %0 = shape.with_shape %t, %s : tensor<?xf32>, !shape.shape
  %1 = shape.value_of %0 : tensor<?xf32>
  %2 = shape.with_shape %1, %s : tensor<?xf32>, !shape.shape
  %3 = shape.value_of %2 : tensor<?xf32>
  %4 = shape.with_shape %v, %s : !shape.value_shape, !shape.shape
  %5 = shape.value_of %4 : tensor<?xf32>
  %c0 = arith.constant 0 : index
  %d = "test.extent"(%t, %c0) : (tensor<?xf32>, index) -> index
  %r = shape.from_extents %d : index
  %6 = shape.with_shape %3, %r : tensor<?xf32>, !shape.shape
  %7 = shape.value_of %6 : tensor<?xf32>
  return %1, %7, %5, %d : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, index
}

// -----

// TRUE-LABEL: func @constraints(
// TRUE-NEXT: %[[W:.*]] = shape.const_witness true
// TRUE-NEXT: shape.assuming %[[W]]
// TRUE-NEXT: "test.always"
// PRODUCT-LABEL: func @constraints(
// PRODUCT: shape.cstr_broadcastable
func.func @constraints(%a: !shape.shape, %b: tensor<?xindex>) {
  %0 = shape.cstr_broadcastable %a, %a : !shape.shape, !shape.shape
  %1 = shape.cstr_eq %b, %b : tensor<?xindex>, tensor<?xindex>
  %2 = shape.assuming_all %0, %1
  shape.assuming %2 {
    "test.always"() : () -> ()
  }
  return
}

// PRODUCT-LABEL: func @counts(
// PRODUCT-SAME: %[[A:.*]]: !shape.shape, %[[B:.*]]: tensor<?xindex>
// PRODUCT: %[[ONE:.*]] = shape.const_size 1
// PRODUCT: shape.reduce(%[[A]], %[[ONE]]) : !shape.shape -> !shape.size
// PRODUCT-NEXT: ^bb0(%{{.*}}: index, %[[E:.*]]: !shape.size, %[[X:.*]]: !shape.size):
// PRODUCT-NEXT: shape.mul %[[E]], %[[X]]
// PRODUCT: %[[ONE_INDEX:.*]] = arith.constant 1 : index
// PRODUCT: shape.reduce(%[[B]], %[[ONE_INDEX]]) : tensor<?xindex> -> index
// PRODUCT-NEXT: ^bb0(%{{.*}}: index, %[[E:.*]]: index, %[[X:.*]]: index):
// PRODUCT-NEXT: shape.mul %[[E]], %[[X]]
func.func @counts(%a: !shape.shape, %b: tensor<?xindex>) -> (!shape.size, index) {
  %0 = shape.num_elements %a : !shape.shape -> !shape.size
  %1 = shape.num_elements %b : tensor<?xindex> -> index
  return %0, %1 : !shape.size, index
}
