import { DEPRECATION, type Deprecation, QUOTA_COST } from '@brickmarket/extension';
import { isApiKeyFormat, ItemChanges } from '@brickmarket/persistence-ports';
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
import { clientNetwork } from '@brickmarket/service-runtime';
import { LRUCache } from 'lru-cache';
import { API_CONFIG, type ApiConfig } from '../config/config.ts';
import { ApiError } from '../http/api-error.ts';
import { BOOKS_ROUTE, BOOKS_STATE, BooksTag } from '../http/books-tag.ts';
import { OUTSIDE_CONTRACT } from '../http/contract.ts';
import { RequestLimits } from '../lifecycle/request-limits.ts';
import { Admission, type AdmittedRequest, type ChargedVerdict, type Verdict } from './admission.ts';

/** Cost of an unvalidated body, which may not even be JSON. */
type CostRule = (body: unknown) => number;

/** Documents and charges a route's cost. The service does not start without it. */
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

/** Counts failed authentications per address and minute, to detect guessing. */
@Injectable()
export class FailedAuthentications {
  /** End of guessing per address; evicts the least recently used. */
  private readonly guessersUntil = new LRUCache<string, number>({ max: MAX_GUESSERS });

  constructor(
    @Inject(ThrottlerStorage) private readonly storage: ThrottlerStorage,
    @Inject(API_CONFIG) private readonly config: Pick<ApiConfig, 'failedAuthenticationLimit'>,
  ) {}

  /** Reads the address only while there are guessers, as that takes microseconds. */
  tooManyFrom(client: { readonly ip: string }): boolean {
    return this.guessersUntil.size > 0 && (this.guessersUntil.get(clientNetwork(client.ip)) ?? 0) > Date.now();
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

const BEARER = /^bearer(?:\s+(.*))?$/i;

interface GuardedRoute {
  readonly costRule: CostRule;
  /** Responds with the caller's portfolio. */
  readonly readsBooks: boolean;
  /** Depends on the portfolio's state. */
  readonly knowsBooks: boolean;
}

/** Checks key, plan and quota: 401, 403, 429. One database round trip decides all three. */
@Injectable()
export class AdmissionGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly admission: Admission,
    private readonly failures: FailedAuthentications,
    private readonly limits: RequestLimits,
    private readonly changes: ItemChanges,
  ) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const handler = context.getHandler();
    if (this.reflector.get<boolean | undefined>(OUTSIDE_CONTRACT, handler)) return true;
    const http = context.switchToHttp();
    const deprecation = this.reflector.get<Deprecation | undefined>(DEPRECATION, handler);
    if (deprecation !== undefined) announce(deprecation, http.getResponse());
    return this.admit(http.getRequest(), http.getResponse(), {
      costRule: this.reflector.get<CostRule>(QUOTA_COST, handler),
      readsBooks: this.reflector.get<boolean | undefined>(BOOKS_ROUTE, handler) ?? false,
      knowsBooks: this.reflector.get<boolean | undefined>(BOOKS_STATE, handler) ?? false,
    });
  }

  private async admit(
    request: FastifyRequest,
    reply: FastifyReply,
    { costRule, readsBooks, knowsBooks }: GuardedRoute,
  ): Promise<true> {
    const apiKey = bearerKey(request.headers.authorization);
    const cost = costRule(request.body);
    const isFromGuesser = this.failures.tooManyFrom(request);
    const verdict = await this.admission.decideOn(apiKey, cost, { knowsBooks, isFromGuesser });
    if (verdict.kind === 'unknown-key' && !isFromGuesser) await this.failures.count(request.ip);
    if (verdict.kind === 'admitted' || verdict.kind === 'over-quota')
      request.presentedCharge = { keyId: verdict.key.keyId, day: verdict.key.day, cost };
    const admitted = throwUnlessAdmitted(verdict, reply);
    const { key, remaining, resetsAt } = admitted;
    this.letRefund(request, reply, admitted, cost);
    // The timeout has responded 500. The error filter refunds the charge.
    if (reply.sent) throw new ApiError(500, 'InternalError', 'admitted after it was answered');
    const { accountId } = key;
    await this.limits.begin(reply, accountId);
    const admission: AdmittedRequest = {
      keyId: key.keyId,
      accountId,
      dailyLimit: key.dailyLimit,
      remaining,
      resetsAt,
      day: key.day,
      now: key.chargedAt,
      versions: key.versions,
      // A restored database has another origin and restarts its versions.
      books: knowsBooks ? `${await this.changes.origin()} ${key.bookVersion!}` : null,
      turn: () => this.limits.turn(reply),
    };
    if (readsBooks) request.booksTag = new BooksTag(request, { ...admission, books: admission.books! });
    request.admission = admission;
    request.quotaReport = admission;
    request.accountId = accountId;
    return true;
  }

  private letRefund(
    request: FastifyRequest,
    reply: FastifyReply,
    { key, remaining }: ChargedVerdict,
    cost: number,
  ): void {
    request.undoCharge = async () => {
      // Deleted before the statement, so that two failures cannot refund twice.
      delete request.undoCharge;
      await this.admission.refund(key, cost);
      reportRemaining(reply, key, remaining + cost);
    };
  }
}

