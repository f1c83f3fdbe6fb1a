package verbena;

import io.vertx.core.json.*;
import java.nio.charset.StandardCharsets;
import java.util.*;

/** The notification service, with a store of its own in place of a real upstream. Fields are called as there. */
final class NotifierService extends Service {
  private static final class Account {
    final LinkedHashMap<String, JsonObject> chats = new LinkedHashMap<>(), devices = new LinkedHashMap<>(), pushes = new LinkedHashMap<>();
    final Map<String, String> guids = new HashMap<>();
  }
  private final Map<String, Account> accounts = new HashMap<>();
  private long last, seq;

  String address() { return "notifier"; }
  private Account acc(Req r) { return accounts.computeIfAbsent(r.uid(), k -> new Account()); }
  private static JsonObject in(Req r) { return (JsonObject) r.body(); }
  /** UNIX time with microseconds; never twice the same. */
  private double now() {
    long us = System.currentTimeMillis() * 1000;
    last = Math.max(us, last + 1);
    return last / 1e6;
  }
  private JsonObject fresh(String prefix) {
    double t = now();
    return new JsonObject().put("iden", Ids.nano(prefix)).put("active", true).put("created", t).put("modified", t).put("_seq", ++seq);
  }
  private static Res out(JsonObject o) { JsonObject c = o.copy(); c.remove("_seq"); return Res.ok(c); }
  private static JsonObject need(Map<String, JsonObject> m, String iden, String what) {
    JsonObject o = m.get(iden);
    if (o == null || !o.getBoolean("active")) throw Catalog.bad("there is no " + what + " with this iden");
    return o;
  }

  void setup() {
    on("NOTIFIER_CREATE_CHAT", r -> {
      String email = in(r).getString("email").trim();
      if (!email.matches("[^@\\s]+@[^@\\s]+")) throw Catalog.bad("email must be an email address");
      for (JsonObject c : acc(r).chats.values()) if (c.getJsonObject("with").getString("email").equalsIgnoreCase(email)) return out(c);
      JsonObject c = fresh("cht_").put("muted", false).put("with", new JsonObject().put("type", "email").put("email", email).put("name", email.substring(0, email.indexOf('@'))));
      acc(r).chats.put(c.getString("iden"), c);
      return out(c);
    });
    on("NOTIFIER_UPDATE_CHAT", r -> out(need(acc(r).chats, in(r).getString("iden"), "chat").put("muted", Faults.on("notifier-chat-only-mutes") ? (Object) true : in(r).getBoolean("muted")).put("modified", now())));
    on("NOTIFIER_DELETE_CHAT", r -> { acc(r).chats.remove(need(acc(r).chats, in(r).getString("iden"), "chat").getString("iden")); return Res.ok(new JsonObject()); });
    on("NOTIFIER_LIST_CHATS", r -> page(r, "chats", new ArrayList<>(acc(r).chats.values())));

    on("NOTIFIER_CREATE_DEVICE", r -> {
      JsonObject d = fresh("dev_");
      for (String k : DEVICE) d.put(k, in(r).getValue(k));
      acc(r).devices.put(d.getString("iden"), d);
      return out(d);
    });
    on("NOTIFIER_UPDATE_DEVICE", r -> {
      JsonObject d = need(acc(r).devices, in(r).getString("iden"), "device");
      for (String k : DEVICE) if (in(r).getValue(k) != null || Faults.on("notifier-device-update-clears")) d.put(k, in(r).getValue(k));
      return out(d.put("modified", now()));
    });
    on("NOTIFIER_DELETE_DEVICE", r -> {
      JsonObject d = need(acc(r).devices, in(r).getString("device_iden"), "device");
      acc(r).devices.remove(d.getString("iden"));
      return Res.ok(new JsonObject());
    });
    on("NOTIFIER_LIST_DEVICES", r -> Res.ok(new JsonObject().put("devices", clean(new ArrayList<>(acc(r).devices.values())))));

    on("NOTIFIER_CREATE_PUSH", this::push);
    on("NOTIFIER_UPDATE_PUSH", r -> {
      JsonObject p = need(acc(r).pushes, in(r).getString("iden"), "push");
      if (in(r).getValue("dismissed") != null) p.put("dismissed", in(r).getBoolean("dismissed"));
      if (in(r).getValue("items") != null) {
        JsonArray items = in(r).getJsonArray("items").copy();
        if (Faults.on("notifier-items-unchecked")) for (Object x : items) ((JsonObject) x).put("checked", false);
        p.put("items", items);
      }
      return out(p.put("modified", now()));
    });
    on("NOTIFIER_DELETE_PUSH", r -> { drop(need(acc(r).pushes, in(r).getString("iden"), "push")); return Res.ok(new JsonObject()); });
    on("NOTIFIER_DELETE_ALL_PUSHES", r -> {
      List<JsonObject> all = new ArrayList<>(acc(r).pushes.values());
      if (Faults.on("notifier-delete-all-users")) for (Account a : accounts.values()) all.addAll(a.pushes.values());
      vertx.setTimer(150, t -> all.forEach(p -> { if (p.getBoolean("active")) drop(p); }));
      return Res.ok(new JsonObject());
    });
    on("NOTIFIER_LIST_PUSHES", r -> {
      List<JsonObject> l = new ArrayList<>(acc(r).pushes.values());
      if (Boolean.TRUE.equals(in(r).getBoolean("active")) && !Faults.on("notifier-active-ignored")) l.removeIf(p -> !p.getBoolean("active"));
      Object after = in(r).getValue("modified_after");
      if (after != null) {
        double t = ((Number) after).doubleValue();
        if (Faults.on("notifier-modified-after-seconds")) t = Math.ceil(t); // whole seconds
        double from = t;
        l.removeIf(p -> p.getDouble("modified") <= from);
      }
      return page(r, "pushes", l);
    });
    on("NOTIFIER_GET_USER", r -> {
      JsonObject u = Store.users.get(r.uid());
      return Res.ok(new JsonObject().put("iden", "ntf_" + r.uid().substring(4)).put("active", true).put("created", 1767225600.5).put("modified", 1767225600.5).put("email", u.getString("email"))
          .put("email_normalized", u.getString("email").toLowerCase(Locale.ROOT)).put("name", u.getString("name")).put("max_upload_size", 26214400));
    });
    on("NOTIFIER_UPLOAD_REQUEST", r -> {
      String name = in(r).getString("file_name"), type = in(r).getString("file_type");
      if (name.isBlank() || type.isBlank()) throw Catalog.bad("file_name and file_type must not be blank");
      String key = Ids.nano("upl_");
      String enc = java.net.URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
      String policy = Base64.getEncoder().encodeToString((key + "|" + type).getBytes(StandardCharsets.UTF_8));
      return Res.ok(new JsonObject().put("file_name", name).put("file_type", type).put("file_url", "https://files.verbena.example/" + key + "/" + enc).put("upload_url", "https://upload.verbena.example/" + key)
          .put("data", new JsonObject().put("key", key).put("content_type", type).put("policy", policy).put("signature", Auth.hex(Auth.hmac(Auth.SECRET, policy.getBytes(StandardCharsets.UTF_8))))));
    });
  }
  private static final List<String> DEVICE = List.of("icon", "model", "has_sms", "nickname", "push_token", "app_version", "manufacturer");
  private void drop(JsonObject p) { p.put("active", false).put("modified", now()); }

