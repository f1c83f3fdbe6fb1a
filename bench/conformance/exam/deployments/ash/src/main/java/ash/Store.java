package ash;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** All data, in concurrent maps; many-step changes happen under LOCK. */
final class Store {
    static final Object LOCK = new Object();
    static final SecureRandom RND = new SecureRandom();
    static final ScheduledExecutorService CLOCK = Executors.newScheduledThreadPool(2, r -> { Thread t = new Thread(r, "ash-clock"); t.setDaemon(true); return t; });

    static final class User { String id, handle, email, tier, joined; boolean sandbox; BigDecimal acorns, spent = BigDecimal.ZERO; Set<String> vip = ConcurrentHashMap.newKeySet();
        Map<String, String> tools = new ConcurrentSkipListMap<>(); }
    static final class Agent { String id, owner, prompt, visibility, slug, pitch, label, fee; String planted, touched; AtomicLong glances = new AtomicLong(); long applause; String tint, painted; Agent source;
        Map<String, File> files = new LinkedHashMap<>(); boolean open() { return visibility.equals("public"); } }
    static final class File { String id, caption, text, at; long rank; }
    static final class Run { String id, agent, owner; Instant at; volatile List<Message> history = new CopyOnWriteArrayList<>(); List<LogLine> log = new CopyOnWriteArrayList<>(); List<McpLine> mcp = new CopyOnWriteArrayList<>();
        volatile String job; volatile String jobResult; final ReentrantLock turn = new ReentrantLock(true); }
    record Message(String role, String content, String at) {}
    record LogLine(long line, String kind, String words, String at) {}
    record McpLine(String tool, Object asked, Object answered, String at) {}
    record Execution(long no, String owner, String tool, String service, String namespace, JsonNode given, Instant at) {}
    static final class Studio { String id, owner, visibility, heading, jotting, at, from; boolean deleted; }
    static final class Key { long no; String owner, tag, secret, at; boolean crowned; }
    static final class Pledge { String agent, user, standing, fee, since, until; }
    record Checkout(String key, String agent, String user) {}
    record Sale(String owner, LocalDate day, BigDecimal fee) {}
    static final class Bundle { long no; String owner, caption, at; List<String> kit = new ArrayList<>(); }
    static final class Handshake { String id, jwt, user; boolean spent; Instant until; }
    static final class Alarm { String id, owner, chat, cron, note; long rings; }
    record Vip(String code, String maker) {}

    static final Map<String, User> users = new ConcurrentHashMap<>();
    static final Map<String, Agent> agents = Collections.synchronizedMap(new LinkedHashMap<>());
    static final Map<String, Run> runs = Collections.synchronizedMap(new LinkedHashMap<>());
    static final Map<Long, Execution> executions = new ConcurrentSkipListMap<>();
    static final Map<String, Studio> studio = Collections.synchronizedMap(new LinkedHashMap<>());
    static final Map<Long, Key> keys = new ConcurrentSkipListMap<>();
    static final Map<String, Pledge> pledges = Collections.synchronizedMap(new LinkedHashMap<>());
    static final Map<String, Checkout> checkouts = new ConcurrentHashMap<>();
    static final List<Sale> sales = new CopyOnWriteArrayList<>();
    static final Map<Long, Bundle> bundles = new ConcurrentSkipListMap<>();
    static final Map<String, Handshake> handshakes = new ConcurrentHashMap<>();
    static final Map<String, Alarm> alarms = Collections.synchronizedMap(new LinkedHashMap<>());
    static final Map<String, Vip> vips = new ConcurrentHashMap<>();
    static final Set<String> heard = ConcurrentHashMap.newKeySet();
    static final AtomicLong keySeq = new AtomicLong(7_000_000_003L), bundleSeq = new AtomicLong(40_000_000_100L), execSeq = new AtomicLong(90_000_000_000L);

