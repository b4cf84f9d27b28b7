import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { answerList, deviceRow, NO_DEFAULTS } from '../../../test/answers/device-answers.ts';
import { expectNoAxeViolations } from '../../../test/axe.ts';
import type { AnswerFor, ContractServer } from '../../../test/contract-server.ts';
import { type RenderOptions, renderPage } from '../../../test/render-page.tsx';

type Group = AnswerFor<'v2.groups'>['data']['list'][number];
type Preview = AnswerFor<'v2.groups.devices.preview'>['data'];

const group = (id: number, parent: number | null, name: string, over: Partial<Group> = {}) => ({
  id,
  parent_id: parent,
  name,
  level: parent === null ? 1 : 2,
  devices: 0,
  users: 0,
  all_devices: 0,
  all_users: 0,
  ...over,
});
const TREE: Group[] = [
  group(3, null, 'Harbour', { devices: 1, all_devices: 4, users: 1, all_users: 3 }),
  group(4, 3, 'North', { devices: 2, all_devices: 3 }),
  group(5, 3, 'South'),
  group(6, 4, 'Hall', { level: 3, devices: 1, all_devices: 1 }),
];
const PREVIEW: Preview = {
  token: 'seen',
  moved_devices: 1,
  moved_users: 0,
  views: [
    {
      group_before: 'Hall',
      group_after: 'Hall',
      user_number: 101,
      users: [{ id: 11, name: 'ona', role: 'viewer' }],
      lost: { number: 1, devices: [{ device_code: '866123000010001', device_name: 'Press' }] },
      gained: { number: 0, devices: [] },
    },
  ],
  view_number: 1,
  touched: { timers: 2, projects: ['Yard lamps'], towers: [], schedules: 0, notified: 0 },
};
const NOTHING = {
  groups: 0,
  devices: 0,
  users: 0,
  projects: 0,
  keys: 0,
  schedules: 0,
  rules: 0,
  windows: 0,
};
const user = (id: number, name: string) => ({
  id,
  name,
  role: 'viewer',
  disabled: false,
  group_id: 4,
  group_name: 'North',
});

function answer(server: ContractServer) {
  server.answer('v2.groups', { data: { list: TREE } });
  server.answer('v2.devices', {
    data: {
      list: [
        deviceRow({ device_name: 'Press' }),
        deviceRow({ device_name: 'Pump', device_code: '866123000010002' }),
      ],
      total: 2,
    },
  });
  server.answer('v2.groups.users', {
    data: { list: [user(11, 'ona'), user(12, 'pia')], total: 2 },
  });
  for (const call of [
    'v2.groups.devices.preview',
    'v2.groups.users.preview',
    'v2.groups.move.preview',
  ] as const) {
    server.answer(call, { data: PREVIEW });
  }
}

const render = (path: string, options: RenderOptions = {}) =>
  renderPage(path, { prepare: answer, role: 'admin', ...options });

type User = Awaited<ReturnType<typeof render>>['user'];

/** Opens the group selection of the dialog and picks a group. */
async function chooseGroup(pointer: User, name: string): Promise<HTMLElement> {
  const dialog = await screen.findByRole('dialog');
  await pointer.click(within(dialog).getByRole('combobox', { name: 'To the group' }));
  const options = await screen.findAllByText(name);
  await pointer.click(options.at(-1)!);
  return dialog;
}

