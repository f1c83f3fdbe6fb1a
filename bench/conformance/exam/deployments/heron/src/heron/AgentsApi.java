package heron;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Pattern;

/** Agents and their customization. */
final class AgentsApi {
    static final List<String> VIBE_SERVICES = List.of("loom", "anvil", "quill");
    private static final Pattern COLOR = Pattern.compile("#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})");

    private final Store store;
    private final Map<UUID, Map<String, Object>> staleAgents = new LinkedHashMap<>();
    private final Map<Store.User, String> colorsOfUsers = new LinkedHashMap<>();

    AgentsApi(Store store, Operation.Table table) {
        this.store = store;
        table.user("GET", "/me/agents").summary("Agents of the caller").ok(Schema.array(Schemas.AGENT)).by(this::list);
        table.user("POST", "/me/agents").summary("Make an agent, or change the one that is named").body(Schemas.AGENT_REQUEST)
                .ok(Schemas.AGENT).refuses(400, "missing chat prompt, sandbox tier setting private, or a vanity slug that is taken")
                .refuses(403, "somebody else's agent").refuses(404, "no such agent").by(this::upsert);
        table.user("GET", "/me/agents/{agent_id}").noAuth().summary("An agent").ok(Schemas.AGENT)
                .refuses(403, "a private agent").refuses(404, "no such agent").by(this::get);
        table.user("POST", "/me/agents/{agent_id}/upsell-description").summary("Have an upsell description written")
                .ok(Schemas.AGENT).refuses(404, "no such agent among the caller's").by(this::upsell);
        table.user("POST", "/me/agents/vanity/slug").noAuth().summary("Have a slug thought of").body(Schemas.SLUG_REQUEST)
                .ok(Schema.string().pattern(Schemas.SLUG)).by(this::thinkOfSlug);
        table.user("GET", "/me/agents/vanity/slug").summary("Whether a slug is free").queryRequired("slug", Schema.string())
                .ok(Schema.object().has("perch", Schema.string().oneOf("free", "occupied"))).by(this::slugIsFree);
        table.user("GET", "/me/agents/{agent_id}/vibe").summary("A prompt for a code-generation service")
                .queryRequired("service_name", Schema.string().oneOf(VIBE_SERVICES.toArray()))
                .ok(Schemas.VIBE_PROMPT).refuses(404, "no such agent, or a private one").by(this::vibe);
        table.user("GET", "/me/vibe/services").noAuth().summary("The code-generation services").ok(Schemas.VIBE_SERVICES).by(this::vibeServices);
        String theme = "/me/agents/{agent_id}/customizations/theme";
        table.user("GET", theme).summary("The theme of an agent, or null").path("agent_id", Schema.uuid()).ok(Schema.nullOr(Schemas.THEME))
                .refuses(403, "a private agent").refuses(404, "no such agent").by(this::getTheme);
        table.user("PUT", theme).summary("Set the theme of an agent").path("agent_id", Schema.uuid()).body(Schemas.THEME_UPSERT).ok(Schemas.THEME)
                .refuses(400, "invalid theme color format").refuses(403, "somebody else's agent").refuses(404, "no such agent").by(this::putTheme);
    }

    // ------------------------------------------------------------------ shared with the legacy chats

    static List<Store.Agent> ownAgents(Store store, Store.User user) {
        List<Store.Agent> own = new ArrayList<>();
        for (Store.Agent agent : store.agents.values()) {
            if (agent.owner == user) {
                own.add(agent);
            }
        }
        return Wire.backwards(own, agent -> Guid.show(agent.id));
    }

    static void refusePrivateInSandbox(Req request, boolean forgotten) {
        if (request.user.isSandbox() && Store.PRIVATE.equals(request.string("seen-by")) && !forgotten) {
            throw new Refusal(400, "the sandbox has nothing private");
        }
    }

    static void refuseTakenSlug(Store store, Req request, Store.Agent self) {
        String slug = request.string("nice-name");
        Store.Agent holder = slug == null ? null : store.agentWithSlug(slug);
        if (holder != null && holder != self) {
            throw new Refusal(400, "this vanity slug is taken");
        }
    }

    // ------------------------------------------------------------------ agents

