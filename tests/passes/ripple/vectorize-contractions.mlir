// RUN: terrace-opt %s --convert-llvm-to-ripple --ripple-vectorize | FileCheck %s

// Of a difference of two products, that of a number from the iteration before is fused.

module attributes {llvm.target_triple = "x86_64-unknown-linux-gnu"} {
  // CHECK-LABEL: llvm.func @filtered
  // CHECK: ^{{.*}}(%{{.*}}: i64, %[[STATE:.*]]: vector<8xf32>)
  // CHECK: %[[FIRST:.*]] = llvm.fmul %[[X:.*]], %[[X]] {{.*}} : vector<8xf32>
  // CHECK: %[[OPPOSITE:.*]] = llvm.fneg %[[STATE]]
  // CHECK: llvm.intr.fma(%[[OPPOSITE]], %[[X]], %[[FIRST]])
  // CHECK-NOT: llvm.fsub
  llvm.func @filtered(%p: !llvm.ptr, %n: i64) attributes {target_features = #llvm.target_features<["+avx2", "+fma"]>} {
    %zero = llvm.mlir.constant(0 : i64) : i64
    %one = llvm.mlir.constant(1 : i64) : i64
    %size = llvm.mlir.constant(8 : i64) : i64
    %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %size) : (i64, i64) -> !llvm.ptr
    %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
    %a = llvm.getelementptr %p[%v] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %x = llvm.load %a : !llvm.ptr -> f32
    llvm.br ^loop(%zero, %x : i64, f32)
  ^loop(%i: i64, %state: f32):
    %first = llvm.fmul %x, %x {fastmathFlags = #llvm.fastmath<contract>} : f32
    %second = llvm.fmul %state, %x {fastmathFlags = #llvm.fastmath<contract>} : f32
    %following = llvm.fsub %first, %second {fastmathFlags = #llvm.fastmath<contract>} : f32
    %next = llvm.add %i, %one : i64
    %more = llvm.icmp "ult" %next, %n : i64
    llvm.cond_br %more, ^loop(%next, %following : i64, f32), ^done
  ^done:
    llvm.store %following, %a : f32, !llvm.ptr
    llvm.return
  }
}
