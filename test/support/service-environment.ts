/**
 * What every service of a spec is told beside its database: nothing, so that its limits are those of production. Only
 * TEST_ON_BUSY_MACHINE=1 allows it 30 s instead of 1.8 s for an answer: on a machine that is busy with other work, a
 * sound answer may take longer than production allows, and would be answered 500 though nothing is wrong.
 */
export const SERVICE_TIMEOUTS: Readonly<Record<string, string>> =
  process.env['TEST_ON_BUSY_MACHINE'] === '1' ? { ANSWER_TIMEOUT_MS: '30000', STATEMENT_TIMEOUT_MS: '30000' } : {};
