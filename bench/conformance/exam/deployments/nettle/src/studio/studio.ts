import { BadRequestException, Body, ConflictException, Controller, Delete, ForbiddenException, Get, Injectable, Module, NotFoundException, Param, Patch, Post, Put } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { randomUUID } from 'crypto';
import { Authed, Open } from '../auth/auth';
import { iso, isoOrNull, tick } from '../common/clock';
import { faulty } from '../common/fault';
import { EnumFieldOptional, Out, OutDate, OutDateOrNull, OutEnum, OutOrNull, OutUuid, StringFieldOptional } from '../common/fields';
import { Answers, CurrentUser, Errors, MaybeUser } from '../common/http';
import { StudioChat, User, VISIBILITIES, Visibility } from '../store/models';
import { Store } from '../store/store';

export class AgentStudioChatCreate {
  @StringFieldOptional({ min: 1, max: 200, description: 'Made where it is absent' }) runId?: string | null;
  @StringFieldOptional({ max: 200 }) title?: string | null;
  @StringFieldOptional({ max: 10000 }) notes?: string | null;
  @StringFieldOptional({ max: 100, description: 'The agent that is worked on' }) agentId?: string | null;
  @EnumFieldOptional(VISIBILITIES, 'private where it is absent; public for the sandbox tier') visibility?: Visibility;
}
export class AgentStudioChatUpdate {
  @StringFieldOptional({ max: 200 }) title?: string | null;
  @StringFieldOptional({ max: 10000 }) notes?: string | null;
  @StringFieldOptional({ max: 100 }) agentId?: string | null;
  @EnumFieldOptional(VISIBILITIES) visibility?: Visibility;
}
export class AgentStudioChat {
  @Out() runId: string;
  @OutUuid() ownerId: string;
  @Out() title: string;
  @OutOrNull() notes: string | null;
  @OutOrNull() agentId: string | null;
  @OutEnum(VISIBILITIES) visibility: string;
  @OutDate() createdAt: string;
  @OutDate() updatedAt: string;
  @OutDateOrNull() deletedAt: string | null;
}

const view = (c: StudioChat): AgentStudioChat => ({
  runId: c.runId, ownerId: c.ownerId, title: c.title, notes: c.notes, agentId: c.agentId, visibility: c.visibility,
  createdAt: iso(c.createdAt), updatedAt: iso(c.updatedAt), deletedAt: isoOrNull(c.deletedAt),
});

@Injectable()
export class StudioService {
  constructor(private readonly store: Store) {}

  private refuseSandbox(user: User, visibility?: Visibility) {
    if (user.tier === 'sandbox' && visibility === 'private') throw new BadRequestException('The sandbox tier cannot make chats private');
  }
  private defaultVisibility = (user: User): Visibility => (user.tier === 'sandbox' ? 'public' : 'private');

  private existing(runId: string): StudioChat {
    const chat = this.store.studio.get(runId);
    if (!chat || chat.deletedAt !== null) throw new NotFoundException('Chat not found');
    return chat;
  }
  private own(user: User, runId: string): StudioChat {
    const chat = this.existing(runId);
    if (chat.ownerId !== user.userId) throw new ForbiddenException('This chat is not yours');
    return chat;
  }

  list(user: User) {
    return [...this.store.studio.values()]
      .filter((c) => c.ownerId === user.userId && (c.deletedAt === null || faulty('deleted-studio-chat-listed')))
      .sort((a, b) => b.createdAt - a.createdAt)
      .map(view);
  }

  create(user: User, dto: AgentStudioChatCreate) {
    this.refuseSandbox(user, dto.visibility);
    const runId = dto.runId ?? randomUUID();
    const there = this.store.studio.get(runId);
    if (there) {
      const foreign = there.ownerId !== user.userId && !faulty('studio-post-returns-foreign');
      if (foreign || there.deletedAt !== null) throw new ConflictException('A chat with this runId exists');
      if (faulty('studio-post-overwrites')) {
        Object.assign(there, { title: dto.title ?? there.title, notes: dto.notes ?? there.notes, visibility: dto.visibility ?? there.visibility, updatedAt: tick() });
      }
      return view(there);
    }
    const at = tick();
    const chat: StudioChat = {
      runId, ownerId: user.userId, title: dto.title ?? 'Untitled', notes: dto.notes ?? null, agentId: dto.agentId ?? null,
      visibility: dto.visibility ?? this.defaultVisibility(user), createdAt: at, updatedAt: at, deletedAt: null,
    };
    this.store.studio.set(runId, chat);
    return view(chat);
  }

