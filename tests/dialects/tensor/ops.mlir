// RUN: terrace-opt %s --allow-unregistered-dialect | FileCheck %s
// RUN: terrace-opt %s --allow-unregistered-dialect | terrace-opt --allow-unregistered-dialect | FileCheck %s
// RUN: terrace-opt %s --allow-unregistered-dialect --mlir-print-op-generic | terrace-opt --allow-unregistered-dialect | FileCheck %s

// Each op, with and without what may be left out.

func.func @ops(%n: index, %f: f32, %t: tensor<4xf32>, %d: tensor<?x?xf32>, %u: tensor<*xf32>, %s: tensor<2xindex>, %ix: tensor<3x1xindex>, %g: tensor<3x1xf32>) {
  %0 = tensor.empty() : tensor<4xf32>
  %1 = tensor.empty(%n) : tensor<?x4xf32, "enc">
  %2 = tensor.from_elements %f, %f : tensor<2xf32>
  %3 = tensor.from_elements : tensor<0xf32>
  %4 = tensor.generate %n { ^bb0(%i: index): tensor.yield %f : f32 } : tensor<?xf32>
  %5 = tensor.splat %f : tensor<4xf32>
  %6 = tensor.splat %f[%n] : tensor<?xf32>
  %7 = tensor.concat dim(0) %t, %0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
  %8 = tensor.extract %t[%n] : tensor<4xf32>
  %9 = tensor.insert %f into %t[%n] : tensor<4xf32>
  %10 = tensor.dim %d, %n : tensor<?x?xf32>
  %11 = tensor.rank %u : tensor<*xf32>
  %12 = tensor.bitcast %t : tensor<4xf32> to tensor<4xi32>
  %13 = tensor.cast %t : tensor<4xf32> to tensor<?xf32>
  %14 = tensor.reshape %t(%s) : (tensor<4xf32>, tensor<2xindex>) -> tensor<2x2xf32>
  %15 = tensor.expand_shape %t [[0, 1]] output_shape [2, 2] : tensor<4xf32> into tensor<2x2xf32>
  %16 = tensor.expand_shape %13 [[0, 1]] output_shape [%n, 2] : tensor<?xf32> into tensor<?x2xf32>
  %17 = tensor.collapse_shape %15 [[0, 1]] : tensor<2x2xf32> into tensor<4xf32>
  %18 = tensor.extract_slice %d[%n, 0][2, %n][1, 2] : tensor<?x?xf32> to tensor<2x?xf32>
  %19 = tensor.extract_slice %t[0][1][1] : tensor<4xf32> to tensor<f32>
  %20 = tensor.insert_slice %2 into %t[%n][2][1] : tensor<2xf32> into tensor<4xf32>
  %21 = scf.forall (%i) in (2) shared_outs(%o = %t) -> (tensor<4xf32>) {
    scf.forall.in_parallel { tensor.parallel_insert_slice %2 into %o[%i][2][1] : tensor<2xf32> into tensor<4xf32> }
  }
  %22 = tensor.gather %t[%ix] gather_dims([0]) unique : (tensor<4xf32>, tensor<3x1xindex>) -> tensor<3x1xf32>
  %23 = tensor.gather %t[%ix] gather_dims([0]) : (tensor<4xf32>, tensor<3x1xindex>) -> tensor<3xf32>
  %24 = tensor.scatter %g into %t[%ix] scatter_dims([0]) unique : (tensor<3x1xf32>, tensor<4xf32>, tensor<3x1xindex>) -> tensor<4xf32>
  %25 = tensor.pad %t low[1] high[%n] { ^bb0(%i: index): tensor.yield %f : f32 } : tensor<4xf32> to tensor<?xf32>
  %26 = tensor.pad %t nofold low[0] high[1] { ^bb0(%i: index): tensor.yield %f : f32 } : tensor<4xf32> to tensor<5xf32>
  return
}

