# SQLite under many threads: WAL, no fsync, immediate transactions one after another, and a busy
# handler that sleeps in Ruby (the C one would keep the interpreter lock).
require 'active_record/connection_adapters/sqlite3_adapter'
module LarchSqlite
  WRITERS = Monitor.new

  def configure_connection
    super
    raw_connection.busy_handler { |n| sleep 0.002; n < 10_000 }
    raw_connection.execute('PRAGMA journal_mode=WAL')
    raw_connection.execute('PRAGMA synchronous=OFF')
    raw_connection.execute('PRAGMA foreign_keys=OFF')
  end

  def begin_db_transaction
    WRITERS.enter
    @writer = true
    log('begin immediate transaction', nil) { raw_connection.execute('BEGIN IMMEDIATE') }
  rescue StandardError
    release_writer
    raise
  end

  def commit_db_transaction
    super
    release_writer
  end

  def exec_rollback_db_transaction
    super
  ensure
    release_writer
  end

  def release_writer
    return unless @writer
    @writer = false
    WRITERS.exit
  end
end
ActiveRecord::ConnectionAdapters::SQLite3Adapter.prepend(LarchSqlite)
