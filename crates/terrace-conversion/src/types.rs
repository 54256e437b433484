//! What becomes of types: conversion to any number of others, and the casts between the two.

use terrace_ir::{Block, Body, Context, Loc, Rewriter, Type, Value};

/// Returns what a type becomes. The outer `None`: another rule decides; the inner `None`: it cannot be converted.
type Rule = Box<dyn Fn(&Context, Type) -> Option<Option<Vec<Type>>> + Send + Sync>;

/// Makes values of the wanted types from others.
type Materialize = Box<dyn Fn(&mut Rewriter<'_>, &[Type], &[Value], Loc) -> Option<Vec<Value>> + Send + Sync>;

/// Converts types, and casts values between types before and after.
#[derive(Default)]
pub struct TypeConverter {
    rules: Vec<Rule>,
    source: Vec<Materialize>,
    target: Vec<Materialize>,
}

impl TypeConverter {
    /// A converter that can convert nothing.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a rule, which is asked before those that are there: returns what a type becomes, or `None` if
    /// another rule decides.
    pub fn add_conversion(
        mut self,
        rule: impl Fn(&Context, Type) -> Option<Type> + Send + Sync + 'static,
    ) -> Self {
        self.rules.push(Box::new(move |cx, ty| rule(cx, ty).map(|ty| Some(vec![ty]))));
        self
    }

    /// Adds a rule for types that become any number of others, or that cannot be converted (the inner `None`).
    pub fn add_conversion_to_many(
        mut self,
        rule: impl Fn(&Context, Type) -> Option<Option<Vec<Type>>> + Send + Sync + 'static,
    ) -> Self {
        self.rules.push(Box::new(rule));
        self
    }

    /// Adds a way to make a value of a type before conversion from values of types after it.
    pub fn add_source_materialization(
        mut self,
        make: impl Fn(&mut Rewriter<'_>, &[Type], &[Value], Loc) -> Option<Vec<Value>> + Send + Sync + 'static,
    ) -> Self {
        self.source.push(Box::new(make));
        self
    }

    /// Adds a way to make values of types after conversion from other values.
    pub fn add_target_materialization(
        mut self,
        make: impl Fn(&mut Rewriter<'_>, &[Type], &[Value], Loc) -> Option<Vec<Value>> + Send + Sync + 'static,
    ) -> Self {
        self.target.push(Box::new(make));
        self
    }

    /// Returns the types that a type becomes; `None` if it cannot be converted.
    pub fn convert(&self, cx: &Context, ty: Type) -> Option<Vec<Type>> {
        self.rules.iter().rev().find_map(|rule| rule(cx, ty)).flatten()
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

    /// What becomes of a block's arguments, one by one.
    pub fn convert_block(&self, cx: &Context, body: &Body, block: Block) -> Option<SignatureConversion> {
        let types: Vec<Type> = body.args(block).map(|arg| body.value_type(arg)).collect();
        let mut signature = SignatureConversion::new(types.len());
        for (i, &ty) in types.iter().enumerate() {
            let converted = self.convert(cx, ty)?;
            if !converted.is_empty() {
                signature.add_inputs(i, &converted);
            }
        }
        Some(signature)
    }

    pub(crate) fn materialize(
        &self,
        source: bool,
        rw: &mut Rewriter<'_>,
        types: &[Type],
        inputs: &[Value],
        loc: Loc,
    ) -> Option<Vec<Value>> {
        let ways = if source { &self.source } else { &self.target };
        ways.iter().rev().find_map(|make| make(rw, types, inputs, loc))
    }
}

/// Where an argument went.
#[derive(Clone, Debug)]
pub(crate) enum InputMapping {
    /// It is dropped.
    Dropped,
    /// These many arguments from this one on stand for it.
    Args(usize, usize),
    /// These values stand for it.
    Values(Vec<Value>),
}

/// What becomes of the arguments of a block.
#[derive(Clone, Debug)]
pub struct SignatureConversion {
    pub(crate) inputs: Vec<InputMapping>,
    pub(crate) types: Vec<Type>,
}

impl SignatureConversion {
    /// All of so many arguments are dropped.
    pub fn new(inputs: usize) -> Self {
        Self { inputs: vec![InputMapping::Dropped; inputs], types: Vec::new() }
    }

    /// New arguments of these types stand for an old one.
    pub fn add_inputs(&mut self, input: usize, types: &[Type]) {
        self.inputs[input] = InputMapping::Args(self.types.len(), types.len());
        self.types.extend_from_slice(types);
    }

    /// New arguments that stand for no old one.
    pub fn add_new_inputs(&mut self, types: &[Type]) {
        self.types.extend_from_slice(types);
    }

    /// These values stand for an old argument.
    pub fn remap(&mut self, input: usize, values: &[Value]) {
        self.inputs[input] = InputMapping::Values(values.to_vec());
    }

    /// The types of the new arguments.
    pub fn types(&self) -> &[Type] {
        &self.types
    }
}
