package verbena;

import io.vertx.core.*;
import io.vertx.core.json.*;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.*;
import java.util.*;

/** API keys, credits, billing, payments, subscriptions, monetization and VIP codes. */
final class MoneyService extends Service {
  private final Set<String> events = new HashSet<>();
  String address() { return "money"; }

  void setup() {
    on("listKeys", r -> {
      List<JsonObject> l = Store.keys.ofOwner(r.uid());
      l.replaceAll(k -> Faults.on("key-list-shows-keys") ? keyView(k) : hidden(k));
      return Res.ok(new JsonArray(l));
    });
    on("createKey", this::createKey);
    on("defaultKey", r -> Res.ok(keyView(defaultKey(r.uid()))));
    on("getKey", r -> Res.ok(keyView(key(r))));
    on("deleteKey", this::deleteKey);
    on("billing", r -> Res.ok(Store.view(Store.billing.get(r.uid()), "/me/billing")));
    on("credits", r -> {
      JsonObject c = Store.credits.get(r.uid());
      if (c == null) throw notFound("credits");
      return Res.ok(Store.view(c, "/me/credits"));
    });
    later("useCredits", this::useCredits);
    on("webhook", this::webhook);
    on("paymentSession", this::session);
    later("subscribe", this::subscribe);
    on("unsubscribe", this::unsubscribe);
    on("listSubscriptions", r -> {
      List<JsonObject> l = Store.subs.ofOwner(r.uid());
      if (Faults.on("subscriptions-drop-cancelled-first")) { int n = l.size(); l.removeIf(s -> s.getString("status").equals("cancelled")); if (l.size() < n && !l.isEmpty()) l.remove(0); }
      l.replaceAll(MoneyService::subView);
      return Res.list(l, null);
    });
    on("getSubscription", r -> {
      JsonObject s = Store.subs.get(r.uid() + "|" + r.p("agent_id").toLowerCase());
      if (s == null) throw notFound("subscription");
      return Res.ok(subView(s));
    });
    on("summary", r -> {
      Days d = days(r);
      return Res.ok(new JsonObject().put("period", d.period).put("from", d.from.toString()).put("to", d.to.toString()).put("totalSubscribers", sum(d.subscribers)).put("totalEarnings", sum(d.cents)).put("currency", "usd"));
    });
    on("subscribers", r -> {
      Days d = days(r);
      List<JsonObject> l = d.list("subscribers", d.subscribers);
      return Res.ok(new JsonObject().put("period", d.period).put("totalSubscribers", sum(d.subscribers)).put("result", new JsonArray(l)).put("page", new JsonObject().putNull("next").put("size", l.size())));
    });
    on("earnings", r -> {
      Days d = days(r);
      int total = sum(d.cents);
      if (Faults.on("earnings-rounded-in-double")) for (int i = 0; i < d.period; i++) d.cents[i] = (int) ((float) d.cents[i] / 100) * 100; // dollars, cut
      List<JsonObject> l = d.list("earnings", d.cents);
      return Res.ok(new JsonObject().put("period", d.period).put("totalEarnings", total).put("currency", "usd").put("result", new JsonArray(l)).put("page", new JsonObject().putNull("next").put("size", l.size())));
    });
    on("vipCount", r -> {
      int n = Store.redemptions.count(r.uid());
      if (Faults.on("vip-count-of-all-users")) n = Store.redemptions.all().size();
      return Res.ok(counted(new JsonObject().put("count", n)));
    });
    on("redeemVip", this::redeem);
  }

