package ash;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.*;
import java.util.concurrent.TimeUnit;

/** The 15 NOTIFIER tools, with an account per user. */
final class Notifier {
    static final class Account { final Map<String, LinkedHashMap<String, Object>> chats = new LinkedHashMap<>(), devices = new LinkedHashMap<>(), pushes = new LinkedHashMap<>(); final Map<String, String> guids = new HashMap<>(); }
    static final Map<String, Account> accounts = new HashMap<>();
    static long seq = 1000;

    static void tool(String op, String blurb, String input) { Tools.add("ntf." + op.toLowerCase().replace('_', '-'), "NOTIFIER_" + op, blurb, "notifier", input, null); }
    static void load() {
        tool("CREATE_CHAT", "Create a chat with an email address.", "email:string(3..320)");
        tool("CREATE_DEVICE", "Register a device.", "icon?:string model:string has_sms?:bool nickname:string push_token?:string app_version:int(0..) manufacturer:string");
        tool("CREATE_PUSH", "Send a push: a note, a link or a file.", "type:enum(note|link|file) url?:string body?:string guid?:string email?:string title?:string file_url?:string file_name?:string file_type?:string channel_tag?:string client_iden?:string device_iden?:string source_device_iden?:string");
        tool("DELETE_ALL_PUSHES", "Delete all pushes of the user, in a while.", "");
        tool("DELETE_CHAT", "Delete a chat.", "iden:string");
        tool("DELETE_DEVICE", "Delete a device.", "device_iden:string");
        tool("DELETE_PUSH", "Delete a push.", "iden:string");
        tool("GET_USER", "Get the profile of the user.", "");
        tool("LIST_CHATS", "List chats.", "limit?:int(1..500) cursor?:string");
        tool("LIST_DEVICES", "List devices.", "");
        tool("LIST_PUSHES", "List pushes.", "limit?:int(1..500) active?:bool cursor?:string modified_after?:number");
        tool("UPDATE_CHAT", "Mute or unmute a chat.", "iden:string muted:bool");
        tool("UPDATE_DEVICE", "Update the metadata of a device.", "iden:string icon?:string model?:string has_sms?:bool nickname?:string push_token?:string app_version?:int(0..) manufacturer?:string");
        tool("UPDATE_PUSH", "Dismiss a push or change its list.", "iden:string items?:[object] dismissed?:bool");
        tool("UPLOAD_REQUEST", "Get a signed URL to upload a file to.", "file_name:string(1..255) file_type:string(1..255)");
        var item = Tools.byName.get("NOTIFIER_UPDATE_PUSH").input();
        ((com.fasterxml.jackson.databind.node.ObjectNode) item.get("properties").get("items")).set("items", Spec.record(List.of("text:string", "checked:bool")));
    }
    static Main.Problem no(String text) { return new Main.Problem(400, text); }
    static BigDecimal now() { Instant i = Store.now(); return BigDecimal.valueOf(i.getEpochSecond()).add(BigDecimal.valueOf(i.getNano() / 1000, 6)).setScale(6, RoundingMode.UNNECESSARY); }
    static String s(JsonNode in, String f) { return in.hasNonNull(f) ? in.get(f).asText() : null; }
    static Object plain(JsonNode n) { return n.isBoolean() ? n.booleanValue() : n.isNumber() ? (Object) n.bigIntegerValue() : n.asText(); }

    static LinkedHashMap<String, Object> fresh(Map<String, LinkedHashMap<String, Object>> into, String prefix) {
        String iden = prefix + Store.token(8) + "." + ++seq;
        BigDecimal t = now();
        LinkedHashMap<String, Object> r = Main.m("iden", iden, "active", true, "created", t, "modified", t, "_seq", seq);
        into.put(iden, r);
        return r;
    }
    static LinkedHashMap<String, Object> find(Map<String, LinkedHashMap<String, Object>> in, String iden) {
        LinkedHashMap<String, Object> r = in.get(iden);
        if (r == null || !(Boolean) r.get("active")) throw no("There is nothing with the iden " + iden + ".");
        return r;
    }
    static Map<String, Object> show(Map<String, Object> r) { var c = new LinkedHashMap<>(r); c.remove("_seq"); return c; }

