// RUN: terrace-opt %s --allow-unregistered-dialect | FileCheck %s
// RUN: terrace-opt %s --allow-unregistered-dialect | terrace-opt --allow-unregistered-dialect | FileCheck %s
// RUN: terrace-opt %s --allow-unregistered-dialect --mlir-print-op-generic | terrace-opt --allow-unregistered-dialect | FileCheck %s

// Each op, with and without what may be left out.

module attributes {shape.lib = [@lib]} {
func.func @ops(%s: !shape.shape, %z: !shape.size, %i: index, %e: tensor<?xindex>, %t: tensor<2x?xf32>, %v: !shape.value_shape, %c: i1, %f: f32) {
  %0 = shape.add %z, %i : !shape.size, index -> !shape.size
  %1 = shape.div %i, %i : index, index -> index
  %2 = shape.mul %i, %i : index, index -> index
  %3 = shape.max %z, %z : !shape.size, !shape.size -> !shape.size
  %4 = shape.min %s, %s : !shape.shape, !shape.shape -> !shape.shape
  %5 = shape.const_size 4
  %6 = shape.index_to_size %i
  %7 = shape.size_to_index %z : !shape.size
  %8 = shape.const_shape [1, 2] : tensor<2xindex>
  %9 = shape.const_shape {a} [] : !shape.shape
  %10 = shape.any %s, %e : !shape.shape, tensor<?xindex> -> !shape.shape
  %11 = shape.broadcast %e, %e {error = "x"} : tensor<?xindex>, tensor<?xindex> -> tensor<?xindex>
  %12 = shape.concat %e, %e : tensor<?xindex>, tensor<?xindex> -> tensor<?xindex>
  %13:2 = "shape.split_at"(%s, %i) : (!shape.shape, index) -> (!shape.shape, !shape.shape)
  %14 = "shape.debug_print"(%s) : (!shape.shape) -> !shape.shape
  %15 = shape.from_extents %i, %z : index, !shape.size
  %16 = shape.from_extent_tensor %e : tensor<?xindex>
  %17 = shape.to_extent_tensor %s : !shape.shape -> tensor<?xindex>
  %18 = shape.dim %t, %i : tensor<2x?xf32>, index -> index
  %19 = shape.get_extent %s, %z : !shape.shape, !shape.size -> !shape.size
  %20 = shape.rank %e : tensor<?xindex> -> index
  %21 = shape.num_elements %s : !shape.shape -> !shape.size
  %22 = shape.shape_eq %s, %e : !shape.shape, tensor<?xindex>
  %23 = shape.is_broadcastable %e, %e : tensor<?xindex>, tensor<?xindex>
  %24 = shape.shape_of %t : tensor<2x?xf32> -> tensor<2xindex>
  %25 = shape.shape_of %t : tensor<2x?xf32> -> tensor<?xindex>
  %26 = shape.value_as_shape %v : !shape.value_shape -> !shape.shape
  %27 = shape.value_of %v : tensor<2x?xf32>
  %28 = shape.with_shape %t, %s : tensor<2x?xf32>, !shape.shape
  %29 = shape.meet %s, %e, error = "differ" : !shape.shape, tensor<?xindex> -> !shape.shape
  %30 = shape.cstr_broadcastable %s, %e : !shape.shape, tensor<?xindex>
  %31 = shape.cstr_eq %e, %e : tensor<?xindex>, tensor<?xindex>
  %32 = shape.cstr_require %c, "must hold"
  %33 = shape.const_witness true
  %34 = shape.assuming_all %30, %31
  shape.assuming %34 { }
  %35 = shape.assuming %34 -> (f32) { shape.assuming_yield %f : f32 } {a}
  %36 = shape.reduce(%e, %i) : tensor<?xindex> -> index {
    ^bb0(%at: index, %x: index, %acc: index):
      shape.yield %acc : index
  }
  return
}
shape.function_library @lib {
  func @same(%arg: !shape.value_shape) -> !shape.shape {
    %0 = shape_of %arg : !shape.value_shape -> !shape.shape
    return %0 : !shape.shape
  }
} mapping { foo.bar = @same }
}

