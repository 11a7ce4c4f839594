// Written by "npm run openapi:examples". Not to be edited.
import type { ExampleAnswer } from '../../openapi/decorators.ts';

/** What the demo market answers, by operation. */
export const EXAMPLES: Readonly<Record<string, ExampleAnswer>> = {
  "listSnapshots": {
    "parameters": {},
    "answer": {
      "data": {
        "snapshots": [
          {
            "kind": "sets",
            "cursor": "MTowMTIzNDU2Nzg5OjMuMi41LjIwNzU4",
            "created_at": "2026-11-01T12:00:00.000Z",
            "items": 26366,
            "bytes": 20480,
            "sha256": "73300871f44c168e7c949de2c750e60c2c9bb8ff530017c5a267234e9cb4db8e",
            "cost": 100,
            "download_url": "/api/v1/catalog/bulk/UZ3kXyPGrB1qv0nT8mJdA2hLs7WfEo5c"
          },
          {
            "kind": "minifigs",
            "cursor": "MTowMTIzNDU2Nzg5OjMuMi41LjIwNzU4",
            "created_at": "2026-11-01T12:00:00.000Z",
            "items": 16646,
            "bytes": 20480,
            "sha256": "73300871f44c168e7c949de2c750e60c2c9bb8ff530017c5a267234e9cb4db8e",
            "cost": 100,
            "download_url": "/api/v1/catalog/bulk/UZ3kXyPGrB1qv0nT8mJdA2hLs7WfEo5c"
          },
          {
            "kind": "history",
            "cursor": "MTowMTIzNDU2Nzg5OjMuMi41LjIwNzU4",
            "created_at": "2026-11-01T12:00:00.000Z",
            "items": 52732,
            "bytes": 20480,
            "sha256": "73300871f44c168e7c949de2c750e60c2c9bb8ff530017c5a267234e9cb4db8e",
            "cost": 100,
            "download_url": "/api/v1/catalog/bulk/UZ3kXyPGrB1qv0nT8mJdA2hLs7WfEo5c"
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
