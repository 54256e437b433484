//! Ops defined by tables: their operands, iteration spaces, and computations.

use std::sync::RwLock;

use crate::attrs::{BinaryFn, UnaryFn};
use rustc_hash::FxHashMap;
use terrace_affine::{AffineExpr, AffineMap};
use terrace_dialects_core::{arith, complex};
use terrace_ir::adaptor::OperandGroups;
use terrace_ir::asm::{OpParser, OpPrinter, PResult, ParseState};
use terrace_ir::attr_kind::{AttrKind, DenseI32ArrayAttr};
use terrace_ir::constraints::ANY_TYPE;
use terrace_ir::def::{
    Arity, EMPTY_OP, OperandDef, Optionality, PropDef, RegionConstraint, RegionDef, ResultDef, op_error,
    plain_error,
};
use terrace_ir::elements::int_values;
use terrace_ir::{Attr, CheckResult, Context, OpDef, OpRef, Trait, ValueRef};

use crate::attrs::{TypeFnAttr, Window1Attr, Window2Attr, Window3Attr, cast_signed, ones_1, ones_2, ones_3};
use crate::convolution::verify_convolution;
use crate::region_builders::Scalars;
use crate::structured::{
    MEMOIZED, Structured, result_rank, second_slot, structured_interfaces, verify_structured,
};
use crate::syntax::{parse_hidden, print_hidden};

/// The scalar computation of an op, on one element of each operand.
#[derive(Clone, Copy, Debug)]
pub enum Body {
    /// The first input.
    First,
    /// The first input as a number of the destination's type.
    Cast,
    /// A function of the input.
    Unary(UnaryFn),
    /// A function of two inputs.
    Binary(BinaryFn),
    /// The second or the third input.
    Select,
    /// The destination combined with the first input.
    Fold(BinaryFn),
    /// The product of the inputs added to the destination.
    MulAdd,
    /// The same, after subtracting the last two inputs as zero points.
    MulAddZeroPoints,
    /// A number that looks random.
    Random,
}

impl Body {
    /// Builds the body of the op; `unsigned` selects zero extension of integers, for ops with a `cast`
    /// attribute.
    ///
    /// # Errors
    ///
    /// If there is no such computation on elements of the operands.
    pub fn build(self, s: &mut Scalars<'_>, unsigned: bool) -> Result<(), String> {
        let to = s.ty(s.destination());
        let value = match self {
            Body::First => s.arg(0),
            Body::Cast => s.cast(to, s.arg(0), unsigned),
            Body::Unary(function) => s.unary(function, s.arg(0))?,
            Body::Binary(function) => s.binary(function, s.arg(0), s.arg(1))?,
            Body::Select => s.select(s.arg(0), s.arg(1), s.arg(2)),
            Body::Fold(function) => {
                let input = s.cast(to, s.arg(0), function.is_unsigned());
                s.binary(function, s.destination(), input)?
            }
            Body::MulAdd => return mul_add(s, false),
            Body::MulAddZeroPoints => {
                let mut factors = [s.arg(0), s.arg(1)];
                for (i, factor) in factors.iter_mut().enumerate() {
                    let value = s.cast(to, *factor, false);
                    let zero = s.cast(to, s.arg(2 + i), false);
                    *factor = s.binary(BinaryFn::Sub, value, zero)?;
                }
                let product = s.binary(BinaryFn::Mul, factors[0], factors[1])?;
                s.binary(BinaryFn::Add, s.destination(), product)?
            }
            Body::Random => s.random()?,
        };
        s.yield_value(value);
        Ok(())
    }
}

/// The product of the first two arguments added to the destination.
///
/// # Errors
///
/// If elements of these types cannot be multiplied or added.
pub fn mul_add(s: &mut Scalars<'_>, unsigned: bool) -> Result<(), String> {
    let to = s.ty(s.destination());
    let a = s.cast(to, s.arg(0), unsigned);
    let b = s.cast(to, s.arg(1), unsigned);
    let product = s.binary(BinaryFn::Mul, a, b)?;
    let sum = s.binary(BinaryFn::Add, s.destination(), product)?;
    s.yield_value(sum);
    Ok(())
}

/// The role of an entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// Nothing more.
    Plain,
    /// Multiplies and sums up along dimensions that both inputs have.
    Contraction,
    /// Moves a window over the first input.
    Convolution,
    /// Sets all elements to one value.
    Fill,
}

