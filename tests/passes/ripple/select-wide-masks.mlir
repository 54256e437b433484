// RUN: terrace-opt %s --ripple-select-instructions | FileCheck %s

// Without registers for masks, a mask has as many bits for an element as what is compared. One of words that is compared as a
// number, and counted, stays one of words.

// CHECK-LABEL: llvm.func @masks_of_words(
// CHECK-NOT: xi8>
// CHECK: llvm.icmp "sgt" %{{.*}} : vector<16xi32>
// CHECK-NOT: xi8>
// CHECK: llvm.return
llvm.func @masks_of_words(%n: i64, %x: vector<16xi32>, %y: vector<16xi32>, %s: i32) -> i32 attributes {target_features = #llvm.target_features<["+avx2"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %none = llvm.mlir.constant(dense<0> : vector<16xi32>) : vector<16xi32>
  %poison = llvm.mlir.poison : vector<16xi32>
  %insert = llvm.insertelement %s, %poison[%zero : i64] : vector<16xi32>
  %limit = llvm.shufflevector %insert, %poison [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] : vector<16xi32>
  llvm.br ^loop(%zero, %none : i64, vector<16xi32>)
^loop(%k: i64, %sum: vector<16xi32>):
  %is = llvm.icmp "slt" %x, %y : vector<16xi32>
  %number = llvm.zext %is : vector<16xi1> to vector<16xi32>
  %more = llvm.icmp "sgt" %number, %limit : vector<16xi32>
  %term = llvm.zext %more : vector<16xi1> to vector<16xi32>
  %next = llvm.add %sum, %term : vector<16xi32>
  %k1 = llvm.add %k, %one : i64
  %goes = llvm.icmp "ult" %k1, %n : i64
  llvm.cond_br %goes, ^loop(%k1, %next : i64, vector<16xi32>), ^exit
^exit:
  %total = "llvm.intr.vector.reduce.add"(%next) : (vector<16xi32>) -> i32
  llvm.return %total : i32
}

// One of bytes is compared in bytes, and counted in bytes.

// CHECK-LABEL: llvm.func @masks_of_bytes(
// CHECK: llvm.icmp "sgt" %{{.*}} : vector<64xi8>
// CHECK: llvm.sext %{{.*}} : vector<64xi1> to vector<64xi8>
llvm.func @masks_of_bytes(%n: i64, %x: vector<64xi8>, %y: vector<64xi8>, %s: i32) -> i32 attributes {target_features = #llvm.target_features<["+avx2"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %none = llvm.mlir.constant(dense<0> : vector<64xi32>) : vector<64xi32>
  %poison = llvm.mlir.poison : vector<64xi32>
  %insert = llvm.insertelement %s, %poison[%zero : i64] : vector<64xi32>
  %limit = llvm.shufflevector %insert, %poison [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] : vector<64xi32>
  llvm.br ^loop(%zero, %none : i64, vector<64xi32>)
^loop(%k: i64, %sum: vector<64xi32>):
  %is = llvm.icmp "slt" %x, %y : vector<64xi8>
  %number = llvm.zext %is : vector<64xi1> to vector<64xi32>
  %more = llvm.icmp "sgt" %number, %limit : vector<64xi32>
  %term = llvm.zext %more : vector<64xi1> to vector<64xi32>
  %next = llvm.add %sum, %term : vector<64xi32>
  %k1 = llvm.add %k, %one : i64
  %goes = llvm.icmp "ult" %k1, %n : i64
  llvm.cond_br %goes, ^loop(%k1, %next : i64, vector<64xi32>), ^exit
^exit:
  %total = "llvm.intr.vector.reduce.add"(%next) : (vector<64xi32>) -> i32
  llvm.return %total : i32
}
