// RUN: terrace-opt %s | FileCheck %s
// RUN: terrace-opt %s --mlir-print-op-generic | terrace-opt | FileCheck %s
// RUN: terrace-opt %s --verify-roundtrip | FileCheck %s

// CHECK:      #extern = #ml_program.extern : tensor<4xi32>
// CHECK:      module @a {
// CHECK-NEXT: ml_program.global nested mutable @b : tensor<?xi32>
// CHECK-NEXT: }
// CHECK-NEXT: ml_program.global public mutable @variable(dense<4> : tensor<4xi32>) : tensor<4xi32>
// CHECK-NEXT: ml_program.global private @constant(#extern) : tensor<?xi32> {note = 1 : i32}
// CHECK-NEXT: ml_program.func private @declared(i32 {a.b}) -> (i32 {a.c})
// CHECK-NEXT: ml_program.func @defined(%arg0: i32, %arg1: tensor<4xi32>) -> (i32, tensor<?xi32>) {
// CHECK-NEXT: ml_program.global_store @variable = %arg1 : tensor<4xi32>
// CHECK-NEXT: %variable = ml_program.global_load @variable : tensor<4xi32>
// CHECK-NEXT: %constant = ml_program.global_load_const @constant : tensor<?xi32>
// CHECK-NEXT: %b = ml_program.global_load @a::@b : tensor<?xi32>
// CHECK-NEXT: ml_program.return %arg0, %constant : i32, tensor<?xi32>
// CHECK-NEXT: }
// CHECK-NEXT: ml_program.subgraph private @declared_graph(i32)
// CHECK-NEXT: ml_program.subgraph @graph(%arg0: tensor<4xi32>) -> (tensor<4xi32>, !ml_program.token) attributes {d.e} {
// CHECK-NEXT: %0 = ml_program.global_store_graph @variable = %result ordering(%produceToken, %1 -> !ml_program.token) : tensor<4xi32>
// CHECK-NEXT: %result, %produceToken = ml_program.global_load_graph @variable ordering(() -> !ml_program.token) : tensor<4xi32>
// CHECK-NEXT: %1 = ml_program.token
// CHECK-NEXT: ml_program.output %result, %0 : tensor<4xi32>, !ml_program.token
// CHECK-NEXT: }

module @a {
  ml_program.global nested mutable @b : tensor<?xi32>
}
ml_program.global public mutable @variable(dense<4> : tensor<4xi32>) : tensor<4xi32>
ml_program.global private @constant(#ml_program.extern : tensor<4xi32>) : tensor<?xi32> {note = 1 : i32}
ml_program.func private @declared(i32 {a.b}) -> (i32 {a.c})
ml_program.func @defined(%x: i32, %v: tensor<4xi32>) -> (i32, tensor<?xi32>) {
  ml_program.global_store @variable = %v : tensor<4xi32>
  %0 = ml_program.global_load @variable : tensor<4xi32>
  %1 = ml_program.global_load_const @constant : tensor<?xi32>
  %2 = ml_program.global_load @a::@b : tensor<?xi32>
  ml_program.return %x, %1 : i32, tensor<?xi32>
}
ml_program.subgraph private @declared_graph(i32)
ml_program.subgraph @graph(%v: tensor<4xi32>) -> (tensor<4xi32>, !ml_program.token) attributes {d.e} {
  %1 = ml_program.global_store_graph @variable = %0 ordering(%t, %s -> !ml_program.token) : tensor<4xi32>
  %0, %t = ml_program.global_load_graph @variable ordering(() -> !ml_program.token) : tensor<4xi32>
  %s = ml_program.token
  ml_program.output %0, %1 : tensor<4xi32>, !ml_program.token
}
