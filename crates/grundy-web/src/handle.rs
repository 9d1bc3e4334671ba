//! From a request to its reply.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Instant;

use grundy::{Lang, Said};
use http_body_util::{BodyExt, LengthLimitError, Limited};
use hyper::body::{Body, Bytes, Incoming};
use hyper::header::{CONTENT_TYPE, HeaderMap, IF_NONE_MATCH};
use hyper::{Method, Request, StatusCode};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

use crate::arguments::{self, Given};
use crate::ask::{Desk, Failed};
use crate::guard::Guard;
use crate::reply::{self, Reply};
use crate::routes::{self, ROOT, ROUTES, Route};
use crate::{Answered, Refused, Settings, index, openapi, page, query, words};

/// What all requests share.
pub(crate) struct Shared {
    pub(crate) settings: Settings,
    pub(crate) guard: Guard,
    pub(crate) desk: Desk,
    /// Room for bodies and for answers, in KiB.
    pub(crate) bodies: Arc<Semaphore>,
    pub(crate) answers: Arc<Semaphore>,
}

/// Why a request is not answered.
struct Refusal(StatusCode, Refused);

/// Replies to a request, and says so.
pub(crate) async fn handle(
    shared: Arc<Shared>,
    request: Request<Incoming>,
) -> Result<Reply, Infallible> {
    let begun = Instant::now();
    let told = shared
        .settings
        .log
        .as_ref()
        .map(|_| format!("{} {}", request.method(), request.uri()));
    let query = request.uri().query().unwrap_or_default();
    let lang = query::lang(query).unwrap_or(shared.settings.lang);
    let reply = match reply(&shared, request, lang).await {
        Ok(reply) => reply,
        Err(Refusal(status, refused)) => reply::refuse(status, &refused),
    };
    if let (Some(log), Some(told)) = (&shared.settings.log, told) {
        let milliseconds = begun.elapsed().as_secs_f64() * 1e3;
        let bytes = reply.body().size_hint().lower();
        let status = reply.status().as_u16();
        log(&format!("{status} {milliseconds:.1} ms {bytes} B {told}"));
    }
    Ok(reply)
}

async fn reply(shared: &Shared, request: Request<Incoming>, lang: Lang) -> Result<Reply, Refusal> {
    let refuse = |status: StatusCode, said: Said| Refusal(status, Refused::new(said.render(lang)));
    let settings = &shared.settings;
    shared
        .guard
        .host(request.uri(), request.headers())
        .map_err(|(status, said)| refuse(status, said))?;
    let query = request.uri().query().unwrap_or_default();
    if query.len() > settings.limits.query {
        let said = words::query_too_long(settings.limits.query);
        return Err(refuse(StatusCode::URI_TOO_LONG, said));
    }
    let path = request.uri().path();
    let is_get = matches!(*request.method(), Method::GET | Method::HEAD);
    let only_get = || {
        let said = words::method("GET, HEAD");
        reply::not_allowed("GET, HEAD", &Refused::new(said.render(lang)))
    };
    let Some(name) = path.strip_prefix(ROOT) else {
        if !is_get {
            return Ok(only_get());
        }
        let file = page::file(path);
        let file = file.ok_or_else(|| refuse(StatusCode::NOT_FOUND, words::no_such_page(path)))?;
        return Ok(reply::file(file, is_known(request.headers(), file.tag)));
    };
    shared
        .guard
        .origin(request.headers())
        .map_err(|(status, said)| refuse(status, said))?;
    let made = match name {
        "" => Some(("text/html; charset=utf-8", index::index(lang))),
        "openapi.json" => Some(("application/json", openapi::text(lang).to_owned())),
        _ => None,
    };
    if let Some((media, text)) = made {
        if !is_get {
            return Ok(only_get());
        }
        return Ok(reply::answer(StatusCode::OK, media, text.into()));
    }
    let Some(route) = routes::route(name) else {
        let names: Vec<&str> = ROUTES.iter().map(|route| route.name).collect();
        let said = words::no_such_route(name, &names);
        return Err(refuse(StatusCode::NOT_FOUND, said));
    };
    if !is_get && request.method() != Method::POST {
        let said = words::method("GET, HEAD, POST");
        let refused = Refused::new(said.render(lang));
        return Ok(reply::not_allowed("GET, HEAD, POST", &refused));
    }
    let mut given: Given = query::pairs(query).map_err(|query::Unreadable(part)| {
        refuse(StatusCode::BAD_REQUEST, words::unreadable_query(&part))
    })?;
    // Asked in a body, the language is known only when all of it is there.
    let mut lang = lang;
    if !is_get {
        let (said, _room) = body(shared, request, lang).await?;
        let of_body = arguments::of_object(&said, lang)
            .map_err(|refused| Refusal(StatusCode::BAD_REQUEST, refused))?;
        let asked = of_body.iter().find(|(name, _)| name == "lang");
        lang = asked.and_then(|(_, tag)| query::named(tag)).unwrap_or(lang);
        given.extend(of_body);
    }
    answer(shared, route, &given, lang).await
}

