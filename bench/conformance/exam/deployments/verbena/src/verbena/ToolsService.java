package verbena;

import io.vertx.core.Future;
import io.vertx.core.json.*;
import java.util.*;

/** Tools, toolsets, installed tools, bundles and the log of executions. */
final class ToolsService extends Service {
  private final Map<String, JsonObject> bundleCache = new HashMap<>(); // used by a fault only
  String address() { return "tools"; }

  void setup() {
    on("listMcpTools", r -> Res.ok(new JsonArray(Catalog.byId.values().stream().map(Catalog::mcp).toList())));
    on("listPublicTools", r -> Res.ok(new JsonArray(Catalog.byId.values().stream().map(Catalog::pub).toList())));
    on("getTool", r -> {
      Tool t = Catalog.byId.get(r.p("tool_id"));
      if (t == null) throw notFound("tool");
      return Res.ok(Catalog.pub(t));
    });
    on("searchTools", this::search);
    later("runTool", this::runTool);
    on("listToolsets", r -> Res.ok(new JsonArray(Catalog.toolsets.keySet().stream().map(this::toolset).toList())));
    on("getToolset", r -> {
      List<Tool> l = Catalog.toolsets.get(r.p("toolset_name"));
      if (l == null) throw notFound("toolset");
      if (Faults.on("toolset-leaves-out-last")) l = l.subList(0, l.size() - 1);
      return Res.ok(toolset(r.p("toolset_name")).put("tools", new JsonArray(l.stream().map(Catalog::mcp).toList())));
    });
    on("listExecutions", this::executions);
    on("getExecution", r -> {
      JsonObject e = Store.executions.get(r.p("log_id"));
      if (e == null || !(e.getString("_owner").equals(r.uid()) || Faults.on("foreign-execution-readable"))) throw notFound("execution log");
      return Res.ok(execView(e));
    });
    // installed tools
    on("listUserTools", r -> {
      List<JsonObject> l = Faults.on("installed-tools-of-all") ? new ArrayList<>(Store.installed.all()) : Store.installed.ofOwner(r.uid());
      l.replaceAll(this::userTool);
      return Res.ok(new JsonArray(l));
    });
    later("installTool", this::install);
    on("getUserTool", r -> Res.ok(userTool(inst(r))));
    on("deleteUserTool", r -> {
      JsonObject i = inst(r);
      Store.installed.remove(r.uid() + "|" + i.getString("toolId"), r.uid());
      if (Faults.on("uninstall-removes-toolkit"))
        for (Tool t : Catalog.toolsets.get(Catalog.byId.get(i.getString("toolId")).toolkit())) Store.installed.remove(r.uid() + "|" + t.id(), r.uid());
      return Res.ok(Store.view(i, "/me/user-tools/" + i.getString("toolId")));
    });
    // bundles
    on("listBundles", r -> {
      List<JsonObject> l = Store.bundles.ofOwner(r.uid());
      l.replaceAll(b -> {
        int n = b.getJsonArray("_tools").size();
        if (Faults.on("bundle-count-never-falls")) n = Math.max(n, b.getInteger("_max", 0));
        JsonObject v = bundle(b).put("toolCount", n);
        v.remove("description");
        return v;
      });
      return Res.ok(new JsonArray(l));
    });
    on("createBundle", r -> {
      int id = Store.bundleSeq.incrementAndGet();
      JsonObject b = new JsonObject().put("bundleId", id).put("name", "Bundle " + id).putNull("description").put("_owner", r.uid()).put("_tools", new JsonArray());
      Store.bundles.insert("" + id, r.uid(), b);
      return Res.ok(full(b));
    });
    on("getBundle", r -> {
      if (Faults.on("deleted-bundle-cached")) {
        JsonObject c = bundleCache.get(r.uid() + r.p("bundle_id")), now = Store.bundles.get(r.p("bundle_id"));
        if (now == null && c != null) return Res.ok(c);
        if (now != null && now.getString("_owner").equals(r.uid())) bundleCache.put(r.uid() + r.p("bundle_id"), full(now));
      }
      return Res.ok(full(own(r, 404)));
    });
    on("putBundle", this::putBundle);
    on("deleteBundle", r -> {
      JsonObject b = own(r, 404);
      Store.bundles.remove("" + b.getInteger("bundleId"), r.uid());
      return Res.ok(bundle(b));
    });
    on("bundleTools", r -> {
      JsonObject b = Store.bundles.get(r.p("bundle_id"));
      if (b == null || !(b.getString("_owner").equals(r.uid()) || Faults.on("foreign-bundle-tools-listed"))) return Res.ok(new JsonArray());
      return Res.ok(tools(b));
    });
    on("addBundleTool", r -> {
      String id = Body.of(r).str("toolId");
      JsonObject b = own(r, 404);
      if (!Catalog.byId.containsKey(id)) throw notFound("tool");
      JsonObject n = Store.bundles.update("" + b.getInteger("bundleId"), x -> {
        if (find(x.getJsonArray("_tools"), id) >= 0) return null;
        x.getJsonArray("_tools").add(entry(id));
        return x.put("_max", x.getJsonArray("_tools").size());
      });
      return Res.ok(tools(n).getJsonObject(find(n.getJsonArray("_tools"), id)));
    });
    on("removeBundleTool", r -> {
      JsonObject b = own(r, 404);
      int i = find(b.getJsonArray("_tools"), r.p("tool_id"));
      if (i < 0) throw notFound("tool");
      JsonObject gone = tools(b).getJsonObject(i);
      int k = Faults.on("bundle-removes-wrong-tool") ? 0 : i;
      Store.bundles.update("" + b.getInteger("bundleId"), x -> { x.getJsonArray("_tools").remove(k); return x; });
      return Res.ok(gone);
    });
  }

