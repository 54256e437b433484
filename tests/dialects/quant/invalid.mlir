// RUN: terrace-opt %s --allow-unregistered-dialect --split-input-file --verify-diagnostics

// expected-error @below {{invalid kind of type specified}}
"a.b"() {t = !quant.uniform<i8:i32, 1.0>} : () -> ()

// -----

// expected-error @below {{invalid kind of type specified}}
"a.b"() {t = !quant.any<i8:i32>} : () -> ()

// -----

// expected-error @below {{unexpected decimal integer literal for a floating point value}}
// expected-note @below {{add a trailing dot to make the literal a float}}
"a.b"() {t = !quant.uniform<i8:f32, 2>} : () -> ()

// -----

// expected-error @below {{expected floating point literal}}
"a.b"() {t = !quant.uniform<i8:f32:1, {}>} : () -> ()

// -----

// expected-error @below {{illegal storage type size: 33}}
"a.b"() {t = !quant.any<i33>} : () -> ()

// -----

// expected-error @below {{illegal storage type size: 0}}
"a.b"() {t = !quant.any<u0>} : () -> ()

// -----

// expected-error @below {{expected storage type width}}
"a.b"() {t = !quant.any<u>} : () -> ()

// -----

// expected-error @below {{expected storage type width}}
"a.b"() {t = !quant.any<ux>} : () -> ()

// -----

// expected-error @below {{illegal storage type prefix}}
"a.b"() {t = !quant.any<x8>} : () -> ()

// -----

// expected-error @below {{illegal storage min and storage max: (4:4)}}
"a.b"() {t = !quant.any<i8<4:4>>} : () -> ()

// -----

// expected-error @below {{illegal storage type minimum: -200}}
"a.b"() {t = !quant.any<i8<-200:4>>} : () -> ()

// -----

// expected-error @below {{illegal storage type maximum: 200}}
"a.b"() {t = !quant.any<i8<4:200>>} : () -> ()

// -----

// expected-error @below {{expected ':'}}
"a.b"() {t = !quant.any<i8<4>>} : () -> ()

// -----

// expected-error @below {{integer value too large}}
"a.b"() {t = !quant.uniform<i8:f32:4294967296, {2.0}>} : () -> ()

// -----

// expected-error @below {{illegal quantized dimension: -1}}
"a.b"() {t = !quant.uniform<i8:f32:-1, {2.0:15,0.1:255}>} : () -> ()

// -----

// expected-error @below {{illegal min and max: (INF:1.000000e+00)}}
"a.b"() {t = !quant.calibrated<f32<0x7FF0000000000000:1.0>>} : () -> ()

// -----

// expected-error @below {{illegal min and max: (1.000000e+00:1.000000e+00)}}
"a.b"() {t = !quant.calibrated<f32<1.0:1.0>>} : () -> ()

// -----

// expected-error @below {{calibrated values must be present}}
// expected-error @below {{unexpected decimal integer literal for a floating point value}}
// expected-note @below {{add a trailing dot to make the literal a float}}
"a.b"() {t = !quant.calibrated<f32<1:2>>} : () -> ()

// -----

// expected-error @below {{unknown quantized type foo}}
"a.b"() {t = !quant.foo} : () -> ()

// -----

// expected-error @below {{expected '<'}}
"a.b"() {t = !quant.uniform} : () -> ()

// -----

// expected-error @below {{scale 0.000000e+00 out of expressed type range [1.401298e-45, 3.402823e+38]}}
"a.b"() {t = !quant.uniform<i8:f32, 0.0>} : () -> ()

// -----

// expected-error @below {{scale 7.000000e+04 out of expressed type range [5.960464e-08, 6.550400e+04]}}
"a.b"() {t = !quant.uniform<i8:f16, 7.0e4>} : () -> ()

// -----

// expected-error @below {{scale 1.000000e-09 out of expressed type range [5.960464e-08, 6.550400e+04]}}
"a.b"() {t = !quant.uniform<i8:f16:0, {1.0, 1.0e-9}>} : () -> ()

// -----

// expected-error @below {{illegal block size: 0}}
"a.b"() {t = !quant.uniform<i8:f32:{0:0}, {1.0}>} : () -> ()

// -----

