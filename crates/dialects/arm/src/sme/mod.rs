//! The dialect arm_sme: matrix tiles.
//!
//! The map: [`attrs`] are the attributes of ops, [`tile`] has the common parts of all ops on tiles;
//! [`access`] moves tiles and their slices, [`outer_product`] computes on them; [`intrinsics`] are the LLVM
//! intrinsics.

pub mod access;
pub mod attrs;
pub mod intrinsics;
pub mod outer_product;
pub mod tile;

pub use access::*;
pub use intrinsics::*;
pub use outer_product::*;

use terrace_ir::OpKind;
use terrace_ir::def::{DialectDef, EMPTY_DIALECT};

/// The dialect.
pub static ARM_SME: DialectDef = DialectDef {
    name: "arm_sme",
    doc: "Arm SME tiles.",
    ops: &[
        CopyTileOp::DEF,
        ExtractTileSliceOp::DEF,
        FMopa2WayOp::DEF,
        FMops2WayOp::DEF,
        GetTileOp::DEF,
        InsertTileSliceOp::DEF,
        LoadTileSliceOp::DEF,
        OuterProductOp::DEF,
        SMopa2WayOp::DEF,
        SMopa4WayOp::DEF,
        SMops2WayOp::DEF,
        SMops4WayOp::DEF,
        StoreTileSliceOp::DEF,
        StreamingVLOp::DEF,
        SuMopa4WayOp::DEF,
        SuMops4WayOp::DEF,
        TileLoadOp::DEF,
        TileStoreOp::DEF,
        UMopa2WayOp::DEF,
        UMopa4WayOp::DEF,
        UMops2WayOp::DEF,
        UMops4WayOp::DEF,
        UsMopa4WayOp::DEF,
        UsMops4WayOp::DEF,
        ZeroOp::DEF,
        CntsdIntrOp::DEF,
        Ld1bHorizIntrOp::DEF,
        Ld1bVertIntrOp::DEF,
        Ld1dHorizIntrOp::DEF,
        Ld1dVertIntrOp::DEF,
        Ld1hHorizIntrOp::DEF,
        Ld1hVertIntrOp::DEF,
        Ld1qHorizIntrOp::DEF,
        Ld1qVertIntrOp::DEF,
        Ld1wHorizIntrOp::DEF,
        Ld1wVertIntrOp::DEF,
        MopaIntrOp::DEF,
        MopaWideIntrOp::DEF,
        MopsIntrOp::DEF,
        MopsWideIntrOp::DEF,
        ReadHorizIntrOp::DEF,
        ReadVertIntrOp::DEF,
        SmopaWideIntrOp::DEF,
        SmopaZa32IntrOp::DEF,
        SmopsWideIntrOp::DEF,
        SmopsZa32IntrOp::DEF,
        St1bHorizIntrOp::DEF,
        St1bVertIntrOp::DEF,
        St1dHorizIntrOp::DEF,
        St1dVertIntrOp::DEF,
        St1hHorizIntrOp::DEF,
        St1hVertIntrOp::DEF,
        St1qHorizIntrOp::DEF,
        St1qVertIntrOp::DEF,
        St1wHorizIntrOp::DEF,
        St1wVertIntrOp::DEF,
        StrIntrOp::DEF,
        SumopaWideIntrOp::DEF,
        SumopsWideIntrOp::DEF,
        UmopaWideIntrOp::DEF,
        UmopaZa32IntrOp::DEF,
        UmopsWideIntrOp::DEF,
        UmopsZa32IntrOp::DEF,
        UsmopaWideIntrOp::DEF,
        UsmopsWideIntrOp::DEF,
        WriteHorizIntrOp::DEF,
        WriteVertIntrOp::DEF,
        ZeroIntrOp::DEF,
    ],
    attrs: &[&attrs::COMBINING_KIND_ATTR, &attrs::LAYOUT_ATTR, &attrs::TYPE_SIZE_ATTR],
    depends: &["memref", "scf", "vector"],
    ..EMPTY_DIALECT
};
