%% Records in ETS; every family of records has one gen_server that writes.
-module(cow_db).
-behaviour(gen_server).
-export([start_link/1, init/1, handle_call/3, handle_cast/2, handle_info/2, tables/0]).
-export([get/2, put/3, del/2, all/1, tx/2, cast/2, ix_add/4, ix_del/4, ix_list/2, ix_page/4, next/1]).

tables() ->
    ets:new(rec, [named_table, public, set, {read_concurrency, true}, {write_concurrency, true}]),
    ets:new(ix, [named_table, public, ordered_set, {read_concurrency, true}]),
    ets:new(seq, [named_table, public, set]).

get(Kind, Id) ->
    case ets:lookup(rec, {Kind, Id}) of [{_, M}] -> M; [] -> none end.
put(Kind, Id, M) -> ets:insert(rec, {{Kind, Id}, M}), M.
del(Kind, Id) -> ets:delete(rec, {Kind, Id}).
all(Kind) -> [M || [M] <- ets:match(rec, {{Kind, '_'}, '$1'})].
next(Seq) -> ets:update_counter(seq, Seq, 1, {Seq, 1000}).

%% index of the records of an owner, newest first
ix_add(Kind, Owner, Us, Id) -> ets:insert(ix, {{Kind, Owner, -Us, Id}}).
ix_del(Kind, Owner, Us, Id) -> ets:delete(ix, {Kind, Owner, -Us, Id}).
ix_list(Kind, Owner) ->
    [Id || [Id] <- ets:match(ix, {{Kind, Owner, '_', '$1'}})].
ix_page(Kind, Owner, Before, Limit) ->
    From = case Before of null -> -(1 bsl 62); U -> -U end,
    ix_walk(ets:next(ix, {Kind, Owner, From, <<255>>}), Kind, Owner, Limit, []).
ix_walk(_, _, _, 0, A) -> lists:reverse(A);
ix_walk({Kind, Owner, Neg, Id} = K, Kind, Owner, N, A) ->
    ix_walk(ets:next(ix, K), Kind, Owner, N - 1, [{-Neg, Id} | A]);
ix_walk(_, _, _, _, A) -> lists:reverse(A).

start_link(Name) -> gen_server:start_link({local, Name}, ?MODULE, [], []).
init([]) -> {ok, none}.

tx(Name, Fun) ->
    case gen_server:call(Name, {tx, Fun}, infinity) of
        {ok, R} -> R;
        {throw, T} -> throw(T);
        {crash, C, E, St} -> erlang:raise(C, E, St)
    end.
cast(Name, Fun) -> gen_server:cast(Name, {tx, Fun}).

run(Fun) ->
    try {ok, Fun()}
    catch throw:T -> {throw, T};
          C:E:St -> {crash, C, E, St}
    end.
handle_call({tx, Fun}, _, S) -> {reply, run(Fun), S}.
handle_cast({tx, Fun}, S) -> run(Fun), {noreply, S}.
handle_info({tx, Fun}, S) -> run(Fun), {noreply, S};
handle_info(_, S) -> {noreply, S}.
