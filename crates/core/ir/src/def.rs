//! Definitions as data: ops, types, attributes, enums and dialects.
//!
//! Parser, printer, verifier, builders and documentation all read these tables; there is no generated code after them.

mod param_kinds;

pub use crate::families::{DialectTables, OpTables, ParamsTables};
pub use param_kinds::{EnumField, ParamAsm, ParamDef, ParamKind};

use terrace_support::held::{Covariant, HeldAs};

use crate::asm::{AttrPrinter, OpParser, OpPrinter, PResult, ParseState};
use crate::attrs::Attr;
use crate::bytecode::NativeProperty;
use crate::context::Context;
use crate::diag::{CheckResult, Diag};
use crate::effects::EffectDef;
use crate::fold::FoldFn;
use crate::ids::OpHandle;
use crate::infer::InferInput;
use crate::interface_map::InterfaceEntry;
use crate::ir::OpRef;
use crate::op_info::{DefInfo, OpInfo};
use crate::pattern::{OpPattern, Pattern};
use crate::property::Property;
use crate::traits::Trait;
use crate::types::Type;

pub use crate::handles::{AttrDefId, TypeDefId};

/// A predicate on the types of an operand or result.
pub struct TypeConstraint {
    /// Upstream's words, as in "operand #0 must be {summary}, but got 'f32'".
    pub summary: &'static str,
    /// Whether a type satisfies it.
    pub pred: fn(&Context, Type) -> bool,
    /// The only type that satisfies it, where there is one.
    pub build: Option<fn(&Context) -> Type>,
    /// The kind of type that a format reads in its place.
    pub kind: Option<&'static TypeKind>,
    /// The definition of all such types, which a format writes without their name.
    pub def: Option<&'static TypeDef>,
}

/// A kind of type; a written type of another kind is rejected by the reader already.
pub struct TypeKind {
    /// Upstream's name, as in "expected builtin.integer, but found 'f32'"; empty if messages omit it.
    pub name: &'static str,
    /// Whether a type is of the kind.
    pub pred: fn(&Context, Type) -> bool,
}

impl TypeKind {
    /// Checks that a type is of the kind.
    ///
    /// # Errors
    ///
    /// Upstream's message for one that is not.
    pub fn check(&self, cx: &Context, ty: Type) -> Result<(), String> {
        match ((self.pred)(cx, ty), self.name) {
            (true, _) => Ok(()),
            (false, "") => Err("invalid kind of type specified".to_owned()),
            (false, name) => {
                let found = cx.type_text(ty);
                Err(format!("invalid kind of type specified: expected {name}, but found '{found}'"))
            }
        }
    }
}

impl TypeConstraint {
    /// A constraint that several types satisfy.
    pub const fn new(summary: &'static str, pred: fn(&Context, Type) -> bool) -> Self {
        Self { summary, pred, build: None, kind: None, def: None }
    }

    /// A constraint that one type satisfies.
    pub const fn only(
        summary: &'static str,
        pred: fn(&Context, Type) -> bool,
        build: fn(&Context) -> Type,
    ) -> Self {
        Self { summary, pred, build: Some(build), kind: None, def: None }
    }

    /// The same constraint, whose types are all of one kind.
    pub const fn of_kind(self, kind: &'static TypeKind) -> Self {
        Self { kind: Some(kind), ..self }
    }

    /// The same constraint, whose types are all of one definition.
    pub const fn of_def(self, def: &'static TypeDef) -> Self {
        Self { def: Some(def), ..self }
    }
}

/// The number of values, regions or successors of a slot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arity {
    /// Exactly one.
    One,
    /// None or one.
    Optional,
    /// Any number.
    Variadic,
}

/// An operand slot.
pub struct OperandDef<'d> {
    /// Its name in the format and the accessors.
    pub name: &'d str,
    /// The constraint on its types.
    pub constraint: &'static TypeConstraint,
    /// The number of its values.
    pub arity: Arity,
    /// For a variadic of variadics: the attribute with the sizes of the segments.
    pub segments: Option<&'d str>,
}

/// A result slot.
pub struct ResultDef<'d> {
    /// Its name in the format and the accessors.
    pub name: &'d str,
    /// The constraint on its types.
    pub constraint: &'static TypeConstraint,
    /// The number of its values.
    pub arity: Arity,
}