  // ---- API keys ----
  private static JsonObject keyView(JsonObject k) { return Store.view(k, "/me/api-keys/" + k.getInteger("apiKeyId")); }
  private static JsonObject hidden(JsonObject k) { JsonObject v = keyView(k); v.remove("key"); return v; }
  static JsonObject newKey(String owner, String name, String value, boolean dflt) {
    int id = Store.keySeq.incrementAndGet();
    JsonObject k = new JsonObject().put("apiKeyId", id).put("name", name).put("key", value).put("isDefault", dflt).putNull("lastUsedAt").put("_owner", owner);
    Store.keys.insert("" + id, owner, k);
    Store.keyIndex.put(value, "" + id);
    return k;
  }
  private JsonObject key(Req r) {
    JsonObject k = Store.keys.get(r.p("api_key_id"));
    if (k == null || !(k.getString("_owner").equals(r.uid()) || Faults.on("key-of-other-user-deleted") && r.op().equals("deleteKey"))) throw notFound("API key");
    return k;
  }
  private Res createKey(Req r) {
    Body b = Body.of(r);
    String name = b.optStr("name", "API key");
    boolean dflt = b.optBool("isDefault", false);
    List<JsonObject> all = Store.keys.ofOwner(r.uid());
    if (dflt && !Faults.on("two-default-keys")) for (JsonObject k : all) if (k.getBoolean("isDefault")) Store.keys.update("" + k.getInteger("apiKeyId"), n -> n.put("isDefault", false));
    return Res.ok(keyView(newKey(r.uid(), name, Ids.nano("vk_", 32), dflt || all.isEmpty())));
  }
  private JsonObject defaultKey(String uid) {
    List<JsonObject> all = Store.keys.ofOwner(uid);
    for (JsonObject k : all) if (k.getBoolean("isDefault")) return k;
    if (!all.isEmpty()) return Store.keys.update("" + all.get(0).getInteger("apiKeyId"), n -> n.put("isDefault", true));
    return newKey(uid, "Default", Ids.nano("vk_", 32), true);
  }
  private Res deleteKey(Req r) {
    JsonObject k = key(r);
    String id = "" + k.getInteger("apiKeyId"), owner = k.getString("_owner");
    Store.keys.remove(id, owner);
    Store.keyIndex.remove(k.getString("key"));
    if (k.getBoolean("isDefault") && Store.keys.count(owner) > 0) defaultKey(owner);
    return Res.ok(hidden(k));
  }

  // ---- credits and payments ----
  private Future<Res> useCredits(Req r) {
    JsonObject c = Store.credits.get(r.uid());
    if (c == null) throw notFound("credits");
    if (c.getInteger("balance") < 1) throw new ApiError(404, "no credits are left");
    if (Faults.on("credits-double-spend")) // no compare: the last write wins
      return pause(30).map(x -> {
        JsonObject n = c.copy().put("balance", c.getInteger("balance") - 1).put("used", c.getInteger("used") + 1).put("version", c.getInteger("version") + 1);
        Store.credits.force(r.uid(), n);
        return Res.ok(Store.view(n, "/me/credits"));
      });
    if (Faults.on("credits-written-after-answer")) {
      vertx.setTimer(3000, t -> Store.credits.update(r.uid(), MoneyService::spend));
      return Future.succeededFuture(Res.ok(Store.view(spend(c.copy()), "/me/credits")));
    }
    return Future.succeededFuture(Res.ok(Store.view(Store.credits.update(r.uid(), MoneyService::spend), "/me/credits")));
  }
  private static JsonObject spend(JsonObject n) { return n.put("balance", n.getInteger("balance") - 1).put("used", n.getInteger("used") + 1); }

