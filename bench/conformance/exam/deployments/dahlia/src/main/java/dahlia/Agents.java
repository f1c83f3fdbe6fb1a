package dahlia;
import static dahlia.Core.*;
import static dahlia.Db.*;
import com.fasterxml.jackson.databind.JsonNode;
import org.springframework.http.*;
import org.springframework.web.bind.annotation.*;
import java.util.*;

/** Runs, subscriptions, studio chats, agents with their files and themes, chats. */
@RestController @RequestMapping("/me")
public class Agents {
  // ---------- runs and logs
  List<Run> ownRuns() { List<Run> l = new ArrayList<>(); for (Run r : runs.values()) if (r.userId.equals(me().id)) l.add(r); return l; }
  @GetMapping("/agent-runs") public Object agentRuns(@RequestParam(name = "next_cursor", required = false) String next_cursor, @RequestParam(name = "limit", required = false) Integer limit) {
    int n = range("limit", limit == null ? on("agent-runs-default-limit-20") ? 20 : 30 : limit, 1, 100000);
    List<M> l = new ArrayList<>();
    for (Run r : reversed(ownRuns())) l.add(r.view());
    return cursorPage(l, next_cursor, n, "startedAt", on("agent-runs-cursor-repeats"));
  }
  @GetMapping("/agent-runs/{runId}") public Object agentRun(@PathVariable String runId) {
    Run r = runs.get(pathUuid("run_id", runId));
    if (r == null || !r.userId.equals(me().id) && !on("agent-run-of-another-user")) throw err(404, "Run not found");
    return r.view();
  }
  List<M> logs(List<M> all, String runId) {
    String id = pathUuid("run_id", runId);
    Run r = runs.get(id);
    List<M> l = new ArrayList<>();
    if (r != null && r.userId.equals(me().id)) for (M x : all) if (x.s("runId").equals(id)) l.add(x);
    return l;
  }
  @GetMapping("/agent-runs/{runId}/mcp-server-logs") public Object mcp(@PathVariable String runId) {
    List<M> l = logs(mcpLogs, runId);
    if (on("mcp-logs-of-all-runs") && runs.containsKey(runId)) { l = new ArrayList<>(); for (M x : mcpLogs) if (runs.get(x.s("runId")).agentId.equals(runs.get(runId).agentId)) l.add(x); }
    return l;
  }
  @GetMapping("/agent-runs/{runId}/logs") public Object runLogs(@PathVariable String runId) { return logs(runLogs, runId); }
  @GetMapping("/executions") public Object executions(@RequestParam(name = "next_cursor", required = false) String next_cursor, @RequestParam(name = "limit", required = false) Integer limit) {
    int n = range("limit", limit == null ? 30 : limit, 1, 100000);
    List<M> l = new ArrayList<>();
    for (M x : reversed(executions)) if (x.s("userId").equals(me().id) || on("executions-of-all-users")) l.add(x.without("userId"));
    return cursorPage(l, next_cursor, n, "createdAt", false);
  }
  @GetMapping("/executions/{logId}") public ResponseEntity<Object> execution(@PathVariable int logId) {
    for (M x : executions) if (x.i("logId") == logId && x.s("userId").equals(me().id)) return ResponseEntity.ok(x.without("userId"));
    if (on("execution-unknown-null")) return json("null");
    throw err(404, "Log not found");
  }
  static ResponseEntity<Object> json(String s) { return ResponseEntity.ok().contentType(MediaType.APPLICATION_JSON).body(s.getBytes(java.nio.charset.StandardCharsets.UTF_8)); }

