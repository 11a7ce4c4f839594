/** The mark of a loaded demo, without its market. */
export const LOADED_DEMO = `
INSERT INTO ops.demo_market (seed, as_of, sets, minifigs, years, finished_at) VALUES ('a', now(), 1, 1, 1, now())`;
