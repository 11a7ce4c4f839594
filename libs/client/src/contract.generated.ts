// Generated from /openapi.json by "npm run client:generate". Not to be edited.
export interface paths {
    "/set/{number}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One set with its market values
         * @description What is unknown is null, never a made-up number. The answer carries the canonical set number.
         *
         *     Quota: 1.
         */
        get: operations["getSet"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/minifig/{number}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One minifigure with its market value
         * @description What is unknown is null; `color` is left out when it is unknown.
         *
         *     Quota: 1.
         */
        get: operations["getMinifig"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/catalog/sets/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find sets by number or name
         * @description Identity only, no values: use the number with the single-item route or in a batch.
         *
         *     Every word of `q` must occur in the number or the name; case and accents do not count, `ø` is `o` and `ß` is `ss`, and `%`, `_` and `\` are plain characters. Order: the exact number, numbers that start so, names that start so, names with a word that starts so, all others; then newest year, then number.
         *
         *     Quota: 1.
         */
        get: operations["searchSets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/catalog/minifigs/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find minifigures by number or name
         * @description Identity only, no values: use the number with the single-item route or in a batch.
         *
         *     Every word of `q` must occur in the number or the name; case and accents do not count, `ø` is `o` and `ß` is `ss`, and `%`, `_` and `\` are plain characters. Order: the exact number, numbers that start so, names that start so, names with a word that starts so, all others; then newest year, then number.
         *
         *     A minifigure is found by the marketplace's number and the catalogue's alike.
         *
         *     Quota: 1.
         */
        get: operations["searchMinifigs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/catalog/themes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All themes
         * @description By name, with how many sets each has. Not paginated.
         *
         *     Quota: 1.
         */
        get: operations["listThemes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/catalog/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Up to 100 sets and minifigures at once
         * @description At least one item, at most 100 different ones, sets and minifigures together; what is named twice is answered and counted once. Answers stand in the order asked. An item that does not exist does not fail the batch: it is answered with `found: false` and the number as it was asked.
         *
         *     Costs one per different item; an invalid batch costs one; a batch that does not fit into what is left of the allowance is answered 429 and costs nothing. The body is sent as it is: one with a `Content-Encoding` is answered 400.
         *
         *     Quota: 1 per different item.
         */
        post: operations["getBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/set/{number}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Monthly values of a set
         * @description Finalized months only: the month in progress is left out. Every month from the first observation, or the release, to the last finalized one is present; a month without sales has null values and a `sales_count` of 0. A month that was published never changes silently.
         *
         *     Quota: 1.
         */
        get: operations["getHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/set/{number}/forecast": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What a set is expected to cost and how often to sell
         * @description From the values of today: prices in 6 and 12 months and the number of sales in 90 days, each with an 80 % range, for new and used copies. Each is shown only where forecasts of this market’s own past were better than plain guesses and their ranges held; otherwise it is null, and `text` says why. A value that rests on no sales of its own has no forecast of its price. `/methodology` says how good forecasts were.
         *
         *     Quota: 1.
         */
        get: operations["getForecast"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/catalog/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The whole catalogue as files
         * @description The newest snapshots, of one state: `sets`, `minifigs`, and `history` with two records for each set. A file is gzip-compressed NDJSON: each line is `data` as the route of the single record answers it, byte by byte. With the changes since its `cursor` it is the catalogue of now.
         *
         *     `download_url` is relative to this host, needs no key and is good for an hour; it stops working when the key is revoked. A download of the whole file costs `cost` calls, one of a part (`Range`) its share. An empty list means that no snapshot was made yet.
         *
         *     Quota: 1.
         */
        get: operations["listSnapshots"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/catalog/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What changed since
         * @description Numbers whose records are no longer what they were at the cursor `after`: one line for each, however often it changed. Read these records again, in batches, and your copy is that of the service. A line may name a record that is as it was. Without `after` nothing is listed, and `cursor` is that of now: take it before you read the records.
         *
         *     Cursors are in the order in which changes were committed: none is skipped, whatever was written at the same time. One is good for 90 days. After that the answer is 400, and also after the service was restored from a backup or another database server took over (a failover), as it cannot be told whether changes that you have seen were lost: start again from the files of `/catalog/bulk`, and go on from their `cursor`. Time alone changes records too: sets retire, and prices that nobody has checked for long are left out.
         *
         *     Quota: 1.
         */
        get: operations["listChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/catalog/migrations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Numbers that were renamed, merged or removed
         * @description Each number that was given up after the cursor `after`, and the number that its item has now; without `after` all of them. A number that was given to another item is not listed. Looking up a number that was renamed still works: the answer has the number of now. A cursor of `/catalog/changes` is good here too.
         *
         *     Quota: 1.
         */
        get: operations["listMigrations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/set/{number}/retail-prices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retail prices of one set
         * @description `data` is null when no retailer carries the set, or there is no such set. `paid` is present only when the caller holds the set.
         *
         *     Quota: 1.
         */
        get: operations["getRetailPrices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/retail-prices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retail prices of the set that an identifier names
         * @description `data` is null when no identifier is given or none matches. When several are given, the answer is the one set that all of them name, else null. Never carries `paid`.
         *
         *     Quota: 1.
         */
        get: operations["findRetailPrices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/brickfolio/retail-watch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retail prices of the caller's holdings
         * @description One row for each set the caller owns or lists and a retailer carries, the latest change first, then by set number. All filters that are given apply together. `paid` is always present.
         *
         *     Quota: 1.
         */
        get: operations["listRetailWatch"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/brickfolio": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All collections of the caller
         * @description The default collection first, then by id. Totals and monthly periods count holdings that are owned or listed, not those that are sold; holdings without a purchase date belong to no month.
         *
         *     Quota: 1.
         */
        get: operations["listBrickfolios"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/brickfolio/entries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Holdings, of all collections or one
         * @description Every holding, sold ones too, by collection, set number and age. Prices and values are per unit, totals for all copies.
         *
         *     Quota: 1.
         */
        get: operations["listEntries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/brickfolio/analytics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Totals, best and worst holding, daily values
         * @description One point for each UTC day of the period, oldest first, the last one today. A holding counts from its purchase date, one without a date always; sold ones never. The totals are those of `/brickfolio` and `/brickfolio/entries`, to the cent.
         *
         *     Quota: 1.
         */
        get: operations["getAnalytics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/salesledger": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Recorded sales
         * @description Newest first. Net is gross less platform fees, payment fees and shipping; profit is net less the cost of the units sold, `roi_pct` that profit in percent of the cost. Both are null when the cost is unknown.
         *
         *     Quota: 1.
         */
        get: operations["listSales"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "price.dropped": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A price at a retailer has dropped */
        post: operations["webhook_price_dropped"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "price.all_time_low": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A price at a retailer is lower than ever before */
        post: operations["webhook_price_all_time_low"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "seller.third_party_only": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Now third-party only: the retailer no longer sells the set itself */
        post: operations["webhook_seller_third_party_only"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "stock.returned": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A set is back in stock at a retailer */
        post: operations["webhook_stock_returned"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "value.moved": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The computed value of a set has moved away from what it was 30 days ago */
        post: operations["webhook_value_moved"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "set.retiring": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The last day on sale of a set became known */
        post: operations["webhook_set_retiring"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "set.retired": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A set is no longer on sale */
        post: operations["webhook_set_retired"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "month.published": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The finalized values of a month are published */
        post: operations["webhook_month_published"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "allowance.low": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A key has used four fifths of its allowance of today */
        post: operations["webhook_allowance_low"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "key.expiring": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A key expires within 14 days, or within one */
        post: operations["webhook_key_expiring"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "endpoint.test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A test of an endpoint */
        post: operations["webhook_endpoint_test"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "endpoint.disabled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** An endpoint was switched off */
        post: operations["webhook_endpoint_disabled"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        Barcodes: {
            upc: string | null;
            ean: string | null;
        };
        ValueRange: {
            low: number;
            high: number;
            /** Format: date-time */
            calculated_at: string;
        };
        RetailerSummary: {
            retailer: string;
            retailer_name: string;
            current_price: number | null;
            list_price: number | null;
            /** @description How far the current price lies below the list price, in percent of it; 0 at or above list. Null when either is unknown. */
            discount_percent: number | null;
            in_stock: boolean | null;
            is_first_party: boolean | null;
            product_url: string | null;
            /** Format: date-time */
            last_checked_at: string;
        };
        BoxSize: {
            width_in: number;
            height_in: number;
            depth_in: number;
            weight_lbs: number;
        };
        SetResponse: {
            set_number: string;
            title: string;
            theme: string;
            subtheme: string | null;
            pieces: number;
            /** @description How many minifigures come in the box, copies counted. */
            minifigs_count: number;
            /** @description Numbers of the minifigures in the set. */
            minifigs: string[];
            barcodes: components["schemas"]["Barcodes"];
            msrp_usd: number | null;
            /** Format: date */
            release_date: string | null;
            /**
             * Format: date
             * @description The last day on sale. Null when not retired, or when the day is unknown.
             */
            retire_date: string | null;
            /**
             * @description 1 announced, 2 available, 3 retiring soon, 4 retired.
             * @enum {integer}
             */
            status_id: 1 | 2 | 3 | 4;
            /**
             * @description Confidence of the computed new value, or of the used one where there is no new value.
             * @enum {string}
             */
            data_tier: "high" | "medium" | "low" | "modelled" | "none";
            image_url: string | null;
            /** @description Computed value, new and sealed. */
            new_value_usd: number | null;
            /** @description Computed value, used. */
            used_value_usd: number | null;
            /** @description Central 80 % predictive interval for the next sale of a sealed copy. */
            value_range: components["schemas"]["ValueRange"] | null;
            /** @description What retailers ask now. One that was last checked too long ago, 30 days as a rule, is left out. */
            retailers: components["schemas"]["RetailerSummary"][];
            box: components["schemas"]["BoxSize"] | null;
        };
        MinifigValueRange: {
            low: number;
            high: number;
        };
        MinifigResponse: {
            /** @description The marketplace's number where it is known, otherwise the catalogue's. */
            minifig_number: string;
            name: string;
            category: string | null;
            /** @description Present only when known. */
            color?: string;
            year_released: number | null;
            image_url: string | null;
            current_value_usd: number | null;
            value_range: components["schemas"]["MinifigValueRange"] | null;
            set_count: number;
            /** @description Numbers of the sets in which it appears. */
            sets: string[];
        };
        SetSearchResult: {
            set_number: string;
            title: string;
            theme: string | null;
            subtheme: string | null;
            pieces: number | null;
            year: number | null;
            retired: boolean;
            image_url: string | null;
        };
        Pagination: {
            total: number;
            limit: number;
            offset: number;
            has_more: boolean;
        };
        SetSearchResponse: {
            results: components["schemas"]["SetSearchResult"][];
            pagination: components["schemas"]["Pagination"];
        };
        MinifigSearchResult: {
            minifig_number: string;
            name: string;
            category: string | null;
            year_released: number | null;
            image_url: string | null;
        };
        MinifigSearchResponse: {
            results: components["schemas"]["MinifigSearchResult"][];
            pagination: components["schemas"]["Pagination"];
        };
        ThemeEntry: {
            theme: string;
            set_count: number;
        };
        ThemesResponse: {
            themes: components["schemas"]["ThemeEntry"][];
        };
        BatchBody: {
            /** @description Set numbers. */
            sets?: string[];
            /** @description Minifigure numbers. */
            minifigs?: string[];
        };
        FoundSet: {
            set_number: string;
            title: string;
            theme: string;
            subtheme: string | null;
            pieces: number;
            /** @description How many minifigures come in the box, copies counted. */
            minifigs_count: number;
            /** @description Numbers of the minifigures in the set. */
            minifigs: string[];
            barcodes: components["schemas"]["Barcodes"];
            msrp_usd: number | null;
            /** Format: date */
            release_date: string | null;
            /**
             * Format: date
             * @description The last day on sale. Null when not retired, or when the day is unknown.
             */
            retire_date: string | null;
            /**
             * @description 1 announced, 2 available, 3 retiring soon, 4 retired.
             * @enum {integer}
             */
            status_id: 1 | 2 | 3 | 4;
            /**
             * @description Confidence of the computed new value, or of the used one where there is no new value.
             * @enum {string}
             */
            data_tier: "high" | "medium" | "low" | "modelled" | "none";
            image_url: string | null;
            /** @description Computed value, new and sealed. */
            new_value_usd: number | null;
            /** @description Computed value, used. */
            used_value_usd: number | null;
            /** @description Central 80 % predictive interval for the next sale of a sealed copy. */
            value_range: components["schemas"]["ValueRange"] | null;
            /** @description What retailers ask now. One that was last checked too long ago, 30 days as a rule, is left out. */
            retailers: components["schemas"]["RetailerSummary"][];
            box: components["schemas"]["BoxSize"] | null;
            /** @enum {boolean} */
            found: true;
        };
        MissingSet: {
            /** @description As it was asked for. */
            set_number: string;
            /** @enum {boolean} */
            found: false;
        };
        FoundMinifig: {
            /** @description The marketplace's number where it is known, otherwise the catalogue's. */
            minifig_number: string;
            name: string;
            category: string | null;
            /** @description Present only when known. */
            color?: string;
            year_released: number | null;
            image_url: string | null;
            current_value_usd: number | null;
            value_range: components["schemas"]["MinifigValueRange"] | null;
            set_count: number;
            /** @description Numbers of the sets in which it appears. */
            sets: string[];
            /** @enum {boolean} */
            found: true;
        };
        MissingMinifig: {
            /** @description As it was asked for. */
            minifig_number: string;
            /** @enum {boolean} */
            found: false;
        };
        BatchSummary: {
            requested: number;
            found: number;
        };
        BatchResponse: {
            sets: (components["schemas"]["FoundSet"] | components["schemas"]["MissingSet"])[];
            minifigs: (components["schemas"]["FoundMinifig"] | components["schemas"]["MissingMinifig"])[];
            summary: components["schemas"]["BatchSummary"];
        };
        HistoryPoint: {
            /** @example 2026-10 */
            month: string;
            /** @description The median sale of the month. */
            value_usd: number | null;
            /** @description The 10th percentile of the sales of the month. */
            range_low: number | null;
            /** @description The 90th percentile of the sales of the month. */
            range_high: number | null;
            sales_count: number | null;
            /** @enum {string|null} */
            event: "released" | "retired" | null;
        };
        HistoryResponse: {
            set_number: string;
            /** @enum {string} */
            condition: "sealed" | "used";
            /** @description Finalized months only, oldest first, none left out. */
            history: components["schemas"]["HistoryPoint"][];
        };
        PriceAhead: {
            value_usd: number;
            /** @description With `range_high` the central 80 % predictive interval. */
            range_low: number;
            range_high: number;
        };
        SalesAhead: {
            sales_count: number;
            /** @description With `range_high` the central 80 % predictive interval, in whole sales. */
            range_low: number;
            range_high: number;
        };
        ConditionForecast: {
            in_6_months: components["schemas"]["PriceAhead"] | null;
            in_12_months: components["schemas"]["PriceAhead"] | null;
            sales_in_90_days: components["schemas"]["SalesAhead"] | null;
            /** @description The same in sentences, with the reason for each part that is null. */
            text: string;
        };
        ForecastResponse: {
            set_number: string;
            /** @description Null when the set has no new value. */
            new: components["schemas"]["ConditionForecast"] | null;
            /** @description Null when the set has no used value. */
            used: components["schemas"]["ConditionForecast"] | null;
        };
        SnapshotResponse: {
            /** @enum {string} */
            kind: "sets" | "minifigs" | "history";
            /** @description Send it as `after` to `/catalog/changes`: what is listed there is not in the snapshot. */
            cursor: string;
            /** Format: date-time */
            created_at: string;
            /** @description How many records it has, one in each line. */
            items: number;
            /** @description The length of the file as it is downloaded. */
            bytes: number;
            /** @description SHA-256 of the file as it is downloaded, in hexadecimal digits. */
            sha256: string;
            /** @description What a download of the whole file costs. */
            cost: number;
            /**
             * Format: uri-reference
             * @description On this host, good for an hour, without the key.
             */
            download_url: string;
        };
        BulkResponse: {
            snapshots: components["schemas"]["SnapshotResponse"][];
        };
        ChangedItem: {
            /** @enum {string} */
            type: "set" | "minifig";
            number: string;
            /** @description `catalog`, `value` and `retail` are parts of the record of `/set/{number}` or `/minifig/{number}`; `history` is that of `/set/{number}/history`. */
            what: ("catalog" | "value" | "retail" | "history")[];
            /** @description The number that the item has now; it has a line too. */
            renamed_to: string | null;
            /** @description The item was removed from the catalogue. */
            gone: boolean;
        };
        ChangesResponse: {
            changes: components["schemas"]["ChangedItem"][];
            /** @description Send it as `after` to go on from here: at once while `has_more`, otherwise any time. */
            cursor: string;
            has_more: boolean;
        };
        MigratedNumber: {
            /** @enum {string} */
            type: "set" | "minifig";
            /** @description The number that was given up. */
            number: string;
            /** @description The number of the item now; null when it was removed. */
            renamed_to: string | null;
            /** @description The item was removed from the catalogue. */
            gone: boolean;
            /** Format: date-time */
            migrated_at: string;
        };
        MigrationsResponse: {
            migrations: components["schemas"]["MigratedNumber"][];
            /** @description Send it as `after` to go on from here. */
            cursor: string;
            has_more: boolean;
        };
        PriceBlock: {
            /** @description Null when no offer is shown, and, as seller and stock, when the retailer was last checked too long ago, 30 days as a rule. */
            price: number | null;
            /**
             * @description `retailer`: sold by the retailer itself (1P). `third_party`: only third-party sellers (3P).
             * @enum {string|null}
             */
            sellerType: "retailer" | "third_party" | null;
            /**
             * Format: date-time
             * @description When the price last changed.
             */
            changedAt: string | null;
            /** @description That change, signed. */
            lastChange: number | null;
            /** @description Whether the last change of seller went from the retailer itself to third parties. */
            flip1pTo3p: boolean;
            /** @description Whether the price is the lowest ever seen. */
            atLowest: boolean;
            /** @description The lowest price ever seen. */
            lowest: number | null;
            inStock: boolean | null;
        };
        RetailExit: {
            /** @description The lowest price of a seller whose stock the retailer sends. */
            lowestFba: number | null;
            fbaSellers: number | null;
            buyBox: number | null;
            /** @description `lowestFba` less referral and fulfilment fee, by the fee table of the day and the size and weight of the box. */
            netFba: number | null;
        };
        RetailRow: {
            setNumber: string;
            name: string;
            /** @description The retailer's product identifier. */
            asin: string | null;
            upc: string | null;
            ean: string | null;
            /** @description The caller's average unit cost over owned and listed copies; null when no price is known. Left out where the caller's holdings do not matter. */
            paid?: number | null;
            retailer_a: components["schemas"]["PriceBlock"];
            retailer_b: components["schemas"]["PriceBlock"];
            retailer_aExit: components["schemas"]["RetailExit"];
        };
        BrickfolioSummary: {
            id: number;
            name: string;
            description: string | null;
            /** @description True for exactly one brickfolio of an account. */
            is_default: boolean;
            /** @description Different sets that are owned or listed. */
            owned_set_count: number;
            /** @description Copies that are owned or listed. */
            owned_item_count: number;
            /** @description What the copies of known price cost. */
            total_cost_basis_usd: number;
            /** @description What the copies are worth; those of unknown value are carried at cost. */
            total_current_value_usd: number;
            /** @description Of the copies of known price and value. Value less cost less gain is what the copies of unknown price are worth. */
            unrealized_gain_loss_usd: number;
            /** Format: date-time */
            created_at: string;
        };
        MonthlyPeriod: {
            month: string;
            /** @description Holdings bought in the month that are owned or listed. */
            entry_count: number;
            /** @description Their copies. */
            items: number;
            /** @description What the copies of known price cost; null when no price of the month is known. */
            cost_basis_usd: number | null;
        };
        BrickfoliosResponse: {
            /** @description The default first, then by id. */
            brickfolios: components["schemas"]["BrickfolioSummary"][];
            /** @description One for each month of purchase that occurs, ascending. */
            monthly_periods: components["schemas"]["MonthlyPeriod"][];
        };
        EntryResponse: {
            brickfolio_id: number;
            set_number: string;
            title: string;
            theme: string;
            quantity: number;
            /** @enum {string} */
            condition: "sealed" | "used";
            /** @description Per unit; null when unknown. */
            purchase_price_usd: number | null;
            /** Format: date */
            purchase_date: string | null;
            /**
             * @description Sold holdings are listed, but count in no total.
             * @enum {string}
             */
            status: "owned" | "listed" | "sold";
            /** @description Per unit; null when unknown. */
            current_value_usd: number | null;
            /** @description Of all copies; carried at cost when the value is unknown. */
            total_current_value_usd: number;
            /** @description Total value less cost; null when the price or the value is unknown. */
            unrealized_gain_loss_usd: number | null;
            /** @description Percent of the cost; 0 when the cost is 0, null when the price or the value is unknown. */
            unrealized_gain_loss_pct: number | null;
        };
        EntriesResponse: {
            /** @description By brickfolio, set number and age. */
            entries: components["schemas"]["EntryResponse"][];
            pagination: components["schemas"]["Pagination"];
        };
        TopGainer: {
            set_number: string | null;
            title: string | null;
            /** @description Above 0. */
            gain_pct: number | null;
        };
        TopLoser: {
            set_number: string | null;
            title: string | null;
            /** @description Below 0. */
            loss_pct: number | null;
        };
        AnalyticsSummary: {
            total_sets: number;
            total_items: number;
            /** @description What the copies of known price cost. */
            total_cost_basis_usd: number;
            total_current_value_usd: number;
            /** @description Of the copies of known price and value. Value less cost less gain is what the copies of unknown price are worth. */
            unrealized_gain_loss_usd: number;
            /** @description Percent of what the copies of known price and value cost; 0 when that is 0. */
            unrealized_gain_loss_pct: number;
            /** @description The holding with the highest gain in percent; null when none gains. */
            top_gainer: components["schemas"]["TopGainer"] | null;
            /** @description The holding with the highest loss in percent; null when none loses. */
            top_loser: components["schemas"]["TopLoser"] | null;
        };
        ValuePoint: {
            /** Format: date */
            date: string;
            total_value_usd: number;
            /** @description What the copies of known price cost. */
            cost_basis_usd: number;
            /** @description Of the copies of known price, and of known value on that day. */
            gain_loss_usd: number;
            /** @description Percent of what these copies cost; 0 when that is 0. */
            gain_loss_pct: number;
        };
        AnalyticsResponse: {
            /** @enum {string} */
            period: "30d" | "90d" | "1y";
            summary: components["schemas"]["AnalyticsSummary"];
            /** @description One for each UTC day of the period, oldest first, the last one today. */
            value_history: components["schemas"]["ValuePoint"][];
        };
        SaleResponse: {
            id: number;
            set_number: string;
            title: string;
            /** @description A lower-case word: ebay, bricklink, amazon, ... */
            platform: string;
            /** Format: date */
            sale_date: string;
            quantity: number;
            gross_proceeds_usd: number;
            platform_fees_usd: number;
            payment_fees_usd: number;
            shipping_cost_usd: number;
            /** @description Gross less platform fees, payment fees and shipping. */
            net_proceeds_usd: number;
            /** @description Net less the cost of the units sold; null when that is unknown. */
            profit_loss_usd: number | null;
            /** @description The profit in percent of the cost; 0 when the cost is 0, null when it is unknown. */
            roi_pct: number | null;
        };
        SalesResponse: {
            /** @description Newest first. */
            sales: components["schemas"]["SaleResponse"][];
            pagination: components["schemas"]["Pagination"];
        };
        RateLimit: {
            /** @description Daily allowance of the key. */
            limit: number;
            /** @description What is left of it, this request counted. */
            remaining: number;
            /**
             * Format: date-time
             * @description When it is whole again: the next midnight UTC.
             */
            reset: string;
        };
        Meta: {
            /**
             * Format: uuid
             * @description The same as the header `X-Request-Id`.
             */
            request_id: string;
            /** @enum {string} */
            api_version: "1";
            rate_limit: components["schemas"]["RateLimit"];
        };
        BadRequestError: {
            error: {
                /** @enum {string} */
                code: "BadRequest";
                /** @description For people; its wording is not part of the contract. */
                message: string;
            };
        };
        UnauthorizedError: {
            error: {
                /** @enum {string} */
                code: "MissingApiKey" | "InvalidApiKey";
                /** @description For people; its wording is not part of the contract. */
                message: string;
            };
        };
        TierRequiredError: {
            error: {
                /** @enum {string} */
                code: "TierRequired";
                /** @description For people; its wording is not part of the contract. */
                message: string;
            };
        };
        NotFoundError: {
            error: {
                /** @enum {string} */
                code: "NotFound";
                /** @description For people; its wording is not part of the contract. */
                message: string;
            };
        };
        QuotaExceededError: {
            error: {
                /** @enum {string} */
                code: "QuotaExceeded";
                /** @description For people; its wording is not part of the contract. */
                message: string;
            };
        };
        InternalError: {
            error: {
                /** @enum {string} */
                code: "InternalError";
                /** @description For people; its wording is not part of the contract. */
                message: string;
            };
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description Names this request; the same as `meta.request_id`. Quote it when you report a problem. */
        "X-Request-Id": string;
        /** @description The version of the contract. */
        "X-API-Version": "1";
        /** @description The daily allowance of the key. */
        "X-RateLimit-Limit": number;
        /** @description What is left of it. */
        "X-RateLimit-Remaining": number;
        /** @description When it is whole again: the next midnight UTC. */
        "X-RateLimit-Reset": string;
        /** @description Whole seconds after which it is worth to ask again. */
        "Retry-After": number;
        /** @description Names this state of `data`. Send it back as `If-None-Match` to be told when nothing changed. */
        ETag: string;
        /** @description With rows as CSV or NDJSON: how many there are on all pages. */
        "X-Total-Count": number;
        /** @description With rows as CSV or NDJSON: the next page, as `<path>; rel="next"`; absent on the last one. */
        Link: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getSet: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an earlier answer: when `data` is still the same, the answer is 304 without a body. */
                "If-None-Match"?: string;
            };
            path: {
                /**
                 * @description Set number. The canonical form carries the variant; `75192` finds `75192-1` when no set has the bare number.
                 * @example 36614-1
                 */
                number: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "set_number": "36614-1",
                     *         "title": "Forklift of Fogmarsh",
                     *         "theme": "Gearworks",
                     *         "subtheme": "Heavy Duty",
                     *         "pieces": 1914,
                     *         "minifigs_count": 0,
                     *         "minifigs": [],
                     *         "barcodes": {
                     *           "upc": "400069651241",
                     *           "ean": "2900069651251"
                     *         },
                     *         "msrp_usd": 129.99,
                     *         "release_date": "2026-03-01",
                     *         "retire_date": null,
                     *         "status_id": 2,
                     *         "data_tier": "low",
                     *         "image_url": "https://img.example/sets/36614-1.jpg",
                     *         "new_value_usd": 89.52,
                     *         "used_value_usd": 40.99,
                     *         "value_range": {
                     *           "low": 74.51,
                     *           "high": 111.5,
                     *           "calculated_at": "2026-11-01T12:00:00.000Z"
                     *         },
                     *         "retailers": [
                     *           {
                     *             "retailer": "retailer_a",
                     *             "retailer_name": "Retailer A",
                     *             "current_price": 118.29,
                     *             "list_price": 129.99,
                     *             "discount_percent": 9,
                     *             "in_stock": true,
                     *             "is_first_party": true,
                     *             "product_url": "https://retailer-a.example/item/D00005776N",
                     *             "last_checked_at": "2026-11-01T12:00:00.000Z"
                     *           }
                     *         ],
                     *         "box": {
                     *           "width_in": 20.98,
                     *           "height_in": 12.52,
                     *           "depth_in": 4.88,
                     *           "weight_lbs": 6
                     *         }
                     *       },
                     *       "meta": {
                     *         "request_id": "4f7c1f0e-8f0b-4c8e-9c55-3a2f6d1b7e90",
                     *         "api_version": "1",
                     *         "rate_limit": {
                     *           "limit": 1000,
                     *           "remaining": 999,
                     *           "reset": "2026-11-02T00:00:00.000Z"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["SetResponse"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `data` is what `If-None-Match` names. Costs as much as a 200. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The path, a query parameter or the body is not valid; an unknown or repeated query parameter is not, either. Costs quota. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "BadRequest",
                     *         "message": "limit must be a whole number from 1 to 250"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["BadRequestError"];
                };
            };
            /** @description `MissingApiKey`: there is no bearer header. `InvalidApiKey`: the key is malformed, unknown, expired or revoked; which of these is not said. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "MissingApiKey",
                     *         "message": "send your API key as \"Authorization: Bearer <API_KEY>\""
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["UnauthorizedError"];
                };
            };
            /** @description The account lacks the Reseller plan. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "TierRequired",
                     *         "message": "the API needs the Reseller plan"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["TierRequiredError"];
                };
            };
            /** @description No set has this number. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "NotFound",
                     *         "message": "there is no such item"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description The rest of the daily allowance does not cover this request. Costs nothing; a batch that does not fit is not answered in part. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "QuotaExceeded",
                     *         "message": "the daily allowance does not cover this request; it resets at 2026-11-16T00:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["QuotaExceededError"];
                };
            };
            /** @description Something failed on our side. What the request cost is given back; it can be sent again. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    /** @description The daily allowance of the key. */
                    "X-RateLimit-Limit"?: number;
                    /** @description What is left of it. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description When it is whole again: the next midnight UTC. */
                    "X-RateLimit-Reset"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "InternalError",
                     *         "message": "something failed on our side; the request can be retried"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["InternalError"];
                };
            };
            /** @description The service is overloaded or about to stop. What the request cost is given back. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "Retry-After": components["headers"]["Retry-After"];
                    /** @description The daily allowance of the key. */
                    "X-RateLimit-Limit"?: number;
                    /** @description What is left of it. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description When it is whole again: the next midnight UTC. */
                    "X-RateLimit-Reset"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "InternalError",
                     *         "message": "the service is busy; try again in a moment"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    getMinifig: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an earlier answer: when `data` is still the same, the answer is 304 without a body. */
                "If-None-Match"?: string;
            };
            path: {
                /**
                 * @description The marketplace's number or the catalogue's; upper or lower case does not matter.
                 * @example fig-965226
                 */
                number: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "minifig_number": "fig-965226",
                     *         "name": "Anaïs, Trans-Clear Visor, Printed Arms",
                     *         "category": "Corner Blocks",
                     *         "year_released": 2027,
                     *         "image_url": "https://img.example/minifigs/fig-965226.jpg",
                     *         "current_value_usd": null,
                     *         "value_range": null,
                     *         "set_count": 1,
                     *         "sets": [
                     *           "27014-1"
                     *         ]
                     *       },
                     *       "meta": {
                     *         "request_id": "4f7c1f0e-8f0b-4c8e-9c55-3a2f6d1b7e90",
                     *         "api_version": "1",
                     *         "rate_limit": {
                     *           "limit": 1000,
                     *           "remaining": 999,
                     *           "reset": "2026-11-02T00:00:00.000Z"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["MinifigResponse"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `data` is what `If-None-Match` names. Costs as much as a 200. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The path, a query parameter or the body is not valid; an unknown or repeated query parameter is not, either. Costs quota. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "BadRequest",
                     *         "message": "limit must be a whole number from 1 to 250"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["BadRequestError"];
                };
            };
            /** @description `MissingApiKey`: there is no bearer header. `InvalidApiKey`: the key is malformed, unknown, expired or revoked; which of these is not said. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "MissingApiKey",
                     *         "message": "send your API key as \"Authorization: Bearer <API_KEY>\""
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["UnauthorizedError"];
                };
            };
            /** @description The account lacks the Reseller plan. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "TierRequired",
                     *         "message": "the API needs the Reseller plan"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["TierRequiredError"];
                };
            };
            /** @description No minifigure has this number. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "NotFound",
                     *         "message": "there is no such item"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description The rest of the daily allowance does not cover this request. Costs nothing; a batch that does not fit is not answered in part. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "QuotaExceeded",
                     *         "message": "the daily allowance does not cover this request; it resets at 2026-11-16T00:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["QuotaExceededError"];
                };
            };
            /** @description Something failed on our side. What the request cost is given back; it can be sent again. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    /** @description The daily allowance of the key. */
                    "X-RateLimit-Limit"?: number;
                    /** @description What is left of it. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description When it is whole again: the next midnight UTC. */
                    "X-RateLimit-Reset"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "InternalError",
                     *         "message": "something failed on our side; the request can be retried"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["InternalError"];
                };
            };
            /** @description The service is overloaded or about to stop. What the request cost is given back. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "Retry-After": components["headers"]["Retry-After"];
                    /** @description The daily allowance of the key. */
                    "X-RateLimit-Limit"?: number;
                    /** @description What is left of it. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description When it is whole again: the next midnight UTC. */
                    "X-RateLimit-Reset"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "InternalError",
                     *         "message": "the service is busy; try again in a moment"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    searchSets: {
        parameters: {
            query: {
                /**
                 * @description How many rows to return at most.
                 * @example 2
                 */
                limit?: number;
                /** @description How many rows to skip. */
                offset?: number;
                /**
                 * @description Matches numbers and names: every word must occur; case and accents do not count, and `ø` is `o`.
                 * @example of
                 */
                q: string;
            };
            header?: {
                /** @description The `ETag` of an earlier answer: when `data` is still the same, the answer is 304 without a body. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "results": [
                     *           {
                     *             "set_number": "27014-1",
                     *             "title": "Art Nouveau House of Saint-Élan",
                     *             "theme": "Corner Blocks",
                     *             "subtheme": "Grand Corners",
                     *             "pieces": 3097,
                     *             "year": 2027,
                     *             "retired": false,
                     *             "image_url": "https://img.example/sets/27014-1.jpg"
                     *           },
                     *           {
                     *             "set_number": "36614-1",
                     *             "title": "Forklift of Fogmarsh",
                     *             "theme": "Gearworks",
                     *             "subtheme": "Heavy Duty",
                     *             "pieces": 1914,
                     *             "year": 2026,
                     *             "retired": false,
                     *             "image_url": "https://img.example/sets/36614-1.jpg"
                     *           }
                     *         ],
                     *         "pagination": {
                     *           "total": 15,
                     *           "limit": 2,
                     *           "offset": 0,
                     *           "has_more": true
                     *         }
                     *       },
                     *       "meta": {
                     *         "request_id": "4f7c1f0e-8f0b-4c8e-9c55-3a2f6d1b7e90",
                     *         "api_version": "1",
                     *         "rate_limit": {
                     *           "limit": 1000,
                     *           "remaining": 999,
                     *           "reset": "2026-11-02T00:00:00.000Z"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["SetSearchResponse"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `data` is what `If-None-Match` names. Costs as much as a 200. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The path, a query parameter or the body is not valid; an unknown or repeated query parameter is not, either. Costs quota. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "BadRequest",
                     *         "message": "limit must be a whole number from 1 to 250"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["BadRequestError"];
                };
            };
            /** @description `MissingApiKey`: there is no bearer header. `InvalidApiKey`: the key is malformed, unknown, expired or revoked; which of these is not said. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "MissingApiKey",
                     *         "message": "send your API key as \"Authorization: Bearer <API_KEY>\""
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["UnauthorizedError"];
                };
            };
            /** @description The account lacks the Reseller plan. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "TierRequired",
                     *         "message": "the API needs the Reseller plan"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["TierRequiredError"];
                };
            };
            /** @description The rest of the daily allowance does not cover this request. Costs nothing; a batch that does not fit is not answered in part. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "QuotaExceeded",
                     *         "message": "the daily allowance does not cover this request; it resets at 2026-11-16T00:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["QuotaExceededError"];
                };
            };
            /** @description Something failed on our side. What the request cost is given back; it can be sent again. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    /** @description The daily allowance of the key. */
                    "X-RateLimit-Limit"?: number;
                    /** @description What is left of it. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description When it is whole again: the next midnight UTC. */
                    "X-RateLimit-Reset"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "InternalError",
                     *         "message": "something failed on our side; the request can be retried"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["InternalError"];
                };
            };
            /** @description The service is overloaded or about to stop. What the request cost is given back. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "Retry-After": components["headers"]["Retry-After"];
                    /** @description The daily allowance of the key. */
                    "X-RateLimit-Limit"?: number;
                    /** @description What is left of it. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description When it is whole again: the next midnight UTC. */
                    "X-RateLimit-Reset"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "InternalError",
                     *         "message": "the service is busy; try again in a moment"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    searchMinifigs: {
        parameters: {
            query: {
                /**
                 * @description How many rows to return at most.
                 * @example 2
                 */
                limit?: number;
                /** @description How many rows to skip. */
                offset?: number;
                /**
                 * @description Matches numbers and names: every word must occur; case and accents do not count, and `ø` is `o`.
                 * @example hair
                 */
                q: string;
            };
            header?: {
                /** @description The `ETag` of an earlier answer: when `data` is still the same, the answer is 304 without a body. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "results": [
                     *           {
                     *             "minifig_number": "fig-738165",
                     *             "name": "Björn, Tousled Hair",
                     *             "category": "Star Caravan",
                     *             "year_released": 2025,
                     *             "image_url": null
                     *           },
                     *           {
                     *             "minifig_number": "fig-393121",
                     *             "name": "Vintage Mechanic, Tousled Hair",
                     *             "category": "Corner Blocks",
                     *             "year_released": 2017,
                     *             "image_url": "https://img.example/minifigs/fig-393121.jpg"
                     *           }
                     *         ],
                     *         "pagination": {
                     *           "total": 2,
                     *           "limit": 2,
                     *           "offset": 0,
                     *           "has_more": false
                     *         }
                     *       },
                     *       "meta": {
                     *         "request_id": "4f7c1f0e-8f0b-4c8e-9c55-3a2f6d1b7e90",
                     *         "api_version": "1",
                     *         "rate_limit": {
                     *           "limit": 1000,
                     *           "remaining": 999,
                     *           "reset": "2026-11-02T00:00:00.000Z"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["MinifigSearchResponse"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `data` is what `If-None-Match` names. Costs as much as a 200. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The path, a query parameter or the body is not valid; an unknown or repeated query parameter is not, either. Costs quota. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "BadRequest",
                     *         "message": "limit must be a whole number from 1 to 250"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["BadRequestError"];
                };
            };
            /** @description `MissingApiKey`: there is no bearer header. `InvalidApiKey`: the key is malformed, unknown, expired or revoked; which of these is not said. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "MissingApiKey",
                     *         "message": "send your API key as \"Authorization: Bearer <API_KEY>\""
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["UnauthorizedError"];
                };
            };
            /** @description The account lacks the Reseller plan. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "TierRequired",
                     *         "message": "the API needs the Reseller plan"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["TierRequiredError"];
                };
            };
            /** @description The rest of the daily allowance does not cover this request. Costs nothing; a batch that does not fit is not answered in part. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "QuotaExceeded",
                     *         "message": "the daily allowance does not cover this request; it resets at 2026-11-16T00:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["QuotaExceededError"];
                };
            };
            /** @description Something failed on our side. What the request cost is given back; it can be sent again. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    /** @description The daily allowance of the key. */
                    "X-RateLimit-Limit"?: number;
                    /** @description What is left of it. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description When it is whole again: the next midnight UTC. */
                    "X-RateLimit-Reset"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "InternalError",
                     *         "message": "something failed on our side; the request can be retried"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["InternalError"];
                };
            };
            /** @description The service is overloaded or about to stop. What the request cost is given back. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "Retry-After": components["headers"]["Retry-After"];
                    /** @description The daily allowance of the key. */
                    "X-RateLimit-Limit"?: number;
                    /** @description What is left of it. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description When it is whole again: the next midnight UTC. */
                    "X-RateLimit-Reset"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "InternalError",
                     *         "message": "the service is busy; try again in a moment"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    listThemes: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an earlier answer: when `data` is still the same, the answer is 304 without a body. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "themes": [
                     *           {
                     *             "theme": "Botanica",
                     *             "set_count": 1
                     *           },
                     *           {
                     *             "theme": "Brick Classics",
                     *             "set_count": 3
                     *           },
                     *           {
                     *             "theme": "Corner Blocks",
                     *             "set_count": 2
                     *           }
                     *         ]
                     *       },
                     *       "meta": {
                     *         "request_id": "4f7c1f0e-8f0b-4c8e-9c55-3a2f6d1b7e90",
                     *         "api_version": "1",
                     *         "rate_limit": {
                     *           "limit": 1000,
                     *           "remaining": 999,
                     *           "reset": "2026-11-02T00:00:00.000Z"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["ThemesResponse"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `data` is what `If-None-Match` names. Costs as much as a 200. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The path, a query parameter or the body is not valid; an unknown or repeated query parameter is not, either. Costs quota. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "BadRequest",
                     *         "message": "limit must be a whole number from 1 to 250"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["BadRequestError"];
                };
            };
            /** @description `MissingApiKey`: there is no bearer header. `InvalidApiKey`: the key is malformed, unknown, expired or revoked; which of these is not said. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "MissingApiKey",
                     *         "message": "send your API key as \"Authorization: Bearer <API_KEY>\""
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["UnauthorizedError"];
                };
            };
            /** @description The account lacks the Reseller plan. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "TierRequired",
                     *         "message": "the API needs the Reseller plan"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["TierRequiredError"];
                };
            };
            /** @description The rest of the daily allowance does not cover this request. Costs nothing; a batch that does not fit is not answered in part. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "QuotaExceeded",
                     *         "message": "the daily allowance does not cover this request; it resets at 2026-11-16T00:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["QuotaExceededError"];
                };
            };
            /** @description Something failed on our side. What the request cost is given back; it can be sent again. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    /** @description The daily allowance of the key. */
                    "X-RateLimit-Limit"?: number;
                    /** @description What is left of it. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description When it is whole again: the next midnight UTC. */
                    "X-RateLimit-Reset"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "InternalError",
                     *         "message": "something failed on our side; the request can be retried"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["InternalError"];
                };
            };
            /** @description The service is overloaded or about to stop. What the request cost is given back. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "Retry-After": components["headers"]["Retry-After"];
                    /** @description The daily allowance of the key. */
                    "X-RateLimit-Limit"?: number;
                    /** @description What is left of it. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description When it is whole again: the next midnight UTC. */
                    "X-RateLimit-Reset"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "InternalError",
                     *         "message": "the service is busy; try again in a moment"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    getBatch: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "sets": [
                 *         "36614-1",
                 *         "0-0"
                 *       ],
                 *       "minifigs": [
                 *         "fig-965226"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["BatchBody"] | {
                    sets: unknown;
                } | {
                    minifigs: unknown;
                };
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "sets": [
                     *           {
                     *             "set_number": "36614-1",
                     *             "title": "Forklift of Fogmarsh",
                     *             "theme": "Gearworks",
                     *             "subtheme": "Heavy Duty",
                     *             "pieces": 1914,
                     *             "minifigs_count": 0,
                     *             "minifigs": [],
                     *             "barcodes": {
                     *               "upc": "400069651241",
                     *               "ean": "2900069651251"
                     *             },
                     *             "msrp_usd": 129.99,
                     *             "release_date": "2026-03-01",
                     *             "retire_date": null,
                     *             "status_id": 2,
                     *             "data_tier": "low",
                     *             "image_url": "https://img.example/sets/36614-1.jpg",
                     *             "new_value_usd": 89.52,
                     *             "used_value_usd": 40.99,
                     *             "value_range": {
                     *               "low": 74.51,
                     *               "high": 111.5,
                     *               "calculated_at": "2026-11-01T12:00:00.000Z"
                     *             },
                     *             "retailers": [
                     *               {
                     *                 "retailer": "retailer_a",
                     *                 "retailer_name": "Retailer A",
                     *                 "current_price": 118.29,
                     *                 "list_price": 129.99,
                     *                 "discount_percent": 9,
                     *                 "in_stock": true,
                     *                 "is_first_party": true,
                     *                 "product_url": "https://retailer-a.example/item/D00005776N",
                     *                 "last_checked_at": "2026-11-01T12:00:00.000Z"
                     *               }
                     *             ],
                     *             "box": {
                     *               "width_in": 20.98,
                     *               "height_in": 12.52,
                     *               "depth_in": 4.88,
                     *               "weight_lbs": 6
                     *             },
                     *             "found": true
                     *           },
                     *           {
                     *             "set_number": "0-0",
                     *             "found": false
                     *           }
                     *         ],
                     *         "minifigs": [
                     *           {
                     *             "minifig_number": "fig-965226",
                     *             "name": "Anaïs, Trans-Clear Visor, Printed Arms",
                     *             "category": "Corner Blocks",
                     *             "year_released": 2027,
                     *             "image_url": "https://img.example/minifigs/fig-965226.jpg",
                     *             "current_value_usd": null,
                     *             "value_range": null,
                     *             "set_count": 1,
                     *             "sets": [
                     *               "27014-1"
                     *             ],
                     *             "found": true
                     *           }
                     *         ],
                     *         "summary": {
                     *           "requested": 3,
                     *           "found": 2
                     *         }
                     *       },
                     *       "meta": {
                     *         "request_id": "4f7c1f0e-8f0b-4c8e-9c55-3a2f6d1b7e90",
                     *         "api_version": "1",
                     *         "rate_limit": {
                     *           "limit": 1000,
                     *           "remaining": 999,
                     *           "reset": "2026-11-02T00:00:00.000Z"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["BatchResponse"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description The path, a query parameter or the body is not valid; an unknown or repeated query parameter is not, either. Costs quota. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "BadRequest",
                     *         "message": "limit must be a whole number from 1 to 250"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["BadRequestError"];
                };
            };
            /** @description `MissingApiKey`: there is no bearer header. `InvalidApiKey`: the key is malformed, unknown, expired or revoked; which of these is not said. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "MissingApiKey",
                     *         "message": "send your API key as \"Authorization: Bearer <API_KEY>\""
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["UnauthorizedError"];
                };
            };
            /** @description The account lacks the Reseller plan. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "TierRequired",
                     *         "message": "the API needs the Reseller plan"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["TierRequiredError"];
                };
            };
            /** @description The rest of the daily allowance does not cover this request. Costs nothing; a batch that does not fit is not answered in part. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "QuotaExceeded",
                     *         "message": "the daily allowance does not cover this request; it resets at 2026-11-16T00:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["QuotaExceededError"];
                };
            };
            /** @description Something failed on our side. What the request cost is given back; it can be sent again. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    /** @description The daily allowance of the key. */
                    "X-RateLimit-Limit"?: number;
                    /** @description What is left of it. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description When it is whole again: the next midnight UTC. */
                    "X-RateLimit-Reset"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "InternalError",
                     *         "message": "something failed on our side; the request can be retried"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["InternalError"];
                };
            };
            /** @description The service is overloaded or about to stop. What the request cost is given back. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "Retry-After": components["headers"]["Retry-After"];
                    /** @description The daily allowance of the key. */
                    "X-RateLimit-Limit"?: number;
                    /** @description What is left of it. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description When it is whole again: the next midnight UTC. */
                    "X-RateLimit-Reset"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "InternalError",
                     *         "message": "the service is busy; try again in a moment"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    getHistory: {
        parameters: {
            query?: {
                /** @example sealed */
                condition?: "sealed" | "used";
            };
            header?: {
                /** @description The `ETag` of an earlier answer: when `data` is still the same, the answer is 304 without a body. */
                "If-None-Match"?: string;
            };
            path: {
                /**
                 * @description Set number. The canonical form carries the variant; `75192` finds `75192-1` when no set has the bare number.
                 * @example 36614-1
                 */
                number: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "set_number": "36614-1",
                     *         "condition": "sealed",
                     *         "history": [
                     *           {
                     *             "month": "2026-03",
                     *             "value_usd": null,
                     *             "range_low": null,
                     *             "range_high": null,
                     *             "sales_count": 0,
                     *             "event": "released"
                     *           },
                     *           {
                     *             "month": "2026-04",
                     *             "value_usd": null,
                     *             "range_low": null,
                     *             "range_high": null,
                     *             "sales_count": 0,
                     *             "event": null
                     *           },
                     *           {
                     *             "month": "2026-05",
                     *             "value_usd": null,
                     *             "range_low": null,
                     *             "range_high": null,
                     *             "sales_count": 0,
                     *             "event": null
                     *           }
                     *         ]
                     *       },
                     *       "meta": {
                     *         "request_id": "4f7c1f0e-8f0b-4c8e-9c55-3a2f6d1b7e90",
                     *         "api_version": "1",
                     *         "rate_limit": {
                     *           "limit": 1000,
                     *           "remaining": 999,
                     *           "reset": "2026-11-02T00:00:00.000Z"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["HistoryResponse"];
                        meta: components["schemas"]["Meta"];
                    };
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            /** @description `data` is what `If-None-Match` names. Costs as much as a 200. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The path, a query parameter or the body is not valid; an unknown or repeated query parameter is not, either. Costs quota. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "BadRequest",
                     *         "message": "limit must be a whole number from 1 to 250"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["BadRequestError"];
                };
            };
            /** @description `MissingApiKey`: there is no bearer header. `InvalidApiKey`: the key is malformed, unknown, expired or revoked; which of these is not said. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "MissingApiKey",
                     *         "message": "send your API key as \"Authorization: Bearer <API_KEY>\""
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["UnauthorizedError"];
                };
            };
            /** @description The account lacks the Reseller plan. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "TierRequired",
                     *         "message": "the API needs the Reseller plan"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["TierRequiredError"];
                };
            };
            /** @description No set has this number. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "NotFound",
                     *         "message": "there is no such item"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description The rest of the daily allowance does not cover this request. Costs nothing; a batch that does not fit is not answered in part. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "QuotaExceeded",
                     *         "message": "the daily allowance does not cover this request; it resets at 2026-11-16T00:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["QuotaExceededError"];
                };
            };
            /** @description Something failed on our side. What the request cost is given back; it can be sent again. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    /** @description The daily allowance of the key. */
                    "X-RateLimit-Limit"?: number;
                    /** @description What is left of it. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description When it is whole again: the next midnight UTC. */
                    "X-RateLimit-Reset"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "InternalError",
                     *         "message": "something failed on our side; the request can be retried"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["InternalError"];
                };
            };
            /** @description The service is overloaded or about to stop. What the request cost is given back. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "Retry-After": components["headers"]["Retry-After"];
                    /** @description The daily allowance of the key. */
                    "X-RateLimit-Limit"?: number;
                    /** @description What is left of it. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description When it is whole again: the next midnight UTC. */
                    "X-RateLimit-Reset"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "InternalError",
                     *         "message": "the service is busy; try again in a moment"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    getForecast: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an earlier answer: when `data` is still the same, the answer is 304 without a body. */
                "If-None-Match"?: string;
            };
            path: {
                /**
                 * @description Set number. The canonical form carries the variant; `75192` finds `75192-1` when no set has the bare number.
                 * @example 36614-1
                 */
                number: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "set_number": "36614-1",
                     *         "new": {
                     *           "in_6_months": null,
                     *           "in_12_months": null,
                     *           "sales_in_90_days": null,
                     *           "text": "No price is forecast yet: that takes sales of four to five years. No number of sales is expected yet: that takes sales of about two years."
                     *         },
                     *         "used": {
                     *           "in_6_months": null,
                     *           "in_12_months": null,
                     *           "sales_in_90_days": null,
                     *           "text": "No price is forecast yet: that takes sales of four to five years. No number of sales is expected yet: that takes sales of about two years."
                     *         }
                     *       },
                     *       "meta": {
                     *         "request_id": "4f7c1f0e-8f0b-4c8e-9c55-3a2f6d1b7e90",
                     *         "api_version": "1",
                     *         "rate_limit": {
                     *           "limit": 1000,
                     *           "remaining": 999,
                     *           "reset": "2026-11-02T00:00:00.000Z"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["ForecastResponse"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `data` is what `If-None-Match` names. Costs as much as a 200. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The path, a query parameter or the body is not valid; an unknown or repeated query parameter is not, either. Costs quota. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "BadRequest",
                     *         "message": "limit must be a whole number from 1 to 250"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["BadRequestError"];
                };
            };
            /** @description `MissingApiKey`: there is no bearer header. `InvalidApiKey`: the key is malformed, unknown, expired or revoked; which of these is not said. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "MissingApiKey",
                     *         "message": "send your API key as \"Authorization: Bearer <API_KEY>\""
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["UnauthorizedError"];
                };
            };
            /** @description The account lacks the Reseller plan. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "TierRequired",
                     *         "message": "the API needs the Reseller plan"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["TierRequiredError"];
                };
            };
            /** @description No set has this number. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "NotFound",
                     *         "message": "there is no such item"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description The rest of the daily allowance does not cover this request. Costs nothing; a batch that does not fit is not answered in part. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "QuotaExceeded",
                     *         "message": "the daily allowance does not cover this request; it resets at 2026-11-16T00:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["QuotaExceededError"];
                };
            };
            /** @description Something failed on our side. What the request cost is given back; it can be sent again. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    /** @description The daily allowance of the key. */
                    "X-RateLimit-Limit"?: number;
                    /** @description What is left of it. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description When it is whole again: the next midnight UTC. */
                    "X-RateLimit-Reset"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "InternalError",
                     *         "message": "something failed on our side; the request can be retried"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["InternalError"];
                };
            };
            /** @description The service is overloaded or about to stop. What the request cost is given back. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "Retry-After": components["headers"]["Retry-After"];
                    /** @description The daily allowance of the key. */
                    "X-RateLimit-Limit"?: number;
                    /** @description What is left of it. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description When it is whole again: the next midnight UTC. */
                    "X-RateLimit-Reset"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "InternalError",
                     *         "message": "the service is busy; try again in a moment"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    listSnapshots: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "snapshots": [
                     *           {
                     *             "kind": "sets",
                     *             "cursor": "MTowMTIzNDU2Nzg5OjMuMi41LjIwNzU4",
                     *             "created_at": "2026-11-01T12:00:00.000Z",
                     *             "items": 62,
                     *             "bytes": 20480,
                     *             "sha256": "73300871f44c168e7c949de2c750e60c2c9bb8ff530017c5a267234e9cb4db8e",
                     *             "cost": 100,
                     *             "download_url": "/api/v1/catalog/bulk/UZ3kXyPGrB1qv0nT8mJdA2hLs7WfEo5c"
                     *           },
                     *           {
                     *             "kind": "minifigs",
                     *             "cursor": "MTowMTIzNDU2Nzg5OjMuMi41LjIwNzU4",
                     *             "created_at": "2026-11-01T12:00:00.000Z",
                     *             "items": 14,
                     *             "bytes": 20480,
                     *             "sha256": "73300871f44c168e7c949de2c750e60c2c9bb8ff530017c5a267234e9cb4db8e",
                     *             "cost": 100,
                     *             "download_url": "/api/v1/catalog/bulk/UZ3kXyPGrB1qv0nT8mJdA2hLs7WfEo5c"
                     *           },
                     *           {
                     *             "kind": "history",
                     *             "cursor": "MTowMTIzNDU2Nzg5OjMuMi41LjIwNzU4",
                     *             "created_at": "2026-11-01T12:00:00.000Z",
                     *             "items": 124,
                     *             "bytes": 20480,
                     *             "sha256": "73300871f44c168e7c949de2c750e60c2c9bb8ff530017c5a267234e9cb4db8e",
                     *             "cost": 100,
                     *             "download_url": "/api/v1/catalog/bulk/UZ3kXyPGrB1qv0nT8mJdA2hLs7WfEo5c"
                     *           }
                     *         ]
                     *       },
                     *       "meta": {
                     *         "request_id": "4f7c1f0e-8f0b-4c8e-9c55-3a2f6d1b7e90",
                     *         "api_version": "1",
                     *         "rate_limit": {
                     *           "limit": 1000,
                     *           "remaining": 999,
                     *           "reset": "2026-11-02T00:00:00.000Z"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["BulkResponse"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description The path, a query parameter or the body is not valid; an unknown or repeated query parameter is not, either. Costs quota. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "BadRequest",
                     *         "message": "limit must be a whole number from 1 to 250"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["BadRequestError"];
                };
            };
            /** @description `MissingApiKey`: there is no bearer header. `InvalidApiKey`: the key is malformed, unknown, expired or revoked; which of these is not said. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "MissingApiKey",
                     *         "message": "send your API key as \"Authorization: Bearer <API_KEY>\""
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["UnauthorizedError"];
                };
            };
            /** @description The account lacks the Reseller plan. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "TierRequired",
                     *         "message": "the API needs the Reseller plan"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["TierRequiredError"];
                };
            };
            /** @description The rest of the daily allowance does not cover this request. Costs nothing; a batch that does not fit is not answered in part. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "QuotaExceeded",
                     *         "message": "the daily allowance does not cover this request; it resets at 2026-11-16T00:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["QuotaExceededError"];
                };
            };
            /** @description Something failed on our side. What the request cost is given back; it can be sent again. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    /** @description The daily allowance of the key. */
                    "X-RateLimit-Limit"?: number;
                    /** @description What is left of it. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description When it is whole again: the next midnight UTC. */
                    "X-RateLimit-Reset"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "InternalError",
                     *         "message": "something failed on our side; the request can be retried"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["InternalError"];
                };
            };
            /** @description The service is overloaded or about to stop. What the request cost is given back. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "Retry-After": components["headers"]["Retry-After"];
                    /** @description The daily allowance of the key. */
                    "X-RateLimit-Limit"?: number;
                    /** @description What is left of it. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description When it is whole again: the next midnight UTC. */
                    "X-RateLimit-Reset"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "InternalError",
                     *         "message": "the service is busy; try again in a moment"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    listChanges: {
        parameters: {
            query?: {
                /** @description A `cursor` of an earlier answer. */
                after?: string;
                /**
                 * @description How many lines to return at most.
                 * @example 2
                 */
                limit?: number;
            };
            header?: {
                /** @description The `ETag` of an earlier answer: when `data` is still the same, the answer is 304 without a body. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "changes": [],
                     *         "cursor": "MTowMTIzNDU2Nzg5OjMuMi41LjIwNzU4",
                     *         "has_more": false
                     *       },
                     *       "meta": {
                     *         "request_id": "4f7c1f0e-8f0b-4c8e-9c55-3a2f6d1b7e90",
                     *         "api_version": "1",
                     *         "rate_limit": {
                     *           "limit": 1000,
                     *           "remaining": 999,
                     *           "reset": "2026-11-02T00:00:00.000Z"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["ChangesResponse"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `data` is what `If-None-Match` names. Costs as much as a 200. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The path, a query parameter or the body is not valid; an unknown or repeated query parameter is not, either. Costs quota. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "BadRequest",
                     *         "message": "limit must be a whole number from 1 to 250"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["BadRequestError"];
                };
            };
            /** @description `MissingApiKey`: there is no bearer header. `InvalidApiKey`: the key is malformed, unknown, expired or revoked; which of these is not said. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "MissingApiKey",
                     *         "message": "send your API key as \"Authorization: Bearer <API_KEY>\""
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["UnauthorizedError"];
                };
            };
            /** @description The account lacks the Reseller plan. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "TierRequired",
                     *         "message": "the API needs the Reseller plan"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["TierRequiredError"];
                };
            };
            /** @description The rest of the daily allowance does not cover this request. Costs nothing; a batch that does not fit is not answered in part. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "QuotaExceeded",
                     *         "message": "the daily allowance does not cover this request; it resets at 2026-11-16T00:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["QuotaExceededError"];
                };
            };
            /** @description Something failed on our side. What the request cost is given back; it can be sent again. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    /** @description The daily allowance of the key. */
                    "X-RateLimit-Limit"?: number;
                    /** @description What is left of it. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description When it is whole again: the next midnight UTC. */
                    "X-RateLimit-Reset"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "InternalError",
                     *         "message": "something failed on our side; the request can be retried"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["InternalError"];
                };
            };
            /** @description The service is overloaded or about to stop. What the request cost is given back. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "Retry-After": components["headers"]["Retry-After"];
                    /** @description The daily allowance of the key. */
                    "X-RateLimit-Limit"?: number;
                    /** @description What is left of it. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description When it is whole again: the next midnight UTC. */
                    "X-RateLimit-Reset"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "InternalError",
                     *         "message": "the service is busy; try again in a moment"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    listMigrations: {
        parameters: {
            query?: {
                /** @description A `cursor` of an earlier answer. */
                after?: string;
                /**
                 * @description How many lines to return at most.
                 * @example 2
                 */
                limit?: number;
            };
            header?: {
                /** @description The `ETag` of an earlier answer: when `data` is still the same, the answer is 304 without a body. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "migrations": [],
                     *         "cursor": "MTowMTIzNDU2Nzg5OjMuMi41LjIwNzU4",
                     *         "has_more": false
                     *       },
                     *       "meta": {
                     *         "request_id": "4f7c1f0e-8f0b-4c8e-9c55-3a2f6d1b7e90",
                     *         "api_version": "1",
                     *         "rate_limit": {
                     *           "limit": 1000,
                     *           "remaining": 999,
                     *           "reset": "2026-11-02T00:00:00.000Z"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["MigrationsResponse"];
                        meta: components["schemas"]["Meta"];
                    };
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            /** @description `data` is what `If-None-Match` names. Costs as much as a 200. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The path, a query parameter or the body is not valid; an unknown or repeated query parameter is not, either. Costs quota. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "BadRequest",
                     *         "message": "limit must be a whole number from 1 to 250"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["BadRequestError"];
                };
            };
            /** @description `MissingApiKey`: there is no bearer header. `InvalidApiKey`: the key is malformed, unknown, expired or revoked; which of these is not said. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "MissingApiKey",
                     *         "message": "send your API key as \"Authorization: Bearer <API_KEY>\""
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["UnauthorizedError"];
                };
            };
            /** @description The account lacks the Reseller plan. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "TierRequired",
                     *         "message": "the API needs the Reseller plan"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["TierRequiredError"];
                };
            };
            /** @description The rest of the daily allowance does not cover this request. Costs nothing; a batch that does not fit is not answered in part. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "QuotaExceeded",
                     *         "message": "the daily allowance does not cover this request; it resets at 2026-11-16T00:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["QuotaExceededError"];
                };
            };
            /** @description Something failed on our side. What the request cost is given back; it can be sent again. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    /** @description The daily allowance of the key. */
                    "X-RateLimit-Limit"?: number;
                    /** @description What is left of it. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description When it is whole again: the next midnight UTC. */
                    "X-RateLimit-Reset"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "InternalError",
                     *         "message": "something failed on our side; the request can be retried"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["InternalError"];
                };
            };
            /** @description The service is overloaded or about to stop. What the request cost is given back. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "Retry-After": components["headers"]["Retry-After"];
                    /** @description The daily allowance of the key. */
                    "X-RateLimit-Limit"?: number;
                    /** @description What is left of it. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description When it is whole again: the next midnight UTC. */
                    "X-RateLimit-Reset"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "InternalError",
                     *         "message": "the service is busy; try again in a moment"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    getRetailPrices: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an earlier answer: when `data` is still the same, the answer is 304 without a body. */
                "If-None-Match"?: string;
            };
            path: {
                /**
                 * @description Set number. The canonical form carries the variant; `75192` finds `75192-1` when no set has the bare number.
                 * @example 36614-1
                 */
                number: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "setNumber": "36614-1",
                     *         "name": "Forklift of Fogmarsh",
                     *         "asin": "D00005776N",
                     *         "upc": "400069651241",
                     *         "ean": "2900069651251",
                     *         "retailer_a": {
                     *           "price": 118.29,
                     *           "sellerType": "retailer",
                     *           "changedAt": "2026-10-30T02:04:06.000Z",
                     *           "lastChange": 0.99,
                     *           "flip1pTo3p": false,
                     *           "atLowest": false,
                     *           "lowest": 113.38,
                     *           "inStock": true
                     *         },
                     *         "retailer_b": {
                     *           "price": null,
                     *           "sellerType": null,
                     *           "changedAt": null,
                     *           "lastChange": null,
                     *           "flip1pTo3p": false,
                     *           "atLowest": false,
                     *           "lowest": null,
                     *           "inStock": null
                     *         },
                     *         "retailer_aExit": {
                     *           "lowestFba": 118.29,
                     *           "fbaSellers": 3,
                     *           "buyBox": 118.29,
                     *           "netFba": 88.12
                     *         },
                     *         "paid": 89.69
                     *       },
                     *       "meta": {
                     *         "request_id": "4f7c1f0e-8f0b-4c8e-9c55-3a2f6d1b7e90",
                     *         "api_version": "1",
                     *         "rate_limit": {
                     *           "limit": 1000,
                     *           "remaining": 999,
                     *           "reset": "2026-11-02T00:00:00.000Z"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["RetailRow"] | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `data` is what `If-None-Match` names. Costs as much as a 200. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The path, a query parameter or the body is not valid; an unknown or repeated query parameter is not, either. Costs quota. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "BadRequest",
                     *         "message": "limit must be a whole number from 1 to 250"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["BadRequestError"];
                };
            };
            /** @description `MissingApiKey`: there is no bearer header. `InvalidApiKey`: the key is malformed, unknown, expired or revoked; which of these is not said. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "MissingApiKey",
                     *         "message": "send your API key as \"Authorization: Bearer <API_KEY>\""
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["UnauthorizedError"];
                };
            };
            /** @description The account lacks the Reseller plan. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "TierRequired",
                     *         "message": "the API needs the Reseller plan"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["TierRequiredError"];
                };
            };
            /** @description The rest of the daily allowance does not cover this request. Costs nothing; a batch that does not fit is not answered in part. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "QuotaExceeded",
                     *         "message": "the daily allowance does not cover this request; it resets at 2026-11-16T00:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["QuotaExceededError"];
                };
            };
            /** @description Something failed on our side. What the request cost is given back; it can be sent again. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    /** @description The daily allowance of the key. */
                    "X-RateLimit-Limit"?: number;
                    /** @description What is left of it. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description When it is whole again: the next midnight UTC. */
                    "X-RateLimit-Reset"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "InternalError",
                     *         "message": "something failed on our side; the request can be retried"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["InternalError"];
                };
            };
            /** @description The service is overloaded or about to stop. What the request cost is given back. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "Retry-After": components["headers"]["Retry-After"];
                    /** @description The daily allowance of the key. */
                    "X-RateLimit-Limit"?: number;
                    /** @description What is left of it. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description When it is whole again: the next midnight UTC. */
                    "X-RateLimit-Reset"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "InternalError",
                     *         "message": "the service is busy; try again in a moment"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    findRetailPrices: {
        parameters: {
            query?: {
                /**
                 * @description Set number.
                 * @example 36614-1
                 */
                set?: string;
                /** @description The retailer's product identifier. */
                asin?: string;
                /** @description UPC or EAN, with or without leading zero. */
                upc?: string;
            };
            header?: {
                /** @description The `ETag` of an earlier answer: when `data` is still the same, the answer is 304 without a body. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "setNumber": "36614-1",
                     *         "name": "Forklift of Fogmarsh",
                     *         "asin": "D00005776N",
                     *         "upc": "400069651241",
                     *         "ean": "2900069651251",
                     *         "retailer_a": {
                     *           "price": 118.29,
                     *           "sellerType": "retailer",
                     *           "changedAt": "2026-10-30T02:04:06.000Z",
                     *           "lastChange": 0.99,
                     *           "flip1pTo3p": false,
                     *           "atLowest": false,
                     *           "lowest": 113.38,
                     *           "inStock": true
                     *         },
                     *         "retailer_b": {
                     *           "price": null,
                     *           "sellerType": null,
                     *           "changedAt": null,
                     *           "lastChange": null,
                     *           "flip1pTo3p": false,
                     *           "atLowest": false,
                     *           "lowest": null,
                     *           "inStock": null
                     *         },
                     *         "retailer_aExit": {
                     *           "lowestFba": 118.29,
                     *           "fbaSellers": 3,
                     *           "buyBox": 118.29,
                     *           "netFba": 88.12
                     *         }
                     *       },
                     *       "meta": {
                     *         "request_id": "4f7c1f0e-8f0b-4c8e-9c55-3a2f6d1b7e90",
                     *         "api_version": "1",
                     *         "rate_limit": {
                     *           "limit": 1000,
                     *           "remaining": 999,
                     *           "reset": "2026-11-02T00:00:00.000Z"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["RetailRow"] | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `data` is what `If-None-Match` names. Costs as much as a 200. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The path, a query parameter or the body is not valid; an unknown or repeated query parameter is not, either. Costs quota. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "BadRequest",
                     *         "message": "limit must be a whole number from 1 to 250"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["BadRequestError"];
                };
            };
            /** @description `MissingApiKey`: there is no bearer header. `InvalidApiKey`: the key is malformed, unknown, expired or revoked; which of these is not said. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "MissingApiKey",
                     *         "message": "send your API key as \"Authorization: Bearer <API_KEY>\""
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["UnauthorizedError"];
                };
            };
            /** @description The account lacks the Reseller plan. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "TierRequired",
                     *         "message": "the API needs the Reseller plan"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["TierRequiredError"];
                };
            };
            /** @description The rest of the daily allowance does not cover this request. Costs nothing; a batch that does not fit is not answered in part. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "QuotaExceeded",
                     *         "message": "the daily allowance does not cover this request; it resets at 2026-11-16T00:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["QuotaExceededError"];
                };
            };
            /** @description Something failed on our side. What the request cost is given back; it can be sent again. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    /** @description The daily allowance of the key. */
                    "X-RateLimit-Limit"?: number;
                    /** @description What is left of it. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description When it is whole again: the next midnight UTC. */
                    "X-RateLimit-Reset"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "InternalError",
                     *         "message": "something failed on our side; the request can be retried"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["InternalError"];
                };
            };
            /** @description The service is overloaded or about to stop. What the request cost is given back. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "Retry-After": components["headers"]["Retry-After"];
                    /** @description The daily allowance of the key. */
                    "X-RateLimit-Limit"?: number;
                    /** @description What is left of it. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description When it is whole again: the next midnight UTC. */
                    "X-RateLimit-Reset"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "InternalError",
                     *         "message": "the service is busy; try again in a moment"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    listRetailWatch: {
        parameters: {
            query?: {
                /**
                 * @description Only sets whose price at either retailer changed within the last so many minutes (m), hours (h) or days (d).
                 * @example 7d
                 */
                changed_within?: string;
                /** @description Only sets whose price at either retailer changed then or later. */
                since?: string;
                /** @description One of the retailer's product identifiers, or several with a comma between them. */
                asin?: string;
                /** @description One UPC or EAN, or several with a comma between them, with or without leading zero. */
                upc?: string;
            };
            header?: {
                /** @description The `ETag` of an earlier answer: when `data` is still the same, the answer is 304 without a body. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "setNumber": "66775-1",
                     *           "name": "Road Roller of Zürnbach",
                     *           "asin": "D00002VCZV",
                     *           "upc": "400038275096",
                     *           "ean": "2900038275105",
                     *           "retailer_a": {
                     *             "price": 10.35,
                     *             "sellerType": "third_party",
                     *             "changedAt": "2026-10-31T22:08:45.000Z",
                     *             "lastChange": -2.25,
                     *             "flip1pTo3p": true,
                     *             "atLowest": false,
                     *             "lowest": 9.64,
                     *             "inStock": true
                     *           },
                     *           "retailer_b": {
                     *             "price": null,
                     *             "sellerType": null,
                     *             "changedAt": "2026-05-08T11:34:01.000Z",
                     *             "lastChange": 2,
                     *             "flip1pTo3p": false,
                     *             "atLowest": false,
                     *             "lowest": 9.99,
                     *             "inStock": false
                     *           },
                     *           "retailer_aExit": {
                     *             "lowestFba": null,
                     *             "fbaSellers": 0,
                     *             "buyBox": 10.35,
                     *             "netFba": null
                     *           },
                     *           "paid": 9.47
                     *         },
                     *         {
                     *           "setNumber": "62077-1",
                     *           "name": "Silver Farm",
                     *           "asin": "D00007CWLS",
                     *           "upc": "400098613845",
                     *           "ean": "2900098613855",
                     *           "retailer_a": {
                     *             "price": 115.17,
                     *             "sellerType": "third_party",
                     *             "changedAt": "2026-10-31T12:31:03.000Z",
                     *             "lastChange": 4.58,
                     *             "flip1pTo3p": false,
                     *             "atLowest": false,
                     *             "lowest": 97.8,
                     *             "inStock": true
                     *           },
                     *           "retailer_b": {
                     *             "price": null,
                     *             "sellerType": null,
                     *             "changedAt": null,
                     *             "lastChange": null,
                     *             "flip1pTo3p": false,
                     *             "atLowest": false,
                     *             "lowest": null,
                     *             "inStock": null
                     *           },
                     *           "retailer_aExit": {
                     *             "lowestFba": 115.17,
                     *             "fbaSellers": 7,
                     *             "buyBox": 115.17,
                     *             "netFba": 89.68
                     *           },
                     *           "paid": 60.92
                     *         },
                     *         {
                     *           "setNumber": "11355-1",
                     *           "name": "Beach House at Zürnbach",
                     *           "asin": "D00007E4CH",
                     *           "upc": "400099096555",
                     *           "ean": "2900099096565",
                     *           "retailer_a": {
                     *             "price": 57.06,
                     *             "sellerType": "third_party",
                     *             "changedAt": "2026-10-31T01:09:36.000Z",
                     *             "lastChange": 0.73,
                     *             "flip1pTo3p": false,
                     *             "atLowest": false,
                     *             "lowest": 51.72,
                     *             "inStock": true
                     *           },
                     *           "retailer_b": {
                     *             "price": null,
                     *             "sellerType": null,
                     *             "changedAt": null,
                     *             "lastChange": null,
                     *             "flip1pTo3p": false,
                     *             "atLowest": false,
                     *             "lowest": null,
                     *             "inStock": null
                     *           },
                     *           "retailer_aExit": {
                     *             "lowestFba": 57.06,
                     *             "fbaSellers": 6,
                     *             "buyBox": 57.06,
                     *             "netFba": 40.9
                     *           },
                     *           "paid": 38.81
                     *         }
                     *       ],
                     *       "meta": {
                     *         "request_id": "4f7c1f0e-8f0b-4c8e-9c55-3a2f6d1b7e90",
                     *         "api_version": "1",
                     *         "rate_limit": {
                     *           "limit": 1000,
                     *           "remaining": 999,
                     *           "reset": "2026-11-02T00:00:00.000Z"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["RetailRow"][];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `data` is what `If-None-Match` names. Costs as much as a 200. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The path, a query parameter or the body is not valid; an unknown or repeated query parameter is not, either. Costs quota. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "BadRequest",
                     *         "message": "limit must be a whole number from 1 to 250"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["BadRequestError"];
                };
            };
            /** @description `MissingApiKey`: there is no bearer header. `InvalidApiKey`: the key is malformed, unknown, expired or revoked; which of these is not said. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "MissingApiKey",
                     *         "message": "send your API key as \"Authorization: Bearer <API_KEY>\""
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["UnauthorizedError"];
                };
            };
            /** @description The account lacks the Reseller plan. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "TierRequired",
                     *         "message": "the API needs the Reseller plan"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["TierRequiredError"];
                };
            };
            /** @description The rest of the daily allowance does not cover this request. Costs nothing; a batch that does not fit is not answered in part. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "QuotaExceeded",
                     *         "message": "the daily allowance does not cover this request; it resets at 2026-11-16T00:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["QuotaExceededError"];
                };
            };
            /** @description Something failed on our side. What the request cost is given back; it can be sent again. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    /** @description The daily allowance of the key. */
                    "X-RateLimit-Limit"?: number;
                    /** @description What is left of it. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description When it is whole again: the next midnight UTC. */
                    "X-RateLimit-Reset"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "InternalError",
                     *         "message": "something failed on our side; the request can be retried"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["InternalError"];
                };
            };
            /** @description The service is overloaded or about to stop. What the request cost is given back. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "Retry-After": components["headers"]["Retry-After"];
                    /** @description The daily allowance of the key. */
                    "X-RateLimit-Limit"?: number;
                    /** @description What is left of it. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description When it is whole again: the next midnight UTC. */
                    "X-RateLimit-Reset"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "InternalError",
                     *         "message": "the service is busy; try again in a moment"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    listBrickfolios: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an earlier answer: when `data` is still the same, the answer is 304 without a body. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "brickfolios": [
                     *           {
                     *             "id": 1,
                     *             "name": "Main inventory",
                     *             "description": "Everything that is for sale or will be",
                     *             "is_default": true,
                     *             "owned_set_count": 36,
                     *             "owned_item_count": 89,
                     *             "total_cost_basis_usd": 3611.04,
                     *             "total_current_value_usd": 4912.57,
                     *             "unrealized_gain_loss_usd": 1250.43,
                     *             "created_at": "2026-11-01T12:00:00.000Z"
                     *           },
                     *           {
                     *             "id": 2,
                     *             "name": "Long holds",
                     *             "description": "Bought before retirement, not before 2028",
                     *             "is_default": false,
                     *             "owned_set_count": 38,
                     *             "owned_item_count": 109,
                     *             "total_cost_basis_usd": 5273.04,
                     *             "total_current_value_usd": 7279.33,
                     *             "unrealized_gain_loss_usd": 2006.29,
                     *             "created_at": "2026-11-01T12:00:00.000Z"
                     *           },
                     *           {
                     *             "id": 3,
                     *             "name": "Holiday flips",
                     *             "description": null,
                     *             "is_default": false,
                     *             "owned_set_count": 31,
                     *             "owned_item_count": 79,
                     *             "total_cost_basis_usd": 6300.02,
                     *             "total_current_value_usd": 8302.55,
                     *             "unrealized_gain_loss_usd": 1737.7,
                     *             "created_at": "2026-11-01T12:00:00.000Z"
                     *           }
                     *         ],
                     *         "monthly_periods": [
                     *           {
                     *             "month": "2022-01",
                     *             "entry_count": 5,
                     *             "items": 10,
                     *             "cost_basis_usd": 561.7
                     *           },
                     *           {
                     *             "month": "2022-02",
                     *             "entry_count": 3,
                     *             "items": 3,
                     *             "cost_basis_usd": 67.28
                     *           },
                     *           {
                     *             "month": "2022-03",
                     *             "entry_count": 5,
                     *             "items": 5,
                     *             "cost_basis_usd": 142.04
                     *           }
                     *         ]
                     *       },
                     *       "meta": {
                     *         "request_id": "4f7c1f0e-8f0b-4c8e-9c55-3a2f6d1b7e90",
                     *         "api_version": "1",
                     *         "rate_limit": {
                     *           "limit": 1000,
                     *           "remaining": 999,
                     *           "reset": "2026-11-02T00:00:00.000Z"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["BrickfoliosResponse"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `data` is what `If-None-Match` names. Costs as much as a 200. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The path, a query parameter or the body is not valid; an unknown or repeated query parameter is not, either. Costs quota. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "BadRequest",
                     *         "message": "limit must be a whole number from 1 to 250"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["BadRequestError"];
                };
            };
            /** @description `MissingApiKey`: there is no bearer header. `InvalidApiKey`: the key is malformed, unknown, expired or revoked; which of these is not said. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "MissingApiKey",
                     *         "message": "send your API key as \"Authorization: Bearer <API_KEY>\""
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["UnauthorizedError"];
                };
            };
            /** @description The account lacks the Reseller plan. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "TierRequired",
                     *         "message": "the API needs the Reseller plan"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["TierRequiredError"];
                };
            };
            /** @description The rest of the daily allowance does not cover this request. Costs nothing; a batch that does not fit is not answered in part. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "QuotaExceeded",
                     *         "message": "the daily allowance does not cover this request; it resets at 2026-11-16T00:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["QuotaExceededError"];
                };
            };
            /** @description Something failed on our side. What the request cost is given back; it can be sent again. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    /** @description The daily allowance of the key. */
                    "X-RateLimit-Limit"?: number;
                    /** @description What is left of it. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description When it is whole again: the next midnight UTC. */
                    "X-RateLimit-Reset"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "InternalError",
                     *         "message": "something failed on our side; the request can be retried"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["InternalError"];
                };
            };
            /** @description The service is overloaded or about to stop. What the request cost is given back. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "Retry-After": components["headers"]["Retry-After"];
                    /** @description The daily allowance of the key. */
                    "X-RateLimit-Limit"?: number;
                    /** @description What is left of it. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description When it is whole again: the next midnight UTC. */
                    "X-RateLimit-Reset"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "InternalError",
                     *         "message": "the service is busy; try again in a moment"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    listEntries: {
        parameters: {
            query?: {
                /**
                 * @description How many rows to return at most.
                 * @example 2
                 */
                limit?: number;
                /** @description How many rows to skip. */
                offset?: number;
                /** @description Only holdings of this brickfolio. */
                brickfolio_id?: number;
            };
            header?: {
                /** @description The `ETag` of an earlier answer: when `data` is still the same, the answer is 304 without a body. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "entries": [
                     *           {
                     *             "brickfolio_id": 1,
                     *             "set_number": "11355-1",
                     *             "title": "Beach House at Zürnbach",
                     *             "theme": "Maple Street",
                     *             "quantity": 1,
                     *             "condition": "sealed",
                     *             "purchase_price_usd": 39.84,
                     *             "purchase_date": "2023-05-18",
                     *             "status": "owned",
                     *             "current_value_usd": 49.48,
                     *             "total_current_value_usd": 49.48,
                     *             "unrealized_gain_loss_usd": 9.64,
                     *             "unrealized_gain_loss_pct": 24.2
                     *           },
                     *           {
                     *             "brickfolio_id": 1,
                     *             "set_number": "11355-1",
                     *             "title": "Beach House at Zürnbach",
                     *             "theme": "Maple Street",
                     *             "quantity": 4,
                     *             "condition": "sealed",
                     *             "purchase_price_usd": 40.82,
                     *             "purchase_date": "2023-07-09",
                     *             "status": "sold",
                     *             "current_value_usd": 49.48,
                     *             "total_current_value_usd": 197.92,
                     *             "unrealized_gain_loss_usd": 34.64,
                     *             "unrealized_gain_loss_pct": 21.22
                     *           }
                     *         ],
                     *         "pagination": {
                     *           "total": 432,
                     *           "limit": 2,
                     *           "offset": 0,
                     *           "has_more": true
                     *         }
                     *       },
                     *       "meta": {
                     *         "request_id": "4f7c1f0e-8f0b-4c8e-9c55-3a2f6d1b7e90",
                     *         "api_version": "1",
                     *         "rate_limit": {
                     *           "limit": 1000,
                     *           "remaining": 999,
                     *           "reset": "2026-11-02T00:00:00.000Z"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["EntriesResponse"];
                        meta: components["schemas"]["Meta"];
                    };
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            /** @description `data` is what `If-None-Match` names. Costs as much as a 200. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The path, a query parameter or the body is not valid; an unknown or repeated query parameter is not, either. Costs quota. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "BadRequest",
                     *         "message": "limit must be a whole number from 1 to 250"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["BadRequestError"];
                };
            };
            /** @description `MissingApiKey`: there is no bearer header. `InvalidApiKey`: the key is malformed, unknown, expired or revoked; which of these is not said. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "MissingApiKey",
                     *         "message": "send your API key as \"Authorization: Bearer <API_KEY>\""
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["UnauthorizedError"];
                };
            };
            /** @description The account lacks the Reseller plan. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "TierRequired",
                     *         "message": "the API needs the Reseller plan"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["TierRequiredError"];
                };
            };
            /** @description The caller has no collection with this `brickfolio_id`. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "NotFound",
                     *         "message": "there is no such item"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description The rest of the daily allowance does not cover this request. Costs nothing; a batch that does not fit is not answered in part. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "QuotaExceeded",
                     *         "message": "the daily allowance does not cover this request; it resets at 2026-11-16T00:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["QuotaExceededError"];
                };
            };
            /** @description Something failed on our side. What the request cost is given back; it can be sent again. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    /** @description The daily allowance of the key. */
                    "X-RateLimit-Limit"?: number;
                    /** @description What is left of it. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description When it is whole again: the next midnight UTC. */
                    "X-RateLimit-Reset"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "InternalError",
                     *         "message": "something failed on our side; the request can be retried"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["InternalError"];
                };
            };
            /** @description The service is overloaded or about to stop. What the request cost is given back. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "Retry-After": components["headers"]["Retry-After"];
                    /** @description The daily allowance of the key. */
                    "X-RateLimit-Limit"?: number;
                    /** @description What is left of it. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description When it is whole again: the next midnight UTC. */
                    "X-RateLimit-Reset"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "InternalError",
                     *         "message": "the service is busy; try again in a moment"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    getAnalytics: {
        parameters: {
            query?: {
                /**
                 * @description How far back the value history goes.
                 * @example 30d
                 */
                period?: "30d" | "90d" | "1y";
            };
            header?: {
                /** @description The `ETag` of an earlier answer: when `data` is still the same, the answer is 304 without a body. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "period": "30d",
                     *         "summary": {
                     *           "total_sets": 57,
                     *           "total_items": 437,
                     *           "total_cost_basis_usd": 27214.37,
                     *           "total_current_value_usd": 35934,
                     *           "unrealized_gain_loss_usd": 7891.32,
                     *           "unrealized_gain_loss_pct": 37.46,
                     *           "top_gainer": {
                     *             "set_number": "99387-1",
                     *             "title": "Drone Carrier at Ravenholm",
                     *             "gain_pct": 284.53
                     *           },
                     *           "top_loser": {
                     *             "set_number": "81481-1",
                     *             "title": "Camera Truck, Frozen Edition",
                     *             "loss_pct": -58.76
                     *           }
                     *         },
                     *         "value_history": [
                     *           {
                     *             "date": "2026-10-03",
                     *             "total_value_usd": 34416.79,
                     *             "cost_basis_usd": 26100.69,
                     *             "gain_loss_usd": 7495.31,
                     *             "gain_loss_pct": 37.75
                     *           },
                     *           {
                     *             "date": "2026-10-04",
                     *             "total_value_usd": 34667.12,
                     *             "cost_basis_usd": 26363.64,
                     *             "gain_loss_usd": 7484.22,
                     *             "gain_loss_pct": 37.02
                     *           },
                     *           {
                     *             "date": "2026-10-05",
                     *             "total_value_usd": 34756.89,
                     *             "cost_basis_usd": 26450.95,
                     *             "gain_loss_usd": 7486.68,
                     *             "gain_loss_pct": 36.88
                     *           }
                     *         ]
                     *       },
                     *       "meta": {
                     *         "request_id": "4f7c1f0e-8f0b-4c8e-9c55-3a2f6d1b7e90",
                     *         "api_version": "1",
                     *         "rate_limit": {
                     *           "limit": 1000,
                     *           "remaining": 999,
                     *           "reset": "2026-11-02T00:00:00.000Z"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["AnalyticsResponse"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `data` is what `If-None-Match` names. Costs as much as a 200. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The path, a query parameter or the body is not valid; an unknown or repeated query parameter is not, either. Costs quota. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "BadRequest",
                     *         "message": "limit must be a whole number from 1 to 250"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["BadRequestError"];
                };
            };
            /** @description `MissingApiKey`: there is no bearer header. `InvalidApiKey`: the key is malformed, unknown, expired or revoked; which of these is not said. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "MissingApiKey",
                     *         "message": "send your API key as \"Authorization: Bearer <API_KEY>\""
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["UnauthorizedError"];
                };
            };
            /** @description The account lacks the Reseller plan. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "TierRequired",
                     *         "message": "the API needs the Reseller plan"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["TierRequiredError"];
                };
            };
            /** @description The rest of the daily allowance does not cover this request. Costs nothing; a batch that does not fit is not answered in part. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "QuotaExceeded",
                     *         "message": "the daily allowance does not cover this request; it resets at 2026-11-16T00:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["QuotaExceededError"];
                };
            };
            /** @description Something failed on our side. What the request cost is given back; it can be sent again. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    /** @description The daily allowance of the key. */
                    "X-RateLimit-Limit"?: number;
                    /** @description What is left of it. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description When it is whole again: the next midnight UTC. */
                    "X-RateLimit-Reset"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "InternalError",
                     *         "message": "something failed on our side; the request can be retried"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["InternalError"];
                };
            };
            /** @description The service is overloaded or about to stop. What the request cost is given back. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "Retry-After": components["headers"]["Retry-After"];
                    /** @description The daily allowance of the key. */
                    "X-RateLimit-Limit"?: number;
                    /** @description What is left of it. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description When it is whole again: the next midnight UTC. */
                    "X-RateLimit-Reset"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "InternalError",
                     *         "message": "the service is busy; try again in a moment"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    listSales: {
        parameters: {
            query?: {
                /**
                 * @description How many rows to return at most.
                 * @example 2
                 */
                limit?: number;
                /** @description How many rows to skip. */
                offset?: number;
            };
            header?: {
                /** @description The `ETag` of an earlier answer: when `data` is still the same, the answer is 304 without a body. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "sales": [
                     *           {
                     *             "id": 128,
                     *             "set_number": "62077-1",
                     *             "title": "Silver Farm",
                     *             "platform": "whatnot",
                     *             "sale_date": "2026-10-18",
                     *             "quantity": 1,
                     *             "gross_proceeds_usd": 118.82,
                     *             "platform_fees_usd": 9.51,
                     *             "payment_fees_usd": 3.75,
                     *             "shipping_cost_usd": 9.57,
                     *             "net_proceeds_usd": 95.99,
                     *             "profit_loss_usd": null,
                     *             "roi_pct": null
                     *           },
                     *           {
                     *             "id": 182,
                     *             "set_number": "20955-1",
                     *             "title": "Palais of Ravenholm",
                     *             "platform": "ebay",
                     *             "sale_date": "2026-10-15",
                     *             "quantity": 1,
                     *             "gross_proceeds_usd": 61.48,
                     *             "platform_fees_usd": 8.15,
                     *             "payment_fees_usd": 0.4,
                     *             "shipping_cost_usd": 7.82,
                     *             "net_proceeds_usd": 45.11,
                     *             "profit_loss_usd": 13.91,
                     *             "roi_pct": 44.58
                     *           }
                     *         ],
                     *         "pagination": {
                     *           "total": 216,
                     *           "limit": 2,
                     *           "offset": 0,
                     *           "has_more": true
                     *         }
                     *       },
                     *       "meta": {
                     *         "request_id": "4f7c1f0e-8f0b-4c8e-9c55-3a2f6d1b7e90",
                     *         "api_version": "1",
                     *         "rate_limit": {
                     *           "limit": 1000,
                     *           "remaining": 999,
                     *           "reset": "2026-11-02T00:00:00.000Z"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["SalesResponse"];
                        meta: components["schemas"]["Meta"];
                    };
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            /** @description `data` is what `If-None-Match` names. Costs as much as a 200. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The path, a query parameter or the body is not valid; an unknown or repeated query parameter is not, either. Costs quota. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "BadRequest",
                     *         "message": "limit must be a whole number from 1 to 250"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["BadRequestError"];
                };
            };
            /** @description `MissingApiKey`: there is no bearer header. `InvalidApiKey`: the key is malformed, unknown, expired or revoked; which of these is not said. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "MissingApiKey",
                     *         "message": "send your API key as \"Authorization: Bearer <API_KEY>\""
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["UnauthorizedError"];
                };
            };
            /** @description The account lacks the Reseller plan. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "TierRequired",
                     *         "message": "the API needs the Reseller plan"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["TierRequiredError"];
                };
            };
            /** @description The rest of the daily allowance does not cover this request. Costs nothing; a batch that does not fit is not answered in part. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "QuotaExceeded",
                     *         "message": "the daily allowance does not cover this request; it resets at 2026-11-16T00:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["QuotaExceededError"];
                };
            };
            /** @description Something failed on our side. What the request cost is given back; it can be sent again. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    /** @description The daily allowance of the key. */
                    "X-RateLimit-Limit"?: number;
                    /** @description What is left of it. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description When it is whole again: the next midnight UTC. */
                    "X-RateLimit-Reset"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "InternalError",
                     *         "message": "something failed on our side; the request can be retried"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["InternalError"];
                };
            };
            /** @description The service is overloaded or about to stop. What the request cost is given back. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "Retry-After": components["headers"]["Retry-After"];
                    /** @description The daily allowance of the key. */
                    "X-RateLimit-Limit"?: number;
                    /** @description What is left of it. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description When it is whole again: the next midnight UTC. */
                    "X-RateLimit-Reset"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "InternalError",
                     *         "message": "the service is busy; try again in a moment"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    webhook_price_dropped: {
        parameters: {
            query?: never;
            header: {
                /** @description Identifies the message; the same when it is sent again */
                "webhook-id": string;
                /** @description When this attempt was made, in seconds since 1970 */
                "webhook-timestamp": string;
                /** @description Signatures as in the Standard Webhooks specification: v1 (HMAC-SHA256) and v1a (Ed25519) */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @constant */
                    type: "price.dropped";
                    /**
                     * Format: date-time
                     * @description When it happened
                     * @example 2026-11-15T12:00:00.000Z
                     */
                    timestamp: string;
                    data: {
                        /**
                         * @description The set
                         * @example 75192-1
                         */
                        set_number: string;
                        /**
                         * @description Its title
                         * @example Millennium Falcon
                         */
                        title: string;
                        /** @enum {string} */
                        retailer: "retailer_a" | "retailer_b";
                        /**
                         * @description The last price shown before, in USD
                         * @example 79.99
                         */
                        previous_price_usd: number;
                        /**
                         * @description The price now, in USD
                         * @example 79.99
                         */
                        price_usd: number;
                    };
                };
            };
        };
        responses: {
            /** @description Never send to this endpoint again */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Accepted */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not accepted: it is sent again, up to seven times in 28 hours */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_price_all_time_low: {
        parameters: {
            query?: never;
            header: {
                /** @description Identifies the message; the same when it is sent again */
                "webhook-id": string;
                /** @description When this attempt was made, in seconds since 1970 */
                "webhook-timestamp": string;
                /** @description Signatures as in the Standard Webhooks specification: v1 (HMAC-SHA256) and v1a (Ed25519) */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @constant */
                    type: "price.all_time_low";
                    /**
                     * Format: date-time
                     * @description When it happened
                     * @example 2026-11-15T12:00:00.000Z
                     */
                    timestamp: string;
                    data: {
                        /**
                         * @description The set
                         * @example 75192-1
                         */
                        set_number: string;
                        /**
                         * @description Its title
                         * @example Millennium Falcon
                         */
                        title: string;
                        /** @enum {string} */
                        retailer: "retailer_a" | "retailer_b";
                        /**
                         * @description The price now, in USD
                         * @example 79.99
                         */
                        price_usd: number;
                        /**
                         * @description The lowest price before, in USD
                         * @example 79.99
                         */
                        previous_low_usd: number;
                        /**
                         * Format: date
                         * @description The last day on which that was shown; null when unknown
                         * @example 2025-11-28
                         */
                        previous_low_date: string | null;
                    };
                };
            };
        };
        responses: {
            /** @description Never send to this endpoint again */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Accepted */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not accepted: it is sent again, up to seven times in 28 hours */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_seller_third_party_only: {
        parameters: {
            query?: never;
            header: {
                /** @description Identifies the message; the same when it is sent again */
                "webhook-id": string;
                /** @description When this attempt was made, in seconds since 1970 */
                "webhook-timestamp": string;
                /** @description Signatures as in the Standard Webhooks specification: v1 (HMAC-SHA256) and v1a (Ed25519) */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @constant */
                    type: "seller.third_party_only";
                    /**
                     * Format: date-time
                     * @description When it happened
                     * @example 2026-11-15T12:00:00.000Z
                     */
                    timestamp: string;
                    data: {
                        /**
                         * @description The set
                         * @example 75192-1
                         */
                        set_number: string;
                        /**
                         * @description Its title
                         * @example Millennium Falcon
                         */
                        title: string;
                        /** @enum {string} */
                        retailer: "retailer_a" | "retailer_b";
                        /**
                         * @description The price now, in USD; null when unknown
                         * @example 79.99
                         */
                        price_usd: number | null;
                    };
                };
            };
        };
        responses: {
            /** @description Never send to this endpoint again */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Accepted */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not accepted: it is sent again, up to seven times in 28 hours */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_stock_returned: {
        parameters: {
            query?: never;
            header: {
                /** @description Identifies the message; the same when it is sent again */
                "webhook-id": string;
                /** @description When this attempt was made, in seconds since 1970 */
                "webhook-timestamp": string;
                /** @description Signatures as in the Standard Webhooks specification: v1 (HMAC-SHA256) and v1a (Ed25519) */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @constant */
                    type: "stock.returned";
                    /**
                     * Format: date-time
                     * @description When it happened
                     * @example 2026-11-15T12:00:00.000Z
                     */
                    timestamp: string;
                    data: {
                        /**
                         * @description The set
                         * @example 75192-1
                         */
                        set_number: string;
                        /**
                         * @description Its title
                         * @example Millennium Falcon
                         */
                        title: string;
                        /** @enum {string} */
                        retailer: "retailer_a" | "retailer_b";
                        /**
                         * @description The price now, in USD; null when unknown
                         * @example 79.99
                         */
                        price_usd: number | null;
                    };
                };
            };
        };
        responses: {
            /** @description Never send to this endpoint again */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Accepted */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not accepted: it is sent again, up to seven times in 28 hours */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_value_moved: {
        parameters: {
            query?: never;
            header: {
                /** @description Identifies the message; the same when it is sent again */
                "webhook-id": string;
                /** @description When this attempt was made, in seconds since 1970 */
                "webhook-timestamp": string;
                /** @description Signatures as in the Standard Webhooks specification: v1 (HMAC-SHA256) and v1a (Ed25519) */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @constant */
                    type: "value.moved";
                    /**
                     * Format: date-time
                     * @description When it happened
                     * @example 2026-11-15T12:00:00.000Z
                     */
                    timestamp: string;
                    data: {
                        /**
                         * @description The set
                         * @example 75192-1
                         */
                        set_number: string;
                        /**
                         * @description Its title
                         * @example Millennium Falcon
                         */
                        title: string;
                        /** @enum {string} */
                        condition: "sealed" | "used";
                        /**
                         * @description The value 30 days ago, in USD
                         * @example 79.99
                         */
                        value_30_days_ago_usd: number;
                        /**
                         * @description The value now, in USD
                         * @example 79.99
                         */
                        value_usd: number;
                    };
                };
            };
        };
        responses: {
            /** @description Never send to this endpoint again */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Accepted */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not accepted: it is sent again, up to seven times in 28 hours */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_set_retiring: {
        parameters: {
            query?: never;
            header: {
                /** @description Identifies the message; the same when it is sent again */
                "webhook-id": string;
                /** @description When this attempt was made, in seconds since 1970 */
                "webhook-timestamp": string;
                /** @description Signatures as in the Standard Webhooks specification: v1 (HMAC-SHA256) and v1a (Ed25519) */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @constant */
                    type: "set.retiring";
                    /**
                     * Format: date-time
                     * @description When it happened
                     * @example 2026-11-15T12:00:00.000Z
                     */
                    timestamp: string;
                    data: {
                        /**
                         * @description The set
                         * @example 75192-1
                         */
                        set_number: string;
                        /**
                         * @description Its title
                         * @example Millennium Falcon
                         */
                        title: string;
                        /**
                         * Format: date
                         * @description The last day on sale
                         * @example 2026-12-31
                         */
                        retire_date: string;
                    };
                };
            };
        };
        responses: {
            /** @description Never send to this endpoint again */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Accepted */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not accepted: it is sent again, up to seven times in 28 hours */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_set_retired: {
        parameters: {
            query?: never;
            header: {
                /** @description Identifies the message; the same when it is sent again */
                "webhook-id": string;
                /** @description When this attempt was made, in seconds since 1970 */
                "webhook-timestamp": string;
                /** @description Signatures as in the Standard Webhooks specification: v1 (HMAC-SHA256) and v1a (Ed25519) */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @constant */
                    type: "set.retired";
                    /**
                     * Format: date-time
                     * @description When it happened
                     * @example 2026-11-15T12:00:00.000Z
                     */
                    timestamp: string;
                    data: {
                        /**
                         * @description The set
                         * @example 75192-1
                         */
                        set_number: string;
                        /**
                         * @description Its title
                         * @example Millennium Falcon
                         */
                        title: string;
                        /**
                         * Format: date
                         * @description The last day on sale
                         * @example 2026-12-31
                         */
                        retire_date: string;
                    };
                };
            };
        };
        responses: {
            /** @description Never send to this endpoint again */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Accepted */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not accepted: it is sent again, up to seven times in 28 hours */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_month_published: {
        parameters: {
            query?: never;
            header: {
                /** @description Identifies the message; the same when it is sent again */
                "webhook-id": string;
                /** @description When this attempt was made, in seconds since 1970 */
                "webhook-timestamp": string;
                /** @description Signatures as in the Standard Webhooks specification: v1 (HMAC-SHA256) and v1a (Ed25519) */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @constant */
                    type: "month.published";
                    /**
                     * Format: date-time
                     * @description When it happened
                     * @example 2026-11-15T12:00:00.000Z
                     */
                    timestamp: string;
                    data: {
                        /**
                         * @description The month
                         * @example 2026-10
                         */
                        month: string;
                    };
                };
            };
        };
        responses: {
            /** @description Never send to this endpoint again */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Accepted */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not accepted: it is sent again, up to seven times in 28 hours */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_allowance_low: {
        parameters: {
            query?: never;
            header: {
                /** @description Identifies the message; the same when it is sent again */
                "webhook-id": string;
                /** @description When this attempt was made, in seconds since 1970 */
                "webhook-timestamp": string;
                /** @description Signatures as in the Standard Webhooks specification: v1 (HMAC-SHA256) and v1a (Ed25519) */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @constant */
                    type: "allowance.low";
                    /**
                     * Format: date-time
                     * @description When it happened
                     * @example 2026-11-15T12:00:00.000Z
                     */
                    timestamp: string;
                    data: {
                        /**
                         * @description The key
                         * @example 7
                         */
                        key_id: number;
                        /**
                         * @description Its name
                         * @example shop
                         */
                        key_name: string;
                        /**
                         * @description Requests used today
                         * @example 812
                         */
                        used: number;
                        /**
                         * @description Requests per UTC day
                         * @example 1000
                         */
                        daily_limit: number;
                    };
                };
            };
        };
        responses: {
            /** @description Never send to this endpoint again */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Accepted */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not accepted: it is sent again, up to seven times in 28 hours */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_key_expiring: {
        parameters: {
            query?: never;
            header: {
                /** @description Identifies the message; the same when it is sent again */
                "webhook-id": string;
                /** @description When this attempt was made, in seconds since 1970 */
                "webhook-timestamp": string;
                /** @description Signatures as in the Standard Webhooks specification: v1 (HMAC-SHA256) and v1a (Ed25519) */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @constant */
                    type: "key.expiring";
                    /**
                     * Format: date-time
                     * @description When it happened
                     * @example 2026-11-15T12:00:00.000Z
                     */
                    timestamp: string;
                    data: {
                        /**
                         * @description The key
                         * @example 7
                         */
                        key_id: number;
                        /**
                         * @description Its name
                         * @example shop
                         */
                        key_name: string;
                        /**
                         * Format: date-time
                         * @description When
                         * @example 2026-11-30T00:00:00Z
                         */
                        expires_at: string;
                    };
                };
            };
        };
        responses: {
            /** @description Never send to this endpoint again */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Accepted */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not accepted: it is sent again, up to seven times in 28 hours */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_endpoint_test: {
        parameters: {
            query?: never;
            header: {
                /** @description Identifies the message; the same when it is sent again */
                "webhook-id": string;
                /** @description When this attempt was made, in seconds since 1970 */
                "webhook-timestamp": string;
                /** @description Signatures as in the Standard Webhooks specification: v1 (HMAC-SHA256) and v1a (Ed25519) */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @constant */
                    type: "endpoint.test";
                    /**
                     * Format: date-time
                     * @description When it happened
                     * @example 2026-11-15T12:00:00.000Z
                     */
                    timestamp: string;
                    data: {
                        /**
                         * @description That nothing has happened
                         * @example This is a test.
                         */
                        message: string;
                    };
                };
            };
        };
        responses: {
            /** @description Never send to this endpoint again */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Accepted */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not accepted: it is sent again, up to seven times in 28 hours */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_endpoint_disabled: {
        parameters: {
            query?: never;
            header: {
                /** @description Identifies the message; the same when it is sent again */
                "webhook-id": string;
                /** @description When this attempt was made, in seconds since 1970 */
                "webhook-timestamp": string;
                /** @description Signatures as in the Standard Webhooks specification: v1 (HMAC-SHA256) and v1a (Ed25519) */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @constant */
                    type: "endpoint.disabled";
                    /**
                     * Format: date-time
                     * @description When it happened
                     * @example 2026-11-15T12:00:00.000Z
                     */
                    timestamp: string;
                    data: {
                        /**
                         * @description Its address
                         * @example https://shop.example/hook
                         */
                        url: string;
                        /**
                         * @description Why
                         * @example the receiver answered 410 (gone)
                         */
                        reason: string;
                    };
                };
            };
        };
        responses: {
            /** @description Never send to this endpoint again */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Accepted */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not accepted: it is sent again, up to seven times in 28 hours */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
