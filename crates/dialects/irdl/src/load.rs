//! Loads dialects from their definitions, as the same tables that define static dialects.

use rustc_hash::FxHashMap;
use terrace_ir::asm::{AttrPrinter, OpParser, PResult};
use terrace_ir::constraints::ANY_TYPE;
use terrace_ir::def::{
    DialectTable, EMPTY_DIALECT, EMPTY_OP, EMPTY_PARAMS, OpTable, OperandDef, ParamsTable, RegionConstraint,
    RegionDef, ResultDef, op_error, plain_error,
};
use terrace_ir::dialect_interfaces::{DialectResources, OpAsmDialectInterface};
use terrace_ir::interface_map::InterfaceEntry;
use terrace_ir::symbols::SymbolTables;
use terrace_ir::{Attr, CheckResult, Context, Diag, OpKind, OpRef, Type, ValueRef, op_match};
use terrace_support::held::Arena;

use crate::check::{Assignment, Base, Constraint, Constraints, Variable};
use crate::constraints::{AllOfOp, AnyOfOp, AnyOp, BaseOp, CPredOp, IsOp, ParametricOp, lookup_near_dialect};
use crate::definitions::{AttributeOp, DialectOp, OperationOp, TypeOp};
use crate::op_check::{OpChecks, RegionSlot, Slots};
use crate::slots::{AttributesOp, OperandsOp, ParametersOp, RegionOp, RegionsOp, ResultsOp};

/// A type or an attribute that is about to be defined.
struct ParamsDefinition {
    name: String,
    constraints: Constraints,
    variables: Vec<Variable>,
}

/// A dialect that is about to be defined.
#[derive(Default)]
struct Definition {
    types: Vec<ParamsDefinition>,
    attrs: Vec<ParamsDefinition>,
    ops: Vec<(String, OpChecks)>,
}

