//! The launch of a body.

use terrace_dialects_mem::index_values::index_constant;
use terrace_ir::asm::{Argument, Delimiter, OpParser, OpPrinter, Operand, PResult, ParseState};
use terrace_ir::attr_kind::FlatSymbolRefAttr;
use terrace_ir::constraints::{I32, INDEX};
use terrace_ir::def::{op_error, plain_error};
use terrace_ir::int_range::{InferIntRange, Range};
use terrace_ir::matchers::m_constant_int;
use terrace_ir::value_bounds::{AffineExpr, BoundSet, Quantity, ValueBounds};
use terrace_ir::{Attr, CheckResult, OpKind, OpRef, Rewriter, Type, Value, ValueRef};
use terrace_macros::op;
use terrace_support::apint::ApInt;

use super::async_deps::parse_async;
use super::kernel::{
    TerminatorOp, WORKGROUP_ATTRIBUTIONS, add_attr, attributions, entry_args, num_shared, parse_attributions,
    print_attributions, verify_attributions,
};
use super::types::{ASYNC_TOKEN, AsyncTokenType};

/// Runs a body on a grid of blocks of threads.
#[op("gpu.launch",
     traits(AffineScope, AutomaticAllocationScope, AttrSizedOperandSegments, RecursiveMemoryEffects),
     asm = (parse_launch, print_launch),
     syntax = "(`async` `[` $asyncDependencies `]`)? (`clusters` `(` <ids> `)` `in` `(` <size> `=` $clusterSizeX `,` <..> `)`)? \
               `blocks` `(` <ids> `)` `in` `(` <size> `=` $gridSizeX `,` <..> `)` `threads` `(` <ids> `)` `in` `(` <size> `=` \
               $blockSizeX `,` <..> `)` (`dynamic_shared_memory_size` $dynamicSharedMemorySize)? (`module` `(` $module `)`)? \
               (`function` `(` $function `)`)? (`workgroup` `(` <arguments> `)`)? (`private` `(` <arguments> `)`)? $body attr-dict",
     verify = verify_launch, verify_regions = verify_launch_body, canonicalize(launch_known_ids),
     interfaces(dyn InferIntRange, dyn ValueBounds))]
pub struct LaunchOp {
    asyncDependencies: VarOperand<ASYNC_TOKEN>,
    gridSizeX: Operand<INDEX>,
    gridSizeY: Operand<INDEX>,
    gridSizeZ: Operand<INDEX>,
    blockSizeX: Operand<INDEX>,
    blockSizeY: Operand<INDEX>,
    blockSizeZ: Operand<INDEX>,
    clusterSizeX: OptOperand<INDEX>,
    clusterSizeY: OptOperand<INDEX>,
    clusterSizeZ: OptOperand<INDEX>,
    dynamicSharedMemorySize: OptOperand<I32>,
    module: OptProp<FlatSymbolRefAttr>,
    function: OptProp<FlatSymbolRefAttr>,
    asyncToken: OptRes<ASYNC_TOKEN>,
    body: Region,
}

/// The operand slot of the first size of the grid, the block and the cluster, in this order; three sizes each.
const SIZES: [usize; 3] = [1, 4, 7];
/// The body's argument that is the first number in the grid, the block and the cluster.
const IDS: [usize; 3] = [0, 3, 12];
/// The body's argument that is the first size of the grid, the block and the cluster.
const SIZE_ARGS: [usize; 3] = [6, 9, 15];
const CLUSTER: usize = 2;

impl LaunchOpView<'_> {
    /// Whether blocks are in clusters.
    pub fn has_clusters(self) -> bool {
        SIZES[CLUSTER..][..1]
            .iter()
            .all(|&slot| (slot..slot + 3).all(|slot| self.0.operand_group(slot).next().is_some()))
    }

    /// The number of the body's arguments that are numbers and sizes.
    pub fn num_config_args(self) -> usize {
        if self.has_clusters() { 18 } else { 12 }
    }
}

/// `(%id, ..) in (%size = %value, ..)`, three of each.
fn parse_sizes(p: &mut dyn OpParser) -> PResult<([Operand; 3], [Operand; 3], [Operand; 3])> {
    let loc = p.loc();
    let ids = p.argument_list(Delimiter::Paren, false, false)?;
    p.token("in")?;
    let (args, sizes) = p.assignment_list()?;
    let operands =
        |args: Vec<Argument>| -> Vec<Operand> { args.into_iter().map(|arg| arg.operand).collect() };
    match (operands(ids).try_into(), operands(args).try_into(), sizes.try_into()) {
        (Ok(ids), Ok(args), Ok(sizes)) => Ok((ids, args, sizes)),
        _ => Err(p.error(loc, "expected three numbers and three sizes".to_string())),
    }
}

