//! `rename_all`: the names that serde makes of a type's own. Which letters make a word is serde's rule, odd corners
//! included; the derive only has to say the same.

/// One of serde's cases.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Case {
    Lower,
    Upper,
    Pascal,
    Camel,
    Snake,
    ScreamingSnake,
    Kebab,
    ScreamingKebab,
}

impl Case {
    /// The case of this name; serde itself refuses another.
    pub fn named(name: &str) -> Option<Self> {
        Some(match name {
            "lowercase" => Self::Lower,
            "UPPERCASE" => Self::Upper,
            "PascalCase" => Self::Pascal,
            "camelCase" => Self::Camel,
            "snake_case" => Self::Snake,
            "SCREAMING_SNAKE_CASE" => Self::ScreamingSnake,
            "kebab-case" => Self::Kebab,
            "SCREAMING-KEBAB-CASE" => Self::ScreamingKebab,
            _ => return None,
        })
    }

    /// What a variant is called, whose own name is taken to be in Pascal case.
    pub fn of_variant(self, name: &str) -> String {
        match self {
            Self::Pascal => name.to_owned(),
            Self::Lower => name.to_ascii_lowercase(),
            Self::Upper => name.to_ascii_uppercase(),
            Self::Camel => with_small_start(name),
            Self::Snake => between_words(name, '_').to_ascii_lowercase(),
            Self::ScreamingSnake => between_words(name, '_').to_ascii_uppercase(),
            Self::Kebab => between_words(name, '_').to_ascii_lowercase().replace('_', "-"),
            Self::ScreamingKebab => between_words(name, '_').to_ascii_uppercase().replace('_', "-"),
        }
    }

    /// What a field is called, whose own name is taken to be in snake case.
    pub fn of_field(self, name: &str) -> String {
        match self {
            Self::Lower | Self::Snake => name.to_owned(),
            Self::Upper | Self::ScreamingSnake => name.to_ascii_uppercase(),
            Self::Pascal => name.split('_').map(with_capital).collect(),
            Self::Camel => with_small_start(&Self::Pascal.of_field(name)),
            Self::Kebab => name.replace('_', "-"),
            Self::ScreamingKebab => name.to_ascii_uppercase().replace('_', "-"),
        }
    }
}

/// Every capital but the first opens a word.
fn between_words(name: &str, mark: char) -> String {
    let mut words = String::with_capacity(name.len() + 4);
    for (at, character) in name.char_indices() {
        if at > 0 && character.is_uppercase() {
            words.push(mark);
        }
        words.push(character);
    }
    words
}

fn with_capital(word: &str) -> String {
    start(word, |first| first.to_ascii_uppercase())
}

fn with_small_start(name: &str) -> String {
    start(name, |first| first.to_ascii_lowercase())
}

fn start(word: &str, change: impl Fn(&char) -> char) -> String {
    let mut characters = word.chars();
    characters.next().map(|first| change(&first)).into_iter().chain(characters).collect()
}
