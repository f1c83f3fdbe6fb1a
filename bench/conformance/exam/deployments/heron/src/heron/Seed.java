package heron;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.UUID;

/** What is there when the deployment starts. Everything that config.json names is always the same. */
final class Seed {
    private static final long END_OF_JWTS = 4_102_444_800L;
    private static final int RUNS = 43;

    static final UUID CALLER = Guid.of("user ardea");
    static final UUID OTHER = Guid.of("user nycticorax");
    static final UUID SANDBOX = Guid.of("user calidris");

    static final UUID TALKER = Guid.of("agent talker");
    static final UUID DIVER = Guid.of("agent diver");
    static final UUID OWN_PAID = Guid.of("agent own paid");
    static final UUID PAID = Guid.of("agent paid");
    static final UUID UNPAID = Guid.of("agent unpaid");
    static final UUID SUBSCRIBED = Guid.of("agent subscribed");
    static final UUID TO_UNSUBSCRIBE = Guid.of("agent to unsubscribe");
    static final UUID GIVEN = Guid.of("agent given");
    static final UUID PRIVATE = Guid.of("agent private");

    static final String CALLER_KEY = "plume~Ardea7cinerea7stands7on7one7leg/+==";
    static final String OTHER_KEY = "plume~Nycticorax7comes7out7at7night/+==";
    static final String VIP_CODE = "R\u00f8rdrum & siv 2026 \u2698";
    static final String OWN_VIP_CODE = "Fiskehejre 7 \u2698";
    static final String WEBHOOK_BODY = "{ \"kind\" : \"plan.renewed\",  \"event-ref\":\"evt-000-1\",\n  \"about\" : \"" + Guid.show(CALLER) + "\" }";

    private final Store store;

    private Seed(Store store) {
        this.store = store;
    }

    static void sow(Store store, Notifier notifier) {
        store.lock.lock();
        try {
            Seed seed = new Seed(store);
            seed.users(notifier);
            seed.agents();
            seed.keys();
            seed.history();
            seed.money();
        } finally {
            store.lock.unlock();
        }
    }

    static String jwt(UUID user) {
        return Jwt.sign(Json.object("iss", Jwt.ISSUER, "sub", Guid.show(user), "iat", 1_735_689_600L, "exp", END_OF_JWTS,
                "jti", Guid.show(Guid.of("jwt of " + user)), "may", Json.array("stand", "wait", "strike", "fly"),
                "nest", "the third alder from the left, seen from the sluice, above the old boat"));
    }

    private Store.User user(UUID id, String name, String email, String standing, String credits) {
        Store.User user = new Store.User(id, name, email, standing);
        user.credits = credits == null ? null : new BigDecimal(credits);
        store.users.put(id, user);
        return user;
    }

    private void users(Notifier notifier) {
        Store.User caller = user(CALLER, "Ardea", "ardea@heronry.example", "grey heron", "4200");
        Store.User other = user(OTHER, "Nycticorax", "nycticorax@heronry.example", "night heron", "130.5");
        user(SANDBOX, "Calidris", "calidris@heronry.example", "sandpiper", null);
        notifier.connect(caller, "global", "default");
        notifier.connect(caller, "global", "evening");
        notifier.connect(other, "global", "default");
    }

    private Store.Agent agent(UUID id, UUID owner, String prompt, String price) {
        Store.Agent agent = new Store.Agent(id, store.users.get(owner), prompt);
        agent.price = price == null ? null : new BigDecimal(price);
        store.agents.put(id, agent);
        return agent;
    }

    private void agents() {
        agent(TALKER, CALLER, "You are a heron. Listen, and answer. \u2698", null);
        agent(DIVER, CALLER, "You are a cormorant, and dive for whoever asks.", null).dives = true;
        agent(OWN_PAID, CALLER, "You are a heron that gives advice on ponds.", "4.20");
        agent(PAID, OTHER, "You tell the weather of tomorrow.", "9");
        agent(UNPAID, OTHER, "You tell the weather of yesterday.", null);
        agent(SUBSCRIBED, OTHER, "You count frogs.", "2.5");
        agent(TO_UNSUBSCRIBE, OTHER, "You count toads.", "3.5");
        agent(GIVEN, OTHER, "You count newts.", "1");
        agent(PRIVATE, OTHER, "You keep the secret of the bittern: it is the boat.", null).visibility = Store.PRIVATE;
    }

    private void key(UUID owner, String label, String value, boolean isMain) {
        Store.Key key = new Store.Key(store.nextKeyNumber(), store.users.get(owner), label, value);
        key.isMain = isMain;
        store.keys.put(key.number, key);
    }

    private void keys() {
        key(CALLER, "default", KeysApi.newValue(), true);
        key(CALLER, "for talking", CALLER_KEY, false);
        key(OTHER, "default", KeysApi.newValue(), true);
        key(OTHER, "for talking", OTHER_KEY, false);
        key(SANDBOX, "default", KeysApi.newValue(), true);
    }

    private void history() {
        Instant start = Instant.now().truncatedTo(ChronoUnit.MICROS).minus(Duration.ofHours(3L * RUNS));
        for (int i = 0; i < RUNS; i++) {
            boolean ofOther = i % 14 == 13;
            Store.User user = store.users.get(ofOther ? OTHER : CALLER);
            Instant at = start.plus(Duration.ofMinutes(170L * i)).plusNanos(1000L * i * i);
            Store.Run run = new Store.Run(Guid.of("run " + i), ofOther ? UNPAID : TALKER, user, at);
            run.messages.add(new Store.Message("user", "Hello for the " + i + ". time", at));
            run.messages.add(new Store.Message("assistant", "Kraak " + i, at.plusMillis(800)));
            run.note(at, "the user spoke");
            run.note(at.plusMillis(800), "the worker spoke");
            store.runs.put(run.id, run);
            store.executions.add(new Store.Execution(store.nextExecutionNumber(), user, "HERON_COUNT_TEAL", Json.object(),
                    Json.object("seen", i), true, at.plusSeconds(60)));
        }
    }

    private void subscription(UUID patron, UUID agent, String providerRef) {
        store.subscriptions.add(new Store.Subscription(store.users.get(patron), store.agents.get(agent), providerRef));
    }

    private void money() {
        subscription(CALLER, SUBSCRIBED, "nest-1");
        subscription(CALLER, TO_UNSUBSCRIBE, "nest-2");
        subscription(CALLER, GIVEN, null);
        subscription(OTHER, OWN_PAID, "nest-3");
        LocalDate today = LocalDate.now(ZoneOffset.UTC);
        for (int i = 0; i < 365; i++) {
            int patrons = i % 2 == 0 ? 1 + i % 3 : 0;
            store.users.get(CALLER).ledger.put(today.minusDays(i), new Store.Day(patrons, new BigDecimal("4.20").multiply(BigDecimal.valueOf(patrons))));
        }
        store.users.get(CALLER).plan = "full plumage";
        store.vipCodes.put(VIP_CODE, new Store.VipCode(VIP_CODE, store.users.get(OTHER)));
        store.vipCodes.put(OWN_VIP_CODE, new Store.VipCode(OWN_VIP_CODE, store.users.get(CALLER)));
    }
}
