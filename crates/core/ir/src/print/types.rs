//! Types as text.

use super::{AttrWriter, Elide, params, printed_layout, write_u64};
use crate::attrs::Attr;
use crate::print::alias::Symbol;
use crate::types::{Signedness, Type, TypeData};

/// The total size of cached long texts of types, in bytes.
const MOST_LONG_TEXTS: usize = 1 << 20;

impl AttrWriter<'_> {
    /// Writes a type, under its alias if it has one.
    pub fn write_type(&mut self, ty: Type) {
        if let Some(mut collect) = self.collect.take() {
            collect.visit_type(self.cx, ty);
            self.collect = Some(collect);
            return;
        }
        if let Some(alias) = self.aliases.and_then(|a| a.ty(ty)) {
            return self.out.push_str(alias);
        }
        self.write_type_in_full(ty);
    }

    /// Writes a type, not using an alias for itself.
    pub fn write_type_in_full(&mut self, ty: Type) {
        let known = match ty {
            Type::INDEX => "index",
            Type::I1 => "i1",
            Type::I32 => "i32",
            Type::I64 => "i64",
            Type::F32 => "f32",
            Type::F64 => "f64",
            _ => "",
        };
        if !known.is_empty() {
            return self.out.push_str(known);
        }
        match ty.data(self.cx) {
            TypeData::Integer { width, signedness } => {
                self.out.push_str(match signedness {
                    Signedness::Signless => "i",
                    Signedness::Signed => "si",
                    Signedness::Unsigned => "ui",
                });
                write_u64(&mut self.out, u64::from(*width));
            }
            TypeData::Index => self.out.push_str("index"),
            TypeData::None => self.out.push_str("none"),
            TypeData::Float(kind) => self.out.push_str(kind.name()),
            data => {
                let collects = self.collect.is_some();
                if !collects
                    && self.cyclic.is_empty()
                    && let Some(text) = self.type_texts.get(&ty)
                {
                    return self.out.push_str(text);
                }
                let start = self.out.len();
                let is_outermost = !std::mem::replace(&mut self.in_type, true);
                stacker::maybe_grow(64 << 10, 2 << 20, || self.compound_type(ty, data));
                self.in_type &= !is_outermost;
                // The text of a deep type is not kept at each of its levels; that of a collector is not whole.
                // In the body of an identified type, that type is written otherwise.
                let len = self.out.len() - start;
                let fits = len <= 128 || is_outermost && self.long_texts + len <= MOST_LONG_TEXTS;
                if !collects && self.cyclic.is_empty() && fits {
                    self.long_texts += if len > 128 { len } else { 0 };
                    self.type_texts.insert(ty, self.out[start..].into());
                }
            }
        }
    }

    pub(super) fn dims(&mut self, shape: &[i64]) {
        for &extent in shape {
            self.extent(extent);
            self.out.push('x');
        }
    }

    pub(super) fn optional_attr(&mut self, attr: Option<Attr>, elide: Elide) {
        if let Some(attr) = attr {
            self.out.push_str(", ");
            self.write_attr(attr, elide);
        }
    }

    pub(super) fn signature(&mut self, inputs: &[Type], results: &[Type]) {
        self.out.push('(');
        self.types(inputs);
        self.out.push_str(") -> ");
        self.result_types(results);
    }

    /// Writes a single type that is not a function type without parentheses, other lists in parentheses.
    pub fn result_types(&mut self, results: &[Type]) {
        let cx = self.cx;
        if let [one] = results
            && !matches!(one.data(cx), TypeData::Function { .. } | TypeData::Graph { .. })
        {
            return self.write_type(*one);
        }
        self.out.push('(');
        self.types(results);
        self.out.push(')');
    }

    /// Types, separated by commas.
    pub fn types(&mut self, types: &[Type]) {
        for (i, &ty) in types.iter().enumerate() {
            self.comma(i);
            self.write_type(ty);
        }
    }

    pub(super) fn compound_type(&mut self, ty: Type, data: &TypeData) {
        let cx = self.cx;
        match data {
            TypeData::Integer { .. } | TypeData::Index | TypeData::None | TypeData::Float(_) => {}
            TypeData::Complex(element) => {
                self.out.push_str("complex<");
                self.write_type(*element);
                self.out.push('>');
            }
            TypeData::Function { inputs, results } | TypeData::Graph { inputs, results } => {
                self.signature(inputs, results);
            }
            TypeData::Tuple(types) => {
                self.out.push_str("tuple<");
                self.types(types);
                self.out.push('>');
            }
            TypeData::Vector { shape, scalable, element } => {
                self.out.push_str("vector<");
                for (&extent, &scalable) in shape.iter().zip(scalable) {
                    if scalable {
                        self.out.push('[');
                    }
                    self.int(extent);
                    if scalable {
                        self.out.push(']');
                    }
                    self.out.push('x');
                }
                self.write_type(*element);
                self.out.push('>');
            }
            TypeData::RankedTensor { shape, element, encoding } => {
                self.out.push_str("tensor<");
                self.dims(shape);
                self.write_type(*element);
                self.optional_attr(*encoding, Elide::Never);
                self.out.push('>');
            }
            TypeData::UnrankedTensor(element) => {
                self.out.push_str("tensor<*x");
                self.write_type(*element);
                self.out.push('>');
            }
            TypeData::MemRef { shape, element, layout, space } => {
                self.out.push_str("memref<");
                self.dims(shape);
                self.write_type(*element);
                self.optional_attr(printed_layout(self.cx, *layout), Elide::May);
                self.optional_attr(*space, Elide::May);
                self.out.push('>');
            }
            TypeData::UnrankedMemRef { element, space } => {
                self.out.push_str("memref<*x");
                self.write_type(*element);
                self.optional_attr(*space, Elide::May);
                self.out.push('>');
            }
            TypeData::Opaque { dialect, data } => {
                let text = self.opaque_text(Symbol::Type(ty), data.bytes(cx));
                self.dialect_symbol("!", dialect.text(cx), &text);
            }
            TypeData::Encoded(part) => self.dialect_symbol("!", part.dialect.text(cx), &part.text()),
            TypeData::Dialect { def, params } => {
                let info = cx.type_def(*def);
                let text = self.captured(|w| params::write_params(w, info, params));
                let (dialect, name) = info.def().name.split_once('.').unwrap_or((info.def().name, ""));
                self.dialect_symbol("!", dialect, &(name.to_string() + &text));
            }
            TypeData::Identified { def, .. } => {
                let def = cx.type_def(*def).def();
                let text = self.captured(|w| w.identified(def, ty));
                let (dialect, name) = def.name.split_once('.').unwrap_or((def.name, ""));
                self.dialect_symbol("!", dialect, &(name.to_string() + &text));
            }
        }
    }

    pub(super) fn identified(&mut self, def: &crate::def::ParamsTable<'_>, ty: Type) {
        let cx = self.cx;
        if let Some(asm) = def.identified {
            (asm.print)(self, cx, ty);
        }
    }

    /// Begins to write the body of an identified type; false if that is being written already, and only its name is to be.
    pub fn start_cyclic(&mut self, ty: Type) -> bool {
        self.cyclic.start(ty)
    }

    /// Ends the body that was begun last.
    pub fn end_cyclic(&mut self) {
        self.cyclic.end();
    }
}
