/**
 * An array as the text by which one of an array of arrays is given: as arrays they would all have to be of one length.
 */
export function arrayText(elements: readonly string[]): string {
  return elements.length === 0 ? '{}' : `{${elements.map(quoted).join(',')}}`;
}

function quoted(element: string): string {
  return `"${element.replaceAll(/["\\]/g, '\\$&')}"`;
}