    private Reply list(Req request) {
        List<Store.Agent> own = ownAgents(store, request.user);
        if (Fault.on("agents-of-others")) {
            own = new ArrayList<>(store.agents.values());
        }
        if (Fault.on("agents-list-drops-newest") && own.size() > 1) {
            Store.Agent newest = own.stream().reduce((a, b) -> b.made.isAfter(a.made) ? b : a).orElseThrow();
            own.remove(newest);
        }
        List<Object> out = new ArrayList<>();
        own.forEach(agent -> out.add(Wire.agent(agent)));
        if (Fault.on("agents-list-latin-1")) {
            return Reply.raw(200, Reply.JSON, Json.writeUnescaped(out).getBytes(StandardCharsets.ISO_8859_1));
        }
        return Reply.ok(out);
    }

    private Reply upsert(Req request) {
        if (Fault.on("agent-charset-415") && request.headers.getOrDefault("content-type", "").contains(";")) {
            throw new Refusal(415, "only application/json");
        }
        String ref = request.string("worker-ref");
        String prompt = request.string("opening-brief");
        boolean toleratesNoPrompt = ref != null && Fault.on("agent-update-without-prompt");
        if ((prompt == null || prompt.isEmpty()) && !toleratesNoPrompt) {
            if (Fault.on("agent-missing-prompt-422")) {
                throw Refusal.invalid("body.opening-brief", "is missing");
            }
            throw new Refusal(400, "the opening brief (chat prompt) is missing");
        }
        Store.Agent agent = null;
        if (ref != null && !Fault.on("agent-update-makes-another")) {
            agent = store.agent(ref);
            if (agent == null) {
                throw new Refusal(404, "no such agent");
            }
            if (agent.owner != request.user && !Fault.on("agent-update-by-anyone")) {
                throw new Refusal(403, "this agent is somebody else's");
            }
        }
        refusePrivateInSandbox(request, agent != null && Fault.on("agent-sandbox-updates-private"));
        if (Fault.on("agent-private-refused-for-all") && Store.PRIVATE.equals(request.string("seen-by")) && !request.user.isSandbox()) {
            throw new Refusal(400, "nothing private here");
        }
        refuseTakenSlug(store, request, agent);
        if (request.string("nice-name") != null && Fault.on("n-agent-parallel-same-slug")) {
            // Looked for above, taken below: between the two there is room for another request.
            store.letOthersIn(60);
        }
        if (agent == null) {
            agent = new Store.Agent(Guid.fresh(), request.user, prompt);
            agent.madeUnderAgents = true;
            store.agents.put(agent.id, agent);
        }
        agent.prompt = prompt == null ? agent.prompt : kept(prompt);
        if (request.string("seen-by") != null && !Fault.on("agent-visibility-ignored")) {
            agent.visibility = request.string("seen-by");
        }
        if (request.string("nice-name") != null) {
            agent.slug = request.string("nice-name");
        }
        if (ref != null && Fault.on("n-agent-update-clears-theme")) {
            agent.themeColor = null;
        }
        if (ref != null && Fault.on("agent-update-drops-files")) {
            agent.files.clear();
        }
        return Reply.ok(Wire.agent(agent));
    }

