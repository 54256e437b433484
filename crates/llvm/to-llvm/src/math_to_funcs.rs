//! `convert-math-to-funcs`: ops of math become calls of functions that compute them with ops of arith.

use std::cell::Cell;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use terrace_conversion::{
    Conversion, ConversionConfig, ConversionPatterns, ConversionRewriter, ConversionTarget, apply_conversion,
};
use terrace_dialects_builtin::builtin::ModuleOp;
use terrace_dialects_core::arith::{CmpIPredicate, FastMathFlags};
use terrace_dialects_core::cf;
use terrace_dialects_core::func::{CallOp, NewFunction, ReturnOp};
use terrace_dialects_core::math::{CountLeadingZerosOp, FPowIOp, IPowIOp};
use terrace_dialects_llvm::attrs::LinkageAttr;
use terrace_dialects_llvm::enums::Linkage;
use terrace_ir::enum_attr::enum_param_attr;
use terrace_ir::symbol_table::SymbolTable;
use terrace_ir::{
    Block, Context, InsertPoint, Ir, Loc, Op, OpHandle, OpKind, OpName, OpRef, Region, Rewriter, Str, Type,
    TypeData, Value,
};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{Failed, IrPass, Pass, PassDef, PassRun, pass_options};
use terrace_passes_arith_math::math::libm::each_element;
use terrace_passes_shared::build::{for_loop, if_else};
use terrace_passes_shared::expressions::{Emitter, Num};
use terrace_support::apint::ApInt;

pass_options! {
    /// The options of the pass.
    struct ToFuncsOptions {
        /// Convert FPowI only if the width of its exponent's integer type is greater than or equal to this value
        min_width_of_fpowi_exponent("min-width-of-fpowi-exponent"): u32 = "1",
        /// Convert math.ctlz to a software implementation. Enable for targets that do not natively support ctlz.
        convert_ctlz("convert-ctlz"): bool = "false",
    }
}

/// The pass.
pub static CONVERT_MATH_TO_FUNCS: PassDef = PassDef {
    name: "convert-math-to-funcs",
    class: "ConvertMathToFuncs",
    doc: "Convert Math operations to calls of outlined implementations.",
    anchor: Some(ModuleOp::DEF.name),
    options: ToFuncsOptions::DEFS,
    make: |options| Ok(Pass::Ir(Box::new(ToFuncsOptions::from(options)))),
    ..EMPTY_PASS
};

impl IrPass for ToFuncsOptions {
    fn run(&self, ir: &mut Ir, op: OpHandle, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let functions = Arc::new(self.define_functions(ir, op));
        let conversion = self.conversion(&Arc::clone(ir.cx()), functions);
        apply_conversion(ir, op, &conversion, ConversionConfig::partial(), run).map(|_| ())
    }
}

/// The functions by the op that they compute and the types of its elements.
type Functions = FxHashMap<(OpName, Vec<Type>), Str>;

/// The types of the elements of an op's operands.
fn element_types(op: OpRef<'_>) -> Vec<Type> {
    op.operands().map(|operand| operand.ty().element_type_or_self(op.cx())).collect()
}

/// The width of an integer type.
fn integer_width(cx: &Context, ty: Type) -> Option<u32> {
    match ty.data(cx) {
        TypeData::Integer { width, .. } => Some(*width),
        _ => None,
    }
}

impl ToFuncsOptions {
    /// Whether an op becomes a call.
    fn is_converted(&self, op: OpRef<'_>) -> bool {
        let types = element_types(op);
        let width = |ty: Option<&Type>| ty.and_then(|&ty| integer_width(op.cx(), ty));
        if op.isa::<FPowIOp>() {
            return width(types.last()).is_some_and(|width| width >= self.min_width_of_fpowi_exponent);
        }
        (op.isa::<IPowIOp>() || self.convert_ctlz && op.isa::<CountLeadingZerosOp>())
            && width(types.first()).is_some()
    }

