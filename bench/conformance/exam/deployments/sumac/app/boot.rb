# frozen_string_literal: true
Encoding.default_external = Encoding::UTF_8
Encoding.default_internal = Encoding::UTF_8
require 'json'
require 'time'
require 'date'
require 'digest'
require 'openssl'
require 'securerandom'
require 'monitor'
require 'fileutils'
require 'rack'
require 'puma'
require 'puma/server'
require 'sequel'
%w[core schemas operations db workers tools notifier agents account schedules routes].each { |f| require_relative f }

class Puma::Server # every written piece goes out at once
  def cork_socket(_s); end
  def uncork_socket(_s); end
end

port = Integer(ENV.fetch('SUMAC_PORT'), 10)
at_exit { FileUtils.rm_rf(ENV['SUMAC_DATA']) }
server = Puma::Server.new(App.method(:call), Puma::Events.null, min_threads: 40, max_threads: 64, persistent_timeout: 60)
server.add_tcp_listener('127.0.0.1', port)
%w[TERM INT].each { |s| trap(s) { FileUtils.rm_rf(ENV['SUMAC_DATA']); exit!(0) } }
thread = server.run
Account.start_ticker
$stdout.puts 'ready'
$stdout.flush
thread.join
