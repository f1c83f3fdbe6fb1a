import {
  BadRequestException, Body, ConflictException, Controller, Delete, Get, HttpCode, Injectable, Module, NotFoundException, Param, Post, Query, UseGuards,
} from '@nestjs/common';
import { ApiBearerAuth, ApiBody, ApiOperation, ApiProperty, ApiPropertyOptional, ApiTags } from '@nestjs/swagger';
import { Transform, Type } from 'class-transformer';
import { IsInt, IsNumber, IsOptional, IsString, Max, Min, MinLength } from 'class-validator';
import { Authed, Open, ToolRunGuard } from '../auth/auth';
import { iso, tick } from '../common/clock';
import { faulty } from '../common/fault';
import { Out, OutBool, OutDate, OutEnum, OutInt, OutUuid, StringField } from '../common/fields';
import { Answers, CurrentUser, Errors } from '../common/http';
import { InstalledTool, User } from '../store/models';
import { Store } from '../store/store';
import { ALL_TOOLS, TOOLSETS } from './catalog';
import { NotifierService } from './notifier';
import { callPlainTool, problems, ToolFailure, ToolSpec } from './plain-tools';

export class Tool {
  @Out() name: string;
  @Out() title: string;
  @Out() description: string;
  @Out('JSON Schema of the input', { type: 'object', additionalProperties: true }) inputSchema: object;
  @Out('Of a search: { score }', { type: 'object', additionalProperties: true, required: false }) _meta?: { score: number };
}
export class PublicTool {
  @Out() toolId: string;
  @Out() title: string;
  @Out() description: string;
  @Out() toolset: string;
  @OutBool('Whether it needs an auth connection') requiresConnection: boolean;
}
export class ToolSearchQuery {
  @ApiProperty({ type: String, minLength: 1 }) @IsString() @MinLength(1) q: string;
  @ApiPropertyOptional({ type: String, nullable: true, description: 'The name of a toolset' })
  @Transform(({ value }) => (value === '' || value === 'null' ? null : value)) @IsOptional() @IsString()
  toolkit?: string | null;
  @ApiPropertyOptional({ type: 'integer', minimum: 1, maximum: 200, default: 20 })
  @IsOptional() @Type(() => Number) @IsInt() @Min(1) @Max(faulty('search-limit-unbounded') ? Number.MAX_SAFE_INTEGER : 200)
  limit = 20;
  @ApiPropertyOptional({ type: Number, minimum: 0, maximum: 1, default: 0.15 })
  @IsOptional() @Type(() => Number) @IsNumber() @Min(0) @Max(1)
  min_score = 0.15;
}
export class RunToolQuery {
  @ApiPropertyOptional({ type: String, default: 'default', description: 'Which auth connection' }) @IsOptional() @IsString() service_id = 'default';
  @ApiPropertyOptional({ type: String, default: 'global' }) @IsOptional() @IsString() service_id_namespace = 'global';
}
export class ToolResultContent { @OutEnum(['text']) type: string; @Out('The structured content as JSON') text: string; }
export class ToolResult {
  @ApiProperty({ type: [ToolResultContent] }) content: ToolResultContent[];
  @Out('', { type: 'object', additionalProperties: true }) structuredContent: object;
  @OutBool() isError: boolean;
}
export class ToolSet { @Out() toolsetName: string; @Out() title: string; @Out() description: string; @OutInt() toolCount: number; }
export class ToolSetWithTools extends ToolSet { @ApiProperty({ type: [Tool] }) tools: Tool[]; }
export class UserInstallToolRequest { @StringField({ min: 1, max: 100, description: 'A tool of GET /me/tools' }) toolId: string; }
export class UserInstalledTool { @Out() toolId: string; @OutUuid() userId: string; @OutDate() installedAt: string; }
export class UserTool { @Out() toolId: string; @Out() title: string; @Out() description: string; @OutDate() installedAt: string; }

const mcp = (t: ToolSpec): Tool => ({ name: t.name, title: t.title, description: t.description, inputSchema: t.inputSchema });
const pub = (t: ToolSpec): PublicTool => ({ toolId: t.name, title: t.title, description: t.description, toolset: t.toolset, requiresConnection: t.requiresConnection });
const installedView = (i: InstalledTool): UserInstalledTool => ({ toolId: i.toolId, userId: i.userId, installedAt: iso(i.installedAt) });

