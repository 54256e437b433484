// RUN: terrace-translate --mlir-to-llvmir --verify-diagnostics --split-input-file --no-implicit-module --allow-unregistered-dialect %s

// expected-error @below {{'llvm.func' op can not be translated to an LLVMIR module}}
llvm.func @no_module() {
  llvm.return
}

// -----

module {
  // expected-error @below {{cannot be converted to LLVM IR: missing `LLVMTranslationDialectInterface` registration for dialect for op: func.func}}
  func.func @not_lowered() {
    return
  }
}

// -----

module {
  llvm.func @not_lowered_inside() {
    // expected-error @below {{cannot be converted to LLVM IR: missing `LLVMTranslationDialectInterface` registration for dialect for op: other.op}}
    "other.op"() : () -> ()
    llvm.return
  }
}

// -----

module {
  llvm.func @unknown() {
    // expected-error @below {{LLVM Translation failed for operation: llvm.intr.unknown}}
    "llvm.intr.unknown"() : () -> ()
    llvm.return
  }
}

// -----

module {
  llvm.mlir.global external @no_constant() : i64 {
    %self = llvm.mlir.addressof @no_constant : !llvm.ptr
    %number = llvm.ptrtoint %self : !llvm.ptr to i64
    // expected-error @below {{unemittable constant value}}
    %quotient = llvm.sdiv %number, %number : i64
    llvm.return %quotient : i64
  }
}

// -----

// expected-error @below {{unsupported data layout key "endian"}}
module attributes {dlti.dl_spec = #dlti.dl_spec<"endian" = "little">} {}

// -----

module {
  // expected-error @below {{LLVM attribute 'alignstack' expects a value}}
  llvm.func @no_number() attributes {passthrough = ["alignstack"]}
}

// -----

module {
  llvm.comdat @first {
    llvm.comdat_selector @group any
  }
  llvm.comdat @second {
    // expected-error @below {{comdat selection symbols must be unique even in different comdat regions}}
    llvm.comdat_selector @group any
  }
}

// -----

module {
  // What the elements are comes before where they are.
  // expected-error @below {{no known conversion for innermost element type}}
  llvm.mlir.global internal constant @narrow(dense_resource<nowhere> : tensor<4xi4>) : !llvm.array<4 x i4>
}