    static Map<String, Object> page(String name, Collection<LinkedHashMap<String, Object>> all, JsonNode in, int dflt) {
        long after = 0;
        if (s(in, "cursor") != null && !s(in, "cursor").isEmpty()) {
            try { after = Long.parseLong(new String(Base64.getUrlDecoder().decode(s(in, "cursor")), StandardCharsets.UTF_8).substring(5)); } catch (Exception e) { throw no("This cursor is not one of ours."); }
        }
        int limit = in.has("limit") ? in.get("limit").intValue() : dflt;
        List<Object> out = new ArrayList<>();
        Long last = null;
        boolean more = false;
        for (var r : all) {
            long q = (Long) r.get("_seq");
            if (q <= after) continue;
            if (out.size() == limit) { more = true; break; }
            out.add(show(r));
            last = q;
        }
        return Main.m(name, out, "cursor", more ? Base64.getUrlEncoder().withoutPadding().encodeToString(("past:" + last).getBytes(StandardCharsets.UTF_8)) : null);
    }

    static Object run(Store.User user, String name, String service, String namespace, JsonNode in) {
        if (!service.equals("default") || !namespace.equals("global")) throw no("There is no connection " + service + " in " + namespace + ".");
        Account a = accounts.computeIfAbsent(user.id, k -> new Account());
        switch (name.substring(9)) {
            case "CREATE_CHAT": {
                String email = in.get("email").asText().trim();
                if (!email.matches("[^@\\s]+@[^@\\s]+")) throw no("This is no email address.");
                for (var c : a.chats.values()) if (((Map<?, ?>) c.get("with")).get("email_normalized").equals(email.toLowerCase(Locale.ROOT))) return show(c);
                var c = fresh(a.chats, "c~");
                c.put("muted", false);
                c.put("with", Main.m("email", email, "email_normalized", email.toLowerCase(Locale.ROOT), "type", "email"));
                return show(c);
            }
            case "LIST_CHATS": {
                Collection<LinkedHashMap<String, Object>> all = a.chats.values();
                if (Main.fault("notifier-chats-shared")) all = accounts.values().stream().flatMap(x -> x.chats.values().stream()).sorted(Comparator.comparingLong(r -> (Long) r.get("_seq"))).toList();
                return page("chats", all, in, 500);
            }
            case "UPDATE_CHAT": {
                var c = find(a.chats, s(in, "iden"));
                boolean muted = in.get("muted").asBoolean();
                if (Main.fault("notifier-mute-toggles") && muted) muted = !(Boolean) c.get("muted");
                c.put("muted", muted);
                c.put("modified", now());
                return show(c);
            }
            case "DELETE_CHAT": { var c = find(a.chats, s(in, "iden")); a.chats.remove(s(in, "iden")); return Main.m("gone", c.get("iden")); }
            case "CREATE_DEVICE": {
                var d = fresh(a.devices, "d~");
                for (String f : List.of("icon", "model", "has_sms", "nickname", "push_token", "app_version", "manufacturer")) d.put(f, in.has(f) ? plain(in.get(f)) : f.equals("has_sms") ? false : null);
                return show(d);
            }
            case "UPDATE_DEVICE": {
                var d = find(a.devices, s(in, "iden"));
                for (String f : List.of("icon", "model", "has_sms", "nickname", "push_token", "app_version", "manufacturer")) {
                    if (in.has(f)) d.put(f, plain(in.get(f)));
                    else if (Main.fault("notifier-device-update-resets")) d.put(f, f.equals("has_sms") ? (Object) false : null);
                }
                d.put("modified", now());
                return show(d);
            }
            case "LIST_DEVICES": return Main.m("devices", a.devices.values().stream().map(Notifier::show).toList());
            case "DELETE_DEVICE": { var d = find(a.devices, s(in, "device_iden")); a.devices.remove(s(in, "device_iden")); return Main.m("gone", d.get("iden")); }
            case "CREATE_PUSH": {
                String type = s(in, "type");
                if (type.equals("link") && blank(in, "url") && !Main.fault("notifier-link-without-url")) throw no("A link needs its url.");
                if (type.equals("file")) for (String f : List.of("file_url", "file_name", "file_type")) if (blank(in, f)) throw no("A file needs its " + f + ".");
                for (String f : List.of("device_iden", "source_device_iden")) if (!blank(in, f) && !a.devices.containsKey(s(in, f))) throw no("There is no device " + s(in, f) + ".");
                String guid = s(in, "guid");
                if (guid != null && !guid.isEmpty() && a.guids.containsKey(guid) && (Boolean) a.pushes.get(a.guids.get(guid)).get("active") && !Main.fault("notifier-guid-forgotten")) return show(a.pushes.get(a.guids.get(guid)));
                var p = fresh(a.pushes, "p~");
                in.fields().forEachRemaining(e -> p.put(e.getKey(), plain(e.getValue())));
                p.put("dismissed", false);
                p.put("sender_email", user.email);
                if (guid != null && !guid.isEmpty()) a.guids.put(guid, (String) p.get("iden"));
                return show(p);
            }
            case "LIST_PUSHES": {
                boolean active = in.path("active").asBoolean(false) && !Main.fault("notifier-active-ignored");
                BigDecimal after = in.has("modified_after") ? in.get("modified_after").decimalValue() : null;
                return page("pushes", a.pushes.values().stream().filter(p -> (!active || (Boolean) p.get("active")) && (after == null || ((BigDecimal) p.get("modified")).compareTo(after) > 0)).toList(), in, 500);
            }
            case "UPDATE_PUSH": {
                var p = find(a.pushes, s(in, "iden"));
                if (in.has("items")) { List<Object> items = new ArrayList<>(); in.get("items").forEach(i -> items.add(Main.m("text", i.get("text").asText(), "checked", i.get("checked").asBoolean()))); p.put("items", items); }
                if (in.has("dismissed")) p.put("dismissed", in.get("dismissed").asBoolean());
                p.put("modified", now());
                return show(p);
            }
            case "DELETE_PUSH": { bury(find(a.pushes, s(in, "iden"))); return Main.m("gone", s(in, "iden")); }
            case "DELETE_ALL_PUSHES": {
                var all = List.copyOf(a.pushes.values());
                Store.CLOCK.schedule(() -> { synchronized (Store.LOCK) { for (var p : all) if ((Boolean) p.get("active")) bury(p); } }, 150, TimeUnit.MILLISECONDS);
                return Main.m("sweeping", String.valueOf(all.stream().filter(p -> (Boolean) p.get("active")).count()));
            }
            case "GET_USER": return Main.m("iden", "u~" + user.handle, "email", user.email, "email_normalized", user.email, "name", user.handle, "max_upload_size", "26214400");
            case "UPLOAD_REQUEST": {
                String key = Store.token(12), policy = Store.token(24);
                return Main.m("file_name", s(in, "file_name"), "file_type", s(in, "file_type"), "file_url", "https://leaves.example/" + key + "/" + java.net.URLEncoder.encode(s(in, "file_name"), StandardCharsets.UTF_8).replace("+", "%20"),
                    "upload_url", "https://leaves.example/take", "data", Main.m("key", key, "policy", policy, "content-type", s(in, "file_type"), "signature", HexFormat.of().formatHex(Store.hmac(Store.SECRET, policy.getBytes(StandardCharsets.UTF_8)))));
            }
            default: throw new Main.Problem(404, "There is no tool called " + name + ".");
        }
    }
    static boolean blank(JsonNode in, String f) { return s(in, f) == null || s(in, f).isBlank(); }
    /** A deleted push stays in the list as not active, without what it said. */
    static void bury(Map<String, Object> p) {
        p.keySet().retainAll(Set.of("iden", "active", "created", "modified", "_seq", "type", "guid"));
        p.put("active", false);
        p.put("modified", now());
    }
}
