%% Subscriptions, credits, payments, monetization.
-module(cow_pay).
-export([subscribe/2, unsubscribe/2, subs/1, sub/2, active/2, billing/1, credits/1, use/1, webhook/1, session/1,
         summary/1, subscribers/1, earnings/1, seed_sub/5, sig/1]).
-import(cow_u, [f/1, err/2]).

active(U, A) ->
    case cow_db:get(sub, {U, A}) of #{status := active} -> true; _ -> false end.
out(S = #{since := A, until := B}) ->
    (maps:without([provider, period], S))#{since => cow_u:sec(A), until => cow_u:sec(B)}.

seed_sub(U, A, DaysAgo, Provider, Until) ->
    D = 86400000000,
    Us = cow_u:us() - DaysAgo * D,
    start(U, A, Us, Provider),
    [sale(U, A, Us + N * 30 * D) || N <- lists:seq(1, DaysAgo div 30)],
    case Until of null -> ok; N -> stop(U, A, cow_u:us() - N * D) end.
start(U, A, Us, Provider) ->
    #{price := P, owner := O} = cow_db:get(agent, A),
    Id = cow_u:b36(),
    cow_db:put(period, Id, #{who => {U, A}, from => Us, to => null}),
    cow_db:ix_add(period, O, Us, Id),
    cow_db:get(sub, {U, A}) =:= none andalso cow_db:ix_add(sub, U, Us, A),
    sale(U, A, Us),
    cow_db:put(sub, {U, A}, #{agent => A, user => U, status => active, price => P, since => Us, until => null,
                              provider => Provider, period => Id}).
sale(U, A, Us) ->
    #{price := P, owner := O} = cow_db:get(agent, A),
    Id = cow_u:b36(),
    cow_db:put(sale, Id, #{user => U, cents => P, at => Us}),
    cow_db:ix_add(sale, O, Us, Id).
stop(U, A, Us) ->
    S = #{period := P} = cow_db:get(sub, {U, A}),
    cow_db:put(period, P, (cow_db:get(period, P))#{to => Us}),
    cow_db:put(sub, {U, A}, S#{status => ended, until => Us}).

subscribe(R = #{user := U}, A0) ->
    M = cow_u:check(cow_u:body0(R), [{<<"back">>, str, opt}]),
    A = string:lowercase(A0),
    {200, cow_db:tx(acct_srv, fun() ->
        case cow_db:get(agent, A) of
            none -> err(404, no_such_agent);
            #{owner := U} -> f('owner-may-subscribe') orelse err(400, own_agent);
            #{vis := <<"private">>} -> err(404, no_such_agent);
            #{price := null} -> err(400, not_paid);
            _ -> ok
        end,
        #{price := P} = cow_db:get(agent, A),
        P =:= null andalso err(400, not_paid),
        active(U, A) andalso not f('subscribe-twice') andalso err(402, already_subscribed),
        start(U, A, cow_u:us(), <<"ps_", (cow_u:b36())/binary>>),
        Cs = <<"cs_", (cow_u:b36())/binary>>,
        #{agent => A, session => Cs, url => <<"https://pay.cowslip.example/c/", Cs/binary>>, price => P,
          back => maps:get(<<"back">>, M, null)} end)}.

unsubscribe(#{user := U}, A0) ->
    A = string:lowercase(A0),
    {200, out(cow_db:tx(acct_srv, fun() ->
        cow_db:get(agent, A) =:= none andalso err(404, no_such_agent),
        case cow_db:get(sub, {U, A}) of
            #{status := active, provider := null} -> err(400, no_provider_subscription);
            #{status := active} -> ok;
            S when is_map(S) ->
                case f('unsubscribe-twice') of true -> ok; false -> err(400, not_subscribed) end;
            _ -> err(400, not_subscribed)
        end,
        case f('unsubscribe-ends-all') of
            true -> [stop(U, B, cow_u:us()) || B <- cow_db:ix_list(sub, U), active(U, B)];
            false -> ok
        end,
        stop(U, A, cow_u:us()) end))}.

subs(#{user := U}) ->
    {200, #{list => [out(cow_db:get(sub, {U, A})) || A <- cow_db:ix_list(sub, U)]}}.
sub(#{user := U}, A0) ->
    case cow_db:get(sub, {U, string:lowercase(A0)}) of none -> err(404, no_subscription); S -> {200, out(S)} end.

billing(#{user := U}) ->
    #{tier := T} = cow_db:get(user, U),
    {200, #{plan => T, state => active, renews_at => null, customer => <<"cu_", U/binary>>}}.

credits(#{user := U}) ->
    case cow_db:get(credits, U) of none -> err(404, no_credits); C -> {200, C} end.
use(#{user := U}) ->
    Do = fun() ->
        case cow_db:get(credits, U) of
            C = #{balance := B, used := N} when B > 0 ->
                f('credits-spent-twice-at-once') andalso timer:sleep(60),
                cow_db:put(credits, U, C#{balance => B - 1, used => N + 1});
            C = #{balance := B} when is_map(C) ->
                case f('credits-below-zero') of
                    true -> cow_db:put(credits, U, C#{balance => B - 1});
                    false -> err(404, no_credits)
                end;
            none -> err(404, no_credits)
        end end,
    {200, case f('credits-spent-twice-at-once') of true -> Do(); false -> cow_db:tx(acct_srv, Do) end}.

sig(B) -> cow_u:hex(crypto:mac(hmac, sha256, <<"cowslip-pay">>, B)).
webhook(#{h := H, body := B}) ->
    case H of
        #{<<"x-pay-signature">> := S} when S =/= <<>> ->
            S =:= sig(B) orelse f('webhook-any-signature') orelse err(400, bad_signature);
        _ -> f('webhook-without-signature') orelse err(400, no_signature)
    end,
    case cow_json:decode(B) of
        {ok, E = #{<<"id">> := Id, <<"type">> := T}} when is_binary(Id), is_binary(T) ->
            cow_db:tx(acct_srv, fun() ->
                case cow_db:get(event, Id) of
                    none -> event(E);
                    _ -> f('webhook-replay-counts') andalso event(E)
                end,
                cow_db:put(event, Id, true) end),
            {200, #{ok => true, event => Id}};
        _ -> err(400, bad_event)
    end.
event(#{<<"type">> := <<"credits.bought">>, <<"data">> := #{<<"user">> := U, <<"amount">> := N}}) when is_integer(N), N > 0 ->
    case cow_db:get(credits, U) of
        none -> err(400, bad_event);
        C = #{balance := B} -> cow_db:put(credits, U, C#{balance => B + N})
    end;
event(#{<<"type">> := <<"ping">>}) -> ok;
event(_) -> err(400, bad_event).

session(R) ->
    M = cow_u:check(cow_u:body0(R), [{<<"credits">>, {int, 1, 1000000}, opt}, {<<"back">>, str, opt}]),
    N = cow_u:nn(maps:get(<<"credits">>, M, null), 100),
    Cs = case f('payment-sessions-same-id') of
             true -> <<"cs_", (maps:get(user, R))/binary>>;
             false -> <<"cs_", (cow_u:b36())/binary>>
         end,
    {200, #{session => Cs, url => <<"https://pay.cowslip.example/c/", Cs/binary>>, credits => N, cents => N * 2}}.

%% monetization
period(R) ->
    Def = case f('period-default-30') of true -> 30; false -> 28 end,
    Max = case f('period-366') of true -> 366; false -> 365 end,
    cow_u:qint(R, <<"period">>, Def, 1, Max).
days(P) ->
    T = cow_u:secs() div 86400,
    lists:seq(T - P + 1, T).
us_day(Us) -> Us div 86400000000.
sales(U) -> [cow_db:get(sale, I) || I <- cow_db:ix_list(sale, U)].
periods(U) -> [cow_db:get(period, I) || I <- cow_db:ix_list(period, U)].
in(Ps, A, B) ->
    length(lists:usort([W || #{who := W, from := F, to := T} <- Ps, us_day(F) =< B, T =:= null orelse us_day(T) >= A])).

summary(R = #{user := U}) ->
    P = period(R),
    [A | _] = D = days(P),
    B = lists:last(D),
    E = [C || #{cents := C, at := At} <- sales(U), us_day(At) >= A, us_day(At) =< B],
    E1 = case f('summary-earnings-of-equal-sums') of true -> lists:usort(E); false -> E end,
    {200, #{period => P, subscribers => in(periods(U), A, B), earnings => lists:sum(E1), currency => usd}}.
subscribers(R = #{user := U}) ->
    P = period(R),
    Ps = periods(U),
    D = days(P),
    L = [#{day => cow_u:day(X * 86400), count => in(Ps, X, X)} || X <- D],
    {200, #{period => P, total => in(Ps, hd(D), lists:last(D)),
            list => case f('daily-one-day-short') of true -> tl(L); false -> L end}}.
earnings(R = #{user := U}) ->
    P = period(R),
    S = sales(U),
    D = days(P),
    L = [#{day => cow_u:day(X * 86400), cents => lists:sum([C || #{cents := C, at := At} <- S, us_day(At) =:= X])} || X <- D],
    {200, #{period => P, list => L, currency => usd, total => lists:sum([C || #{cents := C} <- L])}}.
