// Bits, shifts, comparisons and selections.

// RUN: terrace run %s | FileCheck %s

// CHECK: [8, -16, 0] : tensor<3xi32>
// CHECK-NEXT: [14, -1, 5] : tensor<3xi32>
// CHECK-NEXT: [6, 15, 5] : tensor<3xi32>
// CHECK-NEXT: [-13, 15, -1] : tensor<3xi32>
// Bytes: 127 << 1 has the low bits of 254; a shift by 7 leaves one bit.
// CHECK-NEXT: [-2, -128, 5] : tensor<3xi8>
// Logical: -1 is 255, of which 7 bits go.
// CHECK-NEXT: [1, 127, 5] : tensor<3xi8>
// CHECK-NEXT: [1, -2147483648] : tensor<2xi32>
// Arithmetic, without and with rounding: 5/2, -5/2, -128/128 and -1/128.
// CHECK-NEXT: [2, -3, -1, -1] : tensor<4xi8>
// CHECK-NEXT: [3, -2, -1, 0] : tensor<4xi8>
// By nothing, nothing is rounded.
// CHECK-NEXT: [7, -7] : tensor<2xi16>
// CHECK-NEXT: [true, false, false, false] : tensor<4xi1>
// CHECK-NEXT: [true, true, true, false] : tensor<4xi1>
// CHECK-NEXT: [false, true, true, false] : tensor<4xi1>
// CHECK-NEXT: [false, false, true, true] : tensor<4xi1>
// CHECK-NEXT: [false, true, false] : tensor<3xi1>
// CHECK-NEXT: [true, false, false] : tensor<3xi1>
// CHECK-NEXT: [true, true, false] : tensor<3xi1>
// CHECK-NEXT{LITERAL}: [[1, 20], [1, 40]] : tensor<2x2xi32>
func.func @main() -> (tensor<3xi32>, tensor<3xi32>, tensor<3xi32>, tensor<3xi32>, tensor<3xi8>, tensor<3xi8>,
    tensor<2xi32>, tensor<4xi8>, tensor<4xi8>, tensor<2xi16>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>,
    tensor<3xi1>, tensor<3xi1>, tensor<3xi1>, tensor<2x2xi32>) {
  %a = "tosa.const"() <{values = dense<[12, -16, 0]> : tensor<3xi32>}> : () -> tensor<3xi32>
  %b = "tosa.const"() <{values = dense<[10, -1, 5]> : tensor<3xi32>}> : () -> tensor<3xi32>
  %and = tosa.bitwise_and %a, %b : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
  %or = tosa.bitwise_or %a, %b : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
  %xor = tosa.bitwise_xor %a, %b : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
  %not = tosa.bitwise_not %a : (tensor<3xi32>) -> tensor<3xi32>
  %l0 = "tosa.const"() <{values = dense<[127, 3, 5]> : tensor<3xi8>}> : () -> tensor<3xi8>
  %l1 = "tosa.const"() <{values = dense<[1, 7, 0]> : tensor<3xi8>}> : () -> tensor<3xi8>
  %left = tosa.logical_left_shift %l0, %l1 : (tensor<3xi8>, tensor<3xi8>) -> tensor<3xi8>
  %r0 = "tosa.const"() <{values = dense<[-1, -1, 5]> : tensor<3xi8>}> : () -> tensor<3xi8>
  %r1 = "tosa.const"() <{values = dense<[7, 1, 0]> : tensor<3xi8>}> : () -> tensor<3xi8>
  %right = tosa.logical_right_shift %r0, %r1 : (tensor<3xi8>, tensor<3xi8>) -> tensor<3xi8>
  %w0 = "tosa.const"() <{values = dense<[-1, -2147483648]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %w1 = "tosa.const"() <{values = dense<[31, 0]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %wide = tosa.logical_right_shift %w0, %w1 : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  %s0 = "tosa.const"() <{values = dense<[5, -5, -128, -1]> : tensor<4xi8>}> : () -> tensor<4xi8>
  %s1 = "tosa.const"() <{values = dense<[1, 1, 7, 7]> : tensor<4xi8>}> : () -> tensor<4xi8>
  %shift = tosa.arithmetic_right_shift %s0, %s1 {round = false} : (tensor<4xi8>, tensor<4xi8>) -> tensor<4xi8>
  %round = tosa.arithmetic_right_shift %s0, %s1 {round = true} : (tensor<4xi8>, tensor<4xi8>) -> tensor<4xi8>
  %n0 = "tosa.const"() <{values = dense<[7, -7]> : tensor<2xi16>}> : () -> tensor<2xi16>
  %n1 = "tosa.const"() <{values = dense<0> : tensor<2xi16>}> : () -> tensor<2xi16>
  %nothing = tosa.arithmetic_right_shift %n0, %n1 {round = true} : (tensor<2xi16>, tensor<2xi16>) -> tensor<2xi16>

  %p = "tosa.const"() <{values = dense<[true, true, false, false]> : tensor<4xi1>}> : () -> tensor<4xi1>
  %q = "tosa.const"() <{values = dense<[true, false, true, false]> : tensor<4xi1>}> : () -> tensor<4xi1>
  %land = tosa.logical_and %p, %q : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  %lor = tosa.logical_or %p, %q : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  %lxor = tosa.logical_xor %p, %q : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  %lnot = tosa.logical_not %p : (tensor<4xi1>) -> tensor<4xi1>

  %c = "tosa.const"() <{values = dense<[2, 3, -3]> : tensor<3xi32>}> : () -> tensor<3xi32>
  %d = "tosa.const"() <{values = dense<[1, 3, 2]> : tensor<3xi32>}> : () -> tensor<3xi32>
  %eq = tosa.equal %c, %d : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
  %gt = tosa.greater %c, %d : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
  %ge = tosa.greater_equal %c, %d : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>

  %on = "tosa.const"() <{values = dense<[[true, false]]> : tensor<1x2xi1>}> : () -> tensor<1x2xi1>
  %yes = "tosa.const"() <{values = dense<1> : tensor<1x1xi32>}> : () -> tensor<1x1xi32>
  %no = "tosa.const"() <{values = dense<[[10, 20], [30, 40]]> : tensor<2x2xi32>}> : () -> tensor<2x2xi32>
  %select = tosa.select %on, %yes, %no : (tensor<1x2xi1>, tensor<1x1xi32>, tensor<2x2xi32>) -> tensor<2x2xi32>
  return %and, %or, %xor, %not, %left, %right, %wide, %shift, %round, %nothing, %land, %lor, %lxor, %lnot, %eq, %gt,
    %ge, %select : tensor<3xi32>, tensor<3xi32>, tensor<3xi32>, tensor<3xi32>, tensor<3xi8>, tensor<3xi8>,
    tensor<2xi32>, tensor<4xi8>, tensor<4xi8>, tensor<2xi16>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>,
    tensor<3xi1>, tensor<3xi1>, tensor<3xi1>, tensor<2x2xi32>
}
