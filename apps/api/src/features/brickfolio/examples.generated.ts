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
            "owned_item_count": 98,
            "total_cost_basis_usd": 7517.14,
            "total_current_value_usd": 10053.15,
            "unrealized_gain_loss_usd": 1723.42,
            "created_at": "2026-11-01T12:00:00.000Z"
          },
          {
            "id": 2,
            "name": "Long holds",
            "description": "Bought before retirement, not before 2028",
            "is_default": false,
            "owned_set_count": 36,
            "owned_item_count": 103,
            "total_cost_basis_usd": 7260.92,
            "total_current_value_usd": 9530.86,
            "unrealized_gain_loss_usd": 2269.94,
            "created_at": "2026-11-01T12:00:00.000Z"
          },
          {
            "id": 3,
            "name": "Holiday flips",
            "description": null,
            "is_default": false,
            "owned_set_count": 37,
            "owned_item_count": 92,
            "total_cost_basis_usd": 7097.14,
            "total_current_value_usd": 9352.72,
            "unrealized_gain_loss_usd": 1169.31,
            "created_at": "2026-11-01T12:00:00.000Z"
          }
        ],
        "monthly_periods": [
          {
            "month": "2022-01",
            "entry_count": 8,
            "items": 13,
            "cost_basis_usd": 959.01
          },
          {
            "month": "2022-02",
            "entry_count": 4,
            "items": 4,
            "cost_basis_usd": 594.06
          },
          {
            "month": "2022-03",
            "entry_count": 5,
            "items": 5,
            "cost_basis_usd": 559.18
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
          "total_items": 482,
          "total_cost_basis_usd": 33313.97,
          "total_current_value_usd": 45222.84,
          "unrealized_gain_loss_usd": 8786.8,
          "unrealized_gain_loss_pct": 26.38,
          "top_gainer": {
            "set_number": "42135-1",
            "title": "Monster Jam El Toro Loco",
            "gain_pct": 673.46
          },
          "top_loser": {
            "set_number": "4440-1",
            "title": "Forest Police Station",
            "loss_pct": -41.74
          }
        },
        "value_history": [
          {
            "date": "2026-10-03",
            "total_value_usd": 43200.21,
            "cost_basis_usd": 31820.78,
            "gain_loss_usd": 8251.72,
            "gain_loss_pct": 25.93
          },
          {
            "date": "2026-10-04",
            "total_value_usd": 43944.49,
            "cost_basis_usd": 32361.71,
            "gain_loss_usd": 8473.52,
            "gain_loss_pct": 26.18
          },
          {
            "date": "2026-10-05",
            "total_value_usd": 44176.2,
            "cost_basis_usd": 32536.88,
            "gain_loss_usd": 8530.06,
            "gain_loss_pct": 26.22
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
            "set_number": "10284-1",
            "title": "Camp Nou - FC Barcelona",
            "theme": "Icons",
            "quantity": 1,
            "condition": "sealed",
            "purchase_price_usd": 261.49,
            "purchase_date": "2022-10-17",
            "status": "owned",
            "current_value_usd": 291.76,
            "total_current_value_usd": 291.76,
            "unrealized_gain_loss_usd": 30.27,
            "unrealized_gain_loss_pct": 11.58
          },
          {
            "brickfolio_id": 1,
            "set_number": "10284-1",
            "title": "Camp Nou - FC Barcelona",
            "theme": "Icons",
            "quantity": 1,
            "condition": "sealed",
            "purchase_price_usd": 220.57,
            "purchase_date": "2022-10-23",
            "status": "sold",
            "current_value_usd": 291.76,
            "total_current_value_usd": 291.76,
            "unrealized_gain_loss_usd": 71.19,
            "unrealized_gain_loss_pct": 32.28
          }
        ],
        "pagination": {
          "total": 501,
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
