import { defaultConditions, EventKinds, NO_SCHEDULE, type OwnEventKind } from '@brickmarket/alerts';
import { systemClock } from '@brickmarket/domain';
import { addRule } from '@brickmarket/operations';
import { AlertRules } from '@brickmarket/persistence-ports';
import type { Stores } from '../persistence.wiring.ts';

const DEMO_RULES: Readonly<Partial<Record<OwnEventKind, string>>> = {
  'value.moved': 'My sets gain or lose value',
  'price.dropped': 'Prices of my sets fall',
  'seller.third_party_only': 'Only third parties sell my sets',
  'set.retiring': 'My sets are about to retire',
};

/** Idempotent: skips existing names. */
export async function addDemoRules(stores: Stores, accountId: number): Promise<void> {
  const kinds = new EventKinds();
  const rules = stores.get(AlertRules);
  const known = new Set((await rules.list(accountId)).map(({ name }) => name));
  for (const [kind, name] of Object.entries(DEMO_RULES)) {
    if (known.has(name)) continue;
    const rule = {
      ...defaultConditions(kinds.findWatchable(kind)!),
      name,
      watch: { scope: 'holdings' },
      mail: false,
      endpointIds: [],
      schedule: NO_SCHEDULE,
    } as const;
    await addRule({ kinds, rules }, accountId, rule, systemClock);
  }
}
