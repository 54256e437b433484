//! Attributes that record the decisions, for tests and for inspection. They are about values of the types of tensors that
//! are builtin.

use rustc_hash::FxHashMap;
use terrace_ir::{Attr, Op, OpRef, OptionalAttr, Rewriter, Value};

use crate::analysis::{Analysis, Reason};
use crate::conflicts::view;
use crate::interface::{Operand, owner};

/// The attribute with the in-place decision of each operand.
pub const IN_PLACE: &str = "__inplace_operands_attr__";
/// The attribute that names the aliases of results.
const RESULT_ALIASES: &str = "__opresult_alias_set_attr__";
/// The attribute that names the aliases of block arguments.
const ARGUMENT_ALIASES: &str = "__bbarg_alias_set_attr__";

/// A part of a conflict, whose number is not known yet.
struct Named {
    /// The op that is annotated; `None` for the op around the body.
    op: Option<Op>,
    /// Whether the conflict is with a read-only value instead of a read.
    fixed: bool,
    /// The number among those of the body.
    number: u64,
    /// The text after the number.
    text: String,
}

/// The attributes to set on the ops of a body.
#[derive(Default)]
pub struct Annotations {
    attrs: Vec<(Op, String, Attr)>,
    equivalent: Vec<(Op, Vec<i64>)>,
    conflicts: Vec<Named>,
    /// Attributes for ops around the body.
    pub outside: Vec<(String, Attr)>,
}

impl Annotations {
    /// Records which operands are in place.
    pub fn in_place(&mut self, ops: &[OpRef<'_>], is_in_place: impl Fn(Operand<'_>) -> bool) {
        for &op in ops {
            let cx = op.cx();
            if !op.operands().any(|value| value.ty().is_tensor(cx)) {
                continue;
            }
            let texts = (0..op.num_operands()).map(|index| {
                let text = match op.operand(index).ty().is_tensor(cx) {
                    false => "none",
                    true if is_in_place(Operand { op, index }) => "true",
                    true => "false",
                };
                cx.string_attr(text)
            });
            let texts: Vec<Attr> = texts.collect();
            self.attrs.push((op.id(), IN_PLACE.to_owned(), cx.array_attr(&texts)));
        }
    }

    /// Records the definitions, writes and reads of the found conflicts, and the read-only values;
    /// [`Self::number_from`] assigns their numbers.
    pub fn conflicts(&mut self, any: OpRef<'_>, analysis: &Analysis<'_, '_, '_>) {
        let (mut conflicts, mut fixed) = (0, 0);
        for &(operand, reason) in &analysis.reasons {
            match reason {
                Reason::Conflict(definition, write, read) => {
                    let number = conflicts;
                    conflicts += 1;
                    let mut at = |op, text| {
                        self.conflicts.push(Named { op: Some(op), fixed: false, number, text });
                    };
                    at(write.0, format!("[CONFL-WRITE: {}]", write.1));
                    at(read.0, format!("[READ: {}]", read.1));
                    self.value(any, definition, (false, number), "DEF");
                }
                Reason::NotWritable(first) => {
                    let all = analysis.not_writable.get(&operand).cloned().unwrap_or(vec![first]);
                    for value in all {
                        self.value(any, value, (true, fixed), "NOT-WRITABLE");
                        fixed += 1;
                    }
                }
                Reason::Parallel(_) => {}
            }
        }
    }

    fn value(&mut self, any: OpRef<'_>, value: Value, (fixed, number): (bool, u64), what: &str) {
        let value = view(any, value);
        let (kind, index) = (if value.defining_op().is_some() { "result" } else { "bbArg" }, value.index());
        let op = owner(value).filter(|op| op.body_id() == any.body_id()).map(|op| op.id());
        self.conflicts.push(Named { op, fixed, number, text: format!("[{what}: {kind} {index}]") });
    }

    /// Numbers the conflicts and the read-only values from `next` on, which is advanced.
    pub fn number_from(&mut self, next: &mut (u64, u64)) {
        let first = *next;
        for Named { op, fixed, number, text } in std::mem::take(&mut self.conflicts) {
            let (letter, first, next) = match fixed {
                false => ('C', first.0, &mut next.0),
                true => ('W', first.1, &mut next.1),
            };
            let number = first + number;
            *next = number + 1;
            let name = format!("{letter}_{number}{text}");
            match op {
                Some(op) => self.attrs.push((op, name, Attr::UNIT)),
                None => self.outside.push((name, Attr::UNIT)),
            }
        }
    }

