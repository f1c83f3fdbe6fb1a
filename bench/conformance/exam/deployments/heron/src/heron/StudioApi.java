package heron;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Agent studio chats. */
final class StudioApi {
    private final Store store;
    /** Only filled with faults. */
    private final List<Store.StudioChat> duplicates = new ArrayList<>();
    private final Map<String, Boolean> publicOnceRead = new LinkedHashMap<>();
    private final Map<Store.StudioChat, Store.StudioChat> originals = new LinkedHashMap<>();

    StudioApi(Store store, Operation.Table table) {
        this.store = store;
        String base = "/me/agent-studio-chats";
        String one = base + "/{run_id}";
        table.user("GET", base).summary("Studio chats of the caller").ok(Schema.array(Schemas.STUDIO_CHAT)).by(this::list);
        table.user("POST", base).summary("Make a studio chat, or get the one of the same run").body(Schemas.STUDIO_CREATE)
                .ok(Schemas.STUDIO_CHAT).refuses(400, "sandbox tier creating a private chat")
                .refuses(409, "the run ID is somebody else's, or its chat was deleted").by(this::create);
        table.user("GET", one).noAuth().summary("A studio chat").ok(Schemas.STUDIO_CHAT)
                .refuses(403, "no permission").refuses(404, "no such chat").by(this::get);
        table.user("PUT", one).summary("Set all of a studio chat anew").body(Schemas.STUDIO_CREATE).ok(Schemas.STUDIO_CHAT)
                .refuses(400, "sandbox tier setting private").refuses(403, "no permission").refuses(404, "no such chat").by(this::put);
        table.user("PATCH", one).summary("Set some of a studio chat").body(Schemas.STUDIO_UPDATE).ok(Schemas.STUDIO_CHAT)
                .refuses(400, "sandbox tier setting private").refuses(403, "no permission").refuses(404, "no such chat").by(this::patch);
        table.user("DELETE", one).summary("Delete a studio chat softly").ok(Schemas.STUDIO_CHAT)
                .refuses(400, "delete failed: it is deleted already").refuses(403, "no permission").refuses(404, "no such chat").by(this::delete);
        table.user("POST", one + "/clone").summary("Copy a public studio chat").succeeds(201, Schemas.STUDIO_CHAT)
                .refuses(400, "private chats cannot be cloned").refuses(404, "no such chat").by(this::copy);
    }

    private Reply list(Req request) {
        List<Store.StudioChat> own = ownChats(request.user);
        return Reply.ok(Wire.backwards(own, chat -> chat.runId).stream().map(Wire::studioChat).toList());
    }

    private List<Store.StudioChat> ownChats(Store.User user) {
        List<Store.StudioChat> own = new ArrayList<>(duplicates);
        own.addAll(store.studioChats.values());
        own.removeIf(chat -> chat.owner != user || chat.moulted);
        return own;
    }

    private Reply create(Req request) {
        String runId = request.string("run-ref");
        Store.StudioChat there = runId == null ? null : store.studioChats.get(runId);
        if (there != null && there.owner == request.user && !there.moulted && Fault.on("studio-create-twice")) {
            Store.StudioChat again = new Store.StudioChat();
            again.runId = runId;
            fill(request, again);
            duplicates.add(again);
            return Reply.ok(Wire.studioChat(again));
        }
        if (there != null) {
            if (there.owner != request.user || there.moulted) {
                throw new Refusal(409, "a chat with this run ID exists");
            }
            if (Fault.on("n-studio-post-overwrites")) {
                fill(request, there);
            }
            return Reply.ok(Wire.studioChat(there));
        }
        refusePrivateInSandbox(request, Fault.on("studio-sandbox-creates-private"));
        if (Fault.on("studio-parallel-creates-double")) {
            // Looked for above, put below: between the two there is room for another request.
            store.letOthersIn(50);
        }
        Store.StudioChat chat = new Store.StudioChat();
        chat.runId = runId == null ? Guid.show(Guid.fresh()) : runId;
        fill(request, chat);
        Store.StudioChat before = store.studioChats.put(chat.runId, chat);
        if (before != null) {
            duplicates.add(before);
        }
        return Reply.ok(Wire.studioChat(chat));
    }

    private static void fill(Req request, Store.StudioChat chat) {
        chat.owner = request.user;
        String visibility = request.string("shown-to");
        chat.visibility = visibility == null ? Store.PUBLIC : visibility;
        chat.caption = request.string("caption");
    }

    private static void refusePrivateInSandbox(Req request, boolean forgotten) {
        if (request.user.isSandbox() && Store.PRIVATE.equals(request.string("shown-to")) && !forgotten) {
            throw new Refusal(400, "the sandbox has no private chats");
        }
    }

