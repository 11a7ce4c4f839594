import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../http/api-error.ts';
import { OUTSIDE_CONTRACT } from '../http/outside-contract.decorator.ts';
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
  constructor(
    private readonly reflector: Reflector,
    private readonly admission: Admission,
    private readonly failures: FailedAuthentications,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const handler = context.getHandler();
    if (this.reflector.get<boolean | undefined>(OUTSIDE_CONTRACT, handler)) return true;
    const http = context.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const cost = this.reflector.get<CostRule>(QUOTA_COST, handler)(request.body);
    const verdict = await this.judge(request, cost);
    request.verdict = verdict;
    if (verdict.kind === 'admitted') {
      request.giveBackCharge = async () => {
        delete request.giveBackCharge;
        await this.admission.refund(verdict.key, cost);
        http.getResponse<FastifyReply>().header('x-ratelimit-remaining', verdict.remaining + cost);
      };
      // It came too late: answered for us, the request has nothing to pay for.
      if (http.getResponse<FastifyReply>().sent) throw new ApiError(500, 'InternalError', 'admitted after it was answered');
    }
    return true;
  }

  private async judge(request: FastifyRequest, cost: number): Promise<Exclude<Verdict, { kind: 'unknown-key' }>> {
    const apiKey = bearerKey(request.headers.authorization);
    if (await this.failures.canRefuseFromMemory(request.ip, apiKey)) throw invalidApiKey();
    const verdict = await this.admission.decideOn(apiKey, cost);
    if (verdict.kind !== 'unknown-key') return verdict;
    await this.failures.count(request.ip);
    throw invalidApiKey();
  }
}
