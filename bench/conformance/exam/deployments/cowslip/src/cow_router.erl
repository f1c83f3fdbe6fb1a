%% From method and path to a handler; credentials; errors.
-module(cow_router).
-export([handle/1, sign/1]).
-define(SECRET, <<"cowslip-jwt-secret">>).

handle(R = #{m := M, path := [<<>> | P]}) ->
    try
        case route(M, P) of
            {Auth, Fun} -> Fun(auth(Auth, R));
            none ->
                case [X || X <- [<<"GET">>, <<"POST">>, <<"PUT">>, <<"PATCH">>, <<"DELETE">>], route(X, P) =/= none] of
                    [] -> {404, #{reason => no_such_path, what => []}};
                    Ms -> {405, [{<<"allow">>, lists:join(<<", ">>, Ms)}], #{reason => wrong_method, what => Ms}}
                end
        end
    catch
        throw:{http, S, J} -> {S, J};
        C:E:St ->
            io:format(standard_error, "~p ~p: ~p ~p ~p~n", [M, P, C, E, St]),
            {500, #{reason => crashed, what => []}}
    end;
handle(_) -> {404, #{reason => no_such_path, what => []}}.

bearer(#{h := #{<<"authorization">> := A}}) ->
    case binary:split(A, <<" ">>) of
        [T, V] -> case string:lowercase(T) of <<"bearer">> -> string:trim(V); _ -> none end;
        _ -> none
    end;
bearer(_) -> none.

auth(open, R) -> R#{user => none};
auth(opt, R) -> R#{user => jwt(bearer(R))};
auth(user, R) ->
    case jwt(bearer(R)) of
        none -> cow_u:err(401, no_credential);
        U -> R#{user => U}
    end;
auth(run_tool, R) ->
    case jwt(bearer(R)) of
        none ->
            case cow_u:f('tool-run-403-for-401') of
                true -> cow_u:err(403, no_credential);
                false -> cow_u:err(401, no_credential)
            end;
        U -> R#{user => U}
    end;
auth(key, R) ->
    K = case bearer(R) of none -> none; B -> cow_acct:key_user(B) end,
    case K of
        none -> cow_u:err(401, no_api_key);
        U -> R#{user => U}
    end.

b64(B) ->
    lists:foldl(fun({X, Y}, A) -> binary:replace(A, X, Y, [global]) end, base64:encode(B),
                [{<<"=">>, <<>>}, {<<"+">>, <<"-">>}, {<<"/">>, <<"_">>}]).
unb64(B) ->
    C = binary:replace(binary:replace(B, <<"-">>, <<"+">>, [global]), <<"_">>, <<"/">>, [global]),
    base64:decode(<<C/binary, (binary:part(<<"===">>, 0, (4 - byte_size(C) rem 4) rem 4))/binary>>).
mac(B) -> b64(crypto:mac(hmac, sha256, ?SECRET, B)).
sign(Uid) ->
    H = b64(<<"{\"alg\":\"HS256\",\"typ\":\"JWT\"}">>),
    P = b64(iolist_to_binary(cow_json:encode(#{sub => Uid, exp => 4102444800}))),
    <<H/binary, ".", P/binary, ".", (mac(<<H/binary, ".", P/binary>>))/binary>>.
jwt(none) -> none;
jwt(T) ->
    try
        [H, P, S] = binary:split(T, <<".">>, [global]),
        S = mac(<<H/binary, ".", P/binary>>),
        {ok, #{<<"sub">> := Sub, <<"exp">> := Exp}} = cow_json:decode(unb64(P)),
        true = Exp > cow_u:secs(),
        #{} = cow_db:get(user, Sub),
        Sub
    catch _:_ -> none end.

%% Workers API
route(<<"POST">>, [<<"w">>, <<"ndjson">>, A]) -> {key, fun(R) -> cow_worker:start(R, A, ndjson) end};
route(<<"PUT">>, [<<"w">>, <<"ndjson">>, A, I]) -> {key, fun(R) -> cow_worker:continue(R, A, I, ndjson) end};
route(<<"POST">>, [<<"w">>, A]) -> {key, fun(R) -> cow_worker:start(R, A, text) end};
route(<<"PUT">>, [<<"w">>, A, I]) -> {key, fun(R) -> cow_worker:continue(R, A, I, text) end};
route(<<"GET">>, [<<"w">>, A, I]) -> {key, fun(R) -> cow_worker:messages(R, A, I) end};
route(M, [<<"api">>, <<"me">> | P]) -> me(M, P);
route(_, _) -> none.

me(<<"GET">>, []) -> {user, fun cow_acct:me/1};
me(<<"GET">>, [<<>>]) -> {user, fun cow_acct:me/1};
me(<<"GET">>, [<<"agent-runs">>]) -> {user, fun cow_logs:runs/1};
me(<<"GET">>, [<<"agent-runs">>, I]) -> {user, fun(R) -> cow_logs:run(R, I) end};
me(<<"GET">>, [<<"agent-runs">>, I, <<"mcp-server-logs">>]) -> {user, fun(R) -> cow_logs:mcp(R, I) end};
me(<<"GET">>, [<<"agent-runs">>, I, <<"logs">>]) -> {user, fun(R) -> cow_logs:logs(R, I) end};
me(<<"GET">>, [<<"executions">>]) -> {user, fun cow_logs:execs/1};
me(<<"GET">>, [<<"executions">>, I]) -> {user, fun(R) -> cow_logs:exec(R, I) end};
me(<<"POST">>, [<<"agents">>, I, <<"subscribe">>]) -> {user, fun(R) -> cow_pay:subscribe(R, I) end};
me(<<"POST">>, [<<"agents">>, I, <<"unsubscribe">>]) -> {user, fun(R) -> cow_pay:unsubscribe(R, I) end};
me(<<"GET">>, [<<"subscriptions">>]) -> {user, fun cow_pay:subs/1};
me(<<"GET">>, [<<"subscriptions">>, I]) -> {user, fun(R) -> cow_pay:sub(R, I) end};
me(<<"GET">>, [<<"agent-studio-chats">>]) -> {user, fun cow_studio:list/1};
me(<<"POST">>, [<<"agent-studio-chats">>]) -> {user, fun cow_studio:create/1};
me(<<"GET">>, [<<"agent-studio-chats">>, I]) -> {opt, fun(R) -> cow_studio:show(R, I) end};
me(<<"PUT">>, [<<"agent-studio-chats">>, I]) -> {user, fun(R) -> cow_studio:update(R, I, full) end};
me(<<"PATCH">>, [<<"agent-studio-chats">>, I]) -> {user, fun(R) -> cow_studio:update(R, I, part) end};
me(<<"DELETE">>, [<<"agent-studio-chats">>, I]) -> {user, fun(R) -> cow_studio:delete(R, I) end};
me(<<"POST">>, [<<"agent-studio-chats">>, I, <<"clone">>]) -> {user, fun(R) -> cow_studio:clone(R, I) end};
me(<<"POST">>, [<<"agents">>, <<"vanity">>, <<"slug">>]) -> {open, fun cow_agents:slug_make/1};
me(<<"GET">>, [<<"agents">>, <<"vanity">>, <<"slug">>]) -> {user, fun cow_agents:slug_free/1};
me(<<"GET">>, [<<"agents">>]) -> {user, fun cow_agents:list/1};
me(<<"POST">>, [<<"agents">>]) -> {user, fun cow_agents:upsert/1};
me(<<"GET">>, [<<"agents">>, I]) -> {opt, fun(R) -> cow_agents:show(R, I) end};
me(<<"POST">>, [<<"agents">>, I, <<"upsell-description">>]) -> {user, fun(R) -> cow_agents:upsell(R, I) end};
me(<<"GET">>, [<<"agents">>, I, <<"vibe">>]) -> {user, fun(R) -> cow_agents:vibe(R, I) end};
me(<<"GET">>, [<<"vibe">>, <<"services">>]) -> {open, fun cow_agents:vibes/1};
me(<<"GET">>, [<<"agents">>, I, <<"customizations">>, <<"theme">>]) -> {user, fun(R) -> cow_files:theme(R, I) end};
me(<<"PUT">>, [<<"agents">>, I, <<"customizations">>, <<"theme">>]) -> {user, fun(R) -> cow_files:set_theme(R, I) end};
me(<<"GET">>, [<<"agents">>, I, <<"files">>]) -> {user, fun(R) -> cow_files:list(R, I) end};
me(<<"POST">>, [<<"agents">>, I, <<"files">>]) -> {user, fun(R) -> cow_files:create(R, I) end};
me(<<"PUT">>, [<<"agents">>, I, <<"files">>, <<"positions">>]) -> {user, fun(R) -> cow_files:order(R, I) end};
me(<<"GET">>, [<<"agents">>, I, <<"files">>, F]) -> {user, fun(R) -> cow_files:show(R, I, F) end};
me(<<"PATCH">>, [<<"agents">>, I, <<"files">>, F]) -> {user, fun(R) -> cow_files:update(R, I, F) end};
me(<<"DELETE">>, [<<"agents">>, I, <<"files">>, F]) -> {user, fun(R) -> cow_files:delete(R, I, F) end};
me(<<"GET">>, [<<"chats">>]) -> {user, fun cow_agents:list/1};
me(<<"POST">>, [<<"chats">>]) -> {user, fun cow_agents:create/1};
me(<<"GET">>, [<<"chats">>, I]) -> {opt, fun(R) -> cow_agents:show(R, I) end};
me(<<"PUT">>, [<<"chats">>, I]) -> {user, fun(R) -> cow_agents:update(R, I, full) end};
me(<<"PATCH">>, [<<"chats">>, I]) -> {user, fun(R) -> cow_agents:update(R, I, part) end};
me(<<"DELETE">>, [<<"chats">>, I]) -> {user, fun(R) -> cow_agents:delete(R, I) end};
me(<<"GET">>, [<<"chats">>, I, <<"og">>]) -> {opt, fun(R) -> cow_agents:og(R, I) end};
me(<<"POST">>, [<<"chats">>, I, <<"clone">>]) -> {user, fun(R) -> cow_agents:clone(R, I) end};
me(<<"POST">>, [<<"chats">>, I, <<"feedback">>]) -> {user, fun(R) -> cow_agents:feedback(R, I) end};
me(<<"POST">>, [<<"chats">>, I, <<"runs">>]) -> {user, fun(R) -> cow_logs:new_run(R, I) end};
me(<<"GET">>, [<<"api-keys">>]) -> {user, fun cow_acct:keys/1};
me(<<"POST">>, [<<"api-keys">>]) -> {user, fun cow_acct:key_new/1};
me(<<"GET">>, [<<"api-keys">>, <<"default">>]) -> {user, fun cow_acct:key_default/1};
me(<<"GET">>, [<<"api-keys">>, I]) -> {user, fun(R) -> cow_acct:key(R, I) end};
me(<<"DELETE">>, [<<"api-keys">>, I]) -> {user, fun(R) -> cow_acct:key_del(R, I) end};
me(<<"GET">>, [<<"billing">>]) -> {user, fun cow_pay:billing/1};
me(<<"GET">>, [<<"credits">>]) -> {user, fun cow_pay:credits/1};
me(<<"POST">>, [<<"credits">>, <<"use">>]) -> {user, fun cow_pay:use/1};
me(<<"POST">>, [<<"payments">>, <<"webhook">>]) -> {open, fun cow_pay:webhook/1};
me(<<"POST">>, [<<"payments">>, <<"sessions">>]) -> {user, fun cow_pay:session/1};
me(<<"GET">>, [<<"monetization">>, <<"summary">>]) -> {user, fun cow_pay:summary/1};
me(<<"GET">>, [<<"monetization">>, <<"subscribers">>]) -> {user, fun cow_pay:subscribers/1};
me(<<"GET">>, [<<"monetization">>, <<"earnings">>]) -> {user, fun cow_pay:earnings/1};
me(<<"GET">>, [<<"bundles">>]) -> {user, fun cow_bundles:list/1};
me(<<"POST">>, [<<"bundles">>]) -> {user, fun cow_bundles:create/1};
me(<<"GET">>, [<<"bundles">>, I]) -> {user, fun(R) -> cow_bundles:show(R, I) end};
me(<<"PUT">>, [<<"bundles">>, I]) -> {user, fun(R) -> cow_bundles:update(R, I) end};
me(<<"DELETE">>, [<<"bundles">>, I]) -> {user, fun(R) -> cow_bundles:delete(R, I) end};
me(<<"GET">>, [<<"bundles">>, I, <<"tools">>]) -> {user, fun(R) -> cow_bundles:tools(R, I) end};
me(<<"POST">>, [<<"bundles">>, I, <<"tools">>]) -> {user, fun(R) -> cow_bundles:add(R, I) end};
me(<<"DELETE">>, [<<"bundles">>, I, <<"tools">>, T]) -> {user, fun(R) -> cow_bundles:remove(R, I, T) end};
me(<<"POST">>, [<<"cli-auth">>]) -> {open, fun cow_acct:cli_new/1};
me(<<"PUT">>, [<<"cli-auth">>, I]) -> {user, fun(R) -> cow_acct:cli_put(R, I) end};
me(<<"GET">>, [<<"cli-auth">>, I]) -> {open, fun(R) -> cow_acct:cli_get(R, I) end};
me(<<"GET">>, [<<"schedules">>]) -> {user, fun cow_sched:list/1};
me(<<"POST">>, [<<"schedules">>]) -> {user, fun cow_sched:create/1};
me(<<"GET">>, [<<"schedules">>, <<"onboarding">>]) -> {user, fun cow_sched:onboarding/1};
me(<<"GET">>, [<<"schedules">>, <<"text-to-cron">>]) -> {user, fun cow_sched:text/1};
me(<<"GET">>, [<<"schedules">>, I]) -> {user, fun(R) -> cow_sched:show(R, I) end};
me(<<"PUT">>, [<<"schedules">>, I]) -> {user, fun(R) -> cow_sched:update(R, I) end};
me(<<"DELETE">>, [<<"schedules">>, I]) -> {user, fun(R) -> cow_sched:delete(R, I) end};
me(<<"GET">>, [<<"tools">>, <<"list">>]) -> {user, fun cow_tools:mcp_list/1};
me(<<"GET">>, [<<"tools">>]) -> {open, fun cow_tools:list/1};
me(<<"GET">>, [<<"tools">>, <<"search">>]) -> {user, fun cow_tools:search/1};
me(<<"GET">>, [<<"tools">>, I]) -> {open, fun(R) -> cow_tools:show(R, I) end};
me(<<"POST">>, [<<"tools">>, <<"run">>, N]) -> {run_tool, fun(R) -> cow_tools:run(R, N) end};
me(<<"GET">>, [<<"toolsets">>, <<"list">>]) -> {user, fun cow_tools:sets/1};
me(<<"GET">>, [<<"toolsets">>, N]) -> {user, fun(R) -> cow_tools:set(R, N) end};
me(<<"GET">>, [<<"user-tools">>]) -> {user, fun cow_tools:mine/1};
me(<<"POST">>, [<<"user-tools">>]) -> {user, fun cow_tools:install/1};
me(<<"GET">>, [<<"user-tools">>, I]) -> {user, fun(R) -> cow_tools:my_one(R, I) end};
me(<<"DELETE">>, [<<"user-tools">>, I]) -> {user, fun(R) -> cow_tools:uninstall(R, I) end};
me(<<"GET">>, [<<"vip">>]) -> {user, fun cow_acct:vip_count/1};
me(<<"POST">>, [<<"vip">>]) -> {user, fun cow_acct:vip/1};
me(_, _) -> none.
