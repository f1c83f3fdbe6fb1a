// Billing, credits, payments, and what the caller's paid agents earn.

import { createHmac, timingSafeEqual } from 'node:crypto';
import { on } from '../core/faults.js';
import { DAY, dayOf, stamp, wire } from '../core/clock.js';
import { letters } from '../core/ids.js';
import { reply } from '../core/http.js';
import { Problem, badRequest, notFound } from '../core/problem.js';
import { anyObject, int, isObject, obj, query } from '../core/validate.js';
import { PAYMENT_SECRET, SIGNATURE_HEADER } from '../state/fixtures.js';
import { db } from '../state/db.js';

/** BillingInformationSubscription */
function billing({ user }) {
  const { plan } = user ?? db.users.values().next().value;
  if (on('billing-sandbox-500')) return { state: 'active', plan: { name: plan.name } };
  return plan
    ? { state: 'active', plan: { name: plan.name, cents: plan.cents, per: plan.per }, renews: wire(plan.renews) }
    : { state: 'none', plan: null, renews: null };
}

// ---- credits ----

const creditsView = ({ left, used }) => ({ left, used });

function getCredits({ user }) {
  if (on('credits-get-spends')) user.credits.left -= 1;
  return creditsView(user.credits);
}

const pause = (millis) => new Promise((resolve) => { setTimeout(resolve, millis); });

async function useCredit({ user }) {
  const { credits } = on('n-credits-use-of-first-user') ? db.users.values().next().value : user;
  if (credits.left < 1) throw notFound('credit left');
  const before = { ...credits };
  const after = { left: before.left + (on('credits-use-adds') ? 1 : -1), used: before.used + 1 };
  if (on('credits-use-race')) await pause(40);
  if (!on('credits-use-not-stored')) Object.assign(credits, after);
  return creditsView(on('credits-use-answers-old') ? before : after);
}

// ---- payments ----

const signatureOf = (bytes) => `sha256=${createHmac('sha256', PAYMENT_SECRET).update(bytes).digest('hex')}`;

function same(given, expected) {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}

function checkSignature(given, bytes) {
  if (on('webhook-signature-not-needed') && !given) return;
  if (!given) throw new Problem(on('webhook-missing-401') ? 401 : 400, 'no_signature', `the header ${SIGNATURE_HEADER} is missing`);
  if (on('webhook-signature-not-verified')) return;
  let signed = bytes;
  if (on('webhook-signs-parsed-body')) signed = JSON.stringify(JSON.parse(bytes));
  if (!same(given, signatureOf(signed))) throw badRequest('the signature does not fit', 'bad_signature');
}

function readEvent(bytes) {
  try {
    const event = JSON.parse(bytes);
    if (isObject(event) && typeof event.id === 'string' && typeof event.kind === 'string') return event;
  } catch {
    // Said below.
  }
  throw badRequest('this is no event', 'bad_event');
}

/** Events of kinds that we don't know are taken and do nothing; an event that comes again is not counted again. */
function webhook({ headers, bytes }) {
  checkSignature(headers[SIGNATURE_HEADER.toLowerCase()], bytes);
  const event = readEvent(bytes);
  if ((!db.payments.has(event.id) || on('n-webhook-replay-counts')) && event.kind === 'credits.bought') {
    const user = db.users.get(event.user);
    if (!user || !Number.isInteger(event.credits) || event.credits < 1) throw badRequest('this is no event', 'bad_event');
    user.credits.left += event.credits;
  }
  db.payments.add(event.id);
  return { done: true };
}

const SessionRequest = obj({ credits: int({ min: 1, max: 100_000 }) });

function openSession({ user, body }) {
  const id = `pay_${letters(16)}`;
  const session = { id, url: `https://till.example/pay/${id}`, credits: body.credits, cents: body.credits * 5, for: user.email };
  return on('payment-session-201') ? reply(201, session) : session;
}

// ---- monetization ----

const startOfToday = () => Date.parse(`${dayOf(stamp())}T00:00Z`) * 1000;

/** The first moments of the days of the period, today's last. */
const daysOf = (period) => Array.from({ length: period }, (_, index) => startOfToday() - (period - 1 - index) * DAY);

const mine = (user) => (agentId) => on('monetization-of-all-users') || db.agents.get(agentId)?.user === user.id;

const subscriptionsTo = (user) => [...db.subscriptions.values()].filter((one) => mine(user)(one.agent));
const incomeOf = (user) => db.ledger.filter((entry) => on('monetization-of-all-users') || entry.owner === user.id);
const centsOf = (entries) => entries.reduce((sum, entry) => sum + entry.cents, 0);

/** Whether the subscription was active at some moment from `from` to `to`. */
const activeIn = (from, to) => (one) => one.since < to && (one.ended === null || one.ended >= from);

function summary({ user, query: { period: asked } }) {
  const period = Math.min(asked, 365); // more comes here by a fault only
  const from = daysOf(period)[0];
  const inPeriod = (entry) => (on('summary-earnings-outside-period') ? entry.at < from : entry.at >= from);
  return {
    period,
    subs: subscriptionsTo(user).filter(activeIn(from, Infinity)).length,
    earned: centsOf(incomeOf(user).filter(inPeriod)),
    unit: 'cent',
  };
}

function subscribers({ user, query: { period } }) {
  const all = subscriptionsTo(user);
  return { days: daysOf(period).map((from) => ({ day: dayOf(from), count: all.filter(activeIn(from, from + DAY)).length })) };
}

function earnings({ user, query: { period } }) {
  let all = incomeOf(user);
  if (on('n-earnings-without-today')) all = all.filter((entry) => entry.at < startOfToday());
  const days = daysOf(on('earnings-period-ignored') ? 28 : period);
  return {
    days: days.map((from) => ({ day: dayOf(from), cents: centsOf(all.filter((entry) => entry.at >= from && entry.at < from + DAY)) })),
    unit: 'cent',
  };
}

const periodQuery = (changes) => ({ period: query('integer', { min: 1, max: 365, fallback: 28, ...changes }) });

export function moneyRoutes(router) {
  const token = (id) => ({ auth: on(id) ? 'open' : 'user' });
  router.add('GET', '/me/billing', token('billing-without-token'), billing);
  router.add('GET', '/me/credits', {}, getCredits);
  router.add('POST', '/me/credits/use', on('credits-use-needs-body') ? { body: anyObject } : {}, useCredit);
  router.add('POST', '/me/payments/webhook', { auth: 'open' }, webhook);
  router.add('POST', '/me/payments/sessions', { body: SessionRequest }, openSession);
  router.add('GET', '/me/monetization/summary', {
    query: periodQuery({ ...(on('summary-period-default-30') && { fallback: 30 }), ...(on('summary-period-365-refused') && { max: 364 }),
      ...(on('n-summary-period-clamped') && { max: Infinity }) }),
  }, summary);
  router.add('GET', '/me/monetization/subscribers', {
    query: { period: on('subscribers-period-fraction') ? query('number', { min: 1, max: 365, fallback: 28 })
      : periodQuery(on('subscribers-period-zero') && { min: 0 }).period },
  }, subscribers);
  router.add('GET', '/me/monetization/earnings', { query: periodQuery(on('earnings-period-366') && { max: 3650 }) }, earnings);
}
