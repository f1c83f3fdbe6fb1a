package ash;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.*;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.*;
import java.time.format.DateTimeFormatter;
import java.util.*;
import java.util.regex.*;

/** The schemas and the table of operations: one source for the checks and for the OpenAPI document. */
final class Spec {
    static final ObjectMapper JSON = Main.JSON;
    static final Map<String, ObjectNode> SCHEMAS = new LinkedHashMap<>();
    static final List<Op> OPS = new ArrayList<>();
    static final Pattern UUID_RE = Pattern.compile("[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}");
    static final String DECIMAL = "^-?[0-9]{1,15}(\\.[0-9]{1,6})?$", EPOCH = "^[0-9]+\\.[0-9]{6}$";

    record Param(String name, String in, ObjectNode schema, boolean required, boolean nullable, String dflt) {}
    record Op(String method, String path, List<Param> params, boolean auth, String body, boolean bodyOptional, int status, String answer, List<Integer> others) {
        String key() { return method + " " + path; }
    }
    record Fault(String where, String what) {}

    static ObjectNode obj() { return JSON.createObjectNode(); }

    static void load() throws Exception {
        for (String line : lines("/schemas.txt")) {
            String[] w = line.trim().split("\\s+");
            SCHEMAS.put(w[0], record(Arrays.asList(w).subList(1, w.length)));
        }
        for (String line : lines("/ops.txt")) OPS.add(op(line));
    }
    private static List<String> lines(String res) throws Exception {
        try (InputStream in = Spec.class.getResourceAsStream(res)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().filter(l -> !l.isBlank() && !l.startsWith("#")).toList();
        }
    }
    static ObjectNode record(List<String> words) {
        ObjectNode s = obj().put("type", "object");
        ObjectNode props = s.putObject("properties");
        ArrayNode req = JSON.createArrayNode();
        for (String w : words) {
            int i = w.indexOf(':');
            String name = w.substring(0, i);
            if (name.endsWith("?")) name = name.substring(0, name.length() - 1); else req.add(name);
            props.set(name, type(w.substring(i + 1)));
        }
        if (!req.isEmpty()) s.set("required", req);
        return s;
    }
    static ObjectNode type(String t) {
        boolean nullable = t.endsWith("~");
        if (nullable) t = t.substring(0, t.length() - 1);
        ObjectNode s = obj();
        Matcher m = Pattern.compile("(string|int|number|enum)\\((.*)\\)").matcher(t);
        if (t.startsWith("[")) { s.put("type", "array"); s.set("items", type(t.substring(1, t.length() - 1))); }
        else if (m.matches()) {
            String kind = m.group(1), arg = m.group(2);
            if (kind.equals("enum")) { s.put("type", "string"); ArrayNode e = s.putArray("enum"); for (String v : arg.split("\\|")) e.add(v); if (nullable) e.addNull(); }
            else {
                s.put("type", kind.equals("int") ? "integer" : kind);
                String[] b = arg.split("\\.\\.", -1);
                String lo = kind.equals("string") ? "minLength" : "minimum", hi = kind.equals("string") ? "maxLength" : "maximum";
                if (!b[0].isEmpty()) s.put(lo, Long.parseLong(b[0]));
                if (!b[1].isEmpty()) s.put(hi, Long.parseLong(b[1]));
            }
        } else switch (t) {
            case "string" -> s.put("type", "string");
            case "int" -> s.put("type", "integer");
            case "number" -> s.put("type", "number");
            case "bool" -> s.put("type", "boolean");
            case "object" -> s.put("type", "object");
            case "any" -> { return s; }
            case "uuid" -> s.put("type", "string").put("format", "uuid");
            case "datetime" -> s.put("type", "string").put("format", "date-time");
            case "decimal" -> s.put("type", "string").put("pattern", DECIMAL).put("description", "A number, written as text.");
            case "epoch" -> s.put("type", "string").put("pattern", EPOCH).put("description", "Seconds since 1970, as text.");
            default -> { s.put("$ref", "#/components/schemas/" + t); if (nullable) { ObjectNode o = obj(); o.putArray("anyOf").add(s).add(obj().put("type", "null")); return o; } }
        }
        if (nullable) { String b = s.get("type").asText(); s.putArray("type").add(b).add("null"); }
        return s;
    }
    private static Op op(String line) {
        String[] c = line.split(" \\|", -1);
        String[] mp = c[0].trim().split(" ");
        List<Param> params = new ArrayList<>();
        Matcher m = Pattern.compile("\\{(\\w+)(?::(\\w+))?}").matcher(mp[1]);
        while (m.find()) params.add(new Param(m.group(1), "path", type(m.group(2) == null ? "string" : m.group(2)), true, false, null));
        String path = m.replaceAll("{$1}");
        if (!c[2].trim().equals("-")) for (String q : c[2].trim().split(" ")) {
            int i = q.indexOf(':');
            String t = q.substring(i + 1), d = null;
            boolean nullable = t.endsWith("~");
            if (nullable) t = t.substring(0, t.length() - 1);
            int e = t.indexOf('=');
            if (e > 0) { d = t.substring(e + 1); t = t.substring(0, e); }
            boolean opt = t.endsWith("?");
            if (opt) t = t.substring(0, t.length() - 1);
            params.add(new Param(q.substring(0, i), "query", type(t), !opt && d == null, nullable, d));
        }
        String body = c[3].trim();
        boolean optional = body.endsWith("?");
        if (optional) body = body.substring(0, body.length() - 1);
        String[] ans = c[4].trim().split(" ");
        List<Integer> others = new ArrayList<>();
        for (String o : c[5].trim().split(" ")) if (!o.isEmpty()) others.add(Integer.parseInt(o));
        return new Op(mp[0], path, params, c[1].trim().equals("A"), body.equals("-") ? null : body, optional, Integer.parseInt(ans[0]), ans[1], others);
    }

