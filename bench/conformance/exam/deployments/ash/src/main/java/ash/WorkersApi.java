package ash;

import static ash.Main.fault;
import static ash.Main.m;

import ash.Main.Invalid;
import ash.Main.Problem;
import ash.Store.*;
import com.fasterxml.jackson.databind.JsonNode;
import io.javalin.Javalin;
import io.javalin.http.Context;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.*;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/** The five endpoints under /burrow. A turn of a run holds the run's own lock, so that turns follow one another. */
final class WorkersApi {
    static final Map<String, User> keyCache = new ConcurrentHashMap<>();
    static final Map<String, Agent> graves = new ConcurrentHashMap<>();
    static final String LONG_JOB = "dig the deep burrow", BAD_JOB = "dig where the rock is", SLOW = "name twenty trees, slowly", TIDE = "when is high water in hull";
    static final long LONG_MS = 2500, BAD_MS = 1500;

    sealed interface Event permits Say, Call, Answer, Job {}
    record Say(String text, long pause) implements Event {}
    record Call(String id, String name, Object args) implements Event {}
    record Answer(String id, String name, Object output) implements Event {}
    record Job(String id) implements Event {}

    static void routes(Javalin app) {
        String b = Main.AGENTS;
        app.post(b + "/ndjson/{agent_id}", ctx -> guard(ctx, () -> talk(ctx, true, true)));
        app.put(b + "/ndjson/{agent_id}/{run_id}", ctx -> guard(ctx, () -> talk(ctx, false, true)));
        app.post(b + "/{agent_id}", ctx -> guard(ctx, () -> talk(ctx, true, false)));
        app.put(b + "/{agent_id}/{run_id}", ctx -> guard(ctx, () -> talk(ctx, false, false)));
        app.get(b + "/{agent_id}/{run_id}", ctx -> guard(ctx, () -> history(ctx)));
    }
    interface Body { void run() throws Exception; }
    static void guard(Context ctx, Body b) throws Exception {
        ctx.header("X-Ticket", Store.uuid());
        try { b.run(); } catch (Problem e) { Main.complain(ctx, e.status, e.getMessage()); } catch (Invalid e) { Main.grieve(ctx, e); }
    }
    static User user(Context ctx) {
        String k = Main.bearer(ctx);
        if (k == null) throw new Problem(401, "Bring an API key.");
        if (fault("deleted-key-still-works") && keyCache.containsKey(k)) return keyCache.get(k);
        Key key = Store.keys.values().stream().filter(x -> x.secret.equals(k)).findFirst().orElse(null);
        if (key == null) throw new Problem(401, "This key does not fit.");
        User u = Store.users.get(key.owner);
        keyCache.put(k, u);
        return u;
    }
    static String uuid(Context ctx, String p, List<Spec.Fault> bad) {
        String v = ctx.pathParam(p);
        if (!Spec.UUID_RE.matcher(v).matches()) bad.add(new Spec.Fault("/path/" + p, "must be a uuid"));
        return v.toLowerCase(Locale.ROOT);
    }
    static Agent agent(User u, String id) {
        Agent a = Store.agents.get(id);
        if (a == null && fault("deleted-agent-still-works")) a = graves.get(id);
        if (a == null) throw new Problem(404, "No such worker.");
        if (u != null && !UserApi.sees(a, u)) throw new Problem(403, "This worker is not for you.");
        if (u != null && a.fee != null && !UserApi.mine(a, u)) {
            Pledge p = Store.pledges.get(u.id + " " + a.id);
            if (p == null || !p.standing.equals("current")) throw new Problem(402, "This worker asks for a subscription.");
        }
        return a;
    }
    static Run run(User u, Agent a, String id, boolean reading) {
        Run r = Store.runs.get(id);
        if (r == null || !r.agent.equals(a.id)) throw new Problem(404, "No such walk.");
        if (u != null && !r.owner.equals(u.id) && !(reading && fault("foreign-run-readable"))) throw new Problem(404, "No such walk.");
        return r;
    }

    static void history(Context ctx) {
        User u = Main.bearer(ctx) == null && fault("history-without-key") ? null : user(ctx);
        List<Spec.Fault> bad = new ArrayList<>();
        String aid = uuid(ctx, "agent_id", bad), rid = uuid(ctx, "run_id", bad);
        if (!bad.isEmpty()) throw new Invalid(bad);
        Run r = run(u, agent(u, aid), rid, true);
        List<Message> l;
        String job;
        synchronized (r) { l = new ArrayList<>(r.history); job = r.job; }
        if (job != null && !fault("job-header-missing")) ctx.header("x-service-job-id", job);
        if (fault("history-by-role")) l.sort(Comparator.comparing(Message::role));
        Main.send(ctx, 200, l);
    }

