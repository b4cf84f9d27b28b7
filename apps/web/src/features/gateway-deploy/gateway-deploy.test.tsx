import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { answerFleet, CODE, commandData, deviceRow } from '../../../test/answers/device-answers.ts';
import { expectNoAxeViolations } from '../../../test/axe.ts';
import type { AnswerFor } from '../../../test/contract-server.ts';
import { openSocket, push } from '../../../test/fake-web-socket.ts';
import { type RenderOptions, renderPage } from '../../../test/render-page.tsx';

type Data = AnswerFor<'v2.gateway-slots'>['data'];
type Slot = Data['slots'][number];

const GATEWAY = deviceRow({ kind: 'gateway', device_type: 'MT88C', status: 'switch:' });

const slave = (address: number, name: string, more: Partial<NonNullable<Slot['device']>> = {}) => ({
  id: 20 + address,
  device_code: `${CODE}-${address}`,
  device_name: name,
  group_id: 5,
  group_name: 'Quay',
  rate_id: 2,
  address: 'Hall 1',
  presence: 'online',
  heard_at: Date.now(),
  ...more,
});

const free = (slot: number): Slot => ({
  slot,
  standing: 'free',
  ad: null,
  enabled: true,
  st: null,
  device: null,
});

function slots(...taken: Slot[]): Slot[] {
  return Array.from(
    { length: 20 },
    (_, index) => taken.find(({ slot }) => slot === index + 1) ?? free(index + 1),
  );
}

const TAKEN: readonly Slot[] = [
  { ...free(1), standing: 'answered', ad: 1, st: 11, device: slave(1, 'Crane') },
  { ...free(2), standing: 'answered', ad: 7, st: 2, enabled: false, device: slave(7, 'Pump') },
  { ...free(3), standing: 'discovered', ad: 3, st: 10 },
  { ...free(5), standing: 'hidden' },
  {
    ...free(9),
    standing: 'unreached',
    ad: 9,
    device: slave(9, 'Lift', { presence: 'offline', heard_at: null }),
  },
];

const data = (more: Partial<Data> = {}): Data => ({
  device_code: CODE,
  device_name: 'Pump house',
  presence: 'online',
  group_id: 3,
  rate_id: 1,
  read_at: Date.now() - 60_000,
  last_change: null,
  slots: slots(...TAKEN),
  ...more,
});

function render(options: RenderOptions = {}, known: Partial<Data> = {}) {
  const { prepare, ...rest } = options;
  return renderPage('/devicedeploy_88C', {
    ...rest,
    prepare: (server) => {
      answerFleet(server, [GATEWAY]);
      server.answer('v2.gateway-slots', () => ({ data: data(known) }));
      prepare?.(server);
    },
  });
}

const panel = () => screen.findByRole('list', { name: 'Slots of Pump house' });
const tile = async (slot: number) => within(await panel()).getAllByRole('listitem')[slot - 1]!;
const change = (slot: number, name: string) =>
  screen.findByRole('button', { name: `Change slot ${slot}, ${name}` });
const dialog = () => screen.findByRole('dialog');

async function choosePlace(user: Awaited<ReturnType<typeof render>>['user'], label: string) {
  await user.click(screen.getByLabelText('Slot'));
  await user.click(await screen.findByTitle(label));
}

