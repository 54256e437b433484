// RUN: terrace-opt %s --transform-interpreter --allow-unregistered-dialect | FileCheck %s

// Ops on vectors with dimensions of one element are ops on vectors without them.

func.func @elementwise(%a: vector<1x4x1xf32>, %b: vector<1x4x1xf32>) -> vector<1x4x1xf32> {
  %0 = arith.mulf %a, %b fastmath<contract> : vector<1x4x1xf32>
  return %0 : vector<1x4x1xf32>
}
func.func @compared(%a: vector<2x1x[1]xf32>, %b: vector<2x1x[1]xf32>) -> vector<2x1x[1]xi1> {
  %0 = arith.cmpf olt, %a, %b : vector<2x1x[1]xf32>
  return %0 : vector<2x1x[1]xi1>
}
func.func @all_units(%a: vector<1x1xf32>) -> vector<1x1xf32> {
  %0 = math.exp %a : vector<1x1xf32>
  return %0 : vector<1x1xf32>
}
func.func @none(%a: vector<2x3xf32>, %b: vector<1xf32>, %c: i1) -> (vector<2x3xf32>, vector<1xf32>, vector<2x3xf32>) {
  %0 = arith.negf %a : vector<2x3xf32>
  %1 = arith.negf %b : vector<1xf32>
  %2 = arith.select %c, %a, %0 : vector<2x3xf32>
  return %0, %1, %2 : vector<2x3xf32>, vector<1xf32>, vector<2x3xf32>
}
func.func @transposed(%a: vector<1x3x1x4x[4]xf32>) -> vector<[4]x1x4x3x1xf32> {
  %0 = vector.transpose %a, [4, 0, 3, 1, 2] : vector<1x3x1x4x[4]xf32> to vector<[4]x1x4x3x1xf32>
  return %0 : vector<[4]x1x4x3x1xf32>
}
func.func @transposed_units(%a: vector<1x1xf32>) -> vector<1x1xf32> {
  %0 = vector.transpose %a, [1, 0] : vector<1x1xf32> to vector<1x1xf32>
  return %0 : vector<1x1xf32>
}
func.func @carried(%n: index, %a: vector<4xf32>, %b: vector<1x[4]x1xf32>, %c: vector<1x2xi8>) -> (vector<1x[4]x1xf32>, vector<1x2xi8>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:3 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a, %y = %b, %z = %c) -> (vector<4xf32>, vector<1x[4]x1xf32>, vector<1x2xi8>) {
    %0 = "test.step"(%y) : (vector<1x[4]x1xf32>) -> vector<1x[4]x1xf32>
    %1 = arith.addi %z, %z : vector<1x2xi8>
    scf.yield %x, %0, %1 : vector<4xf32>, vector<1x[4]x1xf32>, vector<1x2xi8>
  }
  return %r#1, %r#2 : vector<1x[4]x1xf32>, vector<1x2xi8>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %f {
      transform.apply_patterns.vector.drop_unit_dims_with_shape_cast
    } : !transform.any_op
    transform.yield
  }
}

