// What is left of the dialect bufferization becomes allocations, copies and frees.
// RUN: terrace-opt %s --convert-bufferization-to-memref | FileCheck %s

// CHECK-LABEL: func.func @static(
// CHECK-SAME:    %[[ARG0:.*]]: memref<2x3xf32>) -> memref<2x3xf32> {
// CHECK-NEXT:  %[[ALLOC:.*]] = memref.alloc() : memref<2x3xf32>
// CHECK-NEXT:  memref.copy %[[ARG0]], %[[ALLOC]] : memref<2x3xf32> to memref<2x3xf32>
// CHECK-NEXT:  return %[[ALLOC]] : memref<2x3xf32>
// CHECK-NEXT:  }
func.func @static(%m: memref<2x3xf32>) -> memref<2x3xf32> {
  %0 = bufferization.clone %m : memref<2x3xf32> to memref<2x3xf32>
  return %0 : memref<2x3xf32>
}

// CHECK-LABEL: func.func @dynamic(
// CHECK-SAME:    %[[ARG0:.*]]: memref<?x3xf32, 1>) -> memref<?x3xf32, 1> {
// CHECK-NEXT:  %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:  %[[DIM:.*]] = memref.dim %[[ARG0]], %[[C0]] : memref<?x3xf32, 1>
// CHECK-NEXT:  %[[ALLOC:.*]] = memref.alloc(%[[DIM]]) : memref<?x3xf32, 1>
// CHECK-NEXT:  memref.copy %[[ARG0]], %[[ALLOC]] : memref<?x3xf32, 1> to memref<?x3xf32, 1>
// CHECK-NEXT:  return %[[ALLOC]] : memref<?x3xf32, 1>
// CHECK-NEXT:  }
func.func @dynamic(%m: memref<?x3xf32, 1>) -> memref<?x3xf32, 1> {
  %0 = bufferization.clone %m : memref<?x3xf32, 1> to memref<?x3xf32, 1>
  return %0 : memref<?x3xf32, 1>
}

// CHECK-LABEL: func.func @layout(
// CHECK-SAME:    %[[ARG0:.*]]: memref<?xf32, strided<[?], offset: ?>>) -> memref<?xf32, strided<[?], offset: ?>> {
// CHECK-NEXT:  %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:  %[[DIM:.*]] = memref.dim %[[ARG0]], %[[C0]] : memref<?xf32, strided<[?], offset: ?>>
// CHECK-NEXT:  %[[ALLOC:.*]] = memref.alloc(%[[DIM]]) : memref<?xf32>
// CHECK-NEXT:  %[[CAST:.*]] = memref.cast %[[ALLOC]] : memref<?xf32> to memref<?xf32, strided<[?], offset: ?>>
// CHECK-NEXT:  memref.copy %[[ARG0]], %[[CAST]] : memref<?xf32, strided<[?], offset: ?>> to memref<?xf32, strided<[?], offset: ?>>
// CHECK-NEXT:  return %[[CAST]] : memref<?xf32, strided<[?], offset: ?>>
// CHECK-NEXT:  }
func.func @layout(%m: memref<?xf32, strided<[?], offset: ?>>) -> memref<?xf32, strided<[?], offset: ?>> {
  %0 = bufferization.clone %m : memref<?xf32, strided<[?], offset: ?>> to memref<?xf32, strided<[?], offset: ?>>
  return %0 : memref<?xf32, strided<[?], offset: ?>>
}

// CHECK-LABEL: func.func @unranked(
// CHECK-SAME:    %[[ARG0:.*]]: memref<*xf32>) -> memref<*xf32> {
// CHECK-NEXT:  %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:  %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:  %[[V0:.*]] = memref.rank %[[ARG0]] : memref<*xf32>
// CHECK-NEXT:  %[[ALLOCA:.*]] = memref.alloca(%[[V0]]) : memref<?xindex>
// CHECK-NEXT:  %[[V1:.*]] = scf.for %[[ARG1:.*]] = %[[C0]] to %[[V0]] step %[[C1]] iter_args(%[[ARG2:.*]] = %[[C1]]) -> (index) {
// CHECK-NEXT:  %[[DIM:.*]] = memref.dim %[[ARG0]], %[[ARG1]] : memref<*xf32>
// CHECK-NEXT:  memref.store %[[DIM]], %[[ALLOCA]][%[[ARG1]]] : memref<?xindex>
// CHECK-NEXT:  %[[V2:.*]] = arith.muli %[[ARG2]], %[[DIM]] : index
// CHECK-NEXT:  scf.yield %[[V2]] : index
// CHECK-NEXT:  }
// CHECK-NEXT:  %[[ALLOC:.*]] = memref.alloc(%[[V1]]) : memref<?xf32>
// CHECK-NEXT:  %[[RESHAPE:.*]] = memref.reshape %[[ALLOC]](%[[ALLOCA]]) : (memref<?xf32>, memref<?xindex>) -> memref<*xf32>
// CHECK-NEXT:  memref.copy %[[ARG0]], %[[RESHAPE]] : memref<*xf32> to memref<*xf32>
// CHECK-NEXT:  return %[[RESHAPE]] : memref<*xf32>
// CHECK-NEXT:  }
func.func @unranked(%m: memref<*xf32>) -> memref<*xf32> {
  %0 = bufferization.clone %m : memref<*xf32> to memref<*xf32>
  return %0 : memref<*xf32>
}

