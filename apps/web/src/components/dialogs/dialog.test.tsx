import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactNode, useEffect, useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { Dialog } from './dialog.tsx';
import { firstField, useDialogFocus } from './dialog-focus.ts';

/**
 * A page with a button that opens the dialog; confirming closes it or continues with a second
 * dialog.
 */
function Page({
  children,
  isAlwaysMounted = false,
}: {
  children?: ReactNode;
  isAlwaysMounted?: boolean;
}) {
  const [step, setStep] = useState(0);
  const close = () => setStep(0);
  return (
    <main id="content" tabIndex={-1}>
      {step !== 9 && (
        <button type="button" onClick={() => setStep(1)}>
          Ask
        </button>
      )}
      {(isAlwaysMounted || step === 1) && (
        <ConfirmDialog
          isOpen={step === 1}
          title="First"
          confirmLabel="Next"
          onConfirm={() => setStep(2)}
          onCancel={close}
        >
          {children}
        </ConfirmDialog>
      )}
      {step === 2 && (
        <Dialog open title="Second" footer={null} onCancel={close}>
          <label>
            Name <input defaultValue="North" />
          </label>
          <button type="button" onClick={() => setStep(9)}>
            Remove
          </button>
        </Dialog>
      )}
    </main>
  );
}

/**
 * Stub of the library's dialog; `onTake` receives the callback for the end of the opening
 * animation.
 */
function Bare({ onTake }: { onTake: (take: () => void) => void }) {
  const { id, take } = useDialogFocus(true);
  useEffect(() => onTake(take));
  return (
    <div data-dialog={id}>
      <div role="dialog" aria-label="First">
        <div className="ant-modal-body">
          <input aria-label="From" />
          <input aria-label="To" />
        </div>
      </div>
    </div>
  );
}

async function open(children?: ReactNode, isAlwaysMounted?: boolean) {
  const user = userEvent.setup();
  render(<Page {...(isAlwaysMounted === undefined ? {} : { isAlwaysMounted })}>{children}</Page>);
  await act(async () => screen.getByRole('button', { name: 'Ask' }).focus());
  await user.keyboard('{Enter}');
  await screen.findByRole('dialog', { name: 'First' });
  return user;
}

const focused = () => document.activeElement;
const button = (name: string) => screen.getByRole('button', { name });

describe('the focus of a dialog', () => {
  it.each([[false], [true]])(
    'is on the cancel button if there are only buttons (always mounted: %s)',
    async (isAlwaysMounted) => {
      await open(<p>It is deleted.</p>, isAlwaysMounted);
      await waitFor(() => expect(focused()).toBe(button('Cancel')));
    },
  );

  it.each([[false], [true]])(
    'is in the first field without losing a letter (always mounted: %s)',
    async (isAlwaysMounted) => {
      const user = await open(<input aria-label="Reason" />, isAlwaysMounted);
      if (isAlwaysMounted)
        await waitFor(() => expect(focused()).toBe(screen.getByLabelText('Reason')));
      await user.keyboard('lamp');
      expect(screen.getByLabelText<HTMLInputElement>('Reason').value).toBe('lamp');
    },
  );

  it('stays where the user moved it before the animation ended', () => {
    const rest = vi.fn();
    render(<Bare onTake={rest} />);
    screen.getByLabelText('To').focus();
    const [take] = rest.mock.lastCall as [() => void];
    take();
    expect(focused()).toBe(screen.getByLabelText('To'));
  });

  it.each(['{Escape}', '{Tab}{Enter}'])('returns to the opener on %s', async (keys) => {
    const user = await open(<input aria-label="Reason" />);
    await user.keyboard(keys);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(focused()).toBe(button('Ask'));
  });

  it('returns through a second dialog to the element that opened the first', async () => {
    const user = await open(<input aria-label="Reason" />);
    await user.click(button('Next'));
    const name = await screen.findByLabelText<HTMLInputElement>('Name');
    expect(focused()).toBe(name);
    // The existing text is selected and typing replaces it, as after the Tab key.
    await user.keyboard('South');
    expect(name.value).toBe('South');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(focused()).toBe(button('Ask')));
  });

  it('moves to the content of the page if the opener no longer exists', async () => {
    const user = await open();
    await user.click(button('Next'));
    await user.click(await screen.findByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(focused()).toBe(document.getElementById('content')));
  });
});

describe('the first field', () => {
  it.each<[string, string, string | undefined]>([
    ['a text field after a checkbox', '<input type="checkbox"><input id="a">', 'a'],
    ['a text area', '<button></button><textarea id="a"></textarea><input>', 'a'],
    ['a select', '<input readonly role="combobox" id="a"><input>', 'a'],
    [
      'the checked radio button',
      '<input type="radio" name="n"><input type="radio" name="n" checked id="a">',
      'a',
    ],
    [
      'the first radio button if none is checked',
      '<input type="radio" name="n" id="a"><input type="radio" name="n">',
      'a',
    ],
    [
      'undefined for read-only, disabled, hidden and file inputs',
      '<input readonly><input disabled><input type="hidden"><input type="file"><fieldset disabled><input></fieldset>',
      undefined,
    ],
    ['undefined for checkboxes only', '<input type="checkbox"><input type="checkbox">', undefined],
  ])('is %s', (_, html, id) => {
    const body = document.createElement('div');
    body.innerHTML = html;
    expect(firstField(body)?.id).toBe(id);
  });
});
