//! The files of the page.

/// A file's name as a browser asks for it, without the first `/`, and what it holds.
type File = (&'static str, &'static [u8]);

/// What `web/dist` held when this was built, by name.
const EMBEDDED: &[File] = include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// What is sent for `/`.
const INDEX: &str = "index.html";

/// The files of a page.
#[derive(Clone, Copy, Debug)]
pub struct Page {
    files: &'static [File],
}

/// A file of a page, and how it is to be sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PageFile {
    pub(crate) content: &'static [u8],
    pub(crate) kind: &'static str,
    pub(crate) caching: &'static str,
}

impl Page {
    /// The page of this build; none if it was built without.
    pub fn embedded() -> Option<Self> {
        let page = Self::new(EMBEDDED);
        page.named(INDEX).is_some().then_some(page)
    }

    /// A page of these files: names without the first `/`, and contents. One of them is `index.html`.
    pub const fn new(files: &'static [(&'static str, &'static [u8])]) -> Self {
        Self { files }
    }

    /// The file at a path as it stands in a request.
    pub(crate) fn at(&self, path: &str) -> Option<PageFile> {
        let name = path.strip_prefix('/')?;
        let name = if name.is_empty() { INDEX } else { name };
        Some(PageFile { content: self.named(name)?, kind: kind(name), caching: caching(name) })
    }

    fn named(&self, name: &str) -> Option<&'static [u8]> {
        self.files.iter().find(|(own, _)| *own == name).map(|(_, content)| *content)
    }
}

/// The content type of a file, by its ending.
fn kind(name: &str) -> &'static str {
    match name.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" | "map" => "application/json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "wasm" => "application/wasm",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

/// How long a browser may keep a file. Those in `assets` have a digest of their content in their names.
fn caching(name: &str) -> &'static str {
    if name.starts_with("assets/") { "public, max-age=31536000, immutable" } else { "no-cache" }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: Page = Page::new(&[("index.html", b"<p>"), ("assets/a-1x.js", b"1"), ("b.svg", b"2")]);

    #[test]
    fn files_are_found_by_their_whole_names_alone() {
        let content = |path: &str| PAGE.at(path).map(|file| file.content);
        assert_eq!(content("/"), Some(&b"<p>"[..]));
        assert_eq!(content("/index.html"), content("/"));
        assert_eq!(content("/assets/a-1x.js"), Some(&b"1"[..]));
        for path in
            ["", "index.html", "//index.html", "/assets", "/assets/", "/./b.svg", "/B.svg", "/%62.svg"]
        {
            assert_eq!(content(path), None, "{path}");
        }
    }

    #[test]
    fn what_has_a_digest_in_its_name_is_kept_and_all_else_is_asked_for() {
        let asset = PAGE.at("/assets/a-1x.js").unwrap();
        assert_eq!(asset.kind, "text/javascript; charset=utf-8");
        assert!(asset.caching.ends_with("immutable"));
        let index = PAGE.at("/").unwrap();
        assert_eq!((index.kind, index.caching), ("text/html; charset=utf-8", "no-cache"));
        assert_eq!(PAGE.at("/b.svg").unwrap().kind, "image/svg+xml");
    }

    #[test]
    fn a_build_has_a_whole_page_or_none() {
        assert_eq!(Page::embedded().is_some(), EMBEDDED.iter().any(|(name, _)| *name == INDEX));
    }
}
