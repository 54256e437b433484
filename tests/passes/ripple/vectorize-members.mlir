// RUN: terrace-opt %s --ripple-vectorize | FileCheck %s

// A structure that each element has one of is held member by member, each of them a vector.

!pair = !llvm.struct<(f32, i32)>

llvm.func @swap(!pair) -> !pair

// It is put together for each call of a function, and what that returns is taken apart.

// CHECK-LABEL: llvm.func @called(
// CHECK-SAME: %[[P:.*]]: !llvm.ptr, %[[Q:.*]]: !llvm.ptr) {
// CHECK: %[[FLOATS:.*]] = llvm.load %[[P]] {{.*}} : !llvm.ptr -> vector<8xf32>
// CHECK-NOT: vector<8x!llvm.struct
// CHECK: ^{{.*}}(%[[INDEX:.*]]: i64, %[[RESULTS:.*]]: vector<8xf32>, %{{.*}}: vector<8xi32>):
// CHECK: %[[FLOAT:.*]] = llvm.extractelement %[[FLOATS]][%[[INDEX]] : i64] : vector<8xf32>
// CHECK: %[[NONE:.*]] = llvm.mlir.poison : !llvm.struct<(f32, i32)>
// CHECK: %[[HALF:.*]] = llvm.insertvalue %[[FLOAT]], %[[NONE]][0] : !llvm.struct<(f32, i32)>
// CHECK: %[[WHOLE:.*]] = llvm.insertvalue %{{.*}}, %[[HALF]][1] : !llvm.struct<(f32, i32)>
// CHECK: %[[R:.*]] = llvm.call @swap(%[[WHOLE]])
// CHECK: %[[MEMBER:.*]] = llvm.extractvalue %[[R]][0] : !llvm.struct<(f32, i32)>
// CHECK: llvm.insertelement %[[MEMBER]], %[[RESULTS]][%[[INDEX]] : i64] : vector<8xf32>
// CHECK: llvm.store %{{.*}}, %[[Q]] {{.*}} : vector<8xf32>, !llvm.ptr
llvm.func @called(%p: !llvm.ptr, %q: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %eight = llvm.mlir.constant(8 : i64) : i64
  %seven = llvm.mlir.constant(7 : i32) : i32
  %b = ripple.setshape %zero[%eight : i64] : i64 -> !llvm.ptr
  %x = ripple.index(%b : !llvm.ptr) [%zero : i64] -> i64
  %pa = llvm.getelementptr %p[%x] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %qa = llvm.getelementptr %q[%x] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %v = llvm.load %pa : !llvm.ptr -> f32
  %none = llvm.mlir.poison : !pair
  %first = llvm.insertvalue %v, %none[0] : !pair
  %both = llvm.insertvalue %seven, %first[1] : !pair
  %r = llvm.call @swap(%both) : (!pair) -> !pair
  %w = llvm.extractvalue %r[0] : !pair
  llvm.store %w, %qa : f32, !llvm.ptr
  llvm.return
}

// What is inserted and extracted again is the vector that it was: a member that was inserted twice is the second one.

// CHECK-LABEL: llvm.func @inserted(
// CHECK-SAME: %[[P:.*]]: !llvm.ptr, %[[Q:.*]]: !llvm.ptr) {
// CHECK: %[[V:.*]] = llvm.load %[[P]] {{.*}} : !llvm.ptr -> vector<8xf32>
// CHECK: %[[TWICE:.*]] = llvm.fadd %[[V]], %[[V]] : vector<8xf32>
// CHECK-NOT: insertvalue
// CHECK-NOT: extractvalue
// CHECK: llvm.store %[[TWICE]], %[[Q]] {{.*}} : vector<8xf32>, !llvm.ptr
llvm.func @inserted(%p: !llvm.ptr, %q: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %eight = llvm.mlir.constant(8 : i64) : i64
  %b = ripple.setshape %zero[%eight : i64] : i64 -> !llvm.ptr
  %x = ripple.index(%b : !llvm.ptr) [%zero : i64] -> i64
  %pa = llvm.getelementptr %p[%x] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %qa = llvm.getelementptr %q[%x] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %v = llvm.load %pa : !llvm.ptr -> f32
  %twice = llvm.fadd %v, %v : f32
  %none = llvm.mlir.poison : !pair
  %first = llvm.insertvalue %v, %none[0] : !pair
  %second = llvm.insertvalue %twice, %first[0] : !pair
  %w = llvm.extractvalue %second[0] : !pair
  llvm.store %w, %qa : f32, !llvm.ptr
  llvm.return
}

