# frozen_string_literal: true
# The 15 NOTIFIER tools, over a store of our own.
module Notifier
  module_function

  def rows(user, kind) = DB[:notifier].where(user_id: user[:id], kind: kind)

  def show(r)
    JSON.parse(r[:data]).merge('iden' => r[:iden], 'active' => r[:active], 'created' => r[:created] / 1e6, 'modified' => r[:modified] / 1e6)
  end

  def insert(user, kind, data, guid = nil)
    t = Clock.micros
    r = { iden: nano, user_id: user[:id], kind: kind, data: JSON.generate(data), guid: guid, active: true, created: t, modified: t }
    DB[:notifier].insert(r)
    show(r)
  end

  def find!(user, kind, iden, param = 'iden')
    rows(user, kind).first(iden: iden, active: true) or fail!(400, "There is no such #{kind}", param)
  end

  def change(user, kind, iden)
    tx do
      r = find!(user, kind, iden)
      data = JSON.parse(r[:data])
      yield data
      r = r.merge(data: JSON.generate(data), modified: Clock.micros)
      rows(user, kind).where(iden: iden).update(data: r[:data], modified: r[:modified])
      show(r)
    end
  end

  def remove(user, kind, iden, param = 'iden')
    tx do
      find!(user, kind, iden, param)
      rows(user, kind).where(iden: iden).update(active: false, modified: Clock.micros)
      { 'iden' => iden, 'deleted' => true }
    end
  end

  def page(ds, limit, cursor, name)
    if cursor && !cursor.empty?
      m, i = (cursor.unpack1('m') rescue '').to_s.split(':')
      m.to_s.match?(/\A\d+\z/) && i or fail!(400, 'This cursor is not known', 'cursor')
      ds = ds.where(Sequel.lit('(modified < ? OR (modified = ? AND iden < ?))', m.to_i, m.to_i, i))
    end
    list = ds.order(Sequel.desc(:modified), Sequel.desc(:iden)).limit(limit + 1).all
    more = list.size > limit
    list = list.first(limit)
    last = list.last
    last = ds.order(Sequel.desc(:modified), Sequel.desc(:iden)).limit(1, limit).first if more && fault?('notifier-cursor-skips-one')
    { name => list.map { |r| show(r) }, 'cursor' => more ? ["#{last[:modified]}:#{last[:iden]}"].pack('m0') : nil }
  end

  def self.tool(name, text, fields, required = [], &run)
    Tools.add("NOTIFIER_#{name}", 'notifier', text, fields, required, connection: true, &run)
  end
  max = fault?('notifier-limit-above-500') ? 'int:1..100000?' : 'int:1..500?'
  version = 'int:0..2000000000'

  tool('CREATE_CHAT', 'Create a chat with an email address', { email: 'email' }, [:email]) do |u, i|
    tx do
      old = rows(u, 'chat').where(active: true).all.find { |r| JSON.parse(r[:data])['email'] == i['email'] }
      old ? show(old) : insert(u, 'chat', { 'email' => i['email'], 'muted' => false })
    end
  end
  tool('CREATE_DEVICE', 'Register a device', { icon: 'str?', model: 'str', has_sms: 'bool?', nickname: 'str', push_token: 'str?', app_version: version, manufacturer: 'str' }, %i[model nickname app_version manufacturer]) do |u, i|
    tx { insert(u, 'device', %w[icon model has_sms nickname push_token app_version manufacturer].to_h { |k| [k, i[k]] }) }
  end
  tool('CREATE_PUSH', 'Send a push (note, link or file) to a device, user, channel or client',
       { type: 'enum:note,link,file', url: 'str?', body: 'str?', guid: 'str?', email: 'email?', title: 'str?', file_url: 'str?', file_name: 'str?', file_type: 'str?', channel_tag: 'str?',
         client_iden: 'str?', device_iden: 'str?', source_device_iden: 'str?' }, [:type]) do |u, i|
    need = { 'link' => %w[url], 'file' => %w[file_url file_name file_type], 'note' => [] }[i['type']]
    need = [] if i['type'] == 'link' && fault?('notifier-link-without-url')
    need.each { |k| fail!(400, "#{k} is required for a push of type #{i['type']}", k) if i[k].to_s.empty? }
    tx do
      %w[device_iden source_device_iden].each { |k| find!(u, 'device', i[k], k) if i[k] && !i[k].empty? }
      old = i['guid'] && !i['guid'].empty? && !fault?('notifier-guid-ignored') && rows(u, 'push').first(guid: i['guid'])
      if old
        show(old)
      else
        keys = %w[type url body guid email title file_url file_name file_type channel_tag client_iden device_iden source_device_iden]
        insert(u, 'push', keys.to_h { |k| [k, i[k]] }.merge('dismissed' => false, 'items' => nil), i['guid'])
      end
    end
  end
  tool('DELETE_ALL_PUSHES', 'Delete all pushes of the user asynchronously', {}) do |u, _i|
    limit = Clock.micros
    Thread.new do
      sleep 0.2
      ds = DB[:notifier].where(user_id: u[:id], active: true).where { created <= limit }
      ds = ds.where(kind: 'push') unless fault?('notifier-delete-all-takes-chats')
      tx { ds.update(active: false, modified: Clock.micros) }
    end
    { 'accepted' => true }
  end
  tool('DELETE_CHAT', 'Delete a chat', { iden: 'str' }, [:iden]) { |u, i| remove(u, 'chat', i['iden']) }
  tool('DELETE_DEVICE', 'Delete a device', { device_iden: 'str' }, [:device_iden]) { |u, i| remove(u, 'device', i['device_iden'], 'device_iden') }
  tool('DELETE_PUSH', 'Delete a push', { iden: 'str' }, [:iden]) { |u, i| remove(u, 'push', i['iden']) }
  tool('GET_USER', 'Get the profile of the authenticated user', {}) { |u, _i| { 'iden' => u[:id], 'email' => u[:email], 'name' => u[:name] } }
  tool('LIST_CHATS', 'List chats', { limit: max, cursor: 'str?' }) { |u, i| page(rows(u, 'chat').where(active: true), i['limit'] || 500, i['cursor'], 'chats') }
  tool('LIST_DEVICES', 'List devices', {}) { |u, _i| { 'devices' => rows(u, 'device').where(active: true).order(:created).all.map { |r| show(r) } } }
  tool('LIST_PUSHES', 'List pushes', { limit: max, active: 'bool?', cursor: 'str?', modified_after: 'num?' }) do |u, i|
    ds = rows(u, 'push')
    ds = ds.where(active: true) if i['active'] && !fault?('notifier-active-ignored')
    ds = ds.where { modified > (i['modified_after'].to_r * 1_000_000).to_i } if i['modified_after']
    page(ds, i['limit'] || 500, i['cursor'], 'pushes')
  end
  tool('UPDATE_CHAT', 'Mute or unmute a chat', { iden: 'str', muted: 'bool' }, %i[iden muted]) do |u, i|
    change(u, 'chat', i['iden']) { |d| fault?('notifier-unmute-lost') ? d['muted'] = i['muted'] || d['muted'] : d['muted'] = i['muted'] }
  end
  tool('UPDATE_DEVICE', 'Update device metadata', { iden: 'str', icon: 'str?', model: 'str?', has_sms: 'bool?', nickname: 'str?', push_token: 'str?', app_version: "#{version}?", manufacturer: 'str?' }, [:iden]) do |u, i|
    change(u, 'device', i['iden']) do |d|
      %w[icon model has_sms nickname push_token app_version manufacturer].each { |k| d[k] = i[k] if i.key?(k) || fault?('notifier-device-update-nulls') }
    end
  end
  item = { type: 'array', maxItems: 500, items: { type: 'object', properties: { text: { type: 'string' }, checked: { type: 'boolean' } }, required: %w[text checked] } }
  tool('UPDATE_PUSH', 'Dismiss a push or change list items', { iden: 'str', items: item, dismissed: 'bool?' }, [:iden]) do |u, i|
    change(u, 'push', i['iden']) do |d|
      d['dismissed'] = i['dismissed'] unless i['dismissed'].nil?
      d['items'] = i['items'].map { |x| { 'text' => x['text'], 'checked' => x['checked'] } } if i['items']
    end
  end
  tool('UPLOAD_REQUEST', 'Get a signed upload URL (signed form data) before pushing a file', { file_name: 'str:1..255', file_type: 'str:1..100' }, %i[file_name file_type]) do |_u, i|
    key = "#{nano}/#{i['file_name']}"
    { 'file_name' => i['file_name'], 'file_type' => i['file_type'], 'file_url' => "https://files.sumac.example/#{Rack::Utils.escape_path(key)}", 'upload_url' => 'https://upload.sumac.example/form',
      'data' => { 'key' => key, 'content_type' => i['file_type'], 'signature' => OpenSSL::HMAC.hexdigest('SHA256', Jwt::SECRET, key) } }
  end
end
