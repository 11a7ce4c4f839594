import type { OpenAPIObject } from '@nestjs/swagger';
import { escapeHtml } from './page-shell.ts';

const METHODS = ['get', 'post'] as const;

/** Readable before any script has run. */
export function contractInBrief({ info, tags = [], paths }: OpenAPIObject): string {
  const routes = Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      return operation === undefined ? [] : [{ path, method, operation }];
    }),
  );
  const chapters = tags.map(({ name, description = '' }) => {
    const rows = routes
      .filter(({ operation }) => operation.tags?.includes(name) === true)
      .map(
        ({ path, method, operation }) =>
          `<li><code>${method.toUpperCase()} ${escapeHtml(path)}</code> ${escapeHtml(operation.summary ?? '')}</li>`,
      );
    return `<h2>${escapeHtml(name)}</h2><p>${escapeHtml(plain(description))}</p><ul>${rows.join('')}</ul>`;
  });
  const [lead = ''] = (info.description ?? '').split('\n\n');
  return (
    `<h1>${escapeHtml(info.title)} API</h1><p class="lead">${escapeHtml(plain(lead))}</p>` +
    '<p>Send your key with every request, as <code>Authorization: Bearer</code> and the key. ' +
    `The full reference, in which every request can be tried, is loading.</p>${chapters.join('')}`
  );
}

function plain(markdown: string): string {
  return markdown.replaceAll(/[`*]/g, '').replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1');
}
