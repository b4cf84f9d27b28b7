import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { expectNoAxeViolations } from '../../../test/axe.ts';
import type { ContractServer } from '../../../test/contract-server.ts';
import { renderPage } from '../../../test/render-page.tsx';

function prepare(server: ContractServer) {
  server.answer('v2.operations', {
    data: {
      at: Date.UTC(2026, 10, 20, 13, 0, 0),
      parts: [
        { part: 'database', state: 'good' },
        { part: 'disk', state: 'failed' },
        { part: 'gateway', state: 'good' },
        { part: 'worker', state: 'failed' },
        { part: 'ledger', state: 'good' },
        { part: 'outbox', state: 'late' },
        { part: 'forwarding', state: 'good' },
        { part: 'reports', state: 'late' },
        { part: 'audit', state: 'late' },
      ],
      process: {
        version: '0.1.0',
        node: '20.19.0',
        started_at: Date.UTC(2026, 10, 19, 13, 0, 0),
        roles: ['api', 'worker'],
        memory_bytes: 163_000_000,
        stall_ms: 12,
      },
      database: {
        kind: 'PostgreSQL 15.18',
        answers_in_ms: 1.4,
        bytes: 4_200_000_000,
        migrations: 27,
        warnings: [],
      },
      disk: { free_bytes: 4_000_000_000, total_bytes: 100_000_000_000 },
      devices: { online: 9_812, late: 40, offline: 188 },
      customers: 31,
      commands: { open: 2, unknown: 0 },
      alarms_open: 17,
      ledger_waiting: 1,
      outbox: { due: 12, overdue_s: 200, dead: 3 },
      forwarding: { waiting: 0, oldest_s: 0 },
      reports: { open: 2, oldest_s: 900 },
      gateways: { count: 2, seen_s: 3 },
      workers: { count: 0, seen_s: 130 },
      seals: { waiting: 4, oldest_s: 95 },
      mail_available: false,
      rejected: [
        { reason: 'out-of-bounds', count: 5 },
        { reason: 'a-later-reason', count: 1 },
      ],
    },
  });
}

const open = (language: 'en' | 'ar' = 'en') =>
  renderPage('/operations', { role: 'platform', language, prepare });

describe('the operations page', () => {
  it('shows the state, the measured value and the remedy for each component', async () => {
    await open();
    const parts = await screen.findByRole('region', { name: 'Components' });
    // Durations contain invisible direction marks, which force left-to-right order.
    const row = async (name: string) =>
      (await within(parts).findByRole('row', { name: new RegExp(`^${name}`) })).textContent.replace(
        /[\u2066\u2069]/g,
        '',
      );
    expect(await row('Database')).toBe('DatabaseGoodAnswers in 1\u202Fms');
    expect(await row('Disk')).toBe(
      'DiskFailed4% freeFree disk space, or keep readings for a shorter time, before the disk is full.',
    );
    expect(await row('Device gateway')).toBe('Device gatewayGood2 processes running');
    expect(await row('Worker')).toContain('FailedNone running; last seen 2\u202Fmin 10\u202Fs ago');
    expect(await row('Audit trail')).toContain('Delayed4 waiting, oldest for 1\u202Fmin 35\u202Fs');
    expect(await row('Energy ledger')).toBe('Energy ledgerGood1 device is waiting for calculation');
    expect(await row('Email and push')).toContain(
      'Delayed12 due, oldest for 3\u202Fmin 20\u202Fs; 3 given up',
    );
    expect(await row('Data forwarding')).toBe('Data forwardingGoodQueue empty');
    expect(await row('Reports')).toContain('2 waiting, oldest for 15\u202Fmin 0\u202Fs');
    await expectNoAxeViolations();
  });

  it('shows the current load and the running processes', async () => {
    await open();
    const serves = await screen.findByRole('region', { name: 'Customers and devices' });
    expect(await within(serves).findByText('9,812')).toBeTruthy();
    expect(within(serves).getByText(/no email is sent/)).toBeTruthy();
    const machine = screen.getByRole('region', { name: /^Process and database/ });
    expect(within(machine).getByText('4 GB of 100 GB free')).toBeTruthy();
    expect(within(machine).getByText('api, worker')).toBeTruthy();
  });

  it('translates known rejection reasons and shows unknown ones unchanged', async () => {
    await open();
    const rejected = await screen.findByRole('region', { name: /Rejected messages/ });
    expect(await within(rejected).findByText('Physically impossible value')).toBeTruthy();
    expect(within(rejected).getByText('a-later-reason')).toBeTruthy();
  });

  it('is available in Arabic', async () => {
    await open('ar');
    expect(await screen.findByText('سجل الطاقة')).toBeTruthy();
  });
});
