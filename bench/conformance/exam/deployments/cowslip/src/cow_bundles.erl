%% Bundles of tools.
-module(cow_bundles).
-export([list/1, create/1, show/2, update/2, delete/2, tools/2, add/2, remove/3]).
-import(cow_u, [f/1, err/2]).

row(#{bundle := I, name := N, us := Us, upd := Up}) ->
    #{bundle => I, name => N, inserted_at => cow_u:sec(Us), updated_at => cow_u:sec(Up)}.
out(B = #{tools := T}) -> (row(B))#{tools => [X || {X, _} <- T]}.
tool(I, {T, At}) -> #{tool => T, bundle => I, added_at => cow_u:sec(At)}.

list(#{user := U}) ->
    {200, [(row(B))#{count => length(T)} || I <- cow_db:ix_list(bundle, U), B = #{tools := T} <- [cow_db:get(bundle, I)]]}.
create(#{user := U}) ->
    {200, out(cow_db:tx(tools_srv, fun() ->
        Us = cow_u:us(),
        I = cow_db:next(bundle),
        cow_db:ix_add(bundle, U, Us, I),
        cow_db:put(bundle, I, #{bundle => I, user => U, name => <<"Bundle ", (integer_to_binary(I))/binary>>,
                                tools => [], us => Us, upd => Us}) end))}.
one(U, I0, St) ->
    case cow_db:get(bundle, cow_u:pint(I0, bundle_id)) of
        B = #{user := U} -> B;
        B when is_map(B) -> case f('bundle-of-other-user') of true -> B; false -> err(St, no_such_bundle) end;
        none -> err(St, no_such_bundle)
    end.
show(#{user := U}, I) ->
    case f('unknown-bundle-is-null') andalso cow_db:get(bundle, cow_u:pint(I, bundle_id)) =:= none of
        true -> {200, null};
        false -> {200, out(one(U, I, 404))}
    end.

update(R = #{user := U}, I0) ->
    M = cow_u:check(cow_u:body(R), [{<<"name">>, {str, 0, 200}, opt}, {<<"tools">>, {list, str}, opt}]),
    {200, out(cow_db:tx(tools_srv, fun() ->
        B = #{bundle := I, tools := Old} = one(U, I0, 409),
        B1 = case maps:get(<<"name">>, M, null) of
                 null -> B;
                 N -> cow_u:blank(N) andalso err(409, no_name), B#{name => N}
             end,
        B2 = case maps:get(<<"tools">>, M, null) of
                 null -> case f('bundle-rename-empties') of true -> B1#{tools => []}; false -> B1 end;
                 L ->
                     [cow_tools:one(T) =:= none andalso err(409, no_such_tool) || T <- L],
                     B1#{tools => [{T, proplists:get_value(T, Old, cow_u:us())} || T <- uniq(L)]}
             end,
        cow_db:put(bundle, I, B2#{upd => cow_u:us()}) end))}.
uniq([]) -> [];
uniq([X | T]) -> [X | uniq([Y || Y <- T, Y =/= X])].

delete(#{user := U}, I0) ->
    {200, row(cow_db:tx(tools_srv, fun() ->
        B = #{bundle := I, us := Us} = one(U, I0, 404),
        cow_db:del(bundle, I),
        cow_db:ix_del(bundle, U, Us, I),
        B end))}.

tools(#{user := U}, I0) ->
    case cow_db:get(bundle, cow_u:pint(I0, bundle_id)) of
        #{user := U, tools := T, bundle := I} -> {200, [tool(I, X) || X <- T]};
        _ -> {200, []}
    end.
add(R = #{user := U}, I0) ->
    #{<<"tool">> := T} = cow_u:check(cow_u:body(R), [{<<"tool">>, str, req}]),
    Do = fun() ->
        B = #{bundle := I, tools := L} = one(U, I0, 404),
        cow_tools:one(T) =:= none andalso err(404, no_such_tool),
        f('bundle-tools-lost-update') andalso timer:sleep(60),
        E = case lists:keyfind(T, 1, L) of false -> {T, cow_u:us()}; X -> X end,
        cow_db:put(bundle, I, B#{tools => lists:keystore(T, 1, L, E), upd => cow_u:us()}),
        tool(I, E) end,
    {200, case f('bundle-tools-lost-update') of true -> Do(); false -> cow_db:tx(tools_srv, Do) end}.
remove(#{user := U}, I0, T) ->
    {200, cow_db:tx(tools_srv, fun() ->
        B = #{bundle := I, tools := L} = one(U, I0, 404),
        case lists:keyfind(T, 1, L) of
            false -> case f('bundle-removes-what-is-not-in') of true -> tool(I, {T, null}); false -> err(404, not_in_bundle) end;
            E ->
                cow_db:put(bundle, I, B#{tools => lists:keydelete(T, 1, L), upd => cow_u:us()}),
                tool(I, E)
        end end)}.
