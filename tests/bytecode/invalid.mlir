// What is wrong with the structure of a bytecode file is told at the file, with the header's words on its origin.

// RUN: printf 'ML\357R\001me\000\000\043\007\007\005\021builtin\000t\000op\000\001\015\005\001\003\003\003\005\002\043loc(unknown)\000i32\000\003\021\003\003\001\003\065\001\003\021\004\011\005\001\000\001' > %t.good
// RUN: terrace-opt --allow-unregistered-dialect %t.good | FileCheck %s --check-prefix=GOOD
// GOOD: "t.op"() : () -> ()

// RUN: printf 'ML\357R\017me\000' > %t.version
// RUN: not terrace-opt --allow-unregistered-dialect %t.version 2>&1 | FileCheck %s --check-prefix=VERSION
// VERSION: :0:0: error: bytecode version 7 is newer than the current version 6

// RUN: printf 'ML\357R\001me\000' > %t.empty
// RUN: not terrace-opt --allow-unregistered-dialect %t.empty 2>&1 | FileCheck %s --check-prefix=EMPTY
// EMPTY: :0:0: error: missing data for top-level section: String (0)

// RUN: printf 'ML\357R\001me\000\004\001\004\001' > %t.twice
// RUN: not terrace-opt --allow-unregistered-dialect %t.twice 2>&1 | FileCheck %s --check-prefix=TWICE
// TWICE: :0:0: error: duplicate top-level section: IR (4)

// RUN: printf 'ML\357R\001me\000\011\001' > %t.section
// RUN: not terrace-opt --allow-unregistered-dialect %t.section 2>&1 | FileCheck %s --check-prefix=SECTION
// SECTION: :0:0: error: invalid section ID: 9

// RUN: printf 'ML\357R\001me\000\000\043\007\007\005\021builtin\000t\000op\000\001\005\003\007\002\043loc(unknown)\000i32\000\003\021\003\003\001\003\065\001\003\021\004\011\005\001\000\001' > %t.string
// RUN: not terrace-opt --allow-unregistered-dialect %t.string 2>&1 | FileCheck %s --check-prefix=STRING
// STRING: :0:0: error: invalid string index: 3
// STRING-NEXT: :0:0: note: in bytecode version 0 produced by: me

// RUN: printf 'ML\357R\001me\000\000\043\007\007\005\021builtin\000t\000op\000\001\015\005\001\003\003\003\005\002\043loc(unknown)\000i32\000\003\021\003\003\001\003\065\001\003\021\004\011\005\003\000\001' > %t.name
// RUN: not terrace-opt --allow-unregistered-dialect %t.name 2>&1 | FileCheck %s --check-prefix=NAME
// NAME: :0:0: error: invalid operation name index: 1

// RUN: printf 'ML\357R\001me\000\000\043\007\007\005\021builtin\000t\000op\000\001\015\005\001\003\003\003\005\002\043loc(unknown)\000i32\000\003\021\003\003\001\003\065\001\003\021\004\013\005\001\001\001\001' > %t.attr
// RUN: not terrace-opt --allow-unregistered-dialect %t.attr 2>&1 | FileCheck %s --check-prefix=ATTR
// ATTR: :0:0: error: expected attribute of type: mlir::DictionaryAttr, but got: loc(unknown)

// RUN: printf 'ML\357R\001me\000\000\043\007\007\005\021builtin\000t\000op\000\001\015\005\001\003\003\003\005\002\043loc(unknown)\000i32\000\003\021\003\003\001\003\065\001\003\021\004\015\005\001\002\001\003\003' > %t.type
// RUN: not terrace-opt --allow-unregistered-dialect %t.type 2>&1 | FileCheck %s --check-prefix=TYPE
// TYPE: :0:0: error: invalid Type index: 1

// RUN: printf 'ML\357R\001me\000\000\043\007\007\005\021builtin\000t\000op\000\001\015\005\001\003\003\003\005\002\043loc(unknown)\000i32\000\003\021\003\003\001\003\065\001\003\021\004\015\005\001\004\001\003\001' > %t.value
// RUN: not terrace-opt --allow-unregistered-dialect %t.value 2>&1 | FileCheck %s --check-prefix=VALUE
// VALUE: :0:0: error: invalid value index: 0

// RUN: printf 'ML\357R\001me\000\000\043\007\007\005\021builtin\000t\000op\000\001\015\005\001\003\003\003\005\002\043loc(unknown)\000i32\000\003\021\003\003\001\003\065\001\003\021\004\015\005\001\010\001\003\003' > %t.block
// RUN: not terrace-opt --allow-unregistered-dialect %t.block 2>&1 | FileCheck %s --check-prefix=BLOCK
// BLOCK: :0:0: error: invalid successor index: 1

// RUN: printf 'ML\357R\001me\000\000\043\007\007\005\021builtin\000t\000op\000\001\015\005\001\003\003\003\005\002\043loc(unknown)\000i32\000\003\021\003\003\001\003\065\001\003\021\004\035\005\001\020\001\005\003\003\005\001\002\001\005\001\001' > %t.results
// RUN: not terrace-opt --allow-unregistered-dialect %t.results 2>&1 | FileCheck %s --check-prefix=RESULTS
// RESULTS: :0:0: error: value index range was outside of the expected range for the parent region, got [0, 2), but the maximum index was 0

// RUN: printf 'ML\357R\001me\000\000\043\007\007\005\021builtin\000t\000op\000\001\015\005\001\003\003\003\005\002\043loc(unknown)\000i32\000\003\021\003\003\001\003\065\001\003\021\004\033\005\001\020\001\005\003\003\005\001\004\001\003\001' > %t.forward
// RUN: not terrace-opt --allow-unregistered-dialect %t.forward 2>&1 | FileCheck %s --check-prefix=FORWARD
// FORWARD: :0:0: error: not all forward unresolved forward operand references
