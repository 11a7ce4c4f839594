type Texts = Readonly<Record<string, string>>;
type Node = { description?: unknown; properties?: Record<string, Node>; name?: unknown; in?: unknown };

/**
 * Describes each property and parameter of an OpenAPI document that has no description: by the text of
 * `Schema.property`, else of `property`. Changes the document in place.
 */
export function describeProperties(
  document: { readonly components?: { readonly schemas?: object } },
  texts: Texts,
): void {
  for (const [name, schema] of Object.entries(document.components?.schemas ?? {})) describeNode(schema, texts, name);
  describeNode(document, texts, '');
}

function describeNode(node: unknown, texts: Texts, owner: string): void {
  if (typeof node !== 'object' || node === null) return;
  const { properties, name, in: place } = node as Node;
  if (typeof name === 'string' && typeof place === 'string') describeOne(node, texts, owner, name);
  for (const [property, schema] of Object.entries(properties ?? {})) describeOne(schema, texts, owner, property);
  for (const [key, value] of Object.entries(node))
    if (key !== 'example' && key !== 'examples') describeNode(value, texts, owner);
}

function describeOne(schema: Node, texts: Texts, owner: string, name: string): void {
  const text = texts[`${owner}.${name}`] ?? texts[name];
  if (typeof schema.description !== 'string' && text !== undefined) schema.description = text;
}
