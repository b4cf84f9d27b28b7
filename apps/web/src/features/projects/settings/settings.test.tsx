import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { deviceRow } from '../../../../test/answers/device-answers.ts';
import {
  answerLampGroups,
  answerProjectConfig,
  answerProjects,
  lampGroupRow,
  limitRow,
  noticeRow,
  projectRow,
} from '../../../../test/answers/project-answers.ts';
import { answerTower } from '../../../../test/answers/tower-answers.ts';
import { expectNoAxeViolations } from '../../../../test/axe.ts';
import type { ContractServer } from '../../../../test/contract-server.ts';
import { type RenderOptions, renderPage } from '../../../../test/render-page.tsx';

function answer(server: ContractServer) {
  answerProjects(server, [
    projectRow(),
    projectRow({ id: 4, name: 'Hill', type: 'tower', lamp_groups: 0 }),
  ]);
  answerLampGroups(server);
  answerProjectConfig(server);
  server.answer('v2.devices', {
    data: { list: [deviceRow({ device_name: 'Feeder 1' })], total: 1 },
  });
}

const render = (address: string, options: RenderOptions = {}) =>
  renderPage(address, { prepare: answer, role: 'operator', ...options });

const type = async (
  user: Awaited<ReturnType<typeof render>>['user'],
  field: HTMLElement,
  text: string,
) => {
  await user.clear(field);
  await user.type(field, text);
};

describe('project setting', () => {
  it('lists projects as returned by the server, with names as plain text', async () => {
    await render('/project-set');
    const link = await screen.findByRole('link', { name: '<b>Harbour road</b>' });
    expect(link.getAttribute('href')).toBe('/project-manage?project=3');
    expect(screen.getByRole('link', { name: 'Hill' }).getAttribute('href')).toBe(
      '/tower-device?project=4',
    );
  });

  it('rejects a project without name and type with the message of the specification', async () => {
    const { user, server } = await render('/project-set');
    await user.click(await screen.findByRole('button', { name: 'Add project' }));
    const dialog = await screen.findByRole('dialog');
    await user.type(within(dialog).getByLabelText('Name'), 'Quay');
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    expect((await within(dialog).findByRole('alert')).textContent).toContain(
      'Enter a project name and type',
    );
    expect(server.requests('v2.project.add')).toEqual([]);
    await expectNoAxeViolations();
  });

  it('creates a project and leads to its lamp groups', async () => {
    const { user, server, address } = await render('/project-set');
    server.answer('v2.project.add', { data: projectRow({ name: 'Quay' }) });
    await user.click(await screen.findByRole('button', { name: 'Add project' }));
    const dialog = await screen.findByRole('dialog');
    await user.type(within(dialog).getByLabelText('Name'), ' Quay ');
    await user.click(within(dialog).getByRole('radio', { name: 'Street lamps' }));
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(address()).toBe('/project-manage?project=3'));
    expect(server.requests('v2.project.add')).toEqual([
      { body: { name: 'Quay', type: 'lamp', description: '' } },
    ]);
  });

  it('creates a tower project and leads to its towers', async () => {
    const { user, server, address } = await render('/project-set', {
      prepare: (answers) => {
        answerTower(answers);
        answer(answers);
      },
    });
    server.answer('v2.project.add', { data: projectRow({ type: 'tower' }) });
    await user.click(await screen.findByRole('button', { name: 'Add project' }));
    const dialog = await screen.findByRole('dialog');
    await user.type(within(dialog).getByLabelText('Name'), 'Hill');
    await user.click(within(dialog).getByRole('radio', { name: 'Tower' }));
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(address()).toBe('/tower-device?project=3'));
  });

  it('asks for confirmation before deleting and lists what is deleted', async () => {
    const { user, server } = await render('/project-set');
    server.answer('v2.project.delete', {});
    await user.click(await screen.findByRole('button', { name: 'Delete <b>Harbour road</b>' }));
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toContain('Confirm deletion');
    expect(dialog.textContent).toContain('2 lamp groups');
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
    await waitFor(() =>
      expect(server.requests('v2.project.delete')).toEqual([{ params: { id: '3' } }]),
    );
  });

  it('leaves the dialog open with the input when the server refuses', async () => {
    const { user, server } = await render('/project-set');
    server.answer('v2.project.change', { refuse: { code: 1, reason: 'project-type-fixed' } });
    await user.click(await screen.findByRole('button', { name: 'Edit <b>Harbour road</b>' }));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('radio', { name: 'Tower' }));
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    expect((await within(dialog).findByRole('alert')).textContent).toContain('The type cannot');
  });
});

it.each(['/project-set', '/alarm-setting?project=3'])(
  '%s is not available to a viewer',
  async (address) => {
    await render(address, { role: 'viewer' });
    expect(await screen.findByText('No permission for this page')).toBeTruthy();
  },
);

