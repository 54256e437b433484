//! The table of instructions on one or two operands with their ops and flags, which both directions read, and the words that
//! instructions and ops have for the same.

use terrace_dialects_llvm::attrs::FastmathFlagsAttr;
use terrace_dialects_llvm::enums::{
    AtomicBinOp, FCmpPredicate, FastmathFlags, GEPNoWrapFlags, IntegerOverflowFlags,
};
use terrace_dialects_llvm::*;
use terrace_ir::build::OperationState;
use terrace_ir::enum_attr::{EnumValue, enum_attr};
use terrace_ir::{Attr, Context, Loc, OpKind, OpRef, Rewriter, Type, Value};
use terrace_llvm_ir::model::{Flags, Opcode};

/// An instruction on one or two operands, and its op.
pub(crate) struct SimpleOp {
    /// The instruction.
    pub(crate) opcode: Opcode,
    /// Whether an op is the one for it.
    is: fn(OpRef<'_>) -> bool,
    /// Returns the flags that an op has.
    pub(crate) flags: fn(OpRef<'_>) -> Flags,
    /// Creates the op with the flags that the table lists for it.
    pub(crate) create: fn(&mut Rewriter<'_>, &[Value], Flags, Type, Loc) -> Value,
}

fn create<K: OpKind>(
    rw: &mut Rewriter<'_>,
    operands: &[Value],
    prop: Option<Option<Attr>>,
    ty: Type,
    loc: Loc,
) -> Value {
    rw.build_value(
        OperationState::positional::<K>(operands, prop.as_slice()).with_results(&[ty]).with_loc(loc),
    )
}

macro_rules! flags_of {
    ($op:ident, $view:ident, none) => {
        Flags::default()
    };
    ($op:ident, $view:ident, overflow) => {
        overflow_flags($view.overflow_flags())
    };
    ($op:ident, $view:ident, fast) => {
        fastmath_flags($view.fastmath_flags())
    };
    ($op:ident, $view:ident, $unit:ident = $flag:ident) => {
        if $view.$unit() { Flags::$flag } else { Flags::default() }
    };
}

macro_rules! prop_of {
    ($cx:ident, $flags:ident, none) => {
        None
    };
    ($cx:ident, $flags:ident, overflow) => {
        Some(overflow_attr($cx, $flags))
    };
    ($cx:ident, $flags:ident, fast) => {
        Some(fastmath_attr($cx, $flags))
    };
    ($cx:ident, $flags:ident, $unit:ident = $flag:ident) => {
        Some($flags.contains(Flags::$flag).then_some(Attr::UNIT))
    };
}

macro_rules! table {
    ($($opcode:ident = $op:ident, $kind:ident $(= $flag:ident)?;)*) => {
        &[$(SimpleOp {
            opcode: Opcode::$opcode,
            is: |op| op.isa::<$op>(),
            flags: |op| match op.cast::<$op>() {
                Some(_view) => flags_of!(op, _view, $kind $(= $flag)?),
                None => Flags::default(),
            },
            create: |rw, operands, _flags, ty, loc| {
                let _cx = rw.cx();
                create::<$op>(rw, operands, prop_of!(_cx, _flags, $kind $(= $flag)?), ty, loc)
            },
        }),*]
    };
}

/// The instructions on one or two operands that have ops. A cast of a pointer to its address alone has none.
const TABLE: &[SimpleOp] = table! {
    Add = AddOp, overflow;
    Sub = SubOp, overflow;
    Mul = MulOp, overflow;
    UDiv = UDivOp, is_exact = EXACT;
    SDiv = SDivOp, is_exact = EXACT;
    URem = URemOp, none;
    SRem = SRemOp, none;
    Shl = ShlOp, overflow;
    LShr = LShrOp, is_exact = EXACT;
    AShr = AShrOp, is_exact = EXACT;
    And = AndOp, none;
    Or = OrOp, is_disjoint = DISJOINT;
    Xor = XOrOp, none;
    FAdd = FAddOp, fast;
    FSub = FSubOp, fast;
    FMul = FMulOp, fast;
    FDiv = FDivOp, fast;
    FRem = FRemOp, fast;
    FNeg = FNegOp, fast;
    Trunc = TruncOp, overflow;
    ZExt = ZExtOp, non_neg = NNEG;
    SExt = SExtOp, none;
    FPTrunc = FPTruncOp, none;
    FPExt = FPExtOp, none;
    FPToUI = FPToUIOp, none;
    FPToSI = FPToSIOp, none;
    UIToFP = UIToFPOp, non_neg = NNEG;
    SIToFP = SIToFPOp, none;
    PtrToInt = PtrToIntOp, none;
    IntToPtr = IntToPtrOp, none;
    BitCast = BitcastOp, none;
    AddrSpaceCast = AddrSpaceCastOp, none;
};

/// The entry of an instruction; `None` if it has no op.
pub(crate) fn of_opcode(opcode: Opcode) -> Option<&'static SimpleOp> {
    TABLE.iter().find(|entry| entry.opcode == opcode)
}

/// The entry of an op; `None` if it is no instruction on one or two operands.
pub(crate) fn of_op(op: OpRef<'_>) -> Option<&'static SimpleOp> {
    TABLE.iter().find(|entry| (entry.is)(op))
}

/// The bits of flags that hold.
fn bits<const N: usize>(flags: Flags, pairs: [(Flags, u64); N]) -> u64 {
    pairs.iter().filter(|(flag, _)| flags.contains(*flag)).fold(0, |all, (_, bits)| all | bits)
}

/// The fast-math flags of an instruction. Reassociation is the lowest bit in LLVM, and the highest in the dialect.
pub(crate) fn fastmath(flags: Flags) -> FastmathFlags {
    let bits = flags.fastmath();
    FastmathFlags::from_int(u64::from(bits >> 1 | (bits & 1) << 6)).expect("seven bits are fast-math flags")
}

/// The flags of an instruction for the fast-math flags of an op.
pub(crate) fn fastmath_flags(flags: FastmathFlags) -> Flags {
    let bits = flags.to_int() as u32;
    Flags::of_fastmath(bits << 1 | bits >> 6 & 1)
}

fn fastmath_attr(cx: &Context, flags: Flags) -> Option<Attr> {
    let flags = fastmath(flags);
    (flags != FastmathFlags::NONE).then(|| Attr::from(FastmathFlagsAttr::get(cx, flags)))
}

fn overflow_attr(cx: &Context, flags: Flags) -> Option<Attr> {
    let bits = bits(flags, [(Flags::NSW, 1), (Flags::NUW, 2)]);
    let flags = IntegerOverflowFlags::from_int(bits).expect("two bits are flags about overflow");
    (flags != IntegerOverflowFlags::NONE).then(|| enum_attr(cx, flags))
}

/// The flags of an instruction for those of an op about overflow.
fn overflow_flags(flags: IntegerOverflowFlags) -> Flags {
    let mut all = Flags::default();
    for (flag, of_op) in [(Flags::NUW, IntegerOverflowFlags::NUW), (Flags::NSW, IntegerOverflowFlags::NSW)] {
        if flags.contains(of_op) {
            all.add(flag);
        }
    }
    all
}

/// The no-wrap guarantees of an address computation.
pub(crate) fn no_wrap(flags: Flags) -> GEPNoWrapFlags {
    let bits = bits(flags, [(Flags::INBOUNDS, 3), (Flags::NUSW, 2), (Flags::NUW, 4)]);
    GEPNoWrapFlags::from_int(bits).expect("three bits are guarantees of an address")
}

/// The flags of an instruction for the guarantees of an address computation; `inbounds` implies `nusw`.
pub(crate) fn no_wrap_flags(flags: GEPNoWrapFlags) -> Flags {
    let mut all = Flags::default();
    if flags.contains(GEPNoWrapFlags::INBOUNDS_FLAG) {
        all.add(Flags::INBOUNDS);
    } else if flags.contains(GEPNoWrapFlags::NUSW) {
        all.add(Flags::NUSW);
    }
    if flags.contains(GEPNoWrapFlags::NUW) {
        all.add(Flags::NUW);
    }
    all
}

/// The keyword of a comparison of floating-point numbers: those of the dialect that are words of Rust begin with a line.
pub(crate) fn fcmp_keyword(predicate: FCmpPredicate) -> &'static str {
    predicate.keyword().trim_start_matches('_')
}

/// The comparison of floating-point numbers of a keyword.
pub(crate) fn fcmp_predicate(keyword: &str) -> Option<FCmpPredicate> {
    FCmpPredicate::from_keyword(keyword).or_else(|| FCmpPredicate::from_keyword(&format!("_{keyword}")))
}

/// The keyword of an operation on memory: that of the dialect begins with a line where it is a word of C++.
pub(crate) fn rmw_keyword(op: AtomicBinOp) -> &'static str {
    op.keyword().trim_start_matches('_')
}

/// The operation on memory of a keyword.
pub(crate) fn rmw_op(keyword: &str) -> Option<AtomicBinOp> {
    AtomicBinOp::from_keyword(keyword).or_else(|| AtomicBinOp::from_keyword(&format!("_{keyword}")))
}
