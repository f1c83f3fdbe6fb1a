<?php
final class Catalog {
    static ?array $tools = null;
    static function p(string $type, string $d = '', array $more = []): array { return ['type' => $type] + ($d !== '' ? ['description' => $d] : []) + $more; }
    static function add(string $name, string $set, string $desc, array $props, array $req = []): void { self::$tools[$name] = ['tool_id' => $name, 'name' => $name, 'toolset' => $set, 'description' => $desc, 'props' => $props, 'required' => $req]; }
    static function all(): array {
        if (self::$tools !== null) return self::$tools;
        self::$tools = []; $s = self::p('string'); $b = self::p('boolean'); $n0 = self::p('integer', '', ['minimum' => 0]); $lim = self::p('integer', '', ['minimum' => 1, 'maximum' => 500, 'default' => 500]);
        self::add('read_tide_table', 'sea', 'Reads the tide table of a port', ['port' => self::p('string', 'Name of the port', ['minLength' => 1])], ['port']);
        self::add('count_words', 'text', 'Counts the words and characters of a text', ['text' => $s], ['text']);
        self::add('echo_text', 'text', 'Gives back what it was given', ['text' => $s]);
        self::add('code_interpreter', 'computer', 'Runs code on the virtual computer', ['code' => $s, 'background' => $b], ['code']);
        $N = fn($op, $d, $p, $q = []) => self::add("NOTIFIER_$op", 'notifier', $d, $p, $q);
        $N('CREATE_CHAT', 'Create a chat with an email address', ['email' => $s], ['email']);
        $N('CREATE_DEVICE', 'Register a device', ['icon' => $s, 'model' => $s, 'has_sms' => $b, 'nickname' => $s, 'push_token' => $s, 'app_version' => $n0, 'manufacturer' => $s], ['model', 'nickname', 'app_version', 'manufacturer']);
        $N('CREATE_PUSH', 'Send a push (note, link or file) to a device, user, channel or client', ['type' => self::p('string', '', ['enum' => ['note', 'link', 'file']])] + array_fill_keys(['url', 'body', 'guid', 'email', 'title', 'file_url', 'file_name', 'file_type', 'channel_tag', 'client_iden', 'device_iden', 'source_device_iden'], $s), ['type']);
        $N('DELETE_ALL_PUSHES', 'Delete all pushes of the user asynchronously', []);
        $N('DELETE_CHAT', 'Delete a chat', ['iden' => $s], ['iden']);
        $N('DELETE_DEVICE', 'Delete a device', ['device_iden' => $s], ['device_iden']);
        $N('DELETE_PUSH', 'Delete a push', ['iden' => $s], ['iden']);
        $N('GET_USER', 'Get the profile of the authenticated user', []);
        $N('LIST_CHATS', 'List chats', ['limit' => $lim, 'cursor' => $s]);
        $N('LIST_DEVICES', 'List devices', []);
        $N('LIST_PUSHES', 'List pushes', ['limit' => $lim, 'active' => $b, 'cursor' => $s, 'modified_after' => self::p('number', 'UNIX timestamp')]);
        $N('UPDATE_CHAT', 'Mute or unmute a chat', ['iden' => $s, 'muted' => $b], ['iden', 'muted']);
        $N('UPDATE_DEVICE', 'Update device metadata', ['iden' => $s, 'icon' => $s, 'model' => $s, 'has_sms' => $b, 'nickname' => $s, 'push_token' => $s, 'app_version' => $n0, 'manufacturer' => $s], ['iden']);
        $N('UPDATE_PUSH', 'Dismiss a push or change list items', ['iden' => $s, 'items' => self::p('array', '', ['items' => ['type' => 'object', 'properties' => ['text' => $s, 'checked' => $b], 'required' => ['text', 'checked']]]), 'dismissed' => $b], ['iden']);
        $N('UPLOAD_REQUEST', 'Get a signed upload URL before pushing a file', ['file_name' => $s, 'file_type' => $s], ['file_name', 'file_type']);
        return self::$tools;
    }
    static function schema(array $t): array { return ['type' => 'object', 'properties' => (object)$t['props'], 'required' => $t['required'], 'additionalProperties' => false]; }
    static function mcp(array $t): array { return ['name' => $t['name'], 'description' => $t['description'], 'inputSchema' => self::schema($t)]; }
    static function public(array $t): array { return ['tool_id' => $t['tool_id'], 'name' => $t['name'], 'description' => $t['description'], 'toolset' => $t['toolset'], 'input_schema' => self::schema($t)]; }
    static function value(string $f, $v, array $s): void {
        $ok = match ($s['type']) { 'string' => is_string($v), 'integer' => is_int($v), 'number' => is_int($v) || is_float($v), 'boolean' => is_bool($v), 'array' => is_array($v), 'object' => $v instanceof stdClass };
        if (!$ok) abort(400, "The parameter $f must be of type {$s['type']}.");
        if (isset($s['enum']) && !in_array($v, $s['enum'], true)) abort(400, "The parameter $f is none of " . implode(', ', $s['enum']) . '.');
        if (isset($s['minimum']) && $v < $s['minimum'] || isset($s['maximum']) && $v > $s['maximum'] && !(fault('list-limit-501-accepted') && $v < 1000) || isset($s['minLength']) && utf8_len($v) < $s['minLength']) abort(400, "The parameter $f is out of its bounds.");
        if ($s['type'] === 'array') foreach ($v as $x) { if (!$x instanceof stdClass) abort(400, "The parameter $f must hold objects."); foreach ($s['items']['required'] as $k) if (!property_exists($x, $k)) abort(400, "An entry of $f lacks $k."); foreach ($s['items']['properties'] as $k => $q) self::value("$f.$k", $x->$k, $q); }
    }
    static function check(array $t, array $in): void {
        foreach ($t['required'] as $k) if (!array_key_exists($k, $in) || $in[$k] === null) { if (fault('required-parameter-not-checked') && $k === 'manufacturer') continue; abort(400, "The parameter $k is required."); }
        foreach ($in as $k => $v) { if (!isset($t['props'][$k])) abort(400, "There is no parameter $k."); self::value((string)$k, $v, $t['props'][$k]); }
    }
    static function tide(array $in): array { return ['port' => $in['port'], 'station_code' => 'UKHO-0183-K', 'high' => ['14:05', '02:31'], 'low' => ['08:12', '20:40']]; }
}
