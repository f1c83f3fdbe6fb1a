import static java.util.Objects.requireNonNullElse;
import java.nio.charset.StandardCharsets;
import java.time.*;
import java.util.*;

/** The 88 operations of the User API. Every handler runs under the lock of the store. */
final class UserApi {
    static final int FILE_LIMIT = 24;
    static final List<String> VIBES = List.of("loomsmith", "bytebobbin", "heddle9");
    static final String SEAL_SECRET = "seal-of-the-loom-77";
    private final Store S;
    private final Workers workers;
    private final Map<String, Object> cache = new HashMap<>();

    UserApi(Main m, Store store, Workers workers) {
        S = store;
        this.workers = workers;
        runs(m); subscriptions(m); studio(m); agents(m); files(m); chats(m); keys(m); money(m); bundles(m); cli(m); schedules(m); tools(m); user(m);
    }

    // ---- helpers
    private static boolean on(String f) { return Kit.on(f); }
    private static String iso(Instant t) { return t == null ? null : t.toString(); }
    private static Err missing(String what) { return new Err(404, what + " not found"); }
    private static boolean has(Main.Call c, String k) { return c.body != null && c.body.get(k) != null; }
    private static boolean sent(Main.Call c, String k) { return c.body != null && c.body.containsKey(k); }
    private static Boolean flag(Main.Call c, String k) { return c.body != null && c.body.get(k) instanceof Boolean b ? b : null; }
    private static long whole(Object o) { return ((Number) o).longValue(); }
    /** An integer of the path, or -1 (which no record has). */
    private static long number(String s) { return s.matches("[1-9][0-9]{0,17}") ? Long.parseLong(s) : -1; }
    private static <T> List<T> newestFirst(Collection<T> all) { List<T> l = new ArrayList<>(all); Collections.reverse(l); return l; }
    private static Object listed(String k, List<?> l) { return Kit.obj("data", l, "meta", Kit.obj(k, l.size())); }
    /** What a body asks for as visibility, or else the default of the tier; the sandbox hides nothing. */
    private static boolean open(Main.Call c, String gate) {
        Boolean asked = flag(c, "is_public");
        if (c.user.sandbox && Boolean.FALSE.equals(asked) && !on(gate)) throw new Err(400, "the sandbox tier cannot make anything private");
        return asked != null ? asked : c.user.sandbox;
    }
    /** A time of the query, exclusive; null for none. */
    private static Instant cursor(Main.Call c) {
        String s = c.q("next_cursor");
        if (s == null || s.isEmpty() || s.equals("null")) return null;
        try { return OffsetDateTime.parse(s.replace(' ', '+')).toInstant(); } catch (java.time.format.DateTimeParseException e) { }
        try { return LocalDateTime.parse(s).toInstant(ZoneOffset.UTC); } catch (java.time.format.DateTimeParseException e) { throw new Invalid("query.next_cursor", "is not a date-time"); }
    }

    // ---- runs and logs
    private Map<String, Object> view(Store.Run r) {
        if (on("run-view-stale") && cache.containsKey(r.id)) return Schema.cast(cache.get(r.id));
        Map<String, Object> v = Kit.obj("run_id", r.id, "data", Kit.obj("agent_id", r.agent.id, "message_count", r.msgs.size(), "last_message", r.msgs.isEmpty() ? null : r.msgs.get(r.msgs.size() - 1).content(), "is_job_running", r.job != null),
            "meta", Kit.obj("source", r.source, "created_at", iso(r.made), "updated_at", iso(r.changed)));
        cache.put(r.id, v);
        return v;
    }
    private Store.Run run(Main.Call c, String gate) {
        Store.Run r = S.runs.get(c.p("run_id").toUpperCase(Locale.ROOT));
        return r != null && (r.user == c.user || on(gate)) ? r : null;
    }
    private void runs(Main m) {
        m.route("GET /me/agent-runs", "jwt", "{next_cursor?:datetime|null, limit?:int=30}", null, "200 AgentRunViewListResponse", "", c -> {
            Instant from = cursor(c);
            int limit = c.number("limit", on("runs-default-limit") ? 20 : 30, 1, 100);
            if (from != null && on("runs-limit-lost-with-cursor")) limit = 100;
            List<Store.Run> mine = newestFirst(S.runs.values().stream().filter(r -> r.user == c.user && (from == null || r.made.isBefore(from))).toList());
            List<Store.Run> page = mine.subList(0, Math.min(limit, mine.size()));
            Instant next = mine.size() > limit ? page.get(limit - 1).made : null;
            if (next != null && on("runs-page-skips-one")) next = mine.get(limit).made;
            return Kit.obj("data", page.stream().map(this::view).toList(), "meta", Kit.obj("next_cursor", iso(next), "limit", limit));
        });
        m.route("GET /me/agent-runs/{run_id}", "jwt", null, null, "200 AgentRunView", "404", c -> {
            Store.Run r = run(c, "run-view-foreign");
            if (r == null && on("run-unknown-null")) return null;
            if (r == null) throw missing("run");
            return view(r);
        });
        m.route("GET /me/agent-runs/{run_id}/mcp-server-logs", "jwt", null, null, "200 McpServerLog[]", "", c -> {
            Store.Run r = run(c, "");
            if (on("mcp-logs-first-only") && r != null && r.mcp.size() > 1) return r.mcp.subList(0, 1);
            return r == null ? List.of() : r.mcp;
        });
        m.route("GET /me/agent-runs/{run_id}/logs", "jwt", null, null, "200 AgentRunLog[]", "", c -> {
            Store.Run r = run(c, "");
            return r == null ? List.of() : r.logs;
        });
        m.route("GET /me/executions", "jwt", "{next_cursor?:datetime|null, limit?:int=30}", null, "200 ToolExecutionLogsResponse", "", c -> {
            Instant from = cursor(c);
            int limit = c.number("limit", 30, 1, 100);
            List<Store.Exec> mine = S.execs.stream().filter(e -> (e.user == c.user || on("executions-of-all")) && (from == null || (on("executions-page-repeats") ? !e.at.isBefore(from) : e.at.isAfter(from)))).toList();
            List<Store.Exec> page = mine.subList(0, Math.min(limit, mine.size()));
            return Kit.obj("data", page.stream().map(e -> e.view).toList(), "meta", Kit.obj("next_cursor", mine.size() > limit ? iso(page.get(limit - 1).at) : null, "limit", limit));
        });
        m.route("GET /me/executions/{log_id}", "jwt", null, null, "200 ToolExecutionLog", "404", c -> {
            long id = number(c.p("log_id"));
            for (Store.Exec e : S.execs) if (e.id == id && e.user == c.user) return e.view;
            throw missing("execution");
        });
    }

