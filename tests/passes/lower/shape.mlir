// Shapes as tensors of extents; what may be an error stays.
// RUN: terrace-opt %s --convert-shape-to-std --allow-unregistered-dialect | FileCheck %s
// RUN: terrace-opt %s --convert-shape-constraints --allow-unregistered-dialect | FileCheck %s --check-prefix=CSTR

func.func @extents(%t: tensor<2x?xf32>, %u: tensor<*xf32>, %i: index, %s: tensor<?xindex>) -> (index, index, tensor<?xindex>) {
  %0 = shape.shape_of %t : tensor<2x?xf32> -> tensor<2xindex>
  %1 = shape.get_extent %0, %i : tensor<2xindex>, index -> index
  %2 = shape.shape_of %u : tensor<*xf32> -> tensor<?xindex>
  %3 = shape.rank %s : tensor<?xindex> -> index
  %4 = shape.dim %t, %i : tensor<2x?xf32>, index -> index
  %5 = shape.add %1, %4 : index, index -> index
  %6, %7 = "shape.split_at"(%s, %i) : (tensor<?xindex>, index) -> (tensor<?xindex>, tensor<?xindex>)
  "foo.use"(%2, %6, %7) : (tensor<?xindex>, tensor<?xindex>, tensor<?xindex>) -> ()
  %8 = shape.broadcast %s, %2, %0 : tensor<?xindex>, tensor<?xindex>, tensor<2xindex> -> tensor<?xindex>
  return %3, %5, %8 : index, index, tensor<?xindex>
}

func.func @constraints(%a: tensor<?xindex>, %b: tensor<?xindex>, %c: !shape.shape) -> (!shape.witness, !shape.witness, !shape.witness) {
  %0 = shape.cstr_broadcastable %a, %b : tensor<?xindex>, tensor<?xindex>
  %1 = shape.cstr_eq %a, %b : tensor<?xindex>, tensor<?xindex>
  %2 = shape.cstr_eq %c, %c, %c : !shape.shape, !shape.shape, !shape.shape
  return %0, %1, %2 : !shape.witness, !shape.witness, !shape.witness
}

func.func @reduce(%a: tensor<?xindex>, %n: index) -> index {
  %0 = shape.reduce(%a, %n) : tensor<?xindex> -> index {
  ^bb0(%i: index, %e: index, %x: index):
    %1 = shape.mul %x, %e : index, index -> index
    shape.yield %1 : index
  }
  return %0 : index
}

