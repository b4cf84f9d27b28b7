/** The serial line of a DTU on its overview: meters, the dialog, line settings, DTU settings. */
import { DIAL_IN } from '@busbar/domain/line/line-transport';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { answerFleet, deviceData, deviceRow } from '../../../test/answers/device-answers.ts';
import { expectNoAxeViolations } from '../../../test/axe.ts';
import { type RenderedPage, type RenderOptions, renderPage } from '../../../test/render-page.tsx';
import type { LineMeter, LineSettings, MeterProfile, SerialLine } from './api/use-serial-line.ts';
// The page loads the panel on demand; loaded here, it takes no time of a test.
import './serial-line-panel.tsx';

const DTU = 'HF-2411015520';
const ROW = deviceRow({
  device_code: DTU,
  device_name: 'Hall',
  kind: 'dtu',
  device_type: 'HF-DTU',
});
const NO_RATIOS = { ct_primary: null, ct_secondary: null, pt_primary: null, pt_secondary: null };
const READ_ONLY = {
  ...{ can_switch: false, has_password: false },
  ...{ password_level: null, operator_code: null, close_mode: null },
};
const RATIOS = { ct_primary: 200, ct_secondary: 5, pt_primary: 10_000, pt_secondary: 100 };

const profile = (more: Partial<MeterProfile>): MeterProfile => ({
  id: 'eastron-sdm630',
  maker: 'Eastron',
  model: 'SDM630',
  protocol: 'modbus-rtu',
  baud: 9600,
  parity: 'none',
  station: '1',
  ratios: [],
  can_switch: false,
  quantities: ['voltageA'],
  ...{ own: false, changeable: false },
  ...more,
});
const PROFILES = [
  profile({}),
  profile({ id: 'acrel-dtsd1352', maker: 'Acrel', model: 'DTSD1352', ratios: ['ct', 'pt'] }),
  profile({
    id: 'dlt645',
    maker: 'DL/T 645',
    model: 'meter',
    protocol: 'dlt645-2007',
    can_switch: true,
  }),
];

const meter = (slot: number | null, more: Partial<LineMeter> = {}): LineMeter => ({
  device_code: slot === null ? DTU : `${DTU}-${slot}`,
  device_name: slot === null ? 'Hall' : `Meter ${slot}`,
  slot,
  presence: 'online',
  measured_at: Date.now() - 30_000,
  settings: {
    station: String(slot ?? 9),
    profile: 'eastron-sdm630',
    interval_s: 60,
    ...NO_RATIOS,
    ...READ_ONLY,
  },
  ...more,
});

const LINE: LineSettings = {
  ...{ protocol: 'modbus-rtu', baud: 9600, heartbeat: 'HB', needs_secret: true },
  ...DIAL_IN,
};
const OUTGOING: LineSettings = {
  ...LINE,
  ...{ transport: 'modbus-tcp', host: 'meter.example.org', port: 502 },
};

const data = (more: Partial<SerialLine> = {}): SerialLine => ({
  device_code: DTU,
  device_name: 'Hall',
  group_id: 3,
  rate_id: 1,
  line: LINE,
  trouble: null,
  dtu_port: 4196,
  meters: [meter(1)],
  ...more,
});

async function render(known: Partial<SerialLine> = {}, options: RenderOptions = {}) {
  const page = await renderPage(`/devices/${DTU}`, {
    ...options,
    prepare: (server) => {
      answerFleet(server, [ROW]);
      server.answer('v2.device', { data: deviceData(ROW) });
      server.answer('v2.serial-line', () => ({ data: data(known) }));
      server.answer('v2.meter-profiles', { data: PROFILES });
      options.prepare?.(server);
    },
  });
  const name = options.language === 'ar' ? /العدادات/ : 'Meters on this line';
  const tile = await screen.findByRole('region', { name });
  await waitFor(() => expect(tile.getAttribute('aria-busy')).toBe('false'));
  return page;
}

