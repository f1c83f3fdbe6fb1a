import java.time.*;
import java.util.*;
import java.util.concurrent.locks.ReentrantLock;

/** All state, in memory, under one lock. */
final class Store {
    static final class User {
        String id, name, email; boolean sandbox; Long credits; long creditsUsed;
        final Map<String, Sub> subs = new LinkedHashMap<>();
        final Map<String, Instant> tools = new LinkedHashMap<>();
        final Set<String> redeemed = new LinkedHashSet<>();
        int payments; Instant paidAt;
        User(String id, String name, boolean sandbox, Long credits) { this.id = id; this.name = name; this.sandbox = sandbox; this.credits = credits; email = id.replace(':', '.') + "@loom.example"; }
    }
    static final class Agent {
        String id, name, prompt, about, slug, upsell; User owner; boolean open, virtual; long price;
        Instant made, changed, deleted; String cloneOf;
        Map<String, Object> theme; Instant themeAt;
        final Map<String, FileRec> files = new LinkedHashMap<>();
        final List<Long> ratings = new ArrayList<>();
    }
    static final class FileRec { String id, agent, name, content, kind; long position; Instant made, changed; }
    static final class Sub { Agent agent; boolean active; long price; Instant from, until; String provider; }
    record Msg(String role, String content, Instant at) {}
    static final class Run {
        String id, source, job; Agent agent; User user; Instant made, changed; int jobs;
        List<Msg> msgs = new ArrayList<>();
        final List<Map<String, Object>> logs = new ArrayList<>(), mcp = new ArrayList<>();
    }
    static final class Studio { String run, title, agent, cloneOf; List<?> messages; boolean open; User owner; Instant made, changed, deleted; }
    static final class Key { long id; String name, key; boolean dflt; User user; Instant made, used; }
    static final class Exec { long id; User user; Map<String, Object> view; Instant at; }
    static final class Bundle { long id; String name, about; User user; Instant made, changed; List<String> tools = new ArrayList<>(); }
    static final class Cli { String id, jwt, label; User by; boolean consumed; Instant made; }
    static final class Sched { String id, name, input; Agent chat; Cron cron; boolean enabled; User user; Instant made, changed, deleted; }
    record Sale(User owner, User buyer, LocalDate day, long cents) {}
    record Code(String code, User issuer) {}

    final ReentrantLock lock = new ReentrantLock();
    final Map<String, User> users = new LinkedHashMap<>();
    final Map<String, Agent> agents = new LinkedHashMap<>();
    final Map<String, Run> runs = new LinkedHashMap<>();
    final Map<String, Studio> studio = new LinkedHashMap<>();
    final Map<Long, Key> keys = new LinkedHashMap<>();
    final Map<String, Key> byKey = new HashMap<>();
    final List<Exec> execs = new ArrayList<>();
    final Map<Long, Bundle> bundles = new LinkedHashMap<>();
    final Map<String, Cli> cli = new LinkedHashMap<>();
    final Map<String, Sched> scheds = new LinkedHashMap<>();
    final List<Sale> sales = new ArrayList<>();
    final Map<String, Code> codes = new LinkedHashMap<>();
    final Set<String> events = new HashSet<>();
    long nextKey = 4_294_967_301L, nextBundle = 5_000_000_001L, nextLog = 3_000_000_001L;
    private long lastMilli;
    private final java.security.SecureRandom random = new java.security.SecureRandom();

    /** Now, but never the same millisecond twice: every record has its own time, so a time can be a cursor. */
    Instant tick() { lastMilli = Math.max(System.currentTimeMillis(), lastMilli + 1); return Instant.ofEpochMilli(lastMilli); }
    /** Now, never before what tick gave. */
    Instant now() { lastMilli = Math.max(System.currentTimeMillis(), lastMilli); return Instant.ofEpochMilli(lastMilli); }
    String token(int bytes) { byte[] b = new byte[bytes]; random.nextBytes(b); return Base64.getUrlEncoder().withoutPadding().encodeToString(b); }
    String hex(int bytes) { byte[] b = new byte[bytes]; random.nextBytes(b); return HexFormat.of().formatHex(b); }
    /** A random uuid of the given version. */
    String uuid(int version) { String h = hex(16); return h.substring(0, 8) + "-" + h.substring(8, 12) + "-" + version + h.substring(13, 16) + "-b" + h.substring(17, 20) + "-" + h.substring(20); }

