// RUN: terrace run %s --entry=constant | FileCheck %s --check-prefix=CONSTANT
// RUN: terrace run %s --entry=global | FileCheck %s --check-prefix=GLOBAL
// RUN: terrace run %s --entry=tosa | FileCheck %s --check-prefix=TOSA
// RUN: not terrace run %s --entry=absent 2>&1 | FileCheck %s --check-prefix=ABSENT
// RUN: not terrace run %s --entry=size 2>&1 | FileCheck %s --check-prefix=SIZE
// RUN: not terrace run %s --entry=bits 2>&1 | FileCheck %s --check-prefix=BITS

// Constants whose elements are a blob of the file.

memref.global "private" constant @numbers : memref<4xi16> = dense_resource<halves>

// CONSTANT: [1.000000e+00, -2.000000e+00, 5.000000e-01] : tensor<3xf32>
func.func @constant() -> tensor<3xf32> {
  %c = arith.constant dense_resource<floats> : tensor<3xf32>
  return %c : tensor<3xf32>
}

// GLOBAL: -2 : i16
func.func @global() -> i16 {
  %m = memref.get_global @numbers : memref<4xi16>
  %i = arith.constant 2 : index
  %v = memref.load %m[%i] : memref<4xi16>
  return %v : i16
}

// TOSA: [1, 2, -2, 3] : tensor<4xi16>
func.func @tosa() -> tensor<4xi16> {
  %c = "tosa.const"() <{values = dense_resource<halves> : tensor<4xi16>}> : () -> tensor<4xi16>
  return %c : tensor<4xi16>
}

// ABSENT: :[[#@LINE+2]]:8: error: the resource 'nothing' has no data
func.func @absent() -> tensor<3xf32> {
  %c = arith.constant dense_resource<nothing> : tensor<3xf32>
  return %c : tensor<3xf32>
}

// SIZE: :[[#@LINE+2]]:8: error: the resource 'floats' has 12 bytes, and its type 16
func.func @size() -> tensor<4xf32> {
  %c = arith.constant dense_resource<floats> : tensor<4xf32>
  return %c : tensor<4xf32>
}

// BITS: :[[#@LINE+2]]:8: error: a resource of elements of this type is not supported by the interpreter
func.func @bits() -> tensor<96xi1> {
  %c = arith.constant dense_resource<floats> : tensor<96xi1>
  return %c : tensor<96xi1>
}

{-#
  dialect_resources: {
    builtin: {
      floats: "0x040000000000803F000000C00000003F",
      halves: "0x0200000001000200FEFF0300"
    }
  }
#-}
