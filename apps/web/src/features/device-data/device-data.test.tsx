import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import {
  answerFleet,
  CODE,
  commandData,
  type DeviceData,
  deviceData,
} from '../../../test/answers/device-answers.ts';
import { settlementData } from '../../../test/answers/energy-answers.ts';
import {
  answerCommandLog,
  answerHistory,
  type HistoryRows,
} from '../../../test/answers/history-answers.ts';
import { answerParameters, factoryRecord } from '../../../test/answers/parameter-answers.ts';
import type { ContractServer } from '../../../test/contract-server.ts';
import { openSocket, push } from '../../../test/fake-web-socket.ts';
import { type RenderOptions, renderPage } from '../../../test/render-page.tsx';

const ADDRESS = `/device?device=${CODE}`;

const ROWS = [
  { ts: Date.now() - 60_000, dateTime: '2026-11-20 21:04:00', volPa: 230.1, curA: 4.2, insP: 0.94 },
  { ts: Date.now() - 120_000, dateTime: '2026-11-20 21:03:00', volPa: 228.4, curA: null },
] as unknown as HistoryRows;

function renderData(
  address = ADDRESS,
  data: Partial<DeviceData> = {},
  options: RenderOptions = {},
) {
  const { prepare, ...rest } = options;
  return renderPage(address, {
    ...rest,
    prepare: (server) => {
      answerFleet(server);
      answerHistory(server, ROWS);
      answerCommandLog(server);
      server.answer('v2.device', { data: deviceData(data) });
      prepare?.(server);
    },
  });
}

const history = (server: ContractServer) =>
  server.requests('v1.data.findVariableByDateTime').map(({ body }) => body);

describe('the device data page', () => {
  it('asks to select a device first', async () => {
    const { user, address } = await renderData('/device');
    expect(await screen.findByText('Choose a device', { selector: '.state-title' })).toBeTruthy();
    await user.click(await screen.findByRole('treeitem', { name: /Pump house/ }));
    await waitFor(() => expect(address()).toBe(`/devices/${CODE}/data`));
    expect(await screen.findByRole('tab', { name: 'History', selected: true })).toBeTruthy();
  });
});

