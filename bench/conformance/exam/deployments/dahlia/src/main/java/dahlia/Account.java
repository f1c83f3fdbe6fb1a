package dahlia;
import static dahlia.Core.*;
import static dahlia.Db.*;
import com.fasterxml.jackson.databind.JsonNode;
import jakarta.servlet.http.HttpServletRequest;
import org.springframework.http.*;
import org.springframework.web.bind.annotation.*;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.*;

/** User, API keys, credits, payments, monetization, bundles, CLI sessions, schedules, VIP codes. */
@RestController
public class Account {
  // ---------- user and VIP codes
  @GetMapping({"/me", "/me/"}) public Object user() {
    User u = me();
    return m().p("userId", u.id).p("name", u.name).p("email", u.email).p("tier", on("user-tier-always-pro") ? "pro" : u.tier);
  }
  List<M> mineRedeemed() { return redeemed.computeIfAbsent(me().id, k -> new ArrayList<>()); }
  @GetMapping("/me/vip") public Object vipCount() { return m().p("count", on("vip-count-not-raised") ? 0 : mineRedeemed().size()); }
  @PostMapping("/me/vip") public Object vipRedeem(@RequestBody JsonNode b) {
    B x = new B(b); String c = x.str("code", true, 200); x.done();
    M v = vip.get(c);
    if (v == null) throw err(400, "The code is not valid");
    if (v.s("ownerId").equals(me().id) && !on("vip-own-code-redeemed")) throw err(400, "The code is the caller's own");
    boolean again = mineRedeemed().stream().anyMatch(r -> r.s("code").equals(c));
    if (again && !on("vip-redeemed-twice")) { if (on("vip-refused-but-counted")) mineRedeemed().add(m().p("code", c).p("redeemedAt", now())); throw err(400, "The code was redeemed already"); }
    if (on("vip-simultaneous-redemptions")) pause(150);
    M r = m().p("code", c).p("redeemedAt", now());
    mineRedeemed().add(r);
    return r;
  }

  // ---------- API keys
  M hidden(M k) { return k.without("key", "userId"); }
  M shown(M k) { return on("api-key-id-as-text") ? k.without("userId").p("apiKeyId", k.s("apiKeyId")) : k.without("userId"); }
  M key(int id) {
    M k = keys.get(id);
    if (k == null || !k.s("userId").equals(me().id) && !(on("api-key-of-another-user") && req().getMethod().equals("GET"))) throw err(404, "API key not found");
    return k;
  }
  List<M> mineKeys() { List<M> l = new ArrayList<>(); for (M k : keys.values()) if (k.s("userId").equals(me().id)) l.add(k); return l; }
  M newKey(String name, boolean dflt) {
    int id = next();
    M k = m().p("apiKeyId", id).p("userId", me().id).p("name", name).p("key", "dhl_" + uuid().replace("-", "")).p("isDefault", dflt).p("createdAt", now());
    keys.put(id, k);
    return k;
  }
  @GetMapping("/me/api-keys") public Object keyList() { List<M> l = new ArrayList<>(); for (M k : mineKeys()) l.add(on("api-keys-list-shows-key") ? shown(k) : hidden(k)); return l; }
  @PostMapping("/me/api-keys") public Object keyCreate(@RequestBody JsonNode b) {
    B x = new B(b); String n = x.str("name", false, 200); x.done();
    return shown(newKey(n == null ? "API key" : n, mineKeys().isEmpty() || on("api-key-two-defaults")));
  }
  @GetMapping("/me/api-keys/default") public Object keyDefault() {
    if (on("api-key-default-is-newest") && !mineKeys().isEmpty()) return shown(mineKeys().get(mineKeys().size() - 1));
    for (M k : mineKeys()) if (k.b("isDefault")) return shown(k);
    return shown(newKey("Default", true));
  }
  @GetMapping("/me/api-keys/{id}") public Object keyGet(@PathVariable int id) { return shown(key(id)); }
  @DeleteMapping("/me/api-keys/{id}") public Object keyDelete(@PathVariable int id) {
    M k = key(id);
    keys.remove(id);
    if (k.b("isDefault") && !mineKeys().isEmpty()) mineKeys().get(0).p("isDefault", true);
    return on("api-key-delete-shows-key") ? shown(k) : hidden(k);
  }

