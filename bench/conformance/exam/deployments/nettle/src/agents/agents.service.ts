import { BadRequestException, ForbiddenException, Injectable, NotFoundException } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsString, MaxLength } from 'class-validator';
import { randomUUID } from 'crypto';
import { iso, tick } from '../common/clock';
import { faulty } from '../common/fault';
import { EnumFieldOptional, IntFieldOptional, Out, OutDate, OutEnum, OutInt, OutIntOrNull, OutOrNull, OutUuid, StringFieldOptional } from '../common/fields';
import { unprocessable } from '../common/http';
import { Agent, User, VISIBILITIES, Visibility } from '../store/models';
import { Store } from '../store/store';

export const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;

class AgentFields {
  @StringFieldOptional({ max: 200 }) title?: string | null;
  @StringFieldOptional({ max: 2000 }) description?: string | null;
  @EnumFieldOptional(VISIBILITIES, 'A new agent is private where it is absent; public for the sandbox tier') visibility?: Visibility;
  @StringFieldOptional({ min: 3, max: 64, pattern: SLUG, description: 'One agent has it at a time; null takes it away' }) vanitySlug?: string | null;
  @StringFieldOptional({ max: 2000 }) upsellDescription?: string | null;
  @IntFieldOptional({ min: 0, max: 1_000_000, description: 'Cents a month; null or 0 for agents that are not paid' }) subscriptionPrice?: number | null;
}
export class AgentRequestPartial extends AgentFields {
  @ApiPropertyOptional({ type: String, minLength: 1, maxLength: 20000, nullable: true, description: 'What the agent is told' })
  @IsOptional() @IsString() @MaxLength(20000)
  chatPrompt?: string | null;
}
export class AgentRequest extends AgentFields {
  @StringFieldOptional({ max: 100, description: 'POST /me/agents only: the agent to update; without it one is created' }) agentId?: string | null;
  @ApiProperty({ type: String, minLength: 1, maxLength: 20000, description: 'What the agent is told' })
  @IsOptional() @IsString() @MaxLength(20000)
  chatPrompt: string;
}
export class AgentModel {
  @OutUuid() agentId: string;
  @OutUuid('The same as agentId') chatId: string;
  @OutUuid() ownerId: string;
  @Out() title: string;
  @Out() description: string;
  @Out() chatPrompt: string;
  @OutEnum(VISIBILITIES) visibility: string;
  @OutOrNull() vanitySlug: string | null;
  @OutOrNull() upsellDescription: string | null;
  @OutIntOrNull('Cents a month; null where it is not paid') subscriptionPrice: number | null;
  @OutInt('How many users have given feedback') feedbackCount: number;
  @OutDate() createdAt: string;
  @OutDate() updatedAt: string;
}

export const agentView = (a: Agent): AgentModel => ({
  agentId: a.agentId, chatId: a.agentId, ownerId: a.ownerId, title: a.title, description: a.description, chatPrompt: a.chatPrompt, visibility: a.visibility,
  vanitySlug: a.vanitySlug, upsellDescription: a.upsellDescription, subscriptionPrice: a.subscriptionPrice, feedbackCount: a.feedback.length,
  createdAt: iso(a.createdAt), updatedAt: iso(a.updatedAt),
});

@Injectable()
export class AgentsService {
  private readonly recent = new Map<string, Agent>();
  constructor(private readonly store: Store) {}

  find(agentId: string): Agent {
    const agent = this.store.agents.get(agentId.toLowerCase());
    if (!agent) throw new NotFoundException('Agent not found');
    return agent;
  }
  own(user: User, agentId: string): Agent {
    const agent = this.find(agentId);
    if (agent.ownerId !== user.userId) throw new ForbiddenException('This agent is not yours');
    return agent;
  }
  readable(user: User | null, agentId: string): Agent {
    if (faulty('deleted-chat-still-read')) {
      const cached = this.recent.get(agentId.toLowerCase());
      if (cached && (cached.visibility === 'public' || cached.ownerId === user?.userId)) return cached;
    }
    const agent = this.find(agentId);
    if (agent.visibility === 'private' && agent.ownerId !== user?.userId) throw new ForbiddenException('This agent is private');
    this.recent.set(agent.agentId, agent);
    return agent;
  }

