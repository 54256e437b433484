//! Makes an IR of what [`super::ops`] tells.

use std::sync::Arc;

use terrace_asm::TopLevel;
use terrace_ir::def::Optionality;
use terrace_ir::type_interfaces::LocationLike;
use terrace_ir::{
    Attr, AttrData, Block, BodyBuilder, BodyId, Loc, NamedAttr, Op, OpHandle, OpName, OpSpec, Region,
    TraitSet, Type, Use, Value,
};

use super::cursor::{Cursor, Outcome};
use super::file::Span;
use super::ops::{OpVisitor, RawBlock, RawOp, UseListOrders, Visit};
use super::scopes::{Scope, ScopedValue};
use super::state::State;
use crate::properties::{PropertyLayout, PropertyLayouts};

/// A body that is being made.
struct OpenBody {
    id: BodyId,
    body: BodyBuilder,
    /// Values whose uses are put in order when all are there.
    orders: Vec<(Value, UseOrder)>,
    /// The integers of their orders.
    integers: Vec<u32>,
}

impl OpenBody {
    fn new(id: BodyId, body: BodyBuilder) -> Self {
        Self { id, body, orders: Vec::new(), integers: Vec::new() }
    }
}

/// The order in which the uses of a value are to be.
#[derive(Clone, Copy)]
enum UseOrder {
    /// As a reader makes them: the last one first.
    Reversed,
    /// At places, or at those of some pairs: where their integers are.
    Places { pairs: bool, start: usize, len: usize },
}

/// What is needed to put uses in order, kept for its memory.
#[derive(Default)]
struct UseScratch {
    uses: Vec<Use>,
    places: Vec<u32>,
    ordered: Vec<Option<Use>>,
}

/// An op some of whose regions are still to come.
struct OpenOp {
    regions: Vec<Region>,
    /// The next of them.
    next: usize,
    blocks: Vec<Block>,
    next_block: usize,
    /// Whether it has a body of its own, and a scope of its own.
    own_body: bool,
    own_scope: bool,
}

/// Properties that were read, by number.
#[derive(Default)]
struct ReadProperties {
    /// The op that they were read for, and where they are among all.
    entries: Vec<Option<(OpName, u32, u32)>>,
    all: Vec<Attr>,
}

impl ReadProperties {
    /// Returns properties that were read for ops of this name.
    fn get(&self, number: u64, name: OpName) -> Option<&[Attr]> {
        let &(known, start, len) = self.entries.get(number as usize)?.as_ref()?;
        (known == name).then(|| &self.all[start as usize..(start + len) as usize])
    }

    /// Notes properties that are in the file.
    fn set(&mut self, number: u64, name: OpName, props: &[Attr]) {
        let at = number as usize;
        if at >= self.entries.len() {
            self.entries.resize((at + 1).next_power_of_two(), None);
        }
        self.entries[at] = Some((name, self.all.len() as u32, props.len() as u32));
        self.all.extend_from_slice(props);
    }
}

/// Regions of an op that were passed over.
pub(super) struct UnreadRegions {
    /// The body of the op, which has the regions.
    pub(super) body: BodyId,
    pub(super) regions: usize,
    pub(super) section: Span,
}

/// Makes an IR.
pub(super) struct Builder<'s, 'a> {
    state: &'s mut State<'a>,
    layouts: PropertyLayouts,
    read_props: ReadProperties,
    bodies: Vec<OpenBody>,
    scopes: Vec<Scope>,
    ops: Vec<OpenOp>,
    pub(super) next_body: u32,
    /// The bodies that are complete.
    pub(super) done: Vec<(BodyId, BodyBuilder)>,
    /// The regions that were passed over; `None` if all are read.
    pub(super) unread: Option<Vec<UnreadRegions>>,
    unresolved: bool,
    scratch: UseScratch,
    operands: Vec<Value>,
    results: Vec<Type>,
    props: Vec<Attr>,
}