const meters = () => screen.getByRole('region', { name: 'Meters on this line' });
const dialog = () => screen.findByRole('dialog');
const field = async (name: string | RegExp) => within(await dialog()).getByLabelText(name);

async function chooseModel(user: RenderedPage['user'], title: string) {
  await user.click(await field('Maker and model'));
  const option = await waitFor(() => {
    const found = document.querySelector(`.ant-select-item-option[title="${title}"]`);
    if (found === null) throw new Error(`no option ${title} yet`);
    return found;
  });
  fireEvent.click(option);
}
const submit = async (user: RenderedPage['user'], name: string) =>
  user.click(within(await dialog()).getByRole('button', { name }));

describe('the meters of a DTU', () => {
  it('are listed with station, model, interval and last reading', async () => {
    await render({
      meters: [
        meter(null),
        meter(2, { device_name: 'Pump', measured_at: null }),
        meter(3, { settings: null }),
      ],
    });
    const rows = await within(meters()).findAllByRole('listitem');
    await waitFor(() => expect(rows[0]!.textContent).toContain('Eastron SDM630'));
    expect(rows[0]!.textContent).toContain('This DTU');
    expect(rows[0]!.textContent).toContain('Station 9');
    expect(rows[1]!.textContent).toContain('Pump');
    expect(rows[1]!.textContent).toContain('No reading yet');
    expect(rows[2]!.textContent).toContain('Not polled');
    expect(within(rows[2]!).getByRole('button', { name: 'Set up Meter 3' })).toBeTruthy();
    await expectNoAxeViolations();
  });

  it('need the settings of the line first', async () => {
    await render({ line: null, meters: [] });
    expect(within(meters()).getByText(/^Save the line settings first/)).toBeTruthy();
    expect(within(meters()).queryByRole('button')).toBeNull();
  });

  it('are read-only for a viewer', async () => {
    await render({}, { role: 'viewer' });
    expect(within(meters()).queryByRole('button')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Save line settings' })).toBeNull();
    expect(screen.getByText('Modbus RTU')).toBeTruthy();
  });

  it('are shown mirrored in Arabic', async () => {
    await render({}, { language: 'ar' });
    expect(await screen.findByText('إعدادات الخط')).toBeTruthy();
    expect(document.documentElement.dir).toBe('rtl');
  });

  it('do not exist for a breaker', async () => {
    await renderPage(`/devices/${DTU}`, {
      prepare: (server) => {
        answerFleet(server, [deviceRow({ device_code: DTU })]);
        server.answer('v2.device', { data: deviceData({ device_code: DTU }) });
      },
    });
    await screen.findByRole('heading', { level: 1, name: 'Pump house' });
    expect(screen.queryByRole('region', { name: 'Meters on this line' })).toBeNull();
  });
});

describe('the dialog of a meter', () => {
  it('adds one with a proposed station and name', async () => {
    const { user, server } = await render();
    server.answer('v2.serial-line.meters.add', { data: { id: 5, device_code: `${DTU}-2` } });
    await user.click(within(meters()).getByRole('button', { name: 'Add meter' }));
    await field('Maker and model');
    await expectNoAxeViolations();
    await chooseModel(user, 'Eastron SDM630');
    expect(await field('Station address')).toHaveProperty('value', '2');
    expect(await field('Device name')).toHaveProperty('value', 'Hall 2');
    expect(screen.queryByText('DL/T 645 meter')).toBeNull();
    await submit(user, 'Add meter');
    await waitFor(() =>
      expect(server.requests('v2.serial-line.meters.add')).toEqual([
        {
          params: { device_code: DTU },
          body: {
            name: 'Hall 2',
            ...{ station: '2', profile: 'eastron-sdm630', interval_s: 60 },
            ...NO_RATIOS,
          },
        },
      ]),
    );
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.requests('v2.serial-line').length).toBeGreaterThan(1);
  });

  it('requires the ratios of a model that needs them', async () => {
    const { user, server } = await render({ meters: [] });
    server.answer('v2.serial-line.meters.add', { data: { id: 5, device_code: `${DTU}-1` } });
    await user.click(within(meters()).getByRole('button', { name: 'Add meter' }));
    await chooseModel(user, 'Acrel DTSD1352');
    await submit(user, 'Add meter');
    expect(await within(await dialog()).findByText(/needs the transformer ratio/)).toBeTruthy();
    await user.type(await field('CT primary'), '200');
    await user.type(await field('CT secondary'), '5');
    await user.type(await field('PT primary'), '10000');
    await user.type(await field('PT secondary'), '100');
    await submit(user, 'Add meter');
    await waitFor(() =>
      expect(server.requests('v2.serial-line.meters.add')).toMatchObject([{ body: RATIOS }]),
    );
  });

  it('does not send a station that another meter has', async () => {
    const { user, server } = await render();
    await user.click(within(meters()).getByRole('button', { name: 'Add meter' }));
    await chooseModel(user, 'Eastron SDM630');
    await user.clear(await field('Station address'));
    await user.type(await field('Station address'), '1');
    await submit(user, 'Add meter');
    expect(await within(await dialog()).findByText(/has this station address/)).toBeTruthy();
    expect(server.requests('v2.serial-line.meters.add')).toEqual([]);
  });

  it('shows a refusal of the server at its field', async () => {
    const { user, server } = await render();
    server.answer('v2.serial-line.meters.add', {
      refuse: { code: 41710, reason: 'station-taken', field: 'station' },
    });
    await user.click(within(meters()).getByRole('button', { name: 'Add meter' }));
    await chooseModel(user, 'Eastron SDM630');
    await submit(user, 'Add meter');
    await within(await dialog()).findByText(/has this station address/);
    expect((await field('Station address')).getAttribute('aria-invalid')).toBe('true');
  });

  it('makes the DTU itself the meter', async () => {
    const { user, server } = await render({ meters: [] });
    server.answer('v2.serial-line.meters.change', {});
    await user.click(within(meters()).getByRole('button', { name: 'Add meter' }));
    await chooseModel(user, 'Eastron SDM630');
    await user.click(within(await dialog()).getByRole('radio', { name: 'This DTU' }));
    expect(within(await dialog()).queryByLabelText('Device name')).toBeNull();
    await submit(user, 'Add meter');
    await waitFor(() =>
      expect(server.requests('v2.serial-line.meters.change')).toMatchObject([
        { params: { device_code: DTU, meter: DTU }, body: { station: '1' } },
      ]),
    );
  });

  it('changes a meter, and warns that counting restarts with another ratio', async () => {
    const settings = { ...meter(1).settings!, profile: 'acrel-dtsd1352', ...RATIOS };
    const { user, server } = await render({ meters: [meter(1, { settings })] });
    server.answer('v2.serial-line.meters.change', {});
    await user.click(await screen.findByRole('button', { name: 'Change Meter 1' }));
    expect(await field('Station address')).toHaveProperty('value', '1');
    const primary = await field('CT primary');
    await user.clear(primary);
    await user.type(primary, '400');
    expect(
      await within(await dialog()).findByText(/counting restarts at the next reading/),
    ).toBeTruthy();
    await submit(user, 'Save');
    await waitFor(() =>
      expect(server.requests('v2.serial-line.meters.change')).toMatchObject([
        { params: { device_code: DTU, meter: `${DTU}-1` }, body: { ...RATIOS, ct_primary: 400 } },
      ]),
    );
  });

  it('sets how a DL/T 645 meter is switched, and never shows its password', async () => {
    const { user, server } = await render({
      line: { ...LINE, protocol: 'dlt645-2007' },
      meters: [],
    });
    server.answer('v2.serial-line.meters.add', { data: { id: 5, device_code: `${DTU}-1` } });
    await user.click(within(meters()).getByRole('button', { name: 'Add meter' }));
    await chooseModel(user, 'DL/T 645 meter');
    await user.clear(await field('Station address'));
    await user.type(await field('Station address'), '000000000011');
    await user.click(await field('Can be opened and closed'));
    await submit(user, 'Add meter');
    expect(await within(await dialog()).findByText(/6 digits of the password/)).toBeTruthy();
    await user.type(await field('Password of the meter'), '135790');
    await user.type(await field('Operator code'), '00000042');
    await user.click(await field('Closing'));
    const byButton = await waitFor(() => {
      const found = document.querySelector('.ant-select-item-option[title^="After the command"]');
      if (found === null) throw new Error('no option yet');
      return found;
    });
    fireEvent.click(byButton);
    await submit(user, 'Add meter');
    const body = { can_switch: true, password_level: 2, password: '135790' };
    await waitFor(() =>
      expect(server.requests('v2.serial-line.meters.add')).toMatchObject([
        { body: { ...body, operator_code: '00000042', close_mode: 'allow-close' } },
      ]),
    );
  });

  it('uses the stored password of a meter if none is entered', async () => {
    const access = { password_level: 2, operator_code: '00000042', close_mode: 'close' } as const;
    const settings = {
      ...meter(1).settings!,
      ...{ station: '000000000011', profile: 'dlt645', ...access },
      ...{ can_switch: true, has_password: true },
    };
    const { user, server } = await render({
      line: { ...LINE, protocol: 'dlt645-2007' },
      meters: [meter(1, { settings })],
    });
    server.answer('v2.serial-line.meters.change', {});
    await user.click(await screen.findByRole('button', { name: 'Change Meter 1' }));
    expect(await field('Password of the meter')).toHaveProperty('value', '');
    expect(within(await dialog()).getByText(/^A password is set/)).toBeTruthy();
    await expectNoAxeViolations();
    await user.clear(await field('Operator code'));
    await user.type(await field('Operator code'), '00000043');
    await submit(user, 'Save');
    await waitFor(() =>
      expect(server.requests('v2.serial-line.meters.change')).toMatchObject([
        { body: { ...access, operator_code: '00000043', can_switch: true, password: null } },
      ]),
    );
  });

  it('ends the polling of a meter after confirmation', async () => {
    const { user, server } = await render();
    server.answer('v2.serial-line.meters.remove', {});
    await user.click(screen.getByRole('button', { name: 'Stop polling Meter 1' }));
    expect(server.requests('v2.serial-line.meters.remove')).toEqual([]);
    await submit(user, 'Stop polling');
    await waitFor(() =>
      expect(server.requests('v2.serial-line.meters.remove')).toEqual([
        { params: { device_code: DTU, meter: `${DTU}-1` } },
      ]),
    );
  });
});

