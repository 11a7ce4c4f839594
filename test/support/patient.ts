/** For a service whose answers are looked at, not its times: on a busy machine the limits of production would answer 500 where nothing is wrong. */
export const PATIENT = { ANSWER_TIMEOUT_MS: '30000', STATEMENT_TIMEOUT_MS: '30000' };
