/** The layers of our frame on top of bare Fastify, from the bottom up. */
export const LAYERS = ['nest', 'guards', 'admission', 'interceptor', 'headers', 'log'] as const;
export type Layer = (typeof LAYERS)[number];
