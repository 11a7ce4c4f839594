// Written by "npm run openapi:examples". Not to be edited.
import type { ExampleAnswer } from '../../openapi/decorators.ts';

/** What the demo market answers, by operation. */
export const EXAMPLES: Readonly<Record<string, ExampleAnswer>> = {
  "listBrickfolios": {
    "parameters": {},
    "answer": {
      "data": {
        "brickfolios": [
          {
            "id": 1,
            "name": "Main inventory",
            "description": "Everything that is for sale or will be",
            "is_default": true,
            "owned_set_count": 36,
            "owned_item_count": 89,
            "total_cost_basis_usd": 3611.04,
            "total_current_value_usd": 5059.35,
            "unrealized_gain_loss_usd": 1397.2,
            "created_at": "2026-11-01T12:00:00.000Z"
          },
          {
            "id": 2,
            "name": "Long holds",
            "description": "Bought before retirement, not before 2028",
            "is_default": false,
            "owned_set_count": 38,
            "owned_item_count": 109,
            "total_cost_basis_usd": 5273.04,
            "total_current_value_usd": 7337.62,
            "unrealized_gain_loss_usd": 2064.58,
            "created_at": "2026-11-01T12:00:00.000Z"
          },
          {
            "id": 3,
            "name": "Holiday flips",
            "description": null,
            "is_default": false,
            "owned_set_count": 31,
            "owned_item_count": 79,
            "total_cost_basis_usd": 6300.02,
            "total_current_value_usd": 9393.46,
            "unrealized_gain_loss_usd": 2824.69,
            "created_at": "2026-11-01T12:00:00.000Z"
          }
        ],
        "monthly_periods": [
          {
            "month": "2022-01",
            "entry_count": 5,
            "items": 10,
            "cost_basis_usd": 561.7
          },
          {
            "month": "2022-02",
            "entry_count": 3,
            "items": 3,
            "cost_basis_usd": 67.28
          },
          {
            "month": "2022-03",
            "entry_count": 5,
            "items": 5,
            "cost_basis_usd": 142.04
          }
        ]
      },
      "meta": {
        "request_id": "4f7c1f0e-8f0b-4c8e-9c55-3a2f6d1b7e90",
        "api_version": "1",
        "rate_limit": {
          "limit": 1000,
          "remaining": 999,
          "reset": "2026-11-02T00:00:00.000Z"
        }
      }
    }
  },
  "getAnalytics": {
    "parameters": {
      "period": "30d"
    },
    "answer": {
      "data": {
        "period": "30d",
        "summary": {
          "total_sets": 57,
          "total_items": 437,
          "total_cost_basis_usd": 27214.37,
          "total_current_value_usd": 42503.7,
          "unrealized_gain_loss_usd": 14443.56,
          "unrealized_gain_loss_pct": 53.07,
          "top_gainer": {
            "set_number": "99387-1",
            "title": "Drone Carrier at Ravenholm",
            "gain_pct": 307.41
          },
          "top_loser": {
            "set_number": "60920-1",
            "title": "Cottage of Port Lumière",
            "loss_pct": -56.06
          }
        },
        "value_history": [
          {
            "date": "2026-10-03",
            "total_value_usd": 40204.27,
            "cost_basis_usd": 26100.69,
            "gain_loss_usd": 13287.37,
            "gain_loss_pct": 50.91
          },
          {
            "date": "2026-10-04",
            "total_value_usd": 40446.12,
            "cost_basis_usd": 26363.64,
            "gain_loss_usd": 13267.05,
            "gain_loss_pct": 50.32
          },
          {
            "date": "2026-10-05",
            "total_value_usd": 40536.49,
            "cost_basis_usd": 26450.95,
            "gain_loss_usd": 13270.11,
            "gain_loss_pct": 50.17
          }
        ]
      },
      "meta": {
        "request_id": "4f7c1f0e-8f0b-4c8e-9c55-3a2f6d1b7e90",
        "api_version": "1",
        "rate_limit": {
          "limit": 1000,
          "remaining": 999,
          "reset": "2026-11-02T00:00:00.000Z"
        }
      }
    }
  },
  "listEntries": {
    "parameters": {
      "limit": 2
    },
    "answer": {
      "data": {
        "entries": [
          {
            "brickfolio_id": 1,
            "set_number": "11355-1",
            "title": "Beach House at Zürnbach",
            "theme": "Maple Street",
            "quantity": 1,
            "condition": "sealed",
            "purchase_price_usd": 39.84,
            "purchase_date": "2023-05-18",
            "status": "owned",
            "current_value_usd": 47.38,
            "total_current_value_usd": 47.38,
            "unrealized_gain_loss_usd": 7.54,
            "unrealized_gain_loss_pct": 18.93
          },
          {
            "brickfolio_id": 1,
            "set_number": "11355-1",
            "title": "Beach House at Zürnbach",
            "theme": "Maple Street",
            "quantity": 4,
            "condition": "sealed",
            "purchase_price_usd": 40.82,
            "purchase_date": "2023-07-09",
            "status": "sold",
            "current_value_usd": 47.38,
            "total_current_value_usd": 189.52,
            "unrealized_gain_loss_usd": 26.24,
            "unrealized_gain_loss_pct": 16.07
          }
        ],
        "pagination": {
          "total": 432,
          "limit": 2,
          "offset": 0,
          "has_more": true
        }
      },
      "meta": {
        "request_id": "4f7c1f0e-8f0b-4c8e-9c55-3a2f6d1b7e90",
        "api_version": "1",
        "rate_limit": {
          "limit": 1000,
          "remaining": 999,
          "reset": "2026-11-02T00:00:00.000Z"
        }
      }
    }
  }
};
