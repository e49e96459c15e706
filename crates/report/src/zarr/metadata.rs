//! The metadata of arrays and groups that this crate writes.

use super::names::{escape, escape_beside};
use crate::data::{Attributes, Dataset, Dimension, Kind, Variable};
use crate::json::{Json, object};

/// An array of a store.
#[derive(Clone, Debug)]
pub(super) struct Array {
    /// The name of its folder.
    pub folder: String,
    pub kind: Kind,
    pub dimensions: Vec<String>,
    pub shape: Vec<usize>,
    pub chunk: Vec<usize>,
    pub attributes: Attributes,
}

impl Array {
    /// Makes the metadata of a variable of a dataset, without its shape.
    pub fn of_variable(variable: &Variable, dataset: &Dataset) -> Self {
        let Variable { name, dimensions, attributes, .. } = variable;
        let folder = if dataset.dimension(name).is_some() { escape_beside(name) } else { escape(name) };
        Self::new(name, folder, variable.values.kind(), dimensions, attributes)
    }

    /// Makes the metadata of the labels of a dimension, without their shape.
    pub fn of_labels(dimension: &Dimension) -> Self {
        let name = &dimension.name;
        let kind = dimension.labels.values().kind();
        Self::new(name, escape(name), kind, std::slice::from_ref(name), &vec![])
    }

    /// Makes the metadata, with the true name as an attribute if the folder has another name.
    fn new(name: &str, folder: String, kind: Kind, dimensions: &[String], attributes: &Attributes) -> Self {
        let mut array = Self {
            folder,
            kind,
            dimensions: dimensions.iter().map(|dimension| escape(dimension)).collect(),
            shape: vec![],
            chunk: vec![],
            attributes: attributes.clone(),
        };
        if array.folder != name {
            array.attributes.push(("written_name".into(), name.into()));
            if !attributes.iter().any(|(own, _)| own == "long_name") {
                array.attributes.push(("long_name".into(), name.into()));
            }
        }
        array
    }

    /// Returns the metadata in the form of `zarr.json`.
    pub fn json(&self) -> Json {
        let little = || object([("endian", "little".into())]);
        let bytes = |configuration| object([("name", "bytes".into()), ("configuration", configuration)]);
        let (name, fill, codec) = match self.kind {
            Kind::Real => ("float64", Json::Real(f64::NAN), bytes(little())),
            Kind::Integer => ("int64", Json::Integer(0), bytes(little())),
            // A single byte has no byte order.
            Kind::Bool => ("bool", Json::Bool(false), object([("name", "bytes".into())])),
            Kind::Text => ("string", "".into(), object([("name", "vlen-utf8".into())])),
        };
        let grid = object([
            ("name", "regular".into()),
            ("configuration", object([("chunk_shape", self.chunk.clone().into())])),
        ]);
        let keys =
            object([("name", "default".into()), ("configuration", object([("separator", "/".into())]))]);
        object([
            ("zarr_format", Json::Integer(3)),
            ("node_type", "array".into()),
            ("shape", self.shape.clone().into()),
            ("data_type", name.into()),
            ("chunk_grid", grid),
            ("chunk_key_encoding", keys),
            ("fill_value", fill),
            ("codecs", Json::List(vec![codec])),
            ("attributes", Json::Object(self.attributes.clone())),
            ("dimension_names", self.dimensions.clone().into()),
            ("storage_transformers", Json::List(vec![])),
        ])
    }
}

/// Returns the metadata of a group, with all metadata below it if they are given.
pub(super) fn group(attributes: &Attributes, below: Option<Vec<(String, Json)>>) -> Json {
    let mut group = vec![
        ("zarr_format".into(), Json::Integer(3)),
        ("node_type".into(), "group".into()),
        ("attributes".into(), Json::Object(attributes.clone())),
    ];
    if let Some(below) = below {
        let consolidated = object([
            ("kind", "inline".into()),
            ("must_understand", Json::Bool(false)),
            ("metadata", Json::Object(below)),
        ]);
        group.push(("consolidated_metadata".into(), consolidated));
    }
    Json::Object(group)
}