/// `keyword(@symbol)` in a slot, if it is there.
fn parse_symbol(p: &mut dyn OpParser, state: &mut ParseState, keyword: &str) -> PResult<()> {
    if p.optional_keyword_of(&[keyword]).is_none() {
        return Ok(());
    }
    p.token("(")?;
    let loc = p.loc();
    let symbol = p.attr(Type::NONE)?;
    if symbol.as_flat_symbol_ref(p.cx()).is_none() {
        return Err(p.error(loc, "invalid kind of attribute specified".to_string()));
    }
    p.token(")")?;
    state.set_prop(p.cx(), keyword, symbol);
    Ok(())
}

fn parse_launch(p: &mut dyn OpParser, state: &mut ParseState) -> PResult<()> {
    let is_async = parse_async(p)?;
    let token: Type = AsyncTokenType::get(p.cx()).into();
    let tokens = p.operand_list(Delimiter::OptionalSquare)?;
    let mut segments = [tokens.len(), 1, 1, 1, 1, 1, 1, 0, 0, 0, 0];
    for operand in tokens {
        state.operands.push(p.resolve(operand, token)?);
    }
    if is_async {
        state.results.push(token);
    }
    let names = parse_config(p, state, &mut segments)?;
    if p.optional_keyword_of(&["dynamic_shared_memory_size"]).is_some() {
        let size = p.operand()?;
        state.operands.push(p.resolve(size, Type::I32)?);
        segments[10] = 1;
    }
    parse_symbol(p, state, "module")?;
    parse_symbol(p, state, "function")?;
    let index =
        |operand: Operand| Argument { operand, ty: Type::INDEX, attrs: Attr::EMPTY_DICT, loc: operand.loc };
    let mut arguments: Vec<Argument> = names.into_iter().map(index).collect();
    let config = arguments.len();
    parse_attributions(p, "workgroup", false, &mut arguments)?;
    let count = p.cx().int_attr(Type::I64, (arguments.len() - config) as i64);
    add_attr(p, state, WORKGROUP_ATTRIBUTIONS, count);
    parse_attributions(p, "private", false, &mut arguments)?;
    p.region(state, &arguments, false)?;
    p.optional_attr_dict(state)?;
    state.set_operand_segments(p.cx(), &segments);
    Ok(())
}

/// Reads the numbers and sizes of clusters, blocks and threads; returns the body's arguments, in their order.
fn parse_config(
    p: &mut dyn OpParser,
    state: &mut ParseState,
    segments: &mut [usize; 11],
) -> PResult<Vec<Operand>> {
    let clusters = match p.optional_keyword_of(&["clusters"]) {
        Some(_) => Some(parse_sizes(p)?),
        None => None,
    };
    p.token("blocks")?;
    let (block_ids, grid_args, grid) = parse_sizes(p)?;
    p.token("threads")?;
    let (thread_ids, block_args, block) = parse_sizes(p)?;
    let mut names = [block_ids, thread_ids, grid_args, block_args].concat();
    let mut sizes = [grid, block].concat();
    if let Some((ids, args, cluster)) = clusters {
        names.extend(ids.into_iter().chain(args));
        sizes.extend(cluster);
        segments[7..10].fill(1);
    }
    for size in sizes {
        state.operands.push(p.resolve(size, Type::INDEX)?);
    }
    Ok(names)
}

fn print_sizes(p: &mut dyn OpPrinter, op: OpRef<'_>, args: &[ValueRef<'_>], level: usize) {
    p.text("(");
    p.values(&mut args.iter().copied().skip(IDS[level]).take(3));
    p.text(") in (");
    for i in 0..3 {
        p.text(if i == 0 { "" } else { ", " });
        let (arg, size) = (args.get(SIZE_ARGS[level] + i), op.operand_group(SIZES[level] + i).next());
        if let (Some(&arg), Some(size)) = (arg, size) {
            p.value(arg);
            p.text(" = ");
            p.value(size);
        }
    }
    p.text(")");
}

fn print_launch(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    let (cx, view) = (op.cx(), LaunchOp::view_of(op));
    if op.num_results() > 0 {
        p.text(" async");
    }
    if view.async_dependencies().next().is_some() {
        p.text(" [");
        p.values(&mut view.async_dependencies());
        p.text("]");
    }
    let args = entry_args(op);
    if view.has_clusters() {
        p.text(" clusters");
        print_sizes(p, op, &args, CLUSTER);
    }
    p.text(" blocks");
    print_sizes(p, op, &args, 0);
    p.text(" threads");
    print_sizes(p, op, &args, 1);
    if let Some(size) = view.dynamic_shared_memory_size() {
        p.text(" dynamic_shared_memory_size ");
        p.value(size);
    }
    for (keyword, symbol) in [("module", view.module_attr()), ("function", view.function_attr())] {
        if let Some(symbol) = symbol.and_then(|symbol| symbol.as_flat_symbol_ref(cx)) {
            p.text(&format!(" {keyword}("));
            p.symbol(symbol.bytes(cx));
            p.text(")");
        }
    }
    let (shared, own) = attributions(op, view.num_config_args());
    print_attributions(p, "workgroup", &shared, &[]);
    print_attributions(p, "private", &own, &[]);
    p.text(" ");
    p.region(view.body(), false, true);
    p.attr_dict(op, &["operandSegmentSizes", WORKGROUP_ATTRIBUTIONS, "module", "function"]);
}

