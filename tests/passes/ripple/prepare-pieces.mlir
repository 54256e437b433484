// RUN: terrace-opt %s --ripple-prepare | FileCheck %s

// Calling conventions have small structures as integers, which are put together of members and taken apart.

// A number that covers two members has one in its lower bits and the other one above.

// CHECK-LABEL: llvm.func @joined(
// CHECK-SAME: %[[X:.*]]: i32, %[[Y:.*]]: i32, %[[P:.*]]: !llvm.ptr) {
// CHECK-NOT: llvm.alloca
// CHECK: %[[FX:.*]] = llvm.freeze %[[X]] : i32
// CHECK-NEXT: %[[LOW:.*]] = llvm.zext %[[FX]] : i32 to i64
// CHECK-NEXT: %[[FY:.*]] = llvm.freeze %[[Y]] : i32
// CHECK-NEXT: %[[WIDE:.*]] = llvm.zext %[[FY]] : i32 to i64
// CHECK-NEXT: %[[BITS:.*]] = llvm.mlir.constant(32 : i64) : i64
// CHECK-NEXT: %[[HIGH:.*]] = llvm.shl %[[WIDE]], %[[BITS]] : i64
// CHECK-NEXT: %[[BOTH:.*]] = llvm.or %[[LOW]], %[[HIGH]] : i64
// CHECK-NEXT: llvm.store %[[BOTH]], %[[P]] : i64, !llvm.ptr
llvm.func @joined(%x: i32, %y: i32, %p: !llvm.ptr) {
  %one = llvm.mlir.constant(1 : i32) : i32
  %zero = llvm.mlir.constant(0 : i64) : i64
  %eight = llvm.mlir.constant(8 : i64) : i64
  %block = ripple.setshape %zero[%eight : i64] : i64 -> !llvm.ptr
  %s = llvm.alloca %one x !llvm.struct<(i32, i32)> : (i32) -> !llvm.ptr
  %s1 = llvm.getelementptr %s[0, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(i32, i32)>
  llvm.store %x, %s : i32, !llvm.ptr
  llvm.store %y, %s1 : i32, !llvm.ptr
  %both = llvm.load %s : !llvm.ptr -> i64
  llvm.store %both, %p : i64, !llvm.ptr
  llvm.return
}

// Floating-point numbers and pointers are joined by their bits.

// CHECK-LABEL: llvm.func @joined_of_others(
// CHECK-SAME: %[[X:.*]]: f32, %[[Y:.*]]: !llvm.ptr, %[[P:.*]]: !llvm.ptr) {
// CHECK-NOT: llvm.alloca
// CHECK: %[[INTEGER:.*]] = llvm.bitcast %[[X]] : f32 to i32
// CHECK-NEXT: %[[FX:.*]] = llvm.freeze %[[INTEGER]] : i32
// CHECK-NEXT: llvm.zext %[[FX]] : i32 to i128
// CHECK: %[[NUMBER:.*]] = llvm.ptrtoint %[[Y]] : !llvm.ptr to i64
// CHECK-NEXT: %[[FY:.*]] = llvm.freeze %[[NUMBER]] : i64
// CHECK-NEXT: %[[WIDE:.*]] = llvm.zext %[[FY]] : i64 to i128
// CHECK-NEXT: %[[BITS:.*]] = llvm.mlir.constant(64 : i128) : i128
// CHECK-NEXT: llvm.shl %[[WIDE]], %[[BITS]] : i128
llvm.func @joined_of_others(%x: f32, %y: !llvm.ptr, %p: !llvm.ptr) {
  %one = llvm.mlir.constant(1 : i32) : i32
  %zero = llvm.mlir.constant(0 : i64) : i64
  %eight = llvm.mlir.constant(8 : i64) : i64
  %block = ripple.setshape %zero[%eight : i64] : i64 -> !llvm.ptr
  %s = llvm.alloca %one x !llvm.struct<(f32, ptr)> : (i32) -> !llvm.ptr
  %s1 = llvm.getelementptr %s[0, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(f32, ptr)>
  llvm.store %x, %s : f32, !llvm.ptr
  llvm.store %y, %s1 : !llvm.ptr, !llvm.ptr
  %both = llvm.load %s : !llvm.ptr -> i128
  llvm.store %both, %p : i128, !llvm.ptr
  llvm.return
}

// A number of another kind that covers members is one of their bits.

// CHECK-LABEL: llvm.func @joined_as_double(
// CHECK: %[[BOTH:.*]] = llvm.or %{{.*}}, %{{.*}} : i64
// CHECK-NEXT: %[[DOUBLE:.*]] = llvm.bitcast %[[BOTH]] : i64 to f64
// CHECK-NEXT: llvm.store %[[DOUBLE]], %{{.*}} : f64, !llvm.ptr
llvm.func @joined_as_double(%x: i32, %y: i32, %p: !llvm.ptr) {
  %one = llvm.mlir.constant(1 : i32) : i32
  %zero = llvm.mlir.constant(0 : i64) : i64
  %eight = llvm.mlir.constant(8 : i64) : i64
  %block = ripple.setshape %zero[%eight : i64] : i64 -> !llvm.ptr
  %s = llvm.alloca %one x !llvm.struct<(i32, i32)> : (i32) -> !llvm.ptr
  %s1 = llvm.getelementptr %s[0, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(i32, i32)>
  llvm.store %x, %s : i32, !llvm.ptr
  llvm.store %y, %s1 : i32, !llvm.ptr
  %both = llvm.load %s : !llvm.ptr -> f64
  llvm.store %both, %p : f64, !llvm.ptr
  llvm.return
}

// Members are taken out of a number: its lower bits, and those above.

// CHECK-LABEL: llvm.func @taken(
// CHECK-SAME: %[[BOTH:.*]]: i64, %[[P:.*]]: !llvm.ptr) {
// CHECK-NOT: llvm.alloca
// CHECK: %[[X:.*]] = llvm.trunc %[[BOTH]] : i64 to i32
// CHECK: %[[BITS:.*]] = llvm.mlir.constant(32 : i64) : i64
// CHECK-NEXT: %[[HIGH:.*]] = llvm.lshr %[[BOTH]], %[[BITS]] : i64
// CHECK-NEXT: %[[LOW:.*]] = llvm.trunc %[[HIGH]] : i64 to i32
// CHECK-NEXT: %[[Y:.*]] = llvm.bitcast %[[LOW]] : i32 to f32
// CHECK-NEXT: llvm.store %[[X]], %[[P]] : i32, !llvm.ptr
// CHECK-NEXT: llvm.store %[[Y]], %[[P]] : f32, !llvm.ptr
llvm.func @taken(%both: i64, %p: !llvm.ptr) {
  %one = llvm.mlir.constant(1 : i32) : i32
  %zero = llvm.mlir.constant(0 : i64) : i64
  %eight = llvm.mlir.constant(8 : i64) : i64
  %block = ripple.setshape %zero[%eight : i64] : i64 -> !llvm.ptr
  %s = llvm.alloca %one x !llvm.struct<(i32, f32)> : (i32) -> !llvm.ptr
  %s1 = llvm.getelementptr %s[0, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(i32, f32)>
  llvm.store %both, %s : i64, !llvm.ptr
  %x = llvm.load %s : !llvm.ptr -> i32
  %y = llvm.load %s1 : !llvm.ptr -> f32
  llvm.store %x, %p : i32, !llvm.ptr
  llvm.store %y, %p : f32, !llvm.ptr
  llvm.return
}

// A pointer is taken out as such.

// CHECK-LABEL: llvm.func @pointer_taken(
// CHECK-SAME: %[[BOTH:.*]]: i128, %[[P:.*]]: !llvm.ptr) {
// CHECK: %[[BITS:.*]] = llvm.mlir.constant(64 : i128) : i128
// CHECK-NEXT: %[[HIGH:.*]] = llvm.lshr %[[BOTH]], %[[BITS]] : i128
// CHECK-NEXT: %[[LOW:.*]] = llvm.trunc %[[HIGH]] : i128 to i64
// CHECK-NEXT: %[[Y:.*]] = llvm.inttoptr %[[LOW]] : i64 to !llvm.ptr
// CHECK: llvm.store %[[Y]], %[[P]] : !llvm.ptr, !llvm.ptr
llvm.func @pointer_taken(%both: i128, %p: !llvm.ptr) {
  %one = llvm.mlir.constant(1 : i32) : i32
  %zero = llvm.mlir.constant(0 : i64) : i64
  %eight = llvm.mlir.constant(8 : i64) : i64
  %block = ripple.setshape %zero[%eight : i64] : i64 -> !llvm.ptr
  %s = llvm.alloca %one x !llvm.struct<(i64, ptr)> : (i32) -> !llvm.ptr
  %s1 = llvm.getelementptr %s[0, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(i64, ptr)>
  llvm.store %both, %s : i128, !llvm.ptr
  %x = llvm.load %s : !llvm.ptr -> i64
  %y = llvm.load %s1 : !llvm.ptr -> !llvm.ptr
  llvm.store %x, %p : i64, !llvm.ptr
  llvm.store %y, %p : !llvm.ptr, !llvm.ptr
  llvm.return
}

// Members that are put together and taken apart are what they were: nothing of the number is left.

// CHECK-LABEL: llvm.func @passed(
// CHECK-SAME: %[[X:.*]]: f32, %[[Y:.*]]: i32, %[[P:.*]]: !llvm.ptr) {
// CHECK-NOT: llvm.alloca
// CHECK-NOT: llvm.or
// CHECK-NOT: llvm.freeze
// CHECK: llvm.store %[[X]], %[[P]] : f32, !llvm.ptr
// CHECK-NEXT: llvm.store %[[Y]], %[[P]] : i32, !llvm.ptr
llvm.func @passed(%x: f32, %y: i32, %p: !llvm.ptr) {
  %one = llvm.mlir.constant(1 : i32) : i32
  %zero = llvm.mlir.constant(0 : i64) : i64
  %eight = llvm.mlir.constant(8 : i64) : i64
  %block = ripple.setshape %zero[%eight : i64] : i64 -> !llvm.ptr
  %s = llvm.alloca %one x !llvm.struct<(f32, i32)> : (i32) -> !llvm.ptr
  %s1 = llvm.getelementptr %s[0, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(f32, i32)>
  llvm.store %x, %s : f32, !llvm.ptr
  llvm.store %y, %s1 : i32, !llvm.ptr
  %both = llvm.load %s : !llvm.ptr -> i64
  %t = llvm.alloca %one x !llvm.struct<(f32, i32)> : (i32) -> !llvm.ptr
  %t1 = llvm.getelementptr %t[0, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(f32, i32)>
  llvm.store %both, %t : i64, !llvm.ptr
  %x1 = llvm.load %t : !llvm.ptr -> f32
  %y1 = llvm.load %t1 : !llvm.ptr -> i32
  llvm.store %x1, %p : f32, !llvm.ptr
  llvm.store %y1, %p : i32, !llvm.ptr
  llvm.return
}

// So are pointers.

// CHECK-LABEL: llvm.func @pointer_passed(
// CHECK-SAME: %[[X:.*]]: !llvm.ptr, %[[Y:.*]]: i64, %[[P:.*]]: !llvm.ptr) {
// CHECK-NOT: llvm.alloca
// CHECK-NOT: llvm.ptrtoint
// CHECK-NOT: llvm.inttoptr
// CHECK: llvm.store %[[X]], %[[P]] : !llvm.ptr, !llvm.ptr
// CHECK-NEXT: llvm.store %[[Y]], %[[P]] : i64, !llvm.ptr
llvm.func @pointer_passed(%x: !llvm.ptr, %y: i64, %p: !llvm.ptr) {
  %one = llvm.mlir.constant(1 : i32) : i32
  %zero = llvm.mlir.constant(0 : i64) : i64
  %eight = llvm.mlir.constant(8 : i64) : i64
  %block = ripple.setshape %zero[%eight : i64] : i64 -> !llvm.ptr
  %s = llvm.alloca %one x !llvm.struct<(ptr, i64)> : (i32) -> !llvm.ptr
  %s1 = llvm.getelementptr %s[0, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(ptr, i64)>
  llvm.store %x, %s : !llvm.ptr, !llvm.ptr
  llvm.store %y, %s1 : i64, !llvm.ptr
  %both = llvm.load %s : !llvm.ptr -> i128
  %t = llvm.alloca %one x !llvm.struct<(ptr, i64)> : (i32) -> !llvm.ptr
  %t1 = llvm.getelementptr %t[0, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(ptr, i64)>
  llvm.store %both, %t : i128, !llvm.ptr
  %x1 = llvm.load %t : !llvm.ptr -> !llvm.ptr
  %y1 = llvm.load %t1 : !llvm.ptr -> i64
  llvm.store %x1, %p : !llvm.ptr, !llvm.ptr
  llvm.store %y1, %p : i64, !llvm.ptr
  llvm.return
}

// A part of a member is a part of that alone.

// CHECK-LABEL: llvm.func @part(
// CHECK-SAME: %[[X:.*]]: i32, %[[Y:.*]]: i32) -> i8 {
// CHECK-NOT: llvm.or
// CHECK: %[[BITS:.*]] = llvm.mlir.constant(8 : i32) : i32
// CHECK-NEXT: %[[ABOVE:.*]] = llvm.lshr %[[Y]], %[[BITS]] : i32
// CHECK-NEXT: %[[PART:.*]] = llvm.trunc %[[ABOVE]] : i32 to i8
// CHECK-NEXT: llvm.return %[[PART]] : i8
llvm.func @part(%x: i32, %y: i32) -> i8 {
  %c32 = llvm.mlir.constant(32 : i64) : i64
  %c40 = llvm.mlir.constant(40 : i64) : i64
  %zero = llvm.mlir.constant(0 : i64) : i64
  %eight = llvm.mlir.constant(8 : i64) : i64
  %block = ripple.setshape %zero[%eight : i64] : i64 -> !llvm.ptr
  %low = llvm.zext %x : i32 to i64
  %wide = llvm.zext %y : i32 to i64
  %high = llvm.shl %wide, %c32 : i64
  %both = llvm.or %low, %high : i64
  %above = llvm.lshr %both, %c40 : i64
  %r = llvm.trunc %above : i64 to i8
  llvm.return %r : i8
}

// One that is in both stays what it was.

// CHECK-LABEL: llvm.func @across(
// CHECK: %[[BOTH:.*]] = llvm.or
// CHECK: %[[ABOVE:.*]] = llvm.lshr %[[BOTH]]
// CHECK-NEXT: %[[R:.*]] = llvm.trunc %[[ABOVE]] : i64 to i16
// CHECK-NEXT: llvm.return %[[R]] : i16
llvm.func @across(%x: i32, %y: i32) -> i16 {
  %c24 = llvm.mlir.constant(24 : i64) : i64
  %c32 = llvm.mlir.constant(32 : i64) : i64
  %zero = llvm.mlir.constant(0 : i64) : i64
  %eight = llvm.mlir.constant(8 : i64) : i64
  %block = ripple.setshape %zero[%eight : i64] : i64 -> !llvm.ptr
  %low = llvm.zext %x : i32 to i64
  %wide = llvm.zext %y : i32 to i64
  %high = llvm.shl %wide, %c32 : i64
  %both = llvm.or %low, %high : i64
  %above = llvm.lshr %both, %c24 : i64
  %r = llvm.trunc %above : i64 to i16
  llvm.return %r : i16
}

// Bits that both may have are of neither.

// CHECK-LABEL: llvm.func @overlapping(
// CHECK: %[[BOTH:.*]] = llvm.or
// CHECK-NEXT: %[[R:.*]] = llvm.trunc %[[BOTH]] : i64 to i32
// CHECK-NEXT: llvm.return %[[R]] : i32
llvm.func @overlapping(%x: i32, %y: i32) -> i32 {
  %c24 = llvm.mlir.constant(24 : i64) : i64
  %zero = llvm.mlir.constant(0 : i64) : i64
  %eight = llvm.mlir.constant(8 : i64) : i64
  %block = ripple.setshape %zero[%eight : i64] : i64 -> !llvm.ptr
  %low = llvm.zext %x : i32 to i64
  %wide = llvm.zext %y : i32 to i64
  %high = llvm.shl %wide, %c24 : i64
  %both = llvm.or %low, %high : i64
  %r = llvm.trunc %both : i64 to i32
  llvm.return %r : i32
}

// A number shifted by what is not known may be anywhere.

// CHECK-LABEL: llvm.func @shifted_anywhere(
// CHECK: %[[BOTH:.*]] = llvm.or
// CHECK-NEXT: %[[R:.*]] = llvm.trunc %[[BOTH]] : i64 to i32
// CHECK-NEXT: llvm.return %[[R]] : i32
llvm.func @shifted_anywhere(%x: i32, %y: i32, %n: i64) -> i32 {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %eight = llvm.mlir.constant(8 : i64) : i64
  %block = ripple.setshape %zero[%eight : i64] : i64 -> !llvm.ptr
  %low = llvm.zext %x : i32 to i64
  %wide = llvm.zext %y : i32 to i64
  %high = llvm.shl %wide, %n : i64
  %both = llvm.or %low, %high : i64
  %r = llvm.trunc %both : i64 to i32
  llvm.return %r : i32
}

// A number that extends its sign has bits above.

// CHECK-LABEL: llvm.func @with_sign(
// CHECK: %[[BOTH:.*]] = llvm.or
// CHECK: %[[ABOVE:.*]] = llvm.lshr %[[BOTH]]
// CHECK-NEXT: %[[R:.*]] = llvm.trunc %[[ABOVE]] : i64 to i32
// CHECK-NEXT: llvm.return %[[R]] : i32
llvm.func @with_sign(%x: i32, %y: i32) -> i32 {
  %c32 = llvm.mlir.constant(32 : i64) : i64
  %zero = llvm.mlir.constant(0 : i64) : i64
  %eight = llvm.mlir.constant(8 : i64) : i64
  %block = ripple.setshape %zero[%eight : i64] : i64 -> !llvm.ptr
  %low = llvm.sext %x : i32 to i64
  %wide = llvm.zext %y : i32 to i64
  %high = llvm.shl %wide, %c32 : i64
  %both = llvm.or %low, %high : i64
  %above = llvm.lshr %both, %c32 : i64
  %r = llvm.trunc %above : i64 to i32
  llvm.return %r : i32
}

// Bits above those of the number were shifted in.

// CHECK-LABEL: llvm.func @shifted_in(
// CHECK: %[[ABOVE:.*]] = llvm.lshr %{{.*}}, %{{.*}} : i64
// CHECK-NEXT: %[[R:.*]] = llvm.trunc %[[ABOVE]] : i64 to i32
// CHECK-NEXT: llvm.return %[[R]] : i32
llvm.func @shifted_in(%x: i32, %y: i32) -> i32 {
  %c32 = llvm.mlir.constant(32 : i64) : i64
  %c40 = llvm.mlir.constant(40 : i64) : i64
  %zero = llvm.mlir.constant(0 : i64) : i64
  %eight = llvm.mlir.constant(8 : i64) : i64
  %block = ripple.setshape %zero[%eight : i64] : i64 -> !llvm.ptr
  %low = llvm.zext %x : i32 to i64
  %wide = llvm.zext %y : i32 to i64
  %high = llvm.shl %wide, %c32 : i64
  %both = llvm.or %low, %high : i64
  %above = llvm.lshr %both, %c40 : i64
  %r = llvm.trunc %above : i64 to i32
  llvm.return %r : i32
}

// The lower bits of other numbers are none of this matter.

// CHECK-LABEL: llvm.func @plain(
// CHECK-SAME: %[[X:.*]]: i32) -> i8 {
// CHECK: %[[WIDE:.*]] = llvm.zext %[[X]] : i32 to i64
// CHECK-NEXT: %[[R:.*]] = llvm.trunc %[[WIDE]] : i64 to i8
// CHECK-NEXT: llvm.return %[[R]] : i8
llvm.func @plain(%x: i32) -> i8 {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %eight = llvm.mlir.constant(8 : i64) : i64
  %block = ripple.setshape %zero[%eight : i64] : i64 -> !llvm.ptr
  %wide = llvm.zext %x : i32 to i64
  %r = llvm.trunc %wide : i64 to i8
  llvm.return %r : i8
}

// A pointer that was a number in between is the pointer, unless the number lacks bits of it.

// CHECK-LABEL: llvm.func @pointer_as_number(
// CHECK-SAME: %[[P:.*]]: !llvm.ptr) -> !llvm.ptr {
// CHECK: llvm.return %[[P]] : !llvm.ptr
llvm.func @pointer_as_number(%p: !llvm.ptr) -> !llvm.ptr {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %eight = llvm.mlir.constant(8 : i64) : i64
  %block = ripple.setshape %zero[%eight : i64] : i64 -> !llvm.ptr
  %n = llvm.ptrtoint %p : !llvm.ptr to i64
  %q = llvm.inttoptr %n : i64 to !llvm.ptr
  llvm.return %q : !llvm.ptr
}

// CHECK-LABEL: llvm.func @pointer_as_less(
// CHECK: %[[N:.*]] = llvm.ptrtoint %{{.*}} : !llvm.ptr to i32
// CHECK-NEXT: %[[Q:.*]] = llvm.inttoptr %[[N]] : i32 to !llvm.ptr
// CHECK-NEXT: llvm.return %[[Q]] : !llvm.ptr
llvm.func @pointer_as_less(%p: !llvm.ptr) -> !llvm.ptr {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %eight = llvm.mlir.constant(8 : i64) : i64
  %block = ripple.setshape %zero[%eight : i64] : i64 -> !llvm.ptr
  %n = llvm.ptrtoint %p : !llvm.ptr to i32
  %q = llvm.inttoptr %n : i32 to !llvm.ptr
  llvm.return %q : !llvm.ptr
}

// A number that was another type in between is that number; as a third type it stays a conversion.

// CHECK-LABEL: llvm.func @number_as_another(
// CHECK-SAME: %[[X:.*]]: f32, %[[P:.*]]: !llvm.ptr) -> f32 {
// CHECK: %[[N:.*]] = llvm.bitcast %[[X]] : f32 to i32
// CHECK: %[[V:.*]] = llvm.bitcast %[[N]] : i32 to vector<2xf16>
// CHECK: llvm.store %[[V]], %[[P]]
// CHECK: llvm.return %[[X]] : f32
llvm.func @number_as_another(%x: f32, %p: !llvm.ptr) -> f32 {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %eight = llvm.mlir.constant(8 : i64) : i64
  %block = ripple.setshape %zero[%eight : i64] : i64 -> !llvm.ptr
  %n = llvm.bitcast %x : f32 to i32
  %y = llvm.bitcast %n : i32 to f32
  %v = llvm.bitcast %n : i32 to vector<2xf16>
  llvm.store %v, %p : vector<2xf16>, !llvm.ptr
  llvm.return %y : f32
}
