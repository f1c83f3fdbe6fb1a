package dahlia;
import static dahlia.Core.*;
import static dahlia.Db.*;
import com.fasterxml.jackson.databind.JsonNode;
import org.springframework.http.*;
import org.springframework.web.bind.annotation.*;
import java.util.*;
import java.util.concurrent.*;

/** Tools, toolsets, installed tools, and the NOTIFIER tools. */
@RestController @RequestMapping("/me")
public class Tools {
  record P(String name, String type, boolean req, int max) {}
  record T(String id, String description, String set, List<P> params) {}
  static final Map<String, T> ALL = new LinkedHashMap<>();
  static final Map<String, String> SETS = new LinkedHashMap<>();
  /** Parameters as name:type, with ! where required; uint is a non-negative integer. */
  static void tool(String set, String id, String d, String ps) {
    List<P> l = new ArrayList<>();
    for (String p : ps.trim().split("\\s+")) if (!p.isEmpty()) {
      String[] nt = p.replace("!", "").split(":");
      l.add(new P(nt[0], nt[1], p.endsWith("!"), nt.length > 2 ? Integer.parseInt(nt[2]) : 0));
    }
    ALL.put(id, new T(id, d, set, l));
  }
  static {
    SETS.put("sea", "Tools about the sea"); SETS.put("text", "Tools about texts and numbers"); SETS.put("notifier", "Push notifications");
    tool("sea", "read_tide_table", "Reads the tide table of a port", "port:string!");
    tool("sea", "forecast_wind", "Forecasts the wind at a station", "station:string! hours:uint");
    tool("text", "count_words", "Counts the words of a text", "text:string!");
    tool("text", "convert_units", "Converts a length from one unit to another", "value:number! from:string! to:string!");
    String s = "notifier";
    tool(s, "NOTIFIER_CREATE_CHAT", "Create a chat with an email address", "email:string!");
    tool(s, "NOTIFIER_CREATE_DEVICE", "Register a device", "icon:string model:string! has_sms:boolean nickname:string! push_token:string app_version:uint! manufacturer:string!");
    tool(s, "NOTIFIER_CREATE_PUSH", "Send a push (note, link or file) to a device, user, channel or client", "type:string! url:string body:string guid:string email:string title:string file_url:string file_name:string file_type:string channel_tag:string client_iden:string device_iden:string source_device_iden:string");
    tool(s, "NOTIFIER_DELETE_ALL_PUSHES", "Delete all pushes of the user asynchronously", "");
    tool(s, "NOTIFIER_DELETE_CHAT", "Delete a chat", "iden:string!");
    tool(s, "NOTIFIER_DELETE_DEVICE", "Delete a device", "device_iden:string!");
    tool(s, "NOTIFIER_DELETE_PUSH", "Delete a push", "iden:string!");
    tool(s, "NOTIFIER_GET_USER", "Get the profile of the authenticated user", "");
    tool(s, "NOTIFIER_LIST_CHATS", "List chats", "limit:limit:500 cursor:string");
    tool(s, "NOTIFIER_LIST_DEVICES", "List devices", "");
    tool(s, "NOTIFIER_LIST_PUSHES", "List pushes", "limit:limit:500 active:boolean cursor:string modified_after:number");
    tool(s, "NOTIFIER_UPDATE_CHAT", "Mute or unmute a chat", "iden:string! muted:boolean!");
    tool(s, "NOTIFIER_UPDATE_DEVICE", "Update device metadata", "iden:string! icon:string model:string has_sms:boolean nickname:string push_token:string app_version:uint manufacturer:string");
    tool(s, "NOTIFIER_UPDATE_PUSH", "Dismiss a push or change list items", "iden:string! items:items dismissed:boolean");
    tool(s, "NOTIFIER_UPLOAD_REQUEST", "Get a signed upload URL before pushing a file", "file_name:string! file_type:string!");
  }
  static M schema(T t) {
    M props = m(); List<String> req = new ArrayList<>();
    for (P p : t.params) {
      if (p.req) req.add(p.name);
      props.p(p.name, switch (p.type) {
        case "uint" -> m().p("type", "integer").p("minimum", 0);
        case "limit" -> m().p("type", "integer").p("minimum", 1).p("maximum", p.max);
        case "items" -> m().p("type", "array").p("items", m().p("type", "object").p("properties", m().p("text", m().p("type", "string")).p("checked", m().p("type", "boolean"))).p("required", List.of("text", "checked")));
        default -> t.id.equals("NOTIFIER_CREATE_PUSH") && p.name.equals("type") ? m().p("type", "string").p("enum", List.of("note", "link", "file")) : m().p("type", p.type);
      });
    }
    return m().p("type", "object").p("properties", props).p("required", req);
  }
  static M mcp(T t) {
    if (on("tools-schema-without-required")) { M s = schema(t).without("required"); return m().p("name", t.id).p("description", t.description).p("inputSchema", s); }
    return m().p("name", t.id).p("description", t.description).p("inputSchema", schema(t)); }
  static M pub(T t) { return m().p("toolId", t.id).p("name", t.id).p("description", t.description).p("toolset", t.set); }

