//! The check of extensions before they are used.

use std::any::TypeId;

use rustc_hash::FxHashSet;

use super::names::{Named, all_names};
use super::{DialectExtension, Extended, Extensions, InterfaceId, of_dialect};
use crate::context::Context;
use crate::def::DialectDef;
use crate::interface_map::implemented_twice;

/// Reports implementations for undefined entities, and interfaces that are implemented twice.
fn check_models(of: Extended, extensions: &Extensions, named: &Named<'_>, errors: &mut Vec<String>) {
    let (mut known, noun) = (FxHashSet::<(&'static str, TypeId)>::default(), of.noun());
    for extension in extensions.iter() {
        of.for_each_models(extension, &mut |models| {
            let InterfaceId { id, name: interface } = models.interface();
            models.for_each_name(&mut |name| match named.get(name) {
                None => {
                    let message =
                        format!("there is no {noun} '{name}' to implement the interface '{interface}' for");
                    errors.push(message);
                }
                Some(own) => {
                    if !known.insert((name, id)) || own.iter().any(|&entry| entry.interface() == id) {
                        errors.push(implemented_twice(interface, name));
                    }
                }
            });
        });
    }
}

/// Reports interfaces that are implemented twice for a dialect.
fn check_dialect(dialect: &'static DialectDef, extensions: &Extensions, errors: &mut Vec<String>) {
    let added = extensions.iter().flat_map(|extension| extension.dialect_interfaces);
    let mut known = FxHashSet::default();
    for &entry in dialect.interfaces.iter().chain(added) {
        if !known.insert(entry.interface()) {
            errors.push(format!("the dialect '{}' has two implementations of an interface", dialect.name));
        }
    }
}

/// Checks that extensions agree with their dialects and with each other, so that each context with them works. Extensions
/// of other dialects than those given are skipped. Loads the dialects that are extended.
///
/// # Errors
///
/// A message for each op, type and attribute that is defined twice or belongs to another dialect, each
/// implementation for an undefined entity, and each interface that is implemented twice for one entity.
pub fn check(
    dialects: &[&'static DialectDef],
    extensions: &[&'static DialectExtension],
) -> Result<(), Vec<String>> {
    let mut errors = Vec::new();
    let mut extended = Vec::new();
    for dialect in dialects {
        let Some(own) = of_dialect(extensions, dialect.name) else { continue };
        let [ops, types, attrs] = all_names(dialect, Some(&own), &mut errors);
        let all = [(Extended::Ops, &ops), (Extended::Types, &types), (Extended::Attrs, &attrs)];
        for (of, named) in all {
            check_models(of, &own, named, &mut errors);
        }
        check_dialect(dialect, &own, &mut errors);
        extended.push((own, ops));
    }
    if errors.is_empty() {
        check_predicates(&Context::with_extensions(dialects, extensions), &extended, &mut errors);
    }
    if errors.is_empty() { Ok(()) } else { Err(errors) }
}

/// Checks that no op gets two implementations of an interface by predicate.
fn check_predicates(cx: &Context, extended: &[(Extensions, Named<'static>)], errors: &mut Vec<String>) {
    for (extensions, ops) in extended {
        let mut names: Vec<&str> = ops.keys().copied().collect();
        names.sort_unstable();
        for op in names {
            let info = cx.registered_op(op).map(|name| cx.op_info(name));
            let attachments = info.and_then(|info| info.interfaces.attachments());
            let mut known = FxHashSet::default();
            for (id, _) in attachments.into_iter().flat_map(|attachments| attachments.by_predicate()) {
                if !known.insert(*id) {
                    let models = extensions.iter().flat_map(|extension| extension.interfaces);
                    let name = models.map(|models| models.interface()).find(|interface| interface.id == *id);
                    errors.push(implemented_twice(name.map_or("", |interface| interface.name), op));
                }
            }
        }
    }
}
