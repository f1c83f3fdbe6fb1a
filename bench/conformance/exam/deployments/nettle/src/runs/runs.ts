import { Controller, Get, Injectable, Module, NotFoundException, Param, Query } from '@nestjs/common';
import { ApiOperation, ApiPropertyOptional, ApiTags, ApiProperty } from '@nestjs/swagger';
import { Transform, Type } from 'class-transformer';
import { IsInt, IsISO8601, IsOptional, Max, Min } from 'class-validator';
import { Authed } from '../auth/auth';
import { iso } from '../common/clock';
import { faulty } from '../common/fault';
import { Out, OutDate, OutDateOrNull, OutEnum, OutInt, OutOrNull, OutUuid } from '../common/fields';
import { Answers, CurrentUser, Errors, IntPipe, UuidPipe } from '../common/http';
import { Execution, McpLog, Run, RunLog, User } from '../store/models';
import { Store } from '../store/store';

export class CursorQuery {
  @ApiPropertyOptional({ type: String, format: 'date-time', nullable: true, description: 'From an answer: goes on after it' })
  @Transform(({ value }) => (value === '' || value === 'null' ? null : value))
  @IsOptional() @IsISO8601({ strict: true })
  next_cursor?: string | null;

  @ApiPropertyOptional({ type: 'integer', default: 30, minimum: 1, maximum: 100 })
  @IsOptional() @Type(() => Number) @IsInt() @Min(1) @Max(100)
  limit = 30;
}
export class ExecutionsQuery extends CursorQuery {
  limit = faulty('executions-default-limit') ? 25 : 30;
}

export class AgentRunView {
  @OutUuid() runId: string;
  @OutUuid() agentId: string;
  @OutOrNull('Of the agent, as it is now') agentTitle: string | null;
  @OutEnum(['idle', 'job_running']) status: string;
  @OutInt() messageCount: number;
  @OutDate() createdAt: string;
  @OutDate() updatedAt: string;
}
export class AgentRunViewListResponse {
  @ApiProperty({ type: [AgentRunView] }) data: AgentRunView[];
  @OutDateOrNull('For the next page; null on the last') nextCursor: string | null;
}
export class AgentRunLog {
  @OutInt() logId: number;
  @OutUuid() runId: string;
  @OutUuid() agentId: string;
  @Out() event: string;
  @OutOrNull() detail: string | null;
  @OutDate() createdAt: string;
}
export class McpServerLog {
  @OutInt() id: number;
  @OutUuid() runId: string;
  @Out() server: string;
  @Out() tool: string;
  @Out('', { type: 'object', additionalProperties: true }) input: object;
  @Out('', { type: 'object', additionalProperties: true }) output: object;
  @OutDate() createdAt: string;
}
export class ToolExecutionLog {
  @OutInt() logId: number;
  @Out() toolName: string;
  @OutEnum(['ok', 'error']) status: string;
  @Out('', { type: 'object', additionalProperties: true }) input: object;
  @Out('', { type: 'object', additionalProperties: true }) output: object;
  @OutInt() durationMs: number;
  @OutDate() createdAt: string;
}
export class ToolExecutionLogsResponse {
  @ApiProperty({ type: [ToolExecutionLog] }) data: ToolExecutionLog[];
  @OutDateOrNull('For the next page; null on the last') nextCursor: string | null;
}

export const runLogView = (l: RunLog): AgentRunLog => ({ logId: l.logId, runId: l.runId, agentId: l.agentId, event: l.event, detail: l.detail, createdAt: iso(l.at) });
const executionView = (e: Execution): ToolExecutionLog => ({ logId: e.logId, toolName: e.toolName, status: e.status, input: e.input, output: e.output, durationMs: e.durationMs, createdAt: iso(e.at) });
const mcpView = (l: McpLog): McpServerLog => ({ id: l.id, runId: l.runId, server: l.server, tool: l.tool, input: l.input, output: l.output, createdAt: iso(l.at) });

@Injectable()
export class RunsService {
  constructor(private readonly store: Store) {}

  private page<T>(rows: T[], at: (row: T) => number, q: CursorQuery, inclusive = false) {
    const before = q.next_cursor ? Date.parse(q.next_cursor) : null;
    const left = rows
      .filter((r) => before === null || at(r) < before || (inclusive && at(r) === before))
      .sort((a, b) => at(b) - at(a));
    const items = left.slice(0, q.limit);
    return { items, nextCursor: left.length > items.length && items.length ? iso(at(items[items.length - 1])) : null };
  }

