"""Tables (peewee on SQLite, WAL)."""
import itertools

from peewee import BooleanField, CharField, IntegerField, BigIntegerField, FloatField, Model, SqliteDatabase, TextField

db = SqliteDatabase(None, pragmas={"journal_mode": "wal", "synchronous": "off", "temp_store": "memory",
                                   "cache_size": -65536})
TABLES = []
counters = {"key": itertools.count(1041), "bundle": itertools.count(301), "log": itertools.count(5001)}


class T(Model):
    class Meta:
        database = db

    def __init_subclass__(cls, **kw):
        super().__init_subclass__(**kw)
        TABLES.append(cls)


def pk():
    return CharField(primary_key=True)


def txt(**kw):
    return TextField(null=True, **kw)


def us(**kw):
    return BigIntegerField(null=True, **kw)


class ApiKey(T):
    api_key_id = IntegerField(primary_key=True)
    owner = CharField(index=True)
    label = TextField()
    key = CharField(unique=True)
    is_default = BooleanField(default=False)
    inserted = us()


class Agent(T):
    agent_id = pk()
    owner = CharField(index=True)
    label = txt()
    prompt = TextField()
    description = txt()
    visibility = CharField()
    slug = CharField(null=True, unique=True)
    upsell = txt()
    price = txt()
    cloned_from = txt()
    inserted = us(index=True)
    changed = us()


class AgentFile(T):
    file_id = pk()
    agent_id = CharField(index=True)
    position = IntegerField()
    label = TextField()
    mime = TextField()
    content = TextField()
    inserted = us()
    changed = us()


class Theme(T):
    agent_id = pk()
    theme_color = TextField()
    mode = TextField()
    inserted = us()
    changed = us()


class Feedback(T):
    agent_id = CharField(index=True)
    owner = CharField()
    rating = IntegerField()
    comment = txt()
    inserted = us()


class Run(T):
    run_id = pk()
    owner = CharField(index=True)
    agent_id = CharField(index=True)
    job_id = CharField(null=True)
    last_job = CharField(null=True)
    inserted = us(index=True)
    changed = us()


class Message(T):
    run_id = CharField(index=True)
    seq = IntegerField()
    role = CharField()
    content = TextField()
    inserted = us()


class Job(T):
    job_id = pk()
    run_id = CharField(index=True)
    kind = CharField()
    state = CharField()
    inserted = us()
    ended = us()


class Event(T):
    owner = CharField(index=True)
    kind = CharField(index=True)
    run_id = CharField(null=True, index=True)
    ref = CharField(null=True)
    amount = txt()
    payload = TextField()
    inserted = us(index=True)


class Studio(T):
    run_id = pk()
    owner = CharField(index=True)
    label = txt()
    notes = txt()
    visibility = CharField()
    deleted = BooleanField(default=False)
    cloned_from = txt()
    inserted = us()
    changed = us()


class Subscription(T):
    subscription_ref = pk()
    owner = CharField(index=True)
    agent_id = CharField(index=True)
    state = CharField()
    provider_ref = CharField(null=True)
    amount = TextField()
    inserted = us()
    ended = us()


class Credit(T):
    owner = pk()
    balance = IntegerField()
    changed = us()


class PaySession(T):
    session_id = pk()
    owner = CharField()
    credits = IntegerField()
    amount = TextField()
    state = CharField()
    inserted = us()


class HookEvent(T):
    event_ref = pk()
    inserted = us()


class Bundle(T):
    bundle_id = IntegerField(primary_key=True)
    owner = CharField(index=True)
    label = txt()
    description = txt()
    inserted = us()
    changed = us()


class BundleTool(T):
    bundle_id = IntegerField(index=True)
    tool_id = CharField()
    inserted = us()


class CliAuth(T):
    cli_auth_id = pk()
    owner = CharField(null=True)
    jwt = txt()
    state = CharField()
    inserted = us()
    changed = us()


class Schedule(T):
    schedule_id = pk()
    owner = CharField(index=True)
    chat_id = CharField(index=True)
    cron = CharField()
    label = txt()
    message = txt()
    is_active = BooleanField()
    next_fire = us(index=True)
    last_fire = us()
    inserted = us()
    changed = us()


class UserTool(T):
    owner = CharField(index=True)
    tool_id = CharField()
    inserted = us()


class ExecLog(T):
    log_id = IntegerField(primary_key=True)
    owner = CharField(index=True)
    tool_name = CharField()
    input = TextField()
    output = txt()
    state = CharField()
    service_id = TextField()
    namespace = TextField()
    inserted = us(index=True)


class VipCode(T):
    code = pk()
    owner = CharField()


class VipRedemption(T):
    code = CharField(index=True)
    owner = CharField(index=True)
    inserted = us()


class NChat(T):
    iden = pk()
    owner = CharField(index=True)
    email = TextField()
    muted = BooleanField(default=False)
    created = us()
    modified = us()


class NDevice(T):
    iden = pk()
    owner = CharField(index=True)
    icon = txt()
    model = txt()
    has_sms = BooleanField()
    nickname = txt()
    push_token = txt()
    app_version = BigIntegerField()
    manufacturer = txt()
    created = us()
    modified = us()


class NPush(T):
    iden = pk()
    owner = CharField(index=True)
    guid = txt()
    fields = TextField()
    active = BooleanField(default=True)
    dismissed = BooleanField(default=False)
    items = txt()
    created = us(index=True)
    modified = us()


def open_db(path):
    db.init(path)
    db.connect()
    db.create_tables(TABLES)


from peewee import fn  # noqa: E402

fn_max, fn_count = fn.MAX, fn.COUNT
