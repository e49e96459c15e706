//! Addresses, which identify the random choices of a program independently of the order in which these are
//! made.
//!
//! An address consists of the path of calls and the name, with a count if the name was used before in the
//! same call: `next.next.stop`, `y#2`. If the program numbers its choices itself, the numbers are indices:
//! `z[3]`. A run compares addresses by a hash of 64 bits, and makes their text only when it is needed.

/// The name of a choice or of a call: a text, or a text with an index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SiteName {
    pub(super) text: &'static str,
    pub(super) index: Option<usize>,
}

impl From<&'static str> for SiteName {
    fn from(text: &'static str) -> Self {
        Self { text, index: None }
    }
}

impl From<(&'static str, usize)> for SiteName {
    fn from((text, index): (&'static str, usize)) -> Self {
        Self { text, index: Some(index) }
    }
}

/// Takes a step of the FNV-1a hash with eight bytes at once, and mixes the bits.
fn mix(hash: u64, bits: u64) -> u64 {
    let product = (hash ^ bits).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    product ^ (product >> 29)
}

impl SiteName {
    /// Computes the hash of the name, given the hash of its call.
    pub(super) fn hash(self, call: u64) -> u64 {
        hash_name(self.text, self.index, call)
    }
}

fn hash_name(text: &str, index: Option<usize>, call: u64) -> u64 {
    let mut chunks = text.as_bytes().chunks_exact(8);
    let mut hash = mix(call, text.len() as u64);
    for chunk in &mut chunks {
        hash = mix(hash, u64::from_le_bytes(chunk.try_into().unwrap_or_default()));
    }
    let rest = chunks.remainder().iter().fold(0, |bits, &byte| bits << 8 | u64::from(byte));
    mix(mix(hash, rest), index.map_or(0, |index| index as u64 + 1))
}

/// Computes the hash of an address from its text, `next.next.stop`, `y#2` or `z[3]`.
pub(super) fn hash_of(address: &str) -> u64 {
    address.split('.').fold(0, |call, step| {
        let number = |text: &str| text.trim_end_matches(']').parse::<usize>().ok();
        // A pair of indices counts as part of the name.
        let indexed = step.split_once('[').and_then(|(name, rest)| Some((name, Some(number(rest)?))));
        let (name, index) = indexed.unwrap_or((step, None));
        let (name, count) = name.split_once('#').map_or((name, None), |(name, rest)| (name, number(rest)));
        repeated(hash_name(name, index, call), count.map_or(0, |count| count.saturating_sub(1) as u32))
    })
}

/// Computes the hash of a name that was used `count` times before in its call.
pub(super) fn repeated(hash: u64, count: u32) -> u64 {
    if count == 0 { hash } else { mix(hash, u64::from(count)) }
}

/// A name with its call, and the number of times that it was used before in this call.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    /// The index of the call among the calls of the run; the program itself has the index 0.
    pub call: u32,
    pub name: SiteName,
    pub count: u32,
}

impl Place {
    /// Appends the name.
    fn describe(self, text: &mut String) {
        text.push_str(self.name.text);
        if self.count > 0 {
            text.push_str(&format!("#{}", self.count + 1));
        }
        if let Some(index) = self.name.index {
            text.push_str(&format!("[{index}]"));
        }
    }

    /// Returns the path of calls to this place, the outermost call first.
    fn path(self, calls: &[Self]) -> Vec<Self> {
        let mut path = vec![self];
        while let Some(call) = path.last().filter(|place| place.call > 0).map(|place| place.call) {
            path.push(calls[call as usize]);
        }
        path.reverse();
        path
    }

    /// Returns the address, given the places of all calls.
    pub fn address(self, calls: &[Self]) -> String {
        join(&self.path(calls))
    }

    /// Returns the address for a message: a long path is shown by its beginning and its end.
    pub fn short_address(self, calls: &[Self]) -> String {
        let path = self.path(calls);
        if path.len() <= 2 * SHOWN {
            return join(&path);
        }
        let (first, last) = (join(&path[..SHOWN]), join(&path[path.len() - SHOWN..]));
        format!("{first} … {} calls … {last}", path.len() - 2 * SHOWN)
    }
}

/// Derives the seed of one run, particle or chain from a common seed and its number.
pub(super) fn seed_of(seed: u64, number: u64) -> u64 {
    mix(mix(seed, number), !number)
}

/// The number of steps that messages show at each end of a long path.
const SHOWN: usize = 4;

/// Returns the text of a path.
fn join(path: &[Place]) -> String {
    let mut text = String::new();
    for place in path {
        text.push_str(if text.is_empty() { "" } else { "." });
        place.describe(&mut text);
    }
    text
}
