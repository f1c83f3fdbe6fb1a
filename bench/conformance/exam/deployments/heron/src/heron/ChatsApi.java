package heron;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** The legacy family of paths over the same record. */
final class ChatsApi {
    private final Store store;
    private boolean ghostInList;

    ChatsApi(Store store, Operation.Table table) {
        this.store = store;
        String one = "/me/chats/{chat_id}";
        table.user("GET", "/me/chats").summary("Chats of the caller").ok(Schema.array(Schemas.AGENT)).by(this::list);
        table.user("POST", "/me/chats").deprecated().summary("Make a chat").body(Schemas.AGENT_REQUEST).ok(Schemas.AGENT)
                .refuses(400, "missing chat prompt, sandbox tier setting private, or a vanity slug that is taken").by(this::create);
        table.user("GET", one).noAuth().summary("A chat").ok(Schemas.AGENT)
                .refuses(403, "a private chat").refuses(404, "no such chat").by(this::get);
        table.user("PUT", one).summary("Set a chat anew; without a prompt the old one stays").body(Schemas.AGENT_REQUEST).ok(Schemas.AGENT)
                .refuses(400, "sandbox tier setting private, or a vanity slug that is taken")
                .refuses(403, "somebody else's chat").refuses(404, "no such chat").by(this::put);
        table.user("PATCH", one).summary("Change some of a chat").body(Schemas.AGENT_PARTIAL).ok(Schemas.AGENT)
                .refuses(400, "sandbox tier setting private, or a vanity slug that is taken")
                .refuses(403, "somebody else's chat").refuses(404, "no such chat").by(this::patch);
        table.user("DELETE", one).summary("Remove a chat").ok(Schemas.AGENT)
                .refuses(403, "somebody else's chat").refuses(404, "no such chat").by(this::delete);
        table.user("GET", one + "/og").noAuth().summary("Social-preview metadata; those of the house for what is private or unknown")
                .path("chat_id", Schema.uuid())
                .ok(Schema.object().has("og:type", Schema.string()).has("og:title", Schema.string()).has("og:description", Schema.string()))
                .by(this::preview);
        table.user("POST", one + "/clone").summary("Copy a public chat").path("chat_id", Schema.uuid())
                .optionalBody(Schema.nullOr(Schemas.AGENT_PARTIAL)).ok(Schemas.AGENT)
                .refuses(400, "sandbox tier setting private, or a vanity slug that is taken")
                .refuses(403, "chat is not public").refuses(404, "no such chat").by(this::copy);
        table.user("POST", one + "/feedback").summary("Say what you think of a chat").body(Schemas.FEEDBACK).ok(Schemas.AGENT)
                .refuses(404, "no such chat, or a private one").by(this::feedback);
        table.user("POST", one + "/runs").summary("Start a run of a chat").path("chat_id", Schema.uuid()).ok(Schemas.RUN_LOG)
                .refuses(403, "a private chat").refuses(404, "no such chat").by(this::run);
    }

    private Store.Agent chatOf(Req request) {
        Store.Agent chat = store.agent(request.text("chat_id"));
        if (chat == null) {
            throw new Refusal(404, "no such chat");
        }
        return chat;
    }

    private Store.Agent ownChat(Req request) {
        Store.Agent chat = chatOf(request);
        boolean anybodys = request.operation.method.equals("DELETE") && Fault.on("chat-delete-by-anyone");
        if (chat.owner != request.user && !anybodys) {
            throw new Refusal(403, "this chat is somebody else's");
        }
        return chat;
    }

    private Reply list(Req request) {
        if (ghostInList) {
            throw new IllegalStateException("a chat of the list is gone");
        }
        List<Store.Agent> own = AgentsApi.ownAgents(store, request.user);
        if (Fault.on("chats-list-ten")) {
            own = own.subList(0, Math.min(10, own.size()));
        }
        List<Object> out = new ArrayList<>();
        own.forEach(chat -> out.add(Wire.agent(chat)));
        return Reply.ok(out);
    }

