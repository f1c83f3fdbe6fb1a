<?php
final class AgentController {
    static function sandbox(Request $r, ?string $vis): void { if ($vis === 'private' && $r->user['tier'] === 'sandbox') abort(400, 'The sandbox tier cannot make anything private.'); }
    static function readable(Request $r, string $id): array { $a = Agent::findOrFail(strtolower($id), 'Agent'); if ($a['visibility'] === 'private' && (int)$a['user_id'] !== $r->uid()) abort(403, 'You may not see this agent.'); return $a; }
    static function owned(Request $r, string $id): array { $a = Agent::findOrFail(strtolower($id), 'Agent'); if ((int)$a['user_id'] !== $r->uid()) abort(403, 'This agent is not yours.'); return $a; }
    static function slugFree(?string $slug, ?string $but = null): bool { return $slug === null || !DB::one('SELECT 1 FROM agents WHERE vanity_slug = ? AND deleted_at IS NULL AND agent_id <> ?', [$slug, $but ?? '']); }
    static function index(Request $r): array { return Agent::many(DB::all('SELECT * FROM agents WHERE user_id = ?' . (fault('deleted-agents-still-listed') && str_ends_with($r->path, 'agents') ? '' : ' AND deleted_at IS NULL') . ' ORDER BY created_at DESC', [$r->uid()])); }
    static function show(Request $r): array { return Agent::show(self::readable($r, $r->params['agent_id'] ?? $r->params['chat_id'])); }
    static function insert(int $uid, array $in): array {
        $t = DB::stamp(); $id = uuid4();
        DB::insert('agents', ['agent_id' => $id, 'user_id' => $uid, 'created_at' => $t, 'updated_at' => $t, 'feedback_count' => 0] + Agent::fill($in + ['settings' => new stdClass] + Agent::DEFAULTS) );
        return Agent::find($id);
    }
    static function prompt(Request $r): void { if (($r->input('chat_prompt') ?? '') === '') { if (fault('missing-prompt-422')) invalid('chat_prompt', 'The chat_prompt field is required.'); abort(400, 'The chat prompt is missing.'); } }
    static function taken(): never { invalid('vanity_slug', 'The vanity_slug has already been taken.'); }
    static function defaults(array $in): array { foreach (['visibility', 'name', 'tags', 'settings'] as $k) if (array_key_exists($k, $in) && $in[$k] === null) unset($in[$k]); return $in; }
    static function store(Request $r): array {
        return DB::tx(function () use ($r) {
            $id = $r->input('agent_id');
            $a = $id !== null && str_ends_with(rtrim($r->path, '/'), 'agents') ? self::owned($r, $id) : null;
            self::prompt($r); self::sandbox($r, $r->input('visibility'));
            if (!self::slugFree($r->input('vanity_slug'), $a['agent_id'] ?? null)) self::taken();
            $in = self::defaults($r->data);
            if (!$a || fault('upsert-creates-second-agent')) return Agent::show(self::insert($r->uid(), $in));
            Agent::update($a['agent_id'], Agent::fill($in) + ['updated_at' => DB::stamp()]);
            return Agent::show(Agent::find($a['agent_id']));
        });
    }
    static function replace(Request $r): array {
        return DB::tx(function () use ($r) {
            $a = self::owned($r, $r->params['chat_id']); self::sandbox($r, $r->input('visibility')); self::prompt($r);
            if (!self::slugFree($r->input('vanity_slug'), $a['agent_id'])) self::taken();
            $new = Agent::fill(self::defaults($r->data) + ['settings' => new stdClass] + Agent::DEFAULTS);
            if (fault('put-chat-visibility-not-fillable')) unset($new['visibility']);
            Agent::update($a['agent_id'], $new + ['updated_at' => DB::stamp()]);
            return Agent::show(Agent::find($a['agent_id']));
        });
    }
    static function patch(Request $r): array {
        return DB::tx(function () use ($r) {
            $a = self::owned($r, $r->params['chat_id']); if (!fault('sandbox-patch-chat-private')) self::sandbox($r, $r->input('visibility'));
            if ($r->has('chat_prompt') && ($r->input('chat_prompt') ?? '') === '') invalid('chat_prompt', 'The chat_prompt must not be empty.');
            if (!self::slugFree($r->input('vanity_slug'), $a['agent_id'])) self::taken();
            $in = self::defaults($r->data);
            if (fault('patch-chat-clears-the-rest')) $in += ['description' => null, 'upsell_description' => null];
            Agent::update($a['agent_id'], Agent::fill($in) + ['updated_at' => DB::stamp()]);
            return Agent::show(Agent::find($a['agent_id']));
        });
    }
    static function destroy(Request $r): array {
        return DB::tx(function () use ($r) {
            $a = fault('delete-chat-without-policy') ? Agent::findOrFail(strtolower($r->params['chat_id']), 'Chat') : self::owned($r, $r->params['chat_id']);
            Agent::update($a['agent_id'], ['deleted_at' => DB::stamp()]); DB::all('DELETE FROM schedules WHERE chat_id = ?', [$a['agent_id']]);
            return Agent::show($a);
        });
    }
    static function clone(Request $r): array {
        return DB::tx(function () use ($r) {
            $a = Agent::findOrFail(strtolower($r->params['chat_id']), 'Chat');
            if ($a['visibility'] !== 'public' && !(fault('clone-of-private-own-chat') && (int)$a['user_id'] === $r->uid())) abort(403, 'The chat is not public.');
            self::sandbox($r, $r->input('visibility'));
            if ($r->has('chat_prompt') && ($r->input('chat_prompt') ?? '') === '') invalid('chat_prompt', 'The chat_prompt must not be empty.');
            if (!self::slugFree($r->input('vanity_slug'))) self::taken();
            $src = Agent::show($a); $in = self::defaults($r->data ?? []);
            $n = self::insert(fault('clone-belongs-to-first-owner') ? (int)$a['user_id'] : $r->uid(), $in + ['vanity_slug' => null, 'price' => null] + array_intersect_key($src, array_flip(Agent::FILLABLE)));
            foreach (DB::all('SELECT * FROM files WHERE agent_id = ? ORDER BY position, id', [$a['agent_id']]) as $f) { unset($f['id']); DB::insert('files', ['file_id' => uuid4(), 'agent_id' => $n['agent_id'], 'created_at' => DB::stamp()] + $f); }
            return Agent::show($n);
        });
    }
    static function feedback(Request $r): array {
        return DB::tx(function () use ($r) {
            $a = Agent::findOrFail(strtolower($r->params['chat_id']), 'Chat'); if ($a['visibility'] === 'private' && (int)$a['user_id'] !== $r->uid()) abort(404, 'Chat not found.');
            DB::insert('feedback', ['agent_id' => $a['agent_id'], 'user_id' => $r->uid(), 'rating' => $r->input('rating'), 'comment' => $r->input('comment'), 'created_at' => DB::stamp()]);
            DB::all('UPDATE agents SET feedback_count = feedback_count + 1' . (fault('feedback-counted-on-all-agents') ? ' WHERE ? <> 0' : ' WHERE agent_id = ?'), [$a['agent_id']]);
            return Agent::show(Agent::find($a['agent_id']));
        });
    }
    static function runs(Request $r): array {
        return DB::tx(function () use ($r) {
            $a = self::readable($r, $r->params['chat_id']);
            $run = Run::create($r->uid(), $a['agent_id']);
            $id = Run::log($run, $r->uid(), 'run.created', 'A run of the chat was begun');
            $l = Run::logView(DB::one('SELECT * FROM run_logs WHERE id = ?', [$id]));
            if (fault('run-log-entry-not-kept')) { DB::all('DELETE FROM run_logs WHERE id = ?', [$id]); DB::all('DELETE FROM runs WHERE run_id = ?', [$run]); }
            return $l;
        });
    }
    static function og(Request $r): array { $a = Agent::find(strtolower($r->params['chat_id'])); if (!$a || $a['visibility'] === 'private' && (int)$a['user_id'] !== $r->uid()) invalid('chat_id', 'The selected chat_id is invalid.'); return ['title' => $a['name'], 'description' => $a['description'] ?? 'An agent on the platform', 'image' => null, 'url' => 'http://127.0.0.1:' . PORT . '/chats/' . $a['agent_id']]; }
    static function upsell(Request $r): array {
        return DB::tx(function () use ($r) {
            $a = Agent::findOrFail(strtolower($r->params['agent_id']), 'Agent'); if ((int)$a['user_id'] !== $r->uid()) abort(404, 'Agent not found.');
            $d = 'Get ' . $a['name'] . ': it answers at once and never sleeps.';
            if (!fault('upsell-description-not-saved')) Agent::update($a['agent_id'], ['upsell_description' => $d, 'updated_at' => DB::stamp()]);
            return Agent::show(['upsell_description' => $d] + Agent::find($a['agent_id']));
        });
    }
    static function slug(Request $r): array {
        $s = trim(preg_replace('/[^a-z0-9]+/', '-', strtolower((string)@iconv('UTF-8', 'ASCII//TRANSLIT//IGNORE', $r->input('name')))), '-'); if ($s === '') $s = 'agent'; $s = rtrim(substr($s, 0, 60), '-');
        $b = $s; for ($i = 2; !self::slugFree($s) && !fault('generated-slug-is-taken'); $i++) $s = "$b-$i";
        return ['slug' => $s];
    }
    static function slugCheck(Request $r): array { $s = $r->query['slug']; $free = preg_match('/^[a-z0-9]+(-[a-z0-9]+)*$/D', $s) && self::slugFree($s); return ['slug' => $s, 'available' => fault('slug-availability-turned-round') ? !$free : $free]; }
    static function vibe(Request $r): array { $a = Agent::find(strtolower($r->params['agent_id'])); if (!$a || $a['visibility'] === 'private' && (int)$a['user_id'] !== $r->uid()) invalid('agent_id', 'The selected agent_id is invalid.'); return ['service_name' => $r->query['service_name'], 'agent_id' => $a['agent_id'], 'prompt' => "Build with {$r->query['service_name']} a page for the agent \"{$a['name']}\". It works by this prompt: {$a['chat_prompt']}"]; }
    static function theme(Request $r): ?array { $a = self::readable($r, $r->params['agent_id']); return DB::one('SELECT agent_id, theme_color, created_at, updated_at FROM themes WHERE agent_id = ?', [$a['agent_id']]); }
    static function setTheme(Request $r): array {
        return DB::tx(function () use ($r) {
            $a = self::owned($r, $r->params['agent_id']); $c = $r->input('theme_color');
            if (!preg_match(fault('theme-color-regex-without-end') ? '/^#[0-9a-f]{6}/i' : '/^#[0-9a-f]{6}$/Di', $c)) abort(400, 'The theme color must look like #1a2b3c.');
            if (fault('theme-kept-per-user')) DB::all('DELETE FROM themes WHERE user_id = ? AND agent_id <> ?', [$r->uid(), $a['agent_id']]);
            $t = DB::stamp();
            DB::all('INSERT INTO themes (agent_id, user_id, theme_color, created_at, updated_at) VALUES (?,?,?,?,?) ON CONFLICT (agent_id) DO UPDATE SET theme_color = excluded.theme_color, updated_at = excluded.updated_at', [$a['agent_id'], $r->uid(), $c, $t, $t]);
            return DB::one('SELECT agent_id, theme_color, created_at, updated_at FROM themes WHERE agent_id = ?', [$a['agent_id']]);
        });
    }
}
final class FileController {
    const MAX = 10;
    static function list(string $id): array { return ['data' => AgentFile::many(DB::all('SELECT * FROM files WHERE agent_id = ? ORDER BY ' . (fault('files-ordered-by-name') ? 'name' : 'position, id'), [$id])), 'meta' => ['next_cursor' => null, 'per_page' => self::MAX]]; }
    static function index(Request $r): array { return self::list(AgentController::readable($r, $r->params['agent_id'])['agent_id']); }
    static function file(array $a, Request $r): array { $f = AgentFile::find(strtolower($r->params['file_id'])); if (!$f || $f['agent_id'] !== $a['agent_id'] && !fault('file-bound-without-agent')) abort(404, 'File not found.'); return $f; }
    static function show(Request $r): array { return AgentFile::show(self::file(AgentController::readable($r, $r->params['agent_id']), $r)); }
    static function store(Request $r): array {
        return DB::tx(function () use ($r) {
            $a = AgentController::owned($r, $r->params['agent_id']);
            if ((int)DB::val('SELECT count(*) FROM files WHERE agent_id = ?', [$a['agent_id']]) >= self::MAX + (fault('file-limit-off-by-one') ? 1 : 0)) abort(400, 'The agent has as many files as it may have.');
            $id = uuid4(); $t = DB::stamp(); $p = $r->input('position') ?? (int)DB::val('SELECT coalesce(max(position) + 1, 0) FROM files WHERE agent_id = ?', [$a['agent_id']]);
            DB::insert('files', ['file_id' => $id, 'agent_id' => $a['agent_id'], 'name' => $r->input('name'), 'content' => $r->input('content') ?? '', 'mime_type' => $r->input('mime_type') ?? 'text/plain', 'position' => $p, 'created_at' => $t, 'updated_at' => $t]);
            return AgentFile::show(AgentFile::find($id));
        });
    }
    static function patch(Request $r): array {
        return DB::tx(function () use ($r) {
            $f = self::file(AgentController::owned($r, $r->params['agent_id']), $r);
            $in = array_filter($r->data, fn($v) => fault('file-patch-drops-empty-values') ? (bool)$v : $v !== null);
            AgentFile::update($f['file_id'], AgentFile::fill($in) + ['updated_at' => DB::stamp()]);
            return AgentFile::show(AgentFile::find($f['file_id']));
        });
    }
    static function destroy(Request $r) { return DB::tx(function () use ($r) { $f = self::file(AgentController::owned($r, $r->params['agent_id']), $r); DB::all('DELETE FROM files WHERE file_id = ?', [$f['file_id']]); return fault('file-delete-answers-200') ? Response::json(200, ['data' => AgentFile::show($f)]) : new Response(204); }); }
    static function positions(Request $r): array {
        return DB::tx(function () use ($r) {
            $a = AgentController::owned($r, $r->params['agent_id']); $seen = [];
            foreach ($r->input('positions') as $p) {
                if (!$p instanceof stdClass || !is_uuid($p->file_id ?? null) || !is_int($p->position ?? null) || $p->position < 0) invalid('positions', 'Each entry needs a file_id and a position of 0 or more.');
                if (isset($seen[$p->position])) invalid('positions', 'A position stands twice.'); $seen[$p->position] = 1;
                $f = AgentFile::find(strtolower($p->file_id)); if (!$f || $f['agent_id'] !== $a['agent_id']) abort(404, 'File not found.');
                if (fault('position-zero-ignored') && !$p->position) continue;
                AgentFile::update($f['file_id'], ['position' => $p->position, 'updated_at' => DB::stamp()]);
            }
            return self::list($a['agent_id']);
        });
    }
}
final class StudioController {
    const D = ['title' => null, 'visibility' => 'public', 'agent_id' => null, 'messages' => [], 'pinned' => false];
    static function get(Request $r): array { return StudioChat::findOrFail($r->params['run_id'], 'Chat'); }
    static function owned(Request $r): array { $s = self::get($r); if ((int)$s['user_id'] !== $r->uid()) abort(403, 'This chat is not yours.'); return $s; }
    static function clean(array $in): array { foreach (['visibility', 'messages', 'pinned'] as $k) if (array_key_exists($k, $in) && $in[$k] === null) unset($in[$k]); return $in; }
    static function index(Request $r): array { return StudioChat::many(DB::all('SELECT * FROM studio_chats WHERE user_id = ?' . (fault('deleted-studio-chats-listed') ? '' : ' AND deleted_at IS NULL') . ' ORDER BY created_at DESC', [$r->uid()])); }
    static function insert(int $uid, string $id, array $in): array { $t = DB::stamp(); DB::insert('studio_chats', ['run_id' => $id, 'user_id' => $uid, 'created_at' => $t, 'updated_at' => $t] + StudioChat::fill($in + self::D)); return StudioChat::show(StudioChat::find($id)); }
    static function store(Request $r): array {
        return DB::tx(function () use ($r) {
            AgentController::sandbox($r, $r->input('visibility')); $id = $r->input('run_id') ?? uuid4();
            $old = DB::one('SELECT * FROM studio_chats WHERE run_id = ?', [$id]);
            if ($old && ($old['deleted_at'] !== null || (int)$old['user_id'] !== $r->uid())) { if (fault('existing-studio-chat-of-other-returned') && $old['deleted_at'] === null) return StudioChat::show($old); abort(409, 'A chat with this run_id exists.'); }
            return $old ? StudioChat::show($old) : self::insert($r->uid(), $id, self::clean($r->data));
        });
    }
    static function show(Request $r): array { $s = self::get($r); if ($s['visibility'] === 'private' && (int)$s['user_id'] !== $r->uid() && !fault('private-studio-chat-readable')) abort(403, 'You may not see this chat.'); return StudioChat::show($s); }
    static function replace(Request $r): array { return self::write($r, fault('studio-put-keeps-what-is-missing') ? [] : self::D); }
    static function patch(Request $r): array { return self::write($r, fault('studio-patch-resets-visibility') ? ['visibility' => 'public'] : []); }
    static function write(Request $r, array $rest): array {
        return DB::tx(function () use ($r, $rest) {
            $s = self::owned($r); if (!(fault('sandbox-patch-studio-private') && $r->method === 'PATCH')) AgentController::sandbox($r, $r->input('visibility'));
            if (($r->input('run_id') ?? $s['run_id']) !== $s['run_id']) invalid('run_id', 'The run_id cannot be changed.');
            StudioChat::update($s['run_id'], StudioChat::fill(self::clean($r->data) + $rest) + ['updated_at' => DB::stamp()]);
            return StudioChat::show(StudioChat::find($s['run_id']));
        });
    }
    static function destroy(Request $r): array { return DB::tx(function () use ($r) { $s = self::owned($r); $t = DB::stamp(); StudioChat::update($s['run_id'], ['deleted_at' => $t]); return StudioChat::show(['deleted_at' => $t] + $s); }); }
    static function clone(Request $r): Response {
        return DB::tx(function () use ($r) {
            $s = self::get($r); if ($s['visibility'] === 'private' && !(fault('private-studio-chat-cloned-by-owner') && (int)$s['user_id'] === $r->uid())) abort(400, 'Private chats cannot be cloned.');
            $v = StudioChat::show($s);
            return Response::json(fault('studio-clone-answers-200') ? 200 : 201, ['data' => self::insert($r->uid(), uuid4(), array_intersect_key($v, self::D))]);
        });
    }
}
