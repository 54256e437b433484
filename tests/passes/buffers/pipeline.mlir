// RUN: terrace-opt %s --buffer-deallocation-pipeline | FileCheck %s
// RUN: terrace-opt %s --buffer-deallocation-pipeline=private-function-dynamic-ownership | FileCheck %s --check-prefix=DYNAMIC

// All that it takes to free what is allocated.
func.func @grown(%m: memref<?xf32>, %c: i1, %n: index, %f: f32) -> memref<?xf32> {
  %c0 = arith.constant 0 : index
  %0 = memref.alloc(%n) : memref<?xf32>
  %1 = memref.realloc %0(%n) : memref<?xf32> to memref<?xf32>
  %2 = scf.if %c -> (memref<?xf32>) {
    scf.yield %1 : memref<?xf32>
  } else {
    scf.yield %m : memref<?xf32>
  }
  memref.store %f, %2[%c0] : memref<?xf32>
  return %2 : memref<?xf32>
}
func.func private @private(%m: memref<2xf32>, %c: i1) -> memref<2xf32> {
  %0 = memref.alloc() : memref<2xf32>
  cf.cond_br %c, ^bb1(%m : memref<2xf32>), ^bb1(%0 : memref<2xf32>)
^bb1(%x: memref<2xf32>):
  return %x : memref<2xf32>
}
func.func @caller(%m: memref<2xf32>, %c: i1, %f: f32, %i: index) {
  %0 = call @private(%m, %c) : (memref<2xf32>, i1) -> memref<2xf32>
  %1 = call @private(%0, %c) : (memref<2xf32>, i1) -> memref<2xf32>
  memref.store %f, %1[%i] : memref<2xf32>
  return
}

