import type { IncomingMessage } from 'node:http';
import { parse } from 'node:querystring';
import { declaredProperties, inputValidator, STRICT_INPUT, type ValidateInput } from '@brickmarket/extension';
import { isEncoded, isInheritedName } from '@brickmarket/service-runtime';
import { type CanActivate, type ExecutionContext, Injectable, type Type } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { badRequest } from './api-error.ts';

const BODY_LIMIT_BYTES = 64 * 1024;
const MAX_DEPTH = 8;
const ANY_MEDIA_TYPE = /^[^\s/;]+\/[^\s/;]+\s*(;|$)/;
const JSON_MEDIA_TYPE = /^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i;

/** Invalid body, rejected after key, plan and quota. */
export class MalformedBody {
  constructor(readonly reason: string) {}
}

/** Turns faults into `MalformedBody`, rejected after the key check, which Fastify's parser would precede. */
export function useStrictBodyParser(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('*', readBody);
  fastify.addHook('onRequest', (request, _reply, done) => {
    const { headers } = request.raw;
    // Fastify would reject an invalid media type before the key check.
    if (headers['content-type'] !== undefined && !ANY_MEDIA_TYPE.test(headers['content-type']))
      headers['content-type'] = 'application/octet-stream';
    done();
  });
}

/** Reads on after a rejection, as a client still sending misses the response. The request timeout bounds this. */
function readBody(
  request: FastifyRequest,
  payload: IncomingMessage,
  done: (error: Error | null, body?: unknown) => void,
): void {
  let chunks: Buffer[] = [];
  let size = 0;
  const settle = (error: Error | null, body?: unknown): void => {
    payload.off('data', onData).off('end', onEnd).off('close', onClose);
    chunks = [];
    done(error, body);
  };
  const onData = (chunk: Buffer): void => {
    size += chunk.length;
    if (size <= BODY_LIMIT_BYTES) {
      chunks.push(chunk);
      return;
    }
    settle(null, new MalformedBody(`the body is larger than ${BODY_LIMIT_BYTES} bytes`));
    payload.resume();
  };
  const onEnd = (): void => settle(null, parseBody(request.headers['content-type'] ?? '', Buffer.concat(chunks)));
  // Closed connection: a 400, not a server error.
  const onClose = (): void => settle(badRequest('the body did not arrive in full'));
  payload.on('data', onData).on('end', onEnd).on('close', onClose);
  if (!isEncoded(request.raw)) return;
  settle(null, new MalformedBody('send the body as it is, without Content-Encoding'));
  payload.resume();
}

const UTF_8 = new TextDecoder('utf-8', { fatal: true });

function parseBody(mediaType: string, bytes: Buffer): unknown {
  if (!JSON_MEDIA_TYPE.test(mediaType)) return new MalformedBody('the body must be application/json');
  try {
    const value: unknown = JSON.parse(UTF_8.decode(bytes));
    const fault = valueFault(value, MAX_DEPTH);
    return fault === null ? value : new MalformedBody(fault);
  } catch {
    return new MalformedBody('the body is not valid JSON in UTF-8');
  }
}

function valueFault(value: unknown, depthLeft: number): string | null {
  if (typeof value === 'string') return bodyTextFault(value);
  if (typeof value !== 'object' || value === null) return null;
  if (depthLeft === 0) return `the body is nested deeper than ${MAX_DEPTH} levels`;
  if (Array.isArray(value)) {
    for (const inner of value) {
      const fault = valueFault(inner, depthLeft - 1);
      if (fault !== null) return fault;
    }
    return null;
  }
  for (const [key, inner] of Object.entries(value)) {
    // The validator would take it for a declared property.
    if (isInheritedName(key)) return `unknown property ${JSON.stringify(key)}`;
    const fault = bodyTextFault(key) ?? valueFault(inner, depthLeft - 1);
    if (fault !== null) return fault;
  }
  return null;
}

function bodyTextFault(text: string): string | null {
  const fault = textFault(text);
  return fault === null ? null : `the body ${fault}`;
}

/** Null: valid. PostgreSQL stores neither NUL nor lone surrogates. */
function textFault(text: string): string | null {
  if (text.includes('\0')) return 'contains a NUL character';
  return text.isWellFormed() ? null : 'contains half of a surrogate pair';
}

export const FRAGMENT_REFUSED = 'a request target has no fragment: write # as %23';

/** The router would take a raw `#` for the start of the query. */
export function hasFragment(target: string): boolean {
  return target.includes('#');
}

/** Marks queries that are not percent-encoded UTF-8; undecodable parts stay as sent. */
const UNDECODABLE = Symbol('undecodable');

export type Query = Record<string, string | string[]> & { readonly [UNDECODABLE]?: true };

