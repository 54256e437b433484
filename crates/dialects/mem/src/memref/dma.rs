//! Asynchronous transfers between buffers.

use terrace_ir::asm::{Delimiter, OpParser, OpPrinter, PResult, ParseState};
use terrace_ir::constraints::{ANY_TYPE, INDEX};
use terrace_ir::def::op_error;
use terrace_ir::{CheckResult, OpKind, OpRef, Type, ValueRef};
use terrace_macros::op;

use super::fold::fold_casts;

use crate::constraints::ANY_MEMREF;
use crate::layout::{memref, rank};

/// Starts a transfer. The operands are a buffer and indices to read from, another to write to, how many elements, a
/// buffer and indices of a tag, and, where elements are some steps apart, the step and how many stand together.
#[op("memref.dma_start", fold = fold_casts, asm = (parse_start, print_start),
     syntax = "<source> `[` <indices> `]` `,` <target> `[` <indices> `]` `,` <number of elements> `,` <tag> `[` <indices> \
               `]` (`,` <stride> `,` <elements per stride>)? attr-dict `:` <types of source, target and tag>",
     verify = verify_start)]
pub struct DmaStartOp {
    operands: VarOperand<ANY_TYPE>,
}

/// The number of the operand that is read; the positions of those after it depend on ranks.
const SOURCE: usize = 0;

impl<'a> DmaStartOpView<'a> {
    fn rank(self, at: usize) -> usize {
        rank(self.0.cx(), self.0.operand(at).ty())
    }

    fn range(self, start: usize, len: usize) -> Vec<ValueRef<'a>> {
        (start..start + len).map(|i| self.0.operand(i)).collect()
    }

    /// The source memref.
    pub fn source(self) -> ValueRef<'a> {
        self.0.operand(SOURCE)
    }

    /// The indices into the source.
    pub fn source_indices(self) -> Vec<ValueRef<'a>> {
        self.range(SOURCE + 1, self.rank(SOURCE))
    }

    fn target_at(self) -> usize {
        SOURCE + 1 + self.rank(SOURCE)
    }

    /// The destination memref.
    pub fn target(self) -> ValueRef<'a> {
        self.0.operand(self.target_at())
    }

    /// The indices into the destination.
    pub fn target_indices(self) -> Vec<ValueRef<'a>> {
        self.range(self.target_at() + 1, self.rank(self.target_at()))
    }

    fn count_at(self) -> usize {
        self.target_at() + 1 + self.rank(self.target_at())
    }

    /// The number of elements to transfer.
    pub fn num_elements(self) -> ValueRef<'a> {
        self.0.operand(self.count_at())
    }

    fn tag_at(self) -> usize {
        self.count_at() + 1
    }

    /// The buffer of the tag.
    pub fn tag(self) -> ValueRef<'a> {
        self.0.operand(self.tag_at())
    }

    /// The indices into the tag memref.
    pub fn tag_indices(self) -> Vec<ValueRef<'a>> {
        self.range(self.tag_at() + 1, self.rank(self.tag_at()))
    }

    /// The stride and the number of contiguous elements per stride, if given.
    pub fn strides(self) -> Vec<ValueRef<'a>> {
        let start = self.tag_at() + 1 + self.rank(self.tag_at());
        self.range(start, self.0.num_operands().saturating_sub(start))
    }
}

fn parse_start(p: &mut dyn OpParser, state: &mut ParseState) -> PResult<()> {
    let source = p.operand()?;
    let source_indices = p.operand_list(Delimiter::Square)?;
    p.token(",")?;
    let target = p.operand()?;
    let target_indices = p.operand_list(Delimiter::Square)?;
    p.token(",")?;
    let count = p.operand()?;
    p.token(",")?;
    let tag = p.operand()?;
    let tag_indices = p.operand_list(Delimiter::Square)?;
    // Nothing need follow the comma.
    let strides = if p.optional_token(",") { p.operand_list(Delimiter::None)? } else { Vec::new() };
    if !matches!(strides.len(), 0 | 2) {
        let at = p.name_loc();
        return Err(p.error(at, "expected two stride related operands".to_string()));
    }
    p.token(":")?;
    let types = p.type_list()?;
    let &[source_ty, target_ty, tag_ty] = types.as_slice() else {
        let at = p.name_loc();
        return Err(p.error(at, "fewer/more types expected".to_string()));
    };
    let index = |list: Vec<_>| list.into_iter().map(|operand| (operand, Type::INDEX)).collect::<Vec<_>>();
    let all = [
        vec![(source, source_ty)],
        index(source_indices),
        vec![(target, target_ty)],
        index(target_indices),
        vec![(count, Type::INDEX), (tag, tag_ty)],
        index(tag_indices),
        index(strides),
    ];
    for (operand, ty) in all.into_iter().flatten() {
        state.operands.push(p.resolve(operand, ty)?);
    }
    Ok(())
}

