// RUN: terrace-opt %s --split-input-file --convert-llvm-to-ripple --ripple-vectorize | FileCheck %s

// Masked accesses by what a target has, and faults of LLVM that are avoided.

// A mask that may become constant is hidden where a masked store of truncated numbers writes too much.

module attributes {llvm.target_triple = "x86_64-unknown-linux-gnu"} {
  // CHECK-LABEL: llvm.func @truncated_avx512
  // CHECK: %[[NARROW:.*]] = llvm.trunc %{{.*}} : vector<8xi32> to vector<8xi8>
  // CHECK: llvm.inline_asm {{.*}}"=r,0"
  // CHECK: llvm.intr.masked.store %[[NARROW]]
  llvm.func @truncated_avx512(%p: !llvm.ptr, %q: !llvm.ptr, %n: i64) attributes {target_features = #llvm.target_features<["+avx512bw", "+avx512vl"]>} {
    %zero = llvm.mlir.constant(0 : i64) : i64
    %eight = llvm.mlir.constant(8 : i64) : i64
    %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %eight) : (i64, i64) -> !llvm.ptr
    %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
    %in = llvm.icmp "ult" %v, %n : i64
    llvm.cond_br %in, ^then, ^done
  ^then:
    %a = llvm.getelementptr %p[%v] : (!llvm.ptr, i64) -> !llvm.ptr, i32
    %x = llvm.load %a : !llvm.ptr -> i32
    %t = llvm.trunc %x : i32 to i8
    %to = llvm.getelementptr %q[%v] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    llvm.store %t, %to : i8, !llvm.ptr
    llvm.br ^done
  ^done:
    llvm.return
  }
}

// -----

// Numbers of 32 bits have masked accesses with AVX, which numbers of 8 bits lack.

module attributes {llvm.target_triple = "x86_64-unknown-linux-gnu"} {
  // CHECK-LABEL: llvm.func @truncated_avx2
  // CHECK: llvm.intr.masked.load
  // CHECK: %[[NARROW:.*]] = llvm.trunc %{{.*}} : vector<8xi32> to vector<8xi8>
  // CHECK-NOT: llvm.inline_asm
  // CHECK-NOT: llvm.intr.masked.store
  // CHECK: llvm.return
  llvm.func @truncated_avx2(%p: !llvm.ptr, %q: !llvm.ptr, %n: i64) attributes {target_features = #llvm.target_features<["+avx2"]>} {
    %zero = llvm.mlir.constant(0 : i64) : i64
    %eight = llvm.mlir.constant(8 : i64) : i64
    %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %eight) : (i64, i64) -> !llvm.ptr
    %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
    %in = llvm.icmp "ult" %v, %n : i64
    llvm.cond_br %in, ^then, ^done
  ^then:
    %a = llvm.getelementptr %p[%v] : (!llvm.ptr, i64) -> !llvm.ptr, i32
    %x = llvm.load %a : !llvm.ptr -> i32
    %t = llvm.trunc %x : i32 to i8
    %to = llvm.getelementptr %q[%v] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    llvm.store %t, %to : i8, !llvm.ptr
    llvm.br ^done
  ^done:
    llvm.return
  }
}

// -----

// Each 128 bits are accessed under a predicate where vectors have an unknown length.

