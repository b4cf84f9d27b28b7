import { describe, expect, it } from 'vitest';
import { GENESIS_HASH } from './audit-chain.ts';
import { type AuditColumns, auditText } from './audit-text.ts';

const ENTRY: AuditColumns = {
  customerId: '7',
  entryId: '41',
  kind: 'operation',
  loggedAtUs: '1763600400000000',
  userId: '11',
  userName: 'operator',
  deviceId: '3',
  deviceCode: 'MT61-00001234',
  groupId: '5',
  module: 'Remote control',
  command: 'open',
  commandId: '019a9f00-0000-7000-8000-000000000001',
  status: 'queued',
  detail: '{"before": "closeByCommand", "reason": "maintenance"}',
  clientAddress: '192.168.10.20',
};

describe('the canonical text of an audit entry', () => {
  it('never changes for the same entry', () => {
    expect(auditText(ENTRY, 1, GENESIS_HASH)).toBe(
      '["busbar-audit-1","7","1","0000000000000000000000000000000000000000000000000000000000000000",' +
        '"41","operation","1763600400000000","11","operator","3","MT61-00001234","5","Remote control",' +
        '"open","019a9f00-0000-7000-8000-000000000001","queued",' +
        '"{\\"before\\": \\"closeByCommand\\", \\"reason\\": \\"maintenance\\"}","192.168.10.20"]',
    );
  });

  it('contains null for a missing value, which differs from an empty text', () => {
    const none = { ...ENTRY, userId: null, deviceId: null, groupId: null, commandId: null };
    expect(auditText(none, 1, GENESIS_HASH)).toContain('"1763600400000000",null,"operator",null,');
    expect(auditText({ ...none, userId: '' }, 1, GENESIS_HASH)).not.toBe(
      auditText(none, 1, GENESIS_HASH),
    );
  });

  it.each([
    ['a quote in a name', { userName: 'a","b' }, { userName: 'a', deviceId: 'b' }],
    ['a text moved to the next column', { module: 'Remote', command: 'control open' }, {}],
    ['a name in another Unicode normalisation', { userName: 'e\u0301' }, { userName: '\u00e9' }],
    ['an unpaired surrogate', { userName: '\ud800' }, { userName: '\ud801' }],
  ])('differs for %s', (_name, one, other) => {
    expect(auditText({ ...ENTRY, ...one }, 1, GENESIS_HASH)).not.toBe(
      auditText({ ...ENTRY, ...other }, 1, GENESIS_HASH),
    );
  });

  it.each(Object.keys(ENTRY) as (keyof AuditColumns)[])('includes %s', (column) => {
    const changed = { ...ENTRY, [column]: `${ENTRY[column]}x` };
    expect(auditText(changed, 1, GENESIS_HASH)).not.toBe(auditText(ENTRY, 1, GENESIS_HASH));
  });

  it('includes its number and the previous hash', () => {
    expect(auditText(ENTRY, 2, GENESIS_HASH)).not.toBe(auditText(ENTRY, 1, GENESIS_HASH));
    expect(auditText(ENTRY, 1, 'f'.repeat(64))).not.toBe(auditText(ENTRY, 1, GENESIS_HASH));
  });
});
