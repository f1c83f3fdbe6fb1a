package heron;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Tools, toolsets, and the tools that users have installed. */
final class ToolsApi {
    private final Store store;
    private final ToolCatalog catalog;
    private final Notifier notifier;

    ToolsApi(Store store, ToolCatalog catalog, Notifier notifier, Operation.Table table) {
        this.store = store;
        this.catalog = catalog;
        this.notifier = notifier;
        table.user("GET", "/me/tools/list").summary("All tools, in MCP format").ok(Schema.array(Schemas.TOOL)).by(this::list);
        table.user("GET", "/me/tools").noAuth().summary("All tools").ok(Schema.array(Schemas.PUBLIC_TOOL)).by(this::publicList);
        table.user("GET", "/me/tools/search").summary("Tools that fit, the best one last")
                .queryRequired("q", Schema.string().minLength(1))
                .query("toolkit", Schema.string().orNull().about("name of a toolset"))
                .query("limit", Schema.integer().atLeast("1").atMost("200").byDefault(20L))
                .query("min_score", Schema.number().atLeast("0.0").atMost("1.0").byDefault(new BigDecimal("0.15")))
                .ok(Schema.array(Schemas.TOOL)).by(this::search);
        table.user("GET", "/me/tools/{tool_id}").noAuth().summary("A tool").ok(Schemas.PUBLIC_TOOL)
                .refuses(404, "tool does not exist").by(this::get);
        table.user("POST", "/me/tools/run/{tool_name}").summary("Run a tool")
                .query("service_id", Schema.string().byDefault("default"))
                .query("service_id_namespace", Schema.string().byDefault("global"))
                .body(Schema.openObject()).ok(Schemas.TOOL_RESULT)
                .refuses(400, "invalid input or parameters, or no auth connection").refuses(401, "invalid or missing JWT")
                .refuses(404, "tool not found").by(this::run);
        table.user("GET", "/me/toolsets/list").summary("Toolsets").ok(Schema.array(Schemas.TOOL_SET)).by(this::listSets);
        table.user("GET", "/me/toolsets/{toolset_name}").summary("A toolset with its tools").ok(Schemas.TOOL_SET_FULL)
                .refuses(404, "no such toolset").by(this::getSet);
        table.user("GET", "/me/user-tools").summary("Tools that the caller has installed").ok(Schema.array(Schemas.USER_TOOL)).by(this::installed);
        table.user("POST", "/me/user-tools").summary("Install a tool; once is enough").body(Schemas.INSTALL).ok(Schemas.INSTALLED)
                .refuses(409, "installation failed: there is no such tool").by(this::install);
        table.user("GET", "/me/user-tools/{tool_id}").summary("An installed tool").ok(Schemas.USER_TOOL)
                .refuses(404, "not installed").by(this::getInstalled);
        table.user("DELETE", "/me/user-tools/{tool_id}").summary("Uninstall a tool").ok(Schemas.INSTALLED)
                .refuses(404, "not installed").by(this::uninstall);
    }

    // ------------------------------------------------------------------ tools

    private static Object mcp(ToolCatalog.Tool tool, boolean ofList) {
        Map<String, Object> out = tool.mcp();
        if (ofList && Fault.on("tools-schema-as-string")) {
            out.put("inputSchema", Json.write(out.get("inputSchema")));
        }
        if (ofList && Fault.on("tools-schema-misnamed")) {
            out.put("input_schema", out.remove("inputSchema"));
        }
        return out;
    }

    private Reply list(Req request) {
        return Reply.ok(catalog.all().stream().map(tool -> mcp(tool, true)).toList());
    }

    private Reply publicList(Req request) {
        return Reply.ok(catalog.all().stream().map(ToolCatalog.Tool::publicly).toList());
    }

    private Reply search(Req request) {
        BigDecimal least = (BigDecimal) request.query.get("min_score");
        List<ToolCatalog.Tool> found = catalog.search((String) request.query.get("q"),
                (String) request.query.get("toolkit"), (Long) request.query.get("limit"), least);
        return Reply.ok(found.stream().map(tool -> mcp(tool, false)).toList());
    }

    private Reply get(Req request) {
        ToolCatalog.Tool tool = catalog.byId(request.text("tool_id"));
        if (tool == null) {
            throw new Refusal(404, "tool does not exist");
        }
        if (Fault.on("tool-get-next-one")) {
            List<ToolCatalog.Tool> all = catalog.all();
            tool = all.get((all.indexOf(tool) + 1) % all.size());
        }
        return Reply.ok(tool.publicly());
    }

    private Reply run(Req request) {
        String name = request.text("tool_name");
        ToolCatalog.Tool tool = catalog.byName(name);
        if (tool == null) {
            throw new Refusal(Fault.on("tool-run-unknown-400") ? 400 : 404, "tool not found");
        }
        Map<String, Object> input = request.object();
        Map<String, Object> result;
        try {
            result = execute(request, tool, input);
        } catch (Refusal refusal) {
            record(request, tool, input, refusal.body(), false);
            if (Fault.on("tool-run-invalid-500")) {
                throw new IllegalStateException(refusal.getMessage());
            }
            throw refusal;
        }
        record(request, tool, input, result, true);
        return Reply.ok(result);
    }

