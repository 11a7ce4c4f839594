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
            "owned_set_count": 30,
            "owned_item_count": 81,
            "total_cost_basis_usd": 4711.44,
            "total_current_value_usd": 5895.65,
            "unrealized_gain_loss_usd": 1184.21,
            "created_at": "2026-11-01T12:00:00.000Z"
          },
          {
            "id": 2,
            "name": "Long holds",
            "description": "Bought before retirement, not before 2028",
            "is_default": false,
            "owned_set_count": 25,
            "owned_item_count": 71,
            "total_cost_basis_usd": 4218.17,
            "total_current_value_usd": 5195.17,
            "unrealized_gain_loss_usd": 977,
            "created_at": "2026-11-01T12:00:00.000Z"
          },
          {
            "id": 3,
            "name": "Holiday flips",
            "description": null,
            "is_default": false,
            "owned_set_count": 31,
            "owned_item_count": 99,
            "total_cost_basis_usd": 6494.42,
            "total_current_value_usd": 7976.63,
            "unrealized_gain_loss_usd": 1482.21,
            "created_at": "2026-11-01T12:00:00.000Z"
          }
        ],
        "monthly_periods": [
          {
            "month": "2022-01",
            "entry_count": 5,
            "items": 5,
            "cost_basis_usd": 202.67
          },
          {
            "month": "2022-02",
            "entry_count": 3,
            "items": 3,
            "cost_basis_usd": 97.12
          },
          {
            "month": "2022-03",
            "entry_count": 4,
            "items": 10,
            "cost_basis_usd": 499.83
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
          "total_sets": 56,
          "total_items": 397,
          "total_cost_basis_usd": 22414.47,
          "total_current_value_usd": 28250.11,
          "unrealized_gain_loss_usd": 5835.64,
          "unrealized_gain_loss_pct": 26.04,
          "top_gainer": {
            "set_number": "64528-1",
            "title": "Jazz Club of Åskevik",
            "gain_pct": 344.93
          },
          "top_loser": {
            "set_number": "58469-1",
            "title": "Señor Ortega vs. the Mighty Garbage Truck – 2-in-1",
            "loss_pct": -54.09
          }
        },
        "value_history": [
          {
            "date": "2026-10-03",
            "total_value_usd": 26494.65,
            "cost_basis_usd": 20622.23,
            "gain_loss_usd": 5872.42,
            "gain_loss_pct": 28.48
          },
          {
            "date": "2026-10-04",
            "total_value_usd": 26548.1,
            "cost_basis_usd": 20736.32,
            "gain_loss_usd": 5811.78,
            "gain_loss_pct": 28.03
          },
          {
            "date": "2026-10-05",
            "total_value_usd": 26548.1,
            "cost_basis_usd": 20736.32,
            "gain_loss_usd": 5811.78,
            "gain_loss_pct": 28.03
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
            "set_number": "10198-1",
            "title": "Ice-Cream Cart & Music School",
            "theme": "Holiday & Seasonal",
            "quantity": 1,
            "condition": "used",
            "purchase_price_usd": 19.21,
            "purchase_date": "2023-09-28",
            "status": "sold",
            "current_value_usd": 37.79,
            "total_current_value_usd": 37.79,
            "unrealized_gain_loss_usd": 18.58,
            "unrealized_gain_loss_pct": 96.72
          },
          {
            "brickfolio_id": 1,
            "set_number": "10198-1",
            "title": "Ice-Cream Cart & Music School",
            "theme": "Holiday & Seasonal",
            "quantity": 1,
            "condition": "sealed",
            "purchase_price_usd": 30.53,
            "purchase_date": "2022-03-01",
            "status": "owned",
            "current_value_usd": 46.73,
            "total_current_value_usd": 46.73,
            "unrealized_gain_loss_usd": 16.2,
            "unrealized_gain_loss_pct": 53.06
          }
        ],
        "pagination": {
          "total": 429,
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