// CHECK:      module {
// CHECK-NEXT:   func.func @extents(%arg0: tensor<2x?xf32>, %arg1: tensor<*xf32>, %arg2: index, %arg3: tensor<?xindex>) -> (index, index, tensor<?xindex>) {
// CHECK-NEXT:     %c2 = arith.constant 2 : index
// CHECK-NEXT:     %c1 = arith.constant 1 : index
// CHECK-NEXT:     %dim = tensor.dim %arg0, %c1 : tensor<2x?xf32>
// CHECK-NEXT:     %from_elements = tensor.from_elements %c2, %dim : tensor<2xindex>
// CHECK-NEXT:     %cast = tensor.cast %from_elements : tensor<2xindex> to tensor<2xindex>
// CHECK-NEXT:     %dim_0 = tensor.dim %arg0, %arg2 : tensor<2x?xf32>
// CHECK-NEXT:     %rank = tensor.rank %arg1 : tensor<*xf32>
// CHECK-NEXT:     %generated = tensor.generate %rank {
// CHECK-NEXT:     ^bb0(%arg4: index):
// CHECK-NEXT:       %dim_17 = tensor.dim %arg1, %arg4 : tensor<*xf32>
// CHECK-NEXT:       tensor.yield %dim_17 : index
// CHECK-NEXT:     } : tensor<?xindex>
// CHECK-NEXT:     %c0 = arith.constant 0 : index
// CHECK-NEXT:     %dim_1 = tensor.dim %arg3, %c0 : tensor<?xindex>
// CHECK-NEXT:     %c2_2 = arith.constant 2 : index
// CHECK-NEXT:     %c1_3 = arith.constant 1 : index
// CHECK-NEXT:     %dim_4 = tensor.dim %arg0, %c1_3 : tensor<2x?xf32>
// CHECK-NEXT:     %from_elements_5 = tensor.from_elements %c2_2, %dim_4 : tensor<2xindex>
// CHECK-NEXT:     %cast_6 = tensor.cast %from_elements_5 : tensor<2xindex> to tensor<2xindex>
// CHECK-NEXT:     %dim_7 = tensor.dim %arg0, %arg2 : tensor<2x?xf32>
// CHECK-NEXT:     %0 = arith.addi %dim_0, %dim_7 : index
// CHECK-NEXT:     %c0_8 = arith.constant 0 : index
// CHECK-NEXT:     %dim_9 = tensor.dim %arg3, %c0_8 : tensor<?xindex>
// CHECK-NEXT:     %1 = arith.addi %arg2, %dim_9 : index
// CHECK-NEXT:     %2 = arith.cmpi slt, %arg2, %c0_8 : index
// CHECK-NEXT:     %3 = arith.select %2, %1, %arg2 : index
// CHECK-NEXT:     %c1_10 = arith.constant 1 : index
// CHECK-NEXT:     %extracted_slice = tensor.extract_slice %arg3[%c0_8] [%3] [%c1_10] : tensor<?xindex> to tensor<?xindex>
// CHECK-NEXT:     %4 = arith.subi %dim_9, %3 : index
// CHECK-NEXT:     %extracted_slice_11 = tensor.extract_slice %arg3[%3] [%4] [%c1_10] : tensor<?xindex> to tensor<?xindex>
// CHECK-NEXT:     "foo.use"(%generated, %extracted_slice, %extracted_slice_11) : (tensor<?xindex>, tensor<?xindex>, tensor<?xindex>) -> ()
// CHECK-NEXT:     %c0_12 = arith.constant 0 : index
// CHECK-NEXT:     %dim_13 = tensor.dim %arg3, %c0_12 : tensor<?xindex>
// CHECK-NEXT:     %dim_14 = tensor.dim %generated, %c0_12 : tensor<?xindex>
// CHECK-NEXT:     %dim_15 = tensor.dim %cast, %c0_12 : tensor<2xindex>
// CHECK-NEXT:     %5 = arith.maxui %dim_14, %dim_13 : index
// CHECK-NEXT:     %6 = arith.maxui %dim_15, %5 : index
// CHECK-NEXT:     %7 = arith.subi %6, %dim_13 : index
// CHECK-NEXT:     %8 = arith.subi %6, %dim_14 : index
// CHECK-NEXT:     %9 = arith.subi %6, %dim_15 : index
// CHECK-NEXT:     %generated_16 = tensor.generate %6 {
// CHECK-NEXT:     ^bb0(%arg4: index):
// CHECK-NEXT:       %c1_17 = arith.constant 1 : index
// CHECK-NEXT:       %10 = arith.cmpi ult, %arg4, %7 : index
// CHECK-NEXT:       %11 = scf.if %10 -> (index) {
// CHECK-NEXT:         scf.yield %c1_17 : index
// CHECK-NEXT:       } else {
// CHECK-NEXT:         %16 = arith.subi %arg4, %7 : index
// CHECK-NEXT:         %extracted = tensor.extract %arg3[%16] : tensor<?xindex>
// CHECK-NEXT:         %17 = arith.cmpi eq, %extracted, %c1_17 : index
// CHECK-NEXT:         %18 = arith.select %17, %c1_17, %extracted : index
// CHECK-NEXT:         scf.yield %18 : index
// CHECK-NEXT:       }
// CHECK-NEXT:       %12 = arith.cmpi ult, %arg4, %8 : index
// CHECK-NEXT:       %13 = scf.if %12 -> (index) {
// CHECK-NEXT:         scf.yield %11 : index
// CHECK-NEXT:       } else {
// CHECK-NEXT:         %16 = arith.subi %arg4, %8 : index
// CHECK-NEXT:         %extracted = tensor.extract %generated[%16] : tensor<?xindex>
// CHECK-NEXT:         %17 = arith.cmpi eq, %extracted, %c1_17 : index
// CHECK-NEXT:         %18 = arith.select %17, %11, %extracted : index
// CHECK-NEXT:         scf.yield %18 : index
// CHECK-NEXT:       }
// CHECK-NEXT:       %14 = arith.cmpi ult, %arg4, %9 : index
// CHECK-NEXT:       %15 = scf.if %14 -> (index) {
// CHECK-NEXT:         scf.yield %13 : index
// CHECK-NEXT:       } else {
// CHECK-NEXT:         %16 = arith.subi %arg4, %9 : index
// CHECK-NEXT:         %extracted = tensor.extract %cast[%16] : tensor<2xindex>
// CHECK-NEXT:         %17 = arith.cmpi eq, %extracted, %c1_17 : index
// CHECK-NEXT:         %18 = arith.select %17, %13, %extracted : index
// CHECK-NEXT:         scf.yield %18 : index
// CHECK-NEXT:       }
// CHECK-NEXT:       tensor.yield %15 : index
// CHECK-NEXT:     } : tensor<?xindex>
// CHECK-NEXT:     return %dim_1, %0, %generated_16 : index, index, tensor<?xindex>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @constraints(%arg0: tensor<?xindex>, %arg1: tensor<?xindex>, %arg2: !shape.shape) -> (!shape.witness, !shape.witness, !shape.witness) {
// CHECK-NEXT:     %c0 = arith.constant 0 : index
// CHECK-NEXT:     %c1 = arith.constant 1 : index
// CHECK-NEXT:     %dim = tensor.dim %arg0, %c0 : tensor<?xindex>
// CHECK-NEXT:     %dim_0 = tensor.dim %arg1, %c0 : tensor<?xindex>
// CHECK-NEXT:     %0 = arith.maxui %dim_0, %dim : index
// CHECK-NEXT:     %1 = arith.subi %0, %dim : index
// CHECK-NEXT:     %2 = arith.subi %0, %dim_0 : index
// CHECK-NEXT:     %true = arith.constant true
// CHECK-NEXT:     %3 = scf.for %arg3 = %c0 to %0 step %c1 iter_args(%arg4 = %true) -> (i1) {
// CHECK-NEXT:       %c1_4 = arith.constant 1 : index
// CHECK-NEXT:       %9 = arith.cmpi ult, %arg3, %1 : index
// CHECK-NEXT:       %10 = scf.if %9 -> (index) {
// CHECK-NEXT:         scf.yield %c1_4 : index
// CHECK-NEXT:       } else {
// CHECK-NEXT:         %17 = arith.subi %arg3, %1 : index
// CHECK-NEXT:         %extracted = tensor.extract %arg0[%17] : tensor<?xindex>
// CHECK-NEXT:         %18 = arith.cmpi eq, %extracted, %c1_4 : index
// CHECK-NEXT:         %19 = arith.select %18, %c1_4, %extracted : index
// CHECK-NEXT:         scf.yield %19 : index
// CHECK-NEXT:       }
// CHECK-NEXT:       %11 = arith.cmpi ult, %arg3, %2 : index
// CHECK-NEXT:       %12 = scf.if %11 -> (index) {
// CHECK-NEXT:         scf.yield %10 : index
// CHECK-NEXT:       } else {
// CHECK-NEXT:         %17 = arith.subi %arg3, %2 : index
// CHECK-NEXT:         %extracted = tensor.extract %arg1[%17] : tensor<?xindex>
// CHECK-NEXT:         %18 = arith.cmpi eq, %extracted, %c1_4 : index
// CHECK-NEXT:         %19 = arith.select %18, %10, %extracted : index
// CHECK-NEXT:         scf.yield %19 : index
// CHECK-NEXT:       }
// CHECK-NEXT:       %13 = arith.cmpi ult, %arg3, %1 : index
// CHECK-NEXT:       %14 = scf.if %13 -> (i1) {
// CHECK-NEXT:         scf.yield %arg4 : i1
// CHECK-NEXT:       } else {
// CHECK-NEXT:         %17 = arith.subi %arg3, %1 : index
// CHECK-NEXT:         %extracted = tensor.extract %arg0[%17] : tensor<?xindex>
// CHECK-NEXT:         %18 = arith.cmpi eq, %extracted, %c1 : index
// CHECK-NEXT:         %19 = arith.cmpi eq, %extracted, %12 : index
// CHECK-NEXT:         %20 = arith.ori %18, %19 : i1
// CHECK-NEXT:         %21 = arith.andi %arg4, %20 : i1
// CHECK-NEXT:         scf.yield %21 : i1
// CHECK-NEXT:       }
// CHECK-NEXT:       %15 = arith.cmpi ult, %arg3, %2 : index
// CHECK-NEXT:       %16 = scf.if %15 -> (i1) {
// CHECK-NEXT:         scf.yield %14 : i1
// CHECK-NEXT:       } else {
// CHECK-NEXT:         %17 = arith.subi %arg3, %2 : index
// CHECK-NEXT:         %extracted = tensor.extract %arg1[%17] : tensor<?xindex>
// CHECK-NEXT:         %18 = arith.cmpi eq, %extracted, %c1 : index
// CHECK-NEXT:         %19 = arith.cmpi eq, %extracted, %12 : index
// CHECK-NEXT:         %20 = arith.ori %18, %19 : i1
// CHECK-NEXT:         %21 = arith.andi %14, %20 : i1
// CHECK-NEXT:         scf.yield %21 : i1
// CHECK-NEXT:       }
// CHECK-NEXT:       scf.yield %16 : i1
// CHECK-NEXT:     }
// CHECK-NEXT:     %4 = shape.cstr_require %3, "required broadcastable shapes"
// CHECK-NEXT:     %c0_1 = arith.constant 0 : index
// CHECK-NEXT:     %dim_2 = tensor.dim %arg0, %c0_1 : tensor<?xindex>
// CHECK-NEXT:     %dim_3 = tensor.dim %arg1, %c0_1 : tensor<?xindex>
// CHECK-NEXT:     %5 = arith.cmpi eq, %dim_2, %dim_3 : index
// CHECK-NEXT:     %6 = scf.if %5 -> (i1) {
// CHECK-NEXT:       %c1_4 = arith.constant 1 : index
// CHECK-NEXT:       %true_5 = arith.constant true
// CHECK-NEXT:       %9 = scf.for %arg3 = %c0_1 to %dim_2 step %c1_4 iter_args(%arg4 = %true_5) -> (i1) {
// CHECK-NEXT:         %extracted = tensor.extract %arg0[%arg3] : tensor<?xindex>
// CHECK-NEXT:         %extracted_6 = tensor.extract %arg1[%arg3] : tensor<?xindex>
// CHECK-NEXT:         %10 = arith.cmpi eq, %extracted, %extracted_6 : index
// CHECK-NEXT:         %11 = arith.andi %arg4, %10 : i1
// CHECK-NEXT:         scf.yield %11 : i1
// CHECK-NEXT:       }
// CHECK-NEXT:       scf.yield %9 : i1
// CHECK-NEXT:     } else {
// CHECK-NEXT:       %false = arith.constant false
// CHECK-NEXT:       scf.yield %false : i1
// CHECK-NEXT:     }
// CHECK-NEXT:     %7 = shape.cstr_require %6, "required equal shapes"
// CHECK-NEXT:     %8 = shape.cstr_eq %arg2, %arg2, %arg2 : !shape.shape, !shape.shape, !shape.shape
// CHECK-NEXT:     return %4, %7, %8 : !shape.witness, !shape.witness, !shape.witness
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @reduce(%arg0: tensor<?xindex>, %arg1: index) -> index {
// CHECK-NEXT:     %c0 = arith.constant 0 : index
// CHECK-NEXT:     %c1 = arith.constant 1 : index
// CHECK-NEXT:     %dim = tensor.dim %arg0, %c0 : tensor<?xindex>
// CHECK-NEXT:     %0 = scf.for %arg2 = %c0 to %dim step %c1 iter_args(%arg3 = %arg1) -> (index) {
// CHECK-NEXT:       %extracted = tensor.extract %arg0[%arg2] : tensor<?xindex>
// CHECK-NEXT:       %1 = arith.muli %arg3, %extracted : index
// CHECK-NEXT:       scf.yield %1 : index
// CHECK-NEXT:     }
// CHECK-NEXT:     return %0 : index
// CHECK-NEXT:   }
// CHECK-NEXT: }

// CSTR:      module {
// CSTR-NEXT:   func.func @extents(%arg0: tensor<2x?xf32>, %arg1: tensor<*xf32>, %arg2: index, %arg3: tensor<?xindex>) -> (index, index, tensor<?xindex>) {
// CSTR-NEXT:     %0 = shape.shape_of %arg0 : tensor<2x?xf32> -> tensor<2xindex>
// CSTR-NEXT:     %1 = shape.get_extent %0, %arg2 : tensor<2xindex>, index -> index
// CSTR-NEXT:     %2 = shape.shape_of %arg1 : tensor<*xf32> -> tensor<?xindex>
// CSTR-NEXT:     %3 = shape.rank %arg3 : tensor<?xindex> -> index
// CSTR-NEXT:     %4 = shape.dim %arg0, %arg2 : tensor<2x?xf32>, index -> index
// CSTR-NEXT:     %5 = shape.add %1, %4 : index, index -> index
// CSTR-NEXT:     %head, %tail = "shape.split_at"(%arg3, %arg2) : (tensor<?xindex>, index) -> (tensor<?xindex>, tensor<?xindex>)
// CSTR-NEXT:     "foo.use"(%2, %head, %tail) : (tensor<?xindex>, tensor<?xindex>, tensor<?xindex>) -> ()
// CSTR-NEXT:     %6 = shape.broadcast %arg3, %2, %0 : tensor<?xindex>, tensor<?xindex>, tensor<2xindex> -> tensor<?xindex>
// CSTR-NEXT:     return %3, %5, %6 : index, index, tensor<?xindex>
// CSTR-NEXT:   }
// CSTR-NEXT:   func.func @constraints(%arg0: tensor<?xindex>, %arg1: tensor<?xindex>, %arg2: !shape.shape) -> (!shape.witness, !shape.witness, !shape.witness) {
// CSTR-NEXT:     %0 = shape.const_witness true
// CSTR-NEXT:     %1 = shape.is_broadcastable %arg0, %arg1 : tensor<?xindex>, tensor<?xindex>
// CSTR-NEXT:     cf.assert %1, "required broadcastable shapes"
// CSTR-NEXT:     %2 = shape.shape_eq %arg0, %arg1 : tensor<?xindex>, tensor<?xindex>
// CSTR-NEXT:     cf.assert %2, "required equal shapes"
// CSTR-NEXT:     %3 = shape.shape_eq %arg2, %arg2, %arg2 : !shape.shape, !shape.shape, !shape.shape
// CSTR-NEXT:     cf.assert %3, "required equal shapes"
// CSTR-NEXT:     return %0, %0, %0 : !shape.witness, !shape.witness, !shape.witness
// CSTR-NEXT:   }
// CSTR-NEXT:   func.func @reduce(%arg0: tensor<?xindex>, %arg1: index) -> index {
// CSTR-NEXT:     %0 = shape.reduce(%arg0, %arg1) : tensor<?xindex> -> index {
// CSTR-NEXT:     ^bb0(%arg2: index, %arg3: index, %arg4: index):
// CSTR-NEXT:       %1 = shape.mul %arg4, %arg3 : index, index -> index
// CSTR-NEXT:       shape.yield %1 : index
// CSTR-NEXT:     }
// CSTR-NEXT:     return %0 : index
// CSTR-NEXT:   }
// CSTR-NEXT: }
