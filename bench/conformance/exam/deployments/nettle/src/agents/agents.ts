import { BadRequestException, Body, Controller, Delete, Get, HttpCode, Injectable, Module, NotFoundException, Param, Patch, Post, Put, Query, Res } from '@nestjs/common';
import { ApiNoContentResponse, ApiOperation, ApiProperty, ApiPropertyOptional, ApiResponse, ApiTags, getSchemaPath, ApiExtraModels } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsIn, IsString, ValidateNested } from 'class-validator';
import { randomUUID } from 'crypto';
import { Response } from 'express';
import { Authed, Open } from '../auth/auth';
import { iso, tick } from '../common/clock';
import { faulty } from '../common/fault';
import { IntField, IntFieldOptional, Out, OutBool, OutDate, OutInt, OutUuid, StringField, StringFieldOptional } from '../common/fields';
import { Answers, CurrentUser, Errors, MaybeUser, UuidPipe } from '../common/http';
import { AgentFile, Theme, User } from '../store/models';
import { Store } from '../store/store';
import { AgentModel, AgentRequest, agentView, AgentsService } from './agents.service';

export const FILES_PER_AGENT = 12;
export const VIBE_SERVICES = ['bolt', 'lovable', 'replit'] as const;

export class SlugRequest { @StringFieldOptional({ max: 500, description: 'What the slug is made of, such as a title' }) text?: string | null; }
export class SlugResponse { @Out() slug: string; }
export class SlugQuery {
  @ApiProperty({ type: String }) @IsString() slug: string;
}
export class SlugAvailability { @Out() slug: string; @OutBool() available: boolean; }

export class VibeQuery {
  @ApiProperty({ enum: VIBE_SERVICES, description: 'One of GET /me/vibe/services' })
  @IsString() @IsIn([...VIBE_SERVICES])
  service_name: string;
}
export class VibeCoderPromptResponse { @OutUuid() agentId: string; @Out() serviceName: string; @Out() prompt: string; }
export class VibeService { @Out() serviceName: string; @Out() title: string; @Out() url: string; }
export class VibeCoderListResponse { @ApiProperty({ type: [VibeService] }) data: VibeService[]; @OutInt() total: number; }

export class AgentThemePreferenceUpsertRequest { @StringField({ description: '# and six hexadecimal digits', example: '#2f6f4e' }) themeColor: string; }
export class AgentThemePreferenceResponse { @OutUuid() agentId: string; @Out() themeColor: string; @OutDate() updatedAt: string; }

export class AgentFileCreateRequest {
  @StringField({ min: 1, max: 255 }) name: string;
  @StringFieldOptional({ max: 100, description: 'text/plain where it is absent' }) mimeType?: string | null;
  @StringFieldOptional({ max: 1_000_000 }) content?: string | null;
  @IntFieldOptional({ min: 0, max: 1_000_000, description: 'After the last where it is absent' }) position?: number | null;
}
export class AgentFileUpdateRequest {
  @StringFieldOptional({ min: 1, max: 255 }) name?: string | null;
  @StringFieldOptional({ max: 100 }) mimeType?: string | null;
  @StringFieldOptional({ max: 1_000_000 }) content?: string | null;
  @IntFieldOptional({ min: 0, max: 1_000_000 }) position?: number | null;
}
export class AgentFilePosition {
  @StringField({ max: 100, description: 'A file of this agent' }) fileId: string;
  @IntField({ min: 0, max: 1_000_000 }) position: number;
}
export class AgentFileBatchPositionRequest {
  @ApiProperty({ type: [AgentFilePosition] })
  @IsArray() @ArrayMaxSize(100) @ValidateNested({ each: true }) @Type(() => AgentFilePosition)
  positions: AgentFilePosition[];
}
export class AgentFileResponse {
  @OutUuid() fileId: string;
  @OutUuid() agentId: string;
  @Out() name: string;
  @Out() mimeType: string;
  @Out() content: string;
  @OutInt('Bytes') size: number;
  @OutInt() position: number;
  @OutDate() createdAt: string;
  @OutDate() updatedAt: string;
}
export class AgentFileListResponse { @ApiProperty({ type: [AgentFileResponse], description: 'By position' }) data: AgentFileResponse[]; @OutInt() total: number; }

const fileView = (f: AgentFile): AgentFileResponse => ({
  fileId: f.fileId, agentId: f.agentId, name: f.name, mimeType: f.mimeType, content: f.content, size: Buffer.byteLength(f.content), position: f.position,
  createdAt: iso(f.createdAt), updatedAt: iso(f.updatedAt),
});
const themeView = (t: Theme): AgentThemePreferenceResponse => ({ agentId: t.agentId, themeColor: t.themeColor, updatedAt: iso(t.updatedAt) });

@Injectable()
export class AgentFilesService {
  constructor(private readonly store: Store, private readonly agents: AgentsService) {}

