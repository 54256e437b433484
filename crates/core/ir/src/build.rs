//! The state of an op that is about to be created, which the builders of `#[op]` fill by the names of its slots.
//!
//! ```text
//! let value = rw.build_value(SelectOp::of(flag, a, b));
//! let branch = rw.build(IfOp::of(flag).then_region_with(&[], |rw, _| { .. }));
//! ```
//!
//! Operands that every op of the kind has are arguments of `of`; an operand that is not set is absent, an inherent
//! attribute that is not set has its default. Types of results that are not set are inferred. The location that is not set
//! is that of the op at the insertion point.

use smallvec::SmallVec;

use crate::attr_kind::AttrKind;
use crate::attrs::Attr;
use crate::body::{Body, OpBuilder, OpSpec};
use crate::context::Context;
use crate::def::{Arity, OpDef, OpKind, ResultDef};
use crate::ids::{Block, Op, OpName, Region, Value};
use crate::infer::InferInput;
use crate::interfaces::OpFoldResult;
use crate::ir::OpRef;
use crate::loc::Loc;
use crate::rewriter::{InsertPoint, Rewriter};
use crate::traits::{Trait, TraitSet};
use crate::types::Type;

/// Fills the entry block of a region, at whose end the rewriter's insertion point is; gets the block's arguments.
pub type FillBlock<'a> = Box<dyn FnOnce(&mut Rewriter<'_>, &[Value]) + 'a>;

/// A region of an op that is about to be created.
enum NewRegion<'a> {
    /// One that exists, and no op owns yet.
    Region(Region),
    /// One with a block of arguments of these types.
    Block(SmallVec<[Type; 4]>, FillBlock<'a>),
}

/// An inherent attribute of an op that is about to be created.
enum NewAttr<'a> {
    Attr(Attr),
    /// One that is interned when the op is created.
    Value(Box<dyn FnOnce(&Context) -> Attr + 'a>),
}

/// An op that is about to be created: a builder of `#[op]`, or the state of an op whose kind is not known at compile time.
pub trait NewOp<'a> {
    /// The handle of the op.
    type Handle;

    /// The op's operands, attributes and so on.
    fn state(self) -> OperationState<'a>;

    /// The handle of the op that was created from the state.
    fn handle(op: Op) -> Self::Handle;
}

impl OpBuilder<'_> {
    /// Creates a detached op; its location is unknown unless it is set.
    ///
    /// # Panics
    ///
    /// If a region of it is to be filled, which takes a rewriter, or if its result types were not set and are not
    /// inferred. The panic has the place of the caller.
    #[track_caller]
    pub fn build<'s, N: NewOp<'s>>(&mut self, cx: &Context, op: N) -> N::Handle {
        N::handle(op.state().create(cx, self))
    }
}

impl<'a> NewOp<'a> for OperationState<'a> {
    type Handle = Op;

    #[inline]
    fn state(self) -> OperationState<'a> {
        self
    }

    #[inline]
    fn handle(op: Op) -> Op {
        op
    }
}

/// Elements of an op, with the number of the slot of each.
///
/// Elements of a slot are in the order in which they were pushed; those of slots are in the order of the slots after
/// [`Slotted::sort`].
struct Slotted<T: Copy, const N: usize> {
    slots: SmallVec<[u32; N]>,
    elements: SmallVec<[T; N]>,
}

impl<T: Copy, const N: usize> Slotted<T, N> {
    fn new() -> Self {
        Self { slots: SmallVec::new(), elements: SmallVec::new() }
    }

    #[inline]
    fn push(&mut self, slot: u32, element: T) {
        self.slots.push(slot);
        self.elements.push(element);
    }

    #[inline]
    fn extend(&mut self, slot: u32, elements: &[T]) {
        elements.iter().for_each(|&element| self.push(slot, element));
    }

