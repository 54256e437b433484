//! Classification of the dimensions of structured ops, and of their computations.

use std::collections::{BTreeMap, BTreeSet};

use terrace_affine::{AffineExpr, AffineMap, BinaryOp};
use terrace_ir::effects::is_memory_effect_free;
use terrace_ir::{BlockRef, DYNAMIC, OpRef, TraitSet, Type, ValueRef};

use crate::region_ops::{IndexOp, YieldOp};
use crate::structured::{Structured, as_structured};

/// The dimensions of a contraction, each list in order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ContractionDims {
    /// Parallel, in both inputs and the output.
    pub batch: Vec<i64>,
    /// Parallel, in the first input and the output.
    pub m: Vec<i64>,
    /// Parallel, in the second input and the output.
    pub n: Vec<i64>,
    /// Reduced, in both inputs.
    pub k: Vec<i64>,
}

/// The dimensions of a convolution, each list in order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ConvolutionDims {
    /// Parallel, in the image and the output.
    pub batch: Vec<i64>,
    /// Parallel, where the window starts.
    pub output_image: Vec<i64>,
    /// Parallel, in the filter and the output.
    pub output_channel: Vec<i64>,
    /// Reduced, in the window.
    pub filter_loop: Vec<i64>,
    /// Reduced, in the image and the filter.
    pub input_channel: Vec<i64>,
    /// Parallel, in the image, the filter and the output.
    pub depth: Vec<i64>,
    /// The stride of the window, for each dimension of the output image.
    pub strides: Vec<i64>,
    /// The dilation of the window in each of its dimensions.
    pub dilations: Vec<i64>,
}

type Dims = BTreeSet<u32>;

/// The dimensions of a kind that are a result of a map by themselves and occur in no other.
fn permuted(map: &AffineMap, parallel: &[bool], kind: bool) -> Dims {
    let dims = map.results.iter().filter_map(AffineExpr::as_dim);
    let alone = |dim: u32| map.results.iter().filter(|result| result.is_function_of_dim(dim)).count() == 1;
    dims.filter(|&dim| parallel.get(dim as usize) == Some(&kind) && alone(dim)).collect()
}

fn list(dims: impl IntoIterator<Item = u32>) -> Vec<i64> {
    dims.into_iter().map(i64::from).collect()
}

/// The maps of an op with two inputs and an output.
fn three_maps(structured: &dyn Structured, op: OpRef<'_>) -> Option<[AffineMap; 3]> {
    let binary = structured.destinations(op) == (2, 1) && op.num_operands() == 3;
    binary.then(|| structured.indexing_maps(op).try_into().ok())?
}

/// Returns the dimensions of a contraction; `None` if an op does not have two inputs and one output. Lists
/// may be empty, and the body is not checked.
pub fn contraction_dims(op: OpRef<'_>) -> Option<ContractionDims> {
    let structured = as_structured(op)?;
    let [lhs, rhs, output] = three_maps(structured, op)?;
    let parallel = structured.parallel(op);
    let [a, b, c] = [&lhs, &rhs, &output].map(|map| permuted(map, &parallel, true));
    let [reduced_a, reduced_b] = [&lhs, &rhs].map(|map| permuted(map, &parallel, false));
    let (ac, bc): (Dims, Dims) = (&a & &c, &b & &c);
    Some(ContractionDims {
        batch: list(&ac & &b),
        m: list(&ac - &b),
        n: list(&bc - &a),
        k: list(&reduced_a & &reduced_b),
    })
}

/// The subscripts of a convolution's image: the dimensions that are subscripts alone, and the pairs that are
/// added in one, with their factors.
#[derive(Default)]
struct ImageSubscripts {
    plain: Dims,
    convolved: Dims,
    partners: BTreeMap<u32, u32>,
    factors: BTreeMap<u32, Option<i64>>,
}

impl ImageSubscripts {
    fn of(map: &AffineMap) -> Self {
        let mut subscripts = Self::default();
        map.results.iter().for_each(|result| subscripts.add(result));
        for dim in 0..map.num_dims {
            if map.results.iter().filter(|result| result.is_function_of_dim(dim)).count() > 1 {
                subscripts.remove(dim);
            }
        }
        subscripts
    }