// expected-error @below {{illegal quantized dimension: -1}}
"a.b"() {t = !quant.uniform<i8:f32:{-1:1}, {1.0}>} : () -> ()

// -----

// expected-error @below {{tensor literal is invalid; ranks are not consistent between elements}}
"a.b"() {t = !quant.uniform<i8:f32:{0:1}, {{1.0, 2.0}, {1.0}}>} : () -> ()

// -----

// expected-error @below {{tensor literal is invalid; ranks are not consistent between elements}}
"a.b"() {t = !quant.uniform<i8:f32:{0:1}, {{1.0, 2.0}, 1.0}>} : () -> ()

// -----

// expected-error @below {{expected integer value}}
"a.b"() {t = !quant.uniform<i8:f32:{0:1,}, {1.0}>} : () -> ()

// -----

// expected-error @below {{expected ','}}
"a.b"() {t = !quant.uniform<i8:f32 1.0>} : () -> ()

// -----

// expected-error @below {{expected ':'}}
"a.b"() {t = !quant.uniform<i8, 1.0>} : () -> ()

// -----

func.func @dcast_of_float(%x: f32) {
  // expected-error @below {{'quant.dcast' op operand #0 must be scalar or tensor of quantized type, but got 'f32'}}
  %0 = quant.dcast %x : f32 to f32
  return
}

// -----

func.func @dcast_to_integer(%x: !quant.uniform<i8:f32, 1.0>) {
  // expected-error @below {{'quant.dcast' op result #0 must be scalar or tensor of floating-point, but got 'i8'}}
  %0 = quant.dcast %x : !quant.uniform<i8:f32, 1.0> to i8
  return
}

// -----

func.func @dcast_scalar_to_tensor(%x: !quant.uniform<i8:f32, 1.0>) {
  // expected-error @below {{'quant.dcast' op failed to verify that input and result are both scalars or both tensors with matching shape}}
  %0 = quant.dcast %x : !quant.uniform<i8:f32, 1.0> to tensor<f32>
  return
}

// -----

func.func @qcast_to_dynamic_shape(%x: tensor<2xf32>) {
  // expected-error @below {{'quant.qcast' op failed to verify that input and result are both scalars or both tensors with matching shape}}
  %0 = quant.qcast %x : tensor<2xf32> to tensor<?x!quant.uniform<i8:f32, 1.0>>
  return
}

// -----

func.func @qcast_to_unranked(%x: tensor<2xf32>) {
  // expected-error @below {{'quant.qcast' op failed to verify that input and result are both scalars or both tensors with matching shape}}
  %0 = quant.qcast %x : tensor<2xf32> to tensor<*x!quant.uniform<i8:f32, 1.0>>
  return
}

// -----

func.func @dcast_expressed_type_mismatch(%x: !quant.uniform<i8:f32, 1.0>) {
  // expected-error @below {{expressed type in quantized type expected to match float type}}
  %0 = quant.dcast %x : !quant.uniform<i8:f32, 1.0> to f64
  return
}

// -----

func.func @dcast_without_expressed_type(%x: !quant.any<i8>) {
  // expected-error @below {{expressed type in quantized type expected to match float type}}
  %0 = quant.dcast %x : !quant.any<i8> to f32
  return
}

// -----

func.func @qcast_scalar_per_axis(%x: f32) {
  // expected-error @below {{scalar types may not use per-axis quantization}}
  %0 = quant.qcast %x : f32 to !quant.uniform<i8:f32:1, {1.0,2.0}>
  return
}

// -----

func.func @qcast_axis_out_of_range(%x: tensor<4xf32>) {
  // expected-error @below {{quantized dimension must be less than tensor rank}}
  %0 = quant.qcast %x : tensor<4xf32> to tensor<4x!quant.uniform<i8:f32:1, {1.0,2.0}>>
  return
}

// -----

func.func @qcast_scale_count_mismatch(%x: tensor<4x3xf32>) {
  // expected-error @below {{quantized dimension size does not match number of scales}}
  %0 = quant.qcast %x : tensor<4x3xf32> to tensor<4x3x!quant.uniform<i8:f32:1, {1.0,2.0}>>
  return
}

// -----

