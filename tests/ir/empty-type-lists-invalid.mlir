// Where values are written, or decide that there are types, there is at least one type.
// RUN: terrace-opt %s --split-input-file --verify-diagnostics

func.func @branch() {
  // expected-error@below {{expected non-function type}}
  cf.br ^b(:)
^b:
  return
}

// -----

func.func @return(%a: i32) {
  // expected-error@below {{expected non-function type}}
  return %a :
}

// -----

func.func @cast(%a: i32) {
  // expected-error@below {{expected non-function type}}
  %0 = builtin.unrealized_conversion_cast %a : to i32
  return
}

// -----

func.func @region(%a: i32) {
  // expected-error@below {{expected non-function type}}
  %0 = scf.execute_region -> i32 { scf.yield %a :
  }
  return
}

// -----

func.func @reduce(%c: index) {
  // expected-error@below {{expected non-function type}}
  scf.parallel (%i) = (%c) to (%c) step (%c) { scf.reduce(:) }
  return
}

// -----

llvm.func @llvm_branch(%c: i1) {
  // expected-error@below {{expected non-function type}}
  llvm.cond_br %c, ^b(:), ^b(:)
^b:
  llvm.return
}

// -----

func.func @dealloc() {
  // expected-error@below {{expected non-function type}}
  bufferization.dealloc (:) if ()
  return
}
