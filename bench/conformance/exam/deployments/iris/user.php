<?php
declare(strict_types=1);
/* The User API under /me. */

/* ---- agents and chats: the same record ---- */
function agent_view(array $a): array {
    return ['agent_uuid' => $a['id'], 'display_name' => $a['name'], 'instructions' => $a['prompt'], 'about' => $a['about'], 'access' => $a['access'], 'handle' => $a['handle'],
        'upsell_text' => $a['upsell'], 'price_cents' => (int)$a['price'], 'owner_no' => (int)$a['owner'], 'feedback_total' => (int)$a['feedback'], 'created_at' => stamp((int)$a['created']), 'updated_at' => stamp((int)$a['updated'])];
}
function agent(string $id): ?array { return row('SELECT * FROM agents WHERE id=? AND deleted=0', [strtolower($id)]); }
function must_agent(string $id): array { return agent($id) ?? fail(404, 'Agent not found.'); }
function own_agent(string $id): array {
    $a = must_agent($id);
    if ((int)$a['owner'] !== my_id()) fail(403, 'You have no permission on this agent.');
    return $a;
}
function may_see(array $a): bool { return $a['access'] === 'public' || (int)$a['owner'] === my_id(); }
/** The fields of AgentRequest and AgentRequestPartial that were given. */
function agent_fields(array $b): array {
    $f = [];
    foreach (['display_name' => ['name', 200], 'about' => ['about', 20000], 'instructions' => ['prompt', 200000]] as $in => [$col, $max]) {
        $v = text($b, $in, false, $max);
        if ($v !== null) $f[$col] = $v;
    }
    $v = choice($b, 'access', ['private', 'public']);
    if ($v !== null) $f['access'] = $v;
    if (($h = text($b, 'handle')) !== null) {
        if (!preg_match('/^[a-z0-9][a-z0-9-]{1,62}$/D', $h)) invalid('handle', 'The handle may hold a-z, 0-9 and dashes.');
        $f['handle'] = $h;
    }
    if (($v = text($b, 'upsell_text', false, 5000)) !== null) $f['upsell'] = $v;
    if (($v = whole($b, 'price_cents', 0, 1000000)) !== null) $f['price'] = $v;
    return $f;
}
function handle_free(string $h, ?string $but = null): bool { return !one('SELECT 1 FROM agents WHERE handle=? AND deleted=0 AND id<>?', [$h, $but ?? '']); }
function check_handle(array $f, ?string $but): void {
    if (isset($f['handle']) && !handle_free($f['handle'], $but)) invalid('handle', 'The handle has already been taken.');
}
function no_private_sandbox(array $f): void { if (sandbox() && ($f['access'] ?? '') === 'private') fail(400, 'The sandbox tier cannot make this private.'); }
function insert_agent(array $f): array {
    $id = uuid(); $n = max(now_us(), 1 + (int)one('SELECT MAX(created) FROM agents'));
    q('INSERT INTO agents(id,owner,name,prompt,about,access,handle,upsell,price,created,updated) VALUES(?,?,?,?,?,?,?,?,?,?,?)',
        [$id, my_id(), $f['name'] ?? 'Untitled', $f['prompt'], $f['about'] ?? '', $f['access'] ?? 'public', $f['handle'] ?? null, $f['upsell'] ?? null, $f['price'] ?? 0, $n, $n]);
    return agent($id);
}
function update_agent(string $id, array $f): array {
    foreach ($f as $c => $v) q("UPDATE agents SET $c=? WHERE id=?", [$v, $id]);
    q('UPDATE agents SET updated=? WHERE id=?', [now_us(), $id]);
    return agent($id);
}
function create_agent(array $b): never {
    $f = agent_fields($b);
    if (trim($f['prompt'] ?? '') === '') fail(400, 'The chat prompt is missing.', ['instructions' => ['The instructions field is required.']]);
    begin();
    check_handle($f, null);
    if (on('refused-agent-created') && sandbox() && ($f['access'] ?? '') === 'private') { insert_agent(['access' => 'public'] + $f); commit(); }
    no_private_sandbox($f);
    ok(agent_view(insert_agent($f)));
}
function my_agents(bool $with_deleted = false): array {
    return array_map('agent_view', rows('SELECT * FROM agents WHERE owner=?' . ($with_deleted ? '' : ' AND deleted=0') . ' ORDER BY created DESC', [my_id()]));
}

route('GET', '/me', 'jwt', fn() => send(200, ['user_no' => my_id(), 'email' => me()['email'], 'full_name' => me()['name'], 'tier' => me()['tier']]));
route('GET', '/me/agents', 'jwt', fn() => send(200, my_agents(on('deleted-chat-in-agents'))));
route('POST', '/me/agents', 'jwt', function () {
    $b = body();
    $id = text($b, 'agent_uuid');
    if ($id === null || $id === '') create_agent($b);
    begin();
    $a = must_agent($id);
    own_agent($id);
    $f = agent_fields($b);
    if (trim($f['prompt'] ?? '') === '') {
        if (on('update-without-prompt') && !isset($f['prompt'])) unset($f['prompt']);
        else fail(400, 'The chat prompt is missing.', ['instructions' => ['The instructions field is required.']]);
    }
    no_private_sandbox($f);
    check_handle($f, $a['id']);
    ok(agent_view(update_agent($a['id'], $f)));
});
route('POST', '/me/agents/vanity/slug', 'open', function () {
    $b = body();
    $t = text($b, 'phrase', true, 300, 1);
    $s = trim(preg_replace('/[^a-z0-9]+/', '-', strtolower(iconv('UTF-8', 'ASCII//TRANSLIT//IGNORE', $t) ?: $t)), '-');
    $s = rtrim(substr($s === '' ? 'agent' : $s, 0, 48), '-');
    if (strlen($s) < 2) $s .= '-agent';
    $c = $s;
    while (!handle_free($c)) $c = $s . '-' . random_int(100, 99999);
    send(200, ['slug' => $c]);
});
route('GET', '/me/agents/vanity/slug', 'jwt', function () {
    $s = query('slug');
    if ($s === null || $s === '') invalid('slug', 'The slug parameter is required.');
    $well = (bool)preg_match('/^[a-z0-9][a-z0-9-]{1,62}$/D', $s);
    $free = handle_free($s);
    if (on('slug-of-others-free')) $free = !one('SELECT 1 FROM agents WHERE handle=? AND deleted=0 AND owner=?', [$s, my_id()]);
    send(200, ['slug' => $s, 'available' => $well && $free]);
});
route('GET', '/me/agents/{agent_id}', 'open', function ($id) {
    $a = must_agent($id);
    if (!may_see($a)) fail(403, 'This agent is private.');
    send(200, agent_view($a));
});
route('POST', '/me/agents/{agent_id}/upsell-description', 'jwt', function ($id) {
    begin();
    $a = must_agent($id);
    if ((int)$a['owner'] !== my_id()) fail(404, 'Agent not found.');
    $t = 'Get more from ' . $a['name'] . ': longer talks, quicker answers, and help every day.';
    if (on('upsell-not-saved')) { $a['upsell'] = $t; ok(agent_view($a)); }
    ok(agent_view(update_agent($a['id'], ['upsell' => $t])));
});
const VIBES = ['sketchloom', 'patchbay', 'codekiln'];
route('GET', '/me/vibe/services', 'open', fn() => send(200, ['services' => VIBES, 'meta' => ['count' => 3]]));
route('GET', '/me/agents/{agent_id}/vibe', 'jwt', function ($id) {
    $s = query('service_name');
    if ($s === null) invalid('service_name', 'The service_name parameter is required.');
    if (!in_array($s, VIBES, true)) invalid('service_name', 'The selected service_name is invalid.');
    $a = must_agent($id);
    if (!may_see($a)) fail(404, 'Agent not found.');
    send(200, ['service' => $s, 'prompt_text' => "Build with $s a page that talks to the agent \"{$a['name']}\" ({$a['id']}). Its task: {$a['prompt']}"]);
});