  get(user: User | null, runId: string) {
    const chat = this.existing(runId);
    if (chat.visibility === 'private' && chat.ownerId !== user?.userId) throw new ForbiddenException('You may not see this chat');
    return view(chat);
  }

  replace(user: User, runId: string, dto: AgentStudioChatCreate) {
    const chat = this.own(user, runId);
    this.refuseSandbox(user, dto.visibility);
    chat.title = dto.title ?? 'Untitled';
    chat.notes = dto.notes ?? null;
    chat.agentId = dto.agentId ?? null;
    chat.visibility = dto.visibility ?? this.defaultVisibility(user);
    chat.updatedAt = tick();
    return view(chat);
  }

  patch(user: User, runId: string, dto: AgentStudioChatUpdate) {
    const chat = this.own(user, runId);
    this.refuseSandbox(user, dto.visibility);
    if (dto.title !== undefined) chat.title = dto.title ?? 'Untitled';
    if (dto.notes !== undefined) chat.notes = dto.notes;
    if (dto.agentId !== undefined) chat.agentId = dto.agentId;
    if (dto.visibility) chat.visibility = dto.visibility;
    chat.updatedAt = tick();
    return view(chat);
  }

  remove(user: User, runId: string) {
    const chat = this.own(user, runId);
    chat.deletedAt = tick();
    return view(chat);
  }

  clone(user: User, runId: string) {
    const chat = this.existing(runId);
    const hidden = chat.visibility === 'private' && !(faulty('studio-clone-of-private') && chat.ownerId === user.userId);
    if (hidden) throw new BadRequestException('Private chats cannot be cloned');
    const at = tick();
    const copy: StudioChat = { ...chat, runId: randomUUID(), ownerId: user.userId, createdAt: at, updatedAt: at };
    if (faulty('studio-clone-moves')) {
      this.store.studio.delete(runId);
    }
    this.store.studio.set(copy.runId, copy);
    return view(copy);
  }
}

@ApiTags('agent-studio')
@Controller('me/agent-studio-chats')
export class StudioController {
  constructor(private readonly studio: StudioService) {}

  @Get() @Authed() @Answers(AgentStudioChat, { isArray: true }) @ApiOperation({ operationId: 'listStudioChats' })
  list(@CurrentUser() user: User) { return this.studio.list(user); }

  @Post() @Authed() @Answers(AgentStudioChat) @Errors(400, 409, 422) @ApiOperation({ operationId: 'createStudioChat' })
  create(@CurrentUser() user: User, @Body() dto: AgentStudioChatCreate) { return this.studio.create(user, dto); }

  @Get(':runId') @Open() @Answers(AgentStudioChat) @Errors(403, 404, 422) @ApiOperation({ operationId: 'getStudioChat' })
  get(@MaybeUser() user: User | null, @Param('runId') runId: string) { return this.studio.get(user, runId); }

  @Put(':runId') @Authed() @Answers(AgentStudioChat) @Errors(400, 403, 404, 422) @ApiOperation({ operationId: 'replaceStudioChat' })
  replace(@CurrentUser() user: User, @Param('runId') runId: string, @Body() dto: AgentStudioChatCreate) { return this.studio.replace(user, runId, dto); }

  @Patch(':runId') @Authed() @Answers(AgentStudioChat) @Errors(400, 403, 404, 422) @ApiOperation({ operationId: 'updateStudioChat' })
  patch(@CurrentUser() user: User, @Param('runId') runId: string, @Body() dto: AgentStudioChatUpdate) { return this.studio.patch(user, runId, dto); }

  @Delete(':runId') @Authed() @Answers(AgentStudioChat) @Errors(400, 403, 404, 422) @ApiOperation({ operationId: 'deleteStudioChat' })
  remove(@CurrentUser() user: User, @Param('runId') runId: string) { return this.studio.remove(user, runId); }

  @Post(':runId/clone') @Authed() @Answers(AgentStudioChat, { status: 201 }) @Errors(400, 404, 422) @ApiOperation({ operationId: 'cloneStudioChat' })
  clone(@CurrentUser() user: User, @Param('runId') runId: string) { return this.studio.clone(user, runId); }
}

@Module({ controllers: [StudioController], providers: [StudioService] })
export class StudioModule {}
