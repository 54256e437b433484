// REQUIRES: clang
// RUN: terrace run %s --native --arg=[10,20] > %t.native
// RUN: terrace run %s --arg=[10,20] > %t.interpreted
// RUN: FileCheck %s --input-file=%t.native
// RUN: FileCheck %s --input-file=%t.interpreted

// Ops of tosa are lowered before they are compiled.

// The products about the zero points 3 and 0: (10 - 3) * 2 + (20 - 3) * 5 = 99.
// CHECK: 99
func.func @main(%row: tensor<2xi8>) -> tensor<1x1x1xi32> {
  %shape = tosa.const_shape {values = dense<[1, 1, 2]> : tensor<3xindex>} : () -> !tosa.shape<3>
  %a = tosa.reshape %row, %shape : (tensor<2xi8>, !tosa.shape<3>) -> tensor<1x1x2xi8>
  %b = "tosa.const"() <{values = dense<[[[2], [5]]]> : tensor<1x2x1xi8>}> : () -> tensor<1x2x1xi8>
  %three = "tosa.const"() <{values = dense<3> : tensor<1xi8>}> : () -> tensor<1xi8>
  %zero = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %0 = tosa.matmul %a, %b, %three, %zero : (tensor<1x1x2xi8>, tensor<1x2x1xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x1x1xi32>
  return %0 : tensor<1x1x1xi32>
}
