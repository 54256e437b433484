// RUN: terrace-opt %s --ripple-outer-products | FileCheck %s

// A value that is read in one dimension and reshaped to another one is read in that in the first place.

// CHECK-LABEL: llvm.func @column(
// CHECK-SAME: %[[A:.*]]: !llvm.ptr, %[[B:.*]]: !llvm.ptr, %[[C:.*]]: !llvm.ptr)
// CHECK: %[[COLUMN:.*]] = ripple.setshape %{{.*}}[%{{.*}}, %[[S:.*]] : i64, i64] : i64 -> !llvm.ptr
// CHECK: %[[ONE:.*]] = llvm.mlir.constant(1 : i64) : i64
// CHECK-NEXT: %[[Y:.*]] = ripple.index(%[[COLUMN]] : !llvm.ptr) [%[[ONE]] : i64] -> i64
// CHECK-NEXT: %[[NEXT:.*]] = llvm.add %[[Y]], %{{.*}} : i64
// CHECK-NEXT: %[[ADDRESS:.*]] = llvm.getelementptr %[[A]][%[[NEXT]]] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT: %[[VALUE:.*]] = llvm.load %[[ADDRESS]] : !llvm.ptr -> f32
// CHECK-NEXT: %[[TWICE:.*]] = llvm.fadd %[[VALUE]], %[[VALUE]] : f32
// CHECK-NOT: ripple.reinterp
// CHECK: llvm.fmul %[[TWICE]], %{{.*}} : f32
// CHECK: llvm.return
llvm.func @column(%a: !llvm.ptr, %b: !llvm.ptr, %c: !llvm.ptr) attributes {target_features = #llvm.target_features<["+avx2"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %s16 = llvm.mlir.constant(16 : i64) : i64
  %line = ripple.setshape %zero[%s16 : i64] : i64 -> !llvm.ptr
  %column = ripple.setshape %zero[%one, %s16 : i64, i64] : i64 -> !llvm.ptr
  %matrix = ripple.setshape %zero[%s16, %s16 : i64, i64] : i64 -> !llvm.ptr
  %x = ripple.index(%matrix : !llvm.ptr) [%zero : i64] -> i64
  %y = ripple.index(%matrix : !llvm.ptr) [%one : i64] -> i64
  %l = ripple.index(%line : !llvm.ptr) [%zero : i64] -> i64
  %next = llvm.add %l, %one : i64
  %pa = llvm.getelementptr %a[%next] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %va = llvm.load %pa : !llvm.ptr -> f32
  %twice = llvm.fadd %va, %va : f32
  %rows = ripple.reinterp(%column : !llvm.ptr) [%twice : f32] -> f32
  %pb = llvm.getelementptr %b[%x] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %vb = llvm.load %pb : !llvm.ptr -> f32
  %product = llvm.fmul %rows, %vb : f32
  %line_of_c = llvm.mul %y, %s16 : i64
  %at = llvm.add %line_of_c, %x : i64
  %pc = llvm.getelementptr %c[%at] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.store %product, %pc : f32, !llvm.ptr
  llvm.return
}

// What has other uses stays for them.

// CHECK-LABEL: llvm.func @also_a_row(
// CHECK-SAME: %[[A:.*]]: !llvm.ptr, %[[C:.*]]: !llvm.ptr)
// CHECK: %[[ROW:.*]] = llvm.load %{{.*}} : !llvm.ptr -> f32
// CHECK: %[[Y:.*]] = ripple.index(
// CHECK-NEXT: %[[ADDRESS:.*]] = llvm.getelementptr %[[A]][%[[Y]]]
// CHECK-NEXT: %[[COLUMN:.*]] = llvm.load %[[ADDRESS]] : !llvm.ptr -> f32
// CHECK: llvm.fmul %[[COLUMN]], %[[ROW]] : f32
// CHECK: llvm.return
llvm.func @also_a_row(%a: !llvm.ptr, %c: !llvm.ptr) attributes {target_features = #llvm.target_features<["+avx2"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %s16 = llvm.mlir.constant(16 : i64) : i64
  %column = ripple.setshape %zero[%one, %s16 : i64, i64] : i64 -> !llvm.ptr
  %matrix = ripple.setshape %zero[%s16, %s16 : i64, i64] : i64 -> !llvm.ptr
  %x = ripple.index(%matrix : !llvm.ptr) [%zero : i64] -> i64
  %y = ripple.index(%matrix : !llvm.ptr) [%one : i64] -> i64
  %pa = llvm.getelementptr %a[%x] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %va = llvm.load %pa : !llvm.ptr -> f32
  %rows = ripple.reinterp(%column : !llvm.ptr) [%va : f32] -> f32
  %product = llvm.fmul %rows, %va : f32
  %line_of_c = llvm.mul %y, %s16 : i64
  %at = llvm.add %line_of_c, %x : i64
  %pc = llvm.getelementptr %c[%at] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.store %product, %pc : f32, !llvm.ptr
  llvm.return
}

