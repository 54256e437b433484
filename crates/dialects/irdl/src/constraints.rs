//! Ops that constrain attributes and types.

use terrace_ir::attr_kind::{AnyAttr, StrAttr, SymbolRefAttr};
use terrace_ir::def::op_error;
use terrace_ir::infer::InferInput;
use terrace_ir::interfaces::SymbolUser;
use terrace_ir::symbols::SymbolTables;
use terrace_ir::{Attr, CheckResult, OpKind, OpRef, Type};
use terrace_macros::op;

use crate::definitions::{AttributeOp, DialectOp, TypeOp};
use crate::types::ATTRIBUTE;

/// The ops in which constraints are written.
const PARENTS: &[&str] = &["irdl.type", "irdl.attribute", "irdl.operation"];

/// A single attribute or type.
#[op("irdl.is", traits(HasParent(PARENTS), Pure), format = "$expected ` ` attr-dict")]
pub struct IsOp {
    expected: Prop<AnyAttr>,
    output: Res<ATTRIBUTE>,
}

/// All attributes or types of one definition.
#[op("irdl.base", traits(HasParent(PARENTS)), interfaces(dyn SymbolUser), verify = verify_base,
     format = "($base_ref^)? ($base_name^)? ` ` attr-dict")]
pub struct BaseOp {
    base_ref: OptProp<SymbolRefAttr>,
    base_name: OptProp<StrAttr>,
    output: Res<ATTRIBUTE>,
}

/// The attributes or types of one definition whose parameters satisfy constraints.
#[op("irdl.parametric", traits(HasParent(PARENTS), Pure), interfaces(dyn SymbolUser),
     format = "$base_type `<` $args `>` ` ` attr-dict")]
pub struct ParametricOp {
    args: VarOperand<ATTRIBUTE>,
    base_type: Prop<SymbolRefAttr>,
    output: Res<ATTRIBUTE>,
}

/// Any attribute or type.
#[op("irdl.any", traits(HasParent(PARENTS)), format = "attr-dict")]
pub struct AnyOp {
    output: Res<ATTRIBUTE>,
}

/// Satisfied if any of several constraints is.
#[op(
    "irdl.any_of",
    traits(HasParent(PARENTS), SameOperandsAndResultType, InferTypes),
    infer = infer_constraint,
    format = "`(` $args `)` ` ` attr-dict"
)]
pub struct AnyOfOp {
    args: VarOperand<ATTRIBUTE>,
    output: Res<ATTRIBUTE>,
}

/// Satisfied if all of several constraints are.
#[op(
    "irdl.all_of",
    traits(HasParent(PARENTS), SameOperandsAndResultType, InferTypes),
    infer = infer_constraint,
    format = "`(` $args `)` ` ` attr-dict"
)]
pub struct AllOfOp {
    args: VarOperand<ATTRIBUTE>,
    output: Res<ATTRIBUTE>,
}

/// Satisfied if a C++ predicate is; code generators copy the predicate.
#[op("irdl.c_pred", format = "$pred ` ` attr-dict")]
pub struct CPredOp {
    pred: Prop<StrAttr>,
    output: Res<ATTRIBUTE>,
}

fn verify_base(op: OpRef<'_>) -> CheckResult {
    let view = BaseOp::view_of(op);
    let name = view.base_name();
    if name.is_some() == view.base_ref().is_some() {
        let message = "the base type or attribute should be specified by either a name or a reference";
        return Err(op_error(op, message));
    }
    match name {
        Some(name) if !name.starts_with(['!', '#']) => {
            Err(op_error(op, "the base type or attribute name should start with '!' or '#'"))
        }
        _ => Ok(()),
    }
}

/// The result has the type of the operands.
fn infer_constraint(input: &InferInput<'_>) -> Result<Vec<Type>, String> {
    input.operands.first().map(|&ty| vec![ty]).ok_or_else(|| "expected a constraint".to_owned())
}

/// The op that a symbol refers to, looked up where the dialect of `op` is defined.
pub(crate) fn lookup_near_dialect<'a>(
    op: OpRef<'a>,
    symbol: Attr,
    tables: &SymbolTables,
) -> Option<OpRef<'a>> {
    let mut dialect = op;
    while !dialect.isa::<DialectOp>() {
        dialect = dialect.parent_op()?;
    }
    tables.lookup_nearest(dialect.parent_op()?, symbol)
}

fn verify_definition(op: OpRef<'_>, symbol: Attr, tables: &SymbolTables) -> CheckResult {
    let name = op.cx().attr_text(symbol);
    match lookup_near_dialect(op, symbol, tables) {
        None => Err(op_error(op, format!("symbol '{name}' not found"))),
        Some(found) if found.isa::<TypeOp>() || found.isa::<AttributeOp>() => Ok(()),
        Some(found) => {
            let found = found.name_text();
            let message = format!(
                "symbol '{name}' does not refer to a type or attribute definition (refers to '{found}')"
            );
            Err(op_error(op, message))
        }
    }
}

impl SymbolUser for BaseOp {
    fn verify_symbol_uses(&self, op: OpRef<'_>, tables: &SymbolTables) -> CheckResult {
        match BaseOp::view_of(op).base_ref_attr() {
            Some(symbol) => verify_definition(op, symbol, tables),
            None => Ok(()),
        }
    }
}

impl SymbolUser for ParametricOp {
    fn verify_symbol_uses(&self, op: OpRef<'_>, tables: &SymbolTables) -> CheckResult {
        verify_definition(op, ParametricOp::view_of(op).base_type_attr(), tables)
    }
}