    private Map<String, Object> execute(Req request, ToolCatalog.Tool tool, Map<String, Object> input) {
        List<Schema.Grievance> wrong = new ArrayList<>();
        tool.input().check(input, "input", wrong);
        wrong.removeIf(grievance -> NotifierFaults.overlooks(tool.name(), input, grievance));
        NotifierFaults.addWrongly(tool.name(), input, wrong);
        if (!wrong.isEmpty()) {
            throw new Refusal(400, wrong.get(0).spot() + " " + wrong.get(0).gripe());
        }
        if (tool.name().startsWith("NOTIFIER_")) {
            return notifier.run(request.user, (String) request.query.get("service_id_namespace"),
                    (String) request.query.get("service_id"), tool.name(), input);
        }
        Object answer = tool.name().equals(Worker.TOOL_NAME)
                ? Json.object("sluice", input.get("sluice"), "metres", new BigDecimal("1.7"))
                : Json.object("seen", Math.abs(tool.name().hashCode() % 90));
        return Json.object("verdict", "done", "yield", Json.array(answer));
    }

    private void record(Req request, ToolCatalog.Tool tool, Object sent, Object got, boolean wentWell) {
        store.executions.add(new Store.Execution(store.nextExecutionNumber(), request.user, tool.name(), sent, got, wentWell, Times.tick()));
    }

    // ------------------------------------------------------------------ toolsets

    private static Map<String, Object> set(String name) {
        return Json.object("rack", name, "about", name.equals(ToolCatalog.NOTIFIER_RACK)
                ? "Pushes, devices and chats of the notification service" : "What lives in the marsh");
    }

    private Reply listSets(Req request) {
        List<Object> out = new ArrayList<>();
        for (String name : List.of(ToolCatalog.NOTIFIER_RACK, ToolCatalog.MARSH_RACK)) {
            Map<String, Object> set = set(name);
            if (Fault.on("toolset-listed-under-title")) {
                set.put("rack", "The " + name);
            }
            out.add(set);
        }
        return Reply.ok(out);
    }

    private Reply getSet(Req request) {
        String name = request.text("toolset_name");
        List<Object> tools = new ArrayList<>();
        for (ToolCatalog.Tool tool : catalog.all()) {
            if (tool.rack().equals(name)) {
                tools.add(mcp(tool, false));
            }
        }
        if (tools.isEmpty() && !Fault.on("toolset-unknown-200")) {
            throw new Refusal(404, "no such toolset");
        }
        Map<String, Object> out = set(name);
        out.put("contents", tools);
        if (Fault.on("toolset-without-tools")) {
            out.remove("contents");
        }
        return Reply.ok(out);
    }

    // ------------------------------------------------------------------ installed tools

    private Map<String, Object> userTool(String id, Instant since) {
        return Json.object("tool-ref", id, "called", catalog.byId(id) == null ? id : catalog.byId(id).name(), "since", Times.show(since));
    }

    private static Map<String, Object> installedTool(String id, Instant since) {
        return Json.object("tool-ref", id, "since", Times.show(since));
    }

    private Reply installed(Req request) {
        List<Object> out = new ArrayList<>();
        for (String id : Wire.backwards(new ArrayList<>(request.user.installedTools.keySet()), id -> id)) {
            out.add(userTool(id, request.user.installedTools.get(id)));
        }
        return Reply.ok(out);
    }

    private Reply install(Req request) {
        String id = request.string("tool-ref");
        if (catalog.byId(id) == null) {
            if (Fault.on("install-unknown-200")) {
                return Reply.ok(installedTool(id, Times.tick()));
            }
            throw new Refusal(409, "installation failed: there is no such tool");
        }
        Instant now = Times.tick();
        if (Fault.on("install-for-everyone")) {
            store.users.values().forEach(user -> user.installedTools.put(id, now));
        }
        if (!Fault.on("install-not-kept")) {
            request.user.installedTools.putIfAbsent(id, now);
        }
        return Reply.ok(installedTool(id, request.user.installedTools.getOrDefault(id, now)));
    }

    private Reply getInstalled(Req request) {
        String id = request.text("tool_id");
        Instant since = request.user.installedTools.get(id);
        if (since == null && catalog.byId(id) != null && Fault.on("n-user-tool-not-installed-200")) {
            return Reply.ok(userTool(id, Times.tick()));
        }
        if (since == null) {
            throw new Refusal(404, "not installed");
        }
        return Reply.ok(userTool(id, since));
    }

    private Reply uninstall(Req request) {
        String id = request.text("tool_id");
        Instant since = request.user.installedTools.remove(id);
        if (since == null) {
            throw new Refusal(404, "not installed");
        }
        if (Fault.on("uninstall-for-everyone")) {
            store.users.values().forEach(user -> user.installedTools.remove(id));
        }
        return Reply.ok(installedTool(id, since));
    }
}
