//! Arithmetic on `index`, whose width the target decides.

mod fold;
mod int_range;

use terrace_ir::attr_kind::{BoolAttr, IndexAttr};
use terrace_ir::constraints::{I1, INDEX};
use terrace_ir::def::{AttrDef, DialectDef, EMPTY_DIALECT, EMPTY_PARAMS, ParamDef};
use terrace_ir::dialect_interfaces::{DialectFoldInterface, DialectInlinerInterface};
use terrace_ir::enum_attr::{EnumValue, enum_param_attr};
use terrace_ir::int_range::InferIntRange;
use terrace_ir::{Attr, CheckResult, Context, OpKind, OpRef, Value, attr_kinds, enums};
use terrace_macros::op;

use crate::arith::CmpIPredicate;
use terrace_dialects_builtin::cast::verify_cast;
use terrace_dialects_builtin::constraints::INT_OR_INDEX;

/// The dialect of `index` arithmetic.
pub static INDEX_DIALECT: DialectDef = DialectDef {
    name: "index",
    doc: "Arithmetic, comparisons and casts of `index` values.",
    ops: &[
        AddOp::DEF,
        SubOp::DEF,
        MulOp::DEF,
        DivSOp::DEF,
        DivUOp::DEF,
        CeilDivSOp::DEF,
        CeilDivUOp::DEF,
        FloorDivSOp::DEF,
        RemSOp::DEF,
        RemUOp::DEF,
        MaxSOp::DEF,
        MaxUOp::DEF,
        MinSOp::DEF,
        MinUOp::DEF,
        ShlOp::DEF,
        ShrSOp::DEF,
        ShrUOp::DEF,
        AndOp::DEF,
        OrOp::DEF,
        XOrOp::DEF,
        CastSOp::DEF,
        CastUOp::DEF,
        CmpOp::DEF,
        SizeOfOp::DEF,
        ConstantOp::DEF,
        BoolConstantOp::DEF,
    ],
    attrs: &[&CMP_PREDICATE_ATTR],
    interfaces: &[
        &(&fold::materialize as &dyn DialectFoldInterface),
        &(&terrace_dialects_builtin::dialect_interfaces::InlineAll as &dyn DialectInlinerInterface),
    ],
    ..EMPTY_DIALECT
};

enums! {
    /// The predicate of a comparison of indices.
    pub enum IndexCmpPredicate("::mlir::index::IndexCmpPredicate", 32) {
        Eq = 0 => "eq",
        Ne = 1 => "ne",
        Slt = 2 => "slt",
        Sle = 3 => "sle",
        Sgt = 4 => "sgt",
        Sge = 5 => "sge",
        Ult = 6 => "ult",
        Ule = 7 => "ule",
        Ugt = 8 => "ugt",
        Uge = 9 => "uge",
    }
}

impl IndexCmpPredicate {
    /// Returns `#index<cmp_predicate ..>` with this predicate.
    pub fn attr(self, cx: &Context) -> Attr {
        enum_param_attr(cx, self, &CMP_PREDICATE_ATTR)
    }
}

/// The predicate of an `arith.cmpi` that compares so.
impl From<IndexCmpPredicate> for CmpIPredicate {
    fn from(predicate: IndexCmpPredicate) -> Self {
        CmpIPredicate::from_int(predicate.to_int()).expect("both dialects have the same predicates")
    }
}

/// The predicate of an `index.cmp` that compares so.
impl From<CmpIPredicate> for IndexCmpPredicate {
    fn from(predicate: CmpIPredicate) -> Self {
        IndexCmpPredicate::from_int(predicate.to_int()).expect("both dialects have the same predicates")
    }
}

/// `#index<cmp_predicate eq>`.
pub static CMP_PREDICATE_ATTR: AttrDef = AttrDef {
    name: "index.cmp_predicate",
    class: "IndexCmpPredicateAttr",
    doc: "The predicate of an index comparison.",
    params: &[ParamDef::of_enum("value", IndexCmpPredicate::DEF)],
    format: Some("$value"),
    ..EMPTY_PARAMS
};

attr_kinds! {
    /// The predicate of a comparison.
    pub IndexCmpPredicateAttr("index comparison predicate kind") -> IndexCmpPredicate { parameter_of: CMP_PREDICATE_ATTR }
}

