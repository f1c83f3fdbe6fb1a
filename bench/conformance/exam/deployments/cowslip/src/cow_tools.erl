%% The catalog of tools, toolsets, installed tools, running a tool.
-module(cow_tools).
-export([load/0, list/1, mcp_list/1, search/1, show/2, run/2, sets/1, set/2, mine/1, install/1, my_one/2, uninstall/2,
         one/1, tide/1]).
-import(cow_u, [f/1, err/2, err/3]).

%% {Name, Set, About, [{Param, Type, req|opt}]}
catalog() ->
    S = str, B = bool, I0 = {int, 0, 1 bsl 53},
    [{<<"tide_read">>, <<"sea">>, <<"Read the table of tides of a port">>, [{<<"port">>, S, req}]},
     {<<"wave_height">>, <<"sea">>, <<"Tell the height of the waves at a place">>, [{<<"place">>, S, req}]},
     {<<"word_count">>, <<"words">>, <<"Count the words and letters of a text">>, [{<<"text">>, S, req}]},
     {<<"word_flip">>, <<"words">>, <<"Turn a text round">>, [{<<"text">>, S, req}]},
     {<<"sum_numbers">>, <<"words">>, <<"Add up a list of numbers">>, [{<<"numbers">>, {list, num}, req}]},
     {<<"NOTIFIER_CREATE_CHAT">>, <<"notifier">>, <<"Create a chat with an email address">>, [{<<"email">>, S, req}]},
     {<<"NOTIFIER_CREATE_DEVICE">>, <<"notifier">>, <<"Register a device">>,
      [{<<"icon">>, S, opt}, {<<"model">>, S, req}, {<<"has_sms">>, B, opt}, {<<"nickname">>, S, opt}, {<<"push_token">>, S, opt},
       {<<"app_version">>, app_version(I0), req}, {<<"manufacturer">>, S, req}]},
     {<<"NOTIFIER_CREATE_PUSH">>, <<"notifier">>, <<"Send a push (note, link or file) to a device, user, channel or client">>,
      [{<<"type">>, {enum, [<<"note">>, <<"link">>, <<"file">>]}, req} |
       [{K, S, opt} || K <- [<<"url">>, <<"body">>, <<"guid">>, <<"email">>, <<"title">>, <<"file_url">>, <<"file_name">>,
           <<"file_type">>, <<"channel_tag">>, <<"client_iden">>, <<"device_iden">>, <<"source_device_iden">>]]]},
     {<<"NOTIFIER_DELETE_ALL_PUSHES">>, <<"notifier">>, <<"Delete all pushes of the user">>, []},
     {<<"NOTIFIER_DELETE_CHAT">>, <<"notifier">>, <<"Delete a chat">>, [{<<"iden">>, S, req}]},
     {<<"NOTIFIER_DELETE_DEVICE">>, <<"notifier">>, <<"Delete a device">>, [{<<"device_iden">>, S, req}]},
     {<<"NOTIFIER_DELETE_PUSH">>, <<"notifier">>, <<"Delete a push">>, [{<<"iden">>, S, req}]},
     {<<"NOTIFIER_GET_USER">>, <<"notifier">>, <<"Get the profile of the authenticated user">>, []},
     {<<"NOTIFIER_LIST_CHATS">>, <<"notifier">>, <<"List chats">>, [{<<"limit">>, limit(), opt}, {<<"cursor">>, S, opt}]},
     {<<"NOTIFIER_LIST_DEVICES">>, <<"notifier">>, <<"List devices">>, []},
     {<<"NOTIFIER_LIST_PUSHES">>, <<"notifier">>, <<"List pushes">>,
      [{<<"limit">>, limit(), opt}, {<<"active">>, B, opt}, {<<"cursor">>, S, opt}, {<<"modified_after">>, num, opt}]},
     {<<"NOTIFIER_UPDATE_CHAT">>, <<"notifier">>, <<"Mute or unmute a chat">>, [{<<"iden">>, S, req}, {<<"muted">>, B, req}]},
     {<<"NOTIFIER_UPDATE_DEVICE">>, <<"notifier">>, <<"Update the metadata of a device">>,
      [{<<"iden">>, S, req}, {<<"icon">>, S, opt}, {<<"model">>, S, opt}, {<<"has_sms">>, B, opt}, {<<"nickname">>, S, opt},
       {<<"push_token">>, S, opt}, {<<"app_version">>, I0, opt}, {<<"manufacturer">>, S, opt}]},
     {<<"NOTIFIER_UPDATE_PUSH">>, <<"notifier">>, <<"Dismiss a push or change the items of a list">>,
      [{<<"iden">>, S, req}, {<<"items">>, {list, obj}, opt}, {<<"dismissed">>, B, opt}]},
     {<<"NOTIFIER_UPLOAD_REQUEST">>, <<"notifier">>, <<"Get a signed upload URL before pushing a file">>,
      [{<<"file_name">>, S, req}, {<<"file_type">>, S, req}]}].
