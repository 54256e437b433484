//! Sizes of blocks, also those that depend on the length of vectors.

use std::fmt::Write;

/// The length of the longest vectors, in units of 128 bits.
pub(super) const MOST_GRANULES: usize = 16;

/// A size: a number of elements for each 128 bits of a vector plus a constant, up to a limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Size {
    pub(super) per_granule: usize,
    pub(super) plus: usize,
    pub(super) most: Option<usize>,
    /// The index of its textual form.
    pub(super) form: usize,
}

/// The declarations for the text of sizes: the functions of `arm_sve.h` for targets with SVE, and computations with
/// them.
pub(super) const LENGTHS: &str = "\
#ifdef __ARM_FEATURE_SVE
#include <arm_sve.h>
#else
#define svcntb() ripple_scalable(16)
#define svcnth() ripple_scalable(8)
#define svcntw() ripple_scalable(4)
#define svcntd() ripple_scalable(2)
#endif
static size_t size_of(size_t n) { return svcntb() * n / 16; }
static size_t at_most(size_t n, size_t most) { return n < most ? n : most; }
static inline __attribute__((always_inline)) size_t least(size_t n, size_t most) { if (n > most) n = most; return n; }
";

impl Size {
    /// A size that is independent of the length of vectors.
    pub(super) const fn fixed(size: usize) -> Self {
        Self { per_granule: 0, plus: size, most: None, form: 0 }
    }

    pub(super) const fn is_scalable(self) -> bool {
        self.per_granule > 0
    }

    /// The size with vectors of `granules` times 128 bits.
    pub(super) fn at(self, granules: usize) -> usize {
        let size = self.per_granule * granules + self.plus;
        self.most.map_or(size, |most| size.min(most))
    }

    /// The size as an expression in C.
    pub(super) fn text(self) -> String {
        let Self { per_granule: scale, plus, most, form } = self;
        if !self.is_scalable() {
            return plus.to_string();
        }
        let mut text = match form % 8 {
            0 if 16 % scale == 0 => format!("svcntb() / {}", 16 / scale),
            1 if scale % 8 == 0 => format!("svcnth() * {}", scale / 8),
            2 if scale % 4 == 0 => format!("{} * (size_t)svcntw()", scale / 4),
            3 if scale % 2 == 0 => format!("(svcntd() * {scale} >> 1)"),
            4 => format!("(ripple_scalable({}) - svcntd())", scale + 2),
            5 => format!("size_of({scale})"),
            6 => format!("(svcntw() * {scale} / 4)"),
            _ => format!("ripple_scalable({scale})"),
        };
        if plus > 0 {
            let _ = write!(text, " + {plus}");
        }
        match most {
            None => text,
            Some(most) => match form % 3 {
                0 => format!("at_most({text}, {most})"),
                1 => format!("least({text}, {most})"),
                _ => format!("({text} < {most} ? {text} : {most})"),
            },
        }
    }
}
