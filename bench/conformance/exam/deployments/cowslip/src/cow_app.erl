%% Start: tables, supervisors, first records, listener.
-module(cow_app).
-export([main/0, init/1]).

main() ->
    spawn(fun() ->
        try go() catch C:E:St -> io:format(standard_error, "~p ~p ~p~n", [C, E, St]), halt(1) end end).
go() ->
    logger:set_primary_config(level, none),
    Port = list_to_integer(os:getenv("COW_PORT")),
    cow_u:init(),
    cow_db:tables(),
    cow_tools:load(),
    {ok, Sup} = supervisor:start_link({local, cow_sup}, ?MODULE, top),
    unlink(Sup),
    seed(),
    spawn_link(fun cow_sched:ticker/0),
    cow_http:listen(Port),
    io:format("ready~n"),
    receive stop -> ok end.

init(top) ->
    Srv = [#{id => N, start => {cow_db, start_link, [N]}} ||
           N <- [agents_srv, studio_srv, acct_srv, tools_srv, sched_srv, notif_srv]],
    Sups = [#{id => N, type => supervisor, start => {supervisor, start_link, [{local, N}, ?MODULE, M]}} ||
            {N, M} <- [{cow_run_sup, cow_run}, {cow_job_sup, cow_job}]],
    {ok, {#{strategy => one_for_one, intensity => 100, period => 10}, Srv ++ Sups}};
init(cow_run) ->
    {ok, {#{strategy => simple_one_for_one}, [#{id => run, restart => temporary, start => {cow_run, start_link, []}}]}};
init(cow_job) ->
    {ok, {#{strategy => simple_one_for_one}, [#{id => job, restart => temporary, start => {cow_run, job_start, []}}]}}.

user(Id, Name, Tier, Con, Credits) ->
    cow_db:put(user, Id, #{user => Id, name => Name, email => <<Name/binary, "@cowslip.example">>, tier => Tier,
                           connected => Con, us => cow_u:us()}),
    cow_db:put(credits, Id, #{balance => Credits, used => 0}).

seed() ->
    user(<<"u1own">>, <<"ann">>, pro, true, 5000),
    user(<<"u2other">>, <<"ben">>, pro, true, 3000),
    user(<<"u3sand">>, <<"cat">>, sandbox, false, 3),
    user(<<"u4third">>, <<"dora">>, pro, true, 10),
    [cow_acct:seed_key(U, <<"first">>, K, true) || {U, K} <- [{<<"u1own">>, <<"cow_own_3k1x8v0q">>},
        {<<"u2other">>, <<"cow_other_7m2z5t9w">>}, {<<"u3sand">>, <<"cow_sand_1p4r6y8b">>}, {<<"u4third">>, <<"cow_third_9d8s">>}]],
    A = fun(N) -> iolist_to_binary(io_lib:format("c0000000-0000-4000-8000-~12..0b", [N])) end,
    S = fun(N, U, Name, More) -> cow_agents:seed(U, A(N), maps:merge(#{prompt => <<"You are ", Name/binary, ".">>, name => Name}, More)) end,
    S(1, <<"u1own">>, <<"Talker">>, #{}),
    S(2, <<"u2other">>, <<"Paid one">>, #{price => 900}),
    S(3, <<"u2other">>, <<"Free one">>, #{slug => <<"free-one">>}),
    S(4, <<"u1own">>, <<"Mine for money">>, #{price => 500}),
    S(5, <<"u2other">>, <<"Subscribed one">>, #{price => 300}),
    S(6, <<"u2other">>, <<"Soon ended one">>, #{price => 200}),
    S(7, <<"u2other">>, <<"Hidden one">>, #{vis => <<"private">>}),
    S(8, <<"u2other">>, <<"Gift">>, #{price => 100}),
    cow_db:tx(acct_srv, fun() ->
        cow_pay:seed_sub(<<"u1own">>, A(5), 40, <<"ps_seed1">>, null),
        cow_pay:seed_sub(<<"u1own">>, A(6), 12, <<"ps_seed2">>, null),
        cow_pay:seed_sub(<<"u1own">>, A(8), 3, null, null),
        cow_pay:seed_sub(<<"u4third">>, A(4), 40, <<"ps_seed3">>, null),
        cow_pay:seed_sub(<<"u2other">>, A(4), 5, <<"ps_seed4">>, null),
        cow_pay:seed_sub(<<"u3sand">>, A(4), 20, <<"ps_seed5">>, 9) end),
    [cow_db:put(vip, C, <<"u2other">>) || C <- [<<"SPRING-26">>, <<"SUMMER-26">>, <<"AUTUMN-26">>]],
    cow_db:put(vip, <<"ANN-26">>, <<"u1own">>).
