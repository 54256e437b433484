// RUN: not terrace-opt %s 2>&1 | FileCheck %s
// RUN: not terrace-opt %s --mlir-print-op-on-diagnostic=false 2>&1 | FileCheck %s --check-prefix=BRIEF

// A verifier's error shows the op in its generic form, on a line of its own if it takes several.
// CHECK: [[@LINE+6]]:1: error: 'func.func' op symbol declaration cannot have public visibility
// CHECK-NEXT: func.func @public_declaration()
// CHECK-NEXT: ^
// CHECK-NEXT: [[@LINE+3]]:1: note: see current operation: {{$}}
// CHECK-NEXT: "func.func"() <{function_type = () -> (), sym_name = "public_declaration"}> ({
// CHECK-NEXT: }) : () -> ()
func.func @public_declaration()

// BRIEF: error: 'func.func' op symbol
// BRIEF-NOT: see current operation
