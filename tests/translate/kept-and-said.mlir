// RUN: terrace-translate --mlir-to-llvmir %s | FileCheck %s

// An attribute that is set after the import takes the place of the metadata that was kept.

// CHECK: br i1 %{{.*}}, label %{{.*}}, label %{{.*}}, !llvm.loop ![[LOOP:[0-9]+]]{{$}}
// CHECK: ![[LOOP]] = distinct !{![[LOOP]], ![[COUNT:[0-9]+]]}
// CHECK: ![[COUNT]] = !{!"llvm.loop.unroll.count", i32 4}

#count = #llvm.loop_unroll<count = 4 : i32>
module attributes {llvm.kept_nodes = "\0A!llvm.kept = !{!0}\0A\0A!0 = distinct !{!0, !1}\0A!1 = !{!\22llvm.loop.unknown\22}\0A"} {
  llvm.func @annotated(%n: i32) {
    %zero = llvm.mlir.constant(0 : i32) : i32
    %one = llvm.mlir.constant(1 : i32) : i32
    llvm.br ^loop(%zero : i32)
  ^loop(%k: i32):
    %next = llvm.add %k, %one : i32
    %goes = llvm.icmp "slt" %next, %n : i32
    llvm.cond_br %goes, ^loop(%next : i32), ^exit {llvm.kept = {metadata = [["llvm.loop", 0 : i32]]}, loop_annotation = #llvm.loop_annotation<unroll = #count>}
  ^exit:
    llvm.return
  }
}
