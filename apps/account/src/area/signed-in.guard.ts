import {
  findSession,
  type KeyArea,
  notSignedIn,
  type OwnSession,
  type Visitor,
} from '@brickmarket/operations/identity';
import type { LiveSession } from '@brickmarket/persistence-ports';
import {
  type CanActivate,
  createParamDecorator,
  type ExecutionContext,
  Inject,
  Injectable,
  SetMetadata,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { SESSION_COOKIE } from '../http/cookies.ts';
import { ACCOUNT_AREA } from './area.module.ts';
import { visitorOf } from './visitor.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Null: no session. */
    accountSession?: LiveSession | null;
    /** The name for extensions. */
    accountId?: number;
  }
}

const PUBLIC = 'public';

/** Marks a route without session; all others require one. */
export const Public = (): MethodDecorator & ClassDecorator => SetMetadata(PUBLIC, true);

@Injectable()
export class SignedInGuard implements CanActivate {
  constructor(
    @Inject(ACCOUNT_AREA) private readonly area: KeyArea,
    private readonly reflector: Reflector,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const token = request.cookies[SESSION_COOKIE];
    request.accountSession = token === undefined ? null : await findSession(this.area, token);
    const isPublic = this.reflector.getAllAndOverride<boolean | undefined>(PUBLIC, [
      context.getHandler(),
      context.getClass(),
    ]);
    if (request.accountSession === null && !isPublic) throw notSignedIn();
    if (request.accountSession !== null) request.accountId = request.accountSession.accountId;
    return true;
  }
}

const requestOf = (context: ExecutionContext): FastifyRequest => context.switchToHttp().getRequest<FastifyRequest>();

/** Null is possible on public routes. */
export const CurrentSession = createParamDecorator((_: unknown, context: ExecutionContext): OwnSession | null => {
  const request = requestOf(context);
  return request.accountSession ? { ...request.accountSession, visitor: visitorOf(request) } : null;
});

export const CurrentVisitor = createParamDecorator((_: unknown, context: ExecutionContext): Visitor =>
  visitorOf(requestOf(context)),
);
