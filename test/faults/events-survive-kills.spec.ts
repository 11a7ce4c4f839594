import { describeKills } from './killed-events.ts';

describeKills({ rounds: 4, killsPerRound: 1 });
