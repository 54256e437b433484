//! Dead code analysis: the executable blocks and control flow edges, and the callers of callables.

use rustc_hash::{FxHashMap, FxHashSet};
use terrace_ir::interfaces::{CallLike, Callable};
use terrace_ir::symbols::{SymbolTables, Visibility, defines_symbol, symbol_uses, visibility};
use terrace_ir::traits::TraitSet;
use terrace_ir::{Block, BlockRef, BodyId, OpHandle, OpRef};

/// The blocks that control may reach, and the calls among them.
#[derive(Clone, Default, Debug)]
pub struct Executable {
    pub(crate) blocks: FxHashSet<(BodyId, Block)>,
    /// The calls of each callable that were reached.
    pub(crate) calls: FxHashMap<OpHandle, Vec<OpHandle>>,
    /// Callables with unknown callers.
    open: FxHashSet<OpHandle>,
    /// The callee of each reached call.
    pub(crate) callees: FxHashMap<OpHandle, OpHandle>,
}

impl Executable {
    /// Whether control may reach a block.
    pub fn is_executable(&self, block: BlockRef<'_>) -> bool {
        self.blocks.contains(&(block.body_id(), block.id()))
    }

    /// Returns the calls of a callable that control may reach; `None` if there may be others.
    pub fn calls_of(&self, callable: OpHandle) -> Option<&[OpHandle]> {
        (!self.open.contains(&callable)).then(|| self.found_calls_of(callable))
    }

    /// Returns the calls of a callable that were found; there may be others.
    pub fn found_calls_of(&self, callable: OpHandle) -> &[OpHandle] {
        self.calls.get(&callable).map_or(&[], |calls| calls)
    }

    /// Returns the callable below the root that a call calls, if control may reach the call and the callee is known.
    pub fn callee_of(&self, call: OpHandle) -> Option<OpHandle> {
        self.callees.get(&call).copied()
    }

    /// Whether a callable may have unknown callers. Upstream expects those of symbols alone: to it, the body of another
    /// callable is dead unless a call is known.
    pub(crate) fn is_open(&self, callable: OpRef<'_>) -> bool {
        self.open.contains(&callable.handle())
            || !defines_symbol(callable) && !callable.cx().matches_upstream()
    }

    /// Finds callables with unknown callers: from outside, or by other ops than calls.
    pub(crate) fn find_open_callables(&mut self, root: OpRef<'_>, tables: &SymbolTables) {
        let mut pending = vec![(root, root.parent_op().is_none())];
        while let Some((op, outer_seen)) = pending.pop() {
            // Symbols below an op that is no table are hidden there.
            let table = op.has_trait(TraitSet::SymbolTable);
            let hidden = !table || !defines_symbol(op) || visibility(op) == Visibility::Private;
            let all_seen = outer_seen || hidden;
            if table && op.num_regions() > 0 {
                self.open_callables_of(op, all_seen, tables);
            }
            let inner = op.regions().flat_map(|r| r.blocks()).flat_map(|b| b.ops());
            pending.extend(inner.filter(|inner| inner.num_regions() > 0).map(|inner| (inner, all_seen)));
        }
    }

    fn open_callables_of(&mut self, table: OpRef<'_>, all_seen: bool, tables: &SymbolTables) {
        let ops: Vec<OpRef<'_>> = table.single_region().blocks().flat_map(|b| b.ops()).collect();
        let callable = |op: &&OpRef<'_>| op.interface::<dyn Callable>().is_some() && defines_symbol(**op);
        for op in ops.iter().filter(callable) {
            let visible = visibility(*op);
            if visible == Visibility::Public || (!all_seen && visible == Visibility::Nested) {
                self.open.insert(op.handle());
            }
        }
        for op in &ops {
            let Some(uses) = symbol_uses(*op) else {
                self.open.extend(ops.iter().filter(callable).map(|op| op.handle()));
                return;
            };
            for (user, symbol) in uses {
                if user.interface::<dyn CallLike>().is_none()
                    && let Some(target) = tables.lookup_nearest(table, symbol)
                {
                    self.open.insert(target.handle());
                }
            }
        }
    }
}
