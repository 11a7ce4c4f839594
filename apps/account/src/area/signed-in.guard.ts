import { findSession, type KeyArea, notSignedIn, type Visitor } from '@brickmarket/operations/identity';
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
    /** The live session of the request's cookie; null without one. */
    accountSession?: LiveSession | null;
    /** Its account, under the name by which extensions find it. */
    accountId?: number;
  }
}

const PUBLIC = 'public';

/** A route that needs no session. Every other route does: what is forgotten is closed. */
export const Public = (): MethodDecorator & ClassDecorator => SetMetadata(PUBLIC, true);

/** Finds the session of every request, and refuses those without one. */
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

/** The session of the request; on public routes it may be null. */
export const CurrentSession = createParamDecorator(
  (_: unknown, context: ExecutionContext): LiveSession | null => requestOf(context).accountSession ?? null,
);

/** Where the request comes from. */
export const CurrentVisitor = createParamDecorator((_: unknown, context: ExecutionContext): Visitor =>
  visitorOf(requestOf(context)),
);
