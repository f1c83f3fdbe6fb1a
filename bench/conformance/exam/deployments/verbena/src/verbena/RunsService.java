package verbena;

import io.vertx.core.*;
import io.vertx.core.json.*;
import java.util.*;

/** Runs: conversations with workers, their turns, jobs and logs. */
final class RunsService extends Service {
  static final int JOB_MS = 3000;
  private final Map<String, Deque<Runnable>> waiting = new HashMap<>(); // turns of a run go one after another
  private final Map<String, Long> timers = new HashMap<>();
  private final Map<String, String> recent = new HashMap<>(); // used by faults only
  private final Map<String, JsonObject> agentCache = new HashMap<>(); // used by a fault only

  String address() { return "runs"; }

  void setup() {
    later("start", this::startRun);
    later("continue", this::continueRun);
    on("messages", this::messages);
    later("scheduled", r -> turn(create(r, r.p("agent_id"), "schedule"), r, false));
    on("listRuns", this::list);
    on("getRun", r -> {
      JsonObject run = Store.runs.get(r.p("run_id"));
      if (run == null || !(owns(run, r.user()) || Faults.on("foreign-run-view"))) throw notFound("run");
      return Res.ok(view(run));
    });
    on("mcpLogs", r -> Res.ok(new JsonArray(logsOf(r, Store.mcpLogs))));
    on("runLogs", r -> Res.ok(new JsonArray(logsOf(r, Store.runLogs))));
    on("createRunLog", r -> {
      JsonObject a = agent(r.p("chat_id"));
      if (a == null) throw notFound("chat");
      if (!canRead(a, r.user())) throw new ApiError(403, "no permission on this chat");
      JsonObject run = create(r, a.getString("agentId"), "chat");
      return Res.ok(Store.runLogs.get(run.getString("runId")).get(0));
    });
  }
  static JsonObject view(JsonObject run) { return Store.view(run, "/me/agent-runs/" + run.getString("runId")); }

  private List<JsonObject> logsOf(Req r, Map<String, List<JsonObject>> logs) {
    JsonObject run = Store.runs.get(r.p("run_id"));
    if (run == null || !owns(run, r.user())) return List.of();
    List<JsonObject> out = new ArrayList<>(logs.getOrDefault(r.p("run_id"), List.of()));
    if (Faults.on("mcp-logs-joined-by-agent") && logs == Store.mcpLogs) {
      out.clear();
      for (JsonObject x : Store.runs.ofOwner(r.uid())) if (x.getString("agentId").equals(run.getString("agentId"))) out.addAll(logs.getOrDefault(x.getString("runId"), List.of()));
    }
    if (Faults.on("run-logs-first-only") && logs == Store.runLogs && out.size() > 4) out = out.subList(0, 4);
    return out;
  }
  private Res list(Req r) {
    String cur = r.q("next_cursor");
    int limit = r.qi("limit");
    long before = cur == null ? Long.MAX_VALUE : Times.ms(cur);
    List<JsonObject> l;
    if (Faults.on("runs-limit-before-owner") && cur == null) {
      l = new ArrayList<>(Store.runs.newestOfAll(limit + 1));
      boolean more = l.size() > limit;
      l = new ArrayList<>(l.subList(0, Math.min(limit, l.size())));
      l.removeIf(x -> !owns(x, r.user()));
      String next = more && !l.isEmpty() ? l.get(l.size() - 1).getString("createdAt") : null;
      l.replaceAll(RunsService::view);
      return Res.list(l, next);
    }
    l = Store.runs.page(r.uid(), before, Faults.on("runs-cursor-inclusive"), limit + 1);
    String next = null;
    if (l.size() > limit) {
      l = new ArrayList<>(l.subList(0, limit));
      next = l.get(limit - 1).getString("createdAt");
      if (Faults.on("runs-cursor-without-millis")) next = Times.iso(Times.ms(next) / 1000 * 1000);
    }
    l.replaceAll(RunsService::view);
    return Res.list(l, next);
  }

