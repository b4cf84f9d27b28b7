/** The sign-in in front of a page with unsaved input whose session has expired. */
import { type ComponentType, lazy, Suspense, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { proposeName } from '../../../features/auth/typed-password.ts';
import { loadTexts } from '../../../i18n/i18n.ts';
import { trackLoad } from '../../../lib/calls/pending-loads.ts';
import { usePageHolder } from '../../../lib/session/held-page.ts';
import { endSession } from '../../../lib/session/session.ts';
import './sign-in-again.css';

async function loadSignIn(): Promise<{ default: ComponentType<{ isAgain: boolean }> }> {
  try {
    const page = import('../../../features/auth/components/login-page.tsx');
    await loadTexts('auth');
    return { default: (await page).LoginPage };
  } catch {
    // Without the sign-in the page cannot wait; the router offers to try again.
    endSession('signed-out');
    return { default: () => null };
  }
}

export function SignInAgain() {
  const holder = usePageHolder();
  return holder === null ? null : createPortal(<Front account={holder.user_name} />, document.body);
}

/** Modal, so that neither the page nor a dialog of it can be seen or reached. */
function Front({ account }: { account: string }) {
  const { t } = useTranslation('shell');
  // A failed load is not repeated by the same lazy component.
  const [SignIn] = useState(() => lazy(() => trackLoad(loadSignIn())));
  // The sign-in takes the name when it opens.
  useState(() => proposeName(account));
  const dialog = useRef<HTMLDialogElement>(null);
  const show = () => dialog.current?.open === false && dialog.current.showModal();
  useEffect(() => {
    show();
  });
  useEffect(() => {
    // Not even a print shows the page.
    document.documentElement.dataset['held'] = '';
    return () => {
      delete document.documentElement.dataset['held'];
    };
  }, []);
  return (
    // Escape would close the dialog, and with it what hides the page.
    <dialog
      ref={dialog}
      className="sign-in-again"
      aria-label={t('shell:sign-in-again')}
      onCancel={(event) => event.preventDefault()}
      onClose={show}
    >
      <Suspense>
        <SignIn isAgain />
      </Suspense>
    </dialog>
  );
}
