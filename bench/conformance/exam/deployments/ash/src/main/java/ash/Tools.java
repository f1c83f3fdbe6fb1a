package ash;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.*;

/** The catalogue of tools, their boxes, the search, and the tools that run here. */
final class Tools {
    interface Run { Object run(JsonNode in); }
    record Tool(String ref, String name, String blurb, String box, ObjectNode input, Run run) {}
    static final Map<String, Tool> byName = new TreeMap<>(), byRef = new TreeMap<>();
    static final Map<String, String> boxes = new TreeMap<>(Map.of("tides", "Sea and moon.", "sums", "Numbers and measures.", "words", "Text, turned about.", "forest", "Trees and what runs under them.", "notifier", "Pushes, chats and devices."));

    static void add(String ref, String name, String blurb, String box, String input, Run run) {
        ObjectNode s = Spec.record(input.isBlank() ? List.of() : Arrays.asList(input.trim().split("\\s+")));
        s.put("additionalProperties", false);
        Tool t = new Tool(ref, name, blurb, box, s, run);
        byName.put(name, t);
        byRef.put(ref, t);
    }
    static void load() {
        add("07.tide-reader", "tide_reader", "Reads the tide table of a harbour.", "tides", "harbour:string(1..80)", in -> Main.m("harbour", in.get("harbour").asText(), "high", "04:12", "gauge", "GAUGE-7731-Q"));
        add("08.moon", "moon_phase", "Tells the phase of the moon on a day.", "tides", "day:string(1..40)", in -> Main.m("phase", List.of("new", "waxing", "full", "waning").get(Math.floorMod(in.get("day").asText().hashCode(), 4))));
        add("09.swell", "wave_height", "Estimates the height of the waves from the wind.", "tides", "knots:number(0..200)", in -> Main.m("metres", in.get("knots").decimalValue().multiply(new BigDecimal("0.11")).setScale(2, RoundingMode.HALF_UP).toString()));
        add("21.adder", "add_numbers", "Adds two numbers.", "sums", "a:number b:number", in -> Main.m("sum", in.get("a").decimalValue().add(in.get("b").decimalValue()).toPlainString()));
        add("22.rounder", "round_money", "Rounds an amount of money to cents.", "sums", "amount:decimal", in -> Main.m("rounded", new BigDecimal(in.get("amount").asText()).setScale(2, RoundingMode.HALF_EVEN).toString()));
        add("23.ruler", "convert_length", "Converts metres to feet.", "sums", "metres:number", in -> Main.m("feet", in.get("metres").decimalValue().divide(new BigDecimal("0.3048"), 4, RoundingMode.HALF_UP).toPlainString()));
        add("31.counter", "count_words", "Counts the words of a text.", "words", "text:string", in -> Main.m("words", in.get("text").asText().isBlank() ? "0" : String.valueOf(in.get("text").asText().trim().split("\\s+").length)));
        add("32.mirror", "reverse_text", "Turns a text back to front.", "words", "text:string", in -> Main.m("text", new StringBuilder(in.get("text").asText()).reverse().toString()));
        add("33.herald", "shout_text", "Writes a text in capitals.", "words", "text:string", in -> Main.m("text", in.get("text").asText().toUpperCase(Locale.ROOT)));
        add("41.rings", "tree_age", "Tells the age of a tree from its rings.", "forest", "rings:int(0..9000)", in -> Main.m("years", in.get("rings").bigIntegerValue().toString()));
        add("42.leaf", "leaf_lookup", "Describes the leaf of a species.", "forest", "species:string(1..80)", in -> Main.m("species", in.get("species").asText(), "leaf", "pinnate, toothed"));
        add("43.burrow", "code_interpreter", "Runs a piece of code in the virtual computer.", "forest", "source:string", in -> Main.m("ran", true, "output", "" + in.get("source").asText().length()));
        Notifier.load();
    }
    static Map<String, Object> mcp(Tool t) { return mcp(t, null); }
    static Map<String, Object> mcp(Tool t, Double score) {
        Map<String, Object> meta = Main.m("ash/ref", t.ref(), "ash/box", t.box());
        if (score != null) meta.put("ash/score", String.format(Locale.ROOT, "%.3f", score));
        return Main.m("name", t.name(), "description", t.blurb(), "inputSchema", t.input(), "_meta", meta);
    }
    static Map<String, Object> pub(Tool t) { return Main.m("toolRef", t.ref(), "name", t.name(), "blurb", t.blurb(), "box", t.box()); }

    private static Set<String> tokens(String s) {
        Set<String> out = new LinkedHashSet<>();
        for (String w : s.toLowerCase(Locale.ROOT).split("[^\\p{L}\\p{N}]+")) if (!w.isEmpty()) out.add(w);
        return out;
    }
    /** 1 for the name itself, else how much of the query is in the name, the description and the box. */
    static double score(Tool t, String q) {
        if (q.trim().equalsIgnoreCase(t.name()) || q.trim().equalsIgnoreCase(t.ref())) return 1;
        Set<String> want = tokens(q), name = tokens(t.name()), rest = tokens(t.blurb() + " " + t.box() + " " + t.ref());
        if (want.isEmpty()) return 0;
        double sum = 0;
        for (String w : want) {
            if (name.contains(w)) sum += 0.95;
            else if (rest.contains(w)) sum += 0.6;
            else if (w.length() > 2 && (name.stream().anyMatch(x -> x.startsWith(w) || x.length() > 3 && w.startsWith(x)) || rest.stream().anyMatch(x -> x.startsWith(w) || x.length() > 3 && w.startsWith(x)))) sum += 0.4;
        }
        return sum / want.size();
    }
    static List<Object> search(String q, String box, long limit, double min) {
        record Hit(Tool t, double s) {}
        return byName.values().stream().filter(t -> box == null || box.isEmpty() || t.box().equalsIgnoreCase(box)).map(t -> new Hit(t, score(t, q))).filter(h -> h.s() >= min)
            .sorted(Comparator.comparingDouble((Hit h) -> -h.s()).thenComparing(h -> h.t().name())).limit(limit).map(h -> (Object) mcp(h.t(), h.s())).toList();
    }
    static Map<String, Object> run(Store.User user, String name, String service, String namespace, JsonNode in) {
        Tool t = byName.get(name);
        if (t == null) throw new Main.Problem(404, "There is no tool called " + name + ".");
        List<Spec.Fault> bad = new ArrayList<>();
        Spec.check(t.input(), in, "/body", bad);
        if (!bad.isEmpty() && !(t.run() != null && Main.fault("tools-run-unchecked-input")))
            throw new Main.Problem(400, "The tool cannot take this: " + bad.get(0).where() + " " + bad.get(0).what() + ".");
        long t0 = System.nanoTime();
        Object out;
        try { out = t.run() == null ? Notifier.run(user, name, service, namespace, in) : t.run().run(in); }
        catch (NullPointerException | ArithmeticException | NumberFormatException e) { out = Main.m("result", "undefined"); }
        long no = Store.execSeq.addAndGet(11);
        Store.executions.put(no, new Store.Execution(no, user.id, name, service, namespace, in.deepCopy(), Store.now()));
        return Main.m("receipt", "rcpt:" + Store.token(9), "tool", name, "yield", out, "tookMillis", String.valueOf((System.nanoTime() - t0) / 1_000_000));
    }
}