/* theme */
function theme_view(?array $t): ?array { return $t ? ['agent_uuid' => $t['agent'], 'accent' => $t['color'], 'updated_at' => stamp((int)$t['updated'])] : null; }
route('GET', '/me/agents/{agent_id:uuid}/customizations/theme', 'jwt', function ($id) {
    $a = must_agent($id);
    if (!may_see($a)) fail(403, 'You have no permission on this agent.');
    send(200, theme_view(row('SELECT * FROM themes WHERE agent=?', [$a['id']])));
});
route('PUT', '/me/agents/{agent_id:uuid}/customizations/theme', 'jwt', function ($id) {
    begin();
    $a = own_agent($id);
    $c = text(body(), 'accent', true);
    if (!preg_match(on('theme-color-any-hash') ? '/^#./' : '/^#[0-9a-f]{6}$/Di', $c)) fail(400, 'Invalid theme color format.', ['accent' => ['The accent must look like #1a2b3c.']]);
    if (on('theme-first-stays')) q('INSERT OR IGNORE INTO themes VALUES(?,?,?)', [$a['id'], $c, now_us()]);
    else q('INSERT OR REPLACE INTO themes VALUES(?,?,?)', [$a['id'], $c, now_us()]);
    ok(theme_view(row('SELECT * FROM themes WHERE agent=?', [$a['id']])));
});

/* files */
function file_view(array $f): array {
    return ['document_id' => $f['id'], 'agent_uuid' => $f['agent'], 'filename' => $f['name'], 'media_type' => $f['media'], 'text' => $f['content'], 'bytes' => strlen($f['content']), 'rank' => (int)$f['pos'], 'created_at' => stamp((int)$f['created'])];
}
function files_of(string $agent): array {
    $r = array_map('file_view', rows('SELECT * FROM files WHERE agent=? ORDER BY ' . (on('files-by-age') ? 'seq' : 'pos, seq'), [$agent]));
    return ['documents' => $r, 'meta' => ['count' => count($r)]];
}
function must_file(array $a, string $id): array {
    $f = row('SELECT * FROM files WHERE id=?', [strtolower($id)]);
    if ($f && $f['agent'] !== $a['id'] && !(on('file-through-other-agent') && agent($f['agent'])['owner'] === $a['owner'])) $f = null;
    return $f ?? fail(404, 'File not found.');
}
route('GET', '/me/agents/{agent_id:uuid}/files', 'jwt', fn($id) => send(200, files_of(own_agent($id)['id'])));
route('POST', '/me/agents/{agent_id:uuid}/files', 'jwt', function ($id) {
    begin();
    $a = own_agent($id);
    $b = body();
    $name = text($b, 'filename', true, 255, 1); $media = text($b, 'media_type', false, 120) ?? 'text/plain'; $content = text($b, 'text', false, 1000000) ?? '';
    $pos = whole($b, 'rank', 0, 100000);
    if ((int)one('SELECT COUNT(*) FROM files WHERE agent=?', [$a['id']]) >= FILE_CAP && !on('file-cap-missing')) fail(400, 'The file limit of this agent is exceeded.');
    $pos ??= (int)one('SELECT COALESCE(MAX(pos)+1,0) FROM files WHERE agent=?', [$a['id']]);
    $f = uuid();
    q('INSERT INTO files(id,agent,name,media,content,pos,created) VALUES(?,?,?,?,?,?,?)', [$f, $a['id'], $name, $media, $content, $pos, now_us()]);
    ok(file_view(must_file($a, $f)), 201);
});
route('PUT', '/me/agents/{agent_id:uuid}/files/positions', 'jwt', function ($id) {
    begin();
    $a = own_agent($id);
    $list = body()['ranks'] ?? null;
    if (!is_array($list) || !array_is_list($list)) invalid('ranks', 'The ranks field must be a list.');
    $ids = []; $at = [];
    foreach ($list as $i => $e) {
        if (!is_array($e) || !is_uuid($e['document_id'] ?? null)) invalid("ranks.$i.document_id", 'The document_id must be a valid UUID.');
        if (!is_int($e['rank'] ?? null) || $e['rank'] < 0) invalid("ranks.$i.rank", 'The rank must be a non-negative integer.');
        if (isset($ids[strtolower($e['document_id'])])) invalid("ranks.$i.document_id", 'The document_id has a duplicate value.');
        if (isset($at[$e['rank']])) invalid("ranks.$i.rank", 'The rank has a duplicate value.');
        $ids[strtolower($e['document_id'])] = $e['rank']; $at[$e['rank']] = 1;
    }
    foreach ($ids as $f => $p) {
        if (!row('SELECT 1 FROM files WHERE id=? AND agent=?', [$f, $a['id']])) { if (on('positions-partly-written')) commit(); fail(404, 'File not found.'); }
        q('UPDATE files SET pos=? WHERE id=?', [$p, $f]);
    }
    ok(files_of($a['id']));
});
route('GET', '/me/agents/{agent_id:uuid}/files/{file_id:uuid}', 'jwt', fn($id, $f) => send(200, file_view(must_file(own_agent($id), $f))));
route('PATCH', '/me/agents/{agent_id:uuid}/files/{file_id:uuid}', 'jwt', function ($id, $fid) {
    begin();
    $f = must_file(own_agent($id), $fid);
    $b = body();
    foreach (['name' => text($b, 'filename', false, 255, 1), 'media' => text($b, 'media_type', false, 120), 'content' => text($b, 'text', false, 1000000), 'pos' => whole($b, 'rank', 0, 100000)] as $c => $v)
        if ($v !== null) q("UPDATE files SET $c=? WHERE id=?", [$v, $f['id']]);
    ok(file_view(row('SELECT * FROM files WHERE id=?', [$f['id']])));
});
route('DELETE', '/me/agents/{agent_id:uuid}/files/{file_id:uuid}', 'jwt', function ($id, $fid) {
    begin();
    $f = must_file(own_agent($id), $fid);
    q('DELETE FROM files WHERE id=?', [$f['id']]);
    commit();
    send(204, null, true);
});

