# Five fields, with lists, ranges, steps and the names of months and days.
module Cron
  RANGES = [0..59, 0..23, 1..31, 1..12, 0..7].freeze
  NAMES = [nil, nil, nil, %w[jan feb mar apr may jun jul aug sep oct nov dec], %w[sun mon tue wed thu fri sat]].freeze
  DAYS = %w[sunday monday tuesday wednesday thursday friday saturday].freeze

  module_function

  def parse(text)
    fields = text.to_s.split(' ')
    return unless fields.size == 5
    sets = fields.each_with_index.map { |f, i| field(f, i) }
    sets.any?(&:nil?) ? nil : sets
  end

  def valid?(text)
    !parse(text).nil?
  end

  def field(text, index)
    range = RANGES[index]
    parts = text.split(',', -1).map do |part|
      m = %r{\A(\*|(\w+)(?:-(\w+))?)(?:/(\d+))?\z}.match(part) or return
      low, high = if m[1] == '*'
                    [range.first, range.last]
                  else
                    a = number(m[2], index)
                    b = m[3] ? number(m[3], index) : (m[4] ? range.last : a)
                    [a, b]
                  end
      return if low.nil? || high.nil? || low > high || !range.cover?(low) || !range.cover?(high)
      step = (m[4] || 1).to_i
      return if step.zero?
      (low..high).step(step).to_a
    end
    parts.empty? ? nil : parts.flatten.uniq
  end

  def number(text, index)
    return text.to_i if /\A\d{1,2}\z/.match?(text)
    at = NAMES[index]&.index(text.downcase) or return
    index == 3 ? at + 1 : at
  end

  def due?(text, time)
    minute, hour, day, month, weekday = parse(text)
    return false unless minute && minute.include?(time.min) && hour.include?(time.hour) && month.include?(time.month)
    stars = text.split(' ')
    on_day = day.include?(time.day)
    on_weekday = weekday.include?(time.wday) || (time.wday.zero? && weekday.include?(7))
    return on_day || on_weekday if stars[2] != '*' && stars[4] != '*'
    on_day && on_weekday
  end

  # words to cron; cron stays as it is
  def from_text(text)
    text = text.strip
    return text.split(' ').join(' ') if valid?(text)
    words = text.downcase.squish
    return '* * * * *' if words == 'every minute'
    return '0 * * * *' if %w[hourly every\ hour].include?(words)
    if (m = /\Aevery (\d{1,2}) minutes\z/.match(words)) && (1..59).cover?(m[1].to_i)
      return "*/#{m[1].to_i} * * * *"
    end
    m = /\A(?:(daily)|every (day|weekday|#{DAYS.join('|')}))(?: at (\d{1,2})(?::(\d\d))?\s*(am|pm)?|(?: at (noon|midnight)))?\z/.match(words) or return
    hour = (m[3] || 0).to_i
    minute = (m[4] || 0).to_i
    if m[5]
      return unless (1..12).cover?(hour)
      hour = hour % 12 + (m[5] == 'pm' ? 12 : 0)
    end
    hour = 12 if m[6] == 'noon'
    return unless hour < 24 && minute < 60
    day = m[2] == 'weekday' ? '1-5' : (DAYS.index(m[2]) || '*')
    "#{minute} #{hour} * * #{day}"
  end
end
