// Globals hold their values between functions; a graph is run in the order of its values and tokens.

// RUN: terrace run %s | FileCheck %s
// RUN: terrace run %s --entry=graph --arg="[7, 8]" | FileCheck %s --check-prefix=GRAPH
// RUN: not terrace run %s --entry=unwritten 2>&1 | FileCheck %s --check-prefix=UNWRITTEN
// RUN: not terrace run %s --entry=elsewhere 2>&1 | FileCheck %s --check-prefix=ELSEWHERE
// RUN: not terrace run %s --entry=resized --arg="[1, 2, 3]" 2>&1 | FileCheck %s --check-prefix=RESIZED

ml_program.global private @scale(dense<[2, 3]> : tensor<2xi32>) : tensor<2xi32>
ml_program.global private @pi(3.25 : f32) : f32
ml_program.global private mutable @counts(dense<1> : tensor<2xi32>) : tensor<2xi32>
ml_program.global private mutable @total(-5 : i64) : i64
ml_program.global private mutable @open(dense<[4, 5]> : tensor<2xi8>) : tensor<?xi8>
// UNWRITTEN: :[[@LINE+22]]:8: error: read of a global that was not written
// UNWRITTEN: :[[@LINE+1]]:1: note: declared here
ml_program.global private mutable @later : tensor<2xi32>
ml_program.global private @far(#ml_program.extern : tensor<2xi32>) : tensor<2xi32>

// CHECK: [2, 3] : tensor<2xi32>
// CHECK-NEXT: 3.25{{0*e?\+?0*}} : f32
// CHECK-NEXT: [3, 4] : tensor<2xi32>
// CHECK-NEXT: -3 : i64
// CHECK-NEXT: [4, 5] : tensor<?xi8>
func.func private @grow() {
  %scale = ml_program.global_load_const @scale : tensor<2xi32>
  %counts = ml_program.global_load @counts : tensor<2xi32>
  %sum = arith.addi %scale, %counts : tensor<2xi32>
  ml_program.global_store @counts = %sum : tensor<2xi32>
  %total = ml_program.global_load @total : i64
  %two = arith.constant 2 : i64
  %more = arith.addi %total, %two : i64
  ml_program.global_store @total = %more : i64
  return
}
func.func @unwritten() -> tensor<2xi32> {
  %0 = ml_program.global_load @later : tensor<2xi32>
  return %0 : tensor<2xi32>
}
// ELSEWHERE: :[[@LINE+2]]:8: error: a global that is defined elsewhere
func.func @elsewhere() -> tensor<2xi32> {
  %0 = ml_program.global_load_const @far : tensor<2xi32>
  return %0 : tensor<2xi32>
}
// RESIZED: :[[@LINE+2]]:3: error: a tensor of sizes [3] for a global of sizes [2]
func.func @resized(%value: tensor<?xi8>) {
  ml_program.global_store @open = %value : tensor<?xi8>
  return
}
func.func @main() -> (tensor<2xi32>, f32, tensor<2xi32>, i64, tensor<?xi8>) {
  %scale = ml_program.global_load_const @scale : tensor<2xi32>
  %pi = ml_program.global_load_const @pi : f32
  call @grow() : () -> ()
  %counts = ml_program.global_load @counts : tensor<2xi32>
  %total = ml_program.global_load @total : i64
  %open = ml_program.global_load @open : tensor<?xi8>
  return %scale, %pi, %counts, %total, %open : tensor<2xi32>, f32, tensor<2xi32>, i64, tensor<?xi8>
}

// GRAPH: [1, 1] : tensor<2xi32>
// GRAPH-NEXT: [7, 8] : tensor<2xi32>
ml_program.subgraph @graph(%new: tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>) {
  %after, %t2 = ml_program.global_load_graph @counts ordering(%t1 -> !ml_program.token) : tensor<2xi32>
  %t1 = ml_program.global_store_graph @counts = %new ordering(%t0, %start -> !ml_program.token) : tensor<2xi32>
  %before, %t0 = ml_program.global_load_graph @counts ordering(() -> !ml_program.token) : tensor<2xi32>
  %start = ml_program.token
  ml_program.output %before, %after : tensor<2xi32>, tensor<2xi32>
}
