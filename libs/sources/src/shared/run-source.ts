import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { csvLine, FeedError, type ReadOptions, readShopFeed } from '@brickmarket/feeds';
import {
  importCatalog,
  type ImportOptions,
  importRetailPrices,
  importSales,
  importSetDetails,
  type RetailImportOptions,
} from '@brickmarket/operations';
import {
  type CatalogImport,
  type ExchangeRates,
  type FinishedLease,
  ImportRunningError,
  type ItemDirectory,
  type Lease,
  type RetailImport,
  type SalesImport,
  type SourceBudget,
  type SourceQueue,
  type SourceRegistry,
  type StoreClock,
  type StoredSource,
} from '@brickmarket/persistence-ports';
import { callSource } from './calls.ts';
import type { SourceFolders } from './secret-files.ts';
import type { Desk, Source, SourceReply, SourceRows, SourceTable } from './source.ts';
import { CallRefused, CONSEQUENCES, masked, SourceFault } from './source-fault.ts';

/** Longer than three tries with their pauses. */
const LEASE_MS = 120_000;
const BUSY_TRIES = 60;
const PLAN_MS = 86_400_000;

export interface SourceStores {
  readonly sources: SourceRegistry;
  readonly budget: SourceBudget;
  readonly queue: SourceQueue;
  readonly clock: StoreClock;
  readonly items: ItemDirectory;
  readonly catalog: CatalogImport;
  readonly sales: SalesImport;
  readonly retail: RetailImport;
  readonly rates: ExchangeRates;
}

export interface SourceContext {
  readonly stores: SourceStores;
  readonly folders: SourceFolders;
  /** Of events that prices cause. */
  readonly kinds?: RetailImportOptions['kinds'];
  /** Before a second try. */
  readonly pauseMs?: number | undefined;
  /** Between tries to import while another import runs. */
  readonly busyMs?: number | undefined;
}

/** Why a run ended. `done`: no item is due. */
export type RunEnd = 'done' | 'deadline' | 'fault' | CallRefused['because'];

export interface SourceRun {
  readonly asked: number;
  readonly ended: RunEnd;
  /** The fault that ended it. */
  readonly fault: string | null;
}

/** Makes the desk of a source from its stored secrets. Throws SourceFault without them. */
export async function openDesk(source: Source, stored: StoredSource, context: SourceContext): Promise<Desk> {
  return makeDesk(source, stored, await context.folders.readSecrets(source.name, source.secrets), context);
}

export async function makeDesk(
  source: Source,
  stored: StoredSource,
  secrets: Readonly<Record<string, string>>,
  { stores, folders, pauseMs }: SourceContext,
): Promise<Desk> {
  const calls = {
    source: source.name,
    title: source.title,
    secrets: Object.values(secrets),
    budget: stores.budget,
    pauseMs,
  };
  return {
    now: await stores.clock.now(),
    settings: stored,
    secrets,
    folder: await folders.make(source.name),
    call: (request, read) => callSource(calls, request, read),
  };
}

/** Ranks the items of a source. Makes no call. */
export async function planSource(source: Source, { stores: { queue, clock } }: SourceContext): Promise<void> {
  const known = new Map((await queue.listItems(source.name)).map((item) => [item.item, item]));
  const ranks = await source.plan(() => queue.listMarketFacts(), known, await clock.now());
  await queue.plan(source.name, ranks);
}

/** Asks for due items until none is due, the budget is gone, a fault ends it, or `until` has come. */
export async function runSource(source: Source, context: SourceContext, until: Date | null = null): Promise<SourceRun> {
  const stored = await context.stores.sources.find(source.name);
  if (stored?.state !== 'active') return { asked: 0, ended: stored?.state ?? 'removed', fault: null };
  const now = await context.stores.clock.now();
  if (stored.plannedAt === null || now.getTime() - stored.plannedAt.getTime() >= PLAN_MS)
    await planSource(source, context);
  const run = new Run(source, context, until);
  // One after the other, so that a killed process repeats one call.
  await run.work();
  return { asked: run.asked, ended: run.ended ?? 'done', fault: run.fault };
}

class Run {
  asked = 0;
  ended: RunEnd | null = null;
  fault: string | null = null;
  #items: ReturnType<ItemDirectory['load']> | null = null;

  constructor(
    private readonly source: Source,
    private readonly context: SourceContext,
    private readonly until: Date | null,
  ) {}

  async work(): Promise<void> {
    const { sources, queue } = this.context.stores;
    while (this.ended === null) {
      if (this.until !== null && Date.now() >= this.until.getTime()) return this.#end('deadline');
      const { name, atOnce, batch } = this.source;
      const lease = await queue.lease(name, { atOnce, batch, leaseMs: LEASE_MS });
      const stored = lease === null ? null : await sources.find(name);
      if (lease === null || stored === null) return;
      await this.#ask(lease, stored);
    }
  }

