// Written by "npm run openapi:examples". Not to be edited.
import type { ExampleAnswer } from './example-answer.ts';

/** What the demo market answers, by operation. */
export const EXAMPLE_ANSWERS: Readonly<Record<string, ExampleAnswer>> = {
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
        "new_value_usd": 91.03,
        "used_value_usd": 40.99,
        "value_range": {
          "low": 76.89,
          "high": 107.78,
          "calculated_at": "2026-11-01T12:00:00.000Z"
        },
        "retailers": [
          {
            "retailer": "retailer_a",
            "retailer_name": "Retailer A",
            "current_price": 109.61,
            "list_price": 129.99,
            "discount_percent": 15.68,
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
            "new_value_usd": 91.03,
            "used_value_usd": 40.99,
            "value_range": {
              "low": 76.89,
              "high": 107.78,
              "calculated_at": "2026-11-01T12:00:00.000Z"
            },
            "retailers": [
              {
                "retailer": "retailer_a",
                "retailer_name": "Retailer A",
                "current_price": 109.61,
                "list_price": 129.99,
                "discount_percent": 15.68,
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
  },
  "getHistory": {
    "parameters": {
      "number": "36614-1",
      "condition": "sealed"
    },
    "answer": {
      "data": {
        "set_number": "36614-1",
        "condition": "sealed",
        "history": [
          {
            "month": "2026-03",
            "value_usd": null,
            "range_low": null,
            "range_high": null,
            "sales_count": 0,
            "event": "released"
          },
          {
            "month": "2026-04",
            "value_usd": null,
            "range_low": null,
            "range_high": null,
            "sales_count": 0,
            "event": null
          },
          {
            "month": "2026-05",
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
  },
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
  },
  "listBrickfolios": {
    "parameters": {},
    "answer": {
      "data": {
        "brickfolios": [
          {
            "id": 1,
            "name": "Main inventory",
            "description": "Everything that is for sale or will be",
            "is_default": true,
            "owned_set_count": 30,
            "owned_item_count": 81,
            "total_cost_basis_usd": 4711.44,
            "total_current_value_usd": 5895.65,
            "unrealized_gain_loss_usd": 1184.21,
            "created_at": "2026-11-01T12:00:00.000Z"
          },
          {
            "id": 2,
            "name": "Long holds",
            "description": "Bought before retirement, not before 2028",
            "is_default": false,
            "owned_set_count": 25,
            "owned_item_count": 71,
            "total_cost_basis_usd": 4218.17,
            "total_current_value_usd": 5195.17,
            "unrealized_gain_loss_usd": 977,
            "created_at": "2026-11-01T12:00:00.000Z"
          },
          {
            "id": 3,
            "name": "Holiday flips",
            "description": null,
            "is_default": false,
            "owned_set_count": 31,
            "owned_item_count": 99,
            "total_cost_basis_usd": 6494.42,
            "total_current_value_usd": 7976.63,
            "unrealized_gain_loss_usd": 1482.21,
            "created_at": "2026-11-01T12:00:00.000Z"
          }
        ],
        "monthly_periods": [
          {
            "month": "2022-01",
            "entry_count": 5,
            "items": 5,
            "cost_basis_usd": 202.67
          },
          {
            "month": "2022-02",
            "entry_count": 3,
            "items": 3,
            "cost_basis_usd": 97.12
          },
          {
            "month": "2022-03",
            "entry_count": 4,
            "items": 10,
            "cost_basis_usd": 499.83
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
  "getAnalytics": {
    "parameters": {
      "period": "30d"
    },
    "answer": {
      "data": {
        "period": "30d",
        "summary": {
          "total_sets": 56,
          "total_items": 397,
          "total_cost_basis_usd": 22414.47,
          "total_current_value_usd": 28250.11,
          "unrealized_gain_loss_usd": 5835.64,
          "unrealized_gain_loss_pct": 26.04,
          "top_gainer": {
            "set_number": "64528-1",
            "title": "Jazz Club of Åskevik",
            "gain_pct": 344.93
          },
          "top_loser": {
            "set_number": "58469-1",
            "title": "Señor Ortega vs. the Mighty Garbage Truck – 2-in-1",
            "loss_pct": -54.09
          }
        },
        "value_history": [
          {
            "date": "2026-10-03",
            "total_value_usd": 26494.65,
            "cost_basis_usd": 20622.23,
            "gain_loss_usd": 5872.42,
            "gain_loss_pct": 28.48
          },
          {
            "date": "2026-10-04",
            "total_value_usd": 26548.1,
            "cost_basis_usd": 20736.32,
            "gain_loss_usd": 5811.78,
            "gain_loss_pct": 28.03
          },
          {
            "date": "2026-10-05",
            "total_value_usd": 26548.1,
            "cost_basis_usd": 20736.32,
            "gain_loss_usd": 5811.78,
            "gain_loss_pct": 28.03
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
  "listEntries": {
    "parameters": {
      "limit": 2
    },
    "answer": {
      "data": {
        "entries": [
          {
            "brickfolio_id": 1,
            "set_number": "10198-1",
            "title": "Ice-Cream Cart & Music School",
            "theme": "Holiday & Seasonal",
            "quantity": 1,
            "condition": "used",
            "purchase_price_usd": 19.21,
            "purchase_date": "2023-09-28",
            "status": "sold",
            "current_value_usd": 37.79,
            "total_current_value_usd": 37.79,
            "unrealized_gain_loss_usd": 18.58,
            "unrealized_gain_loss_pct": 96.72
          },
          {
            "brickfolio_id": 1,
            "set_number": "10198-1",
            "title": "Ice-Cream Cart & Music School",
            "theme": "Holiday & Seasonal",
            "quantity": 1,
            "condition": "sealed",
            "purchase_price_usd": 30.53,
            "purchase_date": "2022-03-01",
            "status": "owned",
            "current_value_usd": 46.73,
            "total_current_value_usd": 46.73,
            "unrealized_gain_loss_usd": 16.2,
            "unrealized_gain_loss_pct": 53.06
          }
        ],
        "pagination": {
          "total": 429,
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
  "listSales": {
    "parameters": {
      "limit": 2
    },
    "answer": {
      "data": {
        "sales": [
          {
            "id": 398,
            "set_number": "3049-1",
            "title": "Mission 24: Little Cruiser",
            "platform": "ebay",
            "sale_date": "2026-10-31",
            "quantity": 1,
            "gross_proceeds_usd": 66.4,
            "platform_fees_usd": 8.8,
            "payment_fees_usd": 0.4,
            "shipping_cost_usd": 10.1,
            "net_proceeds_usd": 47.1,
            "profit_loss_usd": -19.03,
            "roi_pct": -28.78
          },
          {
            "id": 397,
            "set_number": "189626-1",
            "title": "Señor Ortega's Titan",
            "platform": "amazon",
            "sale_date": "2026-10-27",
            "quantity": 1,
            "gross_proceeds_usd": 3.96,
            "platform_fees_usd": 0.59,
            "payment_fees_usd": 0,
            "shipping_cost_usd": 6.47,
            "net_proceeds_usd": -3.1,
            "profit_loss_usd": -4.84,
            "roi_pct": -278.16
          }
        ],
        "pagination": {
          "total": 398,
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