impl<'s, 'a> Builder<'s, 'a> {
    /// A builder to which nothing was told. The body with the ops of the file is number 1, as in [`TopLevel`].
    pub(super) fn new(state: &'s mut State<'a>) -> Self {
        let mut body = BodyBuilder::new(None);
        let region = body.new_region();
        let top = OpenOp {
            regions: vec![region],
            next: 0,
            blocks: Vec::new(),
            next_block: 0,
            own_body: false,
            own_scope: false,
        };
        Self {
            state,
            layouts: PropertyLayouts::default(),
            read_props: ReadProperties::default(),
            bodies: vec![OpenBody::new(BodyId::from_u32(1), body)],
            scratch: UseScratch::default(),
            scopes: vec![Scope::default()],
            ops: vec![top],
            next_body: 2,
            done: Vec::new(),
            unread: None,
            unresolved: false,
            operands: Vec::new(),
            results: Vec::new(),
            props: Vec::new(),
        }
    }

    /// A builder of the regions of an op that were passed over, in its body; handles of bodies begin with `next_body`.
    pub(super) fn of_regions(
        state: &'s mut State<'a>,
        id: BodyId,
        parent: Option<OpHandle>,
        regions: usize,
        next_body: u32,
    ) -> Self {
        let mut builder = Self::new(state);
        let mut body = BodyBuilder::new(parent);
        let regions = (0..regions).map(|_| body.new_top_region()).collect();
        builder.ops = vec![OpenOp {
            regions,
            next: 0,
            blocks: Vec::new(),
            next_block: 0,
            own_body: true,
            own_scope: true,
        }];
        builder.bodies = vec![OpenBody::new(id, body)];
        builder.next_body = next_body;
        builder
    }

    /// Fails if a value was used that is not defined.
    pub(super) fn check_resolved(&self, cursor: &Cursor<'_>) -> Outcome<()> {
        match self.unresolved {
            true => Err(cursor.error("not all forward unresolved forward operand references")),
            false => Ok(()),
        }
    }

    /// Returns what was made: the ops of the file, the bodies in them, and how many handles of bodies are taken.
    pub(super) fn finish(
        mut self,
        cursor: &Cursor<'_>,
    ) -> Outcome<(TopLevel, Vec<(BodyId, BodyBuilder)>, u32)> {
        self.check_resolved(cursor)?;
        let (region, block) = match self.ops.pop() {
            Some(top) => (top.regions[0], top.blocks[0]),
            None => return Err(cursor.error("the file has no ops")),
        };
        let open = self.close_body(cursor)?;
        let top = TopLevel { id: open.id, body: open.body, region, block };
        Ok((top, self.done, self.next_body))
    }

    fn open_body(&mut self) -> &mut OpenBody {
        let last = self.bodies.len() - 1;
        &mut self.bodies[last]
    }

    fn scope(&mut self) -> &mut Scope {
        let last = self.scopes.len() - 1;
        &mut self.scopes[last]
    }

    /// Closes the innermost body, whose uses are put in order.
    fn close_body(&mut self, cursor: &Cursor<'_>) -> Outcome<OpenBody> {
        let Some(mut open) = self.bodies.pop() else {
            return Err(cursor.error("the regions of an op end twice"));
        };
        let OpenBody { body, orders, integers, .. } = &mut open;
        for (value, order) in std::mem::take(orders) {
            if !put_uses_in_order(body, value, order, integers, &mut self.scratch) {
                return Err(cursor.error("parsed use-list orders were invalid and could not be applied"));
            }
        }
        open.body.shrink();
        Ok(open)
    }

    fn location(&mut self, number: u64, cursor: &Cursor<'a>) -> Outcome<Loc> {
        let attr = match self.state.location_at(number, cursor)? {
            Ok(loc) => return Ok(loc),
            Err(attr) => attr,
        };
        let cx = self.state.cx;
        if !matches!(attr.data(cx), AttrData::Loc(_)) && cx.attr_interface::<dyn LocationLike>(attr).is_none()
        {
            return Err(wrong_class(cx, "LocationAttr", attr, cursor));
        }
        Ok(Loc::from_attr(attr))
    }

    fn dictionary(&mut self, number: u64, cursor: &Cursor<'a>) -> Outcome<Attr> {
        let attr = self.state.attribute_at(number, cursor)?;
        match attr.data(self.state.cx) {
            AttrData::Dict(_) => Ok(attr),
            _ => Err(wrong_class(self.state.cx, "DictionaryAttr", attr, cursor)),
        }
    }

