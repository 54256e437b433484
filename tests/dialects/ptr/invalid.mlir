// RUN: terrace-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

// What the reader and the verifier reject.

// expected-error @below {{invalid kind of type specified}}
func.func private @null_of_integer_type() attributes {a = #ptr.null : i32}

// -----

// expected-error @below {{expected a trailing type}}
func.func private @null_without_type() attributes {a = #ptr.null}

// -----

// expected-error @below {{size entry must be divisible by 8}}
func.func private @spec_size_not_whole_bytes() attributes {a = #ptr.spec<size = 63, abi = 64, preferred = 128, index = 64>}

// -----

// expected-error @below {{preferred alignment is expected to be at least as large as ABI alignment}}
func.func private @spec_preferred_below_abi() attributes {a = #ptr.spec<size = 64, abi = 64, preferred = 32>}

// -----

// expected-error @+2 {{invalid kind of type specified}}
// expected-error @below {{failed to parse Ptr_PtrMetadata parameter 'type' which is to be a `PtrLikeTypeInterface`}}
func.func private @metadata_of_integer(!ptr.ptr_metadata<i32>)

// -----

// expected-error @below {{the ptr-like type has no metadata}}
func.func private @metadata_of_ptr(!ptr.ptr_metadata<!ptr.ptr<#ptr.generic_space>>)

// -----

func.func @to_ptr_integer_result(%m: memref<f32, #ptr.generic_space>) {
  // expected-error @below {{expected '<'}}
  %2 = ptr.to_ptr %m : memref<f32, #ptr.generic_space> -> i32
}

// -----

func.func @to_ptr_of_integer(%m: memref<f32, #ptr.generic_space>) {
  // expected-error @below {{custom op 'ptr.to_ptr' invalid kind of type specified}}
  %2 = ptr.to_ptr %m : i32 -> <#ptr.generic_space>
}

// -----

func.func @load_release_ordering(%m: !ptr.ptr<#ptr.generic_space>, %v: i32) {
  // expected-error @below {{'ptr.load' op unsupported ordering 'release'}}
  %2 = ptr.load %m atomic release alignment = 8 : !ptr.ptr<#ptr.generic_space> -> i32
}

// -----

func.func @atomic_load_without_alignment(%m: !ptr.ptr<#ptr.generic_space>, %v: i32) {
  // expected-error @below {{'ptr.load' op expected alignment for atomic access}}
  %2 = ptr.load %m atomic acquire : !ptr.ptr<#ptr.generic_space> -> i32
}

// -----

func.func @load_zero_alignment(%m: !ptr.ptr<#ptr.generic_space>, %v: i32) {
  // expected-error @below {{alignment must be positive}}
  %2 = ptr.load %m alignment = 0 : !ptr.ptr<#ptr.generic_space> -> i32
}

// -----

func.func @store_acquire_ordering_with_syncscope(%m: !ptr.ptr<#ptr.generic_space>, %v: i32) {
  // expected-error @below {{'ptr.store' op unsupported ordering 'acquire'}}
  ptr.store %v, %m atomic syncscope("a") acquire alignment = 8 : i32, !ptr.ptr<#ptr.generic_space>
}

// -----

func.func @from_ptr_to_ptr(%m: !ptr.ptr<#ptr.generic_space>, %v: i32) {
  // expected-error @below {{the result type cannot be `!ptr.ptr`}}
  %0 = ptr.from_ptr %m : <#ptr.generic_space> -> !ptr.ptr<#ptr.generic_space>
}

// -----

func.func @to_ptr_memory_space_mismatch(%m: memref<f32>) {
  // expected-error @below {{expected the input and output to have the same memory space}}
  %2 = ptr.to_ptr %m : memref<f32> -> <#ptr.generic_space>
}

// -----

func.func @to_ptr_of_ptr(%m: !ptr.ptr<#ptr.generic_space>) {
  // expected-error @below {{the input value cannot be of type `!ptr.ptr`}}
  %2 = ptr.to_ptr %m : !ptr.ptr<#ptr.generic_space> -> <#ptr.generic_space>
}

// -----

func.func @ptr_add_container_mismatch(%p: tensor<8x!ptr.ptr<#ptr.generic_space>>, %o: vector<8xi64>) {
  // expected-error @below {{the shaped containers type must match}}
  %2 = ptr.ptr_add %p, %o : tensor<8x!ptr.ptr<#ptr.generic_space>>, vector<8xi64>
}

// -----

func.func @ptr_add_shape_mismatch(%p: tensor<8x!ptr.ptr<#ptr.generic_space>>, %o: tensor<4xi64>) {
  // expected-error @below {{shapes of base and offset must match}}
  %2 = ptr.ptr_add %p, %o : tensor<8x!ptr.ptr<#ptr.generic_space>>, tensor<4xi64>
}

// -----

func.func @ptr_diff_container_mismatch(%p: tensor<8x!ptr.ptr<#ptr.generic_space>>) {
  // expected-error @below {{expected the result to have the same container type as the operands when operands are shaped}}
  %2 = ptr.ptr_diff %p, %p : tensor<8x!ptr.ptr<#ptr.generic_space>> -> vector<8xi64>
}

// -----

func.func @store_acquire_ordering(%m: !ptr.ptr<#ptr.generic_space>, %v: i32) {
  // expected-error @below {{'ptr.store' op unsupported ordering 'acquire'}}
  ptr.store %v, %m atomic acquire alignment = 8 : i32, !ptr.ptr<#ptr.generic_space>
}
