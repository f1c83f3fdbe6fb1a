import {
  Body, ConflictException, Controller, ForbiddenException, Get, HttpCode, Injectable, Module, NotFoundException, Param, Post, Put, Res, UseGuards,
} from '@nestjs/common';
import { ApiBearerAuth, ApiHeader, ApiOperation, ApiProduces, ApiResponse, ApiTags, ApiUnauthorizedResponse } from '@nestjs/swagger';
import { randomUUID } from 'crypto';
import { Response } from 'express';
import { ApiKeyGuard } from '../auth/auth';
import { sleep, tick } from '../common/clock';
import { faulty } from '../common/fault';
import { EnumField, Out, OutEnum, StringField } from '../common/fields';
import { CurrentUser, ErrorResponse, Errors, UuidPipe } from '../common/http';
import { Agent, Message, Run, User } from '../store/models';
import { Store } from '../store/store';
import { pieces, think, ToolCall, Turn } from './engine';

export class StartRunRequest { @StringField({ description: 'What the user says' }) message: string; }
export class ContinueRunRequest { @StringField({ description: 'What the user says' }) message: string; }
export class MessageView {
  @OutEnum(['user', 'assistant']) role: string;
  @Out() content: string;
}
export class StreamLine {
  @EnumField(['run', 'text', 'tool_call', 'tool_result', 'job', 'done'], 'What the line tells') type: string;
  @Out('On text: the next piece of the output of the worker', { required: false }) text?: string;
  @Out('On run and done', { required: false }) runId?: string;
  @Out('On tool_call and tool_result: which call', { required: false }) id?: string;
  @Out('On tool_call and tool_result: the name of the tool', { required: false }) name?: string;
  @Out('On tool_call', { type: 'object', required: false, additionalProperties: true }) arguments?: object;
  @Out('On tool_result: the raw answer', { type: 'object', required: false, additionalProperties: true }) result?: object;
  @Out('On job', { required: false }) jobId?: string;
}

const JOB_MS = { ok: 2000, error: 1500 };
const PIECE_MS = 18;

@Injectable()
export class WorkersService {
  private current: Run | null = null;
  private readonly lastRuns = new Map<string, string>();
  constructor(private readonly store: Store) {}

  agentFor(user: User, agentId: string): Agent {
    const agent = this.store.agents.get(agentId);
    if (!agent) throw new NotFoundException('Agent not found');
    if (agent.visibility === 'private' && agent.ownerId !== user.userId) throw new ForbiddenException('This agent is private');
    return agent;
  }

  runFor(user: User, agentId: string, runId: string): Run {
    const run = this.store.runs.get(runId);
    if (!run || run.agentId !== agentId) throw new NotFoundException('Run not found');
    if (run.userId !== user.userId) throw new NotFoundException('Run not found');
    return run;
  }

  runToRead(user: User, agentId: string, runId: string): Run {
    if (faulty('run-readable-by-others')) {
      const run = this.store.runs.get(runId);
      if (run && run.agentId === agentId) return run;
    }
    return this.runFor(user, agentId, runId);
  }

  async start(user: User, agentId: string, message: string, res: Response, ndjson: boolean) {
    const agent = this.agentFor(user, agentId);
    if (faulty('job-blocks-new-runs')) {
      const busy = [...this.store.runs.values()].some((r) => r.agentId === agentId && r.userId === user.userId && r.job);
      if (busy) throw new ConflictException('A background job is running');
    }
    const run = this.store.newRun(agentId, user.userId);
    if (faulty('start-carries-context')) {
      const key = `${user.userId}/${agentId}`;
      const last = this.store.runs.get(this.lastRuns.get(key) ?? '');
      if (last) run.messages.push(...last.messages);
      this.lastRuns.set(key, run.runId);
    }
    this.store.log(run, 'run.started');
    await this.inTurn(run, () => this.turn(agent, run, message, res, ndjson, 'start'));
  }

  async resume(user: User, agentId: string, runId: string, message: string, res: Response, ndjson: boolean) {
    const agent = this.agentFor(user, agentId);
    const run = this.runFor(user, agentId, runId);
    this.refuseDuringJob(run, message, ndjson);
    await this.inTurn(run, async () => {
      this.refuseDuringJob(run, message, ndjson);
      await this.turn(agent, run, message, res, ndjson, 'resume');
    });
  }

