import { ApiProperty } from '@nestjs/swagger';
import { API_VERSION } from '../http/api-version.ts';

export class RateLimit {
  @ApiProperty({ type: 'integer', minimum: 1, description: 'Daily allowance of the key.' })
  limit!: number;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'What is left of it, this request counted.' })
  remaining!: number;

  @ApiProperty({ type: String, format: 'date-time', description: 'When it is whole again: the next midnight UTC.' })
  reset!: string;
}

export class Meta {
  @ApiProperty({ type: String, format: 'uuid', description: 'The same as the header `X-Request-Id`.' })
  request_id!: string;

  @ApiProperty({ type: String, enum: [API_VERSION] })
  api_version!: string;

  @ApiProperty({ type: RateLimit })
  rate_limit!: RateLimit;
}