    /// Returns the value with a number; one that is defined later is a placeholder until then.
    fn operand(&mut self, number: u64, cursor: &Cursor<'a>) -> Outcome<Value> {
        let here = self.bodies.len() - 1;
        let known = self.scope().value(number, cursor)?;
        if let Some((body, value)) = known
            && body == here
        {
            return Ok(value);
        }
        // What is defined outside of an op that must not use it stays a placeholder, which the verifier reports.
        let ty = known.map_or(Type::NONE, |(body, value)| self.bodies[body].body.value_type(value));
        let placeholder = self.bodies[here].body.new_placeholder(ty);
        match known {
            Some(_) => self.bodies[here].body.set_uses_outside(),
            None => self.scope().set_forward(number, (here, placeholder)),
        }
        Ok(placeholder)
    }

    fn define(&mut self, values: impl ExactSizeIterator<Item = Value>, cursor: &Cursor<'a>) -> Outcome<()> {
        let here = self.bodies.len() - 1;
        let mut used: Vec<(ScopedValue, ScopedValue)> = Vec::new();
        let values = values.map(|value| (here, value));
        self.scope().define(values, cursor, |placeholder, value| used.push((placeholder, value)))?;
        for ((body, placeholder), (_, value)) in used {
            if body != here {
                self.bodies[body].body.set_uses_outside();
                continue;
            }
            let open = &mut self.bodies[here];
            open.body.replace_all_uses(placeholder, value);
            open.orders.push((value, UseOrder::Reversed));
        }
        Ok(())
    }

    /// Notes the orders of the uses of some values.
    fn note_orders(&mut self, orders: &UseListOrders, values: impl Iterator<Item = Value> + Clone) {
        for (order, integers) in orders.iter() {
            let value = usize::try_from(order.value).ok().and_then(|at| values.clone().nth(at));
            if let Some(value) = value {
                let open = self.open_body();
                let (start, len) = (open.integers.len(), integers.len());
                open.integers.extend_from_slice(integers);
                open.orders.push((value, UseOrder::Places { pairs: order.pairs, start, len }));
            }
        }
    }

    /// Reads the inherent attributes of an op into `props`; returns the discardable ones, and whether `props` is one
    /// attribute of an op without definition.
    fn attributes(
        &mut self,
        name: OpName,
        registered: Option<bool>,
        op: &RawOp,
        cursor: &Cursor<'a>,
    ) -> Outcome<(Attr, bool)> {
        let cx = self.state.cx;
        let info = cx.op_info(name);
        let layout = self.layouts.get(cx, name);
        let mut attrs = match op.attrs {
            Some(number) => self.dictionary(number, cursor)?,
            None => Attr::EMPTY_DICT,
        };
        self.props.clear();
        self.props.resize(
            info.prop_names.len().max(usize::from(matches!(*layout, PropertyLayout::Opaque))),
            Attr::NULL,
        );
        if let Some(number) = op.properties {
            if registered.is_none() {
                return Err(cursor.error(format!(
                    "Unexpected missing `wasRegistered` opname flag at bytecode version {} with properties.",
                    self.state.file.version
                )));
            }
            let known = self.read_props.get(number, name);
            if let Some(known) = known {
                self.props.copy_from_slice(known);
            } else if registered == Some(true) && matches!(*layout, PropertyLayout::Opaque) {
                self.props[0] = self.state.kept_properties(number, op.name, cursor, info.name.text(cx))?;
                self.read_props.set(number, name, &self.props);
            } else {
                let (props, text) = (&mut self.props, info.name.text(cx));
                self.state.properties(number, cursor, text, |reader| layout.read(reader, props))?;
                self.read_props.set(number, name, &self.props);
            }
        }
        let Some(def) = info.def() else {
            return Ok((attrs, !self.props[0].is_null()));
        };
        // Inherent attributes may be among the others.
        let entries = match attrs == Attr::EMPTY_DICT {
            true => &[],
            false => attrs.as_dict(cx).unwrap_or_default(),
        };
        let slot = |entry: &NamedAttr| info.prop_names.iter().position(|&name| name == entry.0);
        if !info.prop_names.is_empty() && entries.iter().any(|entry| slot(entry).is_some()) {
            let mut kept = Vec::new();
            for entry in entries {
                match slot(entry) {
                    Some(slot) => self.props[slot] = entry.1,
                    None => kept.push(*entry),
                }
            }
            attrs = cx.dict(kept);
        }
        for (slot, prop) in def.props.iter().enumerate() {
            if self.props[slot].is_null() && matches!(prop.presence, Optionality::Default(_)) {
                self.props[slot] = info.prop_defaults[slot];
            }
        }
        Ok((attrs, false))
    }

