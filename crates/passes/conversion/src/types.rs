//! Type conversion, to any number of types, and materialization of the casts between original and converted
//! types.

use std::any::Any;
use std::sync::{Arc, RwLock};

use crate::state::Unresolved;
use terrace_ir::context::FastMap;
use terrace_ir::{Attr, BlockRef, Context, Loc, OpRef, Rewriter, Type, Value, ValueRef};

/// A rule for types. The outer `None` defers to another rule; the inner `None` means that the type cannot be
/// converted.
type Rule = Box<dyn Fn(&mut TypeConversion<'_>, Type) -> Option<Option<Vec<Type>>> + Send + Sync>;

/// A rule for values, with the same results.
type ValueRule = Box<dyn Fn(ValueRef<'_>) -> Option<Option<Vec<Type>>> + Send + Sync>;

/// A rule for attributes of a type, with the same results.
type AttrRule = Box<dyn Fn(&Context, Type, Attr) -> Option<Option<Attr>> + Send + Sync>;

/// Materializes values of the target types from the values that replace one of an original type, if known.
type MaterializeTarget =
    Box<dyn Fn(&mut Rewriter<'_>, Option<Type>, &[Type], &[Value], Loc) -> Option<Vec<Value>> + Send + Sync>;

/// Creates values of the wanted types from others.
type Materialize = Box<dyn Fn(&mut Rewriter<'_>, &[Type], &[Value], Loc) -> Option<Vec<Value>> + Send + Sync>;

/// Converts types, and casts values between types before and after.
///
/// Rules for types are called once for each type of a context: their results must depend only on the type. Rules for values
/// come before them, and may depend on where the value is.
#[derive(Default)]
pub struct TypeConverter {
    rules: Vec<Rule>,
    value_rules: Vec<ValueRule>,
    attr_rules: Vec<AttrRule>,
    converted: RwLock<Converted>,
    source: Vec<Materialize>,
    target: Vec<MaterializeTarget>,
    data: Option<Arc<dyn Any + Send + Sync>>,
}

/// The converted types of a context, and their conversions.
#[derive(Default)]
struct Converted {
    context: u64,
    types: FastMap<Type, Option<Vec<Type>>>,
}

/// The conversion of a type, for rules that convert the types that it contains.
pub struct TypeConversion<'a> {
    /// The context of the types.
    pub cx: &'a Context,
    converter: &'a TypeConverter,
    /// The number of conversions in progress for each type.
    open: FastMap<Type, usize>,
}

impl TypeConversion<'_> {
    /// Returns the types that a type becomes, which the type being converted contains; `None` if it cannot be converted.
    ///
    /// A rule for recursive types queries [`Self::is_open`] first.
    pub fn convert(&mut self, ty: Type) -> Option<Vec<Type>> {
        let converter = self.converter;
        *self.open.entry(ty).or_default() += 1;
        let found = stacker::maybe_grow(64 << 10, 1 << 20, || {
            converter.rules.iter().rev().find_map(|rule| rule(self, ty)).flatten()
        });
        if let Some(count) = self.open.get_mut(&ty) {
            *count -= 1;
        }
        found
    }

    /// Returns the one type that a type becomes, as [`Self::convert`] does.
    pub fn convert_to_one(&mut self, ty: Type) -> Option<Type> {
        match self.convert(ty)?[..] {
            [one] => Some(one),
            _ => None,
        }
    }

    /// Returns whether the conversion of a type has begun: a rule is called for the type nested in itself.
    pub fn is_open(&self, ty: Type) -> bool {
        self.open.get(&ty).is_some_and(|&count| count > 1)
    }
}

impl TypeConverter {
    /// A converter that can convert nothing.
    pub fn new() -> Self {
        Self::default()
    }

    /// Attaches additional data for the patterns that use the converter.
    pub fn with_data(mut self, data: impl Any + Send + Sync) -> Self {
        self.data = Some(Arc::new(data));
        self
    }

    /// Returns the data set by [`Self::with_data`] if it is a `T`.
    pub fn data<T: Any>(&self) -> Option<&T> {
        self.data.as_ref()?.downcast_ref()
    }

    /// Adds a rule, which takes precedence over existing ones: it returns the converted types, or `None` to
    /// defer to another rule.
    pub fn add_conversion(
        mut self,
        rule: impl Fn(&Context, Type) -> Option<Type> + Send + Sync + 'static,
    ) -> Self {
        self.add(Box::new(move |types, ty| rule(types.cx, ty).map(|ty| Some(vec![ty]))));
        self
    }

    /// Adds a rule for types that become any number of others, or that cannot be converted (the inner `None`).
    pub fn add_conversion_to_many(
        mut self,
        rule: impl Fn(&Context, Type) -> Option<Option<Vec<Type>>> + Send + Sync + 'static,
    ) -> Self {
        self.add(Box::new(move |types, ty| rule(types.cx, ty)));
        self
    }

    /// Adds a rule for the types of values, which takes precedence over those for types and over existing ones: it returns the
    /// converted types, `None` to defer to another rule, or an inner `None` if the type cannot be converted.
    pub fn add_value_conversion(
        mut self,
        rule: impl Fn(ValueRef<'_>) -> Option<Option<Vec<Type>>> + Send + Sync + 'static,
    ) -> Self {
        self.value_rules.push(Box::new(rule));
        self
    }

    /// Adds a rule that converts the types that a type contains.
    pub fn add_nested_conversion(
        mut self,
        rule: impl Fn(&mut TypeConversion<'_>, Type) -> Option<Option<Vec<Type>>> + Send + Sync + 'static,
    ) -> Self {
        self.add(Box::new(rule));
        self
    }

    fn add(&mut self, rule: Rule) {
        self.rules.push(rule);
        self.converted = RwLock::default();
    }

    /// Adds a rule for attributes of a type, such as the memory space of a buffer, which takes precedence
    /// over existing ones. The outer `None` defers to another rule; the inner `None` means that the attribute
    /// cannot be converted.
    pub fn add_attribute_conversion(
        mut self,
        rule: impl Fn(&Context, Type, Attr) -> Option<Option<Attr>> + Send + Sync + 'static,
    ) -> Self {
        self.attr_rules.push(Box::new(rule));
        self
    }

    /// Converts an attribute of a type; `None` if no rule converts it.
    pub fn convert_attr(&self, cx: &Context, ty: Type, attr: Attr) -> Option<Attr> {
        self.attr_rules.iter().rev().find_map(|rule| rule(cx, ty, attr)).flatten()
    }

    /// Adds a materialization of an original type from converted values.
    pub fn add_source_materialization(
        mut self,
        make: impl Fn(&mut Rewriter<'_>, &[Type], &[Value], Loc) -> Option<Vec<Value>> + Send + Sync + 'static,
    ) -> Self {
        self.source.push(Box::new(make));
        self
    }

    /// Adds a materialization of converted types from other values.
    pub fn add_target_materialization(
        self,
        make: impl Fn(&mut Rewriter<'_>, &[Type], &[Value], Loc) -> Option<Vec<Value>> + Send + Sync + 'static,
    ) -> Self {
        self.add_target_materialization_of(move |rw, _, types, values, loc| make(rw, types, values, loc))
    }

    /// Adds a materialization of values of converted types from the values that replace one, whose original type it is
    /// passed; `None` if that is not known.
    pub fn add_target_materialization_of(
        mut self,
        make: impl Fn(&mut Rewriter<'_>, Option<Type>, &[Type], &[Value], Loc) -> Option<Vec<Value>>
        + Send
        + Sync
        + 'static,
    ) -> Self {
        self.target.push(Box::new(make));
        self
    }

    /// Returns the types that a type becomes; `None` if it cannot be converted.
    pub fn convert(&self, cx: &Context, ty: Type) -> Option<Vec<Type>> {
        {
            let known = self.converted.read().unwrap_or_else(|e| e.into_inner());
            if known.context == cx.id()
                && let Some(types) = known.types.get(&ty)
            {
                return types.clone();
            }
        }
        let found = TypeConversion { cx, converter: self, open: FastMap::default() }.convert(ty);
        let mut known = self.converted.write().unwrap_or_else(|e| e.into_inner());
        if known.context != cx.id() {
            *known = Converted { context: cx.id(), types: FastMap::default() };
        }
        known.types.insert(ty, found.clone());
        found
    }

    /// Returns the types that the type of a value becomes; `None` if it cannot be converted.
    pub fn convert_value(&self, value: ValueRef<'_>) -> Option<Vec<Type>> {
        let found = self.value_rules.iter().rev().find_map(|rule| rule(value));
        found.unwrap_or_else(|| self.convert(value.cx(), value.ty()))
    }

    /// Whether there are rules for values.
    pub(crate) fn depends_on_values(&self) -> bool {
        !self.value_rules.is_empty()
    }

    /// Whether conversion leaves the types of these values as they are.
    pub fn is_legal_for<'a>(&self, mut values: impl Iterator<Item = ValueRef<'a>>) -> bool {
        values.all(|value| self.convert_value(value).is_some_and(|types| types == [value.ty()]))
    }

    /// The one type that a type becomes.
    pub fn convert_to_one(&self, cx: &Context, ty: Type) -> Option<Type> {
        match self.convert(cx, ty)?[..] {
            [one] => Some(one),
            _ => None,
        }
    }

    /// The types that a list of types becomes, one after the other.
    pub fn convert_all(&self, cx: &Context, types: &[Type]) -> Option<Vec<Type>> {
        let mut out = Vec::with_capacity(types.len());
        for &ty in types {
            out.extend(self.convert(cx, ty)?);
        }
        Some(out)
    }

    /// Whether conversion leaves these types as they are.
    pub fn is_legal(&self, cx: &Context, mut types: impl Iterator<Item = Type>) -> bool {
        types.all(|ty| self.convert_to_one(cx, ty) == Some(ty))
    }

    /// Whether conversion leaves the types of an op's operands and results as they are.
    pub fn is_legal_op(&self, op: OpRef<'_>) -> bool {
        self.is_legal_for(op.operands().chain(op.results()))
    }

    /// Converts the types of a block's arguments. Returns `None` if one of them has no conversion.
    pub fn convert_block(&self, block: BlockRef<'_>) -> Option<SignatureConversion> {
        let mut signature = SignatureConversion::new(block.args().count());
        for (i, arg) in block.args().enumerate() {
            let converted = self.convert_value(arg)?;
            if !converted.is_empty() {
                signature.add_inputs(i, &converted);
            }
        }
        Some(signature)
    }

    pub(crate) fn materialize(
        &self,
        cast: &Unresolved,
        rw: &mut Rewriter<'_>,
        types: &[Type],
        inputs: &[Value],
        loc: Loc,
    ) -> Option<Vec<Value>> {
        match cast.source {
            true => self.source.iter().rev().find_map(|make| make(rw, types, inputs, loc)),
            false => self.target.iter().rev().find_map(|make| make(rw, cast.original, types, inputs, loc)),
        }
    }
}

/// The replacement of an argument.
#[derive(Clone, Debug)]
pub(crate) enum InputMapping {
    /// The argument is dropped.
    Dropped,
    /// This number of arguments, starting at this index.
    Args(usize, usize),
    /// These values.
    Values(Vec<Value>),
}

/// The conversion of a block's signature.
#[derive(Clone, Debug)]
pub struct SignatureConversion {
    pub(crate) inputs: Vec<InputMapping>,
    pub(crate) types: Vec<Type>,
}

impl SignatureConversion {
    /// Creates a conversion that drops all of `inputs` arguments.
    pub fn new(inputs: usize) -> Self {
        Self { inputs: vec![InputMapping::Dropped; inputs], types: Vec::new() }
    }

    /// Replaces an old argument by new arguments of these types.
    pub fn add_inputs(&mut self, input: usize, types: &[Type]) {
        self.inputs[input] = InputMapping::Args(self.types.len(), types.len());
        self.types.extend_from_slice(types);
    }

    /// Adds new arguments that replace no old one.
    pub fn add_new_inputs(&mut self, types: &[Type]) {
        self.types.extend_from_slice(types);
    }

    /// Replaces an old argument by these values.
    pub fn remap(&mut self, input: usize, values: &[Value]) {
        self.inputs[input] = InputMapping::Values(values.to_vec());
    }

    /// The types of the new arguments.
    pub fn types(&self) -> &[Type] {
        &self.types
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use terrace_ir::def::{DialectDef, EMPTY_DIALECT, EMPTY_PARAMS, IdentifiedAsm, TypeDef};
    use terrace_ir::{Attr, Context, Type, TypeData};

    use super::TypeConverter;

    /// Structures with a name, whose fields may point to them.
    static STRUCT: TypeDef = TypeDef {
        name: "t.struct",
        identified: Some(IdentifiedAsm {
            parse: |p, _| {
                let loc = p.loc();
                Err(p.error(loc, "not read here".to_owned()))
            },
            print: |p, cx, ty| p.text(cx.identified_name(ty, &STRUCT).map_or("", |name| name.text(cx))),
        }),
        ..EMPTY_PARAMS
    };
    static T: DialectDef = DialectDef { name: "t", types: &[&STRUCT], ..EMPTY_DIALECT };

    fn structure(cx: &Context, name: &str, fields: &[Type]) -> Type {
        let def = cx.type_def_id(&STRUCT).expect("the dialect is registered");
        let ty = cx.identified_type(def, cx.str(name));
        let body: Vec<Attr> = fields.iter().map(|&field| cx.type_attr(field)).collect();
        cx.set_identified_body(ty, &body).expect("it has no other body");
        ty
    }

    #[test]
    fn rules_are_asked_once_for_each_type_of_a_context() {
        let asked = Arc::new(AtomicUsize::new(0));
        let count = Arc::clone(&asked);
        let converter = TypeConverter::new().add_conversion(move |cx, ty| {
            count.fetch_add(1, Ordering::Relaxed);
            (ty == Type::I32).then(|| cx.function_type(&[ty], &[]))
        });
        let cx = Context::new(&[]);
        let once = converter.convert(&cx, Type::I32);
        assert_eq!((converter.convert(&cx, Type::I32), asked.load(Ordering::Relaxed)), (once, 1));
        assert_eq!([converter.convert(&cx, Type::F32), converter.convert(&cx, Type::F32)], [None, None]);
        assert_eq!(asked.load(Ordering::Relaxed), 2);
        // Handles of another context stand for other types.
        let other = Context::new(&[]);
        other.function_type(&[Type::F64], &[]);
        let found = converter.convert_to_one(&other, Type::I32).expect("there is a rule");
        assert_eq!(
            (found.function(&other).expect("a function type").0, asked.load(Ordering::Relaxed)),
            (&[Type::I32][..], 3)
        );
        // A rule that comes later is asked.
        let converter = converter.add_conversion(|_, ty| (ty == Type::F32).then_some(Type::F64));
        assert_eq!(converter.convert_to_one(&other, Type::F32), Some(Type::F64));
    }

    #[test]
    fn types_that_contain_themselves_are_converted() {
        let cx = Context::new(&[&T]);
        let list = {
            let def = cx.type_def_id(&STRUCT).expect("the dialect is registered");
            cx.identified_type(def, cx.str("list"))
        };
        assert_eq!(structure(&cx, "list", &[Type::I32, list]), list);
        let converter = TypeConverter::new()
            .add_conversion(|_, ty| (ty == Type::I32).then_some(Type::I64))
            .add_nested_conversion(|types, ty| {
                let cx = types.cx;
                let TypeData::Identified { def, name, .. } = ty.data(cx) else { return None };
                let new = cx.identified_type(*def, cx.str(&format!("new_{}", name.text(cx))));
                if !types.is_open(ty) {
                    let fields = cx.identified_body(ty)?.iter().filter_map(|field| field.as_type(cx));
                    let fields = fields.map(|field| types.convert_to_one(field)).collect::<Option<Vec<_>>>();
                    let Some(fields) = fields else { return Some(None) };
                    let fields: Vec<Attr> = fields.iter().map(|&field| cx.type_attr(field)).collect();
                    cx.set_identified_body(new, &fields).ok()?;
                }
                Some(Some(vec![new]))
            });
        let new = converter.convert_to_one(&cx, list).expect("there is a rule");
        let fields: Vec<_> =
            cx.identified_body(new).into_iter().flatten().map(|field| field.as_type(&cx)).collect();
        assert_eq!(fields, [Some(Type::I64), Some(new)]);
        assert_eq!(cx.type_text(new), "!t.struct".to_owned() + "new_list");
        let unknown = structure(&cx, "unknown", &[Type::F32]);
        assert_eq!(converter.convert(&cx, unknown), None);
    }

    #[test]
    fn attributes_are_converted_with_the_type_they_are_about() {
        let cx = Context::new(&[]);
        let one = cx.int_attr(Type::I64, 1);
        let converter = TypeConverter::new()
            .add_attribute_conversion(|_, ty, attr| (ty == Type::F32).then_some(Some(attr)))
            .add_attribute_conversion(move |_, ty, attr| match attr == Attr::UNIT {
                true if ty == Type::I32 => Some(None),
                true => Some(Some(one)),
                false => None,
            });
        let converted = [
            (Type::F32, Attr::UNIT),
            (Type::F32, Attr::TRUE),
            (Type::I32, Attr::UNIT),
            (Type::I32, Attr::TRUE),
        ]
        .map(|(ty, attr)| converter.convert_attr(&cx, ty, attr));
        assert_eq!(converted, [Some(one), Some(Attr::TRUE), None, None]);
    }
}
