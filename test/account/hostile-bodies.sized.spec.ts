import { FurnishedAccount } from '../support/furnished-account.ts';
import { firstOf } from '../support/lane.ts';

/** JSON as it is sent; `VALID` stands for a valid value of the field. The first few are sent in the quick lane, too. */
const ALL_HOSTILE = [
  'null',
  '[]',
  '[null]',
  '[[]]',
  '[[VALID]]',
  '{}',
  '"a\\u0000b"',
  '"\\ud800"',
  '1e400',
  '-1',
  'true',
  'false',
  '0',
  '-0',
  '1.5',
  '1e308',
  '2147483648',
  '9007199254740993',
  '""',
  '" "',
  '"0"',
  '"null"',
  '"\\u0000"',
  '"\\u202etxt"',
  '"e\\u0301"',
  '"🧱🧱"',
  '"１２３"',
  '"\\r\\nX: y"',
  '"2026-02-30"',
  '"9999-12-31"',
  '"+275760-09-13"',
  '"%00"',
  `"' OR 1=1 --"`,
  '"<script>alert(1)</script>"',
  '"../../etc/passwd"',
  '"=1+1"',
  `"${'a'.repeat(5_000)}"`,
  '["x"]',
  '[[{}]]',
  '[VALID]',
  '{"0":VALID,"length":1}',
  '{"__proto__":VALID}',
  `${'['.repeat(20)}${']'.repeat(20)}`,
  `[${'VALID,'.repeat(1_200)}VALID]`,
];
const HOSTILE = firstOf(10, ALL_HOSTILE);

describe('the bodies of the account area', () => {
  let account: FurnishedAccount;
  beforeAll(async () => {
    account = await FurnishedAccount.start();
  });
  afterAll(() => account.stop());

  it(`are answered without 5xx whichever of ${HOSTILE.length} hostile values a field has`, async () => {
    const failed: string[] = [];
    const seen = new Set<number>();
    for (const route of account.routes)
      for (const field of account.fieldsOf(route))
        for (const hostile of HOSTILE) {
          const json = account.bodyWith(route, field, (valid) => hostile.replaceAll('VALID', valid));
          const { status } = await account.send(route, { body: json });
          seen.add(status);
          if (status >= 500) failed.push(`${route.template} ${field} ${hostile}: ${status}`);
        }
    expect(failed).toEqual([]);
    expect([...seen]).toEqual(expect.arrayContaining([200, 201, 204, 400]));
  });

  it('are refused with the name of the field where it is null and may only be absent', async () => {
    const accepted: string[] = [];
    for (const route of account.routes)
      for (const [field, { type, $ref }] of Object.entries(route.body?.properties ?? {})) {
        if ($ref !== undefined || [type].flat().includes('null')) continue;
        const { status, body } = await account.send(route, {
          body: account.bodyWith(route, field, () => 'null'),
        });
        if (status !== 400 || !body.includes(`"field":"${field}"`))
          accepted.push(`${route.template} ${field}: ${body}`);
      }
    expect(accepted).toEqual([]);
  });
});
