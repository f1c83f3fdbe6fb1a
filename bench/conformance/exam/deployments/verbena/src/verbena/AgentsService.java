package verbena;

import io.vertx.core.json.*;
import java.math.*;
import java.util.*;
import java.util.regex.Pattern;

/** Agents (and chats, which are the same records), their themes and files. */
final class AgentsService extends Service {
  static final int MAX_FILES = 10;
  static final Pattern SLUG = Pattern.compile("[a-z0-9]+(-[a-z0-9]+)*");
  private static final Pattern COLOR = Pattern.compile("#[0-9a-fA-F]{6}");
  private final Map<String, Boolean> slugCache = new HashMap<>();

  String address() { return "agents"; }

  void setup() {
    on("listAgents", this::list);
    on("listChats", this::list);
    on("upsertAgent", this::upsert);
    on("createChat", this::upsert);
    on("getAgent", r -> Res.ok(view(readable(r, r.p("agent_id"), "agent"))));
    on("getChat", r -> Res.ok(view(readable(r, r.p("chat_id"), "chat"))));
    on("putChat", r -> Res.ok(view(replace(r, own(r, r.p("chat_id"), "chat")))));
    on("patchChat", this::patch);
    on("deleteChat", this::delete);
    on("cloneChat", this::cloneChat);
    later("feedback", this::feedback);
    on("og", this::og);
    on("upsell", this::upsell);
    on("makeSlug", this::makeSlug);
    on("checkSlug", this::checkSlug);
    on("vibe", this::vibe);
    on("vibeServices", r -> Res.list(VIBES, null));
    on("getTheme", r -> {
      JsonObject a = readable(r, r.p("agent_id"), "agent");
      JsonObject t = Store.themes.get(a.getString("agentId"));
      if (t == null && Faults.on("theme-unset-is-404")) throw notFound("theme");
      return Res.ok(t == null ? null : Store.view(t, "/me/agents/" + a.getString("agentId") + "/customizations/theme"));
    });
    on("putTheme", this::putTheme);
    on("listFiles", r -> Res.list(files(own(r, r.p("agent_id"), "agent")), null));
    on("createFile", this::createFile);
    on("getFile", r -> Res.ok(fileView(file(r))));
    on("patchFile", this::patchFile);
    on("deleteFile", r -> {
      JsonObject f = file(r);
      Store.files.remove(f.getString("fileId"), f.getString("agentId"));
      return Res.of(204, null);
    });
    on("putPositions", this::putPositions);
  }

  static JsonObject view(JsonObject a) {
    String id = a.getString("agentId");
    JsonObject t = Store.themes.get(id);
    return Store.view(a, "/me/agents/" + id).put("fileCount", Store.files.count(id)).put("themeColor", t == null ? null : t.getString("themeColor"));
  }
  private JsonObject exists(String id, String what) {
    JsonObject a = agent(id);
    if (a == null) throw notFound(what);
    return a;
  }
  private JsonObject readable(Req r, String id, String what) {
    JsonObject a = exists(id, what);
    if (!canRead(a, r.user()) && !(Faults.on("private-agent-any-user") && r.user() != null)) throw new ApiError(403, "no permission on this " + what);
    return a;
  }
  private JsonObject own(Req r, String id, String what) {
    JsonObject a = exists(id, what);
    if (!owns(a, r.user())) throw new ApiError(403, "no permission on this " + what);
    return a;
  }
  private Res list(Req r) {
    List<JsonObject> out = new ArrayList<>();
    for (JsonObject a : Store.agents.ofOwner(r.uid())) out.add(view(a));
    return Res.ok(new JsonArray(out));
  }

