//! The options of a conversion.

use terrace_support::options;

/// The ops that may remain after a conversion.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ConversionMode {
    /// Ops that no pattern matches may remain, unless the target marks them illegal.
    Partial,
    /// Only ops known to be legal may remain.
    Full,
}

/// The point at which illegal ops are folded.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
#[non_exhaustive]
pub enum FoldingMode {
    /// No folding.
    Never,
    /// Before patterns are tried.
    #[default]
    BeforePatterns,
    /// After patterns, for ops that none legalized.
    AfterPatterns,
}

options! {
    /// Options of a dialect conversion.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct ConversionConfig {
        /// The conversion mode.
        pub mode: ConversionMode,
        /// The point at which ops are folded.
        pub folding: FoldingMode,
        /// Whether pattern rollback is permitted. The result is the same, except that without it upstream does
        /// not reuse existing casts, so that each op has its own.
        pub allow_pattern_rollback: bool,
        /// Whether patterns that moved or modified ops are rolled back, too, if what they made cannot be legalized: a copy of
        /// each body is kept, and the body is converted again without them, in the worst case once for each such failure.
        /// Otherwise the conversion fails.
        pub undo_moves: bool,
        /// Whether casts are built by type converters; otherwise they stay.
        pub build_materializations: bool,
        /// Whether casts that stay have an attribute that says of which kind they are.
        pub attach_debug_materialization_kind: bool,
    }
}

impl Default for ConversionConfig {
    fn default() -> Self {
        Self::partial()
    }
}

impl ConversionConfig {
    /// A partial conversion.
    pub fn partial() -> Self {
        Self {
            mode: ConversionMode::Partial,
            folding: FoldingMode::default(),
            allow_pattern_rollback: true,
            undo_moves: false,
            build_materializations: true,
            attach_debug_materialization_kind: false,
        }
    }

    /// A full conversion.
    pub fn full() -> Self {
        Self { mode: ConversionMode::Full, ..Self::partial() }
    }
}