/** Handlers use only this result. Encoding faults are rejected after the key check. */
export function parseQuery(raw: string): Query {
  // No key limit: parameters beyond it would be dropped unchecked.
  const query = parse(raw, '&', '=', { maxKeys: 0 }) as Query;
  return isDecodable(raw) ? query : Object.assign(query, { [UNDECODABLE]: true as const });
}

function isUndecodable(query: Query): boolean {
  return query[UNDECODABLE] === true;
}

function isDecodable(raw: string): boolean {
  if (!raw.includes('%')) return true;
  try {
    decodeURIComponent(raw);
    return true;
  } catch {
    return false;
  }
}

interface DeclaredInput {
  readonly from: 'query' | 'body' | 'params';
  readonly property: string | undefined;
  readonly type: Type<object>;
}

interface DeclaredOfHandler {
  readonly inputs: readonly DeclaredInput[];
  readonly queryNames: ReadonlySet<string>;
}

const INPUTS: Readonly<Record<string, DeclaredInput['from']>> = {
  [RouteParamtypes.QUERY]: 'query',
  [RouteParamtypes.BODY]: 'body',
  [RouteParamtypes.PARAM]: 'params',
};
const UNDECLARED: readonly unknown[] = [undefined, Object, String, Number, Boolean, Array];

function declaredInputs(controller: Type, handler: { readonly name: string }): readonly DeclaredInput[] {
  const args = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, handler.name) ?? {}) as Record<
    string,
    { index: number; data?: string }
  >;
  const prototype = controller.prototype as object;
  const types = (Reflect.getMetadata('design:paramtypes', prototype, handler.name) ?? []) as Type<object>[];
  return Object.entries(args).flatMap(([key, { index, data: property }]) => {
    const from = INPUTS[key.split(':', 1)[0]!];
    const type = types[index]!;
    return from === undefined || UNDECLARED.includes(type) ? [] : [{ from, property, type }];
  });
}

function queryNamesOf(inputs: readonly DeclaredInput[]): ReadonlySet<string> {
  const query = inputs.find(({ from }) => from === 'query');
  if (query === undefined) return new Set();
  return new Set(declaredProperties(query.type));
}

/** Rejects input after the charge, and instantiates declared classes. A global pipe would await every parameter. */
@Injectable()
export class StrictInputGuard implements CanActivate {
  private readonly declared = new Map<object, DeclaredOfHandler>();

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (hasFragment(request.url)) throw badRequest(FRAGMENT_REFUSED);
    const { inputs, queryNames } = this.declaredBy(context);
    checkQuery(request.query as Query, queryNames);
    const params = request.params as Record<string, string>;
    for (const name in params) refuseFault('the path', params[name]!);
    if (request.body instanceof MalformedBody) throw badRequest(request.body.reason);
    // A valid tag belongs to validated parameters.
    if ((request.booksTag?.named ?? null) === null) for (const input of inputs) validateInput(request, input);
    return true;
  }

  private declaredBy(context: ExecutionContext): DeclaredOfHandler {
    const handler = context.getHandler();
    let declared = this.declared.get(handler);
    if (declared === undefined) {
      const inputs = declaredInputs(context.getClass(), handler);
      declared = { inputs, queryNames: queryNamesOf(inputs) };
      this.declared.set(handler, declared);
    }
    return declared;
  }
}

function checkQuery(query: Query, known: ReadonlySet<string>): void {
  if (isUndecodable(query)) throw badRequest('the query string is not valid percent-encoded UTF-8');
  for (const name in query) {
    const value = query[name]!;
    if (!known.has(name)) throw badRequest(`unknown query parameter ${JSON.stringify(name)}${listOf(known)}`);
    if (typeof value !== 'string') throw badRequest(`query parameter ${name} is given more than once`);
    refuseFault(`query parameter ${name}`, value);
  }
}

function listOf(names: ReadonlySet<string>): string {
  return names.size > 0 ? `; known here: ${[...names].join(', ')}` : '';
}

function refuseFault(where: string, text: string): void {
  const fault = textFault(text);
  if (fault !== null) throw badRequest(`${where} ${fault}`);
}

function validateInput(request: FastifyRequest, { from, property, type }: DeclaredInput): void {
  const whole = request[from] as Record<string, unknown> | null | undefined;
  if (property === undefined || !whole) request[from] = validateAs(type, whole);
  else whole[property] = validateAs(type, whole[property]);
}

/** Throws a 400 that names every fault, including undeclared properties. */
export function validateAs<Declared extends object>(type: Type<Declared>, sent: unknown): Declared {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) throw badRequest('a JSON object is expected');
  const declared = Reflect.getMetadata(STRICT_INPUT, type) as ValidateInput | undefined;
  const { input, faults } = (declared ?? inputValidator(type))(sent);
  if (faults.length > 0) throw badRequest(faults.map(({ message }) => message).join('; '));
  return input as Declared;
}
