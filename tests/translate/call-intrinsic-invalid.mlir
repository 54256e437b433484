// RUN: terrace-translate --mlir-to-llvmir --verify-diagnostics --split-input-file %s

// Calls that fit no intrinsic are refused with what it has.

llvm.func @unknown(%a: i32) {
  // expected-error @below {{could not find LLVM intrinsic: "llvm.does.not.exist"}}
  // expected-error @below {{LLVM Translation failed for operation: llvm.call_intrinsic}}
  llvm.call_intrinsic "llvm.does.not.exist"(%a) : (i32) -> ()
  llvm.return
}

// -----

llvm.func @longer(%a: i32) {
  // expected-error @below {{could not find LLVM intrinsic: "llvm.absolute"}}
  // expected-error @below {{LLVM Translation failed for operation: llvm.call_intrinsic}}
  %r = llvm.call_intrinsic "llvm.absolute"(%a) : (i32) -> i32
  llvm.return
}

// -----

llvm.func @not_overloaded(%a: vector<4xf32>, %i: i32) {
  // expected-error @below {{could not find LLVM intrinsic: "llvm.x86.sse41.round.ss.v4f32"}}
  // expected-error @below {{LLVM Translation failed for operation: llvm.call_intrinsic}}
  %r = llvm.call_intrinsic "llvm.x86.sse41.round.ss.v4f32"(%a, %a, %i) : (vector<4xf32>, vector<4xf32>, i32) -> vector<4xf32>
  llvm.return
}

// -----

llvm.func @kind(%a: i8) {
  // expected-error @below {{call intrinsic signature i8 (i8) to overloaded intrinsic "llvm.round" does not match any of the overloads}}
  // expected-error @below {{LLVM Translation failed for operation: llvm.call_intrinsic}}
  %r = llvm.call_intrinsic "llvm.round"(%a) : (i8) -> i8
  llvm.return
}

// -----

llvm.func @width(%a: vector<2xi64>) {
  // expected-error @below {{call intrinsic signature i32 (<2 x i64>) to overloaded intrinsic "llvm.vector.reduce.add" does not match any of the overloads}}
  // expected-error @below {{LLVM Translation failed for operation: llvm.call_intrinsic}}
  %r = llvm.call_intrinsic "llvm.vector.reduce.add"(%a) : (vector<2xi64>) -> i32
  llvm.return
}

// -----

llvm.func @mask(%p: vector<4x!llvm.ptr>, %m: vector<2xi1>, %v: vector<4xf32>) {
  // expected-error @below {{call intrinsic signature <4 x float> (<4 x ptr>, <2 x i1>, <4 x float>) to overloaded intrinsic "llvm.masked.gather" does not match any of the overloads}}
  // expected-error @below {{LLVM Translation failed for operation: llvm.call_intrinsic}}
  %r = llvm.call_intrinsic "llvm.masked.gather"(%p, %m, %v) : (vector<4x!llvm.ptr>, vector<2xi1>, vector<4xf32>) -> vector<4xf32>
  llvm.return
}

// -----

llvm.func @result(%a: vector<4xf32>, %i: i32) {
  // expected-error @below {{intrinsic call returns <8 x float> but "llvm.x86.sse41.round.ss" actually returns <4 x float>}}
  // expected-error @below {{LLVM Translation failed for operation: llvm.call_intrinsic}}
  %r = llvm.call_intrinsic "llvm.x86.sse41.round.ss"(%a, %a, %i) : (vector<4xf32>, vector<4xf32>, i32) -> vector<8xf32>
  llvm.return
}

// -----

llvm.func @no_result(%a: vector<4xf32>, %i: i32) {
  // expected-error @below {{intrinsic call returns void but "llvm.x86.sse41.round.ss" actually returns <4 x float>}}
  // expected-error @below {{LLVM Translation failed for operation: llvm.call_intrinsic}}
  llvm.call_intrinsic "llvm.x86.sse41.round.ss"(%a, %a, %i) : (vector<4xf32>, vector<4xf32>, i32) -> ()
  llvm.return
}

// -----

llvm.func @count(%a: f32) {
  // expected-error @below {{intrinsic call has 1 operands but "llvm.copysign" expects 2}}
  // expected-error @below {{LLVM Translation failed for operation: llvm.call_intrinsic}}
  %r = llvm.call_intrinsic "llvm.copysign"(%a) : (f32) -> f32
  llvm.return
}

// -----

llvm.func @variadic(%a: i64) {
  // expected-error @below {{intrinsic call has 1 operands but variadic "llvm.experimental.stackmap" expects at least 2}}
  // expected-error @below {{LLVM Translation failed for operation: llvm.call_intrinsic}}
  llvm.call_intrinsic "llvm.experimental.stackmap"(%a) : (i64) -> ()
  llvm.return
}

// -----

llvm.func @argument(%a: vector<4xf32>, %i: i64) {
  // expected-error @below {{intrinsic call operand #2 has type i64 but "llvm.x86.sse41.round.ss" expects i32}}
  // expected-error @below {{LLVM Translation failed for operation: llvm.call_intrinsic}}
  %r = llvm.call_intrinsic "llvm.x86.sse41.round.ss"(%a, %a, %i) : (vector<4xf32>, vector<4xf32>, i64) -> vector<4xf32>
  llvm.return
}

// -----

llvm.func @second(%a: i32, %i: i32) {
  // expected-error @below {{call intrinsic signature i32 (i32, i32) to overloaded intrinsic "llvm.abs" does not match any of the overloads}}
  // expected-error @below {{LLVM Translation failed for operation: llvm.call_intrinsic}}
  %r = llvm.call_intrinsic "llvm.abs"(%a, %i) : (i32, i32) -> i32
  llvm.return
}
