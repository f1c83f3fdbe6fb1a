class CliAuthController < ApplicationController
  skip_before_action :authenticate!, only: %i[create show]

  def create
    render json: one(CliSession.create!(id: SecureRandom.uuid))
  end

  def update
    id = path_uuid(:id)
    jwt = body_params(jwt: :text)[:jwt]
    raise Errors::Invalid.new(:jwt, "can't be blank") if jwt.blank?
    session = CliSession.transaction do
      row = CliSession.find_by(id: id) or not_found!('CLI auth session')
      foreign = row.user_id && row.user_id != current_user.id && !bug?('cli-session-taken-over')
      owner = Jwt.subject(jwt)
      if foreign || row.consumed_at || (owner && owner != current_user.external_id)
        halt 403, 'You may not update this session'
      end
      row.update!(user_id: current_user.id, jwt: jwt)
      row
    end
    render json: one(session)
  end

  def show
    id = path_uuid(:id)
    jwt = CliSession.transaction do
      row = CliSession.find_by(id: id) or not_found!('CLI auth session')
      value = row.jwt
      row.update!(jwt: nil, consumed_at: Time.current) if value && !bug?('cli-jwt-not-consumed')
      value
    end
    render json: jwt.to_json
  end

  private

  def one(session)
    status = session.consumed_at ? 'consumed' : (session.jwt ? 'attached' : 'pending')
    { id: session.id, status: status, created_at: session.created_at }
  end
end
