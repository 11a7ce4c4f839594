export const GUIDE = `LEGO market data for resellers' tools: a catalogue of sets and minifigures with \
computed USD market values, their monthly history, live prices at two retailers, and the caller's own \
collections and sales. Read-only.

## Quick start

1. Take your API key: \`bmk_\` and 48 hexadecimal characters. It belongs to an account on the Reseller plan. The demo \
prints one at start.
2. Send it with every request to the service's address, which ends in \`/api/v1\`:

\`\`\`sh
curl -H "Authorization: Bearer $BRICKMARKET_KEY" \\
  "$BRICKMARKET_URL/catalog/themes"
\`\`\`

3. Enter it once under **Authentication** on this page, and try any request below against this very service.

There is a typed client for TypeScript, \`@brickmarket/client\`.

## Answers

Every 200 is \`{"data": ..., "meta": ...}\`. Money is in USD, dates and times are ISO-8601 in UTC. A field that is \
always listed is always present; what is unknown is \`null\`, never a made-up number.

Lists take \`limit\` (1 to 250, 50 if left out) and \`offset\`, and say in \`pagination.has_more\` whether to go on. \
Their order is total and does not change between pages.

Where a list is documented with \`text/csv\` and \`application/x-ndjson\`, an \`Accept\` header that prefers one of \
them gets the same rows, with the same fields and for the same quota, in that form. What stands around the rows in \
JSON is then in the headers: \`X-Total-Count\`, \`Link: <...>; rel="next"\` while there are more pages, and \
\`X-RateLimit-*\`. Errors are always JSON. In CSV, a text that a spreadsheet would compute (\`=1+1\`) begins with an \
apostrophe.

Answers to \`GET\` carry an \`ETag\`. Sent back as \`If-None-Match\`, it saves the transfer: the answer is 304 when \
nothing changed. That of your own books changes with them, with the catalogue, values and retail prices, and every day \
at 00:00 UTC. Answers are compressed when the client asks for it.

## Errors

Every error is \`{"error": {"code", "message"}}\`. Branch on \`code\`; the wording of \`message\` may change.

| status | code | when |
|---|---|---|
| 400 | \`BadRequest\` | something in path, query or body is not valid; unknown, repeated and nested query parameters \
are not, and whole numbers are written in decimal digits only |
| 401 | \`MissingApiKey\` | no \`Authorization\` header, or a scheme other than Bearer |
| 401 | \`InvalidApiKey\` | the key is malformed, unknown, expired or revoked |
| 403 | \`TierRequired\` | the account lacks the Reseller plan |
| 404 | \`NotFound\` | no such set, minifigure, own collection, or route |
| 429 | \`QuotaExceeded\` | the day's allowance does not cover the request |
| 500, 503 | \`InternalError\` | a failure or an overload on our side; safe to repeat |

They are checked in that order: key, plan, quota, input, existence. What is refused before it is a request at all \
(408, 417, 431, malformed HTTP) has the same shape.

## Quota

Each key has a daily allowance, 1000 unless agreed otherwise, that is whole again at midnight UTC. A request costs 1, \
a batch 1 for each different item. 400 and 404 cost as well; 401, 403 and 429 cost nothing, and what ends in a 5xx is \
given back. Every answer to a valid key says in \`X-RateLimit-*\` what is left; a 429 says in \`Retry-After\`, in \
seconds, how long to wait.

Revoking a key takes effect at once. A key may have an expiry date, chosen when it is made.

## Words

* **Set number**: the canonical form carries the variant, \`75192-1\`. A look-up by \`75192\` finds \`75192-1\` when \
no set has the bare number.
* **\`status_id\`**: 1 announced, 2 available, 3 retiring soon, 4 retired.
* **\`data_tier\`**: how much evidence stands behind a value: \`high\`, \`medium\`, \`low\`, \`modelled\`, \`none\`.
* **\`value_range\`**: where the next sale of a sealed copy falls with a probability of 80 %.
* **Condition** of a holding: \`sealed\` or \`used\`; it picks the new or the used value. **Status**: \`owned\`, \
\`listed\` or \`sold\`; sold holdings count in no total.
* **Percentages**: 100 times the gain, divided by the cost, with two decimals; 0 when the cost is 0.
* **Unknown cost**: the gain and percentage of such an entry are null. Totals have the gain of the copies whose price \
and value are known; their value counts all copies.
* **\`paid\`**: the caller's average unit cost over owned and listed copies of a set.
* **\`netFba\`**: \`lowestFba\` less referral and fulfilment fees, by the fee table of the day and the size and \
weight of the box.
* **\`event\`** of a month: \`released\`, \`retired\` or null. A month that was published never changes silently.

## Versions

This is version 1. It stands in the path, in \`X-API-Version\` and in \`meta.api_version\`. New fields and routes may \
appear in it; what is there keeps its meaning.
`;
