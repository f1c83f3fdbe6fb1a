%% Files and theme of an agent.
-module(cow_files).
-export([theme/2, set_theme/2, list/2, create/2, order/2, show/3, update/3, delete/3, drop_all/1, copy_all/2]).
-import(cow_u, [f/1, err/2, err/3]).
-define(MAX, 10).

theme(#{user := U}, Id0) ->
    Id = cow_u:puuid(Id0, agent_id),
    cow_agents:seen(U, Id),
    case cow_db:get(theme, Id) of
        none -> case f('no-theme-is-404') of true -> err(404, no_theme); false -> {200, null} end;
        T -> {200, tout(T)}
    end.
tout(T = #{upd := Up}) -> (maps:remove(upd, T))#{updated_at => cow_u:sec(Up)}.
set_theme(R = #{user := U}, Id0) ->
    Id = cow_u:puuid(Id0, agent_id),
    #{<<"color">> := C} = cow_u:check(cow_u:body(R), [{<<"color">>, str, req}]),
    cow_agents:owned(U, Id),
    Re = case f('theme-color-half-checked') of true -> "^#[0-9a-zA-Z]+"; false -> "^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$" end,
    case re:run(C, Re, [{capture, none}, dollar_endonly]) of
        match -> ok;
        nomatch -> err(400, bad_color)
    end,
    {200, tout(cow_db:put(theme, Id, #{agent => Id, color => C, upd => cow_u:us()}))}.

out(F = #{us := Us, upd := Up}) ->
    (maps:without([us, upd], F))#{inserted_at => cow_u:sec(Us), updated_at => cow_u:sec(Up)}.
files(Id) ->
    L = [F || I <- cow_db:ix_list(file, Id), F <- [cow_db:get(file, I)], F =/= none],
    lists:sort(fun(#{pos := A, us := X}, #{pos := B, us := Y}) -> {A, X} =< {B, Y} end, L).
lout(L) -> {200, #{list => [out(F) || F <- L], count => length(L)}}.

list(#{user := U}, Id0) ->
    Id = cow_u:puuid(Id0, agent_id),
    cow_agents:owned(U, Id),
    L = files(Id),
    lout(case f('files-not-by-position') of
             true -> lists:sort(fun(#{us := X}, #{us := Y}) -> X =< Y end, L);
             false -> L
         end).

spec(O) -> [{<<"name">>, {str, 0, 300}, O}, {<<"text">>, str, opt}, {<<"type">>, str, opt}, {<<"pos">>, {int, 0, 1000000}, opt}].
create(R = #{user := U}, Id0) ->
    Id = cow_u:puuid(Id0, agent_id),
    M = #{<<"name">> := N} = cow_u:check(cow_u:body(R), spec(req)),
    {201, out(cow_db:tx(agents_srv, fun() ->
        cow_agents:owned(U, Id),
        cow_u:blank(N) andalso err(400, no_name),
        L = files(Id),
        Max = case f('files-one-too-many') of true -> ?MAX + 1; false -> ?MAX end,
        length(L) >= Max andalso err(400, too_many_files),
        Pos = case maps:get(<<"pos">>, M, null) of
                  null -> lists:max([-1 | [P || #{pos := P} <- L]]) + 1;
                  P -> P
              end,
        T = cow_u:nn(maps:get(<<"text">>, M, null), <<>>),
        put_new(Id, #{name => N, text => T, bytes => byte_size(T), pos => Pos,
                      type => cow_u:nn(maps:get(<<"type">>, M, null), <<"text/plain">>)})
    end))}.
put_new(Id, F) ->
    Us = cow_u:us(),
    I = cow_u:uuid(),
    cow_db:ix_add(file, Id, Us, I),
    cow_db:put(file, I, F#{file => I, agent => Id, us => Us, upd => Us}).

one(U, A0, F0) ->
    A = cow_u:puuid(A0, agent_id),
    F = cow_u:puuid(F0, file_id),
    Any = f('file-under-any-agent'),
    cow_agents:owned(U, A),
    case cow_db:get(file, F) of
        X = #{agent := B} when B =:= A; Any -> X;
        _ -> err(404, no_such_file)
    end.
show(#{user := U}, A, F) -> {200, out(one(U, A, F))}.
update(R = #{user := U}, A, F) ->
    M = cow_u:check(cow_u:body(R), spec(opt)),
    {200, out(cow_db:tx(agents_srv, fun() ->
        X = #{file := I} = one(U, A, F),
        Set = maps:from_list([{K, maps:get(B, M)} || {K, B} <- [{name, <<"name">>}, {text, <<"text">>}, {type, <<"type">>}, {pos, <<"pos">>}],
                              maps:get(B, M, null) =/= null]),
        case Set of #{name := N} -> cow_u:blank(N) andalso cow_u:bad([body, name], empty); _ -> ok end,
        Y = case f('file-patch-resets') of
                true -> maps:merge(X#{text => <<>>, type => <<"text/plain">>}, Set);
                false -> maps:merge(X, Set)
            end,
        cow_db:put(file, I, Y#{bytes => byte_size(maps:get(text, Y)), upd => cow_u:us()}) end))}.
delete(#{user := U}, A, F) ->
    X = cow_db:tx(agents_srv, fun() ->
        X = #{file := I, us := Us, agent := B, name := N} = one(U, A, F),
        case f('file-delete-takes-namesakes') of
            true -> [begin cow_db:del(file, J), cow_db:ix_del(file, B, V, J) end || #{file := J, name := N2, us := V} <- files(B), N2 =:= N];
            false -> cow_db:del(file, I), cow_db:ix_del(file, B, Us, I)
        end,
        X end),
    case f('file-delete-answers-200') of true -> {200, out(X)}; false -> {204, null} end.

order(R = #{user := U}, A0) ->
    A = cow_u:puuid(A0, agent_id),
    #{<<"order">> := L} = cow_u:check(cow_u:body(R), [{<<"order">>, {list, obj}, req}]),
    Ps = [begin
              #{<<"file">> := F, <<"pos">> := P} = cow_u:check(X, [{<<"file">>, uuid, req}, {<<"pos">>, {int, 0, 1000000}, req}]),
              {string:lowercase(F), P}
          end || X <- L],
    length(lists:usort([F || {F, _} <- Ps])) =:= length(Ps) orelse cow_u:bad([body, order], twice_the_same),
    lout(cow_db:tx(agents_srv, fun() ->
        cow_agents:owned(U, A),
        Xs = [case cow_db:get(file, F) of
                  X = #{agent := A} -> X#{pos => P, upd => cow_u:us()};
                  _ -> err(404, no_such_file)
              end || {F, P} <- Ps],
        Xs1 = case f('positions-last-one-lost') andalso length(Xs) > 1 of
                  true -> lists:sublist(Xs, length(Xs) - 1);
                  false -> Xs
              end,
        [cow_db:put(file, F, X) || X = #{file := F} <- Xs1],
        files(A) end)).

drop_all(Id) ->
    [begin cow_db:del(file, F), cow_db:ix_del(file, Id, Us, F) end || #{file := F, us := Us} <- files(Id)],
    cow_db:del(theme, Id).
copy_all(From, To) ->
    L = files(From),
    case f('clone-without-files') of
        true -> ok;
        false -> [put_new(To, maps:with([name, text, type, bytes, pos], F)) || F <- L]
    end,
    case cow_db:get(theme, From) of none -> ok; T -> cow_db:put(theme, To, T#{agent => To, upd => cow_u:us()}) end.
