//! Names, values and traces in the formats of serde.
//!
//! | type | form |
//! |-|-|
//! | name | its text |
//! | number | a number; an integer is written without a fraction |
//! | vector | a list of numbers |
//! | matrix | a list of rows; an empty matrix is read as a vector |
//! | trace | a map from names to values, in the order of the entries |
//!
//! The format must describe itself, as JSON does. JSON has no infinite numbers and no NaN.

use super::{Trace, Value, VarName};
use core::fmt;
use serde::de;
use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::ser::{Serialize, SerializeSeq, Serializer};

impl Serialize for VarName {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for VarName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let numbers = |numbers| Numbers { numbers, are_integers: self.is_integer() };
        match (self.as_number(), self.rows()) {
            (Some(number), _) => Number { number, is_integer: self.is_integer() }.serialize(serializer),
            (None, None) => numbers(self).serialize(serializer),
            (None, Some(rows)) => serializer.collect_seq(rows.map(numbers)),
        }
    }
}

struct Number {
    number: f64,
    is_integer: bool,
}

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.is_integer {
            serializer.serialize_i64(self.number as i64)
        } else {
            serializer.serialize_f64(self.number)
        }
    }
}

struct Numbers<'a> {
    numbers: &'a [f64],
    are_integers: bool,
}

impl Serialize for Numbers<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(Some(self.numbers.len()))?;
        for &number in self.numbers {
            list.serialize_element(&Number { number, is_integer: self.are_integers })?;
        }
        list.end()
    }
}

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ValueVisitor)
    }
}

struct ValueVisitor;

impl<'de> Visitor<'de> for ValueVisitor {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number, a list of numbers, or a list of rows of one length")
    }

    fn visit_f64<E: de::Error>(self, number: f64) -> Result<Value, E> {
        Ok(number.into())
    }

    fn visit_i64<E: de::Error>(self, number: i64) -> Result<Value, E> {
        Ok(Value::from(number as f64).of_integers(true))
    }

    fn visit_u64<E: de::Error>(self, number: u64) -> Result<Value, E> {
        Ok(Value::from(number as f64).of_integers(true))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Value, A::Error> {
        let mut parts: Vec<Value> = Vec::new();
        while let Some(part) = list.next_element()? {
            parts.push(part);
        }
        stack(parts).ok_or_else(|| de::Error::invalid_value(de::Unexpected::Seq, &self))
    }
}

/// Makes a vector of numbers, or a matrix whose rows are the vectors; returns `None` for parts of different
/// shapes.
fn stack(parts: Vec<Value>) -> Option<Value> {
    let are_integers = !parts.is_empty() && parts.iter().all(Value::is_integer);
    let Some(first) = parts.first().map(Value::extent) else { return Some(Value::vector(Vec::new())) };
    if first.columns().is_some() || parts.iter().any(|part| part.extent() != first) {
        return None;
    }
    let numbers = parts.into_iter().flat_map(Value::into_vec).collect();
    let stacked = Value::vector(numbers).of_integers(are_integers);
    match first.length() {
        None => Some(stacked),
        Some(columns) => Value::matrix(columns, stacked).ok(),
    }
}

impl Serialize for Trace {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

impl<'de> Deserialize<'de> for Trace {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(TraceVisitor)
    }
}

struct TraceVisitor;

impl<'de> Visitor<'de> for TraceVisitor {
    type Value = Trace;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a map from names to values")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Trace, A::Error> {
        let mut trace = Trace::new();
        while let Some((name, value)) = map.next_entry::<VarName, Value>()? {
            trace.set(name, value).map_err(de::Error::custom)?;
        }
        Ok(trace)
    }
}
