// RUN: terrace-opt %s --ripple-select-instructions | FileCheck %s

// Selections of both bounds by a sum without wrapping are a sum that saturates.

// CHECK-LABEL: llvm.func @signed_sum(
// CHECK:         %[[R:.*]] = llvm.intr.sadd.sat(%arg0, %arg1)
// CHECK-NEXT:    llvm.return %[[R]]
llvm.func @signed_sum(%a: vector<8xi16>, %b: vector<8xi16>) -> vector<8xi16> {
  %most = llvm.mlir.constant(dense<32767> : vector<8xi32>) : vector<8xi32>
  %least = llvm.mlir.constant(dense<-32768> : vector<8xi32>) : vector<8xi32>
  %high = llvm.mlir.constant(dense<32767> : vector<8xi16>) : vector<8xi16>
  %low = llvm.mlir.constant(dense<-32768> : vector<8xi16>) : vector<8xi16>
  %x = llvm.sext %a : vector<8xi16> to vector<8xi32>
  %y = llvm.sext %b : vector<8xi16> to vector<8xi32>
  %s = llvm.add %x, %y : vector<8xi32>
  %above = llvm.icmp "sgt" %s, %most : vector<8xi32>
  %below = llvm.icmp "slt" %s, %least : vector<8xi32>
  %n = llvm.add %a, %b : vector<8xi16>
  %i = llvm.select %below, %low, %n : vector<8xi1>, vector<8xi16>
  %r = llvm.select %above, %high, %i : vector<8xi1>, vector<8xi16>
  llvm.return %r : vector<8xi16>
}

// CHECK-LABEL: llvm.func @unsigned_sum(
// CHECK:         %[[R:.*]] = llvm.intr.uadd.sat(%arg0, %arg1)
// CHECK-NEXT:    llvm.return %[[R]]
llvm.func @unsigned_sum(%a: vector<8xi8>, %b: vector<8xi8>) -> vector<8xi8> {
  %most = llvm.mlir.constant(dense<255> : vector<8xi32>) : vector<8xi32>
  %high = llvm.mlir.constant(dense<-1> : vector<8xi8>) : vector<8xi8>
  %x = llvm.zext %a : vector<8xi8> to vector<8xi32>
  %y = llvm.zext %b : vector<8xi8> to vector<8xi32>
  %s = llvm.add %x, %y : vector<8xi32>
  %above = llvm.icmp "sgt" %s, %most : vector<8xi32>
  %n = llvm.add %a, %b : vector<8xi8>
  %r = llvm.select %above, %high, %n : vector<8xi1>, vector<8xi8>
  llvm.return %r : vector<8xi8>
}

// One bound of two, another bound, and the sum of others.
// CHECK-LABEL: llvm.func @others(
// CHECK-NOT:     .sat
// CHECK:         llvm.return
llvm.func @others(%a: vector<8xi16>, %b: vector<8xi16>, %c: vector<8xi16>) -> vector<8xi16> {
  %most = llvm.mlir.constant(dense<32767> : vector<8xi32>) : vector<8xi32>
  %less = llvm.mlir.constant(dense<-32766> : vector<8xi32>) : vector<8xi32>
  %least = llvm.mlir.constant(dense<-32768> : vector<8xi32>) : vector<8xi32>
  %high = llvm.mlir.constant(dense<32767> : vector<8xi16>) : vector<8xi16>
  %low = llvm.mlir.constant(dense<-32768> : vector<8xi16>) : vector<8xi16>
  %x = llvm.sext %a : vector<8xi16> to vector<8xi32>
  %y = llvm.sext %b : vector<8xi16> to vector<8xi32>
  %z = llvm.sext %c : vector<8xi16> to vector<8xi32>
  %s = llvm.add %x, %y : vector<8xi32>
  %t = llvm.add %x, %z : vector<8xi32>
  %above = llvm.icmp "sgt" %s, %most : vector<8xi32>
  %below = llvm.icmp "slt" %s, %less : vector<8xi32>
  %under = llvm.icmp "slt" %t, %least : vector<8xi32>
  %n = llvm.add %a, %b : vector<8xi16>
  %one = llvm.select %above, %high, %n : vector<8xi1>, vector<8xi16>
  %i = llvm.select %below, %low, %n : vector<8xi1>, vector<8xi16>
  %two = llvm.select %above, %high, %i : vector<8xi1>, vector<8xi16>
  %j = llvm.select %under, %low, %n : vector<8xi1>, vector<8xi16>
  %three = llvm.select %above, %high, %j : vector<8xi1>, vector<8xi16>
  %u = llvm.xor %one, %two : vector<8xi16>
  %r = llvm.xor %u, %three : vector<8xi16>
  llvm.return %r : vector<8xi16>
}
