// RUN: terrace-opt %s --canonicalize --allow-unregistered-dialect | FileCheck %s

// Only what 32 and 64 bits agree on is folded.

// CHECK-LABEL: func.func @widths() -> (index, index, index, i1) {
// CHECK-NEXT:   %idx4 = index.constant 4
// CHECK-NEXT:   %idx4294967296 = index.constant 4294967296
// CHECK-NEXT:   %idx1 = index.constant 1
// CHECK-NEXT:   %idx2 = index.constant 2
// CHECK-NEXT:   %idx4294967297 = index.constant 4294967297
// CHECK-NEXT:   %0 = index.divu %idx4294967296, %idx2
// CHECK-NEXT:   %1 = index.cmp ult(%idx4294967296, %idx1)
// CHECK-NEXT:   return %idx4294967297, %0, %idx4, %1 : index, index, index, i1
// CHECK-NEXT: }
func.func @widths() -> (index, index, index, i1) {
  %big = index.constant 4294967296
  %one = index.constant 1
  %two = index.constant 2
  %0 = index.add %big, %one
  %1 = index.divu %big, %two
  %2 = index.shl %one, %two
  %3 = index.cmp ult(%big, %one)
  return %0, %1, %2, %3 : index, index, index, i1
}

// CHECK-LABEL: func.func @divisions() -> (index, index, index, index) {
// CHECK-NEXT:   %idx-7 = index.constant -7
// CHECK-NEXT:   %idx0 = index.constant 0
// CHECK-NEXT:   %idx-3 = index.constant -3
// CHECK-NEXT:   %idx-4 = index.constant -4
// CHECK-NEXT:   %idx-1 = index.constant -1
// CHECK-NEXT:   %0 = index.divs %idx-7, %idx0
// CHECK-NEXT:   return %idx-3, %idx-4, %idx-1, %0 : index, index, index, index
// CHECK-NEXT: }
func.func @divisions() -> (index, index, index, index) {
  %m7 = index.constant -7
  %c2 = index.constant 2
  %c0 = index.constant 0
  %0 = index.ceildivs %m7, %c2
  %1 = index.floordivs %m7, %c2
  %2 = index.rems %m7, %c2
  %3 = index.divs %m7, %c0
  return %0, %1, %2, %3 : index, index, index, index
}

// CHECK-LABEL: func.func @combined(%arg0: index) -> (index, index, i1, i1) {
// CHECK-NEXT:   %true = index.bool.constant true
// CHECK-NEXT:   %idx4 = index.constant 4
// CHECK-NEXT:   %idx3 = index.constant 3
// CHECK-NEXT:   %idx7 = index.constant 7
// CHECK-NEXT:   %0 = index.add %arg0, %idx7
// CHECK-NEXT:   %1 = index.maxs %arg0, %idx4
// CHECK-NEXT:   %2 = index.cmp eq(%arg0, %idx3)
// CHECK-NEXT:   return %0, %1, %true, %2 : index, index, i1, i1
// CHECK-NEXT: }
func.func @combined(%x: index) -> (index, index, i1, i1) {
  %c3 = index.constant 3
  %c4 = index.constant 4
  %c0 = index.constant 0
  %0 = index.add %x, %c3
  %1 = index.add %0, %c4
  %2 = index.maxs %x, %c3
  %3 = index.maxs %2, %c4
  %4 = index.cmp sgt(%2, %c0)
  %5 = index.sub %x, %c3
  %6 = index.cmp eq(%5, %c0)
  return %1, %3, %4, %6 : index, index, i1, i1
}

// CHECK-LABEL: func.func @casts() -> (i64, i8, index) {
// CHECK-NEXT:   %idx255 = index.constant 255
// CHECK-NEXT:   %idx-1 = index.constant -1
// CHECK-NEXT:   %0 = index.casts %idx-1 : index to i64
// CHECK-NEXT:   %1 = index.castu %idx-1 : index to i8
// CHECK-NEXT:   return %0, %1, %idx255 : i64, i8, index
// CHECK-NEXT: }
func.func @casts() -> (i64, i8, index) {
  %m = index.constant -1
  %c = arith.constant -1 : i8
  %0 = index.casts %m : index to i64
  %1 = index.castu %m : index to i8
  %2 = index.castu %c : i8 to index
  return %0, %1, %2 : i64, i8, index
}
