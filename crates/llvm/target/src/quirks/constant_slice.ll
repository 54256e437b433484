define void @f(<vscale x 4 x i1> %p, ptr %a) "aarch64_inout_za" "aarch64_pstate_sm_enabled" {
  call void @llvm.aarch64.sme.ld1w.horiz(<vscale x 4 x i1> %p, ptr %a, i32 0, i32 1)
  ret void
}