  // ---------- subscriptions
  M known(String id) { M a = agents.get(id.toLowerCase()); if (a == null) throw err(404, "Agent not found"); return a; }
  Map<String, M> mySubs() { return subs.computeIfAbsent(me().id, k -> new LinkedHashMap<>()); }
  @PostMapping("/agents/{agentId}/subscribe") public Object subscribe(@PathVariable String agentId, @RequestBody JsonNode b) {
    B x = new B(b); String ok = x.str("successUrl", false, 2000), no = x.str("cancelUrl", false, 2000); x.done();
    M a = known(agentId);
    if (a.s("visibility").equals("private") && !a.s("ownerId").equals(me().id)) throw err(404, "Agent not found");
    if (!a.b("paid")) throw err(400, "The agent is not paid");
    if (a.s("ownerId").equals(me().id) && !on("owner-may-subscribe")) throw err(400, "The caller owns the agent");
    M s = mySubs().get(a.s("agentId"));
    if (s != null && s.s("status").equals("active")) throw err(on("subscribed-already-400") ? 400 : 402, "Already subscribed");
    String id = "cs_" + uuid().replace("-", "");
    sessions.put(id, m().p("userId", me().id).p("agentId", a.s("agentId")));
    return m().p("agentId", a.s("agentId")).p("sessionId", id).p("checkoutUrl", "https://pay.dahlia.example/checkout/" + id).p("successUrl", ok).p("cancelUrl", no);
  }
  @PostMapping("/agents/{agentId}/unsubscribe") public Object unsubscribe(@PathVariable String agentId) {
    M a = known(agentId), s = mySubs().get(a.s("agentId"));
    if (s == null || !s.s("status").equals("active") && !on("unsubscribe-twice")) throw err(400, "No active subscription to cancel");
    s.p("status", "canceled").p("canceledAt", now());
    if (on("unsubscribe-ends-all")) for (M o : mySubs().values()) o.p("status", "canceled").p("canceledAt", now());
    return s;
  }
  @GetMapping("/subscriptions") public Object subscriptions() { return page(new ArrayList<>(mySubs().values())); }
  @GetMapping("/subscriptions/{agentId}") public Object subscription(@PathVariable String agentId) {
    M s = mySubs().get(agentId.toLowerCase());
    if (s == null) throw err(404, "No subscription");
    return s;
  }

  // ---------- studio chats
  String visibility(String v, User u) {
    if ("private".equals(v) && u.sandbox()) throw err(400, "The sandbox tier can not make it private");
    return v;
  }
  String dflt(User u) { return u.sandbox() ? "public" : "private"; }
  M studioChat(String id, boolean write) {
    M c = studio.get(id);
    if (c == null || c.get("deletedAt") != null) throw err(404, "Chat not found");
    if (write && !c.s("ownerId").equals(me().id) && !(on("studio-put-by-another") && req().getMethod().equals("PUT"))) throw err(403, "No permission on the chat");
    return c;
  }
  @GetMapping("/agent-studio-chats") public Object studioChats() {
    List<M> l = new ArrayList<>();
    for (M c : studio.values()) if (c.s("ownerId").equals(me().id) && (c.get("deletedAt") == null || on("studio-list-shows-deleted"))) l.add(c);
    return l;
  }
  static List<Object> messages(B x) {
    JsonNode v = x.n.get("messages");
    if (v == null || v.isNull()) return null;
    if (!v.isArray()) { x.bad("messages", "must be an array"); return null; }
    return JSON.convertValue(v, List.class);
  }
  @PostMapping("/agent-studio-chats") public Object studioCreate(@RequestBody JsonNode b) {
    B x = new B(b);
    String id = x.str("runId", false, 200), t = x.str("title", false, 500), v = x.visibility(); List<Object> ms = messages(x); x.done();
    visibility(v, me());
    if (id != null && id.isBlank()) throw invalid("body", "runId", "must not be blank");
    if (id == null) id = uuid();
    M c = studio.get(id);
    if (c != null && c.s("ownerId").equals(me().id) && c.get("deletedAt") == null) {
      if (on("studio-post-overwrites")) c.p("title", t).p("visibility", v == null ? dflt(me()) : v).p("messages", ms == null ? List.of() : ms).p("updatedAt", now());
      return c;
    }
    if (c != null) throw err(409, "A chat with this runId exists");
    String n = now();
    c = m().p("runId", id).p("ownerId", me().id).p("title", t).p("visibility", v == null ? dflt(me()) : v).p("messages", ms == null ? List.of() : ms).p("clonedFrom", null).p("createdAt", n).p("updatedAt", n).p("deletedAt", null);
    studio.put(id, c);
    return c;
  }
  @NoAuth @GetMapping("/agent-studio-chats/{runId}") public Object studioGet(@PathVariable String runId) {
    M c = studioChat(runId, false);
    User u = caller();
    if (c.s("visibility").equals("private") && !(u != null && (u.id.equals(c.s("ownerId")) || on("studio-private-to-any-user")))) throw err(403, "No permission on the chat");
    return c;
  }
  @PutMapping("/agent-studio-chats/{runId}") public Object studioPut(@PathVariable String runId, @RequestBody JsonNode b) {
    B x = new B(b); x.str("runId", false, 200); String t = x.str("title", false, 500), v = x.visibility(); List<Object> ms = messages(x); x.done();
    M c = studioChat(runId, true);
    visibility(v, me());
    return c.p("title", t).p("visibility", v == null ? dflt(me()) : v).p("messages", ms == null ? List.of() : ms).p("updatedAt", now());
  }
  @PatchMapping("/agent-studio-chats/{runId}") public Object studioPatch(@PathVariable String runId, @RequestBody JsonNode b) {
    B x = new B(b); String t = x.str("title", false, 500), v = x.visibility(); List<Object> ms = messages(x); x.done();
    M c = studioChat(runId, true);
    if (!on("studio-patch-sandbox-private")) visibility(v, me());
    if (t != null || on("studio-patch-loses-title")) c.put("title", t);
    if (v != null) c.put("visibility", v);
    if (ms != null) c.put("messages", ms);
    return c.p("updatedAt", now());
  }
  @DeleteMapping("/agent-studio-chats/{runId}") public Object studioDelete(@PathVariable String runId) { return studioChat(runId, true).p("deletedAt", now()); }
  @PostMapping("/agent-studio-chats/{runId}/clone") public ResponseEntity<Object> studioClone(@PathVariable String runId) {
    M c = studioChat(runId, false);
    if (c.s("visibility").equals("private") && !(on("studio-clone-own-private") && c.s("ownerId").equals(me().id))) throw err(400, "Private chats can not be cloned");
    String n = now();
    M d = c.copy().p("runId", uuid()).p("ownerId", me().id).p("visibility", dflt(me())).p("messages", new ArrayList<>((List<?>) c.get("messages"))).p("clonedFrom", c.s("runId")).p("createdAt", n).p("updatedAt", n);
    if (on("studio-clone-loses-messages")) d.p("messages", List.of());
    studio.put(d.s("runId"), d);
    return ResponseEntity.status(on("studio-clone-200") ? 200 : 201).body(d);
  }

