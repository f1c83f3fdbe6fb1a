{-# LANGUAGE OverloadedStrings #-}
-- | Agents, their files and themes, the legacy chats, studio chats, subscriptions, monetization.
module Agents where
import Base
import Control.Concurrent (threadDelay)
import Control.Concurrent.STM hiding (check)
import Control.Monad
import Data.Aeson
import qualified Data.ByteString.Lazy as BL
import Data.Char
import Data.List
import qualified Data.Map.Strict as M
import Data.Maybe
import Data.Ord
import Data.Text (Text)
import qualified Data.Text as T
import Data.Time
import Data.UUID (UUID)
import qualified Data.UUID as U
import Types
import Workers (newRun)

agentJson :: App -> Agent -> STM Value
agentJson a g = do
  th <- M.lookup (agAgentId g) <$> readTVar (aThemes a)
  fs <- M.findWithDefault M.empty (agAgentId g) <$> readTVar (aFiles a)
  pure $ object
    [ "agentId" .= agAgentId g, "ownerId" .= agOwner g, "name" .= agName g, "chatPrompt" .= agChatPrompt g, "visibility" .= agVisibility g
    , "vanitySlug" .= agVanitySlug g, "upsellDescription" .= agUpsellDescription g, "price" .= (cents <$> agPriceCents g)
    , "comment" .= agComment g, "labels" .= agLabels g, "feedback" .= object ["good" .= agGood g, "bad" .= agBad g]
    , "themeColor" .= (thThemeColor <$> th), "fileCount" .= M.size fs, "createdAt" .= agCreatedAt g, "updatedAt" .= agUpdatedAt g ]

agentFields :: [Text]
agentFields = ["agentId","ownerId","name","chatPrompt","visibility","vanitySlug","upsellDescription","price","comment","labels","feedback","themeColor","fileCount","createdAt","updatedAt"]

data AgentIn = AgentIn { inId :: Maybe Text, inName, inPrompt, inSlug, inUpsell, inComment :: Maybe Text, inVis :: Maybe Visibility, inPrice :: Maybe Int, inLabels :: Maybe Labels, inObj :: Object }
agentIn :: Object -> IO AgentIn
agentIn m = do
  p <- case get' m "price" of
    Nothing -> pure Nothing
    Just (Number n) | n > 0, n < 100000, let x = n * 100, fromInteger (truncate x) == x -> pure (Just (truncate x))
    _ -> bad "$.price" "an amount above 0 with at most two digits after the point is expected"
  s <- optT m "vanitySlug"
  forM_ s $ \x -> unless (goodSlug x) $ bad "$.vanitySlug" "3 to 60 of a-z, 0-9 and -"
  AgentIn <$> optT m "agentId" <*> optT m "name" <*> optT m "chatPrompt" <*> pure s <*> optT m "upsellDescription" <*> optT m "comment" <*> optV m <*> pure p <*> optL m <*> pure m
goodSlug :: Text -> Bool
goodSlug x = T.length x >= 3 && T.length x <= 60 && T.all (\ch -> isAsciiLower ch || isDigit ch || ch == '-') x

sandboxCheck :: Ctx -> Maybe Visibility -> IO ()
sandboxCheck c v = when (isSandbox c && v == Just Private) $ no 400 "the sandbox tier can not make it private"
defVis :: Ctx -> Visibility
defVis c = if isSandbox c then Public else Private

-- | By GUID, or by vanity slug.
lookupAgent :: App -> Text -> STM Agent
lookupAgent a t = do
  m <- readTVar (aAgents a)
  s <- readTVar (aSlugs a)
  maybe (noS 404 "no such agent") pure ((U.fromText t `mplus` M.lookup t s) >>= (`M.lookup` m))
seen, owned :: Ctx -> Text -> STM Agent
seen c t = do
  g <- lookupAgent (cApp c) t
  when (agVisibility g == Private && agOwner g /= uid c) $ noS 403 "this agent is private"
  pure g
owned c t = do
  g <- lookupAgent (cApp c) t
  when (agOwner g /= uid c) $ noS 403 "this agent is not yours"
  pure g

putAgent :: App -> Maybe Agent -> Agent -> STM ()
putAgent a old g = do
  s <- readTVar (aSlugs a)
  forM_ (agVanitySlug g) $ \x -> case M.lookup x s of
    Just i | i /= agAgentId g -> throwSTM (Api 422 "ValidationError" "$.vanitySlug: is taken" [("$.vanitySlug", "is taken")])
    _ -> pure ()
  let s1 = case old >>= agVanitySlug of { Just x | not (flt "old-slug-stays") -> M.delete x s; _ -> s }
  writeTVar (aSlugs a) (maybe s1 (\x -> M.insert x (agAgentId g) s1) (agVanitySlug g))
  modifyTVar' (aAgents a) (M.insert (agAgentId g) g)

fullAgent :: Ctx -> AgentIn -> UTCTime -> UUID -> Text -> Maybe Agent -> Agent
fullAgent c i t k prompt old = Agent k (uid c) (fromMaybe "Untitled" (inName i)) prompt (fromMaybe (defVis c) (inVis i)) (inSlug i) (inUpsell i) (inPrice i) (inComment i)
  labels (maybe 0 agGood old) (maybe 0 agBad old) (maybe t agCreatedAt old) t
  where labels | flt "agent-labels-left-biased", Just x <- old = M.union (agLabels x) (fromMaybe M.empty (inLabels i))
               | otherwise = fromMaybe M.empty (inLabels i)

saveAgent :: Bool -> Ctx -> IO Resp
saveAgent legacy c = do
  m <- body c agentFields
  i <- agentIn m
  let blank = maybe True (T.null . T.strip) (inPrompt i)
  when (blank && not (flt "agent-without-prompt")) $ no 400 "the chat prompt is missing"
  sandboxCheck c (inVis i)
  t <- now (cApp c)
  k <- newUUID
  ok =<< atomically (do
    (key, old) <- case inId i of
      Just x | not legacy -> do { g <- owned c x; pure (agAgentId g, Just g) }
      _ -> pure (k, Nothing)
    let g = fullAgent c i t key (fromMaybe "" (inPrompt i)) old
    putAgent (cApp c) old g
    agentJson (cApp c) g)

listAgents :: Ctx -> IO Resp
listAgents c = ok =<< atomically (do
  m <- readTVar (aAgents (cApp c))
  mapM (agentJson (cApp c)) (sortOn (Down . agCreatedAt) (filter ((== uid c) . agOwner) (M.elems m))))
getAgent, upsell, delChat, putChat, patchChat :: Ctx -> Text -> IO Resp
getAgent c t = ok =<< atomically (seen c t >>= agentJson (cApp c))
upsell c t = do
  n <- now (cApp c)
  ok =<< atomically (do
    g <- lookupAgent (cApp c) t
    when (agOwner g /= uid c) $ noS 404 "no such agent of yours"
    let g2 = g { agUpsellDescription = Just (agName g <> " - get more of it: " <> T.take 60 (agChatPrompt g)), agUpdatedAt = n }
    putAgent (cApp c) (Just g) g2
    agentJson (cApp c) g2)
putChat c t = do
  i <- body c agentFields >>= agentIn
  sandboxCheck c (inVis i)
  n <- now (cApp c)
  g0 <- atomically (owned c t)
  prompt <- maybe (bad "$.chatPrompt" "is required") pure (inPrompt i >>= \p -> if T.null (T.strip p) then Nothing else Just p)
  ok =<< atomically (do
    g <- owned c (U.toText (agAgentId g0))
    let g2 = fullAgent c i n (agAgentId g) prompt (Just g)
    putAgent (cApp c) (Just g) g2
    agentJson (cApp c) g2)
merge :: AgentIn -> UTCTime -> Agent -> Agent
merge i n g = g { agName = fromMaybe (agName g) (inName i), agChatPrompt = fromMaybe (agChatPrompt g) (inPrompt i), agVisibility = fromMaybe (agVisibility g) (inVis i)
  , agVanitySlug = pick "vanitySlug" inSlug agVanitySlug, agUpsellDescription = pick "upsellDescription" inUpsell agUpsellDescription, agPriceCents = if has (inObj i) "price" then inPrice i else agPriceCents g
  , agComment = pick "comment" inComment agComment, agLabels = fromMaybe (agLabels g) (inLabels i), agUpdatedAt = n }
  where pick k new old = if has (inObj i) k then new i else old g
partialIn :: Ctx -> Object -> IO AgentIn
partialIn c m = do
  i <- agentIn m
  when (maybe False (T.null . T.strip) (inPrompt i)) $ bad "$.chatPrompt" "is blank"
  sandboxCheck c (inVis i)
  pure i
patchChat c t = do
  i <- body c agentFields >>= partialIn c
  n <- now (cApp c)
  ok =<< atomically (do
    g <- if flt "anyone-patches-public" then seen c t else owned c t
    let g2 = merge i n g
    putAgent (cApp c) (Just g) g2
    agentJson (cApp c) g2)
delChat c t = ok =<< atomically (do
  let a = cApp c
  g <- owned c t
  j <- agentJson a g
  let k = agAgentId g
  modifyTVar' (aAgents a) (M.delete k)
  forM_ (agVanitySlug g) (modifyTVar' (aSlugs a) . M.delete)
  modifyTVar' (aFiles a) (M.delete k)
  modifyTVar' (aThemes a) (M.delete k)
  modifyTVar' (aSubs a) (M.filterWithKey (\(x, _) _ -> x /= k))
  modifyTVar' (aScheds a) (M.filter (\s -> if flt "chat-delete-takes-schedules" then scOwner s /= uid c else scChatId s /= k))
  pure j)
og, cloneChat, feedback, chatRun :: Ctx -> Text -> IO Resp
og c t = do
  _ <- pUUID "chat_id" t
  g <- atomically (lookupAgent (cApp c) t)
  let hid = agVisibility g == Private
  ok (object ["title" .= (if hid then "A private agent" else agName g), "description" .= (if hid then Nothing else Just (fromMaybe (T.take 160 (agChatPrompt g)) (agUpsellDescription g))), "card" .= ("summary" :: Text)])
cloneChat c t = do
  let a = cApp c
  _ <- pUUID "chat_id" t
  m <- if BL.null (cBody c) then pure mempty else jsonBody (cBody c) >>= \v -> if v == Null then pure mempty else obj agentFields v
  i <- partialIn c m
  n <- now a
  k <- newUUID
  fids <- replicateM 10 newUUID
  ok =<< atomically (do
    g <- lookupAgent a t
    when (agVisibility g /= Public && not (flt "own-private-cloned" && agOwner g == uid c)) $ noS 403 "this chat is not public"
    let base = g { agAgentId = k, agOwner = uid c, agVisibility = defVis c, agVanitySlug = Nothing, agPriceCents = Nothing, agGood = 0, agBad = 0, agCreatedAt = n }
        g2 = merge i n base
    putAgent a Nothing g2
    fs <- M.findWithDefault M.empty (agAgentId g) <$> readTVar (aFiles a)
    let copies = zip (if flt "clone-loses-last-file" then take (M.size fs - 1) fids else fids) (sortOn afCreatedAt (M.elems fs))
    modifyTVar' (aFiles a) (M.insert k (M.fromList [(f, x { afFileId = f, afAgentId = k }) | (f, x) <- copies]))
    th <- M.lookup (agAgentId g) <$> readTVar (aThemes a)
    forM_ th $ \x -> modifyTVar' (aThemes a) (M.insert k x { thAgentId = k })
    agentJson a g2)
feedback c t = do
  _ <- pUUID "chat_id" t
  m <- body c ["verdict", "comment"]
  v <- reqT m "verdict"
  unless (v `elem` ["Good", "Bad"]) $ bad "$.verdict" "Good or Bad is expected"
  _ <- optT m "comment"
  ok =<< atomically (do
    g <- lookupAgent (cApp c) t
    when (agVisibility g == Private && agOwner g /= uid c) $ noS 404 "no such chat"
    let up x = if flt "feedback-counts-once" then 1 else x + 1
        g2 = if v == "Good" then g { agGood = up (agGood g) } else g { agBad = up (agBad g) }
    modifyTVar' (aAgents (cApp c)) (M.insert (agAgentId g) g2)
    agentJson (cApp c) g2)
chatRun c t = do
  let a = cApp c
  _ <- pUUID "chat_id" t
  g <- atomically (seen c t)
  (v, r) <- newRun a (uid c) g "Dashboard"
  if flt "chat-run-entry-lost" then atomically (modifyTVar' v (\x -> x { ruLogs = [] })) else pure ()
  ok (head (ruLogs r))

slugFree :: Ctx -> IO Resp
slugFree c = case q c "slug" of
  Nothing -> bad "query.slug" "is required"
  Just s -> do
    m <- readTVarIO (aSlugs (cApp c))
    ok (object ["slug" .= s, "available" .= (goodSlug s && not (M.member s m))])
slugMake :: Ctx -> IO Resp
slugMake c = do
  m <- body c ["name", "agentId"]
  n <- fromMaybe "agent" <$> optT m "name"
  _ <- optT m "agentId"
  s <- readTVarIO (aSlugs (cApp c))
  let raw = T.intercalate "-" (filter (not . T.null) (T.split (not . (\x -> isAsciiLower x || isDigit x)) (T.toLower n)))
      base = if T.length raw < 3 then "agent-" <> (if T.null raw then "x" else raw) else T.dropWhileEnd (== '-') (T.take 50 raw)
      cand = base : [base <> "-" <> tshow k | k <- [2 :: Int ..]]
  ok (object ["slug" .= head (filter (`M.notMember` s) cand)])

coders :: [(Text, Text)]
coders = [("lovable", "Lovable"), ("bolt", "Bolt"), ("replit", "Replit")]
vibe :: Ctx -> Text -> IO Resp
vibe c t = do
  s <- maybe (bad "query.service_name" "is required") pure (q c "service_name")
  unless (s `elem` map fst coders) $ bad "query.service_name" "one of lovable, bolt, replit is expected"
  g <- atomically (seen c t)
  ok (object ["serviceName" .= s, "agentId" .= agAgentId g, "prompt" .= ("Build a web app around the agent \"" <> agName g <> "\" (" <> U.toText (agAgentId g) <> "). Its prompt: " <> agChatPrompt g)])
vibes :: Ctx -> IO Resp
vibes _ = ok (elements [object ["serviceName" .= k, "title" .= n] | (k, n) <- coders] Nothing)

-- theme and files ------------------------------------------------------------
getTheme, putTheme, listFiles, addFile, setPositions :: Ctx -> Text -> IO Resp
getTheme c t = do
  _ <- pUUID "agent_id" t
  x <- atomically (seen c t >>= \g -> M.lookup (agAgentId g) <$> readTVar (aThemes (cApp c)))
  ok x
putTheme c t = do
  k <- pUUID "agent_id" t
  m <- body c ["agentId", "themeColor", "comment", "updatedAt"]
  col <- reqT m "themeColor"
  cm <- optT m "comment"
  let fine = if flt "theme-prefix-only" then "#" `T.isPrefixOf` col else T.length col == 7 && T.head col == '#' && T.all (\x -> isHexDigit x) (T.tail col)
  _ <- atomically (owned c t)
  unless fine $ no 400 "a theme color is written #RRGGBB"
  n <- now (cApp c)
  ok =<< atomically (do
    _ <- owned c t
    let th = Theme k col cm n
    modifyTVar' (aThemes (cApp c)) (M.insert k th)
    pure th)
filesOf :: App -> UUID -> STM [AFile]
filesOf a k = srt . M.elems . M.findWithDefault M.empty k <$> readTVar (aFiles a)
  where srt | flt "files-sorted-as-text" = sortOn (\f -> (tshow (afPosition f), afCreatedAt f))
            | otherwise = sortBy (comparing afPosition <> comparing afCreatedAt)
listFiles c t = do
  _ <- pUUID "agent_id" t
  fs <- atomically (seen c t >>= filesOf (cApp c) . agAgentId)
  ok (elements fs Nothing)
fileFields :: [Text]
fileFields = ["fileId", "agentId", "name", "contentType", "content", "position", "comment", "createdAt", "updatedAt"]
position :: Object -> IO (Maybe Int)
position m = do { p <- optI m "position"; when (maybe False (\x -> x < 0 || x > 1000000) p) $ bad "$.position" "0 to 1000000 is expected"; pure p }
addFile c t = do
  let a = cApp c
  k <- pUUID "agent_id" t
  m <- body c fileFields
  _ <- atomically (owned c t)
  n <- reqT m "name"
  when (T.null (T.strip n)) $ no 400 "the file has no name"
  ct <- fromMaybe "text/plain" <$> optT m "contentType"
  x <- fromMaybe "" <$> optT m "content"
  p <- position m
  cm <- optT m "comment"
  f <- newUUID
  u <- now a
  r <- atomically $ do
    _ <- owned c t
    fs <- filesOf a k
    let cnt = length fs
    when (cnt >= 10) $ noS 400 "an agent has at most 10 files"
    let af = AFile f k n ct x (fromMaybe (if null fs then 0 else maximum (map afPosition fs) + 1) p) cm u u
    modifyTVar' (aFiles a) (M.insertWith M.union k (M.singleton f af))
    pure af
  pure (RJ 201 [] (toJSON r))
oneFile :: Ctx -> Text -> UUID -> STM AFile
oneFile c t f = do
  k <- maybe (noS 404 "no such agent") pure (U.fromText t)
  m <- readTVar (aFiles (cApp c))
  let anywhere = if flt "file-of-any-agent" then M.unions (M.elems m) else M.findWithDefault M.empty k m
  maybe (noS 404 "no such file of this agent") pure (M.lookup f anywhere)
getFile, patchFile, delFile :: Ctx -> Text -> Text -> IO Resp
getFile c t ft = do
  _ <- pUUID "agent_id" t
  f <- pUUID "file_id" ft
  ok =<< atomically (seen c t >> oneFile c t f)
patchFile c t ft = do
  k <- pUUID "agent_id" t
  f <- pUUID "file_id" ft
  m <- body c fileFields
  _ <- atomically (owned c t >> oneFile c t f)
  n <- optT m "name"
  when (maybe False (T.null . T.strip) n) $ bad "$.name" "is blank"
  ct <- optT m "contentType"
  x <- optT m "content"
  p <- position m
  cm <- optT m "comment"
  u <- now (cApp c)
  ok =<< atomically (do
    _ <- owned c t
    af <- oneFile c t f
    let g = af { afName = fromMaybe (afName af) n, afContentType = fromMaybe (afContentType af) ct, afContent = fromMaybe (afContent af) x
               , afPosition = fromMaybe (afPosition af) p, afComment = if has m "comment" then cm else afComment af, afUpdatedAt = u }
    modifyTVar' (aFiles (cApp c)) (M.adjust (M.insert f g) k)
    pure g)
delFile c t ft = do
  k <- pUUID "agent_id" t
  f <- pUUID "file_id" ft
  atomically $ do { _ <- owned c t; _ <- oneFile c t f; modifyTVar' (aFiles (cApp c)) (M.adjust (M.delete f) k) }
  pure (RE 204)
setPositions c t = do
  let a = cApp c
  k <- pUUID "agent_id" t
  m <- body c ["positions"]
  ps <- case get' m "positions" of
    Just v | Success xs <- fromJSON v -> forM xs $ \x -> do
      e <- obj ["fileId", "position"] x
      f <- reqT e "fileId" >>= \y -> maybe (bad "$.positions[].fileId" "a UUID is expected") pure (U.fromText y)
      p <- position e >>= maybe (bad "$.positions[].position" "is required") pure
      pure (f, p)
    _ -> bad "$.positions" "a list is expected"
  let set1 (f, p) = do { _ <- owned c t; af <- oneFile c t f; modifyTVar' (aFiles a) (M.adjust (M.insert f af { afPosition = p }) k) }
  when (length (nub (map fst ps)) /= length ps) $ bad "$.positions" "a file is named twice"
  _ <- atomically (owned c t)
  if flt "positions-half-done" then mapM_ (atomically . set1) ps else atomically (mapM_ set1 ps)
  fs <- atomically (filesOf a k)
  ok (elements fs Nothing)

-- studio chats ----------------------------------------------------------------
studioFields :: [Text]
studioFields = ["runId", "title", "visibility", "agentId", "comment", "labels", "owner", "createdAt", "updatedAt", "deletedAt"]
studioIn :: Object -> IO (Maybe Text, Maybe Text, Maybe Visibility, Maybe UUID, Maybe Text, Maybe Labels)
studioIn m = do
  r <- optT m "runId"
  when (maybe False (\x -> T.null (T.strip x) || T.length x > 200) r) $ bad "$.runId" "is blank or too long"
  g <- optT m "agentId"
  k <- maybe (pure Nothing) (\x -> maybe (bad "$.agentId" "a UUID is expected") (pure . Just) (U.fromText x)) g
  (,,,,,) r <$> optT m "title" <*> optV m <*> pure k <*> optT m "comment" <*> optL m
studioGet :: Ctx -> Text -> STM Studio
studioGet c k = do
  m <- readTVar (aStudio (cApp c))
  case M.lookup k m of { Just s | isNothing (stDeletedAt s) -> pure s; _ -> noS 404 "no such studio chat" }
studioOwned :: Ctx -> Text -> STM Studio
studioOwned c k = do { s <- studioGet c k; when (stOwner s /= uid c) (noS 403 "this chat is not yours"); pure s }
studioPut :: Ctx -> Studio -> STM Studio
studioPut c s = s <$ modifyTVar' (aStudio (cApp c)) (M.insert (stRunId s) s)

listStudio, newStudio :: Ctx -> IO Resp
listStudio c = do
  m <- readTVarIO (aStudio (cApp c))
  ok (sortOn (Down . stCreatedAt) [s | s <- M.elems m, stOwner s == uid c, isNothing (stDeletedAt s) || flt "studio-deleted-listed"])
newStudio c = do
  (r, ti, v, g, cm, l) <- body c studioFields >>= studioIn
  sandboxCheck c v
  n <- now (cApp c)
  k <- maybe (U.toText <$> newUUID) pure r
  ok =<< atomically (do
    m <- readTVar (aStudio (cApp c))
    let fresh = Studio k (uid c) ti (fromMaybe (defVis c) v) g cm (fromMaybe M.empty l) n n Nothing
    case M.lookup k m of
      Nothing -> studioPut c fresh
      Just s | stOwner s /= uid c || isJust (stDeletedAt s) -> noS 409 "a chat with this run id exists"
             | otherwise -> pure s)
getStudio, putStudio, patchStudio, delStudio, cloneStudio :: Ctx -> Text -> IO Resp
getStudio c k = ok =<< atomically (do
  s <- studioGet c k
  when (stVisibility s == Private && stOwner s /= uid c && not (flt "studio-private-open")) $ noS 403 "this chat is private"
  pure s)
putStudio c k = do
  (r, ti, v, g, cm, l) <- body c studioFields >>= studioIn
  when (maybe False (/= k) r) $ bad "$.runId" "differs from the path"
  sandboxCheck c v
  n <- now (cApp c)
  ok =<< atomically (do
    s <- studioOwned c k
    studioPut c (Studio k (stOwner s) ti (fromMaybe (defVis c) v) g cm (fromMaybe M.empty l) (stCreatedAt s) n Nothing))
patchStudio c k = do
  m <- body c studioFields
  (r, ti, v, g, cm, l) <- studioIn m
  when (maybe False (/= k) r) $ bad "$.runId" "differs from the path"
  sandboxCheck c v
  n <- now (cApp c)
  ok =<< atomically (do
    s <- studioOwned c k
    let pick f new old = if has m f || flt "studio-patch-resets" then new else old s
    studioPut c s { stTitle = pick "title" ti stTitle, stVisibility = fromMaybe (stVisibility s) v, stAgentId = pick "agentId" g stAgentId
                  , stComment = pick "comment" cm stComment, stLabels = fromMaybe (stLabels s) l, stUpdatedAt = n })
delStudio c k = do
  n <- now (cApp c)
  ok =<< atomically (do { s <- studioOwned c k; studioPut c s { stDeletedAt = Just n, stUpdatedAt = n } })
cloneStudio c k = do
  n <- now (cApp c)
  r <- U.toText <$> newUUID
  s2 <- atomically (do
    s <- studioGet c k
    when (stVisibility s == Private) $ noS 400 "a private chat can not be cloned"
    studioPut c s { stRunId = r, stOwner = uid c, stCreatedAt = n, stUpdatedAt = n })
  pure (RJ (if flt "studio-clone-200" then 200 else 201) [] (toJSON s2))

-- subscriptions and what they earn ------------------------------------------------
subscribe, unsubscribe, getSub :: Ctx -> Text -> IO Resp
subscribe c t = do
  let a = cApp c
  m <- body c ["successUrl", "cancelUrl", "comment", "agentId"]
  mapM_ (optT m) ["successUrl", "cancelUrl", "comment"]
  n <- now a
  sid <- ("sub" <>) <$> short 12
  cs <- short 20
  had <- readTVarIO (aSubs a)
  when (flt "subscribe-raced") (threadDelay 30000)
  (g, s) <- atomically $ do
    g <- lookupAgent a t
    when (agVisibility g == Private && agOwner g /= uid c) $ noS 404 "no such agent"
    when (agOwner g == uid c && not (flt "owner-subscribes")) $ noS 400 "this agent is your own"
    p <- maybe (noS 400 "this agent is not paid") pure (agPriceCents g)
    subs <- if flt "subscribe-raced" then pure had else readTVar (aSubs a)
    when (M.member (agAgentId g, uid c) subs && not (flt "subscribed-twice")) $ noS 402 "you are subscribed already"
    let s = Sub sid (agAgentId g) (uid c) "Active" p n Nothing
    writeTVar (aSubs a) . M.insert (agAgentId g, uid c) s =<< readTVar (aSubs a)
    pure (g, s)
  ok (object ["agentId" .= agAgentId g, "subscriptionId" .= suSubscriptionId s, "checkoutSessionId" .= cs, "checkoutUrl" .= ("https://pay.invalid/c/" <> cs), "price" .= cents (suPriceCents s)])
unsubscribe c t = do
  let a = cApp c
  n <- now a
  ok =<< atomically (do
    g <- lookupAgent a t
    subs <- readTVar (aSubs a)
    s <- maybe (noS 400 "no active subscription to cancel") pure (M.lookup (agAgentId g, uid c) subs)
    let gone = s { suStatus = "Cancelled", suCancelledAt = Just n }
    writeTVar (aSubs a) (if flt "unsubscribe-takes-all" then M.filterWithKey (\(_, u) _ -> u /= uid c) subs else M.delete (agAgentId g, uid c) subs)
    modifyTVar' (aPast a) (gone :)
    pure gone)
listSubs :: Ctx -> IO Resp
listSubs c = do
  m <- readTVarIO (aSubs (cApp c))
  ok (elements (sortOn (Down . suStartedAt) (filter ((== uid c) . suSubscriber) (M.elems m))) Nothing)
getSub c t = ok =<< atomically (do
  s <- readTVar (aSlugs (cApp c))
  m <- readTVar (aSubs (cApp c))
  maybe (noS 404 "no subscription to this agent") pure ((U.fromText t `mplus` M.lookup t s) >>= \k -> M.lookup (k, uid c) m))

report :: Text -> Ctx -> IO Resp
report what c = do
  let a = cApp c
  p <- qInt c "period" 1 365 (if flt "period-default-30" then 30 else 28)
  t <- getCurrentTime
  (ags, subs, past) <- atomically ((,,) <$> readTVar (aAgents a) <*> readTVar (aSubs a) <*> readTVar (aPast a))
  let mine s = maybe False ((== uid c) . agOwner) (M.lookup (suAgentId s) ags)
      all' = filter mine (M.elems subs ++ past)
      today = utctDay t
      days = [addDays (negate (toInteger k)) today | k <- reverse [0 .. p - 1]]
      from = addDays (negate (toInteger (p - 1))) today
      activeOn d s = utctDay (suStartedAt s) <= d && maybe True ((> d) . utctDay) (suCancelledAt s)
      within s = utctDay (suStartedAt s) <= today && maybe True ((>= from) . utctDay) (suCancelledAt s)
      earned d = sum [suPriceCents s | s <- all', utctDay (suStartedAt s) == d]
      whole = sum (map earned days)
      total n = cents n
  ok $ case what of
    "summary" -> object ["period" .= p, "totalSubscribers" .= length (nub [(suAgentId s, suSubscriber s) | s <- all', within s]), "totalEarnings" .= total whole, "currency" .= ("USD" :: Text)]
    "subscribers" -> elements [object ["date" .= d, "subscribers" .= length (nub [(suAgentId s, suSubscriber s) | s <- all', activeOn d s])] | d <- days] Nothing
    _ -> elements [object ["date" .= d, "earnings" .= cents (earned d)] | d <- days] Nothing
