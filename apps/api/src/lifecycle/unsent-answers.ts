/** Limits on bytes that clients have not read, and how fast they must read. */
export interface UnsentLimits {
  readonly bytes: number;
  readonly bytesPerConnection: number;
  readonly minBytesPerSecond: number;
}

/** Added to the time that the minimum rate allows, for TCP slow start. */
const GRACE_MS = 5_000;

/**
 * The state of one client connection. Outlives its socket when the client disconnects while a request is in progress.
 */
export class Connection {
  /** Requests of it that occupy slots of the concurrency limits. */
  inProgress = 0;
  /** When it was last refused for lack of capacity, and whether its next refusal is being delayed. */
  refusedAt = Number.NEGATIVE_INFINITY;
  isRefusalPending = false;
  isClosed = false;

  /** Bytes of responses that are complete but not yet handed to the operating system, and who counts them. */
  unsentBytes = 0;
  unsent: UnsentAnswers | null = null;
  /** Since when it has had unsent bytes without interruption, and how many bytes were added since then. */
  sendingSince = 0;
  sendingBytes = 0;

  constructor(private readonly socket: { readonly writableLength: number; destroy(): unknown }) {}

  /** Whether unsent bytes wait for the client to read, and not only for the completion of a write to be reported. */
  get isWaitingForClient(): boolean {
    return this.socket.writableLength > 0;
  }

  /** Must be called when a response has been handed to the operating system. */
  sent(bytes: number): void {
    if (!this.isClosed) this.unsent?.subtract(this, bytes);
  }

  /** Must be called when the socket is closed: its unsent bytes are dropped. */
  close(): void {
    this.isClosed = true;
    this.unsent?.subtract(this, this.unsentBytes);
  }

  cut(): void {
    // Counted at once: the close event of its socket comes later.
    this.close();
    this.socket.destroy();
  }
}

/**
 * Counts responses that clients have not read yet, with limits in bytes per connection and in total. Beyond the total,
 * the connection that has been sending longest is cut: a client that reads at a normal speed is done long before. A
 * client that reads below a minimum average rate is cut too. A single response may exceed a limit.
 */
export class UnsentAnswers {
  /** Connections with unsent bytes, in the order in which they began to have some. */
  private readonly sending = new Set<Connection>();
  unsentBytes = 0;
  /** How many connections were cut for reading too slowly. */
  cut = 0;

  constructor(private readonly limits: UnsentLimits) {}

  /** Counts a response until it is sent. */
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

  /** Counts bytes of a connection as sent, or as dropped. */
  subtract(connection: Connection, bytes: number): void {
    connection.unsentBytes -= bytes;
    this.unsentBytes -= bytes;
    if (connection.unsentBytes === 0) this.sending.delete(connection);
  }

  /** Cuts every connection whose client has read below the minimum rate since it began to have unsent bytes. */
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
