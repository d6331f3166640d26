//! One value against one schema: it fits as it is, it is the same value in another dress, or it is wrong.

use super::{
    members::{Members, items},
    number,
    problems::Problems,
};
use std::borrow::Cow;
use toolkit_rules::{Foreign, IntRange, Literal, Param, Schema, json_string};

/// Where a value stands.
pub(super) struct Path<'a> {
    pub(super) parent: Option<&'a Path<'a>>,
    pub(super) step: Step<'a>,
}

pub(super) enum Step<'a> {
    Name(&'a str),
    Item(usize),
}

/// One check of one call.
pub(super) struct Check<'p> {
    pub(super) strict: bool,
    pub(super) problems: &'p mut Problems,
}

/// An object's values, one a parameter: borrowed as written, owned when made.
pub(super) struct Fitted<'a> {
    pub(super) values: Vec<Option<Cow<'a, str>>>,
    /// The object's text cannot be used as it was written.
    pub(super) rewritten: bool,
}

/// What became of a value.
enum Fit {
    /// It fits as it is written.
    Exact,
    /// It is this value.
    Made(String),
    /// It does not fit, and the problem is noted.
    Wrong,
}

impl Check<'_> {
    /// Fits an object's members to parameters: a call's, or a struct's.
    pub(super) fn members<'a>(
        &mut self,
        params: &[Param],
        members: &Members<'a>,
        parent: Option<&Path<'_>>,
    ) -> Fitted<'a> {
        let mut fitted = Fitted { values: vec![None; params.len()], rewritten: false };
        let mut given = vec![false; params.len()];
        let mut meant = Vec::new();
        for (name, raw) in &members.0 {
            let raw: &'a str = raw;
            let path = Path { parent, step: Step::Name(name) };
            let Some(at) = params.iter().position(|param| *param.name == **name) else {
                meant.extend(self.problems.unknown(&path, name, params));
                continue;
            };
            if std::mem::replace(&mut given[at], true) {
                self.problems.twice(&path);
                continue;
            }
            let param = &params[at];
            if raw == "null" && self.null_is_absent(param) {
                // Dropped, unless the tool wants to be handed the null.
                fitted.values[at] = param.null_when_absent.then_some(Cow::Borrowed(raw));
                fitted.rewritten |= !param.null_when_absent;
                continue;
            }
            match self.value(&param.schema, raw, &path) {
                Fit::Exact => fitted.values[at] = Some(Cow::Borrowed(raw)),
                Fit::Made(made) => {
                    fitted.values[at] = Some(Cow::Owned(made));
                    fitted.rewritten = true;
                }
                Fit::Wrong => {}
            }
        }
        for (at, param) in params.iter().enumerate().filter(|(at, _)| !given[*at]) {
            if param.required && !meant.contains(&at) {
                self.problems.missing(&Path { parent, step: Step::Name(&param.name) });
            }
            if !param.required && param.null_when_absent {
                fitted.values[at] = Some(Cow::Borrowed("null"));
                fitted.rewritten = true;
            }
        }
        fitted
    }

    /// Whether `null` counts as not given. With `--strict` only where the type itself has it.
    fn null_is_absent(&self, param: &Param) -> bool {
        !param.required && (!self.strict || matches!(param.schema, Schema::Nullable(_)))
    }

    /// Holds a result against its schema; the problems are all that comes of it.
    pub(super) fn result(&mut self, schema: &Schema, raw: &str) {
        self.value(schema, raw, &Path { parent: None, step: Step::Name("result") });
    }

    fn value(&mut self, schema: &Schema, raw: &str, path: &Path<'_>) -> Fit {
        match schema {
            Schema::Any | Schema::Later => Fit::Exact,
            Schema::Foreign(foreign) => self.foreign(foreign, raw, path),
            Schema::Nullable(_) if raw == "null" => Fit::Exact,
            Schema::Nullable(inner) => self.value(inner, raw, path),
            Schema::String if raw.starts_with('"') => Fit::Exact,
            Schema::String => self.wrong(path, "a string", raw),
            Schema::Char => match decoded(raw) {
                Some(text) if text.chars().count() == 1 => Fit::Exact,
                _ => self.wrong(path, "a string of one character", raw),
            },
            Schema::Boolean => match self.undressed(raw, |text| matches!(text, "true" | "false")).as_ref() {
                "true" | "false" if !raw.starts_with('"') => Fit::Exact,
                text @ ("true" | "false") => Fit::Made(text.to_owned()),
                _ => self.wrong(path, "a boolean", raw),
            },
            Schema::Integer(range) => self.integer(*range, raw, path),
            Schema::Number { single } => self.number(*single, raw, path),
            Schema::Array(item) => self.container(raw, '[', path, "an array", |check, text| match item {
                Some(item) if **item != Schema::Any => check.items(item, text, path),
                _ => Fit::Exact,
            }),
            Schema::Object(value) => self.container(raw, '{', path, "an object", |check, text| match value {
                Some(value) if **value != Schema::Any => check.map(value, text, path),
                _ => Fit::Exact,
            }),
            Schema::Struct(params) => {
                self.container(raw, '{', path, "an object", |check, text| check.record(params, text, path))
            }
            Schema::Enum(literals) => self.literal(literals, raw, path),
        }
    }

    /// A value that its type reads by itself; models send objects and lists as texts to such types too.
    fn foreign(&mut self, foreign: &Foreign, raw: &str, path: &Path<'_>) -> Fit {
        let Err(misread) = (foreign.reads)(raw) else { return Fit::Exact };
        let inside = self.undressed(raw, |text| text.trim_start().starts_with(['{', '[']));
        if *inside != *raw && (foreign.reads)(inside.trim()).is_ok() {
            return Fit::Made(inside.trim().to_owned());
        }
        self.problems.misread(path, &misread);
        Fit::Wrong
    }

    fn wrong(&mut self, path: &Path<'_>, must: &str, raw: &str) -> Fit {
        self.problems.wrong(path, must, raw);
        Fit::Wrong
    }

    /// The value inside a JSON string, when it is of the wanted kind and another dress is taken; else as written.
    fn undressed<'a>(&self, raw: &'a str, wanted: impl Fn(&str) -> bool) -> Cow<'a, str> {
        match decoded(raw) {
            Some(text) if !self.strict && wanted(&text) => text,
            _ => Cow::Borrowed(raw),
        }
    }

    fn integer(&mut self, range: Option<IntRange>, raw: &str, path: &Path<'_>) -> Fit {
        let must = || match range {
            Some(IntRange { min, max }) => Cow::Owned(format!("an integer from {min} to {max}")),
            None => Cow::Borrowed("an integer"),
        };
        let text = self.undressed(raw, number::is_number);
        let plain = text.starts_with(|c: char| c == '-' || c.is_ascii_digit())
            && (!self.strict || !text.contains(['.', 'e', 'E']));
        let Some(whole) = plain.then(|| number::whole(&text)).flatten() else {
            return self.wrong(path, "an integer", raw);
        };
        if range.is_some_and(|range| !within(range, &whole)) {
            return self.wrong(path, &must(), raw);
        }
        if *whole == *raw { Fit::Exact } else { Fit::Made(whole.into_owned()) }
    }

    fn number(&mut self, single: bool, raw: &str, path: &Path<'_>) -> Fit {
        let text = self.undressed(raw, number::is_number);
        if !text.starts_with(|c: char| c == '-' || c.is_ascii_digit()) {
            return self.wrong(path, "a number", raw);
        }
        let most = if single { f64::from(f32::MAX) } else { f64::MAX };
        // The tool reads the text itself; this only asks how big the number is.
        if text.parse::<f64>().is_ok_and(|value| value.abs() <= most) {
            return if *text == *raw { Fit::Exact } else { Fit::Made(text.into_owned()) };
        }
        self.wrong(path, &format!("a number from {:e} to {most:e}", -most), raw)
    }

    /// A list or an object, or the JSON text of one in a string.
    fn container(
        &mut self,
        raw: &str,
        opening: char,
        path: &Path<'_>,
        must: &str,
        inside: impl FnOnce(&mut Self, &str) -> Fit,
    ) -> Fit {
        let text = self.undressed(raw, |text| {
            text.trim_start().starts_with(opening) && serde_json::from_str::<&serde_json::value::RawValue>(text).is_ok()
        });
        let text = text.trim();
        if !text.starts_with(opening) {
            return self.wrong(path, must, raw);
        }
        match inside(self, text) {
            Fit::Exact if *text != *raw => Fit::Made(text.to_owned()),
            fit => fit,
        }
    }

    fn items(&mut self, schema: &Schema, text: &str, path: &Path<'_>) -> Fit {
        let Ok(items) = items(text) else { return self.wrong(path, "an array", text) };
        let fits = items.iter().enumerate().map(|(at, raw)| {
            let path = Path { parent: Some(path), step: Step::Item(at) };
            self.value(schema, raw, &path)
        });
        let Some(made) = all(fits, &items) else { return Fit::Wrong };
        match made {
            Some(values) => Fit::Made(format!("[{}]", values.join(","))),
            None => Fit::Exact,
        }
    }

    fn map(&mut self, schema: &Schema, text: &str, path: &Path<'_>) -> Fit {
        let Ok(members) = Members::of(text) else { return self.wrong(path, "an object", text) };
        let raws: Vec<_> = members.0.iter().map(|(_, raw)| *raw).collect();
        let fits = members.0.iter().map(|(name, raw)| {
            let path = Path { parent: Some(path), step: Step::Name(name) };
            self.value(schema, raw, &path)
        });
        let Some(made) = all(fits, &raws) else { return Fit::Wrong };
        match made {
            Some(values) => Fit::Made(object(members.0.iter().map(|(name, _)| &**name).zip(values))),
            None => Fit::Exact,
        }
    }

    fn record(&mut self, params: &[Param], text: &str, path: &Path<'_>) -> Fit {
        let Ok(members) = Members::of(text) else { return self.wrong(path, "an object", text) };
        let before = self.problems.count();
        let mut fitted = self.members(params, &members, Some(path));
        if self.problems.count() > before {
            return Fit::Wrong;
        }
        // Those of a call are the tool's to fill in, which has them beside its parameters.
        for (param, value) in params.iter().zip(&mut fitted.values) {
            if let (Some(default), None) = (&param.default, &value) {
                *value = Some(Cow::Owned(default.to_string()));
                fitted.rewritten = true;
            }
        }
        if !fitted.rewritten {
            return Fit::Exact;
        }
        let values = params.iter().zip(fitted.values);
        Fit::Made(object(values.filter_map(|(param, value)| Some((&*param.name, value?)))))
    }

    fn literal(&mut self, literals: &[Literal], raw: &str, path: &Path<'_>) -> Fit {
        // As it is written first: `"5"` is the string where there is one, and the number only where there is not.
        let text = decoded(raw);
        let as_written = literals.iter().any(|literal| match literal {
            Literal::String(one) => text.as_deref() == Some(&**one),
            other => json(other) == raw,
        });
        if as_written {
            return Fit::Exact;
        }
        let bare = self.undressed(raw, |_| true);
        let same = literals.iter().find(|literal| match literal {
            Literal::String(_) => false,
            Literal::Boolean(_) => json(literal) == *bare,
            Literal::Integer(_) => number::is_number(&bare) && number::whole(&bare).is_some_and(|w| json(literal) == w),
        });
        if let (Some(literal), false) = (same, self.strict) {
            return Fit::Made(json(literal));
        }
        self.problems.no_choice(path, literals, text.as_deref(), raw);
        Fit::Wrong
    }
}

