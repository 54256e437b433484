//! Programs of pdl_interp as instructions, which [`crate::machine`] executes.

use rustc_hash::FxHashMap;
use terrace_dialects_pdl::interp::{access, checks, control, create};
use terrace_dialects_pdl::native::{NativeConstraint, NativeRewrite, native_constraint, native_rewrite};
use terrace_dialects_pdl::types::{is_type, range_element, range_element_or_self};
use terrace_ir::def::op_error;
use terrace_ir::{Attr, Block, BlockRef, Diag, OpName, OpRef, Str, Type, Value, ValueRef, View, op_match};

/// The number of a register.
pub(crate) type Reg = u32;
/// The number of an instruction.
pub(crate) type Pc = usize;

/// A switch, with the target of each case.
pub(crate) enum Switch {
    Attr(FxHashMap<Attr, Pc>),
    Count { results: bool, cases: FxHashMap<i64, Pc> },
    Name(FxHashMap<OpName, Pc>),
    Type(FxHashMap<Type, Pc>),
    Types(FxHashMap<Vec<Type>, Pc>),
}

/// A comparison.
pub(crate) enum Check {
    Constraint { call: NativeConstraint, args: Vec<Reg>, results: Vec<Reg>, is_negated: bool },
    Equal(Reg, Reg),
    Attr(Reg, Attr),
    Count { op: Reg, results: bool, at_least: bool, count: i64 },
    Name(Reg, OpName),
    Type(Reg, Type),
    Types(Reg, Vec<Type>),
    NotNull(Reg),
}

/// The source of an entity.
pub(crate) enum Get {
    Attr(Attr),
    Type(Type),
    Types(Vec<Type>),
    /// A range of types or of values.
    Range {
        args: Vec<Reg>,
        of_types: bool,
    },
    Extract(Reg, usize),
    AttrOf(Reg, Str),
    AttrType(Reg),
    DefiningOp(Reg),
    Operand(Reg, usize),
    Result(Reg, usize),
    Group {
        op: Reg,
        results: bool,
        index: Option<i64>,
        is_range: bool,
    },
    Users(Reg),
    ValueType(Reg),
}

/// An instruction.
pub(crate) enum Inst {
    Check { check: Check, success: Pc, failure: Pc },
    Switch { reg: Reg, switch: Switch, default: Pc },
    Get(Get, Reg),
    Branch(Pc),
    ForEach { range: Reg, variable: Reg, body: Pc, next: Pc },
    Continue,
    Record { rewriter: usize, inputs: Vec<Reg>, benefit: u16, next: Pc },
    Finalize,
    NativeRewrite { call: NativeRewrite, args: Vec<Reg>, results: Vec<Reg> },
    CreateOp(Box<CreateOp>),
    Erase(Reg),
    Replace(Reg, Vec<Reg>),
}

/// An op that a rewriter creates.
pub(crate) struct CreateOp {
    pub(crate) name: OpName,
    pub(crate) operands: Vec<Reg>,
    pub(crate) attrs: Vec<(Str, Reg)>,
    /// Types of the results; `None` where the op infers them.
    pub(crate) types: Option<Vec<Reg>>,
    pub(crate) result: Reg,
}

/// A function.
#[derive(Default)]
pub(crate) struct Function {
    pub(crate) insts: Vec<Inst>,
    pub(crate) registers: usize,
    pub(crate) args: Vec<Reg>,
}

/// The functions of a module of patterns.
pub(crate) struct Program {
    pub(crate) matcher: Function,
    pub(crate) rewriters: Vec<Function>,
    /// The benefits of the patterns, greatest first, each once.
    pub(crate) benefits: Vec<u16>,
}

/// Translates functions.
struct Translator<'a> {
    function: Function,
    registers: FxHashMap<Value, Reg>,
    /// The start of each translated block.
    starts: FxHashMap<Block, Pc>,
    /// The rewriters by their names.
    rewriters: &'a FxHashMap<Str, usize>,
}

