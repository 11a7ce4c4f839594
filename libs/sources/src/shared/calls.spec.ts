import { gzipSync } from 'node:zlib';
import type { ChargedCall, SourceBudget } from '@brickmarket/persistence-ports';
import { json, type SourceAnswer, StandIn } from '../../../../test/support/sources/stand-in.ts';
import { callSource, httpFault, jsonOf, type SourceRequest } from './calls.ts';
import { SourceFault } from './source-fault.ts';

class Shop extends StandIn {
  next: SourceAnswer = json({ ok: true });
  protected answer(): SourceAnswer {
    return this.next;
  }
}

const KEY = 'sk/live 0123456789abcdef';

describe('a call of a source', () => {
  let shop: Shop;
  let charged: number;
  beforeEach(async () => {
    shop = await new Shop(new Date()).start();
    charged = 0;
  });
  afterEach(() => shop.stop());

  const charge = (): Promise<ChargedCall> => {
    charged++;
    return Promise.resolve({ isGranted: true, waitMs: 0 });
  };
  const call = (request: Partial<SourceRequest> = {}): Promise<unknown> =>
    callSource(
      { source: 'shop', title: 'Shop', secrets: [KEY], budget: { charge } as SourceBudget, pauseMs: 1 },
      { url: new URL(`${shop.origin}/feed?key=${encodeURIComponent(KEY)}`), ...request },
      (response) => {
        const fault = httpFault('Shop', response);
        if (fault !== null) throw fault;
        return jsonOf('Shop', response);
      },
    );
  const failure = async (request: Partial<SourceRequest> = {}): Promise<SourceFault> => {
    const error: unknown = await call(request).catch((reason: unknown) => reason);
    if (!(error instanceof SourceFault)) throw new Error('did not fail as expected', { cause: error });
    return error;
  };

  it('is tried three times when the network or the server fails, and each try is charged', async () => {
    shop.failNext('reset', 'cut');
    expect(await call()).toEqual({ ok: true });
    expect(charged).toBe(3);
    shop.failNext('server-error', 'html-502', 'gzip-lie');
    expect((await failure()).kind).toBe('unreachable');
    expect(charged).toBe(6);
  });

  it.each([
    [400, 'rejected'],
    [401, 'key-refused'],
    [402, 'key-refused'],
    [403, 'forbidden'],
    [404, 'unknown-item'],
  ])('is not repeated after %p', async (status, kind) => {
    shop.next = { status, body: `no ${KEY} here` };
    const fault = await failure();
    expect([fault.kind, charged]).toEqual([kind, 1]);
    expect(fault.message).toContain('no …cdef here');
  });

  it('waits as long as the source says, if that is short', async () => {
    shop.next = { status: 429, body: 'slow down', headers: { 'retry-after': '0' } };
    expect((await failure()).kind).toBe('throttled');
    expect(charged).toBe(3);
    shop.next = { status: 429, body: 'slow down', headers: { 'retry-after': '31' } };
    expect(await failure()).toMatchObject({ kind: 'throttled', retryAfterMs: 31_000 });
    shop.next = { status: 429, body: 'slow down' };
    expect((await failure()).kind).toBe('throttled');
    expect(charged).toBe(5);
  });

  it('does not follow a redirect, which would take the key along', async () => {
    shop.failNext('login-redirect');
    expect(await failure()).toMatchObject({ kind: 'redirected', message: expect.stringMatching(/localhost:\d+/) });
    expect([charged, shop.requests.length]).toEqual([1, 1]);
  });

  it('reads a bounded body, also of an archive, and waits a bounded time', async () => {
    shop.next = {
      status: 200,
      body: gzipSync(Buffer.alloc(5_000_000)),
      headers: { 'content-encoding': 'gzip' },
    };
    expect((await failure({ maxBytes: 1_000_000 })).kind).toBe('too-large');
    shop.next = json({});
    shop.failNext('slow', 'slow', 'slow');
    expect(await failure({ timeoutMs: 20 })).toMatchObject({
      kind: 'unreachable',
      message: 'Shop cannot be reached: no answer within 20 ms',
    });
  });

  it('takes a page for nonsense, once', async () => {
    shop.failNext('html-200');
    expect((await failure()).message).toMatch(/^Shop sent no JSON: <!doctype html>/);
    expect(charged).toBe(1);
  });
});
