/** Open sessions, each with a button to end it. */
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { Moment } from '../../../components/values/moment.tsx';
import type { OpenSession } from '../api/use-my-account.ts';
import { clientName } from '../client-name.ts';
import '../account.css';

interface SessionListProps {
  sessions: readonly OpenSession[];
  /** Called with the session to end; if undefined, sessions cannot be ended here. */
  onEnd?: ((session: OpenSession) => void) | undefined;
  /** The session that is being ended. */
  busy?: string | undefined;
}

export function SessionList({ sessions, onEnd, busy }: SessionListProps) {
  const { t } = useTranslation('account');
  if (sessions.length === 0) return <p className="muted">{t('account:session.none')}</p>;
  return (
    <ul className="ruled">
      {sessions.map((session) => (
        <li key={session.id} className="line spread gap-12">
          <div className="row gap-text align-baseline shrink muted">
            <strong className="account-name">
              <bdi title={session.client}>{clientName(session.client)}</bdi>
            </strong>
            {session.current && (
              <span className="account-here text-tiny">{t('account:session.current')}</span>
            )}
            <span>
              {t('account:session.from')} <bdi className="code ltr">{session.address}</bdi>
            </span>
            <span>
              {t('account:session.begun')} <Moment at={session.created_at} />
            </span>
            <span>
              {t('account:session.used')} <Moment at={session.last_used_at} />
            </span>
          </div>
          {onEnd !== undefined && !session.current && (
            <Button
              size="small"
              danger
              loading={busy === session.id}
              aria-label={t('account:session.end-of', {
                client: clientName(session.client),
                address: session.address,
              })}
              onClick={() => onEnd(session)}
            >
              {t('account:session.end')}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
