"""The server: Starlette and uvicorn around `api.py`, for this machine alone unless told otherwise."""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import heapq
import json
import threading
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from ipaddress import ip_address
from typing import Any, NamedTuple

from .._errors import OfcError
from .._threads import thread_count
from . import api
from ._page import TYPES, page_files
from ._read import LIMITS, RequestError
from ._types import Data

WAITING = 200
"""Plain requests that may wait for their turn; more are refused."""
CONNECTIONS = 500
BODY_SECONDS = 10.0
"""How long a body may take to arrive."""
SECURITY = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
        "img-src 'self' data: blob:; connect-src 'self'; worker-src 'self'; manifest-src 'self'; "
        "font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
"""Headers of every answer."""
_LOCAL = frozenset(["localhost", "127.0.0.1", "::1"])
_STATUS = {"too-large": 413, "unknown": 404, "busy": 429}
_LONG = 2
"""From this step on a search is long: of all workers but one."""

# uvicorn and Starlette as they are when installed; nothing of them is imported before
App = Any
Scope = Any


class Asset(NamedTuple):
    """A file of the page, held in memory."""

    data: bytes
    packed: bytes
    kind: str
    tag: str


def read_assets(files: Mapping[str, bytes]) -> dict[str, Asset]:
    """The files of the page by address; what is asked for is looked up here and nowhere else."""
    found = {}
    for name, data in files.items():
        kind = TYPES.get(name.rpartition(".")[2], "application/octet-stream")
        tag = f'"{hashlib.sha256(data).hexdigest()[:20]}"'
        found[f"/{name}"] = Asset(data, gzip.compress(data, 9, mtime=0), kind, tag)
    if "/index.html" in found:
        found["/"] = found["/index.html"]
    return found


class Turns:
    """Searches take turns: each step of a search is a job, short ones first, so that nobody waits long.

    workers: how many run at once; at most `LIMITS["searches"]` searches are open.
    """

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self.open = 0
        self._pool = ThreadPoolExecutor(workers, "search")
        self._heap: list[tuple[int, int, asyncio.Future[None]]] = []
        self._count = 0
        self._busy = 0
        self._long = 0

    async def steps(self, steps: Iterator[Data], stop: threading.Event) -> AsyncIterator[Data]:
        """The answers of a search; closing it, or an error, ends the search."""
        if self.open >= LIMITS["searches"]:
            raise RequestError("too many searches at once: try again in a moment", None, "busy")
        self.open += 1
        number = 0
        try:
            while True:
                found = await self._step(number, steps, stop)
                if found is None:
                    return
                yield found
                number += 1
        finally:
            stop.set()
            self.open -= 1

    async def _step(self, number: int, steps: Iterator[Data], stop: threading.Event) -> Data | None:
        loop = asyncio.get_running_loop()
        turn: asyncio.Future[None] = loop.create_future()
        self._count += 1
        heapq.heappush(self._heap, (min(number, 9), self._count, turn))
        self._next()
        await turn
        is_long = number >= _LONG
        job = self._pool.submit(_next_of, steps, stop)
        job.add_done_callback(lambda _: loop.call_soon_threadsafe(self._done, is_long))
        return await asyncio.wrap_future(job)

    def _next(self) -> None:
        """Let those begin for whom there is a worker; the last worker is for short steps."""
        kept = []
        while self._heap and self._busy < self.workers:
            one = heapq.heappop(self._heap)
            number, _, turn = one
            if turn.done():  # whoever waited has gone
                continue
            if number >= _LONG and self._long >= max(self.workers - 1, 1):
                kept.append(one)
                continue
            self._busy += 1
            self._long += number >= _LONG
            turn.set_result(None)
        for one in kept:
            heapq.heappush(self._heap, one)

    def _done(self, was_long: bool) -> None:
        self._busy -= 1
        self._long -= was_long
        self._next()

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)


def _next_of(steps: Iterator[Data], stop: threading.Event) -> Data | None:
    """The next answer, None at the end; a search that is over closes its own iterator."""
    if stop.is_set():
        return None
    return next(steps, None)


def _warm() -> None:
    """Load what the first hand and the first hint need, before somebody asks for it."""
    steps = api.stream("hint", {"rules": "pineapple", "rows": {}, "draw": "AhKd7c7s2h"})
    next(steps)
    steps.close()  # type: ignore[attr-defined]  # a generator


