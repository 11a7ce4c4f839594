import { describeKills } from './killed-events.ts';

/** `EVENT_KILLS=200 npx jest --config test/jest.config.js events-survive-kills.timed` kills more often. */
const KILLS = Number(process.env['EVENT_KILLS'] ?? 20);
const KILLS_PER_ROUND = 5;

describeKills({ rounds: Math.ceil(KILLS / KILLS_PER_ROUND), killsPerRound: KILLS_PER_ROUND });
