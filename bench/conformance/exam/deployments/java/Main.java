import com.sun.net.httpserver.*;
import java.io.*;
import java.net.*;
import java.nio.charset.*;
import java.util.*;
import java.util.concurrent.Executors;

/** The HTTP side: reads requests, finds the route, checks credential, query and body, writes answers and /openapi.json. */
final class Main {
    /** What a handler is given. */
    static final class Call {
        Store.User user; String token;
        final Map<String, String> path = new HashMap<>(), query = new LinkedHashMap<>();
        Map<String, Object> body; byte[] raw; Headers headers;
        String p(String name) { return path.get(name); }
        String q(String name) { return query.get(name); }
        /** A whole number of the query, pulled into its bounds. */
        int number(String name, int dflt, int min, int max) {
            String s = q(name);
            if (s == null) return dflt;
            if (!s.matches("[+-]?[0-9]{1,40}")) throw new Invalid("query." + name, "is not an integer");
            return new java.math.BigInteger(s).max(java.math.BigInteger.valueOf(min)).min(java.math.BigInteger.valueOf(max)).intValue();
        }
        String text(String k) { return body != null && body.get(k) instanceof String s ? s : null; }
    }
    record Answer(int status, String type, byte[] body) {}
    interface Handler { Object of(Call c); }
    record Route(String method, String path, String[] segs, String auth, Map<String, Object> query, String body, int status, Object answers, int[] others, Handler handler) {}

    static final int LIMIT = 8 << 20;
    final Store store = new Store();
    final List<Route> routes = new ArrayList<>();
    final Workers workers = new Workers(store);
    final byte[] openapi;

    /** auth: jwt, none, or maybe (a credential is looked at if there is one). answers: "200 Name". body: Name, ?Name (optional), raw or null. */
    void route(String what, String auth, String query, String body, String answers, String others, Handler h) {
        String[] w = what.split(" "), a = answers.split(" ", 2);
        routes.add(new Route(w[0], w[1], w[1].substring(1).split("/", -1), auth, query == null ? null : Schema.of(query), body, Integer.parseInt(a[0]),
            a.length < 2 ? null : a[1].equals("html") ? "html" : Schema.of(a[1]), others.isEmpty() ? new int[0] : Arrays.stream(others.split(" ")).mapToInt(Integer::parseInt).toArray(), h));
    }

