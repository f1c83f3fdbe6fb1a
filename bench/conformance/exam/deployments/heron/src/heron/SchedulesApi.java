package heron;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * Schedules. House style: what writes answers the list of the schedules that it touched, which is empty where there
 * was none to touch.
 */
final class SchedulesApi {
    private final Store store;
    private final Worker worker;
    /** Only looked at with a fault: the list is read from a copy that PUT does not reach. */
    private final Map<UUID, String> cronsWhenMade = new LinkedHashMap<>();
    private LocalDateTime lastMinute = LocalDateTime.now(ZoneOffset.UTC).truncatedTo(ChronoUnit.MINUTES);

    SchedulesApi(Store store, Worker worker, Operation.Table table) {
        this.store = store;
        this.worker = worker;
        Schema touched = Schema.array(Schemas.SCHEDULE);
        String one = "/me/schedules/{schedule_id}";
        table.user("GET", "/me/schedules").summary("Schedules of the caller").ok(Schemas.SCHEDULES).by(this::list);
        table.user("POST", "/me/schedules").summary("Make a schedule").body(Schemas.SCHEDULE_REQUEST).ok(touched)
                .refuses(403, "chat ID invalid, missing or not owned by the caller").by(this::create);
        table.user("GET", "/me/schedules/onboarding").summary("Schedules to begin with")
                .ok(Schema.object().has("proposals", Schema.array(Schema.object().has("beat", Schema.string()).has("words", Schema.string()))))
                .by(this::onboarding);
        table.user("GET", "/me/schedules/text-to-cron").summary("Words or a cron expression, as a cron expression with names of days")
                .queryRequired("cron", Schema.string()).ok(Schema.string()).refuses(400, "invalid cron expression").by(this::textToCron);
        table.user("GET", one).path("schedule_id", Schema.uuid()).summary("A schedule").ok(Schemas.SCHEDULE)
                .refuses(404, "no such schedule").by(this::get);
        table.user("PUT", one).path("schedule_id", Schema.uuid()).summary("Change a schedule").body(Schemas.SCHEDULE_UPDATE)
                .ok(touched).refuses(403, "chat ID invalid or not owned by the caller").by(this::put);
        table.user("DELETE", one).path("schedule_id", Schema.uuid()).summary("Remove a schedule").ok(touched).by(this::delete);
        store.every(5_000, this::runWhatIsDue);
    }

    // ------------------------------------------------------------------ the operations

    private List<Store.Schedule> own(Req request) {
        return store.schedules.values().stream().filter(s -> s.owner == request.user || Fault.on("schedules-of-everyone")).toList();
    }

    private Reply list(Req request) {
        List<Store.Schedule> own = Wire.backwards(own(request), schedule -> Guid.show(schedule.id));
        List<Map<String, Object>> rota = own.stream().map(Wire::schedule).toList();
        if (Fault.on("n-schedules-list-old-cron")) {
            own.forEach(schedule -> rota.get(own.indexOf(schedule)).put("beat", cronsWhenMade.get(schedule.id)));
        }
        return Reply.ok(Json.object("rota", rota));
    }

    private Store.Agent ownChat(Req request, Object ref, boolean anybodys) {
        Store.Agent chat = ref instanceof String text ? store.agent(text) : null;
        if (chat == null || chat.owner != request.user && !anybodys) {
            throw new Refusal(403, "this is no chat of yours");
        }
        return chat;
    }

    private static void refuseInvalid(String cron) {
        if (Fault.on("schedule-range-refused") && cron.contains("-")) {
            throw Refusal.invalid("body.beat", "a field is no number");
        }
        try {
            Cron.parse(cron);
        } catch (IllegalArgumentException e) {
            throw Refusal.invalid("body.beat", e.getMessage());
        }
    }

    private static String kept(String cron) {
        if (Fault.on("schedule-days-swapped")) {
            String[] fields = cron.trim().split("\\s+");
            String swapped = String.join(" ", fields[0], fields[1], fields[4], fields[3], fields[2]);
            try {
                Cron.parse(swapped);
                return swapped;
            } catch (IllegalArgumentException e) {
                return cron;
            }
        }
        if (Fault.on("n-schedule-steps-dropped")) {
            return cron.replaceAll("/\\d+", "");
        }
        return cron;
    }

