//! Tells the remainders of annotated loops from the loops over full blocks, in debug information: both are copies of
//! the same lines. A discriminator is what DWARF has for code that shares a line.

use terrace_dialects_llvm::attrs::{
    DIFileAttr, DILexicalBlockAttr, DILexicalBlockFileAttr, DISubprogramAttr,
};
use terrace_ir::attrs::LocData;
use terrace_ir::{Attr, Block, Context, Loc, Op, Rewriter, TraitSet};

/// The discriminator of the code of a remainder; the tool that explains programs looks for it.
const REMAINDER: u32 = 1;

/// Sets the discriminator in the locations of the ops of a block, which is a copy in a remainder. Locations without a
/// scope of debug information stay as they are.
pub(crate) fn mark_remainder(rw: &mut Rewriter<'_>, block: Block) {
    // A variable is the same in both.
    let ops: Vec<Op> =
        rw.body().ops_of(block).filter(|&op| !rw.op(op).has_trait(TraitSet::DebugInfo)).collect();
    for op in ops {
        let loc = rw.ir().loc_attr(rw.op(op).loc());
        if let Some(marked) = marked(rw.ir().cx(), loc) {
            rw.set_loc(op, Loc::from_attr(marked));
        }
    }
}

/// Returns the location with the discriminator; `None` if it cannot have one, or has it.
fn marked(cx: &Context, loc: Attr) -> Option<Attr> {
    match loc.as_loc(cx)? {
        LocData::Fused { locations, metadata } => {
            let file = scope_file(cx, *metadata)?;
            let metadata = DILexicalBlockFileAttr::get(cx, *metadata, file, REMAINDER).into();
            Some(cx.loc_attr(LocData::Fused { locations: locations.clone(), metadata }))
        }
        LocData::CallSite { callee, caller } => {
            let callee = marked(cx, *callee)?;
            Some(cx.loc_attr(LocData::CallSite { callee, caller: *caller }))
        }
        _ => None,
    }
}

/// Returns the file of a scope without the discriminator; `None` for other attributes.
fn scope_file(cx: &Context, scope: Attr) -> Option<Option<DIFileAttr>> {
    if scope.is_null() {
        return None;
    }
    if let Some(subprogram) = scope.dyn_cast::<DISubprogramAttr>(cx) {
        return Some(subprogram.file(cx));
    }
    if let Some(block) = scope.dyn_cast::<DILexicalBlockAttr>(cx) {
        return Some(block.file(cx));
    }
    let block = scope.dyn_cast::<DILexicalBlockFileAttr>(cx)?;
    (block.discriminator(cx) != REMAINDER).then(|| block.file(cx))
}
