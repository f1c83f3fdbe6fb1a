import { BadRequestException, Body, Controller, Get, Headers, Injectable, Module, NotFoundException, Post, Query, Req } from '@nestjs/common';
import { ApiBody, ApiHeader, ApiOperation, ApiProperty, ApiPropertyOptional, ApiTags } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsInt, IsOptional, Max, Min } from 'class-validator';
import { createHmac, randomUUID, timingSafeEqual } from 'crypto';
import { Request } from 'express';
import { Authed, Open } from '../auth/auth';
import { iso, sleep, tick } from '../common/clock';
import { faulty } from '../common/fault';
import { IntField, Out, OutBool, OutDate, OutDateOrNull, OutEnum, OutInt, StringFieldOptional } from '../common/fields';
import { Answers, CurrentUser, Errors } from '../common/http';
import { User } from '../store/models';
import { Store } from '../store/store';

const WEBHOOK_SECRET = 'nettle-webhook-secret';
export const SIGNATURE_HEADER = 'x-nettle-signature';

export class BillingInformationSubscription {
  @OutEnum(['pro', 'sandbox']) plan: string;
  @OutEnum(['active', 'none']) status: string;
  @OutInt('Cents a month') price: number;
  @Out() currency: string;
  @OutDateOrNull() currentPeriodEnd: string | null;
}
export class AgentExecutionCredits {
  @OutInt() balance: number;
  @OutInt('Since ever') used: number;
  @OutDate() updatedAt: string;
}
export class PaymentSessionRequest {
  @IntField({ min: 1, max: 100000, description: 'How many credits are bought', example: 100 }) credits: number;
  @StringFieldOptional({ max: 500 }) successUrl?: string | null;
  @StringFieldOptional({ max: 500 }) cancelUrl?: string | null;
}
export class PaymentSessionResponse {
  @Out() sessionId: string;
  @Out('Where to pay') url: string;
  @OutInt('Cents') amount: number;
  @OutEnum(['open']) status: string;
}
export class PaymentWebhookResponseSuccess { @OutBool() received: boolean; @OutBool('False for events that change nothing here') handled: boolean; }
export class WebhookEvent {
  @Out() id: string;
  @Out('checkout.completed, subscription.canceled and others, which change nothing') type: string;
  @Out('', { type: 'object', additionalProperties: true, required: false }) data?: any;
}

export class PeriodQuery {
  @ApiPropertyOptional({ type: 'integer', minimum: 1, maximum: 365, default: 28, description: 'Days, today included' })
  @IsOptional() @Type(() => Number) @IsInt() @Min(1) @Max(365)
  period = 28;
}
/** Without a bound above, for the reports that count only. */
export class OpenPeriodQuery {
  @ApiPropertyOptional({ type: 'integer', minimum: 1, maximum: 365, default: 28, description: 'Days, today included' })
  @IsOptional() @Type(() => Number) @IsInt() @Min(1) @Max(faulty('monetization-period-unbounded') ? 10_000 : 365)
  period = 28;
}
export class MonetizationSummary {
  @OutInt() period: number;
  @OutInt('New in the period') totalSubscribers: number;
  @OutInt('Cents, in the period') totalEarnings: number;
  @Out() currency: string;
}
export class DailySubscribers { @Out('', { format: 'date' }) date: string; @OutInt('New on that day') subscribers: number; }
export class DailyEarnings { @Out('', { format: 'date' }) date: string; @OutInt('Cents') earnings: number; }
export class MonetizationSubscribersResponse { @OutInt() period: number; @OutInt() totalSubscribers: number; @ApiProperty({ type: [DailySubscribers] }) data: DailySubscribers[]; }
export class MonetizationEarningsResponse { @OutInt() period: number; @OutInt('Cents') totalEarnings: number; @Out() currency: string; @ApiProperty({ type: [DailyEarnings] }) data: DailyEarnings[]; }

