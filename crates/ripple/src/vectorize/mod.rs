//! Vectorizes functions that use Ripple: values with shapes become vectors, divergent branches become masks.
//!
//! Entry: functions in the dialect llvm that use Ripple, whose locals are values. Exit: the dialect llvm without uses
//! of Ripple.
//!
//! The map: [`emit`] is the emitter. Its state is in [`lanes`] and [`values`] (representations of values), [`accesses`]
//! (memory, and deferred accesses), [`requests`] (blocks, and functions that are called) and [`reports`]; these import
//! nothing of it. [`masks`] has the active lanes, [`mask_parts`] takes them apart; [`control`] lays out blocks that are executed together, [`masked`]
//! those under masks, [`loops`] loops under masks, [`leaving`] what is assigned on the way out of them, [`passing`] is
//! how values go from block to block. [`ops`] tries the renderings of an op in order: [`lane_vectors`], [`arithmetic`],
//! [`widen`], [`wrapping`], [`clamping`] with [`ranges`], [`borders`] and [`contiguous`], [`bits`], [`bfloat`],
//! [`narrow`] with [`ranged`], [`selections`], [`addresses`], [`memory`] with [`load_rows`] and [`rows`], [`prefixes`] with
//! [`masked_copies`] and [`late`], [`arrays`], [`stores`], [`interleave`] with [`aliasing`] and [`versions`], and
//! [`lookup`] and [`tables`], [`permute`], [`calls`], [`library`], [`math`], [`adapters`]. [`merged_stores`] joins masked stores to one
//! address, [`pass_through`] masked loads with what is chosen otherwise. [`bfloat_bits`] holds vectors of bfloat as bits
//! in the end, [`in_parts`] those of odd numbers of elements in parts; [`halves`] takes every second element as a half of
//! a number, [`contractions`] chooses products that are fused, and [`sinking`] moves to unlikely branches what they alone need.

mod accesses;
mod adapters;
mod addresses;
mod advice;
mod aliasing;
mod arithmetic;
mod arrays;
mod bfloat;
mod bfloat_bits;
mod bits;
mod borders;
mod calls;
mod clamping;
mod contiguous;
mod contractions;
mod control;
mod emit;
mod emulated_masks;
mod explain;
mod false_masks;
mod halves;
mod in_parts;
mod interleave;
mod lane_vectors;
mod lanes;
mod late;
mod leaving;
mod library;
mod load_rows;
mod lookup;
mod loops;
mod mask_parts;
mod masked;
mod masked_copies;
mod masks;
mod math;
pub(crate) mod members;
mod memory;
mod merged_stores;
mod narrow;
mod narrow_offsets;
mod ops;
mod pass_through;
mod passed_vectors;
mod passing;
mod permute;
mod predicated;
mod prefixes;
mod ranged;
mod ranges;
mod reports;
mod requests;
mod rows;
mod selections;
mod sinking;
mod stores;
mod tables;
mod totals;
mod truncating;
mod values;
mod versions;
mod widen;
mod wrapping;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};
use terrace_dialects_llvm::attrs::{CConvAttr, LinkageAttr};
use terrace_dialects_llvm::enums::{CConv, Linkage, Visibility};
use terrace_dialects_llvm::intrinsics::TrapOp;
use terrace_dialects_llvm::ops::{LLVMFuncOp, UnreachableOp, function_type};
use terrace_ir::data_layout::{DataLayout, LayoutProperty};
use terrace_ir::dominance::DomTree;
use terrace_ir::enum_attr::enum_attr;
use terrace_ir::interfaces::Callable;
use terrace_ir::sub_elements::SubElements;
use terrace_ir::symbol_table::SymbolTable;
use terrace_ir::symbols::referenced_symbols;
use terrace_ir::{
    Attr, Block, BodyId, Context, Diag, Ir, Loc, Op, OpHandle, OpRef, Region, Rewriter, Signedness, Str,
    Type, Value,
};
use terrace_rewrite::passes::cse::eliminate_common_subexpressions;
use terrace_rewrite::regions::erase_unreachable_blocks;
use terrace_target::{Quirk, Target, TargetKey, target_of};

