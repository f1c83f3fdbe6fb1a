import com.sun.net.httpserver.HttpExchange;
import java.io.*;
import java.nio.charset.StandardCharsets;
import java.time.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.zip.CRC32;

/** The Workers API: conversations with a deployed worker, as text or as NDJSON, and their background jobs. */
final class Workers {
    static final String TOOL_MESSAGE = "Please count the threads", TOOL_OUTPUT = "42 threads counted ✂", TOOL = "loom_count",
        JOB_MESSAGE = "weave while I sleep", JOB_ERROR_MESSAGE = "weave until it tears";
    private final Store store;
    private final ScheduledExecutorService clock = Executors.newScheduledThreadPool(2, r -> { Thread t = new Thread(r); t.setDaemon(true); return t; });
    private final Map<String, Store.Run> lastRun = new HashMap<>();
    private long lastMinute = -1;

    Workers(Store store) {
        this.store = store;
        clock.scheduleAtFixedRate(this::schedules, 1, 1, TimeUnit.SECONDS);
    }

    /** Starts the runs of schedules whose minute has come. */
    private void schedules() {
        LocalDateTime now = LocalDateTime.now(ZoneOffset.UTC);
        long minute = now.toEpochSecond(ZoneOffset.UTC) / 60;
        store.lock.lock();
        try {
            if (lastMinute >= 0 && minute > lastMinute)
                for (Store.Sched s : List.copyOf(store.scheds.values()))
                    if (s.deleted == null && s.enabled && s.cron.matches(now)) {
                        Store.Run r = open(s.chat, s.user, "schedule");
                        if (s.input != null) turn(r, s.input);
                    }
            lastMinute = minute;
        } finally { store.lock.unlock(); }
    }

    /** A new run with a clear context. */
    Store.Run open(Store.Agent a, Store.User u, String source) {
        Store.Run r = new Store.Run();
        r.id = store.uuid(4).toUpperCase(Locale.ROOT);
        r.agent = a; r.user = u; r.source = source;
        r.made = r.changed = store.tick();
        store.runs.put(r.id, r);
        log(r, "run.opened", source);
        return r;
    }
    Map<String, Object> log(Store.Run r, String kind, String text) {
        Map<String, Object> l = Kit.obj("run_id", r.id, "data", Kit.obj("sequence", r.logs.size() + 1, "kind", kind, "text", text),
            "meta", Kit.obj("logged_at", store.now().toString(), "agent_id", r.agent.id));
        r.logs.add(l);
        return l;
    }
    private void say(Store.Run r, String role, String content) {
        r.msgs.add(new Store.Msg(role, content, store.now()));
        r.changed = store.now();
        log(r, "message." + role, content);
        if (Kit.on("worker-history-twenty") && r.msgs.size() > 20) r.msgs.remove(0);
    }

    /** What one turn of the worker brings: its text, and what happens beside it. */
    private static final class Turn { String text; boolean tool; final List<Object> events = new ArrayList<>(); }

    private static String brief(String s) { return s.codePointCount(0, s.length()) <= 60 ? s : s.substring(0, s.offsetByCodePoints(0, 60)) + "…"; }

    private Turn turn(Store.Run r, String message) {
        Turn t = new Turn();
        List<Store.Msg> before = r.msgs.stream().filter(m -> !m.role().equals("tool")).toList();
        if (message == null) {
            t.text = "Welcome to " + r.agent.name + " 🧵 what shall we weave?";
            say(r, "assistant", t.text);
            return t;
        }
        say(r, "user", Kit.on("worker-long-message-cut") && message.length() > 4096 ? message.substring(0, 4096) : message);
        if (r.agent.virtual && (message.equals(JOB_MESSAGE) || message.equals(JOB_ERROR_MESSAGE))) {
            t.text = "🪡 The loom runs on by itself, ask again when it stands still.";
            say(r, "assistant", t.text);
            job(r, message.equals(JOB_ERROR_MESSAGE));
            t.events.add(Kit.obj("kind", "job.started", "data", Kit.obj("job_id", r.job)));
            return t;
        }
        if (message.equals(TOOL_MESSAGE)) {
            t.tool = true;
            t.events.add(Kit.obj("kind", "tool.called", "data", Kit.obj("tool", TOOL, "arguments", Kit.obj("text", "threads"))));
            if (!Kit.on("ndjson-no-tool-response")) t.events.add(Kit.obj("kind", "tool.answered", "data", Kit.obj("tool", TOOL, "output", TOOL_OUTPUT)));
            say(r, "tool", TOOL_OUTPUT);
            r.mcp.add(Kit.obj("run_id", r.id, "data", Kit.obj("server", "loom-basics", "tool_name", TOOL, "input", Kit.obj("text", "threads"), "output", TOOL_OUTPUT),
                "meta", Kit.obj("logged_at", store.now().toString())));
        }
        CRC32 crc = new CRC32();
        crc.update(message.getBytes(StandardCharsets.UTF_8));
        t.text = "Row " + (before.size() + 1) + " ⟡ " + brief(message) + " ⟡ knot " + Long.toHexString(crc.getValue()) + " 🧵 "
            + (before.isEmpty() ? "the cloth is new" : before.size() + " rows before, begun with " + brief(before.get(0).content()));
        say(r, "assistant", t.text);
        return t;
    }
    private void job(Store.Run r, boolean fails) {
        r.job = "jb~" + store.token(15);
        r.jobs++;
        clock.schedule(() -> {
            store.lock.lock();
            try {
                String text = fails ? "The thread tore, the background work ended with an error." : "The background work is done.";
                say(r, "assistant", text);
                if (Kit.on("worker-job-result-twice")) say(r, "assistant", text);
                log(r, fails ? "job.failed" : "job.finished", r.job);
                if (!(fails && Kit.on("worker-job-error-stuck"))) r.job = null;
            } finally { store.lock.unlock(); }
        }, 300, TimeUnit.MILLISECONDS);
    }

