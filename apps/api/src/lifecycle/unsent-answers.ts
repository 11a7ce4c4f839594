/** Limits on unread bytes and reading speed. */
export interface UnsentLimits {
  readonly bytes: number;
  readonly bytesPerConnection: number;
  readonly minBytesPerSecond: number;
}

/** Grace beyond the minimum rate, for TCP slow start. */
const GRACE_MS = 5_000;

/** Outlives its socket when the client disconnects during a request. */
export class Connection {
  /** Requests in slots. */
  inProgress = 0;
  /** Last refusal, and whether the next is being delayed. */
  refusedAt = Number.NEGATIVE_INFINITY;
  isRefusalPending = false;
  isClosed = false;

  /** Completed response bytes not yet passed to the operating system, and their counter. */
  unsentBytes = 0;
  unsent: UnsentAnswers | null = null;
  /** Start of unsent bytes without interruption, and bytes added since. */
  sendingSince = 0;
  sendingBytes = 0;

  constructor(private readonly socket: { readonly writableLength: number; destroy(): unknown }) {}

  /** Distinguishes an unread response from a write not reported yet. */
  get isWaitingForClient(): boolean {
    return this.socket.writableLength > 0;
  }

  /** Call when a response was passed to the operating system. */
  sent(bytes: number): void {
    if (!this.isClosed) this.unsent?.subtract(this, bytes);
  }

  /** Call on socket close: drops unsent bytes. */
  close(): void {
    this.isClosed = true;
    this.unsent?.subtract(this, this.unsentBytes);
  }

  cut(): void {
    // Uncounted now, as the close event comes later.
    this.close();
    this.socket.destroy();
  }
}

/** Limits unread bytes per connection and in total, cutting the longest sender. Single responses may exceed limits. */
export class UnsentAnswers {
  /** By the start of unsent bytes. */
  private readonly sending = new Set<Connection>();
  unsentBytes = 0;
  /** Connections cut for slow reading. */
  cut = 0;

  constructor(private readonly limits: UnsentLimits) {}

  add(connection: Connection, bytes: number): void {
    if (connection.isClosed) return;
    if (connection.unsentBytes === 0) {
      connection.unsent = this;
      connection.sendingSince = performance.now();
      connection.sendingBytes = 0;
      this.sending.add(connection);
    }
    connection.unsentBytes += bytes;
    connection.sendingBytes += bytes;
    const { unsent } = connection;
    unsent!.unsentBytes += bytes;
    unsent!.enforce(connection, bytes);
  }

  subtract(connection: Connection, bytes: number): void {
    connection.unsentBytes -= bytes;
    this.unsentBytes -= bytes;
    if (connection.unsentBytes === 0) this.sending.delete(connection);
  }

  /** Cuts clients below the minimum rate since their first unsent byte. */
  cutSlow(now: number): void {
    for (const connection of this.sending) {
      const allowedMs = GRACE_MS + (connection.sendingBytes / this.limits.minBytesPerSecond) * 1_000;
      if (now - connection.sendingSince > allowedMs && connection.isWaitingForClient) this.cutOff(connection);
    }
  }

  private enforce(newest: Connection, bytes: number): void {
    if (newest.unsentBytes > this.limits.bytesPerConnection && newest.unsentBytes > bytes) this.cutOff(newest);
    for (const connection of this.sending) {
      if (this.unsentBytes <= this.limits.bytes) return;
      if (connection !== newest && connection.isWaitingForClient) this.cutOff(connection);
    }
  }

  private cutOff(connection: Connection): void {
    this.cut++;
    connection.cut();
  }
}
