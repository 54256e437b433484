//! Libraries of vector functions, which replace calls with arguments that have shapes.
//!
//! The map: [`names`] parses function names, [`load`] reads files, [`link`] copies called functions into the
//! program. This module determines the parameters of a function and selects one for a call.

pub mod link;
pub mod load;
pub mod names;

use rustc_hash::FxHashMap;
use terrace_dialects_llvm::ops::LLVMFuncOp;
use terrace_dialects_llvm::types::is_scalable_vector;
use terrace_ir::interfaces::FunctionOp;
use terrace_ir::{Attr, Context, Diag, Ir, OpKind, OpRef, OptionalAttr, Str, Type, View};
use terrace_target::TargetKey;

use crate::analysis::Argument;
use crate::diagnostics::{Tag, warning};
use crate::functions::{name_of, ops_of};
use crate::shape::Shape;
use names::{LibraryName, Signature, Tensor, library_name};

/// The form in which a library function takes or returns a parameter of the function that it replaces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Parameter {
    /// A value of this type.
    Scalar(Type),
    /// A vector of the elements of a tensor.
    Tensor(VectorParameter),
}

/// A vector that is passed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct VectorParameter {
    /// The shape of the tensor.
    pub shape: Shape,
    /// The type of its elements.
    pub element: Type,
    /// Whether a pointer to it is passed.
    pub in_memory: bool,
}

/// A function of a library.
#[derive(Clone, Debug)]
pub(crate) struct LibraryFunction {
    /// Its symbol in the library.
    pub symbol: Str,
    /// The number of its module.
    pub module: usize,
    pub name: LibraryName,
    pub parameters: Vec<Parameter>,
    pub mask: Option<VectorParameter>,
    pub result: Option<Parameter>,
    /// The attributes of its parameters that a call has to repeat.
    pub argument_attrs: Vec<Attr>,
    /// The number of elements of its largest tensor.
    pub elements: usize,
    /// The target that it is compiled for.
    pub target: TargetKey,
}

/// The functions of libraries.
#[derive(Debug, Default)]
pub struct Library {
    modules: Vec<Ir>,
    functions: Vec<LibraryFunction>,
    /// The functions that serve calls of a function.
    served: FxHashMap<String, Vec<usize>>,
}

/// The functions that could serve a call, the best first, and the shape of the result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Candidates {
    /// Numbers of functions.
    pub(crate) functions: Vec<usize>,
    /// The shape of the result.
    pub(crate) shape: Shape,
}

impl Library {
    /// Whether there are no functions.
    pub fn is_empty(&self) -> bool {
        self.functions.is_empty()
    }

    /// A function by its number.
    pub(crate) fn function(&self, number: usize) -> &LibraryFunction {
        &self.functions[number]
    }

    /// Adds the functions of a module of the same context, which was read from `path`. Returns warnings about those
    /// that cannot be called.
    pub fn add(&mut self, module: Ir, path: &str) -> Vec<Box<Diag>> {
        let mut warnings = Vec::new();
        let number = self.modules.len();
        let Some(root) = module.root() else { return warnings };
        for view in ops_of(root).filter_map(|op| op.cast::<LLVMFuncOp>()) {
            let (op, text) = (view.0, name_of(view.0));
            let Some(name) = library_name(text) else { continue };
            if op.regions().all(|region| region.is_empty()) {
                continue;
            }
            let loc = op.loc();
            let mut warn = |message: String| {
                warnings.push(warning(
                    Tag::LibName,
                    loc,
                    format_args!("function '{text}' of library '{path}' is ignored: {message}"),
                ));
            };
            let function = match name.and_then(|name| resolve(view, number, name)) {
                Ok(function) => function,
                Err(message) => {
                    warn(message);
                    continue;
                }
            };
            let served = self.served.entry(function.name.scalar.clone()).or_default();
            if served.iter().any(|&other| self.functions[other].symbol == function.symbol) {
                warn("another library defines it, too".to_owned());
                continue;
            }
            served.push(self.functions.len());
            self.functions.push(function);
        }
        self.modules.push(module);
        warnings
    }