/** `Deprecation` (RFC 9745) and `Sunset` (RFC 8594), also on errors. */
function announce({ since, sunset, documentation }: Deprecation, reply: FastifyReply): void {
  reply.header('deprecation', `@${since.getTime() / 1_000}`).header('sunset', sunset.toUTCString());
  if (documentation === undefined) return;
  reply.header('link', `<${documentation}>; rel="deprecation", ${String(reply.getHeader('link'))}`);
}

/** Sets quota headers. Throws 401, 403 or 429. */
export function throwUnlessAdmitted(verdict: Verdict, reply: FastifyReply): ChargedVerdict {
  if (verdict.kind === 'unknown-key') throw invalidApiKey();
  if (verdict.kind === 'plan-too-small') throw new ApiError(403, 'TierRequired', 'the API needs the Reseller plan');
  const { key, remaining, resetsAt } = verdict;
  reply
    .header('x-ratelimit-limit', key.dailyLimit)
    .header('x-ratelimit-reset', resetsAt)
    .header('ratelimit-policy', `"day";q=${key.dailyLimit};w=86400`);
  reportRemaining(reply, key, remaining);
  if (verdict.kind === 'over-quota') throw quotaExceeded(verdict);
  return verdict;
}

/** In the contract's header, and in that of draft-ietf-httpapi-ratelimit-headers. */
function reportRemaining(reply: FastifyReply, key: ChargedVerdict['key'], remaining: number): void {
  reply.header('x-ratelimit-remaining', remaining).header('ratelimit', `"day";r=${remaining};t=${secondsToReset(key)}`);
}

function secondsToReset({ resetsAt, chargedAt }: ChargedVerdict['key']): number {
  return Math.max(1, Math.ceil((resetsAt.getTime() - chargedAt.getTime()) / 1_000));
}

/** `MissingApiKey` without a bearer header, `InvalidApiKey` for another format. */
export function bearerKey(authorization: string | undefined): string {
  const match = BEARER.exec(authorization?.trim() ?? '');
  if (!match) throw new ApiError(401, 'MissingApiKey', 'send your API key as "Authorization: Bearer <API_KEY>"');
  const key = match[1] ?? '';
  if (!isApiKeyFormat(key)) throw invalidApiKey();
  return key;
}

/** Same error for unknown, expired and revoked keys, to reveal nothing. */
function invalidApiKey(): ApiError {
  return new ApiError(401, 'InvalidApiKey', 'invalid API key: it is unknown, expired or revoked');
}

function quotaExceeded({ key, resetsAt }: ChargedVerdict): ApiError {
  const message = `the daily quota does not cover this request; it resets at ${resetsAt}`;
  return new ApiError(429, 'QuotaExceeded', message, secondsToReset(key));
}
