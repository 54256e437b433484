//! Passing of values to a compiled function and back.
//!
//! A function `terrace_entry`, which is added to the module, takes arguments from slots of one buffer and
//! puts results into those of another. The driver, a program in C, fills the slots from a file, and writes
//! the results to another.

use super::super::run::missing_entry;
use super::wrapper::wrapper;
use terrace_interp::layout::Element;
use terrace_interp::memref::row_major;
use terrace_interp::object::Array;
use terrace_interp::value::{Given, Value, has_layout, misfit, not_row_major};
use terrace_ir::def::plain_error;
use terrace_ir::interfaces::FunctionOp;
use terrace_ir::symbol_table::SymbolTable;
use terrace_ir::{Context, Diag, Ir, Loc, OpRef, Type, TypeData};

/// The bytes between slots that are numbers; longer values take several.
pub(super) const SLOT: usize = 64;
pub(super) const INDEX_BITS: u32 = 64;

/// A function as its callers see it.
pub struct Entry {
    name: String,
    inputs: Vec<Type>,
    outputs: Vec<Type>,
    /// The location of the function.
    pub loc: Loc,
}

/// The calling convention of a value.
pub(super) enum Passed {
    /// In its memory representation, of this number of bytes.
    Bytes(usize),
    /// As a memref of this rank.
    MemRef { rank: usize, element: Element },
}

impl Passed {
    /// The number of slots it takes.
    pub(super) fn slots(&self) -> usize {
        match self {
            Passed::Bytes(size) => size.div_ceil(SLOT).max(1),
            Passed::MemRef { rank, .. } => 3 + 2 * rank,
        }
    }
}

/// Returns the calling convention of values of a type; `None` if they cannot be passed.
pub(super) fn passed(cx: &Context, ty: Type) -> Option<Passed> {
    match ty.data(cx) {
        TypeData::MemRef { shape, element, .. } => {
            // A vector in a buffer takes its allocated size, which may be more than its elements.
            let count = element.num_elements(cx).filter(|_| element.is_vector(cx)).unwrap_or(1);
            let bits = Element::of(cx, *element, INDEX_BITS)?.scalar.bits();
            if element.is_vector(cx) && !(count.count_ones() == 1 && bits % 8 == 0 && bits.is_power_of_two())
            {
                return None;
            }
            Some(Passed::MemRef { rank: shape.len(), element: Element::of(cx, *element, INDEX_BITS)? })
        }
        TypeData::Vector { shape, scalable, element } => {
            let element = Element::of(cx, *element, INDEX_BITS)?;
            let bits = element.scalar.bits();
            let fits = bits == 1 || (bits % 8 == 0 && bits.is_power_of_two());
            let count: i64 = shape.iter().product();
            (fits && !scalable.contains(&true))
                .then_some(Passed::Bytes(count.unsigned_abs() as usize * element.bytes()))
        }
        TypeData::Integer { .. } | TypeData::Index | TypeData::Float(_) | TypeData::Complex(_) => {
            Some(Passed::Bytes(Element::of(cx, ty, INDEX_BITS)?.bytes()))
        }
        _ => None,
    }
}

impl Entry {
    /// The function of a name in the outermost module, which has no tensors any more.
    ///
    /// # Errors
    ///
    /// If there is none with a body, or its values cannot be passed.
    pub fn of(ir: &Ir, name: &str) -> Result<Self, Box<Diag>> {
        let cx = ir.cx();
        let missing = || missing_entry(ir, name);
        let is_it = |op: &OpRef<'_>| op.symbol_name().is_some_and(|found| found.text(cx) == name);
        let Some(op) = ir.root().into_iter().flat_map(top).find(is_it) else {
            return Err(Diag::error(Loc::UNKNOWN, missing()));
        };
        let function =
            op.interface::<dyn FunctionOp>().filter(|_| op.regions().any(|region| !region.is_empty()));
        let Some(function) = function else { return Err(Diag::error(op.loc(), missing())) };
        let (inputs, outputs) = (function.argument_types(op), function.result_types(op));
        for (what, types) in [("an argument", &inputs), ("a result", &outputs)] {
            if let Some(ty) = types.iter().find(|ty| passed(cx, **ty).is_none()) {
                let message =
                    format!("{what} of type {} cannot be passed to compiled code", cx.type_text(*ty));
                return Err(plain_error(op, message));
            }
        }
        Ok(Self { name: name.to_string(), inputs, outputs, loc: op.loc() })
    }

