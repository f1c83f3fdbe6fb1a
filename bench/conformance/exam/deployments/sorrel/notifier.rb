# frozen_string_literal: true
# The tools themselves: each takes a user and a checked input and gives an output.
module Runner
  METRES = { 'm' => 1.0, 'km' => 1000.0, 'ft' => 0.3048, 'mi' => 1609.344 }.freeze

  def self.relaxed(name, schema)
    props = schema['properties']
    case name
    when 'NOTIFIER_UPDATE_DEVICE'
      return schema.merge('properties' => props.merge('app_version' => { 'type' => 'integer' })) if on?('notifier-negative-app-version')
    when 'NOTIFIER_LIST_CHATS'
      return schema.merge('properties' => props.merge('limit' => { 'type' => 'integer', 'minimum' => 1 })) if on?('notifier-chats-limit-501')
    when 'NOTIFIER_CREATE_DEVICE'
    end
    schema
  end

  def self.call(user, name, input)
    Schema.check(relaxed(name, TOOLS[name]['schema']), input)
    case name
    when 'harbor_weather' then { 'harbor' => input['harbor'], 'temperature_c' => 14, 'wind' => 'light', 'station' => 'QX-7741-RAW' }
    when 'tide_table' then { 'harbor' => input['harbor'], 'high_water' => '06:12', 'low_water' => '12:24' }
    when 'convert_units' then { 'value' => input['value'] * METRES[input['from']] / METRES[input['to']], 'unit' => input['to'] }
    when 'summarize_text' then { 'summary' => input['text'][/\A[^.!?]*[.!?]?/m] }
    when 'code_interpreter' then { 'stdout' => '', 'exit_code' => 0 }
    else new(user).send(name.sub('NOTIFIER_', '').downcase, input)
    end
  end

  def self.new(user) = Notifier.new(notifier_account(user), user)

  class Notifier
    def initialize(acct, user)
      @a = acct
      @user = user
      DB[:notifier].each_value { |a| settle(a) }
    end

    def settle(acct)
      return unless acct[:purge] && acct[:purge][:at] <= Time.now.to_f

      acct[:purge][:idens].each { |i| kill(acct[:pushes][i]) if acct[:pushes][i] }
      acct[:purge] = nil
    end

    def kill(push)
      return unless push['active']

      %w[title body url file_name file_type file_url items].each { |k| push.delete(k) }
      push['active'] = false
      push['modified'] = Clock.secs
    end

    def iden = "uj#{SecureRandom.alphanumeric(18)}"

    def find(kind, id)
      r = @a[kind][id]
      raise BadInput, "#{kind.to_s.chomp('s')} #{id} does not exist" if r.nil? || !r['active']

      r
    end

    def page(rows, input, key, default = 500)
      rows = rows.sort_by { |r| -r[key] }
      if input['cursor']
        at = begin
          Float(Base64.urlsafe_decode64(input['cursor']))
        rescue ArgumentError
          raise BadInput, 'cursor is not valid'
        end
        rows = on?('notifier-chats-cursor-repeats') ? rows.select { |r| r[key] <= at } : rows.select { |r| r[key] < at }
      end
      limit = input['limit'] || default
      part = rows.first(limit)
      [part.map(&:dup), rows.size > limit ? Base64.urlsafe_encode64(part.last[key].to_s, padding: false) : nil]
    end

    def create_chat(i)
      old = @a[:chats].values.find { |c| c['active'] && c['with']['email'] == i['email'] }
      return old.dup if old

      t = Clock.secs
      c = { 'iden' => iden, 'active' => true, 'created' => t, 'modified' => t, 'muted' => false, 'with' => { 'type' => 'email', 'email' => i['email'], 'name' => i['email'].split('@').first } }
      @a[:chats][c['iden']] = c
      c.dup
    end

    def list_chats(i)
      rows, cur = page(@a[:chats].values.select { |c| c['active'] }, i, 'created')
      { 'chats' => rows, 'cursor' => cur }
    end

    def update_chat(i)
      c = find(:chats, i['iden'])
      if on?('notifier-unmute-ignored') then c['muted'] = true if i['muted']
      else c['muted'] = i['muted']
      end
      c['modified'] = Clock.secs
      c.dup
    end

    def delete_chat(i)
      find(:chats, i['iden'])['active'] = false
      {}
    end

    def create_device(i)
      t = Clock.secs
      d = { 'iden' => iden, 'active' => true, 'created' => t, 'modified' => t, 'icon' => 'system', 'has_sms' => false, 'push_token' => '' }.merge(i)
      @a[:devices][d['iden']] = d
      d.dup
    end

    def list_devices(_i) = { 'devices' => @a[:devices].values.select { |d| d['active'] }.map(&:dup) }

    def update_device(i)
      d = find(:devices, i['iden'])
      if on?('notifier-update-device-clears') then DEVICE_PROPS.each_key { |k| d[k] = i[k] }
      else d.merge!(i.slice(*DEVICE_PROPS.keys))
      end
      d['modified'] = Clock.secs
      d.dup
    end

    def delete_device(i)
      find(:devices, i['device_iden'])['active'] = false
      {}
    end

    def create_push(i)
      raise BadInput, 'url is required when type is link' if i['type'] == 'link' && i['url'].to_s.empty? && !on?('notifier-link-without-url')
      if i['type'] == 'file'
        needed = on?('notifier-file-without-type') ? %w[file_url file_name] : %w[file_url file_name file_type]
        needed.each { |k| raise BadInput, "#{k} is required when type is file" if i[k].to_s.empty? }
      end
      find(:devices, i['device_iden']) if i['device_iden']
      if i['guid'] && (old = @a[:pushes][@a[:guids][i['guid']]]) && !on?('notifier-guid-duplicates')
        return old.dup
      end

      t = Clock.secs
      p = { 'iden' => iden, 'active' => true, 'dismissed' => false, 'created' => t, 'modified' => t, 'direction' => i['email'] ? 'outgoing' : 'self',
            'sender_iden' => @a[:iden], 'sender_email' => @user.email, 'receiver_email' => i['email'] || @user.email }
          .merge(i.slice('type', 'title', 'body', 'url', 'guid', 'file_url', 'file_name', 'file_type', 'channel_tag', 'client_iden', 'source_device_iden'))
      p['target_device_iden'] = i['device_iden'] if i['device_iden']
      @a[:pushes][p['iden']] = p
      @a[:guids][i['guid']] = p['iden'] if i['guid']
      to = i['email'] && USERS.values.find { |u| u.email == i['email'] && u.id != @user.id && DB[:notifier][u.id] }
      if to
        q = p.merge('iden' => iden, 'direction' => 'incoming').reject { |k, _| k == 'guid' }
        DB[:notifier][to.id][:pushes][q['iden']] = q
      end
      p.dup
    end

    def list_pushes(i)
      rows = @a[:pushes].values
      rows = rows.select { |p| p['active'] } if i['active'] && !on?('notifier-active-ignored')
      if i['modified_after']
        key = on?('notifier-modified-after-created') ? 'created' : 'modified'
        rows = rows.select { |p| p[key] > i['modified_after'] }
      end
      rows, cur = page(rows, i, 'modified')
      { 'pushes' => rows, 'cursor' => cur }
    end

    def update_push(i)
      p = find(:pushes, i['iden'])
      if i.key?('items')
        p['items'] = i['items'].map do |e|
          { 'text' => e['text'], 'checked' => e['checked'] }
        end
      end
      p['dismissed'] = i['dismissed'] if i.key?('dismissed')
      p['modified'] = Clock.secs
      p.dup
    end

    def delete_push(i)
      kill(find(:pushes, i['iden']))
      {}
    end

    def delete_all_pushes(_i)
      accounts = on?('notifier-delete-all-everyone') ? DB[:notifier].values : [@a]
      accounts.each do |a|
        rows = a[:pushes].values.select { |p| p['active'] }
        a[:purge] = { at: Time.now.to_f + 0.25, idens: (a[:purge] ? a[:purge][:idens] : []) | rows.map { |p| p['iden'] } }
      end
      {}
    end

    def get_user(_i)
      { 'iden' => @a[:iden], 'email' => @user.email, 'email_normalized' => @user.email, 'name' => @user.name, 'max_upload_size' => 26_214_400, 'created' => @a[:created], 'modified' => @a[:created] }
    end

    def upload_request(i)
      key = SecureRandom.hex(8)
      { 'file_name' => i['file_name'], 'file_type' => i['file_type'], 'file_url' => "https://files.sorrel.example/#{key}/#{Rack::Utils.escape_path(i['file_name'])}",
        'upload_url' => 'https://uploads.sorrel.example/', 'data' => { 'key' => key, 'content-type' => i['file_type'], 'signature' => OpenSSL::HMAC.hexdigest('SHA256', Tokens::SECRET, key) } }
    end
  end
end
