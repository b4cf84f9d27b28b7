import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { answerFleet, CODE, deviceRow } from '../../../../test/answers/device-answers.ts';
import { answerFees } from '../../../../test/answers/energy-answers.ts';
import { expectNoAxeViolations } from '../../../../test/axe.ts';
import type { ContractServer } from '../../../../test/contract-server.ts';
import { renderPage } from '../../../../test/render-page.tsx';
import type { ReadingPreview } from './use-reading-import.ts';

const AT = Date.UTC(2026, 9, 31, 16);

const preview = (more: Partial<ReadingPreview> = {}): { data: ReadingPreview } => ({
  data: {
    mark: 'mark-1',
    format: 'csv',
    value_column: 'register',
    rows: 97,
    readings: 97,
    stored: 0,
    passed_over: ['Note'],
    problem_count: 0,
    stretch_problems: 0,
    problems: [],
    first: { at: AT, register: 400 },
    last: { at: AT + 86_400_000, register: 496 },
    gap_count: 2,
    gaps: [],
    ignored: [],
    months: [{ month: '2026-11', before: { ept: 8, fee: 7.54 }, after: { ept: 108, fee: 74.22 } }],
    periods: [
      { start: '2026-10-01', end: '2026-11-01', state: 'issued' },
      { start: '2026-11-01', end: '2026-12-01', state: 'open' },
    ],
    ...more,
  },
});

const WRONG = preview({
  mark: null,
  readings: 0,
  first: null,
  last: null,
  months: [],
  periods: [],
  problem_count: 2,
  problems: [
    { row: 3, column: 'time', reason: 'time-order-unknown', value: '03/04/2026' },
    { row: 9, column: 'register', reason: 'a-later-reason', value: '' },
  ],
});

function open(prepare: (server: ContractServer) => void) {
  return renderPage(`/energy-repair?view=import&device=${CODE}`, {
    role: 'admin',
    prepare: (server) => {
      answerFees(server);
      answerFleet(server, [deviceRow()]);
      prepare(server);
    },
  });
}

async function choose(label: string, text: string) {
  await userEvent.upload(await screen.findByLabelText(label, { selector: 'input' }), [
    new File([text], 'meter.csv', { type: 'text/csv' }),
  ]);
}

const SETTINGS = {
  decimal_sign: 'point',
  date_order: null,
  time_marks: 'end',
  meter: 'same',
  leave_out: false,
};

describe('the import of old readings', () => {
  it('proceeds from a file with errors through a corrected one to its confirmation', async () => {
    const { user, server } = await open((on) => {
      on.answer('v2.reading-import.preview', WRONG);
      on.answer('v2.reading-import.accept', { data: { imported: 97, repeated: false } });
    });
    await choose('Choose a file', 'first');
    const problems = await screen.findByRole('region', { name: 'Errors' });
    const rows = within(problems).getAllByRole('row').slice(1);
    expect(rows.map((row) => row.textContent)).toEqual([
      '3Time03/04/2026has day and month in an unknown order: choose it above',
      '9Register–a-later-reason',
    ]);
    expect(screen.queryByRole('button', { name: /Import readings/ })).toBeNull();
    await expectNoAxeViolations();

    server.answer('v2.reading-import.preview', preview());
    await choose('Choose another file', 'second');
    const button = await screen.findByRole('button', { name: /Import readings/ });
    expect(screen.getByRole('table', { name: 'Before and after' }).textContent).toContain(
      '2026-11',
    );
    expect(screen.getByText(/2026-10-01 – 2026-11-01.*is closed/)).toBeTruthy();
    expect(screen.getByText('Note')).toBeTruthy();
    await user.click(button);
    expect(await screen.findByText(/Readings imported/)).toBeTruthy();
    const body = { device_code: CODE, content: btoa('second'), ...SETTINGS };
    expect(server.requests('v2.reading-import.accept')).toEqual([
      { body: { ...body, mark: 'mark-1' } },
    ]);
  });

  it('reads the file again when a setting changes, and when the preview is outdated', async () => {
    const { user, server } = await open((on) => {
      on.answer('v2.reading-import.preview', preview());
      on.answer('v2.reading-import.accept', {
        refuse: { code: 41416, reason: 'reading-import-changed' },
      });
    });
    await choose('Choose a file', 'x');
    await user.click(await screen.findByRole('checkbox', { name: 'Leave out rows with errors' }));
    await user.click(await screen.findByRole('button', { name: /Import readings/ }));
    expect(await screen.findByRole('alert')).toBeTruthy();
    const sent = server.requests('v2.reading-import.preview') as { body: object }[];
    expect(sent.map(({ body }) => body)).toMatchObject([
      SETTINGS,
      { ...SETTINGS, leave_out: true },
      { ...SETTINGS, leave_out: true },
    ]);
  });
});
