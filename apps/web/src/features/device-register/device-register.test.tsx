import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { answerList, deviceData, NO_DEFAULTS } from '../../../test/answers/device-answers.ts';
import { expectNoAxeViolations } from '../../../test/axe.ts';
import type { ContractServer } from '../../../test/contract-server.ts';
import { openSocket, push } from '../../../test/fake-web-socket.ts';
import { type RenderedPage, renderPage } from '../../../test/render-page.tsx';

const CODE = 'MT61-NEW-0001';

function prepare(server: ContractServer) {
  answerList(server);
  server.answer('v1.device.addOrUpdate', {
    data: {
      id: 5,
      device_secret: 'shown-only-now',
      connection: { host: null, port: 1884, tls_port: null, dtu_port: null },
    },
  });
  server.answer('v2.device', {
    data: deviceData({
      device_code: CODE,
      online: false,
      presence: 'offline',
      variable: null,
      energy: null,
    }),
  });
  server.answer('v2.rejected-messages', { data: { list: [], total: 0 } });
}

async function pick(user: RenderedPage['user'], label: string, option: string) {
  await user.click(screen.getByRole('combobox', { name: label }));
  fireEvent.click(
    await waitFor(() => {
      const found = document.querySelector(`.ant-select-item-option[title="${option}"]`);
      if (found === null) throw new Error(`no option ${option} yet`);
      return found;
    }),
  );
}

async function register(page: RenderedPage) {
  const { user } = page;
  await user.type(await screen.findByRole('textbox', { name: 'Device code' }), CODE);
  await pick(user, 'Device type', 'MT61');
  await user.click(screen.getByRole('button', { name: 'Next' }));
  await user.type(await screen.findByRole('textbox', { name: 'Device name' }), 'Crane 2');
  await pick(user, 'Tariff', 'Industrial');
  await user.click(screen.getByRole('button', { name: 'Register' }));
}

const WORKSHOP = {
  id: 1,
  name: 'Workshop',
  ...{ rate_1: 1, rate_2: 1, rate_3: 1, rate_4: 1 },
  is_default: 'no',
  next_start_day: null,
  changeable: true,
};
const TWO_RATES = [WORKSHOP, { ...WORKSHOP, id: 2, name: 'Default', is_default: 'yes' }];

