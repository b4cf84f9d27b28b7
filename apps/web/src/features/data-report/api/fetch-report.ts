/**
 * Downloads the file of a finished report. Its link expires after ten seconds
 * (docs/specification/reports.md 2.4), so it is requested on click. The link is tested before the
 * browser navigates to it, because a browser download cannot report why it failed.
 */
import { call } from '../../../lib/calls/api-client.ts';
import { ApiError, type ApiErrorKind } from '../../../lib/calls/api-error.ts';
import type { Report } from '../report-state.ts';

const TRIES = 2;
const LINK_OVER = 'report-link-over';

/** Resolves to true when the download has started, to false if the file no longer exists. */
export async function saveReport({ task_id }: Report): Promise<boolean> {
  for (let tries = 1; ; tries++) {
    const { data } = await call('v2.report', { query: { task_id: String(task_id) } });
    if (data.url === undefined) return false;
    const result = await tryLink(data.url);
    if (result === 'good') saveFrom(data.url);
    if (result !== 'over') return result === 'good';
    if (tries === TRIES) throw failure('refused', 200, LINK_OVER);
  }
}

/**
 * Returns `over` if the link expired, for example on a slow line. Refusals have status 200 and a
 * JSON body, so only a partial response (206) is a file.
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
  // The server sets the file name.
  link.download = '';
  link.click();
}