/* paid agents */
function sub_view(array $s): array {
    return ['agent_uuid' => $s['agent'], 'state' => $s['state'], 'price_cents' => (int)one('SELECT price FROM agents WHERE id=?', [$s['agent']]), 'since' => stamp((int)$s['created'])];
}
function my_sub(string $agent): ?array { return row("SELECT * FROM subs WHERE agent=? AND owner=? AND state='active'", [strtolower($agent), my_id()]); }
route('POST', '/me/agents/{agent_id}/subscribe', 'jwt', function ($id) {
    begin();
    $a = must_agent($id);
    $mine = (int)$a['owner'] === my_id();
    if (!$mine && $a['access'] === 'private') fail(404, 'Agent not found.');
    $b = body();
    $term = choice($b, 'term', ['month', 'year']) ?? invalid('term', 'The term field is required.');
    if ((int)$a['price'] <= 0) fail(400, 'This agent is not paid.');
    if ($mine) fail(400, 'You own this agent.');
    if (my_sub($id) && !on('subscribe-again')) fail(402, 'You are already subscribed.');
    $c = 'chk_' . bin2hex(random_bytes(10));
    q('INSERT INTO checkouts VALUES(?,?,?,?)', [$c, my_id(), $a['id'], now_us()]);
    ok(['agent_uuid' => $a['id'], 'term' => $term, 'checkout_session' => $c, 'checkout_url' => "https://pay.iris.example/c/$c"]);
});
route('POST', '/me/agents/{agent_id}/unsubscribe', 'jwt', function ($id) {
    begin();
    $a = must_agent($id);
    $s = my_sub($id);
    if (!$s && on('unsubscribe-twice')) $s = row('SELECT * FROM subs WHERE agent=? AND owner=?', [$a['id'], my_id()]);
    if (!$s) fail(400, 'There is no active subscription to cancel.');
    q("UPDATE subs SET state='cancelled' WHERE agent=? AND owner=?", [$a['id'], my_id()]);
    ok(sub_view(['state' => 'cancelled'] + $s));
});
route('GET', '/me/subscriptions', 'jwt', function () {
    $r = array_map('sub_view', rows("SELECT * FROM subs WHERE owner=? AND state='active' ORDER BY created, agent", [my_id()]));
    send(200, ['data' => $r, 'meta' => ['count' => count($r)]]);
});
route('GET', '/me/subscriptions/{agent_id}', 'jwt', fn($id) => send(200, sub_view(my_sub($id) ?? fail(404, 'Subscription not found.'))));

/* the legacy family */
route('GET', '/me/chats', 'jwt', fn() => send(200, my_agents()));
route('POST', '/me/chats', 'jwt', fn() => create_agent(body()));
route('GET', '/me/chats/{chat_id}', 'open', function ($id) {
    $a = must_agent($id);
    if (!may_see($a)) fail(403, 'This chat is private.');
    send(200, agent_view($a));
});
route('PUT', '/me/chats/{chat_id}', 'jwt', function ($id) {
    begin();
    $a = own_agent($id);
    $f = agent_fields(body());
    if (trim($f['prompt'] ?? '') === '') invalid('instructions', 'The instructions field is required.');
    no_private_sandbox($f);
    check_handle($f, $a['id']);
    ok(agent_view(update_agent($a['id'], $f + ['name' => 'Untitled', 'about' => '', 'price' => (int)$a['price']])));
});
route('PATCH', '/me/chats/{chat_id}', 'jwt', function ($id) {
    begin();
    $a = own_agent($id);
    $f = agent_fields(body());
    if (isset($f['prompt']) && trim($f['prompt']) === '') invalid('instructions', 'The instructions field must not be empty.');
    no_private_sandbox($f);
    check_handle($f, $a['id']);
    if (on('patch-resets-visibility')) $f += ['access' => 'public'];
    ok(agent_view(update_agent($a['id'], $f)));
});
route('DELETE', '/me/chats/{chat_id}', 'jwt', function ($id) {
    begin();
    $a = must_agent($id);
    $kill = function () use ($a) {
        q('UPDATE agents SET deleted=1 WHERE id=?', [$a['id']]);
        q('DELETE FROM files WHERE agent=?', [$a['id']]);
        q('DELETE FROM themes WHERE agent=?', [$a['id']]);
        q('UPDATE schedules SET gone=1 WHERE chat=?', [$a['id']]);
    };
    if (on('refused-delete-done') && (int)$a['owner'] !== my_id()) { $kill(); commit(); fail(403, 'You have no permission on this agent.'); }
    own_agent($id);
    $kill();
    ok(agent_view($a));
});
route('GET', '/me/chats/{chat_id:uuid}/og', 'open', function ($id) {
    $a = agent($id);
    if ($a && ($a['access'] === 'public' || on('preview-shows-private'))) send(200, ['title' => $a['name'], 'description' => $a['about'] ?: mb_substr($a['prompt'], 0, 140), 'image' => "https://img.iris.example/og/{$a['id']}.png"]);
    send(200, ['title' => 'Iris', 'description' => 'A worker on Iris.', 'image' => 'https://img.iris.example/og/default.png']);
});
route('POST', '/me/chats/{chat_id:uuid}/clone', 'jwt', function ($id) {
    $b = body(true) ?? [];
    begin();
    $a = must_agent($id);
    if ($a['access'] !== 'public' && !on('private-chat-cloned')) fail(403, 'This chat is not public.');
    $f = agent_fields($b);
    if (isset($f['prompt']) && trim($f['prompt']) === '') invalid('instructions', 'The instructions field must not be empty.');
    no_private_sandbox($f);
    check_handle($f, null);
    $n = insert_agent($f + ['name' => $a['name'], 'prompt' => $a['prompt'], 'about' => $a['about'], 'access' => 'public']);
    foreach (rows('SELECT * FROM files WHERE agent=? ORDER BY pos, seq', [$a['id']]) as $o)
        q('INSERT INTO files(id,agent,name,media,content,pos,created) VALUES(?,?,?,?,?,?,?)', [uuid(), $n['id'], $o['name'], $o['media'], $o['content'], (int)$o['pos'], now_us()]);
    ok(agent_view($n));
});
route('POST', '/me/chats/{chat_id}/feedback', 'jwt', function ($id) {
    begin();
    $a = must_agent($id);
    if (!may_see($a)) fail(404, 'Chat not found.');
    $b = body();
    whole($b, 'stars', 1, 5, true); text($b, 'remark', false, 5000);
    q('UPDATE agents SET feedback=feedback+1 WHERE id=?', [$a['id']]);
    ok(agent_view(agent($id)));
});
function log_view(array $l): array { return ['entry_no' => (int)$l['seq'], 'run_uuid' => $l['run'], 'event' => $l['event'], 'detail' => $l['detail'], 'logged_at' => stamp((int)$l['created'])]; }
route('POST', '/me/chats/{chat_id:uuid}/runs', 'jwt', function ($id) {
    begin();
    $a = must_agent($id);
    if (!may_see($a)) fail(403, 'You have no permission on this chat.');
    $r = new_run($a['id'], my_id(), 'entry');
    run_log($r, 'opened', 'from the chat');
    $l = row('SELECT * FROM runlogs WHERE run=?', [$r]);
    if (on('run-entry-lost')) q('DELETE FROM runlogs WHERE run=?', [$r]);
    ok(log_view($l));
});

