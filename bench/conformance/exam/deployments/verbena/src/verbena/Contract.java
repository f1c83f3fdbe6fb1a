package verbena;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.file.*;
import java.util.*;

record Query(String name, String type, boolean required, int minLength, Object dflt, double min, double max, List<String> values) {}
record PathParam(String name, String type) {}
record Op(String service, String id, String method, String path, List<PathParam> params, String auth, List<Query> query,
          String body, String answer, int success, List<Integer> statuses) {}

/** The table of operations and the OpenAPI document made of it. */
final class Contract {
  static final List<Op> ops = new ArrayList<>();
  private static final List<String> schemaLines = new ArrayList<>();

  static void load() throws Exception {
    Path dir = Path.of("res");
    for (String l : Files.readAllLines(dir.resolve("ops.txt"))) if (!l.isBlank() && !l.startsWith("#")) ops.add(op(l.split(" ")));
    for (String l : Files.readAllLines(dir.resolve("schemas.txt"))) if (!l.isBlank() && !l.startsWith("#")) schemaLines.add(l);
  }

  private static Op op(String[] f) {
    List<PathParam> params = new ArrayList<>();
    StringBuilder path = new StringBuilder();
    for (String s : f[3].substring(1).split("/", -1)) {
      if (s.startsWith("{")) {
        String[] nt = s.substring(1, s.length() - 1).split(":");
        params.add(new PathParam(nt[0], nt[1]));
        s = "{" + nt[0] + "}";
      }
      path.append('/').append(s);
    }
    List<Query> qs = new ArrayList<>();
    if (!f[5].equals("-")) for (String q : f[5].split(",")) qs.add(query(q));
    int success = 200;
    String ans = f[7];
    if (ans.matches("\\d{3}:.*")) { success = Integer.parseInt(ans.substring(0, 3)); ans = ans.substring(4); }
    List<Integer> st = new ArrayList<>();
    if (!f[8].equals("-")) for (String s : f[8].split(",")) st.add(Integer.valueOf(s));
    if (f[4].equals("y")) st.add(401);
    if (!params.isEmpty() || !qs.isEmpty() || !f[6].equals("-")) st.add(422);
    if (!f[6].equals("-")) st.add(413);
    Collections.sort(st);
    return new Op(f[0], f[1], f[2], path.toString(), params, f[4], qs, f[6].equals("-") ? null : f[6],
        ans.equals("-") ? null : ans, success, st);
  }

  private static Query query(String q) {
    String[] nt = q.split(":", 2);
    String name = nt[0], t = nt[1];
    List<String> values = List.of();
    if (t.startsWith("enum(")) {
      values = List.of(t.substring(5, t.indexOf(')')).split("/"));
      return new Query(name, "enum", t.endsWith("!"), 0, null, 0, 0, values);
    }
    if (t.contains("=")) {
      String[] p = t.split("[=:]");
      boolean num = !p[0].equals("string");
      Object d = p[0].equals("int") ? (Object) Integer.valueOf(p[1]) : p[0].equals("num") ? (Object) Double.valueOf(p[1]) : p[1];
      return new Query(name, p[0], false, 0, d, num ? Double.parseDouble(p[2]) : 0, num ? Double.parseDouble(p[3]) : 0, values);
    }
    if (t.endsWith("!1")) return new Query(name, t.substring(0, t.length() - 2), true, 1, null, 0, 0, values);
    if (t.endsWith("!")) return new Query(name, t.substring(0, t.length() - 1), true, 0, null, 0, 0, values);
    return new Query(name, t.substring(0, t.length() - 1), false, 0, null, 0, 0, values);
  }

