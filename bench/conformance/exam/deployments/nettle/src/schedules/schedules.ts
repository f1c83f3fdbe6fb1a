import {
  BadRequestException, Body, Controller, Delete, ForbiddenException, Get, Injectable, Module, NotFoundException, OnModuleDestroy, OnModuleInit, Param, Post, Put, Query,
} from '@nestjs/common';
import { ApiOperation, ApiProperty, ApiTags } from '@nestjs/swagger';
import { Allow, IsString, registerDecorator } from 'class-validator';
import { randomUUID } from 'crypto';
import { Authed } from '../auth/auth';
import { iso, isoOrNull, tick } from '../common/clock';
import { faulty } from '../common/fault';
import { BoolFieldOptional, Out, OutBool, OutDate, OutDateOrNull, OutInt, OutOrNull, OutUuid, StringFieldOptional } from '../common/fields';
import { Answers, CurrentUser, Errors, unprocessable, UuidPipe } from '../common/http';
import { Schedule, User } from '../store/models';
import { Store } from '../store/store';
import { nextRun, parseCron, textToCron } from './cron';

function IsCron() {
  return (target: object, propertyName: string) =>
    registerDecorator({
      name: 'isCron', target: target.constructor, propertyName,
      validator: { validate: (v) => typeof v === 'string' && parseCron(v) !== null, defaultMessage: () => `${propertyName} must be a cron expression of five fields` },
    });
}

export class ScheduleRequest {
  @ApiProperty({ type: String, format: 'uuid', description: 'A chat of yours' }) @Allow() chatId?: unknown;
  @ApiProperty({ type: String, example: '0 9 * * 1', description: 'Five fields, UTC' }) @IsCron() cron: string;
  @StringFieldOptional({ max: 10000, description: 'What the chat is told' }) message?: string | null;
  @BoolFieldOptional('true where it is absent') enabled?: boolean | null;
}
export class ScheduleUpdateRequest {
  @StringFieldOptional({ max: 100, description: 'A chat of yours' }) chatId?: string | null;
  @StringFieldOptional({ max: 200, example: '0 9 * * 1', description: 'Five fields, UTC' }) cron?: string | null;
  @StringFieldOptional({ max: 10000 }) message?: string | null;
  @BoolFieldOptional() enabled?: boolean | null;
}
export class ScheduleView {
  @OutUuid() scheduleId: string;
  @OutUuid() chatId: string;
  @Out() cron: string;
  @OutOrNull() message: string | null;
  @OutBool() enabled: boolean;
  @OutDateOrNull() lastRunAt: string | null;
  @OutDateOrNull() nextRunAt: string | null;
  @OutDate() createdAt: string;
  @OutDate() updatedAt: string;
}
export class ScheduleListResponse { @ApiProperty({ type: [ScheduleView] }) data: ScheduleView[]; @OutInt() total: number; }
export class ScheduleOnboarding { @OutBool('Whether the user has made a schedule') completed: boolean; @OutInt() scheduleCount: number; @ApiProperty({ type: [String] }) suggestions: string[]; }
export class CronQuery { @ApiProperty({ type: String, description: 'A cron expression, or words such as "every day at 9am"' }) @IsString() cron: string; }
export class ConvertedCron { @Out() cron: string; @OutDateOrNull() nextRunAt: string | null; }

const view = (s: Schedule): ScheduleView => ({
  scheduleId: s.scheduleId, chatId: s.chatId, cron: s.cron, message: s.message, enabled: s.enabled, lastRunAt: isoOrNull(s.lastRunAt),
  nextRunAt: isoOrNull(s.enabled ? s.nextRunAt : null), createdAt: iso(s.createdAt), updatedAt: iso(s.updatedAt),
});

@Injectable()
export class SchedulesService implements OnModuleInit, OnModuleDestroy {
  private timer: NodeJS.Timeout;
  constructor(private readonly store: Store) {}

  onModuleInit() {
    this.timer = setInterval(() => this.runDue(), 1000);
    this.timer.unref();
  }
  onModuleDestroy() {
    clearInterval(this.timer);
  }
  private runDue() {
    const now = Date.now();
    for (const s of this.store.schedules.values()) {
      if (!s.enabled || s.nextRunAt === null || s.nextRunAt > now) continue;
      const agent = this.store.agents.get(s.chatId);
      if (agent) {
        const run = this.store.newRun(agent.agentId, s.ownerId);
        this.store.log(run, 'run.started', `By schedule ${s.scheduleId}`);
        const text = s.message ?? 'It is time.';
        run.messages.push({ role: 'user', content: text, at: tick() }, { role: 'assistant', content: `This is ${agent.title}, on schedule.`, at: tick() });
        this.store.log(run, 'message.user', text);
        this.store.log(run, 'message.assistant');
        run.updatedAt = tick();
      }
      s.lastRunAt = now;
      s.nextRunAt = nextRun(parseCron(s.cron)!, now);
    }
  }

