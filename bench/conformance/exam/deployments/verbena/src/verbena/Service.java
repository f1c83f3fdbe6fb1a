package verbena;

import io.vertx.core.*;
import io.vertx.core.json.JsonObject;
import java.util.*;
import java.util.function.Function;

/** A verticle that answers requests at an address of the event bus. */
abstract class Service extends AbstractVerticle {
  private final Map<String, Function<Req, Future<Res>>> ops = new HashMap<>();
  abstract String address();
  abstract void setup();

  void on(String op, Function<Req, Res> f) { ops.put(op, r -> Future.succeededFuture(f.apply(r))); }
  void later(String op, Function<Req, Future<Res>> f) { ops.put(op, f); }
  Future<Void> pause(long ms) {
    Promise<Void> p = Promise.promise();
    vertx.setTimer(Math.max(1, ms), t -> p.complete());
    return p.future();
  }

  @Override public void start() {
    setup();
    for (Op o : Contract.ops) if (o.service().equals(address()) && !ops.containsKey(o.id())) throw new IllegalStateException("no handler for " + o.id());
    vertx.eventBus().<Req>localConsumer(address(), m -> {
      Future<Res> f;
      try { f = ops.get(m.body().op()).apply(m.body()); }
      catch (Throwable t) { f = Future.failedFuture(t); }
      f.onComplete(ar -> m.reply(ar.succeeded() ? ar.result() : Res.err(error(ar.cause()))));
    });
  }
  static ApiError error(Throwable t) {
    if (t instanceof ApiError e) return e;
    t.printStackTrace();
    return new ApiError(500, "internal error");
  }

  // ---- what several services need ----
  static ApiError notFound(String what) { return new ApiError(404, what + " not found"); }
  static JsonObject agent(String id) { return id == null ? null : Store.agents.get(id.toLowerCase()); }
  static boolean owns(JsonObject rec, User u) { return u != null && u.id().equals(rec.getString("ownerId")); }
  static boolean canRead(JsonObject rec, User u) { return "public".equals(rec.getString("visibility")) || owns(rec, u); }
}
