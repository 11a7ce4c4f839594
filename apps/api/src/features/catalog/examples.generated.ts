// Written by "npm run openapi:examples". Not to be edited.
import type { ExampleAnswer } from '../../openapi/decorators.ts';

/** What the demo market answers, by operation. */
export const EXAMPLES: Readonly<Record<string, ExampleAnswer>> = {
  "getSet": {
    "parameters": {
      "number": "36614-1"
    },
    "answer": {
      "data": {
        "set_number": "36614-1",
        "title": "Forklift of Fogmarsh",
        "theme": "Gearworks",
        "subtheme": "Heavy Duty",
        "pieces": 1914,
        "minifigs_count": 0,
        "minifigs": [],
        "barcodes": {
          "upc": "400069651241",
          "ean": "2900069651251"
        },
        "msrp_usd": 129.99,
        "release_date": "2026-03-01",
        "retire_date": null,
        "status_id": 2,
        "data_tier": "low",
        "image_url": "https://img.example/sets/36614-1.jpg",
        "new_value_usd": 85.99,
        "used_value_usd": 47.55,
        "value_range": {
          "low": 72.33,
          "high": 107.16,
          "calculated_at": "2026-11-01T12:00:00.000Z"
        },
        "retailers": [
          {
            "retailer": "retailer_a",
            "retailer_name": "Retailer A",
            "current_price": 118.29,
            "list_price": 129.99,
            "discount_percent": 9,
            "in_stock": true,
            "is_first_party": true,
            "product_url": "https://retailer-a.example/item/D00005776N",
            "last_checked_at": "2026-11-01T12:00:00.000Z"
          }
        ],
        "box": {
          "width_in": 20.98,
          "height_in": 12.52,
          "depth_in": 4.88,
          "weight_lbs": 6
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
  "getMinifig": {
    "parameters": {
      "number": "fig-965226"
    },
    "answer": {
      "data": {
        "minifig_number": "fig-965226",
        "name": "Anaïs, Trans-Clear Visor, Printed Arms",
        "category": "Corner Blocks",
        "year_released": 2027,
        "image_url": "https://img.example/minifigs/fig-965226.jpg",
        "current_value_usd": null,
        "value_range": null,
        "set_count": 1,
        "sets": [
          "27014-1"
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
  "searchSets": {
    "parameters": {
      "q": "of",
      "limit": 2
    },
    "answer": {
      "data": {
        "results": [
          {
            "set_number": "27014-1",
            "title": "Art Nouveau House of Saint-Élan",
            "theme": "Corner Blocks",
            "subtheme": "Grand Corners",
            "pieces": 3097,
            "year": 2027,
            "retired": false,
            "image_url": "https://img.example/sets/27014-1.jpg"
          },
          {
            "set_number": "36614-1",
            "title": "Forklift of Fogmarsh",
            "theme": "Gearworks",
            "subtheme": "Heavy Duty",
            "pieces": 1914,
            "year": 2026,
            "retired": false,
            "image_url": "https://img.example/sets/36614-1.jpg"
          }
        ],
        "pagination": {
          "total": 15,
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
  },
  "searchMinifigs": {
    "parameters": {
      "q": "hair",
      "limit": 2
    },
    "answer": {
      "data": {
        "results": [
          {
            "minifig_number": "fig-738165",
            "name": "Björn, Tousled Hair",
            "category": "Star Caravan",
            "year_released": 2025,
            "image_url": null
          },
          {
            "minifig_number": "fig-393121",
            "name": "Vintage Mechanic, Tousled Hair",
            "category": "Corner Blocks",
            "year_released": 2017,
            "image_url": "https://img.example/minifigs/fig-393121.jpg"
          }
        ],
        "pagination": {
          "total": 2,
          "limit": 2,
          "offset": 0,
          "has_more": false
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
  "listThemes": {
    "parameters": {},
    "answer": {
      "data": {
        "themes": [
          {
            "theme": "Botanica",
            "set_count": 1
          },
          {
            "theme": "Brick Classics",
            "set_count": 3
          },
          {
            "theme": "Corner Blocks",
            "set_count": 2
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
  "getBatch": {
    "parameters": {},
    "body": {
      "sets": [
        "36614-1",
        "0-0"
      ],
      "minifigs": [
        "fig-965226"
      ]
    },
    "answer": {
      "data": {
        "sets": [
          {
            "set_number": "36614-1",
            "title": "Forklift of Fogmarsh",
            "theme": "Gearworks",
            "subtheme": "Heavy Duty",
            "pieces": 1914,
            "minifigs_count": 0,
            "minifigs": [],
            "barcodes": {
              "upc": "400069651241",
              "ean": "2900069651251"
            },
            "msrp_usd": 129.99,
            "release_date": "2026-03-01",
            "retire_date": null,
            "status_id": 2,
            "data_tier": "low",
            "image_url": "https://img.example/sets/36614-1.jpg",
            "new_value_usd": 85.99,
            "used_value_usd": 47.55,
            "value_range": {
              "low": 72.33,
              "high": 107.16,
              "calculated_at": "2026-11-01T12:00:00.000Z"
            },
            "retailers": [
              {
                "retailer": "retailer_a",
                "retailer_name": "Retailer A",
                "current_price": 118.29,
                "list_price": 129.99,
                "discount_percent": 9,
                "in_stock": true,
                "is_first_party": true,
                "product_url": "https://retailer-a.example/item/D00005776N",
                "last_checked_at": "2026-11-01T12:00:00.000Z"
              }
            ],
            "box": {
              "width_in": 20.98,
              "height_in": 12.52,
              "depth_in": 4.88,
              "weight_lbs": 6
            },
            "found": true
          },
          {
            "set_number": "0-0",
            "found": false
          }
        ],
        "minifigs": [
          {
            "minifig_number": "fig-965226",
            "name": "Anaïs, Trans-Clear Visor, Printed Arms",
            "category": "Corner Blocks",
            "year_released": 2027,
            "image_url": "https://img.example/minifigs/fig-965226.jpg",
            "current_value_usd": null,
            "value_range": null,
            "set_count": 1,
            "sets": [
              "27014-1"
            ],
            "found": true
          }
        ],
        "summary": {
          "requested": 3,
          "found": 2
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