describe('the slots of a gateway', () => {
  it('distinguish found from registered slaves in text', async () => {
    await render();
    expect((await panel()).children).toHaveLength(20);
    expect((await tile(1)).textContent).toContain('Crane');
    expect((await tile(2)).textContent).toContain('Disabled');
    expect((await tile(3)).textContent).toContain('Found, not registered');
    expect((await tile(5)).textContent).toContain('Used by a slave of another group');
    expect((await tile(9)).textContent).toContain('not in the table of the gateway');
    expect(
      screen.getByText('3 registered, 1 found and not registered, 1 never reported'),
    ).toBeTruthy();
    await expectNoAxeViolations();
  });

  it('are read-only for a viewer', async () => {
    await render({ role: 'viewer' });
    expect(within(await panel()).queryAllByRole('button')).toEqual([]);
  });

  it('are shown mirrored in Arabic', async () => {
    await render({ language: 'ar' });
    const list = await screen.findByRole('list', { name: 'خانات Pump house' });
    expect(list.textContent).toContain('مكتشف، غير مسجّل');
  });

  it('show an empty state without a gateway', async () => {
    await renderPage('/devicedeploy_88C', {
      prepare: (server) => answerFleet(server, [deviceRow()]),
    });
    expect(await screen.findByText('No gateway yet')).toBeTruthy();
    const step = screen.getByRole('link', { name: 'Register a device' });
    expect(step.getAttribute('href')).toBe('/registerdevice');
  });

  it('have no link to a page that the user may not open', async () => {
    await renderPage('/devicedeploy_88C', {
      role: 'viewer',
      prepare: (server) => answerFleet(server, [deviceRow()]),
    });
    expect(await screen.findByText('No gateway yet')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Register a device' })).toBeNull();
  });
});

describe('the dialog of a slot', () => {
  it('registers a found slave with the group and rate of its gateway', async () => {
    const { server, user } = await render();
    server.answer('v1.device.addOrUpdate', () => ({ data: { id: 99 } }) as never);
    await user.click(await change(3, '3'));
    await user.type(within(await dialog()).getByLabelText('Device name'), 'Gate');
    await user.click(screen.getByRole('button', { name: 'Register' }));
    await waitFor(() =>
      expect(server.requests('v1.device.addOrUpdate')).toMatchObject([
        {
          body: {
            id: '',
            deviceName: 'Gate',
            deviceSymbolCode: `${CODE}-3`,
            deviceType: 'slave',
            groupId: 3,
            rate: 1,
          },
        },
      ]),
    );
    // The slave stays in its slot: nothing is sent to the gateway.
    expect(server.requests('v2.gateway-slots.change')).toEqual([]);
  });

  it('renames a registered slave and changes nothing else', async () => {
    const { server, user } = await render();
    server.answer('v2.device.update', { data: deviceRow() });
    await user.click(await change(1, 'Crane'));
    const name = within(await dialog()).getByLabelText('Device name');
    await user.clear(name);
    await user.type(name, 'Hoist');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(server.requests('v2.device.update')).toEqual([
        { body: { device_code: `${CODE}-1`, device_name: 'Hoist' } },
      ]),
    );
    expect(server.requests('v2.gateway-slots.change')).toEqual([]);
  });

  it('swaps two slaves and shows a result for each slot', async () => {
    const { server, user } = await render();
    server.answer('v2.gateway-slots.change', () => ({
      data: {
        command_id: 'c-1',
        slots: [
          { slot: 's2', ad: 1, en: 1, reason: null, msg: null },
          { slot: 's1', ad: 7, en: 0, reason: 'control-busy', msg: 'busy' },
        ],
      },
    }));
    server.answer('v2.device.command', () => ({ data: commandData({ state: 'queued' }) }));
    await user.click(await change(1, 'Crane'));
    await dialog();
    await choosePlace(user, '2, changes places with Pump');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    const result = await screen.findByRole('region', { name: 'Last change' });
    expect(server.requests('v2.gateway-slots.change')).toMatchObject([
      { body: { device_code: CODE, slots: { s2: { ad: 1, en: 1 }, s1: { ad: 7, en: 0 } } } },
    ]);
    const lines = within(result).getAllByRole('listitem');
    expect(lines[0]!.textContent).toContain('Crane: to slot 2Sent, not read back yet');
    expect(lines[1]!.textContent).toContain('Another command is running');
    expect(server.requests('v2.device.update')).toEqual([]);
    await expectNoAxeViolations();
  });

  it('shows the reason on each slot when every slot is refused', async () => {
    const { server, user } = await render();
    server.answer('v2.gateway-slots.change', () => ({
      refuse: {
        code: 40925,
        reason: 'slave-unknown',
        data: {
          command_id: null,
          slots: [{ slot: 's1', ad: 1, en: 0, reason: 'slave-unknown', msg: 'x' }],
        },
      },
    }));
    await user.click(await change(1, 'Crane'));
    await user.click(within(await dialog()).getByRole('switch'));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    const result = await screen.findByRole('region', { name: 'Last change' });
    expect(result.textContent).toContain('Crane: to slot 1, disabled');
    expect(result.textContent).toContain('The gateway has no slave at this address');
  });

  it('allows renaming but not moving a slave that the gateway never reported', async () => {
    const { user } = await render();
    await user.click(await change(9, 'Lift'));
    expect(within(await dialog()).getByRole('switch')).toHaveProperty('disabled', true);
    expect(screen.getByText(/^Read the table of the gateway first/)).toBeTruthy();
  });
});

it('the gateway page reloads the slots after the gateway reports its table', async () => {
  const { server, user } = await render();
  await panel();
  server.answer('v1.device.summonSlaveControl', () => ({ data: { command_id: 'q-1' } }));
  server.answer('v2.device.command', () => ({ data: commandData({ state: 'sent' }) }));
  openSocket();
  await user.click(screen.getByRole('button', { name: 'Read slave table' }));
  const before = server.requests('v2.gateway-slots').length;
  push({
    deviceId: GATEWAY.id,
    deviceCode: CODE,
    msgType: 'SLAVESTATUS',
    message: { s1: { ad: 1, st: 11 } },
  } as never);
  await screen.findByText('Pump house has answered.');
  expect(server.requests('v2.gateway-slots').length).toBeGreaterThan(before);
});