macro_rules! binary_ops {
    ($($(#[doc = $doc:tt])* $name:ident = $full:tt [$($trait:tt)*] { $($rest:tt)* };)*) => {
        $(
            $(#[doc = $doc])*
            #[op($full, traits($($trait)*), format = "$lhs `,` $rhs attr-dict", interfaces(dyn InferIntRange),
                 $($rest)*)]
            pub struct $name {
                lhs: Operand<INDEX>,
                rhs: Operand<INDEX>,
                result: Res<INDEX>,
            }
        )*
    };
}

// Divisions have no effect, but a zero divisor keeps them from being executed speculatively.
binary_ops! {
    /// Adds; wraps on overflow.
    AddOp = "index.add" [Commutative, Pure] { fold = fold::add, canonicalize(combine_add_constants: fold::combine_constants::<AddOp>) };
    /// Subtracts; wraps on overflow.
    SubOp = "index.sub" [Pure] { fold = fold::sub };
    /// Multiplies; wraps on overflow.
    MulOp = "index.mul" [Commutative, Pure] { fold = fold::mul, canonicalize(combine_mul_constants: fold::combine_constants::<MulOp>) };
    /// Divides signed indices and rounds towards zero.
    DivSOp = "index.divs" [NoMemoryEffect] { fold = fold::divs };
    /// Divides unsigned indices and rounds towards zero.
    DivUOp = "index.divu" [NoMemoryEffect] { fold = fold::divu };
    /// Divides signed indices and rounds up.
    CeilDivSOp = "index.ceildivs" [NoMemoryEffect] { fold = fold::ceildivs };
    /// Divides unsigned indices and rounds up.
    CeilDivUOp = "index.ceildivu" [NoMemoryEffect] { fold = fold::ceildivu };
    /// Divides signed indices and rounds down.
    FloorDivSOp = "index.floordivs" [NoMemoryEffect] { fold = fold::floordivs };
    /// The remainder of a signed division; it has the sign of the dividend.
    RemSOp = "index.rems" [NoMemoryEffect] { fold = fold::rems };
    /// The remainder of an unsigned division.
    RemUOp = "index.remu" [NoMemoryEffect] { fold = fold::remu };
    /// The greater of two signed indices.
    MaxSOp = "index.maxs" [Commutative, Pure] { fold = fold::maxs, canonicalize(combine_maxs_constants: fold::combine_constants::<MaxSOp>) };
    /// The greater of two unsigned indices.
    MaxUOp = "index.maxu" [Commutative, Pure] { fold = fold::maxu, canonicalize(combine_maxu_constants: fold::combine_constants::<MaxUOp>) };
    /// The lesser of two signed indices.
    MinSOp = "index.mins" [Commutative, Pure] { fold = fold::mins, canonicalize(combine_mins_constants: fold::combine_constants::<MinSOp>) };
    /// The lesser of two unsigned indices.
    MinUOp = "index.minu" [Commutative, Pure] { fold = fold::minu, canonicalize(combine_minu_constants: fold::combine_constants::<MinUOp>) };
    /// Shifts left; shifting by the width or more is poison.
    ShlOp = "index.shl" [Pure] { fold = fold::shl };
    /// Shifts right and repeats the sign bit.
    ShrSOp = "index.shrs" [Pure] { fold = fold::shrs };
    /// Shifts right and fills with zeros.
    ShrUOp = "index.shru" [Pure] { fold = fold::shru };
    /// Bitwise and.
    AndOp = "index.and" [Commutative, Pure] { fold = fold::and, canonicalize(combine_and_constants: fold::combine_constants::<AndOp>) };
    /// Bitwise or.
    OrOp = "index.or" [Commutative, Pure] { fold = fold::or, canonicalize(combine_or_constants: fold::combine_constants::<OrOp>) };
    /// Bitwise exclusive or.
    XOrOp = "index.xor" [Commutative, Pure] { fold = fold::xor, canonicalize(combine_xor_constants: fold::combine_constants::<XOrOp>) };
}

/// Converts between `index` and an integer; extends by the sign.
#[op("index.casts", traits(Pure, CastLike), format = "$input attr-dict `:` type($input) `to` type($output)",
     verify = verify_index_cast, fold = fold::casts, interfaces(dyn InferIntRange))]
pub struct CastSOp {
    input: Operand<INT_OR_INDEX>,
    output: Res<INT_OR_INDEX>,
}

/// Converts between `index` and an integer; extends by zeros.
#[op("index.castu", traits(Pure, CastLike), format = "$input attr-dict `:` type($input) `to` type($output)",
     verify = verify_index_cast, fold = fold::castu, interfaces(dyn InferIntRange))]
pub struct CastUOp {
    input: Operand<INT_OR_INDEX>,
    output: Res<INT_OR_INDEX>,
}

fn verify_index_cast(op: OpRef<'_>) -> CheckResult {
    use terrace_ir::Type;
    verify_cast(op, |_, inputs, outputs| (inputs[0] == Type::INDEX) != (outputs[0] == Type::INDEX))
}

/// Compares two indices.
#[op("index.cmp", traits(Pure), format = "`` $pred `(` $lhs `,` $rhs `)` attr-dict", fold = fold::cmp,
     canonicalize(fold::cmp_of_difference), interfaces(dyn InferIntRange))]
pub struct CmpOp {
    pred: Prop<IndexCmpPredicateAttr>,
    lhs: Operand<INDEX>,
    rhs: Operand<INDEX>,
    result: Res<I1>,
}

/// The width of `index` in bits.
#[op("index.sizeof", traits(Pure), interfaces(dyn InferIntRange), format = "attr-dict")]
pub struct SizeOfOp {
    result: Res<INDEX>,
}

/// An `index` constant.
#[op("index.constant", traits(ConstantLike, Pure, OpAsmInterface), format = "attr-dict $value",
     names = name_constant, interfaces(dyn InferIntRange), fold = |op, _| ConstantOp::view_of(op).value_attr().opt().into())]
pub struct ConstantOp {
    value: Prop<IndexAttr>,
    result: Res<INDEX>,
}

fn name_constant(op: OpRef<'_>, set: &mut dyn FnMut(Value, &str)) {
    let view = ConstantOp::view_of(op);
    if let Some((value, _)) = view.value_attr().as_integer(op.cx()) {
        let mut name = "idx".to_string();
        value.write_signed(&mut name);
        set(view.result().id(), &name);
    }
}

/// A boolean constant.
#[op("index.bool.constant", traits(ConstantLike, Pure, OpAsmInterface), format = "attr-dict $value",
     names = name_bool_constant, interfaces(dyn InferIntRange), fold = |op, _| BoolConstantOp::view_of(op).value_attr().opt().into())]
pub struct BoolConstantOp {
    value: Prop<BoolAttr>,
    result: Res<I1>,
}

fn name_bool_constant(op: OpRef<'_>, set: &mut dyn FnMut(Value, &str)) {
    let view = BoolConstantOp::view_of(op);
    set(view.result().id(), if view.value_attr() == Attr::TRUE { "true" } else { "false" });
}
