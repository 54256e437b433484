//! The functions that rewrite what patterns match.

use rustc_hash::FxHashMap;
use terrace_dialects_pdl::interp::control::{FinalizeOp, FuncOp};
use terrace_dialects_pdl::interp::{access, create};
use terrace_dialects_pdl::matching::{AttributeOp, OperationOp, ResultOp, ResultsOp, TypeOp, TypesOp};
use terrace_dialects_pdl::pattern::RewriteOp;
use terrace_dialects_pdl::rewriting::{ApplyNativeRewriteOp, EraseOp, RangeOp, ReplaceOp};
use terrace_dialects_pdl::types::{range_type, type_type, value_type};
use terrace_ir::def::op_error;
use terrace_ir::infer::infers_result_types;
use terrace_ir::symbol_table::SymbolTable;
use terrace_ir::{
    Attr, Block, Context, Diag, Ir, Loc, OpHandle, OpKind, OpRef, Rewriter, Type, Value, ValueRef, View,
    op_match,
};

use crate::pattern_predicates::{PatternPredicates, is_range};
use crate::predicates::PositionId;

/// The rewriter of a pattern, as referenced by its match.
pub struct PatternRewriter {
    /// The function's name below the module of rewriters.
    pub name: Attr,
    /// The positions of its arguments.
    pub inputs: Vec<PositionId>,
    /// The names of the ops that it creates.
    pub generated: Vec<Attr>,
    /// The name of the root, where there is one.
    pub root_kind: Option<Attr>,
    /// The benefit of the pattern.
    pub benefit: Attr,
    /// The location of the pattern.
    pub loc: Loc,
}

/// The source of a pattern's value: an argument of the rewriter, or a constant that it creates.
#[derive(Clone)]
enum Source {
    Attribute(Attr),
    Type(Attr),
    Types(Attr),
    Input(Type),
}

/// One op of a rewrite. Values are those of the pattern.
enum RewriteStep {
    Native { name: Attr, args: Vec<Value>, results: Vec<(Value, Type)> },
    Attribute { value: Attr, result: Value },
    Erase(Value),
    Operation(Box<NewOperation>),
    Range { args: Vec<Value>, result: (Value, Type) },
    Replace { op: Value, values: Vec<Value>, with: Option<(Value, Loc)> },
    Result { parent: Value, index: Attr, result: Value },
    Results { parent: Value, index: Option<Attr>, result: (Value, Type) },
    Type { value: Attr, result: Value },
    Types { value: Attr, result: Value },
}

/// An op that a rewrite creates.
struct NewOperation {
    name: Attr,
    operands: Vec<Value>,
    attributes: Vec<Value>,
    attribute_names: Attr,
    /// The types with whether each is a range, and whether the rewrite itself defines it.
    types: Vec<(Value, bool, bool)>,
    infers: bool,
    /// Ops that it replaces, with their locations.
    replaces: Option<(Value, Loc)>,
    result: Value,
}

/// Writes the function that rewrites a pattern at the end of a module.
///
/// # Errors
///
/// If the rewrite uses a value that what the pattern matches does not determine.
pub fn write_rewriter(
    ir: &mut Ir,
    symbols: &mut SymbolTable,
    pattern: OpHandle,
    positions: &FxHashMap<Value, PositionId>,
    root: Value,
) -> Result<PatternRewriter, Box<Diag>> {
    let cx = ir.cx().clone();
    let cx = &*cx;
    let op = ir.op(pattern);
    let loc = op.loc();
    let view = terrace_dialects_pdl::pattern::PatternOp::view_of(op);
    let Some(rewrite) = view.rewriter() else { return Err(op_error(op, "has no rewrite")) };
    let rewrite_loc = rewrite.0.loc();
    let (steps, generated) = read_rewrite(rewrite);
    let mut sources: FxHashMap<Value, Source> = FxHashMap::default();
    let mut note = |value: ValueRef<'_>| {
        sources.insert(value.id(), source(value));
    };
    let ops = rewrite.body_region().entry().into_iter().flat_map(|block| block.ops());
    ops.flat_map(OpRef::operands).for_each(&mut note);
    rewrite.0.operands().for_each(&mut note);
    let root_kind = ValueRef::in_body(op.ir(), view.body_region().body(), view.body_region().body_id(), root)
        .defining_op()
        .and_then(|op| op.cast::<OperationOp>())
        .and_then(|op| op.op_name_attr());
    let benefit = view.benefit_attr();
    let name = "pdl_generated_rewriter";
    let function = symbols.insert(ir, name, None, |rw, name| {
        let ty = cx.type_attr(cx.function_type(&[], &[]));
        rw.build(FuncOp::of().loc(loc).sym_name_attr(name).function_type_attr(ty)).into()
    });
    let Some(function) = function else {
        return Err(op_error(ir.op(pattern), "has no place for its rewriter"));
    };
    let (body, regions) = ir.add_inner_body(function, 1);
    let written = ir.rewrite(body, |rw| {
        let entry = rw.create_block(regions[0], &[]);
        rw.set_insertion_point_to_end(entry);
        let mut writer = Writer {
            rw,
            cx,
            entry,
            sources: &sources,
            positions,
            values: FxHashMap::default(),
            inputs: Vec::new(),
            loc,
        };
        for (step, loc) in steps {
            writer.loc = loc;
            writer.write(step)?;
        }
        writer.rw.build(FinalizeOp::of().loc(rewrite_loc));
        let types: Vec<Type> = writer.rw.block(entry).arg_types();
        Some((writer.inputs, types))
    });
    let Some((inputs, types)) = written else {
        return Err(op_error(ir.op(pattern), "has a rewrite that uses what the pattern does not determine"));
    };
    ir.set_signature(function, &types, &[]);
    let name = ir.op(function).cast::<FuncOp>().map_or(Attr::NULL, |function| function.sym_name_attr());
    Ok(PatternRewriter { name, inputs, generated, root_kind, benefit, loc })
}

