// HTTP/1.1 with a thread for each connection, keep-alive and chunked answers.
#include "core.hpp"
#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

void Writer::raw(const string &s) {
  size_t off = 0;
  while (ok && off < s.size()) {
    ssize_t n = ::send(fd, s.data() + off, s.size() - off, MSG_NOSIGNAL);
    if (n <= 0) { if (n < 0 && errno == EINTR) continue; ok = false; return; }
    off += n;
  }
}
void Writer::write(const string &s) {
  if (s.empty() || !ok) return;
  if (!chunked) return raw(s);
  char head[32]; snprintf(head, sizeof head, "%zx\r\n", s.size());
  raw(head + s + "\r\n");
}

struct Entry { string method; vector<string> pat; Auth auth; Handler h; };
static vector<Entry> ROUTES;
static vector<string> split_path(const string &p) {
  vector<string> out; size_t i = 0;
  while (i < p.size()) {
    if (p[i] == '/') { i++; size_t j = p.find('/', i); if (j == string::npos) j = p.size(); out.push_back(p.substr(i, j - i)); i = j; }
    else { size_t j = p.find('/', i); if (j == string::npos) j = p.size(); out.push_back(p.substr(i, j - i)); i = j; }
  }
  if (!out.empty() && out.back().empty()) out.pop_back();
  return out;
}
void route(const string &m, const string &p, Auth a, Handler h) { ROUTES.push_back({m, split_path(p), a, h}); }

static int hexv(char c) { if (c >= '0' && c <= '9') return c - '0'; c |= 32; if (c >= 'a' && c <= 'f') return c - 'a' + 10; return -1; }
static string pct(const string &s, bool plus) {
  string o;
  for (size_t i = 0; i < s.size(); i++) {
    if (s[i] == '%' && i + 2 < s.size() && hexv(s[i + 1]) >= 0 && hexv(s[i + 2]) >= 0) { o += char(hexv(s[i + 1]) * 16 + hexv(s[i + 2])); i += 2; }
    else if (plus && s[i] == '+') o += ' ';
    else o += s[i];
  }
  return o;
}

static string reason(int s) {
  switch (s) { case 200: return "OK"; case 201: return "Created"; case 204: return "No Content"; case 400: return "Bad Request"; case 401: return "Unauthorized"; case 402: return "Payment Required"; case 403: return "Forbidden"; case 404: return "Not Found"; case 405: return "Method Not Allowed"; case 409: return "Conflict"; case 413: return "Payload Too Large"; case 422: return "Unprocessable Entity"; case 500: return "Internal Server Error"; case 503: return "Service Unavailable"; }
  return "Status";
}

static void dispatch(Req &r, Res &res) {
  Entry *found = nullptr; bool other_method = false;
  for (auto &e : ROUTES) {
    if (e.pat.size() != r.seg.size()) continue;
    bool ok = true;
    for (size_t i = 0; ok && i < e.pat.size(); i++) ok = e.pat[i][0] == '{' || e.pat[i] == r.seg[i];
    if (!ok) continue;
    if (e.method != r.method && !(r.method == "HEAD" && e.method == "GET")) { other_method = true; continue; }
    found = &e; break;
  }
  if (!found) fail(other_method ? 405 : 404, other_method ? "method not allowed" : "no such route");
  for (size_t i = 0; i < found->pat.size(); i++)
    if (found->pat[i][0] == '{') r.p[found->pat[i].substr(1, found->pat[i].size() - 2)] = r.seg[i];
  string cred, h = r.header("authorization");
  if (h.size() > 7 && lower(h.substr(0, 7)) == "bearer ") cred = h.substr(7);
  if (found->auth == JWT || found->auth == OPTIONAL) {
    string u; bool ok = !cred.empty() && jwt_user(cred, u);
    std::lock_guard<std::mutex> l(G);
    if (ok && !S.users.count(u)) ok = false;
    if (!ok && found->auth == JWT) throw HttpError{401, {{"error", "invalid or missing token"}, {"code", 401}}, {{"WWW-Authenticate", "Bearer"}}};
    if (ok) r.user = u;
  }
  std::unique_lock<std::mutex> lk(G);
  r.lk = &lk;
  if (found->auth == KEY) {
    auto i = S.key_index.find(cred);
    if (cred.empty() || i == S.key_index.end()) throw HttpError{401, {{"error", "invalid or missing api key"}, {"code", 401}}, {{"WWW-Authenticate", "Bearer"}}};
    r.user = S.keys.count(i->second) ? S.keys[i->second]["_owner"].get<string>() : OWN;
  }
  found->h(r, res);
}

