// Pipelines for different ops that follow each other run together, op by op; those that may be for the same ops do not.
// RUN: terrace-opt %s --mlir-disable-threading --pass-pipeline='builtin.module(builtin.module(cse),func.func(canonicalize),func.func(cse))' --mlir-timing -o /dev/null 2>&1 | FileCheck %s --check-prefix=TIME
// RUN: terrace-opt %s --mlir-disable-threading --pass-pipeline='builtin.module(func.func(canonicalize),any(cse),func.func(cse))' --mlir-timing -o /dev/null 2>&1 | FileCheck %s --check-prefix=ANY
// RUN: terrace-opt %s --mlir-disable-threading --pass-pipeline='builtin.module(func.func(canonicalize),func.func(cse))' --mlir-print-ir-before-all -o /dev/null 2>&1 | FileCheck %s --check-prefix=ORDER

// TIME:      Parser
// TIME-NEXT: Pipeline Collection : ['builtin.module', 'func.func']
// TIME-NEXT:   'func.func' Pipeline
// TIME-NEXT:     Canonicalizer
// TIME-NEXT:     CSE
// TIME-NEXT:       (A) DominanceInfo
// TIME-NEXT:   'builtin.module' Pipeline
// TIME-NEXT:     CSE
// TIME-NEXT:       (A) DominanceInfo
// TIME-NEXT: Output

// ANY:      Parser
// ANY-NEXT: 'func.func' Pipeline
// ANY-NEXT:   Canonicalizer
// ANY-NEXT: 'any' Pipeline
// ANY-NEXT:   CSE
// ANY-NEXT:     (A) DominanceInfo
// ANY-NEXT: 'func.func' Pipeline
// ANY-NEXT:   CSE
// ANY-NEXT:     (A) DominanceInfo
// ANY-NEXT: Output

// ORDER: IR Dump Before Canonicalizer
// ORDER: func.func @first
// ORDER: IR Dump Before CSE
// ORDER: func.func @first
// ORDER: IR Dump Before Canonicalizer
// ORDER: func.func @second
// ORDER: IR Dump Before CSE
// ORDER: func.func @second

func.func @first() {
  return
}
func.func @second() {
  return
}
module {
  func.func @third() {
    return
  }
}