  private Res webhook(Req r) {
    String sig = r.headers().get("x-payment-signature");
    if (sig == null || sig.isBlank()) { if (!Faults.on("webhook-unsigned-accepted")) throw new ApiError(400, "the signature is missing"); }
    else {
      String want = "sha256=" + Auth.hex(Auth.hmac(Auth.WEBHOOK_SECRET, r.raw() == null ? new byte[0] : r.raw().getBytes()));
      boolean same = MessageDigest.isEqual(want.getBytes(StandardCharsets.US_ASCII), sig.trim().getBytes(StandardCharsets.UTF_8));
      if (!same && !(Faults.on("webhook-signature-length-only") && sig.trim().length() == want.length())) throw new ApiError(400, "the signature does not fit");
    }
    Object o;
    try { o = r.raw() == null ? null : Json.decodeValue(r.raw()); } catch (RuntimeException e) { o = null; }
    if (!(o instanceof JsonObject e) || !(e.getValue("id") instanceof String id) || !(e.getValue("type") instanceof String type)) throw new ApiError(400, "invalid event");
    JsonObject data = e.getValue("data") instanceof JsonObject d ? d : new JsonObject();
    String outcome = "ignored";
    if (events.contains(id) && !Faults.on("webhook-event-counted-twice")) outcome = "duplicate";
    else if (type.equals("invoice-paid") || type.equals("credits-purchased")) {
      if (!(data.getValue("userId") instanceof String uid) || Store.users.get(uid) == null) throw new ApiError(400, "invalid event: no such user");
      String f = type.equals("invoice-paid") ? "amountCents" : "credits";
      if (!(data.getValue(f) instanceof Integer n) || n < 0 || n > 10_000_000) throw new ApiError(400, "invalid event: " + f);
      events.add(id);
      if (type.equals("invoice-paid")) Store.billing.update(uid, x -> x.put("invoicesPaid", x.getInteger("invoicesPaid") + 1).put("paidTotalCents", x.getInteger("paidTotalCents") + n));
      else Store.credits.update(uid, x -> x.put("balance", x.getInteger("balance") + n));
      outcome = "processed";
    }
    return Res.ok(new JsonObject().put("received", true).put("eventId", id).put("outcome", outcome));
  }
  private static JsonObject counted(JsonObject o) {
    String now = Times.iso();
    return o.put("version", 1).put("createdAt", now).put("updatedAt", now).put("links", new JsonObject().put("self", "/me/"));
  }
  private Res session(Req r) {
    Body b = Body.of(r);
    int n = b.optInt("credits", 100, 1, 100_000);
    b.optStr("successUrl", null); b.optStr("cancelUrl", null);
    String id = Ids.nano("pay_");
    return Res.ok(counted(new JsonObject().put("sessionId", id).put("url", "https://pay.verbena.example/" + id).put("credits", n).put("amountCents", n * 2).put("currency", "usd")
        .put("status", "open").put("expiresAt", Times.iso(System.currentTimeMillis() + 3_600_000))));
  }

  // ---- subscriptions ----
  private static JsonObject subView(JsonObject s) { JsonObject v = Store.view(s, "/me/subscriptions/" + s.getString("agentId")); v.remove("sessionId"); return v; }
  private JsonObject target(Req r) {
    JsonObject a = agent(r.p("agent_id"));
    if (a == null || !canRead(a, r.user())) throw notFound("agent");
    return a;
  }
  private Future<Res> subscribe(Req r) {
    Body b = Body.optional(r);
    b.optStr("successUrl", null); b.optStr("cancelUrl", null);
    JsonObject a = target(r);
    if (a.getInteger("priceCents") == null || a.getInteger("priceCents") == 0) throw new ApiError(400, "this agent is not paid");
    if (owns(a, r.user()) && !Faults.on("owner-may-subscribe")) throw new ApiError(400, "you own this agent");
    String id = r.uid() + "|" + a.getString("agentId");
    JsonObject s = Store.subs.get(id);
    if (s != null && s.getString("status").equals("active")) throw new ApiError(402, "already subscribed");
    if (Faults.on("subscribed-twice-at-once")) return pause(40).map(x -> subscribed(r, a, id));
    return Future.succeededFuture(subscribed(r, a, id));
  }
  private Res subscribed(Req r, JsonObject a, String id) {
    String session = Ids.nano("chk_"), now = Times.iso();
    JsonObject f = new JsonObject().put("status", "active").put("priceCents", a.getInteger("priceCents")).put("currency", "usd").put("startedAt", now).putNull("cancelledAt").put("sessionId", session);
    if (!Store.subs.insert(id, r.uid(), new JsonObject().put("subscriptionId", Ids.nano("sub_")).put("agentId", a.getString("agentId")).mergeIn(f.copy())))
      Store.subs.update(id, n -> n.mergeIn(f));
    earn(a.getString("ownerId"), LocalDate.now(ZoneOffset.UTC), a.getInteger("priceCents"), true);
    JsonObject v = Store.view(Store.subs.get(id), "/me/subscriptions/" + a.getString("agentId"));
    v.remove("startedAt"); v.remove("cancelledAt");
    return Res.ok(v.put("checkoutUrl", "https://pay.verbena.example/checkout/" + session));
  }
  private Res unsubscribe(Req r) {
    JsonObject a = agent(r.p("agent_id"));
    if (a == null) throw notFound("agent");
    String id = r.uid() + "|" + a.getString("agentId");
    JsonObject s = Store.subs.get(id);
    if (s == null && !canRead(a, r.user())) throw notFound("agent");
    if (s == null || !s.getString("status").equals("active")) {
      if (s != null && Faults.on("unsubscribe-again-recovers")) return Res.ok(subView(s));
      throw new ApiError(400, "there is no active subscription to cancel");
    }
    JsonObject n = Store.subs.update(id, x -> x.put("status", "cancelled").put("cancelledAt", Times.iso()));
    if (Faults.on("unsubscribe-cancels-all"))
      for (JsonObject o : Store.subs.ofOwner(r.uid())) Store.subs.update(r.uid() + "|" + o.getString("agentId"), x -> x.put("status", "cancelled").put("cancelledAt", Times.iso()));
    return Res.ok(subView(n));
  }

