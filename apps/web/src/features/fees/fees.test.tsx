import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { answerFleet, CODE, deviceRow } from '../../../test/answers/device-answers.ts';
import {
  answerFees,
  billData,
  dayRow,
  periodRow,
  settlementData,
} from '../../../test/answers/energy-answers.ts';
import {
  answerExplanation,
  correctionRow,
  explanationData,
} from '../../../test/answers/explanation-answers.ts';
import { reportTask } from '../../../test/answers/report-answers.ts';
import { expectNoAxeViolations } from '../../../test/axe.ts';
import type { ContractServer } from '../../../test/contract-server.ts';
import { type RenderOptions, renderPage } from '../../../test/render-page.tsx';

function render(
  address: string,
  more: (server: ContractServer) => void = () => undefined,
  options: RenderOptions = {},
) {
  return renderPage(address, {
    ...options,
    prepare: (server) => {
      answerFees(server);
      answerExplanation(server);
      answerFleet(server, [
        deviceRow(),
        deviceRow({ id: 12, device_code: 'B2', device_name: 'Quay' }),
      ]);
      more(server);
    },
  });
}

const heads = () => screen.getAllByRole('columnheader').map((head) => head.textContent);
const textOf = (element: Element) => element.textContent?.replaceAll('\u202F', ' ') ?? '';

