package main

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// Cron is a cron expression of five fields, in UTC.
type Cron struct {
	text                         string // with single spaces
	minutes, hours, days, months map[int]bool
	weekdays                     map[int]bool // 0 is Sunday
	anyDay, anyWeekday           bool
}

var (
	monthNames   = []string{"JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"}
	weekdayNames = []string{"SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"}
)

func parseCron(text string) (*Cron, error) {
	fields := strings.Fields(text)
	if len(fields) != 5 {
		return nil, errors.New("a cron expression has five fields")
	}
	cron := &Cron{text: strings.Join(fields, " ")}
	var err error
	parse := func(field string, min, max int, names []string, firstName int) map[int]bool {
		values, problem := parseCronField(field, min, max, names, firstName)
		if problem != nil && err == nil {
			err = problem
		}
		return values
	}
	cron.minutes = parse(fields[0], 0, 59, nil, 0)
	cron.hours = parse(fields[1], 0, 23, nil, 0)
	cron.days = parse(fields[2], 1, 31, nil, 0)
	cron.months = parse(fields[3], 1, 12, monthNames, 1)
	cron.weekdays = parse(fields[4], 0, 7, weekdayNames, 0)
	if cron.weekdays[7] {
		cron.weekdays[0] = true
	}
	cron.anyDay = strings.HasPrefix(fields[2], "*")
	cron.anyWeekday = strings.HasPrefix(fields[4], "*")
	if err != nil {
		return nil, err
	}
	return cron, nil
}

// parseCronField reads lists of values, ranges and steps, like 1,10-20/5,*/15.
func parseCronField(field string, min, max int, names []string, firstName int) (map[int]bool, error) {
	values := map[int]bool{}
	for _, item := range strings.Split(field, ",") {
		span, stepText, stepped := strings.Cut(item, "/")
		step := 1
		if stepped {
			n, err := strconv.Atoi(stepText)
			if err != nil || n < 1 {
				return nil, fmt.Errorf("%q is no step", stepText)
			}
			step = n
		}
		from, to := min, max
		if span != "*" {
			fromText, toText, isRange := strings.Cut(span, "-")
			var err error
			if from, err = cronValue(fromText, names, firstName); err != nil {
				return nil, err
			}
			to = from
			if isRange {
				if to, err = cronValue(toText, names, firstName); err != nil {
					return nil, err
				}
			} else if stepped {
				to = max
			}
		}
		if from < min || to > max || from > to {
			return nil, fmt.Errorf("%q is not within %d to %d", item, min, max)
		}
		for n := from; n <= to; n += step {
			values[n] = true
		}
	}
	return values, nil
}

func cronValue(text string, names []string, firstName int) (int, error) {
	for i, name := range names {
		if strings.EqualFold(text, name) {
			return i + firstName, nil
		}
	}
	for _, r := range text {
		if r < '0' || r > '9' {
			return 0, fmt.Errorf("%q is no value", text)
		}
	}
	return strconv.Atoi(text)
}

// matchesDay follows the old rule: when both the day of month and the day of
// week are given, one of them is enough.
func (cron *Cron) matchesDay(t time.Time) bool {
	if !cron.months[int(t.Month())] {
		return false
	}
	byDay, byWeekday := cron.days[t.Day()], cron.weekdays[int(t.Weekday())]
	if cron.anyDay || cron.anyWeekday {
		return byDay && byWeekday
	}
	return byDay || byWeekday
}

func (cron *Cron) matches(t time.Time) bool {
	return cron.matchesDay(t) && cron.hours[t.Hour()] && cron.minutes[t.Minute()]
}

// next is the first time after t that matches; zero when there is none in the
// next nine years (which may lie between two leap years).
func (cron *Cron) next(t time.Time) time.Time {
	t = t.UTC().Truncate(time.Minute).Add(time.Minute)
	for end := t.AddDate(9, 0, 0); t.Before(end); {
		switch {
		case !cron.matchesDay(t):
			t = t.Truncate(day).Add(day)
		case !cron.hours[t.Hour()]:
			t = t.Truncate(time.Hour).Add(time.Hour)
		case !cron.minutes[t.Minute()]:
			t = t.Add(time.Minute)
		default:
			return t
		}
	}
	return time.Time{}
}

var (
	everyNPattern = regexp.MustCompile(`^every (\d{1,2}) (minute|hour)s?$`)
	dailyPattern  = regexp.MustCompile(`^(?:every )?(day|daily|weekday|weekdays|monday|tuesday|wednesday|thursday|friday|saturday|sunday)s?(?: at (\d{1,2})(?::(\d{2}))? ?(am|pm)?)?$`)
)

var cronMacros = map[string]string{
	"@hourly": "0 * * * *", "hourly": "0 * * * *", "every hour": "0 * * * *",
	"@daily": "0 0 * * *", "@midnight": "0 0 * * *",
	"@weekly": "0 0 * * 0", "weekly": "0 0 * * 0",
	"@monthly": "0 0 1 * *", "monthly": "0 0 1 * *",
	"@yearly": "0 0 1 1 *", "yearly": "0 0 1 1 *",
	"every minute": "* * * * *",
}

// cronFromText reads a cron expression, or words like "every monday at 9:30".
func cronFromText(text string) (*Cron, error) {
	words := strings.ToLower(strings.Join(strings.Fields(text), " "))
	if macro, ok := cronMacros[words]; ok {
		return parseCron(macro)
	}
	if m := everyNPattern.FindStringSubmatch(words); m != nil {
		if m[2] == "minute" {
			return parseCron("*/" + m[1] + " * * * *")
		}
		return parseCron("0 */" + m[1] + " * * *")
	}
	if m := dailyPattern.FindStringSubmatch(words); m != nil {
		return cronOfDay(m[1], m[2], m[3], m[4])
	}
	return parseCron(text)
}

func cronOfDay(which, hourText, minuteText, half string) (*Cron, error) {
	hour, _ := strconv.Atoi(hourText)
	minute, _ := strconv.Atoi(minuteText)
	if half != "" && (hour < 1 || hour > 12) {
		return nil, fmt.Errorf("%s %s is no hour", hourText, half)
	}
	if half != "" {
		hour %= 12
	}
	if half == "pm" {
		hour += 12
	}
	weekday := "*"
	switch {
	case strings.HasPrefix(which, "weekday"):
		weekday = "1-5"
	case which != "day" && which != "daily":
		weekday = strings.ToUpper(which[:3])
	}
	return parseCron(fmt.Sprintf("%d %d * * %s", minute, hour, weekday))
}