module attributes {llvm.target_triple = "aarch64-unknown-linux-gnu"} {
  // CHECK-LABEL: llvm.func @of_unknown_length
  // CHECK-COUNT-2: llvm.intr.masked.load %{{.*}} : {{.*}} -> vector<[4]xi32>
  // CHECK-COUNT-2: llvm.intr.masked.store %{{.*}} : vector<[4]xi32>
  llvm.func @of_unknown_length(%p: !llvm.ptr, %q: !llvm.ptr, %n: i64) attributes {target_features = #llvm.target_features<["+neon", "+sve"]>} {
    %zero = llvm.mlir.constant(0 : i64) : i64
    %eight = llvm.mlir.constant(8 : i64) : i64
    %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %eight) : (i64, i64) -> !llvm.ptr
    %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
    %in = llvm.icmp "ult" %v, %n : i64
    llvm.cond_br %in, ^then, ^done
  ^then:
    %a = llvm.getelementptr %p[%v] : (!llvm.ptr, i64) -> !llvm.ptr, i32
    %x = llvm.load %a : !llvm.ptr -> i32
    %to = llvm.getelementptr %q[%v] : (!llvm.ptr, i64) -> !llvm.ptr, i32
    llvm.store %x, %to : i32, !llvm.ptr
    llvm.br ^done
  ^done:
    llvm.return
  }

  // Where they are promised to be longer, vectors of fixed length are accessed as such.

  // CHECK-LABEL: llvm.func @of_promised_length
  // CHECK: llvm.intr.masked.load %{{.*}} : {{.*}} -> vector<8xi32>
  // CHECK: llvm.intr.masked.store %{{.*}} : vector<8xi32>
  llvm.func @of_promised_length(%p: !llvm.ptr, %q: !llvm.ptr, %n: i64) attributes {target_features = #llvm.target_features<["+neon", "+sve"]>, vscale_range = #llvm.vscale_range<minRange = 2 : i32, maxRange = 2 : i32>} {
    %zero = llvm.mlir.constant(0 : i64) : i64
    %eight = llvm.mlir.constant(8 : i64) : i64
    %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %eight) : (i64, i64) -> !llvm.ptr
    %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
    %in = llvm.icmp "ult" %v, %n : i64
    llvm.cond_br %in, ^then, ^done
  ^then:
    %a = llvm.getelementptr %p[%v] : (!llvm.ptr, i64) -> !llvm.ptr, i32
    %x = llvm.load %a : !llvm.ptr -> i32
    %to = llvm.getelementptr %q[%v] : (!llvm.ptr, i64) -> !llvm.ptr, i32
    llvm.store %x, %to : i32, !llvm.ptr
    llvm.br ^done
  ^done:
    llvm.return
  }

  // Gathers have a number of elements that is a power of two there, and what they read is frozen.

  // CHECK-LABEL: llvm.func @odd_gather
  // CHECK: %[[READ:.*]] = llvm.intr.masked.gather %{{.*}} -> vector<8xi32>
  // CHECK: llvm.freeze %[[READ]] : vector<8xi32>
  llvm.func @odd_gather(%p: !llvm.ptr, %q: !llvm.ptr) attributes {target_features = #llvm.target_features<["+neon", "+sve"]>, vscale_range = #llvm.vscale_range<minRange = 2 : i32, maxRange = 2 : i32>} {
    %zero = llvm.mlir.constant(0 : i64) : i64
    %six = llvm.mlir.constant(6 : i64) : i64
    %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %six) : (i64, i64) -> !llvm.ptr
    %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
    %i = llvm.getelementptr %q[%v] : (!llvm.ptr, i64) -> !llvm.ptr, i64
    %at = llvm.load %i : !llvm.ptr -> i64
    %a = llvm.getelementptr %p[%at] : (!llvm.ptr, i64) -> !llvm.ptr, i32
    %x = llvm.load %a : !llvm.ptr -> i32
    %to = llvm.getelementptr %p[%v] : (!llvm.ptr, i64) -> !llvm.ptr, i32
    llvm.store %x, %to : i32, !llvm.ptr
    llvm.return
  }

  // Elsewhere there are as many elements as the block has.

  // CHECK-LABEL: llvm.func @gather_of_neon
  // CHECK: llvm.intr.masked.gather %{{.*}} -> vector<6xi32>
  // CHECK-NOT: llvm.freeze
  llvm.func @gather_of_neon(%p: !llvm.ptr, %q: !llvm.ptr) attributes {target_features = #llvm.target_features<["+neon"]>} {
    %zero = llvm.mlir.constant(0 : i64) : i64
    %six = llvm.mlir.constant(6 : i64) : i64
    %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %six) : (i64, i64) -> !llvm.ptr
    %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
    %i = llvm.getelementptr %q[%v] : (!llvm.ptr, i64) -> !llvm.ptr, i64
    %at = llvm.load %i : !llvm.ptr -> i64
    %a = llvm.getelementptr %p[%at] : (!llvm.ptr, i64) -> !llvm.ptr, i32
    %x = llvm.load %a : !llvm.ptr -> i32
    %to = llvm.getelementptr %p[%v] : (!llvm.ptr, i64) -> !llvm.ptr, i32
    llvm.store %x, %to : i32, !llvm.ptr
    llvm.return
  }
}
