/** The send code, built or pasted, and the send button; a frame that acts requires confirmation. */
import { SendOutlined } from '@ant-design/icons';
import { Alert, Button, Input } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../../components/fields/copy-button.tsx';
import type { Explained } from '../../../components/frames/use-explanation.ts';
import { useErrorText } from '../../../i18n/error-text.ts';
import { useSendFrame } from '../api/use-console.ts';
import { SendDialog } from './send-dialog.tsx';

interface SendBarProps {
  readonly device: string | undefined;
  readonly sendCode: string;
  /** Effect of the current code; null if it is not a request, undefined until it is known. */
  readonly effect: string | null | undefined;
  readonly onSendCode: (text: string) => void;
  readonly onReply: (reply: Explained | undefined) => void;
}

export function SendBar({ device, sendCode, effect, onSendCode, onReply }: SendBarProps) {
  const { t } = useTranslation('console');
  const errorText = useErrorText();
  const id = useId();
  const send = useSendFrame();
  const [isAsking, setAsking] = useState(false);
  const isEmpty = sendCode.trim() === '';

  const go = (confirm: boolean, password?: string) => {
    if (device === undefined) return;
    onReply(undefined);
    send.mutate(
      {
        body: {
          device_sn: device,
          send_code: sendCode,
          ...(confirm ? { confirm } : {}),
          ...(password === undefined ? {} : { password }),
        },
      },
      {
        onSuccess: ({ data }) => {
          setAsking(false);
          onReply(data);
        },
      },
    );
  };
  const begin = () => {
    send.reset();
    if (effect === 'read') go(false);
    else setAsking(true);
  };
  const reason =
    device === undefined
      ? t('console:no-device')
      : !isEmpty && effect === null
        ? t('console:not-sendable')
        : t('console:send-code-about');
  return (
    <div className="console-send stack">
      <div className="console-field stack gap-4">
        <div className="console-send__label line spread gap-0">
          <label htmlFor={id}>{t('console:send-code')}</label>
          {!isEmpty && <CopyButton text={sendCode} what={t('console:send-code')} />}
        </div>
        <Input.TextArea
          id={id}
          className="code"
          dir="ltr"
          value={sendCode}
          autoSize={{ minRows: 2, maxRows: 6 }}
          spellCheck={false}
          aria-describedby={`${id}-said`}
          onChange={({ target }) => {
            send.reset();
            onSendCode(target.value);
          }}
        />
        <span id={`${id}-said`} className="hint">
          {reason}
        </span>
      </div>
      <Button
        type="primary"
        danger={effect !== 'read' && effect != null}
        icon={<SendOutlined aria-hidden />}
        loading={send.isPending}
        disabled={device === undefined || isEmpty || effect == null}
        onClick={begin}
      >
        {t(send.isPending ? 'console:sending' : 'console:send')}
      </Button>
      {!isAsking && send.error !== null && (
        <Alert type="error" showIcon role="alert" title={errorText(send.error)} />
      )}
      {isAsking && device !== undefined && effect != null && (
        <SendDialog
          effect={effect}
          device={device}
          sendCode={sendCode}
          error={send.error}
          isSending={send.isPending}
          onSend={(password) => go(true, password)}
          onCancel={() => {
            setAsking(false);
            send.reset();
          }}
        />
      )}
    </div>
  );
}