describe('the lamp group settings', () => {
  it('mark groups in which one dead lamp is not detectable', async () => {
    await render('/project-manage?project=3');
    const row = (await screen.findByText('Depot')).closest('tr')!;
    expect(
      within(row).getByRole('img', { name: 'One failed lamp cannot be detected' }),
    ).toBeTruthy();
    const other = screen.getByText('Pier, north side').closest('tr')!;
    expect(within(other).queryByRole('img', { name: /^One failed lamp/ })).toBeNull();
    await expectNoAxeViolations();
  });

  it('show the expected power and undetectable failures while typing', async () => {
    const { user } = await render('/project-manage?project=3');
    await user.click(await screen.findByRole('button', { name: 'Edit Pier, north side' }));
    const dialog = await screen.findByRole('dialog');
    const expectedPower = () =>
      within(dialog).getByText('Expected at nominal voltage').closest('dl')?.textContent;
    expect(expectedPower()).toContain('3.360');
    expect(within(dialog).queryByText(/^One failed lamp cannot/)).toBeNull();
    const number = (name: RegExp) => within(dialog).getByRole('spinbutton', { name });
    await type(user, number(/^Lamp count/), '40');
    expect(expectedPower()).toContain('6.720');
    expect(within(dialog).getByText(/it is 2.5% of the power, the error range is 3%/)).toBeTruthy();
    expect(within(dialog).getByText(/smallest failure detected is 2 lamps/)).toBeTruthy();
  });

  it('take the lamp power in W, typed or from a usual nameplate, and send it in kW', async () => {
    const { user, server } = await render('/project-manage?project=3');
    server.answer('v2.device-lamp.change', { data: lampGroupRow() });
    await user.click(await screen.findByRole('button', { name: 'Edit Pier, north side' }));
    const dialog = await screen.findByRole('dialog');
    const power = within(dialog).getByRole<HTMLInputElement>('spinbutton', { name: /^Lamp power/ });
    expect(power.value).toBe('150');
    const nameplates = within(dialog).getByRole('group', { name: 'Usual nameplates' });
    await user.click(within(nameplates).getByRole('button', { name: /^250.W$/ }));
    expect(power.value).toBe('250');
    await type(user, power, '57.3');
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(server.requests('v2.device-lamp.change')).toMatchObject([
        { body: { lamp_power: 0.0573 } },
      ]),
    );
  });

  it('name the lamp power if it is refused, by the form or by the server', async () => {
    const { user, server } = await render('/project-manage?project=3');
    server.answer('v2.device-lamp.change', {
      refuse: { code: 1, reason: 'lamp-power-invalid', field: 'lamp_power' },
    });
    await user.click(await screen.findByRole('button', { name: 'Edit Pier, north side' }));
    const dialog = await screen.findByRole('dialog');
    const power = within(dialog).getByRole<HTMLInputElement>('spinbutton', { name: /^Lamp power/ });
    await type(user, power, '0');
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    const text = /The lamp power must be that of one lamp/;
    expect(within(dialog).getAllByText(text)).not.toEqual([]);
    expect(power.getAttribute('aria-invalid')).toBe('true');
    expect(server.requests('v2.device-lamp.change')).toEqual([]);
    await type(user, power, '90');
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    expect(await within(dialog).findByText(text)).toBeTruthy();
    expect(power.getAttribute('aria-invalid')).toBe('true');
    expect(power.value).toBe('90');
  });

  it('show an example of what is detectable before a lamp count is typed', async () => {
    const { user } = await render('/project-manage?project=3');
    await user.click(await screen.findByRole('button', { name: 'Add lamp group' }));
    const dialog = await screen.findByRole('dialog');
    const example = () => within(dialog).queryByText(/^For example, with 20 lamps/)?.textContent;
    expect(example()).toContain('5%, the smallest failure detected is 2 lamps');
    await type(user, within(dialog).getByRole('spinbutton', { name: /^Error range/ }), '3');
    expect(example()).toContain('3%, the smallest failure detected is 1 lamp');
    await user.type(within(dialog).getByRole('spinbutton', { name: /^Lamp count/ }), '24');
    expect(example()).toBeUndefined();
  });

  it('mark the invalid field and send nothing', async () => {
    const { user, server } = await render('/project-manage?project=3');
    await user.click(await screen.findByRole('button', { name: 'Edit Pier, north side' }));
    const dialog = await screen.findByRole('dialog');
    const range = within(dialog).getByRole('spinbutton', { name: /^Error range/ });
    await type(user, range, '101');
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    expect(range.getAttribute('aria-invalid')).toBe('true');
    expect((await within(dialog).findByRole('alert')).textContent).toContain('0 to 100');
    expect(server.requests('v2.device-lamp.change')).toEqual([]);
  });

  it('send the whole group when saved', async () => {
    const { user, server } = await render('/project-manage?project=3');
    server.answer('v2.device-lamp.change', { data: lampGroupRow() });
    await user.click(await screen.findByRole('button', { name: 'Edit Pier, north side' }));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: 'Add dimmed period' }));
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(server.requests('v2.device-lamp.change')).toHaveLength(1));
    expect(server.requests('v2.device-lamp.change')[0]).toMatchObject({
      params: { id: '5' },
      body: {
        name: 'Pier, north side',
        device_code: '866123000010001',
        lamp_count: 20,
        lamp_power: 0.15,
        error_range: 3,
        lamp_kind: 'sodium',
        dimmed: [{ from: '23:00', to: '05:00', level: 50 }],
        lng_t: 121.47,
        lat_t: 31.23,
      },
    });
  });

  it('reset a position of the group to that of its device', async () => {
    const { user, server } = await render('/project-manage?project=3');
    server.answer('v2.device-lamp.change', { data: lampGroupRow({ position_of_device: true }) });
    await user.click(await screen.findByRole('button', { name: 'Edit Pier, north side' }));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: 'Use device location' }));
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(server.requests('v2.device-lamp.change')).toMatchObject([
        { body: { lng: null, lat: null, lng_t: null, lat_t: null } },
      ]),
    );
  });

  it('report a project that does not exist', async () => {
    await render('/project-manage?project=77');
    expect(await screen.findByText('Project not found')).toBeTruthy();
    expect(screen.queryByText('Depot')).toBeNull();
  });
});