use crate::analysis::{
    Analysis, Analyzed, Analyzer, Argument, Findings, Shapes, Specialization, condition_of, drop_repeated,
};
use crate::diagnostics::{Tag, error, is_of};
use crate::dialect::{SetShapeOp, is_mark};
use crate::functions::{copy_function, erase_dead, functions_of_ripple, name_of, ops_of, uses_ripple};
use crate::if_conversion::straighten;
use crate::legal_vectors::{allow_passed_vectors, allow_vectors};
use crate::lengths::COPY_FOR_LENGTH;
use crate::levels::{BlockFacts, levels, normalize};
use crate::libraries::Library;
use crate::libraries::link::link;
use crate::math::MathRequest;
use crate::run_time::provide_rounding;
use crate::shape::Shape;
use crate::subprograms::make_subprogram_distinct;
use crate::watches::watch_scalars;

pub(crate) use accesses::Objects;
use accesses::{CopyFunction, Memory, Prefixes, Scratch};
use adapters::{Adapters, define_adapters};
use bfloat_bits::{SPECIALIZATION, bits_of_bfloat, hold_bfloat_as_bits};
use control::Control;
pub(crate) use emit::Emitter;
pub(crate) use lanes::{Anchor, Lanes, Mask};
use lookup::object_sizes;
pub(crate) use ops::{Render, Rendered};
use reports::Reports;
use requests::{Adapter, Blocks, Calls, Request};
use tables::constant_tables;
use values::Values;

/// The largest number of specialized functions of a module.
const MAX_SPECIALIZATIONS: usize = 10_000;

/// Options of the vectorization of functions.
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct Options {
    /// Whether calls of math functions become calls of vector math functions ([`crate::math`]).
    pub math: bool,
    /// The user's libraries of vector functions.
    pub library: Library,
    /// Whether a remark reports for each access the form that it was vectorized to, and the reason.
    pub explain: bool,
}

/// Vectorizes the functions of a module that use Ripple.
///
/// Returns warnings about likely mistakes and remarks about code that was vectorized inefficiently.
///
/// # Errors
///
/// Errors in the order of the functions. On error the module is left partially transformed.
pub fn vectorize(ir: &mut Ir, module: OpHandle, options: &Options) -> Result<Vec<Box<Diag>>, Vec<Box<Diag>>> {
    let functions = functions_of_ripple(ir, module);
    for &function in &functions {
        let Some(body) = ir.op(function).inner_body() else { continue };
        ir.rewrite(body, |rw| {
            erase_unreachable_blocks(rw);
            eliminate_common_subexpressions(rw);
            straighten(rw);
            if let Some(&region) = rw.body().top_regions().first() {
                normalize(rw, region);
            }
        });
    }
    let Roots { roots, analyzed, findings } = find_roots(ir, module, &functions, &options.library);
    let findings = findings.deduplicated();
    if !findings.errors.is_empty() {
        return Err(findings.errors);
    }
    let mut notices = findings.warnings;
    let mut driver = Driver {
        module,
        options,
        math: FxHashMap::default(),
        math_queue: Vec::new(),
        adapters: Adapters::new(),
        called: BTreeMap::new(),
        copies: BTreeMap::new(),
        symbols: SymbolTable::new(ir.op(module)),
        templates: FxHashMap::default(),
        analyzed,
        names: FxHashMap::default(),
        queue: Vec::new(),
        errors: Vec::new(),
        remarks: Vec::new(),
    };
    // Functions that are both rewritten and called with shapes are copied first.
    for &(function, _) in &roots {
        let template = copy_function(ir, module, function);
        driver.templates.insert(function, template);
    }
    let mut written: FxHashSet<Attr> = FxHashSet::default();
    for (function, known) in &roots {
        let arguments = Analyzer::unspecialized(ir.op(*function)).arguments;
        let before = (driver.errors.len(), driver.remarks.len());
        driver.write(ir, *function, &known.shapes, &arguments, None);
        // Diagnostics of a function are not repeated for its copies for other vector lengths.
        let original = ir.op(*function).attr(COPY_FOR_LENGTH);
        if original.is_some_and(|original| !written.insert(original)) {
            driver.remarks.truncate(before.1);
            if before.0 > 0 {
                driver.errors.truncate(before.0);
            }
        }
    }
    while let Some((request, name)) = driver.queue.pop() {
        driver.specialize(ir, &request, &name);
    }
    driver.define_called(ir);
    link(&options.library, ir, module, &driver.called);
    let templates: Vec<OpHandle> = roots.iter().map(|(function, _)| driver.templates[function]).collect();
    templates.into_iter().for_each(|template| ir.erase_op(template));
    let all: Vec<OpHandle> =
        crate::functions::functions(ir, module).map(|function| function.handle()).collect();
    allow_passed_vectors(ir, &all);
    debug_assert_eq!(passed_vectors::passed_otherwise(ir, &all), None);
    let bodies: Vec<BodyId> =
        crate::functions::functions(ir, module).filter_map(|function| function.inner_body()).collect();
    for body in bodies {
        ir.rewrite(body, watch_scalars);
    }
    if !driver.errors.is_empty() {
        drop_repeated(&mut driver.errors);
        return Err(driver.errors);
    }
    let roots: FxHashSet<OpHandle> = roots.into_iter().map(|(function, _)| function).collect();
    clean_up(ir, module, &functions, &roots);
    provide_rounding(ir, module);
    drop_repeated(&mut driver.remarks);
    notices.extend(driver.remarks);
    Ok(notices)
}