// CHECK-LABEL: func.func @elementwise(%arg0: vector<1x4x1xf32>, %arg1: vector<1x4x1xf32>) -> vector<1x4x1xf32> {
// CHECK-NEXT: %0 = vector.shape_cast %arg0 : vector<1x4x1xf32> to vector<4xf32>
// CHECK-NEXT: %1 = vector.shape_cast %arg1 : vector<1x4x1xf32> to vector<4xf32>
// CHECK-NEXT: %2 = arith.mulf %0, %1 fastmath<contract> : vector<4xf32>
// CHECK-NEXT: %3 = vector.shape_cast %2 : vector<4xf32> to vector<1x4x1xf32>
// CHECK-NEXT: return %3 : vector<1x4x1xf32>
// CHECK-LABEL: func.func @compared(%arg0: vector<2x1x[1]xf32>, %arg1: vector<2x1x[1]xf32>) -> vector<2x1x[1]xi1> {
// CHECK-NEXT: %0 = vector.shape_cast %arg0 : vector<2x1x[1]xf32> to vector<2x[1]xf32>
// CHECK-NEXT: %1 = vector.shape_cast %arg1 : vector<2x1x[1]xf32> to vector<2x[1]xf32>
// CHECK-NEXT: %2 = arith.cmpf olt, %0, %1 : vector<2x[1]xf32>
// CHECK-NEXT: %3 = vector.shape_cast %2 : vector<2x[1]xi1> to vector<2x1x[1]xi1>
// CHECK-NEXT: return %3 : vector<2x1x[1]xi1>
// CHECK-LABEL: func.func @all_units(%arg0: vector<1x1xf32>) -> vector<1x1xf32> {
// CHECK-NEXT: %0 = vector.shape_cast %arg0 : vector<1x1xf32> to vector<1xf32>
// CHECK-NEXT: %1 = math.exp %0 : vector<1xf32>
// CHECK-NEXT: %2 = vector.shape_cast %1 : vector<1xf32> to vector<1x1xf32>
// CHECK-NEXT: return %2 : vector<1x1xf32>
// CHECK-LABEL: func.func @none(%arg0: vector<2x3xf32>, %arg1: vector<1xf32>, %arg2: i1) -> (vector<2x3xf32>, vector<1xf32>, vector<2x3xf32>) {
// CHECK-NEXT: %0 = arith.negf %arg0 : vector<2x3xf32>
// CHECK-NEXT: %1 = arith.negf %arg1 : vector<1xf32>
// CHECK-NEXT: %2 = arith.select %arg2, %arg0, %0 : vector<2x3xf32>
// CHECK-NEXT: return %0, %1, %2 : vector<2x3xf32>, vector<1xf32>, vector<2x3xf32>
// CHECK-LABEL: func.func @transposed(%arg0: vector<1x3x1x4x[4]xf32>) -> vector<[4]x1x4x3x1xf32> {
// CHECK-NEXT: %0 = vector.shape_cast %arg0 : vector<1x3x1x4x[4]xf32> to vector<3x4x[4]xf32>
// CHECK-NEXT: %1 = vector.transpose %0, [2, 1, 0] : vector<3x4x[4]xf32> to vector<[4]x4x3xf32>
// CHECK-NEXT: %2 = vector.shape_cast %1 : vector<[4]x4x3xf32> to vector<[4]x1x4x3x1xf32>
// CHECK-NEXT: return %2 : vector<[4]x1x4x3x1xf32>
// CHECK-LABEL: func.func @transposed_units(%arg0: vector<1x1xf32>) -> vector<1x1xf32> {
// CHECK-NEXT: return %arg0 : vector<1x1xf32>
// CHECK-LABEL: func.func @carried(%arg0: index, %arg1: vector<4xf32>, %arg2: vector<1x[4]x1xf32>, %arg3: vector<1x2xi8>) -> (vector<1x[4]x1xf32>, vector<1x2xi8>) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %0 = vector.shape_cast %arg2 : vector<1x[4]x1xf32> to vector<[4]xf32>
// CHECK-NEXT: %1 = vector.shape_cast %arg3 : vector<1x2xi8> to vector<2xi8>
// CHECK-NEXT: %2:3 = scf.for %arg4 = %c0 to %arg0 step %c1 iter_args(%arg5 = %arg1, %arg6 = %0, %arg7 = %1) -> (vector<4xf32>, vector<[4]xf32>, vector<2xi8>) {
// CHECK-NEXT: %5 = vector.shape_cast %arg6 : vector<[4]xf32> to vector<1x[4]x1xf32>
// CHECK-NEXT: %6 = "test.step"(%5) : (vector<1x[4]x1xf32>) -> vector<1x[4]x1xf32>
// CHECK-NEXT: %7 = arith.addi %arg7, %arg7 : vector<2xi8>
// CHECK-NEXT: %8 = vector.shape_cast %6 : vector<1x[4]x1xf32> to vector<[4]xf32>
// CHECK-NEXT: scf.yield %arg5, %8, %7 : vector<4xf32>, vector<[4]xf32>, vector<2xi8>
// CHECK: %3 = vector.shape_cast %2#2 : vector<2xi8> to vector<1x2xi8>
// CHECK-NEXT: %4 = vector.shape_cast %2#1 : vector<[4]xf32> to vector<1x[4]x1xf32>
// CHECK-NEXT: return %4, %3 : vector<1x[4]x1xf32>, vector<1x2xi8>