describe('warning and alarm configuration', () => {
  it('shows configured values next to the actual ones, and explains each power mode', async () => {
    await render('/alarm-setting?project=3');
    const form = await screen.findByRole('form', { name: 'Warning configuration' });
    const value = within(form).getByRole('spinbutton', { name: 'Failed lamps' });
    expect((value as HTMLInputElement).value).toBe('1');
    expect(within(form).getByText(/Actual at the last checks: .*3.024/)).toBeTruthy();
    expect(within(form).getAllByRole('radio')).toHaveLength(5);
    expect(within(form).getByRole('radio', { name: /^Total One value/ })).toBeTruthy();
  });

  it('rejects a level that is not above the previous one, at its field', async () => {
    const { user, server } = await render('/alarm-setting?project=3');
    const level = await screen.findByRole('spinbutton', { name: 'Level 2' });
    await user.type(level, '19');
    await user.tab();
    expect(level.getAttribute('aria-invalid')).toBe('true');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(server.requests('v2.config.warning.change')).toEqual([]);
  });

  it('requires a scheduled power for a mode that needs it, and saves', async () => {
    const { user, server } = await render('/alarm-setting?project=3&tab=alarm');
    server.answer('v2.config.alarm.change', {
      data: limitRow({ id: 9, power_mode: 'fixed', scheduled_power: 4.5 }),
    });
    await user.click(await screen.findByRole('radio', { name: /^Fixed/ }));
    const power = screen.getByRole('spinbutton', { name: 'Scheduled power' });
    expect(power.getAttribute('aria-invalid')).toBe('true');
    await user.type(power, '4.5');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(server.requests('v2.config.alarm.change')).toMatchObject([
        {
          params: { id: '9' },
          body: { in_use: true, power_mode: 'fixed', scheduled_power: 4.5, check_time: '21:00' },
        },
      ]),
    );
    expect(await screen.findByText('Saved')).toBeTruthy();
  });

  it('lists the recipients and allows only one app notification', async () => {
    const { user, server } = await render('/alarm-setting?project=3&tab=notice');
    const table = await screen.findByRole('table', { name: 'Notifications' });
    const own = screen.getByRole('link', { name: 'Your own notifications' });
    expect(own.getAttribute('href')).toBe('/notification-setting');
    expect(
      within(table).getByRole('row', { name: /lamps@example.org On Off Français/ }),
    ).toBeTruthy();
    server.answer('v2.config.notice.add', { refuse: { code: 1, reason: 'app-notice-once' } });
    await user.click(screen.getByRole('button', { name: 'Add notification' }));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    expect(within(dialog).getByText('Fill in all parameters')).toBeTruthy();
    expect(server.requests('v2.config.notice.add')).toEqual([]);
    await user.click(within(dialog).getByRole('checkbox', { name: 'Email notification' }));
    await user.click(within(dialog).getByRole('checkbox', { name: 'App notification' }));
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    expect((await within(dialog).findByRole('alert')).textContent).toContain(
      'A project can have only one app notification',
    );
    expect(server.requests('v2.config.notice.add')).toEqual([
      {
        body: {
          project_id: 3,
          mail_address: '',
          mail_notification: false,
          app_notification: true,
          language: 'en',
        },
      },
    ]);
  });

  it('saves a changed address', async () => {
    const { user, server } = await render('/alarm-setting?project=3&tab=notice');
    server.answer('v2.config.notice.change', { data: noticeRow() });
    await user.click(await screen.findByRole('button', { name: 'Edit lamps@example.org' }));
    const dialog = await screen.findByRole('dialog');
    await type(user, within(dialog).getByLabelText('Email address'), 'night@example.org');
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(server.requests('v2.config.notice.change')).toMatchObject([
        { params: { id: '4' }, body: { mail_address: 'night@example.org', language: 'fr' } },
      ]),
    );
  });
});