    /// The lowered module as LLVM IR, with the function that the driver calls.
    ///
    /// # Errors
    ///
    /// If the module has ops that LLVM IR has nothing for.
    pub fn export(&mut self, ir: &mut Ir) -> Result<String, Box<Diag>> {
        let Some(root) = ir.root().map(|root| root.handle()) else { return Ok(String::new()) };
        let op = top(ir.op(root))
            .find(|op| op.symbol_name().is_some_and(|found| found.text(ir.cx()) == self.name));
        let Some(op) = op.map(|op| op.handle()) else {
            return Err(plain_error(
                ir.op(root),
                format!("the function '{}' was lowered to nothing", self.name),
            ));
        };
        // The driver has a function of this name.
        let mut symbols = SymbolTable::new(ir.op(root));
        if self.name == "main"
            && let Some(name) = symbols.rename(ir, op, "terrace_main")
        {
            self.name = name.text(ir.cx()).to_string();
        }
        let mut text = terrace_llvmir::export(ir, root)?;
        match wrapper(ir.cx(), ir.op(op), &self.name, (&self.inputs, &self.outputs)) {
            Some(wrapper) => text.push_str(&wrapper),
            None => {
                let message = format!("the function '{}' was not lowered as its callers expect", self.name);
                return Err(plain_error(ir.op(op), message));
            }
        }
        Ok(text)
    }

    /// Returns the driver's input: the sizes of the buffers, the arguments, and the types of the results.
    ///
    /// # Errors
    ///
    /// If a value does not fit its argument.
    pub fn input(&self, cx: &Context, args: &[Value]) -> Result<Vec<u8>, String> {
        if args.len() != self.inputs.len() {
            let (takes, given) = (self.inputs.len(), args.len());
            return Err(format!("the function takes {takes} arguments, but {given} were given"));
        }
        let slots = |types: &[Type]| -> usize {
            types.iter().filter_map(|ty| passed(cx, *ty)).map(|passed| passed.slots()).sum()
        };
        let mut out = Vec::new();
        let word = |out: &mut Vec<u8>, value: usize| out.extend_from_slice(&(value as u64).to_le_bytes());
        word(&mut out, slots(&self.inputs) * SLOT);
        word(&mut out, slots(&self.outputs) * SLOT);
        word(&mut out, args.len());
        let mut slot = 0;
        for (index, (&ty, arg)) in self.inputs.iter().zip(args).enumerate() {
            let Some(passed) = passed(cx, ty) else { continue };
            let refused = || format!("argument {index} is no value of type {}", cx.type_text(ty));
            match (&passed, arg) {
                (Passed::Bytes(size), Value::Number(element, slots)) => {
                    let mut bytes = vec![0; *size];
                    element.write(slots, &mut bytes);
                    [0, slot * SLOT, *size].into_iter().for_each(|value| word(&mut out, value));
                    out.extend(bytes);
                }
                (Passed::Bytes(size), Value::Array(array)) if array.bytes.len() == *size => {
                    [0, slot * SLOT, *size].into_iter().for_each(|value| word(&mut out, value));
                    out.extend(&array.bytes);
                }
                (Passed::MemRef { rank, element }, Value::Array(array)) => {
                    if let Some(why) = misfit(cx, ty, INDEX_BITS, array) {
                        return Err(why);
                    }
                    if !has_layout(cx, ty, &row_major(&array.shape)) {
                        return Err(not_row_major(cx, index, ty));
                    }
                    [1, slot * SLOT, *rank, element.bytes()]
                        .into_iter()
                        .for_each(|value| word(&mut out, value));
                    array.shape.iter().for_each(|&extent| word(&mut out, extent as usize));
                    out.extend(&array.bytes);
                }
                _ => return Err(refused()),
            }
            slot += passed.slots();
        }
        word(&mut out, self.outputs.len());
        let mut slot = 0;
        for &ty in &self.outputs {
            let Some(passed) = passed(cx, ty) else { continue };
            match &passed {
                Passed::Bytes(size) => {
                    [0, slot * SLOT, *size, 0].into_iter().for_each(|value| word(&mut out, value))
                }
                Passed::MemRef { rank, element } => {
                    [1, slot * SLOT, *rank, element.bytes()]
                        .into_iter()
                        .for_each(|value| word(&mut out, value));
                }
            }
            slot += passed.slots();
        }
        Ok(out)
    }

