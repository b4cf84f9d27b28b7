import { starterSets } from '@busbar/domain/protection/starter-templates';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { CODE, deviceRow } from '../../../test/answers/device-answers.ts';
import { expectNoAxeViolations } from '../../../test/axe.ts';
import type { AnswerFor } from '../../../test/contract-server.ts';
import { type RenderOptions, renderPage } from '../../../test/render-page.tsx';

type Run = AnswerFor<'v2.protection-templates.run'>['data'];

const ID = '01890000-0000-7000-a000-000000000001';
const RUN = '01890000-0000-7000-b000-000000000001';
const OVER_VOLTAGE = {
  enable: 'true',
  doOpen: 'true',
  doLock: 'false',
  ov: '275.0',
  orv: '255.0',
  ovjt: '1000',
  ovrt: '30',
};
const TEMPLATE = {
  id: ID,
  name: 'Feeders',
  sets: { overVoltage: OVER_VOLTAGE },
  changed_by: 'mira',
  changed_at: Date.now() - 60_000,
  version: 1,
  changeable: true,
};

function run(more: Partial<Run> = {}): { data: Run } {
  return {
    data: {
      run_id: RUN,
      template_name: 'Feeders',
      kind: 'compare',
      sets: TEMPLATE.sets,
      user_name: 'mira',
      created_at: Date.now() - 5_000,
      ends_at: Date.now() + 3_000_000,
      ended_at: Date.now(),
      steps: [
        {
          device_code: CODE,
          device_name: 'Pump house',
          set: 'overVoltage',
          state: 'different',
          reason: null,
          msg: null,
          fields: { enable: true, doOpen: true, doLock: true, ov: false, orv: true },
          found: { ...OVER_VOLTAGE, ov: '281.0' },
        },
        {
          device_code: '866123000010002',
          device_name: 'Crane',
          set: 'overVoltage',
          state: 'refused',
          reason: 'device-offline',
          msg: 'device offline',
          fields: null,
          found: null,
        },
      ],
      ...more,
    },
  };
}

function renderTemplates(options: RenderOptions = {}, address = '/protection-templates') {
  const { prepare, ...rest } = options;
  return renderPage(address, {
    ...rest,
    prepare: (server) => {
      server.answer('v2.protection-templates', { data: { list: [TEMPLATE] } });
      server.answer('v2.devices', { data: { list: [deviceRow()], total: 1 } });
      server.answer('v2.protection-templates.run', run());
      prepare?.(server);
    },
  });
}

const button = (name: string) => screen.findByRole('button', { name });
const importFile = async (text: string) => {
  const input = await screen.findByLabelText<HTMLInputElement>('Import…', { selector: 'input' });
  return { input, file: new File([text], 'feeders.json', { type: 'application/json' }) };
};

