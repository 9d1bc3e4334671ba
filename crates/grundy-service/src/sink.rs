//! Who asks: whoever hears how far the work is, and has the texts that a question names.

use std::cell::RefCell;
use std::sync::Arc;

use grundy::couples::Shelf;
use grundy::{Message, message};

/// Who asks: told how far the work is, asked for the files that a question names.
pub trait Sink {
    /// Told how many positions or values are done.
    fn progress(&mut self, _done: u64) {}

    /// Told what goes on for longer than somebody may expect.
    fn note(&mut self, _message: &Message) {}

    /// Where tables of searches are kept, and who hears how far they are.
    fn shelf(&self) -> Option<Arc<dyn Shelf>> {
        None
    }

    /// Reads a text of at most `most` bytes that the question names by `@`.
    ///
    /// # Errors
    /// That there is none, in a sentence.
    fn read(&self, _name: &str, _most: u64) -> Result<String, Message> {
        Err(message!(
            "files are not read or written here",
            "此处不读写文件"
        ))
    }
}

/// Who asks and wants to hear nothing meanwhile, and has no files.
#[derive(Clone, Copy, Debug, Default)]
pub struct Quiet;

impl Sink for Quiet {}

/// As [`Quiet`], with a text that came with the question: `-` names it, as standard input once; after that it is empty.
#[derive(Debug, Default)]
pub struct Attached(RefCell<Option<String>>);

impl Attached {
    /// What came with the question, if anything did.
    pub fn new(text: Option<String>) -> Attached {
        Attached(RefCell::new(text))
    }

    /// The text, where nobody has read it.
    pub fn left(self) -> Option<String> {
        self.0.into_inner()
    }
}

impl Sink for Attached {
    fn read(&self, name: &str, most: u64) -> Result<String, Message> {
        if name != "-" {
            return Quiet.read(name, most);
        }
        let text = self.0.take().unwrap_or_default();
        if text.len() as u64 > most {
            return Err(message!(
                "the text has more than {most#byte}",
                "文本超过 {most} 字节",
                most = most
            ));
        }
        Ok(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_read_once_and_within_its_bound() {
        let attached = Attached::new(Some("a b".to_owned()));
        assert!(attached.read("/etc/passwd", 9).is_err());
        assert_eq!(attached.read("-", 3).as_deref(), Ok("a b"));
        assert_eq!(attached.read("-", 3).as_deref(), Ok(""));
        assert_eq!(attached.left(), None);
        let long = Attached::new(Some("a b".to_owned()));
        assert!(long.read("-", 2).is_err());
        assert_eq!(
            Attached::new(Some("a".to_owned())).left().as_deref(),
            Some("a")
        );
        assert_eq!(Attached::default().read("-", 0).as_deref(), Ok(""));
    }
}