  // ---------- billing, credits, payments
  @GetMapping("/me/billing") public Object billing() {
    boolean s = me().sandbox();
    return m().p("plan", me().tier).p("status", s ? "none" : "active").p("currency", "usd").p("monthlyAmount", s ? 0 : 20).p("currentPeriodEnd", s ? null : "2031-01-01T00:00:00Z").p("cancelAtPeriodEnd", false);
  }
  M credit() { M c = credits.get(me().id); if (c == null) throw err(404, "Credits not found"); return c; }
  @GetMapping("/me/credits") public Object creditsGet() { return credit(); }
  @PostMapping("/me/credits/use") public Object creditsUse() {
    M c = credit();
    int bal = c.i("balance"), used = c.i("used");
    if (bal < 1) throw err(404, "No credits are left");
    if (on("credits-use-not-saved")) return c.copy().p("balance", bal - 1).p("used", used + 1);
    if (on("credits-simultaneous-uses-lose-one")) pause(150);
    else { bal = c.i("balance"); used = c.i("used"); }
    return c.p("balance", bal - 1).p("used", used + 1).p("updatedAt", now());
  }
  static final byte[] WEBHOOK = "whsec_dahlia_0001".getBytes(StandardCharsets.UTF_8);
  @Core.NoAuth @PostMapping("/me/payments/webhook") public Object webhook(HttpServletRequest q, @RequestBody(required = false) byte[] body) throws Exception {
    String sig = q.getHeader("X-Payment-Signature");
    byte[] raw = body == null ? new byte[0] : body;
    if ((sig == null || sig.isBlank()) && !on("webhook-without-signature")) throw err(400, "The signature is missing");
    if (sig != null && !sig.isBlank() && !sig.trim().equals("sha256=" + hex(hmac(WEBHOOK, raw))) && !on("webhook-any-signature")) throw err(400, "The event is not valid");
    JsonNode e;
    try { e = JSON.readTree(raw); } catch (Exception x) { throw err(400, "The event is not valid"); }
    if (!e.path("id").isTextual() || !e.path("type").isTextual()) throw err(400, "The event is not valid");
    if (events.add(e.get("id").asText()) && e.get("type").asText().equals("checkout.session.completed")) {
      M s = sessions.get(e.path("data").path("sessionId").asText());
      if (s != null && s.get("agentId") != null) sub(s.s("userId"), s.s("agentId"));
    }
    return m().p("received", true);
  }
  @PostMapping("/me/payments/sessions") public Object session(@RequestBody JsonNode b) {
    B x = new B(b); String plan = x.str("plan", true, 50); x.str("successUrl", false, 2000); x.str("cancelUrl", false, 2000);
    if (plan != null && !List.of("starter", "pro", "team").contains(plan)) x.bad("plan", "must be starter, pro or team");
    x.done();
    String id = "cs_" + uuid().replace("-", "");
    sessions.put(id, m().p("userId", me().id));
    return m().p("sessionId", id).p("plan", plan).p("url", "https://pay.dahlia.example/checkout/" + id);
  }

  // ---------- monetization: the same numbers for each day at each call
  int period(Integer p) {
    int n = p == null ? on("monetization-default-30") ? 30 : 28 : p;
    return range("period", n, 1, on("monetization-period-366") ? 366 : 365); }
  int newSubs(LocalDate d) { for (M a : agents.values()) if (a.s("ownerId").equals(me().id) && a.b("paid") && a.s("agentId").equals("55555555-5555-4555-8555-555555555555")) return (int) (d.toEpochDay() % 4); return 0; }
  double sum(int n) { double s = 0; LocalDate t = LocalDate.now(ZoneOffset.UTC); for (int i = 0; i < n; i++) s += newSubs(t.minusDays(i)) * 4.0; return s; }
  int count(int n) { int s = 0; LocalDate t = LocalDate.now(ZoneOffset.UTC); for (int i = 0; i < n; i++) s += newSubs(t.minusDays(i)); return s; }
  @GetMapping("/me/monetization/summary") public Object summary(@RequestParam(name = "period", required = false) Integer period) {
    int n = period(period);
    return m().p("period", n).p("totalSubscribers", count(n)).p("totalEarnings", sum(on("monetization-earnings-of-all-time") ? 365 : n)).p("currency", "usd");
  }
  @GetMapping("/me/monetization/subscribers") public Object subscribers(@RequestParam(name = "period", required = false) Integer period) {
    int n = period(period); List<M> l = new ArrayList<>(); LocalDate t = LocalDate.now(ZoneOffset.UTC);
    for (int i = n - 1; i >= (on("monetization-today-missing") ? 1 : 0); i--) l.add(m().p("date", t.minusDays(i).toString()).p("count", newSubs(t.minusDays(i))));
    return page(l).p("period", n).p("totalSubscribers", count(n));
  }
  @GetMapping("/me/monetization/earnings") public Object earnings(@RequestParam(name = "period", required = false) Integer period) {
    int n = period(period); List<M> l = new ArrayList<>(); LocalDate t = LocalDate.now(ZoneOffset.UTC);
    for (int i = n - 1; i >= 0; i--) l.add(m().p("date", t.minusDays(i).toString()).p("amount", newSubs(t.minusDays(i)) * 4.0));
    return page(l).p("period", n).p("totalEarnings", sum(n)).p("currency", "usd");
  }

