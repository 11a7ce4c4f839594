import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../http/api-error.ts';
import { OUTSIDE_CONTRACT } from '../http/outside-contract.decorator.ts';
import { PerHandler } from '../http/per-handler.ts';
import { Admission, type Verdict } from './admission.ts';
import { bearerKey, invalidApiKey } from './bearer-key.ts';
import { FailedAuthentications } from './failed-authentications.ts';
import { type CostRule, QUOTA_COST } from './quota-cost.decorator.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** What the store said of the key, the plan and the quota, in one answer. */
    verdict?: Exclude<Verdict, { kind: 'unknown-key' }>;
  }
}

/** First guard: is there a key, and is it live? Asks the store about plan and quota in the same round trip. */
@Injectable()
export class ApiKeyGuard implements CanActivate {
  /** What a route's requests cost; null outside the contract. */
  private readonly costRules: PerHandler<CostRule | null>;

  constructor(
    reflector: Reflector,
    private readonly admission: Admission,
    private readonly failures: FailedAuthentications,
  ) {
    this.costRules = new PerHandler((context) =>
      reflector.get<boolean | undefined>(OUTSIDE_CONTRACT, context.getHandler())
        ? null
        : reflector.get<CostRule>(QUOTA_COST, context.getHandler()),
    );
  }

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const costRule = this.costRules.of(context);
    if (costRule === null) return true;
    const http = context.switchToHttp();
    return this.admit(http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>(), costRule);
  }

  private async admit(request: FastifyRequest, reply: FastifyReply, costRule: CostRule): Promise<boolean> {
    const apiKey = bearerKey(request.headers.authorization);
    if (this.failures.tooManyFrom(request.ip) && !(await this.failures.wasLiveJustNow(apiKey))) throw invalidApiKey();
    const cost = costRule(request.body);
    const verdict = await this.admission.decideOn(apiKey, cost);
    if (verdict.kind === 'unknown-key') {
      await this.failures.count(request.ip);
      throw invalidApiKey();
    }
    request.verdict = verdict;
    if (verdict.kind === 'admitted') {
      request.giveBackCharge = async () => {
        delete request.giveBackCharge;
        await this.admission.refund(verdict.key, cost);
        reply.header('x-ratelimit-remaining', verdict.remaining + cost);
      };
      // It came too late: answered for us, the request has nothing to pay for.
      if (reply.sent) throw new ApiError(500, 'InternalError', 'admitted after it was answered');
    }
    return true;
  }
}
