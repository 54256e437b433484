// RUN: terrace-opt %s --ownership-based-buffer-deallocation | FileCheck %s
// RUN: terrace-opt %s --ownership-based-buffer-deallocation=private-function-dynamic-ownership | FileCheck %s --check-prefix=DYNAMIC

// Who owns a buffer goes along with it, through branches, regions and calls.
func.func private @callee(%m: memref<2xf32>, %c: i1) -> memref<2xf32> {
  %0 = memref.alloc() : memref<2xf32>
  %1 = arith.select %c, %m, %0 : memref<2xf32>
  return %1 : memref<2xf32>
}
func.func private @declared(memref<*xf32>) -> memref<*xf32>
func.func @caller(%m: memref<2xf32>, %c: i1, %u: memref<*xf32>) -> (memref<2xf32>, memref<*xf32>) {
  %0 = call @callee(%m, %c) : (memref<2xf32>, i1) -> memref<2xf32>
  %1 = call @callee(%0, %c) : (memref<2xf32>, i1) -> memref<2xf32>
  %2 = call @declared(%u) : (memref<*xf32>) -> memref<*xf32>
  return %1, %2 : memref<2xf32>, memref<*xf32>
}
func.func @branches(%m: memref<2xf32>, %c: i1, %f: f32, %i: index) {
  %0 = memref.alloc() : memref<2xf32>
  cf.cond_br %c, ^bb1, ^bb2(%m : memref<2xf32>)
^bb1:
  %1 = memref.alloc() : memref<2xf32>
  memref.store %f, %0[%i] : memref<2xf32>
  cf.br ^bb2(%1 : memref<2xf32>)
^bb2(%x: memref<2xf32>):
  memref.store %f, %x[%i] : memref<2xf32>
  cf.cond_br %c, ^bb3, ^bb3
^bb3:
  memref.store %f, %0[%i] : memref<2xf32>
  return
}
func.func @regions(%m: memref<2xf32>, %c: i1, %n: index) -> memref<2xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %m) -> (memref<2xf32>) {
    %1 = scf.if %c -> (memref<2xf32>) {
      %2 = memref.alloc() : memref<2xf32>
      scf.yield %2 : memref<2xf32>
    } else {
      scf.yield %x : memref<2xf32>
    }
    scf.yield %1 : memref<2xf32>
  }
  %3:2 = scf.while (%x = %0, %y = %m) : (memref<2xf32>, memref<2xf32>) -> (memref<2xf32>, memref<2xf32>) {
    scf.condition(%c) %y, %x : memref<2xf32>, memref<2xf32>
  } do {
  ^bb0(%x: memref<2xf32>, %y: memref<2xf32>):
    %4 = memref.alloc() : memref<2xf32>
    scf.yield %4, %y : memref<2xf32>, memref<2xf32>
  }
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %5 = memref.alloc() : memref<2xf32>
    memref.copy %m, %5 : memref<2xf32> to memref<2xf32>
  }
  scf.forall (%i) in (%n) {
    %5 = memref.alloc() : memref<2xf32>
    memref.copy %m, %5 : memref<2xf32> to memref<2xf32>
  }
  return %3#0 : memref<2xf32>
}
memref.global constant @global : memref<2xf32> = dense<1.0>
func.func @views(%m: memref<2xf32>, %c: i1) -> memref<?xf32> {
  %0 = memref.alloc() : memref<2xf32>
  %1 = memref.alloca() : memref<2xf32>
  %2 = memref.get_global @global : memref<2xf32>
  %3 = memref.alloc() {bufferization.manual_deallocation} : memref<2xf32>
  memref.dealloc %3 {bufferization.manual_deallocation} : memref<2xf32>
  %4 = memref.cast %0 : memref<2xf32> to memref<?xf32>
  %5 = arith.select %c, %0, %2 : memref<2xf32>
  %6 = arith.select %c, %5, %1 : memref<2xf32>
  %7 = memref.cast %6 : memref<2xf32> to memref<?xf32>
  %8 = arith.select %c, %4, %7 : memref<?xf32>
  return %8 : memref<?xf32>
}