type Translated<T> = Result<T, Box<Diag>>;

impl Program {
    /// Translates a module that has a function that matches, and a module of those that rewrite, which are left out if they
    /// are not called.
    ///
    /// # Errors
    ///
    /// If the module has no such function, or one that loops or calls what does not exist.
    pub(crate) fn of_module(module: OpRef<'_>, rewrites: bool) -> Translated<Self> {
        let named =
            |op: &OpRef<'_>, name: &str| op.symbol_name().is_some_and(|symbol| symbol.text(op.cx()) == name);
        let inner = ops_in(module);
        let mut functions = inner.iter().filter_map(|op| op.cast::<control::FuncOp>());
        let Some(matcher) = functions.find(|function| named(&function.0, crate::pass::MATCHER)) else {
            return Err(op_error(module, "has no function that matches"));
        };
        let rewriters = inner.iter().find(|op| named(op, crate::pass::REWRITERS));
        let functions: Vec<View<'_, control::FuncOp>> = rewriters
            .into_iter()
            .flat_map(|&module| ops_in(module))
            .filter_map(|op| op.cast::<control::FuncOp>())
            .collect();
        let numbers: FxHashMap<Str, usize> =
            functions.iter().enumerate().map(|(number, function)| (function.sym_name(), number)).collect();
        let matcher = translate(matcher, &numbers)?;
        let none = FxHashMap::default();
        let rewriters = functions
            .into_iter()
            .filter(|_| rewrites)
            .map(|function| translate(function, &none))
            .collect::<Result<_, _>>()?;
        let benefit =
            |inst: &Inst| if let Inst::Record { benefit, .. } = inst { Some(*benefit) } else { None };
        let mut benefits: Vec<u16> = matcher.insts.iter().filter_map(benefit).collect();
        benefits.sort_unstable_by(|a, b| b.cmp(a));
        benefits.dedup();
        Ok(Program { matcher, rewriters, benefits })
    }
}

/// The ops directly in the regions of an op.
fn ops_in(op: OpRef<'_>) -> Vec<OpRef<'_>> {
    op.regions().flat_map(|region| region.blocks()).flat_map(|block| block.ops()).collect()
}

fn translate(function: View<'_, control::FuncOp>, rewriters: &FxHashMap<Str, usize>) -> Translated<Function> {
    let mut translator = Translator {
        function: Function::default(),
        registers: FxHashMap::default(),
        starts: FxHashMap::default(),
        rewriters,
    };
    let mut pending = vec![function.body()];
    let mut blocks: Vec<BlockRef<'_>> = Vec::new();
    while let Some(region) = pending.pop() {
        reject_loops(region.blocks(), function.0)?;
        for block in region.blocks() {
            blocks.push(block);
            pending.extend(block.ops().flat_map(OpRef::regions));
        }
    }
    // Each op is one instruction, so that it is known where blocks start.
    let mut start = 0;
    for block in &blocks {
        translator.starts.insert(block.id(), start);
        start += block.ops().count();
    }
    if let Some(entry) = function.body().entry() {
        let args = entry.args().map(|arg| translator.reg(arg)).collect();
        translator.function.args = args;
    }
    for op in blocks.iter().flat_map(|block| block.ops()) {
        let inst = translator.inst(op)?;
        translator.function.insts.push(inst);
    }
    if blocks.iter().any(|block| block.first().is_none()) {
        return Err(op_error(function.0, "has an empty block"));
    }
    translator.function.registers = translator.registers.len();
    Ok(translator.function)
}

/// Matching ends since no block is come to twice.
fn reject_loops<'a>(blocks: impl Iterator<Item = BlockRef<'a>>, function: OpRef<'_>) -> Translated<()> {
    let blocks: Vec<BlockRef<'a>> = blocks.collect();
    let mut predecessors: FxHashMap<Block, usize> = FxHashMap::default();
    let successors = |block: &BlockRef<'a>| -> Vec<Block> {
        block.ops().flat_map(|op| op.successors()).map(|block| block.id()).collect()
    };
    for successor in blocks.iter().flat_map(successors) {
        *predecessors.entry(successor).or_default() += 1;
    }
    let by_id: FxHashMap<Block, &BlockRef<'a>> = blocks.iter().map(|block| (block.id(), block)).collect();
    let mut ready: Vec<Block> =
        blocks.iter().map(|block| block.id()).filter(|block| !predecessors.contains_key(block)).collect();
    let mut ordered = 0;
    while let Some(block) = ready.pop() {
        ordered += 1;
        for successor in by_id.get(&block).map_or(Vec::new(), |block| successors(block)) {
            if let Some(count) = predecessors.get_mut(&successor) {
                *count -= 1;
                if *count == 0 {
                    ready.push(successor);
                }
            }
        }
    }
    match ordered == blocks.len() {
        true => Ok(()),
        false => Err(op_error(function, "has blocks that lead back to themselves")),
    }
}

