import { CONDITIONS, type EpochDay, type SetInCondition } from '@brickmarket/domain';
import { setConditionKey, setsToValue } from './valued-holdings.ts';

/** Facts by `setConditionKey`. */
export type FactsByKey<Facts> = Pick<ReadonlyMap<number, Facts>, 'get'>;

type Versions<Kind extends string> = Readonly<Record<Kind, number>>;

/** Pending until its read has ended. */
interface Entry<Facts> {
  facts?: Facts;
  reading?: Promise<void>;
}

type Entries<Facts> = Map<number, Entry<Facts>>;

interface Known<Facts, Kind extends string> {
  readonly day: EpochDay;
  readonly versions: Versions<Kind>;
  readonly entries: Entries<Facts>;
}

/** Facts of sets, shared by accounts and by reads in progress. A change drops only the changed sets. */
export class SetFacts<Facts, Kind extends string> {
  private known: Known<Facts, Kind> | null = null;
  private advancing: Promise<void> | null = null;

  constructor(
    private readonly kinds: readonly Kind[],
    /** Ids of changed items, possibly of more. Null: unknown, so everything is dropped. */
    private readonly changedSince: (versions: Versions<Kind>) => Promise<readonly number[] | null>,
    private readonly readFacts: (wanted: readonly SetInCondition[], today: EpochDay) => Promise<readonly Facts[]>,
  ) {}

  /** Null: some are not known as of these versions. */
  find(copies: readonly SetInCondition[], today: EpochDay, versions: Versions<Kind>): FactsByKey<Facts> | null {
    if (this.known === null || this.isBehind(this.known, today, versions)) return null;
    const { entries } = this.known;
    const areRead = copies.every((copy) => entries.get(setConditionKey(copy))?.facts !== undefined);
    return areRead ? factsOf(entries) : null;
  }

  /** As of these versions or later ones. */
  async read(copies: readonly SetInCondition[], today: EpochDay, versions: Versions<Kind>): Promise<FactsByKey<Facts>> {
    const entries = await this.entriesAt(today, versions);
    const wanted = setsToValue(copies, (key) => entries.has(key));
    if (wanted.length > 0) this.start(entries, wanted, today);
    // Taken now: a failed read of another request deletes its entries.
    const facts = new Map(copies.map((copy) => [setConditionKey(copy), entries.get(setConditionKey(copy))!]));
    await Promise.all(new Set([...facts.values()].flatMap(({ reading }) => reading ?? [])));
    return factsOf(facts);
  }

  private start(entries: Entries<Facts>, wanted: readonly SetInCondition[], today: EpochDay): void {
    const started = new Map<number, Entry<Facts>>();
    for (const set of wanted) started.set(setConditionKey(set), {});
    const read = async (): Promise<void> => {
      try {
        const facts = await this.readFacts(wanted, today);
        [...started.values()].forEach((entry, index) => {
          entry.facts = facts[index]!;
          delete entry.reading;
        });
      } catch (error) {
        // Failures are not cached, nor in the entries that followed these.
        for (const kept of [entries, this.known!.entries])
          for (const [key, entry] of started) if (kept.get(key) === entry) kept.delete(key);
        throw error;
      }
    };
    const reading = read();
    for (const [key, entry] of started) entries.set(key, Object.assign(entry, { reading }));
  }

  private async entriesAt(today: EpochDay, versions: Versions<Kind>): Promise<Entries<Facts>> {
    while (this.known === null || this.isBehind(this.known, today, versions)) {
      this.advancing ??= this.advance(this.known, today, versions).finally(() => {
        this.advancing = null;
      });
      await this.advancing;
    }
    return this.known.entries;
  }

  private async advance(known: Known<Facts, Kind> | null, today: EpochDay, versions: Versions<Kind>): Promise<void> {
    const changed = known === null || known.day < today ? null : await this.changedSince(known.versions);
    const later = this.kinds.map((kind) => [kind, Math.max(known?.versions[kind] ?? 0, versions[kind])]);
    // Not the versions that the changes were read at: a replica may be behind those.
    const next = { day: Math.max(known?.day ?? today, today), versions: Object.fromEntries(later) as Versions<Kind> };
    if (known === null || changed === null) {
      this.known = { ...next, entries: new Map() };
      return;
    }
    // A copy: requests that hold the earlier entries find all of theirs.
    const entries = new Map(known.entries);
    for (const setId of changed)
      for (const condition of CONDITIONS) entries.delete(setConditionKey({ setId, condition }));
    this.known = { ...next, entries };
  }

  private isBehind(known: Known<Facts, Kind>, today: EpochDay, versions: Versions<Kind>): boolean {
    return known.day < today || this.kinds.some((kind) => known.versions[kind] < versions[kind]);
  }
}

function factsOf<Facts>(entries: ReadonlyMap<number, Entry<Facts>>): FactsByKey<Facts> {
  return { get: (key) => entries.get(key)?.facts };
}
