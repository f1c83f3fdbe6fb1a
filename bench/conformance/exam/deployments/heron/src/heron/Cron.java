package heron;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Cron expressions of five fields, in UTC. */
final class Cron {
    private static final List<String> MONTHS =
            List.of("", "JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC");
    private static final List<String> DAYS = List.of("SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT");
    private static final Map<String, String> MACROS = Map.of(
            "@hourly", "0 * * * *", "@daily", "0 0 * * *", "@midnight", "0 0 * * *", "@weekly", "0 0 * * 0",
            "@monthly", "0 0 1 * *", "@yearly", "0 0 1 1 *", "@annually", "0 0 1 1 *");
    private static final int LONGEST_WAIT_DAYS = 366 * 8;

    private final String[] fields;
    private final BitSet minutes;
    private final BitSet hours;
    private final BitSet monthDays;
    private final BitSet months;
    private final BitSet weekDays;

    private Cron(String[] fields) {
        this.fields = fields;
        minutes = set(fields[0], 0, 59, List.of());
        hours = set(fields[1], 0, 23, List.of());
        monthDays = set(fields[2], 1, 31, List.of());
        months = set(fields[3], 1, 12, MONTHS);
        weekDays = set(fields[4], 0, 7, DAYS);
        if (weekDays.get(7)) {
            weekDays.set(0);
        }
    }

    static Cron parse(String text) {
        String[] fields = MACROS.getOrDefault(text.trim(), text.trim()).split("\\s+");
        if (fields.length != 5) {
            throw new IllegalArgumentException("a cron expression has five fields");
        }
        return new Cron(fields);
    }

    private static BitSet set(String field, int low, int high, List<String> names) {
        BitSet out = new BitSet();
        for (String part : field.split(",", -1)) {
            Matcher matcher = Pattern.compile("(\\*|\\w+(?:-\\w+)?)(?:/(\\d{1,3}))?").matcher(part);
            if (!matcher.matches()) {
                throw new IllegalArgumentException("'" + part + "' is no part of a cron expression");
            }
            int from = low;
            int to = high;
            if (!matcher.group(1).equals("*")) {
                String[] ends = matcher.group(1).split("-");
                from = number(ends[0], names);
                to = ends.length == 2 ? number(ends[1], names) : matcher.group(2) == null ? from : high;
            }
            int step = matcher.group(2) == null ? 1 : Integer.parseInt(matcher.group(2));
            if (from < low || to > high || from > to || step < 1) {
                throw new IllegalArgumentException("'" + part + "' is out of range");
            }
            for (int i = from; i <= to; i += step) {
                out.set(i);
            }
        }
        return out;
    }

    private static int number(String word, List<String> names) {
        int name = names.indexOf(word.toUpperCase(Locale.ROOT));
        if (name >= 0 && !word.isEmpty()) {
            return name;
        }
        if (!word.matches("\\d{1,3}")) {
            throw new IllegalArgumentException("'" + word + "' is no number");
        }
        return Integer.parseInt(word);
    }

    private boolean matches(LocalDate day) {
        if (!months.get(day.getMonthValue())) {
            return false;
        }
        boolean monthDay = monthDays.get(day.getDayOfMonth());
        boolean weekDay = weekDays.get(day.getDayOfWeek().getValue() % 7);
        boolean bothAreNamed = !fields[2].startsWith("*") && !fields[4].startsWith("*");
        return bothAreNamed ? monthDay || weekDay : monthDay && weekDay;
    }

    boolean matches(LocalDateTime minute) {
        return minutes.get(minute.getMinute()) && hours.get(minute.getHour()) && matches(minute.toLocalDate());
    }

    /** The next moment after this one; null where there is none in years. */
    Instant next(Instant after) {
        LocalDateTime start = LocalDateTime.ofInstant(after, ZoneOffset.UTC).withSecond(0).withNano(0).plusMinutes(1);
        LocalDate day = start.toLocalDate();
        for (int i = 0; i < LONGEST_WAIT_DAYS; i++, day = day.plusDays(1)) {
            if (!matches(day)) {
                continue;
            }
            for (int hour = hours.nextSetBit(0); hour >= 0; hour = hours.nextSetBit(hour + 1)) {
                for (int minute = minutes.nextSetBit(0); minute >= 0; minute = minutes.nextSetBit(minute + 1)) {
                    LocalDateTime moment = day.atTime(hour, minute);
                    if (!moment.isBefore(start)) {
                        return moment.toInstant(ZoneOffset.UTC);
                    }
                }
            }
        }
        return null;
    }

    /** The expression with the names of months and week days (house style). */
    String spelledOut() {
        String[] out = Arrays.copyOf(fields, 5);
        out[3] = withNames(fields[3], MONTHS);
        out[4] = withNames(fields[4].replaceAll("\\b7\\b", "0"), DAYS);
        if (fields[4].contains("-7")) {
            out[4] = fields[4];
        }
        return String.join(" ", out);
    }

    private static String withNames(String field, List<String> names) {
        Matcher matcher = Pattern.compile("(?<![/\\d])\\d{1,2}").matcher(field);
        return matcher.replaceAll(found -> names.get(Integer.parseInt(found.group()) % names.size())).toUpperCase(Locale.ROOT);
    }

    // ------------------------------------------------------------------ plain words

    private static final Pattern EVERY_N =
            Pattern.compile("every (\\d{1,2}) (minutes|hours)");
    private static final Pattern EVERY_DAY_AT =
            Pattern.compile("every (day|weekday|sunday|monday|tuesday|wednesday|thursday|friday|saturday) at (\\d{1,2})(?::(\\d\\d))? ?(am|pm)?");

    /** A cron expression, or a few plain words that mean one. */
    static Cron fromWords(String text) {
        String words = text.trim().toLowerCase(Locale.ROOT).replaceAll("\\s+", " ");
        if (words.equals("every minute")) {
            return parse("* * * * *");
        }
        if (words.equals("every hour") || words.equals("hourly")) {
            return parse("0 * * * *");
        }
        if (words.equals("every day") || words.equals("daily")) {
            return parse("0 0 * * *");
        }
        Matcher everyN = EVERY_N.matcher(words);
        if (everyN.matches()) {
            String step = "*/" + everyN.group(1);
            return parse(everyN.group(2).equals("minutes") ? step + " * * * *" : "0 " + step + " * * *");
        }
        Matcher everyDay = EVERY_DAY_AT.matcher(words);
        if (everyDay.matches()) {
            int hour = Integer.parseInt(everyDay.group(2)) % ("am".equals(everyDay.group(4)) || "pm".equals(everyDay.group(4)) ? 12 : 100);
            hour += "pm".equals(everyDay.group(4)) ? 12 : 0;
            String minute = everyDay.group(3) == null ? "0" : everyDay.group(3);
            String day = everyDay.group(1);
            String days = day.equals("day") ? "*" : day.equals("weekday") ? "1-5" : day.substring(0, 3);
            return parse(Integer.parseInt(minute) + " " + hour + " * * " + days);
        }
        return parse(text);
    }
}
