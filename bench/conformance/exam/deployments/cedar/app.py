"""Agent Workers Platform: a Django + DRF deployment with its state in memory."""
import base64, binascii, datetime as dt, hashlib, hmac, json, os, re, sys, threading, time, uuid

import django
from django.conf import settings

settings.configure(
    DEBUG=False, SECRET_KEY='cedar', ALLOWED_HOSTS=['*'], ROOT_URLCONF='app', INSTALLED_APPS=['rest_framework'],
    MIDDLEWARE=['app.content_length'], DATABASES={}, USE_TZ=True, DATA_UPLOAD_MAX_MEMORY_SIZE=None, LOGGING_CONFIG=None,
    REST_FRAMEWORK={
        'DEFAULT_AUTHENTICATION_CLASSES': [], 'DEFAULT_PERMISSION_CLASSES': [], 'UNAUTHENTICATED_USER': None,
        'DEFAULT_RENDERER_CLASSES': ['rest_framework.renderers.JSONRenderer'],
        'DEFAULT_PARSER_CLASSES': ['rest_framework.parsers.JSONParser'],
        'DEFAULT_CONTENT_NEGOTIATION_CLASS': 'app.AnyAccept', 'EXCEPTION_HANDLER': 'app.on_exception',
    })
if __name__ == '__main__':
    sys.modules['app'] = sys.modules['__main__']

from rest_framework.negotiation import BaseContentNegotiation


class AnyAccept(BaseContentNegotiation):
    def select_parser(self, request, parsers):
        from rest_framework.parsers import JSONParser
        ct = (request.content_type or '').split(';')[0].strip().lower()
        return next((p for p in parsers if isinstance(p, JSONParser) and (ct == 'application/json' or ct.endswith('+json'))), None)

    def select_renderer(self, request, renderers, format_suffix=None):
        return renderers[0], renderers[0].media_type


django.setup()
from django.http import HttpResponse, JsonResponse, StreamingHttpResponse
from django.urls import re_path
from rest_framework import exceptions, serializers
from rest_framework.response import Response
from rest_framework.views import APIView, exception_handler

FAULT = os.environ.get('FAULT', '')


def on(name):
    return FAULT == name


LOCK = threading.Lock()


def gap(seconds=0.06):
    """Lets go of the lock in the middle of a request (only faults do so)."""
    LOCK.release()
    time.sleep(seconds)
    LOCK.acquire()


_last = [dt.datetime.now(dt.timezone.utc)]


def tick():
    now = dt.datetime.now(dt.timezone.utc)
    if now <= _last[0]:
        now = _last[0] + dt.timedelta(microseconds=1)
    _last[0] = now
    return now


def iso(t):
    return t.strftime('%Y-%m-%dT%H:%M:%S.%fZ')


_seq = [100]


def nextid():
    _seq[0] += 1
    return _seq[0]


def content_length(get_response):
    def run(request):
        response = get_response(request)
        if not response.streaming and response.status_code != 204 and not response.has_header('Content-Length'):
            response['Content-Length'] = str(len(response.content))
        return response
    return run


def maybe_null(data):
    return HttpResponse(b'null', content_type='application/json') if data is None else Response(data)


# ---------------------------------------------------------------- errors
class Problem(exceptions.APIException):
    def __init__(self, status, detail):
        self.status_code = status
        super().__init__(detail)


def invalid(**errors):
    return exceptions.ValidationError({k: [v] for k, v in errors.items()})


class Unauthorized(exceptions.APIException):
    status_code = 401
    default_detail = 'Authentication credentials were not provided.'
    auth_header = 'Bearer realm="api"'


def on_exception(exc, context):
    response = exception_handler(exc, context)
    if response is not None and isinstance(exc, (exceptions.ValidationError, exceptions.ParseError)):
        response.status_code = 422
        if isinstance(response.data, list):
            response.data = {'non_field_errors': response.data}
        elif isinstance(exc, exceptions.ParseError):
            response.data = {'non_field_errors': [str(exc.detail)]}
    if response is not None and response.status_code == 401:
        response['WWW-Authenticate'] = 'Bearer realm="api"'
    return response


def handler404(request, exception=None):
    return JsonResponse({'detail': 'Not found.'}, status=404)


def handler500(request):
    return JsonResponse({'detail': 'A server error occurred.'}, status=500)


# ---------------------------------------------------------------- credentials
SECRET = b'cedar-jwt-secret-of-2024'
HOOK_SECRET = b'cedar-hook-secret'


def b64(b):
    return base64.urlsafe_b64encode(b).rstrip(b'=').decode()


def make_jwt(user_id):
    h = b64(b'{"alg":"HS256","typ":"JWT"}')
    p = b64(json.dumps({'sub': user_id, 'iat': 1735689600, 'exp': 2524608000}, separators=(',', ':')).encode())
    return f'{h}.{p}.' + b64(hmac.new(SECRET, f'{h}.{p}'.encode(), hashlib.sha256).digest())


def read_jwt(token):
    try:
        h, p, s = token.split('.')
        good = b64(hmac.new(SECRET, f'{h}.{p}'.encode(), hashlib.sha256).digest())
        if not hmac.compare_digest(good.encode(), s.encode()):
            return None
        claims = json.loads(base64.urlsafe_b64decode(p + '=' * (-len(p) % 4)))
        return USERS.get(claims['sub']) if claims['exp'] > time.time() else None
    except (ValueError, KeyError, binascii.Error):
        return None


def bearer(request):
    kind, _, token = request.META.get('HTTP_AUTHORIZATION', '').partition(' ')
    return token.strip() if kind.lower() == 'bearer' else ''


# ---------------------------------------------------------------- state
USERS = {u['user_id']: u for u in [
    {'user_id': 'usr_1001', 'username': 'marta', 'email': 'marta@cedar.example', 'tier': 'pro'},
    {'user_id': 'usr_1002', 'username': 'oskar', 'email': 'oskar@cedar.example', 'tier': 'pro'},
    {'user_id': 'usr_1003', 'username': 'sandy', 'email': 'sandy@cedar.example', 'tier': 'sandbox'},
    {'user_id': 'usr_1004', 'username': 'vera', 'email': 'vera@cedar.example', 'tier': 'pro'}]}
OWN, OTHER, SANDBOX, VERA = USERS
API_KEYS = {}   # id -> dict
CREDITS = {u: 5000 for u in USERS}
AGENTS, THEMES, FILES, RUNS, STUDIO, SCHEDULES, BUNDLES, CLI, FEEDBACK = {}, {}, {}, {}, {}, {}, {}, {}, []
SUBS = {}       # (user, agent) -> dict
EXECUTIONS, INSTALLED = [], {u: {} for u in USERS}
NOTIFIER = {u: {'chats': {}, 'devices': {}, 'pushes': {}} for u in USERS}
VIP = {'CEDAR-WELCOME-2026': VERA, 'CEDAR-MARTA-2026': OWN, 'CEDAR-OSKAR-2026': OTHER}
REDEEMED = set()
MAX_FILES = 10
CONST = {
    'agent': '5b1c6d0e-8a34-4d0e-9c55-000000000001', 'background': '5b1c6d0e-8a34-4d0e-9c55-000000000002',
    'paid': '5b1c6d0e-8a34-4d0e-9c55-000000000003', 'unpaid': '5b1c6d0e-8a34-4d0e-9c55-000000000004',
    'ownpaid': '5b1c6d0e-8a34-4d0e-9c55-000000000005', 'subscribed': '5b1c6d0e-8a34-4d0e-9c55-000000000006',
    'unsub': '5b1c6d0e-8a34-4d0e-9c55-000000000007', 'private': '5b1c6d0e-8a34-4d0e-9c55-000000000008'}


def add_key(owner, label, value=None, default=False):
    k = {'api_key_id': nextid(), 'owner': owner, 'label': label, 'secret': value or 'ck_' + uuid.uuid4().hex,
         'default': default, 'created_at': tick()}
    API_KEYS[k['api_key_id']] = k
    return k


def add_agent(owner, prompt, visibility, name='', price=None, agent_id=None):
    t = tick()
    a = {'agent_id': agent_id or str(uuid.uuid4()), 'owner': owner, 'name': name, 'description': '', 'chat_prompt': prompt,
         'visibility': visibility, 'vanity_slug': None, 'upsell_description': None, 'price': price, 'created_at': t, 'updated_at': t}
    AGENTS[a['agent_id']] = a
    return a


KEYS = {OWN: 'ck_live_marta_5f2c1b7a9d3e', OTHER: 'ck_live_oskar_8e4d2a6c1f0b', SANDBOX: 'ck_live_sandy_1a2b3c4d5e6f'}
for _u, _k in KEYS.items():
    add_key(_u, 'default', _k, True)
add_agent(OWN, 'You answer politely.', 'public', 'Reception', None, CONST['agent'])
add_agent(OWN, 'You run long jobs.', 'public', 'Job runner', None, CONST['background'])
add_agent(OTHER, 'You know every tide.', 'public', 'Tide expert', 9, CONST['paid'])
add_agent(OTHER, 'You chat freely.', 'public', 'Free talk', None, CONST['unpaid'])
add_agent(OWN, 'You teach sailing.', 'public', 'Sailing teacher', 12, CONST['ownpaid'])
add_agent(OTHER, 'You know every star.', 'public', 'Star expert', 5, CONST['subscribed'])
add_agent(OTHER, 'You know every bird.', 'public', 'Bird expert', 7, CONST['unsub'])
add_agent(OTHER, 'Secret notes of Oskar.', 'private', 'Diary', None, CONST['private'])
for _a in ('subscribed', 'unsub'):
    SUBS[OWN, CONST[_a]] = {'agent_id': CONST[_a], 'user': OWN, 'status': 'active', 'provider_id': 'sub_' + _a, 'started_at': tick(), 'canceled_at': None}
AGENTS[CONST['ownpaid']]['vanity_slug'] = 'sailing-teacher'
SERVICES = ['lovable', 'bolt', 'replit']


