import { Controller, Get } from '@nestjs/common';
import type { AdmittedRequest } from '../access/admitted-request.ts';
import { Admitted } from '../access/admitted.decorator.ts';
import { QuotaCost } from '../access/quota-cost.decorator.ts';
import { V1 } from '../http/api-version.ts';
import { presentBrickfolios } from './brickfolio.presenter.ts';
import type { BrickfoliosResponse } from './brickfolio.response.ts';
import { PortfolioReader } from './portfolio-reader.ts';

@Controller(`${V1}/brickfolio`)
export class BrickfolioController {
  constructor(private readonly portfolio: PortfolioReader) {}

  @Get()
  @QuotaCost(1)
  async listBrickfolios(@Admitted() request: AdmittedRequest): Promise<BrickfoliosResponse> {
    return presentBrickfolios(await this.portfolio.readByBrickfolio(request));
  }
}
