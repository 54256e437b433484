// Constants become globals; what passes buffers on.
// RUN: terrace-opt %s --one-shot-bufferize | FileCheck %s --check-prefix=DONE
// RUN: terrace-opt %s --one-shot-bufferize=test-analysis-only | FileCheck %s --check-prefix=DECIDED

func.func @const() -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<f32>, tensor<2x3xi8>, tensor<4xf32>) {
  %0 = arith.constant dense<1.0> : tensor<4xf32>
  %1 = arith.constant dense<2.0> : tensor<4xf32>
  %2 = arith.constant dense<1.0> : tensor<4xf32>
  %3 = arith.constant dense<1.0> : tensor<f32>
  %4 = arith.constant dense<[[1,2,3],[4,5,6]]> : tensor<2x3xi8>
  %5 = arith.constant dense<3.0> : tensor<4xf32>
  return %0, %1, %2, %3, %4, %5 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<f32>, tensor<2x3xi8>, tensor<4xf32>
}
func.func @again() -> (tensor<4xf32>, tensor<f32>) {
  %0 = arith.constant dense<2.0> : tensor<4xf32>
  %3 = arith.constant dense<4.0> : tensor<f32>
  return %0, %3 : tensor<4xf32>, tensor<f32>
}
memref.global "private" constant @__constant_4xf32 : memref<4xf32> = dense<1.0> {alignment = 64 : i64}
memref.global "private" @other : memref<4xf32> = dense<2.0> {alignment = 64 : i64}
memref.global "private" @another : memref<4xf32> = dense<3.0>
func.func private @__constant_2xf32()
func.func @const_known() -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<2xf32>) {
  %0 = arith.constant dense<1.0> : tensor<4xf32>
  %1 = arith.constant dense<2.0> : tensor<4xf32>
  %2 = arith.constant dense<3.0> : tensor<4xf32>
  %3 = arith.constant dense<3.0> : tensor<2xf32>
  return %0, %1, %2, %3 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<2xf32>
}
module @inner {
  func.func @const() -> (tensor<4xf32>) {
    %0 = arith.constant dense<1.0> : tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}
func.func @const2() -> (tensor<4xf32>) {
  %0 = arith.constant dense<1.0> : tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @written(%f: f32, %i: index) -> tensor<4xf32> {
  %0 = arith.constant dense<1.0> : tensor<4xf32>
  %1 = tensor.insert %f into %0[%i] : tensor<4xf32>
  return %1 : tensor<4xf32>
}
func.func @complex() -> (tensor<2xcomplex<f32>>) {
  %c = arith.constant dense<(1.0, 2.0)> : tensor<2xcomplex<f32>>
  return %c : tensor<2xcomplex<f32>>
}
func.func @select(%c: i1, %a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %0 = arith.select %c, %a, %b : tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @select_layouts(%c: i1, %a: tensor<8xf32>, %f: f32, %i: index) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %x = tensor.insert %f into %e[%i] : tensor<4xf32>
  %s = tensor.extract_slice %a[2][4][1] : tensor<8xf32> to tensor<4xf32>
  %0 = arith.select %c, %x, %s : tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @select_write(%c: i1, %f: f32, %i: index) -> (tensor<4xf32>, f32) {
  %a = bufferization.alloc_tensor() : tensor<4xf32>
  %b = bufferization.alloc_tensor() : tensor<4xf32>
  %0 = arith.select %c, %a, %b : tensor<4xf32>
  %x = tensor.insert %f into %0[%i] : tensor<4xf32>
  %y = tensor.extract %a[%i] : tensor<4xf32>
  return %x, %y : tensor<4xf32>, f32
}

// DONE: module {
// DONE-NEXT:   memref.global "private" constant @"__constant_2xcomplex<f32>" : memref<2xcomplex<f32>> = dense<(1.000000e+00,2.000000e+00)> {alignment = 64 : i64}
// DONE-NEXT:   memref.global "private" constant @__constant_2xf32_2 : memref<2xf32> = dense<3.000000e+00> {alignment = 64 : i64}
// DONE-NEXT:   memref.global "private" constant @__constant_xf32_1 : memref<f32> = dense<4.000000e+00> {alignment = 64 : i64}
// DONE-NEXT:   memref.global "private" constant @__constant_4xf32_0 : memref<4xf32> = dense<3.000000e+00> {alignment = 64 : i64}
// DONE-NEXT:   memref.global "private" constant @__constant_2x3xi8 : memref<2x3xi8> = dense<{{\[\[}}1, 2, 3], [4, 5, 6]]> {alignment = 64 : i64}
// DONE-NEXT:   memref.global "private" constant @__constant_xf32 : memref<f32> = dense<1.000000e+00> {alignment = 64 : i64}
// DONE-NEXT:   func.func @const() -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<f32>, tensor<2x3xi8>, tensor<4xf32>) {
// DONE-NEXT:     %0 = memref.get_global @__constant_4xf32 : memref<4xf32>
// DONE-NEXT:     %1 = bufferization.to_tensor %0 : memref<4xf32> to tensor<4xf32>
// DONE-NEXT:     %2 = memref.get_global @other : memref<4xf32>
// DONE-NEXT:     %3 = bufferization.to_tensor %2 : memref<4xf32> to tensor<4xf32>
// DONE-NEXT:     %4 = memref.get_global @__constant_4xf32 : memref<4xf32>
// DONE-NEXT:     %5 = bufferization.to_tensor %4 : memref<4xf32> to tensor<4xf32>
// DONE-NEXT:     %6 = memref.get_global @__constant_xf32 : memref<f32>
// DONE-NEXT:     %7 = bufferization.to_tensor %6 : memref<f32> to tensor<f32>
// DONE-NEXT:     %8 = memref.get_global @__constant_2x3xi8 : memref<2x3xi8>
// DONE-NEXT:     %9 = bufferization.to_tensor %8 : memref<2x3xi8> to tensor<2x3xi8>
// DONE-NEXT:     %10 = memref.get_global @__constant_4xf32_0 : memref<4xf32>
// DONE-NEXT:     %11 = bufferization.to_tensor %10 : memref<4xf32> to tensor<4xf32>
// DONE-NEXT:     return %1, %3, %5, %7, %9, %11 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<f32>, tensor<2x3xi8>, tensor<4xf32>
// DONE-NEXT:   }
// DONE-NEXT:   func.func @again() -> (tensor<4xf32>, tensor<f32>) {
// DONE-NEXT:     %0 = memref.get_global @other : memref<4xf32>
// DONE-NEXT:     %1 = bufferization.to_tensor %0 : memref<4xf32> to tensor<4xf32>
// DONE-NEXT:     %2 = memref.get_global @__constant_xf32_1 : memref<f32>
// DONE-NEXT:     %3 = bufferization.to_tensor %2 : memref<f32> to tensor<f32>
// DONE-NEXT:     return %1, %3 : tensor<4xf32>, tensor<f32>
// DONE-NEXT:   }
// DONE-NEXT:   memref.global "private" constant @__constant_4xf32 : memref<4xf32> = dense<1.000000e+00> {alignment = 64 : i64}
// DONE-NEXT:   memref.global "private" @other : memref<4xf32> = dense<2.000000e+00> {alignment = 64 : i64}
// DONE-NEXT:   memref.global "private" @another : memref<4xf32> = dense<3.000000e+00>
// DONE-NEXT:   func.func private @__constant_2xf32()
// DONE-NEXT:   func.func @const_known() -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<2xf32>) {
// DONE-NEXT:     %0 = memref.get_global @__constant_4xf32 : memref<4xf32>
// DONE-NEXT:     %1 = bufferization.to_tensor %0 : memref<4xf32> to tensor<4xf32>
// DONE-NEXT:     %2 = memref.get_global @other : memref<4xf32>
// DONE-NEXT:     %3 = bufferization.to_tensor %2 : memref<4xf32> to tensor<4xf32>
// DONE-NEXT:     %4 = memref.get_global @__constant_4xf32_0 : memref<4xf32>
// DONE-NEXT:     %5 = bufferization.to_tensor %4 : memref<4xf32> to tensor<4xf32>
// DONE-NEXT:     %6 = memref.get_global @__constant_2xf32_2 : memref<2xf32>
// DONE-NEXT:     %7 = bufferization.to_tensor %6 : memref<2xf32> to tensor<2xf32>
// DONE-NEXT:     return %1, %3, %5, %7 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<2xf32>
// DONE-NEXT:   }
// DONE-NEXT:   module @inner {
// DONE-NEXT:     memref.global "private" constant @__constant_4xf32 : memref<4xf32> = dense<1.000000e+00> {alignment = 64 : i64}
// DONE-NEXT:     func.func @const() -> tensor<4xf32> {
// DONE-NEXT:       %0 = memref.get_global @__constant_4xf32 : memref<4xf32>
// DONE-NEXT:       %1 = bufferization.to_tensor %0 : memref<4xf32> to tensor<4xf32>
// DONE-NEXT:       return %1 : tensor<4xf32>
// DONE-NEXT:     }
// DONE-NEXT:   }
// DONE-NEXT:   func.func @const2() -> tensor<4xf32> {
// DONE-NEXT:     %0 = memref.get_global @__constant_4xf32 : memref<4xf32>
// DONE-NEXT:     %1 = bufferization.to_tensor %0 : memref<4xf32> to tensor<4xf32>
// DONE-NEXT:     return %1 : tensor<4xf32>
// DONE-NEXT:   }
// DONE-NEXT:   func.func @written(%arg0: f32, %arg1: index) -> tensor<4xf32> {
// DONE-NEXT:     %0 = memref.get_global @__constant_4xf32 : memref<4xf32>
// DONE-NEXT:     %alloc = memref.alloc() {alignment = 64 : i64} : memref<4xf32>
// DONE-NEXT:     memref.copy %0, %alloc : memref<4xf32> to memref<4xf32>
// DONE-NEXT:     memref.store %arg0, %alloc[%arg1] : memref<4xf32>
// DONE-NEXT:     %1 = bufferization.to_tensor %alloc : memref<4xf32> to tensor<4xf32>
// DONE-NEXT:     return %1 : tensor<4xf32>
// DONE-NEXT:   }
// DONE-NEXT:   func.func @complex() -> tensor<2xcomplex<f32>> {
// DONE-NEXT:     %0 = memref.get_global @"__constant_2xcomplex<f32>" : memref<2xcomplex<f32>>
// DONE-NEXT:     %1 = bufferization.to_tensor %0 : memref<2xcomplex<f32>> to tensor<2xcomplex<f32>>
// DONE-NEXT:     return %1 : tensor<2xcomplex<f32>>
// DONE-NEXT:   }
// DONE-NEXT:   func.func @select(%arg0: i1, %arg1: tensor<4xf32>, %arg2: tensor<4xf32>) -> tensor<4xf32> {
// DONE-NEXT:     %0 = bufferization.to_buffer %arg2 : tensor<4xf32> to memref<4xf32, strided<[?], offset: ?>>
// DONE-NEXT:     %1 = bufferization.to_buffer %arg1 : tensor<4xf32> to memref<4xf32, strided<[?], offset: ?>>
// DONE-NEXT:     %alloc = memref.alloc() {alignment = 64 : i64} : memref<4xf32>
// DONE-NEXT:     memref.copy %1, %alloc : memref<4xf32, strided<[?], offset: ?>> to memref<4xf32>
// DONE-NEXT:     %alloc_0 = memref.alloc() {alignment = 64 : i64} : memref<4xf32>
// DONE-NEXT:     memref.copy %0, %alloc_0 : memref<4xf32, strided<[?], offset: ?>> to memref<4xf32>
// DONE-NEXT:     %2 = arith.select %arg0, %alloc, %alloc_0 : memref<4xf32>
// DONE-NEXT:     %3 = bufferization.to_tensor %2 : memref<4xf32> to tensor<4xf32>
// DONE-NEXT:     return %3 : tensor<4xf32>
// DONE-NEXT:   }
// DONE-NEXT:   func.func @select_layouts(%arg0: i1, %arg1: tensor<8xf32>, %arg2: f32, %arg3: index) -> tensor<4xf32> {
// DONE-NEXT:     %0 = bufferization.to_buffer %arg1 : tensor<8xf32> to memref<8xf32, strided<[?], offset: ?>>
// DONE-NEXT:     %alloc = memref.alloc() {alignment = 64 : i64} : memref<4xf32>
// DONE-NEXT:     memref.store %arg2, %alloc[%arg3] : memref<4xf32>
// DONE-NEXT:     %subview = memref.subview %0[2] [4] [1] : memref<8xf32, strided<[?], offset: ?>> to memref<4xf32, strided<[?], offset: ?>>
// DONE-NEXT:     %alloc_0 = memref.alloc() {alignment = 64 : i64} : memref<4xf32>
// DONE-NEXT:     memref.copy %subview, %alloc_0 : memref<4xf32, strided<[?], offset: ?>> to memref<4xf32>
// DONE-NEXT:     %1 = arith.select %arg0, %alloc, %alloc_0 : memref<4xf32>
// DONE-NEXT:     %2 = bufferization.to_tensor %1 : memref<4xf32> to tensor<4xf32>
// DONE-NEXT:     return %2 : tensor<4xf32>
// DONE-NEXT:   }
// DONE-NEXT:   func.func @select_write(%arg0: i1, %arg1: f32, %arg2: index) -> (tensor<4xf32>, f32) {
// DONE-NEXT:     %alloc = memref.alloc() {alignment = 64 : i64} : memref<4xf32>
// DONE-NEXT:     %alloc_0 = memref.alloc() {alignment = 64 : i64} : memref<4xf32>
// DONE-NEXT:     %0 = arith.select %arg0, %alloc, %alloc_0 : memref<4xf32>
// DONE-NEXT:     memref.store %arg1, %0[%arg2] : memref<4xf32>
// DONE-NEXT:     %1 = bufferization.to_tensor %0 : memref<4xf32> to tensor<4xf32>
// DONE-NEXT:     %2 = memref.load %alloc[%arg2] : memref<4xf32>
// DONE-NEXT:     return %1, %2 : tensor<4xf32>, f32
// DONE-NEXT:   }
// DONE-NEXT: }

// DECIDED: module {
// DECIDED-NEXT:   func.func @const() -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<f32>, tensor<2x3xi8>, tensor<4xf32>) {
// DECIDED-NEXT:     %cst = arith.constant dense<1.000000e+00> : tensor<4xf32>
// DECIDED-NEXT:     %cst_0 = arith.constant dense<2.000000e+00> : tensor<4xf32>
// DECIDED-NEXT:     %cst_1 = arith.constant dense<1.000000e+00> : tensor<4xf32>
// DECIDED-NEXT:     %cst_2 = arith.constant dense<1.000000e+00> : tensor<f32>
// DECIDED-NEXT:     %cst_3 = arith.constant dense<{{\[\[}}1, 2, 3], [4, 5, 6]]> : tensor<2x3xi8>
// DECIDED-NEXT:     %cst_4 = arith.constant dense<3.000000e+00> : tensor<4xf32>
// DECIDED-NEXT:     return {__inplace_operands_attr__ = ["false", "false", "false", "false", "false", "false"]} %cst, %cst_0, %cst_1, %cst_2, %cst_3, %cst_4 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<f32>, tensor<2x3xi8>, tensor<4xf32>
// DECIDED-NEXT:   }
// DECIDED-NEXT:   func.func @again() -> (tensor<4xf32>, tensor<f32>) {
// DECIDED-NEXT:     %cst = arith.constant dense<2.000000e+00> : tensor<4xf32>
// DECIDED-NEXT:     %cst_0 = arith.constant dense<4.000000e+00> : tensor<f32>
// DECIDED-NEXT:     return {__inplace_operands_attr__ = ["false", "false"]} %cst, %cst_0 : tensor<4xf32>, tensor<f32>
// DECIDED-NEXT:   }
// DECIDED-NEXT:   memref.global "private" constant @__constant_4xf32 : memref<4xf32> = dense<1.000000e+00> {alignment = 64 : i64}
// DECIDED-NEXT:   memref.global "private" @other : memref<4xf32> = dense<2.000000e+00> {alignment = 64 : i64}
// DECIDED-NEXT:   memref.global "private" @another : memref<4xf32> = dense<3.000000e+00>
// DECIDED-NEXT:   func.func private @__constant_2xf32()
// DECIDED-NEXT:   func.func @const_known() -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<2xf32>) {
// DECIDED-NEXT:     %cst = arith.constant dense<1.000000e+00> : tensor<4xf32>
// DECIDED-NEXT:     %cst_0 = arith.constant dense<2.000000e+00> : tensor<4xf32>
// DECIDED-NEXT:     %cst_1 = arith.constant dense<3.000000e+00> : tensor<4xf32>
// DECIDED-NEXT:     %cst_2 = arith.constant dense<3.000000e+00> : tensor<2xf32>
// DECIDED-NEXT:     return {__inplace_operands_attr__ = ["false", "false", "false", "false"]} %cst, %cst_0, %cst_1, %cst_2 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<2xf32>
// DECIDED-NEXT:   }
// DECIDED-NEXT:   module @inner {
// DECIDED-NEXT:     func.func @const() -> tensor<4xf32> {
// DECIDED-NEXT:       %cst = arith.constant dense<1.000000e+00> : tensor<4xf32>
// DECIDED-NEXT:       return {__inplace_operands_attr__ = ["false"]} %cst : tensor<4xf32>
// DECIDED-NEXT:     }
// DECIDED-NEXT:   }
// DECIDED-NEXT:   func.func @const2() -> tensor<4xf32> {
// DECIDED-NEXT:     %cst = arith.constant dense<1.000000e+00> : tensor<4xf32>
// DECIDED-NEXT:     return {__inplace_operands_attr__ = ["false"]} %cst : tensor<4xf32>
// DECIDED-NEXT:   }
// DECIDED-NEXT:   func.func @written(%arg0: f32, %arg1: index) -> tensor<4xf32> {
// DECIDED-NEXT:     %cst = arith.constant dense<1.000000e+00> : tensor<4xf32>
// DECIDED-NEXT:     %inserted = tensor.insert %arg0 into %cst[%arg1] {__inplace_operands_attr__ = ["none", "false", "none"]} : tensor<4xf32>
// DECIDED-NEXT:     return {__inplace_operands_attr__ = ["true"]} %inserted : tensor<4xf32>
// DECIDED-NEXT:   }
// DECIDED-NEXT:   func.func @complex() -> tensor<2xcomplex<f32>> {
// DECIDED-NEXT:     %cst = arith.constant dense<(1.000000e+00,2.000000e+00)> : tensor<2xcomplex<f32>>
// DECIDED-NEXT:     return {__inplace_operands_attr__ = ["false"]} %cst : tensor<2xcomplex<f32>>
// DECIDED-NEXT:   }
// DECIDED-NEXT:   func.func @select(%arg0: i1, %arg1: tensor<4xf32>, %arg2: tensor<4xf32>) -> tensor<4xf32> {
// DECIDED-NEXT:     %0 = arith.select %arg0, %arg1, %arg2 {__inplace_operands_attr__ = ["none", "false", "false"]} : tensor<4xf32>
// DECIDED-NEXT:     return {__inplace_operands_attr__ = ["true"]} %0 : tensor<4xf32>
// DECIDED-NEXT:   }
// DECIDED-NEXT:   func.func @select_layouts(%arg0: i1, %arg1: tensor<8xf32>, %arg2: f32, %arg3: index) -> tensor<4xf32> {
// DECIDED-NEXT:     %0 = tensor.empty() : tensor<4xf32>
// DECIDED-NEXT:     %inserted = tensor.insert %arg2 into %0[%arg3] {__inplace_operands_attr__ = ["none", "false", "none"]} : tensor<4xf32>
// DECIDED-NEXT:     %extracted_slice = tensor.extract_slice %arg1[2] [4] [1] {__inplace_operands_attr__ = ["false"]} : tensor<8xf32> to tensor<4xf32>
// DECIDED-NEXT:     %1 = arith.select %arg0, %inserted, %extracted_slice {__inplace_operands_attr__ = ["none", "true", "true"]} : tensor<4xf32>
// DECIDED-NEXT:     return {__inplace_operands_attr__ = ["true"]} %1 : tensor<4xf32>
// DECIDED-NEXT:   }
// DECIDED-NEXT:   func.func @select_write(%arg0: i1, %arg1: f32, %arg2: index) -> (tensor<4xf32>, f32) {
// DECIDED-NEXT:     %0 = bufferization.alloc_tensor() : tensor<4xf32>
// DECIDED-NEXT:     %1 = bufferization.alloc_tensor() : tensor<4xf32>
// DECIDED-NEXT:     %2 = arith.select %arg0, %0, %1 {__inplace_operands_attr__ = ["none", "true", "true"]} : tensor<4xf32>
// DECIDED-NEXT:     %inserted = tensor.insert %arg1 into %2[%arg2] {__inplace_operands_attr__ = ["none", "true", "none"]} : tensor<4xf32>
// DECIDED-NEXT:     %extracted = tensor.extract %0[%arg2] {__inplace_operands_attr__ = ["true", "none"]} : tensor<4xf32>
// DECIDED-NEXT:     return {__inplace_operands_attr__ = ["true", "none"]} %inserted, %extracted : tensor<4xf32>, f32
// DECIDED-NEXT:   }
// DECIDED-NEXT: }
