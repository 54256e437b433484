// Whether an outer product of bytes is right: qemu 7.2 computes SMOPA (4-way, bytes) wrongly. Values that depend on it are not
// compared there, which is reported once.
#include <stdio.h>
#ifdef __ARM_FEATURE_SME
#include <arm_sme.h>
__arm_locally_streaming __arm_new("za") static int smopa_is_right(void) {
  svzero_za();
  svint8_t ones = svdup_s8(1);
  svmopa_za32_s8_m(0, svptrue_b8(), svptrue_b8(), ones, svreinterpret_s8(svindex_s32(1, 1)));
  svint32_t row = svread_hor_za32_s32_m(svdup_s32(0), svptrue_b32(), 0, 1);
  return svaddv(svptrue_pat_b32(SV_VL2), row) == 3;
}
static int multiplies_bytes(void) {
  static int known, is_right;
  if (!known) {
    known = 1;
    is_right = smopa_is_right();
    if (!is_right)
      printf("not compared: products of bytes; SMOPA <ZAda>.S, <Pn>/M, <Pm>/M, <Zn>.B, <Zm>.B is wrong here\n");
  }
  return is_right;
}
#else
static int multiplies_bytes(void) { return 1; }
#endif
