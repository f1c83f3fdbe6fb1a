class StudioChatsController < ApplicationController
  SPEC = { title: :string, description: :text, visibility: :visibility, messages: :objects }.freeze
  DEFAULTS = { title: 'Untitled chat', description: nil, visibility: 'public', messages: [] }.freeze
  skip_before_action :authenticate!, only: :show
  before_action :authenticate_if_given, only: :show
  before_action :refuse_private_in_sandbox!, only: (bug?('studio-sandbox-private-on-patch') ? %i[create replace] : %i[create replace update])

  def index
    scope = current_user.studio_chats.order(created_at: :desc)
    scope = scope.kept
    render json: scope.map { |c| AgentSerializer.studio(c) }
  end

  def create
    run_id = body_params(run_id: :string)[:run_id].presence || SecureRandom.uuid
    raise Errors::Invalid.new(:run_id, 'is not valid') unless /\A[\w.:~-]{1,200}\z/.match?(run_id)
    attributes = body_params(SPEC)
    chat = StudioChat.transaction do
      existing = StudioChat.find_by(run_id: run_id)
      if existing
        halt 409, 'A chat with this run_id exists' if existing.user_id != current_user.id || existing.discarded_at
        existing.update!(attributes) if bug?('studio-create-overwrites')
        next existing
      end
      current_user.studio_chats.create!(DEFAULTS.merge(attributes.compact.symbolize_keys).merge(run_id: run_id, created_at: Clock.tick))
    end
    render json: AgentSerializer.studio(chat)
  end

  def show
    chat = find_chat
    halt 403, 'This chat is private' unless chat.readable_by?(current_user)
    render json: AgentSerializer.studio(chat)
  end

  # PUT: what is not given goes back to its default
  def replace
    chat = own_chat
    attributes = body_params(SPEC).compact.symbolize_keys
    attributes = DEFAULTS.merge(attributes) unless bug?('studio-put-keeps-omitted')
    chat.update!(attributes)
    render json: AgentSerializer.studio(chat)
  end

  def update
    chat = own_chat
    attributes = body_params(SPEC)
    attributes.delete(:visibility) if attributes[:visibility].nil?
    attributes = DEFAULTS.merge(attributes.symbolize_keys) if bug?('studio-patch-resets-omitted')
    chat.update!(attributes)
    render json: AgentSerializer.studio(chat)
  end

  def destroy
    chat = own_chat
    chat.discard!
    render json: AgentSerializer.studio(chat)
  end

  def duplicate
    source = find_chat
    unless source.visibility == 'public' || (source.user_id == current_user.id && bug?('studio-own-private-cloned'))
      halt 400, 'Private chats can not be cloned'
    end
    copy = current_user.studio_chats.create!(title: source.title, description: source.description, messages: source.messages,
                                             visibility: 'public', run_id: SecureRandom.uuid, created_at: Clock.tick)
    render json: AgentSerializer.studio(copy), status: 201
  end

  private

  def find_chat
    StudioChat.kept.find_by(run_id: path(:run_id)) or not_found!('Chat')
  end

  def own_chat
    chat = find_chat
    halt 403, 'This is not your chat' unless chat.user_id == current_user.id
    chat
  end

  def refuse_private_in_sandbox!
    return unless current_user.sandbox? && body_params(visibility: :visibility)[:visibility] == 'private'
    halt 400, 'Users of the sandbox tier can not make this private'
  end
end