  // ---- Workers API ----
  private JsonObject callable(Req r) {
    String id = r.p("agent_id");
    JsonObject a = agent(id);
    if (Faults.on("deleted-agent-answers")) { if (a != null) agentCache.put(id, a); else a = agentCache.get(id); }
    if (a == null) throw notFound("agent");
    if (!canRead(a, r.user())) throw new ApiError(403, "no permission on this agent");
    if (!owns(a, r.user()) && a.getInteger("priceCents") != null && a.getInteger("priceCents") > 0) {
      JsonObject s = Store.subs.get(r.uid() + "|" + id);
      if (s == null || !s.getString("status").equals("active")) throw new ApiError(403, "this agent is for subscribers");
    }
    return a;
  }
  private JsonObject create(Req r, String agentId, String source) {
    JsonObject a = agent(agentId);
    String id = Ids.uuid();
    JsonObject run = new JsonObject().put("runId", id).put("agentId", agentId).put("agentName", a == null ? null : a.getString("name")).put("ownerId", r.uid())
        .put("source", source).put("status", "idle").putNull("jobId").put("messageCount", 0).putNull("initialMessage").putNull("lastMessageAt").put("_msgs", new JsonArray());
    Store.runs.insert(id, r.uid(), run);
    log(id, agentId, "info", "run-created", "Run created from " + source);
    return run;
  }
  private Future<Res> startRun(Req r) {
    callable(r);
    String agentId = r.p("agent_id"), key = r.uid() + agentId;
    if (Faults.on("post-refused-during-job"))
      for (JsonObject x : Store.runs.page(r.uid(), Long.MAX_VALUE, true, 50))
        if (x.getString("agentId").equals(agentId) && x.getString("jobId") != null) throw new ApiError(409, "a background job is running");
    JsonObject before = recent.get(key) == null ? null : Store.runs.get(recent.get(key));
    if (Faults.on("post-reuses-recent-run") && before != null && before.getString("jobId") == null && System.currentTimeMillis() - Times.ms(before.getString("createdAt")) < 1500)
      return turn(before, r, false);
    JsonObject run = create(r, agentId, "workers-api");
    if (Faults.on("post-keeps-context") && before != null) { // the history stays in the verticle between requests
      JsonArray old = before.getJsonArray("_msgs").copy();
      run = Store.runs.update(run.getString("runId"), n -> n.put("_msgs", old).put("messageCount", old.size()));
    }
    if (Faults.on("post-keeps-context") || Faults.on("post-reuses-recent-run")) recent.put(key, run.getString("runId"));
    return turn(run, r, false);
  }
  private JsonObject mine(Req r) {
    JsonObject run = Store.runs.get(r.p("run_id"));
    boolean any = r.op().equals("messages") && (Faults.on("foreign-run-readable") || "*".equals(r.uid()));
    if (run == null || !(owns(run, r.user()) || any)) throw notFound("run");
    if (!run.getString("agentId").equals(r.p("agent_id")) && !Faults.on("run-under-other-agent")) throw notFound("run");
    return run;
  }
  private Future<Res> continueRun(Req r) {
    callable(r);
    return turn(mine(r), r, true);
  }
  private Res messages(Req r) {
    JsonObject run = mine(r);
    JsonArray msgs = run.getJsonArray("_msgs");
    if (Faults.on("history-sorted-as-text")) { // by the number of the message, as text
      List<Object[]> l = new ArrayList<>();
      for (int i = 0; i < msgs.size(); i++) l.add(new Object[] {"" + (i + 1), msgs.getValue(i)});
      l.sort(Comparator.comparing(x -> (String) x[0]));
      msgs = new JsonArray();
      for (Object[] x : l) msgs.add(x[1]);
    }
    Map<String, String> h = new HashMap<>();
    h.put("X-Service-Run-ID", run.getString("runId"));
    String job = run.getString("jobId");
    if (Faults.on("job-header-on-sibling-runs"))
      for (JsonObject x : Store.runs.page(r.uid(), Long.MAX_VALUE, true, 50)) if (x.getString("agentId").equals(run.getString("agentId")) && x.getString("jobId") != null) job = x.getString("jobId");
    if (job != null) h.put("x-service-job-id", job);
    return new Res(200, msgs, h, null);
  }

