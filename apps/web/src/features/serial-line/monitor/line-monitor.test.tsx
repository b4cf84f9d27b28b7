/** The line monitor on the overview of a DTU: counts, faults, frames and their explanation. */
import { DIAL_IN } from '@busbar/domain/line/line-transport';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { answerFleet, deviceData, deviceRow } from '../../../../test/answers/device-answers.ts';
import { expectNoAxeViolations } from '../../../../test/axe.ts';
import { type RenderOptions, renderPage } from '../../../../test/render-page.tsx';
import { answeredShare } from './answered-share.ts';
import type { LineFrame, LineReport } from './use-line-monitor.ts';
// The page loads the panel on demand; loaded here, it takes no time of a test.
import '../serial-line-panel.tsx';

const DTU = 'HF-2411015520';
const ROW = deviceRow({
  ...{ device_code: DTU, device_name: 'Hall', kind: 'dtu', device_type: 'HF-DTU' },
});
const LINE = {
  protocol: 'modbus-rtu',
  baud: 9600,
  heartbeat: 'HB',
  needs_secret: true,
  ...DIAL_IN,
} as const;
const REQUEST = '01030000000ac5cd';
const ANSWER = '0103020900bdd4';

const frame = (more: Partial<LineFrame>): LineFrame => ({
  ...{ at: Date.UTC(2026, 4, 1, 8, 0, 5, 42), direction: 'received', hex: ANSWER },
  ...{ words: ['read-holding-registers'], result: 'answer' },
  ...more,
});

const report = (more: Partial<LineReport> = {}): LineReport => ({
  ...{ age_ms: 500, connected_at: Date.UTC(2026, 4, 1), last_received_at: Date.now() },
  ...{ sent: 1_200, answers: 985, refusals: 5, timeouts: 10, incomplete: 0 },
  ...{ discarded: [], left_alone: [], faults: [], frames: [] },
  ...more,
});

async function start(known: LineReport | null, options: RenderOptions = {}) {
  const page = await renderPage(`/devices/${DTU}`, {
    ...options,
    prepare: (server) => {
      answerFleet(server, [ROW]);
      server.answer('v2.device', { data: deviceData(ROW) });
      server.answer('v2.serial-line', {
        data: {
          ...{ device_code: DTU, device_name: 'Hall', group_id: 3, rate_id: 1 },
          ...{ line: LINE, trouble: null, dtu_port: 4196, meters: [] },
        },
      });
      server.answer('v2.meter-profiles', { data: [] });
      server.answer('v2.serial-line.monitor', () => ({ data: { report: known } }));
      options.prepare?.(server);
    },
  });
  const monitor = await screen.findByRole('region', { name: 'Line monitor' });
  await page.user.click(within(monitor).getByRole('button', { name: 'Start' }));
  return { ...page, monitor };
}
const factOf = (monitor: HTMLElement, name: string) =>
  within(monitor).getByText(name).parentElement?.querySelector('dd')?.textContent;

describe('the line monitor', () => {
  it('looks at the line only while it is started', async () => {
    const { monitor, server, user } = await start(report());
    const looks = () => server.requests('v2.serial-line.monitor').length;
    await waitFor(() => expect(looks()).toBe(1));
    await waitFor(() => expect(looks()).toBe(2), { timeout: 5_000 });
    await user.click(within(monitor).getByRole('button', { name: 'Stop' }));
    const before = looks();
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    expect(looks()).toBe(before);
    expect(factOf(monitor, 'Requests sent')).toBe('1,200');
  });

  it('counts requests, answers and discarded bytes', async () => {
    const { monitor } = await start(
      report({
        discarded: [
          { reason: 'noise', bytes: 1 },
          { reason: 'wrong-check', bytes: 1_024 },
        ],
      }),
    );
    await within(monitor).findByText('Requests answered');
    expect(factOf(monitor, 'Requests answered')).toBe('99%');
    expect(factOf(monitor, 'No answer')).toBe('10');
    expect(factOf(monitor, 'Refused by the meter')).toBe('5');
    expect(factOf(monitor, 'Stray bytes')).toBe('1 byte');
    expect(factOf(monitor, 'Checksum wrong')).toBe('1,024 bytes');
  });

  it('names the stations that are not polled, with the reason', async () => {
    const { monitor } = await start(
      report({
        left_alone: [{ station: '2', until: Date.UTC(2026, 4, 1, 8, 10) }],
        faults: [
          { station: '3', reason: 'ratio-missing' },
          { station: '4', reason: 'of-a-newer-server' },
        ],
      }),
    );
    const faults = await within(monitor).findByRole('list', { name: 'Faults on the line' });
    const texts = within(faults)
      .getAllByRole('listitem')
      .map((item) => item.textContent);
    expect(texts[0]).toMatch(/^Station 2 does not answer\. It is polled again at \d\d:10:00\.$/);
    expect(texts.slice(1)).toEqual([
      'Station 3 is not polled: transformer ratios are missing.',
      'Station 4 is not polled.',
    ]);
  });

  it('lists frames with time, bytes and kind, and explains one with its request', async () => {
    const { monitor, server, user } = await start(
      report({
        frames: [
          frame({}),
          frame({
            direction: 'sent',
            hex: REQUEST,
            result: 'sent',
            words: ['read-holding-registers'],
          }),
        ],
      }),
      {
        prepare: (server) =>
          server.answer('v2.tower.explain-msg', {
            data: { parsed: [], problems: [], frames: [], effect: null },
          }),
      },
    );
    const list = await within(monitor).findByRole('list', { name: 'Last frames' });
    const [answer, request] = within(list).getAllByRole('listitem');
    expect(answer!.textContent).toMatch(/\d\d:00:05\.042/);
    expect(answer!.textContent).toContain('01 03 02 09 00 BD D4');
    await waitFor(() => expect(answer!.textContent).toContain('read holding registers'));
    expect(request!.textContent).toContain('Request');
    await expectNoAxeViolations();
    await user.click(within(answer!).getByRole('button', { name: 'Explain' }));
    await screen.findByRole('dialog', { name: 'Explanation of the frame' });
    await waitFor(() =>
      expect(server.requests('v2.tower.explain-msg').at(-1)?.body).toEqual({
        ...{ code: ANSWER, request: REQUEST },
      }),
    );
  });

  it('offers no explanation of a frame with a password, and says that bytes are not shown', async () => {
    const { monitor } = await start(
      report({
        frames: [frame({ hex: null, words: [], result: 'echo' }), frame({ hex: '68******16' })],
      }),
    );
    const list = await within(monitor).findByRole('list', { name: 'Last frames' });
    expect(within(list).getByText('Not shown: may contain a password')).toBeTruthy();
    expect(within(list).queryByRole('button')).toBeNull();
  });

  it('waits for the first report, and then says that the DTU is offline', async () => {
    const { monitor } = await start(null);
    await within(monitor).findByText('Waiting for the DTU…');
    await within(monitor).findByText('The DTU is offline.', {}, { timeout: 12_000 });
  });
});

it.each([
  [0, 0, 0, undefined],
  [9, 0, 1, 0.9],
  [8, 2, 0, 1],
])(
  'of %d answers, %d refusals and %d timeouts the share is %s',
  (answers, refusals, timeouts, share) => {
    expect(answeredShare({ answers, refusals, timeouts })).toBe(share);
  },
);
