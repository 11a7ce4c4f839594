import * as rules from './session-rules.ts';

const DAY = 86_400_000;

it('ends a session 30 days after its sign-in, whatever was used meanwhile', () => {
  expect(rules.sessionEnd(new Date('2026-11-01T12:00:00Z'))).toEqual(new Date('2026-12-01T12:00:00Z'));
});

it('keeps sessions and known devices for as long, and as many of them, as the documents say', () => {
  expect(rules).toMatchObject({
    SESSION_IDLE_MS: 7 * DAY,
    SESSION_LIFETIME_MS: 30 * DAY,
    SESSION_USE_RECORDED_EVERY_MS: 60_000,
    FRESH_MS: 600_000,
    MAX_SESSIONS: 50,
    KNOWN_DEVICE_MS: 400 * DAY,
    MAX_KNOWN_DEVICES: 100,
  });
});