  // ---- monetization ----
  static void earn(String owner, LocalDate day, int cents, boolean subscriber) {
    Store.earnings.insert(Ids.nano("ern_"), owner, new JsonObject().put("day", day.toEpochDay()).put("cents", cents).put("subscriber", subscriber));
  }
  private static final class Days {
    int period;
    LocalDate from, to;
    int[] subscribers, cents;
    List<JsonObject> list(String name, int[] v) {
      List<JsonObject> l = new ArrayList<>();
      for (int i = 0; i < period; i++) l.add(new JsonObject().put("date", from.plusDays(i).toString()).put(name, v[i]));
      return l;
    }
  }
  private static int sum(int[] v) { return Arrays.stream(v).sum(); }
  private Days days(Req r) {
    Days d = new Days();
    d.period = r.qi("period");
    d.to = LocalDate.now(ZoneOffset.UTC);
    if (Faults.on("monetization-leaves-out-today")) d.to = d.to.minusDays(1);
    d.from = d.to.minusDays(d.period - 1);
    d.subscribers = new int[d.period];
    d.cents = new int[d.period];
    for (JsonObject e : Store.earnings.ofOwner(r.uid())) {
      long i = e.getLong("day") - d.from.toEpochDay();
      if (i < 0 || i >= d.period) continue;
      d.cents[(int) i] += e.getInteger("cents");
      if (e.getBoolean("subscriber")) d.subscribers[(int) i]++;
    }
    return d;
  }

  // ---- VIP codes ----
  private Res redeem(Req r) {
    String code = Body.of(r).str("code").trim();
    JsonObject v = Store.vips.get(code);
    if (v == null) throw new ApiError(400, "this code is not valid");
    if (v.getString("ownerId").equals(r.uid()) && !Faults.on("own-vip-code-redeemed")) throw new ApiError(400, "this code is your own");
    String id = r.uid() + "|" + code;
    if (Faults.on("vip-code-spent-for-all") && Store.redemptions.all().stream().anyMatch(x -> x.getString("code").equals(code))) throw new ApiError(400, "this code was redeemed");
    JsonObject red = new JsonObject().put("code", code).put("userId", r.uid()).put("redeemedAt", Times.iso());
    if (!Store.redemptions.insert(Faults.on("vip-code-redeemed-again") ? id + Ids.nano("") : id, r.uid(), red)) throw new ApiError(400, "you have redeemed this code");
    return Res.ok(Store.view(red, "/me/vip").put("count", Store.redemptions.count(r.uid())));
  }
}
