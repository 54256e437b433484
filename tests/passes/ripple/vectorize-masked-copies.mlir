// RUN: terrace-opt %s --convert-llvm-to-ripple --ripple-vectorize | FileCheck %s

// Masked accesses of a target that has none.

// Active elements that follow each other are the first ones: they are copied at once, and the others read as zeros.
// CHECK-LABEL: llvm.func @row(
// CHECK: %[[COUNT:.*]] = llvm.intr.umin
// CHECK: %[[BYTES:.*]] = llvm.mul %[[COUNT]]
// CHECK: llvm.call @__ripple_copy_filled(%[[READ:.*]], %{{.*}}, %{{.*}}, %[[BYTES]])
// CHECK: %[[X:.*]] = llvm.load %[[READ]] {alignment = 64 : i64} : !llvm.ptr -> vector<16xi32>
// CHECK: llvm.store %[[X]], %[[WRITTEN:.*]] {alignment = 64 : i64}
// CHECK: "llvm.intr.memcpy"(%{{.*}}, %[[WRITTEN]], %[[BYTES]])
llvm.func @row(%p: !llvm.ptr, %q: !llvm.ptr, %n: i64) attributes {target_features = #llvm.target_features<["+sse2"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %size = llvm.mlir.constant(16 : i64) : i64
  %three = llvm.mlir.constant(3 : i64) : i64
  %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %size) : (i64, i64) -> !llvm.ptr
  %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
  %in = llvm.icmp "slt" %v, %n : i64
  llvm.cond_br %in, ^then, ^done
^then:
  %xa = llvm.getelementptr inbounds %p[%v] : (!llvm.ptr, i64) -> !llvm.ptr, i32
  %x = llvm.load %xa : !llvm.ptr -> i32
  %ta = llvm.getelementptr inbounds %q[%v] : (!llvm.ptr, i64) -> !llvm.ptr, i32
  llvm.store %x, %ta : i32, !llvm.ptr
  llvm.br ^done
^done:
  llvm.return
}

// So is what every few elements are picked from; what is written goes element by element.
// CHECK-LABEL: llvm.func @strided(
// CHECK: %[[COUNT:.*]] = llvm.intr.umin
// CHECK: %[[THREE:.*]] = llvm.mul %[[COUNT]]
// CHECK: %[[SPAN:.*]] = llvm.intr.usub.sat(%[[THREE]],
// CHECK: %[[BYTES:.*]] = llvm.mul %[[SPAN]]
// CHECK: llvm.call @__ripple_copy_filled(%[[READ:.*]], %{{.*}}, %{{.*}}, %[[BYTES]])
// CHECK: %[[ALL:.*]] = llvm.load %[[READ]] {alignment = 64 : i64} : !llvm.ptr -> vector<48xi16>
// CHECK: llvm.shufflevector %[[ALL]], %{{.*}} [0, 3, 6, 9, 12,
// CHECK: llvm.call @__ripple_scatter_2(%{{.*}}, %{{.*}}, %[[COUNT]])
llvm.func @strided(%p: !llvm.ptr, %q: !llvm.ptr, %n: i64) attributes {target_features = #llvm.target_features<["+sse2"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %size = llvm.mlir.constant(16 : i64) : i64
  %three = llvm.mlir.constant(3 : i64) : i64
  %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %size) : (i64, i64) -> !llvm.ptr
  %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
  %in = llvm.icmp "slt" %v, %n : i64
  llvm.cond_br %in, ^then, ^done
^then:
  %i = llvm.mul %v, %three overflow<nsw> : i64
  %xa = llvm.getelementptr inbounds %p[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i16
  %x = llvm.load %xa : !llvm.ptr -> i16
  %ta = llvm.getelementptr inbounds %q[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i16
  llvm.store %x, %ta : i16, !llvm.ptr
  llvm.br ^done
^done:
  llvm.return
}

// Addresses and elements pass through memory of the function.
// CHECK-LABEL: llvm.func @gathered(
// CHECK: %[[COUNT:.*]] = llvm.intr.umin
// CHECK: llvm.store %{{.*}}, %[[FROM:.*]] : vector<16x!llvm.ptr>
// CHECK: llvm.store %{{.*}}, %[[TO:.*]] {alignment = 64 : i64} : vector<16xi64>
// CHECK: llvm.call @__ripple_gather_8(%[[TO]], %[[FROM]], %[[COUNT]])
// CHECK: llvm.call @__ripple_scatter_8(
llvm.func @gathered(%p: !llvm.ptr, %q: !llvm.ptr, %n: i64) attributes {target_features = #llvm.target_features<["+sse2"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %size = llvm.mlir.constant(16 : i64) : i64
  %three = llvm.mlir.constant(3 : i64) : i64
  %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %size) : (i64, i64) -> !llvm.ptr
  %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
  %in = llvm.icmp "slt" %v, %n : i64
  llvm.cond_br %in, ^then, ^done
^then:
  %ja = llvm.getelementptr inbounds %p[%v] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  %j = llvm.load %ja : !llvm.ptr -> i64
  %xa = llvm.getelementptr inbounds %p[%j] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  %x = llvm.load %xa : !llvm.ptr -> i64
  %ta = llvm.getelementptr inbounds %q[%j] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  llvm.store %x, %ta : i64, !llvm.ptr
  llvm.br ^done
^done:
  llvm.return
}

