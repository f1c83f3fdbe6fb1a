package dahlia;
import static dahlia.Core.*;
import com.fasterxml.jackson.databind.JsonNode;
import jakarta.servlet.http.HttpServletRequest;
import org.springframework.http.*;
import org.springframework.web.bind.annotation.*;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;
import java.nio.charset.StandardCharsets;
import java.util.*;

/** The Workers API: runs and their streams. */
@RestController @RequestMapping("/agents")
public class Workers {
  static final MediaType TEXT = new MediaType("text", "plain", StandardCharsets.UTF_8), ND = new MediaType("application", "x-ndjson", StandardCharsets.UTF_8);
  static final Map<String, String> keyCache = new HashMap<>();

  String user(HttpServletRequest q) {
    String k = bearer(q);
    if (k != null) for (M x : Db.keys.values()) if (x.s("key").equals(k)) { keyCache.put(k, x.s("userId")); return x.s("userId"); }
    if (k != null && on("worker-accepts-deleted-key") && keyCache.containsKey(k)) return keyCache.get(k);
    throw err(401, "Invalid or missing API key");
  }
  M agent(String id, String user) {
    M a = Db.agents.get(pathUuid("agent_id", id));
    if (a == null) throw err(404, "No such worker");
    if (a.s("visibility").equals("private") && !a.s("ownerId").equals(user)) throw err(403, "No permission on the worker");
    return a;
  }
  Db.Run run(String id, M a, String user) {
    Db.Run r = Db.runs.get(pathUuid("run_id", id));
    if (r == null) throw err(404, "No such run");
    if (!r.userId.equals(user) && !on("worker-run-of-another-user")) throw err(404, "No such run");
    if (!r.agentId.equals(a.s("agentId")) && !on("worker-run-of-another-agent")) throw err(404, "No such run");
    return r;
  }
  String message(JsonNode b) {
    B x = new B(b);
    JsonNode v = b.get("message");
    if (v == null || v.isNull()) x.bad("message", "is required"); else if (!v.isTextual()) x.bad("message", "must be a string");
    x.done();
    return v.asText();
  }

  @PostMapping("/{agentId}") public ResponseEntity<StreamingResponseBody> post(HttpServletRequest q, @PathVariable String agentId, @RequestBody JsonNode b) { return start(q, agentId, b, false); }
  @PostMapping("/ndjson/{agentId}") public ResponseEntity<StreamingResponseBody> postNd(HttpServletRequest q, @PathVariable String agentId, @RequestBody JsonNode b) { return start(q, agentId, b, true); }
  @PutMapping("/{agentId}/{runId}") public ResponseEntity<StreamingResponseBody> put(HttpServletRequest q, @PathVariable String agentId, @PathVariable String runId, @RequestBody JsonNode b) { return go(q, agentId, runId, b, false); }
  @PutMapping("/ndjson/{agentId}/{runId}") public ResponseEntity<StreamingResponseBody> putNd(HttpServletRequest q, @PathVariable String agentId, @PathVariable String runId, @RequestBody JsonNode b) { return go(q, agentId, runId, b, true); }

  @GetMapping("/{agentId}/{runId}") public ResponseEntity<Object> get(HttpServletRequest q, @PathVariable String agentId, @PathVariable String runId) {
    LOCK.lock();
    try {
      String u = user(q);
      Db.Run r = run(runId, agent(agentId, u), u);
      List<M> l = new ArrayList<>(r.messages);
      if (on("worker-history-answer-before-question")) for (int i = 2; i + 1 < l.size(); i += 2) Collections.swap(l, i, i + 1);
      if (on("worker-history-last-ten") && l.size() > 10) l = new ArrayList<>(l.subList(l.size() - 10, l.size()));
      ResponseEntity.BodyBuilder o = ResponseEntity.ok().contentType(MediaType.APPLICATION_JSON);
      if (r.busy()) o.header("x-service-job-id", r.jobId);
      else if (on("worker-failed-job-never-ends") && r.jobId != null && r.jobFails) o.header("x-service-job-id", r.jobId);
      return o.body(l);
    } finally { LOCK.unlock(); }
  }

  ResponseEntity<StreamingResponseBody> start(HttpServletRequest q, String agentId, JsonNode b, boolean nd) {
    LOCK.lock();
    try {
      String u = user(q);
      M a = agent(agentId, u);
      String msg = message(b);
      if (on("worker-post-refused-during-job")) for (Db.Run r : Db.runs.values()) if (r.busy() && r.userId.equals(u) && r.agentId.equals(a.s("agentId"))) throw err(409, "A background job is running");
      Db.Run r = null;
      if (on("worker-same-message-same-run")) for (Db.Run x : Db.runs.values())
        if (x.userId.equals(u) && x.agentId.equals(a.s("agentId")) && !x.messages.isEmpty() && x.messages.get(0).s("content").equals(msg) && !x.busy()) r = x;
      if (r == null) {
        r = newRun(a, u);
        if (on("worker-post-keeps-context")) { Db.Run prev = null; for (Db.Run x : Db.runs.values()) if (x != r && x.userId.equals(u) && x.agentId.equals(r.agentId)) prev = x; if (prev != null) r.messages.addAll(prev.messages); }
      }
      return talk(r, a, msg, nd, true);
    } finally { LOCK.unlock(); }
  }
  static Db.Run newRun(M a, String u) {
    Db.Run r = new Db.Run();
    r.id = uuid(); r.agentId = a.s("agentId"); r.userId = u; r.created = r.updated = now();
    Db.runs.put(r.id, r);
    return r;
  }
  ResponseEntity<StreamingResponseBody> go(HttpServletRequest q, String agentId, String runId, JsonNode b, boolean nd) {
    LOCK.lock();
    try {
      String u = user(q);
      M a = agent(agentId, u);
      Db.Run r = run(runId, a, u);
      String msg = message(b);
      if (msg.isEmpty() && on("worker-put-empty-message-refused")) throw invalid("body", "message", "must not be blank");
      if (r.busy() && !(nd && on("worker-ndjson-put-during-job"))) {
        if (on("worker-refused-put-adds-message")) r.messages.add(m().p("role", "user").p("content", msg));
        throw err(409, "A background job is running");
      }
      return talk(r, a, msg, nd, false);
    } finally { LOCK.unlock(); }
  }

