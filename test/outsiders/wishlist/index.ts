import type { EventKind } from '@brickmarket/domain';
import type { Extension } from '@brickmarket/extension';
import { AccountWishesController, ApiWishesController, Wishes } from './wishes.ts';

type Granted = { readonly setNumber: string; readonly wishId: number };

const GRANTED = {
  name: 'wishlist.granted',
  summary: 'A wish has come true',
  data: {
    set_number: {
      schema: { type: 'string', description: 'The set', examples: ['75192-1'] },
      value: ({ facts }) => facts.setNumber,
    },
  },
  sentence: ({ facts }) => `Your wish for ${facts.setNumber} has come true`,
  page: () => '/x/wishlist',
  rule: {
    title: 'A wish comes true',
    when: () => 'one of your wishes comes true',
    watches: 'account',
    byRetailer: false,
    priceLimit: 'none',
    byChange: false,
    defaults: { minChangePct: 0, rearmMinutes: 0 },
    source: { from: 'log' },
  },
} as const satisfies EventKind<Granted>;

export default {
  extensionVersion: 1,
  name: 'wishlist',
  migrations: [
    {
      name: '1-create-wish',
      sql: `
        CREATE TABLE wish (
          id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
          account_id integer NOT NULL REFERENCES access.account ON DELETE CASCADE,
          set_number text NOT NULL,
          granted_at timestamptz,
          UNIQUE (account_id, set_number)
        )`,
    },
    { name: '2-add-note', sql: `ALTER TABLE wish ADD COLUMN note text NOT NULL DEFAULT ''` },
  ],
  api: { controllers: [ApiWishesController], providers: [Wishes] },
  account: { controllers: [AccountWishesController], providers: [Wishes] },
  page: { title: 'Wishlist', script: new URL('page.js', import.meta.url) },
  eventKinds: [GRANTED],
  jobs: [
    {
      name: 'tidy',
      schedule: '41 * * * *',
      run: async (database) => {
        const gone = await database.asEveryAccount((tx) =>
          tx.query('DELETE FROM wish WHERE granted_at < now() - interval $$90 days$$ RETURNING id'),
        );
        return gone.length === 0 ? null : `forgot ${gone.length} wishes that came true long ago`;
      },
    },
  ],
  tools: [
    {
      name: 'wishlist_show',
      description: 'The sets that the caller wishes for. Costs 1.',
      arguments: { limit: { type: 'integer', minimum: 1, maximum: 100 } },
      isReadOnly: true,
      call: ({ limit = 50 }, api) => api.request('GET', `/wishes?limit=${String(limit)}`),
    },
    {
      name: 'wishlist_add',
      description: 'Wish for a set. Costs 1.',
      arguments: { set_number: { type: 'string' }, note: { type: 'string' } },
      required: ['set_number'],
      isReadOnly: false,
      call: (wish, api) => api.request('POST', '/wishes', wish),
    },
  ],
} as const satisfies Extension;