@Injectable()
export class ToolsService {
  constructor(private readonly store: Store, private readonly notifier: NotifierService) {}

  list = () => [...ALL_TOOLS.values()].map(mcp);
  public = () => [...ALL_TOOLS.values()].map(pub);
  one(toolId: string) {
    const t = ALL_TOOLS.get(toolId);
    if (!t) throw new NotFoundException('Tool not found');
    return pub(t);
  }

  private score(t: ToolSpec, q: string): number {
    const asked = q.toLowerCase().split(/[^a-z0-9]+/).filter(Boolean);
    if (!asked.length) return 0;
    const name = t.name.toLowerCase();
    if (name === q.trim().toLowerCase()) return 1;
    const nameWords = new Set(name.split('_'));
    const words = new Set(`${t.title} ${t.description}`.toLowerCase().split(/[^a-z0-9]+/));
    const one = (w: string) => (nameWords.has(w) ? 0.95 : name.includes(w) ? 0.7 : words.has(w) ? 0.5 : [...words].some((x) => x.startsWith(w)) ? 0.3 : 0);
    return asked.reduce((n, w) => n + one(w), 0) / asked.length;
  }
  search(q: ToolSearchQuery): Tool[] {
    return [...ALL_TOOLS.values()]
      .filter((t) => !q.toolkit || t.toolset === q.toolkit || faulty('search-toolkit-ignored'))
      .map((t) => ({ t, score: this.score(t, q.q) }))
      .filter((x) => x.score >= q.min_score)
      .sort((a, b) => b.score - a.score || a.t.name.localeCompare(b.t.name))
      .slice(0, q.limit)
      .map(({ t, score }) => ({ ...mcp(t), _meta: { score: Math.round(score * 1000) / 1000 } }));
  }

  async run(user: User, name: string, input: Record<string, unknown>, q: RunToolQuery): Promise<ToolResult> {
    const tool = ALL_TOOLS.get(name);
    if (!tool) throw new NotFoundException('Tool not found');
    const wrong = problems(tool.inputSchema, input);
    if (!wrong.length && tool.requiresConnection) wrong.push(...this.notifier.problems(name, input));
    if (wrong.length) throw new BadRequestException(wrong.join('; '));
    if (tool.requiresConnection && (q.service_id !== 'default' || q.service_id_namespace !== 'global' || user.tier === 'sandbox')) {
      throw new BadRequestException('There is no such auth connection; make one in the dashboard');
    }
    const started = Date.now();
    const at = tick();
    const note = (status: 'ok' | 'error', output: object) =>
      this.store.executions.push({ logId: this.store.nextId('execution'), userId: user.userId, toolName: name, status, input, output, durationMs: Date.now() - started, at });
    try {
      const output = JSON.parse(JSON.stringify(tool.requiresConnection ? await this.notifier.call(user, name, input) : callPlainTool(name, input)));
      note('ok', output);
      return { content: [{ type: 'text', text: JSON.stringify(output) }], structuredContent: output, isError: false };
    } catch (e) {
      if (!(e instanceof ToolFailure)) throw e;
      note('error', { error: e.message });
      throw new BadRequestException(e.message);
    }
  }

  private toolset(name: string): ToolSet {
    return { toolsetName: name, ...TOOLSETS[name], toolCount: [...ALL_TOOLS.values()].filter((t) => t.toolset === name).length };
  }
  toolsets = () => Object.keys(TOOLSETS).map((n) => this.toolset(n));
  toolsetWithTools(name: string): ToolSetWithTools {
    if (!Object.prototype.hasOwnProperty.call(TOOLSETS, name)) throw new NotFoundException('Toolset not found');
    return { ...this.toolset(name), tools: [...ALL_TOOLS.values()].filter((t) => t.toolset === name).map(mcp) };
  }

