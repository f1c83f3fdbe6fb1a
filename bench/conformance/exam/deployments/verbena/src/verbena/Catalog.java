package verbena;

import io.vertx.core.json.*;
import java.nio.file.*;
import java.util.*;

record Tool(String toolkit, String id, String name, String description, JsonObject schema) {
  boolean notifier() { return name.startsWith("NOTIFIER_"); }
}

/** The tools that there are, and checks of their input. */
final class Catalog {
  static final Map<String, Tool> byId = new LinkedHashMap<>(), byName = new LinkedHashMap<>();
  static final Map<String, List<Tool>> toolsets = new LinkedHashMap<>();
  private static final String SINCE = "2026-01-15T09:00:00Z";

  static void load() throws Exception {
    for (String l : Files.readAllLines(Path.of("res/tools.txt"))) {
      if (l.isBlank() || l.startsWith("#")) continue;
      String[] f = l.split("\\|", -1);
      JsonObject props = new JsonObject();
      JsonArray req = new JsonArray();
      if (!f[4].isBlank()) for (String p : f[4].trim().split(" ")) {
        String name = p.substring(0, p.indexOf(':')), t = p.substring(p.indexOf(':') + 1), extra = null;
        if (t.endsWith(")")) { extra = t.substring(t.indexOf('(') + 1, t.length() - 1); t = t.substring(0, t.indexOf('(')); }
        if (t.endsWith("!")) { req.add(name); t = t.substring(0, t.length() - 1); }
        JsonObject s = new JsonObject().put("type", t);
        if (extra != null && t.equals("string")) s.put("enum", new JsonArray(List.of((Object[]) extra.split("/"))));
        else if (extra != null) s.put("minimum", Long.parseLong(extra.split("\\.\\.")[0])).put("maximum", Long.parseLong(extra.split("\\.\\.")[1]));
        if (name.equals("numbers")) s.put("items", new JsonObject().put("type", "number"));
        if (name.equals("items")) s.put("items", new JsonObject().put("type", "object").put("properties", new JsonObject().put("text", new JsonObject().put("type", "string"))
            .put("checked", new JsonObject().put("type", "boolean"))).put("required", new JsonArray().add("text").add("checked")));
        props.put(name, s);
      }
      JsonObject schema = new JsonObject().put("type", "object").put("properties", props).put("required", req).put("additionalProperties", false);
      Tool t = new Tool(f[0], f[1], f[2], f[3], schema);
      byId.put(t.id(), t);
      byName.put(t.name(), t);
      toolsets.computeIfAbsent(t.toolkit(), k -> new ArrayList<>()).add(t);
    }
  }
  static JsonObject stamp(JsonObject o, String self) {
    return o.put("version", 1).put("createdAt", SINCE).put("updatedAt", SINCE).put("links", new JsonObject().put("self", self));
  }
  static JsonObject mcp(Tool t) {
    return stamp(new JsonObject().put("toolId", t.id()).put("name", t.name()).put("description", t.description()).put("inputSchema", t.schema()).put("toolkit", t.toolkit()), "/me/tools/" + t.id());
  }
  static JsonObject pub(Tool t) {
    return stamp(new JsonObject().put("toolId", t.id()).put("name", t.name()).put("description", t.description()).put("toolkit", t.toolkit()).put("requiresConnection", t.notifier()), "/me/tools/" + t.id());
  }
  static ApiError bad(String m) { return new ApiError(400, "invalid input: " + m); }

