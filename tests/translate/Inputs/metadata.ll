; Debug information, what accesses alias, what is known of loops, and flags of the module.
define i32 @sum(ptr %p, i64 %n) !dbg !4 !prof !40 {
entry:
    #dbg_value(i64 %n, !12, !DIExpression(DW_OP_plus_uconst, 8, DW_OP_stack_value), !15)
  br label %loop, !dbg !15

loop:
  %i = phi i64 [ 0, %entry ], [ %j, %loop ]
  %at = getelementptr i32, ptr %p, i64 %i
  %v = load i32, ptr %at, align 4, !dbg !16, !tbaa !20, !alias.scope !30, !llvm.access.group !35
  store i32 %v, ptr %p, align 4, !dbg !17, !tbaa !22, !noalias !30, !nontemporal !36
    #dbg_declare(ptr %p, !13, !DIExpression(), !15)
    #dbg_label(!18, !15)
  %j = add i64 %i, 1, !dbg !16
  %c = icmp eq i64 %j, %n
  br i1 %c, label %done, label %loop, !llvm.loop !37, !prof !41

done:
  ret i32 %v, !dbg !17
}

@counter = global i32 0, !dbg !44

!llvm.module.flags = !{!0, !1}
!llvm.dbg.cu = !{!2}
!llvm.ident = !{!43}

!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = !{i32 8, !"PIC Level", i32 2}
!2 = distinct !DICompileUnit(language: DW_LANG_C11, file: !3, producer: "by hand", isOptimized: true, emissionKind: FullDebug, globals: !46, nameTableKind: None)
!3 = !DIFile(filename: "sum.c", directory: "/src")
!4 = distinct !DISubprogram(name: "sum", scope: !3, file: !3, line: 3, type: !5, scopeLine: 4, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !{!12, !13})
!5 = !DISubroutineType(types: !6)
!6 = !{!7, !8, null}
!7 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!8 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !9, size: 64)
!9 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "node", file: !3, line: 1, size: 128, elements: !10)
!10 = !{!11, !47}
!11 = !DIDerivedType(tag: DW_TAG_member, name: "next", scope: !9, file: !3, line: 1, baseType: !8, size: 64)
!12 = !DILocalVariable(name: "n", arg: 2, scope: !4, file: !3, line: 3, type: !7)
!13 = !DILocalVariable(name: "p", arg: 1, scope: !14, file: !3, line: 3, type: !8, flags: DIFlagArtificial)
!14 = distinct !DILexicalBlock(scope: !4, file: !3, line: 5, column: 2)
!15 = !DILocation(line: 4, column: 1, scope: !4)
!16 = !DILocation(line: 5, column: 7, scope: !14, inlinedAt: !15)
!17 = !DILocation(line: 6, column: 3, scope: !14)
!18 = !DILabel(scope: !4, name: "here", file: !3, line: 8)
!20 = !{!21, !21, i64 0}
!21 = !{!"int", !24, i64 0}
!22 = !{!23, !21, i64 8, i1 true}
!23 = !{!"node", !24, i64 0, !21, i64 8}
!24 = !{!"omnipotent char", !25, i64 0}
!25 = !{!"Simple C/C++ TBAA"}
!30 = !{!31}
!31 = distinct !{!31, !32, !"first argument"}
!32 = distinct !{!32, !"sum"}
!35 = distinct !{}
!36 = !{i32 1}
!37 = distinct !{!37, !16, !38, !39, !48}
!38 = !{!"llvm.loop.mustprogress"}
!39 = !{!"llvm.loop.unroll.count", i32 4}
!40 = !{!"function_entry_count", i64 12}
!41 = !{!"branch_weights", i32 1, i32 99}
!43 = !{!"by hand"}
!44 = !DIGlobalVariableExpression(var: !45, expr: !DIExpression())
!45 = distinct !DIGlobalVariable(name: "counter", scope: !2, file: !3, line: 2, type: !7, isLocal: false, isDefinition: true)
!46 = !{!44}
!47 = !DIDerivedType(tag: DW_TAG_member, name: "value", scope: !9, file: !3, line: 1, baseType: !7, size: 32, offset: 64)
!48 = !{!"llvm.loop.parallel_accesses", !35}
