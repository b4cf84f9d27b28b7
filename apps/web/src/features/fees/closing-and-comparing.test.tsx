import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { answerFleet, CODE, deviceRow } from '../../../test/answers/device-answers.ts';
import { answerFees, periodRow, settlementData } from '../../../test/answers/energy-answers.ts';
import { answerExplanation } from '../../../test/answers/explanation-answers.ts';
import { expectNoAxeViolations } from '../../../test/axe.ts';
import type { AnswerFor, ContractServer } from '../../../test/contract-server.ts';
import { type RenderOptions, renderPage } from '../../../test/render-page.tsx';

type Compared = NonNullable<AnswerFor<'v2.bill.comparison'>['data']>;

const render = (
  address: string,
  more: (server: ContractServer) => void,
  options: RenderOptions = { role: 'admin' },
) =>
  renderPage(address, {
    ...options,
    prepare: (server) => {
      answerFees(server);
      answerExplanation(server);
      answerFleet(server, [deviceRow()]);
      more(server);
    },
  });
const textOf = (element: Element) => element.textContent?.replaceAll('\u202F', ' ') ?? '';

const JULY = periodRow({ start: '2026-07-15', end: '2026-08-14', state: 'ended', total: 70 });
const AUGUST = periodRow({
  start: '2026-08-15',
  end: '2026-09-14',
  state: 'ended',
  closes_itself: false,
  provisional: false,
});
const SEPTEMBER = periodRow({
  start: '2026-09-15',
  end: '2026-10-14',
  state: 'ended',
  fee: null,
  total: null,
});

describe('closing all periods up to one', () => {
  const open = (options?: RenderOptions) =>
    render(
      '/settlement',
      (server) =>
        server.answer('v2.settlement', {
          data: settlementData({ ended: [SEPTEMBER, AUGUST, JULY], closed: [] }),
        }),
      options,
    );

  it('says next to each ended period what it waits for', async () => {
    await open();
    const rowOf = async (text: string) => (await screen.findByText(text)).closest('tr')!;
    expect(textOf(await rowOf('2026-09-15 – 2026-10-14'))).toContain(
      'Some of its energy has no price',
    );
    expect(textOf(await rowOf('2026-08-15 – 2026-09-14'))).toContain(
      'From before the registration',
    );
    expect(textOf(await rowOf('2026-07-15 – 2026-08-14'))).toContain('Closes by itself');
  });

  it('names the periods and their number, closes them, and says why it stopped', async () => {
    const { user, server } = await open();
    await user.click(await screen.findByText('Close all up to…'));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByText('Close 3 periods')).toBeTruthy();
    await expectNoAxeViolations(dialog);
    await user.click(within(dialog).getByRole('combobox', { name: 'Up to and including' }));
    await user.click(await screen.findByTitle(/2026-08-15 – 2026-09-14/));
    const list = within(dialog).getByRole('list', { name: 'Settlement periods' });
    expect(within(list).getAllByRole('listitem').map(textOf)).toEqual([
      '2026-07-15 – 2026-08-14¥ 70.00',
      '2026-08-15 – 2026-09-14¥ 95.74',
    ]);
    server.answer('v2.settlement.close-up-to', {
      data: {
        ...settlementData({ ended: [SEPTEMBER, AUGUST], closed: [{ ...JULY, state: 'closed' }] }),
        closed_now: [JULY.start],
        stopped: { start: AUGUST.start, end: AUGUST.end, reason: 'period-unpriced' },
      },
    });
    await user.click(within(dialog).getByText('Close 2 periods'));
    const alert = await within(dialog).findByRole('alert');
    expect(textOf(alert)).toContain('2026-08-15 – 2026-09-14');
    expect(textOf(alert)).toContain('has no price yet');
    expect(await screen.findByText('1 settlement period closed')).toBeTruthy();
    expect(within(dialog).getByText('Close 1 period')).toBeTruthy();
    expect(server.requests('v2.settlement.close-up-to')).toEqual([
      { body: { start: '2026-08-15' } },
    ]);
    await expectNoAxeViolations(alert);
  });

  it('closes the dialog if all periods were closed', async () => {
    const { user, server } = await open();
    await user.click(await screen.findByText('Close all up to…'));
    server.answer('v2.settlement.close-up-to', {
      data: {
        ...settlementData({ ended: [], closed: [] }),
        closed_now: [JULY.start, AUGUST.start, SEPTEMBER.start],
        stopped: null,
      },
    });
    await user.click(await screen.findByText('Close 3 periods'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.queryByText('Close all up to…')).toBeNull();
  });

  it('is not offered in a sub-group', async () => {
    await open({ role: 'admin', isInSubGroup: true });
    await screen.findByText('2026-08-15 – 2026-09-14');
    expect(screen.queryByText('Close all up to…')).toBeNull();
  });
});