def S(required=(), **props):
    return {'type': 'object', 'properties': props, 'required': list(required)}


STR, INT, BOOL, NUM = {'type': 'string'}, {'type': 'integer'}, {'type': 'boolean'}, {'type': 'number'}
UINT, L500 = {'type': 'integer', 'minimum': 0}, {'type': 'integer', 'minimum': 1, 'maximum': 500}
ITEMS = {'type': 'array', 'items': S(['text', 'checked'], text=STR, checked=BOOL)}
TOOLS = {}


def tool(name, toolkit, description, schema):
    TOOLS[name] = {'tool_id': name, 'name': name, 'toolkit': toolkit, 'description': description, 'inputSchema': schema}


tool('tide_table', 'sea', 'Read the tide table of a port', S(['port'], port=STR))
tool('wave_height', 'sea', 'Read the wave height at a port', S(['port'], port=STR))
tool('add_numbers', 'maths', 'Add two numbers', S(['a', 'b'], a=NUM, b=NUM))
tool('count_words', 'text', 'Count the words of a text', S(['text'], text=STR))
tool('reverse_text', 'text', 'Turn a text around', S(['text'], text=STR))
tool('NOTIFIER_CREATE_CHAT', 'notifier', 'Create a chat with an email address', S(['email'], email=STR))
tool('NOTIFIER_CREATE_DEVICE', 'notifier', 'Register a device', S(['model', 'nickname', 'app_version', 'manufacturer'], icon=STR, model=STR,
     has_sms=BOOL, nickname=STR, push_token=STR, app_version=UINT, manufacturer=STR))
tool('NOTIFIER_CREATE_PUSH', 'notifier', 'Send a push (note, link or file)', S(['type'], type={'type': 'string', 'enum': ['note', 'link', 'file']},
     url=STR, body=STR, guid=STR, email=STR, title=STR, file_url=STR, file_name=STR, file_type=STR, channel_tag=STR, client_iden=STR,
     device_iden=STR, source_device_iden=STR))
tool('NOTIFIER_DELETE_ALL_PUSHES', 'notifier', 'Delete all pushes of the user asynchronously', S())
tool('NOTIFIER_DELETE_CHAT', 'notifier', 'Delete a chat', S(['iden'], iden=STR))
tool('NOTIFIER_DELETE_DEVICE', 'notifier', 'Delete a device', S(['device_iden'], device_iden=STR))
tool('NOTIFIER_DELETE_PUSH', 'notifier', 'Delete a push', S(['iden'], iden=STR))
tool('NOTIFIER_GET_USER', 'notifier', 'Get the profile of the authenticated user', S())
tool('NOTIFIER_LIST_CHATS', 'notifier', 'List chats', S(limit=L500, cursor=STR))
tool('NOTIFIER_LIST_DEVICES', 'notifier', 'List devices', S())
tool('NOTIFIER_LIST_PUSHES', 'notifier', 'List pushes', S(limit=L500, active=BOOL, cursor=STR, modified_after=NUM))
tool('NOTIFIER_UPDATE_CHAT', 'notifier', 'Mute or unmute a chat', S(['iden', 'muted'], iden=STR, muted=BOOL))
tool('NOTIFIER_UPDATE_DEVICE', 'notifier', 'Update device metadata', S(['iden'], iden=STR, icon=STR, model=STR, has_sms=BOOL, nickname=STR,
     push_token=STR, app_version=UINT, manufacturer=STR))
tool('NOTIFIER_UPDATE_PUSH', 'notifier', 'Dismiss a push or change list items', S(['iden'], iden=STR, items=ITEMS, dismissed=BOOL))
tool('NOTIFIER_UPLOAD_REQUEST', 'notifier', 'Get a signed upload URL before pushing a file', S(['file_name', 'file_type'], file_name=STR, file_type=STR))
TOOLSETS = {'sea': 'Tides and waves', 'maths': 'Sums', 'text': 'Words', 'notifier': 'Notifications to phones and desktops'}


def schema_errors(schema, value, at='input'):
    kind = schema.get('type')
    ok = {'string': isinstance(value, str), 'boolean': isinstance(value, bool), 'array': isinstance(value, list), 'object': isinstance(value, dict),
          'integer': isinstance(value, int) and not isinstance(value, bool),
          'number': isinstance(value, (int, float)) and not isinstance(value, bool)}[kind]
    if not ok:
        return f'{at} is not of type {kind}.'
    if 'enum' in schema and value not in schema['enum']:
        return f'{at} is none of {schema["enum"]}.'
    if value < schema['minimum'] if 'minimum' in schema else False:
        return f'{at} is too small.'
    if value > schema['maximum'] if 'maximum' in schema else False:
        return f'{at} is too large.'
    if kind == 'array':
        return next((e for i, v in enumerate(value) if (e := schema_errors(schema['items'], v, f'{at}[{i}]'))), None)
    if kind == 'object':
        for r in schema['required']:
            if r not in value:
                return f'{at}.{r} is required.'
        return next((e for k, v in value.items() if k in schema['properties'] and (e := schema_errors(schema['properties'][k], v, f'{at}.{k}'))), None)


# ---------------------------------------------------------------- routing
ROUTES = {}
UUID_RE = re.compile(r'[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}\Z')
BASE, AGENTS_AT = '/api', '/workers'


def op(method, path, auth=True, lock=True):
    def wrap(f):
        f.auth, f.lock, f.worker = auth, lock, path.startswith(AGENTS_AT)
        ROUTES.setdefault(path, {})[method] = f
        return f
    return wrap


class Entry(APIView):
    table = None

    def initial(self, request, *a, **kw):
        f = self.table.get(request.method) or (self.table.get('GET') if request.method == 'HEAD' else None)
        self.user_id = None
        if f and f.worker:
            token = bearer(request)
            key = next((k for k in API_KEYS.values() if k['secret'] == token), None)
            if not key and token in DEAD and on('deleted-key-still-opens-workers'):
                key = DEAD[token]
            if not key:
                raise Unauthorized('Invalid API key.')
            self.user_id = key['owner']
        elif f:
            token = bearer(request)
            user = read_jwt(token) if token else None
            auth = f.auth or (f is public_tools and on('public-tools-ask-for-jwt'))
            if auth and not user:
                if f is run_tool and token and on('tool-run-bad-jwt-403'):
                    raise Problem(403, 'Given token not valid for any token type.')
                raise Unauthorized('Given token not valid for any token type.' if token else 'Authentication credentials were not provided.')
            self.user_id = user['user_id'] if user else None

    def go(self, request, method, kw):
        f = self.table[method]
        for k, v in kw.items():
            if k.startswith('u_'):
                if not UUID_RE.match(v):
                    raise invalid(**{k[2:]: f'“{v}” is not a valid UUID.'})
            if k.startswith('i_'):
                if not re.fullmatch(r'[+-]?\d{1,18}', v, re.A):
                    raise invalid(**{k[2:]: 'A valid integer is required.'})
        args = [v.lower() if k.startswith('u_') else int(v) if k.startswith('i_') else v for k, v in kw.items()]
        if f.lock:
            with LOCK:
                r = f(request, self.user_id, *args)
        else:
            r = f(request, self.user_id, *args)
        return r if isinstance(r, HttpResponse) or hasattr(r, 'streaming_content') else Response(r)


def build_urls():
    out = []
    for path, table in ROUTES.items():
        rx = re.sub(r'\\\{(\w+)\\\}', r'(?P<\1>[^/]+)', re.escape(path).lstrip('/').rstrip('/')) + '/?$'
        members = {'table': table}
        for m in table:
            members[m.lower()] = (lambda m: lambda self, request, **kw: self.go(request, m, kw))(m)
        out.append(re_path('^' + rx, type('View', (Entry,), members).as_view()))
    return out


# ---------------------------------------------------------------- serializers
class Text(serializers.CharField):
    def __init__(self, **kw):
        kw.setdefault('allow_blank', True)
        kw.setdefault('trim_whitespace', False)
        super().__init__(**kw)

    def to_internal_value(self, data):
        if not isinstance(data, str):
            raise serializers.ValidationError('Not a valid string.')
        return data


class Whole(serializers.IntegerField):
    def to_internal_value(self, data):
        if isinstance(data, bool) or not isinstance(data, int):
            raise serializers.ValidationError('A valid integer is required.')
        return super().to_internal_value(data)


def ser(_name, **fields):
    return type(_name, (serializers.Serializer,), fields)


def opt(cls=Text, **kw):
    return cls(required=False, **kw)


VIS = ['public', 'private']
MessageSer = ser('Message', message=Text())
AgentSer = ser('AgentRequest', agent_id=opt(serializers.UUIDField, allow_null=True), name=opt(max_length=200), description=opt(), chat_prompt=opt(allow_null=True),
               visibility=opt(serializers.ChoiceField, choices=VIS), vanity_slug=opt(serializers.SlugField, allow_null=True, max_length=80),
               upsell_description=opt(allow_null=True), price=opt(serializers.FloatField, allow_null=True, min_value=0))