// CHECK:      module {
// CHECK-NEXT:   func.func private @callee(%arg0: memref<2xf32>, %arg1: i1) -> memref<2xf32> {
// CHECK-NEXT:     %true = arith.constant true
// CHECK-NEXT:     %false = arith.constant false
// CHECK-NEXT:     %alloc = memref.alloc() : memref<2xf32>
// CHECK-NEXT:     %0 = arith.select %arg1, %arg0, %alloc : memref<2xf32>
// CHECK-NEXT:     %1 = arith.select %arg1, %false, %true : i1
// CHECK-NEXT:     %2 = scf.if %1 -> (memref<2xf32>) {
// CHECK-NEXT:       scf.yield %0 : memref<2xf32>
// CHECK-NEXT:     } else {
// CHECK-NEXT:       %4 = bufferization.clone %0 : memref<2xf32> to memref<2xf32>
// CHECK-NEXT:       scf.yield %4 : memref<2xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     %true_0 = arith.constant true
// CHECK-NEXT:     %base_buffer, %offset, %sizes, %strides = memref.extract_strided_metadata %arg0 : memref<2xf32> -> memref<f32>, index, index, index
// CHECK-NEXT:     %base_buffer_1, %offset_2, %sizes_3, %strides_4 = memref.extract_strided_metadata %alloc : memref<2xf32> -> memref<f32>, index, index, index
// CHECK-NEXT:     %base_buffer_5, %offset_6, %sizes_7, %strides_8 = memref.extract_strided_metadata %2 : memref<2xf32> -> memref<f32>, index, index, index
// CHECK-NEXT:     %3 = bufferization.dealloc (%base_buffer, %base_buffer_1, %base_buffer_5 : memref<f32>, memref<f32>, memref<f32>) if (%false, %true, %true_0) retain (%2 : memref<2xf32>)
// CHECK-NEXT:     return %2 : memref<2xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func private @declared(memref<*xf32>) -> memref<*xf32>
// CHECK-NEXT:   func.func @caller(%arg0: memref<2xf32>, %arg1: i1, %arg2: memref<*xf32>) -> (memref<2xf32>, memref<*xf32>) {
// CHECK-NEXT:     %false = arith.constant false
// CHECK-NEXT:     %false_0 = arith.constant false
// CHECK-NEXT:     %true = arith.constant true
// CHECK-NEXT:     %0 = call @callee(%arg0, %arg1) : (memref<2xf32>, i1) -> memref<2xf32>
// CHECK-NEXT:     %true_1 = arith.constant true
// CHECK-NEXT:     %1 = call @callee(%0, %arg1) : (memref<2xf32>, i1) -> memref<2xf32>
// CHECK-NEXT:     %true_2 = arith.constant true
// CHECK-NEXT:     %2 = call @declared(%arg2) : (memref<*xf32>) -> memref<*xf32>
// CHECK-NEXT:     %base_buffer, %offset, %sizes, %strides = memref.extract_strided_metadata %arg0 : memref<2xf32> -> memref<f32>, index, index, index
// CHECK-NEXT:     %reinterpret_cast = memref.reinterpret_cast %arg2 to offset: [0], sizes: [], strides: [] : memref<*xf32> to memref<f32, strided<[]>>
// CHECK-NEXT:     %base_buffer_3, %offset_4 = memref.extract_strided_metadata %reinterpret_cast : memref<f32, strided<[]>> -> memref<f32>, index
// CHECK-NEXT:     %base_buffer_5, %offset_6, %sizes_7, %strides_8 = memref.extract_strided_metadata %0 : memref<2xf32> -> memref<f32>, index, index, index
// CHECK-NEXT:     %base_buffer_9, %offset_10, %sizes_11, %strides_12 = memref.extract_strided_metadata %1 : memref<2xf32> -> memref<f32>, index, index, index
// CHECK-NEXT:     %reinterpret_cast_13 = memref.reinterpret_cast %2 to offset: [0], sizes: [], strides: [] : memref<*xf32> to memref<f32, strided<[]>>
// CHECK-NEXT:     %base_buffer_14, %offset_15 = memref.extract_strided_metadata %reinterpret_cast_13 : memref<f32, strided<[]>> -> memref<f32>, index
// CHECK-NEXT:     %3:2 = bufferization.dealloc (%base_buffer, %base_buffer_3, %base_buffer_5, %base_buffer_9, %base_buffer_14 : memref<f32>, memref<f32>, memref<f32>, memref<f32>, memref<f32>) if (%false, %false_0, %true, %true_1, %true_2) retain (%1, %2 : memref<2xf32>, memref<*xf32>)
// CHECK-NEXT:     return %1, %2 : memref<2xf32>, memref<*xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @branches(%arg0: memref<2xf32>, %arg1: i1, %arg2: f32, %arg3: index) {
// CHECK-NEXT:     %true = arith.constant true
// CHECK-NEXT:     %false = arith.constant false
// CHECK-NEXT:     %alloc = memref.alloc() : memref<2xf32>
// CHECK-NEXT:     %base_buffer, %offset, %sizes, %strides = memref.extract_strided_metadata %arg0 : memref<2xf32> -> memref<f32>, index, index, index
// CHECK-NEXT:     %base_buffer_0, %offset_1, %sizes_2, %strides_3 = memref.extract_strided_metadata %alloc : memref<2xf32> -> memref<f32>, index, index, index
// CHECK-NEXT:     %0 = arith.andi %false, %arg1 : i1
// CHECK-NEXT:     %1 = arith.andi %true, %arg1 : i1
// CHECK-NEXT:     %2 = bufferization.dealloc (%base_buffer, %base_buffer_0 : memref<f32>, memref<f32>) if (%0, %1) retain (%alloc : memref<2xf32>)
// CHECK-NEXT:     %true_4 = arith.constant true
// CHECK-NEXT:     %3 = arith.xori %true_4, %arg1 : i1
// CHECK-NEXT:     %4 = arith.andi %false, %3 : i1
// CHECK-NEXT:     %true_5 = arith.constant true
// CHECK-NEXT:     %5 = arith.xori %true_5, %arg1 : i1
// CHECK-NEXT:     %6 = arith.andi %true, %5 : i1
// CHECK-NEXT:     %7:2 = bufferization.dealloc (%base_buffer, %base_buffer_0 : memref<f32>, memref<f32>) if (%4, %6) retain (%arg0, %alloc : memref<2xf32>, memref<2xf32>)
// CHECK-NEXT:     %8 = arith.select %arg1, %2, %7#1 : i1
// CHECK-NEXT:     cf.cond_br %arg1, ^bb1, ^bb2(%arg0, %7#0 : memref<2xf32>, i1)
// CHECK-NEXT:   ^bb1:  // pred: ^bb0
// CHECK-NEXT:     %true_6 = arith.constant true
// CHECK-NEXT:     %alloc_7 = memref.alloc() : memref<2xf32>
// CHECK-NEXT:     memref.store %arg2, %alloc[%arg3] : memref<2xf32>
// CHECK-NEXT:     %base_buffer_8, %offset_9, %sizes_10, %strides_11 = memref.extract_strided_metadata %alloc : memref<2xf32> -> memref<f32>, index, index, index
// CHECK-NEXT:     %base_buffer_12, %offset_13, %sizes_14, %strides_15 = memref.extract_strided_metadata %alloc_7 : memref<2xf32> -> memref<f32>, index, index, index
// CHECK-NEXT:     %9:2 = bufferization.dealloc (%base_buffer_8, %base_buffer_12 : memref<f32>, memref<f32>) if (%8, %true_6) retain (%alloc_7, %alloc : memref<2xf32>, memref<2xf32>)
// CHECK-NEXT:     cf.br ^bb2(%alloc_7, %9#0 : memref<2xf32>, i1)
// CHECK-NEXT:   ^bb2(%10: memref<2xf32>, %11: i1):  // 2 preds: ^bb0, ^bb1
// CHECK-NEXT:     memref.store %arg2, %10[%arg3] : memref<2xf32>
// CHECK-NEXT:     %base_buffer_16, %offset_17, %sizes_18, %strides_19 = memref.extract_strided_metadata %alloc : memref<2xf32> -> memref<f32>, index, index, index
// CHECK-NEXT:     %base_buffer_20, %offset_21, %sizes_22, %strides_23 = memref.extract_strided_metadata %10 : memref<2xf32> -> memref<f32>, index, index, index
// CHECK-NEXT:     %12 = arith.andi %8, %arg1 : i1
// CHECK-NEXT:     %13 = arith.andi %11, %arg1 : i1
// CHECK-NEXT:     %14 = bufferization.dealloc (%base_buffer_16, %base_buffer_20 : memref<f32>, memref<f32>) if (%12, %13) retain (%alloc : memref<2xf32>)
// CHECK-NEXT:     %true_24 = arith.constant true
// CHECK-NEXT:     %15 = arith.xori %true_24, %arg1 : i1
// CHECK-NEXT:     %16 = arith.andi %8, %15 : i1
// CHECK-NEXT:     %true_25 = arith.constant true
// CHECK-NEXT:     %17 = arith.xori %true_25, %arg1 : i1
// CHECK-NEXT:     %18 = arith.andi %11, %17 : i1
// CHECK-NEXT:     %19 = bufferization.dealloc (%base_buffer_16, %base_buffer_20 : memref<f32>, memref<f32>) if (%16, %18) retain (%alloc : memref<2xf32>)
// CHECK-NEXT:     %20 = arith.select %arg1, %14, %19 : i1
// CHECK-NEXT:     cf.cond_br %arg1, ^bb3, ^bb3
// CHECK-NEXT:   ^bb3:  // 2 preds: ^bb2, ^bb2
// CHECK-NEXT:     memref.store %arg2, %alloc[%arg3] : memref<2xf32>
// CHECK-NEXT:     %base_buffer_26, %offset_27, %sizes_28, %strides_29 = memref.extract_strided_metadata %alloc : memref<2xf32> -> memref<f32>, index, index, index
// CHECK-NEXT:     bufferization.dealloc (%base_buffer_26 : memref<f32>) if (%8)
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @regions(%arg0: memref<2xf32>, %arg1: i1, %arg2: index) -> memref<2xf32> {
// CHECK-NEXT:     %false = arith.constant false
// CHECK-NEXT:     %false_0 = arith.constant false
// CHECK-NEXT:     %false_1 = arith.constant false
// CHECK-NEXT:     %false_2 = arith.constant false
// CHECK-NEXT:     %false_3 = arith.constant false
// CHECK-NEXT:     %c0 = arith.constant 0 : index
// CHECK-NEXT:     %c1 = arith.constant 1 : index
// CHECK-NEXT:     %0:2 = scf.for %arg3 = %c0 to %arg2 step %c1 iter_args(%arg4 = %arg0, %arg5 = %false_2) -> (memref<2xf32>, i1) {
// CHECK-NEXT:       %false_20 = arith.constant false
// CHECK-NEXT:       %4:2 = scf.if %arg1 -> (memref<2xf32>, i1) {
// CHECK-NEXT:         %true_29 = arith.constant true
// CHECK-NEXT:         %alloc = memref.alloc() : memref<2xf32>
// CHECK-NEXT:         %base_buffer_30, %offset_31, %sizes_32, %strides_33 = memref.extract_strided_metadata %alloc : memref<2xf32> -> memref<f32>, index, index, index
// CHECK-NEXT:         %6 = bufferization.dealloc (%base_buffer_30 : memref<f32>) if (%true_29) retain (%alloc : memref<2xf32>)
// CHECK-NEXT:         scf.yield %alloc, %6 : memref<2xf32>, i1
// CHECK-NEXT:       } else {
// CHECK-NEXT:         %false_29 = arith.constant false
// CHECK-NEXT:         %6 = bufferization.dealloc retain (%arg4 : memref<2xf32>)
// CHECK-NEXT:         scf.yield %arg4, %6 : memref<2xf32>, i1
// CHECK-NEXT:       }
// CHECK-NEXT:       %base_buffer_21, %offset_22, %sizes_23, %strides_24 = memref.extract_strided_metadata %arg4 : memref<2xf32> -> memref<f32>, index, index, index
// CHECK-NEXT:       %base_buffer_25, %offset_26, %sizes_27, %strides_28 = memref.extract_strided_metadata %4#0 : memref<2xf32> -> memref<f32>, index, index, index
// CHECK-NEXT:       %5 = bufferization.dealloc (%base_buffer_21, %base_buffer_25 : memref<f32>, memref<f32>) if (%arg5, %4#1) retain (%4#0 : memref<2xf32>)
// CHECK-NEXT:       scf.yield %4#0, %5 : memref<2xf32>, i1
// CHECK-NEXT:     }
// CHECK-NEXT:     %1:4 = scf.while (%arg3 = %0#0, %arg4 = %arg0, %arg5 = %false_1, %arg6 = %false_1) : (memref<2xf32>, memref<2xf32>, i1, i1) -> (memref<2xf32>, memref<2xf32>, i1, i1) {
// CHECK-NEXT:       %base_buffer_20, %offset_21, %sizes_22, %strides_23 = memref.extract_strided_metadata %arg3 : memref<2xf32> -> memref<f32>, index, index, index
// CHECK-NEXT:       %base_buffer_24, %offset_25, %sizes_26, %strides_27 = memref.extract_strided_metadata %arg4 : memref<2xf32> -> memref<f32>, index, index, index
// CHECK-NEXT:       %4:2 = bufferization.dealloc (%base_buffer_20, %base_buffer_24 : memref<f32>, memref<f32>) if (%arg5, %arg6) retain (%arg4, %arg3 : memref<2xf32>, memref<2xf32>)
// CHECK-NEXT:       scf.condition(%arg1) %arg4, %arg3, %4#0, %4#1 : memref<2xf32>, memref<2xf32>, i1, i1
// CHECK-NEXT:     } do {
// CHECK-NEXT:     ^bb0(%arg3: memref<2xf32>, %arg4: memref<2xf32>, %arg5: i1, %arg6: i1):
// CHECK-NEXT:       %true_20 = arith.constant true
// CHECK-NEXT:       %alloc = memref.alloc() : memref<2xf32>
// CHECK-NEXT:       %base_buffer_21, %offset_22, %sizes_23, %strides_24 = memref.extract_strided_metadata %arg3 : memref<2xf32> -> memref<f32>, index, index, index
// CHECK-NEXT:       %base_buffer_25, %offset_26, %sizes_27, %strides_28 = memref.extract_strided_metadata %arg4 : memref<2xf32> -> memref<f32>, index, index, index
// CHECK-NEXT:       %base_buffer_29, %offset_30, %sizes_31, %strides_32 = memref.extract_strided_metadata %alloc : memref<2xf32> -> memref<f32>, index, index, index
// CHECK-NEXT:       %4:2 = bufferization.dealloc (%base_buffer_21, %base_buffer_25, %base_buffer_29 : memref<f32>, memref<f32>, memref<f32>) if (%arg5, %arg6, %true_20) retain (%alloc, %arg4 : memref<2xf32>, memref<2xf32>)
// CHECK-NEXT:       scf.yield %alloc, %arg4, %4#0, %4#1 : memref<2xf32>, memref<2xf32>, i1, i1
// CHECK-NEXT:     }
// CHECK-NEXT:     scf.parallel (%arg3) = (%c0) to (%arg2) step (%c1) {
// CHECK-NEXT:       %true_20 = arith.constant true
// CHECK-NEXT:       %false_21 = arith.constant false
// CHECK-NEXT:       %alloc = memref.alloc() : memref<2xf32>
// CHECK-NEXT:       memref.copy %arg0, %alloc : memref<2xf32> to memref<2xf32>
// CHECK-NEXT:       %base_buffer_22, %offset_23, %sizes_24, %strides_25 = memref.extract_strided_metadata %alloc : memref<2xf32> -> memref<f32>, index, index, index
// CHECK-NEXT:       bufferization.dealloc (%base_buffer_22 : memref<f32>) if (%true_20)
// CHECK-NEXT:       scf.reduce 
// CHECK-NEXT:     }
// CHECK-NEXT:     scf.forall (%arg3) in (%arg2) {
// CHECK-NEXT:       %true_20 = arith.constant true
// CHECK-NEXT:       %false_21 = arith.constant false
// CHECK-NEXT:       %alloc = memref.alloc() : memref<2xf32>
// CHECK-NEXT:       memref.copy %arg0, %alloc : memref<2xf32> to memref<2xf32>
// CHECK-NEXT:       %base_buffer_22, %offset_23, %sizes_24, %strides_25 = memref.extract_strided_metadata %alloc : memref<2xf32> -> memref<f32>, index, index, index
// CHECK-NEXT:       bufferization.dealloc (%base_buffer_22 : memref<f32>) if (%true_20)
// CHECK-NEXT:     }
// CHECK-NEXT:     %2 = scf.if %1#2 -> (memref<2xf32>) {
// CHECK-NEXT:       scf.yield %1#0 : memref<2xf32>
// CHECK-NEXT:     } else {
// CHECK-NEXT:       %4 = bufferization.clone %1#0 : memref<2xf32> to memref<2xf32>
// CHECK-NEXT:       scf.yield %4 : memref<2xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     %true = arith.constant true
// CHECK-NEXT:     %base_buffer, %offset, %sizes, %strides = memref.extract_strided_metadata %arg0 : memref<2xf32> -> memref<f32>, index, index, index
// CHECK-NEXT:     %base_buffer_4, %offset_5, %sizes_6, %strides_7 = memref.extract_strided_metadata %0#0 : memref<2xf32> -> memref<f32>, index, index, index
// CHECK-NEXT:     %base_buffer_8, %offset_9, %sizes_10, %strides_11 = memref.extract_strided_metadata %1#0 : memref<2xf32> -> memref<f32>, index, index, index
// CHECK-NEXT:     %base_buffer_12, %offset_13, %sizes_14, %strides_15 = memref.extract_strided_metadata %1#1 : memref<2xf32> -> memref<f32>, index, index, index
// CHECK-NEXT:     %base_buffer_16, %offset_17, %sizes_18, %strides_19 = memref.extract_strided_metadata %2 : memref<2xf32> -> memref<f32>, index, index, index
// CHECK-NEXT:     %3 = bufferization.dealloc (%base_buffer, %base_buffer_4, %base_buffer_8, %base_buffer_12, %base_buffer_16 : memref<f32>, memref<f32>, memref<f32>, memref<f32>, memref<f32>) if (%false_3, %0#1, %1#2, %1#3, %true) retain (%2 : memref<2xf32>)
// CHECK-NEXT:     return %2 : memref<2xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   memref.global constant @global : memref<2xf32> = dense<1.000000e+00>
// CHECK-NEXT:   func.func @views(%arg0: memref<2xf32>, %arg1: i1) -> memref<?xf32> {
// CHECK-NEXT:     %false = arith.constant false
// CHECK-NEXT:     %false_0 = arith.constant false
// CHECK-NEXT:     %true = arith.constant true
// CHECK-NEXT:     %false_1 = arith.constant false
// CHECK-NEXT:     %alloc = memref.alloc() : memref<2xf32>
// CHECK-NEXT:     %alloca = memref.alloca() : memref<2xf32>
// CHECK-NEXT:     %false_2 = arith.constant false
// CHECK-NEXT:     %0 = memref.get_global @global : memref<2xf32>
// CHECK-NEXT:     %alloc_3 = memref.alloc() {bufferization.manual_deallocation} : memref<2xf32>
// CHECK-NEXT:     %true_4 = arith.constant true
// CHECK-NEXT:     %1 = arith.xori %false, %true_4 : i1
// CHECK-NEXT:     cf.assert %1, "expected that the block does not have ownership"
// CHECK-NEXT:     memref.dealloc %alloc_3 {bufferization.manual_deallocation} : memref<2xf32>
// CHECK-NEXT:     %cast = memref.cast %alloc : memref<2xf32> to memref<?xf32>
// CHECK-NEXT:     %2 = arith.select %arg1, %alloc, %0 : memref<2xf32>
// CHECK-NEXT:     %3 = arith.select %arg1, %2, %alloca : memref<2xf32>
// CHECK-NEXT:     %cast_5 = memref.cast %3 : memref<2xf32> to memref<?xf32>
// CHECK-NEXT:     %4 = arith.select %arg1, %cast, %cast_5 : memref<?xf32>
// CHECK-NEXT:     %5 = bufferization.clone %4 : memref<?xf32> to memref<?xf32>
// CHECK-NEXT:     %true_6 = arith.constant true
// CHECK-NEXT:     %base_buffer, %offset, %sizes, %strides = memref.extract_strided_metadata %arg0 : memref<2xf32> -> memref<f32>, index, index, index
// CHECK-NEXT:     %base_buffer_7, %offset_8, %sizes_9, %strides_10 = memref.extract_strided_metadata %alloc : memref<2xf32> -> memref<f32>, index, index, index
// CHECK-NEXT:     %base_buffer_11, %offset_12, %sizes_13, %strides_14 = memref.extract_strided_metadata %5 : memref<?xf32> -> memref<f32>, index, index, index
// CHECK-NEXT:     %6 = bufferization.dealloc (%base_buffer, %base_buffer_7, %base_buffer_11 : memref<f32>, memref<f32>, memref<f32>) if (%false_1, %true, %true_6) retain (%5 : memref<?xf32>)
// CHECK-NEXT:     return %5 : memref<?xf32>
// CHECK-NEXT:   }
// CHECK-NEXT: }

// DYNAMIC:      module {
// DYNAMIC-NEXT:   func.func private @callee(%arg0: memref<2xf32>, %arg1: i1) -> (memref<2xf32>, i1) {
// DYNAMIC-NEXT:     %true = arith.constant true
// DYNAMIC-NEXT:     %false = arith.constant false
// DYNAMIC-NEXT:     %alloc = memref.alloc() : memref<2xf32>
// DYNAMIC-NEXT:     %0 = arith.select %arg1, %arg0, %alloc : memref<2xf32>
// DYNAMIC-NEXT:     %base_buffer, %offset, %sizes, %strides = memref.extract_strided_metadata %arg0 : memref<2xf32> -> memref<f32>, index, index, index
// DYNAMIC-NEXT:     %base_buffer_0, %offset_1, %sizes_2, %strides_3 = memref.extract_strided_metadata %alloc : memref<2xf32> -> memref<f32>, index, index, index
// DYNAMIC-NEXT:     %1 = bufferization.dealloc (%base_buffer, %base_buffer_0 : memref<f32>, memref<f32>) if (%false, %true) retain (%0 : memref<2xf32>)
// DYNAMIC-NEXT:     return %0, %1 : memref<2xf32>, i1
// DYNAMIC-NEXT:   }
// DYNAMIC-NEXT:   func.func private @declared(memref<*xf32>) -> memref<*xf32>
// DYNAMIC-NEXT:   func.func @caller(%arg0: memref<2xf32>, %arg1: i1, %arg2: memref<*xf32>) -> (memref<2xf32>, memref<*xf32>) {
// DYNAMIC-NEXT:     %false = arith.constant false
// DYNAMIC-NEXT:     %false_0 = arith.constant false
// DYNAMIC-NEXT:     %0:2 = call @callee(%arg0, %arg1) : (memref<2xf32>, i1) -> (memref<2xf32>, i1)
// DYNAMIC-NEXT:     %1:2 = call @callee(%0#0, %arg1) : (memref<2xf32>, i1) -> (memref<2xf32>, i1)
// DYNAMIC-NEXT:     %true = arith.constant true
// DYNAMIC-NEXT:     %2 = call @declared(%arg2) : (memref<*xf32>) -> memref<*xf32>
// DYNAMIC-NEXT:     %3 = scf.if %1#1 -> (memref<2xf32>) {
// DYNAMIC-NEXT:       scf.yield %1#0 : memref<2xf32>
// DYNAMIC-NEXT:     } else {
// DYNAMIC-NEXT:       %5 = bufferization.clone %1#0 : memref<2xf32> to memref<2xf32>
// DYNAMIC-NEXT:       scf.yield %5 : memref<2xf32>
// DYNAMIC-NEXT:     }
// DYNAMIC-NEXT:     %true_1 = arith.constant true
// DYNAMIC-NEXT:     %base_buffer, %offset, %sizes, %strides = memref.extract_strided_metadata %arg0 : memref<2xf32> -> memref<f32>, index, index, index
// DYNAMIC-NEXT:     %reinterpret_cast = memref.reinterpret_cast %arg2 to offset: [0], sizes: [], strides: [] : memref<*xf32> to memref<f32, strided<[]>>
// DYNAMIC-NEXT:     %base_buffer_2, %offset_3 = memref.extract_strided_metadata %reinterpret_cast : memref<f32, strided<[]>> -> memref<f32>, index
// DYNAMIC-NEXT:     %base_buffer_4, %offset_5, %sizes_6, %strides_7 = memref.extract_strided_metadata %0#0 : memref<2xf32> -> memref<f32>, index, index, index
// DYNAMIC-NEXT:     %base_buffer_8, %offset_9, %sizes_10, %strides_11 = memref.extract_strided_metadata %1#0 : memref<2xf32> -> memref<f32>, index, index, index
// DYNAMIC-NEXT:     %reinterpret_cast_12 = memref.reinterpret_cast %2 to offset: [0], sizes: [], strides: [] : memref<*xf32> to memref<f32, strided<[]>>
// DYNAMIC-NEXT:     %base_buffer_13, %offset_14 = memref.extract_strided_metadata %reinterpret_cast_12 : memref<f32, strided<[]>> -> memref<f32>, index
// DYNAMIC-NEXT:     %base_buffer_15, %offset_16, %sizes_17, %strides_18 = memref.extract_strided_metadata %3 : memref<2xf32> -> memref<f32>, index, index, index
// DYNAMIC-NEXT:     %4:2 = bufferization.dealloc (%base_buffer, %base_buffer_2, %base_buffer_4, %base_buffer_8, %base_buffer_13, %base_buffer_15 : memref<f32>, memref<f32>, memref<f32>, memref<f32>, memref<f32>, memref<f32>) if (%false, %false_0, %0#1, %1#1, %true, %true_1) retain (%3, %2 : memref<2xf32>, memref<*xf32>)
// DYNAMIC-NEXT:     return %3, %2 : memref<2xf32>, memref<*xf32>
// DYNAMIC-NEXT:   }
// DYNAMIC-NEXT:   func.func @branches(%arg0: memref<2xf32>, %arg1: i1, %arg2: f32, %arg3: index) {
// DYNAMIC-NEXT:     %true = arith.constant true
// DYNAMIC-NEXT:     %false = arith.constant false
// DYNAMIC-NEXT:     %alloc = memref.alloc() : memref<2xf32>
// DYNAMIC-NEXT:     %base_buffer, %offset, %sizes, %strides = memref.extract_strided_metadata %arg0 : memref<2xf32> -> memref<f32>, index, index, index
// DYNAMIC-NEXT:     %base_buffer_0, %offset_1, %sizes_2, %strides_3 = memref.extract_strided_metadata %alloc : memref<2xf32> -> memref<f32>, index, index, index
// DYNAMIC-NEXT:     %0 = arith.andi %false, %arg1 : i1
// DYNAMIC-NEXT:     %1 = arith.andi %true, %arg1 : i1
// DYNAMIC-NEXT:     %2 = bufferization.dealloc (%base_buffer, %base_buffer_0 : memref<f32>, memref<f32>) if (%0, %1) retain (%alloc : memref<2xf32>)
// DYNAMIC-NEXT:     %true_4 = arith.constant true
// DYNAMIC-NEXT:     %3 = arith.xori %true_4, %arg1 : i1
// DYNAMIC-NEXT:     %4 = arith.andi %false, %3 : i1
// DYNAMIC-NEXT:     %true_5 = arith.constant true
// DYNAMIC-NEXT:     %5 = arith.xori %true_5, %arg1 : i1
// DYNAMIC-NEXT:     %6 = arith.andi %true, %5 : i1
// DYNAMIC-NEXT:     %7:2 = bufferization.dealloc (%base_buffer, %base_buffer_0 : memref<f32>, memref<f32>) if (%4, %6) retain (%arg0, %alloc : memref<2xf32>, memref<2xf32>)
// DYNAMIC-NEXT:     %8 = arith.select %arg1, %2, %7#1 : i1
// DYNAMIC-NEXT:     cf.cond_br %arg1, ^bb1, ^bb2(%arg0, %7#0 : memref<2xf32>, i1)
// DYNAMIC-NEXT:   ^bb1:  // pred: ^bb0
// DYNAMIC-NEXT:     %true_6 = arith.constant true
// DYNAMIC-NEXT:     %alloc_7 = memref.alloc() : memref<2xf32>
// DYNAMIC-NEXT:     memref.store %arg2, %alloc[%arg3] : memref<2xf32>
// DYNAMIC-NEXT:     %base_buffer_8, %offset_9, %sizes_10, %strides_11 = memref.extract_strided_metadata %alloc : memref<2xf32> -> memref<f32>, index, index, index
// DYNAMIC-NEXT:     %base_buffer_12, %offset_13, %sizes_14, %strides_15 = memref.extract_strided_metadata %alloc_7 : memref<2xf32> -> memref<f32>, index, index, index
// DYNAMIC-NEXT:     %9:2 = bufferization.dealloc (%base_buffer_8, %base_buffer_12 : memref<f32>, memref<f32>) if (%8, %true_6) retain (%alloc_7, %alloc : memref<2xf32>, memref<2xf32>)
// DYNAMIC-NEXT:     cf.br ^bb2(%alloc_7, %9#0 : memref<2xf32>, i1)
// DYNAMIC-NEXT:   ^bb2(%10: memref<2xf32>, %11: i1):  // 2 preds: ^bb0, ^bb1
// DYNAMIC-NEXT:     memref.store %arg2, %10[%arg3] : memref<2xf32>
// DYNAMIC-NEXT:     %base_buffer_16, %offset_17, %sizes_18, %strides_19 = memref.extract_strided_metadata %alloc : memref<2xf32> -> memref<f32>, index, index, index
// DYNAMIC-NEXT:     %base_buffer_20, %offset_21, %sizes_22, %strides_23 = memref.extract_strided_metadata %10 : memref<2xf32> -> memref<f32>, index, index, index
// DYNAMIC-NEXT:     %12 = arith.andi %8, %arg1 : i1
// DYNAMIC-NEXT:     %13 = arith.andi %11, %arg1 : i1
// DYNAMIC-NEXT:     %14 = bufferization.dealloc (%base_buffer_16, %base_buffer_20 : memref<f32>, memref<f32>) if (%12, %13) retain (%alloc : memref<2xf32>)
// DYNAMIC-NEXT:     %true_24 = arith.constant true
// DYNAMIC-NEXT:     %15 = arith.xori %true_24, %arg1 : i1
// DYNAMIC-NEXT:     %16 = arith.andi %8, %15 : i1
// DYNAMIC-NEXT:     %true_25 = arith.constant true
// DYNAMIC-NEXT:     %17 = arith.xori %true_25, %arg1 : i1
// DYNAMIC-NEXT:     %18 = arith.andi %11, %17 : i1
// DYNAMIC-NEXT:     %19 = bufferization.dealloc (%base_buffer_16, %base_buffer_20 : memref<f32>, memref<f32>) if (%16, %18) retain (%alloc : memref<2xf32>)
// DYNAMIC-NEXT:     %20 = arith.select %arg1, %14, %19 : i1
// DYNAMIC-NEXT:     cf.cond_br %arg1, ^bb3, ^bb3
// DYNAMIC-NEXT:   ^bb3:  // 2 preds: ^bb2, ^bb2
// DYNAMIC-NEXT:     memref.store %arg2, %alloc[%arg3] : memref<2xf32>
// DYNAMIC-NEXT:     %base_buffer_26, %offset_27, %sizes_28, %strides_29 = memref.extract_strided_metadata %alloc : memref<2xf32> -> memref<f32>, index, index, index
// DYNAMIC-NEXT:     bufferization.dealloc (%base_buffer_26 : memref<f32>) if (%8)
// DYNAMIC-NEXT:     return
// DYNAMIC-NEXT:   }
// DYNAMIC-NEXT:   func.func @regions(%arg0: memref<2xf32>, %arg1: i1, %arg2: index) -> memref<2xf32> {
// DYNAMIC-NEXT:     %false = arith.constant false
// DYNAMIC-NEXT:     %false_0 = arith.constant false
// DYNAMIC-NEXT:     %false_1 = arith.constant false
// DYNAMIC-NEXT:     %false_2 = arith.constant false
// DYNAMIC-NEXT:     %false_3 = arith.constant false
// DYNAMIC-NEXT:     %c0 = arith.constant 0 : index
// DYNAMIC-NEXT:     %c1 = arith.constant 1 : index
// DYNAMIC-NEXT:     %0:2 = scf.for %arg3 = %c0 to %arg2 step %c1 iter_args(%arg4 = %arg0, %arg5 = %false_2) -> (memref<2xf32>, i1) {
// DYNAMIC-NEXT:       %false_20 = arith.constant false
// DYNAMIC-NEXT:       %4:2 = scf.if %arg1 -> (memref<2xf32>, i1) {
// DYNAMIC-NEXT:         %true_29 = arith.constant true
// DYNAMIC-NEXT:         %alloc = memref.alloc() : memref<2xf32>
// DYNAMIC-NEXT:         %base_buffer_30, %offset_31, %sizes_32, %strides_33 = memref.extract_strided_metadata %alloc : memref<2xf32> -> memref<f32>, index, index, index
// DYNAMIC-NEXT:         %6 = bufferization.dealloc (%base_buffer_30 : memref<f32>) if (%true_29) retain (%alloc : memref<2xf32>)
// DYNAMIC-NEXT:         scf.yield %alloc, %6 : memref<2xf32>, i1
// DYNAMIC-NEXT:       } else {
// DYNAMIC-NEXT:         %false_29 = arith.constant false
// DYNAMIC-NEXT:         %6 = bufferization.dealloc retain (%arg4 : memref<2xf32>)
// DYNAMIC-NEXT:         scf.yield %arg4, %6 : memref<2xf32>, i1
// DYNAMIC-NEXT:       }
// DYNAMIC-NEXT:       %base_buffer_21, %offset_22, %sizes_23, %strides_24 = memref.extract_strided_metadata %arg4 : memref<2xf32> -> memref<f32>, index, index, index
// DYNAMIC-NEXT:       %base_buffer_25, %offset_26, %sizes_27, %strides_28 = memref.extract_strided_metadata %4#0 : memref<2xf32> -> memref<f32>, index, index, index
// DYNAMIC-NEXT:       %5 = bufferization.dealloc (%base_buffer_21, %base_buffer_25 : memref<f32>, memref<f32>) if (%arg5, %4#1) retain (%4#0 : memref<2xf32>)
// DYNAMIC-NEXT:       scf.yield %4#0, %5 : memref<2xf32>, i1
// DYNAMIC-NEXT:     }
// DYNAMIC-NEXT:     %1:4 = scf.while (%arg3 = %0#0, %arg4 = %arg0, %arg5 = %false_1, %arg6 = %false_1) : (memref<2xf32>, memref<2xf32>, i1, i1) -> (memref<2xf32>, memref<2xf32>, i1, i1) {
// DYNAMIC-NEXT:       %base_buffer_20, %offset_21, %sizes_22, %strides_23 = memref.extract_strided_metadata %arg3 : memref<2xf32> -> memref<f32>, index, index, index
// DYNAMIC-NEXT:       %base_buffer_24, %offset_25, %sizes_26, %strides_27 = memref.extract_strided_metadata %arg4 : memref<2xf32> -> memref<f32>, index, index, index
// DYNAMIC-NEXT:       %4:2 = bufferization.dealloc (%base_buffer_20, %base_buffer_24 : memref<f32>, memref<f32>) if (%arg5, %arg6) retain (%arg4, %arg3 : memref<2xf32>, memref<2xf32>)
// DYNAMIC-NEXT:       scf.condition(%arg1) %arg4, %arg3, %4#0, %4#1 : memref<2xf32>, memref<2xf32>, i1, i1
// DYNAMIC-NEXT:     } do {
// DYNAMIC-NEXT:     ^bb0(%arg3: memref<2xf32>, %arg4: memref<2xf32>, %arg5: i1, %arg6: i1):
// DYNAMIC-NEXT:       %true_20 = arith.constant true
// DYNAMIC-NEXT:       %alloc = memref.alloc() : memref<2xf32>
// DYNAMIC-NEXT:       %base_buffer_21, %offset_22, %sizes_23, %strides_24 = memref.extract_strided_metadata %arg3 : memref<2xf32> -> memref<f32>, index, index, index
// DYNAMIC-NEXT:       %base_buffer_25, %offset_26, %sizes_27, %strides_28 = memref.extract_strided_metadata %arg4 : memref<2xf32> -> memref<f32>, index, index, index
// DYNAMIC-NEXT:       %base_buffer_29, %offset_30, %sizes_31, %strides_32 = memref.extract_strided_metadata %alloc : memref<2xf32> -> memref<f32>, index, index, index
// DYNAMIC-NEXT:       %4:2 = bufferization.dealloc (%base_buffer_21, %base_buffer_25, %base_buffer_29 : memref<f32>, memref<f32>, memref<f32>) if (%arg5, %arg6, %true_20) retain (%alloc, %arg4 : memref<2xf32>, memref<2xf32>)
// DYNAMIC-NEXT:       scf.yield %alloc, %arg4, %4#0, %4#1 : memref<2xf32>, memref<2xf32>, i1, i1
// DYNAMIC-NEXT:     }
// DYNAMIC-NEXT:     scf.parallel (%arg3) = (%c0) to (%arg2) step (%c1) {
// DYNAMIC-NEXT:       %true_20 = arith.constant true
// DYNAMIC-NEXT:       %false_21 = arith.constant false
// DYNAMIC-NEXT:       %alloc = memref.alloc() : memref<2xf32>
// DYNAMIC-NEXT:       memref.copy %arg0, %alloc : memref<2xf32> to memref<2xf32>
// DYNAMIC-NEXT:       %base_buffer_22, %offset_23, %sizes_24, %strides_25 = memref.extract_strided_metadata %alloc : memref<2xf32> -> memref<f32>, index, index, index
// DYNAMIC-NEXT:       bufferization.dealloc (%base_buffer_22 : memref<f32>) if (%true_20)
// DYNAMIC-NEXT:       scf.reduce 
// DYNAMIC-NEXT:     }
// DYNAMIC-NEXT:     scf.forall (%arg3) in (%arg2) {
// DYNAMIC-NEXT:       %true_20 = arith.constant true
// DYNAMIC-NEXT:       %false_21 = arith.constant false
// DYNAMIC-NEXT:       %alloc = memref.alloc() : memref<2xf32>
// DYNAMIC-NEXT:       memref.copy %arg0, %alloc : memref<2xf32> to memref<2xf32>
// DYNAMIC-NEXT:       %base_buffer_22, %offset_23, %sizes_24, %strides_25 = memref.extract_strided_metadata %alloc : memref<2xf32> -> memref<f32>, index, index, index
// DYNAMIC-NEXT:       bufferization.dealloc (%base_buffer_22 : memref<f32>) if (%true_20)
// DYNAMIC-NEXT:     }
// DYNAMIC-NEXT:     %2 = scf.if %1#2 -> (memref<2xf32>) {
// DYNAMIC-NEXT:       scf.yield %1#0 : memref<2xf32>
// DYNAMIC-NEXT:     } else {
// DYNAMIC-NEXT:       %4 = bufferization.clone %1#0 : memref<2xf32> to memref<2xf32>
// DYNAMIC-NEXT:       scf.yield %4 : memref<2xf32>
// DYNAMIC-NEXT:     }
// DYNAMIC-NEXT:     %true = arith.constant true
// DYNAMIC-NEXT:     %base_buffer, %offset, %sizes, %strides = memref.extract_strided_metadata %arg0 : memref<2xf32> -> memref<f32>, index, index, index
// DYNAMIC-NEXT:     %base_buffer_4, %offset_5, %sizes_6, %strides_7 = memref.extract_strided_metadata %0#0 : memref<2xf32> -> memref<f32>, index, index, index
// DYNAMIC-NEXT:     %base_buffer_8, %offset_9, %sizes_10, %strides_11 = memref.extract_strided_metadata %1#0 : memref<2xf32> -> memref<f32>, index, index, index
// DYNAMIC-NEXT:     %base_buffer_12, %offset_13, %sizes_14, %strides_15 = memref.extract_strided_metadata %1#1 : memref<2xf32> -> memref<f32>, index, index, index
// DYNAMIC-NEXT:     %base_buffer_16, %offset_17, %sizes_18, %strides_19 = memref.extract_strided_metadata %2 : memref<2xf32> -> memref<f32>, index, index, index
// DYNAMIC-NEXT:     %3 = bufferization.dealloc (%base_buffer, %base_buffer_4, %base_buffer_8, %base_buffer_12, %base_buffer_16 : memref<f32>, memref<f32>, memref<f32>, memref<f32>, memref<f32>) if (%false_3, %0#1, %1#2, %1#3, %true) retain (%2 : memref<2xf32>)
// DYNAMIC-NEXT:     return %2 : memref<2xf32>
// DYNAMIC-NEXT:   }
// DYNAMIC-NEXT:   memref.global constant @global : memref<2xf32> = dense<1.000000e+00>
// DYNAMIC-NEXT:   func.func @views(%arg0: memref<2xf32>, %arg1: i1) -> memref<?xf32> {
// DYNAMIC-NEXT:     %false = arith.constant false
// DYNAMIC-NEXT:     %false_0 = arith.constant false
// DYNAMIC-NEXT:     %true = arith.constant true
// DYNAMIC-NEXT:     %false_1 = arith.constant false
// DYNAMIC-NEXT:     %alloc = memref.alloc() : memref<2xf32>
// DYNAMIC-NEXT:     %alloca = memref.alloca() : memref<2xf32>
// DYNAMIC-NEXT:     %false_2 = arith.constant false
// DYNAMIC-NEXT:     %0 = memref.get_global @global : memref<2xf32>
// DYNAMIC-NEXT:     %alloc_3 = memref.alloc() {bufferization.manual_deallocation} : memref<2xf32>
// DYNAMIC-NEXT:     %true_4 = arith.constant true
// DYNAMIC-NEXT:     %1 = arith.xori %false, %true_4 : i1
// DYNAMIC-NEXT:     cf.assert %1, "expected that the block does not have ownership"
// DYNAMIC-NEXT:     memref.dealloc %alloc_3 {bufferization.manual_deallocation} : memref<2xf32>
// DYNAMIC-NEXT:     %cast = memref.cast %alloc : memref<2xf32> to memref<?xf32>
// DYNAMIC-NEXT:     %2 = arith.select %arg1, %alloc, %0 : memref<2xf32>
// DYNAMIC-NEXT:     %3 = arith.select %arg1, %2, %alloca : memref<2xf32>
// DYNAMIC-NEXT:     %cast_5 = memref.cast %3 : memref<2xf32> to memref<?xf32>
// DYNAMIC-NEXT:     %4 = arith.select %arg1, %cast, %cast_5 : memref<?xf32>
// DYNAMIC-NEXT:     %5 = bufferization.clone %4 : memref<?xf32> to memref<?xf32>
// DYNAMIC-NEXT:     %true_6 = arith.constant true
// DYNAMIC-NEXT:     %base_buffer, %offset, %sizes, %strides = memref.extract_strided_metadata %arg0 : memref<2xf32> -> memref<f32>, index, index, index
// DYNAMIC-NEXT:     %base_buffer_7, %offset_8, %sizes_9, %strides_10 = memref.extract_strided_metadata %alloc : memref<2xf32> -> memref<f32>, index, index, index
// DYNAMIC-NEXT:     %base_buffer_11, %offset_12, %sizes_13, %strides_14 = memref.extract_strided_metadata %5 : memref<?xf32> -> memref<f32>, index, index, index
// DYNAMIC-NEXT:     %6 = bufferization.dealloc (%base_buffer, %base_buffer_7, %base_buffer_11 : memref<f32>, memref<f32>, memref<f32>) if (%false_1, %true, %true_6) retain (%5 : memref<?xf32>)
// DYNAMIC-NEXT:     return %5 : memref<?xf32>
// DYNAMIC-NEXT:   }
// DYNAMIC-NEXT: }