/// The values of a container when all fit: `Some(None)` when all are as written.
fn all<'a>(fits: impl Iterator<Item = Fit>, raws: &[&'a str]) -> Option<Option<Vec<Cow<'a, str>>>> {
    let mut made: Option<Vec<Cow<'a, str>>> = None;
    let mut wrong = false;
    for (at, fit) in fits.enumerate() {
        match fit {
            Fit::Exact => {
                if let Some(values) = &mut made {
                    values.push(Cow::Borrowed(raws[at]));
                }
            }
            Fit::Made(value) => made
                .get_or_insert_with(|| raws[..at].iter().map(|raw| Cow::Borrowed(*raw)).collect())
                .push(Cow::Owned(value)),
            Fit::Wrong => wrong = true,
        }
    }
    (!wrong).then_some(made)
}

fn object<'a>(members: impl Iterator<Item = (&'a str, Cow<'a, str>)>) -> String {
    let mut text = String::from("{");
    for (name, value) in members {
        if text.len() > 1 {
            text.push(',');
        }
        text.push_str(&json_string(name));
        text.push(':');
        text.push_str(&value);
    }
    text.push('}');
    text
}

pub(super) fn json(literal: &Literal) -> String {
    match literal {
        Literal::String(text) => json_string(text),
        Literal::Integer(number) => number.to_string(),
        Literal::Boolean(value) => value.to_string(),
    }
}

/// The text of a JSON string; `None` when it is something else.
fn decoded(raw: &str) -> Option<Cow<'_, str>> {
    let inside = raw.strip_prefix('"')?.strip_suffix('"')?;
    if inside.contains('\\') { serde_json::from_str(raw).ok().map(Cow::Owned) } else { Some(Cow::Borrowed(inside)) }
}

fn within(range: IntRange, digits: &str) -> bool {
    if digits.starts_with('-') {
        return digits.parse::<i128>().is_ok_and(|value| value >= range.min);
    }
    digits.parse::<u128>().is_ok_and(|value| {
        value <= range.max && (range.min <= 0 || i128::try_from(value).is_ok_and(|value| value >= range.min))
    })
}
