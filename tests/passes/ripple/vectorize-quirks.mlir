// RUN: terrace-opt %s --convert-llvm-to-ripple --ripple-vectorize | FileCheck %s

// The forms in which faults of LLVM on all targets are avoided.

module attributes {llvm.target_triple = "x86_64-unknown-linux-gnu"} {
  // A vector of twenty numbers is passed from block to block as sixteen and four, and loaded, computed and stored in these
  // parts.

  // CHECK-LABEL: llvm.func @carried
  // CHECK: %[[LOW:.*]] = llvm.load %[[P:.*]] {alignment = 4 : i64} : !llvm.ptr -> vector<16xf32>
  // CHECK: %[[FURTHER:.*]] = llvm.getelementptr %[[P]][64] : (!llvm.ptr) -> !llvm.ptr, i8
  // CHECK: %[[HIGH:.*]] = llvm.load %[[FURTHER]] {alignment = 4 : i64} : !llvm.ptr -> vector<4xf32>
  // CHECK: ^{{.*}}(%{{.*}}: i64, %[[A:[a-z0-9]+]]: vector<16xf32>, %[[B:[a-z0-9]+]]: vector<4xf32>)
  // CHECK: %[[SUM_LOW:.*]] = llvm.fadd %[[A]], %[[LOW]] : vector<16xf32>
  // CHECK: %[[SUM_HIGH:.*]] = llvm.fadd %[[B]], %[[HIGH]] : vector<4xf32>
  // CHECK: llvm.store %[[SUM_LOW]], %[[P]]
  // CHECK: llvm.store %[[SUM_HIGH]], %{{.*}} {alignment = 4 : i64} : vector<4xf32>
  llvm.func @carried(%p: !llvm.ptr, %n: i64) attributes {target_features = #llvm.target_features<["+avx2"]>} {
    %zero = llvm.mlir.constant(0 : i64) : i64
    %one = llvm.mlir.constant(1 : i64) : i64
    %size = llvm.mlir.constant(20 : i64) : i64
    %start = llvm.mlir.constant(0.0 : f32) : f32
    %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %size) : (i64, i64) -> !llvm.ptr
    %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
    %a = llvm.getelementptr %p[%v] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %first = llvm.load %a : !llvm.ptr -> f32
    llvm.br ^loop(%zero, %first : i64, f32)
  ^loop(%i: i64, %sum: f32):
    %next_sum = llvm.fadd %sum, %first : f32
    %next = llvm.add %i, %one : i64
    %more = llvm.icmp "ult" %next, %n : i64
    llvm.cond_br %more, ^loop(%next, %next_sum : i64, f32), ^done
  ^done:
    llvm.store %next_sum, %a : f32, !llvm.ptr
    llvm.return
  }

  // The other value of a selection by the mask of a load is the pass-through of the load.

  // CHECK-LABEL: llvm.func @chosen
  // CHECK: %[[SEVEN:.*]] = llvm.mlir.constant(dense<7> : vector<8xi32>)
  // CHECK: %[[X:.*]] = llvm.intr.masked.load %{{.*}}, %{{.*}}, %[[SEVEN]]
  // CHECK-NOT: llvm.select
  // CHECK: llvm.store %[[X]]
  llvm.func @chosen(%p: !llvm.ptr, %n: i64) attributes {target_features = #llvm.target_features<["+avx2"]>} {
    %zero = llvm.mlir.constant(0 : i64) : i64
    %size = llvm.mlir.constant(8 : i64) : i64
    %seven = llvm.mlir.constant(7 : i32) : i32
    %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %size) : (i64, i64) -> !llvm.ptr
    %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
    %a = llvm.getelementptr %p[%v] : (!llvm.ptr, i64) -> !llvm.ptr, i32
    %in = llvm.icmp "ult" %v, %n : i64
    llvm.cond_br %in, ^then, ^done(%seven : i32)
  ^then:
    %x = llvm.load %a : !llvm.ptr -> i32
    llvm.br ^done(%x : i32)
  ^done(%r: i32):
    llvm.store %r, %a : i32, !llvm.ptr
    llvm.return
  }

  // Nothing is selected of a load after a store, since LLVM would load there: it is frozen where it is.

  // CHECK-LABEL: llvm.func @used_after_a_store
  // CHECK: %[[X:.*]] = llvm.intr.masked.load %[[P:[a-z0-9]+]], %[[M:[0-9]+]], %
  // CHECK: %[[FROZEN:.*]] = llvm.freeze %[[X]]
  // CHECK: llvm.intr.masked.store %{{.*}}, %[[P]], %[[M]]
  // CHECK: llvm.select %{{.*}}, %{{.*}}, %[[FROZEN]]
  llvm.func @used_after_a_store(%p: !llvm.ptr, %q: !llvm.ptr) attributes {target_features = #llvm.target_features<["+avx2"]>} {
    %zero = llvm.mlir.constant(0 : i64) : i64
    %size = llvm.mlir.constant(8 : i64) : i64
    %seven = llvm.mlir.constant(7 : i32) : i32
    %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %size) : (i64, i64) -> !llvm.ptr
    %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
    %a = llvm.getelementptr %p[%v] : (!llvm.ptr, i64) -> !llvm.ptr, i32
    %c = llvm.getelementptr %q[%v] : (!llvm.ptr, i64) -> !llvm.ptr, i32
    %y = llvm.load %c : !llvm.ptr -> i32
    %first = llvm.icmp "ne" %y, %seven : i32
    llvm.cond_br %first, ^and, ^done(%seven : i32)
  ^and:
    %second = llvm.icmp "slt" %y, %seven : i32
    llvm.cond_br %second, ^then, ^done(%seven : i32)
  ^then:
    %x = llvm.load %a : !llvm.ptr -> i32
    llvm.store %y, %a : i32, !llvm.ptr
    llvm.br ^done(%x : i32)
  ^done(%r: i32):
    llvm.store %r, %c : i32, !llvm.ptr
    llvm.return
  }

  // A masked load is one for each register: a part of which no lane is active is not loaded, and constant lanes of
  // the mask of a part are hidden.

  // CHECK-LABEL: llvm.func @late
  // CHECK: %[[SIGNS:.*]] = llvm.inline_asm "", "=x,0" %{{.*}} : (vector<8xi32>) -> vector<8xi32>
  // CHECK: %[[SOME:.*]] = llvm.icmp "slt" %[[SIGNS]], %{{.*}} : vector<8xi32>
  // CHECK: llvm.intr.masked.load %{{.*}}, %[[SOME]], %{{.*}} -> vector<8xi32>
  // CHECK: llvm.intr.masked.load %{{.*}} -> vector<8xi32>
  // CHECK-NOT: llvm.intr.masked.load
  // CHECK: llvm.return
  llvm.func @late(%p: !llvm.ptr, %q: !llvm.ptr) attributes {target_features = #llvm.target_features<["+avx2"]>} {
    %zero = llvm.mlir.constant(0 : i64) : i64
    %size = llvm.mlir.constant(32 : i64) : i64
    %first = llvm.mlir.constant(20 : i64) : i64
    %none = llvm.mlir.constant(0 : i32) : i32
    %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %size) : (i64, i64) -> !llvm.ptr
    %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
    %a = llvm.getelementptr %p[%v] : (!llvm.ptr, i64) -> !llvm.ptr, i32
    %c = llvm.getelementptr %q[%v] : (!llvm.ptr, i64) -> !llvm.ptr, i32
    %x = llvm.load %c : !llvm.ptr -> i32
    %late = llvm.icmp "uge" %v, %first : i64
    %positive = llvm.icmp "sgt" %x, %none : i32
    %in = llvm.and %late, %positive : i1
    llvm.cond_br %in, ^then, ^done
  ^then:
    %y = llvm.load %a : !llvm.ptr -> i32
    llvm.store %y, %c : i32, !llvm.ptr
    llvm.br ^done
  ^done:
    llvm.return
  }
}