    fn create(&mut self, name: OpName, opaque: bool, attrs: Attr, successors: &[Block], loc: Loc) -> Op {
        let last = self.bodies.len() - 1;
        let body = &mut self.bodies[last].body;
        let no_props = opaque || !self.state.cx.op_info(name).prop_names.is_empty();
        let op = body.new_op(&OpSpec {
            name,
            operands: &self.operands,
            results: &self.results,
            props: if no_props { &self.props } else { &[] },
            attrs,
            successors,
            loc,
        });
        if opaque {
            body.set_opaque_props(op);
        }
        op
    }
}

#[cold]
fn wrong_class(
    cx: &Arc<terrace_ir::Context>,
    class: &str,
    attr: Attr,
    cursor: &Cursor<'_>,
) -> Box<super::cursor::FileError> {
    let text = cx.attr_text(attr);
    cursor.error(format!("expected attribute of type: mlir::{class}, but got: {text}"))
}

impl<'a> OpVisitor<'a> for Builder<'_, 'a> {
    fn op(&mut self, op: &RawOp, cursor: &Cursor<'a>) -> Outcome<Visit> {
        let (name, registered) = self.state.op_name(op.name, cursor)?;
        let loc = self.location(op.loc, cursor)?;
        let (attrs, opaque) = self.attributes(name, registered, op, cursor)?;
        self.results.clear();
        for &number in &op.results {
            let ty = self.state.type_at(number, cursor)?;
            self.results.push(ty);
        }
        let mut operands = std::mem::take(&mut self.operands);
        operands.clear();
        for &number in &op.operands {
            operands.push(self.operand(number, cursor)?);
        }
        self.operands = operands;
        let Some(parent) = self.ops.last() else { return Err(cursor.error("an op outside of all regions")) };
        let block = parent.blocks[parent.next_block - 1];
        let successors: Vec<Block> =
            op.successors.iter().map(|&number| parent.blocks[number as usize]).collect();
        let created = self.create(name, opaque, attrs, &successors, loc);
        let here = self.bodies.len() - 1;
        self.bodies[here].body.append_op(block, created);
        if !op.results.is_empty() && self.scope().defines_values() {
            let first = self.bodies[here].body.results(created).next().map_or(0, Value::as_u32);
            let count = op.results.len() as u32;
            self.define((0..count as usize).map(|at| Value::from_u32(first + at as u32)), cursor)?;
            self.note_orders(&op.orders, (0..count).map(|at| Value::from_u32(first + at)));
        }
        if op.regions == 0 {
            return Ok(Visit::Regions);
        }
        let own_body = self.state.cx.op_info(name).traits.has(TraitSet::IsolatedFromAbove);
        let regions: Vec<Region>;
        if own_body {
            let id = BodyId::from_u32(self.next_body);
            self.next_body += 1;
            let parent = OpHandle { body: self.bodies[here].id, op: created };
            let mut body = BodyBuilder::new(Some(parent));
            regions = (0..op.regions).map(|_| body.new_top_region()).collect();
            self.bodies[here].body.set_inner(created, id, op.regions);
            // Not in a deep nest, where all of them are open.
            if self.bodies.len() < 4
                && let Some((_, last)) = self.done.last()
            {
                body.reserve_as(last);
            }
            self.bodies.push(OpenBody::new(id, body));
        } else {
            let body = &mut self.bodies[here].body;
            regions = (0..op.regions).map(|_| body.new_region()).collect();
            body.set_regions(created, &regions);
        }
        if op.isolated {
            self.scopes.push(Scope::default());
        }
        self.ops.push(OpenOp {
            regions,
            next: 0,
            blocks: Vec::new(),
            next_block: 0,
            own_body,
            own_scope: op.isolated,
        });
        Ok(if own_body && self.unread.is_some() { Visit::UnlessLazy } else { Visit::Regions })
    }

