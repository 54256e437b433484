// RUN: terrace-opt %s --convert-llvm-to-ripple --ripple-vectorize --split-input-file --verify-diagnostics

// The index function of a shuffle is evaluated at compile time: the error says what cannot be.

llvm.func internal @unsigned_quotient(%k: i64, %n: i64) -> i64 {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %r = llvm.udiv %n, %zero : i64
  llvm.return %r : i64
}

llvm.func @shuffle_by_unsigned_quotient() {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %four = llvm.mlir.constant(4 : i64) : i64
  %false = llvm.mlir.constant(false) : i1
  %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %four) : (i64, i64) -> !llvm.ptr
  %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
  %f = llvm.mlir.addressof @unsigned_quotient : !llvm.ptr
  // expected-error @below {{the index function 'unsigned_quotient' divides by zero; it must be computable from its arguments and constants [ripple-shuffle-fn]}}
  %0 = llvm.call_intrinsic "llvm.ripple.shuffle.i64"(%v, %v, %false, %f) : (i64, i64, i1, !llvm.ptr) -> i64
  llvm.return
}

// -----

llvm.func internal @signed_quotient(%k: i64, %n: i64) -> i64 {
  %r = llvm.sdiv %n, %k : i64
  llvm.return %r : i64
}

llvm.func @shuffle_by_signed_quotient() {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %four = llvm.mlir.constant(4 : i64) : i64
  %false = llvm.mlir.constant(false) : i1
  %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %four) : (i64, i64) -> !llvm.ptr
  %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
  %f = llvm.mlir.addressof @signed_quotient : !llvm.ptr
  // expected-error @below {{the index function 'signed_quotient' divides by zero; it must be computable from its arguments and constants [ripple-shuffle-fn]}}
  %0 = llvm.call_intrinsic "llvm.ripple.shuffle.i64"(%v, %v, %false, %f) : (i64, i64, i1, !llvm.ptr) -> i64
  llvm.return
}

// -----

llvm.func internal @unsigned_remainder(%k: i64, %n: i64) -> i64 {
  %r = llvm.urem %n, %k : i64
  llvm.return %r : i64
}

llvm.func @shuffle_by_unsigned_remainder() {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %four = llvm.mlir.constant(4 : i64) : i64
  %false = llvm.mlir.constant(false) : i1
  %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %four) : (i64, i64) -> !llvm.ptr
  %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
  %f = llvm.mlir.addressof @unsigned_remainder : !llvm.ptr
  // expected-error @below {{the index function 'unsigned_remainder' divides by zero; it must be computable from its arguments and constants [ripple-shuffle-fn]}}
  %0 = llvm.call_intrinsic "llvm.ripple.shuffle.i64"(%v, %v, %false, %f) : (i64, i64, i1, !llvm.ptr) -> i64
  llvm.return
}

// -----

llvm.func internal @signed_remainder(%k: i64, %n: i64) -> i64 {
  %r = llvm.srem %n, %k : i64
  llvm.return %r : i64
}

llvm.func @shuffle_by_signed_remainder() {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %four = llvm.mlir.constant(4 : i64) : i64
  %false = llvm.mlir.constant(false) : i1
  %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %four) : (i64, i64) -> !llvm.ptr
  %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
  %f = llvm.mlir.addressof @signed_remainder : !llvm.ptr
  // expected-error @below {{the index function 'signed_remainder' divides by zero; it must be computable from its arguments and constants [ripple-shuffle-fn]}}
  %0 = llvm.call_intrinsic "llvm.ripple.shuffle.i64"(%v, %v, %false, %f) : (i64, i64, i1, !llvm.ptr) -> i64
  llvm.return
}

// -----

llvm.func internal @by_shl(%k: i64, %n: i64) -> i64 {
  %by = llvm.mlir.constant(64 : i64) : i64
  %r = llvm.shl %n, %by : i64
  llvm.return %r : i64
}

llvm.func @shuffle_by_by_shl() {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %four = llvm.mlir.constant(4 : i64) : i64
  %false = llvm.mlir.constant(false) : i1
  %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %four) : (i64, i64) -> !llvm.ptr
  %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
  %f = llvm.mlir.addressof @by_shl : !llvm.ptr
  // expected-error @below {{the index function 'by_shl' shifts by the width or more; it must be computable from its arguments and constants [ripple-shuffle-fn]}}
  %0 = llvm.call_intrinsic "llvm.ripple.shuffle.i64"(%v, %v, %false, %f) : (i64, i64, i1, !llvm.ptr) -> i64
  llvm.return
}

