//! Products of matrices, whose maps may be changed.

use terrace_affine::{AffineExpr, AffineMap};
use terrace_dialects_builtin::constraints::ANY_RANKED_TENSOR;
use terrace_dialects_mem::constraints::ANY_SHAPED;
use terrace_ir::asm::{OpParser, OpPrinter, PResult, ParseState};
use terrace_ir::attr_kind::AffineMapArrayAttr;
use terrace_ir::constraints::ANY_TYPE;
use terrace_ir::def::op_error;
use terrace_ir::effects::{ConditionallySpeculatable, MemoryEffects};
use terrace_ir::interfaces::DestinationStyleOp;
use terrace_ir::{Attr, CheckResult, Context, OpRef};
use terrace_macros::op;

use crate::attrs::{TypeFnAttr, cast_signed};
use crate::named::{mul_add, verify_contraction};
use crate::structured::{Structured, maps_of_attr, second_slot, structured_interfaces};
use crate::syntax::{parse_hidden, parse_maps, print_hidden, print_maps};
use crate::tiling::StructuredTiling;
use terrace_ir::tiling::{PartialReductionOp, TilingInterface};

/// The loops and maps of a matrix product.
struct ProductKind {
    loops: &'static str,
    /// The loops of each operand's dimensions.
    maps: [&'static [u32]; 3],
}

static MATMUL: ProductKind = ProductKind { loops: "ppr", maps: [&[0, 2], &[2, 1], &[0, 1]] };
static BATCH: ProductKind = ProductKind { loops: "pppr", maps: [&[0, 1, 3], &[0, 3, 2], &[0, 1, 2]] };
static BATCH_REDUCE: ProductKind = ProductKind { loops: "rppr", maps: [&[0, 1, 3], &[0, 3, 2], &[1, 2]] };

impl ProductKind {
    fn default_maps(&self) -> Vec<AffineMap> {
        let loops = self.loops.len() as u32;
        let map =
            |dims: &&[u32]| AffineMap::new(loops, 0, dims.iter().map(|&d| AffineExpr::dim(d)).collect());
        self.maps.iter().map(map).collect()
    }

    fn default_attr(&self, cx: &Context) -> Attr {
        let maps: Vec<Attr> = self.default_maps().into_iter().map(|map| cx.affine_map_attr(map)).collect();
        cx.array_attr(&maps)
    }