    /// Finds the functions that serve a call of `name` with arguments of these types.
    pub(crate) fn candidates(
        &self,
        name: &str,
        arguments: &[(Type, Argument)],
        result: Option<Type>,
    ) -> Option<Candidates> {
        let served = self.served.get(name)?;
        let mut found: Vec<(u32, usize, Shape)> = Vec::new();
        for &number in served {
            if let Some((rank, shape)) = self.functions[number].fit(arguments, result) {
                found.push((rank, number, shape));
            }
        }
        // Stable: those of one rank stay in the order of the libraries.
        found.sort_by_key(|&(rank, ..)| rank);
        let shape = found.first()?.2;
        let functions = found.iter().filter(|found| found.2 == shape).map(|&(_, number, _)| number).collect();
        Some(Candidates { functions, shape })
    }

    /// Chooses the function for a call of values with so many elements, under a mask or not; `None` if none can be used
    /// there.
    pub(crate) fn choose(&self, candidates: &Candidates, elements: usize, is_masked: bool) -> Option<usize> {
        let usable = candidates.functions.iter().copied().filter(|&number| {
            let function = &self.functions[number];
            let fills = !function.name.elementwise || elements.is_multiple_of(function.elements);
            function.mask.is_some() || function.name.pure || (!is_masked && fills)
        });
        usable.min_by_key(|&number| {
            let function = &self.functions[number];
            let pieces = if function.name.elementwise { elements.div_ceil(function.elements) } else { 1 };
            let other_mask = function.mask.is_some() != is_masked;
            (function.name.elementwise, other_mask, pieces, pieces * function.elements)
        })
    }
}

impl LibraryFunction {
    /// The cost of passing arguments, less is better, and the shape of the result; `None` if they do not fit.
    fn fit(&self, arguments: &[(Type, Argument)], result: Option<Type>) -> Option<(u32, Shape)> {
        let result_type = match self.result {
            Some(Parameter::Scalar(ty)) => Some(ty),
            Some(Parameter::Tensor(tensor)) => Some(tensor.element),
            None => None,
        };
        if result_type != result {
            return None;
        }
        let result_shape = match self.result {
            Some(Parameter::Tensor(tensor)) => tensor.shape,
            _ => Shape::SCALAR,
        };
        let blocks: Vec<Shape> = arguments
            .iter()
            .filter_map(|(_, argument)| match argument {
                Argument::Block(shape) => Some(*shape),
                Argument::Value(_) => None,
            })
            .collect();
        let values: Vec<(Type, Shape)> = arguments
            .iter()
            .filter(|(_, argument)| matches!(argument, Argument::Value(_)))
            .map(|&(ty, argument)| (ty, argument.shape()))
            .collect();
        if values.len() != self.parameters.len() {
            return None;
        }
        let mut rank = 0;
        let mut joined = Shape::SCALAR;
        for (&(ty, shape), parameter) in values.iter().zip(&self.parameters) {
            match parameter {
                Parameter::Scalar(expected) => {
                    if *expected != ty || !shape.is_scalar() {
                        return None;
                    }
                }
                Parameter::Tensor(tensor) => {
                    if tensor.element != ty {
                        return None;
                    }
                    if !self.name.elementwise && shape != tensor.shape {
                        if !shape.is_within(tensor.shape) {
                            return None;
                        }
                        rank = 1;
                    }
                    joined = joined.join(shape).ok()?;
                }
            }
        }
        match *blocks.as_slice() {
            // A function without a parameter with a shape takes the shape of the block.
            [block] => (joined.is_scalar() && result_shape == block).then_some((0, block)),
            [] if joined.is_scalar() => None,
            [] if self.name.elementwise => Some((2, if result.is_some() { joined } else { Shape::SCALAR })),
            [] => Some((rank, result_shape)),
            _ => None,
        }
    }
}

/// The number of elements and their type, if a type is a vector of fixed length.
fn vector_of(cx: &Context, ty: Type) -> Option<(usize, Type)> {
    let count = ty.is_vector(cx).then(|| ty.shape(cx)).flatten()?;
    let &[count] = count else { return None };
    if is_scalable_vector(cx, ty) {
        return None;
    }
    Some((usize::try_from(count).ok()?, ty.element_type(cx)?))
}