  @GetMapping("/tools/list") public Object list() { return ALL.values().stream().map(Tools::mcp).toList(); }
  @NoAuth @GetMapping("/tools") public Object publicTools() { return ALL.values().stream().map(Tools::pub).toList(); }
  static double score(T t, String q) {
    String[] ws = q.toLowerCase().trim().split("[\\s_]+");
    double s = 0;
    for (String w : ws) { if (w.isEmpty()) continue; s += t.id.toLowerCase().contains(w) ? 1 : t.description.toLowerCase().contains(w) ? 0.5 : 0; }
    return s / Math.max(1, ws.length);
  }
  @GetMapping("/tools/search") public Object search(@RequestParam(name = "q") String q, @RequestParam(name = "toolkit", required = false) String toolkit,
      @RequestParam(name = "limit", required = false) Integer limit, @RequestParam(name = "min_score", required = false) Double min_score) {
    if (q.isEmpty() && !on("search-empty-q")) throw invalid("query", "q", "must have at least 1 character");
    int n = limit == null ? 20 : on("search-limit-201") ? Math.min(limit, 200) : range("limit", limit, 1, 200);
    double min = min_score == null ? 0.15 : min_score;
    if (!(min >= 0 && min <= 1)) throw invalid("query", "min_score", "must be from 0.0 to 1.0");
    List<T> l = new ArrayList<>();
    for (T t : ALL.values()) if ((score(t, q) >= min && score(t, q) > 0 || min == 0) && (toolkit == null || toolkit.isEmpty() || toolkit.equals("null") || toolkit.equals(t.set) || on("search-toolkit-ignored"))) l.add(t);
    l.sort(Comparator.comparingDouble(t -> -score(t, q)));
    if (on("search-limit-ignored")) n = 200;
    return l.stream().limit(n).map(Tools::mcp).toList();
  }
  @NoAuth @GetMapping("/tools/{toolId}") public ResponseEntity<Object> one(@PathVariable String toolId) {
    T t = ALL.get(toolId);
    if (t == null && on("tool-unknown-null")) return Agents.json("null");
    if (t == null) throw err(404, "The tool does not exist");
    return ResponseEntity.ok(pub(t));
  }
  @GetMapping("/toolsets/list") public Object sets() {
    List<M> l = new ArrayList<>();
    SETS.forEach((k, d) -> l.add(m().p("toolsetName", k).p("description", d).p("toolCount", ALL.values().stream().filter(t -> t.set.equals(k)).count())));
    return l;
  }
  @GetMapping("/toolsets/{name}") public Object set(@PathVariable String name) {
    if (!SETS.containsKey(name)) throw err(404, "Toolset not found");
    List<M> l = new ArrayList<>();
    for (T t : ALL.values()) if (t.set.equals(name) || on("toolset-has-all-tools")) l.add(mcp(t));
    return m().p("toolsetName", name).p("description", SETS.get(name)).p("tools", l);
  }

