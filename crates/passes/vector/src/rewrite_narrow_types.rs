//! Casts of vectors whose elements are smaller than a byte, as shuffles and arithmetic on bytes.

use terrace_dialects_core::arith::{
    self, AndIOp, ExtSIOp, ExtUIOp, OrIOp, SIToFPOp, ShLIOp, ShRSIOp, ShRUIOp, TruncIOp, UIToFPOp,
};
use terrace_dialects_vector::types::{Vector, as_vector, vector};
use terrace_dialects_vector::{BitCastOp, DeinterleaveOp, InterleaveOp, ShuffleOp, TransposeOp};
use terrace_ir::elements::int_elements;
use terrace_ir::pattern::Pattern;
use terrace_ir::{Context, Loc, Op, OpKind, Rewriter, Type, Value, VectorType, pattern};
use terrace_passes_shared::arithmetic::Arith;
use terrace_support::apint::ApInt;

use terrace_passes_shared::vector_ops::transpose;

/// The patterns: whole bytes are unpacked and packed at once, other widths bit range by bit range.
pub static REWRITE_NARROW_TYPES: &[Pattern] = &[
    pattern!("RewriteBitCastOfTruncI", BitCastOp, bitcast_of_truncation),
    pattern!("RewriteExtOfBitCast<ExtUIOp>", ExtUIOp, |rw, op| extension_of_bitcast::<ExtUIOp>(
        rw,
        op.into()
    )),
    pattern!("RewriteExtOfBitCast<ExtSIOp>", ExtSIOp, |rw, op| extension_of_bitcast::<ExtSIOp>(
        rw,
        op.into()
    )),
    pattern!("RewriteAlignedSubByteIntExt<ExtSIOp>", ExtSIOp, |rw, op| unpack_bytes::<ExtSIOp, true>(
        rw,
        op.into()
    ))
    .with_benefit(2),
    pattern!("RewriteAlignedSubByteIntExt<SIToFPOp>", SIToFPOp, |rw, op| unpack_bytes::<SIToFPOp, true>(
        rw,
        op.into()
    ))
    .with_benefit(2),
    pattern!("RewriteAlignedSubByteIntTrunc", TruncIOp, pack_bytes).with_benefit(2),
    pattern!("RewriteAlignedSubByteIntExt<ExtUIOp>", ExtUIOp, |rw, op| unpack_bytes::<ExtUIOp, false>(
        rw,
        op.into()
    ))
    .with_benefit(2),
    pattern!("RewriteAlignedSubByteIntExt<UIToFPOp>", UIToFPOp, |rw, op| unpack_bytes::<UIToFPOp, false>(
        rw,
        op.into()
    ))
    .with_benefit(2),
];

/// Transposes of elements smaller than a byte are transposes of bytes.
pub static TRANSPOSE_NARROW_TYPES: &[Pattern] =
    &[pattern!("RewriteVectorTranspose", TransposeOp, transpose_bytes)];

/// Bits of an element of the source that become bits of an element of the target.
#[derive(Clone, Copy)]
struct BitRange {
    element: i64,
    begin: u32,
    end: u32,
}

/// The bit ranges of each element of the target of a bitcast, the lowest bits first.
fn bit_ranges(cx: &Context, source: Vector<'_>, target: Vector<'_>) -> Option<Vec<Vec<BitRange>>> {
    let from = i64::from(source.element.bit_width(cx)?);
    let to = i64::from(target.element.bit_width(cx)?);
    let mut ranges = vec![Vec::new(); usize::try_from(target.minor()).ok()?];
    let total = to.checked_mul(target.minor())?;
    let mut bit = 0;
    while bit < total {
        let (at, in_target, in_source) = (bit / to, bit % to, bit % from);
        let step = (from - in_source).min(to - in_target);
        ranges[at as usize].push(BitRange {
            element: bit / from,
            begin: in_source as u32,
            end: (in_source + step) as u32,
        });
        bit += step;
    }
    Some(ranges)
}

/// Why an op with these types of its bitcast is not rewritten bit range by bit range.
fn unsupported_bitcast(
    cx: &Context,
    source: Vector<'_>,
    target: Vector<'_>,
    result: Type,
) -> Option<&'static str> {
    let Some(result) = as_vector(cx, result).filter(|result| result.rank() == 1) else {
        return Some("unsupported >1-D vector");
    };
    if [source, target].iter().any(|own| own.rank() != 1 || own.is_scalable() || !own.element.is_integer(cx))
    {
        return Some("types are not vector");
    }
    unsupported_bytes(cx, result)
}

