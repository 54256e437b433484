// What the specification requires of values is reported where it does not hold.

// RUN: not terrace run %s --entry=sum 2>&1 | FileCheck %s --check-prefix=SUM
// RUN: not terrace run %s --entry=difference 2>&1 | FileCheck %s --check-prefix=DIFFERENCE
// RUN: not terrace run %s --entry=magnitude 2>&1 | FileCheck %s --check-prefix=MAGNITUDE
// RUN: not terrace run %s --entry=opposite 2>&1 | FileCheck %s --check-prefix=OPPOSITE
// RUN: not terrace run %s --entry=by_zero 2>&1 | FileCheck %s --check-prefix=BY-ZERO
// RUN: not terrace run %s --entry=quotient 2>&1 | FileCheck %s --check-prefix=QUOTIENT
// RUN: not terrace run %s --entry=left 2>&1 | FileCheck %s --check-prefix=LEFT
// RUN: not terrace run %s --entry=right 2>&1 | FileCheck %s --check-prefix=RIGHT
// RUN: not terrace run %s --entry=arithmetic 2>&1 | FileCheck %s --check-prefix=ARITHMETIC
// RUN: not terrace run %s --entry=product 2>&1 | FileCheck %s --check-prefix=PRODUCT
// RUN: not terrace run %s --entry=shifted_product 2>&1 | FileCheck %s --check-prefix=SHIFTED-PRODUCT
// RUN: not terrace run %s --entry=power 2>&1 | FileCheck %s --check-prefix=POWER
// RUN: not terrace run %s --entry=power_of_zero 2>&1 | FileCheck %s --check-prefix=POWER-OF-ZERO
// RUN: not terrace run %s --entry=cast 2>&1 | FileCheck %s --check-prefix=CAST
// RUN: not terrace run %s --entry=total 2>&1 | FileCheck %s --check-prefix=TOTAL
// RUN: not terrace run %s --entry=multiplier 2>&1 | FileCheck %s --check-prefix=MULTIPLIER
// RUN: not terrace run %s --entry=small_shift 2>&1 | FileCheck %s --check-prefix=SMALL-SHIFT
// RUN: not terrace run %s --entry=large_value 2>&1 | FileCheck %s --check-prefix=LARGE-VALUE
// RUN: not terrace run %s --entry=gathered 2>&1 | FileCheck %s --check-prefix=GATHERED
// RUN: not terrace run %s --entry=scattered 2>&1 | FileCheck %s --check-prefix=SCATTERED
// RUN: not terrace run %s --entry=table 2>&1 | FileCheck %s --check-prefix=TABLE
// RUN: not terrace run %s --entry=accumulator 2>&1 | FileCheck %s --check-prefix=ACCUMULATOR
// RUN: not terrace run %s --entry=sizes 2>&1 | FileCheck %s --check-prefix=SIZES
// RUN: not terrace run %s --entry=custom 2>&1 | FileCheck %s --check-prefix=CUSTOM

// SUM: :[[@LINE+4]]:8: error: integer overflow: 2147483648 is no i32
func.func @sum() -> tensor<1xi32> {
  %a = "tosa.const"() <{values = dense<2147483647> : tensor<1xi32>}> : () -> tensor<1xi32>
  %b = "tosa.const"() <{values = dense<1> : tensor<1xi32>}> : () -> tensor<1xi32>
  %r = tosa.add %a, %b : (tensor<1xi32>, tensor<1xi32>) -> tensor<1xi32>
  return %r : tensor<1xi32>
}

// DIFFERENCE: :[[@LINE+4]]:8: error: integer overflow: -2147483649 is no i32
func.func @difference() -> tensor<1xi32> {
  %a = "tosa.const"() <{values = dense<-2147483648> : tensor<1xi32>}> : () -> tensor<1xi32>
  %b = "tosa.const"() <{values = dense<1> : tensor<1xi32>}> : () -> tensor<1xi32>
  %r = tosa.sub %a, %b : (tensor<1xi32>, tensor<1xi32>) -> tensor<1xi32>
  return %r : tensor<1xi32>
}