    void serve(HttpExchange x, String[] segs, byte[] raw) throws IOException {
        boolean nd = segs.length > 2 && segs[1].equals("ndjson") && !x.getRequestMethod().equals("GET");
        String[] p = Arrays.copyOfRange(segs, nd ? 2 : 1, segs.length);
        String m = x.getRequestMethod();
        boolean post = m.equals("POST") && p.length == 1, put = m.equals("PUT") && p.length == 2, get = m.equals("GET") && p.length == 2;
        Turn t = null;
        Store.Run r = null;
        Main.Answer answer = null;
        String job = null;
        try {
            if (!post && !put && !get) throw p.length > 2 || p.length == 0 ? new Err(404, "no such path") : new Err(405, "not with this method");
            Store.User u = caller(x);
            String message = get ? null : message(raw, put);
            store.lock.lock();
            try {
                Store.Agent a = store.agents.get(p[0].toLowerCase(Locale.ROOT));
                if (a == null || a.deleted != null) throw new Err(404, "no such worker");
                if (!a.open && a.owner != u) throw new Err(403, "this worker is private");
                Store.Sub sub = u.subs.get(a.id);
                if (a.price > 0 && a.owner != u && (sub == null || !sub.active)) throw new Err(402, "this worker wants a subscription");
                if (post) r = start(a, u);
                else {
                    r = store.runs.get(p[1].toUpperCase(Locale.ROOT));
                    boolean theirs = r != null && r.user != u && !(get && Kit.on("worker-run-read-by-all")) && !(put && Kit.on("worker-run-written-by-all"));
                    if (r == null || theirs || r.agent != a && !Kit.on("worker-run-under-any-agent")) { r = null; throw new Err(404, "no such run"); }
                }
                if (get) {
                    if (r.job != null && !(Kit.on("worker-get-hides-second-job") && r.jobs > 1)) x.getResponseHeaders().set("x-service-job-id", r.job);
                    List<Object> out = new ArrayList<>();
                    for (Store.Msg g : r.msgs) out.add(Kit.obj("role", g.role(), "content", g.content(), "at", g.at().toString()));
                    if (Kit.on("worker-order-after-two-turns") && out.size() > 4) Collections.swap(out, out.size() - 1, out.size() - 2);
                    answer = new Main.Answer(200, "application/json", Json.write(out).getBytes(StandardCharsets.UTF_8));
                } else {
                    if (put && r.job != null) {
                        if (Kit.on("worker-409-keeps-message")) say(r, "user", message);
                        boolean let = Kit.on(nd ? "ndjson-put-during-job" : "worker-put-during-job");
                        if (!let) { x.getResponseHeaders().set("x-service-job-id", r.job); throw new Err(409, "a background job is running"); }
                    }
                    if (put && r.jobs > 0 && message.isEmpty() && Kit.on("worker-resume-needs-text")) throw new Err(400, "message is empty");
                    if (put && Kit.on("worker-put-race")) {
                        List<Store.Msg> copy = new ArrayList<>(r.msgs), old = r.msgs;
                        store.gap();
                        r.msgs = copy;
                    }
                    if (put && nd && Kit.on("ndjson-put-forgets")) {
                        List<Store.Msg> kept = r.msgs;
                        r.msgs = new ArrayList<>();
                        t = turn(r, message);
                        kept.addAll(r.msgs);
                        r.msgs = kept;
                    } else t = turn(r, message);
                    if (put && !nd && Kit.on("worker-put-answer-lost")) r.msgs.remove(r.msgs.size() - 1);
                    if (!nd && Kit.on("worker-text-tools-unlogged") && t.tool) r.mcp.clear();
                    job = r.job;
                    if (post && Kit.on("worker-old-context")) lastRun.put(u.id + a.id, r);
                    if (post && Kit.on("worker-run-reused")) lastRun.put(u.id + a.id, r);
                }
            } finally { store.lock.unlock(); }
        } catch (Invalid e) {
            answer = Main.error(400, (String) ((Map<?, ?>) e.problems.get(0)).get("what"), true);
        } catch (Err e) {
            if (e.status == 401) x.getResponseHeaders().set("WWW-Authenticate", "Bearer realm=\"workers\"");
            answer = Main.error(e, true);
        }
        if (r != null && !(put && nd && Kit.on("ndjson-put-no-run-header")) && !(job != null && Kit.on("worker-job-no-run-header")))
            x.getResponseHeaders().set("X-Service-Run-ID", r.id);
        if (job != null) x.getResponseHeaders().set("x-service-job-id", job);
        if (answer != null) Main.send(x, answer);
        else if (nd) ndjson(x, t, r);
        else text(x, t);
    }
    private Store.Run start(Store.Agent a, Store.User u) {
        Store.Run last = lastRun.get(u.id + a.id);
        if (last != null && last.job != null && Kit.on("worker-post-waits-for-job")) throw new Err(409, "a background job is running");
        if (Kit.on("worker-run-reused") && last != null && last.job == null && System.currentTimeMillis() - last.made.toEpochMilli() < 2000) return last;
        Store.Run r = open(a, u, "worker");
        if (Kit.on("worker-old-context") && last != null) r.msgs.addAll(last.msgs);
        if (Kit.on("worker-runs-collide")) {
            Store.Run twin = lastRun.get("opening " + u.id + a.id);
            if (twin != null) { store.runs.remove(r.id); return twin; }
            lastRun.put("opening " + u.id + a.id, r);
            store.gap();
            lastRun.remove("opening " + u.id + a.id);
        }
        if (Kit.on("worker-post-waits-for-job")) lastRun.put(u.id + a.id, r);
        return r;
    }
    private Store.User caller(HttpExchange x) {
        String key = Main.bearer(x.getRequestHeaders());
        if (key == null || key.isEmpty()) throw new Err(401, "an API key is needed");
        store.lock.lock();
        try {
            Store.Key k = store.byKey.get(key);
            if (k == null && Kit.on("worker-key-any-case"))
                for (var e : store.byKey.entrySet()) if (e.getKey().equalsIgnoreCase(key)) k = e.getValue();
            if (k == null && Kit.on("worker-takes-jwt")) {
                String sub = Jwt.subject(key, false, false);
                if (sub != null) return store.users.get(sub);
            }
            if (k == null) throw new Err(401, "this API key is not known");
            k.used = store.now();
            return k.user;
        } finally { store.lock.unlock(); }
    }
    private static String message(byte[] raw, boolean needed) {
        Object v = Main.json(raw);
        if (!(v instanceof Map<?, ?> m)) throw new Err(400, "the body is not an object");
        Object s = m.get("message");
        if (s instanceof String text) return text;
        if (s != null || needed) throw new Err(400, "message is not a string");
        return null;
    }