/* ---- runs and executions ---- */
function run_view(array $r): array {
    return ['run_uuid' => $r['id'], 'agent_uuid' => $r['agent'], 'agent_name' => one('SELECT name FROM agents WHERE id=?', [$r['agent']]), 'status' => running_job($r['id']) ? 'working' : 'idle',
        'message_total' => (int)one('SELECT COUNT(*) FROM messages WHERE run=?', [$r['id']]), 'started_at' => iso((int)$r['created'])];
}
/** A page, newest first: records and the cursor of the next. */
function page(string $table, string $view, string $plural, int $default, bool $overlap): never {
    $c = query_cursor();
    $n = query_int('limit', $default, 1, 200);
    $r = rows("SELECT * FROM $table WHERE owner=?" . ($c === null ? '' : ($overlap ? ' AND created<=?' : ' AND created<?')) . ' ORDER BY created DESC LIMIT ' . ($n + 1), $c === null ? [my_id()] : [my_id(), $c]);
    $more = count($r) > $n;
    $r = array_slice($r, 0, $n);
    send(200, [$plural => array_map($view, $r), 'older_than' => $more ? iso((int)end($r)['created']) : null, 'meta' => ['count' => count($r), 'limit' => $n]]);
}
route('GET', '/me/agent-runs', 'jwt', function () { settle_jobs(); page('runs', 'run_view', 'runs', on('runs-default-twenty') ? 20 : 30, on('runs-pages-overlap')); });
function my_run(string $id): ?array { return row('SELECT * FROM runs WHERE id=? AND owner=?', [$id, my_id()]); }
route('GET', '/me/agent-runs/{run_id:uuid}', 'jwt', function ($id) { settle_jobs(); send(200, run_view(my_run($id) ?? fail(404, 'Run not found.'))); });
route('GET', '/me/agent-runs/{run_id:uuid}/logs', 'jwt', function ($id) {
    settle_jobs();
    if (!my_run($id)) send(200, []);
    send(200, array_map('log_view', rows('SELECT * FROM runlogs WHERE run=? ORDER BY seq', [$id])));
});
route('GET', '/me/agent-runs/{run_id:uuid}/mcp-server-logs', 'jwt', function ($id) {
    if (!my_run($id)) send(200, []);
    send(200, array_map(fn($l) => ['entry_no' => (int)$l['seq'], 'run_uuid' => $l['run'], 'server' => $l['server'], 'tool' => $l['tool'], 'input' => json_decode($l['input']), 'output' => json_decode($l['output']), 'logged_at' => stamp((int)$l['created'])],
        rows('SELECT * FROM mcplogs WHERE run=? ORDER BY seq', [$id])));
});
function exec_view(array $e): array {
    return ['execution_no' => (int)$e['id'], 'tool' => $e['tool'], 'input' => json_decode($e['input']), 'output' => json_decode($e['output']), 'service_id' => $e['service'], 'service_id_namespace' => $e['ns'], 'ran_at' => iso((int)$e['created'])];
}
route('GET', '/me/executions', 'jwt', fn() => page('execs', 'exec_view', 'executions', 30, false));
route('GET', '/me/executions/{log_id:int}', 'jwt', function ($id) {
    $e = row('SELECT * FROM execs WHERE id=?', [$id]);
    if ($e && (int)$e['owner'] !== my_id() && !on('execution-of-others')) $e = null;
    send(200, exec_view($e ?? fail(404, 'Execution not found.')));
});

/* ---- studio chats ---- */
function studio_view(array $s): array {
    return ['run_id' => $s['run_id'], 'title' => $s['title'], 'note' => $s['note'], 'sharing' => $s['sharing'], 'origin' => $s['origin'], 'owner_no' => (int)$s['owner'], 'removed' => (bool)$s['deleted'], 'created_at' => stamp((int)$s['created']), 'updated_at' => stamp((int)$s['updated'])];
}
function studio(string $id): ?array { return row('SELECT * FROM studio WHERE run_id=? AND deleted=0', [$id]); }
function must_studio(string $id): array { return studio($id) ?? fail(404, 'Studio chat not found.'); }
function own_studio(string $id): array {
    $s = must_studio($id);
    if ((int)$s['owner'] !== my_id()) fail(403, 'You have no permission on this chat.');
    return $s;
}
function studio_insert(string $run, string $title, ?string $note, string $sharing, ?string $origin): array {
    $n = max(now_us(), 1 + (int)one('SELECT MAX(created) FROM studio'));
    q('INSERT INTO studio(run_id,owner,title,note,sharing,origin,created,updated) VALUES(?,?,?,?,?,?,?,?)', [$run, my_id(), $title, $note, $sharing, $origin, $n, $n]);
    return studio($run);
}
route('GET', '/me/agent-studio-chats', 'jwt', fn() => send(200, array_map('studio_view', rows('SELECT * FROM studio WHERE owner=?' . (on('studio-deleted-listed') ? '' : ' AND deleted=0') . ' ORDER BY created DESC', [my_id()]))));
route('POST', '/me/agent-studio-chats', 'jwt', function () {
    $b = body();
    $run = text($b, 'run_id', false, 200, 1) ?? uuid();
    $title = text($b, 'title', true, 300); $note = text($b, 'note', false, 20000);
    $sh = choice($b, 'sharing', ['private', 'public']) ?? 'public';
    if (sandbox() && $sh === 'private') fail(400, 'The sandbox tier cannot make this private.');
    begin();
    if ($old = row('SELECT * FROM studio WHERE run_id=?', [$run])) {
        if ((int)$old['owner'] !== my_id() || (int)$old['deleted']) fail(409, 'A chat with this run_id exists.');
        if (on('studio-existing-overwritten')) { q('UPDATE studio SET title=?, note=?, sharing=?, updated=? WHERE run_id=?', [$title, $note, $sh, now_us(), $run]); $old = studio($run); }
        ok(studio_view($old));
    }
    ok(studio_view(studio_insert($run, $title, $note, $sh, null)));
});
route('GET', '/me/agent-studio-chats/{run_id}', 'open', function ($id) {
    $s = must_studio($id);
    if ($s['sharing'] === 'private' && (int)$s['owner'] !== my_id()) fail(403, 'This chat is private.');
    send(200, studio_view($s));
});
route('PUT', '/me/agent-studio-chats/{run_id}', 'jwt', function ($id) {
    begin();
    $s = own_studio($id);
    $b = body();
    $title = text($b, 'title', true, 300); $note = text($b, 'note', false, 20000); $sh = choice($b, 'sharing', ['private', 'public']) ?? $s['sharing'];
    if (sandbox() && $sh === 'private') fail(400, 'The sandbox tier cannot make this private.');
    q('UPDATE studio SET title=?, note=?, sharing=?, updated=? WHERE run_id=?', [$title, $note, $sh, now_us(), $id]);
    ok(studio_view(studio($id)));
});
route('PATCH', '/me/agent-studio-chats/{run_id}', 'jwt', function ($id) {
    begin();
    own_studio($id);
    $b = body();
    $f = ['title' => text($b, 'title', false, 300), 'note' => text($b, 'note', false, 20000), 'sharing' => choice($b, 'sharing', ['private', 'public'])];
    if (sandbox() && $f['sharing'] === 'private' && !on('studio-patch-sandbox-private')) fail(400, 'The sandbox tier cannot make this private.');
    foreach ($f as $c => $v) if ($v !== null) q("UPDATE studio SET $c=? WHERE run_id=?", [$v, $id]);
    q('UPDATE studio SET updated=? WHERE run_id=?', [now_us(), $id]);
    ok(studio_view(studio($id)));
});
route('DELETE', '/me/agent-studio-chats/{run_id}', 'jwt', function ($id) {
    begin();
    own_studio($id);
    q('UPDATE studio SET deleted=1, updated=? WHERE run_id=?', [now_us(), $id]);
    ok(studio_view(row('SELECT * FROM studio WHERE run_id=?', [$id])));
});
route('POST', '/me/agent-studio-chats/{run_id}/clone', 'jwt', function ($id) {
    begin();
    $s = must_studio($id);
    if ($s['sharing'] === 'private' && !(on('studio-private-cloned') && (int)$s['owner'] === my_id())) fail(400, 'Private chats cannot be cloned.');
    $n = studio_insert(uuid(), $s['title'], $s['note'], 'public', $s['run_id']);
    if (on('studio-clone-owned-by-author')) q('UPDATE studio SET owner=? WHERE run_id=?', [(int)$s['owner'], $n['run_id']]);
    ok(studio_view(studio($n['run_id'])), 201);
});