StudioCreate = ser('AgentStudioChatCreate', run_id=opt(allow_blank=False, max_length=200), title=opt(), visibility=opt(serializers.ChoiceField, choices=VIS))
FileCreate = ser('AgentFileCreateRequest', name=Text(allow_blank=False, max_length=255), content=opt(), order=opt(Whole, min_value=0))
FileUpdate = ser('AgentFileUpdateRequest', name=opt(allow_blank=False, max_length=255), content=opt(), order=opt(Whole, min_value=0))
OrderItem = ser('OrderItem', file_id=serializers.UUIDField(), order=Whole(min_value=0))
FileOrder = ser('AgentFileBatchPositionRequest', orders=serializers.ListField(child=OrderItem()))
ThemeSer = ser('AgentThemePreferenceUpsertRequest', color=Text())
KeySer = ser('ApiKeyCreate', label=opt(max_length=100))
SubSer = ser('AgentSubscribeRequest', success_url=opt(), cancel_url=opt())
PaySer = ser('PaymentSessionRequest', plan=serializers.ChoiceField(choices=['starter', 'pro']), success_url=opt())
BundleSer = ser('UserBundleRequest', name=opt(allow_blank=False, max_length=100), description=opt(), tools=opt(serializers.ListField, child=Text()))
ToolIdSer = ser('UserBundleTool', tool_id=Text(allow_blank=False))
CliSer = ser('CliAuthInsertModel', token=Text(allow_blank=False))
SchedSer = ser('ScheduleRequest', chat=opt(allow_null=True), cron_expression=Text(), message=opt(), enabled=opt(serializers.BooleanField))
SchedUpd = ser('ScheduleUpdateRequest', chat=opt(allow_null=True), cron_expression=opt(), message=opt(), enabled=opt(serializers.BooleanField))
VipSer = ser('VipCodeRequest', code=Text(allow_blank=False))
FeedSer = ser('UserFeedbackRequest', rating=opt(Whole, min_value=1, max_value=5), comment=opt())
SlugSer = ser('SlugRequest', name=opt())


def body(request, cls, empty=False):
    data = request.data
    if empty and data is None:
        data = {}
    if not isinstance(data, dict):
        raise invalid(non_field_errors='Invalid data. Expected a dictionary.')
    s = cls(data=dict(data))
    s.is_valid(raise_exception=True)
    return dict(s.validated_data)


def qint(request, name, default, low=None, high=None):
    raw = request.query_params.get(name)
    if raw is None or raw == '':
        return default
    if not re.fullmatch(r'[+-]?\d{1,18}', raw, re.A):
        raise invalid(**{name: 'A valid integer is required.'})
    v = int(raw)
    if low is not None and v < low or high is not None and v > high:
        raise invalid(**{name: f'Ensure this value is between {low} and {high}.'})
    return v


def link(request, path):
    return request.build_absolute_uri(BASE + path)


def page(results, **more):
    return {'count': len(results), 'next': None, 'previous': None, 'results': results, **more}


def cursor_page(request, rows, show, path, default_limit, cursor_off=False, limit_off=False):
    raw = request.query_params.get('next_cursor')
    limit = qint(request, 'limit', default_limit, 1)
    rows = sorted(rows, key=lambda r: r['created_at'], reverse=True)
    total = len(rows)
    if raw not in (None, '', 'null'):
        try:
            at = serializers.DateTimeField().to_internal_value(raw.replace(' ', '+'))
        except exceptions.ValidationError as e:
            raise exceptions.ValidationError({'next_cursor': e.detail})
        rows = [r for r in rows if r['created_at'] < at or (cursor_off and r['created_at'] == at)]
        if limit_off:
            limit = 10 ** 6
    part, more = rows[:limit], len(rows) > limit
    cur = iso(part[-1]['created_at']) if more else None
    return {'count': total, 'next': link(request, f'{path}?next_cursor={cur}&limit={limit}') if more else None, 'previous': None,
            'next_cursor': cur, 'results': [show(r) for r in part]}


# ---------------------------------------------------------------- Workers API
DEAD = {}
RAW_TIDE = 'RAW-TIDE-7731 high=0613Z low=1227Z'
LONG, FAILING, TIDE = 'Start the long job', 'Start a job that fails', 'What is the tide in Hull?'
JOB_SECONDS = 3


def job_running(run):
    j = run['job']
    if not j:
        return False
    if j['fails'] and on('failed-job-never-ends'):
        return True
    return time.time() < j['ends']


def answer(run, text):
    """Words of the worker and the tool calls on the way."""
    n = sum(m['role'] == 'user' for m in run['messages'])
    if text == TIDE:
        return [('tool_call', {'name': 'tide_table', 'arguments': {'port': 'Hull'}}), ('tool_result', {'name': 'tide_table', 'output': RAW_TIDE}),
                ('text', 'High water at Hull '), ('text', 'comes early in the morning.')]
    if text in (LONG, FAILING):
        return [('tool_call', {'name': 'code_interpreter', 'arguments': {'background': True}}), ('text', 'The job '), ('text', 'runs in the background.')]
    return [('text', f'This is message {n} of our talk. '), ('text', 'You wrote: '), ('text', text)]


def turn(run, text, starts):
    if text in (LONG, FAILING):
        run['job'] = {'id': 'job-' + uuid.uuid4().hex[:12], 'ends': time.time() + JOB_SECONDS, 'fails': text == FAILING, 'by_put': not starts}
    stored = text
    if on('history-cuts-long-messages'):
        stored = stored[:255]
    if on('history-loses-non-ascii'):
        stored = stored.encode('ascii', 'replace').decode()
    if not starts and on('put-starts-history-anew'):
        run['messages'] = []
    messages = run['messages']
    if not starts and on('puts-at-once-lose-a-message'):
        messages = list(messages)
        gap(0.12)
    messages = messages + [{'role': 'user', 'content': stored}]
    parts = answer({'messages': messages}, text)
    reply = {'role': 'assistant', 'content': ''.join(p for k, p in parts if k == 'text')}
    messages.append(reply)
    if not starts and on('history-answer-before-question'):
        messages[-2:] = [messages[-1], messages[-2]]
    run['messages'] = messages
    run['logs'].append({'id': nextid(), 'run_id': run['run_id'], 'event': 'message', 'status': 'ok', 'created_at': tick()})
    for k, p in parts:
        if k == 'tool_call':
            run['mcp'].append({'id': nextid(), 'run_id': run['run_id'], 'server': 'cedar-mcp', 'tool_name': p['name'], 'arguments': p['arguments'], 'created_at': tick()})
    return parts


def stream(run, parts, nd, put):
    headers = {'X-Service-Run-ID': run['run_id'], 'Cache-Control': 'no-cache'}
    if put and not nd and on('put-without-run-id-header'):
        del headers['X-Service-Run-ID']
    if job_running(run):
        headers['x-service-job-id'] = run['job']['id']
    if nd and put and on('ndjson-put-without-tool-signals'):
        parts = [p for p in parts if p[0] == 'text']

    def lines():
        for kind, p in parts:
            if nd:
                yield (json.dumps({'type': kind, 'text': p} if kind == 'text' else {'type': kind, **p}, ensure_ascii=False) + '\n').encode()
            elif kind == 'text':
                yield p.encode('utf-8', 'surrogatepass')
            elif kind == 'tool_result' and on('text-stream-shows-tool-output'):
                yield f'[{p["name"]}: {p["output"]}] '.encode()
            time.sleep(0.02)
        if nd:
            yield (json.dumps({'type': 'done', 'run_id': run['run_id']}) + '\n').encode()
    return StreamingHttpResponse(lines(), content_type='application/x-ndjson' if nd else 'text/plain; charset=utf-8', headers=headers)


def worker_agent(agent_id, user):
    a = AGENTS.get(agent_id.lower())
    if not a:
        raise Problem(404, 'Worker not found.')
    if a['visibility'] == 'private' and a['owner'] != user:
        raise Problem(403, 'You do not have permission to run this worker.')
    return a


def worker_run(agent_id, run_id, user):
    worker_agent(agent_id, user)
    run = RUNS.get(run_id.lower())
    if not run or (run['agent_id'] != agent_id.lower() and not on('run-answers-under-any-agent')) \
            or (run['user'] != user and not on('run-of-others-readable')):
        raise Problem(404, 'Run not found.')
    return run


def new_run(user, agent_id):
    run = {'run_id': str(uuid.uuid4()), 'agent_id': agent_id, 'user': user, 'messages': [], 'job': None, 'logs': [], 'mcp': [], 'created_at': tick()}
    RUNS[run['run_id']] = run
    return run


def start(request, user, agent_id, nd):
    agent = worker_agent(agent_id, user)
    text = body(request, MessageSer)['message']
    mine = [r for r in RUNS.values() if r['user'] == user and r['agent_id'] == agent['agent_id']]
    if on('post-refused-during-job') and any(job_running(r) for r in mine):
        raise Problem(409, 'A background job is running.')
    if on('new-run-ends-old-job'):
        for r in mine:
            r['job'] = None
    run = None
    if on('same-message-same-run'):
        run = next((r for r in mine if r['messages'] and r['messages'][0]['content'] == text), None)
    run = run or new_run(user, agent['agent_id'])
    return stream(run, turn(run, text, True), nd, False)


def proceed(request, user, agent_id, run_id, nd):
    run = worker_run(agent_id, run_id, user)
    text = body(request, MessageSer)['message']
    if job_running(run) and not (nd and on('ndjson-put-goes-on-during-job')):
        if on('refused-put-keeps-message'):
            run['messages'].append({'role': 'user', 'content': text})
        raise Problem(409, 'A background job is running for this run.')
    if run['job'] and not text.strip() and on('resume-wants-words'):
        raise invalid(message='This field may not be blank.')
    return stream(run, turn(run, text, False), nd, True)


@op('POST', AGENTS_AT + '/ndjson/{agent}')
def nd_start(request, user, agent_id):
    return start(request, user, agent_id, True)


@op('PUT', AGENTS_AT + '/ndjson/{agent}/{run}')
def nd_put(request, user, agent_id, run_id):
    return proceed(request, user, agent_id, run_id, True)


@op('POST', AGENTS_AT + '/{agent}')
def text_start(request, user, agent_id):
    return start(request, user, agent_id, False)


@op('PUT', AGENTS_AT + '/{agent}/{run}')
def text_put(request, user, agent_id, run_id):
    return proceed(request, user, agent_id, run_id, False)


@op('GET', AGENTS_AT + '/{agent}/{run}')
def history(request, user, agent_id, run_id):
    run = worker_run(agent_id, run_id, user)
    r = Response([dict(m) for m in run['messages']])
    if job_running(run) and not (run['job']['by_put'] and on('job-of-put-not-signalled')):
        r['x-service-job-id'] = run['job']['id']
    return r


