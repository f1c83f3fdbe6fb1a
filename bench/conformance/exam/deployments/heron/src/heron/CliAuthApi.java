package heron;

import java.util.Map;
import java.util.UUID;

/** Login of a command-line client: a session is opened, a JWT is laid into it, and taken out once. */
final class CliAuthApi {
    private final Store store;
    private Store.LoginSession firstSession;
    private String lastJwt;

    CliAuthApi(Store store, Operation.Table table) {
        this.store = store;
        table.user("POST", "/me/cli-auth").noAuth().summary("Open a session").ok(Schemas.LOGIN).by(this::open);
        table.user("PUT", "/me/cli-auth/{cli_auth_id}").summary("Lay the caller's JWT into a session").path("cli_auth_id", Schema.uuid())
                .body(Schemas.LOGIN_INSERT).ok(Schemas.LOGIN)
                .refuses(403, "somebody else's JWT, or a session that has one").refuses(404, "no such session, or one that is over").by(this::attach);
        table.user("GET", "/me/cli-auth/{auth_id}").noAuth().summary("Take the JWT; null while there is none, 404 when it was taken")
                .path("auth_id", Schema.uuid()).ok(Schema.string().orNull()).refuses(404, "no such session, or one that is over").by(this::take);
    }

    private Reply open(Req request) {
        Store.LoginSession session = new Store.LoginSession();
        if (Fault.on("cli-same-session-for-all")) {
            firstSession = firstSession == null ? session : firstSession;
            session = firstSession;
        }
        store.logins.put(session.id, session);
        return Reply.ok(Wire.login(session));
    }

    private Store.LoginSession sessionOf(UUID id) {
        Store.LoginSession session = store.logins.get(id);
        if (session == null || session.consumed) {
            throw new Refusal(404, "no such session, or one that is over");
        }
        return session;
    }

    private Reply attach(Req request) {
        Store.LoginSession session = sessionOf(request.guid("cli_auth_id"));
        if (session.jwt != null && session.attachedBy != request.user) {
            throw new Refusal(403, "this session has somebody else's JWT");
        }
        String jwt = request.string("passport");
        Map<String, Object> claims = Jwt.verify(jwt, Jwt.Checks.ALL);
        if (claims == null) {
            throw Refusal.invalid("body.passport", "is no valid JWT");
        }
        if (!request.user.id.equals(Guid.read((String) claims.get("sub")))) {
            throw new Refusal(403, "this JWT is not yours");
        }
        lastJwt = jwt;
        session.jwt = jwt;
        session.attachedBy = request.user;
        return Reply.ok(Wire.login(session));
    }

    private Reply take(Req request) {
        if (!store.logins.containsKey(request.guid("auth_id")) && Fault.on("n-cli-unknown-null")) {
            return Reply.ok(null);
        }
        Store.LoginSession session = sessionOf(request.guid("auth_id"));
        String jwt = session.jwt;
        if (jwt == null) {
            session.consumed = Fault.on("n-cli-early-read-consumes");
            return Reply.ok(Fault.on("cli-jwt-of-last-login") ? lastJwt : null);
        }
        if (Fault.on("cli-parallel-reads")) {
            // Read, and marked as consumed some time later.
            store.letOthersIn(50);
        }
        session.consumed = !Fault.on("cli-jwt-not-consumed");
        if (Fault.on("cli-jwt-unquoted")) {
            return Reply.raw(200, Reply.JSON, jwt);
        }
        return Reply.ok(Fault.on("cli-jwt-cut") ? jwt.substring(0, Math.min(255, jwt.length())) : jwt);
    }
}