    /// Defines a function at the end of a module for each op and types that are converted, in the order of the text.
    fn define_functions(&self, ir: &mut Ir, module: OpHandle) -> Functions {
        let mut wanted: Vec<(OpHandle, (OpName, Vec<Type>))> = Vec::new();
        let mut seen: rustc_hash::FxHashSet<(OpName, Vec<Type>)> = Default::default();
        let mut pending = vec![ir.op(module)];
        while let Some(op) = pending.pop() {
            if self.is_converted(op) {
                let key = (op.name(), element_types(op));
                if seen.insert(key.clone()) {
                    wanted.push((op.handle(), key));
                }
            }
            let start = pending.len();
            pending.extend(op.regions().flat_map(|r| r.blocks()).flat_map(|b| b.ops()));
            pending[start..].reverse();
        }
        let mut symbols = SymbolTable::new(ir.op(module));
        let mut functions = Functions::default();
        for (op, (name, types)) in wanted {
            let define: fn(&Blocks<'_, '_, '_>, &[Value]) = match ir.op(op) {
                op if op.isa::<IPowIOp>() => ipowi,
                op if op.isa::<FPowIOp>() => fpowi,
                _ => ctlz,
            };
            if let Some(symbol) = define_function(ir, (module, &mut symbols), op, &types, define) {
                functions.insert((name, types), symbol);
            }
        }
        functions
    }

    fn conversion(&self, cx: &Context, functions: Arc<Functions>) -> Conversion {
        let (of_ipowi, of_fpowi, of_ctlz) = (self.clone(), self.clone(), self.clone());
        let mut target = ConversionTarget::new()
            .legal_dialects(&["arith", "cf", "func", "scf", "vector"])
            .dynamic::<IPowIOp>(cx, move |op| !of_ipowi.is_converted(op))
            .dynamic::<FPowIOp>(cx, move |op| !of_fpowi.is_converted(op));
        if self.convert_ctlz {
            target = target.dynamic::<CountLeadingZerosOp>(cx, move |op| !of_ctlz.is_converted(op));
        }
        let mut patterns = ConversionPatterns::new();
        patterns
            .add::<IPowIOp>(cx, "VecOpToScalarOp", |rw, op| each_element(rw, op.into()))
            .add::<FPowIOp>(cx, "VecOpToScalarOp", |rw, op| each_element(rw, op.into()))
            .add::<CountLeadingZerosOp>(cx, "VecOpToScalarOp", |rw, op| each_element(rw, op.into()));
        add_call::<IPowIOp>(cx, &mut patterns, "IPowIOpLowering", &functions);
        add_call::<FPowIOp>(cx, &mut patterns, "FPowIOpLowering", &functions);
        if self.convert_ctlz {
            add_call::<CountLeadingZerosOp>(cx, &mut patterns, "CtlzOpLowering", &functions);
        }
        Conversion { target, patterns }
    }
}

fn add_call<K: OpKind>(
    cx: &Context,
    patterns: &mut ConversionPatterns,
    name: &'static str,
    functions: &Arc<Functions>,
) {
    let functions = Arc::clone(functions);
    patterns.add_with_benefit::<K>(cx, name, 1, move |rw, op| call(rw, op.into(), &functions));
}

/// Calls the function for a scalar op.
fn call(rw: &mut ConversionRewriter<'_>, op: Op, functions: &Functions) -> Option<()> {
    let (cx, view) = (rw.cx(), rw.op(op));
    if view.operands().any(|operand| operand.ty().is_shaped(cx)) {
        return rw.notify_match_failure(op, "non-scalar operation");
    }
    let Some(&symbol) = functions.get(&(view.name(), element_types(view))) else {
        return rw.notify_match_failure(op, "missing software implementation");
    };
    let operands: Vec<Value> = view.operands().map(|operand| operand.id()).collect();
    let (loc, types) = (view.loc(), view.result_types());
    rw.set_insertion_point_before(op);
    let callee = cx.flat_symbol_ref(symbol);
    let call = rw.build(CallOp::of(&operands).loc(loc).callee_attr(callee).results(&types));
    let results: Vec<Value> = rw.body().results(call).collect();
    rw.replace_op(op, &results);
    Some(())
}

