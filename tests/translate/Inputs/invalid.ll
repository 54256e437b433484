define i32 @f(i32 %x) {
  %y = add i32 %x, %missing
  ret i32 %y
}

; // -----

define void @f(i32 %x) {
  br label %nowhere
}

; // -----

define void @f(float %x) {
  %y = add float %x, %x
  ret void
}

; // -----

@g = global float 0.1

; // -----

%t = type { i32, %t }
@g = external global %t

; // -----

define i32 @f() {
  %x = call i32 @g(i32 1, i64 2)
  ret i32 %x
}
declare i32 @h(i32)

; // -----

define void @f() {
  %x = load i32, i32 7
  ret void
}

; // -----

define void @f() !dbg !1 {
  ret void
}

; // -----

@a = global i32 0
@a = global i32 1

; // -----

define void @f() personality ptr null {
  %p = cleanuppad within none []
  cleanupret from %p unwind to caller
}

; // -----

@g = global [3 x i32] [i32 1, i32 2]

; // -----

define void @f() {
  %x = alloca i32, align 3
  store i32 0, ptr %x, align 3
  ret void
}

; // -----

declare graalcc void @f()

; // -----

@g = global i8 "unterminated
; // -----

define i32 @f(i32 %x) {
  %y = callbr i32 asm "mov $1,$0; jmp ${2:l}", "=r,r,!i"(i32 %x)
          to label %a [label %b]

a:
  ret i32 %y

b:
  ret i32 0
}

; // -----

define void @f() {
  callbr void asm "", "!i"()
          to label %a
a:
  ret void
}

; // -----

$a = comdat any
@a = global i32 0, comdat
@b = global i32 0, comdat($c)

; // -----

declare void @f() vscale_range(1,many)

; // -----

!0 = distinct !DISubprogram(name: "f", line: 4294967297)

; // -----

!0 = distinct !DISubprogram(name: "f", line: -1)

; // -----

!0 = distinct !DISubprogram(name: "f", line: "x")

; // -----

!0 = distinct !DISubprogram(name: "f", spFlags: DISPFlagDefinition | DISPFlagNone)

; // -----

!0 = !DIBasicType(tag: DW_TAG_none, name: "f")

; // -----

!0 = !DIBasicType(name: "f", encoding: DW_ATE_none)

; // -----

!0 = !DISubroutineType(cc: DW_CC_none, types: !{null})

; // -----

!0 = !DISubroutineType(flags: DIFlagNone, types: !{null})

; // -----

!0 = distinct !DICompileUnit(language: DW_LANG_none, file: !{})

; // -----

!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !{}, isOptimized: 1)

; // -----

!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !{}, emissionKind: Some)

; // -----

!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !{}, emissionKind: 4)

; // -----

!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !{}, nameTableKind: Some)

; // -----

!0 = !DIExpression(DW_OP_none)

; // -----

!0 = !DIExpression(DW_OP_LLVM_convert, 8, DW_ATE_none)
