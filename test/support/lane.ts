/**
 * `npm test` shows every guarantee, `npm run test:full` shows at length what a short run can miss: many kills, many
 * seeds, every screen. Files named `*.full.spec.ts` belong to the second only, `*.sized.spec.ts` to both, in two sizes.
 */
export const inFullLane = process.env['TEST_LANE'] === 'full';

/** The size of what a `*.sized.spec.ts` does. */
export function sized<Size>(sizes: { readonly quick: Size; readonly full: Size }): Size {
  return inFullLane ? sizes.full : sizes.quick;
}

/** A test of a `*.sized.spec.ts` that belongs to the full lane: a further way through what a shorter test shows too. */
export function itAtLength(name: string, test: () => Promise<void>): void {
  if (inFullLane) it(name, test);
}

/** The first few of what the full lane does with all: pages and dialogs that the others are made like. */
export function firstOf<Case>(quick: number, all: readonly Case[]): readonly Case[] {
  return inFullLane ? all : all.slice(0, quick);
}