describe('the registration of a device', () => {
  it('proceeds from its nameplate through its secret to its first reading', async () => {
    const page = await renderPage('/registerdevice', { role: 'operator', prepare });
    openSocket();
    await register(page);
    expect(await screen.findByText('shown-only-now')).toBeTruthy();
    expect(page.server.requests('v1.device.addOrUpdate')[0]?.body).toMatchObject({
      deviceSymbolCode: CODE,
      deviceType: 'MT61',
      deviceName: 'Crane 2',
      id: '',
    });
    await page.user.click(screen.getByRole('button', { name: 'I have stored it' }));
    expect(await screen.findByText('The device is not online yet. Check:')).toBeTruthy();
    expect(screen.queryByText('shown-only-now')).toBeNull();
    // An operator may not read rejected messages, so none are requested.
    expect(page.server.requests('v2.rejected-messages')).toEqual([]);

    push({
      msgType: 'VARIABLE',
      deviceId: 11,
      deviceCode: CODE,
      message: { ts: Date.now(), volPa: 230.1, curA: 4.2, insP: 0.94 },
    });
    expect(await screen.findByText(/First reading arrived/)).toBeTruthy();
    const values = screen.getByRole('list', { name: 'Values of the reading' });
    expect(values.textContent).toBe('230.1\u202fV4.2\u202fA0.94\u202fkW');
    expect(screen.getByText(/Looks plausible: the voltage is within 10% of 230/)).toBeTruthy();
    const next = screen.getByRole('navigation', { name: 'Next steps' });
    expect(
      within(next)
        .getAllByRole('link')
        .map((link) => link.getAttribute('href')),
    ).toEqual([`/devices/${CODE}/protection`, '/rate', '/alarm-rules']);
    expect(screen.queryByText('The device is not online yet. Check:')).toBeNull();
  });

  it('registers a device of another manufacturer, and shows the settings of its topics', async () => {
    const { user, server } = await renderPage('/registerdevice', { role: 'operator', prepare });
    await user.type(await screen.findByRole('textbox', { name: 'Device code' }), CODE);
    expect(screen.queryByRole('combobox', { name: 'Protocol' })).toBeNull();
    await pick(user, 'Device type', 'MT61');
    await pick(user, 'Protocol', 'Shelly (Gen2+)');
    await user.click(screen.getByRole('button', { name: 'Next' }));
    await user.type(await screen.findByRole('textbox', { name: 'Device name' }), 'Plug');
    await pick(user, 'Tariff', 'Industrial');
    await user.click(screen.getByRole('button', { name: 'Register' }));
    expect(await screen.findByText('Topic prefix')).toBeTruthy();
    expect(screen.getByText('Client ID')).toBeTruthy();
    expect(server.requests('v1.device.addOrUpdate')[0]?.body).toMatchObject({
      deviceSymbolCode: CODE,
      protocol: 'shelly',
    });
    await user.click(screen.getByRole('button', { name: 'I have stored it' }));
    expect(await screen.findByText(/Shelly: topic prefix/)).toBeTruthy();
  });

  it.each([
    ['a Zigbee2MQTT bridge with its protocol', 'MT88C', 'zigbee2mqtt', 'Base topic'],
    ['no breaker with the protocol of a bridge', 'MT61', 'busbar', 'Client ID'],
  ])('registers %s', async (_, type, protocol, setting) => {
    const types = [
      { id: 1, name: 'MT61', kind: 'main' },
      { id: 7, name: 'MT88C', kind: 'gateway' },
    ] as const;
    const { user, server } = await renderPage('/registerdevice', {
      role: 'operator',
      prepare: (answers) => {
        prepare(answers);
        answers.answer('v2.device-type', { data: { device_type_list: [...types] } });
      },
    });
    await user.type(await screen.findByRole('textbox', { name: 'Device code' }), CODE);
    await pick(user, 'Device type', 'MT88C');
    await pick(user, 'Protocol', 'Zigbee2MQTT');
    if (type !== 'MT88C') await pick(user, 'Device type', type);
    await user.click(screen.getByRole('button', { name: 'Next' }));
    await user.type(await screen.findByRole('textbox', { name: 'Device name' }), 'Bridge');
    await pick(user, 'Tariff', 'Industrial');
    await user.click(screen.getByRole('button', { name: 'Register' }));
    expect(await screen.findByText(setting)).toBeTruthy();
    const isBridge = protocol === 'zigbee2mqtt';
    expect(screen.queryAllByText(/optimistic: false/)).toHaveLength(isBridge ? 1 : 0);
    expect(server.requests('v1.device.addOrUpdate')[0]?.body).toMatchObject({ protocol });
  });

  it('shows the registration packet of a DTU, and the settings of MQTT beside it', async () => {
    const code = 'HF-241101552';
    const { user, server } = await renderPage('/registerdevice', {
      role: 'operator',
      prepare: (answers) => {
        prepare(answers);
        answers.answer('v2.device-type', {
          data: { device_type_list: [{ id: 5, name: 'HF-DTU', kind: 'dtu' }] },
        });
        answers.answer('v1.device.addOrUpdate', {
          data: {
            id: 5,
            device_secret: 'shown-only-now',
            connection: { host: 'mqtt.example', port: 1884, tls_port: null, dtu_port: 4196 },
          },
        });
      },
    });
    await user.type(await screen.findByRole('textbox', { name: 'Device code' }), code);
    await pick(user, 'Device type', 'HF-DTU');
    await user.click(screen.getByRole('button', { name: 'Next' }));
    await user.type(await screen.findByRole('textbox', { name: 'Device name' }), 'Hall');
    await pick(user, 'Tariff', 'Industrial');
    await user.click(screen.getByRole('button', { name: 'Register' }));
    expect(await screen.findByText(`${code}:shown-only-now`)).toBeTruthy();
    expect(server.requests('v1.device.addOrUpdate')).toHaveLength(1);
    expect(screen.getByText('4196')).toBeTruthy();
    expect(screen.getByText('HB')).toBeTruthy();
    expect(screen.queryByText('mqtt.example')).toBeNull();
    await expectNoAxeViolations();
    await user.click(screen.getByText('MQTT'));
    expect(await screen.findByText('mqtt.example')).toBeTruthy();
    expect(screen.getByText(`ep/1/${code}/up/data`)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'I have stored it' }));
    const next = await screen.findByRole('link', { name: 'Set up line and meters' });
    expect(next.getAttribute('href')).toBe(`/devices/${code}`);
    expect(screen.queryByText(/^Client ID and user name/)).toBeNull();
  });

  it('names what contradicts a first reading', async () => {
    const page = await renderPage('/registerdevice', { role: 'operator', prepare });
    openSocket();
    await register(page);
    await page.user.click(await screen.findByRole('button', { name: 'I have stored it' }));
    await screen.findByText('The device is not online yet. Check:');
    push({
      msgType: 'VARIABLE',
      deviceId: 11,
      deviceCode: CODE,
      message: { ts: Date.now(), volPa: 230, volPb: 1, curA: 4.2, curB: 0, insP: 0.2 },
    });
    expect(await screen.findByText('Check the installation:')).toBeTruthy();
    expect(screen.getByText(/Phase B has no voltage/)).toBeTruthy();
    expect(screen.getByText(/lower than expected .* factor \(about 0\.97 kW\)/)).toBeTruthy();
    await expectNoAxeViolations();
  });

  it('shows an administrator the device’s rejected message', async () => {
    const page = await renderPage('/registerdevice', {
      role: 'admin',
      prepare: (server) => {
        prepare(server);
        server.answer('v2.device', {
          data: deviceData({ device_code: CODE, online: true, variable: null, energy: null }),
        });
        server.answer('v2.rejected-messages', {
          data: {
            total: 1,
            list: [
              {
                id: 1,
                device_code: CODE,
                device_name: 'Crane 2',
                topic: `ep/1/${CODE}/up/data`,
                reason: 'out-of-bounds',
                detail: 'volPa 5000 is beyond 1000 V',
                payload: '{}',
                payload_encoding: 'text',
                payload_bytes: 2,
                payload_stored_bytes: 2,
                received_at: Date.now(),
              },
            ],
          },
        });
      },
    });
    await register(page);
    await page.user.click(await screen.findByRole('button', { name: 'I have stored it' }));
    expect(await screen.findByText(/Physically impossible value/)).toBeTruthy();
    expect(screen.getByText('volPa 5000 is beyond 1000 V')).toBeTruthy();
    expect(screen.getByText(new RegExp(`ep/1/${CODE}/up/data`))).toBeTruthy();
  });

  it('preselects the rate that its group assigns to new devices, and offers its template', async () => {
    const page = await renderPage('/registerdevice', {
      role: 'operator',
      prepare: (server) => {
        prepare(server);
        server.answer('v2.groups.defaults', {
          data: {
            ...NO_DEFAULTS,
            rate: { id: 1, name: 'Industrial', from: null },
            template: { id: 't', name: 'Pumps', from: null },
          },
        });
      },
    });
    const { user, server } = page;
    await user.type(await screen.findByRole('textbox', { name: 'Device code' }), CODE);
    await pick(user, 'Device type', 'MT61');
    await user.click(screen.getByRole('button', { name: 'Next' }));
    await user.type(await screen.findByRole('textbox', { name: 'Device name' }), 'Crane 2');
    expect(await screen.findByText('Default of the group for new devices')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Register' }));
    await user.click(await screen.findByRole('button', { name: 'I have stored it' }));
    expect(server.requests('v1.device.addOrUpdate')[0]?.body).toMatchObject({ rate: 1 });
    expect(await screen.findByText(/protection template Pumps/)).toBeTruthy();
  });

  it('retains the rate that the user has chosen when the defaults of the group change', async () => {
    const { user, server, readAgain } = await renderPage('/registerdevice', {
      role: 'operator',
      prepare: (answers) => {
        prepare(answers);
        answers.answer('v2.rates', { data: TWO_RATES });
      },
    });
    await user.type(await screen.findByRole('textbox', { name: 'Device code' }), CODE);
    await pick(user, 'Device type', 'MT61');
    await user.click(screen.getByRole('button', { name: 'Next' }));
    await user.type(await screen.findByRole('textbox', { name: 'Device name' }), 'Crane 2');
    await screen.findByTitle('Default');
    await pick(user, 'Tariff', 'Workshop');
    server.answer('v2.groups.defaults', {
      data: { ...NO_DEFAULTS, rate: { id: 2, name: 'Default', from: null } },
    });
    await readAgain();
    await user.click(screen.getByRole('button', { name: 'Register' }));
    await screen.findByRole('button', { name: 'I have stored it' });
    expect(server.requests('v1.device.addOrUpdate')[0]?.body).toMatchObject({ rate: 1 });
  });

  it('preselects the customer’s default rate if there are several', async () => {
    const { user, server } = await renderPage('/registerdevice', {
      role: 'operator',
      prepare: (answers) => {
        prepare(answers);
        answers.answer('v2.rates', { data: TWO_RATES });
      },
    });
    await user.type(await screen.findByRole('textbox', { name: 'Device code' }), CODE);
    await pick(user, 'Device type', 'MT61');
    await user.click(screen.getByRole('button', { name: 'Next' }));
    await user.type(await screen.findByRole('textbox', { name: 'Device name' }), 'Crane 2');
    expect(await screen.findByTitle('Default')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Register' }));
    await screen.findByRole('button', { name: 'I have stored it' });
    expect(server.requests('v1.device.addOrUpdate')[0]?.body).toMatchObject({ rate: 2 });
  });

  it('does not continue with an invalid code', async () => {
    const { user } = await renderPage('/registerdevice', { role: 'operator', prepare });
    await user.type(await screen.findByRole('textbox', { name: 'Device code' }), 'short');
    await user.click(screen.getByRole('button', { name: 'Next' }));
    expect(await screen.findByText(/10 to 30 letters, digits or dashes$/)).toBeTruthy();
    expect(screen.queryByRole('textbox', { name: 'Device name' })).toBeNull();
  });
});
