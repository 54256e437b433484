//! Tests of the module `kernel/columns`.

use terrace_dialects_core::arith::CmpIPredicate;

use terrace_dialects_core::arith::CmpFPredicate;
use terrace_interp::float_ops::Zeros;
use terrace_interp::float_ops::{FloatOp, of_f32};
use terrace_interp::inst::Inst;
use terrace_interp::kernel::columns::*;
use terrace_support::apfloat::FloatKind;

fn floats() -> Vec<f32> {
    let some = [0.0, -0.0, 1.5, -2.25, f32::NAN, f32::INFINITY, 3e38, 1e-40];
    some.iter().flat_map(|&a| some.iter().map(move |&b| [a, b])).flatten().collect()
}

#[test]
fn a_column_holds_what_each_lane_would() {
    let kind = FloatKind::F32;
    let insts = [
        Inst::AddF32 { d: 0, a: 0, b: 0 },
        Inst::Float { op: FloatOp::Maximum, kind, d: 0, a: 0, b: 0 },
        Inst::Float { op: FloatOp::Minimum, kind, d: 0, a: 0, b: 0 },
        Inst::Float { op: FloatOp::MaxNum(Zeros::Ordered), kind, d: 0, a: 0, b: 0 },
        Inst::CompareFloat { predicate: CmpFPredicate::Ogt, kind, d: 0, a: 0, b: 0 },
        Inst::Select { d: 0, a: 0, b: 0 },
        Inst::Compare { predicate: CmpIPredicate::Slt, w: 32, d: 0, a: 0, b: 0 },
    ];
    let pairs = floats();
    // With and without a NaN among the lanes.
    for skip in [false, true] {
        let pairs = pairs.chunks_exact(2).filter(|p| !skip || !(p[0].is_nan() || p[1].is_nan()));
        let (a, b): (Vec<f32>, Vec<f32>) = pairs.map(|pair| (pair[0], pair[1])).unzip();
        for inst in insts {
            let mut columns = vec![Column::new(ColumnKind::F32); 4];
            let is_bits = matches!(inst, Inst::CompareFloat { .. } | Inst::Compare { .. });
            columns[0] = Column::new(if is_bits { ColumnKind::Bits } else { ColumnKind::F32 });
            for lane in 0..a.len() {
                columns[1].set(lane, of_f32(a[lane]));
                columns[2].set(lane, of_f32(b[lane]));
            }
            if matches!(inst, Inst::Select { .. }) {
                columns[3] = columns[1].clone();
                columns[1] = Column::new(ColumnKind::Bits);
                (0..a.len()).for_each(|lane| columns[1].set(lane, lane as u64 % 3));
            }
            carry_out(&ColumnStep { inst, d: 0, args: [1, 2, 3] }, &mut columns, a.len()).unwrap();
            for lane in 0..a.len() {
                let args = [1, 2, 3].map(|i: usize| columns[i].get(lane));
                let expected = scalar(&inst, args[0], args[1], args[2]).unwrap();
                assert_eq!(columns[0].get(lane), expected, "{inst:?} of {} and {}", a[lane], b[lane]);
            }
        }
    }
}

#[test]
fn elements_go_to_lanes_and_back() {
    let bytes: Vec<u8> = (1..=64).collect();
    for (kind, size) in [
        (ColumnKind::F32, 4),
        (ColumnKind::F64, 8),
        (ColumnKind::Bits, 2),
        (ColumnKind::Bits, 1),
        (ColumnKind::F32, 2),
    ] {
        for walk in [Walk { at: 1, stride: 1, n: 5 }, Walk { at: 6, stride: -2, n: 4 }] {
            let mut column = Column::new(kind);
            column.load(&bytes, size, walk);
            let mut written = vec![0; 64];
            column.store(&mut written, size, walk);
            for at in walk.each() {
                assert_eq!(written[at * size..(at + 1) * size], bytes[at * size..(at + 1) * size]);
            }
            assert_eq!(written.iter().filter(|&&byte| byte != 0).count(), walk.n * size);
        }
    }
}