  private refuseDuringJob(run: Run, message: string, ndjson: boolean) {
    if (!run.job) return;
    if (faulty('ndjson-resume-ignores-job') && ndjson) return;
    if (faulty('conflict-still-appends')) run.messages.push({ role: 'user', content: message, at: tick() });
    throw new ConflictException('A background job is running in this run');
  }

  /** The turns of one run come after each other. */
  private inTurn(run: Run, work: () => Promise<void>): Promise<void> {
    if (faulty('parallel-resumes-lose')) return work();
    const mine = run.queue.then(work);
    run.queue = mine.catch(() => undefined);
    return mine;
  }

  private async turn(agent: Agent, run: Run, message: string, res: Response, ndjson: boolean, how: 'start' | 'resume') {
    const turn = think(agent, run, message);
    const snapshot = [...run.messages];
    if (!faulty('parallel-resumes-lose')) run.messages.push({ role: 'user', content: message, at: tick() });
    run.updatedAt = tick();
    run.jobOutcome = null;
    this.store.log(run, 'message.user', message.slice(0, 500));
    this.current = run;

    if (turn.job) {
      run.job = { jobId: `job_${randomUUID().slice(0, 8)}`, startedAt: tick(), fails: turn.job === 'error' };
      this.store.log(run, 'job.started', run.job.jobId);
    }

    res.status(200);
    res.setHeader('Content-Type', ndjson ? 'application/x-ndjson; charset=utf-8' : 'text/plain; charset=utf-8');
    res.setHeader('Cache-Control', 'no-store');
    if (!(faulty('ndjson-start-without-run-id') && ndjson && how === 'start')) res.setHeader('X-Service-Run-ID', run.runId);
    if (run.job) res.setHeader('x-service-job-id', run.job.jobId);
    res.flushHeaders();

    await this.stream(run, turn, res, ndjson);

    let content = turn.text;
    if (faulty('reply-stored-without-last-piece') && how === 'resume') content = pieces(turn.text).slice(0, -1).join('');
    const answer: Message = { role: 'assistant', content, at: tick() };
    const target = faulty('parallel-starts-mix') && this.current ? this.current : run;
    if (faulty('parallel-resumes-lose')) {
      run.messages = [...snapshot, { role: 'user', content: message, at: answer.at - 1 }, answer];
    } else target.messages.push(answer);
    run.updatedAt = tick();
    this.store.log(run, 'message.assistant', turn.text.slice(0, 500));
    if (run.job && turn.job) this.finishLater(run, JOB_MS[turn.job]);
    if (ndjson) res.write(JSON.stringify({ type: 'done', runId: run.runId }) + '\n');
    res.end();
  }

  private finishLater(run: Run, ms: number) {
    const job = run.job!;
    setTimeout(() => {
      if (job.fails) {
        this.store.log(run, 'job.failed', job.jobId);
        run.jobOutcome = 'By the way, the job of before ended with an error.';
        if (faulty('failed-job-never-ends')) return;
      } else {
        this.store.log(run, 'job.finished', job.jobId);
        run.jobOutcome = 'By the way, the job of before has finished well.';
      }
      run.job = null;
      run.updatedAt = tick();
    }, ms).unref();
  }

  private async stream(run: Run, turn: Turn, res: Response, ndjson: boolean) {
    const line = (o: object) => res.write(JSON.stringify(o) + '\n');
    if (ndjson) line({ type: 'run', runId: run.runId });
    if (turn.tool) await this.useTool(run, turn.tool, res, ndjson);
    if (ndjson && run.job) line({ type: 'job', jobId: run.job.jobId });
    const parts = pieces(turn.text);
    if (faulty('text-not-streamed') && !ndjson) {
      await sleep(PIECE_MS * parts.length);
      res.write(turn.text);
      return;
    }
    for (const text of parts) {
      if (ndjson) line({ type: 'text', text });
      else res.write(text);
      await sleep(PIECE_MS);
    }
  }

