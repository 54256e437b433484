// RUN: terrace-opt %s --split-input-file --verify-diagnostics

// What the reader and the verifier reject.

llvm.func @atomic_store_without_alignment(%p: !llvm.ptr) {
  // expected-error @below {{'llvm.store' op expected alignment for atomic access}}
  llvm.store %p, %p atomic release : !llvm.ptr, !llvm.ptr
  llvm.return
}

// -----

llvm.func @extractvalue_position_out_of_bounds(%s: !llvm.struct<(i32, f32)>) {
  // expected-error @+2 {{position out of bounds: 2}}
  %0 = llvm.extractvalue %s[2] : !llvm.struct<(i32, f32)>
}

// -----

llvm.func @getelementptr_dynamic_struct_index(%p: !llvm.ptr, %i: i32) {
  // expected-error @below {{'llvm.getelementptr' op expected index 1 indexing a struct to be constant}}
  %0 = llvm.getelementptr %p[0, %i] : (!llvm.ptr, i32) -> !llvm.ptr, !llvm.struct<(i32, f32)>
  llvm.return
}

// -----

llvm.func @callee(i32)
llvm.func @call_too_few_operands() {
  // expected-error @below {{'llvm.call' op incorrect number of operands (0) for callee (expecting: 1)}}
  llvm.call @callee() : () -> ()
  llvm.return
}

// -----

// expected-error @below {{invalid LLVM structure element type: '!llvm.void'}}
func.func private @struct_of_void(!llvm.struct<(void)>)


// -----

llvm.func @shufflevector_scalable_not_splat(%v: vector<[4]xf32>) {
  // expected-error @below {{'llvm.shufflevector' op expected a splat operation for scalable vectors}}
  %0 = llvm.shufflevector %v, %v [0, 1] : vector<[4]xf32>
  llvm.return
}

// -----

// expected-error @below {{"llvm.noalias" attribute attached to non-pointer LLVM type}}
llvm.func @noalias_on_integer(%a: i32 {llvm.noalias})

// -----

// expected-error @below {{integer value too large}}
func.func private @target_with_a_large_number(!llvm.target<"x", 4294967297>)