    static void talk(Context ctx, boolean fresh, boolean ndjson) throws Exception {
        User u = user(ctx);
        List<Spec.Fault> bad = new ArrayList<>();
        String aid = uuid(ctx, "agent_id", bad), rid = fresh ? null : uuid(ctx, "run_id", bad);
        JsonNode body = null;
        try { body = Main.body(ctx, fresh ? "WorkerMessage" : "WorkerMessageAgain", fresh); } catch (Invalid e) { bad.addAll(e.faults); }
        if (!bad.isEmpty()) throw new Invalid(bad);
        String message = body == null || !body.has("message") ? null : body.get("message").asText();
        if (message != null && fault("message-mojibake") && !ndjson) message = new String(message.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
        Agent a = agent(u, aid);
        Run r;
        if (fresh) {
            if (fault("job-blocks-post") && UserApi.runsOf(u, false).stream().anyMatch(x -> x.agent.equals(a.id) && x.job != null)) throw new Problem(409, "A job is running.");
            List<Message> old = List.of();
            if (fault("post-carries-history")) for (Run x : UserApi.runsOf(u, false)) if (x.agent.equals(a.id)) old = x.history;
            r = Store.run(a.id, u.id);
            r.history.addAll(old);
            Store.log(r, "opened", "Opened through the Workers API.");
        } else {
            r = run(u, a, rid, false);
            busy(ctx, r, message);
        }
        boolean alone = !fault("puts-at-once-lose");
        if (alone) r.turn.lock();
        try {
            List<Event> events;
            StringBuilder said = new StringBuilder();
            List<Message> before;
            synchronized (r) {
                if (!fresh) busy(ctx, r, message);
                before = new ArrayList<>(r.history);
                if (message != null) { r.history.add(new Message("user", message, Store.stamp())); before.add(r.history.get(r.history.size() - 1)); }
                events = think(r, a, message);
            }
            for (Event e : events) if (e instanceof Say s) said.append(s.text());
            if (message != null) Store.log(r, "heard", "A message of " + message.length() + " characters.");
            if (fresh || ndjson || !fault("put-without-run-header")) ctx.header("X-Service-Run-ID", r.id);
            String job = r.job;
            if (job != null) ctx.header("x-service-job-id", job);
            ctx.header("Cache-Control", "no-store");
            ctx.header("X-Accel-Buffering", "no");
            ctx.status(fresh ? 201 : 202);
            ctx.contentType(ndjson ? "application/x-ndjson" : "text/plain; charset=utf-8");
            stream(ctx, r, events, fresh, ndjson);
            synchronized (r) {
                Message answer = new Message("assistant", said.toString(), Store.stamp());
                if (alone) r.history.add(answer); else { before.add(answer); r.history = new CopyOnWriteArrayList<>(before); }
            }
        } finally { if (alone) r.turn.unlock(); }
    }
    static void busy(Context ctx, Run r, String message) {
        synchronized (r) {
            if (r.job == null || fault("job-put-accepted")) return;
            ctx.header("x-service-job-id", r.job);
            if (fault("job-409-keeps-message")) r.history.add(new Message("user", message, Store.stamp()));
        }
        throw new Problem(409, "A job is running; come back when it has ended.");
    }

    // ---- what the worker says -----------------------------------------------------------------------------------
    static void say(List<Event> out, String text, long pause) {
        int from = 0;
        for (int i = 0; i < text.length(); i++) if (text.charAt(i) == ' ') { out.add(new Say(text.substring(from, i + 1), pause)); from = i + 1; }
        if (from < text.length()) out.add(new Say(text.substring(from), pause));
    }
    static List<Event> think(Run r, Agent a, String message) {
        List<Event> out = new ArrayList<>();
        long turn = r.history.stream().filter(x -> x.role().equals("user")).count();
        String low = message == null ? "" : message.toLowerCase(Locale.ROOT);
        if (r.jobResult != null) { say(out, r.jobResult + " ", 8); r.jobResult = null; }
        if (message == null) say(out, "Good day 🌿 I am " + (a.label == null ? "a worker of the grove" : a.label) + ". Say something.", 8);
        else if (low.contains(SLOW)) {
            String[] trees = "ash, birch, cedar, damson, elm, fir, gean, hazel, holly, ivy, juniper, larch, maple, oak, pine, rowan, sallow, thorn, willow, yew".split(" ");
            for (int i = 0; i < trees.length; i++) out.add(new Say(trees[i] + (i == trees.length - 1 ? "." : " "), 90));
        } else if (low.contains(TIDE)) {
            say(out, "Let me look it up. ", 8);
            Map<String, Object> args = m("harbour", "Hull"), got = m("harbour", "Hull", "high", "04:12", "gauge", "GAUGE-7731-Q");
            call(r, out, "tide_reader", args, got);
            say(out, "High water comes before the dawn 🌊 so sleep on.", 8);
        } else if (low.contains(LONG_JOB) || low.contains(BAD_JOB)) {
            boolean fails = low.contains(BAD_JOB);
            String id = "JOB*" + Store.token(6) + "*" + (fails ? "r" : "d");
            say(out, "I start digging. ", 8);
            call(r, out, "code_interpreter", m("source", "dig()"), m("state", "in the background"));
            out.add(new Job(id));
            say(out, "Come back in a while.", 8);
            r.job = id;
            Store.log(r, "job", "Started " + id);
            if (!fails || !fault("job-error-never-ends")) Store.CLOCK.schedule(() -> {
                synchronized (r) { r.jobResult = fails ? "The digging failed: rock." : "The burrow is dug."; r.job = null; }
                Store.log(r, "job", (fails ? "Failed " : "Ended ") + id);
            }, fails ? BAD_MS : LONG_MS, TimeUnit.MILLISECONDS);
        } else {
            String echo = message.codePointCount(0, message.length()) > 120 ? message.substring(0, message.offsetByCodePoints(0, 120)) + "…" : message;
            say(out, "I heard «" + echo + "» which is the " + turn + ". thing you say on this walk 🌿 and I keep it in mind.", 8);
        }
        return out;
    }
    static void call(Run r, List<Event> out, String tool, Object args, Object got) {
        String id = "call~" + Store.token(5);
        out.add(new Call(id, tool, args));
        out.add(new Answer(id, tool, got));
        r.mcp.add(new McpLine(tool, args, got, Store.stamp()));
        Store.log(r, "tool", "Called " + tool);
    }
    static void stream(Context ctx, Run r, List<Event> events, boolean fresh, boolean ndjson) throws Exception {
        OutputStream real = ctx.res().getOutputStream(), out = real;
        boolean broken = false;
        boolean held = fault("stream-all-at-once") && !ndjson;
        if (held) out = new ByteArrayOutputStream();
        int n = 0, says = 0, last = -1;
        for (int i = 0; i < events.size(); i++) if (events.get(i) instanceof Say) last = i;
        List<byte[]> now = new ArrayList<>();
        if (ndjson) { broken = !put(out, line("hello", n++, m("runRef", r.id)), broken); }
        for (int i = 0; i < events.size(); i++) {
            Event e = events.get(i);
            now.clear();
            if (e instanceof Say s) {
                says++;
                byte[] piece = ndjson ? line("say", n++, s.text()) : s.text().getBytes(StandardCharsets.UTF_8);
                if (!(i == last && !ndjson && fresh && fault("stream-loses-tail"))) now.add(piece);
                if (says == 2 && !ndjson && !fresh && fault("put-stream-doubles-piece")) now.add(piece);
            } else if (ndjson) {
                if (e instanceof Call c) now.add(line("call", n++, m("id", c.id(), "name", c.name(), "arguments", c.args())));
                if (e instanceof Answer a && !fault("ndjson-without-tool-answers")) now.add(line("answer", n++, m("id", a.id(), "name", a.name(), "output", a.output())));
                if (e instanceof Job j) now.add(line("job", n++, j.id()));
            } else if (e instanceof Answer a && fault("text-tells-tool-output")) now.add(Main.JSON.writeValueAsBytes(a.output()));
            for (byte[] b : now) broken = !put(out, b, broken);
            if (e instanceof Say s) Thread.sleep(s.pause());
        }
        if (ndjson) broken = !put(out, line("bye", n, m("runRef", r.id)), broken);
        if (held) put(real, ((ByteArrayOutputStream) out).toByteArray(), broken);
    }
    static byte[] line(String kind, int n, Object value) throws IOException { return (Main.JSON.writeValueAsString(List.of(kind, n, value)) + "\n").getBytes(StandardCharsets.UTF_8); }
    /** The client may have gone; the worker finishes its turn all the same. */
    static boolean put(OutputStream out, byte[] b, boolean broken) {
        if (broken) return false;
        try { out.write(b); out.flush(); return true; } catch (IOException | RuntimeException e) { return false; }
    }
}
