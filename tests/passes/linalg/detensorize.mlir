// Computations on tensors of one element that lead to branches become scalar, or all of them.

// RUN: terrace-opt %s --pass-pipeline='builtin.module(func.func(linalg-detensorize))' --allow-unregistered-dialect | FileCheck %s
// RUN: terrace-opt %s --pass-pipeline='builtin.module(func.func(linalg-detensorize{aggressive-mode}))' --allow-unregistered-dialect | FileCheck %s --check-prefix=ALL

#scalar = affine_map<() -> ()>

// The counter of a loop; the sum, which no branch needs, is carried as it is.
// CHECK-LABEL: func.func @counted(
// CHECK-SAME: %[[N:.*]]: tensor<i32>, %[[X:.*]]: tensor<4xf32>
// CHECK: %[[LIMIT:.*]] = tensor.extract %[[N]][]
// CHECK: cf.br ^bb1(%{{.*}}, %[[X]] : i32, tensor<4xf32>)
// CHECK: ^bb1(%[[I:.*]]: i32, %[[SUM:.*]]: tensor<4xf32>):
// CHECK-NEXT: %[[LESS:.*]] = arith.cmpi slt, %[[I]], %[[LIMIT]]
// CHECK-NEXT: cf.cond_br %[[LESS]], ^bb2, ^bb3
// CHECK: ^bb2:
// CHECK-NEXT: %[[NEXT:.*]] = arith.addi %[[I]], %{{.*}} : i32
// CHECK-NEXT: "test.f"(%[[SUM]])
// CHECK: cf.br ^bb1(%[[NEXT]]
// CHECK: ^bb3:
func.func @counted(%n: tensor<i32>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %zero = arith.constant dense<0> : tensor<i32>
  %one = arith.constant dense<1> : tensor<i32>
  cf.br ^head(%zero, %x : tensor<i32>, tensor<4xf32>)
^head(%i: tensor<i32>, %sum: tensor<4xf32>):
  %e = tensor.empty() : tensor<i1>
  %less = linalg.generic {indexing_maps = [#scalar, #scalar, #scalar], iterator_types = []} ins(%i, %n : tensor<i32>, tensor<i32>) outs(%e : tensor<i1>) {
  ^bb0(%a: i32, %b: i32, %c: i1):
    %0 = arith.cmpi slt, %a, %b : i32
    linalg.yield %0 : i1
  } -> tensor<i1>
  %condition = tensor.extract %less[] : tensor<i1>
  cf.cond_br %condition, ^body(%i, %sum : tensor<i32>, tensor<4xf32>), ^end(%sum : tensor<4xf32>)
^body(%j: tensor<i32>, %s: tensor<4xf32>):
  %f = tensor.empty() : tensor<i32>
  %next = linalg.generic {indexing_maps = [#scalar, #scalar, #scalar], iterator_types = []} ins(%j, %one : tensor<i32>, tensor<i32>) outs(%f : tensor<i32>) {
  ^bb0(%a: i32, %b: i32, %c: i32):
    %0 = arith.addi %a, %b : i32
    linalg.yield %0 : i32
  } -> tensor<i32>
  %t = "test.f"(%s) : (tensor<4xf32>) -> tensor<4xf32>
  cf.br ^head(%next, %t : tensor<i32>, tensor<4xf32>)
^end(%r: tensor<4xf32>):
  return %r : tensor<4xf32>
}

// No branch needs these. An op with several results is one op less where all is wanted.
// CHECK-LABEL: func.func @straight(
// CHECK-COUNT-2: linalg.generic
// ALL-LABEL: func.func @straight(
// ALL-SAME: %[[A:.*]]: tensor<f32>, %[[V:.*]]: tensor<4xf32>
// ALL: %[[X:.*]] = tensor.extract %[[A]][]
// ALL: %[[SUM:.*]] = arith.addf %[[X]], %[[X]]
// ALL: %[[T0:.*]] = tensor.from_elements %[[SUM]]
// ALL: %[[PRODUCT:.*]] = arith.mulf %[[X]], %[[X]]
// ALL: %[[T1:.*]] = tensor.from_elements %[[PRODUCT]]
// ALL: linalg.generic
// ALL: return %[[T0]], %[[T1]]
func.func @straight(%a: tensor<f32>, %v: tensor<4xf32>) -> (tensor<f32>, tensor<f32>, tensor<4xf32>) {
  %e = tensor.empty() : tensor<f32>
  %r:2 = linalg.generic {indexing_maps = [#scalar, #scalar, #scalar], iterator_types = []} ins(%a : tensor<f32>) outs(%e, %e : tensor<f32>, tensor<f32>) {
  ^bb0(%x: f32, %o: f32, %p: f32):
    %0 = arith.addf %x, %x : f32
    %1 = arith.mulf %x, %x : f32
    linalg.yield %0, %1 : f32, f32
  } -> (tensor<f32>, tensor<f32>)
  %w = linalg.generic {indexing_maps = [affine_map<(d0) -> ()>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%a : tensor<f32>) outs(%v : tensor<4xf32>) {
  ^bb0(%x: f32, %o: f32):
    %0 = arith.addf %x, %o : f32
    linalg.yield %0 : f32
  } -> tensor<4xf32>
  return %r#0, %r#1, %w : tensor<f32>, tensor<f32>, tensor<4xf32>
}

// CHECK-LABEL: func.func private @declared
func.func private @declared(tensor<i32>)
