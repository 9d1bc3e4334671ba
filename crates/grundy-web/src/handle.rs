//! From a request to its reply.

use std::convert::Infallible;
use std::error::Error;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Instant;

use grundy::{Lang, Message};
use http_body_util::{BodyExt, LengthLimitError, Limited};
use hyper::body::{Body, Bytes, Incoming};
use hyper::header::{
    CONNECTION, CONTENT_TYPE, HeaderMap, HeaderValue, IF_NONE_MATCH, TRANSFER_ENCODING,
};
use hyper::{Method, Request, StatusCode};
use tokio::sync::watch;
use tokio::time::timeout;

use crate::ask::{Dispatcher, Failed};
use crate::client::Asker;
use crate::guard::Guard;
use crate::question::{self, Asked};
use crate::reply::{self, Reply};
use crate::routes::{self, ROOT, ROUTES};
use crate::shares::{Share, Shares};
use crate::staff::{Answer, Staff};
use crate::{Problem, Settings, book, index, openapi, page, query, words};

/// What all requests share.
pub(crate) struct Shared {
    pub(crate) settings: Settings,
    pub(crate) guard: Guard,
    pub(crate) dispatcher: Dispatcher,
    /// Room for bodies, in KiB.
    pub(crate) bodies: Arc<Shares>,
}

impl Shared {
    pub(crate) fn new(
        settings: Settings,
        address: SocketAddr,
        staff: Staff,
        ending: watch::Receiver<bool>,
    ) -> Shared {
        let limits = &settings.limits;
        Shared {
            guard: Guard::new(address, &settings.hosts),
            dispatcher: Dispatcher::new(staff, limits, ending),
            bodies: Shares::new(limits.bodies / 1024 + 1),
            settings,
        }
    }
}

/// Why a request is not answered.
struct Refusal(StatusCode, Problem);

/// Replies to a request, and says so.
pub(crate) async fn handle(
    shared: Arc<Shared>,
    asker: Asker,
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
    // With a length besides, or to whoever stands between, such a body may end elsewhere than here: nothing that comes
    // behind it is taken for a request.
    let is_chunked = request.headers().contains_key(TRANSFER_ENCODING);
    let has_body = !request.body().is_end_stream();
    let connection = Arc::clone(&asker.connection);
    let mut reply = match reply(&shared, &asker, request, lang).await {
        Ok(reply) => reply,
        Err(Refusal(status, refused)) => reply::refuse(status, &refused),
    };
    connection.set_unread(has_body && !reply.status().is_success());
    if is_chunked {
        let close = HeaderValue::from_static("close");
        reply.headers_mut().insert(CONNECTION, close);
    }
    if let (Some(log), Some(told)) = (&shared.settings.log, told) {
        let milliseconds = begun.elapsed().as_secs_f64() * 1e3;
        let bytes = reply.body().size_hint().lower();
        let status = reply.status().as_u16();
        log(&format!("{status} {milliseconds:.1} ms {bytes} B {told}"));
    }
    Ok(reply)
}

async fn reply(
    shared: &Shared,
    asker: &Asker,
    request: Request<Incoming>,
    lang: Lang,
) -> Result<Reply, Refusal> {
    let refuse =
        |status: StatusCode, message: Message| Refusal(status, Problem::new(message.render(lang)));
    let settings = &shared.settings;
    shared
        .guard
        .host(request.uri(), request.headers())
        .map_err(|(status, message)| refuse(status, message))?;
    let query = request.uri().query().unwrap_or_default().to_owned();
    if query.len() > settings.limits.query {
        let message = words::query_too_long(settings.limits.query);
        return Err(refuse(StatusCode::URI_TOO_LONG, message));
    }
    let path = request.uri().path();
    let is_get = matches!(*request.method(), Method::GET | Method::HEAD);
    let only_get = || {
        let message = words::method("GET, HEAD");
        reply::not_allowed("GET, HEAD", &Problem::new(message.render(lang)))
    };
    let Some(name) = path.strip_prefix(ROOT) else {
        if !is_get {
            return Ok(only_get());
        }
        if path == "/docs" {
            return Ok(reply::moved("/docs/"));
        }
        let file = page::file(path).or_else(|| book::file(path));
        let file = file.ok_or_else(|| refuse(StatusCode::NOT_FOUND, words::no_such_page(path)))?;
        return Ok(reply::file(file, is_known(request.headers(), file.tag)));
    };
    shared
        .guard
        .origin(request.headers())
        .map_err(|(status, message)| refuse(status, message))?;
    let made = match name {
        "" => Some(("text/html; charset=utf-8", index::index(lang))),
        "openapi.json" => Some(("application/json", openapi::text(lang).to_owned())),
        _ => None,
    };
    if let Some((media, text)) = made {
        if !is_get {
            return Ok(only_get());
        }
        let media = HeaderValue::from_static(media);
        return Ok(reply::answer(StatusCode::OK, media, text.into()));
    }
    let Some(route) = routes::route(name) else {
        let names: Vec<&str> = ROUTES.iter().map(|route| route.name).collect();
        let message = words::no_such_route(name, &names);
        return Err(refuse(StatusCode::NOT_FOUND, message));
    };
    shared
        .guard
        .sign(request.method(), request.headers())
        .map_err(|(status, message)| refuse(status, message))?;
    if !is_get && request.method() != Method::POST {
        let message = words::method("GET, HEAD, POST");
        let refused = Problem::new(message.render(lang));
        return Ok(reply::not_allowed("GET, HEAD, POST", &refused));
    }
    let (body, _room) = match is_get {
        true => (None, None),
        false => {
            let (body, room) = body(shared, asker, request, lang).await?;
            (Some(body), Some(room))
        }
    };
    let asked = Asked {
        route,
        query,
        body,
        lang: settings.lang,
        bounds: settings.limits.bounds(),
    };
    answer(shared, asker, asked, lang).await
}

