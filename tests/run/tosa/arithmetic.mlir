// Arithmetic on integers, with numbers worked out from the text of the specification.

// RUN: terrace run %s | FileCheck %s

// CHECK{LITERAL}: [[11, 12, 13], [24, 25, 26]] : tensor<2x3xi32>
// CHECK-NEXT{LITERAL}: [[-9, -8, -7], [-16, -15, -14]] : tensor<2x3xi32>
// Truncation towards zero: 7/2, -7/2, 7/-2, -7/-2, and 0/-5.
// CHECK-NEXT: [3, -3, -3, 3, 0] : tensor<5xi32>
// CHECK-NEXT: [0, 5, 2147483647] : tensor<3xi32>
// CHECK-NEXT: [32, 31, 0, 1, 0] : tensor<5xi32>
// The products of bytes, and of integers of 16 bits, do not overflow.
// CHECK-NEXT: [16384, -16256, 6] : tensor<3xi32>
// CHECK-NEXT: [1073741824, -6] : tensor<2xi32>
// The low bits of the product of integers of 32 bits.
// CHECK-NEXT: [0, -2147483648, -6] : tensor<3xi32>
// Shifted by one: 3/2 and -3/2 are rounded up; shifted by 31: 2^60 / 2^31.
// CHECK-NEXT: [2, -1, 3] : tensor<3xi32>
// CHECK-NEXT: [536870912, -536870912] : tensor<2xi32>
// Shifted by 63, the greatest product rounds to one half, up to one.
// CHECK-NEXT: [1] : tensor<1xi32>
// Negated about zero: bytes saturate.
// CHECK-NEXT: [127, -127, 0] : tensor<3xi8>
// About 3 and -4: -(x - 3) - 4 = -1 - x, which ends at -128 and 127.
// CHECK-NEXT: [127, -128, -1, -6] : tensor<4xi8>
// CHECK-NEXT: [32767, -32767] : tensor<2xi16>
// CHECK-NEXT: [-2147483647, 5] : tensor<2xi32>
// CHECK-NEXT: [3, -1, 7] : tensor<3xi32>
// CHECK-NEXT: [2, -3, 5] : tensor<3xi32>
// CHECK-NEXT: [-10, -5, 7, 20, 20] : tensor<5xi8>
// A tensor of rank 0, and one of rank 4 with unit extents.
// CHECK-NEXT: 12 : tensor<i32>
// CHECK-NEXT{LITERAL}: [[[[5]], [[6]]]] : tensor<1x2x1x1xi32>
// The type of the result is less specific.
// CHECK-NEXT{LITERAL}: [[11, 12, 13], [24, 25, 26]] : tensor<?x3xi32>