// -----

llvm.func internal @by_lshr(%k: i64, %n: i64) -> i64 {
  %by = llvm.mlir.constant(64 : i64) : i64
  %r = llvm.lshr %n, %by : i64
  llvm.return %r : i64
}

llvm.func @shuffle_by_by_lshr() {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %four = llvm.mlir.constant(4 : i64) : i64
  %false = llvm.mlir.constant(false) : i1
  %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %four) : (i64, i64) -> !llvm.ptr
  %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
  %f = llvm.mlir.addressof @by_lshr : !llvm.ptr
  // expected-error @below {{the index function 'by_lshr' shifts by the width or more; it must be computable from its arguments and constants [ripple-shuffle-fn]}}
  %0 = llvm.call_intrinsic "llvm.ripple.shuffle.i64"(%v, %v, %false, %f) : (i64, i64, i1, !llvm.ptr) -> i64
  llvm.return
}

// -----

llvm.func internal @by_ashr(%k: i64, %n: i64) -> i64 {
  %by = llvm.mlir.constant(64 : i64) : i64
  %r = llvm.ashr %n, %by : i64
  llvm.return %r : i64
}

llvm.func @shuffle_by_by_ashr() {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %four = llvm.mlir.constant(4 : i64) : i64
  %false = llvm.mlir.constant(false) : i1
  %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %four) : (i64, i64) -> !llvm.ptr
  %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
  %f = llvm.mlir.addressof @by_ashr : !llvm.ptr
  // expected-error @below {{the index function 'by_ashr' shifts by the width or more; it must be computable from its arguments and constants [ripple-shuffle-fn]}}
  %0 = llvm.call_intrinsic "llvm.ripple.shuffle.i64"(%v, %v, %false, %f) : (i64, i64, i1, !llvm.ptr) -> i64
  llvm.return
}

// -----

llvm.func internal @deep(%k: i64, %n: i64) -> i64 {
  %r = llvm.call @deep(%k, %n) : (i64, i64) -> i64
  llvm.return %r : i64
}

llvm.func @shuffle_by_deep() {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %four = llvm.mlir.constant(4 : i64) : i64
  %false = llvm.mlir.constant(false) : i1
  %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %four) : (i64, i64) -> !llvm.ptr
  %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
  %f = llvm.mlir.addressof @deep : !llvm.ptr
  // expected-error @below {{the index function 'deep' calls itself too deeply; it must be computable from its arguments and constants [ripple-shuffle-fn]}}
  %0 = llvm.call_intrinsic "llvm.ripple.shuffle.i64"(%v, %v, %false, %f) : (i64, i64, i1, !llvm.ptr) -> i64
  llvm.return
}

// -----

llvm.func internal @endless(%k: i64, %n: i64) -> i64 {
  llvm.br ^again
^again:
  llvm.br ^again
}

llvm.func @shuffle_by_endless() {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %four = llvm.mlir.constant(4 : i64) : i64
  %false = llvm.mlir.constant(false) : i1
  %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %four) : (i64, i64) -> !llvm.ptr
  %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
  %f = llvm.mlir.addressof @endless : !llvm.ptr
  // expected-error @below {{the index function 'endless' does not return within 1000000 steps; it must be computable from its arguments and constants [ripple-shuffle-fn]}}
  %0 = llvm.call_intrinsic "llvm.ripple.shuffle.i64"(%v, %v, %false, %f) : (i64, i64, i1, !llvm.ptr) -> i64
  llvm.return
}

// -----

llvm.func internal @unreachable(%k: i64, %n: i64) -> i64 {
  llvm.unreachable
}

llvm.func @shuffle_by_unreachable() {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %four = llvm.mlir.constant(4 : i64) : i64
  %false = llvm.mlir.constant(false) : i1
  %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %four) : (i64, i64) -> !llvm.ptr
  %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
  %f = llvm.mlir.addressof @unreachable : !llvm.ptr
  // expected-error @below {{the index function 'unreachable' reaches a place that control cannot reach; it must be computable from its arguments and constants [ripple-shuffle-fn]}}
  %0 = llvm.call_intrinsic "llvm.ripple.shuffle.i64"(%v, %v, %false, %f) : (i64, i64, i1, !llvm.ptr) -> i64
  llvm.return
}

