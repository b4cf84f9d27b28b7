import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { alarmRow } from '../../../../test/answers/alarm-answers.ts';
import { CODE, deviceData, deviceRow } from '../../../../test/answers/device-answers.ts';
import {
  answerHistoryOf,
  commandLogRow,
  type HistoryRows,
} from '../../../../test/answers/history-answers.ts';
import { expectNoAxeViolations } from '../../../../test/axe.ts';
import type { ContractServer } from '../../../../test/contract-server.ts';
import { renderPage } from '../../../../test/render-page.tsx';
import { TimeChart } from '../../../charts/time/time-chart.tsx';

// The real chart, with a spy on its props.
vi.mock('../../../charts/time/time-chart.tsx', { spy: true });

const OTHER = '866123000010002';
const START_MS = Date.parse('2026-11-20T12:00:00+08:00');
const MINUTE = 60_000;
const DAY = 86_400_000;
const HOUR = 'range=custom&from=2026-11-20 12:00:00&to=2026-11-20 13:00:00';
const ADDRESS = `/device?device=${CODE}&tab=compare&${HOUR}&field=voltageA&with=${OTHER}`;

// The periods below are in the past.
beforeEach(
  () => void vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-22T00:00:00Z') }),
);

/**
 * One row per minute; the other device has no readings from 12:10 to 12:40, also on the day before.
 */
const rowsOf = (code: string, startMs: number) =>
  Array.from({ length: 60 }, (_, minute) => minute)
    .filter((minute) => code === CODE || minute <= 10 || minute >= 40)
    .map((minute) => ({
      ts: startMs + minute * MINUTE,
      dateTime: '',
      volPa: 230,
    })) as unknown as HistoryRows;

/**
 * A command to this device at 12:20 of the day; an alarm of the other one at 12:50 on the day
 * before.
 */
function answers(server: ContractServer) {
  server.answer('v2.devices', {
    data: {
      list: [deviceRow(), deviceRow({ id: 12, device_code: OTHER, device_name: 'Boiler house' })],
      total: 2,
    },
  } as never);
  server.answer('v2.device', { data: deviceData() });
  answerHistoryOf(server, rowsOf);
  server.answer('v2.log.control-list', ({ query }) => {
    const isThere = query?.device_code === CODE && query.start === String(START_MS);
    const list = isThere ? [commandLogRow({ ts: START_MS + 20 * MINUTE })] : [];
    return { data: { list, total: list.length } };
  });
  server.answer('v2.alarms', ({ query }) => {
    const isThere = query?.device_code === OTHER && query.start === String(START_MS - DAY);
    const opened_at = START_MS - DAY + 50 * MINUTE;
    const row = alarmRow({ device_code: OTHER, opened_at, ended_at: opened_at + 2 * MINUTE });
    const alarm_list = isThere ? [row] : [];
    const { length } = alarm_list;
    return { data: { list: { alarm_list, count: length, total: length } } };
  });
}

const render = (address = ADDRESS) => renderPage(address, { prepare: answers });

const rowTexts = async () =>
  within(await screen.findByRole('list', { name: 'Events' }))
    .getAllByRole('listitem')
    .map((item) => item.textContent?.replaceAll(/[\u2066-\u2069]/g, ''));

const drawn = () =>
  vi
    .mocked(TimeChart)
    .mock.lastCall?.[0].marks.map(({ shape, atMs, endMs, of }) => [
      shape,
      (atMs - START_MS) / MINUTE,
      (endMs - START_MS) / MINUTE,
      of?.label,
      of?.lane,
    ]);

describe('events of compared devices', () => {
  it('name the device they belong to', async () => {
    await render();
    await waitFor(async () => expect(await rowTexts()).toHaveLength(2));
    const [order, gap] = await rowTexts();
    expect(order).toMatch(/^2026-11-20 12:20:00Commands 1 Pump house · Open: .+ · mira$/);
    expect(gap).toBe(
      '2026-11-20 12:10:00Gaps 2 Boiler house · no readings for 30\u202Fmin 0\u202Fs',
    );
    await expectNoAxeViolations();
  });

  it('are marked in the lanes of their lines', async () => {
    await render();
    await waitFor(() =>
      expect(drawn()).toEqual([
        ['triangle', 20, 20, '1', 0],
        ['band', 10, 40, '2', 1],
      ]),
    );
    const [{ series, marks }] = vi.mocked(TimeChart).mock.lastCall!;
    const [own, other] = series;
    expect(marks.map(({ color }) => color)).toEqual([own?.color, other?.color]);
  });

  it('of another period are listed with their own time and drawn at their position on the axis', async () => {
    await render(`${ADDRESS}&period=day`);
    await waitFor(() =>
      expect(drawn()).toEqual([
        ['triangle', 20, 20, '1', 0],
        ['band', 10, 40, '2', 1],
        ['diamond', 50, 52, '4', 3],
        ['band', 10, 40, '4', 3],
      ]),
    );
    const [, , alarm, gap] = await rowTexts();
    expect(alarm).toMatch(
      /^2026-11-19 12:50:00Alarms 4 Boiler house, one day earlier · Over-?voltage/i,
    );
    expect(gap).toMatch(/^2026-11-19 12:10:00Gaps 4 Boiler house, one day earlier/);
  });

  it('of another period are zoomed to the position where they are drawn', async () => {
    const { user, address } = await render(`${ADDRESS}&period=day`);
    await user.click(await screen.findByRole('button', { name: '2026-11-19 12:50:00' }));
    await waitFor(() => {
      const { left, right } = Object.fromEntries(new URLSearchParams(address().split('?')[1]));
      expect(Number(left) * 1000).toBe(START_MS + 35 * MINUTE);
      expect(Number(right) * 1000).toBe(START_MS + 67 * MINUTE);
    });
  });

  it('are hidden with their line and by kind', async () => {
    const { user } = await render();
    await waitFor(() => expect(drawn()).toHaveLength(2));
    const legend = screen.getByRole('list', { name: /^Lines/ });
    await user.click(within(legend).getByRole('button', { name: /Boiler house/ }));
    await waitFor(() => expect(drawn()).toEqual([['triangle', 20, 20, '1', 0]]));
    await user.click(screen.getByRole('checkbox', { name: 'Commands' }));
    await waitFor(() => expect(drawn()).toEqual([]));
    expect(screen.getByText('0 events')).toBeTruthy();
  });
});
