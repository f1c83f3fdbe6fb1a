# frozen_string_literal: true
$stdout.sync = true
require_relative 'app'
require 'puma'
require 'puma/server'
seed!
server = Puma::Server.new(SorrelApp.new, Puma::Events.new($stderr, $stderr), min_threads: 8, max_threads: 32)
server.add_tcp_listener('127.0.0.1', Integer(ARGV.fetch(0)))
%w[TERM INT].each { |s| trap(s) { exit!(0) } }
thread = server.run
puts 'ready'
thread.join