/// The functions that are rendered for scalar arguments, and what was found in them.
struct Roots {
    roots: Vec<(OpHandle, Rc<Analysis>)>,
    analyzed: Analyzed,
    findings: Findings,
}

/// The functions that are rendered for scalar arguments, with what is known of them.
fn find_roots(ir: &Ir, module: OpHandle, functions: &[OpHandle], library: &Library) -> Roots {
    let none = FxHashMap::default();
    let mut analyzer = Analyzer::new(ir, module, &none, library, Analyzed::default());
    let mut candidates = Vec::new();
    for &function in functions {
        let view = ir.op(function);
        if !uses_ripple(view) {
            continue;
        }
        let key = Analyzer::unspecialized(view);
        let has_block = ops_of(view).any(|op| op.isa::<SetShapeOp>());
        if let Some(known) = analyzer.analyze(&key, true) {
            candidates.push((key, known, has_block));
        }
    }
    let specialized: FxHashSet<OpHandle> = analyzer.specialized().collect();
    let analyzed = analyzer.into_analyzed();
    let (mut roots, mut findings) = (Vec::new(), Findings::default());
    // An error in a function is also one in its copies for other vector lengths; it is reported once.
    let mut told: FxHashSet<Attr> = FxHashSet::default();
    for (key, known, has_block) in candidates {
        // Without a block of its own, a function may be meant for callers that pass one. Those in other units cannot.
        let may_get_block = is_discardable(ir.op(key.function)) || specialized.contains(&key.function);
        if !has_block {
            let mut trial = Findings::default();
            trial.collect(&analyzed, &key);
            let needs_block = trial.errors.iter().any(|error| is_of(error, Tag::AmbiguousBlock));
            if !trial.errors.is_empty() && (may_get_block || !needs_block) {
                continue;
            }
        }
        if let Some(original) = ir.op(key.function).attr(COPY_FOR_LENGTH) {
            let mut found = Findings::default();
            found.collect(&analyzed, &key);
            let is_quiet = found.errors.is_empty() && found.warnings.is_empty();
            if !is_quiet && !told.insert(original) {
                roots.push((key.function, known));
                continue;
            }
        }
        findings.collect(&analyzed, &key);
        roots.push((key.function, known));
    }
    Roots { roots, analyzed, findings }
}

struct Driver<'o> {
    module: OpHandle,
    options: &'o Options,
    /// The vector math functions that are called, with their names, in order.
    math: FxHashMap<MathRequest, String>,
    math_queue: Vec<MathRequest>,
    /// The functions that copy elements, with their names.
    copies: BTreeMap<CopyFunction, Vec<(Option<TargetKey>, Str)>>,
    /// The functions that stand between others.
    adapters: Adapters,
    /// The functions of the library that are called, with their names.
    called: BTreeMap<usize, Str>,
    /// The symbols that the module had, and names for what is added.
    symbols: SymbolTable,
    /// Copies of functions as they were, for those that are rewritten.
    templates: FxHashMap<OpHandle, OpHandle>,
    analyzed: Analyzed,
    names: FxHashMap<Request, String>,
    queue: Vec<(Request, String)>,
    errors: Vec<Box<Diag>>,
    remarks: Vec<Box<Diag>>,
}