// A structure in another one is inserted and extracted with its members.

// CHECK-LABEL: llvm.func @nested(
// CHECK-SAME: %[[P:.*]]: !llvm.ptr, %[[Q:.*]]: !llvm.ptr) {
// CHECK: %[[V:.*]] = llvm.load %[[P]] {{.*}} : !llvm.ptr -> vector<8xf32>
// CHECK-NOT: insertvalue
// CHECK-NOT: extractvalue
// CHECK: llvm.store %[[V]], %[[Q]] {{.*}} : vector<8xf32>, !llvm.ptr
llvm.func @nested(%p: !llvm.ptr, %q: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %eight = llvm.mlir.constant(8 : i64) : i64
  %b = ripple.setshape %zero[%eight : i64] : i64 -> !llvm.ptr
  %x = ripple.index(%b : !llvm.ptr) [%zero : i64] -> i64
  %pa = llvm.getelementptr %p[%x] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %qa = llvm.getelementptr %q[%x] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %v = llvm.load %pa : !llvm.ptr -> f32
  %none = llvm.mlir.poison : !pair
  %inner = llvm.insertvalue %v, %none[0] : !pair
  %around = llvm.mlir.poison : !llvm.struct<(i8, struct<(f32, i32)>)>
  %outer = llvm.insertvalue %inner, %around[1] : !llvm.struct<(i8, struct<(f32, i32)>)>
  %taken = llvm.extractvalue %outer[1] : !llvm.struct<(i8, struct<(f32, i32)>)>
  %w = llvm.extractvalue %taken[0] : !pair
  llvm.store %w, %qa : f32, !llvm.ptr
  llvm.return
}

// A small vector, as calling conventions have some structures, is one of its elements, in a structure as well.

!packed = !llvm.struct<(vector<2xf32>, i32)>

llvm.func @turn(!packed) -> !packed

