package verbena;

import io.vertx.core.*;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.eventbus.Message;
import io.vertx.core.eventbus.MessageConsumer;
import io.vertx.core.eventbus.ReplyException;
import io.vertx.core.http.*;
import io.vertx.core.json.*;
import io.vertx.ext.web.*;
import io.vertx.ext.web.handler.BodyHandler;
import java.nio.charset.StandardCharsets;
import java.time.*;
import java.time.format.DateTimeParseException;
import java.util.*;

/** One per event loop: routes, checks who calls and what is sent, and asks the verticle that owns the matter. */
public final class HttpVerticle extends AbstractVerticle {
  private final int port;
  private final String openapi;
  private final Map<String, User> keyCache = new HashMap<>();
  private User current; // used by a fault only: the caller, kept in the verticle

  HttpVerticle(int port, String openapi) { this.port = port; this.openapi = openapi; }

  @Override public void start(Promise<Void> done) {
    Router r = Router.router(vertx);
    r.route().handler(BodyHandler.create(false).setBodyLimit(1 << 20));
    r.get("/openapi.json").handler(c -> c.response().putHeader("content-type", "application/json").end(openapi));
    r.get("/health").handler(c -> c.response().putHeader("content-type", "application/json").end("{\"status\":\"up\"}"));
    for (String nd : List.of("/ndjson", "")) {
      r.post("/workers" + nd + "/:agent_id").handler(c -> turn(c, !nd.isEmpty(), false));
      r.put("/workers" + nd + "/:agent_id/:run_id").handler(c -> turn(c, !nd.isEmpty(), true));
    }
    r.get("/workers/:agent_id/:run_id").handler(this::messages);
    List<Op> ops = new ArrayList<>(Contract.ops);
    if (Faults.on("onboarding-route-shadowed")) // the route with the parameter comes first
      ops.sort(Comparator.comparing((Op o) -> !o.id().equals("getSchedule")));
    for (Op op : ops) {
      String path = op.path().replaceAll("\\{(\\w+)}", ":$1");
      r.route(HttpMethod.valueOf(op.method()), path).handler(c -> handle(c, op));
      if (op.id().equals("me")) r.get("/me").handler(c -> handle(c, op));
    }
    for (int s : new int[] {400, 404, 405, 413, 415, 500}) r.errorHandler(s, c -> {
      if (c.failure() instanceof ApiError e) fail(c, e);
      else if (s == 500) { if (c.failure() != null) c.failure().printStackTrace(); fail(c, new ApiError(500, "internal error")); }
      else fail(c, new ApiError(s, s == 404 ? "no such path" : s == 405 ? "method not allowed" : s == 413 ? "body too large" : "bad request"));
    });
    vertx.createHttpServer(new HttpServerOptions().setHost("127.0.0.1").setTcpNoDelay(true).setAcceptBacklog(2048).setHandle100ContinueAutomatically(true))
        .requestHandler(r).listen(port).<Void>mapEmpty().onComplete(done);
  }

  static void fail(RoutingContext c, ApiError e) {
    if (c.response().ended() || c.response().headWritten()) return;
    JsonObject b = new JsonObject().put("status", e.status).put("error", io.netty.handler.codec.http.HttpResponseStatus.valueOf(e.status).reasonPhrase())
        .put("message", e.getMessage()).put("path", c.request().path()).put("traceId", Ids.nano("trc_"));
    if (e.status == 422) b.put("detail", e.detail == null ? new JsonArray() : e.detail);
    if (e.status == 401) c.response().putHeader("WWW-Authenticate", "Bearer");
    c.response().setStatusCode(e.status).putHeader("content-type", "application/json").end(b.toBuffer());
  }

  // ---- User API ----
  private void handle(RoutingContext c, Op op) {
    try {
      boolean sig = !(Faults.on("tool-run-unsigned-jwt") && op.id().equals("runTool"));
      User user = op.auth().equals("n") ? null : Auth.user(Auth.bearer(c.request().getHeader("Authorization")), sig);
      if (op.auth().equals("y") && user == null) throw new ApiError(401, "a valid JWT is required as bearer credential");
      Map<String, String> path = new HashMap<>();
      for (PathParam p : op.params()) {
        String v = c.pathParam(p.name());
        if (p.type().equals("uuid")) {
          if (!Ids.isUuid(v)) throw ApiError.invalid("path", p.name(), "must be a UUID", "uuid");
          v = v.toLowerCase();
        } else if (p.type().equals("int")) {
          try { v = "" + Integer.parseInt(v); }
          catch (NumberFormatException e) { throw ApiError.invalid("path", p.name(), "must be an integer", "int"); }
        }
        path.put(p.name(), v);
      }
      Map<String, Object> query = new HashMap<>();
      for (Query q : op.query()) query.put(q.name(), queryValue(c, q));
      Buffer raw = c.body().buffer();
      boolean has = raw != null && raw.length() > 0 && !raw.toString().isBlank();
      Object body = null;
      if (has && op.body() != null && !op.id().equals("webhook")) body = parse(raw);
      if (Faults.on("user-kept-in-verticle") && op.id().equals("me")) { // the caller is kept in a field while the loop turns
        current = user;
        Map<String, Object> q2 = query;
        vertx.setTimer(12, t -> ask(c, op, new Req(op.id(), current, path, q2, null, false, raw, c.request().headers())));
        return;
      }
      ask(c, op, new Req(op.id(), user, path, query, body, has && op.body() != null, raw, c.request().headers()));
    } catch (ApiError e) { fail(c, e); }
  }