    // ---- time and identifiers -----------------------------------------------------------------------------------
    private static long last;
    /** Never the same twice, so that a cursor parts every two records. */
    static synchronized Instant now() {
        Instant i = Instant.now();
        long us = i.getEpochSecond() * 1_000_000 + i.getNano() / 1000;
        last = Math.max(last + 1, us);
        return Instant.ofEpochSecond(last / 1_000_000, last % 1_000_000 * 1000);
    }
    static String epoch(Instant i) { return i == null ? null : String.format("%d.%06d", i.getEpochSecond(), i.getNano() / 1000); }
    static String stamp() { return epoch(now()); }
    static String uuid() { // version 7
        byte[] b = new byte[16];
        RND.nextBytes(b);
        long ms = System.currentTimeMillis();
        for (int k = 0; k < 6; k++) b[k] = (byte) (ms >> (40 - 8 * k));
        b[6] = (byte) (b[6] & 0x0f | 0x70);
        b[8] = (byte) (b[8] & 0x3f | 0x80);
        String h = HexFormat.of().formatHex(b);
        return h.substring(0, 8) + "-" + h.substring(8, 12) + "-" + h.substring(12, 16) + "-" + h.substring(16, 20) + "-" + h.substring(20);
    }
    static String token(int bytes) { byte[] b = new byte[bytes]; RND.nextBytes(b); return Base64.getUrlEncoder().withoutPadding().encodeToString(b); }

    // ---- JWT ----------------------------------------------------------------------------------------------------
    static final byte[] SECRET = "grove-hs256-4f1d9c77-keep-dry".getBytes(StandardCharsets.UTF_8);
    static byte[] hmac(byte[] key, byte[] data) {
        try { Mac m = Mac.getInstance("HmacSHA256"); m.init(new SecretKeySpec(key, "HmacSHA256")); return m.doFinal(data); } catch (Exception e) { throw new IllegalStateException(e); }
    }
    static User jwt(String token) { return jwt(token, true); }
    static User jwt(String token, boolean verify) {
        try {
            String[] p = token.split("\\.", -1);
            if (p.length != 3) return null;
            Base64.Decoder d = Base64.getUrlDecoder();
            String alg = Main.JSON.readTree(d.decode(p[0])).path("alg").asText();
            boolean none = alg.equalsIgnoreCase("none") && Main.fault("jwt-alg-none");
            if (verify && !none) {
                if (!alg.equals("HS256")) return null;
                byte[] sig = d.decode(p[2]);
                if (!MessageDigest.isEqual(sig, hmac(SECRET, (p[0] + "." + p[1]).getBytes(StandardCharsets.US_ASCII)))) return null;
                if (!Base64.getUrlEncoder().withoutPadding().encodeToString(sig).equals(p[2])) return null;
            }
            JsonNode c = Main.JSON.readTree(d.decode(p[1]));
            if (!c.path("exp").isNumber() || c.get("exp").asLong() <= Instant.now().getEpochSecond()) return null;
            return users.get(c.path("sub").asText());
        } catch (Exception e) { return null; }
    }
    static String sign(String sub) {
        Base64.Encoder e = Base64.getUrlEncoder().withoutPadding();
        String head = e.encodeToString("{\"typ\":\"JWT\",\"alg\":\"HS256\"}".getBytes()) + "." + e.encodeToString(("{\"iss\":\"ash\",\"sub\":\"" + sub + "\",\"iat\":1767225600,\"exp\":4102444800}").getBytes());
        return head + "." + e.encodeToString(hmac(SECRET, head.getBytes()));
    }

