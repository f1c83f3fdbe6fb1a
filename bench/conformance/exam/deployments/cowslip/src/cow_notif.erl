%% A notification service of our own behind the NOTIFIER tools.
-module(cow_notif).
-export([do/3]).
-import(cow_u, [f/1, err/2]).

do(U, N, A) -> cow_db:tx(notif_srv, fun() -> op(N, U, A) end).

out(M = #{us := Us, mod := Mo}) -> (maps:without([us, mod, user, guid_key], M))#{created => cow_u:sec(Us), modified => cow_u:sec(Mo)}.
bad(Why) -> err(400, Why).

new(Kind, U, M) ->
    Us = cow_u:us(),
    I = cow_u:b36(),
    cow_db:ix_add(Kind, U, Us, I),
    cow_db:put(Kind, I, M#{iden => I, user => U, us => Us, mod => Us, active => true}).
own(Kind, U, I) ->
    case cow_db:get(Kind, I) of
        M = #{user := U, active := true} -> M;
        _ -> bad(no_such_iden)
    end.
all(Kind, U) -> [cow_db:get(Kind, I) || I <- cow_db:ix_list(Kind, U)].
g(K, A) -> maps:get(K, A, null).
drop(Kind, M = #{iden := I, us := Us, user := U}) -> cow_db:del(Kind, I), cow_db:ix_del(Kind, U, Us, I), M.

op(<<"NOTIFIER_GET_USER">>, U, _) ->
    #{email := E, name := N} = cow_db:get(user, U),
    #{iden => U, email => E, name => N};

op(<<"NOTIFIER_CREATE_CHAT">>, U, #{<<"email">> := E}) ->
    re:run(E, "^[^@\\s]+@[^@\\s]+$", [{capture, none}]) =:= match orelse bad(bad_email),
    case [C || C = #{email := X} <- all(nchat, U), X =:= E] of
        [C | _] -> out(C);
        [] -> out(new(nchat, U, #{email => E, muted => false}))
    end;
op(<<"NOTIFIER_LIST_CHATS">>, U, A) ->
    pages(chats, all(nchat, U), A);
op(<<"NOTIFIER_UPDATE_CHAT">>, U, #{<<"iden">> := I, <<"muted">> := M}) ->
    C = own(nchat, U, I),
    M1 = case f('notifier-never-unmutes') of true -> M orelse maps:get(muted, C); false -> M end,
    out(cow_db:put(nchat, I, C#{muted => M1, mod => cow_u:us()}));
op(<<"NOTIFIER_DELETE_CHAT">>, U, #{<<"iden">> := I}) ->
    C = own(nchat, U, I),
    f('notifier-deleted-chat-listed') orelse drop(nchat, C),
    #{iden => I, deleted => true};

op(<<"NOTIFIER_CREATE_DEVICE">>, U, A) ->
    out(new(ndevice, U, dev(A, #{icon => null, model => null, has_sms => false, nickname => null, push_token => null,
                                 app_version => null, manufacturer => null})));
op(<<"NOTIFIER_LIST_DEVICES">>, U, _) -> #{devices => [out(D) || D <- all(ndevice, U)]};
op(<<"NOTIFIER_UPDATE_DEVICE">>, U, A = #{<<"iden">> := I}) ->
    D = own(ndevice, U, I),
    D0 = case f('notifier-device-update-resets') of true -> D#{nickname => null, icon => null}; false -> D end,
    out(cow_db:put(ndevice, I, (dev(A, D0))#{mod => cow_u:us()}));
op(<<"NOTIFIER_DELETE_DEVICE">>, U, #{<<"device_iden">> := I}) ->
    drop(ndevice, own(ndevice, U, I)),
    #{iden => I, deleted => true};

op(<<"NOTIFIER_CREATE_PUSH">>, U, A = #{<<"type">> := T}) ->
    Need = case T of
               <<"link">> -> case f('notifier-link-without-url') of true -> []; false -> [<<"url">>] end;
               <<"file">> -> [<<"file_url">>, <<"file_name">>, <<"file_type">>];
               _ -> []
           end,
    [case g(K, A) of X when X =:= null; X =:= <<>> -> cow_u:err(400, bad_input, [K]); _ -> ok end || K <- Need],
    [case g(K, A) of
         null -> ok;
         I -> own(ndevice, U, I)
     end || K <- [<<"device_iden">>, <<"source_device_iden">>]],
    Old = case g(<<"guid">>, A) of
              null -> none;
              G -> case f('notifier-guid-ignored') of true -> none; false -> cow_db:get(nguid, {U, G}) end
          end,
    case Old =/= none andalso cow_db:get(npush, Old) of
        P when is_map(P) -> out(P);
        _ ->
            Ks = [{binary_to_atom(K), g(K, A)} || K <- [<<"type">>, <<"url">>, <<"body">>, <<"guid">>, <<"email">>, <<"title">>,
                <<"file_url">>, <<"file_name">>, <<"file_type">>, <<"channel_tag">>, <<"client_iden">>, <<"device_iden">>, <<"source_device_iden">>]],
            P = #{iden := I} = new(npush, U, (maps:from_list(Ks))#{dismissed => false, items => []}),
            case g(<<"guid">>, A) of null -> ok; G2 -> cow_db:put(nguid, {U, G2}, I) end,
            out(P)
    end;
op(<<"NOTIFIER_LIST_PUSHES">>, U, A) ->
    After = case g(<<"modified_after">>, A) of null -> -1; X -> X end,
    Unit = case f('notifier-modified-after-in-ms') of true -> 1000; false -> 1000000 end,
    L = [P || P = #{active := Ac, mod := Mo} <- all(npush, U),
              g(<<"active">>, A) =/= true orelse Ac orelse f('notifier-active-shows-deleted'),
              Mo / Unit > After],
    pages(pushes, lists:sort(fun(#{mod := X1}, #{mod := Y1}) -> X1 >= Y1 end, L), A);
op(<<"NOTIFIER_UPDATE_PUSH">>, U, A = #{<<"iden">> := I}) ->
    P = own(npush, U, I),
    P1 = case g(<<"dismissed">>, A) of null -> P; D -> P#{dismissed => D} end,
    P2 = case g(<<"items">>, A) of
             null -> P1;
             L ->
                 [case X of
                      #{<<"text">> := T, <<"checked">> := C} when is_binary(T), is_boolean(C) -> ok;
                      _ -> bad(bad_items)
                  end || X <- L],
                 L1 = [maps:with([<<"text">>, <<"checked">>], X) || X <- L],
                 P1#{items => case f('notifier-items-sorted') of true -> lists:usort(L1); false -> L1 end}
         end,
    out(cow_db:put(npush, I, P2#{mod => cow_u:us()}));
op(<<"NOTIFIER_DELETE_PUSH">>, U, #{<<"iden">> := I}) ->
    P = own(npush, U, I),
    cow_db:put(npush, I, P#{active => false, mod => cow_u:us()}),
    #{iden => I, deleted => true};
op(<<"NOTIFIER_DELETE_ALL_PUSHES">>, U, _) ->
    Is = case f('notifier-delete-all-of-all-users') of
             true -> [I || #{iden := I} <- cow_db:all(npush)];
             false -> cow_db:ix_list(npush, U)
         end,
    erlang:send_after(150, self(), {tx, fun() ->
        [case cow_db:get(npush, I) of
             P = #{active := true} -> cow_db:put(npush, I, P#{active => false, mod => cow_u:us()});
             _ -> ok
         end || I <- Is] end}),
    #{accepted => true};
op(<<"NOTIFIER_UPLOAD_REQUEST">>, U, #{<<"file_name">> := N, <<"file_type">> := T}) ->
    I = cow_u:b36(),
    #{file_name => N, file_type => T, file_url => <<"https://files.cowslip.example/", I/binary, "/", (uri_string:quote(N))/binary>>,
      upload_url => <<"https://upload.cowslip.example/", I/binary>>,
      data => #{key => I, signature => cow_pay:sig(<<U/binary, I/binary>>), expires => cow_u:secs() + 3600}}.

dev(A, D) ->
    lists:foldl(fun(K, M) -> case A of #{K := V} -> M#{binary_to_atom(K) => V}; _ -> M end end, D,
        [<<"icon">>, <<"model">>, <<"has_sms">>, <<"nickname">>, <<"push_token">>, <<"app_version">>, <<"manufacturer">>]).

pages(Name, L, A) ->
    Lim = case g(<<"limit">>, A) of null -> 500; N -> N end,
    From = case g(<<"cursor">>, A) of
               X when X =:= null; X =:= <<>> -> 0;
               C -> case catch binary_to_integer(C, 36) of V when is_integer(V) -> V; _ -> bad(bad_cursor) end
           end,
    %% the cursor is the time (of change or of making) of the last one shown
    Key = case Name of pushes -> mod; chats -> us end,
    Rest = [M || M <- L, From =:= 0 orelse maps:get(Key, M) < From],
    Page = lists:sublist(Rest, Lim),
    Cur = case length(Rest) > Lim of
              true -> string:lowercase(integer_to_binary(maps:get(Key, lists:last(Page)), 36));
              false -> null
          end,
    #{Name => [out(M) || M <- Page], cursor => Cur}.