    // ---- subscriptions
    private static Object view(Store.Sub s) {
        return Kit.obj("agent_id", s.agent.id, "data", Kit.obj("status", s.active ? "active" : "cancelled", "price_cents", s.price, "provider_subscription_id", s.provider),
            "meta", Kit.obj("started_at", iso(s.from), "cancelled_at", iso(s.until)));
    }
    private void subscriptions(Main m) {
        m.route("POST /me/agents/{agent_id}/subscribe", "jwt", null, "AgentSubscribeRequest", "200 AgentSubscribeResponse", "400 402 404", c -> {
            Store.Agent a = live(c);
            if (!a.open && a.owner != c.user) throw missing("agent");
            if (a.price == 0 && !on("subscribe-unpaid")) throw new Err(400, "this agent is not paid");
            if (a.owner == c.user && !on("subscribe-own")) throw new Err(400, "this agent is your own");
            Store.Sub old = c.user.subs.get(a.id);
            if (old != null && (old.active || on("subscribe-never-again")) && !on("subscribe-twice")) throw new Err(402, "already subscribed");
            if (on("subscribe-race")) S.gap();
            S.subscribed(c.user, a);
            S.sales.add(new Store.Sale(a.owner, c.user, LocalDate.now(ZoneOffset.UTC), a.price));
            if (on("subscribe-sold-twice")) S.sales.add(new Store.Sale(a.owner, c.user, LocalDate.now(ZoneOffset.UTC), a.price));
            String id = "cs~" + (on("checkout-same-session") ? a.id : S.token(12));
            return Kit.obj("data", Kit.obj("checkout_session_id", id, "checkout_url", "https://pay.loom.example/c/" + id, "agent_id", a.id), "meta", Kit.obj("expires_at", iso(Instant.now().plusSeconds(1800))));
        });
        m.route("POST /me/agents/{agent_id}/unsubscribe", "jwt", null, null, "200 AgentSubscriptionResponse", "400 404", c -> {
            Store.Sub s = c.user.subs.get(find(id(c)).id);
            if (s == null || !s.active && !on("unsubscribe-again")) throw new Err(400, "no active subscription to cancel");
            Store.Sub shown = new Store.Sub();
            if (on("unsubscribe-only-answers")) { shown.agent = s.agent; shown.price = s.price; shown.provider = s.provider; shown.from = s.from; shown.until = S.now(); return view(shown); }
            s.active = false; s.until = S.now();
            if (on("unsubscribe-all")) for (Store.Sub o : c.user.subs.values()) o.active = false;
            return view(s);
        });
        m.route("GET /me/subscriptions", "jwt", null, null, "200 AgentSubscriptionListResponse", "", c -> {
            List<Object> l = new ArrayList<>();
            for (Store.User u : S.users.values()) if (u == c.user || on("subscriptions-of-all")) for (Store.Sub s : u.subs.values()) if (s.active) l.add(view(s));
            return listed("count", l);
        });
        m.route("GET /me/subscriptions/{agent_id}", "jwt", null, null, "200 AgentSubscriptionResponse", "404", c -> {
            Store.Sub s = c.user.subs.get(c.p("agent_id").toLowerCase(Locale.ROOT));
            if (s == null) throw missing("subscription");
            return view(s);
        });
    }

    // ---- studio chats
    private static Object view(Store.Studio s) {
        String title = on("studio-title-latin") && s.title != null ? new String(s.title.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.ISO_8859_1) : s.title;
        return Kit.obj("run_id", s.run, "data", Kit.obj("title", title, "is_public", s.open, "agent_id", s.agent, "messages", s.messages),
            "meta", Kit.obj("owner_id", s.owner.id, "created_at", iso(s.made), "updated_at", iso(s.changed), "deleted_at", iso(s.deleted), "cloned_from", s.cloneOf));
    }
    private Store.Studio studio(Main.Call c, String gate) {
        Store.Studio s = S.studio.get(c.p("run_id"));
        if (s == null || s.deleted != null && s.owner != c.user) throw missing("chat");
        if (s.owner != c.user && !on(gate)) throw new Err(403, "not your chat");
        return s;
    }
    private static void fill(Store.Studio s, Main.Call c, boolean whole) {
        if (whole || sent(c, "title")) s.title = c.text("title");
        if (whole || sent(c, "agent_id")) s.agent = c.text("agent_id");
        if (whole || sent(c, "messages")) s.messages = c.body.get("messages") instanceof List<?> l ? l : List.of();
    }
    private void studio(Main m) {
        m.route("GET /me/agent-studio-chats", "jwt", null, null, "200 AgentStudioChat[]", "", c ->
            newestFirst(S.studio.values().stream().filter(s -> s.owner == c.user && (s.deleted == null || on("studio-deleted-listed"))).toList()).stream().map(UserApi::view).toList());
        m.route("POST /me/agent-studio-chats", "jwt", null, "AgentStudioChatCreate", "200 AgentStudioChat", "400 409", c -> {
            boolean open = open(c, "");
            String id = c.text("run_id");
            if (id == null) id = "sc:" + S.token(9);
            if (id.equals(".") || id.equals("..") || id.chars().anyMatch(Character::isISOControl)) throw new Invalid("body.run_id", "is not usable");
            Store.Studio s = S.studio.get(id);
            if (s == null && on("studio-id-any-case")) for (Store.Studio o : S.studio.values()) if (o.run.equalsIgnoreCase(id)) s = o;
            if (s != null) {
                if (s.owner != c.user && !on("studio-existing-of-other") || s.deleted != null) throw new Err(409, "a chat with this run_id exists");
                if (on("studio-existing-overwritten")) { fill(s, c, true); s.open = open; }
                return view(s);
            }
            s = new Store.Studio();
            s.run = id; s.owner = c.user; s.open = open; s.made = s.changed = S.now();
            fill(s, c, true);
            S.studio.put(id, s);
            return view(s);
        });
        m.route("GET /me/agent-studio-chats/{run_id}", "maybe", null, null, "200 AgentStudioChat", "403 404", c -> {
            Store.Studio s = S.studio.get(c.p("run_id"));
            if (s == null || s.deleted != null && s.owner != c.user) throw missing("chat");
            if (!s.open && s.owner != c.user && !on("studio-private-readable")) throw new Err(403, "this chat is private");
            return view(s);
        });
        m.route("PUT /me/agent-studio-chats/{run_id}", "jwt", null, "AgentStudioChatCreate", "200 AgentStudioChat", "400 403 404", c -> {
            Store.Studio s = studio(c, "");
            boolean open = open(c, "");
            if (s.deleted != null) throw missing("chat");
            s.open = open;
            fill(s, c, !on("studio-put-keeps"));
            s.changed = S.now();
            return view(s);
        });
        m.route("PATCH /me/agent-studio-chats/{run_id}", "jwt", null, "AgentStudioChatUpdate", "200 AgentStudioChat", "400 403 404", c -> {
            Store.Studio s = studio(c, "");
            boolean open = open(c, "studio-patch-sandbox-private");
            if (s.deleted != null) throw missing("chat");
            if (has(c, "is_public")) s.open = open;
            fill(s, c, on("studio-patch-resets"));
            s.changed = S.now();
            return view(s);
        });
        m.route("DELETE /me/agent-studio-chats/{run_id}", "jwt", null, null, "200 AgentStudioChat", "400 403 404", c -> {
            Store.Studio s = studio(c, "studio-delete-by-all");
            if (s.deleted != null) throw new Err(400, "this chat is deleted already");
            s.deleted = s.changed = S.now();
            if (on("studio-delete-drops-twins")) for (Store.Studio o : S.studio.values()) if (o != s && o.owner == s.owner && o.deleted == null && Objects.equals(o.title, s.title)) o.deleted = s.deleted;
            return view(s);
        });
        m.route("POST /me/agent-studio-chats/{run_id}/clone", "jwt", null, null, on("studio-clone-200") ? "200 AgentStudioChat" : "201 AgentStudioChat", "400 404", c -> {
            Store.Studio s = S.studio.get(c.p("run_id"));
            if (s == null || s.deleted != null) throw missing("chat");
            if (!s.open && !(on("studio-clone-own-private") && s.owner == c.user)) throw new Err(400, "private chats cannot be cloned");
            Store.Studio n = new Store.Studio();
            n.run = "sc:" + S.token(9); n.owner = c.user; n.open = true; n.title = s.title; n.agent = s.agent; n.cloneOf = s.run;
            n.messages = on("studio-clone-no-messages") ? List.of() : s.messages;
            n.made = n.changed = S.now();
            S.studio.put(n.run, n);
            return view(n);
        });
    }

