// Names that a function uses without a definition are known after it: functions have one table of names.
// RUN: terrace-opt %s --split-input-file --verify-diagnostics

// expected-note @below {{previously referenced here}}
// expected-error @below {{region entry argument '%a' is already in use}}
func.func @argument_twice(%a: i32, %a: i64) {
  return
}

// -----

func.func @use() -> i32 {
  // expected-note @below {{previously referenced here}}
  return %x : i32
}
// expected-error @below {{region entry argument '%x' is already in use}}
func.func @argument(%x: i32) {
  return
}

// -----

func.func @use_with_a_type() -> f32 {
  // expected-note @below {{previously used here with type 'f32'}}
  return %x : f32
}
func.func @definition_with_another(%a: i32) {
  // expected-error @below {{definition of SSA value '%x#0' has type 'i32'}}
  %x = arith.addi %a, %a : i32
  return
}

// -----

// expected-note @below {{required by region isolation constraints}}
func.func @use_of_a_later_definition() -> i32 {
  // expected-error @below {{using value defined outside the region}}
  return %x : i32
}
func.func @definition(%a: i32) -> i32 {
  %x = arith.addi %a, %a : i32
  return %x : i32
}
func.func @definition_once_more(%a: i32) -> i32 {
  %x = arith.muli %a, %a : i32
  return %x : i32
}

// -----

func.func @never_defined() -> i32 {
  // expected-error @below {{use of undeclared SSA value name}}
  return %x : i32
}
func.func @other(%a: i32) -> i32 {
  return %a : i32
}

// -----

// expected-error @below {{expected '>' in tensor type}}
func.func private @layout_as_encoding() -> tensor<4xf32, strided<[1]>>

// -----

// Of several wrong attributes, the first by name is reported.
func.func @wrong_attributes(%a: tensor<1x8x8x4xf32>, %w: tensor<4x3x3x4xf32>, %b: tensor<4xf32>, %z: tensor<1xf32>) {
  // expected-error @below {{'tosa.conv2d' op attribute 'dilation' failed to satisfy constraint}}
  %0 = "tosa.conv2d"(%a, %w, %b, %z, %z) {acc_type = f32, stride = array<i8: 1, 1>, pad = array<i8: 0, 0>, dilation = array<i8: 1, 1>} : (tensor<1x8x8x4xf32>, tensor<4x3x3x4xf32>, tensor<4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x6x6x4xf32>
  return
}

// -----

func.func @missing_attributes(%a: tensor<1x8x8x4xf32>, %w: tensor<4x3x3x4xf32>, %b: tensor<4xf32>, %z: tensor<1xf32>) {
  // expected-error @below {{'tosa.conv2d' op requires attribute 'acc_type'}}
  %0 = "tosa.conv2d"(%a, %w, %b, %z, %z) : (tensor<1x8x8x4xf32>, tensor<4x3x3x4xf32>, tensor<4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x6x6x4xf32>
  return
}
