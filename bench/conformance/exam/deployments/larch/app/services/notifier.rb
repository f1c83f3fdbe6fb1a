# The notification service stands in this process: chats, devices and pushes for each user.
class Notifier
  def initialize(user)
    @user = user
  end

  def call(operation, input)
    raise Catalog::BadInput, 'No auth connection to the notification service' unless @user.notifier_connected
    @input = input
    ApplicationRecord.transaction { send(operation) }
  end

  private

  def chats
    NotifierChat.where(user_id: @user.id)
  end

  def devices
    NotifierDevice.where(user_id: @user.id, active: true)
  end

  def pushes
    NotifierPush.where(user_id: @user.id)
  end

  def now
    Clock.tick.to_f
  end

  def bad!(message)
    raise Catalog::BadInput, message
  end

  def find(scope, key, what)
    scope.find_by(iden: @input[key], active: true) or bad!("#{what} not found")
  end

  def create_chat
    email = @input['email']
    bad!('email is not an email address') unless /\A[^@\s]+@[^@\s]+\z/.match?(email)
    chat = chats.find_by(email: email, active: true)
    chat ||= chats.create!(iden: iden, email: email, modified: now, data: { 'muted' => false })
    chat_json(chat)
  end

  def create_device
    data = @input.slice(*Catalog::DEVICE.keys.map(&:to_s))
    data['icon'] = 'system' if data['icon'].blank?
    device_json(devices.create!(iden: iden, modified: now, data: data))
  end

  def create_push
    { 'link' => %w[url], 'file' => %w[file_url file_name file_type] }.fetch(@input['type'], []).each do |key|
      bad!("#{key} is required when type=#{@input['type']}") if @input[key].blank?
    end
    %w[device_iden source_device_iden].each do |key|
      bad!("#{key} is not a device") if @input[key].present? && !devices.exists?(iden: @input[key])
    end
    guid = @input['guid'].presence
    known = guid && pushes.find_by(guid: guid) unless bug?('notifier-guid-ignored')
    return push_json(known) if known
    keys = %w[type url body email title file_url file_name file_type channel_tag client_iden device_iden source_device_iden]
    data = @input.slice(*keys).merge('dismissed' => false)
    push_json(pushes.create!(iden: iden, guid: guid, modified: now, data: data))
  end

  def delete_all_pushes
    id = @user.id
    last = NotifierPush.maximum(:id).to_i
    Thread.new do
      sleep 0.2
      Rails.application.executor.wrap do
        scope = NotifierPush.where(active: true).where('id <= ?', last)
        scope = scope.where(user_id: id) unless bug?('notifier-delete-all-of-everyone')
        ApplicationRecord.transaction { scope.update_all(active: false, modified: Clock.tick.to_f) }
      end
    end
    { accepted: true }
  end

  def delete_chat
    find(chats, 'iden', 'Chat').update!(active: false, modified: now)
    { deleted: true, iden: @input['iden'] }
  end

  def delete_device
    find(devices, 'device_iden', 'Device').update!(active: false, modified: now)
    { deleted: true, iden: @input['device_iden'] }
  end

  def delete_push
    find(pushes, 'iden', 'Push').update!(active: false, modified: now)
    { deleted: true, iden: @input['iden'] }
  end

  def get_user
    { iden: "u#{@user.id}", email: @user.email, name: @user.name, created: @user.created_at.to_f }
  end

  def list_chats
    rows, cursor = page(chats.where(active: true), 500)
    { chats: rows.map { |c| chat_json(c) }, cursor: cursor }
  end

  def list_devices
    { devices: devices.order(:id).map { |d| device_json(d) } }
  end

  def list_pushes
    scope = pushes
    scope = scope.where(active: true) if @input['active'] && !bug?('notifier-active-ignored')
    scope = scope.where('modified > ?', @input['modified_after'].to_f) if @input['modified_after']
    rows, cursor = page(scope, 500)
    { pushes: rows.map { |p| push_json(p) }, cursor: cursor }
  end

  # newest change first; the cursor says below which change and record to go on
  def page(scope, default)
    limit = @input['limit'] || default
    if @input['cursor'].present?
      modified, id = Base64.urlsafe_decode64(@input['cursor']).split('/')
      modified = Float(modified)
      scope = scope.where('modified < ? OR (modified = ? AND id < ?)', modified, modified, Integer(id))
    end
    rows = scope.order(modified: :desc, id: :desc).limit(limit + 1).to_a
    more = rows.size > limit
    rows = rows.first(limit)
    [rows, more ? Base64.urlsafe_encode64("#{rows.last.modified}/#{rows.last.id}", padding: false) : nil]
  rescue ArgumentError, TypeError
    bad!('cursor is not valid')
  end

  def update_chat
    chat = find(chats, 'iden', 'Chat')
    muted = @input['muted']
    muted = muted.presence || chat.data['muted'] if bug?('notifier-unmute-lost')
    chat.update!(modified: now, data: chat.data.merge('muted' => muted))
    chat_json(chat)
  end

  def update_device
    device = find(devices, 'iden', 'Device')
    changes = @input.slice(*Catalog::DEVICE.keys.map(&:to_s)).compact
    device.update!(modified: now, data: device.data.merge(changes))
    device_json(device)
  end

  def update_push
    push = find(pushes, 'iden', 'Push')
    changes = @input.slice('dismissed').compact
    if @input['items']
      changes['items'] = @input['items'].map do |i|
        { 'text' => i['text'], 'checked' => bug?('notifier-items-always-checked') ? i.key?('checked') : i['checked'] }
      end
    end
    push.update!(modified: now, data: push.data.merge(changes))
    push_json(push)
  end

  def upload_request
    key = SecureRandom.hex(12)
    { file_name: @input['file_name'], file_type: @input['file_type'], upload_url: "https://upload.larch.example/#{key}",
      file_url: "https://files.larch.example/#{key}/#{ERB::Util.url_encode(@input['file_name'])}",
      data: { key: key, acl: 'public-read', 'content-type': @input['file_type'], signature: SecureRandom.hex(20) } }
  end

  def iden
    "uj#{SecureRandom.alphanumeric(14)}"
  end

  def base(row)
    { iden: row.iden, active: row.active, created: row.created_at.to_f, modified: row.modified }
  end

  def chat_json(chat)
    base(chat).merge(muted: chat.data['muted'], with: { type: 'email', email: chat.email })
  end

  def device_json(device)
    base(device).merge(device.data)
  end

  def push_json(push)
    base(push).merge(guid: push.guid).merge(push.data)
  end
end
