import { Injectable } from '@nestjs/common';
import { createHash, randomUUID } from 'crypto';
import { tick } from '../common/clock';
import {
  Agent, AgentFile, ApiKeyRow, Bundle, Checkout, CliSession, Execution, InstalledTool, McpLog, Payment, Run, RunLog, Schedule,
  StudioChat, Subscription, Theme, User, VipCode, Visibility,
} from './models';

const DAY = 86_400_000;
export const ADA = '4f0c1d52-7a3e-4b61-9c0d-1a2b3c4d5e01';
export const BO = '4f0c1d52-7a3e-4b61-9c0d-1a2b3c4d5e02';
export const SANDY = '4f0c1d52-7a3e-4b61-9c0d-1a2b3c4d5e03';

/** Everything, in memory; as it was seeded at each start. */
@Injectable()
export class Store {
  readonly users = new Map<string, User>();
  readonly agents = new Map<string, Agent>();
  readonly files = new Map<string, AgentFile>();
  readonly themes = new Map<string, Theme>();
  readonly runs = new Map<string, Run>();
  readonly runLogs: RunLog[] = [];
  readonly mcpLogs: McpLog[] = [];
  readonly executions: Execution[] = [];
  readonly studio = new Map<string, StudioChat>();
  readonly keys = new Map<number, ApiKeyRow>();
  readonly credits = new Map<string, { balance: number; used: number; updatedAt: number }>();
  readonly subscriptions: Subscription[] = [];
  readonly checkouts = new Map<string, Checkout>();
  readonly payments: Payment[] = [];
  readonly webhookEvents = new Set<string>();
  readonly bundles = new Map<number, Bundle>();
  readonly cli = new Map<string, CliSession>();
  readonly schedules = new Map<string, Schedule>();
  readonly installed: InstalledTool[] = [];
  readonly vip = new Map<string, VipCode>();
  private counters: Record<string, number> = { log: 100, mcp: 500, execution: 1000, key: 10, bundle: 40 };

  constructor() {
    this.seed();
  }

  nextId(kind: string): number {
    return ++this.counters[kind];
  }

  log(run: { runId: string; agentId: string; userId: string }, event: string, detail: string | null = null, at = tick()): RunLog {
    const row: RunLog = { logId: this.nextId('log'), runId: run.runId, agentId: run.agentId, userId: run.userId, event, detail, at };
    this.runLogs.push(row);
    return row;
  }

  newRun(agentId: string, userId: string, at = tick()): Run {
    const run: Run = { runId: randomUUID(), agentId, userId, messages: [], job: null, jobOutcome: null, createdAt: at, updatedAt: at, queue: Promise.resolve() };
    this.runs.set(run.runId, run);
    return run;
  }

