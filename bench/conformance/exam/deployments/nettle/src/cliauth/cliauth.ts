import { Body, Controller, ForbiddenException, Get, Injectable, Module, NotFoundException, Param, Post, Put, Req, Res, UnauthorizedException } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import { randomUUID } from 'crypto';
import { Request, Response } from 'express';
import { Authed, Open } from '../auth/auth';
import { iso, sleep, tick } from '../common/clock';
import { faulty } from '../common/fault';
import { OutDate, OutEnum, OutUuid, StringField } from '../common/fields';
import { Answers, CurrentUser, Errors, UuidPipe } from '../common/http';
import { CliSession, User } from '../store/models';
import { Store } from '../store/store';

export class CliAuthInsertModel { @StringField({ min: 1, max: 8000, description: 'What the command-line client is to get' }) jwt: string; }
export class CliAuthModel {
  @OutUuid() cliAuthId: string;
  @OutEnum(['pending', 'attached', 'consumed']) status: string;
  @OutDate() createdAt: string;
}
const view = (s: CliSession): CliAuthModel => ({ cliAuthId: s.cliAuthId, status: s.consumedAt ? 'consumed' : s.jwt ? 'attached' : 'pending', createdAt: iso(s.createdAt) });

@Injectable()
export class CliAuthService {
  constructor(private readonly store: Store) {}
  private find(id: string): CliSession {
    const s = this.store.cli.get(id);
    if (!s) throw new NotFoundException('Session not found');
    return s;
  }
  start() {
    const s: CliSession = { cliAuthId: randomUUID(), userId: null, jwt: null, consumedAt: null, createdAt: tick() };
    this.store.cli.set(s.cliAuthId, s);
    return view(s);
  }
  attach(user: User, id: string, jwt: string) {
    const s = this.find(id);
    const taken = s.userId !== null && s.userId !== user.userId;
    if ((taken && !faulty('cli-session-hijack')) || s.consumedAt) throw new ForbiddenException('You may not update this session');
    s.userId = user.userId;
    s.jwt = jwt;
    return view(s);
  }
  async take(id: string): Promise<string | null> {
    const s = this.find(id);
    const jwt = s.jwt;
    if (jwt === null) return null;
    if (faulty('cli-token-read-twice')) await sleep(40);
    s.jwt = null;
    s.consumedAt = tick();
    return jwt;
  }
}

@ApiTags('cli-auth')
@Controller('me/cli-auth')
export class CliAuthController {
  constructor(private readonly cli: CliAuthService) {}
  @Post() @Open() @Answers(CliAuthModel) @Errors(503) @ApiOperation({ operationId: 'createCliSession' })
  start(@Req() req: Request & { user?: User }) {
    if (faulty('cli-start-needs-login') && !req.user) throw new UnauthorizedException('Invalid or missing bearer token');
    return this.cli.start();
  }
  @Put(':cliAuthId') @Authed() @Answers(CliAuthModel) @Errors(403, 404, 422, 503) @ApiOperation({ operationId: 'attachCliSession' })
  attach(@CurrentUser() user: User, @Param('cliAuthId', UuidPipe) id: string, @Body() dto: CliAuthInsertModel) { return this.cli.attach(user, id, dto.jwt); }
  @Get(':authId') @Open() @Errors(404, 422, 503) @ApiOperation({ operationId: 'consumeCliSession' })
  @ApiResponse({ status: 200, description: 'The JWT; null while there is none and once it was read', schema: { type: 'string', nullable: true } })
  async take(@Param('authId', UuidPipe) id: string, @Res() res: Response) { res.json(await this.cli.take(id)); }
}
@Module({ controllers: [CliAuthController], providers: [CliAuthService] })
export class CliAuthModule {}
