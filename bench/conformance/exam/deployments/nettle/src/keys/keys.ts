import { Body, Controller, Delete, Get, Injectable, Module, NotFoundException, Param, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { randomBytes } from 'crypto';
import { Authed } from '../auth/auth';
import { iso, tick } from '../common/clock';
import { faulty } from '../common/fault';
import { BoolFieldOptional, Out, OutBool, OutDate, OutInt, StringField } from '../common/fields';
import { Answers, CurrentUser, Errors, IntPipe } from '../common/http';
import { ApiKeyRow, User } from '../store/models';
import { Store } from '../store/store';

export class ApiKeyCreate {
  @StringField({ min: 1, max: 100 }) name: string;
  @BoolFieldOptional('Whether it becomes the default key instead of the one that is it') isDefault?: boolean | null;
}
export class ApiKeyHidden {
  @OutInt() apiKeyId: number;
  @Out() name: string;
  @OutBool() isDefault: boolean;
  @OutDate() createdAt: string;
}
export class ApiKey extends ApiKeyHidden { @Out('The key itself') key: string; }

const hidden = (k: ApiKeyRow): ApiKeyHidden => ({ apiKeyId: k.apiKeyId, name: k.name, isDefault: k.isDefault, createdAt: iso(k.createdAt) });
const full = (k: ApiKeyRow): ApiKey => ({ ...hidden(k), key: k.key });

@Injectable()
export class KeysService {
  constructor(private readonly store: Store) {}
  private of(user: User) {
    return [...this.store.keys.values()].filter((k) => k.ownerId === user.userId);
  }
  private own(user: User, id: number): ApiKeyRow {
    const key = this.store.keys.get(id);
    if (!key || key.ownerId !== user.userId) throw new NotFoundException('API key not found');
    return key;
  }
  list(user: User) {
    return this.of(user).map(faulty('key-list-shows-values') ? full : hidden);
  }
  create(user: User, dto: { name: string; isDefault?: boolean | null }): ApiKeyRow {
    const mine = this.of(user);
    const isDefault = dto.isDefault === true || !mine.some((k) => k.isDefault);
    if (isDefault) for (const k of mine) k.isDefault = false;
    const row: ApiKeyRow = { apiKeyId: this.store.nextId('key'), ownerId: user.userId, name: dto.name, key: `ntl_live_${randomBytes(18).toString('hex')}`, isDefault, createdAt: tick() };
    this.store.keys.set(row.apiKeyId, row);
    return row;
  }
  createFull = (user: User, dto: ApiKeyCreate) => full(this.create(user, dto));
  default(user: User) {
    return full(this.of(user).find((k) => k.isDefault) ?? this.create(user, { name: 'default' }));
  }
  get = (user: User, id: number) => full(this.own(user, id));
  remove(user: User, id: number) {
    const row = faulty('key-delete-of-others') && this.store.keys.has(id) ? this.store.keys.get(id)! : this.own(user, id);
    this.store.keys.delete(id);
    if (row.isDefault) {
      const next = this.of(user)[0];
      if (next) next.isDefault = true;
    }
    return hidden(row);
  }
}

@ApiTags('api-keys') @Authed()
@Controller('me/api-keys')
export class KeysController {
  constructor(private readonly keys: KeysService) {}
  @Get() @Answers(ApiKeyHidden, { isArray: true }) @Errors(500) @ApiOperation({ operationId: 'listApiKeys' })
  list(@CurrentUser() user: User) { return this.keys.list(user); }
  @Post() @Answers(ApiKey) @Errors(422, 500) @ApiOperation({ operationId: 'createApiKey' })
  create(@CurrentUser() user: User, @Body() dto: ApiKeyCreate) { return this.keys.createFull(user, dto); }
  @Get('default') @Answers(ApiKey) @Errors(500) @ApiOperation({ operationId: 'getDefaultApiKey' })
  default(@CurrentUser() user: User) { return this.keys.default(user); }
  @Get(':apiKeyId') @Answers(ApiKey) @Errors(404, 422, 500) @ApiOperation({ operationId: 'getApiKey' })
  get(@CurrentUser() user: User, @Param('apiKeyId', IntPipe) id: number) { return this.keys.get(user, id); }
  @Delete(':apiKeyId') @Answers(ApiKeyHidden) @Errors(404, 422, 500) @ApiOperation({ operationId: 'deleteApiKey' })
  remove(@CurrentUser() user: User, @Param('apiKeyId', IntPipe) id: number) { return this.keys.remove(user, id); }
}
@Module({ controllers: [KeysController], providers: [KeysService] })
export class KeysModule {}
