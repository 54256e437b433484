//! Printing, for tests.

use terrace_ir::Attr;
use terrace_ir::constraints::STR_ATTR;
use terrace_ir::def::{AttrConstraint, AttrSyntax};
use terrace_ir::effects::{EffectOn, writes};
use terrace_ir::traits::Predicate;
use terrace_macros::op;

use crate::attrs::{PRINT_PUNCTUATION, newline};
use crate::constraints::PRINTABLE;

/// A text.
static STRING: AttrConstraint = AttrConstraint {
    summary: "An Attribute containing a string",
    pred: STR_ATTR.pred,
    syntax: AttrSyntax::Any,
};

static TEXT_ALONE: Predicate = Predicate {
    summary: "`source` or `punctuation` are not set when printing strings",
    holds: |op| {
        let punctuation = op.inherent_attr("punctuation").unwrap_or(Attr::NULL);
        op.inherent_attr("stringLiteral").is_none()
            || (op.num_operands() == 0 && punctuation == newline(op.cx()))
    },
};

/// Prints a value, a text or punctuation.
#[op("vector.print", traits(Predicate(&TEXT_ALONE)), effects(writes(EffectOn::Anything)),
     format = "($source^ `:` type($source))? oilist(`str` $stringLiteral | `punctuation` $punctuation) attr-dict")]
pub struct PrintOp {
    source: OptOperand<PRINTABLE>,
    punctuation: DefaultProp<PRINT_PUNCTUATION, newline>,
    stringLiteral: OptProp<STRING>,
}