    private static final int[] ODD = {1, 5, 2, 17, 3, 1, 29, 7};
    private static void text(HttpExchange x, Turn t) throws IOException {
        x.getResponseHeaders().set("Content-Type", "text/plain; charset=UTF-8");
        x.sendResponseHeaders(200, 0);
        String s = t.tool && Kit.on("worker-text-shows-tools") ? "[" + TOOL + "] " + TOOL_OUTPUT + "\n" + t.text : t.text;
        byte[] b = s.getBytes(StandardCharsets.UTF_8);
        if (Kit.on("worker-text-by-char")) {
            ByteArrayOutputStream o = new ByteArrayOutputStream();
            for (char c : s.toCharArray()) o.writeBytes(String.valueOf(c).getBytes(StandardCharsets.UTF_8));
            b = o.toByteArray();
        }
        for (int i = 0, k = 0; i < b.length; k++) {
            int n = Math.min(ODD[k % ODD.length], b.length - i);
            x.getResponseBody().write(b, i, n);
            x.getResponseBody().flush();
            i += n;
        }
    }
    private static void ndjson(HttpExchange x, Turn t, Store.Run r) throws IOException {
        x.getResponseHeaders().set("Content-Type", "application/x-ndjson");
        x.sendResponseHeaders(200, 0);
        List<Object> lines = new ArrayList<>();
        lines.add(Kit.obj("kind", "loom.warmed", "data", Kit.obj("run_id", r.id)));
        lines.addAll(t.events);
        int half = t.text.offsetByCodePoints(0, t.text.codePointCount(0, t.text.length()) / 3);
        lines.add(Kit.obj("kind", "output.thread", "data", Kit.obj("text", t.text.substring(0, half))));
        lines.add(Kit.obj("kind", "loom.heartbeat", "data", Kit.obj()));
        lines.add(Kit.obj("kind", "output.thread", "data", Kit.obj("text", t.text.substring(half))));
        lines.add(Kit.obj("kind", "loom.rested", "data", Kit.obj("rows", t.text.length())));
        for (Object l : lines) {
            String s = Json.write(l);
            if (Kit.on("ndjson-raw-newline")) s = s.replace("\\n", "\n");
            x.getResponseBody().write((s + "\n").getBytes(StandardCharsets.UTF_8));
            x.getResponseBody().flush();
        }
    }
}
