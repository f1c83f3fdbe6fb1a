package ash;

import static ash.Main.fault;
import static ash.Main.m;

import ash.Main.Handler;
import ash.Main.Invalid;
import ash.Main.Problem;
import ash.Main.Req;
import ash.Store.*;
import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.*;
import java.time.format.DateTimeFormatter;
import java.util.*;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** The 88 operations under /me. Each runs under Store.LOCK. */
final class UserApi {
    static final int LEAVES = 6;
    static final Map<String, String> slugCache = new ConcurrentHashMap<>();
    static final Map<String, Map<String, Object>> agentCache = new ConcurrentHashMap<>();
    static final DateTimeFormatter CURSOR = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSSXXX");
    static final Map<String, String> VIBES = new LinkedHashMap<>();
    static { VIBES.put("bolt", "Bolt"); VIBES.put("lovable", "Lovable"); VIBES.put("replit", "Replit"); }

    static void handlers(Map<String, Handler> h) {
        runs(h); subscriptions(h); studio(h); agents(h); files(h); chats(h); keys(h); money(h); bundles(h); cli(h); schedules(h); tools(h); person(h);
    }

    // ---- runs and logs ------------------------------------------------------------------------------------------
    static String cursor(Instant i) { return i == null ? null : CURSOR.format(i.atOffset(ZoneOffset.ofHoursMinutes(-3, -30))); }
    /** A page of what comes after the cursor, oldest first. */
    static <T> Map<String, Object> page(Req r, List<T> all, Function<T, Instant> at, Function<T, Object> view, String items, boolean runs) {
        String c = r.s("next_cursor");
        Instant after = c == null || !runs && fault("executions-cursor-ignored") ? null : Spec.time(c);
        long limit = r.n("limit");
        List<Object> out = new ArrayList<>();
        Instant last = null;
        boolean more = false;
        for (T t : all) {
            if (after != null && !at.apply(t).isAfter(after) && !(!runs && fault("executions-page-repeats") && at.apply(t).equals(after))) continue;
            if (out.size() == limit) { more = true; if (runs && fault("runs-page-skips-one")) last = at.apply(t); break; }
            out.add(view.apply(t));
            last = at.apply(t);
        }
        return m(items, out, "carryOn", more ? cursor(last) : null);
    }
    static List<Run> runsOf(User u, boolean leak) { synchronized (Store.runs) { return Store.runs.values().stream().filter(x -> leak || x.owner.equals(u.id)).toList(); } }
    static Run run(Req r) { Run x = Store.runs.get(r.id("run_id")); return x != null && x.owner.equals(r.user().id) ? x : null; }
    static Object view(Run x) {
        return m("runRef", x.id, "workerRef", x.agent, "setOff", Store.epoch(x.at), "turns", String.valueOf(x.history.stream().filter(y -> y.role().equals("user")).count()), "toiling", x.job != null);
    }
    static Object line(Run x, LogLine l) { return m("runRef", x.id, "workerRef", x.agent, "line", String.valueOf(l.line()), "kind", l.kind(), "words", l.words(), "at", l.at()); }
    static Object view(Execution e) { return m("entryNo", e.no(), "tool", e.tool(), "service", e.service(), "namespace", e.namespace(), "outcome", "ran", "at", Store.epoch(e.at()), "given", e.given()); }

    static void runs(Map<String, Handler> h) {
        h.put("GET /me/agent-runs", r -> page(r, runsOf(r.user(), fault("runs-list-everyones")), x -> x.at, UserApi::view, "walks", true));
        h.put("GET /me/agent-runs/{run_id}", r -> { Run x = run(r); if (x == null) throw new Problem(404, "No such walk."); return view(x); });
        h.put("GET /me/agent-runs/{run_id}/mcp-server-logs", r -> { Run x = run(r); return x == null ? List.of() : x.mcp.stream().map(l -> m("runRef", x.id, "tool", l.tool(), "asked", l.asked(), "answered", l.answered(), "at", l.at())).toList(); });
        h.put("GET /me/agent-runs/{run_id}/logs", r -> { Run x = run(r); return x == null ? List.of() : x.log.stream().map(l -> line(x, l)).toList(); });
        h.put("GET /me/executions", r -> page(r, Store.executions.values().stream().filter(e -> e.owner().equals(r.user().id)).toList(), Execution::at, UserApi::view, "entries", false));
        h.put("GET /me/executions/{log_id}", r -> {
            Execution e = Store.executions.get(r.n("log_id"));
            if (e == null || !e.owner().equals(r.user().id)) throw new Problem(404, "No such entry.");
            return view(e);
        });
    }

    // ---- subscriptions ------------------------------------------------------------------------------------------
    static boolean mine(Agent a, User u) { return u != null && a.owner.equals(u.id); }
    static boolean sees(Agent a, User u) { return a.open() || mine(a, u); }
    /** Found and visible, else 404 (for operations that know no 403). */
    static Agent visible(Req r, String p) { Agent a = Store.agents.get(r.id(p)); if (a == null || !sees(a, r.user())) throw new Problem(404, "No such worker."); return a; }
    /** Found (404) and visible (403). */
    static Agent readable(Req r, String p) { Agent a = found(r, p); if (!sees(a, r.user())) throw new Problem(403, "This worker is not for you to see."); return a; }
    static Agent found(Req r, String p) { Agent a = Store.agents.get(r.id(p)); if (a == null) throw new Problem(404, "No such worker."); return a; }
    static Agent own(Req r, String p) { Agent a = found(r, p); if (!mine(a, r.user())) throw new Problem(403, "This worker is not yours."); return a; }
    static Object view(Pledge p) { return m("workerRef", p.agent, "standing", p.standing, "fee", p.fee, "since", p.since, "until", p.until); }

