# Times that never come twice, to the millisecond: cursors stand on them.
module Clock
  LOCK = Mutex.new
  @last = 0

  def self.tick
    ms = LOCK.synchronize do
      now = Process.clock_gettime(Process::CLOCK_REALTIME, :millisecond)
      @last = now > @last ? now : @last + 1
    end
    Time.zone.at(Rational(ms, 1000))
  end
end
