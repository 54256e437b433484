// A part of a carried tensor that is read and written in every iteration is carried by itself, where no other part that
// is accessed overlaps it; several at once, from nested loops and by transfers. Where anything else uses the tensor, or
// yields are swapped, nothing changes.
// RUN: terrace-opt %s --loop-invariant-subset-hoisting --allow-unregistered-dialect | FileCheck %s

func.func @one_slice(%arg: tensor<?xf32>, %lb: index, %ub: index, %step: index) -> tensor<?xf32> {
  %0 = scf.for %iv = %lb to %ub step %step iter_args(%t = %arg) -> (tensor<?xf32>) {
    %1 = tensor.extract_slice %t[0][5][1] : tensor<?xf32> to tensor<5xf32>
    %2 = "test.foo"(%1) : (tensor<5xf32>) -> (tensor<5xf32>)
    %3 = tensor.insert_slice %2 into %t[0][5][1] : tensor<5xf32> into tensor<?xf32>
    scf.yield %3 : tensor<?xf32>
  } {tag}
  return %0 : tensor<?xf32>
}

func.func @two(%arg: tensor<?xf32>, %lb: index, %ub: index, %step: index, %sz: index, %off: index) -> (tensor<?xf32>, f32) {
  %cst = arith.constant 0.0 : f32
  %5 = arith.constant 5 : index
  %off2 = affine.apply affine_map<()[s0] -> (s0 + 5)>()[%off]
  %0:2 = scf.for %iv = %lb to %ub step %step iter_args(%t = %arg, %acc = %cst) -> (tensor<?xf32>, f32) {
    %1 = tensor.extract_slice %t[%off][5][1] : tensor<?xf32> to tensor<5xf32>
    %8 = vector.transfer_read %t[%off2], %cst {in_bounds = [true]} : tensor<?xf32>, vector<5xf32>
    %9 = "test.vec"(%8) : (vector<5xf32>) -> (vector<5xf32>)
    %2 = "test.foo"(%1) : (tensor<5xf32>) -> (tensor<5xf32>)
    %3 = tensor.insert_slice %2 into %t[%off][5][1] : tensor<5xf32> into tensor<?xf32>
    %10 = vector.transfer_write %9, %3[%off2] {in_bounds = [true]} : vector<5xf32>, tensor<?xf32>
    %a = "test.acc"(%acc) : (f32) -> f32
    scf.yield %10, %a : tensor<?xf32>, f32
  }
  return %0#0, %0#1 : tensor<?xf32>, f32
}

func.func @overlap(%arg: tensor<?xf32>, %lb: index, %ub: index, %step: index) -> tensor<?xf32> {
  %0 = scf.for %iv = %lb to %ub step %step iter_args(%t = %arg) -> (tensor<?xf32>) {
    %1 = tensor.extract_slice %t[0][5][1] : tensor<?xf32> to tensor<5xf32>
    %2 = "test.foo"(%1) : (tensor<5xf32>) -> (tensor<5xf32>)
    %3 = tensor.insert_slice %2 into %t[0][5][1] : tensor<5xf32> into tensor<?xf32>
    %4 = tensor.extract_slice %3[4][5][1] : tensor<?xf32> to tensor<5xf32>
    %5 = "test.foo"(%4) : (tensor<5xf32>) -> (tensor<5xf32>)
    %6 = tensor.insert_slice %5 into %3[4][5][1] : tensor<5xf32> into tensor<?xf32>
    scf.yield %6 : tensor<?xf32>
  }
  return %0 : tensor<?xf32>
}

func.func @nested(%arg: tensor<?xf32>, %lb: index, %ub: index, %step: index) -> tensor<?xf32> {
  %0 = scf.for %iv = %lb to %ub step %step iter_args(%t = %arg) -> (tensor<?xf32>) {
    %1 = tensor.extract_slice %t[0][5][1] : tensor<?xf32> to tensor<5xf32>
    %2 = "test.foo"(%1) : (tensor<5xf32>) -> (tensor<5xf32>)
    %3 = tensor.insert_slice %2 into %t[0][5][1] : tensor<5xf32> into tensor<?xf32>
    %4 = scf.for %iv2 = %lb to %ub step %step iter_args(%u = %3) -> (tensor<?xf32>) {
      %c = tensor.extract_slice %u[5][5][1] : tensor<?xf32> to tensor<5xf32>
      %d = "test.foo"(%c) : (tensor<5xf32>) -> (tensor<5xf32>)
      %e = tensor.insert_slice %d into %u[5][5][1] : tensor<5xf32> into tensor<?xf32>
      scf.yield %e : tensor<?xf32>
    }
    scf.yield %4 : tensor<?xf32>
  }
  return %0 : tensor<?xf32>
}

