%% Small helpers: faults, clock, identifiers, errors, checks of what comes in.
-module(cow_u).
-compile(export_all).
-compile(nowarn_export_all).

f(Id) -> persistent_term:get(cow_fault, none) =:= Id.

init() ->
    F = case os:getenv("FAULT") of false -> none; "" -> none; S -> list_to_atom(S) end,
    persistent_term:put(cow_fault, F),
    persistent_term:put(cow_clock, atomics:new(1, [])).

%% strictly growing microseconds
us() ->
    R = persistent_term:get(cow_clock),
    us(R, atomics:get(R, 1), erlang:system_time(microsecond)).
us(R, Old, Now) ->
    New = max(Old + 1, Now),
    case atomics:compare_exchange(R, 1, Old, New) of
        ok -> New;
        O2 -> us(R, O2, Now)
    end.
sec(null) -> null;
sec(Us) -> Us / 1000000.
secs() -> erlang:system_time(second).

uuid() ->
    <<A:48, _:4, B:12, _:2, C:62>> = crypto:strong_rand_bytes(16),
    <<X:8/binary, Y:4/binary, Z:4/binary, V:4/binary, W:12/binary>> =
        hex(<<A:48, 4:4, B:12, 2:2, C:62>>),
    <<X/binary, "-", Y/binary, "-", Z/binary, "-", V/binary, "-", W/binary>>.
hex(B) -> string:lowercase(binary:encode_hex(B)).
b36() ->
    <<N:80>> = crypto:strong_rand_bytes(10),
    string:lowercase(integer_to_binary(N, 36)).

is_uuid(B) when byte_size(B) =:= 36 ->
    re:run(B, "^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$", [{capture, none}]) =:= match;
is_uuid(_) -> false.

