%% Schedules, cron expressions, the clock that starts runs.
-module(cow_sched).
-export([list/1, create/1, onboarding/1, text/1, show/2, update/2, delete/2, drop_chat/2, ticker/0, cron/1, next/2]).
-import(cow_u, [f/1, err/2, err/3]).

out(S = #{us := Us, upd := Up}) ->
    (maps:without([us, upd, user], S))#{inserted_at => cow_u:sec(Us), updated_at => cow_u:sec(Up)}.
spec(O) ->
    [{<<"cron">>, str, O}, {<<"chat">>, any, opt}, {<<"message">>, str, opt}, {<<"on">>, bool, opt}].

own_chat(U, C) when is_binary(C) ->
    case cow_db:get(agent, string:lowercase(C)) of
        #{owner := U, agent := I} -> I;
        #{agent := I} -> case f('schedule-on-foreign-chat') of true -> I; false -> err(403, not_your_chat) end;
        _ -> err(403, no_such_chat)
    end;
own_chat(_, _) -> err(403, no_chat).
cron_ok(T) ->
    case cron(T) of
        error -> err(422, invalid, [#{at => [body, cron], why => not_a_cron}]);
        C -> C
    end.
due(On, C) -> case On of true -> next(C, cow_u:secs()); false -> null end.

list(#{user := U}) ->
    L = [out(S) || I <- cow_db:ix_list(sched, U), S <- [cow_db:get(sched, I)], S =/= none],
    L1 = case f('schedules-off-not-listed') of true -> [S || S = #{on := true} <- L]; false -> L end,
    {200, #{list => L1, count => length(L1)}}.
create(R = #{user := U}) ->
    M = #{<<"cron">> := T} = cow_u:check(cow_u:body(R), spec(req)),
    Ch = own_chat(U, maps:get(<<"chat">>, M, null)),
    C = cron_ok(T),
    On = cow_u:nn(maps:get(<<"on">>, M, null), true),
    {200, out(cow_db:tx(sched_srv, fun() ->
        Us = cow_u:us(),
        I = cow_u:uuid(),
        cow_db:ix_add(sched, U, Us, I),
        cow_db:put(sched, I, #{schedule => I, user => U, chat => Ch, cron => norm(T), on => On, last_at => null,
            message => maps:get(<<"message">>, M, null), next_at => due(On, C), us => Us, upd => Us}) end))}.
norm(T) -> iolist_to_binary(lists:join(" ", string:lexemes(T, " \t"))).
one(U, I0) ->
    case cow_db:get(sched, cow_u:puuid(I0, schedule_id)) of
        S = #{user := U} -> S;
        S when is_map(S) -> case f('schedule-of-other-user') of true -> S; false -> err(404, no_such_schedule) end;
        none -> err(404, no_such_schedule)
    end.
show(#{user := U}, I) -> {200, out(one(U, I))}.
update(R = #{user := U}, I0) ->
    M = cow_u:check(cow_u:body(R), spec(opt)),
    {200, out(cow_db:tx(sched_srv, fun() ->
        S = #{schedule := I} = one(U, I0),
        S1 = case M of #{<<"chat">> := X} when X =/= null -> S#{chat => own_chat(U, X)}; _ -> S end,
        S2 = case maps:get(<<"cron">>, M, null) of null -> S1; T -> cron_ok(T), S1#{cron => norm(T)} end,
        S3 = case M of #{<<"message">> := Ms} -> S2#{message => Ms}; _ -> S2 end,
        S4 = case maps:get(<<"on">>, M, null) of null -> S3; O -> S3#{on => O} end,
        #{on := On, cron := Cr} = S4,
        S5 = case f('schedule-put-not-kept') of true -> S4#{cron => maps:get(cron, S)}; false -> S4 end,
        Res = S4#{upd => cow_u:us(), next_at => due(On, cron(Cr))},
        cow_db:put(sched, I, S5#{next_at => maps:get(next_at, Res)}),
        Res end))}.
delete(#{user := U}, I0) ->
    {200, out(cow_db:tx(sched_srv, fun() ->
        S = #{schedule := I, us := Us, chat := C} = one(U, I0),
        case f('schedule-delete-takes-all-of-chat') of
            true -> drop_chat(U, C);
            false -> cow_db:del(sched, I), cow_db:ix_del(sched, U, Us, I)
        end,
        S end))}.
drop_chat(U, C) ->
    [begin cow_db:del(sched, I), cow_db:ix_del(sched, U, Us, I) end
     || J <- cow_db:ix_list(sched, U), #{schedule := I, us := Us, chat := X} <- [cow_db:get(sched, J)], X =:= C].

onboarding(#{user := U}) ->
    {200, #{done => cow_db:ix_list(sched, U) =/= [],
            list => [#{cron => <<"0 9 * * *">>, words => <<"every day at 9">>},
                     #{cron => <<"0 9 * * 1">>, words => <<"every monday at 9">>}]}}.

text(R) ->
    T = string:lowercase(cow_u:qreq(R, <<"cron">>)),
    case words(T) of
        error ->
            case cron(T) of
                error -> case f('bad-cron-is-null') of true -> {200, #{cron => null}}; false -> err(400, bad_cron) end;
                _ -> {200, #{cron => norm(T), next_at => next(cron(T), cow_u:secs())}}
            end;
        C -> {200, #{cron => C, next_at => next(cron(C), cow_u:secs())}}
    end.
words(T) ->
    W = string:lexemes(T, " "),
    Days = [<<"sunday">>, <<"monday">>, <<"tuesday">>, <<"wednesday">>, <<"thursday">>, <<"friday">>, <<"saturday">>],
    case W of
        [<<"every">>, <<"minute">>] -> <<"* * * * *">>;
        [<<"every">>, <<"hour">>] -> <<"0 * * * *">>;
        [<<"hourly">>] -> <<"0 * * * *">>;
        [<<"daily">>] -> <<"0 0 * * *">>;
        [<<"weekly">>] -> <<"0 0 * * 0">>;
        [<<"every">>, N, U] when U =:= <<"minutes">>; U =:= <<"hours">> ->
            case catch binary_to_integer(N) of
                X when is_integer(X), X > 0, X < 60, U =:= <<"minutes">> -> <<"*/", N/binary, " * * * *">>;
                X when is_integer(X), X > 0, X < 24 -> <<"0 */", N/binary, " * * *">>;
                _ -> error
            end;
        [<<"every">>, D | At] ->
            case {D, index(D, Days, 0), hour(At)} of
                {_, _, error} -> error;
                {<<"day">>, _, H} -> <<"0 ", H/binary, " * * *">>;
                {_, none, _} -> error;
                {_, N, H} -> <<"0 ", H/binary, " * * ", (integer_to_binary(N))/binary>>
            end;
        _ -> error
    end.
hour([]) -> <<"0">>;
hour([<<"at">>, H]) ->
    case re:run(H, "^([0-9]{1,2})(:00)?(am|pm)?$", [{capture, all_but_first, binary}]) of
        {match, [N]} -> h24(binary_to_integer(N), <<>>);
        {match, [N, _]} -> h24(binary_to_integer(N), <<>>);
        {match, [N, _, P]} -> h24(binary_to_integer(N), P);
        _ -> error
    end;
hour(_) -> error.
h24(N, <<>>) when N < 24 -> integer_to_binary(N);
h24(12, <<"am">>) -> <<"0">>;
h24(12, <<"pm">>) -> <<"12">>;
h24(N, <<"am">>) when N < 12 -> integer_to_binary(N);
h24(N, <<"pm">>) when N < 12 -> integer_to_binary(N + 12);
h24(_, _) -> error.
index(_, [], _) -> none;
index(X, [X | _], N) -> N;
index(X, [_ | T], N) -> index(X, T, N + 1).

%% five fields -> {Minutes, Hours, Days, Months, Weekdays, DayAny, WeekAny}
cron(T) ->
    try
        [A, B, C, D, E] = string:lexemes(string:lowercase(T), " \t"),
        Hi = case f('cron-hour-24') of true -> 24; false -> 23 end,
        W = lists:usort([X rem 7 || X <- fld(E, 0, 7, [<<"sun">>, <<"mon">>, <<"tue">>, <<"wed">>, <<"thu">>, <<"fri">>, <<"sat">>], 0)]),
        R = {fld(A, 0, 59, [], 0), fld(B, 0, Hi, [], 0), fld(C, 1, 31, [], 0),
             fld(D, 1, 12, [<<"jan">>, <<"feb">>, <<"mar">>, <<"apr">>, <<"may">>, <<"jun">>, <<"jul">>, <<"aug">>,
                            <<"sep">>, <<"oct">>, <<"nov">>, <<"dec">>], 1), W, C =:= <<"*">>, E =:= <<"*">>},
        N = next(R, cow_u:secs()),
        true = is_number(N) orelse Hi =:= 24,
        R
    catch _:_ -> error end.
fld(T, Min, Max, Names, Base) ->
    lists:usort(lists:append([part(P, Min, Max, Names, Base) || P <- binary:split(T, <<",">>, [global])])).
part(P, Min, Max, Names, Base) ->
    {Rg, St} = case binary:split(P, <<"/">>) of
                   [X] -> {X, 1};
                   [X, S] -> {X, int(S)}
               end,
    true = St >= 1,
    {A, B} = case {Rg, binary:split(Rg, <<"-">>)} of
                 {<<"*">>, _} -> {Min, Max};
                 {_, [L, H]} -> {val(L, Names, Base), val(H, Names, Base)};
                 {_, [L]} when St > 1 -> {val(L, Names, Base), Max};
                 {_, [L]} -> V = val(L, Names, Base), {V, V}
             end,
    true = A >= Min andalso B =< Max andalso A =< B,
    lists:seq(A, B, St).
val(T, Names, Base) -> case index(T, Names, Base) of none -> int(T); N -> N end.
int(T) -> match = re:run(T, "^[0-9]{1,3}$", [{capture, none}]), binary_to_integer(T).

next(C, Now) ->
    T = (Now div 60 + 1) * 60,
    day(C, T div 86400, (T rem 86400) div 60, 3000).
day(_, _, _, 0) -> null;
day(C = {Mi, Ho, Da, Mo, We, DA, WA}, D, From, N) ->
    {Y, M, Dd} = calendar:gregorian_days_to_date(D + 719528),
    W = calendar:day_of_the_week(Y, M, Dd) rem 7,
    Dom = lists:member(Dd, Da), Dow = lists:member(W, We),
    Ok = lists:member(M, Mo) andalso (if DA -> Dow; WA -> Dom; true -> Dom orelse Dow end),
    case Ok andalso [H * 60 + X || H <- Ho, X <- Mi, H * 60 + X >= From, H < 24] of
        [X | _] -> float(D * 86400 + X * 60);
        _ -> day(C, D + 1, 0, N - 1)
    end.

ticker() ->
    timer:sleep(1000),
    Now = cow_u:secs(),
    [spawn(fun() -> fire(S, Now) end) || S = #{next_at := At, on := true} <- cow_db:all(sched), At =/= null, At =< Now],
    ticker().
fire(#{schedule := I, user := U, chat := A}, Now) ->
    Msg = cow_db:tx(sched_srv, fun() ->
        S = #{cron := C, message := M} = cow_db:get(sched, I),
        cow_db:put(sched, I, S#{last_at => float(Now), next_at => next(cron(C), Now)}),
        M end),
    {_, P} = cow_run:new(U, A, []),
    cow_run:say(P, cow_u:nn(Msg, <<"scheduled">>)).