/// A predicate on the attributes of a slot, with their syntax in an op's format.
pub struct AttrConstraint {
    /// Upstream's words, as in "attribute 'x' failed to satisfy constraint: {summary}".
    pub summary: &'static str,
    /// Whether an attribute satisfies it.
    pub pred: fn(&Context, Attr) -> bool,
    /// The syntax in an op's format.
    pub syntax: AttrSyntax,
    /// The bytecode encoding, unless it is a reference to the attribute.
    pub native: Option<&'static NativeProperty>,
    /// Returns what is stored for an attribute among properties, which may be another form of the same value.
    pub stored: fn(&Context, Attr) -> Attr,
}

/// The syntax of an attribute slot in an op's format.
pub enum AttrSyntax {
    /// Any attribute, with its type.
    Any,
    /// A value without its type, which is always this one.
    Typed(fn(&Context) -> Type),
    /// `@name`, stored as a string.
    SymbolName,
    /// Written by being present.
    Unit,
    /// A value that is no attribute upstream.
    Property(&'static Property),
    /// A keyword of an enum, stored as an integer.
    Enum(&'static EnumDef),
    /// A dialect attribute without `#dialect.name` in front.
    Dialect(&'static AttrDef),
    /// A type, written as a type.
    Type,
    /// `[1, 2]` without the element type, which is always this one.
    DenseArray(Type),
}

/// The optionality of an attribute slot, with its default value.
pub enum Optionality {
    /// Always.
    Required,
    /// May be absent.
    Optional,
    /// Filled with this where absent; not printed by `attr-dict` where equal to it.
    Default(fn(&Context) -> Attr),
    /// May be absent; equivalent to this value, which `attr-dict` omits.
    OptionalDefault(fn(&Context) -> Attr),
}

/// An inherent attribute slot.
pub struct PropDef<'d> {
    /// Its name.
    pub name: &'d str,
    /// The constraint on its attributes.
    pub constraint: &'static AttrConstraint,
    /// The optionality, with the default value.
    pub presence: Optionality,
}

/// A constraint on the number of blocks of a region.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RegionConstraint {
    /// Any number of blocks.
    Any,
    /// Exactly this number of blocks.
    Sized(u32),
    /// At least this number of blocks.
    MinSized(u32),
    /// At most this number of blocks.
    MaxSized(u32),
}

/// A region slot.
pub struct RegionDef<'d> {
    /// Its name.
    pub name: &'d str,
    /// The constraint on its blocks.
    pub constraint: RegionConstraint,
    /// Whether there may be any number of them.
    pub variadic: bool,
}

/// A successor slot.
pub struct SuccessorDef<'d> {
    /// Its name.
    pub name: &'d str,
    /// Whether there may be any number of them.
    pub variadic: bool,
}

/// A value of an enum.
pub struct EnumCase {
    /// The keyword.
    pub name: &'static str,
    /// The integer it is stored as.
    pub value: u64,
}

/// An enum: keywords for integers, or for bits of one.
pub struct EnumDef {
    /// Its name in messages.
    pub name: &'static str,
    /// Its values, in order; for a bit enum, groups of bits may follow the single bits. Of single bits that are the same,
    /// those that follow each other are all written, of others the first.
    pub cases: &'static [EnumCase],
    /// For a bit enum: the separator of keywords, including spaces; the parser accepts it without them.
    pub separator: Option<&'static str>,
    /// Width of the integer that stores it.
    pub width: u32,
}

impl EnumDef {
    /// The value of a keyword.
    pub fn value_of(&self, keyword: &str) -> Option<u64> {
        self.cases.iter().find(|c| c.name == keyword).map(|c| c.value)
    }

    /// Returns whether a value is that of a keyword, or of several for a bit enum; no bits always are.
    pub fn has(&self, value: u64) -> bool {
        match self.separator {
            Some(_) => self.cases.iter().fold(value, |left, case| left & !case.value) == 0,
            None => self.cases.iter().any(|case| case.value == value),
        }
    }