  refuseSandbox(user: User, visibility?: Visibility | null) {
    if (user.tier === 'sandbox' && visibility === 'private') throw new BadRequestException('The sandbox tier cannot make agents private');
  }
  requirePrompt(dto: AgentRequest) {
    if (dto.chatPrompt === undefined || dto.chatPrompt === null || dto.chatPrompt.trim() === '') throw new BadRequestException('chatPrompt is missing');
  }
  private slugFree(slug: string, besides?: string) {
    return ![...this.store.agents.values()].some((a) => a.vanitySlug === slug && a.agentId !== besides);
  }

  list(user: User): AgentModel[] {
    return [...this.store.agents.values()].filter((a) => a.ownerId === user.userId).sort((a, b) => b.createdAt - a.createdAt).map(agentView);
  }

  /** Puts what is given into the agent, and leaves what is not. */
  apply(agent: Agent, dto: AgentRequestPartial): Agent {
    if (dto.chatPrompt !== undefined && dto.chatPrompt !== null && dto.chatPrompt.trim() === '') throw new BadRequestException('chatPrompt is missing');
    if (dto.vanitySlug && !this.slugFree(dto.vanitySlug, agent.agentId)) throw unprocessable('vanitySlug is taken');
    if (dto.chatPrompt) agent.chatPrompt = dto.chatPrompt;
    if (dto.title !== undefined) agent.title = dto.title ?? 'Untitled';
    if (dto.description !== undefined) agent.description = dto.description ?? '';
    if (dto.visibility) agent.visibility = dto.visibility;
    if (dto.vanitySlug !== undefined) agent.vanitySlug = dto.vanitySlug;
    if (dto.upsellDescription !== undefined) agent.upsellDescription = dto.upsellDescription;
    if (dto.subscriptionPrice !== undefined) agent.subscriptionPrice = dto.subscriptionPrice || null;
    agent.updatedAt = tick();
    return agent;
  }

  create(user: User, dto: AgentRequestPartial): Agent {
    const at = tick();
    const agent: Agent = {
      agentId: randomUUID(), ownerId: user.userId, title: 'Untitled', description: '', chatPrompt: '', visibility: user.tier === 'sandbox' ? 'public' : 'private',
      vanitySlug: null, upsellDescription: null, subscriptionPrice: null, feedback: [], createdAt: at, updatedAt: at,
    };
    this.apply(agent, dto);
    this.store.agents.set(agent.agentId, agent);
    return agent;
  }

  upsert(user: User, dto: AgentRequest): AgentModel {
    if (!faulty('agent-without-prompt')) this.requirePrompt(dto);
    this.refuseSandbox(user, dto.visibility);
    if (dto.agentId) {
      const agent = this.own(user, dto.agentId);
      if (!faulty('agent-upsert-duplicates')) return agentView(this.apply(agent, dto));
    }
    return agentView(this.create(user, dto));
  }

  upsell(user: User, agentId: string): AgentModel {
    const agent = this.find(agentId);
    if (agent.ownerId !== user.userId) throw new NotFoundException('Agent not found');
    const what = agent.chatPrompt.trim().split(/(?<=[.!?])\s/)[0].slice(0, 200);
    const text = `Subscribe to ${agent.title}${agent.subscriptionPrice ? ` for only $${(agent.subscriptionPrice / 100).toFixed(2)} a month` : ''}. ${what}`;
    if (faulty('upsell-not-kept')) return { ...agentView(agent), upsellDescription: text };
    agent.upsellDescription = text;
    agent.updatedAt = tick();
    return agentView(agent);
  }

  makeSlug(text?: string | null): string {
    const base = (text ?? '').normalize('NFKD').replace(/[\u0300-\u036f]/g, '').toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '').slice(0, 48).replace(/-+$/, '');
    const stem = base.length >= 3 ? base : base ? `agent-${base}` : 'agent';
    let slug = stem;
    for (let n = 2; !this.slugFree(slug); n++) slug = `${stem}-${n}`;
    return slug;
  }
  slugAvailable(slug: string): boolean {
    if (slug.length < 3 || slug.length > 64 || !SLUG.test(slug)) return false;
    return faulty('slug-always-available') || this.slugFree(slug);
  }

  remove(agent: Agent) {
    this.store.agents.delete(agent.agentId);
    this.store.themes.delete(agent.agentId);
    for (const f of [...this.store.files.values()]) if (f.agentId === agent.agentId) this.store.files.delete(f.fileId);
    for (const s of [...this.store.schedules.values()]) if (s.chatId === agent.agentId) this.store.schedules.delete(s.scheduleId);
  }
}
