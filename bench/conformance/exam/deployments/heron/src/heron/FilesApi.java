package heron;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Files of an agent. Whoever sees the agent may read them, only the owner may change them. */
final class FilesApi {
    private static final int MOST_FILES = 7;
    /** Only looked at with a fault: the cache from which a removed file is never dropped. */
    private final Map<UUID, Store.AgentFile> removedFiles = new LinkedHashMap<>();

    private final Store store;

    FilesApi(Store store, Operation.Table table) {
        this.store = store;
        String base = "/me/agents/{agent_id}/files";
        String one = base + "/{file_id}";
        file(table.user("GET", base)).summary("Files, by rank").ok(Schemas.FILES).by(this::list);
        file(table.user("POST", base)).summary("Add a file").body(Schemas.FILE_CREATE).succeeds(201, Schemas.FILE)
                .refuses(400, "file limit exceeded").by(this::create);
        file(table.user("GET", one)).summary("A file").ok(Schemas.FILE).by(this::get);
        file(table.user("PATCH", one)).summary("Change a file").body(Schemas.FILE_UPDATE).ok(Schemas.FILE).by(this::patch);
        file(table.user("DELETE", one)).summary("Remove a file").succeeds(204, null).by(this::delete);
        file(table.user("PUT", base + "/positions")).summary("Rank files anew").body(Schemas.FILE_RANKING).ok(Schemas.FILES).by(this::rank);
    }

    private static Operation file(Operation operation) {
        if (operation.pathParameters.containsKey("file_id")) {
            operation.path("file_id", Schema.uuid());
        }
        return operation.path("agent_id", Schema.uuid())
                .refuses(403, "somebody else's agent").refuses(404, "no such agent or file");
    }

    private Store.Agent agentOf(Req request, boolean toChange) {
        Store.Agent agent = store.agents.get(request.guid("agent_id"));
        if (agent == null) {
            throw new Refusal(404, "no such agent");
        }
        boolean allowed = toChange ? agent.owner == request.user : agent.isSeenBy(request.user);
        if (!allowed) {
            throw new Refusal(403, "this agent is somebody else's");
        }
        return agent;
    }

    private Store.AgentFile fileOf(Store.Agent agent, UUID id) {
        for (Store.AgentFile file : agent.files) {
            if (file.id.equals(id)) {
                return file;
            }
        }
        throw new Refusal(404, "no such file");
    }

    private static Reply sheaf(Store.Agent agent) {
        List<Store.AgentFile> sorted = new ArrayList<>(agent.files);
        if (!Fault.on("files-unordered")) {
            sorted.sort(Comparator.comparingLong((Store.AgentFile f) -> f.rank).thenComparing(f -> f.id));
        }
        List<Object> out = new ArrayList<>();
        for (Store.AgentFile file : sorted) {
            Map<String, Object> wire = Wire.file(agent, file);
            if (Fault.on("files-list-makes-ids")) {
                wire.put("leaf-ref", Guid.show(Guid.fresh()));
            }
            out.add(wire);
        }
        return Reply.ok(Json.object("sheaf", out));
    }

    private Reply list(Req request) {
        if (store.agents.get(request.guid("agent_id")) == null && Fault.on("files-of-unknown-agent-200")) {
            return Reply.ok(Json.object("sheaf", List.of()));
        }
        Store.Agent agent = agentOf(request, false);
        Reply reply = sheaf(agent);
        if (Fault.on("files-list-drops-last") && agent.files.size() > 1) {
            Store.Agent shorter = new Store.Agent(agent.id, agent.owner, agent.prompt);
            shorter.files.addAll(agent.files.subList(0, agent.files.size() - 1));
            return sheaf(shorter);
        }
        return reply;
    }

