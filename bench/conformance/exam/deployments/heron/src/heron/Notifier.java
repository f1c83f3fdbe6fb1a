package heron;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** The notification service, in memory: accounts with chats, devices and pushes, and what the 15 tools do to them. */
final class Notifier {
    private static final long DELETE_ALL_MILLIS = 250;

    /** A thing at the service: its properties under the names of the tool parameters. */
    private static final class Thing {
        final Map<String, Object> properties = new LinkedHashMap<>();
        boolean gone;
        Instant modified;

        String iden() {
            return (String) properties.get("iden");
        }
    }

    static final class Account {
        final Store.User user;
        final List<Thing> chats = new ArrayList<>();
        final List<Thing> devices = new ArrayList<>();
        final List<Thing> pushes = new ArrayList<>();
        final Map<String, Thing> pushesByGuid = new LinkedHashMap<>();
        List<Thing> devicesOnceListed;

        Account(Store.User user) {
            this.user = user;
        }
    }

    private final Store store;
    /** By user, namespace and service: an auth connection leads to an account. */
    private final Map<String, Account> connections = new LinkedHashMap<>();
    private final Map<String, Thing> pushesByGuidOfAll = new LinkedHashMap<>();

    Notifier(Store store) {
        this.store = store;
    }

    void connect(Store.User user, String namespace, String service) {
        connections.put(connection(user, namespace, service), new Account(user));
    }

    private static String connection(Store.User user, String namespace, String service) {
        return user.id + " " + namespace + " " + service;
    }

    private static Refusal invalid(String words) {
        return new Refusal(400, words);
    }

    Map<String, Object> run(Store.User user, String namespace, String service, String tool, Map<String, Object> input) {
        Account account = connections.get(connection(user, namespace, service));
        if (account == null) {
            throw invalid("no auth connection to the notification service");
        }
        if (Fault.on("tool-run-with-others-connection")) {
            account = connections.values().iterator().next();
        }
        switch (tool) {
            case "NOTIFIER_CREATE_CHAT": return createChat(account, input);
            case "NOTIFIER_CREATE_DEVICE": return done(create(account.devices, input));
            case "NOTIFIER_CREATE_PUSH": return createPush(account, input);
            case "NOTIFIER_DELETE_ALL_PUSHES": return deleteAllPushes(account);
            case "NOTIFIER_DELETE_CHAT": return deleteChat(account, input);
            case "NOTIFIER_DELETE_DEVICE": return deleteDevice(account, input);
            case "NOTIFIER_DELETE_PUSH": return deletePush(account, input);
            case "NOTIFIER_GET_USER": return getUser(account);
            case "NOTIFIER_LIST_CHATS": return listChats(account, input);
            case "NOTIFIER_LIST_DEVICES": return listDevices(account);
            case "NOTIFIER_LIST_PUSHES": return listPushes(account, input);
            case "NOTIFIER_UPDATE_CHAT": return updateChat(account, input);
            case "NOTIFIER_UPDATE_DEVICE": return updateDevice(account, input);
            case "NOTIFIER_UPDATE_PUSH": return updatePush(account, input);
            case "NOTIFIER_UPLOAD_REQUEST": return requestUpload(input);
            default: throw new IllegalStateException(tool);
        }
    }

    // ------------------------------------------------------------------ things in general

    private static Thing create(List<Thing> among, Map<String, Object> properties) {
        Thing thing = new Thing();
        thing.properties.put("iden", "uj" + Guid.secretWord(14));
        thing.properties.putAll(properties);
        touch(thing);
        among.add(thing);
        return thing;
    }

    private static void touch(Thing thing) {
        thing.modified = Times.tick();
        thing.properties.put("modified", seconds(thing.modified));
    }

    private static BigDecimal seconds(Instant moment) {
        long micros = moment.getEpochSecond() * 1_000_000 + moment.getNano() / 1000;
        return BigDecimal.valueOf(micros, 6);
    }

    private static Thing find(List<Thing> among, Object iden) {
        for (Thing thing : among) {
            if (thing.iden().equals(iden) && !thing.gone) {
                return thing;
            }
        }
        throw invalid("there is no '" + iden + "'");
    }

    private static Map<String, Object> done(Thing thing) {
        return done(List.of(thing), null);
    }

    private static Map<String, Object> done(List<Thing> things, String more) {
        Map<String, Object> result = Json.object("verdict", "done",
                "yield", things.stream().map(thing -> new LinkedHashMap<>(thing.properties)).toList());
        if (more != null) {
            result.put("more", more);
        }
        return result;
    }