  // ---- create and update ----
  private Res upsert(Req r) {
    Body b = Body.of(r);
    String id = b.optStr("agentId", null);
    if (id != null) {
      JsonObject a = exists(id, "agent");
      if (!owns(a, r.user()) && !Faults.on("upsert-foreign-agent")) throw new ApiError(403, "no permission on this agent");
      return Res.ok(view(replace(r, a)));
    }
    JsonObject f = fields(b, r.user(), null);
    String nid = Ids.uuid();
    JsonObject a = blank(nid, r.uid());
    f.forEach(e -> a.put(e.getKey(), e.getValue()));
    takeSlug(nid, null, a.getString("vanitySlug"));
    Store.agents.insert(nid, r.uid(), a);
    return Res.ok(view(a));
  }
  static JsonObject blank(String id, String owner) {
    return new JsonObject().put("agentId", id).put("chatId", id).put("ownerId", owner).put("name", "Untitled agent").putNull("description")
        .put("chatPrompt", "").put("visibility", "public").putNull("vanitySlug").putNull("upsellDescription").putNull("priceCents")
        .put("tags", new JsonArray()).putNull("clonedFrom").put("feedback", new JsonObject().put("count", 0).putNull("averageRating"))
        .put("_ratings", new JsonArray());
  }
  /** The full set of fields that a body of AgentRequest stands for. */
  private JsonObject fields(Body b, User u, JsonObject old) {
    if (b.isNull("chatPrompt")) throw new ApiError(400, "chatPrompt is required");
    String prompt = b.str("chatPrompt");
    if (prompt.isBlank()) throw new ApiError(400, "chatPrompt is required");
    JsonObject f = new JsonObject().put("chatPrompt", prompt).put("name", b.optStr("name", "Untitled agent")).put("description", b.optStr("description", null))
        .put("visibility", b.optEnum("visibility", "public", "public", "private")).put("vanitySlug", slug(b))
        .put("upsellDescription", b.optStr("upsellDescription", null)).put("priceCents", b.optInt("priceCents", null, 0, 10_000_000))
        .put("tags", b.optStrings("tags", new JsonArray()));
    sandbox(u, f.getString("visibility"), old != null ? "put" : "post");
    return f;
  }
  private String slug(Body b) {
    String s = b.optStr("vanitySlug", null);
    if (s != null && (s.length() < 3 || s.length() > 60 || !SLUG.matcher(s).matches())) throw b.bad("vanitySlug", "must be 3 to 60 of a-z, 0-9 and single dashes", "pattern");
    return s;
  }
  static void sandbox(User u, String visibility, String how) {
    if (u.sandbox() && "private".equals(visibility) && !(Faults.on("sandbox-private-on-put") && how.equals("put")))
      throw new ApiError(400, "the sandbox tier cannot make this private");
  }
  private void takeSlug(String id, String old, String slug) {
    if (Objects.equals(old, slug)) return;
    if (slug != null && Store.slugs.putIfAbsent(slug, id) != null) throw new ApiError(400, "this vanity slug is taken");
    if (old != null) Store.slugs.remove(old, id);
  }
  private JsonObject replace(Req r, JsonObject a) {
    Body b = Body.of(r);
    JsonObject f = fields(b, r.user(), a);
    String id = a.getString("agentId");
    takeSlug(id, a.getString("vanitySlug"), f.getString("vanitySlug"));
    return Store.agents.update(id, n -> n.mergeIn(f));
  }
  /** The fields that a body of AgentRequestPartial names. */
  private JsonObject partial(Req r, Body b) {
    JsonObject f = new JsonObject();
    if (b.has("chatPrompt")) {
      if (b.isNull("chatPrompt") || b.str("chatPrompt").isBlank()) throw new ApiError(400, "chatPrompt is required");
      f.put("chatPrompt", b.str("chatPrompt"));
    }
    if (b.has("name")) f.put("name", b.str("name"));
    if (b.has("description")) f.put("description", b.optStr("description", null));
    if (b.has("visibility")) { b.str("visibility"); f.put("visibility", b.optEnum("visibility", null, "public", "private")); }
    else if (Faults.on("patch-resets-visibility")) f.put("visibility", "public"); // the default of the full request
    if (b.has("vanitySlug")) f.put("vanitySlug", slug(b));
    if (b.has("upsellDescription")) f.put("upsellDescription", b.optStr("upsellDescription", null));
    if (b.has("priceCents")) f.put("priceCents", b.optInt("priceCents", null, 0, 10_000_000));
    if (b.has("tags")) f.put("tags", b.optStrings("tags", new JsonArray()));
    sandbox(r.user(), f.getString("visibility"), "patch");
    return f;
  }
  private Res patch(Req r) {
    Body b = Body.of(r);
    JsonObject a = own(r, r.p("chat_id"), "chat");
    JsonObject f = partial(r, b);
    String id = a.getString("agentId");
    if (f.containsKey("vanitySlug")) takeSlug(id, a.getString("vanitySlug"), f.getString("vanitySlug"));
    JsonObject n = Store.agents.update(id, x -> x.mergeIn(f));
    return Res.ok(view(n));
  }
  private Res delete(Req r) {
    JsonObject a = own(r, r.p("chat_id"), "chat");
    String id = a.getString("agentId");
    JsonObject gone = view(a);
    Store.agents.remove(id, a.getString("ownerId"));
    if (a.getString("vanitySlug") != null) Store.slugs.remove(a.getString("vanitySlug"), id);
    for (JsonObject f : Store.files.ofOwner(id)) Store.files.remove(f.getString("fileId"), id);
    Store.themes.remove(id, id);
    for (JsonObject s : Store.schedules.ofOwner(r.uid()))
      if (id.equals(s.getString("chatId")) || Faults.on("chat-delete-removes-all-schedules")) Store.schedules.remove(s.getString("scheduleId"), r.uid());
    return Res.ok(gone);
  }
  private Res cloneChat(Req r) {
    Body b = Body.optional(r);
    JsonObject a = exists(r.p("chat_id"), "chat");
    if (!"public".equals(a.getString("visibility")) && !(Faults.on("clone-own-private-chat") && owns(a, r.user())))
      throw new ApiError(403, "this chat is not public");
    JsonObject f = partial(r, b);
    String nid = Ids.uuid(), src = a.getString("agentId");
    JsonObject c = blank(nid, r.uid()).put("name", a.getString("name")).put("description", a.getString("description")).put("chatPrompt", a.getString("chatPrompt"))
        .put("visibility", a.getString("visibility")).put("upsellDescription", a.getString("upsellDescription")).put("tags", a.getJsonArray("tags").copy())
        .put("clonedFrom", src).mergeIn(f);
    takeSlug(nid, null, c.getString("vanitySlug"));
    Store.agents.insert(nid, r.uid(), c);
    for (JsonObject x : Store.files.ofOwner(src)) {
      String fid = Ids.uuid();
      JsonObject n = x.copy().put("fileId", fid).put("agentId", nid);
      n.remove("createdAt"); n.remove("updatedAt");
      Store.files.insert(fid, nid, n);
    }
    JsonObject t = Store.themes.get(src);
    if (t != null) Store.themes.insert(nid, nid, new JsonObject().put("agentId", nid).put("themeColor", t.getString("themeColor")));
    return Res.ok(view(c));
  }
  private io.vertx.core.Future<Res> feedback(Req r) {
    Body b = Body.of(r);
    int rating = b.integer("rating", 1, 5);
    b.optStr("comment", null);
    JsonObject a = exists(r.p("chat_id"), "chat");
    if (!canRead(a, r.user())) throw notFound("chat");
    if (Faults.on("feedback-lost-update")) // read, wait for the writer, write without comparing
      return pause(40).map(x -> {
        JsonObject n = rate(a.copy(), rating).put("version", a.getInteger("version") + 1);
        Store.agents.force(a.getString("agentId"), n);
        return Res.ok(view(n));
      });
    return io.vertx.core.Future.succeededFuture(Res.ok(view(Store.agents.update(a.getString("agentId"), n -> rate(n, rating)))));
  }
  private static JsonObject rate(JsonObject a, int rating) {
    JsonArray all = a.getJsonArray("_ratings").add(rating);
    long sum = 0;
    for (Object x : all) sum += (Integer) x;
    Object avg = BigDecimal.valueOf(sum).divide(BigDecimal.valueOf(all.size()), 2, RoundingMode.HALF_UP).doubleValue();
    if (Faults.on("feedback-average-integer-division")) avg = (double) (sum / all.size());
    return a.put("feedback", new JsonObject().put("count", all.size()).put("averageRating", avg));
  }
  private Res og(Req r) {
    JsonObject a = agent(r.p("chat_id"));
    boolean open = a != null && ("public".equals(a.getString("visibility")) || Faults.on("preview-shows-private-chat"));
    return Res.env(new JsonObject().put("title", open ? a.getString("name") : "Verbena agent").put("description", open ? a.getString("description") : null)
        .putNull("image").put("url", "https://verbena.example/chats/" + r.p("chat_id")));
  }
  private Res upsell(Req r) {
    JsonObject a = exists(r.p("agent_id"), "agent");
    if (!owns(a, r.user())) throw notFound("agent");
    String text = "Meet " + a.getString("name") + ": " + first(a.getString("description") != null ? a.getString("description") : a.getString("chatPrompt"), 120) + " Subscribe to have it at hand every day.";
    if (Faults.on("upsell-not-saved")) return Res.ok(view(a).put("upsellDescription", text));
    return Res.ok(view(Store.agents.update(a.getString("agentId"), n -> n.put("upsellDescription", text))));
  }
  static String first(String s, int n) { return s.codePointCount(0, s.length()) <= n ? s : s.substring(0, s.offsetByCodePoints(0, n)); }

