import type { ComponentChildren, JSX } from 'preact';

interface TableProps {
  readonly label: string;
  readonly heads: readonly string[];
  /** Heads of the columns that are aligned as numbers. */
  readonly numbers?: readonly string[];
  readonly class?: string;
  readonly isTall?: boolean;
  readonly caption?: string;
  /** Its rows. */
  readonly children: ComponentChildren;
}

/** A table that scrolls inside the page. */
export function Table({ label, heads, numbers = [], caption, children, ...look }: TableProps): JSX.Element {
  return (
    <div class={look.isTall ? 'table-scroll tall' : 'table-scroll'} tabIndex={0} role="region" aria-label={label}>
      <table class={look.class}>
        {caption && <caption class="visually-hidden">{caption}</caption>}
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col" class={numbers.includes(head) ? 'number' : undefined}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
