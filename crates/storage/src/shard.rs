//! A part of a large job, for one of several machines.

use ataxx_core::internal::fnv1a;
use std::fmt;
use std::str::FromStr;

/// The `index`-th of `count` parts of a job: of all scenarios, positions or games.
///
/// Each item is in exactly one part. Which one depends on its key and `count` alone,
/// never on what else there is, and is never to change from version to version.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shard {
    /// From 1 to `count`.
    index: u64,
    /// At least 1.
    count: u64,
}

impl Shard {
    /// The `index`-th part, counted from 1, of `count`; `None` when there is no such part.
    pub const fn new(index: u64, count: u64) -> Option<Self> {
        if index >= 1 && index <= count {
            Some(Self { index, count })
        } else {
            None
        }
    }

    /// Whether the item with this key is in this part.
    pub fn contains(self, key: &str) -> bool {
        hash(key) % self.count == self.index - 1
    }

    /// Whether the item with this number is in this part: each part takes every
    /// `count`-th.
    pub const fn takes(self, number: u64) -> bool {
        number % self.count == self.index - 1
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.count)
    }
}

/// An error in the text of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadShard {
    /// The text is not two numbers.
    #[error("expected two numbers like 2/5: the second of five parts")]
    NoNumbers,
    /// There is no part 0, and none beyond the last.
    #[error("there is no part {index} of {count}: parts are counted from 1")]
    NoSuchPart {
        /// Which was asked for.
        index: u64,
        /// Of how many.
        count: u64,
    },
}

impl FromStr for Shard {
    type Err = BadShard;

    fn from_str(text: &str) -> Result<Self, BadShard> {
        let (index, count) = text.split_once('/').ok_or(BadShard::NoNumbers)?;
        let number = |text: &str| text.trim().parse().map_err(|_| BadShard::NoNumbers);
        let (index, count) = (number(index)?, number(count)?);
        Self::new(index, count).ok_or(BadShard::NoSuchPart { index, count })
    }
}

/// The hash of a key that decides on its part: FNV-1a with 64 bits over the bytes of the
/// key, every `\` read as `/`, so that all systems agree.
pub fn hash(key: &str) -> u64 {
    fnv1a(key.replace('\\', "/").into_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_is_never_to_change() {
        assert_eq!(hash(""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(hash("a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(hash("foobar"), 0x8594_4171_f739_67e8);
        let key = "scenarios/rules/endings.yaml::a side without pieces has lost";
        assert_eq!(hash(key), 0x0088_6f9c_1353_2609);
        assert_eq!(hash(key), hash(&key.replace('/', "\\")));
        let parts = [1, 2, 1, 2, 3, 4, 6, 2];
        for (part, count) in parts.into_iter().zip(1..) {
            let shard = Shard::new(part, count).expect("a part");
            assert!(shard.contains(key), "{shard}");
        }
    }

    #[test]
    fn every_key_is_in_exactly_one_part() {
        for count in 1..=9 {
            let shards: Vec<Shard> = (1..=count).filter_map(|n| Shard::new(n, count)).collect();
            assert_eq!(shards.len() as u64, count);
            let mut sizes = vec![0; shards.len()];
            for number in 0..1000 {
                let key = format!("scenarios/{}.yaml::scenario {number}", number / 10);
                let parts: Vec<usize> = (0..shards.len())
                    .filter(|&part| shards[part].contains(&key))
                    .collect();
                let [part] = parts[..] else {
                    panic!("{key} is in {parts:?}");
                };
                sizes[part] += 1;
            }
            // Parts of about the same size are the point of it.
            let fair = 1000 / sizes.len();
            assert!(sizes.iter().all(|&size| size > fair / 2), "{sizes:?}");
        }
    }

    #[test]
    fn a_part_is_written_as_two_numbers() {
        assert_eq!("2/5".parse(), Ok(Shard { index: 2, count: 5 }));
        assert_eq!("2/5".parse::<Shard>().expect("good").to_string(), "2/5");
        for text in ["", "2", "/", "2/", "a/b", "2/5/6", "-1/5"] {
            assert_eq!(text.parse::<Shard>(), Err(BadShard::NoNumbers), "{text}");
        }
        for (text, index, count) in [("0/5", 0, 5), ("6/5", 6, 5), ("0/0", 0, 0)] {
            let error = BadShard::NoSuchPart { index, count };
            assert_eq!(text.parse::<Shard>(), Err(error), "{text}");
        }
    }
}
