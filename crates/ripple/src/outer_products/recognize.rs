//! Recognition of loops that accumulate outer products.
//!
//! The accumulator is a loop-carried value of a two-dimensional shape. An update adds to it the product of a value with
//! one of the dimensions and a value with the other one. At each point of the loop exactly one value is the
//! accumulator, and no other op of the loop uses it. All other ops are scalar or compute factors. They do not write
//! memory, so that the loop may be executed for the parts of the block one after the other.

use rustc_hash::{FxHashMap, FxHashSet};
use terrace_analysis::loops::{LoopId, LoopInfo};
use terrace_dialects_llvm::enums::FastmathFlags;
use terrace_dialects_llvm::intrinsics::{AssumeOp, FMAOp, FMulAddOp};
use terrace_dialects_llvm::ops::*;
use terrace_ir::analysis::RegionAnalysis;
use terrace_ir::data_layout::DataLayout;
use terrace_ir::dominance::{DomTree, PostDomTree};
use terrace_ir::interfaces::BranchOp;
use terrace_ir::traits::TraitSet;
use terrace_ir::{Block, Body, Context, Loc, Op, OpRef, Type, Value, ValueRef, op_match};
use terrace_support::apfloat::FloatKind;

use super::factors::Factor;
use super::groups::Group;
use super::linear::{Elements, Slice, is_instruction, is_plain};
use super::masks::{Bound, Conditions, bounds};
use terrace_target::{OuterProduct as OuterProductKind, Target, target_of};

use super::accumulation::Accumulation;
use crate::analysis::{Shapes, condition_of};
use crate::dialect::{ExpressionOp, GetSizeOp, IndexOp, SetShapeOp, is_ripple};
use crate::functions::ops_of;
use crate::levels::predecessors;
use crate::shape::Shape;

/// The largest number of enclosing loops that are searched for the loop that carries an accumulator.
const MAX_NEST: usize = 8;

/// The reason for keeping a loop.
pub(super) type Reason = &'static str;

const OTHER_BRANCH: Reason = "the loop branches by other ops than 'llvm.br' and 'llvm.cond_br'";

/// An op that adds an outer product to an accumulator.
#[derive(Clone, Copy)]
pub(super) struct OuterSum<'a> {
    /// The accumulator operand.
    pub state: ValueRef<'a>,
    pub factors: [ValueRef<'a>; 2],
    /// The shape of the sum.
    pub shape: Shape,
    /// The dimensions of rows and columns, and their sizes.
    pub dims: [(usize, u32); 2],
}

/// An update of the accumulator: the addition of a product.
#[derive(Clone, Debug)]
pub(super) struct Update {
    /// The factor with the dimension of rows.
    pub row: Factor,
    /// The factor with the dimension of columns.
    pub column: Factor,
}

/// The destination of the accumulator in memory.
#[derive(Clone, Debug)]
pub(super) struct Destination {
    /// The store.
    pub op: Op,
    /// Its address.
    pub address: Value,
    /// The ops that compute the address.
    pub slice: Slice,
}

/// A loop that accumulates outer products.
#[derive(Debug)]
pub(super) struct OuterProduct {
    /// The location of the loop.
    pub loc: Loc,
    /// Its blocks, in reverse post-order.
    pub blocks: Vec<Block>,
    /// The same.
    pub inside: FxHashSet<Block>,
    /// The entering branch, and the number of the successor.
    pub entry: (Op, usize),
    /// The exiting branch, and the number of the successor.
    pub exit: (Op, usize),
    /// The dimensions of rows and columns, and their sizes.
    pub dims: [(usize, u32); 2],
    /// The kind of accumulation.
    pub accumulation: Accumulation,
    /// The updates.
    pub updates: FxHashMap<Op, Update>,
    /// The groups of updates, by the last one of each group.
    pub groups: FxHashMap<Op, Group>,
    /// The block arguments that are the accumulator.
    pub state_args: FxHashSet<Value>,
    /// The initial value.
    pub initial: Value,
    /// The address of the initial value, if it is loaded right before the loop, and its slice.
    pub initial_address: Option<(Value, Slice)>,
    /// The accumulator at the exit.
    pub last: Value,
    /// The values after the loop that are equal to the accumulator.
    pub results: Vec<Value>,
    /// The slices of values per lane that are computed before the loop and used in it.
    pub outside: Vec<Slice>,
    /// The mask of the loop, as bounds of rows and columns.
    pub bounds: Vec<Bound>,
    /// The destination, if the accumulator's only use is the store to it.
    pub destination: Option<Destination>,
}