    /// Writes the keyword or keywords of `value`; false where it has none.
    pub fn write(&self, value: u64, out: &mut String) -> bool {
        let Some(separator) = self.separator else {
            return match self.cases.iter().find(|c| c.value == value) {
                Some(case) => {
                    out.push_str(case.name);
                    true
                }
                None => false,
            };
        };
        if value == 0 {
            let zero = self.cases.iter().find(|c| c.value == 0);
            out.push_str(zero.map_or("", |c| c.name));
            return zero.is_some();
        }
        // A group of bits that is wholly set is written as one keyword, in the order of its first bit.
        let (mut left, mut picked): (u64, Vec<&EnumCase>) = (value, Vec::new());
        for case in self.cases.iter().filter(|c| c.value != 0 && !c.value.is_power_of_two()) {
            if value & case.value == case.value && left & case.value != 0 {
                picked.push(case);
                left &= !case.value;
            }
        }
        let mut last = 0;
        for case in self.cases.iter().filter(|c| c.value.is_power_of_two()) {
            if left & case.value != 0 || last == case.value {
                picked.push(case);
                left &= !case.value;
                last = case.value;
            } else {
                last = 0;
            }
        }
        let at = |case: &EnumCase| self.cases.iter().position(|c| std::ptr::eq(c, case));
        picked.sort_by_key(|c| at(c));
        for (i, case) in picked.iter().enumerate() {
            if i > 0 {
                out.push_str(separator);
            }
            out.push_str(case.name);
        }
        left == 0
    }
}

/// Checks an op.
pub type VerifyFn<'d> = &'d (dyn for<'a> Fn(OpRef<'a>) -> CheckResult + Send + Sync);
/// A stateless check of an op.
pub type CheckFn = for<'a> fn(OpRef<'a>) -> CheckResult;
/// Infers the result types of an op that is about to be made.
pub type InferFn = fn(&InferInput<'_>) -> Result<Vec<Type>, String>;
/// Whether inferred result types (first) go with those an op has.
pub type CompatibleFn = fn(&Context, &[Type], &[Type]) -> bool;
/// Parses an op's custom form, after its name.
pub type ParseFn = fn(&mut dyn OpParser, &mut ParseState) -> PResult<()>;
/// Prints an op's custom form, after its name.
pub type PrintFn = for<'a> fn(&mut dyn OpPrinter, OpRef<'a>);
/// Suggests names: calls back with a result or argument and a name for it.
pub type NamesFn = for<'a> fn(OpRef<'a>, &mut dyn FnMut(crate::ids::Value, &str));
/// Suggests names for the arguments of a region's entry block.
pub type BlockNamesFn = for<'a> fn(OpRef<'a>, crate::ids::Region, &mut dyn FnMut(crate::ids::Value, &str));

/// Suggests names for the blocks of an op's regions: calls back with a block and its name, without `^`.
pub type LabelNamesFn = for<'a> fn(OpRef<'a>, &mut dyn FnMut(crate::ids::Block, &str));

/// An argument of a `custom<>` directive.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CustomArg {
    /// The operand slot with this number.
    Operand(u16),
    /// The types of an operand slot.
    OperandType(u16),
    /// The types of a result slot.
    ResultType(u16),
    /// An inherent attribute.
    Prop(u16),
    /// A region slot.
    Region(u16),
    /// A successor slot.
    Successor(u16),
    /// A piece of text from the format.
    Text(&'static str),
    /// The discardable attributes.
    AttrDict,
}

/// A hand-written piece of a format, named by `custom<Name>(...)`.
pub struct CustomDirective {
    /// The name in the format.
    pub name: &'static str,
    /// Parses it into the slots that `args` name.
    pub parse: fn(&mut dyn OpParser, &mut ParseState, args: &[CustomArg]) -> PResult<bool>,
    /// Prints it.
    pub print: for<'a> fn(&mut dyn OpPrinter, OpRef<'a>, args: &[CustomArg]),
}