// CHECK:      module {
// CHECK-NEXT:   func.func @grown(%arg0: memref<?xf32>, %arg1: i1, %arg2: index, %arg3: f32) -> memref<?xf32> {
// CHECK-NEXT:     %c0 = arith.constant 0 : index
// CHECK-NEXT:     %alloc = memref.alloc(%arg2) : memref<?xf32>
// CHECK-NEXT:     %reinterpret_cast = memref.reinterpret_cast %alloc to offset: [0], sizes: [%arg2], strides: [1] : memref<?xf32> to memref<?xf32>
// CHECK-NEXT:     %0 = arith.select %arg1, %reinterpret_cast, %arg0 : memref<?xf32>
// CHECK-NEXT:     memref.store %arg3, %0[%c0] : memref<?xf32>
// CHECK-NEXT:     %1 = scf.if %arg1 -> (memref<?xf32>) {
// CHECK-NEXT:       scf.yield %0 : memref<?xf32>
// CHECK-NEXT:     } else {
// CHECK-NEXT:       %3 = bufferization.clone %0 : memref<?xf32> to memref<?xf32>
// CHECK-NEXT:       scf.yield %3 : memref<?xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     %intptr = memref.extract_aligned_pointer_as_index %alloc : memref<?xf32> -> index
// CHECK-NEXT:     %intptr_0 = memref.extract_aligned_pointer_as_index %1 : memref<?xf32> -> index
// CHECK-NEXT:     %2 = arith.cmpi ne, %intptr, %intptr_0 : index
// CHECK-NEXT:     scf.if %2 {
// CHECK-NEXT:       memref.dealloc %alloc : memref<?xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     return %1 : memref<?xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func private @private(%arg0: memref<2xf32>, %arg1: i1) -> memref<2xf32> {
// CHECK-NEXT:     %alloc = memref.alloc() : memref<2xf32>
// CHECK-NEXT:     %0 = arith.select %arg1, %arg0, %alloc : memref<2xf32>
// CHECK-NEXT:     %1 = scf.if %arg1 -> (memref<2xf32>) {
// CHECK-NEXT:       %3 = bufferization.clone %0 : memref<2xf32> to memref<2xf32>
// CHECK-NEXT:       scf.yield %3 : memref<2xf32>
// CHECK-NEXT:     } else {
// CHECK-NEXT:       scf.yield %0 : memref<2xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     %intptr = memref.extract_aligned_pointer_as_index %alloc : memref<2xf32> -> index
// CHECK-NEXT:     %intptr_0 = memref.extract_aligned_pointer_as_index %1 : memref<2xf32> -> index
// CHECK-NEXT:     %2 = arith.cmpi ne, %intptr, %intptr_0 : index
// CHECK-NEXT:     scf.if %2 {
// CHECK-NEXT:       memref.dealloc %alloc : memref<2xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     return %1 : memref<2xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @caller(%arg0: memref<2xf32>, %arg1: i1, %arg2: f32, %arg3: index) {
// CHECK-NEXT:     %c1 = arith.constant 1 : index
// CHECK-NEXT:     %c0 = arith.constant 0 : index
// CHECK-NEXT:     %true = arith.constant true
// CHECK-NEXT:     %0 = call @private(%arg0, %arg1) : (memref<2xf32>, i1) -> memref<2xf32>
// CHECK-NEXT:     %1 = call @private(%0, %arg1) : (memref<2xf32>, i1) -> memref<2xf32>
// CHECK-NEXT:     memref.store %arg2, %1[%arg3] : memref<2xf32>
// CHECK-NEXT:     %base_buffer, %offset, %sizes, %strides = memref.extract_strided_metadata %0 : memref<2xf32> -> memref<f32>, index, index, index
// CHECK-NEXT:     %base_buffer_0, %offset_1, %sizes_2, %strides_3 = memref.extract_strided_metadata %1 : memref<2xf32> -> memref<f32>, index, index, index
// CHECK-NEXT:     %alloc = memref.alloc() : memref<2xindex>
// CHECK-NEXT:     %alloc_4 = memref.alloc() : memref<2xi1>
// CHECK-NEXT:     %alloc_5 = memref.alloc() : memref<0xindex>
// CHECK-NEXT:     %intptr = memref.extract_aligned_pointer_as_index %base_buffer : memref<f32> -> index
// CHECK-NEXT:     memref.store %intptr, %alloc[%c0] : memref<2xindex>
// CHECK-NEXT:     %intptr_6 = memref.extract_aligned_pointer_as_index %base_buffer_0 : memref<f32> -> index
// CHECK-NEXT:     memref.store %intptr_6, %alloc[%c1] : memref<2xindex>
// CHECK-NEXT:     memref.store %true, %alloc_4[%c0] : memref<2xi1>
// CHECK-NEXT:     memref.store %true, %alloc_4[%c1] : memref<2xi1>
// CHECK-NEXT:     %cast = memref.cast %alloc : memref<2xindex> to memref<?xindex>
// CHECK-NEXT:     %cast_7 = memref.cast %alloc_4 : memref<2xi1> to memref<?xi1>
// CHECK-NEXT:     %cast_8 = memref.cast %alloc_5 : memref<0xindex> to memref<?xindex>
// CHECK-NEXT:     %alloc_9 = memref.alloc() : memref<2xi1>
// CHECK-NEXT:     %alloc_10 = memref.alloc() : memref<0xi1>
// CHECK-NEXT:     %cast_11 = memref.cast %alloc_9 : memref<2xi1> to memref<?xi1>
// CHECK-NEXT:     %cast_12 = memref.cast %alloc_10 : memref<0xi1> to memref<?xi1>
// CHECK-NEXT:     call @dealloc_helper(%cast, %cast_8, %cast_7, %cast_11, %cast_12) : (memref<?xindex>, memref<?xindex>, memref<?xi1>, memref<?xi1>, memref<?xi1>) -> ()
// CHECK-NEXT:     %2 = memref.load %alloc_9[%c0] : memref<2xi1>
// CHECK-NEXT:     scf.if %2 {
// CHECK-NEXT:       memref.dealloc %base_buffer : memref<f32>
// CHECK-NEXT:     }
// CHECK-NEXT:     %3 = memref.load %alloc_9[%c1] : memref<2xi1>
// CHECK-NEXT:     scf.if %3 {
// CHECK-NEXT:       memref.dealloc %base_buffer_0 : memref<f32>
// CHECK-NEXT:     }
// CHECK-NEXT:     memref.dealloc %alloc : memref<2xindex>
// CHECK-NEXT:     memref.dealloc %alloc_5 : memref<0xindex>
// CHECK-NEXT:     memref.dealloc %alloc_4 : memref<2xi1>
// CHECK-NEXT:     memref.dealloc %alloc_9 : memref<2xi1>
// CHECK-NEXT:     memref.dealloc %alloc_10 : memref<0xi1>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func private @dealloc_helper(%arg0: memref<?xindex>, %arg1: memref<?xindex>, %arg2: memref<?xi1>, %arg3: memref<?xi1>, %arg4: memref<?xi1>) {
// CHECK-NEXT:     %c0 = arith.constant 0 : index
// CHECK-NEXT:     %c1 = arith.constant 1 : index
// CHECK-NEXT:     %true = arith.constant true
// CHECK-NEXT:     %false = arith.constant false
// CHECK-NEXT:     %dim = memref.dim %arg0, %c0 : memref<?xindex>
// CHECK-NEXT:     %dim_0 = memref.dim %arg1, %c0 : memref<?xindex>
// CHECK-NEXT:     scf.for %arg5 = %c0 to %dim_0 step %c1 {
// CHECK-NEXT:       memref.store %false, %arg4[%arg5] : memref<?xi1>
// CHECK-NEXT:     }
// CHECK-NEXT:     scf.for %arg5 = %c0 to %dim step %c1 {
// CHECK-NEXT:       %0 = memref.load %arg0[%arg5] : memref<?xindex>
// CHECK-NEXT:       %1 = memref.load %arg2[%arg5] : memref<?xi1>
// CHECK-NEXT:       %2 = scf.for %arg6 = %c0 to %dim_0 step %c1 iter_args(%arg7 = %true) -> (i1) {
// CHECK-NEXT:         %5 = memref.load %arg1[%arg6] : memref<?xindex>
// CHECK-NEXT:         %6 = arith.cmpi eq, %5, %0 : index
// CHECK-NEXT:         scf.if %6 {
// CHECK-NEXT:           %9 = memref.load %arg4[%arg6] : memref<?xi1>
// CHECK-NEXT:           %10 = arith.ori %9, %1 : i1
// CHECK-NEXT:           memref.store %10, %arg4[%arg6] : memref<?xi1>
// CHECK-NEXT:         }
// CHECK-NEXT:         %7 = arith.cmpi ne, %5, %0 : index
// CHECK-NEXT:         %8 = arith.andi %arg7, %7 : i1
// CHECK-NEXT:         scf.yield %8 : i1
// CHECK-NEXT:       }
// CHECK-NEXT:       %3 = scf.for %arg6 = %c0 to %arg5 step %c1 iter_args(%arg7 = %2) -> (i1) {
// CHECK-NEXT:         %5 = memref.load %arg0[%arg6] : memref<?xindex>
// CHECK-NEXT:         %6 = arith.cmpi ne, %5, %0 : index
// CHECK-NEXT:         %7 = arith.andi %arg7, %6 : i1
// CHECK-NEXT:         scf.yield %7 : i1
// CHECK-NEXT:       }
// CHECK-NEXT:       %4 = arith.andi %3, %1 : i1
// CHECK-NEXT:       memref.store %4, %arg3[%arg5] : memref<?xi1>
// CHECK-NEXT:     }
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT: }