/// The input of the recognition.
pub(super) struct Function<'a> {
    pub op: OpRef<'a>,
    pub body: &'a Body,
    pub shapes: &'a Shapes,
    pub layout: DataLayout,
    pub loops: LoopInfo,
    pub tree: DomTree,
    pub after: PostDomTree,
    pub target: Box<dyn Target>,
    /// The declared blocks, each with its declaration.
    pub declared: Vec<(Value, Block)>,
    pub conditions: Conditions,
}

impl<'a> Function<'a> {
    /// A function with the shapes of its values.
    pub(super) fn new(op: OpRef<'a>, shapes: &'a Shapes) -> Self {
        let region = op.region(0);
        let body = region.body();
        let (tree, after) = (DomTree::new(body, region.id()), PostDomTree::new(body, region.id()));
        let condition = |at| condition_of(OpRef::in_body(op.ir(), body, region.body_id(), at));
        let conditions = Conditions::new(body, shapes, (&tree, &after), condition);
        let declarations = ops_of(op).filter(|op| op.isa::<SetShapeOp>());
        Self {
            op,
            body,
            shapes,
            layout: DataLayout::of(op),
            loops: LoopInfo::compute(body, region.id()),
            tree,
            after,
            target: target_of(op),
            declared: declarations
                .filter_map(|op| Some((op.single_result().id(), op.block()?.id())))
                .collect(),
            conditions,
        }
    }

