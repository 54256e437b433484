//! The encoding of sparse tensors, and conversions between encodings.

#![allow(clippy::too_many_arguments, reason = "attributes are made of all their parameters")]

use terrace_affine::AffineMap;
use terrace_dialects_builtin::constraints::ANY_RANKED_TENSOR;
use terrace_dialects_mem::tensor::encoded::EncodingConversion;
use terrace_dialects_mem::tensor::encoding;
use terrace_ir::def::plain_error;
use terrace_ir::type_interfaces::VerifiableTensorEncoding;
use terrace_ir::{Attr, CheckResult, Context, DYNAMIC, Folded, Loc, OpKind, OpRef, Rewriter, Type, Value};
use terrace_macros::{attr_def, op};

use super::parts::Encoding;
use super::syntax::{parse_encoding, print_encoding};

/// `#sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>`: the storage of a sparse tensor.
#[attr_def("sparse_tensor.encoding", class = "SparseTensorEncodingAttr", asm = (parse_encoding, print_encoding),
           verify = verify_encoding, alias = "sparse",
           interfaces(dyn VerifiableTensorEncoding = EncodingRules, dyn EncodingConversion = ByConvert))]
#[allow(non_snake_case)]
pub struct SparseTensorEncodingAttr {
    /// The bits of the level types.
    lvlTypes: Vec<u64>,
    /// The map from dimensions to levels; absent only from an encoding that does not verify.
    dimToLvl: Option<AffineMap>,
    /// The map from levels to dimensions; absent if the other map has symbols.
    lvlToDim: Option<AffineMap>,
    /// The width of positions in bits; 0 for that of `index`.
    posWidth: u32,
    /// The width of coordinates in bits; 0 for that of `index`.
    crdWidth: u32,
    /// The value of all entries that are stored, if they are the same.
    explicitVal: Option<Attr>,
    /// The value of entries that are not stored, if it is written.
    implicitVal: Option<Attr>,
    /// A slice for each dimension, or none at all.
    dimSlices: Vec<Attr>,
}

/// Converts between tensors of the same shape and different encodings.
#[op("sparse_tensor.convert", traits(Pure), verify = verify_convert, fold = fold_convert,
     format = "$source attr-dict `:` type($source) `to` type($dest)")]
pub struct ConvertOp {
    source: Operand<ANY_RANKED_TENSOR>,
    dest: Res<ANY_RANKED_TENSOR>,
}

fn verify_encoding(cx: &Context, params: &[Attr]) -> Result<(), String> {
    match Encoding::of(cx, params) {
        Some(encoding) => encoding.verify(),
        None => Err("expected the parameters of an encoding".to_owned()),
    }
}

/// The tensors that an encoding is for.
struct EncodingRules;

impl VerifiableTensorEncoding for EncodingRules {
    fn verify(&self, cx: &Context, encoding: Attr, shape: &[i64], element: Type) -> Result<(), String> {
        let params = cx.attr_params(encoding, SparseTensorEncodingAttr::DEF);
        let encoding = params.and_then(|params| Encoding::of(cx, params));
        encoding.map_or(Ok(()), |encoding| encoding.verify_tensor(cx, shape, element))
    }
}

/// Returns the encoding of a sparse tensor; `None` for another type.
pub fn sparse_tensor_encoding(cx: &Context, ty: Type) -> Option<SparseTensorEncodingAttr> {
    encoding(cx, ty)?.dyn_cast::<SparseTensorEncodingAttr>(cx)
}

impl SparseTensorEncodingAttr {
    /// Whether the tensor is a slice of another.
    pub fn is_slice(self, cx: &Context) -> bool {
        !self.dim_slices(cx).is_empty()
    }
}

/// Why tensors of a type cannot be converted to another; `Ok` if they can.
fn check_conversion(cx: &Context, from: Type, to: Type) -> Result<(), String> {
    let (Some(source), Some(dest)) = (from.shape(cx), to.shape(cx)) else {
        return Err("unexpected conversion of a tensor without rank".to_owned());
    };
    if source.len() != dest.len() {
        return Err("unexpected conversion mismatch in rank".to_owned());
    }
    if sparse_tensor_encoding(cx, to).is_some_and(|encoding| encoding.is_slice(cx)) {
        return Err("cannot convert to a sparse tensor slice".to_owned());
    }
    let differs = |(from, to): (&i64, &i64)| from != to && *to != DYNAMIC;
    match source.iter().zip(dest).position(differs) {
        Some(dim) => Err(format!("unexpected conversion mismatch in dimension {dim}")),
        None => Ok(()),
    }
}

fn verify_convert(op: OpRef<'_>) -> CheckResult {
    let view = ConvertOp::view_of(op);
    check_conversion(op.cx(), view.source().ty(), view.dest().ty())
        .map_err(|message| plain_error(op, message))
}

/// `sparse_tensor.convert` between encodings.
pub(crate) struct ByConvert;

impl EncodingConversion for ByConvert {
    fn can_convert(&self, cx: &Context, from: Type, to: Type) -> bool {
        check_conversion(cx, from, to).is_ok()
    }

    fn convert(&self, rw: &mut Rewriter<'_>, value: Value, to: Type, loc: Loc) -> Value {
        rw.build_value(ConvertOp::of(value).dest(to).loc(loc))
    }
}

fn fold_convert(op: OpRef<'_>, _: &[Option<Attr>]) -> Folded {
    let view = ConvertOp::view_of(op);
    Some(view.source()).filter(|source| source.ty() == view.dest().ty()).into()
}