/// Why a vector is not one of bytes.
fn unsupported_bytes(cx: &Context, own: Vector<'_>) -> Option<&'static str> {
    if own.is_scalable() {
        return Some("scalable vector");
    }
    match own.element.bit_width(cx) {
        Some(bits) if bits % 8 == 0 => None,
        _ => Some("bitwidth is not k * 8"),
    }
}

/// Creates ops on vectors of bytes.
struct Bytes<'b, 'r> {
    rw: &'b mut Rewriter<'r>,
    loc: Loc,
}

impl<'r> Bytes<'_, 'r> {
    fn arith(&mut self) -> Arith<'_, 'r> {
        Arith::new(self.rw, self.loc)
    }

    fn ty(&self, value: Value) -> Type {
        self.rw.body().value_type(value)
    }

    fn numbers(&mut self, ty: Type, numbers: &[ApInt]) -> Option<Value> {
        let attr = int_elements(self.rw.cx(), ty, numbers)?;
        Some(self.rw.build_value(arith::ConstantOp::of().value_attr(attr).result(ty).loc(self.loc)))
    }

    fn number(&mut self, ty: Type, number: u64) -> Option<Value> {
        let bits = ty.element_type_or_self(self.rw.cx()).bit_width(self.rw.cx())?;
        self.numbers(ty, &[ApInt::new(bits, number)])
    }

    /// The bits of all elements of the target that the ranges name, where they belong.
    fn gather(&mut self, value: Value, ranges: &[Vec<BitRange>]) -> Option<Value> {
        let cx = self.rw.cx();
        let element = vector(cx, self.ty(value)).element;
        let bits = element.bit_width(cx)?;
        let ty = VectorType::get(cx, &[ranges.len() as i64], element);
        let rounds = ranges.iter().map(Vec::len).max()?;
        let mut gathered = None;
        for round in 0..rounds {
            let here: Vec<Option<BitRange>> = ranges.iter().map(|list| list.get(round).copied()).collect();
            let elements: Vec<i64> =
                here.iter().map(|range| range.map_or(0, |range| range.element)).collect();
            let mask = Some(cx.i64_array(&elements));
            let shuffled =
                self.rw.build_value(ShuffleOp::of(value, value).mask_attr(mask).vector(ty).loc(self.loc));
            let masks: Vec<ApInt> = here.iter().map(|&range| mask_of_range(bits, range)).collect();
            let masks = self.numbers(ty, &masks)?;
            let masked = self.arith().binary::<AndIOp>(shuffled, masks);
            let right: Vec<ApInt> = here
                .iter()
                .map(|range| ApInt::new(bits, range.map_or(0, |range| u64::from(range.begin))))
                .collect();
            let right = self.numbers(ty, &right)?;
            let low = self.arith().binary::<ShRUIOp>(masked, right);
            let left: Vec<ApInt> = ranges
                .iter()
                .map(|list| {
                    let before: u32 = list.iter().take(round).map(|range| range.end - range.begin).sum();
                    ApInt::new(bits, u64::from(before))
                })
                .collect();
            let left = self.numbers(ty, &left)?;
            let placed = self.arith().binary::<ShLIOp>(low, left);
            gathered = Some(match gathered {
                Some(before) => self.arith().binary::<OrIOp>(before, placed),
                None => placed,
            });
        }
        gathered
    }

    /// Elements of `bits` bits that begin at a bit of each byte, as bytes.
    fn unpack(&mut self, bytes: Value, at: u64, bits: u64, signed: bool) -> Option<Value> {
        let ty = self.ty(bytes);
        if signed {
            let mut high = bytes;
            if 8 - bits - at != 0 {
                let left = self.number(ty, 8 - bits - at)?;
                high = self.arith().binary::<ShLIOp>(bytes, left);
            }
            let right = self.number(ty, 8 - bits)?;
            return Some(self.arith().binary::<ShRSIOp>(high, right));
        }
        let mut low = bytes;
        if at != 0 {
            let right = self.number(ty, at)?;
            low = self.arith().binary::<ShRUIOp>(bytes, right);
        }
        if at + bits == 8 {
            return Some(low);
        }
        let mask = self.number(ty, (1 << bits) - 1)?;
        Some(self.arith().binary::<AndIOp>(low, mask))
    }

    fn interleave(&mut self, a: Value, b: Value) -> Value {
        let cx = self.rw.cx();
        let own = vector(cx, self.ty(a));
        let ty = with_minor(cx, own, own.minor() * 2, own.element);
        self.rw.build_value(InterleaveOp::of(a, b).result(ty).loc(self.loc))
    }
}