  // ---------- agents
  M visible(M a) {
    User u = me() != null ? me() : caller();
    if (a.s("visibility").equals("private") && (u == null || !a.s("ownerId").equals(u.id))) throw err(403, "No permission on the agent");
    return a;
  }
  M owned(M a) { if (!a.s("ownerId").equals(me().id)) throw err(403, "No permission on the agent"); return a; }
  List<M> mine() { List<M> l = new ArrayList<>(); for (M a : agents.values()) if (a.s("ownerId").equals(me().id)) l.add(a); return l; }
  boolean slugTaken(String s, String but) { for (M a : agents.values()) if (s.equalsIgnoreCase(a.s("vanitySlug")) && !a.s("agentId").equals(but)) return true; return false; }
  /** The fields of a request that are there; nothing is written. */
  M fields(B x, String id) {
    M f = m();
    String name = x.str("name", false, 200), p = x.str("chatPrompt", false, 100000), v = x.visibility(), s = x.str("vanitySlug", false, 80), up = x.str("upsellDescription", false, 5000);
    JsonNode price = x.n.get("monthlyPrice");
    if (price != null && !price.isNull()) { if (!price.isNumber() || price.asDouble() < 0) x.bad("monthlyPrice", "must be a number from 0"); else f.p("monthlyPrice", price.asDouble()).p("paid", price.asDouble() > 0); }
    Boolean vc = x.bool("virtualComputer");
    if (s != null && !s.matches("[A-Za-z0-9]+(-[A-Za-z0-9]+)*")) x.bad("vanitySlug", "must have letters, digits and hyphens");
    else if (s != null && slugTaken(s, id)) x.bad("vanitySlug", "is taken");
    x.done();
    if (name != null) f.p("name", name);
    if (p != null) f.p("chatPrompt", on("agent-prompt-255") && p.length() > 255 ? p.substring(0, 255) : p);
    if (v != null) f.p("visibility", v);
    if (s != null) f.p("vanitySlug", s);
    if (up != null) f.p("upsellDescription", up);
    if (vc != null) f.p("virtualComputer", vc);
    return f;
  }
  M create(M f) {
    String n = now();
    M a = m().p("agentId", uuid()).p("ownerId", me().id).p("name", "Untitled agent").p("chatPrompt", null).p("visibility", dflt(me())).p("vanitySlug", null)
      .p("upsellDescription", null).p("monthlyPrice", null).p("paid", false).p("virtualComputer", false).p("feedbackCount", 0).p("averageRating", null).p("clonedFrom", null).p("createdAt", n).p("updatedAt", n);
    a.putAll(f);
    agents.put(a.s("agentId"), a);
    return a;
  }
  @GetMapping("/agents") public Object list() { return mine(); }
  @PostMapping("/agents") public Object upsert(@RequestBody JsonNode b) {
    B x = new B(b);
    String id = x.str("agentId", false, 100); id = id == null ? null : id.toLowerCase();
    M f = fields(x, id);
    boolean noPrompt = f.s("chatPrompt") == null || f.s("chatPrompt").isBlank();
    if (noPrompt && !(on("upsert-update-without-prompt") && id != null)) throw err(400, "The chat prompt is missing");
    visibility(f.s("visibility"), me());
    if (id == null) return create(f);
    M a = known(id);
    if (on("upsert-refused-but-written") && !a.s("ownerId").equals(me().id)) a.putAll(f);
    owned(a);
    if (on("upsert-creates-second")) return create(f.without("vanitySlug"));
    // an update keeps what it does not name
    a.putAll(f); a.p("updatedAt", now());
    return a;
  }
  @NoAuth @GetMapping("/agents/{agentId}") public Object get(@PathVariable String agentId) { return visible(known(agentId)); }
  @PostMapping("/agents/{agentId}/upsell-description") public Object upsell(@PathVariable String agentId) {
    M a = known(agentId);
    if (!a.s("ownerId").equals(me().id)) throw err(404, "Agent not found");
    String d = "Meet " + a.s("name") + ": " + a.s("chatPrompt");
    d = d.length() > 160 ? d.substring(0, 157) + "..." : d;
    if (on("upsell-description-not-saved")) return a.copy().p("upsellDescription", d);
    return a.p("upsellDescription", d).p("updatedAt", now());
  }
  @NoAuth @PostMapping("/agents/vanity/slug") public Object slug(@RequestBody JsonNode b) {
    B x = new B(b); String n = x.str("name", true, 200); x.done();
    String s = java.text.Normalizer.normalize(n, java.text.Normalizer.Form.NFD).toLowerCase().replaceAll("[^a-z0-9]+", "-").replaceAll("^-|-$", "");
    if (s.isEmpty()) s = "agent";
    if (s.length() > 50) s = s.substring(0, 50).replaceAll("-$", "");
    String t = s;
    for (int i = 2; slugTaken(t, null) && !on("slug-generated-is-taken"); i++) t = s + "-" + i;
    return m().p("slug", t);
  }
  @GetMapping("/agents/vanity/slug") public Object slugFree(@RequestParam(name = "slug") String slug) {
    boolean taken = slugTaken(slug, null);
    if (on("slug-own-is-available")) { for (M a : mine()) if (slug.equalsIgnoreCase(a.s("vanitySlug"))) taken = false; }
    return m().p("slug", slug).p("available", !taken && slug.matches("[A-Za-z0-9]+(-[A-Za-z0-9]+)*"));
  }
  static final List<String> VIBE = List.of("lovable", "bolt", "replit");
  @GetMapping("/agents/{agentId}/vibe") public Object vibe(@PathVariable String agentId, @RequestParam(name = "service_name") String service_name) {
    if (!VIBE.contains(service_name) && !on("vibe-any-service")) throw invalid("query", "service_name", "must be one of " + String.join(", ", VIBE));
    M a = visible(known(agentId));
    return m().p("agentId", a.s("agentId")).p("serviceName", service_name).p("prompt", "Build with " + service_name + " a page that talks to the agent " + a.s("name") + " (" + a.s("agentId") + ").");
  }
  @NoAuth @GetMapping("/vibe/services") public Object vibes() {
    List<M> l = new ArrayList<>();
    for (String s : VIBE) l.add(m().p("name", s).p("title", s.substring(0, 1).toUpperCase() + s.substring(1)).p("url", "https://" + s + ".example"));
    return page(l);
  }
  @GetMapping("/agents/{agentId}/customizations/theme") public ResponseEntity<Object> theme(@PathVariable String agentId) {
    M a = visible(known(pathUuid("agent_id", agentId)));
    M t = themes.get(a.s("agentId"));
    return t == null ? json("null") : ResponseEntity.ok(t);
  }
  @PutMapping("/agents/{agentId}/customizations/theme") public Object themePut(@PathVariable String agentId, @RequestBody JsonNode b) {
    pathUuid("agent_id", agentId);
    B x = new B(b); String c = x.str("themeColor", true, 100); x.done();
    M a = owned(known(agentId));
    M t = m().p("agentId", a.s("agentId")).p("themeColor", c).p("updatedAt", now());
    boolean ok = c.matches("#[0-9a-fA-F]{6}") || on("theme-color-not-hex") && c.matches("#.{6}");
    if (!ok && !on("theme-refused-but-saved")) throw err(400, "The theme color must be written #rrggbb");
    themes.put(a.s("agentId"), t);
    if (!ok) throw err(400, "The theme color must be written #rrggbb");
    return t;
  }

