//! Tokens that an element may begin with: lookahead for optional elements of a format.

use terrace_ir::def::AttrConstraint;
use terrace_ir::format_types::Written;

use crate::lexer::Kind;
use crate::parser::Parser;

impl Parser<'_> {
    pub(crate) fn at_type(&self) -> bool {
        match self.tok.kind {
            Kind::LParen | Kind::IntType | Kind::Exclamation => true,
            Kind::Bare => {
                let text = self.str_of(self.tok);
                matches!(text, "memref" | "tensor" | "complex" | "tuple" | "vector" | "index" | "none")
                    || terrace_support::apfloat::FloatKind::from_name(text).is_some()
            }
            _ => false,
        }
    }

    /// Whether a value of a type that is known is here.
    pub(super) fn at_typed(&self, constraint: &AttrConstraint) -> bool {
        match (self.tok.kind, first_token(constraint)) {
            (kind, Some(first)) => kind == first,
            (Kind::Integer | Kind::Float | Kind::Minus | Kind::Hash, None) => true,
            (Kind::Bare, None) => {
                matches!(self.str_of(self.tok), "true" | "false" | "dense" | "dense_resource")
            }
            _ => false,
        }
    }

    pub(super) fn at_attribute(&self) -> bool {
        match self.tok.kind {
            Kind::At | Kind::Float | Kind::Integer | Kind::Hash | Kind::LBrace | Kind::LSquare => true,
            Kind::Minus | Kind::String => true,
            Kind::Bare => {
                matches!(
                    self.str_of(self.tok),
                    "affine_map"
                        | "affine_set"
                        | "dense"
                        | "dense_resource"
                        | "false"
                        | "loc"
                        | "sparse"
                        | "true"
                        | "unit"
                        | "array"
                        | "strided"
                        | "distinct"
                ) || self.at_type()
            }
            _ => self.at_type(),
        }
    }
}

/// The token that an optional attribute of this kind starts with, where upstream looks for no other.
pub(super) fn first_token(constraint: &AttrConstraint) -> Option<Kind> {
    match Written::of(constraint) {
        Written::Array => Some(Kind::LSquare),
        Written::SymbolRef => Some(Kind::At),
        Written::String => Some(Kind::String),
        Written::Dictionary => Some(Kind::LBrace),
        Written::Value | Written::Any => None,
    }
}