    fn is_new(&self, dim: u32) -> bool {
        !self.plain.contains(&dim) && !self.convolved.contains(&dim)
    }

    fn add(&mut self, expr: &AffineExpr) {
        if let Some(dim) = expr.as_dim() {
            if self.is_new(dim) {
                self.plain.insert(dim);
            }
            return;
        }
        let Some((_, lhs, rhs)) = expr.as_binary().filter(|(op, ..)| *op == BinaryOp::Add) else { return };
        let sides = [lhs, rhs].map(|side| self.side(side));
        if let [Some(lhs), Some(rhs)] = sides {
            self.partners.insert(lhs, rhs);
            self.partners.insert(rhs, lhs);
        }
    }

    /// A dimension, or a product of one and a factor, on one side of a sum.
    fn side(&mut self, expr: &AffineExpr) -> Option<u32> {
        let (dim, factor) = match expr.as_dim() {
            Some(dim) => (dim, Some(1)),
            None => {
                let (_, lhs, rhs) = expr.as_binary().filter(|(op, ..)| *op == BinaryOp::Mul)?;
                let symbol = lhs.as_symbol().or(rhs.as_symbol());
                let factor =
                    if symbol.is_some() { None } else { Some(lhs.as_constant().or(rhs.as_constant())?) };
                (lhs.as_dim().or(rhs.as_dim())?, factor)
            }
        };
        if !self.is_new(dim) {
            return None;
        }
        self.factors.insert(dim, factor);
        self.convolved.insert(dim);
        Some(dim)
    }

    /// Forgets a dimension that occurs in several subscripts, and the one that it is added to.
    fn remove(&mut self, dim: u32) {
        self.convolved.remove(&dim);
        self.plain.remove(&dim);
        if let Some(partner) = self.partners.remove(&dim) {
            self.convolved.remove(&partner);
            self.plain.remove(&partner);
            self.factors.remove(&partner);
            self.partners.remove(&partner);
        }
    }

    fn factors_of(&self, dims: &[i64]) -> Vec<i64> {
        let factor = |dim: &i64| self.factors.get(&(*dim as u32)).copied().flatten().unwrap_or(DYNAMIC);
        dims.iter().map(factor).collect()
    }
}

/// Returns the dimensions of a convolution; `None` if an op does not have two inputs and one output, or there
/// is no window. The body is not checked.
pub fn convolution_dims(op: OpRef<'_>) -> Option<ConvolutionDims> {
    let structured = as_structured(op)?;
    let [image, filter, output] = three_maps(structured, op)?;
    let parallel = structured.parallel(op);
    let image = ImageSubscripts::of(&image);
    let [in_filter, in_output] = [&filter, &output].map(|map| permuted(map, &parallel, true));
    let reduced = permuted(&filter, &parallel, false);
    let both: Dims = &in_filter & &in_output;
    let output_image = list(&image.convolved & &in_output);
    if output_image.is_empty() {
        return None;
    }
    let filter_loop = list(&image.convolved & &reduced);
    let window = |name: &str, dims: &[i64]| -> Vec<i64> {
        let own = op.inherent_attr(name).or_else(|| op.attr(name));
        own.and_then(|attr| Some(attr.i64_elements(op.cx())?.collect()))
            .unwrap_or_else(|| image.factors_of(dims))
    };
    Some(ConvolutionDims {
        batch: list(&(&image.plain & &in_output) - &in_filter),
        output_channel: list(&both - &image.plain),
        input_channel: list(&image.plain & &reduced),
        depth: list(&both & &image.plain),
        strides: window("strides", &output_image),
        dilations: window("dilations", &filter_loop),
        output_image,
        filter_loop,
    })
}

/// The ops that implement upstream's interface of contractions.
const CONTRACTIONS: [&str; 11] = [
    "linalg.batch_matmul",
    "linalg.batch_matvec",
    "linalg.batch_mmt4d",
    "linalg.batch_reduce_matmul",
    "linalg.batch_vecmat",
    "linalg.contract",
    "linalg.dot",
    "linalg.matmul",
    "linalg.matvec",
    "linalg.mmt4d",
    "linalg.vecmat",
];