    static void subscriptions(Map<String, Handler> h) {
        h.put("POST /me/agents/{agent_id}/subscribe", r -> {
            Agent a = visible(r, "agent_id");
            if (mine(a, r.user()) && !fault("subscribe-to-own")) throw new Problem(400, "Nobody subscribes to a worker of their own.");
            if (a.fee == null) throw new Problem(400, "This worker asks for no money.");
            Pledge p = Store.pledges.get(r.user().id + " " + a.id);
            if (p != null && p.standing.equals("current")) throw new Problem(fault("subscribe-again-409") ? 409 : 402, "You have subscribed already.");
            Checkout c = new Checkout("chk:" + Store.token(12), a.id, r.user().id);
            Store.checkouts.put(c.key(), c);
            return m("workerRef", a.id, "till", "https://tollgate.example/pay/" + c.key(), "checkoutKey", c.key(), "fee", a.fee, "currency", "EUR");
        });
        h.put("POST /me/agents/{agent_id}/unsubscribe", r -> {
            Pledge p = Store.pledges.get(r.user().id + " " + r.id("agent_id"));
            if (p == null) { visible(r, "agent_id"); throw new Problem(400, "There is no subscription to end."); }
            if (!p.standing.equals("current")) throw new Problem(400, "This subscription has ended already.");
            p.standing = "lapsed";
            p.until = Store.stamp();
            return view(p);
        });
        h.put("GET /me/subscriptions", r -> {
            List<Object> l = Store.pledges.values().stream().filter(p -> p.user.equals(r.user().id)).map(UserApi::view).toList();
            return m("pledges", l, "tally", String.valueOf(l.size()));
        });
        h.put("GET /me/subscriptions/{agent_id}", r -> {
            Pledge p = Store.pledges.get(r.user().id + " " + r.id("agent_id"));
            if (p == null) throw new Problem(404, "No such subscription.");
            return view(p);
        });
    }

    // ---- studio chats -------------------------------------------------------------------------------------------
    static Object view(Studio s) { return m("threadKey", s.id, "exposure", s.visibility, "heading", s.heading, "jotting", s.jotting, "keeper", Store.users.get(s.owner).handle, "plantedAt", s.at, "copiedFrom", s.from); }
    static String exposure(User u) { return u.sandbox ? "public" : "private"; }
    static void sandbox(Req r) { if (r.user().sandbox && "private".equals(r.text("exposure"))) throw new Problem(400, "The sandbox keeps nothing private."); }
    static Studio studio(Req r) { Studio s = Store.studio.get(r.s("run_id")); if (s == null || s.deleted) throw new Problem(404, "No such thread."); return s; }
    static Studio ownStudio(Req r) { Studio s = studio(r); if (!s.owner.equals(r.user().id)) throw new Problem(403, "This thread is not yours."); return s; }
    static void fill(Studio s, Req r) {
        s.visibility = r.has("exposure") ? r.text("exposure") : exposure(r.user());
        s.heading = r.text("heading");
        s.jotting = r.text("jotting");
    }
    static void studio(Map<String, Handler> h) {
        h.put("GET /me/agent-studio-chats", r -> Store.studio.values().stream().filter(s -> s.owner.equals(r.user().id) && (!s.deleted || fault("studio-list-keeps-deleted"))).map(UserApi::view).toList());
        h.put("POST /me/agent-studio-chats", r -> {
            sandbox(r);
            String id = r.text("threadKey");
            Studio old = id == null ? null : Store.studio.get(id);
            if (old != null) {
                if (!old.owner.equals(r.user().id) || old.deleted) throw new Problem(409, "There is a thread with this key.");
                return view(old);
            }
            Studio s = new Studio();
            s.id = id != null ? id : "th~" + Store.token(10);
            s.owner = r.user().id;
            s.at = Store.stamp();
            fill(s, r);
            Store.studio.put(s.id, s);
            return view(s);
        });
        h.put("GET /me/agent-studio-chats/{run_id}", r -> {
            Studio s = studio(r);
            if (s.visibility.equals("private") && (r.user() == null || !s.owner.equals(r.user().id))) throw new Problem(403, "This thread is private.");
            return view(s);
        });
        h.put("PUT /me/agent-studio-chats/{run_id}", r -> {
            Studio s = ownStudio(r);
            if (r.text("threadKey") != null && !r.text("threadKey").equals(s.id)) throw new Invalid("/body/threadKey", "is not the key in the path");
            sandbox(r);
            fill(s, r);
            return view(s);
        });
        h.put("PATCH /me/agent-studio-chats/{run_id}", r -> {
            Studio s = ownStudio(r);
            if (!fault("studio-patch-sandbox-private")) sandbox(r);
            if (r.has("exposure")) s.visibility = r.text("exposure");
            if (r.has("heading")) s.heading = r.text("heading");
            if (r.has("jotting")) s.jotting = r.text("jotting");
            return view(s);
        });
        h.put("DELETE /me/agent-studio-chats/{run_id}", r -> { Studio s = ownStudio(r); s.deleted = true; return view(s); });
        h.put("POST /me/agent-studio-chats/{run_id}/clone", r -> {
            Studio s = studio(r);
            if (s.visibility.equals("private") && !fault("studio-clone-private")) throw new Problem(400, "A private thread is not cloned.");
            Studio c = new Studio();
            c.id = "th~" + Store.token(10); c.owner = r.user().id; c.visibility = exposure(r.user()); c.heading = s.heading; c.jotting = s.jotting; c.at = Store.stamp(); c.from = s.id;
            Store.studio.put(c.id, c);
            return view(c);
        });
    }