impl Driver<'_> {
    /// Defines the math and memory functions that are called.
    fn define_called(&mut self, ir: &mut Ir) {
        let mut symbols = SymbolTable::new(ir.op(self.module));
        for request in std::mem::take(&mut self.math_queue) {
            request.define(ir, &mut symbols, &self.math[&request]);
        }
        let cx = std::sync::Arc::clone(ir.cx());
        for (&copy, names) in &self.copies {
            let size = copy.bits_size().map(|size| CopyFunction::ByBits { size });
            let by_bits = size.and_then(|by_bits| self.copies.get(&by_bits)?.first());
            for (target, name) in names {
                let name = name.text(&cx);
                match by_bits {
                    Some((_, by_bits)) => {
                        let by_bits = by_bits.text(&cx);
                        emulated_masks::define(ir, &mut symbols, name, (copy, *target), by_bits);
                    }
                    None => masked_copies::define_copy(ir, &mut symbols, name, copy),
                }
            }
        }
        define_adapters(ir, &mut symbols, &self.adapters);
    }

    fn specialize(&mut self, ir: &mut Ir, request: &Request, name: &str) {
        let template = self.templates.get(&request.key.function).copied().unwrap_or(request.key.function);
        if self.names.len() > MAX_SPECIALIZATIONS {
            if self.errors.is_empty() {
                let message = format!("more than {MAX_SPECIALIZATIONS} specialized functions are needed");
                self.errors.push(error(Tag::Type, ir.op(template).loc(), message));
            }
            return;
        }
        let copy = copy_function(ir, self.module, template);
        make_subprogram_distinct(ir, copy);
        let cx = std::sync::Arc::clone(ir.cx());
        let key = Specialization { function: copy, arguments: request.key.arguments.clone() };
        let mut analyzer = Analyzer::new(
            ir,
            self.module,
            &self.templates,
            &self.options.library,
            std::mem::take(&mut self.analyzed),
        );
        let known = analyzer.analyze(&key, false);
        self.analyzed = analyzer.into_analyzed();
        self.analyzed.remove(&key);
        let Some(known) = known else { return };
        let shapes = &known.shapes;
        let function = ir.op(copy);
        let results =
            function.interface::<dyn Callable>().map(|callable| callable.callable_results(function));
        let result = results.and_then(|results| results.first().copied());
        let inputs = function.region(0).entry().map(|entry| entry.arg_types()).unwrap_or_default();
        let has_bits = target_of(function).passes_bfloat_as_bits();
        let shaped = |ty: Type, shape: Shape| match shape.is_scalar() {
            true => ty,
            false => {
                let ty = terrace_dialects_llvm::types::vector_type(&cx, ty, shape.elements() as i64, false);
                bits_of_bfloat(&cx, ty).filter(|_| has_bits).unwrap_or(ty)
            }
        };
        let mut inputs: Vec<Type> = inputs
            .into_iter()
            .zip(&key.arguments)
            .map(|(ty, argument)| shaped(ty, argument.shape()))
            .collect();
        inputs.extend(request.mask.map(|shape| shaped(cx.integer(1, Signedness::Signless), shape)));
        let result = result.map(|ty| shaped(ty, shapes.result.unwrap_or(Shape::SCALAR)));
        let ty = function_type(&cx, &inputs, result, false);
        let given = function.inherent_attr("arg_attrs");
        let by_value = calls::passed_by_value(&cx, given, &key.arguments, request.mask.is_some());
        ir.rewrite(copy.body, |rw| {
            rw.set_attr(copy.op, "sym_name", cx.string_attr(name));
            rw.set_attr(copy.op, "function_type", cx.type_attr(ty));
            rw.set_attr(copy.op, "linkage", LinkageAttr::get(&cx, Linkage::Internal).into());
            // Calls are recreated with the default calling convention; internal functions have no other callers.
            rw.set_attr(copy.op, "CConv", CConvAttr::get(&cx, CConv::C).into());
            rw.set_attr(copy.op, "visibility_", enum_attr(&cx, Visibility::Default));
            request.target.set(rw, copy.op);
            rw.set_attr(copy.op, "arg_attrs", by_value.ok().flatten().unwrap_or(Attr::NULL));
            for gone in ["res_attrs", "comdat", "memory_effects", "function_entry_count", "convergent"] {
                rw.set_attr(copy.op, gone, Attr::NULL);
            }
        });
        self.write(ir, copy, shapes, &key.arguments, request.mask);
    }

    /// Rewrites the body of a function.
    fn write(
        &mut self,
        ir: &mut Ir,
        function: OpHandle,
        shapes: &Shapes,
        arguments: &[Argument],
        mask: Option<Shape>,
    ) {
        let Some(body) = ir.op(function).inner_body() else { return };
        let layout = DataLayout::of(ir.op(function));
        allow_vectors(ir, function);
        let (target, is_reversed) = (target_of(ir.op(function)), is_big_endian(ir.cx(), &layout));
        let key = TargetKey::of(ir.op(function));
        let is_specialized = name_of(ir.op(function)).contains(SPECIALIZATION);
        let object_sizes = object_sizes(ir, function, &layout);
        let constant_tables = constant_tables(ir, function, &layout);
        let objects = Objects::of(ir, function);
        let reads_pages = target.reads_pages() && !emulated_masks::is_sanitized(ir.op(function));
        let names: FxHashMap<OpHandle, String> = shapes
            .calls
            .values()
            .filter_map(|plan| plan.callee())
            .map(|callee| (callee, name_of(ir.op(callee)).to_string()))
            .collect();
        let (assigned, queue) = (&mut self.names, &mut self.queue);
        let callees = shapes.calls.values().filter_map(|plan| plan.callee());
        let written_for = callees.map(|callee| (callee, TargetKey::of(ir.op(callee)))).collect();
        let mut request = |request: Request| {
            if let Some(name) = assigned.get(&request) {
                return name.clone();
            }
            let original = names.get(&request.key.function).map_or("", String::as_str);
            let masked = if request.mask.is_some() { "masked." } else { "" };
            let name = format!("{masked}{SPECIALIZATION}{}.{original}", assigned.len());
            assigned.insert(request.clone(), name.clone());
            queue.push((request, name.clone()));
            name
        };
        let (math_names, math_queue, called) = (&mut self.math, &mut self.math_queue, &mut self.called);
        let symbols = RefCell::new(&mut self.symbols);
        let cx = std::sync::Arc::clone(ir.cx());
        let mut math = |request: MathRequest| {
            let name = math_names.entry(request).or_insert_with(|| {
                math_queue.push(request);
                symbols.borrow_mut().reserve(&cx, &request.name()).text(&cx).to_owned()
            });
            name.clone()
        };
        let options = self.options;
        let mut library_name = |number: usize| {
            let symbol = options.library.function(number).symbol.text(&cx);
            let name = called.entry(number).or_insert_with(|| symbols.borrow_mut().reserve(&cx, symbol));
            name.text(&cx).to_owned()
        };
        let adapters = &mut self.adapters;
        let mut adapter = |adapter: Adapter, target: TargetKey| {
            let known = adapters.entry(adapter).or_insert_with_key(|adapter| {
                (symbols.borrow_mut().reserve(&cx, &adapter.name()).text(&cx).to_owned(), target)
            });
            known.0.clone()
        };
        let copies = &mut self.copies;
        let mut copy_function = |copy: CopyFunction| {
            let names = copies.entry(copy).or_default();
            copy.name_for(key, names, || symbols.borrow_mut().reserve(&cx, &copy.name())).text(&cx).to_owned()
        };
        let has_math = self.options.math;
        let (errors, remarks): (Vec<Box<Diag>>, Vec<Box<Diag>>) = ir.rewrite(body, |rw| {
            let Some(&region) = rw.body().top_regions().first() else { return Default::default() };
            let old: Vec<Block> = rw.body().blocks_of(region).collect();
            let Some(mut level) = levels(rw.cx(), rw.body(), region) else { return Default::default() };
            level.divide(rw.body(), &facts(rw, &old, shapes));
            let tree = DomTree::new(rw.body(), region);
            let totals = totals::totals(rw, region, &old, shapes);
            let entry = old[0];
            let args: Vec<(Value, Type)> =
                rw.body().args(entry).map(|arg| (arg, rw.body().value_type(arg))).collect();
            let is_unaliased: Vec<bool> = args.iter().map(|&(arg, _)| objects.is_unaliased(arg)).collect();
            let first = rw.create_block_before(entry, &[]);
            let mut emitter = Emitter {
                rw,
                shapes,
                layout,
                target: &*target,
                key,
                tree,
                region,
                current: first,
                loc: Loc::UNKNOWN,
                block: entry,
                is_elsewhere: false,
                is_unlikely: false,
                values: Values { totals, ..Values::default() },
                memory: Memory { object_sizes, constant_tables, objects, reads_pages, ..Memory::default() },
                prefixes: Prefixes::default(),
                scratch: Scratch::default(),
                blocks: Blocks::default(),
                calls: Calls {
                    request: &mut request,
                    math: has_math.then_some(&mut math),
                    library: &options.library,
                    library_name: &mut library_name,
                    adapter: &mut adapter,
                    copy_function: &mut copy_function,
                    written_for,
                },
                errors: Vec::new(),
                remarks: Vec::new(),
                reports: Reports::new(self.options.explain),
                watched: None,
            };
            for ((arg, ty), argument) in args.into_iter().zip(arguments) {
                let shape = argument.shape();
                let whole = emitter.shaped(ty, shape);
                let value = emitter.add_argument(first, whole);
                emitter.set(arg, Lanes::opaque(value, ty, shape));
            }
            let mask = mask.map(|shape| {
                let bits = emitter.bool_type();
                let whole = emitter.shaped(bits, shape);
                Mask { value: emitter.add_argument(first, whole), shape }
            });
            emitter.enter(first);
            let mut control = Control::default();
            emitter.level(&mut control, &level, mask.as_ref(), &[], Some(entry));
            let (errors, mut remarks) =
                (std::mem::take(&mut emitter.errors), std::mem::take(&mut emitter.remarks));
            remarks.extend(std::mem::take(&mut emitter.reports).into_remarks());
            let copies = emitter.into_copies();
            rw.erase_blocks(&old);
            copies.erase_superseded(rw);
            erase_unreachable_blocks(rw);
            erase_dead(rw);
            let unaliased = rw.body().args(first).zip(is_unaliased).filter(|(_, is_unaliased)| *is_unaliased);
            let unaliased = unaliased.map(|(arg, _)| arg).collect();
            merged_stores::merge_stores(rw, region, unaliased);
            if reads_pages {
                emulated_masks::lower(rw, region, target.least_masked(), &mut copy_function);
            }
            sinking::sink_into_unlikely(rw, region);
            complete(rw, region, &*target, (is_specialized, is_reversed));
            copies.compute_late(rw);
            (errors, remarks)
        });
        self.errors.extend(errors);
        self.remarks.extend(remarks);
    }
}