describe('the settings of the line', () => {
  it('can be saved as proposed', async () => {
    const { user, server } = await render({ line: null, meters: [] });
    server.answer('v2.serial-line.change', {});
    await user.click(await screen.findByRole('button', { name: 'Save line settings' }));
    await waitFor(() =>
      expect(server.requests('v2.serial-line.change')).toEqual([
        { params: { device_code: DTU }, body: LINE },
      ]),
    );
  });

  it('refuse a heartbeat that is not ASCII before it is sent', async () => {
    const { user, server } = await render();
    await user.type(await screen.findByLabelText('Heartbeat text'), '心');
    await user.click(screen.getByRole('button', { name: 'Save line settings' }));
    expect(await screen.findByText(/printable ASCII/)).toBeTruthy();
    expect(server.requests('v2.serial-line.change')).toEqual([]);
  });
});

describe('the address of a line', () => {
  const choose = async (user: RenderedPage['user'], title: string) => {
    await user.click(await screen.findByRole('combobox', { name: 'Connection' }));
    const option = await waitFor(() => {
      const found = document.querySelector(`.ant-select-item-option[title="${title}"]`);
      if (found === null) throw new Error(`no option ${title} yet`);
      return found;
    });
    fireEvent.click(option);
  };
  const save = async (user: RenderedPage['user']) =>
    user.click(screen.getByRole('button', { name: 'Save line settings' }));

  it('of Modbus TCP is sent with its port, without the settings of a serial port', async () => {
    const { user, server } = await render();
    server.answer('v2.serial-line.change', {});
    expect(screen.queryByLabelText(/^Address/)).toBeNull();
    await choose(user, 'The platform connects by Modbus TCP');
    expect(screen.queryByLabelText('Baud rate')).toBeNull();
    expect(screen.queryByLabelText('Requires the secret')).toBeNull();
    await user.type(await screen.findByLabelText(/^Address/), 'meter.example.org');
    await save(user);
    await waitFor(() =>
      expect(server.requests('v2.serial-line.change')).toEqual([
        { params: { device_code: DTU }, body: OUTGOING },
      ]),
    );
  });

  it('of serial frames has the protocol and the port that are entered', async () => {
    const { user, server } = await render({ line: { ...LINE, protocol: 'dlt645-2007' } });
    server.answer('v2.serial-line.change', {});
    await choose(user, 'The platform connects, serial frames over TCP');
    await user.type(await screen.findByLabelText(/^Address/), '8.8.8.8');
    await user.type(screen.getByLabelText(/^Port/), '4001');
    await save(user);
    const address = { transport: 'rtu-over-tcp', host: '8.8.8.8', port: 4001 };
    await waitFor(() =>
      expect(server.requests('v2.serial-line.change')).toMatchObject([
        { body: { ...address, protocol: 'dlt645-2007' } },
      ]),
    );
  });

  it('that is no host is refused before it is sent', async () => {
    const { user, server } = await render();
    await choose(user, 'The platform connects by Modbus TCP');
    await user.type(await screen.findByLabelText(/^Address/), 'http://meter');
    await save(user);
    expect(await screen.findByText('Enter a host name or an IP address')).toBeTruthy();
    expect(server.requests('v2.serial-line.change')).toEqual([]);
  });

  it('is removed if the DTU dials in', async () => {
    const { user, server } = await render({ line: OUTGOING });
    server.answer('v2.serial-line.change', {});
    await choose(user, 'The DTU connects to the platform');
    await save(user);
    await waitFor(() =>
      expect(server.requests('v2.serial-line.change')).toMatchObject([{ body: DIAL_IN }]),
    );
  });

  it('is shown with the reason why it is not connected', async () => {
    await render({ line: OUTGOING, trouble: 'refused-connection' });
    const tile = await screen.findByRole('region', { name: 'Connection' });
    expect(tile.textContent).toContain('meter.example.org:502');
    expect(tile.textContent).toContain('refuses connections to this port');
    expect(screen.queryByRole('region', { name: 'Settings of the DTU' })).toBeNull();
    await expectNoAxeViolations();
  });

  it('is shown to a viewer', async () => {
    await render({ line: OUTGOING }, { role: 'viewer' });
    expect(screen.getByText('The platform connects by Modbus TCP')).toBeTruthy();
    expect(screen.queryByRole('combobox', { name: 'Connection' })).toBeNull();
  });
});

describe('the settings of the DTU', () => {
  it('are shown without the secret, which nobody can read again', async () => {
    await render();
    const settings = await screen.findByRole('region', { name: 'Settings of the DTU' });
    expect(settings.textContent).toContain('4196');
    expect(settings.textContent).toContain(`${DTU}:‹secret›`);
    expect(settings.textContent).toContain('HB');
  });

  it('are not shown if the platform accepts no DTUs', async () => {
    await render({ dtu_port: null });
    expect(await screen.findByText(/^This platform accepts no DTUs/)).toBeTruthy();
  });
});