/// An entry of a table.
#[derive(Clone, Copy, Debug)]
pub struct Named {
    /// Its role.
    pub role: Role,
    /// The number of inputs, including scalars; there is one destination.
    pub inputs: usize,
    /// A letter for each loop: `p` where iterations are independent, `r` where they reduce. Empty where the op works
    /// on any rank.
    pub loops: &'static str,
    /// For each operand, a subscript for each dimension: the number of a loop, or a sum of such, each perhaps
    /// multiplied by a stride (`s0`) or a dilation (`d0`).
    pub maps: &'static [&'static str],
    /// Its computation.
    pub body: Body,
}

/// Is an entry of a table.
pub trait NamedOp: Send + Sync {
    /// The entry.
    fn entry(&self) -> &Named;
    /// The maps of such an op; `None` if they depend on its operands' ranks.
    fn fixed_maps(&self, op: OpRef<'_>) -> Option<Vec<AffineMap>> {
        self.entry().maps_of(op)
    }
}

impl NamedOp for Named {
    fn entry(&self) -> &Named {
        self
    }
}

fn factor(text: &str, strides: &[i64], dilations: &[i64]) -> AffineExpr {
    let (values, number) = match text.split_at_checked(1) {
        Some(("s", number)) => (strides, number),
        Some((_, number)) => (dilations, number),
        None => return AffineExpr::constant(1),
    };
    let value = number.parse().ok().and_then(|i: usize| values.get(i));
    AffineExpr::constant(value.copied().unwrap_or(1))
}

fn subscript(text: &str, strides: &[i64], dilations: &[i64]) -> AffineExpr {
    let term = |text: &str| {
        let (dim, by) = text.split_once('*').unwrap_or((text, ""));
        let dim = dim.parse().expect("the subscripts of named ops are sums of dimensions");
        AffineExpr::mul(AffineExpr::dim(dim), factor(by, strides, dilations))
    };
    let (first, rest) = text.split_once('+').unwrap_or((text, ""));
    rest.split('+').filter(|t| !t.is_empty()).fold(term(first), |sum, t| AffineExpr::add(sum, term(t)))
}

impl Named {
    /// The maps for these strides and dilations; `None` for an op of any rank.
    pub fn maps(&self, strides: &[i64], dilations: &[i64]) -> Option<Vec<AffineMap>> {
        let map = |text: &&str| {
            let results = text.split_whitespace().map(|t| subscript(t, strides, dilations)).collect();
            AffineMap::new(self.loops.len() as u32, 0, results).simplify()
        };
        (!self.maps.is_empty()).then(|| self.maps.iter().map(map).collect())
    }

    /// The maps of an op, which are computed once for each window; `None` for an op of any rank.
    fn maps_of(&self, op: OpRef<'_>) -> Option<Vec<AffineMap>> {
        if self.maps.is_empty() {
            return None;
        }
        let cx = op.cx();
        let window_attrs = ["strides", "dilations"].map(|name| op.inherent_attr(name));
        let key = (self.maps.as_ptr().addr(), self.loops.len(), window_attrs);
        let memoized = &cx.slot::<WindowMaps>().0;
        if let Some(maps) = memoized.read().ok().and_then(|known| known.get(&key).cloned()) {
            return Some(maps);
        }
        let [strides, dilations] = window_attrs.map(|attr| window(cx, attr));
        let maps = self.maps(&strides, &dilations)?;
        if let Ok(mut known) = memoized.write() {
            known.insert(key, maps.clone());
        }
        Some(maps)
    }
}

/// The place of a table's subscripts, its number of loops, strides and dilations.
type WindowKey = (usize, usize, [Option<Attr>; 2]);

/// The maps of named ops that were requested so far.
#[derive(Default)]
struct WindowMaps(RwLock<FxHashMap<WindowKey, Vec<AffineMap>>>);

terrace_ir::context_slot!(WindowMaps);

/// The numbers of a window's strides or dilations; ones where they are not given.
pub fn window(cx: &Context, attr: Option<Attr>) -> Vec<i64> {
    let values = attr.and_then(|attr| int_values(cx, attr)).into_iter().flatten();
    values.map(|value| value.low_u128() as i64).collect()
}