  // ---------- installed tools
  Map<String, M> mine() { return installed.computeIfAbsent(me().id, k -> new LinkedHashMap<>()); }
  M userTool(M i) { T t = ALL.get(i.s("toolId")); return m().p("toolId", t.id).p("name", t.id).p("description", t.description).p("toolset", t.set).p("installedAt", i.get("installedAt")); }
  @GetMapping("/user-tools") public Object userTools() {
    List<M> l = new ArrayList<>();
    for (M i : mine().values()) for (int k = 0; k < (i.get("times") == null ? 1 : i.i("times")); k++) l.add(userTool(i));
    return l;
  }
  @PostMapping("/user-tools") public Object install(@RequestBody JsonNode b) {
    B x = new B(b); String id = x.str("toolId", true, 200); x.done();
    if (!ALL.containsKey(id)) throw err(409, "The tool could not be installed");
    M old = mine().get(id);
    if (old != null && on("install-twice-lists-twice")) { old.p("times", (old.get("times") == null ? 1 : old.i("times")) + 1); return old.without("times"); }
    if (old != null) throw err(409, "The tool is installed already");
    M i = m().p("toolId", id).p("userId", me().id).p("installedAt", now());
    mine().put(id, i);
    return i;
  }
  @GetMapping("/user-tools/{toolId}") public Object userToolGet(@PathVariable String toolId) {
    M i = mine().get(toolId);
    if (i == null) throw err(404, "The tool is not installed");
    return userTool(i);
  }
  @DeleteMapping("/user-tools/{toolId}") public Object uninstall(@PathVariable String toolId) {
    M i = mine().get(toolId);
    if (i == null) throw err(404, "The tool is not installed");
    mine().remove(toolId);
    if (on("uninstall-for-all-users")) for (Map<String, M> o : installed.values()) o.remove(toolId);
    return i.without("times");
  }