    private static String kept(String prompt) {
        if (Fault.on("agent-prompt-cut-1000") && prompt.length() > 1000) {
            return prompt.substring(0, 1000);
        }
        if (Fault.on("agent-prompt-mojibake")) {
            return new String(prompt.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
        }
        return prompt;
    }

    private Reply get(Req request) {
        Store.Agent agent = store.agent(request.text("agent_id"));
        if (agent == null) {
            throw new Refusal(404, "no such agent");
        }
        if (!agent.isSeenBy(request.user) && !Fault.on("agent-private-open")) {
            throw new Refusal(403, "this agent is private");
        }
        Map<String, Object> wire = Wire.agent(agent);
        return Reply.ok(Fault.on("agent-get-stale") ? staleAgents.computeIfAbsent(agent.id, id -> wire) : wire);
    }

    private Reply upsell(Req request) {
        Store.Agent agent = store.agent(request.text("agent_id"));
        if (agent == null || agent.owner != request.user) {
            if (agent == null && Fault.on("upsell-unknown-500")) {
                throw new IllegalStateException("generation failed");
            }
            throw new Refusal(404, "no such agent among yours");
        }
        String first = agent.prompt.length() > 40 ? agent.prompt.substring(0, 40) + "\u2026" : agent.prompt;
        String pitch = "Nobody else does this so well: \u201c" + first + "\u201d. Come nearer, it costs little.";
        if (Fault.on("upsell-null")) {
            return Reply.ok(Wire.agent(agent));
        }
        if (Fault.on("upsell-replaces-prompt")) {
            agent.prompt = pitch;
        }
        agent.pitch = pitch;
        return Reply.ok(Wire.agent(agent));
    }

    // ------------------------------------------------------------------ slugs

    private Reply thinkOfSlug(Req request) {
        if (Fault.on("slug-null")) {
            return Reply.ok(null);
        }
        String base = request.string("from-words").toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-").replaceAll("^-|-$", "");
        base = base.isEmpty() ? "heron" : base.substring(0, Math.min(50, base.length()));
        String slug = base;
        while (store.agentWithSlug(slug) != null && !Fault.on("n-slug-generated-taken")) {
            slug = base + "-" + Guid.secretWord(4).toLowerCase(Locale.ROOT);
        }
        return Reply.ok(slug);
    }

    private Reply slugIsFree(Req request) {
        String slug = (String) request.query.get("slug");
        boolean free = store.agentWithSlug(slug) == null || Fault.on("slug-taken-called-free");
        return Reply.ok(Json.object("perch", free ? "free" : "occupied"));
    }

    // ------------------------------------------------------------------ vibe

    private Reply vibe(Req request) {
        Store.Agent agent = store.agent(request.text("agent_id"));
        if (agent == null || !(agent.isSeenBy(request.user) || Fault.on("vibe-of-private-agent"))) {
            throw new Refusal(404, "no such agent");
        }
        String service = (String) request.query.get("service_name");
        service = service == null ? VIBE_SERVICES.get(0) : service;
        return Reply.ok(Json.object(
                "incantation", "Dear " + service + ", build a page around a worker that was told: " + agent.prompt,
                "for-service", service));
    }

    private Reply vibeServices(Req request) {
        List<Object> out = new ArrayList<>();
        for (String name : VIBE_SERVICES) {
            out.add(Json.object("moniker", name, "about", "writes code at the " + name));
        }
        if (Fault.on("vibe-services-two")) {
            out.remove(2);
        }
        return Reply.ok(Json.object("ateliers", out));
    }

    // ------------------------------------------------------------------ theme

    private Reply getTheme(Req request) {
        Store.Agent agent = store.agents.get(request.guid("agent_id"));
        if (agent == null) {
            throw new Refusal(404, "no such agent");
        }
        if (!agent.isSeenBy(request.user)) {
            throw new Refusal(403, "this agent is private");
        }
        String color = Fault.on("theme-per-user") ? colorsOfUsers.get(agent.owner) : agent.themeColor;
        if (color == null) {
            if (Fault.on("theme-none-404")) {
                throw new Refusal(404, "no theme");
            }
            return Reply.ok(null);
        }
        return Reply.ok(theme(agent, color));
    }

    private static Map<String, Object> theme(Store.Agent agent, String color) {
        return Json.object("worker-ref", Guid.show(agent.id), "plumage", color);
    }

    private Reply putTheme(Req request) {
        Store.Agent agent = store.agents.get(request.guid("agent_id"));
        if (agent == null) {
            throw new Refusal(404, "no such agent");
        }
        String color = request.string("plumage");
        if (Fault.on("theme-403-but-set") && COLOR.matcher(color).matches()) {
            agent.themeColor = sixDigits(color);
        }
        if (agent.owner != request.user && !Fault.on("n-theme-by-anyone")) {
            throw new Refusal(403, "this agent is somebody else's");
        }
        if (!COLOR.matcher(color).matches() && !Fault.on("theme-any-color")) {
            if (Fault.on("theme-bad-color-422")) {
                throw Refusal.invalid("body.plumage", "is no color");
            }
            throw new Refusal(400, "a color is #RGB or #RRGGBB");
        }
        color = sixDigits(color);
        if (!(Fault.on("theme-second-ignored") && agent.themeColor != null)) {
            agent.themeColor = color;
        }
        colorsOfUsers.put(request.user, color);
        return Reply.ok(theme(agent, color));
    }

    private static String sixDigits(String color) {
        if (!COLOR.matcher(color).matches()) {
            return color;
        }
        String digits = color.substring(1).toUpperCase(Locale.ROOT);
        if (digits.length() == 3) {
            digits = digits.replaceAll("(.)", "$1$1");
        }
        if (Fault.on("theme-blue-for-red")) {
            digits = digits.substring(4) + digits.substring(2, 4) + digits.substring(0, 2);
        }
        return "#" + digits;
    }
}
