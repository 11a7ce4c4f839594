// Written by "npm run openapi:examples". Not to be edited.
import type { ExampleAnswer } from '../../openapi/decorators.ts';

/** What the demo market answers, by operation. */
export const EXAMPLES: Readonly<Record<string, ExampleAnswer>> = {
  "getSet": {
    "parameters": {
      "number": "75328-1"
    },
    "answer": {
      "data": {
        "set_number": "75328-1",
        "title": "The Mandalorian Helmet",
        "theme": "Star Wars",
        "subtheme": null,
        "pieces": 584,
        "minifigs_count": 0,
        "minifigs": [],
        "barcodes": {
          "upc": "410148677666",
          "ean": "9523462026070"
        },
        "msrp_usd": 74.99,
        "release_date": "2022-02-01",
        "retire_date": "2024-07-31",
        "status_id": 4,
        "data_tier": "high",
        "image_url": "https://cdn.rebrickable.com/media/sets/75328-1.jpg",
        "new_value_usd": 50.98,
        "used_value_usd": 35.86,
        "value_range": {
          "low": 37.26,
          "high": 67.37,
          "calculated_at": "2026-11-01T12:00:00.000Z"
        },
        "retailers": [
          {
            "retailer": "retailer_a",
            "retailer_name": "Retailer A",
            "current_price": 55.62,
            "list_price": 74.99,
            "discount_percent": 25.83,
            "in_stock": true,
            "is_first_party": false,
            "product_url": "https://retailer-a.example/item/D000NBEZA0",
            "last_checked_at": "2026-11-01T12:00:00.000Z"
          }
        ],
        "box": {
          "width_in": 13.11,
          "height_in": 7.99,
          "depth_in": 3.11,
          "weight_lbs": 2.23
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
      "number": "fig-011945"
    },
    "answer": {
      "data": {
        "minifig_number": "fig-011945",
        "name": "Snowtrooper, White Hips, Light Nougat Head, Female",
        "category": "Star Wars",
        "year_released": 2021,
        "image_url": "https://cdn.rebrickable.com/media/sets/fig-011945.jpg",
        "current_value_usd": 6.4,
        "value_range": {
          "low": 4.19,
          "high": 9.63
        },
        "set_count": 3,
        "sets": [
          "75313-1",
          "75320-1",
          "912179-1"
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
            "set_number": "910056-1",
            "title": "Off-Road Adventure",
            "theme": "BrickLink Designer Program",
            "subtheme": null,
            "pieces": 978,
            "year": 2026,
            "retired": false,
            "image_url": "https://cdn.rebrickable.com/media/sets/910056-1.jpg"
          },
          {
            "set_number": "9781837252336-1",
            "title": "Official Annual 2027",
            "theme": "Books",
            "subtheme": "Activity Books with LEGO Parts",
            "pieces": 0,
            "year": 2026,
            "retired": false,
            "image_url": "https://cdn.rebrickable.com/media/sets/9781837252336-1.jpg"
          }
        ],
        "pagination": {
          "total": 1055,
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
            "minifig_number": "fig-017093",
            "name": "Man, Black Vest, Black Legs, White Hard Hat with Dark Brown Hair",
            "category": "City",
            "year_released": 2026,
            "image_url": "https://cdn.rebrickable.com/media/sets/fig-017093.jpg"
          },
          {
            "minifig_number": "fig-017094",
            "name": "Police Officer, Black Vest, Dark Blue Legs, Dark Brown Hair, Moustache",
            "category": "City",
            "year_released": 2026,
            "image_url": "https://cdn.rebrickable.com/media/sets/fig-017094.jpg"
          }
        ],
        "pagination": {
          "total": 2361,
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
  "listThemes": {
    "parameters": {},
    "answer": {
      "data": {
        "themes": [
          {
            "theme": "4 Juniors",
            "set_count": 54
          },
          {
            "theme": "Adventurers",
            "set_count": 83
          },
          {
            "theme": "Agents",
            "set_count": 28
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
        "75328-1",
        "0-0"
      ],
      "minifigs": [
        "fig-011945"
      ]
    },
    "answer": {
      "data": {
        "sets": [
          {
            "set_number": "75328-1",
            "title": "The Mandalorian Helmet",
            "theme": "Star Wars",
            "subtheme": null,
            "pieces": 584,
            "minifigs_count": 0,
            "minifigs": [],
            "barcodes": {
              "upc": "410148677666",
              "ean": "9523462026070"
            },
            "msrp_usd": 74.99,
            "release_date": "2022-02-01",
            "retire_date": "2024-07-31",
            "status_id": 4,
            "data_tier": "high",
            "image_url": "https://cdn.rebrickable.com/media/sets/75328-1.jpg",
            "new_value_usd": 50.98,
            "used_value_usd": 35.86,
            "value_range": {
              "low": 37.26,
              "high": 67.37,
              "calculated_at": "2026-11-01T12:00:00.000Z"
            },
            "retailers": [
              {
                "retailer": "retailer_a",
                "retailer_name": "Retailer A",
                "current_price": 55.62,
                "list_price": 74.99,
                "discount_percent": 25.83,
                "in_stock": true,
                "is_first_party": false,
                "product_url": "https://retailer-a.example/item/D000NBEZA0",
                "last_checked_at": "2026-11-01T12:00:00.000Z"
              }
            ],
            "box": {
              "width_in": 13.11,
              "height_in": 7.99,
              "depth_in": 3.11,
              "weight_lbs": 2.23
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
            "minifig_number": "fig-011945",
            "name": "Snowtrooper, White Hips, Light Nougat Head, Female",
            "category": "Star Wars",
            "year_released": 2021,
            "image_url": "https://cdn.rebrickable.com/media/sets/fig-011945.jpg",
            "current_value_usd": 6.4,
            "value_range": {
              "low": 4.19,
              "high": 9.63
            },
            "set_count": 3,
            "sets": [
              "75313-1",
              "75320-1",
              "912179-1"
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
