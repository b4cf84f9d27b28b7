import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { answerFleet, CODE, deviceData } from '../../../test/answers/device-answers.ts';
import type { AnswerFor, ContractServer } from '../../../test/contract-server.ts';
import { renderPage } from '../../../test/render-page.tsx';

type Week = AnswerFor<'v2.voltage-quality'>['data'];

const START = Date.parse('2026-11-12T16:00:00Z');
const QUARTER = 900_000;
const HOUR = 3_600_000;

// The periods below are in the past.
beforeEach(
  () => void vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-22T00:00:00Z') }),
);

const render = (search: string, prepare: (server: ContractServer) => void) =>
  renderPage(`/device?device=${CODE}&${search}`, {
    prepare: (server) => {
      answerFleet(server);
      server.answer('v2.device', { data: deviceData() });
      prepare(server);
    },
  });

const textsOf = (row: HTMLElement) =>
  [...row.querySelectorAll('th, td')].map((cell) =>
    cell.textContent?.replaceAll(/[\u2066-\u2069]/g, ''),
  );

describe('the load tab', () => {
  const SPAN = 'tab=load&range=custom&from=2026-11-13 06:30:00&to=2026-11-14 00:00:00';
  /** Means from midnight on: two hours of 2 and 6 kW, then no data. */
  const answerMeans = (server: ContractServer) =>
    server.answer('v1.data.findVariableByDateTime', {
      data: [],
      means: Array.from({ length: 8 }, (_, i) => ({
        ts: START + i * QUARTER,
        readings: 15,
        insP: i < 4 ? 2 : 6,
      })).reverse(),
      currentPage: 1,
      totalPage: 1,
      totalCount: 120,
      rows: 0,
    });

  it('requests quarter-hour averages from midnight and shows the load duration', async () => {
    const { server } = await render(SPAN, answerMeans);
    const panel = (await screen.findByRole('heading', { name: 'Load duration' })).closest(
      'section',
    )!;
    const rows = within(panel).getAllByRole('row').slice(1).map(textsOf);
    expect(rows).toContainEqual(['50%', '1.0', '6.00']);
    expect(rows).toContainEqual(['75%', '1.5', '2.00']);
    expect(
      screen.getByText(/^2\.0 h of 24\.0 h measured, in means of 15 min\. .*0\.67/),
    ).toBeTruthy();
    const [request] = server.requests('v1.data.findVariableByDateTime');
    expect(request?.body).toMatchObject({
      startTime: START,
      endTime: START + 24 * HOUR,
      sample: 2 * 96,
      fields: ['insP'],
    });
  });

  it('shows a table of hours and days', async () => {
    await render(SPAN, answerMeans);
    const table = await screen.findByRole('table', { name: 'Load by hour and day' });
    const [, day] = within(table).getAllByRole('row').map(textsOf);
    expect(day?.slice(0, 4)).toEqual(['11-13', '2.00\u202FkW', '6.00\u202FkW', 'no readings']);
  });

  it('exports the complete data as CSV', async () => {
    const { user } = await render(SPAN, answerMeans);
    const saved: Promise<string>[] = [];
    const create = vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      saved.push((blob as Blob).text());
      return 'blob:test';
    });
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
    await user.click(await screen.findByRole('button', { name: 'Save Load duration as CSV' }));
    await user.click(screen.getByRole('button', { name: 'Save Load by hour and day as CSV' }));
    const [duration, profile] = (await Promise.all(saved)).map((text) =>
      text.replace('\ufeff', '').trimEnd().split('\r\n'),
    );
    const names = click.mock.contexts.map((link) => (link as HTMLAnchorElement).download);
    create.mockRestore();
    click.mockRestore();
    expect(duration).toEqual([
      'Share of time (%),Hours,At least (kW)',
      '12.50,0.25,6.00',
      '25.00,0.50,6.00',
      '37.50,0.75,6.00',
      '50.00,1.00,6.00',
      '62.50,1.25,2.00',
      '75.00,1.50,2.00',
      '87.50,1.75,2.00',
      '100.00,2.00,2.00',
    ]);
    expect(profile).toHaveLength(2);
    expect(profile![0]).toMatch(/^Day,0:00 \(kW\),1:00 \(kW\),.*,23:00 \(kW\)$/);
    expect(profile![1]).toBe(`2026-11-13,2.00,6.00${','.repeat(22)}`);
    expect(names[0]).toMatch(/^busbar-load-duration-.+-2026-11-13.+\.csv$/);
    expect(names[1]).toMatch(/^busbar-load-profile-.+-2026-11-13.+\.csv$/);
  });

  it('asks for a shorter period if there are too many columns', async () => {
    const long = 'tab=load&range=custom&from=2024-01-01 00:00:00&to=2026-01-01 00:00:00';
    const { server } = await render(long, answerMeans);
    expect(await screen.findByText('Choose a period of at most 400 days')).toBeTruthy();
    expect(server.requests('v1.data.findVariableByDateTime')).toEqual([]);
  });
});

