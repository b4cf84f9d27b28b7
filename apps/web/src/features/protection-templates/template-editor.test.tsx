/**
 * The fields of a saved template: validated as on a device, saved as a whole, not discarded without
 * confirmation.
 */
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { AnswerFor } from '../../../test/contract-server.ts';
import { type RenderOptions, renderPage } from '../../../test/render-page.tsx';

type Template = AnswerFor<'v2.protection-templates'>['data']['list'][number];

const ID = '01890000-0000-7000-a000-000000000001';
const OVER_VOLTAGE = {
  enable: 'true',
  doOpen: 'true',
  doLock: 'false',
  ov: '275.0',
  orv: '255.0',
  ovjt: '1000',
  ovrt: '30',
};
const template = (more: Partial<Template> = {}): Template => ({
  id: ID,
  name: 'Feeders',
  sets: { overVoltage: OVER_VOLTAGE },
  changed_by: 'mira',
  changed_at: Date.now() - 60_000,
  version: 3,
  changeable: true,
  ...more,
});

function renderEditor(options: RenderOptions = {}, saved = template()) {
  const { prepare, ...rest } = options;
  return renderPage(`/protection-templates?edit=${ID}`, {
    ...rest,
    prepare: (server) => {
      server.answer('v2.protection-templates', { data: { list: [saved] } });
      server.answer('v2.protection-templates.change', ({ body }) => {
        const data = { ...saved, ...(body as Partial<Template>), version: 4 };
        server.answer('v2.protection-templates', { data: { list: [data] } });
        return { data };
      });
      prepare?.(server);
    },
  });
}

const number = (name: string) => screen.findByRole<HTMLInputElement>('spinbutton', { name });
const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name });

