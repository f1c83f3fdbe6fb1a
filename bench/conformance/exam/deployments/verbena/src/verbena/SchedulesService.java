package verbena;

import io.vertx.core.json.*;
import java.time.*;
import java.util.*;

/** Schedules: runs of a chat by cron expression. */
final class SchedulesService extends Service {
  String address() { return "schedules"; }

  void setup() {
    on("listSchedules", r -> {
      List<JsonObject> out = new ArrayList<>();
      for (JsonObject s : Store.schedules.ofOwner(r.uid())) out.add(view(s));
      return Res.list(out, null);
    });
    on("createSchedule", this::create);
    on("onboarding", r -> Res.ok(new JsonObject().put("result", new JsonArray()
        .add(idea("Morning summary", "0 8 * * 1-5", "Sum up what is new today"))
        .add(idea("Weekly review", "0 16 * * 5", "Review the week"))
        .add(idea("Monthly report", "0 9 1 * *", "Write the report of the month"))).put("page", new JsonObject().putNull("next").put("size", 3))));
    on("textToCron", this::textToCron);
    on("getSchedule", r -> Res.env(view(own(r))));
    on("putSchedule", this::put);
    on("deleteSchedule", r -> {
      JsonObject s = own(r);
      Store.schedules.remove(s.getString("scheduleId"), r.uid());
      if (Faults.on("schedule-delete-takes-siblings"))
        for (JsonObject x : Store.schedules.ofOwner(r.uid())) if (x.getString("chatId").equals(s.getString("chatId"))) Store.schedules.remove(x.getString("scheduleId"), r.uid());
      return Res.env(view(s));
    });
    vertx.setPeriodic(1000, t -> fire());
  }
  private static JsonObject idea(String t, String c, String m) { return new JsonObject().put("title", t).put("cron", c).put("message", m); }
  private static JsonObject view(JsonObject s) { return Store.view(s, "/me/schedules/" + s.getString("scheduleId")); }
  private JsonObject own(Req r) {
    JsonObject s = Store.schedules.get(r.p("schedule_id"));
    if (s == null || !(owns(s, r.user()) || Faults.on("schedule-foreign-readable") && r.op().equals("getSchedule"))) throw notFound("schedule");
    return s;
  }
  private String chat(Req r, Object id) {
    JsonObject a = id instanceof String s ? agent(s) : null;
    boolean mine = a != null && (owns(a, r.user()) || Faults.on("schedule-foreign-chat") && canRead(a, r.user()));
    if (!mine) throw new ApiError(403, "chatId must be a chat of yours");
    return a.getString("chatId");
  }
  private static Cron cron(Body b) {
    String c = b.str("cron");
    try { return Cron.parse(c); }
    catch (IllegalArgumentException e) { throw b.bad("cron", "is not a cron expression: " + e.getMessage(), "cron"); }
  }
  private static String zone(Body b, String d) {
    String z = b.optStr("timezone", d);
    try { ZoneId.of(z); return z; }
    catch (DateTimeException e) { throw b.bad("timezone", "is no time zone", "timezone"); }
  }
  private static JsonObject timed(JsonObject s) {
    Instant n = s.getBoolean("enabled") ? Cron.parse(s.getString("cron")).next(Times.now(), ZoneId.of(s.getString("timezone"))) : null;
    return s.put("nextRunAt", n == null ? null : n.toString());
  }
  private Res create(Req r) {
    Body b = Body.of(r);
    if (Faults.on("schedule-missing-chat-422") && b.isNull("chatId")) throw b.bad("chatId", "is required", "missing");
    String chat = chat(r, b.o.getValue("chatId"));
    JsonObject s = new JsonObject().put("scheduleId", Ids.uuid()).put("ownerId", r.uid()).put("chatId", chat).put("cron", cron(b).text)
        .put("timezone", zone(b, "UTC")).put("enabled", b.optBool("enabled", true)).put("message", b.optStr("message", null)).putNull("lastRunAt").put("runCount", 0);
    Store.schedules.insert(s.getString("scheduleId"), r.uid(), timed(s));
    return Res.env(view(s));
  }
  private Res put(Req r) {
    Body b = Body.of(r);
    JsonObject s = own(r);
    JsonObject f = new JsonObject();
    if (b.has("chatId")) f.put("chatId", chat(r, b.o.getValue("chatId")));
    if (b.has("cron")) f.put("cron", cron(b).text);
    if (b.has("timezone")) { b.str("timezone"); f.put("timezone", zone(b, "UTC")); }
    if (b.has("enabled")) { if (b.isNull("enabled")) throw b.bad("enabled", "must be a boolean", "type"); f.put("enabled", b.optBool("enabled", true)); }
    if (b.has("message")) f.put("message", b.optStr("message", null));
    if (Faults.on("schedule-update-answers-unsaved")) return Res.env(view(timed(s.copy().mergeIn(f))));
    return Res.env(view(Store.schedules.update(s.getString("scheduleId"), n -> timed(n.mergeIn(f)))));
  }
  private Res textToCron(Req r) {
    String c = r.q("cron");
    String w = Cron.words(c);
    try {
      Cron k = Cron.parse(w == null ? c : w);
      Instant n = k.next(Times.now(), ZoneOffset.UTC);
      return Res.env(new JsonObject().put("cron", k.text).put("description", w == null ? "cron expression" : c.trim()).put("nextRunAt", n == null ? null : n.toString()));
    } catch (IllegalArgumentException e) { throw new ApiError(400, "invalid cron expression: " + e.getMessage()); }
  }
  private void fire() {
    Instant now = Instant.now();
    for (JsonObject s : Store.schedules.all()) {
      String at = s.getString("nextRunAt");
      if (at == null || Instant.parse(at).isAfter(now)) continue;
      Store.schedules.update(s.getString("scheduleId"), n -> timed(n.put("lastRunAt", Times.iso()).put("runCount", n.getInteger("runCount") + 1)));
      JsonObject u = Store.users.get(s.getString("ownerId"));
      vertx.eventBus().request("runs", new Req("scheduled", new User(u.getString("userId"), u.getString("tier")),
          Map.of("agent_id", s.getString("chatId")), Map.of(), s.getString("message") == null ? "Scheduled run" : s.getString("message"), true, null, null));
    }
  }
}
