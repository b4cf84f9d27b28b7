import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { deviceRow } from '../../../test/answers/device-answers.ts';
import { expectNoAxeViolations } from '../../../test/axe.ts';
import type { AnswerFor, ContractServer } from '../../../test/contract-server.ts';
import { type RenderOptions, renderPage } from '../../../test/render-page.tsx';

type Progress = AnswerFor<'v2.device.control.batch.progress'>['data'];
type Item = Progress['devices'][number];

const ID = '01890000-0000-7000-8000-000000000001';
const OTHER_ID = '01890000-0000-7000-8000-000000000002';
const code = (number: number) => `86612300001${String(number).padStart(4, '0')}`;

const FLEET = [
  deviceRow({ device_code: code(1), device_name: 'Pump house' }),
  deviceRow({ device_code: code(2), device_name: 'Crane', status: 'switch:openByManual' }),
  deviceRow({ device_code: code(3), device_name: 'Quay light', presence: 'offline' }),
  deviceRow({ device_code: code(4), device_name: 'Gateway', kind: 'gateway', status: 'switch:' }),
  deviceRow({ device_code: code(5), device_name: 'Cold store' }),
];

function answerDevices(server: ContractServer, rows = FLEET) {
  server.answer('v2.device-type', { data: { device_type_list: [] } });
  server.answer('v2.devices', { data: { list: rows, total: rows.length } });
}

function item(number: number, more: Partial<Item> = {}): Item {
  return {
    device_code: code(number),
    device_name: `Device ${number}`,
    channel: null,
    state: 'confirmed',
    command_id: null,
    reason: null,
    msg: null,
    ...more,
  };
}

function progress(devices: Item[], more: Partial<Progress> = {}): { data: Progress } {
  return {
    data: {
      batch_id: ID,
      switch: 'open',
      user_id: 7,
      user_name: 'mira',
      reason: null,
      until: null,
      created_at: Date.now() - 5_000,
      ends_at: Date.now() + 595_000,
      ended_at: Date.now() - 1_000,
      devices,
      ...more,
    },
  };
}

function renderGroup(options: RenderOptions = {}, address = '/devicecontroller') {
  const { prepare, ...rest } = options;
  return renderPage(address, {
    ...rest,
    prepare: (server) => {
      answerDevices(server);
      server.answer('v2.device.control.batch.progress', progress([item(1), item(5)]));
      prepare?.(server);
    },
  });
}

const choose = (name: string) => screen.findByRole('checkbox', { name: `Select ${name}` });
const button = (name: string | RegExp) => screen.findByRole('button', { name });
const results = async () =>
  within(await screen.findByRole('list', { name: /^Opening \d+ breakers?$/ })).getAllByRole(
    'listitem',
  );
const given = (server: ContractServer) => server.requests('v2.device.control.batch');