  /** 400 when the input is not what the schema wants. */
  static void check(JsonObject schema, JsonObject in, String at) {
    for (Object r : schema.getJsonArray("required", new JsonArray())) if (in.getValue((String) r) == null) throw bad(at + r + " is required");
    for (Map.Entry<String, Object> e : in) {
      JsonObject s = schema.getJsonObject("properties").getJsonObject(e.getKey());
      if (s == null) {
        if (Boolean.FALSE.equals(schema.getBoolean("additionalProperties"))) throw bad("there is no parameter " + e.getKey());
        continue;
      }
      if (e.getValue() != null) value(s, e.getValue(), at + e.getKey());
    }
  }
  private static void value(JsonObject s, Object v, String at) {
    boolean ok = switch (s.getString("type")) {
      case "string" -> v instanceof String;
      case "boolean" -> v instanceof Boolean;
      case "integer" -> v instanceof Integer || v instanceof Long;
      case "number" -> v instanceof Number;
      case "array" -> v instanceof JsonArray;
      default -> v instanceof JsonObject;
    };
    if (!ok) throw bad(at + " must be of type " + s.getString("type"));
    if (s.containsKey("enum") && !s.getJsonArray("enum").contains(v)) throw bad(at + " must be one of " + s.getJsonArray("enum").encode());
    if (s.containsKey("minimum") && ((Number) v).longValue() < s.getLong("minimum")) throw bad(at + " must be at least " + s.getLong("minimum"));
    if (s.containsKey("maximum") && ((Number) v).longValue() > s.getLong("maximum") && !(Faults.on("notifier-limit-501") && at.equals("limit"))) throw bad(at + " must be at most " + s.getLong("maximum"));
    if (v instanceof JsonArray a && s.containsKey("items")) for (Object x : a) {
      if (x == null) throw bad(at + " must not hold null");
      value(s.getJsonObject("items"), x, at + "[]");
      if (x instanceof JsonObject o) check(s.getJsonObject("items"), o, at + "[].");
    }
  }

  /** Runs a tool of our own. */
  static Object run(Tool t, JsonObject in) {
    switch (t.name()) {
      case "read_tide_table":
        if (!List.of("Hull", "Whitby", "Cuxhaven").contains(in.getString("port"))) throw bad("there is no tide table of this port");
        return new JsonObject().put("port", in.getString("port")).put("highWater", "06:12").put("lowWater", "12:25").put("station", "GAUGE-4711-HUMBER");
      case "list_harbours": return new JsonObject().put("harbours", new JsonArray().add("Hull").add("Whitby").add("Cuxhaven"));
      case "convert_knots": return new JsonObject().put("kmh", in.getDouble("knots") * 1.852);
      case "reverse_text": return new JsonObject().put("text", new StringBuilder(in.getString("text")).reverse().toString());
      case "count_words": return new JsonObject().put("words", in.getString("text").isBlank() ? 0 : in.getString("text").trim().split("\\s+").length);
      case "upper_text": return new JsonObject().put("text", in.getString("text").toUpperCase(Locale.ROOT));
      case "repeat_text": return new JsonObject().put("text", in.getString("text").repeat(in.getInteger("times")));
      case "add_numbers": return new JsonObject().put("sum", number(new java.math.BigDecimal(in.getValue("a").toString()).add(new java.math.BigDecimal(in.getValue("b").toString()))));
      case "sum_list": {
        java.math.BigDecimal s = java.math.BigDecimal.ZERO;
        for (Object x : in.getJsonArray("numbers")) s = s.add(new java.math.BigDecimal(x.toString()));
        return new JsonObject().put("sum", number(s));
      }
      case "is_even": return new JsonObject().put("even", in.getLong("value") % 2 == 0);
      case "convert_temperature": {
        double v = in.getDouble("value");
        return new JsonObject().put("value", in.getString("to").equals("celsius") ? (v - 32) * 5 / 9 : v * 9 / 5 + 32).put("scale", in.getString("to"));
      }
      default: return new JsonObject().put("output", "ran " + in.getString("code").length() + " characters of code").put("exitCode", 0);
    }
  }
  private static Object number(java.math.BigDecimal d) {
    if (d.stripTrailingZeros().scale() <= 0 && d.abs().compareTo(new java.math.BigDecimal("9007199254740991")) <= 0) return d.longValue();
    return d.doubleValue();
  }
}