  // ---------- bundles
  M bundle(int id) { M b = bundles.get(id); if (b == null || !b.s("userId").equals(me().id)) throw err(404, "Bundle not found"); return b; }
  @SuppressWarnings("unchecked") List<M> tools(M b) { return (List<M>) b.get("tools"); }
  M full(M b) { return b.without("userId"); }
  @GetMapping("/me/bundles") public Object bundleList() {
    List<M> l = new ArrayList<>();
    for (M b : bundles.values()) if (b.s("userId").equals(me().id)) l.add(b.without("userId", "tools", "description").p("toolCount", on("bundle-list-count-stale") ? 0 : tools(b).size()));
    return l;
  }
  @PostMapping("/me/bundles") public Object bundleCreate() {
    int id = next(); String t = now();
    M b = m().p("bundleId", id).p("userId", me().id).p("name", "New bundle").p("description", null).p("tools", new ArrayList<M>()).p("createdAt", t).p("updatedAt", t);
    bundles.put(id, b);
    return full(b);
  }
  @GetMapping("/me/bundles/{id}") public Object bundleGet(@PathVariable int id) { return full(bundle(id)); }
  M member(int id, String tool) { return m().p("bundleId", id).p("toolId", tool).p("addedAt", now()); }
  @PutMapping("/me/bundles/{id}") public Object bundlePut(@PathVariable int id, @RequestBody JsonNode body) {
    B x = new B(body); String n = x.str("name", true, 200), d = x.str("description", false, 2000);
    JsonNode ts = x.n.get("tools"); List<String> ids = null;
    if (ts != null && !ts.isNull()) {
      ids = new ArrayList<>();
      if (!ts.isArray()) x.bad("tools", "must be an array"); else for (JsonNode t : ts) if (t.isTextual()) { if (!ids.contains(t.asText())) ids.add(t.asText()); } else if (t.path("toolId").isTextual()) { if (!ids.contains(t.path("toolId").asText())) ids.add(t.path("toolId").asText()); } else x.bad("tools", "must hold tool ids");
    }
    x.done();
    M b = bundles.get(id);
    if (b == null || !b.s("userId").equals(me().id)) throw err(409, "The bundle could not be updated");
    if (ids != null) for (String t : ids) if (!Tools.ALL.containsKey(t)) throw err(409, "The bundle could not be updated: no tool " + t);
    b.p("name", n).p("description", d).p("updatedAt", now());
    if (ids == null && on("bundle-put-empties-tools")) ids = new ArrayList<>();
    if (ids != null) { List<M> l = new ArrayList<>(); for (String t : ids) { M old = null; for (M o : tools(b)) if (o.s("toolId").equals(t)) old = o; l.add(old != null ? old : member(id, t)); } b.p("tools", l); }
    return full(b);
  }
  @DeleteMapping("/me/bundles/{id}") public Object bundleDelete(@PathVariable int id) {
    M b = bundle(id);
    if (!on("bundle-delete-does-nothing")) bundles.remove(id);
    return b.without("userId", "tools");
  }
  @GetMapping("/me/bundles/{id}/tools") public Object bundleTools(@PathVariable int id) { return tools(bundle(id)); }
  @PostMapping("/me/bundles/{id}/tools") public Object bundleAdd(@PathVariable int id, @RequestBody JsonNode body) {
    B x = new B(body); String t = x.str("toolId", true, 200); x.done();
    if (on("bundle-unknown-takes-tools") && !bundles.containsKey(id)) return member(id, t);
    M b = bundle(id);
    if (!Tools.ALL.containsKey(t)) throw err(404, "Tool not found");
    if (!on("bundle-tool-twice")) for (M o : tools(b)) if (o.s("toolId").equals(t)) return o;
    M n = member(id, t);
    tools(b).add(n); b.p("updatedAt", now());
    return n;
  }
  @DeleteMapping("/me/bundles/{id}/tools/{toolId}") public Object bundleRemove(@PathVariable int id, @PathVariable String toolId) {
    M b = bundle(id);
    for (M o : tools(b)) if (o.s("toolId").equals(toolId)) {
      if (on("bundle-remove-one-removes-all")) tools(b).clear(); else tools(b).remove(o);
      b.p("updatedAt", now()); return o; }
    throw err(404, "The bundle has no such tool");
  }

