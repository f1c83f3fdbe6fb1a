# Boots Rails, loads schema and seeds into a fresh SQLite file and runs Puma in this very process.
port = Integer(ARGV[0])
require_relative 'environment'
ActiveRecord::Migration.verbose = false
load File.expand_path('../db/schema.rb', __dir__)
load File.expand_path('../db/seeds.rb', __dir__)
ActiveRecord::Base.clear_active_connections!
Scheduler.start
require 'puma'
require 'puma/launcher'
require 'puma/configuration'
conf = Puma::Configuration.new do |c|
  c.bind "tcp://127.0.0.1:#{port}?backlog=1024"
  c.threads 48, 48
  c.workers 0
  c.environment 'production'
  c.app Rails.application
  c.persistent_timeout 60
  c.quiet
  c.log_requests false
end
events = Puma::Events.new(StringIO.new, $stderr)
events.on_booted { STDOUT.puts 'ready'; STDOUT.flush }
Puma::Launcher.new(conf, events: events).run