    /// Parses the driver's output: the results, and the final contents of the passed buffers.
    ///
    /// # Errors
    ///
    /// If the file ends too early.
    pub fn output(&self, cx: &Context, args: &[Value], bytes: &[u8]) -> Result<Given, String> {
        let mut rest = bytes;
        let mut take = |count: usize| -> Result<&[u8], String> {
            let (taken, left) =
                rest.split_at_checked(count).ok_or("the compiled program did not write all results")?;
            rest = left;
            Ok(taken)
        };
        let mut given = Given { results: Vec::new(), buffers: Vec::new() };
        for &ty in &self.outputs {
            match passed(cx, ty) {
                Some(Passed::Bytes(size)) => {
                    let bytes = take(size)?;
                    given.results.push(match ty.is_vector(cx) {
                        true => {
                            let (shape, element) = vector_of(cx, ty).ok_or("a result has no elements")?;
                            Value::Array(Array::new(element, shape, bytes.to_vec()))
                        }
                        false => {
                            let element = Element::of(cx, ty, INDEX_BITS).ok_or("a result is no number")?;
                            let mut slots = vec![0; element.slots() as usize];
                            element.read(bytes, &mut slots);
                            Value::Number(element, slots)
                        }
                    });
                }
                Some(Passed::MemRef { rank, element }) => {
                    let mut shape = Vec::new();
                    for _ in 0..rank {
                        let extent = take(8)?.try_into().map_or(0, u64::from_le_bytes);
                        shape.push(extent);
                    }
                    let count: u64 = shape.iter().product();
                    let bytes = take(count as usize * element.bytes())?;
                    given.results.push(Value::Array(Array::new(element, shape, bytes.to_vec())));
                }
                None => {}
            }
        }
        for (index, (&ty, arg)) in self.inputs.iter().zip(args).enumerate() {
            if let (Some(Passed::MemRef { element, .. }), Value::Array(array)) = (passed(cx, ty), arg) {
                let bytes = take(array.bytes.len())?;
                given.buffers.push((index, Array::new(element, array.shape.clone(), bytes.to_vec())));
            }
        }
        Ok(given)
    }

    /// The types of the arguments and results.
    pub fn signature(&self) -> (&[Type], &[Type]) {
        (&self.inputs, &self.outputs)
    }
}

fn vector_of(cx: &Context, ty: Type) -> Option<(Vec<u64>, Element)> {
    let (shape, element) = terrace_interp::value::array_type(cx, ty, INDEX_BITS)?;
    Some((shape.iter().map(|extent| extent.unsigned_abs()).collect(), element))
}

/// The ops of a module.
fn top(module: OpRef<'_>) -> impl Iterator<Item = OpRef<'_>> {
    module.regions().flat_map(|region| region.blocks()).flat_map(|block| block.ops())
}
