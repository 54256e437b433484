//! Tests of the module `races`.

use terrace_interp::races::*;
use terrace_ir::Loc;

fn read(races: &mut Races, at: usize) -> bool {
    races.access(1, 4, at..at + 1, ElementAccess::Read, Loc::UNKNOWN).is_ok()
}

fn write(races: &mut Races, at: usize) -> bool {
    races.access(1, 4, at..at + 1, ElementAccess::Write, Loc::UNKNOWN).is_ok()
}

#[test]
fn iterations_of_one_loop_are_beside_each_other() {
    let mut races = Races::default();
    races.begin();
    races.next();
    assert!(write(&mut races, 0) && read(&mut races, 0) && read(&mut races, 1));
    races.next();
    assert!(read(&mut races, 1) && write(&mut races, 2));
    assert!(!read(&mut races, 0) && !write(&mut races, 0) && !write(&mut races, 1));
    races.end();
    assert!(!races.is_active());
    races.begin();
    races.next();
    assert!(write(&mut races, 0) && write(&mut races, 1));
    races.end();
}

#[test]
fn loops_one_after_the_other_are_not() {
    let mut races = Races::default();
    races.begin();
    races.next();
    races.begin();
    races.next();
    assert!(write(&mut races, 0));
    races.next();
    assert!(write(&mut races, 1));
    races.end();
    races.begin();
    races.next();
    assert!(write(&mut races, 0) && read(&mut races, 1));
    races.end();
    assert!(write(&mut races, 0) && write(&mut races, 1));
    races.next();
    races.begin();
    races.next();
    assert!(!write(&mut races, 0), "another iteration of the outer loop");
}

#[test]
fn atomic_accesses_go_together() {
    let mut races = Races::default();
    races.begin();
    races.next();
    assert!(races.access(1, 4, 0..1, ElementAccess::Atomic, Loc::UNKNOWN).is_ok());
    races.next();
    assert!(races.access(1, 4, 0..1, ElementAccess::Atomic, Loc::UNKNOWN).is_ok());
    assert!(write(&mut races, 1));
    races.next();
    assert!(!read(&mut races, 0));
}