describe('a bill compared with the one before', () => {
  const period = { state: 'closed', closed_at: 1, closed_by: '' };
  const compared = (more: Partial<Compared> = {}): Compared => ({
    ...period,
    start: '2026-10-01',
    end: '2026-10-31',
    ept: 40_000,
    total: 30_000.1,
    before: { ...period, start: '2026-09-01', end: '2026-09-30', ept: 33_529, total: 25_274 },
    ept_change: 6471,
    change: 4726.1,
    parts: { energy: 4706, hours: 20.1, prices: 0, adjustments: 0 },
    devices: [
      { device_name: 'Pump house', device_code: CODE, ept_change: 7000, change: 5000.1 },
      { device_name: 'Quay', device_code: 'B2', ept_change: -500, change: -250 },
    ],
    other_devices: { count: 3, ept_change: -29, change: -24 },
    bands: [
      { band: 2, ept_change: 6471, change: 4726.1 },
      { band: 1, ept_change: 0, change: 0 },
    ],
    ...more,
  });
  async function panel(more: Partial<Compared> = {}, address = '/bill') {
    const page = await render(address, (server) =>
      server.answer('v2.bill.comparison', { data: compared(more) }),
    );
    const heading = await screen.findByRole('heading', { level: 2 });
    return { ...page, section: heading.closest('section')! };
  }

  it('says how much more it is and why, with the devices and bands', async () => {
    const { section, server } = await panel({}, '/bill?start=2026-10-01');
    await within(section).findByText(/¥/, { selector: 'p' });
    expect(within(section).getByRole('heading').textContent).toBe('Why more than before');
    expect(textOf(section)).toContain(
      '\u2066¥ 4,726.10\u2069 more than in the period before (September 2026)',
    );
    expect(within(section).getAllByRole('listitem').map(textOf)).toEqual([
      '\u20666,471.00 kWh\u2069 more+¥ 4,706.00',
      'More expensive hours+¥ 20.10',
    ]);
    const rowsOf = (name: string) =>
      within(within(section).getByRole('table', { name })).getAllByRole('row').map(textOf).slice(1);
    expect(rowsOf('Devices with the largest change')).toEqual([
      'Pump house+7,000.00 kWh+¥ 5,000.10',
      'Quay−500.00 kWh−¥ 250.00',
      '3 other devices−29.00 kWh−¥ 24.00',
    ]);
    expect(rowsOf('Bands')).toEqual(['Peak+6,471.00 kWh+¥ 4,726.10', 'Sharp0.00 kWh¥ 0.00']);
    // The period of the bill on the page.
    expect(server.requests('v2.bill.comparison')).toEqual([{ query: { start: '2026-11-15' } }]);
    await expectNoAxeViolations(section);
  });

  it('says less, cheaper and lower if they are, and that the period is running', async () => {
    const { section } = await panel({
      state: 'open',
      change: -30,
      ept_change: -20,
      parts: { energy: -10, hours: -5, prices: -12, adjustments: -3 },
    });
    expect(within(section).getByRole('heading').textContent).toBe('Why less than before');
    expect(within(section).getAllByRole('listitem').map(textOf)).toEqual([
      expect.stringContaining('20.00 kWh\u2069 less'),
      expect.stringContaining('Cheaper hours'),
      expect.stringContaining('Lower prices'),
      expect.stringContaining('Adjustments of earlier periods'),
    ]);
    expect(textOf(section)).toContain('This period is not over');
  });

  it('compares the energy only if some of it has no price, and no devices for one device', async () => {
    const { section } = await panel(
      { total: null, change: null, parts: null },
      `/bill?device=${CODE}`,
    );
    expect(textOf(section)).toContain('only the energy is compared');
    expect(within(section).queryByRole('listitem')).toBeNull();
    expect(
      within(section).queryByRole('table', { name: 'Devices with the largest change' }),
    ).toBeNull();
  });

  it('is absent for the first period', async () => {
    await render('/bill', () => undefined);
    await screen.findByRole('table', { name: 'By tariff and band' });
    expect(screen.queryByRole('heading', { level: 2 })).toBeNull();
  });
});
