//! `generate-runtime-verification`: assertions before ops on buffers and tensors, and structured ops, for
//! requirements on sizes and indices that are only known at run time.

mod structured;

use rustc_hash::FxHashMap;
use terrace_asm::{PrintOptions, ValueNames};
use terrace_dialects_core::arith::{self, CmpIPredicate};
use terrace_dialects_core::cf;
use terrace_dialects_linalg::structured::as_structured;
use terrace_dialects_mem::index_values::value_of;
use terrace_dialects_mem::layout::{self, strided_layout};
use terrace_dialects_mem::slices::mixed_lists;
use terrace_dialects_mem::{memref, tensor};
use terrace_ir::def::op_error;
use terrace_ir::enum_attr::enum_attr;
use terrace_ir::{
    BodyId, DYNAMIC, Diag, Ir, Loc, Op, OpFoldResult, OpHandle, OpKind, OpRef, Rewriter, Type, Value,
};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{Failed, IrPass, Pass, PassDef, PassRun, pass_options};

use terrace_passes_shared::arithmetic::Arith;
use terrace_passes_shared::build::if_else;

/// The size above which constants are not in messages.
const ELIDE_ABOVE: i64 = 16;

pass_options! {
    /// The options of the pass.
    struct VerificationOptions {
        /// Verbosity level for runtime verification messages: 0 = Minimum (only source location), 1 = Detailed (include full operation details, names, types, shapes, etc.)
        verbose_level("verbose-level"): u64 = "1",
    }
}

/// The pass.
pub static GENERATE_RUNTIME_VERIFICATION: PassDef = PassDef {
    name: "generate-runtime-verification",
    class: "GenerateRuntimeVerification",
    doc: "Generate additional runtime op verification checks",
    options: VerificationOptions::DEFS,
    make: |options| {
        let verbose_level = VerificationOptions::from(options).verbose_level;
        Ok(Pass::Ir(Box::new(GenerateRuntimeVerification { verbose_level })))
    },
    ..EMPTY_PASS
};

struct GenerateRuntimeVerification {
    verbose_level: u64,
}

/// Creates the assertions of one kind of op; `None` if the op does not match its definition.
type Generate = fn(&mut Checks<'_, '_>) -> Option<()>;

/// The assertions for an op; `None` if there are none for its kind.
fn generator(op: OpRef<'_>) -> Option<Generate> {
    let table: [(&str, Generate); 15] = [
        (memref::AssumeAlignmentOp::DEF.name, assume_alignment),
        (memref::AtomicRMWOp::DEF.name, access),
        (memref::CastOp::DEF.name, cast),
        (memref::CopyOp::DEF.name, copy),
        (memref::DimOp::DEF.name, dim),
        (memref::ExpandShapeOp::DEF.name, expand_shape),
        (memref::GenericAtomicRMWOp::DEF.name, access),
        (memref::LoadOp::DEF.name, access),
        (memref::StoreOp::DEF.name, access),
        (memref::SubViewOp::DEF.name, slice),
        (tensor::CastOp::DEF.name, cast),
        (tensor::DimOp::DEF.name, dim),
        (tensor::ExtractOp::DEF.name, access),
        (tensor::ExtractSliceOp::DEF.name, slice),
        (tensor::InsertOp::DEF.name, access),
    ];
    let name = op.name_text();
    let found = table.iter().find(|(known, _)| *known == name).map(|(_, generate)| *generate);
    found.or_else(|| as_structured(op).map(|_| structured::verify_loops as Generate))
}

impl IrPass for GenerateRuntimeVerification {
    fn run(&self, ir: &mut Ir, op: OpHandle, run: &mut PassRun<'_>) -> Result<(), Failed> {
        if self.verbose_level > 1 {
            let message = "generate-runtime-verification pass: set verboseLevel to 0 or 1";
            return run.fail(Diag::error(ir.op(op).loc(), message.to_owned()));
        }
        // The ops of the assertions are not verified themselves, and do not take part in the naming of
        // values.
        let options = PrintOptions::default()
            .local_scope(true)
            .skip_regions(true)
            .elide_elements_above(Some(ELIDE_ABOVE));
        let mut names = ValueNames::new(ir, &options);
        let mut bodies: Vec<BodyId> = vec![op.body];
        bodies.extend(ir.op(op).inner_body());
        let mut found: Vec<(OpHandle, Generate, String)> = Vec::new();
        let (mut at, mut seen) = (0, FxHashMap::default());
        while let Some(&id) = bodies.get(at) {
            at += 1;
            if seen.insert(id, ()).is_some() {
                continue;
            }
            for inner in ir.body(id).live_ops() {
                let handle = OpHandle { body: id, op: inner };
                if id == op.body && !ir.op(op).is_ancestor(ir.op(handle)) {
                    continue;
                }
                bodies.extend(ir.body(id).inner(inner));
                if let Some(generate) = generator(ir.op(handle)) {
                    let text =
                        if self.verbose_level == 1 { names.op_text(ir.op(handle)) } else { String::new() };
                    found.push((handle, generate, text));
                }
            }
        }
        for (handle, generate, text) in found {
            let checked = ir.rewrite(handle.body, |rw| {
                let loc = rw.body().loc(handle.op);
                rw.set_insertion_point_before(handle.op);
                generate(&mut Checks { rw, loc, op: handle.op, text: &text })
            });
            if checked.is_none() {
                return run.fail(op_error(ir.op(handle), "cannot be verified at run time"));
            }
        }
        Ok(())
    }
}

