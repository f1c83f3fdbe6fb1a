class ApiKeysController < ApplicationController
  def index
    render json: current_user.api_keys.order(:id).map { |k| bug?('api-key-list-shows-token') ? full(k) : hidden(k) }
  end

  def create
    attributes = body_params({ name: :string, default: :bool }, optional: true)
    key = ApiKey.issue(current_user, attributes[:name].presence || 'API key', default: attributes[:default] || false)
    render json: full(key)
  end

  def default
    key = ApiKey.transaction do
      current_user.api_keys.find_by(default: true) || ApiKey.issue(current_user, 'Default', default: true)
    end
    render json: full(key)
  end

  def show
    render json: full(find_key)
  end

  def destroy
    key = find_key
    ApiKey.transaction do
      key.destroy!
      current_user.api_keys.order(:id).first&.update!(default: true) if key.default && !current_user.api_keys.exists?(default: true)
    end
    render json: hidden(key)
  end

  private

  def find_key
    current_user.api_keys.find_by(id: path_int(:api_key_id)) or not_found!('API key')
  end

  def hidden(key)
    { id: key.id, name: key.name, default: key.default, created_at: key.created_at }
  end

  def full(key)
    hidden(key).merge(token: key.token)
  end
end