describe('the history tab', () => {
  it('requests each quantity downsampled to the chart width, and one table page of the same span', async () => {
    const { server } = await renderData();
    await screen.findByText('2026-11-20 21:04:00');
    const thinned = () => history(server).filter((body) => body.sample !== undefined);
    await waitFor(() =>
      expect(thinned().map((body) => body.fields)).toEqual(
        expect.arrayContaining([
          ['volPa', 'volPb', 'volPc'],
          ['curA', 'curB', 'curC'],
          ['insP', 'insPa', 'insPb', 'insPc'],
        ]),
      ),
    );
    // A second page is requested if a minute ends during the test.
    const pages = history(server).filter((body) => body.sample === undefined);
    expect(pages[0]).toMatchObject({ deviceId: CODE, currentPage: 1, rows: 13 });
    const spans = pages.map((body) => [body.startTime, body.endTime]);
    for (const body of thinned()) {
      expect(spans).toContainEqual([body.startTime, body.endTime]);
      expect(Number(body.sample) % 400).toBe(0);
    }
    // Today starts at midnight in the customer's time zone, Shanghai.
    const start = new Date(Number(pages[0]!.startTime) + 8 * 3_600_000).toISOString();
    expect(start.slice(11, 19)).toBe('00:00:00');
  });

  it('shows the columns of the specification, with dashes for missing values', async () => {
    await renderData();
    const time = await screen.findByText('2026-11-20 21:03:00');
    const cells = within(time.closest('tr')!)
      .getAllByRole('cell')
      .map((cell) => cell.textContent);
    expect(cells).toEqual([
      '2026-11-20 21:03:00',
      '228.4',
      '–',
      '–',
      '–',
      '–',
      '–',
      '–',
      '–',
      '–',
      '–',
      '–',
      '–',
    ]);
    expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
      'Time',
      'Voltage, phase A (V)',
      'Voltage, phase B (V)',
      'Voltage, phase C (V)',
      'Current, phase A (A)',
      'Current, phase B (A)',
      'Current, phase C (A)',
      'Active power (kW)',
      'Reactive power (kvar)',
      'Apparent power (kVA)',
      'Power factor',
      'Frequency (Hz)',
      'Temperature (°C)',
    ]);
  });

  it('describes the chart in words', async () => {
    await renderData();
    const panel = await screen.findByRole('group', { name: /^Voltage/ });
    expect(panel).toBeTruthy();
    expect(await screen.findByText(/A: lowest 228\.4 V .* highest 230\.1 V/)).toBeTruthy();
    expect(screen.queryByText(/^Readings older than/)).toBeNull();
  });

  it('draws the rating and the limits of the protections that are on', async () => {
    const prepare = (server: ContractServer) => {
      answerHistory(server, ROWS);
      answerParameters(server, {
        overVoltage: { values: factoryRecord('overVoltage', { ov: '270' }) },
        lowVoltage: { values: factoryRecord('lowVoltage', { enable: '0' }) },
      });
    };
    await renderData(undefined, {}, { prepare });
    const limit = await screen.findByText(/^Over-voltage \S?270 V/);
    expect(limit.closest('section')?.querySelector('h3')?.textContent).toContain('Voltage');
    expect(screen.getByText(/^Rated \S?63 A/)).toBeTruthy();
    expect(screen.queryByText(/^Low voltage/)).toBeNull();
  });

  it('shows the time before which only quarter hours are stored', async () => {
    const prepare = (server: ContractServer) => answerHistory(server, ROWS, Date.UTC(2025, 6, 1));
    await renderData(
      `${ADDRESS}&range=custom&from=2025-06-30 12:00:00&to=2025-07-02 12:00:00`,
      {},
      { prepare },
    );
    expect(
      await screen.findByText(/^Readings older than .*2025-07-01 08:00.* minimum, mean/),
    ).toBeTruthy();
  });

  it('stores range and quantities in the URL', async () => {
    const { user, address, server } = await renderData();
    await screen.findByText('2026-11-20 21:04:00');
    await user.click(screen.getByText('7 days'));
    await waitFor(() => expect(address()).toContain('range=7d'));
    await user.click(screen.getByRole('checkbox', { name: 'Frequency' }));
    await waitFor(() => expect(address()).toContain('show=voltage%2Ccurrent%2Cpower%2Cfrequency'));
    await waitFor(() => {
      const last = history(server).findLast((body) => body.fields?.includes('freq'))!;
      const days = (Number(last.endTime) - Number(last.startTime)) / 86_400_000;
      expect(days).toBeCloseTo(7, 5);
    });
  });

  it('shows a period by name, and from there its times', async () => {
    // 21 November in Shanghai, the zone of the customer; 20 November in UTC.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-20T16:30:00Z') });
    const { user, address, server } = await renderData(
      `${ADDRESS}&range=3d`,
      {},
      { prepare: (prepared) => prepared.answer('v2.settlement', { data: settlementData() }) },
    );
    await screen.findByText('2026-11-20 21:04:00');
    const wanted = () => Object.fromEntries(new URLSearchParams(address().split('?')[1]));
    const shown = () =>
      ['From', 'To'].map((label) => screen.getByLabelText<HTMLInputElement>(label).value);
    expect(shown()).toEqual(['2026-11-18', '2026-11-21']);
    const ranges = within(screen.getByRole('radiogroup', { name: 'Time range' }));
    const custom = (day: string) => ({ range: 'custom', from: `${day} 00:00:00` });
    for (const [name, days, search] of [
      ['This settlement period', ['2026-11-15', '2026-11-21'], custom('2026-11-15')],
      ['Today', ['2026-11-21', '2026-11-21'], { range: 'today' }],
      [
        'Last month',
        ['2026-10-01', '2026-10-31'],
        { ...custom('2026-10-01'), to: '2026-11-01 00:00:00' },
      ],
    ] as const) {
      await user.click(screen.getByLabelText('From'));
      await user.click(await screen.findByText(name, { selector: '.ant-picker-presets li' }));
      await waitFor(() => expect(wanted()).toEqual(search));
      expect(shown()).toEqual(days);
    }
    expect(ranges.queryByRole('radio', { checked: true })).toBeNull();
    await waitFor(() =>
      expect(history(server).at(-1)).toMatchObject({
        startTime: Date.parse('2026-09-30T16:00:00Z'),
        endTime: Date.parse('2026-10-31T16:00:00Z'),
      }),
    );
    await user.click(ranges.getByText('Custom'));
    const times = 'Time: 2026-10-01 00:00:00 – 2026-11-01 00:00:00';
    expect(await screen.findByRole('button', { name: times })).toBeTruthy();
    expect(screen.queryByLabelText('From')).toBeNull();
    expect(wanted()).toMatchObject(custom('2026-10-01'));
    await user.click(ranges.getByText('7 days'));
    await waitFor(() => expect(wanted()).toEqual({ range: '7d' }));
    expect(shown()).toEqual(['2026-11-14', '2026-11-21']);
  });

  it('zooms by keyboard, updates the table and zooms out again', async () => {
    const { user, address, server } = await renderData(`${ADDRESS}&range=3d`);
    await screen.findByText('2026-11-20 21:04:00');
    screen.getByRole('group', { name: /^Voltage/ }).focus();
    await user.keyboard('+');
    await waitFor(() => expect(address()).toMatch(/left=\d{10}&right=\d{10}/));
    await waitFor(() => {
      const page = history(server).findLast((body) => body.sample === undefined)!;
      const days = (Number(page.endTime) - Number(page.startTime)) / 86_400_000;
      expect(days).toBeGreaterThan(1.49);
      expect(days).toBeLessThan(1.51);
    });
    await user.click(screen.getByRole('button', { name: 'Zoom out' }));
    await waitFor(() => expect(address()).not.toContain('left='));
  });

  it('shows a message if there are no readings', async () => {
    await renderData(ADDRESS, {}, { prepare: (server) => answerHistory(server, []) });
    // The message is shown once in each of the three panels and once in the table.
    await waitFor(() => expect(screen.getAllByText('No readings in this period').length).toBe(4));
  });
});

