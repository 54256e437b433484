define void @f(ptr %p, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %s = phi <20 x float> [ zeroinitializer, %entry ], [ %sum, %loop ]
  %a = getelementptr <20 x float>, ptr %p, i64 %i
  %v = load <20 x float>, ptr %a, align 4
  %sum = fadd <20 x float> %s, %v
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  store <20 x float> %sum, ptr %p, align 4
  ret void
}