impl Translator<'_> {
    fn reg(&mut self, value: ValueRef<'_>) -> Reg {
        let next = self.registers.len() as Reg;
        *self.registers.entry(value.id()).or_insert(next)
    }

    fn regs<'v>(&mut self, values: impl Iterator<Item = ValueRef<'v>>) -> Vec<Reg> {
        values.map(|value| self.reg(value)).collect()
    }

    fn at(&self, block: BlockRef<'_>) -> Pc {
        self.starts[&block.id()]
    }

    fn check(&self, check: Check, success: BlockRef<'_>, failure: BlockRef<'_>) -> Inst {
        Inst::Check { check, success: self.at(success), failure: self.at(failure) }
    }

    fn cases<'b, K: Eq + std::hash::Hash>(
        &self,
        keys: impl Iterator<Item = K>,
        blocks: impl Iterator<Item = BlockRef<'b>>,
    ) -> FxHashMap<K, Pc> {
        let mut cases = FxHashMap::default();
        for (key, block) in keys.zip(blocks) {
            cases.entry(key).or_insert(self.at(block));
        }
        cases
    }

    fn inst(&mut self, op: OpRef<'_>) -> Translated<Inst> {
        if let Some(inst) = self.check_of(op)? {
            return Ok(inst);
        }
        if let Some(inst) = self.switch_of(op) {
            return Ok(inst);
        }
        if let Some((get, value)) = self.get_of(op) {
            let result = self.reg(value);
            return Ok(Inst::Get(get, result));
        }
        if let Some(inst) = self.rewrite_of(op)? {
            return Ok(inst);
        }
        self.control_of(op)
    }

    fn check_of(&mut self, op: OpRef<'_>) -> Translated<Option<Inst>> {
        let cx = op.cx();
        Ok(Some(op_match!(op, {
            checks::ApplyConstraintOp(view) => {
                let Some(call) = native_constraint(cx, view.name()) else {
                    return Err(op_error(
                        op,
                        format!("calls the constraint '{}', which does not exist", view.name()),
                    ));
                };
                let (args, results) = (self.regs(view.args()), self.regs(view.results()));
                let check = Check::Constraint { call, args, results, is_negated: view.is_negated() };
                self.check(check, view.true_dest(), view.false_dest())
            }
            checks::AreEqualOp(view) => {
                let check = Check::Equal(self.reg(view.lhs()), self.reg(view.rhs()));
                self.check(check, view.true_dest(), view.false_dest())
            }
            checks::CheckAttributeOp(view) => {
                let check = Check::Attr(self.reg(view.attribute()), view.constant_value());
                self.check(check, view.true_dest(), view.false_dest())
            }
            checks::CheckOperandCountOp(view) => {
                let (op, count, at_least) =
                    (self.reg(view.input_op()), view.count(), view.compare_at_least());
                let check = Check::Count { op, results: false, at_least, count };
                self.check(check, view.true_dest(), view.false_dest())
            }
            checks::CheckResultCountOp(view) => {
                let (op, count, at_least) =
                    (self.reg(view.input_op()), view.count(), view.compare_at_least());
                let check = Check::Count { op, results: true, at_least, count };
                self.check(check, view.true_dest(), view.false_dest())
            }
            checks::CheckOperationNameOp(view) => {
                let check = Check::Name(self.reg(view.input_op()), cx.op_name(view.name()));
                self.check(check, view.true_dest(), view.false_dest())
            }
            checks::CheckTypeOp(view) => {
                let check = Check::Type(self.reg(view.value()), view.type_());
                self.check(check, view.true_dest(), view.false_dest())
            }
            checks::CheckTypesOp(view) => {
                let check = Check::Types(self.reg(view.value()), view.types().iter().collect());
                self.check(check, view.true_dest(), view.false_dest())
            }
            checks::IsNotNullOp(view) => {
                let check = Check::NotNull(self.reg(view.value()));
                self.check(check, view.true_dest(), view.false_dest())
            }
            _ => {
                return Ok(None);
            }
        })))
    }

    fn switch_of(&mut self, op: OpRef<'_>) -> Option<Inst> {
        let cx = op.cx();
        let (reg, switch, default) = op_match!(op, {
            checks::SwitchAttributeOp(view) => {
                let cases = self.cases(view.case_values().iter().copied(), view.cases());
                (self.reg(view.attribute()), Switch::Attr(cases), view.default_dest())
            }
            checks::SwitchOperandCountOp(view) => {
                let counts = checks::counts(cx, view.case_values());
                let cases = self.cases(counts.into_iter().map(i64::from), view.cases());
                (self.reg(view.input_op()), Switch::Count { results: false, cases }, view.default_dest())
            }
            checks::SwitchResultCountOp(view) => {
                let counts = checks::counts(cx, view.case_values());
                let cases = self.cases(counts.into_iter().map(i64::from), view.cases());
                (self.reg(view.input_op()), Switch::Count { results: true, cases }, view.default_dest())
            }
            checks::SwitchOperationNameOp(view) => {
                let cases = self.cases(view.case_values().iter().map(|name| cx.op_name(name)), view.cases());
                (self.reg(view.input_op()), Switch::Name(cases), view.default_dest())
            }
            checks::SwitchTypeOp(view) => {
                let cases = self.cases(view.case_values().iter(), view.cases());
                (self.reg(view.value()), Switch::Type(cases), view.default_dest())
            }
            checks::SwitchTypesOp(view) => {
                let lists = view.case_values();
                let cases = self.cases(lists.iter().map(|types| types.iter().collect()), view.cases());
                (self.reg(view.value()), Switch::Types(cases), view.default_dest())
            }
            _ => {
                return None;
            }
        });
        Some(Inst::Switch { reg, switch, default: self.at(default) })
    }

    fn get_of<'o>(&mut self, op: OpRef<'o>) -> Option<(Get, ValueRef<'o>)> {
        let cx = op.cx();
        let at = |index: i64| usize::try_from(index).unwrap_or(usize::MAX);
        let get = op_match!(op, {
            create::CreateAttributeOp(view) => Get::Attr(view.value()),
            create::CreateTypeOp(view) => Get::Type(view.value()),
            create::CreateTypesOp(view) => Get::Types(view.value().iter().collect()),
            create::CreateRangeOp(view) => {
                let of_types = is_type(cx, range_element_or_self(cx, view.result().ty()));
                Get::Range { args: self.regs(view.arguments()), of_types }
            }
            access::ExtractOp(view) => Get::Extract(self.reg(view.range()), at(view.index())),
            access::GetAttributeOp(view) => Get::AttrOf(self.reg(view.input_op()), cx.str(view.name())),
            access::GetAttributeTypeOp(view) => Get::AttrType(self.reg(view.value())),
            access::GetDefiningOpOp(view) => Get::DefiningOp(self.reg(view.value())),
            access::GetOperandOp(view) => Get::Operand(self.reg(view.input_op()), at(view.index())),
            access::GetResultOp(view) => Get::Result(self.reg(view.input_op()), at(view.index())),
            access::GetOperandsOp(view) => {
                let is_range = range_element(cx, view.value().ty()).is_some();
                Get::Group { op: self.reg(view.input_op()), results: false, index: view.index(), is_range }
            }
            access::GetResultsOp(view) => {
                let is_range = range_element(cx, view.value().ty()).is_some();
                Get::Group { op: self.reg(view.input_op()), results: true, index: view.index(), is_range }
            }
            access::GetUsersOp(view) => Get::Users(self.reg(view.value())),
            access::GetValueTypeOp(view) => Get::ValueType(self.reg(view.value())),
            _ => {
                return None;
            }
        });
        Some((get, op.results().next()?))
    }

    fn rewrite_of(&mut self, op: OpRef<'_>) -> Translated<Option<Inst>> {
        let cx = op.cx();
        Ok(Some(op_match!(op, {
            create::ApplyRewriteOp(view) => {
                let Some(call) = native_rewrite(cx, view.name()) else {
                    return Err(op_error(
                        op,
                        format!("calls the rewrite '{}', which does not exist", view.name()),
                    ));
                };
                Inst::NativeRewrite { call, args: self.regs(view.args()), results: self.regs(view.results()) }
            }
            create::CreateOperationOp(view) => {
                let names = view.input_attribute_names();
                let names = names.iter().map(|name| cx.str(name)).collect::<Vec<_>>();
                let types = (!view.inferred_result_types()).then(|| self.regs(view.input_result_types()));
                Inst::CreateOp(Box::new(CreateOp {
                    name: cx.op_name(view.name()),
                    operands: self.regs(view.input_operands()),
                    attrs: names.into_iter().zip(self.regs(view.input_attributes())).collect(),
                    types,
                    result: self.reg(view.result_op()),
                }))
            }
            create::EraseOp(view) => Inst::Erase(self.reg(view.input_op())),
            create::ReplaceOp(view) => {
                Inst::Replace(self.reg(view.input_op()), self.regs(view.repl_values()))
            }
            _ => {
                return Ok(None);
            }
        })))
    }

    fn control_of(&mut self, op: OpRef<'_>) -> Translated<Inst> {
        let cx = op.cx();
        Ok(op_match!(op, {
            control::BranchOp(view) => Inst::Branch(self.at(view.dest())),
            control::ContinueOp(_) => Inst::Continue,
            control::FinalizeOp(_) => Inst::Finalize,
            control::ForEachOp(view) => {
                let entry = view.region().entry();
                let Some((entry, variable)) = entry.and_then(|entry| Some((entry, entry.args().next()?)))
                else {
                    return Err(op_error(op, "has no body"));
                };
                Inst::ForEach {
                    range: self.reg(view.values()),
                    variable: self.reg(variable),
                    body: self.at(entry),
                    next: self.at(view.successor()),
                }
            }
            control::RecordMatchOp(view) => {
                let (root, nested) = view.rewriter();
                let name = nested.last().copied().unwrap_or(root);
                let Some(&rewriter) = self.rewriters.get(&name) else {
                    return Err(op_error(
                        op,
                        format!("names the rewriter '{}', which does not exist", name.text(cx)),
                    ));
                };
                let benefit = u16::try_from(view.benefit()).map_err(|_| op_error(op, "requires a benefit that is not negative"))?;
                Inst::Record {
                    rewriter,
                    inputs: self.regs(view.inputs()),
                    benefit,
                    next: self.at(view.dest()),
                }
            }
            _ => {
                return Err(op_error(op, "is not supported in a program of patterns"));
            }
        }))
    }
}
