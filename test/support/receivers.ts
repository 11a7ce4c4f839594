import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A webhook that a receiver got. */
export interface ReceivedWebhook {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

type Answer = (response: ServerResponse, request: ReceivedWebhook) => void;

/** An HTTP server on this machine that records what it gets, and answers each path in its own way. */
export class Receiver {
  readonly received: ReceivedWebhook[] = [];
  /** How many connections were made to it, whatever came over them. */
  connections = 0;
  readonly #answers = new Map<string, Answer>();

  private constructor(private readonly server: Server) {}

  static async start(): Promise<Receiver> {
    const server = createServer();
    const receiver = new Receiver(server);
    server.on('connection', () => receiver.connections++);
    server.on('request', (request, response) => void receiver.#take(request, response));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return receiver;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** The address of a path, which is answered with 204 unless the test says otherwise. */
  at(path: string, answer?: Answer): string {
    if (answer) this.#answers.set(path, answer);
    return `http://127.0.0.1:${this.port}${path}`;
  }

  of(path: string): readonly ReceivedWebhook[] {
    return this.received.filter((one) => one.path === path);
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.on('error', () => undefined);
    let body = '';
    for await (const chunk of request as AsyncIterable<Buffer>) body += chunk.toString();
    const one = { path: request.url!, headers: request.headers as Record<string, string>, body };
    this.received.push(one);
    const answer = this.#answers.get(one.path);
    if (answer) answer(response, one);
    else response.writeHead(204).end();
  }
}

/** The addresses of a name; a function is asked for them at every question. */
type Addresses = readonly string[] | (() => readonly string[]);

/** A name server that answers every question for an IPv4 address from a table, which the test may change. */
export class NameServer {
  private constructor(
    private readonly socket: Socket,
    readonly names: Map<string, Addresses>,
  ) {}

  static async start(): Promise<NameServer> {
    const socket = createSocket('udp4');
    const names = new Map<string, Addresses>();
    socket.on('message', (question, from) => socket.send(answerOf(question, names), from.port, from.address));
    socket.bind(0, '127.0.0.1');
    await once(socket, 'listening');
    return new NameServer(socket, names);
  }

  get address(): string {
    return `127.0.0.1:${this.socket.address().port}`;
  }

  stop(): void {
    this.socket.close();
  }
}

const HEADER_BYTES = 12;
const TYPE_A = 1;

function answerOf(question: Buffer, names: ReadonlyMap<string, Addresses>): Buffer {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = question[at]!; length > 0; length = question[at]!) {
    labels.push(question.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  const isForA = question.readUInt16BE(at + 1) === TYPE_A;
  const known = isForA ? (names.get(labels.join('.').toLowerCase()) ?? []) : [];
  const addresses = typeof known === 'function' ? known() : known;
  const header = Buffer.from(question.subarray(0, HEADER_BYTES));
  header.writeUInt16BE(0x8180, 2);
  header.writeUInt16BE(addresses.length, 6);
  header.writeUInt16BE(0, 8);
  header.writeUInt16BE(0, 10);
  // The name of the question (a pointer to it), type A, class IN, no caching, four bytes.
  const answers = addresses.map((address) =>
    Buffer.from([0xc0, HEADER_BYTES, 0, TYPE_A, 0, 1, 0, 0, 0, 0, 0, 4, ...address.split('.').map(Number)]),
  );
  return Buffer.concat([header, question.subarray(HEADER_BYTES, at + 5), ...answers]);
}
