// RUN: terrace-translate --import-llvm --mlir-print-debuginfo %S/Inputs/functions.ll | FileCheck %s

// Functions: control flow, calls that unwind, assembly, and accesses of all kinds.

// CHECK: #loc1 = loc(unknown)
// CHECK-NEXT: module attributes {dlti.dl_spec = #dlti.dl_spec<!llvm.ptr<270> = dense<32> : vector<4xi64>, i64 = dense<64> : vector<2xi64>, i128 = dense<128> : vector<2xi64>, f80 = dense<128> : vector<2xi64>, !llvm.ptr = dense<64> : vector<4xi64>, i1 = dense<8> : vector<2xi64>, i8 = dense<8> : vector<2xi64>, i16 = dense<16> : vector<2xi64>, i32 = dense<32> : vector<2xi64>, f16 = dense<16> : vector<2xi64>, f64 = dense<64> : vector<2xi64>, f128 = dense<128> : vector<2xi64>, "dlti.endianness" = "little", "dlti.mangling_mode" = "e", "dlti.legal_int_widths" = array<i32: 8, 16, 32, 64>, "dlti.stack_alignment" = 128 : i64>, llvm.module_asm = [], llvm.target_triple = "x86_64-unknown-linux-gnu"} {
// CHECK-NEXT:   llvm.func internal local_unnamed_addr @loop(%arg0: i32 {llvm.noundef} loc(unknown), %arg1: !llvm.ptr {llvm.noalias, llvm.nocapture} loc(unknown)) -> i32 attributes {dso_local, frame_pointer = #llvm.framePointerKind<all>, memory_effects = #llvm.memory_effects<other = none, argMem = write, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none>, no_unwind, passthrough = ["own", ["target-cpu", "x86-64"]], target_cpu = "x86-64", uwtable_kind = #llvm.uwtableKind<async>, will_return} {
// CHECK-NEXT:     %0 = llvm.mlir.constant(1 : i32) : i32 loc(#loc1)
// CHECK-NEXT:     %1 = llvm.mlir.constant(0 : i32) : i32 loc(#loc1)
// CHECK-NEXT:     %2 = llvm.mlir.constant(7 : i32) : i32 loc(#loc1)
// CHECK-NEXT:     %3 = llvm.mlir.constant(1 : i64) : i64 loc(#loc1)
// CHECK-NEXT:     %4 = llvm.mlir.constant(3 : i16) : i16 loc(#loc1)
// CHECK-NEXT:     %5 = llvm.icmp "slt" %arg0, %0 : i32 loc(#loc1)
// CHECK-NEXT:     llvm.cond_br %5, ^bb2(%1 : i32), ^bb1(%1, %2 : i32, i32) loc(#loc1)
// CHECK-NEXT:   ^bb1(%6: i32 loc(unknown), %7: i32 loc(unknown)):  // 2 preds: ^bb0, ^bb1
// CHECK-NEXT:     %8 = llvm.getelementptr inbounds|nuw %arg1[%3, 1, 1, %6] : (!llvm.ptr, i64, i32) -> !llvm.ptr, !llvm.struct<"pair", (i32, struct<"inner", (ptr, array<2 x i16>)>)> loc(#loc1)
// CHECK-NEXT:     llvm.store volatile %4, %8 {alignment = 2 : i64} : i16, !llvm.ptr loc(#loc1)
// CHECK-NEXT:     %9 = llvm.add %7, %6 overflow<nsw> : i32 loc(#loc1)
// CHECK-NEXT:     %10 = llvm.add %6, %0 overflow<nsw, nuw> : i32 loc(#loc1)
// CHECK-NEXT:     %11 = llvm.icmp "uge" %10, %arg0 : i32 loc(#loc1)
// CHECK-NEXT:     llvm.cond_br %11, ^bb2(%9 : i32), ^bb1(%10, %9 : i32, i32) loc(#loc1)
// CHECK-NEXT:   ^bb2(%12: i32 loc(unknown)):  // 2 preds: ^bb0, ^bb1
// CHECK-NEXT:     llvm.return %12 : i32 loc(#loc1)
// CHECK-NEXT:   } loc(#loc1)
// CHECK-NEXT:   llvm.func @"quoted \22 name"(%arg0: i8 loc(unknown)) -> i32 {
// CHECK-NEXT:     %0 = llvm.mlir.constant(1 : i32) : i32 loc(#loc1)
// CHECK-NEXT:     %1 = llvm.mlir.constant(2 : i32) : i32 loc(#loc1)
// CHECK-NEXT:     llvm.switch %arg0 : i8, ^bb3(%0 : i32) [
// CHECK-NEXT:       -1: ^bb1,
// CHECK-NEXT:       65: ^bb2
// CHECK-NEXT:     ] loc(#loc1)
// CHECK-NEXT:   ^bb1:  // pred: ^bb0
// CHECK-NEXT:     llvm.br ^bb3(%1 : i32) loc(#loc1)
// CHECK-NEXT:   ^bb2:  // pred: ^bb0
// CHECK-NEXT:     llvm.unreachable loc(#loc1)
// CHECK-NEXT:   ^bb3(%2: i32 loc(unknown)):  // 2 preds: ^bb0, ^bb1
// CHECK-NEXT:     llvm.return %2 : i32 loc(#loc1)
// CHECK-NEXT:   } loc(#loc1)
// CHECK-NEXT:   llvm.func @__gxx_personality_v0(...) -> i32 loc(#loc1)
// CHECK-NEXT:   llvm.func @may_throw(!llvm.ptr {llvm.align = 8 : i64, llvm.byval = !llvm.struct<"pair", (i32, struct<"inner", (ptr, array<2 x i16>)>)>}, i64 {llvm.range = #llvm.constant_range<i64, 0, 8>}) -> (i32 {llvm.noundef}) attributes {no_nans_fp_math = true, passthrough = {{\[\[}}"allockind", "17"], ["allocsize", "8589934591"]]} loc(#loc1)
// CHECK-NEXT:   llvm.func @printf(!llvm.ptr, ...) -> i32 loc(#loc1)
// CHECK-NEXT:   llvm.func @unwinds(%arg0: !llvm.ptr loc(unknown)) -> i32 attributes {personality = @__gxx_personality_v0} {
// CHECK-NEXT:     %0 = llvm.mlir.constant(3 : i64) : i64 loc(#loc1)
// CHECK-NEXT:     %1 = llvm.mlir.zero : !llvm.ptr loc(#loc1)
// CHECK-NEXT:     %2 = llvm.mlir.constant(1.000000e-01 : f64) : f64 loc(#loc1)
// CHECK-NEXT:     %3 = llvm.invoke @may_throw(%arg0, %0) to ^bb1 unwind ^bb3 : (!llvm.ptr {llvm.align = 8 : i64, llvm.byval = !llvm.struct<"pair", (i32, struct<"inner", (ptr, array<2 x i16>)>)>}, i64) -> (i32 {llvm.noundef}) loc(#loc1)
// CHECK-NEXT:   ^bb1:  // pred: ^bb0
// CHECK-NEXT:     llvm.br ^bb2(%3 : i32) loc(#loc1)
// CHECK-NEXT:   ^bb2(%4: i32 loc(unknown)):  // pred: ^bb1
// CHECK-NEXT:     %5 = llvm.call @printf(%arg0, %4, %2) vararg(!llvm.func<i32 (ptr, ...)>) : (!llvm.ptr, i32, f64) -> i32 loc(#loc1)
// CHECK-NEXT:     llvm.return %4 : i32 loc(#loc1)
// CHECK-NEXT:   ^bb3:  // pred: ^bb0
// CHECK-NEXT:     %6 = llvm.landingpad cleanup (catch %1 : !llvm.ptr) : !llvm.struct<(ptr, i32)> loc(#loc1)
// CHECK-NEXT:     %7 = llvm.extractvalue %6[1] : !llvm.struct<(ptr, i32)>  loc(#loc1)
// CHECK-NEXT:     %8 = llvm.insertvalue %7, %6[1] : !llvm.struct<(ptr, i32)>  loc(#loc1)
// CHECK-NEXT:     llvm.resume %8 : !llvm.struct<(ptr, i32)> loc(#loc1)
// CHECK-NEXT:   } loc(#loc1)
// CHECK-NEXT:   llvm.func fastcc @memory(%arg0: !llvm.ptr loc(unknown), %arg1: !llvm.ptr<3> loc(unknown), %arg2: i64 loc(unknown)) -> i64 {
// CHECK-NEXT:     %0 = llvm.mlir.constant(4 : i32) : i32 loc(#loc1)
// CHECK-NEXT:     %1 = llvm.mlir.constant(1.401300e-45 : f32) : f32 loc(#loc1)
// CHECK-NEXT:     %2 = llvm.alloca %0 x !llvm.struct<"pair", (i32, struct<"inner", (ptr, array<2 x i16>)>)> {alignment = 16 : i64} : (i32) -> !llvm.ptr loc(#loc1)
// CHECK-NEXT:     %3 = llvm.load %arg0 atomic syncscope("singlethread") acquire {alignment = 8 : i64} : !llvm.ptr -> i64 loc(#loc1)
// CHECK-NEXT:     %4 = llvm.cmpxchg weak %arg0, %3, %arg2 acq_rel monotonic {alignment = 8 : i64} : !llvm.ptr, i64 loc(#loc1)
// CHECK-NEXT:     %5 = llvm.atomicrmw volatile umax %arg0, %arg2 seq_cst {alignment = 8 : i64} : !llvm.ptr, i64 loc(#loc1)
// CHECK-NEXT:     llvm.fence release loc(#loc1)
// CHECK-NEXT:     llvm.store %1, %arg1 {alignment = 4 : i64} : f32, !llvm.ptr<3> loc(#loc1)
// CHECK-NEXT:     %6 = llvm.inline_asm has_side_effects tail_call_kind = <tail> asm_dialect = att "mov $1, $0", "=r,r,~{memory}" %5 : (i64) -> i64 loc(#loc1)
// CHECK-NEXT:     %7 = llvm.freeze %6 : i64 loc(#loc1)
// CHECK-NEXT:     %8 = llvm.call fastcc musttail @memory(%arg0, %arg1, %7) : (!llvm.ptr, !llvm.ptr<3>, i64) -> i64 loc(#loc1)
// CHECK-NEXT:     llvm.return %8 : i64 loc(#loc1)
// CHECK-NEXT:   } loc(#loc1)
// CHECK-NEXT:   llvm.func @vectors(%arg0: vector<4xf32> loc(unknown), %arg1: vector<[2]xi64> loc(unknown), %arg2: i1 loc(unknown)) -> vector<4xf32> {
// CHECK-NEXT:     %0 = llvm.mlir.constant(2 : i32) : i32 loc(#loc1)
// CHECK-NEXT:     %1 = llvm.mlir.constant(0 : i64) : i64 loc(#loc1)
// CHECK-NEXT:     %2 = llvm.mlir.constant(dense<1.500000e+00> : vector<4xf32>) : vector<4xf32> loc(#loc1)
// CHECK-NEXT:     %3 = llvm.mlir.constant(0.000000e+00 : f32) : f32 loc(#loc1)
// CHECK-NEXT:     %4 = llvm.mlir.constant(dense<0.000000e+00> : vector<4xf32>) : vector<4xf32> loc(#loc1)
// CHECK-NEXT:     %5 = llvm.mlir.constant(4 : i32) : i32 loc(#loc1)
// CHECK-NEXT:     %6 = llvm.mlir.constant(3 : i64) : i64 loc(#loc1)
// CHECK-NEXT:     %7 = llvm.extractelement %arg0[%0 : i32] : vector<4xf32> loc(#loc1)
// CHECK-NEXT:     %8 = llvm.insertelement %7, %arg0[%1 : i64] : vector<4xf32> loc(#loc1)
// CHECK-NEXT:     %9 = llvm.shufflevector %arg0, %8 [0, 5, -1, 3] : vector<4xf32>  loc(#loc1)
// CHECK-NEXT:     %10 = llvm.fneg %9 {fastmathFlags = #llvm.fastmath<nnan>} : vector<4xf32> loc(#loc1)
// CHECK-NEXT:     %11 = llvm.fadd %10, %2 {fastmathFlags = #llvm.fastmath<fast>} : vector<4xf32> loc(#loc1)
// CHECK-NEXT:     %12 = llvm.fcmp "uno" %11, %4 {fastmathFlags = #llvm.fastmath<ninf, reassoc>} : vector<4xf32> loc(#loc1)
// CHECK-NEXT:     %13 = llvm.select %arg2, %11, %9 {fastmathFlags = #llvm.fastmath<contract>} : i1, vector<4xf32> loc(#loc1)
// CHECK-NEXT:     %14 = llvm.intr.fma(%13, %13, %11) {fastmathFlags = #llvm.fastmath<nsz>} : (vector<4xf32>, vector<4xf32>, vector<4xf32>) -> vector<4xf32> loc(#loc1)
// CHECK-NEXT:     %15 = "llvm.intr.vector.reduce.add"(%arg1) : (vector<[2]xi64>) -> i64 loc(#loc1)
// CHECK-NEXT:     %16 = llvm.trunc %15 overflow<nuw> : i64 to i8 loc(#loc1)
// CHECK-NEXT:     %17 = llvm.zext nneg %16 : i8 to i32 loc(#loc1)
// CHECK-NEXT:     %18 = llvm.or disjoint %17, %5 : i32 loc(#loc1)
// CHECK-NEXT:     %19 = llvm.sdiv exact %18, %0 : i32 loc(#loc1)
// CHECK-NEXT:     %20 = llvm.uitofp %19 : i32 to f32 loc(#loc1)
// CHECK-NEXT:     %21 = llvm.insertelement %20, %14[%6 : i64] : vector<4xf32> loc(#loc1)
// CHECK-NEXT:     llvm.return %21 : vector<4xf32> loc(#loc1)
// CHECK-NEXT:   } loc(#loc1)
// CHECK-NEXT: } loc(#loc)
// CHECK-NEXT: #loc = loc("{{.*}}functions.ll":0:0)
