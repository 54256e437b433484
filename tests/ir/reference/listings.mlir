// Every listing of the language reference, as written or with the least change that mlir-opt 22 accepts, in all three forms.
// What mlir-opt prints is in Inputs; what it refuses of the listings as written is in rejected.mlir.

// RUN: terrace-test-opt --allow-unregistered-dialect --split-input-file --verify-roundtrip %s -o %t
// RUN: diff %t %S/Inputs/listings.txt
// RUN: terrace-test-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s -o %t.generic
// RUN: diff %t.generic %S/Inputs/listings-generic.txt
// RUN: terrace-test-opt --allow-unregistered-dialect --split-input-file %t.generic | diff - %S/Inputs/listings.txt

// Compute A*B using an implementation of multiply kernel and print the result using a TensorFlow op.
// Changed: tensor.dim with an index for memref.dim of a tensor with a number, bufferization.to_tensor for
// memref.tensor_load, `=` in a dictionary, a result.
func.func @mul(%A: tensor<100x?xf32>, %B: tensor<?x50xf32>) -> (tensor<100x50xf32>) {
  %c1 = arith.constant 1 : index
  %n = tensor.dim %A, %c1 : tensor<100x?xf32>

  %A_m = memref.alloc(%n) : memref<100x?xf32>
  bufferization.materialize_in_destination %A in writable %A_m
      : (tensor<100x?xf32>, memref<100x?xf32>) -> ()

  %B_m = memref.alloc(%n) : memref<?x50xf32>
  bufferization.materialize_in_destination %B in writable %B_m
      : (tensor<?x50xf32>, memref<?x50xf32>) -> ()

  %C_m = call @multiply(%A_m, %B_m)
          : (memref<100x?xf32>, memref<?x50xf32>) -> (memref<100x50xf32>)

  memref.dealloc %A_m : memref<100x?xf32>
  memref.dealloc %B_m : memref<?x50xf32>

  %C = bufferization.to_tensor %C_m : memref<100x50xf32> to tensor<100x50xf32>
  memref.dealloc %C_m : memref<100x50xf32>

  %printed = "tf.Print"(%C){message = "mul result"} : (tensor<100x50xf32>) -> (tensor<100x50xf32>)

  return %C : tensor<100x50xf32>
}

// A function that multiplies two memrefs and returns the result. Changed: an index for memref.dim, a value for memref.store.
func.func @multiply(%A: memref<100x?xf32>, %B: memref<?x50xf32>)
          -> (memref<100x50xf32>)  {
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %n = memref.dim %A, %c1 : memref<100x?xf32>

  %C = memref.alloc() : memref<100x50xf32>

  affine.for %i = 0 to 100 {
     affine.for %j = 0 to 50 {
        memref.store %zero, %C[%i, %j] : memref<100x50xf32>
        affine.for %k = 0 to %n {
           %a_v  = memref.load %A[%i, %k] : memref<100x?xf32>
           %b_v  = memref.load %B[%k, %j] : memref<?x50xf32>
           %prod = arith.mulf %a_v, %b_v : f32
           %c_v  = memref.load %C[%i, %j] : memref<100x50xf32>
           %sum  = arith.addf %c_v, %prod : f32
           memref.store %sum, %C[%i, %j] : memref<100x50xf32>
        }
     }
  }
  return %C : memref<100x50xf32>
}

// -----

// An intrinsic of LLVM. Changed: it is in a function.
func.func @intrinsic(%a: i16, %b: i16) {
  // LLVM: %x = call {i16, i1} @llvm.sadd.with.overflow.i16(i16 %a, i16 %b)
  %x:2 = "llvm.sadd.with.overflow.i16"(%a, %b) : (i16, i16) -> (i16, i1)
  return
}

// -----

