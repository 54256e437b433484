// RUN: terrace-opt %s --split-input-file --verify-diagnostics

func.func @await_token(%t: !async.token) {
  // expected-error @below {{'async.await' op awaiting on a token must have empty result}}
  %0 = "async.await"(%t) : (!async.token) -> f32
  return
}

// -----

func.func @await_value(%v: !async.value<f32>) {
  // expected-error @below {{'async.await' op result type 'f64' does not match async value type 'f32'}}
  %0 = "async.await"(%v) : (!async.value<f32>) -> f64
  return
}

// -----

// expected-error @below {{'async.func' op result is expected to be at least of size 1, but got 0}}
async.func @no_result() {
  return
}

// -----

// expected-error @below {{'async.func' op result type must be async value type or async token type, but got 'f32'}}
async.func @plain_result(%x: f32) -> f32 {
  return %x : f32
}

// -----

// expected-error @below {{results' (optional) async token type is expected to appear as the 1st return value, but got 2}}
async.func @late_token(%x: f32) -> (!async.value<f32>, !async.token) {
  return %x : f32
}

// -----

async.func @other_type(%x: f32) -> !async.value<f64> {
  // expected-error @below {{'async.return' op operand types do not match the types returned from the parent FuncOp}}
  return %x : f32
}

// -----

func.func @call(%x: f32) {
  // expected-error @below {{'async.call' op 'nothing' does not reference a valid async function}}
  %0 = async.call @nothing(%x) : (f32) -> !async.token
  return
}

// -----

async.func @callee(%x: f32) -> !async.token {
  return
}

func.func @call(%x: f64) {
  // expected-error @below {{'async.call' op operand type mismatch: expected operand type 'f32', but provided 'f64' for operand number 0}}
  %0 = async.call @callee(%x) : (f64) -> !async.token
  return
}
