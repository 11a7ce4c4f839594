import { EventKinds, retailNews } from '@brickmarket/alerts';
import {
  aheadFault,
  barcodeKey,
  epochDayOf,
  type PriceObservation,
  type PriceState,
  type RetailerNames,
  type RetailObservation,
  setNumberCandidates,
} from '@brickmarket/domain';
import { type FeedBatch, readRetailPrices, type RetailReadOptions } from '@brickmarket/feeds';
import type { IdentifiedObservation, KnownProducts, RetailImport } from '@brickmarket/persistence-ports';
import { advancePriceState, foldPriceState, priceChanges } from '@brickmarket/retail-tracking';
import type { ImportSummary } from './import-summary.ts';
import { type Progress, type ImportOptions, type ImportTally, runImport } from './run-import.ts';

const KIND = 'retail prices';

export interface RetailImportOptions extends ImportOptions {
  readonly kinds?: EventKinds | undefined;
  readonly retailerNames?: Partial<RetailerNames>;
  /** Reads a file of a shop: its barcodes come first, and a set number counts only where none is known. */
  readonly read?: (file: string, options: RetailReadOptions) => AsyncIterable<FeedBatch<RetailObservation>>;
}

/** Affects only sets with new observations; idempotent. Records events of `kinds`. */
export function importRetailPrices(
  store: RetailImport,
  files: readonly [string, ...string[]],
  { kinds = new EventKinds(), retailerNames = {}, read, ...options }: RetailImportOptions = {},
): Promise<ImportSummary> {
  const news = retailNews(kinds);
  return runImport(KIND, files, options, async (tally, progress, reading, origin) => {
    const observations = identified(store, files, tally, progress, { ...reading, retailerNames }, read);
    tally.merged(KIND, await store.mergeObservations(observations, nextState, news, priceChanges, origin));
  });
}

async function* identified(
  store: RetailImport,
  files: readonly string[],
  tally: ImportTally,
  progress: Progress,
  reading: RetailReadOptions,
  read: RetailImportOptions['read'],
): AsyncGenerator<readonly IdentifiedObservation[]> {
  const products = new ProductIndex(await store.loadProducts());
  for (const file of files) {
    progress.step(`Reading ${file}`);
    for await (const batch of (read ?? readRetailPrices)(file, reading)) {
      const setIds: number[] = [];
      const records = await tally.take(KIND, batch, (observation) => {
        // Must precede learning its codes.
        const fault = aheadFault(epochDayOf(observation.observedAt), tally.today);
        if (fault !== null) return fault;
        const resolved = read ? products.identifyByCode(observation) : products.identify(observation);
        if (typeof resolved === 'string') return resolved;
        setIds.push(resolved);
        return null;
      });
      yield records.map((observation, index) => ({ setId: setIds[index]!, observation }));
    }
  }
  progress.step('Merging retail prices');
}

export function nextState(before: PriceState | null, observations: readonly PriceObservation[]): PriceState {
  return before === null ? foldPriceState(observations)! : advancePriceState(before, observations);
}

interface Identification {
  /** Such as `asin B075SDMMMV`. */
  readonly identifier: string;
  readonly setIds: readonly number[];
}

/** Resolves by number, ASIN and barcode, and learns codes of resolved sets. */
class ProductIndex {
  readonly #idByNumber = new Map<string, number>();
  readonly #idByOldNumber = new Map<string, number>();
  readonly #numberById = new Map<number, string>();
  /** ASINs, and barcodes as `barcodeKey` writes them. */
  readonly #idsByCode = new Map<string, readonly number[]>();

  constructor({ sets, oldNumbers, codes }: KnownProducts) {
    for (const { setId, setNumber, upc, ean } of sets) {
      this.#idByNumber.set(setNumber, setId);
      this.#numberById.set(setId, setNumber);
      for (const barcode of [upc, ean]) if (barcode !== null) this.#learn(barcodeKey(barcode), setId);
    }
    for (const { oldNumber, setId } of oldNumbers) this.#idByOldNumber.set(oldNumber, setId);
    for (const { codeKey, setId } of codes) this.#learn(codeKey, setId);
  }

  /** Id of the one set that fits all identifiers, or the fault. */
  identify(observation: RetailObservation): number | string {
    const { setNumber, asin, upc, ean } = observation;
    const numbered = setNumber === null ? null : this.#numbered(setNumber);
    if (numbered === undefined) return `set ${setNumber} is not in the catalog: import a catalog that has it first`;
    const codes = [asin, upc === null ? null : barcodeKey(upc), ean === null ? null : barcodeKey(ean)];
    let candidates: readonly number[] | null = numbered === null ? null : [numbered];
    for (const code of codes) {
      const named = code === null ? undefined : this.#idsByCode.get(code);
      if (named) candidates = candidates === null ? named : candidates.filter((id) => named.includes(id));
    }
    if (candidates?.length !== 1) return this.#whyNotOne(observation);
    for (const code of codes) this.#learn(code, candidates[0]!);
    return candidates[0]!;
  }

  /** The set number counts only where no code is known. */
  identifyByCode(observation: RetailObservation): number | string {
    const { setNumber, asin, upc, ean } = observation;
    const isKnown = [asin, upc, ean].some((code) => code !== null && this.#idsByCode.has(barcodeKey(code) ?? code));
    return this.identify(isKnown || setNumber === null ? { ...observation, setNumber: null } : observation);
  }

  /** Current number first, then earlier ones. */
  #numbered(setNumber: string): number | undefined {
    for (const ids of [this.#idByNumber, this.#idByOldNumber]) {
      for (const candidate of setNumberCandidates(setNumber)) {
        const id = ids.get(candidate);
        if (id !== undefined) return id;
      }
    }
    return undefined;
  }

  #learn(code: string | null, setId: number): void {
    if (code === null) return;
    const known = this.#idsByCode.get(code) ?? [];
    if (!known.includes(setId)) this.#idsByCode.set(code, [...known, setId]);
  }

  #whyNotOne(observation: RetailObservation): string {
    const identifications = this.#identificationsOf(observation);
    const known = identifications.filter(({ setIds }) => setIds.length > 0);
    if (known.length === 0)
      return `no set is known by ${identifications.map((one) => one.identifier).join(' or ')}: give its set_number`;
    const each = known
      .map(
        ({ identifier, setIds }) => `${identifier} is set ${setIds.map((id) => this.#numberById.get(id)).join(' or ')}`,
      )
      .join(', ');
    const areSeveralLeft = known.every(({ setIds }) => setIds.length > 1);
    return areSeveralLeft
      ? `ambiguous: ${each}: give the set_number`
      : `the identifiers name different sets: ${each}: correct the wrong one or leave it out`;
  }

  #identificationsOf({ setNumber, asin, upc, ean }: RetailObservation): readonly Identification[] {
    const byCode = Object.entries({ asin, upc, ean }).flatMap(([name, code]) => {
      if (code === null) return [];
      return [
        {
          identifier: `${name} ${code}`,
          setIds: this.#idsByCode.get(name === 'asin' ? code : barcodeKey(code)!) ?? [],
        },
      ];
    });
    return setNumber === null
      ? byCode
      : [{ identifier: `set_number ${setNumber}`, setIds: [this.#numbered(setNumber)!] }, ...byCode];
  }
}