    fn parallel(&self) -> Vec<bool> {
        self.loops.chars().map(|kind| kind == 'p').collect()
    }
}

macro_rules! products {
    ($($(#[$doc:meta])* $marker:ident = $name:literal, $kind:ident, $message:literal, $check:ident,
       $default:ident $parse:ident $print:ident;)*) => {
        $(
            $(#[$doc])*
            #[op($name,
                 traits(AttrSizedOperandSegments, SingleBlockImplicitTerminator("linalg.yield"),
                        RecursiveMemoryEffects),
                 interfaces(dyn Structured, dyn DestinationStyleOp, dyn MemoryEffects, dyn ConditionallySpeculatable,
                dyn TilingInterface = StructuredTiling, dyn PartialReductionOp = StructuredTiling),
                 fold = terrace_dialects_mem::memref::fold_casts, asm = ($parse, $print),
                 syntax = "(`indexing_maps` `=` $indexing_maps)? attr-dict `ins` `(` $inputs `:` type($inputs) `)` `outs` \
                           `(` $outputs `:` type($outputs) `)` (`->` type($result_tensors))?",
                 verify = $check, verify_regions = verify_contraction)]
            pub struct $marker {
                inputs: VarOperand<ANY_TYPE>,
                outputs: VarOperand<ANY_SHAPED>,
                indexing_maps: OptDefaultProp<AffineMapArrayAttr, $default>,
                cast: OptDefaultProp<TypeFnAttr, cast_signed>,
                result_tensors: VarRes<ANY_RANKED_TENSOR>,
                region: Region,
            }

            impl Structured for $marker {
                fn indexing_maps(&self, op: OpRef<'_>) -> Vec<AffineMap> {
                    explicit_maps(op, &$kind)
                }
                fn parallel(&self, _op: OpRef<'_>) -> Vec<bool> {
                    $kind.parallel()
                }
                fn destinations(&self, op: OpRef<'_>) -> (usize, usize) {
                    second_slot(op)
                }
            }

            structured_interfaces!($marker);

            fn $default(cx: &Context) -> Attr {
                $kind.default_attr(cx)
            }

            fn $parse(p: &mut dyn OpParser, state: &mut ParseState) -> PResult<()> {
                parse_product(p, state, &$kind, $message)
            }

            fn $print(p: &mut dyn OpPrinter, op: OpRef<'_>) {
                print_maps(p, op, $kind.default_attr(op.cx()));
                print_hidden(p, op, &["indexing_maps"]);
            }
        )*
    };
}

products! {
    /// The product of two matrices.
    MatmulOp = "linalg.matmul", MATMUL, "element of indexing_maps array is not an affine_map", verify_matmul,
    default_matmul parse_matmul print_matmul;
    /// The products of two batches of matrices.
    BatchMatmulOp = "linalg.batch_matmul", BATCH, "expected affine map attribute", verify_batch,
    default_batch parse_batch print_batch;
    /// The sum of the products of two batches of matrices.
    BatchReduceMatmulOp = "linalg.batch_reduce_matmul", BATCH_REDUCE, "expected affine map attribute",
    verify_batch_reduce, default_batch_reduce parse_batch_reduce print_batch_reduce;
}

fn explicit_maps(op: OpRef<'_>, kind: &ProductKind) -> Vec<AffineMap> {
    if op.inherent_attr("indexing_maps").is_some() { maps_of_attr(op) } else { kind.default_maps() }
}

fn parse_product(
    p: &mut dyn OpParser,
    state: &mut ParseState,
    kind: &ProductKind,
    message: &str,
) -> PResult<()> {
    let maps = parse_maps(p, message)?.filter(|maps| {
        // What is written as an empty list stands for the usual maps, but for one op.
        kind.loops.len() == 3 || maps.as_array(p.cx()).is_some_and(|maps| !maps.is_empty())
    });
    let maps = maps.unwrap_or_else(|| kind.default_attr(p.cx()));
    state.set_prop(p.cx(), "indexing_maps", maps);
    let unsigned_cast = kind.loops != BATCH_REDUCE.loops;
    parse_hidden(p, state, 3, &mut |s, unsigned| mul_add(s, unsigned && unsigned_cast))
}

/// Whether each result of a map is one of another.
fn within(map: &AffineMap, of: &AffineMap) -> bool {
    map.results.iter().all(|result| of.results.contains(result))
}

fn verify_matmul(op: OpRef<'_>) -> CheckResult {
    let (maps, usual) = (explicit_maps(op, &MATMUL), MATMUL.default_maps());
    if maps == usual {
        return Ok(());
    }
    for (map, usual) in maps.iter().zip(&usual).take(2) {
        if !within(map, usual) {
            return Err(op_error(op, "Unexpected dim expression in map result."));
        }
        let depth = map.num_dims.saturating_sub(1);
        if map.num_results() < usual.num_results()
            && !map.results.first().is_some_and(|result| result.is_function_of_dim(depth))
        {
            return Err(op_error(op, "Invalid broadcast requested, should be (d2)."));
        }
    }
    Ok(())
}

/// Whether an input is a valid broadcast: it has the reduction dimension, and either the batch or its own row
/// or column dimension.
fn broadcasts(map: &AffineMap, left: bool) -> bool {
    const BATCH: u32 = 0;
    const M: u32 = 1;
    const N: u32 = 2;
    const K: u32 = 3;
    let is = |i: usize, dim: u32| map.results[i].is_function_of_dim(dim);
    match map.num_results() {
        1 => is(0, K),
        2 if left => (is(0, BATCH) || is(0, M)) && is(1, K),
        2 => is(0, BATCH) && is(1, K) || is(0, K) && is(1, N),
        _ => false,
    }
}

fn verify_input(op: OpRef<'_>, map: &AffineMap, usual: &AffineMap, left: bool) -> CheckResult {
    let fail = |message: &str| Err(op_error(op, message));
    if !within(map, usual) {
        return fail("Unexpected result dim expression (outside the set of default result dims).");
    }
    if map.num_results() > 3 {
        return fail("no. of result dim expressions exceeds 3.");
    }
    if map.num_results() < usual.num_results() {
        return if broadcasts(map, left) { Ok(()) } else { fail("Invalid broadcast requested.") };
    }
    if !map.results.first().is_some_and(|batch| batch.is_function_of_dim(0)) {
        return fail("Invalid batch dimension expression.");
    }
    Ok(())
}

fn verify_of_batches(op: OpRef<'_>, kind: &ProductKind) -> CheckResult {
    let (maps, usual) = (explicit_maps(op, kind), kind.default_maps());
    if maps == usual {
        return Ok(());
    }
    let [lhs, rhs, out] = maps.as_slice() else {
        return Err(op_error(op, "Indexing_map attribute must have 3 affine maps."));
    };
    verify_input(op, lhs, &usual[0], true)?;
    verify_input(op, rhs, &usual[1], false)?;
    let (dims, found) = (usual[2].num_results(), out.num_results());
    if found != dims {
        return Err(op_error(op, format!("expects {dims} dims, but got ({found}).")));
    }
    let fits = out.results.iter().zip(kind.maps[2]).all(|(result, &dim)| result.is_function_of_dim(dim));
    if fits { Ok(()) } else { Err(op_error(op, "Invalid output map result dimension.")) }
}

fn verify_batch(op: OpRef<'_>) -> CheckResult {
    verify_of_batches(op, &BATCH)
}

fn verify_batch_reduce(op: OpRef<'_>) -> CheckResult {
    verify_of_batches(op, &BATCH_REDUCE)
}
