import {
  type EventKind,
  NotFoundError,
  PRICE_LIMITS,
  RETAIL_CHANGES,
  RETAILER_NAMES,
  type RetailerNames,
  type WatchableKind,
} from '@brickmarket/domain';
import { ACCOUNT_KINDS } from './account-kinds.ts';
import { RETAIL_KINDS } from './retail-kinds.ts';
import { SET_KINDS } from './set-kinds.ts';

/** In order of display. */
export const OWN_EVENT_KINDS = [
  ...RETAIL_KINDS,
  ...SET_KINDS,
  ...ACCOUNT_KINDS,
] as const satisfies readonly EventKind[];

export type OwnEventKind = (typeof OWN_EVENT_KINDS)[number]['name'];

/** Event types of this installation: own ones and those of extensions. */
export class EventKinds {
  readonly #byName = new Map<string, EventKind>();

  /** Throws for an incomplete type or a duplicate name. */
  constructor(
    extensionKinds: readonly EventKind[] = [],
    readonly retailerNames: RetailerNames = RETAILER_NAMES,
  ) {
    for (const kind of [...OWN_EVENT_KINDS, ...extensionKinds]) {
      const fault = this.#byName.has(kind.name) ? 'there is another of this name' : kindFault(kind);
      if (fault !== null) throw new TypeError(`event kind ${kind.name}: ${fault}`);
      this.#byName.set(kind.name, kind);
    }
  }

  get all(): readonly EventKind[] {
    return [...this.#byName.values()];
  }

  get watchable(): readonly WatchableKind[] {
    return this.all.filter(isWatchable);
  }

  /** Null: recorded by a removed extension or a newer version. */
  find(name: string): EventKind | null {
    return this.#byName.get(name) ?? null;
  }

  findWatchable(name: string): WatchableKind | null {
    const kind = this.find(name);
    return kind !== null && isWatchable(kind) ? kind : null;
  }

  get(name: string): EventKind {
    const kind = this.find(name);
    if (kind === null) throw new NotFoundError(`this process does not know the event kind ${name}`);
    return kind;
  }
}

function isWatchable(kind: EventKind): kind is WatchableKind {
  return kind.rule !== null;
}

const NAME = /^[a-z][a-z_]*\.[a-z][a-z_]*$/;
const MAX_NAME = 60;

/** Checks what the compiler cannot: extensions may be plain JavaScript. */
function kindFault({ name, summary, data, sentence, page, rule }: EventKind): string | null {
  if (!NAME.test(name) || name.length > MAX_NAME)
    return `the name must be like price.dropped, with at most ${MAX_NAME} characters`;
  if (typeof summary !== 'string' || summary === '') return 'it has no summary';
  if (typeof data !== 'object' || data === null) return 'it does not say what its webhooks contain';
  for (const [field, { schema, value }] of Object.entries(data))
    if (typeof schema !== 'object' || typeof value !== 'function') return `${field} has no schema or no value`;
  if (typeof sentence !== 'function') return 'it has no sentence';
  if (typeof page !== 'function') return 'it has no page';
  return rule === null ? null : ruleOptionsFault(rule);
}

function ruleOptionsFault(rule: WatchableKind['rule']): string | null {
  if (typeof rule?.title !== 'string' || typeof rule.when !== 'function') return 'its rules have no title or sentence';
  const { watches, byRetailer, priceLimit, source, defaults } = rule;
  if (watches !== 'sets' && watches !== 'account') return 'its rules watch neither sets nor the account';
  if (!PRICE_LIMITS.includes(priceLimit)) return 'it does not say whether it has a price limit';
  if (typeof defaults?.minChangePct !== 'number' || typeof defaults.rearmMinutes !== 'number')
    return 'its rules have no defaults';
  if (!['retail', 'values', 'log'].includes(source?.from)) return 'it does not say where its events come from';
  if (source.from === 'retail' && !RETAIL_CHANGES.includes(source.change)) return `there is no change ${source.change}`;
  if (watches === 'account' && (byRetailer || source.from !== 'log'))
    return 'prices and values are of sets, which its rules do not watch';
  return null;
}
