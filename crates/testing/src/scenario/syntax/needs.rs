//! What the scenarios of a file need: names and tags become the names of scenarios.

use crate::report::{Identity, Place};
use ataxx_core::diagnostic::Diagnostic;
use ataxx_core::diagnostic::syntax::did_you_mean;
use std::collections::BTreeSet;

/// What a scenario needs, as the file has it.
pub struct Needing {
    /// The name without the values of a matrix, which stands for all of its scenarios.
    pub short_name: String,
    /// Names and tags, with their places; `None` for what all of the file need.
    pub needs: Option<Vec<(String, Place)>>,
}

/// An error, and its place.
type Fault = Box<(Place, Diagnostic)>;

/// The full names of the scenarios that each one needs. `of_file` is what all need, except these
/// themselves and what they need.
pub fn resolve(
    identities: &[&Identity],
    needing: &[Needing],
    of_file: &[(String, Place)],
) -> Result<Vec<Vec<String>>, Fault> {
    let of_all = targets(identities, needing, of_file, None)?;
    let mut needs = Vec::new();
    for (index, one) in needing.iter().enumerate() {
        let own = one.needs.as_deref().unwrap_or_default();
        needs.push(targets(identities, needing, own, Some(index))?);
    }
    let mut exempt = BTreeSet::new();
    let mut open: Vec<usize> = of_all.iter().copied().collect();
    while let Some(index) = open.pop() {
        if exempt.insert(index) {
            open.extend(&needs[index]);
        }
    }
    for (index, one) in needing.iter().enumerate() {
        if one.needs.is_none() && !exempt.contains(&index) {
            needs[index].clone_from(&of_all);
        }
    }
    if let Some(circle) = circle(&needs) {
        let mut places = circle
            .iter()
            .filter_map(|&index| needing[index].needs.as_ref());
        let place = places.find_map(|needs| needs.first());
        let name = |&index: &usize| format!("`{}`", identities[index].name);
        let names: Vec<String> = circle.iter().chain(circle.first()).map(name).collect();
        let message = format!("a circle: {}", names.join(" needs "));
        let help = "no scenario could be run first".to_owned();
        let error = Diagnostic::error("needs", message).with_help([help]);
        // Without a need of its own, no scenario is part of a circle.
        return match place.or_else(|| of_file.first()) {
            Some((_, place)) => Err(Box::new((place.clone(), error))),
            None => Ok(vec![Vec::new(); needs.len()]),
        };
    }
    let names = |all: BTreeSet<usize>| {
        let names = all.into_iter().map(|index| identities[index].name.clone());
        names.collect()
    };
    Ok(needs.into_iter().map(names).collect())
}

/// The indices of the scenarios with these names or tags. A tag stands for all others with it.
fn targets(
    identities: &[&Identity],
    needing: &[Needing],
    names: &[(String, Place)],
    own: Option<usize>,
) -> Result<BTreeSet<usize>, Fault> {
    let mut found = BTreeSet::new();
    for (name, place) in names {
        let all = || identities.iter().zip(needing).enumerate();
        let is_named = |(identity, needing): (&&Identity, &Needing)| {
            identity.name == *name || needing.short_name == *name
        };
        let by_name: Vec<usize> = all()
            .filter(|(_, one)| is_named(*one))
            .map(|(index, _)| index)
            .collect();
        let with_tag = all().filter(|(_, (identity, _))| identity.tags.contains(name));
        let by_tag: Vec<usize> = with_tag.map(|(index, _)| index).collect();
        if by_name.is_empty() && by_tag.is_empty() {
            let known = identities.iter().map(|it| it.name.as_str());
            let short = needing.iter().map(|it| it.short_name.as_str());
            let tags = identities.iter().flat_map(|it| &it.tags);
            let known = known.chain(short).chain(tags.map(String::as_str));
            let message = format!("no scenario of this file has the name or tag `{name}`");
            let help = did_you_mean(name, known);
            let error = Diagnostic::error("needs", message).with_help(help);
            return Err(Box::new((place.clone(), error)));
        }
        if by_name.is_empty() {
            found.extend(by_tag.into_iter().filter(|&index| Some(index) != own));
        } else {
            found.extend(by_name);
        }
    }
    Ok(found)
}

/// Scenarios of which each needs the next and the last the first, if there are any.
fn circle(needs: &[BTreeSet<usize>]) -> Option<Vec<usize>> {
    // By scenario, the number of needs that are not known to be runnable; in the end those in a
    // circle or leading to one.
    let mut unmet: Vec<usize> = needs.iter().map(BTreeSet::len).collect();
    let mut needed_by = vec![Vec::new(); needs.len()];
    for (index, needs) in needs.iter().enumerate() {
        for &need in needs {
            needed_by[need].push(index);
        }
    }
    let mut runnable: Vec<usize> = (0..needs.len()).filter(|&one| unmet[one] == 0).collect();
    while let Some(index) = runnable.pop() {
        for &other in &needed_by[index] {
            unmet[other] -= 1;
            if unmet[other] == 0 {
                runnable.push(other);
            }
        }
    }
    let mut path = vec![unmet.iter().position(|&number| number > 0)?];
    loop {
        let last = &needs[*path.last()?];
        let next = last.iter().copied().find(|&need| unmet[need] > 0)?;
        if let Some(start) = path.iter().position(|&index| index == next) {
            return Some(path.split_off(start));
        }
        path.push(next);
    }
}
