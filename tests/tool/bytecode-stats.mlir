// What is in a bytecode file is shown without its dialects.

// RUN: terrace-test-opt --allow-unregistered-dialect %s --emit-bytecode --emit-bytecode-producer=somebody -o %t
// RUN: terrace bytecode --stats %t | FileCheck %s
// RUN: not terrace bytecode --stats %s 2>&1 | FileCheck %s --check-prefix=TEXT
// RUN: printf 'ML\357R\015me\000' > %t.empty
// RUN: not terrace bytecode --stats %t.empty 2>&1 | FileCheck %s --check-prefix=EMPTY

// RUN: printf 'ML\357R\015me\000\000\311' > %t.cut
// RUN: not terrace bytecode --stats %t.cut 2>&1 | FileCheck %s --check-prefix=CUT
// RUN: not terrace bytecode --copy %t 2>&1 | FileCheck %s --check-prefix=NO-OUTPUT
// RUN: not terrace bytecode --short %t 2>&1 | FileCheck %s --check-prefix=UNKNOWN

// CUT: error: {{.*}}: attempting to parse {{[0-9]+}} bytes when only {{[0-9]+}} remain at offset {{[0-9]+}}
// NO-OUTPUT: error: a copy needs the name of a file to go to: -o OUT
// UNKNOWN: error: unknown option '--short'
// TEXT: error: '{{.*}}' is no bytecode file
// EMPTY: error: {{.*}}: missing data for top-level section: String (0) at offset 8

// CHECK: bytecode version 6, {{[0-9]+}} bytes, produced by somebody
// CHECK: {{[0-9]+}}  String (0)
// CHECK: {{[0-9]+}}  IR (4)
// CHECK-LABEL: dialects
// CHECK-DAG: 1 {{ *}}[[#]] {{ *}}0 {{ *}}builtin
// CHECK-DAG: 1 {{ *}}1 {{ *}}0 {{ *}}test, version 2.0
// CHECK-LABEL: ops: 4 in 2 blocks
// CHECK-NEXT: 2  unknown.op, not registered
// CHECK-NEXT: 1  builtin.module
// CHECK-NEXT: 1  test.versionedB
// CHECK-LABEL: attributes:
// CHECK: of unknown: #unknown.attr
"unknown.op"() {a = #unknown.attr} : () -> ()
"unknown.op"() : () -> ()
"test.versionedB"() <{attribute = #test.attr_params<1, 2>}> : () -> ()