    // ---- agents (and chats, which are the same records)
    private Map<String, Object> view(Store.Agent a, Store.User by) {
        double mean = a.ratings.stream().mapToLong(x -> x).average().orElse(0);
        if (on("feedback-mean-cut")) mean = Math.floor(mean);
        return Kit.obj("data", Kit.obj("agent_id", a.id, "chat_prompt", a.prompt, "name", a.name, "description", a.about, "is_public", a.open, "vanity_slug", a.slug, "upsell_description", a.upsell,
                "is_paid", a.price > 0, "price_cents", a.price, "theme", theme(a), "files", a.owner == by ? sorted(a).stream().map(UserApi::view).toList() : null,
                "feedback", Kit.obj("count", a.ratings.size(), "average_rating", a.ratings.isEmpty() ? null : mean)),
            "meta", Kit.obj("owner_id", a.owner.id, "created_at", iso(a.made), "updated_at", iso(a.changed), "deleted_at", iso(a.deleted), "cloned_from", a.cloneOf));
    }
    private Store.Agent find(String id) {
        Store.Agent a = S.agents.get(id.toLowerCase(Locale.ROOT));
        if (a == null) throw missing("agent");
        return a;
    }
    private static String id(Main.Call c) { return c.p("agent_id") != null ? c.p("agent_id") : c.p("chat_id"); }
    private Store.Agent live(Main.Call c) {
        Store.Agent a = find(id(c));
        if (a.deleted != null) throw missing("agent");
        return a;
    }
    private Store.Agent mine(Main.Call c, String gate) {
        Store.Agent a = live(c);
        if (a.owner != c.user && !on(gate)) throw new Err(403, "not your agent");
        return a;
    }
    private Object read(Main.Call c, String gate) {
        Store.Agent a = find(id(c));
        if (a.deleted != null && a.owner != c.user) throw missing("agent");
        if (!a.open && a.owner != c.user && !on(gate) && !(on("chat-private-cached") && cache.containsKey("seen " + a.id))) throw new Err(403, "this agent is private");
        if (a.open && a.owner != c.user) cache.put("seen " + a.id, true);
        if (on("agent-read-cached") && c.p("agent_id") != null) return cache.computeIfAbsent("agent " + a.id, k -> view(a, c.user));
        return view(a, c.user);
    }
    private void slugFree(Main.Call c, Store.Agent self) {
        String s = c.text("vanity_slug");
        if (s == null) return;
        if (!slug(s)) throw new Invalid("body.vanity_slug", "has not the form of a slug");
        if (taken(s, self)) throw new Invalid("body.vanity_slug", "is taken");
    }
    private static boolean slug(String s) { return s.matches("[a-z0-9-]{1,60}") && !s.startsWith("-") && !s.endsWith("-") && !s.contains("--"); }
    private boolean taken(String s, Store.Agent self) { return S.agents.values().stream().anyMatch(a -> a != self && a.deleted == null && s.equals(a.slug)); }

    /** Takes what the body says; whole: what it doesn't say goes back to its default. */
    private void fill(Store.Agent a, Main.Call c, boolean whole) {
        if (has(c, "chat_prompt")) a.prompt = c.text("chat_prompt");
        if (whole || sent(c, "name")) a.name = c.text("name");
        if (whole || sent(c, "description")) a.about = c.text("description");
        if (whole || sent(c, "vanity_slug")) a.slug = c.text("vanity_slug");
        if (has(c, "price_cents")) a.price = whole(c.body.get("price_cents")); else if (whole) a.price = 0;
        a.changed = S.now();
    }
    private Store.Agent create(Main.Call c, String gate) {
        if (!has(c, "chat_prompt") && !on("agent-without-prompt")) throw new Err(400, "the chat prompt is missing");
        boolean open = open(c, gate);
        slugFree(c, null);
        if (on("agent-slug-race")) S.gap();
        Store.Agent a = S.agent(S.uuid(7), c.user, null, "", open, 0);
        fill(a, c, true);
        return a;
    }
    private void agents(Main m) {
        m.route("GET /me/agents", "jwt", null, null, "200 AgentModel[]", "", c ->
            newestFirst(S.agents.values().stream().filter(a -> a.owner == c.user && a.deleted == null).toList()).stream().map(a -> view(a, c.user)).toList());
        m.route("POST /me/agents", "jwt", null, "AgentRequest", "200 AgentModel", "400 403 404", c -> {
            if (!has(c, "agent_id") || on("agent-upsert-creates")) return view(create(c, "agent-sandbox-private"), c.user);
            if (!has(c, "chat_prompt") && !on("agent-update-without-prompt")) throw new Err(400, "the chat prompt is missing");
            open(c, "");
            Store.Agent a = find(c.text("agent_id"));
            if (a.deleted != null) throw missing("agent");
            if (a.owner != c.user && !on("agent-upsert-foreign")) throw new Err(403, "not your agent");
            slugFree(c, a);
            if (has(c, "is_public")) a.open = flag(c, "is_public");
            else if (on("agent-update-opens")) a.open = true;
            fill(a, c, false);
            return view(a, c.user);
        });
        m.route("POST /me/agents/vanity/slug", "none", null, "SlugRequest", "200 {data:{slug:Slug}}", "", c -> {
            String base = requireNonNullElse(c.text("text"), "loom").toLowerCase(Locale.ROOT);
            base = base.substring(0, Math.min(200, base.length())).replaceAll("[^a-z0-9]+", "-");
            base = base.substring(0, Math.min(30, base.length())).replaceAll("^-|-$", "");
            if (base.isEmpty()) base = "loom";
            if (on("slug-generated-taken")) return Kit.obj("data", Kit.obj("slug", base));
            String s = base;
            while (taken(s, null)) s = base + "-" + S.hex(4);
            return Kit.obj("data", Kit.obj("slug", s));
        });
        m.route("GET /me/agents/vanity/slug", "jwt", "{slug:string}", null, "200 bool", "", c -> {
            if (on("slug-own-only")) return slug(c.q("slug")) && S.agents.values().stream().noneMatch(a -> a.owner == c.user && c.q("slug").equals(a.slug));
            return slug(c.q("slug")) && !taken(c.q("slug"), null);
        });
        m.route("GET /me/agents/{agent_id}", "maybe", null, null, "200 AgentModel", "403 404", c -> read(c, "agent-private-readable"));
        m.route("POST /me/agents/{agent_id}/upsell-description", "jwt", null, null, "200 AgentModel", "404", c -> {
            Store.Agent a = live(c);
            if (a.owner != c.user) throw missing("agent");
            a.upsell = "Let " + requireNonNullElse(a.name, "this worker") + " weave for you: " + a.prompt.substring(0, a.prompt.offsetByCodePoints(0, Math.min(40, a.prompt.codePointCount(0, a.prompt.length()))));
            Object v = view(a, c.user);
            if (on("upsell-not-kept")) a.upsell = null;
            return v;
        });
        m.route("GET /me/agents/{agent_id}/vibe", "jwt", "{service_name:'" + String.join("'|'", VIBES) + "'}", null, "200 VibeCoderPromptResponse", "404", c -> {
            Store.Agent a = live(c);
            if (!a.open && a.owner != c.user) throw missing("agent");
            if (!VIBES.contains(c.q("service_name"))) throw new Invalid("query.service_name", "is none of " + VIBES);
            Object v = Kit.obj("data", Kit.obj("service_name", c.q("service_name"), "prompt", "Build with " + c.q("service_name") + " a page for " + a.name + " at /workers/" + a.id + ". " + a.prompt), "meta", Kit.obj("agent_id", a.id));
            return on("vibe-cached-by-service") ? cache.computeIfAbsent("vibe " + c.q("service_name"), k -> v) : v;
        });
        m.route("GET /me/vibe/services", "none", null, null, "200 VibeCoderListResponse", "", c ->
            listed("count", VIBES.stream().limit(on("vibe-two-services") ? 2 : 9).map(v -> Kit.obj("service_name", v, "label", v.toUpperCase(Locale.ROOT))).toList()));
        m.route("GET /me/agents/{agent_id}/customizations/theme", "jwt", null, null, "200 AgentThemePreferenceResponse|null", "403 404", c -> {
            Store.Agent a = mine(c, "");
            if (a.theme == null && on("theme-none-404")) throw missing("theme");
            return theme(a);
        });
        m.route("PUT /me/agents/{agent_id}/customizations/theme", "jwt", null, "AgentThemePreferenceUpsertRequest", "200 AgentThemePreferenceResponse", "400 403 404", c -> {
            Store.Agent a = mine(c, "");
            String color = c.text("theme_color");
            if (!(on("theme-color-start-only") ? color.length() >= 7 && color.substring(0, 7).matches("#[0-9A-Fa-f]{6}") : color.matches("#([0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})"))) throw new Err(400, "invalid theme color");
            for (Store.Agent o : on("theme-of-all-agents") ? S.agents.values() : List.of(a))
                if (o.owner == a.owner) { o.theme = Kit.obj("theme_color", color, "is_dark", Boolean.TRUE.equals(c.body.get("is_dark"))); o.themeAt = S.now(); }
            return theme(a);
        });
    }
    private static Object theme(Store.Agent a) { return a.theme == null ? null : Kit.obj("agent_id", a.id, "data", a.theme, "meta", Kit.obj("updated_at", iso(a.themeAt))); }

