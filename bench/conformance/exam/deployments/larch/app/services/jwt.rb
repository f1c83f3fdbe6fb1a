module Jwt
  SECRET = 'larch-jwt-secret-of-2016'

  module_function

  def encode(user_id, extra = {})
    head = seg({ alg: 'HS256', typ: 'JWT' })
    body = seg({ sub: user_id }.merge(extra))
    "#{head}.#{body}.#{sign("#{head}.#{body}")}"
  end

  def user(token)
    id = subject(token)
    id && User.find_by(external_id: id)
  end

  def subject(token)
    head, body, signature, rest = token.to_s.split('.')
    return if signature.nil? || rest
    return unless ActiveSupport::SecurityUtils.secure_compare(sign("#{head}.#{body}"), signature)
    claims = JSON.parse(Base64.urlsafe_decode64(body))
    return if claims['exp'] && claims['exp'] < Time.now.to_i
    claims['sub']
  rescue ArgumentError, JSON::ParserError
    nil
  end

  def seg(hash)
    Base64.urlsafe_encode64(hash.to_json, padding: false)
  end

  def sign(text)
    Base64.urlsafe_encode64(OpenSSL::HMAC.digest('SHA256', SECRET, text), padding: false)
  end
end
