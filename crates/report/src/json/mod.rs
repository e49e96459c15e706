//! JSON, as far as metadata and attributes need it.

mod read;
mod write;

/// A JSON value, such as the value of an attribute.
///
/// Whole numbers are separate from other numbers, so that a seed of 64 bits keeps all of its digits.
/// Objects keep the order of their entries.
///
/// ```
/// use monomorph_report::json::Json;
///
/// let settings: Json = r#"{"seed": 18446744073709551615, "target_accept": 0.8}"#.parse()?;
/// assert_eq!(settings.get("seed"), Some(&Json::Integer(18446744073709551615)));
/// assert_eq!(settings.get("target_accept").and_then(Json::as_f64), Some(0.8));
/// assert_eq!(Json::from("a \"word\"").to_string(), r#""a \"word\"""#);
/// # Ok::<(), monomorph_report::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum Json {
    /// JSON's `null`.
    Null,
    /// True or false.
    Bool(bool),
    /// A whole number without a point or an exponent.
    Integer(i128),
    /// Any other number. Numbers that are not finite are written as texts, as in Zarr.
    Real(f64),
    /// A text.
    Text(String),
    /// A list.
    List(Vec<Json>),
    /// Names with values.
    Object(Vec<(String, Json)>),
}

impl Json {
    /// The value of a name; `None` if there is no such name, or this value is not an object.
    pub fn get(&self, name: &str) -> Option<&Json> {
        match self {
            Json::Object(entries) => entries.iter().find(|(own, _)| own == name).map(|(_, value)| value),
            _ => None,
        }
    }

    /// The text; `None` if the value is not a text.
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Json::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The number; `None` if the value is not a number.
    pub fn as_f64(&self) -> Option<f64> {
        match self {
            Json::Integer(number) => Some(*number as f64),
            Json::Real(number) => Some(*number),
            _ => None,
        }
    }

    /// The number as a length; `None` if the value is not a whole number in the range of `usize`.
    pub fn as_usize(&self) -> Option<usize> {
        match self {
            Json::Integer(number) => usize::try_from(*number).ok(),
            _ => None,
        }
    }

    /// The elements; `None` if the value is not a list.
    pub fn as_list(&self) -> Option<&[Json]> {
        match self {
            Json::List(list) => Some(list),
            _ => None,
        }
    }

    /// The entries; `None` if the value is not an object.
    pub fn as_object(&self) -> Option<&[(String, Json)]> {
        match self {
            Json::Object(entries) => Some(entries),
            _ => None,
        }
    }
}

impl From<&str> for Json {
    fn from(text: &str) -> Self {
        Json::Text(text.into())
    }
}

impl From<String> for Json {
    fn from(text: String) -> Self {
        Json::Text(text)
    }
}

impl From<bool> for Json {
    fn from(value: bool) -> Self {
        Json::Bool(value)
    }
}

impl From<f64> for Json {
    fn from(value: f64) -> Self {
        Json::Real(value)
    }
}

impl From<u64> for Json {
    fn from(value: u64) -> Self {
        Json::Integer(value.into())
    }
}

impl From<usize> for Json {
    fn from(value: usize) -> Self {
        Json::Integer(value as i128)
    }
}

impl<T: Into<Json>> From<Vec<T>> for Json {
    fn from(list: Vec<T>) -> Self {
        Json::List(list.into_iter().map(Into::into).collect())
    }
}

/// Makes an object of names and values.
pub(crate) fn object<const N: usize>(entries: [(&str, Json); N]) -> Json {
    Json::Object(entries.into_iter().map(|(name, value)| (name.into(), value)).collect())
}
