package heron;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Bundles of tools. */
final class BundlesApi {
    private final Store store;
    private final ToolCatalog catalog;

    BundlesApi(Store store, ToolCatalog catalog, Operation.Table table) {
        this.store = store;
        this.catalog = catalog;
        String one = "/me/bundles/{bundle_id}";
        table.user("GET", "/me/bundles").summary("Bundles of the caller").ok(Schema.array(Schemas.BUNDLE_SIMPLE)).by(this::list);
        table.user("POST", "/me/bundles").summary("Make an empty bundle").ok(Schemas.BUNDLE).by(this::create);
        bundle(table.user("GET", one)).summary("A bundle").ok(Schemas.BUNDLE).refuses(404, "no such bundle").by(this::get);
        bundle(table.user("PUT", one)).summary("Give a bundle a title").body(Schemas.BUNDLE_REQUEST).ok(Schemas.BUNDLE)
                .refuses(409, "update failed: there is no such bundle").by(this::put);
        bundle(table.user("DELETE", one)).summary("Remove a bundle").ok(Schemas.BUNDLE_ROW).refuses(404, "no such bundle").by(this::delete);
        bundle(table.user("GET", one + "/tools")).summary("Tools of a bundle; none for an unknown bundle")
                .ok(Schema.array(Schemas.BUNDLE_TOOL)).by(this::tools);
        bundle(table.user("POST", one + "/tools")).summary("Put a tool into a bundle; once is enough").body(Schemas.BUNDLE_TOOL)
                .ok(Schemas.BUNDLE_TOOL).refuses(404, "bundle or tool not found").by(this::addTool);
        bundle(table.user("DELETE", one + "/tools/{tool_id}")).summary("Take a tool out of a bundle").ok(Schemas.BUNDLE_TOOL)
                .refuses(404, "bundle or tool not found").by(this::removeTool);
    }

    private static Operation bundle(Operation operation) {
        return operation.path("bundle_id", Schema.integer());
    }

    private Store.Bundle find(Req request) {
        Store.Bundle bundle = store.bundles.get(request.number("bundle_id"));
        boolean anybodys = request.operation.is("GET /me/bundles/{bundle_id}") && Fault.on("bundle-read-by-anyone");
        return bundle != null && (bundle.owner == request.user || anybodys) ? bundle : null;
    }

    private Store.Bundle bundleOf(Req request) {
        Store.Bundle bundle = find(request);
        if (bundle == null) {
            throw new Refusal(404, "no such bundle");
        }
        return bundle;
    }

    private Reply list(Req request) {
        List<Store.Bundle> own = new ArrayList<>(store.bundles.values());
        own.removeIf(bundle -> bundle.owner != request.user && !Fault.on("bundles-of-everyone"));
        return Reply.ok(Wire.backwards(own, bundle -> String.valueOf(bundle.number)).stream().map(Wire::simpleBundle).toList());
    }

    private Reply create(Req request) {
        if (Fault.on("bundle-post-needs-body") && request.rawBody.length == 0) {
            throw Refusal.invalid("body", "is missing");
        }
        long number = store.nextBundleNumber();
        if (Fault.on("bundle-parallel-same-id")) {
            // Asked for, and taken some time later: meanwhile others get the same.
            number = store.bundles.keySet().stream().mapToLong(n -> n).min().orElse(0) - 1;
            store.letOthersIn(50);
        }
        Store.Bundle bundle = new Store.Bundle(number, request.user);
        if (Fault.on("bundle-new-has-old-tools")) {
            // The list of tools of a new bundle is one default value, which all bundles share.
            store.bundles.values().forEach(older -> bundle.toolIds.addAll(older.toolIds));
        }
        store.bundles.put(number, bundle);
        return Reply.ok(Wire.bundle(bundle));
    }

    private Reply get(Req request) {
        if (Fault.on("bundle-unknown-null") && find(request) == null) {
            return Reply.ok(null);
        }
        Store.Bundle bundle = bundleOf(request);
        Map<String, Object> wire = Wire.bundle(bundle);
        if (Fault.on("bundle-shows-no-tools")) {
            wire.put("contents", List.of());
        }
        return Reply.ok(wire);
    }

    private Reply put(Req request) {
        Store.Bundle bundle = find(request);
        if (bundle == null) {
            throw new Refusal(409, "update failed: there is no such bundle");
        }
        String before = bundle.title;
        bundle.title = request.string("title");
        if (Fault.on("n-bundle-put-empties-tools")) {
            bundle.toolIds.clear();
        }
        Map<String, Object> wire = Wire.bundle(bundle);
        if (Fault.on("bundle-put-not-kept")) {
            bundle.title = before;
        }
        return Reply.ok(wire);
    }

    private Reply delete(Req request) {
        Store.Bundle bundle = bundleOf(request);
        store.bundles.remove(bundle.number);
        if (Fault.on("bundle-delete-takes-all")) {
            store.bundles.values().removeIf(other -> other.owner == request.user);
        }
        Map<String, Object> row = Wire.simpleBundle(bundle);
        row.put("was-holding", bundle.toolIds.size());
        return Reply.ok(row);
    }

    private Reply tools(Req request) {
        Store.Bundle bundle = find(request);
        if (bundle != null && bundle.toolIds.isEmpty() && Fault.on("bundle-tools-null")) {
            return Reply.ok(null);
        }
        return Reply.ok(bundle == null ? List.of() : Wire.bundleTools(bundle));
    }

    private Reply addTool(Req request) {
        Store.Bundle bundle = bundleOf(request);
        String id = request.string("tool-ref");
        if (catalog.byId(id) == null) {
            throw new Refusal(404, "no such tool");
        }
        if (Fault.on("bundle-tool-into-newest")) {
            bundle = store.bundles.values().stream().filter(b -> b.owner == request.user).reduce((a, b) -> b).orElse(bundle);
        }
        if (Fault.on("bundle-parallel-tools-lose-one")) {
            // The whole set is read, and written back later.
            Set<String> read = new LinkedHashSet<>(bundle.toolIds);
            store.letOthersIn(50);
            bundle.toolIds.clear();
            bundle.toolIds.addAll(read);
        }
        bundle.toolIds.add(id);
        return Reply.ok(Json.object("tool-ref", id));
    }

    private Reply removeTool(Req request) {
        Store.Bundle bundle = bundleOf(request);
        String id = request.text("tool_id");
        if (!bundle.toolIds.contains(id) && !Fault.on("bundle-tool-absent-200")) {
            throw new Refusal(404, "this tool is not in the bundle");
        }
        bundle.toolIds.remove(id);
        if (Fault.on("bundle-tool-delete-empties")) {
            bundle.toolIds.clear();
        }
        return Reply.ok(Json.object("tool-ref", id));
    }
}
