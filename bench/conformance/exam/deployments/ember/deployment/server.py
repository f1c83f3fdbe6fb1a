"""HTTP/1.1 over plain sockets: reads requests, calls the handlers, writes answers and streams."""

import json
import socket
import sys
import traceback
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from . import auth, routing, schema
from .store import STORE

MAX_BODY = 2 * 1024 * 1024
OPENAPI_PATH = "/openapi.json"


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server_version = "ember"
    sys_version = ""

    def version_string(self):
        return self.server_version
    disable_nagle_algorithm = True
    timeout = 120

    def do_any(self):
        try:
            body = self._receive()
            if body is None:
                return
            raw_path, _, raw_query = self.path.split("#")[0].partition("?")
            if raw_path == OPENAPI_PATH and self.command == "GET":
                self._send_bytes(200, self.server.openapi, "application/json", {})
                return
            self._answer(raw_path, raw_query, body)
        except (BrokenPipeError, ConnectionResetError, TimeoutError):
            self.close_connection = True

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = do_HEAD = do_OPTIONS = do_any

    # --- Reading -----------------------------------------------------------------------------------------------------

    def _receive(self):
        """The body of the request; None after an answer that refuses it."""
        if "chunked" in self.headers.get("Transfer-Encoding", "").lower():
            return self._receive_chunked()
        length = self.headers.get("Content-Length", "0").strip()
        if not (length.isascii() and length.isdigit()):
            return self._refuse(400, "Invalid Content-Length")
        if len(length) > 12 or int(length) > MAX_BODY:
            return self._refuse(413, "Request body too large", drain=True)
        body = self.rfile.read(int(length))
        if len(body) < int(length):  # the client went away
            self.close_connection = True
            return None
        return body

    def _receive_chunked(self):
        pieces, total = [], 0
        while True:
            try:
                size = int(self.rfile.readline(100).split(b";")[0], 16)
            except ValueError:
                return self._refuse(400, "Invalid chunk")
            total += size
            if size < 0 or total > MAX_BODY:
                return self._refuse(413, "Request body too large", drain=True)
            if size == 0:
                while self.rfile.readline(4096) not in (b"\r\n", b"\n", b""):
                    pass
                return b"".join(pieces)
            pieces.append(self.rfile.read(size))
            self.rfile.readline(100)

    def _refuse(self, status, detail, drain=False):
        """Answer and close; what the client still sends is read for a while, else it would not see the answer."""
        self.close_connection = True
        self._send_json(status, {"detail": detail}, {"Connection": "close"})
        if drain:
            self.connection.shutdown(socket.SHUT_WR)
            self.connection.settimeout(1)
            left = 16 * MAX_BODY
            while left > 0 and (piece := self.rfile.read1(65536)):
                left -= len(piece)

    # --- Answering ---------------------------------------------------------------------------------------------------

    def _answer(self, raw_path, raw_query, body):
        try:
            found, raw_params = routing.find(self.command, raw_path)
            headers = {name.lower(): value for name, value in self.headers.items()}
            request = routing.Request(found, headers, raw_params, raw_query, body)
            with STORE.lock:
                auth.authenticate(request, STORE)
                routing.read_input(request)
                answer = found.handler(request)
        except routing.HttpError as error:
            self._send_json(error.status, {"detail": error.detail}, error.headers)
        except schema.Invalid as invalid:
            self._send_json(422, {"detail": invalid.errors})
        except Exception:  # a mistake of ours, or a fault that is switched on
            traceback.print_exc(file=sys.stderr)
            self._send_json(500, {"detail": "Internal Server Error"})
        else:
            self._deliver(found, answer)

    def _deliver(self, found, answer):
        status = found.success_now()
        if isinstance(answer, routing.Stream):
            self._send_stream(status, answer)
        elif answer is routing.NOTHING:
            self._send_bytes(status, b"", None, {})
        elif isinstance(answer, routing.Answer):
            raw = self._serialize(answer.body, answer.encoding)
            if answer.length_in_characters:
                raw = raw[:len(self._serialize(answer.body, "latin-1"))]
            self._send_bytes(answer.status or status, raw, answer.content_type, answer.headers)
        else:
            self._send_json(status, answer)

    @staticmethod
    def _serialize(body, encoding="utf-8"):
        return json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode(encoding, "replace")

    def _send_json(self, status, body, headers=None):
        self._send_bytes(status, self._serialize(body), "application/json", headers or {})

    def _send_bytes(self, status, raw, content_type, headers):
        self.send_response(status)
        if content_type:
            self.send_header("Content-Type", content_type)
        if status != 204:
            self.send_header("Content-Length", str(len(raw)))
        for name, value in headers.items():
            self.send_header(name, value)
        self._headers_buffer.append(b"\r\n")
        head = b"".join(self._headers_buffer)
        self._headers_buffer = []
        self.wfile.write(head if self.command == "HEAD" else head + raw)

    def _send_stream(self, status, stream):
        self.send_response(status)
        self.send_header("Content-Type", stream.content_type)
        self.send_header("Cache-Control", "no-store")
        for name, value in stream.headers.items():
            self.send_header(name, value)
        chunked = self.request_version != "HTTP/1.0"
        if chunked:
            self.send_header("Transfer-Encoding", "chunked")
        else:
            self.close_connection = True
            self.send_header("Connection", "close")
        self.end_headers()
        for piece in stream.chunks:
            if piece:
                self.wfile.write(b"%x\r\n%s\r\n" % (len(piece), piece) if chunked else piece)
        if chunked:
            self.wfile.write(b"0\r\n\r\n")

    # --- What http.server would do in HTML or on stderr --------------------------------------------------------------

    def send_error(self, code, message=None, explain=None):
        self.close_connection = True
        self.command = self.command or "GET"
        self.request_version = "HTTP/1.1"
        self._send_json(code, {"detail": message or "Bad Request"}, {"Connection": "close"})

    def log_message(self, *_):
        pass


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128
    openapi = b"{}"
