import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../http/api-error.ts';

/** Third guard: was there enough left of the day's allowance? Reports what is left on every answer from here on. */
@Injectable()
export class QuotaGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const http = context.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const { verdict } = request;
    if (verdict === undefined || verdict.kind === 'plan-too-small') return true;
    const { key, remaining, resetsAt } = verdict;
    http
      .getResponse<FastifyReply>()
      .header('x-ratelimit-limit', key.dailyLimit)
      .header('x-ratelimit-remaining', remaining)
      .header('x-ratelimit-reset', resetsAt);
    if (verdict.kind === 'over-quota') {
      const seconds = Math.max(1, Math.ceil((key.resetsAt.getTime() - key.chargedAt.getTime()) / 1_000));
      throw new ApiError(
        429,
        'QuotaExceeded',
        `the daily allowance does not cover this request; it resets at ${resetsAt}`,
        seconds,
      );
    }
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
    return true;
  }
}
