{-# LANGUAGE OverloadedStrings #-}
-- | The Workers API: runs, answers streamed from a thread of their own, background jobs.
module Workers where
import Base
import Control.Concurrent
import Control.Concurrent.Async
import Control.Concurrent.STM hiding (check)
import Control.Exception
import Control.Monad
import Data.Aeson
import qualified Data.ByteString as B
import qualified Data.ByteString.Char8 as B8
import qualified Data.ByteString.Lazy as BL
import Data.Maybe
import qualified Data.Map.Strict as M
import Data.Text (Text)
import qualified Data.Text as T
import Data.Text.Encoding
import Data.UUID (UUID)
import qualified Data.UUID as U
import Network.HTTP.Types
import Types

data Ev = Out Text | Call Text Text Value | Res Text Text Value | JobStarted Text | Done UUID
line :: Ev -> Value
line e = case e of
  Out t -> tag "Output" (object ["text" .= t])
  Call i n v -> tag "ToolCall" (object ["callId" .= i, "name" .= n, "arguments" .= v])
  Res i n v -> tag "ToolResult" (object ["callId" .= i, "name" .= n, "result" .= v])
  JobStarted j -> tag "JobStarted" (object ["jobId" .= j])
  Done r -> tag "Done" (object ["runId" .= r])
  where tag t c = object ["tag" .= (t :: Text), "contents" .= c]

keyUser :: App -> Maybe B.ByteString -> IO User
keyUser a mb = case mb >>= either (const Nothing) Just . decodeUtf8' of
  Nothing -> no 401 "an API key is needed"
  Just k -> do
    u <- atomically $ do
      ix <- readTVar (aKeyIdx a)
      ks <- readTVar (aKeys a)
      pure (M.lookup k ix >>= (`M.lookup` ks) >>= \x -> M.lookup (akOwner x) (aUsers a))
    m <- readTVarIO (aMemo a)
    case u of
      Just x -> x <$ when (flt "deleted-key-still-works") (atomically (modifyTVar' (aMemo a) (M.insert ("key:" <> k) (String (usUserId x)))))
      Nothing | flt "deleted-key-still-works", Just (String x) <- M.lookup ("key:" <> k) m -> pure (fromMaybe anonymous (M.lookup x (aUsers a)))
              | otherwise -> no 401 "this API key is not known"

mayCall :: App -> UserId -> UUID -> STM Agent
mayCall a u i = do
  m <- readTVar (aAgents a)
  case M.lookup i m of
    Nothing -> noS 404 "no such agent"
    Just g | agOwner g == u -> pure g
           | agVisibility g == Private -> noS 403 "this agent is private"
           | isJust (agPriceCents g) -> do
               s <- readTVar (aSubs a)
               if M.member (i, u) s then pure g else throwSTM (Api 402 "PaymentRequired" "this agent asks for a subscription" [])
           | otherwise -> pure g

newRun :: App -> UserId -> Agent -> Text -> IO (TVar Run, Run)
newRun a u g src = do
  i <- newUUID
  t <- now a
  let r = Run i u (agAgentId g) (agName g) src [] False Nothing [RunLog i (agAgentId g) "Info" "RunStarted" ("started by " <> src) t] [] t t 0
  v <- newTVarIO r
  atomically $ modifyTVar' (aRuns a) (M.insert i v) >> modifyTVar' (aRunIdx a) (M.insert (u, t) i)
  pure (v, r)

findRun :: App -> UserId -> UUID -> UUID -> IO (TVar Run)
findRun a u g i = do
  m <- readTVarIO (aRuns a)
  case M.lookup i m of
    Nothing -> no 404 "no such run"
    Just v -> do
      r <- readTVarIO v
      unless (ruOwner r == u || flt "run-visible-to-others") $ no 404 "no such run"
      unless (ruAgent r == g) $ no 404 "no such run of this agent"
      pure v

readMessage :: Ctx -> IO Text
readMessage c = do
  b <- body c ["message"]
  m <- reqT b "message"
  pure $ if flt "message-white-space" then T.unwords (T.words m)
         else m

startRun :: Bool -> Ctx -> Text -> IO Resp
startRun nd c gid = do
  let a = cApp c
  i <- pUUID "agent_id" gid
  g <- atomically (mayCall a (uid c) i)
  msg <- readMessage c
  when (flt "post-refused-during-job") $ do
    rs <- readTVarIO (aRuns a) >>= mapM readTVarIO . M.elems
    when (any (\r -> ruOwner r == uid c && ruAgent r == i && isJust (ruJob r)) rs) $ no 409 "a job is running"
  let memo = "run:" <> uid c <> gid <> msg
  mm <- readTVarIO (aMemo a)
  old <- case M.lookup memo mm of
    Just (String s) | flt "post-same-run", Just k <- U.fromText s -> M.lookup k <$> readTVarIO (aRuns a)
    _ -> pure Nothing
  v <- case old of
    Just x -> pure x
    Nothing -> fst <$> newRun a (uid c) g "Api"
  when (flt "post-same-run") $ do { r <- readTVarIO v; atomically (modifyTVar' (aMemo a) (M.insert memo (String (U.toText (ruId r))))) }
  when (flt "post-keeps-context") $ do
    ix <- readTVarIO (aRunIdx a)
    rs <- readTVarIO (aRuns a)
    prev <- mapM readTVarIO (mapMaybe (`M.lookup` rs) (drop 1 (map snd (M.toDescList (M.filterWithKey (\(u, _) _ -> u == uid c) ix)))))
    case filter ((== i) . ruAgent) prev of { (p:_) -> atomically (modifyTVar' v (\r -> r { ruMsgs = ruMsgs p })); _ -> pure () }
  go nd c v msg True

continueRun :: Bool -> Ctx -> Text -> Text -> IO Resp
continueRun nd c gid rid = do
  let a = cApp c
  i <- pUUID "agent_id" gid
  k <- pUUID "run_id" rid
  v <- findRun a (uid c) i k
  g <- atomically (mayCall a (uid c) i)
  msg <- readMessage c
  if nd && flt "ndjson-put-new-run" then newRun a (uid c) g "Api" >>= \(v2, _) -> go nd c v2 msg True else go nd c v msg False

-- | Takes the run (or refuses), lets a thread make the answer, and streams what it says.
go :: Bool -> Ctx -> TVar Run -> Text -> Bool -> IO Resp
go nd c v msg isPost = do
  let a = cApp c
  t <- now a
  jid <- ("job-" <>) <$> short 10
  let wanted = jobOf msg
  old <- readTVarIO v
  if flt "concurrent-put-lost" then do
      threadDelay 30000
      atomically $ writeTVar v old { ruMsgs = Msg "user" msg : ruMsgs old, ruUpdated = t, ruCount = ruCount old + 1, ruBusy = True }
    else do
      refused <- atomically $ do
        r <- readTVar v
        when (ruBusy r) retry
        case ruJob r of
          Just j -> do
            when (flt "refused-message-kept") $ writeTVar v r { ruMsgs = Msg "user" msg : ruMsgs r }
            pure (Just j)
          _ -> do
            writeTVar v r { ruMsgs = Msg "user" msg : ruMsgs r, ruBusy = True, ruUpdated = t, ruCount = if flt "run-view-stale-count" && not isPost then ruCount r else ruCount r + 1
                          , ruJob = if isJust wanted then Just jid else ruJob r }
            pure Nothing
      forM_ refused $ \_ -> no 409 "a background job is running; poll the run until it has ended"
  run <- readTVarIO v
  qOut <- newTQueueIO
  _ <- forkIO $ (answer a v run msg wanted jid nd (atomically . writeTQueue qOut . Just))
    `finally` (atomically (modifyTVar' v (\r -> r { ruBusy = False })) >> atomically (writeTQueue qOut Nothing))
  let hs = [("X-Service-Run-ID", U.toASCIIBytes (ruId run)) | isPost || not (flt "put-without-run-header")]
           ++ [("x-service-job-id", encodeUtf8 jid) | isJust wanted]
           ++ [(hContentType, if nd then "application/x-ndjson" else "text/plain; charset=utf-8"), ("Cache-Control", "no-store")]
      loop send = atomically (readTQueue qOut) >>= maybe (pure ()) (\e -> put send e >> loop send)
      put send e
        | nd = case e of
            Res {} | flt "ndjson-no-tool-results" -> pure ()
            Call {} | flt "ndjson-glued-lines" -> send (encode (line e))
            _ -> send (encode (line e) <> "\n")
        | otherwise = case e of
            Out x | flt "chunk-cuts-characters" -> forM_ (pieces 5 (encodeUtf8 x)) (send . BL.fromStrict . encodeUtf8 . decodeUtf8With (\_ _ -> Just '\xfffd'))
                  | otherwise -> send (BL.fromStrict (encodeUtf8 x))
            Res _ _ r | flt "text-shows-tool-result" -> send (encode r)
            _ -> pure ()
      whole send = do { box <- newTVarIO []; loop (\x -> atomically (modifyTVar' box (x :))); readTVarIO box >>= send . BL.concat . reverse }
  pure (RS hs (if flt "stream-not-flushed" then whole else loop))

pieces :: Int -> B.ByteString -> [B.ByteString]
pieces n b | B.null b = []
           | otherwise = let (x, y) = B.splitAt n b in x : pieces n y

data Job = Succeeds | Fails
jobOf :: Text -> Maybe Job
jobOf m | "fail the long job" `T.isInfixOf` T.toLower m = Just Fails
        | "start the long job" `T.isInfixOf` T.toLower m = Just Succeeds
        | otherwise = Nothing

answer :: App -> TVar Run -> Run -> Text -> Maybe Job -> Text -> Bool -> (Ev -> IO ()) -> IO ()
answer a v run msg wanted jid nd emit = do
  let low = T.toLower msg
      turn = length (filter ((== "user") . msRole) (ruMsgs run))
  text <- case wanted of
    Just j -> do
      cid <- ("call-" <>) <$> short 8
      let args = object ["code" .= ("sleep" :: Text), "background" .= True]
      emit (Call cid "code_interpreter" args)
      emit (Res cid "code_interpreter" (object ["jobId" .= jid]))
      emit (JobStarted jid)
      logMcp "code_interpreter" args (object ["jobId" .= jid])
      atomically (writeTQueue (aJobs a) (job a v jid j))
      say ["I have started ", "that work ", "in the background."]
    Nothing
      | "ask the oracle" `T.isInfixOf` low -> do
          cid <- ("call-" <>) <$> short 8
          let args = object ["city" .= ("Aspen" :: Text)]
              res = object ["city" .= ("Aspen" :: Text), "sky" .= ("oracle-7731" :: Text), "celsius" .= (4 :: Int)]
          emit (Call cid "city_weather" args)
          emit (Res cid "city_weather" res)
          logMcp "city_weather" args res
          say ["The tool ", "has answered: ", "it is cold ", "but fair today."]
      | "count slowly" `T.isInfixOf` low -> T.concat <$> forM (zip [0 :: Int ..] (T.words "one two three four five six seven eight nine ten")) (\(i, w) -> do
          when (i > 0) (threadDelay 150000)
          let x = if i == 0 then w else " " <> w
          emit (Out x)
          pure x)
      | otherwise -> say (["You said: "] ++ T.chunksOf 24 msg ++ [". ", "This is turn " <> tshow turn <> "."])
  t <- now a
  let role = "assistant"
      put r = r { ruMsgs = Msg role text : ruMsgs r, ruUpdated = t, ruCount = if flt "run-view-stale-count" && turn > 1 then ruCount r else ruCount r + 1
                , ruLogs = RunLog (ruId r) (ruAgent r) "Info" "Answered" ("turn " <> tshow turn) t : ruLogs r }
  if flt "concurrent-put-lost" then threadDelay 20000 >> atomically (modifyTVar' v put) else atomically (modifyTVar' v put)
  emit (Done (ruId run))
  where
    say xs = mapM_ (emit . Out) xs >> pure (T.concat xs)
    logMcp n args res = do
      t <- now a
      atomically $ modifyTVar' v (\r -> r { ruMcp = McpLog (ruId r) "built-in" n args res t : ruMcp r
                                          , ruLogs = RunLog (ruId r) (ruAgent r) "Info" "ToolCalled" n t : ruLogs r })

job :: App -> TVar Run -> Text -> Job -> IO ()
job a v jid j = do
  r <- try work :: IO (Either SomeException ())
  t <- now a
  let ended = either (const "JobFailed") (const "JobSucceeded") r
      clear x = x { ruJob = if ruJob x == Just jid then Nothing else ruJob x, ruUpdated = t
                  , ruLogs = RunLog (ruId x) (ruAgent x) (either (const "Error") (const "Info") r) ended jid t : ruLogs x }
  case r of
    Left _ | flt "failed-job-never-ends" -> pure ()
    _ -> atomically (modifyTVar' v clear)
  where work = case j of
          Succeeds -> threadDelay 2500000
          Fails -> threadDelay 1500000 >> throwIO (userError "the code has failed")

worker :: App -> IO ()
worker a = forever $ do { j <- atomically (readTQueue (aJobs a)); withAsync j waitCatch }

readRun :: Ctx -> Text -> Text -> IO Resp
readRun c gid rid = do
  i <- pUUID "agent_id" gid
  k <- pUUID "run_id" rid
  v <- findRun (cApp c) (uid c) i k
  r <- readTVarIO v
  let ms = reverse (ruMsgs r)
      ms' = if flt "history-loses-first" && length ms > 4 then drop (length ms - 4) ms else ms
      hs = case ruJob r of
        Just j -> [("x-service-job-id", encodeUtf8 j)]
        Nothing -> [("x-service-job-id", "none") | flt "idle-job-header"]
  pure (RJ 200 (("X-Service-Run-ID", U.toASCIIBytes k) : hs) (toJSON ms'))