    /** Newest last; a cursor is the iden of the last one that was shown. */
    private static Map<String, Object> page(List<Thing> things, Map<String, Object> input, long most, Predicate<Thing> wanted) {
        List<Thing> found = new ArrayList<>(things);
        Object cursor = input.get("cursor");
        if (cursor != null && !cursor.equals("")) {
            int at = 0;
            while (at < found.size() && !found.get(at).iden().equals(cursor)) {
                at++;
            }
            if (at == found.size()) {
                throw invalid("this cursor leads nowhere");
            }
            found = new ArrayList<>(found.subList(at + 1, found.size()));
        }
        found.removeIf(thing -> !wanted.test(thing));
        long limit = input.get("limit") == null ? most : ((Number) input.get("limit")).longValue();
        boolean cut = found.size() > limit;
        List<Thing> shown = cut ? found.subList(0, (int) limit) : found;
        return done(shown, cut ? shown.get(shown.size() - 1).iden() : null);
    }

    // ------------------------------------------------------------------ chats

    private Map<String, Object> createChat(Account account, Map<String, Object> input) {
        if (Fault.on("create-chat-only-with-users")
                && store.users.values().stream().noneMatch(user -> user.email.equals(input.get("email")))) {
            throw invalid("nobody here has this email address");
        }
        Map<String, Object> properties = Json.object("email", input.get("email"), "muted", false);
        return done(create(account.chats, properties));
    }

    private Map<String, Object> deleteChat(Account account, Map<String, Object> input) {
        Thing chat = find(account.chats, input.get("iden"));
        if (Fault.on("delete-chat-newest")) {
            account.chats.remove(account.chats.size() - 1);
        } else {
            account.chats.remove(chat);
        }
        return done(chat);
    }

    private Map<String, Object> listChats(Account account, Map<String, Object> input) {
        if (Fault.on("list-chats-limit-ignored")) {
            Map<String, Object> without = new LinkedHashMap<>(input);
            without.remove("limit");
            return page(account.chats, without, 500, chat -> true);
        }
        return page(account.chats, input, 500,
                chat -> !(Fault.on("n-list-chats-without-muted") && Boolean.TRUE.equals(chat.properties.get("muted"))));
    }

    private Map<String, Object> updateChat(Account account, Map<String, Object> input) {
        Thing chat = find(account.chats, input.get("iden"));
        chat.properties.put("muted", input.get("muted"));
        if (Fault.on("n-update-chat-mutes-all")) {
            account.chats.forEach(other -> other.properties.put("muted", input.get("muted")));
        }
        touch(chat);
        return done(chat);
    }

    // ------------------------------------------------------------------ devices

    private Map<String, Object> deleteDevice(Account account, Map<String, Object> input) {
        Thing device = find(account.devices, input.get("device_iden"));
        if (!Fault.on("delete-device-does-nothing")) {
            account.devices.remove(device);
        }
        return done(device);
    }

    private Map<String, Object> listDevices(Account account) {
        if (Fault.on("list-devices-stale")) {
            account.devicesOnceListed = account.devicesOnceListed == null ? List.copyOf(account.devices) : account.devicesOnceListed;
            return done(account.devicesOnceListed, null);
        }
        return done(account.devices, null);
    }

    private Map<String, Object> updateDevice(Account account, Map<String, Object> input) {
        Thing device = find(account.devices, input.get("iden"));
        if (Fault.on("update-device-adds-one")) {
            Map<String, Object> properties = new LinkedHashMap<>(device.properties);
            properties.putAll(input);
            properties.remove("iden");
            return done(create(account.devices, properties));
        }
        if (Fault.on("update-device-wipes-rest")) {
            device.properties.clear();
        }
        device.properties.putAll(input);
        touch(device);
        return done(device);
    }

    // ------------------------------------------------------------------ pushes

    private Map<String, Object> createPush(Account account, Map<String, Object> input) {
        String type = (String) input.get("type");
        if (type.equals("link") && input.get("url") == null && !Fault.on("push-link-without-url")) {
            throw invalid("input.url is missing, and a link needs it");
        }
        if (type.equals("note") && input.get("body") == null && Fault.on("n-push-note-needs-body")) {
            throw invalid("input.body is missing");
        }
        for (String name : List.of("file_url", "file_name", "file_type")) {
            if (type.equals("file") && input.get(name) == null) {
                throw invalid("input." + name + " is missing, and a file needs it");
            }
        }
        for (String name : List.of("device_iden", "source_device_iden")) {
            if (input.get(name) != null) {
                find(account.devices, input.get(name));
            }
        }
        String guid = (String) input.get("guid");
        Map<String, Thing> known = Fault.on("push-guid-of-all-users") ? pushesByGuidOfAll : account.pushesByGuid;
        if (guid != null && known.containsKey(guid) && !Fault.on("push-guid-ignored")) {
            return done(known.get(guid));
        }
        if (guid != null && Fault.on("n-push-parallel-guid-twice")) {
            // Looked for above, kept below: between the two there is room for the same push again.
            store.letOthersIn(60);
        }
        Map<String, Object> properties = new LinkedHashMap<>(input);
        if (Fault.on("push-body-cut-140") && properties.get("body") instanceof String body && body.length() > 140) {
            properties.put("body", body.substring(0, 140));
        }
        if (Fault.on("push-link-url-lost") && type.equals("link")) {
            properties.remove("url");
        }
        properties.put("active", true);
        properties.put("dismissed", false);
        Thing push = create(account.pushes, properties);
        if (guid != null) {
            known.put(guid, push);
        }
        return done(push);
    }

