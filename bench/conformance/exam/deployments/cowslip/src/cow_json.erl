%% A small JSON codec: objects are maps, texts binaries, null/true/false atoms.
-module(cow_json).
-export([decode/1, encode/1]).

decode(Bin) ->
    try
        {V, R} = val(ws(Bin), 0),
        <<>> = ws(R),
        {ok, V}
    catch _:_ -> error end.

ws(<<C, R/binary>>) when C =:= 32; C =:= 9; C =:= 10; C =:= 13 -> ws(R);
ws(B) -> B.

val(_, D) when D > 200 -> throw(deep);
val(<<${, R/binary>>, D) ->
    case ws(R) of
        <<$}, R1/binary>> -> {#{}, R1};
        R1 -> obj(R1, D + 1, #{})
    end;
val(<<$[, R/binary>>, D) ->
    case ws(R) of
        <<$], R1/binary>> -> {[], R1};
        R1 -> arr(R1, D + 1, [])
    end;
val(<<$", R/binary>>, _) -> str(R, <<>>);
val(<<"true", R/binary>>, _) -> {true, R};
val(<<"false", R/binary>>, _) -> {false, R};
val(<<"null", R/binary>>, _) -> {null, R};
val(B, _) -> num(B).

obj(<<$", R/binary>>, D, M) ->
    {K, R1} = str(R, <<>>),
    <<$:, R2/binary>> = ws(R1),
    {V, R3} = val(ws(R2), D),
    M1 = M#{K => V},
    case ws(R3) of
        <<$,, R4/binary>> -> obj(ws(R4), D, M1);
        <<$}, R4/binary>> -> {M1, R4}
    end.

arr(B, D, L) ->
    {V, R} = val(B, D),
    case ws(R) of
        <<$,, R1/binary>> -> arr(ws(R1), D, [V | L]);
        <<$], R1/binary>> -> {lists:reverse([V | L]), R1}
    end.

str(<<$", R/binary>>, A) -> {A, R};
str(<<$\\, C, R/binary>>, A) ->
    case C of
        $n -> str(R, <<A/binary, 10>>);
        $t -> str(R, <<A/binary, 9>>);
        $r -> str(R, <<A/binary, 13>>);
        $b -> str(R, <<A/binary, 8>>);
        $f -> str(R, <<A/binary, 12>>);
        $u -> uni(R, A);
        _ when C =:= $"; C =:= $\\; C =:= $/ -> str(R, <<A/binary, C>>)
    end;
str(<<C, R/binary>>, A) when C >= 32, C < 128 -> str(R, <<A/binary, C>>);
str(<<C/utf8, R/binary>>, A) when C >= 128 -> str(R, <<A/binary, C/utf8>>).

uni(<<H:4/binary, R/binary>>, A) ->
    case binary_to_integer(H, 16) of
        Hi when Hi >= 16#D800, Hi =< 16#DBFF ->
            <<"\\u", L:4/binary, R1/binary>> = R,
            Lo = binary_to_integer(L, 16),
            true = Lo >= 16#DC00 andalso Lo =< 16#DFFF,
            C = 16#10000 + ((Hi - 16#D800) bsl 10) + (Lo - 16#DC00),
            str(R1, <<A/binary, C/utf8>>);
        C -> str(R, <<A/binary, C/utf8>>)
    end.

num(B) ->
    {match, [{0, N} | _]} = re:run(B, "^-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?"),
    true = N =< 400,
    <<T:N/binary, R/binary>> = B,
    case binary:match(T, [<<".">>, <<"e">>, <<"E">>]) of
        nomatch -> {binary_to_integer(T), R};
        _ -> {flt(T), R}
    end.

flt(T) ->
    case binary:match(T, <<".">>) of
        nomatch ->
            [A, E] = binary:split(T, [<<"e">>, <<"E">>]),
            binary_to_float(<<A/binary, ".0e", E/binary>>);
        _ -> binary_to_float(T)
    end.

encode(null) -> <<"null">>;
encode(true) -> <<"true">>;
encode(false) -> <<"false">>;
encode(undefined) -> <<"null">>;
encode(A) when is_atom(A) -> [$", atom_to_binary(A), $"];
encode(B) when is_binary(B) -> [$", esc(B, <<>>), $"];
encode(I) when is_integer(I) -> integer_to_binary(I);
encode(F) when is_float(F) -> float_to_binary(F, [short]);
encode([]) -> <<"[]">>;
encode(L) when is_list(L) -> [$[, lists:join($,, [encode(X) || X <- L]), $]];
encode(M) when is_map(M) ->
    [${, lists:join($,, [[encode(key(K)), $:, encode(V)] || {K, V} <- maps:to_list(M)]), $}].

key(K) when is_atom(K) -> atom_to_binary(K);
key(K) -> K.

esc(<<C, R/binary>>, A) when C >= 32, C =/= $", C =/= $\\ -> esc(R, <<A/binary, C>>);
esc(<<$", R/binary>>, A) -> esc(R, <<A/binary, "\\\"">>);
esc(<<$\\, R/binary>>, A) -> esc(R, <<A/binary, "\\\\">>);
esc(<<10, R/binary>>, A) -> esc(R, <<A/binary, "\\n">>);
esc(<<C, R/binary>>, A) ->
    H = list_to_binary(io_lib:format("\\u~4.16.0b", [C])),
    esc(R, <<A/binary, H/binary>>);
esc(<<>>, A) -> A.
