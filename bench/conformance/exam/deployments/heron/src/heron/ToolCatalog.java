package heron;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** All tools that there are, and the search among them. */
final class ToolCatalog {
    static final String NOTIFIER_RACK = "notifier rack";
    static final String MARSH_RACK = "marsh r\u00e5ck";

    record Tool(String name, String about, String rack, Schema input) {
        /** House style: hrn: and the name in small letters with dots. */
        String id() {
            return "hrn:" + name.toLowerCase(Locale.ROOT).replace('_', '.');
        }

        Map<String, Object> mcp() {
            return Json.object("name", name, "description", about, "inputSchema", inputSchema());
        }

        private Map<String, Object> inputSchema() {
            Map<String, Object> schema = input.definition();
            if (Fault.on("tools-email-not-required") && name.equals("NOTIFIER_CREATE_CHAT")) {
                schema.remove("required");
            }
            return schema;
        }

        Map<String, Object> publicly() {
            return Json.object("tool-ref", id(), "called", name, "about", about, "rack", rack);
        }
    }

    private final Map<String, Tool> byName = new LinkedHashMap<>();
    private final Map<String, Tool> byId = new LinkedHashMap<>();

    ToolCatalog() {
        notifierTools();
        add(Worker.TOOL_NAME, "Read the tide table of a sluice", MARSH_RACK, Schema.object().has("sluice", Schema.string().minLength(1)));
        for (String bird : List.of("Avocet", "Bittern", "Coot", "Crake", "Curlew", "Dunlin", "Egret", "Gadwall", "Garganey", "Godwit",
                "Grebe", "Greenshank", "Ibis", "Knot", "Lapwing", "Moorhen", "Pintail", "Plover", "Ruff", "Snipe", "Stilt", "Teal",
                "Turnstone", "Wigeon")) {
            add("HERON_COUNT_" + bird.toUpperCase(Locale.ROOT), "Count every " + bird + " in the marsh", MARSH_RACK,
                    Schema.object().may("since", Schema.dateTime()));
        }
    }

    private void add(String name, String about, String rack, Schema input) {
        Tool tool = new Tool(name, about, rack, input);
        byName.put(name, tool);
        byId.put(tool.id(), tool);
    }

    private void notifier(String operation, String about, Schema input) {
        add("NOTIFIER_" + operation, about, NOTIFIER_RACK, input);
    }

    private void notifierTools() {
        Schema text = Schema.string();
        Schema limit = Schema.integer().atLeast("1").atMost(Fault.on("list-chats-limit-501") ? "100000" : "500");
        Schema version = Schema.integer().atLeast("0");
        Schema version0 = Fault.on("device-version-negative") ? Schema.integer()
                : Fault.on("device-version-0-refused") ? Schema.integer().atLeast("1") : version;
        if (Fault.on("tools-version-as-string")) {
            version0 = Schema.string();
        }
        Schema token = Fault.on("device-blank-token-refused") ? Schema.string().minLength(1) : text;
        notifier("CREATE_CHAT", "Create a chat with an email address", Schema.object()
                .has("email", Schema.string().pattern("^[^@\\s]+@[^@\\s]+$")));
        notifier("CREATE_DEVICE", "Register a device", Schema.object()
                .may("icon", text).has("model", text).may("has_sms", Schema.bool()).has("nickname", text)
                .may("push_token", token).has("app_version", version0).has("manufacturer", text));
        Schema type = Fault.on("push-any-type") ? text
                : Fault.on("push-file-refused") ? Schema.string().oneOf("note", "link") : Schema.string().oneOf("note", "link", "file");
        notifier("CREATE_PUSH", "Send a push (note, link or file) to a device, user, channel or client", Schema.object()
                .has("type", type).may("url", text).may("body", text)
                .may("guid", text).may("email", text).may("title", text).may("file_url", text).may("file_name", text)
                .may("file_type", text).may("channel_tag", text).may("client_iden", text).may("device_iden", text)
                .may("source_device_iden", text));
        notifier("DELETE_ALL_PUSHES", "Delete all pushes of the user asynchronously", Schema.object());
        notifier("DELETE_CHAT", "Delete a chat", Schema.object().has("iden", text));
        notifier("DELETE_DEVICE", "Delete a device", Schema.object().has("device_iden", text));
        notifier("DELETE_PUSH", "Delete a push", Schema.object().has("iden", text));
        notifier("GET_USER", "Get the profile of the authenticated user",
                Fault.on("get-user-needs-iden") ? Schema.object().has("iden", text) : Schema.object());
        notifier("LIST_CHATS", "List chats", Schema.object().may("limit", limit).may("cursor", text));
        notifier("LIST_DEVICES", "List devices", Schema.object());
        Schema modifiedAfter = Fault.on("pushes-float-refused") ? Schema.integer() : Schema.number();
        notifier("LIST_PUSHES", "List pushes", Schema.object()
                .may("limit", Schema.integer().atLeast("1").atMost(Fault.on("list-pushes-500-refused") ? "499" : "500").byDefault(500L))
                .may("active", Schema.bool()).may("cursor", text).may("modified_after", modifiedAfter));
        notifier("UPDATE_CHAT", "Mute or unmute a chat", Schema.object().has("iden", text).has("muted", Schema.bool()));
        notifier("UPDATE_DEVICE", "Update device metadata", Schema.object()
                .has("iden", text).may("icon", text).may("model", text).may("has_sms", Schema.bool()).may("nickname", text)
                .may("push_token", text).may("app_version", version).may("manufacturer", text));
        notifier("UPDATE_PUSH", "Dismiss a push or change list items", Schema.object()
                .has("iden", text)
                .may("items", Schema.array(Schema.object().has("text", text).has("checked", Schema.bool())))
                .may("dismissed", Schema.bool()));
        notifier("UPLOAD_REQUEST", "Get a signed upload URL (signed form data) before pushing a file", Schema.object()
                .has("file_name", Schema.string().minLength(1)).has("file_type", Schema.string().minLength(1)));
    }

