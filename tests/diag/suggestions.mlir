// RUN: not terrace-opt %s --split-input-file --diagnostic-format=rich 2>&1 | FileCheck %s
// RUN: not terrace-opt %s --split-input-file 2>&1 | FileCheck %s --check-prefix=UPSTREAM

// Upstream's renderer has neither codes nor help.
// UPSTREAM-NOT: did you mean
// UPSTREAM-NOT: [parse]

// CHECK: error[parse]: use of undeclared SSA value name
// CHECK: help: did you mean '%sum'?
func.func @value_of_an_open_region(%a: i32) {
  scf.execute_region {
    %smu = arith.addi %a, %a : i32
    scf.yield
  }
  %sum = arith.addi %a, %a : i32
  %b = arith.addi %summ, %a : i32
  return
}

// -----

// CHECK: error[parse]: reference to an undefined block
// CHECK: help: did you mean '^exit'?
func.func @block() {
  cf.br ^exitt
^exit:
  return
}

// -----

// CHECK: error[parse]: custom op 'arith.adi' is unknown
// CHECK: help: did you mean 'arith.addi'?
func.func @custom_op(%a: i32) {
  %b = arith.adi %a, %a : i32
  return
}

// -----

// CHECK: error[parse]: Dialect `arit' not found for custom op 'arit.addi'
// CHECK: help: did you mean 'arith.addi'?
func.func @dialect(%a: i32) {
  %b = arit.addi %a, %a : i32
  return
}

// -----

// CHECK: error[verify]: unregistered operation 'arith.mulii' found in dialect
// CHECK: help: did you mean 'arith.muli'?
func.func @generic_op(%a: i32) {
  %b = "arith.mulii"(%a, %a) : (i32, i32) -> i32
  return
}

// -----

// CHECK: error[verify]: 'func.call' op 'sqare' does not reference a valid function
// CHECK: help: did you mean '@square'?
func.func private @square(i32) -> i32
func.func @function(%a: i32) {
  %b = call @sqare(%a) : (i32) -> i32
  return
}

// -----

// CHECK: error[parse]: undefined symbol alias id 'mapp'
// CHECK: help: did you mean '#map'?
#map = affine_map<(d0) -> (d0)>
func.func @alias() attributes {m = #mapp} {
  return
}
