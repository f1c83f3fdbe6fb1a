<?php
declare(ticks=0);
date_default_timezone_set('UTC');
define('FAULT', getenv('FAULT') ?: '');
function fault(string $id): bool { return FAULT === $id; }
define('PORT', (int)($argv[1] ?? 8080));
foreach (['Framework', 'Models', 'Worker', 'AgentControllers', 'RunControllers', 'AccountControllers', 'Catalog', 'ToolControllers', 'Notifier', 'Seed', 'Routes', 'OpenApi'] as $f) require __DIR__ . "/src/$f.php";

final class Co {
    /** Lets the other requests of this worker go on for a while. */
    static function sleep(float $s): void { Fiber::getCurrent() ? Fiber::suspend(microtime(true) + $s) : usleep((int)($s * 1e6)); }
}
final class Conn {
    public string $in = ''; public string $out = ''; public bool $busy = false; public bool $keep = true; public bool $closed = false; public bool $continued = false;
    function __construct(public $sock) {}
    function send(string $s): void { if ($this->closed) return; $this->out .= $s; $this->flush(); }
    function flush(): void {
        while ($this->out !== '' && !$this->closed) {
            $n = @fwrite($this->sock, $this->out);
            if ($n === false) { $this->close(); return; }
            if ($n === 0) { return; }
            $this->out = (string)substr($this->out, $n);
        }
        if (!$this->busy && !$this->keep) $this->close();
    }
    function close(): void { if (!$this->closed) { $this->closed = true; $this->out = ''; @fclose($this->sock); unset(Server::$conns[(int)$this->id]); } }
    public int $id = 0;
}
final class Server {
    static array $conns = []; static array $timers = []; static $listen;
    static function loop(int $parent, int $nr): void {
        $lastWatch = 0.0;
        stream_set_blocking(self::$listen, false);
        while (true) {
            $now = microtime(true);
            if ($now - $lastWatch > 0.4) {
                $lastWatch = $now;
                if (posix_getppid() !== $parent) { App::cleanDir(); exit(0); }
                if ($nr === 0) { try { Schedule::runDue(); } catch (Throwable $e) {} }
            }
            $next = 0.4;
            foreach (self::$timers as [$t]) $next = min($next, max(0, $t - $now));
            $r = [self::$listen]; $w = []; $x = null;
            foreach (self::$conns as $c) { $r[] = $c->sock; if ($c->out !== '') $w[] = $c->sock; }
            $n = @stream_select($r, $w, $x, 0, (int)($next * 1e6));
            if ($n === false) { usleep(1000); $r = $w = []; }
            foreach ($w as $s) if ($c = self::$conns[(int)$s] ?? null) $c->flush();
            foreach ($r as $s) {
                if ($s === self::$listen) {
                    $k = @stream_socket_accept($s, 0);
                    if ($k) { stream_set_blocking($k, false); stream_set_read_buffer($k, 0);
                        if (function_exists('socket_import_stream')) @socket_set_option(socket_import_stream($k), SOL_TCP, TCP_NODELAY, 1);
                        $c = new Conn($k); $c->id = (int)$k; self::$conns[$c->id] = $c; }
                    continue;
                }
                $c = self::$conns[(int)$s] ?? null;
                if (!$c) continue;
                $d = @fread($s, 65536);
                if ($d === '' || $d === false) { if (feof($s)) $c->close(); continue; }
                $c->in .= $d;
                self::pump($c);
            }
            $now = microtime(true);
            foreach (self::$timers as $i => [$t, $f, $c]) if ($t <= $now) { unset(self::$timers[$i]); self::step($f, $c, fn() => $f->resume()); }
        }
    }
    static function pump(Conn $c): void {
        while (!$c->busy && !$c->closed && $c->in !== '') {
            $req = self::parse($c);
            if ($req === null) return;
            $c->busy = true;
            $f = new Fiber(fn() => App::handle($req, $c));
            self::step($f, $c, fn() => $f->start());
        }
    }
    static function step(Fiber $f, Conn $c, callable $go): void {
        try { $until = $go(); } catch (Throwable $e) { fwrite(STDERR, "$e\n"); $c->keep = false; $until = null; }
        if (!$f->isTerminated()) { self::$timers[] = [$until, $f, $c]; return; }
        $c->busy = false;
        $c->flush();
        self::pump($c);
    }
    static function bad(Conn $c, int $st): void { $c->keep = false; $c->in = ''; $m = Response::json($st, ['message' => Response::TEXT[$st] ?? 'Error', 'errors' => new stdClass]); $c->send($m->head(false) . $m->body); $c->flush(); }
    static function parse(Conn $c): ?Request {
        $p = strpos($c->in, "\r\n\r\n");
        if ($p === false) { if (strlen($c->in) > 65536) self::bad($c, 431); return null; }
        $lines = explode("\r\n", substr($c->in, 0, $p));
        $first = explode(' ', array_shift($lines));
        if (count($first) !== 3) { self::bad($c, 400); return null; }
        $h = [];
        foreach ($lines as $l) { $q = strpos($l, ':'); if ($q) $h[strtolower(substr($l, 0, $q))] = trim(substr($l, $q + 1)); }
        if (!$c->continued && strtolower($h['expect'] ?? '') === '100-continue') { $c->continued = true; $c->send("HTTP/1.1 100 Continue\r\n\r\n"); }
        $at = $p + 4; $body = '';
        if (stripos($h['transfer-encoding'] ?? '', 'chunked') !== false) {
            while (true) {
                $e = strpos($c->in, "\r\n", $at);
                if ($e === false) return null;
                $n = hexdec(preg_replace('/[^0-9a-fA-F].*/', '', substr($c->in, $at, $e - $at)) ?: '0');
                $at = $e + 2;
                if (strlen($c->in) < $at + $n + 2) return null;
                if ($n === 0) { $at += 2; break; }
                $body .= substr($c->in, $at, $n); $at += $n + 2;
            }
        } else {
            $n = (int)($h['content-length'] ?? 0);
            if ($n > 4 << 20) { self::bad($c, 413); return null; }
            if (strlen($c->in) < $at + $n) return null;
            $body = substr($c->in, $at, $n); $at += $n;
        }
        $c->in = (string)substr($c->in, $at); $c->continued = false;
        $c->keep = $first[2] === 'HTTP/1.1' ? strtolower($h['connection'] ?? '') !== 'close' : strtolower($h['connection'] ?? '') === 'keep-alive';
        return new Request(strtoupper($first[0]), $first[1], $first[2], $h, $body);
    }
}

