/** The address to which the platform connects, and why it is not connected. */
import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import type { LineSettings } from '../api/use-serial-line.ts';

interface OutgoingStateProps {
  readonly line: LineSettings;
  readonly trouble: string | null;
}

export function OutgoingState({ line: { host, port }, trouble }: OutgoingStateProps) {
  const { t } = useTranslation('serial-lines');
  const name = host?.includes(':') ? `[${host}]` : host;
  // Isolated, so that the address is not mirrored in a text from right to left.
  const address = `\u2066${name}:${port}\u2069`;
  return (
    <div className="stack gap-8">
      <p className="muted prose">{t('serial-lines:connection.outgoing', { address })}</p>
      {trouble !== null && (
        <Alert
          type="warning"
          showIcon
          title={t(`serial-lines:connection.trouble.${trouble as 'timeout'}`)}
        />
      )}
    </div>
  );
}
