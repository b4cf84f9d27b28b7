/**
 * The file of a finished report. Its link lives ten seconds (docs/specification/reports.md 2.4), so
 * it is asked for at the click; it is tried before the browser is sent there, because a browser
 * that saves a file cannot say why there is none.
 */
import { call } from '../../../lib/api-client.ts';
import { ApiError, type ApiErrorKind } from '../../../lib/api-error.ts';
import type { Report } from '../report-state.ts';

const TRIES = 2;
const LINK_OVER = 'report-link-over';

/** Resolves when the browser has begun to save the file; false: there is none any more. */
export async function saveReport({ task_id }: Report): Promise<boolean> {
  for (let tries = 1; ; tries++) {
    const { data } = await call('v2.report', { query: { task_id: String(task_id) } });
    if (data.url === undefined) return false;
    const verdict = await tryLink(data.url);
    if (verdict === 'good') saveFrom(data.url);
    if (verdict !== 'over') return verdict === 'good';
    if (tries === TRIES) throw failure('refused', 200, LINK_OVER);
  }
}

/**
 * `over`: ten seconds were not enough, on a line as slow as that. Refusals come with status 200 and
 * a body that says so, so nothing but a part of the file (206) is a file.
 */
async function tryLink(url: string): Promise<'good' | 'over' | 'gone'> {
  const response = await fetch(url, {
    credentials: 'same-origin',
    headers: { range: 'bytes=0-0' },
  }).catch(() => {
    throw failure('network', 0);
  });
  if (response.status === 206) {
    await response.body?.cancel();
    return 'good';
  }
  const answer = (await response.json().catch(() => ({}))) as { reason?: string };
  if (answer.reason === LINK_OVER) return 'over';
  if (response.status === 404) return 'gone';
  throw failure('failed', response.status);
}

function failure(kind: ApiErrorKind, status: number, reason?: string): ApiError {
  return new ApiError({ kind, status, code: status, msg: '', reason });
}

function saveFrom(url: string): void {
  const link = document.createElement('a');
  link.href = url;
  // The server names the file.
  link.download = '';
  link.click();
}
