// RUN: not terrace-opt %s --split-input-file 2>%t.err | FileCheck %s
// RUN: FileCheck %s --check-prefix=ERR < %t.err
// RUN: rm -f %t.out
// RUN: not terrace-opt %s --split-input-file -o %t.out
// RUN: not cat %t.out
// RUN: cat %s > %t.in
// RUN: not terrace-opt %t.in --split-input-file -o %t.in
// RUN: diff %s %t.in

// A part that fails stops neither the others nor spoils their lines; an output file stays only if all succeed. If it is
// the input, that stays otherwise.
// CHECK: func.func private @first()
// CHECK: {{^}}// {{-----$}}
// CHECK: {{^}}// {{-----$}}
// CHECK: func.func private @third()
func.func private @first()
// -----
// ERR: [[@LINE+1]]:1: error: custom op 'second' is unknown
second
// -----
func.func private @third()
