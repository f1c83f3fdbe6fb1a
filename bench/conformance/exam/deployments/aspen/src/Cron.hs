{-# LANGUAGE OverloadedStrings #-}
-- | Cron expressions of five fields, and a few English phrases for them.
module Cron (Cron, parseCron, nextRun, fromWords) where
import Base (flt, tshow)
import Control.Monad
import Data.Char
import Data.List
import qualified Data.Set as S
import Data.Text (Text)
import qualified Data.Text as T
import Data.Time
import Data.Time.Calendar.WeekDate

data Cron = Cron { cM, cH, cD, cO, cW :: S.Set Int, anyD, anyW :: Bool }

parseCron :: Text -> Maybe Cron
parseCron t = case T.words t of
  [a, b, c, d, e] -> do
    m <- field 0 (if flt "cron-minute-sixty" then 60 else 59) [] a
    h <- field 0 23 [] b
    dm <- field 1 31 [] c
    mo <- field 1 12 (zip ["jan","feb","mar","apr","may","jun","jul","aug","sep","oct","nov","dec"] [1 ..]) d
    dw <- S.map (`mod` 7) <$> field 0 7 (zip ["sun","mon","tue","wed","thu","fri","sat"] [0 ..]) e
    pure (Cron m h dm mo dw ("*" `T.isPrefixOf` c) ("*" `T.isPrefixOf` e))
  _ -> Nothing

field :: Int -> Int -> [(Text, Int)] -> Text -> Maybe (S.Set Int)
field lo hi names t = S.unions <$> mapM part (T.splitOn "," t)
  where
    part x = do
      let (r, s) = T.breakOn "/" x
      step <- if T.null s then Just 1 else num 1 1000 [] (T.drop 1 s)
      (f, g) <- case T.splitOn "-" r of
        ["*"] -> Just (lo, hi)
        [v] -> do { n <- num lo hi names v; Just (n, if T.null s then n else hi) }
        [v, w] -> (,) <$> num lo hi names v <*> num lo hi names w
        _ -> Nothing
      guard (f <= g)
      Just (S.fromList [f, f + step .. g])
    num a b ns v = case lookup (T.toLower v) ns of
      Just n -> Just n
      Nothing -> do { guard (not (T.null v) && T.length v <= 4 && T.all isDigit v); let { n = read (T.unpack v) }; guard (n >= a && n <= b); Just n }

nextRun :: UTCTime -> Cron -> Maybe UTCTime
nextRun t c = find (> t) (concatMap times (filter dayOk [addDays k (utctDay t) | k <- [0 .. 1500]]))
  where
    dayOk d = let (_, mo, dm) = toGregorian d
                  (_, _, w) = toWeekDate d
                  inD = S.member dm (cD c)
                  inW = S.member (w `mod` 7) (cW c)
              in S.member mo (cO c) && (if anyD c || anyW c then inD && inW else inD || inW)
    times d = [UTCTime d (fromIntegral (h * 3600 + m * 60)) | h <- S.toList (cH c), m <- S.toList (cM c)]

fromWords :: Text -> Maybe Text
fromWords t = case T.words (T.toLower (T.strip t)) of
  ["every", "minute"] -> Just "* * * * *"
  ["every", "hour"] -> Just "0 * * * *"
  ["hourly"] -> Just "0 * * * *"
  ["daily"] -> Just "0 0 * * *"
  ["weekly"] -> Just "0 0 * * 0"
  ["monthly"] -> Just "0 0 1 * *"
  ["every", "day", "at", h] | Just (a, b) <- clock h -> Just (tshow b <> " " <> tshow a <> " * * *")
  ["every", n, "minutes"] | T.all isDigit n, T.length n < 3, n /= "0", n /= "00" -> Just ("*/" <> n <> " * * * *")
  ["every", d, "at", h] | Just (a, b) <- clock h, Just k <- elemIndex d ["sunday","monday","tuesday","wednesday","thursday","friday","saturday"] -> Just (tshow b <> " " <> tshow a <> " * * " <> tshow k)
  _ -> Nothing
clock :: Text -> Maybe (Int, Int)
clock h = case T.splitOn ":" h of
  [a] -> (\x -> (x, 0)) <$> n 23 a
  [a, b] -> (,) <$> n 23 a <*> n 59 b
  _ -> Nothing
  where n hi v = do { guard (not (T.null v) && T.length v < 3 && T.all isDigit v); let { x = read (T.unpack v) }; guard (x <= hi); Just x }
