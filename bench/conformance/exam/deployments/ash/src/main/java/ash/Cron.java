package ash;

import java.time.*;
import java.util.*;
import java.util.regex.*;

/** Five-field cron, in UTC. */
final class Cron {
    private static final int[][] RANGE = {{0, 59}, {0, 23}, {1, 31}, {1, 12}, {0, 7}};
    private static final List<String> MONTHS = List.of("JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC");
    private static final List<String> DAYS = List.of("SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT");
    private static final Map<String, String> NICK = Map.of("@hourly", "0 * * * *", "@daily", "0 0 * * *", "@midnight", "0 0 * * *", "@weekly", "0 0 * * 0", "@monthly", "0 0 1 * *", "@yearly", "0 0 1 1 *", "@annually", "0 0 1 1 *");

    static BitSet[] parse(String cron) {
        String c = cron.trim();
        String[] f = NICK.getOrDefault(c.toLowerCase(Locale.ROOT), c).split("\\s+");
        if (f.length != 5) return null;
        BitSet[] out = new BitSet[5];
        for (int i = 0; i < 5; i++) if ((out[i] = field(f[i], i)) == null) return null;
        if (out[4].get(7)) out[4].set(0);
        return out;
    }
    private static BitSet field(String f, int i) {
        BitSet b = new BitSet();
        int lo = RANGE[i][0], hi = RANGE[i][1];
        for (String part : f.split(",", -1)) {
            String[] s = part.split("/", -1);
            if (s.length > 2 || s[0].isEmpty()) return null;
            int step = 1, from, to;
            if (s.length == 2) { if (!s[1].matches("[0-9]{1,3}") || (step = Integer.parseInt(s[1])) == 0) return null; }
            if (s[0].equals("*") || s[0].equals("?") && (i == 2 || i == 4)) { from = lo; to = hi == 7 ? 6 : hi; }
            else {
                String[] r = s[0].split("-", -1);
                if (r.length > 2) return null;
                from = value(r[0], i);
                to = r.length == 2 ? value(r[1], i) : s.length == 2 ? hi : from;
                if (from < lo || to > hi || to < from) return null;
            }
            for (int v = from; v <= to; v += step) b.set(v);
        }
        return b;
    }
    private static int value(String x, int i) {
        if (x.matches("[0-9]{1,2}")) return Integer.parseInt(x);
        String u = x.toUpperCase(Locale.ROOT);
        if (i == 3 && MONTHS.contains(u)) return MONTHS.indexOf(u) + 1;
        if (i == 4 && DAYS.contains(u)) return DAYS.indexOf(u);
        return -1;
    }
    static boolean matches(String cron, ZonedDateTime t) {
        BitSet[] p = parse(cron);
        if (p == null) return false;
        boolean dom = p[2].get(t.getDayOfMonth()), dow = p[4].get(t.getDayOfWeek().getValue() % 7);
        String[] f = NICK.getOrDefault(cron.trim().toLowerCase(Locale.ROOT), cron.trim()).split("\\s+");
        boolean either = !f[2].startsWith("*") && !f[2].equals("?") && !f[4].startsWith("*") && !f[4].equals("?");
        return p[0].get(t.getMinute()) && p[1].get(t.getHour()) && p[3].get(t.getMonthValue()) && (either ? dom || dow : dom && dow);
    }
    static Instant next(String cron) {
        BitSet[] p = parse(cron);
        if (p == null) return null;
        ZonedDateTime t = ZonedDateTime.now(ZoneOffset.UTC).withSecond(0).withNano(0).plusMinutes(1);
        for (int guard = 0; guard < 6000; guard++) {
            if (!p[3].get(t.getMonthValue())) { t = t.withDayOfMonth(1).withHour(0).withMinute(0).plusMonths(1); continue; }
            if (!matches(String.join(" ", "*", "*", part(cron, 2), "*", part(cron, 4)), t)) { t = t.withHour(0).withMinute(0).plusDays(1); continue; }
            if (!p[1].get(t.getHour())) { t = t.withMinute(0).plusHours(1); continue; }
            if (!p[0].get(t.getMinute())) { t = t.plusMinutes(1); continue; }
            return t.toInstant();
        }
        return null;
    }
    private static String part(String cron, int i) { return NICK.getOrDefault(cron.trim().toLowerCase(Locale.ROOT), cron.trim()).split("\\s+")[i]; }

    /** A cron expression, or a few plain phrases, as a cron expression; null when it is neither. */
    static String convert(String text) {
        String t = text.trim().replaceAll("\\s+", " ");
        if (parse(t) != null) return NICK.getOrDefault(t.toLowerCase(Locale.ROOT), t);
        String l = t.toLowerCase(Locale.ROOT);
        Matcher m = Pattern.compile("every (\\d{1,2}) (minute|hour|day)s?").matcher(l);
        if (m.matches()) {
            int n = Integer.parseInt(m.group(1));
            String c = switch (m.group(2)) { case "minute" -> "*/" + n + " * * * *"; case "hour" -> "0 */" + n + " * * *"; default -> "0 0 */" + n + " * *"; };
            return n > 0 && n <= (m.group(2).equals("minute") ? 59 : m.group(2).equals("hour") ? 23 : 31) ? c : null;
        }
        if (l.equals("every minute")) return "* * * * *";
        if (l.equals("every hour") || l.equals("hourly")) return "0 * * * *";
        m = Pattern.compile("(?:every )?(day|daily|weekday|weekly|week|month|monthly|sunday|monday|tuesday|wednesday|thursday|friday|saturday)(?: at (noon|midnight|(\\d{1,2})(?::(\\d{2}))? ?(am|pm)?))?").matcher(l);
        if (!m.matches()) return null;
        int h = 0, min = 0;
        if ("noon".equals(m.group(2))) h = 12;
        else if (m.group(3) != null) {
            h = Integer.parseInt(m.group(3));
            if (m.group(4) != null) min = Integer.parseInt(m.group(4));
            if (m.group(5) != null) { if (h < 1 || h > 12) return null; h = h % 12 + (m.group(5).equals("pm") ? 12 : 0); }
            if (h > 23 || min > 59) return null;
        }
        String w = m.group(1);
        return min + " " + h + switch (w) { case "day", "daily" -> " * * *"; case "weekday" -> " * * 1-5"; case "week", "weekly" -> " * * 0"; case "month", "monthly" -> " 1 * *";
            default -> " * * " + DAYS.indexOf(w.substring(0, 3).toUpperCase(Locale.ROOT)); };
    }
}
