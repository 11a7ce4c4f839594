import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
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
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const costOf = this.reflector.get<CostRule>(QUOTA_COST, handler);
    request.verdict = await this.judge(request, costOf(request.body));
    return true;
  }

  private async judge(request: FastifyRequest, cost: number): Promise<Exclude<Verdict, { kind: 'unknown-key' }>> {
    const apiKey = bearerKey(request.headers.authorization);
    if (await this.failures.canRefuseFromMemory(request.ip, apiKey)) throw invalidApiKey();
    const verdict = await this.admission.decideOn(apiKey, cost);
    if (verdict.kind === 'admitted') {
      let toGiveBack = cost;
      request.giveBackCharge = async () => {
        const charge = toGiveBack;
        toGiveBack = 0;
        if (charge > 0) await this.admission.refund(verdict.key, charge).catch((error: unknown) => request.log.warn({ err: error }, 'charge not given back'));
      };
    }
    if (verdict.kind !== 'unknown-key') return verdict;
    await this.failures.count(request.ip);
    throw invalidApiKey();
  }
}
