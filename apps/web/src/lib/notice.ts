/**
 * Short messages that must survive a change of page (login expired, account activated, page not
 * available). Whoever shows messages takes them; they carry catalogue keys, not sentences.
 */
export interface Notice {
  kind: 'info' | 'success' | 'warning' | 'error';
  /** Catalogue key with its namespace. */
  key: string;
  values?: Readonly<Record<string, string>>;
}

let waiting: Notice[] = [];
let taker: ((notice: Notice) => void) | null = null;

/** Shows a notice now, or as soon as a page that can show it is there. */
export function postNotice(notice: Notice): void {
  if (taker !== null) taker(notice);
  else if (!waiting.some((other) => other.key === notice.key)) waiting.push(notice);
}

/** Leaves a notice for the page that comes after this one. */
export function leaveNotice(notice: Notice): void {
  waiting = [...waiting.filter((other) => other.key !== notice.key), notice];
}

/** Takes the notices from now on, the waiting ones first; answers how to stop. */
export function takeNotices(show: (notice: Notice) => void): () => void {
  taker = show;
  const old = waiting;
  waiting = [];
  for (const notice of old) show(notice);
  return () => {
    if (taker === show) taker = null;
  };
}
