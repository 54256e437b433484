//! Ops on scalable vectors, predicates and tiles, as calls of LLVM's intrinsics.

use terrace_dialects_llvm::intrinsics::{MaskedLoadOp, MaskedStoreOp};
use terrace_dialects_llvm::ops::{BitcastOp, CallIntrinsicOp, OrOp, ShlOp, ZExtOp, ZeroOp};
use terrace_dialects_llvm::types::vector_type;
use terrace_ir::{Signedness, Type, Value};
use terrace_support::apfloat::FloatKind;
use terrace_target::aarch64;

use super::accumulation::Accumulation;
use crate::parallel_loops::build::Build;

/// Creates ops on vectors of `lanes` elements for each 128 bits.
pub(super) struct Vectors<'b, 'r> {
    pub build: Build<'b, 'r>,
    pub lanes: i64,
}

impl Vectors<'_, '_> {
    fn vector(&self, element: Type, lanes: i64) -> Type {
        vector_type(self.build.cx(), element, lanes, true)
    }

    /// The predicate of the elements whose number, counted from a base, is less than a limit.
    pub(super) fn while_less(&mut self, from: Value, limit: Value) -> Value {
        let name = aarch64::while_less(self.lanes);
        let ty = self.vector(Type::I1, self.lanes);
        self.build.call(&name, &[from, limit], ty)
    }

    /// A predicate for bytes.
    pub(super) fn bytes_of(&mut self, predicate: Value) -> Value {
        if self.lanes == 16 {
            return predicate;
        }
        let name = aarch64::to_bytes(self.lanes);
        let ty = self.vector(Type::I1, 16);
        self.build.call(&name, &[predicate], ty)
    }

    /// A predicate if an element of another one is active; all false otherwise.
    pub(super) fn pick(&mut self, bytes: Value, of: Value, element: Value) -> Value {
        let (all, some) = (self.vector(Type::I1, 16), self.vector(Type::I1, self.lanes));
        let name = aarch64::pick_predicate(self.lanes);
        let picked = self.build.call(&name, &[bytes, of, element], all);
        if self.lanes == 16 {
            return picked;
        }
        let name = aarch64::from_bytes(self.lanes);
        self.build.call(&name, &[picked], some)
    }

    fn effect(&mut self, name: &str, args: &[Value]) {
        let call = CallIntrinsicOp::of().loc(self.build.loc).intrin(name).args(args);
        self.build.rw.build(call.op_bundle_operands(&[]));
    }

    /// Zeroes all tiles.
    pub(super) fn zero_tiles(&mut self) {
        let all = self.build.integer(255, Type::I32);
        self.effect(aarch64::ZERO_TILES, &[all]);
    }

    /// Loads or stores a row or column of a tile by an intrinsic.
    pub(super) fn access_slice(
        &mut self,
        intrinsic: &str,
        tile: i64,
        slice: Value,
        predicate: Value,
        address: Value,
    ) {
        let tile = self.build.integer(tile, Type::I32);
        self.effect(intrinsic, &[predicate, address, tile, slice]);
    }

    /// Adds an outer product to a tile.
    pub(super) fn add_outer_product(
        &mut self,
        accumulation: Accumulation,
        tile: i64,
        [rows, columns]: [Value; 2],
        [a, b]: [Value; 2],
    ) {
        let Some(product) = accumulation.outer_product() else { return };
        let tile = self.build.integer(tile, Type::I32);
        let predicates = match accumulation.narrow(self.build.cx()) {
            None => [rows, columns],
            // Inactive elements are zero, as are the padding bytes of active ones.
            Some((_, lanes)) => {
                let all = self.all(lanes);
                [all; 2]
            }
        };
        self.effect(aarch64::add_outer_product(product), &[tile, predicates[0], predicates[1], a, b]);
    }

    fn all(&mut self, lanes: i64) -> Value {
        let ty = self.vector(Type::I1, lanes);
        let pattern = self.build.integer(31, Type::I32);
        self.build.call(&aarch64::all_active(lanes), &[pattern], ty)
    }

    /// Packs numbers of several vectors into wide elements; unused parts are zero.
    pub(super) fn combine(&mut self, values: &[Value], accumulation: Accumulation) -> Value {
        let Some((element, lanes)) = accumulation.narrow(self.build.cx()) else { return values[0] };
        let (cx, loc) = (self.build.cx(), self.build.loc);
        let bits = |bits: i64| cx.integer(bits as u32, Signedness::Signless);
        let (lowest, wide) = (bits(128 / lanes), bits(128 / self.lanes));
        let (lowest, wide_vector) = (self.vector(lowest, self.lanes), self.vector(wide, self.lanes));
        let mut all: Option<Value> = None;
        for (place, &value) in values.iter().enumerate() {
            // The lowest bits of each element, as an integer.
            let value = match element.is_integer(cx) {
                true => value,
                false => self.build.rw.build_value(BitcastOp::of(value).loc(loc).res(lowest)),
            };
            let extended = self.build.rw.build_value(ZExtOp::of(value).loc(loc).res(wide_vector));
            all = Some(match all {
                None => extended,
                Some(before) => {
                    let amount = self.build.integer(place as i64 * 128 / lanes, wide);
                    let amount = self.splat(amount);
                    let rw = &mut *self.build.rw;
                    let shifted = rw.build_value(ShlOp::of(extended, amount).res(wide_vector).loc(loc));
                    rw.build_value(OrOp::of(before, shifted).res(wide_vector).loc(loc))
                }
            });
        }
        all.map_or(values[0], |all| self.narrow(all, accumulation))
    }

    /// Bitcasts a vector to the narrow type of the factors.
    pub(super) fn narrow(&mut self, value: Value, accumulation: Accumulation) -> Value {
        let (cx, loc) = (self.build.cx(), self.build.loc);
        let Some((element, lanes)) = accumulation.narrow(cx) else { return value };
        let narrow = self.vector(element, lanes);
        self.build.rw.build_value(BitcastOp::of(value).loc(loc).res(narrow))
    }

    /// A splat.
    pub(super) fn splat(&mut self, value: Value) -> Value {
        let element = self.build.ty(value);
        let ty = self.vector(element, self.lanes);
        let width = match element.float_kind(self.build.cx()) {
            Some(FloatKind::F64) => 64,
            Some(_) => 32,
            None => element.bit_width(self.build.cx()).unwrap_or(32),
        };
        let name = aarch64::repeat(self.lanes, element.is_integer(self.build.cx()), width);
        self.build.call(&name, &[value], ty)
    }

    /// Loads the active elements; others are zero.
    pub(super) fn load(&mut self, address: Value, predicate: Value, element: Type, alignment: i64) -> Value {
        let ty = self.vector(element, self.lanes);
        let (cx, loc) = (self.build.cx(), self.build.loc);
        let zero = self.build.rw.build_value(ZeroOp::of().loc(loc).res(ty));
        let alignment = cx.int_attr(Type::I32, alignment);
        let load = MaskedLoadOp::of(address, predicate).loc(loc).pass_thru(zero);
        self.build.rw.build_value(load.alignment_attr(alignment).res(ty))
    }

    /// Stores the active elements.
    pub(super) fn store(&mut self, value: Value, address: Value, predicate: Value) {
        let (cx, loc) = (self.build.cx(), self.build.loc);
        let alignment = cx.int_attr(Type::I32, 1);
        let store = MaskedStoreOp::of(value, address, predicate).loc(loc);
        self.build.rw.build(store.alignment_attr(alignment));
    }
}
