//! Traits: properties of an op that its definition names and the verifier checks.

use crate::context::Context;
use crate::def::{CheckFn, TypeConstraint};
use crate::ir::OpRef;
pub use crate::trait_set::TraitSet;
use crate::types::Type;

macro_rules! traits {
    ($($(#[$meta:meta])* $name:ident $(($($arg:ty),*))?),* $(,)?) => {
        /// A trait of an op, with its arguments.
        #[derive(Clone, Copy)]
        pub enum Trait { $($(#[$meta])* $name $(($($arg),*))?),* }

        impl Trait {
            /// The trait's bit in a [`TraitSet`].
            pub const fn bit(&self) -> u32 {
                match self { $(traits!(@pat $name $(($($arg),*))?) => TraitSet::$name.0.trailing_zeros()),* }
            }

            /// The trait's name.
            pub const fn name(&self) -> &'static str {
                match self { $(traits!(@pat $name $(($($arg),*))?) => stringify!($name)),* }
            }
        }
    };
    (@pat $name:ident) => { Trait::$name };
    (@pat $name:ident ($($arg:ty),*)) => { Trait::$name(..) };
}

traits! {
    /// Ends its block.
    Terminator,
    /// Regions use no value from outside.
    IsolatedFromAbove,
    /// Its one region is a symbol table.
    SymbolTable,
    /// Defines a symbol: has `sym_name`.
    Symbol,
    /// Each region has at most one block.
    SingleBlock,
    /// Blocks in its regions need no terminator.
    NoTerminator,
    /// Each region has one block, ended by this op where nothing else is written.
    SingleBlockImplicitTerminator(&'static str),
    /// Stack allocations live until its end.
    AutomaticAllocationScope,
    /// Entry blocks take no arguments.
    NoRegionArguments,
    /// Regions are graphs: order and dominance do not matter.
    GraphRegions,
    /// Must are in one of these ops.
    HasParent(&'static [&'static str]),
    /// Operands may be swapped.
    Commutative,
    /// No side effect, and may be executed speculatively.
    Pure,
    /// A constant without operands.
    ConstantLike,
    /// `f(f(x)) = f(x)`.
    Idempotent,
    /// `f(f(x)) = x`.
    Involution,
    /// All operands have one type.
    SameTypeOperands,
    /// All operands and results have one type.
    SameOperandsAndResultType,
    /// All operands and results have one element type.
    SameOperandsAndResultElementType,
    /// All operands have one element type.
    SameOperandsElementType,
    /// All operands have compatible shapes.
    SameOperandsShape,
    /// All operands and results have compatible shapes.
    SameOperandsAndResultShape,
    /// All operands and results have one rank.
    SameOperandsAndResultRank,
    /// Maps scalars, vectors and tensors element by element.
    Elementwise,
    /// Has a scalar form.
    Scalarizable,
    /// Has a vector form.
    Vectorizable,
    /// Has a tensor form.
    Tensorizable,
    /// Operand segments are sized by `operandSegmentSizes`.
    AttrSizedOperandSegments,
    /// Result segments are sized by `resultSegmentSizes`.
    AttrSizedResultSegments,
    /// These operands and results have one type.
    AllTypesMatch(&'static [&'static str]),
    /// The type of the second follows from the type of the first.
    TypesMatchWith(&'static TypesMatch),
    /// These operands and results have one shape.
    AllShapesMatch(&'static [&'static str]),
    /// These operands and results have one element type.
    AllElementTypesMatch(&'static [&'static str]),
    /// These operands and results have one rank.
    AllRanksMatch(&'static [&'static str]),
    /// A condition in words.
    Predicate(&'static Predicate),
    /// The result types can be inferred.
    InferTypes,
    /// Returns from the enclosing region.
    ReturnLike,
    /// Memory effects are those of the ops inside.
    RecursiveMemoryEffects,
    /// Has no memory effects itself.
    NoMemoryEffect,
    /// Iterations or regions may run in parallel.
    ParallelRegions,
    /// The operands are signless-integer-like.
    OperandsAreSignlessIntegerLike,
    /// The operands are float-like.
    OperandsAreFloatLike,
    /// The first result type is also the type of all results.
    ResultsAreFloatLike,
    /// Speculatable when the ops inside are.
    RecursivelySpeculatable,
    /// May be executed speculatively.
    AlwaysSpeculatable,
    /// Pure, but undefined for some operands: it may be executed speculatively where its `ConditionallySpeculatable`
    /// says so.
    MayBeUndefined,
    /// Symbol uses inside refer to the enclosing scope.
    AffineScope,
    /// Results are booleans of the operands' shape.
    ResultsAreBoolLike,
    /// Results are named and printed by the op (asm interface).
    OpAsmInterface,
    /// A cast: unary, invertible in spirit.
    CastLike,
    /// A check that an interface requires of the op, run in its order among the traits.
    Check(CheckFn),
    /// The first result is a view of the first operand.
    ViewLike,
    /// Results are the operands, which are assumed not to alias each other.
    DistinctObjects,
    /// Keeps its semantics if buffers get a type without a layout.
    MemRefsNormalizable,
    /// Computes each lane of its result from the same lanes of its operands, if they are vectors. Unlike [`Trait::Elementwise`], it
    /// is a promise that is not verified: an operand may be a scalar for all lanes.
    Lanewise,
    /// Describes variables and places to debuggers, and computes nothing.
    DebugInfo,
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

impl TraitSet {
    /// The set of a definition's traits.
    pub fn of(traits: &[Trait]) -> Self {
        Self(traits.iter().fold(0, |set, t| set | 1 << t.bit()))
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
