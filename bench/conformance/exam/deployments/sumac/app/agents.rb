# frozen_string_literal: true
module Agents
  COLS = %w[name description chat_prompt visibility vanity_slug upsell_description price_cents metadata].freeze
  DEFAULTS = { 'name' => nil, 'description' => nil, 'visibility' => 'public', 'vanity_slug' => nil, 'upsell_description' => nil, 'price_cents' => nil, 'metadata' => nil }.freeze
  SLUG = /\A[a-z0-9]+(-[a-z0-9]+)*\z/.freeze
  FILES = 10
  SERVICES = { 'bolt' => 'https://bolt.example/new', 'lovable' => 'https://lovable.example/start', 'v0' => 'https://v0.example/chat' }.freeze
  module_function

  def model(a, votes = nil)
    votes ||= DB[:feedback].where(agent_id: a[:id]).group_and_count(:rating).as_hash(:rating, :count)
    { id: a[:id], agent_id: a[:id], chat_id: a[:id], owner_id: a[:user_id], name: a[:name], description: a[:description], chat_prompt: a[:chat_prompt], visibility: a[:visibility],
      vanity_slug: a[:vanity_slug], upsell_description: a[:upsell_description], price_cents: a[:price_cents], is_paid: !a[:price_cents].nil?, metadata: JSON.parse(a[:metadata] || '{}'),
      cloned_from: a[:cloned_from], feedback_up: votes['up'].to_i, feedback_down: votes['down'].to_i, created_at: a[:created_at], updated_at: a[:updated_at] }
  end

  def list(user)
    ds = DB[:agents].where(user_id: user[:id], deleted_at: nil)
    votes = DB[:feedback].where(agent_id: ds.select(:id)).group_and_count(:agent_id, :rating).all
    by = votes.group_by { |v| v[:agent_id] }.transform_values { |v| v.to_h { |x| [x[:rating], x[:count]] } }
    ds.reverse(:created_at).all.map { |a| model(a, by[a[:id]] || {}) }
  end

  def find(id) = DB[:agents].first(id: id.downcase, deleted_at: nil)
  def find!(id, param = 'agent_id') = find(id) || fail!(404, 'There is no such agent', param)

  def own!(id, user, param = 'agent_id')
    a = find!(id, param)
    a[:user_id] == user[:id] or fail!(403, 'This agent belongs to someone else', param)
    a
  end

  def readable!(id, viewer, param = 'agent_id')
    a = find!(id, param)
    return a if a[:visibility] == 'public' || viewer && a[:user_id] == viewer[:id]
    fail!(403, 'This agent is private', param)
  end

  # Body values for the columns, checked as far as they are there.
  def values(user, b, check: true)
    v = b.slice(*COLS)
    if v.key?('chat_prompt') && v['chat_prompt'].to_s.strip.empty?
      fail!(400, 'A chat prompt is needed', 'chat_prompt')
    end
    fail!(400, 'The sandbox tier can not make agents private', 'visibility') if check && user[:tier] == 'sandbox' && v['visibility'] == 'private'
    v['vanity_slug'] = nil if v['vanity_slug'] == ''
    fail!(400, 'This is no vanity slug', 'vanity_slug') if v['vanity_slug'] && !v['vanity_slug'].match?(SLUG)
    v['metadata'] = JSON.generate(v['metadata'] || {}) if v.key?('metadata')
    v.transform_keys(&:to_sym)
  end

  def slug_free!(v, id = nil)
    return unless v[:vanity_slug]
    taken = DB[:agents].where(vanity_slug: v[:vanity_slug]).exclude(id: id.to_s).any?
    fail!(400, 'This vanity slug is taken', 'vanity_slug') if taken
  end

  def prompt!(b)
    return unless b['chat_prompt'].to_s.strip.empty?
    fail!(400, 'A chat prompt is needed', 'chat_prompt')
  end

  def create(user, b, extra = {})
    prompt!(b)
    v = values(user, DEFAULTS.merge(b))
    tx do
      slug_free!(v)
      now = Clock.now
      row = { id: SecureRandom.uuid, user_id: user[:id], created_at: now, updated_at: now, deleted_at: nil, cloned_from: nil }.merge(v).merge(extra)
      DB[:agents].insert(row)
      model(row, {})
    end
  end

  def upsert(user, b)
    id = b['agent_id']
    return create(user, b) if id.nil? || fault?('upsert-always-creates')
    own!(id, user)
    prompt!(b)
    change(user, id, b)
  end

  def change(user, id, b, sandbox_check: true)
    tx do
      a = own!(id, user, 'chat_id')
      v = values(user, b, check: sandbox_check)
      slug_free!(v, a[:id])
      if fault?('metadata-change-not-saved') && v.key?(:metadata)
        shown = a.merge(v)
        v = v.reject { |k, _| k == :metadata } # changed in place, so it does not count as dirty
      end
      v[:updated_at] = Clock.now
      DB[:agents].where(id: a[:id]).update(v)
      model((shown || a).merge(v))
    end
  end

  def replace(user, id, b)
    own!(id, user, 'chat_id')
    prompt!(b)
    change(user, id, DEFAULTS.merge(b))
  end

  def remove(user, id)
    tx do
      a = fault?('chat-delete-by-anyone') ? find!(id, 'chat_id') : own!(id, user, 'chat_id')
      m = model(a)
      DB[:agents].where(id: a[:id]).update(deleted_at: Clock.now, vanity_slug: nil)
      DB[:files].where(agent_id: a[:id]).delete
      DB[:themes].where(agent_id: a[:id]).delete
      ds = DB[:schedules].where(chat_id: a[:id])
      ds = DB[:schedules].where(user_id: user[:id]) if fault?('chat-delete-takes-all-schedules')
      ds.delete
      m
    end
  end

  def clone(user, id, b)
    tx do
      a = find!(id, 'chat_id')
      fail!(403, 'This chat is not public', 'chat_id') unless a[:visibility] == 'public'
      from = { 'name' => a[:name], 'description' => a[:description], 'chat_prompt' => a[:chat_prompt], 'upsell_description' => a[:upsell_description], 'metadata' => JSON.parse(a[:metadata] || '{}') }
      b = b.reject { |k, v| k == 'chat_prompt' && v.nil? }
      extra = { cloned_from: a[:id] }
      extra[:user_id] = a[:user_id] if fault?('clone-belongs-to-author')
      m = create(user, from.merge(b), extra)
      DB[:files].where(agent_id: a[:id]).order(:position).all.each { |f| DB[:files].insert(f.merge(id: SecureRandom.uuid, agent_id: m[:id])) }
      t = DB[:themes].first(agent_id: a[:id])
      DB[:themes].insert(t.merge(agent_id: m[:id])) if t
      m
    end
  end

  def feedback(user, id, b)
    a = find!(id, 'chat_id')
    fail!(404, 'There is no such chat', 'chat_id') if a[:visibility] == 'private' && a[:user_id] != user[:id]
    tx do
      row = { agent_id: a[:id], user_id: user[:id], rating: b['rating'], comment: b['comment'], created_at: Clock.now }
      DB[:feedback].insert_conflict(target: %i[agent_id user_id], update: row.slice(:rating, :comment, :created_at)).insert(row)
      model(a)
    end
  end

  def new_slug(b)
    base = b['name'].unicode_normalize(:nfd).gsub(/\p{Mn}/, '').downcase.gsub(/[^a-z0-9]+/, '-').gsub(/\A-+|-+\z/, '')[0, 40].to_s.chomp('-')
    base = 'agent' if base.empty?
    slug = base
    slug = "#{base}-#{nano[0, 5]}" while DB[:agents].where(vanity_slug: slug).any?
    { slug: slug }
  end

  def slug_state(slug)
    taken = DB[:agents].where(vanity_slug: slug)
    taken = taken.where(user_id: nil) if fault?('taken-slug-looks-free')
    { slug: slug, available: slug.match?(SLUG) && slug.length <= 60 && taken.empty? }
  end

  def upsell(user, id)
    tx do
      a = find!(id)
      a[:user_id] == user[:id] or fail!(404, 'There is no such agent', 'agent_id')
      text = "Subscribe to #{a[:name] || 'this agent'} and let it work for you: #{a[:description] || a[:chat_prompt]}"[0, 400]
      DB[:agents].where(id: a[:id]).update(upsell_description: text, updated_at: now = Clock.now)
      model(a.merge(upsell_description: text, updated_at: now))
    end
  end

  # --- theme
  def theme(t) = t && { id: t[:agent_id], agent_id: t[:agent_id], theme_color: t[:theme_color], created_at: t[:created_at], updated_at: t[:updated_at] }

  def read_theme(user, id)
    a = readable!(id, user)
    theme(DB[:themes].first(agent_id: a[:id]))
  end

  def write_theme(user, id, b)
    color = fault?('theme-color-by-line') ? /^#\h{6}$/ : /\A#\h{6}\z/
    a = own!(id, user)
    b['theme_color'].match?(color) or fail!(400, 'A theme color looks like #1a2b3c', 'theme_color')
    tx do
      now = Clock.now
      DB[:themes].insert_conflict(target: :agent_id, update: { theme_color: b['theme_color'], updated_at: now }).insert(agent_id: a[:id], theme_color: b['theme_color'], created_at: now, updated_at: now)
      theme(DB[:themes].first(agent_id: a[:id]))
    end
  end

  # --- files
  def file(f)
    { id: f[:id], file_id: f[:id], agent_id: f[:agent_id], name: f[:name], content: f[:content], mime_type: f[:mime_type], size: f[:content].bytesize, position: f[:position],
      created_at: f[:created_at], updated_at: f[:updated_at] }
  end

  def files(a)
    list = DB[:files].where(agent_id: a[:id]).order(:position, :created_at).all.map { |f| file(f) }
    { records: list, paging: { next: nil, count: list.size } }
  end

  def add_file(a, b)
    fail!(400, 'A file needs a name', 'name') if b['name'].strip.empty?
    tx do
      n = DB[:files].where(agent_id: a[:id]).count
      fail!(400, "An agent has at most #{FILES} files") if fault?('one-file-too-many') ? n > FILES : n >= FILES
      pos = b['position'] || (DB[:files].where(agent_id: a[:id]).max(:position) || -1) + 1
      now = Clock.now
      row = { id: SecureRandom.uuid, agent_id: a[:id], name: b['name'], content: b['content'] || '', mime_type: b['mime_type'] || 'text/plain', position: pos, created_at: now, updated_at: now }
      DB[:files].insert(row)
      Resp.new(201, nil, file(row))
    end
  end

  def file!(a, id) = DB[:files].first(id: id, agent_id: a[:id]) || fail!(404, 'There is no such file', 'file_id')

  def change_file(a, id, b)
    tx do
      f = file!(a, id)
      v = b.slice('name', 'content', 'mime_type', 'position').transform_keys(&:to_sym)
      v[:updated_at] = Clock.now
      DB[:files].where(id: f[:id]).update(v)
      file(f.merge(v))
    end
  end

  def remove_file(a, id)
    tx do
      f = file!(a, id)
      ds = fault?('file-delete-by-name') ? DB[:files].where(agent_id: a[:id], name: f[:name]) : DB[:files].where(id: f[:id])
      ds.delete
    end
    Resp.new(204, nil, nil)
  end

  def order_files(a, b)
    list = b['positions']
    ids = list.map { |p| p['file_id'].downcase }
    invalid!(%w[body positions], 'A file stands twice in positions') if ids.uniq.size != ids.size
    tx do
      ids.each { |id| file!(a, id) }
      list = list[0...-1] if fault?('batch-order-skips-last')
      list.each { |p| DB[:files].where(id: p['file_id'].downcase).update(position: p['position'], updated_at: Clock.now) }
    end
    files(a)
  end

  def vibe(user, id, service)
    SERVICES.key?(service) or invalid!(%w[query service_name], "service_name must be one of #{SERVICES.keys.join(', ')}", 'enum')
    a = readable!(id, user)
    text = "Build a chat page for the agent #{a[:name] || a[:id]}. It speaks with the Workers API at /agents/#{a[:id]}. #{a[:description]}".strip
    { agent_id: a[:id], service_name: service, prompt: text, url: "#{SERVICES[service]}?prompt=#{Rack::Utils.escape(text)}" }
  end

  def og(id)
    a = find!(id, 'chat_id')
    url = "https://sumac.example/chats/#{a[:id]}"
    return { id: a[:id], chat_id: a[:id], title: 'Private chat', description: nil, url: url, image_url: nil } if a[:visibility] == 'private'
    { id: a[:id], chat_id: a[:id], title: a[:name] || 'Chat', description: a[:description], url: url, image_url: "https://sumac.example/og/#{a[:id]}.png" }
  end

  # --- studio chats
  def studio(c)
    { id: c[:id], run_id: c[:run_id], owner_id: c[:user_id], title: c[:title], agent_id: c[:agent_id], visibility: c[:visibility], metadata: JSON.parse(c[:metadata] || '{}'), cloned_from: c[:cloned_from],
      created_at: c[:created_at], updated_at: c[:updated_at], deleted_at: c[:deleted_at] }
  end
  STUDIO = { 'title' => nil, 'agent_id' => nil, 'visibility' => 'public', 'metadata' => nil }.freeze

  def studio_values(user, b)
    v = b.slice(*STUDIO.keys)
    fail!(400, 'The sandbox tier can not make chats private', 'visibility') if user[:tier] == 'sandbox' && v['visibility'] == 'private'
    v['metadata'] = JSON.generate(v['metadata'] || {}) if v.key?('metadata')
    v.transform_keys(&:to_sym)
  end

  def studio_list(user)
    ds = DB[:studio_chats].where(user_id: user[:id])
    ds = ds.where(deleted_at: nil) unless fault?('studio-list-shows-deleted')
    ds.reverse(:created_at).all.map { |c| studio(c) }
  end

  def studio_find!(run_id) = DB[:studio_chats].first(run_id: run_id, deleted_at: nil) || fail!(404, 'There is no such chat', 'run_id')

  def studio_own!(run_id, user)
    c = studio_find!(run_id)
    c[:user_id] == user[:id] or fail!(403, 'This chat belongs to someone else', 'run_id')
    c
  end

  def studio_read(run_id, viewer)
    c = studio_find!(run_id)
    open = c[:visibility] == 'public' || viewer && c[:user_id] == viewer[:id]
    open ||= viewer.nil? if fault?('studio-private-open-without-login')
    open or fail!(403, 'This chat is private', 'run_id')
    studio(c)
  end

  def studio_create(user, b, extra = {})
    v = studio_values(user, STUDIO.merge(b))
    tx do
      id = b['run_id'] || SecureRandom.uuid
      old = DB[:studio_chats].first(run_id: id)
      if old && old[:user_id] == user[:id] && old[:deleted_at].nil?
        next studio(old)
      end
      fail!(409, 'A chat with this run_id exists', 'run_id') if old
      now = Clock.now
      row = { id: nano, run_id: id, user_id: user[:id], cloned_from: nil, created_at: now, updated_at: now, deleted_at: nil }.merge(v).merge(extra)
      DB[:studio_chats].insert(row)
      studio(row)
    end
  end

  def studio_change(user, run_id, b)
    tx do
      c = studio_own!(run_id, user)
      v = studio_values(user, b).merge(updated_at: Clock.now)
      DB[:studio_chats].where(id: c[:id]).update(v)
      studio(c.merge(v))
    end
  end

  def studio_remove(user, run_id)
    tx do
      c = studio_own!(run_id, user)
      at = Clock.now
      DB[:studio_chats].where(id: c[:id]).update(deleted_at: at)
      studio(c.merge(deleted_at: at))
    end
  end

  def studio_clone(user, run_id)
    c = studio_find!(run_id)
    fail!(400, 'A private chat can not be cloned', 'run_id') if c[:visibility] == 'private' && !(fault?('own-private-studio-clone') && c[:user_id] == user[:id])
    made = studio_create(user, { 'title' => c[:title], 'agent_id' => c[:agent_id], 'metadata' => JSON.parse(c[:metadata] || '{}') }, { cloned_from: c[:run_id] })
    Resp.new(201, nil, made)
  end
end
