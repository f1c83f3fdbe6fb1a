import os, tempfile, threading, time, uuid
from sqlalchemy import create_engine, event, Column, Integer, String, Text, Boolean, Float, JSON
from sqlalchemy.orm import declarative_base, sessionmaker

FAULT = os.environ.get("FAULT", "")


def fault(name):
    return FAULT == name


DIR = tempfile.mkdtemp(prefix="poplar-")
engine = create_engine("sqlite:///" + os.path.join(DIR, "state.db"), pool_size=5, max_overflow=200,
                       connect_args={"check_same_thread": False, "timeout": 30})


@event.listens_for(engine, "connect")
def _pragma(c, _):
    c.execute("pragma journal_mode=MEMORY")
    c.execute("pragma synchronous=OFF")


Session = sessionmaker(engine, expire_on_commit=False)
Base = declarative_base()
LOCK = threading.RLock()
_last = [0]
_tl = threading.Lock()


def now_us():
    """Unique, increasing microseconds: cursors never tie."""
    with _tl:
        t = max(int(time.time() * 1e6), _last[0] + 1)
        _last[0] = t
        return t


def uid():
    return str(uuid.uuid4())


class User(Base):
    __tablename__ = "users"
    id = Column(String, primary_key=True); name = Column(String); email = Column(String)
    tier = Column(String); connected = Column(Boolean, default=True)


class Agent(Base):
    __tablename__ = "agents"
    id = Column(String, primary_key=True); owner = Column(String, index=True); name = Column(Text)
    prompt = Column(Text); visibility = Column(String); slug = Column(String, index=True); upsell = Column(Text)
    price = Column(Integer); behavior = Column(String); theme = Column(String); origin = Column(String)
    up = Column(Integer, default=0); down = Column(Integer, default=0); deleted = Column(Boolean, default=False)
    created = Column(Integer); updated = Column(Integer)


class File(Base):
    __tablename__ = "files"
    id = Column(String, primary_key=True); agent = Column(String, index=True); name = Column(Text)
    mime = Column(String); content = Column(Text); position = Column(Integer); deleted = Column(Boolean, default=False)
    created = Column(Integer); updated = Column(Integer)


class Run(Base):
    __tablename__ = "runs"
    id = Column(String, primary_key=True); agent = Column(String, index=True); user = Column(String, index=True)
    source = Column(String); job = Column(String); created = Column(Integer, index=True); updated = Column(Integer)


class Message(Base):
    __tablename__ = "messages"
    id = Column(Integer, primary_key=True); run = Column(String, index=True); seq = Column(Integer)
    role = Column(String); content = Column(Text); created = Column(Integer)


class RunLog(Base):
    __tablename__ = "run_logs"
    id = Column(Integer, primary_key=True); run = Column(String, index=True); event = Column(String)
    detail = Column(Text); created = Column(Integer)


class McpLog(Base):
    __tablename__ = "mcp_logs"
    id = Column(Integer, primary_key=True); run = Column(String, index=True); tool = Column(String)
    args = Column(JSON); output = Column(Text); created = Column(Integer)


class Execution(Base):
    __tablename__ = "executions"
    id = Column(Integer, primary_key=True); user = Column(String, index=True); tool = Column(String)
    input = Column(JSON); status = Column(String); output = Column(JSON); service = Column(String)
    namespace = Column(String); created = Column(Integer, index=True)


class Sub(Base):
    __tablename__ = "subs"
    id = Column(String, primary_key=True); user = Column(String, index=True); agent = Column(String, index=True)
    status = Column(String); provider = Column(String); period_end = Column(Integer); created = Column(Integer)


class Payment(Base):
    __tablename__ = "payments"
    id = Column(Integer, primary_key=True); agent = Column(String); owner = Column(String, index=True)
    cents = Column(Integer); created = Column(Integer)


class Checkout(Base):
    __tablename__ = "checkouts"
    id = Column(String, primary_key=True); user = Column(String); agent = Column(String); kind = Column(String)
    status = Column(String); created = Column(Integer)


class WebhookEvent(Base):
    __tablename__ = "webhook_events"
    id = Column(String, primary_key=True); type = Column(String); created = Column(Integer)


class StudioContent(Base):
    __tablename__ = "studio_contents"
    id = Column(Integer, primary_key=True); title = Column(Text); visibility = Column(String)
    messages = Column(JSON); updated = Column(Integer)


class StudioChat(Base):
    __tablename__ = "studio_chats"
    run_id = Column(String, primary_key=True); owner = Column(String, index=True); content = Column(Integer)
    cloned_from = Column(String); deleted = Column(Boolean, default=False); created = Column(Integer)


class ApiKey(Base):
    __tablename__ = "api_keys"
    id = Column(Integer, primary_key=True); user = Column(String, index=True); name = Column(Text)
    key = Column(String, index=True); is_default = Column(Boolean); created = Column(Integer)


class Credits(Base):
    __tablename__ = "credits"
    user = Column(String, primary_key=True); balance = Column(Integer); updated = Column(Integer)


class Bundle(Base):
    __tablename__ = "bundles"
    id = Column(Integer, primary_key=True); user = Column(String, index=True); name = Column(Text)
    group = Column(String); created = Column(Integer)


class BundleTool(Base):
    __tablename__ = "bundle_tools"
    id = Column(Integer, primary_key=True); group = Column(String, index=True); tool = Column(String)
    created = Column(Integer)


class Installed(Base):
    __tablename__ = "installed"
    id = Column(Integer, primary_key=True); user = Column(String, index=True); tool = Column(String)
    created = Column(Integer)


class Cli(Base):
    __tablename__ = "cli"
    id = Column(String, primary_key=True); jwt = Column(Text); user = Column(String); status = Column(String)
    created = Column(Integer)


class Schedule(Base):
    __tablename__ = "schedules"
    id = Column(String, primary_key=True); user = Column(String, index=True); chat = Column(String)
    cron = Column(String); enabled = Column(Boolean); last_run = Column(Integer); created = Column(Integer)


class Vip(Base):
    __tablename__ = "vip"
    code = Column(String, primary_key=True); owner = Column(String)


class VipRedemption(Base):
    __tablename__ = "vip_redemptions"
    id = Column(Integer, primary_key=True); code = Column(String); user = Column(String, index=True)
    created = Column(Integer)


class Feedback(Base):
    __tablename__ = "feedback"
    id = Column(Integer, primary_key=True); agent = Column(String); user = Column(String); rating = Column(String)
    comment = Column(Text); created = Column(Integer)


class Notif(Base):
    __tablename__ = "notif"
    iden = Column(String, primary_key=True); user = Column(String, index=True); kind = Column(String)
    doc = Column(JSON); guid = Column(String); active = Column(Boolean); created = Column(Float); modified = Column(Float)


Base.metadata.create_all(engine)
