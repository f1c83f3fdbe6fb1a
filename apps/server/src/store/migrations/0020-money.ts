/** Credits, payments, subscriptions, VIP codes, and what the embedded payment provider remembers. */
export const createMoney = [
  `create table credits (
    user_id uuid primary key references "user" (id) on delete cascade,
    balance integer not null check (balance >= 0),
    updated_at timestamptz not null default now()
  )`,
  `create table agent_price (
    agent_id uuid primary key references agent (id) on delete cascade,
    amount integer not null check (amount > 0)
  )`,
  `create table subscription (
    id uuid primary key,
    user_id uuid not null references "user" (id) on delete cascade,
    agent_id uuid not null,
    owner_id uuid not null,
    state text not null check (state in ('pending', 'active', 'lapsed', 'ended')),
    amount integer not null,
    success_url text not null,
    cancel_url text not null,
    checkout_id text,
    checkout_url text,
    checkout_expires_at timestamptz,
    reference text,
    created_at timestamptz not null default now(),
    started_at timestamptz,
    paid_until timestamptz,
    ended_at timestamptz
  )`,
  `create unique index one_open_subscription on subscription (user_id, agent_id)
    where state in ('pending', 'active')`,
  'create index subscription_of_owner on subscription (owner_id) where started_at is not null',
  `create table payment (
    event_id text primary key,
    user_id uuid not null references "user" (id) on delete cascade,
    owner_id uuid,
    agent_id uuid,
    amount integer not null,
    paid_at timestamptz not null
  )`,
  'create index payment_to_owner on payment (owner_id, paid_at)',
  'create index payment_of_user on payment (user_id, paid_at)',
  `create table payment_event (
    id text primary key,
    received_at timestamptz not null default now()
  )`,
  `create table vip_code (
    code text primary key,
    owner_id uuid references "user" (id) on delete cascade,
    credits integer not null check (credits >= 0),
    created_at timestamptz not null default now()
  )`,
  `create table vip_redemption (
    code text not null references vip_code (code) on delete cascade,
    user_id uuid not null references "user" (id) on delete cascade,
    redeemed_at timestamptz not null default now(),
    primary key (code, user_id)
  )`,
  `create table embedded_checkout (
    id text primary key,
    key text not null unique,
    request json not null,
    state text not null check (state in ('open', 'paid', 'canceled')),
    created_at timestamptz not null default now(),
    expires_at timestamptz not null
  )`,
  `create table embedded_subscription (
    reference text primary key,
    subscription_id uuid not null unique,
    amount integer not null,
    paid_until timestamptz not null,
    ended_at timestamptz
  )`,
  `create table embedded_event (
    id text primary key,
    body text not null,
    created_at timestamptz not null default now(),
    delivered_at timestamptz
  )`,
  'create index undelivered_event on embedded_event (created_at) where delivered_at is null',
];