/// A parameter or a result as it is declared.
#[derive(Clone, Copy)]
struct Declared {
    /// The type; for a pointer its pointee type, if that is known.
    ty: Type,
    in_memory: bool,
    /// Whether a vector may be meant.
    may_be_tensor: bool,
}

/// The parameter that a declaration and a name define together.
fn parameter(
    cx: &Context,
    declared: Declared,
    tensor: Option<Tensor>,
    what: &str,
) -> Result<Parameter, String> {
    let vector = vector_of(cx, declared.ty);
    let Some(tensor) = tensor.filter(|tensor| !tensor.shape.is_scalar()) else {
        return Ok(match vector {
            Some((count, element)) => Parameter::Tensor(VectorParameter {
                shape: Shape::one_dim(0, u32::try_from(count).map_err(|_| format!("{what} is too long"))?),
                element,
                in_memory: declared.in_memory,
            }),
            None => Parameter::Scalar(declared.ty),
        });
    };
    let element = tensor.element.ty(cx);
    let wrong = || {
        let (ty, shape) = (cx.type_text(declared.ty), tensor.shape);
        format!("{what} has type '{ty}', which does not fit shape {shape} of '{}'", cx.type_text(element))
    };
    let in_memory = match vector {
        Some((count, found)) if count == tensor.shape.elements() && found == element => declared.in_memory,
        // A pointer whose pointee type only the name declares.
        None if declared.may_be_tensor => true,
        _ => return Err(wrong()),
    };
    Ok(Parameter::Tensor(VectorParameter { shape: tensor.shape, element, in_memory }))
}

/// Determines the parameters and the result of a library function.
fn resolve(view: View<'_, LLVMFuncOp>, module: usize, name: LibraryName) -> Result<LibraryFunction, String> {
    let (op, cx) = (view.0, view.0.cx());
    if view.is_variadic() {
        return Err("it takes any number of arguments".to_owned());
    }
    let types = LLVMFuncOp::MODEL.argument_types(op);
    let attrs = view.arg_attrs_attr().optional_elements(cx).to_vec();
    let attr_of = |number: usize, name: &str| {
        attrs.get(number).and_then(|attrs| attrs.dict_get(cx, cx.str(name))).and_then(|attr| attr.as_type(cx))
    };
    let is_pointer = |ty: Type| terrace_dialects_llvm::types::address_space(cx, ty).is_some();
    let mut declared: Vec<Declared> = types
        .iter()
        .enumerate()
        .map(|(number, &ty)| match attr_of(number, "llvm.byval") {
            Some(whole) if vector_of(cx, whole).is_some() => {
                Declared { ty: whole, in_memory: true, may_be_tensor: true }
            }
            _ => Declared {
                ty,
                in_memory: false,
                may_be_tensor: vector_of(cx, ty).is_some() || is_pointer(ty),
            },
        })
        .collect();
    let returned = attr_of(0, "llvm.sret");
    let result = match returned {
        Some(ty) => {
            declared.remove(0);
            Some(Declared { ty, in_memory: true, may_be_tensor: true })
        }
        None => {
            let result = LLVMFuncOp::MODEL.result_types(op).first().copied();
            result.map(|ty| Declared { ty, in_memory: false, may_be_tensor: false })
        }
    };
    let mask = match name.masked {
        true => Some(declared.pop().ok_or("it has no parameter for the mask")?),
        false => None,
    };
    let mut in_order = match &name.signature {
        Signature::InOrder(_, tensors) => tensors.iter(),
        _ => [].iter(),
    };
    let mut parameters = Vec::new();
    for (number, &declared) in declared.iter().enumerate() {
        let tensor = match &name.signature {
            Signature::Inferred => None,
            Signature::Uniform(tensor) => declared.may_be_tensor.then_some(*tensor),
            Signature::Numbered(_, tensors) => {
                tensors.iter().find(|(place, _)| *place == number).map(|(_, tensor)| *tensor)
            }
            Signature::InOrder(..) if declared.may_be_tensor => in_order.next().copied(),
            Signature::InOrder(..) => None,
        };
        parameters.push(parameter(cx, declared, tensor, &format!("parameter {number}"))?);
    }
    if in_order.next().is_some() {
        return Err("the name has more tensors than there are parameters for".to_owned());
    }
    if let Signature::Numbered(_, tensors) = &name.signature
        && let Some((number, _)) = tensors.iter().find(|(number, _)| *number >= parameters.len())
    {
        return Err(format!("there is no parameter {number}"));
    }
    let result = match result {
        Some(declared) => {
            let tensor = match &name.signature {
                Signature::Inferred => None,
                Signature::Uniform(tensor) => Some(*tensor),
                Signature::Numbered(result, _) | Signature::InOrder(result, _) => *result,
            };
            Some(parameter(cx, declared, tensor, "the result")?)
        }
        None => None,
    };
    let tensors: Vec<VectorParameter> = parameters
        .iter()
        .chain(&result)
        .filter_map(|parameter| match parameter {
            Parameter::Tensor(tensor) => Some(*tensor),
            Parameter::Scalar(_) => None,
        })
        .collect();
    let elements = tensors.iter().map(|tensor| tensor.shape.elements()).max().unwrap_or(1);
    if name.elementwise
        && (tensors.is_empty() || tensors.iter().any(|tensor| tensor.shape.elements() != elements))
    {
        return Err("an element-wise function has tensors of one size".to_owned());
    }
    let mask = match mask {
        Some(declared) => Some(mask_parameter(cx, declared, &tensors, elements)?),
        None => None,
    };
    let kept = ["llvm.byval", "llvm.sret", "llvm.align"].map(|name| cx.str(name));
    let argument_attrs = (0..types.len())
        .map(|number| {
            let entries = attrs.get(number).optional_entries(cx);
            cx.dict(entries.iter().copied().filter(|(name, _)| kept.contains(name)).collect())
        })
        .collect();
    Ok(LibraryFunction {
        symbol: cx.str(name_of(op)),
        module,
        name,
        parameters,
        mask,
        result,
        argument_attrs,
        elements,
        target: TargetKey::of(op),
    })
}