  view(run: Run): AgentRunView {
    return {
      runId: run.runId, agentId: run.agentId, agentTitle: this.store.agents.get(run.agentId)?.title ?? null, status: run.job ? 'job_running' : 'idle',
      messageCount: run.messages.length, createdAt: iso(run.createdAt), updatedAt: iso(run.updatedAt),
    };
  }

  list(user: User, q: CursorQuery): AgentRunViewListResponse {
    const mine = [...this.store.runs.values()].filter((r) => r.userId === user.userId);
    const { items, nextCursor } = this.page(mine, (r) => r.createdAt, faulty('runs-limit-plus-one') ? { ...q, limit: q.limit + 1 } : q, faulty('runs-cursor-inclusive'));
    return { data: items.map((r) => this.view(r)), nextCursor };
  }

  get(user: User, runId: string): AgentRunView {
    const run = this.store.runs.get(runId);
    if (!run || run.userId !== user.userId) {
      if (faulty('unknown-run-500')) return this.view(run as Run);
      throw new NotFoundException('Run not found');
    }
    return this.view(run);
  }

  mcpLogs(user: User, runId: string): McpServerLog[] {
    return this.store.mcpLogs.filter((l) => l.runId === runId && l.userId === user.userId).map(mcpView);
  }

  logs(user: User, runId: string): AgentRunLog[] {
    if (faulty('run-logs-of-whole-agent')) {
      const agentId = this.store.runs.get(runId)?.agentId;
      return this.store.runLogs.filter((l) => l.agentId === agentId && l.userId === user.userId).map(runLogView);
    }
    return this.store.runLogs.filter((l) => l.runId === runId && l.userId === user.userId).map(runLogView);
  }

  executions(user: User, q: CursorQuery): ToolExecutionLogsResponse {
    const { items, nextCursor } = this.page(this.store.executions.filter((e) => e.userId === user.userId), (e) => e.at, q);
    return { data: items.map(executionView), nextCursor };
  }

  execution(user: User, logId: number): ToolExecutionLog {
    const row = this.store.executions.find((e) => e.logId === logId && (e.userId === user.userId || faulty('execution-of-others')));
    if (!row) throw new NotFoundException('Execution log not found');
    return executionView(row);
  }
}

@ApiTags('runs') @Authed()
@Controller('me')
export class RunsController {
  constructor(private readonly runs: RunsService) {}

  @Get('agent-runs') @Answers(AgentRunViewListResponse) @Errors(422, 500) @ApiOperation({ operationId: 'listAgentRuns' })
  list(@CurrentUser() user: User, @Query() q: CursorQuery) { return this.runs.list(user, q); }

  @Get('agent-runs/:runId') @Answers(AgentRunView) @Errors(404, 422, 500) @ApiOperation({ operationId: 'getAgentRun' })
  get(@CurrentUser() user: User, @Param('runId', UuidPipe) runId: string) { return this.runs.get(user, runId); }

  @Get('agent-runs/:runId/mcp-server-logs') @Answers(McpServerLog, { isArray: true }) @Errors(422, 500) @ApiOperation({ operationId: 'listMcpServerLogs' })
  mcp(@CurrentUser() user: User, @Param('runId', UuidPipe) runId: string) { return this.runs.mcpLogs(user, runId); }

  @Get('agent-runs/:runId/logs') @Answers(AgentRunLog, { isArray: true }) @Errors(422, 500) @ApiOperation({ operationId: 'listAgentRunLogs' })
  logs(@CurrentUser() user: User, @Param('runId', UuidPipe) runId: string) { return this.runs.logs(user, runId); }

  @Get('executions') @Answers(ToolExecutionLogsResponse) @Errors(422, 500) @ApiOperation({ operationId: 'listExecutions' })
  executions(@CurrentUser() user: User, @Query() q: ExecutionsQuery) { return this.runs.executions(user, q); }

  @Get('executions/:logId') @Answers(ToolExecutionLog) @Errors(404, 422, 500) @ApiOperation({ operationId: 'getExecution' })
  execution(@CurrentUser() user: User, @Param('logId', IntPipe) logId: number) { return this.runs.execution(user, logId); }
}

@Module({ controllers: [RunsController], providers: [RunsService] })
export class RunsModule {}