  private installedOf(user: User) {
    return this.store.installed.filter((i) => i.userId === user.userId || faulty('install-for-everyone'));
  }
  private userTool(i: InstalledTool): UserTool {
    const t = ALL_TOOLS.get(i.toolId)!;
    return { toolId: t.name, title: t.title, description: t.description, installedAt: iso(i.installedAt) };
  }
  userTools = (user: User) => this.installedOf(user).map((i) => this.userTool(i));
  install(user: User, toolId: string) {
    if (!ALL_TOOLS.has(toolId)) throw new ConflictException('The tool could not be installed: it does not exist');
    if (this.store.installed.some((i) => i.userId === user.userId && i.toolId === toolId)) throw new ConflictException('The tool could not be installed: it is installed already');
    const row = { toolId, userId: user.userId, installedAt: tick() };
    this.store.installed.push(row);
    return installedView(row);
  }
  userTool1(user: User, toolId: string) {
    const row = this.installedOf(user).find((i) => i.toolId === toolId);
    if (!row) throw new NotFoundException('This tool is not installed');
    return this.userTool(row);
  }
  uninstall(user: User, toolId: string) {
    const at = this.store.installed.findIndex((i) => i.userId === user.userId && i.toolId === toolId);
    if (at < 0) throw new NotFoundException('This tool is not installed');
    const row = this.store.installed[at];
    if (!faulty('uninstall-not-done')) this.store.installed.splice(at, 1);
    return installedView(row);
  }
}

@ApiTags('tools')
@Controller('me')
export class ToolsController {
  constructor(private readonly tools: ToolsService) {}

  @Get('tools/list') @Authed() @Answers(Tool, { isArray: true }) @Errors(500) @ApiOperation({ operationId: 'listMcpTools' })
  list() { return this.tools.list(); }
  @Get('tools') @Open() @Answers(PublicTool, { isArray: true }) @Errors(500) @ApiOperation({ operationId: 'listPublicTools' })
  public() { return this.tools.public(); }
  @Get('tools/search') @Authed() @Answers(Tool, { isArray: true }) @Errors(422, 500) @ApiOperation({ operationId: 'searchTools' })
  search(@Query() q: ToolSearchQuery) { return this.tools.search(q); }
  @Get('tools/:toolId') @Open() @Answers(PublicTool) @Errors(404, 422, 500) @ApiOperation({ operationId: 'getPublicTool' })
  one(@Param('toolId') toolId: string) { return this.tools.one(toolId); }

  @Post('tools/run/:toolName') @UseGuards(ToolRunGuard) @ApiBearerAuth('jwt') @Answers(ToolResult) @Errors(400, 401, 404, 422, 500) @ApiOperation({ operationId: 'runTool' })
  @ApiBody({ schema: { type: 'object', additionalProperties: true }, description: 'By the inputSchema of the tool' })
  run(@CurrentUser() user: User, @Param('toolName') name: string, @Query() q: RunToolQuery, @Body() input: Record<string, unknown>) {
    return this.tools.run(user, name, input, q);
  }

  @Get('toolsets/list') @Authed() @Answers(ToolSet, { isArray: true }) @Errors(500) @ApiOperation({ operationId: 'listToolsets' })
  toolsets() { return this.tools.toolsets(); }
  @Get('toolsets/:toolsetName') @Authed() @Answers(ToolSetWithTools) @Errors(404, 422, 500) @ApiOperation({ operationId: 'getToolset' })
  toolset(@Param('toolsetName') name: string) { return this.tools.toolsetWithTools(name); }

  @Get('user-tools') @Authed() @Answers(UserTool, { isArray: true }) @Errors(500) @ApiOperation({ operationId: 'listUserTools' })
  userTools(@CurrentUser() user: User) { return this.tools.userTools(user); }
  @Post('user-tools') @Authed() @Answers(UserInstalledTool) @Errors(409, 422, 500) @ApiOperation({ operationId: 'installTool' })
  install(@CurrentUser() user: User, @Body() dto: UserInstallToolRequest) { return this.tools.install(user, dto.toolId); }
  @Get('user-tools/:toolId') @Authed() @Answers(UserTool) @Errors(404, 422, 500) @ApiOperation({ operationId: 'getUserTool' })
  userTool(@CurrentUser() user: User, @Param('toolId') toolId: string) { return this.tools.userTool1(user, toolId); }
  @Delete('user-tools/:toolId') @Authed() @Answers(UserInstalledTool) @Errors(404, 422, 500) @ApiOperation({ operationId: 'uninstallTool' })
  uninstall(@CurrentUser() user: User, @Param('toolId') toolId: string) { return this.tools.uninstall(user, toolId); }
}
@Module({ controllers: [ToolsController], providers: [ToolsService, NotifierService] })
export class ToolsModule {}
