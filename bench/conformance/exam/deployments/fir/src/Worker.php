<?php
final class Worker {
    static array $last = [];
    static function plain(string $m, int $n, ?string $before): string { return "You said: $m\nThis is message $n of our conversation." . ($before !== null ? "\nBefore that you said: $before" : '') . "\nIs there more I can do?"; }
    /** What the worker does with a message: [seconds to wait, kind, value]. */
    static function plan(string $m, int $n, ?string $before): array {
        $say = function (string $t) { $o = []; foreach (preg_split('/(?<=\s)(?=\S)/u', $t) as $i => $w) { $k = intdiv($i, 8); $o[$k] = [0, 'text', ($o[$k][2] ?? '') . $w]; } return array_values($o); };
        switch (strtolower(trim($m))) {
            case 'count slowly to twenty': $o = []; foreach (explode(' ', 'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty') as $i => $w) $o[] = [$i ? 0.085 : 0, 'text', $w . ($i < 19 ? ', ' : '.')]; return $o;
            case 'what is the tide in hull?': $out = Catalog::tide(['port' => 'Hull']); return [[0, 'text', "Let me look that up.\n"], [0, 'tool', ['name' => 'read_tide_table', 'server' => 'sea', 'arguments' => ['port' => 'Hull'], 'output' => $out]], [0.02, 'text', 'The next high water in Hull is this afternoon.']];
            case 'start the long job': case 'start a job that fails': return [[0, 'text', "I hand this over to a job in the background.\n"], [0, 'tool', ['name' => 'code_interpreter', 'server' => 'computer', 'arguments' => ['background' => true], 'output' => ['status' => 'accepted']]], [0, 'text', 'Come back when it is done.']];
        }
        return $say(self::plain($m, $n, $before));
    }
    static function agent(Request $r): array {
        $a = Agent::findOrFail(strtolower($r->params['agent_id']), 'Agent');
        if ($a['visibility'] === 'private' && (int)$a['user_id'] !== $r->uid()) abort(403, 'The agent is private.');
        return $a;
    }
    static function run(Request $r, array $a): array {
        $run = Run::find(strtolower($r->params['run_id']));
        if (!$run || $run['agent_id'] !== $a['agent_id'] && !fault('run-under-any-agent') || (int)$run['user_id'] !== $r->uid() && !fault('run-readable-by-others')) abort(404, 'Run not found.');
        return $run;
    }
    static function history(Request $r): Response {
        $run = self::run($r, self::agent($r))['run_id'];
        $job = Run::job($run);
        $rows = DB::all('SELECT role, content FROM messages WHERE run_id = ? ORDER BY id' . (fault('history-newest-first') ? ' DESC' : ''), [$run]);
        if (fault('history-ordered-by-role')) usort($rows, fn($a, $b) => strcmp($a['role'], $b['role']));
        if (fault('history-drops-zero')) $rows = array_values(array_filter($rows, fn($m) => (bool)$m['content']));
        $h = ['X-Service-Run-ID' => $run];
        if ($job !== null || fault('job-header-left-empty')) $h['x-service-job-id'] = $job ?? '';
        return Response::json(200, $rows, $h);
    }
    static function talk(Request $r, Conn $c, bool $nd, bool $put) {
        $a = self::agent($r); $uid = $r->uid();
        $m = $r->input('message');
        if (fault('message-trimmed')) $m = trim($m);
        if (fault('empty-message-check-refuses-zero') && empty($m)) invalid('message', 'The message field is required.');
        $jobKind = ['start the long job' => true, 'start a job that fails' => false][strtolower(trim($m))] ?? null;
        $job = null;
        $begin = function (string $run) use (&$job, $jobKind, $uid, $m) { if (fault('history-loses-first-user-message') && !DB::one('SELECT 1 FROM messages WHERE run_id = ?', [$run])) $job = null; else Run::say($run, 'user', $m); if ($jobKind !== null) $job = Run::startJob($run, $uid, $jobKind); };
        if (!$put) {
            if (fault('post-blocked-by-job')) foreach (DB::all("SELECT run_id FROM jobs WHERE user_id = ? AND status = 'running'", [$uid]) as $j) if (Run::job($j['run_id'])) abort(409, 'A job runs in the background.');
            $old = fault('post-continues-same-message') ? DB::val("SELECT r.run_id FROM runs r JOIN messages m ON m.run_id = r.run_id WHERE r.user_id = ? AND r.agent_id = ? AND m.content = ? ORDER BY r.created_at DESC LIMIT 1", [$uid, $a['agent_id'], $m]) : null;
            $run = DB::tx(function () use ($uid, $a, $begin, $old) {
                $run = $old ?? Run::create($uid, $a['agent_id']);
                if (fault('context-carried-into-new-run')) { $l = DB::val('SELECT run_id FROM runs WHERE user_id = ? AND agent_id = ? AND run_id <> ? ORDER BY created_at DESC LIMIT 1', [$uid, $a['agent_id'], $run]); if ($l) foreach (DB::all('SELECT role, content FROM messages WHERE run_id = ? ORDER BY id', [$l]) as $x) Run::say($run, $x['role'], $x['content']); }
                Run::update($run, ['busy_until' => now_us() + 20000000]); $begin($run); Run::log($run, $uid, 'run.started', 'A new interaction'); return $run; });
        } else {
            $run = self::run($r, $a)['run_id'];
            if ($nd && fault('ndjson-put-starts-new-run')) $run = DB::tx(fn() => Run::create($uid, $a['agent_id']));
            if (fault('turns-of-a-run-overlap')) { $base = (int)DB::val('SELECT coalesce(max(id),0) FROM messages WHERE run_id = ?', [$run]); Co::sleep(0.15); if ((int)DB::val('SELECT coalesce(max(id),0) FROM messages WHERE run_id = ?', [$run]) !== $base) DB::all('DELETE FROM messages WHERE run_id = ? AND id > ?', [$run, $base]); }
            $until = microtime(true) + 20;
            while (true) {
                $got = DB::tx(function () use ($run, $begin, $nd, $m, $uid) {
                    if (Run::job($run) !== null && !($nd && fault('ndjson-put-during-job-accepted'))) {
                        if (fault('refused-put-keeps-message')) { Run::say($run, 'user', $m); }
                        return null;
                    }
                    if (!DB::run('UPDATE runs SET busy_until = ? WHERE run_id = ? AND busy_until < ?', [now_us() + 20000000, $run, now_us()])) return false;
                    $begin($run); return true;
                });
                if ($got === null) abort(fault('conflict-answered-400') ? 400 : 409, 'A background job is running.');
                if ($got) break;
                if (microtime(true) > $until) abort(500, 'The run is busy.');
                Co::sleep(0.02);
            }
        }
        $users = DB::all("SELECT content FROM messages WHERE run_id = ? AND role = 'user' ORDER BY id DESC LIMIT 2", [$run]);
        $n = (int)DB::val("SELECT count(*) FROM messages WHERE run_id = ? AND role = 'user'", [$run]);
        $plan = self::plan($m, $n, $users[1]['content'] ?? null);
        $h = ['Content-Type' => $nd ? 'application/x-ndjson' : 'text/plain; charset=utf-8'];
        if (!($put && !$nd && fault('put-lacks-run-header')) && !(!$put && $nd && fault('ndjson-post-lacks-run-header'))) $h['X-Service-Run-ID'] = $run;
        if ($job) $h['x-service-job-id'] = $job;
        $s = new Stream($c, $r);
        $line = fn(array $x) => $s->write(js($x) . "\n");
        $hold = !$nd && fault('text-held-back'); $held = '';
        if (!$hold) { $s->start(200, $h); if ($nd) { $line(['type' => 'run', 'run_id' => $run]); if ($job) $line(['type' => 'job', 'job_id' => $job]); } }
        $text = '';
        foreach ($plan as $i => [$wait, $kind, $v]) {
            if ($wait) Co::sleep($wait);
            if (fault('abort-loses-the-answer') && $s->gone()) { Run::update($run, ['busy_until' => 0]); return false; }
            if ($kind === 'text') {
                $text .= $v;
                if ($hold) $held .= $v;
                elseif (!$nd) { if (!(fault('last-chunk-not-flushed') && $i && $i === count($plan) - 1)) $s->write($v); }
                elseif (fault('ndjson-splits-characters')) foreach (str_split($v, 5) as $p) $line(['type' => 'text', 'text' => $p]);
                else $line(['type' => 'text', 'text' => $v]);
            } else {
                $id = 'call_' . ulid();
                DB::insert('mcp_logs', ['run_id' => $run, 'user_id' => $uid, 'server_name' => $v['server'], 'tool_name' => $v['name'], 'arguments' => js($v['arguments']), 'result' => js($v['output']), 'status' => 'succeeded', 'created_at' => now()]);
                if ($nd) { $line(['type' => 'tool_call', 'id' => $id, 'name' => $v['name'], 'arguments' => $v['arguments']]); if (!fault('ndjson-lacks-tool-response')) $line(['type' => 'tool_result', 'id' => $id, 'name' => $v['name'], 'output' => $v['output']]); }
                elseif (fault('text-shows-tool-output')) { $t = '[' . $v['name'] . '] ' . js($v['output']) . "\n"; $hold ? $held .= $t : $s->write($t); }
            }
        }
        DB::tx(function () use ($run, $text, $uid) { Run::say($run, 'assistant', $text); Run::update($run, ['busy_until' => 0]); Run::log($run, $uid, 'turn.completed', 'The answer was sent'); });
        if ($hold) { $s->start(200, $h); $s->write($held); }
        if ($nd) $line(['type' => 'done', 'run_id' => $run]);
        $s->end();
        return false;
    }
}
