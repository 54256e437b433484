//! The kinds of programs: which statements occur, and how often.

use crate::generator::Statement;
use crate::numbers::Numbers;
use crate::{
    affine, branches, floats, functions, integers, linalg, loops, memory, shapes, snippets, tensors, vectors,
};

/// A kind of programs.
pub struct Kind {
    /// Its name.
    pub name: &'static str,
    /// What it is about.
    pub about: &'static str,
    /// The statements, each with how often it occurs beside the others.
    pub statements: &'static [(usize, Statement)],
    /// How many statements a function has, about.
    pub size: usize,
    /// How many functions there are beside `main`, at most.
    pub functions: usize,
    /// In how many of a hundred programs a function calls itself.
    pub recursion: usize,
    /// Whether functions have more than one block.
    pub blocks: bool,
    /// Whether regions have, where an op allows that.
    pub blocks_in_regions: bool,
    /// How many of a hundred arguments are tensors.
    pub tensors: usize,
    /// How many of a hundred arguments are buffers.
    pub buffers: usize,
    /// Whether tensors are made of nothing and filled an element at a time.
    pub by_element: bool,
    /// Whether nothing is freed, which passes are to mend; see [`deallocation`](crate::deallocation).
    pub leaks: bool,
    /// How many programs of this kind there are for one of others.
    pub turns: usize,
}

impl Kind {
    /// Whether the next structured op works on tensors; on buffers otherwise.
    pub fn on_tensors(&self, numbers: &mut Numbers) -> bool {
        match (self.tensors > 0, self.buffers > 0) {
            (true, true) => numbers.percent(60),
            (tensors, _) => tensors,
        }
    }
}

/// The kind of that name.
pub fn kind(name: &str) -> Option<&'static Kind> {
    KINDS.iter().find(|kind| kind.name == name)
}

pub(crate) const BASE: Kind = Kind {
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
    turns: 1,
};

