// Written by "npm run openapi:examples". Not to be edited.
import type { ExampleAnswer } from '../../openapi/decorators.ts';

/** What the demo market answers, by operation. */
export const EXAMPLES: Readonly<Record<string, ExampleAnswer>> = {
  "getRetailPrices": {
    "parameters": {
      "number": "36614-1"
    },
    "answer": {
      "data": {
        "setNumber": "36614-1",
        "name": "Forklift of Fogmarsh",
        "asin": "D00005776N",
        "upc": "400069651241",
        "ean": "2900069651251",
        "retailer_a": {
          "price": 109.61,
          "sellerType": "retailer",
          "changedAt": "2026-10-31T19:24:25.000Z",
          "lastChange": 3.82,
          "flip1pTo3p": false,
          "atLowest": false,
          "lowest": 99.88,
          "inStock": true
        },
        "retailer_b": {
          "price": null,
          "sellerType": null,
          "changedAt": null,
          "lastChange": null,
          "flip1pTo3p": false,
          "atLowest": false,
          "lowest": null,
          "inStock": null
        },
        "retailer_aExit": {
          "lowestFba": null,
          "fbaSellers": 0,
          "buyBox": 109.61,
          "netFba": null
        },
        "paid": 95.46
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
  "findRetailPrices": {
    "parameters": {
      "set": "36614-1"
    },
    "answer": {
      "data": {
        "setNumber": "36614-1",
        "name": "Forklift of Fogmarsh",
        "asin": "D00005776N",
        "upc": "400069651241",
        "ean": "2900069651251",
        "retailer_a": {
          "price": 109.61,
          "sellerType": "retailer",
          "changedAt": "2026-10-31T19:24:25.000Z",
          "lastChange": 3.82,
          "flip1pTo3p": false,
          "atLowest": false,
          "lowest": 99.88,
          "inStock": true
        },
        "retailer_b": {
          "price": null,
          "sellerType": null,
          "changedAt": null,
          "lastChange": null,
          "flip1pTo3p": false,
          "atLowest": false,
          "lowest": null,
          "inStock": null
        },
        "retailer_aExit": {
          "lowestFba": null,
          "fbaSellers": 0,
          "buyBox": 109.61,
          "netFba": null
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
  },
  "listRetailWatch": {
    "parameters": {
      "changed_within": "7d"
    },
    "answer": {
      "data": [
        {
          "setNumber": "20955-1",
          "name": "Palais of Ravenholm",
          "asin": "D00002RPQN",
          "upc": "400036826962",
          "ean": "2900036826972",
          "retailer_a": {
            "price": 62.9,
            "sellerType": "third_party",
            "changedAt": "2026-10-31T19:48:17.000Z",
            "lastChange": 2.52,
            "flip1pTo3p": false,
            "atLowest": false,
            "lowest": 47.32,
            "inStock": true
          },
          "retailer_b": {
            "price": null,
            "sellerType": null,
            "changedAt": null,
            "lastChange": null,
            "flip1pTo3p": false,
            "atLowest": false,
            "lowest": null,
            "inStock": null
          },
          "retailer_aExit": {
            "lowestFba": 65.21,
            "fbaSellers": 2,
            "buyBox": 65.21,
            "netFba": 47.22
          },
          "paid": 30.64
        },
        {
          "setNumber": "36614-1",
          "name": "Forklift of Fogmarsh",
          "asin": "D00005776N",
          "upc": "400069651241",
          "ean": "2900069651251",
          "retailer_a": {
            "price": 109.61,
            "sellerType": "retailer",
            "changedAt": "2026-10-31T19:24:25.000Z",
            "lastChange": 3.82,
            "flip1pTo3p": false,
            "atLowest": false,
            "lowest": 99.88,
            "inStock": true
          },
          "retailer_b": {
            "price": null,
            "sellerType": null,
            "changedAt": null,
            "lastChange": null,
            "flip1pTo3p": false,
            "atLowest": false,
            "lowest": null,
            "inStock": null
          },
          "retailer_aExit": {
            "lowestFba": null,
            "fbaSellers": 0,
            "buyBox": 109.61,
            "netFba": null
          },
          "paid": 95.46
        },
        {
          "setNumber": "94485-1",
          "name": "Excavator of Tír Glas",
          "asin": "D00000L0AJ",
          "upc": "400007864368",
          "ean": "2900007864378",
          "retailer_a": {
            "price": 55.99,
            "sellerType": "retailer",
            "changedAt": "2026-10-31T00:06:20.000Z",
            "lastChange": -1.1,
            "flip1pTo3p": false,
            "atLowest": true,
            "lowest": 55.99,
            "inStock": true
          },
          "retailer_b": {
            "price": null,
            "sellerType": null,
            "changedAt": null,
            "lastChange": null,
            "flip1pTo3p": false,
            "atLowest": false,
            "lowest": null,
            "inStock": null
          },
          "retailer_aExit": {
            "lowestFba": 86.1,
            "fbaSellers": 2,
            "buyBox": 55.99,
            "netFba": 64.81
          },
          "paid": 68.78
        }
      ],
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