  private seed() {
    const now = Date.now();
    const person = (userId: string, name: string, tier: User['tier']) =>
      this.users.set(userId, { userId, name, email: `${name.toLowerCase()}@nettle.example`, tier, onboardedAt: now - 90 * DAY, createdAt: now - 100 * DAY });
    person(ADA, 'Ada', 'pro');
    person(BO, 'Bo', 'pro');
    person(SANDY, 'Sandy', 'sandbox');

    const agent = (n: string, ownerId: string, title: string, chatPrompt: string, visibility: Visibility, price: number | null = null, slug: string | null = null) => {
      const agentId = `9b1d${n}-5c2a-4e7f-8a90-6d7e8f9a0b1c`;
      const at = now - 60 * DAY + this.agents.size * 1000;
      this.agents.set(agentId, {
        agentId, ownerId, title, description: `${title} by Nettle`, chatPrompt, visibility, vanitySlug: slug, upsellDescription: null,
        subscriptionPrice: price, feedback: [], createdAt: at, updatedAt: at,
      });
      return agentId;
    };
    const pilot = agent('0001', ADA, 'Harbour Pilot', 'You help people to find their way around a harbour.', 'public', null, 'harbour-pilot');
    const cruncher = agent('0002', ADA, 'Number Cruncher', 'You crunch numbers with the code interpreter.', 'public');
    const ownPaid = agent('0003', ADA, 'Tax Whisperer', 'You explain taxes in plain words.', 'public', 1200, 'tax-whisperer');
    const paid = agent('0011', BO, 'Chess Coach', 'You coach chess players.', 'public', 900, 'chess-coach');
    agent('0012', BO, 'Pun Machine', 'You answer with puns.', 'public');
    agent('0013', BO, 'Secret Diary', 'You keep the diary of Bo, which nobody else may read.', 'private');
    const subscribed = agent('0014', BO, 'Garden Planner', 'You plan gardens.', 'public', 500);
    const unsubscribe = agent('0015', BO, 'Wine Steward', 'You recommend wines.', 'public', 700);
    agent('0021', SANDY, 'Sand Castle', 'You build castles of sand.', 'public');
    void paid;

    const key = (ownerId: string, name: string, value: string) => {
      const apiKeyId = this.nextId('key');
      this.keys.set(apiKeyId, { apiKeyId, ownerId, name, key: value, isDefault: true, createdAt: now - 50 * DAY });
    };
    key(ADA, 'default', 'ntl_live_ada_5d0f3a1c9e7b42d8');
    key(BO, 'default', 'ntl_live_bo_a81c4e2f6d9035b7');
    key(SANDY, 'default', 'ntl_live_sandy_0e4b7c1d2f3a5968');

    this.credits.set(ADA, { balance: 5000, used: 0, updatedAt: now });
    this.credits.set(BO, { balance: 5000, used: 0, updatedAt: now });
    this.credits.set(SANDY, { balance: 50, used: 0, updatedAt: now });

    const sub = (agentId: string, userId: string, daysAgo: number) => {
      const a = this.agents.get(agentId)!;
      const startedAt = now - daysAgo * DAY;
      this.subscriptions.push({
        agentId, userId, status: 'active', priceCents: a.subscriptionPrice ?? 0, startedAt, canceledAt: null, currentPeriodEnd: now + 20 * DAY,
        providerSubscriptionId: `sub_${createHash('sha1').update(agentId + userId).digest('hex').slice(0, 14)}`,
      });
      for (let d = daysAgo; d >= 0; d -= 30) this.payments.push({ agentId, ownerId: a.ownerId, userId, cents: a.subscriptionPrice ?? 0, at: now - d * DAY });
    };
    sub(subscribed, ADA, 12);
    sub(unsubscribe, ADA, 40);
    sub(ownPaid, BO, 3);
    ['c1', 'c2', 'c3'].forEach((c, i) => sub(ownPaid, `4f0c1d52-7a3e-4b61-9c0d-1a2b3c4d5${c}0`, [10, 45, 200][i]));

    const past = (userId: string, agentId: string, n: number) => {
      for (let i = n; i >= 1; i--) {
        const at = now - 2 * DAY - i * 3_600_000 - (userId === BO ? 777 : 0);
        const run = this.newRun(agentId, userId, at);
        const text = `Question ${n - i + 1}`;
        run.messages.push({ role: 'user', content: text, at }, { role: 'assistant', content: `You said "${text}".`, at: at + 900 });
        run.updatedAt = at + 900;
        this.log(run, 'run.started', null, at);
        this.log(run, 'message.user', text, at + 1);
        this.log(run, 'message.assistant', null, at + 900);
        this.executions.push({
          logId: this.nextId('execution'), userId, toolName: 'count_words', status: 'ok', input: { text }, output: { words: 2, characters: text.length },
          durationMs: 3, at: at + 500,
        });
      }
    };
    past(ADA, pilot, 36);
    past(BO, cruncher, 4);

    this.installed.push({ toolId: 'get_weather', userId: ADA, installedAt: now - 30 * DAY });
    this.installed.push({ toolId: 'convert_units', userId: BO, installedAt: now - 30 * DAY });

    const vip = (code: string, ownerId: string | null) => this.vip.set(code, { code, ownerId, redeemedBy: new Map() });
    vip('NETTLE-SPRING-26', null);
    vip('NETTLE-AUTUMN-26', null);
    vip('ADA-FRIENDS', ADA);
    vip('BO-FRIENDS', BO);
  }
}
