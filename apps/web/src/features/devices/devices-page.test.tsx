import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import {
  answerList,
  CODE,
  type DeviceRow,
  deviceRow,
  NO_DEFAULTS,
} from '../../../test/answers/device-answers.ts';
import { expectNoAxeViolations } from '../../../test/axe.ts';
import { openSocket, push } from '../../../test/fake-web-socket.ts';
import { type RenderOptions, renderPage } from '../../../test/render-page.tsx';
import { setScreenWidth } from '../../../test/screen.ts';

function renderList(address = '/devicemanage', options: RenderOptions = {}) {
  const { prepare, ...rest } = options;
  return renderPage(address, {
    role: 'admin',
    ...rest,
    prepare: (server) => {
      answerList(server);
      prepare?.(server);
    },
  });
}

type User = Awaited<ReturnType<typeof renderPage>>['user'];

/** Finds a dialog by its title, because in tests the library gives all dialogs the same id. */
async function findDialog(title: string): Promise<HTMLElement> {
  const heading = await screen.findByText(title, { selector: '.ant-modal-title' });
  return heading.closest<HTMLElement>('[role="dialog"]')!;
}

/**
 * Clicks without pointer event checks, because the options exist while the list is still animating.
 */
async function choose(user: User, dialog: HTMLElement, label: string, option: string) {
  await user.click(within(dialog).getByRole('combobox', { name: label }));
  const selector = `.ant-select-item-option[title="${option}"]`;
  fireEvent.click(
    await waitFor(() => {
      const found = document.querySelector(selector);
      if (found === null) throw new Error(`no option ${option} yet`);
      return found;
    }),
  );
}

async function fillForm(user: User, dialog: HTMLElement, code: string) {
  await user.type(within(dialog).getByRole('textbox', { name: 'Device name' }), 'Crane 2');
  await user.type(within(dialog).getByRole('textbox', { name: 'Device code' }), code);
  await choose(user, dialog, 'Device type', 'MT61');
  await choose(user, dialog, 'Tariff', 'Industrial');
}