/// An op's definition, as long as its table lives: for ever, or as long as the context in which it was defined.
pub struct OpTable<'d> {
    /// Full name, `dialect.op`.
    pub name: &'d str,
    /// The documentation.
    pub doc: &'d str,
    /// Operand slots.
    pub operands: &'d [OperandDef<'d>],
    /// Result slots.
    pub results: &'d [ResultDef<'d>],
    /// Inherent attribute slots; segment sizes, where needed, come last.
    pub props: &'d [PropDef<'d>],
    /// Region slots.
    pub regions: &'d [RegionDef<'d>],
    /// Successor slots.
    pub successors: &'d [SuccessorDef<'d>],
    /// Traits, in the order in which they are checked.
    pub traits: &'static [Trait],
    /// The declarative assembly format.
    pub format: Option<&'d str>,
    /// The `custom<>` directives of the format.
    pub customs: &'static [&'static CustomDirective],
    /// The hand-written assembly format.
    pub asm: Option<(ParseFn, PrintFn)>,
    /// The syntax of the hand-written format, in the notation of `format`, with `|` between alternatives, `(..)*` for
    /// repetition, and words in angle brackets for parts that are not slots of the op.
    pub syntax: Option<&'d str>,
    /// Checks the op, after the table and the traits. Warnings alone leave the op valid.
    pub verify: Option<VerifyFn<'d>>,
    /// Checks the op after the ops in its regions.
    pub verify_regions: Option<CheckFn>,
    /// Infers result types.
    pub infer: Option<InferFn>,
    /// Checks that the op's result types are compatible with the inferred ones; without it they must be equal.
    pub compatible: Option<CompatibleFn>,
    /// Suggests names for results.
    pub result_names: Option<NamesFn>,
    /// Suggests names for the arguments of the regions' entry blocks.
    pub block_names: Option<BlockNamesFn>,
    /// Suggests names for the blocks of the regions.
    pub label_names: Option<LabelNamesFn>,
    /// The dialect whose ops may be written without prefix inside the regions.
    pub default_dialect: Option<&'static str>,
    /// Interfaces the op implements itself.
    pub interfaces: &'static [InterfaceEntry],
    /// The memory effects. An empty list means unknown effects, unless the op has `MemoryEffects`, `NoMemoryEffect`,
    /// `Pure` or `RecursiveMemoryEffects`.
    pub effects: &'static [EffectDef],
    /// Folds the op; for a constant, returns its value.
    pub fold: Option<FoldFn>,
    /// Canonicalization patterns with the op as root, benefit 1.
    pub canonicalize: &'static [OpPattern],
    /// The op has no inherent attributes, and `verify` checks its slots, with its own messages. The sizes of
    /// variadic slots, if there are several, are discardable attributes.
    pub dynamic: bool,
}

/// The definition of an op that is part of the program.
pub type OpDef = OpTable<'static>;

/// An empty definition to fill in with struct update syntax.
pub const EMPTY_OP: OpDef = OpDef {
    name: "",
    doc: "",
    operands: &[],
    results: &[],
    props: &[],
    regions: &[],
    successors: &[],
    traits: &[],
    format: None,
    customs: &[],
    asm: None,
    syntax: None,
    verify: None,
    verify_regions: None,
    infer: None,
    compatible: None,
    result_names: None,
    block_names: None,
    label_names: None,
    default_dialect: None,
    interfaces: &[],
    effects: &[],
    fold: None,
    canonicalize: &[],
    dynamic: false,
};

/// A handle of an op of one kind in its body: an [`Op`](crate::Op) that is known to have the definition [`Self::DEF`].
pub trait OpKind: Copy + Into<crate::ids::Op> + 'static {
    /// The definition.
    const DEF: &'static OpDef;
    /// A handle of no op, on which the kind implements interfaces: their methods get the op as an argument.
    const MODEL: Self;
    /// The typed view of such an op.
    type View<'a>: From<OpRef<'a>> + Into<OpRef<'a>> + Copy;

    /// The adaptor, which names values or types in place of the operands of such an op.
    type Adaptor<'a, T: Copy + 'a>: From<crate::adaptor::OperandGroups<'a, T>>;

    /// The handle of an op that the caller knows to be of this kind.
    fn assume(op: crate::ids::Op) -> Self;

    /// The view of an op that the caller knows to be of this kind, as methods of its interfaces do.
    #[inline]
    fn view_of(op: OpRef<'_>) -> Self::View<'_> {
        debug_assert!(op.isa::<Self>(), "'{}' is not '{}'", op.name_text(), Self::DEF.name);
        Self::View::from(op)
    }
}

/// The typed view of an op of the kind `K`: an accessor for each of its slots.
pub type View<'a, K> = <K as OpKind>::View<'a>;

