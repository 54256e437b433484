//! Predicates of `transform.match.structured` on operands and results.

use terrace_affine::AffineMap;
use terrace_dialects_linalg::structured::as_structured;
use terrace_ir::attr_kind::{DenseI64ArrayAttr, I64Attr, UnitAttr};
use terrace_ir::def::{TypeConstraint, op_error};
use terrace_ir::effects::MemoryEffects;
use terrace_ir::{CheckResult, OpKind, OpRef, Type, ValueHandle, ValueRef};
use terrace_macros::op;
use terrace_transform::effects::Navigation;
use terrace_transform::ops::navigation::{TRANSFORM_MATCH_DIMS, expand_positions, verify_positions};
use terrace_transform::types::{
    AffineMapParamType, HandleKind, TRANSFORM_ANY_HANDLE, TRANSFORM_HANDLE, TRANSFORM_PARAM, handle_kind,
};
use terrace_transform::{
    Mapping, MatchOpInterface, Matcher, TransformFailure, TransformOpInterface, TransformResult,
    TransformResults, TransformState,
};

use super::matchers::{single_structured, verify_predicate};
use super::semi_function_type::SEMI_FUNCTION_TYPE;

/// A handle, or a parameter whose values are affine maps.
static HANDLE_OR_MAPS: TypeConstraint =
    TypeConstraint::new("transform operation or value handle or ", |cx, ty| {
        (TRANSFORM_ANY_HANDLE.pred)(cx, ty) || ty.isa::<AffineMapParamType>(cx)
    });

/// A predicate on operands, as the ops have it.
struct Operands<'s> {
    op: OpRef<'s>,
    handle: ValueRef<'s>,
    positions: Vec<i64>,
    is_inverted: bool,
    is_all: bool,
    permutation: bool,
    projected_permutation: bool,
    result: Option<ValueRef<'s>>,
}

/// The names of operands in messages.
struct Words {
    one: &'static str,
    /// The message about projected permutations.
    projected: &'static str,
    all: &'static str,
}

impl<'s> Operands<'s> {
    fn verify(&self) -> CheckResult {
        let fail = |message: &str| Err(op_error(self.op, message.to_owned()));
        if self.permutation && self.projected_permutation {
            return fail("\"permutation\" and \"projected_permutation\" are mutually exclusive");
        }
        if self.positions.len() > 1 && self.result.is_some() {
            return fail("cannot bind multiple inputs/inits to the same value");
        }
        verify_positions(self.op, &self.positions, self.is_inverted, self.is_all)?;
        verify_predicate(self.op, self.handle)
    }

    /// Checks the maps of `count` operands from `first` on, and returns the requested values.
    fn apply(
        &self,
        state: &mut TransformState<'s>,
        results: &mut TransformResults,
        range: impl Fn(usize, usize) -> (usize, usize),
        words: &Words,
    ) -> TransformResult {
        let (op, cx) = (self.op, self.op.cx());
        let (structured, payload) = single_structured(op, state, self.handle)?;
        let (inits, num_inits) = structured.destinations(payload);
        let (first, count) = range(inits, num_inits);
        let positions = expand_positions(op, (&self.positions, self.is_inverted, self.is_all), count)
            .map_err(|failure| {
                failure
                    .note(payload.loc(), format!("while considering {} of this payload operation", words.all))
            })?;
        let maps: Vec<AffineMap> = structured.indexing_maps(payload);
        let wants_maps = self.result.is_some_and(|result| result.ty().isa::<AffineMapParamType>(cx));
        let kind = self.result.and_then(|result| handle_kind(cx, result.ty()));
        let mut found = match kind {
            Some(kind) => Mapping::empty(kind),
            None => Mapping::Params(Vec::new()),
        };
        for at in positions {
            let Some(map) = maps.get(first + at) else { continue };
            let one = words.one;
            if self.permutation && !map.is_permutation() {
                let message = format!("the indexing map for {one} #{at} is not a permutation");
                return Err(TransformFailure::at(op, message));
            }
            if self.projected_permutation && !map.is_projected_permutation(false) {
                let message = format!("the indexing map for {one} #{at} is not a {}", words.projected);
                return Err(TransformFailure::at(op, message));
            }
            let operand: ValueHandle = payload.operand(first + at).handle();
            found.append(match kind {
                None => continue,
                Some(_) if wants_maps => Mapping::Params(vec![cx.affine_map_attr(map.clone())]),
                Some(HandleKind::Value) => Mapping::Values(vec![operand]),
                Some(_) => {
                    let Some(maker) = payload.operand(first + at).defining_op() else {
                        let message = format!("{one} #{at} is not produced by an operation");
                        return Err(TransformFailure::at(op, message));
                    };
                    Mapping::Ops(vec![maker.handle()])
                }
            });
        }
        if self.result.is_some() {
            results.set_mapped(0, found);
        }
        Ok(())
    }
}

