import type { Cents } from '@brickmarket/domain';

/** What selling on a platform costs. */
export interface PlatformFees {
  readonly platform: string;
  /** How often it is chosen, relative to the others. */
  readonly weight: number;
  readonly platformShare: number;
  readonly paymentShare: number;
  readonly paymentFixedCents: Cents;
  readonly isShipped: boolean;
}

export const PLATFORMS: readonly PlatformFees[] = [
  { platform: 'ebay', weight: 38, platformShare: 0.1325, paymentShare: 0, paymentFixedCents: 40, isShipped: true },
  {
    platform: 'bricklink',
    weight: 20,
    platformShare: 0.03,
    paymentShare: 0.0349,
    paymentFixedCents: 49,
    isShipped: true,
  },
  { platform: 'amazon', weight: 18, platformShare: 0.15, paymentShare: 0, paymentFixedCents: 0, isShipped: true },
  { platform: 'facebook', weight: 10, platformShare: 0, paymentShare: 0, paymentFixedCents: 0, isShipped: false },
  { platform: 'mercari', weight: 7, platformShare: 0.1, paymentShare: 0.029, paymentFixedCents: 50, isShipped: true },
  { platform: 'whatnot', weight: 5, platformShare: 0.08, paymentShare: 0.029, paymentFixedCents: 30, isShipped: true },
  { platform: 'other', weight: 2, platformShare: 0, paymentShare: 0.02, paymentFixedCents: 0, isShipped: false },
];
