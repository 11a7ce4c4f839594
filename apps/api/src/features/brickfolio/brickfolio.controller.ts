import { Controller, Get } from '@nestjs/common';
import { Admitted, type AdmittedRequest } from '../../access/admitted-request.ts';
import { QuotaCost } from '../../access/route-declarations.ts';
import { V1 } from '../../http/contract.ts';
import { ContractRoute } from '../../openapi/contract-route.decorator.ts';
import { BrickfoliosResponse, presentBrickfolios } from './brickfolio.presenter.ts';
import { PortfolioReader } from './portfolio-reader.ts';

@Controller(`${V1}/brickfolio`)
export class BrickfolioController {
  constructor(private readonly portfolio: PortfolioReader) {}

  @Get()
  @QuotaCost(1)
  @ContractRoute({
    summary: 'All collections of the caller',
    description:
      'The default collection first, then by id. Totals and monthly periods count holdings that are owned or ' +
      'listed, not those that are sold; holdings without a purchase date belong to no month.',
    data: BrickfoliosResponse,
    scope: 'caller',
  })
  async listBrickfolios(@Admitted() request: AdmittedRequest): Promise<BrickfoliosResponse> {
    return presentBrickfolios(await this.portfolio.read(request));
  }
}
