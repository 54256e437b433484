// Older versions of the format have no ranges of locations: where one begins is kept, and what is lost is told.

// RUN: terrace-opt --allow-unregistered-dialect %s --emit-bytecode | terrace-opt --allow-unregistered-dialect --mlir-print-local-scope | FileCheck %s --check-prefix=NEW
// RUN: terrace-opt --allow-unregistered-dialect %s --emit-bytecode --emit-bytecode-version=5 -o %t 2>&1 | FileCheck %s --check-prefix=LOST
// RUN: terrace-opt --allow-unregistered-dialect %t --mlir-print-local-scope | FileCheck %s --check-prefix=OLD

// LOST: warning: bytecode version 5 has no ranges: 2 locations lost the end
// NEW: a = loc("file":1:2 to 3:4), b = loc("file":1:2 to :4), c = loc("file":1:2)
// OLD: a = loc("file":1:2), b = loc("file":1:2), c = loc("file":1:2)
"unknown.op"() {a = loc("file":1:2 to 3:4), b = loc("file":1:2 to :4), c = loc("file":1:2)} : () -> ()
