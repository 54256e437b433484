//! The calls that programs state blocks and operations across them with.

/// A combining operation of a reduction.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reduction {
    /// The sum of integers.
    Add,
    /// The product of integers.
    Mul,
    /// Bitwise and.
    And,
    /// Bitwise or.
    Or,
    /// Bitwise exclusive or.
    Xor,
    /// The maximum of signed integers.
    SMax,
    /// The minimum of signed integers.
    SMin,
    /// The maximum of unsigned integers.
    UMax,
    /// The minimum of unsigned integers.
    UMin,
    /// The sum of floating-point numbers, in any order.
    FAdd,
    /// The product of floating-point numbers, in any order.
    FMul,
    /// The maximum of floating-point numbers; a number wins over a NaN.
    FMax,
    /// The minimum of floating-point numbers; a number wins over a NaN.
    FMin,
    /// The maximum of floating-point numbers; a NaN wins.
    FMaximum,
    /// The minimum of floating-point numbers; a NaN wins.
    FMinimum,
}

/// The operation of a call of an intrinsic of Ripple.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RippleCall {
    /// `(processing elements, size ..)`: a block.
    SetShape,
    /// `(block, dim)`: the index of the element in a dimension.
    Index,
    /// `(block, dim)`: the size of a dimension.
    GetSize,
    /// `(dims, value)`: the value with dimensions reduced.
    Reduce(Reduction),
    /// `(block, dims, value)`: the value, with dimensions of the block.
    Broadcast,
    /// `(value, index ..)`: the value at an index of each dimension; -1 keeps all.
    Slice,
    /// `(value, other, is pair, function)`: elements in another order.
    Shuffle,
    /// `(block, value ..)`: values beside each other in the outermost dimension.
    Stack,
    /// `(block, value)`: the same bytes in another shape and type.
    Reinterp,
    /// `(value, index)`: the elements with an index in the outermost dimension, which need not be constant.
    Row,
    /// A conversion between formats of floating-point numbers that optimizations do not see.
    FloatCast,
    /// `(block, id, flags, number of dims, dim ..)`: marks the loop with the number.
    LoopMark,
    /// `(chunks, next chunk, id, dims, number of dims, is dynamic)`: marks the loop with the number, whose iterations are
    /// distributed over threads.
    ThreadMark,
    /// `(block, flags, number of dims, dim ..)`: marks the loop that follows.
    ParallelMark,
    /// `(block, dim ..)`: the number of the chunk of an annotated loop.
    ParallelIdx,
}

/// The prefix of all names.
pub const PREFIX: &str = "llvm.ripple.";

/// Returns what the intrinsic of a name computes, or `None` if it is not one of Ripple's.
pub fn ripple_call(name: &str) -> Option<RippleCall> {
    let name = name.strip_prefix(PREFIX)?;
    let (head, rest) = name.split_once('.').unwrap_or((name, ""));
    let part = rest.split('.').next().unwrap_or_default();
    Some(match (head, part) {
        ("block", "setshape") => RippleCall::SetShape,
        ("block", "index") => RippleCall::Index,
        ("block", "getsize") => RippleCall::GetSize,
        ("reduce", _) => RippleCall::Reduce(reduction(part)?),
        ("broadcast", _) => RippleCall::Broadcast,
        ("slice", _) => RippleCall::Slice,
        ("shuffle" | "ishuffle" | "fshuffle", _) => RippleCall::Shuffle,
        ("stack", _) => RippleCall::Stack,
        ("reinterp", _) => RippleCall::Reinterp,
        ("row", _) => RippleCall::Row,
        ("fpext" | "fptrunc", _) => RippleCall::FloatCast,
        ("loop", "mark") => RippleCall::LoopMark,
        ("thread", "mark") => RippleCall::ThreadMark,
        ("parallel", "mark") => RippleCall::ParallelMark,
        ("parallel", "idx") => RippleCall::ParallelIdx,
        _ => return None,
    })
}

fn reduction(name: &str) -> Option<Reduction> {
    Some(match name {
        "add" => Reduction::Add,
        "mul" => Reduction::Mul,
        "and" => Reduction::And,
        "or" => Reduction::Or,
        "xor" => Reduction::Xor,
        "smax" => Reduction::SMax,
        "smin" => Reduction::SMin,
        "umax" => Reduction::UMax,
        "umin" => Reduction::UMin,
        "fadd" => Reduction::FAdd,
        "fmul" => Reduction::FMul,
        "fmax" => Reduction::FMax,
        "fmin" => Reduction::FMin,
        "fmaximum" => Reduction::FMaximum,
        "fminimum" => Reduction::FMinimum,
        _ => return None,
    })
}
