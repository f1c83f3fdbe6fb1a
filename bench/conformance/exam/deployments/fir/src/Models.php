<?php
/** Active records in the manner of Eloquent. Rows are arrays; the class knows how they are read and shown. */
abstract class Model {
    const TABLE = ''; const KEY = 'id'; const FILLABLE = []; const CASTS = []; const HIDDEN = []; const SOFT = false;
    static function find($id): ?array { return DB::one('SELECT * FROM ' . static::TABLE . ' WHERE ' . static::KEY . ' = ?' . (static::SOFT ? ' AND deleted_at IS NULL' : ''), [$id]); }
    static function findOrFail($id, string $what): array { return static::find($id) ?? abort(404, "$what not found."); }
    static function cast(string $k, $v) { if ($v === null) return null; return match (static::CASTS[$k] ?? '') { 'json' => json_encode($v, JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES | JSON_PRESERVE_ZERO_FRACTION), 'bool' => (int)$v, default => $v }; }
    static function fill(array $in): array { $o = []; foreach ($in as $k => $v) if (in_array($k, static::FILLABLE, true)) $o[$k] = static::cast($k, $v); return $o; }
    static function update($id, array $row): void { if (!$row) return; DB::all('UPDATE ' . static::TABLE . ' SET ' . implode(',', array_map(fn($k) => "$k = ?", array_keys($row))) . ' WHERE ' . static::KEY . ' = ?', [...array_values($row), $id]); }
    static function show(array $row): array { $o = []; foreach ($row as $k => $v) if (!in_array($k, static::HIDDEN, true)) $o[$k] = $v === null ? null : match (static::CASTS[$k] ?? '') { 'json' => json_decode($v), 'bool' => (bool)$v, default => $v }; return $o; }
    static function many(array $rows): array { return array_map(fn($r) => static::show($r), $rows); }
}
final class Agent extends Model {
    const TABLE = 'agents'; const KEY = 'agent_id'; const SOFT = true; const HIDDEN = ['user_id', 'deleted_at', 'seq'];
    const FILLABLE = ['name', 'description', 'chat_prompt', 'visibility', 'vanity_slug', 'upsell_description', 'price', 'tags', 'settings', 'temperature'];
    const CASTS = ['tags' => 'json', 'settings' => 'json', 'temperature' => 'float'];
    const DEFAULTS = ['name' => 'Untitled agent', 'description' => null, 'visibility' => 'public', 'vanity_slug' => null, 'upsell_description' => null, 'price' => null, 'tags' => [], 'settings' => null, 'temperature' => null];
    static function show(array $row): array {
        $o = parent::show($row);
        if (fault('settings-object-becomes-list') && $o['settings'] instanceof stdClass && !(array)$o['settings']) $o['settings'] = [];
        if (fault('tags-with-duplicate-become-object')) { $u = array_unique($o['tags']); $o['tags'] = count($u) < count($o['tags']) ? (object)$u : $u; }
        $o['feedback_count'] = (int)$o['feedback_count'];
        return ['agent_id' => $o['agent_id'], 'chat_id' => $o['agent_id']] + $o;
    }
}
final class StudioChat extends Model { const TABLE = 'studio_chats'; const KEY = 'run_id'; const SOFT = true; const HIDDEN = ['user_id', 'id']; const FILLABLE = ['title', 'visibility', 'agent_id', 'messages', 'pinned']; const CASTS = ['messages' => 'json', 'pinned' => 'bool']; }
final class AgentFile extends Model { const TABLE = 'files'; const KEY = 'file_id'; const HIDDEN = ['id']; const FILLABLE = ['name', 'content', 'mime_type', 'position']; }
final class ApiKey extends Model { const TABLE = 'api_keys'; const HIDDEN = ['user_id']; const CASTS = ['is_default' => 'bool'];
    static function show(array $r, bool $key = true): array { $o = parent::show($r); $o = ['api_key_id' => $o['id'], 'name' => $o['name'], 'key' => $o['key'], 'is_default' => $o['is_default'], 'created_at' => $o['created_at']]; if (!$key) unset($o['key']); return $o; } }
