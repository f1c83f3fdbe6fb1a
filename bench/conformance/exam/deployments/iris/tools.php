<?php
declare(strict_types=1);
/* The catalog of tools, and what they do. */

/** A parameter: type, required, more of its schema. */
function par(string $type, bool $req = false, array $more = []): array { return ['type' => $type, 'req' => $req] + $more; }
function catalog(): array {
    static $c = null;
    if ($c) return $c;
    $s = par('string'); $S = par('string', true);
    $n = fn(string $id, string $op, string $about, array $p) => ['ref' => $id, 'name' => "NOTIFIER_$op", 'set' => 'notifier', 'about' => $about, 'in' => $p];
    $t = fn(string $id, string $name, string $set, string $about, array $p) => ['ref' => $id, 'name' => $name, 'set' => $set, 'about' => $about, 'in' => $p];
    $lim = par('integer', false, ['minimum' => 1, 'maximum' => 500]);
    $c = [
        $t('101', 'read_tide_table', 'sea', 'Read the tide table of a port', ['port' => $S]),
        $t('102', 'measure_wind', 'sea', 'Measure the wind at a place', ['place' => $S, 'unit' => par('string', false, ['enum' => ['knots', 'mps']])]),
        $t('103', 'list_moorings', 'sea', 'List the free moorings of a harbour', ['harbour' => $S, 'max_length' => par('number')]),
        $t('104', 'add_numbers', 'desk', 'Add numbers and give the sum', ['numbers' => par('array', true, ['items' => ['type' => 'number']])]),
        $t('105', 'reverse_text', 'desk', 'Turn a text round', ['text' => $S]),
        $t('106', 'count_words', 'desk', 'Count the words of a text', ['text' => $S]),
        $n('201', 'CREATE_CHAT', 'Create a chat with an email address', ['email' => $S]),
        $n('202', 'CREATE_DEVICE', 'Register a device', ['icon' => $s, 'model' => $S, 'has_sms' => par('boolean'), 'nickname' => $S, 'push_token' => $s, 'app_version' => par('integer', true, ['minimum' => 0]), 'manufacturer' => $S]),
        $n('203', 'CREATE_PUSH', 'Send a push (note, link or file) to a device, user, channel or client', ['type' => par('string', true, ['enum' => ['note', 'link', 'file']]), 'url' => $s, 'body' => $s, 'guid' => $s, 'email' => $s, 'title' => $s, 'file_url' => $s, 'file_name' => $s, 'file_type' => $s, 'channel_tag' => $s, 'client_iden' => $s, 'device_iden' => $s, 'source_device_iden' => $s]),
        $n('204', 'DELETE_ALL_PUSHES', 'Delete all pushes of the user asynchronously', []),
        $n('205', 'DELETE_CHAT', 'Delete a chat', ['iden' => $S]),
        $n('206', 'DELETE_DEVICE', 'Delete a device', ['device_iden' => $S]),
        $n('207', 'DELETE_PUSH', 'Delete a push', ['iden' => $S]),
        $n('208', 'GET_USER', 'Get the profile of the authenticated user', []),
        $n('209', 'LIST_CHATS', 'List chats', ['limit' => $lim, 'cursor' => $s]),
        $n('210', 'LIST_DEVICES', 'List devices', []),
        $n('211', 'LIST_PUSHES', 'List pushes', ['limit' => $lim + ['default' => 500], 'active' => par('boolean'), 'cursor' => $s, 'modified_after' => par('number')]),
        $n('212', 'UPDATE_CHAT', 'Mute or unmute a chat', ['iden' => $S, 'muted' => par('boolean', true)]),
        $n('213', 'UPDATE_DEVICE', 'Update device metadata', ['iden' => $S, 'icon' => $s, 'model' => $s, 'has_sms' => par('boolean'), 'nickname' => $s, 'push_token' => $s, 'app_version' => par('integer', false, ['minimum' => 0]), 'manufacturer' => $s]),
        $n('214', 'UPDATE_PUSH', 'Dismiss a push or change list items', ['iden' => $S, 'items' => par('array', false, ['items' => ['type' => 'object', 'properties' => ['text' => ['type' => 'string'], 'checked' => ['type' => 'boolean']]]]), 'dismissed' => par('boolean')]),
        $n('215', 'UPLOAD_REQUEST', 'Get a signed upload URL before pushing a file', ['file_name' => $S, 'file_type' => $S]),
    ];
    return $c;
}
function toolsets(): array { return ['sea' => 'Sea and harbour', 'desk' => 'Desk work', 'notifier' => 'Push notifications']; }
function tool_by(string $key, string $v): ?array { foreach (catalog() as $t) if ($t[$key] === $v) return $t; return null; }
function mcp_tool(array $t): array {
    $p = []; $r = [];
    foreach ($t['in'] as $n => $d) { if ($d['req']) $r[] = $n; unset($d['req']); $p[$n] = $d; }
    return ['name' => $t['name'], 'description' => $t['about'], 'inputSchema' => ['type' => 'object', 'properties' => $p ?: new stdClass(), 'required' => $r]];
}
function public_tool(array $t): array {
    return ['tool_ref' => $t['ref'], 'name' => $t['name'], 'summary' => $t['about'], 'toolset' => $t['set'], 'needs_connection' => $t['set'] === 'notifier'];
}
function refuse(string $field, string $why): never { fail(400, 'Invalid tool input.', [$field => [$why]]); }
function check_input(array $t, array $in): void {
    foreach ($t['in'] as $n => $d) {
        $v = $in[$n] ?? null;
        if ($v === null) { if ($d['req']) refuse($n, "$n is required."); continue; }
        $fine = match ($d['type']) { 'string' => is_string($v), 'integer' => is_int($v), 'boolean' => is_bool($v), 'number' => is_int($v) || is_float($v), 'array' => is_array($v) && array_is_list($v) };
        if (!$fine) refuse($n, "$n must be of type {$d['type']}.");
        if ($d['type'] === 'string' && $d['req'] && trim($v) === '') refuse($n, "$n must not be empty.");
        if (isset($d['enum']) && !in_array($v, $d['enum'], true)) refuse($n, "$n must be one of " . implode(', ', $d['enum']) . '.');
        if (isset($d['minimum']) && $v < $d['minimum']) refuse($n, "$n must be at least {$d['minimum']}.");
        if (isset($d['maximum']) && $v > $d['maximum'] && !(on('pushes-limit-unbounded') && $t['name'] === 'NOTIFIER_LIST_PUSHES')) refuse($n, "$n must be at most {$d['maximum']}.");
        if ($d['type'] === 'array') foreach ($v as $i) {
            if ($d['items']['type'] === 'number') { if (!is_int($i) && !is_float($i)) refuse($n, "$n must hold numbers."); }
            elseif (!is_array($i) || !is_string($i['text'] ?? null) || !is_bool($i['checked'] ?? null)) refuse($n, "each of $n needs text and checked.");
        }
    }
}
function run_tool(array $t, array $in): array {
    switch ($t['name']) {
        case 'read_tide_table': return ['port' => $in['port'], 'high_water' => ['05:12', '17:38'], 'metres' => 4.7];
        case 'measure_wind': return ['place' => $in['place'], 'speed' => 14, 'unit' => $in['unit'] ?? 'knots'];
        case 'list_moorings': return ['harbour' => $in['harbour'], 'moorings' => [['berth' => 'A4', 'length' => 9], ['berth' => 'C1', 'length' => 14]]];
        case 'add_numbers': return ['sum' => array_sum($in['numbers'])];
        case 'reverse_text': return ['text' => implode('', array_reverse(mb_str_split($in['text'])))];
        case 'count_words': return ['words' => count(preg_split('/\s+/u', trim($in['text']), -1, PREG_SPLIT_NO_EMPTY))];
    }
    if (!(int)me()['notifier']) refuse('connection', 'No auth connection to the notification service.');
    return notifier(substr($t['name'], 9), $in);
}

