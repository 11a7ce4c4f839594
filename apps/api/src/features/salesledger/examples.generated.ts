// Written by "npm run openapi:examples". Not to be edited.
import type { ExampleAnswer } from '../../openapi/decorators.ts';

/** What the demo market answers, by operation. */
export const EXAMPLES: Readonly<Record<string, ExampleAnswer>> = {
  "listSales": {
    "parameters": {
      "limit": 2
    },
    "answer": {
      "data": {
        "sales": [
          {
            "id": 398,
            "set_number": "3049-1",
            "title": "Mission 24: Little Cruiser",
            "platform": "ebay",
            "sale_date": "2026-10-31",
            "quantity": 1,
            "gross_proceeds_usd": 66.4,
            "platform_fees_usd": 8.8,
            "payment_fees_usd": 0.4,
            "shipping_cost_usd": 10.1,
            "net_proceeds_usd": 47.1,
            "profit_loss_usd": -19.03,
            "roi_pct": -28.78
          },
          {
            "id": 397,
            "set_number": "189626-1",
            "title": "Señor Ortega's Titan",
            "platform": "amazon",
            "sale_date": "2026-10-27",
            "quantity": 1,
            "gross_proceeds_usd": 3.96,
            "platform_fees_usd": 0.59,
            "payment_fees_usd": 0,
            "shipping_cost_usd": 6.47,
            "net_proceeds_usd": -3.1,
            "profit_loss_usd": -4.84,
            "roi_pct": -278.16
          }
        ],
        "pagination": {
          "total": 398,
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