class Server:
    """The page and `api/1/...` as an ASGI application.

    names: hosts that a request may name besides loopback. anywhere: whether the server listens beyond this
    machine; then its addresses as numbers are names of it, too, which no foreign page can have.
    """

    def __init__(
        self, names: Iterable[str] = (), *, anywhere: bool = False, workers: int | None = None
    ) -> None:
        self.names = _LOCAL | {name.lower() for name in names}
        self.anywhere = anywhere
        self.assets = read_assets(page_files())
        self.turns = Turns(thread_count(workers))
        self.plain = ThreadPoolExecutor(max(2, thread_count(None)), "answer")
        self.waiting = 0

    # who may ask

    def refusal(self, headers: Mapping[str, str], is_post: bool) -> str:
        """Why a request is not answered, "" if it is: pages of other sites are kept out."""
        host = headers.get("host", "")
        if not self._is_ours(host):
            return "this server does not go by that name: see --name"
        origin = headers.get("origin")
        if origin is not None and origin.lower() not in (f"http://{host}".lower(), f"https://{host}".lower()):
            return "requests come from the page of this server alone"
        if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none") and is_post:
            return "requests come from the page of this server alone"
        if is_post and headers.get("content-type", "").partition(";")[0].strip() != "application/json":
            return "a request is application/json"
        return ""

    def _is_ours(self, host: str) -> bool:
        name = host.lower()
        if name.startswith("["):
            name, _, port = name[1:].partition("]")
        else:
            name, _, port = name.partition(":")
        if port and not port.lstrip(":").isdecimal():
            return False
        if name in self.names:
            return True
        if not self.anywhere:
            return False
        try:
            ip_address(name)
        except ValueError:
            return False
        return True

    # the application

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> None:
        if scope["type"] == "lifespan":
            await self._live(receive, send)
        elif scope["type"] == "http":
            await self._http(scope, receive, send)
        else:
            await send({"type": "websocket.close", "code": 1003})

    async def _live(self, receive: Any, send: Any) -> None:
        while True:
            message = await receive()
            if message["type"] == "lifespan.startup":
                self.plain.submit(_warm)
                await send({"type": "lifespan.startup.complete"})
            else:
                self.turns.close()
                self.plain.shutdown(wait=False, cancel_futures=True)
                await send({"type": "lifespan.shutdown.complete"})
                return

    async def _http(self, scope: Scope, receive: Any, send: Any) -> None:
        method, path = scope["method"], scope["path"]
        headers = {key.decode("latin-1").lower(): value.decode("latin-1") for key, value in scope["headers"]}
        reason = self.refusal(headers, method == "POST")
        if reason:
            await self._send(403, _error("refused", reason))(scope, receive, send)
        elif method in ("GET", "HEAD"):
            await self._page(path, headers)(scope, receive, send)
        elif method == "POST":
            await self._answer(path, headers, scope, receive, send)
        else:
            await self._send(405, _error("method", "GET for the page, POST for requests"))(
                scope, receive, send
            )

    def _page(self, path: str, headers: Mapping[str, str]) -> App:
        responses = import_module("starlette.responses")
        found = self.assets.get(path)
        if found is None:
            return self._send(404, _error("unknown", "there is no such page"))
        more = {**SECURITY, "Cache-Control": "no-cache", "ETag": found.tag, "Vary": "Accept-Encoding"}
        if headers.get("if-none-match") == found.tag:
            return responses.Response(status_code=304, headers=more)
        data = found.data
        if "gzip" in headers.get("accept-encoding", "") and len(found.packed) < len(data):
            data, more = found.packed, {**more, "Content-Encoding": "gzip"}
        return responses.Response(data, media_type=found.kind, headers=more)

    def _send(self, status: int, data: Data) -> App:
        responses = import_module("starlette.responses")
        headers = {**SECURITY, "Cache-Control": "no-store"}
        return responses.Response(_json(data), status, headers=headers, media_type="application/json")

    # requests

    async def _answer(
        self, path: str, headers: Mapping[str, str], scope: Scope, receive: Any, send: Any
    ) -> None:
        name = path.removeprefix(f"/api/{api.API_VERSION}/")
        if name == path:
            await self._send(404, _error("unknown", f"requests go to /api/{api.API_VERSION}/NAME"))(
                scope, receive, send
            )
            return
        try:
            params = _parsed(await _body(headers, receive))
        except RequestError as error:
            await self._send(_STATUS.get(error.code, 400), api.error_of(error))(scope, receive, send)
            return
        if name in api.STREAMS and "text/event-stream" in headers.get("accept", ""):
            await self._stream(name, params, scope, receive, send)
            return
        found = await self._found(name, params, receive)
        if found is not None:
            await self._send(_status(found), found)(scope, receive, send)

    async def _found(self, name: str, params: Data, receive: Any) -> Data | None:
        """The answer; of a stream its last one, None if nobody waits for it any more."""
        if self.waiting >= WAITING:
            return _error("busy", "too many requests at once: try again in a moment")
        self.waiting += 1
        try:
            if name not in api.STREAMS:
                loop = asyncio.get_running_loop()
                return await loop.run_in_executor(self.plain, api.answer, name, params)
            gone = asyncio.ensure_future(_disconnect(receive))
            last = asyncio.ensure_future(self._last(name, params))
            done, _ = await asyncio.wait([gone, last], return_when=asyncio.FIRST_COMPLETED)
            for one in (gone, last):
                one.cancel()
            return last.result() if last in done else None
        finally:
            self.waiting -= 1

    async def _last(self, name: str, params: Data) -> Data:
        last: Data = {}
        stop = threading.Event()
        try:
            async for better in self.turns.steps(api.stream(name, params, stop.is_set), stop):
                last = better
        except RequestError as error:
            return api.error_of(error)
        finally:
            stop.set()
        return last

    async def _stream(self, name: str, params: Data, scope: Scope, receive: Any, send: Any) -> None:
        responses = import_module("starlette.responses")
        stop = threading.Event()

        async def events() -> AsyncIterator[bytes]:
            try:
                async for found in self.turns.steps(api.stream(name, params, stop.is_set), stop):
                    yield b"data: " + _json(found) + b"\n\n"
            except RequestError as error:
                yield b"data: " + _json({**api.error_of(error), "done": True}) + b"\n\n"
            finally:
                stop.set()

        headers = {**SECURITY, "Cache-Control": "no-store", "X-Accel-Buffering": "no"}
        response = responses.StreamingResponse(events(), headers=headers, media_type="text/event-stream")
        # in this version of ASGI a response listens for who leaves; in later ones it would have to send first
        scope = {**scope, "asgi": {**scope["asgi"], "spec_version": "2.3"}}
        try:
            await response(scope, receive, send)
        finally:
            stop.set()