describe('the fee query', () => {
  afterEach(() => void vi.useRealTimers());

  it('shows energy by band with all digits, and the sums of all results', async () => {
    const { server } = await render('/feesselect');
    await screen.findAllByText('120.50');
    expect(heads()).toEqual([
      'Date',
      'Device',
      'Energy (kWh)',
      'Sharp (kWh)',
      'Peak (kWh)',
      'Off-peak (kWh)',
      'Valley (kWh)',
      'State',
    ]);
    expect(screen.getAllByText('20.125').length).toBe(2);
    expect(screen.getByText('Total energy').parentElement?.textContent).toContain('241.00');
    expect(server.requests('v2.energy-days')).toEqual([
      { query: { days: '7', by_day: 'true', ps: '1' } },
      { query: { days: '7', pn: '1', ps: '13' } },
    ]);
  });

  it.each(['3', '30', '90'])('requests %s days and returns to page 1', async (days) => {
    const { user, server, address } = await render('/feesselect?page=2');
    await screen.findAllByText('120.50');
    await user.click(screen.getByTitle(`${days} days`));
    await waitFor(() => expect(address()).toBe(`/feesselect?days=${days}`));
    await waitFor(() =>
      expect(server.requests('v2.energy-days')).toContainEqual({
        query: { days, pn: '1', ps: '13' },
      }),
    );
  });

  it('shows fees with their tariff in the other tab', async () => {
    const { user, address } = await render('/feesselect');
    await screen.findAllByText('120.50');
    await user.click(screen.getByRole('tab', { name: 'Bill' }));
    await waitFor(() => expect(address()).toBe('/feesselect?tab=bill'));
    expect((await screen.findAllByText('97.24')).length).toBe(2);
    expect(screen.getAllByText('Industrial version 3').length).toBe(2);
    expect(heads()).toContain('Fee (¥)');
    expect(textOf(screen.getByText('Total fees').parentElement!)).toContain('¥ 194.48');
  });

  it.each(['admin', 'viewer'] as const)(
    'shows the role %s that energy has no price',
    async (role) => {
      const none = { fee: null, fee_1: 0, fee_2: null, fee_3: null, fee_4: null };
      const bands = { ept: 120.5, ept_1: 0, ept_2: 50, ept_3: 50, ept_4: 20.5 };
      const data = { start: '2026-11-15', end: '2026-11-21', list: [dayRow(none)], total: 1 };
      await render(
        '/feesselect?tab=bill',
        (server) =>
          server.answer('v2.energy-days', { data: { ...data, sums: { ...bands, ...none } } }),
        { role },
      );
      const total = (await screen.findByText('Total fees')).parentElement!;
      await within(total).findByText('No tariff set');
      const link = within(total).queryByRole('link', { name: 'Set tariff' });
      expect(link?.getAttribute('href')).toBe(role === 'admin' ? '/rate' : undefined);
      const row = screen.getByText('2026-11-21').closest('tr')!;
      expect(within(row).getAllByText('No tariff set')).toHaveLength(4);
      expect(textOf(row)).toContain('0.00');
    },
  );

  it('is filtered to a device found by its code', async () => {
    const { user, address, server } = await render('/feesselect');
    await screen.findAllByText('120.50');
    const picker = screen.getByRole('combobox', { name: 'Device' });
    await user.click(picker);
    await user.type(picker, 'b2');
    await user.click(await screen.findByTitle('B2'));
    await waitFor(() => expect(address()).toBe('/feesselect?device=B2'));
    await waitFor(() =>
      expect(server.requests('v2.energy-days')).toContainEqual({
        query: { days: '7', device_code: 'B2', pn: '1', ps: '13' },
      }),
    );
  });

  it('shows a period by name in the time zone and with the settlement day of the customer', async () => {
    // 21 November in Shanghai, the zone of the customer; 20 November in UTC.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-20T16:30:00Z') });
    const { user, address, server } = await render('/feesselect?days=30&page=2');
    await screen.findAllByText('120.50');
    for (const [name, start, end] of [
      ['Yesterday', '2026-11-20', '2026-11-20'],
      ['Last month', '2026-10-01', '2026-10-31'],
      ['This settlement period', '2026-11-15', '2026-11-21'],
      ['Last settlement period', '2026-10-15', '2026-11-14'],
    ] as const) {
      await user.click(screen.getByLabelText('From'));
      await user.click(await screen.findByText(name));
      await waitFor(() => expect(address()).toBe(`/feesselect?start=${start}&end=${end}`));
      expect(screen.getByLabelText<HTMLInputElement>('From').value).toBe(start);
      expect(screen.getByLabelText<HTMLInputElement>('To').value).toBe(end);
    }
    await waitFor(() =>
      expect(server.requests('v2.energy-days')).toContainEqual({
        query: { start: '2026-10-15', end: '2026-11-14', pn: '1', ps: '13' },
      }),
    );
    expect(screen.queryByRole('radio', { checked: true })).toBeNull();
  });

  it('has no settlement periods without a settlement day of its own', async () => {
    const { user } = await render('/feesselect', (server) =>
      server.answer('v2.settlement', {
        data: settlementData({
          settlement_day: 1,
          open: periodRow({ start: '2026-11-01', end: '2026-11-30' }),
          ended: [],
          closed: [],
        }),
      }),
    );
    await screen.findAllByText('120.50');
    await user.click(screen.getByLabelText('From'));
    expect(await screen.findByText('Last month')).toBeTruthy();
    expect(screen.queryByText('Last settlement period')).toBeNull();
  });

  it('saves the last month as XLSX in three clicks', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-20T16:30:00Z') });
    const saved: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      saved.push(this.getAttribute('href')!);
    });
    const url = '/api/v2/report/41/file?expires=1&signature=s';
    const { user, server } = await render('/feesselect', (prepared) => {
      prepared.answer('v2.report', ({ query }) =>
        query?.task_id === undefined
          ? { data: reportTask({ state: 'waiting', progress: 0 }) }
          : { data: { ...reportTask(), url, expires_in: 10 } },
      );
      prepared.answer('v2.report.file', { file: 'PK', type: 'application/zip', status: 206 });
    });
    await screen.findAllByText('120.50');
    let clicks = 0;
    const click = async (element: Element) => {
      clicks += 1;
      await user.click(element);
    };
    await click(screen.getByLabelText('From'));
    await click(await screen.findByText('Last month'));
    await click(screen.getByRole('button', { name: 'Export as XLSX' }));
    await waitFor(() => expect(saved).toEqual([url]));
    expect(clicks).toBeLessThanOrEqual(3);
    expect(server.requests('v2.report')[0]).toEqual({
      query: {
        type: 'energy',
        format: 'xlsx',
        language: 'en',
        start: '2026-10-01',
        end: '2026-10-31',
      },
    });
  });

  it('shows one day of the period until all days are shown again', async () => {
    const { user, address, server } = await render('/feesselect?days=30&on=2026-11-20');
    await screen.findAllByText('120.50');
    expect(server.requests('v2.energy-days')).toEqual([
      { query: { days: '30', by_day: 'true', ps: '1' } },
      { query: { start: '2026-11-20', end: '2026-11-20', pn: '1', ps: '13' } },
    ]);
    await user.click(screen.getByRole('button', { name: '2026-11-20, Show all days' }));
    await waitFor(() => expect(address()).toBe('/feesselect?days=30'));
  });

  it('exports all rows of the filter with their displayed state', async () => {
    const saved: Blob[] = [];
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      saved.push(blob as Blob);
      return 'blob:test';
    });
    const { user } = await render('/feesselect?days=30');
    await screen.findAllByText('120.50');
    await user.click(screen.getByRole('button', { name: 'Export as CSV' }));
    await waitFor(() => expect(saved).toHaveLength(1));
    const lines = (await saved[0]!.text()).split('\r\n');
    expect(lines[1]).toBe('2026-11-21,Pump house,120.5,20.125,50,30,20.375,Provisional');
    expect(lines[2]).toContain('Estimated');
  });

  it('links administrators from an estimated day to its correction', async () => {
    await render('/feesselect', undefined, { role: 'admin' });
    const link = await screen.findByRole('link', { name: 'Estimated' });
    expect(link.getAttribute('href')).toBe(
      `/energy-repair?device=${CODE}&start=2026-11-20&end=2026-11-20`,
    );
  });

  it('shows others the mark of an estimated day without a link', async () => {
    await render('/feesselect');
    expect(await screen.findByText('Estimated')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Estimated' })).toBeNull();
  });

  it('links a row to the device and the day', async () => {
    const { user, address } = await render('/feesselect?days=30');
    await user.click((await screen.findAllByRole('button', { name: 'Pump house' }))[1]!);
    await waitFor(() =>
      expect(address()).toBe(`/devices/${CODE}/energy?days=30&tab=energy&day=2026-11-20`),
    );
    expect(await screen.findByRole('dialog')).toBeTruthy();
  });

  it('explains an empty result', async () => {
    await render('/feesselect', (server) =>
      server.answer('v2.energy-days', ({ query }) => ({
        data: {
          start: '2026-11-15',
          end: '2026-11-21',
          list: [],
          total: 0,
          sums: { ...dayRow(), ept: Number(query?.days) },
        },
      })),
    );
    expect(await screen.findByText('No energy data for these days')).toBeTruthy();
    expect(within(screen.getByRole('main')).getByRole('link', { name: 'Devices' })).toBeTruthy();
  });
});