// Memory that is written between the read and the reshape may hold another value there.

// CHECK-LABEL: llvm.func @written_between(
// CHECK: llvm.store
// CHECK: ripple.reinterp
// CHECK: llvm.return
llvm.func @written_between(%a: !llvm.ptr, %c: !llvm.ptr) attributes {target_features = #llvm.target_features<["+avx2"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %s16 = llvm.mlir.constant(16 : i64) : i64
  %column = ripple.setshape %zero[%one, %s16 : i64, i64] : i64 -> !llvm.ptr
  %matrix = ripple.setshape %zero[%s16, %s16 : i64, i64] : i64 -> !llvm.ptr
  %x = ripple.index(%matrix : !llvm.ptr) [%zero : i64] -> i64
  %y = ripple.index(%matrix : !llvm.ptr) [%one : i64] -> i64
  %pa = llvm.getelementptr %a[%x] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %va = llvm.load %pa : !llvm.ptr -> f32
  llvm.store %zero, %c : i64, !llvm.ptr
  %rows = ripple.reinterp(%column : !llvm.ptr) [%va : f32] -> f32
  %product = llvm.fmul %rows, %va : f32
  %line_of_c = llvm.mul %y, %s16 : i64
  %at = llvm.add %line_of_c, %x : i64
  %pc = llvm.getelementptr %c[%at] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.store %product, %pc : f32, !llvm.ptr
  llvm.return
}

// So may memory that was read in another block.

// CHECK-LABEL: llvm.func @read_in_another_block(
// CHECK: ripple.reinterp
// CHECK: llvm.return
llvm.func @read_in_another_block(%a: !llvm.ptr, %c: !llvm.ptr) attributes {target_features = #llvm.target_features<["+avx2"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %s16 = llvm.mlir.constant(16 : i64) : i64
  %column = ripple.setshape %zero[%one, %s16 : i64, i64] : i64 -> !llvm.ptr
  %matrix = ripple.setshape %zero[%s16, %s16 : i64, i64] : i64 -> !llvm.ptr
  %x = ripple.index(%matrix : !llvm.ptr) [%zero : i64] -> i64
  %y = ripple.index(%matrix : !llvm.ptr) [%one : i64] -> i64
  %pa = llvm.getelementptr %a[%x] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %va = llvm.load %pa : !llvm.ptr -> f32
  llvm.br ^next
^next:
  %rows = ripple.reinterp(%column : !llvm.ptr) [%va : f32] -> f32
  %product = llvm.fmul %rows, %va : f32
  %line_of_c = llvm.mul %y, %s16 : i64
  %at = llvm.add %line_of_c, %x : i64
  %pc = llvm.getelementptr %c[%at] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.store %product, %pc : f32, !llvm.ptr
  llvm.return
}

// The bytes as another type are no other elements: they stay.

