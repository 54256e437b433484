//! Builds IR from the events of [`super::ops`].

use std::rc::Rc;
use std::sync::Arc;

use terrace_asm::TopLevel;
use terrace_ir::def::Optionality;
use terrace_ir::type_interfaces::LocationLike;
use terrace_ir::{
    Attr, AttrData, Block, BodyBuilder, BodyId, Loc, NamedAttr, Op, OpHandle, OpName, OpSpec, OptionalAttr,
    Region, TraitSet, Type, Use, Value,
};

use super::cursor::{Cursor, Outcome};
use super::file::Span;
use super::ops::{OpVisitor, RawBlock, RawOp, UseListOrders, Visit};
use super::scopes::Scope;
use super::state::State;
use crate::encoding::SectionKind;
use crate::properties::{PropertyLayout, PropertyLayouts};

/// A body under construction.
struct OpenBody {
    id: BodyId,
    body: BodyBuilder,
    /// Values whose use lists are sorted when all uses have been read.
    orders: Vec<(Value, UseOrder)>,
    /// The integers of their orders.
    integers: Vec<u32>,
    /// The offset of its start in the file.
    start: usize,
}

impl OpenBody {
    fn new(id: BodyId, body: BodyBuilder, start: usize) -> Self {
        Self { id, body, orders: Vec::new(), integers: Vec::new(), start }
    }

    /// Reserves space for the remaining ops of a large body, at the density of the previous ones: growth
    /// would copy, and excess memory would stay allocated.
    #[cold]
    fn reserve(&mut self, cursor: &Cursor<'_>) {
        /// A body with fewer ops is not reserved for.
        const LARGE: usize = 1 << 10;
        /// The maximum size of the reservation, as a multiple of the part already read: the remaining part
        /// may be of another kind.
        const MOST: usize = 7;
        if self.body.num_ops() >= LARGE {
            let done = cursor.offset().saturating_sub(self.start).max(1);
            let left = cursor.remaining().min(MOST * done);
            self.body.reserve_in_proportion(left + left / 64 + 1, done);
        }
    }
}

/// The order in which the uses of a value are to be.
#[derive(Clone, Copy)]
enum UseOrder {
    /// The default order of a reader: the last use first.
    Reversed,
    /// Positions, or pairs of positions: where their integers are.
    Places { pairs: bool, start: usize, len: usize },
}

/// Scratch memory for ordering uses.
#[derive(Default)]
struct UseScratch {
    uses: Vec<Use>,
    places: Vec<u32>,
    ordered: Vec<Option<Use>>,
}

/// An op some of whose regions are still to come.
struct OpenOp {
    /// The index of its first region among those of all open ops, then the number of its regions and the next one.
    regions: usize,
    count: usize,
    next: usize,
    /// The index of the first block of its open region, then the next one.
    blocks: usize,
    next_block: usize,
    /// Whether it has a separate body and a separate scope.
    own_body: bool,
    own_scope: bool,
    /// The op; `None` for the one around all that is read.
    op: Option<Op>,
}

impl OpenOp {
    fn new(regions: usize, count: usize, blocks: usize, own_body: bool, own_scope: bool) -> Self {
        Self { regions, count, next: 0, blocks, next_block: 0, own_body, own_scope, op: None }
    }
}

/// The information on ops of a name in the file.
struct ReadOpName {
    name: OpName,
    registered: Option<bool>,
    layout: Rc<PropertyLayout>,
    isolated: bool,
    /// Its inherent attributes if none is in the file.
    absent_props: Box<[Attr]>,
}

/// The end of a list.
const END: u32 = u32::MAX;

/// Properties that were read.
struct ReadEntry {
    name: OpName,
    /// The index of its first element among all.
    start: u32,
    len: u32,
    /// The entry of another op with properties of the same number.
    next: u32,
}

/// Properties that were read, by number and name of the op.
#[derive(Default)]
struct ReadProperties {
    /// The last entry of each number.
    last: Vec<u32>,
    entries: Vec<ReadEntry>,
    all: Vec<Attr>,
}

impl ReadProperties {
    /// Returns properties that were read for ops of this name.
    #[inline]
    fn get(&self, number: u64, name: OpName) -> Option<&[Attr]> {
        let mut at = *self.last.get(number as usize)?;
        loop {
            let entry = self.entries.get(at as usize)?;
            if entry.name == name {
                return Some(&self.all[entry.start as usize..][..entry.len as usize]);
            }
            at = entry.next;
        }
    }