@Injectable()
export class CreditsService {
  constructor(private readonly store: Store) {}
  private row(user: User) {
    const row = this.store.credits.get(user.userId);
    if (!row) throw new NotFoundException('Credits not found');
    return row;
  }
  get(user: User): AgentExecutionCredits {
    const row = this.row(user);
    return { balance: row.balance, used: row.used, updatedAt: iso(row.updatedAt) };
  }
  async use(user: User): Promise<AgentExecutionCredits> {
    const row = this.row(user);
    if (row.balance < 1) throw new NotFoundException('No credits are left');
    if (faulty('credits-use-not-kept')) return { balance: row.balance - 1, used: row.used + 1, updatedAt: iso(tick()) };
    if (faulty('credits-use-races')) {
      const { balance, used } = row;
      await sleep(25);
      Object.assign(row, { balance: balance - 1, used: used + 1, updatedAt: tick() });
      return this.get(user);
    }
    row.balance -= 1;
    row.used += 1;
    row.updatedAt = tick();
    return this.get(user);
  }
}

@Injectable()
export class PaymentsService {
  constructor(private readonly store: Store) {}

  session(user: User, dto: PaymentSessionRequest): PaymentSessionResponse {
    const sessionId = `cs_${randomUUID().replace(/-/g, '')}`;
    const amount = dto.credits * 2;
    this.store.checkouts.set(sessionId, { sessionId, userId: user.userId, agentId: null, credits: dto.credits, amount, status: 'open', at: tick() });
    return { sessionId, url: `https://pay.nettle.example/c/${sessionId}`, amount, status: 'open' };
  }

  webhook(raw: Buffer, signature: string | undefined): PaymentWebhookResponseSuccess {
    if (!signature && !faulty('webhook-without-signature')) throw new BadRequestException(`Header ${SIGNATURE_HEADER} is missing`);
    if (signature) {
      const want = Buffer.from(`sha256=${createHmac('sha256', WEBHOOK_SECRET).update(raw).digest('hex')}`);
      const got = Buffer.from(signature);
      if (want.length !== got.length || !timingSafeEqual(want, got)) throw new BadRequestException('The signature is not that of this body');
    }
    let event: WebhookEvent;
    try {
      event = JSON.parse(raw.toString('utf8'));
    } catch {
      throw new BadRequestException('The event is no JSON');
    }
    if (!event || typeof event !== 'object' || typeof event.id !== 'string' || typeof event.type !== 'string') throw new BadRequestException('The event has no id or no type');
    if (this.store.webhookEvents.has(event.id)) return { received: true, handled: false };
    this.store.webhookEvents.add(event.id);
    return { received: true, handled: this.handle(event) };
  }

  private handle(event: WebhookEvent): boolean {
    if (event.type === 'checkout.completed') {
      const checkout = this.store.checkouts.get(event.data?.sessionId);
      if (!checkout || checkout.status === 'paid') return false;
      checkout.status = 'paid';
      const at = tick();
      if (checkout.agentId) {
        const agent = this.store.agents.get(checkout.agentId);
        if (!agent) return false;
        this.store.subscriptions.push({
          agentId: agent.agentId, userId: checkout.userId, status: 'active', providerSubscriptionId: `sub_${checkout.sessionId.slice(3, 17)}`,
          priceCents: agent.subscriptionPrice ?? checkout.amount, startedAt: at, canceledAt: null, currentPeriodEnd: at + 30 * 86_400_000,
        });
        this.store.payments.push({ agentId: agent.agentId, ownerId: agent.ownerId, userId: checkout.userId, cents: checkout.amount, at });
      } else {
        const row = this.store.credits.get(checkout.userId) ?? { balance: 0, used: 0, updatedAt: at };
        row.balance += checkout.credits;
        row.updatedAt = at;
        this.store.credits.set(checkout.userId, row);
      }
      return true;
    }
    if (event.type === 'subscription.canceled') {
      const sub = this.store.subscriptions.find((s) => s.providerSubscriptionId === event.data?.subscriptionId && s.status === 'active');
      if (!sub) return false;
      sub.status = 'canceled';
      sub.canceledAt = tick();
      return true;
    }
    return false;
  }
}