    // ---- agents -------------------------------------------------------------------------------------------------
    static Map<String, Object> view(Agent a) {
        return m("workerRef", a.id, "openingLines", a.prompt, "exposure", a.visibility, "byname", a.slug, "salesPitch", a.pitch, "label", a.label, "monthlyFee", a.fee, "keeper", Store.users.get(a.owner).handle,
            "plantedAt", a.planted, "touchedAt", a.touched, "glances", String.valueOf(a.glances.get()), "applause", String.valueOf(a.applause), "leafTally", String.valueOf(a.files.size()));
    }
    static boolean taken(String slug, Agent but) { return Store.agents.values().stream().anyMatch(a -> a != but && slug.equalsIgnoreCase(a.slug)); }
    static void slugFree(Req r, Agent a) {
        String s = r.text("byname");
        if (s == null) return;
        if (!s.matches("[\\p{L}\\p{N}][\\p{L}\\p{N}._~-]*")) throw new Invalid("/body/byname", "must be letters, digits and . _ ~ -");
        if (taken(s, a)) throw new Problem(400, "This byname is taken.");
    }
    static void prompt(Req r, boolean must) {
        boolean blank = r.text("openingLines") == null || r.text("openingLines").isBlank();
        if (blank && (must || r.has("openingLines"))) throw new Problem(400, "A worker needs its opening lines.");
    }
    /** Everything that is not said goes to its default. */
    static void write(Agent a, Req r) {
        a.prompt = r.text("openingLines") == null ? "" : r.text("openingLines");
        a.visibility = r.has("exposure") ? r.text("exposure") : exposure(r.user());
        a.slug = r.text("byname");
        a.pitch = r.text("salesPitch");
        a.label = r.text("label");
        a.fee = r.text("monthlyFee");
        a.touched = Store.stamp();
        if (fault("clone-writes-through") && a.source != null) a.source.prompt = a.prompt;
    }
    static void patch(Agent a, Req r) {
        if (r.has("openingLines")) a.prompt = r.text("openingLines");
        if (r.has("exposure")) a.visibility = r.text("exposure");
        else if (fault("chat-patch-resets-visibility")) a.visibility = exposure(r.user());
        if (r.has("byname")) a.slug = r.text("byname");
        if (r.has("salesPitch")) a.pitch = r.text("salesPitch");
        if (r.has("label")) a.label = r.text("label");
        if (r.has("monthlyFee")) a.fee = r.text("monthlyFee");
        a.touched = Store.stamp();
        if (fault("clone-writes-through") && a.source != null) a.source.prompt = a.prompt;
    }
    static void fee(Req r) { String f = r.text("monthlyFee"); if (f != null && new BigDecimal(f).signum() <= 0) throw new Invalid("/body/monthlyFee", "must be more than nothing"); }
    static Agent plant(Req r) {
        Agent a = new Agent();
        a.id = Store.uuid();
        a.owner = r.user().id;
        a.planted = Store.stamp();
        return a;
    }
    static Object upsert(Req r) {
        String id = r.text("workerRef");
        Agent a = null;
        if (id != null) {
            a = Store.agents.get(id.toLowerCase(Locale.ROOT));
            if (a == null) throw new Problem(404, "No such worker.");
            if (!mine(a, r.user())) throw new Problem(403, "This worker is not yours.");
        }
        if (!fault("agent-upsert-without-prompt")) prompt(r, true);
        sandbox(r);
        fee(r);
        slugFree(r, a);
        if (a == null) a = plant(r);
        write(a, r);
        Store.agents.put(a.id, a);
        agentCache.remove(a.id);
        return view(a);
    }
    static Object glance(Req r, String p) {
        Agent a = readable(r, p);
        a.glances.incrementAndGet();
        if (fault("agent-cached-after-put")) { if (p.equals("agent_id")) return agentCache.computeIfAbsent(a.id, k -> view(a)); }
        return view(a);
    }
    static List<Object> agentsOf(User u, boolean all) { return Store.agents.values().stream().filter(a -> mine(a, u) || all).map(a -> (Object) view(a)).toList(); }

