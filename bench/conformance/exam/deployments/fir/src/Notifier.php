<?php
/** The notification service: a store of our own in place of the real one. Records are kept as JSON. */
final class Notifier {
    static function t(): float { return round(self::us() / 1e6, 6); }
    static function us(): int { return (int)DB::val('UPDATE clock SET t = max(t + 1, ?) RETURNING t', [now_us()]); }
    static function settle(int $uid): void { foreach (DB::all('SELECT * FROM purges WHERE due_at <= ?', [now_us()]) as $p) { DB::all("UPDATE notes SET active = 0, data = ?, modified = ? WHERE kind = 'push' AND active = 1 AND created <= ?" . (fault('delete-all-pushes-of-everybody') ? '' : ' AND user_id = ' . (int)$p['user_id']), ['{}', self::us(), $p['before']]); DB::all('DELETE FROM purges WHERE id = ?', [$p['id']]); } }
    static function show(array $n): array { $d = json_decode($n['data'], true); $active = (bool)$n['active']; return ['iden' => $n['iden'], 'active' => $active] + $d + ['created' => $n['created'] / 1e6, 'modified' => $n['modified'] / 1e6]; }
    static function add(int $uid, string $kind, array $d, ?string $guid = null): array { $t = self::us(); $id = 'u' . ulid(); DB::insert('notes', ['iden' => $id, 'user_id' => $uid, 'kind' => $kind, 'active' => 1, 'guid' => $guid, 'data' => js($d), 'created' => $t, 'modified' => $t]); return self::show(self::get($uid, $kind, $id)); }
    static function get(int $uid, string $kind, string $iden): array { return DB::one('SELECT * FROM notes WHERE iden = ? AND kind = ? AND active = 1' . (fault('notifier-records-of-others') ? '' : ' AND user_id = ?'), fault('notifier-records-of-others') ? [$iden, $kind] : [$iden, $kind, $uid]) ?? abort(400, "There is no $kind with this iden."); }
    static function save(array $n, array $d): array { DB::all('UPDATE notes SET data = ?, modified = ? WHERE iden = ?', [js($d + json_decode($n['data'], true)), self::us(), $n['iden']]); return self::show(DB::one('SELECT * FROM notes WHERE iden = ?', [$n['iden']])); }
    static function remove(int $uid, string $kind, string $iden): array { $n = self::get($uid, $kind, $iden); DB::all('UPDATE notes SET active = 0, data = ?, modified = ? WHERE iden = ?', ['{}', self::us(), $n['iden']]); return ['iden' => $iden, 'deleted' => true]; }
    static function page(int $uid, string $kind, string $where, array $args, array $in, string $as): array {
        $lim = $in['limit'] ?? 500;
        if (isset($in['cursor'])) { $c = base64_decode($in['cursor'], true); if ($c === false || !ctype_digit($c)) abort(400, 'The cursor is not valid.'); $where .= ' AND created < ?'; $args[] = (int)$c; }
        $rows = DB::all("SELECT * FROM notes WHERE user_id = ? AND kind = ? $where ORDER BY created DESC LIMIT ?", [$uid, $kind, ...$args, $lim + 1]);
        $more = count($rows) > $lim; $rows = array_slice($rows, 0, $lim);
        return [$as => array_map(fn($n) => self::show($n), $rows), 'cursor' => $more ? base64_encode((string)end($rows)['created']) : null];
    }
    static function call(string $op, array $in, array $user): array {
        $uid = (int)$user['id']; self::settle($uid); $keep = fn(array $ks) => array_combine($ks, array_map(fn($k) => $in[$k] ?? null, $ks));
        $dev = ['icon', 'model', 'has_sms', 'nickname', 'push_token', 'app_version', 'manufacturer'];
        switch ($op) {
            case 'GET_USER': return ['iden' => 'usr' . $uid, 'email' => $user['email'], 'email_normalized' => strtolower($user['email']), 'name' => $user['name'], 'created' => 1767225600.0, 'max_upload_size' => 26214400];
            case 'CREATE_CHAT':
                if (!filter_var($in['email'], FILTER_VALIDATE_EMAIL)) abort(400, 'The email is not valid.');
                foreach (DB::all("SELECT * FROM notes WHERE user_id = ? AND kind = 'chat' AND active = 1", [$uid]) as $n) if (json_decode($n['data'], true)['with']['email'] === $in['email']) return self::show($n);
                return self::add($uid, 'chat', ['muted' => false, 'with' => ['type' => 'email', 'email' => $in['email'], 'name' => strstr($in['email'], '@', true)]]);
            case 'UPDATE_CHAT': $n = self::get($uid, 'chat', $in['iden']); return self::save($n, fault('unmuting-is-dropped') ? array_filter(['muted' => $in['muted']]) : ['muted' => $in['muted']]);
            case 'DELETE_CHAT': return self::remove($uid, 'chat', $in['iden']);
            case 'LIST_CHATS': return self::page($uid, 'chat', 'AND active = 1', [], $in, 'chats');
            case 'CREATE_DEVICE': return self::add($uid, 'device', $keep($dev));
            case 'UPDATE_DEVICE': $n = self::get($uid, 'device', $in['iden']); unset($in['iden']); return self::save($n, fault('device-update-blanks-the-rest') ? $keep($dev) : $in);
            case 'DELETE_DEVICE': return self::remove($uid, 'device', $in['device_iden']);
            case 'LIST_DEVICES': return ['devices' => array_map(fn($n) => self::show($n), DB::all("SELECT * FROM notes WHERE user_id = ? AND kind = 'device' AND active = 1 ORDER BY created DESC", [$uid]))];
            case 'CREATE_PUSH':
                if ($in['type'] === 'link' && ($in['url'] ?? '') === '' && !fault('link-without-url-accepted')) abort(400, 'The parameter url is required when type is link.');
                if ($in['type'] === 'file') foreach (['file_url', 'file_name', 'file_type'] as $k) if (($in[$k] ?? '') === '' && !(fault('file-without-type-accepted') && $k === 'file_type')) abort(400, "The parameter $k is required when type is file.");
                foreach (['device_iden', 'source_device_iden'] as $k) if (isset($in[$k])) self::get($uid, 'device', $in[$k]);
                if (isset($in['guid']) && !fault('push-guid-not-idempotent')) { $o = DB::one("SELECT * FROM notes WHERE user_id = ? AND kind = 'push' AND guid = ?", [$uid, $in['guid']]); if ($o) return self::show($o); }
                return self::add($uid, 'push', ['type' => $in['type'], 'dismissed' => false, 'items' => null, 'sender_email' => $user['email']] + $keep(['url', 'body', 'guid', 'email', 'title', 'file_url', 'file_name', 'file_type', 'channel_tag', 'client_iden', 'device_iden', 'source_device_iden']), $in['guid'] ?? null);
            case 'UPDATE_PUSH': $n = self::get($uid, 'push', $in['iden']); unset($in['iden']); return self::save($n, fault('checked-false-dropped') && isset($in['items']) ? ['items' => array_map(fn($i) => array_filter((array)$i), $in['items'])] + $in : $in);
            case 'DELETE_PUSH': return self::remove($uid, 'push', $in['iden']);
            case 'LIST_PUSHES': $w = ''; $a = []; if (($in['active'] ?? false) && !fault('active-filter-ignored')) $w .= ' AND active = 1'; if (isset($in['modified_after'])) { $w .= ' AND modified > ?'; $a[] = (int)round((fault('modified-after-cut-to-seconds') ? intval($in['modified_after']) : $in['modified_after']) * 1e6); } return self::page($uid, 'push', $w, $a, $in, 'pushes');
            case 'DELETE_ALL_PUSHES': DB::insert('purges', ['user_id' => $uid, 'before' => self::us(), 'due_at' => now_us() + 300000]); return ['status' => 'accepted'];
            case 'UPLOAD_REQUEST': $k = ulid(); return ['file_name' => $in['file_name'], 'file_type' => $in['file_type'], 'file_url' => "https://dl.notifier.example.test/$k/" . rawurlencode($in['file_name']), 'upload_url' => 'https://upload.notifier.example.test/', 'data' => ['key' => $k, 'content_type' => $in['file_type'], 'expires' => time() + 3600, 'signature' => hash_hmac('sha256', $k . $in['file_type'], Auth::SECRET)]];
        }
        abort(404, 'The tool was not found.');
    }
}
