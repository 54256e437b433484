//! Enums as attributes, and small facts about functions, calls and values.

use terrace_dialects_ptr::dlti::DltiQuery;
use terrace_dialects_ptr::ptr::MemorySpace;
use terrace_ir::asm::{AttrPrinter, OpParser, PResult};
use terrace_ir::def::AttrDef;
use terrace_ir::enum_attr::EnumValue;
use terrace_ir::{Attr, AttrData, Context, OptionalAttr, Type};
use terrace_macros::attr_def;
use terrace_support::apint::ApInt;

use super::params::*;
use super::{empty_list, no};
use crate::enums::*;
use crate::types::is_loadable_type;

/// An address space.
#[attr_def("llvm.address_space", class = "LLVM_AddressSpaceAttr", format = "`<` $addressSpace `>`",
           interfaces(dyn MemorySpace = AddressSpaceRules))]
#[allow(non_snake_case)]
pub struct AddressSpaceAttr {
    addressSpace: u32,
}

/// The memory space rules of pointers: types that are loaded or stored must have a size.
pub struct AddressSpaceRules;

impl MemorySpace for AddressSpaceRules {
    fn check_load(&self, cx: &Context, _space: Attr, ty: Type) -> Result<(), String> {
        if is_loadable_type(cx, ty) {
            return Ok(());
        }
        Err(format!("type must be LLVM type with size, but got '{}'", cx.type_text(ty)))
    }

    fn check_store(&self, cx: &Context, space: Attr, ty: Type) -> Result<(), String> {
        self.check_load(cx, space, ty)
    }
}

/// A calling convention.
#[attr_def("llvm.cconv", class = "CConvAttr", format = "`<` $CallingConv `>`")]
#[allow(non_snake_case)]
pub struct CConvAttr {
    CallingConv: CConvField,
}

/// The rule by which the linker selects one of a group of sections.
#[attr_def("llvm.comdat", class = "ComdatAttr", format = "$comdat")]
pub struct ComdatAttr {
    comdat: ComdatField,
}

/// A kind of linkage.
#[attr_def("llvm.linkage", class = "LinkageAttr", format = "`<` $linkage `>`")]
pub struct LinkageAttr {
    linkage: LinkageField,
}

/// The functions that keep a frame pointer.
#[attr_def("llvm.framePointerKind", class = "FramePointerKindAttr", format = "`<` $framePointerKind `>`")]
#[allow(non_snake_case)]
pub struct FramePointerKindAttr {
    framePointerKind: FramePointerKindField,
}

/// A kind of tail call.
#[attr_def("llvm.tailcallkind", class = "TailCallKindAttr", format = "`<` $tailCallKind `>`")]
#[allow(non_snake_case)]
pub struct TailCallKindAttr {
    tailCallKind: TailCallKindField,
}

/// A kind of unwind table.
#[attr_def("llvm.uwtableKind", class = "UWTableKindAttr", format = "`<` $uwtableKind `>`")]
#[allow(non_snake_case)]
pub struct UWTableKindAttr {
    uwtableKind: UWTableKindField,
}

/// The fast-math flags of a floating-point op.
#[attr_def("llvm.fastmath", class = "LLVM_FastmathFlagsAttr", format = "`<` $value `>`")]
pub struct FastmathFlagsAttr {
    value: FastmathFlags,
}

/// The overflows of an integer op that result in poison.
#[attr_def("llvm.overflow", class = "LLVM_IntegerOverflowFlagsAttr", format = "`<` $value `>`")]
pub struct IntegerOverflowFlagsAttr {
    value: IntegerOverflowFlags,
}

/// The effect of a function on each kind of memory.
#[attr_def("llvm.memory_effects", class = "LLVM_MemoryEffectsAttr", format = "`<` struct(params) `>`")]
#[allow(non_snake_case)]
pub struct MemoryEffectsAttr {
    other: ModRefInfoField,
    argMem: ModRefInfoField,
    inaccessibleMem: ModRefInfoField,
    errnoMem: ModRefInfoField,
    targetMem0: ModRefInfoField,
    targetMem1: ModRefInfoField,
}

