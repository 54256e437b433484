//! Patterns of pdl, read from a text, run beside patterns in Rust, with native functions that any crate adds.

use std::sync::Arc;

use terrace::dialects::builtin::BUILTIN;
use terrace::dialects::pdl::native::{NativeConstraint, NativeFunctions, NativeRewrite, PdlValue};
use terrace::dialects::{arith, func, pdl};
use terrace::ir::OpKind;
use terrace::passes::pdl::PdlPatterns;
use terrace::passes::rewrite::{GreedyOptions, PatternSet, apply_greedily};
use terrace_ir::extension::{DialectExtension, EMPTY_EXTENSION};
use terrace_ir::pattern::Pattern;
use terrace_ir::{AttrData, Context, Op, OpRef, Rewriter};

/// A crate's native functions: a dialect has them, or an extension of one.
struct Powers;

impl NativeFunctions for Powers {
    fn native_constraint(&self, name: &str) -> Option<NativeConstraint> {
        (name == "is_power_of_two").then_some(|payload, args, results, _| {
            let [PdlValue::Attr(factor)] = args else { return false };
            let AttrData::Integer { ty, value } = factor.data(payload.cx()) else { return false };
            let Some(value) = value.to_u64().filter(|value| value.is_power_of_two()) else { return false };
            let shift = payload.cx().int_attr(*ty, i64::from(value.trailing_zeros()));
            results.push(PdlValue::Attr(shift));
            true
        })
    }

    fn native_rewrite(&self, name: &str) -> Option<NativeRewrite> {
        (name == "mark").then_some(|rw, args, _| {
            let [PdlValue::Op(op)] = args else { return None };
            let unit = terrace_ir::Attr::UNIT;
            rw.set_attr(op.op, "shifted", unit);
            Some(())
        })
    }
}

static POWERS: DialectExtension = DialectExtension {
    dialect: "arith",
    dialect_interfaces: &[&(&Powers as &dyn NativeFunctions)],
    ..EMPTY_EXTENSION
};

/// A product with a power of two becomes a shift.
const PATTERNS: &str = "
pdl.pattern @shift : benefit(2) {
  %type = type
  %factor = attribute : %type
  %constant = operation \"arith.constant\" {\"value\" = %factor} -> (%type : !pdl.type)
  %right = result 0 of %constant
  %left = operand : %type
  %product = operation \"arith.muli\"(%left, %right : !pdl.value, !pdl.value) -> (%type : !pdl.type)
  %bits = apply_native_constraint \"is_power_of_two\"(%factor : !pdl.attribute) : !pdl.attribute
  rewrite %product {
    %amount = operation \"arith.constant\" {\"value\" = %bits} -> (%type : !pdl.type)
    %by = result 0 of %amount
    %shift = operation \"arith.shli\"(%left, %by : !pdl.value, !pdl.value) -> (%type : !pdl.type)
    apply_native_rewrite \"mark\"(%shift : !pdl.operation)
    replace %product with %shift
  }
}";

const PROGRAM: &str = "func.func @f(%x: i32) -> (i32, i32) {
  %c8 = arith.constant 8 : i32
  %c7 = arith.constant 7 : i32
  %0 = arith.muli %x, %c8 : i32
  %1 = arith.muli %0, %c7 : i32
  return %0, %1 : i32, i32
}";

fn new_context() -> Arc<Context> {
    let mut dialects = vec![&BUILTIN, &arith::ARITH, &func::FUNC];
    dialects.extend(pdl::DIALECTS);
    Arc::new(Context::with_extensions(&dialects, &[&POWERS]))
}

/// A pattern in Rust: a product becomes a sum that is marked.
fn square(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let product = arith::MulIOp::view_of(rw.op(op));
    let (lhs, rhs) = (product.lhs().id(), product.rhs().id());
    let loc = rw.op(op).loc();
    rw.set_insertion_point_before(op);
    let sum = rw.build(arith::AddIOp::of(lhs, rhs).loc(loc));
    rw.replace_op_with(op, sum);
    Some(())
}