// CHECK-LABEL: llvm.func @another_type(
// CHECK: ripple.reinterp(%{{.*}} : !llvm.ptr) [%{{.*}} : f32] -> i32
// CHECK: llvm.return
llvm.func @another_type(%a: !llvm.ptr, %c: !llvm.ptr) attributes {target_features = #llvm.target_features<["+avx2"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %s16 = llvm.mlir.constant(16 : i64) : i64
  %column = ripple.setshape %zero[%one, %s16 : i64, i64] : i64 -> !llvm.ptr
  %matrix = ripple.setshape %zero[%s16, %s16 : i64, i64] : i64 -> !llvm.ptr
  %x = ripple.index(%matrix : !llvm.ptr) [%zero : i64] -> i64
  %y = ripple.index(%matrix : !llvm.ptr) [%one : i64] -> i64
  %pa = llvm.getelementptr %a[%x] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %va = llvm.load %pa : !llvm.ptr -> f32
  %rows = ripple.reinterp(%column : !llvm.ptr) [%va : f32] -> i32
  %pc = llvm.getelementptr %c[%y] : (!llvm.ptr, i64) -> !llvm.ptr, i32
  llvm.store %rows, %pc : i32, !llvm.ptr
  llvm.return
}

// Elements in another order are not computed from an index of their own.

llvm.func internal @reverse(%k: i64, %n: i64) -> i64 {
  %one = llvm.mlir.constant(1 : i64) : i64
  %last = llvm.sub %n, %one : i64
  %r = llvm.sub %last, %k : i64
  llvm.return %r : i64
}

// CHECK-LABEL: llvm.func @shuffled(
// CHECK: ripple.shuffle
// CHECK: ripple.reinterp
// CHECK: llvm.return
llvm.func @shuffled(%a: !llvm.ptr, %c: !llvm.ptr) attributes {target_features = #llvm.target_features<["+avx2"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %s16 = llvm.mlir.constant(16 : i64) : i64
  %column = ripple.setshape %zero[%one, %s16 : i64, i64] : i64 -> !llvm.ptr
  %matrix = ripple.setshape %zero[%s16, %s16 : i64, i64] : i64 -> !llvm.ptr
  %x = ripple.index(%matrix : !llvm.ptr) [%zero : i64] -> i64
  %y = ripple.index(%matrix : !llvm.ptr) [%one : i64] -> i64
  %pa = llvm.getelementptr %a[%x] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %va = llvm.load %pa : !llvm.ptr -> f32
  %function = llvm.mlir.addressof @reverse : !llvm.ptr
  %reversed = ripple.shuffle[%va : f32, %function : !llvm.ptr] -> f32
  %rows = ripple.reinterp(%column : !llvm.ptr) [%reversed : f32] -> f32
  %pc = llvm.getelementptr %c[%y] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.store %rows, %pc : f32, !llvm.ptr
  llvm.return
}

// A value of two dimensions has no one dimension to be read in.

// CHECK-LABEL: llvm.func @of_two_dimensions(
// CHECK: ripple.reinterp
// CHECK: llvm.return
llvm.func @of_two_dimensions(%a: !llvm.ptr, %c: !llvm.ptr) attributes {target_features = #llvm.target_features<["+avx2"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %s4 = llvm.mlir.constant(4 : i64) : i64
  %s16 = llvm.mlir.constant(16 : i64) : i64
  %column = ripple.setshape %zero[%one, %s16 : i64, i64] : i64 -> !llvm.ptr
  %matrix = ripple.setshape %zero[%s4, %s4 : i64, i64] : i64 -> !llvm.ptr
  %x = ripple.index(%matrix : !llvm.ptr) [%zero : i64] -> i64
  %y = ripple.index(%matrix : !llvm.ptr) [%one : i64] -> i64
  %r = ripple.index(%column : !llvm.ptr) [%one : i64] -> i64
  %line = llvm.mul %y, %s4 : i64
  %at = llvm.add %line, %x : i64
  %pa = llvm.getelementptr %a[%at] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %va = llvm.load %pa : !llvm.ptr -> f32
  %rows = ripple.reinterp(%column : !llvm.ptr) [%va : f32] -> f32
  %pc = llvm.getelementptr %c[%r] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.store %rows, %pc : f32, !llvm.ptr
  llvm.return
}

// A function that is called with a shape is not the one that scalars have: `%i` differs from element to element.

