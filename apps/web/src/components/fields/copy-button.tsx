import { CheckOutlined, CopyOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { copyText } from '../../lib/copy-text.ts';

/** Copies a text and confirms this for two seconds; `what` names the text for screen readers. */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const { t } = useTranslation();
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), 2_000);
    return () => clearTimeout(timer);
  }, [isCopied]);
  return (
    <Button
      type="text"
      size="small"
      icon={isCopied ? <CheckOutlined /> : <CopyOutlined />}
      aria-label={`${isCopied ? t('copied') : t('copy')}: ${what}`}
      onClick={() => {
        void copyText(text).then(setCopied);
      }}
    />
  );
}