// -----

llvm.mlir.global internal @variable(3 : i64) : i64
llvm.func internal @of_variable(%k: i64, %n: i64) -> i64 {
  %t = llvm.mlir.addressof @variable : !llvm.ptr
  %r = llvm.load %t : !llvm.ptr -> i64
  llvm.return %r : i64
}

llvm.func @shuffle_by_of_variable() {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %four = llvm.mlir.constant(4 : i64) : i64
  %false = llvm.mlir.constant(false) : i1
  %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %four) : (i64, i64) -> !llvm.ptr
  %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
  %f = llvm.mlir.addressof @of_variable : !llvm.ptr
  // expected-error @below {{the index function 'of_variable' reads 'variable', which is not constant; it must be computable from its arguments and constants [ripple-shuffle-fn]}}
  %0 = llvm.call_intrinsic "llvm.ripple.shuffle.i64"(%v, %v, %false, %f) : (i64, i64, i1, !llvm.ptr) -> i64
  llvm.return
}

// -----

llvm.mlir.global internal constant @float(3.0 : f64) : f64
llvm.func internal @of_float(%k: i64, %n: i64) -> i64 {
  %t = llvm.mlir.addressof @float : !llvm.ptr
  %r = llvm.load %t : !llvm.ptr -> i64
  llvm.return %r : i64
}

llvm.func @shuffle_by_of_float() {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %four = llvm.mlir.constant(4 : i64) : i64
  %false = llvm.mlir.constant(false) : i1
  %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %four) : (i64, i64) -> !llvm.ptr
  %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
  %f = llvm.mlir.addressof @of_float : !llvm.ptr
  // expected-error @below {{the index function 'of_float' reads 'float', whose value is not a table of integers; it must be computable from its arguments and constants [ripple-shuffle-fn]}}
  %0 = llvm.call_intrinsic "llvm.ripple.shuffle.i64"(%v, %v, %false, %f) : (i64, i64, i1, !llvm.ptr) -> i64
  llvm.return
}

// -----

llvm.mlir.global internal constant @table(dense<[3, 2, 1, 0]> : tensor<4xi64>) : !llvm.array<4 x i64>
llvm.func internal @past_the_end(%k: i64, %n: i64) -> i64 {
  %t = llvm.mlir.addressof @table : !llvm.ptr
  %a = llvm.getelementptr %t[%n] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  %r = llvm.load %a : !llvm.ptr -> i64
  llvm.return %r : i64
}

llvm.func @shuffle_by_past_the_end() {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %four = llvm.mlir.constant(4 : i64) : i64
  %false = llvm.mlir.constant(false) : i1
  %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %four) : (i64, i64) -> !llvm.ptr
  %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
  %f = llvm.mlir.addressof @past_the_end : !llvm.ptr
  // expected-error @below {{the index function 'past_the_end' accesses memory out of bounds; it must be computable from its arguments and constants [ripple-shuffle-fn]}}
  %0 = llvm.call_intrinsic "llvm.ripple.shuffle.i64"(%v, %v, %false, %f) : (i64, i64, i1, !llvm.ptr) -> i64
  llvm.return
}

// -----

llvm.mlir.global internal constant @table(dense<[3, 2, 1, 0]> : tensor<4xi64>) : !llvm.array<4 x i64>
llvm.func internal @before_the_start(%k: i64, %n: i64) -> i64 {
  %t = llvm.mlir.addressof @table : !llvm.ptr
  %a = llvm.getelementptr %t[-1] : (!llvm.ptr) -> !llvm.ptr, i64
  %r = llvm.load %a : !llvm.ptr -> i64
  llvm.return %r : i64
}

llvm.func @shuffle_by_before_the_start() {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %four = llvm.mlir.constant(4 : i64) : i64
  %false = llvm.mlir.constant(false) : i1
  %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %four) : (i64, i64) -> !llvm.ptr
  %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
  %f = llvm.mlir.addressof @before_the_start : !llvm.ptr
  // expected-error @below {{the index function 'before_the_start' accesses memory out of bounds; it must be computable from its arguments and constants [ripple-shuffle-fn]}}
  %0 = llvm.call_intrinsic "llvm.ripple.shuffle.i64"(%v, %v, %false, %f) : (i64, i64, i1, !llvm.ptr) -> i64
  llvm.return
}

