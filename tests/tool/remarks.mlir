// Optimization remarks: which are emitted, as diagnostics or to a file.
// RUN: terrace-test-opt %s --test-remark --remarks-filter='.*' 2>&1 | FileCheck %s --check-prefix=ALL
// RUN: terrace-test-opt %s --test-remark --remarks-filter-passed='category-1.*' --remarks-filter-missed='category-1.*' 2>&1 | FileCheck %s --check-prefix=PASSED
// RUN: terrace-test-opt %s --test-remark --remarks-filter-failed='category-2-failed' 2>&1 | FileCheck %s --check-prefix=FAILED
// RUN: terrace-test-opt %s --test-remark --remarks-filter-analyse='(a|category-2).*' 2>&1 | FileCheck %s --check-prefix=ANALYSIS
// RUN: terrace-test-opt %s --test-remark --remarks-filter='.*' --remark-policy=final 2>&1 | FileCheck %s --check-prefix=FINAL
// RUN: terrace-test-opt %s --test-remark --remarks-filter-passed='.*' --remark-format=yaml --remarks-output-file=%t.yaml 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: FileCheck %s --input-file=%t.yaml --check-prefix=YAML
// RUN: terrace-test-opt %s --test-remark --remarks-filter-passed='.*' --remark-format=yaml --remark-policy=final --remarks-output-file=- | FileCheck %s --check-prefix=LAST
// RUN: terrace-test-opt %s --test-remark --remarks-filter-passed='.*' --remark-format=bitstream --remarks-output-file=%t.bitstream 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: FileCheck %s --input-file=%t.bitstream --check-prefix=BITS
// RUN: terrace-test-opt %s --test-remark 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not terrace-test-opt %s --test-remark --remarks-filter='(' 2>&1 | FileCheck %s --check-prefix=PATTERN
// RUN: not terrace-test-opt %s --test-remark --remarks-output-file=%t 2>&1 | FileCheck %s --check-prefix=FILE
// CONFIRMED: mlir-opt prints the same, but for the file of a named location, and the order of the remarks that are kept last;
// it takes a filter that is no regular expression, and a file that nothing is written to.

// ALL: remarks.mlir:[[@LINE+41]]:3: remark: [Missed] test-remark | Category:a-category-1-missed | Reason="because we are testing the remark pipeline", Remark="This is a test missed remark", Suggestion="try using the remark pipeline feature"
// ALL: remark: [Passed] test-remark | Category:category-1-passed | Reason="because we are testing the remark pipeline", Remark="This is a test passed remark (should be dropped)", Suggestion="try using the remark pipeline feature"
// ALL: remark: [Passed] test-remark | Category:category-1-passed | {{.*}}Remark="This is a test passed remark",
// ALL: remark: [Failure] test-remark | Category:category-2-failed |
// ALL: remark: [Analysis] test-remark | Category:category-2-analysis | Remark="This is a test analysis remark"
// ALL: remark: [Missed]
// PASSED-NOT: Missed
// PASSED-COUNT-4: remark: [Passed]
// PASSED-NOT: remark:
// FAILED-COUNT-2: remark: [Failure]
// FAILED-NOT: remark:
// ANALYSIS-COUNT-2: remark: [Analysis]
// ANALYSIS-NOT: remark:
// FINAL: [Missed]
// FINAL-NOT: should be dropped
// FINAL: [Passed]{{.*}}"This is a test passed remark",
// FINAL-NOT: should be dropped
// NONE-NOT: remark:
// YAML: --- !Passed
// YAML-NEXT: Pass:            category-1-passed
// YAML-NEXT: Name:            test-remark
// YAML-NEXT: DebugLoc:        { File: {{.*}}remarks.mlir
// YAML: Line: [[@LINE+19]], Column: 3 }
// YAML-NEXT: Function:        '<unknown function>'
// YAML-NEXT: Args:
// YAML-NEXT:   - Remark:          'This is a test passed remark (should be dropped)'
// YAML-NEXT:   - Reason:          because we are testing the remark pipeline
// YAML-NEXT:   - Suggestion:      try using the remark pipeline feature
// YAML-NEXT: ...
// YAML-NEXT: --- !Passed
// YAML: DebugLoc:        { File: "a\n\"b\".mlir", Line: 12, Column: 34 }
// BITS: RMRK
// BITS: {{test-remark.category-1-passed.<unknown function>.}}
// LAST-LABEL: module @two
// LAST-NOT: should be dropped
// LAST: --- !Passed
// LAST: --- !Passed
// LAST-NOT: --- !Passed
// PATTERN: error: the filter of remarks '(': parentheses
// FILE: error: '--remarks-output-file' needs '--remark-format=yaml' or 'bitstream'
module @two {
  "test.op"() : () -> ()
  "test.op"() : () -> () loc("a name"("a\n\"b\".mlir":12:34))
}
