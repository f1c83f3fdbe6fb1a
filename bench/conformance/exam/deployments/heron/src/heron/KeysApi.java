package heron;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** API keys. Exactly one key of each user is the default key. */
final class KeysApi {
    private final Store store;

    KeysApi(Store store, Operation.Table table) {
        this.store = store;
        table.user("GET", "/me/api-keys").summary("Keys of the caller").ok(Schema.array(Schemas.KEY_HIDDEN)).by(this::list);
        table.user("POST", "/me/api-keys").summary("Make a key").body(Schemas.KEY_CREATE).ok(Schemas.KEY).by(this::create);
        table.user("GET", "/me/api-keys/default").summary("The default key; one is made where there is none").ok(Schemas.KEY).by(this::getDefault);
        table.user("GET", "/me/api-keys/{api_key_id}").summary("A key").path("api_key_id", Schema.integer())
                .ok(Schemas.KEY).refuses(404, "no such key").by(this::get);
        table.user("DELETE", "/me/api-keys/{api_key_id}").summary("Remove a key").path("api_key_id", Schema.integer())
                .ok(Schemas.KEY_HIDDEN).refuses(404, "no such key").by(this::delete);
    }

    private List<Store.Key> own(Req request) {
        return store.keys.values().stream().filter(key -> key.owner == request.user).toList();
    }

    private Reply list(Req request) {
        List<Store.Key> own = Wire.backwards(own(request), key -> String.valueOf(key.number));
        return Reply.ok(own.stream().map(Fault.on("keys-list-shows-value") ? Wire::key : Wire::hiddenKey).toList());
    }

    private Store.Key make(Store.User owner, String label) {
        Store.Key key = new Store.Key(store.nextKeyNumber(), owner, label, newValue());
        store.keys.put(key.number, key);
        return key;
    }

    static String newValue() {
        return "plume~" + Guid.secretWord(30) + "/+==";
    }

    private Reply create(Req request) {
        boolean isFirst = own(request).isEmpty();
        Store.Key key;
        if (Fault.on("key-parallel-same-value")) {
            // The value is made of the time, which does not tell two requests apart.
            String value = "plume~" + Guid.of("key " + System.currentTimeMillis() / 400).toString().replace("-", "") + "/+==";
            key = new Store.Key(store.nextKeyNumber(), request.user, request.string("label"), value);
            store.keys.put(key.number, key);
        } else {
            key = make(request.user, request.string("label"));
        }
        key.isMain = isFirst;
        key.madeByRequest = true;
        if (Fault.on("key-of-another-user")) {
            key.owner = store.users.values().stream().filter(u -> u != request.user).findFirst().orElseThrow();
            return Reply.ok(Wire.key(key));
        }
        if (Fault.on("key-new-is-default-too")) {
            key.isMain = true;
        }
        Map<String, Object> wire = Wire.key(key);
        if (Fault.on("key-value-masked")) {
            wire.put("bearer-word", key.value.substring(0, 8) + "********");
        }
        return Reply.ok(wire);
    }

    private Reply getDefault(Req request) {
        Predicate<Store.Key> wanted = Fault.on("default-key-is-another") ? key -> !key.isMain : key -> key.isMain;
        Store.Key key = own(request).stream().filter(wanted).findFirst().orElse(null);
        if (Fault.on("n-default-key-rotates")) {
            own(request).forEach(older -> older.isMain = false);
            key = null;
        }
        if (key == null) {
            key = make(request.user, "default");
            key.isMain = true;
        }
        return Reply.ok(Wire.key(key));
    }

    private Store.Key keyOf(Req request) {
        Store.Key key = store.keys.get(request.number("api_key_id"));
        boolean anybodys = Fault.on(request.operation.method.equals("GET") ? "key-read-by-anyone" : "key-delete-by-anyone");
        if (key == null || key.owner != request.user && !anybodys) {
            throw new Refusal(404, "no such key");
        }
        return key;
    }

    private Reply get(Req request) {
        return Reply.ok(Wire.key(keyOf(request)));
    }

    private Reply delete(Req request) {
        Store.Key key = keyOf(request);
        Map<String, Object> wire = Fault.on("key-delete-shows-value") ? Wire.key(key) : Wire.hiddenKey(key);
        if (Fault.on("key-delete-does-nothing")) {
            return Reply.ok(wire);
        }
        store.keys.remove(key.number);
        store.ownersOfDeletedKeys.put(key.value, key.owner);
        if (key.isMain) {
            new ArrayList<>(own(request)).stream().findFirst().ifPresent(heir -> heir.isMain = true);
        }
        return Reply.ok(wire);
    }
}
