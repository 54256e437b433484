// One column for the input and for each pass that changes something; the page knows what replaced what.
// RUN: terrace-opt %s --ir-html=%t.html --canonicalize --cse -o /dev/null
// RUN: FileCheck %s < %t.html
// RUN: not terrace-opt %s --ir-html=%t.none/x.html -o /dev/null 2>&1 | FileCheck %s --check-prefix=ERROR

func.func @addition_of_zero(%a: i32) -> i32 {
  %c = arith.constant 0 : i32
  %0 = arith.addi %a, %c : i32
  %1 = arith.muli %0, %a : i32
  return %1 : i32
}

// CHECK:      <div class="row" data-replaced='{"2":0}'>
// CHECK-NEXT: {{.*}}<h3>input</h3><pre><s>module {
// CHECK:      <b data-v=2>%0</b> = arith.addi <b data-v=0>%arg0</b>, <b data-v=1>%c0_i32</b> : i32
// CHECK:      <h3>canonicalize</h3><p>no change: cse</p><pre><s>module {
// CHECK:      <ins><s>    <b data-v=3>%0</b> = arith.muli <b data-v=0>%arg0</b>, <b data-v=0>%arg0</b> : i32
// CHECK:      <script>

// ERROR: error: cannot write '{{.*}}x.html': No such file or directory