    private Reply create(Req request) {
        if (Fault.on("chats-post-gone")) {
            throw new Refusal(410, "use POST /me/agents");
        }
        String prompt = request.string("opening-brief");
        boolean missing = prompt == null || prompt.isEmpty();
        if (missing) {
            throw new Refusal(400, "the opening brief (chat prompt) is missing");
        }
        AgentsApi.refusePrivateInSandbox(request, false);
        AgentsApi.refuseTakenSlug(store, request, null);
        Store.Agent chat = new Store.Agent(Guid.fresh(), request.user, prompt);
        setAnew(request, chat);
        store.agents.put(chat.id, chat);
        return Reply.ok(Wire.agent(chat));
    }

    private static void setAnew(Req request, Store.Agent chat) {
        String prompt = request.string("opening-brief");
        chat.prompt = prompt == null || prompt.isEmpty() ? chat.prompt : prompt;
        chat.visibility = request.string("seen-by") == null ? Store.PUBLIC : request.string("seen-by");
        chat.slug = request.string("nice-name");
    }

    private Reply get(Req request) {
        Store.Agent chat = chatOf(request);
        if (!chat.isSeenBy(request.user)) {
            throw new Refusal(403, "this chat is private");
        }
        if (chat.madeUnderAgents && Fault.on("chat-get-misses-agents")) {
            throw new Refusal(404, "no such chat");
        }
        if (Fault.on("chat-get-length-in-characters")) {
            // Content-Length is the number of characters, which is less than the number of bytes.
            String json = Json.writeUnescaped(Wire.agent(chat));
            return Reply.raw(200, Reply.JSON, Arrays.copyOf(json.getBytes(StandardCharsets.UTF_8), json.length()));
        }
        return Reply.ok(Wire.agent(chat));
    }

    private Reply put(Req request) {
        Store.Agent chat = ownChat(request);
        AgentsApi.refusePrivateInSandbox(request, false);
        AgentsApi.refuseTakenSlug(store, request, chat);
        if (Fault.on("chat-put-makes-another")) {
            chat = new Store.Agent(Guid.fresh(), request.user, chat.prompt);
            store.agents.put(chat.id, chat);
        }
        Map<String, Object> before = Wire.agent(chat);
        setAnew(request, chat);
        return Reply.ok(Fault.on("chat-put-answers-old") ? before : Wire.agent(chat));
    }

    private Reply patch(Req request) {
        Store.Agent chat = ownChat(request);
        if (Fault.on("chat-patch-sandbox-public-refused") && request.user.isSandbox() && request.string("seen-by") != null) {
            throw new Refusal(400, "the sandbox has nothing private");
        }
        AgentsApi.refusePrivateInSandbox(request, Fault.on("chat-patch-sandbox-private"));
        AgentsApi.refuseTakenSlug(store, request, chat);
        if (Fault.on("chat-parallel-patches-lose-one")) {
            // The whole record is read and written back, though others may have changed it since.
            Store.Agent read = new Store.Agent(chat.id, chat.owner, chat.prompt);
            read.visibility = chat.visibility;
            read.slug = chat.slug;
            store.letOthersIn(60);
            chat.prompt = read.prompt;
            chat.visibility = read.visibility;
            chat.slug = read.slug;
        }
        change(request, chat);
        if (request.string("opening-brief") != null && Fault.on("n-chat-patch-emoji-lost")) {
            // The column holds three bytes a letter.
            chat.prompt = chat.prompt.replaceAll("[\\x{10000}-\\x{10FFFF}]", "?");
        }
        if (Fault.on("chat-patch-wipes-prompt") && request.string("opening-brief") == null) {
            chat.prompt = "";
        }
        return Reply.ok(Wire.agent(chat));
    }

    private static void change(Req request, Store.Agent chat) {
        if (request.string("opening-brief") != null) {
            chat.prompt = request.string("opening-brief");
        }
        if (request.string("seen-by") != null) {
            chat.visibility = request.string("seen-by");
        }
        if (request.object().containsKey("nice-name")) {
            chat.slug = request.string("nice-name");
        }
    }