  // ---------- running
  static List<M> check(T t, B x) {
    for (P p : t.params) {
      JsonNode v = x.n.get(p.name);
      if (v == null || v.isNull()) { if (p.req) x.bad(p.name, "is required"); continue; }
      switch (p.type) {
        case "string" -> { if (!v.isTextual()) x.bad(p.name, "must be a string"); else if (p.req && v.asText().isBlank()) x.bad(p.name, "must not be blank"); }
        case "number" -> { if (!v.isNumber()) x.bad(p.name, "must be a number"); }
        case "boolean" -> { if (!v.isBoolean()) x.bad(p.name, "must be a boolean"); }
        case "uint" -> { if (!v.isIntegralNumber() || v.asLong() < 0 && !(on("notifier-negative-app-version") && t.id.equals("NOTIFIER_UPDATE_DEVICE"))) x.bad(p.name, "must be a non-negative integer"); }
        case "limit" -> { if (!v.isIntegralNumber() || v.asLong() < 1 || v.asLong() > p.max && !on("notifier-limit-over-500")) x.bad(p.name, "must be from 1 to " + p.max); }
        case "items" -> {
          if (!v.isArray()) x.bad(p.name, "must be an array");
          else for (JsonNode e : v) if (!e.path("text").isTextual() || !e.path("checked").isBoolean()) { x.bad(p.name, "must hold items with text and checked"); break; }
        }
      }
    }
    return x.errors;
  }
  @PostMapping("/tools/run/{name}") public Object run(@PathVariable String name, @RequestParam(name = "service_id", defaultValue = "default") String service_id,
      @RequestParam(name = "service_id_namespace", defaultValue = "global") String ns, @RequestBody JsonNode body) {
    B x = new B(body);
    T t = ALL.get(name);
    if (t == null) throw err(404, "Tool not found");
    M log = m().p("logId", next()).p("userId", me().id).p("toolName", name).p("serviceId", service_id).p("serviceIdNamespace", ns).p("input", body).p("status", "SUCCEEDED").p("output", null).p("createdAt", now());
    try {
      List<M> e = on("run-input-not-checked") && !t.set.equals("notifier") ? List.of() : check(t, x);
      if (!e.isEmpty()) throw new Api(400, "The input is not valid: " + e.get(0).get("field") + " " + e.get(0).get("message"), e);
      Object out = t.set.equals("notifier") ? notifier(t.id, body) : plain(t.id, body);
      M r = m().p("toolName", name).p("isError", false).p("content", List.of(m().p("type", "text").p("text", JSON.writeValueAsString(out)))).p("structuredContent", JSON.readTree(JSON.writeValueAsString(out)));
      log.p("output", r.get("structuredContent"));
      if (!(on("execution-failures-only") )) executions.add(log);
      return r;
    } catch (Api e) { log.p("status", "FAILED").p("output", e.getMessage()); executions.add(log); throw e; }
    catch (com.fasterxml.jackson.core.JsonProcessingException e) { throw new IllegalStateException(e); }
  }
  M plain(String id, JsonNode b) {
    switch (id) {
      case "read_tide_table": return m().p("port", b.path("port").asText()).p("highWater", "06:12").p("lowWater", "12:31").p("gauge", "RAW-GAUGE-7731");
      case "forecast_wind": return m().p("station", b.path("station").asText()).p("hours", b.path("hours").asInt(24)).p("direction", "NW").p("knots", 14);
      case "count_words": { String s = b.path("text").asText().trim(); return m().p("words", s.isEmpty() ? 0 : s.split("\\s+").length); }
      default: {
        Map<String, Double> u = Map.of("m", 1.0, "km", 1000.0, "cm", 0.01, "mile", 1609.344, "foot", 0.3048);
        Double f = u.get(b.path("from").asText()), to = u.get(b.path("to").asText());
        if (f == null || to == null) throw err(400, "Units are " + new TreeSet<>(u.keySet()));
        return m().p("value", b.path("value").asDouble() * f / to).p("unit", b.path("to").asText());
      }
    }
  }

