//! `test-ir-visitors`: walks of ops, blocks and regions in several orders, and walks that erase what they visit.

use rustc_hash::{FxHashMap, FxHashSet};
use terrace_dialects_builtin::builtin::ModuleOp;
use terrace_ir::dominance::DomTree;
use terrace_ir::interfaces::FunctionOp;
use terrace_ir::{Block, BlockRef, Ir, OpHandle, OpRef, RegionRef};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{Failed, IrPass, Pass, PassDef, PassRun};

/// The pass.
pub(crate) static TEST_IR_VISITORS: PassDef = PassDef {
    name: "test-ir-visitors",
    class: "(anonymous namespace)::TestIRVisitorsPass",
    doc: "Test various visitors.",
    make: |_| Ok(Pass::Ir(Box::new(IrVisitors))),
    ..EMPTY_PASS
};

struct IrVisitors;

impl IrPass for IrVisitors {
    fn run(&self, ir: &mut Ir, op: OpHandle, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let (root, out) = (Item::Op(ir.op(op)), &mut run.printed);
        for (order, after, name) in [
            (Order::Forward, false, "pre-order"),
            (Order::Forward, true, "post-order"),
            (Order::Reverse, true, "reverse post-order"),
        ] {
            show_visits(root, order, after, name, out);
        }
        let mut functions = Vec::new();
        walk(root, Order::Forward, &mut |item, after| {
            if let Item::Op(op) = item
                && after
                && op.interface::<dyn FunctionOp>().is_some()
            {
                functions.push(item);
            }
            true
        });
        for function in functions {
            show_visits(function, Order::ForwardDominance, true, "forward dominance post-order", out);
            show_visits(function, Order::ReverseDominance, true, "reverse dominance post-order", out);
        }
        show_inner_visits(root, out);
        show_erasures(root, out);
        Ok(())
    }

    fn only_reads(&self) -> bool {
        true
    }
}

/// The things that a walk visits.
#[derive(Clone, Copy)]
enum Item<'a> {
    Op(OpRef<'a>),
    Block(BlockRef<'a>),
    Region(RegionRef<'a>),
}

/// The order in which regions, blocks and ops are visited.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Order {
    Forward,
    Reverse,
    /// A block after its dominators; unreachable blocks are left out.
    ForwardDominance,
    /// A block before those that dominate it.
    ReverseDominance,
}

impl<'a> Item<'a> {
    /// The items directly in this one.
    fn children(self, order: Order) -> Vec<Item<'a>> {
        let mut children: Vec<Item<'a>> = match self {
            Item::Op(op) => op.regions().map(Item::Region).collect(),
            Item::Block(block) => block.ops().map(Item::Op).collect(),
            Item::Region(region) if matches!(order, Order::Forward | Order::Reverse) => {
                region.blocks().map(Item::Block).collect()
            }
            Item::Region(region) if order == Order::ForwardDominance => {
                by_dominance(region).into_iter().map(Item::Block).collect()
            }
            Item::Region(region) => {
                let blocks = region.entry().map(|entry| by_control_flow(entry, true));
                return blocks.into_iter().flatten().map(Item::Block).collect();
            }
        };
        if matches!(order, Order::Reverse | Order::ReverseDominance) {
            children.reverse();
        }
        children
    }

    /// Its name, and the number of a block among those that are left.
    fn text(self, erased: &FxHashSet<Block>) -> String {
        match self {
            Item::Op(op) => format!("op '{}'", op.name_text()),
            Item::Region(region) => {
                format!("region {} from operation '{}'", region.index(), parent_name(region))
            }
            Item::Block(block) => {
                let Some(region) = block.region() else { return "block".to_owned() };
                let before = region.blocks().take_while(|other| other.id() != block.id());
                let number = before.filter(|other| !erased.contains(&other.id())).count();
                let (index, parent) = (region.index(), parent_name(region));
                format!("block ^bb{number} from region {index} from operation '{parent}'")
            }
        }
    }
}

fn parent_name<'a>(region: RegionRef<'a>) -> &'a str {
    region.parent_op().map_or("", |op| op.name_text())
}

