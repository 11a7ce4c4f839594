// Written by "npm run openapi:examples". Not to be edited.
import type { ExampleAnswer } from '../../openapi/decorators.ts';

/** What the demo market answers, by operation. */
export const EXAMPLES: Readonly<Record<string, ExampleAnswer>> = {
  "getHistory": {
    "parameters": {
      "number": "75328-1",
      "condition": "sealed"
    },
    "answer": {
      "data": {
        "set_number": "75328-1",
        "condition": "sealed",
        "history": [
          {
            "month": "2022-02",
            "value_usd": null,
            "range_low": null,
            "range_high": null,
            "sales_count": 0,
            "event": "released"
          },
          {
            "month": "2022-03",
            "value_usd": null,
            "range_low": null,
            "range_high": null,
            "sales_count": 0,
            "event": null
          },
          {
            "month": "2022-04",
            "value_usd": null,
            "range_low": null,
            "range_high": null,
            "sales_count": 0,
            "event": null
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
  }
};
