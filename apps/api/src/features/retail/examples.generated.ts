// Written by "npm run openapi:examples". Not to be edited.
import type { ExampleAnswer } from '../../openapi/decorators.ts';

/** What the demo market answers, by operation. */
export const EXAMPLES: Readonly<Record<string, ExampleAnswer>> = {
  "getRetailPrices": {
    "parameters": {
      "number": "75328-1"
    },
    "answer": {
      "data": {
        "setNumber": "75328-1",
        "name": "The Mandalorian Helmet",
        "asin": "D000NBEZA0",
        "upc": "410148677666",
        "ean": "9523462026070",
        "retailer_a": {
          "price": 55.62,
          "sellerType": "third_party",
          "changedAt": "2026-10-28T15:46:47.000Z",
          "lastChange": -0.15,
          "flip1pTo3p": false,
          "atLowest": false,
          "lowest": 52.93,
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
          "lowestFba": 55.62,
          "fbaSellers": 17,
          "buyBox": 55.62,
          "netFba": 40.29
        },
        "paid": 58.24
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
      "set": "75328-1"
    },
    "answer": {
      "data": {
        "setNumber": "75328-1",
        "name": "The Mandalorian Helmet",
        "asin": "D000NBEZA0",
        "upc": "410148677666",
        "ean": "9523462026070",
        "retailer_a": {
          "price": 55.62,
          "sellerType": "third_party",
          "changedAt": "2026-10-28T15:46:47.000Z",
          "lastChange": -0.15,
          "flip1pTo3p": false,
          "atLowest": false,
          "lowest": 52.93,
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
          "lowestFba": 55.62,
          "fbaSellers": 17,
          "buyBox": 55.62,
          "netFba": 40.29
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
          "setNumber": "10333-1",
          "name": "The Lord of the Rings: Barad-dûr",
          "asin": "D0000JPH2A",
          "upc": "400249777686",
          "ean": "9522088287735",
          "retailer_a": {
            "price": 208.2,
            "sellerType": "retailer",
            "changedAt": "2026-10-31T06:39:50.000Z",
            "lastChange": -14.86,
            "flip1pTo3p": false,
            "atLowest": false,
            "lowest": 202.99,
            "inStock": true
          },
          "retailer_b": {
            "price": 208.99,
            "sellerType": "retailer",
            "changedAt": "2026-10-31T08:12:58.000Z",
            "lastChange": -73,
            "flip1pTo3p": false,
            "atLowest": true,
            "lowest": 208.99,
            "inStock": true
          },
          "retailer_aExit": {
            "lowestFba": 259.31,
            "fbaSellers": 8,
            "buyBox": 208.2,
            "netFba": 204.44
          },
          "paid": 186.51
        },
        {
          "setNumber": "40623-1",
          "name": "Battle of Endor Heroes",
          "asin": "D000YQU06C",
          "upc": "414871063581",
          "ean": "9526709574266",
          "retailer_a": {
            "price": 41.99,
            "sellerType": "retailer",
            "changedAt": "2026-10-31T07:52:31.000Z",
            "lastChange": -0.8,
            "flip1pTo3p": false,
            "atLowest": true,
            "lowest": 41.99,
            "inStock": true
          },
          "retailer_b": {
            "price": 43.99,
            "sellerType": "retailer",
            "changedAt": "2026-10-17T01:48:45.000Z",
            "lastChange": -2,
            "flip1pTo3p": false,
            "atLowest": false,
            "lowest": 41.99,
            "inStock": true
          },
          "retailer_aExit": {
            "lowestFba": 56.99,
            "fbaSellers": 10,
            "buyBox": 41.99,
            "netFba": 41.66
          },
          "paid": 41.25
        },
        {
          "setNumber": "42196-1",
          "name": "Lamborghini Huracán Tecnica Orange",
          "asin": "D0010DMVTZ",
          "upc": "415630366417",
          "ean": "9527468877094",
          "retailer_a": {
            "price": 51.27,
            "sellerType": "retailer",
            "changedAt": "2026-10-29T23:05:01.000Z",
            "lastChange": 2.28,
            "flip1pTo3p": false,
            "atLowest": false,
            "lowest": 48.99,
            "inStock": true
          },
          "retailer_b": {
            "price": 62.99,
            "sellerType": "retailer",
            "changedAt": "2026-09-13T16:07:37.000Z",
            "lastChange": 4,
            "flip1pTo3p": false,
            "atLowest": false,
            "lowest": 55.99,
            "inStock": true
          },
          "retailer_aExit": {
            "lowestFba": 71.26,
            "fbaSellers": 8,
            "buyBox": 51.27,
            "netFba": 52.2
          },
          "paid": 48.65
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
