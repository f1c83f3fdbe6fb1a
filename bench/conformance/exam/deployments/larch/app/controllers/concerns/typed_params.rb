# Typed readers for path, query and body; whatever has another type is a validation error.
module TypedParams
  extend ActiveSupport::Concern
  UUID = /\A\h{8}-\h{4}-\h{4}-\h{4}-\h{12}\z/.freeze

  private

  def path(name)
    request.path_parameters[name]
  end

  def path_uuid(name)
    value = path(name).to_s
    raise Errors::Invalid.new(name, 'is not a valid UUID') unless UUID.match?(value)
    value.downcase
  end

  def path_int(name)
    value = path(name).to_s
    raise Errors::Invalid.new(name, 'is not an integer') unless /\A-?\d{1,18}\z/.match?(value)
    value.to_i
  end

  def query(name)
    value = request.query_parameters[name.to_s]
    raise Errors::Invalid.new(name, 'is not a string') unless value.nil? || value.is_a?(String)
    raise Errors::Invalid.new(name, 'is not valid UTF-8') unless value.nil? || value.valid_encoding?
    value
  end

  def query_int(name, range, default)
    value = query(name)
    return default if value.nil?
    raise Errors::Invalid.new(name, 'is not an integer') unless /\A[+-]?\d{1,9}\z/.match?(value)
    raise Errors::Invalid.new(name, "must be in #{range.first} to #{range.last}") unless range.cover?(value.to_i)
    value.to_i
  end

  def query_time(name)
    value = query(name)
    return if value.blank? || value == 'null'
    unless /\A\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d+)?)?\s*(Z|[+-]\d\d:?\d\d)?)?\z/i.match?(value)
      raise Errors::Invalid.new(name, 'is not a date-time')
    end
    Time.zone.parse(value)
  rescue ArgumentError
    raise Errors::Invalid.new(name, 'is not a date-time')
  end

  # The body as a hash with string keys; nil for an empty body.
  def json_body
    hash = request.request_parameters
    raise Errors::Invalid.new(:body, 'must be a JSON object') if hash.key?('_json') || !request_object?
    hash
  end

  def request_object?
    return true unless request.media_type.to_s.include?('json')
    raw = request.raw_post.b
    raw.strip.empty? || raw.lstrip.start_with?('{')
  end

  # body_params(name: :string, ...) gives the known keys that are there; unknown ones are ignored
  def body_params(spec = {}, optional: false, **named)
    spec = spec.merge(named)
    return {}.with_indifferent_access if optional && ['', 'null'].include?(request.raw_post.b.strip)
    body = json_body
    spec.each_with_object({}.with_indifferent_access) do |(key, type), out|
      next unless body.key?(key.to_s)
      out[key] = body[key.to_s].nil? ? nil : typed(key, body[key.to_s], type)
    end
  end

  def typed(key, value, type)
    case type
    when :string, :text
      bad!(key, 'is not a string') unless value.is_a?(String)
      bad!(key, 'is not valid UTF-8') unless value.valid_encoding?
      bad!(key, 'is too long') if type == :string && value.length > 1_000
    when :int
      bad!(key, 'is not an integer') unless value.is_a?(Integer)
      bad!(key, 'is out of range') unless (0..1_000_000_000).cover?(value)
    when :bool
      bad!(key, 'is not a boolean') unless [true, false].include?(value)
    when :decimal
      bad!(key, 'is not a number') unless value.is_a?(Numeric) || (value.is_a?(String) && /\A\d{1,7}(\.\d+)?\z/.match?(value))
      value = BigDecimal(value.to_s)
      bad!(key, 'must be in 0 to 99999') unless (0..99_999).cover?(value)
    when :strings
      bad!(key, 'is not a list of strings') unless value.is_a?(Array) && value.all? { |v| v.is_a?(String) && v.valid_encoding? }
    when :objects
      bad!(key, 'is not a list of objects') unless value.is_a?(Array) && value.all? { |v| v.is_a?(Hash) }
    when :visibility
      bad!(key, 'is not one of private, public') unless %w[private public].include?(value)
    end
    value
  end

  def bad!(key, message)
    raise Errors::Invalid.new(key, message)
  end
end
