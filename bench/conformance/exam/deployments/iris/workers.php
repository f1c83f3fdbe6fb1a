<?php
declare(strict_types=1);
/* The Workers API under /agents. */

function key_owner(?string $key): void {
    if ($key === null && on('run-read-without-key') && $_SERVER['REQUEST_METHOD'] === 'GET') { $GLOBALS['me'] = ['id' => -1]; return; }
    $k = $key === null ? null : row('SELECT * FROM apikeys WHERE secret=?' . (on('deleted-key-still-works') ? '' : ' AND gone=0'), [$key]);
    if (!$k) fail(401, 'Missing or unknown API key.');
    $GLOBALS['me'] = row('SELECT * FROM users WHERE id=?', [(int)$k['owner']]);
}
function run_log(string $run, string $event, string $detail): void {
    q('INSERT INTO runlogs(run,event,detail,created) VALUES(?,?,?,?)', [$run, $event, $detail, now_us()]);
}
function say(string $run, string $role, string $content): void {
    q('INSERT INTO messages(run,pos,role,content,created) VALUES(?,(SELECT COALESCE(MAX(pos),0)+1 FROM messages WHERE run=?),?,?,?)', [$run, $run, $role, $content, now_us()]);
}
/** Ends the background jobs whose time has come: whoever looks next does it. */
function settle_jobs(): void {
    if (!one("SELECT 1 FROM jobs WHERE state='running' AND ends<=? LIMIT 1", [now_us()])) return;
    begin();
    foreach (rows("SELECT * FROM jobs WHERE state='running' AND ends<=?", [now_us()]) as $j) {
        $bad = $j['kind'] === 'error';
        if ($bad && on('job-error-keeps-running')) continue;
        say($j['run'], 'assistant', $bad ? 'The survey broke off with an error: the instrument did not answer.' : 'The survey is finished: all soundings are in.');
        run_log($j['run'], $bad ? 'job_failed' : 'job_finished', 'job ' . $j['id']);
        q('UPDATE jobs SET state=? WHERE id=?', [$bad ? 'failed' : 'finished', (int)$j['id']]);
    }
    commit();
}
function running_job(string $run): ?array { return row("SELECT * FROM jobs WHERE run=? AND state='running' ORDER BY id DESC LIMIT 1", [$run]); }