// CHECK-LABEL: llvm.func @vector_in_structure(
// CHECK-SAME: %[[P:.*]]: !llvm.ptr, %[[Q:.*]]: !llvm.ptr) {
// CHECK: %[[FLOATS:.*]] = llvm.load %[[P]] {{.*}} : !llvm.ptr -> vector<8xf32>
// CHECK: ^{{.*}}(%[[INDEX:.*]]: i64, %{{.*}}: vector<8xf32>, %[[SECONDS:.*]]: vector<8xf32>, %{{.*}}: vector<8xi32>):
// CHECK: %[[FLOAT:.*]] = llvm.extractelement %[[FLOATS]][%[[INDEX]] : i64] : vector<8xf32>
// CHECK: %[[BEFORE:.*]] = llvm.extractvalue %[[WHOLE:.*]][0] : !llvm.struct<(vector<2xf32>, i32)>
// CHECK: %[[WITH:.*]] = llvm.insertelement %{{.*}}, %[[BEFORE]][%{{.*}} : i32] : vector<2xf32>
// CHECK: llvm.insertvalue %[[WITH]], %[[WHOLE]][0] : !llvm.struct<(vector<2xf32>, i32)>
// CHECK: %[[AT1:.*]] = llvm.mlir.constant(1 : i32) : i32
// CHECK: %[[R:.*]] = llvm.call @turn(
// CHECK: llvm.extractvalue %[[R]][0] : !llvm.struct<(vector<2xf32>, i32)>
// CHECK: %[[PART:.*]] = llvm.extractvalue %[[R]][0] : !llvm.struct<(vector<2xf32>, i32)>
// CHECK: %[[SECOND:.*]] = llvm.extractelement %[[PART]][%[[AT1]] : i32] : vector<2xf32>
// CHECK: llvm.insertelement %[[SECOND]], %[[SECONDS]][%[[INDEX]] : i64] : vector<8xf32>
// CHECK: llvm.store %{{.*}}, %[[Q]] {{.*}} : vector<8xf32>, !llvm.ptr
llvm.func @vector_in_structure(%p: !llvm.ptr, %q: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %eight = llvm.mlir.constant(8 : i64) : i64
  %at0 = llvm.mlir.constant(0 : i32) : i32
  %at1 = llvm.mlir.constant(1 : i32) : i32
  %b = ripple.setshape %zero[%eight : i64] : i64 -> !llvm.ptr
  %x = ripple.index(%b : !llvm.ptr) [%zero : i64] -> i64
  %pa = llvm.getelementptr %p[%x] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %qa = llvm.getelementptr %q[%x] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %v = llvm.load %pa : !llvm.ptr -> f32
  %empty = llvm.mlir.poison : vector<2xf32>
  %one = llvm.insertelement %v, %empty[%at0 : i32] : vector<2xf32>
  %two = llvm.insertelement %v, %one[%at1 : i32] : vector<2xf32>
  %none = llvm.mlir.poison : !packed
  %first = llvm.insertvalue %two, %none[0] : !packed
  %both = llvm.insertvalue %at1, %first[1] : !packed
  %r = llvm.call @turn(%both) : (!packed) -> !packed
  %pair = llvm.extractvalue %r[0] : !packed
  %w = llvm.extractelement %pair[%at1 : i32] : vector<2xf32>
  llvm.store %w, %qa : f32, !llvm.ptr
  llvm.return
}

// So is an array.

// CHECK-LABEL: llvm.func @array(
// CHECK-SAME: %[[P:.*]]: !llvm.ptr, %[[Q:.*]]: !llvm.ptr) {
// CHECK: %[[V:.*]] = llvm.load %[[P]] {{.*}} : !llvm.ptr -> vector<8xf32>
// CHECK-NOT: insertvalue
// CHECK-NOT: extractvalue
// CHECK: llvm.store %[[V]], %[[Q]] {{.*}} : vector<8xf32>, !llvm.ptr
llvm.func @array(%p: !llvm.ptr, %q: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %eight = llvm.mlir.constant(8 : i64) : i64
  %b = ripple.setshape %zero[%eight : i64] : i64 -> !llvm.ptr
  %x = ripple.index(%b : !llvm.ptr) [%zero : i64] -> i64
  %pa = llvm.getelementptr %p[%x] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %qa = llvm.getelementptr %q[%x] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %v = llvm.load %pa : !llvm.ptr -> f32
  %none = llvm.mlir.poison : !llvm.array<2 x f32>
  %first = llvm.insertvalue %v, %none[1] : !llvm.array<2 x f32>
  %w = llvm.extractvalue %first[1] : !llvm.array<2 x f32>
  llvm.store %w, %qa : f32, !llvm.ptr
  llvm.return
}

// Members of a structure that all elements share are the same for all, but for those that are inserted.