  // ---------- files
  static final int MAX_FILES = 10;
  List<M> filesOf(String agentId) {
    List<M> l = new ArrayList<>();
    for (M f : files.values()) if (f.s("agentId").equals(agentId)) l.add(f);
    if (!on("files-in-order-of-creation")) l.sort(Comparator.comparingInt(f -> f.i("position")));
    return l;
  }
  M file(M a, String fileId) {
    M f = files.get(fileId);
    if (f == null || !f.s("agentId").equals(a.s("agentId")) && !on("file-of-another-agent")) throw err(404, "File not found");
    return f;
  }
  @GetMapping("/agents/{agentId}/files") public Object fileList(@PathVariable String agentId) {
    return page(filesOf(visible(known(pathUuid("agent_id", agentId))).s("agentId"))); }
  @PostMapping("/agents/{agentId}/files") public ResponseEntity<Object> fileAdd(@PathVariable String agentId, @RequestBody JsonNode b) {
    pathUuid("agent_id", agentId);
    B x = new B(b); String n = x.str("fileName", true, 255), ct = x.str("contentType", false, 200), c = x.str("content", false, 200000); Integer p = x.integer("position", false, 0, 1000000); x.done();
    M a = owned(known(agentId));
    List<M> l = filesOf(a.s("agentId"));
    if (l.size() >= MAX_FILES && !on("file-limit-not-checked")) throw err(400, "An agent can not have more than " + MAX_FILES + " files");
    int max = -1; for (M f : l) max = Math.max(max, f.i("position"));
    String t = now();
    M f = m().p("fileId", uuid()).p("agentId", a.s("agentId")).p("fileName", n).p("contentType", ct == null ? "application/octet-stream" : ct).p("content", c).p("size", c == null ? 0 : c.getBytes(java.nio.charset.StandardCharsets.UTF_8).length)
      .p("position", p == null ? max + 1 : p).p("createdAt", t).p("updatedAt", t);
    files.put(f.s("fileId"), f);
    return ResponseEntity.status(201).body(f);
  }
  @GetMapping("/agents/{agentId}/files/{fileId}") public Object fileGet(@PathVariable String agentId, @PathVariable String fileId) {
    pathUuid("agent_id", agentId); return file(visible(known(agentId)), pathUuid("file_id", fileId)); }
  @PatchMapping("/agents/{agentId}/files/{fileId}") public Object filePatch(@PathVariable String agentId, @PathVariable String fileId, @RequestBody JsonNode b) {
    pathUuid("agent_id", agentId); String id = pathUuid("file_id", fileId);
    B x = new B(b); String n = x.str("fileName", false, 255), ct = x.str("contentType", false, 200), c = x.str("content", false, 200000); Integer p = x.integer("position", false, 0, 1000000);
    if (n != null && n.isBlank()) x.bad("fileName", "must not be blank");
    x.done();
    M f = file(owned(known(agentId)), id);
    if (n != null) f.p("fileName", n);
    if (ct != null) f.p("contentType", ct);
    if (c != null) f.p("content", c).p("size", c.getBytes(java.nio.charset.StandardCharsets.UTF_8).length);
    if (p != null || on("file-patch-resets-position")) f.p("position", p == null ? 0 : p);
    return f.p("updatedAt", now());
  }
  @DeleteMapping("/agents/{agentId}/files/{fileId}") public ResponseEntity<Object> fileDelete(@PathVariable String agentId, @PathVariable String fileId) {
    pathUuid("agent_id", agentId); String id = pathUuid("file_id", fileId);
    M f = file(owned(known(agentId)), id);
    files.remove(f.s("fileId"));
    return on("file-delete-200") ? ResponseEntity.ok(f) : ResponseEntity.noContent().build();
  }
  @PutMapping("/agents/{agentId}/files/positions") public Object filePositions(@PathVariable String agentId, @RequestBody JsonNode b) {
    pathUuid("agent_id", agentId);
    B x = new B(b);
    JsonNode v = x.n.get("positions");
    List<M> wanted = new ArrayList<>();
    if (v == null || !v.isArray()) x.bad("positions", "must be an array");
    else for (JsonNode e : v) {
      if (!e.isObject()) { x.bad("positions", "must hold objects"); continue; }
      B y = new B(e); String id = y.uuid("fileId", true); Integer p = y.integer("position", true, 0, 1000000); x.errors.addAll(y.errors);
      wanted.add(m().p("fileId", id).p("position", p));
    }
    x.done();
    M a = owned(known(agentId));
    if (on("file-positions-partly-written")) for (M w : wanted) file(a, w.s("fileId")).p("position", w.get("position"));
    for (M w : wanted) file(a, w.s("fileId"));
    if (on("file-positions-last-lost") && wanted.size() > 1) wanted.remove(wanted.size() - 1);
    for (M w : wanted) file(a, w.s("fileId")).p("position", w.get("position")).p("updatedAt", now());
    return page(filesOf(a.s("agentId")));
  }