macro_rules! operand_matchers {
    ($($(#[$meta:meta])* $op:ident / $view:ident ($name:literal): $range:expr, $words:expr;)*) => {$(
        $(#[$meta])*
        #[op($name,
             interfaces(dyn TransformOpInterface, dyn MatchOpInterface = Matcher, dyn MemoryEffects = Navigation),
             customs(&TRANSFORM_MATCH_DIMS, &SEMI_FUNCTION_TYPE), verify = |op| $view(op).parts().verify(),
             format = "$operand_handle `[` custom<TransformMatchDims>($raw_position_list, $is_inverted, $is_all) `]` \
                       attr-dict `:` custom<SemiFunctionType>(type($operand_handle), type($result))")]
        pub struct $op {
            operand_handle: Operand<TRANSFORM_HANDLE>,
            raw_position_list: Prop<DenseI64ArrayAttr>,
            is_inverted: OptProp<UnitAttr>,
            is_all: OptProp<UnitAttr>,
            permutation: OptProp<UnitAttr>,
            projected_permutation: OptProp<UnitAttr>,
            result: OptRes<HANDLE_OR_MAPS>,
        }

        impl<'s> $view<'s> {
            fn parts(self) -> Operands<'s> {
                Operands {
                    op: self.0,
                    handle: self.operand_handle(),
                    positions: self.raw_position_list().to_vec(),
                    is_inverted: self.is_inverted(),
                    is_all: self.is_all(),
                    permutation: self.permutation(),
                    projected_permutation: self.projected_permutation(),
                    result: self.result(),
                }
            }
        }

        impl TransformOpInterface for $op {
            fn apply<'s>(
                &self,
                op: OpRef<'s>,
                state: &mut TransformState<'s>,
                results: &mut TransformResults,
            ) -> TransformResult {
                $view(op).parts().apply(state, results, $range, &$words)
            }
        }
    )*};
}

operand_matchers! {
    /// Matches ops whose inputs meet the conditions, and returns these inputs.
    MatchStructuredInputOp / MatchStructuredInputOpView ("transform.match.structured.input"):
        |inits, _| (0, inits),
        Words { one: "input", projected: "projected permutation", all: "DPS inputs" };
    /// Matches ops whose destinations meet the conditions, and returns these destinations.
    MatchStructuredInitOp / MatchStructuredInitOpView ("transform.match.structured.init"):
        |inits, count| (inits, count),
        Words { one: "output(init)", projected: "permutation", all: "DPS inits (outputs)" };
}

macro_rules! counts {
    ($($(#[$meta:meta])* $op:ident / $view:ident ($name:literal, $format:literal) $customs:tt
       $result:ident: $count:expr;)*) => {$(
        $(#[$meta])*
        #[op($name,
             interfaces(dyn TransformOpInterface, dyn MatchOpInterface = Matcher, dyn MemoryEffects = Navigation),
             customs $customs, verify = |op| verify_predicate(op, $view(op).operand_handle()), format = $format)]
        pub struct $op {
            operand_handle: Operand<TRANSFORM_HANDLE>,
            $result: Res<TRANSFORM_PARAM>,
        }

        impl TransformOpInterface for $op {
            fn apply<'s>(
                &self,
                op: OpRef<'s>,
                state: &mut TransformState<'s>,
                results: &mut TransformResults,
            ) -> TransformResult {
                let (_, payload) = single_structured(op, state, $view(op).operand_handle())?;
                let count: fn(OpRef<'_>) -> usize = $count;
                let count = count(payload);
                results.set_params(0, vec![op.cx().int_attr(Type::I64, count as i64)]);
                Ok(())
            }
        }
    )*};
}

