// RUN: not terrace-opt %s --convert-llvm-to-ripple --ripple-vectorize="library=%S/Inputs/bad-library.ll,%S/Inputs/other-library.ll,%S/Inputs/broken-library.ll,%S/Inputs/bitcode-library.bc,%S/Inputs/no-library.ll" 2>&1 | FileCheck %s
// RUN: not terrace-opt %s --convert-llvm-to-ripple --ripple-vectorize="warnings=false library=%S/Inputs/bad-library.ll" 2>&1 | FileCheck %s --check-prefix=QUIET

// Functions that cannot be called are warned of, and files that cannot be read.

// CHECK: warning: library '{{.*}}bad-library.ll' is compiled for another triple than the program [ripple-lib-name]
// CHECK: warning: function 'ripple_ew_ew_twice' of library '{{.*}}bad-library.ll' is ignored: attribute 'ew' is repeated [ripple-lib-name]
// CHECK: warning: function 'ripple_ew_pure' of library '{{.*}}bad-library.ll' is ignored: the name of a function is missing
// CHECK: warning: function 'ripple_uniform_t4q8_type' of library '{{.*}}bad-library.ll' is ignored: 't4q8' is not a tensor
// CHECK: warning: function 'ripple_uniform_t0f32_size' of library '{{.*}}bad-library.ll' is ignored: 't0f32' is not a tensor
// CHECK: warning: function 'ripple_uniform_t8f32_fit' of library '{{.*}}bad-library.ll' is ignored: parameter 0 has type 'vector<4xf32>', which does not fit shape Tensor[8] of 'f32'
// CHECK: warning: function 'ripple_arg1_t4f32_number' of library '{{.*}}bad-library.ll' is ignored: there is no parameter 1
// CHECK: warning: function 'ripple_arg0_t4f32_arg0_t4f32_both' of library '{{.*}}bad-library.ll' is ignored: parameter 0 is declared twice
// CHECK: warning: function 'ripple_arg0_t4f32_t4f32_mixed' of library '{{.*}}bad-library.ll' is ignored: tensors with and without the number of a parameter are mixed
// CHECK: warning: function 'ripple_t4f32_t4f32_more' of library '{{.*}}bad-library.ll' is ignored: the name has more tensors than there are parameters for
// CHECK: warning: function 'ripple_mask_long' of library '{{.*}}bad-library.ll' is ignored: its mask has 8 elements, not 4
// CHECK: warning: function 'ripple_mask_kind' of library '{{.*}}bad-library.ll' is ignored: its last parameter is no vector of integers, which a mask is
// CHECK: warning: function 'ripple_mask_none' of library '{{.*}}bad-library.ll' is ignored: it has no parameter for the mask
// CHECK: warning: function 'ripple_ew_sizes' of library '{{.*}}bad-library.ll' is ignored: an element-wise function has tensors of one size
// CHECK: warning: function 'ripple_ew_nothing' of library '{{.*}}bad-library.ll' is ignored: an element-wise function has tensors of one size
// CHECK: warning: function 'ripple_variadic' of library '{{.*}}bad-library.ll' is ignored: it takes any number of arguments
// CHECK-NOT: declared
// CHECK: warning: function 'ripple_ew_double' of library '{{.*}}other-library.ll' is ignored: another library defines it, too
// CHECK: warning: library '{{.*}}broken-library.ll' cannot be read: {{.+}} [ripple-lib-name]
// CHECK: warning: library '{{.*}}bitcode-library.bc' cannot be read: it is bitcode, which 'llvm-dis' turns into text [ripple-lib-name]
// CHECK: warning: library '{{.*}}no-library.ll' cannot be read: {{.+}} [ripple-lib-name]

// A function that is not pure needs a mask where not all elements of a vector are active.
// CHECK: vectorize-library-invalid.mlir:[[# @LINE + 17]]:3: error: call of 'good' under a condition requires masking but no maskable declaration is available [ripple-lib-mask]
// CHECK: vectorize-library-invalid.mlir:[[# @LINE + 28]]:3: error: call of 'good' on part of a vector requires masking but no maskable declaration is available [ripple-lib-mask]
// QUIET-NOT: warning
// QUIET: error: call of 'good'
module attributes {llvm.target_triple = "x86_64-unknown-linux-gnu"} {
llvm.func @good(f32)
llvm.func @masked(%p: !llvm.ptr, %n: i64) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %four = llvm.mlir.constant(4 : i64) : i64
  %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %four) : (i64, i64) -> !llvm.ptr
  %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
  %a = llvm.getelementptr %p[%v] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %x = llvm.load %a : !llvm.ptr -> f32
  %c = llvm.icmp "slt" %v, %n : i64
  llvm.cond_br %c, ^then, ^after
^then:
  // This call.
  llvm.call @good(%x) : (f32) -> ()
  llvm.br ^after
^after:
  llvm.return
}
llvm.func @part(%p: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %five = llvm.mlir.constant(5 : i64) : i64
  %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %five) : (i64, i64) -> !llvm.ptr
  %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
  %a = llvm.getelementptr %p[%v] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %x = llvm.load %a : !llvm.ptr -> f32
  llvm.call @good(%x) : (f32) -> ()
  llvm.return
}
}