/// Applies the patterns of a text, and one in Rust of less benefit, to a program.
fn apply(patterns: &str, program: &str) -> Result<String, String> {
    let cx = new_context();
    let mut text = terrace::parse(&cx, patterns).map_err(|errors| errors.to_string())?;
    let module = text.root().ok_or("no module")?.handle();
    let patterns = PdlPatterns::compile(&mut text, module).map_err(|diag| diag.message)?;
    let mut set = PatternSet::new();
    patterns.add_to(&mut set, &cx);
    set.add(&cx, &Pattern::new("square", "arith.muli", square));

    let mut ir = terrace::parse(&cx, program).map_err(|errors| errors.to_string())?;
    let bodies: Vec<_> = {
        let root = ir.root().ok_or("no module")?;
        let ops = root.regions().flat_map(|region| region.blocks()).flat_map(|block| block.ops());
        ops.filter_map(OpRef::inner_body).collect()
    };
    for body in bodies {
        let options = GreedyOptions::default().fold(false);
        ir.rewrite(body, |rw| apply_greedily(rw, &set, &options));
    }
    match patterns.take_errors().into_iter().next() {
        Some(error) => Err(error.message),
        None => terrace::verify(&ir).map(|()| terrace::print(&ir)).map_err(|errors| errors.to_string()),
    }
}

#[test]
fn patterns_of_a_text_run_beside_patterns_in_rust() {
    let printed = apply(PATTERNS, PROGRAM).expect("the patterns are good");
    assert!(printed.contains("arith.shli %arg0") && printed.contains("{shifted}"), "{printed}");
    assert!(printed.contains("arith.addi") && !printed.contains("muli"), "{printed}");
}

#[test]
fn what_contradicts_is_an_error() {
    let missing = PATTERNS.replace("is_power_of_two", "is_power_of_three");
    let error = apply(&missing, PROGRAM).expect_err("there is no such constraint");
    assert!(error.contains("calls the constraint 'is_power_of_three', which does not exist"), "{error}");
    let wrong = PATTERNS.replace("\"arith.shli\"(%left, %by : !pdl.value, !pdl.value)", "\"arith.shli\"");
    let error = apply(&wrong, PROGRAM).expect_err("a shift has operands");
    assert!(error.contains("'arith.shli' op expected 2 operands, but found 0"), "{error}");
}

proptest::proptest! {
    #![proptest_config(proptest::test_runner::Config { failure_persistence: None, ..proptest::test_runner::Config::with_cases(96) })]

    /// Programs with lines that are missing, twice there or elsewhere, and words that stand for others, are errors or other
    /// programs.
    #[test]
    fn broken_programs_do_not_panic(
        compiled in proptest::bool::ANY,
        edits in proptest::collection::vec((0..4_usize, 0..10_000_usize, 0..10_000_usize), 1..4),
    ) {
        let text = if compiled {
            let cx = new_context();
            let mut ir = terrace::parse(&cx, PATTERNS).expect("the patterns are good");
            let module = ir.root().expect("a module").handle();
            terrace::passes::pdl::pass::convert(&mut ir, module).expect("the patterns are good");
            terrace::print(&ir)
        } else {
            PATTERNS.to_owned()
        };
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        for (kind, from, to) in edits {
            let (from, to) = (from % lines.len(), to % lines.len());
            match kind {
                0 => drop(lines.remove(from)),
                1 => lines.insert(to, lines[from].clone()),
                2 => lines.swap(from, to),
                _ => {
                    let mut words: Vec<&str> = lines[to].split(' ').collect();
                    let other: Vec<&str> = lines[from].split(' ').collect();
                    let at = from % words.len();
                    words[at] = other[to % other.len()];
                    let line = words.join(" ");
                    lines[to] = line;
                }
            }
        }
        let _ = apply(&lines.join("\n"), PROGRAM);
    }
}
