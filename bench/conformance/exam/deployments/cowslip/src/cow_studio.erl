%% Agent studio chats.
-module(cow_studio).
-export([list/1, create/1, show/2, update/3, delete/2, clone/2]).
-import(cow_u, [f/1, err/2]).

out(C = #{us := Us, upd := Up, del := D}) ->
    (maps:without([us, upd, del], C))#{inserted_at => cow_u:sec(Us), updated_at => cow_u:sec(Up), deleted_at => cow_u:sec(D)}.
spec() ->
    [{<<"run">>, {str, 1, 200}, opt}, {<<"title">>, str, opt}, {<<"vis">>, {enum, [<<"private">>, <<"public">>]}, opt},
     {<<"agent">>, str, opt}, {<<"data">>, obj, opt}].
fields(M) ->
    maps:from_list([{A, case {A, maps:get(B, M)} of {vis, null} -> <<"public">>; {_, V} -> V end}
        || {A, B} <- [{title, <<"title">>}, {vis, <<"vis">>}, {agent, <<"agent">>}, {data, <<"data">>}], maps:is_key(B, M)]).
blank() -> #{title => null, vis => <<"public">>, agent => null, data => null}.

list(#{user := U}) ->
    All = [C || I <- cow_db:ix_list(studio, U), C <- [cow_db:get(studio, I)]],
    {200, [out(C) || C = #{del := D} <- All, D =:= null orelse f('deleted-studio-chat-listed')]}.

insert(U, Run, F) ->
    Us = cow_u:us(),
    cow_db:ix_add(studio, U, Us, Run),
    cow_db:put(studio, Run, (maps:merge((blank())#{cloned_from => null}, F))#{run => Run, owner => U, us => Us, upd => Us, del => null}).

create(R = #{user := U}) ->
    M = cow_u:check(cow_u:body(R), spec()),
    F = fields(M),
    cow_agents:tier_check(U, F),
    Run = cow_u:nn(maps:get(<<"run">>, M, null), cow_u:b36()),
    {200, out(cow_db:tx(studio_srv, fun() ->
        case cow_db:get(studio, Run) of
            none -> insert(U, Run, F);
            C = #{owner := U, del := null} ->
                case f('studio-create-overwrites') of
                    true -> cow_db:put(studio, Run, maps:merge(C, maps:merge(blank(), F)));
                    false -> C
                end;
            C ->
                case f('studio-create-gives-others') of true -> C; false -> err(409, run_exists) end
        end end))}.

live(Run) ->
    case cow_db:get(studio, Run) of
        C = #{del := null} -> C;
        _ -> err(404, no_such_chat)
    end.
show(#{user := U}, Run) ->
    case live(Run) of
        #{vis := <<"private">>, owner := O} = C when O =/= U ->
            case f('studio-private-open') of true -> {200, out(C)}; false -> err(403, private) end;
        C -> {200, out(C)}
    end.
own(U, Run) ->
    case live(Run) of
        C = #{owner := U} -> C;
        _ -> err(403, not_yours)
    end.

update(R = #{user := U}, Run, How) ->
    M = cow_u:check(cow_u:body(R), spec()),
    {200, out(cow_db:tx(studio_srv, fun() ->
        C = own(U, Run),
        F = case How of
                full -> maps:merge(blank(), fields(M));
                part ->
                    case f('studio-patch-resets') of true -> maps:merge(blank(), fields(M)); false -> fields(M) end
            end,
        case f('studio-sandbox-may-hide') andalso How =:= part of
            true -> ok;
            false -> cow_agents:tier_check(U, F)
        end,
        cow_db:put(studio, Run, (maps:merge(C, F))#{upd => cow_u:us()}) end))}.

delete(#{user := U}, Run) ->
    {200, out(cow_db:tx(studio_srv, fun() ->
        C = own(U, Run),
        cow_db:put(studio, Run, C#{del => cow_u:us()}) end))}.

clone(#{user := U}, Run) ->
    {201, out(cow_db:tx(studio_srv, fun() ->
        C = live(Run),
        case C of
            #{vis := <<"private">>} ->
                case f('studio-private-cloned') of true -> ok; false -> err(400, private) end;
            _ -> ok
        end,
        insert(U, cow_u:b36(), (maps:with([title, vis, agent, data], C))#{cloned_from => Run}) end))}.
