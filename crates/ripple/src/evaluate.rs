//! Runs functions at compile time: the index functions of shuffles, and constant operands.

use rustc_hash::FxHashMap;
use terrace_dialects_llvm::enums::ICmpPredicate;
use terrace_dialects_llvm::intrinsics::{MemcpyOp, MemmoveOp, MemsetOp};
use terrace_dialects_llvm::ops::*;
use terrace_ir::data_layout::DataLayout;
use terrace_ir::elements::int_values;
use terrace_ir::interfaces::BranchOp;
use terrace_ir::{BlockRef, Context, Ir, OpHandle, OpRef, Str, Type, Value, ValueRef, View, op_match};
use terrace_support::apint::ApInt;

use crate::addresses::offset_of;
use crate::dialect::{is_mark, marked};
use crate::functions::{callee, callee_of};
use crate::op_kinds::{intrinsic_of, is_counter, is_marker};
use crate::splats::number_everywhere;
use crate::vectors::scalar_width;

/// The largest number of ops that one evaluation executes.
const MAX_STEPS: u64 = 1_000_000;
/// The largest nesting depth of calls.
const MAX_DEPTH: usize = 2048;
/// The least free stack, in bytes, before more is allocated for a call, and the size of a new segment.
const RED_ZONE: usize = 64 << 10;
const SEGMENT: usize = 1 << 20;
/// The largest number of ops that the evaluation of a constant executes.
const MAX_CONSTANT_STEPS: u64 = 10_000;
/// The largest size of a local, in bytes.
const MAX_LOCAL: i64 = 1 << 20;

/// A value during evaluation. Integers have at most 64 bits; those above their width are 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Datum {
    Integer(u64),
    Pointer { object: usize, offset: i64 },
    Function(OpHandle),
}

/// Memory that an evaluation reads and writes.
struct Object {
    bytes: Vec<u8>,
    is_constant: bool,
}

/// Evaluates functions of a module.
pub(crate) struct Evaluator<'a> {
    ir: &'a Ir,
    layout: DataLayout,
    objects: Vec<Object>,
    globals: FxHashMap<Str, usize>,
    steps: u64,
}

/// Why an evaluation did not come to an end.
type Failure = String;

/// The width of an integer type of at most 64 bits.
pub(crate) fn width(cx: &Context, ty: Type) -> Option<u32> {
    ty.bit_width(cx).filter(|&width| width <= 64 && ty.is_integer(cx))
}

/// The lower bits of a number.
pub(crate) fn masked(value: u64, width: u32) -> u64 {
    if width >= 64 { value } else { value & ((1 << width) - 1) }
}

/// The number that so many bits are with a sign.
pub(crate) fn signed(value: u64, width: u32) -> i64 {
    let shift = 64 - width.clamp(1, 64);
    ((value << shift) as i64) >> shift
}

