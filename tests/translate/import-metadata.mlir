// RUN: terrace-translate --import-llvm --mlir-print-debuginfo %S/Inputs/metadata.ll | FileCheck %s

// Debug information, what accesses alias, what is known of loops, and flags of the module.

// CHECK: #access_group = #llvm.access_group<id = distinct[0]<>>
// CHECK-NEXT: #alias_scope_domain = #llvm.alias_scope_domain<id = distinct[1]<>, description = "sum">
// CHECK-NEXT: #di_basic_type = #llvm.di_basic_type<tag = DW_TAG_base_type, name = "int", sizeInBits = 32, encoding = DW_ATE_signed>
// CHECK-NEXT: #di_composite_type = #llvm.di_composite_type<recId = distinct[2]<>, isRecSelf = true>
// CHECK-NEXT: #di_file = #llvm.di_file<"sum.c" in "/src">
// CHECK-NEXT: #di_null_type = #llvm.di_null_type
// CHECK-NEXT: #di_subprogram = #llvm.di_subprogram<recId = distinct[3]<>, isRecSelf = true>
// CHECK-NEXT: #loc1 = loc("sum.c":3:0)
// CHECK-NEXT: #loc3 = loc(unknown)
// CHECK-NEXT: #loop_unroll = #llvm.loop_unroll<count = 4 : i32>
// CHECK-NEXT: #tbaa_root = #llvm.tbaa_root<id = "Simple C/C++ TBAA">
// CHECK-NEXT: #alias_scope = #llvm.alias_scope<id = distinct[4]<>, domain = #alias_scope_domain, description = "first argument">
// CHECK-NEXT: #di_compile_unit = #llvm.di_compile_unit<id = distinct[5]<>, sourceLanguage = DW_LANG_C11, file = #di_file, producer = "by hand", isOptimized = true, emissionKind = Full, nameTableKind = None>
// CHECK-NEXT: #di_derived_type = #llvm.di_derived_type<tag = DW_TAG_pointer_type, baseType = #di_composite_type, sizeInBits = 64>
// CHECK-NEXT: #di_derived_type1 = #llvm.di_derived_type<tag = DW_TAG_member, name = "value", baseType = #di_basic_type, sizeInBits = 32, offsetInBits = 64>
// CHECK-NEXT: #di_lexical_block = #llvm.di_lexical_block<scope = #di_subprogram, file = #di_file, line = 5, column = 2>
// CHECK-NEXT: #di_local_variable = #llvm.di_local_variable<scope = #di_subprogram, name = "n", file = #di_file, line = 3, arg = 2, type = #di_basic_type>
// CHECK-NEXT: #loop_annotation = #llvm.loop_annotation<unroll = #loop_unroll, mustProgress = true, parallelAccesses = #access_group>
// CHECK-NEXT: #di_derived_type2 = #llvm.di_derived_type<tag = DW_TAG_member, name = "next", baseType = #di_derived_type, sizeInBits = 64>
// CHECK-NEXT: #di_global_variable = #llvm.di_global_variable<scope = #di_compile_unit, name = "counter", file = #di_file, line = 2, type = #di_basic_type, isDefined = true>
// CHECK-NEXT: #tbaa_type_desc = #llvm.tbaa_type_desc<id = "omnipotent char", members = {<#tbaa_root, 0>}>
// CHECK-NEXT: #di_composite_type1 = #llvm.di_composite_type<recId = distinct[2]<>, tag = DW_TAG_structure_type, name = "node", file = #di_file, line = 1, sizeInBits = 128, elements = #di_derived_type2, #di_derived_type1>
// CHECK-NEXT: #di_global_variable_expression = #llvm.di_global_variable_expression<var = #di_global_variable, expr = <>>
// CHECK-NEXT: #di_derived_type3 = #llvm.di_derived_type<tag = DW_TAG_pointer_type, baseType = #di_composite_type1, sizeInBits = 64>
// CHECK-NEXT: #tbaa_type_desc1 = #llvm.tbaa_type_desc<id = "int", members = {<#tbaa_type_desc, 0>}>
// CHECK-NEXT: #di_local_variable1 = #llvm.di_local_variable<scope = #di_lexical_block, name = "p", file = #di_file, line = 3, arg = 1, type = #di_derived_type3, flags = Artificial>
// CHECK-NEXT: #di_subroutine_type = #llvm.di_subroutine_type<types = #di_basic_type, #di_derived_type3, #di_null_type>
// CHECK-NEXT: #tbaa_tag = #llvm.tbaa_tag<base_type = #tbaa_type_desc1, access_type = #tbaa_type_desc1, offset = 0>
// CHECK-NEXT: #di_subprogram1 = #llvm.di_subprogram<recId = distinct[3]<>, id = distinct[6]<>, compileUnit = #di_compile_unit, scope = #di_file, name = "sum", file = #di_file, line = 3, scopeLine = 4, subprogramFlags = "Definition|Optimized", type = #di_subroutine_type, retainedNodes = #di_local_variable, #di_local_variable1>
// CHECK-NEXT: #tbaa_type_desc2 = #llvm.tbaa_type_desc<id = "node", members = {<#tbaa_type_desc, 0>, <#tbaa_type_desc1, 8>}>
// CHECK-NEXT: #di_label = #llvm.di_label<scope = #di_subprogram1, name = "here", file = #di_file, line = 8>
// CHECK-NEXT: #di_lexical_block1 = #llvm.di_lexical_block<scope = #di_subprogram1, file = #di_file, line = 5, column = 2>
// CHECK-NEXT: #di_local_variable2 = #llvm.di_local_variable<scope = #di_subprogram1, name = "n", file = #di_file, line = 3, arg = 2, type = #di_basic_type>
// CHECK-NEXT: #loc6 = loc(fused<#di_subprogram1>[#loc1])
// CHECK-NEXT: #tbaa_tag1 = #llvm.tbaa_tag<base_type = #tbaa_type_desc2, access_type = #tbaa_type_desc1, offset = 8, constant = true>
// CHECK-NEXT: #di_local_variable3 = #llvm.di_local_variable<scope = #di_lexical_block1, name = "p", file = #di_file, line = 3, arg = 1, type = #di_derived_type3, flags = Artificial>
// CHECK-NEXT: module attributes {dlti.dl_spec = #dlti.dl_spec<!llvm.ptr = dense<64> : vector<4xi64>, i1 = dense<8> : vector<2xi64>, i8 = dense<8> : vector<2xi64>, i16 = dense<16> : vector<2xi64>, i32 = dense<32> : vector<2xi64>, i64 = dense<[32, 64]> : vector<2xi64>, f16 = dense<16> : vector<2xi64>, f64 = dense<64> : vector<2xi64>, f128 = dense<128> : vector<2xi64>, "dlti.endianness" = "little">, llvm.ident = "by hand", llvm.module_asm = [], llvm.target_triple = ""} {
// CHECK-NEXT:   llvm.mlir.global external @counter(0 : i32) {addr_space = 0 : i32, dbg_exprs = [#di_global_variable_expression]} : i32 loc(#loc)
// CHECK-NEXT:   llvm.module_flags [#llvm.mlir.module_flag<warning, "Debug Info Version", 3 : i32>, #llvm.mlir.module_flag<min, "PIC Level", 2 : i32>] loc(#loc)
// CHECK-NEXT:   llvm.func @sum(%arg0: !llvm.ptr loc(fused<#di_subprogram1>[#loc1]), %arg1: i64 loc(fused<#di_subprogram1>[#loc1])) -> i32 attributes {function_entry_count = 12 : i64} {
// CHECK-NEXT:     llvm.intr.dbg.declare #di_local_variable3 = %arg0 : !llvm.ptr loc(#loc7)
// CHECK-NEXT:     llvm.intr.dbg.value #di_local_variable2 #llvm.di_expression<[DW_OP_plus_uconst(8), DW_OP_stack_value]> = %arg1 : i64 loc(#loc7)
// CHECK-NEXT:     %0 = llvm.mlir.constant(0 : i64) : i64 loc(#loc3)
// CHECK-NEXT:     %1 = llvm.mlir.constant(1 : i64) : i64 loc(#loc3)
// CHECK-NEXT:     llvm.br ^bb1(%0 : i64) loc(#loc7)
// CHECK-NEXT:   ^bb1(%2: i64 loc(unknown)):  // 2 preds: ^bb0, ^bb1
// CHECK-NEXT:     %3 = llvm.getelementptr %arg0[%2] : (!llvm.ptr, i64) -> !llvm.ptr, i32 loc(#loc3)
// CHECK-NEXT:     %4 = llvm.load %3 {access_groups = [#access_group], alias_scopes = [#alias_scope], alignment = 4 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr -> i32 loc(#loc10)
// CHECK-NEXT:     llvm.store %4, %arg0 {alignment = 4 : i64, noalias_scopes = [#alias_scope], nontemporal, tbaa = [#tbaa_tag1]} : i32, !llvm.ptr loc(#loc9)
// CHECK-NEXT:     llvm.intr.dbg.label #di_label loc(#loc7)
// CHECK-NEXT:     %5 = llvm.add %2, %1 : i64 loc(#loc10)
// CHECK-NEXT:     %6 = llvm.icmp "eq" %5, %arg1 : i64 loc(#loc3)
// CHECK-NEXT:     llvm.cond_br %6 weights([1, 99]), ^bb2, ^bb1(%5 : i64) {loop_annotation = #loop_annotation} loc(#loc3)
// CHECK-NEXT:   ^bb2:  // pred: ^bb1
// CHECK-NEXT:     llvm.return %4 : i32 loc(#loc9)
// CHECK-NEXT:   } loc(#loc6)
// CHECK-NEXT: } loc(#loc)
// CHECK-NEXT: #loc = loc("{{.*}}metadata.ll":0:0)
// CHECK-NEXT: #loc2 = loc("sum.c":4:1)
// CHECK-NEXT: #loc4 = loc("sum.c":5:7)
// CHECK-NEXT: #loc5 = loc("sum.c":6:3)
// CHECK-NEXT: #loc7 = loc(fused<#di_subprogram1>[#loc2])
// CHECK-NEXT: #loc8 = loc(fused<#di_lexical_block1>[#loc4])
// CHECK-NEXT: #loc9 = loc(fused<#di_lexical_block1>[#loc5])
// CHECK-NEXT: #loc10 = loc(callsite(#loc8 at #loc7))