/// Creates assertions before an op.
struct Checks<'b, 'r> {
    rw: &'b mut Rewriter<'r>,
    loc: Loc,
    op: Op,
    /// The printed form of the op; empty if messages are short.
    text: &'b str,
}

impl Checks<'_, '_> {
    fn view(&self) -> OpRef<'_> {
        self.rw.op(self.op)
    }

    fn is_tensor(&self) -> bool {
        self.view().name_text().starts_with("tensor.")
    }

    fn index(&mut self, number: i64) -> Value {
        Arith::new(self.rw, self.loc).index(number)
    }

    fn compare(&mut self, predicate: CmpIPredicate, a: Value, b: Value) -> Value {
        Arith::new(self.rw, self.loc).compare(predicate, a, b)
    }

    fn folded_compare(&mut self, predicate: CmpIPredicate, a: Value, b: Value) -> Value {
        let predicate = enum_attr(self.rw.cx(), predicate);
        self.rw.build_or_fold_value(
            arith::CmpIOp::of(a, b).predicate_attr(predicate).result(Type::I1).loc(self.loc),
        )
    }

    fn folded_and(&mut self, a: Value, b: Value) -> Value {
        self.rw.build_or_fold_value(arith::AndIOp::of(a, b).result(Type::I1).loc(self.loc))
    }

    /// Emits `low <= value < high`.
    fn in_bounds(&mut self, value: Value, low: Value, high: Value) -> Value {
        let from = self.folded_compare(CmpIPredicate::Sge, value, low);
        let to = self.folded_compare(CmpIPredicate::Slt, value, high);
        self.folded_and(from, to)
    }

    fn assert(&mut self, condition: Value, what: &str) {
        let cx = self.rw.cx();
        let place = cx.attr_text(self.rw.ir().loc_attr(self.loc));
        let line = if self.text.is_empty() { String::new() } else { format!("{}\n", self.text) };
        let message = format!("ERROR: Runtime op verification failed\n{line}^ {what}\nLocation: {place}");
        let message = cx.string_attr(&message);
        self.rw.build(cf::AssertOp::of(condition).loc(self.loc).msg_attr(message));
    }

    /// The size of a dimension, read when the program runs.
    fn size(&mut self, of: Value, dim: i64) -> Value {
        let at = self.index(dim);
        match self.is_tensor() {
            true => self.rw.build_value(tensor::DimOp::of(of, at).result(Type::INDEX).loc(self.loc)),
            false => self.rw.build_value(memref::DimOp::of(of, at).result(Type::INDEX).loc(self.loc)),
        }
    }

    /// The size of a dimension, a constant where it is static.
    fn folded_size(&mut self, of: Value, dim: i64) -> Value {
        let at = self.index(dim);
        match self.rw.value(of).ty().is_memref(self.rw.cx()) {
            true => self.rw.build_or_fold_value(memref::DimOp::of(of, at).result(Type::INDEX).loc(self.loc)),
            false => self.rw.build_or_fold_value(tensor::DimOp::of(of, at).result(Type::INDEX).loc(self.loc)),
        }
    }

    fn rank(&mut self, of: Value) -> Value {
        match self.is_tensor() {
            true => self.rw.build_value(tensor::RankOp::of(of).result(Type::INDEX).loc(self.loc)),
            false => self.rw.build_value(memref::RankOp::of(of).result(Type::INDEX).loc(self.loc)),
        }
    }

    /// Asserts that a value is a number.
    fn assert_is(&mut self, value: Value, number: i64, what: &str) {
        let number = self.index(number);
        let same = self.compare(CmpIPredicate::Eq, value, number);
        self.assert(same, what);
    }
}

fn assume_alignment(checks: &mut Checks<'_, '_>) -> Option<()> {
    let view = memref::AssumeAlignmentOp::view_of(checks.view());
    let (buffer, alignment) = (view.memref().id(), view.alignment());
    let (rw, loc) = (&mut *checks.rw, checks.loc);
    let address = rw.build_value(
        memref::ExtractAlignedPointerAsIndexOp::of(buffer).aligned_pointer(Type::INDEX).loc(loc),
    );
    let divisor = checks.index(alignment);
    let rest = Arith::new(checks.rw, checks.loc).binary::<arith::RemUIOp>(address, divisor);
    checks.assert_is(rest, 0, &format!("memref is not aligned to {alignment}"));
    Some(())
}