describe('protection templates', () => {
  it('are offered as starting points while there are none, and created only by saving', async () => {
    const { user, server } = await renderTemplates({
      prepare: (world) => {
        world.answer('v2.protection-templates', { data: { list: [] } });
        world.answer('v2.protection-templates.add', {
          refuse: { code: 1, reason: 'template-name-taken' },
        });
      },
    });
    await user.click(await button('Pump, three-phase, 7.5 kW'));
    const dialog = await screen.findByRole('dialog');
    const name = within(dialog).getByRole<HTMLInputElement>('textbox', { name: 'Name' });
    expect(name.value).toBe('Pump, three-phase, 7.5 kW');
    expect(within(dialog).getByText(/Open and lock · Trips above 18\.0.A/)).toBeTruthy();
    await expectNoAxeViolations();
    expect(server.requests('v2.protection-templates.add')).toEqual([]);
    await user.clear(name);
    await user.type(name, 'Well 3');
    await user.click(within(dialog).getByRole('checkbox', { name: /^Phase imbalance/ }));
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(server.requests('v2.protection-templates.add')).toHaveLength(1));
    const { interphaseImbalance: _left, ...kept } = starterSets('pump');
    expect(server.requests('v2.protection-templates.add')).toEqual([
      { body: { name: 'Well 3', sets: kept } },
    ]);
    // After the refusal the input is still there.
    expect(await within(dialog).findByRole('alert')).toBeTruthy();
    expect(name.value).toBe('Well 3');
  });

  it('keep a typed name when the starting point changes', async () => {
    const { user } = await renderTemplates();
    await user.click(await button('Add template…'));
    const dialog = await screen.findByRole('dialog');
    const name = within(dialog).getByRole<HTMLInputElement>('textbox', { name: 'Name' });
    const choose = async (title: string) => {
      await user.click(within(dialog).getByRole('combobox', { name: 'Start from' }));
      const found = () => document.querySelector(`.ant-select-item-option[title="${title}"]`);
      await waitFor(() => expect(found()).not.toBeNull());
      await user.click(found()!);
    };
    await choose('Three-phase, 63 A');
    expect(name.value).toBe('Three-phase, 63 A');
    expect(within(dialog).getByRole('checkbox', { name: /^Lost phase/ })).toBeTruthy();
    await choose('Street lamps, single-phase, 32 A');
    expect(name.value).toBe('Street lamps, single-phase, 32 A');
    expect(within(dialog).queryByRole('checkbox', { name: /^Lost phase/ })).toBeNull();
    await user.clear(name);
    await user.type(name, 'Quay');
    await choose('Settings of a breaker');
    expect(name.value).toBe('Quay');
  });

  it('of a parent group can be used and exported, but not changed or deleted', async () => {
    await renderTemplates({
      prepare: (server) =>
        server.answer('v2.protection-templates', {
          data: { list: [{ ...TEMPLATE, changeable: false }] },
        }),
    });
    expect(await button('Compare…')).toBeTruthy();
    expect(await button('Show')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^(Edit|Delete)/ })).toBeNull();
  });

  it('can be compared with all breakers, and the report lists each differing line', async () => {
    const { user, server, address } = await renderTemplates({
      prepare: (world) =>
        world.answer('v2.protection-templates.compare', { data: { run_id: RUN } }),
    });
    expect(await screen.findByText('Feeders')).toBeTruthy();
    await expectNoAxeViolations();
    await user.click(await button('Compare…'));
    expect(((await button('Compare 0')) as HTMLButtonElement).disabled).toBe(true);
    await user.click(await button('Select the 1 breaker'));
    await user.click(await button('Compare 1'));
    await waitFor(() => expect(address()).toBe(`/protection-templates?run=${RUN}`));
    expect(server.requests('v2.protection-templates.compare')).toEqual([
      { params: { id: ID }, body: { device_codes: [CODE] } },
    ]);
    const list = await screen.findByRole('list', { name: 'Compared with Feeders' });
    const [pump, crane] = within(list).getAllByRole('listitem');
    expect(pump!.textContent).toContain('Different');
    expect(pump!.textContent).toMatch(/Trips above: template 275\.0\sV, device 281\.0\sV/);
    expect(pump!.textContent).not.toContain('Resets below');
    expect(crane!.textContent).toContain('Refused');
    expect(crane!.textContent).toMatch(/offline/i);
    await expectNoAxeViolations();
  });

  it('can be written, and the remaining devices can be cancelled', async () => {
    const { user, server } = await renderTemplates({
      prepare: (world) => {
        world.answer('v2.protection-templates.write', { data: { run_id: RUN } });
        const steps = run().data.steps.map((step) => ({ ...step, state: 'waiting' }));
        world.answer('v2.protection-templates.run', run({ kind: 'write', ended_at: null, steps }));
        world.answer('v2.protection-templates.run.cancel', () => {
          const over = run({
            kind: 'write',
            steps: steps.map((step) => ({ ...step, state: 'cancelled' })),
          });
          world.answer('v2.protection-templates.run', over);
          return over;
        });
      },
    });
    await user.click(await button('Write…'));
    await user.click(await button('Select the 1 breaker'));
    await user.click(await button('Write to 1'));
    await user.click(await button('Cancel the rest'));
    await waitFor(() =>
      expect(screen.queryByRole('button', { name: 'Cancel the rest' })).toBeNull(),
    );
    expect(server.requests('v2.protection-templates.run.cancel')).toHaveLength(1);
  });

  it('require the password for a large write, then write to the same devices', async () => {
    const { user, server } = await renderTemplates({
      prepare: (world) => {
        world.answer('v2.protection-templates.write', ({ body }) =>
          body.password === 'right'
            ? { data: { run_id: RUN } }
            : { refuse: { code: 40301, reason: 'step-up-required' } },
        );
        world.answer('v2.protection-templates.run', run({ kind: 'write' }));
      },
    });
    await user.click(await button('Write…'));
    await user.click(await button('Select the 1 breaker'));
    await user.click(await button('Write to 1'));
    const asks = await screen.findByRole('dialog', { name: 'Confirm with your password' });
    await user.type(within(asks).getByLabelText('Password'), 'right');
    await user.click(within(asks).getByRole('button', { name: 'Continue' }));
    await screen.findByRole('list', { name: 'Writing Feeders' });
    const [first, second] = server.requests('v2.protection-templates.write').map((one) => one.body);
    expect(second).toEqual({ ...first, password: 'right' });
  });

  it('can be imported from a file, and an invalid file is reported with its error', async () => {
    const { user, server } = await renderTemplates({
      prepare: (world) => world.answer('v2.protection-templates.add', { data: TEMPLATE }),
    });
    const kind = 'busbar protection template';
    const upload = async (content: unknown) => {
      const { input, file } = await importFile(
        typeof content === 'string' ? content : JSON.stringify(content),
      );
      await user.upload(input, file);
    };
    await upload('{');
    expect((await screen.findByRole('alert')).textContent).toContain('it is not JSON');
    await upload({ kind, version: 2 });
    expect(await screen.findByText(/newer version/)).toBeTruthy();
    await upload({ kind, version: 1, sets: { overVoltage: { ...OVER_VOLTAGE, ov: '999' } } });
    expect(await screen.findByText(/overVoltage\.ov/)).toBeTruthy();
    expect(server.requests('v2.protection-templates.add')).toEqual([]);
    await upload({ kind, version: 1, name: 'Site B', sets: TEMPLATE.sets });
    await waitFor(() => expect(server.requests('v2.protection-templates.add')).toHaveLength(1));
    expect(server.requests('v2.protection-templates.add')[0]?.body).toEqual({
      name: 'Site B',
      sets: TEMPLATE.sets,
    });
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('are exported to a file that can be imported again', async () => {
    const urls: Blob[] = [];
    vi.stubGlobal(
      'URL',
      class extends URL {
        static override createObjectURL(blob: Blob) {
          urls.push(blob);
          return 'blob:x';
        }
        static override revokeObjectURL() {}
      },
    );
    const { user } = await renderTemplates();
    await user.click(await button('Export'));
    expect(JSON.parse(await urls[0]!.text())).toEqual({
      kind: 'busbar protection template',
      version: 1,
      name: 'Feeders',
      sets: TEMPLATE.sets,
    });
  });

  it('show the server’s message when a template cannot be saved', async () => {
    const { user } = await renderTemplates({
      prepare: (world) =>
        world.answer('v2.protection-templates.add', {
          refuse: { code: 40020, reason: 'template-name-taken', field: 'name' },
        }),
    });
    const { input, file } = await importFile(
      JSON.stringify({
        kind: 'busbar protection template',
        version: 1,
        name: 'Feeders',
        sets: TEMPLATE.sets,
      }),
    );
    await user.upload(input, file);
    expect((await screen.findByRole('alert')).textContent).toContain(
      'A template of this name already exists',
    );
  });

  it('can be viewed and exported by viewers, but not used', async () => {
    await renderTemplates({ role: 'viewer' });
    expect(await button('Export')).toBeTruthy();
    for (const name of ['Compare…', 'Write…', 'Delete', 'Add template…']) {
      expect(screen.queryByRole('button', { name })).toBeNull();
    }
  });

  it('are deleted only after confirmation', async () => {
    const { user, server } = await renderTemplates({
      prepare: (world) => world.answer('v2.protection-templates.delete', {}),
    });
    await user.click(await button('Delete'));
    const dialog = await screen.findByRole('dialog');
    expect(server.requests('v2.protection-templates.delete')).toEqual([]);
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
    await waitFor(() =>
      expect(server.requests('v2.protection-templates.delete')).toEqual([{ params: { id: ID } }]),
    );
  });
});