    static void agents(Map<String, Handler> h) {
        h.put("GET /me/agents", r -> agentsOf(r.user(), fault("agents-list-everyones")));
        h.put("POST /me/agents", UserApi::upsert);
        h.put("GET /me/agents/{agent_id}", r -> glance(r, "agent_id"));
        h.put("POST /me/agents/{agent_id}/upsell-description", r -> {
            Agent a = Store.agents.get(r.id("agent_id"));
            if (a == null || !mine(a, r.user())) throw new Problem(404, "No such worker.");
            String short1 = a.prompt.codePoints().limit(60).collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append).toString();
            String pitch = "Walk on with " + (a.label == null ? "this worker" : a.label) + ": " + short1 + " 🌳 More inside.";
            if (fault("upsell-not-stored")) { var v = view(a); v.put("salesPitch", pitch); return v; }
            a.pitch = pitch;
            a.touched = Store.stamp();
            return view(a);
        });
        h.put("POST /me/agents/vanity/slug", r -> {
            String base = java.text.Normalizer.normalize(r.text("about"), java.text.Normalizer.Form.NFD).toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-").replaceAll("^-+|-+$", "");
            if (base.length() > 40) base = base.substring(0, 40).replaceAll("-+$", "");
            if (base.isEmpty()) base = "worker";
            String s = base;
            for (int i = 2; taken(s, null); i++) s = base + "-" + i;
            return s;
        });
        h.put("GET /me/agents/vanity/slug", r -> {
            String s = r.s("slug");
            String verdict = !s.matches("[\\p{L}\\p{N}][\\p{L}\\p{N}._~-]{0,119}") ? "unfit" : taken(s, null) ? "taken" : "free";
            if (fault("slug-answer-cached")) verdict = slugCache.computeIfAbsent(s, k -> !s.matches("[\\p{L}\\p{N}][\\p{L}\\p{N}._~-]{0,119}") ? "unfit" : taken(s, null) ? "taken" : "free");
            return m("byname", s, "verdict", verdict);
        });
        h.put("GET /me/agents/{agent_id}/vibe", r -> {
            Agent a = readable(r, "agent_id");
            String s = r.s("service_name");
            return m("brief", "Build with " + VIBES.get(s) + " a page that talks to the worker " + a.id + (a.label == null ? "" : " (" + a.label + ")") + ". POST {\"message\": \"...\"} to " + Main.AGENTS + "/" + a.id + " and show the text as it comes.", "service_name", s, "workerRef", a.id);
        });
        h.put("GET /me/vibe/services", r -> {
            List<Object> l = new ArrayList<>();
            VIBES.forEach((k, v) -> l.add(m("slot", String.valueOf(l.size() + 1), "service_name", k, "title", v)));
            return m("workshops", l);
        });
        h.put("GET /me/agents/{agent_id}/customizations/theme", r -> { Agent a = readable(r, "agent_id"); return a.tint == null ? null : theme(a); });
        h.put("PUT /me/agents/{agent_id}/customizations/theme", r -> {
            Agent a = own(r, "agent_id");
            String t = r.text("tint");
            if (!t.matches("#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})") && !fault("theme-any-colour")) throw new Problem(400, "A tint is # and three or six hexadecimal digits.");
            a.tint = t;
            a.painted = Store.stamp();
            return theme(a);
        });
    }
    static Object theme(Agent a) { return m("workerRef", a.id, "tint", a.tint, "paintedAt", a.painted); }

    // ---- files --------------------------------------------------------------------------------------------------
    static Object view(Agent a, File f) { return m("leafId", f.id, "workerRef", a.id, "caption", f.caption, "text", f.text, "rank", f.rank, "octets", String.valueOf(f.text.getBytes(StandardCharsets.UTF_8).length), "plantedAt", f.at); }
    static Object leaves(Agent a) {
        List<File> l = new ArrayList<>(a.files.values());
        if (!fault("files-listed-by-age")) l.sort(Comparator.comparingLong(f -> f.rank)); // stable: then by age
        return m("leaves", l.stream().map(f -> view(a, f)).toList(), "room", String.valueOf(Math.max(0, LEAVES - l.size())));
    }
    static File leaf(Req r, Agent a) {
        File f = a.files.get(r.id("file_id"));
        if (f == null) throw new Problem(404, "No such leaf.");
        return f;
    }
    static void files(Map<String, Handler> h) {
        h.put("GET /me/agents/{agent_id}/files", r -> leaves(own(r, "agent_id")));
        h.put("POST /me/agents/{agent_id}/files", r -> {
            Agent a = own(r, "agent_id");
            if (a.files.size() >= LEAVES + (fault("files-cap-plus-one") ? 1 : 0)) throw new Problem(400, "This worker holds no more leaves.");
            File f = new File();
            f.id = Store.uuid(); f.caption = r.text("caption"); f.text = r.text("text"); f.at = Store.stamp();
            f.rank = r.has("rank") ? r.body().get("rank").asLong() : a.files.values().stream().mapToLong(x -> x.rank).max().orElse(0) + 1;
            a.files.put(f.id, f);
            return view(a, f);
        });
        h.put("GET /me/agents/{agent_id}/files/{file_id}", r -> {
            Agent a = own(r, "agent_id");
            return view(a, leaf(r, a));
        });
        h.put("PATCH /me/agents/{agent_id}/files/{file_id}", r -> {
            Agent a = own(r, "agent_id");
            File f = leaf(r, a);
            if (r.has("caption")) f.caption = r.text("caption");
            if (r.has("text")) f.text = r.text("text");
            if (r.has("rank")) f.rank = r.body().get("rank").asLong();
            return view(a, f);
        });
        h.put("DELETE /me/agents/{agent_id}/files/{file_id}", r -> { Agent a = own(r, "agent_id"); a.files.remove(leaf(r, a).id); return null; });
        h.put("PUT /me/agents/{agent_id}/files/positions", r -> {
            Agent a = own(r, "agent_id");
            Map<String, Long> to = new LinkedHashMap<>();
            int i = 0;
            for (JsonNode p : r.body().get("order")) {
                String id = p.get("leafId").asText().toLowerCase(Locale.ROOT);
                if (to.put(id, p.get("rank").asLong()) != null) throw new Invalid("/body/order/" + i + "/leafId", "stands here twice");
                i++;
            }
            for (var e : to.entrySet()) {
                if (!a.files.containsKey(e.getKey())) throw new Problem(404, "No such leaf: " + e.getKey());
                if (fault("positions-half-applied")) a.files.get(e.getKey()).rank = e.getValue();
            }
            to.forEach((id, rank) -> a.files.get(id).rank = rank);
            return leaves(a);
        });
    }

    // ---- chats --------------------------------------------------------------------------------------------------
    static void chats(Map<String, Handler> h) {
        h.put("GET /me/chats", r -> agentsOf(r.user(), false));
        h.put("POST /me/chats", UserApi::upsert);
        h.put("GET /me/chats/{chat_id}", r -> glance(r, "chat_id"));
        h.put("PUT /me/chats/{chat_id}", r -> {
            Agent a = own(r, "chat_id");
            if (r.text("workerRef") != null && !r.text("workerRef").equalsIgnoreCase(a.id)) throw new Invalid("/body/workerRef", "is not the one in the path");
            prompt(r, true); sandbox(r); fee(r); slugFree(r, a);
            write(a, r);
            return view(a);
        });
        h.put("PATCH /me/chats/{chat_id}", r -> {
            Agent a = own(r, "chat_id");
            prompt(r, false); sandbox(r); fee(r); slugFree(r, a);
            patch(a, r);
            return view(a);
        });
        h.put("DELETE /me/chats/{chat_id}", r -> {
            Agent a = own(r, "chat_id");
            Store.agents.remove(a.id);
            if (fault("deleted-agent-still-works")) WorkersApi.graves.put(a.id, a);
            Store.alarms.values().removeIf(x -> x.chat.equals(a.id));
            Store.pledges.values().removeIf(p -> p.agent.equals(a.id));
            return view(a);
        });
        h.put("GET /me/chats/{chat_id}/og", r -> {
            Agent a = Store.agents.get(r.id("chat_id"));
            if (a == null || !a.open() && !fault("og-tells-private")) return List.of(tag("og:site_name", "Ash grove"), tag("og:title", "A worker of the grove"), tag("og:description", "Come in and see."));
            return List.of(tag("og:site_name", "Ash grove"), tag("og:title", a.label == null ? "A worker of the grove" : a.label), tag("og:description", a.pitch != null ? a.pitch : a.prompt), tag("og:url", "https://grove.example/w/" + (a.slug == null ? a.id : a.slug)));
        });
        h.put("POST /me/chats/{chat_id}/clone", r -> {
            Agent a = found(r, "chat_id");
            if (!a.open()) throw new Problem(403, "Only what is public is cloned.");
            if (r.body() != null) { prompt(r, false); fee(r); sandbox(r); slugFree(r, null); }
            Agent c = plant(r);
            c.prompt = a.prompt; c.pitch = a.pitch; c.label = a.label; c.visibility = exposure(r.user()); c.source = a; c.touched = c.planted;
            if (r.body() != null) { if (!r.has("exposure")) ((com.fasterxml.jackson.databind.node.ObjectNode) r.body()).put("exposure", c.visibility); Agent s = c.source; c.source = null; patch(c, r); c.source = s; }
            Store.agents.put(c.id, c);
            return view(c);
        });
        h.put("POST /me/chats/{chat_id}/feedback", r -> {
            Agent a = visible(r, "chat_id");
            if (r.text("verdict").equals("up")) a.applause++;
            return view(a);
        });
        h.put("POST /me/chats/{chat_id}/runs", r -> {
            Agent a = readable(r, "chat_id");
            Run x = Store.run(a.id, r.user().id);
            Store.log(x, "opened", "Opened from the chat page.");
            return line(x, x.log.get(0));
        });
    }
    static Object tag(String p, String c) { return m("property", p, "content", c); }

    // ---- API keys -----------------------------------------------------------------------------------------------
    static Object view(Key k) { return m("keyNo", k.no, "tag", k.tag, "secret", k.secret, "crowned", k.crowned, "cutAt", k.at); }
    static Map<String, Object> hidden(Key k) { return m("keyNo", k.no, "tag", k.tag, "crowned", k.crowned, "cutAt", k.at); }
    static List<Key> keysOf(User u) { return Store.keys.values().stream().filter(k -> k.owner.equals(u.id)).toList(); }
    static Key ownKey(Req r) { Key k = Store.keys.get(r.n("api_key_id")); if (k == null || !k.owner.equals(r.user().id)) throw new Problem(404, "No such key."); return k; }
    static void keys(Map<String, Handler> h) {
        h.put("GET /me/api-keys", r -> keysOf(r.user()).stream().map(k -> { var v = hidden(k); if (fault("keys-list-tells-secret")) v.put("secret", k.secret); return v; }).toList());
        h.put("POST /me/api-keys", r -> {
            List<Key> had = keysOf(r.user());
            boolean crown = had.isEmpty() || r.has("crowned") && r.body().get("crowned").asBoolean();
            if (crown && !fault("keys-two-defaults")) had.forEach(k -> k.crowned = false);
            return view(Store.key(r.user().id, r.text("tag"), "ask." + Store.token(18), crown));
        });
        h.put("GET /me/api-keys/default", r -> {
            List<Key> had = keysOf(r.user());
            return view(had.stream().filter(k -> k.crowned).findFirst().orElseGet(() -> Store.key(r.user().id, "default", "ask." + Store.token(18), true)));
        });
        h.put("GET /me/api-keys/{api_key_id}", r -> view(ownKey(r)));
        h.put("DELETE /me/api-keys/{api_key_id}", r -> {
            Key k = ownKey(r);
            Store.keys.remove(k.no);
            if (k.crowned) keysOf(r.user()).stream().findFirst().ifPresent(n -> n.crowned = true);
            return hidden(k);
        });
    }

    // ---- billing, credits, payments, monetization ---------------------------------------------------------------
    static Object credits(User u) { return m("acorns", u.acorns.setScale(2, RoundingMode.HALF_EVEN).toPlainString(), "spent", u.spent.setScale(2, RoundingMode.HALF_EVEN).toPlainString()); }
    static String cents(BigDecimal d) { return d.setScale(2, RoundingMode.HALF_EVEN).toPlainString(); }
    static LocalDate today() { return LocalDate.now(ZoneOffset.UTC); }
    static SortedMap<LocalDate, List<Sale>> sales(Req r) {
        long n = r.n("period");
        LocalDate end = today();
        SortedMap<LocalDate, List<Sale>> days = new TreeMap<>();
        for (long i = Math.min(n, 4000) - 1; i >= 0; i--) days.put(end.minusDays(i), new ArrayList<>());
        for (Sale s : Store.sales) if (s.owner().equals(r.user().id) && days.containsKey(s.day())) days.get(s.day()).add(s);
        return days;
    }
    static BigDecimal sum(Collection<Sale> l) { return l.stream().map(Sale::fee).reduce(BigDecimal.ZERO, BigDecimal::add); }
    static List<Sale> all(SortedMap<LocalDate, List<Sale>> d) { return d.values().stream().flatMap(List::stream).toList(); }

    static void money(Map<String, Handler> h) {
        h.put("GET /me/billing", r -> m("plan", r.user().sandbox ? "seedling" : "tree", "standing", "paid", "renewsOn", Spec.ORDINAL.format(today().withDayOfMonth(1).plusMonths(1)), "fee", r.user().sandbox ? "0.00" : "19.00", "currency", "EUR"));
        h.put("GET /me/credits", r -> { if (r.user().acorns == null) throw new Problem(404, "No acorns found."); return credits(r.user()); });
        h.put("POST /me/credits/use", r -> {
            User u = r.user();
            BigDecimal had = u.acorns;
            if (had == null || had.compareTo(BigDecimal.ONE) < 0) throw new Problem(404, "No acorns found.");
            if (fault("credits-use-lost-update")) Thread.sleep(150);
            u.acorns = had.subtract(BigDecimal.ONE);
            u.spent = u.spent.add(BigDecimal.ONE);
            return credits(u);
        });
        h.put("POST /me/payments/webhook", r -> {
            String seal = r.ctx().header(Main.SEAL);
            byte[] raw = r.ctx().bodyAsBytes();
            boolean trusted = false;
            if (seal == null || seal.isBlank()) { if (!fault("webhook-unsigned")) throw new Problem(400, "The seal is missing."); trusted = true; }
            if (!trusted) {
                byte[] s;
                try { s = Base64.getDecoder().decode(seal.trim()); } catch (IllegalArgumentException e) { throw new Problem(400, "The seal is broken."); }
                if (!MessageDigest.isEqual(s, Store.hmac(HOOK, raw))) throw new Problem(400, "The seal is broken.");
            }
            JsonNode e;
            try { e = Main.json(raw); } catch (Invalid x) { throw new Problem(400, "This is no event."); }
            if (!e.path("id").isTextual() || !e.path("type").isTextual() || e.get("id").asText().isEmpty() || e.get("type").asText().isEmpty()) throw new Problem(400, "This is no event.");
            if (Store.heard.add(e.get("id").asText())) settle(e);
            return m("heard", true, "stamp", Store.stamp());
        });
        h.put("POST /me/payments/sessions", r -> {
            String pack = r.text("pack"), key = "ses:" + Store.token(12);
            Store.checkouts.put(key, new Checkout(key, "pack " + pack, r.user().id));
            return m("till", "https://tollgate.example/pay/" + key, "sessionKey", key, "price", Map.of("twig", "5.00", "branch", "20.00", "trunk", "75.00").get(pack), "currency", "EUR");
        });
        h.put("GET /me/monetization/summary", r -> {
            var d = all(sales(r));
            String takings = cents(sum(d));
            if (fault("summary-earnings-truncated")) takings = sum(d).setScale(0, RoundingMode.DOWN).toPlainString();
            return m("heads", String.valueOf(d.size()), "takings", takings, "currency", "EUR", "period", String.valueOf(r.n("period")));
        });
        h.put("GET /me/monetization/subscribers", r -> {
            var d = sales(r);
            List<Object> l = new ArrayList<>();
            d.forEach((day, s) -> l.add(m("day", Spec.ORDINAL.format(day), "heads", String.valueOf(s.size()))));
            return m("days", l, "heads", String.valueOf(all(d).size()));
        });
        h.put("GET /me/monetization/earnings", r -> {
            var d = sales(r);
            List<Object> l = new ArrayList<>();
            d.forEach((day, s) -> l.add(m("day", Spec.ORDINAL.format(day), "takings", cents(sum(s)))));
            return m("days", l, "takings", cents(sum(all(d))), "currency", "EUR");
        });
    }
    static final byte[] HOOK = "whk-acorn-55e2c1d8b7".getBytes(StandardCharsets.UTF_8);
    /** checkout.settled makes a subscription or fills up acorns; other kinds are heard and left. */
    static void settle(JsonNode e) {
        if (!e.get("type").asText().equals("checkout.settled")) return;
        Checkout c = Store.checkouts.remove(e.path("data").path("checkoutKey").asText());
        if (c == null) return;
        if (c.agent().startsWith("pack ")) {
            User u = Store.users.get(c.user());
            u.acorns = (u.acorns == null ? BigDecimal.ZERO : u.acorns).add(new BigDecimal(Map.of("twig", "50", "branch", "250", "trunk", "1000").get(c.agent().substring(5))));
            return;
        }
        Agent a = Store.agents.get(c.agent());
        if (a == null || a.fee == null) return;
        Store.pledge(c.user(), a.id);
        Store.sales.add(new Sale(a.owner, today(), new BigDecimal(a.fee)));
    }

    // ---- bundles ------------------------------------------------------------------------------------------------
    static Object toolRef(String t) { return m("toolRef", t); }
    static Map<String, Object> view(Bundle b) { return m("satchelNo", b.no, "caption", b.caption, "kit", b.kit.stream().map(UserApi::toolRef).toList(), "packedAt", b.at); }
    static Bundle bundleOrNull(Req r) { Bundle b = Store.bundles.get(r.n("bundle_id")); return b == null || !b.owner.equals(r.user().id) ? null : b; }
    static Bundle bundle(Req r) { Bundle b = bundleOrNull(r); if (b == null) throw new Problem(404, "No such satchel."); return b; }
    static void bundles(Map<String, Handler> h) {
        h.put("GET /me/bundles", r -> Store.bundles.values().stream().filter(b -> b.owner.equals(r.user().id)).map(b -> m("satchelNo", fault("bundle-id-as-text") ? (Object) String.valueOf(b.no) : b.no, "caption", b.caption, "weight", String.valueOf(b.kit.size()))).toList());
        h.put("POST /me/bundles", r -> {
            Bundle b = new Bundle();
            b.no = Store.bundleSeq.addAndGet(3); b.owner = r.user().id; b.caption = "Satchel " + b.no % 1000; b.at = Store.stamp();
            Store.bundles.put(b.no, b);
            return view(b);
        });
        h.put("GET /me/bundles/{bundle_id}", r -> view(bundle(r)));
        h.put("PUT /me/bundles/{bundle_id}", r -> {
            Bundle b = bundleOrNull(r);
            if (b == null) throw new Problem(409, "This satchel could not be changed.");
            b.caption = r.text("caption");
            if (fault("bundle-put-empties-kit")) b.kit.clear();
            return view(b);
        });
        h.put("DELETE /me/bundles/{bundle_id}", r -> { Bundle b = bundle(r); Store.bundles.remove(b.no); return m("satchelNo", b.no, "caption", b.caption, "packedAt", b.at); });
        h.put("GET /me/bundles/{bundle_id}/tools", r -> { Bundle b = bundleOrNull(r); return b == null ? List.of() : b.kit.stream().map(UserApi::toolRef).toList(); });
        h.put("POST /me/bundles/{bundle_id}/tools", r -> {
            Bundle b = bundle(r);
            String t = r.text("toolRef");
            if (!Tools.byRef.containsKey(t)) throw new Problem(404, "No such tool.");
            if (!b.kit.contains(t)) b.kit.add(t);
            return toolRef(t);
        });
        h.put("DELETE /me/bundles/{bundle_id}/tools/{tool_id}", r -> {
            Bundle b = bundle(r);
            String t = r.s("tool_id");
            if (!b.kit.remove(t)) throw new Problem(404, "This tool is not in the satchel.");
            if (fault("bundle-tool-leaves-all")) Store.bundles.values().forEach(x -> { if (x.owner.equals(b.owner)) x.kit.remove(t); });
            return toolRef(t);
        });
    }

    // ---- CLI sessions -------------------------------------------------------------------------------------------
    static Object view(Handshake s) { return m("handshake", s.id, "phase", s.spent ? "spent" : s.jwt != null ? "signed" : "waiting", "opensUntil", Store.epoch(s.until)); }
    static Handshake handshake(Req r, String p) { Handshake s = Store.handshakes.get(r.id(p)); if (s == null || s.until.isBefore(Instant.now())) throw new Problem(404, "No such handshake."); return s; }
    static void cli(Map<String, Handler> h) {
        h.put("POST /me/cli-auth", r -> {
            Handshake s = new Handshake();
            s.id = Store.uuid();
            s.until = Store.now().plusSeconds(600);
            Store.handshakes.put(s.id, s);
            return view(s);
        });
        h.put("PUT /me/cli-auth/{cli_auth_id}", r -> {
            Handshake s = handshake(r, "cli_auth_id");
            User bearer = Store.jwt(r.text("passport"));
            if (s.spent || s.user != null && !s.user.equals(r.user().id) || bearer != null && bearer != r.user()) throw new Problem(403, "This handshake is not yours to sign.");
            s.user = r.user().id;
            s.jwt = r.text("passport");
            return view(s);
        });
        h.put("GET /me/cli-auth/{auth_id}", r -> {
            Handshake s = handshake(r, "auth_id");
            String j = s.jwt;
            if (j != null && !fault("cli-jwt-not-consumed")) { s.jwt = null; s.spent = true; }
            return j;
        });
    }

    // ---- schedules ----------------------------------------------------------------------------------------------
    static Object view(Alarm a) { return m("alarmId", a.id, "workerRef", a.chat, "rhythm", a.cron, "note", a.note, "nextRing", Store.epoch(Cron.next(a.cron)), "rings", String.valueOf(a.rings)); }
    static Alarm alarm(Req r) { Alarm a = Store.alarms.get(r.id("schedule_id")); if (a == null || !a.owner.equals(r.user().id)) throw new Problem(404, "No such alarm."); return a; }
    static String ownChat(Req r) {
        JsonNode n = r.body().get("workerRef");
        Agent a = n == null || !n.isTextual() ? null : Store.agents.get(n.asText().toLowerCase(Locale.ROOT));
        if (a == null || !mine(a, r.user()) && !fault("schedule-foreign-chat")) throw new Problem(403, "There is no chat of yours with this id.");
        return a.id;
    }
    static String cron(Req r) { String c = r.text("rhythm"); if (Cron.parse(c) == null) throw new Problem(400, "This is no rhythm."); return c; }
    static void schedules(Map<String, Handler> h) {
        h.put("GET /me/schedules", r -> m("alarms", Store.alarms.values().stream().filter(a -> a.owner.equals(r.user().id)).map(UserApi::view).toList()));
        h.put("POST /me/schedules", r -> {
            Alarm a = new Alarm();
            a.id = Store.uuid(); a.owner = r.user().id; a.chat = ownChat(r); a.cron = cron(r); a.note = r.text("note");
            Store.alarms.put(a.id, a);
            return view(a);
        });
        h.put("GET /me/schedules/onboarding", r -> List.of(m("step", "1", "words", "Every morning at nine", "rhythm", "0 9 * * *"), m("step", "2", "words", "Mondays at nine", "rhythm", "0 9 * * 1"), m("step", "3", "words", "Each full hour", "rhythm", "0 * * * *")));
        h.put("GET /me/schedules/text-to-cron", r -> {
            String c = Cron.convert(r.s("cron"));
            if (c == null) { if (!fault("cron-anything-goes")) throw new Problem(400, "This is no rhythm."); c = r.s("cron"); }
            Instant next = Cron.next(c);
            return m("rhythm", c, "reading", "next at " + Store.epoch(next));
        });
        h.put("GET /me/schedules/{schedule_id}", r -> view(alarm(r)));
        h.put("PUT /me/schedules/{schedule_id}", r -> {
            Alarm a = alarm(r);
            String chat = r.text("workerRef") != null ? ownChat(r) : a.chat, cron = r.has("rhythm") ? cron(r) : a.cron, note = r.has("note") ? r.text("note") : a.note;
            if (fault("schedule-put-not-stored")) { Alarm t = new Alarm(); t.id = a.id; t.owner = a.owner; t.chat = chat; t.cron = cron; t.note = note; t.rings = a.rings; return view(t); }
            a.chat = chat; a.cron = cron; a.note = note;
            return view(a);
        });
        h.put("DELETE /me/schedules/{schedule_id}", r -> {
            if (fault("schedule-delete-foreign")) { Alarm x = Store.alarms.remove(r.id("schedule_id")); if (x == null) throw new Problem(404, "No such alarm."); return m("erased", x.id); }
            Alarm a = alarm(r);
            Store.alarms.remove(a.id);
            return m("erased", a.id);
        });
    }

    // ---- tools --------------------------------------------------------------------------------------------------
    static Tools.Tool tool(String ref, int status) { Tools.Tool t = Tools.byRef.get(ref); if (t == null) throw new Problem(status, "No such tool."); return t; }
    static List<Tools.Tool> in(String box) { return Tools.byName.values().stream().filter(t -> t.box().equals(box)).toList(); }
    static Object view(Tools.Tool t, String since) { return m("toolRef", t.ref(), "name", t.name(), "blurb", t.blurb(), "since", since); }
    static Map<String, String> installed(Req r) { return r.user().tools; }
    static void tools(Map<String, Handler> h) {
        h.put("GET /me/tools/list", r -> Tools.byName.values().stream().map(t -> Tools.mcp(t)).toList());
        h.put("GET /me/tools", r -> Tools.byName.values().stream().map(Tools::pub).toList());
        h.put("GET /me/tools/search", r -> Tools.search(r.s("q"), r.s("toolkit"), r.n("limit"), r.params().get("min_score").asDouble()));
        h.put("GET /me/tools/{tool_id}", r -> Tools.pub(tool(r.s("tool_id"), 404)));
        h.put("POST /me/tools/run/{tool_name}", r -> Tools.run(r.user(), r.s("tool_name"), r.s("service_id"), r.s("service_id_namespace"), r.body()));
        h.put("GET /me/toolsets/list", r -> Tools.boxes.entrySet().stream().map(e -> m("boxName", e.getKey(), "blurb", e.getValue(), "tally", String.valueOf(in(e.getKey()).size()))).toList());
        h.put("GET /me/toolsets/{toolset_name}", r -> {
            String n = r.s("toolset_name");
            if (!Tools.boxes.containsKey(n)) throw new Problem(404, "No such box.");
            return m("boxName", n, "blurb", Tools.boxes.get(n), "contents", in(n).stream().map(t -> Tools.mcp(t)).toList());
        });
        h.put("GET /me/user-tools", r -> installed(r).entrySet().stream().map(e -> view(Tools.byRef.get(e.getKey()), e.getValue())).toList());
        h.put("POST /me/user-tools", r -> {
            Tools.Tool t = tool(r.text("toolRef"), 409);
            if (installed(r).containsKey(t.ref())) throw new Problem(409, "This tool is installed already.");
            String since = Store.stamp();
            installed(r).put(t.ref(), since);
            return m("toolRef", t.ref(), "since", since);
        });
        h.put("GET /me/user-tools/{tool_id}", r -> { String s = installed(r).get(r.s("tool_id")); if (s == null) throw new Problem(404, "This tool is not installed."); return view(Tools.byRef.get(r.s("tool_id")), s); });
        h.put("DELETE /me/user-tools/{tool_id}", r -> {
            String s = fault("user-tools-uninstall-noop") ? installed(r).get(r.s("tool_id")) : installed(r).remove(r.s("tool_id"));
            if (s == null) throw new Problem(404, "This tool is not installed.");
            return m("toolRef", r.s("tool_id"), "since", s);
        });
    }

    // ---- the user and VIP codes ---------------------------------------------------------------------------------
    static User first;
    static void person(Map<String, Handler> h) {
        h.put("GET /me/", r -> {
            User u = r.user();
            if (fault("me-first-caller")) { if (first == null) first = u; u = first; }
            return m("handle", u.handle, "standing", u.tier, "email", u.email, "joined", u.joined);
        });
        h.put("GET /me/vip", r -> m("tally", String.valueOf(r.user().vip.size())));
        h.put("POST /me/vip", r -> {
            Vip v = Store.vips.get(r.text("watchword"));
            if (v == null) throw new Problem(400, "Nobody knows this watchword.");
            if (v.maker().equals(r.user().id) && !fault("vip-own-code")) throw new Problem(400, "This watchword is of your own making.");
            if (r.user().vip.contains(v.code())) throw new Problem(400, "You have used this watchword.");
            if (fault("vip-race-redeems-twice")) Thread.sleep(150);
            r.user().vip.add(v.code());
            return m("watchword", v.code(), "spentAt", Store.stamp());
        });
    }
}