  // ---------- the notification service: an account for each user
  static class Acc { Map<String, M> chats = new LinkedHashMap<>(), devices = new LinkedHashMap<>(), pushes = new LinkedHashMap<>(); String created = now(); double stamp; }
  static final Map<String, Acc> accounts = new HashMap<>();
  static final ScheduledExecutorService later = Executors.newSingleThreadScheduledExecutor(r -> { Thread t = new Thread(r); t.setDaemon(true); return t; });
  static String iden() { return "uj" + uuid().replace("-", "").substring(0, 20); }
  static String firstUser;
  double stamp(Acc a) { double t = System.currentTimeMillis() / 1000.0; a.stamp = Math.max(Math.round((a.stamp + 0.001) * 1000) / 1000.0, t); return a.stamp; }
  M known(Map<String, M> of, String iden, String what) { M r = of.get(iden); if (r == null) throw err(400, "There is no " + what + " " + iden); return r; }
  static Object val(JsonNode v) { return v == null || v.isNull() ? null : v.isBoolean() ? v.asBoolean() : v.isIntegralNumber() ? (Object) v.asLong() : v.isNumber() ? (Object) v.asDouble() : v.asText(); }
  static String txt(JsonNode b, String f) { return b.hasNonNull(f) ? b.get(f).asText() : null; }
  M slice(List<M> newest, JsonNode b, String what) {
    int lim = b.hasNonNull("limit") ? b.get("limit").asInt() : 500, from = 0;
    String c = txt(b, "cursor");
    if (c != null && !c.isEmpty()) {
      String at; try { at = new String(Base64.getUrlDecoder().decode(c)); } catch (Exception e) { throw err(400, "The cursor is not valid"); }
      from = -1;
      for (int i = 0; i < newest.size(); i++) if (newest.get(i).s("iden").equals(at)) from = i + (on("notifier-cursor-repeats") ? 0 : 1);
      if (from < 0) throw err(400, "The cursor is not valid");
    }
    List<M> l = newest.subList(Math.min(from, newest.size()), Math.min(newest.size(), from + lim));
    boolean more = from + lim < newest.size();
    return m().p(what, l).p("cursor", more ? Base64.getUrlEncoder().withoutPadding().encodeToString(l.get(l.size() - 1).s("iden").getBytes()) : null);
  }
  Object notifier(String id, JsonNode b) {
    User u = me();
    if (u.sandbox()) throw err(400, "There is no auth connection to the notification service");
    if (firstUser == null) firstUser = u.id;
    Acc a = accounts.computeIfAbsent(u.id, k -> new Acc());
    switch (id) {
      case "NOTIFIER_GET_USER": { User w = on("notifier-user-of-first-caller") ? users.get(firstUser) : u; return m().p("iden", "acc_" + w.id).p("email", w.email).p("name", w.name).p("created", a.created); }
      case "NOTIFIER_CREATE_CHAT": {
        String e = txt(b, "email");
        if (!e.matches("[^@\\s]+@[^@\\s]+")) throw err(400, "email must be an email address");
        for (M c : a.chats.values()) if (e.equalsIgnoreCase(c.s("email"))) return c;
        double t = stamp(a);
        M c = m().p("iden", iden()).p("email", e).p("muted", false).p("created", t).p("modified", t);
        a.chats.put(c.s("iden"), c); return c;
      }
      case "NOTIFIER_LIST_CHATS": return slice(reversed(new ArrayList<>(a.chats.values())), b, "chats");
      case "NOTIFIER_UPDATE_CHAT": {
        M c = known(a.chats, txt(b, "iden"), "chat");
        if (b.get("muted").asBoolean() || !on("notifier-chat-not-unmuted")) c.p("muted", b.get("muted").asBoolean());
        return c.p("modified", stamp(a));
      }
      case "NOTIFIER_DELETE_CHAT": { M c = known(a.chats, txt(b, "iden"), "chat"); a.chats.remove(c.s("iden")); return m().p("iden", c.s("iden")).p("deleted", true); }
      case "NOTIFIER_CREATE_DEVICE": {
        double t = stamp(a);
        M d = m().p("iden", iden());
        for (P p : ALL.get(id).params) d.p(p.name, val(b.get(p.name)));
        d.p("created", t).p("modified", t);
        a.devices.put(d.s("iden"), d); return d;
      }
      case "NOTIFIER_LIST_DEVICES": return m().p("devices", reversed(new ArrayList<>(a.devices.values())));
      case "NOTIFIER_UPDATE_DEVICE": {
        M d = known(a.devices, txt(b, "iden"), "device");
        for (P p : ALL.get(id).params) if (!p.name.equals("iden") && (b.hasNonNull(p.name) || on("notifier-device-update-loses-rest"))) d.p(p.name, val(b.get(p.name)));
        return d.p("modified", stamp(a));
      }
      case "NOTIFIER_DELETE_DEVICE": {
        M d = a.devices.get(txt(b, "device_iden"));
        if (d == null && on("notifier-delete-unknown-device")) return m().p("iden", txt(b, "device_iden")).p("deleted", true);
        d = known(a.devices, txt(b, "device_iden"), "device"); a.devices.remove(d.s("iden")); return m().p("iden", d.s("iden")).p("deleted", true); }
      case "NOTIFIER_CREATE_PUSH": {
        String ty = txt(b, "type");
        if (!List.of("note", "link", "file").contains(ty)) throw err(400, "type must be note, link or file");
        if (ty.equals("link") && (txt(b, "url") == null || txt(b, "url").isBlank()) && !on("notifier-link-without-url")) throw err(400, "url is required for a link");
        if (ty.equals("file")) for (String f : List.of("file_url", "file_name", "file_type")) if ((txt(b, f) == null || txt(b, f).isBlank()) && !(on("notifier-file-without-type") && f.equals("file_type"))) throw err(400, f + " is required for a file");
        if (txt(b, "device_iden") != null) known(a.devices, txt(b, "device_iden"), "device");
        if (txt(b, "source_device_iden") != null) known(a.devices, txt(b, "source_device_iden"), "device");
        String g = txt(b, "guid");
        if (g != null && !g.isEmpty() && !on("notifier-guid-ignored")) for (M p : a.pushes.values()) if (g.equals(p.s("guid"))) return p;
        double t = stamp(a);
        M p = m().p("iden", iden()).p("active", true).p("dismissed", false);
        for (P q : ALL.get(id).params) p.p(q.name, val(b.get(q.name)));
        p.p("items", null).p("created", t).p("modified", t);
        a.pushes.put(p.s("iden"), p); return p;
      }
      case "NOTIFIER_LIST_PUSHES": {
        List<M> l = new ArrayList<>();
        boolean act = b.path("active").asBoolean(false) && !on("notifier-active-ignored");
        for (M p : reversed(new ArrayList<>(a.pushes.values())))
          if ((!act || p.b("active")) && (!b.hasNonNull("modified_after") || ((Number) p.get(on("notifier-modified-after-created") ? "created" : "modified")).doubleValue() > b.get("modified_after").asDouble())) l.add(p);
        return slice(l, b, "pushes");
      }
      case "NOTIFIER_UPDATE_PUSH": {
        M p = known(a.pushes, txt(b, "iden"), "push");
        if (!p.b("active")) throw err(400, "There is no push " + p.s("iden"));
        if (b.hasNonNull("dismissed")) p.p("dismissed", b.get("dismissed").asBoolean());
        if (b.hasNonNull("items")) { List<M> l = new ArrayList<>(); for (JsonNode e : b.get("items")) l.add(m().p("text", e.get("text").asText()).p("checked", e.get("checked").asBoolean() && !on("notifier-items-unchecked"))); p.p("items", l); }
        return p.p("modified", stamp(a));
      }
      case "NOTIFIER_DELETE_PUSH": { M p = known(a.pushes, txt(b, "iden"), "push"); if (!p.b("active")) throw err(400, "There is no push " + p.s("iden")); p.p("active", false).p("modified", stamp(a)); return m().p("iden", p.s("iden")).p("deleted", true); }
      case "NOTIFIER_DELETE_ALL_PUSHES": {
        List<M> l = new ArrayList<>(a.pushes.values());
        if (on("notifier-delete-all-spares-dismissed")) l.removeIf(p -> p.b("dismissed"));
        later.schedule(() -> { LOCK.lock(); try { for (M p : l) if (p.b("active")) p.p("active", false).p("modified", stamp(a)); } finally { LOCK.unlock(); } }, 250, TimeUnit.MILLISECONDS);
        return m().p("accepted", true);
      }
      default: {
        String key = uuid();
        return m().p("file_name", txt(b, "file_name")).p("file_type", on("notifier-upload-type-lost") ? "application/octet-stream" : txt(b, "file_type")).p("file_url", "https://files.dahlia.example/" + key + "/" + java.net.URLEncoder.encode(txt(b, "file_name"), java.nio.charset.StandardCharsets.UTF_8))
          .p("upload_url", "https://upload.dahlia.example/" + key).p("data", m().p("key", key).p("policy", Base64.getEncoder().encodeToString(key.getBytes())).p("signature", hex(hmac(SECRET, key.getBytes()))));
      }
    }
  }
}