counts! {
    /// Returns how many inputs an op has.
    MatchStructuredNumInputsOp / MatchStructuredNumInputsOpView
        ("transform.match.structured.num_inputs", "$operand_handle attr-dict `:` functional-type(operands, results)")
        () result: |op| as_structured(op).map_or(0, |structured| structured.destinations(op).0);
    /// Returns how many destinations an op has.
    MatchStructuredNumInitsOp / MatchStructuredNumInitsOpView
        ("transform.match.structured.num_inits", "$operand_handle attr-dict `:` functional-type(operands, results)")
        () result: |op| as_structured(op).map_or(0, |structured| structured.destinations(op).1);
    /// Returns the number of loops of an op.
    MatchStructuredRankOp / MatchStructuredRankOpView
        ("transform.match.structured.rank",
         "$operand_handle attr-dict `:` custom<SemiFunctionType>(type($operand_handle), type($rank), \"false\")")
        (&SEMI_FUNCTION_TYPE) rank: |op| as_structured(op).map_or(0, |structured| structured.parallel(op).len());
}

/// Returns a result, or a user of it.
#[op("transform.match.structured.result",
     interfaces(dyn TransformOpInterface, dyn MatchOpInterface = Matcher, dyn MemoryEffects = Navigation),
     verify = verify_result,
     format = "$operand_handle `[` $position `]` (`any` $any^)? (`single` $single^)? attr-dict `:` \
               functional-type(operands, results)")]
pub struct MatchStructuredResultOp {
    operand_handle: Operand<TRANSFORM_HANDLE>,
    position: Prop<I64Attr>,
    any: OptProp<UnitAttr>,
    single: OptProp<UnitAttr>,
    result: Res<TRANSFORM_ANY_HANDLE>,
}

fn verify_result(op: OpRef<'_>) -> CheckResult {
    let view = MatchStructuredResultOp::view_of(op);
    let is_op = handle_kind(op.cx(), view.result().ty()) == Some(HandleKind::Op);
    if (view.any() || view.single()) != is_op {
        let message = "expects either the any/single keyword or the type value handle result type";
        return Err(op_error(op, message.to_owned()));
    }
    if view.any() && view.single() {
        return Err(op_error(op, "'any' and 'single' are mutually exclusive".to_owned()));
    }
    verify_predicate(op, view.operand_handle())
}

impl TransformOpInterface for MatchStructuredResultOp {
    fn apply<'s>(
        &self,
        op: OpRef<'s>,
        state: &mut TransformState<'s>,
        results: &mut TransformResults,
    ) -> TransformResult {
        let view = MatchStructuredResultOp::view_of(op);
        let (structured, payload) = single_structured(op, state, view.operand_handle())?;
        let (_, inits) = structured.destinations(payload);
        let raw = view.position();
        let at = if raw < 0 { inits as i64 + raw } else { raw };
        let result = usize::try_from(at).ok().filter(|&at| at < inits);
        let result = result.and_then(|at| payload.results().nth(at));
        let Some(result) = result else {
            let message =
                format!("position {raw} overflows the number of results(ints) of the payload operation");
            return Err(TransformFailure::at(op, message));
        };
        if handle_kind(op.cx(), view.result().ty()) == Some(HandleKind::Value) {
            results.set_values(0, vec![result.handle()]);
            return Ok(());
        }
        let mut users = result.uses().map(|(user, _)| user.handle());
        let Some(user) = users.next() else {
            return Err(TransformFailure::at(op, format!("no users of the result #{raw}")));
        };
        if view.single() && users.next().is_some() {
            return Err(TransformFailure::at(op, "more than one result user with single user requested"));
        }
        results.set(0, vec![user]);
        Ok(())
    }
}
