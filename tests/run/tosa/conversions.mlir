// Casts and scaled integers.

// RUN: terrace run %s | FileCheck %s

// Ties go to the even number; integers saturate.
// CHECK: [2, 4, -2, 127, -128, 127, -128] : tensor<7xi8>
// CHECK-NEXT: [2147483647, -2147483648, 0] : tensor<3xi32>
// CHECK-NEXT: [false, false, true, true] : tensor<4xi1>
// CHECK-NEXT: [false, true, true, true] : tensor<4xi1>
// CHECK-NEXT: [1, 0] : tensor<2xi8>
// CHECK-NEXT: [1.000000e+00, 0.000000e+00] : tensor<2xf32>
// CHECK-NEXT: [0x4B800000, 0x4B800002, -1.000000e+00] : tensor<3xf32>
// CHECK-NEXT: [44, 127] : tensor<2xi8>
// CHECK-NEXT: [-1, 127] : tensor<2xi32>
// CHECK-NEXT: [2.048000e+03, 2.052000e+03, inf, 0.000000e+00] : tensor<4xf16>
// CHECK-NEXT: [2.560000e+02, 2.600000e+02] : tensor<2xbf16>
// Half a unit above the greatest number is infinite, or NaN where nothing is.
// CHECK-NEXT: [5.734400e+04, inf] : tensor<2xf8E5M2>
// CHECK-NEXT: [4.480000e+02, 4.480000e+02, nan] : tensor<3xf8E4M3FN>
// One half of 5 and -5 is rounded up; 500 saturates.
// CHECK-NEXT: [3, -2, 127, -128] : tensor<4xi8>
// (0, 3 and 130) / 2, about 10.
// CHECK-NEXT: [10, 12, 75] : tensor<3xi8>
// CHECK-NEXT{LITERAL}: [[2, 1], [3, 2]] : tensor<2x2xi32>
// 0, 128 and 255, which are read as signed ones.
// CHECK-NEXT: [0, -128, -1] : tensor<3xi8>
// 0, 128 and 255, about 128.
// CHECK-NEXT: [-128, 0, 127] : tensor<3xi8>
// CHECK-NEXT: [-5, 127] : tensor<2xi8>
// 32767 / 256 is 127.99, and saturates.
// CHECK-NEXT: [127, -128] : tensor<2xi8>
// 2^40 times 2^14, shifted by 40.
// CHECK-NEXT: [16384, 0] : tensor<2xi32>
// A quarter of 2^32 is added to, or taken from, the half that rounds: (5 + 3) / 4 and (-5 + 1) / 4.
// CHECK-NEXT: [2, -1] : tensor<2xi32>
// CHECK-NEXT: [1, -1] : tensor<2xi32>
// CHECK-NEXT: [1, -1] : tensor<2xi32>
// CHECK-NEXT: 2 : i32
// The multiplier of a product has a sign: (3 * -3 + 1) / 2.
// CHECK-NEXT: -4 : i32
// 3 is 384 / 128, and 448 the greatest number.
// CHECK-NEXT: [7.812500e-03] : tensor<1xf8E8M0FNU>
// CHECK-NEXT: [3.840000e+02, 3.840000e+02] : tensor<2xf8E4M3FN>
// CHECK-NEXT: [3.000000e+00, 3.000000e+00] : tensor<2xf32>
func.func @main() -> (tensor<7xi8>, tensor<3xi32>, tensor<4xi1>, tensor<4xi1>, tensor<2xi8>, tensor<2xf32>,
    tensor<3xf32>, tensor<2xi8>, tensor<2xi32>, tensor<4xf16>, tensor<2xbf16>, tensor<2xf8E5M2>,
    tensor<3xf8E4M3FN>, tensor<4xi8>, tensor<3xi8>, tensor<2x2xi32>, tensor<3xi8>, tensor<3xi8>,
    tensor<2xi8>, tensor<2xi8>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, i32, i32,
    tensor<1xf8E8M0FNU>, tensor<2xf8E4M3FN>, tensor<2xf32>) {
  %in_nearest = "tosa.const"() <{values = dense<[2.5, 3.5, -2.5, 200.0, -200.0, 0x7F800000, 0xFF800000]> : tensor<7xf32>}> : () -> tensor<7xf32>
  %nearest = tosa.cast %in_nearest : (tensor<7xf32>) -> tensor<7xi8>
  %in_limits = "tosa.const"() <{values = dense<[2147483648.0, -3.0e+9, 0.5]> : tensor<3xf32>}> : () -> tensor<3xf32>
  %limits = tosa.cast %in_limits : (tensor<3xf32>) -> tensor<3xi32>
  %in_truth = "tosa.const"() <{values = dense<[0.0, -0.0, 0.5, 0x7FC00000]> : tensor<4xf32>}> : () -> tensor<4xf32>
  %truth = tosa.cast %in_truth : (tensor<4xf32>) -> tensor<4xi1>
  %in_bits = "tosa.const"() <{values = dense<[0, 2, -1, 256]> : tensor<4xi32>}> : () -> tensor<4xi32>
  %bits = tosa.cast %in_bits : (tensor<4xi32>) -> tensor<4xi1>
  %in_of_truth = "tosa.const"() <{values = dense<[true, false]> : tensor<2xi1>}> : () -> tensor<2xi1>
  %of_truth = tosa.cast %in_of_truth : (tensor<2xi1>) -> tensor<2xi8>
  %in_of_truthf = "tosa.const"() <{values = dense<[true, false]> : tensor<2xi1>}> : () -> tensor<2xi1>
  %of_truthf = tosa.cast %in_of_truthf : (tensor<2xi1>) -> tensor<2xf32>
  %in_float = "tosa.const"() <{values = dense<[16777217, 16777219, -1]> : tensor<3xi32>}> : () -> tensor<3xi32>
  %float = tosa.cast %in_float : (tensor<3xi32>) -> tensor<3xf32>
  %in_narrow = "tosa.const"() <{values = dense<[300, -129]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %narrow = tosa.cast %in_narrow : (tensor<2xi32>) -> tensor<2xi8>
  %in_widen = "tosa.const"() <{values = dense<[-1, 127]> : tensor<2xi8>}> : () -> tensor<2xi8>
  %widen = tosa.cast %in_widen : (tensor<2xi8>) -> tensor<2xi32>
  %in_half = "tosa.const"() <{values = dense<[2049.0, 2051.0, 65520.0, 1.0e-8]> : tensor<4xf32>}> : () -> tensor<4xf32>
  %half = tosa.cast %in_half : (tensor<4xf32>) -> tensor<4xf16>
  %in_brain = "tosa.const"() <{values = dense<[257.0, 259.0]> : tensor<2xf32>}> : () -> tensor<2xf32>
  %brain = tosa.cast %in_brain : (tensor<2xf32>) -> tensor<2xbf16>
  %in_e5m2 = "tosa.const"() <{values = dense<[57344.0, 61440.0]> : tensor<2xf32>}> : () -> tensor<2xf32>
  %e5m2 = tosa.cast %in_e5m2 : (tensor<2xf32>) -> tensor<2xf8E5M2>
  %in_e4m3 = "tosa.const"() <{values = dense<[448.0, 464.0, 465.0]> : tensor<3xf32>}> : () -> tensor<3xf32>
  %e4m3 = tosa.cast %in_e4m3 : (tensor<3xf32>) -> tensor<3xf8E4M3FN>
  %v_halved = "tosa.const"() <{values = dense<[5, -5, 1000, -1000]> : tensor<4xi32>}> : () -> tensor<4xi32>
  %m_halved = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}> : () -> tensor<1xi32>
  %s_halved = "tosa.const"() <{values = dense<31> : tensor<1xi8>}> : () -> tensor<1xi8>
  %i_halved = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %o_halved = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %halved = tosa.rescale %v_halved, %m_halved, %s_halved, %i_halved, %o_halved
      {scale32 = true, rounding_mode = SINGLE_ROUND, per_channel = false, input_unsigned = false, output_unsigned = false}
      : (tensor<4xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<4xi8>
  %v_moved = "tosa.const"() <{values = dense<[-3, 0, 127]> : tensor<3xi8>}> : () -> tensor<3xi8>
  %m_moved = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}> : () -> tensor<1xi32>
  %s_moved = "tosa.const"() <{values = dense<31> : tensor<1xi8>}> : () -> tensor<1xi8>
  %i_moved = "tosa.const"() <{values = dense<-3> : tensor<1xi8>}> : () -> tensor<1xi8>
  %o_moved = "tosa.const"() <{values = dense<10> : tensor<1xi8>}> : () -> tensor<1xi8>
  %moved = tosa.rescale %v_moved, %m_moved, %s_moved, %i_moved, %o_moved
      {scale32 = true, rounding_mode = SINGLE_ROUND, per_channel = false, input_unsigned = false, output_unsigned = false}
      : (tensor<3xi8>, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<3xi8>
  %v_channels = "tosa.const"() <{values = dense<[[4, 4], [6, 6]]> : tensor<2x2xi32>}> : () -> tensor<2x2xi32>
  %m_channels = "tosa.const"() <{values = dense<[1073741824, 1073741824]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %s_channels = "tosa.const"() <{values = dense<[31, 32]> : tensor<2xi8>}> : () -> tensor<2xi8>
  %i_channels = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %o_channels = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %channels = tosa.rescale %v_channels, %m_channels, %s_channels, %i_channels, %o_channels
      {scale32 = true, rounding_mode = SINGLE_ROUND, per_channel = true, input_unsigned = false, output_unsigned = false}
      : (tensor<2x2xi32>, tensor<2xi32>, tensor<2xi8>, tensor<1xi32>, tensor<1xi32>) -> tensor<2x2xi32>
  %v_unsigned_out = "tosa.const"() <{values = dense<[-128, 0, 127]> : tensor<3xi8>}> : () -> tensor<3xi8>
  %m_unsigned_out = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}> : () -> tensor<1xi32>
  %s_unsigned_out = "tosa.const"() <{values = dense<30> : tensor<1xi8>}> : () -> tensor<1xi8>
  %i_unsigned_out = "tosa.const"() <{values = dense<-128> : tensor<1xi8>}> : () -> tensor<1xi8>
  %o_unsigned_out = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %unsigned_out = tosa.rescale %v_unsigned_out, %m_unsigned_out, %s_unsigned_out, %i_unsigned_out, %o_unsigned_out
      {scale32 = true, rounding_mode = SINGLE_ROUND, per_channel = false, input_unsigned = false, output_unsigned = true}
      : (tensor<3xi8>, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<3xi8>
  %v_unsigned_in = "tosa.const"() <{values = dense<[0, -128, -1]> : tensor<3xi8>}> : () -> tensor<3xi8>
  %m_unsigned_in = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}> : () -> tensor<1xi32>
  %s_unsigned_in = "tosa.const"() <{values = dense<30> : tensor<1xi8>}> : () -> tensor<1xi8>
  %i_unsigned_in = "tosa.const"() <{values = dense<-128> : tensor<1xi8>}> : () -> tensor<1xi8>
  %o_unsigned_in = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %unsigned_in = tosa.rescale %v_unsigned_in, %m_unsigned_in, %s_unsigned_in, %i_unsigned_in, %o_unsigned_in
      {scale32 = true, rounding_mode = SINGLE_ROUND, per_channel = false, input_unsigned = true, output_unsigned = false}
      : (tensor<3xi8>, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<3xi8>
  %v_clipped = "tosa.const"() <{values = dense<[-5, 300]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %m_clipped = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}> : () -> tensor<1xi32>
  %s_clipped = "tosa.const"() <{values = dense<30> : tensor<1xi8>}> : () -> tensor<1xi8>
  %i_clipped = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %o_clipped = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %clipped = tosa.rescale %v_clipped, %m_clipped, %s_clipped, %i_clipped, %o_clipped
      {scale32 = true, rounding_mode = SINGLE_ROUND, per_channel = false, input_unsigned = false, output_unsigned = false}
      : (tensor<2xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<2xi8>
  %v_narrow16 = "tosa.const"() <{values = dense<[32767, -32768]> : tensor<2xi16>}> : () -> tensor<2xi16>
  %m_narrow16 = "tosa.const"() <{values = dense<16384> : tensor<1xi16>}> : () -> tensor<1xi16>
  %s_narrow16 = "tosa.const"() <{values = dense<22> : tensor<1xi8>}> : () -> tensor<1xi8>
  %i_narrow16 = "tosa.const"() <{values = dense<0> : tensor<1xi16>}> : () -> tensor<1xi16>
  %o_narrow16 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %narrow16 = tosa.rescale %v_narrow16, %m_narrow16, %s_narrow16, %i_narrow16, %o_narrow16
      {scale32 = false, rounding_mode = SINGLE_ROUND, per_channel = false, input_unsigned = false, output_unsigned = false}
      : (tensor<2xi16>, tensor<1xi16>, tensor<1xi8>, tensor<1xi16>, tensor<1xi8>) -> tensor<2xi8>
  %v_from48 = "tosa.const"() <{values = dense<[1099511627776, -3]> : tensor<2xi48>}> : () -> tensor<2xi48>
  %m_from48 = "tosa.const"() <{values = dense<16384> : tensor<1xi16>}> : () -> tensor<1xi16>
  %s_from48 = "tosa.const"() <{values = dense<40> : tensor<1xi8>}> : () -> tensor<1xi8>
  %i_from48 = "tosa.const"() <{values = dense<0> : tensor<1xi48>}> : () -> tensor<1xi48>
  %o_from48 = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %from48 = tosa.rescale %v_from48, %m_from48, %s_from48, %i_from48, %o_from48
      {scale32 = false, rounding_mode = SINGLE_ROUND, per_channel = false, input_unsigned = false, output_unsigned = false}
      : (tensor<2xi48>, tensor<1xi16>, tensor<1xi8>, tensor<1xi48>, tensor<1xi32>) -> tensor<2xi32>
  %v_double = "tosa.const"() <{values = dense<[5, -5]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %m_double = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}> : () -> tensor<1xi32>
  %s_double = "tosa.const"() <{values = dense<32> : tensor<1xi8>}> : () -> tensor<1xi8>
  %i_double = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %o_double = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %double = tosa.rescale %v_double, %m_double, %s_double, %i_double, %o_double
      {scale32 = true, rounding_mode = DOUBLE_ROUND, per_channel = false, input_unsigned = false, output_unsigned = false}
      : (tensor<2xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %v_single = "tosa.const"() <{values = dense<[5, -5]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %m_single = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}> : () -> tensor<1xi32>
  %s_single = "tosa.const"() <{values = dense<32> : tensor<1xi8>}> : () -> tensor<1xi8>
  %i_single = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %o_single = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %single = tosa.rescale %v_single, %m_single, %s_single, %i_single, %o_single
      {scale32 = true, rounding_mode = SINGLE_ROUND, per_channel = false, input_unsigned = false, output_unsigned = false}
      : (tensor<2xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %v_inexact = "tosa.const"() <{values = dense<[4, -4]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %m_inexact = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}> : () -> tensor<1xi32>
  %s_inexact = "tosa.const"() <{values = dense<32> : tensor<1xi8>}> : () -> tensor<1xi8>
  %i_inexact = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %o_inexact = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %inexact = tosa.rescale %v_inexact, %m_inexact, %s_inexact, %i_inexact, %o_inexact
      {scale32 = true, rounding_mode = INEXACT_ROUND, per_channel = false, input_unsigned = false, output_unsigned = false}
      : (tensor<2xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %c5 = arith.constant 5 : i32
  %m = arith.constant 1073741824 : i32
  %s = arith.constant 32 : i8
  %scaled = tosa.apply_scale %c5, %m, %s {rounding_mode = DOUBLE_ROUND} : (i32, i32, i8) -> i32
  %c3 = arith.constant 3 : i32
  %minus = arith.constant -3 : i32
  %c1 = arith.constant 1 : i8
  %signed = tosa.apply_scale %c3, %minus, %c1 {rounding_mode = SINGLE_ROUND} : (i32, i32, i8) -> i32
  %big = "tosa.const"() <{values = dense<3.0> : tensor<32xf32>}> : () -> tensor<32xf32>
  %data, %scale = tosa.cast_to_block_scaled %big {block_size = BLOCK_SIZE_32} : (tensor<32xf32>) -> (tensor<32xf8E4M3FN>, tensor<1xf8E8M0FNU>)
  %back = tosa.cast_from_block_scaled %data, %scale {block_size = BLOCK_SIZE_32} : (tensor<32xf8E4M3FN>, tensor<1xf8E8M0FNU>) -> tensor<32xf32>
  %start = tosa.const_shape {values = dense<[30]> : tensor<1xindex>} : () -> !tosa.shape<1>
  %two = tosa.const_shape {values = dense<[2]> : tensor<1xindex>} : () -> !tosa.shape<1>
  %part = tosa.slice %data, %start, %two : (tensor<32xf8E4M3FN>, !tosa.shape<1>, !tosa.shape<1>) -> tensor<2xf8E4M3FN>
  %parts = tosa.slice %back, %start, %two : (tensor<32xf32>, !tosa.shape<1>, !tosa.shape<1>) -> tensor<2xf32>
  return %nearest, %limits, %truth, %bits, %of_truth, %of_truthf, %float, %narrow, %widen, %half,
    %brain, %e5m2, %e4m3, %halved, %moved, %channels, %unsigned_out, %unsigned_in, %clipped,
    %narrow16, %from48, %double, %single, %inexact, %scaled, %signed, %scale, %part, %parts
    : tensor<7xi8>, tensor<3xi32>, tensor<4xi1>, tensor<4xi1>, tensor<2xi8>, tensor<2xf32>, tensor<3xf32>,
      tensor<2xi8>, tensor<2xi32>, tensor<4xf16>, tensor<2xbf16>, tensor<2xf8E5M2>, tensor<3xf8E4M3FN>, tensor<4xi8>,
      tensor<3xi8>, tensor<2x2xi32>, tensor<3xi8>, tensor<3xi8>, tensor<2xi8>, tensor<2xi8>, tensor<2xi32>,
      tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, i32, i32, tensor<1xf8E8M0FNU>, tensor<2xf8E4M3FN>, tensor<2xf32>
}
