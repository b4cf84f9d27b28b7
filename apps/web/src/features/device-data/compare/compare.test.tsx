import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { CODE, deviceData, deviceRow } from '../../../../test/answers/device-answers.ts';
import {
  answerCommandLog,
  answerHistoryOf,
  type HistoryRows,
} from '../../../../test/answers/history-answers.ts';
import type { ContractServer } from '../../../../test/contract-server.ts';
import { renderPage } from '../../../../test/render-page.tsx';

const OTHER = '866123000010002';
const START_MS = Date.parse('2026-11-20T12:00:00+08:00');
const DAY = 86_400_000;
const HOUR = 'range=custom&from=2026-11-20 12:00:00&to=2026-11-20 13:00:00';
const ADDRESS = `/device?device=${CODE}&tab=compare&${HOUR}&field=voltageA`;

/**
 * The values differ by one volt between adjacent minutes, ten between devices, and a hundred
 * between days.
 */
function rowsOf(code: string, startMs: number): HistoryRows {
  const base = (code === CODE ? 230 : 220) - (startMs < START_MS ? 100 : 0);
  return [0, 1, 2].map((minute) => ({
    ts: startMs + minute * 60_000 + 500,
    dateTime: '',
    volPa: base + minute,
  })) as unknown as HistoryRows;
}

const render = (address = ADDRESS, thinnedBefore?: number) =>
  renderPage(address, {
    prepare: (server) => {
      server.answer('v2.devices', {
        data: {
          list: [
            deviceRow(),
            deviceRow({ id: 12, device_code: OTHER, device_name: 'Boiler house' }),
          ],
          total: 2,
        },
      } as never);
      server.answer('v2.device', { data: deviceData() });
      answerHistoryOf(server, rowsOf, thinnedBefore);
      answerCommandLog(server);
    },
  });

const cellsOf = async () => {
  const newest = await screen.findByRole('cell', { name: '2026-11-20 12:02:00' });
  return within(newest.closest('table')!)
    .getAllByRole('row')
    .map((row) =>
      within(row)
        .queryAllByRole('cell')
        .map((cell) => cell.textContent),
    )
    .filter((cells) => cells[0]?.startsWith('2026-') === true);
};
const spans = (server: ContractServer) =>
  server
    .requests('v1.data.findVariableByDateTime')
    .map(({ body }) => [body.deviceId, (Number(body.startTime) - START_MS) / DAY, body.fields]);

describe('the comparison tab', () => {
  it('retains an invalid start as typed and shows no other period', async () => {
    const begin = 'since=2026-11-19%2012:00:00';
    const { user, address } = await render(`${ADDRESS}&period=custom&${begin}`);
    const field = await screen.findByLabelText<HTMLInputElement>('Start of the other period');
    await waitFor(() => expect(field.readOnly).toBe(false));
    await user.clear(field);
    await user.type(field, 'yesterday');
    await user.tab();
    expect(screen.getByRole('alert').textContent).toMatch(/yesterday.* is not a date and time/);
    expect(field.value).toBe('yesterday');
    await waitFor(() => expect(address()).not.toContain('since='));
    await user.clear(field);
    await user.type(field, '2026-11-18T12:00');
    await user.tab();
    await waitFor(() => expect(address()).toContain('since=2026-11-18'));
    expect(field.value).toBe('2026-11-18 12:00');
  });

  it('draws several devices in one chart, with their values below', async () => {
    await render(`${ADDRESS}&with=${OTHER}`);
    expect(await screen.findByText(/Boiler house: lowest 220\.0 V/)).toBeTruthy();
    expect(await cellsOf()).toEqual([
      ['2026-11-20 12:02:00', '232.0', '222.0'],
      ['2026-11-20 12:01:00', '231.0', '221.0'],
      ['2026-11-20 12:00:00', '230.0', '220.0'],
    ]);
  });

  it('overlays another period and labels it', async () => {
    const { server } = await render(`${ADDRESS}&period=day`);
    expect(await screen.findByText(/^Dashed lines: one day earlier/)).toBeTruthy();
    await waitFor(() =>
      expect(spans(server)).toEqual([
        [CODE, 0, ['volPa']],
        [CODE, -1, ['volPa']],
      ]),
    );
    expect((await cellsOf())[0]).toEqual([
      '2026-11-20 12:02:00',
      '2026-11-19 12:02:00',
      '232.0',
      '132.0',
    ]);
    // The minimum of the other period is listed with its real time, not the time where it is drawn.
    expect(screen.getByText(/one day earlier: lowest 130\.0 V at 2026-11-19/)).toBeTruthy();
  });

  it('notes that the other period includes values stored as quarter hours', async () => {
    await render(`${ADDRESS}&period=day`, START_MS);
    expect(await screen.findByText(/^Readings older than .*2026-11-20 12:00/)).toBeTruthy();
  });

  it('hides a line by keyboard, also in the table', async () => {
    const { user } = await render(`${ADDRESS}&with=${OTHER}`);
    await cellsOf();
    const legend = screen.getByRole('list', { name: /^Lines/ });
    const line = within(legend).getByRole('button', { name: /Pump house/ });
    line.focus();
    await user.keyboard('{Enter}');
    expect(line.getAttribute('aria-pressed')).toBe('false');
    expect((await cellsOf())[0]).toEqual(['2026-11-20 12:02:00', '222.0']);
    await user.keyboard(' ');
    expect((await cellsOf())[0]).toEqual(['2026-11-20 12:02:00', '232.0', '222.0']);
  });

  it('exports the displayed values with the same digits', async () => {
    const { user } = await render(`${ADDRESS}&with=${OTHER}&period=day`);
    await cellsOf();
    let saved: Blob | undefined;
    const create = vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      saved = blob as Blob;
      return 'blob:test';
    });
    await user.click(screen.getByRole('button', { name: 'Save Voltage, phase A as CSV' }));
    create.mockRestore();
    const lines = (await saved!.text()).replace('\uFEFF', '').trim().split('\r\n');
    expect(lines[0]).toContain('"Voltage, phase A, Boiler house, one day earlier: highest (V)"');
    expect(lines.slice(1)).toEqual([
      '2026-11-20 12:02:00 +08:00,2026-11-19 12:02:00 +08:00,232.0,232.0,222.0,222.0,132.0,132.0,122.0,122.0',
      '2026-11-20 12:01:00 +08:00,2026-11-19 12:01:00 +08:00,231.0,231.0,221.0,221.0,131.0,131.0,121.0,121.0',
      '2026-11-20 12:00:00 +08:00,2026-11-19 12:00:00 +08:00,230.0,230.0,220.0,220.0,130.0,130.0,120.0,120.0',
    ]);
  });

  it('draws at most three devices with another period and explains the limit', async () => {
    const { server } = await render(`${ADDRESS}&period=week&with=B1,B2,B3,B4`);
    expect(await screen.findByText(/2 are left out/)).toBeTruthy();
    expect(new Set(spans(server).map(([code]) => code))).toEqual(new Set([CODE, 'B1', 'B2']));
  });
});