/// The body of a request, and the room it takes.
async fn body(
    shared: &Shared,
    asker: &Asker,
    request: Request<Incoming>,
    lang: Lang,
) -> Result<(Vec<u8>, Share), Refusal> {
    let refuse =
        |status: StatusCode, message: Message| Refusal(status, Problem::new(message.render(lang)));
    let limits = &shared.settings.limits;
    let media = request.headers().get(CONTENT_TYPE);
    let media = media.and_then(|media| media.to_str().ok()).unwrap_or("");
    let media = media.split(';').next().unwrap_or_default().trim();
    // A form of another site could send a text, but not this.
    if !media.eq_ignore_ascii_case("application/json") {
        let message = words::body_type();
        return Err(refuse(StatusCode::UNSUPPORTED_MEDIA_TYPE, message));
    }
    let too_long = || {
        let message = words::body_too_long(limits.body);
        refuse(StatusCode::PAYLOAD_TOO_LARGE, message)
    };
    let body = request.into_body();
    let told = body.size_hint().upper();
    let most = told.map_or(limits.body, |told| {
        usize::try_from(told).unwrap_or(usize::MAX)
    });
    if most > limits.body {
        return Err(too_long());
    }
    let busy = || refuse(StatusCode::SERVICE_UNAVAILABLE, words::busy());
    let room = (shared.bodies.take(asker.client, most / 1024 + 1)).ok_or_else(busy)?;
    // Told beforehand or not, the room is there.
    let mut gathered = Vec::with_capacity(told.map_or(0, |_| most));
    let arrived = timeout(limits.body_time, async {
        let mut body = Limited::new(body, limits.body);
        while let Some(frame) = body.frame().await {
            if let Ok(piece) = frame?.into_data() {
                gathered.extend_from_slice(&piece);
            }
        }
        Ok::<_, Box<dyn Error + Send + Sync>>(())
    });
    match arrived.await {
        Ok(Ok(())) => Ok((gathered, room)),
        Ok(Err(error)) if error.is::<LengthLimitError>() => Err(too_long()),
        Ok(Err(_)) => Err(refuse(StatusCode::BAD_REQUEST, words::body_broken())),
        Err(_) => Err(refuse(StatusCode::REQUEST_TIMEOUT, words::body_too_slow())),
    }
}

/// Has a question answered.
async fn answer(
    shared: &Shared,
    asker: &Asker,
    asked: Asked,
    lang: Lang,
) -> Result<Reply, Refusal> {
    let refuse =
        |status: StatusCode, message: Message| Refusal(status, Problem::new(message.render(lang)));
    let limits = &shared.settings.limits;
    let answered = shared.dispatcher.ask(asked, asker).await;
    let Answer { outcome, room } = answered.map_err(|failed| match failed {
        Failed::Busy => refuse(StatusCode::SERVICE_UNAVAILABLE, words::busy()),
        Failed::Stopping => refuse(StatusCode::SERVICE_UNAVAILABLE, words::stopping()),
        Failed::Broken | Failed::Unbegun => {
            refuse(StatusCode::INTERNAL_SERVER_ERROR, words::broken())
        }
        Failed::TooMuch => {
            let message = words::too_much_memory(limits.memory());
            refuse(StatusCode::UNPROCESSABLE_ENTITY, message)
        }
        Failed::Late => {
            let (status, refused) = question::late(&limits.bounds(), None, lang);
            Refusal(status, refused)
        }
    })?;
    let Ok(media) = HeaderValue::try_from(outcome.media) else {
        let message = words::broken();
        return Err(refuse(StatusCode::INTERNAL_SERVER_ERROR, message));
    };
    let out = outcome.content;
    let content = Bytes::from_owner(Held { out, _room: room });
    Ok(reply::answer(outcome.status, media, content))
}

/// An answer that takes room until its last byte is gone.
struct Held {
    out: Vec<u8>,
    _room: Option<Share>,
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
