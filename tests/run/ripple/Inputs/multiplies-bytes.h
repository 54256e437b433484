// Whether an outer product of bytes is right: emulators have been wrong about it.
#ifdef __ARM_FEATURE_SME
#include <arm_sme.h>
__arm_locally_streaming __arm_new("za") static int multiplies_bytes(void) {
  svzero_za();
  svint8_t ones = svdup_s8(1);
  svmopa_za32_s8_m(0, svptrue_b8(), svptrue_b8(), ones, svreinterpret_s8(svindex_s32(1, 1)));
  svint32_t row = svread_hor_za32_s32_m(svdup_s32(0), svptrue_b32(), 0, 1);
  return svaddv(svptrue_pat_b32(SV_VL2), row) == 3;
}
#else
static int multiplies_bytes(void) { return 1; }
#endif
