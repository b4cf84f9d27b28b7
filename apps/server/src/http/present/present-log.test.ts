import { LOG_DETAIL_KEYS } from '@busbar/contract/v1/sys-log';
import { describe, expect, it } from 'vitest';
import type { LogRow } from '../../areas/shared/operation-log/log-search-queries.ts';
import { logDetailParts, logDetailText } from './present-log.ts';

const row = (detail: object, more: Partial<LogRow> = {}): LogRow =>
  ({
    detail,
    afterAction: null,
    commandReason: null,
    commandDetail: null,
    ...more,
  }) as LogRow;

describe('the parts of an operation log detail', () => {
  it.each([
    ['nothing for an empty detail', row({}), [], ''],
    [
      'a given reason',
      row({ before: 'closeByHand', reason: 'maintenance' }),
      ['before', 'reason'],
      'before closeByHand, reason: maintenance',
    ],
    [
      'a command of a tower, with its user, cause and bus voltage',
      row(
        {
          before: 'closeByHand',
          reason: 'Hill, B: voltage-low, bus 45.5 V',
          tower: { user: 'Hill, B', cause: 'voltage-low', busV: 45.5 },
        },
        { afterAction: 'openByCommand' },
      ),
      ['before', 'after', 'tower', 'cause', 'bus'],
      'before closeByHand, after openByCommand, tower Hill, B, voltage-low, bus 45.5 V',
    ],
    [
      'a tower without a bus voltage',
      row({ tower: { user: 'Hill, B', cause: 'mains-back', busV: null } }),
      ['tower', 'cause'],
      'tower Hill, B, mains-back',
    ],
    [
      'the message of a device',
      row({ template: 'Pumps', devices: 3 }, { commandReason: 'refused', commandDetail: 'busy' }),
      ['template', 'devices', 'outcome', 'said'],
      'template Pumps, 3 devices, refused, device: busy',
    ],
  ])('include %s', (_case, given, expected, text) => {
    const parts = logDetailParts(given);
    expect(parts.map(({ word }) => word)).toEqual(expected);
    expect(logDetailText(given)).toBe(text);
    for (const { word } of parts) expect(LOG_DETAIL_KEYS).toContain(word);
  });
});
