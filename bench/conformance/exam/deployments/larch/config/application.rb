require 'rails'
require 'active_record/railtie'
require 'action_controller/railtie'
require 'active_job/railtie'

FAULT_ID = ENV['FAULT'].to_s
# the switch for one seeded fault
def bug?(id)
  FAULT_ID == id
end

require_relative '../app/middleware/last_resort'

module Larch
  class Application < Rails::Application
    config.root = File.expand_path('..', __dir__)
    config.load_defaults 6.1
    config.api_only = true
    config.eager_load = true
    config.cache_classes = true
    config.consider_all_requests_local = false
    config.secret_key_base = 'larch-' * 12
    config.logger = ActiveSupport::Logger.new(IO::NULL)
    config.log_level = :fatal
    config.active_job.queue_adapter = :async
    config.active_record.migration_error = false
    config.active_record.dump_schema_after_migration = false
    config.time_zone = 'UTC'
    config.active_record.belongs_to_required_by_default = false
    config.hosts.clear
    config.action_dispatch.perform_deep_munge = false
    [Rack::Sendfile, ActionDispatch::Static, ActionDispatch::HostAuthorization, Rack::Runtime,
     ActionDispatch::RequestId, ActionDispatch::RemoteIp, Rails::Rack::Logger, ActionDispatch::ShowExceptions,
     ActionDispatch::DebugExceptions, ActionDispatch::ActionableExceptions, ActionDispatch::Callbacks,
     Rack::ConditionalGet, Rack::ETag].each { |m| config.middleware.delete m }
    config.middleware.insert_before 0, LastResort
  end
end
ActiveSupport.on_load(:action_controller) { wrap_parameters format: [] }
