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
    /// How far a scenario was followed.
    #[derive(Clone, Copy, PartialEq)]
    enum Visit {
        New,
        OnPath,
        Done,
    }
    let mut visits = vec![Visit::New; needs.len()];
    for start in 0..needs.len() {
        // A path from the start, each with what is still to be followed.
        let mut path: Vec<(usize, Vec<usize>)> = Vec::new();
        let mut next = Some(start).filter(|&index| visits[index] == Visit::New);
        loop {
            if let Some(index) = next.take() {
                visits[index] = Visit::OnPath;
                path.push((index, needs[index].iter().copied().collect()));
            }
            let Some((index, rest)) = path.last_mut() else {
                break;
            };
            match rest.pop() {
                None => {
                    visits[*index] = Visit::Done;
                    path.pop();
                }
                Some(need) if visits[need] == Visit::New => next = Some(need),
                Some(need) if visits[need] == Visit::OnPath => {
                    let path = path.iter().map(|(index, _)| *index);
                    return Some(path.skip_while(|&index| index != need).collect());
                }
                Some(_) => {}
            }
        }
    }
    None
}