/// Returns the source of a value of the matched part.
fn source(value: ValueRef<'_>) -> Source {
    let constant = value.defining_op().and_then(|op| {
        let attribute = op.cast::<AttributeOp>().and_then(|view| view.value()).map(Source::Attribute);
        let ty = || op.cast::<TypeOp>()?.constant_type_attr().map(Source::Type);
        let types = || op.cast::<TypesOp>()?.constant_types_attr().map(Source::Types);
        attribute.or_else(ty).or_else(types)
    });
    constant.unwrap_or(Source::Input(value.ty()))
}

fn ids<'a>(values: impl Iterator<Item = ValueRef<'a>>) -> Vec<Value> {
    values.map(ValueRef::id).collect()
}

/// The ops of a rewrite with their locations, and the names of ops that it creates.
fn read_rewrite(rewrite: View<'_, RewriteOp>) -> (Vec<(RewriteStep, Loc)>, Vec<Attr>) {
    let mut generated = Vec::new();
    if let Some(name) = rewrite.name_attr() {
        let args = ids(rewrite.root().into_iter().chain(rewrite.external_args()));
        return (vec![(RewriteStep::Native { name, args, results: Vec::new() }, rewrite.0.loc())], generated);
    }
    let mut steps = Vec::new();
    for op in rewrite.body_region().entry().into_iter().flat_map(|block| block.ops()) {
        if let Some(view) = op.cast::<OperationOp>() {
            generated.extend(view.op_name_attr());
        }
        steps.extend(read_step(op).map(|step| (step, op.loc())));
    }
    (steps, generated)
}

fn read_step(op: OpRef<'_>) -> Option<RewriteStep> {
    let typed = |value: ValueRef<'_>| (value.id(), value.ty());
    Some(op_match!(op, {
        ApplyNativeRewriteOp(view) => {
            let results = view.results().map(typed).collect();
            RewriteStep::Native { name: view.name_attr(), args: ids(view.args()), results }
        }
        AttributeOp(view) => RewriteStep::Attribute { value: view.value()?, result: view.attr().id() },
        EraseOp(view) => RewriteStep::Erase(view.op_value().id()),
        OperationOp(view) => RewriteStep::Operation(Box::new(read_operation(view)?)),
        RangeOp(view) => RewriteStep::Range { args: ids(view.arguments()), result: typed(view.result()) },
        ReplaceOp(view) => read_replace(view),
        ResultOp(view) => {
            RewriteStep::Result { parent: view.parent().id(), index: view.index_attr(), result: view.val().id() }
        }
        ResultsOp(view) => {
            RewriteStep::Results { parent: view.parent().id(), index: view.index_attr(), result: typed(view.val()) }
        }
        TypeOp(view) => RewriteStep::Type { value: view.constant_type_attr()?, result: view.result().id() },
        TypesOp(view) => RewriteStep::Types { value: view.constant_types_attr()?, result: view.result().id() },
        _ => {
            return None;
        }
    }))
}

fn read_replace(view: View<'_, ReplaceOp>) -> RewriteStep {
    // Nothing replaces the results of an op that has none.
    let replaced = view.op_value().defining_op().and_then(|op| op.cast::<OperationOp>());
    let has_results = replaced.is_none_or(|op| op.type_values().len() > 0);
    let with = view.repl_operation().filter(|_| has_results);
    let with = with.map(|op| (op.id(), op.loc()));
    RewriteStep::Replace { op: view.op_value().id(), values: ids(view.repl_values()), with }
}

