<?php
declare(strict_types=1);
const SECRET = 'iris-harbour-lantern-7c1f0b5e';
const HOOK_SECRET = 'whk_iris_22d9';
const FILE_CAP = 10;

/** The one switch of a fault. */
function on(string $id): bool { static $f = null; $f ??= (string)getenv('FAULT'); return $f === $id; }

function db(): PDO {
    static $d = null;
    if ($d) return $d;
    $d = new PDO('sqlite:' . getenv('IRIS_DIR') . '/iris.sqlite');
    $d->setAttribute(PDO::ATTR_ERRMODE, PDO::ERRMODE_EXCEPTION);
    $d->setAttribute(PDO::ATTR_DEFAULT_FETCH_MODE, PDO::FETCH_ASSOC);
    $d->exec('PRAGMA busy_timeout=15000; PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF;');
    return $d;
}
function q(string $sql, array $p = []): PDOStatement {
    $s = db()->prepare($sql);
    $i = 1;
    foreach ($p as $v) $s->bindValue($i++, is_bool($v) ? (int)$v : $v, is_int($v) || is_bool($v) ? PDO::PARAM_INT : ($v === null ? PDO::PARAM_NULL : PDO::PARAM_STR));
    $s->execute();
    return $s;
}
function row(string $sql, array $p = []): ?array { $r = q($sql, $p)->fetch(); return $r === false ? null : $r; }
function rows(string $sql, array $p = []): array { return q($sql, $p)->fetchAll(); }
function one(string $sql, array $p = []): mixed { $r = q($sql, $p)->fetchColumn(); return $r === false ? null : $r; }
$GLOBALS['tx'] = false;
function begin(): void { if (!$GLOBALS['tx']) { db()->exec('BEGIN IMMEDIATE'); $GLOBALS['tx'] = true; } }
function commit(): void { if ($GLOBALS['tx']) { db()->exec('COMMIT'); $GLOBALS['tx'] = false; } }
function rollback(): void { if ($GLOBALS['tx']) { db()->exec('ROLLBACK'); $GLOBALS['tx'] = false; } }

function now_us(): int { return (int)(microtime(true) * 1000000); }
function stamp(?int $us = null): string { return gmdate('Y-m-d H:i:s', intdiv($us ?? now_us(), 1000000)); }
function iso(int $us): string { return gmdate('Y-m-d\TH:i:s', intdiv($us, 1000000)) . sprintf('.%06dZ', $us % 1000000); }
function uuid(): string {
    $b = random_bytes(16);
    $b[6] = chr(ord($b[6]) & 15 | 64); $b[8] = chr(ord($b[8]) & 63 | 128);
    return vsprintf('%s%s-%s-%s-%s-%s%s%s', str_split(bin2hex($b), 4));
}
function is_uuid(mixed $s): bool { return is_string($s) && preg_match('/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/Di', $s) === 1; }
function js(mixed $v): string { return json_encode($v, JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES | JSON_INVALID_UTF8_SUBSTITUTE); }

class Done extends Exception {}
function send(int $status, mixed $data = null, bool $empty = false): never {
    rollback();
    http_response_code($status);
    if ($empty) { header_remove('Content-Type'); ini_set('default_mimetype', ''); }
    else { header('Content-Type: application/json; charset=utf-8'); echo js($data); }
    throw new Done();
}
/** Keeps what was written, then answers. */
function ok(mixed $data, int $status = 200): never { commit(); send($status, $data); }
function fail(int $status, string $message, array $errors = []): never {
    if ($status === 401) header('WWW-Authenticate: Bearer');
    send($status, ['message' => $message, 'errors' => $errors ?: new stdClass()]);
}
function invalid(string $field, string $why): never { fail(422, 'The given data was invalid.', [$field => [$why]]); }

/* ---- who asks ---- */
function b64u(string $s): string { return rtrim(strtr(base64_encode($s), '+/', '-_'), '='); }
function unb64u(string $s): string { return (string)base64_decode(strtr($s, '-_', '+/')); }
function make_jwt(array $claims): string {
    $h = b64u('{"alg":"HS256","typ":"JWT"}') . '.' . b64u(js($claims));
    return $h . '.' . b64u(hash_hmac('sha256', $h, SECRET, true));
}
function jwt_user(string $t): ?array {
    $p = explode('.', $t);
    if (count($p) !== 3) return null;
    $h = json_decode(unb64u($p[0]), true);
    $c = json_decode(unb64u($p[1]), true);
    if (!is_array($h) || !is_array($c) || ($h['alg'] ?? '') !== 'HS256') return null;
    if (!on('jwt-signature-unchecked') && !hash_equals(b64u(hash_hmac('sha256', $p[0] . '.' . $p[1], SECRET, true)), $p[2])) return null;
    if (!isset($c['exp'], $c['sub']) || $c['exp'] < time()) return null;
    return row('SELECT * FROM users WHERE id=?', [(int)$c['sub']]);
}
function bearer(): ?string {
    $h = trim((string)($_SERVER['HTTP_AUTHORIZATION'] ?? ''));
    return preg_match('/^bearer\s+(\S+)$/Di', $h, $m) ? $m[1] : null;
}
function me(): array { return $GLOBALS['me']; }
function my_id(): int { return (int)($GLOBALS['me']['id'] ?? 0); }
function sandbox(): bool { return (me()['tier'] ?? '') === 'sandbox'; }

