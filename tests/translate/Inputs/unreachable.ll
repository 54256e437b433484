define i32 @never_left(i32 %n) {
entry:
  br label %join

never:
  %twice = add i32 %n, %n
  br label %join

join:
  %result = phi i32 [ %n, %entry ], [ %twice, %never ]
  ret i32 %result
}

define void @circle() {
entry:
  ret void

never:
  %self = add i32 %self, 1
  br label %never
}
