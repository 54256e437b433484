// A mask of no op chooses between what it yields and what is passed on.
// RUN: terrace run %s | FileCheck %s
// RUN: terrace run %s --canonicalize | FileCheck %s

// CHECK: [4, 4, 7, 7] : vector<4xi32>
func.func @main() -> vector<4xi32> {
  %mask = vector.constant_mask [2] : vector<4xi1>
  %yes = arith.constant dense<4> : vector<4xi32>
  %no = arith.constant dense<7> : vector<4xi32>
  %0 = vector.mask %mask, %no { vector.yield %yes : vector<4xi32> } : vector<4xi1> -> vector<4xi32>
  return %0 : vector<4xi32>
}
