define void @f(i1 %c, ptr %p) !dbg !3 {
entry:
  #dbg_value(i32 %late, !6, !DIExpression(), !8)
  br i1 %c, label %left, label %right, !dbg !8

left:
  %late = load i32, ptr %p, align 4, !dbg !8
  store i32 %late, ptr %p, align 4, !dbg !8
  br label %right, !dbg !8

right:
  #dbg_value(i32 %late, !6, !DIExpression(), !8)
  br i1 %c, label %right, label %exit, !dbg !8, !llvm.loop !9

exit:
  ret void, !dbg !8
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}

!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug)
!1 = !DIFile(filename: "f.c", directory: "/src")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 1, type: !4, scopeLine: 1, spFlags: DISPFlagDefinition, unit: !0)
!4 = !DISubroutineType(types: !5)
!5 = !{null}
!6 = !DILocalVariable(name: "v", scope: !3, file: !1, line: 2, type: !7)
!7 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!8 = !DILocation(line: 3, column: 1, scope: !3)
!9 = distinct !{!9, !10, !11}
!10 = !{!"llvm.loop.mustprogress"}
!11 = !{!"llvm.loop.unroll.runtime.disable"}
