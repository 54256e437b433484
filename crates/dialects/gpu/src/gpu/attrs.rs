//! Attributes: dimensions, kinds of ops, the units of a device that run iterations, and compiled objects.

use terrace_ir::asm::{AttrPrinter, OpParser, PResult};
use terrace_ir::def::{AttrDef, AttrSyntax, EMPTY_PARAMS, ParamDef, ParamKind};
use terrace_ir::enum_attr::{EnumValue, enum_param, enum_param_attr};
use terrace_ir::{Attr, AttrData, Context, Type, attr_kinds, enums};
use terrace_macros::attr_def;

enums! {
    /// A memory space.
    pub enum AddressSpace("::mlir::gpu::AddressSpace", 32) {
        Global = 1 => "global",
        Workgroup = 2 => "workgroup",
        Private = 3 => "private",
    }
    /// The operation of a reduction.
    pub enum AllReduceOperation("::mlir::gpu::AllReduceOperation", 32) {
        Add = 0 => "add",
        Mul = 1 => "mul",
        MinUI = 2 => "minui",
        MinSI = 3 => "minsi",
        MinNumF = 4 => "minnumf",
        MaxUI = 5 => "maxui",
        MaxSI = 6 => "maxsi",
        MaxNumF = 7 => "maxnumf",
        And = 8 => "and",
        Or = 9 => "or",
        Xor = 10 => "xor",
        MinimumF = 11 => "minimumf",
        MaximumF = 12 => "maximumf",
    }
    /// The lane that a broadcast reads.
    pub enum BroadcastType("::mlir::gpu::BroadcastType", 32) {
        FirstActiveLane = 0 => "first_active_lane",
        SpecificLane = 1 => "specific_lane",
    }
    /// The format of a compiled object.
    pub enum CompilationTarget("::mlir::gpu::CompilationTarget", 32) {
        Offload = 1 => "offload",
        Assembly = 2 => "assembly",
        Binary = 3 => "bin",
        Fatbin = 4 => "fatbin",
    }
    /// A dimension of a grid, block or cluster.
    pub enum Dimension("::mlir::gpu::Dimension", 32) {
        X = 0 => "x",
        Y = 1 => "y",
        Z = 2 => "z",
    }
    /// The way a 2:4 sparse matrix is pruned.
    pub enum Prune2To4SpMatFlag("::mlir::gpu::Prune2To4SpMatFlag", 32) {
        None = 0 => "NONE",
        PruneOnly = 1 => "PRUNE_ONLY",
        PruneAndCheck = 2 => "PRUNE_AND_CHECK",
    }
    /// The lane that a shuffle reads, relative to its own.
    pub enum ShuffleMode("::mlir::gpu::ShuffleMode", 32) {
        Xor = 0 => "xor",
        Down = 1 => "down",
        Up = 2 => "up",
        Idx = 3 => "idx",
    }
    /// The phase of a product of sparse matrices.
    pub enum SpGEMMWorkEstimationOrComputeKind("::mlir::gpu::SpGEMMWorkEstimationOrComputeKind", 32) {
        WorkEstimation = 0 => "WORK_ESTIMATION",
        Compute = 1 => "COMPUTE",
    }
    /// The form in which a matrix is read.
    pub enum TransposeMode("::mlir::gpu::TransposeMode", 32) {
        NonTranspose = 0 => "NON_TRANSPOSE",
        Transpose = 1 => "TRANSPOSE",
        ConjugateTranspose = 2 => "CONJUGATE_TRANSPOSE",
    }
    /// An operation on each element of matrices.
    pub enum MMAElementwiseOp("::mlir::gpu::MMAElementwiseOp", 32) {
        AddF = 0 => "addf",
        MulF = 1 => "mulf",
        SubF = 2 => "subf",
        MaxF = 3 => "maxf",
        MinF = 4 => "minf",
        DivF = 5 => "divf",
        AddI = 6 => "addi",
        MulI = 7 => "muli",
        SubI = 8 => "subi",
        DivS = 9 => "divs",
        DivU = 10 => "divu",
        NegateF = 11 => "negatef",
        NegateS = 12 => "negates",
        ExtF = 13 => "extf",
    }
    /// A dimension of units, or a linear number of them.
    pub enum MappingId("::mlir::gpu::MappingId", 64) {
        DimX = 0 => "x",
        DimY = 1 => "y",
        DimZ = 2 => "z",
        LinearDim0 = 3 => "linear_dim_0",
        LinearDim1 = 4 => "linear_dim_1",
        LinearDim2 = 5 => "linear_dim_2",
        LinearDim3 = 6 => "linear_dim_3",
        LinearDim4 = 7 => "linear_dim_4",
        LinearDim5 = 8 => "linear_dim_5",
        LinearDim6 = 9 => "linear_dim_6",
        LinearDim7 = 10 => "linear_dim_7",
        LinearDim8 = 11 => "linear_dim_8",
        LinearDim9 = 12 => "linear_dim_9",
    }
    /// A unit that runs the iterations of a loop, or a loop of each.
    pub enum Processor("::mlir::gpu::Processor", 64) {
        BlockX = 0 => "block_x",
        BlockY = 1 => "block_y",
        BlockZ = 2 => "block_z",
        ThreadX = 3 => "thread_x",
        ThreadY = 4 => "thread_y",
        ThreadZ = 5 => "thread_z",
        Sequential = 6 => "sequential",
    }
}