// MAGNITUDE: :[[@LINE+3]]:8: error: integer overflow: 2147483648 is no i32
func.func @magnitude() -> tensor<1xi32> {
  %a = "tosa.const"() <{values = dense<-2147483648> : tensor<1xi32>}> : () -> tensor<1xi32>
  %r = tosa.abs %a : (tensor<1xi32>) -> tensor<1xi32>
  return %r : tensor<1xi32>
}

// OPPOSITE: :[[@LINE+4]]:8: error: integer overflow: 2147483648 is no i32
func.func @opposite() -> tensor<1xi32> {
  %a = "tosa.const"() <{values = dense<-2147483648> : tensor<1xi32>}> : () -> tensor<1xi32>
  %z = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %r = tosa.negate %a, %z, %z : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<1xi32>
  return %r : tensor<1xi32>
}

// BY-ZERO: :[[@LINE+4]]:8: error: division by zero
func.func @by_zero() -> tensor<1xi32> {
  %a = "tosa.const"() <{values = dense<5> : tensor<1xi32>}> : () -> tensor<1xi32>
  %b = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %r = tosa.intdiv %a, %b : (tensor<1xi32>, tensor<1xi32>) -> tensor<1xi32>
  return %r : tensor<1xi32>
}

// QUOTIENT: :[[@LINE+4]]:8: error: integer overflow: 2147483648 is no i32
func.func @quotient() -> tensor<1xi32> {
  %a = "tosa.const"() <{values = dense<-2147483648> : tensor<1xi32>}> : () -> tensor<1xi32>
  %b = "tosa.const"() <{values = dense<-1> : tensor<1xi32>}> : () -> tensor<1xi32>
  %r = tosa.intdiv %a, %b : (tensor<1xi32>, tensor<1xi32>) -> tensor<1xi32>
  return %r : tensor<1xi32>
}

// LEFT: :[[@LINE+4]]:8: error: a shift of i8 by 8 bits
func.func @left() -> tensor<1xi8> {
  %a = "tosa.const"() <{values = dense<1> : tensor<1xi8>}> : () -> tensor<1xi8>
  %b = "tosa.const"() <{values = dense<8> : tensor<1xi8>}> : () -> tensor<1xi8>
  %r = tosa.logical_left_shift %a, %b : (tensor<1xi8>, tensor<1xi8>) -> tensor<1xi8>
  return %r : tensor<1xi8>
}

// RIGHT: :[[@LINE+4]]:8: error: a shift of i16 by -1 bits
func.func @right() -> tensor<1xi16> {
  %a = "tosa.const"() <{values = dense<1> : tensor<1xi16>}> : () -> tensor<1xi16>
  %b = "tosa.const"() <{values = dense<-1> : tensor<1xi16>}> : () -> tensor<1xi16>
  %r = tosa.logical_right_shift %a, %b : (tensor<1xi16>, tensor<1xi16>) -> tensor<1xi16>
  return %r : tensor<1xi16>
}

// ARITHMETIC: :[[@LINE+4]]:8: error: a shift of i32 by 32 bits
func.func @arithmetic() -> tensor<1xi32> {
  %a = "tosa.const"() <{values = dense<1> : tensor<1xi32>}> : () -> tensor<1xi32>
  %b = "tosa.const"() <{values = dense<32> : tensor<1xi32>}> : () -> tensor<1xi32>
  %r = tosa.arithmetic_right_shift %a, %b {round = true} : (tensor<1xi32>, tensor<1xi32>) -> tensor<1xi32>
  return %r : tensor<1xi32>
}

// PRODUCT: :[[@LINE+4]]:8: error: integer overflow: 2305843007066210305 is no i32
func.func @product() -> tensor<1xi32> {
  %a = "tosa.const"() <{values = dense<2147483647> : tensor<1xi32>}> : () -> tensor<1xi32>
  %s = "tosa.const"() <{values = dense<1> : tensor<1xi8>}> : () -> tensor<1xi8>
  %r = tosa.mul %a, %a, %s : (tensor<1xi32>, tensor<1xi32>, tensor<1xi8>) -> tensor<1xi32>
  return %r : tensor<1xi32>
}