    /// Notes properties that are in the file.
    fn set(&mut self, number: u64, name: OpName, props: &[Attr]) {
        let at = number as usize;
        if at >= self.last.len() {
            self.last.resize((at + 1).next_power_of_two(), END);
        }
        let entry = self.entries.len() as u32;
        let next = std::mem::replace(&mut self.last[at], entry);
        self.entries.push(ReadEntry { name, start: self.all.len() as u32, len: props.len() as u32, next });
        self.all.extend_from_slice(props);
    }
}

/// Regions of an op that were passed over.
pub(super) struct UnreadRegions {
    /// The body that has the regions.
    pub(super) body: BodyId,
    /// The op, if it is in that body, and does not have it.
    pub(super) op: Option<Op>,
    pub(super) regions: usize,
    pub(super) section: Span,
}

/// Builds an IR.
pub(super) struct Builder<'s, 'a> {
    state: &'s mut State<'a>,
    layouts: PropertyLayouts,
    /// The names of ops that were met, by number.
    names: Vec<Option<ReadOpName>>,
    read_props: ReadProperties,
    bodies: Vec<OpenBody>,
    scopes: Vec<Scope>,
    ops: Vec<OpenOp>,
    /// The regions of open ops, and the blocks of open regions.
    regions: Vec<Region>,
    blocks: Vec<Block>,
    /// Scopes and bodies that are empty, kept for their memory.
    spare_scopes: Vec<Scope>,
    spare_bodies: Vec<OpenBody>,
    pub(super) next_body: u32,
    /// The bodies that are complete.
    pub(super) done: Vec<(BodyId, BodyBuilder)>,
    /// The regions that were passed over; `None` if all are read.
    pub(super) unread: Option<Vec<UnreadRegions>>,
    /// Whether regions are passed over that are not isolated, but use nothing from outside.
    passes_shared: bool,
    unresolved: bool,
    scratch: UseScratch,
    operands: Vec<Value>,
    results: Vec<Type>,
    props: Vec<Attr>,
    successors: Vec<Block>,
    args: Vec<(Type, Loc)>,
}

impl<'s, 'a> Builder<'s, 'a> {
    /// Creates a builder before any event. The body with the ops of the file is number 1, as in [`TopLevel`].
    pub(super) fn new(state: &'s mut State<'a>) -> Self {
        let mut body = BodyBuilder::new(None);
        let region = body.new_region();
        let names = (0..state.file.op_names.len()).map(|_| None).collect();
        let start = state.file.section(SectionKind::Ir).offset();
        Self {
            state,
            layouts: PropertyLayouts::default(),
            names,
            read_props: ReadProperties::default(),
            bodies: vec![OpenBody::new(BodyId::from_u32(1), body, start)],
            scratch: UseScratch::default(),
            scopes: vec![Scope::default()],
            ops: vec![OpenOp::new(0, 1, 0, false, false)],
            regions: vec![region],
            blocks: Vec::new(),
            spare_scopes: Vec::new(),
            spare_bodies: Vec::new(),
            next_body: 2,
            done: Vec::new(),
            unread: None,
            passes_shared: false,
            unresolved: false,
            operands: Vec::new(),
            results: Vec::new(),
            props: Vec::new(),
            successors: Vec::new(),
            args: Vec::new(),
        }
    }

    /// A builder of the regions of an op that were passed over, in its body; handles of bodies begin with `next_body`.
    pub(super) fn of_regions(
        state: &'s mut State<'a>,
        id: BodyId,
        parent: Option<OpHandle>,
        regions: usize,
        (next_body, start): (u32, usize),
    ) -> Self {
        let mut builder = Self::new(state);
        let mut body = BodyBuilder::new(parent);
        builder.regions = (0..regions).map(|_| body.new_top_region()).collect();
        builder.ops = vec![OpenOp::new(0, regions, 0, true, true)];
        builder.bodies = vec![OpenBody::new(id, body, start)];
        builder.next_body = next_body;
        builder.passes_shared = true;
        builder
    }