    // ---- files
    private static Map<String, Object> view(Store.FileRec f) {
        return Kit.obj("data", Kit.obj("file_id", f.id, "agent_id", f.agent, "file_name", f.name, "content", f.content, "content_type", f.kind, "position", f.position), "meta", Kit.obj("created_at", iso(f.made), "updated_at", iso(f.changed)));
    }
    private static List<Store.FileRec> sorted(Store.Agent a) {
        List<Store.FileRec> l = new ArrayList<>(a.files.values());
        if (!on("files-by-age")) l.sort(Comparator.comparingLong(f -> f.position));
        return l;
    }
    private static Object list(Store.Agent a) { return Kit.obj("data", sorted(a).stream().map(UserApi::view).toList(), "meta", Kit.obj("count", a.files.size(), "file_limit", FILE_LIMIT)); }
    private Store.FileRec file(Main.Call c, String gate) {
        Store.Agent a = mine(c, gate);
        String id = c.p("file_id").toLowerCase(Locale.ROOT);
        Store.FileRec f = a.files.get(id);
        if (f == null && on("file-under-any-agent")) for (Store.Agent o : S.agents.values()) if (o.owner == c.user && o.files.containsKey(id)) f = o.files.get(id);
        if (f == null) throw missing("file");
        return f;
    }
    private void files(Main m) {
        m.route("GET /me/agents/{agent_id}/files", "jwt", null, null, "200 AgentFileListResponse", "403 404", c -> list(mine(c, "")));
        m.route("POST /me/agents/{agent_id}/files", "jwt", null, "AgentFileCreateRequest", on("file-create-200") ? "200 AgentFileResponse" : "201 AgentFileResponse", "400 403 404", c -> {
            Store.Agent a = mine(c, "");
            if (a.files.size() >= FILE_LIMIT && !on("file-no-limit")) throw new Err(400, "no more than " + FILE_LIMIT + " files");
            if (on("file-limit-race")) S.gap();
            Store.FileRec f = new Store.FileRec();
            f.id = S.uuid(8); f.agent = a.id; f.name = c.text("file_name"); f.content = requireNonNullElse(c.text("content"), ""); f.kind = requireNonNullElse(c.text("content_type"), "text/plain");
            f.position = on("file-position-by-count") ? a.files.size() : a.files.values().stream().mapToLong(o -> o.position).max().orElse(-1) + 1;
            f.made = f.changed = S.now();
            a.files.put(f.id, f);
            return view(f);
        });
        m.route("PUT /me/agents/{agent_id}/files/positions", "jwt", null, "AgentFileBatchPositionRequest", "200 AgentFileListResponse", "403 404", c -> {
            Store.Agent a = mine(c, "");
            Map<Store.FileRec, Long> to = new LinkedHashMap<>();
            for (Object o : (List<?>) c.body.get("positions")) {
                Map<String, Object> p = Schema.cast(o);
                Store.FileRec f = a.files.get(((String) p.get("file_id")).toLowerCase(Locale.ROOT));
                if (f == null) throw missing("file");
                if (to.put(f, whole(p.get("position"))) != null) throw new Invalid("body.positions", "names a file twice");
                if (on("positions-half-done")) f.position = to.get(f);
            }
            to.forEach((f, p) -> { f.position = p; f.changed = S.now(); });
            return list(a);
        });
        m.route("GET /me/agents/{agent_id}/files/{file_id}", "jwt", null, null, "200 AgentFileResponse", "403 404", c -> view(file(c, "")));
        m.route("PATCH /me/agents/{agent_id}/files/{file_id}", "jwt", null, "AgentFileUpdateRequest", "200 AgentFileResponse", "403 404", c -> {
            Store.FileRec f = file(c, "file-patch-by-all");
            if (has(c, "file_name")) f.name = c.text("file_name");
            if (has(c, "content") || on("file-patch-clears")) f.content = requireNonNullElse(c.text("content"), "");
            if (has(c, "content_type")) f.kind = c.text("content_type");
            f.changed = S.now();
            return view(f);
        });
        m.route("DELETE /me/agents/{agent_id}/files/{file_id}", "jwt", null, null, on("file-delete-200") ? "200 AgentFileResponse" : "204", "403 404", c -> {
            Store.FileRec f = file(c, "");
            find(f.agent).files.remove(f.id);
            return view(f);
        });
    }

