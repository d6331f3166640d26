//! Results that are no plain JSON: images, sounds, resources, and lists that mix them with text.
//!
//! A block is one JSON object that says what it is, the same on every wire: bytes are base64, and a media type stands
//! beside them. Nothing here looks into the bytes.

use std::borrow::Cow;
use toolkit_rules::json_string;

/// An image, as its file's bytes.
///
/// ```
/// use toolkit::{Image, tool};
///
/// /// Draw one red pixel.
/// #[tool]
/// fn pixel() -> Image {
///     Image::gif(b"GIF89a\x01\0\x01\0\x80\0\0\xff\0\0\0\0\0,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0;")
/// }
/// ```
///
/// Models get it as an image. Where results are JSON, on `/rpc` and the command line, it is
/// `{"type":"image","data":"<base64>","mimeType":"image/gif"}`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Image(Bytes);

/// A sound, as its file's bytes: `{"type":"audio","data":"<base64>","mimeType":"audio/wav"}`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Audio(Bytes);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Bytes {
    mime_type: Cow<'static, str>,
    data: Vec<u8>,
}

impl Image {
    /// An image of any media type: `image/svg+xml`.
    pub fn new(mime_type: impl Into<Cow<'static, str>>, data: impl Into<Vec<u8>>) -> Self {
        Self(Bytes { mime_type: mime_type.into(), data: data.into() })
    }

    /// A PNG file.
    pub fn png(data: impl Into<Vec<u8>>) -> Self {
        Self::new("image/png", data)
    }

    /// A JPEG file.
    pub fn jpeg(data: impl Into<Vec<u8>>) -> Self {
        Self::new("image/jpeg", data)
    }

    /// A GIF file.
    pub fn gif(data: impl Into<Vec<u8>>) -> Self {
        Self::new("image/gif", data)
    }

    /// A WebP file.
    pub fn webp(data: impl Into<Vec<u8>>) -> Self {
        Self::new("image/webp", data)
    }
}

impl Audio {
    /// A sound of any media type: `audio/ogg`.
    pub fn new(mime_type: impl Into<Cow<'static, str>>, data: impl Into<Vec<u8>>) -> Self {
        Self(Bytes { mime_type: mime_type.into(), data: data.into() })
    }

    /// A WAV file.
    pub fn wav(data: impl Into<Vec<u8>>) -> Self {
        Self::new("audio/wav", data)
    }

    /// An MP3 file.
    pub fn mp3(data: impl Into<Vec<u8>>) -> Self {
        Self::new("audio/mpeg", data)
    }
}

/// A document that comes with the answer, or a pointer to one that a client may fetch.
///
/// ```
/// use toolkit::Resource;
///
/// let page = Resource::text("file:///notes/today.md", "# Today").mime_type("text/markdown");
/// let photo = Resource::bytes("file:///photos/1.heic", [0, 1, 2]).mime_type("image/heic");
/// let manual = Resource::link("https://example.com/manual.pdf", "manual").description("How the pump works.");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resource {
    uri: String,
    mime_type: Option<Cow<'static, str>>,
    body: Body,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Body {
    Text(String),
    Bytes(Vec<u8>),
    Elsewhere { name: String, description: Option<String> },
}

impl Resource {
    /// A text, and the address that it has.
    pub fn text(uri: impl Into<String>, text: impl Into<String>) -> Self {
        Self { uri: uri.into(), mime_type: None, body: Body::Text(text.into()) }
    }

    /// Bytes, and the address that they have.
    pub fn bytes(uri: impl Into<String>, data: impl Into<Vec<u8>>) -> Self {
        Self { uri: uri.into(), mime_type: None, body: Body::Bytes(data.into()) }
    }

    /// What lies at an address, without its content. The name is for people.
    pub fn link(uri: impl Into<String>, name: impl Into<String>) -> Self {
        Self { uri: uri.into(), mime_type: None, body: Body::Elsewhere { name: name.into(), description: None } }
    }

    /// With its media type: `text/markdown`.
    #[must_use]
    pub fn mime_type(mut self, mime_type: impl Into<Cow<'static, str>>) -> Self {
        self.mime_type = Some(mime_type.into());
        self
    }

