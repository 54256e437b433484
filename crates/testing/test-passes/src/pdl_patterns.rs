//! `test-pdl-bytecode-pass`: applies the patterns of one module to another, with native functions.

use terrace_dialects_builtin::builtin::ModuleOp;
use terrace_dialects_pdl::native::{NativeConstraint, NativeFunctions, NativeRewrite, Payload, PdlValue};
use terrace_ir::extension::{DialectExtension, EMPTY_EXTENSION};
use terrace_ir::{Attr, Diag, Ir, OpHandle, OpKind, OpSpec, Rewriter, Type, Value, ValueRef};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{Failed, IrPass, Pass, PassDef, PassRun};
use terrace_pdl::PdlPatterns;
use terrace_rewrite::across::apply_greedily_below;
use terrace_rewrite::{GreedyOptions, PatternSet};

/// The native functions, for the dialect of tests.
pub static EXTENSION: DialectExtension = DialectExtension {
    dialect: "test",
    dialect_interfaces: &[&(&Functions as &dyn NativeFunctions)],
    ..EMPTY_EXTENSION
};

/// The pass.
pub(crate) static TEST_PDL_BYTECODE: PassDef = PassDef {
    name: "test-pdl-bytecode-pass",
    class: "(anonymous namespace)::TestPDLByteCodePass",
    doc: "Test PDL ByteCode functionality",
    anchor: Some(ModuleOp::DEF.name),
    make: |_| Ok(Pass::Ir(Box::new(TestPdlBytecode))),
    ..EMPTY_PASS
};

struct TestPdlBytecode;

impl IrPass for TestPdlBytecode {
    fn run(&self, ir: &mut Ir, op: OpHandle, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let named = |ir: &Ir, name: &str| {
            let ops = ir.op(op).regions().flat_map(|region| region.blocks()).flat_map(|block| block.ops());
            let mut modules = ops.filter(|op| op.isa::<ModuleOp>());
            let found =
                modules.find(|op| op.symbol_name().is_some_and(|symbol| symbol.text(op.cx()) == name));
            found.map(|op| op.handle())
        };
        let (Some(patterns), Some(payload)) = (named(ir, "patterns"), named(ir, "ir")) else { return Ok(()) };
        let compiled = match PdlPatterns::compile(ir, patterns) {
            Ok(compiled) => compiled,
            Err(diag) => return run.fail(diag),
        };
        ir.erase_op(patterns);
        let cx = ir.cx().clone();
        let mut set = PatternSet::new();
        compiled.add_to(&mut set, &cx);
        apply_greedily_below(ir, payload, &set, &GreedyOptions::bottom_up(), run)?;
        match compiled.take_errors().into_iter().next() {
            Some(error) => run.fail(error),
            None => Ok(()),
        }
    }
}

struct Functions;

impl NativeFunctions for Functions {
    fn native_constraint(&self, name: &str) -> Option<NativeConstraint> {
        Some(match name {
            "single_entity_constraint" => |payload, args, _, _| is_named(payload, args.first(), "test.op"),
            "multi_entity_constraint" => |payload, args, _, _| is_named(payload, args.get(1), "test.op"),
            "multi_entity_var_constraint" => |_, args, _, _| match args {
                [PdlValue::Values(values), PdlValue::Types(types)] => values.len() == 2 && types.len() == 2,
                _ => false,
            },
            "op_constr_return_type" => return_type,
            "op_constr_return_type_range" => return_types,
            "op_multiple_returns_failure" => fail_with_results,
            _ => return None,
        })
    }

    fn native_rewrite(&self, name: &str) -> Option<NativeRewrite> {
        Some(match name {
            "creator" => |rw, args, results| {
                let op = op_of(args.first())?;
                let op = create_success(rw, op, &[]);
                results.push(PdlValue::Op(rw.handle(op)));
                Some(())
            },
            "rewriter" => |rw, args, _| {
                let (op, input) = (op_of(args.first())?, args.get(1)?);
                let PdlValue::Value(input) = input else { return None };
                create_success(rw, op, &[input.value]);
                rw.erase_op(op.op);
                Some(())
            },
            "var_creator" => |rw, args, results| {
                let op = rw.op(op_of(args.first())?.op);
                results.push(PdlValue::Values(op.operands().map(ValueRef::handle).collect()));
                results.push(PdlValue::Types(op.operand_types()));
                Some(())
            },
            "type_creator" => |_, _, results| {
                results.push(PdlValue::Type(Type::F32));
                Some(())
            },
            "str_creator" => |rw, _, results| {
                results.push(PdlValue::Attr(rw.cx().string_attr("test.str")));
                Some(())
            },
            _ => return None,
        })
    }
}

fn op_of(value: Option<&PdlValue>) -> Option<OpHandle> {
    if let Some(PdlValue::Op(op)) = value { Some(*op) } else { None }
}

fn is_named(payload: Payload<'_>, value: Option<&PdlValue>, name: &str) -> bool {
    op_of(value).is_some_and(|op| payload.op(op).name_text() == name)
}

/// `f32` for a successful op.
fn return_type(
    payload: Payload<'_>,
    args: &[PdlValue],
    results: &mut Vec<PdlValue>,
    _: &mut dyn FnMut(Box<Diag>),
) -> bool {
    let holds = is_named(payload, args.first(), "test.success_op");
    if holds {
        results.push(PdlValue::Type(Type::F32));
    }
    holds
}

/// Returns the requested number of `f32` types, for a successful op.
fn return_types(
    payload: Payload<'_>,
    args: &[PdlValue],
    results: &mut Vec<PdlValue>,
    _: &mut dyn FnMut(Box<Diag>),
) -> bool {
    let Some(PdlValue::Attr(count)) = args.get(1) else { return false };
    let count = count.as_i64(payload.cx()).and_then(|count| usize::try_from(count).ok());
    let Some(count) = count.filter(|&count| count < 100) else { return false };
    let holds = is_named(payload, args.first(), "test.success_op");
    if holds {
        results.push(PdlValue::Types(vec![Type::F32; count]));
    }
    holds
}

/// Returns something and does not hold.
fn fail_with_results(
    _: Payload<'_>,
    _: &[PdlValue],
    results: &mut Vec<PdlValue>,
    _: &mut dyn FnMut(Box<Diag>),
) -> bool {
    results.push(PdlValue::Type(Type::F32));
    false
}

/// Creates `test.success` before an op.
fn create_success(rw: &mut Rewriter<'_>, before: OpHandle, operands: &[Value]) -> terrace_ir::Op {
    let loc = rw.op(before.op).loc();
    rw.set_insertion_point_before(before.op);
    let name = rw.cx().op_name("test.success");
    rw.create_op(&OpSpec {
        name,
        operands,
        results: &[],
        props: &[],
        attrs: Attr::EMPTY_DICT,
        successors: &[],
        loc,
    })
}
