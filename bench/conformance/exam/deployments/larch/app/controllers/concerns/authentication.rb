# Bearer credentials: a JWT (HS256) for the User API, an API key for the Workers API.
module Authentication
  extend ActiveSupport::Concern

  included do
    before_action :authenticate!
    attr_reader :current_user
  end

  private

  def bearer
    request.authorization.to_s[/\ABearer\s+(\S+)\s*\z/i, 1]
  end

  def authenticate!
    @current_user = Jwt.user(bearer)
    raise Errors::Unauthorized unless @current_user
  end

  def authenticate_if_given
    @current_user = Jwt.user(bearer)
  end
end