fn mask_of_range(bits: u32, range: Option<BitRange>) -> ApInt {
    match range {
        Some(BitRange { begin, end, .. }) => {
            let ones = ApInt::all_ones(bits);
            ones.lshr_by(bits - (end - begin)).shl_by(begin)
        }
        None => ApInt::zero(bits),
    }
}

/// The type with another last extent and other elements.
fn with_minor(cx: &Context, own: Vector<'_>, minor: i64, element: Type) -> Type {
    let mut shape = own.shape.to_vec();
    if let Some(last) = shape.last_mut() {
        *last = minor;
    }
    VectorType::get_scalable(cx, &shape, own.scalable, element)
}

/// Rewrites `bitcast(trunci)` to shuffles of the source of the truncation.
fn bitcast_of_truncation(rw: &mut Rewriter<'_>, op: BitCastOp) -> Option<()> {
    let (cx, view) = (rw.cx(), rw.op(op));
    let (loc, ty) = (view.loc(), view.single_result().ty());
    let operand = view.single_operand();
    let Some(truncation) = operand.defining_op().filter(|maker| maker.isa::<TruncIOp>()) else {
        return rw.notify_match_failure(op, "not a trunci source");
    };
    let (source, target) = (vector(cx, operand.ty()), vector(cx, ty));
    let value = truncation.single_operand().id();
    if let Some(reason) = unsupported_bitcast(cx, source, target, ty) {
        return rw.notify_match_failure(op, reason);
    }
    let ranges = bit_ranges(cx, source, target)?;
    rw.set_insertion_point_before(op);
    let gathered = Bytes { rw, loc }.gather(value, &ranges)?;
    let have = rw.body().value_type(gathered);
    if have == ty {
        rw.replace_op(op, &[gathered]);
        return Some(());
    }
    let width = |ty: Type| ty.element_type_or_self(cx).bit_width(cx);
    let cast = match width(ty) <= width(have) {
        true => rw.build_value(TruncIOp::of(gathered).out(ty).loc(loc)),
        false => rw.build_value(ExtUIOp::of(gathered).out(ty).loc(loc)),
    };
    rw.replace_op(op, &[cast]);
    Some(())
}

/// Rewrites an extension of a bitcast to shuffles of the source of the bitcast.
fn extension_of_bitcast<K: OpKind>(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let (cx, view) = (rw.cx(), rw.op(op));
    let (loc, ty) = (view.loc(), view.single_result().ty());
    let operand = view.single_operand();
    let Some(bitcast) = operand.defining_op().filter(|maker| maker.isa::<BitCastOp>()) else {
        return rw.notify_match_failure(op, "not a bitcast source");
    };
    let from = bitcast.single_operand();
    let (source, target, value) = (vector(cx, from.ty()), vector(cx, operand.ty()), from.id());
    if let Some(reason) = unsupported_bitcast(cx, source, target, ty) {
        return rw.notify_match_failure(op, reason);
    }
    let ranges = bit_ranges(cx, source, target)?;
    rw.set_insertion_point_before(op);
    let gathered = Bytes { rw, loc }.gather(value, &ranges)?;
    let have = rw.body().value_type(gathered);
    let width = |ty: Type| ty.element_type_or_self(cx).bit_width(cx);
    let cast = match width(ty) {
        wide if wide < width(have) => rw.build_value(TruncIOp::of(gathered).out(ty).loc(loc)),
        wide if wide == width(have) => gathered,
        _ => Arith::new(rw, loc).cast::<K>(gathered, ty),
    };
    rw.replace_op(op, &[cast]);
    Some(())
}

/// The width of elements that fill bytes; `None`, with a reason, for others.
fn packed_width(rw: &mut Rewriter<'_>, op: Op, own: Option<Vector<'_>>) -> Option<u64> {
    let Some(own) = own else { return rw.notify_match_failure(op, "not a vector!") };
    let bits = own.element.bit_width(rw.cx())?;
    if !matches!(bits, 2 | 4) {
        return rw.notify_match_failure(op, "only 2-bit and 4-bit sub-byte type is supported at this moment");
    }
    if own.rank() == 0 || own.minor() % i64::from(8 / bits) != 0 {
        let reason =
            "not possible to fit this sub-byte vector type into a vector of the given multi-byte type";
        return rw.notify_match_failure(op, reason);
    }
    Some(u64::from(bits))
}