    pub(super) fn view(&self, op: Op) -> OpRef<'a> {
        OpRef::in_body(self.op.ir(), self.body, self.op.region(0).body_id(), op)
    }

    pub(super) fn shape(&self, value: ValueRef<'_>) -> Shape {
        self.shapes.of(value.id())
    }

    /// Finds all loops that accumulate outer products, and the reasons for keeping similar loops.
    pub(super) fn outer_products(&self) -> (Vec<OuterProduct>, Vec<(Loc, Reason)>) {
        let (mut found, mut missed) = (Vec::new(), Vec::new());
        let mut taken: FxHashSet<Block> = FxHashSet::default();
        // Loops that were rejected, regardless of the update.
        let mut failed: FxHashSet<LoopId> = FxHashSet::default();
        let ops = self.op.region(0).blocks().flat_map(|block| block.ops());
        for op in ops {
            let Some(block) = op.block().map(|block| block.id()) else { continue };
            let Some(sum) = self.update(op).filter(|_| !taken.contains(&block)) else { continue };
            let Some(innermost) = self.loops.loop_of(block) else { continue };
            let mut best: Result<OuterProduct, Reason> = self.outer_product(innermost, op, &sum);
            let mut around = self.loops.get(innermost).parent;
            for _ in 0..MAX_NEST {
                let Some(outer) = around.filter(|outer| !failed.contains(outer)) else { break };
                match self.outer_product(outer, op, &sum) {
                    Ok(larger) => best = Ok(larger),
                    Err(_) => {
                        failed.insert(outer);
                        if best.is_ok() {
                            break;
                        }
                    }
                }
                around = self.loops.get(outer).parent;
            }
            match best {
                Ok(product) => {
                    taken.extend(product.blocks.iter().copied());
                    found.push(product);
                }
                Err(reason) => {
                    taken.extend(self.loops.blocks(innermost));
                    missed.push((op.loc(), reason));
                }
            }
        }
        (found, missed)
    }

    /// The accumulator and the factors of an update.
    pub(super) fn update(&self, op: OpRef<'a>) -> Option<OuterSum<'a>> {
        let (a, b, state) = op_match!(op, {
            FMulAddOp(op) => (op.a(), op.b(), op.c()),
            FMAOp(op) => (op.a(), op.b(), op.c()),
            FAddOp(sum) => {
                if !contracts(op) {
                    return None;
                }
                self.of_sum(sum.lhs(), sum.rhs(), |product| {
                    let contracted = contracts(product);
                    let product = product.cast::<FMulOp>().filter(|_| contracted);
                    product.map(|product| [product.lhs(), product.rhs()])
                })?
            }
            _ => {
                let sum = op.cast::<AddOp>()?;
                self.of_sum(sum.lhs(), sum.rhs(), |product| {
                    product.cast::<MulOp>().map(|product| [product.lhs(), product.rhs()])
                })?
            }
        });
        let (x, y) = (self.shape(a), self.shape(b));
        let one_dim = |shape: Shape| shape.dims().count() == 1;
        let whole = x.join(y).ok()?;
        let mut dims = whole.dims();
        let (Some(column), Some(row), None) = (dims.next(), dims.next(), dims.next()) else { return None };
        let is_outer = one_dim(x)
            && one_dim(y)
            && self.shape(op.single_result()) == whole
            && self.shape(state).is_within(whole);
        let dims = [row, column].map(|dim| (dim, whole.size(dim)));
        is_outer.then_some(OuterSum { state, factors: [a, b], shape: whole, dims })
    }

    /// The factors of a product, and the addend of a fused one.
    fn of_sum(
        &self,
        lhs: ValueRef<'a>,
        rhs: ValueRef<'a>,
        factors: impl Fn(OpRef<'a>) -> Option<[ValueRef<'a>; 2]>,
    ) -> Option<(ValueRef<'a>, ValueRef<'a>, ValueRef<'a>)> {
        let of = |value: ValueRef<'a>| {
            let op = value.defining_op()?;
            let is_only = value.uses().count() == 1 && !self.shape(value).is_scalar();
            factors(op).filter(|_| is_only)
        };
        match (of(lhs), of(rhs)) {
            (_, Some([a, b])) => Some((a, b, lhs)),
            (Some([a, b]), None) => Some((a, b, rhs)),
            (None, None) => None,
        }
    }

    fn outer_product(
        &self,
        id: LoopId,
        first: OpRef<'a>,
        sum: &OuterSum<'a>,
    ) -> Result<OuterProduct, Reason> {
        let blocks = self.loops.blocks(id);
        let header = self.loops.get(id).header;
        let inside: FxHashSet<Block> = blocks.iter().copied().collect();
        let (shape, dims) = (sum.shape, sum.dims);
        let (entry, exit) = self.edges(header, &blocks, &inside)?;
        let mut product = OuterProduct {
            loc: first.loc(),
            blocks,
            inside: inside.clone(),
            entry,
            exit,
            dims,
            accumulation: self.accumulation(first, sum.factors, dims)?,
            updates: FxHashMap::default(),
            groups: FxHashMap::default(),
            state_args: FxHashSet::default(),
            initial: first.single_result().id(),
            initial_address: None,
            last: first.single_result().id(),
            results: Vec::new(),
            outside: Vec::new(),
            bounds: bounds(self, header, self.body.block_of(entry.0), dims)?,
            destination: None,
        };
        let late = FxHashSet::default();
        let elements = self.elements(&inside, &late);
        let state = self.follow_state(&mut product, shape, &elements)?;
        self.group_updates(&mut product, &elements);
        self.check_ops(&product, shape)?;
        self.check_uses(&mut product, state, &inside)?;
        product.last = state;
        product.destination = self.destination(&product, &inside);
        product.initial_address = self.initial_address(&product);
        if !self.target.has_tiles() {
            product.outside = self.computed_outside(&product, &inside)?;
        }
        Ok(product)
    }

    /// The slices of values per lane that are computed before a loop and used in it.
    fn computed_outside(
        &self,
        product: &OuterProduct,
        inside: &FxHashSet<Block>,
    ) -> Result<Vec<Slice>, Reason> {
        let late = FxHashSet::default();
        let elements = self.elements(inside, &late);
        let mut seen: FxHashSet<Value> = FxHashSet::default();
        let mut slices = Vec::new();
        for op in product.blocks.iter().flat_map(|&block| self.body.ops_of(block)) {
            let view = self.view(op);
            if view.isa::<IndexOp>() {
                continue;
            }
            for operand in view.operands() {
                let block = operand.owner_block().or_else(|| operand.defining_op()?.block());
                let is_inside = block.is_some_and(|block| inside.contains(&block.id()));
                if is_inside || self.shape(operand).is_scalar() || !seen.insert(operand.id()) {
                    continue;
                }
                let slice = elements.slice(operand).ok_or("a value is not computed element by element")?;
                if slice.spilled.iter().any(|&value| self.shapes.of(value).dims().count() > 1) {
                    return Err("a factor is computed from values of the block's shape");
                }
                slices.push(slice);
            }
        }
        Ok(slices)
    }

    /// The only entering edge of a loop, and its only exiting edge.
    pub(super) fn edges(
        &self,
        header: Block,
        blocks: &[Block],
        inside: &FxHashSet<Block>,
    ) -> Result<((Op, usize), (Op, usize)), Reason> {
        let is_outside = |op: Op| self.body.block_of(op).is_none_or(|block| !inside.contains(&block));
        let mut entries = predecessors(self.body, header).into_iter().filter(|&(op, _)| is_outside(op));
        let (Some(entry), None) = (entries.next(), entries.next()) else {
            return Err("the loop is entered at several places");
        };
        let mut exits = Vec::new();
        for &block in blocks {
            let Some(op) = self.body.last_op(block) else { continue };
            let view = self.view(op);
            if !(view.isa::<BrOp>() || view.isa::<CondBrOp>()) {
                return Err(OTHER_BRANCH);
            }
            if condition_of(view).is_some_and(|condition| !self.shapes.of(condition).is_scalar()) {
                return Err("a condition in the loop differs from element to element");
            }
            let targets = self.body.successors(op).enumerate();
            exits
                .extend(targets.filter(|(_, target)| !inside.contains(target)).map(|(index, _)| (op, index)));
        }
        let [exit] = exits[..] else { return Err("the loop is left at several places") };
        Ok((entry, exit))
    }

    /// The kind of accumulation, determined by the factors of an update.
    fn accumulation(
        &self,
        update: OpRef<'a>,
        factors: [ValueRef<'a>; 2],
        dims: [(usize, u32); 2],
    ) -> Result<Accumulation, Reason> {
        let cx = update.cx();
        let ty = update.single_result().ty();
        match ty.float_kind(cx) {
            Some(FloatKind::F32) => {
                // Two factors that are extended from one 16-bit format are multiplied in that format.
                let formats = factors.map(|factor| extended_format(cx, factor));
                return Ok(match formats {
                    [Some(format), Some(other)] if format == other && self.target.has_tiles() => {
                        Accumulation::Half { format }
                    }
                    _ => Accumulation::F32,
                });
            }
            Some(FloatKind::F64)
                if !self.target.has_tiles() || self.target.outer_product(OuterProductKind::F64).is_some() =>
            {
                return Ok(Accumulation::F64);
            }
            Some(FloatKind::F64) => {
                return Err("the target has no outer products of 'double': add '+sme-f64f64'");
            }
            Some(_) => return Err("the accumulator is neither 'float' nor 'double'"),
            None => {}
        }
        if !self.target.has_tiles() {
            let bits = ty.bit_width(cx).filter(|&bits| ty.is_integer(cx) && matches!(bits, 32 | 64));
            let bits = bits.ok_or("the accumulator has no type that registers are full of")?;
            return Ok(Accumulation::Integers { bits });
        }
        let [row, column] = rows_first(self.shapes, factors, dims);
        let signs = [row, column].map(|factor| extended(cx, factor));
        match (ty.bit_width(cx), signs) {
            (Some(32), [Some((8, row)), Some((8, column))]) => Ok(Accumulation::I8 { signed: [row, column] }),
            (Some(64), [Some((16, row)), Some((16, column))])
                if self.target.outer_product(OuterProductKind::I16 { signed: [row, column] }).is_some() =>
            {
                Ok(Accumulation::I16 { signed: [row, column] })
            }
            (Some(64), [Some((16, _)), Some((16, _))]) => {
                Err("the target has no outer products of 16-bit integers: add '+sme-i16i64'")
            }
            _ => Err("the factors are not extended from 8 to 32 bits, or from 16 to 64"),
        }
    }

    /// Follows the accumulator through a loop; returns its value at the exit.
    fn follow_state(
        &self,
        product: &mut OuterProduct,
        shape: Shape,
        elements: &Elements<'_>,
    ) -> Result<Value, Reason> {
        const SEVERAL: Reason = "the loop has values of the block's shape that are not one accumulator";
        for &block in &product.blocks {
            let mut states = self.body.args(block).filter(|&arg| !self.shapes.of(arg).is_scalar());
            if let Some(arg) = states.next() {
                if self.shapes.of(arg) != shape || states.next().is_some() {
                    return Err(SEVERAL);
                }
                product.state_args.insert(arg);
            }
        }
        let mut before: FxHashMap<Block, Value> = FxHashMap::default();
        let mut after: FxHashMap<Block, Value> = FxHashMap::default();
        let mut initial = None;
        for &block in &product.blocks {
            let arg = self.body.args(block).find(|arg| product.state_args.contains(arg));
            let from_before = || {
                self.body
                    .preds(block)
                    .filter_map(|used| self.body.block_of(self.body.use_owner(used)))
                    .find_map(|pred| after.get(&pred).copied())
            };
            let mut state = arg.or_else(from_before).ok_or(SEVERAL)?;
            before.insert(block, state);
            for op in self.body.ops_of(block) {
                let view = self.view(op);
                let Some(OuterSum { state: old, factors, shape: whole, .. }) = self.update(view) else {
                    continue;
                };
                if whole != shape
                    || old.id() != state
                    || self.accumulation(view, factors, product.dims)? != product.accumulation
                {
                    return Err(SEVERAL);
                }
                let [row, column] = rows_first(self.shapes, factors, product.dims);
                let factor = |value: ValueRef<'a>, (dim, _): (usize, u32)| {
                    let narrow = product.accumulation.narrow(view.cx()).and_then(|_| narrowed(value));
                    Factor::of(elements, narrow.unwrap_or(value), dim, product.accumulation.bytes())
                        .ok_or("a factor is not computed element by element")
                };
                let update =
                    Update { row: factor(row, product.dims[0])?, column: factor(column, product.dims[1])? };
                product.updates.insert(op, update);
                state = view.single_result().id();
            }
            after.insert(block, state);
        }
        // The values passed to successors are the accumulator.
        for &block in &product.blocks {
            for (branch, index) in predecessors(self.body, block) {
                let Some(from) = self.body.block_of(branch) else { continue };
                let passed = self.passed(branch, index, block, &product.state_args);
                match (elements.inside.contains(&from), passed) {
                    (true, Some(passed)) if after.get(&from) == Some(&passed.1) => {}
                    (true, None) if after.get(&from) == before.get(&block) => {}
                    (false, Some(passed)) => initial = Some(passed.1),
                    _ => return Err(SEVERAL),
                }
            }
        }
        product.initial = initial.ok_or(SEVERAL)?;
        let last = self.body.block_of(product.exit.0).and_then(|block| after.get(&block).copied());
        last.ok_or(SEVERAL)
    }

    /// The block argument that is the accumulator, and the operand that a branch passes for it.
    fn passed(
        &self,
        branch: Op,
        index: usize,
        block: Block,
        state_args: &FxHashSet<Value>,
    ) -> Option<(Value, Value)> {
        let view = self.view(branch);
        let operands = view.interface::<dyn BranchOp>()?.successor_operands(view, index);
        let (place, arg) = self.body.args(block).enumerate().find(|(_, arg)| state_args.contains(arg))?;
        Some((arg, view.operand(operands.operand_for(place)?).id()))
    }

    /// Checks that the other ops of the loop have no side effects except for reads of memory.
    fn check_ops(&self, product: &OuterProduct, shape: Shape) -> Result<(), Reason> {
        for op in product.blocks.iter().flat_map(|&block| self.body.ops_of(block)) {
            let view = self.view(op);
            let is_silent = view.has_trait(TraitSet::Pure)
                || view.cast::<LoadOp>().is_some_and(is_plain)
                || is_ripple(view)
                || view.isa::<ExpressionOp>()
                || view.isa::<AssumeOp>()
                || view.has_trait(TraitSet::DebugInfo);
            if !is_silent {
                return Err("the loop does more than to read memory and compute");
            }
            let is_left_out =
                is_ripple(view) || view.isa::<AssumeOp>() || view.has_trait(TraitSet::DebugInfo);
            if !is_left_out && !is_instruction(view) {
                return Err("the loop computes what takes the call of a function");
            }
            // Blocks and their sizes are dropped if they are used only by dropped calls.
            let declares = (view.isa::<SetShapeOp>() || view.isa::<GetSizeOp>())
                && view.results().all(|value| value.uses().all(|(user, _)| is_ripple(user)));
            if is_ripple(view) && !declares && view.results().all(|value| self.shape(value).is_scalar()) {
                return Err("the loop asks for more than the indices of elements");
            }
        }
        // The only values of the block's shape are the accumulator and the products.
        for op in product.blocks.iter().flat_map(|&block| self.body.ops_of(block)) {
            let view = self.view(op);
            let is_whole = view.results().any(|value| self.shape(value) == shape);
            let feeds_update = view.num_results() == 1
                && view.single_result().uses().all(|(user, _)| product.updates.contains_key(&user.id()))
                && (view.isa::<FMulOp>() || view.isa::<MulOp>());
            if is_whole && !product.updates.contains_key(&op) && !feeds_update {
                return Err("the loop computes more than outer products for the whole block");
            }
        }
        Ok(())
    }

    /// The context of slices in a loop with these blocks.
    pub(super) fn elements<'s>(
        &'s self,
        inside: &'s FxHashSet<Block>,
        late: &'s FxHashSet<Block>,
    ) -> Elements<'s> {
        Elements { shapes: self.shapes, layout: &self.layout, inside, late }
    }

    /// Checks that the accumulator is the only live-out value, and that only updates use it in the loop.
    fn check_uses(
        &self,
        product: &mut OuterProduct,
        last: Value,
        inside: &FxHashSet<Block>,
    ) -> Result<(), Reason> {
        let is_state = |value: Value, product: &OuterProduct| {
            product.state_args.contains(&value)
                || matches!(self.body.value_def(value), terrace_ir::ValueDef::Result(op) if product.updates.contains_key(&op))
        };
        let (exit, index) = product.exit;
        let mut used_after = false;
        for &block in &product.blocks {
            let results = self.body.ops_of(block).flat_map(|op| self.body.results(op));
            for value in self.body.args(block).chain(results.collect::<Vec<_>>()) {
                for used in self.body.uses(value) {
                    let user = self.body.use_owner(used);
                    let user_block = self.body.block_of(user);
                    let is_here = user_block.is_some_and(|block| inside.contains(&block));
                    if !is_here {
                        if value != last {
                            return Err("another value of the loop is used after it");
                        }
                        used_after = true;
                        continue;
                    }
                    if is_state(value, product)
                        && !product.updates.contains_key(&user)
                        && !self.view(user).has_trait(TraitSet::Terminator)
                    {
                        return Err("the accumulator is used in the loop");
                    }
                }
            }
        }
        if used_after {
            product.results.push(last);
        }
        // The operands of the exiting edge.
        let target = self.body.successors(exit).nth(index).ok_or(OTHER_BRANCH)?;
        let view = self.view(exit);
        let operands = view
            .interface::<dyn BranchOp>()
            .map(|branch| branch.successor_operands(view, index))
            .ok_or(OTHER_BRANCH)?;
        let args: Vec<Value> = self.body.args(target).collect();
        for (place, arg) in args.into_iter().enumerate() {
            let Some(at) = operands.operand_for(place) else { continue };
            let value = view.operand(at);
            if value.id() == last {
                if predecessors(self.body, target).len() != 1 {
                    return Err("the accumulator is passed to a block that is reached from elsewhere, too");
                }
                product.results.push(arg);
            } else if value
                .owner_block()
                .or_else(|| value.defining_op()?.block())
                .is_some_and(|b| inside.contains(&b.id()))
            {
                return Err("another value of the loop is used after it");
            }
        }
        Ok(())
    }
}