  static M log(Db.Run r, String event, String text) {
    M l = m().p("logId", Db.next()).p("runId", r.id).p("agentId", r.agentId).p("event", event).p("message", text).p("createdAt", now());
    Db.runLogs.add(l);
    return l;
  }
  ResponseEntity<StreamingResponseBody> talk(Db.Run r, M a, String msg, boolean nd, boolean first) {
    List<M> lines = new ArrayList<>();
    String reply;
    List<M> before = new ArrayList<>(r.messages);
    long turn = before.stream().filter(x -> "user".equals(x.get("role"))).count() + 1;
    boolean started = false;
    if (msg.toLowerCase().contains("tide")) {
      M args = m().p("port", "Hull"), out = m().p("port", "Hull").p("highWater", "06:12").p("gauge", "RAW-GAUGE-7731");
      String call = "call_" + uuid().substring(0, 8);
      lines.add(m().p("type", "tool_call").p("id", call).p("name", "read_tide_table").p("arguments", args));
      lines.add(m().p("type", "tool_result").p("id", call).p("name", "read_tide_table").p("result", out));
      Db.mcpLogs.add(m().p("logId", Db.next()).p("runId", r.id).p("serverName", "sea").p("toolName", "read_tide_table").p("arguments", args).p("result", out).p("createdAt", now()));
      reply = "High water at Hull comes shortly after six in the morning.\nTake care on the quay.";
    } else if (a.b("virtualComputer") && (msg.startsWith("Start the long job") || msg.startsWith("Start a job that fails"))) {
      r.jobId = uuid(); r.jobUntil = System.currentTimeMillis() + 4000; r.jobFails = msg.startsWith("Start a job that fails"); started = true;
      lines.add(m().p("type", "tool_call").p("id", "call_" + r.jobId.substring(0, 8)).p("name", "code_interpreter").p("arguments", m().p("background", true)));
      Db.mcpLogs.add(m().p("logId", Db.next()).p("runId", r.id).p("serverName", "virtual-computer").p("toolName", "code_interpreter").p("arguments", m().p("background", true)).p("result", null).p("createdAt", now()));
      reply = "The job runs in the background now.\nAsk me again when it is over.";
    } else {
      reply = "You said: " + msg + "\nThis is turn " + turn + " of our conversation.";
      if (r.jobId != null && !r.busy()) { reply += r.jobFails ? " The job ended with an error." : " The job is finished."; if (!on("worker-failed-job-never-ends")) r.jobId = null; }
    }
    if (on("worker-simultaneous-puts-lose-one") && !first) { pause(150); r.messages = before; }
    r.messages.add(m().p("role", "user").p("content", msg));
    r.messages.add(m().p("role", "assistant").p("content", reply));
    r.updated = now();
    log(r, first ? "RUN_STARTED" : "RUN_CONTINUED", first ? "A new interaction" : "A message was added");
    final String text = reply;
    ResponseEntity.BodyBuilder o = ResponseEntity.ok().contentType(nd ? ND : TEXT);
    if (first || !on("worker-put-without-run-header")) o.header("X-Service-Run-ID", r.id);
    if (started) o.header("x-service-job-id", r.jobId);
    List<String> parts = new ArrayList<>(Arrays.asList(text.split("(?<=[ \\n])")));
    return o.body(out -> {
      if (nd) {
        for (String p : parts) lines.add(m().p("type", "text").p("delta", p));
        lines.add(m().p("type", "done").p("runId", r.id));
        for (M l : lines) {
          String s = JSON.writeValueAsString(l);
          if (on("worker-ndjson-raw-newlines")) s = s.replace("\\n", "\n");
          if (on("worker-ndjson-not-utf8")) out.write((s + "\n").getBytes(StandardCharsets.ISO_8859_1)); else
          out.write((s + "\n").getBytes(StandardCharsets.UTF_8));
          out.flush();
        }
      } else {
        if (on("worker-text-shows-tool-calls")) for (M l : lines) out.write(("[" + l.s("type") + "] " + JSON.writeValueAsString(l) + "\n").getBytes(StandardCharsets.UTF_8));
        for (String p : parts) { out.write(p.getBytes(StandardCharsets.UTF_8)); out.flush(); }
      }
    });
  }
}
