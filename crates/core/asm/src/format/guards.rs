//! Tokens that an element may begin with: lookahead for optional elements of a format.

use terrace_ir::def::AttrConstraint;
use terrace_ir::format_types::Written;

use crate::lexer::TokenKind;
use crate::parser::Parser;

impl Parser<'_> {
    pub(crate) fn at_type(&self) -> bool {
        match self.tok.kind {
            TokenKind::LParen | TokenKind::IntType | TokenKind::Exclamation => true,
            TokenKind::Bare => {
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
            (TokenKind::Integer | TokenKind::Float | TokenKind::Minus | TokenKind::Hash, None) => true,
            (TokenKind::Bare, None) => {
                matches!(self.str_of(self.tok), "true" | "false" | "dense" | "dense_resource")
            }
            _ => false,
        }
    }

    pub(super) fn at_attribute(&self) -> bool {
        match self.tok.kind {
            TokenKind::At
            | TokenKind::Float
            | TokenKind::Integer
            | TokenKind::Hash
            | TokenKind::LBrace
            | TokenKind::LSquare => true,
            TokenKind::Minus | TokenKind::String => true,
            TokenKind::Bare => {
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
pub(super) fn first_token(constraint: &AttrConstraint) -> Option<TokenKind> {
    match Written::of(constraint) {
        Written::Array => Some(TokenKind::LSquare),
        Written::SymbolRef => Some(TokenKind::At),
        Written::String => Some(TokenKind::String),
        Written::Dictionary => Some(TokenKind::LBrace),
        Written::Value | Written::Any => None,
    }
}
