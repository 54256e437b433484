// Regions that rest on a condition.
// RUN: terrace-opt %s --one-shot-bufferize | FileCheck %s --check-prefix=DONE
// RUN: terrace-opt %s --one-shot-bufferize=test-analysis-only | FileCheck %s --check-prefix=DECIDED

func.func @assuming(%w: !shape.witness, %t: tensor<2xf16>) -> (tensor<2xf16>, index) {
  %0:2 = shape.assuming %w -> (tensor<2xf16>, index) {
    %c = arith.constant 3 : index
    shape.assuming_yield %t, %c : tensor<2xf16>, index
  }
  return %0#0, %0#1 : tensor<2xf16>, index
}
func.func @assuming_op(%w: !shape.witness, %f: f16, %i: index) -> (tensor<2xf16>) {
  %0 = shape.assuming %w -> (tensor<2xf16>) {
    %e = tensor.empty() : tensor<2xf16>
    %x = tensor.insert %f into %e[%i] : tensor<2xf16>
    shape.assuming_yield %x : tensor<2xf16>
  }
  %y = tensor.insert %f into %0[%i] : tensor<2xf16>
  return %y : tensor<2xf16>
}
func.func @assuming_conflict(%w: !shape.witness, %f: f16, %i: index) -> (tensor<2xf16>, f16) {
  %e = bufferization.alloc_tensor() : tensor<2xf16>
  %0 = shape.assuming %w -> (tensor<2xf16>) {
    shape.assuming_yield %e : tensor<2xf16>
  }
  %y = tensor.insert %f into %0[%i] : tensor<2xf16>
  %z = tensor.extract %e[%i] : tensor<2xf16>
  return %y, %z : tensor<2xf16>, f16
}
func.func @none(%w: !shape.witness) {
  shape.assuming %w {
    shape.assuming_yield
  }
  return
}

// DONE: module {
// DONE-NEXT:   func.func @assuming(%arg0: !shape.witness, %arg1: tensor<2xf16>) -> (tensor<2xf16>, index) {
// DONE-NEXT:     %0 = bufferization.to_buffer %arg1 : tensor<2xf16> to memref<2xf16, strided<[?], offset: ?>>
// DONE-NEXT:     %1:2 = shape.assuming %arg0 -> (memref<2xf16, strided<[?], offset: ?>>, index) {
// DONE-NEXT:       %c3 = arith.constant 3 : index
// DONE-NEXT:       shape.assuming_yield %0, %c3 : memref<2xf16, strided<[?], offset: ?>>, index
// DONE-NEXT:     }
// DONE-NEXT:     %2 = bufferization.to_tensor %1#0 : memref<2xf16, strided<[?], offset: ?>> to tensor<2xf16>
// DONE-NEXT:     return %2, %1#1 : tensor<2xf16>, index
// DONE-NEXT:   }
// DONE-NEXT:   func.func @assuming_op(%arg0: !shape.witness, %arg1: f16, %arg2: index) -> tensor<2xf16> {
// DONE-NEXT:     %0 = shape.assuming %arg0 -> (memref<2xf16>) {
// DONE-NEXT:       %alloc = memref.alloc() {alignment = 64 : i64} : memref<2xf16>
// DONE-NEXT:       memref.store %arg1, %alloc[%arg2] : memref<2xf16>
// DONE-NEXT:       shape.assuming_yield %alloc : memref<2xf16>
// DONE-NEXT:     }
// DONE-NEXT:     memref.store %arg1, %0[%arg2] : memref<2xf16>
// DONE-NEXT:     %1 = bufferization.to_tensor %0 : memref<2xf16> to tensor<2xf16>
// DONE-NEXT:     return %1 : tensor<2xf16>
// DONE-NEXT:   }
// DONE-NEXT:   func.func @assuming_conflict(%arg0: !shape.witness, %arg1: f16, %arg2: index) -> (tensor<2xf16>, f16) {
// DONE-NEXT:     %alloc = memref.alloc() {alignment = 64 : i64} : memref<2xf16>
// DONE-NEXT:     %0 = shape.assuming %arg0 -> (memref<2xf16>) {
// DONE-NEXT:       shape.assuming_yield %alloc : memref<2xf16>
// DONE-NEXT:     }
// DONE-NEXT:     memref.store %arg1, %0[%arg2] : memref<2xf16>
// DONE-NEXT:     %1 = bufferization.to_tensor %0 : memref<2xf16> to tensor<2xf16>
// DONE-NEXT:     %2 = memref.load %alloc[%arg2] : memref<2xf16>
// DONE-NEXT:     return %1, %2 : tensor<2xf16>, f16
// DONE-NEXT:   }
// DONE-NEXT:   func.func @none(%arg0: !shape.witness) {
// DONE-NEXT:     shape.assuming %arg0 {
// DONE-NEXT:     }
// DONE-NEXT:     return
// DONE-NEXT:   }
// DONE-NEXT: }