fn read_operation(view: View<'_, OperationOp>) -> Option<NewOperation> {
    let (cx, block) = (view.0.cx(), view.0.block().map(|block| block.id()));
    let is_own =
        |ty: ValueRef<'_>| ty.defining_op().is_some_and(|op| op.block().map(|block| block.id()) == block);
    let name = view.op_name_attr()?;
    let def = name.as_str(cx).map(|name| cx.op_info(cx.op_name(name)));
    let infers = def.and_then(|info| info.def()).is_some_and(infers_result_types);
    let replaces = view.op().uses().find_map(|(user, _)| {
        let replace = user.cast::<ReplaceOp>()?;
        let is_replacement = replace.repl_operation().is_some_and(|op| op.id() == view.op().id())
            || replace.repl_values().any(|value| value.id() == view.op().id());
        let replaced = replace.op_value().defining_op().filter(|_| is_replacement)?;
        let is_later = replaced.block().map(|block| block.id()) == block
            && !view.0.body().is_before(replaced.id(), view.0.id());
        (!is_later).then(|| (replace.op_value().id(), replaced.loc()))
    });
    Some(NewOperation {
        name,
        operands: ids(view.operand_values()),
        attributes: ids(view.attribute_values()),
        attribute_names: view.attribute_value_names_attr(),
        types: view.type_values().map(|ty| (ty.id(), is_range(ty), is_own(ty))).collect(),
        infers,
        replaces,
        result: view.op().id(),
    })
}

struct Writer<'w, 'r> {
    rw: &'w mut Rewriter<'r>,
    cx: &'w Context,
    entry: Block,
    sources: &'w FxHashMap<Value, Source>,
    positions: &'w FxHashMap<Value, PositionId>,
    /// The values of the rewriter function for those of the pattern.
    values: FxHashMap<Value, Value>,
    inputs: Vec<PositionId>,
    loc: Loc,
}

impl Writer<'_, '_> {
    /// Returns the value of the rewriter function for a value of the pattern; `None` if nothing determines it.
    fn value(&mut self, old: Value) -> Option<Value> {
        if let Some(&new) = self.values.get(&old) {
            return Some(new);
        }
        let loc = self.loc;
        let new = match self.sources.get(&old)?.clone() {
            Source::Attribute(value) => {
                self.rw.build_value(create::CreateAttributeOp::of().loc(loc).value_attr(value))
            }
            Source::Type(value) => self.rw.build_value(create::CreateTypeOp::of().loc(loc).value_attr(value)),
            Source::Types(value) => {
                self.rw.build_value(create::CreateTypesOp::of().loc(loc).value_attr(value))
            }
            Source::Input(ty) => {
                self.inputs.push(*self.positions.get(&old)?);
                self.rw.add_argument(self.entry, ty, loc)
            }
        };
        self.values.insert(old, new);
        Some(new)
    }

    fn all(&mut self, old: &[Value]) -> Option<Vec<Value>> {
        old.iter().map(|&old| self.value(old)).collect()
    }

    /// All results of an op.
    fn all_results(&mut self, op: Value, loc: Loc) -> Value {
        let ty = range_type(self.cx, value_type(self.cx));
        self.rw.build_value(access::GetResultsOp::of(op).loc(loc).value(ty))
    }

    fn type_of(&mut self, value: Value, is_range: bool, loc: Loc) -> Value {
        let ty = type_type(self.cx);
        let ty = if is_range { range_type(self.cx, ty) } else { ty };
        self.rw.build_value(access::GetValueTypeOp::of(value).loc(loc).result(ty))
    }

    fn write(&mut self, step: RewriteStep) -> Option<()> {
        let loc = self.loc;
        match step {
            RewriteStep::Native { name, args, results } => {
                let args = self.all(&args)?;
                let types: Vec<Type> = results.iter().map(|(_, ty)| *ty).collect();
                let call = create::ApplyRewriteOp::of(&args).loc(loc).name_attr(name).results(&types);
                let call = self.rw.build(call);
                let new: Vec<Value> = self.rw.op(call).results().map(ValueRef::id).collect();
                self.values.extend(results.iter().map(|(old, _)| *old).zip(new));
            }
            RewriteStep::Attribute { value, result } => {
                let new = self.rw.build_value(create::CreateAttributeOp::of().loc(loc).value_attr(value));
                self.values.insert(result, new);
            }
            RewriteStep::Erase(op) => {
                let op = self.value(op)?;
                self.rw.build(create::EraseOp::of(op).loc(loc));
            }
            RewriteStep::Operation(operation) => self.write_operation(&operation)?,
            RewriteStep::Range { args, result: (result, ty) } => {
                let args = self.all(&args)?;
                let range = create::CreateRangeOp::of(&args).loc(loc).result(ty);
                let new = self.rw.build_value(range);
                self.values.insert(result, new);
            }
            RewriteStep::Replace { op, values, with } => {
                let values = match with {
                    Some((with, loc)) => {
                        let with = self.value(with)?;
                        vec![self.all_results(with, loc)]
                    }
                    None => self.all(&values)?,
                };
                let op = self.value(op)?;
                if values.is_empty() {
                    self.rw.build(create::EraseOp::of(op).loc(loc));
                } else {
                    self.rw.build(create::ReplaceOp::of(op, &values).loc(loc));
                }
            }
            RewriteStep::Result { parent, index, result } => {
                let parent = self.value(parent)?;
                let get = access::GetResultOp::of(parent).loc(loc).index_attr(index);
                let new = self.rw.build_value(get);
                self.values.insert(result, new);
            }
            RewriteStep::Results { parent, index, result: (result, ty) } => {
                let parent = self.value(parent)?;
                let get = access::GetResultsOp::of(parent).loc(loc).index_attr(index).value(ty);
                let new = self.rw.build_value(get);
                self.values.insert(result, new);
            }
            RewriteStep::Type { value, result } => {
                let new = self.rw.build_value(create::CreateTypeOp::of().loc(loc).value_attr(value));
                self.values.insert(result, new);
            }
            RewriteStep::Types { value, result } => {
                let new = self.rw.build_value(create::CreateTypesOp::of().loc(loc).value_attr(value));
                self.values.insert(result, new);
            }
        }
        Some(())
    }