/// Whether a floating-point op may be contracted.
fn contracts(op: OpRef<'_>) -> bool {
    fast_math_of(op).contains(FastmathFlags::CONTRACT)
}

/// The fast-math flags of a floating-point op.
pub(super) fn fast_math_of(op: OpRef<'_>) -> FastmathFlags {
    let flags = match () {
        () if op.isa::<FAddOp>() => op.cast::<FAddOp>().map(|op| op.fastmath_flags()),
        () if op.isa::<FMulOp>() => op.cast::<FMulOp>().map(|op| op.fastmath_flags()),
        () if op.isa::<FMAOp>() => op.cast::<FMAOp>().map(|view| view.fastmath_flags()),
        () => op.cast::<FMulAddOp>().map(|view| view.fastmath_flags()),
    };
    flags.unwrap_or_default()
}

/// The operand of the extension that a factor is.
pub(super) fn narrowed(factor: ValueRef<'_>) -> Option<ValueRef<'_>> {
    let op = factor.defining_op()?;
    if let Some(op) = op.cast::<FPExtOp>() {
        return Some(op.arg());
    }
    match op.cast::<SExtOp>() {
        Some(op) => Some(op.arg()),
        None => Some(op.cast::<ZExtOp>()?.arg()),
    }
}

/// The 16-bit format that a factor is extended from.
fn extended_format(cx: &Context, factor: ValueRef<'_>) -> Option<FloatKind> {
    let format = factor.defining_op()?.cast::<FPExtOp>()?.arg().ty().float_kind(cx)?;
    matches!(format, FloatKind::F16 | FloatKind::BF16).then_some(format)
}

/// The integer width that a factor is extended from, and whether it is sign-extended.
fn extended(cx: &Context, factor: ValueRef<'_>) -> Option<(u32, bool)> {
    let op = factor.defining_op()?;
    let width = |ty: Type| ty.bit_width(cx).filter(|_| ty.is_integer(cx));
    if let Some(op) = op.cast::<SExtOp>() {
        return Some((width(op.arg().ty())?, true));
    }
    Some((width(op.cast::<ZExtOp>()?.arg().ty())?, false))
}

/// The factors, that of rows first.
pub(super) fn rows_first<'a>(
    shapes: &Shapes,
    [a, b]: [ValueRef<'a>; 2],
    [(row, _), _]: [(usize, u32); 2],
) -> [ValueRef<'a>; 2] {
    if shapes.of(a.id()).size(row) > 1 { [a, b] } else { [b, a] }
}