/* ---- API keys, money ---- */
function key_view(array $k, bool $hidden): array {
    $v = ['key_no' => (int)$k['id'], 'label' => $k['label'], 'secret' => $k['secret'], 'main' => (bool)$k['is_default'], 'created_at' => stamp((int)$k['created'])];
    if ($hidden) unset($v['secret']);
    return $v;
}
function insert_key(string $label, bool $default): array {
    if ($default) q('UPDATE apikeys SET is_default=0 WHERE owner=?', [my_id()]);
    q('INSERT INTO apikeys(owner,label,secret,is_default,created) VALUES(?,?,?,?,?)', [my_id(), $label, 'iris_key_' . bin2hex(random_bytes(16)), $default, now_us()]);
    return row('SELECT * FROM apikeys WHERE id=?', [(int)db()->lastInsertId()]);
}
function my_key(int $id): array { return row('SELECT * FROM apikeys WHERE id=? AND owner=? AND gone=0', [$id, my_id()]) ?? fail(404, 'API key not found.'); }
route('GET', '/me/api-keys', 'jwt', fn() => send(200, array_map(fn($k) => key_view($k, true), rows('SELECT * FROM apikeys WHERE owner=? AND gone=0 ORDER BY id', [my_id()]))));
route('POST', '/me/api-keys', 'jwt', function () {
    $b = body();
    $label = text($b, 'label', true, 120, 1);
    $d = $b['main'] ?? false;
    if (!is_bool($d)) invalid('main', 'The main field must be true or false.');
    begin();
    if (!one('SELECT 1 FROM apikeys WHERE owner=? AND gone=0', [my_id()])) $d = true;
    ok(key_view(insert_key($label, $d), false));
});
route('GET', '/me/api-keys/default', 'jwt', function () {
    begin();
    $k = row('SELECT * FROM apikeys WHERE owner=? AND gone=0 ORDER BY ' . (on('default-key-newest') ? 'id DESC' : 'is_default DESC, id'), [my_id()]) ?? insert_key('default', true);
    ok(key_view($k, false));
});
route('GET', '/me/api-keys/{api_key_id:int}', 'jwt', fn($id) => send(200, key_view(my_key($id), false)));
route('DELETE', '/me/api-keys/{api_key_id:int}', 'jwt', function ($id) {
    begin();
    $k = my_key($id);
    q('UPDATE apikeys SET gone=1, is_default=0 WHERE id=?', [$id]);
    if ((int)$k['is_default']) q('UPDATE apikeys SET is_default=1 WHERE id=(SELECT MIN(id) FROM apikeys WHERE owner=? AND gone=0)', [my_id()]);
    ok(key_view($k, !on('key-delete-shows-secret')));
});
route('GET', '/me/billing', 'jwt', fn() => send(200, ['plan' => me()['tier'], 'state' => sandbox() ? 'free' : 'active', 'renews_at' => sandbox() ? null : '2030-01-31 12:00:00', 'currency' => 'EUR']));
function credits(): array {
    $c = one('SELECT credits FROM users WHERE id=?', [my_id()]);
    if ($c === null) fail(404, 'Credits not found.');
    return ['remaining' => (int)$c, 'unit' => 'run', 'checked_at' => stamp()];
}
route('GET', '/me/credits', 'jwt', fn() => send(200, credits()));
route('POST', '/me/credits/use', 'jwt', function () {
    if (on('credits-race')) {
        $c = credits()['remaining'];
        usleep(120000);
        q('UPDATE users SET credits=? WHERE id=?', [$c - 1, my_id()]);
        send(200, ['remaining' => $c - 1] + credits());
    }
    begin();
    $old = credits();
    if ($old['remaining'] <= 0) fail(404, 'No credits are left.');
    q('UPDATE users SET credits=credits-1 WHERE id=?', [my_id()]);
    ok(credits());
});
route('POST', '/me/payments/webhook', 'open', function () {
    $sig = trim((string)($_SERVER['HTTP_X_PAYHOOK_SIGNATURE'] ?? ''));
    if ($sig === '' && !on('webhook-unsigned')) fail(400, 'The signature is missing.');
    if ($sig !== '' && !on('webhook-any-signature') && !hash_equals(hash_hmac('sha256', raw(), HOOK_SECRET), strtolower($sig))) fail(400, 'Invalid event.');
    $e = json_decode(raw(), true);
    if (!is_array($e) || !is_string($e['id'] ?? null) || !is_string($e['kind'] ?? null)) fail(400, 'Invalid event.');
    begin();
    $first = !one('SELECT 1 FROM events WHERE id=?', [$e['id']]);
    if ($first) q('INSERT INTO events VALUES(?,?,?)', [$e['id'], $e['kind'], now_us()]);
    if (($first || on('webhook-replay-counts')) && $e['kind'] === 'invoice.paid' && is_int($e['cents'] ?? null) && ($a = agent((string)($e['agent'] ?? ''))))
        q('INSERT INTO earned(owner,agent,day,cents,event) VALUES(?,?,?,?,?)', [(int)$a['owner'], $a['id'], gmdate('Y-m-d'), $e['cents'], $e['id']]);
    ok(['received' => true]);
});
route('POST', '/me/payments/sessions', 'jwt', function () {
    $b = body();
    $p = choice($b, 'pack', ['credits-100', 'credits-500']) ?? invalid('pack', 'The pack field is required.');
    $s = 'ps_' . bin2hex(random_bytes(10));
    send(200, ['payment_session' => $s, 'pack' => $p, 'pay_url' => "https://pay.iris.example/s/$s"]);
});
function period(): int { return query_int('period', 28, 1, on('period-unbounded') ? 99999 : 365); }
function days(int $n): array { $d = []; for ($i = $n - 1; $i >= 0; $i--) $d[] = gmdate('Y-m-d', time() - $i * 86400); return $d; }
function sums(string $table, string $col, int $n): array {
    $by = [];
    foreach (rows("SELECT day, SUM($col) s FROM $table WHERE owner=? AND day>=? GROUP BY day", [my_id(), days($n)[0]]) as $r) $by[$r['day']] = (int)$r['s'];
    return $by;
}
route('GET', '/me/monetization/summary', 'jwt', function () {
    $n = period();
    send(200, ['period_days' => $n, 'subscriber_sum' => array_sum(sums('joined', 'n', $n)), 'earned_sum' => array_sum(sums('earned', 'cents', $n)), 'currency' => 'EUR']);
});
route('GET', '/me/monetization/subscribers', 'jwt', function () {
    $n = period(); $by = sums('joined', 'n', $n);
    send(200, ['period_days' => $n, 'daily' => array_map(fn($d) => ['day' => $d, 'subscribers' => $by[$d] ?? 0], days($n)), 'subscriber_sum' => array_sum($by)]);
});
route('GET', '/me/monetization/earnings', 'jwt', function () {
    $n = period(); $by = sums('earned', 'cents', $n);
    send(200, ['period_days' => $n, 'daily' => array_map(fn($d) => ['day' => $d, 'earned' => $by[$d] ?? 0], days($n)), 'earned_sum' => array_sum($by)]);
});

