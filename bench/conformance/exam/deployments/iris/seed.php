<?php
declare(strict_types=1);
require __DIR__ . '/lib.php';
db()->exec("
CREATE TABLE users(id INTEGER PRIMARY KEY, email TEXT, name TEXT, tier TEXT, credits INTEGER, notifier INTEGER);
CREATE TABLE agents(id TEXT PRIMARY KEY, owner INTEGER, name TEXT, prompt TEXT, about TEXT, access TEXT, handle TEXT, upsell TEXT, price INTEGER, feedback INTEGER DEFAULT 0, created INTEGER, updated INTEGER, deleted INTEGER DEFAULT 0);
CREATE TABLE files(seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT UNIQUE, agent TEXT, name TEXT, media TEXT, content TEXT, pos INTEGER, created INTEGER);
CREATE TABLE themes(agent TEXT PRIMARY KEY, color TEXT, updated INTEGER);
CREATE TABLE runs(id TEXT PRIMARY KEY, agent TEXT, owner INTEGER, kind TEXT, created INTEGER UNIQUE);
CREATE INDEX runs_owner ON runs(owner, created);
CREATE TABLE messages(run TEXT, pos INTEGER, role TEXT, content TEXT, created INTEGER, PRIMARY KEY(run,pos));
CREATE TABLE runlogs(seq INTEGER PRIMARY KEY AUTOINCREMENT, run TEXT, event TEXT, detail TEXT, created INTEGER);
CREATE INDEX runlogs_run ON runlogs(run);
CREATE TABLE mcplogs(seq INTEGER PRIMARY KEY AUTOINCREMENT, run TEXT, server TEXT, tool TEXT, input TEXT, output TEXT, created INTEGER);
CREATE TABLE jobs(id INTEGER PRIMARY KEY AUTOINCREMENT, run TEXT, kind TEXT, state TEXT, ends INTEGER, looks INTEGER DEFAULT 0);
CREATE TABLE execs(id INTEGER PRIMARY KEY AUTOINCREMENT, owner INTEGER, tool TEXT, input TEXT, output TEXT, service TEXT, ns TEXT, created INTEGER UNIQUE);
CREATE TABLE subs(agent TEXT, owner INTEGER, state TEXT, provider TEXT, created INTEGER, PRIMARY KEY(agent,owner));
CREATE TABLE checkouts(id TEXT PRIMARY KEY, owner INTEGER, agent TEXT, created INTEGER);
CREATE TABLE studio(run_id TEXT PRIMARY KEY, owner INTEGER, title TEXT, note TEXT, sharing TEXT, origin TEXT, created INTEGER, updated INTEGER, deleted INTEGER DEFAULT 0);
CREATE TABLE apikeys(id INTEGER PRIMARY KEY AUTOINCREMENT, owner INTEGER, label TEXT, secret TEXT UNIQUE, is_default INTEGER, created INTEGER, gone INTEGER DEFAULT 0);
CREATE TABLE earned(seq INTEGER PRIMARY KEY AUTOINCREMENT, owner INTEGER, agent TEXT, day TEXT, cents INTEGER, event TEXT);
CREATE TABLE joined(seq INTEGER PRIMARY KEY AUTOINCREMENT, owner INTEGER, day TEXT, n INTEGER);
CREATE TABLE events(id TEXT PRIMARY KEY, kind TEXT, created INTEGER);
CREATE TABLE bundles(id INTEGER PRIMARY KEY AUTOINCREMENT, owner INTEGER, title TEXT, created INTEGER, gone INTEGER DEFAULT 0);
CREATE TABLE bundle_tools(seq INTEGER PRIMARY KEY AUTOINCREMENT, bundle INTEGER, tool TEXT, created INTEGER);
CREATE TABLE cli(id TEXT PRIMARY KEY, jwt TEXT, owner INTEGER, state TEXT, created INTEGER);
CREATE TABLE schedules(seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT UNIQUE, owner INTEGER, chat TEXT, cron TEXT, prompt TEXT, enabled INTEGER, created INTEGER, gone INTEGER DEFAULT 0);
CREATE TABLE utools(seq INTEGER PRIMARY KEY AUTOINCREMENT, owner INTEGER, tool TEXT, created INTEGER);
CREATE TABLE vipcodes(code TEXT PRIMARY KEY, owner INTEGER);
CREATE TABLE vipuses(seq INTEGER PRIMARY KEY AUTOINCREMENT, code TEXT, user INTEGER, created INTEGER);
CREATE TABLE n_items(seq INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT, iden TEXT UNIQUE, owner INTEGER, active INTEGER, doc TEXT, created REAL, modified REAL);
CREATE INDEX n_owner ON n_items(owner, kind);
CREATE TABLE n_wipes(seq INTEGER PRIMARY KEY AUTOINCREMENT, owner INTEGER, due INTEGER, upto INTEGER, done INTEGER);
");
begin();
foreach ([[1, 'mara@iris.example', 'Mara Quay', 'maker', 100000, 1], [2, 'odo@iris.example', 'Odo Finch', 'maker', 5000, 1], [3, 'pia@iris.example', 'Pia Sand', 'sandbox', 50, 0], [4, 'seller@iris.example', 'Sel Ler', 'studio', 900, 0], [5, 'sixt@iris.example', 'Six T', 'maker', null, 0]] as $u)
    q('INSERT INTO users VALUES(?,?,?,?,?,?)', $u);
$now = now_us(); $day = 86400000000;
foreach ([
    ['a1000000-0000-4000-8000-000000000001', 1, 'Harbour clerk', 'You answer sailors politely.', 'public', 'harbour-clerk', 0],
    ['a1000000-0000-4000-8000-000000000002', 1, 'Surveyor', 'You survey the sea bed.', 'public', null, 0],
    ['a1000000-0000-4000-8000-000000000003', 1, 'Pilot school', 'You teach pilots for money.', 'public', 'pilot-school', 900],
    ['a4000000-0000-4000-8000-000000000001', 4, 'Star reader', 'You read the stars.', 'public', 'star-reader', 1200],
    ['a4000000-0000-4000-8000-000000000002', 4, 'Knot teacher', 'You explain knots.', 'public', 'knot-teacher', 0],
    ['a4000000-0000-4000-8000-000000000003', 4, 'Storm watch', 'You watch storms.', 'public', null, 700],
    ['a4000000-0000-4000-8000-000000000004', 4, 'Reef guide', 'You guide through reefs.', 'public', null, 500],
    ['a4000000-0000-4000-8000-000000000005', 4, 'Secret ledger', 'You keep the secret ledger shut.', 'private', 'secret-ledger', 0],
] as $i => $a)
    q('INSERT INTO agents(id,owner,name,prompt,about,access,handle,upsell,price,created,updated) VALUES(?,?,?,?,?,?,?,NULL,?,?,?)', [$a[0], $a[1], $a[2], $a[3], '', $a[4], $a[5], $a[6], $now - 40 * $day + $i, $now - 40 * $day + $i]);
foreach (['a4000000-0000-4000-8000-000000000003', 'a4000000-0000-4000-8000-000000000004'] as $i => $a) q('INSERT INTO subs VALUES(?,1,?,?,?)', [$a, 'active', 'psub_' . ($i + 1), $now - 30 * $day]);
foreach ([[1, 'first', 'iris_key_mara_5f0c2b77a1d94e60', 1], [2, 'first', 'iris_key_odo_91be44c07d3a4f18', 1], [3, 'first', 'iris_key_pia_17aa20fd66b24c93', 1], [4, 'first', 'iris_key_seller_0d2e', 1]] as $k)
    q('INSERT INTO apikeys(owner,label,secret,is_default,created) VALUES(?,?,?,?,?)', [...$k, $now - 40 * $day]);
for ($i = 0; $i < 44; $i++) {
    $us = $now - (44 - $i) * 3600000000;
    $id = uuid();
    q('INSERT INTO runs VALUES(?,?,1,?,?)', [$id, 'a1000000-0000-4000-8000-000000000001', 'call', $us]);
    q('INSERT INTO messages VALUES(?,1,?,?,?)', [$id, 'user', "Old question $i", $us]);
    q('INSERT INTO messages VALUES(?,2,?,?,?)', [$id, 'assistant', "Old answer $i", $us]);
    q('INSERT INTO runlogs(run,event,detail,created) VALUES(?,?,?,?)', [$id, 'started', 'text', $us]);
    q('INSERT INTO execs(owner,tool,input,output,service,ns,created) VALUES(1,?,?,?,?,?,?)', ['count_words', '{"text":"old words"}', '{"words":2}', 'default', 'global', $us]);
}
for ($i = 0; $i < 3; $i++) {
    $id = uuid();
    q('INSERT INTO runs VALUES(?,?,2,?,?)', [$id, 'a1000000-0000-4000-8000-000000000001', 'call', $now - $i * 7000000 - 77]);
    q('INSERT INTO execs(owner,tool,input,output,service,ns,created) VALUES(2,?,?,?,?,?,?)', ['reverse_text', '{"text":"abc"}', '{"text":"cba"}', 'default', 'global', $now - $i * 7000000 - 77]);
}
for ($d = 0; $d < 120; $d++) {
    $date = gmdate('Y-m-d', time() - $d * 86400);
    if ($d % 3 === 0) q('INSERT INTO earned(owner,agent,day,cents) VALUES(1,?,?,?)', ['a1000000-0000-4000-8000-000000000003', $date, 900]);
    if ($d % 9 === 0) q('INSERT INTO joined(owner,day,n) VALUES(1,?,1)', [$date]);
}
foreach ([['LANTERN-2026', 4], ['MARA-OWN-2026', 1], ['BEACON-2026', 4], ['ODO-OWN-2026', 2]] as $c) q('INSERT INTO vipcodes VALUES(?,?)', $c);
q('INSERT INTO vipuses(code,user,created) VALUES(?,?,?)', ['BEACON-2026', 2, $now]);
q('INSERT INTO bundles(owner,title,created) VALUES(1,?,?)', ['First bundle', $now]);
q('INSERT INTO bundle_tools(bundle,tool,created) VALUES(1,?,?)', ['105', $now]);
commit();
