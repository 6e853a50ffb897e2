//! The processor cores to which threads, and the programs that they start, are bound.

use std::io;

/// The cores that this process may use: first one of each physical core, then those that share
/// one with an earlier core. `None` where threads cannot be bound.
#[cfg(target_os = "linux")]
pub fn usable() -> Option<Vec<usize>> {
    use nix::sched::{CpuSet, sched_getaffinity};
    use nix::unistd::Pid;

    let set = sched_getaffinity(Pid::from_raw(0)).ok()?;
    let is_usable = |core: &usize| set.is_set(*core).unwrap_or(false);
    let mut cores: Vec<usize> = (0..CpuSet::count()).filter(is_usable).collect();
    cores.sort_by_key(|&core| {
        let file = format!("/sys/devices/system/cpu/cpu{core}/topology/thread_siblings_list");
        let siblings = std::fs::read_to_string(file).unwrap_or_default();
        (lower(&siblings, core), core)
    });
    Some(cores)
}

/// Of a list like `0,64` or `0-1,8`, how many are lower than this core.
#[cfg(any(target_os = "linux", test))]
fn lower(list: &str, core: usize) -> usize {
    let ranges = list.trim().split(',').filter_map(|range| {
        let (from, to) = range.split_once('-').unwrap_or((range, range));
        Some(from.parse().ok()?..=to.parse().ok()?)
    });
    ranges
        .flatten()
        .filter(|&sibling: &usize| sibling < core)
        .count()
}

/// Binds this thread, and all that it starts, to a core.
#[cfg(target_os = "linux")]
pub fn bind(core: usize) -> io::Result<()> {
    use nix::sched::{CpuSet, sched_setaffinity};
    use nix::unistd::Pid;

    let mut set = CpuSet::new();
    set.set(core)?;
    Ok(sched_setaffinity(Pid::from_raw(0), &set)?)
}

#[cfg(not(target_os = "linux"))]
pub fn usable() -> Option<Vec<usize>> {
    None
}

#[cfg(not(target_os = "linux"))]
pub fn bind(_: usize) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cores_that_share_a_physical_core_come_last() {
        assert_eq!([0, 64].map(|core| lower("0,64\n", core)), [0, 1]);
        assert_eq!([4, 5].map(|core| lower("4-5\n", core)), [0, 1]);
        assert_eq!(
            [9, 1, 8, 0].map(|core| lower("0-1,8-9", core)),
            [3, 1, 2, 0]
        );
        assert_eq!(lower("", 3), 0);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_bound_thread_may_use_one_core() {
        let cores = usable().expect("cores");
        let last = *cores.last().expect("a core");
        let bound = std::thread::spawn(move || {
            bind(last).expect("a usable core");
            usable()
        });
        assert_eq!(bound.join().expect("it ends"), Some(vec![last]));
        assert_eq!(usable(), Some(cores), "only that thread");
    }
}