/// The syntax of identified types after the name of their definition: an identifier, and a body that may
/// contain the type itself. See [`crate::identified`].
#[derive(Clone, Copy)]
pub struct IdentifiedAsm {
    /// Parses a type of the definition with this id.
    pub parse: fn(&mut dyn OpParser, TypeDefId) -> PResult<Type>,
    /// Prints a type.
    pub print: fn(&mut dyn AttrPrinter, &Context, Type),
}

/// Parses the parameters of a dialect type or attribute, after its name.
pub type ParseParamsFn = fn(&mut dyn OpParser, Type) -> PResult<Vec<Attr>>;
/// Prints the parameters of a dialect type or attribute, after its name.
pub type PrintParamsFn = fn(&mut dyn AttrPrinter, &Context, &[Attr]);
/// Checks the parameters of a dialect type or attribute.
pub type VerifyParamsFn<'d> = &'d (dyn Fn(&Context, &[Attr]) -> Result<(), String> + Send + Sync);

/// A type's or an attribute's definition, as long as its table lives: for ever, or as long as the context in which it was
/// defined.
pub struct ParamsTable<'d> {
    /// Full name, `dialect.mnemonic`.
    pub name: &'d str,
    /// The C++ class in upstream's messages; empty if they use `name`.
    pub class: &'d str,
    /// The documentation.
    pub doc: &'d str,
    /// Parameters.
    pub params: &'d [ParamDef<'d>],
    /// The declarative format of the parameters.
    pub format: Option<&'d str>,
    /// The hand-written format.
    pub asm: Option<(ParseParamsFn, PrintParamsFn)>,
    /// The format of types that are identified by a name instead of parameters.
    pub identified: Option<IdentifiedAsm>,
    /// Checks the parameters.
    pub verify: Option<VerifyParamsFn<'d>>,
    /// The parameter that is the type written after the attribute.
    pub self_type: Option<usize>,
    /// The type of a typed attribute.
    pub typed: Option<fn(&Context, &[Attr]) -> Option<Type>>,
    /// The prefix of its aliases, if it requests any.
    pub alias: Option<&'d str>,
    /// Interfaces its types or attributes implement.
    pub interfaces: &'static [InterfaceEntry],
}

/// The definition of a type or an attribute that is part of the program.
pub type TypeOrAttrDef = ParamsTable<'static>;

impl<'d> ParamsTable<'d> {
    /// Returns the name used in messages.
    pub fn class_or_name(&self) -> &'d str {
        if self.class.is_empty() { self.name } else { self.class }
    }
}

/// An empty definition to fill in with struct update syntax.
pub const EMPTY_PARAMS: TypeOrAttrDef = TypeOrAttrDef {
    name: "",
    class: "",
    doc: "",
    params: &[],
    format: None,
    asm: None,
    identified: None,
    verify: None,
    self_type: None,
    typed: None,
    alias: None,
    interfaces: &[],
};

/// A dialect type's definition.
pub type TypeDef = TypeOrAttrDef;
/// A dialect attribute's definition.
pub type AttrDef = TypeOrAttrDef;

/// Checks a discardable attribute whose name starts with the dialect's, on any op.
pub type VerifyOpAttrFn = for<'a> fn(OpRef<'a>, crate::attrs::NamedAttr) -> CheckResult;
/// Checks such an attribute on a function's argument (`true`) or result; the numbers are region and index.
pub type VerifyRegionAttrFn =
    for<'a> fn(OpRef<'a>, crate::attrs::NamedAttr, argument: bool, index: u32) -> CheckResult;

/// A dialect's definition, as long as its table lives: for ever, or as long as the context in which it was defined.
pub struct DialectTable<'d> {
    /// Namespace.
    pub name: &'d str,
    /// The documentation.
    pub doc: &'d str,
    /// Its ops.
    pub ops: &'d [&'d OpTable<'d>],
    /// Its types.
    pub types: &'d [&'d ParamsTable<'d>],
    /// Its attributes.
    pub attrs: &'d [&'d ParamsTable<'d>],
    /// Dialects it needs loaded.
    pub depends: &'static [&'static str],
    /// Whether ops it does not define are taken as they are.
    pub allows_unknown_ops: bool,
    /// Whether types it does not define are kept as opaque.
    pub allows_unknown_types: bool,
    /// Checks its ops, those of extensions included, before the ops' own checks.
    pub verify_op: Option<CheckFn>,
    /// Checks discardable attributes with its prefix.
    pub verify_op_attr: Option<VerifyOpAttrFn>,
    /// Checks argument and result attributes with its prefix.
    pub verify_region_attr: Option<VerifyRegionAttrFn>,
    /// Interfaces it implements, each of [`crate::dialect_interfaces`] or of another crate.
    pub interfaces: &'static [InterfaceEntry],
    /// Canonicalization patterns for more than one of its ops.
    pub canonicalize: &'static [Pattern],
}