    /// Records which values share a buffer; `name` is the printed name of a value.
    pub fn aliases(
        &mut self,
        ops: &[OpRef<'_>],
        analysis: &Analysis<'_, '_, '_>,
        mut name: impl FnMut(Value) -> String,
    ) {
        for &op in ops {
            let cx = op.cx();
            let mut set = |value: Value| {
                let names: Vec<Attr> =
                    analysis.aliases(value).into_iter().map(|alias| cx.string_attr(&name(alias))).collect();
                cx.array_attr(&names)
            };
            let is_tensor = |value: &terrace_ir::ValueRef<'_>| value.ty().is_tensor(cx);
            let results: Vec<Attr> = op.results().filter(is_tensor).map(|value| set(value.id())).collect();
            if !results.is_empty() {
                self.attrs.push((op.id(), RESULT_ALIASES.to_owned(), cx.array_attr(&results)));
            }
            if op.inner_body().is_some()
                || !op.regions().any(|r| r.blocks().any(|b| b.args().any(|v| is_tensor(&v))))
            {
                continue;
            }
            let regions: Vec<Attr> = op
                .regions()
                .map(|region| {
                    let blocks: Vec<Attr> = region
                        .blocks()
                        .map(|block| {
                            let args: Vec<Attr> =
                                block.args().filter(is_tensor).map(|value| set(value.id())).collect();
                            cx.array_attr(&args)
                        })
                        .collect();
                    cx.array_attr(&blocks)
                })
                .collect();
            self.attrs.push((op.id(), ARGUMENT_ALIASES.to_owned(), cx.array_attr(&regions)));
        }
    }

    /// Records that an operand of a return is equivalent to an argument.
    pub fn equivalent(&mut self, end: OpRef<'_>, name: &str, operand: usize, arg: usize) {
        let cx = end.cx();
        let i64s = |list: &[i64]| {
            let attrs: Vec<Attr> = list.iter().map(|&n| cx.int_attr(terrace_ir::Type::I64, n)).collect();
            cx.array_attr(&attrs)
        };
        match self.equivalent.iter_mut().find(|(op, _)| *op == end.id()) {
            Some((_, list)) => list[operand] = arg as i64,
            None => {
                let mut list = vec![-1; end.num_operands()];
                list[operand] = arg as i64;
                self.equivalent.push((end.id(), list));
            }
        }
        if let Some((op, list)) = self.equivalent.iter().find(|(op, _)| *op == end.id()) {
            self.attrs.push((*op, name.to_owned(), i64s(list)));
        }
    }

    /// Records which values share a buffer with the arguments of a function.
    pub fn argument_aliases(
        &mut self,
        function: OpRef<'_>,
        analysis: &Analysis<'_, '_, '_>,
        mut name: impl FnMut(Value) -> String,
    ) {
        let cx = function.cx();
        let mut any = false;
        let blocks: Vec<Attr> = function
            .single_region()
            .blocks()
            .map(|block| {
                let args = block.args().filter(|value| value.ty().is_tensor(cx));
                let sets: Vec<Attr> = args
                    .map(|value| {
                        any = true;
                        let names: Vec<Attr> = analysis
                            .aliases(value.id())
                            .into_iter()
                            .map(|v| cx.string_attr(&name(v)))
                            .collect();
                        cx.array_attr(&names)
                    })
                    .collect();
                cx.array_attr(&sets)
            })
            .collect();
        if any {
            let regions = cx.array_attr(&[cx.array_attr(&blocks)]);
            self.outside.push((ARGUMENT_ALIASES.to_owned(), regions));
        }
    }

    /// Writes the attributes.
    pub fn write(self, rw: &mut Rewriter<'_>) {
        let mut by_op: FxHashMap<Op, Vec<(String, Attr)>> = FxHashMap::default();
        let mut order = Vec::new();
        for (op, name, attr) in self.attrs {
            let list = by_op.entry(op).or_default();
            if list.is_empty() {
                order.push(op);
            }
            list.push((name, attr));
        }
        for op in order {
            set_discardable_attrs(rw, op, by_op.remove(&op).unwrap_or_default());
        }
    }
}

/// Sets discardable attributes of an op together; the last of each name is used.
pub fn set_discardable_attrs(rw: &mut Rewriter<'_>, op: Op, attrs: Vec<(String, Attr)>) {
    if attrs.is_empty() {
        return;
    }
    let cx = rw.cx();
    let new = attrs.iter().rev().map(|(name, attr)| (cx.str(name), *attr));
    let old = rw.body().attrs(op).optional_entries(cx);
    let attrs = cx.dict(new.chain(old.iter().copied()).collect());
    rw.set_attrs(op, attrs);
}
