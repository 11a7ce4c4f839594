import type { OpenAPIObject } from '@nestjs/swagger';
import type { Operation } from './document-types.ts';
import type { ExampleAnswer } from './example-answer.ts';
import { EXAMPLE_ANSWERS } from './example-answers.generated.ts';
import { operationsOf } from './operations-of.ts';

/** Puts into each operation a request that was made to the demo market, and what it answered. */
export function addExamples(document: OpenAPIObject): void {
  for (const operation of operationsOf(document)) {
    const example = EXAMPLE_ANSWERS[operation.operationId!];
    if (example !== undefined) addExample(operation, example);
  }
}

function addExample(operation: Operation, example: ExampleAnswer): void {
  for (const parameter of operation.parameters ?? []) {
    if ('name' in parameter && parameter.name in example.parameters)
      parameter.example = example.parameters[parameter.name];
  }
  const { requestBody } = operation;
  if (requestBody !== undefined && 'content' in requestBody)
    requestBody.content['application/json']!.example = example.body;
  const answer = operation.responses['200'];
  if (answer !== undefined && 'content' in answer) answer.content['application/json']!.example = example.answer;
}
