# frozen_string_literal: true
# What we took along from Roda: a routing tree, halt by throw, JSON in and out, error handling.
FAULT = ENV['FAULT'].to_s.freeze
def fault?(id) = FAULT == id

class ApiError < StandardError
  attr_reader :status, :type, :param, :detail

  def initialize(status, type, message, param = nil, detail: nil)
    super(message)
    @status, @type, @param, @detail = status, type, param, detail
  end
end

def fail!(status, message, param = nil)
  type = { 400 => 'bad_request', 401 => 'unauthorized', 402 => 'payment_required', 403 => 'forbidden', 404 => 'not_found',
           405 => 'method_not_allowed', 409 => 'conflict', 413 => 'too_large' }.fetch(status, 'error')
  raise ApiError.new(status, type, message, param)
end

def invalid!(loc, msg, type = 'value_error')
  raise ApiError.new(422, 'validation_error', msg, loc.last.to_s, detail: [{ loc: loc, msg: msg, type: type }])
end

module Clock
  LOCK = Mutex.new
  @last = 0
  def self.micros
    LOCK.synchronize do
      t = Process.clock_gettime(Process::CLOCK_REALTIME, :microsecond)
      t = @last + 1 if t <= @last
      @last = t
    end
  end

  def self.iso(us) = Time.at(us / 1_000_000, us % 1_000_000, :usec).utc.strftime('%Y-%m-%dT%H:%M:%S.%6NZ')
  def self.now = iso(micros)
end

def nano = Array.new(12) { 'abcdefghijkmnopqrstuvwxyz0123456789'[SecureRandom.random_number(35)] }.join
UUID = /\A\h{8}-\h{4}-\h{4}-\h{4}-\h{12}\z/.freeze

module Jwt
  SECRET = 'sumac-signing-secret-2026'
  def self.b64(s) = [s].pack('m0').tr('+/', '-_').delete('=')
  def self.unb64(s) = s.tr('-_', '+/').then { |x| (x + '=' * (-x.size % 4)).unpack1('m0') }
  def self.sig(data) = b64(OpenSSL::HMAC.digest('SHA256', SECRET, data))

  def self.make(claims)
    data = "#{b64(JSON.generate(alg: 'HS256', typ: 'JWT'))}.#{b64(JSON.generate(claims))}"
    "#{data}.#{sig(data)}"
  end

  def self.read(token)
    h, c, s = token.split('.', -1)
    return nil unless s && token.count('.') == 2
    head = JSON.parse(unb64(h))
    unless fault?('jwt-alg-none-accepted') && head['alg'].to_s.downcase == 'none'
      return nil unless head['alg'] == 'HS256' && Rack::Utils.secure_compare(sig("#{h}.#{c}"), s)
    end
    claims = JSON.parse(unb64(c))
    return nil if claims['exp'] && claims['exp'] < Time.now.to_i
    claims
  rescue StandardError
    nil
  end
end

Resp = Struct.new(:status, :headers, :body)