/// The source of a cast has the rank, sizes, offset and strides that the type of the result has.
fn cast(checks: &mut Checks<'_, '_>) -> Option<()> {
    let cx = checks.rw.cx();
    let (source, to) = (checks.view().single_operand(), checks.view().single_result().ty());
    let (source, from) = (source.id(), source.ty());
    // Any shape is one without a rank.
    let Some(shape) = to.shape(cx).map(<[i64]>::to_vec) else { return Some(()) };
    if from.shape(cx).is_none() {
        let rank = checks.rank(source);
        checks.assert_is(rank, shape.len() as i64, "rank mismatch");
    }
    let metadata = match layout::memref(cx, to) {
        None => None,
        Some(target) => {
            let unknown = vec![DYNAMIC; shape.len()];
            let layout = Some(strided_layout(cx, DYNAMIC, &unknown));
            let ty = layout::MemRef { shape: &unknown, layout, ..target }.ty(cx);
            let any = checks.rw.build_value(memref::CastOp::of(source).dest(ty).loc(checks.loc));
            let metadata = memref::ExtractStridedMetadataOp::of(any).loc(checks.loc);
            Some((checks.rw.build(metadata), target.strides_and_offset(cx)))
        }
    };
    for (dim, &size) in shape.iter().enumerate() {
        let is_known = from.shape(cx).is_some_and(|shape| shape[dim] != DYNAMIC);
        if is_known || size == DYNAMIC {
            continue;
        }
        let here = checks.size(source, dim as i64);
        checks.assert_is(here, size, &format!("size mismatch of dim {dim}"));
    }
    let Some((metadata, Some((strides, offset)))) = metadata else { return Some(()) };
    let view = memref::ExtractStridedMetadataOp::view_of(checks.rw.op(metadata));
    let (has_offset, has_strides) =
        (view.offset().id(), view.strides().map(|stride| stride.id()).collect::<Vec<_>>());
    if offset != DYNAMIC {
        checks.assert_is(has_offset, offset, "offset mismatch");
    }
    for (dim, (&stride, value)) in strides.iter().zip(has_strides).enumerate() {
        if stride != DYNAMIC {
            checks.assert_is(value, stride, &format!("stride mismatch of dim {dim}"));
        }
    }
    Some(())
}

fn copy(checks: &mut Checks<'_, '_>) -> Option<()> {
    let cx = checks.rw.cx();
    let view = memref::CopyOp::view_of(checks.view());
    let sides = [view.source(), view.target()].map(|value| (value.id(), value.ty()));
    let shapes = [sides[0].1.shape(cx)?.to_vec(), sides[1].1.shape(cx)?.to_vec()];
    for dim in 0..shapes[0].len() {
        let sizes = [shapes[0][dim], *shapes[1].get(dim)?];
        if !sizes.contains(&DYNAMIC) {
            continue;
        }
        let [source, target] = [0, 1].map(|side| match sizes[side] {
            DYNAMIC => checks.size(sides[side].0, dim as i64),
            size => checks.index(size),
        });
        let same = checks.compare(CmpIPredicate::Eq, source, target);
        checks.assert(same, &format!("size of {dim}-th source/target dim does not match"));
    }
    Some(())
}

fn dim(checks: &mut Checks<'_, '_>) -> Option<()> {
    let op = checks.view();
    let (source, index) = match checks.is_tensor() {
        true => (tensor::DimOp::view_of(op).source().id(), tensor::DimOp::view_of(op).index().id()),
        false => (memref::DimOp::view_of(op).source().id(), memref::DimOp::view_of(op).index().id()),
    };
    let rank = checks.rank(source);
    let zero = checks.index(0);
    let in_bounds = checks.in_bounds(index, zero, rank);
    checks.assert(in_bounds, "index is out of bounds");
    Some(())
}

/// The buffer or tensor that an op accesses, and the indices of the element.
fn accessed(op: OpRef<'_>) -> Option<(Value, Vec<Value>)> {
    macro_rules! find {
        ($($op:ty, $view:path, $container:ident;)*) => {
            $(if op.isa::<$op>() {
                let view = $view(op);
                return Some((view.$container().id(), view.indices().map(|index| index.id()).collect()));
            })*
        };
    }
    find! {
        memref::AtomicRMWOp, memref::AtomicRMWOpView, memref;
        memref::GenericAtomicRMWOp, memref::GenericAtomicRMWOpView, memref;
        memref::LoadOp, memref::LoadOpView, memref;
        memref::StoreOp, memref::StoreOpView, memref;
        tensor::ExtractOp, tensor::ExtractOpView, tensor;
        tensor::InsertOp, tensor::InsertOpView, dest;
    }
    None
}