// CHECK-LABEL: llvm.func @shared(
// CHECK-SAME: %[[S:.*]]: !llvm.struct<(f32, i32)>, %[[P:.*]]: !llvm.ptr, %[[Q:.*]]: !llvm.ptr) {
// CHECK: %[[V:.*]] = llvm.load %[[P]] {{.*}} : !llvm.ptr -> vector<8xf32>
// CHECK: %[[N:.*]] = llvm.extractvalue %[[S]][1] : !llvm.struct<(f32, i32)>
// CHECK: %[[LANE:.*]] = llvm.insertelement %[[N]]
// CHECK: %[[ALL:.*]] = llvm.shufflevector %[[LANE]], %{{.*}} [0, 0, 0, 0, 0, 0, 0, 0] : vector<8xi32>
// CHECK: %[[F:.*]] = llvm.sitofp %[[ALL]] : vector<8xi32> to vector<8xf32>
// CHECK: %[[SUM:.*]] = llvm.fadd %[[V]], %[[F]] : vector<8xf32>
// CHECK: llvm.store %[[SUM]], %[[Q]] {{.*}} : vector<8xf32>, !llvm.ptr
llvm.func @shared(%s: !pair, %p: !llvm.ptr, %q: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %eight = llvm.mlir.constant(8 : i64) : i64
  %b = ripple.setshape %zero[%eight : i64] : i64 -> !llvm.ptr
  %x = ripple.index(%b : !llvm.ptr) [%zero : i64] -> i64
  %pa = llvm.getelementptr %p[%x] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %qa = llvm.getelementptr %q[%x] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %v = llvm.load %pa : !llvm.ptr -> f32
  %with = llvm.insertvalue %v, %s[0] : !pair
  %n = llvm.extractvalue %with[1] : !pair
  %w = llvm.extractvalue %with[0] : !pair
  %f = llvm.sitofp %n : i32 to f32
  %sum = llvm.fadd %w, %f : f32
  llvm.store %sum, %qa : f32, !llvm.ptr
  llvm.return
}

// What an atomic operation of each element returns are two vectors: the values before, and whether they were changed.

// CHECK-LABEL: llvm.func @exchanged(
// CHECK-SAME: %[[P:.*]]: !llvm.ptr, %[[Q:.*]]: !llvm.ptr) {
// CHECK: ^{{.*}}(%[[INDEX:.*]]: i64, %[[OLD:.*]]: vector<8xi32>, %[[DONE:.*]]: vector<8xi1>):
// CHECK: %[[R:.*]] = llvm.cmpxchg
// CHECK: %[[BEFORE:.*]] = llvm.extractvalue %[[R]][0] : !llvm.struct<(i32, i1)>
// CHECK: llvm.insertelement %[[BEFORE]], %[[OLD]][%[[INDEX]] : i64] : vector<8xi32>
// CHECK: %[[CHANGED:.*]] = llvm.extractvalue %[[R]][1] : !llvm.struct<(i32, i1)>
// CHECK: llvm.insertelement %[[CHANGED]], %[[DONE]][%[[INDEX]] : i64] : vector<8xi1>
// CHECK: llvm.zext %{{.*}} : vector<8xi1> to vector<8xi32>
llvm.func @exchanged(%p: !llvm.ptr, %q: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %eight = llvm.mlir.constant(8 : i64) : i64
  %seven = llvm.mlir.constant(7 : i32) : i32
  %b = ripple.setshape %zero[%eight : i64] : i64 -> !llvm.ptr
  %x = ripple.index(%b : !llvm.ptr) [%zero : i64] -> i64
  %pa = llvm.getelementptr %p[%x] : (!llvm.ptr, i64) -> !llvm.ptr, i32
  %qa = llvm.getelementptr %q[%x] : (!llvm.ptr, i64) -> !llvm.ptr, i32
  %r = llvm.cmpxchg %pa, %seven, %seven acq_rel monotonic : !llvm.ptr, i32
  %before = llvm.extractvalue %r[0] : !llvm.struct<(i32, i1)>
  %changed = llvm.extractvalue %r[1] : !llvm.struct<(i32, i1)>
  %bit = llvm.zext %changed : i1 to i32
  %sum = llvm.add %before, %bit : i32
  llvm.store %sum, %qa : i32, !llvm.ptr
  llvm.return
}