/// The body of a request, and the room it takes.
async fn body(
    shared: &Shared,
    request: Request<Incoming>,
    lang: Lang,
) -> Result<(Bytes, OwnedSemaphorePermit), Refusal> {
    let refuse = |status: StatusCode, said: Said| Refusal(status, Refused::new(said.render(lang)));
    let limits = &shared.settings.limits;
    let media = request.headers().get(CONTENT_TYPE);
    let media = media.and_then(|media| media.to_str().ok()).unwrap_or("");
    let media = media.split(';').next().unwrap_or_default().trim();
    // A form of another site could send a text, but not this.
    if !media.eq_ignore_ascii_case("application/json") {
        let said = words::body_type();
        return Err(refuse(StatusCode::UNSUPPORTED_MEDIA_TYPE, said));
    }
    let too_long = || {
        let said = words::body_too_long(limits.body);
        refuse(StatusCode::PAYLOAD_TOO_LARGE, said)
    };
    let body = request.into_body();
    let told = body.size_hint().upper();
    let most = told.map_or(limits.body, |told| {
        usize::try_from(told).unwrap_or(usize::MAX)
    });
    if most > limits.body {
        return Err(too_long());
    }
    let room = room(&shared.bodies, most)
        .ok_or_else(|| refuse(StatusCode::SERVICE_UNAVAILABLE, words::busy()))?;
    let collected = timeout(limits.body_time, Limited::new(body, limits.body).collect()).await;
    match collected {
        Ok(Ok(collected)) => Ok((collected.to_bytes(), room)),
        Ok(Err(error)) if error.is::<LengthLimitError>() => Err(too_long()),
        Ok(Err(_)) => Err(refuse(StatusCode::BAD_REQUEST, words::body_broken())),
        Err(_) => Err(refuse(StatusCode::REQUEST_TIMEOUT, words::body_too_slow())),
    }
}

/// Room for some bytes, if there is any.
fn room(rooms: &Arc<Semaphore>, bytes: usize) -> Option<OwnedSemaphorePermit> {
    let kibibytes = u32::try_from(bytes / 1024 + 1).ok()?;
    Arc::clone(rooms).try_acquire_many_owned(kibibytes).ok()
}

/// Runs the command of a route.
async fn answer(
    shared: &Shared,
    route: &Route,
    given: &Given,
    lang: Lang,
) -> Result<Reply, Refusal> {
    let limits = &shared.settings.limits;
    let (question, kind) = arguments::question(route, given, lang, limits)
        .map_err(|refused| Refusal(StatusCode::BAD_REQUEST, refused))?;
    let refuse = |status: StatusCode, said: Said| Refusal(status, Refused::new(said.render(lang)));
    let busy = || refuse(StatusCode::SERVICE_UNAVAILABLE, words::busy());
    let answered = shared.desk.ask(question, limits).await;
    let Answered { exit, out, error } = answered.map_err(|failed| match failed {
        Failed::Busy => busy(),
        Failed::Stopping => refuse(StatusCode::SERVICE_UNAVAILABLE, words::stopping()),
        Failed::Broken => refuse(StatusCode::INTERNAL_SERVER_ERROR, words::broken()),
        Failed::Late(said) => {
            let said = said.and_then(|answered| answered.error);
            late(limits.time.as_millis(), said, lang)
        }
    })?;
    if out.len() > limits.output {
        let said = words::too_much_output(limits.output);
        return Err(refuse(StatusCode::UNPROCESSABLE_ENTITY, said));
    }
    match exit {
        0 => {}
        1 if !out.is_empty() => {}
        130 => return Err(late(limits.time.as_millis(), error, lang)),
        1 | 2 => {
            let status = if exit == 1 {
                StatusCode::UNPROCESSABLE_ENTITY
            } else {
                StatusCode::BAD_REQUEST
            };
            let error = error.unwrap_or_else(|| Refused::new(words::no_answer().render(lang)));
            return Err(Refusal(status, error));
        }
        _ => return Err(refuse(StatusCode::INTERNAL_SERVER_ERROR, words::broken())),
    }
    let room = room(&shared.answers, out.len()).ok_or_else(busy)?;
    let content = Bytes::from_owner(Held { out, _room: room });
    Ok(reply::answer(StatusCode::OK, kind.media, content))
}

/// No answer in time, with what the command said, if anything.
fn late(milliseconds: u128, said: Option<Refused>, lang: Lang) -> Refusal {
    let milliseconds = u64::try_from(milliseconds).unwrap_or(u64::MAX);
    let late = words::out_of_time(milliseconds).render(lang);
    let refused = match said {
        Some(said) => Refused {
            message: format!("{late}: {}", said.message),
            ..said
        },
        None => Refused::new(late),
    };
    Refusal(StatusCode::GATEWAY_TIMEOUT, refused)
}

/// An answer that takes room until its last byte is gone.
struct Held {
    out: Vec<u8>,
    _room: OwnedSemaphorePermit,
}

impl AsRef<[u8]> for Held {
    fn as_ref(&self) -> &[u8] {
        &self.out
    }
}

/// Whether the client has the file of this tag already.
fn is_known(headers: &HeaderMap, tag: &str) -> bool {
    let told = headers.get_all(IF_NONE_MATCH).iter();
    told.filter_map(|tags| tags.to_str().ok())
        .flat_map(|tags| tags.split(','))
        .map(|known| known.trim())
        .any(|known| known == "*" || known.strip_prefix("W/").unwrap_or(known) == tag)
}
