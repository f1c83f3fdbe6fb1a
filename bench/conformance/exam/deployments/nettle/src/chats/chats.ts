import { Body, Controller, Delete, ForbiddenException, Get, Injectable, Module, NotFoundException, Param, Patch, Post, Put } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiTags } from '@nestjs/swagger';
import { AgentModel, AgentRequest, AgentRequestPartial, agentView, AgentsService } from '../agents/agents.service';
import { AgentsModule } from '../agents/agents';
import { Authed, Open } from '../auth/auth';
import { tick } from '../common/clock';
import { faulty } from '../common/fault';
import { IntField, Out, StringFieldOptional } from '../common/fields';
import { Answers, CurrentUser, Errors, MaybeUser, UuidPipe } from '../common/http';
import { AgentRunLog, runLogView } from '../runs/runs';
import { User } from '../store/models';
import { Store } from '../store/store';

export class UserFeedbackRequest {
  @IntField({ min: 1, max: 5 }) rating: number;
  @StringFieldOptional({ max: 5000 }) comment?: string | null;
}
export class SocialPreview {
  @Out() title: string;
  @Out() description: string;
  @Out() image: string;
  @Out() url: string;
}

@Injectable()
export class ChatsService {
  constructor(private readonly store: Store, private readonly agents: AgentsService) {}

  create(user: User, dto: AgentRequest) {
    this.agents.requirePrompt(dto);
    this.agents.refuseSandbox(user, dto.visibility);
    return agentView(this.agents.create(user, dto));
  }
  put(user: User, chatId: string, dto: AgentRequest) {
    const agent = this.agents.own(user, chatId);
    this.agents.requirePrompt(dto);
    if (!faulty('sandbox-put-private')) this.agents.refuseSandbox(user, dto.visibility);
    return agentView(this.agents.apply(agent, dto));
  }
  patch(user: User, chatId: string, dto: AgentRequestPartial) {
    const agent = this.agents.own(user, chatId);
    this.agents.refuseSandbox(user, dto.visibility);
    return agentView(this.agents.apply(agent, dto));
  }
  remove(user: User, chatId: string) {
    const agent = this.agents.own(user, chatId);
    this.agents.remove(agent);
    return agentView(agent);
  }
  clone(user: User, chatId: string, dto: AgentRequestPartial) {
    const source = this.agents.find(chatId);
    if (source.visibility !== 'public' && !faulty('clone-of-private-chat')) throw new ForbiddenException('This chat is not public');
    this.agents.refuseSandbox(user, dto.visibility);
    const copy = this.agents.create(user, { title: source.title, description: source.description, chatPrompt: source.chatPrompt });
    if (faulty('clone-keeps-owner')) copy.ownerId = source.ownerId;
    try {
      return agentView(this.agents.apply(copy, dto));
    } catch (e) {
      this.agents.remove(copy);
      throw e;
    }
  }
  feedback(user: User, chatId: string, dto: UserFeedbackRequest) {
    const agent = this.store.agents.get(chatId.toLowerCase());
    if (!agent || (agent.visibility === 'private' && agent.ownerId !== user.userId)) throw new NotFoundException('Chat not found');
    const entry = { userId: user.userId, rating: dto.rating, comment: dto.comment ?? null, at: tick() };
    agent.feedback = [...agent.feedback.filter((f) => f.userId !== user.userId), entry];
    return agentView(agent);
  }
  run(user: User, chatId: string): AgentRunLog {
    const agent = this.agents.readable(user, chatId);
    const run = this.store.newRun(agent.agentId, user.userId);
    const log = this.store.log(run, 'run.started', 'Started from the chat');
    if (faulty('chat-run-not-kept')) this.store.runs.delete(run.runId);
    return runLogView(log);
  }
  og(user: User | null, chatId: string): SocialPreview {
    const agent = this.agents.readable(user, chatId);
    return {
      title: agent.title, description: agent.description || `Chat with ${agent.title}`, image: `https://img.nettle.example/og/${agent.agentId}.png`,
      url: `https://nettle.example/${agent.vanitySlug ?? `c/${agent.agentId}`}`,
    };
  }
}

@ApiTags('chats')
@Controller('me/chats')
export class ChatsController {
  constructor(private readonly chats: ChatsService, private readonly agents: AgentsService) {}

  @Get() @Authed() @Answers(AgentModel, { isArray: true }) @ApiOperation({ operationId: 'listChats' })
  list(@CurrentUser() user: User) { return this.agents.list(user); }

  @Post() @Authed() @Answers(AgentModel) @Errors(400, 422) @ApiOperation({ operationId: 'createChat', deprecated: true })
  create(@CurrentUser() user: User, @Body() dto: AgentRequest) { return this.chats.create(user, dto); }

  @Get(':chatId') @Open() @Answers(AgentModel) @Errors(403, 404, 422) @ApiOperation({ operationId: 'getChat' })
  get(@MaybeUser() user: User | null, @Param('chatId') chatId: string) { return agentView(this.agents.readable(user, chatId)); }

  @Put(':chatId') @Authed() @Answers(AgentModel) @Errors(400, 403, 404, 422) @ApiOperation({ operationId: 'replaceChat' })
  put(@CurrentUser() user: User, @Param('chatId') chatId: string, @Body() dto: AgentRequest) { return this.chats.put(user, chatId, dto); }

  @Patch(':chatId') @Authed() @Answers(AgentModel) @Errors(400, 403, 404, 422) @ApiOperation({ operationId: 'updateChat' })
  patch(@CurrentUser() user: User, @Param('chatId') chatId: string, @Body() dto: AgentRequestPartial) { return this.chats.patch(user, chatId, dto); }

  @Delete(':chatId') @Authed() @Answers(AgentModel) @Errors(403, 404, 422) @ApiOperation({ operationId: 'deleteChat' })
  remove(@CurrentUser() user: User, @Param('chatId') chatId: string) { return this.chats.remove(user, chatId); }

  @Get(':chatId/og') @Open() @Answers(SocialPreview) @Errors(403, 404, 422) @ApiOperation({ operationId: 'getChatPreview' })
  og(@MaybeUser() user: User | null, @Param('chatId', UuidPipe) chatId: string) { return this.chats.og(user, chatId); }

  @Post(':chatId/clone') @Authed() @Answers(AgentModel) @Errors(400, 403, 404, 422) @ApiOperation({ operationId: 'cloneChat' })
  @ApiBody({ type: AgentRequestPartial, required: false, description: 'What the clone has of its own; may be null' })
  clone(@CurrentUser() user: User, @Param('chatId', UuidPipe) chatId: string, @Body() dto: AgentRequestPartial) { return this.chats.clone(user, chatId, dto); }

  @Post(':chatId/feedback') @Authed() @Answers(AgentModel) @Errors(404, 422) @ApiOperation({ operationId: 'giveFeedback' })
  feedback(@CurrentUser() user: User, @Param('chatId') chatId: string, @Body() dto: UserFeedbackRequest) { return this.chats.feedback(user, chatId, dto); }

  @Post(':chatId/runs') @Authed() @Answers(AgentRunLog) @Errors(403, 404, 422, 500) @ApiOperation({ operationId: 'startChatRun' })
  run(@CurrentUser() user: User, @Param('chatId', UuidPipe) chatId: string) { return this.chats.run(user, chatId); }
}

@Module({ imports: [AgentsModule], controllers: [ChatsController], providers: [ChatsService] })
export class ChatsModule {}