@Injectable()
export class MonetizationService {
  constructor(private readonly store: Store) {}
  private days(period: number): string[] {
    const today = Date.parse(new Date().toISOString().slice(0, 10));
    return Array.from({ length: period }, (_, i) => new Date(today - (period - 1 - i) * 86_400_000).toISOString().slice(0, 10));
  }
  subscribers(user: User, period: number): MonetizationSubscribersResponse {
    const counts = new Map(this.days(period).map((d) => [d, 0]));
    for (const s of this.store.subscriptions) {
      if (this.store.agents.get(s.agentId)?.ownerId !== user.userId) continue;
      const day = iso(s.startedAt).slice(0, 10);
      if (counts.has(day)) counts.set(day, counts.get(day)! + 1);
    }
    const data = [...counts].map(([date, subscribers]) => ({ date, subscribers }));
    return { period, totalSubscribers: data.reduce((n, d) => n + d.subscribers, 0), data };
  }
  earnings(user: User, period: number): MonetizationEarningsResponse {
    const sums = new Map(this.days(period).map((d) => [d, 0]));
    for (const p of this.store.payments) {
      if (p.ownerId !== user.userId) continue;
      const day = iso(p.at).slice(0, 10);
      if (sums.has(day)) sums.set(day, sums.get(day)! + p.cents);
    }
    const data = [...sums].map(([date, earnings]) => ({ date, earnings }));
    return { period, totalEarnings: data.reduce((n, d) => n + d.earnings, 0), currency: 'usd', data };
  }
  summary(user: User, period: number): MonetizationSummary {
    return { period, totalSubscribers: this.subscribers(user, period).totalSubscribers, totalEarnings: this.earnings(user, period).totalEarnings, currency: 'usd' };
  }
}

@ApiTags('billing')
@Controller('me')
export class BillingController {
  constructor(private readonly credits: CreditsService, private readonly payments: PaymentsService, private readonly monetization: MonetizationService) {}

  @Get('billing') @Authed() @Answers(BillingInformationSubscription) @Errors(500) @ApiOperation({ operationId: 'getBilling' })
  billing(@CurrentUser() user: User): BillingInformationSubscription {
    const pro = user.tier === 'pro';
    const next = new Date();
    return {
      plan: user.tier, status: pro ? 'active' : 'none', price: pro ? 2900 : 0, currency: 'usd',
      currentPeriodEnd: pro ? new Date(Date.UTC(next.getUTCFullYear(), next.getUTCMonth() + 1, 1)).toISOString() : null,
    };
  }

  @Get('credits') @Authed() @Answers(AgentExecutionCredits) @Errors(404, 500) @ApiOperation({ operationId: 'getCredits' })
  get(@CurrentUser() user: User) { return this.credits.get(user); }

  @Post('credits/use') @Authed() @Answers(AgentExecutionCredits) @Errors(404, 500) @ApiOperation({ operationId: 'useCredits' })
  use(@CurrentUser() user: User) { return this.credits.use(user); }

  @Post('payments/webhook') @Open() @Answers(PaymentWebhookResponseSuccess) @Errors(400, 422) @ApiOperation({ operationId: 'receivePaymentEvent' })
  @ApiHeader({ name: SIGNATURE_HEADER, required: true, description: 'sha256= and the HMAC of the body in hexadecimal digits' }) @ApiBody({ type: WebhookEvent })
  webhook(@Req() req: Request & { rawBody?: Buffer }, @Headers(SIGNATURE_HEADER) signature?: string) {
    return this.payments.webhook(req.rawBody ?? Buffer.alloc(0), signature);
  }

  @Post('payments/sessions') @Authed() @Answers(PaymentSessionResponse) @Errors(422) @ApiOperation({ operationId: 'createPaymentSession' })
  session(@CurrentUser() user: User, @Body() dto: PaymentSessionRequest) { return this.payments.session(user, dto); }

  @Get('monetization/summary') @Authed() @Answers(MonetizationSummary) @Errors(422) @ApiOperation({ operationId: 'getMonetizationSummary' })
  summary(@CurrentUser() user: User, @Query() q: PeriodQuery) { return this.monetization.summary(user, q.period); }

  @Get('monetization/subscribers') @Authed() @Answers(MonetizationSubscribersResponse) @Errors(422) @ApiOperation({ operationId: 'getMonetizationSubscribers' })
  subscribers(@CurrentUser() user: User, @Query() q: PeriodQuery) { return this.monetization.subscribers(user, q.period); }

  @Get('monetization/earnings') @Authed() @Answers(MonetizationEarningsResponse) @Errors(422) @ApiOperation({ operationId: 'getMonetizationEarnings' })
  earnings(@CurrentUser() user: User, @Query() q: OpenPeriodQuery) { return this.monetization.earnings(user, q.period); }
}
@Module({ controllers: [BillingController], providers: [CreditsService, PaymentsService, MonetizationService] })
export class BillingModule {}
