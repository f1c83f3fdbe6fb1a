import {
  applyDecorators, ArgumentMetadata, ArgumentsHost, BadRequestException, CallHandler, Catch, createParamDecorator, ExceptionFilter,
  ExecutionContext, HttpCode, HttpException, Injectable, Logger, NestInterceptor, ParseIntPipe, ParseUUIDPipe, PipeTransform,
  UnprocessableEntityException, ValidationPipe,
} from '@nestjs/common';
import { ApiProperty, ApiResponse } from '@nestjs/swagger';
import { STATUS_CODES } from 'http';
import { Request, Response } from 'express';
import { Observable, tap } from 'rxjs';
import { User } from '../store/models';

export class ErrorResponse {
  @ApiProperty({ type: 'integer', example: 404 }) statusCode: number;
  @ApiProperty({ type: String, example: 'Agent not found' }) message: string;
  @ApiProperty({ type: String, example: 'Not Found' }) error: string;
}

export class HTTPValidationError {
  @ApiProperty({ type: 'integer', example: 422 }) statusCode: number;
  @ApiProperty({ type: [String], example: ['limit must not be less than 1'] }) message: string[];
  @ApiProperty({ type: String, example: 'Unprocessable Entity' }) error: string;
}

/** 422 with the shape of HTTPValidationError. */
export const unprocessable = (...message: string[]) =>
  new UnprocessableEntityException({ statusCode: 422, message, error: 'Unprocessable Entity' });

/** The documented statuses of an operation, besides the success. */
export const Errors = (...statuses: number[]) =>
  applyDecorators(
    ...statuses.map((status) =>
      ApiResponse({ status, description: STATUS_CODES[status], type: status === 422 ? HTTPValidationError : ErrorResponse }),
    ),
  );

/** A successful answer: its status and its type. */
export const Answers = (type: any, o: { status?: number; isArray?: boolean; description?: string } = {}) =>
  applyDecorators(HttpCode(o.status ?? 200), ApiResponse({ status: o.status ?? 200, type, isArray: o.isArray, description: o.description ?? 'Success' }));

export const CurrentUser = createParamDecorator((_: unknown, ctx: ExecutionContext): User => ctx.switchToHttp().getRequest().user);
export const MaybeUser = createParamDecorator((_: unknown, ctx: ExecutionContext): User | null => ctx.switchToHttp().getRequest().user ?? null);

@Injectable()
export class UuidPipe implements PipeTransform<string, Promise<string>> {
  private readonly inner = new ParseUUIDPipe({ exceptionFactory: () => unprocessable('Validation failed (uuid is expected)') });
  async transform(value: string, metadata: ArgumentMetadata) {
    return (await this.inner.transform(value, metadata)).toLowerCase();
  }
}

@Injectable()
export class IntPipe implements PipeTransform<string, Promise<number>> {
  private readonly inner = new ParseIntPipe({ exceptionFactory: () => unprocessable('Validation failed (numeric string is expected)') });
  transform(value: string, metadata: ArgumentMetadata) {
    return this.inner.transform(value, metadata);
  }
}

/** Nest's ValidationPipe, answering 422, and refusing bodies that are no objects. */
@Injectable()
export class BodyAwareValidationPipe extends ValidationPipe {
  constructor() {
    super({
      transform: true,
      whitelist: true,
      exceptionFactory: (errors) => {
        const texts: string[] = [];
        const walk = (list: any[], path: string) => {
          for (const e of list) {
            const here = path ? `${path}.${e.property}` : e.property;
            for (const t of Object.values(e.constraints ?? {})) texts.push(path ? `${path}.${t}` : String(t));
            if (e.children?.length) walk(e.children, here);
          }
        };
        walk(errors, '');
        return unprocessable(...(texts.length ? texts : ['Validation failed']));
      },
    });
  }
  async transform(value: any, metadata: ArgumentMetadata) {
    if (metadata.type === 'body') {
      if (value !== undefined && value !== null && (typeof value !== 'object' || Array.isArray(value))) {
        throw unprocessable('body must be an object');
      }
      if (value === undefined || value === null) value = {};
    }
    return super.transform(value, metadata);
  }
}

@Catch()
export class AllExceptionsFilter implements ExceptionFilter {
  private readonly log = new Logger('Exceptions');
  catch(err: unknown, host: ArgumentsHost) {
    const res = host.switchToHttp().getResponse<Response>();
    if (res.headersSent) {
      res.end();
      return;
    }
    if (err instanceof HttpException) {
      const statusCode = err.getStatus();
      const body = err.getResponse();
      const given: any = typeof body === 'string' ? { message: body } : body;
      const error = given.error ?? STATUS_CODES[statusCode] ?? 'Error';
      res.status(statusCode).json({ statusCode, message: given.message ?? error, error });
      return;
    }
    const status = Number((err as any)?.statusCode ?? (err as any)?.status);
    if (status >= 400 && status < 500) {
      res.status(status).json({ statusCode: status, message: String((err as any).message), error: STATUS_CODES[status] });
      return;
    }
    this.log.error(err instanceof Error ? err.stack : String(err));
    res.status(500).json({ statusCode: 500, message: 'Internal server error', error: 'Internal Server Error' });
  }
}

/** x-response-time, as our gateway wants it. */
@Injectable()
export class TimingInterceptor implements NestInterceptor {
  intercept(ctx: ExecutionContext, next: CallHandler): Observable<unknown> {
    const started = Date.now();
    const res = ctx.switchToHttp().getResponse<Response>();
    return next.handle().pipe(tap(() => { if (!res.headersSent) res.setHeader('X-Response-Time', `${Date.now() - started}ms`); }));
  }
}

/** Errors of the body parser, which come before Nest: what is no JSON is a validation error too. */
export function bodyParserErrors(err: any, _req: Request, res: Response, next: (e?: unknown) => void) {
  if (err?.type === 'entity.parse.failed' || err?.type === 'encoding.unsupported' || err?.type === 'charset.unsupported') {
    res.status(422).json({ statusCode: 422, message: ['body must be valid JSON'], error: 'Unprocessable Entity' });
  } else if (err?.type === 'entity.too.large') {
    res.status(413).json({ statusCode: 413, message: 'Request body is too large', error: 'Payload Too Large' });
  } else next(err);
}

export const badRequest = (message: string) => new BadRequestException(message);
