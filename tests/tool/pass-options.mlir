// Options of passes: as they are shown, and what is said about wrong ones.
// RUN: terrace-opt %s --canonicalize --cse --inline --dump-pass-pipeline -o /dev/null 2>&1 | FileCheck %s --check-prefix=FLAGS
// RUN: terrace-opt %s --pass-pipeline='builtin.module(func.func(canonicalize{max-iterations=3 disable-patterns=a,b},cse),any(cse))' --dump-pass-pipeline -o /dev/null 2>&1 | FileCheck %s --check-prefix=NESTED
// RUN: not terrace-opt %s --pass-pipeline='builtin.module(cse{a=1})' 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not terrace-opt %s --canonicalize=max-iterations=x 2>&1 | FileCheck %s --check-prefix=NUMBER
// RUN: not terrace-opt %s --canonicalize=region-simplify=all 2>&1 | FileCheck %s --check-prefix=CHOICE
// RUN: not terrace-opt %s --pass-pipeline='func.func(cse)' 2>&1 | FileCheck %s --check-prefix=ANCHOR
// RUN: not terrace-opt %s --pass-pipeline='builtin.module(func.func(inline))' 2>&1 | FileCheck %s --check-prefix=TABLE
// RUN: not terrace-opt %s --canonicalize='test-convergence max-iterations=1' 2>&1 | FileCheck %s --check-prefix=CONVERGE

// FLAGS:      Pass Manager with 3 passes:
// FLAGS-NEXT: builtin.module(
// FLAGS-NEXT:   canonicalize{  max-iterations=10 max-num-rewrites=-1 region-simplify=normal test-convergence=false top-down=true},
// FLAGS-NEXT:   cse,
// FLAGS-NEXT:   inline{default-pipeline=canonicalize inlining-threshold=4294967295 max-iterations=4 }
// FLAGS-NEXT: )

// NESTED:      builtin.module(
// NESTED-NEXT:   func.func(
// NESTED-NEXT:     canonicalize{disable-patterns={a,b}  max-iterations=3 max-num-rewrites=-1 region-simplify=normal test-convergence=false top-down=true},
// NESTED-NEXT:     cse
// NESTED-NEXT:   ),
// NESTED-NEXT:   any(
// NESTED-NEXT:     cse
// NESTED-NEXT:   )
// NESTED-NEXT: )

// UNKNOWN:      error: no such option a in pass 'cse', which has no options
// UNKNOWN-NEXT: failed to add `cse` with options `a=1`
// NUMBER: <unknown>:0: error: pass 'canonicalize': for the --max-iterations option: 'x' value invalid for long argument!; it takes an integer
// CHOICE: <unknown>:0: error: pass 'canonicalize': for the --region-simplify option: Cannot find option named 'all'!; it takes one of disabled, normal, aggressive
// ANCHOR: error: can't run 'func.func' pass manager on 'builtin.module' op
// TABLE: error: 'func.func' op  was scheduled to run under the inliner, but does not define a symbol table
// CONVERGE: canonicalize: 'func.func' @additions_of_constants still changed in the last round; patterns that applied: addi_add_constant (1 times)

func.func @additions_of_constants(%a: i32) -> i32 {
  %c1 = arith.constant 1 : i32
  %0 = arith.addi %a, %c1 : i32
  %1 = arith.addi %0, %c1 : i32
  return %1 : i32
}
