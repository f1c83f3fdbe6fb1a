%% The user, API keys, VIP codes, sessions of the command line.
-module(cow_acct).
-export([me/1, key_user/1, keys/1, key_new/1, key_default/1, key/2, key_del/2, vip_count/1, vip/1,
         cli_new/1, cli_put/2, cli_get/2, seed_key/4]).
-import(cow_u, [f/1, err/2]).

me(#{user := U}) ->
    M = #{us := Us} = cow_db:get(user, U),
    {200, (maps:remove(us, M))#{inserted_at => cow_u:sec(Us)}}.

%% keys
key_user(V) ->
    case cow_db:get(keyval, V) of
        none -> none;
        Id ->
            case cow_db:get(key, Id) of
                #{user := U} -> U;
                none -> cow_db:get(keycache, V)
            end
    end.
seed_key(U, Name, V, Def) -> cow_db:tx(acct_srv, fun() -> key_insert(U, Name, V, Def) end).
key_insert(U, Name, V, Def) ->
    Id = cow_db:next(key),
    Us = cow_u:us(),
    cow_db:put(keyval, V, Id),
    f('deleted-key-still-works') andalso cow_db:put(keycache, V, U),
    Def andalso not f('two-default-keys') andalso
        [cow_db:put(key, I, K#{default => false}) || I <- cow_db:ix_list(key, U), K = #{default := true} <- [cow_db:get(key, I)]],
    cow_db:ix_add(key, U, Us, Id),
    cow_db:put(key, Id, #{id => Id, user => U, name => Name, key => V, default => Def, us => Us}).
kout(K = #{us := Us}) -> (maps:without([us, user], K))#{inserted_at => cow_u:sec(Us)}.
hout(K) -> maps:remove(key, kout(K)).
mine(U) -> [cow_db:get(key, I) || I <- lists:reverse(cow_db:ix_list(key, U))].

keys(#{user := U}) ->
    {200, [case f('key-list-shows-values') of true -> kout(K); false -> hout(K) end || K <- mine(U), K =/= none]}.
key_new(R = #{user := U}) ->
    M = cow_u:check(cow_u:body0(R), [{<<"name">>, {str, 0, 200}, opt}, {<<"default">>, bool, opt}]),
    N = cow_u:nn(maps:get(<<"name">>, M, null), <<"key">>),
    D = cow_u:nn(maps:get(<<"default">>, M, null), false),
    {200, kout(cow_db:tx(acct_srv, fun() -> key_insert(U, N, new_val(), D) end))}.
new_val() -> <<"cow_", (cow_u:b36())/binary, (cow_u:b36())/binary>>.
key_default(#{user := U}) ->
    {200, kout(cow_db:tx(acct_srv, fun() ->
        L = mine(U),
        case {[K || K = #{default := true} <- L], L} of
            {[K | _], _} ->
                case f('default-key-is-newest') of true -> lists:last(L); false -> K end;
            {[], [K = #{id := I} | _]} -> cow_db:put(key, I, K#{default => true});
            {[], []} -> key_insert(U, <<"default">>, new_val(), true)
        end end))}.
key_one(U, I0) ->
    case cow_db:get(key, cow_u:pint(I0, api_key_id)) of
        K = #{user := U} -> K;
        _ -> err(404, no_such_key)
    end.
key(#{user := U}, I) ->
    case f('key-of-other-user') of
        true -> case cow_db:get(key, cow_u:pint(I, api_key_id)) of none -> err(404, no_such_key); K -> {200, kout(K)} end;
        false -> {200, kout(key_one(U, I))}
    end.
key_del(#{user := U}, I0) ->
    K = cow_db:tx(acct_srv, fun() ->
        K = #{id := I, us := Us, key := V} = key_one(U, I0),
        cow_db:del(key, I),
        f('deleted-key-still-works') orelse cow_db:del(keyval, V),
        cow_db:ix_del(key, U, Us, I),
        K end),
    {200, case f('key-delete-shows-value') of true -> kout(K); false -> hout(K) end}.

%% VIP
vip_count(#{user := U}) ->
    L = case f('vip-count-of-everybody') of
            true -> cow_db:all(redeemed);
            false -> [1 || _ <- cow_db:ix_list(redeemed, U)]
        end,
    {200, #{count => length(L)}}.
vip(R = #{user := U}) ->
    #{<<"code">> := C} = cow_u:check(cow_u:body(R), [{<<"code">>, str, req}]),
    {200, cow_db:tx(acct_srv, fun() ->
        case cow_db:get(vip, C) of
            none -> err(400, no_such_code);
            U -> f('vip-own-code') orelse err(400, own_code);
            _ -> ok
        end,
        case cow_db:get(redeemed, {U, C}) of
            none -> ok;
            _ -> f('vip-code-twice') orelse err(400, already_redeemed)
        end,
        Us = cow_u:us(),
        cow_db:put(redeemed, {U, C}, Us),
        cow_db:ix_add(redeemed, U, Us, C),
        #{code => C, at => cow_u:sec(Us)} end)}.

%% command line
cout(#{id := I, jwt := J, state := S, us := Us, by := _}) ->
    #{auth => I, attached => J =/= null, state => S, inserted_at => cow_u:sec(Us), expires_at => cow_u:sec(Us + 600000000)}.
cli_new(_) ->
    I = cow_u:uuid(),
    {200, cout(cow_db:put(cli, I, #{id => I, jwt => null, state => open, us => cow_u:us(), by => null}))}.
cli_one(I) ->
    case cow_db:get(cli, I) of
        none -> err(404, no_such_session);
        S = #{us := Us} ->
            case cow_u:us() > Us + 600000000 of true -> err(404, no_such_session); false -> S end
    end.
cli_put(R = #{user := U}, I0) ->
    I = cow_u:puuid(I0, cli_auth_id),
    #{<<"jwt">> := J} = cow_u:check(cow_u:body(R), [{<<"jwt">>, {str, 1, 10000}, req}]),
    {200, cout(cow_db:tx(acct_srv, fun() ->
        case cli_one(I) of
            #{state := consumed} -> err(403, consumed);
            S = #{by := B} when B =:= null; B =:= U -> cow_db:put(cli, I, S#{jwt => J, by => U, state => attached});
            S ->
                case f('cli-session-taken-over') of
                    true -> cow_db:put(cli, I, S#{jwt => J, by => U, state => attached});
                    false -> err(403, not_your_session)
                end
        end end))}.
cli_get(_, I0) ->
    I = cow_u:puuid(I0, auth_id),
    {200, cow_db:tx(acct_srv, fun() ->
        case cli_one(I) of
            S = #{jwt := J} when J =/= null ->
                f('cli-jwt-read-twice') orelse cow_db:put(cli, I, S#{jwt => null, state => consumed}),
                case f('cli-jwt-in-object') of true -> #{jwt => J}; false -> J end;
            _ -> null
        end end)}.