  // ---------- CLI auth sessions
  M cliView(M c) { return c.without("jwt", "userId", "consumed").p("attached", c.get("userId") != null); }
  M cliSession(String n, String id) {
    M c = cli.get(pathUuid(n, id));
    if (c == null || c.s("expiresAt").compareTo(now()) < 0) throw err(404, "CLI auth session not found");
    return c;
  }
  @Core.NoAuth @PostMapping("/me/cli-auth") public Object cliCreate() {
    String id = uuid();
    M c = m().p("cliAuthId", id).p("jwt", null).p("userId", null).p("consumed", false).p("createdAt", now()).p("expiresAt", TS.format(java.time.Instant.now().plusSeconds(600)));
    cli.put(id, c);
    return cliView(c);
  }
  @PutMapping("/me/cli-auth/{id}") public Object cliAttach(@PathVariable String id, @RequestBody JsonNode b) {
    pathUuid("cli_auth_id", id);
    B x = new B(b); String j = x.str("jwt", true, 10000); x.done();
    M c = cliSession("cli_auth_id", id);
    if (c.get("userId") != null && !c.s("userId").equals(me().id) && !on("cli-attach-by-another")) throw err(403, "Not allowed to update the login session");
    if (c.b("consumed")) throw err(403, "The session was used already");
    return cliView(c.p("jwt", j).p("userId", me().id));
  }
  @Core.NoAuth @GetMapping("/me/cli-auth/{id}") public ResponseEntity<Object> cliRead(@PathVariable String id) throws Exception {
    M c = cliSession("auth_id", id);
    String j = c.s("jwt");
    if (j == null) return Agents.json("null");
    if (on("cli-simultaneous-reads")) pause(150);
    if (!on("cli-jwt-not-consumed")) c.p("jwt", null).p("consumed", true);
    if (on("cli-jwt-bare-text")) return ResponseEntity.ok().contentType(MediaType.TEXT_PLAIN).body(j.getBytes(StandardCharsets.UTF_8));
    return Agents.json(JSON.writeValueAsString(j));
  }