func.func @main() -> (tensor<2x3xi32>, tensor<2x3xi32>, tensor<5xi32>, tensor<3xi32>, tensor<5xi32>, tensor<3xi32>,
    tensor<2xi32>, tensor<3xi32>, tensor<3xi32>, tensor<2xi32>, tensor<1xi32>, tensor<3xi8>, tensor<4xi8>,
    tensor<2xi16>, tensor<2xi32>, tensor<3xi32>, tensor<3xi32>, tensor<5xi8>, tensor<i32>, tensor<1x2x1x1xi32>,
    tensor<?x3xi32>) {
  %a = "tosa.const"() <{values = dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>}> : () -> tensor<2x3xi32>
  %b = "tosa.const"() <{values = dense<[[10], [20]]> : tensor<2x1xi32>}> : () -> tensor<2x1xi32>
  %add = tosa.add %a, %b : (tensor<2x3xi32>, tensor<2x1xi32>) -> tensor<2x3xi32>
  %sub = tosa.sub %a, %b : (tensor<2x3xi32>, tensor<2x1xi32>) -> tensor<2x3xi32>
  %n = "tosa.const"() <{values = dense<[7, -7, 7, -7, 0]> : tensor<5xi32>}> : () -> tensor<5xi32>
  %d = "tosa.const"() <{values = dense<[2, 2, -2, -2, -5]> : tensor<5xi32>}> : () -> tensor<5xi32>
  %div = tosa.intdiv %n, %d : (tensor<5xi32>, tensor<5xi32>) -> tensor<5xi32>
  %m = "tosa.const"() <{values = dense<[0, -5, -2147483647]> : tensor<3xi32>}> : () -> tensor<3xi32>
  %abs = tosa.abs %m : (tensor<3xi32>) -> tensor<3xi32>
  %z = "tosa.const"() <{values = dense<[0, 1, -1, 2147483647, -2147483648]> : tensor<5xi32>}> : () -> tensor<5xi32>
  %clz = tosa.clz %z : (tensor<5xi32>) -> tensor<5xi32>

  %none = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %b0 = "tosa.const"() <{values = dense<[-128, -128, 2]> : tensor<3xi8>}> : () -> tensor<3xi8>
  %b1 = "tosa.const"() <{values = dense<[-128, 127, 3]> : tensor<3xi8>}> : () -> tensor<3xi8>
  %mul8 = tosa.mul %b0, %b1, %none : (tensor<3xi8>, tensor<3xi8>, tensor<1xi8>) -> tensor<3xi32>
  %s0 = "tosa.const"() <{values = dense<[-32768, 2]> : tensor<2xi16>}> : () -> tensor<2xi16>
  %s1 = "tosa.const"() <{values = dense<[-32768, -3]> : tensor<2xi16>}> : () -> tensor<2xi16>
  %mul16 = tosa.mul %s0, %s1, %none : (tensor<2xi16>, tensor<2xi16>, tensor<1xi8>) -> tensor<2xi32>
  %w0 = "tosa.const"() <{values = dense<[65536, 1073741824, 2]> : tensor<3xi32>}> : () -> tensor<3xi32>
  %w1 = "tosa.const"() <{values = dense<[65536, 2, -3]> : tensor<3xi32>}> : () -> tensor<3xi32>
  %mul32 = tosa.mul %w0, %w1, %none : (tensor<3xi32>, tensor<3xi32>, tensor<1xi8>) -> tensor<3xi32>
  %one = "tosa.const"() <{values = dense<1> : tensor<1xi8>}> : () -> tensor<1xi8>
  %h0 = "tosa.const"() <{values = dense<[3, -3, 5]> : tensor<3xi32>}> : () -> tensor<3xi32>
  %h1 = "tosa.const"() <{values = dense<[1, 1, 1]> : tensor<3xi32>}> : () -> tensor<3xi32>
  %half = tosa.mul %h0, %h1, %one : (tensor<3xi32>, tensor<3xi32>, tensor<1xi8>) -> tensor<3xi32>
  %s31 = "tosa.const"() <{values = dense<31> : tensor<1xi8>}> : () -> tensor<1xi8>
  %g0 = "tosa.const"() <{values = dense<[1073741824, -1073741824]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %g1 = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}> : () -> tensor<1xi32>
  %far = tosa.mul %g0, %g1, %s31 : (tensor<2xi32>, tensor<1xi32>, tensor<1xi8>) -> tensor<2xi32>
  %s63 = "tosa.const"() <{values = dense<63> : tensor<1xi8>}> : () -> tensor<1xi8>
  %least = "tosa.const"() <{values = dense<-2147483648> : tensor<1xi32>}> : () -> tensor<1xi32>
  %farthest = tosa.mul %least, %least, %s63 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi8>) -> tensor<1xi32>

  %v0 = "tosa.const"() <{values = dense<[-128, 127, 0]> : tensor<3xi8>}> : () -> tensor<3xi8>
  %neg8 = tosa.negate %v0, %none, %none : (tensor<3xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<3xi8>
  %v1 = "tosa.const"() <{values = dense<[-128, 127, 0, 5]> : tensor<4xi8>}> : () -> tensor<4xi8>
  %zi = "tosa.const"() <{values = dense<3> : tensor<1xi8>}> : () -> tensor<1xi8>
  %zo = "tosa.const"() <{values = dense<-4> : tensor<1xi8>}> : () -> tensor<1xi8>
  %neg8z = tosa.negate %v1, %zi, %zo : (tensor<4xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<4xi8>
  %v2 = "tosa.const"() <{values = dense<[-32768, 32767]> : tensor<2xi16>}> : () -> tensor<2xi16>
  %z16 = "tosa.const"() <{values = dense<0> : tensor<1xi16>}> : () -> tensor<1xi16>
  %neg16 = tosa.negate %v2, %z16, %z16 : (tensor<2xi16>, tensor<1xi16>, tensor<1xi16>) -> tensor<2xi16>
  %v3 = "tosa.const"() <{values = dense<[2147483647, -5]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %z32 = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %neg32 = tosa.negate %v3, %z32, %z32 : (tensor<2xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>

  %x = "tosa.const"() <{values = dense<[2, -3, 7]> : tensor<3xi32>}> : () -> tensor<3xi32>
  %y = "tosa.const"() <{values = dense<[3, -1, 5]> : tensor<3xi32>}> : () -> tensor<3xi32>
  %max = tosa.maximum %x, %y : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
  %min = tosa.minimum %x, %y : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
  %c = "tosa.const"() <{values = dense<[-128, -5, 7, 20, 127]> : tensor<5xi8>}> : () -> tensor<5xi8>
  %clamp = tosa.clamp %c {min_val = -10 : i8, max_val = 20 : i8} : (tensor<5xi8>) -> tensor<5xi8>

  %r0 = "tosa.const"() <{values = dense<5> : tensor<i32>}> : () -> tensor<i32>
  %r1 = "tosa.const"() <{values = dense<7> : tensor<i32>}> : () -> tensor<i32>
  %rank0 = tosa.add %r0, %r1 : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %u0 = "tosa.const"() <{values = dense<[[[[1]], [[2]]]]> : tensor<1x2x1x1xi32>}> : () -> tensor<1x2x1x1xi32>
  %u1 = "tosa.const"() <{values = dense<4> : tensor<1x1x1x1xi32>}> : () -> tensor<1x1x1x1xi32>
  %rank4 = tosa.add %u0, %u1 : (tensor<1x2x1x1xi32>, tensor<1x1x1x1xi32>) -> tensor<1x2x1x1xi32>
  %dynamic = tosa.add %a, %b : (tensor<2x3xi32>, tensor<2x1xi32>) -> tensor<?x3xi32>
  return %add, %sub, %div, %abs, %clz, %mul8, %mul16, %mul32, %half, %far, %farthest, %neg8, %neg8z, %neg16, %neg32,
    %max, %min, %clamp, %rank0, %rank4, %dynamic : tensor<2x3xi32>, tensor<2x3xi32>, tensor<5xi32>, tensor<3xi32>,
    tensor<5xi32>, tensor<3xi32>, tensor<2xi32>, tensor<3xi32>, tensor<3xi32>, tensor<2xi32>, tensor<1xi32>,
    tensor<3xi8>, tensor<4xi8>, tensor<2xi16>, tensor<2xi32>, tensor<3xi32>, tensor<3xi32>, tensor<5xi8>, tensor<i32>,
    tensor<1x2x1x1xi32>, tensor<?x3xi32>
}
