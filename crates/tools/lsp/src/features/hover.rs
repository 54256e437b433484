//! Hovers: what there is to know of a name or an op.

use std::ops::Range;

use serde_json::{Value as Json, json};
use terrace_asm::Entity;

use super::named::Named;
use super::view::{Answer, Ask, View, code, header, types_text};
use crate::chunk::Language;
use crate::finding::Finding;

impl View<'_> {
    /// Describes the name or the op at a position.
    pub(crate) fn hover(&self, ask: Ask<'_>) -> Answer {
        let Some(named) = self.named(ask.offset) else {
            return self.flag_hover(&ask).unwrap_or_else(|| self.op_hover(&ask)).into();
        };
        let mut parts = match named.entity.filter(|entity| !entity.types.is_empty()) {
            Some(entity) => self.value_parts(&named, entity),
            None => {
                let op = named.op.and_then(|op| named.chunk.notes.ops.get(op as usize));
                let line = op
                    .map(|op| op.start as usize)
                    .or_else(|| named.definitions.first().map(|at| self.text.line_start(at.start)));
                let is_block = named.entity.is_some_and(|entity| entity.is_block);
                let name = &self.text.text[named.at.clone()];
                vec![code(match line.filter(|_| !is_block || self.analysis.language == Language::LlvmIr) {
                    Some(line) => header(&self.text.text, line).trim_start(),
                    None => name,
                })]
            }
        };
        let uses = match named.uses.len() {
            1 => "1 use".to_owned(),
            uses => format!("{uses} uses"),
        };
        match parts.len() {
            1 => parts.push(uses),
            _ => parts[1] = format!("{}, {uses}", parts[1]),
        }
        let range = self.range(named.at.clone());
        let content = move |parts: Vec<String>| {
            let text = parts.join("\n\n");
            json!({"contents": {"kind": "markdown", "value": text}, "range": range})
        };
        let is_tensor = named.entity.is_some_and(|entity| {
            entity.types.iter().any(|ty| self.analysis.cx.type_text(*ty).to_string().starts_with("tensor<"))
        });
        if !is_tensor || self.has_errors() {
            return content(parts).into();
        }
        let lines = named.definitions.iter().chain(&named.uses).map(|range| self.text.line_of(range.start));
        let lines: Vec<usize> = lines.collect();
        let name = self.text.text[named.at.clone()].to_owned();
        let explained = self.findings();
        Answer::Later(Box::new(move |job| {
            // Without an explanation, the rest is shown.
            if let Ok(findings) = explained(job) {
                let of_value = findings
                    .iter()
                    .filter(|finding| lines.contains(&finding.line) && finding.mentions(&name));
                let mut of_value: Vec<String> = of_value.map(Finding::text).collect();
                if of_value.is_empty() {
                    of_value.push("bufferized in place: nothing is allocated or copied for it".to_owned());
                }
                parts.extend(of_value);
            }
            Ok(content(parts))
        }))
    }

    /// The type of a value, where it is from, and what is known of it.
    fn value_parts(&self, named: &Named<'_>, entity: &Entity) -> Vec<String> {
        let (text, cx) = (&self.text.text, &self.analysis.cx);
        let types = types_text(cx, &entity.types);
        let mut parts = vec![code(&format!("{} : {types}", &text[named.at.clone()]))];
        let by = entity.op.and_then(|op| named.chunk.notes.ops.get(op as usize));
        let is_argument =
            by.is_some_and(|op| named.definitions.first().is_some_and(|at| at.start >= op.name_end as usize));
        let by_name = by.map(|op| &text[op.name_start as usize..op.name_end as usize]);
        parts.extend(match (by_name, is_argument) {
            (Some(by), true) => Some(format!("argument of a block of `{by}`")),
            (Some(by), false) => Some(format!("result of `{by}`")),
            (None, _) => None,
        });
        if let Some(values) = &named.chunk.values {
            let mut known: Vec<String> = values.of(entity).filter_map(|value| values.text(value)).collect();
            known.dedup();
            parts.extend(known.into_iter().map(|known| format!("`{}` {known}", &text[named.at.clone()])));
        }
        parts.extend(payload(&types));
        parts
    }

    /// The page of the pass or pipeline whose name is at a position of a `RUN:` line or in quotes.
    fn flag_hover(&self, ask: &Ask<'_>) -> Option<Json> {
        let text = &self.text.text;
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        let start = text[..ask.offset].trim_end_matches(is_part).len();
        let end = text.len() - text[ask.offset..].trim_start_matches(is_part).len();
        let in_run_line = text[self.text.line_start(start)..start].contains("RUN:");
        let in_quotes = text[..start].ends_with('"') && text[end..].starts_with('"');
        let word = text[start..end].trim_start_matches('-');
        let registry = &ask.services.setup.registry;
        let is_known = registry.pass(word).is_some() || registry.pipeline(word).is_some();
        let page = (ask.services.docs)(word).filter(|_| is_known && (in_run_line || in_quotes))?;
        let page = code(page.trim_end());
        Some(json!({"contents": {"kind": "markdown", "value": page}, "range": self.range(start..end)}))
    }

    /// The page of the op whose name is at a position.
    fn op_hover(&self, ask: &Ask<'_>) -> Json {
        let Some(chunk) = self.analysis.chunk_at(ask.offset) else { return Json::Null };
        let Some(op) = self.op_at(chunk, ask.offset).map(|op| &chunk.notes.ops[op as usize]) else {
            return Json::Null;
        };
        let range = op.name_start as usize..op.name_end as usize;
        if !holds(&range, ask.offset) || self.analysis.language == Language::LlvmIr {
            return Json::Null;
        }
        let name = self.full_name(op);
        let mut text = match (ask.services.docs)(&name) {
            Some(page) => code(page.trim_end()),
            None => format!("`{name}` is not registered"),
        };
        let generic = chunk.values.as_ref().and_then(|values| values.generic_form(op));
        if let Some(generic) = generic {
            text += &format!("\n\nIn the generic form:\n\n{}", code(generic.trim_end()));
        }
        json!({"contents": {"kind": "markdown", "value": text}, "range": self.range(range)})
    }
}

fn holds(range: &Range<usize>, offset: usize) -> bool {
    (range.start..=range.end).contains(&offset)
}

/// The payload that a handle of a transform script stands for, by its type.
fn payload(types: &str) -> Option<String> {
    let rest = types.strip_prefix("!transform.")?;
    if let Some(op) = rest.strip_prefix("op<\"").and_then(|rest| rest.strip_suffix("\">")) {
        return Some(format!("a handle of ops `{op}` of the payload"));
    }
    if let Some(ty) = rest.strip_prefix("param<").and_then(|rest| rest.strip_suffix('>')) {
        return Some(format!("a parameter: attributes of type `{ty}`"));
    }
    Some(match rest {
        "any_op" => "a handle of ops of the payload, of any kind".to_owned(),
        "any_value" => "a handle of values of the payload".to_owned(),
        "any_param" => "a parameter: attributes of any type".to_owned(),
        other => format!("a handle of what has `{other}` in the payload"),
    })
}
