// RUN: terrace-opt %s --ripple-select-instructions | FileCheck %s

// A number less than eight in all elements: bytes are shifted by it as bytes.
// CHECK-LABEL: llvm.func @shifted(
// CHECK: %[[BY:.*]] = llvm.and
// CHECK: %[[BYTE:.*]] = llvm.trunc %[[BY]] : i32 to i8
// CHECK: %[[ONE:.*]] = llvm.insertelement %[[BYTE]]
// CHECK: %[[ALL:.*]] = llvm.shufflevector %[[ONE]]
// CHECK: %[[S:.*]] = llvm.lshr %arg0, %[[ALL]] : vector<32xi8>
// CHECK: llvm.return %[[S]]
llvm.func @shifted(%x: vector<32xi8>, %s: i32) -> vector<32xi8> attributes {target_features = #llvm.target_features<["+avx2"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %seven = llvm.mlir.constant(7 : i32) : i32
  %poison = llvm.mlir.poison : vector<32xi32>
  %by = llvm.and %s, %seven : i32
  %one = llvm.insertelement %by, %poison[%zero : i64] : vector<32xi32>
  %all = llvm.shufflevector %one, %poison [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] : vector<32xi32>
  %a = llvm.zext %x : vector<32xi8> to vector<32xi32>
  %r = llvm.ashr %a, %all : vector<32xi32>
  %n = llvm.trunc %r : vector<32xi32> to vector<32xi8>
  llvm.return %n : vector<32xi8>
}

// One that may be more than 16.
// CHECK-LABEL: llvm.func @further(
// CHECK: llvm.ashr {{.*}} : vector<32xi32>
llvm.func @further(%x: vector<32xi8>, %s: i32) -> vector<32xi8> attributes {target_features = #llvm.target_features<["+avx2"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %most = llvm.mlir.constant(31 : i32) : i32
  %poison = llvm.mlir.poison : vector<32xi32>
  %by = llvm.and %s, %most : i32
  %one = llvm.insertelement %by, %poison[%zero : i64] : vector<32xi32>
  %all = llvm.shufflevector %one, %poison [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] : vector<32xi32>
  %a = llvm.zext %x : vector<32xi8> to vector<32xi32>
  %r = llvm.ashr %a, %all : vector<32xi32>
  %n = llvm.trunc %r : vector<32xi32> to vector<32xi8>
  llvm.return %n : vector<32xi8>
}

// A sum with a scalar of 16 bits that saturates.
// CHECK-LABEL: llvm.func @sum(
// CHECK: %[[R:.*]] = llvm.intr.sadd.sat(%arg0, %{{.*}})
// CHECK: llvm.return %[[R]]
llvm.func @sum(%a: vector<8xi16>, %s: i16) -> vector<8xi16> attributes {target_features = #llvm.target_features<["+sse2"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %most = llvm.mlir.constant(dense<32767> : vector<8xi32>) : vector<8xi32>
  %least = llvm.mlir.constant(dense<-32768> : vector<8xi32>) : vector<8xi32>
  %high = llvm.mlir.constant(dense<32767> : vector<8xi16>) : vector<8xi16>
  %low = llvm.mlir.constant(dense<-32768> : vector<8xi16>) : vector<8xi16>
  %wide = llvm.sext %s : i16 to i32
  %poison = llvm.mlir.poison : vector<8xi32>
  %one = llvm.insertelement %wide, %poison[%zero : i64] : vector<8xi32>
  %all = llvm.shufflevector %one, %poison [0, 0, 0, 0, 0, 0, 0, 0] : vector<8xi32>
  %short = llvm.trunc %wide : i32 to i16
  %other = llvm.mlir.poison : vector<8xi16>
  %first = llvm.insertelement %short, %other[%zero : i64] : vector<8xi16>
  %same = llvm.shufflevector %first, %other [0, 0, 0, 0, 0, 0, 0, 0] : vector<8xi16>
  %x = llvm.sext %a : vector<8xi16> to vector<8xi32>
  %t = llvm.add %x, %all : vector<8xi32>
  %above = llvm.icmp "sgt" %t, %most : vector<8xi32>
  %below = llvm.icmp "slt" %t, %least : vector<8xi32>
  %n = llvm.add %a, %same : vector<8xi16>
  %i = llvm.select %below, %low, %n : vector<8xi1>, vector<8xi16>
  %r = llvm.select %above, %high, %i : vector<8xi1>, vector<8xi16>
  llvm.return %r : vector<8xi16>
}

