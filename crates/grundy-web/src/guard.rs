//! By which names a request may call the server, and from whose pages it may come.
//!
//! A page of another host can make that host's name point to this machine and so ask as if from its own site (DNS
//! rebinding); the name it uses then is not ours. Such a page can also ask directly, without reading the answer, and so
//! make the server work. A browser says whose page it is, but for a picture or a link it says so only to a name of its
//! own machine, or over an encrypted connection. Therefore a question needs a sign of where it comes from, unless it is
//! asked of a name of this machine by what is no browser:
//!
//! - `Sec-Fetch-Site`, which no page can set, says that the page is of this server, or that there is none;
//! - `Origin` or `Referer`, which no page can set either, name this server;
//! - `X-Grundy` is there: to a page of another site the browser gives this header only if the server agrees, which it
//!   never does. The scripts of the page send it, and so can any program;
//! - it is a POST, whose body must be JSON, for which the same is true.
//!
//! A `Referer` of another site, where neither of the first two speaks for the request, is a sign that it is foreign.

use std::net::{IpAddr, SocketAddr};

use hyper::header::{HOST, HeaderMap, HeaderName, ORIGIN, REFERER, USER_AGENT};
use hyper::{Method, StatusCode, Uri};

use crate::words;

const FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");
const OWN_HEADER: HeaderName = HeaderName::from_static("x-grundy");
/// How every browser begins to name itself.
const BROWSER: &[u8] = b"Mozilla/";

/// The names of the server.
#[derive(Debug)]
pub(crate) struct Guard {
    address: IpAddr,
    names: Vec<String>,
}

/// Why a request is refused.
pub(crate) type Refusal = (StatusCode, grundy::Message);

impl Guard {
    pub(crate) fn new(address: SocketAddr, hosts: &[String]) -> Guard {
        Guard {
            address: address.ip(),
            names: hosts.iter().map(|name| name.to_ascii_lowercase()).collect(),
        }
    }

    /// Whether the request means this server.
    pub(crate) fn host(&self, uri: &Uri, headers: &HeaderMap) -> Result<(), Refusal> {
        let mut hosts = headers.get_all(HOST).iter();
        let (host, more) = (hosts.next(), hosts.next());
        let host = host.and_then(|host| host.to_str().ok());
        let (Some(host), None) = (host, more) else {
            return Err((StatusCode::BAD_REQUEST, words::no_host()));
        };
        // An address in full names a host too, which counts for more.
        let told = uri.authority().map(|authority| authority.as_str());
        for host in [Some(host), told].into_iter().flatten() {
            if !self.is_own(host) {
                let refusal = words::wrong_host(host);
                return Err((StatusCode::MISDIRECTED_REQUEST, refusal));
            }
        }
        Ok(())
    }

    /// Whether the request comes from a page of this server, or from no page.
    pub(crate) fn origin(&self, headers: &HeaderMap) -> Result<(), Refusal> {
        let foreign = Err((StatusCode::FORBIDDEN, words::foreign_page()));
        // A browser says it once; of two lines nobody knows which one counts.
        let is_repeated = |name: HeaderName| headers.get_all(name).iter().nth(1).is_some();
        if is_repeated(FETCH_SITE) || is_repeated(ORIGIN) {
            return foreign;
        }
        if let Some(site) = headers.get(FETCH_SITE)
            && site != "same-origin"
            && site != "none"
        {
            return foreign;
        }
        let origins = headers.get_all(ORIGIN).iter();
        let mut origins = origins.map(|origin| origin.to_str());
        match origins.all(|origin| origin.is_ok_and(|origin| self.is_here(origin, headers))) {
            true => Ok(()),
            false => foreign,
        }
    }

    /// Whether a question that may make the server work shows where it comes from; [`Guard::origin`] has found nothing
    /// foreign in it.
    pub(crate) fn sign(&self, method: &Method, headers: &HeaderMap) -> Result<(), Refusal> {
        // The address of a page: what follows its host does not matter.
        let is_own = |page: &str| {
            let from = page.find("://").map_or(0, |at| at + 3);
            let end = page[from..].find(['/', '?', '#']);
            self.is_here(&page[..end.map_or(page.len(), |end| from + end)], headers)
        };
        let mut pages = headers.get_all(REFERER).iter();
        let has_page = headers.contains_key(REFERER);
        let is_own_page = has_page && pages.all(|page| page.to_str().is_ok_and(is_own));
        // What is said better was found to be good.
        let is_said_better = [FETCH_SITE, ORIGIN]
            .iter()
            .any(|name| headers.contains_key(name));
        if has_page && !is_own_page && !is_said_better {
            return Err((StatusCode::FORBIDDEN, words::foreign_page()));
        }
        let has_sign = *method == Method::POST
            || is_own_page
            || is_said_better
            || headers.contains_key(OWN_HEADER);
        let is_browser = headers
            .get(USER_AGENT)
            .is_some_and(|name| name.as_bytes().starts_with(BROWSER));
        let host = headers.get(HOST).and_then(|host| host.to_str().ok());
        let is_near = host.and_then(without_port).is_some_and(is_loopback);
        match has_sign || (is_near && !is_browser) {
            true => Ok(()),
            false => Err((StatusCode::FORBIDDEN, words::no_sign())),
        }
    }

