package heron;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.regex.Pattern;

/** Moments: microseconds, no two alike, written with the offset of Nepal (house style). */
final class Times {
    private static final ZoneOffset KATHMANDU = ZoneOffset.ofHoursMinutes(5, 45);
    private static final DateTimeFormatter FORM = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSSxxx");
    private static final Pattern RFC_3339 =
            Pattern.compile("\\d{4}-\\d\\d-\\d\\d[Tt]\\d\\d:\\d\\d:\\d\\d(\\.\\d{1,9})?([Zz]|[+-]\\d\\d:\\d\\d)");
    private static Instant last = Instant.EPOCH;

    private Times() {}

    /** Now, and always later than any moment given before. */
    static synchronized Instant tick() {
        Instant now = Instant.now().truncatedTo(ChronoUnit.MICROS);
        last = now.isAfter(last) ? now : last.plus(1, ChronoUnit.MICROS);
        return last;
    }

    static String show(Instant moment) {
        return moment.atOffset(KATHMANDU).format(FORM);
    }

    /** Null where the text is no date-time of RFC 3339. */
    static Instant read(String text) {
        if (text == null || !RFC_3339.matcher(text).matches()) {
            return null;
        }
        try {
            return OffsetDateTime.parse(text.toUpperCase()).toInstant();
        } catch (DateTimeParseException e) {
            return null;
        }
    }

    /** The wall-clock time that a text shows, whatever offset it names. */
    static Instant readWithoutOffset(String text) {
        return OffsetDateTime.parse(text.toUpperCase()).withOffsetSameLocal(KATHMANDU).toInstant();
    }
}
