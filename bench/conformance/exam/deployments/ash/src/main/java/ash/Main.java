package ash;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.*;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.*;
import io.javalin.Javalin;
import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import java.nio.charset.StandardCharsets;
import java.util.*;

public final class Main {
    static final ObjectMapper JSON = JsonMapper.builder().enable(JsonGenerator.Feature.WRITE_BIGDECIMAL_AS_PLAIN)
        .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS).enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();
    static final String SEAL = "X-Tollgate-Seal", AGENTS = "/burrow";
    private static final String FAULT = System.getenv().getOrDefault("FAULT", "");
    static boolean fault(String id) { return FAULT.equals(id); }

    /** What a handler throws to answer with an error. */
    static final class Problem extends RuntimeException {
        final int status;
        Problem(int status, String text) { super(text, null, false, false); this.status = status; }
    }
    static final class Invalid extends RuntimeException {
        final List<Spec.Fault> faults;
        Invalid(List<Spec.Fault> f) { super("invalid", null, false, false); faults = f; }
        Invalid(String where, String what) { this(List.of(new Spec.Fault(where, what))); }
    }
    record Req(Store.User user, Map<String, JsonNode> params, JsonNode body, Context ctx) {
        String s(String name) { JsonNode n = params.get(name); return n == null || n.isNull() ? null : n.asText(); }
        long n(String name) { return params.get(name).asLong(); }
        String id(String name) { return s(name).toLowerCase(Locale.ROOT); }
        boolean has(String field) { return body != null && body.has(field); }
        String text(String field) { JsonNode n = body == null ? null : body.get(field); return n == null || n.isNull() ? null : n.asText(); }
    }
    interface Handler { Object run(Req r) throws Exception; }

    static LinkedHashMap<String, Object> m(Object... kv) {
        LinkedHashMap<String, Object> m = new LinkedHashMap<>();
        for (int i = 0; i < kv.length; i += 2) m.put((String) kv[i], kv[i + 1]);
        return m;
    }

    // ---- the way in ---------------------------------------------------------------------------------------------
    static String bearer(Context ctx) {
        String h = ctx.header("Authorization");
        if (h == null || !h.regionMatches(true, 0, "Bearer ", 0, 7)) return null;
        String t = h.substring(7).trim();
        return t.isEmpty() ? null : t;
    }
    static JsonNode body(Context ctx, String schema, boolean optional) {
        byte[] raw = ctx.bodyAsBytes();
        if (raw.length == 0) {
            if (optional) return null;
            throw new Invalid("/body", "is missing");
        }
        JsonNode n = json(raw);
        if (optional && n.isNull()) return null;
        List<Spec.Fault> bad = new ArrayList<>();
        Spec.check(Spec.type(schema), n, "/body", bad);
        if (!bad.isEmpty()) throw new Invalid(bad);
        return n;
    }
    static JsonNode json(byte[] raw) {
        try {
            String text = StandardCharsets.UTF_8.newDecoder().decode(java.nio.ByteBuffer.wrap(raw)).toString();
            JsonNode n = JSON.readTree(text);
            if (n == null || n.isMissingNode()) throw new Invalid("/body", "is missing");
            return n;
        } catch (Invalid e) { throw e; } catch (Exception e) { throw new Invalid("/body", "is not JSON"); }
    }
    static void send(Context ctx, int status, Object o) {
        try {
            ctx.status(status);
            ctx.contentType("application/json");
            ctx.result(JSON.writeValueAsBytes(o));
        } catch (Exception e) { throw new IllegalStateException(e); }
    }
    static void complain(Context ctx, int status, String text) {
        if (status == 401) ctx.header("WWW-Authenticate", "Bearer realm=\"grove\"");
        send(ctx, status, m("complaint", text, "code", String.valueOf(status), "ticket", Store.uuid()));
    }
    static void grieve(Context ctx, Invalid e) { send(ctx, 422, m("grievances", e.faults, "ticket", Store.uuid())); }

    /** These take no lock, where a fault makes them race. */
    static boolean unlocked(String key) {
        return key.equals("POST /me/credits/use") && fault("credits-use-lost-update") || key.equals("POST /me/vip") && fault("vip-race-redeems-twice");
    }

    static void serve(Spec.Op op, Handler h, Context ctx) throws Exception {
        ctx.header("X-Ticket", Store.uuid());
        try {
            String token = bearer(ctx);
            boolean forged = op.key().startsWith("POST /me/tools/run/") && fault("tools-run-forged-jwt");
            Store.User user = token == null ? null : Store.jwt(token, !forged);
            if (op.auth() && user == null) {
                if (token == null && !op.key().startsWith("POST /me/tools/run/")) throw new Problem(403, "Who are you? Bring a bearer token.");
                throw new Problem(401, "This token does not open anything here.");
            }
            Map<String, JsonNode> params = new LinkedHashMap<>();
            List<Spec.Fault> bad = new ArrayList<>();
            for (Spec.Param p : op.params()) {
                Spec.Param q = p;
                if (p.name().equals("period") && fault("monetization-period-unbounded")) q = new Spec.Param("period", "query", Spec.type("int"), false, false, "28");
                if (p.name().equals("limit") && op.path().equals("/me/agent-runs") && fault("runs-default-twenty")) q = new Spec.Param("limit", "query", p.schema(), false, false, "20");
                if (p.name().equals("min_score") && fault("search-default-score-zero")) q = new Spec.Param("min_score", "query", p.schema(), false, false, "0");
                params.put(p.name(), Spec.param(q, p.in().equals("path") ? ctx.pathParam(p.name()) : ctx.queryParam(p.name()), bad));
            }
            JsonNode body = null;
            if (op.body() != null && !op.body().endsWith("!")) {
                try { body = body(ctx, op.body(), op.bodyOptional()); } catch (Invalid e) { bad.addAll(e.faults); }
            }
            if (!bad.isEmpty()) throw new Invalid(bad);
            Req r = new Req(user, params, body, ctx);
            Object answer;
            if (unlocked(op.key())) answer = h.run(r);
            else synchronized (Store.LOCK) { answer = JSON.valueToTree(h.run(r)); }
            if (op.status() == 204) {
                if (fault("file-delete-answers-200")) send(ctx, 200, m("erased", true)); else ctx.status(204);
            } else send(ctx, op.status(), answer);
        } catch (Problem e) { complain(ctx, e.status, e.getMessage()); } catch (Invalid e) { grieve(ctx, e); }
    }

    public static void main(String[] args) throws Exception {
        int port = Integer.parseInt(args[0]);
        Spec.load();
        Tools.load();
        Store.seed();
        Map<String, Handler> handlers = new HashMap<>();
        UserApi.handlers(handlers);
        Javalin app = Javalin.create(c -> {
            c.showJavalinBanner = false;
            c.http.disableCompression();
            c.http.generateEtags = false;
            c.http.maxRequestSize = 32_000_000L;
            c.useVirtualThreads = false;
            c.jetty.modifyHttpConfiguration(hc -> hc.setUriCompliance(org.eclipse.jetty.http.UriCompliance.RFC3986));
            c.jetty.modifyServer(server -> server.setErrorHandler(new org.eclipse.jetty.server.handler.ErrorHandler() { // what Jetty refuses by itself
                @Override public java.nio.ByteBuffer badMessageError(int status, String reason, org.eclipse.jetty.http.HttpFields.Mutable fields) {
                    try {
                        fields.put("Content-Type", "application/json");
                        return java.nio.ByteBuffer.wrap(JSON.writeValueAsBytes(m("complaint", "This is not HTTP as we know it.", "code", String.valueOf(status), "ticket", Store.uuid())));
                    } catch (Exception e) { return super.badMessageError(status, reason, fields); }
                }
            }));
        });
        for (Spec.Op op : Spec.OPS) {
            Handler h = handlers.remove(op.key());
            if (h == null) throw new IllegalStateException("no handler for " + op.key());
            app.addHttpHandler(HandlerType.valueOf(op.method()), op.path(), ctx -> serve(op, h, ctx));
        }
        if (!handlers.isEmpty()) throw new IllegalStateException("no operation for " + handlers.keySet());
        WorkersApi.routes(app);
        byte[] doc = JSON.writeValueAsBytes(Spec.openapi("http://127.0.0.1:" + port));
        app.get("/docs/openapi.json", ctx -> ctx.contentType("application/json").result(doc));
        app.exception(Exception.class, (e, ctx) -> { System.err.println("500 " + ctx.method() + " " + ctx.path() + " " + e); if (System.getenv("ASH_TRACE") != null) e.printStackTrace(); complain(ctx, 500, "A branch broke."); });
        app.error(404, ctx -> { String ct = ctx.res().getContentType(); if (ct == null || !ct.startsWith("application/json")) complain(ctx, 404, "Nothing grows here."); });
        app.start("127.0.0.1", port);
        if (System.getProperty("ash.dry") != null) { // one round, so that the class archive knows what is used
            var c = java.net.http.HttpClient.newHttpClient();
            for (String p : new String[]{"/me/agents", "/docs/openapi.json"}) c.send(java.net.http.HttpRequest.newBuilder(java.net.URI.create("http://127.0.0.1:" + app.port() + p)).header("Authorization", "Bearer " + Store.sign(Store.MAIN)).build(), java.net.http.HttpResponse.BodyHandlers.ofString());
            System.exit(0);
        }
        watchParent();
        System.out.println("ready");
        System.out.flush();
    }
    /** Ends this process when the one that started it has gone. */
    static void watchParent() {
        String given = System.getenv("ASH_PARENT");
        long parent = given != null ? Long.parseLong(given) : ProcessHandle.current().parent().map(ProcessHandle::pid).orElse(1L);
        if (parent <= 1) return;
        Thread t = new Thread(() -> {
            while (true) {
                long now = ProcessHandle.current().parent().map(ProcessHandle::pid).orElse(1L);
                if (now != parent || !ProcessHandle.of(parent).map(ProcessHandle::isAlive).orElse(false)) Runtime.getRuntime().halt(0);
                try { Thread.sleep(500); } catch (InterruptedException e) { return; }
            }
        }, "ash-parent");
        t.setDaemon(true);
        t.start();
    }
}