/// Defines the dialects of a module, which was verified, in a context. They live as long as the context.
///
/// # Errors
///
/// The first error: a constraint that cannot be checked at run time, or a dialect that exists already.
pub fn load_dialects(module: OpRef<'_>) -> CheckResult {
    let (cx, tables) = (module.cx(), SymbolTables::new());
    let mut definitions: Vec<(OpRef<'_>, &str, Definition)> = Vec::new();
    let mut numbers: FxHashMap<&str, usize> = FxHashMap::default();
    for dialect in dialects_in(module) {
        let name = DialectOp::view_of(dialect).sym_name().text(cx);
        let number = *numbers.entry(name).or_insert(definitions.len());
        if number == definitions.len() {
            definitions.push((dialect, name, Definition::default()));
        }
        read_dialect(dialect, name, &tables, &mut definitions[number].2)?;
    }
    for (dialect, name, definition) in definitions {
        cx.define_dialect(|arena| build_dialect(arena, name, definition))
            .map_err(|message| plain_error(dialect, message))?;
    }
    Ok(())
}

/// Returns the checks of the ops of a definition, and their full name; the definition must be verified.
///
/// # Errors
///
/// A constraint that cannot be checked at run time.
pub fn op_checks(operation: OpRef<'_>) -> Result<(String, OpChecks), Box<Diag>> {
    let dialect = operation.parent_op().and_then(|parent| parent.cast::<DialectOp>());
    let dialect = dialect.map_or("", |dialect| dialect.sym_name().text(operation.cx()));
    read_operation(operation, dialect, &SymbolTables::new())
}

/// The definitions of dialects in a module and the modules in it, in order.
fn dialects_in(module: OpRef<'_>) -> Vec<OpRef<'_>> {
    let (mut found, mut pending) = (Vec::new(), vec![module]);
    while let Some(op) = pending.pop() {
        if op.isa::<DialectOp>() {
            found.push(op);
            continue;
        }
        let start = pending.len();
        pending.extend(op.regions().flat_map(|region| region.blocks()).flat_map(|block| block.ops()));
        pending[start..].reverse();
    }
    found
}

fn body_of(op: OpRef<'_>) -> impl Iterator<Item = OpRef<'_>> {
    op.regions().next().and_then(|region| region.entry()).into_iter().flat_map(|block| block.ops())
}

fn read_dialect(dialect: OpRef<'_>, name: &str, tables: &SymbolTables, into: &mut Definition) -> CheckResult {
    for op in body_of(dialect) {
        op_match!(op, {
            TypeOp(_) => {
                into.types.push(read_params(op, name, tables)?);
            }
            AttributeOp(_) => {
                into.attrs.push(read_params(op, name, tables)?);
            }
            OperationOp(_) => {
                into.ops.push(read_operation(op, name, tables)?);
            }
            _ => {}
        });
    }
    Ok(())
}

/// The constraints in a definition, and which value is which.
struct ConstraintReader<'a, 't> {
    tables: &'t SymbolTables,
    constraints: Constraints,
    variables: FxHashMap<terrace_ir::Value, Variable>,
    parent: OpRef<'a>,
}

impl<'a, 't> ConstraintReader<'a, 't> {
    /// Reads all constraints in a definition.
    fn new(parent: OpRef<'a>, tables: &'t SymbolTables) -> Result<Self, Box<Diag>> {
        let mut reader =
            Self { tables, constraints: Constraints::default(), variables: FxHashMap::default(), parent };
        for op in body_of(parent) {
            if let Some(constraint) = reader.constraint(op)? {
                if let Some(output) = op.results().next() {
                    reader.variables.insert(output.id(), reader.constraints.0.len());
                }
                reader.constraints.0.push(constraint);
            }
        }
        Ok(reader)
    }

    fn constraint(&self, op: OpRef<'a>) -> Result<Option<Constraint>, Box<Diag>> {
        let cx = op.cx();
        Ok(Some(op_match!(op, {
            IsOp(view) => Constraint::Is(view.expected()),
            AnyOp(_) => Constraint::Any,
            AnyOfOp(view) => Constraint::AnyOf(self.variables(op, view.args())?.into()),
            AllOfOp(view) => Constraint::AllOf(self.variables(op, view.args())?.into()),
            ParametricOp(view) => {
                let variables = self.variables(op, view.args())?.into();
                match self.definition(op, view.base_type_attr())? {
                    (true, name) => Constraint::ParametricType(Base::new(&name), variables),
                    (false, name) => Constraint::ParametricAttr(Base::new(&name), variables),
                }
            }
            BaseOp(view) => {
                match (view.base_ref_attr(), view.base_name().and_then(|name| name.split_at_checked(1))) {
                    (Some(symbol), _) => match self.definition(op, symbol)? {
                        (true, name) => Constraint::BaseType(Base::new(&name)),
                        (false, name) => Constraint::BaseAttr(Base::new(&name)),
                    },
                    (None, Some(("!", name))) => match cx.type_base_named(name) {
                        Some(_) => Constraint::BaseType(Base::new(name)),
                        None => return Err(plain_error(op, format!("no registered type with name !{name}"))),
                    },
                    (None, Some((_, name))) => match cx.attr_base_named(name) {
                        Some(_) => Constraint::BaseAttr(Base::new(name)),
                        None => {
                            return Err(plain_error(
                                op,
                                format!("no registered attribute with name #{name}"),
                            ));
                        }
                    },
                    (None, None) => return Ok(None),
                }
            }
            _ => {
                return Ok(None);
            }
        })))
    }

    /// Returns whether a symbol is that of a type, and its full name.
    fn definition(&self, op: OpRef<'a>, symbol: Attr) -> Result<(bool, String), Box<Diag>> {
        let cx = op.cx();
        let found = lookup_near_dialect(op, symbol, self.tables);
        let dialect = found.and_then(|found| found.parent_op()?.symbol_name());
        match (found, found.and_then(|found| found.symbol_name()), dialect) {
            (Some(found), Some(name), Some(dialect)) => {
                Ok((found.isa::<TypeOp>(), format!("{}.{}", dialect.text(cx), name.text(cx))))
            }
            _ => Err(op_error(op, format!("symbol '{}' not found", cx.attr_text(symbol)))),
        }
    }

    fn variable(&self, user: OpRef<'a>, value: ValueRef<'a>) -> Result<Variable, Box<Diag>> {
        if let Some(&variable) = self.variables.get(&value.id()) {
            return Ok(variable);
        }
        match value.defining_op() {
            Some(op) if op.isa::<CPredOp>() => {
                Err(op_error(op, "is a predicate in C++, which cannot be checked at run time"))
            }
            _ => Err(op_error(user, "uses a value that is no constraint of the same definition")
                .note(self.parent.loc(), "see the definition")),
        }
    }

    fn variables(
        &self,
        user: OpRef<'a>,
        values: impl Iterator<Item = ValueRef<'a>>,
    ) -> Result<Vec<Variable>, Box<Diag>> {
        values.map(|value| self.variable(user, value)).collect()
    }
}

fn full_name(op: OpRef<'_>, dialect: &str) -> String {
    format!("{dialect}.{}", op.symbol_name().map_or("", |name| name.text(op.cx())))
}

fn read_params(op: OpRef<'_>, dialect: &str, tables: &SymbolTables) -> Result<ParamsDefinition, Box<Diag>> {
    let reader = ConstraintReader::new(op, tables)?;
    let variables = match body_of(op).find_map(|op| op.cast::<ParametersOp>()) {
        Some(view) => reader.variables(view.0, view.args())?,
        None => Vec::new(),
    };
    Ok(ParamsDefinition { name: full_name(op, dialect), constraints: reader.constraints, variables })
}

fn read_operation(
    op: OpRef<'_>,
    dialect: &str,
    tables: &SymbolTables,
) -> Result<(String, OpChecks), Box<Diag>> {
    let reader = ConstraintReader::new(op, tables)?;
    let mut checks = OpChecks::default();
    let owned = |name: &str| name.to_owned();
    for inner in body_of(op) {
        op_match!(inner, {
            OperandsOp(view) => {
                checks.operands = Slots {
                    names: view.names().iter().map(owned).collect(),
                    variables: reader.variables(inner, view.args())?,
                    variadicity: view.variadicity(),
                };
            }
            ResultsOp(view) => {
                checks.results = Slots {
                    names: view.names().iter().map(owned).collect(),
                    variables: reader.variables(inner, view.args())?,
                    variadicity: view.variadicity(),
                };
            }
            AttributesOp(view) => {
                let variables = reader.variables(inner, view.attribute_values())?;
                checks.attributes = view.attribute_value_names().iter().map(owned).zip(variables).collect();
            }
            RegionsOp(view) => {
                for (value, name) in view.args().zip(view.names().iter()) {
                    checks.regions.push(read_region(&reader, inner, value, name)?);
                }
            }
            _ => {}
        });
    }
    checks.constraints = reader.constraints;
    Ok((full_name(op, dialect), checks))
}

fn read_region(
    reader: &ConstraintReader<'_, '_>,
    user: OpRef<'_>,
    value: ValueRef<'_>,
    name: &str,
) -> Result<RegionSlot, Box<Diag>> {
    let Some(region) = value.defining_op().and_then(|op| op.cast::<RegionOp>()) else {
        return Err(op_error(user, "uses a value that is no region of the same definition"));
    };
    let arguments = match region.constrained_arguments() {
        true => Some(reader.variables(region.0, region.entry_block_args())?),
        false => None,
    };
    let blocks = region.number_of_blocks().and_then(|count| usize::try_from(count).ok());
    Ok(RegionSlot { name: name.to_owned(), blocks, arguments })
}

/// The error messages for undefined types and attributes.
struct DynamicDialect;

impl OpAsmDialectInterface for DynamicDialect {
    fn resources(&self) -> DialectResources {
        DialectResources::None
    }

    fn unknown_type_message(&self, _name: &str) -> Option<String> {
        Some("expected dynamic type".to_owned())
    }

    fn unknown_attr_message(&self, _name: &str) -> Option<String> {
        Some("expected dynamic attribute".to_owned())
    }
}

static INTERFACES: &[InterfaceEntry] = &[&(&DynamicDialect as &dyn OpAsmDialectInterface)];

fn build_dialect<'a>(arena: &'a Arena, name: &str, definition: Definition) -> &'a DialectTable<'a> {
    let ops = definition.ops.into_iter().map(|(name, checks)| build_op(arena, &name, checks));
    let ops = arena.alloc_slice(ops);
    let types = arena.alloc_slice(definition.types.into_iter().map(|def| build_params(arena, def)));
    let attrs = arena.alloc_slice(definition.attrs.into_iter().map(|def| build_params(arena, def)));
    arena.alloc(DialectTable {
        name: arena.alloc_str(name),
        ops,
        types,
        attrs,
        interfaces: INTERFACES,
        ..EMPTY_DIALECT
    })
}

fn build_op<'a>(arena: &'a Arena, name: &str, checks: OpChecks) -> &'a OpTable<'a> {
    let operand = |(name, variadicity): (&String, &crate::types::Variadicity)| OperandDef {
        name: arena.alloc_str(name),
        constraint: &ANY_TYPE,
        arity: variadicity.arity(),
        segments: None,
    };
    let operands =
        arena.alloc_slice(checks.operands.names.iter().zip(&checks.operands.variadicity).map(operand));
    let result = |(name, variadicity): (&String, &crate::types::Variadicity)| ResultDef {
        name: arena.alloc_str(name),
        constraint: &ANY_TYPE,
        arity: variadicity.arity(),
    };
    let results = arena.alloc_slice(checks.results.names.iter().zip(&checks.results.variadicity).map(result));
    let region = |slot: &RegionSlot| RegionDef {
        name: arena.alloc_str(&slot.name),
        constraint: match slot.blocks.and_then(|count| u32::try_from(count).ok()) {
            Some(count) => RegionConstraint::Sized(count),
            None => RegionConstraint::Any,
        },
        variadic: false,
    };
    let regions = arena.alloc_slice(checks.regions.iter().map(region));
    let verify = arena.own(move |op: OpRef<'_>| checks.check(op));
    arena.alloc(OpTable {
        name: arena.alloc_str(name),
        operands,
        results,
        regions,
        verify: Some(verify),
        dynamic: true,
        ..EMPTY_OP
    })
}

fn build_params<'a>(arena: &'a Arena, definition: ParamsDefinition) -> &'a ParamsTable<'a> {
    let ParamsDefinition { name, constraints, variables } = definition;
    let verify = arena.own(move |cx: &Context, params: &[Attr]| {
        let (expected, found) = (variables.len(), params.len());
        if expected != found {
            return Err(format!("expected {expected} type arguments, but had {found}"));
        }
        let mut assignment = Assignment::new(cx, &constraints);
        params.iter().zip(&variables).try_for_each(|(&param, &variable)| assignment.check(param, variable))
    });
    arena.alloc(ParamsTable {
        name: arena.alloc_str(&name),
        asm: Some((parse_params, print_params)),
        verify: Some(verify),
        ..EMPTY_PARAMS
    })
}

/// `<a, b>`, or nothing.
fn parse_params(p: &mut dyn OpParser, _: Type) -> PResult<Vec<Attr>> {
    let mut params = Vec::new();
    if p.optional_token("<") && !p.optional_token(">") {
        loop {
            params.push(p.attr(Type::NONE)?);
            if !p.optional_token(",") {
                break;
            }
        }
        p.token(">")?;
    }
    Ok(params)
}

fn print_params(p: &mut dyn AttrPrinter, _: &Context, params: &[Attr]) {
    if params.is_empty() {
        return;
    }
    p.text("<");
    for (i, &param) in params.iter().enumerate() {
        if i > 0 {
            p.text(", ");
        }
        p.attr(param);
    }
    p.text(">");
}
