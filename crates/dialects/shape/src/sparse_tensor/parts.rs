//! The parts of an encoding, and whether they fit each other and a tensor.

use terrace_affine::AffineMap;
use terrace_dialects_core::complex::NumberAttr;
use terrace_ir::params::ParamType;
use terrace_ir::{Attr, Context, Type};

use super::level::{LevelFormat, LevelProperty, LevelType};
use super::maps::{block_sizes, infer_lvl_to_dim, is_block_sparsity};

/// The parts of an encoding.
#[derive(Default)]
pub(crate) struct Encoding {
    pub(crate) levels: Vec<LevelType>,
    pub(crate) dim_to_lvl: Option<AffineMap>,
    pub(crate) lvl_to_dim: Option<AffineMap>,
    pub(crate) position_width: u32,
    pub(crate) coordinate_width: u32,
    pub(crate) explicit_value: Option<Attr>,
    pub(crate) implicit_value: Option<Attr>,
    pub(crate) slices: Vec<Attr>,
}

impl Encoding {
    /// Reads the parts from parameters.
    pub(crate) fn of(cx: &Context, params: &[Attr]) -> Option<Self> {
        let &[levels, dim_to_lvl, lvl_to_dim, positions, coordinates, explicit, implicit, slices] = params
        else {
            return None;
        };
        let bits = |&level: &Attr| LevelType::from_bits(u64::value(cx, level)?);
        let map = |attr: Attr| attr.as_affine_map(cx).cloned();
        let value = |attr: Attr| (!attr.is_null()).then_some(attr);
        Some(Self {
            levels: levels.as_array(cx)?.iter().map(bits).collect::<Option<_>>()?,
            dim_to_lvl: map(dim_to_lvl),
            lvl_to_dim: map(lvl_to_dim),
            position_width: u32::value(cx, positions)?,
            coordinate_width: u32::value(cx, coordinates)?,
            explicit_value: value(explicit),
            implicit_value: value(implicit),
            slices: slices.as_array(cx)?.to_vec(),
        })
    }

    /// Returns the parameters.
    pub(crate) fn params(&self, cx: &Context) -> Vec<Attr> {
        let levels: Vec<Attr> = self.levels.iter().map(|level| u64::attr(cx, level.bits())).collect();
        let map = |map: &Option<AffineMap>| AffineMap::attr(cx, map.as_ref());
        let widths = [self.position_width, self.coordinate_width].map(|width| u32::attr(cx, width));
        vec![
            cx.array_attr(&levels),
            map(&self.dim_to_lvl),
            map(&self.lvl_to_dim),
            widths[0],
            widths[1],
            self.explicit_value.unwrap_or(Attr::NULL),
            self.implicit_value.unwrap_or(Attr::NULL),
            cx.array_attr(&self.slices),
        ]
    }

    fn dim_rank(&self) -> usize {
        self.dim_to_lvl.as_ref().map_or(self.levels.len(), |map| map.num_dims as usize)
    }

    /// Verifies that the parts fit each other.
    pub(crate) fn verify(&self) -> Result<(), String> {
        for (width, what) in [(self.position_width, "position"), (self.coordinate_width, "coordinate")] {
            if !matches!(width, 0 | 8 | 16 | 32 | 64) {
                return Err(format!("unexpected {what} bitwidth: {width}"));
            }
        }
        verify_coo_segments(&self.levels)?;
        verify_level_order(&self.levels)?;
        self.verify_structured()?;
        self.verify_maps()?;
        self.verify_slices()
    }

    /// Verifies that a tensor of this shape and element type may have the encoding.
    pub(crate) fn verify_tensor(&self, cx: &Context, shape: &[i64], element: Type) -> Result<(), String> {
        self.verify()?;
        if shape.is_empty() {
            return Err("expected non-scalar sparse tensor".to_owned());
        }
        if self.dim_rank() != shape.len() {
            let (found, rank) = (self.dim_rank(), shape.len());
            let message = "dimension-rank mismatch between encoding and tensor shape";
            return Err(format!("{message}: {found} != {rank}"));
        }
        for (value, what) in [(self.explicit_value, "explicit"), (self.implicit_value, "implicit")] {
            let ty = value.and_then(|value| value.ty(cx));
            if let Some(ty) = ty.filter(|&ty| ty != element) {
                let (ty, element) = (cx.type_text(ty), cx.type_text(element));
                let message = "value type mismatch between encoding and tensor element type";
                return Err(format!("{what} {message}: '{ty}' != '{element}'"));
            }
        }
        if self.implicit_value.is_some_and(|value| !is_zero(cx, value)) {
            return Err("implicit value must be zero".to_owned());
        }
        Ok(())
    }

