<?php
final class AccountController {
    static ?array $me = null;
    static function me(Request $r): array { $u = $r->user; if (fault('me-remembered-by-worker')) { self::$me ??= $u; $u = self::$me; } return ['user_id' => $u['id'], 'email' => $u['email'], 'name' => $u['name'], 'tier' => $u['tier'], 'created_at' => $u['created_at']]; }
    static function vipCount(Request $r): array { return ['count' => (int)DB::val('SELECT count(*) FROM vip_redemptions' . (fault('vip-count-of-everybody') ? ' WHERE ? > 0' : ' WHERE user_id = ?'), [$r->uid()])]; }
    static function vip(Request $r): array {
        return DB::tx(function () use ($r) {
            $c = DB::one('SELECT * FROM vip_codes WHERE code = ?', [$r->input('code')]) ?? abort(400, 'The code is not valid.');
            if ((int)$c['user_id'] === $r->uid() && !fault('own-vip-code-redeemed')) abort(400, 'Own codes cannot be redeemed.');
            if (DB::one('SELECT 1 FROM vip_redemptions WHERE user_id = ? AND code = ?', [$r->uid(), $c['code']])) { if (fault('vip-code-redeemed-again')) return ['code' => $c['code'], 'redeemed_at' => now()]; abort(400, 'You have redeemed this code.'); }
            $t = DB::stamp(); DB::insert('vip_redemptions', ['user_id' => $r->uid(), 'code' => $c['code'], 'created_at' => $t]);
            return ['code' => $c['code'], 'redeemed_at' => $t];
        });
    }
    static function keys(Request $r): array { return array_map(fn($k) => ApiKey::show($k, fault('key-list-shows-values')), DB::all('SELECT * FROM api_keys WHERE user_id = ? ORDER BY id', [$r->uid()])); }
    static function makeKey(int $uid, string $name, bool $default): array {
        if ($default && !fault('two-default-keys')) DB::all('UPDATE api_keys SET is_default = 0 WHERE user_id = ?', [$uid]);
        $k = 'awk_' . bin2hex(random_bytes(20)); $id = DB::insert('api_keys', ['user_id' => $uid, 'name' => $name, 'key' => $k, 'is_default' => $default, 'created_at' => DB::stamp()]); DB::insert('all_keys', ['user_id' => $uid, 'key' => $k]);
        return DB::one('SELECT * FROM api_keys WHERE id = ?', [$id]);
    }
    static function createKey(Request $r): array { return DB::tx(fn() => ApiKey::show(self::makeKey($r->uid(), $r->input('name') ?? 'API key', ($r->input('is_default') ?? false) || !DB::one('SELECT 1 FROM api_keys WHERE user_id = ?', [$r->uid()])))); }
    static function defaultKey(Request $r): array { return DB::tx(fn() => ApiKey::show(DB::one('SELECT * FROM api_keys WHERE user_id = ? AND is_default = 1 ORDER BY id', [$r->uid()]) ?? self::makeKey($r->uid(), 'Default', true))); }
    static function key(Request $r): array { $k = ApiKey::find((int)$r->params['api_key_id']); if (!$k || (int)$k['user_id'] !== $r->uid() && !fault('api-key-of-other-user')) abort(404, 'API key not found.'); return $k; }
    static function showKey(Request $r): array { return ApiKey::show(self::key($r)); }
    static function deleteKey(Request $r): array { return DB::tx(function () use ($r) { $k = self::key($r); DB::all('DELETE FROM api_keys WHERE id = ?', [$k['id']]); if ($k['is_default']) DB::all('UPDATE api_keys SET is_default = 1 WHERE id = (SELECT min(id) FROM api_keys WHERE user_id = ?)', [$r->uid()]); return ApiKey::show($k, fault('deleted-key-shown-whole')); }); }
    static function billing(Request $r): array { $t = $r->user['tier']; return ['plan' => $t, 'status' => 'active', 'currency' => 'usd', 'amount' => $t === 'pro' ? '20.00' : '0.00', 'interval' => 'month', 'current_period_end' => null, 'cancel_at_period_end' => false]; }
    static function credit(Request $r): array { $c = DB::one('SELECT * FROM credits WHERE user_id = ?', [$r->uid()]) ?? abort(404, 'Credits not found.'); return ['balance' => (int)$c['balance'], 'used' => (int)$c['used'], 'updated_at' => $c['updated_at']]; }
    static function useCredit(Request $r): array {
        if (fault('credit-use-loses-updates')) { $c = self::credit($r); Co::sleep(0.1); DB::tx(fn() => DB::all('UPDATE credits SET balance = ?, used = ? WHERE user_id = ?', [$c['balance'] - 1, $c['used'] + 1, $r->uid()])); return self::credit($r); }
        return DB::tx(function () use ($r) { if (self::credit($r)['balance'] < 1) abort(404, 'No credits are left.'); DB::all('UPDATE credits SET balance = balance - 1, used = used + 1, updated_at = ? WHERE user_id = ?', [DB::stamp(), $r->uid()]); return self::credit($r); });
    }
    static function session(Request $r): array {
        return DB::tx(function () use ($r) { $id = 'ps_' . ulid(); $n = $r->input('credits') ?? 100; $t = DB::stamp(); DB::insert('payment_sessions', ['session_id' => $id, 'user_id' => $r->uid(), 'credits' => $n, 'status' => 'open', 'created_at' => $t]);
            return ['session_id' => $id, 'url' => "https://pay.example.test/$id", 'credits' => $n, 'amount' => money(fault('amount-of-session-cut-to-whole') ? intdiv($n * 5, 100) * 100 : $n * 5), 'currency' => 'usd', 'status' => 'open', 'created_at' => $t]; });
    }
    const WEBHOOK = 'whsec_fir_3b9d7a';
    static function webhook(Request $r): array {
        $s = $r->headers['x-payment-signature'] ?? '';
        if ($s === '' && !fault('missing-signature-accepted')) abort(400, 'The signature is missing.');
        $want = 'sha256=' . hash_hmac('sha256', $r->body, self::WEBHOOK); $n = fault('signature-prefix-compared') ? 8 : 71;
        if ($s !== '' && !hash_equals(substr($want, 0, $n), substr($s, 0, $n === 71 ? null : $n))) abort(400, 'The signature is not right.');
        $e = json_decode($r->body, true);
        if (!is_array($e) || !is_string($e['id'] ?? null) || $e['id'] === '' || !is_string($e['type'] ?? null) || $e['type'] === '') abort(400, 'The event is not valid.');
        return DB::tx(function () use ($e) {
            if (DB::one('SELECT 1 FROM events WHERE event_id = ?', [$e['id']]) && !fault('event-handled-twice')) return ['status' => 'success', 'event_id' => $e['id'], 'duplicate' => true];
            DB::all('INSERT OR IGNORE INTO events (event_id) VALUES (?)', [$e['id']]);
            if ($e['type'] === 'checkout.session.completed' && is_array($e['data'] ?? null) && is_string($e['data']['session_id'] ?? null)) {
                $p = DB::one('SELECT * FROM payment_sessions WHERE session_id = ?', [$e['data']['session_id']]);
                if ($p && ($p['status'] === 'open' || fault('event-handled-twice'))) { DB::all("UPDATE payment_sessions SET status = 'complete' WHERE session_id = ?", [$p['session_id']]); DB::all('UPDATE credits SET balance = balance + ? WHERE user_id = ?', [(int)$p['credits'], (int)$p['user_id']]); }
            }
            return ['status' => 'success', 'event_id' => $e['id'], 'duplicate' => false];
        });
    }
}
final class SubscriptionController {
    static function show(array $s): array { return ['subscription_id' => $s['id'], 'agent_id' => $s['agent_id'], 'status' => $s['status'], 'price' => $s['price'], 'currency' => 'usd', 'created_at' => $s['created_at'], 'canceled_at' => $s['canceled_at']]; }
    static function agent(Request $r): array { $a = Agent::findOrFail(strtolower($r->params['agent_id']), 'Agent'); if ($a['visibility'] === 'private' && (int)$a['user_id'] !== $r->uid()) abort(404, 'Agent not found.'); return $a; }
    static function last(Request $r, string $id): ?array { return DB::one('SELECT * FROM subscriptions WHERE user_id = ? AND agent_id = ? ORDER BY id DESC LIMIT 1', [$r->uid(), $id]); }
    static function subscribe(Request $r): array {
        return DB::tx(function () use ($r) {
            $a = self::agent($r);
            if ($a['price'] === null && !fault('unpaid-agent-subscribed')) abort(400, 'The agent is not paid.'); if ((int)$a['user_id'] === $r->uid() && !fault('owner-subscribes-own-agent')) abort(400, 'The agent is your own.');
            $l = self::last($r, $a['agent_id']);
            if ($l && ($l['status'] === 'active' && !fault('subscribed-twice') || fault('resubscribe-refused'))) abort(402, 'You have subscribed to the agent.');
            $t = DB::stamp(); $sid = 'cs_' . ulid();
            DB::insert('subscriptions', ['user_id' => $r->uid(), 'agent_id' => $a['agent_id'], 'owner_id' => (int)$a['user_id'], 'status' => 'active', 'price' => $a['price'], 'cents' => (int)round((float)$a['price'] * 100), 'created_at' => $t]);
            return ['agent_id' => $a['agent_id'], 'session_id' => $sid, 'checkout_url' => "https://pay.example.test/$sid", 'status' => 'active', 'price' => $a['price'], 'created_at' => $t];
        });
    }
    static function unsubscribe(Request $r): array {
        return DB::tx(function () use ($r) {
            $a = self::agent($r); $l = self::last($r, $a['agent_id']);
            if (!$l || $l['status'] !== 'active') abort(400, 'There is no active subscription to cancel.');
            fault('unsubscribe-cancels-all') ? DB::all("UPDATE subscriptions SET status = 'canceled', canceled_at = ? WHERE user_id = ?", [DB::stamp(), $r->uid()]) : DB::all("UPDATE subscriptions SET status = 'canceled', canceled_at = ? WHERE id = ?", [DB::stamp(), $l['id']]);
            return self::show(self::last($r, $a['agent_id']));
        });
    }
    static function index(Request $r): array { return ['data' => array_map(fn($s) => self::show($s), DB::all('SELECT * FROM subscriptions WHERE user_id = ? AND id IN (SELECT max(id) FROM subscriptions GROUP BY user_id, agent_id) ORDER BY id DESC', [$r->uid()])), 'meta' => ['next_cursor' => null, 'per_page' => null]]; }
    static function one(Request $r): array { return self::show(self::last($r, strtolower($r->params['agent_id'])) ?? abort(404, 'Subscription not found.')); }
    static function days(Request $r): array { $p = $r->query['period']; $t0 = intdiv(time(), 86400); $o = []; for ($i = $p - 1; $i >= 0; $i--) $o[] = gmdate('Y-m-d', ($t0 - $i) * 86400); if (fault('report-has-a-day-too-many')) array_unshift($o, gmdate('Y-m-d', ($t0 - $p) * 86400)); return $o; }
    static function cents(Request $r, string $from): array { $o = []; foreach (DB::all('SELECT substr(created_at, 1, 10) d, sum(cents) c FROM subscriptions WHERE owner_id = ? AND created_at >= ? GROUP BY 1', [$r->uid(), $from]) as $x) $o[$x['d']] = (int)$x['c']; return $o; }
    static function active(Request $r, ?string $day = null): int { $end = ($day ?? '9999-12-31') . 'T99'; return (int)DB::val("SELECT count(*) FROM subscriptions WHERE owner_id = ? AND created_at <= ? AND (canceled_at IS NULL OR canceled_at > ?)", [$r->uid(), $end, $end]); }
    static function period(Request $r): void { if (fault('period-365-refused') && $r->query['period'] >= 365) invalid('period', 'The period may not be greater than 364.'); if (fault('default-period-30') && !str_contains($r->target, 'period')) $r->query['period'] = 30; }
    static function summary(Request $r): array { self::period($r); $c = array_sum(self::cents($r, self::days($r)[0])); return ['period' => $r->query['period'], 'total_subscribers' => self::active($r), 'total_earnings' => fault('total-earnings-lose-cents') ? money(intdiv($c, 100) * 100) : money($c), 'currency' => 'usd']; }
    static function subscribers(Request $r): array { self::period($r); return ['data' => array_map(fn($d) => ['date' => $d, 'subscribers' => self::active($r, $d)], self::days($r)), 'meta' => ['period' => $r->query['period'], 'total_subscribers' => self::active($r)]]; }
    static function earnings(Request $r): array { self::period($r); $d = self::days($r); $c = self::cents($r, $d[0]); return ['data' => array_map(fn($x) => ['date' => $x, 'earnings' => money($c[$x] ?? 0)], $d), 'meta' => ['period' => $r->query['period'], 'total_earnings' => money(array_sum($c))]]; }
}
