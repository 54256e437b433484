// The least number is printed with its sign, and read back as printed.
// RUN: terrace-opt %s | terrace-opt | FileCheck %s
// RUN: terrace-opt %s --mlir-print-op-generic | terrace-opt | FileCheck %s

// CHECK: #map = affine_map<(d0) -> (d0 - -9223372036854775808)>
// CHECK-LABEL: func.func @loop_from_the_least_number
func.func @loop_from_the_least_number() {
  // CHECK: affine.for %{{.*}} = -9223372036854775808 to 10
  affine.for %i = -9223372036854775808 to 10 {
  }
  return
}

// CHECK-LABEL: func.func @in_an_expression
// CHECK-SAME: #map
func.func @in_an_expression() attributes {map = affine_map<(d0) -> (d0 + -9223372036854775808)>} {
  return
}