    private Reply delete(Req request) {
        Store.Agent chat = ownChat(request);
        store.agents.remove(chat.id);
        if (Fault.on("n-chat-deleted-still-talks")) {
            store.cachedWorkers.put(chat.id, chat);
        }
        store.schedules.values().removeIf(schedule -> schedule.chatId.equals(chat.id));
        if (Fault.on("chat-delete-breaks-list")) {
            ghostInList = true;
        }
        return Reply.ok(Wire.agent(chat));
    }

    private Reply preview(Req request) {
        Store.Agent chat = store.agent(request.text("chat_id"));
        boolean shown = chat != null && (chat.isPublic() || Fault.on("og-shows-private"));
        String description = shown ? chat.prompt : "Workers that stand and wait.";
        Map<String, Object> tags = Json.object(
                "og:type", "website",
                "og:title", shown && chat.slug != null ? chat.slug : "Heronry",
                "og:description", description);
        if (Fault.on("og-broken-json")) {
            return Reply.raw(200, Reply.JSON, "{\"og:type\":\"website\",\"og:title\":\"" + tags.get("og:title")
                    + "\",\"og:description\":\"" + description + "\"}");
        }
        return Reply.ok(tags);
    }

    private Reply copy(Req request) {
        boolean nullBody = request.body == null && request.rawBody.length > 0;
        if (nullBody && Fault.on("chat-clone-null-refused")) {
            throw Refusal.invalid("body", "is no object");
        }
        Store.Agent original = chatOf(request);
        if (!original.isPublic() && !Fault.on("chat-clone-private")) {
            throw new Refusal(403, "this chat is not public");
        }
        if (Fault.on("chat-clone-is-original")) {
            return Reply.ok(Wire.agent(original));
        }
        Store.Agent copy = new Store.Agent(Guid.fresh(), request.user, original.prompt);
        copy.themeColor = original.themeColor;
        if (request.body != null) {
            AgentsApi.refusePrivateInSandbox(request, false);
            AgentsApi.refuseTakenSlug(store, request, null);
            if (Fault.on("chat-clone-changes-original")) {
                change(request, original);
            }
            if (!Fault.on("chat-clone-ignores-body")) {
                change(request, copy);
            }
            if (request.string("opening-brief") == null && Fault.on("n-chat-clone-body-wipes-prompt")) {
                copy.prompt = "";
            }
        }
        store.agents.put(copy.id, copy);
        return Reply.ok(Wire.agent(copy));
    }

    private Reply feedback(Req request) {
        Store.Agent chat = store.agent(request.text("chat_id"));
        if (chat == null && Fault.on("feedback-unknown-200")) {
            return Reply.ok(Wire.agent(new Store.Agent(Guid.fresh(), request.user, "")));
        }
        if (chat == null || !chat.isSeenBy(request.user)) {
            throw new Refusal(404, "no such chat");
        }
        chat.feedback.add(request.object());
        if (Fault.on("feedback-answers-another-chat")) {
            chat = store.agents.values().stream().filter(other -> other.isPublic()).reduce((a, b) -> b).orElse(chat);
        }
        return Reply.ok(Wire.agent(chat));
    }

    private Reply run(Req request) {
        UUID id = request.guid("chat_id");
        boolean unknownIsFine = store.agents.get(id) == null && Fault.on("chat-run-of-unknown");
        if (!unknownIsFine) {
            Store.Agent chat = chatOf(request);
            if (!chat.isSeenBy(request.user)) {
                throw new Refusal(403, "this chat is private");
            }
        }
        Store.Run run = new Store.Run(Guid.fresh(), id, request.user, Times.tick());
        run.note(run.began, "the run was started by hand");
        store.runs.put(run.id, run);
        return Reply.ok(Wire.runLog(run, run.log.get(0)));
    }
}
