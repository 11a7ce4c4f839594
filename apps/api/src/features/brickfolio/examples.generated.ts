// Written by "npm run openapi:examples". Not to be edited.
import type { ExampleAnswer } from '../../openapi/decorators.ts';

/** What the demo market answers, by operation. */
export const EXAMPLES: Readonly<Record<string, ExampleAnswer>> = {
  listBrickfolios: {
    parameters: {},
    answer: {
      data: {
        brickfolios: [
          {
            id: 1,
            name: 'Main inventory',
            description: 'Everything that is for sale or will be',
            is_default: true,
            owned_set_count: 36,
            owned_item_count: 89,
            total_cost_basis_usd: 3611.04,
            total_current_value_usd: 4906.06,
            unrealized_gain_loss_usd: 1295.02,
            created_at: '2026-11-01T12:00:00.000Z',
          },
          {
            id: 2,
            name: 'Long holds',
            description: 'Bought before retirement, not before 2028',
            is_default: false,
            owned_set_count: 38,
            owned_item_count: 109,
            total_cost_basis_usd: 5273.04,
            total_current_value_usd: 7200.79,
            unrealized_gain_loss_usd: 1927.75,
            created_at: '2026-11-01T12:00:00.000Z',
          },
          {
            id: 3,
            name: 'Holiday flips',
            description: null,
            is_default: false,
            owned_set_count: 31,
            owned_item_count: 79,
            total_cost_basis_usd: 6300.02,
            total_current_value_usd: 8378.89,
            unrealized_gain_loss_usd: 2078.87,
            created_at: '2026-11-01T12:00:00.000Z',
          },
        ],
        monthly_periods: [
          {
            month: '2022-01',
            entry_count: 5,
            items: 10,
            cost_basis_usd: 561.7,
          },
          {
            month: '2022-02',
            entry_count: 3,
            items: 3,
            cost_basis_usd: 67.28,
          },
          {
            month: '2022-03',
            entry_count: 5,
            items: 5,
            cost_basis_usd: 142.04,
          },
        ],
      },
      meta: {
        request_id: '4f7c1f0e-8f0b-4c8e-9c55-3a2f6d1b7e90',
        api_version: '1',
        rate_limit: {
          limit: 1000,
          remaining: 999,
          reset: '2026-11-02T00:00:00.000Z',
        },
      },
    },
  },
  getAnalytics: {
    parameters: {
      period: '30d',
    },
    answer: {
      data: {
        period: '30d',
        summary: {
          total_sets: 57,
          total_items: 437,
          total_cost_basis_usd: 27214.37,
          total_current_value_usd: 35762.51,
          unrealized_gain_loss_usd: 8548.14,
          unrealized_gain_loss_pct: 31.41,
          top_gainer: {
            set_number: '64528-1',
            title: 'Jazz Club of Åskevik',
            gain_pct: 248.67,
          },
          top_loser: {
            set_number: '81481-1',
            title: 'Camera Truck, Frozen Edition',
            loss_pct: -59.2,
          },
        },
        value_history: [
          {
            date: '2026-10-03',
            total_value_usd: 34079.57,
            cost_basis_usd: 26100.69,
            gain_loss_usd: 7978.88,
            gain_loss_pct: 30.57,
          },
          {
            date: '2026-10-04',
            total_value_usd: 34284.46,
            cost_basis_usd: 26363.64,
            gain_loss_usd: 7920.82,
            gain_loss_pct: 30.04,
          },
          {
            date: '2026-10-05',
            total_value_usd: 34371.55,
            cost_basis_usd: 26450.95,
            gain_loss_usd: 7920.6,
            gain_loss_pct: 29.94,
          },
        ],
      },
      meta: {
        request_id: '4f7c1f0e-8f0b-4c8e-9c55-3a2f6d1b7e90',
        api_version: '1',
        rate_limit: {
          limit: 1000,
          remaining: 999,
          reset: '2026-11-02T00:00:00.000Z',
        },
      },
    },
  },
  listEntries: {
    parameters: {
      limit: 2,
    },
    answer: {
      data: {
        entries: [
          {
            brickfolio_id: 1,
            set_number: '11355-1',
            title: 'Beach House at Zürnbach',
            theme: 'Maple Street',
            quantity: 1,
            condition: 'sealed',
            purchase_price_usd: 39.84,
            purchase_date: '2023-05-18',
            status: 'owned',
            current_value_usd: 48.04,
            total_current_value_usd: 48.04,
            unrealized_gain_loss_usd: 8.2,
            unrealized_gain_loss_pct: 20.58,
          },
          {
            brickfolio_id: 1,
            set_number: '11355-1',
            title: 'Beach House at Zürnbach',
            theme: 'Maple Street',
            quantity: 4,
            condition: 'sealed',
            purchase_price_usd: 40.82,
            purchase_date: '2023-07-09',
            status: 'sold',
            current_value_usd: 48.04,
            total_current_value_usd: 192.16,
            unrealized_gain_loss_usd: 28.88,
            unrealized_gain_loss_pct: 17.69,
          },
        ],
        pagination: {
          total: 432,
          limit: 2,
          offset: 0,
          has_more: true,
        },
      },
      meta: {
        request_id: '4f7c1f0e-8f0b-4c8e-9c55-3a2f6d1b7e90',
        api_version: '1',
        rate_limit: {
          limit: 1000,
          remaining: 999,
          reset: '2026-11-02T00:00:00.000Z',
        },
      },
    },
  },
};
