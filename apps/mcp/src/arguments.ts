import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';

/** Adds argument names and rejects lone surrogates, which URLs cannot contain. */
export function naming<Args>(
  names: readonly string[],
  { '~standard': schema }: StandardSchemaWithJSON<Args, Args>,
): StandardSchemaWithJSON<Args, Args> {
  const validate: typeof schema.validate = async (sent) => {
    const fault = argumentFault(names, sent);
    if (fault !== null) return { issues: [{ message: fault }] };
    const result = await schema.validate(sent);
    if (result.issues === undefined) return result;
    // The validator calls the arguments "data".
    return { issues: result.issues.map(({ message }) => ({ message: message.replaceAll(/\bdata\/?/g, '').trim() })) };
  };
  return { '~standard': { ...schema, validate } };
}

function argumentFault(names: readonly string[], sent: unknown): string | null {
  if (typeof sent !== 'object' || sent === null) return null;
  for (const [name, value] of Object.entries(sent)) {
    if (!names.includes(name)) return `there is no argument ${JSON.stringify(name)}; known here: ${names.join(', ')}`;
    for (const item of [value].flat()) {
      const fault = typeof item === 'string' ? textFault(item) : null;
      if (fault !== null) return `${name} ${fault}`;
    }
  }
  return null;
}

function textFault(text: string): string | null {
  if (text === '') return 'is empty: fill it in';
  if (text.includes('\0')) return 'contains a NUL character: leave it out';
  return text.isWellFormed() ? null : 'contains half of a surrogate pair: send whole characters';
}
