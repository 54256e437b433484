// Bounds of index values and extents in terms of what they are computed from, and comparisons of them.
// RUN: terrace-test-opt %s --pass-pipeline='builtin.module(func.func(test-affine-reify-value-bounds))' --verify-diagnostics | FileCheck %s

func.func @maps(%a: index, %b: index) -> (index, index, index, index) {
  %0 = affine.apply affine_map<()[s0, s1] -> (s0 * 2 + s1 floordiv 4)>()[%a, %b]
  %1 = affine.min affine_map<()[s0] -> (s0, 7)>()[%a]
  %2 = affine.max affine_map<()[s0] -> (s0 + 3, s0)>()[%a]
  %3 = "test.reify_bound"(%0) : (index) -> index
  %4 = "test.reify_bound"(%1) <{type = "UB"}> : (index) -> index
  %5 = "test.reify_bound"(%2) <{type = "LB"}> : (index) -> index
  %6 = affine.apply affine_map<()[s0] -> (s0 mod 8)>()[%b]
  %7 = "test.reify_bound"(%6) : (index) -> index
  return %3, %4, %5, %7 : index, index, index, index
}

func.func @extents(%t: tensor<?x4xf32>, %a: index, %b: index) -> (index, index, index, index) {
  %cst = arith.constant 0.0 : f32
  %0 = tensor.pad %t low[%a, 1] high[2, %b] {
  ^bb0(%i: index, %j: index):
    tensor.yield %cst : f32
  } : tensor<?x4xf32> to tensor<?x?xf32>
  %1 = tensor.extract_slice %0[0, 0] [1, %b] [1, 1] : tensor<?x?xf32> to tensor<?xf32>
  %2 = tensor.collapse_shape %t [[0, 1]] : tensor<?x4xf32> into tensor<?xf32>
  %3 = "test.reify_bound"(%0) <{dim = 0 : i64}> : (tensor<?x?xf32>) -> index
  %4 = "test.reify_bound"(%0) <{dim = 1 : i64}> : (tensor<?x?xf32>) -> index
  %5 = "test.reify_bound"(%1) <{dim = 0 : i64}> : (tensor<?xf32>) -> index
  %6 = "test.reify_bound"(%2) <{dim = 0 : i64}> : (tensor<?xf32>) -> index
  return %3, %4, %5, %6 : index, index, index, index
}

