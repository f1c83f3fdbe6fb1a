{-# LANGUAGE OverloadedStrings #-}
-- | Keys, billing, credits, payments, bundles, CLI sessions, schedules, user, VIP codes, run logs.
module Account where
import Base
import Control.Concurrent (threadDelay)
import Control.Concurrent.STM hiding (check)
import Control.Monad
import Cron
import Data.Aeson
import qualified Data.Aeson.KeyMap as KM
import qualified Data.ByteString.Lazy as BL
import Data.List
import qualified Data.Map.Strict as M
import Data.Maybe
import Data.Ord
import qualified Data.Set as S
import Data.Text (Text)
import qualified Data.Text as T
import Data.Text.Encoding
import Data.Time
import Data.UUID (UUID)
import qualified Data.UUID as U
import Crypto.MAC.HMAC
import Network.Wai
import Tools (isTool)
import Types

-- runs -----------------------------------------------------------------------
runView :: Run -> Value
runView r = object ["runId" .= ruId r, "agentId" .= ruAgent r, "agentName" .= ruAgentName r, "source" .= ruSource r, "status" .= (if isJust (ruJob r) then "JobRunning" else "Idle" :: Text)
  , "messageCount" .= ruCount r, "startedAt" .= ruStarted r, "updatedAt" .= ruUpdated r]
listRuns :: Ctx -> IO Resp
listRuns c = do
  let a = cApp c
  cur <- qCursor c
  lim <- qInt c "limit" 1 100 (if flt "runs-default-20" then 20 else 30)
  ix <- readTVarIO (aRunIdx a)
  let (page, nxt) = pageOf (uid c) (if flt "runs-cursor-repeats" then addUTCTime 0.000001 <$> cur else cur) lim ix
      nxt' = if flt "runs-next-skips" then addUTCTime (-0.000001) <$> (nxt >>= \_ -> listToMaybe [t | ((_, t), _) <- fst (pageOf (uid c) nxt 1 ix)]) else nxt
  m <- readTVarIO (aRuns a)
  rs <- mapM readTVarIO (mapMaybe ((`M.lookup` m) . snd) page)
  ok (elements (map runView rs) (tshowTime <$> nxt'))
tshowTime :: UTCTime -> Text
tshowTime t = case toJSON t of { String s -> s; _ -> "" }
myRun :: Ctx -> Text -> IO (Maybe Run)
myRun c t = do
  k <- pUUID "run_id" t
  m <- readTVarIO (aRuns (cApp c))
  r <- traverse readTVarIO (M.lookup k m)
  pure (r >>= \x -> if ruOwner x == uid c then Just x else Nothing)
getRun, runLogs, runMcp :: Ctx -> Text -> IO Resp
getRun c t = myRun c t >>= maybe (no 404 "no such run") (ok . runView)
runLogs c t = myRun c t >>= ok . maybe [] (reverse . ruLogs)
runMcp c t = myRun c t >>= ok . maybe [] (reverse . ruMcp)

-- keys -------------------------------------------------------------------------
hidden :: ApiKey -> Value
hidden k = case toJSON k of { Object m | not (flt "key-list-shows-key") -> Object (KM.delete "key" m); v -> v }
mine :: UserId -> M.Map Int ApiKey -> [ApiKey]
mine u = filter ((== u) . akOwner) . M.elems
insertKey :: App -> ApiKey -> STM ()
insertKey a k = do
  when (akIsDefault k && not (flt "two-default-keys")) $ modifyTVar' (aKeys a) (M.map (\x -> if akOwner x == akOwner k then x { akIsDefault = False } else x))
  modifyTVar' (aKeys a) (M.insert (akApiKeyId k) k)
  modifyTVar' (aKeyIdx a) (M.insert (akKey k) (akApiKeyId k))
listKeys, newKey, defaultKey :: Ctx -> IO Resp
listKeys c = readTVarIO (aKeys (cApp c)) >>= ok . map hidden . mine (uid c)
newKey c = do
  m <- body c ["name", "isDefault", "comment", "labels"]
  n <- fromMaybe "Unnamed key" <$> optT m "name"
  d <- fromMaybe False <$> optB m "isDefault"
  cm <- optT m "comment"
  l <- fromMaybe M.empty <$> optL m
  k <- ("ak_" <>) <$> short 32
  t <- now (cApp c)
  ok =<< atomically (do
    i <- nextId (cApp c)
    none <- null . mine (uid c) <$> readTVar (aKeys (cApp c))
    let x = ApiKey i (uid c) k n (d || none) cm l t
    insertKey (cApp c) x
    pure x)
defaultKey c = do
  let a = cApp c
  k <- ("ak_" <>) <$> short 32
  t <- now a
  ok =<< atomically (do
    ks <- mine (uid c) <$> readTVar (aKeys a)
    case filter akIsDefault ks of
      (x:_) -> pure x
      [] -> do { i <- nextId a; let { x = ApiKey i (uid c) k "Default key" True Nothing M.empty t }; insertKey a x; pure x })
getKey, delKey :: Ctx -> Text -> IO Resp
oneKey :: Ctx -> Int -> STM ApiKey
oneKey c i = do
  m <- readTVar (aKeys (cApp c))
  case M.lookup i m of { Just k | akOwner k == uid c -> pure k; _ -> noS 404 "no such API key" }
getKey c t = do { i <- pInt "api_key_id" t; k <- atomically (oneKey c i); ok k }
delKey c t = do
  let a = cApp c
  i <- pInt "api_key_id" t
  k <- atomically $ do
    k <- oneKey c i
    modifyTVar' (aKeys a) (M.delete i)
    modifyTVar' (aKeyIdx a) (M.delete (akKey k))
    rest <- mine (uid c) <$> readTVar (aKeys a)
    when (akIsDefault k) $ forM_ (take 1 rest) $ \x -> modifyTVar' (aKeys a) (M.insert (akApiKeyId x) x { akIsDefault = True })
    pure k
  ok (hidden k)

-- money ---------------------------------------------------------------------------
billing, credits, useCredit, webhook, paySession :: Ctx -> IO Resp
billing c = ok (object ["plan" .= usTier (cUser c), "status" .= ("Active" :: Text), "currency" .= ("USD" :: Text), "renewsAt" .= (Nothing :: Maybe UTCTime)
  , "paymentMethod" .= (if isSandbox c then object ["tag" .= ("NoMethod" :: Text)] else object ["tag" .= ("Card" :: Text), "contents" .= object ["brand" .= ("visa" :: Text), "last4" .= ("4242" :: Text)]])])
credits c = do
  m <- readTVarIO (aCredits (cApp c))
  maybe (no 404 "you have no credits") (ok . credJson) (M.lookup (uid c) m)
useCredit c = do
  let v = aCredits (cApp c)
  old <- readTVarIO v
  when (flt "credits-raced") (threadDelay 20000)
  ok . credJson =<< atomically (do
    m <- readTVar v
    case M.lookup (uid c) (if flt "credits-raced" then old else m) of
      Just n | n > 0 -> writeTVar v (M.insert (uid c) (n - 1) m) >> pure (n - 1)
      _ -> noS 404 "no credits are left")
webhook c = do
  let a = cApp c
      want = "sha256=" <> encodeUtf8 (tshow (hmacGetDigest (hmacOf paySecret (BL.toStrict (cBody c)))))
  case lookup "X-Aspen-Signature" (requestHeaders (cReq c)) of
    Nothing -> unless (flt "webhook-unsigned") $ no 400 "the signature is missing"
    Just s -> when (s /= want) $ no 400 "the signature does not fit"
  (i, tag, con) <- case decode (cBody c) of
    Just (Object m) | Just (String i) <- KM.lookup "eventId" m, Just (Object e) <- KM.lookup "event" m, Just (String t) <- KM.lookup "tag" e -> pure (i, t, KM.lookup "contents" e)
    _ -> no 400 "this is no event"
  let field k = case con of { Just (Object m) -> KM.lookup k m; _ -> Nothing }
  dup <- atomically $ do
    s <- readTVar (aEvents a)
    if S.member i s && not (flt "webhook-replayed") then pure True else do
      writeTVar (aEvents a) (S.insert i s)
      case tag of
        "CreditsGranted" | Just (String u) <- field "userId", Just v <- field "amount", Success n <- fromJSON v -> addCredits a u n
        "CheckoutCompleted" | Just (String k) <- field "sessionId" -> do
          ps <- readTVar (aSessions a)
          case M.lookup k ps of
            Just p -> unless (psPaid p) $ writeTVar (aSessions a) (M.insert k p { psPaid = True } ps) >> addCredits a (psUser p) (psCredits p)
            Nothing -> noS 400 "no such payment session"
        "Ping" -> pure ()
        _ -> noS 400 "an event of this kind is not known"
      pure (S.member i s)
  ok (object ["received" .= True, "eventId" .= i, "duplicate" .= dup])
paySession c = do
  m <- body c ["credits", "successUrl", "cancelUrl", "comment"]
  n <- fromMaybe 100 <$> optI m "credits"
  when (n < 1 || n > 100000) $ bad "$.credits" "1 to 100000 is expected"
  mapM_ (optT m) ["successUrl", "cancelUrl", "comment"]
  k <- ("pay" <>) <$> short 14
  atomically $ modifyTVar' (aSessions (cApp c)) (M.insert k (PaySession k (uid c) n False))
  ok (object ["sessionId" .= k, "url" .= ("https://pay.invalid/s/" <> k), "credits" .= n, "amount" .= cents (n * 5), "currency" .= ("USD" :: Text), "status" .= ("Open" :: Text)])

-- bundles ----------------------------------------------------------------------------
simple :: Bundle -> Value
simple b = object ["bundleId" .= buBundleId b, "name" .= buName b, "description" .= buDescription b, "toolCount" .= length (buTools b), "createdAt" .= buCreatedAt b, "updatedAt" .= buUpdatedAt b]
listBundles, newBundle :: Ctx -> IO Resp
listBundles c = readTVarIO (aBundles (cApp c)) >>= \m -> ok (map simple (filter ((== uid c) . buOwner) (M.elems m)))
newBundle c = do
  t <- now (cApp c)
  ok =<< atomically (do
    i <- nextId (cApp c)
    let b = Bundle i (uid c) ("Bundle " <> tshow i) Nothing [] Nothing M.empty t t
    b <$ modifyTVar' (aBundles (cApp c)) (M.insert i b))
oneBundle :: Ctx -> Int -> Int -> STM Bundle
oneBundle c s i = do
  m <- readTVar (aBundles (cApp c))
  case M.lookup i m of { Just b | buOwner b == uid c -> pure b; _ -> noS s "no such bundle" }
keep :: Ctx -> Bundle -> STM ()
keep c b = modifyTVar' (aBundles (cApp c)) (M.insert (buBundleId b) b)
getBundle, putBundle, delBundle, bundleTools, addTool :: Ctx -> Text -> IO Resp
getBundle c t = do { i <- pInt "bundle_id" t; b <- atomically (oneBundle c 404 i); ok b }
putBundle c t = do
  i <- pInt "bundle_id" t
  m <- body c ["bundleId", "owner", "name", "description", "tools", "comment", "labels", "createdAt", "updatedAt", "toolCount"]
  n <- optT m "name"
  when (maybe False (T.null . T.strip) n) $ bad "$.name" "is blank"
  d <- optT m "description"
  cm <- optT m "comment"
  l <- optL m
  ts <- case get' m "tools" of
    Nothing -> pure Nothing
    Just v | Success xs <- fromJSON v -> Just <$> mapM toolRef xs
    _ -> bad "$.tools" "a list is expected"
  u <- now (cApp c)
  ok =<< atomically (do
    b <- oneBundle c 409 i
    others <- filter (\x -> buOwner x == uid c && buBundleId x /= i) . M.elems <$> readTVar (aBundles (cApp c))
    when (maybe False (`elem` map buName others) n) $ noS 409 "another bundle has this name"
    forM_ (fromMaybe [] ts) $ \x -> unless (isTool x) $ noS 409 ("no such tool: " <> x)
    let old x = fromMaybe (BTool x i Nothing u) (find ((== x) . btToolId) (buTools b))
        b2 = b { buName = fromMaybe (buName b) n, buDescription = if has m "description" then d else buDescription b, buComment = if has m "comment" then cm else buComment b
               , buLabels = fromMaybe (buLabels b) l, buTools = maybe (if flt "bundle-put-drops-tools" then [] else buTools b) (map old . nub) ts, buUpdatedAt = u }
    b2 <$ keep c b2)
  where toolRef (String s) = pure s
        toolRef (Object e) | Just (String s) <- get' e "toolId" = pure s
        toolRef _ = bad "$.tools[]" "a toolId is expected"
delBundle c t = do
  i <- pInt "bundle_id" t
  b <- atomically (do { b <- oneBundle c 404 i; modifyTVar' (aBundles (cApp c)) (M.delete i); pure b })
  ok (object ["bundleId" .= buBundleId b, "owner" .= buOwner b, "name" .= buName b, "description" .= buDescription b, "comment" .= buComment b, "createdAt" .= buCreatedAt b, "updatedAt" .= buUpdatedAt b])
bundleTools c t = do
  i <- pInt "bundle_id" t
  m <- readTVarIO (aBundles (cApp c))
  ok (case M.lookup i m of { Just b | buOwner b == uid c -> buTools b; _ -> [] })
addTool c t = do
  i <- pInt "bundle_id" t
  m <- body c ["toolId", "bundleId", "comment", "addedAt"]
  k <- reqT m "toolId"
  cm <- optT m "comment"
  u <- now (cApp c)
  ok =<< atomically (do
    b <- oneBundle c 404 i
    unless (isTool k) $ noS 404 "no such tool"
    let tools = buTools b
    case find ((== k) . btToolId) tools of
      Just x -> pure x
      _ -> do { let { x = BTool k i cm u }; keep c b { buTools = tools ++ [x], buUpdatedAt = u }; pure x })
delTool :: Ctx -> Text -> Text -> IO Resp
delTool c t k = do
  i <- pInt "bundle_id" t
  u <- now (cApp c)
  ok =<< atomically (do
    b <- oneBundle c 404 i
    x <- maybe (noS 404 "this tool is not in the bundle") pure (find ((== k) . btToolId) (buTools b))
    let left = if flt "bundle-remove-drops-rest" then takeWhile ((/= k) . btToolId) (buTools b) else filter ((/= k) . btToolId) (buTools b)
    x <$ keep c b { buTools = left, buUpdatedAt = u })

-- CLI sessions --------------------------------------------------------------------------
cliJson :: Cli -> Value
cliJson s = object ["cliAuthId" .= clId s, "attached" .= isJust (clJwt s), "createdAt" .= clCreated s, "expiresAt" .= addUTCTime 900 (clCreated s)]
newCli :: Ctx -> IO Resp
newCli c = do
  k <- newUUID
  t <- now (cApp c)
  let s = Cli k Nothing Nothing False t
  atomically $ modifyTVar' (aCli (cApp c)) (M.insert k s)
  ok (cliJson s)
oneCli :: Ctx -> UUID -> UTCTime -> STM Cli
oneCli c k t = do
  m <- readTVar (aCli (cApp c))
  case M.lookup k m of { Just s | diffUTCTime t (clCreated s) < 900 -> pure s; _ -> noS 404 "no such CLI auth session" }
putCli, readCli :: Ctx -> Text -> IO Resp
putCli c x = do
  k <- pUUID "cli_auth_id" x
  m <- body c ["jwt", "cliAuthId", "comment"]
  j <- reqT m "jwt"
  when (T.null j) $ bad "$.jwt" "is blank"
  t <- now (cApp c)
  ok . cliJson =<< atomically (do
    s <- oneCli c k t
    when (clDone s || (maybe False (/= uid c) (clUser s) && not (flt "cli-taken-over"))) $ noS 403 "this session is not yours to update"
    let s2 = s { clUser = Just (uid c), clJwt = Just j }
    s2 <$ modifyTVar' (aCli (cApp c)) (M.insert k s2))
readCli c x = do
  k <- pUUID "auth_id" x
  t <- now (cApp c)
  ok =<< atomically (do
    s <- oneCli c k t
    unless (flt "cli-jwt-stays") $ modifyTVar' (aCli (cApp c)) (M.insert k s { clJwt = Nothing, clDone = clDone s || isJust (clJwt s) })
    pure (clJwt s))

-- schedules --------------------------------------------------------------------------------
nextOf :: Text -> UTCTime -> Bool -> Maybe UTCTime
nextOf cr t on = if on then parseCron cr >>= nextRun t else Nothing
listScheds, newSched, onboarding, textToCron :: Ctx -> IO Resp
listScheds c = do
  m <- readTVarIO (aScheds (cApp c))
  let xs = sortOn (Down . scCreatedAt) (filter ((== uid c) . scOwner) (M.elems m))
  ok (elements (if flt "schedules-same-cron-once" then nubBy (\p r -> scCron p == scCron r) xs else xs) Nothing)
schedFields :: [Text]
schedFields = ["scheduleId", "owner", "chatId", "cron", "message", "enabled", "comment", "labels", "nextRunAt", "lastRunAt", "createdAt", "updatedAt"]
ownChat :: Ctx -> Maybe Value -> STM UUID
ownChat c v = do
  m <- readTVar (aAgents (cApp c))
  case v of
    Just (String s) | Just k <- U.fromText s, Just g <- M.lookup k m, agOwner g == uid c || flt "schedule-foreign-chat" -> pure k
    _ -> noS 403 "the chat id is invalid, missing or not of a chat of yours"
cronOf :: Text -> IO Text
cronOf t = if isJust (parseCron t) then pure t else bad "$.cron" "is no cron expression"
newSched c = do
  m <- body c schedFields
  k <- atomically (ownChat c (get' m "chatId"))
  cr <- reqT m "cron" >>= cronOf
  msg <- fromMaybe "Scheduled run" <$> optT m "message"
  en <- fromMaybe True <$> optB m "enabled"
  cm <- optT m "comment"
  l <- fromMaybe M.empty <$> optL m
  i <- newUUID
  t <- now (cApp c)
  ok =<< atomically (do
    _ <- ownChat c (get' m "chatId")
    let s = Schedule i (uid c) k cr msg en cm l (nextOf cr t en) Nothing t t
    s <$ modifyTVar' (aScheds (cApp c)) (M.insert i s))
oneSched :: Ctx -> UUID -> STM Schedule
oneSched c k = do
  m <- readTVar (aScheds (cApp c))
  case M.lookup k m of { Just s | scOwner s == uid c -> pure s; _ -> noS 404 "no such schedule" }
getSched, putSched, delSched :: Ctx -> Text -> IO Resp
getSched c x = do { k <- pUUID "schedule_id" x; s <- atomically (oneSched c k); ok s }
putSched c x = do
  k <- pUUID "schedule_id" x
  m <- body c schedFields
  cr <- optT m "cron" >>= traverse cronOf
  msg <- optT m "message"
  en <- optB m "enabled"
  cm <- optT m "comment"
  l <- optL m
  t <- now (cApp c)
  ok =<< atomically (do
    s <- oneSched c k
    ch <- if has m "chatId" then ownChat c (get' m "chatId") else pure (scChatId s)
    let cr2 = fromMaybe (scCron s) cr
        en2 = fromMaybe (if flt "schedule-put-enables" then True else scEnabled s) en
        s2 = s { scChatId = ch, scCron = cr2, scEnabled = en2, scMessage = fromMaybe (scMessage s) msg
               , scComment = if has m "comment" then cm else scComment s, scLabels = fromMaybe (scLabels s) l, scNextRunAt = nextOf cr2 t en2, scUpdatedAt = t }
    s2 <$ modifyTVar' (aScheds (cApp c)) (M.insert k s2))
delSched c x = do
  k <- pUUID "schedule_id" x
  ok =<< atomically (do { s <- oneSched c k; modifyTVar' (aScheds (cApp c)) (M.delete k); pure s })
onboarding c = do
  m <- readTVarIO (aScheds (cApp c))
  ok (object ["hasSchedules" .= any ((== uid c) . scOwner) (M.elems m), "suggestions" .= [object ["title" .= (a :: Text), "cron" .= (b :: Text)] | (a, b) <- [("Every morning", "0 8 * * *"), ("Mondays at nine", "0 9 * * 1"), ("First of the month", "0 0 1 * *")]]])
textToCron c = do
  x <- maybe (bad "query.cron" "is required") pure (q c "cron")
  t <- now (cApp c)
  let cr = fromMaybe x (fromWords x)
  case parseCron cr of
    Nothing -> no 400 "this is no cron expression"
    Just p -> ok (object ["text" .= x, "cron" .= T.unwords (T.words cr), "nextRunAt" .= nextRun t p])

-- user -----------------------------------------------------------------------------------------
me, vip, redeem :: Ctx -> IO Resp
me c = do
  m <- readTVarIO (aMemo (cApp c))
  case M.lookup "me" m of
    Just v | flt "me-of-another" -> ok v
    _ -> do { when (flt "me-of-another") (atomically (modifyTVar' (aMemo (cApp c)) (M.insert "me" (toJSON (cUser c))))); ok (cUser c) }
vip c = do
  m <- readTVarIO (aVip (cApp c))
  let own = [object ["code" .= k, "redemptions" .= length [() | (_, k2) <- M.keys m, k2 == k]] | (k, u) <- M.toList (aVipCodes (cApp c)), u == uid c]
  ok (object ["count" .= length [() | (u, _) <- M.keys m, u == uid c], "ownCodes" .= own])
redeem c = do
  m <- body c ["code", "comment"]
  k <- reqT m "code"
  t <- now (cApp c)
  own <- maybe (no 400 "this code is not valid") pure (M.lookup k (aVipCodes (cApp c)))
  when (own == uid c) $ no 400 "this code is your own"
  atomically $ do
    v <- readTVar (aVip (cApp c))
    when (M.member (uid c, k) v && not (flt "vip-twice")) $ noS 400 "you have redeemed this code already"
    modifyTVar' (aVip (cApp c)) (M.insert (uid c, k) t)
  ok (object ["code" .= k, "redeemedAt" .= t])
