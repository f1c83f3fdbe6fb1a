# frozen_string_literal: true
module Cron
  NAMES = { 3 => %w[jan feb mar apr may jun jul aug sep oct nov dec], 4 => %w[sun mon tue wed thu fri sat] }.freeze
  RANGES = [[0, 59], [0, 23], [1, 31], [1, 12], [0, 7]].freeze
  MACROS = { '@hourly' => '0 * * * *', '@daily' => '0 0 * * *', '@weekly' => '0 0 * * 0', '@monthly' => '0 0 1 * *' }.freeze
  DAYS = %w[sunday monday tuesday wednesday thursday friday saturday].freeze
  module_function

  def parse(text)
    f = text.strip.split(/\s+/)
    return nil unless f.size == 5
    f.each_with_index.map { |x, i| field(x, i) or return nil }
  end

  def value(s, i)
    return s.to_i if s.match?(/\A\d{1,2}\z/)
    n = NAMES[i]&.index(s.downcase) or return nil
    i == 3 ? n + 1 : n
  end

  def field(text, i)
    lo, hi = RANGES[i]
    out = text.split(',', -1).flat_map do |part|
      m = %r{\A(\*|[a-z0-9]+(?:-[a-z0-9]+)?)(?:/(\d{1,2}))?\z}i.match(part) or return nil
      step = m[2] ? m[2].to_i : 1
      return nil if step < 1
      if m[1] == '*' then a, b = lo, hi
      else
        x, y = m[1].split('-')
        a = value(x, i) or return nil
        b = y ? (value(y, i) or return nil) : (m[2] ? hi : a)
      end
      return nil if a < lo || b > hi || a > b
      (a..b).step(step).to_a
    end
    out = out.map { |x| x % 7 } if i == 4
    out.uniq.sort
  end

  def next_at(text, from = Time.now.utc)
    c = parse(text) or return nil
    f = text.strip.split(/\s+/)
    day = from.to_date
    1500.times do |n|
      d = day + n
      dom = c[2].include?(d.day)
      dow = c[4].include?(d.wday)
      hit = f[2] == '*' || f[4] == '*' ? dom && dow : dom || dow
      next unless hit && c[3].include?(d.month)
      c[1].each { |h| c[0].each { |m| t = Time.utc(d.year, d.month, d.day, h, m); return t.strftime('%Y-%m-%dT%H:%M:%S.000000Z') if t > from } }
    end
    nil
  end

  def convert(text)
    s = text.strip.downcase.gsub(/\s+/, ' ')
    return MACROS[s] if MACROS[s]
    return text.strip.gsub(/\s+/, ' ') if parse(text)
    return '* * * * *' if s == 'every minute'
    return '0 * * * *' if ['every hour', 'hourly'].include?(s)
    if (m = /\Aevery (\d{1,2}) minutes\z/.match(s)) && m[1].to_i.between?(1, 59) then return "*/#{m[1].to_i} * * * *" end
    m = /\A(?:every )?(day|daily|weekday|weekdays|#{DAYS.join('|')})(?: at (\d{1,2})(?::(\d\d))? ?(am|pm)?)?\z/.match(s) or return nil
    h = m[2] ? m[2].to_i : 0
    return nil if m[4] && !h.between?(1, 12)
    h = h % 12 + (m[4] == 'pm' ? 12 : 0) if m[4]
    min = m[3].to_i
    return nil if h > 23 || min > 59
    dow = m[1].start_with?('weekday') ? '1-5' : (DAYS.index(m[1]) || '*').to_s
    "#{min} #{h} * * #{dow}"
  end
end

module Schedules
  module_function

  def show(s)
    { id: s[:id], schedule_id: s[:id], chat_id: s[:chat_id], cron: s[:cron], message: s[:message], enabled: s[:enabled], next_run_at: s[:next_run_at], last_run_at: s[:last_run_at],
      created_at: s[:created_at], updated_at: s[:updated_at] }
  end

  def chat!(user, id)
    a = id.is_a?(String) && id.match?(UUID) && Agents.find(id)
    ok = a && (a[:user_id] == user[:id] || fault?('schedule-on-foreign-chat') && a[:visibility] == 'public')
    ok or fail!(403, 'This is no chat of yours', 'chat_id')
    a[:id]
  end

  def cron!(text) = Cron.parse(text) || invalid!(%w[body cron], 'This is no cron expression')

  def create(user, b)
    cron!(b['cron'])
    tx do
      now = Clock.now
      on = b['enabled'] != false
      row = { id: SecureRandom.uuid, user_id: user[:id], chat_id: chat!(user, b['chat_id']), cron: b['cron'], message: b['message'], enabled: on, next_run_at: on ? Cron.next_at(b['cron']) : nil,
              last_run_at: nil, created_at: now, updated_at: now }
      DB[:schedules].insert(row)
      show(row)
    end
  end

  def list(user) = Account.wrap(DB[:schedules].where(user_id: user[:id]).order(:created_at).all.map { |s| show(s) })
  def find!(user, id) = DB[:schedules].first(id: id, user_id: user[:id]) || fail!(404, 'There is no such schedule', 'schedule_id')

  def change(user, id, b)
    cron!(b['cron']) if b.key?('cron')
    tx do
      s = find!(user, id)
      v = b.slice('cron', 'message', 'enabled').transform_keys(&:to_sym)
      v[:chat_id] = chat!(user, b['chat_id']) if b.key?('chat_id')
      v = v.select { |_, x| x } if fault?('schedule-can-not-be-disabled')
      n = s.merge(v)
      v[:next_run_at] = n[:enabled] ? Cron.next_at(n[:cron]) : nil
      v[:updated_at] = Clock.now
      ds = DB[:schedules].where(user_id: user[:id])
      ds = ds.where(id: id) unless fault?('schedule-update-changes-all')
      ds.update(v)
      show(s.merge(v))
    end
  end

  def remove(user, id)
    tx do
      s = find!(user, id)
      DB[:schedules].where(id: id).delete
      show(s)
    end
  end

  def onboarding(user)
    { has_schedules: DB[:schedules].where(user_id: user[:id]).any?,
      suggestions: [['morning', 'Morning briefing', '0 8 * * *', 'What is new today?'], ['weekly', 'Weekly review', '0 9 * * 1', 'Sum up last week']].map { |i, t, c, m| { id: i, title: t, cron: c, message: m } } }
  end

  def text(t)
    c = Cron.convert(t)
    c ||= '0 0 * * *' if fault?('bad-cron-becomes-daily')
    c or fail!(400, 'This can not be read as a cron expression', 'cron')
    { cron: c, text: t, next_run_at: Cron.next_at(c) }
  end

  def tick
    now = Clock.now
    DB[:schedules].where(enabled: true).where { next_run_at <= now }.all.each do |s|
      tx do
        a = Agents.find(s[:chat_id])
        if a
          r = Workers.new_run(a[:id], s[:user_id], 'schedule')
          Workers.log(r, 'run_started', { source: 'schedule', schedule_id: s[:id] })
          m = s[:message] || 'Scheduled run'
          Workers.say(r, 'user', m)
          Workers.say(r, 'assistant', Workers.plan("#{m}.", 1, nil)[:parts].map { |p| p[1] }.join)
        end
        DB[:schedules].where(id: s[:id]).update(last_run_at: now, next_run_at: Cron.next_at(s[:cron]))
      end
    end
  end
end

module Account
  def self.start_ticker
    Thread.new do
      loop do
        sleep 1
        Schedules.tick
      rescue StandardError => e
        warn "ticker: #{e.class} #{e.message}"
      end
    end
  end
end
