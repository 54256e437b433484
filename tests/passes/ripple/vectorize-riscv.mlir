// RUN: terrace-opt %s --split-input-file --convert-llvm-to-ripple --ripple-vectorize | FileCheck %s

// Bytes have masked accesses with vectors of RISC-V.

module attributes {llvm.target_triple = "riscv64-unknown-linux-gnu"} {
  // CHECK-LABEL: llvm.func @bytes_of_v
  // CHECK: llvm.intr.masked.load %{{.*}} -> vector<16xi8>
  // CHECK: llvm.intr.masked.store %{{.*}} : vector<16xi8>
  llvm.func @bytes_of_v(%p: !llvm.ptr, %q: !llvm.ptr, %n: i64) attributes {target_cpu = "generic-rv64", target_features = #llvm.target_features<["+64bit", "+d", "+v"]>} {
    %zero = llvm.mlir.constant(0 : i64) : i64
    %eight = llvm.mlir.constant(16 : i64) : i64
    %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %eight) : (i64, i64) -> !llvm.ptr
    %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
    %in = llvm.icmp "ult" %v, %n : i64
    llvm.cond_br %in, ^then, ^done
  ^then:
    %a = llvm.getelementptr %p[%v] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %x = llvm.load %a : !llvm.ptr -> i8
    %to = llvm.getelementptr %q[%v] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    llvm.store %x, %to : i8, !llvm.ptr
    llvm.br ^done
  ^done:
    llvm.return
  }

  // Without vectors, nothing has.

  // CHECK-LABEL: llvm.func @bytes_without
  // CHECK-NOT: llvm.intr.masked
  // CHECK: llvm.return
  llvm.func @bytes_without(%p: !llvm.ptr, %q: !llvm.ptr, %n: i64) attributes {target_cpu = "generic-rv64", target_features = #llvm.target_features<["+64bit", "+d"]>} {
    %zero = llvm.mlir.constant(0 : i64) : i64
    %eight = llvm.mlir.constant(16 : i64) : i64
    %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %eight) : (i64, i64) -> !llvm.ptr
    %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
    %in = llvm.icmp "ult" %v, %n : i64
    llvm.cond_br %in, ^then, ^done
  ^then:
    %a = llvm.getelementptr %p[%v] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %x = llvm.load %a : !llvm.ptr -> i8
    %to = llvm.getelementptr %q[%v] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    llvm.store %x, %to : i8, !llvm.ptr
    llvm.br ^done
  ^done:
    llvm.return
  }
}

// -----

// Without a triple, the features tell the architecture.

module {
  // CHECK-LABEL: llvm.func @bytes_by_feature
  // CHECK: llvm.intr.masked.load %{{.*}} -> vector<16xi8>
  // CHECK: llvm.intr.masked.store %{{.*}} : vector<16xi8>
  llvm.func @bytes_by_feature(%p: !llvm.ptr, %q: !llvm.ptr, %n: i64) attributes {target_cpu = "generic-rv64", target_features = #llvm.target_features<["+v"]>} {
    %zero = llvm.mlir.constant(0 : i64) : i64
    %eight = llvm.mlir.constant(16 : i64) : i64
    %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %eight) : (i64, i64) -> !llvm.ptr
    %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
    %in = llvm.icmp "ult" %v, %n : i64
    llvm.cond_br %in, ^then, ^done
  ^then:
    %a = llvm.getelementptr %p[%v] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %x = llvm.load %a : !llvm.ptr -> i8
    %to = llvm.getelementptr %q[%v] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    llvm.store %x, %to : i8, !llvm.ptr
    llvm.br ^done
  ^done:
    llvm.return
  }
}
