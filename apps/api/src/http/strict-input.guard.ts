import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { badRequest } from './api-error.ts';
import { MalformedBody } from './malformed-body.ts';
import { declaredQueryNames } from './declared-query-names.ts';
import { PerHandler } from './per-handler.ts';
import { textFault } from './text-faults.ts';

/** Refuses what no route accepts: unknown, repeated or undecodable parameters, NUL, half characters, unreadable bodies. Runs after the key was charged. */
@Injectable()
export class StrictInputGuard implements CanActivate {
  private readonly declaredNames = new PerHandler((context) =>
    declaredQueryNames(context.getClass(), context.getHandler()),
  );

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const queryAt = request.url.indexOf('?');
    if (queryAt !== -1)
      this.checkQuery(request.url.slice(queryAt + 1), request.query as Record<string, unknown>, context);
    const params = request.params as Record<string, string>;
    for (const name in params) refuseFault('the path', params[name]!);
    if (request.body instanceof MalformedBody) throw badRequest(request.body.reason);
    return true;
  }

  private checkQuery(raw: string, query: Record<string, unknown>, context: ExecutionContext): void {
    refuseUndecodable(raw);
    const names = this.declaredNames.of(context);
    for (const [name, value] of Object.entries(query)) {
      if (!names.has(name))
        throw badRequest(
          `unknown query parameter ${JSON.stringify(name)}${names.size > 0 ? `; known here: ${[...names].join(', ')}` : ''}`,
        );
      if (typeof value !== 'string') throw badRequest(`query parameter ${name} is given more than once`);
      refuseFault(`query parameter ${name}`, value);
    }
  }
}

function refuseUndecodable(raw: string): void {
  if (!raw.includes('%')) return;
  try {
    decodeURIComponent(raw);
  } catch {
    throw badRequest('the query string is not valid percent-encoded UTF-8');
  }
}

function refuseFault(where: string, text: string): void {
  const fault = textFault(text);
  if (fault !== null) throw badRequest(`${where} ${fault}`);
}