// DYNAMIC:      module {
// DYNAMIC-NEXT:   func.func @grown(%arg0: memref<?xf32>, %arg1: i1, %arg2: index, %arg3: f32) -> memref<?xf32> {
// DYNAMIC-NEXT:     %c0 = arith.constant 0 : index
// DYNAMIC-NEXT:     %alloc = memref.alloc(%arg2) : memref<?xf32>
// DYNAMIC-NEXT:     %reinterpret_cast = memref.reinterpret_cast %alloc to offset: [0], sizes: [%arg2], strides: [1] : memref<?xf32> to memref<?xf32>
// DYNAMIC-NEXT:     %0 = arith.select %arg1, %reinterpret_cast, %arg0 : memref<?xf32>
// DYNAMIC-NEXT:     memref.store %arg3, %0[%c0] : memref<?xf32>
// DYNAMIC-NEXT:     %1 = scf.if %arg1 -> (memref<?xf32>) {
// DYNAMIC-NEXT:       scf.yield %0 : memref<?xf32>
// DYNAMIC-NEXT:     } else {
// DYNAMIC-NEXT:       %3 = bufferization.clone %0 : memref<?xf32> to memref<?xf32>
// DYNAMIC-NEXT:       scf.yield %3 : memref<?xf32>
// DYNAMIC-NEXT:     }
// DYNAMIC-NEXT:     %intptr = memref.extract_aligned_pointer_as_index %alloc : memref<?xf32> -> index
// DYNAMIC-NEXT:     %intptr_0 = memref.extract_aligned_pointer_as_index %1 : memref<?xf32> -> index
// DYNAMIC-NEXT:     %2 = arith.cmpi ne, %intptr, %intptr_0 : index
// DYNAMIC-NEXT:     scf.if %2 {
// DYNAMIC-NEXT:       memref.dealloc %alloc : memref<?xf32>
// DYNAMIC-NEXT:     }
// DYNAMIC-NEXT:     return %1 : memref<?xf32>
// DYNAMIC-NEXT:   }
// DYNAMIC-NEXT:   func.func private @private(%arg0: memref<2xf32>, %arg1: i1) -> (memref<2xf32>, i1) {
// DYNAMIC-NEXT:     %alloc = memref.alloc() : memref<2xf32>
// DYNAMIC-NEXT:     %0 = arith.select %arg1, %arg0, %alloc : memref<2xf32>
// DYNAMIC-NEXT:     %intptr = memref.extract_aligned_pointer_as_index %alloc : memref<2xf32> -> index
// DYNAMIC-NEXT:     %intptr_0 = memref.extract_aligned_pointer_as_index %0 : memref<2xf32> -> index
// DYNAMIC-NEXT:     %1 = arith.cmpi ne, %intptr, %intptr_0 : index
// DYNAMIC-NEXT:     scf.if %1 {
// DYNAMIC-NEXT:       memref.dealloc %alloc : memref<2xf32>
// DYNAMIC-NEXT:     }
// DYNAMIC-NEXT:     %2 = arith.cmpi eq, %intptr, %intptr_0 : index
// DYNAMIC-NEXT:     return %0, %2 : memref<2xf32>, i1
// DYNAMIC-NEXT:   }
// DYNAMIC-NEXT:   func.func @caller(%arg0: memref<2xf32>, %arg1: i1, %arg2: f32, %arg3: index) {
// DYNAMIC-NEXT:     %c1 = arith.constant 1 : index
// DYNAMIC-NEXT:     %c0 = arith.constant 0 : index
// DYNAMIC-NEXT:     %0:2 = call @private(%arg0, %arg1) : (memref<2xf32>, i1) -> (memref<2xf32>, i1)
// DYNAMIC-NEXT:     %1:2 = call @private(%0#0, %arg1) : (memref<2xf32>, i1) -> (memref<2xf32>, i1)
// DYNAMIC-NEXT:     memref.store %arg2, %1#0[%arg3] : memref<2xf32>
// DYNAMIC-NEXT:     %base_buffer, %offset, %sizes, %strides = memref.extract_strided_metadata %0#0 : memref<2xf32> -> memref<f32>, index, index, index
// DYNAMIC-NEXT:     %base_buffer_0, %offset_1, %sizes_2, %strides_3 = memref.extract_strided_metadata %1#0 : memref<2xf32> -> memref<f32>, index, index, index
// DYNAMIC-NEXT:     %alloc = memref.alloc() : memref<2xindex>
// DYNAMIC-NEXT:     %alloc_4 = memref.alloc() : memref<2xi1>
// DYNAMIC-NEXT:     %alloc_5 = memref.alloc() : memref<0xindex>
// DYNAMIC-NEXT:     %intptr = memref.extract_aligned_pointer_as_index %base_buffer : memref<f32> -> index
// DYNAMIC-NEXT:     memref.store %intptr, %alloc[%c0] : memref<2xindex>
// DYNAMIC-NEXT:     %intptr_6 = memref.extract_aligned_pointer_as_index %base_buffer_0 : memref<f32> -> index
// DYNAMIC-NEXT:     memref.store %intptr_6, %alloc[%c1] : memref<2xindex>
// DYNAMIC-NEXT:     memref.store %0#1, %alloc_4[%c0] : memref<2xi1>
// DYNAMIC-NEXT:     memref.store %1#1, %alloc_4[%c1] : memref<2xi1>
// DYNAMIC-NEXT:     %cast = memref.cast %alloc : memref<2xindex> to memref<?xindex>
// DYNAMIC-NEXT:     %cast_7 = memref.cast %alloc_4 : memref<2xi1> to memref<?xi1>
// DYNAMIC-NEXT:     %cast_8 = memref.cast %alloc_5 : memref<0xindex> to memref<?xindex>
// DYNAMIC-NEXT:     %alloc_9 = memref.alloc() : memref<2xi1>
// DYNAMIC-NEXT:     %alloc_10 = memref.alloc() : memref<0xi1>
// DYNAMIC-NEXT:     %cast_11 = memref.cast %alloc_9 : memref<2xi1> to memref<?xi1>
// DYNAMIC-NEXT:     %cast_12 = memref.cast %alloc_10 : memref<0xi1> to memref<?xi1>
// DYNAMIC-NEXT:     call @dealloc_helper(%cast, %cast_8, %cast_7, %cast_11, %cast_12) : (memref<?xindex>, memref<?xindex>, memref<?xi1>, memref<?xi1>, memref<?xi1>) -> ()
// DYNAMIC-NEXT:     %2 = memref.load %alloc_9[%c0] : memref<2xi1>
// DYNAMIC-NEXT:     scf.if %2 {
// DYNAMIC-NEXT:       memref.dealloc %base_buffer : memref<f32>
// DYNAMIC-NEXT:     }
// DYNAMIC-NEXT:     %3 = memref.load %alloc_9[%c1] : memref<2xi1>
// DYNAMIC-NEXT:     scf.if %3 {
// DYNAMIC-NEXT:       memref.dealloc %base_buffer_0 : memref<f32>
// DYNAMIC-NEXT:     }
// DYNAMIC-NEXT:     memref.dealloc %alloc : memref<2xindex>
// DYNAMIC-NEXT:     memref.dealloc %alloc_5 : memref<0xindex>
// DYNAMIC-NEXT:     memref.dealloc %alloc_4 : memref<2xi1>
// DYNAMIC-NEXT:     memref.dealloc %alloc_9 : memref<2xi1>
// DYNAMIC-NEXT:     memref.dealloc %alloc_10 : memref<0xi1>
// DYNAMIC-NEXT:     return
// DYNAMIC-NEXT:   }
// DYNAMIC-NEXT:   func.func private @dealloc_helper(%arg0: memref<?xindex>, %arg1: memref<?xindex>, %arg2: memref<?xi1>, %arg3: memref<?xi1>, %arg4: memref<?xi1>) {
// DYNAMIC-NEXT:     %c0 = arith.constant 0 : index
// DYNAMIC-NEXT:     %c1 = arith.constant 1 : index
// DYNAMIC-NEXT:     %true = arith.constant true
// DYNAMIC-NEXT:     %false = arith.constant false
// DYNAMIC-NEXT:     %dim = memref.dim %arg0, %c0 : memref<?xindex>
// DYNAMIC-NEXT:     %dim_0 = memref.dim %arg1, %c0 : memref<?xindex>
// DYNAMIC-NEXT:     scf.for %arg5 = %c0 to %dim_0 step %c1 {
// DYNAMIC-NEXT:       memref.store %false, %arg4[%arg5] : memref<?xi1>
// DYNAMIC-NEXT:     }
// DYNAMIC-NEXT:     scf.for %arg5 = %c0 to %dim step %c1 {
// DYNAMIC-NEXT:       %0 = memref.load %arg0[%arg5] : memref<?xindex>
// DYNAMIC-NEXT:       %1 = memref.load %arg2[%arg5] : memref<?xi1>
// DYNAMIC-NEXT:       %2 = scf.for %arg6 = %c0 to %dim_0 step %c1 iter_args(%arg7 = %true) -> (i1) {
// DYNAMIC-NEXT:         %5 = memref.load %arg1[%arg6] : memref<?xindex>
// DYNAMIC-NEXT:         %6 = arith.cmpi eq, %5, %0 : index
// DYNAMIC-NEXT:         scf.if %6 {
// DYNAMIC-NEXT:           %9 = memref.load %arg4[%arg6] : memref<?xi1>
// DYNAMIC-NEXT:           %10 = arith.ori %9, %1 : i1
// DYNAMIC-NEXT:           memref.store %10, %arg4[%arg6] : memref<?xi1>
// DYNAMIC-NEXT:         }
// DYNAMIC-NEXT:         %7 = arith.cmpi ne, %5, %0 : index
// DYNAMIC-NEXT:         %8 = arith.andi %arg7, %7 : i1
// DYNAMIC-NEXT:         scf.yield %8 : i1
// DYNAMIC-NEXT:       }
// DYNAMIC-NEXT:       %3 = scf.for %arg6 = %c0 to %arg5 step %c1 iter_args(%arg7 = %2) -> (i1) {
// DYNAMIC-NEXT:         %5 = memref.load %arg0[%arg6] : memref<?xindex>
// DYNAMIC-NEXT:         %6 = arith.cmpi ne, %5, %0 : index
// DYNAMIC-NEXT:         %7 = arith.andi %arg7, %6 : i1
// DYNAMIC-NEXT:         scf.yield %7 : i1
// DYNAMIC-NEXT:       }
// DYNAMIC-NEXT:       %4 = arith.andi %3, %1 : i1
// DYNAMIC-NEXT:       memref.store %4, %arg3[%arg5] : memref<?xi1>
// DYNAMIC-NEXT:     }
// DYNAMIC-NEXT:     return
// DYNAMIC-NEXT:   }
// DYNAMIC-NEXT: }
