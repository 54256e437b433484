//! Printing, for tests.

use terrace_ir::Attr;
use terrace_ir::OpKind;
use terrace_ir::attr_kinds;

use terrace_ir::effects::{EffectOn, writes};
use terrace_ir::traits::Predicate;
use terrace_macros::op;

use crate::attrs::{PrintPunctuationAttr, newline};
use crate::constraints::PRINTABLE;

attr_kinds! {
    /// The text that an op prints.
    pub StringLiteralAttr("An Attribute containing a string") -> &'a str {
        value: |cx, attr: Attr| attr.as_str(cx),
        attr: |cx, text| cx.string_attr(text),
    }
}

static TEXT_ALONE: Predicate = Predicate {
    summary: "`source` or `punctuation` are not set when printing strings",
    holds: |op| {
        let view = PrintOp::view_of(op);
        view.string_literal_attr().is_none()
            || (op.num_operands() == 0 && view.punctuation_attr() == newline(op.cx()))
    },
};

/// Prints a value, a text or punctuation.
#[op("vector.print", traits(Predicate(&TEXT_ALONE)), effects(writes(EffectOn::Anything)),
     format = "($source^ `:` type($source))? oilist(`str` $stringLiteral | `punctuation` $punctuation) attr-dict")]
pub struct PrintOp {
    source: OptOperand<PRINTABLE>,
    punctuation: DefaultProp<PrintPunctuationAttr, newline>,
    stringLiteral: OptProp<StringLiteralAttr>,
}