// -----

llvm.mlir.global internal constant @table(dense<[3, 2, 1, 0]> : tensor<4xi64>) : !llvm.array<4 x i64>
llvm.func internal @write(%k: i64, %n: i64) -> i64 {
  %t = llvm.mlir.addressof @table : !llvm.ptr
  llvm.store %k, %t : i64, !llvm.ptr
  llvm.return %k : i64
}

llvm.func @shuffle_by_write() {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %four = llvm.mlir.constant(4 : i64) : i64
  %false = llvm.mlir.constant(false) : i1
  %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %four) : (i64, i64) -> !llvm.ptr
  %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
  %f = llvm.mlir.addressof @write : !llvm.ptr
  // expected-error @below {{the index function 'write' writes to a constant; it must be computable from its arguments and constants [ripple-shuffle-fn]}}
  %0 = llvm.call_intrinsic "llvm.ripple.shuffle.i64"(%v, %v, %false, %f) : (i64, i64, i1, !llvm.ptr) -> i64
  llvm.return
}

// -----

llvm.mlir.global internal constant @table(dense<[3, 2, 1, 0]> : tensor<4xi64>) : !llvm.array<4 x i64>
llvm.func internal @fill(%k: i64, %n: i64) -> i64 {
  %t = llvm.mlir.addressof @table : !llvm.ptr
  %byte = llvm.mlir.constant(0 : i8) : i8
  "llvm.intr.memset"(%t, %byte, %n) <{isVolatile = false}> : (!llvm.ptr, i8, i64) -> ()
  llvm.return %k : i64
}

llvm.func @shuffle_by_fill() {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %four = llvm.mlir.constant(4 : i64) : i64
  %false = llvm.mlir.constant(false) : i1
  %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %four) : (i64, i64) -> !llvm.ptr
  %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
  %f = llvm.mlir.addressof @fill : !llvm.ptr
  // expected-error @below {{the index function 'fill' writes to a constant; it must be computable from its arguments and constants [ripple-shuffle-fn]}}
  %0 = llvm.call_intrinsic "llvm.ripple.shuffle.i64"(%v, %v, %false, %f) : (i64, i64, i1, !llvm.ptr) -> i64
  llvm.return
}

// -----

llvm.mlir.global internal constant @table(dense<[3, 2, 1, 0]> : tensor<4xi64>) : !llvm.array<4 x i64>
llvm.func internal @large_copy(%k: i64, %n: i64) -> i64 {
  %t = llvm.mlir.addressof @table : !llvm.ptr
  %one = llvm.mlir.constant(1 : i64) : i64
  %l = llvm.alloca %one x !llvm.array<4 x i64> : (i64) -> !llvm.ptr
  %size = llvm.mlir.constant(2097152 : i64) : i64
  "llvm.intr.memcpy"(%l, %t, %size) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
  llvm.return %k : i64
}

llvm.func @shuffle_by_large_copy() {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %four = llvm.mlir.constant(4 : i64) : i64
  %false = llvm.mlir.constant(false) : i1
  %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %four) : (i64, i64) -> !llvm.ptr
  %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
  %f = llvm.mlir.addressof @large_copy : !llvm.ptr
  // expected-error @below {{the index function 'large_copy' accesses memory out of bounds; it must be computable from its arguments and constants [ripple-shuffle-fn]}}
  %0 = llvm.call_intrinsic "llvm.ripple.shuffle.i64"(%v, %v, %false, %f) : (i64, i64, i1, !llvm.ptr) -> i64
  llvm.return
}

// -----

llvm.func internal @large_local(%k: i64, %n: i64) -> i64 {
  %one = llvm.mlir.constant(1 : i64) : i64
  %l = llvm.alloca %one x !llvm.array<2097152 x i8> : (i64) -> !llvm.ptr
  llvm.store %k, %l : i64, !llvm.ptr
  %a = llvm.getelementptr %l[%n] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  %r = llvm.load %a : !llvm.ptr -> i64
  llvm.return %r : i64
}

