{-# LANGUAGE OverloadedStrings #-}
-- | Tools, toolsets, installed tools, executions.
module Tools where
import Base
import Control.Concurrent (threadDelay)
import Control.Concurrent.STM hiding (check)
import Control.Exception
import Control.Monad
import Data.Aeson
import qualified Data.Aeson.Key as K
import qualified Data.Aeson.KeyMap as KM
import qualified Data.ByteString.Lazy as BL
import Data.List
import qualified Data.Map.Strict as M
import Data.Maybe
import Data.Ord
import Data.Scientific
import Data.Text (Text)
import qualified Data.Text as T
import Data.Text.Encoding
import Data.Time
import qualified Data.Vector as V
import Notifier
import Text.Read (readMaybe)
import Types

data Tool = Tool { tName, tDesc, tKit :: Text, tParams :: [Param] }
plain :: [Tool]
plain =
  [ Tool "add_numbers" "Adds two numbers and gives their sum" "numbers" [r "a" "number", r "b" "number"]
  , Tool "mean_value" "Gives the mean of a list of numbers" "numbers" [r "values" "array"]
  , Tool "prime_test" "Tests whether a number is prime" "numbers" [r "n" "integer"]
  , Tool "count_letters" "Counts the letters of a text" "texts" [r "text" "string"]
  , Tool "reverse_text" "Reverses a text, letter by letter" "texts" [r "text" "string"]
  , Tool "reverse_text_lines" "Reverses the order of the lines of a text" "texts" [r "text" "string"]
  , Tool "upper_case" "Writes a text in upper case" "texts" [r "text" "string"]
  , Tool "city_weather" "Reports the weather of a city" "world" [r "city" "string", p "days" "integer"]
  , Tool "city_time" "Reports the time of day in a city" "world" [r "city" "string"] ]
  where r n t = Param n t True []
        p n t = Param n t False []
tools :: [Tool]
tools = plain ++ [Tool n d "notifier" ps | (n, d, ps) <- notifierTools]
isTool :: Text -> Bool
isTool n = any ((== n) . tName) tools
findTool :: Text -> Maybe Tool
findTool n = find ((== n) . tName) tools

schemaOf :: [Param] -> Value
schemaOf ps = object ["type" .= ("object" :: Text), "properties" .= object [K.fromText (paName x) .= object (["type" .= paType x] ++ ["enum" .= paEnum x | not (null (paEnum x))]) | x <- ps]
  , "required" .= [paName x | x <- ps, paReq x], "additionalProperties" .= False]
mcp :: Tool -> Value
mcp t = object ["name" .= tName t, "description" .= tDesc t, "inputSchema" .= schemaOf (tParams t), "toolkit" .= tKit t]
public :: Tool -> Value
public t = object ["toolId" .= tName t, "name" .= tName t, "description" .= tDesc t, "toolkit" .= tKit t, "needsConnection" .= (tKit t == "notifier")]

listMcp, listPublic, search, listSets :: Ctx -> IO Resp
listMcp _ = ok (map mcp tools)
listPublic _ = ok (map public tools)
getTool, getSet :: Ctx -> Text -> IO Resp
getTool _ k = maybe (no 404 "no such tool") (ok . public) (findTool k)
score :: Text -> Tool -> Double
score qq t
  | low == n = 1
  | low `T.isPrefixOf` n = 0.9
  | low `T.isInfixOf` n = 0.8
  | low `T.isInfixOf` T.toLower (tDesc t) = 0.5
  | null ws = 0
  | otherwise = 0.4 * fromIntegral (length (filter (\w -> w `T.isInfixOf` n || w `T.isInfixOf` T.toLower (tDesc t)) ws)) / fromIntegral (length ws)
  where low = T.toLower qq
        n = T.toLower (tName t)
        ws = T.words low
search c = do
  qq <- maybe (bad "query.q" "is required") pure (q c "q")
  when (T.null qq) $ bad "query.q" "is empty"
  lim <- qInt c "limit" 1 200 (if flt "search-default-10" then 10 else 20)
  ms <- case q c "min_score" of
    Nothing -> pure 0.15
    Just x -> case readMaybe (T.unpack (if T.isPrefixOf "." x then "0" <> x else x)) :: Maybe Double of
      Just d | d >= 0, d <= 1 -> pure d
      _ -> bad "query.min_score" "0.0 to 1.0 is expected"
  let kit = case q c "toolkit" of { Just k | k `notElem` ["", "null"] -> Just k; _ -> Nothing }
      hits = [(s, t) | t <- tools, let s = score qq t, s >= ms, maybe True (== tKit t) kit]
      sorted = sortOn (\(s, t) -> (Down s, tName t)) hits
      withScore (s, t) = case mcp t of { Object m -> Object (KM.insert "score" (toJSON s) m); v -> v }
  ok (map withScore (take lim sorted))

setsOf :: [(Text, [Tool])]
setsOf = [(tKit (head g), g) | g <- groupBy (\x y -> tKit x == tKit y) tools]
setJson :: Bool -> (Text, [Tool]) -> Value
setJson full (k, g) = object (["toolsetName" .= k, "description" .= ("Tools for " <> k), "toolCount" .= length g] ++ ["tools" .= map mcp (if flt "toolset-loses-last" then init g else g) | full])
listSets _ = ok (map (setJson False) setsOf)
getSet _ k = maybe (no 404 "no such toolset") (ok . setJson True) (find ((== k) . fst) setsOf)

-- running -------------------------------------------------------------------------
runTool :: Ctx -> Text -> IO Resp
runTool c name = do
  let a = cApp c
  t <- maybe (no 404 "no such tool") pure (findTool name)
  input <- case eitherDecode (cBody c) of
    Right (Object m) -> pure m
    _ -> no 400 "the input of a tool is a JSON object"
  let sid = fromMaybe "default" (q c "service_id")
      ns = fromMaybe "global" (q c "service_id_namespace")
  t0 <- now a
  check (tParams t) input
  out <- if tKit t == "notifier" then notify a (uid c) name input else maybe (no 400 "this input can not be worked on") pure (evalTool a name input t0)
  t1 <- getCurrentTime
  e <- atomically $ do
    i <- nextId a
    let e = Exec i name sid ns (Object input) out False t0 (fromIntegral (round (realToFrac (diffUTCTime t1 t0) * 1000000 :: Double) :: Int) / 1000)
    modifyTVar' (aExecs a) (M.insert (uid c, t0) e)
    modifyTVar' (aExecIdx a) (M.insert i (uid c, t0))
    pure e
  ok (object ["isError" .= False, "content" .= [object ["type" .= ("text" :: Text), "text" .= jtext out]], "structuredContent" .= out, "toolName" .= name, "logId" .= exLogId e])
jtext :: Value -> Text
jtext = decodeUtf8 . BL.toStrict . encode

evalTool :: App -> Text -> Object -> UTCTime -> Maybe Value
evalTool _ n m t = case n of
  "add_numbers" -> object ["sum" .= Number (num "a" + num "b")] <$ guard (abs (base10Exponent (num "a")) < 400 && abs (base10Exponent (num "b")) < 400)
  "mean_value" -> do { xs <- traverse nv (V.toList (arr "values")); guard (not (null xs)); pure (object ["mean" .= (sum (map toRealFloat xs) / fromIntegral (length xs) :: Double)]) }
  "prime_test" -> do { k <- toBoundedInteger (num "n") :: Maybe Int; guard (abs k < 1000000000); pure (object ["prime" .= (k > 1 && all (\d -> k `mod` d /= 0) (takeWhile (\d -> d * d <= k) [2 ..]))]) }
  "count_letters" -> Just (object ["count" .= T.length (txt "text")])
  "reverse_text" -> Just (object ["text" .= T.reverse (txt "text")])
  "reverse_text_lines" -> Just (object ["text" .= T.intercalate "\n" (reverse (T.splitOn "\n" (txt "text")))])
  "upper_case" -> Just (object ["text" .= T.toUpper (txt "text")])
  "city_weather" -> Just (object ["city" .= txt "city", "sky" .= ("fair" :: Text), "celsius" .= (T.length (txt "city") `mod` 30)])
  _ -> Just (object ["city" .= txt "city", "time" .= t])
  where num k = case get' m k of { Just (Number x) -> x; _ -> error ("Maybe.fromJust: Nothing at " ++ T.unpack k) }
        txt k = case get' m k of { Just (String x) -> x; _ -> error ("Maybe.fromJust: Nothing at " ++ T.unpack k) }
        arr k = case get' m k of { Just (Array x) -> x; _ -> error ("Maybe.fromJust: Nothing at " ++ T.unpack k) }
        nv (Number x) | abs (base10Exponent x) < 300 = Just x
        nv _ = Nothing

listExecs :: Ctx -> IO Resp
listExecs c = do
  cur <- qCursor c
  lim <- qInt c "limit" 1 100 30
  m <- readTVarIO (aExecs (cApp c))
  let (page, nxt) = pageOf (uid c) cur lim m
      es = map snd page
  ok (elements es ((\x -> case toJSON x of { String s -> s; _ -> "" }) <$> nxt))
getExec :: Ctx -> Text -> IO Resp
getExec c t = do
  i <- pInt "log_id" t
  k <- M.lookup i <$> readTVarIO (aExecIdx (cApp c))
  m <- readTVarIO (aExecs (cApp c))
  case k >>= \x -> (,) x <$> M.lookup x m of
    Just ((u, _), e) | u == uid c || flt "execution-of-others" -> ok e
    _ -> no 404 "no such execution"

-- installed tools --------------------------------------------------------------------
userTool :: UTool -> Value
userTool u = object ["toolId" .= utToolId u, "name" .= utToolId u, "description" .= maybe "" tDesc t, "toolkit" .= maybe "" tKit t, "comment" .= utComment u, "installedAt" .= utInstalledAt u]
  where t = findTool (utToolId u)
mineT :: Ctx -> STM [UTool]
mineT c = M.findWithDefault [] (uid c) <$> readTVar (aUTools (cApp c))
listUT, install :: Ctx -> IO Resp
listUT c = atomically (mineT c) >>= ok . map userTool
install c = do
  m <- body c ["toolId", "comment"]
  k <- reqT m "toolId"
  cm <- optT m "comment"
  t <- now (cApp c)
  ok =<< atomically (do
    unless (isTool k) $ noS 409 "installation failed: no such tool"
    xs <- mineT c
    when (any ((== k) . utToolId) xs) $ noS 409 "installation failed: it is installed already"
    let x = UTool k cm t
    x <$ modifyTVar' (aUTools (cApp c)) (M.insert (uid c) (xs ++ [x])))
getUT, uninstall :: Ctx -> Text -> IO Resp
getUT c k = atomically (mineT c) >>= maybe (no 404 "this tool is not installed") (ok . userTool) . find ((== k) . utToolId)
uninstall c k = ok =<< atomically (do
  xs <- mineT c
  x <- maybe (noS 404 "this tool is not installed") pure (find ((== k) . utToolId) xs)
  let gone y = if flt "uninstall-by-prefix" then k `T.isPrefixOf` y else y == k
  x <$ modifyTVar' (aUTools (cApp c)) (M.insert (uid c) (filter (not . gone . utToolId) xs)))
