// Flags that have no effect are refused, and names that do not exist here.
// RUN: not terrace-opt %s --debug-only=dialect-conversion 2>&1 | FileCheck %s --check-prefix=DEBUG
// RUN: not terrace-translate %s --mlir-to-llvmir --mlir-print-ir-after-all 2>&1 | FileCheck %s --check-prefix=TRANSLATE
// RUN: not terrace-translate %s --import-wasm 2>&1 | FileCheck %s --check-prefix=WASM
// RUN: terrace-translate --help-hidden | FileCheck %s --check-prefix=HELP

// DEBUG: error: '--debug-only=dialect-conversion': no such debug type, there is transform-matcher
// TRANSLATE: Unknown command line argument '--mlir-print-ir-after-all'
// WASM: 'import-wasm' is in mlir-translate 22, but is not implemented here yet
// HELP-NOT: --mlir-print-ir
// HELP: --mlir-timing
// HELP-NOT: --pass-pipeline