  private void ask(RoutingContext c, Op op, Req req) {
    vertx.eventBus().<Res>request(op.service(), req).onComplete(ar -> {
      if (ar.failed()) { ar.cause().printStackTrace(); fail(c, new ApiError(500, "internal error")); return; }
      Res res = ar.result().body();
      if (res.error() != null) { fail(c, res.error()); return; }
      HttpServerResponse out = c.response().setStatusCode(res.status());
      res.headers().forEach(out::putHeader);
      if (res.status() == 204) out.end();
      else out.putHeader("content-type", "application/json").end(Buffer.buffer(Json.encode(res.body())));
    });
  }

  static Object parse(Buffer raw) {
    try { return Json.decodeValue(raw); }
    catch (RuntimeException e) { throw ApiError.invalid("body", null, "is not valid JSON", "json"); }
  }

  private Object queryValue(RoutingContext c, Query q) {
    List<String> all = c.queryParam(q.name());
    String v = all.isEmpty() ? null : all.get(0);
    if (v == null) {
      if (q.required()) throw ApiError.invalid("query", q.name(), "is required", "missing");
      if (Faults.on("runs-default-limit-20") && q.name().equals("limit") && q.max() == 200 && q.dflt().equals(30)) return 20;
      if (Faults.on("monetization-default-30-days") && q.name().equals("period")) return 30;
      return q.dflt();
    }
    switch (q.type()) {
      case "int": case "num":
        double n;
        try { n = q.type().equals("int") ? Integer.parseInt(v.trim()) : Double.parseDouble(v.trim()); }
        catch (NumberFormatException e) { throw ApiError.invalid("query", q.name(), "must be " + (q.type().equals("int") ? "an integer" : "a number"), q.type()); }
        boolean high = n > q.max() || Double.isNaN(n);
        if (Faults.on("monetization-period-365-refused") && q.name().equals("period")) high = n >= q.max();
        if (n < q.min() || high) throw ApiError.invalid("query", q.name(), "must be between " + q.min() + " and " + q.max(), "range");
        return q.type().equals("int") ? (Object) (int) n : (Object) n;
      case "enum":
        if (!q.values().contains(v) && !(Faults.on("vibe-unknown-service") && !v.isEmpty()))
          throw ApiError.invalid("query", q.name(), "must be one of " + String.join(", ", q.values()), "enum");
        return v;
      case "datetime":
        if (v.isBlank() || v.equals("null")) return null;
        try { return OffsetDateTime.parse(v.trim().replace(' ', '+')).toInstant().toString(); }
        catch (DateTimeParseException e) {
          try { return LocalDateTime.parse(v.trim()).toInstant(ZoneOffset.UTC).toString(); }
          catch (DateTimeParseException e2) { throw ApiError.invalid("query", q.name(), "must be a date-time", "datetime"); }
        }
      default:
        if (v.length() < q.minLength()) throw ApiError.invalid("query", q.name(), "must have at least " + q.minLength() + " character", "too-short");
        return v;
    }
  }

  // ---- Workers API ----
  private User worker(RoutingContext c) {
    String h = c.request().getHeader("Authorization");
    User u = Auth.keyUser(Auth.bearer(h), keyCache);
    if (u == null) throw new ApiError(401, "a valid API key is required as bearer credential");
    return u;
  }
  private Map<String, String> workerPath(RoutingContext c) {
    Map<String, String> m = new HashMap<>();
    for (String n : List.of("agent_id", "run_id")) {
      String v = c.pathParam(n);
      if (v == null) continue;
      if (!Ids.isUuid(v)) throw ApiError.invalid("path", n, "must be a UUID", "uuid");
      m.put(n, v.toLowerCase());
    }
    return m;
  }