describe('the template editor', () => {
  it('opens from the list', async () => {
    const { user, address } = await renderPage('/protection-templates', {
      prepare: (server) =>
        server.answer('v2.protection-templates', { data: { list: [template()] } }),
    });
    await user.click(await button('Edit…'));
    await waitFor(() => expect(address()).toBe(`/protection-templates?edit=${ID}`));
    expect((await number('Trips above')).value).toBe('275.0');
  });

  it('saves name and fields as a whole, and states that no breaker has changed', async () => {
    const { user, server } = await renderEditor();
    const field = await number('Trips above');
    expect((await button('Save template')).disabled).toBe(true);
    await user.clear(field);
    await user.type(field, '280.5');
    await user.type(screen.getByLabelText('Name'), ' 63 A');
    await user.click(await button('Save template'));
    expect(await screen.findByText(/Breakers change only when/)).toBeTruthy();
    expect(server.requests('v2.protection-templates.change')).toEqual([
      {
        params: { id: ID },
        body: {
          name: 'Feeders 63 A',
          sets: { overVoltage: { ...OVER_VOLTAGE, ov: '280.5' } },
          version: 3,
        },
      },
    ]);
    expect((await button('Save template')).disabled).toBe(true);
  });

  it('rejects values that a device would not accept, at their field', async () => {
    const { user } = await renderEditor();
    const field = await number('Trips above');
    await user.clear(field);
    await user.type(field, '301');
    const row = field.closest<HTMLElement>('.protection-row')!;
    expect(await within(row).findByText(/^From .*230.* to .*300/)).toBeTruthy();
    expect(screen.getByText('Correct these sets: Over-voltage')).toBeTruthy();
    expect((await button('Save template')).disabled).toBe(true);
    await user.click(await button('Discard changes'));
    expect((await number('Trips above')).value).toBe('275.0');
    expect(screen.queryByText(/Correct these sets/)).toBeNull();
  });

  it('adds sets with factory values and removes them; the last one is required', async () => {
    const { user, server } = await renderEditor();
    await number('Trips above');
    await user.click(screen.getByRole('combobox', { name: 'Add set…' }));
    await user.click(await screen.findByTitle('Low voltage'));
    await screen.findByRole('tab', { name: 'Low voltage', selected: true });
    expect((await number('Trips below')).value).toBe('165.0');
    await user.click(screen.getByRole('tab', { name: 'Over-voltage' }));
    await user.click(await button('Remove: Over-voltage'));
    await user.click(await button('Save template'));
    await screen.findByText(/Breakers change only when/);
    const { body } = server.requests('v2.protection-templates.change')[0]!;
    expect(Object.keys(body.sets)).toEqual(['lowVoltage']);
    await user.click(await button('Remove: Low voltage'));
    expect(await screen.findByText('A template needs at least one set.')).toBeTruthy();
    expect((await button('Save template')).disabled).toBe(true);
  });

  it('asks for confirmation before unsaved edits are discarded', async () => {
    const { user, address } = await renderEditor();
    const field = await number('Reset delay');
    await user.clear(field);
    await user.type(field, '45');
    await user.click(await button('All templates'));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: 'Keep editing' }));
    expect(address()).toBe(`/protection-templates?edit=${ID}`);
    expect((await number('Reset delay')).value).toBe('45');
  });

  it('reports a name conflict at the name and retains the edits', async () => {
    const { user } = await renderEditor({
      prepare: (server) =>
        server.answer('v2.protection-templates.change', {
          refuse: { code: 40020, reason: 'template-name-taken', field: 'name' },
        }),
    });
    const name = await screen.findByLabelText<HTMLInputElement>('Name');
    await user.type(name, ' 2');
    await user.click(await button('Save template'));
    expect(await screen.findByText('A template of this name already exists')).toBeTruthy();
    expect(name.value).toBe('Feeders 2');
    expect(name.getAttribute('aria-invalid')).toBe('true');
  });

  describe('after another user has saved', () => {
    async function refused() {
      const page = await renderEditor({
        prepare: (server) =>
          server.answer('v2.protection-templates.change', () => {
            const saved = template({ name: 'Pumps', changed_by: 'jonas', version: 4 });
            server.answer('v2.protection-templates', { data: { list: [saved] } });
            return { refuse: { code: 40021, reason: 'template-changed' } };
          }),
      });
      await page.user.type(await screen.findByLabelText('Name'), ' 2');
      await page.user.click(await button('Save template'));
      expect(await screen.findByText(/Your changes were not saved/)).toBeTruthy();
      expect(await screen.findByText(/jonas.* changed this template/)).toBeTruthy();
      expect((await button('Save template')).disabled).toBe(true);
      return page;
    }
    const name = () => screen.getByLabelText<HTMLInputElement>('Name').value;

    it('shows a conflict, retains the edits and overwrites the other version on request', async () => {
      const { user, server } = await refused();
      expect(name()).toBe('Feeders 2');
      await user.click(await button('Keep my version'));
      expect(screen.queryByText(/Your changes were not saved/)).toBeNull();
      expect(name()).toBe('Feeders 2');
      await user.click(await button('Save template'));
      const versions = server
        .requests('v2.protection-templates.change')
        .map(({ body }) => body.version);
      expect(versions).toEqual([3, 4]);
    });

    it('loads the other version on request', async () => {
      const { user } = await refused();
      await user.click(await button('Show saved version'));
      expect(name()).toBe('Pumps');
      expect(screen.queryByText(/changed this template/)).toBeNull();
      expect((await button('Save template')).disabled).toBe(true);
    });
  });

  it('is read-only without the permission to change', async () => {
    await renderEditor({ role: 'viewer' });
    expect((await number('Trips above')).disabled).toBe(true);
    for (const name of ['Save template', 'Discard changes', 'Remove: Over-voltage']) {
      expect(screen.queryByRole('button', { name })).toBeNull();
    }
  });

  it('reports a deleted template', async () => {
    await renderEditor({}, template({ id: ID.replace('1', '2') }));
    expect(await screen.findByText('This template has been deleted')).toBeTruthy();
  });

  it('is available in Arabic', async () => {
    await renderEditor({ language: 'ar' });
    expect(await screen.findByRole('button', { name: 'حفظ القالب' })).toBeTruthy();
  });
});
