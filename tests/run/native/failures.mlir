// REQUIRES: clang
// RUN: not terrace run %s --native --entry=divide --arg=7 --arg=0 2>&1 | FileCheck %s --check-prefix=DIVIDE
// RUN: not terrace run %s --native --entry=assert --arg=-7 2>&1 | FileCheck %s --check-prefix=ASSERT
// RUN: not terrace run %s --native --entry=divide --arg=7 2>&1 | FileCheck %s --check-prefix=COUNT
// RUN: not terrace run %s --native --entry=rows --arg=1.0 2>&1 | FileCheck %s --check-prefix=LAYOUT
// RUN: not terrace run %s --native --entry=forever --max-seconds=1 2>&1 | FileCheck %s --check-prefix=FOREVER
// RUN: not terrace run %s --native --entry=rank --arg=1.0 2>&1 | FileCheck %s --check-prefix=RANK
// RUN: not terrace run %s --native --entry=divide --lower-with=no-such-program 2>&1 | FileCheck %s --check-prefix=PEER

// How compiled programs end is told in the program's words, at the function.

// DIVIDE: failures.mlir:[[@LINE+1]]:1: error: the compiled program ended by signal 8 (a division by zero, or one that overflows); without --native it says where
func.func @divide(%a: i32, %b: i32) -> i32 {
  %quotient = arith.divsi %a, %b : i32
  return %quotient : i32
}
// PEER: error: cannot run 'no-such-program':
// COUNT: error: the function takes 2 arguments (i32, i32), but --arg was given 1 time

// ASSERT-DAG: a must be positive
// ASSERT-DAG: failures.mlir:[[@LINE+1]]:1: error: the compiled program ended by signal 6 (it aborted)
func.func @assert(%a: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %positive = arith.cmpi sgt, %a, %zero : i32
  cf.assert %positive, "a must be positive"
  return %a : i32
}

// LAYOUT: error: argument 0 cannot be given: memref<4x8xf32, strided<[16, 2]>> is not in row-major order
func.func @rows(%rows: memref<4x8xf32, strided<[16, 2]>>) -> f32 {
  %zero = arith.constant 0 : index
  %first = memref.load %rows[%zero, %zero] : memref<4x8xf32, strided<[16, 2]>>
  return %first : f32
}

// FOREVER: error: more than 1 seconds
func.func @forever() -> i32 {
  %zero = arith.constant 0 : i32
  %cell = memref.alloca() : memref<i32>
  memref.store %zero, %cell[] : memref<i32>
  cf.br ^bb1
^bb1:
  %value = memref.load %cell[] : memref<i32>
  %one = arith.constant 1 : i32
  %next = arith.addi %value, %one : i32
  memref.store %next, %cell[] : memref<i32>
  %never = arith.cmpi eq, %zero, %one : i32
  cf.cond_br %never, ^bb2, ^bb1
^bb2:
  return %value : i32
}

// RANK: error: an argument of type memref<*xf32> cannot be passed to compiled code
func.func @rank(%any: memref<*xf32>) -> memref<*xf32> {
  return %any : memref<*xf32>
}