impl Structured for Named {
    fn indexing_maps(&self, op: OpRef<'_>) -> Vec<AffineMap> {
        self.maps_of(op).unwrap_or_else(|| {
            let cx = op.cx();
            let rank = result_rank(op) as u32;
            let scalar = |ty: terrace_ir::Type| ty.shape(cx).is_none_or(<[i64]>::is_empty);
            let map =
                |ty| if scalar(ty) { AffineMap::new(rank, 0, Vec::new()) } else { AffineMap::identity(rank) };
            op.operand_types().into_iter().map(map).collect()
        })
    }
    fn parallel(&self, op: OpRef<'_>) -> Vec<bool> {
        if self.maps.is_empty() {
            return vec![true; result_rank(op)];
        }
        self.loops.chars().map(|kind| kind == 'p').collect()
    }
    fn destinations(&self, op: OpRef<'_>) -> (usize, usize) {
        second_slot(op)
    }
    fn is_named_convolution(&self) -> bool {
        self.role == Role::Convolution
    }
}

structured_interfaces!(Named);

/// Inputs and destinations, as most structured ops have them.
pub static IN_AND_OUT: [OperandDef; 2] = [
    OperandDef { name: "inputs", constraint: &ANY_TYPE, arity: Arity::Variadic, segments: None },
    OperandDef {
        name: "outputs",
        constraint: &terrace_dialects_mem::constraints::ANY_SHAPED,
        arity: Arity::Variadic,
        segments: None,
    },
];

static TENSORS: [ResultDef; 1] = [ResultDef {
    name: "result_tensors",
    constraint: &terrace_dialects_builtin::constraints::ANY_RANKED_TENSOR,
    arity: Arity::Variadic,
}];

static COMPUTATION: [RegionDef; 1] =
    [RegionDef { name: "region", constraint: RegionConstraint::Any, variadic: false }];

const fn optional(
    name: &'static str,
    constraint: &'static terrace_ir::def::AttrConstraint,
    default: fn(&Context) -> Attr,
) -> PropDef<'static> {
    PropDef { name, constraint, presence: Optionality::OptionalDefault(default) }
}

const SEGMENTS: PropDef = PropDef {
    name: "operandSegmentSizes",
    constraint: DenseI32ArrayAttr::CONSTRAINT,
    presence: Optionality::Required,
};

/// No attributes.
pub const NO_ATTRS: &[PropDef] = &[SEGMENTS];
/// The `cast` attribute, with the signedness of integer conversions.
pub const CAST: &[PropDef] = &[optional("cast", TypeFnAttr::CONSTRAINT, cast_signed), SEGMENTS];

macro_rules! window_attrs {
    ($($(#[$doc:meta])* $name:ident = $constraint:ident, $ones:ident;)*) => {
        $($(#[$doc])* pub const $name: &[PropDef] =
            &[optional("strides", <$constraint>::CONSTRAINT, $ones), optional("dilations", <$constraint>::CONSTRAINT, $ones), SEGMENTS];)*
    };
}

/// The attributes of strides and dilations.
pub mod windows {
    use super::*;
    window_attrs! {
        /// A window in one dimension.
        ONE = Window1Attr, ones_1;
        /// A window in two dimensions.
        TWO = Window2Attr, ones_2;
        /// A window in three dimensions.
        THREE = Window3Attr, ones_3;
    }
}

/// A view of an op of the table.
#[derive(Clone, Copy)]
pub struct NamedOpView<'a>(
    /// The op.
    pub OpRef<'a>,
);

/// The adaptor of an op of the table.
pub struct NamedOpAdaptor<'a, T>(OperandGroups<'a, T>);

impl<'a, T> From<OperandGroups<'a, T>> for NamedOpAdaptor<'a, T> {
    fn from(groups: OperandGroups<'a, T>) -> Self {
        Self(groups)
    }
}

impl<'a, T: Copy> NamedOpAdaptor<'a, T> {
    /// For the inputs.
    pub fn inputs(&self) -> &'a [T] {
        self.0.group(0)
    }

    /// For the outputs.
    pub fn outputs(&self) -> &'a [T] {
        self.0.group(1)
    }
}

impl<'a> From<NamedOpView<'a>> for OpRef<'a> {
    fn from(view: NamedOpView<'a>) -> Self {
        view.0
    }
}

impl<'a> From<OpRef<'a>> for NamedOpView<'a> {
    fn from(op: OpRef<'a>) -> Self {
        Self(op)
    }
}

impl<'a> NamedOpView<'a> {
    /// The inputs.
    pub fn inputs(self) -> impl ExactSizeIterator<Item = ValueRef<'a>> + Clone {
        self.0.operand_group(0)
    }

    /// Its destinations.
    pub fn outputs(self) -> impl ExactSizeIterator<Item = ValueRef<'a>> + Clone {
        self.0.operand_group(1)
    }
}

