import { describeKills } from './killed-events.ts';

/** `EVENT_KILLS=1000 npx jest --config test/jest.config.js events-survive-kills.full` kills more often. */
const KILLS = Number(process.env['EVENT_KILLS'] ?? 200);
const KILLS_PER_ROUND = 5;

describeKills({ rounds: Math.ceil(KILLS / KILLS_PER_ROUND), killsPerRound: KILLS_PER_ROUND });