  private JsonObject toolset(String name) {
    return Catalog.stamp(new JsonObject().put("toolsetName", name).put("title", name.substring(0, 1).toUpperCase() + name.substring(1)).put("toolCount", Catalog.toolsets.get(name).size()), "/me/toolsets/" + name);
  }

  // ---- search ----
  private static Set<String> words(String s) { return new LinkedHashSet<>(List.of(s.toLowerCase(Locale.ROOT).split("[^\\p{L}\\p{N}]+"))); }
  private static double score(Tool t, String q) {
    if (t.name().equalsIgnoreCase(q.trim())) return 1;
    Set<String> qs = words(q);
    qs.remove("");
    if (qs.isEmpty()) return 0;
    Set<String> name = words(t.name().replace('_', ' ')), desc = words(t.description());
    double sum = 0;
    for (String w : qs) {
      if (name.contains(w)) sum += 1;
      else if (name.stream().anyMatch(x -> x.startsWith(w))) sum += 0.8;
      else if (desc.contains(w)) sum += 0.6;
      else if (t.name().toLowerCase(Locale.ROOT).contains(w) || t.description().toLowerCase(Locale.ROOT).contains(w)) sum += 0.4;
    }
    return sum / qs.size();
  }
  private Res search(Req r) {
    String q = r.q("q"), kit = r.q("toolkit");
    double min = ((Number) r.query().get("min_score")).doubleValue();
    if (Faults.on("search-default-score-zero") && min == 0.15) min = 0;
    if (kit != null && (kit.isBlank() || kit.equals("null"))) kit = null;
    int limit = r.qi("limit");
    List<Map.Entry<Tool, Double>> l = new ArrayList<>();
    boolean after = Faults.on("search-limit-before-toolkit");
    for (Tool t : Catalog.byId.values()) {
      if (kit != null && !after && !t.toolkit().equalsIgnoreCase(kit)) continue;
      double s = score(t, q);
      if (s > 0 && s >= min) l.add(Map.entry(t, s));
    }
    l.sort(Comparator.comparing((Map.Entry<Tool, Double> e) -> -e.getValue()).thenComparing(e -> e.getKey().name()));
    JsonArray out = new JsonArray();
    for (var e : l.subList(0, Math.min(limit, l.size()))) if (kit == null || e.getKey().toolkit().equalsIgnoreCase(kit)) out.add(Catalog.mcp(e.getKey()));
    return Res.ok(out);
  }