// CHECK-LABEL: func.func @known_size(
// CHECK-SAME:    %[[ARG0:.*]]: index) -> memref<?xf32> {
// CHECK-NEXT:  %[[ALLOC:.*]] = memref.alloc(%[[ARG0]]) : memref<?xf32>
// CHECK-NEXT:  %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:  %[[ALLOC_0:.*]] = memref.alloc(%[[ARG0]]) : memref<?xf32>
// CHECK-NEXT:  memref.copy %[[ALLOC]], %[[ALLOC_0]] : memref<?xf32> to memref<?xf32>
// CHECK-NEXT:  memref.dealloc %[[ALLOC]] : memref<?xf32>
// CHECK-NEXT:  return %[[ALLOC_0]] : memref<?xf32>
// CHECK-NEXT:  }
func.func @known_size(%n: index) -> memref<?xf32> {
  %m = memref.alloc(%n) : memref<?xf32>
  %0 = bufferization.clone %m : memref<?xf32> to memref<?xf32>
  memref.dealloc %m : memref<?xf32>
  return %0 : memref<?xf32>
}

// CHECK-LABEL: func.func @freed(
// CHECK-SAME:    %[[ARG0:.*]]: memref<2xf32>, %[[ARG1:.*]]: i1) {
// CHECK-NEXT:  scf.if %[[ARG1]] {
// CHECK-NEXT:  memref.dealloc %[[ARG0]] : memref<2xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:  return
// CHECK-NEXT:  }
func.func @freed(%m: memref<2xf32>, %c: i1) {
  bufferization.dealloc (%m : memref<2xf32>) if (%c)
  return
}

// CHECK-LABEL: func.func @freed_unless_kept(
// CHECK-SAME:    %[[ARG0:.*]]: memref<2xf32>, %[[ARG1:.*]]: memref<2xf32>, %[[ARG2:.*]]: i1) -> i1 {
// CHECK-NEXT:  %[[INTPTR:.*]] = memref.extract_aligned_pointer_as_index %[[ARG0]] : memref<2xf32> -> index
// CHECK-NEXT:  %[[INTPTR_0:.*]] = memref.extract_aligned_pointer_as_index %[[ARG1]] : memref<2xf32> -> index
// CHECK-NEXT:  %[[V0:.*]] = arith.cmpi ne, %[[INTPTR]], %[[INTPTR_0]] : index
// CHECK-NEXT:  %[[V1:.*]] = arith.andi %[[V0]], %[[ARG2]] : i1
// CHECK-NEXT:  scf.if %[[V1]] {
// CHECK-NEXT:  memref.dealloc %[[ARG0]] : memref<2xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:  %[[TRUE:.*]] = arith.constant true
// CHECK-NEXT:  %[[V2:.*]] = arith.xori %[[V0]], %[[TRUE]] : i1
// CHECK-NEXT:  %[[V3:.*]] = arith.andi %[[V2]], %[[ARG2]] : i1
// CHECK-NEXT:  return %[[V3]] : i1
// CHECK-NEXT:  }
func.func @freed_unless_kept(%m: memref<2xf32>, %k: memref<2xf32>, %c: i1) -> i1 {
  %0 = bufferization.dealloc (%m : memref<2xf32>) if (%c) retain (%k : memref<2xf32>)
  return %0 : i1
}