// Operations. Changed: the names of the last results, which were there.
// An operation that produces two results; they are accessed by `%result#0` and `%result#1`.
%result:2 = "foo_div"() : () -> (f32, i32)
// Pretty form that defines a unique name for each result.
%foo, %bar = "foo_div"() : () -> (f32, i32)
// Invoke a TensorFlow function called tf.scramble with two inputs and an attribute "fruit" stored in properties.
%2 = "tf.scramble"(%result#0, %bar) <{fruit = "banana"}> : (f32, i32) -> f32
// Invoke an operation with some discardable attributes.
%foo2, %bar2 = "foo_div"() {some_attr = "value", other_attr = 42 : i64} : () -> (f32, i32)

// -----

// A simple function with branches, returns, and block arguments.
func.func @simple(i64, i1) -> i64 {
^bb0(%a: i64, %cond: i1): // Code dominated by ^bb0 may refer to %a
  cf.cond_br %cond, ^bb1, ^bb2

^bb1:
  cf.br ^bb3(%a: i64)    // Branch passes %a as the argument

^bb2:
  %b = arith.addi %a, %a : i64
  cf.br ^bb3(%b: i64)    // Branch passes %b as the argument

// ^bb3 receives an argument, named %c, from predecessors and passes it on to bb4 along with %a.
^bb3(%c: i64):
  cf.br ^bb4(%c, %a : i64, i64)

^bb4(%d : i64, %e : i64):
  %0 = arith.addi %d, %e : i64
  return %0 : i64   // Return is also a terminator.
}

// -----

// Values of a region. Changed: where %a comes from is there.
%a = "an.op"() : () -> i64
"any_op"(%a) ({ // if %a is in-scope in the containing region...
  // then %a is in-scope here too.
  %new_value = "another_op"(%a) : (i64) -> (i64)
}) : (i64) -> (i64)

// -----

// An SSACFG region with another one in it. Changed: the accelerator is launched in the generic form, the results of its op
// and of a branch, which its listing leaves out, are what their types are.
func.func @accelerator_compute(i64, i1) -> i64 { // An SSACFG region
^bb0(%a: i64, %cond: i1): // Code dominated by ^bb0 may refer to %a
  cf.cond_br %cond, ^bb1, ^bb2

^bb1:
  // This def for %value does not dominate ^bb2
  %value = "op.convert"(%a) : (i64) -> i64
  cf.br ^bb3(%a: i64)    // Branch passes %a as the argument

^bb2:
  "accelerator.launch"() ({ // An SSACFG region
  ^bb0:
    // Region of code nested under "accelerator.launch", it can reference %a but not %value.
    %new_value = "accelerator.do_something"(%a) : (i64) -> i64
  }) : () -> ()
  // %new_value cannot be referenced outside of the region
  cf.br ^bb3(%a: i64)

^bb3(%c: i64):
  return %c : i64
}

// -----

// A graph region.
"test.graph_region"() ({ // A Graph region
  %1 = "op1"(%1, %3) : (i32, i32) -> (i32)  // OK: %1, %3 allowed here
  %2 = "test.ssacfg_region"() ({
     %5 = "op2"(%1, %2, %3, %4) : (i32, i32, i32, i32) -> (i32) // OK: %1, %2, %3, %4 all defined in the containing region
  }) : () -> (i32)
  %3 = "op2"(%1, %4) : (i32, i32) -> (i32)  // OK: %4 allowed here
  %4 = "op3"(%1) : (i32) -> (i32)
}) : () -> ()

// -----

// Aliases of types. Changed: a value to use is there, and parentheses before the arrow.
!avx_m128 = vector<4 x f32>
%x = "a.op"() : () -> vector<4 x f32>
// Using the original type.
"foo"(%x) : (vector<4 x f32>) -> ()
// Using the type alias.
"foo"(%x) : (!avx_m128) -> ()

// -----

// Types of dialects: a string, a complex type, an even more complex one; and in the pretty form.
"a.op"() : () -> (!tf<string>, !foo<something<abcd>>, !foo<"a123^^^" + bar>, !tf.string, !foo.something<abcd>)

// -----

// Aliases of attributes. Changed: they are in a function.
#map = affine_map<(d0) -> (d0 + 10)>
func.func @aliases(%a: index) -> (index, index) {
  // Using the original attribute.
  %b = affine.apply affine_map<(d0) -> (d0 + 10)> (%a)
  // Using the attribute alias.
  %c = affine.apply #map(%a)
  return %b, %c : index, index
}

// -----

// Attributes of dialects: a string, a complex one; and in the pretty form.
"a.op"() {a = #foo<string<"">>, b = #foo<"a123^^^" + bar>, c = #foo.string<"">} : () -> ()

// -----

// The example of the notation: example ::= `b` (`an` | `om`)* `a`
"a.op"() {ba, bana, boma, banana, banoma, bomana} : () -> ()
