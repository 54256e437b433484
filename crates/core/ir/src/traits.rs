//! Traits: properties of an op that its definition names and the verifier checks.

use crate::context::Context;
use crate::def::{CheckFn, TypeConstraint};
use crate::ir::OpRef;
use crate::types::Type;

macro_rules! traits {
    ($($(#[$meta:meta])* $name:ident $(($($arg:ty),*))? = $bit:literal),* $(,)?) => {
        /// A trait of an op, with its arguments.
        #[derive(Clone, Copy)]
        pub enum Trait { $($(#[$meta])* $name $(($($arg),*))?),* }

        impl Trait {
            /// The trait's bit in a [`TraitSet`].
            pub const fn bit(&self) -> u32 {
                match self { $(traits!(@pat $name $(($($arg),*))?) => $bit),* }
            }

            /// The trait's name.
            pub const fn name(&self) -> &'static str {
                match self { $(traits!(@pat $name $(($($arg),*))?) => stringify!($name)),* }
            }
        }

        impl TraitSet {
            $(#[doc = concat!("The trait `", stringify!($name), "`.")]
              #[allow(non_upper_case_globals)]
              pub const $name: TraitSet = TraitSet(1 << $bit);)*
        }
    };
    (@pat $name:ident) => { Trait::$name };
    (@pat $name:ident ($($arg:ty),*)) => { Trait::$name(..) };
}

traits! {
    /// Ends its block.
    Terminator = 0,
    /// Regions use no value from outside.
    IsolatedFromAbove = 1,
    /// Its one region is a symbol table.
    SymbolTable = 2,
    /// Defines a symbol: has `sym_name`.
    Symbol = 3,
    /// Each region has at most one block.
    SingleBlock = 4,
    /// Blocks in its regions need no terminator.
    NoTerminator = 5,
    /// Each region has one block, ended by this op where nothing else is written.
    SingleBlockImplicitTerminator(&'static str) = 6,
    /// Stack allocations live until its end.
    AutomaticAllocationScope = 7,
    /// Entry blocks take no arguments.
    NoRegionArguments = 8,
    /// Regions are graphs: order and dominance do not matter.
    GraphRegions = 9,
    /// Must are in one of these ops.
    HasParent(&'static [&'static str]) = 10,
    /// Operands may be swapped.
    Commutative = 11,
    /// No side effect, and may be executed speculatively.
    Pure = 12,
    /// A constant without operands.
    ConstantLike = 13,
    /// `f(f(x)) = f(x)`.
    Idempotent = 14,
    /// `f(f(x)) = x`.
    Involution = 15,
    /// All operands have one type.
    SameTypeOperands = 16,
    /// All operands and results have one type.
    SameOperandsAndResultType = 17,
    /// All operands and results have one element type.
    SameOperandsAndResultElementType = 18,
    /// All operands have one element type.
    SameOperandsElementType = 19,
    /// All operands have compatible shapes.
    SameOperandsShape = 20,
    /// All operands and results have compatible shapes.
    SameOperandsAndResultShape = 21,
    /// All operands and results have one rank.
    SameOperandsAndResultRank = 22,
    /// Maps scalars, vectors and tensors element by element.
    Elementwise = 23,
    /// Has a scalar form.
    Scalarizable = 24,
    /// Has a vector form.
    Vectorizable = 25,
    /// Has a tensor form.
    Tensorizable = 26,
    /// Operand segments are sized by `operandSegmentSizes`.
    AttrSizedOperandSegments = 27,
    /// Result segments are sized by `resultSegmentSizes`.
    AttrSizedResultSegments = 28,
    /// These operands and results have one type.
    AllTypesMatch(&'static [&'static str]) = 29,
    /// The type of the second follows from the type of the first.
    TypesMatchWith(&'static TypesMatch) = 30,
    /// These operands and results have one shape.
    AllShapesMatch(&'static [&'static str]) = 31,
    /// These operands and results have one element type.
    AllElementTypesMatch(&'static [&'static str]) = 32,
    /// These operands and results have one rank.
    AllRanksMatch(&'static [&'static str]) = 33,
    /// A condition in words.
    Predicate(&'static Predicate) = 34,
    /// The result types can be inferred.
    InferTypes = 35,
    /// Returns from the enclosing region.
    ReturnLike = 36,
    /// Memory effects are those of the ops inside.
    RecursiveMemoryEffects = 37,
    /// Has no memory effects of its own.
    NoMemoryEffect = 38,
    /// Iterations or regions may run in parallel.
    ParallelRegions = 39,
    /// The operands are signless-integer-like.
    OperandsAreSignlessIntegerLike = 40,
    /// The operands are float-like.
    OperandsAreFloatLike = 41,
    /// The first result type is also the type of all results.
    ResultsAreFloatLike = 42,
    /// Speculatable when the ops inside are.
    RecursivelySpeculatable = 43,
    /// May be executed speculatively.
    AlwaysSpeculatable = 44,
    /// Symbol uses inside refer to the enclosing scope.
    AffineScope = 45,
    /// Results are booleans of the operands' shape.
    ResultsAreBoolLike = 46,
    /// Results are named and printed by the op (asm interface).
    OpAsmInterface = 47,
    /// A cast: unary, invertible in spirit.
    CastLike = 48,
    /// A check that an interface requires of the op, run in its order among the traits.
    Check(CheckFn) = 49,
    /// The first result is a view of the first operand.
    ViewLike = 50,
    /// Results are the operands, each a memory of its own.
    DistinctObjects = 51,
    /// Keeps what it does where buffers get a type without a layout.
    MemRefsNormalizable = 52,
    /// Computes each lane of its result from the same lanes of its operands, if they are vectors. Unlike [`Trait::Elementwise`], it
    /// is a promise that is not verified: an operand may be a scalar for all lanes.
    Lanewise = 53,
    /// Describes variables and places to debuggers, and computes nothing.
    DebugInfo = 54,
}

/// The phase of the verifier in which a trait is checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CheckPhase {
    /// Before operands, results and attributes are looked at.
    Structural,
    /// With them.
    Condition,
    /// After them.
    Other,
}

impl Trait {
    /// Returns the phase in which the trait is checked; `None` for one that is not checked here.
    pub(crate) fn phase(&self) -> Option<CheckPhase> {
        Some(match self {
            Trait::AttrSizedOperandSegments
            | Trait::AttrSizedResultSegments
            | Trait::HasParent(_)
            | Trait::SingleBlock
            | Trait::SingleBlockImplicitTerminator(_)
            | Trait::NoRegionArguments => CheckPhase::Structural,
            Trait::AllTypesMatch(_)
            | Trait::TypesMatchWith(_)
            | Trait::AllShapesMatch(_)
            | Trait::AllElementTypesMatch(_)
            | Trait::AllRanksMatch(_)
            | Trait::Predicate(_) => CheckPhase::Condition,
            Trait::Terminator
            | Trait::SameTypeOperands
            | Trait::SameOperandsAndResultType
            | Trait::SameOperandsAndResultElementType
            | Trait::SameOperandsElementType
            | Trait::SameOperandsShape
            | Trait::SameOperandsAndResultShape
            | Trait::SameOperandsAndResultRank
            | Trait::Elementwise
            | Trait::OperandsAreSignlessIntegerLike
            | Trait::OperandsAreFloatLike
            | Trait::ResultsAreFloatLike
            | Trait::ResultsAreBoolLike
            | Trait::Check(_) => CheckPhase::Other,
            _ => return None,
        })
    }
}

impl Trait {
    /// Whether checking the trait looks at the types of operands and results and at inherent attributes alone.
    pub(crate) fn looks_at_signature_only(&self) -> bool {
        !matches!(
            self,
            Trait::HasParent(_)
                | Trait::SingleBlock
                | Trait::SingleBlockImplicitTerminator(_)
                | Trait::NoRegionArguments
                | Trait::Predicate(_)
                | Trait::Terminator
        )
    }
}

/// A set of traits.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct TraitSet(pub u64);

impl TraitSet {
    /// No traits.
    pub const EMPTY: TraitSet = TraitSet(0);

    /// The set of a definition's traits.
    pub fn of(traits: &[Trait]) -> Self {
        Self(traits.iter().fold(0, |set, t| set | 1 << t.bit()))
    }

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

/// The type of `to` is `transform` of the type of `from`.
pub struct TypesMatch {
    /// Upstream's words, as in "failed to verify that {summary}".
    pub summary: &'static str,
    /// Operand or result that decides.
    pub from: &'static str,
    /// Operand or result that follows.
    pub to: &'static str,
    /// The function that maps the type of `from`; it returns `None` if there is no such type.
    pub transform: fn(&Context, Type) -> Option<Type>,
    /// The number of values of `to`, if that is variadic.
    pub count: Option<fn(&Context, Type) -> usize>,
}

impl TypesMatch {
    /// The rule that one type, or each type of a slot, follows from another.
    pub const fn new(
        summary: &'static str,
        from: &'static str,
        to: &'static str,
        transform: fn(&Context, Type) -> Option<Type>,
    ) -> Self {
        Self { summary, from, to, transform, count: None }
    }

    /// The same rule, where the number of values follows as well.
    pub const fn counted(self, count: fn(&Context, Type) -> usize) -> Self {
        Self { count: Some(count), ..self }
    }
}

/// A condition on an op.
pub struct Predicate {
    /// Upstream's words, as in "failed to verify that {summary}".
    pub summary: &'static str,
    /// The condition.
    pub holds: for<'a> fn(OpRef<'a>) -> bool,
}

/// Whether a type is the constraint's.
pub fn satisfies(cx: &Context, ty: Type, constraint: &TypeConstraint) -> bool {
    (constraint.pred)(cx, ty)
}