fn verify_launch(op: OpRef<'_>) -> CheckResult {
    let some = (SIZES[CLUSTER]..SIZES[CLUSTER] + 3).any(|slot| op.operand_group(slot).next().is_some());
    if some && !LaunchOp::view_of(op).has_clusters() {
        return Err(op_error(op, "cluster size must be all present"));
    }
    Ok(())
}

fn verify_launch_body(op: OpRef<'_>) -> CheckResult {
    let view = LaunchOp::view_of(op);
    let Some(entry) = view.body().entry() else { return Ok(()) };
    if (entry.args().len() as u64) < (view.num_config_args() as u64).saturating_add(num_shared(op)) {
        return Err(op_error(op, "unexpected number of region arguments"));
    }
    if entry.args().take(view.num_config_args()).any(|arg| arg.ty() != Type::INDEX) {
        return Err(op_error(op, "expected index arguments of its body for numbers and sizes"));
    }
    verify_attributions(op, view.num_config_args())?;
    for block in view.body().blocks() {
        let Some(last) = block.last() else { continue };
        if last.successors().next().is_none() && !last.isa::<TerminatorOp>() {
            let diag = plain_error(last, "expected 'gpu.terminator' or a terminator with successors");
            return Err(diag.note(op.loc(), "in 'gpu.launch' body region"));
        }
    }
    Ok(())
}

impl InferIntRange for LaunchOp {
    fn infer(&self, op: OpRef<'_>, operands: &[Option<Range>], set: &mut dyn FnMut(Value, Range)) {
        let Some(entry) = LaunchOp::view_of(op).body().entry() else { return };
        let args: Vec<ValueRef<'_>> = entry.args().collect();
        let below = |least: u64, most: u64| Range::unsigned(ApInt::new(64, least), ApInt::new(64, most));
        for level in [0, 1] {
            for i in 0..3 {
                let (start, _) = op.operand_range(SIZES[level] + i);
                let Some(Some(range)) = operands.get(start) else { continue };
                let size = range.intersection(&below(1, u64::from(u32::MAX)));
                let most = size.umax().to_u64().unwrap_or(u64::MAX).max(1);
                if let (Some(arg), Some(id)) = (args.get(SIZE_ARGS[level] + i), args.get(IDS[level] + i)) {
                    set(arg.id(), size);
                    set(id.id(), below(0, most - 1));
                }
            }
        }
    }
}

impl ValueBounds for LaunchOp {
    fn bounds<'a>(&self, op: OpRef<'a>, quantity: Quantity<'a>, set: &mut dyn BoundSet<'a>) {
        let view = LaunchOp::view_of(op);
        let place = view.body().entry().and_then(|entry| entry.args().position(|arg| arg == quantity.value));
        let (Some(place), None) = (place, quantity.dim) else { return };
        let levels = if view.has_clusters() { 0..3 } else { 0..2 };
        for level in levels {
            let size = |first: usize| op.operand_group(SIZES[level] + place - first).next();
            if let Some(Some(size)) = (IDS[level]..IDS[level] + 3).contains(&place).then(|| size(IDS[level]))
            {
                let size = set.value(size);
                set.less(quantity, size);
                set.at_least(quantity, AffineExpr::constant(0));
            }
            let first = SIZE_ARGS[level];
            if let Some(Some(size)) = (first..first + 3).contains(&place).then(|| size(first)) {
                let size = set.value(size);
                set.equal(quantity, size);
                set.at_least(quantity, AffineExpr::constant(1));
            }
        }
    }
}

/// The numbers of what there is one of are zero.
fn launch_known_ids(rw: &mut Rewriter<'_>, op: LaunchOp) -> Option<()> {
    let view = op.view(rw);
    let entry = view.body().entry()?;
    let args: Vec<ValueRef<'_>> = entry.args().collect();
    let known = (0..6).filter(|&i| {
        let size = view.0.operand_group(SIZES[0] + i).next().and_then(m_constant_int);
        size.is_some_and(|size| size.is_one()) && args.get(i).is_some_and(|id| !id.is_unused())
    });
    let ids: Vec<Value> = known.map(|i| args[i].id()).collect();
    if ids.is_empty() {
        return None;
    }
    let (block, loc) = (entry.id(), view.0.loc());
    rw.set_insertion_point_to_start(block);
    let zero = index_constant(rw, 0, loc);
    for id in ids {
        rw.replace_all_uses_with(id, zero);
    }
    Some(())
}