# ---------------------------------------------------------------- agent runs, executions
def show_run(request):
    return lambda r: {'run_id': r['run_id'], 'agent_id': r['agent_id'], 'message_count': len(r['messages']),
                      'status': 'running' if job_running(r) else 'idle', 'created_at': iso(r['created_at']), 'url': link(request, f'/me/agent-runs/{r["run_id"]}')}


def stamp(x):
    return {k: iso(v) if isinstance(v, dt.datetime) else v for k, v in x.items()}


@op('GET', '/me/agent-runs')
def runs(request, user):
    return cursor_page(request, [r for r in RUNS.values() if r['user'] == user], show_run(request), '/me/agent-runs', 30, cursor_off=on('runs-cursor-repeats-last'))


def my_run(run_id, user):
    r = RUNS.get(run_id)
    if not r or (r['user'] != user and not on('agent-run-of-others')):
        raise Problem(404, 'Run not found.')
    return r


@op('GET', '/me/agent-runs/{u_run_id}')
def run_one(request, user, run_id):
    return show_run(request)(my_run(run_id, user))


@op('GET', '/me/agent-runs/{u_run_id}/mcp-server-logs')
def run_mcp(request, user, run_id):
    r = my_run(run_id, user)
    if on('mcp-logs-of-all-runs'):
        return [stamp(x) for q in RUNS.values() if q['user'] == user for x in q['mcp']]
    return [stamp(x) for x in r['mcp']]


@op('GET', '/me/agent-runs/{u_run_id}/logs')
def run_logs(request, user, run_id):
    return [stamp(x) for x in my_run(run_id, user)['logs']]


def show_exec(request):
    return lambda x: {'id': x['id'], 'tool_name': x['tool_name'], 'input': x['input'], 'output': x['output'], 'status': 'success',
                      'created_at': iso(x['created_at']), 'url': link(request, f'/me/executions/{x["id"]}')}


@op('GET', '/me/executions')
def executions(request, user):
    return cursor_page(request, [x for x in EXECUTIONS if x['user'] == user], show_exec(request), '/me/executions',
                       50 if on('executions-default-50') else 30, limit_off=on('executions-second-page-unbounded'))


@op('GET', '/me/executions/{i_log_id}')
def execution(request, user, log_id):
    x = next((x for x in EXECUTIONS if x['id'] == log_id), None)
    if not x or (x['user'] != user and not on('execution-of-others')):
        raise Problem(404, 'Not found.')
    return show_exec(request)(x)


# ---------------------------------------------------------------- subscriptions
def show_sub(s):
    return {'agent_id': s['agent_id'], 'status': s['status'], 'is_active': s['status'] == 'active', 'started_at': iso(s['started_at']),
            'canceled_at': s['canceled_at'] and iso(s['canceled_at'])}


@op('POST', '/me/agents/{agent_id}/subscribe')
def subscribe(request, user, agent_id):
    body(request, SubSer, True)
    a = AGENTS.get(agent_id)
    if not a or (a['visibility'] == 'private' and a['owner'] != user):
        raise Problem(404, 'Agent not found.')
    if a['owner'] == user and not on('owner-may-subscribe'):
        raise Problem(400, 'You own this agent.')
    if not a['price'] and not (on('unpaid-agent-checkout')):
        raise Problem(400, 'This agent is not paid.')
    s = SUBS.get((user, agent_id))
    if s and s['status'] == 'active' and not on('second-subscription-sold'):
        raise Problem(402, 'You are already subscribed to this agent.')
    sid = 'cs_' + uuid.uuid4().hex
    return {'agent_id': agent_id, 'checkout_session_id': sid, 'checkout_url': f'https://pay.cedar.example/c/{sid}'}


@op('POST', '/me/agents/{agent_id}/unsubscribe')
def unsubscribe(request, user, agent_id):
    if agent_id not in AGENTS:
        raise Problem(404, 'Agent not found.')
    s = SUBS.get((user, agent_id))
    if not s or (s['status'] != 'active' and not on('unsubscribe-twice')):
        raise Problem(400, 'No active subscription to cancel.')
    s.update(status='canceled', canceled_at=tick())
    if on('unsubscribe-ends-all'):
        for (u, _), o in SUBS.items():
            if u == user:
                o.update(status='canceled', canceled_at=tick())
    return show_sub(s)


@op('GET', '/me/subscriptions')
def subscriptions(request, user):
    return page([show_sub(s) for (u, _), s in SUBS.items() if u == user])


@op('GET', '/me/subscriptions/{agent_id}')
def subscription(request, user, agent_id):
    s = SUBS.get((user, agent_id))
    if not s:
        raise Problem(404, 'Subscription not found.')
    return show_sub(s)


# ---------------------------------------------------------------- studio chats
def show_studio(request, c):
    return {'run_id': c['run_id'], 'title': c['title'], 'visibility': c['visibility'], 'owner': USERS[c['owner']]['username'],
            'created_at': iso(c['created_at']), 'updated_at': iso(c['updated_at']), 'url': link(request, f'/me/agent-studio-chats/{c["run_id"]}')}


def sandboxed(user, data):
    return USERS[user]['tier'] == 'sandbox' and data.get('visibility') == 'private'


def no_private(user, data):
    if sandboxed(user, data):
        raise Problem(400, 'The sandbox tier cannot set this private.')


def default_vis(user):
    return 'public' if USERS[user]['tier'] == 'sandbox' else 'private'


def studio(run_id, user=None, write=False, read=False):
    c = STUDIO.get(run_id)
    if not c or (c['deleted'] and not (write and on('deleted-studio-chat-writable'))):
        raise Problem(404, 'Chat not found.')
    if write and c['owner'] != user:
        raise Problem(403, 'You do not have permission to perform this action.')
    if read and c['visibility'] == 'private' and c['owner'] != user:
        if not (user is None and on('private-studio-chat-anonymous')):
            raise Problem(403, 'You do not have permission to perform this action.')
    return c


@op('GET', '/me/agent-studio-chats')
def studio_list(request, user):
    return [show_studio(request, c) for c in STUDIO.values() if c['owner'] == user and (not c['deleted'] or on('deleted-studio-chat-listed'))]


@op('POST', '/me/agent-studio-chats')
def studio_create(request, user):
    d = body(request, StudioCreate)
    no_private(user, d)
    rid = d.get('run_id') or str(uuid.uuid4())
    c = STUDIO.get(rid)
    if c and not c['deleted']:
        if c['owner'] != user:
            raise Problem(409, 'A chat with this run_id exists.')
        if on('studio-post-overwrites-existing'):
            c.update(title=d.get('title', ''), visibility=d.get('visibility', default_vis(user)))
        return show_studio(request, c)
    t = tick()
    STUDIO[rid] = c = {'run_id': rid, 'owner': user, 'title': d.get('title', ''), 'visibility': d.get('visibility', default_vis(user)),
                       'deleted': False, 'created_at': t, 'updated_at': t}
    return show_studio(request, c)


@op('GET', '/me/agent-studio-chats/{run_id}', auth=False)
def studio_get(request, user, run_id):
    return show_studio(request, studio(run_id, user, read=True))


def studio_write(request, user, run_id, patch):
    d = body(request, StudioCreate)
    c = studio(run_id, user, write=True)
    if not (patch and on('sandbox-patches-studio-private')):
        no_private(user, d)
    d.pop('run_id', None)
    if patch and on('studio-patch-clears-title'):
        d.setdefault('title', '')
    c.update(d, updated_at=tick())
    return show_studio(request, c)


@op('PUT', '/me/agent-studio-chats/{run_id}')
def studio_put(request, user, run_id):
    return studio_write(request, user, run_id, False)


@op('PATCH', '/me/agent-studio-chats/{run_id}')
def studio_patch(request, user, run_id):
    return studio_write(request, user, run_id, True)


@op('DELETE', '/me/agent-studio-chats/{run_id}')
def studio_delete(request, user, run_id):
    c = studio(run_id, user, write=True)
    c['deleted'] = True
    return show_studio(request, c)


@op('POST', '/me/agent-studio-chats/{run_id}/clone')
def studio_clone(request, user, run_id):
    c = studio(run_id)
    if c['visibility'] == 'private' and not (c['owner'] == user and on('own-private-studio-chat-cloned')):
        raise Problem(400, 'Private chats cannot be cloned.')
    t = tick()
    n = dict(c, run_id=str(uuid.uuid4()), owner=c['owner'] if on('studio-clone-keeps-owner') else user, created_at=t, updated_at=t)
    STUDIO[n['run_id']] = n
    return Response(show_studio(request, n), status=200 if on('studio-clone-answers-200') else 201)


# ---------------------------------------------------------------- agents and chats
def show_agent(request, a):
    return {'agent_id': a['agent_id'], 'chat_id': a['agent_id'], 'name': a['name'], 'description': a['description'], 'chat_prompt': a['chat_prompt'],
            'visibility': a['visibility'], 'vanity_slug': a['vanity_slug'], 'upsell_description': a['upsell_description'], 'is_paid': bool(a['price']),
            'price': a['price'], 'owner': USERS[a['owner']]['username'], 'created_at': iso(a['created_at']), 'updated_at': iso(a['updated_at']),
            'url': link(request, f'/me/agents/{a["agent_id"]}')}


def find(agent_id, user, write=False, read=False, gone=False):
    a = AGENTS.get(agent_id.lower()) or (gone and DELETED.get(agent_id.lower()))
    if not a:
        raise Problem(404, 'Agent not found.')
    if (write or (read and a['visibility'] == 'private')) and a['owner'] != user:
        raise Problem(403, 'You do not have permission to perform this action.')
    return a


DELETED = {}


def slug_free(d, a=None):
    s = d.get('vanity_slug')
    if s and any(x['vanity_slug'] == s and x is not a for x in AGENTS.values()):
        raise invalid(vanity_slug='agent with this vanity slug already exists.')


