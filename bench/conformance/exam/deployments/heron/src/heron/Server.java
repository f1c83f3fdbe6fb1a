package heron;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Takes each request from the socket to its operation, and the reply back. */
final class Server implements HttpHandler {
    static final String AGENTS_PREFIX = "/reeds";
    static final String BASE_PREFIX = "/marsh";
    private static final int MAX_BODY = 1 << 20;

    private final Store store;
    private final List<Operation> operations;
    private final byte[] openApi;

    Server(Store store, List<Operation> operations, byte[] openApi) {
        this.store = store;
        this.operations = operations;
        this.openApi = openApi;
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        Reply reply;
        try {
            reply = answer(exchange);
        } catch (Refusal refusal) {
            reply = refuse(refusal);
        } catch (RuntimeException e) {
            e.printStackTrace();
            reply = refuse(new Refusal(500, "something of ours broke"));
        }
        send(exchange, reply);
    }

    private static Reply refuse(Refusal refusal) {
        if (refusal.withoutBody) {
            return Reply.nothing(refusal.status);
        }
        Reply reply = Reply.json(refusal.status, refusal.body());
        return refusal.status == 401 ? reply.header("WWW-Authenticate", "Bearer realm=\"heronry\"") : reply;
    }

    // ------------------------------------------------------------------ the way in

    private Reply answer(HttpExchange exchange) throws IOException {
        String rawPath = exchange.getRequestURI().getRawPath();
        byte[] rawBody = readBody(exchange);
        if (rawPath.equals("/openapi.json") && exchange.getRequestMethod().equals("GET")) {
            return Reply.raw(200, "application/json", openApi);
        }
        Operation.Api api = rawPath.startsWith(BASE_PREFIX + "/") ? Operation.Api.USER
                : rawPath.startsWith(AGENTS_PREFIX + "/") ? Operation.Api.WORKERS : null;
        if (api == null) {
            throw new Refusal(404, "nothing lives at this address");
        }
        List<String> segments = segments(rawPath.substring(BASE_PREFIX.length() + 1));
        Operation operation = find(api, exchange.getRequestMethod(), segments);
        if (operation.is("GET /me/user-tools/{tool_id}") && Fault.on("user-tool-id-not-decoded")
                || operation.is("GET /me/toolsets/{toolset_name}") && Fault.on("n-toolset-not-decoded")) {
            segments = List.of(rawPath.substring(BASE_PREFIX.length() + 1).split("/", -1));
        }
        Req request = new Req(operation);
        exchange.getRequestHeaders().forEach((name, values) -> request.headers.put(name.toLowerCase(), values.get(0)));
        request.rawBody = rawBody;
        request.user = authenticate(operation, request.headers.get("authorization"));
        readInput(request, segments, exchange.getRequestURI().getRawQuery());
        Reply reply;
        store.lock.lock();
        try {
            reply = operation.handler.answer(request);
        } finally {
            store.lock.unlock();
        }
        return SurfaceFaults.disturb(operation, reply);
    }

    private static byte[] readBody(HttpExchange exchange) throws IOException {
        InputStream in = exchange.getRequestBody();
        byte[] body = in.readNBytes(MAX_BODY + 1);
        if (body.length > MAX_BODY) {
            throw new Refusal(413, "more than 1 MiB");
        }
        return body;
    }

    /** BASE_PREFIX and AGENTS_PREFIX are equally long. */
    private static List<String> segments(String rawPath) {
        List<String> out = new ArrayList<>();
        for (String segment : rawPath.split("/", -1)) {
            out.add(decode(segment, false));
        }
        return out;
    }