  // ---------- schedules
  static boolean cronOk(String c) {
    String[] p = c.trim().split("\\s+");
    if (p.length != 5) return false;
    int[][] r = {{0, 59}, {0, 23}, {1, 31}, {1, 12}, {0, 7}};
    for (int i = 0; i < 5; i++) for (String e : p[i].split(",", -1)) {
      java.util.regex.Matcher mt = java.util.regex.Pattern.compile("(\\*|(\\d{1,2})(?:-(\\d{1,2}))?)(?:/(\\d{1,2}))?").matcher(e);
      if (!mt.matches()) return false;
      if (on("cron-bounds-not-checked")) continue;
      if (mt.group(2) != null && (Integer.parseInt(mt.group(2)) < r[i][0] || Integer.parseInt(mt.group(2)) > r[i][1])) return false;
      if (mt.group(3) != null && (Integer.parseInt(mt.group(3)) < Integer.parseInt(mt.group(2)) || Integer.parseInt(mt.group(3)) > r[i][1])) return false;
      if (mt.group(4) != null && Integer.parseInt(mt.group(4)) < 1) return false;
    }
    return true;
  }
  M schedule(String id) {
    M s = schedules.get(pathUuid("schedule_id", id));
    if (s == null || !s.s("userId").equals(me().id)) throw err(404, "Schedule not found");
    return s;
  }
  void ownChat(String id) {
    M a = agents.get(id.toLowerCase());
    if (a != null && on("schedule-of-another-users-chat") && a.s("visibility").equals("public")) return;
    if (a == null || !a.s("ownerId").equals(me().id)) throw err(403, "The chat is invalid, missing or not owned by the caller");
  }
  M scheduleView(M s) { return s.without("userId", "removed"); }
  @GetMapping("/me/schedules") public Object scheduleList() {
    List<M> l = new ArrayList<>();
    for (M s : schedules.values()) if (s.s("userId").equals(me().id) || on("schedules-list-of-all-users")) l.add(scheduleView(s));
    M p = page(l);
    return on("schedules-list-total-off") ? p.p("totalElements", Math.max(0, l.size() - 1)) : p;
  }
  @PostMapping("/me/schedules") public Object scheduleCreate(@RequestBody JsonNode b) {
    B x = new B(b); String c = x.str("chatId", false, 200), cron = x.str("cron", true, 200), msg = x.str("message", false, 10000); Boolean en = x.bool("enabled");
    if (cron != null && !cronOk(cron)) x.bad("cron", "is no cron expression");
    x.done();
    if (c == null) throw err(403, "The chat is invalid, missing or not owned by the caller");
    ownChat(c);
    String t = now();
    M s = m().p("scheduleId", uuid()).p("userId", me().id).p("chatId", c.toLowerCase()).p("cron", cron.trim()).p("message", msg).p("enabled", en == null || en).p("createdAt", t).p("updatedAt", t);
    schedules.put(s.s("scheduleId"), s);
    return scheduleView(s);
  }
  @GetMapping("/me/schedules/onboarding") public Object onboarding() {
    boolean any = schedules.values().stream().anyMatch(s -> s.s("userId").equals(me().id));
    return m().p("hasSchedules", any).p("suggestions", List.of(m().p("title", "Each morning").p("cron", "0 9 * * *"), m().p("title", "Each Monday").p("cron", "0 9 * * 1")));
  }
  @GetMapping("/me/schedules/text-to-cron") public Object textToCron(@RequestParam(name = "cron") String cron) {
    String c = cron.trim().toLowerCase();
    java.util.regex.Matcher d = java.util.regex.Pattern.compile("(?:every|each) (day|monday|tuesday|wednesday|thursday|friday|saturday|sunday|hour|minute)(?: at (\\d{1,2})(?::(\\d{2}))?)?").matcher(c);
    if (d.matches()) {
      int h = d.group(2) == null ? 0 : Integer.parseInt(d.group(2)), mi = d.group(3) == null ? 0 : Integer.parseInt(d.group(3));
      if (h > 23 || mi > 59) throw err(400, "Invalid cron expression");
      List<String> days = List.of("sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday");
      c = d.group(1).equals("minute") ? "* * * * *" : d.group(1).equals("hour") ? "0 * * * *" : mi + " " + h + " * * " + (d.group(1).equals("day") ? "*" : days.indexOf(d.group(1)));
    }
    if (!cronOk(c)) throw err(400, "Invalid cron expression");
    return m().p("cron", c.replaceAll("\\s+", " "));
  }
  @GetMapping("/me/schedules/{id}") public Object scheduleGet(@PathVariable String id) { return scheduleView(schedule(id)); }
  @PutMapping("/me/schedules/{id}") public Object schedulePut(@PathVariable String id, @RequestBody JsonNode b) {
    pathUuid("schedule_id", id);
    B x = new B(b); String c = x.str("chatId", false, 200), cron = x.str("cron", false, 200), msg = x.str("message", false, 10000); Boolean en = x.bool("enabled");
    if (cron != null && !cronOk(cron)) x.bad("cron", "is no cron expression");
    x.done();
    M s = schedule(id);
    if (c != null && !on("schedule-put-chat-not-checked")) ownChat(c);
    if (on("schedule-put-not-saved")) s = s.copy();
    if (c != null) s.p("chatId", c.toLowerCase());
    if (cron != null) s.p("cron", cron.trim());
    if (msg != null) s.p("message", msg);
    if (en != null) s.p("enabled", en);
    return scheduleView(s.p("updatedAt", now()));
  }
  @DeleteMapping("/me/schedules/{id}") public Object scheduleDelete(@PathVariable String id) {
    M s = schedule(id);
    if (on("schedule-delete-disables-only")) return scheduleView(s.p("enabled", false));
    schedules.remove(s.s("scheduleId"));
    return scheduleView(s);
  }
}