    fn unread_regions(&mut self, section: Cursor<'a>) {
        // The op has a body of its own, and a scope, which stay empty for now.
        if let Some(open) = self.ops.pop()
            && let Some(last) = self.bodies.pop()
        {
            self.scopes.pop();
            if let Some(unread) = &mut self.unread {
                let regions = open.regions.len();
                unread.push(UnreadRegions { body: last.id, regions, section: section.span() });
            }
            self.done.push((last.id, last.body));
        }
    }

    fn begin_region(&mut self, blocks: usize, values: u64, _cursor: &Cursor<'a>) -> Outcome<()> {
        let here = self.bodies.len() - 1;
        let body = &mut self.bodies[here].body;
        if let Some(open) = self.ops.last_mut() {
            let region = open.regions[open.next];
            open.blocks.clear();
            for _ in 0..blocks {
                let block = body.new_block();
                body.append_block(region, block);
                open.blocks.push(block);
            }
            open.next_block = 0;
            open.next += 1;
        }
        self.scope().begin_region(values);
        Ok(())
    }

    fn block(&mut self, block: &RawBlock, cursor: &Cursor<'a>) -> Outcome<()> {
        let Some(open) = self.ops.last_mut() else { return Ok(()) };
        let target = open.blocks[open.next_block];
        open.next_block += 1;
        if block.args.is_empty() {
            return Ok(());
        }
        let mut args = Vec::with_capacity(block.args.len());
        for &(ty, loc) in &block.args {
            let ty = self.state.type_at(ty, cursor)?;
            let loc = match loc {
                Some(number) => self.location(number, cursor)?,
                None => Loc::UNKNOWN,
            };
            args.push((ty, loc));
        }
        let count = args.len();
        let first = self.open_body().body.add_args(target, args.into_iter()).as_u32();
        self.define((0..count).map(|at| Value::from_u32(first + at as u32)), cursor)?;
        self.note_orders(&block.orders, (0..count).map(|at| Value::from_u32(first + at as u32)));
        Ok(())
    }

    fn end_region(&mut self) -> Outcome<()> {
        let resolved = self.scope().end_region();
        self.unresolved |= !resolved;
        Ok(())
    }

    fn end_op(&mut self) -> Outcome<()> {
        let Some(open) = self.ops.pop() else { return Ok(()) };
        if open.own_scope {
            self.scopes.pop();
        }
        if open.own_body {
            let start = self.state.file.section(crate::encoding::SectionKind::Ir);
            let body = self.close_body(&start)?;
            self.done.push((body.id, body.body));
        }
        Ok(())
    }
}

/// Puts the uses of a value in order. False if the order is none of so many uses.
fn put_uses_in_order(
    body: &mut BodyBuilder,
    value: Value,
    order: UseOrder,
    integers: &[u32],
    scratch: &mut UseScratch,
) -> bool {
    let UseScratch { uses, places, ordered } = scratch;
    uses.clear();
    uses.extend(body.uses(value));
    if uses.len() < 2 {
        return true;
    }
    uses.sort_unstable_by_key(|&used| std::cmp::Reverse((body.use_owner(used), body.use_index(used))));
    let UseOrder::Places { pairs, start, len } = order else {
        body.set_use_order(value, uses);
        return true;
    };
    let integers = &integers[start..start + len];
    places.clear();
    if pairs {
        places.extend(0..uses.len() as u32);
        for pair in integers.chunks(2) {
            let &[from, to] = pair else { return false };
            let Some(place) = places.get_mut(from as usize) else { return false };
            *place = to;
        }
    } else {
        places.extend_from_slice(integers);
    }
    if places.len() != uses.len() {
        return false;
    }
    ordered.clear();
    ordered.resize(uses.len(), None);
    for (&used, &place) in uses.iter().zip(&*places) {
        match ordered.get_mut(place as usize) {
            Some(free @ None) => *free = Some(used),
            _ => return false,
        }
    }
    uses.clear();
    uses.extend(ordered.iter().flatten());
    body.set_use_order(value, uses);
    true
}