/* ---- what is asked ---- */
function raw(): string { static $r = null; return $r ??= (string)file_get_contents('php://input'); }
function body(bool $may_be_absent = false): ?array {
    $r = raw();
    if ($may_be_absent && (trim($r) === '' || trim($r) === 'null')) return null;
    $v = json_decode($r);
    if (json_last_error() !== JSON_ERROR_NONE) invalid('body', 'The body must be valid JSON.');
    if (!is_object($v)) invalid('body', 'The body must be a JSON object.');
    return json_decode($r, true);
}
/** An optional or required text of a body. */
function text(array $b, string $f, bool $must = false, int $max = 100000, int $min = 0): ?string {
    $v = $b[$f] ?? null;
    if ($v === null) { if ($must) invalid($f, "The $f field is required."); return null; }
    if (!is_string($v)) invalid($f, "The $f field must be a string.");
    if (mb_strlen($v) > $max) invalid($f, "The $f field must not be greater than $max characters.");
    if (mb_strlen(trim($v)) < $min) invalid($f, "The $f field must have at least $min characters.");
    return $v;
}
function whole(array $b, string $f, ?int $min = null, ?int $max = null, bool $must = false): ?int {
    $v = $b[$f] ?? null;
    if ($v === null) { if ($must) invalid($f, "The $f field is required."); return null; }
    if (!is_int($v)) invalid($f, "The $f field must be an integer.");
    if ($min !== null && $v < $min || $max !== null && $v > $max) invalid($f, "The $f field is out of range.");
    return $v;
}
function choice(array $b, string $f, array $of): ?string {
    $v = $b[$f] ?? null;
    if ($v === null) return null;
    if (!in_array($v, $of, true)) invalid($f, "The selected $f is invalid.");
    return $v;
}
function query(string $f): ?string {
    $v = $_GET[$f] ?? null;
    if ($v === null) return null;
    if (!is_string($v)) invalid($f, "The $f parameter must be a single value.");
    return $v;
}
function query_int(string $f, int $default, int $min, int $max): int {
    $v = query($f);
    if ($v === null) return $default;
    if (!preg_match('/^-?\d{1,9}$/D', $v)) invalid($f, "The $f parameter must be an integer.");
    if ((int)$v < $min || (int)$v > $max) invalid($f, "The $f parameter must be between $min and $max.");
    return (int)$v;
}
/** A date-time cursor in microseconds, or null. */
function query_cursor(): ?int {
    $v = query('next_cursor');
    if ($v === null || $v === '' || $v === 'null') return null;
    if (!preg_match('/^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d)?)(\.\d{1,9})?\s?(Z|[+ -]\d\d:?\d\d)?$/Di', $v, $m)) invalid('next_cursor', 'The next_cursor parameter must be a date-time.');
    $zone = strtoupper($m[4] ?? '') ?: 'Z';
    if ($zone[0] === ' ') $zone[0] = '+';
    try { $d = new DateTimeImmutable($m[1] . 'T' . $m[2] . ($zone === 'Z' ? '+00:00' : $zone)); } catch (Exception) { invalid('next_cursor', 'The next_cursor parameter must be a date-time.'); }
    return $d->getTimestamp() * 1000000 + (int)str_pad(substr(substr($m[3] ?? '.0', 1), 0, 6), 6, '0');
}

/* ---- routes ---- */
$GLOBALS['routes'] = [];
/** $who: 'jwt', 'open' or 'key'. */
function route(string $method, string $path, string $who, callable $do): void { $GLOBALS['routes'][] = [$method, explode('/', trim($path, '/')), $who, $do]; }
function dispatch(): void {
    $path = explode('?', (string)$_SERVER['REQUEST_URI'], 2)[0];
    $seg = array_map('rawurldecode', explode('/', trim($path, '/')));
    $method = $_SERVER['REQUEST_METHOD'];
    $allow = [];
    foreach ($GLOBALS['routes'] as [$m, $pat, $who, $do]) {
        if (count($pat) !== count($seg)) continue;
        $args = []; $bad = null;
        foreach ($pat as $i => $p) {
            if ($p[0] !== '{') { if ($p !== $seg[$i]) continue 2; continue; }
            [$name, $type] = explode(':', trim($p, '{}')) + [1 => 'str'];
            $v = $seg[$i];
            if ($v === '') continue 2;
            if ($type === 'uuid') { if (!is_uuid($v)) $bad ??= [$name, "The $name must be a valid UUID."]; $v = strtolower($v); }
            if ($type === 'int') { if (!preg_match('/^-?\d{1,15}$/D', $v)) $bad ??= [$name, "The $name must be an integer."]; $v = (int)$v; }
            $args[] = $v;
        }
        if ($m !== $method) { $allow[] = $m; continue; }
        $t = bearer();
        if ($who === 'key') key_owner($t);
        else {
            $u = $t === null ? null : jwt_user($t);
            if (!$u && $who === 'jwt') fail(401, 'Unauthenticated.');
            $GLOBALS['me'] = $u ?? [];
        }
        if ($bad) invalid(...$bad);
        $do(...$args);
        return;
    }
    if ($allow) { header('Allow: ' . implode(', ', array_unique($allow))); fail(405, 'Method not allowed.'); }
    fail(404, 'Not found.');
}
