import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useSession } from './session.ts';

interface PictureProps {
  readonly number: string;
  readonly theme: string;
  readonly pieces: number;
}

/** FNV-1a, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const letter of text) hash = Math.imul(hash ^ letter.codePointAt(0)!, 0x01000193);
  return hash >>> 0;
}

const COLUMNS = 8;

/** Color by theme, height by pieces, shape by number. */
function Bricks({ number, theme, pieces }: PictureProps): JSX.Element {
  const hue = hashOf(theme) % 360;
  const most = Math.max(2, Math.min(6, Math.round(Math.log2(pieces + 2) / 2)));
  let shape = hashOf(number);
  const heights = Array.from({ length: COLUMNS }, () => {
    shape = hashOf(`${shape} ${number}`);
    return 1 + (shape % most);
  });
  return (
    <svg viewBox="0 0 168 104" preserveAspectRatio="xMinYMax" aria-hidden="true" focusable="false">
      {heights.flatMap((height, column) =>
        Array.from({ length: height }, (_, row) => {
          const light = 42 + ((hashOf(`${number} ${column} ${row}`) >>> 3) % 28);
          const [x, y] = [4 + column * 20, 88 - row * 15];
          return (
            <g key={`${column} ${row}`} fill={`hsl(${hue} 55% ${light}%)`}>
              <rect x={x + 5} y={y - 3} width="10" height="4" rx="1" />
              <rect x={x} y={y} width="19" height="14" rx="1.5" />
            </g>
          );
        }),
      )}
    </svg>
  );
}

interface PhotoProps {
  readonly number: string;
  readonly width: number;
  readonly height: number;
  readonly standIn: JSX.Element;
}

/** The stand-in stays until the picture is loaded, and if it fails. */
function Photo({ number, width, height, standIn }: PhotoProps): JSX.Element {
  const isOn = useSession().state?.hasSetPictures === true;
  const [state, setState] = useState<'pending' | 'loaded' | 'failed'>('pending');
  return (
    <>
      {state !== 'loaded' && standIn}
      {isOn && state !== 'failed' && (
        <img
          class={state}
          src={`/account/api/sets/${encodeURIComponent(number)}/picture`}
          alt=""
          loading="lazy"
          decoding="async"
          {...{ width, height }}
          onLoad={() => setState('loaded')}
          onError={() => setState('failed')}
        />
      )}
    </>
  );
}

export function SetPicture(props: PictureProps): JSX.Element {
  const { number } = props;
  return (
    <span class="set-picture">
      <Photo key={number} number={number} width={176} height={88} standIn={<Bricks {...props} />} />
    </span>
  );
}

/** Next to the name of a set in a list. Null if pictures are off: equal bricks say nothing. */
export function SetThumb({ number }: { number: string }): JSX.Element | null {
  if (useSession().state?.hasSetPictures !== true) return null;
  const brick = (
    <svg viewBox="0 0 32 32" aria-hidden="true" focusable="false" fill={`hsl(${hashOf(number) % 360} 55% 55%)`}>
      <path d="M2 11h4V6h8v5h4V6h8v5h4v17H2z" />
    </svg>
  );
  return (
    <span class="set-thumb">
      <Photo key={number} number={number} width={40} height={30} standIn={brick} />
    </span>
  );
}