// CHECK-LABEL: llvm.func internal @specialized(
// CHECK: ripple.reinterp
// CHECK: llvm.return
llvm.func internal @specialized(%i: i64, %c: !llvm.ptr) attributes {target_features = #llvm.target_features<["+avx2"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %s16 = llvm.mlir.constant(16 : i64) : i64
  %column = ripple.setshape %zero[%one, %s16 : i64, i64] : i64 -> !llvm.ptr
  %matrix = ripple.setshape %zero[%s16, %s16 : i64, i64] : i64 -> !llvm.ptr
  %x = ripple.index(%matrix : !llvm.ptr) [%zero : i64] -> i64
  %y = ripple.index(%matrix : !llvm.ptr) [%one : i64] -> i64
  %sum = llvm.add %x, %i : i64
  %at = llvm.getelementptr %c[%sum] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %v = llvm.load %at : !llvm.ptr -> f32
  %rows = ripple.reinterp(%column : !llvm.ptr) [%v : f32] -> f32
  %pc = llvm.getelementptr %c[%y] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.store %rows, %pc : f32, !llvm.ptr
  llvm.return
}
llvm.func @calls_specialized(%c: !llvm.ptr) attributes {target_features = #llvm.target_features<["+avx2"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %s16 = llvm.mlir.constant(16 : i64) : i64
  %matrix = ripple.setshape %zero[%s16, %s16 : i64, i64] : i64 -> !llvm.ptr
  %x = ripple.index(%matrix : !llvm.ptr) [%zero : i64] -> i64
  llvm.call @specialized(%x, %c) : (i64, !llvm.ptr) -> ()
  llvm.return
}

// A target that multiplies groups of four reads every fourth number of bytes of a row: element q of each four is read
// with an index of its own, where products use it.

// CHECK-LABEL: llvm.func @slices(
// CHECK-SAME: %[[A:[^:]*]]: !llvm.ptr,
// CHECK: %[[GROUPS:.*]] = ripple.setshape %{{.*}}[%[[FOUR:.*]], %{{.*}} : i64, i64] : i64 -> !llvm.ptr
// CHECK: %[[Y:.*]] = ripple.index(%[[GROUPS]] : !llvm.ptr) [%{{.*}} : i64] -> i64
// CHECK-NEXT: %[[SCALE:.*]] = llvm.mlir.constant(4 : i64) : i64
// CHECK-NEXT: %[[SCALED:.*]] = llvm.mul %[[Y]], %[[SCALE]] overflow<nsw, nuw> : i64
// CHECK-NEXT: %[[ADDRESS:.*]] = llvm.getelementptr %[[A]][%[[SCALED]]] : (!llvm.ptr, i64) -> !llvm.ptr, i8
// CHECK-NEXT: %[[FIRST:.*]] = llvm.load %[[ADDRESS]] : !llvm.ptr -> i8
// CHECK: %[[Y3:.*]] = ripple.index(%[[GROUPS]] : !llvm.ptr) [%{{.*}} : i64] -> i64
// CHECK-NEXT: %[[SCALE3:.*]] = llvm.mlir.constant(4 : i64) : i64
// CHECK-NEXT: %[[SCALED3:.*]] = llvm.mul %[[Y3]], %[[SCALE3]] overflow<nsw, nuw> : i64
// CHECK-NEXT: %[[OFFSET:.*]] = llvm.mlir.constant(3 : i64) : i64
// CHECK-NEXT: %[[THIRD_OF:.*]] = llvm.add %[[SCALED3]], %[[OFFSET]] overflow<nsw, nuw> : i64
// CHECK-NEXT: %[[ADDRESS3:.*]] = llvm.getelementptr %[[A]][%[[THIRD_OF]]] : (!llvm.ptr, i64) -> !llvm.ptr, i8
// CHECK-NEXT: %[[LAST:.*]] = llvm.load %[[ADDRESS3]] : !llvm.ptr -> i8
// CHECK-NOT: ripple.slice
// CHECK-NOT: ripple.reinterp
// CHECK: llvm.return
llvm.func @slices(%a: !llvm.ptr, %b: !llvm.ptr, %c: !llvm.ptr) attributes {target_features = #llvm.target_features<["+sme"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %three = llvm.mlir.constant(3 : i64) : i64
  %all = llvm.mlir.constant(-1 : i64) : i64
  %s4 = llvm.mlir.constant(4 : i64) : i64
  %s16 = llvm.mlir.constant(16 : i64) : i64
  %s64 = llvm.mlir.constant(64 : i64) : i64
  %line = ripple.setshape %zero[%s64 : i64] : i64 -> !llvm.ptr
  %groups = ripple.setshape %zero[%s4, %s16 : i64, i64] : i64 -> !llvm.ptr
  %l = ripple.index(%line : !llvm.ptr) [%zero : i64] -> i64
  %pa = llvm.getelementptr %a[%l] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  %va = llvm.load %pa : !llvm.ptr -> i8
  %grouped = ripple.reinterp(%groups : !llvm.ptr) [%va : i8] -> i8
  %first = ripple.slice[%grouped : i8, %zero, %all] -> i8
  %last = ripple.slice[%grouped : i8, %three, %all] -> i8
  %w0 = llvm.sext %first : i8 to i32
  %w3 = llvm.sext %last : i8 to i32
  %p = llvm.mul %w0, %w3 : i32
  %y = ripple.index(%groups : !llvm.ptr) [%one : i64] -> i64
  %pc = llvm.getelementptr %c[%y] : (!llvm.ptr, i64) -> !llvm.ptr, i32
  llvm.store %p, %pc : i32, !llvm.ptr
  llvm.return
}