    /// The types of the results of a new op, and whether the op infers them.
    fn result_types(&mut self, operation: &NewOperation) -> Option<(Vec<Value>, bool)> {
        // As upstream, what is known up to the first type that is not is there, even if it is not used.
        let mut types = Vec::new();
        for &(ty, _, own) in &operation.types {
            if own && !self.values.contains_key(&ty) {
                break;
            }
            types.push(self.value(ty)?);
        }
        if !types.is_empty() && types.len() == operation.types.len() {
            return Some((types, false));
        }
        if operation.infers {
            return Some((Vec::new(), true));
        }
        if let Some((replaced, loc)) = operation.replaces {
            let replaced = self.value(replaced)?;
            let results = self.all_results(replaced, loc);
            return Some((vec![self.type_of(results, true, loc)], false));
        }
        operation.types.is_empty().then(|| (Vec::new(), false))
    }

    fn write_operation(&mut self, operation: &NewOperation) -> Option<()> {
        let (cx, loc) = (self.cx, self.loc);
        let operands = self.all(&operation.operands)?;
        let attributes = self.all(&operation.attributes)?;
        let (types, infers) = self.result_types(operation)?;
        let new = create::CreateOperationOp::of()
            .loc(loc)
            .name_attr(operation.name)
            .input_operands(&operands)
            .input_attributes(&attributes)
            .input_attribute_names_attr(operation.attribute_names)
            .input_result_types(&types)
            .inferred_result_types(infers);
        let new = self.rw.build_value(new);
        self.values.insert(operation.result, new);
        if let [(ty, true, _)] = operation.types[..] {
            if !self.values.contains_key(&ty) {
                let results = self.all_results(new, loc);
                let types = self.type_of(results, true, loc);
                self.values.insert(ty, types);
            }
            return Some(());
        }
        let mut follows_range = false;
        for (i, &(ty, is_range, _)) in operation.types.iter().enumerate() {
            if self.values.contains_key(&ty) {
                continue;
            }
            follows_range |= is_range;
            let result = if follows_range {
                let value = value_type(cx);
                let value = if is_range { range_type(cx, value) } else { value };
                let get = access::GetResultsOp::of(new).loc(loc).index(i as i64).value(value);
                self.rw.build_value(get)
            } else {
                self.rw.build_value(access::GetResultOp::of(new).loc(loc).index(i as i64))
            };
            let result_type = self.type_of(result, is_range, loc);
            self.values.insert(ty, result_type);
        }
        Some(())
    }
}

/// Returns the rewriters of patterns, in the order of requests.
///
/// # Errors
///
/// See [`write_rewriter`].
pub fn write_rewriters(
    ir: &mut Ir,
    symbols: &mut SymbolTable,
    patterns: &[(OpHandle, FxHashMap<Value, PositionId>, Value)],
    order: &[usize],
) -> Result<FxHashMap<usize, PatternRewriter>, Box<Diag>> {
    let mut rewriters = FxHashMap::default();
    for &number in order {
        let (pattern, positions, root) = &patterns[number];
        rewriters.insert(number, write_rewriter(ir, symbols, *pattern, positions, *root)?);
    }
    Ok(rewriters)
}

/// Returns what [`write_rewriters`] needs of patterns, apart from the IR that they are in.
pub fn detached(
    patterns: Vec<PatternPredicates<'_>>,
) -> Vec<(OpHandle, FxHashMap<Value, PositionId>, Value)> {
    let parts = |built: PatternPredicates<'_>| (built.pattern.0.handle(), built.positions, built.root.id());
    patterns.into_iter().map(parts).collect()
}
