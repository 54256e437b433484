// Quantization as arithmetic; types in a simpler form; functions without quantized types.

// RUN: terrace-opt %s --pass-pipeline='builtin.module(func.func(lower-quant-ops))' --split-input-file --allow-unregistered-dialect | FileCheck %s
// RUN: terrace-opt %s --pass-pipeline='builtin.module(func.func(normalize-quant-types))' --split-input-file --allow-unregistered-dialect | FileCheck %s --check-prefix=NORMAL
// RUN: terrace-opt %s --strip-func-quant-types --split-input-file --allow-unregistered-dialect | FileCheck %s --check-prefix=STRIP

!q = !quant.uniform<u8<3:100>:f32, 2.0:10>
// The zero point is added after the division; numbers stay in the range of the type, which is less than the storage has.
// CHECK-LABEL: func.func @tensors(
// CHECK-SAME: %[[A:.*]]: tensor<3x?xf32>, %[[Q:.*]]: tensor<3x?x!quant.uniform
// CHECK: %[[SCALE:.*]] = arith.constant 2.000000e+00 : f32
// CHECK: %[[ZERO:.*]] = arith.constant 10 : i8
// CHECK: %[[DIM:.*]] = tensor.dim %[[A]]
// CHECK: %[[SCALES:.*]] = tensor.splat %[[SCALE]][%[[DIM]]] : tensor<3x?xf32>
// CHECK: %[[SCALED:.*]] = arith.divf %[[A]], %[[SCALES]]
// CHECK: %[[ZEROS:.*]] = tensor.splat %[[ZERO]][%[[DIM]]]
// CHECK: %[[SHIFT:.*]] = arith.uitofp %[[ZEROS]]
// CHECK: %[[SUM:.*]] = arith.addf %[[SCALED]], %[[SHIFT]]
// CHECK: %[[INT:.*]] = arith.fptoui %[[SUM]] : tensor<3x?xf32> to tensor<3x?xi8>
// CHECK-DAG: arith.constant 3 : i8
// CHECK-DAG: arith.constant 100 : i8
// CHECK: %[[MAX:.*]] = arith.maxui %[[INT]]
// CHECK: %[[MIN:.*]] = arith.minui %[[MAX]]
// CHECK: quant.scast %[[MIN]]
// CHECK: %[[STORED:.*]] = quant.scast %[[Q]]
// CHECK: arith.uitofp %[[STORED]]
// CHECK: arith.subf
// CHECK: arith.mulf
// STRIP-LABEL: func.func @tensors(
// STRIP-SAME: %{{.*}}: tensor<3x?xf32>, %[[Q:.*]]: tensor<3x?xi8>) -> (tensor<3x?xi8>, tensor<3x?xf32>)
// STRIP-NEXT: quant.scast %[[Q]] : tensor<3x?xi8> to tensor<3x?x!quant.uniform
func.func @tensors(%a: tensor<3x?xf32>, %q: tensor<3x?x!q>) -> (tensor<3x?x!q>, tensor<3x?xf32>) {
  %0 = quant.qcast %a : tensor<3x?xf32> to tensor<3x?x!q>
  %1 = quant.dcast %q : tensor<3x?x!q> to tensor<3x?xf32>
  return %0, %1 : tensor<3x?x!q>, tensor<3x?xf32>
}

// -----

