// RUN: not terrace-opt %s --allow-unregistered-dialect --mlir-pass-pipeline-crash-reproducer=%t \
// RUN:   --pass-pipeline='builtin.module(canonicalize{max-iterations=3},builtin.module(func.func(cse),one-shot-bufferize))' 2>&1 | FileCheck %s --check-prefix=WHOLE
// RUN: FileCheck %s --check-prefix=FILE < %t
// RUN: not terrace-opt %s --allow-unregistered-dialect --mlir-pass-pipeline-crash-reproducer=%t --mlir-pass-pipeline-local-reproducer --mlir-disable-threading \
// RUN:   --pass-pipeline='builtin.module(canonicalize,builtin.module(func.func(cse),one-shot-bufferize))' 2>&1 | FileCheck %s --check-prefix=LOCAL
// RUN: FileCheck %s --check-prefix=ALONE < %t
// RUN: not terrace-opt %t --allow-unregistered-dialect --run-reproducer 2>&1 | FileCheck %s --check-prefix=AGAIN
// RUN: not terrace-opt %s --allow-unregistered-dialect --cse --mlir-pass-pipeline-crash-reproducer=%t --mlir-pass-pipeline-local-reproducer 2>&1 | FileCheck %s --check-prefix=THREADS
// RUN: not --crash terrace-test-opt %s --allow-unregistered-dialect --pass-pipeline='builtin.module(cse,test-pass-crash)' --mlir-pass-pipeline-crash-reproducer=%t 2>&1 | FileCheck %s --check-prefix=PANIC
// RUN: FileCheck %s --check-prefix=PANICKED < %t

// WHOLE: Failures have been detected while processing an MLIR pass pipeline
// WHOLE: note: Pipeline failed while executing [`OneShotBufferizePass` on 'builtin.module' operation: @in]: reproducer generated at `{{.*}}`

// Options that mlir-opt lacks are left out, so that it reads the pipeline.
// FILE: %{{.*}} = arith.addi
// FILE: pipeline: "builtin.module(canonicalize{ max-iterations=3 max-num-rewrites=-1 region-simplify=normal test-convergence=false top-down=true}, builtin.module(func.func(cse),one-shot-bufferize{allow-return-allocs-from-loops=false allow-unknown-ops=false analysis-fuzzer-seed=0 analysis-heuristic=bottom-up buffer-alignment=64 bufferize-function-boundaries=false check-parallel-regions=true copy-before-write=false dump-alias-sets=false function-boundary-type-conversion=infer-layout-map must-infer-memory-space=false print-conflicts=false test-analysis-only=false unknown-type-conversion=fully-dynamic-layout-map use-encoding-for-memory-space=false}))",
// FILE-NEXT: disable_threading: false,

// LOCAL: :[[#@LINE + 15]]:3: note: Pipeline failed while executing `OneShotBufferizePass` on 'builtin.module' operation: @in: reproducer

// ALONE-NOT: arith.addi
// ALONE: pipeline: "builtin.module(builtin.module(one-shot-bufferize{
// ALONE-NEXT: disable_threading: true,

// AGAIN: error: op was not bufferized

// THREADS: error: Local crash reproduction may not be used without disabling mutli-threading first.

// PANIC: Pipeline failed while executing [`{{.*}}TestCrashRecoveryPass` on 'builtin.module' operation]: reproducer
// PANIC: internal error
// PANICKED: pipeline: "builtin.module(cse, test-pass-crash)",

module {
  module @in {
    func.func @unknown_op_on_tensor(%t: tensor<4xi32>, %x: i32) -> tensor<4xi32> {
      %unused = arith.addi %x, %x : i32
      %r = "test.foo"(%t) : (tensor<4xi32>) -> tensor<4xi32>
      return %r : tensor<4xi32>
    }
  }
}
