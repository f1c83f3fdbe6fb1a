package verbena;

import java.time.*;
import java.util.*;
import java.util.regex.*;

/** Five-field cron expressions, and plain words for them. */
final class Cron {
  final String text;
  private final BitSet[] f = new BitSet[5];
  private final boolean anyDom, anyDow;
  private static final int[] LO = {0, 0, 1, 1, 0}, HI = {59, 23, 31, 12, 7};
  private static final List<String> MON = List.of("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec");
  private static final List<String> DOW = List.of("sun", "mon", "tue", "wed", "thu", "fri", "sat");

  private Cron(String text) {
    this.text = text;
    String[] p = text.split(" ");
    if (p.length != 5) throw new IllegalArgumentException("five fields are needed");
    for (int i = 0; i < 5; i++) f[i] = field(p[i].toLowerCase(Locale.ROOT), i);
    if (f[4].get(7)) f[4].set(0);
    anyDom = p[2].startsWith("*");
    anyDow = p[4].startsWith("*");
  }
  static Cron parse(String s) {
    String t = s.trim().replaceAll("\\s+", " ");
    t = switch (t.toLowerCase(Locale.ROOT)) {
      case "@hourly" -> "0 * * * *";
      case "@daily", "@midnight" -> "0 0 * * *";
      case "@weekly" -> "0 0 * * 0";
      case "@monthly" -> "0 0 1 * *";
      case "@yearly", "@annually" -> "0 0 1 1 *";
      default -> t;
    };
    return new Cron(t);
  }
  private static int number(String s, int i) {
    int k = i == 3 ? MON.indexOf(s) + 1 : i == 4 ? DOW.indexOf(s) : -1;
    if (i == 3 && k > 0 || i == 4 && k >= 0) return k;
    if (!s.matches("\\d{1,2}")) throw new IllegalArgumentException("'" + s + "' is no number");
    int n = Integer.parseInt(s), hi = HI[i];
    if (Faults.on("cron-minute-60-accepted") && i == 0) hi = 60;
    if (n < LO[i] || n > hi) throw new IllegalArgumentException(n + " is out of range");
    return n;
  }
  private static BitSet field(String s, int i) {
    BitSet b = new BitSet(64);
    for (String part : s.split(",", -1)) {
      String[] st = part.split("/", -1);
      if (st.length > 2) throw new IllegalArgumentException("bad step");
      int step = 1;
      if (st.length == 2) {
        if (!st[1].matches("\\d{1,2}") || (step = Integer.parseInt(st[1])) < 1) throw new IllegalArgumentException("bad step");
      }
      int lo, hi;
      if (st[0].equals("*")) { lo = LO[i]; hi = i == 4 ? 6 : HI[i]; }
      else if (st[0].contains("-")) {
        String[] r = st[0].split("-", -1);
        if (r.length != 2) throw new IllegalArgumentException("bad range");
        lo = number(r[0], i); hi = number(r[1], i);
        if (lo > hi) throw new IllegalArgumentException("bad range");
      } else { lo = number(st[0], i); hi = st.length == 2 ? HI[i] : lo; }
      for (int k = lo; k <= hi; k += step) b.set(k);
    }
    return b;
  }
  private boolean day(LocalDate d) {
    if (!f[3].get(d.getMonthValue())) return false;
    boolean dom = f[2].get(d.getDayOfMonth()), dow = f[4].get(d.getDayOfWeek().getValue() % 7);
    return anyDom || anyDow ? dom && dow : dom || dow;
  }
  /** The next time after the given one, or null when there is none within five years. */
  Instant next(Instant after, ZoneId zone) {
    LocalDateTime t = LocalDateTime.ofInstant(after, zone).withSecond(0).withNano(0).plusMinutes(1);
    LocalDate end = t.toLocalDate().plusYears(5);
    for (LocalDate d = t.toLocalDate(); d.isBefore(end); d = d.plusDays(1)) {
      if (!day(d)) continue;
      int from = d.equals(t.toLocalDate()) ? t.getHour() * 60 + t.getMinute() : 0;
      for (int m = from; m < 1440; m++) if (f[1].get(m / 60) && f[0].get(m % 60)) {
        Instant x = d.atTime(m / 60, m % 60).atZone(zone).toInstant();
        if (x.isAfter(after)) return x;
      }
    }
    return null;
  }
  private static final Pattern AT = Pattern.compile("(?: at (\\d{1,2})(?::(\\d{2}))? ?(am|pm)?)?");
  /** Words such as "every monday at 9:30" as cron. */
  static String words(String s) {
    String t = s.trim().toLowerCase(Locale.ROOT).replaceAll("\\s+", " ");
    Matcher m;
    if (t.equals("every minute")) return "* * * * *";
    if (t.matches("every hour|hourly")) return "0 * * * *";
    if ((m = Pattern.compile("every (\\d{1,2}) minutes").matcher(t)).matches()) return step(m.group(1), 59, "*/%d * * * *");
    if ((m = Pattern.compile("every (\\d{1,2}) hours").matcher(t)).matches()) return step(m.group(1), 23, "0 */%d * * *");
    if ((m = Pattern.compile("(every day|daily|every weekday|every weekend|every (?:sun|mon|tues|wednes|thurs|fri|satur)day)" + AT.pattern()).matcher(t)).matches()) {
      int h = m.group(2) == null ? 0 : Integer.parseInt(m.group(2)), min = m.group(3) == null ? 0 : Integer.parseInt(m.group(3));
      if (m.group(4) != null) { if (h < 1 || h > 12) return null; h = h % 12 + (m.group(4).equals("pm") ? 12 : 0); }
      if (h > 23 || min > 59) return null;
      String d = switch (m.group(1)) {
        case "every day", "daily" -> "*";
        case "every weekday" -> "1-5";
        case "every weekend" -> "0,6";
        default -> "" + DOW.indexOf(m.group(1).substring(6, 9));
      };
      return min + " " + h + " * * " + d;
    }
    return null;
  }
  private static String step(String n, int max, String form) {
    int k = Integer.parseInt(n);
    return k < 1 || k > max ? null : String.format(form, k);
  }
}