describe('the fees of a device', () => {
  it('explain the energy and fee of a day from the registers to the cent', async () => {
    const { user, server } = await render(`/feesdetail?device=${CODE}&tab=bill`);
    await user.click(await screen.findByRole('button', { name: '2026-11-20' }));
    const story = await screen.findByRole('dialog');
    expect(within(story).getByText(/^How this is calculated: .2026-11-20/)).toBeTruthy();
    const rowsOf = async (name: string) =>
      within(await within(story).findByRole('table', { name }))
        .getAllByRole('row')
        .map(textOf);
    const sums = await rowsOf('Energy and fee by band');
    expect(sums[2]).toBe('Peak54.00 kWh¥ 17.99');
    expect(sums.at(-1)).toBe('Total54.00 kWh¥ 17.99');
    expect(await rowsOf('Readings')).toEqual([
      'RegisterFirstLastMoved byCounted',
      'Total1,000.00 kWh2026-11-20 00:00:0034.00 kWh2026-11-20 14:00:00−966.00 kWh54.00 kWh',
    ]);
    const steps = within(story).getAllByRole('listitem').map(textOf);
    expect(steps).toHaveLength(3);
    expect(steps[1]).toMatch(/Reset.*Estimated.*counts 14\.00 kWh.*The register was reset/);
    expect(steps[2]).toMatch(/Gap.*No readings from .*20\.00 kWh/);
    expect(
      within(story).getByText(/Industrial, version 3, in force since .2026-10-01/),
    ).toBeTruthy();
    // 54 kWh times the price is 18.00, but the line up to the day before was already rounded up.
    expect((await rowsOf('How the fee was calculated')).at(-1)).toBe(
      'Peak× 0.333320.00 kWh¥ 6.6774.00 kWh¥ 24.6654.00 kWh¥ 17.99',
    );
    expect(within(story).getByText(/^None: everything counts as the platform/)).toBeTruthy();
    expect(within(story).getByText(/This day is final/)).toBeTruthy();
    const link = within(story).getByRole('link', { name: 'Readings of this day' });
    expect(link.getAttribute('href')).toContain('from=2026-11-20+00%3A00%3A00');
    expect(within(story).queryByRole('link', { name: 'Correct a step' })).toBeNull();
    expect(server.requests('v2.energy-explanation')).toEqual([
      { query: { device_code: CODE, start: '2026-11-20', end: '2026-11-20' } },
    ]);
  });

  it('explain that a day has no fee because its tariff has no prices', async () => {
    const { user } = await render(`/feesdetail?device=${CODE}&tab=bill`, (server) => {
      const data = explanationData();
      const [day] = data.days;
      const lines = day!.lines.map((line) => ({
        ...line,
        price: null,
        ...(line.ept === 0 ? {} : { amount_before: null, amount_with: null, fee: null }),
      }));
      const days = [{ ...day!, fee: null, lines }];
      answerExplanation(server, { days, sums: { ...data.sums, fee: null } });
    });
    await user.click(await screen.findByRole('button', { name: '2026-11-20' }));
    const story = await screen.findByRole('dialog');
    const sums = await within(story).findByRole('table', { name: 'Energy and fee by band' });
    expect(within(sums).getAllByRole('row').slice(1, 3).map(textOf)).toEqual([
      'Sharp0.00 kWh¥ 0.00',
      'Peak54.00 kWhNo tariff set',
    ]);
    expect(within(story).getByText(/Industrial, version 3/).parentElement?.textContent).toContain(
      'No tariff set',
    );
  });

  it('name the corrections in force and link administrators to the correction page', async () => {
    await render(
      `/feesdetail?device=${CODE}&day=2026-11-20`,
      (server) => answerExplanation(server, { overrides: [correctionRow()] }),
      { role: 'admin' },
    );
    const story = await screen.findByRole('dialog');
    expect(
      textOf(await within(story).findByText(/2026-11-20 08:15:00.* counts .20\.00 kWh/)),
    ).toContain('This holds for this energy only');
    expect(textOf(within(story).getByText(/mira, .2026-11-20 16:00:00/))).toContain(
      'Measured by hand',
    );
    const link = within(story).getByRole('link', { name: 'Correct a step' });
    expect(link.getAttribute('href')).toBe(
      `/energy-repair?device=${CODE}&start=2026-11-20&end=2026-11-20`,
    );
  });

  it('show an error if the explanation cannot be loaded, and retry', async () => {
    const { user, server } = await render(`/feesdetail?device=${CODE}&day=2026-11-20`, (prepared) =>
      prepared.answer('v2.energy-explanation', { network: 'down' }),
    );
    const story = await screen.findByRole('dialog');
    const again = await within(story).findByRole('button', { name: 'Try again' });
    server.answer('v2.energy-explanation', {
      data: explanationData({ readings: 0, steps: [], days: [] }),
    });
    await user.click(again);
    expect(await within(story).findByText('No readings for these days')).toBeTruthy();
  });

  it('ask the user to select a device', async () => {
    await render('/feesdetail');
    expect(await screen.findByText('Choose a device', { selector: '.state-title' })).toBeTruthy();
  });
});