    private Store.StudioChat chatOf(Req request) {
        String runId = request.text("run_id");
        if (Fault.on("studio-run-id-decoded-twice") && request.operation.method.equals("GET")) {
            runId = URLDecoder.decode(runId, StandardCharsets.UTF_8);
        }
        Store.StudioChat chat = store.studioChats.get(runId);
        if (chat == null || chat.moulted && chat.owner != request.user) {
            throw new Refusal(404, "no such chat");
        }
        return chat;
    }

    private static void refuseStrangers(Req request, Store.StudioChat chat) {
        if (chat.owner != request.user) {
            throw new Refusal(403, "this chat is somebody else's");
        }
    }

    private Reply get(Req request) {
        Store.StudioChat chat = chatOf(request);
        boolean open = chat.visibility.equals(Store.PUBLIC) || chat.owner == request.user;
        if (Fault.on("studio-private-open")) {
            open = true;
        }
        if (Fault.on("studio-visibility-cached")) {
            open = publicOnceRead.computeIfAbsent(chat.runId, id -> chat.visibility.equals(Store.PUBLIC)) || open;
        }
        if (!open) {
            throw new Refusal(403, "this chat is private");
        }
        return Reply.ok(Wire.studioChat(chat));
    }

    private Reply put(Req request) {
        Store.StudioChat chat = chatOf(request);
        refuseStrangers(request, chat);
        refusePrivateInSandbox(request, Fault.on("studio-sandbox-puts-private"));
        String before = chat.visibility;
        fill(request, chat);
        if (Fault.on("n-studio-put-visibility-ignored")) {
            chat.visibility = before;
        }
        return Reply.ok(Wire.studioChat(chat));
    }

    private Reply patch(Req request) {
        Store.StudioChat chat = chatOf(request);
        boolean mayEdit = chat.owner == request.user
                || chat.visibility.equals(Store.PUBLIC) && Fault.on("studio-patch-if-readable");
        if (!mayEdit) {
            throw new Refusal(403, "this chat is somebody else's");
        }
        if (Fault.on("studio-sandbox-refused-but-private")) {
            change(request, chat);
        }
        refusePrivateInSandbox(request, false);
        if (Fault.on("studio-patch-not-kept")) {
            Store.StudioChat shown = new Store.StudioChat();
            shown.runId = chat.runId;
            shown.visibility = chat.visibility;
            shown.caption = chat.caption;
            change(request, shown);
            return Reply.ok(Wire.studioChat(shown));
        }
        if (Fault.on("studio-patch-resets")) {
            fill(request, chat);
        } else {
            change(request, chat);
        }
        if (originals.containsKey(chat)) {
            change(request, originals.get(chat));
        }
        return Reply.ok(Wire.studioChat(chat));
    }

    private static void change(Req request, Store.StudioChat chat) {
        if (request.string("shown-to") != null) {
            chat.visibility = request.string("shown-to");
        }
        if (request.object().containsKey("caption")) {
            chat.caption = request.string("caption");
        }
    }

    private Reply delete(Req request) {
        Store.StudioChat chat = chatOf(request);
        if (!Fault.on("n-studio-delete-by-anyone")) {
            refuseStrangers(request, chat);
        }
        if (chat.moulted) {
            throw new Refusal(400, "it is deleted already");
        }
        if (Fault.on("studio-delete-newest")) {
            List<Store.StudioChat> own = ownChats(request.user);
            chat = own.get(own.size() - 1);
        }
        chat.moulted = true;
        return Reply.ok(Wire.studioChat(chat));
    }

    private Reply copy(Req request) {
        Store.StudioChat original = chatOf(request);
        if (original.moulted) {
            throw new Refusal(404, "no such chat");
        }
        if (!original.visibility.equals(Store.PUBLIC) && !Fault.on("studio-clone-private")) {
            throw new Refusal(400, "private chats cannot be cloned");
        }
        if (Fault.on("studio-clone-same-run-id")) {
            return Reply.json(201, Wire.studioChat(original));
        }
        Store.StudioChat copy = new Store.StudioChat();
        copy.runId = Guid.show(Guid.fresh());
        copy.caption = original.caption;
        copy.owner = Fault.on("studio-clone-for-owner") ? original.owner : request.user;
        if (Fault.on("studio-clone-moves")) {
            original.owner = request.user;
        }
        store.studioChats.put(copy.runId, copy);
        if (Fault.on("studio-clone-changes-original")) {
            originals.put(copy, original);
        }
        return Reply.json(201, Wire.studioChat(copy));
    }
}
