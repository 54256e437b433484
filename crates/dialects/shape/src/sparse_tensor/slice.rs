//! Slices of dimensions.

use terrace_ir::asm::{AttrPrinter, OpParser, PResult};
use terrace_ir::params::ParamType;
use terrace_ir::{Attr, Context, DYNAMIC, Type};
use terrace_macros::attr_def;

/// `#sparse_tensor<slice(0, ?, 1)>`: offset, size and stride of a slice of a dimension, each of which may be dynamic.
#[attr_def("sparse_tensor.slice", class = "SparseTensorDimSliceAttr", asm = (parse_slice, print_slice), verify = verify_slice)]
pub struct DimSliceAttr {
    offset: i64,
    size: i64,
    stride: i64,
}

fn parse_slice(p: &mut dyn OpParser, _ty: Type) -> PResult<Vec<Attr>> {
    p.token("(")?;
    let offset = slice_number(p)?;
    p.token(",")?;
    let size = slice_number(p)?;
    p.token(",")?;
    let stride = slice_number(p)?;
    p.token(")")?;
    Ok([offset, size, stride].map(|value| i64::attr(p.cx(), value)).into())
}

fn slice_number(p: &mut dyn OpParser) -> PResult<i64> {
    match p.optional_integer()? {
        Some(value) if value < 0 => {
            let loc = p.loc();
            Err(p.error(loc, "expect positive value or ? for slice offset/size/stride".to_owned()))
        }
        Some(value) => Ok(value),
        None => p.token("?").map(|()| DYNAMIC),
    }
}

fn print_slice(p: &mut dyn AttrPrinter, cx: &Context, params: &[Attr]) {
    let number = |&param: &Attr| match i64::value(cx, param) {
        Some(value) if value != DYNAMIC => value.to_string(),
        _ => "?".to_owned(),
    };
    let numbers: Vec<String> = params.iter().map(number).collect();
    p.text(&format!("({})", numbers.join(", ")));
}

fn verify_slice(cx: &Context, params: &[Attr]) -> Result<(), String> {
    let least = [("non-negative", 0, "offset"), ("positive", 1, "size"), ("positive", 1, "stride")];
    for (&param, (sign, least, what)) in params.iter().zip(least) {
        let value = i64::value(cx, param);
        if value.is_none_or(|value| value != DYNAMIC && value < least) {
            return Err(format!("expect {sign} value or ? for slice {what}"));
        }
    }
    Ok(())
}
