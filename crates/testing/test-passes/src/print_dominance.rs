//! `test-print-dominance`: for each pair of blocks which dominates the other, and which is nearest to both.

use std::fmt::Write;

use terrace_ir::dominance::{DomTree, PostDomTree};
use terrace_ir::verify::is_graph_region;
use terrace_ir::{BlockRef, Ir, OpHandle, OpRef, RegionRef};
use terrace_pass::pass::{EMPTY_PASS, SYMBOL};
use terrace_pass::{Failed, IrPass, Pass, PassDef, PassRun};
use terrace_rewrite::walk::post_order;

/// The pass.
pub(crate) static TEST_PRINT_DOMINANCE: PassDef = PassDef {
    name: "test-print-dominance",
    class: "TestDominancePass",
    doc: "Print the dominance information for multiple regions.",
    requires: Some(SYMBOL),
    make: |_| Ok(Pass::Ir(Box::new(PrintDominance))),
    ..EMPTY_PASS
};

struct PrintDominance;

impl IrPass for PrintDominance {
    fn run(&self, ir: &mut Ir, op: OpHandle, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let (text, ids) = show(ir.op(op));
        run.printed.push_str(&text);
        for (owner, mut own) in ids {
            let cx = ir.cx().clone();
            let mut all = ir.op(owner).discardable_attr("test.block_ids").and_then(|a| a.as_i64_array(&cx));
            all.get_or_insert_default().append(&mut own);
            ir.rewrite(owner.body, |rw| {
                rw.set_attr(owner.op, "test.block_ids", cx.i64_array(&all.unwrap_or_default()));
            });
        }
        Ok(())
    }
}

/// The blocks of an op and of all ops inside, in the order in which these are met, inner ones first.
fn blocks_met<'a>(op: OpRef<'a>) -> Vec<BlockRef<'a>> {
    let mut out: Vec<BlockRef<'a>> = Vec::new();
    for block in post_order(op.ir(), op.handle()).into_iter().filter_map(|op_in| op.ir().op(op_in).block()) {
        if !out.contains(&block) {
            out.push(block);
        }
    }
    out
}

/// The block and those around it.
fn around<'a>(block: BlockRef<'a>) -> impl Iterator<Item = BlockRef<'a>> {
    std::iter::successors(Some(block), |block| block.region()?.parent_op()?.block())
}

/// The blocks of one region that hold two blocks, or are them.
fn in_one_region<'a>(a: BlockRef<'a>, b: BlockRef<'a>) -> Option<(BlockRef<'a>, BlockRef<'a>)> {
    around(a).find_map(|a| Some((a, around(b).find(|b| a.region() == b.region())?)))
}

fn nearest<'a>(a: BlockRef<'a>, b: BlockRef<'a>, post: bool) -> Option<BlockRef<'a>> {
    let (a, b) = in_one_region(a, b)?;
    if a == b {
        return Some(a);
    }
    let region: RegionRef<'a> = a.region()?;
    let found = match post {
        false => a.body().analysis::<DomTree>(region.id()).nearest_common_dominator(a.id(), b.id()),
        true => a.body().analysis::<PostDomTree>(region.id()).nearest_common_post_dominator(a.id(), b.id()),
    };
    Some(BlockRef::in_body(a.ir(), a.body(), a.body_id(), found?))
}

fn properly_dominates(a: BlockRef<'_>, b: BlockRef<'_>, post: bool) -> bool {
    if a == b {
        // In a graph, order means nothing.
        let parent = a.region().and_then(|region| Some((region.parent_op()?, region.index())));
        return parent.is_some_and(|(op, index)| is_graph_region(op, index));
    }
    let Some(inner) = around(b).find(|b| b.region() == a.region()) else { return false };
    let Some(region) = a.region().filter(|_| inner != a) else { return true };
    match post {
        false => a.body().analysis::<DomTree>(region.id()).dominates(a.id(), inner.id()),
        true => a.body().analysis::<PostDomTree>(region.id()).post_dominates(a.id(), inner.id()),
    }
}

type Ids = Vec<(OpHandle, Vec<i64>)>;

fn show(op: OpRef<'_>) -> (String, Ids) {
    let name = op.symbol_name().map_or("", |name| name.text(op.cx()));
    let blocks = blocks_met(op);
    let mut ids: Ids = Vec::new();
    for (id, block) in blocks.iter().enumerate() {
        let Some(owner) = block.region().and_then(|region| region.parent_op()) else { continue };
        match ids.iter_mut().find(|(op, _)| *op == owner.handle()) {
            Some((_, own)) => own.push(id as i64),
            None => ids.push((owner.handle(), vec![id as i64])),
        }
    }
    let mut out = format!("Testing : {name}\n");
    // Nothing can go wrong when writing to a string.
    for (title, post) in [("DominanceInfo", false), ("PostDominanceInfo", true)] {
        let _ = writeln!(out, "--- {title} ---");
        for (i, &a) in blocks.iter().enumerate() {
            for (j, &b) in blocks.iter().enumerate() {
                let found =
                    nearest(a, b, post).and_then(|found| blocks.iter().position(|&block| block == found));
                let _ =
                    writeln!(out, "Nearest({i}, {j}) = {}", found.map_or(String::new(), |id| id.to_string()));
            }
        }
    }
    for (title, word, post) in [("Dominance", "dominates", false), ("PostDominance", "postdominates", true)] {
        let _ = writeln!(out, "--- Block {title} relationship ---");
        for (i, &a) in blocks.iter().enumerate() {
            for (j, &b) in blocks.iter().enumerate() {
                let properly = properly_dominates(a, b, post);
                let any = u8::from(properly || a == b);
                let _ = writeln!(out, "{word}({i}, {j}) = {any} (properly = {})", u8::from(properly));
            }
        }
    }
    (out, ids)
}