async def _disconnect(receive: Any) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _body(headers: Mapping[str, str], receive: Any) -> bytes:
    """The body of a request, no longer than the limit and in time."""
    length = headers.get("content-length", "0")
    if not length.isdecimal() or int(length[:20]) > LIMITS["body"]:
        raise _too_large()
    parts, size = [], 0
    try:
        async with asyncio.timeout(BODY_SECONDS):
            while True:
                message = await receive()
                if message["type"] != "http.request":
                    raise RequestError("the request was cut off")
                parts.append(message.get("body", b""))
                size += len(parts[-1])
                if size > LIMITS["body"]:
                    raise _too_large()
                if not message.get("more_body"):
                    return b"".join(parts)
    except TimeoutError:
        raise RequestError(f"the request took more than {BODY_SECONDS:g} seconds to arrive") from None


def _too_large() -> RequestError:
    return RequestError(f"a request has at most {LIMITS['body']:,} bytes", None, "too-large")


def _parsed(body: bytes) -> Data:
    try:
        params = json.loads(body.decode("utf-8") or "{}", parse_constant=_no_number)
    except (ValueError, RecursionError):
        raise RequestError("a request is one JSON object in UTF-8") from None
    if not isinstance(params, dict):
        raise RequestError("a request is a JSON object of parameters")
    return params


def _no_number(name: str) -> None:
    raise ValueError(f"{name} is no number")


def _json(data: Data) -> bytes:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")


def _error(code: str, message: str) -> Data:
    return {"error": {"code": code, "message": message, "where": None}}


def _status(found: Data) -> int:
    error = found.get("error")
    return 200 if error is None else _STATUS.get(error["code"], 400)


# running it


def serve(
    host: str = "127.0.0.1",
    port: int = 8765,
    *,
    names: Iterable[str] = (),
    workers: int | None = None,
    browser: bool = False,
) -> None:
    """Serve the page until Ctrl-C; port 0 takes a free one. OfcError where the extra `web` is missing.

    names: under which it may be reached, besides loopback and its own host. browser: open it.
    """
    try:
        uvicorn = import_module("uvicorn")
        import_module("starlette.responses")
    except ImportError as error:
        raise OfcError(f"{error}; the server needs pip install 'ofckit[web]'") from None
    is_local = host.lower() in _LOCAL
    given = [*names] if is_local else [*names, host]
    app = Server(given, anywhere=not is_local, workers=workers)
    config = uvicorn.Config(
        app,
        host=host,
        port=port,
        log_level="warning",
        access_log=False,
        server_header=False,
        date_header=False,
        ws="none",
        lifespan="on",
        limit_concurrency=CONNECTIONS,
        timeout_keep_alive=30,
        timeout_graceful_shutdown=2,
        h11_max_incomplete_event_size=64_000,
    )
    socket = config.bind_socket()
    where = socket.getsockname()[1]
    shown = f"[{host}]" if ":" in host else host
    address = f"http://{'127.0.0.1' if host in ('0.0.0.0', '::') else shown}:{where}/"
    print(f"ofckit is at {address} (Ctrl-C ends it)", flush=True)
    if browser:
        import webbrowser

        threading.Timer(0.5, webbrowser.open, [address]).start()
    uvicorn.Server(config).run(sockets=[socket])
