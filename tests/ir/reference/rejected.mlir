// What the language reference has and mlir-opt 22 refuses, as written, with its words. What is least changed and accepted is
// in grammar.mlir and listings.mlir.

// RUN: terrace-opt --allow-unregistered-dialect --split-input-file --verify-diagnostics %s

// A symbol-ref-id begins with any suffix-id.
// expected-error @+1 {{@ identifier expected to start with letter or '_'}}
"a.op"() {a = @42} : () -> ()

// -----

// expected-error @+1 {{@ identifier expected to start with letter or '_'}}
"a.op"() {a = @$d.e-f} : () -> ()

// -----

// A function-type may have one type without parentheses before its arrow.
// expected-error @+1 {{expected '}' in attribute dictionary}}
"a.op"() {b = i32 -> f32} : () -> ()

// -----

// successor ::= caret-id (`:` block-arg-list)?
"a.outer"() ({
  %a = "a.op"() : () -> i32
  // expected-error @+1 {{expected ',' or ']'}}
  "a.branch"()[^bb1 : (%a : i32)] : () -> ()
^bb1:
  "a.end"() : () -> ()
}) : () -> ()

// -----

// float-literal ::= [-+]?...
// expected-error @+1 {{expected attribute value}}
"a.op"() {a = +1.0} : () -> ()

// -----

// The first listing: memref.dim takes a tensor and a number.
func.func @mul(%A: tensor<100x?xf32>, %B: tensor<?x50xf32>) -> (tensor<100x50xf32>) {
  // expected-error @+1 {{expected SSA operand}}
  %n = memref.dim %A, 1 : tensor<100x?xf32>
}

// -----

// .. memref.tensor_load, which is bufferization.to_tensor today.
func.func @mul(%C_m: memref<100x50xf32>) {
  // expected-error @+1 {{custom op 'memref.tensor_load' is unknown}}
  %C = memref.tensor_load %C_m : memref<100x50xf32>
}

// -----

// .. an attribute dictionary with colons.
func.func @mul(%C: tensor<100x50xf32>) {
  // expected-error @+1 {{expected '}' in attribute dictionary}}
  "tf.Print"(%C){message: "mul result"} : (tensor<100x50xf32>) -> (tensor<100x50xf32>)
}

// -----

// .. memref.store of a number.
func.func @multiply(%C: memref<100x50xf32>, %i: index, %j: index) {
  // expected-error @+1 {{expected SSA operand}}
  memref.store 0 to %C[%i, %j] : memref<100x50xf32>
}

// -----

// The listing of function regions: ops of a dialect that is not there, in a custom form.
func.func @accelerator_compute(%a: i64) {
  // expected-error @+2 {{Dialect `accelerator' not found for custom op 'accelerator.launch'}}
  // expected-note @+1 {{Available dialects:}}
  accelerator.launch() {
  ^bb0:
    %new_value = "accelerator.do_something"(%a) : (i64) -> ()
  }
}

// -----

// .. an op with a result that its type has not got.
func.func @results(%a: i64) {
  // expected-error @+1 {{cannot name an operation with no results}}
  %new_value = "accelerator.do_something"(%a) : (i64) -> ()
}

// -----

// The listing of aliases of types: one type before an arrow.
!avx_m128 = vector<4 x f32>
%x = "a.op"() : () -> !avx_m128
// expected-error @+1 {{expected function type}}
"foo"(%x) : vector<4 x f32> -> ()

// -----

!avx_m128 = vector<4 x f32>
%x = "a.op"() : () -> !avx_m128
// expected-error @+1 {{expected function type}}
"foo"(%x) : !avx_m128 -> ()