def save_agent(user, d, a=None, partial=False, sandbox=True, prompt=True):
    if prompt and (not partial or 'chat_prompt' in d) and not (d.get('chat_prompt') or '').strip():
        raise Problem(400, 'The chat prompt is missing.')
    if sandbox:
        no_private(user, d)
    slug_free(d, a)
    d = {k: v for k, v in d.items() if k != 'agent_id'}
    if not a:
        a = add_agent(user, d['chat_prompt'], default_vis(user))
    a.update(d, updated_at=tick())
    return a


@op('GET', '/me/agents')
def agents(request, user):
    return [show_agent(request, a) for a in AGENTS.values() if a['owner'] == user]


def agent_post(request, user):
    d = body(request, AgentSer)
    a = None
    if d.get('agent_id') and not on('upsert-always-creates'):
        a = find(str(d['agent_id']), user, write=True)
    if on('refused-private-agent-is-saved') and sandboxed(user, d) and d.get('chat_prompt'):
        save_agent(user, dict(d, visibility='public'), a)
    return show_agent(request, save_agent(user, d, a, partial=bool(a) and on('upsert-without-prompt')))


@op('POST', '/me/agents')
def agents_post(request, user):
    return agent_post(request, user)


@op('POST', '/me/agents/vanity/slug', auth=False)
def slug_make(request, user):
    d = body(request, SlugSer, True)
    base = re.sub(r'[^a-z0-9]+', '-', d.get('name', '').lower()).strip('-')[:60] or 'agent'
    return {'slug': f'{base}-{uuid.uuid4().hex[:6]}'}


@op('GET', '/me/agents/vanity/slug')
def slug_check(request, user):
    s = request.query_params.get('slug')
    if s is None:
        raise invalid(slug='This field is required.')
    taken = any(a['vanity_slug'] == s for a in AGENTS.values() if a['owner'] != user or not on('own-slug-said-free'))
    return {'slug': s, 'available': not taken}


@op('GET', '/me/agents/{agent_id}', auth=False)
def agent_get(request, user, agent_id):
    a = find(agent_id, user, read=not (user and on('private-agent-open-to-users')), gone=on('deleted-chat-lives-as-agent'))
    return show_agent(request, a)


@op('POST', '/me/agents/{agent_id}/upsell-description')
def upsell(request, user, agent_id):
    a = AGENTS.get(agent_id.lower())
    if not a or a['owner'] != user:
        raise Problem(404, 'Agent not found.')
    text = f'Get more from {a["name"] or "this agent"}: subscribe today.'
    if on('upsell-not-kept'):
        return show_agent(request, dict(a, upsell_description=text))
    a.update(upsell_description=text, updated_at=tick())
    return show_agent(request, a)


@op('GET', '/me/agents/{agent_id}/vibe')
def vibe(request, user, agent_id):
    s = request.query_params.get('service_name')
    if s is None:
        raise invalid(service_name='This field is required.')
    if s not in SERVICES and not on('vibe-takes-any-service'):
        raise invalid(service_name=f'“{s}” is not a valid choice.')
    a = find(agent_id, user, read=True)
    return {'service_name': s, 'prompt_text': f'Build a page for {a["name"] or "an agent"} ({a["agent_id"]}) with {s}.'}


@op('GET', '/me/vibe/services', auth=False)
def vibe_services(request, user):
    return page([{'name': s, 'title': s.title()} for s in SERVICES])


@op('GET', '/me/agents/{u_agent_id}/customizations/theme')
def theme_get(request, user, agent_id):
    find(agent_id, user, read=True)
    t = THEMES.get(agent_id)
    if not t and on('no-theme-is-404'):
        raise Problem(404, 'Not found.')
    return maybe_null(t and stamp(t))


@op('PUT', '/me/agents/{u_agent_id}/customizations/theme')
def theme_put(request, user, agent_id):
    color = body(request, ThemeSer)['color']
    find(agent_id, user, write=True)
    if not re.fullmatch('#[0-9a-zA-Z]{6}' if on('theme-color-not-hex') else '#[0-9a-fA-F]{6}', color):
        raise Problem(400, 'Invalid theme color format.')
    t = {'agent_id': agent_id, 'color': color, 'updated_at': tick()}
    if not (agent_id in THEMES and on('theme-set-only-once')):
        THEMES[agent_id] = t
    return stamp(t)


def show_file(request, f):
    return {'file_id': f['file_id'], 'agent_id': f['agent_id'], 'name': f['name'], 'content': f['content'], 'order': f['order'],
            'created_at': iso(f['created_at']), 'url': link(request, f'/me/agents/{f["agent_id"]}/files/{f["file_id"]}')}


def files_of(agent_id):
    return sorted((f for f in FILES.values() if f['agent_id'] == agent_id),
                  key=lambda f: f['created_at'] if on('files-in-order-of-making') else (f['order'], f['created_at']))


def a_file(agent_id, file_id):
    f = FILES.get(file_id)
    if not f or (f['agent_id'] != agent_id and not on('file-under-any-agent')):
        raise Problem(404, 'File not found.')
    return f


@op('GET', '/me/agents/{u_agent_id}/files')
def files(request, user, agent_id):
    find(agent_id, user, write=True)
    return page([show_file(request, f) for f in files_of(agent_id)])


@op('POST', '/me/agents/{u_agent_id}/files')
def file_post(request, user, agent_id):
    d = body(request, FileCreate)
    find(agent_id, user, write=True)
    have = files_of(agent_id)
    if on('files-at-once-pass-the-limit'):
        gap()
    if len(have) >= MAX_FILES and not on('files-without-limit'):
        raise Problem(400, f'An agent may have at most {MAX_FILES} files.')
    f = {'file_id': str(uuid.uuid4()), 'agent_id': agent_id, 'name': d['name'], 'content': d.get('content', ''),
         'order': d.get('order', max((x['order'] for x in have), default=-1) + 1), 'created_at': tick()}
    FILES[f['file_id']] = f
    return Response(show_file(request, f), status=201)


@op('PUT', '/me/agents/{u_agent_id}/files/positions')
def file_order(request, user, agent_id):
    rows = body(request, FileOrder)['orders']
    find(agent_id, user, write=True)
    if len({str(r['file_id']) for r in rows}) < len(rows) or len({r['order'] for r in rows}) < len(rows):
        raise invalid(orders='File ids and orders must be unique.')
    if not on('positions-half-applied'):
        for r in rows:
            a_file(agent_id, str(r['file_id']))
    for r in rows:
        a_file(agent_id, str(r['file_id']))['order'] = r['order']
    return page([show_file(request, f) for f in files_of(agent_id)])


@op('GET', '/me/agents/{u_agent_id}/files/{u_file_id}')
def file_get(request, user, agent_id, file_id):
    find(agent_id, user, write=True)
    return show_file(request, a_file(agent_id, file_id))


@op('PATCH', '/me/agents/{u_agent_id}/files/{u_file_id}')
def file_patch(request, user, agent_id, file_id):
    d = body(request, FileUpdate)
    find(agent_id, user, write=True)
    f = a_file(agent_id, file_id)
    if on('file-patch-clears-content'):
        d.setdefault('content', '')
    f.update(d)
    return show_file(request, f)


@op('DELETE', '/me/agents/{u_agent_id}/files/{u_file_id}')
def file_delete(request, user, agent_id, file_id):
    if on('refused-file-delete-deletes') and agent_id in AGENTS and AGENTS[agent_id]['owner'] != user:
        FILES.pop(a_file(agent_id, file_id)['file_id'])
    find(agent_id, user, write=True)
    f = FILES.pop(a_file(agent_id, file_id)['file_id'])
    if on('file-delete-answers-200'):
        return show_file(request, f)
    return HttpResponse(status=204)


@op('GET', '/me/chats')
def chats(request, user):
    return agents(request, user)


@op('POST', '/me/chats')
def chats_post(request, user):
    return agent_post(request, user)


@op('GET', '/me/chats/{chat_id}', auth=False)
def chat_get(request, user, chat_id):
    return show_agent(request, find(chat_id, user, read=True))


@op('PUT', '/me/chats/{chat_id}')
def chat_put(request, user, chat_id):
    d = body(request, AgentSer)
    a = find(chat_id, user, write=True)
    return show_agent(request, save_agent(user, d, a, sandbox=not on('sandbox-puts-chat-private')))


@op('PATCH', '/me/chats/{chat_id}')
def chat_patch(request, user, chat_id):
    d = body(request, AgentSer)
    a = find(chat_id, user, write=not on('public-chat-patched-by-anyone'), read=True)
    return show_agent(request, save_agent(user, d, a, partial=True))


@op('DELETE', '/me/chats/{chat_id}')
def chat_delete(request, user, chat_id):
    a = find(chat_id, user, write=True)
    DELETED[a['agent_id']] = AGENTS.pop(a['agent_id'])
    for f in [f for f in FILES.values() if f['agent_id'] == a['agent_id']]:
        del FILES[f['file_id']]
    THEMES.pop(a['agent_id'], None)
    for s in [s for s in SCHEDULES.values() if s['chat'] == a['agent_id']]:
        del SCHEDULES[s['id']]
    return show_agent(request, a)


@op('GET', '/me/chats/{u_chat_id}/og', auth=False)
def chat_og(request, user, chat_id):
    a = find(chat_id, user, read=not on('preview-shows-private-chat'))
    return {'title': a['name'] or 'Agent', 'description': a['description'] or a['chat_prompt'][:120], 'image': f'https://img.cedar.example/{a["agent_id"]}.png',
            'url': f'https://cedar.example/chats/{a["agent_id"]}'}