    // ---- checks -------------------------------------------------------------------------------------------------
    static boolean isInt(JsonNode n) {
        return n.isNumber() && (n.isIntegralNumber() || n.decimalValue().stripTrailingZeros().scale() <= 0);
    }
    static void check(JsonNode s, JsonNode v, String at, List<Fault> out) {
        if (s.has("$ref")) { String r = s.get("$ref").asText(); check(SCHEMAS.get(r.substring(r.lastIndexOf('/') + 1)), v, at, out); return; }
        if (s.has("anyOf")) { if (v.isNull()) return; check(s.get("anyOf").get(0), v, at, out); return; }
        if (s.has("type")) {
            JsonNode t = s.get("type");
            boolean ok = false;
            List<String> names = new ArrayList<>();
            if (t.isArray()) t.forEach(x -> names.add(x.asText())); else names.add(t.asText());
            for (String n : names) ok |= switch (n) {
                case "string" -> v.isTextual(); case "integer" -> isInt(v); case "number" -> v.isNumber(); case "boolean" -> v.isBoolean();
                case "object" -> v.isObject(); case "array" -> v.isArray(); default -> v.isNull(); };
            if (!ok) { out.add(new Fault(at, "must be " + String.join(" or ", names))); return; }
            if (v.isNull()) return;
        }
        if (s.has("enum")) { boolean in = false; for (JsonNode e : s.get("enum")) in |= e.equals(v); if (!in) out.add(new Fault(at, "must be one of " + s.get("enum"))); }
        if (v.isTextual()) {
            String x = v.asText();
            int len = x.codePointCount(0, x.length());
            if (s.has("minLength") && len < s.get("minLength").asInt()) out.add(new Fault(at, "too short"));
            if (s.has("maxLength") && len > s.get("maxLength").asInt()) out.add(new Fault(at, "too long"));
            if (s.has("pattern") && !Pattern.compile(s.get("pattern").asText()).matcher(x).find()) out.add(new Fault(at, "must look like " + s.get("pattern").asText()));
            String f = s.path("format").asText("");
            if (f.equals("uuid") && !UUID_RE.matcher(x).matches()) out.add(new Fault(at, "must be a uuid"));
            if (f.equals("date-time") && time(x) == null) out.add(new Fault(at, "must be a date-time"));
        }
        if (v.isNumber()) {
            BigDecimal d = v.decimalValue();
            if (s.has("minimum") && d.compareTo(s.get("minimum").decimalValue()) < 0) out.add(new Fault(at, "must be at least " + s.get("minimum")));
            if (s.has("maximum") && d.compareTo(s.get("maximum").decimalValue()) > 0) out.add(new Fault(at, "must be at most " + s.get("maximum")));
        }
        if (v.isArray() && s.has("items")) for (int i = 0; i < v.size(); i++) check(s.get("items"), v.get(i), at + "/" + i, out);
        if (v.isObject()) {
            if (s.has("required")) for (JsonNode r : s.get("required")) if (!v.has(r.asText())) out.add(new Fault(at + "/" + r.asText(), "is missing"));
            JsonNode props = s.path("properties");
            for (Iterator<Map.Entry<String, JsonNode>> it = v.fields(); it.hasNext(); ) {
                var e = it.next();
                if (props.has(e.getKey())) check(props.get(e.getKey()), e.getValue(), at + "/" + e.getKey(), out);
                else if (s.has("additionalProperties") && !s.get("additionalProperties").asBoolean()) out.add(new Fault(at + "/" + e.getKey(), "is not known here"));
            }
        }
    }
    static Instant time(String x) {
        try { return OffsetDateTime.parse(x.toUpperCase(Locale.ROOT)).toInstant(); } catch (Exception ignored) { }
        try { return LocalDateTime.parse(x.toUpperCase(Locale.ROOT)).toInstant(ZoneOffset.UTC); } catch (Exception e) { return null; }
    }
    /** A parameter from path or query: the text becomes the node that its schema wants. */
    static JsonNode param(Param p, String text, List<Fault> out) {
        String at = "/" + p.in() + "/" + p.name(), t = p.schema().path("type").asText();
        if (text == null || (p.nullable() && (text.isEmpty() || text.equals("null")))) {
            if (p.required()) { out.add(new Fault(at, "is missing")); return NullNode.instance; }
            if (p.dflt() == null) return NullNode.instance;
            text = p.dflt();
        }
        JsonNode v;
        try {
            if (t.equals("integer")) { if (!text.matches("[+-]?[0-9]{1,18}")) throw new NumberFormatException(); v = LongNode.valueOf(Long.parseLong(text)); }
            else if (t.equals("number")) { if (!text.matches("[+-]?([0-9]+(\\.[0-9]*)?|\\.[0-9]+)([eE][+-]?[0-9]{1,2})?")) throw new NumberFormatException(); v = DecimalNode.valueOf(new BigDecimal(text)); }
            else v = TextNode.valueOf(text);
        } catch (NumberFormatException e) { out.add(new Fault(at, "must be " + t)); return NullNode.instance; }
        check(p.schema(), v, at, out);
        return v;
    }

