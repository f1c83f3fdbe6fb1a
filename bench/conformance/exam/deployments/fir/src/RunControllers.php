<?php
final class RunController {
    static function page(Request $r, string $sql, array $args, string $bug, callable $show): array {
        $lim = $r->query['limit']; $cur = $r->query['next_cursor'] ?? null;
        if ($cur !== null) { $cur = Validator::dateTime($cur); if (fault("$bug-cursor-whole-seconds")) $cur = substr($cur, 0, 19) . '.000000Z'; $sql .= ' AND created_at ' . (fault("$bug-cursor-repeats-last") ? '<=' : '<') . ' ?'; $args[] = $cur; }
        $rows = DB::all("$sql ORDER BY created_at DESC LIMIT ?", [...$args, $lim + 1]);
        $more = count($rows) > $lim; $rows = array_slice($rows, 0, $lim);
        return ['data' => array_map($show, $rows), 'meta' => ['next_cursor' => $more && !fault("$bug-no-next-cursor") ? end($rows)['created_at'] : null, 'per_page' => $lim]];
    }
    static function index(Request $r): array { if (fault('runs-default-limit-20') && $r->query['limit'] === 30) $r->query['limit'] = 20; return self::page($r, 'SELECT * FROM runs WHERE user_id = ?', [$r->uid()], 'runs', fn($x) => Run::view($x)); }
    static function show(Request $r): array { $x = Run::findOrFail(strtolower($r->params['run_id']), 'Run'); if ((int)$x['user_id'] !== $r->uid() && !fault('run-view-of-other-user')) abort(404, 'Run not found.'); return Run::view($x); }
    static function logs(Request $r): array { $id = strtolower($r->params['run_id']); Run::job($id); return array_map(fn($l) => Run::logView($l), DB::all('SELECT * FROM run_logs WHERE run_id = ? AND user_id = ? ORDER BY id', [$id, $r->uid()])); }
    static function mcp(Request $r): array {
        $all = fault('mcp-logs-of-all-runs');
        return array_map(fn($l) => ['log_id' => $l['id'], 'run_id' => $l['run_id'], 'server_name' => $l['server_name'], 'tool_name' => $l['tool_name'], 'arguments' => json_decode($l['arguments']), 'result' => json_decode($l['result']), 'status' => $l['status'], 'created_at' => $l['created_at']],
            DB::all('SELECT * FROM mcp_logs WHERE user_id = ?' . ($all ? '' : ' AND run_id = ?') . ' ORDER BY id', $all ? [$r->uid()] : [$r->uid(), strtolower($r->params['run_id'])]));
    }
    static function exec(array $l): array { $in = json_decode($l['input']); if (fault('empty-input-reads-as-list') && !(array)$in) $in = []; return ['log_id' => $l['id'], 'tool_id' => $l['tool_name'], 'tool_name' => $l['tool_name'], 'service_id' => $l['service_id'], 'service_id_namespace' => $l['service_id_namespace'], 'input' => $in, 'output' => json_decode($l['output']), 'status' => $l['status'], 'duration_ms' => $l['duration_ms'], 'created_at' => $l['created_at']]; }
    static function executions(Request $r): array { return self::page($r, 'SELECT * FROM executions WHERE user_id = ?' . (fault('failed-executions-not-listed') ? " AND status = 'succeeded'" : ''), [$r->uid()], 'executions', fn($x) => self::exec($x)); }
    static function execution(Request $r) { $l = DB::one('SELECT * FROM executions WHERE id = ?' . (fault('execution-of-other-user') ? '' : ' AND user_id = ?'), fault('execution-of-other-user') ? [(int)$r->params['log_id']] : [(int)$r->params['log_id'], $r->uid()]); if (!$l) { if (fault('unknown-execution-is-null')) return null; abort(404, 'Execution not found.'); } return self::exec($l); }
}
final class ScheduleController {
    static function chat(Request $r, $id): ?array { $a = is_string($id) ? Agent::find(strtolower($id)) : null; return $a && ((int)$a['user_id'] === $r->uid() || fault('schedule-of-foreign-chat') && $r->method === 'POST') ? $a : null; }
    static function get(Request $r): ?array { $s = Schedule::find(strtolower($r->params['schedule_id'])); return $s && (int)$s['user_id'] === $r->uid() ? $s : null; }
    static function index(Request $r): array { return ['data' => Schedule::many(DB::all('SELECT * FROM schedules WHERE user_id = ? ORDER BY created_at DESC', [$r->uid()])), 'meta' => ['next_cursor' => null, 'per_page' => null]]; }
    static function cron(?string $c): string { if ($c === null || !Cron::next($c)) invalid('cron', 'The cron is not a valid cron expression.'); return preg_replace('/\s+/', ' ', trim($c)); }
    static function store(Request $r): array {
        return DB::tx(function () use ($r) {
            $a = self::chat($r, $r->input('chat_id')) ?? abort(403, 'The chat ID is invalid, missing or not yours.');
            $c = self::cron($r->input('cron')); $id = uuid4(); $t = DB::stamp();
            DB::insert('schedules', ['schedule_id' => $id, 'user_id' => $r->uid(), 'chat_id' => $a['agent_id'], 'cron' => $c, 'name' => $r->input('name'), 'message' => $r->input('message'), 'enabled' => fault('schedule-enabled-false-lost') ? ($r->input('enabled') ?: true) : ($r->input('enabled') ?? true), 'next_run_at' => Cron::next($c), 'created_at' => $t, 'updated_at' => $t]);
            return Schedule::show(Schedule::find($id));
        });
    }
    static function show(Request $r): array { return Schedule::show(self::get($r) ?? abort(404, 'Schedule not found.')); }
    static function update(Request $r): array {
        return DB::tx(function () use ($r) {
            $s = self::get($r) ?? invalid('schedule_id', 'The selected schedule_id is invalid.');
            $in = $r->data; if (array_key_exists('enabled', $in) && $in['enabled'] === null) unset($in['enabled']);
            if (isset($in['chat_id'])) $in['chat_id'] = (self::chat($r, $in['chat_id']) ?? invalid('chat_id', 'The selected chat_id is invalid.'))['agent_id']; else unset($in['chat_id']);
            if (isset($in['cron'])) $in['cron'] = self::cron($in['cron']); else unset($in['cron']);
            if (fault('schedule-update-forgets-cron')) unset($in['cron']);
            $n = Schedule::fill($in); if (isset($in['cron'])) $n['next_run_at'] = Cron::next($in['cron']);
            Schedule::update($s['schedule_id'], $n + ['updated_at' => DB::stamp()]);
            return Schedule::show(Schedule::find($s['schedule_id']));
        });
    }
    static function destroy(Request $r): array { return DB::tx(function () use ($r) { $s = self::get($r) ?? invalid('schedule_id', 'The selected schedule_id is invalid.'); fault('schedule-delete-takes-siblings') ? DB::all('DELETE FROM schedules WHERE chat_id = ?', [$s['chat_id']]) : DB::all('DELETE FROM schedules WHERE schedule_id = ?', [$s['schedule_id']]); return Schedule::show($s); }); }
    static function onboarding(Request $r): array { $a = (int)DB::val('SELECT count(*) FROM agents WHERE user_id = ? AND deleted_at IS NULL', [$r->uid()]); $s = (int)DB::val('SELECT count(*) FROM schedules WHERE user_id = ?', [$r->uid()]); return ['has_chat' => $a > 0, 'has_schedule' => $s > 0, 'schedule_count' => $s, 'completed' => $a > 0 && $s > 0]; }
    static function textToCron(Request $r): array { $c = Cron::fromText($r->query['cron']) ?? abort(400, 'That is not a cron expression.'); return ['cron' => $c, 'next_run_at' => Cron::next($c)]; }
}
final class CliController {
    static function show(array $c): array { return ['cli_auth_id' => $c['cli_auth_id'], 'status' => $c['status'], 'created_at' => $c['created_at'], 'updated_at' => $c['updated_at']]; }
    static function store(Request $r): array { return DB::tx(function () { $t = DB::stamp(); $c = ['cli_auth_id' => uuid4(), 'status' => 'pending', 'created_at' => $t, 'updated_at' => $t]; DB::insert('cli_auth', $c); return self::show($c); }); }
    static function find(string $id): array { return DB::one('SELECT * FROM cli_auth WHERE cli_auth_id = ?', [strtolower($id)]) ?? abort(404, 'CLI auth session not found.'); }
    static function update(Request $r): array {
        return DB::tx(function () use ($r) {
            $c = self::find($r->params['cli_auth_id']);
            if (($c['user_id'] !== null && (int)$c['user_id'] !== $r->uid() && !fault('cli-session-taken-over')) || $c['status'] === 'consumed') abort(403, 'You may not update this session.');
            DB::all("UPDATE cli_auth SET jwt = ?, user_id = ?, status = 'authorized', updated_at = ? WHERE cli_auth_id = ?", [$r->input('jwt'), $r->uid(), DB::stamp(), $c['cli_auth_id']]);
            return self::show(self::find($c['cli_auth_id']));
        });
    }
    static function read(Request $r): ?string {
        if (fault('unknown-cli-session-is-null') && !DB::one('SELECT 1 FROM cli_auth WHERE cli_auth_id = ?', [strtolower($r->params['auth_id'])])) return null;
        $c = self::find($r->params['auth_id']);
        if (fault('cli-jwt-read-twice-at-once') && $c['jwt'] !== null) { Co::sleep(0.15); DB::run("UPDATE cli_auth SET jwt = NULL, status = 'consumed' WHERE cli_auth_id = ?", [$c['cli_auth_id']]); return $c['jwt']; }
        return DB::tx(function () use ($r) { $c = self::find($r->params['auth_id']); if ($c['jwt'] !== null && !fault('cli-jwt-not-consumed')) DB::all("UPDATE cli_auth SET jwt = NULL, status = 'consumed', updated_at = ? WHERE cli_auth_id = ?", [DB::stamp(), $c['cli_auth_id']]); return $c['jwt']; });
    }
}