describe('the voltage quality tab', () => {
  const phase = (more: Partial<Week['phases'][number]>): Week['phases'][number] => ({
    phase: 'A',
    verdict: 'met',
    intervals: 1008,
    known: 1008,
    interrupted: 0,
    within: 1008,
    below: 0,
    above: 0,
    far_below: 0,
    share: 1,
    lowest: 221.34,
    highest: 238.2,
    ...more,
  });
  const week = (phases: Week['phases']): Week => ({
    device_code: CODE,
    first_day: '2026-11-13',
    start: START,
    end: START + 168 * HOUR,
    nominal: 230,
    interval_s: 600,
    phases,
    readings: 10_080,
    means: [
      { ts: START, readings: 10, volPa: 221.34 },
      { ts: START + 600_000, readings: 10, volPa: 238.2 },
    ],
  });
  const PHASES = [
    phase({}),
    phase({ phase: 'B', verdict: 'share-missed', within: 957, below: 51, share: 957 / 1008 }),
    phase({ phase: 'C', verdict: 'too-few', known: 300, within: 300 }),
  ];

  it('shows the result of each phase in words, with its basis', async () => {
    await render('tab=quality', (server) =>
      server.answer('v2.voltage-quality', { data: week(PHASES) }),
    );
    const table = await screen.findByRole('table');
    const rows = within(table).getAllByRole('row').map(textsOf);
    expect(rows[1]).toEqual(['EN 50160', 'Met', 'Not met: too few within ±10%', 'Not enough data']);
    // A percentage just below a bound is not rounded up to it.
    expect(rows).toContainEqual([
      'Within ±10% (207.0\u202FV – 253.0\u202FV)',
      '1,008 (100.0%)',
      '957 (94.9%)',
      '300 (100.0%)',
    ]);
    expect(rows).toContainEqual([
      'Known',
      '1,008 / 1,008 (100.0%)',
      '1,008 / 1,008 (100.0%)',
      '300 / 1,008 (29.7%)',
    ]);
    expect(screen.getByText(/A: lowest 221\.3 V .* highest 238\.2 V/)).toBeTruthy();
  });

  it('changes the week in the URL and accepts another nominal voltage', async () => {
    const { user, server, address } = await render('tab=quality', (prepared) =>
      prepared.answer('v2.voltage-quality', { data: week(PHASES) }),
    );
    await user.click(await screen.findByRole('button', { name: 'Previous week' }));
    await waitFor(() => expect(address()).toContain('week=2026-11-06'));
    const nominal = screen.getByRole('spinbutton', { name: /Nominal voltage/ });
    await user.clear(nominal);
    await user.type(nominal, '120');
    await waitFor(() => expect(address()).toContain('nominal=120'));
    await waitFor(() =>
      expect(server.requests('v2.voltage-quality').at(-1)?.query).toEqual({
        device_code: CODE,
        start: '2026-11-06',
        nominal: '120',
      }),
    );
  });

  it('shows a message if no voltage was measured', async () => {
    await render('tab=quality', (server) =>
      server.answer('v2.voltage-quality', { data: { ...week([]), means: [], readings: 0 } }),
    );
    expect(await screen.findByText('No voltage was measured in this week')).toBeTruthy();
  });
});
