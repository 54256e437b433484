//! The instructions of compiled formats.

use terrace_ir::def::{CustomArg, CustomDirective, TypeDef};

use crate::lexer::TokenKind;

/// A custom directive with its arguments.
pub(crate) struct Custom {
    pub(crate) directive: &'static CustomDirective,
    pub(crate) args: Vec<CustomArg>,
}

/// The values whose types are printed or parsed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TypeList {
    Operand(usize),
    Result(usize),
    Operands,
    Results,
}

/// An instruction. A space is printed before it if `space`.
pub(crate) enum Instr {
    /// `kind` is the token that a piece of punctuation is.
    Literal {
        text: String,
        kind: Option<TokenKind>,
        space: bool,
    },
    Space,
    Newline,
    Operand {
        slot: usize,
        space: bool,
    },
    Operands {
        space: bool,
    },
    Prop {
        slot: usize,
        qualified: bool,
        space: bool,
    },
    Region {
        slot: usize,
        space: bool,
        /// Whether an attribute dictionary may follow, so that braces alone do not say what is there.
        dict_follows: bool,
    },
    Regions {
        space: bool,
        /// See `Region`.
        dict_follows: bool,
    },
    Successor {
        slot: usize,
        space: bool,
    },
    Successors {
        space: bool,
    },
    /// `def` is of types that are written without their name.
    Type {
        list: TypeList,
        def: Option<&'static TypeDef>,
        /// Whether a type of another kind than the slot's is rejected by the reader.
        checked: bool,
        /// Whether the types are printed only where the values are: then at least one is present.
        anchored: bool,
        space: bool,
    },
    FunctionalType {
        inputs: TypeList,
        results: TypeList,
        space: bool,
    },
    AttrDict {
        keyword: bool,
    },
    PropDict {
        space: bool,
    },
    Custom {
        custom: Custom,
        space: bool,
    },
    Optional(Box<Group>),
    OiList(Vec<Clause>),
}

/// The condition on which an optional group is printed.
pub(crate) enum AnchorOf {
    Operand(usize),
    Result(usize),
    Prop(usize),
    Region(usize),
    Successor(usize),
    Any(Vec<AnchorOf>),
    Never,
}

/// An optional group.
pub(crate) struct Group {
    pub(crate) then: Vec<Instr>,
    pub(crate) otherwise: Vec<Instr>,
    pub(crate) anchor: AnchorOf,
    pub(crate) inverted: bool,
    /// A unit attribute that is set when `then` (or, inverted, `otherwise`) is read.
    pub(crate) unit: Option<usize>,
}

/// A clause of an `oilist`.
pub(crate) struct Clause {
    pub(crate) keyword: String,
    pub(crate) keyword_space: bool,
    pub(crate) instrs: Vec<Instr>,
    pub(crate) anchor: AnchorOf,
    pub(crate) unit: Option<usize>,
}

/// Marks the regions that an attribute dictionary follows, directly or after what may be absent. Returns whether one may be
/// where the instructions begin, if one may be after them.
pub(super) fn mark_dicts(instrs: &mut [Instr], mut follows: bool) -> bool {
    for instr in instrs.iter_mut().rev() {
        match instr {
            Instr::AttrDict { keyword } => follows |= !*keyword,
            Instr::Region { dict_follows, .. } | Instr::Regions { dict_follows, .. } => {
                *dict_follows = follows
            }
            Instr::Optional(group) => {
                let then = mark_dicts(&mut group.then, follows);
                follows = mark_dicts(&mut group.otherwise, follows) || then;
            }
            Instr::OiList(clauses) => {
                for clause in clauses {
                    mark_dicts(&mut clause.instrs, follows);
                }
            }
            Instr::Literal { .. } => follows = false,
            // These may be absent, or print nothing.
            _ => {}
        }
    }
    follows
}
