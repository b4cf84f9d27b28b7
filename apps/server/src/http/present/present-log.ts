/** A row of the operation log as both versions of the API show it. */
import type { LogDetailKey } from '@busbar/contract/v1/sys-log';
import type { LogRow } from '../../areas/shared/operation-log/log-search-queries.ts';

export interface LogDetailPart {
  readonly word: LogDetailKey;
  readonly value: string;
}

interface KnownDetail {
  readonly template?: string;
  readonly order?: string;
  readonly devices?: number;
  readonly before?: string;
  readonly reason?: string;
  readonly of?: string;
  /** Set for a command that a tower issued by its rules. */
  readonly tower?: { readonly user: string; readonly cause: string; readonly busV: number | null };
}

/** The detail as separate parts, for a screen in another language. */
export function logDetailParts(row: LogRow): LogDetailPart[] {
  const { template, order, devices, before, reason, of, tower } = row.detail as KnownDetail;
  const parts: readonly (readonly [LogDetailKey, string | number | null | undefined])[] = [
    ['template', template],
    ['order', order],
    ['devices', devices],
    ['before', before],
    ['after', row.afterAction],
    ['outcome', row.commandReason],
    ['said', row.commandDetail],
    ['reason', tower === undefined ? reason : undefined],
    ['tower', tower?.user],
    ['cause', tower?.cause],
    ['bus', tower?.busV],
    ['of', of],
  ];
  return parts.flatMap(([word, value]) =>
    value === undefined || value === null ? [] : [{ word, value: String(value) }],
  );
}

/** Text of a part in the single line that old clients show. */
const LINE: Readonly<Record<LogDetailKey, (value: string) => string>> = {
  template: (value) => `template ${value}`,
  order: (value) => value,
  devices: (value) => `${value} devices`,
  before: (value) => `before ${value}`,
  after: (value) => `after ${value}`,
  outcome: (value) => value,
  said: (value) => `device: ${value}`,
  reason: (value) => `reason: ${value}`,
  tower: (value) => `tower ${value}`,
  cause: (value) => value,
  bus: (value) => `bus ${value} V`,
  of: (value) => `of ${value}`,
};

/** The detail in one line: the state before and after, the reason and its origin. */
export function logDetailText(row: LogRow): string {
  return logDetailParts(row)
    .map(({ word, value }) => LINE[word](value))
    .join(', ');
}