describe('the settlement page', () => {
  const admin = { role: 'admin' } as const;

  it('rejects a day that does not exist in every month, and shows when a change takes effect', async () => {
    const { user, server } = await render('/settlement', undefined, admin);
    const field = await screen.findByRole('spinbutton', { name: 'Settlement day' });
    const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Save' });
    expect(save.disabled).toBe(true);
    for (const wrong of ['29', '0']) {
      await user.clear(field);
      await user.type(field, wrong);
      expect(await screen.findByText(/whole number from 1 to 28/)).toBeTruthy();
      expect(save.disabled).toBe(true);
    }
    server.answer('v2.settlement.update', {
      data: settlementData({ settlement_day: 28, next_start: '2026-12-28' }),
    });
    await user.clear(field);
    await user.type(field, '28');
    expect(screen.getByText(/applies from the next period, .2026-12-15/)).toBeTruthy();
    await user.click(save);
    await waitFor(() =>
      expect(server.requests('v2.settlement.update')).toEqual([{ body: { settlement_day: 28 } }]),
    );
    expect(await screen.findByText(/next period begins on .2026-12-28/)).toBeTruthy();
  });

  it('is read-only for a sub-group and explains why', async () => {
    await render('/settlement', undefined, { ...admin, isInSubGroup: true });
    await screen.findByText('2026-10-15 – 2026-11-14');
    expect(screen.getByText('Only users of the top group can change this')).toBeTruthy();
    expect(screen.queryByText('Close…')).toBeNull();
    const field = screen.getByRole<HTMLInputElement>('spinbutton', { name: 'Settlement day' });
    expect(field.disabled).toBe(true);
  });

  async function askToClose() {
    const page = await render('/settlement', undefined, admin);
    await screen.findByText('2026-10-15 – 2026-11-14');
    const buttons = screen.getAllByText('Close…');
    // The current period cannot be closed, nor can a period that is already closed.
    expect(buttons).toHaveLength(1);
    await page.user.click(buttons[0]!);
    return { ...page, dialog: await screen.findByRole('dialog') };
  }

  it('closes only an ended period, after a confirmation that names the final amounts', async () => {
    const { user, server, dialog } = await askToClose();
    expect(textOf(dialog)).toContain('2026-10-15 – 2026-11-14');
    expect(textOf(dialog)).toContain('¥ 95.74');
    expect(within(dialog).getByText(/still provisional/)).toBeTruthy();
    server.answer('v2.settlement.close', {
      data: settlementData({
        ended: [],
        closed: [periodRow({ start: '2026-10-15', end: '2026-11-14', state: 'closed' })],
      }),
    });
    await user.click(within(dialog).getByText('Close period'));
    await waitFor(() => expect(screen.queryByText('Close…')).toBeNull());
    expect(server.requests('v2.settlement.close')).toEqual([{ body: { start: '2026-10-15' } }]);
  });

  it('shows why the server refused to close a period and keeps the dialog open', async () => {
    const { user, server, dialog } = await askToClose();
    server.answer('v2.settlement.close', { refuse: { code: 409, reason: 'period-not-ended' } });
    await user.click(within(dialog).getByText('Close period'));
    expect(await within(dialog).findByText(/has not ended yet/)).toBeTruthy();
    await expectNoAxeViolations(dialog);
  });
});