/// Two or four elements to a byte are unpacked to vectors of bytes, which are interleaved.
fn unpack_bytes<K: OpKind, const SIGNED: bool>(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let (cx, view) = (rw.cx(), rw.op(op));
    let (loc, ty, operand) = (view.loc(), view.single_result().ty(), view.single_operand());
    let Some(to) = as_vector(cx, ty) else { return rw.notify_match_failure(op, "scalable vector") };
    if let Some(reason) = unsupported_bytes(cx, to) {
        return rw.notify_match_failure(op, reason);
    }
    let (value, from) = (operand.id(), as_vector(cx, operand.ty()));
    let bits = packed_width(rw, op, from)?;
    let own = from?;
    rw.set_insertion_point_before(op);
    let byte = cx.integer(8, terrace_ir::Signedness::Signless);
    let packed = with_minor(cx, own, own.minor() / (8 / bits as i64), byte);
    let bytes = rw.build_value(BitCastOp::of(value).result(packed).loc(loc));
    let mut make = Bytes { rw, loc };
    let parts: Option<Vec<Value>> =
        (0..8 / bits).map(|at| make.unpack(bytes, at * bits, bits, SIGNED)).collect();
    let unpacked = match parts?[..] {
        [low, high] => make.interleave(low, high),
        [first, second, third, fourth] => {
            let even = make.interleave(first, third);
            let odd = make.interleave(second, fourth);
            make.interleave(even, odd)
        }
        _ => return None,
    };
    // An extension to bytes is done.
    let extended = Arith::new(rw, loc).resize::<K>(unpacked, ty);
    rw.replace_op(op, &[extended]);
    Some(())
}

/// Elements of four bits are packed two to a byte.
fn pack_bytes(rw: &mut Rewriter<'_>, op: TruncIOp) -> Option<()> {
    let (cx, view) = (rw.cx(), rw.op(op));
    let (loc, ty, operand) = (view.loc(), view.single_result().ty(), view.single_operand());
    let (value, from, to) = (operand.id(), as_vector(cx, operand.ty())?, as_vector(cx, ty)?);
    if let Some(reason) = unsupported_bytes(cx, from) {
        return rw.notify_match_failure(op, reason);
    }
    if to.element.bit_width(cx) == Some(2) {
        return None;
    }
    packed_width(rw, op.into(), Some(to))?;
    let byte = cx.integer(8, terrace_ir::Signedness::Signless);
    let bytes_ty = from.with_element(cx, byte);
    rw.set_insertion_point_before(op);
    let bytes = match operand_is(rw, value, bytes_ty) {
        true => value,
        false => rw.build_value(TruncIOp::of(value).out(bytes_ty).loc(loc)),
    };
    let half = with_minor(cx, from, from.minor() / 2, byte);
    let halves = rw.build(DeinterleaveOp::of(bytes).res1(half).res2(half).loc(loc));
    let [low, high] = [0, 1].map(|at| rw.body().result(halves, at));
    let mut make = Bytes { rw, loc };
    let mask = make.number(half, 15)?;
    let low = make.arith().binary::<AndIOp>(low, mask);
    let shift = make.number(half, 4)?;
    let high = make.arith().binary::<ShLIOp>(high, shift);
    let packed = make.arith().binary::<OrIOp>(low, high);
    let result = rw.build_value(BitCastOp::of(packed).result(ty).loc(loc));
    rw.replace_op(op, &[result]);
    Some(())
}

fn operand_is(rw: &Rewriter<'_>, value: Value, ty: Type) -> bool {
    rw.body().value_type(value) == ty
}

/// Elements are extended to bytes, moved, and truncated.
fn transpose_bytes(rw: &mut Rewriter<'_>, op: TransposeOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let (loc, ty, from) = (view.0.loc(), view.result().ty(), vector(cx, view.vector().ty()));
    let narrow =
        from.element.is_signless_integer(cx) && from.element.bit_width(cx).is_some_and(|bits| bits < 8);
    if !narrow {
        return rw.notify_match_failure(op, "not a sub-byte transpose");
    }
    let (value, order) = (view.vector().id(), view.permutation().to_vec());
    let bytes = from.with_element(cx, cx.integer(8, terrace_ir::Signedness::Signless));
    rw.set_insertion_point_before(op);
    let extended = rw.build_value(ExtSIOp::of(value).out(bytes).loc(loc));
    let moved = transpose(rw, extended, &order, loc);
    let result = rw.build_value(TruncIOp::of(moved).out(ty).loc(loc));
    rw.replace_op(op, &[result]);
    Some(())
}