    private Reply create(Req request) {
        Object ref = request.object().get("chat-ref");
        if (ref == null && Fault.on("schedule-missing-chat-422")) {
            throw Refusal.invalid("body.chat-ref", "is missing");
        }
        if (ref instanceof String text && Guid.read(text) == null && Fault.on("schedule-malformed-chat-500")) {
            throw new IllegalStateException("no uuid");
        }
        Store.Agent chat = ownChat(request, ref, Fault.on("schedule-of-foreign-chat"));
        refuseInvalid(request.string("beat"));
        Store.Schedule schedule = add(request, chat);
        if (Fault.on("schedule-made-twice")) {
            add(request, chat);
        }
        return touched(List.of(schedule));
    }

    private Store.Schedule add(Req request, Store.Agent chat) {
        Store.Schedule schedule = new Store.Schedule(request.user);
        schedule.chatId = chat.id;
        schedule.cron = kept(request.string("beat"));
        schedule.asleep = Boolean.TRUE.equals(request.object().get("asleep"));
        store.schedules.put(schedule.id, schedule);
        cronsWhenMade.put(schedule.id, schedule.cron);
        return schedule;
    }

    private static Reply touched(List<Store.Schedule> schedules) {
        return Reply.ok(schedules.stream().map(Wire::schedule).toList());
    }

    private Reply onboarding(Req request) {
        return Reply.ok(Json.object("proposals", Json.array(
                Json.object("beat", "0 6 * * *", "words", "every day at dawn"),
                Json.object("beat", "30 17 * * FRI", "words", "before the week ends"))));
    }

    private Reply textToCron(Req request) {
        String text = (String) request.query.get("cron");
        if (text == null) {
            return Reply.ok("* * * * *");
        }
        try {
            return Reply.ok(Cron.fromWords(text).spelledOut());
        } catch (IllegalArgumentException e) {
            if (Fault.on("cron-invalid-200")) {
                return Reply.ok(text);
            }
            throw new Refusal(400, e.getMessage());
        }
    }

    private Store.Schedule find(Req request) {
        Store.Schedule schedule = store.schedules.get(request.guid("schedule_id"));
        return schedule != null && schedule.owner == request.user ? schedule : null;
    }

    private Reply get(Req request) {
        Store.Schedule schedule = find(request);
        if (schedule == null) {
            throw new Refusal(404, "no such schedule");
        }
        return Reply.ok(Wire.schedule(schedule));
    }

    private Reply put(Req request) {
        Store.Schedule schedule = find(request);
        if (schedule == null) {
            return touched(List.of());
        }
        Object ref = request.object().get("chat-ref");
        Store.Agent chat = ref == null ? null : ownChat(request, ref, Fault.on("schedule-moved-to-foreign-chat"));
        if (request.string("beat") != null) {
            refuseInvalid(request.string("beat"));
        }
        if (Fault.on("schedule-put-does-nothing")) {
            return touched(List.of(schedule));
        }
        List<Store.Schedule> meant = new ArrayList<>(List.of(schedule));
        if (Fault.on("schedule-put-changes-all")) {
            meant.addAll(own(request));
        }
        for (Store.Schedule each : meant) {
            each.chatId = chat == null ? each.chatId : chat.id;
            each.cron = request.string("beat") == null ? each.cron : request.string("beat");
            each.asleep = request.object().get("asleep") instanceof Boolean asleep ? asleep : each.asleep;
        }
        return touched(List.of(schedule));
    }

    private Reply delete(Req request) {
        Store.Schedule schedule = find(request);
        if (schedule == null) {
            return touched(List.of());
        }
        if (!Fault.on("schedule-delete-does-nothing")) {
            store.schedules.remove(schedule.id);
        }
        return touched(List.of(schedule));
    }

    // ------------------------------------------------------------------ the runs

    /** Starts a run of each schedule whose minute has begun. */
    private void runWhatIsDue() {
        LocalDateTime now = LocalDateTime.ofInstant(Instant.now(), ZoneOffset.UTC).truncatedTo(ChronoUnit.MINUTES);
        if (!now.isAfter(lastMinute)) {
            return;
        }
        lastMinute = now;
        for (Store.Schedule schedule : store.schedules.values()) {
            Store.Agent chat = store.agents.get(schedule.chatId);
            if (chat != null && !schedule.asleep && Cron.parse(schedule.cron).matches(now)) {
                Store.Run run = new Store.Run(Guid.fresh(), chat.id, schedule.owner, Times.tick());
                store.runs.put(run.id, run);
                worker.talk(chat, run, "It is time.");
            }
        }
    }
}
