/** Shows a secret once, to read and copy; hides it when the user confirms having stored it. */
import { KeyOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from './copy-button.tsx';

interface SecretOnceProps {
  title: string;
  secret: string;
  /** Instructions for the user. */
  children?: ReactNode;
  onStored: () => void;
}

export function SecretOnce({ title, secret, children, onStored }: SecretOnceProps) {
  const { t } = useTranslation('shell');
  const box = useRef<HTMLElement>(null);
  // The secret takes the focus, because it may appear far from the button that created it.
  useEffect(() => box.current?.focus(), []);
  return (
    <section ref={box} className="secret-once stack to-start" aria-label={title} tabIndex={-1}>
      <h2>
        <KeyOutlined aria-hidden="true" /> {title}
      </h2>
      <p>{t('shell:secret.once')}</p>
      <p className="secret-once__text">
        <bdi className="code ltr">{secret}</bdi>
        <CopyButton text={secret} what={title} />
      </p>
      {children}
      <Button onClick={onStored}>{t('shell:secret.kept')}</Button>
    </section>
  );
}
