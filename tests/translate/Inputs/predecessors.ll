declare i32 @ext(i32)
declare i32 @__gxx_personality_v0(...)

define i32 @orders(i32 %a, i32 %b) {
entry:
  switch i32 %a, label %c [
    i32 0, label %d
    i32 1, label %join
    i32 2, label %join
  ]
c:
  br label %join
d:
  br label %join
join:
  %p = phi i32 [ 7, %d ], [ %a, %entry ], [ %b, %c ], [ %a, %entry ]
  %q = phi i32 [ 1, %entry ], [ 1, %entry ], [ 2, %c ], [ 3, %d ]
  %r = add i32 %p, %q
  ret i32 %r
}

define i32 @edge(i32 %a) personality ptr @__gxx_personality_v0 {
entry:
  %x = invoke i32 @ext(i32 %a)
          to label %next unwind label %pad
next:
  %p = phi i32 [ %s, %next ], [ %x, %entry ]
  %s = add i32 %p, 1
  %c = icmp slt i32 %s, 10
  br i1 %c, label %next, label %out
out:
  %w = zext i32 1 to i64
  %t = trunc i64 %w to i32
  %u = add i32 %s, %t
  ret i32 %u
pad:
  %l = landingpad { ptr, i32 }
          cleanup
  resume { ptr, i32 } %l
}

define x86_fp80 @digits() {
  ret x86_fp80 0xK4297A738C6BEBB12D2EC
}