const fn traits(check: terrace_ir::def::CheckFn) -> [Trait; 4] {
    [
        Trait::AttrSizedOperandSegments,
        Trait::SingleBlockImplicitTerminator("linalg.yield"),
        Trait::RecursiveMemoryEffects,
        Trait::Check(check),
    ]
}

static PLAIN: [Trait; 4] = traits(|_| Ok(()));
static CONVOLUTION: [Trait; 4] = traits(verify_convolution);
static FILL: [Trait; 4] = traits(verify_fill);

/// The common part of the definitions of all entries.
pub const fn definition(
    name: &'static str,
    doc: &'static str,
    props: &'static [PropDef],
    role: Role,
) -> OpDef {
    OpDef {
        name,
        doc,
        props,
        operands: &IN_AND_OUT,
        results: &TENSORS,
        regions: &COMPUTATION,
        traits: match role {
            Role::Convolution => &CONVOLUTION,
            Role::Fill => &FILL,
            _ => &PLAIN,
        },
        asm: Some((parse_named, print_named)),
        syntax: Some(
            "attr-dict `ins` `(` $inputs `:` type($inputs) `)` `outs` `(` $outputs `:` type($outputs) `)` \
             (`->` type($result_tensors))?",
        ),
        fold: Some(terrace_dialects_mem::memref::fold_casts),
        verify_regions: Some(match role {
            Role::Contraction => verify_contraction,
            _ => verify_structured,
        }),
        ..EMPTY_OP
    }
}

