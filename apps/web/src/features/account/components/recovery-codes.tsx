/** Recovery codes, displayed only once. */
import { Button } from 'antd';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../../components/fields/copy-button.tsx';

export function RecoveryCodes({
  codes,
  onStored,
}: {
  codes: readonly string[];
  onStored: () => void;
}) {
  const { t } = useTranslation(['account', 'shell']);
  const box = useRef<HTMLElement>(null);
  // The dialog that requested the codes has closed, so the focus moves to the codes.
  useEffect(() => box.current?.focus(), []);
  return (
    <section className="stack" ref={box} tabIndex={-1} aria-label={t('account:recovery.title')}>
      <h2>{t('account:recovery.title')}</h2>
      <p>{t('account:recovery.about')}</p>
      <ul className="columns columns-narrow gap-wide">
        {codes.map((code) => (
          <li key={code}>
            <bdi className="code ltr">{code}</bdi>
          </li>
        ))}
      </ul>
      <div className="account-actions row">
        <CopyButton text={codes.join('\n')} what={t('account:recovery.title')} />
        <Button onClick={onStored}>{t('shell:secret.kept')}</Button>
      </div>
    </section>
  );
}