// The low bits of a scalar are another number.
// CHECK-LABEL: llvm.func @low_bits(
// CHECK-NOT: sadd.sat
// CHECK: llvm.return
llvm.func @low_bits(%a: vector<8xi16>, %wide: i32) -> vector<8xi16> attributes {target_features = #llvm.target_features<["+sse2"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %most = llvm.mlir.constant(dense<32767> : vector<8xi32>) : vector<8xi32>
  %least = llvm.mlir.constant(dense<-32768> : vector<8xi32>) : vector<8xi32>
  %high = llvm.mlir.constant(dense<32767> : vector<8xi16>) : vector<8xi16>
  %low = llvm.mlir.constant(dense<-32768> : vector<8xi16>) : vector<8xi16>
  %poison = llvm.mlir.poison : vector<8xi32>
  %one = llvm.insertelement %wide, %poison[%zero : i64] : vector<8xi32>
  %all = llvm.shufflevector %one, %poison [0, 0, 0, 0, 0, 0, 0, 0] : vector<8xi32>
  %short = llvm.trunc %wide : i32 to i16
  %other = llvm.mlir.poison : vector<8xi16>
  %first = llvm.insertelement %short, %other[%zero : i64] : vector<8xi16>
  %same = llvm.shufflevector %first, %other [0, 0, 0, 0, 0, 0, 0, 0] : vector<8xi16>
  %x = llvm.sext %a : vector<8xi16> to vector<8xi32>
  %t = llvm.add %x, %all : vector<8xi32>
  %above = llvm.icmp "sgt" %t, %most : vector<8xi32>
  %below = llvm.icmp "slt" %t, %least : vector<8xi32>
  %n = llvm.add %a, %same : vector<8xi16>
  %i = llvm.select %below, %low, %n : vector<8xi1>, vector<8xi16>
  %r = llvm.select %above, %high, %i : vector<8xi1>, vector<8xi16>
  llvm.return %r : vector<8xi16>
}

// A scalar that is narrowed step by step.
// CHECK-LABEL: llvm.func @narrowed_twice(
// CHECK: %[[R:.*]] = llvm.intr.sadd.sat(%arg0, %{{.*}})
// CHECK: llvm.return %[[R]]
llvm.func @narrowed_twice(%a: vector<8xi8>, %s: i8) -> vector<8xi8> attributes {target_features = #llvm.target_features<["+sse2"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %most = llvm.mlir.constant(dense<127> : vector<8xi16>) : vector<8xi16>
  %least = llvm.mlir.constant(dense<-128> : vector<8xi16>) : vector<8xi16>
  %high = llvm.mlir.constant(dense<127> : vector<8xi8>) : vector<8xi8>
  %low = llvm.mlir.constant(dense<-128> : vector<8xi8>) : vector<8xi8>
  %wide = llvm.sext %s : i8 to i32
  %half = llvm.trunc %wide : i32 to i16
  %poison = llvm.mlir.poison : vector<8xi16>
  %one = llvm.insertelement %half, %poison[%zero : i64] : vector<8xi16>
  %all = llvm.shufflevector %one, %poison [0, 0, 0, 0, 0, 0, 0, 0] : vector<8xi16>
  %byte = llvm.trunc %half : i16 to i8
  %other = llvm.mlir.poison : vector<8xi8>
  %first = llvm.insertelement %byte, %other[%zero : i64] : vector<8xi8>
  %same = llvm.shufflevector %first, %other [0, 0, 0, 0, 0, 0, 0, 0] : vector<8xi8>
  %x = llvm.sext %a : vector<8xi8> to vector<8xi16>
  %t = llvm.add %x, %all : vector<8xi16>
  %above = llvm.icmp "sgt" %t, %most : vector<8xi16>
  %below = llvm.icmp "slt" %t, %least : vector<8xi16>
  %n = llvm.add %a, %same : vector<8xi8>
  %i = llvm.select %below, %low, %n : vector<8xi1>, vector<8xi8>
  %r = llvm.select %above, %high, %i : vector<8xi1>, vector<8xi8>
  llvm.return %r : vector<8xi8>
}