!per_axis = !quant.uniform<i8:f32:1, {2.0:10, 3.0:20}>
// CHECK: #[[AXIS:.*]] = affine_map<(d0, d1, d2) -> (d1)>
// CHECK-LABEL: func.func @unranked(
// CHECK: %[[SHAPE:.*]] = shape.shape_of
// CHECK: "shape.split_at"(%[[SHAPE]]
// CHECK: "shape.split_at"(%[[SHAPE]]
// CHECK: %[[FLAT:.*]] = tensor.reshape {{.*}} -> tensor<?x2x?xi8>
// CHECK-DAG: %[[SCALES:.*]] = arith.constant dense<[2.000000e+00, 3.000000e+00]> : tensor<2xf32>
// CHECK-DAG: %[[ZEROS:.*]] = arith.constant dense<[10, 20]> : tensor<2xi8>
// CHECK: linalg.generic {indexing_maps = [#{{.*}}, #[[AXIS]], #[[AXIS]], #{{.*}}]
// CHECK-SAME: ins(%[[FLAT]], %[[SCALES]], %[[ZEROS]]
// CHECK: tensor.reshape {{.*}}(%[[SHAPE]]) : (tensor<?x2x?xf32>, tensor<?xindex>) -> tensor<*xf32>
func.func @unranked(%q: tensor<*x!per_axis>) -> tensor<*xf32> {
  %0 = quant.dcast %q : tensor<*x!per_axis> to tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

!blocks = !quant.uniform<i8<-8:7>:f32:{0:1,1:2}, {{2.0:10, 3.0:20}, {4.0:30, 5.0:40}}>
// CHECK: #[[BLOCK:.*]] = affine_map<(d0, d1) -> (d0, d1 floordiv 2)>
// CHECK-LABEL: func.func @blocks(
// CHECK-DAG: arith.constant dense<{{.}}[2.000000e+00, 3.000000e+00], [4.000000e+00, 5.000000e+00]]> : tensor<2x2xf32>
// CHECK: indexing_maps = [#{{.*}}, #[[BLOCK]], #[[BLOCK]], #{{.*}}]
// CHECK: arith.fptosi
// CHECK: arith.maxsi
// CHECK: arith.minsi
// NORMAL-LABEL: func.func @blocks(
// NORMAL-SAME: -> tensor<2x4x!quant.uniform<i8<-8:7>:f32:{0:1, 1:2}
func.func @blocks(%a: tensor<2x4xf32>) -> tensor<2x4x!blocks> {
  %0 = quant.qcast %a : tensor<2x4xf32> to tensor<2x4x!blocks>
  return %0 : tensor<2x4x!blocks>
}

// -----

!one = !quant.uniform<i8:f32:{0:1,1:2}, {{2.0:10}}>
!row = !quant.uniform<i8:f32:{0:1,1:2}, {{2.0:10, 3.0}}>
// Types change in signatures, operands, results and in regions.
// NORMAL-LABEL: func.func @forms(
// NORMAL-SAME: tensor<?x?x!quant.uniform<i8:f32, 2.000000e+00:10>>
// NORMAL-SAME: tensor<1x4x!quant.uniform<i8:f32:1, {2.000000e+00:10,3.000000e+00}>>
// NORMAL: "test.region"({{.*}}) ({
// NORMAL-NEXT: ^bb0(%[[X:.*]]: tensor<1x4x!quant.uniform<i8:f32:1, {2.000000e+00:10,3.000000e+00}>>):
// NORMAL-NEXT: "test.inner"(%[[X]])
// NORMAL: return
// STRIP-LABEL: func.func private @callee(tensor<1x4xi8>) -> i8
// STRIP: %[[ARG:.*]] = quant.scast
// STRIP: call @callee(%{{.*}}) : (tensor<1x4xi8>) -> i8
func.func private @callee(%b: tensor<1x4x!row>) -> !quant.uniform<i8:f32, 2.0>
func.func @forms(%a: tensor<?x?x!one>, %b: tensor<1x4x!row>) {
  "test.region"(%a) ({
  ^bb0(%x: tensor<1x4x!row>):
    "test.inner"(%x) : (tensor<1x4x!row>) -> ()
  }) : (tensor<?x?x!one>) -> ()
  %c = "test.same"(%b) : (tensor<1x4x!row>) -> tensor<1x4x!row>
  %r = call @callee(%c) : (tensor<1x4x!row>) -> !quant.uniform<i8:f32, 2.0>
  return
}
