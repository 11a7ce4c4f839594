import { NotFoundError } from '@brickmarket/domain';
import { Controller, Get } from '@nestjs/common';
import { QuotaCost } from '../../access/admission.guard.ts';
import { Admitted, type AdmittedRequest } from '../../access/admission.ts';
import { V1 } from '../../http/contract.ts';
import type { JsonDocument } from '../../fast-path/json-bytes.ts';
import { ItemNumber, SET_NUMBER } from '../../http/parameters.ts';
import { ContractRoute } from '../../openapi/decorators.ts';
import { ForecastDocuments } from './forecast-documents.ts';
import { ForecastResponse } from './forecast.presenter.ts';

@Controller(`${V1}/set`)
export class ForecastController {
  constructor(private readonly forecasts: ForecastDocuments) {}

  @Get(':number/forecast')
  @QuotaCost(1)
  @ContractRoute({
    summary: 'Expected value and number of sales of a set',
    description:
      'From the values of today: prices in 6 and 12 months and the number of sales in 90 days, each with an 80 % ' +
      'range, for new and used copies. Each is shown only where forecasts of this market’s own past were better ' +
      'than plain guesses and their ranges held; otherwise it is null, and `text` says why. A value that rests on ' +
      'no sales of its own has no forecast of its price. `/methodology` says how good forecasts were.',
    data: ForecastResponse,
    scope: 'shared',
    notFound: 'No set has this number.',
    path: { number: SET_NUMBER },
  })
  async getForecast(@ItemNumber() number: string, @Admitted() request: AdmittedRequest): Promise<JsonDocument> {
    const document = await this.forecasts.find(number, request);
    if (document === null) throw new NotFoundError(`set ${number} not found`);
    return document;
  }
}
