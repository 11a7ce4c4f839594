import { epochDayOf, parseIsoDay, writtenDay } from '@brickmarket/domain';
import type { PageFrame } from '../../pages/page-frames.ts';
import { escapeHtml, PAGE_FOOTER, pageShell } from '../../pages/page-shell.ts';
import { OBJECTIVES, type ServedDay, type ServedTime } from './service-days.ts';

export interface ServiceStatus {
  readonly now: string;
  readonly since: Date | null;
  readonly total: ServedTime;
  readonly days: readonly ServedDay[];
}

const STYLE = `
.lead{margin:clamp(2rem,6vw,3.5rem) 0 1.5rem}
.lead h1{font-size:clamp(2rem,6vw,3rem);margin:0 0 .6rem}
.lead p{color:var(--soft);max-width:42rem;margin:0}
.figures{display:grid;grid-template-columns:repeat(auto-fit,minmax(13rem,1fr));gap:1rem;margin:0 0 2rem}
.figures div{padding:1rem 1.2rem;border:1px solid var(--line);border-radius:.8rem;background:var(--card)}
.figures dt{color:var(--soft);font-size:.95rem}
.figures dd{margin:.2rem 0 0;font-size:1.5rem;font-weight:700}
.figures small{display:block;color:var(--soft);font-size:.85rem;font-weight:400}
.scroll{overflow-x:auto;border:1px solid var(--line);border-radius:.8rem;background:var(--card)}
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
th,td{padding:.45rem .9rem;text-align:right;white-space:nowrap;border-bottom:1px solid var(--line)}
th:first-child{text-align:left}
.missed{color:var(--brick-ink);font-weight:700}
`;

export function statusPage({ now, since, total, days }: ServiceStatus, frame: PageFrame): string {
  const figures = [
    ['Answered without an error of ours', availability(total), `objective: ${OBJECTIVES.availabilityPct} %`],
    ['99 of 100 responses came within', p99(total), `objective: ${duration(OBJECTIVES.p99Seconds)}`],
    ['Values were at most this old', age(total.worstDataSeconds), `objective: ${duration(OBJECTIVES.dataSeconds)}`],
    ['Alerts waited at most', age(total.worstDeliverySeconds), `objective: ${duration(OBJECTIVES.deliverySeconds)}`],
    ['Minutes without service', String(total.minutesDown), 'no process was there, or none reached its data'],
  ];
  const boxes = figures.map(
    ([term, value, note]) => `<div><dt>${term}</dt><dd>${value}<small>${note}</small></dd></div>`,
  );
  const record =
    since === null
      ? '<p>There is no record yet: it begins with the first minute of service.</p>'
      : `<dl class="figures">${boxes.join('')}</dl>${table(days)}`;
  return pageShell({
    path: '/status',
    title: 'Service status · Brickmarket',
    description: 'How Brickmarket has served in the last 90 days: availability, speed, age of data, delay of alerts.',
    style: STYLE,
    frame,
    body: `<main class="page" id="content"><div class="lead"><h1>Service status</h1>
<p>Now: <strong>${escapeHtml(now)}</strong>. Below, the last 90 days, in UTC, as the service itself has counted them${
      since === null ? '' : ` since <time datetime="${since.toISOString()}">${writtenDay(epochDayOf(since))}</time>`
    }.</p></div>
${record}</main>${PAGE_FOOTER}`,
  });
}

function table(days: readonly ServedDay[]): string {
  const heads = ['Day', 'Requests', 'Available', 'Minutes down', '99 of 100 within', 'Age of values', 'Alerts waited'];
  const rows = days.map((day) => {
    const cells = [
      day.requests.toLocaleString('en-US'),
      mark(availability(day), day.availabilityPct !== null && day.availabilityPct < OBJECTIVES.availabilityPct),
      mark(String(day.minutesDown), day.minutesDown > 0),
      mark(p99(day), day.requests > 0 && (day.p99Seconds ?? Infinity) > OBJECTIVES.p99Seconds),
      mark(age(day.worstDataSeconds), (day.worstDataSeconds ?? 0) > OBJECTIVES.dataSeconds),
      mark(age(day.worstDeliverySeconds), (day.worstDeliverySeconds ?? 0) > OBJECTIVES.deliverySeconds),
    ];
    const name = writtenDay(parseIsoDay(day.day)!);
    return `<tr><th scope="row">${name}</th>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
  });
  return `<h2 id="days">Day by day</h2>
<div class="scroll" role="region" tabindex="0" aria-labelledby="days"><table>
<thead><tr>${heads.map((head) => `<th scope="col">${head}</th>`).join('')}</tr></thead>
<tbody>${rows.join('\n')}</tbody></table></div>`;
}

function mark(text: string, isMissed: boolean): string {
  return isMissed ? `<span class="missed">${text}</span>` : text;
}

function availability({ availabilityPct }: ServedTime): string {
  // Rounded down: 99.999 % is not everything.
  return availabilityPct === null ? '–' : `${(Math.floor(availabilityPct * 1_000) / 1_000).toFixed(3)}&nbsp;%`;
}

function p99({ p99Seconds, requests }: ServedTime): string {
  if (requests === 0) return '–';
  return p99Seconds === null ? 'more' : duration(p99Seconds);
}

function age(seconds: number | null): string {
  return seconds === null ? '–' : duration(seconds);
}

function duration(seconds: number): string {
  if (seconds < 1) return `${Math.round(seconds * 1_000)}&nbsp;ms`;
  if (seconds < 120) return `${Math.round(seconds * 10) / 10}&nbsp;s`;
  if (seconds < 7_200) return `${Math.round(seconds / 60)}&nbsp;min`;
  return `${Math.round(seconds / 3_600)}&nbsp;h`;
}