// CHECK:      module {
// CHECK-NEXT:   func.func @ops(%arg0: index, %arg1: f32, %arg2: tensor<4xf32>, %arg3: tensor<?x?xf32>, %arg4: tensor<*xf32>, %arg5: tensor<2xindex>, %arg6: tensor<3x1xindex>, %arg7: tensor<3x1xf32>) {
// CHECK-NEXT:     %0 = tensor.empty() : tensor<4xf32>
// CHECK-NEXT:     %1 = tensor.empty(%arg0) : tensor<?x4xf32, "enc">
// CHECK-NEXT:     %from_elements = tensor.from_elements %arg1, %arg1 : tensor<2xf32>
// CHECK-NEXT:     %from_elements_0 = tensor.from_elements  : tensor<0xf32>
// CHECK-NEXT:     %generated = tensor.generate %arg0 {
// CHECK-NEXT:     ^bb0(%arg8: index):
// CHECK-NEXT:       tensor.yield %arg1 : f32
// CHECK-NEXT:     } : tensor<?xf32>
// CHECK-NEXT:     %splat = tensor.splat %arg1 : tensor<4xf32>
// CHECK-NEXT:     %splat_1 = tensor.splat %arg1[%arg0] : tensor<?xf32>
// CHECK-NEXT:     %concat = tensor.concat dim(0) %arg2, %0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
// CHECK-NEXT:     %extracted = tensor.extract %arg2[%arg0] : tensor<4xf32>
// CHECK-NEXT:     %inserted = tensor.insert %arg1 into %arg2[%arg0] : tensor<4xf32>
// CHECK-NEXT:     %dim = tensor.dim %arg3, %arg0 : tensor<?x?xf32>
// CHECK-NEXT:     %rank = tensor.rank %arg4 : tensor<*xf32>
// CHECK-NEXT:     %2 = tensor.bitcast %arg2 : tensor<4xf32> to tensor<4xi32>
// CHECK-NEXT:     %cast = tensor.cast %arg2 : tensor<4xf32> to tensor<?xf32>
// CHECK-NEXT:     %reshape = tensor.reshape %arg2(%arg5) : (tensor<4xf32>, tensor<2xindex>) -> tensor<2x2xf32>
// CHECK-NEXT:     %expanded = tensor.expand_shape %arg2 {{\[\[}}0, 1]] output_shape [2, 2] : tensor<4xf32> into tensor<2x2xf32>
// CHECK-NEXT:     %expanded_2 = tensor.expand_shape %cast {{\[\[}}0, 1]] output_shape [%arg0, 2] : tensor<?xf32> into tensor<?x2xf32>
// CHECK-NEXT:     %collapsed = tensor.collapse_shape %expanded {{\[\[}}0, 1]] : tensor<2x2xf32> into tensor<4xf32>
// CHECK-NEXT:     %extracted_slice = tensor.extract_slice %arg3[%arg0, 0] [2, %arg0] [1, 2] : tensor<?x?xf32> to tensor<2x?xf32>
// CHECK-NEXT:     %extracted_slice_3 = tensor.extract_slice %arg2[0] [1] [1] : tensor<4xf32> to tensor<f32>
// CHECK-NEXT:     %inserted_slice = tensor.insert_slice %from_elements into %arg2[%arg0] [2] [1] : tensor<2xf32> into tensor<4xf32>
// CHECK-NEXT:     %3 = scf.forall (%arg8) in (2) shared_outs(%arg9 = %arg2) -> (tensor<4xf32>) {
// CHECK-NEXT:       scf.forall.in_parallel {
// CHECK-NEXT:         tensor.parallel_insert_slice %from_elements into %arg9[%arg8] [2] [1] : tensor<2xf32> into tensor<4xf32>
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     %gather = tensor.gather %arg2[%arg6] gather_dims([0]) unique : (tensor<4xf32>, tensor<3x1xindex>) -> tensor<3x1xf32>
// CHECK-NEXT:     %gather_4 = tensor.gather %arg2[%arg6] gather_dims([0]) : (tensor<4xf32>, tensor<3x1xindex>) -> tensor<3xf32>
// CHECK-NEXT:     %scatter = tensor.scatter %arg7 into %arg2[%arg6] scatter_dims([0]) unique : (tensor<3x1xf32>, tensor<4xf32>, tensor<3x1xindex>) -> tensor<4xf32>
// CHECK-NEXT:     %padded = tensor.pad %arg2 low[1] high[%arg0] {
// CHECK-NEXT:     ^bb0(%arg8: index):
// CHECK-NEXT:       tensor.yield %arg1 : f32
// CHECK-NEXT:     } : tensor<4xf32> to tensor<?xf32>
// CHECK-NEXT:     %padded_5 = tensor.pad %arg2 nofold low[0] high[1] {
// CHECK-NEXT:     ^bb0(%arg8: index):
// CHECK-NEXT:       tensor.yield %arg1 : f32
// CHECK-NEXT:     } : tensor<4xf32> to tensor<5xf32>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT: }