func.func @swap(%a0: tensor<?xf32>, %a1: tensor<?xf32>, %lb: index, %ub: index, %step: index) -> (tensor<?xf32>, tensor<?xf32>) {
  %0:2 = scf.for %iv = %lb to %ub step %step iter_args(%t = %a0, %v = %a1) -> (tensor<?xf32>, tensor<?xf32>) {
    %1 = tensor.extract_slice %t[0][5][1] : tensor<?xf32> to tensor<5xf32>
    %2 = "test.foo"(%1) : (tensor<5xf32>) -> (tensor<5xf32>)
    %3 = tensor.insert_slice %2 into %t[0][5][1] : tensor<5xf32> into tensor<?xf32>
    scf.yield %v, %3 : tensor<?xf32>, tensor<?xf32>
  }
  return %0#0, %0#1 : tensor<?xf32>, tensor<?xf32>
}

func.func @variant(%arg: tensor<?xf32>, %lb: index, %ub: index, %step: index) -> tensor<?xf32> {
  %0 = scf.for %iv = %lb to %ub step %step iter_args(%t = %arg) -> (tensor<?xf32>) {
    %1 = tensor.extract_slice %t[%iv][5][1] : tensor<?xf32> to tensor<5xf32>
    %2 = "test.foo"(%1) : (tensor<5xf32>) -> (tensor<5xf32>)
    %3 = tensor.insert_slice %2 into %t[%iv][5][1] : tensor<5xf32> into tensor<?xf32>
    scf.yield %3 : tensor<?xf32>
  }
  return %0 : tensor<?xf32>
}

func.func @types(%arg: tensor<?xf32>, %lb: index, %ub: index, %step: index) -> tensor<?xf32> {
  %0 = scf.for %iv = %lb to %ub step %step iter_args(%t = %arg) -> (tensor<?xf32>) {
    %1 = tensor.extract_slice %t[0][5][1] : tensor<?xf32> to tensor<5xf32>
    %2 = "test.foo"(%1) : (tensor<5xf32>) -> (vector<5xf32>)
    %c0 = arith.constant 0 : index
    %3 = vector.transfer_write %2, %t[%c0] {in_bounds = [true]} : vector<5xf32>, tensor<?xf32>
    scf.yield %3 : tensor<?xf32>
  }
  return %0 : tensor<?xf32>
}

func.func @nested_use(%arg: tensor<?xf32>, %lb: index, %ub: index, %step: index) -> (tensor<?xf32>) {
  %0 = scf.for %iv = %lb to %ub step %step iter_args(%t = %arg) -> (tensor<?xf32>) {
    %2 = scf.for %iv2 = %lb to %ub step %step iter_args(%u = %t) -> (tensor<?xf32>) {
      %1 = tensor.extract_slice %u[0][5][1] : tensor<?xf32> to tensor<5xf32>
      %d = tensor.extract_slice %1[0][2][1] : tensor<5xf32> to tensor<2xf32>
      %3 = "test.foo"(%d) : (tensor<2xf32>) -> (tensor<2xf32>)
      %e = tensor.insert_slice %3 into %1[0][2][1] : tensor<2xf32> into tensor<5xf32>
      %4 = tensor.insert_slice %e into %u[0][5][1] : tensor<5xf32> into tensor<?xf32>
      scf.yield %4 : tensor<?xf32>
    }
    scf.yield %2 : tensor<?xf32>
  }
  return %0 : tensor<?xf32>
}

func.func @while(%arg: tensor<?xf32>) -> tensor<?xf32> {
  %0 = scf.while (%t = %arg) : (tensor<?xf32>) -> (tensor<?xf32>) {
    %c = "test.c"() : () -> i1
    scf.condition(%c) %t : tensor<?xf32>
  } do {
  ^bb0(%t: tensor<?xf32>):
    %1 = tensor.extract_slice %t[0][5][1] : tensor<?xf32> to tensor<5xf32>
    %2 = "test.foo"(%1) : (tensor<5xf32>) -> (tensor<5xf32>)
    %3 = tensor.insert_slice %2 into %t[0][5][1] : tensor<5xf32> into tensor<?xf32>
    scf.yield %3 : tensor<?xf32>
  }
  return %0 : tensor<?xf32>
}

func.func @init_inside(%arg: tensor<10xf32>, %lb: index, %ub: index, %step: index) -> tensor<10xf32> {
  %s = tensor.extract_slice %arg[0][5][1] : tensor<10xf32> to tensor<5xf32>
  %0 = scf.for unsigned %iv = %lb to %ub step %step iter_args(%t = %arg) -> (tensor<10xf32>) {
    %1 = tensor.extract_slice %t[0][5][1] : tensor<10xf32> to tensor<5xf32>
    %2 = "test.foo"(%1, %arg) : (tensor<5xf32>, tensor<10xf32>) -> (tensor<5xf32>)
    "test.use"(%1) : (tensor<5xf32>) -> ()
    %3 = tensor.insert_slice %2 into %t[0][5][1] : tensor<5xf32> into tensor<10xf32>
    %x = tensor.extract_slice %3[0][5][1] : tensor<10xf32> to tensor<5xf32>
    "test.use"(%x) : (tensor<5xf32>) -> ()
    %x2 = tensor.extract_slice %3[5][2][1] : tensor<10xf32> to tensor<2xf32>
    "test.use"(%x2) : (tensor<2xf32>) -> ()
    scf.yield %3 : tensor<10xf32>
  }
  return %0 : tensor<10xf32>
}