// CHECK-LABEL: func.func @several(
// CHECK-SAME:    %[[ARG0:.*]]: memref<2xf32>, %[[ARG1:.*]]: memref<5xf32>, %[[ARG2:.*]]: memref<2xf32>, %[[ARG3:.*]]: i1, %[[ARG4:.*]]: i1) -> i1 {
// CHECK-NEXT:  %[[ALLOC:.*]] = memref.alloc() : memref<2xindex>
// CHECK-NEXT:  %[[ALLOC_0:.*]] = memref.alloc() : memref<2xi1>
// CHECK-NEXT:  %[[ALLOC_1:.*]] = memref.alloc() : memref<1xindex>
// CHECK-NEXT:  %[[INTPTR:.*]] = memref.extract_aligned_pointer_as_index %[[ARG0]] : memref<2xf32> -> index
// CHECK-NEXT:  %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:  memref.store %[[INTPTR]], %[[ALLOC]][%[[C0]]] : memref<2xindex>
// CHECK-NEXT:  %[[INTPTR_2:.*]] = memref.extract_aligned_pointer_as_index %[[ARG1]] : memref<5xf32> -> index
// CHECK-NEXT:  %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:  memref.store %[[INTPTR_2]], %[[ALLOC]][%[[C1]]] : memref<2xindex>
// CHECK-NEXT:  %[[C0_3:.*]] = arith.constant 0 : index
// CHECK-NEXT:  memref.store %[[ARG3]], %[[ALLOC_0]][%[[C0_3]]] : memref<2xi1>
// CHECK-NEXT:  %[[C1_4:.*]] = arith.constant 1 : index
// CHECK-NEXT:  memref.store %[[ARG4]], %[[ALLOC_0]][%[[C1_4]]] : memref<2xi1>
// CHECK-NEXT:  %[[INTPTR_5:.*]] = memref.extract_aligned_pointer_as_index %[[ARG2]] : memref<2xf32> -> index
// CHECK-NEXT:  %[[C0_6:.*]] = arith.constant 0 : index
// CHECK-NEXT:  memref.store %[[INTPTR_5]], %[[ALLOC_1]][%[[C0_6]]] : memref<1xindex>
// CHECK-NEXT:  %[[CAST:.*]] = memref.cast %[[ALLOC]] : memref<2xindex> to memref<?xindex>
// CHECK-NEXT:  %[[CAST_7:.*]] = memref.cast %[[ALLOC_0]] : memref<2xi1> to memref<?xi1>
// CHECK-NEXT:  %[[CAST_8:.*]] = memref.cast %[[ALLOC_1]] : memref<1xindex> to memref<?xindex>
// CHECK-NEXT:  %[[ALLOC_9:.*]] = memref.alloc() : memref<2xi1>
// CHECK-NEXT:  %[[ALLOC_10:.*]] = memref.alloc() : memref<1xi1>
// CHECK-NEXT:  %[[CAST_11:.*]] = memref.cast %[[ALLOC_9]] : memref<2xi1> to memref<?xi1>
// CHECK-NEXT:  %[[CAST_12:.*]] = memref.cast %[[ALLOC_10]] : memref<1xi1> to memref<?xi1>
// CHECK-NEXT:  call @dealloc_helper(%[[CAST]], %[[CAST_8]], %[[CAST_7]], %[[CAST_11]], %[[CAST_12]]) : (memref<?xindex>, memref<?xindex>, memref<?xi1>, memref<?xi1>, memref<?xi1>) -> ()
// CHECK-NEXT:  %[[C0_13:.*]] = arith.constant 0 : index
// CHECK-NEXT:  %[[V0:.*]] = memref.load %[[ALLOC_9]][%[[C0_13]]] : memref<2xi1>
// CHECK-NEXT:  scf.if %[[V0]] {
// CHECK-NEXT:  memref.dealloc %[[ARG0]] : memref<2xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:  %[[C1_14:.*]] = arith.constant 1 : index
// CHECK-NEXT:  %[[V1:.*]] = memref.load %[[ALLOC_9]][%[[C1_14]]] : memref<2xi1>
// CHECK-NEXT:  scf.if %[[V1]] {
// CHECK-NEXT:  memref.dealloc %[[ARG1]] : memref<5xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:  %[[C0_15:.*]] = arith.constant 0 : index
// CHECK-NEXT:  %[[V2:.*]] = memref.load %[[ALLOC_10]][%[[C0_15]]] : memref<1xi1>
// CHECK-NEXT:  memref.dealloc %[[ALLOC]] : memref<2xindex>
// CHECK-NEXT:  memref.dealloc %[[ALLOC_1]] : memref<1xindex>
// CHECK-NEXT:  memref.dealloc %[[ALLOC_0]] : memref<2xi1>
// CHECK-NEXT:  memref.dealloc %[[ALLOC_9]] : memref<2xi1>
// CHECK-NEXT:  memref.dealloc %[[ALLOC_10]] : memref<1xi1>
// CHECK-NEXT:  return %[[V2]] : i1
// CHECK-NEXT:  }
func.func @several(%m: memref<2xf32>, %n: memref<5xf32>, %k: memref<2xf32>, %c: i1, %d: i1) -> i1 {
  %0 = bufferization.dealloc (%m, %n : memref<2xf32>, memref<5xf32>) if (%c, %d) retain (%k : memref<2xf32>)
  return %0 : i1
}