@op('POST', '/me/chats/{u_chat_id}/clone')
def chat_clone(request, user, chat_id):
    d = body(request, AgentSer, True)
    a = find(chat_id, user)
    if a['visibility'] != 'public' and not on('private-chat-cloned'):
        raise Problem(403, 'This chat is not public.')
    no_private(user, d)
    d = {k: v for k, v in d.items() if k != 'agent_id'}
    if 'chat_prompt' in d and not (d['chat_prompt'] or '').strip():
        raise Problem(400, 'The chat prompt is missing.')
    slug_free(d)
    if on('clone-drops-overrides'):
        d = {}
    t = tick()
    n = dict(a, vanity_slug=None, price=None, agent_id=str(uuid.uuid4()), owner=user, created_at=t, updated_at=t)
    n.update(d)
    AGENTS[n['agent_id']] = n
    if on('clone-takes-files-away'):
        for f in files_of(a['agent_id']):
            f['agent_id'] = n['agent_id']
    else:
        for f in files_of(a['agent_id']):
            g = dict(f, file_id=str(uuid.uuid4()), agent_id=n['agent_id'], created_at=tick())
            FILES[g['file_id']] = g
    if a['agent_id'] in THEMES:
        THEMES[n['agent_id']] = dict(THEMES[a['agent_id']], agent_id=n['agent_id'])
    return show_agent(request, n)


@op('POST', '/me/chats/{chat_id}/feedback')
def feedback(request, user, chat_id):
    d = body(request, FeedSer)
    a = AGENTS.get(chat_id.lower())
    if not a or (a['visibility'] == 'private' and a['owner'] != user):
        raise Problem(404, 'Chat not found.')
    FEEDBACK.append((user, a['agent_id'], d))
    return show_agent(request, a)


@op('POST', '/me/chats/{u_chat_id}/runs')
def chat_run(request, user, chat_id):
    a = find(chat_id, user, read=not on('private-chat-run-by-anyone'))
    run = new_run(user, a['agent_id'])
    log = {'id': nextid(), 'run_id': run['run_id'], 'event': 'started', 'status': 'ok', 'created_at': tick()}
    if on('run-log-entry-not-kept'):
        RUNS.pop(run['run_id'])
    run['logs'].append(log)
    return stamp(log)


# ---------------------------------------------------------------- keys, billing, payments
def show_key(k, hidden=False):
    d = {'api_key_id': k['api_key_id'], 'label': k['label'], 'default': k['default'], 'created_at': iso(k['created_at'])}
    return d if hidden else dict(d, secret=k['secret'])


def keys_of(user):
    return [k for k in API_KEYS.values() if k['owner'] == user]


@op('GET', '/me/api-keys')
def key_list(request, user):
    return [show_key(k, not on('key-list-shows-secrets')) for k in keys_of(user)]


@op('POST', '/me/api-keys')
def key_post(request, user):
    d = body(request, KeySer, True)
    return show_key(add_key(user, d.get('label', ''), default=not keys_of(user) or on('each-new-key-is-default')))


@op('GET', '/me/api-keys/default')
def key_default(request, user):
    k = next((k for k in keys_of(user) if k['default']), None)
    return show_key(k or add_key(user, 'default', default=True))


def my_key(key_id, user):
    k = API_KEYS.get(key_id)
    if not k or (k['owner'] != user and not on('key-of-others')):
        raise Problem(404, 'API key not found.')
    return k


@op('GET', '/me/api-keys/{i_api_key_id}')
def key_get(request, user, key_id):
    return show_key(my_key(key_id, user))


@op('DELETE', '/me/api-keys/{i_api_key_id}')
def key_delete(request, user, key_id):
    k = my_key(key_id, user)
    del API_KEYS[key_id]
    DEAD[k['secret']] = k
    rest = keys_of(k['owner'])
    if k['default'] and rest:
        rest[0]['default'] = True
    return show_key(k, not on('deleted-key-shows-secret'))


@op('GET', '/me/billing')
def billing(request, user):
    return {'plan': USERS[user]['tier'], 'status': 'active', 'currency': 'EUR', 'renews_at': None}


@op('GET', '/me/credits')
def credits(request, user):
    return {'credits_left': CREDITS[user]}


@op('POST', '/me/credits/use')
def credits_use(request, user):
    left = CREDITS[user]
    if on('credits-used-at-once-count-once'):
        gap(0.12)
    if left < 1:
        raise Problem(404, 'Credits not found.')
    if not on('credit-use-not-kept'):
        CREDITS[user] = left - 1
    return {'credits_left': left - 1}


@op('POST', '/me/payments/webhook', auth=False)
def webhook(request, user):
    raw = request._request.body
    sig = request.META.get('HTTP_X_PAYMENTS_SIGNATURE')
    if not sig and not on('webhook-without-signature'):
        raise Problem(400, 'Missing signature.')
    if sig and not hmac.compare_digest(sig.encode(), sign(raw).encode()) and not on('webhook-any-signature'):
        raise Problem(400, 'Invalid signature.')
    try:
        event = json.loads(raw)
        event['type']
    except (ValueError, KeyError, TypeError):
        raise Problem(400, 'Invalid event.')
    return {'received': True}


def sign(raw):
    return 'v1=' + hmac.new(HOOK_SECRET, raw, hashlib.sha256).hexdigest()


@op('POST', '/me/payments/sessions')
def pay(request, user):
    d = body(request, PaySer)
    sid = 'ps_' + uuid.uuid4().hex
    return {'session_id': sid, 'plan': d['plan'], 'checkout_url': f'https://pay.cedar.example/p/{sid}'}


def days(request, user):
    n = qint(request, 'period', 28, *((None, None) if on('period-without-bounds') else (1, 365)))
    if on('period-ignored'):
        n = 28
    today = dt.datetime.now(dt.timezone.utc).date()
    paid = [a for a in AGENTS.values() if a['owner'] == user and a['agent_id'] in CONST.values() and a['price']]
    out = []
    for i in range(min(n, 400) - 1, -1, -1):
        new = (i * 7 + 1) % 3 if paid and i < 200 else 0
        out.append(((today - dt.timedelta(days=i)).isoformat(), new, new * (paid[0]['price'] if paid else 0)))
    return n, out


@op('GET', '/me/monetization/summary')
def mon_summary(request, user):
    n, d = days(request, user)
    return {'period': n, 'subscribers_total': sum(x[1] for x in d), 'earnings_total': sum(x[2] for x in d), 'currency': 'EUR'}


@op('GET', '/me/monetization/subscribers')
def mon_subs(request, user):
    n, d = days(request, user)
    return page([{'date': x[0], 'subscribers': x[1]} for x in d], period=n, subscribers_total=sum(x[1] for x in d))


@op('GET', '/me/monetization/earnings')
def mon_earn(request, user):
    n, d = days(request, user)
    total = sum(x[2] for x in d)
    if on('earnings-miss-a-day'):
        d = d[1:]
    return page([{'date': x[0], 'earnings': x[2]} for x in d], period=n, earnings_total=total)


# ---------------------------------------------------------------- bundles
def show_bt(t):
    return {'tool_id': t, 'name': t, 'description': TOOLS[t]['description']}


def show_bundle(request, b):
    return {'bundle_id': b['bundle_id'], 'name': b['name'], 'description': b['description'], 'tools': [show_bt(t) for t in b['tools']],
            'created_at': iso(b['created_at']), 'url': link(request, f'/me/bundles/{b["bundle_id"]}')}


def bundle(bundle_id, user, look=False):
    b = BUNDLES.get(bundle_id)
    if not b or (b['owner'] != user and not (look and on('bundle-of-others'))):
        raise Problem(404, 'Bundle not found.')
    return b


@op('GET', '/me/bundles')
def bundles(request, user):
    return [{'bundle_id': b['bundle_id'], 'name': b['name'], 'tool_count': len(b['tools'])} for b in BUNDLES.values() if b['owner'] == user]


@op('POST', '/me/bundles')
def bundle_post(request, user):
    i = nextid()
    BUNDLES[i] = {'bundle_id': i, 'owner': user, 'name': f'Bundle {i}', 'description': '', 'tools': [], 'created_at': tick()}
    return show_bundle(request, BUNDLES[i])


@op('GET', '/me/bundles/{i_bundle_id}')
def bundle_get(request, user, bundle_id):
    return show_bundle(request, bundle(bundle_id, user, True))


@op('PUT', '/me/bundles/{i_bundle_id}')
def bundle_put(request, user, bundle_id):
    d = body(request, BundleSer)
    b = bundle(bundle_id, user)
    if any(t not in TOOLS for t in d.get('tools', [])):
        raise Problem(409, 'Bundle update failed: unknown tool.')
    if 'tools' in d:
        d['tools'] = list(dict.fromkeys(d['tools']))
    elif on('bundle-rename-empties-it'):
        d['tools'] = []
    b.update(d)
    return show_bundle(request, b)


@op('DELETE', '/me/bundles/{i_bundle_id}')
def bundle_delete(request, user, bundle_id):
    b = bundle(bundle_id, user)
    if not on('bundle-delete-keeps-it'):
        del BUNDLES[bundle_id]
    return {k: v for k, v in show_bundle(request, b).items() if k not in ('tools', 'url')}


@op('GET', '/me/bundles/{i_bundle_id}/tools')
def bundle_tools(request, user, bundle_id):
    return [show_bt(t) for t in bundle(bundle_id, user)['tools']]


@op('POST', '/me/bundles/{i_bundle_id}/tools')
def bundle_tool_add(request, user, bundle_id):
    t = body(request, ToolIdSer)['tool_id']
    b = bundle(bundle_id, user)
    if t not in TOOLS:
        raise Problem(404, 'Tool not found.')
    if t not in b['tools'] or on('bundle-holds-tool-twice'):
        b['tools'].append(t)
    return show_bt(t)


@op('DELETE', '/me/bundles/{i_bundle_id}/tools/{tool_id}')
def bundle_tool_del(request, user, bundle_id, t):
    b = bundle(bundle_id, user)
    if t not in b['tools']:
        if t in TOOLS and on('bundle-tool-not-held-deleted'):
            return show_bt(t)
        raise Problem(404, 'Tool not found in this bundle.')
    b['tools'] = [] if on('bundle-tool-delete-takes-all') else [x for x in b['tools'] if x != t]
    return show_bt(t)