// DECIDED: module {
// DECIDED-NEXT:   func.func @assuming(%arg0: !shape.witness, %arg1: tensor<2xf16>) -> (tensor<2xf16>, index) {
// DECIDED-NEXT:     %0:2 = shape.assuming %arg0 -> (tensor<2xf16>, index) {
// DECIDED-NEXT:       %c3 = arith.constant 3 : index
// DECIDED-NEXT:       shape.assuming_yield {__inplace_operands_attr__ = ["true", "none"]} %arg1, %c3 : tensor<2xf16>, index
// DECIDED-NEXT:     }
// DECIDED-NEXT:     return {__inplace_operands_attr__ = ["false", "none"]} %0#0, %0#1 : tensor<2xf16>, index
// DECIDED-NEXT:   }
// DECIDED-NEXT:   func.func @assuming_op(%arg0: !shape.witness, %arg1: f16, %arg2: index) -> tensor<2xf16> {
// DECIDED-NEXT:     %0 = shape.assuming %arg0 -> (tensor<2xf16>) {
// DECIDED-NEXT:       %1 = tensor.empty() : tensor<2xf16>
// DECIDED-NEXT:       %inserted_0 = tensor.insert %arg1 into %1[%arg2] {__inplace_operands_attr__ = ["none", "true", "none"]} : tensor<2xf16>
// DECIDED-NEXT:       shape.assuming_yield {__inplace_operands_attr__ = ["true"]} %inserted_0 : tensor<2xf16>
// DECIDED-NEXT:     }
// DECIDED-NEXT:     %inserted = tensor.insert %arg1 into %0[%arg2] {__inplace_operands_attr__ = ["none", "true", "none"]} : tensor<2xf16>
// DECIDED-NEXT:     return {__inplace_operands_attr__ = ["true"]} %inserted : tensor<2xf16>
// DECIDED-NEXT:   }
// DECIDED-NEXT:   func.func @assuming_conflict(%arg0: !shape.witness, %arg1: f16, %arg2: index) -> (tensor<2xf16>, f16) {
// DECIDED-NEXT:     %0 = bufferization.alloc_tensor() : tensor<2xf16>
// DECIDED-NEXT:     %1 = shape.assuming %arg0 -> (tensor<2xf16>) {
// DECIDED-NEXT:       shape.assuming_yield {__inplace_operands_attr__ = ["true"]} %0 : tensor<2xf16>
// DECIDED-NEXT:     }
// DECIDED-NEXT:     %inserted = tensor.insert %arg1 into %1[%arg2] {__inplace_operands_attr__ = ["none", "true", "none"]} : tensor<2xf16>
// DECIDED-NEXT:     %extracted = tensor.extract %0[%arg2] {__inplace_operands_attr__ = ["true", "none"]} : tensor<2xf16>
// DECIDED-NEXT:     return {__inplace_operands_attr__ = ["true", "none"]} %inserted, %extracted : tensor<2xf16>, f16
// DECIDED-NEXT:   }
// DECIDED-NEXT:   func.func @none(%arg0: !shape.witness) {
// DECIDED-NEXT:     shape.assuming %arg0 {
// DECIDED-NEXT:     }
// DECIDED-NEXT:     return
// DECIDED-NEXT:   }
// DECIDED-NEXT: }