    /// What a linked document holds, in a sentence. One that comes with its content says it itself.
    #[must_use]
    pub fn description(mut self, text: impl Into<String>) -> Self {
        if let Body::Elsewhere { description, .. } = &mut self.body {
            *description = Some(text.into());
        }
        self
    }
}

/// One part of a mixed result; a tool returns a `Vec` of them.
///
/// ```
/// use toolkit::{Content, Image, tool};
///
/// /// Plot a series.
/// #[tool]
/// fn plot(values: Vec<f64>) -> Vec<Content> {
///     let svg = format!("<svg xmlns='http://www.w3.org/2000/svg' data-points='{}'/>", values.len());
///     vec![format!("{} points", values.len()).into(), Image::new("image/svg+xml", svg).into()]
/// }
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Content {
    /// `{"type":"text","text":".."}`
    Text(String),
    /// `{"type":"image","data":"..","mimeType":".."}`
    Image(Image),
    /// `{"type":"audio","data":"..","mimeType":".."}`
    Audio(Audio),
    /// `{"type":"resource","resource":{"uri":"..","mimeType":"..","text":".."}}`, with `blob` for bytes; or
    /// `{"type":"resource_link","uri":"..","name":".."}`
    Resource(Resource),
}

macro_rules! parts {
    ($($from:ty => $part:ident;)*) => {$(
        impl From<$from> for Content {
            fn from(part: $from) -> Self {
                Self::$part(part.into())
            }
        }
    )*};
}

parts! {
    String => Text;
    &str => Text;
    Image => Image;
    Audio => Audio;
    Resource => Resource;
}

/// What can be written as a block.
pub trait Block {
    /// Writes one JSON object, or says why it cannot be one.
    fn write(&self, out: &mut String) -> Result<(), String>;
}

