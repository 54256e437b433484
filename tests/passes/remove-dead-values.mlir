// Arguments, results and ops that are of no use go, also where liveness has to be followed through calls and loops.
// RUN: terrace-opt %s --remove-dead-values | FileCheck %s
// RUN: terrace-opt %s --remove-dead-values=canonicalize=false | FileCheck %s --check-prefix=KEEP

func.func private @partly(%a: i32, %b: i32, %m: memref<i32>) -> (i32, i32) {
  %0 = arith.addi %a, %a : i32
  %1 = arith.muli %b, %b : i32
  memref.store %0, %m[] : memref<i32>
  return %0, %1 : i32, i32
}
func.func @caller(%a: i32, %m: memref<i32>) -> i32 {
  %0:2 = call @partly(%a, %a, %m) : (i32, i32, memref<i32>) -> (i32, i32)
  return %0#0 : i32
}
func.func private @never_called(%a: i32) -> i32 {
  return %a : i32
}
func.func @unused_op(%a: i32) -> i32 {
  %0 = arith.muli %a, %a : i32
  return %a : i32
}
func.func @block_arguments(%c: i1, %a: i32, %m: memref<i32>) {
  cf.cond_br %c, ^bb1(%a : i32), ^bb2(%a : i32)
^bb1(%x: i32):
  memref.store %x, %m[] : memref<i32>
  cf.br ^bb3(%x : i32)
^bb2(%y: i32):
  cf.br ^bb3(%y : i32)
^bb3(%z: i32):
  return
}
func.func @loop(%n: index, %m: memref<index>) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0:2 = scf.for %i = %c0 to %n step %c1 iter_args(%s = %c0, %t = %c1) -> (index, index) {
    %1 = arith.addi %s, %i : index
    %2 = arith.muli %t, %i : index
    memref.store %1, %m[] : memref<index>
    scf.yield %1, %2 : index, index
  }
  return %0#0 : index
}
func.func @region(%c: i1, %a: i32) -> i32 {
  %0 = scf.if %c -> i32 {
    %1 = arith.addi %a, %a : i32
    scf.yield %1 : i32
  } else {
    scf.yield %a : i32
  }
  return %a : i32
}