/* ---- the notification service's account of a user ---- */
function n_view(array $r): array {
    $d = json_decode($r['doc'], true);
    if (!(int)$r['active']) $d = [];
    return ['iden' => $r['iden'], 'active' => (bool)$r['active'], 'created' => (float)$r['created'], 'modified' => (float)$r['modified']] + $d;
}
function n_get(string $kind, string $iden, string $field = 'iden'): array {
    $r = row('SELECT * FROM n_items WHERE kind=? AND iden=? AND owner=? AND active=1', [$kind, $iden, my_id()]);
    if (!$r) refuse($field, "There is no such $kind.");
    return $r;
}
function n_new(string $kind, array $doc): array {
    $iden = 'uj' . bin2hex(random_bytes(8));
    $now = sprintf('%.6f', microtime(true));
    q('INSERT INTO n_items(kind,iden,owner,active,doc,created,modified) VALUES(?,?,?,1,?,?,?)', [$kind, $iden, my_id(), js($doc), $now, $now]);
    return n_view(row('SELECT * FROM n_items WHERE iden=?', [$iden]));
}
function n_save(array $r, array $doc, bool $touch = true): array {
    q('UPDATE n_items SET doc=?, modified=? WHERE seq=?', [js($doc), $touch ? sprintf('%.6f', microtime(true)) : $r['modified'], (int)$r['seq']]);
    return n_view(row('SELECT * FROM n_items WHERE seq=?', [(int)$r['seq']]));
}
function n_drop(array $r): array {
    q('UPDATE n_items SET active=0, modified=? WHERE seq=?', [sprintf('%.6f', microtime(true)), (int)$r['seq']]);
    return ['iden' => $r['iden'], 'deleted' => true];
}
/** Carries out the deletions of all pushes whose time has come. */
function n_wipe(): void {
    foreach (rows('SELECT * FROM n_wipes WHERE done=0 AND due<=?', [now_us()]) as $w) {
        $m = sprintf('%.6f', microtime(true));
        if (on('delete-all-spares-dismissed')) q("UPDATE n_items SET active=0, modified=? WHERE kind='push' AND active=1 AND owner=? AND seq<=? AND json_extract(doc,'$.dismissed')=0", [$m, (int)$w['owner'], (int)$w['upto']]);
        else q("UPDATE n_items SET active=0, modified=? WHERE kind='push' AND active=1 AND owner=? AND seq<=?", [$m, (int)$w['owner'], (int)$w['upto']]);
        q('UPDATE n_wipes SET done=1 WHERE seq=?', [(int)$w['seq']]);
    }
}
function n_list(string $kind, string $key, array $in): array {
    $sql = 'SELECT * FROM n_items WHERE kind=? AND owner=?'; $p = [$kind, my_id()];
    if ($kind !== 'push' || ($in['active'] ?? false) && !on('pushes-active-ignored')) $sql .= ' AND active=1';
    if (isset($in['modified_after'])) { $sql .= ' AND modified>CAST(? AS REAL)'; $p[] = sprintf('%.6f', $in['modified_after']); }
    if (isset($in['cursor']) && $in['cursor'] !== '') {
        $c = base64_decode($in['cursor'], true);
        if ($c === false || !preg_match('/^n(\d+)$/D', $c, $m)) refuse('cursor', 'The cursor is invalid.');
        $sql .= on('pushes-pages-overlap') && $kind === 'push' ? ' AND seq<=?' : ' AND seq<?'; $p[] = (int)$m[1];
    }
    $limit = (int)($in['limit'] ?? 500);
    $r = rows($sql . ' ORDER BY seq DESC LIMIT ' . ($limit + 1), $p);
    $more = count($r) > $limit;
    $r = array_slice($r, 0, $limit);
    return [$key => array_map('n_view', $r), 'cursor' => $more ? base64_encode('n' . end($r)['seq']) : null];
}
function notifier(string $op, array $in): array {
    begin();
    n_wipe();
    $in = array_filter($in, fn($v) => $v !== null);
    $dev = ['icon', 'model', 'has_sms', 'nickname', 'push_token', 'app_version', 'manufacturer'];
    switch ($op) {
        case 'CREATE_CHAT':
            if (!filter_var($in['email'], FILTER_VALIDATE_EMAIL)) refuse('email', 'email must be an email address.');
            foreach (rows("SELECT * FROM n_items WHERE kind='chat' AND owner=? AND active=1", [my_id()]) as $r) if (json_decode($r['doc'], true)['email'] === $in['email']) return n_view($r);
            return n_new('chat', ['email' => $in['email'], 'muted' => false]);
        case 'LIST_CHATS': return n_list('chat', 'chats', $in);
        case 'UPDATE_CHAT':
            $r = n_get('chat', $in['iden']); $d = json_decode($r['doc'], true);
            if (on('chat-never-unmuted')) { if (!empty($in['muted'])) $d['muted'] = true; } else $d['muted'] = $in['muted'];
            return n_save($r, $d);
        case 'DELETE_CHAT': return n_drop(n_get('chat', $in['iden']));
        case 'CREATE_DEVICE':
            $d = ['icon' => 'system', 'has_sms' => false, 'push_token' => ''];
            foreach ($dev as $f) if (isset($in[$f])) $d[$f] = $in[$f];
            return n_new('device', $d);
        case 'LIST_DEVICES': return n_list('device', 'devices', []);
        case 'UPDATE_DEVICE':
            $r = n_get('device', $in['iden']); $d = json_decode($r['doc'], true);
            if (on('device-update-resets')) $d = ['icon' => 'system', 'has_sms' => false, 'push_token' => ''] + $d;
            foreach ($dev as $f) if (isset($in[$f])) $d[$f] = $in[$f];
            return n_save($r, $d);
        case 'DELETE_DEVICE': return n_drop(n_get('device', $in['device_iden'], 'device_iden'));
        case 'CREATE_PUSH':
            if ($in['type'] === 'link' && ($in['url'] ?? '') === '' && !on('push-link-without-url')) refuse('url', 'url is required for a link.');
            if ($in['type'] === 'file') foreach (['file_url', 'file_name', 'file_type'] as $f) if (($in[$f] ?? '') === '') refuse($f, "$f is required for a file.");
            foreach (['device_iden', 'source_device_iden'] as $f) if (($in[$f] ?? '') !== '') n_get('device', $in[$f], $f);
            if (($in['guid'] ?? '') !== '' && !on('push-guid-twice')) foreach (rows("SELECT * FROM n_items WHERE kind='push' AND owner=? AND active=1 ORDER BY seq DESC", [my_id()]) as $r) if ((json_decode($r['doc'], true)['guid'] ?? null) === $in['guid']) return n_view($r);
            $d = ['dismissed' => false];
            foreach (tool_by('name', 'NOTIFIER_CREATE_PUSH')['in'] as $f => $_) if (isset($in[$f])) $d[$f] = $in[$f];
            return n_new('push', $d);
        case 'LIST_PUSHES': return n_list('push', 'pushes', $in);
        case 'UPDATE_PUSH':
            $r = n_get('push', $in['iden']); $d = json_decode($r['doc'], true);
            if (isset($in['items'])) $d['items'] = array_map(fn($i) => ['text' => $i['text'], 'checked' => on('items-never-checked') ? false : $i['checked']], $in['items']);
            if (isset($in['dismissed'])) $d['dismissed'] = $in['dismissed'];
            return n_save($r, $d, !on('push-update-not-modified'));
        case 'DELETE_PUSH': return n_drop(n_get('push', $in['iden']));
        case 'DELETE_ALL_PUSHES':
            q('INSERT INTO n_wipes(owner,due,upto,done) VALUES(?,?,(SELECT COALESCE(MAX(seq),0) FROM n_items),0)', [my_id(), now_us() + 400000]);
            return ['accepted' => true];
        case 'GET_USER': return ['iden' => 'uj' . str_pad((string)my_id(), 6, '0', STR_PAD_LEFT), 'email' => me()['email'], 'name' => me()['name'], 'created' => 1767225600.0];
        case 'UPLOAD_REQUEST':
            $k = bin2hex(random_bytes(8));
            return ['file_name' => $in['file_name'], 'file_type' => $in['file_type'], 'file_url' => "https://files.notify.example/$k/" . rawurlencode($in['file_name']), 'upload_url' => 'https://upload.notify.example/', 'data' => ['key' => $k, 'policy' => base64_encode($k), 'signature' => hash_hmac('sha256', $k, SECRET), 'content-type' => $in['file_type']]];
    }
    fail(404, 'Tool not found.');
}
