{-# LANGUAGE DeriveGeneric, OverloadedStrings #-}
-- | Records of the platform and the state that holds them.
module Types where
import Control.Concurrent.STM hiding (check)
import Data.Aeson
import Data.Char (toLower)
import Data.Map.Strict (Map)
import Data.Set (Set)
import Data.Text (Text)
import Data.Time
import Data.UUID (UUID)
import GHC.Generics

o :: Int -> Options
o n = defaultOptions { fieldLabelModifier = low . drop n }
  where low (c:cs) = toLower c : cs
        low [] = []

type UserId = Text
type Labels = Map Text Text

data Visibility = Private | Public deriving (Eq, Show, Generic)
instance ToJSON Visibility
data Tier = Sandbox | Free | Pro deriving (Eq, Show, Generic)
instance ToJSON Tier

data User = User { usUserId :: UserId, usName :: Text, usEmail :: Text, usTier :: Tier, usCreatedAt :: UTCTime } deriving Generic
instance ToJSON User where toJSON = genericToJSON (o 2)

data Agent = Agent
  { agAgentId :: UUID, agOwner :: UserId, agName :: Text, agChatPrompt :: Text, agVisibility :: Visibility
  , agVanitySlug :: Maybe Text, agUpsellDescription :: Maybe Text, agPriceCents :: Maybe Int
  , agComment :: Maybe Text, agLabels :: Labels, agGood :: Int, agBad :: Int, agCreatedAt :: UTCTime, agUpdatedAt :: UTCTime }

data AFile = AFile
  { afFileId :: UUID, afAgentId :: UUID, afName :: Text, afContentType :: Text, afContent :: Text, afPosition :: Int
  , afComment :: Maybe Text, afCreatedAt :: UTCTime, afUpdatedAt :: UTCTime } deriving Generic
instance ToJSON AFile where toJSON = genericToJSON (o 2)

data Theme = Theme { thAgentId :: UUID, thThemeColor :: Text, thComment :: Maybe Text, thUpdatedAt :: UTCTime } deriving Generic
instance ToJSON Theme where toJSON = genericToJSON (o 2)

data Studio = Studio
  { stRunId :: Text, stOwner :: UserId, stTitle :: Maybe Text, stVisibility :: Visibility, stAgentId :: Maybe UUID
  , stComment :: Maybe Text, stLabels :: Labels, stCreatedAt :: UTCTime, stUpdatedAt :: UTCTime, stDeletedAt :: Maybe UTCTime } deriving Generic
instance ToJSON Studio where toJSON = genericToJSON (o 2)

data Msg = Msg { msRole :: Text, msContent :: Text } deriving Generic
instance ToJSON Msg where toJSON = genericToJSON (o 2)

data RunLog = RunLog { rlRunId :: UUID, rlAgentId :: UUID, rlLevel :: Text, rlEvent :: Text, rlText :: Text, rlAt :: UTCTime } deriving Generic
instance ToJSON RunLog where toJSON = genericToJSON (o 2)
data McpLog = McpLog { mlRunId :: UUID, mlServerName :: Text, mlToolName :: Text, mlRequest :: Value, mlResponse :: Value, mlAt :: UTCTime } deriving Generic
instance ToJSON McpLog where toJSON = genericToJSON (o 2)

-- | Lists of a run are kept newest first.
data Run = Run
  { ruId :: UUID, ruOwner :: UserId, ruAgent :: UUID, ruAgentName :: Text, ruSource :: Text, ruMsgs :: [Msg], ruBusy :: Bool
  , ruJob :: Maybe Text, ruLogs :: [RunLog], ruMcp :: [McpLog], ruStarted :: UTCTime, ruUpdated :: UTCTime, ruCount :: Int }

data ApiKey = ApiKey { akApiKeyId :: Int, akOwner :: UserId, akKey :: Text, akName :: Text, akIsDefault :: Bool
  , akComment :: Maybe Text, akLabels :: Labels, akCreatedAt :: UTCTime } deriving Generic
instance ToJSON ApiKey where toJSON = genericToJSON (o 2)

data BTool = BTool { btToolId :: Text, btBundleId :: Int, btComment :: Maybe Text, btAddedAt :: UTCTime } deriving Generic
instance ToJSON BTool where toJSON = genericToJSON (o 2)
data Bundle = Bundle { buBundleId :: Int, buOwner :: UserId, buName :: Text, buDescription :: Maybe Text, buTools :: [BTool]
  , buComment :: Maybe Text, buLabels :: Labels, buCreatedAt :: UTCTime, buUpdatedAt :: UTCTime } deriving Generic
instance ToJSON Bundle where toJSON = genericToJSON (o 2)

data Cli = Cli { clId :: UUID, clUser :: Maybe UserId, clJwt :: Maybe Text, clDone :: Bool, clCreated :: UTCTime }

data Schedule = Schedule { scScheduleId :: UUID, scOwner :: UserId, scChatId :: UUID, scCron :: Text, scMessage :: Text, scEnabled :: Bool
  , scComment :: Maybe Text, scLabels :: Labels, scNextRunAt :: Maybe UTCTime, scLastRunAt :: Maybe UTCTime
  , scCreatedAt :: UTCTime, scUpdatedAt :: UTCTime } deriving Generic
instance ToJSON Schedule where toJSON = genericToJSON (o 2)

data Sub = Sub { suSubscriptionId :: Text, suAgentId :: UUID, suSubscriber :: UserId, suStatus :: Text, suPriceCents :: Int
  , suStartedAt :: UTCTime, suCancelledAt :: Maybe UTCTime } deriving Generic
instance ToJSON Sub where toJSON = genericToJSON (o 2)

data Exec = Exec { exLogId :: Int, exToolId :: Text, exServiceId :: Text, exServiceIdNamespace :: Text, exInput :: Value, exOutput :: Value
  , exIsError :: Bool, exStartedAt :: UTCTime, exDurationMs :: Double } deriving Generic
instance ToJSON Exec where toJSON = genericToJSON (o 2)

data UTool = UTool { utToolId :: Text, utComment :: Maybe Text, utInstalledAt :: UTCTime } deriving Generic
instance ToJSON UTool where toJSON = genericToJSON (o 2)

data Push = Push { puIden :: Text, puActive :: Bool, puGuid :: Maybe Text, puFields :: Object, puCreated :: UTCTime, puModified :: UTCTime }
data NStore = NStore { nsPushes :: Map Text Push, nsDevices :: Map Text (UTCTime, Object), nsChats :: Map Text (UTCTime, Object) }

data PaySession = PaySession { psId :: Text, psUser :: UserId, psCredits :: Int, psPaid :: Bool }

data App = App
  { aUsers :: Map UserId User
  , aAgents :: TVar (Map UUID Agent), aSlugs :: TVar (Map Text UUID), aFiles :: TVar (Map UUID (Map UUID AFile)), aThemes :: TVar (Map UUID Theme)
  , aStudio :: TVar (Map Text Studio)
  , aRuns :: TVar (Map UUID (TVar Run)), aRunIdx :: TVar (Map (UserId, UTCTime) UUID), aJobs :: TQueue (IO ())
  , aKeys :: TVar (Map Int ApiKey), aKeyIdx :: TVar (Map Text Int)
  , aBundles :: TVar (Map Int Bundle), aCli :: TVar (Map UUID Cli), aScheds :: TVar (Map UUID Schedule)
  , aSubs :: TVar (Map (UUID, UserId) Sub), aPast :: TVar [Sub]
  , aCredits :: TVar (Map UserId Int), aEvents :: TVar (Set Text), aSessions :: TVar (Map Text PaySession)
  , aExecs :: TVar (Map (UserId, UTCTime) Exec), aExecIdx :: TVar (Map Int (UserId, UTCTime))
  , aUTools :: TVar (Map UserId [UTool]), aNotif :: TVar (Map UserId NStore)
  , aVipCodes :: Map Text UserId, aVip :: TVar (Map (UserId, Text) UTCTime)
  , aClock :: TVar UTCTime, aSeq :: TVar Int, aMemo :: TVar (Map Text Value) }