    // ---- the OpenAPI document -----------------------------------------------------------------------------------
    static ObjectNode openapi(String base) {
        ObjectNode d = obj().put("openapi", "3.1.0");
        d.putObject("info").put("title", "Ash grove").put("version", "0.1.0").put("description", "Agent workers. Numbers, counters and money without a given type are text; times are epoch seconds as text; lists are oldest first or by name.");
        d.putArray("servers").addObject().put("url", base);
        ObjectNode paths = d.putObject("paths");
        for (Op o : OPS) {
            ObjectNode op = at(paths, o.path(), o.method());
            op.put("operationId", (o.method().toLowerCase() + o.path().replaceAll("[^a-zA-Z]+", "_")).replaceAll("_+$", ""));
            if (o.key().equals("POST /me/chats")) op.put("deprecated", true);
            params(op, o.params());
            if (o.auth()) op.putArray("security").addObject().putArray("userJwt"); else op.putArray("security");
            if (o.key().endsWith("/webhook")) op.withArray("parameters").addObject().put("name", Main.SEAL).put("in", "header").put("required", true).put("description", "Base64 of the HMAC-SHA-256 of the body.").putObject("schema").put("type", "string");
            if (o.body() != null) {
                ObjectNode rb = op.putObject("requestBody").put("required", !o.bodyOptional());
                rb.putObject("content").putObject("application/json").set("schema", type(o.body().replace("!", "") + (o.bodyOptional() ? "~" : "")));
            }
            ObjectNode rs = op.putObject("responses");
            ObjectNode ok = rs.putObject(String.valueOf(o.status())).put("description", "As asked.");
            if (!o.answer().equals("-")) ok.putObject("content").putObject("application/json").set("schema", type(o.answer()));
            TreeSet<Integer> more = new TreeSet<>(o.others());
            if (o.auth()) { more.add(401); more.add(403); }
            for (int s : more) complaint(rs, s);
            if (o.body() != null || !o.params().isEmpty()) grief(rs);
        }
        ArrayNode workerServers = JSON.createArrayNode();
        workerServers.addObject().put("url", base + Main.AGENTS);
        for (String form : List.of("", "/ndjson")) for (String m : List.of("POST", "PUT", "GET")) {
            if (form.length() > 0 && m.equals("GET")) continue;
            String path = form + "/{agent_id}" + (m.equals("POST") ? "" : "/{run_id}");
            ObjectNode op = at(paths, Main.AGENTS + path, m);
            op.put("operationId", m.toLowerCase() + "_worker" + form.replace("/", "_"));
            List<Param> ps = new ArrayList<>(List.of(new Param("agent_id", "path", type("uuid"), true, false, null)));
            if (!m.equals("POST")) ps.add(new Param("run_id", "path", type("uuid"), true, false, null));
            params(op, ps);
            op.putArray("security").addObject().putArray("apiKey");
            if (!m.equals("GET")) op.putObject("requestBody").put("required", !m.equals("POST")).putObject("content").putObject("application/json").set("schema", type(m.equals("POST") ? "WorkerMessage" : "WorkerMessageAgain"));
            ObjectNode rs = op.putObject("responses");
            ObjectNode ok = rs.putObject(m.equals("POST") ? "201" : m.equals("PUT") ? "202" : "200").put("description", m.equals("GET") ? "The conversation." : "The words of the worker, as they come.");
            ObjectNode hs = ok.putObject("headers");
            if (!m.equals("GET")) hs.putObject("X-Service-Run-ID").put("required", true).set("schema", type("uuid"));
            hs.putObject("x-service-job-id").put("description", "Only while a job runs.").putObject("schema").put("type", "string");
            ObjectNode content = ok.putObject("content");
            if (m.equals("GET")) content.putObject("application/json").set("schema", type("[Message]"));
            else if (form.isEmpty()) content.putObject("text/plain").putObject("schema").put("type", "string");
            else content.putObject("application/x-ndjson").putObject("schema").put("type", "string").put("description", "Each line is an array: [kind, number, value]; kinds are hello, say, call, answer, job, bye.");
            for (int s : new int[]{401, 402, 403, 404}) complaint(rs, s);
            if (m.equals("PUT")) complaint(rs, 409);
            grief(rs);
        }
        ObjectNode doc = at(paths, "/docs/openapi.json", "GET");
        doc.put("operationId", "get_docs").putArray("security");
        doc.putObject("responses").putObject("200").put("description", "This document.").putObject("content").putObject("application/json").putObject("schema").put("type", "object");
        ObjectNode comp = d.putObject("components"), schemas = comp.putObject("schemas");
        SCHEMAS.forEach(schemas::set);
        ObjectNode sec = comp.putObject("securitySchemes");
        sec.putObject("userJwt").put("type", "http").put("scheme", "bearer").put("bearerFormat", "JWT");
        sec.putObject("apiKey").put("type", "http").put("scheme", "bearer");
        return d;
    }
    private static ObjectNode at(ObjectNode paths, String path, String method) {
        ObjectNode p = paths.has(path) ? (ObjectNode) paths.get(path) : paths.putObject(path);
        return p.putObject(method.toLowerCase());
    }
    private static void params(ObjectNode op, List<Param> ps) {
        for (Param p : ps) {
            ObjectNode s = p.schema().deepCopy();
            if (p.dflt() != null) { if (s.get("type").asText().equals("integer")) s.put("default", Long.parseLong(p.dflt())); else if (s.get("type").asText().equals("number")) s.put("default", new BigDecimal(p.dflt())); else s.put("default", p.dflt()); }
            if (p.nullable()) { String t = s.get("type").asText(); s.putArray("type").add(t).add("null"); }
            op.withArray("parameters").addObject().put("name", p.name()).put("in", p.in()).put("required", p.required()).set("schema", s);
        }
    }
    private static void complaint(ObjectNode rs, int s) { rs.putObject(String.valueOf(s)).put("description", "A complaint.").putObject("content").putObject("application/json").set("schema", type("Complaint")); }
    private static void grief(ObjectNode rs) { rs.putObject("422").put("description", "Validation error.").putObject("content").putObject("application/json").set("schema", type("HTTPValidationError")); }
    static final DateTimeFormatter ORDINAL = DateTimeFormatter.ofPattern("uuuu-DDD");
}
