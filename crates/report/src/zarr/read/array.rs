//! One array of a store.

use super::chunk::{self, Cut};
use super::types::Type;
use crate::Error;
use crate::data::{Attributes, Values};
use crate::json::Json;
use crate::zarr::files;
use std::path::{Path, PathBuf};

/// An array as described by its metadata.
#[derive(Debug)]
pub(super) struct Array {
    /// The true name.
    pub name: String,
    /// The name of the folder.
    pub folder: String,
    pub shape: Vec<usize>,
    pub dimensions: Vec<String>,
    pub attributes: Attributes,
    path: PathBuf,
    kind: Type,
    chunk: Vec<usize>,
    fill: Json,
    is_little: bool,
    /// Two texts in the name of a chunk's file: the text before the numbers of its place, and the text
    /// between them.
    keys: (&'static str, &'static str),
}

impl Array {
    pub fn parse(path: &Path, folder: &str, json: &Json) -> Result<Self, Error> {
        let missing = |what: &str| Error::new(format!("the metadata have no valid `{what}`"));
        let lengths = |json: Option<&Json>, what: &str| -> Result<Vec<usize>, Error> {
            let list = json.and_then(Json::as_list).ok_or_else(|| missing(what))?;
            list.iter().map(|length| length.as_usize().ok_or_else(|| missing(what))).collect()
        };
        let shape = lengths(json.get("shape"), "shape")?;
        let grid = json.get("chunk_grid").filter(|grid| named(grid) == Some("regular"));
        let grid = grid.and_then(|grid| grid.get("configuration")).and_then(|own| own.get("chunk_shape"));
        let chunk = lengths(grid, "chunk_grid")?;
        if chunk.len() != shape.len() || chunk.contains(&0) {
            return Err(missing("chunk_grid"));
        }
        let kind = Type::parse(json.get("data_type").ok_or_else(|| missing("data_type"))?)?;
        let mut attributes = super::attributes(json);
        let written = attributes.iter().position(|(name, _)| name == "written_name");
        let name = written.map(|place| attributes.remove(place).1);
        let name = name.as_ref().and_then(Json::as_str).unwrap_or(folder).to_string();
        if written.is_some() {
            attributes.retain(|(own, value)| own != "long_name" || value.as_str() != Some(&name));
        }
        let dimensions = match json.get("dimension_names").and_then(Json::as_list) {
            Some(names) if names.len() == shape.len() => names.to_vec(),
            _ => vec![Json::Null; shape.len()],
        };
        let called = |(place, own): (usize, &Json)| match own.as_str() {
            Some(own) => own.to_string(),
            None => format!("{name}_dim_{place}"),
        };
        Ok(Self {
            dimensions: dimensions.iter().enumerate().map(called).collect(),
            folder: folder.into(),
            path: path.into(),
            fill: json.get("fill_value").cloned().unwrap_or(Json::Null),
            is_little: is_little(json, kind)?,
            keys: keys(json).ok_or_else(|| missing("chunk_key_encoding"))?,
            name,
            shape,
            attributes,
            kind,
            chunk,
        })
    }

    /// Reads all values of the array; the last dimension is fastest.
    pub fn values(&self) -> Result<Values, Error> {
        let large = || Error::new("the array is too large for this machine");
        let product = |lengths: &[usize]| {
            let bytes = self.kind.size().unwrap_or(8);
            let count = lengths.iter().try_fold(1_usize, |product, length| product.checked_mul(*length));
            count.filter(|count| count.checked_mul(bytes).is_some_and(|all| all < isize::MAX as usize))
        };
        let count = product(&self.shape).ok_or_else(large)?;
        let in_chunk = product(&self.chunk).ok_or_else(large)?;
        let mut values = self.kind.filled(&self.fill, count)?;
        if count == 0 {
            return Ok(values);
        }
        let grid: Vec<usize> = self.shape.iter().zip(&self.chunk).map(|(n, c)| n.div_ceil(*c)).collect();
        let mut place = vec![0; grid.len()];
        loop {
            let path = self.chunk_path(&place);
            // A missing chunk has the fill value everywhere.
            if let Some(bytes) = files::read(&path)? {
                let wanted = self.kind.size().map(|size| size * in_chunk);
                if wanted.is_some_and(|wanted| wanted != bytes.len()) {
                    let (has, wanted) = (bytes.len(), wanted.unwrap_or(0));
                    return Err(Error::new(format!("a chunk has {has} bytes in place of {wanted}")).at(&path));
                }
                let chunk = self.kind.decode(&bytes, self.is_little).map_err(|error| error.at(&path))?;
                if chunk.len() != in_chunk {
                    return Err(Error::new(format!("a chunk has {} values", chunk.len())).at(&path));
                }
                chunk::copy(
                    &mut values,
                    &chunk,
                    &Cut { array: &self.shape, chunk: &self.chunk, place: &place },
                );
            }
            if !chunk::next(&mut place, &grid) {
                return Ok(values);
            }
        }
    }

    fn chunk_path(&self, place: &[usize]) -> PathBuf {
        let (before, between) = self.keys;
        let numbers: Vec<String> = place.iter().map(usize::to_string).collect();
        let key = match (before, place.is_empty()) {
            ("", true) => "0".into(),
            ("", false) => numbers.join(between),
            (before, true) => before.into(),
            (before, false) => format!("{before}{between}{}", numbers.join(between)),
        };
        self.path.join(key)
    }
}

fn named(json: &Json) -> Option<&str> {
    json.get("name").and_then(Json::as_str)
}

/// Returns the beginning of the names of chunks, and the separator of their numbers; `None` for an unknown
/// encoding.
fn keys(json: &Json) -> Option<(&'static str, &'static str)> {
    let encoding = json.get("chunk_key_encoding")?;
    let separator = encoding.get("configuration").and_then(|own| own.get("separator")).and_then(Json::as_str);
    let separator = |usual| match separator {
        Some("/") => Some("/"),
        Some(".") => Some("."),
        None => Some(usual),
        Some(_) => None,
    };
    match named(encoding)? {
        "default" => Some(("c", separator("/")?)),
        "v2" => Some(("", separator(".")?)),
        _ => None,
    }
}

/// Returns true if the bytes are little endian; any codec besides the one that orders bytes is an error.
fn is_little(json: &Json, kind: Type) -> Result<bool, Error> {
    let codecs = json.get("codecs").and_then(Json::as_list).unwrap_or_default();
    let wanted = if kind == Type::Text { "vlen-utf8" } else { "bytes" };
    for codec in codecs {
        let name = named(codec).or(codec.as_str()).unwrap_or("without a name");
        if name != wanted {
            let what = format!("the codec `{name}` is not read: write the store without compression");
            return Err(Error::new(what));
        }
    }
    if codecs.len() != 1 {
        return Err(Error::new(format!(
            "the codec `{wanted}` alone is read, and there are {}",
            codecs.len()
        )));
    }
    let order = codecs[0].get("configuration").and_then(|own| own.get("endian")).and_then(Json::as_str);
    Ok(order != Some("big"))
}