llvm.func @shuffle_by_large_local() {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %four = llvm.mlir.constant(4 : i64) : i64
  %false = llvm.mlir.constant(false) : i1
  %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %four) : (i64, i64) -> !llvm.ptr
  %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
  %f = llvm.mlir.addressof @large_local : !llvm.ptr
  // expected-error @below {{the index function 'large_local' has a local that is too large; it must be computable from its arguments and constants [ripple-shuffle-fn]}}
  %0 = llvm.call_intrinsic "llvm.ripple.shuffle.i64"(%v, %v, %false, %f) : (i64, i64, i1, !llvm.ptr) -> i64
  llvm.return
}

// -----

llvm.func internal @rounded(%k: i64, %n: i64) -> i64 {
  %x = llvm.sitofp %k : i64 to f64
  %r = llvm.fptosi %x : f64 to i64
  llvm.return %r : i64
}

llvm.func @shuffle_by_rounded() {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %four = llvm.mlir.constant(4 : i64) : i64
  %false = llvm.mlir.constant(false) : i1
  %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %four) : (i64, i64) -> !llvm.ptr
  %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
  %f = llvm.mlir.addressof @rounded : !llvm.ptr
  // expected-error @below {{the index function 'rounded' uses 'llvm.sitofp', which cannot be evaluated at compile time; it must be computable from its arguments and constants [ripple-shuffle-fn]}}
  %0 = llvm.call_intrinsic "llvm.ripple.shuffle.i64"(%v, %v, %false, %f) : (i64, i64, i1, !llvm.ptr) -> i64
  llvm.return
}

// -----

llvm.func @outside(i64) -> i64

llvm.func internal @declared(%k: i64, %n: i64) -> i64 {
  %r = llvm.call @outside(%k) : (i64) -> i64
  llvm.return %r : i64
}

llvm.func @shuffle_by_declared() {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %four = llvm.mlir.constant(4 : i64) : i64
  %false = llvm.mlir.constant(false) : i1
  %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %four) : (i64, i64) -> !llvm.ptr
  %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
  %f = llvm.mlir.addressof @declared : !llvm.ptr
  // expected-error @below {{the index function 'declared' calls 'outside', which is not defined in this unit; it must be computable from its arguments and constants [ripple-shuffle-fn]}}
  %0 = llvm.call_intrinsic "llvm.ripple.shuffle.i64"(%v, %v, %false, %f) : (i64, i64, i1, !llvm.ptr) -> i64
  llvm.return
}

// -----

llvm.func internal @address(%k: i64, %n: i64) -> !llvm.ptr {
  %one = llvm.mlir.constant(1 : i64) : i64
  %l = llvm.alloca %one x i64 : (i64) -> !llvm.ptr
  llvm.return %l : !llvm.ptr
}

llvm.func internal @of_one(%k: i64) -> i64 {
  llvm.return %k : i64
}

llvm.func @shuffle_by_others(%g: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %four = llvm.mlir.constant(4 : i64) : i64
  %false = llvm.mlir.constant(false) : i1
  %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %four) : (i64, i64) -> !llvm.ptr
  %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
  %f = llvm.mlir.addressof @address : !llvm.ptr
  // expected-error @below {{the index function 'address' does not return an integer; it must be computable from its arguments and constants [ripple-shuffle-fn]}}
  %0 = llvm.call_intrinsic "llvm.ripple.shuffle.i64"(%v, %v, %false, %f) : (i64, i64, i1, !llvm.ptr) -> i64
  %h = llvm.mlir.addressof @of_one : !llvm.ptr
  // expected-error @below {{the index function 'of_one' does not have the type 'size_t (size_t, size_t)'; it must be computable from its arguments and constants [ripple-shuffle-fn]}}
  %1 = llvm.call_intrinsic "llvm.ripple.shuffle.i64"(%v, %v, %false, %h) : (i64, i64, i1, !llvm.ptr) -> i64
  // expected-error @below {{the index function of a shuffle is not a function that is known at compile time [ripple-shuffle-fn]}}
  %2 = llvm.call_intrinsic "llvm.ripple.shuffle.i64"(%v, %v, %false, %g) : (i64, i64, i1, !llvm.ptr) -> i64
  llvm.return
}