  private of(agentId: string): AgentFile[] {
    return [...this.store.files.values()].filter((f) => f.agentId === agentId).sort((a, b) => a.position - b.position || a.createdAt - b.createdAt);
  }
  private file(user: User, agentId: string, fileId: string): AgentFile {
    this.agents.own(user, agentId);
    const file = this.store.files.get(fileId);
    if (!file || file.agentId !== agentId) {
      const mine = file && this.store.agents.get(file.agentId)?.ownerId === user.userId;
      if (!(mine && faulty('file-through-other-agent'))) throw new NotFoundException('File not found');
    }
    return file!;
  }

  list(user: User, agentId: string): AgentFileListResponse {
    this.agents.own(user, agentId);
    const data = this.of(agentId).map(fileView);
    return { data, total: data.length };
  }
  add(user: User, agentId: string, dto: AgentFileCreateRequest): AgentFileResponse {
    this.agents.own(user, agentId);
    const there = this.of(agentId);
    const limit = faulty('file-limit-off-by-one') ? FILES_PER_AGENT + 1 : FILES_PER_AGENT;
    if (there.length >= limit) throw new BadRequestException(`An agent may have ${FILES_PER_AGENT} files at most`);
    const at = tick();
    const last = there.length ? there[there.length - 1].position + 1 : 0;
    const file: AgentFile = {
      fileId: randomUUID(), agentId, name: dto.name, mimeType: dto.mimeType ?? 'text/plain', content: dto.content ?? '', position: dto.position ?? last, createdAt: at, updatedAt: at,
    };
    this.store.files.set(file.fileId, file);
    return fileView(file);
  }
  get(user: User, agentId: string, fileId: string) {
    return fileView(this.file(user, agentId, fileId));
  }
  update(user: User, agentId: string, fileId: string, dto: AgentFileUpdateRequest) {
    const file = this.file(user, agentId, fileId);
    if (dto.name) file.name = dto.name;
    if (dto.mimeType) file.mimeType = dto.mimeType;
    if (dto.content !== undefined) file.content = dto.content ?? '';
    if (dto.position !== undefined && dto.position !== null) file.position = dto.position;
    else if (faulty('file-patch-resets-position')) file.position = 0;
    file.updatedAt = tick();
    return fileView(file);
  }
  remove(user: User, agentId: string, fileId: string) {
    this.store.files.delete(this.file(user, agentId, fileId).fileId);
  }
  order(user: User, agentId: string, dto: AgentFileBatchPositionRequest): AgentFileListResponse {
    this.agents.own(user, agentId);
    const files = dto.positions.map((p) => this.file(user, agentId, p.fileId.toLowerCase()));
    dto.positions.forEach((p, i) => {
      files[i].position = p.position;
      files[i].updatedAt = tick();
    });
    return this.list(user, agentId);
  }
}

@ApiTags('agents')
@ApiExtraModels(AgentThemePreferenceResponse)
@Controller('me')
export class AgentsController {
  constructor(private readonly store: Store, private readonly agents: AgentsService, private readonly files: AgentFilesService) {}

  @Get('agents') @Authed() @Answers(AgentModel, { isArray: true }) @ApiOperation({ operationId: 'listAgents' })
  list(@CurrentUser() user: User) { return this.agents.list(user); }

  @Post('agents') @Authed() @Answers(AgentModel) @Errors(400, 403, 404, 422) @ApiOperation({ operationId: 'upsertAgent' })
  upsert(@CurrentUser() user: User, @Body() dto: AgentRequest) { return this.agents.upsert(user, dto); }

  @Post('agents/vanity/slug') @Open() @Answers(SlugResponse) @Errors(422, 500) @ApiOperation({ operationId: 'generateSlug' })
  makeSlug(@Body() dto: SlugRequest): SlugResponse { return { slug: this.agents.makeSlug(dto.text) }; }

  @Get('agents/vanity/slug') @Authed() @Answers(SlugAvailability) @Errors(422) @ApiOperation({ operationId: 'checkSlug' })
  slug(@Query() q: SlugQuery): SlugAvailability { return { slug: q.slug, available: this.agents.slugAvailable(q.slug) }; }

  @Get('vibe/services') @Open() @Answers(VibeCoderListResponse) @ApiOperation({ operationId: 'listVibeServices' })
  services(): VibeCoderListResponse {
    const data = VIBE_SERVICES.map((s) => ({ serviceName: s, title: s[0].toUpperCase() + s.slice(1), url: `https://${s}.example` }));
    return { data, total: data.length };
  }

  @Get('agents/:agentId') @Open() @Answers(AgentModel) @Errors(403, 404, 422) @ApiOperation({ operationId: 'getAgent' })
  get(@MaybeUser() user: User | null, @Param('agentId') agentId: string) { return agentView(this.agents.readable(user, agentId)); }