$base = __DIR__ . '/tmp';
@mkdir($base);
foreach (glob("$base/state-*") ?: [] as $d) if (preg_match('/state-(\d+)-/', $d, $m) && !@posix_kill((int)$m[1], 0)) { App::$dir = $d; App::cleanDir(); }
App::$dir = "$base/state-" . getmypid() . '-' . bin2hex(random_bytes(3));
mkdir(App::$dir);
Server::$listen = @stream_socket_server('tcp://127.0.0.1:' . PORT, $en, $es, STREAM_SERVER_BIND | STREAM_SERVER_LISTEN, stream_context_create(['socket' => ['backlog' => 512, 'so_reuseport' => false, 'tcp_nodelay' => true]]));
if (!Server::$listen) { fwrite(STDERR, "cannot listen: $es\n"); App::cleanDir(); exit(1); }
Seed::run();
DB::close();
$parent = getmypid(); $kids = [];
pcntl_async_signals(true);
$stop = function () use (&$kids) { foreach ($kids as $k) posix_kill($k, SIGKILL); foreach ($kids as $k) pcntl_waitpid($k, $st); App::cleanDir(); exit(0); };
for ($i = 0; $i < 4; $i++) {
    $pid = pcntl_fork();
    if ($pid === 0) { pcntl_signal(SIGTERM, SIG_DFL); pcntl_signal(SIGINT, SIG_IGN); Server::loop($parent, $i); exit(0); }
    $kids[] = $pid;
}
pcntl_signal(SIGTERM, $stop, false); pcntl_signal(SIGINT, $stop, false);
echo "ready\n";
while (true) { $p = pcntl_wait($status); if ($p > 0) $stop(); else usleep(50000); }
