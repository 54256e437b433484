//! Ops on structured ops: matching them, and putting them into loops.
//!
//! The map: [`find`] finds ops (`near_miss` is the reason why it found none), [`matchers`] and
//! [`match_operands`] have the conditions; [`tile`] tiles ops into loops, [`fuse`] fuses producers into them,
//! [`split`] splits an op in two, [`actions`] rewrite ops, [`reduction`] tiles reductions to partial ones,
//! [`split_reduction`] splits them,
//! [`pack`] lowers relayouts to simple ops, [`packing`] packs and [`pad`] pads operands, [`hoist_pad`] hoists pads, [`vectorize`]
//! vectorizes, [`winograd`] converts convolutions, [`promote`] and [`bufferize`] move tensors to separate buffers, [`promote_subviews`] parts of buffers, [`decompose`], [`map_copy`], [`single_ops`]
//! and [`replace`] replace ops, [`sizes`]
//! are lists of numbers, parameters and handles, [`semi_function_type`] is the type syntax of several ops.

pub mod actions;
pub mod bufferize;
mod checks;
pub mod decompose;
pub mod find;
pub mod fuse;
pub mod hoist;
pub mod hoist_pad;
pub mod map_copy;
pub mod match_operands;
pub mod matchers;
mod near_miss;
pub mod pack;
pub mod packing;
pub mod pad;
pub mod promote;
pub mod promote_subviews;
pub mod reduction;
pub mod replace;
mod semi_function_type;
pub mod single_ops;
pub mod sizes;
pub mod split;
pub mod split_reduction;
pub mod tile;
pub mod vectorize;
pub mod winograd;

use terrace_ir::OpKind;
use terrace_ir::extension::{DialectExtension, EMPTY_EXTENSION};

/// The transform ops of this module.
pub static EXTENSION: DialectExtension = DialectExtension {
    dialect: "transform",
    ops: &[
        actions::ConvertToLoopsOp::DEF,
        actions::GeneralizeOp::DEF,
        actions::InsertSliceToCopyOp::DEF,
        actions::InterchangeOp::DEF,
        actions::RewriteInDestinationPassingStyleOp::DEF,
        actions::ScalarizeOp::DEF,
        actions::SpecializeOp::DEF,
        actions::TransposeMatmulOp::DEF,
        bufferize::BufferizeToAllocationOp::DEF,
        decompose::DecomposeInterfaceOp::DEF,
        decompose::DecomposeOp::DEF,
        decompose::FlattenElementwiseLinalgOp::DEF,
        find::MatchOp::DEF,
        fuse::FuseIntoContainingOp::DEF,
        fuse::FuseOp::DEF,
        match_operands::MatchStructuredInitOp::DEF,
        match_operands::MatchStructuredInputOp::DEF,
        match_operands::MatchStructuredNumInitsOp::DEF,
        match_operands::MatchStructuredNumInputsOp::DEF,
        match_operands::MatchStructuredRankOp::DEF,
        match_operands::MatchStructuredResultOp::DEF,
        matchers::MatchStructuredBodyOp::DEF,
        matchers::MatchStructuredClassifyContractionDimsOp::DEF,
        matchers::MatchStructuredClassifyConvolutionDimsOp::DEF,
        matchers::MatchStructuredDimOp::DEF,
        matchers::MatchStructuredElementalBitwidthOp::DEF,
        matchers::MatchStructuredOp::DEF,
        matchers::MatchStructuredYieldOp::DEF,
        hoist_pad::HoistPadBuildPackingLoopNestOp::DEF,
        hoist_pad::HoistPadOp::DEF,
        hoist::HoistRedundantVectorBroadcastsOp::DEF,
        hoist::HoistRedundantVectorTransfersOp::DEF,
        map_copy::MapCopyToThreadsOp::DEF,
        pack::LowerPackOp::DEF,
        pack::LowerUnPackOp::DEF,
        packing::PackGreedilyOp::DEF,
        packing::PackOp::DEF,
        packing::PackTransposeOp::DEF,
        pad::PadOp::DEF,
        pad::PadTilingInterfaceOp::DEF,
        promote::PromoteTensorOp::DEF,
        promote_subviews::PromoteOp::DEF,
        reduction::TileReductionUsingForOp::DEF,
        reduction::TileReductionUsingForallOp::DEF,
        replace::ReplaceOp::DEF,
        single_ops::ConvertConv2DToImg2ColOp::DEF,
        single_ops::LinalgCopyToMemrefOp::DEF,
        single_ops::TransposeConv2DOp::DEF,
        split::ContinuousTileSizesOp::DEF,
        split::MultiTileSizesOp::DEF,
        split::SplitOp::DEF,
        split_reduction::SplitReductionOp::DEF,
        tile::TileUsingForOp::DEF,
        tile::TileUsingForallOp::DEF,
        vectorize::VectorizeChildrenAndApplyPatternsOp::DEF,
        vectorize::VectorizeOp::DEF,
        winograd::DecomposeWinogradOp::DEF,
        winograd::WinogradConv2DOp::DEF,
    ],
    ..EMPTY_EXTENSION
};
