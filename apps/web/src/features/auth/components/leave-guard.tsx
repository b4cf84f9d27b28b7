import { useBlocker } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

/** Asks before a filled form is left; for a closed tab the browser shows its own prompt. */
export function LeaveGuard({ isDirty }: { isDirty: boolean }) {
  const { t } = useTranslation('auth');
  const blocker = useBlocker({
    shouldBlockFn: () => isDirty,
    enableBeforeUnload: () => isDirty,
    withResolver: true,
  });
  if (blocker.status !== 'blocked') return null;
  return (
    <div className="auth-veil">
      <div role="alertdialog" aria-modal="true" aria-labelledby="leave-title">
        <h2 id="leave-title">{t('auth:leave.title')}</h2>
        <p>{t('auth:leave.body')}</p>
        <div className="auth-actions">
          {/* biome-ignore lint/a11y/noAutofocus: the safe action of a dialog that has just opened. */}
          <button type="button" className="auth-submit" autoFocus onClick={blocker.reset}>
            {t('auth:leave.stay')}
          </button>
          <button type="button" className="auth-plain" onClick={blocker.proceed}>
            {t('auth:leave.go')}
          </button>
        </div>
      </div>
    </div>
  );
}
