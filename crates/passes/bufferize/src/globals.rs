//! Globals for constants. They are in the module, which cannot be modified while functions in it are
//! rewritten, several of them in parallel: requests are collected before, and the globals created in the end.

use rustc_hash::FxHashMap;
use terrace_dialects_builtin::builtin::ModuleOp;
use terrace_dialects_mem::memref::GlobalOp;
use terrace_ir::symbol_table::SymbolTable;
use terrace_ir::{Attr, BodyId, Context, Ir, Loc, OpRef, Str, Type};
use terrace_rewrite::walk::body_post_order;

use crate::interface::BufferizableOp;
use crate::options::BufferizationOptions;

/// A constant that becomes a global.
#[derive(Clone, Copy)]
pub struct Wanted {
    /// Its elements.
    pub value: Attr,
    /// The tensor type.
    pub tensor: Type,
    /// The type of the buffer.
    pub ty: Type,
    /// The alignment; 0 for none.
    pub alignment: u64,
}

/// A global to be created.
struct New {
    name: Str,
    wanted: Wanted,
    loc: Loc,
}

/// The globals of a module.
struct ModuleGlobals {
    symbols: SymbolTable,
    /// Names and types by value and alignment.
    known: FxHashMap<(Attr, u64), (Attr, Type)>,
    new: Vec<New>,
}

/// The globals that constants become, by modules.
#[derive(Default)]
pub struct Globals {
    /// The modules in the order of requests.
    modules: Vec<(BodyId, ModuleGlobals)>,
}

/// The part of a global's name that spells the type of its tensor: `4x?xf32`.
fn suffix(cx: &Context, tensor: Type) -> String {
    let extents: Vec<String> = tensor.ranked_shape(cx).iter().map(i64::to_string).collect();
    format!("{}x{}", extents.join("x"), cx.type_text(tensor.element_type_or_self(cx)))
}

/// Returns the ancestor of an op, or the op itself, that is directly in the innermost module around it, and that module; `None` if there is none.
fn child_of_module(op: OpRef<'_>) -> Option<(OpRef<'_>, OpRef<'_>)> {
    let mut at = op;
    loop {
        let parent = at.parent_op()?;
        if parent.isa::<ModuleOp>() {
            return Some((at, parent));
        }
        at = parent;
    }
}

impl ModuleGlobals {
    fn of(child: OpRef<'_>, module: OpRef<'_>) -> Self {
        let cx = child.cx();
        let symbols = SymbolTable::new(module);
        let mut found = Self { symbols, known: FxHashMap::default(), new: Vec::new() };
        for op in child.block().into_iter().flat_map(|block| block.ops()) {
            let Some(name) = op.symbol_name() else { continue };
            let Some(global) = op.cast::<GlobalOp>() else { continue };
            let alignment = global.alignment().unwrap_or(0) as u64;
            if let Some(value) = global.initial_value_attr() {
                let reference = cx.flat_symbol_ref(name);
                found.known.entry((value, alignment)).or_insert((reference, global.buffer_type()));
            }
        }
        found
    }

    fn request(&mut self, cx: &Context, wanted: Wanted, loc: Loc) {
        let key = (wanted.value, wanted.alignment);
        if self.known.contains_key(&key) {
            return;
        }
        let name = self.symbols.reserve(cx, &format!("__constant_{}", suffix(cx, wanted.tensor)));
        let found = (cx.flat_symbol_ref(name), wanted.ty);
        self.known.insert(key, found);
        self.new.push(New { name, wanted, loc });
    }
}

impl Globals {
    /// Requests the globals for the constants of a body, in op order.
    pub fn collect(&mut self, ir: &Ir, id: BodyId, options: &BufferizationOptions) {
        let body = ir.body(id);
        for op in body_post_order(body) {
            let op = OpRef::in_body(ir, body, id, op);
            let model = op.interface::<dyn BufferizableOp>().filter(|_| options.is_op_allowed(op));
            if let Some(wanted) = model.and_then(|model| model.global(op, options)) {
                self.request(op, wanted);
            }
        }
    }

    fn request(&mut self, constant: OpRef<'_>, wanted: Wanted) {
        let Some((child, module)) = child_of_module(constant) else { return };
        let body = child.body_id();
        let at = match self.modules.iter().position(|(known, _)| *known == body) {
            Some(at) => at,
            None => {
                self.modules.push((body, ModuleGlobals::of(child, module)));
                self.modules.len() - 1
            }
        };
        self.modules[at].1.request(constant.cx(), wanted, constant.loc());
    }

    /// A reference to the global with the value of a constant, and its type: an existing one, or one that
    /// [`Self::make`] will create. `None` outside of a module, and if it was not [collected](Self::collect).
    pub fn find(&self, constant: OpRef<'_>, wanted: Wanted) -> Option<(Attr, Type)> {
        let body = child_of_module(constant)?.0.body_id();
        let (_, module) = self.modules.iter().find(|(known, _)| *known == body)?;
        module.known.get(&(wanted.value, wanted.alignment)).copied()
    }

    /// Creates the requested globals, the last first, at the start of their modules.
    pub fn make(self, ir: &mut Ir) {
        for (body, module) in self.modules {
            ir.rewrite(body, |rw| {
                let cx = rw.cx();
                let Some(&region) = rw.body().top_regions().first() else { return };
                let Some(block) = rw.body().entry(region) else { return };
                rw.set_insertion_point_to_start(block);
                for New { name, wanted, loc } in module.new.into_iter().rev() {
                    let alignment =
                        (wanted.alignment != 0).then(|| cx.int_attr(Type::I64, wanted.alignment as i64));
                    let (name, private) = (cx.str_attr(name), cx.string_attr("private"));
                    let ty = cx.type_attr(wanted.ty);
                    rw.build(
                        GlobalOp::of()
                            .loc(loc)
                            .sym_name_attr(name)
                            .sym_visibility_attr(private)
                            .type_attr(ty)
                            .initial_value_attr(wanted.value)
                            .constant(true)
                            .alignment_attr(alignment),
                    );
                }
            });
        }
    }
}