/* ---- bundles ---- */
function bundle(int $id): ?array { return row('SELECT * FROM bundles WHERE id=? AND gone=0' . (on('bundle-of-others') && $_SERVER['REQUEST_METHOD'] === 'GET' ? ' AND ?<>0' : ' AND owner=?'), [$id, my_id()]); }
function bundle_tools(int $id): array { return array_map(fn($r) => ['tool_ref' => $r['tool'], 'name' => tool_by('ref', $r['tool'])['name'] ?? null, 'bundle_no' => $id, 'added_at' => stamp((int)$r['created'])], rows('SELECT * FROM bundle_tools WHERE bundle=? ORDER BY seq', [$id])); }
function bundle_row(array $b): array { return ['bundle_no' => (int)$b['id'], 'title' => $b['title'], 'created_at' => stamp((int)$b['created'])]; }
function bundle_view(array $b): array { return bundle_row($b) + ['members' => bundle_tools((int)$b['id'])]; }
route('GET', '/me/bundles', 'jwt', fn() => send(200, array_map(fn($b) => bundle_row($b) + ['member_total' => (int)one('SELECT COUNT(*) FROM bundle_tools WHERE bundle=?', [(int)$b['id']])], rows('SELECT * FROM bundles WHERE owner=? AND gone=0 ORDER BY id', [my_id()]))));
route('POST', '/me/bundles', 'jwt', function () {
    begin();
    q('INSERT INTO bundles(owner,title,created) VALUES(?,?,?)', [my_id(), 'New bundle', now_us()]);
    ok(bundle_view(bundle((int)db()->lastInsertId())));
});
route('GET', '/me/bundles/{bundle_id:int}', 'jwt', fn($id) => send(200, bundle_view(bundle($id) ?? fail(404, 'Bundle not found.'))));
route('PUT', '/me/bundles/{bundle_id:int}', 'jwt', function ($id) {
    begin();
    $b = body();
    $title = text($b, 'title', true, 200, 1);
    $m = $b['members'] ?? null;
    if ($m !== null && (!is_array($m) || !array_is_list($m))) invalid('members', 'The members field must be a list.');
    $refs = [];
    foreach ($m ?? [] as $i => $e) {
        $r = is_array($e) ? ($e['tool_ref'] ?? null) : $e;
        if (!is_string($r) || !tool_by('ref', $r)) invalid("members.$i", 'There is no such tool.');
        $refs[$r] = $r;
    }
    if (!bundle($id)) fail(409, 'The bundle could not be updated.');
    q('UPDATE bundles SET title=? WHERE id=?', [$title, $id]);
    if ($m !== null) {
        q('DELETE FROM bundle_tools WHERE bundle=?', [$id]);
        foreach ($refs as $r) q('INSERT INTO bundle_tools(bundle,tool,created) VALUES(?,?,?)', [$id, (string)$r, now_us()]);
    }
    ok(bundle_view(bundle($id)));
});
route('DELETE', '/me/bundles/{bundle_id:int}', 'jwt', function ($id) {
    begin();
    $b = bundle($id) ?? fail(404, 'Bundle not found.');
    q('UPDATE bundles SET gone=1 WHERE id=?', [$id]);
    ok(bundle_row($b));
});
route('GET', '/me/bundles/{bundle_id:int}/tools', 'jwt', fn($id) => send(200, bundle($id) ? bundle_tools($id) : []));
route('POST', '/me/bundles/{bundle_id:int}/tools', 'jwt', function ($id) {
    begin();
    $b = bundle($id) ?? fail(404, 'Bundle not found.');
    $t = text(body(), 'tool_ref', true, 100, 1);
    if (!tool_by('ref', $t)) fail(404, 'Tool not found.');
    if (!one('SELECT 1 FROM bundle_tools WHERE bundle=? AND tool=?', [$id, $t])) q('INSERT INTO bundle_tools(bundle,tool,created) VALUES(?,?,?)', [$id, $t, now_us()]);
    foreach (bundle_tools($id) as $x) if ($x['tool_ref'] === $t) ok($x);
});
route('DELETE', '/me/bundles/{bundle_id:int}/tools/{tool_id}', 'jwt', function ($id, $t) {
    begin();
    $b = bundle($id) ?? fail(404, 'Bundle not found.');
    foreach (bundle_tools($id) as $x) if ($x['tool_ref'] === $t) {
        if (on('bundle-tool-removed-everywhere')) q('DELETE FROM bundle_tools WHERE tool=? AND bundle IN (SELECT id FROM bundles WHERE owner=?)', [$t, my_id()]);
        else q('DELETE FROM bundle_tools WHERE bundle=? AND tool=?', [$id, $t]);
        ok($x);
    }
    fail(404, 'The tool is not in this bundle.');
});

