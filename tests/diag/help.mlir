// What helps where an op is wrong, in the rich form.
// RUN: not terrace-opt %s --split-input-file --diagnostic-format=rich 2>&1 | FileCheck %s
// RUN: not terrace-opt %s --split-input-file 2>&1 | FileCheck %s --check-prefix=UPSTREAM

// UPSTREAM-NOT: help: 

// CHECK: 'arith.addi' op operand #0 must be signless-integer-like, but got 'f32'
// CHECK: help: did you mean 'arith.addf'?
func.func @types(%a: f32) {
  %0 = arith.addi %a, %a : f32
  return
}

// -----

// CHECK: custom op 'func' is unknown
// CHECK: help: did you mean 'func.func'?
func @prefix(%a: f32) {
  return
}

// -----

// CHECK: custom op 'addi' is unknown
// CHECK: help: did you mean 'arith.addi'?
func.func @prefix(%a: i32) {
  addi %a, %a : i32
  return
}

// -----

// CHECK: failed to parse LLVMPointerType parameter 'addressSpace'
// CHECK: help: 'llvm.ptr' has no parameter that is a type: leave it out
func.func @pointer(%a: !llvm.ptr<f32>) {
  return
}

// -----

// CHECK: expected ':'
// CHECK: help: the op ends with ':' and what its types follow from
func.func @no_type(%a: i32) {
  %0 = arith.addi %a, %a
  return
}

// -----

// CHECK: block with no terminator
// CHECK: help: end each block with 'func.return'
func.func @no_terminator(%a: i32) {
  %0 = arith.addi %a, %a : i32
}

// -----

// CHECK: expected SSA operand
// CHECK: help: an operand is a value: define the number by an op before
func.func @bounds() {
  scf.for %i = 0 to 10 step 1 {
  }
  return
}

// -----

// CHECK: redefinition of SSA value '%a'
// CHECK: previously defined here
// CHECK: help: a name stands for one value: give this one another name
func.func @twice(%a: i32) {
  %a = arith.addi %a, %a : i32
  return
}

// -----

// CHECK: inferred input/output operand #1 has shape's dimension #0 to be 5, but found 6
// CHECK: help: dimension #0 of operand #1 and dimension #1 of operand #0 are one dimension of the loops: give both the same extent
func.func @shapes(%a: tensor<4x5xf32>, %b: tensor<6x7xf32>, %c: tensor<4x7xf32>) {
  %0 = linalg.matmul ins(%a, %b : tensor<4x5xf32>, tensor<6x7xf32>) outs(%c : tensor<4x7xf32>) -> tensor<4x7xf32>
  return
}

// -----

// CHECK: must have an else block if defining values
// CHECK: help: add an 'else' region that yields the values for the other case
func.func @no_else(%a: i1, %b: i32) -> i32 {
  %0 = scf.if %a -> i32 {
    scf.yield %b : i32
  }
  return %0 : i32
}

// -----

// CHECK: use of undeclared SSA value name
// CHECK-NOT: help: did you mean
// CHECK: help: '%y' is defined in line {{[0-9]+}}, in a region that ended: an op passes values on as its results
func.func @one_letter(%x: i32) {
  %0 = arith.addi %y, %x : i32
  return
}

// -----

func.func @region(%x: i32, %c: i1) {
  scf.if %c {
    %y = arith.addi %x, %x : i32
  }
  %0 = arith.addi %y, %x : i32
  return
}

// -----

// CHECK: Dialect `spirv' not found for custom op 'spirv.Undef'
// CHECK: help: the dialect 'spirv' of MLIR is not implemented here
func.func @absent() {
  spirv.Undef
  return
}

// -----

// CHECK: type created with unregistered dialect
// CHECK: help: the dialect 'spirv' of MLIR is not implemented here
func.func @absent_type(%x: !spirv.struct) {
  return
}

// -----

// CHECK: operation being parsed with an unregistered dialect
// CHECK: help: the dialect 'emitc' of MLIR is not implemented here
func.func @absent_op(%x: i32) {
  %0 = "emitc.add"(%x, %x) : (i32, i32) -> i32
  return
}