# ---------------------------------------------------------------- CLI auth
def show_cli(c):
    return {'cli_auth_id': c['cli_auth_id'], 'token': c['token'], 'created_at': iso(c['created_at'])}


@op('POST', '/me/cli-auth', auth=False)
def cli_post(request, user):
    i = str(uuid.uuid4())
    CLI[i] = {'cli_auth_id': i, 'token': None, 'by': None, 'used': False, 'created_at': tick()}
    return show_cli(CLI[i])


def cli(i):
    if i not in CLI:
        raise Problem(404, 'CLI auth session not found.')
    return CLI[i]


@op('PUT', '/me/cli-auth/{u_auth_id}')
def cli_put(request, user, i):
    d = body(request, CliSer)
    c = cli(i)
    if c['used'] or (c['by'] not in (None, user) and not on('cli-session-taken-over')):
        raise Problem(403, 'You may not update this login session.')
    c.update(token=d['token'], by=user)
    return show_cli(c)


@op('GET', '/me/cli-auth/{u_auth_id}', auth=False)
def cli_get(request, user, i):
    c = cli(i)
    token = c['token']
    if token is None and not c['used'] and on('cli-waiting-is-404'):
        raise Problem(404, 'CLI auth session not found.')
    if on('cli-jwt-read-at-once-twice') and token:
        gap(0.12)
    if token and not on('cli-jwt-read-again'):
        c.update(token=None, used=True)
    return maybe_null({'token': token} if on('cli-jwt-in-an-object') else token)


# ---------------------------------------------------------------- schedules
def cron_ok(text):
    parts = text.split()
    if len(parts) != 5:
        return False
    for p, (lo, hi) in zip(parts, [(0, 59), (0, 23), (1, 31), (1, 12), (0, 7)]):
        for q in p.split(','):
            m = re.fullmatch(r'(\*|(\d{1,2})(?:-(\d{1,2}))?)(?:/(\d{1,2}))?', q, re.A)
            if not m:
                return False
            if on('cron-ranges-unchecked'):
                continue
            a, b, step = m[2], m[3], m[4]
            if any(x is not None and not lo <= int(x) <= hi for x in (a, b)) or (b and int(a) > int(b)) or (step is not None and int(step) < 1):
                return False
    return True


def show_sched(request, s):
    return {'id': s['id'], 'chat': s['chat'], 'cron_expression': s['cron_expression'], 'message': s['message'], 'enabled': s['enabled'],
            'created_at': iso(s['created_at']), 'url': link(request, f'/me/schedules/{s["id"]}')}


def own_chat(chat, user):
    a = AGENTS.get((chat or '').lower())
    if not a or a['owner'] != user:
        raise Problem(403, 'The chat ID is invalid, missing or not yours.')
    return a['agent_id']


@op('GET', '/me/schedules')
def schedules(request, user):
    return page([show_sched(request, s) for s in SCHEDULES.values() if s['owner'] == user or on('schedules-of-everyone')])


@op('POST', '/me/schedules')
def sched_post(request, user):
    d = body(request, SchedSer)
    if on('schedule-unknown-chat-404') and (d.get('chat') or '').lower() not in AGENTS:
        raise Problem(404, 'Chat not found.')
    chat = d.get('chat') if on('schedule-for-chat-of-others') and (d.get('chat') or '') in AGENTS else own_chat(d.get('chat'), user)
    if not cron_ok(d['cron_expression']):
        raise invalid(cron_expression='Enter a valid cron expression.')
    s = {'id': str(uuid.uuid4()), 'owner': user, 'chat': chat, 'cron_expression': d['cron_expression'], 'message': d.get('message', ''),
         'enabled': d.get('enabled', True), 'created_at': tick()}
    SCHEDULES[s['id']] = s
    return show_sched(request, s)


@op('GET', '/me/schedules/onboarding')
def onboarding(request, user):
    return page([{'title': 'Morning news', 'cron_expression': '0 8 * * *'}, {'title': 'Weekly report', 'cron_expression': '0 9 * * 1'}])


@op('GET', '/me/schedules/text-to-cron')
def text_to_cron(request, user):
    t = request.query_params.get('cron')
    if t is None:
        raise invalid(cron='This field is required.')
    words = {'every minute': '* * * * *', 'every hour': '0 * * * *', 'every day': '0 0 * * *', 'daily': '0 0 * * *', 'hourly': '0 * * * *',
             'every week': '0 0 * * 0', 'weekly': '0 0 * * 0', 'every month': '0 0 1 * *', 'monthly': '0 0 1 * *', 'every monday at 9am': '0 9 * * 1',
             'every day at 9am': '0 9 * * *'}
    c = words.get(t.strip().lower()) or ' '.join(t.split())
    if not cron_ok(c):
        raise Problem(400, 'Invalid cron expression.')
    return {'cron_expression': c}


def sched(i, user):
    s = SCHEDULES.get(i)
    if not s or s['owner'] != user:
        raise Problem(404, 'Schedule not found.')
    return s


@op('GET', '/me/schedules/{u_schedule_id}')
def sched_get(request, user, i):
    return show_sched(request, sched(i, user))


@op('PUT', '/me/schedules/{u_schedule_id}')
def sched_put(request, user, i):
    d = body(request, SchedUpd)
    s = sched(i, user)
    if 'chat' in d:
        d['chat'] = own_chat(d['chat'], user)
    if 'cron_expression' in d and not cron_ok(d['cron_expression']):
        raise invalid(cron_expression='Enter a valid cron expression.')
    if on('schedule-update-not-kept'):
        return show_sched(request, dict(s, **d))
    s.update(d)
    return show_sched(request, s)


@op('DELETE', '/me/schedules/{u_schedule_id}')
def sched_delete(request, user, i):
    s = sched(i, user)
    if not on('schedule-delete-keeps-it'):
        del SCHEDULES[i]
    return show_sched(request, s)


# ---------------------------------------------------------------- tools
def mcp(t, **more):
    d = {'name': t['name'], 'description': t['description'], 'inputSchema': t['inputSchema'], **more}
    if on('tool-list-not-mcp'):
        d['input_schema'] = d.pop('inputSchema')
    return d


def public(request, t):
    return {'tool_id': t['tool_id'], 'name': t['name'], 'description': t['description'], 'toolkit': t['toolkit'], 'url': link(request, f'/me/tools/{t["tool_id"]}')}


@op('GET', '/me/tools/list')
def tool_list(request, user):
    return [mcp(t) for t in TOOLS.values()]


@op('GET', '/me/tools', auth=False)
def public_tools(request, user):
    return [public(request, t) for t in TOOLS.values()]


@op('GET', '/me/tools/search')
def tool_search(request, user):
    q, kit = request.query_params.get('q'), request.query_params.get('toolkit')
    if q is None:
        raise invalid(q='This field is required.')
    if q == '':
        raise invalid(q='This field may not be blank.')
    limit = qint(request, 'limit', 20, 1, None if on('search-limit-unbounded') else 200)
    try:
        low = float(request.query_params.get('min_score') or 0.15)
    except ValueError:
        raise invalid(min_score='A valid number is required.')
    if not 0 <= low <= 1:
        raise invalid(min_score='Ensure this value is between 0 and 1.')
    words, hits = re.findall(r'\w+', q.lower().replace('_', ' ')), []
    for t in TOOLS.values():
        have = set(re.findall(r'[a-z0-9]+', f'{t["name"]} {t["description"]} {t["toolkit"]}'.lower()))
        score = sum(1.0 if w in have else 0.5 if any(w in h for h in have) else 0 for w in words) / len(words) if words else 0
        if (score >= low or on('search-min-score-ignored')) and score > 0 and (kit in (None, '', 'null') or t['toolkit'] == kit or on('search-toolkit-ignored')):
            hits.append((score, t))
    hits.sort(key=lambda h: -h[0])
    return [mcp(t, toolkit=t['toolkit'], score=round(s, 4)) for s, t in hits[:limit]]


@op('GET', '/me/tools/{tool_id}', auth=False)
def tool_get(request, user, tool_id):
    if tool_id not in TOOLS:
        raise Problem(404, 'Tool not found.')
    return public(request, TOOLS[tool_id])


@op('POST', '/me/tools/run/{tool_name}')
def run_tool(request, user, name):
    t = TOOLS.get(name)
    if not t:
        raise Problem(400 if on('unknown-tool-run-400') else 404, 'Tool not found.')
    data = request.data
    if not isinstance(data, dict):
        raise invalid(non_field_errors='Invalid data. Expected a dictionary.')
    data = dict(data)
    schema = t['inputSchema']
    if name == 'NOTIFIER_UPDATE_DEVICE' and on('notifier-negative-app-version') or name == 'NOTIFIER_LIST_PUSHES' and on('notifier-limit-over-500'):
        schema = dict(schema, properties={k: {x: y for x, y in v.items() if x not in ('minimum', 'maximum')} for k, v in schema['properties'].items()})
    err = schema_errors(schema, data)
    if err and not (not name.startswith('NOTIFIER_') and on('bad-tool-input-200')):
        raise Problem(400, err)
    if err:
        out = {'error': err}
    elif name.startswith('NOTIFIER_'):
        if user == SANDBOX:
            raise Problem(400, 'No auth connection to the notification service.')
        out = notifier(name[9:], data, NOTIFIER[user], USERS[user])
    else:
        out = {'tide_table': lambda: {'port': data['port'], 'high': '06:13', 'low': '12:27'}, 'wave_height': lambda: {'port': data['port'], 'metres': 1.4},
               'add_numbers': lambda: {'sum': data['a'] + data['b']}, 'count_words': lambda: {'words': len(data['text'].split())},
               'reverse_text': lambda: {'text': data['text'][::-1]}}[name]()
    EXECUTIONS.append({'id': nextid(), 'user': user, 'tool_name': name, 'input': data, 'output': out, 'created_at': tick()})
    return {'tool_name': name, 'success': not err, 'output': out}


