//! The page as one text.

use serde_json::Value as Json;

const HTML: &str = include_str!("page.html");
const CSS: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// Returns the page, which begins with `start`.
pub(super) fn page(start: &Json) -> String {
    // A script ends at the first "</", even in a string.
    let start = start.to_string().replace("</", "<\\/");
    let parts = [("/* style */", CSS), ("/* start */", &start), ("/* script */", SCRIPT)];
    let mut rest = HTML;
    let mut out = String::with_capacity(HTML.len() + CSS.len() + SCRIPT.len() + start.len());
    for (mark, text) in parts {
        let (before, after) = rest.split_once(mark).unwrap_or((rest, ""));
        out.push_str(before);
        out.push_str(text);
        rest = after;
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::page;

    #[test]
    fn the_page_is_whole_and_loads_nothing() {
        let page = page(&json!({"file": "</script>/* script */.mlir"}));
        assert!(page.starts_with("<!doctype html>") && page.trim_end().ends_with("</html>"), "{page}");
        assert!(page.contains(r#"{"file":"<\/script>/* script */.mlir"}"#));
        assert_eq!(page.matches("</script>").count(), 2);
        for word in ["http:", "https:", "src=", "@import", "url("] {
            assert!(!page.contains(word), "{word}");
        }
    }
}
