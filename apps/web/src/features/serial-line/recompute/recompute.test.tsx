/** Stored readings of a meter are recomputed from the panel of its line. */
import { DIAL_IN } from '@busbar/domain/line/line-transport';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { answerFleet, deviceData, deviceRow } from '../../../../test/answers/device-answers.ts';
import { answerFees } from '../../../../test/answers/energy-answers.ts';
import { expectNoAxeViolations } from '../../../../test/axe.ts';
import type { ContractServer } from '../../../../test/contract-server.ts';
import { type RenderOptions, renderPage } from '../../../../test/render-page.tsx';
import type { RecomputePreview, Stretch } from './use-recompute.ts';
import '../serial-line-panel.tsx';

const DTU = 'HF-2411015520';
const METER = `${DTU}-1`;
const ROW = deviceRow({
  device_code: DTU,
  device_name: 'Hall',
  kind: 'dtu',
  device_type: 'HF-DTU',
});
/** 2026-10-30 00:00 in Shanghai. */
const START = Date.UTC(2026, 9, 29, 16);
const HOUR = 3_600_000;
const RATIOS = { ct_primary: 200, ct_secondary: 5, pt_primary: 1, pt_secondary: 1 };
const SETTINGS = {
  ...{ station: '1', profile: 'acrel-dtsd1352', interval_s: 60, ...RATIOS },
  ...{ can_switch: false, has_password: false },
  ...{ password_level: null, operator_code: null, close_mode: null },
};
const PROFILE = {
  ...{ id: 'acrel-dtsd1352', maker: 'Acrel', model: 'DTSD1352', protocol: 'modbus-rtu' as const },
  ...{ baud: 9600, parity: 'none' as const, station: '1', ratios: ['ct', 'pt'] as const },
  ...{ can_switch: false, quantities: ['activeImport'], own: false, changeable: false },
};
const STRETCHES: Stretch[] = [
  { first: START - 500 * HOUR, last: START - HOUR, readings: 499, present: false },
  { first: START, last: START + 72 * HOUR, readings: 73, present: false },
  { first: START + 73 * HOUR, last: START + 96 * HOUR, readings: 24, present: true },
];
const PREVIEW: RecomputePreview = {
  ...{ mark: 'mark-1', first: START, last: START + 96 * HOUR },
  ...{ recomputed: 73, unchanged: 24, unreadable: 0, emptied: 0, out_of_bounds: 0 },
  first_register: { at: START, before: 200, after: 100 },
  last_register: { at: START + 72 * HOUR, before: 344, after: 172 },
  counting: [{ at: START + 73 * HOUR, from: 172, to: 173 }],
  ignored: [],
  months: [{ month: '2026-10', before: { ept: 96, fee: 90 }, after: { ept: 48, fee: 45 } }],
  periods: [
    { start: '2026-10-01', end: '2026-11-01', state: 'closed' },
    { start: '2026-11-01', end: '2026-12-01', state: 'open' },
  ],
};

function render(
  stretches: readonly Stretch[] = STRETCHES,
  prepare: (server: ContractServer) => void = () => {},
  options: RenderOptions = {},
) {
  return renderPage(`/devices/${DTU}`, {
    role: 'admin',
    ...options,
    prepare: (server) => {
      answerFees(server);
      answerFleet(server, [ROW]);
      server.answer('v2.device', { data: deviceData(ROW) });
      server.answer('v2.serial-line', {
        data: {
          ...{ device_code: DTU, device_name: 'Hall', group_id: 3, rate_id: 1 },
          line: {
            protocol: 'modbus-rtu',
            baud: 9600,
            heartbeat: '',
            needs_secret: true,
            ...DIAL_IN,
          },
          ...{ trouble: null, dtu_port: 4196 },
          meters: [
            {
              ...{ device_code: METER, device_name: 'Pump', slot: 1, presence: 'online' },
              ...{ measured_at: START, settings: SETTINGS },
            },
          ],
        },
      });
      server.answer('v2.meter-profiles', { data: [{ ...PROFILE, ratios: ['ct', 'pt'] }] });
      server.answer('v2.meter-recompute', { data: { stretches: [...stretches] } });
      server.answer('v2.meter-recompute.preview', { data: PREVIEW });
      prepare(server);
    },
  });
}