  // ---------- chats
  @GetMapping("/chats") public Object chats() {
    if (on("chats-list-shows-public")) { List<M> l = new ArrayList<>(); for (M a : agents.values()) if (a.s("ownerId").equals(me().id) || a.s("visibility").equals("public")) l.add(a); return l; }
    return mine(); }
  @PostMapping("/chats") public Object chatPost(@RequestBody JsonNode b) {
    B x = new B(b); M f = fields(x, null);
    if (f.s("chatPrompt") == null || f.s("chatPrompt").isBlank()) throw err(400, "The chat prompt is missing");
    visibility(f.s("visibility"), me());
    return create(f);
  }
  @NoAuth @GetMapping("/chats/{chatId}") public Object chat(@PathVariable String chatId) {
    if (on("chat-private-to-any-user") && caller() != null) return known(chatId);
    return visible(known(chatId)); }
  @PutMapping("/chats/{chatId}") public Object chatPut(@PathVariable String chatId, @RequestBody JsonNode b) {
    B x = new B(b); x.str("chatPrompt", true, 100000); M f = fields(x, chatId.toLowerCase());
    M a = owned(known(chatId));
    if (!on("chat-put-sandbox-private")) visibility(f.s("visibility"), me());
    for (String k : List.of("vanitySlug", "upsellDescription", "monthlyPrice")) a.p(k, null);
    a.p("name", "Untitled agent").p("paid", false).p("virtualComputer", false).p("visibility", dflt(me()));
    a.putAll(f);
    return a.p("updatedAt", now());
  }
  @PatchMapping("/chats/{chatId}") public Object chatPatch(@PathVariable String chatId, @RequestBody JsonNode b) {
    B x = new B(b); M f = fields(x, chatId.toLowerCase());
    if (f.containsKey("chatPrompt") && f.s("chatPrompt").isBlank()) throw invalid("body", "chatPrompt", "must not be blank");
    M a = owned(known(chatId));
    visibility(f.s("visibility"), me());
    if (on("chat-patch-resets-visibility") && !f.containsKey("visibility")) f.p("visibility", dflt(me()));
    a.putAll(f);
    return a.p("updatedAt", now());
  }
  @DeleteMapping("/chats/{chatId}") public Object chatDelete(@PathVariable String chatId) {
    M a = known(chatId);
    if (on("chat-delete-refused-but-done") && !a.s("ownerId").equals(me().id) && !a.s("visibility").equals("private")) agents.remove(a.s("agentId"));
    owned(a);
    String id = a.s("agentId");
    agents.remove(id); themes.remove(id);
    files.values().removeIf(f -> f.s("agentId").equals(id));
    schedules.values().removeIf(s -> s.s("chatId").equals(id));
    return a;
  }
  @NoAuth @GetMapping("/chats/{chatId}/og") public Object og(@PathVariable String chatId) {
    M a = known(pathUuid("chat_id", chatId));
    User u = caller();
    boolean shown = a.s("visibility").equals("public") || u != null && u.id.equals(a.s("ownerId"));
    return m().p("title", shown ? a.s("name") : "A private agent").p("description", shown && a.get("upsellDescription") != null ? a.s("upsellDescription") : "An agent of Dahlia")
      .p("image", "https://dahlia.example/og/" + a.s("agentId") + ".png").p("url", "https://dahlia.example/a/" + a.s("agentId"));
  }
  @PostMapping("/chats/{chatId}/clone") public Object chatClone(@PathVariable String chatId, @RequestBody(required = false) JsonNode b) {
    pathUuid("chat_id", chatId);
    M f = b == null || b.isNull() ? m() : fields(new B(b), null);
    M a = known(chatId);
    if (a.s("visibility").equals("private") && !(on("chat-clone-own-private") && a.s("ownerId").equals(me().id))) throw err(403, "The chat is not public");
    visibility(f.s("visibility"), me());
    if (on("chat-clone-changes-original")) a.putAll(f);
    M c = a.copy().without("agentId", "ownerId", "createdAt", "updatedAt").p("visibility", dflt(me())).p("vanitySlug", null).p("feedbackCount", 0).p("averageRating", null).p("clonedFrom", a.s("agentId"));
    c.p("monthlyPrice", null).p("paid", false);
    c.putAll(f);
    if (on("chat-clone-ignores-overrides")) c.putAll(a.copy().without("agentId", "ownerId", "createdAt", "updatedAt", "visibility", "vanitySlug", "feedbackCount", "averageRating", "clonedFrom", "monthlyPrice", "paid"));
    M d = create(c);
    if (on("chat-clone-stays-with-owner")) d.p("ownerId", a.s("ownerId"));
    return d;
  }
  @PostMapping("/chats/{chatId}/feedback") public Object feedback(@PathVariable String chatId, @RequestBody JsonNode b) {
    B x = new B(b); Integer r = x.integer("rating", true, 1, 5); x.str("comment", false, 5000); x.done();
    M a = known(chatId);
    if (a.s("visibility").equals("private") && !a.s("ownerId").equals(me().id)) throw err(404, "Chat not found");
    int n = a.i("feedbackCount"); double avg = a.get("averageRating") == null ? 0 : ((Number) a.get("averageRating")).doubleValue();
    return a.p("feedbackCount", n + 1).p("averageRating", Math.round((avg * n + r) / (n + 1) * 100) / 100.0);
  }
  @PostMapping("/chats/{chatId}/runs") public Object chatRun(@PathVariable String chatId) {
    M a = visible(known(pathUuid("chat_id", chatId)));
    if (on("chat-runs-same-run")) for (Run r : ownRuns()) if (r.agentId.equals(a.s("agentId")) && r.messages.isEmpty()) for (M l : runLogs) if (l.s("runId").equals(r.id)) return l;
    Run r = Workers.newRun(a, me().id);
    return Workers.log(r, "RUN_CREATED", "A run of the chat");
  }
}
