%% Runs and their logs, executions of tools.
-module(cow_logs).
-export([runs/1, run/2, mcp/2, logs/2, execs/1, exec/2, new_run/2, log_exec/6]).
-import(cow_u, [f/1, err/2]).
-define(CAP, 200).

view(#{run := I, agent := A, user := U, pid := P, us := Us}) ->
    #{count := N, busy := B, upd := Up, first := F} = cow_run:view(P),
    #{run => I, agent => A, user => U, inserted_at => cow_u:sec(Us), updated_at => cow_u:sec(Up),
      messages => N, first => F, state => case B of true -> busy; false -> idle end}.

page(R, Kind, Def) ->
    U = maps:get(user, R),
    Lim = min(?CAP, cow_u:qint(R, <<"limit">>, Def, 1, 1 bsl 40)),
    Cur = cow_u:qtime(R, <<"next_cursor">>),
    Cur1 = case f('cursor-repeats-last') andalso Kind =:= run andalso Cur =/= null of true -> Cur + 1; false -> Cur end,
    L = cow_db:ix_page(Kind, U, Cur1, Lim + 1),
    Page = lists:sublist(L, Lim),
    More = case length(L) > Lim of
               true ->
                   {Us, _} = lists:last(Page),
                   case f('cursor-in-whole-seconds') andalso Kind =:= exec of
                       true -> cow_u:iso(Us div 1000000 * 1000000);
                       false -> cow_u:iso(Us)
                   end;
               false -> null
           end,
    {Page, More}.

runs(R) ->
    Def = case f('runs-default-limit-20') of true -> 20; false -> 30 end,
    {Page, More} = page(R, run, Def),
    {200, #{list => [view(cow_db:get(run, I)) || {_, I} <- Page], more => More}}.

run(#{user := U}, I0) ->
    I = cow_u:puuid(I0, run_id),
    case cow_db:get(run, I) of
        M = #{user := U} -> {200, view(M)};
        M when is_map(M) ->
            case f('run-view-of-other-user') of true -> {200, view(M)}; false -> err(404, no_such_run) end;
        none -> err(404, no_such_run)
    end.

mcp(R, I) -> many(R, I, mcplog).
logs(R, I) -> many(R, I, runlog).
many(#{user := U}, I0, Kind) ->
    I = cow_u:puuid(I0, run_id),
    case cow_db:get(run, I) of
        #{user := U} ->
            {200, case f('mcp-logs-of-all-runs') andalso Kind =:= mcplog of
                      true -> [X || {_, J} <- cow_db:ix_page(run, U, null, 100), X <- entries(Kind, J)];
                      false -> entries(Kind, I)
                  end};
        _ -> {200, []}
    end.
entries(Kind, I) -> lists:reverse([cow_db:get(Kind, {I, Us}) || Us <- cow_db:ix_list(Kind, I)]).

new_run(#{user := U}, C0) ->
    C = cow_u:puuid(C0, chat_id),
    #{agent := A} = cow_agents:seen(U, C),
    case f('chat-run-under-wrong-user') of
        true ->
            #{owner := O} = cow_db:get(agent, A),
            {Id, _} = cow_run:new_logged(O, A, <<"run of the chat">>);
        false -> {Id, _} = cow_run:new_logged(U, A, <<"run of the chat">>)
    end,
    [E | _] = entries(runlog, Id),
    {200, E#{agent => A}}.

log_exec(U, Tool, In, Out, Ok, Us0) ->
    Us = cow_u:us(),
    Id = cow_db:next(exec),
    cow_db:put(exec, Id, #{log => Id, tool => Tool, input => In, output => Out, ok => Ok,
                           ms => (Us - Us0) div 1000, at => cow_u:sec(Us), user => U}),
    cow_db:ix_add(exec, U, Us, Id),
    Id.
execs(R) ->
    {Page, More} = page(R, exec, 30),
    L = [cow_db:get(exec, I) || {_, I} <- Page],
    L1 = case f('equal-executions-dropped') of
             true -> dedup(L, []);
             false -> L
         end,
    {200, #{list => L1, more => More}}.
dedup([], _) -> [];
dedup([X | T], Seen) ->
    K = maps:with([tool, input], X),
    case lists:member(K, Seen) of true -> dedup(T, Seen); false -> [X | dedup(T, [K | Seen])] end.
exec(#{user := U}, I0) ->
    case cow_db:get(exec, cow_u:pint(I0, log_id)) of
        E = #{user := U} -> {200, E};
        _ -> case f('unknown-execution-500') of true -> err(500, crashed); false -> err(404, no_such_log) end
    end.