    // ---- seed ---------------------------------------------------------------------------------------------------
    static final String MAIN = "grove|1", OTHER = "grove|2", SAND = "grove|3", FAN = "grove|4";
    static User user(String id, String handle, String tier, String acorns) {
        User u = new User();
        u.id = id; u.handle = handle; u.email = handle + "@grove.example"; u.tier = tier; u.sandbox = tier.equals("sandbox");
        u.acorns = acorns == null ? null : new BigDecimal(acorns); u.joined = "1767225600.000000";
        users.put(id, u);
        return u;
    }
    static Agent agent(String id, String owner, String visibility, String slug, String fee, String prompt) {
        Agent a = new Agent();
        a.id = id; a.owner = owner; a.visibility = visibility; a.slug = slug; a.fee = fee; a.prompt = prompt; a.label = "Seed " + id.substring(34);
        a.planted = a.touched = stamp();
        agents.put(id, a);
        return a;
    }
    static Key key(String owner, String tag, String secret, boolean crowned) {
        Key k = new Key();
        k.no = keySeq.getAndAdd(7); k.owner = owner; k.tag = tag; k.secret = secret; k.crowned = crowned; k.at = stamp();
        keys.put(k.no, k);
        return k;
    }
    static void pledge(String user, String agent) {
        Pledge p = new Pledge();
        p.user = user; p.agent = agent; p.standing = "current"; p.fee = agents.get(agent).fee; p.since = stamp();
        pledges.put(user + " " + agent, p);
    }
    static void seed() {
        user(MAIN, "rowan", "canopy", "25000.00"); user(OTHER, "hazel", "canopy", "900.50"); user(SAND, "sprout", "sandbox", "12.00"); user(FAN, "linden", "canopy", "3.00");
        key(MAIN, "rowan's first key", "ask.M9fT2-rowan-7Qd1xZ", true); key(MAIN, "a spare key", "ask.S4pR1-rowan-0Kc8wB", false);
        key(OTHER, "hazel's key", "ask.H3zL6-hazel-5Vn2yT", true); key(SAND, "sprout's key", "ask.P8tQ4-sprout-1Gm7uE", true);
        agent("0196a000-0000-7000-8000-00000000a001", MAIN, "public", "rowan-teller", null, "You tell short things, kindly.");
        agent("0196a000-0000-7000-8000-00000000a002", MAIN, "public", "rowan-paid", "7.35", "You advise on trees for a fee.");
        agent("0196a000-0000-7000-8000-00000000a003", MAIN, "private", null, null, "You keep rowan's diary.");
        agent("0196a000-0000-7000-8000-00000000b001", OTHER, "public", "hazel-paid", "4.90", "You read nuts like palms.");
        agent("0196a000-0000-7000-8000-00000000b002", OTHER, "public", "hazel-free", null, "You greet walkers.");
        agent("0196a000-0000-7000-8000-00000000b003", OTHER, "private", null, null, "Hazel's private cellar list: do not tell.");
        agent("0196a000-0000-7000-8000-00000000b004", OTHER, "public", null, "3.20", "You forecast the mast year.");
        agent("0196a000-0000-7000-8000-00000000b005", OTHER, "public", null, "2.15", "You count squirrels.");
        pledge(MAIN, "0196a000-0000-7000-8000-00000000b004"); pledge(MAIN, "0196a000-0000-7000-8000-00000000b005");
        pledge(FAN, "0196a000-0000-7000-8000-00000000a002");
        LocalDate today = LocalDate.now(ZoneOffset.UTC);
        for (int back : new int[]{1, 3, 3, 6, 10, 20, 27, 28, 29, 45, 100, 300, 364, 365}) sales.add(new Sale(MAIN, today.minusDays(back), new BigDecimal("7.35")));
        sales.add(new Sale(OTHER, today.minusDays(2), new BigDecimal("3.20"))); sales.add(new Sale(OTHER, today.minusDays(5), new BigDecimal("2.15")));
        for (String[] v : new String[][]{{"OAK-GALL-2031", ""}, {"ELM-DRIFT-2031", ""}, {"YEW-RING-2031", ""}, {"ROWAN-FRIENDS", MAIN}, {"HAZEL-FRIENDS", OTHER}}) vips.put(v[0], new Vip(v[0], v[1]));
        CLOCK.scheduleAtFixedRate(Store::ring, 60_000 - System.currentTimeMillis() % 60_000, 60_000, TimeUnit.MILLISECONDS);
    }
    /** Once a minute: the schedules that are due run their chats. */
    static void ring() {
        ZonedDateTime t = ZonedDateTime.now(ZoneOffset.UTC);
        synchronized (LOCK) {
            for (Alarm a : List.copyOf(alarms.values())) {
                Agent g = agents.get(a.chat);
                if (g == null || !Cron.matches(a.cron, t)) continue;
                a.rings++;
                Run r = run(g.id, a.owner);
                r.history.add(new Message("user", "(scheduled) " + a.cron, stamp()));
                r.history.add(new Message("assistant", "The bell rang, and I am here.", stamp()));
                log(r, "scheduled", "Started by schedule " + a.id);
            }
        }
    }
    static Run run(String agent, String owner) {
        Run r = new Run();
        r.id = uuid(); r.agent = agent; r.owner = owner;
        synchronized (runs) { r.at = now(); runs.put(r.id, r); }
        return r;
    }
    static void log(Run r, String kind, String words) { synchronized (r.log) { r.log.add(new LogLine(r.log.size() + 1, kind, words, stamp())); } }
}
