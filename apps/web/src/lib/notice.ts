/**
 * Short notices that must survive navigation (session expired, account activated, page not
 * available). The component that displays notices subscribes to them; they contain translation
 * keys, not sentences.
 */
export interface Notice {
  kind: 'info' | 'success' | 'warning' | 'error';
  /** Translation key with its namespace. */
  key: string;
  values?: Readonly<Record<string, string>>;
}

let waiting: Notice[] = [];
/** The newest one displays notices: the sign-in in front of a page, else the page. */
let takers: ((notice: Notice) => void)[] = [];

/** Displays a notice immediately, or as soon as a page that can display it is mounted. */
export function postNotice(notice: Notice): void {
  const taker = takers.at(-1);
  if (taker !== undefined) taker(notice);
  else if (!waiting.some((other) => other.key === notice.key)) waiting.push(notice);
}

/** Stores a notice for the next page. */
export function leaveNotice(notice: Notice): void {
  waiting = [...waiting.filter((other) => other.key !== notice.key), notice];
}

/** Subscribes to notices and delivers the stored ones first; returns the unsubscribe function. */
export function takeNotices(show: (notice: Notice) => void): () => void {
  takers = [...takers, show];
  const old = waiting;
  waiting = [];
  for (const notice of old) show(notice);
  return () => {
    takers = takers.filter((other) => other !== show);
  };
}
