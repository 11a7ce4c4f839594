import type { DataKind, SystemStatus } from '@brickmarket/persistence-ports';

/** Results by key, computed once while the data is unchanged, shared by accounts and by reads in progress. */
export class VersionedCache<Result> {
  #stamp = '';
  #kept = new Map<string, Promise<Result>>();

  constructor(
    private readonly report: Pick<SystemStatus, 'listDataChanges'>,
    private readonly kinds: readonly DataKind[],
    private readonly most: number,
  ) {}

  async read(key: string, compute: () => Promise<Result>): Promise<Result> {
    // Versions first: changes during the read are read again by the next request.
    const changes = (await this.report.listDataChanges()).filter(({ kind }) => this.kinds.includes(kind));
    const stamp = changes.map(({ kind, version }) => `${kind} ${version}`).join();
    if (stamp !== this.#stamp || this.#kept.size > this.most) this.#kept = new Map();
    this.#stamp = stamp;
    const kept = this.#kept;
    const found = kept.get(key);
    if (found !== undefined) return found;
    const computed = compute();
    kept.set(key, computed);
    // Failures are not cached.
    computed.catch(() => kept.delete(key));
    return computed;
  }
}