limit() -> case f('notifier-limit-unchecked') of true -> {int, 1, 1000000}; false -> {int, 1, 500} end.
app_version(I0) -> case f('notifier-negative-app-version') of true -> int; false -> I0 end.

load() ->
    L = catalog(),
    persistent_term:put(cow_tools, L),
    persistent_term:put(cow_tool_map, maps:from_list([{element(1, T), T} || T <- L])).
all() -> persistent_term:get(cow_tools).
one(N) -> maps:get(N, persistent_term:get(cow_tool_map), none).

schema(Ps) ->
    #{type => object, properties => maps:from_list([{N, js(T)} || {N, T, _} <- Ps]), required => [N || {N, _, req} <- Ps]}.
js(str) -> #{type => string};
js(bool) -> #{type => boolean};
js(num) -> #{type => number};
js(int) -> #{type => integer};
js({int, A, B}) -> #{type => integer, minimum => A, maximum => B};
js({enum, L}) -> #{type => string, enum => L};
js({list, num}) -> #{type => array, items => #{type => number}};
js({list, obj}) -> #{type => array, items => #{type => object, properties => #{text => #{type => string}, checked => #{type => boolean}},
                                               required => [text, checked]}}.
mcp({N, _, A, P}) -> #{name => N, description => A, inputSchema => schema(P)}.
pub({N, S, A, P}) -> #{tool => N, name => N, about => A, toolset => S, params => [K || {K, _, _} <- P], auth => S =:= <<"notifier">>}.

list(_) -> {200, [pub(T) || T <- all()]}.
mcp_list(_) ->
    L = all(),
    {200, [case f('mcp-tools-schema-as-text') of
               true -> (mcp(T))#{inputSchema => iolist_to_binary(cow_json:encode(maps:get(inputSchema, mcp(T))))};
               false -> mcp(T)
           end || T <- L]}.
show(_, N) ->
    case one(N) of
        none -> case f('unknown-tool-200') of true -> {200, null}; false -> err(404, no_such_tool) end;
        T -> {200, pub(T)}
    end.

