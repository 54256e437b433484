//! A kind of programs.

use crate::generator::Statement;
use crate::numbers::Numbers;

/// A kind of programs.
pub struct ProgramKind {
    /// Its name.
    pub name: &'static str,
    /// The description.
    pub about: &'static str,
    /// The statements, each with its relative frequency.
    pub statements: &'static [(usize, Statement)],
    /// The approximate number of statements in a function.
    pub size: usize,
    /// The maximum number of functions besides `main`.
    pub functions: usize,
    /// In how many of a hundred programs a function calls itself.
    pub recursion: usize,
    /// Whether functions have more than one block.
    pub blocks: bool,
    /// Whether regions have, where an op allows that.
    pub blocks_in_regions: bool,
    /// The percentage of arguments that are tensors.
    pub tensors: usize,
    /// The percentage of arguments that are buffers.
    pub buffers: usize,
    /// Whether tensors are created empty and filled element by element.
    pub by_element: bool,
    /// Whether nothing is freed, which passes are to mend; see [`deallocation`](crate::deallocation).
    pub leaks: bool,
    /// Whether some of the ops are of the dialect `test`, which passes know by their interfaces alone.
    pub own_ops: bool,
    /// Whether there is a script that transforms the program; see [`scripts`](crate::scripts).
    pub scripted: bool,
    /// Whether the executed code is outside of any `func.func` of the module; see
    /// [`outside`](crate::outside).
    pub outside: bool,
    /// Whether arguments have attributes for the layout and use of their buffers.
    pub placed: bool,
    /// The generator of its programs, if they have no part in common with those of other kinds.
    pub own_generator: Option<fn(u64) -> String>,
    /// The relative frequency of programs of this kind.
    pub turns: usize,
}

impl ProgramKind {
    /// Whether the next structured op works on tensors; on buffers otherwise.
    pub fn on_tensors(&self, numbers: &mut Numbers) -> bool {
        match (self.tensors > 0, self.buffers > 0) {
            (true, true) => numbers.percent(60),
            (tensors, _) => tensors,
        }
    }
}

/// The fields that most kinds have in common.
pub(crate) const BASE: ProgramKind = ProgramKind {
    name: "",
    about: "",
    statements: &[],
    size: 12,
    functions: 2,
    recursion: 10,
    blocks: false,
    blocks_in_regions: false,
    tensors: 0,
    buffers: 0,
    by_element: false,
    leaks: false,
    own_ops: false,
    scripted: false,
    outside: false,
    placed: false,
    own_generator: None,
    turns: 1,
};

/// The same, of programs without functions but `main` and one other.
pub(crate) const ALONE: ProgramKind = ProgramKind { functions: 1, recursion: 0, ..BASE };