/// Returns whether an op is a contraction by its name.
pub fn is_named_contraction(op: OpRef<'_>) -> bool {
    CONTRACTIONS.contains(&op.name_text())
}

/// Returns whether an op computes each element of its outputs from elements of its inputs.
pub fn is_elementwise(op: OpRef<'_>) -> bool {
    let Some(structured) = as_structured(op) else { return false };
    let maps = structured.indexing_maps(op);
    let (first, _) = structured.destinations(op);
    structured.parallel(op).iter().all(|&parallel| parallel)
        && maps.iter().all(|map| map.is_projected_permutation(true))
        && maps.iter().skip(first).all(AffineMap::is_permutation)
        && op.regions().all(|region| region.has_one_block())
        && op.regions().flat_map(|region| region.blocks()).all(|block| block.ops().all(is_on_scalars))
}

/// Whether an op may be in the computation of an elementwise op.
fn is_on_scalars(op: OpRef<'_>) -> bool {
    const OTHERS: &[&str] = &["arith.constant", "func.constant", "tensor.extract", "affine.apply"];
    let mappable = op.has_trait(TraitSet::Elementwise)
        && op.has_trait(TraitSet::Scalarizable)
        && op.has_trait(TraitSet::Vectorizable)
        && op.has_trait(TraitSet::Tensorizable);
    let (cx, scalar) = (op.cx(), |ty: Type| ty == Type::INDEX || ty.bit_width(op.cx()).is_some());
    let plain = |ty: Type| ty.shape(cx).is_none() && scalar(ty);
    (mappable || op.isa::<YieldOp>() || op.isa::<IndexOp>() || OTHERS.contains(&op.name_text()))
        && op.result_types().into_iter().all(plain)
}

/// The value before side-effect free functions of one operand.
fn before_unary(mut value: ValueRef<'_>) -> ValueRef<'_> {
    while let Some(op) = value.defining_op() {
        let mut operands = op.operands();
        match (operands.next(), operands.next()) {
            (Some(only), None) if is_memory_effect_free(op) && op.num_regions() == 0 => value = only,
            _ => break,
        }
    }
    value
}

/// Checks that a computation on three elements combines the first two and adds the result to the third, with ops of
/// these names. Conversions are skipped.
///
/// # Errors
///
/// The condition that does not hold.
pub fn check_contraction_body(block: BlockRef<'_>, [product, sum]: [&str; 2]) -> Result<(), &'static str> {
    let end = block.terminator().ok_or("no terminator in the block")?;
    let arguments: Vec<ValueRef<'_>> = block.args().collect();
    let &[lhs, rhs, carried] = arguments.as_slice() else {
        return Err("expected block with 3 arguments");
    };
    let mut yielded = end.operands();
    let (Some(value), None) = (yielded.next(), yielded.next()) else {
        return Err("expected terminator with 1 operand");
    };
    let is_binary = |op: &OpRef<'_>| op.num_results() == 1 && op.num_operands() == 2;
    let reduction = before_unary(value).defining_op().filter(is_binary);
    let reduction = reduction.ok_or("expected reduction op to be binary")?;
    let added: Vec<ValueRef<'_>> = reduction.operands().map(before_unary).collect();
    if !added.contains(&carried) {
        return Err(
            "expected reduction to take block argument #2 as one of the operands (modulo unary casts)",
        );
    }
    let contributed = if added[0].owner_block().is_some() { added[1] } else { added[0] };
    let elementwise = contributed.defining_op().filter(is_binary);
    let elementwise = elementwise.ok_or("expected elementwise op to be binary")?;
    if elementwise.name_text() != product || reduction.name_text() != sum {
        return Err("expected reduction/elementwise op kind not satisfied");
    }
    let factors: Vec<ValueRef<'_>> = elementwise.operands().map(before_unary).collect();
    if factors == [lhs, rhs] || factors == [rhs, lhs] {
        return Ok(());
    }
    Err("expected elementwise op to apply to block arguments (modulo unary casts)")
}