    private static String decode(String text, boolean plusIsBlank) {
        if (text.indexOf('%') < 0 && text.indexOf('+') < 0) {
            return text;
        }
        ByteBuffer out = ByteBuffer.allocate(text.length() * 4);
        for (int i = 0; i < text.length(); ) {
            int c = text.codePointAt(i);
            if (c == '%' && i + 2 < text.length() && hex(text, i + 1) >= 0) {
                out.put((byte) hex(text, i + 1));
                i += 3;
            } else {
                out.put((c == '+' && plusIsBlank ? " " : Character.toString(c)).getBytes(StandardCharsets.UTF_8));
                i += Character.charCount(c);
            }
        }
        out.flip();
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(out).toString();
        } catch (CharacterCodingException e) {
            throw Refusal.invalid("address", "is not UTF-8");
        }
    }

    private static int hex(String text, int at) {
        int high = Character.digit(text.charAt(at), 16);
        int low = Character.digit(text.charAt(at + 1), 16);
        return high < 0 || low < 0 ? -1 : high * 16 + low;
    }

    private Operation find(Operation.Api api, String method, List<String> segments) {
        Operation best = null;
        List<String> otherMethods = new ArrayList<>();
        for (Operation operation : operations) {
            if (operation.api != api || !matches(operation, segments) || SurfaceFaults.shadowed(operation)) {
                continue;
            }
            if (!operation.method.equals(method)) {
                otherMethods.add(operation.method);
            } else if (best == null || operation.pathParameters.size() < best.pathParameters.size()) {
                best = operation;
            }
        }
        if (best == null) {
            throw otherMethods.isEmpty()
                    ? new Refusal(404, "nothing lives at this address")
                    : new Refusal(405, "here one may " + String.join(", ", otherMethods));
        }
        return best;
    }

    private static boolean matches(Operation operation, List<String> segments) {
        if (operation.segments.size() != segments.size()) {
            return false;
        }
        for (int i = 0; i < segments.size(); i++) {
            String template = operation.segments.get(i);
            boolean fits = template.startsWith("{") ? !segments.get(i).isEmpty() : template.equals(segments.get(i));
            if (!fits) {
                return false;
            }
        }
        return true;
    }

    // ------------------------------------------------------------------ who asks

    private Store.User authenticate(Operation operation, String header) {
        if (SurfaceFaults.forgetsAuth(operation) && header == null) {
            return store.firstUser();
        }
        if (operation.auth == Operation.Auth.API_KEY) {
            return byApiKey(operation, header);
        }
        String token = bearer(header);
        Store.User user = token == null ? null : byJwt(operation, token);
        boolean demanded = operation.auth == Operation.Auth.JWT || SurfaceFaults.demandsAuth(operation);
        if (user == null && demanded) {
            boolean toolRun = operation.path.startsWith("/me/tools/run/");
            if (toolRun && token == null && Fault.on("tool-run-no-jwt-403")) {
                throw new Refusal(403, "no JWT");
            }
            throw token == null && !toolRun ? new Refusal(403, "no JWT") : new Refusal(401, "no valid JWT");
        }
        if (user != null && operation.is("GET /me/") && Fault.on("me-mixed-up-in-parallel")) {
            // The asking user stands in a field that all requests share.
            sharedUser = user;
            pause(25);
            return sharedUser;
        }
        return user;
    }

    private volatile Store.User sharedUser;

    private static void pause(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static String bearer(String header) {
        if (header == null || !header.regionMatches(true, 0, "Bearer ", 0, 7)) {
            return null;
        }
        String token = header.substring(7).trim();
        return token.isEmpty() ? null : token;
    }

    private Store.User byJwt(Operation operation, String token) {
        boolean toolRun = operation.path.startsWith("/me/tools/run/");
        Jwt.Checks checks = new Jwt.Checks(
                !(toolRun && Fault.on("tool-run-signature-unchecked"))
                        && !(operation.is("GET /me/api-keys") && Fault.on("api-keys-signature-unchecked")),
                !(toolRun && Fault.on("tool-run-alg-none")));
        Map<String, Object> claims = Jwt.verify(token, checks);
        UUID id = claims == null ? null : Guid.read((String) claims.get("sub"));
        store.lock.lock();
        try {
            return id == null ? null : store.users.get(id);
        } finally {
            store.lock.unlock();
        }
    }

    private Store.User byApiKey(Operation operation, String header) {
        String key = bearer(header);
        store.lock.lock();
        try {
            Store.User user = key == null ? null : store.ownerOfKey(key);
            if (user == null && key != null && operation.is("GET /{agent_id}/{run_id}") && Fault.on("run-read-any-key")) {
                return store.firstUser();
            }
            if (user == null) {
                throw new Refusal(401, key == null ? "no API key" : "an unknown API key");
            }
            return user;
        } finally {
            store.lock.unlock();
        }
    }

    // ------------------------------------------------------------------ what is asked

    private static void readInput(Req request, List<String> segments, String rawQuery) {
        Operation operation = request.operation;
        List<Schema.Grievance> wrong = new ArrayList<>();
        for (int i = 0; i < segments.size(); i++) {
            String template = operation.segments.get(i);
            if (template.startsWith("{")) {
                String name = template.substring(1, template.length() - 1);
                Schema schema = operation.pathParameters.get(name).schema();
                request.path.put(name, schema.fromText(segments.get(i), "path." + name, wrong));
            }
        }
        Map<String, String> query = query(rawQuery);
        for (Operation.Parameter parameter : operation.queryParameters.values()) {
            String spot = "query." + parameter.name();
            String text = query.get(parameter.name());
            Object value = text == null ? parameter.schema().defaultValue() : parameter.schema().fromText(text, spot, wrong);
            if (text == null && parameter.required() && !InputFaults.toleratesMissing(operation)) {
                wrong.add(new Schema.Grievance(spot, "is missing"));
            }
            request.query.put(parameter.name(), value);
        }
        if (operation.body != null) {
            readJson(request, wrong);
        }
        InputFaults.disturb(request, query, wrong);
        if (!wrong.isEmpty()) {
            throw Refusal.invalid(wrong);
        }
    }

    private static void readJson(Req request, List<Schema.Grievance> wrong) {
        Operation operation = request.operation;
        boolean blank = new String(request.rawBody, StandardCharsets.ISO_8859_1).isBlank();
        if (blank && !operation.bodyRequired) {
            return;
        }
        try {
            request.body = Json.read(request.rawBody);
            operation.body.check(request.body, "body", wrong);
        } catch (Json.Malformed e) {
            if (operation.is("POST /{agent_id}") && Fault.on("post-malformed-json-500")) {
                throw new IllegalStateException(e);
            }
            wrong.add(new Schema.Grievance("body", e.getMessage()));
        }
    }

    private static Map<String, String> query(String rawQuery) {
        Map<String, String> out = new LinkedHashMap<>();
        if (rawQuery != null) {
            for (String pair : rawQuery.split("&")) {
                int equals = pair.indexOf('=');
                String name = decode(equals < 0 ? pair : pair.substring(0, equals), true);
                out.putIfAbsent(name, equals < 0 ? "" : decode(pair.substring(equals + 1), true));
            }
        }
        return out;
    }

    // ------------------------------------------------------------------ the way out

    private void send(HttpExchange exchange, Reply reply) throws IOException {
        reply.headers.forEach((name, value) -> exchange.getResponseHeaders().set(name, value));
        if (reply.contentType != null) {
            exchange.getResponseHeaders().set("Content-Type", reply.contentType);
        }
        if (reply.streamer == null) {
            boolean noBody = reply.bytes.length == 0 || exchange.getRequestMethod().equals("HEAD");
            exchange.sendResponseHeaders(reply.status, noBody ? -1 : reply.bytes.length);
            if (!noBody) {
                exchange.getResponseBody().write(reply.bytes);
            }
            exchange.close();
            return;
        }
        exchange.sendResponseHeaders(reply.status, 0);
        try {
            OutputStream out = exchange.getResponseBody();
            reply.streamer.writeTo(out);
            out.close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        exchange.close();
    }
}