/// Whether the high part of a number is first in memory.
fn is_big_endian(cx: &Context, layout: &DataLayout) -> bool {
    let order = layout.property(cx, LayoutProperty::Endianness);
    order.is_some_and(|order| order.as_str(cx) == Some("big"))
}

/// Works around faults of the target's code generator, and chooses products that are fused.
fn complete(
    rw: &mut Rewriter<'_>,
    region: Region,
    target: &dyn Target,
    (is_specialized, is_reversed): (bool, bool),
) {
    if target.has_quirk(Quirk::SelectedMaskedLoad) {
        pass_through::pass_through(rw, region);
    }
    if target.has_quirk(Quirk::BfloatVectorsSplit) {
        hold_bfloat_as_bits(rw, region, is_specialized);
    }
    if !is_reversed {
        halves::take_halves(rw, region);
    }
    if target.fuses_multiply_add() {
        contractions::fuse_late_products(rw, region);
    }
    if target.has_quirk(Quirk::OddVectorPassed) {
        let most_in_mask = target.has_quirk(Quirk::WideMaskPassed).then_some(target.register_bytes());
        in_parts::hold_in_parts(rw, region, target.register_bytes(), most_in_mask);
    }
}

fn facts(rw: &terrace_ir::Rewriter<'_>, blocks: &[Block], shapes: &Shapes) -> BlockFacts {
    let mut facts = BlockFacts::default();
    for &block in blocks {
        let Some(op) = rw.body().last_op(block) else { continue };
        let view = rw.op(op);
        if view.isa::<UnreachableOp>() {
            facts.dead_ends.insert(block);
        }
        if condition_of(view).is_some_and(|condition| !shapes.of(condition).is_scalar()) {
            facts.divides.insert(block);
        }
    }
    facts
}