    List<Tool> all() {
        return Wire.backwards(new ArrayList<>(byName.values()), Tool::id);
    }

    Tool byName(String name) {
        return byName.get(name);
    }

    Tool byId(String id) {
        return byId.get(id);
    }

    // ------------------------------------------------------------------ search

    /** The best ones, no more than the limit; house style: the best one comes last. */
    List<Tool> search(String q, String toolkit, long limit, BigDecimal least) {
        if (Fault.on("search-takes-q-as-regex")) {
            "".matches(q);
        }
        Map<Tool, BigDecimal> scores = new LinkedHashMap<>();
        for (Tool tool : all()) {
            BigDecimal score = score(q, tool);
            boolean good = score.compareTo(least) >= 0;
            if (Fault.on("search-min-score-upside-down")) {
                good = score.compareTo(least) <= 0;
            }
            if (good && score.signum() > 0 && (toolkit == null || toolkit.equals(tool.rack()))) {
                scores.put(tool, score);
            }
        }
        List<Tool> found = new ArrayList<>(scores.keySet());
        found.sort(Comparator.comparing(scores::get));
        if (Fault.on("search-limit-ignored")) {
            return found;
        }
        int size = (int) Math.min(limit, found.size());
        return found.subList(found.size() - size, found.size());
    }

    /** From 0 to 1: how many of the words stand in the tool, or else how alike the letters are. */
    private static BigDecimal score(String q, Tool tool) {
        String hay = (tool.name().replace('_', ' ') + " " + tool.about() + " " + tool.name()).toLowerCase(Locale.ROOT);
        Set<String> words = new HashSet<>(List.of(hay.split("[^\\p{L}\\p{N}_]+")));
        String lower = Fault.on("n-search-case-sensitive") ? q : q.toLowerCase(Locale.ROOT);
        String[] asked = lower.trim().split("[^\\p{L}\\p{N}_]+");
        int hits = 0;
        for (String word : asked) {
            hits += !word.isEmpty() && words.contains(word) ? 1 : 0;
        }
        double byWords = (double) hits / Math.max(1, asked.length);
        Set<String> both = pieces(lower);
        Set<String> of = pieces(hay);
        int all = both.size() + of.size();
        both.retainAll(of);
        double byLetters = all == 0 ? 0 : (double) both.size() / all;
        return new BigDecimal(Math.max(byWords, byLetters)).setScale(4, RoundingMode.HALF_UP);
    }

    private static Set<String> pieces(String text) {
        Set<String> out = new HashSet<>();
        for (int i = 0; i + 3 <= text.length(); i++) {
            out.add(text.substring(i, i + 3));
        }
        return out;
    }
}