// A few elements are copied in place.
// CHECK-LABEL: llvm.func @few(
// CHECK: llvm.store %{{.*}}, %[[READ:.*]] {alignment = 16 : i64} : vector<4xi32>
// CHECK: "llvm.intr.memcpy"(%[[READ]],
// CHECK: %[[X:.*]] = llvm.load %[[READ]]
// CHECK: llvm.store %[[X]], %[[WRITTEN:.*]] {alignment
// CHECK: "llvm.intr.memcpy"(%{{.*}}, %[[WRITTEN]]
llvm.func @few(%p: !llvm.ptr, %q: !llvm.ptr, %n: i64) attributes {target_features = #llvm.target_features<["+sse2"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %size = llvm.mlir.constant(4 : i64) : i64
  %three = llvm.mlir.constant(3 : i64) : i64
  %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %size) : (i64, i64) -> !llvm.ptr
  %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
  %in = llvm.icmp "slt" %v, %n : i64
  llvm.cond_br %in, ^then, ^done
^then:
  %xa = llvm.getelementptr inbounds %p[%v] : (!llvm.ptr, i64) -> !llvm.ptr, i32
  %x = llvm.load %xa : !llvm.ptr -> i32
  %ta = llvm.getelementptr inbounds %q[%v] : (!llvm.ptr, i64) -> !llvm.ptr, i32
  llvm.store %x, %ta : i32, !llvm.ptr
  llvm.br ^done
^done:
  llvm.return
}

// Bits of a mask are no elements of registers: they are shuffled at once.
// CHECK-LABEL: llvm.func @transposed_mask(
// CHECK: %[[ACTIVE:.*]] = llvm.icmp "ult" %{{.*}}, %{{.*}} : vector<16xi8>
// CHECK: %[[TURNED:.*]] = llvm.shufflevector %[[ACTIVE]], %{{.*}} [0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15] : vector<16xi1>
// CHECK: llvm.zext %[[TURNED]] : vector<16xi1> to vector<16xi8>
llvm.func @transposed_mask(%n: i64, %a: !llvm.ptr, %c: !llvm.ptr) attributes {target_features = #llvm.target_features<["+neon"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %four = llvm.mlir.constant(4 : i64) : i64
  %block = ripple.setshape %zero[%four, %four : i64, i64] : i64 -> !llvm.ptr
  %x = ripple.index(%block : !llvm.ptr) [%zero : i64] -> i64
  %y = ripple.index(%block : !llvm.ptr) [%one : i64] -> i64
  %line = llvm.mul %y, %four : i64
  %from = llvm.add %line, %x : i64
  %active = llvm.icmp "ult" %from, %n : i64
  llvm.cond_br %active, ^store, ^end
^store:
  %column = llvm.mul %x, %four : i64
  %to = llvm.add %column, %y : i64
  %pc = llvm.getelementptr %c[%to] : (!llvm.ptr, i64) -> !llvm.ptr, i32
  %v = llvm.trunc %from : i64 to i32
  llvm.store %v, %pc : i32, !llvm.ptr
  llvm.br ^end
^end:
  llvm.return
}

// The functions, once each.
// CHECK-LABEL: llvm.func internal @__ripple_copy_masked_4(
// CHECK-LABEL: llvm.func internal @__ripple_gather_8(
// CHECK: %[[ADDRESS:.*]] = llvm.load %{{.*}} : !llvm.ptr -> !llvm.ptr
// CHECK: %[[X:.*]] = llvm.load %[[ADDRESS]] {alignment = 1 : i64} : !llvm.ptr -> i64
// CHECK: llvm.store %[[X]]
// CHECK-LABEL: llvm.func internal @__ripple_scatter_2(
// CHECK-LABEL: llvm.func internal @__ripple_scatter_8(
// CHECK-LABEL: llvm.func internal @__ripple_copy_filled(
// CHECK: "llvm.intr.memset"
// CHECK: "llvm.intr.memcpy"
// CHECK-NOT: llvm.func
