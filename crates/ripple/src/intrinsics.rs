//! The intrinsics that programs state blocks and operations across them with: their names, which [`crate::lift`] reads.

use crate::dialect::Reduction;

/// An intrinsic of Ripple, with its operands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Intrinsic {
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
    /// `(value)`: a number in a wider format.
    FloatExtension,
    /// `(value)`: a number in a narrower format.
    FloatTruncation,
    /// `(size)`: a size that grows with vectors.
    Scalable,
    /// `(block, number, flags, number of dims, dim ..)`: marks the loop with the number.
    LoopMark,
    /// `(chunks, next chunk, number, dims, number of dims, is dynamic)`: marks the loop with the number, whose iterations are
    /// distributed over threads.
    ThreadMark,
    /// `(block, flags, number of dims, dim ..)`: marks the loop that follows.
    ParallelMark,
    /// `(block, dim ..)`: the number of the chunk of an annotated loop.
    ParallelIdx,
}

/// The flag of marks whose loops have no iterations that fill no block.
pub(crate) const NO_REMAINDER: i64 = 1;
/// The flag of marks whose loops carry out the iterations that fill no block one by one.
pub(crate) const BLOCK_INDEPENDENT: i64 = 2;

/// The prefix of all names.
pub(crate) const PREFIX: &str = "llvm.ripple.";

/// The names without the prefix and the types that follow.
const NAMES: &[(&str, Intrinsic)] = &[
    ("block.setshape", Intrinsic::SetShape),
    ("block.index", Intrinsic::Index),
    ("block.getsize", Intrinsic::GetSize),
    ("broadcast", Intrinsic::Broadcast),
    ("slice", Intrinsic::Slice),
    ("shuffle", Intrinsic::Shuffle),
    ("ishuffle", Intrinsic::Shuffle),
    ("fshuffle", Intrinsic::Shuffle),
    ("stack", Intrinsic::Stack),
    ("reinterp", Intrinsic::Reinterp),
    ("row", Intrinsic::Row),
    ("fpext", Intrinsic::FloatExtension),
    ("fptrunc", Intrinsic::FloatTruncation),
    ("scalable", Intrinsic::Scalable),
    ("loop.mark", Intrinsic::LoopMark),
    ("thread.mark", Intrinsic::ThreadMark),
    ("parallel.mark", Intrinsic::ParallelMark),
    ("parallel.idx", Intrinsic::ParallelIdx),
    ("reduce.add", Intrinsic::Reduce(Reduction::Add)),
    ("reduce.mul", Intrinsic::Reduce(Reduction::Mul)),
    ("reduce.and", Intrinsic::Reduce(Reduction::And)),
    ("reduce.or", Intrinsic::Reduce(Reduction::Or)),
    ("reduce.xor", Intrinsic::Reduce(Reduction::Xor)),
    ("reduce.smax", Intrinsic::Reduce(Reduction::SMax)),
    ("reduce.smin", Intrinsic::Reduce(Reduction::SMin)),
    ("reduce.umax", Intrinsic::Reduce(Reduction::UMax)),
    ("reduce.umin", Intrinsic::Reduce(Reduction::UMin)),
    ("reduce.fadd", Intrinsic::Reduce(Reduction::FAdd)),
    ("reduce.fmul", Intrinsic::Reduce(Reduction::FMul)),
    ("reduce.fmax", Intrinsic::Reduce(Reduction::FMax)),
    ("reduce.fmin", Intrinsic::Reduce(Reduction::FMin)),
    ("reduce.fmaximum", Intrinsic::Reduce(Reduction::FMaximum)),
    ("reduce.fminimum", Intrinsic::Reduce(Reduction::FMinimum)),
];

impl Intrinsic {
    /// Returns the intrinsic of a name, which may end in types, or `None` if it is not one of Ripple's.
    pub(crate) fn of_name(name: &str) -> Option<Self> {
        let name = name.strip_prefix(PREFIX)?;
        let is_of =
            |of: &str| name.strip_prefix(of).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
        NAMES.iter().find(|(of, _)| is_of(of)).map(|&(_, intrinsic)| intrinsic)
    }
}