/// The number that an op extends, if it extends one.
pub(crate) fn extended(op: OpRef<'_>) -> Option<ValueRef<'_>> {
    op.cast::<SExtOp>().map(|view| view.arg()).or_else(|| op.cast::<ZExtOp>().map(|view| view.arg()))
}

/// The integer that a constant is, extended with its sign.
pub(crate) fn integer_of_constant(op: OpRef<'_>) -> Option<i64> {
    if op.isa::<ZeroOp>() {
        return op.single_result().ty().is_integer(op.cx()).then_some(0);
    }
    let constant = op.cast::<ConstantOp>()?;
    let value = constant.value_attr();
    let (number, _) = value.as_integer(op.cx())?;
    number.to_i64().or_else(|| number.to_u64().map(|bits| bits as i64))
}

/// Evaluates an op on integers; `None` for any other op.
pub(crate) fn pure_integer(op: OpRef<'_>, operands: &[u64], width: u32) -> Option<Result<u64, Failure>> {
    let cx = op.cx();
    let of = |index: usize| scalar_width(cx, op.operand(index).ty());
    let divided = |result: Option<i128>| match result {
        Some(value) => Ok(masked(value as u64, width)),
        None => Err("divides by zero".to_string()),
    };
    let [a, rest @ ..] = operands else { return None };
    let (a, b) = (*a, rest.first().copied().unwrap_or(0));
    let (sa, sb) = (i128::from(signed(a, of(0))), i128::from(signed(b, width)));
    let shift = |shifted: u64| {
        if b >= u64::from(width) {
            Err("shifts by the width or more".to_string())
        } else {
            Ok(masked(shifted, width))
        }
    };
    let small = u32::try_from(b).unwrap_or(64).min(63);
    let value = op_match!(op, {
        AddOp => Ok(masked(a.wrapping_add(b), width)),
        SubOp => Ok(masked(a.wrapping_sub(b), width)),
        MulOp => Ok(masked(a.wrapping_mul(b), width)),
        UDivOp => divided(i128::from(a).checked_div(b.into())),
        URemOp => divided(i128::from(a).checked_rem(b.into())),
        SDivOp => divided(sa.checked_div(sb)),
        SRemOp => divided(sa.checked_rem(sb)),
        AndOp => Ok(a & b),
        OrOp => Ok(a | b),
        XOrOp => Ok(a ^ b),
        ShlOp => shift(a << small),
        LShrOp => shift(a >> small),
        AShrOp => shift((signed(a, width) >> small) as u64),
        SExtOp => Ok(masked(signed(a, of(0)) as u64, width)),
        ZExtOp => Ok(a),
        TruncOp => Ok(masked(a, width)),
        FreezeOp => Ok(a),
        SelectOp => Ok(if a != 0 { b } else { rest.get(1).copied()? }),
        ICmpOp(compare) => Ok(u64::from(compared(compare.predicate(), a, b, of(0)))),
        _ => return None,
    });
    Some(value)
}

fn compared(predicate: ICmpPredicate, a: u64, b: u64, width: u32) -> bool {
    let (sa, sb) = (signed(a, width), signed(b, width));
    match predicate {
        ICmpPredicate::Eq => a == b,
        ICmpPredicate::Ne => a != b,
        ICmpPredicate::Slt => sa < sb,
        ICmpPredicate::Sle => sa <= sb,
        ICmpPredicate::Sgt => sa > sb,
        ICmpPredicate::Sge => sa >= sb,
        ICmpPredicate::Ult => a < b,
        ICmpPredicate::Ule => a <= b,
        ICmpPredicate::Ugt => a > b,
        ICmpPredicate::Uge => a >= b,
    }
}

impl<'a> Evaluator<'a> {
    /// An evaluator for functions of a module.
    pub(crate) fn new(ir: &'a Ir, module: OpHandle) -> Self {
        let layout = DataLayout::of(ir.op(module));
        Self { ir, layout, objects: Vec::new(), globals: FxHashMap::default(), steps: 0 }
    }

    /// The function that an operand of a shuffle names.
    pub(crate) fn function(&mut self, value: ValueRef<'a>) -> Option<OpRef<'a>> {
        self.steps = 0;
        match self.operand(value, &FxHashMap::default(), 0).ok()? {
            Datum::Function(function) => Some(self.ir.op(function)),
            _ => None,
        }
    }

    /// The results of a function of two integers for `(k, count)` with each `k` below `count`.
    ///
    /// # Errors
    ///
    /// If the function is not defined or does what cannot be evaluated.
    pub(crate) fn indices(&mut self, function: OpRef<'a>, count: usize) -> Result<Vec<u64>, Failure> {
        let entry = function.regions().next().and_then(|region| region.entry());
        let Some(entry) = entry else { return Err("is not defined in this unit".to_string()) };
        let types = entry.arg_types();
        let cx = function.cx();
        if types.len() != 2 || types.iter().any(|&ty| width(cx, ty).is_none()) {
            return Err("does not have the type 'size_t (size_t, size_t)'".to_string());
        }
        (0..count)
            .map(|k| {
                self.steps = 0;
                self.objects.retain(|object| object.is_constant);
                match self.call(
                    function,
                    &[Some(Datum::Integer(k as u64)), Some(Datum::Integer(count as u64))],
                    0,
                )? {
                    Some(Datum::Integer(index)) => Ok(index),
                    _ => Err("does not return an integer".to_string()),
                }
            })
            .collect()
    }

    /// The integer result of a call, if it has one and is evaluated within the limits.
    pub(crate) fn result(&mut self, call: OpRef<'a>, arguments: &[u64]) -> Option<u64> {
        let function = callee(self.ir, call)?;
        self.steps = MAX_STEPS - MAX_CONSTANT_STEPS;
        let arguments: Vec<Option<Datum>> =
            arguments.iter().map(|&argument| Some(Datum::Integer(argument))).collect();
        match self.call(function, &arguments, 0) {
            Ok(Some(Datum::Integer(result))) => Some(result),
            _ => None,
        }
    }

    fn call(
        &mut self,
        function: OpRef<'a>,
        arguments: &[Option<Datum>],
        depth: usize,
    ) -> Result<Option<Datum>, Failure> {
        if depth > MAX_DEPTH {
            return Err("calls itself too deeply".to_string());
        }
        let entry = function.regions().next().and_then(|region| region.entry());
        let Some(mut block) = entry else {
            return Err(format!(
                "calls '{}', which is not defined in this unit",
                crate::functions::name_of(function)
            ));
        };
        let mut values: FxHashMap<Value, Datum> = FxHashMap::default();
        let given = block.args().map(|arg| arg.id()).zip(arguments);
        values.extend(given.filter_map(|(arg, &value)| Some((arg, value?))));
        loop {
            let mut next: Option<BlockRef<'a>> = None;
            for op in block.ops() {
                self.steps += 1;
                if self.steps > MAX_STEPS {
                    return Err(format!("does not return within {MAX_STEPS} steps"));
                }
                if op.isa::<ReturnOp>() {
                    return op.operands().next().map(|value| self.operand(value, &values, depth)).transpose();
                }
                if op.isa::<UnreachableOp>() {
                    break;
                }
                if let Some(branch) = op.interface::<dyn BranchOp>() {
                    let index = self.chosen(op, &values, depth)?;
                    let Some(target) = op.successors().nth(index) else {
                        return Err("branches nowhere".to_string());
                    };
                    let passed = branch.successor_operands(op, index);
                    let mut given = Vec::new();
                    for (place, arg) in target.args().enumerate() {
                        let Some(operand) = passed.operand_for(place) else { return Err(unsupported(op)) };
                        given.push((arg.id(), self.operand(op.operand(operand), &values, depth)));
                    }
                    for (arg, value) in given {
                        match value {
                            Ok(value) => values.insert(arg, value),
                            Err(_) => values.remove(&arg),
                        };
                    }
                    next = Some(target);
                    break;
                }
                if let Some(value) = self.execute(op, &values, depth)? {
                    values.insert(op.single_result().id(), value);
                }
            }
            block = next.ok_or_else(|| "reaches a place that control cannot reach".to_string())?;
        }
    }

    fn chosen(
        &mut self,
        op: OpRef<'a>,
        values: &FxHashMap<Value, Datum>,
        depth: usize,
    ) -> Result<usize, Failure> {
        if op.isa::<BrOp>() {
            return Ok(0);
        }
        let condition = op.operands().next().ok_or_else(|| unsupported(op))?;
        let Datum::Integer(value) = self.operand(condition, values, depth)? else {
            return Err(unsupported(op));
        };
        if op.isa::<CondBrOp>() {
            return Ok(usize::from(value == 0));
        }
        let Some(switch) = op.cast::<SwitchOp>() else { return Err(unsupported(op)) };
        let cases = switch_cases(switch, op.cx());
        Ok(cases.iter().position(|&case| case == value).map_or(0, |case| case + 1))
    }

    fn operand(
        &mut self,
        value: ValueRef<'a>,
        values: &FxHashMap<Value, Datum>,
        depth: usize,
    ) -> Result<Datum, Failure> {
        if let Some(&datum) = values.get(&value.id()) {
            return Ok(datum);
        }
        let Some(op) = value.defining_op() else {
            return Err("uses a value that is not constant".to_string());
        };
        if op.isa::<ConstantOp>()
            || op.isa::<ZeroOp>()
            || op.isa::<AddressOfOp>()
            || is_mark(op)
            || op.isa::<CallOp>()
        {
            return self.execute(op, values, depth)?.ok_or_else(|| unsupported(op));
        }
        Err("uses a value that is not constant".to_string())
    }

    fn execute(
        &mut self,
        op: OpRef<'a>,
        values: &FxHashMap<Value, Datum>,
        depth: usize,
    ) -> Result<Option<Datum>, Failure> {
        let cx = op.cx();
        if op.isa::<ConstantOp>() || op.isa::<ZeroOp>() {
            return Ok(integer_of_constant(op).and_then(|number| {
                Some(Datum::Integer(masked(number as u64, width(cx, op.single_result().ty())?)))
            }));
        }
        if let Some(value) = marked(op) {
            return self.operand(value, values, depth).map(Some);
        }
        if let Some(address) = op.cast::<AddressOfOp>() {
            let name = address.global_name_attr().as_flat_symbol_ref(cx);
            return self.address(op, name.ok_or_else(|| unsupported(op))?).map(Some);
        }
        if let Some(name) = callee_of(op) {
            let module = parent_module(op).ok_or_else(|| unsupported(op))?;
            let callee = self.ir.symbol_tables().lookup(module, name);
            let callee = callee.filter(|callee| callee.isa::<LLVMFuncOp>()).ok_or_else(|| unsupported(op))?;
            // Unknown values may be unused, such as the closure of a lambda without captures.
            let arguments: Vec<Option<Datum>> =
                op.operands().map(|operand| self.operand(operand, values, depth).ok()).collect();
            return stacker::maybe_grow(RED_ZONE, SEGMENT, || self.call(callee, &arguments, depth + 1));
        }
        if op.isa::<AllocaOp>() {
            let alloca = op.cast::<AllocaOp>().ok_or_else(|| unsupported(op))?;
            let count = match self.operand(alloca.array_size(), values, depth)? {
                Datum::Integer(count) => i64::try_from(count).unwrap_or(MAX_LOCAL),
                _ => return Err(unsupported(op)),
            };
            let element = alloca.elem_type();
            let size = crate::addresses::stride(cx, &self.layout, element)
                .unwrap_or(MAX_LOCAL)
                .saturating_mul(count);
            if !(0..MAX_LOCAL).contains(&size) {
                return Err("has a local that is too large".to_string());
            }
            self.objects.push(Object { bytes: vec![0; size as usize], is_constant: false });
            return Ok(Some(Datum::Pointer { object: self.objects.len() - 1, offset: 0 }));
        }
        if op.isa::<GEPOp>() {
            return self.element_address(op, values, depth).map(Some);
        }
        if op.isa::<LoadOp>() {
            return self.load(op, values, depth).map(Some);
        }
        if op.isa::<StoreOp>() {
            return self.store(op, values, depth).map(|()| None);
        }
        if op.isa::<MemcpyOp>() || op.isa::<MemmoveOp>() || op.isa::<MemsetOp>() {
            return self.copy(op, values, depth).map(|()| None);
        }
        if is_marker(op) || is_counter(op) {
            return Ok(None);
        }
        let Some(result) = op.results().next().and_then(|result| width(cx, result.ty())) else {
            return Err(unsupported(op));
        };
        let mut operands = Vec::new();
        for operand in op.operands() {
            match self.operand(operand, values, depth)? {
                Datum::Integer(value) => operands.push(value),
                _ => return Err(unsupported(op)),
            }
        }
        let value = pure_integer(op, &operands, result)
            .or_else(|| intrinsic(op, &operands, result))
            .ok_or_else(|| unsupported(op))?;
        value.map(|value| Some(Datum::Integer(value)))
    }

    fn address(&mut self, op: OpRef<'a>, name: Str) -> Result<Datum, Failure> {
        let symbol = parent_module(op).and_then(|module| self.ir.symbol_tables().lookup(module, name));
        let symbol = symbol.ok_or_else(|| unsupported(op))?;
        if symbol.isa::<LLVMFuncOp>() {
            return Ok(Datum::Function(symbol.handle()));
        }
        if let Some(&object) = self.globals.get(&name) {
            return Ok(Datum::Pointer { object, offset: 0 });
        }
        let text = name.text(op.cx());
        let global = symbol.cast::<GlobalOp>().ok_or_else(|| unsupported(op))?;
        if !global.constant() {
            return Err(format!("reads '{text}', which is not constant"));
        }
        let bytes = global.value_attr().and_then(|value| bytes_of(op.cx(), value));
        let bytes = bytes.ok_or_else(|| format!("reads '{text}', whose value is not a table of integers"))?;
        // Constants come first, so that locals of one evaluation are dropped without renumbering them.
        let at = self.objects.iter().take_while(|object| object.is_constant).count();
        if at != self.objects.len() {
            self.objects.push(Object { bytes, is_constant: true });
            return Ok(Datum::Pointer { object: self.objects.len() - 1, offset: 0 });
        }
        self.objects.push(Object { bytes, is_constant: true });
        self.globals.insert(name, at);
        Ok(Datum::Pointer { object: at, offset: 0 })
    }

    fn element_address(
        &mut self,
        op: OpRef<'a>,
        values: &FxHashMap<Value, Datum>,
        depth: usize,
    ) -> Result<Datum, Failure> {
        let gep = op.cast::<GEPOp>().ok_or_else(|| unsupported(op))?;
        let Datum::Pointer { object, mut offset } = self.operand(gep.base(), values, depth)? else {
            return Err(unsupported(op));
        };
        let added = offset_of(op, &self.layout).ok_or_else(|| unsupported(op))?;
        offset = offset.wrapping_add(added.bytes);
        for (value, stride) in added.terms {
            let Datum::Integer(index) = self.operand(value, values, depth)? else {
                return Err(unsupported(op));
            };
            let index = signed(index, width(op.cx(), value.ty()).unwrap_or(64));
            offset = offset.wrapping_add(index.wrapping_mul(stride));
        }
        Ok(Datum::Pointer { object, offset })
    }

    fn accessed(
        &mut self,
        op: OpRef<'a>,
        pointer: Datum,
        ty: Type,
    ) -> Result<(usize, usize, usize), Failure> {
        let size = width(op.cx(), ty).ok_or_else(|| unsupported(op))?.div_ceil(8) as usize;
        let (object, start) = self.bytes_at(op, pointer, size)?;
        Ok((object, start, size))
    }

    /// Copies bytes, or fills memory with one, as the first operand from the second one.
    fn copy(&mut self, op: OpRef<'a>, values: &FxHashMap<Value, Datum>, depth: usize) -> Result<(), Failure> {
        let mut operands = Vec::new();
        for operand in op.operands().take(3) {
            operands.push(self.operand(operand, values, depth)?);
        }
        let &[to, from, Datum::Integer(size)] = &operands[..] else { return Err(unsupported(op)) };
        let size = usize::try_from(size).ok().filter(|&size| size as i64 <= MAX_LOCAL);
        let size = size.ok_or_else(|| "accesses memory out of bounds".to_string())?;
        self.steps += size as u64;
        let bytes = match from {
            Datum::Integer(byte) if op.isa::<MemsetOp>() => vec![byte as u8; size],
            _ => {
                let (object, start) = self.bytes_at(op, from, size)?;
                self.objects[object].bytes[start..start + size].to_vec()
            }
        };
        let (object, start) = self.bytes_at(op, to, size)?;
        if self.objects[object].is_constant {
            return Err("writes to a constant".to_string());
        }
        self.objects[object].bytes[start..start + size].copy_from_slice(&bytes);
        Ok(())
    }

    /// The object at a pointer and where in it that is, if so many bytes are there.
    fn bytes_at(&self, op: OpRef<'a>, pointer: Datum, size: usize) -> Result<(usize, usize), Failure> {
        let Datum::Pointer { object, offset } = pointer else { return Err(unsupported(op)) };
        let len = self.objects.get(object).map_or(0, |object| object.bytes.len());
        match usize::try_from(offset).ok().filter(|&start| start + size <= len) {
            Some(start) => Ok((object, start)),
            None => Err("accesses memory out of bounds".to_string()),
        }
    }

    fn load(
        &mut self,
        op: OpRef<'a>,
        values: &FxHashMap<Value, Datum>,
        depth: usize,
    ) -> Result<Datum, Failure> {
        let load = op.cast::<LoadOp>().ok_or_else(|| unsupported(op))?;
        let pointer = self.operand(load.addr(), values, depth)?;
        let ty = load.res().ty();
        let (object, start, size) = self.accessed(op, pointer, ty)?;
        let mut bytes = [0; 8];
        bytes[..size].copy_from_slice(&self.objects[object].bytes[start..start + size]);
        Ok(Datum::Integer(masked(u64::from_le_bytes(bytes), width(op.cx(), ty).unwrap_or(64))))
    }

    fn store(
        &mut self,
        op: OpRef<'a>,
        values: &FxHashMap<Value, Datum>,
        depth: usize,
    ) -> Result<(), Failure> {
        let store = op.cast::<StoreOp>().ok_or_else(|| unsupported(op))?;
        let stored = store.value();
        let Ok(Datum::Integer(value)) = self.operand(stored, values, depth) else {
            return Err(unsupported(op));
        };
        let pointer = self.operand(store.addr(), values, depth)?;
        let (object, start, size) = self.accessed(op, pointer, stored.ty())?;
        if self.objects[object].is_constant {
            return Err("writes to a constant".to_string());
        }
        self.objects[object].bytes[start..start + size].copy_from_slice(&value.to_le_bytes()[..size]);
        Ok(())
    }
}

/// Whether all elements of a value are a constant number.
pub(crate) fn is_everywhere(value: ValueRef<'_>, number: i64) -> bool {
    number_everywhere(value) == Some(number)
}

/// The numbers of the cases of a switch, as bits of its type.
pub(crate) fn switch_cases(switch: View<'_, SwitchOp>, cx: &Context) -> Vec<u64> {
    let values = switch.case_values_attr().and_then(|values| int_values(cx, values)).unwrap_or_default();
    values.iter().map(|value| value.low_u128() as u64).collect()
}

fn unsupported(op: OpRef<'_>) -> Failure {
    format!("uses '{}', which cannot be evaluated at compile time", op.name_text())
}

fn intrinsic(op: OpRef<'_>, operands: &[u64], width: u32) -> Option<Result<u64, Failure>> {
    let &[a, ref rest @ ..] = operands else { return None };
    let b = rest.first().copied().unwrap_or(0);
    let (sa, sb) = (signed(a, width), signed(b, width));
    Some(Ok(match intrinsic_of(op)? {
        "umax" => a.max(b),
        "umin" => a.min(b),
        "smax" => masked(sa.max(sb) as u64, width),
        "smin" => masked(sa.min(sb) as u64, width),
        "abs" => masked(sa.unsigned_abs(), width),
        "ctpop" => u64::from(a.count_ones()),
        "expect" => a,
        "bitreverse" => a.reverse_bits() >> (64 - width),
        "bswap" => a.swap_bytes() >> (64 - width),
        "ctlz" => u64::from(a.leading_zeros() - (64 - width)),
        "cttz" => u64::from(a.trailing_zeros().min(width)),
        "usub.sat" => a.saturating_sub(b),
        _ => return None,
    }))
}

/// The bytes of a table of integers, or of text.
fn bytes_of(cx: &Context, value: terrace_ir::Attr) -> Option<Vec<u8>> {
    if let Some(text) = value.as_string(cx) {
        return Some(text.bytes(cx).to_vec());
    }
    let bytes = |number: &ApInt| {
        let size = number.width().div_ceil(8) as usize;
        let word = number.low_u128() as u64;
        word.to_le_bytes().into_iter().take(size).collect::<Vec<u8>>()
    };
    if let Some((number, _)) = value.as_integer(cx) {
        return Some(bytes(number));
    }
    Some(int_values(cx, value)?.iter().flat_map(bytes).collect())
}