  // ---- OpenAPI 3.1 ----
  private static JsonObject o(Object... kv) {
    JsonObject j = new JsonObject();
    for (int i = 0; i < kv.length; i += 2) j.put((String) kv[i], kv[i + 1]);
    return j;
  }
  static JsonObject type(String t) {
    boolean nul = t.endsWith("?");
    if (nul) t = t.substring(0, t.length() - 1);
    JsonObject s;
    if (t.startsWith("[")) s = o("type", "array", "items", type(t.substring(1, t.length() - 1)));
    else if (t.startsWith("enum(")) s = o("type", "string", "enum", new JsonArray(new ArrayList<>(List.of((Object[]) t.substring(5, t.length() - 1).split("/")))));
    else s = switch (t) {
      case "string" -> o("type", "string");
      case "int" -> o("type", "integer");
      case "num" -> o("type", "number");
      case "bool" -> o("type", "boolean");
      case "object" -> o("type", "object", "additionalProperties", true);
      case "any" -> o();
      case "uuid" -> o("type", "string", "format", "uuid");
      case "datetime" -> o("type", "string", "format", "date-time");
      case "date" -> o("type", "string", "format", "date");
      case "uri" -> o("type", "string", "format", "uri");
      default -> o("$ref", "#/components/schemas/" + t);
    };
    if (nul) {
      if (s.containsKey("enum")) { s.put("type", new JsonArray().add("string").add("null")); s.getJsonArray("enum").addNull(); }
      else if (s.containsKey("type")) s.put("type", new JsonArray().add(s.getString("type")).add("null"));
      else if (s.containsKey("$ref")) s = o("anyOf", new JsonArray().add(s).add(o("type", "null")));
    }
    return s;
  }
  private static final Map<Integer, String> WORDS = Map.ofEntries(Map.entry(200, "OK"), Map.entry(201, "Created"), Map.entry(204, "No content"),
      Map.entry(400, "Bad request"), Map.entry(401, "Unauthorized"), Map.entry(402, "Already subscribed"), Map.entry(403, "Forbidden"),
      Map.entry(404, "Not found"), Map.entry(409, "Conflict"), Map.entry(413, "Body too large"), Map.entry(422, "Validation error"),
      Map.entry(500, "Internal error"), Map.entry(503, "Service unavailable"));

  private static JsonObject json(JsonObject schema) { return o("application/json", o("schema", schema)); }
  private static void errors(JsonObject rs, Collection<Integer> st) {
    for (int s : st) rs.put("" + s, o("description", WORDS.get(s), "content", json(type(s == 422 ? "HTTPValidationError" : "Error"))));
  }

  static JsonObject openapi(int port) {
    JsonObject schemas = o();
    for (String l : schemaLines) {
      boolean req = l.startsWith("req ");
      String[] f = (req ? l.substring(4) : l).split(" ");
      JsonObject props = o();
      JsonArray must = new JsonArray();
      List<String> fields = new ArrayList<>(Arrays.asList(f).subList(2, f.length));
      if (f[1].equals("+")) fields.addAll(List.of("version:int", "createdAt:datetime", "updatedAt:datetime", "links:Links"));
      for (String x : fields) {
        String[] nt = x.split(":", 2);
        boolean bang = nt[1].endsWith("!");
        props.put(nt[0], type(bang ? nt[1].substring(0, nt[1].length() - 1) : nt[1]));
        if (bang || !req) must.add(nt[0]);
      }
      JsonObject s = o("type", "object", "properties", props);
      if (!must.isEmpty()) s.put("required", must);
      schemas.put(f[0], s);
    }
    schemas.put("Links", o("type", "object", "properties", o("self", o("type", "string")), "required", new JsonArray().add("self")));
    schemas.put("ToolInput", o("type", "object", "additionalProperties", true, "description", "The tool's input, as its inputSchema says"));
    props(schemas, "AgentThemePreferenceUpsertRequest").getJsonObject("themeColor").put("description", "# and six hexadecimal digits").put("examples", new JsonArray().add("#4a7c59"));
    props(schemas, "UserFeedbackRequest").getJsonObject("rating").put("minimum", 1).put("maximum", 5);
    for (String r : List.of("AgentRequest", "AgentRequestPartial")) {
      props(schemas, r).getJsonObject("vanitySlug").put("pattern", "^[a-z0-9]+(-[a-z0-9]+)*$").put("minLength", 3).put("maxLength", 60);
      props(schemas, r).getJsonObject("priceCents").put("minimum", 0).put("maximum", 10000000);
    }
    for (String r : List.of("AgentFileCreateRequest", "AgentFileUpdateRequest", "FilePosition"))
      props(schemas, r).getJsonObject("position").put("minimum", 0).put("maximum", 1000000);
    props(schemas, "PaymentSessionRequest").getJsonObject("credits").put("minimum", 1).put("maximum", 100000);
    JsonObject paths = o();
    for (Op op : ops) {
      JsonArray ps = new JsonArray();
      for (PathParam p : op.params()) ps.add(o("name", p.name(), "in", "path", "required", true, "schema", type(p.type())));
      for (Query q : op.query()) {
        JsonObject sc = q.type().equals("enum") ? o("type", "string", "enum", new JsonArray(new ArrayList<>(q.values()))) : type(q.type() + (q.required() || q.dflt() != null ? "" : "?"));
        if (q.dflt() != null) sc.put("default", q.dflt());
        if (q.max() > 0) { sc.put("minimum", q.type().equals("int") ? (Object) (int) q.min() : (Object) q.min()); sc.put("maximum", q.type().equals("int") ? (Object) (int) q.max() : (Object) q.max()); }
        if (q.minLength() > 0) sc.put("minLength", q.minLength());
        ps.add(o("name", q.name(), "in", "query", "required", q.required(), "schema", sc));
      }
      if (op.id().equals("webhook")) ps.add(o("name", "x-payment-signature", "in", "header", "required", false, "description", "sha256=<hex HMAC of the raw body>; 400 without it", "schema", type("string")));
      JsonObject rs = o();
      JsonObject okRes = o("description", WORDS.get(op.success()));
      if (op.answer() != null) okRes.put("content", json(type(op.answer())));
      rs.put("" + op.success(), okRes);
      errors(rs, op.statuses());
      JsonObject d = o("operationId", op.id(), "tags", new JsonArray().add(op.service()), "parameters", ps, "responses", rs);
      if (op.body() != null) {
        boolean opt = op.body().endsWith("?");
        d.put("requestBody", o("required", !opt, "content", json(type(op.body()))));
      }
      if (op.auth().equals("y")) d.put("security", new JsonArray().add(o("userJwt", new JsonArray())));
      else d.put("security", op.auth().equals("o") ? new JsonArray().add(o()).add(o("userJwt", new JsonArray())) : new JsonArray());
      if (op.id().equals("createChat")) d.put("deprecated", true);
      if (!paths.containsKey(op.path())) paths.put(op.path(), o());
      paths.getJsonObject(op.path()).put(op.method().toLowerCase(), d);
    }
    workers(paths);
    return o("openapi", "3.1.0", "info", o("title", "Agent Workers Platform (verbena)", "version", "0.1.0"),
        "servers", new JsonArray().add(o("url", "http://127.0.0.1:" + port)), "paths", paths,
        "components", o("schemas", schemas, "securitySchemes", o(
            "userJwt", o("type", "http", "scheme", "bearer", "bearerFormat", "JWT"), "apiKey", o("type", "http", "scheme", "bearer", "bearerFormat", "API key"))));
  }
  private static JsonObject props(JsonObject schemas, String n) { return schemas.getJsonObject(n).getJsonObject("properties"); }

