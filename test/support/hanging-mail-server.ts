import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';

/**
 * How a mail server hangs: it says nothing at all, greets and then says nothing, or answers on, a line at a time
 * without ever ending its answer.
 */
export type Hanging = 'silent' | 'after-greeting' | 'trickling';

const TRICKLE_MS = 50;

/** A mail server that accepts every connection and takes no mail. */
export class HangingMailServer {
  /** How many connections were open at once at most. */
  mostHeld = 0;
  readonly #open = new Set<Socket>();

  private constructor(private readonly server: Server) {}

  static async start(hanging: Hanging = 'silent'): Promise<HangingMailServer> {
    const server = createServer();
    const started = new HangingMailServer(server);
    server.on('connection', (socket) => started.#take(socket, hanging));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return started;
  }

  get settings(): { readonly smtpUrl: string; readonly from: string } {
    const { port } = this.server.address() as AddressInfo;
    return { smtpUrl: `smtp://127.0.0.1:${port}`, from: 'Brickmarket <account@example.com>' };
  }

  /** How many are open at this moment. */
  get held(): number {
    return this.#open.size;
  }

  async stop(): Promise<void> {
    this.server.close();
    for (const socket of this.#open) socket.destroy();
    await once(this.server, 'close');
  }

  #take(socket: Socket, hanging: Hanging): void {
    this.#open.add(socket);
    this.mostHeld = Math.max(this.mostHeld, this.held);
    socket.on('error', () => undefined);
    socket.resume();
    let timer: NodeJS.Timeout | undefined;
    socket.once('close', () => {
      clearInterval(timer);
      this.#open.delete(socket);
    });
    if (hanging === 'silent') return;
    socket.write('220 mail.example ESMTP\r\n');
    if (hanging === 'trickling')
      socket.once('data', () => (timer = setInterval(() => socket.write('250-NOTHING\r\n'), TRICKLE_MS)));
  }
}
