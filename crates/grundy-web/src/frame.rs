//! What a server and its worker write to each other: a head of JSON behind its length, and as many bytes as it says.
//!
//! To the worker go questions and the wish that it stop; each question has a word that it is [begun](BEGUN) and one outcome
//! back. A head that is too long or
//! not as expected is an error, never a guess.

use std::io::{self, Read, Write};
use std::time::Duration;

use grundy::Lang;
use hyper::StatusCode;
use serde_json::{Value, json};
use tokio::io::{AsyncRead, AsyncReadExt};

use crate::bounds::Bounds;
use crate::question::{Asked, Outcome};
use crate::routes;

/// What a worker writes once it has the whole of a question: before that, nothing came of it, and another may be asked.
pub(crate) const BEGUN: u8 = b'?';

/// Longest head, in bytes: a query of 32 KiB as JSON, and more.
const LONGEST_HEAD: u32 = 1 << 20;
/// Longest question or answer that follows a head, in bytes.
const LONGEST: u64 = 1 << 30;

/// What a worker is told.
#[derive(Debug)]
pub(crate) enum Order {
    /// A question.
    Asked(Box<Asked>),
    /// The question before shall end.
    Stop,
}

/// The head of an outcome, and how long the rest is.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Head {
    pub(crate) status: StatusCode,
    pub(crate) media: String,
    pub(crate) length: usize,
    /// Whether the worker takes a further question.
    pub(crate) again: bool,
}

fn wrong() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "not a message of a worker")
}

fn framed(head: &Value) -> Vec<u8> {
    let text = head.to_string();
    let length = u32::try_from(text.len()).unwrap_or(u32::MAX);
    let mut bytes = length.to_le_bytes().to_vec();
    bytes.extend_from_slice(text.as_bytes());
    bytes
}

fn number(head: &Value, name: &str) -> io::Result<u64> {
    head[name].as_u64().ok_or_else(wrong)
}

fn length(head: &Value) -> io::Result<usize> {
    let length = number(head, "length")?;
    let length = Some(length).filter(|&length| length <= LONGEST);
    length
        .and_then(|length| usize::try_from(length).ok())
        .ok_or_else(wrong)
}

/// The beginning of a question; its body follows as it is.
pub(crate) fn asked(asked: &Asked) -> Vec<u8> {
    let Bounds {
        time,
        bytes,
        positions,
        output,
    } = asked.bounds;
    let time = u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
    framed(&json!({
        "route": asked.route.name,
        "query": asked.query,
        "lang": asked.lang == Lang::Zh,
        "has_body": asked.body.is_some(),
        "length": asked.body.as_ref().map_or(0, Vec::len),
        "time": time,
        "bytes": bytes,
        "positions": positions,
        "output": output,
    }))
}

/// The wish that a worker stop.
pub(crate) fn stop() -> Vec<u8> {
    framed(&json!({ "stop": true }))
}