describe('the bill', () => {
  it('shows lines by tariff, version and band, adjustments, and the amount due', async () => {
    const { server } = await render('/bill');
    const lines = await screen.findByRole('table', { name: 'By tariff and band' });
    await within(lines).findAllByText('¥');
    expect(within(lines).getAllByRole('row').map(textOf)).toEqual([
      'TariffBandEnergyPrice per kWhAmount',
      'Industrial version 3Sharp20.125 kWh1.2500¥ 25.16',
      'Industrial version 3Peak50.00 kWh1.0000¥ 50.00',
      'Subtotal70.125 kWh¥ 75.16',
    ]);
    const adjustments = screen.getByRole('table', { name: 'Adjustments' });
    expect(textOf(adjustments)).toContain('2026-10-15 – 2026-11-14');
    expect(textOf(adjustments)).toContain('Late readings');
    expect(textOf(screen.getByText('To be paid').parentElement!)).toContain('¥ 73.66');
    expect(screen.getByText(/This bill is provisional/)).toBeTruthy();
    // If the lines of each device are hidden, only their sums are requested.
    expect(server.requests('v2.bill')).toEqual([{ query: { ps: '1' } }]);
  });

  it('has no total if energy has no price', async () => {
    const { sums: known } = billData();
    const sums = known.map((line) => ({ ...line, price: null, amount: null }));
    await render('/bill', (prepared) =>
      prepared.answer('v2.bill', { data: billData({ sums, fee: null, total: null }) }),
    );
    const lines = await screen.findByRole('table', { name: 'By tariff and band' });
    expect(within(lines).getAllByRole('row').map(textOf).slice(1)).toEqual([
      'Industrial version 3Sharp20.125 kWh–No tariff set',
      'Industrial version 3Peak50.00 kWh–No tariff set',
      'Subtotal70.125 kWhNo tariff set',
    ]);
    const toPay = screen.getByText('To be paid').parentElement!;
    expect(textOf(toPay)).toContain('No tariff set');
    expect(screen.getByText(/there is no total until the prices are set/)).toBeTruthy();
  });

  it('uses the period and device in the URL', async () => {
    const { server } = await render(`/bill?start=2026-09-15&device=${CODE}`, (prepared) =>
      prepared.answer('v2.bill', { data: billData({ state: 'closed', adjustments: [] }) }),
    );
    await screen.findByRole('table', { name: 'By tariff and band' });
    expect(screen.queryByText(/This bill is provisional/)).toBeNull();
    expect(screen.queryByRole('table', { name: 'Adjustments' })).toBeNull();
    expect(screen.queryByRole('checkbox')).toBeNull();
    expect(server.requests('v2.bill')).toEqual([
      { query: { start: '2026-09-15', device_code: CODE, ps: '1' } },
    ]);
  });

  it('lists each device on demand and marks a truncated list', async () => {
    const { user, server } = await render('/bill', (prepared) =>
      prepared.answer('v2.bill', { data: billData({ line_count: 12_000 }) }),
    );
    await user.click(await screen.findByRole('checkbox', { name: 'Show each device' }));
    const table = await screen.findByRole('table', { name: 'By device' });
    expect(textOf(table)).toContain(CODE);
    expect(screen.getByText(/The first 1 of 12000 lines/)).toBeTruthy();
    expect(server.requests('v2.bill').at(-1)).toEqual({ query: { ps: '10000' } });
  });

  it('explains that its rows are sums of rounded lines if there are several devices', async () => {
    await render('/bill');
    expect(await screen.findByText(/rounded one by one/)).toBeTruthy();
    await render(`/bill?device=${CODE}`);
    await screen.findAllByText(/This bill is provisional/);
    expect(screen.getAllByText(/rounded one by one/)).toHaveLength(1);
  });

  it('explains a line and an adjustment', async () => {
    const { user, server } = await render('/bill?lines=all', (prepared) =>
      prepared.answer('v2.bill', { data: billData({ start: '2026-01-15', end: '2026-02-14' }) }),
    );
    await user.click(await screen.findByRole('button', { name: 'Calculation: Pump house Sharp' }));
    const story = await screen.findByRole('dialog');
    expect(await within(story).findByText(/The register was reset/)).toBeTruthy();
    await user.click(within(story).getByRole('button', { name: 'Dismiss' }));
    await user.click(screen.getByRole('button', { name: 'Calculation: Pump house' }));
    await waitFor(() => expect(server.requests('v2.energy-explanation')).toHaveLength(2));
    expect(server.requests('v2.energy-explanation')).toEqual([
      { query: { device_code: CODE, start: '2026-01-15', end: '2026-02-14' } },
      { query: { device_code: CODE, start: '2026-10-15', end: '2026-11-14' } },
    ]);
  });

  it('can be printed', async () => {
    const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
    const { user } = await render('/bill');
    await user.click(await screen.findByRole('button', { name: 'Print' }));
    expect(print).toHaveBeenCalledOnce();
  });
});
