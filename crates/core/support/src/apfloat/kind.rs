//! The float formats MLIR knows, and the parameters that distinguish them.

/// A float format.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[repr(u8)]
#[allow(missing_docs, reason = "each variant is the type of the same name")]
pub enum FloatKind {
    F4E2M1FN,
    F6E2M3FN,
    F6E3M2FN,
    F8E5M2,
    F8E4M3,
    F8E4M3FN,
    F8E5M2FNUZ,
    F8E4M3FNUZ,
    F8E4M3B11FNUZ,
    F8E3M4,
    F8E8M0FNU,
    BF16,
    F16,
    TF32,
    F32,
    F64,
    F80,
    F128,
}

/// The non-finite values of a format, and their encoding.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum NonFinite {
    /// Infinities and NaNs have the largest exponent, as in IEEE 754.
    Ieee,
    /// No infinities; the pattern with all bits but the sign set is NaN.
    NanAllOnes,
    /// No infinities and no negative zero, whose pattern is NaN.
    NanNegativeZero,
    /// Neither infinities nor NaN.
    None,
}

/// The parameters of a format.
pub(super) struct Format {
    /// MLIR's spelling of the type.
    pub(super) name: &'static str,
    /// The width in bits.
    pub(super) width: u32,
    /// The digits of the significand, the integer bit included.
    pub(super) precision: u32,
    /// The exponent of the smallest normal value, written `1.x * 2^e`.
    pub(super) min_exp: i32,
    /// The exponent of the largest value.
    pub(super) max_exp: i32,
    pub(super) non_finite: NonFinite,
}

const fn format(
    name: &'static str,
    width: u32,
    precision: u32,
    (min_exp, max_exp): (i32, i32),
    non_finite: NonFinite,
) -> Format {
    Format { name, width, precision, min_exp, max_exp, non_finite }
}

static FORMATS: [Format; 18] = {
    use NonFinite::{Ieee, NanAllOnes, NanNegativeZero};
    [
        format("f4E2M1FN", 4, 2, (0, 2), NonFinite::None),
        format("f6E2M3FN", 6, 4, (0, 2), NonFinite::None),
        format("f6E3M2FN", 6, 3, (-2, 4), NonFinite::None),
        format("f8E5M2", 8, 3, (-14, 15), Ieee),
        format("f8E4M3", 8, 4, (-6, 7), Ieee),
        format("f8E4M3FN", 8, 4, (-6, 8), NanAllOnes),
        format("f8E5M2FNUZ", 8, 3, (-15, 15), NanNegativeZero),
        format("f8E4M3FNUZ", 8, 4, (-7, 7), NanNegativeZero),
        format("f8E4M3B11FNUZ", 8, 4, (-10, 4), NanNegativeZero),
        format("f8E3M4", 8, 5, (-2, 3), Ieee),
        format("f8E8M0FNU", 8, 1, (-127, 127), NanAllOnes),
        format("bf16", 16, 8, (-126, 127), Ieee),
        format("f16", 16, 11, (-14, 15), Ieee),
        format("tf32", 19, 11, (-126, 127), Ieee),
        format("f32", 32, 24, (-126, 127), Ieee),
        format("f64", 64, 53, (-1022, 1023), Ieee),
        format("f80", 80, 64, (-16382, 16383), Ieee),
        format("f128", 128, 113, (-16382, 16383), Ieee),
    ]
};

impl FloatKind {
    /// Every format, in declaration order.
    pub const ALL: [FloatKind; 18] = {
        use FloatKind::*;
        [
            F4E2M1FN,
            F6E2M3FN,
            F6E3M2FN,
            F8E5M2,
            F8E4M3,
            F8E4M3FN,
            F8E5M2FNUZ,
            F8E4M3FNUZ,
            F8E4M3B11FNUZ,
            F8E3M4,
            F8E8M0FNU,
            BF16,
            F16,
            TF32,
            F32,
            F64,
            F80,
            F128,
        ]
    };

    pub(super) fn format(self) -> &'static Format {
        &FORMATS[self as usize]
    }

    /// MLIR's spelling of the type.
    pub fn name(self) -> &'static str {
        self.format().name
    }

    /// The format MLIR spells `name`.
    pub fn from_name(name: &str) -> Option<FloatKind> {
        FloatKind::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// The width in bits.
    pub fn width(self) -> u32 {
        self.format().width
    }

    /// The digits of the significand, the integer bit included.
    pub fn precision(self) -> u32 {
        self.format().precision
    }

    /// Whether every value of the format is, going by exponents and digits, one of another.
    pub fn is_representable_by(self, other: FloatKind) -> bool {
        let (a, b) = (self.format(), other.format());
        a.max_exp <= b.max_exp && a.min_exp >= b.min_exp && a.precision <= b.precision
    }

    /// Whether the format has infinities.
    pub fn has_infinity(self) -> bool {
        self.format().non_finite == NonFinite::Ieee
    }

    /// Whether the format has NaN.
    pub fn has_nan(self) -> bool {
        self.format().non_finite != NonFinite::None
    }

    /// Whether the format has zero; one without holds powers of two only, and has no sign either.
    pub fn has_zero(self) -> bool {
        self != FloatKind::F8E8M0FNU
    }

    /// Whether the format distinguishes negative zero from positive zero.
    pub fn has_negative_zero(self) -> bool {
        self.has_zero() && self.format().non_finite != NonFinite::NanNegativeZero
    }
}

impl Format {
    /// The exponent bias.
    pub(super) fn bias(&self) -> i32 {
        // Without zero and subnormal values the stored exponent zero is the smallest exponent itself.
        if self.precision == 1 { -self.min_exp } else { 1 - self.min_exp }
    }

    /// The width of the stored significand: only f80 stores the integer bit.
    pub(super) fn stored_significand(&self) -> u32 {
        if self.width == 80 { 64 } else { self.precision - 1 }
    }

    /// The position of the sign bit; a format without sign keeps one outside its pattern.
    pub(super) fn sign_bit(&self) -> u32 {
        if self.precision == 1 { 127 } else { self.width - 1 }
    }

    /// The stored exponent with every bit set.
    pub(super) fn exponent_mask(&self) -> u32 {
        let sign = u32::from(self.precision > 1);
        (1 << (self.width - sign - self.stored_significand())) - 1
    }
}