/// Defines the function that computes an op at the end of a module. Returns its symbol.
fn define_function(
    ir: &mut Ir,
    (module, symbols): (OpHandle, &mut SymbolTable),
    op: OpHandle,
    types: &[Type],
    define: fn(&Blocks<'_, '_, '_>, &[Value]),
) -> Option<Str> {
    let cx = Arc::clone(ir.cx());
    let (view, loc) = (ir.op(op), ir.op(module).loc());
    let mnemonic = view.name_text().trim_start_matches("math.");
    let texts: Vec<String> = types.iter().map(|&ty| cx.type_text(ty)).collect();
    // The name of an op on integers of one type has that once.
    let texts = if view.isa::<FPowIOp>() { texts.join("_") } else { texts.first()?.clone() };
    let name = format!("__mlir_math_{mnemonic}_{texts}");
    let builder = NewFunction { name: &name, inputs: types, results: &types[..1], loc, private: true };
    let (function, ()) = builder.create(ir, symbols, |rw, args| {
        let Some(InsertPoint::End(entry)) = rw.insertion_point() else { return };
        let Some(region) = rw.body().region_of(entry) else { return };
        let emitter = Emitter::new(rw, loc, FastMathFlags::NONE);
        define(&Blocks { emitter: &emitter, region, current: Cell::new(entry) }, args);
    })?;
    let linkage = enum_param_attr(&cx, Linkage::LinkonceODR, LinkageAttr::DEF);
    ir.rewrite(function.body, |rw| rw.set_attr(function.op, "llvm.linkage", linkage));
    ir.op(function).symbol_name()
}

/// Creates blocks and branches between them.
struct Blocks<'e, 'b, 'r> {
    emitter: &'e Emitter<'b, 'r>,
    /// The region of the blocks.
    region: Region,
    /// The block to whose end ops come.
    current: Cell<Block>,
}

