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
          "price": 118.29,
          "sellerType": "retailer",
          "changedAt": "2026-10-30T02:04:06.000Z",
          "lastChange": 0.99,
          "flip1pTo3p": false,
          "atLowest": false,
          "lowest": 113.38,
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
          "lowestFba": 118.29,
          "fbaSellers": 3,
          "buyBox": 118.29,
          "netFba": 88.12
        },
        "paid": 89.69
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
          "price": 118.29,
          "sellerType": "retailer",
          "changedAt": "2026-10-30T02:04:06.000Z",
          "lastChange": 0.99,
          "flip1pTo3p": false,
          "atLowest": false,
          "lowest": 113.38,
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
          "lowestFba": 118.29,
          "fbaSellers": 3,
          "buyBox": 118.29,
          "netFba": 88.12
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
          "setNumber": "66775-1",
          "name": "Road Roller of Zürnbach",
          "asin": "D00002VCZV",
          "upc": "400038275096",
          "ean": "2900038275105",
          "retailer_a": {
            "price": 10.35,
            "sellerType": "third_party",
            "changedAt": "2026-10-31T22:08:45.000Z",
            "lastChange": -2.25,
            "flip1pTo3p": true,
            "atLowest": false,
            "lowest": 9.64,
            "inStock": true
          },
          "retailer_b": {
            "price": null,
            "sellerType": null,
            "changedAt": "2026-05-08T11:34:01.000Z",
            "lastChange": 2,
            "flip1pTo3p": false,
            "atLowest": false,
            "lowest": 9.99,
            "inStock": false
          },
          "retailer_aExit": {
            "lowestFba": null,
            "fbaSellers": 0,
            "buyBox": 10.35,
            "netFba": null
          },
          "paid": 9.47
        },
        {
          "setNumber": "62077-1",
          "name": "Silver Farm",
          "asin": "D00007CWLS",
          "upc": "400098613845",
          "ean": "2900098613855",
          "retailer_a": {
            "price": 115.17,
            "sellerType": "third_party",
            "changedAt": "2026-10-31T12:31:03.000Z",
            "lastChange": 4.58,
            "flip1pTo3p": false,
            "atLowest": false,
            "lowest": 97.8,
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
            "lowestFba": 115.17,
            "fbaSellers": 7,
            "buyBox": 115.17,
            "netFba": 89.68
          },
          "paid": 60.92
        },
        {
          "setNumber": "11355-1",
          "name": "Beach House at Zürnbach",
          "asin": "D00007E4CH",
          "upc": "400099096555",
          "ean": "2900099096565",
          "retailer_a": {
            "price": 57.06,
            "sellerType": "third_party",
            "changedAt": "2026-10-31T01:09:36.000Z",
            "lastChange": 0.73,
            "flip1pTo3p": false,
            "atLowest": false,
            "lowest": 51.72,
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
            "lowestFba": 57.06,
            "fbaSellers": 6,
            "buyBox": 57.06,
            "netFba": 40.9
          },
          "paid": 38.81
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