  private void messages(RoutingContext c) {
    try {
      User u;
      if (Faults.on("messages-without-key") && c.request().getHeader("Authorization") == null) u = new User("*", "pro");
      else u = worker(c);
      ask(c, new Op("runs", "messages", "GET", "", List.of(), "y", List.of(), null, "", 200, List.of()),
          new Req("messages", u, workerPath(c), Map.of(), null, false, null, c.request().headers()));
    } catch (ApiError e) { fail(c, e); }
  }

  private void turn(RoutingContext c, boolean nd, boolean cont) {
    try {
      User u = worker(c);
      Map<String, String> path = workerPath(c);
      Buffer raw = c.body().buffer();
      boolean has = raw != null && raw.length() > 0;
      Body b = Body.of(new Req("", u, path, Map.of(), has ? parse(raw) : null, has, raw, null));
      String message = b.str("message");
      String stream = Ids.nano("stream.");
      Pump pump = new Pump(c, nd);
      MessageConsumer<JsonObject> in = vertx.eventBus().localConsumer(stream, (Message<JsonObject> m) -> pump.event(m.body()));
      pump.onEnd = in::unregister;
      Map<String, Object> q = Map.of("stream", stream, "nd", nd);
      Req req = new Req(cont ? "continue" : "start", u, path, q, message, true, null, null);
      vertx.eventBus().<Res>request("runs", req, new io.vertx.core.eventbus.DeliveryOptions().setSendTimeout(120000)).onComplete(ar -> {
        if (ar.failed()) { in.unregister(); fail(c, new ApiError(500, "internal error")); return; }
        Res res = ar.result().body();
        if (res.error() != null) { in.unregister(); fail(c, res.error()); return; }
        pump.open(res);
      });
    } catch (ApiError e) { fail(c, e); }
  }

  /** Writes the events of one turn to the response, from the moment that the head is known. */
  private static final class Pump {
    private final RoutingContext c;
    private final boolean nd;
    private final Deque<JsonObject> early = new ArrayDeque<>();
    private boolean open, ended;
    private Buffer held = Buffer.buffer();
    private JsonObject last;
    Runnable onEnd = () -> {};
    Pump(RoutingContext c, boolean nd) { this.c = c; this.nd = nd; }

    void open(Res res) {
      HttpServerResponse out = c.response();
      if (!out.closed()) {
        res.headers().forEach(out::putHeader);
        out.setChunked(true).putHeader("content-type", nd ? "application/x-ndjson; charset=utf-8" : "text/plain; charset=utf-8").putHeader("cache-control", "no-store");
      }
      open = true;
      while (!early.isEmpty()) event(early.poll());
    }
    void event(JsonObject e) {
      if (!open) { early.add(e); return; }
      boolean done = e.getString("type").equals("done");
      if (ended || c.response().closed()) { if (done) finish(); return; }
      if (nd) ndjson(e); else text(e);
      if (done) {
        if (held.length() > 0) c.response().write(held);
        c.response().end();
        finish();
      }
    }
    private void ndjson(JsonObject e) {
      if (Faults.on("ndjson-tool-result-lost") && e.getString("type").equals("tool-result")) return;
      if (Faults.on("ndjson-backpressure-drops") && e.getString("type").equals("text") && last != null && last.getString("type").equals("text") && c.response().bytesWritten() > 2048) { last = null; return; }
      last = e;
      boolean nl = !(Faults.on("ndjson-newline-missing") && e.getString("type").equals("tool-call"));
      c.response().write(e.encode() + (nl ? "\n" : ""));
    }
    private void text(JsonObject e) {
      if (Faults.on("text-leaks-tool-calls") && e.getString("type").startsWith("tool-")) { c.response().write("[" + e.getString("type") + " " + e.getString("name") + "] "); return; }
      if (!e.getString("type").equals("text")) return;
      String s = e.getString("text");
      if (Faults.on("text-sent-at-the-end")) { held.appendString(s); return; }
      if (Faults.on("text-splits-characters")) { // chunks of 16 bytes, each made a string of its own
        byte[] b = s.getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < b.length; i += 16) c.response().write(new String(b, i, Math.min(16, b.length - i), StandardCharsets.UTF_8));
        return;
      }
      if (Faults.on("text-last-chunk-cut")) { // one chunk is always held back, and at the end only flushed up to the last word
        if (held.length() > 0) c.response().write(held);
        held = Buffer.buffer(s);
        last = e;
        if (e.getBoolean("final", false)) held = Buffer.buffer();
        return;
      }
      c.response().write(s);
    }
    private void finish() { ended = true; onEnd.run(); }
  }
}
