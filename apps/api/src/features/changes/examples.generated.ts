// Written by "npm run openapi:examples". Not to be edited.
import type { ExampleAnswer } from '../../openapi/decorators.ts';

/** What the demo market answers, by operation. */
export const EXAMPLES: Readonly<Record<string, ExampleAnswer>> = {
  "listChanges": {
    "parameters": {
      "limit": 2
    },
    "answer": {
      "data": {
        "changes": [],
        "cursor": "MTowMTIzNDU2Nzg5OjMuMi41LjIwNzU4",
        "has_more": false
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
  "listMigrations": {
    "parameters": {
      "limit": 2
    },
    "answer": {
      "data": {
        "migrations": [],
        "cursor": "MTowMTIzNDU2Nzg5OjMuMi41LjIwNzU4",
        "has_more": false
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