// One that is stored as it is stays a slice.

// CHECK-LABEL: llvm.func @slice_stored(
// CHECK: ripple.reinterp
// CHECK: ripple.slice
// CHECK: llvm.return
llvm.func @slice_stored(%a: !llvm.ptr, %c: !llvm.ptr) attributes {target_features = #llvm.target_features<["+sme"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %all = llvm.mlir.constant(-1 : i64) : i64
  %s4 = llvm.mlir.constant(4 : i64) : i64
  %s16 = llvm.mlir.constant(16 : i64) : i64
  %s64 = llvm.mlir.constant(64 : i64) : i64
  %line = ripple.setshape %zero[%s64 : i64] : i64 -> !llvm.ptr
  %groups = ripple.setshape %zero[%s4, %s16 : i64, i64] : i64 -> !llvm.ptr
  %l = ripple.index(%line : !llvm.ptr) [%zero : i64] -> i64
  %pa = llvm.getelementptr %a[%l] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  %va = llvm.load %pa : !llvm.ptr -> i8
  %grouped = ripple.reinterp(%groups : !llvm.ptr) [%va : i8] -> i8
  %first = ripple.slice[%grouped : i8, %one, %all] -> i8
  %y = ripple.index(%groups : !llvm.ptr) [%one : i64] -> i64
  %pc = llvm.getelementptr %c[%y] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  llvm.store %first, %pc : i8, !llvm.ptr
  llvm.return
}

// Vectors of 512 bits are read as they are in memory, and taken apart.

// CHECK-LABEL: llvm.func @slices_of_registers(
// CHECK: ripple.reinterp
// CHECK: ripple.slice
// CHECK: llvm.return
llvm.func @slices_of_registers(%a: !llvm.ptr, %c: !llvm.ptr) attributes {target_features = #llvm.target_features<["+avx512f"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %all = llvm.mlir.constant(-1 : i64) : i64
  %s4 = llvm.mlir.constant(4 : i64) : i64
  %s16 = llvm.mlir.constant(16 : i64) : i64
  %s64 = llvm.mlir.constant(64 : i64) : i64
  %line = ripple.setshape %zero[%s64 : i64] : i64 -> !llvm.ptr
  %groups = ripple.setshape %zero[%s4, %s16 : i64, i64] : i64 -> !llvm.ptr
  %l = ripple.index(%line : !llvm.ptr) [%zero : i64] -> i64
  %pa = llvm.getelementptr %a[%l] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  %va = llvm.load %pa : !llvm.ptr -> i8
  %grouped = ripple.reinterp(%groups : !llvm.ptr) [%va : i8] -> i8
  %first = ripple.slice[%grouped : i8, %one, %all] -> i8
  %p = llvm.mul %first, %first : i8
  %y = ripple.index(%groups : !llvm.ptr) [%one : i64] -> i64
  %pc = llvm.getelementptr %c[%y] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  llvm.store %p, %pc : i8, !llvm.ptr
  llvm.return
}