    private Reply create(Req request) {
        Store.Agent agent = agentOf(request, true);
        int count = agent.files.size();
        if (Fault.on("file-limit-counts-deleted")) {
            count = agent.filesEverMade;
        }
        if (Fault.on("file-limit-per-user")) {
            count = store.agents.values().stream().filter(a -> a.owner == request.user).mapToInt(a -> a.files.size()).sum();
        }
        if (count >= MOST_FILES && Fault.on("n-file-limit-drops-oldest")) {
            agent.files.remove(0);
            count--;
        }
        if (count >= MOST_FILES) {
            throw new Refusal(400, "an agent has at most " + MOST_FILES + " files");
        }
        if (Fault.on("file-limit-race")) {
            // Counted above, added below: between the two there is room for other requests.
            store.letOthersIn(60);
        }
        Store.AgentFile file = new Store.AgentFile();
        file.title = request.string("title");
        file.text = request.string("text");
        long highest = agent.files.stream().mapToLong(f -> f.rank).max().orElse(-10);
        file.rank = request.integer("rank") == null ? highest + 10 : request.integer("rank");
        agent.files.add(file);
        agent.filesEverMade++;
        return Reply.json(201, Wire.file(agent, file));
    }

    private Reply get(Req request) {
        Store.Agent agent = agentOf(request, false);
        if (Fault.on("file-of-any-agent")) {
            for (Store.Agent other : store.agents.values()) {
                for (Store.AgentFile file : other.files) {
                    if (file.id.equals(request.guid("file_id"))) {
                        return Reply.ok(Wire.file(other, file));
                    }
                }
            }
        }
        if (Fault.on("n-file-deleted-readable") && removedFiles.containsKey(request.guid("file_id"))) {
            return Reply.ok(Wire.file(agent, removedFiles.get(request.guid("file_id"))));
        }
        return Reply.ok(Wire.file(agent, fileOf(agent, request.guid("file_id"))));
    }

    private Reply patch(Req request) {
        Store.Agent agent = agentOf(request, true);
        Store.AgentFile file = fileOf(agent, request.guid("file_id"));
        if (request.string("title") != null) {
            file.title = request.string("title");
        }
        if (request.string("text") != null) {
            file.text = request.string("text");
        }
        if (request.integer("rank") != null) {
            file.rank = request.integer("rank");
        } else if (Fault.on("file-patch-resets-rank")) {
            file.rank = 0;
        }
        if (Fault.on("n-file-patch-new-id")) {
            // Removed, and added again.
            Store.AgentFile again = new Store.AgentFile();
            again.title = file.title;
            again.text = file.text;
            again.rank = file.rank;
            agent.files.set(agent.files.indexOf(file), again);
            return Reply.ok(Wire.file(agent, again));
        }
        return Reply.ok(Wire.file(agent, file));
    }

    private Reply delete(Req request) {
        Store.Agent agent = agentOf(request, true);
        Store.AgentFile file = fileOf(agent, request.guid("file_id"));
        if (Fault.on("file-delete-does-nothing")) {
            return Reply.nothing(204);
        }
        if (Fault.on("n-file-deleted-readable")) {
            removedFiles.put(file.id, file);
        }
        int at = agent.files.indexOf(file);
        if (Fault.on("file-delete-neighbour-too") && at + 1 < agent.files.size()) {
            agent.files.remove(at + 1);
        }
        agent.files.remove(at);
        return Reply.nothing(204);
    }

    @SuppressWarnings("unchecked")
    private Reply rank(Req request) {
        Store.Agent agent = agentOf(request, true);
        List<Object> ranking = (List<Object>) request.object().get("ranking");
        for (Object entry : Fault.on("n-positions-404-but-partly") ? List.of() : ranking) {
            fileOf(agent, Guid.read((String) ((Map<String, Object>) entry).get("leaf-ref")));
        }
        Reply before = sheaf(agent);
        for (Object entry : ranking) {
            Map<String, Object> pair = (Map<String, Object>) entry;
            fileOf(agent, Guid.read((String) pair.get("leaf-ref"))).rank = ((Number) pair.get("rank")).longValue();
            if (Fault.on("positions-first-only")) {
                break;
            }
        }
        return Fault.on("positions-answers-old-order") ? before : sheaf(agent);
    }
}
