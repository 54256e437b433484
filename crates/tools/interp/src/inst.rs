//! The instructions of the register machine.
//!
//! An instruction is 16 bytes: an opcode, a few small operands, and up to three registers or indices. A
//! register is a slot of 64 bits in the frame of a function; integers and floats are held as their bits, zero
//! above.

use crate::float_ops::FloatOp;
use crate::int_ops::IntOp;
use terrace_dialects_core::arith::{CmpFPredicate, CmpIPredicate};
use terrace_support::apfloat::FloatKind;

/// A slot in the frame of a function.
pub type Reg = u32;

/// One instruction. `d` is written, `a`, `b` and `c` are read, `w` is the width of integers in bits.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs)] // Said above.
pub enum Inst {
    /// Copies a slot.
    Copy { d: Reg, a: Reg },
    /// Copies an object, which is shared.
    CopyObject { d: Reg, a: Reg },
    /// Moves an object out of its register, which is not read again.
    MoveObject { d: Reg, a: Reg },
    /// Adds, wrapping.
    Add { w: u8, d: Reg, a: Reg, b: Reg },
    /// Subtracts, wrapping.
    Sub { w: u8, d: Reg, a: Reg, b: Reg },
    /// Multiplies, wrapping.
    Mul { w: u8, d: Reg, a: Reg, b: Reg },
    /// Bitwise and.
    And { d: Reg, a: Reg, b: Reg },
    /// Bitwise or.
    Or { d: Reg, a: Reg, b: Reg },
    /// Bitwise exclusive or.
    Xor { d: Reg, a: Reg, b: Reg },
    /// Any other operation on two integers, which may be undefined or poison.
    Int { op: IntOp, w: u8, flags: u8, d: Reg, a: Reg, b: Reg },
    /// Compares integers.
    Compare { predicate: CmpIPredicate, w: u8, d: Reg, a: Reg, b: Reg },
    /// Sign-extends to the width `to`.
    SignExtend { w: u8, to: u8, d: Reg, a: Reg },
    /// Drops the bits above the width.
    Truncate { w: u8, d: Reg, a: Reg },
    /// Adds in `f32`.
    AddF32 { d: Reg, a: Reg, b: Reg },
    /// Subtracts in `f32`.
    SubF32 { d: Reg, a: Reg, b: Reg },
    /// Multiplies in `f32`.
    MulF32 { d: Reg, a: Reg, b: Reg },
    /// Adds in `f64`.
    AddF64 { d: Reg, a: Reg, b: Reg },
    /// Subtracts in `f64`.
    SubF64 { d: Reg, a: Reg, b: Reg },
    /// Multiplies in `f64`.
    MulF64 { d: Reg, a: Reg, b: Reg },
    /// Any other operation on two floats of at most 64 bits.
    Float { op: FloatOp, kind: FloatKind, d: Reg, a: Reg, b: Reg },
    /// Compares floats as `arith.cmpf`.
    CompareFloat { predicate: CmpFPredicate, kind: FloatKind, d: Reg, a: Reg, b: Reg },
    /// Chooses `a` where `d` is true, `b` elsewhere; `d` is read and written.
    Select { d: Reg, a: Reg, b: Reg },
    /// Jumps to an instruction.
    Jump { to: u32 },
    /// Jumps to an instruction if a condition is true.
    JumpIf { a: Reg, to: u32 },
    /// Jumps to an instruction if a condition is false.
    JumpUnless { a: Reg, to: u32 },
    /// Jumps to an instruction if a comparison is false; the width and the predicate are packed.
    JumpUnlessCompare { predicate: CmpIPredicate, w: u8, a: Reg, b: Reg, to: u32 },
    /// Adds the step in slot `d + 1` to the induction variable in slot `d`, and jumps to the body while that is less
    /// than the bound in slot `d + 2`.
    LoopNext { w: u8, unsigned: bool, d: Reg, to: u32 },
    /// Reads an element of a memref.
    Load { size: u8, rank: u8, d: Reg, mem: Reg, list: u32 },
    /// Writes an element of a memref.
    Store { size: u8, rank: u8, a: Reg, mem: Reg, list: u32 },
    /// Calls a function with its call site.
    Call { site: u32 },
    /// Runs a native function.
    Native { index: u32 },
    /// Tries to execute the loops that follow by a kernel, and on success jumps past them.
    Kernel { index: u32, to: u32 },
    /// Returns the operands of a list.
    Return { list: u32 },
    /// Sets slots to poison.
    Poison { d: Reg, n: u32 },
    /// Stops with a message.
    Trap { message: u32 },
}

const _: () = assert!(size_of::<Inst>() == 16);

impl Inst {
    /// Returns the target of a jump; `None` for other instructions.
    pub fn target_mut(&mut self) -> Option<&mut u32> {
        match self {
            Inst::Jump { to }
            | Inst::JumpIf { to, .. }
            | Inst::JumpUnless { to, .. }
            | Inst::JumpUnlessCompare { to, .. }
            | Inst::LoopNext { to, .. }
            | Inst::Kernel { to, .. } => Some(to),
            _ => None,
        }
    }
}