/// The mask: integers that are 0 or have all bits set; of a pointer, they are as wide as the widest elements.
fn mask_parameter(
    cx: &Context,
    declared: Declared,
    tensors: &[VectorParameter],
    elements: usize,
) -> Result<VectorParameter, String> {
    let shape = Shape::one_dim(0, u32::try_from(elements).unwrap_or(u32::MAX));
    match vector_of(cx, declared.ty) {
        Some((count, element)) if element.is_integer(cx) => {
            if count != elements {
                return Err(format!("its mask has {count} elements, not {elements}"));
            }
            Ok(VectorParameter { shape, element, in_memory: declared.in_memory })
        }
        None if declared.may_be_tensor => {
            let width = tensors.iter().filter_map(|tensor| tensor.element.bit_width(cx)).max().unwrap_or(32);
            let element = cx.integer(width, terrace_ir::Signedness::Signless);
            Ok(VectorParameter { shape, element, in_memory: true })
        }
        _ => Err("its last parameter is no vector of integers, which a mask is".to_owned()),
    }
}

/// The libm names of math intrinsics, if they differ from those of the intrinsics.
const LIBM_NAMES: &[(&str, &str)] =
    &[("maxnum", "fmax"), ("minnum", "fmin"), ("maximum", "fmaximum"), ("minimum", "fminimum")];

/// Returns the libm name of a math intrinsic; `None` for other ops.
pub(crate) fn libm_name(op: OpRef<'_>) -> Option<String> {
    use terrace_support::apfloat::FloatKind;
    let name = crate::op_kinds::intrinsic_of(op)?;
    let ending = match op.results().next()?.ty().float_kind(op.cx())? {
        FloatKind::F64 => "",
        FloatKind::F32 => "f",
        FloatKind::F16 => "f16",
        FloatKind::BF16 => "bf16",
        _ => return None,
    };
    let name = LIBM_NAMES.iter().find(|(intrinsic, _)| *intrinsic == name).map_or(name, |(_, libm)| libm);
    Some(format!("{name}{ending}"))
}