  private Res makeSlug(Req r) {
    Body b = Body.of(r);
    String base = java.text.Normalizer.normalize(b.nonEmpty("name"), java.text.Normalizer.Form.NFD).replaceAll("\\p{M}", "").toLowerCase(Locale.ROOT)
        .replaceAll("[^a-z0-9]+", "-").replaceAll("^-+|-+$", "");
    if (base.length() > 50) base = base.substring(0, 50).replaceAll("-+$", "");
    if (base.length() < 3) base = base.isEmpty() ? "agent" : "agent-" + base;
    String s = base;
    for (int i = 2; Store.slugs.containsKey(s); i++) s = base + "-" + i;
    return Res.env(new JsonObject().put("slug", s).put("available", true).putNull("reason"));
  }
  private Res checkSlug(Req r) {
    String s = r.q("slug");
    boolean valid = s.length() >= 3 && s.length() <= 60 && SLUG.matcher(s).matches();
    boolean free = valid && !Store.slugs.containsKey(s);
    if (Faults.on("slug-availability-cached")) { Boolean c = slugCache.putIfAbsent(s, free); if (c != null) free = c; }
    return Res.env(new JsonObject().put("slug", s).put("available", free).put("reason", free ? null : valid ? "taken" : "invalid"));
  }
  private static final List<JsonObject> VIBES = new ArrayList<>();
  static {
    for (String s : List.of("lovable", "bolt", "replit"))
      VIBES.add(new JsonObject().put("serviceName", s).put("title", s.substring(0, 1).toUpperCase() + s.substring(1)).put("url", "https://" + s + ".example")
          .put("version", 1).put("createdAt", "2026-01-01T00:00:00Z").put("updatedAt", "2026-01-01T00:00:00Z").put("links", new JsonObject().put("self", "/me/vibe/services")));
  }
  private Res vibe(Req r) {
    JsonObject a = readable(r, r.p("agent_id"), "agent");
    return Res.ok(new JsonObject().put("agentId", a.getString("agentId")).put("serviceName", r.q("service_name"))
        .put("prompt", "Build an app with " + r.q("service_name") + " for the agent \"" + a.getString("name") + "\". It calls POST {agents_url}/" + a.getString("agentId") + ".")
        .put("version", a.getInteger("version")).put("createdAt", a.getString("createdAt")).put("updatedAt", a.getString("updatedAt"))
        .put("links", new JsonObject().put("self", "/me/agents/" + a.getString("agentId") + "/vibe")));
  }
  private Res putTheme(Req r) {
    Body b = Body.of(r);
    String color = b.str("themeColor");
    JsonObject a = own(r, r.p("agent_id"), "agent");
    boolean good = Faults.on("theme-color-prefix-only") ? COLOR.matcher(color).lookingAt() : COLOR.matcher(color).matches();
    if (!good) throw new ApiError(400, "themeColor must be # and six hexadecimal digits");
    String id = a.getString("agentId");
    if (!Store.themes.insert(id, id, new JsonObject().put("agentId", id).put("themeColor", color)))
      Store.themes.update(id, n -> n.put("themeColor", color));
    return Res.ok(Store.view(Store.themes.get(id), "/me/agents/" + id + "/customizations/theme"));
  }