describe('the device list', () => {
  it('requests the first 13 rows and shows the columns of the specification', async () => {
    const { server } = await renderList();
    await screen.findByRole('button', { name: 'Pump house' });
    expect(server.requests('v2.devices')[0]).toEqual({ query: { pn: '1', ps: '13' } });
    const heads = screen.getAllByRole('columnheader').map((head) => head.textContent);
    expect(heads).toEqual([
      'Name',
      'State',
      'Load now (kW)',
      'Active alarm',
      'Presence',
      'Group',
      'Signal',
      'Energy today (kWh)',
      'Device code',
      'Actions',
    ]);
    expect(screen.getByText('Excellent')).toBeTruthy();
  });

  it('sends the search, online state, type and sort order of the URL to the server', async () => {
    const { server } = await renderList(
      '/devicemanage?keyword=pump&online=offline&type=MT61&sort=code&order=desc&page=2&size=30',
    );
    await screen.findByRole('button', { name: 'Pump house' });
    expect(server.requests('v2.devices')[0]).toEqual({
      query: {
        keyword: 'pump',
        online: 'false',
        device_type: 'MT61',
        sort: 'device_code',
        order: 'desc',
        pn: '2',
        ps: '30',
      },
    });
  });

  it('warns if the account has no devices and shows three steps to the first reading', async () => {
    await renderList('/devicemanage', { prepare: (server) => answerList(server, [], 0) });
    expect(await screen.findByText('No usable devices under your account')).toBeTruthy();
    expect(
      screen.getAllByRole('listitem').filter((item) => item.closest('.first-run')).length,
    ).toBe(3);
    await expectNoAxeViolations();
  });

  it('updates a device when its online state changes', async () => {
    await renderList();
    await screen.findByRole('button', { name: 'Pump house' });
    openSocket();
    push({
      deviceId: 11,
      deviceCode: CODE,
      msgType: 'PRESENCE',
      message: { presence: 'late', csq: 4, heard_at: Date.now(), ts: Date.now() },
    });
    expect(await screen.findByText('Late')).toBeTruthy();
    expect(screen.getByText('Very weak')).toBeTruthy();
  });

  it('shows the nameplate if its columns are chosen', async () => {
    await renderList('/devicemanage?cols=name,type,rate,rated-voltage,rated-current,hardware');
    await screen.findByRole('button', { name: 'Pump house' });
    const heads = screen.getAllByRole('columnheader').map((head) => head.textContent);
    expect(heads).toEqual(['Name', 'Type', 'Tariff', 'Rated V', 'Rated A', 'Hardware']);
  });

  it('sorts the highest load first with one click', async () => {
    const { user, server } = await renderList();
    await screen.findByRole('button', { name: 'Pump house' });
    await user.click(screen.getByRole('columnheader', { name: 'Load now (kW)' }));
    await waitFor(() =>
      expect(server.requests('v2.devices').at(-1)).toEqual({
        query: { pn: '1', ps: '13', sort: 'load', order: 'desc' },
      }),
    );
  });

  it('shows the load with a text where its colour changes, and the age of an outdated one', async () => {
    const now = Date.now();
    const load = (name: string, more: Partial<DeviceRow>) =>
      deviceRow({ device_code: name, device_name: name, load_at: now, ...more });
    await renderList('/devicemanage', {
      prepare: (server) =>
        answerList(
          server,
          [
            load('normal', { load_kw: 12.4, load_percent: 80 }),
            load('high', { load_kw: 20, load_percent: 80.1 }),
            load('over', { load_kw: 30, load_percent: 101 }),
            load('stale', { load_kw: 8, load_percent: 110, load_at: now - 600_000 }),
            load('moved', { load_kw: 7, load_percent: 20, status_at: now + 1 }),
            load('none', { load_at: null }),
          ],
          6,
        ),
    });
    const cell = async (name: string) =>
      (await screen.findByRole('button', { name })).closest('tr')!.cells[2]!;
    const bar = (of: HTMLElement) => of.querySelector<HTMLElement>('.load-bar')?.dataset;
    const [normal, high, over] = [await cell('normal'), await cell('high'), await cell('over')];
    expect(normal.textContent).toBe('12.40\u202FkW80%');
    expect(bar(normal)).toMatchObject({ band: 'normal', stale: 'false' });
    expect(high.textContent).toContain('High load: above 80% of the rated current');
    expect(over.textContent).toContain('Above the rated current');
    expect(bar(over)).toMatchObject({ band: 'over', stale: 'false' });
    const stale = await cell('stale');
    expect(stale.textContent).toBe('8.00\u202FkW110%10\u202Fmin ago');
    expect(bar(stale)).toMatchObject({ stale: 'true' });
    expect(bar(await cell('moved'))).toMatchObject({ stale: 'true' });
    expect((await cell('none')).textContent).toBe('–');
    await expectNoAxeViolations();
  });

  it('follows readings and alarms of the devices on the page', async () => {
    await renderList();
    await screen.findByRole('button', { name: 'Pump house' });
    openSocket();
    const of = { deviceId: 11, deviceCode: CODE };
    const now = Date.now();
    push({ ...of, msgType: 'VARIABLE', message: { ts: now, dateTime: '', insP: 30.5, curB: -56 } });
    expect(await screen.findByText('30.50')).toBeTruthy();
    expect(screen.getByText('89%')).toBeTruthy();
    push({
      ...of,
      msgType: 'VARIABLE',
      message: { ts: now - 1, dateTime: '', insP: 1, curB: 1 },
    });
    const alarm = { kind: 'alarm', since: now, value: 1, limit: 1, phase: null, detail: '' };
    push({
      ...of,
      msgType: 'ALARM',
      message: {
        alarms: [
          { ...alarm, type: 'phaseUnbalance' },
          { ...alarm, type: 'overCurrent' },
          { ...alarm, type: 'overVoltage' },
        ],
        ts: now,
      },
    });
    expect(await screen.findByText('Over-current')).toBeTruthy();
    expect(screen.getByText('2 more active alarms')).toBeTruthy();
    expect(screen.getByText('30.50')).toBeTruthy();
    push({ ...of, msgType: 'ALARM', message: { alarms: [], ts: now } });
    await waitFor(() => expect(screen.queryByText('Over-current')).toBeNull());
  });

  it.each([
    ['viewer', []],
    ['operator', ['Edit Pump house', 'Update the location of Pump house']],
    ['admin', ['Edit Pump house', 'Update the location of Pump house', 'Delete Pump house']],
  ] as const)('offers the role %s only permitted actions', async (role, expected) => {
    await renderList('/devicemanage', { role });
    await screen.findByRole('button', { name: 'Pump house' });
    const names = screen
      .getAllByRole('button')
      .map((button) => button.getAttribute('aria-label') ?? '')
      .filter((name) => name.endsWith('Pump house'));
    expect(names).toEqual(expected);
    expect(screen.queryByRole('button', { name: /Add device/ }) !== null).toBe(role !== 'viewer');
  });

  it('becomes cards on a phone', async () => {
    setScreenWidth(390);
    const row = deviceRow({ load_kw: 4.2, load_percent: 42, load_at: Date.now() });
    const alarmed = { ...row, alarm_count: 2, alarm_type: 'overVoltage' };
    const { user, address, server } = await renderList('/devicemanage', {
      prepare: (on) => answerList(on, [alarmed]),
    });
    const card = within(
      await screen.findByRole('listitem', { name: /^Pump house, .*Over-voltage$/ }),
    );
    expect(screen.queryByRole('table')).toBeNull();
    expect(card.getByText('Closed')).toBeTruthy();
    expect(card.getByText(/42%/)).toBeTruthy();
    expect(card.getByText('Over-voltage')).toBeTruthy();
    expect(screen.getByRole('searchbox')).toBeTruthy();
    await expectNoAxeViolations();
    await user.click(card.getByRole('button', { name: 'More for Pump house' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    expect(await findDialog('Delete this device?')).toBeTruthy();
    expect(server.requests('v2.devices')).toHaveLength(1);
    await user.keyboard('{Escape}');
    await user.click(card.getByRole('link', { name: 'Pump house' }));
    await waitFor(() => expect(address()).toBe(`/devices/${CODE}`));
  });

  it('opens a device next to the list with links to its pages', async () => {
    const { user, address } = await renderList();
    await user.click(await screen.findByRole('button', { name: 'Pump house' }));
    const drawer = await screen.findByRole('dialog');
    expect(address()).toBe(`/devicemanage?open=${CODE}`);
    const links = within(drawer).getAllByRole<HTMLAnchorElement>('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      `/device?device=${CODE}`,
      `/devicecontrol?device=${CODE}`,
      `/deviceinformation?device=${CODE}`,
    ]);
  });
});

describe('adding a device', () => {
  it('requires all five fields and rejects an invalid code', async () => {
    const { user, server } = await renderList();
    await user.click(await screen.findByRole('button', { name: /Add device/ }));
    const dialog = await findDialog('Add device');
    await user.type(within(dialog).getByRole('textbox', { name: 'Device code' }), 'short');
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    expect(
      await within(dialog).findByText(
        'The device code must have 10 to 30 letters, digits or dashes',
      ),
    ).toBeTruthy();
    // Name and type; the user's group and the only rate are preselected.
    expect(within(dialog).getByTitle('Industrial')).toBeTruthy();
    await waitFor(() => expect(within(dialog).getAllByText('Required').length).toBe(2));
    expect(server.requests('v1.device.addOrUpdate')).toEqual([]);
    await expectNoAxeViolations(dialog);
  });

  it('shows the connection settings once, with a test command, until the user confirms storing them', async () => {
    const { user, server } = await renderList('/devicemanage', {
      prepare: (contract) =>
        contract.answer('v1.device.addOrUpdate', {
          data: {
            id: 12,
            device_secret: 'S3cret-once',
            connection: { host: 'mqtt.example', port: 11883, tls_port: null, dtu_port: null },
          },
        }),
    });
    await user.click(await screen.findByRole('button', { name: /Add device/ }));
    await fillForm(user, await findDialog('Add device'), '866123000099999');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    const dialog = await findDialog('Connection settings of Crane 2');
    expect(server.requests('v1.device.addOrUpdate')).toEqual([
      {
        body: {
          id: '',
          deviceName: 'Crane 2',
          deviceSymbolCode: '866123000099999',
          deviceType: 'MT61',
          rate: 1,
          groupId: 3,
          protocol: 'busbar',
          manufactureName: '',
        },
      },
    ]);
    expect(within(dialog).getByText('S3cret-once')).toBeTruthy();
    expect(
      within(dialog).getByText(/mosquitto_pub -h mqtt\.example -p 11883 .* -P 'S3cret-once'/),
    ).toBeTruthy();
    await expectNoAxeViolations(dialog);

    openSocket();
    push({
      deviceId: 12,
      deviceCode: '866123000099999',
      msgType: 'VARIABLE',
      message: { ts: Date.now(), dateTime: '2026-11-20 10:00:00', volPa: 230 },
    });
    expect(await within(dialog).findByText(/First reading arrived/)).toBeTruthy();

    await user.keyboard('{Escape}');
    expect(screen.getByText('S3cret-once')).toBeTruthy();
    await user.click(within(dialog).getByRole('button', { name: 'I have stored it' }));
    await waitFor(() => expect(screen.queryByText('S3cret-once')).toBeNull());
  });

  it('shows a refusal at its field and keeps the typed values', async () => {
    const { user } = await renderList('/devicemanage', {
      prepare: (server) =>
        server.answer('v1.device.addOrUpdate', {
          refuse: { code: 409, reason: 'device-code-taken', field: 'deviceSymbolCode' },
        }),
    });
    await user.click(await screen.findByRole('button', { name: /Add device/ }));
    const dialog = await findDialog('Add device');
    await fillForm(user, dialog, '866123000099999');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    const message = await within(dialog).findByText('This device code cannot be used');
    const field = within(dialog).getByRole<HTMLInputElement>('textbox', { name: 'Device code' });
    expect(message.closest('.form-field')?.contains(field)).toBe(true);
    expect(field.value).toBe('866123000099999');
  });

  it('closes without confirmation if only the default rate was filled in', async () => {
    const rate = { id: 1, name: 'Industrial', from: null };
    const { user } = await renderList('/devicemanage', {
      prepare: (server) => server.answer('v2.groups.defaults', { data: { ...NO_DEFAULTS, rate } }),
    });
    await user.click(await screen.findByRole('button', { name: /Add device/ }));
    const dialog = await findDialog('Add device');
    await within(dialog).findByText('Default of the group for new devices');
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await waitFor(() =>
      expect(screen.queryByText('Add device', { selector: '.ant-modal-title' })).toBeNull(),
    );
  });

  it('asks for confirmation before discarding input', async () => {
    const { user } = await renderList();
    await user.click(await screen.findByRole('button', { name: /Add device/ }));
    const dialog = await findDialog('Add device');
    await user.type(within(dialog).getByRole('textbox', { name: 'Device name' }), 'Cr');
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
    expect(
      within(dialog).getByRole<HTMLInputElement>('textbox', { name: 'Device name' }).value,
    ).toBe('Cr');
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    const discard = await screen.findAllByRole('button', { name: 'Discard' });
    await user.click(discard.at(-1)!);
    await waitFor(() =>
      expect(screen.queryByText('Add device', { selector: '.ant-modal-title' })).toBeNull(),
    );
  });
});

describe('editing a device', () => {
  it('does not change its code', async () => {
    const { user, server } = await renderList('/devicemanage', {
      prepare: (contract) => contract.answer('v2.device.update', { data: deviceRow() }),
    });
    await user.click(await screen.findByRole('button', { name: 'Edit Pump house' }));
    const dialog = await findDialog('Edit Pump house');
    expect(
      within(dialog).getByRole<HTMLInputElement>('textbox', { name: 'Device code' }).disabled,
    ).toBe(true);
    const name = within(dialog).getByRole('textbox', { name: 'Device name' });
    await user.clear(name);
    await user.type(name, 'Pump house 1');
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(server.requests('v2.device.update')).toEqual([
        {
          body: {
            device_code: CODE,
            device_name: 'Pump house 1',
            device_type: 'MT61',
            rate: 1,
            group_id: 3,
            address: 'Quay 4',
          },
        },
      ]),
    );
    expect(await screen.findByText('Saved')).toBeTruthy();
  });

  it('shows a refusal at its field', async () => {
    const { user } = await renderList('/devicemanage', {
      prepare: (server) =>
        server.answer('v2.device.update', {
          refuse: { code: 404, reason: 'group-unknown', field: 'group_id', status: 404 },
        }),
    });
    await user.click(await screen.findByRole('button', { name: 'Edit Pump house' }));
    const dialog = await findDialog('Edit Pump house');
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    const group = within(dialog).getByRole('combobox', { name: 'Group' }).closest('.form-field');
    await waitFor(() => expect(group?.querySelector('[data-wrong="true"]')).not.toBeNull());
  });

  it('asks "are you sure to delete" and deletes', async () => {
    const { user, server } = await renderList('/devicemanage', {
      prepare: (contract) => contract.answer('v1.device.delete', {}),
    });
    await user.click(await screen.findByRole('button', { name: 'Delete Pump house' }));
    const dialog = await findDialog('Delete this device?');
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Cancel'));
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
    await waitFor(() =>
      expect(server.requests('v1.device.delete')).toEqual([{ body: { id: 11, groupId: 3 } }]),
    );
  });

  it('issues a new secret only after a warning, and shows it once', async () => {
    const { user, server } = await renderList(`/devicemanage?open=${CODE}`, {
      prepare: (contract) =>
        contract.answer('v2.device.secret', {
          data: {
            ...{ device_code: CODE, device_secret: 'N3w-secret', old_until: null },
            protocol: 'shelly',
          },
        }),
    });
    await user.click(await screen.findByRole('button', { name: 'New secret' }));
    const dialog = await findDialog('Issue a new secret for Pump house?');
    await user.click(within(dialog).getByRole('button', { name: 'Issue new secret' }));
    expect(await within(dialog).findByText('Required')).toBeTruthy();
    await user.type(within(dialog).getByLabelText('Your password'), 'mine');
    await user.click(within(dialog).getByRole('button', { name: 'Issue new secret' }));
    expect(await screen.findByText('N3w-secret')).toBeTruthy();
    expect(screen.getByText('Topic prefix')).toBeTruthy();
    expect(server.requests('v2.device.secret')).toEqual([
      { params: { device_code: CODE }, body: { password: 'mine' } },
    ]);
  });
});

describe('the location of a device', () => {
  async function openLocation() {
    const page = await renderList('/devicemanage', {
      prepare: (server) => {
        server.answer('v2.device-map.one', { data: UNPLACED });
        server.answer('v2.device-map.update', { data: UNPLACED });
      },
    });
    await page.user.click(
      await screen.findByRole('button', { name: 'Update the location of Pump house' }),
    );
    const dialog = await findDialog('Location of Pump house');
    const field = (name: string) =>
      within(dialog).getByRole<HTMLInputElement>('spinbutton', { name });
    return { ...page, dialog, field };
  }
  const UNPLACED = {
    id: 11,
    device_name: 'Pump house',
    device_code: CODE,
    lng: null,
    lat: null,
    lng_t: null,
    lat_t: null,
    online: true,
    presence: 'online',
    status: 'switch:',
    csq: null,
    rated_cur: null,
    alarm_count: 0,
    alarm_type: null,
    load_kw: null,
    load_percent: null,
    load_at: null,
  };
  const BD_LNG = 'Longitude, Chinese map (BD-09)';
  const GPS_LNG = 'Longitude, Global map, GPS (WGS-84)';
  const GPS_LAT = 'Latitude, Global map, GPS (WGS-84)';

  it('converts each coordinate pair to the other and saves all four numbers', async () => {
    const { user, dialog, field, server } = await openLocation();
    await within(dialog).findByRole('spinbutton', { name: GPS_LNG });
    await user.type(field(GPS_LNG), '121.4737');
    await user.type(field(GPS_LAT), '31.2304');
    await user.tab();
    await waitFor(() => expect(Number(field(BD_LNG).value)).toBeGreaterThan(121.48));
    await user.click(within(dialog).getByRole('button', { name: 'Save location' }));
    await waitFor(() => expect(server.requests('v2.device-map.update').length).toBe(1));
    const { params, body } = server.requests('v2.device-map.update')[0]!;
    expect(params).toEqual({ id: CODE });
    expect(body).toMatchObject({ lng_t: 121.4737, lat_t: 31.2304 });
    expect(Number(body.lng)).toBeGreaterThan(121.48);
    expect(await screen.findByText('Coordinates updated')).toBeTruthy();
  });

  it('accepts coordinates if no map can be drawn, and rejects an incomplete pair', async () => {
    const { user, dialog, field, server } = await openLocation();
    expect(await within(dialog).findByText(/cannot draw the map/)).toBeTruthy();
    await user.type(field(GPS_LNG), '121.4737');
    await user.click(within(dialog).getByRole('button', { name: 'Save location' }));
    expect(await within(dialog).findByText('Enter longitude and latitude')).toBeTruthy();
    expect(server.requests('v2.device-map.update')).toEqual([]);
    await expectNoAxeViolations(dialog);
  });
});