describe('batch commands', () => {
  it('list the selected devices with their states, exclude those that cannot run the command, and follow the rest', async () => {
    const { user, server, address } = await renderGroup({
      prepare: (world) => world.answer('v2.device.control.batch', { data: { batch_id: ID } }),
    });
    await user.click(await button('Select this page'));
    // A gateway has no contact of its own.
    expect(await screen.findByText('4 breakers selected')).toBeTruthy();
    expect(((await choose('Gateway')) as HTMLInputElement).disabled).toBe(true);
    await user.click(await button('Open breakers…'));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByText('Open 4 breakers?')).toBeTruthy();
    expect(await within(dialog).findByText('2 devices are skipped')).toBeTruthy();
    const lines = within(dialog).getAllByRole('listitem');
    expect(lines.map((line) => line.querySelector('bdi')?.textContent)).toEqual([
      'Crane',
      'Quay light',
      'Pump house',
      'Cold store',
    ]);
    expect(lines[0]!.textContent).toContain('The breaker is already open');
    expect(lines[1]!.textContent).toMatch(/offline/i);
    await expectNoAxeViolations();
    await user.click(within(dialog).getByRole('button', { name: 'Open 2 breakers' }));
    await waitFor(() => expect(address()).toBe(`/devicecontroller?batch=${ID}`));
    expect(given(server)).toEqual([
      { body: { device_codes: [code(1), code(5)], data: { switch: 'open' } } },
    ]);
    expect(await screen.findByText('2 of 2 done', { exact: false })).toBeTruthy();
    await expectNoAxeViolations();
  });

  it('name the channel of a device with several, in the list, the question and the progress', async () => {
    const first = deviceRow({ device_code: code(1), device_name: 'Pump house', channel: 1 });
    const { user } = await renderGroup({
      prepare: (server) => {
        answerDevices(server, [first]);
        server.answer('v2.device.control.batch', { data: { batch_id: ID } });
        const done = item(1, { device_name: 'Pump house', channel: 1 });
        server.answer('v2.device.control.batch.progress', progress([done]));
      },
    });
    expect(await screen.findByRole('cell', { name: 'Pump house, channel 1' })).toBeTruthy();
    await user.click(await choose('Pump house, channel 1'));
    await user.click(await button('Open breakers…'));
    const dialog = await screen.findByRole('dialog');
    const [line] = await within(dialog).findAllByRole('listitem');
    expect(line!.textContent).toContain('Pump house, channel 1');
    await user.click(within(dialog).getByRole('button', { name: /^Open 1 / }));
    expect((await results())[0]!.textContent).toContain('Pump house, channel 1');
  });

  it('name a meter by its word and a breaker by its product name', async () => {
    const meter = deviceRow({ device_code: code(1), kind: 'meter', device_type: 'meter' });
    await renderGroup({
      prepare: (server) =>
        answerDevices(server, [meter, deviceRow({ device_code: code(2), device_type: 'MT61' })]),
    });
    expect(await screen.findByRole('cell', { name: 'Meter' })).toBeTruthy();
    expect(screen.getByRole('cell', { name: 'MT61' })).toBeTruthy();
  });

  it('have Chinese labels without inserted spaces', async () => {
    const { user } = await renderGroup({ language: 'zh' });
    await user.click(await screen.findByRole('checkbox', { name: '选择 Pump house' }));
    await user.click(await button('分闸…'));
    expect((await button('取消')).textContent).toBe('取消');
  });

  it('say what loses power, how old the readings are, and how many breakers have none', async () => {
    const reading = (loadKw: number, ageMs: number) => ({
      load_kw: loadKw,
      load_percent: 20,
      load_at: Date.now() - ageMs,
      status_at: Date.now() - 3_600_000,
    });
    const rows = [
      deviceRow({ device_code: code(1), device_name: 'Pump house', ...reading(12.4, 8_000) }),
      deviceRow({ device_code: code(2), device_name: 'Mill', ...reading(14, 125_000) }),
      deviceRow({ device_code: code(3), device_name: 'Silent' }),
      deviceRow({ device_code: code(4), device_name: 'Moved', ...reading(9, 4_000_000) }),
      deviceRow({
        device_code: code(5),
        device_name: 'Crane',
        status: 'switch:openByManual',
        ...reading(99, 0),
      }),
    ];
    const { user } = await renderGroup({ prepare: (server) => answerDevices(server, rows) });
    await user.click(await button('Select this page'));
    await user.click(await button('Open breakers…'));
    const dialog = await screen.findByRole('dialog');
    expect(await within(dialog).findByText('\u206626.4 kW\u2069 on 2 breakers')).toBeTruthy();
    expect(within(dialog).getByText('Oldest reading: 2 min ago')).toBeTruthy();
    expect(within(dialog).getByText('2 without a reading')).toBeTruthy();
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await user.click(await button('Unlock breakers…'));
    await within(await screen.findByRole('dialog')).findByText(/skipped/);
    expect(screen.queryByText(/without a reading/)).toBeNull();
  });

  const OPEN = { status: 'switch:openByCommand' };
  const CLOSED = { status: 'switch:closeByCommand' };
  it.each([
    ['is opened', 'is open', CLOSED, OPEN],
    ['is online again', 'is open', { ...OPEN, presence: 'offline' }, OPEN],
    ['is opened', 'waits for the password', CLOSED, OPEN],
  ])(
    'are withdrawn if a skipped breaker %s while the dialog %s',
    async (_, when, before, after) => {
      const rows = (crane: typeof OPEN) => [
        deviceRow({ device_code: code(1), device_name: 'Pump house', ...OPEN }),
        deviceRow({ device_code: code(2), device_name: 'Crane', ...crane }),
      ];
      const { user, server, readAgain } = await renderGroup({
        prepare: (world) => {
          answerDevices(world, rows(before));
          const refuse = { code: 40302, reason: 'group-share-exceeded' } as const;
          world.answer('v2.device.control.batch', { refuse });
        },
      });
      await user.click(await button('Select this page'));
      await user.click(await button('Close breakers…'));
      const first = await button('Close 1 breaker');
      if (when === 'waits for the password') await user.click(first);
      const isSent = given(server).length;
      const confirm = when === 'is open' ? /^Close \d breakers?$/ : 'Continue';
      await button(confirm);
      answerDevices(server, rows(after));
      await readAgain();
      expect(await screen.findByText(/A state changed while this dialog was open/)).toBeTruthy();
      expect(((await button(confirm)) as HTMLButtonElement).disabled).toBe(true);
      expect(given(server)).toHaveLength(isSent);
    },
  );

  it('disable the confirmation when no device can run the command', async () => {
    const { user } = await renderGroup();
    await user.click(await choose('Crane'));
    await user.click(await button('Open breakers…'));
    const confirm = await button('Open 0 breakers');
    expect((confirm as HTMLButtonElement).disabled).toBe(true);
    expect(screen.queryByText(/loses power/)).toBeNull();
  });

  it('require a reason and an end time before locking', async () => {
    const { user, server } = await renderGroup({
      prepare: (world) => world.answer('v2.device.control.batch', { data: { batch_id: ID } }),
    });
    await user.click(await choose('Pump house'));
    await user.click(await button('Lock breakers…'));
    await user.click(await button('Lock 1 breaker'));
    expect(
      await screen.findByText('Enter a reason. It is shown on the breaker card.'),
    ).toBeTruthy();
    expect(given(server)).toEqual([]);
    await user.type(screen.getByLabelText('Reason for the lock'), 'permit 214');
    await user.click(await button('4 hours'));
    await user.click(await button('Lock 1 breaker'));
    await waitFor(() => expect(given(server)).toHaveLength(1));
    const body = given(server)[0]?.body;
    expect(body).toMatchObject({ data: { switch: 'lock' }, reason: 'permit 214' });
    expect(body?.until).toBeGreaterThan(Date.now() + 3.9 * 3_600_000);
  });

  it('request the password, report a wrong one, and resend the same devices with it', async () => {
    const { user, server } = await renderGroup({
      prepare: (world) =>
        world.answer('v2.device.control.batch', ({ body }) => {
          if (body.password === undefined) {
            return { refuse: { code: 40302, reason: 'group-share-exceeded' } };
          }
          return body.password === 'right'
            ? { data: { batch_id: ID } }
            : { refuse: { code: 40003, reason: 'bad-credentials' } };
        }),
    });
    await user.click(await button('Select all breakers found'));
    await user.click(await button('Open breakers…'));
    await user.click(await button('Open 2 breakers'));
    await user.type(await screen.findByLabelText('Password'), 'wrong');
    await user.click(await button('Continue'));
    expect((await screen.findByRole('alert')).textContent).toMatch(/password/i);
    await user.clear(screen.getByLabelText('Password'));
    await user.type(screen.getByLabelText('Password'), 'right');
    await user.click(await button('Continue'));
    expect(await screen.findByRole('progressbar')).toBeTruthy();
    expect(given(server).map(({ body }) => [body.device_codes, body.password])).toEqual([
      [[code(1), code(5)], undefined],
      [[code(1), code(5)], 'wrong'],
      [[code(1), code(5)], 'right'],
    ]);
    expect(new Set(server.requestKeys('v2.device.control.batch')).size).toBe(1);
  });

  it('reuse the request key when confirmed again after a network failure', async () => {
    const { user, server } = await renderGroup({
      prepare: (world) => world.answer('v2.device.control.batch', { network: 'down' }),
    });
    await user.click(await choose('Pump house'));
    await user.click(await button('Open breakers…'));
    await user.click(await button('Open 1 breaker'));
    await screen.findByRole('alert');
    server.answer('v2.device.control.batch', { data: { batch_id: ID } });
    // The loading icon of the button may still be fading out.
    await user.click(await button(/Open 1 breaker$/));
    expect(await screen.findByRole('progressbar')).toBeTruthy();
    const keys = server.requestKeys('v2.device.control.batch');
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(keys).toEqual([keys[0], keys[0]]);
  });

  describe('in progress', () => {
    const address = `/devicecontroller?batch=${ID}`;

    it('show a result for each device with the reason, and ask before the failed devices are retried', async () => {
      const {
        user,
        server,
        readAgain,
        address: where,
      } = await renderGroup(
        {
          prepare: (world) => {
            world.answer(
              'v2.device.control.batch.progress',
              progress([
                item(1),
                item(2, { state: 'refused', reason: 'device-offline' }),
                item(3, { state: 'rejected', reason: 'contact-did-not-move' }),
                item(4, { state: 'unknown', reason: 'no-answer' }),
              ]),
            );
            world.answer('v2.device.control.batch', { data: { batch_id: OTHER_ID } });
          },
        },
        address,
      );
      const lines = await results();
      expect(lines.map((line) => line.dataset.state)).toEqual([
        'confirmed',
        'refused',
        'rejected',
        'unknown',
      ]);
      expect(lines[2]!.textContent).toContain('the contact did not move');
      await expectNoAxeViolations();
      await user.click(await button('Retry the 2 that failed'));
      // Since the batch one of them was opened and one is offline.
      const dialog = await screen.findByRole('dialog');
      expect(await within(dialog).findByText('2 devices are skipped')).toBeTruthy();
      expect(within(dialog).getAllByRole('listitem')).toHaveLength(2);
      answerDevices(server, [
        deviceRow({ device_code: code(2), device_name: 'Crane' }),
        deviceRow({ device_code: code(3), device_name: 'Quay light', presence: 'offline' }),
      ]);
      await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
      await readAgain();
      expect(given(server)).toEqual([]);
      await user.click(await button('Retry the 2 that failed'));
      await user.click(await button('Open 1 breaker'));
      await waitFor(() => expect(where()).toBe(`/devicecontroller?batch=${OTHER_ID}`));
      expect(given(server)).toEqual([
        { body: { device_codes: [code(2)], data: { switch: 'open' } } },
      ]);
    });

    it('cancel the remaining devices', async () => {
      const running = progress([item(1), item(2, { state: 'waiting' })], { ended_at: null });
      const { user } = await renderGroup(
        {
          prepare: (world) => {
            world.answer('v2.device.control.batch.progress', running);
            world.answer('v2.device.control.batch.cancel', () => {
              const over = progress([item(1), item(2, { state: 'cancelled' })]);
              world.answer('v2.device.control.batch.progress', over);
              return over;
            });
          },
        },
        address,
      );
      await user.click(await button('Cancel commands not sent yet'));
      expect(await screen.findByText('2 of 2 done', { exact: false })).toBeTruthy();
      expect(screen.queryByRole('button', { name: 'Cancel commands not sent yet' })).toBeNull();
    });

    it('show that the command does not exist and link back to the selection', async () => {
      const { user, address: where } = await renderGroup(
        {
          prepare: (world) =>
            world.answer('v2.device.control.batch.progress', {
              refuse: { code: 404, reason: 'not-found', status: 404 },
            }),
        },
        address,
      );
      expect(await screen.findByText('This command no longer exists')).toBeTruthy();
      await user.click(await button('Select devices'));
      await waitFor(() => expect(where()).toBe('/devicecontroller'));
    });

    it('list the results of a thousand devices', async () => {
      const many = Array.from({ length: 1_000 }, (_, index) => item(index));
      await renderGroup(
        { prepare: (world) => world.answer('v2.device.control.batch.progress', progress(many)) },
        address,
      );
      expect(await screen.findByText('1000 of 1000 done', { exact: false })).toBeTruthy();
      expect(await results()).toHaveLength(1_000);
    });
  });

  it('are not available to viewers', async () => {
    await renderGroup({ role: 'viewer' });
    expect(await screen.findByText('No permission for this page')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Open breakers…' })).toBeNull();
  });
});
