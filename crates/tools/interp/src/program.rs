//! A program in its compiled form.

use std::io::Write;

use terrace_ir::{Loc, Type};

use crate::fault::Outcome;
use crate::float_ops::Zeros;
use crate::heap::Heap;
use crate::inst::{Inst, Reg};
use crate::kernel::Kernel;
use crate::object::{Constant, Object, poison_mark};
use crate::shadow::Shadow;

/// The environment of a native function.
pub struct Env<'a> {
    /// The slots of the frame.
    pub slots: &'a mut [u64],
    /// The objects of the frame.
    pub objects: &'a mut [Object],
    /// The memory.
    pub heap: &'a mut Heap,
    /// The output stream of the program.
    pub out: &'a mut dyn Write,
    /// The poison state.
    pub shadow: &'a mut Shadow,
    /// The first slot of the frame among all slots.
    pub base: usize,
}

impl Env<'_> {
    /// The poison mark of an element that is set from a slot.
    pub fn mark_of(&self, reg: Reg) -> u32 {
        poison_mark(self.shadow.origin(self.base + reg as usize))
    }

    /// The mark of an element that is poison for a reason of the op at `loc`.
    pub fn new_mark(&mut self, loc: Loc, why: &'static str) -> u32 {
        poison_mark(self.shadow.new_origin(loc, why))
    }
}

/// A function over slots and objects.
pub type NativeFn = Box<dyn Fn(&mut Env<'_>) -> Outcome>;

/// A native function, with the slots that it reads and writes.
pub struct Native {
    /// The function.
    pub run: NativeFn,
    /// The slots it reads.
    pub uses: Vec<Reg>,
    /// The slots it writes.
    pub defs: Vec<Reg>,
    /// The objects it reads.
    pub object_uses: Vec<Reg>,
    /// The objects it writes.
    pub object_defs: Vec<Reg>,
    /// Whether reading poison is undefined; it returns poison elsewhere.
    pub strict: bool,
}

impl Native {
    /// Whether it defines anything that could be poison.
    pub fn gives_values(&self) -> bool {
        !self.defs.is_empty() || !self.object_defs.is_empty()
    }
}

/// The call site: registers of the caller.
#[derive(Default)]
pub struct CallSite {
    /// The function, or the register that holds its number.
    pub callee: Callee,
    /// Slots passed.
    pub args: Vec<Reg>,
    /// Objects passed.
    pub objects: Vec<Reg>,
    /// Slots for the results.
    pub results: Vec<Reg>,
    /// Objects for the results.
    pub object_results: Vec<Reg>,
}

/// The callee.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Callee {
    /// A function by its number.
    Function(u32),
    /// The function whose number a slot holds.
    Indirect(Reg),
}

impl Default for Callee {
    fn default() -> Self {
        Callee::Function(0)
    }
}

/// A compiled function.
#[derive(Default)]
pub struct Function {
    /// Its symbol.
    pub name: String,
    /// The types of its arguments.
    pub inputs: Vec<Type>,
    /// The types of its results.
    pub outputs: Vec<Type>,
    /// The instructions.
    pub code: Vec<Inst>,
    /// The location of each instruction.
    pub locs: Vec<Loc>,
    /// The slots of a frame; the arguments come first.
    pub slots: u32,
    /// The objects of a frame; the arguments come first.
    pub objects: u32,
    /// Slots of arguments.
    pub arg_slots: u32,
    /// Objects of arguments.
    pub arg_objects: u32,
    /// Slots of results.
    pub result_slots: u32,
    /// Objects of results.
    pub result_objects: u32,
    /// Slots that hold constants from the start.
    pub constants: Vec<(Reg, u64)>,
    /// The location of its definition.
    pub loc: Option<Loc>,
}

/// A buffer that exists from the start.
pub struct Global {
    /// The initial contents; `None` if uninitialized.
    pub bytes: Option<Constant>,
    /// The size in bytes.
    pub size: u64,
    /// The bytes of an element.
    pub unit: usize,
    /// Whether writing is forbidden.
    pub constant: bool,
    /// The location of its definition.
    pub loc: Loc,
}

/// A compiled program.
#[derive(Default)]
pub struct Program {
    /// The functions; the entry is the first.
    pub functions: Vec<Function>,
    /// Lists of registers that instructions name by their start.
    pub lists: Vec<Reg>,
    /// The call sites.
    pub calls: Vec<CallSite>,
    /// The native functions.
    pub natives: Vec<Native>,
    /// The kernels.
    pub kernels: Vec<Kernel>,
    /// The messages of traps.
    pub messages: Vec<String>,
    /// The global buffers, which are the first allocations.
    pub globals: Vec<Global>,
    /// The bits of `index`.
    pub index_bits: u32,
    /// The result of `maxnumf` and `minnumf` for zeros of different signs.
    pub zeros: Zeros,
}