    // ---- chats
    private void chats(Main m) {
        m.route("GET /me/chats", "jwt", null, null, "200 AgentModel[]", "", c ->
            S.agents.values().stream().filter(a -> a.owner == c.user && (a.deleted == null || on("chats-deleted-listed"))).map(a -> view(a, c.user)).toList());
        m.route("POST /me/chats", "jwt", null, "AgentRequest", "200 AgentModel", "400", c -> {
            Store.Agent a = create(c, "chat-create-sandbox-private");
            Object v = view(a, c.user);
            if (on("chat-create-hides-nothing")) a.open = true;
            return v;
        });
        m.route("GET /me/chats/{chat_id}", "maybe", null, null, "200 AgentModel", "403 404", c -> read(c, ""));
        m.route("PUT /me/chats/{chat_id}", "jwt", null, "AgentRequest", "200 AgentModel", "400 403 404", c -> {
            if (!has(c, "chat_prompt")) throw new Invalid("body.chat_prompt", "is missing");
            boolean open = open(c, "chat-put-sandbox-private");
            Store.Agent a = mine(c, "");
            slugFree(c, a);
            a.open = open;
            fill(a, c, true);
            return view(a, c.user);
        });
        m.route("PATCH /me/chats/{chat_id}", "jwt", null, "AgentRequestPartial", "200 AgentModel", "400 403 404", c -> {
            boolean open = open(c, "");
            Store.Agent a = mine(c, "");
            slugFree(c, a);
            if (has(c, "is_public")) a.open = open;
            boolean only = on("chat-patch-not-kept") && has(c, "description");
            String about = a.about;
            fill(a, c, on("chat-patch-resets"));
            Object v = view(a, c.user);
            if (only) a.about = about;
            return v;
        });
        m.route("DELETE /me/chats/{chat_id}", "jwt", null, null, "200 AgentModel", "403 404", c -> {
            Store.Agent a = mine(c, "");
            a.deleted = S.now();
            if (!on("schedules-outlive-chat")) for (Store.Sched s : S.scheds.values()) if (s.chat == a && s.deleted == null) s.deleted = a.deleted;
            return view(a, c.user);
        });
        m.route("GET /me/chats/{chat_id}/og", "none", null, null, "200 html", "", c -> {
            Store.Agent a = S.agents.get(c.p("chat_id").toLowerCase(Locale.ROOT));
            boolean shown = a != null && a.deleted == null && (a.open || on("og-shows-private"));
            String title = shown && a.name != null ? a.name : "A chat on the loom";
            if (!on("og-unescaped")) title = title.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\"", "&quot;").replaceAll("\\p{Cntrl}", " ");
            return new Main.Answer(200, "text/html; charset=utf-8", ("<!doctype html><html><head><meta charset=\"utf-8\"><title>" + title + "</title><meta property=\"og:title\" content=\"" + title + "\"></head><body></body></html>").getBytes(StandardCharsets.UTF_8));
        });
        m.route("POST /me/chats/{chat_id}/clone", "jwt", null, "?AgentRequestPartial", "200 AgentModel", "400 403 404", c -> {
            Store.Agent a = live(c);
            if (!a.open && !(on("chat-clone-own-private") && a.owner == c.user)) throw new Err(403, "this chat is not public");
            boolean open = open(c, "chat-clone-sandbox-private");
            slugFree(c, null);
            Store.Agent n = S.agent(S.uuid(7), on("chat-clone-owner-kept") ? a.owner : c.user, a.name, a.prompt, open, 0);
            n.about = a.about; n.cloneOf = a.id; n.theme = a.theme; n.themeAt = a.themeAt;
            for (Store.FileRec f : a.files.values()) {
                Store.FileRec g = new Store.FileRec();
                g.id = S.uuid(8); g.agent = n.id; g.name = f.name; g.content = f.content; g.kind = f.kind; g.position = f.position; g.made = g.changed = S.now();
                n.files.put(g.id, g);
            }
            if (c.body != null && !on("chat-clone-body-ignored")) fill(n, c, false);
            return view(n, c.user);
        });
        m.route("POST /me/chats/{chat_id}/feedback", "jwt", null, "UserFeedbackRequest", "200 AgentModel", "404", c -> {
            Store.Agent a = live(c);
            if (!a.open && a.owner != c.user) throw missing("chat");
            if (on("feedback-race")) { int n = a.ratings.size(); S.gap(); while (a.ratings.size() > n) a.ratings.remove(n); }
            a.ratings.add(whole(c.body.get("rating")));
            return view(a, c.user);
        });
        m.route("POST /me/chats/{chat_id}/runs", "jwt", null, null, "200 AgentRunLog", "403 404", c -> {
            Store.Agent a = live(c);
            if (!a.open && a.owner != c.user && !on("chat-run-private")) throw new Err(403, "this chat is private");
            Store.Sub sub = c.user.subs.get(a.id);
            if (a.price > 0 && a.owner != c.user && (sub == null || !sub.active)) throw new Err(403, "this chat wants a subscription");
            if (on("chat-run-same")) for (Store.Run r : S.runs.values()) if (r.agent == a && r.user == c.user && r.source.equals("studio")) return r.logs.get(0);
            Store.Run r = workers.open(a, c.user, "studio");
            if (on("chat-run-not-kept")) S.runs.remove(r.id);
            return r.logs.get(0);
        });
    }

    // ---- API keys
    private static Map<String, Object> hidden(Store.Key k, boolean leak) {
        Map<String, Object> d = Kit.obj("api_key_id", k.id, "name", k.name, "is_default", k.dflt);
        if (leak) d.put("key", k.key);
        return Kit.obj("data", d, "meta", Kit.obj("created_at", iso(k.made), "last_used_at", iso(k.used), "key_length", k.key.length()));
    }
    private static Map<String, Object> full(Store.Key k) {
        return Kit.obj("data", Kit.obj("api_key_id", k.id, "name", k.name, "key", k.key, "is_default", k.dflt), "meta", Kit.obj("created_at", iso(k.made), "last_used_at", iso(k.used)));
    }
    private Store.Key key(Main.Call c, String gate) {
        Store.Key k = S.keys.get(number(c.p("api_key_id")));
        if (k == null || k.user != c.user && !on(gate)) throw missing("API key");
        return k;
    }
    private List<Store.Key> keysOf(Store.User u) { return S.keys.values().stream().filter(k -> k.user == u).toList(); }
    private void keys(Main m) {
        m.route("GET /me/api-keys", "jwt", null, null, "200 ApiKeyHidden[]", "", c -> keysOf(c.user).stream().map(k -> hidden(k, on("keys-list-shows"))).toList());
        m.route("POST /me/api-keys", "jwt", null, "ApiKeyCreate", "200 ApiKey", "", c -> {
            Store.Key k = S.key(c.user, requireNonNullElse(c.text("name"), "thread " + S.nextKey), "lk_" + S.token(30), keysOf(c.user).isEmpty() || on("key-new-default-too"));
            if (on("key-new-useless")) S.byKey.remove(k.key);
            return full(k);
        });
        m.route("GET /me/api-keys/default", "jwt", null, null, "200 ApiKey", "", c -> {
            List<Store.Key> all = keysOf(c.user);
            if (on("key-default-newest") && !all.isEmpty()) return full(all.get(all.size() - 1));
            for (Store.Key k : all) if (k.dflt) return full(k);
            if (!all.isEmpty()) throw new Err(500, "no default key");
            return full(S.key(c.user, "default", "lk_" + S.token(30), true));
        });
        m.route("GET /me/api-keys/{api_key_id}", "jwt", null, null, "200 ApiKey", "404", c -> full(key(c, "key-read-by-all")));
        m.route("DELETE /me/api-keys/{api_key_id}", "jwt", null, null, "200 ApiKeyHidden", "404", c -> {
            Store.Key k = key(c, "key-delete-by-all");
            if (!on("key-deleted-readable")) S.keys.remove(k.id);
            if (!on("key-deleted-works")) S.byKey.remove(k.key);
            if (k.dflt && !on("key-default-gone")) keysOf(c.user).stream().filter(o -> o != k).findFirst().ifPresent(o -> o.dflt = true);
            return hidden(k, on("key-delete-shows"));
        });
    }

    // ---- billing, credits, payments, monetization
    private static Object credits(Store.User u) { return Kit.obj("data", Kit.obj("balance", u.credits, "used", u.creditsUsed), "meta", Kit.obj("owner_id", u.id)); }
    private List<Store.Sale> sales(Main.Call c, int period) {
        LocalDate from = LocalDate.now(ZoneOffset.UTC).minusDays(period - 1);
        return S.sales.stream().filter(s -> (s.owner() == c.user || on("monetization-of-all")) && !s.day().isBefore(from)).toList();
    }
    private int period(Main.Call c) { return c.number("period", on("period-default") ? 30 : 28, 1, on("period-cut-to-ninety") ? 90 : 365); }
    private Object days(Main.Call c, boolean money) {
        int n = period(c);
        List<Object> l = new ArrayList<>();
        LocalDate day = LocalDate.now(ZoneOffset.UTC);
        for (int i = 0; i < (on("monetization-day-too-many") ? n + 1 : n); i++, day = day.minusDays(1)) {
            LocalDate d = day;
            List<Store.Sale> s = sales(c, n + 1).stream().filter(x -> x.day().equals(d)).toList();
            if (on("subscribers-once-a-day") && !money && s.size() > 1) s = s.subList(0, 1);
            l.add(money ? Kit.obj("day", d.toString(), "earnings_cents", s.stream().mapToLong(Store.Sale::cents).sum()) : Kit.obj("day", d.toString(), "new_subscribers", s.size()));
        }
        Map<String, Object> meta = Kit.obj("period", n);
        if (money) meta.put("currency", "EUR");
        return Kit.obj("data", l, "meta", meta);
    }
    private void money(Main m) {
        m.route("GET /me/billing", "jwt", null, null, "200 BillingInformationSubscription", "", c -> {
            Store.User u = on("billing-of-first-caller") ? (Store.User) cache.computeIfAbsent("billing", k -> c.user) : c.user;
            return Kit.obj("data", Kit.obj("customer_name", u.name, "email", u.email, "plan", u.sandbox ? "sandbox" : "by the ell", "payments_received", u.payments), "meta", Kit.obj("last_payment_at", iso(u.paidAt), "currency", "EUR"));
        });
        m.route("GET /me/credits", "jwt", null, null, "200 AgentExecutionCredits", "404", c -> {
            if (c.user.credits == null) throw missing("credits");
            return on("credits-cached") ? cache.computeIfAbsent("credits " + c.user.id, k -> credits(c.user)) : credits(c.user);
        });
        m.route("POST /me/credits/use", "jwt", null, null, "200 AgentExecutionCredits", "404", c -> {
            Store.User u = c.user;
            if (u.credits == null || u.credits < 1) throw missing("credits");
            long b = u.credits;
            if (on("credits-race")) S.gap();
            u.credits = b - 1; u.creditsUsed++;
            if (on("credits-shared")) for (Store.User o : S.users.values()) if (o.credits != null && o != u) o.credits--;
            return credits(u);
        });
        m.route("POST /me/payments/webhook", "none", null, "raw", "200 PaymentWebhookResponseSuccess", "400", c -> {
            String seal = c.headers.getFirst("Loom-Seal");
            String good = "v1=" + Kit.hmac(SEAL_SECRET, c.raw, true);
            boolean bare = seal == null && on("webhook-unsigned");
            if (seal == null && !bare) throw new Err(400, "the signature is missing");
            if (!bare && !good.equals(seal) && !on("webhook-any-signature") && !(on("webhook-body-unsigned") && seal.equals(cache.get("seal")))) throw new Err(400, "the signature is wrong");
            if (good.equals(seal)) cache.put("seal", seal);
            Object v;
            try { v = Main.json(c.raw); } catch (Invalid e) { throw new Err(400, "not an event"); }
            if (!(v instanceof Map<?, ?> e) || !(e.get("id") instanceof String id) || !(e.get("type") instanceof String)) throw new Err(400, "not an event");
            boolean fresh = S.events.add(id) || on("webhook-replayed");
            Store.User u = e.get("data") instanceof Map<?, ?> d && d.get("user_id") instanceof String s ? S.users.get(s) : null;
            if (fresh && u != null) { u.payments++; u.paidAt = S.now(); }
            return Kit.obj("data", Kit.obj("is_processed", true), "meta", Kit.obj("event_id", id));
        });
        m.route("POST /me/payments/sessions", "jwt", null, "PaymentSessionRequest", "200 PaymentSessionResponse", "", c -> {
            String id = "ps~" + (on("payment-session-reused") ? cache.computeIfAbsent("session " + c.user.id, k -> S.token(12)) : S.token(12));
            return Kit.obj("data", Kit.obj("session_id", id, "session_url", "https://pay.loom.example/s/" + id, "amount_cents", has(c, "amount_cents") ? whole(c.body.get("amount_cents")) : 500), "meta", Kit.obj("expires_at", iso(Instant.now().plusSeconds(1800))));
        });
        String q = "{period?:int=28}";
        m.route("GET /me/monetization/summary", "jwt", q, null, "200 MonetizationSummary", "", c -> {
            List<Store.Sale> l = sales(c, on("summary-ignores-period") ? 100_000 : period(c));
            return Kit.obj("data", Kit.obj("total_subscribers", l.size(), "total_earnings_cents", l.stream().mapToLong(Store.Sale::cents).sum()), "meta", Kit.obj("period", period(c)));
        });
        m.route("GET /me/monetization/subscribers", "jwt", q, null, "200 MonetizationSubscribersResponse", "", c -> days(c, false));
        m.route("GET /me/monetization/earnings", "jwt", q, null, "200 MonetizationEarningsResponse", "", c -> days(c, true));
    }

    // ---- bundles
    private static Object view(Store.Bundle b) {
        return Kit.obj("data", Kit.obj("bundle_id", b.id, "name", b.name, "description", b.about, "tools", held(b)), "meta", Kit.obj("created_at", iso(b.made), "updated_at", iso(b.changed)));
    }
    private static List<Object> held(Store.Bundle b) { List<Object> l = new ArrayList<>(); for (String t : b.tools) l.add(Kit.obj("tool_id", t)); return l; }
    private Store.Bundle bundle(Main.Call c, String gate) {
        Store.Bundle b = S.bundles.get(number(c.p("bundle_id")));
        return b != null && (b.user == c.user || on(gate)) ? b : null;
    }
    private Store.Bundle needed(Store.Bundle b) { if (b == null) throw missing("bundle"); return b; }
    private void bundles(Main m) {
        m.route("GET /me/bundles", "jwt", null, null, "200 UserBundleSimplified[]", "", c -> newestFirst(S.bundles.values().stream().filter(b -> b.user == c.user).toList()).stream()
            .map(b -> Kit.obj("data", Kit.obj("bundle_id", b.id, "name", b.name, "tool_count", on("bundle-count-stale") ? cache.computeIfAbsent("count " + b.id, k -> b.tools.size()) : b.tools.size()), "meta", Kit.obj("created_at", iso(b.made)))).toList());
        m.route("POST /me/bundles", "jwt", null, null, "200 UserBundle", "", c -> {
            Store.Bundle b = new Store.Bundle();
            b.id = S.nextBundle;
            if (on("bundle-id-race")) S.gap();
            S.nextBundle = b.id + 1;
            b.user = c.user; b.name = "Bundle " + b.id; b.made = b.changed = S.now();
            if (on("bundle-starts-full")) newestFirst(S.bundles.values()).stream().filter(o -> o.user == c.user).findFirst().ifPresent(o -> b.tools = o.tools);
            S.bundles.put(b.id, b);
            return view(b);
        });
        m.route("GET /me/bundles/{bundle_id}", "jwt", null, null, "200 UserBundle", "404", c -> view(needed(bundle(c, ""))));
        m.route("PUT /me/bundles/{bundle_id}", "jwt", null, "UserBundleRequest", "200 UserBundle", "409", c -> {
            Store.Bundle b = bundle(c, "");
            if (b == null) throw new Err(409, "the update failed: no such bundle");
            if (has(c, "name")) b.name = c.text("name");
            if (sent(c, "description")) b.about = c.text("description");
            if (on("bundle-put-empties")) b.tools.clear();
            b.changed = S.now();
            return view(b);
        });
        m.route("DELETE /me/bundles/{bundle_id}", "jwt", null, null, "200 UserBundleRow", "404", c -> {
            Store.Bundle b = needed(bundle(c, ""));
            if (!on("bundle-delete-only-answers")) S.bundles.remove(b.id);
            if (on("bundle-delete-all")) S.bundles.values().removeIf(o -> o.user == c.user);
            return Kit.obj("bundle_id", b.id, "data", Kit.obj("name", b.name, "description", b.about), "meta", Kit.obj("owner_id", b.user.id, "deleted_at", iso(S.now())));
        });
        m.route("GET /me/bundles/{bundle_id}/tools", "jwt", null, null, "200 UserBundleTool[]", "", c -> {
            Store.Bundle b = bundle(c, "");
            return b == null ? List.of() : held(b);
        });
        m.route("POST /me/bundles/{bundle_id}/tools", "jwt", null, "UserBundleTool", "200 UserBundleTool", "404", c -> {
            Store.Bundle b = bundle(c, "");
            if (b == null && on("bundle-tool-nowhere")) return Kit.obj("tool_id", c.text("tool_id"));
            needed(b);
            if (!Catalog.byId.containsKey(c.text("tool_id"))) throw new Invalid("body.tool_id", "is no tool");
            if (!b.tools.contains(c.text("tool_id")) || on("bundle-tool-twice")) b.tools.add(c.text("tool_id"));
            return Kit.obj("tool_id", c.text("tool_id"));
        });
        m.route("DELETE /me/bundles/{bundle_id}/tools/{tool_id}", "jwt", null, null, "200 UserBundleTool", "404", c -> {
            Store.Bundle b = needed(bundle(c, ""));
            if (!b.tools.contains(c.p("tool_id")) && !on("bundle-tool-absent-ok")) throw missing("tool");
            b.tools.remove(c.p("tool_id"));
            return Kit.obj("tool_id", c.p("tool_id"));
        });
    }

    // ---- CLI auth
    private static Object view(Store.Cli s) {
        return Kit.obj("cli_auth_id", s.id, "data", Kit.obj("is_attached", s.by != null, "is_consumed", s.consumed, "device_label", s.label), "meta", Kit.obj("created_at", iso(s.made), "expires_at", iso(s.made.plusSeconds(900))));
    }
    private Store.Cli cli(String id) {
        Store.Cli s = S.cli.get(id.toLowerCase(Locale.ROOT));
        if (s == null || Instant.now().isAfter(s.made.plusSeconds(900))) throw missing("session");
        return s;
    }
    private void cli(Main m) {
        m.route("POST /me/cli-auth", "none", null, null, "200 CliAuthModel", "", c -> {
            Store.Cli s = new Store.Cli();
            s.id = S.uuid(4); s.made = S.now();
            S.cli.put(s.id, s);
            return view(s);
        });
        m.route("PUT /me/cli-auth/{cli_auth_id}", "jwt", null, "CliAuthInsertModel", "200 CliAuthModel", "403 404", c -> {
            Store.Cli s = cli(c.p("cli_auth_id"));
            if ((s.consumed || s.by != null && s.by != c.user) && !on("cli-taken-over")) throw new Err(403, "this session is not yours to update");
            s.by = c.user; s.jwt = c.token; s.label = c.text("device_label");
            if (on("cli-last-jwt")) cache.put("jwt", c.token);
            return view(s);
        });
        m.route("GET /me/cli-auth/{auth_id}", "none", null, null, "200 string|null", "404", c -> {
            Store.Cli s = cli(c.p("auth_id"));
            String jwt = s.consumed ? null : s.jwt;
            if (on("cli-last-jwt") && jwt != null) jwt = (String) cache.get("jwt");
            if (on("cli-read-race") && jwt != null) S.gap();
            if ((jwt != null || on("cli-poll-consumes")) && !on("cli-not-consumed")) { s.consumed = true; s.jwt = null; }
            return jwt;
        });
    }

    // ---- schedules
    private static Object view(Store.Sched s) {
        return Kit.obj("schedule_id", s.id, "data", Kit.obj("chat_id", s.chat.id, "cron", s.cron.text, "name", s.name, "input", s.input, "is_enabled", s.enabled, "next_run_at", s.enabled && s.deleted == null ? iso(s.cron.next(Instant.now())) : null),
            "meta", Kit.obj("created_at", iso(s.made), "updated_at", iso(s.changed), "deleted_at", iso(s.deleted)));
    }
    private Store.Sched sched(Main.Call c, boolean deletedToo) {
        Store.Sched s = S.scheds.get(c.p("schedule_id").toLowerCase(Locale.ROOT));
        if (s == null || s.user != c.user || s.deleted != null && !deletedToo) throw missing("schedule");
        return s;
    }
    private Store.Agent ownChat(Main.Call c, boolean foreign) {
        String id = c.text("chat_id");
        Store.Agent a = id == null ? null : S.agents.get(id.toLowerCase(Locale.ROOT));
        if (a == null || a.deleted != null || a.owner != c.user && !foreign) throw new Err(403, "this is no chat of yours");
        return a;
    }
    private static Cron cron(Main.Call c) {
        Cron k = Cron.of(c.text("cron"));
        if (k == null) throw new Invalid("body.cron", "is no cron expression");
        return k;
    }
    private void schedules(Main m) {
        m.route("GET /me/schedules", "jwt", null, null, "200 ScheduleListResponse", "", c -> listed("count",
            S.scheds.values().stream().filter(s -> (s.user == c.user || on("schedules-of-all")) && (s.deleted == null || on("schedules-deleted-listed"))).map(UserApi::view).toList()));
        m.route("POST /me/schedules", "jwt", null, "ScheduleRequest", "200 Schedule", "403", c -> {
            Store.Sched s = new Store.Sched();
            s.chat = ownChat(c, on("schedule-foreign-chat"));
            s.cron = cron(c);
            s.id = S.uuid(7); s.user = c.user; s.name = c.text("name"); s.input = c.text("input"); s.enabled = !Boolean.FALSE.equals(c.body.get("is_enabled"));
            s.made = s.changed = S.now();
            S.scheds.put(s.id, s);
            return view(s);
        });
        m.route("GET /me/schedules/onboarding", "jwt", null, null, "200 {data:{is_first:bool, suggestions:{name:string, cron:string}[]}}", "", c ->
            Kit.obj("data", Kit.obj("is_first", S.scheds.values().stream().noneMatch(s -> (s.user == c.user || on("onboarding-of-all")) && s.deleted == null), "suggestions", List.of(Kit.obj("name", "Morning row", "cron", "30 7 * * MON-FRI")))));
        m.route("GET /me/schedules/text-to-cron", "jwt", "{cron:string}", null, "200 string", "400", c -> {
            Cron k = Cron.of(c.q("cron"));
            if (k == null) throw new Err(400, "no cron expression");
            return k.text;
        });
        m.route("GET /me/schedules/{schedule_id}", "jwt", null, null, "200 Schedule", "404", c -> view(sched(c, true)));
        m.route("PUT /me/schedules/{schedule_id}", "jwt", null, "ScheduleUpdateRequest", "200 Schedule", "403 404", c -> {
            Store.Sched s = sched(c, false);
            Store.Agent chat = has(c, "chat_id") ? ownChat(c, on("schedule-moved-to-foreign-chat")) : s.chat;
            Cron k = has(c, "cron") ? cron(c) : s.cron;
            s.chat = chat;
            if (!on("schedule-put-keeps-cron")) s.cron = k;
            if (sent(c, "name") || on("schedule-put-drops-name")) s.name = c.text("name");
            if (sent(c, "input")) s.input = c.text("input");
            if (has(c, "is_enabled")) s.enabled = flag(c, "is_enabled");
            s.changed = S.now();
            return view(s);
        });
        m.route("DELETE /me/schedules/{schedule_id}", "jwt", null, null, "200 Schedule", "404", c -> {
            Store.Sched s = sched(c, false);
            s.deleted = S.now();
            if (on("schedule-delete-of-chat")) for (Store.Sched o : S.scheds.values()) if (o.chat == s.chat && o.deleted == null) o.deleted = s.deleted;
            return view(s);
        });
    }

    // ---- tools
    private Object set(String name, boolean whole) {
        List<Catalog.Tool> in = Catalog.inSet(name);
        Map<String, Object> d = Kit.obj("title", name.replace('-', ' '), "tool_count", in.size());
        if (whole) d.put("tools", (on("toolset-last-tool-lost") ? in.subList(0, in.size() - 1) : in).stream().map(Catalog::mcp).toList());
        return Kit.obj("toolset_name", name, "data", d);
    }
    private static Object installed(Main.Call c, Catalog.Tool t, boolean is, Instant at) {
        return Kit.obj("tool_id", t.id(), "data", Kit.obj("name", t.name(), "is_installed", is), "meta", Kit.obj("owner_id", c.user.id, "installed_at", iso(at)));
    }
    private Object installedView(String id, Instant at) { return Kit.obj("tool_id", id, "data", Kit.obj("tool", Catalog.pub(Catalog.byId.get(id))), "meta", Kit.obj("installed_at", iso(at))); }
    private Map<String, Instant> toolsOf(Store.User u) { return on("installs-shared") ? S.users.get("usr:1").tools : u.tools; }
    private void tools(Main m) {
        m.route("GET /me/tools/list", "jwt", null, null, "200 Tool[]", "", c -> Catalog.byId.values().stream().filter(t -> !(on("tools-list-fourteen") && t.name().equals("NOTIFIER_UPLOAD_REQUEST"))).map(Catalog::mcp).toList());
        m.route("GET /me/tools", "none", null, null, "200 PublicTool[]", "", c -> newestFirst(Catalog.byId.values()).stream().map(Catalog::pub).toList());
        m.route("GET /me/tools/search", "jwt", "{q:string(1..), toolkit?:string|null, limit?:int(1..200)=20, min_score?:num=0.15}", null, "200 Tool[]", "", c -> {
            String q = c.q("q"), kit = c.q("toolkit");
            if (q.isEmpty()) throw new Invalid("query.q", "is empty");
            int limit = c.number("limit", on("search-default-limit") ? 10 : 20, 1, 200);
            double least = on("search-default-score") ? 0 : 0.15;
            if (c.q("min_score") != null) {
                if (!c.q("min_score").matches("[+-]?[0-9]{1,30}([.][0-9]{1,30})?([eE][+-]?[0-9]{1,3})?")) throw new Invalid("query.min_score", "is not a number");
                least = Math.max(0, Math.min(1, Double.parseDouble(c.q("min_score"))));
            }
            if (on("search-score-ignored")) least = Math.min(least, 0.15);
            double floor = least;
            return Catalog.byId.values().stream()
                .filter(t -> kit == null || kit.isEmpty() || kit.equals("null") || t.toolset().equals(kit) || on("search-toolkit-ignored"))
                .filter(t -> Catalog.score(t, q) >= floor)
                .sorted(Comparator.comparingDouble(t -> (on("search-worst-first") ? 1 : -1) * Catalog.score(t, q))).limit(limit)
                .map(t -> { Map<String, Object> v = Catalog.mcp(t); Schema.cast(v.get("_meta")).put("score", Catalog.score(t, q)); return v; }).toList();
        });
        m.route("GET /me/tools/{tool_id}", "none", null, null, "200 PublicTool", "404", c -> {
            Catalog.Tool t = Catalog.byId.get(c.p("tool_id"));
            if (t == null && on("tool-id-prefix")) for (Catalog.Tool o : Catalog.byId.values()) if (o.id().startsWith(c.p("tool_id"))) t = o;
            if (t == null) throw missing("tool");
            return Catalog.pub(t);
        });
        m.route("POST /me/tools/run/{tool_name}", "jwt", "{service_id?:string=default, service_id_namespace?:string=global}", "object", "200 ToolResult", "400 404", c -> {
            Catalog.Tool t = Catalog.byName.get(c.p("tool_name"));
            if (t == null) throw missing("tool");
            String bad = Catalog.refuse(t, c.body);
            if (bad != null && !on("run-input-unchecked")) throw new Err(400, bad);
            boolean unlinked = t.toolset().equals("notifier");
            Map<String, Object> in = c.body;
            if (on("run-race")) { cache.put("input", c.body); S.gap(); in = Schema.cast(cache.get("input")); }
            if (on("run-cached")) in = Schema.cast(cache.computeIfAbsent("in " + t.name() + c.user.id, k -> c.body));
            Object out = unlinked ? "An auth connection to the notification service is needed." : Catalog.run(t, in);
            Store.Exec e = new Store.Exec();
            e.id = on("log-id-race") ? S.execs.size() + 3_000_000_001L : S.nextLog++;
            if (on("log-id-race")) S.gap();
            e.user = c.user; e.at = S.tick();
            String service = requireNonNullElse(c.q("service_id"), on("run-default-service") ? "" : "default"), space = requireNonNullElse(c.q("service_id_namespace"), "global");
            e.view = Kit.obj("log_id", e.id, "data", Kit.obj("tool_name", t.name(), "service_id", service, "service_id_namespace", space, "input", on("execution-input-lost") ? Kit.obj() : in, "output", out, "is_error", unlinked), "meta", Kit.obj("executed_at", iso(e.at)));
            S.execs.add(e);
            if (on("execution-logged-twice")) { Store.Exec d = new Store.Exec(); d.id = S.nextLog++; d.user = e.user; d.at = S.tick(); d.view = new LinkedHashMap<>(e.view); d.view.put("log_id", d.id); S.execs.add(d); }
            return Kit.obj("data", Kit.obj("output", out, "is_error", unlinked), "meta", Kit.obj("tool_name", t.name(), "log_id", e.id, "service_id", service, "service_id_namespace", space));
        });
        m.route("GET /me/toolsets/list", "jwt", null, null, "200 ToolSet[]", "", c -> Catalog.byId.values().stream().map(Catalog.Tool::toolset).distinct().map(s -> set(s, false)).toList());
        m.route("GET /me/toolsets/{toolset_name}", "jwt", null, null, "200 ToolSetWithTools", "404", c -> {
            if (Catalog.inSet(c.p("toolset_name")).isEmpty()) {
                if (on("toolset-unknown-empty")) return Kit.obj("toolset_name", c.p("toolset_name"), "data", Kit.obj("title", "", "tool_count", 0, "tools", List.of()));
                throw missing("toolset");
            }
            return set(c.p("toolset_name"), true);
        });
        m.route("GET /me/user-tools", "jwt", null, null, "200 UserTool[]", "", c -> newestFirst(toolsOf(c.user).keySet()).stream().map(id -> installedView(id, toolsOf(c.user).get(id))).toList());
        m.route("POST /me/user-tools", "jwt", null, "UserInstallToolRequest", "200 UserInstalledTool", "409", c -> {
            Catalog.Tool t = Catalog.byId.get(c.text("tool_id"));
            if (t == null) throw new Err(409, "the installation failed: no such tool");
            if (toolsOf(c.user).containsKey(t.id())) throw new Err(409, "the installation failed: installed already");
            Instant at = S.now();
            if (on("install-replaces")) toolsOf(c.user).clear();
            if (!on("install-only-answers")) toolsOf(c.user).put(t.id(), at);
            return installed(c, t, true, at);
        });
        m.route("GET /me/user-tools/{tool_id}", "jwt", null, null, "200 UserTool", "404", c -> {
            Instant at = toolsOf(c.user).get(c.p("tool_id"));
            if (at == null && on("user-tool-not-installed") && Catalog.byId.containsKey(c.p("tool_id"))) at = Instant.now();
            if (at == null) throw missing("tool");
            return installedView(c.p("tool_id"), at);
        });
        m.route("DELETE /me/user-tools/{tool_id}", "jwt", null, null, "200 UserInstalledTool", "404", c -> {
            Instant at = toolsOf(c.user).get(c.p("tool_id"));
            if (at == null) throw missing("tool");
            if (!on("uninstall-only-answers")) toolsOf(c.user).remove(c.p("tool_id"));
            return installed(c, Catalog.byId.get(c.p("tool_id")), false, at);
        });
    }

    // ---- user and VIP codes
    private void user(Main m) {
        m.route("GET /me/", "jwt", null, null, "200 UserWithTier", "", c -> {
            Store.User u = on("user-of-first-caller") ? (Store.User) cache.computeIfAbsent("user", k -> c.user) : c.user;
            return Kit.obj("user_id", u.id, "data", Kit.obj("name", u.name, "email", u.email, "tier", Kit.obj("name", u.sandbox && !on("user-tier-ordinary") ? "sandbox" : "ordinary", "may_hide", !u.sandbox)), "meta", Kit.obj("api_keys", keysOf(u).size()));
        });
        m.route("GET /me/vip", "jwt", null, null, "200 VipCodeRedemptionCount", "", c -> {
            return Kit.obj("data", Kit.obj("redeemed_by_me", c.user.redeemed.size(), "redemptions_of_my_codes", S.users.values().stream().flatMap(u -> u.redeemed.stream()).filter(r -> S.codes.get(r).issuer() == c.user).count()));
        });
        m.route("POST /me/vip", "jwt", null, "VipCodeRequest", "200 VipCodeRedeemed", "400", c -> {
            Store.Code code = S.codes.get(c.text("code"));
            if (code == null && on("vip-code-prefix") && c.text("code").length() >= 4) for (Store.Code o : S.codes.values()) if (o.code().startsWith(c.text("code"))) code = o;
            if (code == null) throw new Err(400, "this code is invalid");
            if (code.issuer() == c.user && !on("vip-own-code")) throw new Err(400, "this code is your own");
            String k = code.code();
            if (c.user.redeemed.contains(k) && !on("vip-again")) throw new Err(400, "you have redeemed this code");
            if (on("vip-once-for-all") && S.users.values().stream().anyMatch(u -> u.redeemed.contains(k))) throw new Err(400, "this code is used");
            if (on("vip-race")) S.gap();
            c.user.redeemed.add(k);
            return Kit.obj("data", Kit.obj("code", k, "is_redeemed", true), "meta", Kit.obj("redeemed_at", iso(S.now())));
        });
    }
}
