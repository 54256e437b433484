//! Creates functions.

use terrace_ir::symbol_table::SymbolTable;
use terrace_ir::{BodyId, Ir, Loc, OpHandle, Region, Rewriter, Type, Value};

use super::FuncOp;

/// A function that is to be created.
#[derive(Clone, Copy, Debug)]
pub struct NewFunction<'a> {
    /// The name; if a symbol of the table has it, a number is appended.
    pub name: &'a str,
    /// The types of the arguments.
    pub inputs: &'a [Type],
    /// The types of the results.
    pub results: &'a [Type],
    /// Whether nothing outside the table may refer to it.
    pub private: bool,
    /// The location of the function and its arguments.
    pub loc: Loc,
}

impl NewFunction<'_> {
    /// Creates the function at the end of a symbol table. `fill` creates the ops of its entry block, from the
    /// arguments, at the insertion point of the rewriter. Returns the function and the value of `fill`;
    /// `None` if the table has no block.
    pub fn create<R>(
        &self,
        ir: &mut Ir,
        symbols: &mut SymbolTable,
        fill: impl FnOnce(&mut Rewriter<'_>, &[Value]) -> R,
    ) -> Option<(OpHandle, R)> {
        let (function, body, region) = self.declare_with_region(ir, symbols)?;
        let filled = ir.rewrite(body, |rw| {
            let args: Vec<(Type, Loc)> = self.inputs.iter().map(|&ty| (ty, self.loc)).collect();
            let entry = rw.create_block(region, &args);
            let args: Vec<Value> = rw.body().args(entry).collect();
            rw.set_insertion_point_to_end(entry);
            fill(rw, &args)
        });
        Some((function, filled))
    }

    /// Creates the function at the end of a symbol table, as a declaration. Returns it; `None` if the table has no block.
    pub fn declare(&self, ir: &mut Ir, symbols: &mut SymbolTable) -> Option<OpHandle> {
        self.declare_with_region(ir, symbols).map(|(function, ..)| function)
    }

    fn declare_with_region(
        &self,
        ir: &mut Ir,
        symbols: &mut SymbolTable,
    ) -> Option<(OpHandle, BodyId, Region)> {
        let cx = ir.cx().clone();
        let ty = Some(cx.type_attr(cx.function_type(self.inputs, self.results)));
        let visibility = self.private.then(|| cx.string_attr("private"));
        let function = symbols.insert(ir, self.name, None, |rw, name| {
            rw.build(
                FuncOp::of()
                    .sym_name_attr(name)
                    .function_type_attr(ty)
                    .sym_visibility_attr(visibility)
                    .loc(self.loc),
            )
            .into()
        })?;
        let (body, regions) = ir.add_inner_body(function, 1);
        Some((function, body, regions[0]))
    }
}
