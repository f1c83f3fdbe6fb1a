#!/usr/bin/perl
# One deployment of the Agent Workers Platform: Perl 5.36, Mojolicious, all state in memory.
use v5.36;
use utf8;
no warnings qw(experimental::builtin);
use builtin qw(created_as_number);
use FindBin;
use lib $FindBin::Bin;
use Mojolicious;
use Mojo::IOLoop;
use Mojo::Server::Daemon;
use Mojo::Util qw(url_escape b64_encode b64_decode encode);
use Cpanel::JSON::XS ();
use Crypt::JWT qw(encode_jwt decode_jwt);
use Digest::SHA qw(hmac_sha256_hex);
use Encode ();
use Time::HiRes ();
use Time::Local qw(timegm_modern);
use POSIX qw(strftime);

our $PORT  = shift // 9400;
our $FAULT = $ENV{FAULT} // '';
sub on ($id) { $FAULT eq $id }

my $JSON = Cpanel::JSON::XS->new->utf8->canonical->allow_nonref;
sub T { Cpanel::JSON::XS::true() }
sub F { Cpanel::JSON::XS::false() }
sub bool ($v) { $v ? T : F }
sub clone ($v) { $JSON->decode($JSON->encode($v)) }

# ---------------------------------------------------------------- time and ids
my $last_us = 0;
sub now_us {
  my $t = int(Time::HiRes::time() * 1e6);
  $t = $last_us + 1 if $t <= $last_us;
  return $last_us = $t;
}
sub iso ($us) {
  return undef unless defined $us;
  return strftime('%Y-%m-%dT%H:%M:%S', gmtime(int($us / 1e6))) . sprintf('.%06d+00:00', $us % 1_000_000);
}
sub parse_iso ($s) {
  return undef unless $s =~ /^(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?(Z|z|[+\- ]\d\d:?\d\d)?$/a;
  my ($Y, $M, $D, $h, $m, $sec, $fr, $z) = ($1, $2, $3, $4, $5, $6 // 0, $7 // '', $8 // 'Z');
  my $t = eval { timegm_modern($sec, $m, $h, $D, $M - 1, $Y) };
  return undef unless defined $t;
  if ($z =~ /^([+\- ])(\d\d):?(\d\d)$/) { my $o = ($2 * 60 + $3) * 60; $t -= $1 eq '-' ? -$o : $o }
  return $t * 1_000_000 + substr($fr . '000000', 0, 6);
}
sub rnd ($n) {
  open my $fh, '<:raw', '/dev/urandom' or die $!;
  read($fh, my $b, $n);
  return $b;
}
sub uuid {
  my @b = unpack 'C16', rnd(16);
  $b[6] = $b[6] & 0x0f | 0x40;
  $b[8] = $b[8] & 0x3f | 0x80;
  return sprintf '%02x%02x%02x%02x-%02x%02x-%02x%02x-%02x%02x-%02x%02x%02x%02x%02x%02x', @b;
}
my @A = ('a' .. 'z', '0' .. '9', 'A' .. 'Z');
sub short ($n = 10) { join '', map { $A[$_ % 62] } unpack 'C*', rnd($n) }
my $UUID = qr/^[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$/;

# ---------------------------------------------------------------- errors
my %TITLE = (
  400 => 'Bad request', 401 => 'Not authenticated', 402 => 'Already subscribed', 403 => 'Forbidden', 404 => 'Not found',
  405 => 'Method not allowed', 409 => 'Conflict', 422 => 'Validation failed', 500 => 'Internal error', 503 => 'Unavailable'
);
sub fail ($status, $detail, %more) { die {status => $status, detail => $detail, %more} }
sub invalid ($at, $msg) { fail(422, $msg, errors => [{pointer => $at, message => $msg}]) }
sub problem ($c, $e) {
  my $s = $e->{status};
  my $h = $c->res->headers;
  $h->header('WWW-Authenticate' => 'Bearer realm="acorn"') if $s == 401;
  $h->header($_ => $e->{headers}{$_}) for keys %{$e->{headers} // {}};
  my $b = {type => "https://acorn.example/problems/$s", title => $TITLE{$s} // 'Error', status => $s + 0, detail => $e->{detail},
    instance => $c->req->url->path->to_string};
  $b->{errors} = $e->{errors} if $e->{errors};
  send_json($c, $b, $s, 'application/problem+json');
}
sub send_json ($c, $data, $status = 200, $type = undef) {
  $type //= ref $data eq 'HASH' && $data->{_links} ? 'application/hal+json' : 'application/json';
  $c->res->headers->content_type($type);
  $c->render(data => $JSON->encode($data), status => $status);
}
sub guard ($c, $cb) {
  return if eval { $cb->(); 1 };
  my $e = $@;
  if (ref $e eq 'HASH') { problem($c, $e) }
  else { print STDERR "error: $e\n"; problem($c, {status => 500, detail => 'Something went wrong here.'}) }
}
sub later ($c, $sec, $cb) {
  $c->render_later;
  my $tx = $c->tx;
  Mojo::IOLoop->timer($sec => sub { my $keep = $tx; guard($c, $cb) });
}

# ---------------------------------------------------------------- input
sub is_num ($v) { defined $v && !ref $v && created_as_number($v) }
sub is_int ($v) { is_num($v) && $v == int($v) && abs($v) < 9e15 }
sub is_str ($v) { defined $v && !ref $v && !created_as_number($v) }
sub is_bool ($v) { ref $v && Cpanel::JSON::XS::is_bool($v) }
sub raw_json ($c, $optional = 0) {
  my $raw = $c->req->body;
  if ($raw eq '') { return undef if $optional; invalid('', 'A JSON body is needed.') }
  my $v;
  eval { $v = $JSON->decode($raw); 1 } or invalid('', 'The body is not valid JSON.');
  return $v;
}
sub body ($c, $optional = 0) {
  my $v = raw_json($c, $optional);
  return undef if $optional && !defined $v;
  invalid('', 'The body must be a JSON object.') unless ref $v eq 'HASH';
  return $v;
}
# spec: name => 'type' | 'type!' (needed) | 'type?' (null is a value)
sub take ($b, %spec) {
  my %out;
  for my $k (sort keys %spec) {
    my ($t, $flag) = $spec{$k} =~ /^(.*?)([!?]?)$/;
    if (!exists $b->{$k} || (!defined $b->{$k} && $flag ne '?')) {
      invalid("/$k", "$k is needed.") if $flag eq '!';
      next;
    }
    my $v = $b->{$k};
    if (!defined $v) { $out{$k} = undef; next }
    my $ok =
        $t eq 'str'  ? is_str($v)
      : $t eq 'str+' ? is_str($v) && length $v
      : $t eq 'int'  ? is_int($v)
      : $t eq 'num'  ? is_num($v)
      : $t eq 'bool' ? is_bool($v)
      : $t eq 'uuid' ? is_str($v) && $v =~ $UUID
      : $t eq 'arr'  ? ref $v eq 'ARRAY'
      : $t eq 'obj'  ? ref $v eq 'HASH'
      : $t =~ /\|/   ? is_str($v) && (grep { $_ eq $v } split /\|/, $t)
      :                1;
    invalid("/$k", "$k is not a valid $t.") unless $ok;
    $out{$k} = $v;
  }
  return \%out;
}
sub query ($c, $name) { my $v = $c->req->query_params->every_param($name); return @$v ? $v->[-1] : undef }
sub q_int ($c, $name, $def, $min, $max) {
  my $v = query($c, $name);
  return $def unless defined $v;
  invalid("?$name", "$name must be an integer.") unless $v =~ /^[+-]?\d{1,15}$/a;
  invalid("?$name", "$name must be at least $min.") if $v < $min;
  invalid("?$name", "$name must be at most $max.") if defined $max && $v > $max;
  return $v + 0;
}

# ---------------------------------------------------------------- state
my $SECRET = 'acorn-signing-secret-2b8f6f0a6c1d4e7f9035';
my $HOOK   = 'acorn-payments-secret';
my (%users, %agents, %files, %runs, %studio, %keys, %keyval, %bundles, %schedules, %cli, %subs, %redeemed, %execs, %notif, %installed, %credits, %feedback);
my ($next_key, $next_bundle, $next_log) = (1, 101, 5001);

sub jwt_for ($uid) {
  encode_jwt(payload => qq({"exp":4102444800,"iat":1735689600,"iss":"acorn","sub":"$uid"}), key => $SECRET, alg => 'HS256', extra_headers => {typ => 'JWT'});
}
sub user_of_jwt ($c, $lax = 0) {
  my $h = $c->req->headers->authorization // '';
  my ($tok) = $h =~ /^Bearer +(\S+)$/i or return undef;
  my $p = eval { decode_jwt(token => $tok, key => $SECRET, accepted_alg => 'HS256', verify_exp => 1) };
  if (!$p && $lax) { $p = eval { $JSON->decode(Mojo::Util::b64_decode((split /\./, $tok)[1] =~ tr{-_}{+/}r)) } }
  return undef unless ref $p eq 'HASH';
  return $users{$p->{sub} // ''};
}
sub user_of_key ($c) {
  my $h = $c->req->headers->authorization // '';
  my ($tok) = $h =~ /^Bearer +(\S+)$/i or return undef;
  my $k = $keyval{$tok} or return undef;
  return undef if $k->{deleted} && !on('w_deleted_key_works');
  return $users{$k->{owner}};
}
sub add_key ($owner, $label, $value = undef) {
  my $k = {id => $next_key++, owner => $owner, label => $label, value => $value // 'awk_' . short(32), default => 0, created => now_us()};
  $k->{default} = 1 unless grep { $_->{owner} eq $owner && $_->{default} } values %keys;
  $keys{$k->{id}} = $k;
  $keyval{$k->{value}} = $k;
  return $k;
}
sub add_agent ($owner, %f) {
  my $t = now_us();
  my $ag = {id => uuid(), owner => $owner, title => 'Untitled', description => '', chat_prompt => '', visibility => 'public', slug => undef, upsell => undef,
    price => undef, theme => undef, created => $t, updated => $t, %f};
  $agents{$ag->{id}} = $ag;
  return $ag;
}

my $OWN = 'u_7Kq2ma';
my $OTH = 'u_3xVb9c';
my $SBX = 'u_Zp04wd';
$users{$_->[0]} = {id => $_->[0], name => $_->[1], email => $_->[2], tier => $_->[3], created => 1735689600000000}
  for [$OWN, 'Alma Reyes', 'alma@acorn.example', 'pro'], [$OTH, 'Boris Lind', 'boris@acorn.example', 'pro'],
  [$SBX, 'Sasha Noor', 'sasha@acorn.example', 'sandbox'], ['u_cora11', 'Cora', 'cora@acorn.example', 'pro'], ['u_dov222', 'Dov', 'dov@acorn.example', 'pro'];
add_key($OWN, 'first key', 'awk_own_5fJ2kQ8sLr0TzX1mN4vB7cD9');
add_key($OTH, 'first key', 'awk_oth_8hY3wE6uRp2KaS5dG1jM0bV4');
add_key($SBX, 'first key', 'awk_sbx_1qZ7xC4vB9nM2lK6jH3gF8dS');
$credits{$OWN} = 5000;
$credits{$OTH} = 3000;
my %FIX = (
  worker => 'a0c04a11-0001-4c3d-9a55-0c8d7f2b1e01', ownpriv => 'a0c04a11-0002-4c3d-9a55-0c8d7f2b1e02', ownpaid => 'a0c04a11-0003-4c3d-9a55-0c8d7f2b1e03',
  paid => 'b0415000-0001-4c3d-9a55-0c8d7f2b1e11', unpaid => 'b0415000-0002-4c3d-9a55-0c8d7f2b1e12', subbed => 'b0415000-0003-4c3d-9a55-0c8d7f2b1e13',
  unsub => 'b0415000-0004-4c3d-9a55-0c8d7f2b1e14', priv => 'b0415000-0005-4c3d-9a55-0c8d7f2b1e15'
);
add_agent($OWN, id => $FIX{worker}, title => 'Harbour guide', chat_prompt => 'You answer questions about harbours and tides.', slug => 'harbour-guide');
add_agent($OWN, id => $FIX{ownpriv}, title => 'Diary', chat_prompt => 'You keep a diary.', visibility => 'private');
add_agent($OWN, id => $FIX{ownpaid}, title => 'Pilot', chat_prompt => 'You are a paid pilot.', price => 12);
add_agent($OTH, id => $FIX{paid}, title => 'Tutor', chat_prompt => 'You teach.', price => 9.5);
add_agent($OTH, id => $FIX{unpaid}, title => 'Chef', chat_prompt => 'You cook.', slug => 'boris-chef');
add_agent($OTH, id => $FIX{subbed}, title => 'Coach', chat_prompt => 'You coach.', price => 7);
add_agent($OTH, id => $FIX{unsub}, title => 'Broker', chat_prompt => 'You broker.', price => 5);
add_agent($OTH, id => $FIX{priv}, title => 'Secret plans', chat_prompt => 'You keep plans secret.', visibility => 'private');
my $DAY = 86_400_000_000;
sub add_sub ($uid, $aid, $days) {
  $subs{"$uid $aid"} = {user => $uid, agent => $aid, status => 'active', started => now_us() - $days * $DAY, ended => undef, provider => 'psub_' . short(8)};
}
add_sub($OWN, $FIX{subbed}, 12);
add_sub($OWN, $FIX{unsub}, 8);
add_sub($OTH, $FIX{ownpaid}, 20);
add_sub('u_cora11', $FIX{ownpaid}, 5);
add_sub('u_dov222', $FIX{ownpaid}, 50);
my %vip = ('WELCOME-2031' => 'house', 'ALMA-MINE-2031' => $OWN, 'BORIS-MINE-2031' => $OTH);

sub need_user ($c, $lax = 0) { user_of_jwt($c, $lax) // fail(401, 'A valid JWT is needed as bearer credential.') }

# ---------------------------------------------------------------- routing
our $app = Mojolicious->new;
$app->mode('production');
$app->log->level('fatal');
$app->secrets(['acorn']);
my $R = $app->routes;
my @known;
my %TYPE = (
  uuid => sub ($v) { $v =~ $UUID },
  int  => sub ($v) { $v =~ /^-?\d{1,15}$/a },
);
our $USER = '/api';
our $WORK = '/workers';
sub route ($method, $path, $cb) {
  my $re = $path =~ s{#\w+}{[^/]+}gr;
  push @known, [$method, qr{^$re/?$}];
  $R->any([$method] => $path => $cb);
}
# auth: 1 needed, 0 optional; types of path parameters
sub op ($method, $path, $auth, $types, $cb) {
  route($method, "$USER$path", sub ($c) {
    guard($c, sub {
      my $me = $auth eq 'lax' ? need_user($c, on('t_run_forged_jwt')) : $auth ? need_user($c) : user_of_jwt($c);
      for my $k (sort keys %$types) {
        invalid("/path/$k", "$k is not a valid $types->{$k}.") unless $TYPE{$types->{$k}}->($c->param($k));
      }
      $cb->($c, $me);
    });
  });
}
sub pp ($c, $name) { my $v = $c->stash($name); return $v }
sub link_to ($path) { return {href => "$USER$path"} }


# ================================================================ Workers API
sub log_run ($run, $kind, $text, $more = {}) {
  push @{$run->{logs}}, {id => short(8), kind => $kind, text => $text, at => now_us(), %$more};
}
sub new_run ($uid, $agent) {
  my $t = now_us();
  my $r = {id => uuid(), owner => $uid, agent => $agent->{id}, messages => [], logs => [], mcp => [], job => undef, created => $t, updated => $t};
  $runs{$r->{id}} = $r;
  return $r;
}
my $TIDE_RAW = {station => 'HULL-0142', table => 'HW0412=5.9;LW1027=0.8', checksum => 'qx77-raw-tide'};

# What the worker does with one message: the answer and what happens beside it.
sub turn ($run, $message, $history = $run->{messages}) {
  my (@ev, $text);
  my @said = map { $_->{content} } grep { $_->{role} eq 'user' } @$history;
  my $n = @said + 1;
  if ($message =~ /what is the tide/i) {
    my $id = 'call_' . short(6);
    push @ev, {event => 'tool.call', call_id => $id, tool => 'read_tide_table', arguments => {port => 'Hull'}};
    push @ev, {event => 'tool.response', call_id => $id, tool => 'read_tide_table', output => $TIDE_RAW} unless on('w_ndjson_no_response');
    push @{$run->{mcp}}, {id => short(8), server => 'sea', tool => 'read_tide_table', input => {port => 'Hull'}, output => $TIDE_RAW, at => now_us()};
    $text = "Turn $n. At Hull the water is high early in the morning and low before noon.";
  }
  elsif ($message =~ /start (the long job|a job that fails)/i) {
    my $bad = $1 =~ /fails/i;
    my $job = {id => 'job-' . short(12), bad => $bad};
    my $id = 'call_' . short(6);
    push @ev, {event => 'tool.call', call_id => $id, tool => 'code_interpreter', arguments => {code => $bad ? 'raise SystemExit(1)' : 'sleep(3)', background => T}};
    push @ev, {event => 'tool.response', call_id => $id, tool => 'code_interpreter', output => {accepted => T, background => T}};
    push @{$run->{mcp}}, {id => short(8), server => 'basics', tool => 'code_interpreter', input => {background => T}, output => {accepted => T}, at => now_us()};
    $run->{job} = $job;
    log_run($run, 'job.started', "Job $job->{id} started.");
    Mojo::IOLoop->timer(($bad ? 2 : 3) => sub {
      return if $bad && on('w_job_error_stays');
      $run->{job} = undef;
      $run->{had_job} = 1;
      log_run($run, 'job.finished', "Job $job->{id} " . ($bad ? 'ended with an error.' : 'ended.'));
    });
    $text = "Turn $n. The work was started in the background; please come back for it.";
  }
  else {
    $text = "Turn $n. You said: $message";
    $text .= "\nBefore that you said: $said[-1]" if @said;
  }
  if (on('w_text_tool_leak')) { for my $e (grep { $_->{event} eq 'tool.response' } @ev) { $e->{leak} = '[' . $e->{tool} . ' -> ' . $JSON->encode($e->{output}) . "]\n" } }
  return {text => $text, events => \@ev};
}
sub stream ($c, $run, $res, $nd, $hdr = 1) {
  my $h = $c->res->headers;
  $h->header('X-Service-Run-ID' => $run->{id}) if $hdr;
  $h->header('x-service-job-id' => $run->{job}{id}) if $run->{job};
  $h->cache_control('no-store');
  $h->content_type($nd ? 'application/x-ndjson' : 'text/plain; charset=utf-8');
  $c->res->code(200);
  my @words = $res->{text} =~ /(\s*\S+\s*)/g;
  @words = ($res->{text}) if join('', @words) ne $res->{text};
  my @parts;
  my $step = int(@words / 5) + 1;
  push @parts, join '', splice @words, 0, $step while @words;
  my @out;
  if ($nd) {
    my $line = sub ($o) { $JSON->encode($o) . "\n" };
    @out = ($line->({event => 'run.started', run_id => $run->{id}}),
      (map { my %e = %$_; delete $e{leak}; $line->(\%e) } @{$res->{events}}),
      (map { $line->({event => 'text', text => $_}) } @parts), $line->({event => 'run.completed', run_id => $run->{id}}));
  }
  else { @out = ((map { $_->{leak} // () } @{$res->{events}}), map { encode 'UTF-8', $_ } @parts) }
  $c->render_later;
  my $tx = $c->tx;
  my $next;
  $next = sub {
    return undef $next if $tx->is_finished || $tx->error;
    if (@out) { $c->write_chunk(shift @out); Mojo::IOLoop->timer(0.008 => sub { $next->() if $next }) }
    else { $c->write_chunk(''); undef $next }
  };
  $next->();
}
sub say_in ($run, $message, $nd) {
  my $kept = $message;
  $kept = substr $kept, 0, 255 if on('w_message_cut');
  $kept = Encode::decode('ISO-8859-1', encode 'UTF-8', $kept) if on('w_history_mojibake');
  my $res = turn($run, $message);
  push @{$run->{messages}}, {role => 'user', content => $kept} unless $nd && @{$run->{messages}} && on('w_ndjson_put_forgets');
  push @{$run->{messages}}, {role => 'assistant', content => $res->{text}};
  $run->{updated} = now_us();
  log_run($run, 'message', $kept, {role => 'user'});
  log_run($run, 'message', $res->{text}, {role => 'assistant'});
  return $res;
}
sub worker_of ($c, $me) {
  my $id = pp($c, 'agent_id');
  fail(404, 'There is no such worker.') unless $id =~ $UUID && $agents{lc $id};
  my $ag = $agents{lc $id};
  fail(403, 'This worker is private.') if $ag->{visibility} eq 'private' && $ag->{owner} ne $me->{id};
  return $ag;
}
sub run_of ($c, $me, $agent, $reading = 0) {
  my $r = $runs{lc pp($c, 'run_id')};
  fail(404, 'There is no such run.') unless $r;
  fail(404, 'There is no such run.') if $r->{owner} ne $me->{id} && !($reading && on('w_foreign_run_read'));
  fail(404, 'There is no such run.') if $r->{agent} ne $agent->{id} && !on('w_run_any_agent');
  return $r;
}
sub wop ($method, $path, $cb) {
  route($method, "$WORK$path", sub ($c) {
    guard($c, sub { my $me = user_of_key($c) // fail(401, 'A valid API key is needed as bearer credential.'); $cb->($c, $me) });
  });
}
sub w_post ($nd) {
  return sub ($c, $me) {
    my $agent = worker_of($c, $me);
    my $m = take(body($c), message => 'str!')->{message};
    my @mine = sort { $b->{created} <=> $a->{created} } grep { $_->{owner} eq $me->{id} && $_->{agent} eq $agent->{id} && !$_->{viewonly} } values %runs;
    fail(409, 'A background job is running.') if on('w_post_409_in_job') && grep { $_->{job} } @mine;
    if (on('w_post_same_message_same_run') && (my ($r) = grep { @{$_->{messages}} && $_->{messages}[0]{content} eq $m && now_us() - $_->{created} < 60e6 } @mine)) {
      return stream($c, $r, {text => $r->{messages}[1]{content}, events => []}, $nd);
    }
    my $run = new_run($me->{id}, $agent);
    $run->{messages} = clone($mine[0]{messages}) if on('w_post_keeps_context') && @mine && now_us() - $mine[0]{updated} < 30e6;
    my $res = say_in($run, $m, $nd);
    stream($c, $run, $res, $nd, !($nd && on('w_ndjson_post_no_run_id')));
  };
}
sub w_put ($nd) {
  return sub ($c, $me) {
    my $agent = worker_of($c, $me);
    my $run = run_of($c, $me, $agent);
    my $m = take(body($c), message => 'str!')->{message};
    if ($run->{job} && !($nd && on('w_ndjson_put_in_job'))) {
      if (on('w_409_keeps_message')) { push @{$run->{messages}}, {role => 'user', content => $m} }
      fail(409, 'A background job of this run is still running.', headers => {'X-Service-Run-ID' => $run->{id}, 'x-service-job-id' => $run->{job}{id}});
    }
    $run->{messages} = [] if on('w_resume_forgets') && delete $run->{had_job};
    my $hdr = !on('w_put_no_run_id');
    if (on('w_puts_at_once_lose')) {
      my @snap = @{$run->{messages}};
      my $res = turn($run, $m);
      return later($c, 0.12, sub {
        $run->{messages} = [@snap, {role => 'user', content => $m}, {role => 'assistant', content => $res->{text}}];
        $run->{updated} = now_us();
        stream($c, $run, $res, $nd);
      });
    }
    stream($c, $run, say_in($run, $m, $nd), $nd, $hdr);
  };
}
wop(POST => '/ndjson/#agent_id', w_post(1));
wop(PUT => '/ndjson/#agent_id/#run_id', w_put(1));
wop(POST => '/#agent_id', w_post(0));
wop(PUT => '/#agent_id/#run_id', w_put(0));
wop(GET => '/#agent_id/#run_id', sub ($c, $me) {
  my $agent = worker_of($c, $me);
  my $run = run_of($c, $me, $agent, 1);
  my $job = $run->{job};
  if (!$job && on('w_job_header_all_runs')) { ($job) = map { $_->{job} } grep { $_->{owner} eq $me->{id} && $_->{agent} eq $agent->{id} && $_->{job} } values %runs }
  $c->res->headers->header('x-service-job-id' => $job->{id}) if $job;
  my @m = map { {role => $_->{role}, content => $_->{content}} } @{$run->{messages}};
  @m = reverse @m if on('w_history_reversed') && @m > 2;
  @m = @m[-20 .. -1] if on('w_history_last_twenty') && @m > 20;
  send_json($c, \@m, 200, 'application/json');
});

# ================================================================ runs and logs
sub run_view ($r) {
  return {run_id => $r->{id}, agent_id => $r->{agent}, state => $r->{job} ? 'job running' : 'idle', message_count => scalar @{$r->{messages}},
    created_at => iso($r->{created}), updated_at => iso($r->{updated}),
    _links => {self => link_to("/me/agent-runs/$r->{id}"), logs => link_to("/me/agent-runs/$r->{id}/logs"), 'mcp-server-logs' => link_to("/me/agent-runs/$r->{id}/mcp-server-logs")}};
}
sub run_log ($r, $l) {
  return {run_log_id => $l->{id}, run_id => $r->{id}, agent_id => $r->{agent}, kind => $l->{kind}, role => $l->{role}, text => $l->{text}, created_at => iso($l->{at}),
    _links => {run => link_to("/me/agent-runs/$r->{id}")}};
}
sub cursor_page ($c, $items, $path, $rel, $view, $f) {
  my $limit = q_int($c, 'limit', on($f . '_default_limit') ? 20 : 30, 1, undef);
  $limit = 100 if $limit > 100;
  my $cur = query($c, 'next_cursor');
  undef $cur if defined $cur && ($cur eq '' || $cur eq 'null');
  my @all = sort { $b->{created} <=> $a->{created} } @$items;
  if (defined $cur) {
    my $t = parse_iso($cur) // invalid('?next_cursor', 'next_cursor is not a date-time.');
    @all = grep { on($f . '_cursor_repeats') ? $_->{created} <= $t : $_->{created} < $t } @all unless on($f . '_cursor_ignored');
  }
  my $more = @all > $limit;
  $more = 0 if on($f . '_second_page_last') && defined $cur;
  my @page = @all > $limit ? @all[0 .. $limit - 1] : @all;
  my $next = $more ? iso($page[-1]{created}) : undef;
  my %l = (self => link_to($path));
  $l{next} = link_to("$path?limit=$limit&next_cursor=" . url_escape($next)) if $next;
  send_json($c, {_links => \%l, _embedded => {$rel => [map { $view->($_) } @page]}, next_cursor => $next, limit => $limit});
}
op(GET => '/me/agent-runs', 1, {}, sub ($c, $me) {
  cursor_page($c, [grep { $_->{owner} eq $me->{id} } values %runs], '/me/agent-runs', 'runs', \&run_view, 'runs');
});
op(GET => '/me/agent-runs/#run_id', 1, {run_id => 'uuid'}, sub ($c, $me) {
  my $r = $runs{lc pp($c, 'run_id')};
  fail(404, 'There is no such run.') unless $r && ($r->{owner} eq $me->{id} || on('runs_foreign_view'));
  send_json($c, run_view($r));
});
op(GET => '/me/agent-runs/#run_id/mcp-server-logs', 1, {run_id => 'uuid'}, sub ($c, $me) {
  my $r = $runs{lc pp($c, 'run_id')};
  return send_json($c, []) unless $r && $r->{owner} eq $me->{id};
  send_json($c, [map { {mcp_log_id => $_->{id}, run_id => $r->{id}, server_name => $_->{server}, tool_name => $_->{tool}, input => $_->{input}, output => $_->{output},
    created_at => iso($_->{at})} } @{$r->{mcp}}]);
});
op(GET => '/me/agent-runs/#run_id/logs', 1, {run_id => 'uuid'}, sub ($c, $me) {
  my $r = $runs{lc pp($c, 'run_id')};
  return send_json($c, []) unless $r && ($r->{owner} eq $me->{id} || on('runs_foreign_logs'));
  send_json($c, [map { run_log($r, $_) } @{$r->{logs}}]);
});
sub exec_view ($e) {
  return {log_id => $e->{id}, tool_name => $e->{tool}, input => $e->{input}, output => $e->{output}, status => 'succeeded', created_at => iso($e->{created}),
    _links => {self => link_to("/me/executions/$e->{id}")}};
}
op(GET => '/me/executions', 1, {}, sub ($c, $me) {
  cursor_page($c, [grep { $_->{owner} eq $me->{id} } values %execs], '/me/executions', 'executions', \&exec_view, 'exec');
});
op(GET => '/me/executions/#log_id', 1, {log_id => 'int'}, sub ($c, $me) {
  my $e = $execs{pp($c, 'log_id')};
  fail(404, 'There is no such execution.') unless $e && ($e->{owner} eq $me->{id} || on('exec_foreign'));
  send_json($c, exec_view($e));
});

# ================================================================ agents and chats
sub agent_view ($ag) {
  my $p = "/me/agents/$ag->{id}";
  return {agent_id => $ag->{id}, title => $ag->{title}, description => $ag->{description}, chat_prompt => $ag->{chat_prompt}, visibility => $ag->{visibility},
    vanity_slug => $ag->{slug}, upsell_description => $ag->{upsell}, subscription_price => $ag->{price}, owner_id => $ag->{owner},
    created_at => iso($ag->{created}), updated_at => iso($ag->{updated}),
    _links => {self => link_to($p), chat => link_to("/me/chats/$ag->{id}"), files => link_to("$p/files"), theme => link_to("$p/customizations/theme"), owner => link_to('/me/')}};
}
sub can_see ($ag, $me) { $ag->{visibility} eq 'public' || ($me && $ag->{owner} eq $me->{id}) }
sub find_agent ($id) { $agents{lc $id} // fail(404, 'There is no such agent.') }
sub seen_agent ($id, $me) { my $ag = find_agent($id); fail(403, 'This agent is private.') unless can_see($ag, $me); $ag }
sub own_agent ($id, $me) { my $ag = find_agent($id); fail(403, 'This agent is another user\'s.') unless $ag->{owner} eq $me->{id}; $ag }
my %AGENT = (title => 'str', description => 'str?', chat_prompt => 'str', visibility => 'private|public', vanity_slug => 'str?', subscription_price => 'num?');
sub no_sandbox ($me, $f) { fail(400, 'The sandbox tier cannot make this private.') if $me->{tier} eq 'sandbox' && ($f->{visibility} // '') eq 'private' }
sub check_fields ($f, $self) {
  if (defined $f->{vanity_slug}) {
    invalid('/vanity_slug', 'A slug has 3 to 60 lower-case letters, digits and hyphens.') unless $f->{vanity_slug} =~ /^[a-z0-9](?:[a-z0-9-]{1,58})[a-z0-9]$/;
    invalid('/vanity_slug', 'This slug is taken.') if grep { ($_->{slug} // '') eq $f->{vanity_slug} && (!$self || $_->{id} ne $self->{id}) } values %agents;
  }
  invalid('/subscription_price', 'A price is above 0.') if defined $f->{subscription_price} && $f->{subscription_price} <= 0;
}
sub put_fields ($ag, $f) {
  $ag->{$_} = $f->{$_} for grep { exists $f->{$_} } qw(title chat_prompt visibility);
  $ag->{description} = $f->{description} // '' if exists $f->{description};
  $ag->{slug} = $f->{vanity_slug} if exists $f->{vanity_slug};
  $ag->{price} = $f->{subscription_price} if exists $f->{subscription_price};
  $ag->{updated} = now_us();
}
sub my_agents ($me) { my @l = sort { $a->{created} <=> $b->{created} } grep { $_->{owner} eq $me->{id} } values %agents; return @l }
my @ghosts;
sub upsert ($c, $me, $legacy) {
  my $b = body($c);
  my $f = take($b, %AGENT, agent_id => 'str');
  my $old = defined $f->{agent_id} && !$legacy ? find_agent($f->{agent_id}) : undef;
  fail(403, 'This agent is another user\'s.') if $old && $old->{owner} ne $me->{id} && !on('agents_upsert_foreign');
  fail(400, 'A chat prompt is needed.') if ($f->{chat_prompt} // '') !~ /\S/ && !($old && on('agents_update_no_prompt'));
  delete $f->{chat_prompt} if !defined $f->{chat_prompt};
  no_sandbox($me, $f) unless $old && on('agents_sandbox_update_private');
  check_fields($f, $old);
  if ($old && !on('agents_upsert_duplicates')) { put_fields($old, $f); return send_json($c, agent_view($old)) }
  my $ag = add_agent($me->{id});
  put_fields($ag, $f);
  if (on('agents_create_echo_only') && length $ag->{description}) { my $v = agent_view($ag); $ag->{description} = ''; return send_json($c, $v) }
  send_json($c, agent_view($ag));
}
op(GET => '/me/agents', 1, {}, sub ($c, $me) { send_json($c, [map { agent_view($_) } my_agents($me), on('chats_delete_still_in_agents') ? grep { $_->{owner} eq $me->{id} } @ghosts : ()]) });
op(POST => '/me/agents', 1, {}, sub ($c, $me) { upsert($c, $me, 0) });
op(POST => '/me/agents/vanity/slug', 0, {}, sub ($c, $me) {
  my $f = take(body($c), title => 'str!');
  my $s = lc $f->{title};
  $s =~ s/[^a-z0-9]+/-/g;
  $s =~ s/^-+|-+$//g;
  $s = 'agent' . ($s ? "-$s" : '') if length $s < 3;
  $s = substr($s, 0, 48) =~ s/-+$//r;
  my ($base, $n) = ($s, 2);
  unless (on('slug_generated_taken')) { while (grep { ($_->{slug} // '') eq $s } values %agents) { $s = $base . '-' . $n++ } }
  send_json($c, {slug => $s, _links => {check => link_to("/me/agents/vanity/slug?slug=$s")}});
});
op(GET => '/me/agents/vanity/slug', 1, {}, sub ($c, $me) {
  my $s = query($c, 'slug') // invalid('?slug', 'slug is needed.');
  my $ok = $s =~ /^[a-z0-9](?:[a-z0-9-]{1,58})[a-z0-9]$/;
  my @taken = grep { ($_->{slug} // '') eq $s } values %agents;
  @taken = grep { $_->{owner} eq $me->{id} } @taken if on('slug_only_own_checked');
  send_json($c, {slug => $s, available => bool($ok && !@taken), _links => {self => link_to('/me/agents/vanity/slug?slug=' . url_escape(encode 'UTF-8', $s))}});
});
op(GET => '/me/agents/#agent_id', 0, {}, sub ($c, $me) {
  my $ag = find_agent(pp($c, 'agent_id'));
  fail(403, 'This agent is private.') unless can_see($ag, $me) || ($me && on('agents_private_any_login'));
  send_json($c, agent_view($ag));
});
op(POST => '/me/agents/#agent_id/upsell-description', 1, {}, sub ($c, $me) {
  my $ag = find_agent(pp($c, 'agent_id'));
  fail(404, 'There is no such agent of yours.') unless $ag->{owner} eq $me->{id};
  my $text = "Subscribe to $ag->{title}: more answers, longer talks and first access to what is new.";
  if (on('agents_upsell_not_kept')) { my $v = agent_view($ag); $v->{upsell_description} = $text; return send_json($c, $v) }
  $ag->{upsell} = $text;
  $ag->{updated} = now_us();
  send_json($c, agent_view($ag));
});
my @VIBE = (['lovable', 'Lovable', 'https://lovable.example/new'], ['bolt', 'Bolt', 'https://bolt.example/start'], ['v0', 'V zero', 'https://v0.example/chat']);
op(GET => '/me/vibe/services', 0, {}, sub ($c, $me) {
  send_json($c, {_links => {self => link_to('/me/vibe/services')}, _embedded => {services => [map { {service_name => $_->[0], label => $_->[1], url => $_->[2]} } @VIBE]}});
});
op(GET => '/me/agents/#agent_id/vibe', 1, {}, sub ($c, $me) {
  my $s = query($c, 'service_name') // invalid('?service_name', 'service_name is needed.');
  my ($v) = grep { $_->[0] eq $s } @VIBE;
  invalid('?service_name', 'This is none of the services.') unless $v;
  my $ag = seen_agent(pp($c, 'agent_id'), $me);
  send_json($c, {service_name => $s, agent_id => $ag->{id}, prompt => "Build a web page for the agent \"$ag->{title}\". It is called by POST $WORK/$ag->{id}.", url => $v->[2],
    _links => {agent => link_to("/me/agents/$ag->{id}")}});
});
sub theme_view ($ag) {
  return undef unless $ag->{theme};
  return {agent_id => $ag->{id}, theme_color => $ag->{theme}{color}, updated_at => iso($ag->{theme}{at}), _links => {self => link_to("/me/agents/$ag->{id}/customizations/theme"), agent => link_to("/me/agents/$ag->{id}")}};
}
op(GET => '/me/agents/#agent_id/customizations/theme', 1, {agent_id => 'uuid'}, sub ($c, $me) {
  my $ag = seen_agent(pp($c, 'agent_id'), $me);
  fail(404, 'There is no theme.') if !$ag->{theme} && on('theme_unset_404');
  send_json($c, theme_view($ag));
});
op(PUT => '/me/agents/#agent_id/customizations/theme', 1, {agent_id => 'uuid'}, sub ($c, $me) {
  my $f = take(body($c), theme_color => 'str!');
  my $ag = find_agent(pp($c, 'agent_id'));
  fail(403, 'This agent is another user\'s.') unless $ag->{owner} eq $me->{id} || (on('theme_foreign_public') && $ag->{visibility} eq 'public');
  my $ok = on('theme_any_word') ? $f->{theme_color} =~ /^#?\w+$/a : $f->{theme_color} =~ /\A#[0-9a-fA-F]{6}\z/;
  $ag->{theme} = {color => $f->{theme_color}, at => now_us()} if on('theme_refused_but_kept');
  fail(400, 'A theme color looks like #1a2b3c.') unless $ok;
  if (on('theme_second_put_ignored') && $ag->{theme}) { my $v = theme_view($ag); $v->{theme_color} = $f->{theme_color}; return send_json($c, $v) }
  $ag->{theme} = {color => $f->{theme_color}, at => now_us()};
  send_json($c, theme_view($ag));
});

# files
my $MAXFILES = 8;
sub files_of ($ag) { my @l = sort { $a->{position} <=> $b->{position} || $a->{created} <=> $b->{created} } grep { $_->{agent} eq $ag->{id} } values %files; return @l }
sub file_view ($f) {
  return {file_id => $f->{id}, agent_id => $f->{agent}, file_name => $f->{file_name}, media_type => $f->{media_type}, content => $f->{content}, position => $f->{position} + 0,
    size => length(encode 'UTF-8', $f->{content}), created_at => iso($f->{created}), updated_at => iso($f->{updated}),
    _links => {self => link_to("/me/agents/$f->{agent}/files/$f->{id}"), agent => link_to("/me/agents/$f->{agent}")}};
}
sub file_list ($ag, @l) {
  return {_links => {self => link_to("/me/agents/$ag->{id}/files")}, _embedded => {files => [map { file_view($_) } @l]}, count => scalar @l, max_files => $MAXFILES};
}
sub renumber ($ag) { my $n = 0; $_->{position} = $n++ for files_of($ag) }
op(GET => '/me/agents/#agent_id/files', 1, {agent_id => 'uuid'}, sub ($c, $me) {
  my $ag = own_agent(pp($c, 'agent_id'), $me);
  my @l = files_of($ag);
  @l = sort { $a->{created} <=> $b->{created} } @l if on('files_list_by_age');
  send_json($c, file_list($ag, @l));
});
op(POST => '/me/agents/#agent_id/files', 1, {agent_id => 'uuid'}, sub ($c, $me) {
  my $f = take(body($c), file_name => 'str+!', content => 'str!', media_type => 'str');
  my $ag = own_agent(pp($c, 'agent_id'), $me);
  my $n = scalar files_of($ag);
  fail(400, "An agent has at most $MAXFILES files.") if $n >= $MAXFILES;
  my $make = sub {
    my $t = now_us();
    my $r = {id => uuid(), agent => $ag->{id}, file_name => $f->{file_name}, content => $f->{content}, media_type => $f->{media_type} // 'text/plain', position => scalar(files_of($ag)), created => $t, updated => $t};
    $files{$r->{id}} = $r;
    $c->res->headers->location("$USER/me/agents/$ag->{id}/files/$r->{id}");
    send_json($c, file_view($r), on('files_create_200') ? 200 : 201);
  };
  return later($c, 0.12, $make) if on('files_cap_race');
  $make->();
});
op(PUT => '/me/agents/#agent_id/files/positions', 1, {agent_id => 'uuid'}, sub ($c, $me) {
  my $f = take(body($c), positions => 'arr!');
  my $ag = own_agent(pp($c, 'agent_id'), $me);
  my (%want, %pos);
  for my $i (0 .. $#{$f->{positions}}) {
    my $e = $f->{positions}[$i];
    invalid("/positions/$i", 'An entry is an object with file_id and position.') unless ref $e eq 'HASH';
    my $x = eval { take($e, file_id => 'uuid!', position => 'int!') } // invalid("/positions/$i", 'An entry has a file_id and a whole position.');
    invalid("/positions/$i/position", 'A position is not below 0.') if $x->{position} < 0;
    invalid("/positions/$i", 'A file or position stands twice.') if exists $want{lc $x->{file_id}} || $pos{$x->{position}}++;
    $want{lc $x->{file_id}} = $x->{position};
  }
  if (on('positions_partly_done')) { $files{$_} && $files{$_}{agent} eq $ag->{id} and $files{$_}{position} = $want{$_} for keys %want }
  for my $id (sort keys %want) { fail(404, 'There is no such file.') unless $files{$id} && $files{$id}{agent} eq $ag->{id} }
  my @old = map { file_view($_) } files_of($ag);
  # those named take their places, the others fill what is left in their old order
  my @rest = grep { !exists $want{$_->{id}} } files_of($ag);
  my @named = sort { $want{$a} <=> $want{$b} } keys %want;
  my @out;
  my $total = @rest + @named;
  while (@out < $total) {
    if (@named && ($want{$named[0]} <= @out || !@rest)) { push @out, $files{shift @named} }
    else { push @out, shift @rest }
  }
  $out[$_]{position} = $_ for 0 .. $#out;
  $_->{updated} = now_us() for @out;
  if (on('positions_answer_stale')) { my $l = file_list($ag); $l->{_embedded}{files} = \@old; $l->{count} = @old; return send_json($c, $l) }
  send_json($c, file_list($ag, @out));
});
sub file_of ($c, $me, $f = '') {
  my $ag = own_agent(pp($c, 'agent_id'), $me);
  my $r = $files{lc pp($c, 'file_id')};
  fail(404, 'There is no such file.') unless $r;
  fail(404, 'There is no such file.') if $r->{agent} ne $ag->{id} && !($f && on($f));
  return ($ag, $r);
}
op(GET => '/me/agents/#agent_id/files/#file_id', 1, {agent_id => 'uuid', file_id => 'uuid'}, sub ($c, $me) {
  my ($ag, $r) = file_of($c, $me, 'files_any_agent');
  send_json($c, file_view($r));
});
op(PATCH => '/me/agents/#agent_id/files/#file_id', 1, {agent_id => 'uuid', file_id => 'uuid'}, sub ($c, $me) {
  my $f = take(body($c), file_name => 'str+', content => 'str', media_type => 'str');
  my ($ag, $r) = file_of($c, $me);
  $r->{content} = '' if on('files_patch_clears') && !exists $f->{content};
  $r->{$_} = $f->{$_} for keys %$f;
  $r->{updated} = now_us();
  send_json($c, file_view($r));
});
op(DELETE => '/me/agents/#agent_id/files/#file_id', 1, {agent_id => 'uuid', file_id => 'uuid'}, sub ($c, $me) {
  my ($ag, $r) = file_of($c, $me);
  delete $files{$r->{id}};
  renumber($ag);
  return send_json($c, file_view($r)) if on('files_delete_200');
  $c->res->headers->remove('Content-Type');
  $c->rendered(204);
});

# chats
op(GET => '/me/chats', 1, {}, sub ($c, $me) { send_json($c, [map { agent_view($_) } my_agents($me)]) });
op(POST => '/me/chats', 1, {}, sub ($c, $me) { $c->res->headers->header(Deprecation => 'true'); upsert($c, $me, 1) });
op(GET => '/me/chats/#chat_id', 0, {}, sub ($c, $me) { send_json($c, agent_view(seen_agent(pp($c, 'chat_id'), $me))) });
op(PUT => '/me/chats/#chat_id', 1, {}, sub ($c, $me) {
  my $f = take(body($c), %AGENT);
  my $ag = own_agent(pp($c, 'chat_id'), $me);
  fail(400, 'A chat prompt is needed.') if ($f->{chat_prompt} // '') !~ /\S/;
  no_sandbox($me, $f) unless on('chats_sandbox_put_private');
  check_fields($f, $ag);
  put_fields($ag, {title => 'Untitled', description => '', visibility => 'public', vanity_slug => undef, subscription_price => undef, %$f});
  send_json($c, agent_view($ag));
});
op(PATCH => '/me/chats/#chat_id', 1, {}, sub ($c, $me) {
  my $f = take(body($c), %AGENT);
  my $ag = own_agent(pp($c, 'chat_id'), $me);
  fail(400, 'A chat prompt is needed.') if exists $f->{chat_prompt} && $f->{chat_prompt} !~ /\S/;
  put_fields($ag, $f) if on('chats_sandbox_refused_but_done') && $me->{tier} eq 'sandbox';
  no_sandbox($me, $f);
  check_fields($f, $ag);
  $ag->{visibility} = 'public' if on('chats_patch_publishes') && !exists $f->{visibility};
  put_fields($ag, $f);
  send_json($c, agent_view($ag));
});
op(DELETE => '/me/chats/#chat_id', 1, {}, sub ($c, $me) {
  my $ag = own_agent(pp($c, 'chat_id'), $me);
  my $v = agent_view($ag);
  delete $agents{$ag->{id}};
  push @ghosts, $ag;
  delete $files{$_->{id}} for files_of($ag);
  delete $schedules{$_} for grep { $schedules{$_}{chat} eq $ag->{id} } keys %schedules;
  send_json($c, $v);
});
op(GET => '/me/chats/#chat_id/og', 0, {chat_id => 'uuid'}, sub ($c, $me) {
  my $ag = find_agent(pp($c, 'chat_id'));
  my $hide = $ag->{visibility} eq 'private' && !on('og_private_shown');
  send_json($c, {'og:type' => 'website', 'og:title' => $hide ? 'A private chat' : $ag->{title}, 'og:description' => $hide ? '' : $ag->{description} || "Talk to $ag->{title}.",
    'og:url' => "https://acorn.example/c/$ag->{id}", 'og:image' => 'https://acorn.example/og.png', _links => {chat => link_to("/me/chats/$ag->{id}")}});
});
op(POST => '/me/chats/#chat_id/clone', 1, {chat_id => 'uuid'}, sub ($c, $me) {
  my $b = body($c, 1);
  my $f = take($b // {}, %AGENT);
  my $ag = find_agent(pp($c, 'chat_id'));
  fail(403, 'This chat is not public.') unless $ag->{visibility} eq 'public' || ($ag->{owner} eq $me->{id} && on('chats_clone_own_private'));
  fail(400, 'A chat prompt is needed.') if exists $f->{chat_prompt} && $f->{chat_prompt} !~ /\S/;
  no_sandbox($me, $f);
  check_fields($f, undef);
  my $n = add_agent($me->{id}, (map { $_ => $ag->{$_} } qw(title description chat_prompt)), theme => $ag->{theme} ? {%{$ag->{theme}}} : undef);
  if (on('chats_clone_to_author')) { $n->{owner} = $ag->{owner} }
  put_fields($n, $f) unless on('chats_clone_body_ignored');
  for my $o (files_of($ag)) { my $r = {%$o, id => uuid(), agent => $n->{id}, created => now_us()}; $files{$r->{id}} = $r }
  send_json($c, agent_view($n));
});
op(POST => '/me/chats/#chat_id/feedback', 1, {}, sub ($c, $me) {
  my $f = take(body($c), rating => 'int!', comment => 'str');
  invalid('/rating', 'A rating is 1 to 5.') unless $f->{rating} >= 1 && $f->{rating} <= 5;
  my $ag = find_agent(pp($c, 'chat_id'));
  fail(404, 'There is no such chat.') unless can_see($ag, $me);
  push @{$feedback{$ag->{id}}}, {%$f, user => $me->{id}};
  if (on('feedback_wrong_record')) { my ($o) = grep { $_->{id} ne $ag->{id} } my_agents($me); return send_json($c, agent_view($o // $ag)) }
  send_json($c, agent_view($ag));
});
op(POST => '/me/chats/#chat_id/runs', 1, {chat_id => 'uuid'}, sub ($c, $me) {
  my $ag = seen_agent(pp($c, 'chat_id'), $me);
  my $r = new_run($me->{id}, $ag);
  log_run($r, 'run.created', "A run of $ag->{title} was created.");
  my $l = $r->{logs}[0];
  if (on('chat_runs_not_kept')) { delete $runs{$r->{id}} }
  send_json($c, run_log($r, $l));
});

# ================================================================ subscriptions and payments
sub sub_view ($s) {
  return {agent_id => $s->{agent}, status => $s->{status}, active => bool($s->{status} eq 'active'), started_at => iso($s->{started}), ended_at => iso($s->{ended}),
    price => $agents{$s->{agent}} ? $agents{$s->{agent}}{price} : undef, _links => {self => link_to("/me/subscriptions/$s->{agent}"), agent => link_to("/me/agents/$s->{agent}")}};
}
op(POST => '/me/agents/#agent_id/subscribe', 1, {}, sub ($c, $me) {
  my $f = take(body($c), return_url => 'str+!');
  my $ag = seen_agent(pp($c, 'agent_id'), $me);
  fail(400, 'This agent asks for no money.') unless defined $ag->{price} || on('subs_unpaid_ok');
  fail(400, 'You own this agent.') if $ag->{owner} eq $me->{id} && !on('subs_owner_ok');
  my $s = $subs{"$me->{id} $ag->{id}"};
  fail(on('subs_twice_409') ? 409 : 402, 'You are subscribed to this agent.') if $s && $s->{status} eq 'active';
  my $id = 'cs_' . short(14);
  send_json($c, {checkout_session_id => $id, checkout_url => "https://pay.acorn.example/$id", agent_id => $ag->{id}, _links => {agent => link_to("/me/agents/$ag->{id}")}});
});
op(POST => '/me/agents/#agent_id/unsubscribe', 1, {}, sub ($c, $me) {
  my $ag = find_agent(pp($c, 'agent_id'));
  my $s = $subs{"$me->{id} $ag->{id}"};
  fail(400, 'There is no active subscription to cancel.') unless $s && ($s->{status} eq 'active' || on('subs_cancel_again_ok'));
  if (on('subs_cancel_all')) { for my $o (grep { $_->{user} eq $me->{id} && $_ != $s } values %subs) { $o->{status} = 'cancelled'; $o->{ended} = now_us() } }
  if (on('subs_cancel_answer_only')) { my $v = sub_view({%$s, status => 'cancelled', ended => now_us()}); return send_json($c, $v) }
  $s->{status} = 'cancelled';
  $s->{ended} = now_us();
  send_json($c, sub_view($s));
});
op(GET => '/me/subscriptions', 1, {}, sub ($c, $me) {
  my @l = sort { $a->{started} <=> $b->{started} } grep { $_->{user} eq $me->{id} || on('subs_list_everyone') } values %subs;
  send_json($c, {_links => {self => link_to('/me/subscriptions')}, _embedded => {subscriptions => [map { sub_view($_) } @l]}, count => scalar @l});
});
op(GET => '/me/subscriptions/#agent_id', 1, {}, sub ($c, $me) {
  my $s = $subs{"$me->{id} " . lc pp($c, 'agent_id')} // fail(404, 'There is no such subscription.');
  send_json($c, sub_view($s));
});
op(GET => '/me/billing', 1, {}, sub ($c, $me) {
  send_json($c, {plan => $me->{tier}, status => $me->{tier} eq 'sandbox' ? 'none' : 'active', currency => 'EUR', renews_at => $me->{tier} eq 'sandbox' ? undef : iso(4102444800000000),
    _links => {self => link_to('/me/billing'), credits => link_to('/me/credits')}});
});
sub credits_view ($n, $me) { return {balance => $n + 0, user_id => $me->{id}, _links => {self => link_to('/me/credits'), use => link_to('/me/credits/use')}} }
op(GET => '/me/credits', 1, {}, sub ($c, $me) {
  fail(404, 'You have no credits.') unless defined $credits{$me->{id}};
  send_json($c, credits_view($credits{$me->{id}}, $me));
});
op(POST => '/me/credits/use', 1, {}, sub ($c, $me) {
  my $n = $credits{$me->{id}};
  fail(404, 'You have no credits.') unless defined $n && $n > 0;
  if (on('credits_race')) { return later($c, 0.1, sub { $credits{$me->{id}} = $n - 1; send_json($c, credits_view($n - 1, $me)) }) }
  return send_json($c, credits_view($n - 1, $me)) if on('credits_use_answer_only');
  $credits{$me->{id}}--;
  send_json($c, credits_view(on('credits_use_old_balance') ? $n : $n - 1, $me));
});
my %events;
op(POST => '/me/payments/webhook', 0, {}, sub ($c, $me) {
  my $sig = $c->req->headers->header('X-Acorn-Signature');
  fail(400, 'The signature is missing.') unless defined $sig && length $sig;
  my $raw = $c->req->body;
  fail(400, 'The signature is wrong.') unless $sig eq 'sha256=' . hmac_sha256_hex($raw, $HOOK) || (on('webhook_any_signature') && $sig =~ /^sha256=/) || (on('webhook_body_unsigned') && $sig eq 'sha256=' . hmac_sha256_hex(hook_body(), $HOOK));
  my $e = eval { $JSON->decode($raw) };
  fail(400, 'This is no event.') unless ref $e eq 'HASH' && is_str($e->{id}) && is_str($e->{type});
  $events{$e->{id}}++;
  send_json($c, {received => T, event_id => $e->{id}});
});
sub hook_body { '{"id":"evt_1001","type":"invoice.paid","data":{"amount":950,"currency":"EUR"}}' }
op(POST => '/me/payments/sessions', 1, {}, sub ($c, $me) {
  my $f = take(body($c), product => 'credits-100|credits-1000|pro!');
  my $id = 'cs_' . short(14);
  send_json($c, {session_id => $id, url => "https://pay.acorn.example/$id", product => $f->{product}, expires_at => iso(now_us() + 3_600_000_000), _links => {billing => link_to('/me/billing')}});
});
sub money ($me, $period) {
  my $today = int(Time::HiRes::time() / 86400);
  my @s = grep { $agents{$_->{agent}} && $agents{$_->{agent}}{owner} eq $me->{id} } values %subs;
  my (@subs, @earn);
  my $sum = 0;
  for my $d ($today - $period + 1 .. $today) {
    my ($n, $e) = (0, 0);
    for my $s (@s) {
      my $from = int($s->{started} / $DAY);
      my $to = defined $s->{ended} ? int($s->{ended} / $DAY) : 9e9;
      next if $d < $from || $d > $to;
      $n++ unless $d == $to;
      $e += $agents{$s->{agent}}{price} if ($d - $from) % 30 == 0;
    }
    my $date = strftime('%Y-%m-%d', gmtime($d * 86400));
    push @subs, {date => $date, subscribers => $n};
    push @earn, {date => $date, earnings => $e};
    $sum += $e;
  }
  return (\@subs, \@earn, $sum, scalar grep { $_->{status} eq 'active' } @s);
}
sub period ($c, $f) { q_int($c, 'period', on('money_default_30') ? 30 : 28, on('money_period_0') ? 0 : 1, on('money_period_366') ? 366 : 365) }
for my $what (qw(summary subscribers earnings)) {
  op(GET => "/me/monetization/$what", 1, {}, sub ($c, $me) {
    my $p = period($c, $what);
    my ($s, $e, $sum, $n) = money($me, $p);
    my $l = {self => link_to("/me/monetization/$what?period=$p")};
    if ($what eq 'summary') {
      ($sum) = (money($me, 365))[2] if on('money_summary_all_time');
      return send_json($c, {_links => $l, period => $p, total_subscribers => $n, total_earnings => $sum, currency => 'EUR'});
    }
    my $rows = $what eq 'subscribers' ? $s : $e;
    pop @$rows if on('money_daily_today_missing') && @$rows;
    send_json($c, {_links => $l, period => $p, _embedded => {days => $rows}});
  });
}

# ================================================================ studio chats
sub studio_view ($s) {
  return {run_id => $s->{id}, title => $s->{title}, visibility => $s->{visibility}, messages => $s->{messages}, owner_id => $s->{owner}, created_at => iso($s->{created}), updated_at => iso($s->{updated}),
    _links => {self => link_to('/me/agent-studio-chats/' . url_escape(encode 'UTF-8', $s->{id})), clone => link_to('/me/agent-studio-chats/' . url_escape(encode 'UTF-8', $s->{id}) . '/clone')}};
}
my %STUDIO = (title => 'str', visibility => 'private|public', messages => 'arr');
sub studio_of ($c, $me, $own = 1, $f = '') {
  my $s = $studio{pp($c, 'run_id')};
  fail(404, 'There is no such studio chat.') unless $s && !$s->{deleted};
  fail(403, 'This studio chat is another user\'s.') if $own && $s->{owner} ne $me->{id} && !($f && on($f));
  return $s;
}
op(GET => '/me/agent-studio-chats', 1, {}, sub ($c, $me) {
  send_json($c, [map { studio_view($_) } sort { $a->{created} <=> $b->{created} } grep { $_->{owner} eq $me->{id} && (!$_->{deleted} || on('studio_deleted_listed')) } values %studio]);
});
op(POST => '/me/agent-studio-chats', 1, {}, sub ($c, $me) {
  my $f = take(body($c), %STUDIO, run_id => 'str+');
  no_sandbox($me, $f);
  invalid('/run_id', 'A run_id has at most 200 characters and no slash.') if defined $f->{run_id} && ($f->{run_id} =~ m{[/\\\x00-\x1f]} || $f->{run_id} =~ /^\.{1,2}$/ || length $f->{run_id} > 200);
  my $id = $f->{run_id} // uuid();
  if (my $s = $studio{$id}) {
    fail(409, 'There is a studio chat with this run_id.') if $s->{owner} ne $me->{id} && !on('studio_foreign_run_id_shown');
    fail(409, 'There was a studio chat with this run_id.') if $s->{deleted};
    if (on('studio_post_overwrites')) { $s->{$_} = $f->{$_} for grep { exists $f->{$_} } keys %STUDIO }
    return send_json($c, studio_view($s));
  }
  my $make = sub {
    my $t = now_us();
    my $s = $studio{$id} = {id => $id, title => 'Untitled', visibility => 'public', messages => [], (map { $_ => $f->{$_} } grep { exists $f->{$_} } keys %STUDIO), owner => $me->{id}, created => $t, updated => $t, deleted => 0};
    send_json($c, studio_view($s));
  };
  return later($c, 0.12, $make) if on('studio_post_race');
  $make->();
});
op(GET => '/me/agent-studio-chats/#run_id', 0, {}, sub ($c, $me) {
  my $s = studio_of($c, $me, 0);
  fail(403, 'This studio chat is private.') if $s->{visibility} eq 'private' && !($me && $me->{id} eq $s->{owner}) && !(!$me && on('studio_private_anonymous'));
  send_json($c, studio_view($s));
});
op(PUT => '/me/agent-studio-chats/#run_id', 1, {}, sub ($c, $me) {
  my $f = take(body($c), %STUDIO);
  my $s = studio_of($c, $me);
  no_sandbox($me, $f);
  my %new = (title => 'Untitled', visibility => 'public', messages => [], %$f);
  %new = %$f if on('studio_put_merges');
  $s->{$_} = $new{$_} for keys %new;
  $s->{updated} = now_us();
  send_json($c, studio_view($s));
});
op(PATCH => '/me/agent-studio-chats/#run_id', 1, {}, sub ($c, $me) {
  my $f = take(body($c), %STUDIO);
  my $s = studio_of($c, $me);
  no_sandbox($me, $f) unless on('studio_sandbox_patch_private');
  $s->{messages} = [] if on('studio_patch_clears') && !exists $f->{messages};
  $s->{$_} = $f->{$_} for keys %$f;
  $s->{updated} = now_us();
  send_json($c, studio_view($s));
});
op(DELETE => '/me/agent-studio-chats/#run_id', 1, {}, sub ($c, $me) {
  my $s = studio_of($c, $me, 1, 'studio_delete_foreign_public');
  $s->{deleted} = 1;
  $s->{updated} = now_us();
  send_json($c, studio_view($s));
});
op(POST => '/me/agent-studio-chats/#run_id/clone', 1, {}, sub ($c, $me) {
  my $s = studio_of($c, $me, 0);
  fail(400, 'A private chat cannot be cloned.') if $s->{visibility} eq 'private' && !($s->{owner} eq $me->{id} && on('studio_clone_own_private'));
  my $t = now_us();
  my $n = {%$s, id => uuid(), messages => on('studio_clone_empty') ? [] : clone($s->{messages}), owner => $me->{id}, created => $t, updated => $t};
  $n->{visibility} = 'public';
  $studio{$n->{id}} = $n;
  send_json($c, studio_view($n), on('studio_clone_200') ? 200 : 201);
});

# ================================================================ API keys
sub key_hidden ($k) { return {api_key_id => $k->{id} + 0, label => $k->{label}, is_default => bool($k->{default}), created_at => iso($k->{created}), _links => {self => link_to("/me/api-keys/$k->{id}")}} }
sub key_view ($k) { return {%{key_hidden($k)}, key => $k->{value}} }
sub my_keys ($me) { my @l = sort { $a->{id} <=> $b->{id} } grep { $_->{owner} eq $me->{id} } values %keys; return @l }
op(GET => '/me/api-keys', 1, {}, sub ($c, $me) { send_json($c, [map { on('keys_list_value') ? key_view($_) : key_hidden($_) } my_keys($me)]) });
op(POST => '/me/api-keys', 1, {}, sub ($c, $me) {
  my $f = take(body($c), label => 'str+!');
  my $k = add_key($me->{id}, $f->{label});
  $k->{default} = 1 if on('keys_two_defaults');
  if (on('keys_new_not_usable')) { delete $keyval{$k->{value}} }
  send_json($c, key_view($k));
});
op(GET => '/me/api-keys/default', 1, {}, sub ($c, $me) {
  my ($k) = grep { $_->{default} } my_keys($me);
  $k //= add_key($me->{id}, 'default key');
  send_json($c, on('keys_default_hidden') ? key_hidden($k) : key_view($k));
});
op(GET => '/me/api-keys/#api_key_id', 1, {api_key_id => 'int'}, sub ($c, $me) {
  my $k = $keys{pp($c, 'api_key_id')};
  fail(404, 'There is no such key.') unless $k && ($k->{owner} eq $me->{id} || on('keys_foreign_read'));
  send_json($c, key_view($k));
});
op(DELETE => '/me/api-keys/#api_key_id', 1, {api_key_id => 'int'}, sub ($c, $me) {
  my $k = $keys{pp($c, 'api_key_id')};
  fail(404, 'There is no such key.') unless $k && $k->{owner} eq $me->{id};
  my $v = on('keys_delete_value') ? key_view($k) : key_hidden($k);
  $k->{deleted} = 1;
  delete $keys{$k->{id}};
  delete $keyval{$k->{value}} unless on('w_deleted_key_works');
  if ($k->{default}) { my ($o) = my_keys($me); $o->{default} = 1 if $o }
  send_json($c, $v);
});

# ================================================================ CLI auth
sub cli_view ($s) { return {cli_auth_id => $s->{id}, state => $s->{state}, created_at => iso($s->{created}), expires_at => iso($s->{created} + 600_000_000), _links => {self => link_to("/me/cli-auth/$s->{id}")}} }
op(POST => '/me/cli-auth', 0, {}, sub ($c, $me) {
  my $s = {id => uuid(), state => 'pending', jwt => undef, owner => undef, created => now_us()};
  $cli{$s->{id}} = $s;
  send_json($c, cli_view($s));
});
sub cli_of ($id) { my $s = $cli{lc $id}; fail(404, 'There is no such session.') unless $s && now_us() - $s->{created} < 600_000_000; $s }
op(PUT => '/me/cli-auth/#cli_auth_id', 1, {cli_auth_id => 'uuid'}, sub ($c, $me) {
  my $f = take(body($c), jwt => 'str+!');
  my $s = cli_of(pp($c, 'cli_auth_id'));
  fail(403, 'This login session is another user\'s.') if defined $s->{owner} && $s->{owner} ne $me->{id} && !on('cli_put_foreign');
  fail(403, 'This login session is spent.') if $s->{state} eq 'consumed';
  @$s{qw(jwt owner state)} = ($f->{jwt}, $me->{id}, 'attached');
  send_json($c, cli_view($s));
});
op(GET => '/me/cli-auth/#auth_id', 0, {auth_id => 'uuid'}, sub ($c, $me) {
  my $s = cli_of(pp($c, 'auth_id'));
  my $jwt = $s->{jwt};
  return send_json($c, undef) unless defined $jwt;
  return send_json($c, $jwt) if $c->req->method eq 'HEAD';
  return send_json($c, $jwt) if on('cli_not_consumed');
  if (on('cli_read_race')) { return later($c, 0.1, sub { @$s{qw(jwt state)} = (undef, 'consumed'); send_json($c, $jwt) }) }
  @$s{qw(jwt state)} = (undef, 'consumed');
  send_json($c, $jwt);
});

# ================================================================ schedules
my @DOW = qw(sun mon tue wed thu fri sat);
my @MON = qw(x jan feb mar apr may jun jul aug sep oct nov dec);
sub cron_ok ($s) {
  my %alias = ('@hourly' => '0 * * * *', '@daily' => '0 0 * * *', '@weekly' => '0 0 * * 0', '@monthly' => '0 0 1 * *', '@yearly' => '0 0 1 1 *');
  return $alias{lc $s} if $alias{lc $s};
  my @f = split ' ', $s;
  return undef unless @f == 5;
  my @r = ([0, 59], [0, 23], [1, 31], [1, 12], [0, 7]);
  for my $i (0 .. 4) {
    my $x = lc $f[$i];
    if ($i == 3) { for my $n (1 .. 12) { $x =~ s/\b$MON[$n]\b/$n/g } }
    if ($i == 4) { for my $n (0 .. 6) { $x =~ s/\b$DOW[$n]\b/$n/g } }
    for my $p (split /,/, $x, -1) {
      return undef unless $p =~ m{^(?:\*|(\d{1,2})(?:-(\d{1,2}))?)(?:/(\d{1,2}))?$}a;
      my ($ag, $b, $st) = ($1, $2, $3);
      return undef if defined $st && $st < 1;
      next if on('cron_ranges_unchecked');
      for my $v (grep { defined } $ag, $b) { return undef if $v < $r[$i][0] || $v > $r[$i][1] }
      return undef if defined $b && $b < $ag;
    }
  }
  return join ' ', @f;
}
sub text_to_cron ($s) {
  my $x = lc $s;
  $x =~ s/^\s+|\s+$//g;
  my $at = sub ($t) { $t =~ /^(\d{1,2})(?::(\d\d))?\s*(am|pm)?$/ or return; my ($h, $m, $p) = ($1, $2 // 0, $3 // ''); $h = $h % 12 + ($p eq 'pm' ? 12 : 0) if $p; return if $h > 23 || $m > 59; return ($m + 0, $h + 0) };
  return '* * * * *' if $x eq 'every minute';
  return '0 * * * *' if $x eq 'every hour';
  if ($x =~ /^every (\d{1,2}) minutes$/ && $1 >= 1 && $1 <= 59) { return "*/$1 * * * *" }
  if ($x =~ /^every day at (.+)$/) { my ($m, $h) = $at->($1); return defined $h ? "$m $h * * *" : undef }
  if ($x =~ /^every (sun|mon|tues|wednes|thurs|fri|satur)day at (.+)$/) { my $d = substr $1, 0, 3; my ($m, $h) = $at->($2); my ($n) = grep { $DOW[$_] eq $d } 0 .. 6; return defined $h ? "$m $h * * $n" : undef }
  return undef;
}
sub sched_view ($s) {
  return {schedule_id => $s->{id}, chat_id => $s->{chat}, cron => $s->{cron}, message => $s->{message}, enabled => bool($s->{enabled}), created_at => iso($s->{created}), updated_at => iso($s->{updated}),
    _links => {self => link_to("/me/schedules/$s->{id}"), chat => link_to("/me/chats/$s->{chat}")}};
}
sub sched_chat ($id, $me) {
  my $ag = is_str($id) ? $agents{lc $id} : undef;
  fail(403, 'The chat is missing or not yours.') unless $ag && ($ag->{owner} eq $me->{id} || (on('sched_foreign_public_chat') && $ag->{visibility} eq 'public'));
  return $ag;
}
op(GET => '/me/schedules', 1, {}, sub ($c, $me) {
  my @l = sort { $a->{created} <=> $b->{created} } grep { $_->{owner} eq $me->{id} && !$_->{hidden} } values %schedules;
  send_json($c, {_links => {self => link_to('/me/schedules')}, _embedded => {schedules => [map { sched_view($_) } @l]}, count => scalar @l});
});
op(POST => '/me/schedules', 1, {}, sub ($c, $me) {
  my $b = body($c);
  my $f = take($b, cron => 'str!', message => 'str', enabled => 'bool');
  invalid('/chat_id', 'chat_id is needed.') if !defined $b->{chat_id} && on('sched_missing_chat_422');
  my $ag = sched_chat($b->{chat_id}, $me);
  my $cron = cron_ok($f->{cron}) // invalid('/cron', 'This is no cron expression.');
  my $t = now_us();
  my $s = {id => uuid(), owner => $me->{id}, chat => $ag->{id}, cron => $cron, message => $f->{message} // '', enabled => exists $f->{enabled} ? ($f->{enabled} ? 1 : 0) : 1, created => $t, updated => $t};
  $schedules{$s->{id}} = $s;
  send_json($c, sched_view($s));
});
op(GET => '/me/schedules/onboarding', 1, {}, sub ($c, $me) {
  send_json($c, {_links => {self => link_to('/me/schedules/onboarding')}, _embedded => {suggestions => [{cron => '0 9 * * 1', text => 'every monday at 9:00'}, {cron => '0 8 * * *', text => 'every day at 8:00'}]}});
});
op(GET => '/me/schedules/text-to-cron', 1, {}, sub ($c, $me) {
  my $q = query($c, 'cron') // invalid('?cron', 'cron is needed.');
  my $cron = cron_ok($q) // text_to_cron($q) // fail(400, 'This is neither a cron expression nor a text that we understand.');
  send_json($c, {input => $q, cron => $cron, _links => {self => link_to('/me/schedules/text-to-cron?cron=' . url_escape(encode 'UTF-8', $q))}});
});
sub sched_of ($c, $me, $f = '') {
  my $s = $schedules{lc pp($c, 'schedule_id')};
  fail(404, 'There is no such schedule.') unless $s && ($s->{owner} eq $me->{id} || ($f && on($f)));
  return $s;
}
op(GET => '/me/schedules/#schedule_id', 1, {schedule_id => 'uuid'}, sub ($c, $me) { send_json($c, sched_view(sched_of($c, $me))) });
op(PUT => '/me/schedules/#schedule_id', 1, {schedule_id => 'uuid'}, sub ($c, $me) {
  my $b = body($c);
  my $f = take($b, cron => 'str', message => 'str', enabled => 'bool');
  my $s = sched_of($c, $me, 'sched_put_foreign');
  my $ag = exists $b->{chat_id} ? sched_chat($b->{chat_id}, $me) : undef;
  my $cron = exists $f->{cron} ? cron_ok($f->{cron}) // invalid('/cron', 'This is no cron expression.') : undef;
  if (on('sched_put_old_cron') && defined $cron) { my $v = sched_view({%$s, cron => $cron}); return send_json($c, $v) }
  $s->{chat} = $ag->{id} if $ag;
  $s->{cron} = $cron if defined $cron;
  $s->{message} = $f->{message} if exists $f->{message};
  $s->{enabled} = $f->{enabled} ? 1 : 0 if exists $f->{enabled};
  $s->{updated} = now_us();
  send_json($c, sched_view($s));
});
op(DELETE => '/me/schedules/#schedule_id', 1, {schedule_id => 'uuid'}, sub ($c, $me) {
  my $s = sched_of($c, $me);
  if (on('sched_delete_readable')) { $s->{hidden} = 1 }
  else { delete $schedules{$s->{id}} }
  send_json($c, sched_view($s));
});

# ================================================================ user and VIP
op(GET => '/me', 1, {}, sub ($c, $me) {
  send_json($c, {user_id => $me->{id}, name => $me->{name}, email => $me->{email}, tier => $me->{tier}, created_at => iso($me->{created}),
    _links => {self => link_to('/me/'), agents => link_to('/me/agents'), billing => link_to('/me/billing')}});
});
op(GET => '/me/vip', 1, {}, sub ($c, $me) {
  send_json($c, {count => scalar(keys %{$redeemed{$me->{id}} // {}}), _links => {self => link_to('/me/vip')}});
});
op(POST => '/me/vip', 1, {}, sub ($c, $me) {
  my $f = take(body($c), code => 'str!');
  my $by = $vip{$f->{code}};
  fail(400, 'This is no valid code.') unless $by;
  fail(400, 'This code is your own.') if $by eq $me->{id} && !on('vip_own_ok');
  fail(400, 'You have redeemed this code.') if $redeemed{$me->{id}}{$f->{code}} && !on('vip_twice_ok');
  fail(400, 'This code was redeemed.') if on('vip_once_for_all') && grep { $_->{$f->{code}} } values %redeemed;
  my $make = sub {
    my $t = $redeemed{$me->{id}}{$f->{code}} = now_us();
    send_json($c, {code => $f->{code}, user_id => $me->{id}, redeemed_at => iso($t), _links => {count => link_to('/me/vip')}});
  };
  return later($c, 0.12, $make) if on('vip_race');
  $make->();
});

sub st { return {bundles => \%bundles, next_bundle => \$next_bundle, execs => \%execs, next_log => \$next_log, notif => \%notif, installed => \%installed, own => $OWN, oth => $OTH, fix => \%FIX, json => $JSON, tide => $TIDE_RAW, hook => $HOOK} }

require "$FindBin::Bin/tools.pl";

# ================================================================ all else
$R->any('/*rest' => {rest => ''} => sub ($c) {
  my $p = $c->req->url->path->to_string;
  my %m = map { $_->[0] => 1 } grep { $p =~ $_->[1] } @known;
  if (%m) { return problem($c, {status => 405, detail => 'This method is not known here.', headers => {Allow => join(', ', sort keys %m)}}) }
  problem($c, {status => 404, detail => 'There is nothing here.'});
});

if (($ENV{ACORN_CONFIG} // '') eq '1') {
  my $hb = hook_body();
  my $c = {
    agentsUrl => "http://127.0.0.1:PORT$WORK", baseUrl => "http://127.0.0.1:PORT$USER", profile => 'full', consistencyWindow => 1,
    traffic => {onlyClients => T},
    credentials => {apiKey => 'awk_own_5fJ2kQ8sLr0TzX1mN4vB7cD9', otherApiKey => 'awk_oth_8hY3wE6uRp2KaS5dG1jM0bV4', jwt => jwt_for($OWN), otherJwt => jwt_for($OTH), sandboxJwt => jwt_for($SBX)},
    fixtures => {
      agentId => $FIX{worker}, message => 'Tell me of the harbour', backgroundAgentId => $FIX{worker}, backgroundMessage => 'Start the long job', backgroundErrorMessage => 'Start a job that fails',
      toolCallMessage => {message => 'What is the tide?', name => 'read_tide_table', output => 'qx77-raw-tide'},
      paidAgentId => $FIX{paid}, unpaidAgentId => $FIX{unpaid}, ownPaidAgentId => $FIX{ownpaid}, subscribedAgentId => $FIX{subbed}, unsubscribeAgentId => $FIX{unsub}, privateAgentId => $FIX{priv},
      tool => {name => 'read_tide_table', input => {port => 'Hull'}, invalidInput => {port => 7}}, installableToolId => 'roll_dice', toolsetName => 'sea', notifierMayBeUsed => T,
      vipCode => 'WELCOME-2031', ownVipCode => 'ALMA-MINE-2031', cron => '0 9 * * 1',
      webhook => {signatureHeader => 'X-Acorn-Signature', validSignature => 'sha256=' . hmac_sha256_hex($hb, $HOOK), body => $hb}
    },
    bindings => {
      AgentModel => {fields => {name => 'title', price => 'subscription_price'}}, AgentRequest => {fields => {name => 'title', price => 'subscription_price'}, body => {title => 'Probe agent'}},
      AgentRequestPartial => {fields => {name => 'title', price => 'subscription_price'}}, SlugRequest => {fields => {name => 'title'}, body => {title => 'Northern light house'}},
      AgentSubscribeRequest => {body => {return_url => 'https://client.example/back'}},
      ApiKeyCreate => {fields => {name => 'label'}, body => {label => 'probe key'}}, ApiKey => {fields => {name => 'label'}}, ApiKeyHidden => {fields => {name => 'label'}},
      AgentFileCreateRequest => {fields => {name => 'file_name', filename => 'file_name', mime_type => 'media_type'}, body => {file_name => 'notes.txt', content => 'Some notes.'}},
      AgentFileUpdateRequest => {fields => {name => 'file_name', filename => 'file_name', mime_type => 'media_type'}}, AgentFileResponse => {fields => {name => 'file_name', filename => 'file_name', mime_type => 'media_type'}},
      UserFeedbackRequest => {body => {rating => 5}}, PaymentSessionRequest => {body => {product => 'credits-100'}}, ScheduleRequest => {body => {message => 'Good morning'}},
      CliAuthModel => {fields => {status => 'state'}}, AgentRunView => {fields => {status => 'state'}}, AgentRunLog => {fields => {message => 'text', id => 'run_log_id'}}, McpServerLog => {fields => {id => 'mcp_log_id'}}
    }
  };
  print Cpanel::JSON::XS->new->utf8->canonical->pretty->encode($c);
  exit;
}

$| = 1;
my $d = Mojo::Server::Daemon->new(app => $app, listen => ["http://127.0.0.1:$PORT"], silent => 1, max_requests => 1_000_000, inactivity_timeout => 60, keep_alive_timeout => 75);
$d->start;
say 'ready';
$d->ioloop->start;
