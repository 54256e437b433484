//! `transform.structured.promote`: structured ops on copies of the parts of buffers that are their operands.

use terrace_dialects_core::func::FuncOp;
use terrace_dialects_core::scf::forall::DeviceMappingArrayAttr;
use terrace_dialects_gpu::gpu::attrs::{AddressSpace, MEMORY_SPACE, address_space};
use terrace_dialects_gpu::gpu::memory::BarrierOp;
use terrace_dialects_mem::layout::MemRef;
use terrace_dialects_mem::memref::causes::PROMOTED;
use terrace_dialects_mem::memref::{AllocSpec, SubViewOp, create_alloc, create_alloca, create_copy};
use terrace_ir::attr_kind::{AnyAttr, BoolArrayAttr, I64ArrayAttr, I64Attr, UnitAttr};
use terrace_ir::effects::MemoryEffects;
use terrace_ir::enum_attr::enum_param;
use terrace_ir::matchers::m_scalar_i64;
use terrace_ir::{Loc, OpHandle, OpKind, OpRef, Rewriter, TraitSet, Value};
use terrace_macros::op;
use terrace_passes_linalg::promote::{ByteBuffers, PromotionBuffers, PromotionOptions, promote_subviews};
use terrace_transform::effects::FunctionalStyle;
use terrace_transform::types::TRANSFORM_HANDLE;
use terrace_transform::{Each, EachResult, Mapping, TransformEachOp, TransformOpInterface, TransformState};

use super::actions::{check_structured, definitely_not_applied};
use super::reduction::nothing;
use super::semi_function_type::SEMI_FUNCTION_TYPE;

/// Copies parts of operands into buffers of their own.
#[op("transform.structured.promote", customs(&SEMI_FUNCTION_TYPE),
     interfaces(dyn TransformOpInterface = Each(PromoteOp::MODEL), dyn MemoryEffects = FunctionalStyle),
     format = "$target attr-dict `:` custom<SemiFunctionType>(type($target), type($transformed), \"false\")")]
pub struct PromoteOp {
    target: Operand<TRANSFORM_HANDLE>,
    operands_to_promote: DefaultProp<I64ArrayAttr, nothing>,
    use_full_tile_buffers: DefaultProp<BoolArrayAttr, nothing>,
    use_full_tiles_by_default: OptProp<UnitAttr>,
    use_original_subview_size: OptProp<UnitAttr>,
    use_alloca: OptProp<UnitAttr>,
    memory_space: OptProp<AnyAttr>,
    mapping: OptProp<DeviceMappingArrayAttr>,
    alignment: OptProp<I64Attr>,
    transformed: Res<TRANSFORM_HANDLE>,
}

/// Buffers in a memory of a GPU, at the start of the function. It is freed with the kernel.
struct GpuBuffers(AddressSpace);

impl PromotionBuffers for GpuBuffers {
    fn allocate(&self, rw: &mut Rewriter<'_>, part: SubViewOp, sizes: &[Value]) -> Option<Value> {
        let (cx, view) = (rw.cx(), part.view(rw));
        let mut around = view.0.ancestors();
        let function = around.find(|op| op.has_trait(TraitSet::IsolatedFromAbove))?;
        if !function.isa::<FuncOp>() {
            return None;
        }
        let (loc, body) = (function.loc(), rw.body());
        let entry = body.entry(*body.top_regions().first()?)?;
        let element = view.result().ty().element_type(cx)?;
        let shape: Vec<i64> =
            sizes.iter().map(|&size| m_scalar_i64(rw.value(size))).collect::<Option<_>>()?;
        let space = Some(address_space(cx, self.0));
        let ty = MemRef { shape: &shape, element, layout: None, space }.ty(cx);
        let point = rw.insertion_point()?;
        rw.set_insertion_point_to_start(entry);
        let spec = AllocSpec::default();
        let buffer = match self.0 {
            AddressSpace::Workgroup => Some(create_alloc(rw, spec, ty, loc, &PROMOTED)),
            AddressSpace::Private => Some(create_alloca(rw, spec, ty, loc, &PROMOTED)),
            _ => None,
        };
        rw.set_insertion_point(point);
        buffer
    }

    fn copy(&self, rw: &mut Rewriter<'_>, source: Value, dest: Value, _loc: Loc) -> Option<()> {
        let loc = rw.value(source).loc();
        let waits = self.0 == AddressSpace::Workgroup;
        if waits {
            rw.build(BarrierOp::of().loc(loc));
        }
        create_copy(rw, source, dest, loc, &PROMOTED);
        if waits {
            rw.build(BarrierOp::of().loc(loc));
        }
        Some(())
    }

    fn deallocate(&self, _rw: &mut Rewriter<'_>, _buffer: Value) {}
}

/// The memory of a GPU that a mapping names; an error message for other mappings.
fn mapped_space(view: PromoteOpView<'_>) -> Result<Option<AddressSpace>, ()> {
    let Some(mapping) = view.mapping() else { return Ok(None) };
    let mapping: Vec<_> = mapping.iter().collect();
    let [space] = mapping[..] else { return Err(()) };
    match enum_param::<AddressSpace>(view.0.cx(), space, &MEMORY_SPACE) {
        Some(space @ (AddressSpace::Workgroup | AddressSpace::Private)) => Ok(Some(space)),
        _ => Err(()),
    }
}

fn options_of(view: PromoteOpView<'_>) -> PromotionOptions {
    let operands: Vec<i64> = view.operands_to_promote().iter().collect();
    let mut options = PromotionOptions::default();
    options.operands = (!operands.is_empty()).then_some(operands);
    options.full_tile_buffers = view.use_full_tile_buffers().iter().collect();
    options.full_tiles_by_default = view.use_full_tiles_by_default();
    options.original_subview_size = view.use_original_subview_size();
    options
}

impl TransformEachOp for PromoteOp {
    fn apply_to_one(&self, op: OpRef<'_>, target: OpHandle, state: &mut TransformState<'_>) -> EachResult {
        check_structured(op, state, target)?;
        let view = PromoteOp::view_of(op);
        let mut options = options_of(view);
        let Ok(space) = mapped_space(view) else { return Err(definitely_not_applied(op, state, target)) };
        let bytes = ByteBuffers {
            on_stack: view.use_alloca(),
            memory_space: view.memory_space(),
            alignment: view.alignment_attr(),
        };
        let gpu = space.map(GpuBuffers);
        if gpu.is_some() {
            options.full_tile_buffers = vec![false, false];
        }
        let buffers = gpu.as_ref().map_or(&bytes as &dyn PromotionBuffers, |gpu| gpu);
        let promoted = state.rewrite(target.body, |rw| promote_subviews(rw, target.op, &options, buffers));
        match promoted {
            Some(()) => Ok(vec![Mapping::Ops(vec![target])]),
            None => Err(definitely_not_applied(op, state, target)),
        }
    }

    fn reports_tracking_failures(&self) -> bool {
        true
    }
}
