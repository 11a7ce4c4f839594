type Node = Record<string, unknown>;

/** Rewrites in place what the generator says in OpenAPI 3.0: null as a type, closed objects. */
export function makeExact(node: unknown): void {
  if (Array.isArray(node)) {
    for (const item of node) makeExact(item);
    return;
  }
  if (typeof node !== 'object' || node === null) return;
  const schema = node as Node;
  if (schema['nullable'] === true) sayNull(schema);
  if (schema['type'] === 'object' && 'properties' in schema) schema['additionalProperties'] ??= false;
  for (const [key, value] of Object.entries(schema)) if (key !== 'example' && key !== 'examples') makeExact(value);
}

function sayNull(schema: Node): void {
  delete schema['nullable'];
  if (typeof schema['type'] === 'string') {
    schema['type'] = [schema['type'], 'null'];
    if (Array.isArray(schema['enum']) && !schema['enum'].includes(null))
      schema['enum'] = [...(schema['enum'] as unknown[]), null];
    return;
  }
  const referenced = (schema['allOf'] as unknown[] | undefined) ?? [{ $ref: schema['$ref'] }];
  delete schema['allOf'];
  delete schema['$ref'];
  schema['anyOf'] = [...referenced, { type: 'null' }];
}
