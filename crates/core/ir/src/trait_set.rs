//! Sets of traits: the traits of an op without their arguments, a bit for each.

/// A set of traits.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct TraitSet(pub u64);

impl TraitSet {
    /// No traits.
    pub const EMPTY: TraitSet = TraitSet(0);

    /// Whether every trait of `other` is in the set.
    #[inline]
    pub const fn has(self, other: TraitSet) -> bool {
        self.0 & other.0 == other.0
    }

    /// Whether some trait of `other` is in the set.
    #[inline]
    pub const fn has_any(self, other: TraitSet) -> bool {
        self.0 & other.0 != 0
    }

    /// Both sets.
    #[inline]
    pub const fn with(self, other: TraitSet) -> TraitSet {
        TraitSet(self.0 | other.0)
    }
}

macro_rules! bits {
    ($($name:ident = $bit:literal,)*) => {
        impl TraitSet {
            $(#[doc = concat!("The trait `", stringify!($name), "`.")]
              #[allow(non_upper_case_globals)] // Named as the traits are.
              pub const $name: TraitSet = TraitSet(1 << $bit);)*
        }
    };
}

bits! {
    Terminator = 0, IsolatedFromAbove = 1, SymbolTable = 2, Symbol = 3, SingleBlock = 4, NoTerminator = 5,
    SingleBlockImplicitTerminator = 6, AutomaticAllocationScope = 7, NoRegionArguments = 8,
    GraphRegions = 9, HasParent = 10, Commutative = 11, Pure = 12, ConstantLike = 13, Idempotent = 14,
    Involution = 15, SameTypeOperands = 16, SameOperandsAndResultType = 17,
    SameOperandsAndResultElementType = 18, SameOperandsElementType = 19, SameOperandsShape = 20,
    SameOperandsAndResultShape = 21, SameOperandsAndResultRank = 22, Elementwise = 23, Scalarizable = 24,
    Vectorizable = 25, Tensorizable = 26, AttrSizedOperandSegments = 27, AttrSizedResultSegments = 28,
    AllTypesMatch = 29, TypesMatchWith = 30, AllShapesMatch = 31, AllElementTypesMatch = 32,
    AllRanksMatch = 33, Predicate = 34, InferTypes = 35, ReturnLike = 36, RecursiveMemoryEffects = 37,
    NoMemoryEffect = 38, ParallelRegions = 39, OperandsAreSignlessIntegerLike = 40,
    OperandsAreFloatLike = 41, ResultsAreFloatLike = 42, RecursivelySpeculatable = 43,
    AlwaysSpeculatable = 44, AffineScope = 45, ResultsAreBoolLike = 46, OpAsmInterface = 47, CastLike = 48,
    Check = 49, ViewLike = 50, DistinctObjects = 51, MemRefsNormalizable = 52, Lanewise = 53,
    DebugInfo = 54, MayBeUndefined = 55,
}
