# Tools, toolsets, bundles, installed tools and the NOTIFIER tools.
package main;
use v5.36;
use utf8;
no warnings qw(experimental::builtin);
my $st = st();
my ($bundles, $execs, $notif, $installed, $JSON, $OWN, $OTH) = @$st{qw(bundles execs notif installed json own oth)};

# ---------------------------------------------------------------- catalog
my (@TOOLS, %TOOL);
sub tool ($name, $set, $desc, $params, $run, %more) {
  my (%props, @req);
  for my $p (@$params) {
    my ($n, $type, %o) = @$p;
    $props{$n} = {type => $type, (map { $_ => $o{$_} } grep { exists $o{$_} } qw(enum minimum maximum description default))};
    if ($n eq 'items') { $props{$n}{items} = {type => 'object', properties => {text => {type => 'string'}, checked => {type => 'boolean'}}, required => ['text', 'checked']} }
    push @req, $n if $o{req};
  }
  my $t = {name => $name, set => $set, desc => $desc, params => $params, run => $run, schema => {type => 'object', properties => \%props, required => \@req, additionalProperties => F()}, %more};
  push @TOOLS, $t;
  $TOOL{$name} = $t;
}
sub bad ($msg) { fail(400, $msg) }
sub check_input ($t, $in) {
  my %p = map { $_->[0] => $_ } @{$t->{params}};
  for my $k (sort keys %$in) { bad("$t->{name} has no parameter $k.") unless $p{$k} }
  for my $p (@{$t->{params}}) {
    my ($n, $type, %o) = @$p;
    if (!exists $in->{$n}) { bad("$n is needed.") if $o{req} && !($o{skip} && on($o{skip})); next }
    my $v = $in->{$n};
    my $ok = $type eq 'string' ? is_str($v) : $type eq 'integer' ? is_int($v) : $type eq 'number' ? is_num($v) : $type eq 'boolean' ? is_bool($v) : $type eq 'array' ? ref $v eq 'ARRAY' : 1;
    bad("$n must be of type $type.") unless $ok;
    bad("$n is none of " . join(', ', @{$o{enum}}) . '.') if $o{enum} && !grep { $_ eq $v } @{$o{enum}};
    bad("$n is below $o{minimum}.") if defined $o{minimum} && $v < $o{minimum} && !($o{lax} && on($o{lax}));
    bad("$n is above $o{maximum}.") if defined $o{maximum} && $v > $o{maximum} && !($o{laxmax} && on($o{laxmax}));
  }
}
tool('read_tide_table', 'sea', 'Read the tide table of a port.', [['port', 'string', req => 1], ['date', 'string']], sub ($me, $in) { {port => $in->{port}, high => ['04:12', '16:40'], low => ['10:27', '22:51'], metres => 5.9} });
tool('convert_knots', 'sea', 'Convert a speed in knots to kilometres per hour.', [['knots', 'number', req => 1, minimum => 0]], sub ($me, $in) { {knots => $in->{knots}, kmh => $in->{knots} * 1.852} });
tool('roll_dice', 'basics', 'Roll dice with a number of sides.', [['sides', 'integer', minimum => 2, maximum => 1000], ['count', 'integer', minimum => 1, maximum => 100]], sub ($me, $in) { {rolls => [map { 1 + int rand($in->{sides} // 6) } 1 .. $in->{count} // 1]} });
tool('echo_text', 'basics', 'Give a text back as it is.', [['text', 'string', req => 1]], sub ($me, $in) { {text => $in->{text}} });
tool('code_interpreter', 'basics', 'Run code on the virtual computer, also in the background.', [['code', 'string', req => 1], ['background', 'boolean']], sub ($me, $in) { {stdout => '', exit_code => 0} });

# ---------------------------------------------------------------- NOTIFIER
my $seq = 0;
my $last_n = 0;
sub n_now {
  my $t = int(Time::HiRes::time() * 1e4);
  $t = $last_n + 1 if $t <= $last_n;
  $last_n = $t;
  return sprintf('%.4f', $t / 1e4) + 0;
}
sub n_of ($me) { $notif->{$me->{id}} //= {chats => [], devices => [], pushes => []} }
sub n_rec (%f) { my $t = n_now(); return {iden => 'uj' . short(12), active => T(), created => $t, modified => $t, seq => ++$seq, %f} }
sub n_out ($r) { my %o = %$r; delete $o{seq}; return {map { $_ => $o{$_} } grep { defined $o{$_} } keys %o} }
sub n_find ($list, $iden, $what) { my ($r) = grep { $_->{iden} eq $iden && $_->{active} } @$list; $r // bad("There is no such $what.") }
sub n_page ($in, $list, $name, $fault) {
  my $limit = $in->{limit} // 500;
  my @l = sort { $b->{seq} <=> $a->{seq} } @$list;
  if (defined $in->{cursor} && $in->{cursor} ne '') {
    my $raw = Mojo::Util::b64_decode($in->{cursor} =~ tr{-_}{+/}r);
    bad('This cursor is not ours.') unless $raw =~ /^$name:(\d+)$/;
    my $s = $1;
    @l = grep { $_->{seq} < $s } @l;
  }
  my $more = @l > $limit;
  @l = @l[0 .. $limit - 1] if $more;
  my $cur;
  if ($more) {
    my $s = $l[-1]{seq};
    $s-- if on($fault);
    $cur = Mojo::Util::b64_encode("$name:$s", '') =~ tr{+/}{-_}r =~ s/=+$//r;
  }
  return {$name => [map { n_out($_) } @l], cursor => $cur};
}
sub email ($e) { bad('This is no email address.') unless $e =~ /^[^\s@]+@[^\s@]+\.[^\s@]+$/; lc $e }
my @N = (set => 'notifier', conn => 1);
sub n_dead ($p) { my $t = n_now(); %$p = (iden => $p->{iden}, active => F(), created => $p->{created}, modified => $t, seq => $p->{seq}) }

tool('NOTIFIER_CREATE_CHAT', 'notifier', 'Create a chat with an email address.', [['email', 'string', req => 1]], sub ($me, $in) {
  my $n = n_of($me);
  my $e = email($in->{email});
  if (my ($old) = grep { $_->{with}{email} eq $e } @{$n->{chats}}) { return n_out($old) }
  my $r = n_rec(muted => F(), with => {email => $e, name => (split /@/, $e)[0], type => 'email'});
  push @{$n->{chats}}, $r;
  return n_out($r);
}, conn => 1);
my @DEV = (['icon', 'string'], ['has_sms', 'boolean'], ['push_token', 'string']);
tool('NOTIFIER_CREATE_DEVICE', 'notifier', 'Register a device.', [['icon', 'string'], ['model', 'string', req => 1], ['has_sms', 'boolean'], ['nickname', 'string', req => 1], ['push_token', 'string'],
  ['app_version', 'integer', req => 1, minimum => 0], ['manufacturer', 'string', req => 1, skip => 'n_device_no_manufacturer']], sub ($me, $in) {
  my $r = n_rec(%$in);
  push @{n_of($me)->{devices}}, $r;
  return n_out($r);
}, conn => 1);
tool('NOTIFIER_CREATE_PUSH', 'notifier', 'Send a note, link or file to a device, user, channel or client.', [['type', 'string', req => 1, enum => [qw(note link file)]], ['url', 'string'], ['body', 'string'], ['guid', 'string'],
  ['email', 'string'], ['title', 'string'], ['file_url', 'string'], ['file_name', 'string'], ['file_type', 'string'], ['channel_tag', 'string'], ['client_iden', 'string'], ['device_iden', 'string'], ['source_device_iden', 'string']], sub ($me, $in) {
  my $n = n_of($me);
  if ($in->{type} eq 'link') { bad('A link needs a url.') unless length($in->{url} // '') || on('n_link_without_url') }
  if ($in->{type} eq 'file') { for my $k (qw(file_url file_name file_type)) { next if $k eq 'file_type' && on('n_file_without_type'); bad("A file needs $k.") unless length($in->{$k} // '') } }
  email($in->{email}) if exists $in->{email};
  for my $k (qw(device_iden source_device_iden)) { n_find($n->{devices}, $in->{$k}, 'device') if exists $in->{$k} }
  if (length($in->{guid} // '') && !on('n_guid_twice')) {
    if (my ($old) = grep { ($_->{guid} // '') eq $in->{guid} } @{$n->{pushes}}) { return n_out($old) }
  }
  my $r = n_rec(%$in, dismissed => F(), sender_email => $me->{email}, direction => 'self');
  my $add = sub { push @{$n->{pushes}}, $r; n_out($r) };
  delete $r->{title} if on('n_link_title_lost') && $in->{type} eq 'link';
  return $add->();
}, conn => 1);
tool('NOTIFIER_DELETE_ALL_PUSHES', 'notifier', 'Delete all pushes of the user asynchronously.', [], sub ($me, $in) {
  my @all = @{n_of($me)->{pushes}};
  @all = map { @{$_->{pushes}} } values %$notif if on('n_delete_all_of_everyone');
  @all = grep { !$_->{dismissed} } @all if on('n_delete_all_keeps_dismissed');
  Mojo::IOLoop->timer(0.2 => sub { for my $p (grep { $_->{active} } @all) { n_dead($p) } });
  return {accepted => T()};
}, conn => 1);
for my $w (['CHAT', 'chats', 'iden'], ['DEVICE', 'devices', 'device_iden']) {
  my ($W, $list, $p) = @$w;
  tool("NOTIFIER_DELETE_$W", 'notifier', 'Delete a ' . lc($W) . '.', [[$p, 'string', req => 1]], sub ($me, $in) {
    my $n = n_of($me);
    my $r = n_find($n->{$list}, $in->{$p}, lc $W);
    @{$n->{$list}} = grep { $_ != $r } @{$n->{$list}} unless $W eq 'DEVICE' && on('n_delete_device_kept');
    if ($W eq 'CHAT' && on('n_delete_chat_all')) { $n->{chats} = [] }
    return {iden => $r->{iden}, deleted => T()};
  }, conn => 1);
}
tool('NOTIFIER_DELETE_PUSH', 'notifier', 'Delete a push.', [['iden', 'string', req => 1]], sub ($me, $in) {
  my $r = n_find(n_of($me)->{pushes}, $in->{iden}, 'push');
  n_dead($r);
  return {iden => $r->{iden}, deleted => T()};
}, conn => 1);
tool('NOTIFIER_GET_USER', 'notifier', 'Get the profile of the authenticated user.', [], sub ($me, $in) {
  my $u = on('n_user_fixed') ? {id => $OWN, email => 'alma@acorn.example', name => 'Alma Reyes'} : $me;
  return {iden => "n$u->{id}", email => $u->{email}, email_normalized => lc $u->{email}, name => $u->{name}};
}, conn => 1);
my @PAGE = (['limit', 'integer', minimum => 1, maximum => 500, laxmax => 'n_limit_501'], ['cursor', 'string']);
tool('NOTIFIER_LIST_CHATS', 'notifier', 'List chats.', [@PAGE], sub ($me, $in) { n_page($in, n_of($me)->{chats}, 'chats', 'n_chats_page_skips') }, conn => 1);
tool('NOTIFIER_LIST_DEVICES', 'notifier', 'List devices.', [], sub ($me, $in) { {devices => [map { n_out($_) } @{n_of($me)->{devices}}]} }, conn => 1);
tool('NOTIFIER_LIST_PUSHES', 'notifier', 'List pushes.', [@PAGE, ['active', 'boolean'], ['modified_after', 'number']], sub ($me, $in) {
  my @l = @{n_of($me)->{pushes}};
  @l = grep { $_->{active} } @l if $in->{active} && !on('n_active_ignored');
  my $by = on('n_modified_after_created') ? 'created' : 'modified';
  @l = grep { $_->{$by} > $in->{modified_after} } @l if exists $in->{modified_after};
  n_page($in, \@l, 'pushes', 'n_pushes_page_skips');
}, conn => 1);
tool('NOTIFIER_UPDATE_CHAT', 'notifier', 'Mute or unmute a chat.', [['iden', 'string', req => 1], ['muted', 'boolean', req => 1]], sub ($me, $in) {
  my $r = n_find(n_of($me)->{chats}, $in->{iden}, 'chat');
  $r->{muted} = bool($in->{muted}) if $in->{muted} || !on('n_unmute_ignored');
  $r->{modified} = n_now();
  return n_out($r);
}, conn => 1);
tool('NOTIFIER_UPDATE_DEVICE', 'notifier', 'Update the metadata of a device.', [['iden', 'string', req => 1], ['icon', 'string'], ['model', 'string'], ['has_sms', 'boolean'], ['nickname', 'string'], ['push_token', 'string'],
  ['app_version', 'integer', minimum => 0, lax => 'n_update_version_negative'], ['manufacturer', 'string']], sub ($me, $in) {
  my $r = n_find(n_of($me)->{devices}, $in->{iden}, 'device');
  if (on('n_update_device_clears')) { for my $k (qw(icon model nickname manufacturer push_token)) { $r->{$k} = '' if defined $r->{$k} && !exists $in->{$k} } }
  for my $k (keys %$in) { next if $k eq 'iden'; next if on('n_update_device_zero') && !$in->{$k}; $r->{$k} = $in->{$k} }
  $r->{modified} = n_now();
  return n_out($r);
}, conn => 1);
tool('NOTIFIER_UPDATE_PUSH', 'notifier', 'Dismiss a push or change list items.', [['iden', 'string', req => 1], ['items', 'array'], ['dismissed', 'boolean']], sub ($me, $in) {
  my $r = n_find(n_of($me)->{pushes}, $in->{iden}, 'push');
  for my $i (@{$in->{items} // []}) { bad('An item has a text and whether it is checked.') unless ref $i eq 'HASH' && is_str($i->{text}) && is_bool($i->{checked}) && keys %$i == 2 }
  $r->{dismissed} = bool($in->{dismissed}) if exists $in->{dismissed};
  $r->{items} = clone($in->{items}) if exists $in->{items};
  if (on('n_items_unchecked') && $in->{items}) { $_->{checked} = F() for @{$r->{items}} }
  $r->{modified} = n_now();
  return n_out($r);
}, conn => 1);
tool('NOTIFIER_UPLOAD_REQUEST', 'notifier', 'Get a signed upload URL before pushing a file.', [['file_name', 'string', req => 1], ['file_type', 'string', req => 1]], sub ($me, $in) {
  my $k = short(16);
  my $name = on('n_upload_name_fixed') ? 'upload.bin' : $in->{file_name};
  return {file_name => $name, file_type => $in->{file_type}, file_url => "https://dl.notifier.example/$k/" . Mojo::Util::url_escape(Mojo::Util::encode('UTF-8', $name)), upload_url => "https://up.notifier.example/$k",
    data => {key => $k, acl => 'public-read', 'content-type' => $in->{file_type}, signature => Digest::SHA::hmac_sha256_hex($k, 'up'), policy => Mojo::Util::b64_encode("{\"key\":\"$k\"}", '')}};
}, conn => 1);

# ---------------------------------------------------------------- views
sub mcp_tool ($t, $score = undef) {
  my $v = {name => $t->{name}, description => $t->{desc}, inputSchema => $t->{schema}, _meta => {tool_id => $t->{name}, toolset_name => $t->{set}}};
  $v->{_meta}{score} = $score if defined $score;
  return $v;
}
sub public_tool ($t) {
  return {tool_id => $t->{name}, name => $t->{name}, description => $t->{desc}, toolset_name => $t->{set}, input_schema => $t->{schema}, needs_connection => bool($t->{conn}),
    _links => {self => link_to("/me/tools/$t->{name}"), toolset => link_to("/me/toolsets/$t->{set}")}};
}
my %SETS = (sea => 'Tools for sailors.', basics => 'Small tools for everyone.', notifier => 'Push notifications.');

op(GET => '/me/tools/list', 1, {}, sub ($c, $me) { send_json($c, [map { mcp_tool($_) } @TOOLS]) });
op(GET => '/me/tools', 0, {}, sub ($c, $me) { send_json($c, [map { public_tool($_) } @TOOLS]) });
op(GET => '/me/tools/search', 1, {}, sub ($c, $me) {
  my $q = query($c, 'q') // invalid('?q', 'q is needed.');
  invalid('?q', 'q has at least 1 character.') if $q eq '' && !on('search_empty_q');
  my $limit = q_int($c, 'limit', 20, 1, on('search_limit_any') ? undef : 200);
  my $min = query($c, 'min_score') // '0.15';
  invalid('?min_score', 'min_score is a number from 0 to 1.') unless $min =~ /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i && $min >= 0 && ($min <= 1 || on('search_score_any'));
  my $kit = query($c, 'toolkit');
  undef $kit if defined $kit && ($kit eq '' || $kit eq 'null');
  my @q = grep { length } split /[^\p{L}\p{N}]+/, lc $q;
  my @hit;
  for my $t (@TOOLS) {
    next if defined $kit && $t->{set} ne $kit && !on('search_toolkit_ignored');
    my $hay = lc "$t->{name} $t->{desc} $t->{set}";
    my $n = grep { index($hay, $_) >= 0 } @q;
    my $score = lc $t->{name} eq lc $q ? 1 : @q ? sprintf('%.3f', 0.95 * $n / @q) + 0 : 0;
    push @hit, [$score, $t] if $score >= $min;
  }
  @hit = sort { $b->[0] <=> $a->[0] || $a->[1]{name} cmp $b->[1]{name} } @hit;
  @hit = @hit[0 .. $limit - 1] if @hit > $limit && !on('search_limit_ignored');
  send_json($c, [map { mcp_tool($_->[1], $_->[0]) } @hit]);
});
op(POST => '/me/tools/run/#tool_name', 'lax', {}, sub ($c, $me) {
  my $in = body($c);
  my $t = $TOOL{pp($c, 'tool_name')} // fail(on('run_unknown_tool_400') ? 400 : 404, 'There is no such tool.');
  my $sid = query($c, 'service_id') // 'default';
  my $ns = query($c, 'service_id_namespace') // 'global';
  fail(400, 'There is no such service.') unless $sid eq 'default' && $ns eq 'global';
  if (on('run_bad_input_200')) {
    my $ok = eval { check_input($t, $in); 1 };
    return send_json($c, {tool_name => $t->{name}, result => {error => 'invalid input'}, is_error => T()}) if !$ok;
  }
  check_input($t, $in);
  fail(400, 'There is no auth connection to this service.') if $t->{conn} && $me->{tier} eq 'sandbox';
  my $res = $t->{run}->($me, $in);
  my $e = {id => ${$st->{next_log}}++, owner => $me->{id}, tool => $t->{name}, input => clone($in), output => clone($res), created => now_us()};
  $e->{input} = {} if on('exec_input_lost');
  $execs->{$e->{id}} = $e unless on('exec_notifier_unlogged') && $t->{conn};
  send_json($c, {tool_name => $t->{name}, result => $res, is_error => F(), log_id => $e->{id} + 0, _links => {log => link_to("/me/executions/$e->{id}")}});
});
op(GET => '/me/tools/#tool_id', 0, {}, sub ($c, $me) { send_json($c, public_tool($TOOL{pp($c, 'tool_id')} // fail(404, 'There is no such tool.'))) });
op(GET => '/me/toolsets/list', 1, {}, sub ($c, $me) {
  send_json($c, [map { my $s = $_; {toolset_name => $s, description => $SETS{$s}, tool_count => scalar(grep { $_->{set} eq $s } @TOOLS), _links => {self => link_to("/me/toolsets/$s")}} } sort keys %SETS]);
});
op(GET => '/me/toolsets/#toolset_name', 1, {}, sub ($c, $me) {
  my $s = pp($c, 'toolset_name');
  fail(404, 'There is no such toolset.') unless $SETS{$s};
  my @l = grep { $_->{set} eq $s } @TOOLS;
  @l = @TOOLS if on('toolset_all_tools');
  send_json($c, {toolset_name => $s, description => $SETS{$s}, tools => [map { mcp_tool($_) } @l], _links => {self => link_to("/me/toolsets/$s")}});
});

# ---------------------------------------------------------------- installed tools
sub inst ($me) { $installed->{$me->{id}} //= {} }
sub user_tool ($i) { my $t = $TOOL{$i->{tool}}; return {tool_id => $t->{name}, description => $t->{desc}, toolset_name => $t->{set}, installed_at => iso($i->{at}), _links => {self => link_to("/me/user-tools/$t->{name}"), tool => link_to("/me/tools/$t->{name}")}} }
sub installed_tool ($i) { return {tool_id => $i->{tool}, user_id => $i->{user}, installed_at => iso($i->{at}), _links => {self => link_to("/me/user-tools/$i->{tool}")}} }
op(GET => '/me/user-tools', 1, {}, sub ($c, $me) {
  my @l = on('installed_of_everyone') ? map { values %$_ } values %$installed : values %{inst($me)};
  send_json($c, [map { user_tool($_) } sort { $a->{at} <=> $b->{at} } @l]);
});
op(POST => '/me/user-tools', 1, {}, sub ($c, $me) {
  my $f = take(body($c), tool_id => 'str+!');
  my $t = $TOOL{$f->{tool_id}} // fail(409, 'There is no such tool to install.');
  fail(409, 'This tool is installed.') if inst($me)->{$t->{name}};
  my $i = inst($me)->{$t->{name}} = {tool => $t->{name}, user => $me->{id}, at => now_us()};
  send_json($c, installed_tool($i));
});
op(GET => '/me/user-tools/#tool_id', 1, {}, sub ($c, $me) { send_json($c, user_tool(inst($me)->{pp($c, 'tool_id')} // fail(404, 'This tool is not installed.'))) });
op(DELETE => '/me/user-tools/#tool_id', 1, {}, sub ($c, $me) {
  my $id = pp($c, 'tool_id');
  my $i = inst($me)->{$id} // fail(404, 'This tool is not installed.');
  delete inst($me)->{$id} unless on('installed_delete_nothing');
  send_json($c, installed_tool($i));
});

# ---------------------------------------------------------------- bundles
sub bundle_row ($b) { return {bundle_id => $b->{id} + 0, name => $b->{name}, description => $b->{description}, owner_id => $b->{owner}, created_at => iso($b->{created}), updated_at => iso($b->{updated}), _links => {self => link_to("/me/bundles/$b->{id}"), tools => link_to("/me/bundles/$b->{id}/tools")}} }
sub bundle_tool ($b, $m) { return {bundle_id => $b->{id} + 0, tool_id => $m->{tool}, added_at => iso($m->{at}), _links => {tool => link_to("/me/tools/$m->{tool}"), bundle => link_to("/me/bundles/$b->{id}")}} }
sub bundle_view ($b) { return {%{bundle_row($b)}, tools => [map { bundle_tool($b, $_) } @{$b->{tools}}]} }
sub bundle_of ($c, $me, $status = 404, $f = '') {
  my $b = $bundles->{pp($c, 'bundle_id')};
  fail($status, 'There is no such bundle.') unless $b && ($b->{owner} eq $me->{id} || ($f && on($f)));
  return $b;
}
op(GET => '/me/bundles', 1, {}, sub ($c, $me) {
  send_json($c, [map { my $b = $_; {bundle_id => $b->{id} + 0, name => $b->{name}, tool_count => scalar @{$b->{tools}}, _links => {self => link_to("/me/bundles/$b->{id}")}} } sort { $a->{id} <=> $b->{id} } grep { $_->{owner} eq $me->{id} } values %$bundles]);
});
op(POST => '/me/bundles', 1, {}, sub ($c, $me) {
  fail(409, 'You have too many bundles.') if 500 <= grep { $_->{owner} eq $me->{id} } values %$bundles;
  my $t = now_us();
  my $id = ${$st->{next_bundle}}++;
  my $b = $bundles->{$id} = {id => $id, owner => $me->{id}, name => 'Untitled bundle', description => '', tools => [], created => $t, updated => $t};
  send_json($c, bundle_view($b));
});
op(GET => '/me/bundles/#bundle_id', 1, {bundle_id => 'int'}, sub ($c, $me) { send_json($c, bundle_view(bundle_of($c, $me, 404, 'bundles_foreign_read'))) });
op(PUT => '/me/bundles/#bundle_id', 1, {bundle_id => 'int'}, sub ($c, $me) {
  my $f = take(body($c), name => 'str+!', description => 'str');
  my $b = bundle_of($c, $me, 409);
  if (on('bundles_put_answer_only')) { return send_json($c, bundle_view({%$b, %$f})) }
  $b->{tools} = [] if on('bundles_put_drops_tools');
  $b->{$_} = $f->{$_} for keys %$f;
  $b->{updated} = now_us();
  send_json($c, bundle_view($b));
});
op(DELETE => '/me/bundles/#bundle_id', 1, {bundle_id => 'int'}, sub ($c, $me) {
  my $b = bundle_of($c, $me);
  delete $bundles->{$b->{id}};
  send_json($c, bundle_row($b));
});
op(GET => '/me/bundles/#bundle_id/tools', 1, {bundle_id => 'int'}, sub ($c, $me) {
  my $b = bundle_of($c, $me);
  send_json($c, [map { bundle_tool($b, $_) } @{$b->{tools}}]);
});
op(POST => '/me/bundles/#bundle_id/tools', 1, {bundle_id => 'int'}, sub ($c, $me) {
  my $f = take(body($c), tool_id => 'str+!');
  my $b = bundle_of($c, $me);
  my $t = $TOOL{$f->{tool_id}} // fail(404, 'There is no such tool.');
  my ($m) = grep { $_->{tool} eq $t->{name} } @{$b->{tools}};
  if (!$m || on('bundles_tool_twice')) { push @{$b->{tools}}, $m = {tool => $t->{name}, at => now_us()} }
  $b->{updated} = now_us();
  send_json($c, bundle_tool($b, $m));
});
op(DELETE => '/me/bundles/#bundle_id/tools/#tool_id', 1, {bundle_id => 'int'}, sub ($c, $me) {
  my $b = bundle_of($c, $me);
  my $id = pp($c, 'tool_id');
  my ($m) = grep { $_->{tool} eq $id } @{$b->{tools}};
  if (!$m && on('bundles_nonmember_200')) { return send_json($c, bundle_tool($b, {tool => $id, at => now_us()})) }
  fail(404, 'This tool is not in the bundle.') unless $m;
  $b->{tools} = on('bundles_tool_delete_all') ? [] : [grep { $_ != $m } @{$b->{tools}}];
  send_json($c, bundle_tool($b, $m));
});
1;
