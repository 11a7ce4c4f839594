import { isApiKeyFormat } from '@brickmarket/domain';
import {
  applyDecorators,
  SetMetadata,
  Inject,
  Injectable,
  type CanActivate,
  type ExecutionContext,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ApiExtension } from '@nestjs/swagger';
import { ThrottlerStorage } from '@nestjs/throttler';
import type { FastifyReply, FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';
import { API_CONFIG, type ApiConfig } from '../config/config.ts';
import { ApiError } from '../http/api-error.ts';
import { OUTSIDE_CONTRACT, HandlerCache } from '../http/contract.ts';
import { Admission, type Verdict } from './admission.ts';

export const QUOTA_COST = 'brickmarket:quota-cost';

/** What a request costs, from its body as it was sent: not validated yet, possibly not even JSON. */
type CostRule = (body: unknown) => number;

/** Declares what a route costs, and documents it. A route of the contract without it does not start. */
export function QuotaCost(cost: number): MethodDecorator;
export function QuotaCost(cost: CostRule, inWords: string): MethodDecorator;
export function QuotaCost(cost: number | CostRule, inWords: string | number = cost as number): MethodDecorator {
  return applyDecorators(
    SetMetadata(QUOTA_COST, typeof cost === 'number' ? () => cost : cost),
    ApiExtension('x-quota-cost', inWords),
  );
}

const WINDOW_MS = 60_000;
const MAX_GUESSERS = 100_000;
const IPV6_PREFIX_GROUPS = 4;

/** Counts failed authentications per client address and minute, to tell who guesses keys. */
@Injectable()
export class FailedAuthentications {
  /** Until when an address counts as guessing. Bounded: with more addresses than this, the oldest are forgotten. */
  private readonly guessersUntil = new LRUCache<string, number>({ max: MAX_GUESSERS });

  constructor(
    @Inject(ThrottlerStorage) private readonly storage: ThrottlerStorage,
    @Inject(API_CONFIG) private readonly config: Pick<ApiConfig, 'failedAuthenticationLimit'>,
  ) {}

  /** Whether the address has failed more often in the last minute than it may. */
  tooManyFrom(address: string): boolean {
    return this.guessersUntil.size > 0 && (this.guessersUntil.get(clientNetwork(address)) ?? 0) > Date.now();
  }

  async count(address: string): Promise<void> {
    const network = clientNetwork(address);
    const { isBlocked, timeToBlockExpire } = await this.storage.increment(
      network,
      WINDOW_MS,
      this.config.failedAuthenticationLimit,
      WINDOW_MS,
      'failed-authentication',
    );
    if (isBlocked) this.guessersUntil.set(network, Date.now() + timeToBlockExpire * 1_000);
  }
}

/** An IPv4 address as it is; of an IPv6 address its /64, because one client may use any address of that network. */
function clientNetwork(address: string): string {
  if (!address.includes(':')) return address;
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  const groups = (parsed as ipaddr.IPv6).parts.slice(0, IPV6_PREFIX_GROUPS);
  return `${groups.map((group) => group.toString(16)).join(':')}::/64`;
}

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
