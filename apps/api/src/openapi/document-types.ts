import type { OpenAPIObject } from '@nestjs/swagger';

type Components = NonNullable<OpenAPIObject['components']>;

export type Headers = NonNullable<Components['headers']>;
export type Schema = NonNullable<Components['schemas']>[string];
export type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;
