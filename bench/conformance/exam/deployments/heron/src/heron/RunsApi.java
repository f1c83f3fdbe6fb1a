package heron;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Agent runs and logs; executions of tools. */
final class RunsApi {
    /** A page never has more. */
    private static final int LARGEST_PAGE = 40;

    private final Store store;
    private final Map<Store.User, List<Store.Run>> staleLists = new LinkedHashMap<>();

    RunsApi(Store store, Operation.Table table) {
        this.store = store;
        table.user("GET", "/me/agent-runs").summary("Runs, oldest first")
                .query("next_cursor", Schema.dateTime().orNull())
                .query("limit", Schema.integer().byDefault(30L).about("pages have at most 40; none for 0 and less"))
                .ok(Schemas.RUN_VIEWS).by(this::listRuns);
        table.user("GET", "/me/agent-runs/{run_id}").summary("A run")
                .path("run_id", Schema.uuid()).ok(Schemas.RUN_VIEW).refuses(404, "run not found").by(this::getRun);
        table.user("GET", "/me/agent-runs/{run_id}/mcp-server-logs").summary("Calls of MCP servers in a run; none for an unknown run")
                .path("run_id", Schema.uuid()).ok(Schema.array(Schemas.MCP_LOG)).by(this::mcpLogs);
        table.user("GET", "/me/agent-runs/{run_id}/logs").summary("Log of a run; nothing for an unknown run")
                .path("run_id", Schema.uuid()).ok(Schema.array(Schemas.RUN_LOG)).by(this::logs);
        table.user("GET", "/me/executions").summary("Executions of tools, oldest first")
                .query("next_cursor", Schema.dateTime().orNull())
                .query("limit", Schema.integer().byDefault(30L).about("pages have at most 40; none for 0 and less"))
                .ok(Schemas.EXECUTIONS).by(this::listExecutions);
        table.user("GET", "/me/executions/{log_id}").summary("An execution of a tool")
                .path("log_id", Schema.integer()).ok(Schemas.EXECUTION).refuses(404, "no such entry").by(this::getExecution);
    }

    // ------------------------------------------------------------------ runs

    private Reply listRuns(Req request) {
        List<Store.Run> runs = new ArrayList<>();
        for (Store.Run run : store.runs.values()) {
            if (run.startedByNdjson && Fault.on("n-runs-without-ndjson")) {
                continue;
            }
            if (run.owner == request.user || Fault.on("runs-of-everyone")) {
                runs.add(run);
            }
        }
        if (Fault.on("runs-list-stale")) {
            runs = staleLists.computeIfAbsent(request.user, this::allOf);
        }
        long limit = (Long) request.query.get("limit");
        if (Fault.on("runs-limit-ignored")) {
            limit = 30;
        }
        Instant after = cursor(request);
        if (after != null && Fault.on("runs-cursor-offset-dropped")) {
            after = Times.readWithoutOffset((String) request.query.get("next_cursor"));
        }
        boolean skipsOne = after != null && Fault.on("runs-page-skips-one");
        return Reply.ok(page(runs, run -> run.began, Wire::run, after, limit, skipsOne));
    }

    private List<Store.Run> allOf(Store.User user) {
        return store.runs.values().stream().filter(run -> run.owner == user).toList();
    }

    private static Instant cursor(Req request) {
        return Times.read((String) request.query.get("next_cursor"));
    }

    /** The records after a moment, oldest first, with the moment of the last one where more follow. */
    private static <T> Map<String, Object> page(List<T> records, Function<T, Instant> moment, Function<T, Object> wire,
                                                Instant after, long limit, boolean skipsOne) {
        List<T> sorted = new ArrayList<>(records);
        sorted.removeIf(record -> after != null && !moment.apply(record).isAfter(after));
        sorted.sort((a, b) -> moment.apply(a).compareTo(moment.apply(b)));
        if (skipsOne && !sorted.isEmpty()) {
            sorted.remove(0);
        }
        int size = (int) Math.max(0, Math.min(Math.min(limit, LARGEST_PAGE), sorted.size()));
        List<T> shown = sorted.subList(0, size);
        Map<String, Object> out = Json.object("flock", shown.stream().map(wire).toList());
        if (size > 0 && size < sorted.size()) {
            out.put("onward-from", Times.show(moment.apply(shown.get(size - 1))));
        }
        return out;
    }

    private Store.Run ownRun(Req request, boolean anybodys) {
        Store.Run run = store.runs.get(request.guid("run_id"));
        return run != null && (run.owner == request.user || anybodys) ? run : null;
    }

    private Reply getRun(Req request) {
        Store.Run run = ownRun(request, Fault.on("run-view-other-user"));
        if (run == null) {
            if (Fault.on("run-view-unknown-500")) {
                throw new IllegalStateException("no row");
            }
            throw new Refusal(404, "run not found");
        }
        if (Fault.on("run-view-newest")) {
            List<Store.Run> own = allOf(request.user);
            run = own.get(own.size() - 1);
        }
        return Reply.ok(Wire.run(run));
    }

    private Reply mcpLogs(Req request) {
        Store.Run run = ownRun(request, false);
        List<Object> out = new ArrayList<>();
        for (Store.Run other : store.runs.values()) {
            boolean meant = other == run || run != null && other.owner == run.owner && Fault.on("mcp-logs-of-all-runs");
            if (meant) {
                other.mcpCalls.forEach(call -> out.add(Wire.mcpLog(other, call)));
                if (Fault.on("mcp-logs-doubled")) {
                    other.mcpCalls.forEach(call -> out.add(Wire.mcpLog(other, call)));
                }
            }
        }
        if (out.size() > 1 && Fault.on("n-mcp-logs-first-only")) {
            return Reply.ok(out.subList(0, 1));
        }
        if (run != null && out.isEmpty() && Fault.on("mcp-logs-null")) {
            return Reply.ok(null);
        }
        return Reply.ok(out);
    }

    private Reply logs(Req request) {
        Store.Run run = ownRun(request, false);
        List<Object> out = new ArrayList<>();
        if (run != null) {
            run.log.forEach(entry -> out.add(Wire.runLog(run, entry)));
        }
        return Reply.ok(Fault.on("run-logs-wrapped") ? Json.object("logs", out) : out);
    }

    // ------------------------------------------------------------------ executions

    private Reply listExecutions(Req request) {
        List<Store.Execution> own = new ArrayList<>();
        for (Store.Execution execution : store.executions) {
            if (execution.owner() == request.user) {
                own.add(execution);
            }
        }
        long limit = (Long) request.query.get("limit");
        if (Fault.on("executions-limit-plus-one")) {
            limit++;
        }
        Instant after = Fault.on("executions-cursor-ignored") ? null : cursor(request);
        Map<String, Object> page = page(own, Store.Execution::at, Wire::execution, after, limit, false);
        if (page.get("onward-from") != null && Fault.on("executions-cursor-epoch")) {
            page.put("onward-from", String.valueOf(Times.read((String) page.get("onward-from")).toEpochMilli()));
        }
        return Reply.ok(page);
    }

    private Reply getExecution(Req request) {
        Store.Execution before = null;
        for (Store.Execution execution : store.executions) {
            if (execution.owner() == request.user) {
                if (execution.number() == request.number("log_id")) {
                    boolean neighbour = before != null && Fault.on("execution-neighbour");
                    return Reply.ok(Wire.execution(neighbour ? before : execution));
                }
                before = execution;
            }
        }
        if (Fault.on("n-execution-unknown-null")) {
            return Reply.ok(null);
        }
        throw new Refusal(404, "no such entry");
    }
}
