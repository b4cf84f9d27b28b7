/** The remote control page: the selected device, its kind, and the commands by state and role. */
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import {
  answerFleet,
  CODE,
  type DeviceData,
  deviceData,
  deviceRow,
} from '../../../test/answers/device-answers.ts';
import {
  ADDRESS,
  button,
  card,
  commandRequests,
  renderControl,
} from '../../../test/render-control.ts';
import { renderPage } from '../../../test/render-page.tsx';

describe('the remote control page', () => {
  it('shows the six facts, the state with its cause, and one card', async () => {
    await renderControl();
    const shown = await card();
    expect(within(shown).getByText('Closed')).toBeTruthy();
    expect(within(shown).getByText('by command')).toBeTruthy();
    expect(within(shown).getByText('12.43')).toBeTruthy();
    const terms = screen.getAllByRole('term').map((term) => term.textContent);
    expect(terms).toEqual(
      expect.arrayContaining(['Name', 'Location', 'System', 'Type', 'Network', 'Signal']),
    );
    const list = screen.getByRole('list', { name: 'Breaker Pump house' });
    expect(list.children.length).toBe(1);
  });

  it('asks the user to select a device, and opens the device selected in the tree', async () => {
    const { user, address } = await renderPage('/devicecontrol', {
      prepare: (server) => {
        answerFleet(server);
        server.answer('v2.device', { data: deviceData() });
      },
    });
    expect(await screen.findByText('Choose a device', { selector: '.state-title' })).toBeTruthy();
    await user.click(await screen.findByRole('treeitem', { name: /Pump house/ }));
    await waitFor(() => expect(address()).toBe(`/devices/${CODE}/control`));
    expect(await card()).toBeTruthy();
  });

  it('shows load and active alarms in the tree, with a text for each', async () => {
    const loaded = {
      load_percent: 85,
      load_at: Date.now(),
      alarm_count: 2,
      alarm_type: 'overLoad',
    };
    await renderPage('/devicecontrol', {
      prepare: (server) =>
        answerFleet(server, [
          deviceRow(loaded),
          deviceRow({ device_code: 'AA00000002', device_name: 'Silent' }),
        ]),
    });
    const row = await screen.findByRole('treeitem', { name: /Pump house/ });
    expect(row.textContent).toContain('2 active alarms');
    expect(row.textContent).toContain('Load: 85% of the rated current');
    expect(row.querySelector<HTMLElement>('.load-bar')?.dataset['band']).toBe('high');
    const silent = screen.getByRole('treeitem', { name: /Silent/ });
    expect(silent.textContent).toBe('OnlineSilent');
    expect(silent.querySelector('.load-bar')).toBeNull();
  });

  it('scrolls the tree to the selected device', async () => {
    const codes = Array.from({ length: 90 }, (_, at) => `AA${String(at).padStart(6, '0')}`);
    const rows = codes.map((code, at) =>
      deviceRow({ id: 100 + at, device_code: code, device_name: code }),
    );
    const last = rows.at(-1)!.device_code;
    await renderPage(`/devicecontrol?device=${last}`, {
      prepare: (server) => {
        answerFleet(server, rows);
        server.answer('v2.device', { data: deviceData({ device_code: last }) });
      },
    });
    await screen.findByRole('treeitem', { name: new RegExp(last), selected: true });
    await waitFor(() => expect(screen.getByRole('tree').scrollTop).toBeGreaterThan(1_000));
  });

  it('shows a message for a kind of device that the account does not have', async () => {
    const { user } = await renderControl();
    await card();
    await user.click(screen.getByRole('combobox', { name: 'Kind or state' }));
    await user.click(await screen.findByTitle('HF data terminal'));
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Your account has no devices of this type.',
    );
    expect(screen.queryByRole('treeitem', { name: /Pump house/ })).toBeNull();
  });

  it.each<[string, Partial<DeviceData>, boolean, boolean]>([
    ['closed', { status: 'switch:closeByCommand' }, true, false],
    [
      'open by command',
      {
        status: 'switch:openByCommand',
        allowed: { open: false, close: true, lock: true, unlock: false },
      },
      false,
      true,
    ],
    [
      'open by hand',
      {
        status: 'switch:openByManual',
        allowed: { open: false, close: false, lock: true, unlock: false },
      },
      false,
      false,
    ],
    ['offline', { presence: 'offline', online: false }, false, false],
  ])('offers the commands permitted by the state: %s', async (_name, data, mayOpen, mayClose) => {
    await renderControl(data);
    await card();
    expect([!button('Open breaker').disabled, !button('Close breaker').disabled]).toEqual([
      mayOpen,
      mayClose,
    ]);
  });

  it('explains why a breaker opened by hand cannot be closed remotely', async () => {
    await renderControl({
      status: 'switch:openByManual',
      allowed: { open: false, close: false, lock: true, unlock: false },
    });
    expect(
      await screen.findByText(
        'Cannot close remotely: the breaker is locked or was opened by hand.',
      ),
    ).toBeTruthy();
  });

  it('shows viewers the state without buttons', async () => {
    await renderControl({}, { role: 'viewer' });
    await card();
    expect(screen.queryByRole('button', { name: 'Open breaker' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Close breaker' })).toBeNull();
  });

  it('offers only open and close for a data terminal', async () => {
    await renderControl({ kind: 'dtu', device_type: 'HF-DTU' });
    await card();
    expect(screen.queryByRole('radio', { name: 'Lock and unlock' })).toBeNull();
  });

  it('closes a confirmation dialog when the device changes to one at the same address of another gateway', async () => {
    const other = '866123000010009';
    const gateway = (code: string) =>
      deviceRow({ kind: 'gateway', device_name: code, device_code: code, status: 'switch:' });
    const slave = (parent: string, device_name: string) =>
      deviceRow({
        kind: 'slave',
        device_name,
        device_code: `${parent}-3`,
        parent_code: parent,
        slave_address: 3,
        csq: null,
      });
    const slaves = [slave(CODE, 'Outlet'), slave(other, 'Lift')];
    const { user, server, router } = await renderPage(`/devicecontrol?device=${other}`, {
      prepare: (prepared) => {
        answerFleet(prepared, [gateway(CODE), gateway(other), ...slaves]);
        prepared.answer('v2.device', ({ query }) => ({
          data: {
            ...deviceData(gateway(query!.device_code!)),
            slaves: slaves.filter((one) => one.parent_code === query?.device_code).map(deviceData),
          },
        }));
      },
    });
    await screen.findByRole('article', { name: /Lift/ });
    const show = (device: string) => router.navigate({ to: '/devicecontrol', search: { device } });
    await show(CODE);
    const outlet = await screen.findByRole('article', { name: /Outlet/ });
    await user.click(within(outlet).getByRole('button', { name: 'Open breaker' }));
    await screen.findByRole('dialog');
    // Browser navigation bypasses the dialog and opens a breaker that is already cached.
    await show(other);
    await screen.findByRole('article', { name: /Lift/, hidden: true });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(commandRequests(server)).toEqual([]);
  });

  it('shows the slaves of a gateway in twenty slots', async () => {
    const gateway = deviceRow({ kind: 'gateway', device_type: 'MT88C', status: 'switch:' });
    const slave = deviceRow({
      id: 12,
      kind: 'slave',
      device_name: 'Outlet 3',
      device_code: `${CODE}-3`,
      parent_code: CODE,
      slave_address: 3,
      csq: null,
    });
    const nothing = { open: false, close: false, lock: false, unlock: false };
    await renderPage(ADDRESS, {
      prepare: (server) => {
        answerFleet(server, [gateway, slave]);
        server.answer('v2.device', {
          data: { ...deviceData(gateway), slaves: [deviceData({ ...slave, allowed: nothing })] },
        });
      },
    });
    const shown = await screen.findByRole('article', { name: /Outlet 3/ });
    const list = screen.getByRole('list', { name: 'Slave breakers of Pump house' });
    expect(list.children.length).toBe(20);
    expect(within(list).getByText('Address 4: no slave')).toBeTruthy();
    // A slave without allowed commands is read-only.
    expect(within(shown).queryByRole('button')).toBeNull();
  });
});
