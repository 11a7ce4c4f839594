import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';
import type { WebhookTargets } from '@brickmarket/alerts';
import type { WebhookAnswer } from '@brickmarket/operations';
import { NameServer, Receiver } from '../../../../test/support/receivers.ts';
import { HttpWebhookSender } from './http-webhook-sender.ts';

/** An address of another user, who is not waited for: that it was tried is enough. */
const PUBLIC = '8.8.8.8';

describe('a name that leads elsewhere once it was checked', () => {
  let names: NameServer;
  let inside: Receiver;
  let questions: number;
  const attempted: string[] = [];
  const watch = (message: unknown): void => {
    const { request } = message as { request: ClientRequest };
    request.socket!.on('connectionAttempt', (address: string, port: number) => {
      attempted.push(`${address}:${port}`);
      if (address === PUBLIC) setImmediate(() => request.destroy());
    });
  };

  beforeAll(async () => {
    names = await NameServer.start();
    inside = await Receiver.start();
    subscribe('http.client.request.start', watch);
  });
  afterAll(async () => {
    unsubscribe('http.client.request.start', watch);
    names.stop();
    await inside.stop();
  });
  beforeEach(() => {
    questions = 0;
    attempted.length = 0;
  });

  /** Sends to a name that has one address at the first question, and another at every later one. */
  const sendTo = (targets: WebhookTargets, first: string, then: string): Promise<WebhookAnswer> => {
    names.names.set('rebinds.example', () => (questions++ === 0 ? [first] : [then]));
    const sender = new HttpWebhookSender({ targets, nameServers: [names.address], timeoutMs: 60_000 });
    return sender.send({ url: `https://rebinds.example:${inside.port}/`, headers: {}, body: '{}' });
  };

  it('is connected to at the public address that was checked, and not asked for again', async () => {
    expect(await sendTo('public', PUBLIC, '127.0.0.1')).toMatchObject({ status: null });
    expect([questions, attempted]).toEqual([1, [`${PUBLIC}:${inside.port}`]]);
    expect(inside.connections).toBe(0);
  });

  it('is refused by the next message, which gets the private address', async () => {
    questions = 1;
    const { error } = await sendTo('public', PUBLIC, '127.0.0.1');
    expect(error).toContain('the host has no address that this service sends to');
    expect([questions, attempted]).toEqual([2, []]);
    expect(inside.connections).toBe(0);
  });

  it('reaches nothing that is forbidden where this machine itself is allowed', async () => {
    // Nobody listens at the first address; the second is forbidden, and would be answered by this machine.
    const { error } = await sendTo('loopback', '127.0.0.2', '0.0.0.0');
    expect(error).toBe('connect ECONNREFUSED');
    expect([questions, attempted]).toEqual([1, [`127.0.0.2:${inside.port}`]]);
    expect(inside.connections).toBe(0);
  });

  it.each<WebhookTargets>(['public', 'loopback', 'private'])(
    'is told in one sentence whether it exists or not, and never with an address (%s)',
    async (targets) => {
      const forbidden = targets === 'public' ? '10.1.2.3' : '169.254.169.254';
      const { error } = await sendTo(targets, forbidden, forbidden);
      const sender = new HttpWebhookSender({ targets, nameServers: [names.address], timeoutMs: 60_000 });
      const unknown = await sender.send({ url: 'https://unknown.example/', headers: {}, body: '{}' });
      expect([error, attempted]).toEqual([unknown.error, []]);
      expect(error).not.toMatch(/\d|example/);
    },
  );
});