    /** Lets others in between, as code without a lock would: only faults call it. */
    void gap() {
        lock.unlock();
        try { Thread.sleep(25); } catch (InterruptedException e) { Thread.currentThread().interrupt(); }
        lock.lock();
    }

    Agent agent(String id, User owner, String name, String prompt, boolean open, long price) {
        Agent a = new Agent();
        a.id = id; a.owner = owner; a.name = name; a.prompt = prompt; a.open = open; a.price = price;
        a.made = a.changed = now();
        agents.put(id, a);
        return a;
    }
    Key key(User u, String name, String key, boolean dflt) {
        Key k = new Key();
        k.id = nextKey++; k.user = u; k.name = name; k.key = key; k.dflt = dflt; k.made = now();
        keys.put(k.id, k); byKey.put(key, k);
        return k;
    }
    void subscribed(User u, Agent a) {
        Sub s = new Sub();
        s.agent = a; s.active = true; s.price = a.price; s.from = now(); s.provider = "psub_" + hex(8);
        u.subs.put(a.id, s);
    }
    private void sale(User owner, User buyer, int daysAgo, long cents) { sales.add(new Sale(owner, buyer, LocalDate.now(ZoneOffset.UTC).minusDays(daysAgo), cents)); }

    Store() {
        User ada = new User("usr:1", "Ada Weaver", false, 5_000_000L), bea = new User("usr:2", "Béatrice Fil", false, 4_000_000L),
            sam = new User("usr:3", "Sam Sand", true, null), house = new User("usr:4", "Maison Métier", false, 1L);
        for (User u : List.of(ada, bea, sam, house)) users.put(u.id, u);
        agent("a0000001-0000-7000-8000-000000000001", ada, "Plain Weaver", "You weave answers.", true, 0);
        agent("a0000001-0000-7000-8000-000000000002", ada, "Night Weaver", "You weave in the background.", true, 0).virtual = true;
        Agent own = agent("a0000001-0000-7000-8000-000000000003", ada, "Silk Weaver", "You weave silk.", true, 700);
        agent("a0000002-0000-7000-8000-000000000001", bea, "Fil d'or", "You spin gold.", true, 900);
        agent("a0000002-0000-7000-8000-000000000002", bea, "Fil de lin", "You spin linen.", true, 0);
        agent("a0000002-0000-7000-8000-000000000003", bea, "Fil caché", "You spin in secret.", false, 0);
        Agent s1 = agent("a0000004-0000-7000-8000-000000000001", house, "Tapestry", "You hang on a wall.", true, 1200),
            s2 = agent("a0000004-0000-7000-8000-000000000002", house, "Tassel", "You hang on a curtain.", true, 300),
            s3 = agent("a0000004-0000-7000-8000-000000000003", house, "Trim", "You go round.", true, 400);
        subscribed(ada, s1); subscribed(ada, s2); subscribed(bea, own); subscribed(bea, s3);
        key(ada, "first", "lk_Ada0weaves7with9two4threads2and1shuttle", true);
        key(ada, "judge", "lk_Ada5keeps3another8key6for4the2workers9x", false);
        key(bea, "first", "lk_Bea1spins8gold3and7linen5in2the4secret0", true);
        key(sam, "first", "lk_" + hex(18), true);
        for (int d : new int[] {1, 4, 4, 12, 27, 29, 60, 200}) sale(ada, house, d, 700);
        for (int d : new int[] {2, 9, 90}) sale(bea, house, d, 900);
        codes.put("LOOM-FÊTE-2031", new Code("LOOM-FÊTE-2031", house));
        codes.put("ADA-GIVES-1", new Code("ADA-GIVES-1", ada));
        codes.put("BEA-GIVES-1", new Code("BEA-GIVES-1", bea));
        ada.tools.put("loom.echo@2", now()); ada.tools.put("loom.sort@2", now()); bea.tools.put("loom.upper@2", now());
    }
}