/// What a worker is told next; nothing at the end.
pub(crate) fn told(from: &mut impl Read) -> io::Result<Option<Order>> {
    let mut size = [0; 4];
    if from.read(&mut size[..1])? == 0 {
        return Ok(None);
    }
    from.read_exact(&mut size[1..])?;
    let size = u32::from_le_bytes(size);
    if size > LONGEST_HEAD {
        return Err(wrong());
    }
    let mut head = vec![0; size as usize];
    from.read_exact(&mut head)?;
    let head: Value = serde_json::from_slice(&head).map_err(|_| wrong())?;
    if head["stop"] == true {
        return Ok(Some(Order::Stop));
    }
    let text = |name: &str| head[name].as_str().ok_or_else(wrong);
    let length = length(&head)?;
    let mut body = Vec::new();
    if from.take(length as u64).read_to_end(&mut body)? < length {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    let asked = Asked {
        route: routes::route(text("route")?).ok_or_else(wrong)?,
        query: text("query")?.to_owned(),
        lang: match head["lang"].as_bool().ok_or_else(wrong)? {
            true => Lang::Zh,
            false => Lang::En,
        },
        body: (head["has_body"] == true).then_some(body),
        bounds: Bounds {
            time: Duration::from_micros(number(&head, "time")?),
            bytes: number(&head, "bytes")?,
            positions: number(&head, "positions")?,
            output: usize::try_from(number(&head, "output")?).map_err(|_| wrong())?,
        },
    };
    Ok(Some(Order::Asked(Box::new(asked))))
}

/// Writes an outcome.
pub(crate) fn write(to: &mut impl Write, outcome: &Outcome, again: bool) -> io::Result<()> {
    to.write_all(&framed(&json!({
        "status": outcome.status.as_u16(),
        "media": outcome.media,
        "length": outcome.content.len(),
        "again": again,
    })))?;
    to.write_all(&outcome.content)?;
    to.flush()
}

/// The head of an outcome.
pub(crate) async fn head(from: &mut (impl AsyncRead + Unpin)) -> io::Result<Head> {
    let size = from.read_u32_le().await?;
    if size > LONGEST_HEAD {
        return Err(wrong());
    }
    let mut head = vec![0; size as usize];
    from.read_exact(&mut head).await?;
    let head: Value = serde_json::from_slice(&head).map_err(|_| wrong())?;
    let status = u16::try_from(number(&head, "status")?).map_err(|_| wrong())?;
    Ok(Head {
        status: StatusCode::from_u16(status).map_err(|_| wrong())?,
        media: head["media"].as_str().ok_or_else(wrong)?.to_owned(),
        length: length(&head)?,
        again: head["again"] == true,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn a_question() -> Asked {
        Asked {
            route: routes::route("solve").expect("a route"),
            query: "game=nim+3&\u{5c3c}\u{0}\"".to_owned(),
            body: Some(b"{\"game\":\"nim\"}".to_vec()),
            lang: Lang::Zh,
            bounds: Bounds {
                time: Duration::from_micros(1_234_567),
                bytes: u64::MAX,
                positions: 7,
                output: 99,
            },
        }
    }

    #[test]
    fn what_is_written_is_read() {
        for body in [None, Some(Vec::new()), a_question().body] {
            let question = Asked {
                body,
                ..a_question()
            };
            let mut bytes = stop();
            bytes.extend(asked(&question));
            bytes.extend(question.body.iter().flatten());
            let mut from = &bytes[..];
            assert!(matches!(told(&mut from), Ok(Some(Order::Stop))));
            let Ok(Some(Order::Asked(read))) = told(&mut from) else {
                panic!("no question");
            };
            assert_eq!(format!("{read:?}"), format!("{question:?}"));
            assert!(matches!(told(&mut from), Ok(None)));
            // Whatever is cut off is an error, never a question.
            for end in 1..bytes.len() {
                let mut from = &bytes[..end];
                let _ = told(&mut from);
                if let Ok(Some(told)) = told(&mut from) {
                    panic!("{told:?}");
                }
            }
        }
    }

    #[test]
    fn an_outcome_is_read() {
        let outcome = Outcome {
            status: StatusCode::UNPROCESSABLE_ENTITY,
            media: "text/plain; charset=utf-8".to_owned(),
            content: b"content".to_vec(),
            panicked: false,
        };
        let mut bytes = Vec::new();
        write(&mut bytes, &outcome, true).expect("a vector");
        let runtime = tokio::runtime::Builder::new_current_thread().build();
        let runtime = runtime.expect("a runtime");
        let mut from = &bytes[..];
        let read = runtime.block_on(head(&mut from)).expect("a head");
        let expected = Head {
            status: outcome.status,
            media: outcome.media,
            length: 7,
            again: true,
        };
        assert_eq!((read, from), (expected, &b"content"[..]));
        for wrong in [
            &b""[..],
            b"\xff\xff\xff\xff",
            b"\x02\0\0\0{}",
            b"\x1c\0\0\0{\"status\":99999,\"length\":0}",
        ] {
            assert!(runtime.block_on(head(&mut { wrong })).is_err());
        }
    }
}
