import type { Plan } from '@brickmarket/domain';

export interface BrickfolioProfile {
  readonly name: string;
  readonly description: string | null;
}

export interface AccountProfile {
  readonly email: string;
  readonly displayName: string;
  readonly plan: Plan;
  readonly brickfolios: readonly BrickfolioProfile[];
  readonly since: number;
  readonly purchasesPerMonth: number;
  /** Share of purchases made for resale. */
  readonly flipShare: number;
  readonly mostCopies: number;
}

/** Account whose key `npm start` prints. */
export const DEMO_EMAIL = 'demo@brickmarket.example';

/** Large, small and empty resellers, and two plans without the API. */
export const ACCOUNT_PROFILES: readonly AccountProfile[] = [
  {
    email: DEMO_EMAIL,
    displayName: 'Demo Reseller',
    plan: 'reseller',
    since: 2022,
    purchasesPerMonth: 7,
    flipShare: 0.6,
    mostCopies: 8,
    brickfolios: [
      { name: 'Main inventory', description: 'Everything that is for sale or will be' },
      { name: 'Long holds', description: 'Bought before retirement, not before 2028' },
      { name: 'Holiday flips', description: null },
      { name: 'Used & open box', description: 'Checked for completeness' },
      { name: 'Private collection', description: 'Not for sale' },
    ],
  },
  {
    email: 'warehouse@brickmarket.example',
    displayName: 'Fjord Brick Supply',
    plan: 'reseller',
    since: 2020,
    purchasesPerMonth: 22,
    flipShare: 0.85,
    mostCopies: 24,
    brickfolios: [
      { name: 'Warehouse', description: 'Shelves A to F' },
      { name: 'Returns', description: null },
    ],
  },
  {
    email: 'starter@brickmarket.example',
    displayName: 'Weekend Seller',
    plan: 'reseller',
    since: 2026,
    purchasesPerMonth: 0.8,
    flipShare: 0.5,
    mostCopies: 2,
    brickfolios: [{ name: 'My sets', description: null }],
  },
  {
    email: 'newcomer@brickmarket.example',
    displayName: 'Newcomer',
    plan: 'reseller',
    since: 2026,
    purchasesPerMonth: 0,
    flipShare: 0,
    mostCopies: 1,
    brickfolios: [{ name: 'My sets', description: null }],
  },
  {
    email: 'collector@brickmarket.example',
    displayName: 'Anaïs Collects',
    plan: 'collector',
    since: 2018,
    purchasesPerMonth: 2.5,
    flipShare: 0.03,
    mostCopies: 1,
    brickfolios: [
      { name: 'On display', description: null },
      { name: 'Attic', description: 'Boxes from the move' },
    ],
  },
  {
    email: 'visitor@brickmarket.example',
    displayName: 'Curious Visitor',
    plan: 'free',
    since: 2025,
    purchasesPerMonth: 0.5,
    flipShare: 0,
    mostCopies: 1,
    brickfolios: [{ name: 'My sets', description: null }],
  },
];