/* ---- CLI login ---- */
function cli_view(array $c): array { return ['login_id' => $c['id'], 'state' => $c['state'], 'opened_at' => stamp((int)$c['created'])]; }
function cli(string $id): array { return row('SELECT * FROM cli WHERE id=? AND created>?', [$id, now_us() - 900000000]) ?? fail(404, 'CLI login not found.'); }
route('POST', '/me/cli-auth', 'open', function () {
    begin();
    $id = uuid();
    q("INSERT INTO cli VALUES(?,NULL,NULL,'waiting',?)", [$id, now_us()]);
    ok(cli_view(cli($id)));
});
route('PUT', '/me/cli-auth/{cli_auth_id:uuid}', 'jwt', function ($id) {
    $j = text(body(), 'user_token', true, 8000, 1);
    begin();
    $c = cli($id);
    $u = jwt_user($j);
    if (!$u) invalid('user_token', 'The user_token is not a valid JWT.');
    if ((int)$u['id'] !== my_id() || $c['state'] === 'used' || $c['owner'] !== null && (int)$c['owner'] !== my_id()) fail(403, 'You may not update this login.');
    q("UPDATE cli SET jwt=?, owner=?, state='ready' WHERE id=?", [$j, my_id(), $id]);
    ok(cli_view(cli($id)));
});
route('GET', '/me/cli-auth/{auth_id:uuid}', 'open', function ($id) {
    if (on('cli-read-race')) {
        $c = cli($id);
        usleep(150000);
        if ($c['jwt'] !== null) q("UPDATE cli SET jwt=NULL, state='used' WHERE id=?", [$id]);
        send(200, $c['jwt']);
    }
    begin();
    $c = cli($id);
    if ($c['jwt'] !== null) q("UPDATE cli SET jwt=NULL, state='used' WHERE id=?", [$id]);
    ok($c['jwt']);
});

/* ---- schedules ---- */
function cron_ok(string $c): bool {
    $p = preg_split('/\s+/', trim($c));
    if (count($p) !== 5) return false;
    $names = [3 => ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'], 4 => ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']];
    $range = [[0, 59], [0, 23], [1, 31], [1, 12], [0, 7]];
    foreach ($p as $i => $f) foreach (explode(',', strtolower($f)) as $part) {
        if (isset($names[$i])) foreach ($names[$i] as $k => $n) $part = str_replace($n, (string)($i === 3 ? $k + 1 : $k), $part);
        if (!preg_match('/^(?:\*|(\d{1,2})(?:-(\d{1,2}))?)(?:\/(\d{1,2}))?$/D', $part, $m, PREG_UNMATCHED_AS_NULL)) return false;
        [$lo, $hi] = $range[$i];
        if (on('cron-range-unchecked')) continue;
        foreach ([$m[1], $m[2]] as $v) if ($v !== null && ((int)$v < $lo || (int)$v > $hi)) return false;
        if ($m[1] !== null && $m[2] !== null && (int)$m[1] > (int)$m[2]) return false;
        if (($m[3] ?? null) !== null && (int)$m[3] < 1) return false;
    }
    return true;
}
function schedule_view(array $s): array { return ['schedule_uuid' => $s['id'], 'chat_uuid' => $s['chat'], 'expression' => $s['cron'], 'opening_message' => $s['prompt'], 'enabled' => (bool)$s['enabled'], 'created_at' => stamp((int)$s['created'])]; }
function my_schedule(string $id, bool $gone = false): array { return row('SELECT * FROM schedules WHERE id=? AND owner=?' . ($gone ? '' : ' AND gone=0'), [$id, my_id()]) ?? fail(404, 'Schedule not found.'); }
function schedule_chat(mixed $c, bool $any_owner): string {
    $a = is_uuid($c) ? agent($c) : null;
    if (!$a || (int)$a['owner'] !== my_id() && !($any_owner && $a['access'] === 'public')) fail(403, 'The chat is missing or not yours.');
    return $a['id'];
}
function cron_of(array $b, bool $must): ?string {
    $c = text($b, 'expression', $must, 200);
    if ($c !== null && !cron_ok($c)) invalid('expression', 'The expression is not a valid cron expression.');
    return $c;
}
route('GET', '/me/schedules', 'jwt', function () {
    $r = array_map('schedule_view', rows('SELECT * FROM schedules WHERE owner=? AND gone=0 ORDER BY seq DESC', [my_id()]));
    send(200, ['data' => $r, 'meta' => ['count' => count($r)]]);
});
route('POST', '/me/schedules', 'jwt', function () {
    $b = body();
    begin();
    $chat = schedule_chat($b['chat_uuid'] ?? null, on('schedule-chat-of-others'));
    $c = cron_of($b, true); $p = text($b, 'opening_message', false, 20000);
    $id = uuid();
    q('INSERT INTO schedules(id,owner,chat,cron,prompt,enabled,created) VALUES(?,?,?,?,?,1,?)', [$id, my_id(), $chat, $c, $p, now_us()]);
    ok(schedule_view(my_schedule($id)));
});
route('GET', '/me/schedules/onboarding', 'jwt', fn() => send(200, ['suggestions' => [['title' => 'Every morning', 'expression' => '0 9 * * *'], ['title' => 'Mondays', 'expression' => '0 9 * * 1']]]));
route('GET', '/me/schedules/text-to-cron', 'jwt', function () {
    $t = query('cron');
    if ($t === null || $t === '') invalid('cron', 'The cron parameter is required.');
    $l = strtolower(trim($t));
    $out = null;
    $days = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
    if (cron_ok($l)) $out = preg_replace('/\s+/', ' ', trim($t));
    elseif (preg_match('/^every (minute|hour|day|week|month)$/D', $l, $m)) $out = ['minute' => '* * * * *', 'hour' => '0 * * * *', 'day' => '0 0 * * *', 'week' => '0 0 * * 0', 'month' => '0 0 1 * *'][$m[1]];
    elseif (preg_match('/^every (\d{1,2}) minutes$/D', $l, $m) && $m[1] >= 1 && $m[1] <= 59) $out = "*/{$m[1]} * * * *";
    elseif (preg_match('/^every (day|weekday|' . implode('|', $days) . ') at (\d{1,2})(?::(\d\d))?\s?(am|pm)?$/D', $l, $m)) {
        $h = (int)$m[2]; $ap = $m[4] ?? '';
        if ($ap === 'pm' && $h < 12) $h += 12;
        if ($ap === 'am' && $h === 12) $h = 0;
        $mi = (int)($m[3] ?? 0);
        if ($h < 24 && $mi < 60) $out = "$mi $h * * " . ($m[1] === 'day' ? '*' : ($m[1] === 'weekday' ? '1-5' : array_search($m[1], $days)));
    }
    if ($out === null) fail(400, 'Invalid cron expression.', ['cron' => ['This is no cron expression.']]);
    send(200, ['cron' => $out, 'asked' => $t]);
});
route('GET', '/me/schedules/{schedule_id:uuid}', 'jwt', fn($id) => send(200, schedule_view(my_schedule($id, on('schedule-deleted-readable')))));
route('PUT', '/me/schedules/{schedule_id:uuid}', 'jwt', function ($id) {
    begin();
    $s = my_schedule($id);
    $b = body();
    $chat = isset($b['chat_uuid']) ? schedule_chat($b['chat_uuid'], false) : $s['chat'];
    $c = cron_of($b, false) ?? $s['cron'];
    $e = $b['enabled'] ?? (bool)$s['enabled'];
    if (!is_bool($e)) invalid('enabled', 'The enabled field must be true or false.');
    if (on('schedule-update-not-kept')) ok(schedule_view(['chat' => $chat, 'cron' => $c, 'enabled' => $e] + $s));
    q('UPDATE schedules SET chat=?, cron=?, prompt=?, enabled=? WHERE id=?', [$chat, $c, text($b, 'opening_message', false, 20000) ?? $s['prompt'], $e, $id]);
    ok(schedule_view(my_schedule($id)));
});
route('DELETE', '/me/schedules/{schedule_id:uuid}', 'jwt', function ($id) {
    begin();
    $s = my_schedule($id);
    q('UPDATE schedules SET gone=1 WHERE id=?', [$id]);
    ok(schedule_view($s));
});