  private static void workers(JsonObject paths) {
    JsonObject runHeader = o("X-Service-Run-ID", o("description", "The run", "required", true, "schema", type("uuid")),
        "x-service-job-id", o("description", "Present when a background job runs", "required", false, "schema", type("string")));
    for (boolean nd : List.of(false, true)) for (boolean cont : List.of(false, true)) {
      String p = "/workers" + (nd ? "/ndjson" : "") + "/{agent_id}" + (cont ? "/{run_id}" : "");
      JsonArray ps = workerParams(cont);
      JsonObject rs = o("200", o("description", nd ? "Lines of JSON, one event each" : "The worker's words", "headers", runHeader, "content",
          nd ? o("application/x-ndjson", o("schema", o("type", "object", "properties", o("type", o("type", "string", "enum",
              new JsonArray(List.of("run-started", "text", "tool-call", "tool-result", "job-started", "done")))), "required", new JsonArray().add("type"))))
             : o("text/plain", o("schema", type("string")))));
      errors(rs, cont ? List.of(401, 403, 404, 409, 413, 422) : List.of(401, 403, 404, 413, 422));
      if (!paths.containsKey(p)) paths.put(p, o());
      paths.getJsonObject(p).put(cont ? "put" : "post", o("operationId", (cont ? "continueRun" : "startRun") + (nd ? "Ndjson" : ""), "parameters", ps,
          "requestBody", o("required", true, "content", json(type(cont ? "ContinueRunRequest" : "StartRunRequest"))),
          "security", new JsonArray().add(o("apiKey", new JsonArray())), "responses", rs));
    }
    JsonObject rs = o("200", o("description", "The messages", "headers", o("x-service-job-id", runHeader.getJsonObject("x-service-job-id"), "X-Service-Run-ID", runHeader.getJsonObject("X-Service-Run-ID")),
        "content", json(type("[Message]"))));
    errors(rs, List.of(401, 404, 422));
    paths.getJsonObject("/workers/{agent_id}/{run_id}").put("get", o("operationId", "getMessages", "parameters", workerParams(true),
        "security", new JsonArray().add(o("apiKey", new JsonArray())), "responses", rs));
  }
  private static JsonArray workerParams(boolean cont) {
    JsonArray ps = new JsonArray().add(o("name", "agent_id", "in", "path", "required", true, "schema", type("uuid")));
    if (cont) ps.add(o("name", "run_id", "in", "path", "required", true, "schema", type("uuid")));
    return ps;
  }
}
