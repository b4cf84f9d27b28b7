import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { App } from 'antd';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { loadTexts } from '../../i18n/i18n.ts';
import { ApiError } from '../../lib/calls/api-error.ts';
import { FormDialog } from './form-dialog.tsx';
import { useFormState } from './form-state.ts';
import { FormText } from './form-text.tsx';

beforeAll(() => loadTexts('shell'));

const refusal = (field: string) =>
  new ApiError({ kind: 'refused', status: 200, code: 409, msg: 'Taken', field });

interface PageProps {
  onSave: (values: object) => Promise<unknown>;
  onClose: () => void;
  onOuterSubmit: () => void;
}

/** A FormDialog inside another form of the React tree. */
function Page({ onSave, onClose, onOuterSubmit }: PageProps) {
  const form = useFormState(() => ({ name: 'North', note: '' }), {
    problems: ({ name }) => (name === '' ? { name: 'Enter a name' } : undefined),
  });
  return (
    <App>
      <form onSubmit={onOuterSubmit}>
        <FormDialog
          form={form}
          title="Edit"
          saveLabel="Save"
          done="Saved"
          onSave={() => onSave(form.values)}
          onClose={onClose}
        >
          <FormText label="Name" help="Up to 60 letters" {...form.field('name')} />
          <FormText label="Note" {...form.field('note')} />
        </FormDialog>
      </form>
    </App>
  );
}

async function open(onSave: PageProps['onSave']) {
  const handlers = { onSave, onClose: vi.fn(), onOuterSubmit: vi.fn() };
  const router = createRouter({
    routeTree: createRootRoute({ component: () => <Page {...handlers} /> }),
    history: createMemoryHistory(),
  });
  render(<RouterProvider router={router} />);
  const user = userEvent.setup();
  const name = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' });
  await waitFor(() => expect(document.activeElement).toBe(name));
  return { user, name, ...handlers };
}

describe('a dialog with a form', () => {
  it('saves on Enter, reports success and closes', async () => {
    const onSave = vi.fn(async () => {});
    const { user, onClose, onOuterSubmit } = await open(onSave);
    await user.keyboard('South{Enter}');
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(onSave.mock.calls).toEqual([[{ name: 'South', note: '' }]]);
    expect(await screen.findByText('Saved')).toBeTruthy();
    expect(onOuterSubmit).not.toHaveBeenCalled();
  });

  it('saves once if it is submitted again while saving', async () => {
    const onSave = vi.fn(() => new Promise(() => {}));
    const { user } = await open(onSave);
    await user.keyboard('{Enter}{Enter}');
    expect(onSave).toHaveBeenCalledOnce();
  });

  it('shows a problem at its field after the attempt to save, and sends no request', async () => {
    const onSave = vi.fn(async () => {});
    const { user, name } = await open(onSave);
    await user.clear(name);
    expect(screen.queryByText('Enter a name')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(name.getAttribute('aria-invalid')).toBe('true');
    const text = document.getElementById(name.getAttribute('aria-describedby') ?? '');
    expect(text?.textContent).toBe('Enter a name');
    expect(onSave).not.toHaveBeenCalled();
  });

  it('shows a refusal of a field at that field until it is edited', async () => {
    const { user, name } = await open(() => Promise.reject(refusal('name')));
    await user.keyboard('South{Enter}');
    await waitFor(() => expect(name.getAttribute('aria-invalid')).toBe('true'));
    expect(screen.getByText('Taken')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(name.value).toBe('South');
    await user.type(name, '!');
    expect(screen.queryByText('Taken')).toBeNull();
  });

  it('shows any other refusal above the buttons', async () => {
    const { user, onClose } = await open(() => Promise.reject(refusal('other')));
    await user.keyboard('{Enter}');
    expect((await screen.findByRole('alert')).textContent).toContain('Taken');
    expect(onClose).not.toHaveBeenCalled();
  });

  it('asks for confirmation before Escape discards input', async () => {
    const { user, name, onClose } = await open(async () => {});
    await user.type(name, '!');
    await user.keyboard('{Escape}');
    await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
    expect(onClose).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    const discard = await screen.findAllByRole('button', { name: 'Discard' });
    await user.click(discard.at(-1)!);
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  });

  it('closes on Escape without confirmation if the input equals the initial values', async () => {
    const { user, name, onClose } = await open(async () => {});
    await user.type(name, '!{Backspace}');
    expect(name.value).toBe('North');
    await user.keyboard('{Escape}');
    expect(onClose).toHaveBeenCalledOnce();
  });
});
