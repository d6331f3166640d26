//! What a foreign type accepts: its cleaned schema, and its own reading as the check of a value.

use super::{Accepted, ForeignType, cleaned::cleaned};
use schemars::{JsonSchema, generate::SchemaSettings};
use serde::de::DeserializeOwned;
use toolkit_rules::{Foreign, Misread, Schema};

/// See `ForeignType`.
pub trait AcceptsNull {
    /// What the type in the `Option` accepts; a call need not give it.
    ///
    /// # Errors
    ///
    /// When its schema cannot be written without references.
    fn accepted(&self) -> Result<Accepted, String>;
}

impl<T: JsonSchema + DeserializeOwned> AcceptsNull for ForeignType<Option<T>> {
    fn accepted(&self) -> Result<Accepted, String> {
        let accepted = accepted::<T>()?;
        Ok(Accepted { schema: Schema::Nullable(accepted.schema.into()), required: false, ..accepted })
    }
}

/// See `ForeignType`.
pub trait AcceptsValues<T> {
    /// What the type accepts.
    ///
    /// # Errors
    ///
    /// When its schema cannot be written without references.
    fn accepted(&self) -> Result<Accepted, String>
    where
        T: JsonSchema + DeserializeOwned;
}

impl<T> AcceptsValues<T> for &ForeignType<T> {
    fn accepted(&self) -> Result<Accepted, String>
    where
        T: JsonSchema + DeserializeOwned,
    {
        accepted::<T>()
    }
}

fn accepted<T: JsonSchema + DeserializeOwned>() -> Result<Accepted, String> {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.inline_subschemas = true;
        settings.meta_schema = None;
    });
    let cleaned = cleaned(settings.into_generator().into_root_schema_for::<T>().to_value())?;
    let foreign = Foreign { first: cleaned.first.into(), rest: cleaned.rest.into(), reads: reads::<T> };
    Ok(Accepted { schema: Schema::Foreign(foreign.into()), required: true, description: cleaned.description })
}

fn reads<T: DeserializeOwned>(json: &str) -> Result<(), Misread> {
    let mut deserializer = serde_json::Deserializer::from_str(json);
    let read: Result<T, _> = serde_path_to_error::deserialize(&mut deserializer);
    let (place, error) = match read {
        Ok(_) => match deserializer.end() {
            Ok(()) => return Ok(()),
            Err(error) => (String::new(), error.to_string()),
        },
        Err(error) => (error.path().to_string(), error.inner().to_string()),
    };
    let problem = error.rsplit_once(" at line ").map_or(&*error, |(problem, _)| problem).to_owned();
    Err(Misread { place: if place == "." { String::new() } else { place }, problem })
}