impl Block for Content {
    fn write(&self, out: &mut String) -> Result<(), String> {
        match self {
            Self::Text(text) => {
                out.push_str(r#"{"type":"text","text":"#);
                out.push_str(&json_string(text));
                out.push('}');
                Ok(())
            }
            Self::Image(image) => image.write(out),
            Self::Audio(audio) => audio.write(out),
            Self::Resource(resource) => resource.write(out),
        }
    }
}

impl Block for Image {
    fn write(&self, out: &mut String) -> Result<(), String> {
        self.0.write("image", "image/png", out)
    }
}

impl Block for Audio {
    fn write(&self, out: &mut String) -> Result<(), String> {
        self.0.write("audio", "audio/wav", out)
    }
}

impl Bytes {
    fn write(&self, kind: &str, example: &str, out: &mut String) -> Result<(), String> {
        let of_kind = self.mime_type.strip_prefix(kind).and_then(|rest| rest.strip_prefix('/'));
        if of_kind.is_none_or(str::is_empty) {
            return Err(format!("`{}` is no media type of {kind} data; write one as `{example}`", self.mime_type));
        }
        out.push_str(r#"{"type":""#);
        out.push_str(kind);
        out.push_str(r#"","data":""#);
        base64(&self.data, out);
        out.push_str(r#"","mimeType":"#);
        out.push_str(&json_string(&self.mime_type));
        out.push('}');
        Ok(())
    }
}

impl Block for Resource {
    fn write(&self, out: &mut String) -> Result<(), String> {
        let scheme = self.uri.split_once(':').map(|(scheme, _)| scheme);
        if scheme.is_none_or(|scheme| !scheme.starts_with(|c: char| c.is_ascii_alphabetic())) {
            return Err(format!("`{}` is no address of a resource; begin it with a scheme: `file:///..`", self.uri));
        }
        let member = |out: &mut String, name: &str, value: &str| {
            out.push_str(&format!(r#","{name}":{}"#, json_string(value)));
        };
        let uri = json_string(&self.uri);
        let is_link = matches!(self.body, Body::Elsewhere { .. });
        out.push_str(if is_link {
            r#"{"type":"resource_link","uri":"#
        } else {
            r#"{"type":"resource","resource":{"uri":"#
        });
        out.push_str(&uri);
        if let Body::Elsewhere { name, description } = &self.body {
            member(out, "name", name);
            if let Some(description) = description {
                member(out, "description", description);
            }
        }
        if let Some(mime_type) = &self.mime_type {
            member(out, "mimeType", mime_type);
        }
        match &self.body {
            Body::Text(text) => member(out, "text", text),
            Body::Bytes(data) => {
                out.push_str(r#","blob":""#);
                base64(data, out);
                out.push('"');
            }
            Body::Elsewhere { .. } => {}
        }
        out.push_str(if is_link { "}" } else { "}}" });
        Ok(())
    }
}

/// Appends bytes as base64, padded.
fn base64(data: &[u8], out: &mut String) {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    out.reserve(data.len().div_ceil(3) * 4);
    for three in data.chunks(3) {
        let bits = three.iter().fold(0, |bits, byte| bits << 8 | u32::from(*byte)) << (8 * (3 - three.len()));
        for digit in 0..4 {
            let at = (bits >> (18 - 6 * digit) & 63) as usize;
            out.push(if digit <= three.len() { char::from(DIGITS[at]) } else { '=' });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(content: impl Into<Content>) -> Result<String, String> {
        let mut text = String::new();
        content.into().write(&mut text).map(|()| text)
    }

    #[test]
    fn every_kind_of_content_is_one_object_that_says_what_it_is() {
        let link = || Resource::link("https://example.com/a", "a \"manual\"");
        for (content, expected) in [
            (Content::from("a\n\"b\""), r#"{"type":"text","text":"a\n\"b\""}"#),
            (Image::png(*b"\x89PNG").into(), r#"{"type":"image","data":"iVBORw==","mimeType":"image/png"}"#),
            (Image::new("image/svg+xml", "").into(), r#"{"type":"image","data":"","mimeType":"image/svg+xml"}"#),
            (Audio::wav(*b"RIF").into(), r#"{"type":"audio","data":"UklG","mimeType":"audio/wav"}"#),
            (
                Resource::text("file:///a.md", "# A").mime_type("text/markdown").into(),
                r##"{"type":"resource","resource":{"uri":"file:///a.md","mimeType":"text/markdown","text":"# A"}}"##,
            ),
            (
                Resource::bytes("note:1", [0, 255]).into(),
                r#"{"type":"resource","resource":{"uri":"note:1","blob":"AP8="}}"#,
            ),
            (
                link().description("How.").mime_type("text/html").into(),
                r#"{"type":"resource_link","uri":"https://example.com/a","name":"a \"manual\"","description":"How.","mimeType":"text/html"}"#,
            ),
            (link().into(), r#"{"type":"resource_link","uri":"https://example.com/a","name":"a \"manual\""}"#),
        ] {
            assert_eq!(written(content).as_deref(), Ok(expected));
            assert!(serde_json::from_str::<serde_json::Value>(expected).is_ok(), "{expected}");
        }
    }

    #[test]
    fn what_no_client_could_read_is_refused_with_what_to_write() {
        for (content, expected) in [
            (Content::from(Image::new("png", [1])), "`png` is no media type of image data; write one as `image/png`"),
            (Image::new("image/", [1]).into(), "`image/` is no media type of image data; write one as `image/png`"),
            (
                Audio::new("image/png", [1]).into(),
                "`image/png` is no media type of audio data; write one as `audio/wav`",
            ),
            (
                Resource::text("/tmp/a", "").into(),
                "`/tmp/a` is no address of a resource; begin it with a scheme: `file:///..`",
            ),
        ] {
            assert_eq!(written(content), Err(expected.to_owned()));
        }
    }

    #[test]
    fn bytes_are_written_as_base64_of_every_length() {
        for (bytes, expected) in [
            (&b""[..], ""),
            (b"f", "Zg=="),
            (b"fo", "Zm8="),
            (b"foo", "Zm9v"),
            (b"foob", "Zm9vYg=="),
            (b"\xfb\xff\xfe\x3f", "+//+Pw=="),
        ] {
            let mut text = String::new();
            base64(bytes, &mut text);
            assert_eq!(text, expected);
        }
    }
}
