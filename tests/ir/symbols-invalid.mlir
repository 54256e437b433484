// RUN: terrace-test-opt --allow-unregistered-dialect --split-input-file %s --verify-diagnostics
// RUN: not terrace-test-opt --allow-unregistered-dialect --split-input-file %s 2>&1 | FileCheck %s

// CHECK: error: redefinition of symbol named 'twice'
// CHECK: note: see current operation: {{$}}
// CHECK-NEXT: "func.func"() <{function_type = () -> (), sym_name = "twice", sym_visibility = "private"}> ({
// CHECK: note: see existing symbol definition here
// expected-note @below {{see existing symbol definition here}}
func.func private @twice()
// expected-error @below {{redefinition of symbol named 'twice'}}
func.func private @twice()

// -----

func.func @outer(%c: i1) {
  scf.if %c {
    // expected-error @below {{'func.func' op symbol's parent must have the SymbolTable trait}}
    func.func private @inner()
  }
  return
}

// -----

func.func @outer() {
  // expected-error @below {{'func.func' op symbol declaration cannot have public visibility}}
  func.func @inner()
  return
}

// -----

// What is not registered may be a symbol table.
"t.table"() ({
  func.func private @inner()
}) : () -> ()

// -----

// expected-error @below {{reference to an undefined block}}
"t.branch"()[^nowhere] : () -> ()

// -----

// expected-error @below {{invalid to use 'test.invalid_attr'}}
"t.op"() {test.invalid_attr} : () -> ()
