package orchid

import java.time.Instant
import java.time.ZoneOffset
import java.time.ZonedDateTime
import java.time.temporal.ChronoUnit

class Cron private constructor(val text: String, private val minute: Set<Int>, private val hour: Set<Int>, private val day: Set<Int>, private val month: Set<Int>, private val dow: Set<Int>, private val anyDay: Boolean, private val anyDow: Boolean) {
    fun matches(t: ZonedDateTime): Boolean {
        if (t.minute !in minute || t.hour !in hour || t.monthValue !in month) return false
        val d = t.dayOfMonth in day
        val w = (t.dayOfWeek.value % 7) in dow
        return if (anyDay || anyDow) d && w else d || w
    }
    fun next(from: Instant): Instant? {
        var t = from.atZone(ZoneOffset.UTC).truncatedTo(ChronoUnit.MINUTES).plusMinutes(1)
        val end = t.plusYears(5)
        while (t.isBefore(end)) {
            if (t.monthValue !in month) { t = t.withDayOfMonth(1).truncatedTo(ChronoUnit.DAYS).plusMonths(1); continue }
            val d = t.dayOfMonth in day; val w = (t.dayOfWeek.value % 7) in dow
            if (!(if (anyDay || anyDow) d && w else d || w)) { t = t.truncatedTo(ChronoUnit.DAYS).plusDays(1); continue }
            if (t.hour !in hour) { t = t.truncatedTo(ChronoUnit.HOURS).plusHours(1); continue }
            if (t.minute !in minute) { t = t.plusMinutes(1); continue }
            return t.toInstant()
        }
        return null
    }
    companion object {
        private val MONTHS = listOf("JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC")
        private val DAYS = listOf("SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT")
        private val LONG = listOf("sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday")
        private fun field(s: String, min: Int, max: Int, names: List<String>, base: Int, unchecked: Boolean = false): Set<Int>? {
            val out = sortedSetOf<Int>()
            fun num(x: String): Int? {
                val n = names.indexOf(x.uppercase())
                if (n >= 0) return n + base
                if (!Regex("\\d{1,2}").matches(x)) return null
                val v = x.toInt()
                return if (unchecked || v in min..max) v else null
            }
            for (part in s.split(",")) {
                val sl = part.split("/")
                if (sl.size > 2) return null
                val step = if (sl.size == 2) (sl[1].takeIf { Regex("\\d{1,2}").matches(it) }?.toInt()?.takeIf { it > 0 } ?: return null) else 1
                val r = sl[0]
                val (lo, hi) = if (r == "*") min to max else {
                    val ab = r.split("-")
                    if (ab.size > 2) return null
                    val a = num(ab[0]) ?: return null
                    val b = if (ab.size == 2) num(ab[1]) ?: return null else if (sl.size == 2) max else a
                    if (a > b) return null
                    a to b
                }
                for (v in lo..hi step step) out.add(v)
            }
            return out
        }
        fun parse(s: String, unchecked: Boolean = false): Cron? {
            val f = s.trim().split(Regex("\\s+"))
            if (f.size != 5) return null
            val mi = field(f[0], 0, 59, listOf(), 0, unchecked) ?: return null
            val h = field(f[1], 0, 23, listOf(), 0, unchecked) ?: return null
            val d = field(f[2], 1, 31, listOf(), 0) ?: return null
            val mo = field(f[3], 1, 12, MONTHS, 1) ?: return null
            val w = (field(f[4], 0, 7, DAYS, 0) ?: return null).map { it % 7 }.toSet()
            return Cron(f.joinToString(" ").uppercase(), mi, h, d, mo, w, f[2].startsWith("*"), f[4].startsWith("*"))
        }
        private val MACROS = mapOf("@hourly" to "0 * * * *", "@daily" to "0 0 * * *", "@midnight" to "0 0 * * *", "@weekly" to "0 0 * * 0", "@monthly" to "0 0 1 * *", "@yearly" to "0 0 1 1 *", "@annually" to "0 0 1 1 *")
        /** Plain words such as "every weekday at 9am", a macro, or a cron expression. */
        fun fromText(text: String, unchecked: Boolean = false): Cron? {
            parse(text, unchecked)?.let { return it }
            val t = text.trim().lowercase().replace(Regex("\\s+"), " ")
            MACROS[t]?.let { return parse(it) }
            if (t == "every minute") return parse("* * * * *")
            Regex("every (\\d{1,2}) minutes?").matchEntire(t)?.let { m -> val n = m.groupValues[1].toInt(); return if (n in 1..59) parse("*/$n * * * *") else null }
            if (t == "hourly" || t == "every hour") return parse("0 * * * *")
            Regex("every (\\d{1,2}) hours?").matchEntire(t)?.let { m -> val n = m.groupValues[1].toInt(); return if (n in 1..23) parse("0 */$n * * *") else null }
            val m = Regex("(?:every |on )?(day|daily|weekday|weekdays|weekend|weekends|week|weekly|month|monthly|${LONG.joinToString("|") { "${it}s?" }})(?: at (.+))?").matchEntire(t) ?: return null
            var hh = 0; var mm = 0
            if (m.groupValues[2].isNotEmpty()) {
                when (m.groupValues[2]) {
                    "noon" -> hh = 12
                    "midnight" -> hh = 0
                    else -> {
                        val c = Regex("(\\d{1,2})(?::(\\d{2}))? ?(am|pm)?").matchEntire(m.groupValues[2]) ?: return null
                        hh = c.groupValues[1].toInt(); mm = c.groupValues[2].ifEmpty { "0" }.toInt()
                        if (c.groupValues[3].isNotEmpty()) { if (hh !in 1..12) return null; hh = hh % 12 + if (c.groupValues[3] == "pm") 12 else 0 }
                        if (hh > 23 || mm > 59) return null
                    }
                }
            }
            val w = m.groupValues[1]
            return parse(when (w) {
                "day", "daily" -> "$mm $hh * * *"
                "weekday", "weekdays" -> "$mm $hh * * 1-5"
                "weekend", "weekends" -> "$mm $hh * * 0,6"
                "week", "weekly" -> "$mm $hh * * 1"
                "month", "monthly" -> "$mm $hh 1 * *"
                else -> "$mm $hh * * ${LONG.indexOf(w.removeSuffix("s"))}"
            })
        }
    }
}
