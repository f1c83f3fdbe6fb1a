{-# LANGUAGE OverloadedStrings, ScopedTypeVariables #-}
-- | The notification service behind the 15 NOTIFIER tools: a store of our own per user.
module Notifier where
import Base
import Control.Concurrent
import Control.Concurrent.STM hiding (check)
import Control.Monad
import Data.Aeson
import qualified Data.Aeson.Key as K
import qualified Data.Aeson.KeyMap as KM
import Data.List
import qualified Data.Map.Strict as M
import Data.Maybe
import Data.Ord
import Data.Scientific
import Data.Text (Text)
import qualified Data.Text as T
import Data.Time
import Data.Time.Clock.POSIX
import Text.Read (readMaybe)
import Types

data Param = Param { paName, paType :: Text, paReq :: Bool, paEnum :: [Text] }

check :: [Param] -> Object -> IO ()
check ps m = do
  forM_ (KM.keys m) $ \k -> unless (K.toText k `elem` map paName ps) $ no 400 ("no such parameter: " <> K.toText k)
  forM_ ps $ \x -> case get' m (paName x) of
    Nothing -> when (paReq x) $ no 400 ("a parameter is missing: " <> paName x)
    Just v -> unless (fits (paType x) v) $ no 400 (paName x <> " has to be of type " <> paType x)
  where fits t v = case (t, v) of
          ("string", String _) -> True
          ("boolean", Bool _) -> True
          ("number", Number _) -> True
          ("integer", Number n) -> isJust (toBoundedInteger n :: Maybe Int)
          ("array", Array _) -> True
          _ -> False

notifierTools :: [(Text, Text, [Param])]
notifierTools =
  [ ("NOTIFIER_CREATE_CHAT", "Create a chat with an email address", [r "email" s])
  , ("NOTIFIER_CREATE_DEVICE", "Register a device", [p "icon" s, r "model" s, p "has_sms" b, r "nickname" s, p "push_token" s, r "app_version" i, r "manufacturer" s])
  , ("NOTIFIER_CREATE_PUSH", "Send a push (note, link or file) to a device, user, channel or client", [Param "type" s True ["note", "link", "file"], p "url" s, p "body" s, p "guid" s, p "email" s, p "title" s, p "file_url" s, p "file_name" s, p "file_type" s, p "channel_tag" s, p "client_iden" s, p "device_iden" s, p "source_device_iden" s])
  , ("NOTIFIER_DELETE_ALL_PUSHES", "Delete all pushes of the user asynchronously", [])
  , ("NOTIFIER_DELETE_CHAT", "Delete a chat", [r "iden" s])
  , ("NOTIFIER_DELETE_DEVICE", "Delete a device", [r "device_iden" s])
  , ("NOTIFIER_DELETE_PUSH", "Delete a push", [r "iden" s])
  , ("NOTIFIER_GET_USER", "Get the profile of the authenticated user", [])
  , ("NOTIFIER_LIST_CHATS", "List chats", [p "limit" i, p "cursor" s])
  , ("NOTIFIER_LIST_DEVICES", "List devices", [])
  , ("NOTIFIER_LIST_PUSHES", "List pushes", [p "limit" i, p "active" b, p "cursor" s, p "modified_after" "number"])
  , ("NOTIFIER_UPDATE_CHAT", "Mute or unmute a chat", [r "iden" s, r "muted" b])
  , ("NOTIFIER_UPDATE_DEVICE", "Update device metadata", [r "iden" s, p "icon" s, p "model" s, p "has_sms" b, p "nickname" s, p "push_token" s, p "app_version" i, p "manufacturer" s])
  , ("NOTIFIER_UPDATE_PUSH", "Dismiss a push or change list items", [r "iden" s, p "items" "array", p "dismissed" b])
  , ("NOTIFIER_UPLOAD_REQUEST", "Get a signed upload URL (signed form data) before pushing a file", [r "file_name" s, r "file_type" s]) ]
  where r n t = Param n t True []
        p n t = Param n t False []
        s = "string"
        i = "integer"
        b = "boolean"

unix :: UTCTime -> Value
unix t = Number (fromRational (toRational (utcTimeToPOSIXSeconds t)))
pushJson :: Push -> Value
pushJson x
  | puActive x = Object (KM.union (KM.fromList [("iden", String (puIden x)), ("active", Bool True), ("created", unix (puCreated x)), ("modified", unix (puModified x)), ("guid", toJSON (puGuid x))]) (puFields x))
  | otherwise = object ["iden" .= puIden x, "active" .= False, "created" .= unix (puCreated x), "modified" .= unix (puModified x)]
rec' :: Text -> (UTCTime, Object) -> Value
rec' k (t, m) = Object (KM.union (KM.fromList [("iden", String k), ("active", Bool True), ("created", unix t)]) m)

notify :: App -> UserId -> Text -> Object -> IO Value
notify a u name m = do
  t <- now a
  fresh <- short 16
  let str k = case get' m k of { Just (String x) -> Just x; _ -> Nothing }
      iden = fromMaybe "" (str "iden")
      st = M.findWithDefault (NStore M.empty M.empty M.empty) u <$> readTVar (aNotif a)
      put x = modifyTVar' (aNotif a) (M.insert u x)
      given = KM.delete "iden" (KM.filter (/= Null) m)
      intOf k = case get' m k of { Just (Number n) -> toBoundedInteger n :: Maybe Int; _ -> Nothing }
      limit = do
        let top = if flt "notifier-limit-over-500" then 5000 else 500
        let n = fromMaybe 500 (intOf "limit")
        when (n < 1 || n > top) $ no 400 "limit is 1 to 500"
        pure n
      offset = case str "cursor" of
        Nothing -> pure 0
        Just "" -> pure 0
        Just x -> maybe (no 400 "this cursor is not one of ours") pure (T.stripPrefix "c" x >>= readMaybe . T.unpack >>= \n -> if n >= (0 :: Integer) then Just n else Nothing)
      version = when (maybe False (< 0) (intOf "app_version")) $ no 400 "app_version is not negative"
  case name of
    "NOTIFIER_CREATE_CHAT" -> do
      let e = fromMaybe "" (str "email")
      when (not (T.isInfixOf "@" e) || T.any (== ' ') e || T.length e < 3) $ no 400 "this is no email address"
      atomically $ do
        s <- st
        case find (\(_, (_, x)) -> KM.lookup "email" x == Just (String e)) (M.toList (nsChats s)) of
          Just (k, x) -> pure (rec' k x)
          Nothing -> do
            let x = (t, KM.fromList [("email", String e), ("muted", Bool False), ("modified", unix t), ("with", object ["email" .= e, "name" .= T.takeWhile (/= '@') e])])
            put s { nsChats = M.insert fresh x (nsChats s) }
            pure (rec' fresh x)
    "NOTIFIER_CREATE_DEVICE" -> do
      version
      atomically $ do
        s <- st
        let x = (t, KM.insert "modified" (unix t) given)
        put s { nsDevices = M.insert fresh x (nsDevices s) }
        pure (rec' fresh x)
    "NOTIFIER_CREATE_PUSH" -> do
      let ty = fromMaybe "" (str "type")
          need k = when (maybe True T.null (str k)) $ no 400 (k <> " is required for a push of type " <> ty)
      unless (ty `elem` ["note", "link", "file"]) $ no 400 "type is note, link or file"
      when (ty == "link") $ need "url"
      when (ty == "file") $ mapM_ need ["file_url", "file_name", "file_type"]
      atomically $ do
        s <- st
        forM_ (mapMaybe str ["device_iden", "source_device_iden"]) $ \d -> unless (M.member d (nsDevices s)) $ noS 400 "no such device"
        case find (\x -> isJust (puGuid x) && puGuid x == str "guid") (M.elems (nsPushes s)) of
          Just x | not (flt "notifier-guid-ignored") -> pure (pushJson x)
          _ -> do
            let fs = KM.delete "guid" given
                x = Push fresh True (str "guid") (KM.union fs (KM.fromList [("dismissed", Bool False)])) t t
            put s { nsPushes = M.insert fresh x (nsPushes s) }
            pure (pushJson x)
    "NOTIFIER_DELETE_ALL_PUSHES" -> do
      let wipe = M.map (\x -> if puActive x && puCreated x <= t then x { puActive = False, puModified = t } else x)
      _ <- forkIO $ do
        threadDelay 100000
        atomically $ if flt "notifier-delete-all-of-everyone" then modifyTVar' (aNotif a) (M.map (\s -> s { nsPushes = wipe (nsPushes s) }))
          else do { s <- st; put s { nsPushes = wipe (nsPushes s) } }
      pure (object [])
    "NOTIFIER_DELETE_CHAT" -> atomically $ do
      s <- st
      unless (M.member iden (nsChats s)) $ noS 400 "no such chat"
      object [] <$ put s { nsChats = M.delete iden (nsChats s) }
    "NOTIFIER_DELETE_DEVICE" -> atomically $ do
      s <- st
      let d = fromMaybe "" (str "device_iden")
      unless (M.member d (nsDevices s)) $ noS 400 "no such device"
      object [] <$ put s { nsDevices = M.delete d (nsDevices s) }
    "NOTIFIER_DELETE_PUSH" -> atomically $ do
      s <- st
      x <- maybe (noS 400 "no such push") pure (M.lookup iden (nsPushes s) >>= \x -> if puActive x then Just x else Nothing)
      object [] <$ put s { nsPushes = M.insert iden x { puActive = False, puModified = t } (nsPushes s) }
    "NOTIFIER_GET_USER" -> do
      let x = fromMaybe anonymous (M.lookup u (aUsers a))
      pure (object ["iden" .= ("u" <> u), "name" .= usName x, "email" .= usEmail x, "email_normalized" .= T.toLower (usEmail x), "created" .= unix (usCreatedAt x)])
    "NOTIFIER_LIST_CHATS" -> do
      n <- limit
      off <- offset
      s <- atomically st
      let xs = sortOn (\(_, (x, _)) -> Down x) (M.toList (nsChats s))
      pure (page "chats" n off (map (uncurry rec') xs))
    "NOTIFIER_LIST_DEVICES" -> do
      s <- atomically st
      pure (object ["devices" .= map (uncurry rec') (sortOn (\(_, (x, _)) -> Down x) (M.toList (nsDevices s)))])
    "NOTIFIER_LIST_PUSHES" -> do
      n <- limit
      off <- offset
      s <- atomically st
      let after = case get' m "modified_after" of { Just (Number x) -> x; _ -> -1 }
          modi x = case unix (puModified x) of { Number y -> y; _ -> 0 }
          new x = if flt "notifier-modified-after-whole" then (floor (modi x) :: Integer) > floor after else modi x > after
          act x = get' m "active" /= Just (Bool True) || puActive x || flt "notifier-active-ignored"
      pure (page "pushes" n off (map pushJson (sortOn (Down . puModified) (filter (\x -> new x && act x) (M.elems (nsPushes s))))))
    "NOTIFIER_UPDATE_CHAT" -> atomically $ do
      s <- st
      (c, x) <- maybe (noS 400 "no such chat") pure (M.lookup iden (nsChats s))
      let val = fromMaybe (Bool False) (get' m "muted")
          y = (c, KM.insert "modified" (unix t) (KM.insert "muted" val x))
      rec' iden y <$ put s { nsChats = M.insert iden y (nsChats s) }
    "NOTIFIER_UPDATE_DEVICE" -> do
      version
      atomically $ do
        s <- st
        (c, x) <- maybe (noS 400 "no such device") pure (M.lookup iden (nsDevices s))
        let y = (c, KM.insert "modified" (unix t) (if flt "notifier-update-device-left-biased" then KM.union x given else KM.union given x))
        rec' iden y <$ put s { nsDevices = M.insert iden y (nsDevices s) }
    "NOTIFIER_UPDATE_PUSH" -> do
      case get' m "items" of
        Just v -> case fromJSON v of
          Success xs | all item (xs :: [Object]) -> pure ()
          _ -> no 400 "each item has text and checked"
        Nothing -> pure ()
      atomically $ do
        s <- st
        x <- maybe (noS 400 "no such push") pure (M.lookup iden (nsPushes s) >>= \x -> if puActive x then Just x else Nothing)
        let y = x { puFields = KM.union given (puFields x), puModified = t }
        pushJson y <$ put s { nsPushes = M.insert iden y (nsPushes s) }
    _ -> pure (object ["file_name" .= str "file_name", "file_type" .= str "file_type", "file_url" .= ("https://files.invalid/" <> fresh), "upload_url" .= ("https://upload.invalid/" <> fresh), "data" .= object ["signature" .= fresh, "acl" .= ("public-read" :: Text)]])
  where
    item :: Object -> Bool
    item x = case (KM.lookup "text" x, KM.lookup "checked" x) of { (Just (String _), Just (Bool _)) -> KM.size x == 2; _ -> False }
    page :: Text -> Int -> Integer -> [Value] -> Value
    page k n off xs = let rest = genericDrop off xs
                          more = length rest > n
                      in object [K.fromText k .= take n rest, "cursor" .= (if more then Just ("c" <> tshow (off + fromIntegral n)) else Nothing)]