func.func @qcast_scalar_sub_channel(%x: f32) {
  // expected-error @below {{scalar types may not use sub-channel quantization}}
  %0 = quant.qcast %x : f32 to !quant.uniform<i8:f32:{0:2}, {1.0,2.0}>
  return
}

// -----

func.func @qcast_unranked_sub_channel(%x: tensor<*xf32>) {
  // expected-error @below {{tensor containing the sub-channel quantized type must be ranked}}
  %0 = quant.qcast %x : tensor<*xf32> to tensor<*x!quant.uniform<i8:f32:{0:2}, {1.0,2.0}>>
  return
}

// -----

func.func @qcast_sub_channel_axis_out_of_range(%x: tensor<f32>) {
  // expected-error @below {{quantized dimension 0 must be less than tensor rank 0}}
  %0 = quant.qcast %x : tensor<f32> to tensor<!quant.uniform<i8:f32:{0:2}, {1.0,2.0}>>
  return
}

// -----

func.func @qcast_dim_not_multiple_of_block(%x: tensor<5xf32>) {
  // expected-error @below {{tensor dimension size 5 at axis 0 must be divisible by the corresponding block size 2}}
  %0 = quant.qcast %x : tensor<5xf32> to tensor<5x!quant.uniform<i8:f32:{0:2}, {1.0,2.0}>>
  return
}

// -----

func.func @qcast_sub_channel_scale_count(%x: tensor<6xf32>) {
  // expected-error @below {{dimension size 3 of scales tensor at axis 0 should match (tensor dimension at axis / block sizes at axis) = 3}}
  %0 = quant.qcast %x : tensor<6xf32> to tensor<6x!quant.uniform<i8:f32:{0:2}, {1.0,2.0}>>
  return
}

// -----

func.func @qcast_sub_channel_zero_dim(%x: tensor<4x0xf32>) {
  // expected-error @below {{tensor dimension size of zero is not allowed with sub-channel quantization}}
  %0 = quant.qcast %x : tensor<4x0xf32> to tensor<4x0x!quant.uniform<i8:f32:{0:2}, {1.0,2.0}>>
  return
}

// -----

func.func @qcast_sub_channel_rank_mismatch(%x: tensor<4x1xf32>) {
  // expected-error @below {{Rank of scales 1 must match the rank of the tensor 2}}
  %0 = quant.qcast %x : tensor<4x1xf32> to tensor<4x1x!quant.uniform<i8:f32:{0:2}, {1.0,2.0}>>
  return
}

// -----

func.func @scast_integer_to_integer(%x: i8) {
  // expected-error @below {{'quant.scast' op failed to verify that input must be integer and result must be quantized, or vice versa}}
  %0 = quant.scast %x : i8 to i8
  return
}

// -----

func.func @scast_quantized_to_quantized(%x: !quant.uniform<i8:f32, 1.0>) {
  // expected-error @below {{'quant.scast' op failed to verify that input must be integer and result must be quantized, or vice versa}}
  %0 = quant.scast %x : !quant.uniform<i8:f32, 1.0> to !quant.uniform<i8:f32, 1.0>
  return
}

// -----

func.func @scast_storage_type_mismatch(%x: i16) {
  // expected-error @below {{storage type in quantized type expected to match integer type}}
  %0 = quant.scast %x : i16 to !quant.uniform<i8:f32, 1.0>
  return
}

// -----

func.func @scast_to_signed_integer(%x: !quant.uniform<i8:f32, 1.0>) {
  // expected-error @below {{'quant.scast' op result #0 must be scalar or tensor of signless integer or quantized type, but got 'si8'}}
  %0 = quant.scast %x : !quant.uniform<i8:f32, 1.0> to si8
  return
}

// -----

func.func @scast_scalar_per_axis(%x: i8) {
  // expected-error @below {{scalar types may not use per-axis quantization}}
  %0 = quant.scast %x : i8 to !quant.uniform<i8:f32:1, {1.0,2.0}>
  return
}

// -----

func.func @scast_of_calibrated(%x: !quant.calibrated<f32<0.0:1.0>>) {
  // expected-error @below {{storage type in quantized type expected to match integer type}}
  %0 = quant.scast %x : !quant.calibrated<f32<0.0:1.0>> to i8
  return
}
