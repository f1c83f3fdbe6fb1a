%% One gen_statem for each run: its history, what it says, its background job.
-module(cow_run).
-behaviour(gen_statem).
-export([new/3, new_logged/3, say/2, history/1, busy_of/2, last_history/2, view/1]).
-export([start_link/1, init/1, callback_mode/0, idle/3, talking/3, job_start/1, job/3]).
-import(cow_u, [f/1]).

new(U, A, Seed) -> new(U, A, Seed, none).
new_logged(U, A, Text) -> new(U, A, [], Text).
new(U, A, Seed, Text) ->
    Id = cow_u:uuid(),
    {ok, Pid} = supervisor:start_child(cow_run_sup, [{Id, U, A, Seed}]),
    Us = cow_u:us(),
    cow_db:put(run, Id, #{run => Id, user => U, agent => A, pid => Pid, us => Us}),
    log(Id, start, case Text of none -> <<"run started">>; _ -> Text end),
    cow_db:ix_add(run, U, Us, Id),
    {Id, Pid}.

say(Pid, Msg) -> gen_statem:call(Pid, {say, Msg, self()}, infinity).
history(Pid) -> gen_statem:call(Pid, history, infinity).
view(Pid) -> gen_statem:call(Pid, view, infinity).
busy_of(U, A) ->
    lists:any(fun(I) ->
        #{agent := B, pid := P} = cow_db:get(run, I),
        B =:= A andalso element(2, history(P)) =/= null end, [I || {_, I} <- cow_db:ix_page(run, U, null, 20)]).
last_history(U, A) ->
    case [P || {_, I} <- cow_db:ix_page(run, U, null, 20), #{agent := B, pid := P} <- [cow_db:get(run, I)], B =:= A] of
        [P | _] -> element(1, history(P));
        [] -> []
    end.

log(Id, Kind, Text) ->
    Us = cow_u:us(),
    cow_db:put(runlog, {Id, Us}, #{run => Id, kind => Kind, text => Text, at => cow_u:sec(Us)}),
    cow_db:ix_add(runlog, Id, Us, Us),
    cow_db:get(runlog, {Id, Us}).

%% hist is newest first
start_link(Arg) -> gen_statem:start_link(?MODULE, Arg, []).
callback_mode() -> state_functions.
init({Id, U, A, Seed}) ->
    {ok, idle, #{id => Id, user => U, agent => A, hist => lists:reverse(Seed), job => null, jobmon => none,
                 said => [], ref => none, to => none, upd => cow_u:us(), ended => none}}.

common({call, F}, history, D = #{hist := H, job := J}) ->
    {keep_state, D, [{reply, F, {lists:reverse(H), J}}]};
common({call, F}, view, D = #{hist := H, job := J, upd := U}) ->
    {keep_state, D, [{reply, F, #{count => length(H), busy => J =/= null, upd => U,
        first => case H of [] -> null; _ -> element(2, lists:last(H)) end}}]};
common(info, {'DOWN', M, process, _, Why}, D = #{jobmon := M, id := Id, job := J}) ->
    case Why of
        normal ->
            log(Id, job_done, <<"the background job ended well">>),
            J1 = case f('w-job-header-stays') of true -> J; false -> null end,
            {keep_state, D#{job => J1, jobmon => none, ended => well}};
        {failed, T} ->
            case f('w-failed-job-never-ends') of
                true -> {keep_state, D};
                false ->
                    log(Id, job_failed, T),
                    {keep_state, D#{job => null, jobmon => none, ended => badly}}
            end;
        _ -> {keep_state, D#{job => null, jobmon => none, ended => badly}}
    end;
common(info, _, D) -> {keep_state, D}.

idle({call, F}, {say, Msg, _}, D = #{job := J}) when J =/= null ->
    case f('w-put-accepted-during-job') of
        true -> accept(F, Msg, D);
        false ->
            D1 = case f('w-refused-message-kept') of
                     true -> D#{hist := [{user, Msg} | maps:get(hist, D)]};
                     false -> D
                 end,
            {keep_state, D1, [{reply, F, busy}]}
    end;
idle({call, F}, {say, Msg, _}, D) -> accept(F, Msg, D);
idle(T, E, D) -> common(T, E, D).

talking({call, F}, {say, _, _}, #{job := J}) when J =/= null -> {keep_state_and_data, [{reply, F, busy}]};
talking({call, {To, _} = F}, {say, Msg, _}, D = #{hist := H}) ->
    case f('w-second-put-lost') of
        true ->
            %% answered as if said, the history of the first one wins
            Ref = make_ref(),
            Parts = [P || {_, P} <- plan(Msg, H, D)],
            Acts = [{reply, F, {ok, Ref, null}}],
            [To ! {Ref, P} || P <- Parts],
            To ! {Ref, done},
            {keep_state_and_data, Acts};
        false -> {keep_state_and_data, [postpone]}
    end;
talking(state_timeout, next, D = #{todo := [{_, P}], said := S}) ->
    finish(emit(P, D#{said := add(P, S), todo := []}));
talking(state_timeout, next, D = #{todo := [{_, P}, {W, _} = N | T], said := S}) ->
    {keep_state, emit(P, D#{said := add(P, S), todo := [N | T]}), [{state_timeout, W, next}]};
talking(T, E, D) -> common(T, E, D).

add({text, T}, S) -> [T | S];
add(_, S) -> S.
emit(P, D = #{to := To, ref := R, todo := Todo, hist := H, said := S}) ->
    case Todo of
        [] ->
            %% the answer stands in the history before its end is told
            Said = lists:reverse(S),
            All = case f('w-only-first-words-kept') of true -> hd(Said); false -> iolist_to_binary(Said) end,
            D1 = D#{hist := [{assistant, All} | H], said := [], upd := cow_u:us()},
            log(maps:get(id, D), said, All),
            To ! {R, P}, To ! {R, done},
            D1;
        _ -> To ! {R, P}, D
    end.
finish(D) -> {next_state, idle, D#{to := none, ref := none}}.

accept({To, _} = F, Msg, D = #{id := Id, hist := H, job := J0}) ->
    Ref = make_ref(),
    Plan = plan(Msg, H, D),
    Kept = case f('w-history-latin1') of true -> latin(Msg); false -> Msg end,
    log(Id, heard, Msg),
    {J, Mon} = case job_of(Msg) of
            none -> {J0, maps:get(jobmon, D)};
            {Ms, How} ->
                JobId = cow_u:b36(),
                {ok, P} = supervisor:start_child(cow_job_sup, [{self(), JobId, Ms, How}]),
                log(Id, job_started, JobId),
                {JobId, erlang:monitor(process, P)}
        end,
    Plan1 = case J of null -> Plan; J0 -> Plan; _ -> [{0, {job, J}} | Plan] end,
    tool_logs(Plan1, D),
    D1 = D#{hist := [{user, Kept} | H], job := J, jobmon := Mon, to := To, ref := Ref, said := [],
            upd := cow_u:us(), ended := none, todo => Plan1},
    Reply = {reply, F, {ok, Ref, J}},
    case lists:sum([W || {W, _} <- Plan1]) of
        0 ->
            gen_statem:reply(F, {ok, Ref, J}),
            finish(lists:foldl(fun({_, P}, A = #{todo := [_ | T], said := S}) ->
                emit(P, A#{todo := T, said := add(P, S)}) end, D1, Plan1));
        _ -> {next_state, talking, D1, [Reply, {state_timeout, element(1, hd(Plan1)), next}]}
    end.

latin(B) -> << <<(if C > 255 -> $?; true -> C end)/utf8>> || <<C:8>> <= B >>.

job_of(<<"run the long job", _/binary>>) -> {2500, well};
job_of(<<"run the failing job", _/binary>>) -> {2500, badly};
job_of(_) -> none.

tool_logs(Plan, #{id := Id, agent := A}) ->
    Calls = [C || {_, {call, C}} <- Plan],
    [begin
         [Ans] = [X || {_, {answer, X = #{id := CI}}} <- Plan, CI =:= maps:get(id, C)],
         Us = cow_u:us(),
         cow_db:put(mcplog, {Id, Us}, #{run => Id, agent => A, server => sea, tool => maps:get(tool, C),
             args => maps:get(args, C), result => maps:get(out, Ans), ok => true, at => cow_u:sec(Us)}),
         cow_db:ix_add(mcplog, Id, Us, Us),
         log(Id, called, maps:get(tool, C))
     end || C <- Calls].

%% what the worker is going to say: [{MsToWait, Part}]
plan(Msg, Hist, #{ended := Ended}) ->
    N = length([1 || {user, _} <- Hist]) + 1,
    Hd = case Ended of
             well -> <<"The job has ended well. ">>;
             badly -> <<"The job has ended with an error. ">>;
             none -> <<>>
         end,
    case Msg of
        <<"run the", _/binary>> -> [{0, {text, <<"It is ">>}}, {0, {text, <<"under way.">>}}];
        <<"count slowly", _/binary>> ->
            [{case I of 1 -> 20; _ -> 180 end, {text, <<(integer_to_binary(I))/binary, " ">>}} || I <- lists:seq(1, 12)];
        <<"ask the tide", _/binary>> ->
            C = cow_u:b36(),
            Out = cow_tools:tide(<<"Hull">>),
            [{0, {text, <<"Let me look. ">>}},
             {0, {call, #{id => C, tool => tide_read, args => #{port => <<"Hull">>}}}},
             {0, {answer, #{id => C, tool => tide_read, out => Out}}},
             {0, {text, <<"High water comes in the morning.">>}}];
        _ ->
            [{0, {text, Hd}} || Hd =/= <<>>] ++
            [{0, {text, <<"Turn ", (integer_to_binary(N))/binary, ". ">>}},
             {0, {text, <<"You said: ", Msg/binary>>}}]
    end.

%% background jobs
job_start({Run, JobId, Ms, How}) -> {ok, proc_lib:spawn_link(?MODULE, job, [Run, {JobId, Ms}, How])}.
job(Run, {_, Ms}, How) ->
    M = erlang:monitor(process, Run),
    receive {'DOWN', M, _, _, _} -> ok after Ms -> ok end,
    case How of
        well -> ok;
        badly -> exit({failed, <<"the job broke">>})
    end.
