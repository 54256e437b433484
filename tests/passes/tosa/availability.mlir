// The profiles and extensions that have ops, inner ones first, as mlir-opt prints them.
// RUN: terrace-test-opt %s --test-tosa-op-availability | FileCheck %s

// CHECK-LABEL: main
// CHECK-NEXT: tosa.add profiles: [ {{\[}}pro_int, pro_fp] ]
// CHECK-NEXT: tosa.add extensions: [ {{\[}}bf16, int64] ]
// CHECK-NEXT: tosa.const profiles: [ {{\[}}pro_int, pro_fp] ]
// CHECK-NEXT: tosa.const extensions: [ {{\[}}int4, int16, fp8e4m3, fp8e5m2, bf16, mxfp, int64] ]
// CHECK-NEXT: tosa.clz profiles: [ {{\[}}pro_int] ]
// CHECK-NEXT: tosa.clz extensions: [ {{\[}}int64] ]
// CHECK-NEXT: tosa.const_shape profiles: [ {{\[}}pro_int, pro_fp] ]
// CHECK-NEXT: tosa.const_shape extensions: [ ]
// CHECK-NEXT: tosa.argmax profiles: [ {{\[}}pro_int, pro_fp] ]
// CHECK-NEXT: tosa.argmax extensions: [ {{\[}}int16, fp8e4m3, fp8e5m2, bf16, int64] ]
// CHECK-NEXT: tosa.add_shape profiles: [ {{\[}}pro_int, pro_fp] ]
// CHECK-NEXT: tosa.add_shape extensions: [ {{\[}}shape] ]
// CHECK-NEXT: tosa.yield profiles: [ ]
// CHECK-NEXT: tosa.yield extensions: [ ]
// CHECK-NEXT: tosa.yield profiles: [ ]
// CHECK-NEXT: tosa.yield extensions: [ ]
// CHECK-NEXT: tosa.cond_if profiles: [ ]
// CHECK-NEXT: tosa.cond_if extensions: [ {{\[}}controlflow] ]
func.func @main(%a: tensor<2x3xf32>, %b: tensor<2x3xi8>, %c: tensor<1xi32>, %x: tensor<13x21x3xi8>, %t: tensor<i1>) {
  %0 = tosa.add %a, %a : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %1 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %2 = tosa.clz %c : (tensor<1xi32>) -> tensor<1xi32>
  %3 = tosa.const_shape {values = dense<1> : tensor<1xindex>} : () -> !tosa.shape<1>
  %4 = tosa.argmax %x {axis = 1 : i32} : (tensor<13x21x3xi8>) -> tensor<13x3xi32>
  %5 = tosa.add_shape %3, %3 : (!tosa.shape<1>, !tosa.shape<1>) -> !tosa.shape<1>
  %6 = tosa.cond_if %t : tensor<i1> -> tensor<1xi32> { tosa.yield %2 : tensor<1xi32> } else { tosa.yield %c : tensor<1xi32> }
  return
}
