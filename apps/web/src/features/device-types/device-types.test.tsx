import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { expectNoAxeViolations } from '../../../test/axe.ts';
import type { ContractServer } from '../../../test/contract-server.ts';
import { renderPage } from '../../../test/render-page.tsx';

const type = (id: number, name: string, kind: string, prefix: string) => ({
  id,
  name,
  kind,
  prefix,
  expected_interval_s: 60,
});

function prepare(server: ContractServer) {
  server.answer('v2.device-types', {
    data: {
      list: [
        type(1, 'MT61', 'main', 'MT61'),
        type(3, 'MT88C', 'gateway', 'MT88C'),
        type(4, 'MT88', 'hidden', 'MT88'),
        type(5, 'HF-DTU', 'dtu', 'HF-'),
      ],
    },
  });
}

const rowOf = async (name: string) =>
  await screen.findByRole('row', { name: new RegExp(`^${name} `) });

describe('device types', () => {
  it('are listed with their capabilities, read-only for administrators', async () => {
    await renderPage('/devicetype', { role: 'admin', prepare });
    expect((await rowOf('MT61')).textContent).toBe(
      'MT61MT61BreakerMeasuresOpens and closesLocksAccepts console frames60 s',
    );
    expect((await rowOf('MT88C')).textContent).toContain('Connects slaves');
    expect((await rowOf('MT88C')).textContent).not.toContain('Opens and closes');
    expect((await rowOf('MT88')).textContent).not.toContain('frames');
    expect((await rowOf('HF-DTU')).textContent).toContain('Over 4G');
    expect(screen.queryByRole('button', { name: /^Change/ })).toBeNull();
    await expectNoAxeViolations();
  });

  it('are changed by the platform administrator within the rules of their kind', async () => {
    const { user, server } = await renderPage('/devicetype', { role: 'platform', prepare });
    server.answer('v2.device-types.change', {});
    await user.click(await screen.findByRole('button', { name: 'Edit MT88C' }));
    const dialog = await screen.findByRole('dialog');
    const save = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Save' });
    expect(save.disabled).toBe(true);
    const name = within(dialog).getByRole('textbox', { name: /^Type/ });
    await user.clear(name);
    await user.type(name, 'MT88');
    expect(dialog.textContent).toContain('begins with the name of its kind');
    expect(save.disabled).toBe(true);
    await user.type(name, 'C-2');
    const interval = within(dialog).getByRole('spinbutton', { name: /^Expected interval/ });
    await user.clear(interval);
    await user.type(interval, '300');
    await expectNoAxeViolations();
    await user.click(save);
    await waitFor(() =>
      expect(server.requests('v2.device-types.change')).toEqual([
        {
          params: { id: '3' },
          body: {
            name: 'MT88C-2',
            expected_interval_s: 300,
            was: { name: 'MT88C', expected_interval_s: 60 },
          },
        },
      ]),
    );
  });
});