/// The bounds of `vscale`.
#[attr_def("llvm.vscale_range", class = "LLVM_VScaleRangeAttr", format = "`<` struct(params) `>`")]
#[allow(non_snake_case)]
pub struct VScaleRangeAttr {
    minRange: IntegerParam,
    maxRange: IntegerParam,
}

/// Features that the target has (`+`) or lacks (`-`).
#[attr_def("llvm.target_features", class = "LLVM_TargetFeaturesAttr", verify = verify_features,
           interfaces(dyn DltiQuery = FeatureQueries),
           format = "`<` `[` (`]`) : ($features^ `]`)? `>`")]
pub struct TargetFeaturesAttr {
    features: DefaultParam<Vec<StringParam>, empty_list>,
}

fn verify_features(cx: &Context, params: &[Attr]) -> Result<(), String> {
    let features = params.first().optional_elements(cx);
    for feature in features {
        let text = feature.optional_bytes(cx);
        let message = match text {
            [] => "target features can not be null or empty",
            [b'+' | b'-', rest @ ..] if rest.contains(&b',') => "target features can not contain ','",
            [b'+' | b'-', ..] => continue,
            _ => "target features must start with '+' or '-'",
        };
        return Err(message.to_string());
    }
    Ok(())
}

/// A target: its triple, processor and features.
#[attr_def("llvm.target", class = "LLVM_TargetAttr", interfaces(dyn DltiQuery = TargetQueries),
           format = "`<` struct($triple, $chip, $features) `>`")]
pub struct TargetAttr {
    triple: StringParam,
    chip: StringParam,
    features: Option<TargetFeaturesAttr>,
}

/// A feature leads to whether the target has it; with its sign, to a unit.
pub struct FeatureQueries;

impl DltiQuery for FeatureQueries {
    fn query(&self, cx: &Context, attr: Attr, key: Attr) -> Option<Attr> {
        let key = key.as_string(cx)?.text(cx);
        let features = attr.dyn_cast::<TargetFeaturesAttr>(cx)?.features(cx);
        let contains = |name: &str| {
            features.iter().any(|feature| feature.as_string(cx).is_some_and(|text| text.text(cx) == name))
        };
        if contains(key) {
            return Some(Attr::UNIT);
        }
        if contains(&format!("+{key}")) {
            return Some(Attr::TRUE);
        }
        contains(&format!("-{key}")).then_some(Attr::FALSE)
    }
}

/// The names of its parts lead to these.
pub struct TargetQueries;

impl DltiQuery for TargetQueries {
    fn query(&self, cx: &Context, attr: Attr, key: Attr) -> Option<Attr> {
        let target = attr.dyn_cast::<TargetAttr>(cx)?;
        match key.as_string(cx)?.text(cx) {
            "triple" => Some(target.triple(cx)),
            "chip" => Some(target.chip(cx)),
            "features" => target.features(cx).map(Attr::from),
            _ => None,
        }
    }
}

/// An undefined value.
#[attr_def("llvm.undef", class = "LLVM_UndefAttr", format = "")]
pub struct UndefAttr {}

/// A poison value.
#[attr_def("llvm.poison", class = "LLVM_PoisonAttr", format = "")]
pub struct PoisonAttr {}

/// A value whose bits are all zero.
#[attr_def("llvm.zero", class = "LLVM_ZeroAttr", format = "")]
pub struct ZeroAttr {}

/// A function that is as good as another one and is defined in this unit.
#[attr_def("llvm.dso_local_equivalent", class = "LLVM_DSOLocalEquivalentAttr", format = "$sym")]
pub struct DSOLocalEquivalentAttr {
    sym: FlatSymbolParam,
}

/// The number of a block whose address is taken.
#[attr_def("llvm.blocktag", class = "LLVM_BlockTagAttr", format = "`<` struct(params) `>`")]
pub struct BlockTagAttr {
    id: u32,
}