const dialog = () => screen.findByRole('dialog');
const openOf = () => screen.findByRole('button', { name: 'Recompute readings of Pump' });
const button = async (name: string) => within(await dialog()).getByRole('button', { name });

describe('stored readings of a meter', () => {
  it('are recomputed from the settings before the present ones, after a preview', async () => {
    const { user, server } = await render(STRETCHES, (on) =>
      on.answer('v2.meter-recompute.accept', { data: { recomputed: 73, repeated: false } }),
    );
    await user.click(await openOf());
    const from = await within(await dialog()).findByLabelText('Recompute from');
    expect((from as HTMLInputElement).value).toBe('2026-10-30 00:00:00');
    expect(await button('Recompute')).toHaveProperty('disabled', true);
    await user.click(await button('Show preview'));
    const changes = await within(await dialog()).findByRole('region', { name: 'Changes' });
    expect(changes.textContent).toContain('Readings with other values73');
    expect(changes.textContent).toContain('2026-10');
    expect(changes.textContent).toContain('If the meter was exchanged there, start later');
    expect(changes.textContent).toContain('is closed: its bill is final');
    await expectNoAxeViolations();
    await user.type(within(await dialog()).getByLabelText('Reason'), 'CT is 100/5');
    await user.click(await button('Recompute'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const order = { device_code: METER, from: START };
    expect(server.requests('v2.meter-recompute.preview')[0]?.body).toEqual(order);
    expect(server.requests('v2.meter-recompute.accept')[0]?.body).toEqual({
      ...order,
      ...{ mark: 'mark-1', reason: 'CT is 100/5' },
    });
  });

  it('are previewed again if they have changed since', async () => {
    const { user, server } = await render(STRETCHES, (on) =>
      on.answer('v2.meter-recompute.accept', {
        refuse: { code: 41425, reason: 'recompute-changed' },
      }),
    );
    await user.click(await openOf());
    await user.click(await button('Show preview'));
    await user.type(await within(await dialog()).findByLabelText('Reason'), 'CT');
    await user.click(await button('Recompute'));
    expect((await within(await dialog()).findByRole('alert')).textContent).toContain(
      'changed since the preview',
    );
    await waitFor(() => expect(server.requests('v2.meter-recompute.preview')).toHaveLength(2));
  });

  it('cannot be recomputed without stored answers', async () => {
    const { user } = await render([]);
    await user.click(await openOf());
    expect((await within(await dialog()).findByRole('status')).textContent).toContain(
      'No raw answers of this meter are stored',
    );
    expect(await button('Recompute')).toHaveProperty('disabled', true);
  });

  it('keep their values after a change of a ratio, which the page says', async () => {
    const { user } = await render(STRETCHES, (on) => on.answer('v2.serial-line.meters.change', {}));
    await user.click(await screen.findByRole('button', { name: 'Change Pump' }));
    const primary = await within(await dialog()).findByLabelText('CT primary');
    await user.clear(primary);
    await user.type(primary, '100');
    await user.click(await button('Save'));
    const notice = await screen.findByText(/The stored readings of Pump keep their values/);
    await user.click(
      within(notice.closest('[role="status"]') as HTMLElement).getByRole('button', {
        name: 'Recompute readings…',
      }),
    );
    await within(await dialog()).findByLabelText('Recompute from');
    expect(screen.queryByText(/keep their values\. If/)).toBeNull();
  });

  it('are not offered to a user who may not correct energy', async () => {
    await render(STRETCHES, () => {}, { role: 'operator' });
    await screen.findByText('Pump');
    expect(screen.queryByRole('button', { name: /Recompute readings/ })).toBeNull();
  });
});