  @Post('agents/:agentId/upsell-description') @Authed() @Answers(AgentModel) @Errors(404, 422, 500) @ApiOperation({ operationId: 'generateUpsellDescription' })
  upsell(@CurrentUser() user: User, @Param('agentId') agentId: string) { return this.agents.upsell(user, agentId); }

  @Get('agents/:agentId/vibe') @Authed() @Answers(VibeCoderPromptResponse) @Errors(403, 404, 422) @ApiOperation({ operationId: 'getVibePrompt' })
  vibe(@CurrentUser() user: User, @Param('agentId') agentId: string, @Query() q: VibeQuery): VibeCoderPromptResponse {
    const agent = this.agents.readable(user, agentId);
    const prompt = `Build a chat page for "${agent.title}" with ${q.service_name}. It posts to the Workers API of agent ${agent.agentId} and shows the streamed text. What the agent does: ${agent.chatPrompt}`;
    return { agentId: agent.agentId, serviceName: q.service_name, prompt };
  }

  @Get('agents/:agentId/customizations/theme') @Authed() @Errors(403, 404, 422) @ApiOperation({ operationId: 'getTheme' })
  @ApiResponse({ status: 200, description: 'The theme, or null where none was set', schema: { nullable: true, allOf: [{ $ref: getSchemaPath(AgentThemePreferenceResponse) }] } })
  theme(@CurrentUser() user: User, @Param('agentId', UuidPipe) agentId: string, @Res() res: Response) {
    this.agents.readable(user, agentId);
    const theme = this.store.themes.get(agentId);
    res.json(theme ? themeView(theme) : null);
  }

  @Put('agents/:agentId/customizations/theme') @Authed() @Answers(AgentThemePreferenceResponse) @Errors(400, 403, 404, 422) @ApiOperation({ operationId: 'setTheme' })
  setTheme(@CurrentUser() user: User, @Param('agentId', UuidPipe) agentId: string, @Body() dto: AgentThemePreferenceUpsertRequest) {
    if (faulty('theme-set-by-others')) this.agents.readable(user, agentId);
    else this.agents.own(user, agentId);
    const format = faulty('theme-format-unanchored') ? /^#[0-9a-f]{6}/i : /^#[0-9a-f]{6}$/i;
    if (!format.test(dto.themeColor)) throw new BadRequestException('themeColor must be # and six hexadecimal digits');
    const theme: Theme = { agentId, themeColor: dto.themeColor, updatedAt: tick() };
    this.store.themes.set(agentId, theme);
    return themeView(theme);
  }

  @Get('agents/:agentId/files') @Authed() @Answers(AgentFileListResponse) @Errors(403, 404, 422) @ApiOperation({ operationId: 'listAgentFiles' })
  listFiles(@CurrentUser() user: User, @Param('agentId', UuidPipe) agentId: string) { return this.files.list(user, agentId); }

  @Post('agents/:agentId/files') @Authed() @Answers(AgentFileResponse, { status: 201 }) @Errors(400, 403, 404, 422) @ApiOperation({ operationId: 'createAgentFile' })
  addFile(@CurrentUser() user: User, @Param('agentId', UuidPipe) agentId: string, @Body() dto: AgentFileCreateRequest) { return this.files.add(user, agentId, dto); }

  @Put('agents/:agentId/files/positions') @Authed() @Answers(AgentFileListResponse) @Errors(403, 404, 422) @ApiOperation({ operationId: 'setAgentFilePositions' })
  orderFiles(@CurrentUser() user: User, @Param('agentId', UuidPipe) agentId: string, @Body() dto: AgentFileBatchPositionRequest) { return this.files.order(user, agentId, dto); }

  @Get('agents/:agentId/files/:fileId') @Authed() @Answers(AgentFileResponse) @Errors(403, 404, 422) @ApiOperation({ operationId: 'getAgentFile' })
  getFile(@CurrentUser() user: User, @Param('agentId', UuidPipe) agentId: string, @Param('fileId', UuidPipe) fileId: string) { return this.files.get(user, agentId, fileId); }

  @Patch('agents/:agentId/files/:fileId') @Authed() @Answers(AgentFileResponse) @Errors(403, 404, 422) @ApiOperation({ operationId: 'updateAgentFile' })
  patchFile(@CurrentUser() user: User, @Param('agentId', UuidPipe) agentId: string, @Param('fileId', UuidPipe) fileId: string, @Body() dto: AgentFileUpdateRequest) {
    return this.files.update(user, agentId, fileId, dto);
  }

  @Delete('agents/:agentId/files/:fileId') @Authed() @HttpCode(204) @ApiNoContentResponse() @Errors(403, 404, 422) @ApiOperation({ operationId: 'deleteAgentFile' })
  removeFile(@CurrentUser() user: User, @Param('agentId', UuidPipe) agentId: string, @Param('fileId', UuidPipe) fileId: string) { this.files.remove(user, agentId, fileId); }
}

@Module({ controllers: [AgentsController], providers: [AgentsService, AgentFilesService], exports: [AgentsService] })
export class AgentsModule {}