/// The definition of a dialect that is part of the program.
pub type DialectDef = DialectTable<'static>;

macro_rules! covariant {
    ($($family:ident = $table:ident,)*) => {
        $(impl Covariant for $family {
            type At<'a> = $table<'a>;

            fn shorten<'short, 'long: 'short>(table: &'short $table<'long>) -> &'short $table<'short> {
                table
            }
        })*
    };
}

covariant! {
    OpTables = OpTable,
    ParamsTables = ParamsTable,
    DialectTables = DialectTable,
}

impl OpInfo {
    /// Returns the definition, or `None` if the op is not registered.
    #[inline]
    pub fn def(&self) -> Option<&OpTable<'_>> {
        self.def.as_ref().map(HeldAs::get)
    }

    /// Whether this is the definition.
    #[inline]
    pub fn is(&self, def: &OpTable<'_>) -> bool {
        self.def.as_ref().is_some_and(|own| own.is(def))
    }
}

impl DefInfo {
    /// Returns the definition.
    #[inline]
    pub fn def(&self) -> &ParamsTable<'_> {
        self.def.get()
    }

    /// Whether this is the definition.
    #[inline]
    pub fn is(&self, def: &ParamsTable<'_>) -> bool {
        self.def.is(def)
    }
}

/// An empty definition to fill in with struct update syntax.
pub const EMPTY_DIALECT: DialectDef = DialectDef {
    name: "",
    doc: "",
    ops: &[],
    types: &[],
    attrs: &[],
    depends: &[],
    allows_unknown_ops: false,
    allows_unknown_types: false,
    verify_op: None,
    verify_op_attr: None,
    verify_region_attr: None,
    interfaces: &[],
    canonicalize: &[],
};

/// Names results after their slots: the first value of each slot, which has a number if the slot has no name.
pub fn name_results_by_slot(op: OpRef<'_>, set: &mut dyn FnMut(crate::ids::Value, &str)) {
    let Some(def) = op.def() else { return };
    for (slot, result) in def.results.iter().enumerate() {
        if let Some(value) = op.result_group(slot).next() {
            set(value.id(), result.name);
        }
    }
}

/// An error about an op, in the words of its definition: `'arith.addi' op ...`.
pub fn op_error(op: OpRef<'_>, message: impl std::fmt::Display) -> Box<Diag> {
    plain_error(op, format!("'{}' op {message}", op.name_text()))
}

/// An error about an op that does not name it.
pub fn plain_error(op: OpRef<'_>, message: impl Into<String>) -> Box<Diag> {
    let mut diag = Diag::error(op.loc(), message.into());
    diag.op = Some(OpHandle { body: op.body_id(), op: op.id() });
    diag
}

/// The number of the ops in lists.
pub const fn op_count(lists: &[&[&'static OpDef]]) -> usize {
    let (mut count, mut list) = (0, 0);
    while list < lists.len() {
        count += lists[list].len();
        list += 1;
    }
    count
}

/// The ops of several lists, one after the other, as the table of a dialect. `N` is their [`op_count`].
///
/// # Panics
///
/// Panics, as the table is compiled, if `N` is another number.
pub const fn joined_ops<const N: usize>(lists: &[&[&'static OpDef]]) -> [&'static OpDef; N] {
    assert!(op_count(lists) == N, "the length of a table is the number of the ops in its lists");
    let mut all = [&EMPTY_OP; N];
    let (mut at, mut list) = (0, 0);
    while list < lists.len() {
        let mut i = 0;
        while i < lists[list].len() {
            all[at] = lists[list][i];
            at += 1;
            i += 1;
        }
        list += 1;
    }
    all
}