/// Erases declarations of Ripple's intrinsics and functions that are only used in specialized form.
fn clean_up(ir: &mut Ir, module: OpHandle, functions: &[OpHandle], roots: &FxHashSet<OpHandle>) {
    let candidates: FxHashSet<OpHandle> = functions
        .iter()
        .copied()
        .filter(|&function| !roots.contains(&function) && is_discardable(ir.op(function)))
        .collect();
    let used = used_functions(ir, module, &candidates);
    let mut left = Vec::new();
    for &function in functions.iter().filter(|&function| !roots.contains(function)) {
        if candidates.contains(&function) && !used.contains(&function) {
            ir.erase_op(function);
        } else {
            left.push(function);
        }
    }
    for function in left.into_iter().filter(|&function| uses_ripple(ir.op(function))).collect::<Vec<_>>() {
        trap(ir, function);
    }
    // Functions that use Ripple no longer call an inlined function; other functions may.
    let marked: Vec<OpHandle> = crate::functions::functions(ir, module)
        .filter(|function| ops_of(*function).any(is_mark))
        .map(|function| function.handle())
        .collect();
    marked.into_iter().for_each(|function| drop_marks(ir, function));
}

/// Those of some functions of a module that are named by what is not among them, or by those that are.
pub(crate) fn used_functions(
    ir: &Ir,
    module: OpHandle,
    candidates: &FxHashSet<OpHandle>,
) -> FxHashSet<OpHandle> {
    let mut used: FxHashSet<OpHandle> = FxHashSet::default();
    if candidates.is_empty() {
        return used;
    }
    let (tables, mut walk) = (ir.symbol_tables(), SubElements::default());
    let top = ir.op(module).regions().flat_map(|region| region.blocks()).flat_map(|block| block.ops());
    let mut pending: Vec<OpRef<'_>> = top.filter(|op| !candidates.contains(&op.handle())).collect();
    while let Some(user) = pending.pop() {
        let Some(symbols) = referenced_symbols(user, &mut walk) else { return candidates.clone() };
        for attr in symbols {
            let Some((name, _)) = attr.as_symbol_ref(ir.cx()) else { continue };
            let found = tables.lookup(ir.op(module), name);
            pending.extend(found.filter(|op| candidates.contains(&op.handle()) && used.insert(op.handle())));
        }
    }
    used
}

