<?php
final class ToolController {
    const SETS = ['sea' => 'Tools about the sea', 'text' => 'Tools for texts', 'computer' => 'The virtual computer', 'notifier' => 'Push notifications to devices and people'];
    static function list(Request $r): array { return array_values(array_map(fn($t) => Catalog::mcp($t), Catalog::all())); }
    static function index(Request $r): array { return array_values(array_map(fn($t) => Catalog::public($t), Catalog::all())); }
    static function show(Request $r): array { return Catalog::public(Catalog::all()[$r->params['tool_id']] ?? abort(404, 'The tool does not exist.')); }
    static function search(Request $r): array {
        $q = $r->query; $words = array_filter(preg_split('/[\s_]+/u', strtolower($q['q'])), fn($w) => $w !== ''); $o = [];
        foreach (Catalog::all() as $t) {
            if (($q['toolkit'] ?? null) !== null && $t['toolset'] !== $q['toolkit'] && !fault('search-toolkit-ignored')) continue;
            $sum = 0.0; $name = strtolower($t['name']); $desc = strtolower($t['description']);
            foreach ($words as $w) $sum += str_contains($name, $w) ? 1.0 : (str_contains($desc, $w) ? 0.5 : (fault('search-percent-matches-all') && $w === '%' ? 1.0 : 0.0));
            $score = $words ? round($sum / count($words), 4) : 0.0;
            if ($score > 0 && $score >= $q['min_score'] || $q['min_score'] == 0) $o[] = Catalog::mcp($t) + ['score' => $score];
        }
        usort($o, fn($a, $b) => $b['score'] <=> $a['score'] ?: strcmp($a['name'], $b['name']));
        return array_slice($o, 0, fault('search-default-limit-10') && !str_contains($r->target, 'limit') ? 10 : $q['limit']);
    }
    static function run(Request $r): array {
        $t = Catalog::all()[$r->params['tool_name']] ?? abort(404, 'The tool was not found.');
        $at = microtime(true); $in = $r->data; $err = null; $out = null;
        try {
            Catalog::check($t, $in);
            if ($t['toolset'] === 'notifier' && !$r->user['connected']) abort(400, 'The notification service is not connected: connect it in the dashboard.');
            $out = DB::tx(fn() => match ($t['name']) {
                'read_tide_table' => Catalog::tide($in),
                'count_words' => ['words' => count(preg_split('/\s+/u', $in['text'], -1, PREG_SPLIT_NO_EMPTY)), 'characters' => fault('characters-counted-as-bytes') ? strlen($in['text']) : utf8_len($in['text'])],
                'echo_text' => ['text' => $in['text'] ?? ''],
                'code_interpreter' => ['stdout' => '', 'exit_code' => 0, 'lines' => substr_count($in['code'], "\n") + 1],
                default => Notifier::call(substr($t['name'], 9), $in, $r->user),
            });
        } catch (HttpError $e) { $err = $e; }
        $log = DB::tx(fn() => DB::insert('executions', ['user_id' => $r->uid(), 'tool_name' => $t['name'], 'service_id' => $r->query['service_id'], 'service_id_namespace' => $r->query['service_id_namespace'], 'input' => js((object)$in), 'output' => js($err ? ['error' => $err->getMessage()] : $out), 'status' => $err ? 'failed' : 'succeeded', 'duration_ms' => (int)((microtime(true) - $at) * 1000), 'created_at' => DB::stamp()]));
        if ($err) throw $err;
        return ['tool_name' => $t['name'], 'is_error' => false, 'content' => [['type' => 'text', 'text' => js($out)]], 'structured_content' => $out, 'service_id' => $r->query['service_id'], 'service_id_namespace' => $r->query['service_id_namespace'], 'log_id' => $log];
    }
    static function sets(Request $r): array { $o = []; foreach (self::SETS as $n => $d) $o[] = ['toolset_name' => $n, 'description' => $d, 'tools' => array_keys(array_filter(Catalog::all(), fn($t) => $t['toolset'] === $n))]; return $o; }
    static function set(Request $r): array { $n = $r->params['toolset_name']; if (!isset(self::SETS[$n]) && !fault('unknown-toolset-is-empty')) abort(404, 'Toolset not found.'); $x = array_filter(Catalog::all(), fn($t) => $t['toolset'] === $n); return ['toolset_name' => $n, 'description' => self::SETS[$n] ?? '', 'tools' => array_values(array_map(fn($t) => Catalog::mcp($t), $x))]; }
    static function userTool(array $u): array { $t = Catalog::all()[$u['tool_id']]; return ['tool_id' => $u['tool_id'], 'name' => $t['name'], 'description' => $t['description'], 'toolset' => $t['toolset'], 'installed_at' => $u['created_at']]; }
    static function installed(Request $r): array { return array_map(fn($u) => self::userTool($u), DB::all('SELECT * FROM user_tools WHERE user_id = ? ORDER BY id', [$r->uid()])); }
    static function install(Request $r): array { return DB::tx(function () use ($r) { $id = $r->input('tool_id'); if (!isset(Catalog::all()[$id])) abort(409, 'The tool cannot be installed.'); if (DB::one('SELECT 1 FROM user_tools WHERE user_id = ? AND tool_id = ?', [$r->uid(), $id])) abort(409, 'The tool is installed already.'); $t = DB::stamp(); DB::insert('user_tools', ['user_id' => $r->uid(), 'tool_id' => $id, 'created_at' => $t]); return ['tool_id' => $id, 'installed_at' => $t]; }); }
    static function userOne(Request $r): array { return DB::one('SELECT * FROM user_tools WHERE user_id = ? AND tool_id = ?', [$r->uid(), $r->params['tool_id']]) ?? abort(404, 'The tool is not installed.'); }
    static function userShow(Request $r): array { return self::userTool(self::userOne($r)); }
    static function uninstall(Request $r): array { return DB::tx(function () use ($r) { $u = self::userOne($r); if (!fault('uninstalled-tool-stays')) DB::all('DELETE FROM user_tools WHERE tool_id = ?' . (fault('uninstall-for-everybody') ? ' AND ? > 0' : ' AND user_id = ?'), [$u['tool_id'], $r->uid()]); return ['tool_id' => $u['tool_id'], 'installed_at' => $u['created_at']]; }); }
}
final class BundleController {
    static function tool(array $x): array { return ['bundle_id' => $x['bundle_id'], 'tool_id' => $x['tool_id'], 'added_at' => $x['created_at']]; }
    static function toolRows(int $id): array { return array_map(fn($x) => self::tool($x), DB::all('SELECT * FROM bundle_tools WHERE bundle_id = ? ORDER BY id', [$id])); }
    static function row(array $b): array { return ['bundle_id' => $b['id'], 'name' => $b['name'], 'description' => $b['description'], 'created_at' => $b['created_at'], 'updated_at' => $b['updated_at']]; }
    static function full(array $b): array { return self::row($b) + ['tools' => self::toolRows((int)$b['id'])]; }
    static function get(Request $r): ?array { $b = Bundle::find((int)$r->params['bundle_id']); return $b && ((int)$b['user_id'] === $r->uid() || fault('bundle-of-other-user')) ? $b : null; }
    static function must(Request $r): array { return self::get($r) ?? abort(404, 'Bundle not found.'); }
    static function index(Request $r): array { return array_map(fn($b) => ['bundle_id' => $b['id'], 'name' => $b['name'], 'tool_count' => (int)$b['n']], DB::all('SELECT b.*, (SELECT count(*) FROM bundle_tools t' . (fault('bundle-count-of-all') ? '' : ' WHERE t.bundle_id = b.id') . ') n FROM bundles b WHERE user_id = ? ORDER BY id', [$r->uid()])); }
    static function store(Request $r): array { return DB::tx(function () use ($r) { $t = DB::stamp(); $id = DB::insert('bundles', ['user_id' => $r->uid(), 'name' => 'New bundle', 'description' => null, 'created_at' => $t, 'updated_at' => $t]); return self::full(Bundle::find($id)); }); }
    static function show(Request $r): array { return self::full(self::must($r)); }
    static function update(Request $r): array {
        return DB::tx(function () use ($r) {
            $b = self::get($r) ?? abort(409, 'The bundle could not be updated.'); $in = [];
            foreach (['name', 'description'] as $k) if ($r->has($k) && !($k === 'name' && $r->input($k) === null)) $in[$k] = $r->input($k);
            if ($r->input('tools') !== null) { $ids = array_values(array_unique($r->input('tools'))); foreach ($ids as $t) if (!isset(Catalog::all()[$t])) abort(409, "There is no tool $t."); DB::all('DELETE FROM bundle_tools WHERE bundle_id = ?', [$b['id']]); foreach ($ids as $t) DB::insert('bundle_tools', ['bundle_id' => $b['id'], 'tool_id' => $t, 'created_at' => DB::stamp()]); }
            Bundle::update($b['id'], $in + ['updated_at' => DB::stamp()]);
            return self::full(Bundle::find($b['id']));
        });
    }
    static function destroy(Request $r): array { return DB::tx(function () use ($r) { $b = self::must($r); DB::all('DELETE FROM bundle_tools WHERE bundle_id = ?', [$b['id']]); DB::all('DELETE FROM bundles WHERE id = ?', [$b['id']]); return self::row($b); }); }
    static function tools(Request $r): array { $b = self::get($r); return $b ? self::toolRows((int)$b['id']) : []; }
    static function addTool(Request $r): array {
        return DB::tx(function () use ($r) {
            $b = self::must($r); $id = $r->input('tool_id'); if (!isset(Catalog::all()[$id])) abort(404, 'Tool not found.');
            if (fault('bundle-tool-added-twice') || !DB::one('SELECT 1 FROM bundle_tools WHERE bundle_id = ? AND tool_id = ?', [$b['id'], $id])) DB::insert('bundle_tools', ['bundle_id' => $b['id'], 'tool_id' => $id, 'created_at' => DB::stamp()]);
            return self::tool(DB::one('SELECT * FROM bundle_tools WHERE bundle_id = ? AND tool_id = ?', [$b['id'], $id]));
        });
    }
    static function removeTool(Request $r): array { return DB::tx(function () use ($r) { $b = self::must($r); $x = DB::one('SELECT * FROM bundle_tools WHERE bundle_id = ? AND tool_id = ?', [$b['id'], $r->params['tool_id']]) ?? abort(404, 'Tool not found.'); fault('bundle-tool-removal-empties-bundle') ? DB::all('DELETE FROM bundle_tools WHERE bundle_id = ?', [$b['id']]) : DB::all('DELETE FROM bundle_tools WHERE bundle_id = ? AND tool_id = ?', [$b['id'], $x['tool_id']]); return self::tool($x); }); }
}