search(R) ->
    Q = cow_u:qreq(R, <<"q">>),
    Q =:= <<>> andalso not f('search-empty-q') andalso cow_u:bad([query, q], too_short),
    Kit = cow_u:qnull(R, <<"toolkit">>),
    Max = case f('search-limit-1000') of true -> 1000; false -> 200 end,
    Lim = cow_u:qint(R, <<"limit">>, 20, 1, Max),
    Min = cow_u:qnum(R, <<"min_score">>, 0.15, 0.0, 1.0),
    Ws = string:lexemes(string:lowercase(Q), " _-"),
    Hits = [{S, T} || T = {_, Set, _, _} <- all(), Kit =:= null orelse Kit =:= Set orelse f('search-toolkit-ignored'),
                      S <- [score(Ws, T)], S >= Min, S > 0 orelse Min == 0],
    Sorted = lists:sort(fun({A, X}, {B, Y}) -> {-A, element(1, X)} =< {-B, element(1, Y)} end, Hits),
    Cut = case f('search-limit-plus-one') of true -> lists:sublist(Sorted, Lim + 1); false -> lists:sublist(Sorted, Lim) end,
    {200, [(mcp(T))#{score => S} || {S, T} <- Cut]}.
score([], _) -> 0.0;
score(Ws, {N, _, A, _}) ->
    Name = string:lowercase(N), Text = string:lowercase(A),
    lists:sum([case {binary:match(Name, W), binary:match(Text, W)} of
                   {nomatch, nomatch} -> 0.0;
                   {nomatch, _} -> 0.7;
                   _ -> 1.0
               end || W <- Ws]) / length(Ws).

run(R = #{user := U}, N) ->
    In = cow_u:body(R),
    Sid = cow_u:nn(cow_u:q(R, <<"service_id">>), <<"default">>),
    Ns = cow_u:nn(cow_u:q(R, <<"service_id_namespace">>), <<"global">>),
    case one(N) of
        none -> err(404, no_such_tool);
        {_, Set, _, Ps} ->
            Args = try cow_u:check(In, Ps)
                   catch throw:{http, 422, #{what := W}} ->
                       case f('tool-bad-input-500') of true -> err(500, crashed); false -> err(400, bad_input, W) end
                   end,
            T0 = cow_u:us(),
            #{connected := Con} = cow_db:get(user, U),
            Set =:= <<"notifier">> andalso not (Con andalso Sid =:= <<"default">> andalso Ns =:= <<"global">>)
                andalso err(400, not_connected),
            Out = case Set of
                      <<"notifier">> -> cow_notif:do(U, N, maps:filter(fun(_, V) -> V =/= null end, Args));
                      _ -> tool(N, Args)
                  end,
            Id = cow_logs:log_exec(U, N, In, Out, true, T0),
            {200, #{tool => N, ok => true, result => Out, log => Id}}
    end.

tide(P) -> #{port => P, table => [#{at => <<"06:12">>, metres => 5.9}, #{at => <<"18:40">>, metres => 5.7}], station => <<"TG-7731">>}.
tool(<<"tide_read">>, #{<<"port">> := P}) -> tide(P);
tool(<<"wave_height">>, #{<<"place">> := P}) -> #{place => P, metres => 1.2};
tool(<<"word_count">>, #{<<"text">> := T}) ->
    L = case f('word-count-of-bytes') of true -> byte_size(T); false -> string:length(T) end,
    #{words => length(string:lexemes(T, " \t\r\n")), letters => L};
tool(<<"word_flip">>, #{<<"text">> := T}) -> #{text => unicode:characters_to_binary(string:reverse(T))};
tool(<<"sum_numbers">>, #{<<"numbers">> := L}) -> 
    try #{sum => lists:sum(L)} catch error:badarith -> err(400, too_large) end.

%% toolsets
names() -> [{<<"sea">>, <<"Of tides and waves">>}, {<<"words">>, <<"Of texts and numbers">>}, {<<"notifier">>, <<"Pushes to devices and people">>}].
sets(_) -> {200, [#{toolset => N, about => A, count => length([1 || {_, S, _, _} <- all(), S =:= N])} || {N, A} <- names()]}.
set(_, N) ->
    case lists:keyfind(N, 1, names()) of
        false ->
            case f('unknown-toolset-empty') of
                true -> {200, #{toolset => N, about => null, tools => []}};
                false -> err(404, no_such_toolset)
            end;
        {_, A} ->
            L = [mcp(T) || T = {_, S, _, _} <- all(), S =:= N],
            {200, #{toolset => N, about => A, tools => case f('toolset-loses-its-last-tool') of true -> lists:droplast(L); false -> L end}}
    end.

%% installed tools
who(U) -> case f('installed-tools-shared') of true -> everybody; false -> U end.
uout(#{tool := N, at := At}) -> (pub(one(N)))#{installed_at => cow_u:sec(At)}.
iout(#{tool := N, at := At, user := U}) -> #{tool => N, user => U, installed_at => cow_u:sec(At)}.
mine(#{user := U}) -> {200, [uout(cow_db:get(utool, {who(U), N})) || N <- cow_db:ix_list(utool, who(U))]}.
install(R = #{user := U}) ->
    #{<<"tool">> := N} = cow_u:check(cow_u:body(R), [{<<"tool">>, str, req}]),
    {200, iout(cow_db:tx(tools_srv, fun() ->
        one(N) =:= none andalso err(409, no_such_tool),
        case cow_db:get(utool, {who(U), N}) of
            none -> ok;
            _ -> f('install-twice') orelse err(409, already_installed)
        end,
        Us = cow_u:us(),
        cow_db:ix_add(utool, who(U), Us, N),
        cow_db:put(utool, {who(U), N}, #{tool => N, user => U, at => Us}) end))}.
my_one(#{user := U}, N) ->
    case cow_db:get(utool, {who(U), N}) of none -> err(404, not_installed); T -> {200, uout(T)} end.
uninstall(#{user := U}, N) ->
    {200, iout(cow_db:tx(tools_srv, fun() ->
        case cow_db:get(utool, {who(U), N}) of
            none -> err(404, not_installed);
            T = #{at := Us} ->
                cow_db:del(utool, {who(U), N}),
                cow_db:ix_del(utool, who(U), Us, N),
                T
        end end))}.