struct Conn {
  int fd; string buf;
  bool more() { char b[16384]; ssize_t n; do n = recv(fd, b, sizeof b, 0); while (n < 0 && errno == EINTR); if (n <= 0) return false; buf.append(b, n); return true; }
  bool line(string &out) { size_t p; while ((p = buf.find("\r\n")) == string::npos) { if (buf.size() > 65536 || !more()) return false; } out = buf.substr(0, p); buf.erase(0, p + 2); return true; }
  bool take(size_t n, string &out) { while (buf.size() < n) if (!more()) return false; out.append(buf, 0, n); buf.erase(0, n); return true; }
};

static void serve(int fd) {
  int one = 1; setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
  timeval tv{120, 0}; setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &tv, sizeof tv);
  Conn c{fd, ""};
  for (bool keep = true; keep;) {
    string l; Req r; Res res;
    if (!c.line(l)) break;
    if (l.empty()) continue;
    size_t a = l.find(' '), b = l.rfind(' ');
    if (a == string::npos || b == a) break;
    r.method = l.substr(0, a); r.target = l.substr(a + 1, b - a - 1); bool v10 = l.substr(b + 1) == "HTTP/1.0";
    bool bad = false;
    while (true) { if (!c.line(l)) { bad = true; break; } if (l.empty()) break; size_t p = l.find(':'); if (p == string::npos) continue; string v = l.substr(p + 1); size_t s = v.find_first_not_of(" \t"); v = s == string::npos ? "" : v.substr(s, v.find_last_not_of(" \t") - s + 1); r.headers[lower(l.substr(0, p))] = v; }
    if (bad) break;
    Writer w{fd};
    if (lower(r.header("expect")) == "100-continue") w.raw("HTTP/1.1 100 Continue\r\n\r\n");
    if (lower(r.header("transfer-encoding")).find("chunked") != string::npos) {
      while (true) { if (!c.line(l)) { bad = true; break; } size_t n = strtoul(l.c_str(), nullptr, 16); if (!n) { while (c.line(l) && !l.empty()) {} break; } if (!c.take(n, r.body) || !c.line(l)) { bad = true; break; } }
    } else if (!r.header("content-length").empty()) { size_t n = strtoul(r.header("content-length").c_str(), nullptr, 10); if (n > (64u << 20)) { w.raw("HTTP/1.1 413 Payload Too Large\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"); break; } if (n && !c.take(n, r.body)) bad = true; }
    if (bad) break;
    string cn = lower(r.header("connection"));
    keep = v10 ? cn == "keep-alive" : cn != "close";
    string path = r.target, qs; size_t q = path.find('?'); if (q != string::npos) { qs = path.substr(q + 1); path.resize(q); }
    for (auto &s : split_path(path)) r.seg.push_back(pct(s, false));
    for (size_t i = 0; i < qs.size();) { size_t j = qs.find('&', i); if (j == string::npos) j = qs.size(); string kv = qs.substr(i, j - i); size_t e = kv.find('='); if (!kv.empty()) r.query.emplace(pct(kv.substr(0, e), true), e == string::npos ? "" : pct(kv.substr(e + 1), true)); i = j + 1; }
    try { dispatch(r, res); }
    catch (HttpError &e) { res = Res(); res.send(e.body, e.status); res.headers = e.headers; }
    catch (std::exception &e) { res = Res(); res.send({{"error", "internal error"}, {"code", 500}}, 500); fprintf(stderr, "%s %s: %s\n", r.method.c_str(), r.target.c_str(), e.what()); }
    string head = "HTTP/1.1 " + std::to_string(res.status) + " " + reason(res.status) + "\r\n";
    if (res.status != 204) head += "Content-Type: " + res.type + "\r\n";
    for (auto &h : res.headers) head += h.first + ": " + h.second + "\r\n";
    if (!keep) head += "Connection: close\r\n";
    if (res.stream) {
      w.chunked = !v10; if (v10) keep = false;
      head += v10 ? "\r\n" : "Cache-Control: no-cache\r\nTransfer-Encoding: chunked\r\n\r\n";
      w.raw(head); res.stream(w); if (!v10) w.raw("0\r\n\r\n");
    } else {
      if (res.status != 204) head += "Content-Length: " + std::to_string(res.body.size()) + "\r\n";
      head += "\r\n"; w.raw(r.method == "HEAD" || res.status == 204 ? head : head + res.body);
    }
    if (!w.ok) break;
  }
  close(fd);
}

void listen_on(int port) {
  signal(SIGPIPE, SIG_IGN);
  int s = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), one = 1; setsockopt(s, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
  sockaddr_in a{}; a.sin_family = AF_INET; a.sin_port = htons(port); a.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (bind(s, (sockaddr *)&a, sizeof a) || listen(s, 1024)) { perror("bind"); exit(1); }
  printf("ready\n"); fflush(stdout);
  while (true) { int fd = accept(s, nullptr, nullptr); if (fd < 0) { usleep(1000); continue; } std::thread(serve, fd).detach(); }
}