  // ---- run ----
  private Future<Res> runTool(Req r) {
    Tool t = Catalog.byName.get(r.p("tool_name"));
    if (t == null) throw notFound("tool");
    if (!r.hasBody()) throw ApiError.invalid("body", null, "a JSON body is required", "missing");
    if (!(r.body() instanceof JsonObject in)) throw ApiError.invalid("body", null, "must be a JSON object", "type");
    if (!Faults.on("tool-input-unchecked") || t.notifier()) Catalog.check(t.schema(), in, "");
    long began = System.nanoTime();
    String svc = r.q("service_id"), ns = r.q("service_id_namespace");
    if (!t.notifier()) {
      Object out;
      try { out = Catalog.run(t, in); }
      catch (ApiError e) { throw e; }
      catch (RuntimeException e) { out = new JsonObject(); }
      return Future.succeededFuture(result(r, t, in, out, svc, ns, began));
    }
    boolean connected = "default".equals(svc) && "global".equals(ns) && !r.user().sandbox();
    if (!connected) throw Catalog.bad("there is no auth connection to the notification service");
    Req n = new Req(t.name(), r.user(), Map.of(), Map.of(), in, true, null, null);
    return vertx.eventBus().<Res>request("notifier", n).map(m -> {
      if (m.body().error() != null) throw m.body().error();
      return result(r, t, in, m.body().body(), svc, ns, began);
    });
  }
  private Res result(Req r, Tool t, JsonObject in, Object out, String svc, String ns, long began) {
    int id = Store.logSeq.incrementAndGet();
    JsonObject e = new JsonObject().put("logId", id).put("toolName", t.name()).put("serviceId", svc).put("serviceIdNamespace", ns).put("input", in).put("output", out)
        .put("status", "succeeded").put("durationMs", (int) ((System.nanoTime() - began) / 1_000_000)).put("_owner", r.uid());
    if (Faults.on("execution-input-replaced")) e.put("input", new JsonObject()); // the object was handed on and emptied
    Store.executions.insert("" + id, r.uid(), e);
    String text = out instanceof JsonObject o ? o.encode() : String.valueOf(out);
    return Res.ok(new JsonObject().put("version", 1).put("createdAt", e.getString("createdAt")).put("updatedAt", e.getString("updatedAt"))
        .put("links", new JsonObject().put("execution", "/me/executions/" + id).put("self", "/me/executions/" + id)).put("toolName", t.name()).put("isError", false).put("content", new JsonArray().add(new JsonObject().put("type", "text").put("text", text)))
        .put("structuredContent", out).put("logId", id));
  }
  private static JsonObject execView(JsonObject e) { return Store.view(e, "/me/executions/" + e.getInteger("logId")); }
  private Res executions(Req r) {
    int limit = r.qi("limit");
    List<JsonObject> l = Store.executions.page(r.uid(), r.q("next_cursor") == null ? Long.MAX_VALUE : Times.ms(r.q("next_cursor")), false, limit + 1);
    String next = null;
    if (l.size() > limit) {
      l = new ArrayList<>(l.subList(0, limit));
      next = l.get(limit - 1).getString("createdAt");
      if (Faults.on("executions-last-page-skipped") && Store.executions.page(r.uid(), Times.ms(next), false, limit + 1).size() < limit) next = null;
    }
    l.replaceAll(ToolsService::execView);
    return Res.list(l, next);
  }

