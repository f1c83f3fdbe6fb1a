{-# LANGUAGE OverloadedStrings #-}
-- | Routes, seed, scheduler.
module Main (main) where
import Account
import Agents
import Base
import Control.Concurrent
import Control.Concurrent.STM hiding (check)
import Control.Exception
import Control.Monad
import Cron
import Data.Aeson
import qualified Data.ByteString.Builder as BB
import qualified Data.ByteString as B
import qualified Data.ByteString.Lazy as BL
import qualified Data.Map.Strict as M
import Data.Maybe
import qualified Data.Set as S
import Data.Text (Text)
import Data.Time
import Data.UUID (UUID)
import qualified Data.UUID as U
import Network.HTTP.Types
import Network.Wai
import Network.Wai.Handler.Warp
import System.Environment
import System.IO
import Tools
import Types
import Workers

-- | Whether a bearer credential is demanded, and what answers.
data Auth = Open | Jwt
type R = Maybe (Auth, Ctx -> IO Resp)
jw, op :: (Ctx -> IO Resp) -> R
jw f = Just (Jwt, f)
op f = Just (Open, f)

route :: B.ByteString -> [Text] -> R
route m ("me" : p) = case (m, p) of
  ("GET", [""]) -> jw me
  ("GET", []) -> jw me
  ("GET", ["agent-runs"]) -> jw listRuns
  ("GET", ["agent-runs", r]) -> jw (`getRun` r)
  ("GET", ["agent-runs", r, "mcp-server-logs"]) -> jw (`runMcp` r)
  ("GET", ["agent-runs", r, "logs"]) -> jw (`runLogs` r)
  ("GET", ["executions"]) -> jw listExecs
  ("GET", ["executions", i]) -> jw (`getExec` i)
  ("GET", ["agents", "vanity", "slug"]) -> jw slugFree
  ("POST", ["agents", "vanity", "slug"]) -> op slugMake
  ("POST", ["agents", i, "subscribe"]) -> jw (`subscribe` i)
  ("POST", ["agents", i, "unsubscribe"]) -> jw (`unsubscribe` i)
  ("GET", ["subscriptions"]) -> jw listSubs
  ("GET", ["subscriptions", i]) -> jw (`getSub` i)
  ("GET", ["agent-studio-chats"]) -> jw listStudio
  ("POST", ["agent-studio-chats"]) -> jw newStudio
  ("GET", ["agent-studio-chats", i]) -> op (`getStudio` i)
  ("PUT", ["agent-studio-chats", i]) -> jw (`putStudio` i)
  ("PATCH", ["agent-studio-chats", i]) -> jw (`patchStudio` i)
  ("DELETE", ["agent-studio-chats", i]) -> jw (`delStudio` i)
  ("POST", ["agent-studio-chats", i, "clone"]) -> jw (`cloneStudio` i)
  ("GET", ["agents"]) -> jw listAgents
  ("POST", ["agents"]) -> jw (saveAgent False)
  ("GET", ["agents", i]) -> op (`getAgent` i)
  ("POST", ["agents", i, "upsell-description"]) -> jw (`upsell` i)
  ("GET", ["agents", i, "vibe"]) -> jw (`vibe` i)
  ("GET", ["vibe", "services"]) -> op vibes
  ("GET", ["agents", i, "customizations", "theme"]) -> jw (`getTheme` i)
  ("PUT", ["agents", i, "customizations", "theme"]) -> jw (`putTheme` i)
  ("GET", ["agents", i, "files"]) -> jw (`listFiles` i)
  ("POST", ["agents", i, "files"]) -> jw (`addFile` i)
  ("PUT", ["agents", i, "files", "positions"]) -> jw (`setPositions` i)
  ("GET", ["agents", i, "files", f]) -> jw (\c -> getFile c i f)
  ("PATCH", ["agents", i, "files", f]) -> jw (\c -> patchFile c i f)
  ("DELETE", ["agents", i, "files", f]) -> jw (\c -> delFile c i f)
  ("GET", ["chats"]) -> jw listAgents
  ("POST", ["chats"]) -> jw (saveAgent True)
  ("GET", ["chats", i]) -> op (`getAgent` i)
  ("PUT", ["chats", i]) -> jw (`putChat` i)
  ("PATCH", ["chats", i]) -> jw (`patchChat` i)
  ("DELETE", ["chats", i]) -> jw (`delChat` i)
  ("GET", ["chats", i, "og"]) -> op (`og` i)
  ("POST", ["chats", i, "clone"]) -> jw (`cloneChat` i)
  ("POST", ["chats", i, "feedback"]) -> jw (`feedback` i)
  ("POST", ["chats", i, "runs"]) -> jw (`chatRun` i)
  ("GET", ["api-keys"]) -> jw listKeys
  ("POST", ["api-keys"]) -> jw newKey
  ("GET", ["api-keys", "default"]) -> jw defaultKey
  ("GET", ["api-keys", i]) -> jw (`getKey` i)
  ("DELETE", ["api-keys", i]) -> jw (`delKey` i)
  ("GET", ["billing"]) -> jw billing
  ("GET", ["credits"]) -> jw credits
  ("POST", ["credits", "use"]) -> jw useCredit
  ("POST", ["payments", "webhook"]) -> op webhook
  ("POST", ["payments", "sessions"]) -> jw paySession
  ("GET", ["monetization", w]) | w `elem` ["summary", "subscribers", "earnings"] -> jw (report w)
  ("GET", ["bundles"]) -> jw listBundles
  ("POST", ["bundles"]) -> jw newBundle
  ("GET", ["bundles", i]) -> jw (`getBundle` i)
  ("PUT", ["bundles", i]) -> jw (`putBundle` i)
  ("DELETE", ["bundles", i]) -> jw (`delBundle` i)
  ("GET", ["bundles", i, "tools"]) -> jw (`bundleTools` i)
  ("POST", ["bundles", i, "tools"]) -> jw (`addTool` i)
  ("DELETE", ["bundles", i, "tools", k]) -> jw (\c -> delTool c i k)
  ("POST", ["cli-auth"]) -> op newCli
  ("PUT", ["cli-auth", i]) -> jw (`putCli` i)
  ("GET", ["cli-auth", i]) -> op (`readCli` i)
  ("GET", ["schedules"]) -> jw listScheds
  ("POST", ["schedules"]) -> jw newSched
  ("GET", ["schedules", "onboarding"]) -> jw onboarding
  ("GET", ["schedules", "text-to-cron"]) -> jw textToCron
  ("GET", ["schedules", i]) -> jw (`getSched` i)
  ("PUT", ["schedules", i]) -> jw (`putSched` i)
  ("DELETE", ["schedules", i]) -> jw (`delSched` i)
  ("GET", ["tools", "list"]) -> jw listMcp
  ("GET", ["tools"]) -> op listPublic
  ("GET", ["tools", "search"]) -> jw search
  ("GET", ["tools", i]) -> op (`getTool` i)
  ("POST", ["tools", "run", n]) | flt "tool-run-anonymous" -> op (`runTool` n)
                                | otherwise -> jw (`runTool` n)
  ("GET", ["toolsets", "list"]) -> jw listSets
  ("GET", ["toolsets", n]) -> jw (`getSet` n)
  ("GET", ["user-tools"]) -> jw listUT
  ("POST", ["user-tools"]) -> jw install
  ("GET", ["user-tools", i]) -> jw (`getUT` i)
  ("DELETE", ["user-tools", i]) -> jw (`uninstall` i)
  ("GET", ["vip"]) -> jw vip
  ("POST", ["vip"]) -> jw redeem
  _ -> Nothing
route _ _ = Nothing

worked :: B.ByteString -> [Text] -> Maybe (Ctx -> IO Resp)
worked m p = case (m, p) of
  ("POST", ["ndjson", g]) -> Just (\c -> startRun True c g)
  ("PUT", ["ndjson", g, r]) -> Just (\c -> continueRun True c g r)
  ("POST", [g]) -> Just (`sr` g)
  ("PUT", [g, r]) -> Just (\c -> continueRun False c g r)
  ("GET", [g, r]) -> Just (\c -> readRun c g r)
  _ -> Nothing
  where sr = startRun False

app :: App -> Application
app a req respond = do
  res <- try (handle req) :: IO (Either SomeException Resp)
  case res of
    Left e -> case fromException e of
      Just x@(Api s _ _ _) -> json s [("WWW-Authenticate", "Bearer") | s == 401] (errBody x)
      Nothing -> json 500 [] (errBody (Api 500 "Internal" "an internal error" []))
    Right (RE s) -> respond (responseLBS (toEnum s) [] "")
    Right (RS hs loop) -> respond (responseStream status200 hs (\write flush -> flush >> loop (\b -> write (BB.lazyByteString b) >> flush)))
    Right (RJ s hs v) -> do
      enc <- try (evaluate (let b = encode v in BL.length b `seq` b))
      case enc of
        Right b -> respond (responseLBS (toEnum s) (ct : hs) b)
        Left e -> json 500 [] (errBody (Api 500 "Internal" (tshow (const () (e :: SomeException))) []))
  where
    ct = (hContentType, "application/json; charset=utf-8")
    json s hs v = respond (responseLBS (toEnum s) (ct : hs) (encode v))
    handle r = do
      let m = requestMethod r
          p = pathInfo r
          others f = filter (\x -> x /= m && isJust (f x)) ["GET", "POST", "PUT", "PATCH", "DELETE"]
          miss f = if null (others f) then no 404 "no such path" else throwIO (Api 405 "MethodNotAllowed" "not this method" [])
      case p of
        ("workers" : w) -> case worked m w of
          Nothing -> miss (\x -> () <$ worked x w)
          Just f -> do
            u <- keyUser a (bearer r)
            b <- readBody r
            f (Ctx a r b u)
        _ -> case route m p of
          Nothing -> miss (\x -> () <$ route x p)
          Just (au, f) -> do
            let u = bearer r >>= jwtUser a
            who <- case (au, u) of
              (_, Just x) -> pure x
              (Open, Nothing) -> pure anonymous
              (Jwt, Nothing) -> no 401 "a JWT is needed, and it has to be valid"
            b <- readBody r
            f (Ctx a r b who)

readBody :: Request -> IO BL.ByteString
readBody r = go' (0 :: Int) []
  where go' n acc = do
          b <- getRequestBodyChunk r
          if B.null b then pure (BL.fromChunks (reverse acc)) else
            if n + B.length b > 4000000 then no 413 "the body is too large" else go' (n + B.length b) (b : acc)

-- | Starts what is due.
scheduler :: App -> IO ()
scheduler a = forever $ do
  threadDelay 1000000
  t <- getCurrentTime
  due <- filter (\s -> scEnabled s && maybe False (<= t) (scNextRunAt s)) . M.elems <$> readTVarIO (aScheds a)
  forM_ due $ \s -> (try :: IO () -> IO (Either SomeException ())) $ do
    atomically $ modifyTVar' (aScheds a) (M.adjust (\x -> x { scNextRunAt = nextOf (scCron x) t True, scLastRunAt = Just t }) (scScheduleId s))
    g <- M.lookup (scChatId s) <$> readTVarIO (aAgents a)
    forM_ g $ \ag -> do
      (v, r) <- newRun a (scOwner s) ag "Schedule"
      qv <- newTQueueIO
      atomically $ modifyTVar' v (\x -> x { ruMsgs = [Msg "user" (scMessage s)], ruCount = 1 })
      answer a v r { ruMsgs = [Msg "user" (scMessage s)] } (scMessage s) Nothing "" False (atomically . writeTQueue qv)

seed :: IO App
seed = do
  t <- getCurrentTime
  let ago d = addUTCTime (negate (d * 86400)) t
      user k n e ti = (k, User k n e ti (ago 400))
      uu :: String -> UUID
      uu s = fromMaybe U.nil (U.fromString ("a5be0000-0000-4000-8000-0000000000" ++ s))
      ag s o' n v p d = Agent (uu s) o' n ("You are " <> n <> ". Answer in one sentence.") v Nothing Nothing p Nothing M.empty 0 0 (ago d) (ago d)
      ags = [ ag "01" "own" "Birch" Public Nothing 300, ag "02" "own" "Catkin" Public (Just 999) 290
            , ag "03" "other" "Alder" Public (Just 500) 280, ag "04" "other" "Poplar" Public Nothing 270, ag "05" "other" "Willow" Private Nothing 260
            , ag "06" "other" "Rowan" Public (Just 250) 250, ag "07" "other" "Hazel" Public (Just 1299) 240 ]
      sub k g u c d e = Sub k (uu g) u (if isJust e then "Cancelled" else "Active") c (ago d) (ago <$> e)
      subs = [sub "subSeed1" "06" "own" 250 12 Nothing, sub "subSeed2" "07" "own" 1299 9 Nothing, sub "subSeed3" "02" "guest1" 999 3 Nothing, sub "subSeed4" "02" "guest2" 999 10 Nothing
             , sub "subSeed5" "02" "guest3" 999 20 Nothing, sub "subSeed6" "02" "guest4" 999 45 Nothing]
      key i u k = ApiKey i u k "Default key" True Nothing M.empty (ago 100)
      keys = [key 1 "own" "ak_ownAspenKey7Q2mZt4Vb9Xc", key 2 "other" "ak_otherAspenKey5Hn3Kd8Rw", key 3 "sand" "ak_sandAspenKey6Gy2Lp9Tf"]
      nv = newTVarIO
  App (M.fromList [user "own" "Ann Aspen" "ann@aspen.invalid" Pro, user "other" "Bob Beech" "bob@aspen.invalid" Pro, user "sand" "Sam Sorrel" "sam@aspen.invalid" Sandbox])
    <$> nv (M.fromList [(agAgentId g, g) | g <- ags]) <*> nv M.empty <*> nv M.empty <*> nv M.empty
    <*> nv M.empty
    <*> nv M.empty <*> nv M.empty <*> newTQueueIO
    <*> nv (M.fromList [(akApiKeyId k, k) | k <- keys]) <*> nv (M.fromList [(akKey k, akApiKeyId k) | k <- keys])
    <*> nv M.empty <*> nv M.empty <*> nv M.empty
    <*> nv (M.fromList [((suAgentId s, suSubscriber s), s) | s <- subs]) <*> nv [sub "subSeed7" "02" "guest5" 999 100 (Just 60)]
    <*> nv (M.fromList [("own", 100000), ("other", 1000), ("sand", 3)]) <*> nv S.empty <*> nv M.empty
    <*> nv M.empty <*> nv M.empty
    <*> nv M.empty <*> nv M.empty
    <*> pure (M.fromList ([("ASPEN-OWN-2026", "own")] ++ [("ASPEN-GIFT-" <> tshow n, "other") | n <- [1 .. 9 :: Int]])) <*> nv M.empty
    <*> nv epoch <*> nv 100 <*> nv M.empty

main :: IO ()
main = do
  [port] <- getArgs
  a <- seed
  replicateM_ 64 (forkIO (worker a))
  _ <- forkIO (scheduler a)
  let s = setPort (read port) (setHost "127.0.0.1" (setBeforeMainLoop (putStrLn "ready" >> hFlush stdout)
        (setOnExceptionResponse (\_ -> responseLBS status500 [(hContentType, "application/json")] (encode (errBody (Api 500 "Internal" "an internal error" [])))) (setOnException (\_ _ -> pure ()) (setTimeout 60 defaultSettings)))))
  runSettings s (app a)