    /// Whether an origin, such as `http://localhost:1939`, is that at which the request reaches this server.
    fn is_here(&self, origin: &str, headers: &HeaderMap) -> bool {
        let host = headers.get(HOST).and_then(|host| host.to_str().ok());
        let origin = origin
            .strip_prefix("http://")
            .or(origin.strip_prefix("https://"));
        origin.is_some_and(|origin| {
            host.is_some_and(|host| host.eq_ignore_ascii_case(origin)) && self.is_own(origin)
        })
    }

    /// Whether a name, perhaps with a port, is the server's. The port may be another: it may have been forwarded.
    fn is_own(&self, host: &str) -> bool {
        let Some(name) = without_port(host) else {
            return false;
        };
        let name = name.to_ascii_lowercase();
        let bare = name
            .strip_prefix('[')
            .and_then(|name| name.strip_suffix(']'));
        let own = self.address;
        // Nobody can make a number point elsewhere.
        let as_number = bare.unwrap_or(&name).parse::<IpAddr>().ok();
        if let Some(number) = as_number.filter(|number| bare.is_some() == number.is_ipv6()) {
            return number == own || number.is_loopback() || own.is_unspecified();
        }
        name == "localhost" || self.names.contains(&name)
    }
}

/// Whether a name is one by which a machine calls itself.
fn is_loopback(name: &str) -> bool {
    let bare = name
        .strip_prefix('[')
        .and_then(|name| name.strip_suffix(']'));
    let number = bare.unwrap_or(name).parse::<IpAddr>();
    name.eq_ignore_ascii_case("localhost") || number.is_ok_and(|number| number.is_loopback())
}

/// The host without its port, which has digits only.
fn without_port(host: &str) -> Option<&str> {
    let end = match host.strip_prefix('[') {
        Some(rest) => rest.find(']')? + 2,
        None => host.find(':').unwrap_or(host.len()),
    };
    let (name, port) = host.split_at(end);
    let is_port = port.is_empty()
        || port
            .strip_prefix(':')
            .is_some_and(|port| port.len() <= 5 && port.bytes().all(|byte| byte.is_ascii_digit()));
    is_port.then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        let address = SocketAddr::from(([127, 0, 0, 1], 8000));
        let guard = Guard::new(address, &["Board.example".to_owned()]);
        for own in [
            "localhost",
            "LocalHost:8000",
            "127.0.0.1",
            "127.0.0.1:9",
            "[::1]:8000",
            "[::1]",
            "board.example:80",
        ] {
            assert!(guard.is_own(own), "{own}");
        }
        for foreign in [
            "",
            ":8000",
            "evil.example",
            "localhost.evil.example",
            "localhost:80@evil.example",
            "localhost:80:80",
            "localhost:80000000",
            "127.0.0.1.evil.example",
            "192.168.1.1",
            "::1",
            "[::1",
            "[::1]x",
            "[127.0.0.1]",
            "localhost.",
        ] {
            assert!(!guard.is_own(foreign), "{foreign}");
        }
        let everywhere = Guard::new(SocketAddr::from(([0, 0, 0, 0], 8000)), &[]);
        assert!(everywhere.is_own("192.168.1.1:8000") && !everywhere.is_own("evil.example"));
    }

    #[test]
    fn whose_page_asks() {
        let guard = Guard::new(SocketAddr::from(([127, 0, 0, 1], 8000)), &[]);
        let passes = |lines: &[(&'static str, &'static str)]| {
            let mut headers = HeaderMap::new();
            headers.insert(HOST, "localhost:8000".parse().expect("a value"));
            for &(name, value) in lines {
                headers.append(name, value.parse().expect("a value"));
            }
            guard.origin(&headers).is_ok() && guard.sign(&Method::GET, &headers).is_ok()
        };
        let (here, evil) = ("http://localhost:8000", "http://evil.example/a?b");
        for good in [
            &[][..],
            &[("referer", "http://localhost:8000/?game=nim")],
            &[("origin", here)],
            &[("sec-fetch-site", "none")],
            &[("sec-fetch-site", "same-origin"), ("origin", here)],
            &[("x-grundy", "1"), ("referer", "http://localhost:8000/")],
        ] {
            assert!(passes(good), "{good:?}");
        }
        for foreign in [
            &[("referer", evil)][..],
            &[("referer", "")],
            &[("referer", "http://localhost:8000.evil.example/")],
            &[("referer", evil), ("user-agent", "curl/8")],
            &[("referer", evil), ("x-grundy", "1")],
            &[("referer", "http://localhost:8000/"), ("referer", evil)],
            &[("referer", evil), ("referer", "http://localhost:8000/")],
            &[("sec-fetch-site", "none"), ("sec-fetch-site", "cross-site")],
            &[
                ("sec-fetch-site", "same-origin"),
                ("sec-fetch-site", "none"),
            ],
            &[("origin", here), ("origin", "http://evil.example")],
            &[("origin", here), ("origin", here)],
        ] {
            assert!(!passes(foreign), "{foreign:?}");
        }
    }
}