func.func @comparisons(%n: index, %t: tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c10 = arith.constant 10 : index
  %p = arith.addi %n, %c1 : index
  // expected-remark @below{{true}}
  "test.compare"(%n, %p) <{cmp = "LT"}> : (index, index) -> ()
  // expected-remark @below{{false}}
  "test.compare"(%n, %p) : (index, index) -> ()
  // expected-error @below{{unknown}}
  "test.compare"(%n, %c1) <{cmp = "GT"}> : (index, index) -> ()
  %d = tensor.dim %t, %n : tensor<?xf32>
  // expected-remark @below{{true}}
  "test.compare"(%d, %c0) <{cmp = "GE"}> : (index, index) -> ()
  // expected-remark @below{{true}}
  "test.compare"(%n, %p, %n) <{cmp = "LE", lhs_map = affine_map<(d0)[s0] -> (d0 + s0)>, rhs_map = affine_map<(d0) -> (d0 * 2 + 1)>}> : (index, index, index) -> ()
  scf.for %i = %c0 to %c10 step %c3 {
    %q:2 = affine.delinearize_index %i into (4, 5) : index, index
    // expected-remark @below{{true}}
    "test.compare"(%i, %c10) <{cmp = "LT"}> : (index, index) -> ()
    // expected-remark @below{{true}}
    "test.compare"(%q#0, %c1) <{cmp = "LE"}> : (index, index) -> ()
  }
  %v = test.value_with_bounds {max = 9 : index, min = 4 : index}
  // expected-remark @below{{true}}
  "test.compare"(%v, %c10) <{cmp = "LT"}> : (index, index) -> ()
  // expected-remark @below{{true}}
  "test.compare"(%v, %c3) <{cmp = "GT"}> : (index, index) -> ()
  return
}

// CHECK:      #map = affine_map<()[s0, s1] -> (s0 * 2 + s1 floordiv 4)>
// CHECK-NEXT: #map1 = affine_map<()[s0] -> (s0, 7)>
// CHECK-NEXT: #map2 = affine_map<()[s0] -> (s0 + 3, s0)>
// CHECK-NEXT: #map3 = affine_map<()[s0] -> (s0 + 3)>
// CHECK-NEXT: #map4 = affine_map<()[s0] -> (s0 mod 8)>
// CHECK-NEXT: #map5 = affine_map<()[s0, s1] -> (s0 + s1 + 2)>
// CHECK-NEXT: #map6 = affine_map<()[s0] -> (s0 + 5)>
// CHECK-NEXT: #map7 = affine_map<()[s0] -> (s0 * 4)>
// CHECK-NEXT: #map8 = affine_map<(d0)[s0] -> (d0 + s0)>
// CHECK-NEXT: #map9 = affine_map<(d0) -> (d0 * 2 + 1)>
// CHECK-NEXT: module {
// CHECK-NEXT:   func.func @maps(%arg0: index, %arg1: index) -> (index, index, index, index) {
// CHECK-NEXT:     %0 = affine.apply #map()[%arg0, %arg1]
// CHECK-NEXT:     %1 = affine.min #map1()[%arg0]
// CHECK-NEXT:     %2 = affine.max #map2()[%arg0]
// CHECK-NEXT:     %3 = affine.apply #map()[%arg0, %arg1]
// CHECK-NEXT:     %c8 = arith.constant 8 : index
// CHECK-NEXT:     %4 = affine.apply #map3()[%arg0]
// CHECK-NEXT:     %5 = affine.apply #map4()[%arg1]
// CHECK-NEXT:     %6 = affine.apply #map4()[%arg1]
// CHECK-NEXT:     return %3, %c8, %4, %6 : index, index, index, index
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @extents(%arg0: tensor<?x4xf32>, %arg1: index, %arg2: index) -> (index, index, index, index) {
// CHECK-NEXT:     %cst = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:     %padded = tensor.pad %arg0 low[%arg1, 1] high[2, %arg2] {
// CHECK-NEXT:     ^bb0(%arg3: index, %arg4: index):
// CHECK-NEXT:       tensor.yield %cst : f32
// CHECK-NEXT:     } : tensor<?x4xf32> to tensor<?x?xf32>
// CHECK-NEXT:     %extracted_slice = tensor.extract_slice %padded[0, 0] [1, %arg2] [1, 1] : tensor<?x?xf32> to tensor<?xf32>
// CHECK-NEXT{LITERAL}:     %collapsed = tensor.collapse_shape %arg0 [[0, 1]] : tensor<?x4xf32> into tensor<?xf32>
// CHECK-NEXT:     %c0 = arith.constant 0 : index
// CHECK-NEXT:     %dim = tensor.dim %arg0, %c0 : tensor<?x4xf32>
// CHECK-NEXT:     %0 = affine.apply #map5()[%dim, %arg1]
// CHECK-NEXT:     %1 = affine.apply #map6()[%arg2]
// CHECK-NEXT:     %c0_0 = arith.constant 0 : index
// CHECK-NEXT:     %dim_1 = tensor.dim %arg0, %c0_0 : tensor<?x4xf32>
// CHECK-NEXT:     %2 = affine.apply #map7()[%dim_1]
// CHECK-NEXT:     return %0, %1, %arg2, %2 : index, index, index, index
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @comparisons(%arg0: index, %arg1: tensor<?xf32>) {
// CHECK-NEXT:     %c0 = arith.constant 0 : index
// CHECK-NEXT:     %c1 = arith.constant 1 : index
// CHECK-NEXT:     %c3 = arith.constant 3 : index
// CHECK-NEXT:     %c10 = arith.constant 10 : index
// CHECK-NEXT:     %0 = arith.addi %arg0, %c1 : index
// CHECK-NEXT:     "test.compare"(%arg0, %0) <{cmp = "LT"}> : (index, index) -> ()
// CHECK-NEXT:     "test.compare"(%arg0, %0) <{cmp = "EQ"}> : (index, index) -> ()
// CHECK-NEXT:     "test.compare"(%arg0, %c1) <{cmp = "GT"}> : (index, index) -> ()
// CHECK-NEXT:     %dim = tensor.dim %arg1, %arg0 : tensor<?xf32>
// CHECK-NEXT:     "test.compare"(%dim, %c0) <{cmp = "GE"}> : (index, index) -> ()
// CHECK-NEXT:     "test.compare"(%arg0, %0, %arg0) <{cmp = "LE", lhs_map = #map8, rhs_map = #map9}> : (index, index, index) -> ()
// CHECK-NEXT:     scf.for %arg2 = %c0 to %c10 step %c3 {
// CHECK-NEXT:       %2:2 = affine.delinearize_index %arg2 into (4, 5) : index, index
// CHECK-NEXT:       "test.compare"(%arg2, %c10) <{cmp = "LT"}> : (index, index) -> ()
// CHECK-NEXT:       "test.compare"(%2#0, %c1) <{cmp = "LE"}> : (index, index) -> ()
// CHECK-NEXT:     }
// CHECK-NEXT:     %1 = test.value_with_bounds {max = 9 : index, min = 4 : index}
// CHECK-NEXT:     "test.compare"(%1, %c10) <{cmp = "LT"}> : (index, index) -> ()
// CHECK-NEXT:     "test.compare"(%1, %c3) <{cmp = "GT"}> : (index, index) -> ()
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT: }
