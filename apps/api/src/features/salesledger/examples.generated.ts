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
            "id": 136,
            "set_number": "42098-1",
            "title": "Car Transporter",
            "platform": "mercari",
            "sale_date": "2026-10-26",
            "quantity": 1,
            "gross_proceeds_usd": 267.27,
            "platform_fees_usd": 26.73,
            "payment_fees_usd": 8.25,
            "shipping_cost_usd": 15.8,
            "net_proceeds_usd": 216.49,
            "profit_loss_usd": 29.55,
            "roi_pct": 15.81
          },
          {
            "id": 109,
            "set_number": "75158-1",
            "title": "Rebel Combat Frigate",
            "platform": "whatnot",
            "sale_date": "2026-10-18",
            "quantity": 1,
            "gross_proceeds_usd": 105.2,
            "platform_fees_usd": 8.42,
            "payment_fees_usd": 3.35,
            "shipping_cost_usd": 11.29,
            "net_proceeds_usd": 82.14,
            "profit_loss_usd": null,
            "roi_pct": null
          }
        ],
        "pagination": {
          "total": 138,
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
