define <16 x i1> @inactive_zeros(ptr %p, <16 x i1> %m, <16 x i32> %x) {
  %kept = shufflevector <16 x i1> zeroinitializer, <16 x i1> splat (i1 true), <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 21, i32 22, i32 23, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %first = call <16 x i32> @llvm.masked.load.v16i32.p0(ptr %p, <16 x i1> %m, <16 x i32> zeroinitializer)
  %less = icmp slt <16 x i32> %x, %first
  %active = and <16 x i1> %less, %kept
  %spread = shufflevector <16 x i1> %active, <16 x i1> zeroinitializer, <32 x i32> <i32 0, i32 16, i32 1, i32 16, i32 2, i32 16, i32 3, i32 16, i32 4, i32 16, i32 5, i32 16, i32 6, i32 16, i32 7, i32 16, i32 16, i32 8, i32 16, i32 9, i32 16, i32 10, i32 16, i32 11, i32 16, i32 12, i32 16, i32 13, i32 16, i32 14, i32 16, i32 15>
  %even = shufflevector <32 x i1> %spread, <32 x i1> zeroinitializer, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %r = call <16 x i32> @llvm.masked.load.v16i32.p0(ptr %p, <16 x i1> %even, <16 x i32> <i32 0, i32 poison, i32 0, i32 poison, i32 0, i32 poison, i32 0, i32 poison, i32 0, i32 poison, i32 0, i32 poison, i32 0, i32 poison, i32 0, i32 poison>)
  %c = icmp eq <16 x i32> %r, zeroinitializer
  %z = select <16 x i1> %m, <16 x i1> %c, <16 x i1> zeroinitializer
  ret <16 x i1> %z
}