    /** Of a push that is gone only this is left, for those who ask what was modified. */
    private static void tombstone(Thing push) {
        String iden = push.iden();
        push.properties.clear();
        push.properties.put("iden", iden);
        push.properties.put("active", false);
        push.gone = true;
        touch(push);
    }

    private Map<String, Object> deletePush(Account account, Map<String, Object> input) {
        Thing push = find(account.pushes, input.get("iden"));
        account.pushesByGuid.values().remove(push);
        tombstone(push);
        return done(List.of(), null);
    }

    private Map<String, Object> deleteAllPushes(Account account) {
        List<Thing> doomed = new ArrayList<>(account.pushes);
        if (Fault.on("delete-all-leaves-newest") && !doomed.isEmpty()) {
            doomed.remove(doomed.size() - 1);
        }
        if (Fault.on("delete-all-of-everyone")) {
            connections.values().forEach(other -> doomed.addAll(other.pushes));
        }
        store.later(DELETE_ALL_MILLIS, () -> {
            for (Thing push : doomed) {
                if (!push.gone) {
                    tombstone(push);
                }
            }
            account.pushesByGuid.values().removeIf(push -> push.gone);
            if (Fault.on("n-delete-all-takes-devices")) {
                account.devices.clear();
            }
        });
        return done(List.of(), null);
    }

    private Map<String, Object> listPushes(Account account, Map<String, Object> input) {
        boolean onlyActive = Boolean.TRUE.equals(input.get("active")) && !Fault.on("pushes-active-ignored");
        BigDecimal after = decimal(input.get("modified_after"));
        return page(account.pushes, input, Fault.on("n-list-pushes-default-20") ? 20 : 500, push -> {
            if (push.gone && (onlyActive || after == null)) {
                return false;
            }
            BigDecimal modified = seconds(push.modified);
            if (Fault.on("pushes-modified-in-millis")) {
                modified = modified.multiply(BigDecimal.valueOf(1000));
            }
            return after == null || modified.compareTo(after) > 0;
        });
    }

    private static BigDecimal decimal(Object number) {
        if (number instanceof BigDecimal decimal) {
            return decimal;
        }
        if (number instanceof BigInteger whole) {
            return new BigDecimal(whole);
        }
        return number instanceof Long whole ? BigDecimal.valueOf(whole) : null;
    }

    @SuppressWarnings("unchecked")
    private Map<String, Object> updatePush(Account account, Map<String, Object> input) {
        Thing push = find(account.pushes, input.get("iden"));
        Map<String, Object> changes = new LinkedHashMap<>(input);
        if (Fault.on("update-push-items-unchecked") && changes.get("items") instanceof List<?> items) {
            List<Object> unchecked = new ArrayList<>();
            items.forEach(item -> unchecked.add(Json.object("text", ((Map<String, Object>) item).get("text"), "checked", false)));
            changes.put("items", unchecked);
        }
        if (Fault.on("update-push-dismissed-ignored")) {
            changes.remove("dismissed");
        }
        if (Fault.on("update-push-wipes-rest")) {
            push.properties.remove("title");
            push.properties.remove("body");
        }
        push.properties.putAll(changes);
        touch(push);
        return done(push);
    }

    // ------------------------------------------------------------------ the rest

    private Account firstProfile;

    private Map<String, Object> getUser(Account asked) {
        // With the fault, the cached profile has no user in its key.
        firstProfile = firstProfile == null ? asked : firstProfile;
        Account account = Fault.on("n-get-user-of-first") ? firstProfile : asked;
        return Json.object("verdict", "done", "yield", Json.array(Json.object(
                "iden", "uj" + account.user.id.toString().substring(0, 8), "email", account.user.email, "name", account.user.name)));
    }

    private static Map<String, Object> requestUpload(Map<String, Object> input) {
        String name = (String) input.get("file_name");
        String key = Guid.secretWord(12);
        String encoded = URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
        String fileUrl = "https://files.notifier.example/" + key + "/" + (Fault.on("upload-url-not-encoded") ? name : encoded);
        Map<String, Object> out = Json.object(
                "file_name", name,
                "file_type", input.get("file_type"),
                "file_url", fileUrl,
                "upload_url", "https://upload.notifier.example/" + key,
                "data", Json.object("key", key, "signature", Jwt.encode(Jwt.hmac("upload".getBytes(StandardCharsets.UTF_8),
                        (key + name).getBytes(StandardCharsets.UTF_8)))));
        if (Fault.on("upload-without-url")) {
            out.remove("upload_url");
            out.remove("file_url");
        }
        return Json.object("verdict", "done", "yield", Json.array(out));
    }
}
