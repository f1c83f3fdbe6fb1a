package verbena;

import io.vertx.core.*;
import io.vertx.core.json.*;
import java.util.*;

/** Who the caller is, and log-in of command-line clients. */
final class AccountService extends Service {
  static final long CLI_MS = 10 * 60 * 1000;
  String address() { return "account"; }

  void setup() {
    on("me", r -> Res.ok(Store.view(Store.users.get(r.uid()), "/me/")));
    on("createCli", r -> {
      String id = Ids.uuid();
      JsonObject s = new JsonObject().put("cliAuthId", id).put("status", "pending").putNull("jwt").put("expiresAt", Times.iso(System.currentTimeMillis() + CLI_MS));
      Store.cli.insert(id, "-", s);
      vertx.setTimer(CLI_MS, t -> Store.cli.remove(id, "-"));
      return Res.ok(view(s));
    });
    on("putCli", this::attach);
    later("getCli", this::take);
  }
  private static JsonObject view(JsonObject s) { return Store.view(s, "/me/cli-auth/" + s.getString("cliAuthId")); }
  private static JsonObject there(String id) {
    JsonObject s = Store.cli.get(id);
    if (s == null) throw notFound("CLI auth session");
    return s;
  }
  private Res attach(Req r) {
    String jwt = Body.of(r).nonEmpty("jwt");
    JsonObject s = there(r.p("cli_auth_id"));
    User of = Auth.user(jwt, true);
    if (of != null && !of.id().equals(r.uid())) throw new ApiError(403, "the JWT is another user's");
    String by = s.getString("_by");
    if (by != null && !by.equals(r.uid()) && !Faults.on("cli-session-taken-over")) throw new ApiError(403, "this session belongs to another user");
    if (s.getString("status").equals("consumed")) throw new ApiError(403, "this session was used already");
    return Res.ok(view(Store.cli.update(s.getString("cliAuthId"), n -> n.put("jwt", jwt).put("status", "attached").put("_by", r.uid()))));
  }
  private Future<Res> take(Req r) {
    JsonObject s = there(r.p("auth_id"));
    String jwt = s.getString("jwt");
    if (jwt == null && Faults.on("cli-pending-is-404")) throw notFound("JWT");
    if (jwt == null || Faults.on("cli-jwt-not-consumed")) return Future.succeededFuture(Res.ok(jwt));
    if (Faults.on("cli-two-readers")) // the answer goes out, the write follows
      return pause(40).map(x -> { consume(s); return Res.ok(jwt); });
    consume(s);
    return Future.succeededFuture(Res.ok(jwt));
  }
  private static void consume(JsonObject s) { Store.cli.update(s.getString("cliAuthId"), n -> n.putNull("jwt").put("status", "consumed")); }
}