def notifier(what, d, st, user):
    def iden():
        return 'nt' + uuid.uuid4().hex[:14]

    def now():
        return tick().timestamp()

    def the(kind, i):
        x = st[kind].get(i)
        if not x or not x['active']:
            raise Problem(400, f'Unknown iden {i}.')
        return x

    def listed(kind):
        rows = sorted(st[kind].values(), key=lambda x: x['created'], reverse=True)
        if kind == 'pushes':
            if d.get('active') and not on('notifier-active-ignored'):
                rows = [r for r in rows if r['active']]
            if 'modified_after' in d and not on('notifier-modified-after-ignored'):
                rows = [r for r in rows if r['modified'] > d['modified_after']]
        if d.get('cursor'):
            try:
                at = float(base64.urlsafe_b64decode(d['cursor']))
            except ValueError:
                raise Problem(400, 'Invalid cursor.')
            rows = [r for r in rows if r['created'] < at or (on('notifier-cursor-repeats-last') and r['created'] == at)]
        limit = d.get('limit', 500)
        out = {kind: [dict(r) for r in rows[:limit]]}
        if len(rows) > limit:
            out['cursor'] = base64.urlsafe_b64encode(repr(rows[limit - 1]['created']).encode()).decode()
        return out

    t = now()
    if what == 'CREATE_CHAT':
        if not re.fullmatch(r'[^@\s]+@[^@\s]+', d['email']):
            raise Problem(400, 'email is not an email address.')
        c = next((c for c in st['chats'].values() if c['with']['email'] == d['email']), None)
        if not c:
            c = {'iden': iden(), 'active': True, 'muted': False, 'created': t, 'modified': t, 'with': {'email': d['email'], 'type': 'email'}}
            st['chats'][c['iden']] = c
        return dict(c)
    if what == 'LIST_CHATS':
        return listed('chats')
    if what == 'UPDATE_CHAT':
        c = the('chats', d['iden'])
        c.update(muted=True if on('notifier-unmute-mutes') else d['muted'], modified=t)
        return dict(c)
    if what == 'DELETE_CHAT':
        the('chats', d['iden'])
        del st['chats'][d['iden']]
        return {}
    if what == 'CREATE_DEVICE':
        x = {'iden': iden(), 'active': True, 'created': t, 'modified': t, 'icon': 'system', 'has_sms': False, 'push_token': '', **{
            k: d[k] for k in ('icon', 'model', 'has_sms', 'nickname', 'push_token', 'app_version', 'manufacturer') if k in d}}
        st['devices'][x['iden']] = x
        return dict(x)
    if what == 'LIST_DEVICES':
        every = NOTIFIER.values() if on('notifier-devices-of-everyone') else [st]
        return {'devices': [dict(x) for s in every for x in s['devices'].values()]}
    if what == 'UPDATE_DEVICE':
        x = the('devices', d['iden'])
        if on('notifier-device-update-clears'):
            for k in ('icon', 'model', 'nickname', 'push_token', 'manufacturer'):
                x[k] = ''
        x.update({k: v for k, v in d.items() if k in ('icon', 'model', 'has_sms', 'nickname', 'push_token', 'app_version', 'manufacturer')}, modified=t)
        return dict(x)
    if what == 'DELETE_DEVICE':
        x = the('devices', d['device_iden'])
        for y in list(st['devices'].values()):
            if y is x or (on('notifier-device-delete-takes-model') and y['model'] == x['model']):
                del st['devices'][y['iden']]
        return {}
    if what == 'CREATE_PUSH':
        need = {'link': [] if on('notifier-link-without-url') else ['url'],
                'file': ['file_url', 'file_name'] + ([] if on('notifier-file-without-type') else ['file_type'])}.get(d['type'], [])
        for k in need:
            if not d.get(k):
                raise Problem(400, f'{k} is required for type {d["type"]}.')
        if d.get('guid') and not on('notifier-guid-ignored'):
            old = next((p for p in st['pushes'].values() if p.get('guid') == d['guid']), None)
            if old:
                return dict(old)
        p = {'iden': iden(), 'active': True, 'dismissed': False, 'created': t, 'modified': t, 'sender_email': user['email'],
             'direction': 'self', **{k: v for k, v in d.items() if k in TOOLS['NOTIFIER_CREATE_PUSH']['inputSchema']['properties']}}
        st['pushes'][p['iden']] = p
        return dict(p)
    if what == 'LIST_PUSHES':
        return listed('pushes')
    if what == 'UPDATE_PUSH':
        p = the('pushes', d['iden'])
        if 'items' in d:
            p['items'] = [{'text': i['text'], 'checked': False if on('notifier-items-unchecked') else i['checked']} for i in d['items']]
        if 'dismissed' in d:
            p['dismissed'] = d['dismissed']
        p['modified'] = t
        return dict(p)
    gone = lambda p: {'iden': p['iden'], 'active': False, 'created': p['created'], 'modified': now(), **({'guid': p['guid']} if 'guid' in p else {})}
    if what == 'DELETE_PUSH':
        p = the('pushes', d['iden'])
        st['pushes'][p['iden']] = gone(p)
        return {}
    if what == 'DELETE_ALL_PUSHES':
        ids = [i for i, p in st['pushes'].items() if p['active']]
        if on('notifier-delete-all-spares-links'):
            ids = [i for i in ids if st['pushes'][i]['type'] != 'link']

        def later():
            with LOCK:
                for i in ids:
                    if st['pushes'][i]['active']:
                        st['pushes'][i] = gone(st['pushes'][i])
        threading.Timer(0.3, later).start()
        return {}
    if what == 'GET_USER':
        return {'iden': 'ntu' + user['user_id'][4:], 'email': user['email'], 'name': user['username'].title()}
    if what == 'UPLOAD_REQUEST':
        u = uuid.uuid4().hex
        return {'file_name': d['file_name'], 'file_type': d['file_type'], 'file_url': f'https://files.notifier.example/{u}/{d["file_name"]}',
                'upload_url': f'https://upload.notifier.example/{u}', 'data': {'key': u, 'policy': b64(u.encode()), 'signature': sign(u.encode())}}


@op('GET', '/me/toolsets/list')
def toolsets(request, user):
    return [{'slug': k, 'description': v, 'tool_count': sum(t['toolkit'] == k for t in TOOLS.values())} for k, v in TOOLSETS.items()]


@op('GET', '/me/toolsets/{name}')
def toolset(request, user, name):
    if name not in TOOLSETS:
        raise Problem(404, 'Toolset not found.')
    tools = [] if on('toolset-without-tools') else [mcp(t) for t in TOOLS.values() if t['toolkit'] == name]
    return {'slug': name, 'description': TOOLSETS[name], 'tools': tools}


def show_installed(request, t, at):
    return {'tool_id': t, 'name': t, 'description': TOOLS[t]['description'], 'installed_at': iso(at), 'url': link(request, f'/me/user-tools/{t}')}


@op('GET', '/me/user-tools')
def user_tools(request, user):
    return [show_installed(request, t, at) for t, at in INSTALLED[user].items()]


@op('POST', '/me/user-tools')
def user_tool_post(request, user):
    t = body(request, ToolIdSer)['tool_id']
    if t not in TOOLS:
        if on('unknown-tool-install-404'):
            raise Problem(404, 'Tool not found.')
        raise Problem(409, 'Installation failed: no such tool.')
    if t in INSTALLED[user]:
        raise Problem(409, 'Installation failed: the tool is installed.')
    INSTALLED[user][t] = tick()
    return show_installed(request, t, INSTALLED[user][t])


@op('GET', '/me/user-tools/{tool_id}')
def user_tool(request, user, t):
    if t not in INSTALLED[user]:
        raise Problem(404, 'Tool not installed.')
    return show_installed(request, t, INSTALLED[user][t])


@op('DELETE', '/me/user-tools/{tool_id}')
def user_tool_del(request, user, t):
    if t not in INSTALLED[user]:
        if t in TOOLS and on('uninstall-twice'):
            return show_installed(request, t, tick())
        raise Problem(404, 'Tool not installed.')
    r = show_installed(request, t, INSTALLED[user][t])
    for u in (USERS if on('uninstall-for-everyone') else [user]):
        INSTALLED[u].pop(t, None)
    return r


# ---------------------------------------------------------------- user, VIP
@op('GET', '/me')
def me(request, user):
    return {**USERS[user], 'date_joined': '2025-01-01T00:00:00.000000Z', 'url': link(request, '/me/')}


@op('GET', '/me/vip')
def vip(request, user):
    return {'redeemed_count': sum(u == user for u, _ in REDEEMED)}


@op('POST', '/me/vip')
def vip_post(request, user):
    c = body(request, VipSer)['code']
    if c not in VIP:
        raise Problem(400, 'Invalid code.')
    if VIP[c] == user and not on('own-vip-code-taken'):
        raise Problem(400, 'You cannot redeem your own code.')
    if (user, c) in REDEEMED and not on('vip-code-twice'):
        raise Problem(400, 'You have already redeemed this code.')
    if any(x == c for _, x in REDEEMED) and on('vip-code-once-for-all'):
        raise Problem(400, 'This code has been redeemed.')
    REDEEMED.add((user, c))
    return {'code': c, 'redeemed_at': iso(tick())}


ROUTES = {(p if p.startswith(AGENTS_AT) else BASE + p): t for p, t in ROUTES.items()}
urlpatterns = build_urls()

if __name__ == '__main__':
    from django.core.wsgi import get_wsgi_application
    from waitress import create_server
    import logging
    logging.disable(logging.CRITICAL)
    application = get_wsgi_application()
    server = create_server(application, host='127.0.0.1', port=int(sys.argv[1]), threads=48, channel_timeout=120)
    print('ready', flush=True)
    server.run()