describe('the group tree', () => {
  const rowOf = async (name: string) => (await screen.findByRole('link', { name })).closest('tr')!;

  it('shows the contents of each group including its subgroups, and can be collapsed', async () => {
    const { user: pointer } = await render('/grouplist');
    expect((await rowOf('North')).textContent).toContain('23 with subgroups');
    await rowOf('Hall');
    await pointer.click(screen.getByRole('button', { name: 'Groups below North' }));
    expect(screen.queryByRole('link', { name: 'Hall' })).toBeNull();
    await pointer.type(screen.getByRole('searchbox', { name: 'Find a group' }), 'hall');
    await rowOf('Hall');
    expect(screen.queryByRole('link', { name: 'South' })).toBeNull();
  });

  it('redirects from its old path', async () => {
    const { address } = await render('/group');
    expect(address()).toBe('/grouplist');
  });

  it('adds a group, or shows the reason for a refusal', async () => {
    const { user: pointer, server } = await render('/grouplist');
    server.answer('v2.groups.add', { refuse: { code: 41802, reason: 'group-name-taken' } });
    await pointer.click(await screen.findByRole('button', { name: 'New group below North' }));
    const dialog = await screen.findByRole('dialog');
    const name = within(dialog).getByRole<HTMLInputElement>('textbox', { name: 'Name' });
    await pointer.type(name, ' Hall ');
    await pointer.click(within(dialog).getByRole('button', { name: 'Add group' }));
    expect((await within(dialog).findByRole('alert')).textContent).toContain(
      'A group of this name already exists here',
    );
    expect(name.value).toBe(' Hall ');
    server.answer('v2.groups.add', { data: { id: 7 } });
    await pointer.type(name, '2');
    // The loading icon of the first attempt stays in the button, because animations do not end in
    // jsdom.
    await pointer.click(within(dialog).getByRole('button', { name: /Add group$/ }));
    await waitFor(() =>
      expect(server.requests('v2.groups.add').at(-1)).toEqual({
        body: { parent_id: '4', name: 'Hall 2' },
      }),
    );
    await waitFor(() => expect(server.requests('v2.groups')).toHaveLength(3));
  });

  it('sends the previous name with a rename', async () => {
    const { user: pointer, server } = await render('/grouplist');
    server.answer('v2.groups.rename', {});
    await pointer.click(await screen.findByRole('button', { name: 'Rename North' }));
    const dialog = await screen.findByRole('dialog');
    const name = within(dialog).getByRole('textbox', { name: 'Name' });
    expect(document.activeElement).toBe(name);
    await pointer.type(name, ' yard');
    await pointer.click(within(dialog).getByRole('button', { name: 'Rename' }));
    await waitFor(() =>
      expect(server.requests('v2.groups.rename')).toEqual([
        { params: { id: '4' }, body: { name: 'North yard', was: 'North' } },
      ]),
    );
  });

  it('deletes a group after listing what is deleted with it', async () => {
    const { user: pointer, server } = await render('/grouplist');
    server.answer('v2.groups.contents', { data: { ...NOTHING, rules: 2 } });
    server.answer('v2.groups.delete', {});
    await pointer.click(await screen.findByRole('button', { name: 'Delete South' }));
    const dialog = await screen.findByRole('dialog');
    await within(dialog).findByText('Alarm rules of the group are deleted: 2');
    expect(dialog.textContent).toContain('This cannot be undone.');
    expect(server.requests('v2.groups.delete')).toEqual([]);
    await pointer.click(within(dialog).getByRole('button', { name: 'Delete group' }));
    await waitFor(() =>
      expect(server.requests('v2.groups.delete')).toEqual([{ params: { id: '5' } }]),
    );
  });

  it('lists what blocks a deletion, and reloads it when the group was filled in the meantime', async () => {
    const { user: pointer, server } = await render('/grouplist');
    server.answer('v2.groups.contents', { data: { ...NOTHING, devices: 3, keys: 1 } });
    await pointer.click(await screen.findByRole('button', { name: 'Delete North' }));
    const dialog = await screen.findByRole('dialog');
    const confirm = () =>
      within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Delete group' });
    await within(dialog).findByText('Devices: 3');
    expect(dialog.textContent).toContain('API keys: 1');
    expect(confirm().disabled).toBe(true);
    await pointer.click(within(dialog).getByRole('button', { name: 'Cancel' }));

    server.answer('v2.groups.contents', { data: NOTHING });
    server.answer('v2.groups.delete', { refuse: { code: 41807, reason: 'group-not-empty' } });
    await pointer.click(await screen.findByRole('button', { name: 'Delete Hall' }));
    const second = await screen.findByRole('dialog', { name: 'Delete Hall' });
    const button = within(second).getByRole<HTMLButtonElement>('button', { name: 'Delete group' });
    await waitFor(() => expect(button.disabled).toBe(false));
    await pointer.click(button);
    expect((await within(second).findByRole('alert')).textContent).toContain(
      'The group is not empty: remove its contents first',
    );
    await waitFor(() => expect(server.requests('v2.groups.contents')).toHaveLength(3));
  });

  it('offers no deletion of the topmost group', async () => {
    await render('/grouplist');
    await screen.findByRole('button', { name: 'Delete South' });
    expect(screen.queryByRole('button', { name: 'Delete Harbour' })).toBeNull();
  });

  it('moves a group after previewing lost visibility, and excludes its own subgroups as targets', async () => {
    const { user: pointer, server } = await render('/grouplist');
    server.answer('v2.groups.move', { data: { moved: 1 } });
    await pointer.click(await screen.findByRole('button', { name: 'Move North' }));
    const move = () => within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Move' });
    const dialog = await chooseGroup(pointer, 'South');
    expect(screen.queryByText('Harbour / North / Hall')).toBeNull();
    await within(dialog).findByText('loses 1 device');
    expect(dialog.textContent).toContain('ona and 100 more');
    expect(dialog.textContent).toContain('Projects with these devices: Yard lamps');
    expect(dialog.textContent).toContain('Active timers of these devices: 2');
    expect(server.requests('v2.groups.move')).toEqual([]);
    await pointer.click(move());
    await waitFor(() =>
      expect(server.requests('v2.groups.move')).toEqual([
        { params: { id: '4' }, body: { parent_id: '5', token: 'seen' } },
      ]),
    );
  });

  it('reloads the preview when another user changed the tree first', async () => {
    const { user: pointer, server } = await render('/grouplist');
    server.answer('v2.groups.move', { refuse: { code: 41806, reason: 'group-changed' } });
    await pointer.click(await screen.findByRole('button', { name: 'Move Hall' }));
    const dialog = await chooseGroup(pointer, 'South');
    await within(dialog).findByText('loses 1 device');
    await pointer.click(within(dialog).getByRole('button', { name: 'Move' }));
    expect((await within(dialog).findByRole('alert')).textContent).toContain(
      'Someone else changed the groups',
    );
    await waitFor(() => expect(server.requests('v2.groups.move.preview')).toHaveLength(2));
  });
});

