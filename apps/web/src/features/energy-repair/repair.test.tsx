import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { answerFleet, CODE, deviceRow } from '../../../test/answers/device-answers.ts';
import { answerFees, periodRow, settlementData } from '../../../test/answers/energy-answers.ts';
import {
  answerExplanation,
  atTime,
  correctionRow,
  effectData,
  explanationData,
} from '../../../test/answers/explanation-answers.ts';
import { expectNoAxeViolations } from '../../../test/axe.ts';
import type { ContractServer } from '../../../test/contract-server.ts';
import { type RenderOptions, renderPage } from '../../../test/render-page.tsx';
import { changeLanguage } from '../../i18n/i18n.ts';
import { isSpan, spanOf } from './repair-span.ts';

const PAGE = `/energy-repair?device=${CODE}&start=2026-11-20&end=2026-11-20`;

function render(
  address = PAGE,
  more: (server: ContractServer) => void = () => undefined,
  options: RenderOptions = { role: 'admin' },
) {
  return renderPage(address, {
    ...options,
    prepare: (server) => {
      answerFees(server);
      answerFleet(server, [deviceRow(), deviceRow({ id: 12, device_code: 'B2' })]);
      answerExplanation(server);
      more(server);
    },
  });
}

const textOf = (element: Element) =>
  element.textContent?.replaceAll('\u202F', ' ').replaceAll(/[\u2066\u2069]/g, '') ?? '';