  private Res push(Req r) {
    JsonObject i = in(r);
    Account a = acc(r);
    String type = i.getString("type");
    if (type.equals("link") && i.getValue("url") == null && !Faults.on("notifier-link-without-url")) throw Catalog.bad("url is required when type=link");
    if (type.equals("file")) for (String k : List.of("file_url", "file_name", "file_type")) if (i.getValue(k) == null) throw Catalog.bad(k + " is required when type=file");
    for (String k : List.of("device_iden", "source_device_iden")) if (i.getString(k) != null) need(a.devices, i.getString(k), "device");
    String guid = i.getString("guid");
    if (guid != null && a.guids.containsKey(guid) && !Faults.on("notifier-guid-ignored")) return out(a.pushes.get(a.guids.get(guid)));
    JsonObject p = fresh("psh_").put("type", type).put("dismissed", false).put("items", null);
    for (String k : List.of("url", "body", "guid", "email", "title", "file_url", "file_name", "file_type", "channel_tag", "client_iden", "device_iden", "source_device_iden")) p.put(k, i.getValue(k));
    if (guid != null) a.guids.put(guid, p.getString("iden"));
    a.pushes.put(p.getString("iden"), p);
    return out(p);
  }
  private static JsonArray clean(List<JsonObject> l) {
    JsonArray out = new JsonArray();
    for (JsonObject o : l) { JsonObject c = o.copy(); c.remove("_seq"); out.add(c); }
    return out;
  }
  /** Newest first; the cursor holds the number of the last entry. */
  private Res page(Req r, String name, List<JsonObject> l) {
    Integer n = in(r).getInteger("limit");
    int limit = n == null ? 500 : n;
    long before = Long.MAX_VALUE;
    String cur = in(r).getString("cursor");
    if (cur != null && !cur.isEmpty()) {
      try { before = Long.parseLong(new String(Base64.getUrlDecoder().decode(cur), StandardCharsets.UTF_8).substring(2)); }
      catch (RuntimeException e) { throw Catalog.bad("cursor is not one of ours"); }
    }
    long b = before;
    l.removeIf(o -> o.getLong("_seq") >= b);
    Collections.reverse(l);
    String next = null;
    if (l.size() > limit) {
      l = l.subList(0, limit);
      next = Base64.getUrlEncoder().withoutPadding().encodeToString(("s:" + (l.get(limit - 1).getLong("_seq") - (Faults.on("notifier-cursor-skips-one") ? 1 : 0))).getBytes(StandardCharsets.UTF_8));
    }
    return Res.ok(new JsonObject().put(name, clean(l)).put("cursor", next));
  }
}