func.func @computed(%arg: tensor<?x?xf32>, %lb: index, %ub: index, %step: index, %off: index, %sz: index) -> tensor<?x?xf32> {
  %c3 = arith.constant 3 : index
  %a = arith.addi %off, %c3 : index
  %b = arith.addi %off, %c3 : index
  %far = arith.addi %off, %sz : index
  %0 = scf.for %iv = %lb to %ub step %step iter_args(%t = %arg) -> (tensor<?x?xf32>) {
    %1 = tensor.extract_slice %t[%a, 0][3, %sz][1, 1] : tensor<?x?xf32> to tensor<3x?xf32>
    %2 = "test.foo"(%1) : (tensor<3x?xf32>) -> (tensor<3x?xf32>)
    %3 = tensor.insert_slice %2 into %t[%b, 0][3, %sz][1, 1] : tensor<3x?xf32> into tensor<?x?xf32>
    %4 = tensor.extract_slice %3[%off, 0][3, %sz][1, 1] : tensor<?x?xf32> to tensor<3x?xf32>
    %5 = "test.foo"(%4) : (tensor<3x?xf32>) -> (tensor<3x?xf32>)
    %6 = tensor.insert_slice %5 into %3[%off, 0][3, %sz][1, 1] : tensor<3x?xf32> into tensor<?x?xf32>
    scf.yield %6 : tensor<?x?xf32>
  }
  return %0 : tensor<?x?xf32>
}

func.func @unknown_distance(%arg: tensor<?xf32>, %lb: index, %ub: index, %step: index, %o1: index, %o2: index) -> tensor<?xf32> {
  %0 = scf.for %iv = %lb to %ub step %step iter_args(%t = %arg) -> (tensor<?xf32>) {
    %1 = tensor.extract_slice %t[%o1][3][1] : tensor<?xf32> to tensor<3xf32>
    %2 = "test.foo"(%1) : (tensor<3xf32>) -> (tensor<3xf32>)
    %3 = tensor.insert_slice %2 into %t[%o1][3][1] : tensor<3xf32> into tensor<?xf32>
    %4 = tensor.extract_slice %3[%o2][3][1] : tensor<?xf32> to tensor<3xf32>
    %5 = "test.foo"(%4) : (tensor<3xf32>) -> (tensor<3xf32>)
    %6 = tensor.insert_slice %5 into %3[%o2][3][1] : tensor<3xf32> into tensor<?xf32>
    scf.yield %6 : tensor<?xf32>
  }
  return %0 : tensor<?xf32>
}

func.func @strided(%arg: tensor<?xf32>, %lb: index, %ub: index, %step: index) -> tensor<?xf32> {
  %0 = scf.for %iv = %lb to %ub step %step iter_args(%t = %arg) -> (tensor<?xf32>) {
    %1 = tensor.extract_slice %t[0][3][2] : tensor<?xf32> to tensor<3xf32>
    %2 = "test.foo"(%1) : (tensor<3xf32>) -> (tensor<3xf32>)
    %3 = tensor.insert_slice %2 into %t[0][3][2] : tensor<3xf32> into tensor<?xf32>
    %4 = tensor.extract_slice %3[6][3][2] : tensor<?xf32> to tensor<3xf32>
    %5 = "test.foo"(%4) : (tensor<3xf32>) -> (tensor<3xf32>)
    %6 = tensor.insert_slice %5 into %3[6][3][2] : tensor<3xf32> into tensor<?xf32>
    scf.yield %6 : tensor<?xf32>
  }
  return %0 : tensor<?xf32>
}

