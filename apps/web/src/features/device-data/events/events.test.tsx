import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { alarmRow, answerAlarmList } from '../../../../test/answers/alarm-answers.ts';
import { answerFleet, CODE, deviceData } from '../../../../test/answers/device-answers.ts';
import {
  answerCommandLog,
  answerHistory,
  commandLogRow,
  type HistoryRows,
} from '../../../../test/answers/history-answers.ts';
import { renderPage } from '../../../../test/render-page.tsx';
import { TimeChart } from '../../../charts/time/time-chart.tsx';

// The real chart, with a spy on its props.
vi.mock('../../../charts/time/time-chart.tsx', { spy: true });

const START_MS = Date.parse('2026-11-20T12:00:00Z');
const ADDRESS = `/device?device=${CODE}&range=custom&from=2026-11-20 20:00:00&to=2026-11-20 21:00:00`;
const MINUTE = 60_000;

/** One row per minute except from 20:10 to 20:40. */
const ROWS = Array.from({ length: 60 }, (_, minute) => minute)
  .filter((minute) => minute <= 10 || minute >= 40)
  .map((minute) => ({
    ts: START_MS + minute * MINUTE,
    dateTime: '',
    volPa: 230,
  })) as unknown as HistoryRows;

// The periods below are in the past.
beforeEach(
  () => void vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-22T00:00:00Z') }),
);

const render = (address = ADDRESS, language: 'en' | 'ar' = 'en') =>
  renderPage(address, {
    language,
    prepare: (server) => {
      answerFleet(server);
      answerHistory(server, ROWS);
      answerCommandLog(server, [commandLogRow({ status: 'refused:control-busy' })]);
      answerAlarmList(server, [
        alarmRow({
          opened_at: START_MS + 50 * MINUTE,
          ended_at: START_MS + 52 * MINUTE,
          type: 'overVoltage',
          phase: 'B',
          peak: 276.4,
          unit: 'V',
        }),
      ]);
      server.answer('v2.device', { data: deviceData() });
    },
  });

const list = () => screen.findByRole('list', { name: 'Events' });
const rowTexts = async () =>
  within(await list())
    .getAllByRole('listitem')
    .map((item) => item.textContent?.replaceAll(/[\u2066-\u2069]/g, ''));

describe('events of the span', () => {
  it('are listed as text: commands, alarms and gaps', async () => {
    const { server } = await render();
    await waitFor(async () => expect(await rowTexts()).toHaveLength(3));
    const [order, alarm, gap] = await rowTexts();
    expect(order).toMatch(/^2026-11-20 20:55:00Commands Open: .+ · mira$/);
    expect(order).not.toContain('control-busy');
    expect(alarm).toMatch(
      /^2026-11-20 20:50:00Alarms Over-?voltage · .?276\.4.V.? on phase .?B.?, limit .*V.? · lasted/i,
    );
    expect(gap).toBe('2026-11-20 20:10:00Gaps no readings for 30\u202Fmin 0\u202Fs');
    const request = server.requests('v2.alarms').find(({ query }) => query?.device_code === CODE);
    expect(request?.query).toMatchObject({
      start: String(START_MS),
      alarm_type: 'all',
      standing: '1',
    });
  });

  it('are filtered by the kinds in the URL', async () => {
    const { user, address } = await render();
    await waitFor(async () => expect(await rowTexts()).toHaveLength(3));
    await user.click(screen.getByRole('checkbox', { name: 'Gaps' }));
    await waitFor(() => expect(address()).toContain('events=command%2Calarm'));
    expect(await rowTexts()).toHaveLength(2);
    await user.click(screen.getByRole('checkbox', { name: 'Commands' }));
    await user.click(screen.getByRole('checkbox', { name: 'Alarms' }));
    await waitFor(() => expect(address()).toContain('events=none'));
    expect(screen.queryByRole('list', { name: 'Events' })).toBeNull();
    expect(screen.getByText('0 events')).toBeTruthy();
  });

  it('are marked on the chart by shape, at their times, for the selected kinds', async () => {
    vi.mocked(TimeChart).mockClear();
    const { user } = await render();
    const drawn = () =>
      vi
        .mocked(TimeChart)
        .mock.lastCall?.[0].marks.map(({ shape, atMs, endMs }) => [
          shape,
          (atMs - START_MS) / MINUTE,
          (endMs - START_MS) / MINUTE,
        ]);
    await waitFor(() =>
      expect(drawn()).toEqual([
        ['triangle', 55, 55],
        ['diamond', 50, 52],
        ['band', 10, 40],
      ]),
    );
    await user.click(screen.getByRole('checkbox', { name: 'Gaps' }));
    await waitFor(() =>
      expect(drawn()).toEqual([
        ['triangle', 55, 55],
        ['diamond', 50, 52],
      ]),
    );
  });

  it('can be zoomed to', async () => {
    const { user, address } = await render();
    await user.click(await screen.findByRole('button', { name: '2026-11-20 20:50:00' }));
    await waitFor(() => {
      const { left, right } = Object.fromEntries(new URLSearchParams(address().split('?')[1]));
      expect(Number(left) * 1000).toBe(START_MS + 35 * MINUTE);
      expect(Number(right) * 1000).toBe(START_MS + 67 * MINUTE);
    });
  });
});
