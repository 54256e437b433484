// RUN: terrace run %s | FileCheck %s
// RUN: terrace run %s --entry=masked | FileCheck %s --check-prefix=MASKED
// RUN: not terrace run %s --entry=used 2>&1 | FileCheck %s --check-prefix=USED
// RUN: not terrace run %s --entry=shuffled 2>&1 | FileCheck %s --check-prefix=SHUFFLED
// RUN: not terrace run %s --entry=divided 2>&1 | FileCheck %s --check-prefix=DIVIDED
// RUN: not terrace run %s --entry=stored 2>&1 | FileCheck %s --check-prefix=STORED
// RUN: not terrace run %s --entry=reduced 2>&1 | FileCheck %s --check-prefix=REDUCED
// RUN: not terrace run %s --entry=looped 2>&1 | FileCheck %s --check-prefix=LOOPED
// RUN: not terrace run %s --entry=generated 2>&1 | FileCheck %s --check-prefix=GENERATED

// An element that is poison matters where it is used: this goes around those.
// CHECK: 3 : i32
// CHECK-NEXT: [?, 2, 3] : vector<3xi32>
// CHECK-NEXT: [7, 2, 3] : vector<3xi32>
// CHECK-NEXT: [6, 5] : tensor<2xi32>
func.func @main() -> (i32, vector<3xi32>, vector<3xi32>, tensor<2xi32>) {
  %c0 = arith.constant 0 : index
  %a = arith.constant dense<[1, 2, 3]> : vector<3xi32>
  %by = arith.constant dense<[32, 0, 0]> : vector<3xi32>
  %s = arith.shli %a, %by : vector<3xi32>
  %x = vector.extract %s[2] : i32 from vector<3xi32>
  %seven = arith.constant 7 : i32
  %i = vector.insert %seven, %s[0] : i32 into vector<3xi32>
  %p = ub.poison : i32
  %t = arith.constant dense<[4, 5]> : tensor<2xi32>
  %u = tensor.insert %p into %t[%c0] : tensor<2xi32>
  %six = arith.constant 6 : i32
  %v = tensor.insert %six into %u[%c0] : tensor<2xi32>
  return %x, %s, %i, %v : i32, vector<3xi32>, vector<3xi32>, tensor<2xi32>
}

// What is chosen is no poison.
// MASKED: [8, 2, 3] : vector<3xi32>
// MASKED-NEXT: 5 : i32
func.func @masked() -> (vector<3xi32>, i32) {
  %a = arith.constant dense<[1, 2, 3]> : vector<3xi32>
  %eight = arith.constant dense<8> : vector<3xi32>
  %by = arith.constant dense<[32, 0, 0]> : vector<3xi32>
  %mask = arith.constant dense<[false, true, true]> : vector<3xi1>
  %s = arith.shli %a, %by : vector<3xi32>
  %r = arith.select %mask, %s, %eight : vector<3xi1>, vector<3xi32>
  %t = vector.mask %mask { vector.reduction <add>, %s : vector<3xi32> into i32 } : vector<3xi1> -> i32
  return %r, %t : vector<3xi32>, i32
}

// USED: error: the program returns a poison value
// USED: :[[@LINE+4]]:8: note: poison comes from here: a shift by the width of the integer or more
func.func @used() -> i32 {
  %a = arith.constant dense<[1, 2]> : vector<2xi32>
  %by = arith.constant dense<[0, 32]> : vector<2xi32>
  %s = arith.shli %a, %by : vector<2xi32>
  %t = arith.addi %s, %a : vector<2xi32>
  %x = vector.extract %t[1] : i32 from vector<2xi32>
  return %x : i32
}

// SHUFFLED: :[[@LINE+6]]:8: error: use of a poison value
// SHUFFLED: :[[@LINE+3]]:8: note: poison comes from here: an element that a shuffle leaves out
func.func @shuffled() -> index {
  %a = arith.constant dense<[1, 2]> : vector<2xindex>
  %s = vector.shuffle %a, %a [1, -1, 0] : vector<2xindex>, vector<2xindex>
  %x = vector.extract %s[1] : index from vector<3xindex>
  %y = arith.divui %x, %x : index
  return %y : index
}

// DIVIDED: :[[@LINE+4]]:8: error: division by zero
func.func @divided() -> vector<2xi32> {
  %a = arith.constant dense<[1, 2]> : vector<2xi32>
  %b = arith.constant dense<[1, 0]> : vector<2xi32>
  %q = arith.divsi %a, %b : vector<2xi32>
  return %q : vector<2xi32>
}

// Memory that poison was stored to is as if it had not been written.
// STORED: :[[@LINE+8]]:8: error: read of memory that was not written
func.func @stored() -> vector<2xi32> {
  %c0 = arith.constant 0 : index
  %m = memref.alloca() : memref<2xi32>
  %a = arith.constant dense<[1, 2]> : vector<2xi32>
  %by = arith.constant dense<[0, 32]> : vector<2xi32>
  %s = arith.shli %a, %by : vector<2xi32>
  vector.store %s, %m[%c0] : memref<2xi32>, vector<2xi32>
  %r = vector.load %m[%c0] : memref<2xi32>, vector<2xi32>
  return %r : vector<2xi32>
}

// REDUCED: error: the program returns a poison value
// REDUCED: :[[@LINE+2]]:8: note: poison comes from here: an op that makes poison
func.func @reduced() -> i32 {
  %p = ub.poison : vector<4xi32>
  %x = vector.reduction <add>, %p : vector<4xi32> into i32
  return %x : i32
}

// A loop over elements uses them, and so does an index.
// LOOPED: :[[@LINE+6]]:8: error: use of a poison value
// LOOPED: :[[@LINE+2]]:8: note: poison comes from here: an op that makes poison
func.func @looped() -> i32 {
  %p = ub.poison : tensor<2xindex>
  %c0 = arith.constant 0 : index
  %x = tensor.extract %p[%c0] : tensor<2xindex>
  %y = tensor.extract %p[%x] : tensor<2xindex>
  %z = arith.index_cast %y : index to i32
  return %z : i32
}

// GENERATED: error: the program returns a poison value
// GENERATED: :[[@LINE+8]]:10: note: poison comes from here: a shift by the width of the integer or more
func.func @generated() -> index {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c63 = arith.constant 63 : index
  %t = tensor.generate %c2 {
  ^bb0(%i: index):
    %n = arith.addi %i, %c63 : index
    %s = arith.shli %c1, %n : index
    tensor.yield %s : index
  } : tensor<?xindex>
  %x = tensor.extract %t[%c1] : tensor<?xindex>
  return %x : index
}