describe('the real-time tab', () => {
  const LIVE = `${ADDRESS}&tab=live`;

  it.each([
    [60, 'true', 2],
    [300, 'false', 1],
  ])(
    'derives the age limit and the line gaps from a reporting interval of %i s',
    async (interval_s, late, pieces) => {
      const at = (minutes: number) => Date.now() - minutes * 60_000;
      await renderData(
        LIVE,
        { interval_s, variable: { ts: at(5), values: { volPa: 230.1 } } },
        {
          prepare: (server) =>
            answerHistory(server, [
              { ts: at(10), volPa: 230.4 },
              { ts: at(5), volPa: 230.1 },
            ] as unknown as HistoryRows),
        },
      );
      const tile = (await screen.findByText('Voltage')).closest('.live-tile')!;
      expect(tile.querySelector('[data-late]')!.getAttribute('data-late')).toBe(late);
      await waitFor(() => {
        const line = tile.querySelectorAll('path')[1]!.getAttribute('d')!;
        expect(line.split('M').length - 1).toBe(pieces);
      });
    },
  );

  it('shows each phase, the totals and the phasors', async () => {
    await renderData(LIVE);
    const phase = (await screen.findByRole('heading', { name: 'Phase A' })).closest('section')!;
    expect(within(phase).getByText('230.1')).toBeTruthy();
    expect(within(phase).getByText('18.20')).toBeTruthy();
    expect(screen.getByText('12.430')).toBeTruthy();
    expect(screen.getByRole('img', { name: /Phasor diagram/ })).toBeTruthy();
    expect(screen.getByText(/drawn at 120°/)).toBeTruthy();
  });

  it('exports the phasors as CSV, each with its unit', async () => {
    const { user } = await renderData(LIVE);
    const table = (await screen.findByRole('img', { name: /Phasor diagram/ }))
      .closest('section')!
      .querySelector('table')!;
    const shown = within(table)
      .getAllByRole('row')
      .slice(1)
      .map((row) => [...row.querySelectorAll('th, td')].map((cell) => cell.textContent!.trim()));
    const saved: Promise<string>[] = [];
    const create = vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      saved.push((blob as Blob).text());
      return 'blob:test';
    });
    await user.click(screen.getByRole('button', { name: 'Save Phasors as CSV' }));
    create.mockRestore();
    const [head, ...rows] = (await saved[0]!).replace('\ufeff', '').trimEnd().split('\r\n');
    expect(head).toBe('Quantity,"Magnitude (V, A)",Angle (°)');
    expect(shown.length).toBeGreaterThan(2);
    expect(rows).toEqual(
      shown.map(([name, magnitude, angle]) => {
        const [value, unit] = magnitude!.split('\u202F');
        return `${name} (${unit}),${value},${angle!.replace('°', '').replace('−', '-')}`;
      }),
    );
  });

  it('shows values pushed by the device', async () => {
    await renderData(LIVE);
    await screen.findByText('12.430');
    openSocket();
    push({
      deviceId: 11,
      deviceCode: CODE,
      msgType: 'VARIABLE',
      message: { ts: Date.now(), dateTime: '2026-11-20 21:05:00', volPa: 231.7, insP: 9.5 },
    });
    expect(await screen.findByText('9.500')).toBeTruthy();
  });

  it('does not replace a newer reading with a late one', async () => {
    await renderData(LIVE);
    await screen.findByText('12.430');
    openSocket();
    push({
      deviceId: 11,
      deviceCode: CODE,
      msgType: 'VARIABLE',
      message: { ts: Date.now() - 3_600_000, dateTime: '2026-11-20 20:05:00', insP: 1.5 },
    });
    push({
      deviceId: 11,
      deviceCode: CODE,
      msgType: 'PRESENCE',
      message: { presence: 'late', csq: 9, heard_at: Date.now(), ts: Date.now() },
    });
    await screen.findAllByText('Late');
    expect(screen.getByText('12.430')).toBeTruthy();
    expect(screen.queryByText('1.500')).toBeNull();
  });

  it('reads current values: sends the request, waits and reports that the values have arrived', async () => {
    const { user, server } = await renderData(
      LIVE,
      {},
      {
        prepare: (contract) => {
          contract.answer('v1.device.summonVariable', { data: { command_id: 'cmd-7' } });
          contract.answer('v2.device.command', {
            data: commandData({ id: 'cmd-7', op: 'summon', state: 'sent', switch: null }),
          });
        },
      },
    );
    await screen.findByText('12.430');
    openSocket();
    await user.click(screen.getByRole('button', { name: 'Read now' }));
    expect(await screen.findByText('Waiting for Pump house…')).toBeTruthy();
    expect(server.requests('v1.device.summonVariable')).toEqual([
      { body: { deviceId: CODE, dataType: 'variable' } },
    ]);
    push({
      deviceId: 11,
      deviceCode: CODE,
      msgType: 'VARIABLE',
      message: { ts: Date.now(), dateTime: '2026-11-20 21:05:00', insP: 9.5 },
    });
    expect(await screen.findByText('New values have arrived')).toBeTruthy();
    expect(await screen.findByText('9.500')).toBeTruthy();
  });

  it('names the device that did not reply', async () => {
    const { user } = await renderData(
      LIVE,
      {},
      {
        prepare: (contract) => {
          contract.answer('v1.device.summonVariable', { data: { command_id: 'cmd-7' } });
          contract.answer('v2.device.command', {
            data: commandData({ id: 'cmd-7', op: 'summon', state: 'unknown', switch: null }),
          });
        },
      },
    );
    await screen.findByText('12.430');
    await user.click(screen.getByRole('button', { name: 'Read now' }));
    expect(await screen.findByText(/Pump house did not answer/)).toBeTruthy();
  });

  it('disables reading of an offline device', async () => {
    await renderData(LIVE, { presence: 'offline', online: false });
    const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Read now' });
    expect(button.disabled).toBe(true);
    expect(screen.getByText('The device is offline and cannot be read')).toBeTruthy();
  });

  it('shows a message if the device has not sent any values yet', async () => {
    await renderData(LIVE, { variable: null });
    expect(await screen.findByText('This device has not sent a reading yet')).toBeTruthy();
  });
});

describe('the energy tab', () => {
  it('shows total, consumed and released energy by band, active and reactive', async () => {
    await renderData(`${ADDRESS}&tab=energy`);
    const table = await screen.findByRole('table', { name: /Active energy/ });
    const rows = within(table)
      .getAllByRole('row')
      .map((row) => row.textContent);
    expect(rows).toEqual([
      'DirectionTotalSharpPeakOff-peakValley',
      'Total100.0010.0010.0%40.0040.0%30.0030.0%20.0020.0%',
      'Consumed100.00––––',
      'Exported–––––',
    ]);
    expect(screen.getByRole('table', { name: /Reactive energy/ })).toBeTruthy();
    // The band colours are the same as in every chart.
    const swatches = [...table.querySelectorAll<HTMLElement>('.energy__swatch')];
    expect(swatches.map(({ style }) => style.background)).toEqual([
      'rgb(181, 67, 42)',
      'rgb(227, 160, 60)',
      'rgb(127, 176, 230)',
      'rgb(44, 90, 148)',
    ]);
  });
});