/// All kinds.
pub static KINDS: &[Kind] = &[
    Kind {
        name: "scalars",
        about: "arithmetic and calls",
        statements: &[
            (30, integers::operation),
            (6, integers::no_overflow),
            (8, integers::compare),
            (6, integers::there_and_back),
            (5, integers::guarded_division),
            (8, integers::of_index),
            (3, integers::bits),
            (4, integers::repeated),
            (12, floats::operation),
            (4, floats::conversion),
            (3, floats::exact),
            (5, loops::if_),
            (8, functions::call),
            (3, functions::observe),
        ],
        size: 20,
        functions: 3,
        recursion: 25,
        ..BASE
    },
    Kind {
        name: "branches",
        about: "graphs of blocks",
        statements: &[
            (20, integers::operation),
            (8, integers::compare),
            (6, integers::guarded_division),
            (3, integers::repeated),
            (4, floats::operation),
            (10, branches::diamond),
            (4, branches::switch),
            (8, branches::counted),
            (4, branches::irreducible),
            (3, branches::dead),
            (6, memory::cell),
            (4, memory::load),
            (4, memory::store),
            (3, memory::update),
            (4, functions::call),
            (4, functions::observe),
        ],
        recursion: 20,
        blocks: true,
        ..BASE
    },
    Kind {
        name: "loops",
        about: "regions of scf",
        statements: &[
            (20, integers::operation),
            (8, integers::compare),
            (5, integers::guarded_division),
            (4, integers::repeated),
            (4, floats::operation),
            (10, loops::for_),
            (8, loops::if_),
            (6, loops::while_),
            (4, loops::index_switch),
            (4, loops::execute_region),
            (6, loops::parallel),
            (3, loops::twin_parallel),
            (3, loops::forall_on_buffer),
            (4, affine::apply),
            (3, affine::least),
            (4, memory::buffer),
            (5, memory::load),
            (5, memory::store),
            (3, memory::cell),
            (4, functions::call),
            (4, functions::observe),
        ],
        size: 10,
        buffers: 10,
        ..BASE
    },
    Kind {
        name: "regions",
        about: "regions and graphs of blocks in each other",
        statements: &[
            (16, integers::operation),
            (6, integers::compare),
            (4, integers::guarded_division),
            (6, loops::for_),
            (5, loops::if_),
            (4, loops::while_),
            (6, loops::execute_region),
            (5, branches::diamond),
            (4, branches::counted),
            (2, branches::irreducible),
            (2, branches::switch),
            (4, memory::cell),
            (4, memory::update),
            (4, functions::call),
            (4, functions::observe),
        ],
        size: 10,
        blocks: true,
        blocks_in_regions: true,
        ..BASE
    },
    Kind {
        name: "memory",
        about: "buffers, views and globals",
        statements: &[
            (10, integers::operation),
            (3, floats::operation),
            (12, memory::buffer),
            (6, memory::cell),
            (6, memory::parts),
            (14, memory::load),
            (12, memory::store),
            (8, memory::update),
            (5, memory::copy),
            (3, memory::choice),
            (3, memory::swapped),
            (8, memory::subview),
            (5, memory::cast),
            (5, memory::reshape),
            (5, memory::metadata),
            (4, memory::global),
            (3, memory::atomic),
            (2, memory::realloc),
            (5, loops::for_),
            (4, loops::if_),
            (5, functions::call),
            (3, functions::observe),
        ],
        size: 14,
        buffers: 40,
        ..BASE
    },
    Kind {
        name: "affine",
        about: "loops and accesses of affine",
        statements: &[
            (8, integers::operation),
            (2, floats::operation),
            (8, affine::apply),
            (6, affine::least),
            (12, affine::for_),
            (6, affine::if_),
            (12, affine::load),
            (10, affine::store),
            (3, affine::linear),
            (8, memory::buffer),
            (2, memory::copy),
            (2, memory::metadata),
            (2, loops::for_),
            (2, functions::call),
            (2, functions::observe),
        ],
        size: 14,
        functions: 1,
        buffers: 30,
        ..BASE
    },
    Kind {
        name: "tensors",
        about: "tensors and their parts",
        statements: &[
            (6, integers::operation),
            (2, floats::operation),
            (12, tensors::create),
            (8, tensors::extract),
            (6, tensors::insert),
            (8, tensors::extract_slice),
            (8, tensors::insert_slice),
            (6, tensors::reshape),
            (4, tensors::cast),
            (4, tensors::dim),
            (6, tensors::elementwise),
            (4, tensors::subset_loop),
            (3, tensors::pad),
            (3, tensors::concat),
            (4, loops::for_),
            (3, loops::if_),
            (2, loops::while_),
            (3, loops::forall),
            (3, functions::call),
        ],
        size: 12,
        tensors: 40,
        ..BASE
    },
    Kind {
        name: "elements",
        about: "elements of tensors through loops, branches and calls",
        statements: &[
            (6, integers::operation),
            (8, tensors::create),
            (14, tensors::extract),
            (14, tensors::insert),
            (4, tensors::cast),
            (6, tensors::dim),
            (8, loops::for_),
            (6, loops::if_),
            (3, loops::while_),
            (2, loops::execute_region),
            (5, functions::call),
            (2, functions::observe),
        ],
        size: 14,
        recursion: 0,
        tensors: 60,
        by_element: true,
        ..BASE
    },
    Kind {
        name: "linalg",
        about: "structured ops on tensors",
        statements: &[
            (3, integers::operation),
            (4, tensors::create),
            (4, tensors::extract),
            (3, tensors::extract_slice),
            (3, tensors::insert_slice),
            (3, tensors::reshape),
            (3, tensors::cast),
            (3, tensors::elementwise),
            (3, linalg::fill),
            (6, linalg::product),
            (6, linalg::named),
            (6, linalg::moved),
            (6, linalg::reduce),
            (12, linalg::generic),
            (6, linalg::chain),
            (2, loops::for_),
            (2, functions::call),
        ],
        size: 10,
        functions: 1,
        tensors: 50,
        ..BASE
    },
    Kind {
        name: "buffers",
        about: "structured ops on buffers",
        statements: &[
            (4, integers::operation),
            (6, memory::buffer),
            (5, memory::load),
            (4, memory::store),
            (5, memory::subview),
            (3, memory::cast),
            (3, memory::copy),
            (3, memory::reshape),
            (3, linalg::fill),
            (6, linalg::product),
            (5, linalg::named),
            (6, linalg::moved),
            (6, linalg::reduce),
            (12, linalg::generic),
            (2, loops::for_),
            (2, functions::call),
        ],
        size: 10,
        functions: 1,
        buffers: 60,
        ..BASE
    },
    Kind {
        name: "shapes",
        about: "extents as values",
        statements: &[
            (6, integers::operation),
            (8, tensors::create),
            (4, tensors::cast),
            (5, tensors::dim),
            (10, shapes::extents),
            (6, shapes::assuming),
            (2, loops::if_),
        ],
        size: 8,
        functions: 0,
        tensors: 30,
        ..BASE
    },
    Kind {
        name: "vectors",
        about: "vectors",
        statements: &[
            (6, integers::operation),
            (2, floats::operation),
            (12, vectors::create),
            (8, vectors::elementwise),
            (8, vectors::element),
            (5, vectors::shuffle),
            (5, vectors::reduction),
            (6, vectors::transfer),
            (4, memory::buffer),
            (3, memory::store),
            (3, loops::for_),
            (2, loops::if_),
        ],
        size: 12,
        functions: 1,
        buffers: 20,
        ..BASE
    },
    Kind {
        name: "mixed",
        about: "a bit of everything",
        statements: &[
            (12, integers::operation),
            (4, integers::guarded_division),
            (3, integers::there_and_back),
            (5, floats::operation),
            (4, branches::diamond),
            (3, branches::counted),
            (5, loops::for_),
            (4, loops::if_),
            (3, loops::while_),
            (3, loops::parallel),
            (5, memory::buffer),
            (4, memory::load),
            (4, memory::store),
            (3, memory::subview),
            (3, memory::cell),
            (3, affine::apply),
            (3, affine::for_),
            (4, affine::load),
            (3, affine::store),
            (4, tensors::create),
            (3, tensors::extract),
            (3, tensors::insert_slice),
            (3, tensors::elementwise),
            (4, linalg::generic),
            (2, linalg::product),
            (4, functions::call),
            (3, functions::observe),
        ],
        size: 14,
        blocks: true,
        tensors: 20,
        buffers: 20,
        ..BASE
    },
    Kind {
        name: "number-rules",
        about: "a few ops each that lead to a rule for numbers",
        statements: &[
            (90, snippets::numbers),
            (6, integers::operation),
            (2, floats::operation),
            (2, functions::observe),
        ],
        size: 44,
        functions: 1,
        recursion: 0,
        turns: 4,
        ..BASE
    },
    Kind {
        name: "buffer-rules",
        about: "a few ops each that lead to a rule for buffers",
        statements: &[
            (60, snippets::buffers),
            (30, snippets::convolution),
            (6, integers::operation),
            (2, floats::operation),
            (2, functions::observe),
        ],
        size: 16,
        functions: 1,
        recursion: 0,
        ..BASE
    },
    Kind {
        name: "tensor-rules",
        about: "a few ops each that lead to a rule for tensors",
        statements: &[
            (90, snippets::tensors),
            (6, integers::operation),
            (2, floats::operation),
            (2, functions::observe),
        ],
        size: 44,
        functions: 1,
        recursion: 0,
        turns: 2,
        ..BASE
    },
    Kind {
        name: "vector-rules",
        about: "a few ops each that lead to a rule for vectors",
        statements: &[
            (90, snippets::vectors),
            (6, integers::operation),
            (2, floats::operation),
            (2, functions::observe),
        ],
        size: 44,
        functions: 1,
        recursion: 0,
        turns: 2,
        ..BASE
    },
    Kind { name: "allocations", about: "buffers that nobody frees", leaks: true, ..BASE },
];