/// Each index of an element is within its dimension.
fn access(checks: &mut Checks<'_, '_>) -> Option<()> {
    let (container, indices) = accessed(checks.view())?;
    if indices.is_empty() {
        return Some(());
    }
    let zero = checks.index(0);
    let mut all: Option<Value> = None;
    for (dim, index) in indices.into_iter().enumerate() {
        let size = checks.folded_size(container, dim as i64);
        let in_bounds = checks.in_bounds(index, zero, size);
        all = Some(match all {
            Some(all) => checks.folded_and(all, in_bounds),
            None => in_bounds,
        });
    }
    checks.assert(all?, "out-of-bounds access");
    Some(())
}

/// The first and the last element of a slice are in the source; for an empty slice, the offset is not beyond
/// the end.
fn slice(checks: &mut Checks<'_, '_>) -> Option<()> {
    let lists: [Vec<OpFoldResult>; 3] =
        mixed_lists(checks.view()).map(|list| list.into_iter().map(OpFoldResult::from).collect());
    let [offsets, sizes, strides] = lists;
    let (name, source) = match checks.is_tensor() {
        true => ("extract_slice", tensor::ExtractSliceOp::view_of(checks.view()).source().id()),
        false => ("subview", memref::SubViewOp::view_of(checks.view()).source().id()),
    };
    let (zero, one) = (checks.index(0), checks.index(1));
    let loc = checks.loc;
    let dims: Option<Vec<Value>> = match checks.is_tensor() {
        true => None,
        false => {
            let metadata = memref::ExtractStridedMetadataOp::of(source).loc(loc);
            let metadata = checks.rw.build(metadata);
            let view = memref::ExtractStridedMetadataOp::view_of(checks.rw.op(metadata));
            Some(view.sizes().map(|size| size.id()).collect())
        }
    };
    for dim in 0..offsets.len() {
        let [offset, size, stride] =
            [offsets[dim], sizes[dim], strides[dim]].map(|number| value_of(checks.rw, number, loc));
        let end = match &dims {
            Some(dims) => dims[dim],
            None => checks.folded_size(source, dim as i64),
        };
        let (op, text) = (checks.op, checks.text);
        let is_empty = checks.compare(CmpIPredicate::Eq, size, zero);
        let starts = if_else(
            checks.rw,
            is_empty,
            loc,
            |rw| {
                let mut make = Arith::new(rw, loc);
                let from = make.compare(CmpIPredicate::Sge, offset, zero);
                let to = make.compare(CmpIPredicate::Sle, offset, end);
                Some(vec![make.binary::<arith::AndIOp>(from, to)])
            },
            |rw| Some(vec![Checks { rw, loc, op, text }.in_bounds(offset, zero, end)]),
        )?;
        let starts = checks.rw.body().single_result(starts);
        checks.assert(starts, &format!("offset {dim} is out-of-bounds"));
        let has_some = checks.compare(CmpIPredicate::Sgt, size, zero);
        let ends = if_else(
            checks.rw,
            has_some,
            loc,
            |rw| {
                let mut make = Arith::new(rw, loc);
                let steps = make.sub(size, one);
                let distance = make.mul(steps, stride);
                let last = make.add(offset, distance);
                Some(vec![Checks { rw, loc, op, text }.in_bounds(last, zero, end)])
            },
            |rw| {
                let yes = terrace_ir::Attr::TRUE;
                Some(vec![Arith::new(rw, loc).constant(yes, Type::I1)])
            },
        )?;
        let ends = checks.rw.body().single_result(ends);
        checks.assert(ends, &format!("{name} runs out-of-bounds along dimension {dim}"));
    }
    Some(())
}

/// The static sizes of a group divide the collapsed size.
fn expand_shape(checks: &mut Checks<'_, '_>) -> Option<()> {
    let cx = checks.rw.cx();
    let view = memref::ExpandShapeOp::view_of(checks.view());
    let (source, shape) = (view.src().id(), view.result().ty().shape(cx)?.to_vec());
    let groups: Vec<Vec<usize>> =
        view.reassociation().iter().map(|list| list.iter().map(|dim| dim as usize).collect()).collect();
    for (dim, group) in groups.into_iter().enumerate() {
        let size = checks.size(source, dim as i64);
        let known =
            group.into_iter().filter_map(|dim| shape.get(dim).copied()).filter(|&size| size != DYNAMIC);
        let known = known.fold(1i64, i64::wrapping_mul);
        let known = checks.index(known);
        let rest = Arith::new(checks.rw, checks.loc).binary::<arith::RemSIOp>(size, known);
        let what = "static result dims in reassoc group do not divide src dim evenly";
        checks.assert_is(rest, 0, what);
    }
    Some(())
}
