//! Names of values and blocks.
//!
//! Values of a region are numbered in order, before those of nested regions, whose numbering continues that of their
//! parent; sibling regions start from the same number. Names that ops suggest are uniqued within their scope.

use std::hash::BuildHasher;
use std::sync::Arc;

use hashbrown::HashTable;
use rustc_hash::{FxBuildHasher, FxHashMap};
use smallvec::{SmallVec, smallvec};
use terrace_ir::TraitSet;
use terrace_ir::print::{identifier, write_u64};
use terrace_ir::sub_elements::{Element, SubElements};
use terrace_ir::type_interfaces::asm_name_of;
use terrace_ir::{Block, Body, BodyId, Ir, LocData, Op, OpRef, Region, RegionRef, Value, ValueDef};
use terrace_support::entity::Entity;

use super::PrintOptions;
use super::texts::Texts;

/// The next numbers of values, arguments and conflicting names.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Counters {
    value: u32,
    argument: u32,
    conflict: u32,
}

fn hash_of(name: &str) -> u64 {
    FxBuildHasher.hash_one(name)
}

/// Names in use, with the scopes that own them.
#[derive(Clone, Default)]
pub(crate) struct UsedNames {
    /// The positions of names in the log, by text.
    names: HashTable<u32>,
    /// Names in the order of their use, to take them back when a scope ends.
    log: Texts,
    /// A name of the form `arg3` was suggested by an op.
    argument_like: bool,
}

impl UsedNames {
    fn contains(&self, name: &str, counters: &Counters) -> bool {
        if self.is_entered(name) {
            return true;
        }
        // Arguments are named in order, and not entered one by one.
        name.strip_prefix("arg")
            .filter(|n| n.len() <= 9 && (n == &"0" || !n.starts_with('0')))
            .and_then(|n| n.parse::<u32>().ok())
            .is_some_and(|n| n < counters.argument)
    }

    fn is_entered(&self, name: &str) -> bool {
        self.names.find(hash_of(name), |&at| self.log.get(at as usize) == name).is_some()
    }

    /// Enters a name that is not there.
    fn insert(&mut self, name: &str) {
        self.argument_like |= name.starts_with("arg");
        let (at, log) = (self.log.len() as u32, &mut self.log);
        log.push(name);
        self.names.insert_unique(hash_of(name), at, |&at| hash_of(log.get(at as usize)));
    }

    fn pop_to(&mut self, len: usize) {
        for at in len..self.log.len() {
            let hash = hash_of(self.log.get(at));
            if let Ok(entry) = self.names.find_entry(hash, |&other| other == at as u32) {
                entry.remove();
            }
        }
        self.log.truncate(len);
    }
}

const UNNAMED: u32 = u32::MAX;
const KIND: u32 = 3 << 30;
const NUMBER: u32 = 0;
const ARGUMENT: u32 = 1 << 30;
const TEXT: u32 = 2 << 30;
/// A flag of a number: the name is a pack of several results.
const PACK: u32 = 1 << 29;
/// A flag in addition to [`PACK`]: the pack has all results of an op, and is stored for each of them.
const WHOLE: u32 = 1 << 28;

/// The initial numbering of a nested isolated op.
#[derive(Clone, Default)]
pub(crate) struct Start {
    pub(crate) counters: Counters,
    pub(crate) used: Arc<UsedNames>,
}

/// Names of one body's values and blocks.
#[derive(Clone, Default)]
pub(crate) struct Names {
    values: Vec<u32>,
    texts: Texts,
    /// The starts of the result groups, for ops with several named result groups.
    groups: FxHashMap<Op, SmallVec<[u32; 4]>>,
    blocks: FxHashMap<Block, Box<str>>,
    /// The numbers of blocks in their regions; empty if all are zero.
    numbers: Vec<u32>,
    op_ids: FxHashMap<Op, u32>,
    /// The initial numbering of isolated ops in a region.
    starts: FxHashMap<Region, Start>,
}

/// Numbers values of a body, or of all where numbers are unique.
pub(crate) struct Numbering<'a> {
    ir: &'a Ir,
    options: &'a PrintOptions,
    names: Names,
    counters: Counters,
    used: UsedNames,
}