err(S, R) -> throw({http, S, #{reason => R, what => []}}).
err(S, R, W) -> throw({http, S, #{reason => R, what => W}}).
bad(At, Why) -> err(422, invalid, [#{at => At, why => Why}]).

puuid(B, Name) ->
    case is_uuid(B) of
        true -> string:lowercase(B);
        false -> bad([path, Name], not_a_uuid)
    end.
pint(B, Name) ->
    case re:run(B, "^-?[0-9]{1,18}$", [{capture, none}]) of
        match -> binary_to_integer(B);
        _ -> bad([path, Name], not_an_integer)
    end.

q(#{q := Q}, N) -> proplists:get_value(N, Q, null).
qreq(R, N) -> case q(R, N) of null -> bad([query, N], missing); V -> V end.
qint(R, N, Def, Min, Max) ->
    case q(R, N) of
        null -> Def;
        B ->
            case re:run(B, "^[+-]?[0-9]{1,18}$", [{capture, none}]) of
                match ->
                    case binary_to_integer(B) of
                        I when I < Min -> bad([query, N], too_small);
                        I when I > Max -> bad([query, N], too_large);
                        I -> I
                    end;
                _ -> bad([query, N], not_an_integer)
            end
    end.
qnum(R, N, Def, Min, Max) ->
    case q(R, N) of
        null -> Def;
        B ->
            case cow_json:decode(B) of
                {ok, X} when is_number(X), X >= Min, X =< Max -> X;
                {ok, X} when is_number(X) -> bad([query, N], out_of_range);
                _ -> bad([query, N], not_a_number)
            end
    end.
qnull(R, N) ->
    case q(R, N) of <<>> -> null; <<"null">> -> null; V -> V end.

%% a date-time of a cursor, in microseconds
qtime(R, N) ->
    case qnull(R, N) of
        null -> null;
        B ->
            B1 = binary:replace(B, <<" ">>, <<"+">>),
            case parse_time(B1) of error -> bad([query, N], not_a_date_time); U -> U end
    end.
parse_time(B) ->
    case re:run(B, "^([0-9]{4})-([0-9]{2})-([0-9]{2})[Tt+ ]([0-9]{2}):([0-9]{2}):([0-9]{2})(\\.[0-9]{1,9})?(Z|z|[+-][0-9]{2}:?[0-9]{2})?$",
                [{capture, all_but_first, binary}]) of
        {match, [Y, Mo, D, H, Mi, S | T]} ->
            [Yi, Moi, Di, Hi, Mii, Si] = [binary_to_integer(X) || X <- [Y, Mo, D, H, Mi, S]],
            Ok = calendar:valid_date(Yi, Moi, Di) andalso Hi < 24 andalso Mii < 60 andalso Si < 61 andalso Yi >= 1,
            case Ok of
                false -> error;
                true ->
                    G = calendar:datetime_to_gregorian_seconds({{Yi, Moi, Di}, {Hi, Mii, Si}}) - 62167219200,
                    {Fr, Zn} = case T of [] -> {<<>>, <<>>}; [A] -> {A, <<>>}; [A, C] -> {A, C} end,
                    F = case Fr of
                            <<>> -> 0;
                            <<".", Ds/binary>> -> binary_to_integer(binary:part(<<Ds/binary, "000000">>, 0, 6))
                        end,
                    Off = case Zn of
                              <<Sg, Hh:2/binary, Mm/binary>> ->
                                  M1 = binary_to_integer(binary:replace(Mm, <<":">>, <<>>)),
                                  O = binary_to_integer(Hh) * 3600 + M1 * 60,
                                  case Sg of $- -> -O; _ -> O end;
                              _ -> 0
                          end,
                    (G - Off) * 1000000 + F
            end;
        _ -> error
    end.
iso(Us) -> list_to_binary(calendar:system_time_to_rfc3339(Us, [{unit, microsecond}, {offset, "Z"}])).
day(S) ->
    {{Y, M, D}, _} = calendar:system_time_to_universal_time(S, second),
    list_to_binary(io_lib:format("~4..0b-~2..0b-~2..0b", [Y, M, D])).

%% bodies
body(#{body := <<>>}) -> bad([body], missing);
body(#{body := B}) ->
    case cow_json:decode(B) of
        {ok, M} when is_map(M) -> M;
        {ok, _} -> bad([body], not_an_object);
        error -> bad([body], not_json)
    end.
body0(#{body := <<>>}) -> #{};
body0(R = #{body := B}) ->
    case cow_json:decode(B) of {ok, null} -> #{}; _ -> body(R) end.

%% check(Body, [{Key, Type, req|opt}]) -> map of the known keys that are there
check(M, Spec) ->
    {Out, Errs} = lists:foldl(
        fun({K, T, O}, {A, E}) ->
            case M of
                #{K := null} when O =:= opt -> {A#{K => null}, E};
                #{K := V} ->
                    case is(T, V) of
                        true -> {A#{K => V}, E};
                        false -> {A, [#{at => [body, K], why => why(T)} | E]}
                    end;
                _ when O =:= req -> {A, [#{at => [body, K], why => missing} | E]};
                _ -> {A, E}
            end
        end, {#{}, []}, Spec),
    case Errs of [] -> Out; _ -> err(422, invalid, lists:reverse(Errs)) end.

why({enum, _}) -> unknown_word;
why({int, _, _}) -> not_such_an_integer;
why({str, _, _}) -> not_such_a_text;
why({list, _}) -> not_such_a_list;
why(T) -> T.

is(str, V) -> is_binary(V);
is({str, Min, Max}, V) -> is_binary(V) andalso string:length(V) >= Min andalso string:length(V) =< Max;
is(uuid, V) -> is_binary(V) andalso is_uuid(V);
is(int, V) -> is_integer(V);
is({int, Min, Max}, V) -> is_integer(V) andalso V >= Min andalso V =< Max;
is(num, V) -> is_number(V);
is(bool, V) -> is_boolean(V);
is(obj, V) -> is_map(V);
is({enum, L}, V) -> lists:member(V, L);
is({list, T}, V) -> is_list(V) andalso lists:all(fun(X) -> is(T, X) end, V);
is({alt, Ts}, V) -> lists:any(fun(T) -> is(T, V) end, Ts);
is(any, _) -> true.

blank(B) -> string:trim(B) =:= <<>>.
nn(null, D) -> D;
nn(V, _) -> V.
