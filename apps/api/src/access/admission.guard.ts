import { isApiKeyFormat } from '@brickmarket/domain';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../http/api-error.ts';
import { OUTSIDE_CONTRACT, HandlerCache } from '../http/contract.ts';
import { Admission, type Verdict } from './admission.ts';
import { FailedAuthentications } from './failed-authentications.ts';
import { type CostRule, QUOTA_COST } from './route-declarations.ts';

const BEARER = /^bearer(?:\s+(.*))?$/i;

type Admitted = Extract<Verdict, { kind: 'admitted' }>;

/**
 * Key, plan and quota of every route of the contract, in this order: 401, 403, 429. One round trip decides all three.
 */
@Injectable()
export class AdmissionGuard implements CanActivate {
  /** What a route's requests cost; null outside the contract. */
  private readonly costRules: HandlerCache<CostRule | null>;

  constructor(
    reflector: Reflector,
    private readonly admission: Admission,
    private readonly failures: FailedAuthentications,
  ) {
    this.costRules = new HandlerCache((context) =>
      reflector.get<boolean | undefined>(OUTSIDE_CONTRACT, context.getHandler())
        ? null
        : reflector.get<CostRule>(QUOTA_COST, context.getHandler()),
    );
  }

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const costRule = this.costRules.get(context);
    if (costRule === null) return true;
    const http = context.switchToHttp();
    return this.admit(http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>(), costRule);
  }

  private async admit(request: FastifyRequest, reply: FastifyReply, costRule: CostRule): Promise<true> {
    const apiKey = bearerKey(request.headers.authorization);
    const cost = costRule(request.body);
    const isFromGuesser = this.failures.tooManyFrom(request.ip);
    const verdict = await this.admission.decideOn(apiKey, cost, isFromGuesser);
    if (verdict.kind === 'unknown-key') {
      if (!isFromGuesser) await this.failures.count(request.ip);
      throw invalidApiKey();
    }
    if (verdict.kind === 'plan-too-small') throw new ApiError(403, 'TierRequired', 'the API needs the Reseller plan');
    const { key, remaining, resetsAt } = verdict;
    reply
      .header('x-ratelimit-limit', key.dailyLimit)
      .header('x-ratelimit-remaining', remaining)
      .header('x-ratelimit-reset', resetsAt);
    if (verdict.kind === 'over-quota') throw quotaExceeded(verdict);
    this.letRefund(request, reply, verdict as Admitted, cost);
    // The time-out has answered already: the client gets nothing for this charge, and the error filter gives it back.
    if (reply.sent) throw new ApiError(500, 'InternalError', 'admitted after it was answered');
    request.admission = {
      keyId: key.keyId,
      accountId: key.accountId,
      dailyLimit: key.dailyLimit,
      remaining,
      resetsAt,
      day: key.day,
      now: key.chargedAt,
      versions: key.versions,
    };
    request.quotaReport = request.admission;
    return true;
  }

  private letRefund(request: FastifyRequest, reply: FastifyReply, { key, remaining }: Admitted, cost: number): void {
    request.undoCharge = async () => {
      // Removed before the statement is sent: two failures of one request must not give its charge back twice.
      delete request.undoCharge;
      await this.admission.refund(key, cost);
      reply.header('x-ratelimit-remaining', remaining + cost);
    };
  }
}

/**
 * The key in an Authorization header. Throws `MissingApiKey` without a bearer header, `InvalidApiKey` without a
 * possible key.
 */
function bearerKey(authorization: string | undefined): string {
  const match = BEARER.exec(authorization?.trim() ?? '');
  if (!match) throw new ApiError(401, 'MissingApiKey', 'send your API key as "Authorization: Bearer <API_KEY>"');
  const key = match[1] ?? '';
  if (!isApiKeyFormat(key)) throw invalidApiKey();
  return key;
}

/** One answer for unknown, expired and revoked keys: the difference helps only whoever guesses. */
function invalidApiKey(): ApiError {
  return new ApiError(401, 'InvalidApiKey', 'this API key is not valid');
}

function quotaExceeded({ key, resetsAt }: Extract<Verdict, { key: unknown }>): ApiError {
  const seconds = Math.max(1, Math.ceil((key.resetsAt.getTime() - key.chargedAt.getTime()) / 1_000));
  const message = `the daily allowance does not cover this request; it resets at ${resetsAt}`;
  return new ApiError(429, 'QuotaExceeded', message, seconds);
}