class Req
  attr_reader :env, :verb

  def initialize(env)
    @env = env
    @verb = env['REQUEST_METHOD']
    @rest = env['PATH_INFO']
    @allow = []
  end

  def match(m, caps)
    return false unless @rest.start_with?('/')
    seg, tail = @rest[1..].split('/', 2)
    seg ||= ''
    tail = tail ? "/#{tail}" : ''
    case m
    when String
      return false unless seg == m
    else
      return false if seg.empty?
      val = (Rack::Utils.unescape_path(seg) rescue seg).dup.force_encoding('UTF-8')
      val = "?" unless val.valid_encoding? && !val.include?("\0") # no record is called so
      caps << val
    end
    @rest = tail
    true
  end

  def on(*ms)
    saved = @rest
    caps = []
    if ms.all? { |m| match(m, caps) }
      yield(*caps)
      missing!
    end
    @rest = saved
  end

  def verb!(name, ms)
    saved = @rest
    caps = []
    if ms.all? { |m| match(m, caps) } && @rest.empty?
      throw :halt, App.respond(yield(*caps)) if @verb == name
      @allow << name
    end
    @rest = saved
  end

  def get(*ms, &b) = verb!('GET', ms, &b)
  def post(*ms, &b) = verb!('POST', ms, &b)
  def put(*ms, &b) = verb!('PUT', ms, &b)
  def patch(*ms, &b) = verb!('PATCH', ms, &b)
  def delete(*ms, &b) = verb!('DELETE', ms, &b)

  def missing!
    fail!(404, 'There is nothing at this path') if @allow.empty?
    throw :halt, App.error(ApiError.new(405, 'method_not_allowed', 'This path does not take this method'), 'Allow' => @allow.uniq.join(', '))
  end

  # --- credentials
  def bearer
    m = /\Abearer +(\S+)\z/i.match(env['HTTP_AUTHORIZATION'].to_s)
    m && m[1]
  end

  def viewer
    return @viewer if defined?(@viewer)
    claims = bearer && Jwt.read(bearer)
    @viewer = claims && DB[:users].first(id: claims['sub'].to_s)
  end

  def user
    viewer || fail!(401, 'A valid bearer token is needed')
  end

  def key_user
    key = bearer or fail!(401, 'An API key is needed')
    if fault?('revoked-key-still-works')
      row = (KEY_CACHE[key] ||= DB[:api_keys].first(key: key))
    elsif fault?('key-matched-by-prefix')
      row = key.size >= 12 ? DB[:api_keys].where(Sequel.like(:key, "#{DB[:api_keys].escape_like(key)}%")).first : nil
    else
      row = DB[:api_keys].first(key: key)
    end
    row or fail!(401, 'This API key is not known')
    DB[:users].first(id: row[:user_id])
  end

  # --- input
  def query
    @query ||= begin
      Rack::Utils.parse_query(env['QUERY_STRING'].to_s).transform_values { |v| v.is_a?(Array) ? v.last : v }
    rescue ArgumentError, EncodingError
      invalid!(%w[query], 'The query string can not be read')
    end
  end

  def q(name, spec = 'str?', default = nil)
    v = query[name]
    v = nil if v && spec.start_with?('time') && ['', 'null'].include?(v)
    if v.nil?
      return default if spec.end_with?('?') || !default.nil?
      invalid!(['query', name], "#{name} is required", 'missing')
    end
    invalid!(['query', name], 'not UTF-8') unless v.valid_encoding? && !v.include?("\0")
    schema = Schemas.t(spec.chomp('?'))
    val = case schema[:type]
          when 'integer' then v.match?(/\A-?\d{1,18}\z/) ? v.to_i : invalid!(['query', name], "#{name} must be an integer", 'int_parsing')
          when 'number' then v.match?(/\A-?\d+(\.\d+)?([eE][-+]?\d{1,3})?\z|\A-?\.\d+\z/) ? v.to_f : invalid!(['query', name], "#{name} must be a number", 'float_parsing')
          else v
          end
    if schema[:format] == 'date-time'
      t = Schemas.time(val.sub(/ (\d\d:?\d\d)\z/, '+\1')) or invalid!(['query', name], "#{name} must be a date-time", 'datetime_parsing')
      return t
    end
    errs = Schemas.check(val, schema, ['query', name])
    raise ApiError.new(422, 'validation_error', errs[0][:msg], name, detail: errs) if errs.any?
    val
  end

  def uuid!(v, name)
    v.match?(UUID) ? v.downcase : invalid!(['path', name], "#{name} must be a UUID", 'uuid_parsing')
  end

  def int!(v, name)
    return v.to_i if fault?('integer-path-with-tail') && v.to_i.positive?
    v.match?(/\A\d{1,18}\z/) ? v.to_i : invalid!(['path', name], "#{name} must be an integer", 'int_parsing')
  end

  def raw
    @raw ||= begin
      s = env['rack.input'].read.to_s.dup.force_encoding('UTF-8')
      fail!(413, 'The body is too large') if s.bytesize > 4_000_000
      s
    end
  end

  def json_body
    invalid!(%w[body], 'The body is not UTF-8', 'json_invalid') unless raw.valid_encoding?
    v = JSON.parse(raw, max_nesting: 60)
    Schemas.clean?(v) or invalid!(%w[body], 'The body holds characters that are not allowed', 'string_unicode')
    v
  rescue JSON::ParserError
    invalid!(%w[body], 'The body is not JSON', 'json_invalid')
  end

  def body(name, optional: false)
    return {} if optional && raw.b.strip.empty?
    v = json_body
    return {} if optional && v.nil?
    errs = Schemas.check(v, Schemas::ALL.fetch(name), ['body'])
    raise ApiError.new(422, 'validation_error', errs[0][:msg], errs[0][:loc].last.to_s, detail: errs) if errs.any?
    v
  end
end
KEY_CACHE = {}