/** The agent of a call, or the refusal. */
function callable_agent(string $id): array {
    $a = row('SELECT * FROM agents WHERE id=? AND deleted=0', [strtolower($id)]);
    if (!$a) fail(404, 'Agent not found.');
    if ($a['access'] === 'private' && (int)$a['owner'] !== my_id() && my_id() !== -1) fail(403, 'This agent is private.');
    return $a;
}
function own_run(array $agent, string $run): array {
    $r = row('SELECT * FROM runs WHERE id=?', [strtolower($run)]);
    if (!$r || $r['agent'] !== $agent['id']) fail(404, 'Run not found.');
    if ((int)$r['owner'] !== my_id() && my_id() !== -1) {
        if (!(on('run-foreign-readable') && $_SERVER['REQUEST_METHOD'] === 'GET')) fail(404, 'Run not found.');
    }
    return $r;
}
function new_run(string $agent, int $owner, string $kind): string {
    $id = uuid();
    $us = max(now_us(), 1 + (int)one('SELECT MAX(created) FROM runs'));
    q('INSERT INTO runs(id,agent,owner,kind,created) VALUES(?,?,?,?,?)', [$id, $agent, $owner, $kind, $us]);
    return $id;
}
/** What the worker does with a message: events of its stream. */
function work(string $run, string $msg): array {
    $ev = [];
    if (preg_match('/in the background/i', $msg)) {
        $kind = preg_match('/break/i', $msg) ? 'error' : 'fine';
        q("INSERT INTO jobs(run,kind,state,ends) VALUES(?,?,'running',?)", [$run, $kind, now_us() + 3000000]);
        $job = (string)db()->lastInsertId();
        run_log($run, 'job_started', 'job ' . $job);
        $ev[] = ['event' => 'tool_call', 'name' => 'code_interpreter', 'input' => ['background' => true]];
        $ev[] = ['event' => 'tool_response', 'name' => 'code_interpreter', 'output' => 'accepted'];
        $ev[] = ['event' => 'job', 'job' => $job];
        $say = 'I have begun the survey and will go on with it while you wait.';
    } elseif (preg_match('/\btide\b/i', $msg)) {
        $port = preg_match('/\bat (\w+)/u', $msg, $m) ? $m[1] : 'Hull';
        $raw = ['station' => $port, 'gauge' => 'TG-4471-RAW', 'high_water' => ['05:12', '17:38'], 'metres' => 4.7];
        $ev[] = ['event' => 'tool_call', 'name' => 'read_tide_table', 'input' => ['port' => $port]];
        $ev[] = ['event' => 'tool_response', 'name' => 'read_tide_table', 'output' => $raw];
        q('INSERT INTO mcplogs(run,server,tool,input,output,created) VALUES(?,?,?,?,?,?)', [$run, 'harbour', 'read_tide_table', js(['port' => $port]), js($raw), now_us()]);
        run_log($run, 'tool_called', 'read_tide_table');
        $say = "At $port the water is high early in the morning and again late in the afternoon.";
    } else {
        $n = (int)one("SELECT COUNT(*) FROM messages WHERE run=? AND role='user'", [$run]);
        $say = "Noted, this is number $n of your messages here. You wrote: " . mb_substr($msg, 0, 60);
    }
    say($run, 'assistant', $say);
    run_log($run, 'answered', mb_strlen($say) . ' characters');
    $ev[] = ['event' => 'text', 'text' => $say];
    return $ev;
}
function stream(string $run, array $ev, bool $nd, bool $header = true): never {
    commit();
    $job = running_job($run);
    http_response_code(200);
    header('Content-Type: ' . ($nd ? 'application/x-ndjson' : 'text/plain; charset=utf-8'));
    header('Cache-Control: no-cache');
    if ($header) header('X-Service-Run-ID: ' . $run);
    if ($job) header('x-service-job-id: ' . $job['id']);
    $put = function (string $s): void { echo $s; @ob_flush(); flush(); usleep(8000); };
    if ($nd) $put(js(['event' => 'run', 'run_uuid' => $run]) . "\n");
    foreach ($ev as $e) {
        if (!$nd) {
            if ($e['event'] === 'tool_response' && on('text-stream-leaks-tool')) { $put('[' . $e['name'] . ' ' . js($e['output']) . "]\n"); continue; }
            if ($e['event'] === 'text') foreach (mb_str_split($e['text'], 24) as $c) $put($c);
            continue;
        }
        if ($e['event'] === 'tool_response' && on('ndjson-tool-answer-lost')) continue;
        if ($e['event'] === 'text') foreach (mb_str_split($e['text'], 40) as $c) $put(js(['event' => 'text', 'text' => $c]) . "\n");
        else $put(js($e) . "\n");
    }
    if ($nd) $put(js(['event' => 'end']) . "\n");
    throw new Done();
}
function message(): string {
    $b = body();
    if (!array_key_exists('message', $b) || !is_string($b['message'])) invalid('message', 'The message field must be a string.');
    $m = $b['message'];
    if (on('long-message-cut')) $m = mb_substr($m, 0, 1000);
    return $m;
}
function start_run(string $agent, bool $nd): never {
    $a = callable_agent($agent);
    $m = message();
    settle_jobs();
    begin();
    if (on('start-refused-during-job') && one("SELECT 1 FROM jobs j JOIN runs r ON r.id=j.run WHERE j.state='running' AND r.owner=? AND r.agent=? LIMIT 1", [my_id(), $a['id']])) fail(409, 'A job is running.');
    $last = row("SELECT * FROM runs WHERE owner=? AND agent=? AND kind='call' AND created>? ORDER BY created DESC LIMIT 1", [my_id(), $a['id'], now_us() - 5000000]);
    if (on('start-joins-recent-run') && $last && one("SELECT content FROM messages WHERE run=? AND role='user' ORDER BY pos DESC LIMIT 1", [$last['id']]) === $m) $run = $last['id'];
    else {
        $run = new_run($a['id'], my_id(), 'call');
        run_log($run, 'started', $nd ? 'ndjson' : 'text');
        if (on('start-context-not-clear') && $last) foreach (rows('SELECT * FROM messages WHERE run=? ORDER BY pos', [$last['id']]) as $o) say($run, $o['role'], $o['content']);
    }
    say($run, 'user', $m);
    stream($run, work($run, $m), $nd);
}
function continue_run(string $agent, string $id, bool $nd): never {
    $a = callable_agent($agent);
    own_run($a, $id);
    $run = strtolower($id);
    $m = message();
    settle_jobs();
    if (on('continue-race-loses-message')) {
        $pos = (int)one('SELECT COALESCE(MAX(pos),0) FROM messages WHERE run=?', [$run]);
        if (!running_job($run)) {
            usleep(150000);
            begin();
            q('INSERT OR REPLACE INTO messages(run,pos,role,content,created) VALUES(?,?,?,?,?)', [$run, $pos + 1, 'user', $m, now_us()]);
            q('DELETE FROM messages WHERE run=? AND pos>?', [$run, $pos + 1]);
            stream($run, work($run, $m), $nd);
        }
    }
    begin();
    if (running_job($run) && !(on('job-ndjson-continue-accepted') && $nd)) {
        if (on('job-refused-message-kept')) { say($run, 'user', $m); commit(); }
        fail(409, 'A background job of this run is still running.');
    }
    if ($nd && on('ndjson-continue-forks')) {
        $old = $run;
        $run = new_run($a['id'], my_id(), 'call');
        foreach (rows('SELECT * FROM messages WHERE run=? ORDER BY pos', [$old]) as $o) say($run, $o['role'], $o['content']);
    }
    say($run, 'user', $m);
    run_log($run, 'continued', $nd ? 'ndjson' : 'text');
    stream($run, work($run, $m), $nd, !on('continue-without-run-header'));
}
route('POST', '/agents/ndjson/{agent_id}', 'key', fn($a) => start_run($a, true));
route('PUT', '/agents/ndjson/{agent_id}/{run_id}', 'key', fn($a, $r) => continue_run($a, $r, true));
route('POST', '/agents/{agent_id}', 'key', fn($a) => start_run($a, false));
route('PUT', '/agents/{agent_id}/{run_id}', 'key', fn($a, $r) => continue_run($a, $r, false));
route('GET', '/agents/{agent_id}/{run_id}', 'key', function ($a, $r) {
    $agent = callable_agent($a);
    own_run($agent, $r);
    $run = strtolower($r);
    settle_jobs();
    $list = rows('SELECT role,content FROM messages WHERE run=? ORDER BY pos', [$run]);
    if ($j = running_job($run)) {
        if (!(on('job-header-first-look-only') && (int)$j['looks'] > 0)) header('x-service-job-id: ' . $j['id']);
        q('UPDATE jobs SET looks=looks+1 WHERE id=?', [(int)$j['id']]);
    }
    send(200, $list);
});