/// Whether a function is erased if it has no uses.
pub(crate) fn is_discardable(function: OpRef<'_>) -> bool {
    let Some(view) = function.cast::<LLVMFuncOp>() else { return false };
    matches!(
        view.linkage(),
        Linkage::Internal
            | Linkage::Private
            | Linkage::Linkonce
            | Linkage::LinkonceODR
            | Linkage::AvailableExternally
    )
}

/// Replaces marked values by what is marked, in a function of scalars.
fn drop_marks(ir: &mut Ir, function: OpHandle) {
    let Some(body) = ir.op(function).inner_body() else { return };
    ir.rewrite(body, |rw| {
        let marks: Vec<Op> = rw.body().live_ops().filter(|&op| is_mark(rw.op(op))).collect();
        for op in marks {
            let value = rw.body().operand(op, 0);
            rw.replace_op(op, &[value]);
        }
    });
}

/// Replaces the body of a function that has no meaning without shapes.
fn trap(ir: &mut Ir, function: OpHandle) {
    let Some(body) = ir.op(function).inner_body() else { return };
    ir.rewrite(body, |rw| {
        let Some(&region) = rw.body().top_regions().first() else { return };
        let blocks: Vec<Block> = rw.body().blocks_of(region).collect();
        let entry = blocks[0];
        let loc = rw.body().first_op(entry).map_or(Loc::UNKNOWN, |op| rw.body().loc(op));
        let args: Vec<(Type, Loc)> =
            rw.body().args(entry).map(|arg| (rw.body().value_type(arg), loc)).collect();
        let first = rw.create_block_before(entry, &args);
        rw.set_insertion_point_to_end(first);
        rw.build(TrapOp::of().loc(loc));
        rw.build(UnreachableOp::of().loc(loc));
        rw.erase_blocks(&blocks);
    });
}