/// Defines an op and its marker for each entry: name, role, attributes, number of inputs, loops, maps and body.
macro_rules! named_ops {
    ($($(#[doc = $doc:literal])* $marker:ident = $name:literal, $role:ident, $attrs:expr, $inputs:literal,
       $loops:literal, $maps:expr, $body:expr;)*) => {
        $(
            $(#[doc = $doc])*
            #[derive(Clone, Copy, PartialEq, Eq)]
            #[repr(transparent)]
            pub struct $marker(terrace_ir::Op);

            impl From<$marker> for terrace_ir::Op {
                #[inline]
                fn from(op: $marker) -> Self {
                    op.0
                }
            }

            impl $marker {
                /// The view of the op.
                #[inline]
                pub fn view<'a>(self, rw: &'a terrace_ir::Rewriter<'_>) -> $crate::named::NamedOpView<'a> {
                    $crate::named::NamedOpView(rw.op(self.0))
                }
            }

            impl terrace_ir::OpKind for $marker {
                const DEF: &'static terrace_ir::OpDef = {
                    static ENTRY: $crate::named::Named = $crate::named::Named {
                        role: $crate::named::Role::$role,
                        inputs: $inputs,
                        loops: $loops,
                        maps: $maps,
                        body: $body,
                    };
                    static DEF: terrace_ir::OpDef = terrace_ir::OpDef {
                        interfaces: &[
                            &(&ENTRY as &dyn $crate::named::NamedOp),
                            &(&ENTRY as &dyn $crate::structured::Structured),
                            &(&ENTRY as &dyn terrace_ir::interfaces::DestinationStyleOp),
                            &(&ENTRY as &dyn terrace_ir::effects::MemoryEffects),
                            &(&ENTRY as &dyn terrace_ir::effects::ConditionallySpeculatable),
                            &(&$crate::tiling::StructuredTiling as &dyn terrace_ir::tiling::TilingInterface),
                            &(&$crate::tiling::StructuredTiling as &dyn terrace_ir::tiling::PartialReductionOp),
                        ],
                        ..$crate::named::definition(
                            $name,
                            concat!($($doc),*),
                            $attrs,
                            $crate::named::Role::$role,
                        )
                    };
                    &DEF
                };
                const MODEL: Self = Self(terrace_ir::Op::from_u32(u32::MAX));
                type View<'a> = $crate::named::NamedOpView<'a>;
                type Adaptor<'a, T: Copy + 'a> = $crate::named::NamedOpAdaptor<'a, T>;

                #[inline]
                fn assume(op: terrace_ir::Op) -> Self {
                    Self(op)
                }
            }
        )*

        /// The ops of this table.
        pub const OPS: &[&terrace_ir::OpDef] = &[$(<$marker as terrace_ir::OpKind>::DEF),*];
    };
}
pub(crate) use named_ops;

fn parse_named(p: &mut dyn OpParser, state: &mut ParseState) -> PResult<()> {
    let Some(named) = p.cx().op_info(state.name).interface::<dyn NamedOp>() else { return Ok(()) };
    let entry = named.entry();
    parse_hidden(p, state, entry.inputs + 1, &mut |s, unsigned| entry.body.build(s, unsigned))?;
    let [strides, dilations] = ["strides", "dilations"].map(|name| {
        let slot =
            p.cx().op_info(state.name).def().and_then(|d| d.props.iter().position(|prop| prop.name == name));
        window(p.cx(), slot.and_then(|slot| state.props[slot].opt()))
    });
    if let Some(maps) = entry.maps(&strides, &dilations) {
        let cx = p.cx();
        let name = cx.str(MEMOIZED);
        if !state.attrs.iter().any(|&(given, _)| given == name) {
            let maps: Vec<Attr> = maps.into_iter().map(|map| cx.affine_map_attr(map)).collect();
            state.attrs.push((name, cx.array_attr(&maps)));
        }
    }
    Ok(())
}

fn print_named(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    print_hidden(p, op, &[]);
}

fn verify_fill(op: OpRef<'_>) -> CheckResult {
    let (cx, view) = (op.cx(), NamedOpView(op));
    let (mut inputs, mut outputs) = (view.inputs().map(|v| v.ty()), view.outputs().map(|v| v.ty()));
    let (Some(value), Some(to), None, None) = (inputs.next(), outputs.next(), inputs.next(), outputs.next())
    else {
        return Err(plain_error(op, "expected op with 1 input and 1 output"));
    };
    if value.is_shaped(cx) {
        return Err(plain_error(op, "expected op with scalar input"));
    }
    let element = to.element_type_or_self(cx);
    if value != element {
        let [value, element] = [value, element].map(|ty| cx.type_text(ty));
        return Err(op_error(
            op,
            format!("expected fill value type ('{value}') to match output element type ('{element}')"),
        ));
    }
    Ok(())
}

/// The maximum length of a chain of conversions that is skipped.
const MOST_CONVERSIONS: usize = 1 << 10;

/// The value after conversions and other functions of one value.
fn behind_unary(mut value: ValueRef<'_>) -> ValueRef<'_> {
    // What is not checked yet may run in circles.
    for _ in 0..MOST_CONVERSIONS {
        match value.defining_op() {
            Some(op) if op.num_operands() == 1 => value = op.single_operand(),
            _ => break,
        }
    }
    value
}

/// Whether ops multiply and sum up numbers of one kind, as a contraction does.
pub fn are_product_and_sum(product: OpRef<'_>, sum: OpRef<'_>) -> bool {
    product.isa::<arith::MulFOp>() && sum.isa::<arith::AddFOp>()
        || product.isa::<arith::MulIOp>() && sum.isa::<arith::AddIOp>()
        || product.isa::<complex::MulOp>() && sum.isa::<complex::AddOp>()
        || product.isa::<arith::AndIOp>() && sum.isa::<arith::OrIOp>()
}

/// Whether the region sums up products.
fn sums_products(op: OpRef<'_>) -> bool {
    let end = op.single_region().entry().and_then(|block| block.last());
    let Some(sum) =
        end.and_then(|end| end.operands().next()).and_then(|value| behind_unary(value).defining_op())
    else {
        return false;
    };
    sum.operands().any(|operand| {
        behind_unary(operand).defining_op().is_some_and(|product| are_product_and_sum(product, sum))
    })
}

/// Verifies that an op has two inputs and a destination, whose maps are projected permutations, and a body
/// that is a sum of products.
///
/// # Errors
///
/// The first violated rule.
pub fn verify_contraction(op: OpRef<'_>) -> CheckResult {
    verify_structured(op)?;
    let Some(structured) = crate::structured::as_structured(op) else { return Ok(()) };
    let fail = |message: &str| Err(plain_error(op, message));
    if structured.destinations(op) != (2, 1) || op.num_operands() != 3 {
        return fail("expected op with 2 inputs and 1 output");
    }
    if !structured.parallel(op).contains(&false) {
        return fail("expected at least 1 reduction");
    }
    if structured.indexing_maps(op).iter().any(|map| !map.is_projected_permutation(false)) {
        return fail("expected indexing maps to be projected permutations");
    }
    if !sums_products(op) {
        return fail("expected add/mul op in the body");
    }
    Ok(())
}
