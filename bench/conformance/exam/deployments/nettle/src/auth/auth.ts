import { applyDecorators, CanActivate, ExecutionContext, Injectable, UnauthorizedException, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiUnauthorizedResponse } from '@nestjs/swagger';
import { createHmac, timingSafeEqual } from 'crypto';
import { Request } from 'express';
import { ErrorResponse } from '../common/http';
import { faulty } from '../common/fault';
import { User } from '../store/models';
import { Store } from '../store/store';

const JWT_SECRET = 'nettle-dev-signing-secret';

function bearerOf(req: Request): string | null {
  const m = /^Bearer +(\S+)$/i.exec(req.headers.authorization ?? '');
  return m ? m[1] : null;
}

@Injectable()
export class TokenService {
  constructor(private readonly store: Store) {}

  /** The user of an HS256 token, or null where it is none of ours or has expired. */
  userOf(token: string | null): User | null {
    const parts = token?.split('.') ?? [];
    if (parts.length !== 3) return null;
    try {
      const header = JSON.parse(Buffer.from(parts[0], 'base64url').toString());
      if (header.alg !== 'HS256') return null;
      const want = createHmac('sha256', JWT_SECRET).update(`${parts[0]}.${parts[1]}`).digest();
      const got = Buffer.from(parts[2], 'base64url');
      if (want.length !== got.length || !timingSafeEqual(want, got)) return null;
      const claims = JSON.parse(Buffer.from(parts[1], 'base64url').toString());
      if (typeof claims.exp !== 'number' || claims.exp * 1000 < Date.now()) return null;
      return this.store.users.get(claims.sub) ?? null;
    } catch {
      return null;
    }
  }
}

@Injectable()
export class JwtGuard implements CanActivate {
  constructor(private readonly tokens: TokenService) {}
  canActivate(ctx: ExecutionContext) {
    const req = ctx.switchToHttp().getRequest();
    const user = this.tokens.userOf(bearerOf(req));
    if (!user) throw new UnauthorizedException('Invalid or missing bearer token');
    req.user = user;
    return true;
  }
}

@Injectable()
export class OptionalJwtGuard implements CanActivate {
  constructor(private readonly tokens: TokenService) {}
  canActivate(ctx: ExecutionContext) {
    const req = ctx.switchToHttp().getRequest();
    req.user = this.tokens.userOf(bearerOf(req)) ?? undefined;
    return true;
  }
}

/** For running tools. */
@Injectable()
export class ToolRunGuard implements CanActivate {
  constructor(private readonly tokens: TokenService, private readonly store: Store) {}
  canActivate(ctx: ExecutionContext) {
    const req = ctx.switchToHttp().getRequest();
    const user = this.tokens.userOf(bearerOf(req));
    if (!user) {
      if (faulty('run-tool-without-jwt') && !req.headers.authorization) {
        req.user = [...this.store.users.values()][0];
        return true;
      }
      throw new UnauthorizedException('Invalid or missing JWT');
    }
    req.user = user;
    return true;
  }
}

@Injectable()
export class ApiKeyGuard implements CanActivate {
  private readonly seen = new Map<string, string>();
  constructor(private readonly store: Store) {}
  canActivate(ctx: ExecutionContext) {
    const req = ctx.switchToHttp().getRequest();
    const key = bearerOf(req);
    let ownerId: string | undefined;
    if (key && faulty('deleted-key-still-opens')) ownerId = this.seen.get(key);
    if (key && !ownerId) {
      ownerId = [...this.store.keys.values()].find((k) => k.key === key)?.ownerId;
      if (ownerId) this.seen.set(key, ownerId);
    }
    const user = ownerId ? this.store.users.get(ownerId) : undefined;
    if (!user) throw new UnauthorizedException('Invalid or missing API key');
    req.user = user;
    return true;
  }
}

export const Authed = () =>
  applyDecorators(UseGuards(JwtGuard), ApiBearerAuth('jwt'), ApiUnauthorizedResponse({ type: ErrorResponse, description: 'Unauthorized' }));
export const Open = () => applyDecorators(UseGuards(OptionalJwtGuard));
