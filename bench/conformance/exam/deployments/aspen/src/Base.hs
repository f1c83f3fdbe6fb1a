{-# LANGUAGE OverloadedStrings #-}
-- | Errors, bodies, queries, clock, identifiers, credentials, fault switch.
module Base where
import Control.Concurrent.STM hiding (check)
import Control.Exception
import Control.Monad
import Crypto.Hash (SHA256)
import Crypto.MAC.HMAC
import Crypto.Random (getRandomBytes)
import Data.Aeson
import qualified Data.Aeson.Key as K
import qualified Data.Aeson.KeyMap as KM
import Data.ByteArray.Encoding
import qualified Data.ByteString as B
import qualified Data.ByteString.Lazy as BL
import Data.Char
import qualified Data.Map.Strict as M
import Data.Maybe
import Data.Scientific
import Data.Text (Text)
import qualified Data.Text as T
import Data.Text.Encoding
import Data.Time
import Data.UUID (UUID)
import qualified Data.UUID as U
import qualified Data.UUID.V4 as U4
import Network.HTTP.Types
import Network.Wai
import System.Environment
import System.IO.Unsafe
import Text.Read (readMaybe)
import Types

theFault :: Text
theFault = unsafePerformIO (maybe "" T.pack <$> lookupEnv "FAULT")
{-# NOINLINE theFault #-}
flt :: Text -> Bool
flt = (== theFault)

data Api = Api Int Text Text [(Text, Text)] deriving Show
instance Exception Api
errBody :: Api -> Value
errBody (Api _ k d ps) = object ["error" .= object (["kind" .= k, "detail" .= d] ++ [ "problems" .= [object ["path" .= p, "problem" .= m] | (p, m) <- ps] | not (null ps)])]
kindOf :: Int -> Text
kindOf s = fromMaybe "Internal" (lookup s [(400,"BadRequest"),(401,"Unauthorized"),(402,"AlreadySubscribed"),(403,"Forbidden"),(404,"NotFound"),(405,"MethodNotAllowed"),(409,"Conflict"),(413,"TooLarge"),(422,"ValidationError"),(503,"Unavailable")])
err :: Int -> Text -> Api
err s d = Api s (kindOf s) d []
no :: Int -> Text -> IO a
no s = throwIO . err s
noS :: Int -> Text -> STM a
noS s = throwSTM . err s
bad :: Text -> Text -> IO a
bad p m = throwIO (Api 422 "ValidationError" (p <> ": " <> m) [(p, m)])

data Resp = RJ Int [Header] Value | RE Int | RS [Header] ((BL.ByteString -> IO ()) -> IO ())
ok :: ToJSON a => a -> IO Resp
ok = pure . RJ 200 [] . toJSON
elements :: ToJSON a => [a] -> Maybe Text -> Value
elements xs n = object ["elements" .= xs, "next" .= n]

-- requests -------------------------------------------------------------
data Ctx = Ctx { cApp :: App, cReq :: Request, cBody :: BL.ByteString, cUser :: User }
uid :: Ctx -> UserId
uid = usUserId . cUser
isSandbox :: Ctx -> Bool
isSandbox c = usTier (cUser c) == Sandbox

jsonBody :: BL.ByteString -> IO Value
jsonBody b = case eitherDecode b of
  Left e -> bad "$" ("not JSON: " <> T.pack (take 120 e))
  Right v -> pure v
obj :: [Text] -> Value -> IO Object
obj known (Object m) = case filter (`notElem` known) (map K.toText (KM.keys m)) of
  [] -> pure m
  (x:_) -> bad ("$." <> x) "no such field"
obj _ _ = bad "$" "an object is expected"
body :: Ctx -> [Text] -> IO Object
body c known = jsonBody (cBody c) >>= obj known

get' :: Object -> Text -> Maybe Value
get' m k = case KM.lookup (K.fromText k) m of { Just Null -> Nothing; v -> v }
has :: Object -> Text -> Bool
has m k = KM.member (K.fromText k) m
optT :: Object -> Text -> IO (Maybe Text)
optT m k = case get' m k of
  Nothing -> pure Nothing
  Just (String s) -> if T.length s > 100000 then bad ("$." <> k) "too long" else pure (Just s)
  Just _ -> bad ("$." <> k) "a text is expected"
reqT :: Object -> Text -> IO Text
reqT m k = optT m k >>= maybe (bad ("$." <> k) "is required") pure
optI :: Object -> Text -> IO (Maybe Int)
optI m k = case get' m k of
  Nothing -> pure Nothing
  Just (Number n) | Just i <- toBoundedInteger n, abs i < (2 ^ (53 :: Int) :: Int) -> pure (Just i)
  Just _ -> bad ("$." <> k) "an integer is expected"
optB :: Object -> Text -> IO (Maybe Bool)
optB m k = case get' m k of
  Nothing -> pure Nothing
  Just (Bool b) -> pure (Just b)
  Just _ -> bad ("$." <> k) "a boolean is expected"
optL :: Object -> IO (Maybe Labels)
optL m = case get' m "labels" of
  Nothing -> pure Nothing
  Just v -> case fromJSON v of { Success l -> pure (Just l); _ -> bad "$.labels" "a map of texts is expected" }
optV :: Object -> IO (Maybe Visibility)
optV m = optT m "visibility" >>= \v -> case T.toLower <$> v of
  Nothing -> pure Nothing
  Just "private" -> pure (Just Private)
  Just "public" -> pure (Just Public)
  _ -> bad "$.visibility" "Private or Public is expected"

q :: Ctx -> B.ByteString -> Maybe Text
q c k = fmap (decodeUtf8With (\_ _ -> Just '\xfffd') . fromMaybe "") (lookup k (queryString (cReq c)))
qInt :: Ctx -> B.ByteString -> Int -> Int -> Int -> IO Int
qInt c k lo hi def = case q c k of
  Nothing -> pure def
  Just t -> case readMaybe (T.unpack t) of
    Just n | T.all (\x -> isDigit x || x == '-') t, n >= toInteger lo, n <= toInteger hi -> pure (fromInteger n)
    _ -> bad ("query." <> decodeUtf8 k) ("an integer from " <> tshow lo <> " to " <> tshow hi <> " is expected")
tshow :: Show a => a -> Text
tshow = T.pack . show
qCursor :: Ctx -> IO (Maybe UTCTime)
qCursor c = case q c "next_cursor" of
  Nothing -> pure Nothing
  Just t | t `elem` ["", "null"] -> pure Nothing
         | otherwise -> case fromJSON (String (fixPlus t)) of
             Success u -> pure (Just u)
             _ -> bad "query.next_cursor" "a date-time is expected"
  where fixPlus t = let (a, b) = T.splitAt 19 t in a <> T.replace " " "+" b
pUUID :: Text -> Text -> IO UUID
pUUID n t = maybe (bad ("path." <> n) "a UUID is expected") pure (U.fromText t)
pInt :: Text -> Text -> IO Int
pInt n t = case readMaybe (T.unpack t) :: Maybe Integer of
  Just i | T.all (\x -> isDigit x || x == '-') t, abs i < 2 ^ (53 :: Int) -> pure (fromInteger i)
  _ -> bad ("path." <> n) "an integer is expected"

-- | A page of records, newest first, each under (user, time): the cursor is the time of the last one shown.
pageOf :: UserId -> Maybe UTCTime -> Int -> M.Map (UserId, UTCTime) a -> ([((UserId, UTCTime), a)], Maybe UTCTime)
pageOf u cur lim m =
  let upper = maybe m (\t -> fst (M.split (u, t) m)) cur
      rest = takeWhile ((== u) . fst . fst) (dropWhile ((> u) . fst . fst) (M.toDescList (fst (M.split (u <> "\0", epoch) upper))))
      (page, more) = splitAt lim rest
  in (page, if null more || null page then Nothing else Just (snd (fst (last page))))
epoch :: UTCTime
epoch = UTCTime (fromGregorian 1970 1 1) 0

-- clock and identifiers ---------------------------------------------------
-- | A time that nobody else gets: microseconds, always growing.
now :: App -> IO UTCTime
now a = do
  t <- getCurrentTime
  let us = t { utctDayTime = picosecondsToDiffTime ((diffTimeToPicoseconds (utctDayTime t) `div` 1000000) * 1000000) }
  atomically $ do
    l <- readTVar (aClock a)
    let n = if us > l then us else addUTCTime 0.000001 l
    writeTVar (aClock a) n
    pure n
nextId :: App -> STM Int
nextId a = do { n <- readTVar (aSeq a); writeTVar (aSeq a) $! n + 1; pure n }
newUUID :: IO UUID
newUUID = U4.nextRandom
short :: Int -> IO Text
short n = do
  b <- getRandomBytes n :: IO B.ByteString
  let alpha = "abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789" :: B.ByteString
  pure (decodeUtf8 (B.map (\w -> B.index alpha (fromIntegral w `mod` B.length alpha)) b))
cents :: Int -> Value
cents n = Number (scientific (toInteger n) (-2))

-- credentials ------------------------------------------------------------
hmacOf :: B.ByteString -> B.ByteString -> HMAC SHA256
hmacOf = hmac
jwtSecret, paySecret :: B.ByteString
jwtSecret = "aspen-leaves-tremble"
paySecret = "whsec_aspen_catkin"
bearer :: Request -> Maybe B.ByteString
bearer r = do
  h <- lookup hAuthorization (requestHeaders r)
  let (a, b) = B.break (== 32) h
  guard (B.map lower a == "bearer")
  let t = B.dropWhile (== 32) b
  guard (not (B.null t))
  pure t
  where lower w = if w >= 65 && w <= 90 then w + 32 else w
jwtUser :: App -> B.ByteString -> Maybe User
jwtUser a t = case B.split 46 t of
  [h, p, s] -> do
    sig <- either (const Nothing) Just (convertFromBase Base64URLUnpadded s) :: Maybe B.ByteString
    let mac = hmacOf jwtSecret (h <> "." <> p)
        want = either (const "") id (convertFromBase Base16 (encodeUtf8 (tshow (hmacGetDigest mac)))) :: B.ByteString
    guard (sig == want)
    raw <- either (const Nothing) Just (convertFromBase Base64URLUnpadded p)
    Object m <- decodeStrict raw
    String sub <- KM.lookup "sub" m
    M.lookup sub (aUsers a)
  _ -> Nothing
anonymous :: User
anonymous = User "" "" "" Free epoch

addCredits :: App -> UserId -> Int -> STM ()
addCredits a u n = modifyTVar' (aCredits a) (M.insertWith (+) u n)
credJson :: Int -> Value
credJson n = object ["balance" .= n, "unit" .= ("execution" :: Text)]
