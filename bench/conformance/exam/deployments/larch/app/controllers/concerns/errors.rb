module Errors
  extend ActiveSupport::Concern

  class Unauthorized < StandardError; end

  # an answer with a status of its own
  class Halt < StandardError
    attr_reader :status, :body
    def initialize(status, body)
      @status = status
      @body = body.is_a?(String) ? { error: body } : body
      super(body.to_s)
    end
  end

  # 422 with the body HTTPValidationError
  class Invalid < StandardError
    attr_reader :details
    def initialize(field, message)
      @details = { field => [message] }
      super("#{field.to_s.humanize} #{message}")
    end
  end

  included do
    rescue_from(ActiveRecord::RecordNotFound) { |e| render json: { error: "#{e.model || 'Record'} not found" }, status: 404 }
    rescue_from(ActiveRecord::RecordInvalid) do |e|
      render json: { errors: e.record.errors.full_messages, details: e.record.errors.to_hash }, status: 422
    end
    rescue_from(Invalid) { |e| render json: { errors: [e.message], details: e.details }, status: 422 }
    rescue_from(Halt) { |e| render json: e.body, status: e.status }
    rescue_from(Unauthorized) do
      response.set_header 'WWW-Authenticate', 'Bearer'
      render json: { error: 'Invalid or missing token' }, status: 401
    end
  end

  private

  def halt(status, body)
    raise Halt.new(status, body)
  end

  def not_found!(what)
    halt 404, "#{what} not found"
  end
end
