%% Agents, and the legacy chats over the same records.
-module(cow_agents).
-export([list/1, upsert/1, create/1, update/3, show/2, delete/2, upsell/2, slug_make/1, slug_free/1, vibe/2, vibes/1,
         og/2, clone/2, feedback/2, owned/2, seen/2, out/1, seed/3, tier_check/2, rate/1]).
-import(cow_u, [f/1, err/2, err/3]).

out(A = #{us := Us, upd := Up}) ->
    (maps:without([us, upd], A))#{inserted_at => cow_u:sec(Us), updated_at => cow_u:sec(Up)}.

spec(P) ->
    [{<<"prompt">>, str, P}, {<<"name">>, {str, 0, 200}, opt}, {<<"vis">>, {enum, [<<"private">>, <<"public">>]}, opt},
     {<<"slug">>, str, opt}, {<<"upsell">>, str, opt}, {<<"about">>, str, opt},
     {<<"price">>, {int, 0, 100000000}, opt}, {<<"agent">>, str, opt}].
fields(M) ->
    L = [{prompt, <<"prompt">>}, {name, <<"name">>}, {vis, <<"vis">>}, {slug, <<"slug">>}, {upsell, <<"upsell">>},
         {about, <<"about">>}, {price, <<"price">>}],
    maps:from_list([{A, fix(A, maps:get(B, M))} || {A, B} <- L, maps:is_key(B, M)]).
fix(vis, null) -> <<"public">>;
fix(name, null) -> <<"Agent">>;
fix(price, 0) -> null;
fix(_, V) -> V.
blank() ->
    #{name => <<"Agent">>, vis => <<"public">>, slug => null, upsell => null, about => null, price => null}.

prompt(#{<<"prompt">> := P}) when is_binary(P) ->
    case cow_u:blank(P) of
        true -> f('agent-without-prompt') orelse err(400, no_prompt);
        false -> ok
    end;
prompt(_) -> f('agent-without-prompt') orelse err(400, no_prompt).

tier_check(U, #{vis := <<"private">>}) ->
    case cow_db:get(user, U) of
        #{tier := sandbox} -> err(400, sandbox_may_not_hide);
        _ -> ok
    end;
tier_check(_, _) -> ok.

%% in agents_srv only
slug_check(_, #{slug := null}, _) -> ok;
slug_check(Id, #{slug := S}, _) ->
    case re:run(S, "^[a-z0-9][a-z0-9-]{1,62}[a-z0-9]$", [{capture, none}]) of
        nomatch -> err(400, bad_slug);
        match ->
            case cow_db:get(slug, S) of
                none -> ok;
                Id -> ok;
                _ -> err(400, slug_taken)
            end
    end;
slug_check(_, _, _) -> ok.
slug_move(Id, Old, New) when Old =/= New ->
    case Old of null -> ok; _ -> cow_db:del(slug, Old) end,
    case New of null -> ok; _ -> cow_db:put(slug, New, Id) end;
slug_move(_, _, _) -> ok.

seed(U, Id, M) -> cow_db:tx(agents_srv, fun() -> insert(U, Id, M) end).
insert(U, Id, F) ->
    slug_check(Id, F, new),
    Us = cow_u:us(),
    A = maps:merge((blank())#{prompt => <<>>, feedback => #{count => 0, mean => null}, cloned_from => null}, F),
    A1 = A#{agent => Id, owner => U, us => Us, upd => Us},
    slug_move(Id, null, maps:get(slug, A1)),
    cow_db:put(agent, Id, A1),
    cow_db:ix_add(agent, U, Us, Id),
    A1.
change(Id, F) ->
    A = #{slug := Old} = cow_db:get(agent, Id),
    slug_check(Id, F, old),
    A1 = (maps:merge(A, F))#{upd => cow_u:us()},
    slug_move(Id, Old, maps:get(slug, A1)),
    cow_db:put(agent, Id, A1).

list(#{user := U, path := P}) ->
    L = case f('agents-list-of-everybody') andalso lists:last(P) =:= <<"agents">> of
            true -> cow_db:all(agent);
            false -> [A || I <- cow_db:ix_list(agent, U), A <- [case cow_db:get(agent, I) of none -> cow_db:get(agent_gone, I); X -> X end], A =/= none]
        end,
    {200, [out(A) || A <- L]}.

owned(U, Id0) ->
    case cow_db:get(agent, string:lowercase(Id0)) of
        none -> err(404, no_such_agent);
        A = #{owner := U} -> A;
        _ -> err(403, not_yours)
    end.
seen(U, Id0) ->
    case cow_db:get(agent, string:lowercase(Id0)) of
        none -> err(404, no_such_agent);
        A = #{owner := U} -> A;
        #{vis := <<"private">>} -> err(403, private);
        A -> A
    end.

upsert(R = #{user := U}) ->
    M = cow_u:check(cow_u:body(R), spec(opt)),
    prompt(M),
    F = fields(M),
    tier_check(U, F),
    {200, out(cow_db:tx(agents_srv, fun() ->
        case maps:get(<<"agent">>, M, null) of
            null -> insert(U, cow_u:uuid(), F);
            Id ->
                case f('agent-upsert-makes-another') of
                    true -> insert(U, cow_u:uuid(), F);
                    false ->
                        #{agent := I} = owned(U, Id),
                        change(I, F)
                end
        end end))}.

create(R = #{user := U}) ->
    M = cow_u:check(cow_u:body(R), spec(opt)),
    prompt(M),
    F = fields(M),
    tier_check(U, F),
    {200, out(cow_db:tx(agents_srv, fun() -> insert(U, cow_u:uuid(), F) end))}.

update(R = #{user := U}, Id, How) ->
    M = cow_u:check(cow_u:body(R), spec(opt)),
    {200, out(cow_db:tx(agents_srv, fun() ->
        #{agent := I} = A = case f('chat-put-by-anyone') andalso How =:= full of
                            true -> seen(U, Id);
                            false -> owned(U, Id)
                        end,
        F = fields(M),
        F1 = case How of
                 full -> prompt(M), maps:merge(blank(), F);
                 part ->
                     case M of #{<<"prompt">> := _} -> prompt(M); _ -> ok end,
                     case f('chat-patch-null-kept') of
                         true -> maps:filter(fun(_, V) -> V =/= null end, F);
                         false -> F
                     end
             end,
        tier_check(U, F1),
        case f('chat-patch-about-ignored') andalso How =:= part of
            true -> change(I, maps:merge(F1, maps:with([about, slug], A)));
            false -> change(I, F1)
        end end))}.

show(#{user := U}, Id) ->
    case f('private-agent-open') of
        true ->
            case cow_db:get(agent, string:lowercase(Id)) of none -> err(404, no_such_agent); A -> {200, out(A)} end;
        false -> {200, out(seen(U, Id))}
    end.

delete(#{user := U}, Id) ->
    {200, out(cow_db:tx(agents_srv, fun() ->
        A = #{agent := I, us := Us, slug := S} = owned(U, Id),
        cow_db:del(agent, I),
        case f('deleted-chat-still-listed') of
            true -> cow_db:put(agent_gone, I, A);
            false -> cow_db:ix_del(agent, U, Us, I)
        end,
        slug_move(I, S, null),
        cow_files:drop_all(I),
        cow_sched:drop_chat(U, I),
        A end))}.

upsell(#{user := U}, Id) ->
    {200, out(cow_db:tx(agents_srv, fun() ->
        case cow_db:get(agent, string:lowercase(Id)) of
            #{owner := U, name := N, prompt := P, agent := I} ->
                T = iolist_to_binary([N, <<" for you: ">>, string:slice(P, 0, 120)]),
                A = change(I, #{upsell => T}),
                case f('upsell-not-kept') of
                    true -> change(I, #{upsell => null}), A;
                    false -> A
                end;
            _ -> err(404, no_such_agent)
        end end))}.

slug_make(R) ->
    M = cow_u:check(cow_u:body(R), [{<<"name">>, str, opt}]),
    N = cow_u:nn(maps:get(<<"name">>, M, null), <<"agent">>),
    S = re:replace(string:lowercase(N), "[^a-z0-9]+", "-", [global, {return, binary}]),
    S1 = string:trim(binary:part(S, 0, min(40, byte_size(S))), both, "-"),
    S2 = case S1 of <<>> -> <<"agent">>; _ -> S1 end,
    S3 = case byte_size(S2) >= 3 andalso cow_db:get(slug, S2) =:= none of
             true -> S2;
             false -> <<S2/binary, "-", (cow_u:b36())/binary>>
         end,
    {200, #{slug => case f('slug-made-may-be-taken') of true -> S2; false -> S3 end}}.

slug_free(R) ->
    S = cow_u:qreq(R, <<"slug">>),
    Ok = re:run(S, "^[a-z0-9][a-z0-9-]{1,62}[a-z0-9]$", [{capture, none}]) =:= match,
    Taken = case cow_db:get(slug, S) of
                none -> false;
                I ->
                    case f('slug-free-though-taken') of
                        true -> maps:get(owner, cow_db:get(agent, I)) =:= maps:get(user, R);
                        false -> true
                    end
            end,
    {200, #{slug => S, free => Ok andalso not Taken}}.

services() -> [<<"bolt">>, <<"lovable">>, <<"replit">>].
vibes(_) -> {200, #{list => [#{service => S, name => string:titlecase(S)} || S <- services()]}}.
vibe(R = #{user := U}, Id) ->
    S = cow_u:qreq(R, <<"service_name">>),
    case lists:member(S, services()) orelse f('vibe-any-service') of
        true -> ok;
        false -> cow_u:bad([query, service_name], unknown_word)
    end,
    #{name := N, prompt := P, agent := I} = seen(U, Id),
    {200, #{service => S, agent => I,
            prompt => <<"Build an app named ", N/binary, " that calls this agent: ", P/binary>>}}.

og(#{user := U}, Id) ->
    cow_u:puuid(Id, chat_id),
    #{name := N, about := Ab, prompt := P, agent := I} = seen(U, Id),
    T = case f('og-title-cut-by-bytes') of
            true -> cut(N);
            false -> string:slice(N, 0, 60)
        end,
    {200, #{title => T, description => case Ab of null -> string:slice(P, 0, 160); _ -> Ab end,
            image => <<"/og/", I/binary, ".png">>, url => <<"/c/", I/binary>>}}.
cut(N) -> unicode:characters_to_binary([C || <<C>> <= binary:part(N, 0, min(60, byte_size(N)))], latin1).

clone(R = #{user := U}, Id0) ->
    Id = cow_u:puuid(Id0, chat_id),
    M = cow_u:check(cow_u:body0(R), spec(opt)),
    {200, out(cow_db:tx(agents_srv, fun() ->
        A = case cow_db:get(agent, Id) of
                none -> err(404, no_such_chat);
                X = #{vis := <<"public">>} -> X;
                X = #{owner := U} ->
                    case f('private-chat-cloned') of true -> X; false -> err(403, not_public) end;
                _ -> err(403, not_public)
            end,
        F = maps:merge(maps:with([name, prompt, about, upsell], A), fields(M)),
        case M of #{<<"prompt">> := _} -> prompt(M); _ -> ok end,
        tier_check(U, F),
        case f('clone-writes-to-source') of true -> change(Id, fields(M)); false -> ok end,
        N = #{agent := NI} = insert(U, cow_u:uuid(), F#{cloned_from => Id}),
        cow_files:copy_all(Id, NI),
        N end))}.

rate(M) -> M.
feedback(R = #{user := U}, Id) ->
    M = cow_u:check(cow_u:body(R), [{<<"score">>, {int, 1, 5}, opt}, {<<"text">>, str, opt}]),
    Do = fun() ->
        A = #{agent := I, owner := O, vis := V} = case cow_db:get(agent, string:lowercase(Id)) of none -> err(404, no_such_chat); X -> X end,
        case V =:= <<"private">> andalso O =/= U of true -> err(404, no_such_chat); false -> ok end,
        L = cow_u:nn(case cow_db:get(feedback, I) of none -> null; Y -> Y end, []),
        L1 = [{U, M} | L],
        case f('feedback-lost-update') of true -> timer:sleep(60); false -> ok end,
        Sc = [S || {_, #{<<"score">> := S}} <- L1, S =/= null],
        cow_db:put(feedback, I, L1),
        A1 = A#{feedback => #{count => length(L1), mean => case Sc of [] -> null; _ -> lists:sum(Sc) / length(Sc) end}},
        cow_db:put(agent, I, A1) end,
    {200, out(case f('feedback-lost-update') of true -> Do(); false -> cow_db:tx(agents_srv, Do) end)}.