  private async useTool(run: Run, tool: ToolCall, res: Response, ndjson: boolean) {
    if (ndjson) res.write(JSON.stringify({ type: 'tool_call', id: tool.id, name: tool.name, arguments: tool.arguments }) + '\n');
    await sleep(60);
    this.store.mcpLogs.push({
      id: this.store.nextId('mcp'), runId: run.runId, userId: run.userId, server: 'nettle-outdoors', tool: tool.name, input: tool.arguments, output: tool.result, at: tick(),
    });
    this.store.log(run, 'tool.called', tool.name);
    if (ndjson) res.write(JSON.stringify({ type: 'tool_result', id: tool.id, name: tool.name, result: tool.result }) + '\n');
    else if (faulty('text-shows-tool-calls')) res.write(`[${tool.name}] ${JSON.stringify(tool.result)}\n`);
  }

  history(user: User, agentId: string, runId: string, res: Response) {
    this.agentFor(user, agentId);
    const run = this.runToRead(user, agentId, runId);
    if (run.job) res.setHeader('x-service-job-id', run.job.jobId);
    res.setHeader('X-Service-Run-ID', run.runId);
    return run.messages.map((m) => ({ role: m.role, content: m.content }));
  }
}

const RunHeaders = { 'X-Service-Run-ID': { description: 'The run', schema: { type: 'string' as const, format: 'uuid' } }, 'x-service-job-id': { description: 'While a background job runs', schema: { type: 'string' as const } } };
const TextStream = () => ApiResponse({ status: 200, description: 'The output of the worker, streamed', headers: RunHeaders, content: { 'text/plain': { schema: { type: 'string' } } } });
const LineStream = () => ApiResponse({ status: 200, description: 'One JSON object a line', headers: RunHeaders, content: { 'application/x-ndjson': { schema: { $ref: '#/components/schemas/StreamLine' } } } });

@ApiTags('workers')
@ApiBearerAuth('apiKey')
@ApiUnauthorizedResponse({ type: ErrorResponse })
@UseGuards(ApiKeyGuard)
@Controller('workers')
export class WorkersController {
  constructor(private readonly workers: WorkersService) {}

  @Post('ndjson/:agentId') @HttpCode(200) @LineStream() @Errors(403, 404, 422) @ApiOperation({ operationId: 'startRunNdjson' })
  startLines(@CurrentUser() user: User, @Param('agentId', UuidPipe) agentId: string, @Body() body: StartRunRequest, @Res() res: Response) {
    return this.workers.start(user, agentId, body.message, res, true);
  }

  @Put('ndjson/:agentId/:runId') @HttpCode(200) @LineStream() @Errors(403, 404, 409, 422) @ApiOperation({ operationId: 'continueRunNdjson' })
  resumeLines(@CurrentUser() user: User, @Param('agentId', UuidPipe) agentId: string, @Param('runId', UuidPipe) runId: string, @Body() body: ContinueRunRequest, @Res() res: Response) {
    return this.workers.resume(user, agentId, runId, body.message, res, true);
  }

  @Post(':agentId') @HttpCode(200) @TextStream() @Errors(403, 404, 422) @ApiOperation({ operationId: 'startRun' })
  start(@CurrentUser() user: User, @Param('agentId', UuidPipe) agentId: string, @Body() body: StartRunRequest, @Res() res: Response) {
    return this.workers.start(user, agentId, body.message, res, false);
  }

  @Put(':agentId/:runId') @HttpCode(200) @TextStream() @Errors(403, 404, 409, 422) @ApiOperation({ operationId: 'continueRun' })
  resume(@CurrentUser() user: User, @Param('agentId', UuidPipe) agentId: string, @Param('runId', UuidPipe) runId: string, @Body() body: ContinueRunRequest, @Res() res: Response) {
    return this.workers.resume(user, agentId, runId, body.message, res, false);
  }

  @Get(':agentId/:runId') @Errors(403, 404, 422) @ApiOperation({ operationId: 'getRunMessages' })
  @ApiResponse({ status: 200, description: 'The messages, oldest first', type: MessageView, isArray: true, headers: RunHeaders })
  history(@CurrentUser() user: User, @Param('agentId', UuidPipe) agentId: string, @Param('runId', UuidPipe) runId: string, @Res({ passthrough: true }) res: Response): MessageView[] {
    return this.workers.history(user, agentId, runId, res);
  }
}

@Module({ controllers: [WorkersController], providers: [WorkersService] })
export class WorkersModule {}
