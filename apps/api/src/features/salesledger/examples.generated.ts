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
            "id": 128,
            "set_number": "62077-1",
            "title": "Silver Farm",
            "platform": "whatnot",
            "sale_date": "2026-10-18",
            "quantity": 1,
            "gross_proceeds_usd": 118.82,
            "platform_fees_usd": 9.51,
            "payment_fees_usd": 3.75,
            "shipping_cost_usd": 9.57,
            "net_proceeds_usd": 95.99,
            "profit_loss_usd": null,
            "roi_pct": null
          },
          {
            "id": 182,
            "set_number": "20955-1",
            "title": "Palais of Ravenholm",
            "platform": "ebay",
            "sale_date": "2026-10-15",
            "quantity": 1,
            "gross_proceeds_usd": 61.48,
            "platform_fees_usd": 8.15,
            "payment_fees_usd": 0.4,
            "shipping_cost_usd": 7.82,
            "net_proceeds_usd": 45.11,
            "profit_loss_usd": 13.91,
            "roi_pct": 44.58
          }
        ],
        "pagination": {
          "total": 216,
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
