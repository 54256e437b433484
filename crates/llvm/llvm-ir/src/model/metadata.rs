//! Metadata.

use crate::ids::{ConstId, LocalId, NodeId};
use crate::strings::Str;

/// Metadata, as an operand of a node or standalone.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Metadata {
    /// `null`
    Null,
    /// A node.
    Node(NodeId),
    /// A string.
    Text(Str),
    /// A constant with its type.
    Const(ConstId),
    /// A value of the function that is read.
    Local(LocalId),
}

/// A node of metadata.
#[derive(Debug, Default)]
pub struct Node {
    /// Whether it is distinct from other nodes with the same operands.
    pub distinct: bool,
    /// Its kind.
    pub kind: NodeKind,
    /// The number that the text has it under.
    pub number: Option<u32>,
}

impl Node {
    /// Whether it is written where something refers to it, and has no number.
    pub fn is_inline(&self) -> bool {
        matches!(self.kind, NodeKind::Expression(_) | NodeKind::Arguments(_))
    }
}

/// The kind of a metadata node.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub enum NodeKind {
    /// It is referred to, but not defined yet.
    #[default]
    Undefined,
    /// `!{...}`
    Tuple(Box<[Metadata]>),
    /// A node with named fields: `!DILocation(line: 1)`.
    Special(Special),
    /// `!DIExpression(...)`: operators and their arguments, and the source text of those.
    Expression(Box<[ExpressionItem]>),
    /// `!DIArgList(...)`
    Arguments(Box<[Metadata]>),
}

/// A part of an expression.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ExpressionItem {
    /// `DW_OP_deref`, `DW_ATE_signed`
    Word(Str),
    /// A number.
    Number(u64),
}

/// A node with named fields.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Special {
    /// The name after the exclamation mark.
    pub name: Str,
    /// The fields that are written, in order.
    pub fields: Box<[(Str, Field)]>,
}

/// The value of a field.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Field {
    /// Metadata.
    Metadata(Metadata),
    /// A string.
    Text(Str),
    /// A number.
    Number(i128),
    /// `true` or `false`
    Bool(bool),
    /// A keyword, or several between bars: `DIFlagPublic | DIFlagVector`.
    Words(Box<[Str]>),
    /// `{!0, !1}`
    List(Box<[Metadata]>),
}

impl Field {
    /// The metadata that the field has.
    pub fn metadata(&self) -> &[Metadata] {
        match self {
            Field::Metadata(metadata) => std::slice::from_ref(metadata),
            Field::List(list) => list,
            _ => &[],
        }
    }
}