  private own(user: User, id: string): Schedule {
    const s = this.store.schedules.get(id);
    if (!s || s.ownerId !== user.userId) throw new NotFoundException('Schedule not found');
    return s;
  }
  private chat(user: User, chatId: unknown): string {
    const agent = typeof chatId === 'string' ? this.store.agents.get(chatId.toLowerCase()) : undefined;
    const may = agent && (agent.ownerId === user.userId || (faulty('schedule-of-foreign-chat') && agent.visibility === 'public'));
    if (!may) throw new ForbiddenException('chatId is invalid, missing or not yours');
    return agent.agentId;
  }

  list(user: User): ScheduleListResponse {
    const data = [...this.store.schedules.values()].filter((s) => s.ownerId === user.userId).sort((a, b) => b.createdAt - a.createdAt).map(view);
    return { data, total: data.length };
  }
  create(user: User, dto: ScheduleRequest): ScheduleView {
    const chatId = this.chat(user, dto.chatId);
    const at = tick();
    const cron = parseCron(dto.cron)!;
    const s: Schedule = {
      scheduleId: randomUUID(), ownerId: user.userId, chatId, cron: cron.text, message: dto.message ?? null, enabled: dto.enabled ?? true,
      createdAt: at, updatedAt: at, lastRunAt: null, nextRunAt: nextRun(cron, at),
    };
    this.store.schedules.set(s.scheduleId, s);
    return view(s);
  }
  onboarding(user: User): ScheduleOnboarding {
    const n = this.list(user).total;
    return { completed: n > 0, scheduleCount: n, suggestions: ['every day at 9am', 'every monday at 8:30 am', 'every 30 minutes'] };
  }
  convert(text: string): ConvertedCron {
    const lenient = faulty('text-to-cron-takes-any-number');
    const cron = textToCron(text, lenient);
    if (!cron) throw new BadRequestException('Invalid cron expression');
    const parsed = parseCron(cron);
    return { cron, nextRunAt: isoOrNull(parsed ? nextRun(parsed, Date.now()) : null) };
  }
  get = (user: User, id: string) => view(this.own(user, id));
  update(user: User, id: string, dto: ScheduleUpdateRequest): ScheduleView {
    const stored = this.own(user, id);
    const cron = dto.cron ? parseCron(dto.cron) : null;
    if (dto.cron !== undefined && dto.cron !== null && !cron) throw unprocessable('cron must be a cron expression of five fields');
    const s = faulty('schedule-put-not-kept') ? { ...stored } : stored;
    if (dto.chatId !== undefined && dto.chatId !== null) s.chatId = this.chat(user, dto.chatId);
    if (cron) s.cron = cron.text;
    if (dto.message !== undefined) s.message = dto.message;
    if (dto.enabled !== undefined && dto.enabled !== null) s.enabled = dto.enabled;
    s.updatedAt = tick();
    s.nextRunAt = nextRun(parseCron(s.cron)!, s.updatedAt);
    return view(s);
  }
  remove(user: User, id: string) {
    const s = this.own(user, id);
    if (faulty('schedule-delete-siblings')) {
      for (const o of [...this.store.schedules.values()]) if (o.chatId === s.chatId) this.store.schedules.delete(o.scheduleId);
    }
    this.store.schedules.delete(id);
    return view(s);
  }
}

@ApiTags('schedules') @Authed()
@Controller('me/schedules')
export class SchedulesController {
  constructor(private readonly schedules: SchedulesService) {}
  @Get() @Answers(ScheduleListResponse) @Errors(500) @ApiOperation({ operationId: 'listSchedules' })
  list(@CurrentUser() user: User) { return this.schedules.list(user); }
  @Post() @Answers(ScheduleView) @Errors(403, 422, 500) @ApiOperation({ operationId: 'createSchedule' })
  create(@CurrentUser() user: User, @Body() dto: ScheduleRequest) { return this.schedules.create(user, dto); }
  @Get('onboarding') @Answers(ScheduleOnboarding) @Errors(500) @ApiOperation({ operationId: 'getScheduleOnboarding' })
  onboarding(@CurrentUser() user: User) { return this.schedules.onboarding(user); }
  @Get('text-to-cron') @Answers(ConvertedCron) @Errors(400, 422, 500) @ApiOperation({ operationId: 'textToCron' })
  convert(@Query() q: CronQuery) { return this.schedules.convert(q.cron); }
  @Get(':scheduleId') @Answers(ScheduleView) @Errors(404, 422, 500) @ApiOperation({ operationId: 'getSchedule' })
  get(@CurrentUser() user: User, @Param('scheduleId', UuidPipe) id: string) { return this.schedules.get(user, id); }
  @Put(':scheduleId') @Answers(ScheduleView) @Errors(403, 404, 422, 500) @ApiOperation({ operationId: 'updateSchedule' })
  update(@CurrentUser() user: User, @Param('scheduleId', UuidPipe) id: string, @Body() dto: ScheduleUpdateRequest) { return this.schedules.update(user, id, dto); }
  @Delete(':scheduleId') @Answers(ScheduleView) @Errors(404, 422, 500) @ApiOperation({ operationId: 'deleteSchedule' })
  remove(@CurrentUser() user: User, @Param('scheduleId', UuidPipe) id: string) { return this.schedules.remove(user, id); }
}
@Module({ controllers: [SchedulesController], providers: [SchedulesService] })
export class SchedulesModule {}
