/** Limits on bytes that clients have not read, and how fast they must read. */
export interface UnsentLimits {
  readonly bytes: number;
  readonly bytesPerAddress: number;
  readonly bytesPerConnection: number;
  readonly minBytesPerSecond: number;
}

/** Added to the time that the minimum rate allows, for TCP slow start. */
const GRACE_MS = 5_000;

/**
 * The state of one client connection. Outlives its socket when the client disconnects while a request is in progress.
 */
export class Connection {
  /** The address of its client, where no proxies are in between; null until it was asked for. */
  address: string | null = null;
  /** Slots of the concurrency limits that its requests occupy. */
  slots = 0;
  /** When it was last refused for lack of capacity, and whether its next refusal is being delayed. */
  refusedAt = Number.NEGATIVE_INFINITY;
  isRefusalPending = false;
  isClosed = false;
  /** Called when the socket is closed, if a request of it waits for its turn. */
  onClosed: (() => void) | null = null;

  /** Bytes of responses that are complete but not yet handed to the operating system. */
  unsentBytes = 0;
  /** Since when it has had unsent bytes without interruption, and how many bytes were added since then. */
  sendingSince = 0;
  sendingBytes = 0;
  /** The counter of its client address. */
  account: AddressAccount | null = null;
  /** Linked list of the connections with unsent bytes, in the order in which they began to have some. */
  previous: Connection | null = null;
  next: Connection | null = null;

  constructor(private readonly socket: { readonly writableLength: number; destroy(): unknown }) {}

  /**
   * Whether unsent bytes wait for the client to read, and not only for the completion of a write to be reported.
   */
  get isWaitingForClient(): boolean {
    return this.socket.writableLength > 0;
  }

  cut(): void {
    this.socket.destroy();
  }

  /** Must be called when a response has been handed to the operating system. */
  sent(bytes: number): void {
    if (!this.isClosed && bytes > 0) this.account?.owner.subtract(this, bytes);
  }

  /** Must be called when the socket is closed: its unsent bytes are dropped. */
  close(): void {
    this.isClosed = true;
    this.onClosed?.();
    this.account?.owner.drop(this);
  }
}

/** The unsent bytes of one client address. */
interface AddressAccount {
  readonly owner: UnsentAnswers;
  readonly address: string;
  connections: number;
  unsentBytes: number;
}

/**
 * Counts responses that clients have not read yet, with limits in bytes per connection, per address and in total. When
 * a limit is exceeded, the connection that has been sending longest is cut: a client that reads at a normal speed is
 * done long before. A client that reads below a minimum average rate is cut too. A single response may exceed a limit.
 */
export class UnsentAnswers {
  private readonly accounts = new Map<string, AddressAccount>();
  private oldest: Connection | null = null;
  private newest: Connection | null = null;
  unsentBytes = 0;
  /** How many connections were cut for reading too slowly. */
  cut = 0;

  constructor(private readonly limits: UnsentLimits) {}

  /** Counts a response until it is sent. The address is that of the client, not of a proxy in between. */
  add(connection: Connection, address: string, bytes: number): void {
    if (connection.isClosed) return;
    if (connection.unsentBytes === 0) this.begin(connection, address);
    const account = connection.account!;
    connection.unsentBytes += bytes;
    connection.sendingBytes += bytes;
    account.unsentBytes += bytes;
    account.owner.unsentBytes += bytes;
    account.owner.enforce(connection, account, bytes);
  }

  /**
   * Cuts every connection whose client has read below the minimum rate since it began to have unsent bytes.
   */
  cutSlow(now: number): void {
    for (let connection = this.oldest; connection !== null;) {
      const { next } = connection;
      const allowedMs = GRACE_MS + (connection.sendingBytes / this.limits.minBytesPerSecond) * 1_000;
      if (now - connection.sendingSince > allowedMs && connection.isWaitingForClient) this.cutOff(connection);
      connection = next;
    }
  }

  /** Removes a connection and its unsent bytes. */
  drop(connection: Connection): void {
    if (connection.unsentBytes > 0) this.subtract(connection, connection.unsentBytes);
    this.leave(connection);
  }

  private begin(connection: Connection, address: string): void {
    if (connection.account?.owner !== this || connection.account.address !== address) {
      connection.account?.owner.leave(connection);
      this.join(connection, address);
    }
    connection.sendingSince = performance.now();
    connection.sendingBytes = 0;
    connection.previous = this.newest;
    connection.next = null;
    if (this.newest === null) this.oldest = connection;
    else this.newest.next = connection;
    this.newest = connection;
  }

  /** Counts bytes of a connection as sent, or as dropped. */
  subtract(connection: Connection, bytes: number): void {
    connection.unsentBytes -= bytes;
    connection.account!.unsentBytes -= bytes;
    this.unsentBytes -= bytes;
    if (connection.unsentBytes > 0) return;
    if (connection.previous === null) this.oldest = connection.next;
    else connection.previous.next = connection.next;
    if (connection.next === null) this.newest = connection.previous;
    else connection.next.previous = connection.previous;
    connection.previous = connection.next = null;
  }

  private enforce(connection: Connection, account: AddressAccount, bytes: number): void {
    const { bytes: inAll, bytesPerAddress, bytesPerConnection } = this.limits;
    if (connection.unsentBytes > bytesPerConnection && connection.unsentBytes > bytes) this.cutOff(connection);
    while (account.unsentBytes > bytesPerAddress && this.cutOldest(connection, account));
    while (this.unsentBytes > inAll && this.cutOldest(connection, null));
  }

  /**
   * Cuts the connection that has been sending longest, of one address or of all; false when only the newest is left.
   */
  private cutOldest(newest: Connection, account: AddressAccount | null): boolean {
    for (let victim = this.oldest; victim !== null && victim !== newest; victim = victim.next) {
      if (!victim.isWaitingForClient || (account !== null && victim.account !== account)) continue;
      this.cutOff(victim);
      return true;
    }
    return false;
  }

  private cutOff(connection: Connection): void {
    this.cut++;
    // Removed from the counters at once: the close event of its socket comes later.
    connection.close();
    connection.cut();
  }

  private join(connection: Connection, address: string): void {
    let account = this.accounts.get(address);
    if (account === undefined) {
      account = { owner: this, address, connections: 0, unsentBytes: 0 };
      this.accounts.set(address, account);
    }
    account.connections++;
    connection.account = account;
  }

  private leave(connection: Connection): void {
    const { account } = connection;
    if (account === null) return;
    connection.account = null;
    if (--account.connections === 0) this.accounts.delete(account.address);
  }
}