    /// Verifies that a structured level comes after dense ones alone, and has the blocks that the map describes.
    fn verify_structured(&self) -> Result<(), String> {
        let Some(at) = self.levels.iter().position(|level| level.format() == LevelFormat::NOutOfM) else {
            return Ok(());
        };
        if at + 1 != self.levels.len() {
            return Err("expected n_out_of_m to be the last level type".to_owned());
        }
        if self.levels[..at].iter().any(|level| level.format() != LevelFormat::Dense) {
            return Err("expected all dense lvlTypes before a n_out_of_m level".to_owned());
        }
        let Some(map) = self.dim_to_lvl.as_ref().filter(|map| map.num_dims as usize != map.results.len())
        else {
            return Ok(());
        };
        if !is_block_sparsity(map) {
            return Err("expected 1xm block structure for n_out_of_m level".to_owned());
        }
        let mut coefficient = 0;
        for size in block_sizes(map).into_iter().filter(|&size| size != 0) {
            if size != coefficient && coefficient != 0 {
                return Err("expected only one blocked level with the same coefficients".to_owned());
            }
            coefficient = size;
        }
        if coefficient != i64::from(self.levels[at].structured_sizes()[1]) {
            let message = "expected coeffiencts of Affine expressions to be equal to m of n_out_of_m level";
            return Err(message.to_owned());
        }
        Ok(())
    }

    fn verify_maps(&self) -> Result<(), String> {
        let level_rank = self.levels.len();
        if level_rank == 0 {
            return Err("expected a non-empty array for lvlTypes".to_owned());
        }
        let Some(map) = &self.dim_to_lvl else { return Ok(()) };
        if map.results.len() != level_rank {
            let found = map.results.len();
            return Err(format!(
                "level-rank mismatch between dimToLvl and lvlTypes: {found} != {level_rank}"
            ));
        }
        let inferred = infer_lvl_to_dim(map);
        if inferred.is_none() && map.num_symbols == 0 {
            return Err("failed to infer lvlToDim from dimToLvl".to_owned());
        }
        if self.lvl_to_dim.is_some() && self.lvl_to_dim != inferred {
            return Err("expected lvlToDim to be an inverse of dimToLvl".to_owned());
        }
        if map.num_dims as usize > level_rank {
            return Err(format!("unexpected dimToLvl mapping from {} to {level_rank}", map.num_dims));
        }
        Ok(())
    }

    fn verify_slices(&self) -> Result<(), String> {
        let (slices, rank, levels) = (self.slices.len(), self.dim_rank(), self.levels.len());
        if slices == 0 {
            return Ok(());
        }
        if slices != rank {
            let message = "dimension-rank mismatch between dimSlices and dimToLvl";
            return Err(format!("{message}: {slices} != {rank}"));
        }
        if rank != levels {
            let message = "dimSlices expected dimension-rank to match level-rank";
            return Err(format!("{message}: {rank} != {levels}"));
        }
        Ok(())
    }
}

/// Verifies that singleton levels follow a compressed one, and are stored in the same layout up to the next other level.
fn verify_coo_segments(levels: &[LevelType]) -> Result<(), String> {
    let is_singleton = |level: &LevelType| level.format() == LevelFormat::Singleton;
    for (at, level) in levels.iter().enumerate().filter(|(_, level)| is_singleton(level)) {
        let before = at.checked_sub(1).map(|at| levels[at]);
        match before.map(LevelType::format) {
            Some(LevelFormat::Compressed | LevelFormat::LooseCompressed) => {}
            Some(LevelFormat::Singleton)
                if before.is_some_and(|it| it.has(LevelProperty::SoA) == level.has(LevelProperty::SoA)) => {}
            Some(LevelFormat::Singleton) => {
                let message =
                    "expected all singleton lvlTypes stored in the same memory layout (SoA vs AoS).";
                return Err(message.to_owned());
            }
            _ => {
                let message = "expected compressed or loose_compressed level before singleton level";
                return Err(message.to_owned());
            }
        }
    }
    Ok(())
}

fn verify_level_order(levels: &[LevelType]) -> Result<(), String> {
    let is_batch = |level: &LevelType| level.format() == LevelFormat::Batch;
    if levels.iter().skip_while(|level| is_batch(level)).any(is_batch) {
        return Err("Batch lvlType can only be leading levels.".to_owned());
    }
    let is_misplaced =
        |level: &LevelType| level.has(LevelProperty::SoA) && level.format() != LevelFormat::Singleton;
    if levels.iter().any(is_misplaced) {
        return Err("SoA is only applicable to singleton lvlTypes.".to_owned());
    }
    Ok(())
}

fn is_zero(cx: &Context, value: Attr) -> bool {
    if let Some(number) = value.dyn_cast::<NumberAttr>(cx) {
        return is_zero(cx, number.real(cx)) && is_zero(cx, number.imag(cx));
    }
    match (value.as_float(cx), value.as_integer(cx)) {
        (Some(value), _) => value.is_zero(),
        (None, Some((value, _))) => value.is_zero(),
        (None, None) => false,
    }
}