/// A block of a function.
#[attr_def("llvm.blockaddress", class = "LLVM_BlockAddressAttr", format = "`<` struct(params) `>`")]
pub struct BlockAddressAttr {
    function: FlatSymbolParam,
    tag: BlockTagAttr,
}

/// The type that most of a function is vectorized with.
#[attr_def("llvm.vec_type_hint", class = "LLVM_VecTypeHintAttr", format = "`<` struct(params) `>`")]
pub struct VecTypeHintAttr {
    hint: TypeParam,
    is_signed: DefaultParam<bool, no>,
}

/// The element type and count of an argument that points to workgroup memory.
#[attr_def(
    "llvm.mlir.workgroup_attribution",
    class = "WorkgroupAttributionAttr",
    format = "`<` $num_elements `,` $element_type `>`"
)]
pub struct WorkgroupAttributionAttr {
    num_elements: IntegerParam,
    element_type: TypeParam,
}

/// The number of bytes that can be dereferenced through a pointer.
#[attr_def("llvm.dereferenceable", class = "LLVM_DereferenceableAttr", format = "`<` struct(params) `>`")]
#[allow(non_snake_case)]
pub struct DereferenceableAttr {
    bytes: u64,
    mayBeNull: DefaultParam<bool, no>,
}

/// Libraries that a module depends on.
#[attr_def("llvm.dependent_libraries", class = "LLVM_DependentLibrariesAttr", format = "`<` $libs `>`")]
pub struct DependentLibrariesAttr {
    libs: DefaultParam<Vec<StringParam>, empty_list>,
}

/// Numbers from one up to, but without, another; it may wrap around.
#[attr_def("llvm.constant_range", class = "LLVM_ConstantRangeAttr", asm = (parse_range, print_range), verify = verify_range)]
pub struct ConstantRangeAttr {
    lower: IntegerParam,
    upper: IntegerParam,
}

fn range_bounds<'a>(cx: &'a Context, params: &[Attr]) -> Option<(&'a ApInt, &'a ApInt)> {
    let &[lower, upper] = params else { return None };
    Some((lower.as_integer(cx)?.0, upper.as_integer(cx)?.0))
}

fn verify_range(cx: &Context, params: &[Attr]) -> Result<(), String> {
    match range_bounds(cx, params) {
        Some((lower, upper)) if lower.width() != upper.width() => Err(format!(
            "expected lower and upper to have matching bitwidths but got {} vs. {}",
            lower.width(),
            upper.width()
        )),
        _ => Ok(()),
    }
}

fn parse_range(p: &mut dyn OpParser, _: Type) -> PResult<Vec<Attr>> {
    p.token("<")?;
    let ty = p.ty_of(&terrace_ir::constraints::INTEGER_KIND)?;
    p.token(",")?;
    let lower = p.attr(ty)?;
    p.token(",")?;
    let upper = p.attr(ty)?;
    p.token(">")?;
    for bound in [lower, upper] {
        if !matches!(bound.data(p.cx()), AttrData::Integer { .. }) {
            let loc = p.loc();
            return Err(p.error(loc, "expected integer value".to_string()));
        }
    }
    Ok(vec![lower, upper])
}

fn print_range(p: &mut dyn AttrPrinter, cx: &Context, params: &[Attr]) {
    let Some((lower, upper)) = range_bounds(cx, params) else { return };
    p.text(&format!("<i{}, {lower}, {upper}>", lower.width()));
}

/// The attribute with an enum as its only parameter.
pub(crate) fn enum_attr_of<E: EnumValue>(cx: &Context, def: &'static AttrDef, value: E) -> Attr {
    terrace_ir::enum_attr::enum_param_attr(cx, value, def)
}

/// `#llvm.fastmath<none>`.
pub(crate) fn no_fastmath(cx: &Context) -> Attr {
    enum_attr_of(cx, FastmathFlagsAttr::DEF, FastmathFlags::NONE)
}