  // ---- installed tools ----
  private JsonObject userTool(JsonObject i) {
    return Store.view(i, "/me/user-tools/" + i.getString("toolId")).mergeIn(new JsonObject().put("name", Catalog.byId.get(i.getString("toolId")).name())
        .put("description", Catalog.byId.get(i.getString("toolId")).description()).put("inputSchema", Catalog.byId.get(i.getString("toolId")).schema()).put("toolkit", Catalog.byId.get(i.getString("toolId")).toolkit()));
  }
  private JsonObject inst(Req r) {
    JsonObject i = Store.installed.get(r.uid() + "|" + r.p("tool_id"));
    if (i == null) throw notFound("installed tool");
    return i;
  }
  private Future<Res> install(Req r) {
    String id = Body.of(r).str("toolId");
    boolean lost = Faults.on("install-failure-recovered");
    if (!Catalog.byId.containsKey(id) && !lost) throw new ApiError(409, "installation failed: there is no such tool");
    JsonObject i = new JsonObject().put("toolId", id).put("userId", r.uid()).put("installedAt", Times.iso());
    if (!Catalog.byId.containsKey(id)) return Future.succeededFuture(Res.ok(Catalog.stamp(i, "/me/user-tools/" + id)));
    if (!Store.installed.insert(r.uid() + "|" + id, r.uid(), i)) throw new ApiError(409, "installation failed: the tool is installed already");
    return Future.succeededFuture(Res.ok(Store.view(i, "/me/user-tools/" + id)));
  }

  // ---- bundles ----
  private static JsonObject entry(String id) { String now = Times.iso(); return new JsonObject().put("toolId", id).put("createdAt", now).put("updatedAt", now); }
  private static int find(JsonArray a, String id) {
    for (int i = 0; i < a.size(); i++) if (a.getJsonObject(i).getString("toolId").equals(id)) return i;
    return -1;
  }
  private JsonObject own(Req r, int status) {
    JsonObject b = Store.bundles.get(r.p("bundle_id"));
    Integer asked = Integer.valueOf(r.p("bundle_id"));
    if (b != null && Faults.on("bundle-id-compared-boxed") && b.getInteger("bundleId") != asked) b = null; // == on boxed numbers
    if (b == null || !(b.getString("_owner").equals(r.uid()) || Faults.on("foreign-bundle-updated") && r.op().equals("putBundle"))) {
      if (status == 404) throw notFound("bundle");
      throw new ApiError(status, "update failed: there is no such bundle");
    }
    return b;
  }
  private static JsonObject bundle(JsonObject b) { return Store.view(b, "/me/bundles/" + b.getInteger("bundleId")); }
  private static JsonArray tools(JsonObject b) {
    JsonArray out = new JsonArray();
    for (Object x : b.getJsonArray("_tools")) {
      JsonObject e = (JsonObject) x;
      String id = e.getString("toolId");
      out.add(new JsonObject().put("toolId", id).put("bundleId", b.getInteger("bundleId")).put("name", Catalog.byId.get(id).name()).put("version", 1).put("createdAt", e.getString("createdAt"))
          .put("updatedAt", e.getString("updatedAt")).put("links", new JsonObject().put("self", "/me/bundles/" + b.getInteger("bundleId") + "/tools").put("tool", "/me/tools/" + id)));
    }
    return out;
  }
  private static JsonObject full(JsonObject b) { return bundle(b).put("tools", tools(b)); }
  private Res putBundle(Req r) {
    Body b = Body.of(r);
    String name = b.nonEmpty("name"), desc = b.optStr("description", null);
    JsonArray ids = b.optStrings("tools", null);
    JsonObject cur = own(r, 409);
    if (ids != null) for (Object id : ids) if (!Catalog.byId.containsKey((String) id)) throw new ApiError(409, "update failed: there is no tool " + id);
    return Res.ok(full(Store.bundles.update("" + cur.getInteger("bundleId"), x -> {
      if (ids != null) {
        JsonArray l = new JsonArray();
        for (Object id : new LinkedHashSet<>(ids.getList())) { int i = find(x.getJsonArray("_tools"), (String) id); l.add(i < 0 ? entry((String) id) : x.getJsonArray("_tools").getJsonObject(i)); }
        x.put("_tools", l).put("_max", l.size());
      } else if (Faults.on("bundle-rename-empties-tools")) x.put("_tools", new JsonArray());
      return x.put("name", name).put("description", desc);
    })));
  }
}