  /** One turn: at once when the run is free, else after the turns before it. */
  private Future<Res> turn(JsonObject run, Req r, boolean cont) {
    Promise<Res> p = Promise.promise();
    String id = run.getString("runId");
    boolean noJobCheck = Faults.on("ndjson-put-skips-job-check") && Boolean.TRUE.equals(r.query().get("nd"));
    Runnable go = () -> {
      JsonObject now = Store.runs.get(id);
      if (cont && now.getString("jobId") != null && !noJobCheck) {
        if (Faults.on("rejected-put-keeps-message")) append(id, "user", (String) r.body());
        p.fail(new ApiError(409, "a background job is running"));
        next(id);
      } else play(now, r, cont, p);
    };
    Deque<Runnable> q = waiting.get(id);
    if (Faults.on("concurrent-puts-lose-turn")) go.run();
    else if (q == null) { waiting.put(id, new ArrayDeque<>()); go.run(); }
    else if (cont && Store.runs.get(id).getString("jobId") != null) { p.fail(new ApiError(409, "a background job is running")); }
    else q.add(go);
    return p.future();
  }
  private void next(String id) {
    Deque<Runnable> q = waiting.get(id);
    if (q == null) return;
    Runnable n = q.poll();
    if (n == null) waiting.remove(id);
    else vertx.runOnContext(v -> n.run());
  }

  private void play(JsonObject run, Req r, boolean cont, Promise<Res> p) {
    String id = run.getString("runId"), message = (String) r.body(), stream = r.q("stream");
    JsonObject snapshot = run.copy();
    append(id, "user", message);
    if (cont && Faults.on("put-message-delivered-twice")) append(id, "user", message);
    log(id, run.getString("agentId"), "info", "message-received", "A message of " + message.length() + " characters");
    int said = 0;
    for (Object m : Store.runs.get(id).getJsonArray("_msgs")) if (((JsonObject) m).getString("role").equals("user")) said++;
    Script s = Script.of(message, said);
    Map<String, String> h = new HashMap<>();
    if (!(cont && Faults.on("run-id-missing-on-put"))) h.put("X-Service-Run-ID", id);
    if (s.job != null) { String job = startJob(id, run.getString("agentId"), s.job.equals("fail")); h.put("x-service-job-id", job); s.jobId(job); }
    p.complete(new Res(200, null, h, null));
    send(stream, new JsonObject().put("type", "run-started").put("runId", id).put("at", Times.iso()));
    step(s, 0, id, run.getString("agentId"), stream, snapshot, message);
  }
  private void step(Script s, int i, String id, String agentId, String stream, JsonObject snapshot, String message) {
    for (; i < s.steps.size(); i++) {
      Script.Step st = s.steps.get(i);
      if (st.delay() > 0 && !st.waited) {
        st.waited = true;
        int k = i;
        if (Faults.on("slow-turn-blocks-others")) { try { Thread.sleep(st.delay()); } catch (InterruptedException e) { return; } }
        else { vertx.setTimer(st.delay(), t -> step(s, k, id, agentId, stream, snapshot, message)); return; }
      }
      JsonObject e = st.event();
      if (e.getString("type").equals("tool-result"))
        Store.mcpLogs.computeIfAbsent(id, k -> new java.util.concurrent.CopyOnWriteArrayList<>()).add(record(new JsonObject().put("logId", Ids.nano("mcp_")).put("runId", id)
            .put("serverName", e.getString("name").equals("code_interpreter") ? "virtual-computer" : "sea").put("toolName", e.getString("name")).put("callId", e.getString("callId"))
            .put("input", s.input).put("output", e.getValue("output")).put("isError", false), "/me/agent-runs/" + id + "/mcp-server-logs"));
      if (Faults.on("text-last-chunk-cut") && i == s.steps.size() - 1) e.put("final", true);
      send(stream, e);
    }
    Runnable store = () -> { append(id, "assistant", s.text()); log(id, agentId, "info", "answered", "An answer of " + s.text().length() + " characters"); };
    if (Faults.on("answer-stored-late")) { vertx.setTimer(2500, t -> store.run()); }
    else if (Faults.on("concurrent-puts-lose-turn")) { // the state that was read before the answer is written back
      vertx.setTimer(60, t -> {
        JsonArray m = snapshot.getJsonArray("_msgs").add(msg("user", message)).add(msg("assistant", s.text()));
        Store.runs.update(id, n -> n.put("_msgs", m).put("messageCount", m.size()));
        send(stream, new JsonObject().put("type", "done"));
      });
      return;
    } else store.run();
    send(stream, new JsonObject().put("type", "done").put("runId", id));
    next(id);
  }
  private void send(String stream, JsonObject e) { if (stream != null) vertx.eventBus().send(stream, e); }
  private static JsonObject msg(String role, String content) { return new JsonObject().put("role", role).put("content", content); }
  private static void append(String id, String role, String content) {
    Store.runs.update(id, n -> {
      JsonArray m = n.getJsonArray("_msgs").add(msg(role, content));
      if (n.getString("initialMessage") == null && role.equals("user")) n.put("initialMessage", content);
      return n.put("messageCount", m.size()).put("lastMessageAt", Times.iso());
    });
  }