impl<'a> Numbering<'a> {
    /// Names for the body of an isolated op (or the outermost body).
    pub(crate) fn body(ir: &'a Ir, options: &'a PrintOptions, id: BodyId, start: Start) -> Names {
        let mut numbering = Self {
            ir,
            options,
            names: Names::default(),
            counters: start.counters,
            used: UsedNames::clone(&start.used),
        };
        let body = ir.body(id);
        numbering.names.values = vec![UNNAMED; body.num_values()];
        let parent = body.parent().map(|h| ir.op(h));
        let regions: Vec<RegionRef<'a>> = match parent {
            Some(op) => op.regions().collect(),
            None => Vec::new(),
        };
        if regions.is_empty()
            && let Some(root) = ir.root().filter(|r| r.body_id() == id)
        {
            numbering.op(root);
            // What is inside starts counting where the outermost op did.
            let counters = start.counters;
            numbering.counters = counters;
            if let Some(region) = root.block().and_then(|b| b.region()) {
                numbering.record_start(region);
            }
            numbering.regions(root.regions().filter(|r| r.body_id() == id).collect(), counters);
        } else {
            numbering.regions(regions, start.counters);
        }
        numbering.names
    }

    /// Returns the names for an op printed alone, and for its contents.
    pub(crate) fn op_alone(ir: &'a Ir, options: &'a PrintOptions, op: OpRef<'a>) -> Names {
        let mut numbering = Self {
            ir,
            options,
            names: Names::default(),
            counters: Counters::default(),
            used: UsedNames::default(),
        };
        numbering.names.values = vec![UNNAMED; op.body().num_values()];
        numbering.op(op);
        let counters = numbering.counters;
        numbering.regions(op.regions().filter(|r| r.body_id() == op.body_id()).collect(), counters);
        numbering.names
    }

    /// Names for all bodies from `op` down, no number twice.
    pub(crate) fn unique(
        ir: &'a Ir,
        options: &'a PrintOptions,
        op: OpRef<'a>,
    ) -> FxHashMap<BodyId, Arc<Names>> {
        let mut numbering = Self {
            ir,
            options,
            names: Names::default(),
            counters: Counters::default(),
            used: UsedNames::default(),
        };
        let mut others: FxHashMap<BodyId, Names> = FxHashMap::default();
        let mut current = op.body_id();
        numbering.names.values = vec![UNNAMED; op.body().num_values()];
        numbering.op(op);
        let mut stack: Vec<(RegionRef<'a>, usize)> = op.regions().map(|r| (r, 0)).collect();
        while let Some((region, scope)) = stack.pop() {
            if region.body_id() != current {
                let next = others.remove(&region.body_id()).unwrap_or_else(|| Names {
                    values: vec![UNNAMED; region.body().num_values()],
                    ..Names::default()
                });
                others.insert(current, std::mem::replace(&mut numbering.names, next));
                current = region.body_id();
            }
            numbering.used.pop_to(scope);
            numbering.region(region);
            let scope = numbering.used.log.len();
            for block in region.blocks() {
                for op in block.ops() {
                    if op.num_regions() > 0 {
                        stack.extend(op.regions().map(|r| (r, scope)));
                    }
                }
            }
        }
        others.insert(current, numbering.names);
        others.into_iter().map(|(id, names)| (id, Arc::new(names))).collect()
    }

    fn regions(&mut self, regions: Vec<RegionRef<'a>>, counters: Counters) {
        let mut stack: Vec<(RegionRef<'a>, Counters, usize)> =
            regions.into_iter().map(|r| (r, counters, self.used.log.len())).collect();
        while let Some((region, counters, scope)) = stack.pop() {
            self.counters = counters;
            self.used.pop_to(scope);
            self.region(region);
            let (after, scope) = (self.counters, self.used.log.len());
            let mut isolated = false;
            for block in region.blocks() {
                for op in block.ops() {
                    if op.num_regions() == 0 {
                        continue;
                    }
                    if op.inner_body().is_some() {
                        isolated = true;
                    } else {
                        stack.extend(op.regions().map(|r| (r, after, scope)));
                    }
                }
            }
            if isolated {
                self.record_start(region);
            }
        }
    }

    fn record_start(&mut self, region: RegionRef<'a>) {
        let start = Start { counters: self.counters, used: Arc::new(self.used.clone()) };
        self.names.starts.insert(region.id(), start);
    }

    /// Enters the names of blocks that the op around them suggests, and those that the types of their arguments suggest.
    fn labels_and_arguments(&mut self, region: RegionRef<'a>) {
        let Some(op) = region.parent_op().filter(|_| !self.options.generic) else { return };
        let Some(def) = op.def() else { return };
        if let Some(names) = def.label_names {
            let blocks = &mut self.names.blocks;
            names(op, &mut |block, name| {
                blocks.insert(block, format!("^{name}").into());
            });
        }
        if !op.has_trait(TraitSet::OpAsmInterface) || def.block_names.is_some() {
            return;
        }
        for arg in region.blocks().flat_map(|block| block.args()) {
            if let Some(name) = asm_name_of(region.cx(), arg.ty()) {
                self.suggest(arg.id(), &name);
            }
        }
    }

    fn region(&mut self, region: RegionRef<'a>) {
        if !self.options.generic
            && let Some(op) = region.parent_op()
            && let Some(names) = op.def().and_then(|d| d.block_names)
        {
            let (body, loc_names) = (region.body(), self.options.nameloc_as_prefix);
            names(op, region.id(), &mut |value, name| {
                let loc = match body.value_def(value) {
                    ValueDef::Argument(block) if loc_names => {
                        self.name_loc(body.arg_loc(block, body.value_index(value) as usize))
                    }
                    _ => None,
                };
                match body.value_name(value) {
                    Some(name) => self.suggest(value, name.text(region.cx())),
                    None => self.suggest(value, loc.as_deref().unwrap_or(name)),
                }
            });
        }
        self.labels_and_arguments(region);
        let body = region.body();
        for (number, block) in body.blocks_of(region.id()).enumerate() {
            if number > 0 {
                self.names.numbers.resize(body.num_blocks(), 0);
                self.names.numbers[block.index()] = number as u32;
            }
            let entry = number == 0;
            for (i, value) in body.args(block).enumerate() {
                if self.names.values[value.index()] != UNNAMED {
                    continue;
                }
                if let Some(name) = self.name_of_argument(body, block, (i, value)) {
                    if entry {
                        self.counters.argument += 1;
                    }
                    self.suggest(value, &name);
                    continue;
                }
                if !entry {
                    self.names.values[value.index()] = NUMBER | self.counters.value;
                    self.counters.value += 1;
                    continue;
                }
                let argument = self.counters.argument;
                self.counters.argument += 1;
                if self.used.argument_like && self.used.is_entered(&format!("arg{argument}")) {
                    self.suggest(value, &format!("arg{argument}"));
                } else {
                    self.names.values[value.index()] = ARGUMENT | argument;
                }
            }
            let mut next = body.first_op(block);
            while let Some(op) = next {
                self.op(OpRef::in_body(self.ir, body, region.body_id(), op));
                next = body.next_op(op);
            }
        }
    }

    /// The name of an argument that was kept, or else, if they serve as names, of its location.
    fn name_of_argument(&self, body: &Body, block: Block, (number, value): (usize, Value)) -> Option<String> {
        let kept = body.value_name(value).map(|name| name.text(self.ir.cx()).to_owned());
        kept.or_else(|| self.options.nameloc_as_prefix.then(|| self.name_loc(body.arg_loc(block, number)))?)
    }

    /// The first name in a location.
    fn name_loc(&self, loc: terrace_ir::Loc) -> Option<String> {
        let cx = &**self.ir.cx();
        let mut found = None;
        SubElements::default().walk(cx, Element::Attr(loc.as_attr(cx)?), |element| {
            let Element::Attr(attr) = element else { return false };
            let Some(data) = attr.as_loc(cx) else { return false };
            match data {
                _ if found.is_some() => return false,
                LocData::Name { name, .. } => found = Some(name.text(cx).to_string()),
                _ => {}
            }
            true
        });
        found
    }

    fn op(&mut self, op: OpRef<'a>) {
        let results = op.num_results();
        if results > 0 && op.body().has_value_names() && self.kept_names(op) {
            return;
        }
        if !self.options.generic
            && results > 0
            && let Some(names) = op.def().and_then(|d| d.result_names)
        {
            let body = op.body();
            let mut groups: SmallVec<[u32; 4]> = smallvec![0];
            let loc_name = if self.options.nameloc_as_prefix { self.name_loc(op.loc()) } else { None };
            names(op, &mut |value, name| {
                self.suggest(value, loc_name.as_deref().unwrap_or(name));
                let number = body.value_index(value);
                if number > 0 {
                    groups.push(number);
                }
            });
            if groups.len() > 1 {
                groups.sort_unstable();
                self.names.groups.insert(op.id(), groups);
            }
        }
        if results > 0
            && !self.options.generic
            && op.has_trait(TraitSet::OpAsmInterface)
            && op.def().is_some_and(|def| def.result_names.is_none())
        {
            self.names_by_types(op);
        }
        if results == 0 {
            if self.options.value_users {
                self.names.op_ids.insert(op.id(), self.counters.value);
                self.counters.value += 1;
            }
            return;
        }
        let first = op.body().result(op.id(), 0);
        if self.names.values[first.index()] != UNNAMED {
            return;
        }
        if self.options.nameloc_as_prefix
            && let Some(name) = self.name_loc(op.loc())
        {
            return self.suggest(first, &name);
        }
        let number = self.counters.value;
        self.counters.value += 1;
        if results > 1 && number < WHOLE && self.names.groups(op.id()).is_empty() {
            let results = first.index()..first.index() + results;
            return self.names.values[results].fill(NUMBER | PACK | WHOLE | number);
        }
        let pack = if results > 1 { PACK } else { 0 };
        self.names.values[first.index()] = NUMBER | pack | number;
    }

    /// Names results as their types suggest, if each of them suggests a name.
    fn names_by_types(&mut self, op: OpRef<'a>) {
        let names: Option<Vec<_>> = op.results().map(|result| asm_name_of(op.cx(), result.ty())).collect();
        let Some(names) = names else { return };
        for (result, name) in op.results().zip(&names) {
            self.suggest(result.id(), name);
        }
        if names.len() > 1 {
            self.names.groups.insert(op.id(), (0..names.len() as u32).collect());
        }
    }

    /// Names results as they were named in the source; false where they were not.
    fn kept_names(&mut self, op: OpRef<'a>) -> bool {
        let body = op.body();
        let mut groups: SmallVec<[u32; 4]> = smallvec![0];
        for (index, result) in body.results(op.id()).enumerate() {
            let Some(name) = body.value_name(result) else { continue };
            if index > 0 {
                groups.push(index as u32);
            }
            self.suggest(result, name.text(op.cx()));
        }
        let first = body.result(op.id(), 0);
        let named = self.names.values[first.index()] != UNNAMED || groups.len() > 1;
        if groups.len() > 1 {
            if self.names.values[first.index()] == UNNAMED {
                self.suggest(first, "");
            }
            self.names.groups.insert(op.id(), groups);
        }
        named
    }

    /// Names a value by a suggestion, converted to a unique identifier.
    fn suggest(&mut self, value: Value, name: &str) {
        if name.is_empty() {
            // It may stand for a group of results.
            self.names.values[value.index()] = NUMBER | PACK | self.counters.value;
            self.counters.value += 1;
            return;
        }
        let mut name = identifier(name, b"$._-");
        if self.used.contains(&name, &self.counters) {
            let name = name.to_mut();
            name.push('_');
            let len = name.len();
            loop {
                write_u64(name, u64::from(self.counters.conflict));
                self.counters.conflict += 1;
                if !self.used.contains(name, &self.counters) {
                    break;
                }
                name.truncate(len);
            }
        }
        self.used.insert(&name);
        self.names.values[value.index()] = TEXT | self.names.texts.len() as u32;
        self.names.texts.push(&name);
    }
}

impl Names {
    /// No names, but the starting numbers of isolated ops in one region.
    pub(crate) fn only_start(region: Option<Region>, start: Start) -> Self {
        let mut names = Self::default();
        if let Some(region) = region {
            names.starts.insert(region, start);
        }
        names
    }

    /// Returns the initial numbering of isolated ops in the region.
    pub(crate) fn start(&self, region: Region) -> Start {
        self.starts.get(&region).cloned().unwrap_or_default()
    }

    /// Returns the start indices of the groups of an op's results; empty if there is one group.
    pub(crate) fn groups(&self, op: Op) -> &[u32] {
        self.groups.get(&op).map_or(&[], |g| g)
    }

    /// Writes a value's name, with the number in its group where `number`.
    #[inline]
    pub(crate) fn write(&self, out: &mut String, body: &Body, value: Value, number: bool) {
        // Most values have a number of their own.
        match self.values.get(value.index()) {
            Some(&name) if name & (KIND | PACK) == NUMBER => {
                out.push('%');
                write_u64(out, u64::from(name));
            }
            Some(&name)
                if name & (KIND | PACK | WHOLE) == NUMBER | PACK | WHOLE
                    && matches!(body.value_def(value), terrace_ir::ValueDef::Result(_)) =>
            {
                out.push('%');
                write_u64(out, u64::from(name & !(PACK | WHOLE)));
                if number {
                    out.push('#');
                    write_u64(out, u64::from(body.value_index(value)));
                }
            }
            _ => self.write_other(out, body, value, number),
        }
    }

    fn write_other(&self, out: &mut String, body: &Body, value: Value, number: bool) {
        let mut leader = value;
        let mut offset = None;
        if let terrace_ir::ValueDef::Result(op) = body.value_def(value) {
            let (index, count) = (body.value_index(value), body.results(op).len() as u32);
            if count > 1 {
                let groups = self.groups(op);
                if groups.is_empty() {
                    leader = body.result(op, 0);
                    offset = Some(index);
                } else {
                    let at = groups.partition_point(|&g| g <= index) - 1;
                    let end = groups.get(at + 1).copied().unwrap_or(count);
                    leader = body.result(op, groups[at] as usize);
                    if end - groups[at] > 1 {
                        offset = Some(index - groups[at]);
                    }
                }
            }
        }
        let name = self.values.get(leader.index()).copied().unwrap_or(UNNAMED);
        if name == UNNAMED {
            return out.push_str("<<UNKNOWN SSA VALUE>>");
        }
        out.push('%');
        match name & KIND {
            NUMBER => write_u64(out, u64::from(name & !(PACK | WHOLE))),
            ARGUMENT => {
                out.push_str("arg");
                write_u64(out, u64::from(name & !KIND));
            }
            _ => out.push_str(self.texts.get((name & !KIND) as usize)),
        }
        if number && let Some(offset) = offset {
            out.push('#');
            write_u64(out, u64::from(offset));
        }
    }

    /// Prints a value under the name of another.
    pub(crate) fn shadow(&mut self, value: Value, as_value: Value) {
        self.values[value.index()] = self.values[as_value.index()];
    }

    /// Prints a value under this name.
    pub(crate) fn set_name(&mut self, value: Value, name: &str) {
        self.values[value.index()] = TEXT | self.texts.len() as u32;
        self.texts.push(name);
    }

    /// The number of an op without results.
    pub(crate) fn op_id(&self, op: Op) -> u32 {
        self.op_ids.get(&op).copied().unwrap_or(0)
    }

    /// A block's number in its region.
    pub(crate) fn block_number(&self, block: Block) -> u32 {
        self.numbers.get(block.index()).copied().unwrap_or(0)
    }

    /// Writes a block's name.
    pub(crate) fn write_block(&self, out: &mut String, block: Block) {
        if let Some(name) = self.blocks.get(&block) {
            return out.push_str(name);
        }
        out.push_str("^bb");
        write_u64(out, u64::from(self.block_number(block)));
    }
}