describe('the energy correction page', () => {
  it('numbers the steps that are not plain and shows the decision about each with its reason', async () => {
    const { server, user } = await render();
    const table = await screen.findByRole('table', { name: 'Steps' });
    const rows = within(table).getAllByRole('row').slice(1).map(textOf);
    expect(rows).toHaveLength(3);
    expect(rows[0]).toMatch(/^12026-11-20 08:00:00ResetThe register fell from 1,020\.00 kWh to 4/);
    expect(rows[1]).toMatch(
      /^22026-11-20 08:15:00Reset.*since the previous reading counts here: 14\.00 kWh/,
    );
    expect(rows[2]).toMatch(/^32026-11-20 14:00:00Gap.*No readings from 2026-11-20 08:15:00/);
    expect(server.requests('v2.energy-explanation')[0]).toEqual({
      query: {
        device_code: CODE,
        start: '2026-11-20',
        end: '2026-11-20',
        channel: 'activeTotal',
      },
    });
    await user.click(screen.getByRole('checkbox', { name: 'Show ordinary readings too' }));
    expect(textOf(within(table).getAllByRole('row')[1]!)).toContain(
      '31 ordinary readings in a row',
    );
    await expectNoAxeViolations();
  });

  async function askToCorrect(more?: (server: ContractServer) => void) {
    const page = await render(PAGE, (server) => {
      server.answer('v2.energy-overrides.add', { data: { id: null, effect: effectData() } });
      more?.(server);
    });
    await page.user.click(
      await screen.findByRole('button', {
        name: /Correct the step to the reading of .2026-11-20 08:15:00/,
      }),
    );
    const dialog = await screen.findByRole('dialog');
    const confirm = within(dialog).getByRole<HTMLButtonElement>('button', {
      name: 'Confirm correction',
    });
    const energy = within(dialog).getByRole('spinbutton');
    const reason = within(dialog).getByRole('textbox', { name: /Reason/ });
    const preview = () => page.user.click(within(dialog).getByRole('button', { name: 'Preview' }));
    return { ...page, dialog, confirm, energy, reason, preview };
  }

  it('corrects a step only after a preview and with a reason', async () => {
    const page = await askToCorrect();
    const { user, server, dialog, confirm, energy, reason, preview } = page;
    expect(confirm.disabled).toBe(true);
    await user.type(energy, '20');
    await user.type(reason, ' Measured by hand ');
    expect(confirm.disabled).toBe(true);
    await preview();
    const effect = await within(dialog).findByRole('table', { name: 'Before and after' });
    expect(textOf(within(effect).getAllByRole('row')[1]!)).toBe(
      '2026-11-2054.00 kWh60.00 kWh¥ 17.99¥ 19.99',
    );
    const body = {
      device_code: CODE,
      register_ts: atTime(8, 15),
      channel: 'activeTotal',
      decision: 'set',
      energy: 20,
    };
    expect(server.requests('v2.energy-overrides.add')).toEqual([
      { body: { ...body, preview: true } },
    ]);
    // No closed period is affected, so no adjustment is mentioned.
    expect(within(dialog).queryByText(/adjustment/)).toBeNull();
    const before = server.requests('v2.energy-explanation').length;
    server.answer('v2.energy-overrides', { data: { list: [correctionRow()] } });
    await user.click(confirm);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.requests('v2.energy-overrides.add')[1]).toEqual({
      body: { ...body, reason: 'Measured by hand' },
    });
    expect(await screen.findByText('Set to', { exact: false })).toBeTruthy();
    expect(server.requests('v2.energy-explanation').length).toBeGreaterThan(before);
  });

  it('accepts a decimal comma, and pasted digit groups with the unit', async () => {
    const { user, server, dialog } = await askToCorrect();
    const field = within(dialog).getByRole<HTMLInputElement>('spinbutton');
    const preview = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Preview' });
    await act(() => changeLanguage('fr'));
    await user.type(field, '1,5');
    await user.click(preview);
    expect(field.value).toBe('1,500');
    await user.clear(field);
    await user.paste('1\u202F234,5 kWh');
    await user.click(preview);
    await waitFor(() =>
      expect(server.requests('v2.energy-overrides.add').map(({ body }) => body?.energy)).toEqual([
        1.5, 1234.5,
      ]),
    );
  });

  it('rejects an ambiguous number and names the field', async () => {
    const { user, server, dialog, energy } = await askToCorrect();
    const preview = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Preview' });
    const alert = () =>
      within(dialog)
        .getByRole('alert')
        .textContent?.replaceAll(/[\u2066\u2069]/g, '');
    await user.type(energy, '1,234');
    expect(alert()).toMatch(/^Energy .*“1,234” can mean 1234 or 1.234/);
    expect(preview.disabled).toBe(true);
    await user.tab();
    expect((energy as HTMLInputElement).value).toBe('1,234');
    await user.clear(energy);
    expect(within(dialog).queryByRole('alert')).toBeNull();
    await user.type(energy, '12 MWh');
    expect(alert()).toContain('“12 MWh” is not a number');
    expect(preview.disabled).toBe(true);
    expect(server.requests('v2.energy-overrides.add')).toEqual([]);
  });

  it('requires a new preview if the decision is changed', async () => {
    const { user, server, dialog, confirm, energy, reason, preview } = await askToCorrect();
    await user.type(energy, '20');
    await user.type(reason, 'x');
    await preview();
    await waitFor(() => expect(confirm.disabled).toBe(false));
    await user.click(within(dialog).getByRole('radio', { name: 'Count nothing' }));
    expect(confirm.disabled).toBe(true);
    await user.click(within(dialog).getByRole('radio', { name: 'All registers of the reading' }));
    await preview();
    await waitFor(() => expect(confirm.disabled).toBe(false));
    expect(server.requests('v2.energy-overrides.add').at(-1)).toEqual({
      body: {
        device_code: CODE,
        register_ts: atTime(8, 15),
        channel: null,
        decision: 'ignore',
        preview: true,
      },
    });
  });

  it('names the closed period that gets an adjustment', async () => {
    const { user, dialog, energy, preview } = await askToCorrect((server) =>
      server.answer('v2.settlement', {
        data: settlementData({
          closed: [periodRow({ start: '2026-11-15', end: '2026-11-20', state: 'closed' })],
        }),
      }),
    );
    await user.type(energy, '20');
    await preview();
    expect(
      await within(dialog).findByText(/2026-11-15 – 2026-11-20.*adjustment of the current period/),
    ).toBeTruthy();
  });

  it('keeps the typed values if the server refuses', async () => {
    const { user, server, dialog, energy, preview } = await askToCorrect();
    server.answer('v2.energy-overrides.add', { refuse: { code: 409, reason: 'override-exists' } });
    await user.type(energy, '20');
    await preview();
    expect(await within(dialog).findByText(/withdraw it first/)).toBeTruthy();
    expect((energy as HTMLInputElement).value).toBe('20.000');
  });

  it('corrects a reading within a plain run', async () => {
    const { user, server } = await render(PAGE, (prepared) =>
      prepared.answer('v1.data.findVariableByDateTime', {
        data: [
          Object.assign({ dateTime: '2026-11-20 07:30:00', ts: atTime(7, 30) }, { epT: 1019.5 }),
        ],
        currentPage: 1,
        totalPage: 1,
        totalCount: 1,
        rows: 15,
      }),
    );
    await screen.findByRole('table', { name: 'Steps' });
    await user.click(screen.getByRole('button', { name: 'Another reading…' }));
    await user.click(await screen.findByRole('button', { name: /2026-11-20 07:30:00/ }));
    expect(await screen.findByText('Correct this step')).toBeTruthy();
    expect(screen.getAllByText('2026-11-20 07:30:00')).toHaveLength(1);
    expect(server.requests('v1.data.findVariableByDateTime')[0]?.body).toMatchObject({
      dataType: 'energy',
      startTime: '2026-11-20 00:00:00',
      endTime: '2026-11-20 23:59:59',
    });
  });

  it('lists corrections with author, time and reason, and withdraws one with a reason', async () => {
    const gone = correctionRow({
      id: 4,
      withdrawn_by: 'li',
      withdrawn_at: atTime(15),
      withdrawal_reason: 'Mistyped',
    });
    const { user, server } = await render(PAGE, (prepared) => {
      prepared.answer('v2.energy-overrides', { data: { list: [correctionRow(), gone] } });
      prepared.answer('v2.energy-overrides.withdraw', { data: { effect: effectData() } });
    });
    const table = await screen.findByRole('table', { name: 'Corrections of this device' });
    const rows = within(table).getAllByRole('row').map(textOf);
    expect(rows[1]).toMatch(
      /Set to 20\.00 kWh.*mira · 2026-11-20 16:00:00Measured by handIn force/,
    );
    expect(rows[2]).toMatch(/Withdrawnli · 2026-11-20 15:00:00Mistyped/);
    await user.click(within(table).getByRole('button', { name: /^Withdraw the correction/ }));
    const dialog = await screen.findByRole('dialog');
    const confirm = within(dialog).getByRole<HTMLButtonElement>('button', {
      name: 'Withdraw correction',
    });
    expect(confirm.disabled).toBe(true);
    await user.type(within(dialog).getByRole('textbox'), 'It was a reset');
    await expectNoAxeViolations(dialog);
    await user.click(confirm);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.requests('v2.energy-overrides.withdraw')).toEqual([
      { params: { id: '5' }, query: { reason: 'It was a reset' } },
    ]);
  });

  it('polls while the ledger is behind', async () => {
    let requests = 0;
    await render(PAGE, (server) =>
      server.answer('v2.energy-explanation', () => {
        requests += 1;
        return { data: explanationData({ pending: requests === 1 }) };
      }),
    );
    expect(await screen.findByText(/follow within seconds/)).toBeTruthy();
    await waitFor(() => expect(screen.queryByText(/follow within seconds/)).toBeNull(), {
      timeout: 5000,
    });
    expect(requests).toBe(2);
  });

  it('explains an empty list and reports errors', async () => {
    const { user, server } = await render(PAGE, (prepared) =>
      prepared.answer('v2.energy-explanation', {
        refuse: { code: 500, status: 500, requestId: 'req-7' },
      }),
    );
    expect((await screen.findAllByRole('alert'))[0]!.textContent).toContain('req-7');
    expect(screen.getByText('No corrections')).toBeTruthy();
    server.answer('v2.energy-explanation', {
      data: explanationData({ steps: [], step_count: 0, readings: 0, days: [] }),
    });
    await user.click(screen.getAllByRole('button', { name: 'Try again' })[0]!);
    expect(await screen.findByText('No readings for these days')).toBeTruthy();
  });

  it('requires a device and a valid range of days', async () => {
    await render('/energy-repair?view=device');
    expect(await screen.findByText('Choose a device')).toBeTruthy();
    const { server } = await render(
      `/energy-repair?device=${CODE}&start=2026-11-20&end=2026-11-19`,
    );
    expect(await screen.findByText(/must not be before the first/)).toBeTruthy();
    expect(server.requests('v2.energy-explanation')).toEqual([]);
  });

  it('offers periods by name up to the longest span, and rejects longer ones', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-20T16:30:00Z') });
    const { user, address, server } = await render(PAGE, (prepared) =>
      prepared.answer('v2.settlement', {
        data: settlementData({
          ended: [periodRow({ start: '2026-09-15', end: '2026-11-14', state: 'ended' })],
        }),
      }),
    );
    await user.click(await screen.findByLabelText('From'));
    expect(await screen.findByText('This settlement period')).toBeTruthy();
    expect(screen.queryByText('Last settlement period')).toBeNull();
    await user.click(screen.getByText('Last month'));
    const period = { start: '2026-10-01', end: '2026-10-31' };
    await waitFor(() => expect(address()).toContain('start=2026-10-01&end=2026-10-31'));
    await waitFor(() =>
      expect(server.requests('v2.energy-explanation').at(-1)?.query).toMatchObject(period),
    );
    const first = screen.getByLabelText<HTMLInputElement>('From');
    expect(first.getAttribute('aria-invalid')).toBe('false');
    await user.clear(first);
    await user.type(first, '2026-09-30');
    await user.tab();
    expect(await screen.findByText(/at most 31 days/)).toBeTruthy();
    const wrong = screen.getByLabelText('From');
    expect(wrong.getAttribute('aria-invalid')).toBe('true');
    const help = document.getElementById(wrong.getAttribute('aria-describedby')!);
    expect(help?.textContent).toContain('at most 31 days');
  });

  it('is not available to operators', async () => {
    const { server } = await render(PAGE, undefined, { role: 'operator' });
    expect(await screen.findByText('No permission for this page')).toBeTruthy();
    expect(server.requests('v2.energy-explanation')).toEqual([]);
  });
});

describe('the displayed days', () => {
  it.each([
    [{}, '2026-11-15', '2026-11-21'],
    [{ start: '2026-11-01' }, '2026-11-01', '2026-11-07'],
    [{ start: '2026-11-19' }, '2026-11-19', '2026-11-21'],
    [{ end: '2026-11-10' }, '2026-11-04', '2026-11-10'],
  ])('are correct for the search parameters %o', (search, start, end) => {
    expect(spanOf(search, '2026-11-21')).toEqual({ start, end });
  });

  it.each([
    ['2026-10-01', '2026-10-31', true],
    ['2026-10-01', '2026-11-01', false],
    ['2026-10-02', '2026-10-01', false],
  ])('from %s to %s are valid: %s', (start, end, expected) => {
    expect(isSpan({ start, end })).toBe(expected);
  });
});
