import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../lib/calls/api-error.ts';
import { ErrorAlert } from './error-alert.tsx';

const refused = (reason: string) =>
  new ApiError({ kind: 'refused', status: 200, code: 41601, msg: `no: ${reason}`, reason });

describe('the error of a failed call', () => {
  it('is absent without an error', () => {
    render(<ErrorAlert error={null} remedy={{ label: 'Read again', onClick: () => undefined }} />);
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('shows the message of the server, without a button if there is no remedy', () => {
    render(<ErrorAlert error={refused('unheard-of')} />);
    expect(screen.getByRole('alert').textContent).toBe('no: unheard-of');
    expect(screen.queryByRole('button')).toBeNull();
  });

  it.each([
    { reason: undefined, of: 'every error', isOffered: true },
    { reason: 'device-changed', of: 'this reason', isOffered: true },
    { reason: 'setting-changed', of: 'another reason', isOffered: false },
  ])('offers a remedy for $of: $isOffered', async ({ reason, isOffered }) => {
    let done = 0;
    const remedy = { label: 'Read again', onClick: () => void done++ };
    render(
      <ErrorAlert
        error={refused('device-changed')}
        remedy={reason === undefined ? remedy : { ...remedy, reason }}
      />,
    );
    const button = screen.queryByRole('button', { name: 'Read again' });
    expect(button !== null).toBe(isOffered);
    if (button !== null) await userEvent.click(button);
    expect(done).toBe(isOffered ? 1 : 0);
  });
});