describe('the page of one group', () => {
  it('moves the selected devices', async () => {
    const { user: pointer, server } = await render('/grouptab?group=4');
    server.answer('v2.groups.devices', { data: { moved: 1 } });
    await pointer.click(await screen.findByRole('checkbox', { name: 'Select Press' }));
    await pointer.click(screen.getByRole('button', { name: 'Move to…' }));
    const dialog = await chooseGroup(pointer, 'South');
    await within(dialog).findByText('loses 1 device');
    await pointer.click(within(dialog).getByRole('button', { name: 'Move' }));
    await waitFor(() =>
      expect(server.requests('v2.groups.devices')).toEqual([
        { params: { id: '5' }, body: { device_codes: ['866123000010001'], token: 'seen' } },
      ]),
    );
    expect(server.requests('v2.devices')[0]).toMatchObject({ query: { group_id: '4' } });
    expect(await screen.findByText('0 selected')).toBeTruthy();
  });

  it('deletes the group and shows its parent', async () => {
    const { user: pointer, server, address } = await render('/grouptab?group=6');
    server.answer('v2.groups.contents', { data: NOTHING });
    server.answer('v2.groups.delete', {});
    await pointer.click(await screen.findByRole('button', { name: 'Delete group' }));
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toContain('Delete Hall');
    const confirm = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Delete group' });
    await waitFor(() => expect(confirm.disabled).toBe(false));
    await pointer.click(confirm);
    await waitFor(() => expect(address()).toContain('group=4'));
    expect(server.requests('v2.groups.delete')).toEqual([{ params: { id: '6' } }]);
  });

  it('shows the defaults for new devices with their origin, and sets a default of the group', async () => {
    const { user: pointer, server } = await render('/grouptab?group=6&tab=defaults', {
      prepare: (prepared) => {
        answer(prepared);
        answerList(prepared);
        prepared.answer('v2.protection-templates', { data: { list: [] } });
        prepared.answer('v2.groups.defaults', {
          data: {
            ...NO_DEFAULTS,
            version: 4,
            own: { ...NO_DEFAULTS.own, expected_interval_s: 60 },
            rate: { id: 1, name: 'Industrial', from: { id: 4, name: 'North' } },
            interval: { seconds: 60, from: { id: 6, name: 'Hall' } },
            template: { id: 't', name: 'Pumps', from: null },
          },
        });
      },
    });
    await screen.findByText('Industrial: from North');
    expect(screen.getByText('60 s: set here')).toBeTruthy();
    expect(screen.getByText('Pumps: from a group above yours')).toBeTruthy();
    const interval = screen.getByRole('spinbutton', { name: 'Report interval (s)' });
    const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Save' });
    expect(save.disabled).toBe(true);
    await pointer.clear(interval);
    await pointer.type(interval, '5');
    await screen.findByText(/10 to 86,400/);
    expect(save.disabled).toBe(true);
    await pointer.type(interval, '00');
    server.answer('v2.groups.defaults.change', {
      refuse: { code: 41806, reason: 'group-changed' },
    });
    await pointer.click(save);
    expect((await screen.findByRole('alert')).textContent).toContain(
      'Someone else changed the groups',
    );
    expect(server.requests('v2.groups.defaults.change')).toEqual([
      {
        params: { id: '6' },
        body: { rate_id: null, expected_interval_s: 500, template_id: null, version: 4 },
      },
    ]);
    await expectNoAxeViolations();
  });

  it('moves all users of a page', async () => {
    const { user: pointer, server } = await render('/grouptab?group=4&tab=users');
    server.answer('v2.groups.users.move', { data: { moved: 2 } });
    await screen.findByText('pia');
    await pointer.click(screen.getByRole('button', { name: 'Select this page' }));
    await pointer.click(screen.getByRole('button', { name: 'Move to…' }));
    const dialog = await chooseGroup(pointer, 'South');
    await within(dialog).findByText('loses 1 device');
    await pointer.click(within(dialog).getByRole('button', { name: 'Move' }));
    await waitFor(() =>
      expect(server.requests('v2.groups.users.move')).toEqual([
        { params: { id: '5' }, body: { user_ids: [11, 12], token: 'seen' } },
      ]),
    );
  });

  it('reports when all selected devices are already in the target group', async () => {
    const { user: pointer, server } = await render('/grouptab?group=4');
    server.answer('v2.groups.devices.preview', {
      data: { ...PREVIEW, moved_devices: 0, views: [], view_number: 0 },
    });
    await pointer.click(await screen.findByRole('checkbox', { name: 'Select Press' }));
    await pointer.click(screen.getByRole('button', { name: 'Move to…' }));
    const dialog = await chooseGroup(pointer, 'South');
    await within(dialog).findByText('All of these are already in this group.');
    expect(within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Move' }).disabled).toBe(
      true,
    );
  });
});

