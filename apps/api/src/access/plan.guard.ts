import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { ApiError } from '../http/api-error.ts';

/** Second guard: does the account's plan include the API? */
@Injectable()
export class PlanGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { verdict } = context.switchToHttp().getRequest<FastifyRequest>();
    if (verdict?.kind === 'plan-too-small') throw new ApiError(403, 'TierRequired', 'the API needs the Reseller plan');
    return true;
  }
}