  async #ask(lease: Lease, stored: StoredSource): Promise<void> {
    let secrets: readonly string[] = [];
    try {
      const desk = await openDesk(this.source, stored, this.context);
      secrets = Object.values(desk.secrets);
      await this.#handOver(await this.source.ask(lease.items, desk), lease, desk);
      this.asked += lease.items.length;
    } catch (error) {
      await this.#judge(error, lease, secrets);
    }
  }

  async #judge(error: unknown, lease: Lease, secrets: readonly string[]): Promise<void> {
    const { sources, queue, clock } = this.context.stores;
    const now = (await clock.now()).getTime();
    if (error instanceof CallRefused) {
      await queue.release(lease);
      return this.#end(error.because);
    }
    if (!(error instanceof SourceFault)) {
      await queue.release(lease);
      throw error instanceof Error ? new Error(masked(error.message, secrets), { cause: error.stack }) : error;
    }
    const { stops, blocksMs, itemMs }: { stops?: true; blocksMs?: number; itemMs?: number } = CONSEQUENCES[error.kind];
    if (itemMs !== undefined) {
      const dueAt = new Date(now + itemMs);
      await queue.finish({ ...lease, items: lease.items.map(({ item }) => ({ item, hasFound: false, dueAt })) });
      this.asked += lease.items.length;
      if (error.kind !== 'unknown-item') await sources.noteFault(this.source.name, faultOf(error), null, false);
      return;
    }
    await queue.release(lease);
    const blocked = blocksMs === undefined ? null : new Date(now + Math.max(blocksMs, error.retryAfterMs ?? 0));
    await sources.noteFault(this.source.name, faultOf(error), blocked, stops === true);
    this.fault = error.message;
    this.#end('fault');
  }

  async #handOver(reply: SourceReply, { source, lease }: Lease, desk: Desk): Promise<void> {
    const { items, memory, quietUntil } = reply;
    const finished: FinishedLease = { source, lease, items, memory, quietUntil };
    const storedRows = reply.rows === null ? 0 : await this.#import(reply.rows, finished, desk);
    await reply.settle?.();
    await this.context.stores.queue.finish({ ...finished, storedRows });
  }

  async #import(rows: SourceRows, finished: FinishedLease, desk: Desk): Promise<number> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#importOnce(rows, finished, desk);
      } catch (error) {
        if (!(error instanceof ImportRunningError)) throw error;
        if (attempt === BUSY_TRIES) throw new SourceFault('busy', error.message);
        await sleep(this.context.busyMs ?? 1_000);
      }
    }
  }

  /** Returns the rows that no import counts. */
  async #importOnce(rows: SourceRows, finished: FinishedLease, { folder, now }: Desk): Promise<number> {
    const { stores, kinds } = this.context;
    const name = finished.items[0]!.item.replaceAll(/[^\w.-]/g, '_');
    const options = { now, rejectsPath: join(folder, `${name}.rejects.csv`), answers: finished };
    switch (rows.kind) {
      case 'rates':
        return stores.rates.put(rows.rates);
      case 'catalog':
        await importCatalog(stores.catalog, rows.folder, options);
        // New sets must be found by later answers.
        this.#items = null;
        return 0;
      case 'shop-feed': {
        const read = (file: string, reading: ReadOptions) =>
          readShopFeed(file, { ...reading, retailer: rows.retailer, observedAt: now });
        await importRetailPrices(stores.retail, [rows.file], { ...options, kinds, read }).catch((error: unknown) => {
          if (!(error instanceof FeedError)) throw error;
          throw new SourceFault('incomplete', `${this.source.title} ${error.problem}. Nothing was imported`);
        });
        return 0;
      }
      default:
        await this.#importTable(rows, join(folder, `${name}.csv`), options);
        return 0;
    }
  }

  async #importTable({ kind, header, rows }: SourceTable, file: string, options: ImportOptions): Promise<void> {
    if (rows.length === 0) return;
    const { stores, kinds } = this.context;
    this.#items ??= stores.items.load();
    const items = { load: () => this.#items! };
    await writeFile(file, [header, ...rows].map(csvLine).join(''));
    try {
      if (kind === 'sales') await importSales({ sales: stores.sales, items }, [file], options);
      else if (kind === 'retail-prices') await importRetailPrices(stores.retail, [file], { ...options, kinds });
      else await importSetDetails({ catalog: stores.catalog, items }, file, options);
    } finally {
      await rm(file, { force: true });
    }
  }

  #end(ended: RunEnd): void {
    this.ended ??= ended;
  }
}

function faultOf({ kind, message }: SourceFault): { readonly kind: string; readonly sentence: string } {
  return { kind, sentence: message };
}