/* ---- tools ---- */
route('GET', '/me/tools/list', 'jwt', fn() => send(200, array_map('mcp_tool', catalog())));
route('GET', '/me/tools', 'open', fn() => send(200, array_map('public_tool', catalog())));
route('GET', '/me/tools/search', 'jwt', function () {
    $q = query('q');
    if ($q === null || $q === '') invalid('q', 'The q parameter must have at least 1 character.');
    $kit = query('toolkit');
    if ($kit === '' || $kit === 'null') $kit = null;
    $limit = query_int('limit', 20, 1, 200);
    $min = query('min_score');
    if ($min !== null && (!is_numeric($min) || (float)$min < 0 || (float)$min > 1)) invalid('min_score', 'The min_score parameter must be between 0 and 1.');
    $min = $min === null ? 0.15 : (float)$min;
    $words = preg_split('/[^\p{L}\p{N}]+/u', mb_strtolower((string)$q), -1, PREG_SPLIT_NO_EMPTY);
    $hits = [];
    foreach (catalog() as $i => $t) {
        if ($kit !== null && strtolower($kit) !== $t['set']) continue;
        $name = preg_split('/[^a-z0-9]+/', strtolower($t['name'])); $about = preg_split('/[^a-z0-9]+/', strtolower($t['about']));
        $s = 0.0;
        foreach ($words as $w) {
            if (in_array($w, $name, true)) $s += 1;
            elseif (in_array($w, $about, true)) $s += 0.6;
            elseif (mb_strlen($w) > 2 && str_contains(strtolower($t['name'] . ' ' . $t['about']), $w)) $s += 0.4;
        }
        $s = $words ? $s / count($words) : 0.0;
        if (strtolower((string)$q) === strtolower($t['name'])) $s = 1.0;
        if ($s > 0 && $s >= $min || $s >= $min && $min <= 0.0) $hits[] = [$s, $i, $t];
    }
    usort($hits, fn($a, $b) => $b[0] <=> $a[0] ?: $a[1] <=> $b[1]);
    send(200, array_map(fn($h) => mcp_tool($h[2]) + ['_meta' => ['score' => round($h[0], 4)]], array_slice($hits, 0, $limit)));
});
route('GET', '/me/tools/{tool_id}', 'open', fn($id) => send(200, public_tool(tool_by('ref', $id) ?? fail(404, 'Tool not found.'))));
route('POST', '/me/tools/run/{tool_name}', 'jwt', function ($name) {
    $t = tool_by('name', $name) ?? fail(404, 'Tool not found.');
    $b = body();
    $sid = query('service_id') ?? 'default'; $ns = query('service_id_namespace') ?? 'global';
    check_input($t, $b);
    $out = run_tool($t, $b);
    begin();
    $us = max(now_us(), 1 + (int)one('SELECT MAX(created) FROM execs'));
    q('INSERT INTO execs(owner,tool,input,output,service,ns,created) VALUES(?,?,?,?,?,?,?)', [my_id(), $name, raw(), js($out ?: new stdClass()), $sid, $ns, $us]);
    $no = (int)db()->lastInsertId();
    ok(['tool' => $name, 'succeeded' => true, 'output' => $out ?: new stdClass(), 'service_id' => $sid, 'service_id_namespace' => $ns, 'execution_no' => $no]);
});
function toolset_view(string $n): array { return ['set_name' => $n, 'title' => toolsets()[$n], 'tool_total' => count(array_filter(catalog(), fn($t) => $t['set'] === $n))]; }
route('GET', '/me/toolsets/list', 'jwt', fn() => send(200, array_map('toolset_view', array_keys(toolsets()))));
route('GET', '/me/toolsets/{toolset_name}', 'jwt', function ($n) {
    if (!isset(toolsets()[$n])) fail(404, 'Toolset not found.');
    send(200, toolset_view($n) + ['members' => array_map('public_tool', array_values(array_filter(catalog(), fn($t) => $t['set'] === $n)))]);
});
function utool_view(array $u): array { $t = tool_by('ref', $u['tool']); return ['tool_ref' => $u['tool'], 'name' => $t['name'], 'summary' => $t['about'], 'installed_at' => stamp((int)$u['created'])]; }
function my_tool(string $id): array { return row('SELECT * FROM utools WHERE owner=? AND tool=?', [my_id(), $id]) ?? fail(404, 'This tool is not installed.'); }
route('GET', '/me/user-tools', 'jwt', fn() => send(200, array_map('utool_view', rows('SELECT * FROM utools WHERE owner=? ORDER BY seq', [my_id()]))));
route('POST', '/me/user-tools', 'jwt', function () {
    $t = text(body(), 'tool_ref', true, 100, 1);
    if (!on('install-race')) begin();
    $had = one('SELECT 1 FROM utools WHERE owner=? AND tool=?', [my_id(), $t]);
    if (on('install-race')) usleep(150000);
    if (!tool_by('ref', $t)) fail(409, 'The tool could not be installed: there is none of this id.');
    if ($had) fail(409, 'The tool is installed already.');
    q('INSERT INTO utools(owner,tool,created) VALUES(?,?,?)', [my_id(), $t, now_us()]);
    ok(utool_view(my_tool($t)));
});
route('GET', '/me/user-tools/{tool_id}', 'jwt', fn($id) => send(200, utool_view(my_tool($id))));
route('DELETE', '/me/user-tools/{tool_id}', 'jwt', function ($id) {
    begin();
    $u = my_tool($id);
    if (on('uninstalled-for-all')) q('DELETE FROM utools WHERE tool=?', [$id]);
    else q('DELETE FROM utools WHERE tool=? AND owner=?', [$id, my_id()]);
    ok(utool_view($u));
});

/* ---- VIP codes ---- */
route('GET', '/me/vip', 'jwt', fn() => send(200, ['redeemed_total' => (int)one('SELECT COUNT(*) FROM vipuses WHERE user=?', [my_id()])]));
route('POST', '/me/vip', 'jwt', function () {
    $c = text(body(), 'vip_code', true, 200);
    begin();
    $v = row('SELECT * FROM vipcodes WHERE code=?', [$c]) ?? fail(400, 'This code is invalid.');
    if ((int)$v['owner'] === my_id() && !on('vip-own-code')) fail(400, 'This code is your own.');
    if (one('SELECT 1 FROM vipuses WHERE code=? AND user=?', [$c, my_id()])) fail(400, 'You have redeemed this code already.');
    q('INSERT INTO vipuses(code,user,created) VALUES(?,?,?)', [$c, my_id(), now_us()]);
    ok(['vip_code' => $c, 'redeemed_at' => stamp(), 'perk' => 'early access']);
});
route('GET', '/me/mcp-registry/servers', 'jwt', fn() => send(200, ['data' => [], 'meta' => ['count' => 0]]));
