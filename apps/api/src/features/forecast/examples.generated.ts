// Written by "npm run openapi:examples". Not to be edited.
import type { ExampleAnswer } from '../../openapi/decorators.ts';

/** What the demo market answers, by operation. */
export const EXAMPLES: Readonly<Record<string, ExampleAnswer>> = {
  "getForecast": {
    "parameters": {
      "number": "75328-1"
    },
    "answer": {
      "data": {
        "set_number": "75328-1",
        "new": {
          "in_6_months": null,
          "in_12_months": null,
          "sales_in_90_days": null,
          "text": "No price is forecast yet: that takes sales of four to five years. No number of sales is expected yet: that takes sales of about two years."
        },
        "used": {
          "in_6_months": null,
          "in_12_months": null,
          "sales_in_90_days": null,
          "text": "No price is forecast yet: that takes sales of four to five years. No number of sales is expected yet: that takes sales of about two years."
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