describe('a role that may manage groups but not users', () => {
  const permissions = ['data.read', 'group.manage'] as const;

  it('is offered no move of users on the page of a group', async () => {
    const { user: pointer } = await render('/grouptab?group=3&tab=users', { permissions });
    await screen.findByText('ona');
    expect(screen.queryByRole('checkbox', { name: 'Select ona' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Move to…' })).toBeNull();
    await pointer.click(screen.getByRole('tab', { name: 'Devices' }));
    expect(await screen.findByRole('button', { name: 'Move to…' })).toBeTruthy();
  });

  it('is offered the move of devices only on the allocation page', async () => {
    await render('/allocation?user=11', { permissions });
    await screen.findByText(/ona is in Harbour \/ North/);
    expect(screen.queryByRole('button', { name: 'Move to another group' })).toBeNull();
    expect(screen.getByRole('button', { name: /devices/i })).toBeTruthy();
  });
});

describe('the allocation page', () => {
  it('marks the groups a user sees and moves the user to another group', async () => {
    const { user: pointer, server } = await render('/allocation?user=11');
    server.answer('v2.groups.users.move', { data: { moved: 1 } });
    await screen.findByText(/ona is in Harbour \/ North and sees 2 groups with 3 devices/);
    const row = (name: string) =>
      screen.getByRole('rowheader', { name: new RegExp(name) }).closest('tr')!;
    expect(row('North').textContent).toContain('Seen, own group');
    expect(row('Hall').textContent).toContain('Seen');
    expect(row('South').textContent).toContain('Not seen');
    await pointer.click(screen.getByRole('button', { name: 'Move to another group' }));
    const dialog = await chooseGroup(pointer, 'South');
    await within(dialog).findByText('loses 1 device');
    await pointer.click(within(dialog).getByRole('button', { name: 'Move' }));
    await waitFor(() =>
      expect(server.requests('v2.groups.users.move')).toEqual([
        { params: { id: '5' }, body: { user_ids: [11], token: 'seen' } },
      ]),
    );
  });

  it('retains the open dialog and its selection when the reloaded user list omits the user', async () => {
    const { user: pointer, server, readAgain } = await render('/allocation?user=11');
    await pointer.click(await screen.findByRole('button', { name: 'Move to another group' }));
    const dialog = await chooseGroup(pointer, 'South');
    await within(dialog).findByText('loses 1 device');
    server.answer('v2.groups.users', { data: { list: [user(12, 'pia')], total: 1 } });
    await readAgain();
    expect(server.requests('v2.groups.users')).toHaveLength(2);
    expect(screen.getByRole('dialog')).toBe(dialog);
    expect(dialog.textContent).toContain('Harbour / South');
    await within(dialog).findByText('loses 1 device');
    expect(screen.getByText(/ona is in Harbour \/ North/)).toBeTruthy();
  });

  it('requests a linked user who is not in the list', async () => {
    const { server } = await render('/allocation?user=10777', {
      prepare: (answers) => {
        answer(answers);
        answers.answer('v2.groups.users', ({ query }) => ({
          data:
            query?.user_id === '10777'
              ? { list: [user(10_777, 'zoe')], total: 1 }
              : { list: [user(11, 'ona')], total: 10_000 },
        }));
      },
    });
    await screen.findByText(/zoe is in Harbour \/ North/);
    expect(server.requests('v2.groups.users')).toHaveLength(2);
  });

  it('retains the displayed user while another one is searched for', async () => {
    const { user: pointer, server } = await render('/allocation?user=11');
    await screen.findByText(/ona is in Harbour \/ North/);
    server.answer('v2.groups.users', { data: { list: [user(12, 'pia')], total: 1 } });
    await pointer.type(screen.getByRole('combobox', { name: 'User' }), 'pia');
    await waitFor(() =>
      expect(server.requests('v2.groups.users').at(-1)).toMatchObject({
        query: { keyword: 'pia' },
      }),
    );
    await waitFor(() =>
      expect(document.querySelector('.ant-select-item-option[title="ona"]')).toBeNull(),
    );
    expect(screen.getByTitle('ona')).toBeTruthy();
    expect(screen.getByText(/ona is in Harbour \/ North/)).toBeTruthy();
  });

  it('prompts for a user when none is selected', async () => {
    await render('/allocation');
    expect(await screen.findByText('No user chosen')).toBeTruthy();
  });
});