/// The blocks of a depth-first search through the control flow, before those that are reached from them, or after them.
fn by_control_flow(entry: BlockRef<'_>, after: bool) -> Vec<BlockRef<'_>> {
    let (mut out, mut entered, mut pending) = (Vec::new(), FxHashSet::default(), vec![(entry, false)]);
    while let Some((block, left)) = pending.pop() {
        if left || entered.insert(block.id()) {
            if left == after {
                out.push(block);
            }
            if !left {
                pending.push((block, true));
                let next: Vec<BlockRef<'_>> =
                    block.last().into_iter().flat_map(|end| end.successors()).collect();
                pending.extend(next.into_iter().rev().map(|block| (block, false)));
            }
        }
    }
    out
}

/// The reachable blocks in the order of a walk of the dominator tree, in which the children of a block are in the order of
/// a search through the control flow.
fn by_dominance(region: RegionRef<'_>) -> Vec<BlockRef<'_>> {
    let Some(entry) = region.entry() else { return Vec::new() };
    let blocks = by_control_flow(entry, false);
    let numbers: FxHashMap<Block, usize> =
        blocks.iter().enumerate().map(|(number, block)| (block.id(), number)).collect();
    let tree = DomTree::new(region.body(), region.id());
    let (mut out, mut pending) = (Vec::new(), vec![entry.id()]);
    while let Some(block) = pending.pop() {
        out.extend(numbers.get(&block).map(|&number| blocks[number]));
        let mut children: Vec<Block> = tree.children(block).collect();
        children.sort_by_key(|child| std::cmp::Reverse(numbers.get(child).copied()));
        pending.extend(children);
    }
    out
}

/// Visits an item and what is in it, before and after what is in each; `false` before it leaves that out.
fn walk<'a>(root: Item<'a>, order: Order, visit: &mut dyn FnMut(Item<'a>, bool) -> bool) {
    let mut pending = vec![(root, false)];
    while let Some((item, after)) = pending.pop() {
        if after {
            visit(item, true);
            continue;
        }
        let enters = visit(item, false);
        pending.push((item, true));
        if enters {
            pending.extend(item.children(order).into_iter().rev().map(|child| (child, false)));
        }
    }
}

/// The kinds of items that callbacks take, and whether an item is of the kind.
const KINDS: [(&str, fn(Item<'_>) -> bool); 3] = [
    ("Op", |item| matches!(item, Item::Op(_))),
    ("Block", |item| matches!(item, Item::Block(_))),
    ("Region", |item| matches!(item, Item::Region(_))),
];

fn show_visits(root: Item<'_>, order: Order, after: bool, name: &str, out: &mut String) {
    for (kind, is) in KINDS {
        out.push_str(&format!("{kind} {name} visits\n"));
        show_items(root, order, after, is, out);
    }
}

fn show_items(root: Item<'_>, order: Order, after: bool, is: fn(Item<'_>) -> bool, out: &mut String) {
    walk(root, order, &mut |item, left| {
        if left == after && is(item) {
            out.push_str(&format!("Visiting {}\n", item.text(&FxHashSet::default())));
        }
        true
    });
}

/// Walks that begin at the blocks, or regions, of ops that ask for it.
fn show_inner_visits(root: Item<'_>, out: &mut String) {
    for (title, attr, is) in [("block", "walk_blocks", KINDS[1].1), ("region", "walk_regions", KINDS[2].1)] {
        for (after, name) in [(false, "pre-order"), (true, "post-order")] {
            let on = if title == "block" { "blocks" } else { "region" };
            out.push_str(&format!("Invoke {title} {name} visits on {on}\n"));
            let mut roots = Vec::new();
            walk(root, Order::Forward, &mut |item, left| {
                if let Item::Op(op) = item
                    && left
                    && op.attr(attr).is_some()
                {
                    roots.extend(op.regions().flat_map(|region| match title {
                        "block" => region.blocks().map(Item::Block).collect(),
                        _ => vec![Item::Region(region)],
                    }));
                }
                true
            });
            roots.into_iter().for_each(|root| show_items(root, Order::Forward, after, is, out));
        }
    }
}

/// Whether an op is a module or directly in one, so that walks that skip what they erase do not erase it.
fn is_kept(op: OpRef<'_>) -> bool {
    let is_module = |op: OpRef<'_>| op.isa::<ModuleOp>();
    is_module(op) || op.parent_op().is_none_or(is_module)
}

/// Walks that erase: what would be erased of a copy.
fn show_erasures(root: Item<'_>, out: &mut String) {
    for (after, skips, name) in [
        (false, true, "pre-order erasures (skip)"),
        (true, true, "post-order erasures (skip)"),
        (true, false, "post-order erasures (no skip)"),
    ] {
        out.push_str(&format!("Op {name}\n"));
        walk(root, Order::Forward, &mut |item, left| {
            let Item::Op(op) = item else { return true };
            if left != after || skips && is_kept(op) {
                return true;
            }
            out.push_str(&format!("Erasing {}\n", item.text(&FxHashSet::default())));
            after
        });
        out.push_str(&format!("Block {name}\n"));
        let mut erased = FxHashSet::default();
        walk(root, Order::Forward, &mut |item, left| {
            let Item::Block(block) = item else { return true };
            let parent = block.region().and_then(|region| region.parent_op());
            if left != after || skips && parent.is_none_or(is_kept) {
                return true;
            }
            let body = block.body();
            let is_used = body
                .preds(block.id())
                .any(|used| body.block_of(body.use_owner(used)).is_none_or(|user| !erased.contains(&user)));
            let what = if is_used { "Cannot erase" } else { "Erasing" };
            out.push_str(&format!("{what} {}\n", item.text(&erased)));
            if !is_used {
                erased.insert(block.id());
            }
            after || is_used
        });
    }
}
