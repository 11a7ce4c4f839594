import { DemoRecord } from '@brickmarket/persistence-ports';
import { Inject, Injectable } from '@nestjs/common';
import { API_CONFIG, type ApiConfig } from '../config/config.ts';

/** What surrounds every page. */
export interface PageFrame {
  readonly accountUrl: string | null;
  readonly hasDemo: boolean;
}

const SHOWN_MS = 5_000;
const MAX_WAIT_MS = 300;

/** Cached for seconds; pages never wait for or fail with the database. */
@Injectable()
export class PageFrames {
  private readAt = Number.NEGATIVE_INFINITY;
  private hasDemo = false;

  constructor(
    @Inject(API_CONFIG) private readonly config: Pick<ApiConfig, 'accountUrl'>,
    private readonly demo: DemoRecord,
  ) {}

  async find(): Promise<PageFrame> {
    if (performance.now() - this.readAt > SHOWN_MS)
      await Promise.race([this.renew(), new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS).unref())]);
    return { accountUrl: this.config.accountUrl, hasDemo: this.hasDemo };
  }

  private async renew(): Promise<void> {
    this.readAt = performance.now();
    await this.demo.find().then(
      (demo) => void (this.hasDemo = demo !== null),
      () => undefined,
    );
  }
}