fn values(nums: &[Num<'_>]) -> Vec<Value> {
    nums.iter().map(|num| num.value()).collect()
}

impl<'e> Blocks<'e, '_, '_> {
    /// A block after the others, with arguments. Ops come to its end from now on.
    fn start(&self, types: &[Type]) -> (Block, Vec<Num<'e>>) {
        let (block, args) = self.emitter.with_rewriter(|rw, loc| {
            let args: Vec<(Type, Loc)> = types.iter().map(|&ty| (ty, loc)).collect();
            let block = rw.create_block(self.region, &args);
            (block, rw.body().args(block).collect::<Vec<Value>>())
        });
        self.go_on_at(block);
        (block, args.into_iter().map(|arg| self.emitter.num(arg)).collect())
    }

    fn go_on_at(&self, block: Block) {
        self.current.set(block);
        self.emitter.with_rewriter(|rw, _| rw.set_insertion_point_to_end(block));
    }

    /// Ends a block with a branch.
    fn branch(&self, from: Block, to: Block, operands: &[Num<'e>]) {
        self.go_on_at(from);
        let operands = values(operands);
        self.emitter.with_rewriter(|rw, loc| {
            rw.build(cf::BrOp::of(&operands).loc(loc).dest(to));
        });
    }

    /// Ends a block with a branch to one of two others.
    fn branch_if(
        &self,
        (from, condition): (Block, Num<'e>),
        (yes, yes_operands): (Block, &[Num<'e>]),
        (no, no_operands): (Block, &[Num<'e>]),
    ) {
        self.go_on_at(from);
        let (yes_operands, no_operands) = (values(yes_operands), values(no_operands));
        self.emitter.with_rewriter(|rw, loc| {
            rw.build(
                cf::CondBrOp::of(condition.value())
                    .loc(loc)
                    .true_dest_operands(&yes_operands)
                    .false_dest_operands(&no_operands)
                    .true_dest(yes)
                    .false_dest(no),
            );
        });
    }

    /// A block that returns a value.
    fn returning(&self, value: Num<'e>) -> Block {
        let (block, _) = self.start(&[]);
        self.return_value(value);
        block
    }

    fn return_value(&self, value: Num<'e>) {
        self.emitter.with_rewriter(|rw, loc| {
            rw.build(ReturnOp::of(&[value.value()]).loc(loc));
        });
    }
}

/// Emits a test of the lowest bit of a number.
fn is_odd<'e>(number: Num<'e>, one: Num<'e>, zero: Num<'e>) -> Num<'e> {
    (number & one).cmpi(CmpIPredicate::Ne, zero)
}

/// Squares and products, as long as bits of the exponent are left; a negative exponent yields zero for bases
/// other than one and minus one, and is undefined for zero.
fn ipowi(b: &Blocks<'_, '_, '_>, args: &[Value]) {
    use CmpIPredicate::{Eq, Sle};
    let (base, exponent) = (b.emitter.num(args[0]), b.emitter.num(args[1]));
    let (zero, one, minus_one) = (base.like_int(0), base.like_int(1), base.like_int(-1));
    let entry = (b.current.get(), exponent.cmpi(Eq, zero));
    let to_zero = b.returning(one);
    let (signs, _) = b.start(&[]);
    b.branch_if(entry, (to_zero, &[]), (signs, &[]));
    b.go_on_at(signs);
    let is_negative = exponent.cmpi(Sle, zero);
    let (of_negative, _) = b.start(&[]);
    let is_zero = base.cmpi(Eq, zero);
    let (of_zero, _) = b.start(&[]);
    b.return_value(one / zero);
    let (not_zero, _) = b.start(&[]);
    let is_one = base.cmpi(Eq, one);
    b.branch_if((of_negative, is_zero), (of_zero, &[]), (not_zero, &[]));
    let of_one = b.returning(one);
    let (not_one, _) = b.start(&[]);
    b.branch_if((not_zero, is_one), (of_one, &[]), (not_one, &[]));
    b.go_on_at(not_one);
    let is_minus_one = base.cmpi(Eq, minus_one);
    let (of_minus_one, _) = b.start(&[]);
    let odd = is_odd(exponent, one, zero);
    let to_odd = b.returning(minus_one);
    let to_even = b.returning(one);
    b.branch_if((of_minus_one, odd), (to_odd, &[]), (to_even, &[]));
    let of_others = b.returning(zero);
    b.branch_if((not_one, is_minus_one), (of_minus_one, &[]), (of_others, &[]));
    let ty = base.ty();
    let (header, carried) = b.start(&[ty, ty, ty]);
    b.branch_if((signs, is_negative), (of_negative, &[]), (header, &[one, base, exponent]));
    b.go_on_at(header);
    let (result, square, rest) = (carried[0], carried[1], carried[2]);
    let odd = is_odd(rest, one, zero);
    let (multiply, _) = b.start(&[]);
    let product = result * square;
    let (shift, merged) = b.start(&[ty]);
    b.branch(multiply, shift, &[product]);
    b.branch_if((header, odd), (multiply, &[]), (shift, &[result]));
    b.go_on_at(shift);
    let rest = rest.shift_right_unsigned(one);
    let is_done = rest.cmpi(Eq, zero);
    let done = b.returning(merged[0]);
    let (next, _) = b.start(&[]);
    b.branch_if((shift, is_done), (done, &[]), (next, &[]));
    b.go_on_at(next);
    let square = square * square;
    b.branch(next, header, &[merged[0], square, rest]);
}

/// Squares and products for the magnitude of the exponent, and the inverse for a negative one.
fn fpowi(b: &Blocks<'_, '_, '_>, args: &[Value]) {
    use CmpIPredicate::{Eq, Sle};
    let (base, exponent) = (b.emitter.num(args[0]), b.emitter.num(args[1]));
    let one = base.like(1.0);
    let (zero_bits, one_bit) = (exponent.like_int(0), exponent.like_int(1));
    let (least, greatest) =
        (exponent.like_int_with(ApInt::signed_min), exponent.like_int_with(ApInt::signed_max));
    let entry = (b.current.get(), exponent.cmpi(Eq, zero_bits));
    let to_zero = b.returning(one);
    let (start, _) = b.start(&[]);
    b.branch_if(entry, (to_zero, &[]), (start, &[]));
    b.go_on_at(start);
    let is_negative = exponent.cmpi(Sle, zero_bits);
    let is_least = exponent.cmpi(Eq, least);
    // The magnitude of the least integer is one more than the greatest one.
    let magnitude = is_negative.select(zero_bits - exponent, exponent);
    let magnitude = is_least.select(greatest, magnitude);
    let (ty, bits) = (base.ty(), exponent.ty());
    let (header, carried) = b.start(&[ty, ty, bits]);
    b.branch(start, header, &[one, base, magnitude]);
    b.go_on_at(header);
    let (result, square, rest) = (carried[0], carried[1], carried[2]);
    let odd = is_odd(rest, one_bit, zero_bits);
    let (multiply, _) = b.start(&[]);
    let product = result * square;
    let (shift, merged) = b.start(&[ty]);
    b.branch(multiply, shift, &[product]);
    b.branch_if((header, odd), (multiply, &[]), (shift, &[result]));
    b.go_on_at(shift);
    let rest = rest.shift_right_unsigned(one_bit);
    let is_done = rest.cmpi(Eq, zero_bits);
    let (next, _) = b.start(&[]);
    let square = square * square;
    b.branch(next, header, &[merged[0], square, rest]);
    let (exit, result) = b.start(&[ty]);
    b.branch_if((shift, is_done), (exit, &[merged[0]]), (next, &[]));
    let (once_more, _) = b.start(&[]);
    let product = result[0] * base;
    let (signs, power) = b.start(&[ty]);
    b.branch_if((exit, is_least), (once_more, &[]), (signs, &[result[0]]));
    b.branch(once_more, signs, &[product]);
    let (invert, _) = b.start(&[]);
    let inverse = one / power[0];
    let (end, result) = b.start(&[ty]);
    b.return_value(result[0]);
    b.branch_if((signs, is_negative), (invert, &[]), (end, &[power[0]]));
    b.branch(invert, end, &[inverse]);
}

/// Shifts the number until its sign is set, and counts.
fn ctlz(b: &Blocks<'_, '_, '_>, args: &[Value]) {
    let arg = b.emitter.num(args[0]);
    let ty = arg.ty();
    let width = b.emitter.with_rewriter(|rw, _| integer_width(rw.cx(), ty)).map_or(0, i64::from);
    let (all, zero) = (arg.like_int(width), arg.like_int(0));
    let is_zero = arg.cmpi(CmpIPredicate::Eq, zero);
    let [all, zero, is_zero, arg] = [all, zero, is_zero, arg].map(Num::value);
    let count = b.emitter.with_rewriter(|rw, loc| {
        let counted = |rw: &mut Rewriter<'_>| {
            let emitter = Emitter::new(rw, loc, FastMathFlags::NONE);
            let one_index = emitter.int(Type::INDEX, 1).value();
            let one = emitter.int(ty, 1).value();
            let end = emitter.int(Type::INDEX, width).value();
            let none = emitter.int(ty, 0).value();
            let counts = for_loop(rw, [one_index, end, one_index], &[arg, none], loc, |rw, _, carried| {
                let carried = [carried[0], carried[1]];
                let emitter = Emitter::new(rw, loc, FastMathFlags::NONE);
                let is_set = emitter.num(carried[0]).cmpi(CmpIPredicate::Slt, emitter.num(zero)).value();
                let next = if_else(
                    rw,
                    is_set,
                    loc,
                    |_| Some(carried.to_vec()),
                    |rw| {
                        let emitter = Emitter::new(rw, loc, FastMathFlags::NONE);
                        let [number, count, one] = [carried[0], carried[1], one].map(|v| emitter.num(v));
                        let count = count + one;
                        let number = number << one;
                        Some(vec![number.value(), count.value()])
                    },
                )?;
                Some(rw.body().results(next).collect())
            })?;
            Some(vec![rw.body().results(counts).nth(1)?])
        };
        let counted = if_else(rw, is_zero, loc, |_| Some(vec![all]), counted)?;
        rw.body().results(counted).next()
    });
    if let Some(count) = count {
        b.return_value(b.emitter.num(count));
    }
}
