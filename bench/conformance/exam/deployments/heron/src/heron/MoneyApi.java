package heron;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;

/** Billing, credits, payments, monetization. */
final class MoneyApi {
    static final String SEAL_HEADER = "X-Plume-Seal";
    static final BigDecimal USE_COSTS = new BigDecimal("0.25");
    private static final byte[] WEBHOOK_SECRET = "the otter signs for the fish".getBytes(StandardCharsets.UTF_8);

    private final Store store;
    private final Map<Store.User, Map<String, Object>> staleCredits = new LinkedHashMap<>();
    private final Set<String> seenSeals = new HashSet<>();
    private final Set<String> seenEvents = new HashSet<>();

    MoneyApi(Store store, Operation.Table table) {
        this.store = store;
        table.user("GET", "/me/billing").summary("The caller's plan").ok(Schemas.BILLING).by(this::billing);
        table.user("GET", "/me/credits").summary("Credits that are left").ok(Schemas.CREDITS).refuses(404, "credits not found").by(this::credits);
        table.user("POST", "/me/credits/use").summary("Use a quarter of a credit").ok(Schemas.CREDITS)
                .refuses(404, "credits not found, or used up").by(this::useCredit);
        table.user("POST", "/me/payments/webhook").noAuth().summary("Events of the payment provider")
                .header(SEAL_HEADER, Schema.string().pattern("^sha256:[A-Za-z0-9_-]{43}$"))
                .ownBody(Schema.openObject().has("event-ref", Schema.string()).has("kind", Schema.string()).may("about", Schema.string()))
                .ok(Schemas.WEBHOOK_DONE).refuses(400, "missing signature or invalid event").by(this::webhook);
        table.user("POST", "/me/payments/sessions").summary("Open a checkout session for a plan").body(Schemas.PAYMENT_SESSION_REQUEST)
                .ok(Schemas.PAYMENT_SESSION).by(this::paymentSession);
        period(table.user("GET", "/me/monetization/summary")).summary("New patrons and takings of the period").ok(Schemas.MONEY_SUMMARY).by(this::summary);
        period(table.user("GET", "/me/monetization/subscribers")).summary("New patrons by day, today first").ok(Schemas.MONEY_SUBSCRIBERS)
                .by(r -> Reply.ok(Json.object("by-day", byDay(r, "patrons", Store.Day::patrons))));
        period(table.user("GET", "/me/monetization/earnings")).summary("Takings by day, today first").ok(Schemas.MONEY_EARNINGS)
                .by(r -> Reply.ok(Json.object("by-day", byDay(r, "takings", day -> Wire.money(day.takings())))));
    }

    private static Operation period(Operation operation) {
        return operation.query("period", Schema.integer().atLeast("1").atMost("365").byDefault(28L).about("days, today included"));
    }

    // ------------------------------------------------------------------ billing and credits

    private Reply billing(Req request) {
        Store.User user = request.user;
        if (user.isSandbox() && Fault.on("billing-sandbox-500")) {
            throw new NullPointerException("the sandbox has no subscription");
        }
        Map<String, Object> out = Json.object("plan", user.plan,
                "paid-through", user.paidThrough == null ? null : Times.show(user.paidThrough));
        if (Fault.on("billing-not-json")) {
            return Reply.raw(200, Reply.JSON, out.toString());
        }
        return Reply.ok(out);
    }

    private static void refuseWithoutCredits(Store.User user) {
        if (user.credits == null) {
            throw new Refusal(404, "credits not found");
        }
    }

    private Reply credits(Req request) {
        refuseWithoutCredits(request.user);
        if (Fault.on("credits-read-uses")) {
            request.user.credits = request.user.credits.subtract(USE_COSTS);
        }
        Map<String, Object> wire = Wire.credits(request.user);
        if (Fault.on("n-credits-as-html")) {
            return Reply.raw(200, "text/html; charset=utf-8", Json.write(wire));
        }
        return Reply.ok(Fault.on("credits-stale") ? staleCredits.computeIfAbsent(request.user, user -> wire) : wire);
    }

    private Reply useCredit(Req request) {
        if (Fault.on("credits-use-needs-body") && request.rawBody.length == 0) {
            throw Refusal.invalid("body", "is missing");
        }
        Store.User user = request.user;
        refuseWithoutCredits(user);
        if (user.credits.compareTo(USE_COSTS) < 0) {
            throw new Refusal(404, "all credits are used up");
        }
        if (Fault.on("credits-use-does-nothing")) {
            return Reply.ok(Wire.credits(user));
        }
        if (Fault.on("credits-use-adds")) {
            user.credits = user.credits.add(USE_COSTS);
            return Reply.ok(Wire.credits(user));
        }
        if (Fault.on("credits-use-of-other")) {
            Store.User payer = store.users.values().stream().filter(u -> u != user && u.credits != null).findFirst().orElse(user);
            payer.credits = payer.credits.subtract(USE_COSTS);
            return Reply.ok(Json.object("left-over", Wire.money(user.credits.subtract(USE_COSTS))));
        }
        BigDecimal before = user.credits;
        if (Fault.on("credits-parallel-uses-lost")) {
            // Read, wait for the database, write.
            store.letOthersIn(50);
        }
        user.credits = before.subtract(USE_COSTS);
        if (Fault.on("n-credits-use-answers-before")) {
            return Reply.ok(Json.object("left-over", Wire.money(before)));
        }
        return Reply.ok(Wire.credits(user));
    }

