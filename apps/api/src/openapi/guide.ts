export const GUIDE = `LEGO market data for resellers' tools: a catalog of sets and minifigures with computed USD \
market values, their monthly history, current prices at two retailers, and the caller's own collections and sales. \
Read-only.

## Quick start

1. Get your API key: \`bmk_\` and 48 hexadecimal characters. It belongs to an account on the Reseller plan. The demo \
prints a key at its start.
2. Send it with every request to the address of the service, which ends in \`/api/v1\`:

\`\`\`sh
curl -H "Authorization: Bearer $BRICKMARKET_KEY" \\
  "$BRICKMARKET_URL/catalog/themes"
\`\`\`

3. Enter the key once under **Authentication** on this page. Then try any request below on this service.

TypeScript has a typed client, \`@brickmarket/client\`.

## Responses

Every 200 is \`{"data": ..., "meta": ...}\`. Money is in USD. Dates and times are ISO-8601 in UTC. A required field is \
always present; an unknown value is \`null\`.

Lists take \`limit\` (1 to 250, default 50) and \`offset\`. Request the next page while \`pagination.has_more\` is \
true. The order is total and does not change between pages.

Lists documented with \`text/csv\` and \`application/x-ndjson\` offer these formats by \`Accept\`. Rows, fields and \
quota cost are the same. Headers then have what surrounds the rows in JSON: \`X-Total-Count\`, \
\`Link: <...>; rel="next"\` while there are more pages, and \`X-RateLimit-*\`. Errors are always JSON. In CSV, text \
that a spreadsheet could run as a formula (\`=1+1\`) starts with an apostrophe.

Responses to \`GET\` have an \`ETag\`. Send it as \`If-None-Match\`: the response is 304, without a body, while \
nothing has changed. The ETag of your own portfolio changes with it, with catalog, values and retail prices, and every \
day at 00:00 UTC. Responses are compressed if the client accepts it.

## Errors

Every error is \`{"error": {"code", "message"}}\`. Compare \`code\`; the wording of \`message\` can change.

| status | code | cause |
|---|---|---|
| 400 | \`BadRequest\` | invalid path, query or body; also unknown, repeated and nested query parameters, and whole \
numbers not in decimal digits |
| 401 | \`MissingApiKey\` | no \`Authorization\` header, or a scheme other than Bearer |
| 401 | \`InvalidApiKey\` | the key is malformed, unknown, expired or revoked |
| 403 | \`TierRequired\` | the account lacks the Reseller plan |
| 404 | \`NotFound\` | the set, minifigure, brickfolio or route does not exist |
| 429 | \`QuotaExceeded\` | the rest of the daily quota does not cover the request |
| 500, 503 | \`InternalError\` | internal error or overload; safe to retry |

Checks run in this order: key, plan, quota, input, existence. Requests rejected before any route (408, 417, 431, \
malformed HTTP) have the same shape.

## Quota

Each key has a daily quota, 1000 calls by default, that resets at midnight UTC. A request costs 1, a batch 1 for each \
different item. 400 and 404 cost too. 401, 403 and 429 cost nothing. The cost of a 5xx is refunded. \`X-RateLimit-*\` \
shows the quota in every response to a valid key, as do the structured fields \`RateLimit\` and \`RateLimit-Policy\`. \
\`Retry-After\` of a 429 is the time to wait, in seconds.

Revoking a key takes effect immediately. A key can have an expiry date.

## Glossary

* **Set number**: the canonical form has the variant, \`75192-1\`. A lookup by \`75192\` finds \`75192-1\` if no set \
has the bare number.
* **\`status_id\`**: 1 announced, 2 available, 3 retiring soon, 4 retired.
* **\`data_tier\`**: amount of evidence for a value: \`high\`, \`medium\`, \`low\`, \`modelled\`, \`none\`.
* **\`value_range\`**: range of the next sale of a sealed copy, with a probability of 80 %.
* **Condition** of a holding: \`sealed\` or \`used\`, which selects the new or the used value. **Status**: \
\`owned\`, \`listed\` or \`sold\`; sold holdings count in no total.
* **Percentages**: 100 times the gain, divided by the cost, with two decimals; 0 if the cost is 0.
* **Unknown cost**: gain and percentage of the entry are null. Gains in totals cover copies with a known price and \
value; the total value covers all copies.
* **\`paid\`**: average cost of the caller's owned and listed copies of a set.
* **\`netFba\`**: \`lowestFba\` less referral and fulfillment fees, by current fees and the size and weight of the box.
* **\`event\`** of a month: \`released\`, \`retired\` or null. A published month never changes silently.

## Versions

This is version 1, as in the path, \`X-API-Version\` and \`meta.api_version\`. New fields and routes can appear in \
it. Existing ones keep their meaning. A deprecated route announces its end by \`Deprecation\` and \`Sunset\`.
`;
