import type { ReactNode } from 'react';

const SIGNS = { info: 'i', success: '✓', warning: '!', error: '!' } as const;

interface AuthAlertProps {
  kind: keyof typeof SIGNS;
  children: ReactNode;
}

/** A message above the form; screen readers announce errors immediately. */
export function AuthAlert({ kind, children }: AuthAlertProps) {
  return (
    <div
      className="auth-alert line align-start gap-12"
      data-kind={kind}
      role={kind === 'error' || kind === 'warning' ? 'alert' : 'status'}
    >
      <span aria-hidden="true">{SIGNS[kind]}</span>
      <div>{children}</div>
    </div>
  );
}
