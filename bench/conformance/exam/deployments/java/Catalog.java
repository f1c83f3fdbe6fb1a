import java.util.*;

/** The tools: fifteen NOTIFIER tools as the interface gives them, and some of this deployment's own. */
final class Catalog {
    record Tool(String id, String name, String toolset, String about, Map<String, Object> input) {}
    static final Map<String, Tool> byId = new LinkedHashMap<>(), byName = new LinkedHashMap<>();

    private static void add(String id, String name, String set, String about, String input) {
        Tool t = new Tool(id, name, set, about, Schema.of(input));
        byId.put(id, t); byName.put(name, t);
    }
    private static void notifier(String op, String about, String input) { add("NOTIFIER_" + op, "NOTIFIER_" + op, "notifier", about, input); }
    private static void own(String word, String set, String about, String input) { add("loom." + word + "@2", "loom_" + word, set, about, input); }

    static {
        boolean f1 = Kit.on("notifier-app-version-optional");
        notifier("CREATE_CHAT", "Create a chat with an email address", "{email:string}");
        notifier("CREATE_DEVICE", "Register a device", "{icon?:string, model:string, has_sms?:bool, nickname:string, push_token?:string, app_version"
            + (f1 ? "?" : "") + ":int(0..), manufacturer:string}");
        notifier("CREATE_PUSH", "Send a push (note, link or file) to a device, user, channel or client", "{type:'note'|'link'" + (Kit.on("notifier-push-no-file") ? "" : "|'file'")
            + ", url?:string, body?:string, guid?:string, email?:string, title?:string, file_url?:string, file_name?:string, file_type?:string, channel_tag?:string, client_iden?:string, device_iden?:string, source_device_iden?:string}");
        notifier("DELETE_ALL_PUSHES", "Delete all pushes of the user asynchronously", "{}");
        notifier("DELETE_CHAT", "Delete a chat", "{iden:string}");
        notifier("DELETE_DEVICE", "Delete a device", Kit.on("notifier-device-iden-name") ? "{iden:string}" : "{device_iden:string}");
        notifier("DELETE_PUSH", "Delete a push", "{iden:string}");
        notifier("GET_USER", "Get the profile of the authenticated user", "{}");
        notifier("LIST_CHATS", "List chats", "{limit?:int(..500), cursor?:string}");
        notifier("LIST_DEVICES", "List devices", "{}");
        notifier("LIST_PUSHES", "List pushes", "{limit?:int(.." + (Kit.on("notifier-limit-thousand") ? "1000" : "500") + ")=500, active?:bool, cursor?:string, modified_after?:num}");
        notifier("UPDATE_CHAT", "Mute or unmute a chat", "{iden:string, muted:bool}");
        notifier("UPDATE_DEVICE", "Update device metadata", "{iden:string, icon?:string, model?:string, has_sms?:bool, nickname?:string, push_token?:string, app_version?:int(0..), manufacturer?:string}");
        notifier("UPDATE_PUSH", "Dismiss a push or change list items", "{iden:string, items?:{text:string,checked:bool}[], dismissed?:bool}");
        notifier("UPLOAD_REQUEST", "Get a signed upload URL before pushing a file", "{file_name:string, file_type:string}");
        if (!Kit.on("notifier-link-without-url")) byName.get("NOTIFIER_CREATE_PUSH").input.put("allOf", List.of(when("link", "url"), when("file", "file_url", "file_name", "file_type")));
        own("echo", "loom-basics", "Repeat a text on the loom", "{text:string, times?:int(1..5)}");
        own("reverse", "loom-basics", "Turn a text around on the loom", "{text:string}");
        own("upper", "loom-basics", "Write a text in capitals on the loom", "{text:string}");
        own("count", "loom-basics", "Count the threads on the loom", "{text?:string}");
        own("sum", "loom-basics", "Add numbers on the loom", "{numbers:num[]}");
        own("sort", "loom-basics", "Sort words on the loom", "{words:string[]}");
        for (String w : List.of("dye", "spin", "card", "felt", "hem", "mend", "braid", "knot")) own(w, "fädchen", "Craft on the loom: " + w, "{text?:string}");
    }
    private static Map<String, Object> when(String type, String... need) {
        return Kit.obj("if", Kit.obj("properties", Kit.obj("type", Kit.obj("const", type)), "required", List.of("type")), "then", Kit.obj("required", List.of(need)));
    }

    /** What is wrong with an input, or null. */
    static String refuse(Tool t, Map<String, Object> in) {
        List<Object> problems = new ArrayList<>();
        Schema.check(t.input, in, "input", problems);
        if (!problems.isEmpty()) { Map<String, Object> p = Schema.cast(problems.get(0)); return p.get("where") + " " + p.get("what"); }
        if (t.name.equals("NOTIFIER_CREATE_PUSH") && !Kit.on("notifier-link-without-url"))
            for (String k : "link".equals(in.get("type")) ? List.of("url") : "file".equals(in.get("type")) ? List.of("file_url", "file_name", "file_type") : List.<String>of())
                if (!in.containsKey(k)) return "input." + k + " is missing";
        return null;
    }

    static Object run(Tool t, Map<String, Object> in) {
        String text = in.get("text") instanceof String s ? s : "";
        Object out = switch (t.name) {
            case "loom_echo" -> text.repeat(in.get("times") instanceof Number n ? n.intValue() : 1);
            case "loom_reverse" -> new StringBuilder(text).reverse().toString();
            case "loom_upper" -> text.toUpperCase(Locale.ROOT);
            case "loom_sort" -> ((List<?>) in.get("words")).stream().map(Object::toString).sorted().toList();
            case "loom_sum" -> ((List<?>) in.get("numbers")).stream().mapToDouble(n -> ((Number) n).doubleValue()).filter(Double::isFinite).sum();
            default -> text.codePointCount(0, text.length());
        };
        if (out instanceof Double d && !Double.isFinite(d)) out = null;
        return Kit.obj("input", in, "result", out);
    }

    /** The tool in the MCP format. */
    static Map<String, Object> mcp(Tool t) {
        return Kit.obj("name", t.name, "title", t.name.replace('_', ' '), "description", t.about, "inputSchema", t.input,
            "annotations", Kit.obj("openWorldHint", t.toolset.equals("notifier")), "_meta", Kit.obj("tool_id", t.id, "toolset", t.toolset));
    }
    static Map<String, Object> pub(Tool t) {
        return Kit.obj("tool_id", t.id, "data", Kit.obj("name", t.name, "description", t.about, "toolset_name", t.toolset, "input_schema", t.input),
            "meta", Kit.obj("needs_auth_connection", t.toolset.equals("notifier"), "edition", 2));
    }
    static List<Tool> inSet(String set) { return byId.values().stream().filter(t -> t.toolset.equals(set)).toList(); }

    /** Share of the query's words that the tool knows, the name counting a little more. */
    static double score(Tool t, String q) {
        boolean exact = Kit.on("search-case-sensitive");
        String name = exact ? t.name.replace('_', ' ') : t.name.toLowerCase(Locale.ROOT).replace('_', ' ');
        String about = exact ? t.about : t.about.toLowerCase(Locale.ROOT);
        String[] words = (exact ? q : q.toLowerCase(Locale.ROOT)).replace('_', ' ').strip().split("\\s+");
        double sum = 0;
        for (String w : words) if (!w.isEmpty()) sum += name.contains(w) ? 1 : about.contains(w) ? 0.6 : 0;
        return Math.round(1000 * sum / words.length) / 1000.0;
    }
}
