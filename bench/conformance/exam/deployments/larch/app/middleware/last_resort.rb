# Outermost middleware: nothing leaves as an HTML error page.
class LastResort
  def initialize(app)
    @app = app
  end

  def call(env)
    @app.call(env)
  rescue ActionDispatch::Http::Parameters::ParseError
    if env['PATH_INFO'].start_with?('/me/tools/run/')
      answer 400, error: 'Request body is not valid JSON'
    else
      answer 422, errors: ['Request body is not valid JSON'], details: { base: ['is not valid JSON'] }
    end
  rescue ActionController::BadRequest, Rack::QueryParser::ParameterTypeError, Rack::QueryParser::InvalidParameterError => e
    $stderr.puts "#{e.class} #{e.message} #{e.backtrace.first(6)}" if ENV["DEBUG"]
    answer 422, errors: ['Request is malformed'], details: { base: ['is malformed'] }
  rescue ActionController::RoutingError, AbstractController::ActionNotFound, ActionController::UnknownHttpMethod
    answer 404, error: 'Not Found'
  rescue StandardError => e
    $stderr.puts "#{env['REQUEST_METHOD']} #{env['PATH_INFO']} #{e.class} #{e.message}\n  #{e.backtrace.first(8).join("\n  ")}"
    answer 500, error: 'Internal Server Error'
  end

  private

  def answer(status, body)
    [status, { 'Content-Type' => 'application/json; charset=utf-8' }, [body.to_json]]
  end
end
