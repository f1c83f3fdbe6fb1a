import { BadRequestException, Body, Controller, Get, HttpException, Injectable, Module, NotFoundException, Param, Post } from '@nestjs/common';
import { ApiOperation, ApiProperty, ApiTags } from '@nestjs/swagger';
import { randomUUID } from 'crypto';
import { Authed } from '../auth/auth';
import { iso, isoOrNull, tick } from '../common/clock';
import { faulty } from '../common/fault';
import { EnumFieldOptional, Out, OutDate, OutDateOrNull, OutEnum, OutInt, OutUuid, StringFieldOptional } from '../common/fields';
import { Answers, CurrentUser, Errors } from '../common/http';
import { Subscription, User } from '../store/models';
import { Store } from '../store/store';

export class AgentSubscribeRequest {
  @EnumFieldOptional(['month', 'year'], 'How often it is paid') interval?: string;
  @StringFieldOptional({ max: 500, description: 'Where the payment page leads afterwards' }) successUrl?: string;
  @StringFieldOptional({ max: 500 }) cancelUrl?: string;
}
export class AgentSubscribeResponse {
  @OutUuid() agentId: string;
  @Out('Of the checkout') sessionId: string;
  @Out('Where to pay') checkoutUrl: string;
  @OutInt('Cents') amount: number;
}
export class AgentSubscriptionResponse {
  @OutUuid() agentId: string;
  @OutEnum(['active', 'canceled']) status: string;
  @OutInt('Cents') price: number;
  @OutDate() startedAt: string;
  @OutDate() currentPeriodEnd: string;
  @OutDateOrNull() canceledAt: string | null;
}
export class AgentSubscriptionListResponse {
  @ApiProperty({ type: [AgentSubscriptionResponse] }) data: AgentSubscriptionResponse[];
  @OutInt() total: number;
}

const view = (s: Subscription): AgentSubscriptionResponse => ({
  agentId: s.agentId, status: s.status, price: s.priceCents, startedAt: iso(s.startedAt), currentPeriodEnd: iso(s.currentPeriodEnd), canceledAt: isoOrNull(s.canceledAt),
});

@Injectable()
export class SubscriptionsService {
  constructor(private readonly store: Store) {}

  private find(user: User, agentId: string) {
    const mine = this.store.subscriptions.filter((s) => s.userId === user.userId && s.agentId === agentId.toLowerCase());
    return mine.find((s) => s.status === 'active') ?? mine[mine.length - 1];
  }

  subscribe(user: User, id: string, dto: AgentSubscribeRequest): AgentSubscribeResponse {
    const agent = this.store.agents.get(id.toLowerCase());
    if (!agent || (agent.visibility === 'private' && agent.ownerId !== user.userId)) throw new NotFoundException('Agent not found');
    if (!agent.subscriptionPrice) throw new BadRequestException('This agent is not paid');
    if (agent.ownerId === user.userId && !faulty('subscribe-to-own')) throw new BadRequestException('You own this agent');
    if (this.find(user, agent.agentId)?.status === 'active' && !faulty('subscribe-twice')) throw new HttpException('You are already subscribed to this agent', 402);
    const sessionId = `cs_${randomUUID().replace(/-/g, '')}`;
    const amount = agent.subscriptionPrice * (dto.interval === 'year' ? 12 : 1);
    this.store.checkouts.set(sessionId, { sessionId, userId: user.userId, agentId: agent.agentId, credits: 0, amount, status: 'open', at: tick() });
    return { agentId: agent.agentId, sessionId, checkoutUrl: `https://pay.nettle.example/c/${sessionId}`, amount };
  }

  unsubscribe(user: User, id: string): AgentSubscriptionResponse {
    const agent = this.store.agents.get(id.toLowerCase());
    if (!agent || (agent.visibility === 'private' && agent.ownerId !== user.userId)) throw new NotFoundException('Agent not found');
    const sub = this.find(user, agent.agentId);
    if (!sub || sub.status !== 'active') throw new BadRequestException('There is no active subscription to cancel');
    if (!sub.providerSubscriptionId) throw new BadRequestException('No subscription was found at the payment provider');
    const canceledAt = tick();
    if (faulty('unsubscribe-not-kept')) return view({ ...sub, status: 'canceled', canceledAt });
    if (faulty('unsubscribe-from-all')) {
      for (const s of this.store.subscriptions) if (s.userId === user.userId && s.status === 'active') Object.assign(s, { status: 'canceled', canceledAt });
    }
    sub.status = 'canceled';
    sub.canceledAt = canceledAt;
    return view(sub);
  }

  list(user: User): AgentSubscriptionListResponse {
    const data = this.store.subscriptions.filter((s) => s.userId === user.userId && s === this.find(user, s.agentId)).map(view);
    return { data, total: data.length };
  }

  get(user: User, agentId: string): AgentSubscriptionResponse {
    const sub = this.find(user, agentId);
    if (!sub) throw new NotFoundException('Subscription not found');
    return view(sub);
  }
}

@ApiTags('subscriptions') @Authed()
@Controller('me')
export class SubscriptionsController {
  constructor(private readonly subs: SubscriptionsService) {}

  @Post('agents/:agentId/subscribe') @Answers(AgentSubscribeResponse) @Errors(400, 402, 404, 422) @ApiOperation({ operationId: 'subscribeToAgent' })
  subscribe(@CurrentUser() user: User, @Param('agentId') id: string, @Body() dto: AgentSubscribeRequest) { return this.subs.subscribe(user, id, dto); }

  @Post('agents/:agentId/unsubscribe') @Answers(AgentSubscriptionResponse) @Errors(400, 404, 422) @ApiOperation({ operationId: 'unsubscribeFromAgent' })
  unsubscribe(@CurrentUser() user: User, @Param('agentId') id: string) { return this.subs.unsubscribe(user, id); }

  @Get('subscriptions') @Answers(AgentSubscriptionListResponse) @ApiOperation({ operationId: 'listSubscriptions' })
  list(@CurrentUser() user: User) { return this.subs.list(user); }

  @Get('subscriptions/:agentId') @Answers(AgentSubscriptionResponse) @Errors(404, 422) @ApiOperation({ operationId: 'getSubscription' })
  get(@CurrentUser() user: User, @Param('agentId') id: string) { return this.subs.get(user, id); }
}

@Module({ controllers: [SubscriptionsController], providers: [SubscriptionsService] })
export class SubscriptionsModule {}