// SHIFTED-PRODUCT: :[[@LINE+4]]:8: error: a product of i16 shifted by 1 bits
func.func @shifted_product() -> tensor<1xi32> {
  %a = "tosa.const"() <{values = dense<1> : tensor<1xi16>}> : () -> tensor<1xi16>
  %s = "tosa.const"() <{values = dense<1> : tensor<1xi8>}> : () -> tensor<1xi8>
  %r = tosa.mul %a, %a, %s : (tensor<1xi16>, tensor<1xi16>, tensor<1xi8>) -> tensor<1xi32>
  return %r : tensor<1xi32>
}

// POWER: :[[@LINE+4]]:8: error: -1 to the power of 2 is unpredictable
func.func @power() -> tensor<1xf32> {
  %a = "tosa.const"() <{values = dense<-1.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %b = "tosa.const"() <{values = dense<2.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %r = tosa.pow %a, %b : (tensor<1xf32>, tensor<1xf32>) -> tensor<1xf32>
  return %r : tensor<1xf32>
}

// POWER-OF-ZERO: :[[@LINE+4]]:8: error: 0 to the power of 0 is unpredictable
func.func @power_of_zero() -> tensor<1xf32> {
  %a = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %b = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %r = tosa.pow %a, %b : (tensor<1xf32>, tensor<1xf32>) -> tensor<1xf32>
  return %r : tensor<1xf32>
}

// CAST: :[[@LINE+3]]:8: error: a NaN as an integer is unpredictable
func.func @cast() -> tensor<1xi32> {
  %a = "tosa.const"() <{values = dense<0x7FC00000> : tensor<1xf32>}> : () -> tensor<1xf32>
  %r = tosa.cast %a : (tensor<1xf32>) -> tensor<1xi32>
  return %r : tensor<1xi32>
}

// TOTAL: :[[@LINE+3]]:8: error: integer overflow: 2147483648 is no i32
func.func @total() -> tensor<1xi32> {
  %a = "tosa.const"() <{values = dense<[2147483647, 1]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %r = tosa.reduce_sum %a {axis = 0 : i32} : (tensor<2xi32>) -> tensor<1xi32>
  return %r : tensor<1xi32>
}

// MULTIPLIER: :[[@LINE+6]]:8: error: a negative multiplier: -1
func.func @multiplier() -> tensor<1xi32> {
  %a = "tosa.const"() <{values = dense<1> : tensor<1xi32>}> : () -> tensor<1xi32>
  %m = "tosa.const"() <{values = dense<-1> : tensor<1xi32>}> : () -> tensor<1xi32>
  %s = "tosa.const"() <{values = dense<31> : tensor<1xi8>}> : () -> tensor<1xi8>
  %z = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %r = tosa.rescale %a, %m, %s, %z, %z
      {scale32 = true, rounding_mode = SINGLE_ROUND, per_channel = false, input_unsigned = false, output_unsigned = false}
      : (tensor<1xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi32>) -> tensor<1xi32>
  return %r : tensor<1xi32>
}

// SMALL-SHIFT: :[[@LINE+6]]:8: error: a shift by 1 bits, which is not from 2 to 62
func.func @small_shift() -> tensor<1xi32> {
  %a = "tosa.const"() <{values = dense<1> : tensor<1xi32>}> : () -> tensor<1xi32>
  %m = "tosa.const"() <{values = dense<1> : tensor<1xi32>}> : () -> tensor<1xi32>
  %s = "tosa.const"() <{values = dense<1> : tensor<1xi8>}> : () -> tensor<1xi8>
  %z = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %r = tosa.rescale %a, %m, %s, %z, %z
      {scale32 = true, rounding_mode = SINGLE_ROUND, per_channel = false, input_unsigned = false, output_unsigned = false}
      : (tensor<1xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi32>) -> tensor<1xi32>
  return %r : tensor<1xi32>
}

// LARGE-VALUE: :[[@LINE+6]]:8: error: 1024 does not fit into the 11 bits of the shift
func.func @large_value() -> tensor<1xi32> {
  %a = "tosa.const"() <{values = dense<1024> : tensor<1xi32>}> : () -> tensor<1xi32>
  %m = "tosa.const"() <{values = dense<1> : tensor<1xi32>}> : () -> tensor<1xi32>
  %s = "tosa.const"() <{values = dense<11> : tensor<1xi8>}> : () -> tensor<1xi8>
  %z = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %r = tosa.rescale %a, %m, %s, %z, %z
      {scale32 = true, rounding_mode = SINGLE_ROUND, per_channel = false, input_unsigned = false, output_unsigned = false}
      : (tensor<1xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi32>) -> tensor<1xi32>
  return %r : tensor<1xi32>
}

// GATHERED: :[[@LINE+4]]:8: error: index 2 is outside of dimension 1 of size 2
func.func @gathered() -> tensor<1x1x1xi32> {
  %a = "tosa.const"() <{values = dense<0> : tensor<1x2x1xi32>}> : () -> tensor<1x2x1xi32>
  %b = "tosa.const"() <{values = dense<2> : tensor<1x1xi32>}> : () -> tensor<1x1xi32>
  %r = tosa.gather %a, %b : (tensor<1x2x1xi32>, tensor<1x1xi32>) -> tensor<1x1x1xi32>
  return %r : tensor<1x1x1xi32>
}

// SCATTERED: :[[@LINE+5]]:8: error: index 1 occurs twice in a scatter
func.func @scattered() -> tensor<1x2x1xi32> {
  %a = "tosa.const"() <{values = dense<0> : tensor<1x2x1xi32>}> : () -> tensor<1x2x1xi32>
  %b = "tosa.const"() <{values = dense<[[1, 1]]> : tensor<1x2xi32>}> : () -> tensor<1x2xi32>
  %c = "tosa.const"() <{values = dense<0> : tensor<1x2x1xi32>}> : () -> tensor<1x2x1xi32>
  %r = tosa.scatter %a, %b, %c : (tensor<1x2x1xi32>, tensor<1x2xi32>, tensor<1x2x1xi32>) -> tensor<1x2x1xi32>
  return %r : tensor<1x2x1xi32>
}

// TABLE: :[[@LINE+4]]:8: error: a table of 255 elements, where 256 are expected
func.func @table() -> tensor<1xi8> {
  %a = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %b = "tosa.const"() <{values = dense<0> : tensor<255xi8>}> : () -> tensor<255xi8>
  %r = tosa.table %a, %b : (tensor<1xi8>, tensor<255xi8>) -> tensor<1xi8>
  return %r : tensor<1xi8>
}

// ACCUMULATOR: :[[@LINE+5]]:8: error: integer overflow: 2147483648 is no i32
func.func @accumulator() -> tensor<1x1x1xi32> {
  %a = "tosa.const"() <{values = dense<-32768> : tensor<1x1x2xi16>}> : () -> tensor<1x1x2xi16>
  %b = "tosa.const"() <{values = dense<-32768> : tensor<1x2x1xi16>}> : () -> tensor<1x2x1xi16>
  %z = "tosa.const"() <{values = dense<0> : tensor<1xi16>}> : () -> tensor<1xi16>
  %r = tosa.matmul %a, %b, %z, %z : (tensor<1x1x2xi16>, tensor<1x2x1xi16>, tensor<1xi16>, tensor<1xi16>) -> tensor<1x1x1xi32>
  return %r : tensor<1x1x1xi32>
}

// SIZES: :[[@LINE+6]]:8: error: tensors of sizes {{.}}2] and {{.}}3] are not broadcast to one shape
func.func @sizes() -> tensor<?xi32> {
  %a = "tosa.const"() <{values = dense<0> : tensor<2xi32>}> : () -> tensor<2xi32>
  %b = "tosa.const"() <{values = dense<0> : tensor<3xi32>}> : () -> tensor<3xi32>
  %x = tensor.cast %a : tensor<2xi32> to tensor<?xi32>
  %y = tensor.cast %b : tensor<3xi32> to tensor<?xi32>
  %r = tosa.add %x, %y : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>
  return %r : tensor<?xi32>
}

// CUSTOM: :[[@LINE+3]]:8: error: the custom operator 'square' of 'here' is known to its implementation alone
func.func @custom() -> tensor<1xi32> {
  %a = "tosa.const"() <{values = dense<1> : tensor<1xi32>}> : () -> tensor<1xi32>
  %r = tosa.custom %a {domain_name = "here", implementation_attrs = "", operator_name = "square"} : (tensor<1xi32>) -> (tensor<1xi32>)
  return %r : tensor<1xi32>
}