fn print_start(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    let view = DmaStartOp::view_of(op);
    let element = |p: &mut dyn OpPrinter, buffer: ValueRef<'_>, indices: Vec<ValueRef<'_>>| {
        p.value(buffer);
        p.text("[");
        p.values(&mut indices.into_iter());
        p.text("]");
    };
    p.text(" ");
    element(p, view.source(), view.source_indices());
    p.text(", ");
    element(p, view.target(), view.target_indices());
    p.text(", ");
    p.value(view.num_elements());
    p.text(", ");
    element(p, view.tag(), view.tag_indices());
    for stride in view.strides() {
        p.text(", ");
        p.value(stride);
    }
    p.attr_dict(op, &[]);
    p.text(" : ");
    p.types_of(&mut [view.source(), view.target(), view.tag()].into_iter());
}

fn verify_start(op: OpRef<'_>) -> CheckResult {
    let (cx, view, count) = (op.cx(), DmaStartOp::view_of(op), op.num_operands());
    let fail = |message: String| Err(op_error(op, message));
    let at_least = |n: usize| match count < n {
        true => fail(format!("expected at least {n} operands")),
        false => Ok(()),
    };
    let is_memref = |value: ValueRef<'_>| memref(cx, value.ty()).is_some();
    let all_index = |values: Vec<ValueRef<'_>>| values.iter().all(|value| value.ty() == Type::INDEX);
    let buffer = |value: ValueRef<'_>, name: &str| match is_memref(value) {
        true => Ok(()),
        false => fail(format!("expected {name} to be of memref type")),
    };
    let indices = |values: Vec<ValueRef<'_>>, name: &str| match all_index(values) {
        true => Ok(()),
        false => fail(format!("expected {name} indices to be of index type")),
    };
    // What is asked of each rests on what was asked of those before it.
    at_least(4)?;
    buffer(view.source(), "source")?;
    at_least(view.rank(0) + 4)?;
    indices(view.source_indices(), "source")?;
    buffer(view.target(), "destination")?;
    let mut expected = view.rank(0) + view.rank(view.target_at()) + 4;
    at_least(expected)?;
    indices(view.target_indices(), "destination")?;
    if view.num_elements().ty() != Type::INDEX {
        return fail("expected num elements to be of index type".to_string());
    }
    buffer(view.tag(), "tag")?;
    expected += view.rank(view.tag_at());
    at_least(expected)?;
    indices(view.tag_indices(), "tag")?;
    if count != expected && count != expected + 2 {
        return fail("incorrect number of operands".to_string());
    }
    if !all_index(view.strides()) {
        return fail("expected stride and num elements per stride to be of type index".to_string());
    }
    Ok(())
}

/// Waits for the end of a transfer; as upstream, its effects are not known.
#[op("memref.dma_wait", fold = fold_casts, verify = verify_wait,
     format = "$tagMemRef `[` $tagIndices `]` `,` $numElements attr-dict `:` type($tagMemRef)")]
pub struct DmaWaitOp {
    tagMemRef: Operand<ANY_MEMREF>,
    tagIndices: VarOperand<INDEX>,
    numElements: Operand<INDEX>,
}

fn verify_wait(op: OpRef<'_>) -> CheckResult {
    let view = DmaWaitOp::view_of(op);
    let (rank, given) = (rank(op.cx(), view.tag_mem_ref().ty()), view.tag_indices().len());
    if given == rank {
        return Ok(());
    }
    Err(op_error(
        op,
        format!(
            "expected tagIndices to have the same number of elements as the tagMemRef rank, expected {rank}, but \
             got {given}"
        ),
    ))
}
