<?php
final class HttpError extends Exception { function __construct(public int $status, string $m, public array $errors = []) { parent::__construct($m); } }
function abort(int $st, string $m): never { throw new HttpError($st, $m); }
function invalid(string $field, string $m): never { throw new HttpError(422, 'The given data was invalid.', [$field => [$m]]); }
function uuid4(): string { $b = random_bytes(16); $b[6] = chr(ord($b[6]) & 15 | 64); $b[8] = chr(ord($b[8]) & 63 | 128); return vsprintf('%s%s-%s-%s-%s-%s%s%s', str_split(bin2hex($b), 4)); }
function is_uuid($s): bool { return is_string($s) && preg_match('/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/Di', $s); }
function ulid(): string { $a = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'; $t = (int)(microtime(true) * 1000); $s = ''; for ($i = 0; $i < 10; $i++) { $s = $a[$t & 31] . $s; $t >>= 5; } for ($i = 0; $i < 16; $i++) $s .= $a[random_int(0, 31)]; return $s; }
function fmt_time(float|int $us): string { $us = (int)$us; return gmdate('Y-m-d\TH:i:s', intdiv($us, 1000000)) . sprintf('.%06dZ', $us % 1000000); }
function now_us(): int { return (int)(microtime(true) * 1e6); }
function now(): string { return fmt_time(now_us()); }
function utf8_len(string $s): int { return (int)iconv_strlen($s, 'UTF-8'); }
function js($v): string { return json_encode($v, JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES | JSON_PRESERVE_ZERO_FRACTION | JSON_INVALID_UTF8_SUBSTITUTE | JSON_PARTIAL_OUTPUT_ON_ERROR); }
function money(int $cents): string { return sprintf('%d.%02d', intdiv($cents, 100), $cents % 100); }

final class Request {
    public string $path; public array $query = []; public array $params = []; public ?array $user = null; public ?array $data = null; public string $ndjson = '';
    function __construct(public string $method, public string $target, public string $proto, public array $headers, public string $body) {
        [$p, $q] = array_pad(explode('?', $target, 2), 2, '');
        $this->path = $p;
        foreach (explode('&', $q) as $kv) if ($kv !== '') { [$k, $v] = array_pad(explode('=', $kv, 2), 2, ''); $this->query[urldecode($k)] = urldecode($v); }
    }
    function bearer(): ?string { return preg_match('/^Bearer\s+(\S+)$/i', $this->headers['authorization'] ?? '', $m) ? $m[1] : null; }
    function input(string $k, $default = null) { return $this->data[$k] ?? $default; }
    function has(string $k): bool { return array_key_exists($k, $this->data ?? []); }
    function uid(): ?int { return $this->user['id'] ?? null; }
}
final class Response {
    const TEXT = [200 => 'OK', 201 => 'Created', 204 => 'No Content', 400 => 'Bad Request', 401 => 'Unauthorized', 402 => 'Payment Required', 403 => 'Forbidden', 404 => 'Not Found', 405 => 'Method Not Allowed', 409 => 'Conflict', 413 => 'Content Too Large', 422 => 'Unprocessable Content', 431 => 'Request Header Fields Too Large', 500 => 'Internal Server Error', 503 => 'Service Unavailable'];
    function __construct(public int $status, public string $body = '', public array $headers = []) {}
    static function json(int $st, $v, array $h = []): Response { return new Response($st, $st === 204 ? '' : js($v), ($st === 204 ? [] : ['Content-Type' => 'application/json']) + $h); }
    function head(bool $keep): string {
        $s = "HTTP/1.1 {$this->status} " . (self::TEXT[$this->status] ?? 'Status') . "\r\n";
        foreach ($this->headers as $k => $v) $s .= "$k: $v\r\n";
        if ($this->status !== 204) $s .= 'Content-Length: ' . strlen($this->body) . "\r\n";
        return $s . 'Date: ' . gmdate('D, d M Y H:i:s') . " GMT\r\nConnection: " . ($keep ? 'keep-alive' : 'close') . "\r\n\r\n";
    }
}
/** A body sent chunk by chunk. */
final class Stream {
    private bool $open = false;
    function __construct(private Conn $c, private Request $r) {}
    function start(int $st, array $headers): void {
        $chunked = $this->r->proto === 'HTTP/1.1';
        if (!$chunked) $this->c->keep = false;
        $s = "HTTP/1.1 $st OK\r\n";
        foreach ($headers as $k => $v) $s .= "$k: $v\r\n";
        $this->c->send($s . ($chunked ? "Transfer-Encoding: chunked\r\n" : '') . 'Connection: ' . ($this->c->keep ? 'keep-alive' : 'close') . "\r\n\r\n");
        $this->open = $chunked;
    }
    function write(string $s): void { if ($s !== '') $this->c->send($this->open ? dechex(strlen($s)) . "\r\n$s\r\n" : $s); }
    function end(): void { if ($this->open) $this->c->send("0\r\n\r\n"); }
    function gone(): bool { if ($this->c->closed) return true; return false; }
}
final class DB {
    static ?PDO $pdo = null; static array $st = []; static int $depth = 0;
    static function pdo(): PDO {
        if (!self::$pdo) {
            self::$pdo = new PDO('sqlite:' . App::$dir . '/db.sqlite', null, null, [PDO::ATTR_ERRMODE => PDO::ERRMODE_EXCEPTION, PDO::ATTR_DEFAULT_FETCH_MODE => PDO::FETCH_ASSOC, PDO::ATTR_TIMEOUT => 20]);
            foreach (['busy_timeout=20000', 'journal_mode=WAL', 'synchronous=OFF', 'cache_size=-8000'] as $p) self::$pdo->query("PRAGMA $p")->fetchAll();
        }
        return self::$pdo;
    }
    static function close(): void { self::$st = []; self::$pdo = null; }
    static function all(string $sql, array $a = []): array {
        $s = self::$st[$sql] ??= self::pdo()->prepare($sql);
        foreach (array_values($a) as $i => $v) $s->bindValue($i + 1, is_bool($v) ? (int)$v : $v, is_int($v) || is_bool($v) ? PDO::PARAM_INT : ($v === null ? PDO::PARAM_NULL : PDO::PARAM_STR));
        $s->execute();
        $rows = $s->fetchAll(); $s->closeCursor();
        return $rows;
    }
    static function one(string $sql, array $a = []): ?array { return self::all($sql, $a)[0] ?? null; }
    static function val(string $sql, array $a = []) { $r = self::one($sql, $a); return $r ? array_values($r)[0] : null; }
    static function run(string $sql, array $a = []): int { self::all($sql, $a); return (int)self::val('SELECT changes()'); }
    static function insert(string $t, array $row): int {
        self::all("INSERT INTO $t (" . implode(',', array_keys($row)) . ') VALUES (' . implode(',', array_fill(0, count($row), '?')) . ')', array_values($row));
        return (int)self::pdo()->lastInsertId();
    }
    /** One writer at a time; what fails is rolled back. */
    static function tx(callable $f) {
        if (self::$depth) return $f();
        self::pdo()->exec('BEGIN IMMEDIATE'); self::$depth = 1;
        try { $v = $f(); self::$depth = 0; self::pdo()->exec('COMMIT'); return $v; }
        catch (Throwable $e) { self::$depth = 0; try { self::pdo()->exec('ROLLBACK'); } catch (Throwable $x) {} throw $e; }
    }
    /** A time that nothing else has: cursors may rest on it. Within a transaction. */
    static function stamp(): string { return fmt_time((int)self::val('UPDATE clock SET t = max(t + 1, ?) RETURNING t', [now_us()])); }
}
final class Validator {
    static function parts(string $rule): array { $o = []; foreach (explode('|', $rule) as $p) { [$k, $v] = array_pad(explode(':', $p, 2), 2, ''); $o[$k] = $v; } return $o; }
    /** The values that the rules know; what is unknown is left out. */
    static function check(array $rules, array $in, bool $text): array {
        $out = []; $err = [];
        foreach ($rules as $f => $rule) {
            $p = self::parts($rule);
            if ($text && isset($p['nullable']) && in_array($in[$f] ?? null, ['', 'null'], true)) unset($in[$f]);
            if (!array_key_exists($f, $in)) {
                if (isset($p['required'])) $err[$f][] = "The $f field is required.";
                elseif (isset($p['default'])) $out[$f] = isset($p['integer']) ? (int)$p['default'] : (isset($p['number']) ? (float)$p['default'] : $p['default']);
                continue;
            }
            $v = $in[$f];
            if (isset($p['any'])) { $out[$f] = $v; continue; }
            if ($v === null) { if (isset($p['nullable'])) $out[$f] = null; else $err[$f][] = isset($p['required']) ? "The $f field is required." : "The $f field must not be null."; continue; }
            $m = self::one($f, $p, $v, $text);
            if ($m) $err[$f][] = $m; else $out[$f] = $v;
        }
        if ($err) throw new HttpError(422, 'The given data was invalid.', $err);
        return $out;
    }
    static function one(string $f, array $p, &$v, bool $text): ?string {
        if (isset($p['integer'])) {
            if ($text && is_string($v) && preg_match('/^-?\d{1,18}$/D', $v)) $v = (int)$v;
            if (!is_int($v)) return "The $f must be an integer.";
        } elseif (isset($p['number'])) {
            if ($text && is_string($v) && preg_match('/^-?\d+(\.\d+)?(e[+-]?\d+)?$/Di', $v)) $v = (float)$v;
            if (!is_int($v) && !is_float($v)) return "The $f must be a number.";
        } elseif (isset($p['boolean'])) { if (!is_bool($v)) return "The $f must be true or false."; }
        elseif (isset($p['array'])) { if (!is_array($v)) return "The $f must be an array."; if ($p['array'] === 'string') foreach ($v as $x) if (!is_string($x)) return "The $f must hold strings."; }
        elseif (isset($p['object'])) { if (!$v instanceof stdClass) return "The $f must be an object."; }
        else {
            if (!is_string($v)) return "The $f must be a string.";
            if (isset($p['uuid']) && !is_uuid($v)) return "The $f must be a valid UUID.";
            if (isset($p['date-time']) && !self::dateTime($v)) return "The $f must be a date-time.";
            if (isset($p['decimal']) && !preg_match('/^\d{1,7}\.\d{2}$/D', $v)) return "The $f must be a decimal text such as 12.50.";
            if (isset($p['slug']) && !preg_match('/^[a-z0-9]+(-[a-z0-9]+)*$/D', $v)) return "The $f format is invalid.";
        }
        if (isset($p['in']) && !in_array($v, explode(',', $p['in']), true)) return "The selected $f is invalid.";
        $n = is_string($v) ? utf8_len($v) : (is_array($v) ? count($v) : $v);
        if (isset($p['min']) && $n < (float)$p['min']) return "The $f must be at least {$p['min']}.";
        if (isset($p['max']) && $n > (float)$p['max']) return "The $f may not be greater than {$p['max']}.";
        return null;
    }
    static function dateTime(string $v): ?string {
        if (!preg_match('/^(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d):(\d\d)(\.\d+)?(Z|z|[+ -]\d\d:?\d\d)?$/D', $v, $m) || !checkdate((int)$m[2], (int)$m[3], (int)$m[1]) || $m[4] > 23 || $m[5] > 59 || $m[6] > 59) return null;
        $z = str_replace([' ', ':'], ['+', ''], $m[8] ?? ''); $us = (int)str_pad(substr(substr($m[7] ?? '', 1), 0, 6), 6, '0');
        $t = gmmktime((int)$m[4], (int)$m[5], (int)$m[6], (int)$m[2], (int)$m[3], (int)$m[1]);
        if (strlen($z) === 5) $t -= ($z[0] === '-' ? -1 : 1) * ((int)substr($z, 1, 2) * 3600 + (int)substr($z, 3) * 60);
        return fmt_time($t * 1000000 + $us);
    }
}
final class App {
    static string $dir = ''; static array $table = [];
    static function cleanDir(): void { if (self::$dir !== '') { foreach (glob(self::$dir . '/*') ?: [] as $f) @unlink($f); @rmdir(self::$dir); } }
    static function match(Request $r): array {
        if (!self::$table) foreach (Routes::all() as $x) self::$table[] = [$x, '#^' . preg_replace('/\{(\w+)\}/', '(?<$1>[^/]+)', $x['path']) . '/?$#D'];
        $allow = [];
        foreach (self::$table as [$x, $re]) if (preg_match($re, $r->path, $m)) {
            if ($x['method'] === $r->method) { foreach ($m as $k => $v) if (is_string($k)) $r->params[$k] = rawurldecode($v); return $x; }
            $allow[] = $x['method'];
        }
        if ($allow) throw new HttpError(405, 'The method is not allowed here.');
        throw new HttpError(404, 'Nothing is here.');
    }
    static function handle(Request $r, Conn $c): void {
        try { $res = self::dispatch($r, $c); }
        catch (HttpError $e) { $res = Response::json($e->status, ['message' => $e->getMessage(), 'errors' => $e->errors ?: new stdClass], $e->status === 401 ? ['WWW-Authenticate' => 'Bearer'] : []); }
        catch (Throwable $e) { fwrite(STDERR, "$e\n"); $res = Response::json(500, ['message' => 'Server Error', 'errors' => new stdClass]); }
        if ($res) $c->send($res->head($c->keep) . ($r->method === 'HEAD' ? '' : $res->body));
    }
    static function dispatch(Request $r, Conn $c): ?Response {
        $x = self::match($r);
        $x['auth'] === 'key' ? Auth::key($r) : Auth::jwt($r, $x['auth'] === 'jwt');
        Validator::check($x['params'], $r->params, true);
        $r->query = Validator::check($x['query'], $r->query, true);
        if ($x['body'] !== null) {
            $raw = $r->body;
            if (trim($raw) === '' && $x['optional']) $d = null;
            else {
                $d = json_decode($raw, false, 256);
                if ($d === null && $x['optional'] && trim($raw) === 'null') $d = null;
                elseif (!$d instanceof stdClass) throw new HttpError(422, 'The given data was invalid.', ['body' => ['The body must be a JSON object.']]);
            }
            $d = (array)$d;
            $r->data = $x['body'] === ['*'] ? $d : Validator::check($x['body'], $d, false);
        }
        $v = $x['do']($r, $c);
        if ($v instanceof Response || $v === false) return $v ?: null;
        $st = $x['success'];
        if ($x['wrap'] === 'data' && $v !== null) $v = ['data' => $v];
        return Response::json($st, $v);
    }
}
final class Auth {
    const SECRET = 'fir-signs-with-this-8d1f0c7e';
    static array $keys = [];
    static function b64(string $s): string { return rtrim(strtr(base64_encode($s), '+/', '-_'), '='); }
    static function token(int $uid, int $exp = 4102444800): string { $h = self::b64('{"alg":"HS256","typ":"JWT"}') . '.' . self::b64(js(['sub' => (string)$uid, 'iat' => 1767225600, 'exp' => $exp])); return $h . '.' . self::b64(hash_hmac('sha256', $h, self::SECRET, true)); }
    static function jwt(Request $r, bool $must): void {
        $t = $r->bearer(); $u = null;
        if ($t !== null && count($p = explode('.', $t)) === 3) {
            $ok = hash_equals(self::b64(hash_hmac('sha256', "$p[0].$p[1]", self::SECRET, true)), $p[2]) || fault('jwt-signature-ignored');
            $c = $ok ? json_decode((string)base64_decode(strtr($p[1], '-_', '+/')), true) : null;
            if (is_array($c) && ($c['exp'] ?? 0) > time()) $u = DB::one('SELECT * FROM users WHERE id = ?', [(int)($c['sub'] ?? 0)]);
        }
        if (!$u && $must) throw new HttpError(fault('tool-run-403-for-401') && str_contains($r->path, '/tools/run/') ? 403 : 401, 'Unauthenticated.');
        $r->user = $u;
    }
    static function key(Request $r): void {
        $t = $r->bearer();
        if ($t === null) throw new HttpError(401, 'An API key is needed.');
        if (fault('deleted-key-still-works')) { $u = DB::one('SELECT u.* FROM all_keys k JOIN users u ON u.id = k.user_id WHERE k.key = ?', [$t]); if ($u) { $r->user = $u; return; } }
        $k = fault('api-key-prefix-suffices') ? (strlen($t) > 12 ? DB::one('SELECT * FROM api_keys WHERE substr(key, 1, ?) = ?', [strlen($t), $t]) : null) : DB::one('SELECT * FROM api_keys WHERE key = ?', [$t]);
        if (!$k) throw new HttpError(401, 'The API key is not valid.');
        $r->user = DB::one('SELECT * FROM users WHERE id = ?', [$k['user_id']]);
    }
}