impl MappingId {
    /// Whether units are numbered through, whatever the dimensions.
    pub const fn is_linear(self) -> bool {
        self as u64 >= MappingId::LinearDim0 as u64
    }

    /// The number among the dimensions, or among the linear numbers.
    pub const fn relative_index(self) -> u64 {
        if self.is_linear() { self as u64 - MappingId::LinearDim0 as u64 } else { self as u64 }
    }
}

macro_rules! enum_attrs {
    ($($(#[doc = $doc:literal])* $table:ident = $name:literal, $class:literal, $format:literal,
       $kind:ident($summary:literal) -> $value:ident;)*) => {
        $($(#[doc = $doc])*
        pub static $table: AttrDef = AttrDef {
            name: $name,
            class: $class,
            doc: concat!($($doc),*),
            params: &[ParamDef::of_enum("value", <$value as EnumValue>::DEF)],
            format: Some($format),
            ..EMPTY_PARAMS
        };)*

        attr_kinds! {
            $($(#[doc = $doc])*
            pub $kind($summary) -> $value { parameter_of: $table })*
        }
    };
}

enum_attrs! {
    /// A memory space.
    ADDRESS_SPACE = "gpu.address_space", "GPU_AddressSpaceAttr", "`<` $value `>`",
        AddressSpaceAttr("GPU address space") -> AddressSpace;
    /// The operation of a reduction.
    ALL_REDUCE_OP = "gpu.all_reduce_op", "GPU_AllReduceOperationAttr", "$value",
        AllReduceOperationAttr("built-in reduction operations supported by gpu.allreduce.") -> AllReduceOperation;
    /// The lane that a broadcast reads.
    BROADCAST = "gpu.broadcast", "GPU_BroadcastTypeAttr", "$value",
        BroadcastTypeAttr("a lane to broadcast from") -> BroadcastType;
    /// A dimension.
    DIM = "gpu.dim", "GPU_DimensionAttr", "$value",
        DimensionAttr("a dimension, either 'x', 'y', or 'z'") -> Dimension;
    /// The way a 2:4 sparse matrix is pruned.
    PRUNE_2TO4_SPMAT_FLAG = "gpu.prune_2to4_spmat_flag", "GPU_Prune2To4SpMatFlagAttr", "$value",
        Prune2To4SpMatFlagAttr("pruning strategy for 2:4 sparse matrix") -> Prune2To4SpMatFlag;
    /// The lane that a shuffle reads.
    SHUFFLE_MODE = "gpu.shuffle_mode", "GPU_ShuffleModeAttr", "$value",
        ShuffleModeAttr("Indexing modes supported by gpu.shuffle.") -> ShuffleMode;
    /// The phase of a product of sparse matrices.
    SPGEMM_KIND = "gpu.spgemm_work_estimation_or_compute_kind", "GPU_SpGEMMWorkEstimationOrComputeKindAttr", "$value",
        SpGEMMKindAttr("choose whether spgemm_work_estimation_or_compute does work estimation or compute") ->
            SpGEMMWorkEstimationOrComputeKind;
    /// The form in which a matrix is read.
    MAT_TRANSPOSE_MODE = "gpu.mat_transpose_mode", "GPU_TransposeModeAttr", "$value",
        TransposeModeAttr("transpose mode of sparse matrix supported by sparse tensor ops") -> TransposeMode;
    /// An operation on each element of matrices.
    MMA_ELEMENT_WISE = "gpu.mma_element_wise", "MMAElementWiseAttr", "$value",
        MMAElementwiseAttr("elementwise operation to apply to mma matrix") -> MMAElementwiseOp;
}

macro_rules! mapping_attrs {
    ($($(#[doc = $doc:literal])* $table:ident = $name:literal, $param:literal;)*) => {
        $($(#[doc = $doc])*
        pub static $table: AttrDef = AttrDef {
            name: $name,
            doc: concat!($($doc),*),
            params: &[ParamDef::of_enum($param, <MappingId as EnumValue>::DEF)],
            format: Some("`<` params `>`"),
            ..EMPTY_PARAMS
        };)*

        /// The attributes that map iterations to units of a device.
        pub static MAPPINGS: &[&AttrDef] = &[$(&$table),*];
    };
}

mapping_attrs! {
    /// Iterations run by blocks.
    BLOCK = "gpu.block", "block";
    /// Iterations run by lanes.
    LANE = "gpu.lane", "lane";
    /// Iterations run by threads.
    THREAD = "gpu.thread", "thread";
    /// Iterations run by warps.
    WARP = "gpu.warp", "warp";
    /// Iterations run by groups of warps.
    WARPGROUP = "gpu.warpgroup", "warpgroup";
}

/// Returns the attribute and the units of an attribute that maps iterations to units of a device; `None` for another.
pub fn mapping(cx: &Context, attr: Attr) -> Option<(&'static AttrDef, MappingId)> {
    MAPPINGS.iter().find_map(|&def| Some((def, enum_param::<MappingId>(cx, attr, def)?)))
}

/// Copies into a memory space.
pub static MEMORY_SPACE: AttrDef = AttrDef {
    name: "gpu.memory_space",
    doc: "Copies into a memory space.",
    params: &[ParamDef::of_enum("address_space", <AddressSpace as EnumValue>::DEF)],
    format: Some("`<` params `>`"),
    ..EMPTY_PARAMS
};

const fn param(name: &'static str, kind: ParamKind, optional: bool) -> ParamDef<'static> {
    ParamDef { name, kind, optional, default: None }
}

/// The units that are active, a bit each.
pub static MASK: AttrDef = AttrDef {
    name: "gpu.mask",
    doc: "The units that are active, a bit each.",
    params: &[param("mask", ParamKind::UInt(64), false)],
    format: Some("`<` params `>`"),
    ..EMPTY_PARAMS
};

/// The unit that runs the iterations of a loop, and the maps of its induction variable and bound.
#[attr_def("gpu.loop_dim_map", format = "`<` struct(params) `>`")]
pub struct LoopDimMapAttr {
    processor: Processor,
    map: terrace_affine::AffineMap,
    bound: terrace_affine::AffineMap,
}

/// The name, type and properties of a kernel.
pub static KERNEL_METADATA: AttrDef = AttrDef {
    name: "gpu.kernel_metadata",
    class: "GPU_KernelMetadataAttr",
    doc: "The name, type and properties of a kernel.",
    params: &[
        param("name", ParamKind::Attr, false),
        param("function_type", ParamKind::Type, false),
        param("arg_attrs", ParamKind::Attr, true),
        param("metadata", ParamKind::Attr, true),
    ],
    format: Some("`<` $name `,` $function_type (`,` struct($arg_attrs, $metadata)^)? `>`"),
    verify: Some(&verify_metadata),
    ..EMPTY_PARAMS
};

fn verify_metadata(cx: &Context, params: &[Attr]) -> Result<(), String> {
    let [name, _, arg_attrs, _] = params else { return Ok(()) };
    if name.as_str(cx).is_some_and(str::is_empty) {
        return Err("the kernel name can't be empty".to_string());
    }
    let dicts = arg_attrs.opt().and_then(|attrs| attrs.as_array(cx));
    if dicts.is_some_and(|dicts| dicts.iter().any(|dict| dict.as_dict(cx).is_none())) {
        return Err("all attributes in the array must be a dictionary attribute".to_string());
    }
    Ok(())
}

/// The kernels of a compiled object, sorted by name.
pub static KERNEL_TABLE: AttrDef = AttrDef {
    name: "gpu.kernel_table",
    class: "GPU_KernelTableAttr",
    doc: "The kernels of a compiled object, sorted by name.",
    params: &[param("kernel_table", ParamKind::Array(&ParamKind::Dialect(&KERNEL_METADATA)), true)],
    asm: Some((parse_table, print_table)),
    verify: Some(&verify_table),
    ..EMPTY_PARAMS
};

fn kernel_name(cx: &Context, kernel: Attr) -> Option<&str> {
    cx.attr_params(kernel, &KERNEL_METADATA)?.first()?.as_str(cx)
}

fn kernels_of<'a>(cx: &'a Context, params: &[Attr]) -> &'a [Attr] {
    params.first().and_then(|table| table.opt()?.as_array(cx)).map_or(&[], |kernels| kernels)
}

fn verify_table(cx: &Context, params: &[Attr]) -> Result<(), String> {
    let kernels = kernels_of(cx, params);
    match kernels.windows(2).any(|pair| kernel_name(cx, pair[0]) == kernel_name(cx, pair[1])) {
        true => Err("expected all kernels to be uniquely named".to_string()),
        false => Ok(()),
    }
}

fn parse_table(p: &mut dyn OpParser, _ty: Type) -> PResult<Vec<Attr>> {
    p.token("<")?;
    let mut kernels = Vec::new();
    if p.optional_token("[") {
        loop {
            kernels.push(p.dialect_attr(&KERNEL_METADATA)?);
            if !p.optional_token(",") {
                break;
            }
        }
        p.token("]")?;
    }
    p.token(">")?;
    let cx = p.cx();
    kernels.sort_by_key(|&kernel| kernel_name(cx, kernel));
    Ok(vec![cx.attr(AttrData::Array(kernels.into()))])
}

fn print_table(p: &mut dyn AttrPrinter, cx: &Context, params: &[Attr]) {
    let kernels = kernels_of(cx, params);
    p.text("<");
    for (i, &kernel) in kernels.iter().enumerate() {
        p.text(if i == 0 { "[" } else { ", " });
        p.attr(kernel);
    }
    p.text(if kernels.is_empty() { ">" } else { "]>" });
}

/// A target that objects are compiled for. Implementations may be in `targets` of `gpu.module`.
pub trait TargetAttr: Send + Sync {}

/// An attribute that translates `gpu.binary` and the launches of its kernels.
pub trait OffloadingTranslation: Send + Sync {}

fn is_target(cx: &Context, attr: Attr) -> bool {
    cx.attr_interface::<dyn TargetAttr>(attr).is_some() || matches!(attr.data(cx), AttrData::Opaque { .. })
}

fn is_translation(cx: &Context, attr: Attr) -> bool {
    cx.attr_interface::<dyn OffloadingTranslation>(attr).is_some()
        || matches!(attr.data(cx), AttrData::Opaque { .. })
}

struct Selects;

impl OffloadingTranslation for Selects {}

/// The object of a binary that is used: by its number or its target.
pub static SELECT_OBJECT: AttrDef = AttrDef {
    name: "gpu.select_object",
    class: "GPU_SelectObjectAttr",
    doc: "The object of a binary that is used: by its number or its target.",
    params: &[param("target", ParamKind::Attr, true)],
    format: Some("(`<` $target^ `>`)?"),
    verify: Some(&verify_select),
    interfaces: &[&(&Selects as &dyn OffloadingTranslation)],
    ..EMPTY_PARAMS
};

fn verify_select(cx: &Context, params: &[Attr]) -> Result<(), String> {
    let Some(target) = params.first().and_then(|target| target.opt()) else { return Ok(()) };
    match target.as_i64(cx) {
        Some(number) if number < 0 => Err("the object index must be positive".to_string()),
        None if !is_target(cx, target) => {
            Err("the target attribute must be a GPU Target attribute".to_string())
        }
        _ => Ok(()),
    }
}

/// The attribute that selects the first object.
pub fn select_first(cx: &Context) -> Attr {
    cx.dialect_attr(&SELECT_OBJECT, &[Attr::NULL]).unwrap_or(Attr::NULL)
}

/// A compiled object.
pub static OBJECT: AttrDef = AttrDef {
    name: "gpu.object",
    class: "GPU_ObjectAttr",
    doc: "A compiled object.",
    params: &[
        param("target", ParamKind::Attr, false),
        ParamDef::of_enum("format", <CompilationTarget as EnumValue>::DEF),
        param("object", ParamKind::Attr, false),
        param("properties", ParamKind::Attr, true),
        param("kernels", ParamKind::Dialect(&KERNEL_TABLE), true),
    ],
    asm: Some((parse_object, print_object)),
    verify: Some(&verify_object),
    ..EMPTY_PARAMS
};

fn verify_object(cx: &Context, params: &[Attr]) -> Result<(), String> {
    match params.first() {
        Some(&target) if is_target(cx, target) => Ok(()),
        _ => Err("the target attribute must implement or promise the `gpu::TargetAttrInterface`".to_string()),
    }
}

fn parse_object(p: &mut dyn OpParser, _ty: Type) -> PResult<Vec<Attr>> {
    p.token("<")?;
    let target = p.attr(Type::NONE)?;
    p.token(",")?;
    let (mut properties, mut kernels) = (Attr::NULL, Attr::NULL);
    let mut loc = p.loc();
    let mut word = p.optional_keyword();
    if word.as_deref() == Some("properties") {
        p.token("=")?;
        properties = p.attr(Type::NONE)?;
        p.token(",")?;
        loc = p.loc();
        word = p.optional_keyword();
    }
    if word.as_deref() == Some("kernels") {
        p.token("=")?;
        kernels = p.dialect_attr(&KERNEL_TABLE)?;
        p.token(",")?;
        loc = p.loc();
        word = p.optional_keyword();
    }
    let format = match word {
        None => CompilationTarget::Fatbin,
        Some(word) => match CompilationTarget::from_keyword(&word) {
            Some(format) => {
                p.token("=")?;
                format
            }
            None => return Err(p.error(loc, "expected keyword for GPU object format".to_string())),
        },
    };
    let Some(object) = p.optional_string()? else {
        let loc = p.loc();
        let what = "expected string; failed to parse GPU_ObjectAttr parameter 'object' which is to be a `StringAttr`";
        return Err(p.error(loc, what.to_string()));
    };
    p.token(">")?;
    let cx = p.cx();
    let object = cx.str_attr(cx.str_from_bytes(&object));
    Ok(vec![target, terrace_ir::enum_attr::enum_attr(cx, format), object, properties, kernels])
}

fn print_object(p: &mut dyn AttrPrinter, cx: &Context, params: &[Attr]) {
    let &[target, format, object, properties, kernels] = params else { return };
    p.text("<");
    p.attr(target);
    p.text(", ");
    if let Some(properties) = properties.opt() {
        p.text("properties = ");
        p.attr(properties);
        p.text(", ");
    }
    if let Some(kernels) = kernels.opt() {
        p.text("kernels = ");
        p.attr_stripped(kernels);
        p.text(", ");
    }
    let format = terrace_ir::enum_attr::enum_value::<CompilationTarget>(cx, format);
    if let Some(format) = format.filter(|&format| format != CompilationTarget::Fatbin) {
        p.text(format.keyword());
        p.text(" = ");
    }
    p.attr(object);
    p.text(">");
}

attr_kinds! {
    /// Three sizes.
    pub DimSizesAttr("i32 dense array attribute with 3 elements (if present)") {
        accepts: |cx, attr| attr.as_i32_array(cx).is_some_and(|sizes| sizes.len() == 3),
        syntax: AttrSyntax::DenseArray(Type::I32),
    }
    /// The targets of a module.
    pub TargetArrayAttr("array of GPU target attributes with at least 1 elements") {
        accepts: |cx, attr| {
            attr.as_array(cx).is_some_and(|targets| !targets.is_empty() && targets.iter().all(|&t| is_target(cx, t)))
        },
    }
    /// A translation.
    pub OffloadingTranslationAttr("any attribute with the `OffloadingTranslationAttrTrait` trait.") {
        accepts: is_translation,
    }
    /// The objects of a binary.
    pub ObjectArrayAttr("an array of GPU object attributes with at least 1 elements") {
        accepts: |cx, attr| {
            let is_object = |&object: &Attr| cx.attr_params(object, &OBJECT).is_some();
            attr.as_array(cx).is_some_and(|objects| !objects.is_empty() && objects.iter().all(is_object))
        },
    }
}

/// Returns the attribute of a memory space.
pub fn address_space(cx: &Context, space: AddressSpace) -> Attr {
    enum_param_attr(cx, space, &ADDRESS_SPACE)
}
