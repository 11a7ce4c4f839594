import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { badRequest } from './api-error.ts';
import { MalformedBody } from './body-parser.ts';
import { declaredQueryNames } from './declared-query-names.ts';
import { PerHandler } from './per-handler.ts';
import { FRAGMENT_REFUSED, hasFragment, isUndecodable, type Query } from './query-string.ts';
import { textFault } from './text-faults.ts';

/** Refuses what no route accepts: fragments, unknown, repeated or undecodable parameters, NUL, half characters, unreadable bodies. Runs after the key was charged. */
@Injectable()
export class StrictInputGuard implements CanActivate {
  private readonly declaredNames = new PerHandler((context) =>
    declaredQueryNames(context.getClass(), context.getHandler()),
  );

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (hasFragment(request.url)) throw badRequest(FRAGMENT_REFUSED);
    this.checkQuery(request.query as Query, context);
    const params = request.params as Record<string, string>;
    for (const name in params) refuseFault('the path', params[name]!);
    if (request.body instanceof MalformedBody) throw badRequest(request.body.reason);
    return true;
  }

  private checkQuery(query: Query, context: ExecutionContext): void {
    if (isUndecodable(query)) throw badRequest('the query string is not valid percent-encoded UTF-8');
    for (const name in query) {
      const value = query[name]!;
      const names = this.declaredNames.of(context);
      if (!names.has(name))
        throw badRequest(
          `unknown query parameter ${JSON.stringify(name)}${names.size > 0 ? `; known here: ${[...names].join(', ')}` : ''}`,
        );
      if (typeof value !== 'string') throw badRequest(`query parameter ${name} is given more than once`);
      refuseFault(`query parameter ${name}`, value);
    }
  }
}

function refuseFault(where: string, text: string): void {
  const fault = textFault(text);
  if (fault !== null) throw badRequest(`${where} ${fault}`);
}
