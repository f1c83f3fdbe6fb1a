<?php
final class Seed {
    static function run(): void {
        $t = fn($a) => DB::pdo()->exec("CREATE TABLE $a");
        foreach (['clock (t INTEGER)', 'users (id INTEGER PRIMARY KEY AUTOINCREMENT, email TEXT, name TEXT, tier TEXT, connected INTEGER, created_at TEXT)',
            'agents (seq INTEGER PRIMARY KEY AUTOINCREMENT, agent_id TEXT UNIQUE, user_id INTEGER, name TEXT, description TEXT, chat_prompt TEXT, visibility TEXT, vanity_slug TEXT, upsell_description TEXT, price TEXT, tags TEXT, settings TEXT, temperature REAL, feedback_count INTEGER DEFAULT 0, created_at TEXT, updated_at TEXT, deleted_at TEXT)',
            'files (id INTEGER PRIMARY KEY AUTOINCREMENT, file_id TEXT UNIQUE, agent_id TEXT, name TEXT, content TEXT, mime_type TEXT, position INTEGER, created_at TEXT, updated_at TEXT)',
            'themes (agent_id TEXT PRIMARY KEY, user_id INTEGER, theme_color TEXT, created_at TEXT, updated_at TEXT)', 'feedback (id INTEGER PRIMARY KEY, agent_id TEXT, user_id INTEGER, rating INTEGER, comment TEXT, created_at TEXT)',
            'studio_chats (id INTEGER PRIMARY KEY AUTOINCREMENT, run_id TEXT UNIQUE, user_id INTEGER, title TEXT, visibility TEXT, agent_id TEXT, messages TEXT, pinned INTEGER, created_at TEXT, updated_at TEXT, deleted_at TEXT)',
            'runs (run_id TEXT PRIMARY KEY, agent_id TEXT, user_id INTEGER, created_at TEXT, updated_at TEXT, busy_until INTEGER)', 'messages (id INTEGER PRIMARY KEY AUTOINCREMENT, run_id TEXT, role TEXT, content TEXT)',
            'run_logs (id INTEGER PRIMARY KEY AUTOINCREMENT, run_id TEXT, user_id INTEGER, level TEXT, event TEXT, message TEXT, created_at TEXT)', 'mcp_logs (id INTEGER PRIMARY KEY AUTOINCREMENT, run_id TEXT, user_id INTEGER, server_name TEXT, tool_name TEXT, arguments TEXT, result TEXT, status TEXT, created_at TEXT)',
            'jobs (job_id TEXT PRIMARY KEY, run_id TEXT, user_id INTEGER, due_at INTEGER, ok INTEGER, status TEXT)', 'api_keys (id INTEGER PRIMARY KEY AUTOINCREMENT, user_id INTEGER, name TEXT, key TEXT UNIQUE, is_default INTEGER, created_at TEXT)', 'all_keys (user_id INTEGER, key TEXT)',
            'credits (user_id INTEGER PRIMARY KEY, balance INTEGER, used INTEGER, updated_at TEXT)', 'payment_sessions (session_id TEXT PRIMARY KEY, user_id INTEGER, credits INTEGER, status TEXT, created_at TEXT)', 'events (event_id TEXT PRIMARY KEY)',
            'subscriptions (id INTEGER PRIMARY KEY AUTOINCREMENT, user_id INTEGER, agent_id TEXT, owner_id INTEGER, status TEXT, price TEXT, cents INTEGER, created_at TEXT, canceled_at TEXT)',
            'bundles (id INTEGER PRIMARY KEY AUTOINCREMENT, user_id INTEGER, name TEXT, description TEXT, created_at TEXT, updated_at TEXT)', 'bundle_tools (id INTEGER PRIMARY KEY AUTOINCREMENT, bundle_id INTEGER, tool_id TEXT, created_at TEXT)',
            'user_tools (id INTEGER PRIMARY KEY AUTOINCREMENT, user_id INTEGER, tool_id TEXT, created_at TEXT)', 'cli_auth (cli_auth_id TEXT PRIMARY KEY, user_id INTEGER, jwt TEXT, status TEXT, created_at TEXT, updated_at TEXT)',
            'schedules (id INTEGER PRIMARY KEY AUTOINCREMENT, schedule_id TEXT UNIQUE, user_id INTEGER, chat_id TEXT, cron TEXT, name TEXT, message TEXT, enabled INTEGER, last_run_at TEXT, next_run_at TEXT, created_at TEXT, updated_at TEXT)',
            'executions (id INTEGER PRIMARY KEY AUTOINCREMENT, user_id INTEGER, tool_name TEXT, service_id TEXT, service_id_namespace TEXT, input TEXT, output TEXT, status TEXT, duration_ms INTEGER, created_at TEXT)',
            'vip_codes (code TEXT PRIMARY KEY, user_id INTEGER)', 'vip_redemptions (user_id INTEGER, code TEXT, created_at TEXT)', 'notes (iden TEXT PRIMARY KEY, user_id INTEGER, kind TEXT, active INTEGER, guid TEXT, data TEXT, created INTEGER, modified INTEGER)', 'purges (id INTEGER PRIMARY KEY, user_id INTEGER, before INTEGER, due_at INTEGER)'] as $x) $t($x);
        foreach (['agents (user_id, created_at)', 'agents (vanity_slug)', 'files (agent_id)', 'studio_chats (user_id)', 'runs (user_id, created_at)', 'messages (run_id)', 'run_logs (run_id)', 'mcp_logs (run_id)', 'jobs (run_id)', 'jobs (user_id)', 'api_keys (user_id)', 'all_keys (key)', 'subscriptions (user_id, agent_id)', 'subscriptions (owner_id)', 'bundles (user_id)', 'bundle_tools (bundle_id)', 'user_tools (user_id)', 'schedules (user_id)', 'schedules (chat_id)', 'schedules (next_run_at)', 'executions (user_id, created_at)', 'vip_redemptions (user_id)', 'notes (user_id, kind, created)'] as $i => $x) DB::pdo()->exec("CREATE INDEX ix$i ON $x");
        DB::tx(function () {
            DB::all('INSERT INTO clock VALUES (0)'); $now = DB::stamp();
            foreach ([['ann@example.test', 'Ann Own', 'pro', 1, 'awk_own_5f0c2b7e91d84a3c'], ['otto@example.test', 'Otto Other', 'pro', 1, 'awk_other_c81e7d20b6f94e15'], ['sandy@example.test', 'Sandy Box', 'sandbox', 0, 'awk_sandbox_09be43a17c6d52f8'], ['fan@example.test', 'Fan One', 'free', 0, 'awk_fan_1'], ['fred@example.test', 'Fan Two', 'free', 0, 'awk_fan_2']] as $i => [$e, $n, $tier, $con, $k]) {
                $id = DB::insert('users', ['email' => $e, 'name' => $n, 'tier' => $tier, 'connected' => $con, 'created_at' => $now]);
                DB::insert('api_keys', ['user_id' => $id, 'name' => 'Default', 'key' => $k, 'is_default' => 1, 'created_at' => $now]); DB::insert('all_keys', ['user_id' => $id, 'key' => $k]);
                DB::insert('credits', ['user_id' => $id, 'balance' => $tier === 'sandbox' ? 50 : 100000, 'used' => 0, 'updated_at' => $now]);
            }
            $ag = function (string $id, int $u, string $name, string $vis, ?string $price, ?string $slug = null) { $t = DB::stamp(); DB::insert('agents', ['agent_id' => $id, 'user_id' => $u, 'created_at' => $t, 'updated_at' => $t, 'feedback_count' => 0] + Agent::fill(['name' => $name, 'chat_prompt' => "You are $name.", 'visibility' => $vis, 'price' => $price, 'vanity_slug' => $slug, 'settings' => new stdClass] + Agent::DEFAULTS)); };
            $ag('11111111-aaaa-4aaa-8aaa-000000000001', 1, 'Ann\'s worker', 'public', null, 'anns-worker'); $ag('11111111-aaaa-4aaa-8aaa-000000000002', 1, 'Ann\'s paid worker', 'public', '9.95');
            $ag('22222222-bbbb-4bbb-8bbb-000000000001', 2, 'Paid agent', 'public', '12.50'); $ag('22222222-bbbb-4bbb-8bbb-000000000002', 2, 'Free agent', 'public', null); $ag('22222222-bbbb-4bbb-8bbb-000000000003', 2, 'Private agent', 'private', null); $ag('22222222-bbbb-4bbb-8bbb-000000000004', 2, 'Subscribed agent', 'public', '5.00'); $ag('22222222-bbbb-4bbb-8bbb-000000000005', 2, 'Agent to leave', 'public', '7.25');
            $sub = fn(int $u, string $a, int $own, string $p, int $days) => DB::insert('subscriptions', ['user_id' => $u, 'agent_id' => $a, 'owner_id' => $own, 'status' => 'active', 'price' => $p, 'cents' => (int)round((float)$p * 100), 'created_at' => fmt_time(now_us() - $days * 86400000000)]);
            $sub(4, '11111111-aaaa-4aaa-8aaa-000000000002', 1, '9.95', 40); $sub(5, '11111111-aaaa-4aaa-8aaa-000000000002', 1, '9.95', 3);
            $sub(1, '22222222-bbbb-4bbb-8bbb-000000000004', 2, '5.00', 10); $sub(1, '22222222-bbbb-4bbb-8bbb-000000000005', 2, '7.25', 5);
            foreach (['WELCOME-2026' => 2, 'SPARE-2026' => 2, 'ANN-FRIENDS' => 1] as $c => $u) DB::insert('vip_codes', ['code' => $c, 'user_id' => $u]);
        });
    }
}