    /// Sorts the elements by slot; most are created in this order.
    #[inline]
    fn sort(&mut self) {
        if !self.slots.is_sorted() {
            let mut pairs: Vec<(u32, T)> =
                self.slots.iter().copied().zip(self.elements.iter().copied()).collect();
            pairs.sort_by_key(|(slot, _)| *slot);
            self.slots = pairs.iter().map(|(slot, _)| *slot).collect();
            self.elements = pairs.iter().map(|(_, element)| *element).collect();
        }
    }

    /// An array attribute with the number of elements of each of `slots` slots.
    fn segment_sizes(&self, cx: &Context, slots: usize) -> Attr {
        let mut sizes: SmallVec<[i32; 8]> = SmallVec::from_elem(0, slots);
        self.slots.iter().for_each(|slot| sizes[*slot as usize] += 1);
        cx.i32_array(&sizes)
    }
}

/// The state of an op to be created.
pub struct OperationState<'a> {
    def: &'static OpDef,
    loc: Option<Loc>,
    operands: Slotted<Value, 6>,
    props: SmallVec<[(u32, NewAttr<'a>); 2]>,
    successors: Slotted<Block, 2>,
    results: Slotted<Type, 2>,
    /// Most ops have none.
    regions: Vec<(u32, NewRegion<'a>)>,
    /// Whether types of results were set, if only to none.
    has_results: bool,
}

impl<'a> OperationState<'a> {
    /// The state of an op whose slots are all empty.
    pub fn new(def: &'static OpDef) -> Self {
        let (operands, props, successors) = (Slotted::new(), SmallVec::new(), Slotted::new());
        let (results, regions, has_results) = (Slotted::new(), Vec::new(), false);
        Self { def, loc: None, operands, props, successors, results, regions, has_results }
    }

    /// The state of an op whose kind is a parameter of generic code: its operands and inherent attributes in the order of
    /// their slots, which take one value each but for the last. An attribute that is `None` or left out has its default.
    pub fn positional<K: OpKind>(operands: &[Value], props: &[Option<Attr>]) -> Self {
        let mut state = Self::new(K::DEF);
        let last = K::DEF.operands.len().saturating_sub(1) as u32;
        (0..).zip(operands).for_each(|(at, &operand)| state.operand(last.min(at), operand));
        (0..).zip(props).for_each(|(slot, prop)| state.prop(slot, *prop));
        state
    }

    /// The state of an op on one value whose kind is a parameter of generic code, such as a conversion.
    pub fn unary<K: OpKind>(operand: impl Into<Value>) -> Self {
        let mut state = Self::new(K::DEF);
        state.operand(0, operand.into());
        state
    }

    /// The state of an op on two values whose kind is a parameter of generic code, such as one of arithmetic; the counterpart
    /// of [`crate::BinaryOpView`].
    pub fn binary<K: OpKind>(lhs: impl Into<Value>, rhs: impl Into<Value>) -> Self {
        let mut state = Self::unary::<K>(lhs);
        state.operand(1, rhs.into());
        state
    }

    /// Sets the inherent attribute of a name, unless `attr` is `None`.
    ///
    /// # Panics
    ///
    /// If ops of the kind have no such attribute.
    #[must_use]
    pub fn with_attr(mut self, name: &str, attr: impl Into<Option<Attr>>) -> Self {
        let slot = self.def.props.iter().position(|prop| prop.name == name);
        let slot = slot.unwrap_or_else(|| panic!("'{}' has no attribute '{name}'", self.def.name));
        self.prop(slot as u32, attr.into());
        self
    }

    /// Sets the inherent attributes to those of `op`, as far as ops of the kind have attributes of the same names.
    #[must_use]
    pub fn with_attrs_of(mut self, op: OpRef<'_>) -> Self {
        for (slot, prop) in (0..).zip(self.def.props) {
            self.prop(slot, op.inherent_attr(prop.name));
        }
        self
    }

    /// Sets the types of all results.
    #[must_use]
    pub fn with_results(mut self, types: &[Type]) -> Self {
        self.results(0, types);
        self
    }

    /// Sets the location, as the builders' `loc` does.
    #[must_use]
    pub fn with_loc(mut self, loc: Loc) -> Self {
        self.set_loc(loc);
        self
    }

    /// Sets the location.
    pub fn set_loc(&mut self, loc: Loc) {
        self.loc = Some(loc);
    }

    /// Appends an operand to a slot.
    #[inline]
    pub fn operand(&mut self, slot: u32, value: Value) {
        self.operands.push(slot, value);
    }

    /// Appends operands to a slot.
    pub fn operands(&mut self, slot: u32, values: &[Value]) {
        self.operands.extend(slot, values);
    }

    /// Appends groups of operands to a slot; the sizes of the groups become the inherent attribute `sizes`.
    pub fn operand_groups(&mut self, slot: u32, sizes: u32, groups: &[&[Value]]) {
        let counts: Vec<i32> = groups.iter().map(|group| group.len() as i32).collect();
        self.props.push((sizes, NewAttr::Value(Box::new(move |cx| cx.i32_array(&counts)))));
        groups.iter().for_each(|group| self.operands(slot, group));
    }

    /// Appends the values of a list to a slot; the inherent attribute `fixed` becomes the list's numbers, with
    /// [`crate::DYNAMIC`] for each value.
    pub fn mixed(&mut self, slot: u32, fixed: u32, list: &[OpFoldResult]) {
        for index in list {
            if let OpFoldResult::Value(value) = index {
                self.operands.push(slot, *value);
            }
        }
        let numbers: SmallVec<[i64; 8]> = list.iter().map(|index| index.fixed()).collect();
        self.props.push((fixed, NewAttr::Value(Box::new(move |cx| cx.i64_array(&numbers)))));
    }

    /// Sets an inherent attribute, unless `attr` is `None`.
    pub fn prop(&mut self, slot: u32, attr: Option<Attr>) {
        if let Some(attr) = attr {
            self.props.push((slot, NewAttr::Attr(attr)));
        }
    }

    /// Sets an inherent attribute to the attribute of a value.
    pub fn prop_value<K: AttrKind>(&mut self, slot: u32, value: K::Value<'a>) {
        self.props.push((slot, NewAttr::Value(Box::new(move |cx| K::attr(cx, value)))));
    }

    /// Appends successors to a slot.
    pub fn successors(&mut self, slot: u32, blocks: &[Block]) {
        self.successors.extend(slot, blocks);
    }

    /// Appends the types of results to a slot. They are not inferred then, even if there are none.
    pub fn results(&mut self, slot: u32, types: &[Type]) {
        self.has_results = true;
        self.results.extend(slot, types);
    }

    /// Appends regions that no op owns yet to a slot.
    pub fn regions(&mut self, slot: u32, regions: &[Region]) {
        self.regions.extend(regions.iter().map(|&region| (slot, NewRegion::Region(region))));
    }

    /// Appends a region with one block to a slot, whose arguments have these types and which `fill` fills. If
    /// the op has an implicit terminator and `fill` creates none, it is added.
    pub fn region_with(&mut self, slot: u32, args: &[Type], fill: FillBlock<'a>) {
        self.regions.push((slot, NewRegion::Block(args.into(), fill)));
    }

    /// Creates an op that is in no block yet.
    ///
    /// # Panics
    ///
    /// If a region is to be filled, which takes a rewriter ([`Rewriter::build`]).
    #[track_caller]
    pub(crate) fn create(mut self, cx: &Context, body: &mut OpBuilder<'_>) -> Op {
        let name = self.def.name;
        let regions = self.take_regions(|_, _| panic!("a region of '{name}' is filled by a rewriter"));
        let loc = self.loc.unwrap_or(Loc::UNKNOWN);
        self.finish(cx, loc, body, &regions)
    }

    /// Creates an op that is in no block yet, and fills its regions.
    #[track_caller]
    pub(crate) fn create_with(mut self, rw: &mut Rewriter<'_>) -> Op {
        let (def, cx) = (self.def, rw.cx());
        let loc = self.loc.unwrap_or_else(|| rw.loc());
        let regions = self.take_regions(|args, fill| fill_region(rw, def, cx, loc, &args, fill));
        self.finish(cx, loc, &mut rw.op_builder(), &regions)
    }

    /// Sets the types of the results, unless some were set.
    pub fn default_results(&mut self, types: impl Iterator<Item = Type>) {
        if !self.has_results {
            self.has_results = true;
            types.for_each(|ty| self.results.push(0, ty));
        }
    }

    fn take_regions(
        &mut self,
        mut fill: impl FnMut(SmallVec<[Type; 4]>, FillBlock<'a>) -> Region,
    ) -> SmallVec<[Region; 2]> {
        if self.regions.is_empty() {
            return SmallVec::new();
        }
        let mut regions = std::mem::take(&mut self.regions);
        regions.sort_by_key(|(slot, _)| *slot);
        let one = |(_, region)| match region {
            NewRegion::Region(region) => region,
            NewRegion::Block(args, block) => fill(args, block),
        };
        regions.into_iter().map(one).collect()
    }

    #[track_caller]
    fn finish(&mut self, cx: &Context, loc: Loc, body: &mut OpBuilder<'_>, regions: &[Region]) -> Op {
        let def = self.def;
        self.operands.sort();
        self.successors.sort();
        self.results.sort();
        let name = cx.op_name_of(def);
        let info = cx.op_info(name);
        let mut props: SmallVec<[Attr; 16]> = SmallVec::from_slice(&info.built_defaults);
        let has_segments = info.traits.has(TraitSet::AttrSizedOperandSegments)
            || info.traits.has(TraitSet::AttrSizedResultSegments);
        if has_segments {
            // Those of generic code replace them.
            for (at, prop) in def.props.iter().enumerate() {
                match prop.name {
                    "operandSegmentSizes" => props[at] = self.operands.segment_sizes(cx, def.operands.len()),
                    "resultSegmentSizes" => props[at] = self.results.segment_sizes(cx, def.results.len()),
                    _ => {}
                }
            }
        }
        for (slot, attr) in self.props.drain(..) {
            props[slot as usize] = match attr {
                NewAttr::Attr(attr) => attr,
                NewAttr::Value(make) => make(cx),
            };
        }
        if !self.has_results {
            self.results.elements = infer_results(cx, def, body, &self.operands, &props, regions);
        }
        let attrs = Attr::EMPTY_DICT;
        let spec = OpSpec {
            name,
            operands: &self.operands.elements,
            results: &self.results.elements,
            props: &props,
            attrs,
            successors: &self.successors.elements,
            loc,
        };
        let op = body.new_op(&spec);
        if !regions.is_empty() {
            body.set_regions(op, regions);
        }
        op
    }
}

fn fill_region(
    rw: &mut Rewriter<'_>,
    def: &'static OpDef,
    cx: &Context,
    loc: Loc,
    args: &[Type],
    fill: FillBlock<'_>,
) -> Region {
    let region = rw.new_region();
    let args: SmallVec<[(Type, Loc); 4]> = args.iter().map(|&ty| (ty, loc)).collect();
    let block = rw.create_block(region, &args);
    let args: SmallVec<[Value; 4]> = rw.body().args(block).collect();
    let point = rw.replace_insertion_point(Some(InsertPoint::End(block)));
    let outer = rw.replace_loc(loc);
    fill(rw, &args);
    if let Some(name) = implied_terminator(cx, def)
        && rw.body().last_op(block).is_none_or(|last| rw.body().name(last) != name)
    {
        rw.set_insertion_point_to_end(block);
        let props = cx.op_info(name).built_defaults.to_vec();
        let (attrs, none) = (Attr::EMPTY_DICT, &[]);
        rw.create_op(&OpSpec {
            name,
            operands: none,
            results: &[],
            props: &props,
            attrs,
            successors: &[],
            loc,
        });
    }
    rw.replace_insertion_point(point);
    rw.replace_loc(outer);
    region
}

/// The types of the results: those of the op's inference; otherwise, for each slot, the type that traits and
/// constraints determine, or for a variadic slot the types that the op's regions yield.
///
/// # Panics
///
/// If a type cannot be inferred.
#[track_caller]
fn infer_results(
    cx: &Context,
    def: &'static OpDef,
    body: &Body,
    operands: &Slotted<Value, 6>,
    props: &[Attr],
    regions: &[Region],
) -> SmallVec<[Type; 2]> {
    let types: SmallVec<[Type; 8]> = operands.elements.iter().map(|&value| body.value_type(value)).collect();
    if let Some(infer) = def.infer {
        let yields: Vec<Vec<Type>> = regions.iter().map(|&region| yielded_types(body, region)).collect();
        match infer(&InferInput { cx, def, operands: &types, props, yields: &yields }) {
            Ok(types) => return types.into(),
            Err(message) => {
                panic!(
                    "the result types of '{}' are not inferred: {message}; {}",
                    def.name,
                    set_types(def.results)
                )
            }
        }
    }
    let operand = |name: &str| {
        let slot = def.operands.iter().position(|operand| operand.name == name)? as u32;
        Some(types[operands.slots.iter().position(|of| *of == slot)?])
    };
    let by_trait = |result: &str, each: &Trait| match each {
        Trait::SameOperandsAndResultType => types.first().copied(),
        Trait::AllTypesMatch(names) if names.contains(&result) => names.iter().find_map(|name| operand(name)),
        Trait::TypesMatchWith(rule) if rule.to == result => (rule.transform)(cx, operand(rule.from)?),
        _ => None,
    };
    let mut results = SmallVec::new();
    for result in def.results {
        let by_trait = || def.traits.iter().find_map(|each| by_trait(result.name, each));
        match result.arity {
            Arity::One => {
                let ty = by_trait().or_else(|| result.constraint.build.map(|build| build(cx)));
                let Some(ty) = ty else {
                    let set = set_types(std::slice::from_ref(result));
                    panic!(
                        "the type of the result '{}' of '{}' is neither set nor inferred; {set}",
                        result.name, def.name
                    )
                };
                results.push(ty);
            }
            Arity::Variadic if def.results.len() == 1 => {
                results.extend(carried_types(cx, def, body, regions))
            }
            // A slot that may be empty is.
            _ => {}
        }
    }
    results
}

/// Returns the help on the types of results: they are set by the functions of the builder that have their names.
fn set_types(results: &[ResultDef<'_>]) -> String {
    let set = |result: &ResultDef<'_>| {
        let args = if result.arity == Arity::One { "ty" } else { "&[ty, ..]" };
        format!("`.{}({args})`", function_name(result.name))
    };
    let functions: Vec<String> = results.iter().map(set).collect();
    format!("set it with {} on the builder", functions.join(" and "))
}

/// The name of the function of a slot: `outputTypes` is `output_types`.
fn function_name(name: &str) -> String {
    let mut out = String::new();
    let mut before = '_';
    for c in name.chars() {
        if c.is_ascii_uppercase() && before.is_ascii_lowercase() {
            out.push('_');
        }
        out.push(c.to_ascii_lowercase());
        before = c;
    }
    out
}

/// The types that the first region of an op yields, if that ends with the op's implied terminator.
fn carried_types(cx: &Context, def: &'static OpDef, body: &Body, regions: &[Region]) -> Vec<Type> {
    let last = regions.first().and_then(|&region| body.last_op(body.entry(region)?));
    let is_implied = last.is_some_and(|last| implied_terminator(cx, def) == Some(body.name(last)));
    if is_implied { yielded_types(body, regions[0]) } else { Vec::new() }
}

fn implied_terminator(cx: &Context, def: &'static OpDef) -> Option<OpName> {
    def.traits.iter().find_map(|each| match each {
        Trait::SingleBlockImplicitTerminator(name) => Some(cx.op_name(name)),
        _ => None,
    })
}

/// The types of the operands of the last op in a region's first block.
fn yielded_types(body: &Body, region: Region) -> Vec<Type> {
    let last = body.entry(region).and_then(|block| body.last_op(block));
    last.map_or(Vec::new(), |op| body.operands(op).map(|value| body.value_type(value)).collect())
}
