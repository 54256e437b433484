// RUN: terrace-opt %s --canonicalize | FileCheck %s

// CHECK: module {
// CHECK-NEXT:   func.func @quantized_and_back(%arg0: tensor<4x2xf32>, %arg1: f32) -> (tensor<4x2xf32>, f32) {
// CHECK-NEXT:     return %arg0, %arg1 : tensor<4x2xf32>, f32
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @to_another_scale(%arg0: !quant.uniform<i8:f32, 1.000000e+00>, %arg1: !quant.uniform<i8:f32, 1.000000e+00>) -> (!quant.uniform<i8:f32, 1.000000e+00>, !quant.uniform<u8:f32, 2.000000e+00:128>) {
// CHECK-NEXT:     %0 = quant.dcast %arg1 : !quant.uniform<i8:f32, 1.000000e+00> to f32
// CHECK-NEXT:     %1 = quant.qcast %0 : f32 to !quant.uniform<u8:f32, 2.000000e+00:128>
// CHECK-NEXT:     return %arg0, %1 : !quant.uniform<i8:f32, 1.000000e+00>, !quant.uniform<u8:f32, 2.000000e+00:128>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @stored_and_back(%arg0: i8, %arg1: !quant.uniform<u8:f32, 2.000000e+00:128>, %arg2: !quant.uniform<i8:f32, 1.000000e+00>) -> (i8, !quant.uniform<u8:f32, 2.000000e+00:128>, !quant.uniform<u8:f32, 2.000000e+00:128>) {
// CHECK-NEXT:     %0 = quant.scast %arg2 : !quant.uniform<i8:f32, 1.000000e+00> to i8
// CHECK-NEXT:     %1 = quant.scast %0 : i8 to !quant.uniform<u8:f32, 2.000000e+00:128>
// CHECK-NEXT:     return %arg0, %arg1, %1 : i8, !quant.uniform<u8:f32, 2.000000e+00:128>, !quant.uniform<u8:f32, 2.000000e+00:128>
// CHECK-NEXT:   }
// CHECK-NEXT: }

!i8 = !quant.uniform<i8:f32, 1.0>
!u8 = !quant.uniform<u8:f32, 2.0:128>
!ax = !quant.uniform<i8:f32:1, {1.0,2.0}>

func.func @quantized_and_back(%x: tensor<4x2xf32>, %y: f32) -> (tensor<4x2xf32>, f32) {
  %0 = quant.qcast %x : tensor<4x2xf32> to tensor<4x2x!ax>
  %1 = quant.dcast %0 : tensor<4x2x!ax> to tensor<4x2xf32>
  %2 = quant.qcast %y : f32 to !i8
  %3 = quant.dcast %2 : !i8 to f32
  return %1, %3 : tensor<4x2xf32>, f32
}

func.func @to_another_scale(%x: !i8, %y: !i8) -> (!i8, !u8) {
  %0 = quant.dcast %x : !i8 to f32
  %1 = quant.qcast %0 : f32 to !i8
  %2 = quant.dcast %y : !i8 to f32
  %3 = quant.qcast %2 : f32 to !u8
  return %1, %3 : !i8, !u8
}

func.func @stored_and_back(%x: i8, %y: !u8, %z: !i8) -> (i8, !u8, !u8) {
  %0 = quant.scast %x : i8 to !i8
  %1 = quant.scast %0 : !i8 to i8
  %2 = quant.scast %y : !u8 to i8
  %3 = quant.scast %2 : i8 to !u8
  %4 = quant.scast %z : !i8 to i8
  %5 = quant.scast %4 : i8 to !u8
  return %1, %3, %5 : i8, !u8, !u8
}
