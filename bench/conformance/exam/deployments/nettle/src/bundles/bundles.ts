import { Body, ConflictException, Controller, Delete, Get, Injectable, Module, NotFoundException, Param, Post, Put } from '@nestjs/common';
import { ApiOperation, ApiProperty, ApiPropertyOptional, ApiTags } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsOptional, ValidateNested } from 'class-validator';
import { Authed } from '../auth/auth';
import { iso, tick } from '../common/clock';
import { faulty } from '../common/fault';
import { Out, OutDate, OutInt, OutOrNull, OutUuid, StringField, StringFieldOptional } from '../common/fields';
import { Answers, CurrentUser, Errors, IntPipe } from '../common/http';
import { Bundle, User } from '../store/models';
import { Store } from '../store/store';
import { ALL_TOOLS } from '../tools/catalog';

export class UserBundleTool { @StringField({ min: 1, max: 100, description: 'A tool of GET /me/tools' }) toolId: string; }
export class UserBundleRequest {
  @StringField({ min: 1, max: 100 }) name: string;
  @StringFieldOptional({ max: 2000 }) description?: string | null;
  @ApiPropertyOptional({ type: [UserBundleTool], description: 'Instead of the tools that it holds; without it they stay' })
  @IsOptional() @IsArray() @ArrayMaxSize(100) @ValidateNested({ each: true }) @Type(() => UserBundleTool)
  tools?: UserBundleTool[];
}
export class UserBundleRow {
  @OutInt() bundleId: number;
  @OutUuid() ownerId: string;
  @Out() name: string;
  @OutOrNull() description: string | null;
  @OutDate() createdAt: string;
  @OutDate() updatedAt: string;
}
export class UserBundle extends UserBundleRow { @ApiProperty({ type: [UserBundleTool] }) tools: UserBundleTool[]; }
export class UserBundleSimplified { @OutInt() bundleId: number; @Out() name: string; @OutInt() toolCount: number; }

const row = (b: Bundle): UserBundleRow => ({ bundleId: b.bundleId, ownerId: b.ownerId, name: b.name, description: b.description, createdAt: iso(b.createdAt), updatedAt: iso(b.updatedAt) });
const full = (b: Bundle): UserBundle => ({ ...row(b), tools: b.tools.map((toolId) => ({ toolId })) });

@Injectable()
export class BundlesService {
  constructor(private readonly store: Store) {}
  private find(user: User, id: number): Bundle | undefined {
    const b = this.store.bundles.get(id);
    return b && b.ownerId === user.userId ? b : undefined;
  }
  private own(user: User, id: number): Bundle {
    const b = this.find(user, id);
    if (!b) throw new NotFoundException('Bundle not found');
    return b;
  }
  list(user: User): UserBundleSimplified[] {
    return [...this.store.bundles.values()].filter((b) => b.ownerId === user.userId).map((b) => ({ bundleId: b.bundleId, name: b.name, toolCount: b.tools.length }));
  }
  create(user: User) {
    const bundleId = this.store.nextId('bundle');
    const at = tick();
    const bundle: Bundle = { bundleId, ownerId: user.userId, name: `Bundle ${bundleId}`, description: null, tools: [], createdAt: at, updatedAt: at };
    this.store.bundles.set(bundleId, bundle);
    return full(bundle);
  }
  get = (user: User, id: number) => full(this.own(user, id));
  update(user: User, id: number, dto: UserBundleRequest) {
    const b = this.find(user, id);
    if (!b) throw new ConflictException('The bundle could not be updated');
    if (dto.tools?.some((t) => !ALL_TOOLS.has(t.toolId))) throw new ConflictException('The bundle could not be updated: a tool does not exist');
    b.name = dto.name;
    if (dto.description !== undefined) b.description = dto.description;
    if (dto.tools) b.tools = [...new Set(dto.tools.map((t) => t.toolId))];
    else if (faulty('bundle-put-drops-tools')) b.tools = [];
    b.updatedAt = tick();
    return full(b);
  }
  remove(user: User, id: number) {
    const b = this.own(user, id);
    this.store.bundles.delete(id);
    return row(b);
  }
  tools = (user: User, id: number) => (this.find(user, id)?.tools ?? []).map((toolId) => ({ toolId }));
  addTool(user: User, id: number, dto: UserBundleTool) {
    const b = this.own(user, id);
    if (!ALL_TOOLS.has(dto.toolId)) throw new NotFoundException('Tool not found');
    if (!b.tools.includes(dto.toolId)) b.tools.push(dto.toolId);
    b.updatedAt = tick();
    return { toolId: dto.toolId };
  }
  removeTool(user: User, id: number, toolId: string) {
    const b = this.own(user, id);
    if (!b.tools.includes(toolId)) throw new NotFoundException('Tool not found in this bundle');
    b.tools = faulty('bundle-tool-delete-empties') ? [] : b.tools.filter((t) => t !== toolId);
    b.updatedAt = tick();
    return { toolId };
  }
}

@ApiTags('bundles') @Authed()
@Controller('me/bundles')
export class BundlesController {
  constructor(private readonly bundles: BundlesService) {}
  @Get() @Answers(UserBundleSimplified, { isArray: true }) @Errors(500) @ApiOperation({ operationId: 'listBundles' })
  list(@CurrentUser() user: User) { return this.bundles.list(user); }
  @Post() @Answers(UserBundle) @Errors(409, 500) @ApiOperation({ operationId: 'createBundle' })
  create(@CurrentUser() user: User) { return this.bundles.create(user); }
  @Get(':bundleId') @Answers(UserBundle) @Errors(404, 422, 500) @ApiOperation({ operationId: 'getBundle' })
  get(@CurrentUser() user: User, @Param('bundleId', IntPipe) id: number) { return this.bundles.get(user, id); }
  @Put(':bundleId') @Answers(UserBundle) @Errors(409, 422, 500) @ApiOperation({ operationId: 'updateBundle' })
  update(@CurrentUser() user: User, @Param('bundleId', IntPipe) id: number, @Body() dto: UserBundleRequest) { return this.bundles.update(user, id, dto); }
  @Delete(':bundleId') @Answers(UserBundleRow) @Errors(404, 422, 500) @ApiOperation({ operationId: 'deleteBundle' })
  remove(@CurrentUser() user: User, @Param('bundleId', IntPipe) id: number) { return this.bundles.remove(user, id); }
  @Get(':bundleId/tools') @Answers(UserBundleTool, { isArray: true }) @Errors(422, 500) @ApiOperation({ operationId: 'listBundleTools' })
  tools(@CurrentUser() user: User, @Param('bundleId', IntPipe) id: number) { return this.bundles.tools(user, id); }
  @Post(':bundleId/tools') @Answers(UserBundleTool) @Errors(404, 422, 500) @ApiOperation({ operationId: 'addBundleTool' })
  add(@CurrentUser() user: User, @Param('bundleId', IntPipe) id: number, @Body() dto: UserBundleTool) { return this.bundles.addTool(user, id, dto); }
  @Delete(':bundleId/tools/:toolId') @Answers(UserBundleTool) @Errors(404, 422, 500) @ApiOperation({ operationId: 'removeBundleTool' })
  removeTool(@CurrentUser() user: User, @Param('bundleId', IntPipe) id: number, @Param('toolId') toolId: string) { return this.bundles.removeTool(user, id, toolId); }
}
@Module({ controllers: [BundlesController], providers: [BundlesService] })
export class BundlesModule {}