// CHECK:      module attributes {shape.lib = [@lib]} {
// CHECK-NEXT:   func.func @ops(%arg0: !shape.shape, %arg1: !shape.size, %arg2: index, %arg3: tensor<?xindex>, %arg4: tensor<2x?xf32>, %arg5: !shape.value_shape, %arg6: i1, %arg7: f32) {
// CHECK-NEXT:     %0 = shape.add %arg1, %arg2 : !shape.size, index -> !shape.size
// CHECK-NEXT:     %1 = shape.div %arg2, %arg2 : index, index -> index
// CHECK-NEXT:     %2 = shape.mul %arg2, %arg2 : index, index -> index
// CHECK-NEXT:     %3 = shape.max %arg1, %arg1 : !shape.size, !shape.size -> !shape.size
// CHECK-NEXT:     %4 = shape.min %arg0, %arg0 : !shape.shape, !shape.shape -> !shape.shape
// CHECK-NEXT:     %c4 = shape.const_size 4
// CHECK-NEXT:     %5 = shape.index_to_size %arg2
// CHECK-NEXT:     %6 = shape.size_to_index %arg1 : !shape.size
// CHECK-NEXT:     %7 = shape.const_shape [1, 2] : tensor<2xindex>
// CHECK-NEXT:     %8 = shape.const_shape  {a}[] : !shape.shape
// CHECK-NEXT:     %9 = shape.any %arg0, %arg3 : !shape.shape, tensor<?xindex> -> !shape.shape
// CHECK-NEXT:     %10 = shape.broadcast %arg3, %arg3 {error = "x"} : tensor<?xindex>, tensor<?xindex> -> tensor<?xindex>
// CHECK-NEXT:     %11 = shape.concat %arg3, %arg3 : tensor<?xindex>, tensor<?xindex> -> tensor<?xindex>
// CHECK-NEXT:     %head, %tail = "shape.split_at"(%arg0, %arg2) : (!shape.shape, index) -> (!shape.shape, !shape.shape)
// CHECK-NEXT:     %12 = "shape.debug_print"(%arg0) : (!shape.shape) -> !shape.shape
// CHECK-NEXT:     %13 = shape.from_extents %arg2, %arg1 : index, !shape.size
// CHECK-NEXT:     %14 = shape.from_extent_tensor %arg3 : tensor<?xindex>
// CHECK-NEXT:     %15 = shape.to_extent_tensor %arg0 : !shape.shape -> tensor<?xindex>
// CHECK-NEXT:     %16 = shape.dim %arg4, %arg2 : tensor<2x?xf32>, index -> index
// CHECK-NEXT:     %17 = shape.get_extent %arg0, %arg1 : !shape.shape, !shape.size -> !shape.size
// CHECK-NEXT:     %18 = shape.rank %arg3 : tensor<?xindex> -> index
// CHECK-NEXT:     %19 = shape.num_elements %arg0 : !shape.shape -> !shape.size
// CHECK-NEXT:     %20 = shape.shape_eq %arg0, %arg3 : !shape.shape, tensor<?xindex>
// CHECK-NEXT:     %21 = shape.is_broadcastable %arg3, %arg3 : tensor<?xindex>, tensor<?xindex>
// CHECK-NEXT:     %22 = shape.shape_of %arg4 : tensor<2x?xf32> -> tensor<2xindex>
// CHECK-NEXT:     %23 = shape.shape_of %arg4 : tensor<2x?xf32> -> tensor<?xindex>
// CHECK-NEXT:     %24 = shape.value_as_shape %arg5 : !shape.value_shape -> !shape.shape
// CHECK-NEXT:     %25 = shape.value_of %arg5 : tensor<2x?xf32>
// CHECK-NEXT:     %26 = shape.with_shape %arg4, %arg0 : tensor<2x?xf32>, !shape.shape
// CHECK-NEXT:     %27 = shape.meet %arg0, %arg3, error = "differ" : !shape.shape, tensor<?xindex> -> !shape.shape
// CHECK-NEXT:     %28 = shape.cstr_broadcastable %arg0, %arg3 : !shape.shape, tensor<?xindex>
// CHECK-NEXT:     %29 = shape.cstr_eq %arg3, %arg3 : tensor<?xindex>, tensor<?xindex>
// CHECK-NEXT:     %30 = shape.cstr_require %arg6, "must hold"
// CHECK-NEXT:     %31 = shape.const_witness true
// CHECK-NEXT:     %32 = shape.assuming_all %28, %29
// CHECK-NEXT:     shape.assuming %32 {
// CHECK-NEXT:     }
// CHECK-NEXT:     %33 = shape.assuming %32 -> (f32) {
// CHECK-NEXT:       shape.assuming_yield %arg7 : f32
// CHECK-NEXT:     } {a}
// CHECK-NEXT:     %34 = shape.reduce(%arg3, %arg2) : tensor<?xindex> -> index {
// CHECK-NEXT:     ^bb0(%arg8: index, %arg9: index, %arg10: index):
// CHECK-NEXT:       shape.yield %arg10 : index
// CHECK-NEXT:     }
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT:   shape.function_library @lib {
// CHECK-NEXT:     func @same(%arg0: !shape.value_shape) -> !shape.shape {
// CHECK-NEXT:       %0 = shape_of %arg0 : !shape.value_shape -> !shape.shape
// CHECK-NEXT:       return %0 : !shape.shape
// CHECK-NEXT:     }
// CHECK-NEXT:   } mapping {foo.bar = @same}
// CHECK-NEXT: }
