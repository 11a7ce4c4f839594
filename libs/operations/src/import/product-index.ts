import { barcodeKey, type RetailObservation, setNumberCandidates } from '@brickmarket/domain';
import type { KnownProducts } from '@brickmarket/persistence-ports';

/** What an identifier of an observation names. */
interface Naming {
  /** For people: `asin B075SDMMMV`. */
  readonly identifier: string;
  readonly setIds: readonly number[];
}

/** Knows which set an observation means, and learns the codes it meets on the way. */
export class ProductIndex {
  readonly #idByNumber = new Map<string, number>();
  readonly #numberById = new Map<number, string>();
  /** By ASIN, and by barcode as `barcodeKey` writes it. */
  readonly #idsByCode = new Map<string, readonly number[]>();

  constructor({ sets, codes }: KnownProducts) {
    for (const { setId, setNumber, upc, ean } of sets) {
      this.#idByNumber.set(setNumber, setId);
      this.#numberById.set(setId, setNumber);
      for (const barcode of [upc, ean]) if (barcode !== null) this.#learn(barcodeKey(barcode), setId);
    }
    for (const { codeKey, setId } of codes) this.#learn(codeKey, setId);
  }

  /** The set that all known identifiers name, or why there is no one such set. What is not known yet is learned. */
  identify(observation: RetailObservation): number | string {
    const { setNumber, asin, upc, ean } = observation;
    const numbered = setNumber === null ? null : this.#numbered(setNumber);
    if (numbered === undefined) return `set ${setNumber} is not in the catalogue: import a catalogue that has it first`;
    const codes = [asin, upc === null ? null : barcodeKey(upc), ean === null ? null : barcodeKey(ean)];
    let meant: readonly number[] | null = numbered === null ? null : [numbered];
    for (const code of codes) {
      const named = code === null ? undefined : this.#idsByCode.get(code);
      if (named) meant = meant === null ? named : meant.filter((id) => named.includes(id));
    }
    if (meant?.length !== 1) return this.#whyNotOne(observation);
    for (const code of codes) this.#learn(code, meant[0]!);
    return meant[0]!;
  }

  #numbered(setNumber: string): number | undefined {
    for (const candidate of setNumberCandidates(setNumber)) {
      const id = this.#idByNumber.get(candidate);
      if (id !== undefined) return id;
    }
    return undefined;
  }

  #learn(code: string | null, setId: number): void {
    if (code === null) return;
    const known = this.#idsByCode.get(code) ?? [];
    if (!known.includes(setId)) this.#idsByCode.set(code, [...known, setId]);
  }

  #whyNotOne(observation: RetailObservation): string {
    const namings = this.#namingsOf(observation);
    const known = namings.filter(({ setIds }) => setIds.length > 0);
    if (known.length === 0)
      return `no set is known by ${namings.map(({ identifier }) => identifier).join(' or ')}: give its set_number`;
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

  #namingsOf({ setNumber, asin, upc, ean }: RetailObservation): readonly Naming[] {
    const codeNamings = Object.entries({ asin, upc, ean }).flatMap(([name, code]) => {
      if (code === null) return [];
      return [
        {
          identifier: `${name} ${code}`,
          setIds: this.#idsByCode.get(name === 'asin' ? code : barcodeKey(code)!) ?? [],
        },
      ];
    });
    return setNumber === null
      ? codeNamings
      : [{ identifier: `set_number ${setNumber}`, setIds: [this.#numbered(setNumber)!] }, ...codeNamings];
  }
}
