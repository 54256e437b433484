// What can be seen of passes while they run and after.
// RUN: terrace-opt %s --pass-pipeline='builtin.module(func.func(cse,canonicalize))' --mlir-print-ir-after=canonicalize -o /dev/null 2>&1 | FileCheck %s --check-prefix=AFTER
// RUN: terrace-opt %s --cse --mlir-print-ir-before-all --mlir-print-ir-module-scope --mlir-disable-threading -o /dev/null 2>&1 | FileCheck %s --check-prefix=SCOPE
// RUN: not terrace-opt %s --cse --mlir-print-ir-before-all --mlir-print-ir-module-scope 2>&1 | FileCheck %s --check-prefix=THREADS
// RUN: terrace-opt %s --canonicalize --mlir-print-ir-after-all --mlir-print-ir-after-change --cse -o /dev/null 2>&1 | FileCheck %s --check-prefix=CHANGE
// RUN: terrace-opt %s --cse --mlir-timing --mlir-disable-threading -o /dev/null 2>&1 | FileCheck %s --check-prefix=TIME
// RUN: terrace-opt %s --cse --mlir-timing --mlir-output-format=json --mlir-timing-display=list -o /dev/null 2>&1 | FileCheck %s --check-prefix=JSON
// RUN: terrace-opt %s --pass-pipeline='builtin.module(func.func(cse))' --mlir-pass-statistics -o /dev/null 2>&1 | FileCheck %s --check-prefix=COUNT
// RUN: terrace-opt %s --pass-pipeline='builtin.module(func.func(cse,canonicalize))' --mlir-generate-reproducer=%t.mlir -o /dev/null
// RUN: FileCheck %s --check-prefix=REPRO --input-file=%t.mlir
// RUN: terrace-opt %t.mlir --run-reproducer | FileCheck %s --check-prefix=AGAIN
// RUN: rm -rf %t.dir
// RUN: terrace-opt %s --pass-pipeline='builtin.module(cse,func.func(cse,canonicalize),cse)' --mlir-print-ir-after-all --mlir-print-ir-tree-dir=%t.dir -o /dev/null
// RUN: FileCheck %s --check-prefix=TREE --input-file=%t.dir/builtin_module_no-symbol-name/func_func_dead_op_and_additions/0_1_canonicalize.mlir
// RUN: FileCheck %s --check-prefix=TREE2 --input-file=%t.dir/builtin_module_no-symbol-name/1_cse.mlir

// AFTER-NOT:  CSE
// AFTER:      // -----// IR Dump After Canonicalizer (canonicalize) //----- //
// AFTER-NEXT: func.func @dead_op_and_additions(%arg0: i32) -> i32 {
// AFTER-NEXT:   %c2_i32 = arith.constant 2 : i32

// SCOPE:      // -----// IR Dump Before CSE (cse) ('builtin.module' operation) //----- //
// SCOPE-NEXT: module {
// THREADS: error: IR print for module scope can't be setup on a pass-manager without disabling multi-threading first.
// CHANGE:     IR Dump After Canonicalizer
// CHANGE-NOT: IR Dump After CSE

// TIME:       ... Execution time report ...
// TIME:       ----Wall Time----  ----Name----
// TIME-NEXT:  {{[0-9.]+}} ({{.*}}%)  Parser
// TIME-NEXT:  {{[0-9.]+}} ({{.*}}%)  CSE
// TIME-NEXT:  {{[0-9.]+}} ({{.*}}%)    (A) DominanceInfo
// TIME-NEXT:  {{[0-9.]+}} ({{.*}}%)  Output
// TIME-NEXT:  {{[0-9.]+}} ({{.*}}%)  Rest
// TIME-NEXT:  {{[0-9.]+}} (100.0%)  Total
// JSON:       {"user": {"duration": {{ *[0-9.]+}}, "percentage": 100.0}, "wall": {{.*}}, "name": "root"},

// COUNT:      ... Pass statistics report ...
// COUNT:      'func.func' Pipeline
// COUNT-NEXT:   CSE
// COUNT-NEXT:     (S) 0 num-cse'd - Number of operations CSE'd
// COUNT-NEXT:     (S) 1 num-dce'd - Number of operations DCE'd

// REPRO:      mlir_reproducer: {
// REPRO-NEXT:   pipeline: "builtin.module(func.func(cse,canonicalize{  max-iterations=10 max-num-rewrites=-1 region-simplify=normal test-convergence=false top-down=true}))",
// REPRO-NEXT:   disable_threading: false,
// REPRO-NEXT:   verify_each: {{true|false}}
// AGAIN:      %c2_i32 = arith.constant 2 : i32
// AGAIN-NOT:  mlir_reproducer
// TREE:       IR Dump After Canonicalizer
// TREE2:      IR Dump After CSE

func.func @dead_op_and_additions(%a: i32) -> i32 {
  %c1 = arith.constant 1 : i32
  %dead = arith.muli %a, %c1 : i32
  %0 = arith.addi %a, %c1 : i32
  %1 = arith.addi %0, %c1 : i32
  return %1 : i32
}