    Main(int port) throws IOException {
        new UserApi(this, store, workers);
        openapi = Json.write(new OpenApi(routes, port).document()).getBytes(StandardCharsets.UTF_8);
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 512);
        server.setExecutor(Executors.newFixedThreadPool(64));
        server.createContext("/", this::serve);
        server.start();
        System.out.println("ready");
    }
    public static void main(String[] args) throws IOException {
        System.setProperty("sun.net.httpserver.nodelay", "true");
        System.setProperty("sun.net.httpserver.maxIdleConnections", "1000");
        System.setProperty("sun.net.httpserver.idleInterval", "300");
        new Main(Integer.parseInt(args[0]));
    }

    private void serve(HttpExchange x) throws IOException {
        try (x) {
            byte[] raw = x.getRequestBody().readNBytes(LIMIT + 1);
            boolean tooLong = raw.length > LIMIT;
            byte[] rest = new byte[tooLong ? 1 << 16 : 0];
            while (tooLong && x.getRequestBody().read(rest) > 0) { /* the rest is not looked at */ }
            String[] segs = ("" + x.getRequestURI().getRawPath()).replaceFirst("^/", "").split("/", -1);
            for (int i = 0; i < segs.length; i++) segs[i] = decode(segs[i]);
            if (tooLong) send(x, error(413, "too much", segs[0].equals("workers")));
            else if (segs[0].equals("workers")) workers.serve(x, segs, raw);
            else if (segs[0].equals("api")) send(x, user(x, segs, raw));
            else if (segs.length == 1 && segs[0].equals("openapi.json") && x.getRequestMethod().equals("GET")) send(x, new Answer(200, "application/json", openapi));
            else send(x, error(404, "nothing is here", false));
        } catch (RuntimeException | StackOverflowError e) {
            e.printStackTrace();
            try { send(x, error(500, "internal error", false)); } catch (IOException late) { /* the answer had begun */ }
        }
    }
    static String decode(String s) {
        return URLDecoder.decode(s.replace("+", "%2B"), StandardCharsets.UTF_8);
    }
    static Answer error(int status, String text, boolean plain) {
        return new Answer(status, "text/plain; charset=utf-8", (plain ? text : Json.write(text)).getBytes(StandardCharsets.UTF_8));
    }
    static Answer error(Err e, boolean plain) {
        if (e instanceof Invalid v) return new Answer(422, "application/json", Json.write(Kit.obj("data", Kit.obj("problems", v.problems), "meta", Kit.obj("count", v.problems.size()))).getBytes(StandardCharsets.UTF_8));
        return error(e.status, e.getMessage(), plain);
    }
    static void send(HttpExchange x, Answer a) throws IOException {
        if (a.type != null) x.getResponseHeaders().set("Content-Type", a.type);
        boolean empty = a.body == null || a.body.length == 0 || x.getRequestMethod().equals("HEAD");
        x.sendResponseHeaders(a.status, empty ? -1 : a.body.length);
        if (!empty) x.getResponseBody().write(a.body);
    }
    static String bearer(Headers h) {
        List<String> all = h.get("Authorization");
        if (all == null || all.size() != 1) return null;
        String[] p = all.get(0).split(" ", 2);
        if (p.length < 2 || !p[0].equalsIgnoreCase("bearer") && !Kit.on("auth-any-scheme")) return null;
        return p[1].strip();
    }

    private Answer user(HttpExchange x, String[] all, byte[] raw) {
        String[] segs = Arrays.copyOfRange(all, 1, all.length);
        String method = x.getRequestMethod();
        Route hit = null;
        Set<String> allow = new TreeSet<>();
        for (Route r : routes) {
            if (!fits(r.segs, segs)) continue;
            allow.add(r.method);
            if (r.method.equals(method)) { hit = r; break; }
        }
        if (hit == null) {
            if (allow.isEmpty()) return error(404, "no such path", false);
            x.getResponseHeaders().set("Allow", String.join(", ", allow));
            return error(405, "not with this method", false);
        }
        Call c = new Call();
        c.raw = raw; c.headers = x.getRequestHeaders();
        for (int i = 0; i < segs.length; i++) if (hit.segs[i].startsWith("{")) c.path.put(hit.segs[i].substring(1, hit.segs[i].length() - 1), segs[i]);
        String qs = x.getRequestURI().getRawQuery();
        if (qs != null) for (String pair : qs.split("&")) {
            int eq = pair.indexOf('=');
            String k = eq < 0 ? pair : pair.substring(0, eq), v = eq < 0 ? "" : pair.substring(eq + 1);
            c.query.putIfAbsent(URLDecoder.decode(k, StandardCharsets.UTF_8), URLDecoder.decode(v, StandardCharsets.UTF_8));
        }
        try {
            authorize(c, hit);
            queryCheck(c, hit);
            body(c, hit);
            byte[] text = null;
            store.lock.lock();
            try {
                Object o = hit.handler.of(c);
                if (o instanceof Answer a) return a;
                if (hit.status != 204) text = Json.write(o).getBytes(StandardCharsets.UTF_8);
            } finally { store.lock.unlock(); }
            return new Answer(hit.status, text == null ? null : "application/json", text);
        } catch (Err e) {
            if (e.status == 401) x.getResponseHeaders().set("WWW-Authenticate", "Bearer");
            return error(e, false);
        }
    }
    private static boolean fits(String[] route, String[] segs) {
        if (route.length != segs.length) return false;
        for (int i = 0; i < route.length; i++)
            if (route[i].startsWith("{") ? segs[i].isEmpty() : !route[i].equals(segs[i])) return false;
        return true;
    }
    private void authorize(Call c, Route r) {
        if (r.auth.equals("none") && !(Kit.on("cli-read-needs-login") && r.path.equals("/me/cli-auth/{auth_id}"))) return;
        boolean run = r.path.equals("/me/tools/run/{tool_name}");
        c.token = bearer(c.headers);
        String sub = c.token == null ? null : Jwt.subject(c.token, run && Kit.on("run-unsigned-jwt"), run && Kit.on("run-any-signature"));
        store.lock.lock();
        try { c.user = sub == null ? null : store.users.get(sub); } finally { store.lock.unlock(); }
        if (c.user == null && (run && Kit.on("run-without-jwt") && c.token == null || r.path.equals("/me/toolsets/list") && Kit.on("toolsets-open"))) c.user = store.users.get("usr:1");
        if (c.user == null && !r.auth.equals("maybe")) throw new Err(401, "a valid bearer credential is needed");
    }
    private static void queryCheck(Call c, Route r) {
        if (r.query == null) return;
        for (Object k : (List<?>) r.query.getOrDefault("required", List.of()))
            if (!c.query.containsKey(k)) throw new Invalid("query." + k, "is missing");
    }
    private static void body(Call c, Route r) {
        if (r.body == null || r.body.equals("raw")) return;
        boolean optional = r.body.startsWith("?");
        if (optional && c.raw.length == 0) return;
        Object v = json(c.raw);
        if (optional && v == null) return;
        List<Object> problems = new ArrayList<>();
        Schema.check(Schema.of(optional ? r.body.substring(1) : r.body), v, "body", problems);
        if (!problems.isEmpty()) throw new Invalid(problems);
        c.body = Schema.cast(v);
    }
    static Object json(byte[] raw) {
        try {
            return Json.parse(StandardCharsets.UTF_8.newDecoder().decode(java.nio.ByteBuffer.wrap(raw)).toString());
        } catch (Json.Bad | CharacterCodingException e) { throw new Invalid("body", "is not JSON: " + e.getMessage()); }
    }
}
