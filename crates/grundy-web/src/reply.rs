//! What goes back: status, headers that every answer has, and mistakes as JSON.

use http_body_util::Full;
use hyper::body::Bytes;
use hyper::header::{
    ALLOW, CACHE_CONTROL, CONNECTION, CONTENT_LENGTH, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG,
    HeaderName, HeaderValue, LOCATION, REFERRER_POLICY, RETRY_AFTER, X_CONTENT_TYPE_OPTIONS,
};
use hyper::{Response, StatusCode};
use serde_json::Value;

use crate::Problem;
use crate::page::File;

/// What goes back.
pub(crate) type Reply = Response<Full<Bytes>>;

/// What a browser may do with any answer: load what this server has, and nothing else.
pub(crate) const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
    connect-src 'self'; font-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The headers that every answer has.
pub(crate) const SAFE: [(HeaderName, &str); 5] = [
    (CONTENT_SECURITY_POLICY, POLICY),
    (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (REFERRER_POLICY, "same-origin"),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        "same-origin",
    ),
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        "same-origin",
    ),
];

/// The schema of a mistake.
pub(crate) const ERROR: &str = "grundy.error/1";

/// An answer with its media type, not to be kept.
pub(crate) fn answer(status: StatusCode, media: HeaderValue, content: Bytes) -> Reply {
    let mut reply = bare(status, content);
    reply.headers_mut().insert(CONTENT_TYPE, media);
    put(&mut reply, CACHE_CONTROL, "no-store");
    if matches!(
        status,
        StatusCode::SERVICE_UNAVAILABLE | StatusCode::GATEWAY_TIMEOUT
    ) {
        put(&mut reply, RETRY_AFTER, "1");
    }
    reply
}

/// A mistake.
pub(crate) fn refuse(status: StatusCode, refused: &Problem) -> Reply {
    let body = error(refused);
    let mut reply = answer(
        status,
        HeaderValue::from_static("application/json"),
        body.into(),
    );
    // What may still come of the body is not read.
    if matches!(
        status,
        StatusCode::REQUEST_TIMEOUT | StatusCode::PAYLOAD_TOO_LARGE
    ) {
        put(&mut reply, CONNECTION, "close");
    }
    reply
}

/// A mistake as a line of JSON.
pub(crate) fn error(refused: &Problem) -> String {
    let number = |number: Option<usize>| Value::from(number);
    let word = |word: &Option<Box<str>>| Value::from(word.as_deref());
    // By hand, for the schema comes first.
    format!(
        "{{\"schema\":\"{ERROR}\",\"error\":{{\"message\":{},\"kind\":{},\"at\":{},\"line\":{},\"column\":{},\"length\":{},\"example\":{}}}}}\n",
        Value::from(&*refused.message),
        word(&refused.kind),
        word(&refused.at),
        number(refused.line),
        number(refused.column),
        number(refused.length),
        word(&refused.example),
    )
}

/// A method that is not taken.
pub(crate) fn not_allowed(allowed: &'static str, refused: &Problem) -> Reply {
    let mut reply = refuse(StatusCode::METHOD_NOT_ALLOWED, refused);
    put(&mut reply, ALLOW, allowed);
    reply
}

/// A file of the page, or only the news that it is as before.
pub(crate) fn file(file: File, is_known: bool) -> Reply {
    let mut reply = if is_known {
        let mut reply = Response::new(Full::default());
        *reply.status_mut() = StatusCode::NOT_MODIFIED;
        safe(&mut reply);
        reply
    } else {
        let mut reply = bare(StatusCode::OK, Bytes::from_static(file.content));
        put(&mut reply, CONTENT_TYPE, file.media);
        reply
    };
    // Kept, but asked about each time: the next version of the program may have another.
    put(&mut reply, CACHE_CONTROL, "no-cache");
    put(&mut reply, ETAG, file.tag);
    reply
}

/// The news that something is at another address of this server.
pub(crate) fn moved(to: &'static str) -> Reply {
    let mut reply = bare(StatusCode::PERMANENT_REDIRECT, Bytes::new());
    put(&mut reply, LOCATION, to);
    reply
}

fn bare(status: StatusCode, content: Bytes) -> Reply {
    let length = content.len();
    let mut reply = Response::new(Full::new(content));
    *reply.status_mut() = status;
    reply.headers_mut().insert(CONTENT_LENGTH, length.into());
    safe(&mut reply);
    reply
}

fn safe(reply: &mut Reply) {
    for (name, value) in SAFE {
        put(reply, name, value);
    }
}

fn put(reply: &mut Reply, name: HeaderName, value: &'static str) {
    let value = HeaderValue::from_static(value);
    reply.headers_mut().insert(name, value);
}

/// The whole answer to a connection beyond their number, which is not even read from.
pub(crate) fn full_house(refused: &Problem) -> String {
    let body = error(refused);
    let mut text = format!(
        "HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\nretry-after: 1\r\n\
         content-type: application/json\r\ncontent-length: {}\r\n",
        body.len()
    );
    for (name, value) in SAFE {
        text.push_str(&format!("{name}: {value}\r\n"));
    }
    text + "\r\n" + &body
}