  private String startJob(String id, String agentId, boolean fails) {
    String job = Ids.nano("job_");
    Store.runs.update(id, n -> n.put("status", "job-running").put("jobId", job));
    log(id, agentId, "info", "job-started", "Job " + job + " started");
    long ms = Faults.on("job-timer-in-seconds") ? JOB_MS / 1000 : JOB_MS;
    long timer = vertx.setTimer(ms, t -> {
      if (fails && Faults.on("failed-job-never-ends")) return; // the failure goes nowhere
      append(id, "assistant", fails ? "The job ended with an error: the sandbox ran out of petals." : "The job is done: 42 petals counted.");
      Store.runs.update(id, n -> n.put("status", "idle").putNull("jobId"));
      log(id, agentId, fails ? "error" : "info", fails ? "job-failed" : "job-finished", "Job " + job + (fails ? " failed" : " finished"));
    });
    if (Faults.on("job-timer-cancelled-by-next")) { // timers are kept by agent
      Long old = timers.put(agentId, timer);
      if (old != null) vertx.cancelTimer(old);
    }
    return job;
  }

  private static JsonObject record(JsonObject o, String self) {
    String now = Times.iso();
    return o.put("version", 1).put("createdAt", now).put("updatedAt", now).put("links", new JsonObject().put("self", self));
  }
  private static void log(String id, String agentId, String level, String event, String text) {
    Store.runLogs.computeIfAbsent(id, k -> new java.util.concurrent.CopyOnWriteArrayList<>()).add(record(new JsonObject().put("logId", Ids.nano("log_")).put("runId", id)
        .put("agentId", agentId).put("level", level).put("event", event).put("message", text), "/me/agent-runs/" + id + "/logs"));
  }
}

/** What the worker does with a message. */
final class Script {
  static final class Step {
    private final long delay;
    private final JsonObject event;
    boolean waited;
    Step(long d, JsonObject e) { delay = d; event = e; }
    long delay() { return delay; }
    JsonObject event() { return event; }
  }
  final List<Step> steps = new ArrayList<>();
  private final StringBuilder text = new StringBuilder();
  String job;
  JsonObject input = new JsonObject();
  String text() { return text.toString(); }

  private void say(long delay, String s) { steps.add(new Step(delay, new JsonObject().put("type", "text").put("text", s))); text.append(s); }
  private void chunks(String s) {
    for (int i = 0; i < s.length(); ) {
      int j = s.offsetByCodePoints(i, Math.min(s.length() > 4000 ? 200 : 18, s.codePointCount(i, s.length())));
      say(0, s.substring(i, j));
      i = j;
    }
  }
  private String call(String name, JsonObject in, Object out) {
    String id = Ids.nano("call_");
    input = in;
    steps.add(new Step(0, new JsonObject().put("type", "tool-call").put("callId", id).put("name", name).put("input", in)));
    steps.add(new Step(0, new JsonObject().put("type", "tool-result").put("callId", id).put("name", name).put("output", out)));
    return id;
  }
  void jobId(String id) { steps.add(0, new Step(0, new JsonObject().put("type", "job-started").put("jobId", id))); }

  static Script of(String message, int said) {
    Script s = new Script();
    switch (message.trim().toLowerCase(Locale.ROOT)) {
      case "start the long job", "start a job that fails" -> {
        s.job = message.trim().toLowerCase(Locale.ROOT).endsWith("fails") ? "fail" : "ok";
        s.call("code_interpreter", new JsonObject().put("code", "count_petals()").put("background", true), new JsonObject().put("accepted", true));
        s.chunks("I have begun to count in the background. Ask me again when the job is over.");
      }
      case "count slowly to twenty" -> { for (int i = 1; i <= 20; i++) s.say(i == 1 ? 0 : 90, i + (i < 20 ? ", " : ".")); }
      case "what is the tide in hull?" -> {
        s.call("read_tide_table", new JsonObject().put("port", "Hull"), new JsonObject().put("port", "Hull").put("highWater", "06:12").put("station", "GAUGE-4711-HUMBER"));
        s.chunks("High water at Hull is early in the morning, a little after six.");
      }
      default -> s.chunks("Turn " + said + ". You said: “" + message + "”. Viele Grüße aus dem Kräutergarten — 緑の香り 🌿 Verbena.");
    }
    return s;
  }
}