func.func @transfers(%arg: tensor<8x?xf32>, %lb: index, %ub: index, %step: index, %i: index, %m: vector<4x2xi1>) -> tensor<8x?xf32> {
  %pad = arith.constant 1.0 : f32
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %0 = scf.for %iv = %lb to %ub step %step iter_args(%t = %arg) -> (tensor<8x?xf32>) {
    %1 = vector.transfer_read %t[%c0, %i], %pad {permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : tensor<8x?xf32>, vector<2x4xf32>
    %2 = "test.foo"(%1) : (vector<2x4xf32>) -> (vector<2x4xf32>)
    %3 = vector.transfer_write %2, %t[%c0, %i] {permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : vector<2x4xf32>, tensor<8x?xf32>
    %4 = vector.transfer_read %3[%c4, %i], %pad : tensor<8x?xf32>, vector<4x2xf32>
    %5 = "test.foo"(%4) : (vector<4x2xf32>) -> (vector<4x2xf32>)
    %6 = vector.transfer_write %5, %3[%c4, %i] : vector<4x2xf32>, tensor<8x?xf32>
    scf.yield %6 : tensor<8x?xf32>
  }
  return %0 : tensor<8x?xf32>
}

func.func @other_use(%arg: tensor<?xf32>, %lb: index, %ub: index, %step: index) -> tensor<?xf32> {
  %0 = scf.for %iv = %lb to %ub step %step iter_args(%t = %arg) -> (tensor<?xf32>) {
    "test.use"(%t) : (tensor<?xf32>) -> ()
    %1 = tensor.extract_slice %t[0][5][1] : tensor<?xf32> to tensor<5xf32>
    %2 = "test.foo"(%1) : (tensor<5xf32>) -> (tensor<5xf32>)
    %3 = tensor.insert_slice %2 into %t[0][5][1] : tensor<5xf32> into tensor<?xf32>
    scf.yield %3 : tensor<?xf32>
  }
  return %0 : tensor<?xf32>
}

// CHECK:      #map = affine_map<()[s0] -> (s0 + 5)>
// CHECK-NEXT: #map1 = affine_map<(d0, d1) -> (d1, d0)>
// CHECK-NEXT: module {
// CHECK-NEXT:   func.func @one_slice(%arg0: tensor<?xf32>, %arg1: index, %arg2: index, %arg3: index) -> tensor<?xf32> {
// CHECK-NEXT:     %extracted_slice = tensor.extract_slice %arg0[0] [5] [1] : tensor<?xf32> to tensor<5xf32>
// CHECK-NEXT:     %0:2 = scf.for %arg4 = %arg1 to %arg2 step %arg3 iter_args(%arg5 = %arg0, %arg6 = %extracted_slice) -> (tensor<?xf32>, tensor<5xf32>) {
// CHECK-NEXT:       %1 = "test.foo"(%arg6) : (tensor<5xf32>) -> tensor<5xf32>
// CHECK-NEXT:       scf.yield %arg5, %1 : tensor<?xf32>, tensor<5xf32>
// CHECK-NEXT:     } {tag}
// CHECK-NEXT:     %inserted_slice = tensor.insert_slice %0#1 into %0#0[0] [5] [1] : tensor<5xf32> into tensor<?xf32>
// CHECK-NEXT:     return %inserted_slice : tensor<?xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @two(%arg0: tensor<?xf32>, %arg1: index, %arg2: index, %arg3: index, %arg4: index, %arg5: index) -> (tensor<?xf32>, f32) {
// CHECK-NEXT:     %cst = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:     %c5 = arith.constant 5 : index
// CHECK-NEXT:     %0 = affine.apply #map()[%arg5]
// CHECK-NEXT:     %extracted_slice = tensor.extract_slice %arg0[%arg5] [5] [1] : tensor<?xf32> to tensor<5xf32>
// CHECK-NEXT:     %1 = vector.transfer_read %arg0[%0], %cst {in_bounds = [true]} : tensor<?xf32>, vector<5xf32>
// CHECK-NEXT:     %2:4 = scf.for %arg6 = %arg1 to %arg2 step %arg3 iter_args(%arg7 = %arg0, %arg8 = %cst, %arg9 = %extracted_slice, %arg10 = %1) -> (tensor<?xf32>, f32, tensor<5xf32>, vector<5xf32>) {
// CHECK-NEXT:       %4 = "test.vec"(%arg10) : (vector<5xf32>) -> vector<5xf32>
// CHECK-NEXT:       %5 = "test.foo"(%arg9) : (tensor<5xf32>) -> tensor<5xf32>
// CHECK-NEXT:       %6 = "test.acc"(%arg8) : (f32) -> f32
// CHECK-NEXT:       scf.yield %arg7, %6, %5, %4 : tensor<?xf32>, f32, tensor<5xf32>, vector<5xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     %3 = vector.transfer_write %2#3, %2#0[%0] {in_bounds = [true]} : vector<5xf32>, tensor<?xf32>
// CHECK-NEXT:     %inserted_slice = tensor.insert_slice %2#2 into %3[%arg5] [5] [1] : tensor<5xf32> into tensor<?xf32>
// CHECK-NEXT:     return %inserted_slice, %2#1 : tensor<?xf32>, f32
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @overlap(%arg0: tensor<?xf32>, %arg1: index, %arg2: index, %arg3: index) -> tensor<?xf32> {
// CHECK-NEXT:     %0 = scf.for %arg4 = %arg1 to %arg2 step %arg3 iter_args(%arg5 = %arg0) -> (tensor<?xf32>) {
// CHECK-NEXT:       %extracted_slice = tensor.extract_slice %arg5[0] [5] [1] : tensor<?xf32> to tensor<5xf32>
// CHECK-NEXT:       %1 = "test.foo"(%extracted_slice) : (tensor<5xf32>) -> tensor<5xf32>
// CHECK-NEXT:       %inserted_slice = tensor.insert_slice %1 into %arg5[0] [5] [1] : tensor<5xf32> into tensor<?xf32>
// CHECK-NEXT:       %extracted_slice_0 = tensor.extract_slice %inserted_slice[4] [5] [1] : tensor<?xf32> to tensor<5xf32>
// CHECK-NEXT:       %2 = "test.foo"(%extracted_slice_0) : (tensor<5xf32>) -> tensor<5xf32>
// CHECK-NEXT:       %inserted_slice_1 = tensor.insert_slice %2 into %inserted_slice[4] [5] [1] : tensor<5xf32> into tensor<?xf32>
// CHECK-NEXT:       scf.yield %inserted_slice_1 : tensor<?xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     return %0 : tensor<?xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @nested(%arg0: tensor<?xf32>, %arg1: index, %arg2: index, %arg3: index) -> tensor<?xf32> {
// CHECK-NEXT:     %extracted_slice = tensor.extract_slice %arg0[0] [5] [1] : tensor<?xf32> to tensor<5xf32>
// CHECK-NEXT:     %extracted_slice_0 = tensor.extract_slice %arg0[5] [5] [1] : tensor<?xf32> to tensor<5xf32>
// CHECK-NEXT:     %0:3 = scf.for %arg4 = %arg1 to %arg2 step %arg3 iter_args(%arg5 = %arg0, %arg6 = %extracted_slice, %arg7 = %extracted_slice_0) -> (tensor<?xf32>, tensor<5xf32>, tensor<5xf32>) {
// CHECK-NEXT:       %1 = "test.foo"(%arg6) : (tensor<5xf32>) -> tensor<5xf32>
// CHECK-NEXT:       %2:2 = scf.for %arg8 = %arg1 to %arg2 step %arg3 iter_args(%arg9 = %arg5, %arg10 = %arg7) -> (tensor<?xf32>, tensor<5xf32>) {
// CHECK-NEXT:         %3 = "test.foo"(%arg10) : (tensor<5xf32>) -> tensor<5xf32>
// CHECK-NEXT:         scf.yield %arg9, %3 : tensor<?xf32>, tensor<5xf32>
// CHECK-NEXT:       }
// CHECK-NEXT:       scf.yield %2#0, %1, %2#1 : tensor<?xf32>, tensor<5xf32>, tensor<5xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     %inserted_slice = tensor.insert_slice %0#2 into %0#0[5] [5] [1] : tensor<5xf32> into tensor<?xf32>
// CHECK-NEXT:     %inserted_slice_1 = tensor.insert_slice %0#1 into %inserted_slice[0] [5] [1] : tensor<5xf32> into tensor<?xf32>
// CHECK-NEXT:     return %inserted_slice_1 : tensor<?xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @swap(%arg0: tensor<?xf32>, %arg1: tensor<?xf32>, %arg2: index, %arg3: index, %arg4: index) -> (tensor<?xf32>, tensor<?xf32>) {
// CHECK-NEXT:     %0:2 = scf.for %arg5 = %arg2 to %arg3 step %arg4 iter_args(%arg6 = %arg0, %arg7 = %arg1) -> (tensor<?xf32>, tensor<?xf32>) {
// CHECK-NEXT:       %extracted_slice = tensor.extract_slice %arg6[0] [5] [1] : tensor<?xf32> to tensor<5xf32>
// CHECK-NEXT:       %1 = "test.foo"(%extracted_slice) : (tensor<5xf32>) -> tensor<5xf32>
// CHECK-NEXT:       %inserted_slice = tensor.insert_slice %1 into %arg6[0] [5] [1] : tensor<5xf32> into tensor<?xf32>
// CHECK-NEXT:       scf.yield %arg7, %inserted_slice : tensor<?xf32>, tensor<?xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     return %0#0, %0#1 : tensor<?xf32>, tensor<?xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @variant(%arg0: tensor<?xf32>, %arg1: index, %arg2: index, %arg3: index) -> tensor<?xf32> {
// CHECK-NEXT:     %0 = scf.for %arg4 = %arg1 to %arg2 step %arg3 iter_args(%arg5 = %arg0) -> (tensor<?xf32>) {
// CHECK-NEXT:       %extracted_slice = tensor.extract_slice %arg5[%arg4] [5] [1] : tensor<?xf32> to tensor<5xf32>
// CHECK-NEXT:       %1 = "test.foo"(%extracted_slice) : (tensor<5xf32>) -> tensor<5xf32>
// CHECK-NEXT:       %inserted_slice = tensor.insert_slice %1 into %arg5[%arg4] [5] [1] : tensor<5xf32> into tensor<?xf32>
// CHECK-NEXT:       scf.yield %inserted_slice : tensor<?xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     return %0 : tensor<?xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @types(%arg0: tensor<?xf32>, %arg1: index, %arg2: index, %arg3: index) -> tensor<?xf32> {
// CHECK-NEXT:     %0 = scf.for %arg4 = %arg1 to %arg2 step %arg3 iter_args(%arg5 = %arg0) -> (tensor<?xf32>) {
// CHECK-NEXT:       %extracted_slice = tensor.extract_slice %arg5[0] [5] [1] : tensor<?xf32> to tensor<5xf32>
// CHECK-NEXT:       %1 = "test.foo"(%extracted_slice) : (tensor<5xf32>) -> vector<5xf32>
// CHECK-NEXT:       %c0 = arith.constant 0 : index
// CHECK-NEXT:       %2 = vector.transfer_write %1, %arg5[%c0] {in_bounds = [true]} : vector<5xf32>, tensor<?xf32>
// CHECK-NEXT:       scf.yield %2 : tensor<?xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     return %0 : tensor<?xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @nested_use(%arg0: tensor<?xf32>, %arg1: index, %arg2: index, %arg3: index) -> tensor<?xf32> {
// CHECK-NEXT:     %extracted_slice = tensor.extract_slice %arg0[0] [5] [1] : tensor<?xf32> to tensor<5xf32>
// CHECK-NEXT:     %extracted_slice_0 = tensor.extract_slice %extracted_slice[0] [2] [1] : tensor<5xf32> to tensor<2xf32>
// CHECK-NEXT:     %0:3 = scf.for %arg4 = %arg1 to %arg2 step %arg3 iter_args(%arg5 = %arg0, %arg6 = %extracted_slice, %arg7 = %extracted_slice_0) -> (tensor<?xf32>, tensor<5xf32>, tensor<2xf32>) {
// CHECK-NEXT:       %1:3 = scf.for %arg8 = %arg1 to %arg2 step %arg3 iter_args(%arg9 = %arg5, %arg10 = %arg6, %arg11 = %arg7) -> (tensor<?xf32>, tensor<5xf32>, tensor<2xf32>) {
// CHECK-NEXT:         %2 = "test.foo"(%arg11) : (tensor<2xf32>) -> tensor<2xf32>
// CHECK-NEXT:         scf.yield %arg9, %arg10, %2 : tensor<?xf32>, tensor<5xf32>, tensor<2xf32>
// CHECK-NEXT:       }
// CHECK-NEXT:       scf.yield %1#0, %1#1, %1#2 : tensor<?xf32>, tensor<5xf32>, tensor<2xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     %inserted_slice = tensor.insert_slice %0#2 into %0#1[0] [2] [1] : tensor<2xf32> into tensor<5xf32>
// CHECK-NEXT:     %inserted_slice_1 = tensor.insert_slice %inserted_slice into %0#0[0] [5] [1] : tensor<5xf32> into tensor<?xf32>
// CHECK-NEXT:     return %inserted_slice_1 : tensor<?xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @while(%arg0: tensor<?xf32>) -> tensor<?xf32> {
// CHECK-NEXT:     %0 = scf.while (%arg1 = %arg0) : (tensor<?xf32>) -> tensor<?xf32> {
// CHECK-NEXT:       %1 = "test.c"() : () -> i1
// CHECK-NEXT:       scf.condition(%1) %arg1 : tensor<?xf32>
// CHECK-NEXT:     } do {
// CHECK-NEXT:     ^bb0(%arg1: tensor<?xf32>):
// CHECK-NEXT:       %extracted_slice = tensor.extract_slice %arg1[0] [5] [1] : tensor<?xf32> to tensor<5xf32>
// CHECK-NEXT:       %1 = "test.foo"(%extracted_slice) : (tensor<5xf32>) -> tensor<5xf32>
// CHECK-NEXT:       %inserted_slice = tensor.insert_slice %1 into %arg1[0] [5] [1] : tensor<5xf32> into tensor<?xf32>
// CHECK-NEXT:       scf.yield %inserted_slice : tensor<?xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     return %0 : tensor<?xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @init_inside(%arg0: tensor<10xf32>, %arg1: index, %arg2: index, %arg3: index) -> tensor<10xf32> {
// CHECK-NEXT:     %extracted_slice = tensor.extract_slice %arg0[0] [5] [1] : tensor<10xf32> to tensor<5xf32>
// CHECK-NEXT:     %0 = scf.for unsigned %arg4 = %arg1 to %arg2 step %arg3 iter_args(%arg5 = %arg0) -> (tensor<10xf32>) {
// CHECK-NEXT:       %extracted_slice_0 = tensor.extract_slice %arg5[0] [5] [1] : tensor<10xf32> to tensor<5xf32>
// CHECK-NEXT:       %1 = "test.foo"(%extracted_slice_0, %arg0) : (tensor<5xf32>, tensor<10xf32>) -> tensor<5xf32>
// CHECK-NEXT:       "test.use"(%extracted_slice_0) : (tensor<5xf32>) -> ()
// CHECK-NEXT:       %inserted_slice = tensor.insert_slice %1 into %arg5[0] [5] [1] : tensor<5xf32> into tensor<10xf32>
// CHECK-NEXT:       %extracted_slice_1 = tensor.extract_slice %inserted_slice[0] [5] [1] : tensor<10xf32> to tensor<5xf32>
// CHECK-NEXT:       "test.use"(%extracted_slice_1) : (tensor<5xf32>) -> ()
// CHECK-NEXT:       %extracted_slice_2 = tensor.extract_slice %inserted_slice[5] [2] [1] : tensor<10xf32> to tensor<2xf32>
// CHECK-NEXT:       "test.use"(%extracted_slice_2) : (tensor<2xf32>) -> ()
// CHECK-NEXT:       scf.yield %inserted_slice : tensor<10xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     return %0 : tensor<10xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @computed(%arg0: tensor<?x?xf32>, %arg1: index, %arg2: index, %arg3: index, %arg4: index, %arg5: index) -> tensor<?x?xf32> {
// CHECK-NEXT:     %c3 = arith.constant 3 : index
// CHECK-NEXT:     %0 = arith.addi %arg4, %c3 : index
// CHECK-NEXT:     %1 = arith.addi %arg4, %c3 : index
// CHECK-NEXT:     %2 = arith.addi %arg4, %arg5 : index
// CHECK-NEXT:     %extracted_slice = tensor.extract_slice %arg0[%0, 0] [3, %arg5] [1, 1] : tensor<?x?xf32> to tensor<3x?xf32>
// CHECK-NEXT:     %extracted_slice_0 = tensor.extract_slice %arg0[%arg4, 0] [3, %arg5] [1, 1] : tensor<?x?xf32> to tensor<3x?xf32>
// CHECK-NEXT:     %3:3 = scf.for %arg6 = %arg1 to %arg2 step %arg3 iter_args(%arg7 = %arg0, %arg8 = %extracted_slice, %arg9 = %extracted_slice_0) -> (tensor<?x?xf32>, tensor<3x?xf32>, tensor<3x?xf32>) {
// CHECK-NEXT:       %4 = "test.foo"(%arg8) : (tensor<3x?xf32>) -> tensor<3x?xf32>
// CHECK-NEXT:       %5 = "test.foo"(%arg9) : (tensor<3x?xf32>) -> tensor<3x?xf32>
// CHECK-NEXT:       scf.yield %arg7, %4, %5 : tensor<?x?xf32>, tensor<3x?xf32>, tensor<3x?xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     %inserted_slice = tensor.insert_slice %3#2 into %3#0[%arg4, 0] [3, %arg5] [1, 1] : tensor<3x?xf32> into tensor<?x?xf32>
// CHECK-NEXT:     %inserted_slice_1 = tensor.insert_slice %3#1 into %inserted_slice[%1, 0] [3, %arg5] [1, 1] : tensor<3x?xf32> into tensor<?x?xf32>
// CHECK-NEXT:     return %inserted_slice_1 : tensor<?x?xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @unknown_distance(%arg0: tensor<?xf32>, %arg1: index, %arg2: index, %arg3: index, %arg4: index, %arg5: index) -> tensor<?xf32> {
// CHECK-NEXT:     %0 = scf.for %arg6 = %arg1 to %arg2 step %arg3 iter_args(%arg7 = %arg0) -> (tensor<?xf32>) {
// CHECK-NEXT:       %extracted_slice = tensor.extract_slice %arg7[%arg4] [3] [1] : tensor<?xf32> to tensor<3xf32>
// CHECK-NEXT:       %1 = "test.foo"(%extracted_slice) : (tensor<3xf32>) -> tensor<3xf32>
// CHECK-NEXT:       %inserted_slice = tensor.insert_slice %1 into %arg7[%arg4] [3] [1] : tensor<3xf32> into tensor<?xf32>
// CHECK-NEXT:       %extracted_slice_0 = tensor.extract_slice %inserted_slice[%arg5] [3] [1] : tensor<?xf32> to tensor<3xf32>
// CHECK-NEXT:       %2 = "test.foo"(%extracted_slice_0) : (tensor<3xf32>) -> tensor<3xf32>
// CHECK-NEXT:       %inserted_slice_1 = tensor.insert_slice %2 into %inserted_slice[%arg5] [3] [1] : tensor<3xf32> into tensor<?xf32>
// CHECK-NEXT:       scf.yield %inserted_slice_1 : tensor<?xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     return %0 : tensor<?xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @strided(%arg0: tensor<?xf32>, %arg1: index, %arg2: index, %arg3: index) -> tensor<?xf32> {
// CHECK-NEXT:     %extracted_slice = tensor.extract_slice %arg0[0] [3] [2] : tensor<?xf32> to tensor<3xf32>
// CHECK-NEXT:     %extracted_slice_0 = tensor.extract_slice %arg0[6] [3] [2] : tensor<?xf32> to tensor<3xf32>
// CHECK-NEXT:     %0:3 = scf.for %arg4 = %arg1 to %arg2 step %arg3 iter_args(%arg5 = %arg0, %arg6 = %extracted_slice, %arg7 = %extracted_slice_0) -> (tensor<?xf32>, tensor<3xf32>, tensor<3xf32>) {
// CHECK-NEXT:       %1 = "test.foo"(%arg6) : (tensor<3xf32>) -> tensor<3xf32>
// CHECK-NEXT:       %2 = "test.foo"(%arg7) : (tensor<3xf32>) -> tensor<3xf32>
// CHECK-NEXT:       scf.yield %arg5, %1, %2 : tensor<?xf32>, tensor<3xf32>, tensor<3xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     %inserted_slice = tensor.insert_slice %0#2 into %0#0[6] [3] [2] : tensor<3xf32> into tensor<?xf32>
// CHECK-NEXT:     %inserted_slice_1 = tensor.insert_slice %0#1 into %inserted_slice[0] [3] [2] : tensor<3xf32> into tensor<?xf32>
// CHECK-NEXT:     return %inserted_slice_1 : tensor<?xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @transfers(%arg0: tensor<8x?xf32>, %arg1: index, %arg2: index, %arg3: index, %arg4: index, %arg5: vector<4x2xi1>) -> tensor<8x?xf32> {
// CHECK-NEXT:     %cst = arith.constant 1.000000e+00 : f32
// CHECK-NEXT:     %c0 = arith.constant 0 : index
// CHECK-NEXT:     %c4 = arith.constant 4 : index
// CHECK-NEXT:     %0 = vector.transfer_read %arg0[%c0, %arg4], %cst {permutation_map = #map1} : tensor<8x?xf32>, vector<2x4xf32>
// CHECK-NEXT:     %1 = vector.transfer_read %arg0[%c4, %arg4], %cst : tensor<8x?xf32>, vector<4x2xf32>
// CHECK-NEXT:     %2:3 = scf.for %arg6 = %arg1 to %arg2 step %arg3 iter_args(%arg7 = %arg0, %arg8 = %0, %arg9 = %1) -> (tensor<8x?xf32>, vector<2x4xf32>, vector<4x2xf32>) {
// CHECK-NEXT:       %5 = "test.foo"(%arg8) : (vector<2x4xf32>) -> vector<2x4xf32>
// CHECK-NEXT:       %6 = "test.foo"(%arg9) : (vector<4x2xf32>) -> vector<4x2xf32>
// CHECK-NEXT:       scf.yield %arg7, %5, %6 : tensor<8x?xf32>, vector<2x4xf32>, vector<4x2xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     %3 = vector.transfer_write %2#2, %2#0[%c4, %arg4] : vector<4x2xf32>, tensor<8x?xf32>
// CHECK-NEXT:     %4 = vector.transfer_write %2#1, %3[%c0, %arg4] {permutation_map = #map1} : vector<2x4xf32>, tensor<8x?xf32>
// CHECK-NEXT:     return %4 : tensor<8x?xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @other_use(%arg0: tensor<?xf32>, %arg1: index, %arg2: index, %arg3: index) -> tensor<?xf32> {
// CHECK-NEXT:     %0 = scf.for %arg4 = %arg1 to %arg2 step %arg3 iter_args(%arg5 = %arg0) -> (tensor<?xf32>) {
// CHECK-NEXT:       "test.use"(%arg5) : (tensor<?xf32>) -> ()
// CHECK-NEXT:       %extracted_slice = tensor.extract_slice %arg5[0] [5] [1] : tensor<?xf32> to tensor<5xf32>
// CHECK-NEXT:       %1 = "test.foo"(%extracted_slice) : (tensor<5xf32>) -> tensor<5xf32>
// CHECK-NEXT:       %inserted_slice = tensor.insert_slice %1 into %arg5[0] [5] [1] : tensor<5xf32> into tensor<?xf32>
// CHECK-NEXT:       scf.yield %inserted_slice : tensor<?xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     return %0 : tensor<?xf32>
// CHECK-NEXT:   }
// CHECK-NEXT: }