    // ------------------------------------------------------------------ payments

    static String seal(String body) {
        return "sha256:" + Jwt.encode(Jwt.hmac(WEBHOOK_SECRET, body.getBytes(StandardCharsets.UTF_8)));
    }

    private static String seal(byte[] body) {
        return "sha256:" + Jwt.encode(Jwt.hmac(WEBHOOK_SECRET, body));
    }

    private boolean sealIsRight(byte[] body, String given) {
        String right = seal(body);
        if (Fault.on("webhook-seal-unchecked")) {
            return true;
        }
        if (Fault.on("webhook-seal-prefix-only")) {
            return given.startsWith(right.substring(0, 15));
        }
        if (Fault.on("webhook-seal-of-rewritten-body")) {
            try {
                right = seal(Json.write(Json.read(body)));
            } catch (Json.Malformed e) {
                return false;
            }
        }
        if (Fault.on("webhook-seal-cached") && seenSeals.contains(given)) {
            return true;
        }
        boolean same = MessageDigest.isEqual(right.getBytes(StandardCharsets.UTF_8), given.getBytes(StandardCharsets.UTF_8));
        if (same) {
            seenSeals.add(given);
        }
        return same;
    }

    private Reply webhook(Req request) {
        String given = request.headers.get(SEAL_HEADER.toLowerCase());
        if (given == null) {
            if (Fault.on("webhook-unsigned-200")) {
                return Reply.ok(Json.object("landed", "yes"));
            }
            throw new Refusal(Fault.on("webhook-unsigned-401") ? 401 : 400, "the seal is missing");
        }
        if (!sealIsRight(request.rawBody, given)) {
            throw new Refusal(400, "the seal is not of this body");
        }
        Object event;
        try {
            event = Json.read(request.rawBody);
        } catch (Json.Malformed e) {
            throw new Refusal(400, "the event is no JSON");
        }
        if (!(event instanceof Map<?, ?> map) || !(map.get("event-ref") instanceof String) || !(map.get("kind") instanceof String)) {
            throw new Refusal(400, "the event has no event-ref and kind");
        }
        boolean isNew = seenEvents.add((String) map.get("event-ref"));
        if (!isNew && Fault.on("webhook-redelivery-500")) {
            throw new IllegalStateException("duplicate key");
        }
        if (isNew) {
            process((String) map.get("kind"), map.get("about"));
        }
        return Reply.ok(Json.object("landed", "yes"));
    }

    /** Events of other kinds are taken, and nothing comes of them. */
    private void process(String kind, Object about) {
        if (kind.equals("plan.renewed") && about instanceof String text) {
            UUID id = Guid.read(text);
            Store.User user = id == null ? null : store.users.get(id);
            if (user != null) {
                user.paidThrough = Times.tick().plus(Duration.ofDays(30));
            }
        } else if (kind.equals("checkout.paid") && about instanceof String ref) {
            Store.Checkout checkout = store.checkouts.remove(ref);
            if (checkout != null) {
                store.subscriptions.add(new Store.Subscription(checkout.patron(), checkout.agent(), ref));
            }
        }
    }

    private Reply paymentSession(Req request) {
        String ref = "plan-" + Guid.secretWord(16);
        return Reply.ok(Json.object("checkout-ref", ref, "checkout-page", "https://pay.heronry.example/" + ref));
    }

    // ------------------------------------------------------------------ monetization

    private static List<Store.Day> days(Req request, long period) {
        List<Store.Day> out = new ArrayList<>();
        LocalDate today = LocalDate.now(ZoneOffset.UTC);
        for (int i = 0; i < Math.min(period, 3650); i++) {
            out.add(request.user.ledger.getOrDefault(today.minusDays(i), new Store.Day(0, BigDecimal.ZERO)));
        }
        return out;
    }

    private Reply summary(Req request) {
        long period = Fault.on("summary-of-all-time") ? 365 : (Long) request.query.get("period");
        // With the fault: 0 is as good as nothing.
        period = period == 0 ? 28 : period;
        int patrons = 0;
        BigDecimal takings = BigDecimal.ZERO;
        for (Store.Day day : days(request, period)) {
            patrons += day.patrons();
            takings = takings.add(day.takings());
        }
        return Reply.ok(Json.object("patrons", patrons, "takings", Wire.money(takings)));
    }

    private static List<Object> byDay(Req request, String name, Function<Store.Day, Object> value) {
        long period = (Long) request.query.get("period");
        if (name.equals("takings") && Fault.on("earnings-period-ignored")) {
            period = 28;
        }
        List<Object> out = new ArrayList<>();
        LocalDate today = LocalDate.now(ZoneOffset.UTC);
        for (Store.Day day : days(request, period)) {
            out.add(Json.object("day", today.minusDays(out.size()).format(DateTimeFormatter.ofPattern("uuuu-DDD")), name, value.apply(day)));
        }
        return out;
    }
}
