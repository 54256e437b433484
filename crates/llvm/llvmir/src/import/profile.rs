//! Summaries of profiles.

use terrace_dialects_llvm::attrs::{ModuleFlagProfileSummaryAttr, ModuleFlagProfileSummaryDetailedAttr};
use terrace_dialects_llvm::enums::ProfileSummaryFormatKind;
use terrace_ir::Attr;
use terrace_ir::enum_attr::EnumValue;

use super::Importer;
use terrace_llvm_ir::model::{Metadata, NodeId};

/// The keys of counts, which are all there, in order.
const COUNTS: &[&str] =
    &["TotalCount", "MaxCount", "MaxInternalCount", "MaxFunctionCount", "NumCounts", "NumFunctions"];

impl<'m> Importer<'m> {
    fn warn_module<T>(&mut self, message: String) -> Option<T> {
        self.warn(self.module_loc, message);
        None
    }

    /// The key and the value of an entry.
    fn entry(&mut self, entry: Metadata) -> Option<(Metadata, Metadata)> {
        let operands = match entry {
            Metadata::Node(node) => self.module.tuple(node),
            _ => None,
        };
        match operands {
            Some(&[key, value]) => Some((key, value)),
            other => {
                let text = self.metadata_text(entry);
                self.warn(self.module_loc, format!("expected 2-element tuple metadata: {text}"));
                // Further operands are ignored.
                match other {
                    Some(&[key, value, ..]) => Some((key, value)),
                    _ => None,
                }
            }
        }
    }

    fn is_key(&self, key: Metadata, name: &str) -> bool {
        matches!(key, Metadata::Text(text) if self.module.bytes(text) == name.as_bytes())
    }

    /// A summary as an attribute; `None`, which was reported, if it is not whole.
    pub(super) fn profile_summary(&mut self, node: NodeId) -> Option<Attr> {
        let cx = self.cx;
        let entries = self.module.tuple(node)?;
        if entries.len() < 8 {
            let text = self.node_text(node);
            return self.warn_module(format!("expected at 8 entries in 'ProfileSummary': {text}"));
        }
        let (first, mut rest) = entries.split_first()?;
        let (key, value) = self.entry(*first)?;
        if !self.is_key(key, "ProfileFormat") {
            let text = self.metadata_text(key);
            return self.warn_module(format!("expected 'ProfileFormat' key: {text}"));
        }
        let format = match value {
            Metadata::Text(text) => {
                ProfileSummaryFormatKind::from_keyword(&String::from_utf8_lossy(self.module.bytes(text)))
            }
            _ => None,
        };
        let Some(format) = format else {
            let text = self.metadata_text(value);
            return self.warn_module(format!(
                "expected 'SampleProfile', 'InstrProf' or 'CSInstrProf' values, but found: {text}"
            ));
        };
        let mut counts = [0u64; 6];
        for (count, name) in counts.iter_mut().zip(COUNTS) {
            let (entry, after) = rest.split_first()?;
            *count = self.count(*entry, name)?;
            rest = after;
        }
        let [total, max, max_internal, max_function, num_counts, num_functions] = counts;
        let mut partial = None;
        if let Some((entry, after)) = rest.split_first()
            && let Some((key, _)) = self.entry(*entry)
            && self.is_key(key, "IsPartialProfile")
        {
            self.check_not_last(after, *entry, "IsPartialProfile")?;
            partial = Some(self.count(*entry, "IsPartialProfile")?);
            rest = after;
        }
        let mut ratio = None;
        if let Some((entry, after)) = rest.split_first()
            && let Some((key, value)) = self.entry(*entry)
            && self.is_key(key, "PartialProfileRatio")
        {
            let number = match value {
                Metadata::Const(constant) => {
                    self.scalar_attr(constant).filter(|attr| attr.as_float(cx).is_some())
                }
                _ => None,
            };
            if number.is_none() {
                let text = self.metadata_text(*entry);
                return self.warn_module(format!(
                    "expected double metadata value for key 'PartialProfileRatio': {text}"
                ));
            }
            self.check_not_last(after, *entry, "PartialProfileRatio")?;
            ratio = number;
            rest = after;
        }
        let detailed = self.detailed(*rest.first()?)?;
        let attr = ModuleFlagProfileSummaryAttr::get(
            cx,
            format,
            total,
            max,
            max_internal,
            max_function,
            num_counts,
            num_functions,
            partial,
            ratio,
            detailed,
        );
        Some(attr.into())
    }

    fn check_not_last(&mut self, after: &[Metadata], entry: Metadata, name: &str) -> Option<()> {
        if after.is_empty() {
            let text = self.metadata_text(entry);
            let message = format!("the last summary entry is '{name}', expected 'DetailedSummary': {text}");
            return self.warn_module(message);
        }
        Some(())
    }

    fn count(&mut self, entry: Metadata, name: &str) -> Option<u64> {
        let (key, value) = self.entry(entry)?;
        if !self.is_key(key, name) {
            let text = self.metadata_text(key);
            return self.warn_module(format!("expected '{name}' key, but found: {text}"));
        }
        match self.metadata_int(value) {
            Some(count) => Some(count as u64),
            None => {
                let text = self.metadata_text(entry);
                self.warn_module(format!("expected integer metadata value for key '{name}': {text}"))
            }
        }
    }

    fn detailed(&mut self, entry: Metadata) -> Option<Vec<ModuleFlagProfileSummaryDetailedAttr>> {
        let (key, value) = self.entry(entry)?;
        if !self.is_key(key, "DetailedSummary") {
            let text = self.metadata_text(key);
            return self.warn_module(format!("expected 'DetailedSummary' key: {text}"));
        }
        let list = match value {
            Metadata::Node(node) => self.module.tuple(node),
            _ => None,
        };
        let Some(list) = list else {
            let text = self.metadata_text(value);
            return self.warn_module(format!("expected tuple value for 'DetailedSummary' key: {text}"));
        };
        let mut entries = Vec::new();
        for &entry in list {
            let operands = match entry {
                Metadata::Node(node) => self.module.tuple(node),
                _ => None,
            };
            let Some(&[cut_off, min_count, num_counts]) = operands else {
                let text = self.metadata_text(entry);
                return self.warn_module(format!("'DetailedSummary' entry expects 3 operands: {text}"));
            };
            let numbers = [cut_off, min_count, num_counts].map(|number| self.metadata_int(number));
            let [Some(cut_off), Some(min_count), Some(num_counts)] = numbers else {
                let text = self.metadata_text(entry);
                return self
                    .warn_module(format!("expected only integer entries in 'DetailedSummary': {text}"));
            };
            entries.push(ModuleFlagProfileSummaryDetailedAttr::get(
                self.cx,
                cut_off as u32,
                min_count as u64,
                num_counts as u32,
            ));
        }
        Some(entries)
    }
}