  // ---- files ----
  private static JsonObject fileView(JsonObject f) { return Store.view(f, "/me/agents/" + f.getString("agentId") + "/files/" + f.getString("fileId")); }
  private List<JsonObject> files(JsonObject a) {
    List<JsonObject> l = Store.files.ofOwner(a.getString("agentId"));
    if (Faults.on("files-sorted-as-text")) l.sort(Comparator.comparing((JsonObject f) -> "" + f.getInteger("position")));
    else l.sort(Comparator.comparing((JsonObject f) -> f.getInteger("position"))); // stable: ties stay in order of creation
    l.replaceAll(AgentsService::fileView);
    return l;
  }
  private JsonObject file(Req r) {
    JsonObject a = own(r, r.p("agent_id"), "agent");
    JsonObject f = Store.files.get(r.p("file_id"));
    if (f == null || !(f.getString("agentId").equals(a.getString("agentId")) || Faults.on("file-of-another-agent"))) throw notFound("file");
    return f;
  }
  private Res createFile(Req r) {
    Body b = Body.of(r);
    String name = b.nonEmpty("name"), content = b.optStr("content", ""), type = b.optStr("contentType", "text/plain");
    Integer pos = b.optInt("position", null, 0, 1_000_000);
    JsonObject a = own(r, r.p("agent_id"), "agent");
    String id = a.getString("agentId");
    int n = Store.files.count(id);
    if (Faults.on("file-limit-off-by-one") ? n > MAX_FILES : n >= MAX_FILES) throw new ApiError(400, "an agent holds at most " + MAX_FILES + " files");
    if (pos == null) {
      pos = 0;
      for (JsonObject f : Store.files.ofOwner(id)) pos = Math.max(pos, f.getInteger("position") + 1);
    }
    String fid = Ids.uuid();
    JsonObject f = new JsonObject().put("fileId", fid).put("agentId", id).put("name", name).put("contentType", type).put("content", content)
        .put("sizeBytes", content.getBytes(java.nio.charset.StandardCharsets.UTF_8).length).put("position", pos);
    Store.files.insert(fid, id, f);
    return Res.of(201, fileView(f));
  }
  private Res patchFile(Req r) {
    Body b = Body.of(r);
    JsonObject f = file(r);
    JsonObject p = new JsonObject();
    for (String k : List.of("name", "contentType", "content")) if (b.has(k)) p.put(k, k.equals("content") ? b.str(k) : b.nonEmpty(k));
    if (b.has("position")) p.put("position", b.integer("position", 0, 1_000_000));
    if (p.containsKey("content")) p.put("sizeBytes", p.getString("content").getBytes(java.nio.charset.StandardCharsets.UTF_8).length);
    if (Faults.on("file-rename-clears-content") && !p.containsKey("content")) p.put("content", "").put("sizeBytes", 0);
    return Res.ok(fileView(Store.files.update(f.getString("fileId"), n -> n.mergeIn(p))));
  }
  private Res putPositions(Req r) {
    Body b = Body.of(r);
    if (!(b.o.getValue("positions") instanceof JsonArray list)) throw b.bad("positions", "must be an array", b.isNull("positions") ? "missing" : "type");
    Map<String, Integer> want = new LinkedHashMap<>();
    for (Object x : list) {
      if (!(x instanceof JsonObject p)) throw b.bad("positions", "must hold objects", "type");
      Body e = new Body(p);
      String fid = e.str("fileId");
      if (!Ids.isUuid(fid)) throw b.bad("positions", "fileId must be a UUID", "uuid");
      if (want.put(fid.toLowerCase(), e.integer("position", 0, 1_000_000)) != null) throw b.bad("positions", "names a file twice", "duplicate");
    }
    JsonObject a = own(r, r.p("agent_id"), "agent");
    String id = a.getString("agentId");
    boolean half = Faults.on("positions-half-applied");
    for (String fid : want.keySet()) {
      JsonObject f = Store.files.get(fid);
      if (f == null || !f.getString("agentId").equals(id)) throw notFound("file");
      if (half) Store.files.update(fid, n -> n.put("position", want.get(fid)));
    }
    for (var e : want.entrySet()) Store.files.update(e.getKey(), n -> n.put("position", e.getValue()));
    return Res.list(files(a), null);
  }
}