final class Bundle extends Model { const TABLE = 'bundles'; const HIDDEN = ['user_id']; }
final class Schedule extends Model {
    const TABLE = 'schedules'; const KEY = 'schedule_id'; const HIDDEN = ['user_id', 'id']; const CASTS = ['enabled' => 'bool']; const FILLABLE = ['chat_id', 'cron', 'name', 'message', 'enabled'];
    static function show(array $r): array { $o = parent::show($r); if (!$o['enabled']) $o['next_run_at'] = null; return $o; }
    static function runDue(): void {
        if (!DB::one('SELECT 1 FROM schedules WHERE enabled = 1 AND next_run_at <= ? LIMIT 1', [now()])) return;
        DB::tx(function () { foreach (DB::all('SELECT * FROM schedules WHERE enabled = 1 AND next_run_at <= ?', [now()]) as $s) {
            $t = now(); self::update($s['schedule_id'], ['last_run_at' => $t, 'next_run_at' => Cron::next($s['cron'])]);
            $a = Agent::find($s['chat_id']); if (!$a) continue;
            $run = Run::create($s['user_id'], $a['agent_id']); $m = $s['message'] ?? 'Scheduled run';
            Run::say($run, 'user', $m); Run::say($run, 'assistant', Worker::plain($m, 1, null)); Run::log($run, $s['user_id'], 'run.scheduled', 'Started by schedule ' . $s['schedule_id']);
        } });
    }
}
final class Run extends Model {
    const TABLE = 'runs'; const KEY = 'run_id';
    static function create(int $uid, string $agent): string { $id = uuid4(); $t = DB::stamp(); DB::insert('runs', ['run_id' => $id, 'agent_id' => $agent, 'user_id' => $uid, 'created_at' => $t, 'updated_at' => $t, 'busy_until' => 0]); return $id; }
    static function say(string $run, string $role, string $content): void {
        if (fault('content-cut-at-255-bytes')) $content = substr($content, 0, 255);
        if (fault('content-html-escaped')) $content = htmlspecialchars($content);
        DB::insert('messages', ['run_id' => $run, 'role' => $role, 'content' => $content]); self::update($run, ['updated_at' => DB::stamp()]);
    }
    static function log(string $run, int $uid, string $event, string $msg, string $level = 'info'): int { return DB::insert('run_logs', ['run_id' => $run, 'user_id' => $uid, 'level' => $level, 'event' => $event, 'message' => $msg, 'created_at' => now()]); }
    static function startJob(string $run, int $uid, bool $ok): string { $j = ulid(); DB::insert('jobs', ['job_id' => $j, 'run_id' => $run, 'user_id' => $uid, 'due_at' => now_us() + 2000000, 'ok' => $ok, 'status' => 'running']); self::log($run, $uid, 'job.started', "Job $j runs in the background"); return $j; }
    /** Brings the jobs of a run up to date; the running one's id, if there is one. */
    static function job(string $run): ?string {
        $j = DB::one("SELECT * FROM jobs WHERE run_id = ? AND status = 'running'", [$run]);
        if (!$j) return null;
        if ($j['due_at'] > now_us() || (fault('failed-job-never-ends') && !$j['ok'])) return $j['job_id'];
        DB::tx(function () use ($j) { if (DB::run("UPDATE jobs SET status = ? WHERE job_id = ? AND status = 'running'", [$j['ok'] ? 'succeeded' : 'failed', $j['job_id']])) self::log($j['run_id'], (int)$j['user_id'], $j['ok'] ? 'job.succeeded' : 'job.failed', "Job {$j['job_id']} " . ($j['ok'] ? 'finished' : 'failed: exit status 1'), $j['ok'] ? 'info' : 'error'); });
        return null;
    }
    static function view(array $r): array { $m = (int)DB::val('SELECT count(*) FROM messages WHERE run_id = ?', [$r['run_id']]); return ['run_id' => $r['run_id'], 'agent_id' => $r['agent_id'], 'status' => self::job($r['run_id']) ? 'running' : 'idle', 'message_count' => $m, 'created_at' => $r['created_at'], 'updated_at' => $r['updated_at']]; }
    static function logView(array $l): array { return ['log_id' => $l['id'], 'run_id' => $l['run_id'], 'level' => $l['level'], 'event' => $l['event'], 'message' => $l['message'], 'created_at' => $l['created_at']]; }
}
final class Cron {
    const R = [[0, 59], [0, 23], [1, 31], [1, 12], [0, 7]];
    const NAMES = [3 => ['jan' => 1, 'feb' => 2, 'mar' => 3, 'apr' => 4, 'may' => 5, 'jun' => 6, 'jul' => 7, 'aug' => 8, 'sep' => 9, 'oct' => 10, 'nov' => 11, 'dec' => 12], 4 => ['sun' => 0, 'mon' => 1, 'tue' => 2, 'wed' => 3, 'thu' => 4, 'fri' => 5, 'sat' => 6]];
    static function fields(string $c): ?array {
        $p = preg_split('/\s+/', trim($c)); if (count($p) !== 5) return null; $o = [];
        foreach ($p as $i => $f) { [$lo, $hi] = self::R[$i]; $set = [];
            if (isset(self::NAMES[$i])) $f = preg_replace_callback('/[a-z]{3}/i', fn($m) => self::NAMES[$i][strtolower($m[0])] ?? $m[0], $f);
            foreach (explode(',', $f) as $e) {
                if (!preg_match('/^(\*|(\d{1,2})(?:-(\d{1,2}))?)(?:\/(\d{1,2}))?$/D', $e, $m)) return null;
                $step = isset($m[4]) ? (int)$m[4] : 1; if ($step < 1) return null;
                if ($m[1] === '*') [$a, $b] = [$lo, $hi]; else { $a = (int)$m[2]; $b = isset($m[3]) && $m[3] !== '' ? (int)$m[3] : (isset($m[4]) ? $hi : $a); }
                if (!fault('cron-range-not-checked') && ($a < $lo || $b > $hi || $a > $b)) return null;
                for ($x = $a; $x <= $b; $x += $step) $set[$i === 4 ? $x % 7 : $x] = true;
            }
            $o[] = $set; }
        $o[5] = $p[2][0] !== '*'; $o[6] = $p[4][0] !== '*';
        return $o;
    }
    static function next(string $c): ?string {
        $f = self::fields($c); if (!$f) return null;
        $t = intdiv(time(), 60) * 60 + 60;
        for ($n = 0; $n < 366 * 5; $n++) {
            [$d, $mo, $w] = array_map('intval', explode(' ', gmdate('j n w', $t)));
            $day = isset($f[2][$d]); $wd = isset($f[4][$w]);
            $ok = isset($f[3][$mo]) && ($f[5] && $f[6] ? $day || $wd : $day && $wd);
            $start = $t; $end = intdiv($t, 86400) * 86400 + 86400;
            if ($ok) for (; $t < $end; $t += 60) { $m = intdiv($t % 86400, 60); if (isset($f[1][intdiv($m, 60)]) && isset($f[0][$m % 60])) return fmt_time($t * 1000000); }
            $t = $end;
        }
        return null;
    }
    static function fromText(string $s): ?string {
        if (self::fields($s)) return preg_replace('/\s+/', ' ', trim($s));
        $s = strtolower(trim($s));
        $m = ['every minute' => '* * * * *', 'hourly' => '0 * * * *', 'every hour' => '0 * * * *', 'daily' => '0 0 * * *', 'every day' => '0 0 * * *', 'weekly' => '0 0 * * 0', 'every week' => '0 0 * * 0', 'monthly' => '0 0 1 * *', 'every month' => '0 0 1 * *'];
        if (isset($m[$s])) return $m[$s];
        if (preg_match('/^every (\d{1,2}) minutes$/D', $s, $x) && $x[1] >= 1 && $x[1] < 60) return "*/" . (int)$x[1] . ' * * * *';
        if (preg_match('/^every (day|monday|tuesday|wednesday|thursday|friday|saturday|sunday) at (\d{1,2})(?::(\d\d))? ?(am|pm)?$/D', $s, $x)) {
            $h = (int)$x[2]; if (($x[4] ?? '') !== '') { if ($h < 1 || $h > 12) return null; $h = $h % 12 + ($x[4] === 'pm' ? 12 : 0); }
            $mi = (int)($x[3] ?? 0); if ($h > 23 || $mi > 59) return null;
            return "$mi $h * * " . ($x[1] === 'day' ? '*' : self::NAMES[4][substr($x[1], 0, 3)]);
        }
        return null;
    }
}