    /// Fails if a value was used that is not defined.
    pub(super) fn check_resolved(&self, cursor: &Cursor<'_>) -> Outcome<()> {
        match self.unresolved {
            true => Err(cursor.error("not all forward unresolved forward operand references")),
            false => Ok(()),
        }
    }

    /// Returns the ops of the file, the bodies in them, and the number of allocated body handles.
    pub(super) fn finish(
        mut self,
        cursor: &Cursor<'_>,
    ) -> Outcome<(TopLevel, Vec<(BodyId, BodyBuilder)>, u32)> {
        self.check_resolved(cursor)?;
        let (region, block) = match self.ops.pop() {
            Some(_) => (self.regions[0], self.blocks[0]),
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

    /// Closes the innermost body, and sorts its use lists.
    fn close_body(&mut self, cursor: &Cursor<'_>) -> Outcome<OpenBody> {
        let Some(mut open) = self.bodies.pop() else {
            return Err(cursor.error("the regions of an op end twice"));
        };
        let OpenBody { body, orders, integers, .. } = &mut open;
        for (value, order) in orders.drain(..) {
            if !put_uses_in_order(body, value, order, integers, &mut self.scratch) {
                return Err(cursor.error("parsed use-list orders were invalid and could not be applied"));
            }
        }
        open.integers.clear();
        Ok(open)
    }

    /// Stores a completed body, and reuses its memory for others.
    fn set_done(&mut self, mut open: OpenBody) {
        self.done.push((open.id, open.body.take_exact()));
        self.spare_bodies.push(open);
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

    #[inline]
    fn define(&mut self, first: Value, count: usize, cursor: &Cursor<'a>) -> Outcome<()> {
        let here = self.bodies.len() - 1;
        let Some(scope) = self.scopes.last_mut() else { return Ok(()) };
        let bodies = &mut self.bodies;
        scope.define(first, count, cursor, |(body, placeholder), value| {
            if body != here {
                return bodies[body].body.set_uses_outside();
            }
            bodies[here].body.replace_all_uses(placeholder, value);
            bodies[here].orders.push((value, UseOrder::Reversed));
        })
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

    /// Resolves the definition of an op name; returns the index of the name.
    #[inline]
    fn op_name(&mut self, number: u64, cursor: &Cursor<'a>) -> Outcome<usize> {
        match self.names.get(number as usize) {
            Some(Some(_)) => Ok(number as usize),
            _ => self.read_op_name(number, cursor),
        }
    }

    #[cold]
    fn read_op_name(&mut self, number: u64, cursor: &Cursor<'a>) -> Outcome<usize> {
        let (name, registered) = self.state.op_name(number, cursor)?;
        let cx = self.state.cx;
        let (info, layout) = (cx.op_info(name), self.layouts.get(cx, name));
        let opaque = matches!(*layout, PropertyLayout::Opaque);
        let defs = info.def().map_or(&[][..], |def| def.props);
        let mut absent_props = vec![Attr::NULL; info.prop_names.len().max(usize::from(opaque))];
        for (slot, prop) in defs.iter().enumerate() {
            if matches!(prop.presence, Optionality::Default(_)) {
                absent_props[slot] = info.prop_defaults[slot];
            }
        }
        let (isolated, absent_props) = (info.traits.has(TraitSet::IsolatedFromAbove), absent_props.into());
        let number = number as usize;
        self.names[number] = Some(ReadOpName { name, registered, layout, isolated, absent_props });
        Ok(number)
    }

    /// Reads the inherent attributes of an op into `props`; returns the discardable ones.
    #[inline]
    fn attributes(&mut self, at: usize, op: &RawOp, cursor: &Cursor<'a>) -> Outcome<Attr> {
        let attrs = match op.attrs {
            Some(number) => self.dictionary(number, cursor)?,
            None => Attr::EMPTY_DICT,
        };
        let Some(known) = &self.names[at] else { return Ok(attrs) };
        self.props.clear();
        match op.properties {
            None => self.props.extend_from_slice(&known.absent_props),
            Some(number) => match self.read_props.get(number, known.name) {
                Some(read) => self.props.extend_from_slice(read),
                None => self.read_properties(at, number, op.name, cursor)?,
            },
        }
        if attrs == Attr::EMPTY_DICT { Ok(attrs) } else { Ok(self.split_attributes(at, attrs)) }
    }

    fn read_properties(&mut self, at: usize, number: u64, op: u64, cursor: &Cursor<'a>) -> Outcome<()> {
        let Some(ReadOpName { name, registered, layout, absent_props, .. }) = &self.names[at] else {
            return Ok(());
        };
        let Some(registered) = *registered else {
            return Err(cursor.error(format!(
                "Unexpected missing `wasRegistered` opname flag at bytecode version {} with properties.",
                self.state.file.version
            )));
        };
        let text = self.state.cx.op_info(*name).name.text(self.state.cx);
        self.props.resize(absent_props.len(), Attr::NULL);
        if registered && matches!(**layout, PropertyLayout::Opaque) {
            self.props[0] = self.state.kept_properties(number, op, cursor, text)?;
        } else {
            let props = &mut self.props;
            self.state.properties(number, cursor, text, |reader| layout.read(reader, props))?;
        }
        for (prop, absent) in self.props.iter_mut().zip(absent_props) {
            if prop.is_null() {
                *prop = *absent;
            }
        }
        self.read_props.set(number, *name, &self.props);
        Ok(())
    }

    /// Removes inherent attributes from an attribute dictionary, and sets them; returns the rest.
    fn split_attributes(&mut self, at: usize, attrs: Attr) -> Attr {
        let cx = self.state.cx;
        let Some(ReadOpName { name, .. }) = &self.names[at] else { return attrs };
        let info = cx.op_info(*name);
        let entries = attrs.optional_entries(cx);
        let slot = |entry: &NamedAttr| info.prop_names.iter().position(|&name| name == entry.0);
        if info.def().is_none() || !entries.iter().any(|entry| slot(entry).is_some()) {
            return attrs;
        }
        let mut kept = Vec::new();
        for entry in entries {
            match slot(entry) {
                Some(slot) => self.props[slot] = entry.1,
                None => kept.push(*entry),
            }
        }
        cx.dict(kept)
    }

    /// Opens the regions of an op that was created.
    fn begin_op(&mut self, at: usize, op: &RawOp, created: Op, start: usize) -> Visit {
        let here = self.bodies.len() - 1;
        let own_body = self.names[at].as_ref().is_some_and(|known| known.isolated);
        let first = self.regions.len();
        if own_body {
            let id = BodyId::from_u32(self.next_body);
            self.next_body += 1;
            let parent = OpHandle { body: self.bodies[here].id, op: created };
            self.bodies[here].body.set_inner(created, id, op.regions);
            let mut open = match self.spare_bodies.pop() {
                Some(spare) => OpenBody { id, start, ..spare },
                None => OpenBody::new(id, BodyBuilder::new(None), start),
            };
            open.body.set_parent(Some(parent));
            self.regions.extend((0..op.regions).map(|_| open.body.new_top_region()));
            self.bodies.push(open);
        } else {
            let body = &mut self.bodies[here].body;
            self.regions.extend((0..op.regions).map(|_| body.new_region()));
            body.set_regions(created, &self.regions[first..]);
        }
        if op.isolated {
            let scope = self.new_scope();
            self.scopes.push(scope);
        }
        let open = OpenOp::new(first, op.regions, self.blocks.len(), own_body, op.isolated);
        self.ops.push(OpenOp { op: Some(created), ..open });
        let is_lazy = own_body || op.isolated && self.passes_shared;
        if is_lazy && self.unread.is_some() { Visit::UnlessLazy } else { Visit::Regions }
    }

    /// Returns a scope without values.
    fn new_scope(&mut self) -> Scope {
        self.spare_scopes.pop().unwrap_or_default()
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
        let at = self.op_name(op.name, cursor)?;
        let loc = self.location(op.loc, cursor)?;
        let attrs = self.attributes(at, op, cursor)?;
        self.results.clear();
        for &number in &op.results {
            let ty = self.state.type_at(number, cursor)?;
            self.results.push(ty);
        }
        self.operands.clear();
        for &number in &op.operands {
            let value = self.operand(number, cursor)?;
            self.operands.push(value);
        }
        let Some(parent) = self.ops.last() else { return Err(cursor.error("an op outside of all regions")) };
        let blocks = &self.blocks[parent.blocks..];
        self.successors.clear();
        self.successors.extend(op.successors.iter().map(|&number| blocks[number as usize]));
        let block = blocks[parent.next_block - 1];
        let Some(known) = &self.names[at] else { return Ok(Visit::Regions) };
        let opaque = matches!(*known.layout, PropertyLayout::Opaque);
        let has_props = !opaque || !self.props[0].is_null();
        let here = self.bodies.len() - 1;
        let open = &mut self.bodies[here];
        if open.body.is_full() {
            open.reserve(cursor);
        }
        let body = &mut open.body;
        let created = body.new_op(&OpSpec {
            name: known.name,
            operands: &self.operands,
            results: &self.results,
            props: if has_props { &self.props } else { &[] },
            attrs,
            successors: &self.successors,
            loc,
        });
        if opaque && has_props {
            body.set_opaque_props(created);
        }
        body.append_op(block, created);
        if !op.results.is_empty() && self.scope().defines_values() {
            let first = self.bodies[here].body.results(created).next().map_or(0, Value::as_u32);
            let count = op.results.len();
            self.define(Value::from_u32(first), count, cursor)?;
            self.note_orders(&op.orders, (first..).take(count).map(Value::from_u32));
        }
        match op.regions {
            0 => Ok(Visit::Regions),
            _ => Ok(self.begin_op(at, op, created, cursor.offset())),
        }
    }

    fn unread_regions(&mut self, section: Cursor<'a>) {
        // The op has a scope and mostly a body of its own, which stay empty for now.
        let Some(open) = self.ops.pop() else { return };
        self.regions.truncate(open.regions);
        self.spare_scopes.extend(self.scopes.pop());
        let body = self.open_body().id;
        let op = open.op.filter(|_| !open.own_body);
        if let Some(unread) = &mut self.unread {
            unread.push(UnreadRegions { body, op, regions: open.count, section: section.span() });
        }
        if open.own_body
            && let Some(last) = self.bodies.pop()
        {
            self.set_done(last);
        }
    }

    fn begin_region(&mut self, blocks: usize, values: u64, _cursor: &Cursor<'a>) -> Outcome<()> {
        let here = self.bodies.len() - 1;
        let body = &mut self.bodies[here].body;
        if let Some(open) = self.ops.last_mut() {
            let region = self.regions[open.regions + open.next];
            self.blocks.truncate(open.blocks);
            for _ in 0..blocks {
                let block = body.new_block();
                body.append_block(region, block);
                self.blocks.push(block);
            }
            open.next_block = 0;
            open.next += 1;
        }
        self.scope().begin_region(values, here);
        Ok(())
    }

    fn block(&mut self, block: &RawBlock, cursor: &Cursor<'a>) -> Outcome<()> {
        let Some(open) = self.ops.last_mut() else { return Ok(()) };
        let target = self.blocks[open.blocks + open.next_block];
        open.next_block += 1;
        if block.args.is_empty() {
            return Ok(());
        }
        let mut args = std::mem::take(&mut self.args);
        args.clear();
        for &(ty, loc) in &block.args {
            let ty = self.state.type_at(ty, cursor)?;
            let loc = match loc {
                Some(number) => self.location(number, cursor)?,
                None => Loc::UNKNOWN,
            };
            args.push((ty, loc));
        }
        let count = args.len();
        let first = self.open_body().body.add_args(target, args.iter().copied());
        self.args = args;
        self.define(first, count, cursor)?;
        self.note_orders(&block.orders, (first.as_u32()..).take(count).map(Value::from_u32));
        Ok(())
    }

    fn end_region(&mut self) -> Outcome<()> {
        let resolved = self.scope().end_region();
        self.unresolved |= !resolved;
        Ok(())
    }

    fn end_op(&mut self) -> Outcome<()> {
        let Some(open) = self.ops.pop() else { return Ok(()) };
        self.regions.truncate(open.regions);
        self.blocks.truncate(open.blocks);
        if open.own_scope {
            self.spare_scopes.extend(self.scopes.pop());
        }
        if open.own_body {
            let start = self.state.file.section(SectionKind::Ir);
            let body = self.close_body(&start)?;
            self.set_done(body);
        }
        Ok(())
    }
}

/// Reorders the uses of a value. Returns false if the order is not a permutation of the uses.
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
